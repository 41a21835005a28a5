//! The classes of programs about exceptions: exceptions and resources of their own, constructors
//! that throw or do not, and a `main` that catches what the rest throws.

use super::generate::Generator;
use super::types::{Ty, class_name};

/// The exceptions of a program. `S0` is one whose constructor may throw another.
const OWN: &str = r#"class E0 extends Exception {
  int code;
  Throwable why;
  E0(int c) { this.code = c; System.out.print("(E0)"); }
  E0(int c, Throwable w) { super("E0", w); this.code = c; this.why = w; }
  public String getMessage() { return "E0:" + code; }
  public Throwable getCause() { return why; }
}
class E1 extends E0 {
  int grown = 2;
  E1(int c) { super(c + 1); grown += c; }
  E1(int c, Throwable w) { super(c, w); }
  public String getMessage() { return "E1+" + super.getMessage() + grown; }
  public String toString() { return "[" + getMessage() + "]"; }
}
class R0 extends RuntimeException {
  int code;
  Throwable why;
  R0(int c) { this(c, null); System.out.print("(R0)"); }
  R0(int c, Throwable w) { super(w); this.code = c; this.why = w; }
  public String getMessage() { return "R0:" + code; }
  public Throwable getCause() { return why; }
  public String toString() { return "R0"; }
}
class R1 extends R0 {
  R1(int c) { super(c + 1); }
  R1(int c, Throwable w) { super(c, w); }
  public String toString() { return super.toString() + ">R1"; }
}
class R2 extends IllegalStateException {
  int code = 5;
  R2(int c) { super("r"); this.code += c; }
  public String getMessage() { return "R2:" + code; }
}
class S0 extends RuntimeException {
  int code = 1;
  //@ signals (Throwable e) true;
  S0(int c) throws Throwable {
    System.out.print("(S0)");
    this.code = 12 / (c % 3);
    if (c % 4 == 1) throw new E0(c);
  }
}
class Res implements AutoCloseable {
  int n;
  Res(int n) { this.n = n; }
  //@ signals (Throwable e) true;
  static Res open(int n) throws Throwable {
    System.out.println("open " + n);
    if (n % 7 == 6) throw new E1(n);
    if (n % 7 == 5) return null;
    return n % 2 == 0 ? new Res(n) : new Loud(n);
  }
  //@ signals (Throwable e) true;
  public void close() throws Exception {
    System.out.println("close " + n);
    if (n % 3 == 0) throw new E0(n);
  }
}
class Loud extends Res {
  Loud(int n) { super(n); }
  //@ signals (Throwable e) true;
  public void close() throws Exception {
    try {
      super.close();
    } finally {
      System.out.println("loud " + n);
      if (n % 5 == 0) throw new R1(n);
    }
  }
}"#;

