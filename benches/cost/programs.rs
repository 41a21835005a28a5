//! Generators of programs of any size. Each program verifies, and ends with assertions
//! that depend on all of its steps.

use std::fmt::Write;

/// A text that grows line by line.
#[derive(Default)]
struct Text(String);

impl Text {
    fn add(&mut self, part: impl std::fmt::Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{part}");
    }
}

/// The concatenation of `part(1)` to `part(n)`.
pub fn each(n: usize, separator: &str, part: impl Fn(usize) -> String) -> String {
    let parts: Vec<String> = (1..=n).map(part).collect();
    parts.join(separator)
}

/// Cells with one value each (the paper's Figure 11): `n` objects, `n` calls, and `n`
/// assertions at the end.
pub fn cells(n: usize) -> String {
    const CLASS: &str = "class Cell {
  int x;

  Cell()
    ensures valid() ∧ getX() = 0;
  { this.x := 0; }

  void setX(int v)
    requires valid();
    ensures valid() ∧ getX() = v;
  { this.x := v; }

  predicate valid()
  { return acc(this.x); }

  pure int getX()
    requires valid();
  { return this.x; }
}
";
    let made = each(n, "", |i| {
        format!("Cell c{i} := new Cell();\nc{i}.setX({i});\n")
    });
    let asked = each(n, "", |i| format!("assert c{i}.getX() = {i};\n"));
    format!("{CLASS}\n{made}\n{asked}")
}

/// `n` independent conditionals in sequence (§6.1) without effects.
pub fn ifs(n: usize) -> String {
    let parameters = each(n, ", ", |i| format!("int x{i}"));
    let ifs = each(n, "", |i| format!("    if (x{i} = 0) {{}} else {{}}\n"));
    format!("class Ifs {{\n  void m({parameters})\n  {{\n{ifs}  }}\n}}\n")
}

/// `n` conditionals that assign a variable in both branches, followed by an assertion
/// per variable that depends on both.
pub fn ifs_used(n: usize) -> String {
    let parameters = each(n, ", ", |i| format!("int x{i}"));
    let ifs = each(n, "", |i| {
        format!("    int y{i};\n    if (x{i} < 0) {{ y{i} := -x{i}; }} else {{ y{i} := x{i}; }}\n")
    });
    let uses = each(n, "", |i| {
        format!("    assert 0 ≤ y{i} && (y{i} = x{i} || y{i} = -x{i});\n")
    });
    format!("class Ifs {{\n  void absolute({parameters})\n  {{\n{ifs}{uses}  }}\n}}\n")
}

/// Straight-line code: `n` field updates, cycling through eight objects, with a
/// postcondition for each field.
pub fn straight(n: usize) -> String {
    const OBJECTS: usize = 8;
    let mut steps = [0; OBJECTS];
    let mut shown = [None; OBJECTS];
    let mut body = Text::default();
    for update in 0..n {
        let object = update % OBJECTS;
        let name = format!("p{}", object + 1);
        if (update / OBJECTS).is_multiple_of(2) {
            body.add(format_args!("    {name}.x := {name}.x + 1;\n"));
            steps[object] += 1;
        } else {
            body.add(format_args!("    {name}.y := {name}.x;\n"));
            shown[object] = Some(steps[object]);
        }
    }
    let parameters = each(OBJECTS, ", ", |i| format!("Point p{i}"));
    let access = each(OBJECTS, " * ", |i| format!("acc(p{i}.x) * acc(p{i}.y)"));
    let results = each(OBJECTS, "", |i| {
        let y = match shown[i - 1] {
            Some(steps) => format!("p{i}.y = old(p{i}.x) + {steps}"),
            None => format!("p{i}.y = old(p{i}.y)"),
        };
        let steps = steps[i - 1];
        format!("    ensures p{i}.x = old(p{i}.x) + {steps} && {y};\n")
    });
    format!(
        "class Point {{
  int x;
  int y;

  static void walk({parameters})
    requires {access};
    ensures {access};
{results}  {{
{}  }}
}}
",
        body.0
    )
}