/// What throws and tells in `Main`; `PERIOD` calls are one that throws.
const HELPERS: &str = r#"static int tick;
static int sown = 7;
static int zero;
static boolean flip() { Main.sown = (Main.sown * 5 + 3) % 1024; return Main.sown / 16 % 2 == 0; }
//@ signals (Throwable e) true;
static int may(int n, int v) throws Throwable {
  System.out.print("<" + n + ">");
  Main.tick++;
  if (Main.tick % PERIOD == 0) Main.hurl(n + Main.tick);
  return v;
}
//@ signals (Throwable e) true;
static String mays(int n, String v) throws Throwable { Main.may(n, 0); return v; }
//@ signals (Throwable e) true;
static boolean mayz(int n, boolean v) throws Throwable { return Main.may(n, 1) > 0 && v; }
//@ signals (Throwable e) true;
static int sum(int a, String s, long b) throws Throwable {
  System.out.println("sum " + a + s + b);
  return a + Main.may(a & 7, 2);
}
//@ signals (Throwable e) true;
static void hurl(int k) throws Throwable {
  switch (k % 9) {
    case 0: throw new E0(k);
    case 1: throw new E1(k);
    case 2: throw new R0(k);
    case 3: throw new R1(k);
    case 4: throw new R2(k);
    case 5: throw new S0(k);
    case 6: throw new IllegalArgumentException("k" + k);
    case 7: throw new NumberFormatException();
    default:
      int[] none = null;
      none[k] = 1;
  }
}
static String kind(Throwable t) {
  if (t == null) return "none";
  String s = "";
  if (t instanceof E1) s += "E1 " + ((E1) t).grown + ((E1) t).toString();
  if (t instanceof E0) s += ((E0) t).getMessage() + ((E0) t).code + "<" + kind(t.getCause()) + ">";
  if (t instanceof R1) s += "R1 ";
  if (t instanceof R0) s += t.getMessage() + ((R0) t).code + ((R0) t).toString() + "<" + kind(((R0) t).why) + ">";
  if (t instanceof R2) s += "R2 " + t.getMessage();
  if (t instanceof S0) s += "S0 " + ((S0) t).code;"#;

impl Generator {
    /// The exceptions of the program, and resources.
    pub fn exception_classes(&mut self) {
        self.lines_of(OWN);
    }

    fn lines_of(&mut self, text: &str) {
        for line in text.lines() {
            self.line(line);
        }
    }

    /// Whether constructors of a class may throw: no other one calls them.
    pub fn constructor_throws(&self, class: usize) -> bool {
        let all = &self.model.classes;
        all[class].parent.is_none() && all.iter().all(|other| other.parent != Some(class))
    }

    /// A constructor in a program about exceptions.
    pub fn throwing_constructor(&mut self, number: usize, at: usize) {
        let class = self.model.classes[number].clone();
        self.locals.clear();
        let list = self.params(&class.constructors[at]);
        let head = format!("{}({list})", class_name(number));
        self.is_initialising = true;
        if self.constructor_throws(number) {
            self.may_throw(&head, " {");
            self.indent += 1;
            self.this = Some(number);
            self.result = None;
            self.statements(2, 1);
        } else {
            self.line(&format!("{head} {{"));
            self.indent += 1;
            self.plain_construction(number, at);
        }
        self.this = None;
        self.is_initialising = false;
        self.indent -= 1;
        self.line("}");
    }

    /// The body of a constructor that does not throw.
    fn plain_construction(&mut self, number: usize, at: usize) {
        let class = self.model.classes[number].clone();
        let mut called = None;
        if at > 0 && self.random.chance(2) {
            called = Some(("this", class.constructors[0].clone()));
        } else if let Some(parent) = class.parent {
            let constructors = self.model.classes[parent].constructors.clone();
            called = Some(("super", self.random.pick(&constructors)));
        }
        if let Some((name, params)) = called {
            let args: Vec<String> = params.iter().map(|ty| self.literal_of(ty)).collect();
            self.line(&format!("{name}({});", args.join(", ")));
        }
        for field in class.fields.iter().filter(|f| !f.is_static && !f.is_final) {
            if self.random.chance(2) {
                let value = self.literal_of(&field.ty);
                self.line(&format!("this.{} = {value};", field.name));
            }
        }
        let mark = self.mark();
        self.line(&format!("System.out.println(\"made {mark}\");"));
    }

    /// `Main` of a program about exceptions.
    pub fn throwing_main(&mut self) {
        self.line("public class Main {");
        self.indent += 1;
        self.line("static int fuel = 60;");
        self.helpers();
        let period = self.random.within(3, 9);
        self.lines_of(&HELPERS.replace("PERIOD", &period.to_string()));
        for (name, _) in super::exceptions::CAUGHT
            .iter()
            .filter(|(name, _)| name.len() > 2)
        {
            self.line(&format!("  if (t instanceof {name}) s += \"{name} \";"));
        }
        self.lines_of("  return s;\n}");
        self.work();
        self.line("public static void main(String[] args) throws Throwable {");
        self.indent += 1;
        self.lines_of("try {\n  work();\n} catch (Throwable t) {");
        self.line("  System.out.println(\"work ended with \" + Main.kind(t));");
        self.line("}");
        let ends = [
            "",
            "",
            "int code = Main.tick;\nthrow new R2(code);",
            "int code = Main.tick;\nthrow new R2(code);",
            "throw new IllegalStateException(\"end\");",
            "System.out.println(7 / Main.zero);",
            "int[] few = new int[Main.zero - 1];",
            "String[] one = {\"a\"};\nSystem.out.println(one[one.length]);",
            "C0 nothing = null;\nSystem.out.println(nothing.show(1));",
            "Object o = new Res(1);\nSystem.out.println(((Loud) o).n);",
        ];
        let end = self.random.pick(&ends);
        self.lines_of(end);
        self.indent -= 1;
        self.line("}");
        self.indent -= 1;
        self.line("}");
    }

    /// The method with the statements of the program: each of its parts catches what it throws.
    fn work(&mut self) {
        self.locals.clear();
        self.this = None;
        self.result = None;
        self.may_throw("static void work()", " {");
        self.indent += 1;
        for class in 0..self.model.classes.len() {
            let ty = Ty::Class(class);
            let value = self.expr(&ty, 1);
            let (name, of) = (format!("c{class}"), ty.name());
            self.line(&format!("{of} {name} = null;"));
            self.line(&format!("try {{ {name} = {value}; }}"));
            self.told("t", class);
            self.local(&name, &ty, false);
        }
        for ty in [Ty::Int, Ty::Long, Ty::Text, Ty::Array(Box::new(Ty::Int))] {
            let value = match ty {
                Ty::Int => "3".to_owned(),
                Ty::Long => "-7L".to_owned(),
                Ty::Text => "\"word\"".to_owned(),
                _ => "{1, 2, 3}".to_owned(),
            };
            let name = self.fresh("v");
            self.line(&format!("{} {name} = {value};", ty.name()));
            self.local(&name, &ty, false);
        }
        for part in 0..4 {
            self.line("try {");
            self.indent += 1;
            self.try_statement(2);
            self.indent -= 1;
            self.nested(2, 2);
            self.line("}");
            self.told("t", part);
            self.line(&format!("System.out.println(\"part {part}\");"));
            self.state();
        }
        self.indent -= 1;
        self.line("}");
    }

    /// A handler that tells what it catches.
    fn told(&mut self, name: &str, place: usize) {
        let shown = format!("\"told {place} \" + Main.kind({name})");
        self.line(&format!(
            "catch (Throwable {name}) {{ System.out.println({shown}); }}"
        ));
    }
}