/// Calls: `n` transfers between two accounts in one body, with a postcondition on the
/// balances.
pub fn calls(n: usize) -> String {
    const METHODS: &str = "class Account {
  int balance;

  Account()
    ensures valid() * getBalance() = 0;
  {}

  void deposit(int amount)
    requires valid() * 0 ≤ amount;
    ensures valid() * getBalance() = old(getBalance()) + amount;
  { balance := balance + amount; }

  void withdraw(int amount)
    requires valid() * 0 ≤ amount ≤ getBalance();
    ensures valid() * getBalance() = old(getBalance()) - amount;
  { balance := balance - amount; }

  void transfer(Account to, int amount)
    requires valid() * to ≠ null * to.valid();
    requires 0 ≤ amount ≤ getBalance();
    ensures valid() * to.valid();
    ensures getBalance() = old(getBalance()) - amount;
    ensures to.getBalance() = old(to.getBalance()) + amount;
  {
    withdraw(amount);
    to.deposit(amount);
  }

  predicate valid()
  { return acc(balance) * 0 ≤ balance; }

  pure int getBalance()
    requires valid();
    ensures 0 ≤ result;
  { return balance; }
";
    // `a` receives more than it pays in every three transfers, so each transfer is
    // covered whatever the initial balances.
    let (mut a, mut b) = (0, 0);
    let mut body = Text::default();
    for booking in 0..n {
        let round = booking / 3;
        match booking % 3 {
            0 => {
                body.add(format_args!("    a.deposit({});\n", round + 2));
                a += round + 2;
            }
            1 => {
                body.add(format_args!("    a.transfer(b, {});\n", round + 1));
                a -= round + 1;
                b += round + 1;
            }
            _ => {
                body.add(format_args!("    b.withdraw({round});\n"));
                b -= round;
            }
        }
    }
    format!(
        "{METHODS}
  static void business(Account a, Account b)
    requires a ≠ null * a.valid() * b ≠ null * b.valid();
    ensures a.valid() * b.valid();
    ensures a.getBalance() = old(a.getBalance()) + {a};
    ensures b.getBalance() = old(b.getBalance()) + {b};
  {{
{}  }}
}}
",
        body.0
    )
}

/// A recursive list: appends `n` elements, reads each, and asserts the length and the
/// first element at the end.
pub fn list(n: usize) -> String {
    const CLASS: &str = "class Node {
  int value;
  Node next;

  Node(int v)
    ensures list();
    ensures length() = 1;
    ensures get(0) = v;
  { value := v; }

  void add(int v)
    requires list();
    ensures list();
    ensures length() = old(length()) + 1;
    ensures get(length() - 1) = v;
    ensures get(0) = old(get(0));
  {
    if (next = null) {
      next := new Node(v);
    } else {
      next.add(v);
    }
  }

  predicate list()
  { return acc(value) * acc(next) * (next ≠ null ==> next.list()); }

  pure int length()
    requires list();
    ensures 0 < result;
  { return next = null ? 1 : 1 + next.length(); }

  pure int get(int i)
    requires list();
    requires 0 ≤ i < length();
  { return i = 0 ? value : next.get(i - 1); }
}
";
    let appended = each(n, "", |i| {
        format!("l.add({});\nassert l.get({i}) = {};\n", 3 * i, 3 * i)
    });
    format!(
        "{CLASS}\nNode l := new Node(7);\n{appended}assert l.length() = {};\nassert l.get(0) = 7;\n",
        n + 1
    )
}

/// Predicates nested `n` deep, each with a field and the next one. A method that
/// requires and ensures the outermost updates all fields.
pub fn nest(n: usize) -> String {
    let fields = each(n, "", |i| format!("  int x{i};\n"));
    let predicates = each(n, "\n", |i| {
        let inner = if i < n {
            format!(" * p{}()", i + 1)
        } else {
            String::new()
        };
        format!("  predicate p{i}()\n  {{ return acc(x{i}){inner}; }}\n")
    });
    let body = each(n, "", |i| format!("    x{i} := x{i} + 1;\n"));
    format!(
        "class Nest {{
{fields}
{predicates}
  void touch()
    requires p1();
    ensures p1();
  {{
{body}  }}
}}
"
    )
}

/// An array in two slices: `n` element updates, then `n` assertions, half of them per
/// slice.
pub fn array(n: usize) -> String {
    let half = n / 2;
    let updates = each(n, "", |i| {
        format!("    a[{at}] := a[{at}] + {i};\n", at = i - 1)
    });
    let asserts = each(n, "", |i| {
        format!("    assert a[{at}] = old(a[{at}]) + {i};\n", at = i - 1)
    });
    format!(
        "class Slices {{
  static void add(int[] a)
    requires a ≠ null * {n} ≤ a.length;
    requires acc(a[..{half}]) * acc(a[{half}..{n}]);
    ensures acc(a[..{half}]) * acc(a[{half}..{n}]);
  {{
{updates}{asserts}  }}
}}
"
    )
}

/// A file of `n` members (rounded up to a multiple of five) of moderate size: classes
/// with a constructor, a predicate, a pure method, a method with branches and one with
/// a loop and a call.
pub fn members(n: usize) -> String {
    each(n.div_ceil(5), "\n", part)
}

/// One class of [`members`].
fn part(i: usize) -> String {
    format!(
        "class Part{i} {{
  int width;
  int height;
  int weight;
  int count;
  Part{i} next;

  Part{i}(int w, int h)
    requires 0 ≤ w && 0 ≤ h;
    ensures valid() * getCount() = 0;
  {{ width := w; height := h; weight := w + h; }}

  predicate valid()
  {{
    return acc(width) * acc(height) * acc(weight) * acc(count) * acc(next) *
      0 ≤ width * 0 ≤ height * weight = width + height * 0 ≤ count;
  }}

  pure int getCount()
    requires valid();
    ensures 0 ≤ result;
  {{ return count; }}

  void grow(int by)
    requires valid();
    ensures valid() * getCount() = old(getCount());
  {{
    if (0 < by) {{ width := width + by; }} else {{ height := height - by; }}
    weight := width + height;
    if (weight < 10) {{ next := this; }} else {{ next := null; }}
  }}

  void take(int n)
    requires valid() * 0 ≤ n;
    ensures valid() * getCount() = old(getCount()) + n;
  {{
    int i := 0;
    while (i < n)
      invariant valid() * 0 ≤ i ≤ n;
      invariant getCount() = old(getCount()) + i;
      decreases n - i;
    {{
      count := count + 1;
      i := i + 1;
    }}
    grow(n);
  }}
}}
"
    )
}

/// `n` classes under one another, each with a predicate, a pure method and a method of its own,
/// and a method that uses that of the first one.
pub fn extending(n: usize) -> String {
    each(n, "\n", |i| {
        let above = match i {
            1 => String::new(),
            _ => format!(" extends C{}", i - 1),
        };
        format!(
            "class C{i}{above} {{
  predicate own{i}() {{ return true; }}
  pure int twice{i}(int k) ensures result = 2 * k; {{ return 2 * k; }}
  int get{i}() requires own{i}(); ensures own{i}() * result = {k}; {{ return twice{i}({i}); }}
  int first{i}() requires own1(); ensures own1() * result = 2; {{ return get1(); }}
}}
",
            k = 2 * i
        )
    })
}

/// `n` interfaces under one another, each with a class that implements it and a method that calls
/// a method of the interface.
pub fn layers(n: usize) -> String {
    each(n, "\n", |i| {
        let above = match i {
            1 => String::new(),
            _ => format!(" extends I{}", i - 1),
        };
        format!(
            "interface I{i}{above} {{ {m} }}
class C{i} implements I{i} {{
  int m() ensures 0 < result; {{ return {i}; }}
  static int call(I{i} o) requires o ≠ null; ensures 0 < result; {{ return o.m(); }}
}}
",
            m = match i {
                1 => "int m() ensures 0 < result;;",
                _ => "",
            }
        )
    })
}

/// `n` implementations of an interface with a predicate and a pure method, and `n` methods that
/// use an object of the interface.
pub fn implementing(n: usize) -> String {
    const CONTRACTS: [&str; 3] = [
        "predicate valid()",
        "pure int get() requires valid(); ensures 0 ≤ result;",
        "void set(int v) requires valid() * 0 ≤ v; ensures valid() * get() = v;",
    ];
    let [valid, get, set] = CONTRACTS;
    let classes = each(n, "", |i| {
        format!(
            "class Cell{i} implements Box {{
  int x;
  {valid} {{ return acc(x) * 0 ≤ x; }}
  {get} {{ return x; }}
  {set} {{ x := v; }}
}}
"
        )
    });
    let uses = each(n, "", |i| {
        format!(
            "  static void use{i}(Box b) requires b.valid(); ensures b.valid() * b.get() = {i}; {{ b.set({i}); }}\n"
        )
    });
    format!(
        "interface Box {{\n  {valid};\n  {get};\n  {set};\n}}\n{classes}class Uses {{\n{uses}}}\n"
    )
}

/// `n` classes in a circle, each with a predicate and a pure method that use those of the next.
pub fn circle(n: usize) -> String {
    each(n, "\n", |i| {
        format!(
            "class C{i} {{
  int x;
  C{next} next;
  predicate valid() {{ return acc(x) * acc(next) * (next ≠ null ==> next.valid()); }}
  pure int length() requires valid(); {{ return next = null ? 1 : 1 + next.length(); }}
  void set(int v) requires valid(); ensures valid(); {{ x := v; }}
}}
",
            next = i % n + 1
        )
    })
}
