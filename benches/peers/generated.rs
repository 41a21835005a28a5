//! Programs that grow, in the notation of each tool.

use std::fs;
use std::io;
use std::path::Path;

/// A program in the notations of the tools.
#[derive(Debug)]
pub struct Generated {
    /// Its name in the table.
    pub name: String,
    /// In the notation of veriframe.
    pub own: String,
    verifast: String,
    /// `None`: it would only exceed the time limit.
    silicon: Option<String>,
}

impl Generated {
    /// Writes it into a folder, under the names of stored programs.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        fs::write(folder.join("veriframe.idf"), &self.own)?;
        fs::write(folder.join("verifast.java"), &self.verifast)?;
        match &self.silicon {
            Some(text) => fs::write(folder.join("silicon.vpr"), text),
            None => Ok(()),
        }
    }
}

/// All programs that grow, at the sizes that are compared, or at the limit if that is less.
pub fn all(limit: usize) -> Vec<Generated> {
    vec![
        cells(limit.min(14)),
        cells(limit.min(1000)),
        ifs(limit.min(14)),
        fields(limit.min(100)),
        conditional_permissions(limit.min(14)),
        heap_shapes(limit.min(14)),
        stack(Contract::Whole, limit.min(100)),
        stack(Contract::Whole, limit.min(1000)),
        stack(Contract::Parts, limit.min(100)),
        stack(Contract::Parts, limit.min(1000)),
    ]
}

/// The parts for 1 to `n`.
fn each(n: usize, separator: &str, part: impl Fn(usize) -> String) -> String {
    let parts: Vec<String> = (1..=n).map(part).collect();
    parts.join(separator)
}

/// Objects whose contracts hide their field, each set to a value of its own: the paper's
/// Figure 11.
fn cells(n: usize) -> Generated {
    const OWN: &str = "class Cell {
  int x;
  predicate valid() { return acc(x); }
  pure int get() requires valid(); { return x; }
  Cell() ensures valid() * get() = 0; { }
  void set(int v) requires valid(); ensures valid() * get() = v; { x := v; }
}

class Main {
  static void main()
  {
";
    const VERIFAST: &str = "/*@ predicate valid(Cell c; int v) = c.x |-> v; @*/

class Cell {
    int x;

    Cell()
    //@ requires true;
    //@ ensures valid(this, 0);
    {
        //@ close valid(this, 0);
    }

    int get()
    //@ requires valid(this, ?v);
    //@ ensures valid(this, v) &*& result == v;
    {
        //@ open valid(this, v);
        int found = x;
        //@ close valid(this, v);
        return found;
    }

    void set(int v)
    //@ requires valid(this, _);
    //@ ensures valid(this, v);
    {
        //@ open valid(this, _);
        x = v;
        //@ close valid(this, v);
    }
}

class Main {
    static void main()
    //@ requires true;
    //@ ensures true;
    {
";
    const SILICON: &str = "field x: Int

predicate valid(c: Ref) { acc(c.x) }

function get(c: Ref): Int
  requires valid(c)
{ unfolding valid(c) in c.x }

method create() returns (c: Ref)
  ensures valid(c) && get(c) == 0
{
  c := new(x)
  c.x := 0
  fold valid(c)
}

method set(c: Ref, v: Int)
  requires valid(c)
  ensures valid(c) && get(c) == v
{
  unfold valid(c)
  c.x := v
  fold valid(c)
}

method main()
{
";
    let own = each(n, "", |i| {
        format!("    Cell c{i} := new Cell();\n    c{i}.set({i});\n")
    });
    let own_end = each(n, "", |i| format!("    assert c{i}.get() = {i};\n"));
    let verifast = each(n, "", |i| {
        format!("        Cell c{i} = new Cell();\n        c{i}.set({i});\n")
    });
    let verifast_end = each(n, "", |i| {
        format!("        int x{i} = c{i}.get();\n        //@ assert x{i} == {i};\n")
    });
    let silicon = each(n, "", |i| {
        format!("  var c{i}: Ref\n  c{i} := create()\n  set(c{i}, {i})\n")
    });
    let silicon_end = each(n, "", |i| format!("  assert get(c{i}) == {i}\n"));
    Generated {
        name: format!("cells of Figure 11, {n}"),
        own: format!("{OWN}{own}{own_end}  }}\n}}\n"),
        verifast: format!("{VERIFAST}{verifast}{verifast_end}    }}\n}}\n"),
        silicon: (n <= 100).then(|| format!("{SILICON}{silicon}{silicon_end}}}\n")),
    }
}

/// Conditions that are independent of each other: 2ⁿ paths, unless they are merged.
fn ifs(n: usize) -> Generated {
    let own = format!(
        "class Counter {{
  int n;

  void count({})
    requires acc(n) * n = 0;
    ensures acc(n) * 0 <= n <= {n};
  {{
{}  }}
}}
",
        each(n, ", ", |i| format!("boolean b{i}")),
        each(n, "", |i| format!("    if (b{i}) {{ n := n + 1; }}\n")),
    );
    let verifast = format!(
        "class Counter {{
    int n;

    void count({})
    //@ requires this.n |-> 0;
    //@ ensures this.n |-> ?m &*& 0 <= m &*& m <= {n};
    {{
{}    }}
}}
",
        each(n, ", ", |i| format!("boolean b{i}")),
        each(n, "", |i| format!("        if (b{i}) {{ n = n + 1; }}\n")),
    );
    let silicon = format!(
        "field n: Int

method count(this: Ref, {})
  requires acc(this.n) && this.n == 0
  ensures acc(this.n) && 0 <= this.n && this.n <= {n}
{{
{}}}
",
        each(n, ", ", |i| format!("b{i}: Bool")),
        each(n, "", |i| format!(
            "  if (b{i}) {{ this.n := this.n + 1 }}\n"
        )),
    );
    Generated {
        name: format!("ifs that count, {n}"),
        own,
        verifast,
        silicon: Some(silicon),
    }
}

/// A class of many fields behind one predicate.
fn fields(n: usize) -> Generated {
    let own = format!(
        "class Fields {{
{}
  predicate valid() {{ return {}; }}

  pure int sum() requires valid(); {{ return {}; }}

  Fields() ensures valid() * sum() = 0; {{ }}

  void increase()
    requires valid();
    ensures valid() * sum() = old(sum()) + {n};
  {{
{}  }}
}}
",
        each(n, "", |i| format!("  int x{i};\n")),
        each(n, " * ", |i| format!("acc(x{i})")),
        each(n, " + ", |i| format!("x{i}")),
        each(n, "", |i| format!("    x{i} := x{i} + 1;\n")),
    );
    let verifast = format!(
        "/*@ predicate valid(Fields f; int sum) = {} &*& sum == {}; @*/

class Fields {{
{}
    Fields()
    //@ requires true;
    //@ ensures valid(this, 0);
    {{
        //@ close valid(this, 0);
    }}

    void increase()
    //@ requires valid(this, ?s);
    //@ ensures valid(this, s + {n});
    {{
        //@ open valid(this, s);
{}        //@ close valid(this, s + {n});
    }}
}}
",
        each(n, " &*& ", |i| format!("f.x{i} |-> ?x{i}")),
        each(n, " + ", |i| format!("x{i}")),
        each(n, "", |i| format!("    int x{i};\n")),
        each(n, "", |i| format!("        x{i} = x{i} + 1;\n")),
    );
    let silicon = format!(
        "{}
predicate valid(f: Ref) {{ {} }}

function sum(f: Ref): Int
  requires valid(f)
{{ unfolding valid(f) in {} }}

method create() returns (f: Ref)
  ensures valid(f) && sum(f) == 0
{{
  f := new(*)
{}  fold valid(f)
}}

method increase(f: Ref)
  requires valid(f)
  ensures valid(f) && sum(f) == old(sum(f)) + {n}
{{
  unfold valid(f)
{}  fold valid(f)
}}
",
        each(n, "", |i| format!("field x{i}: Int\n")),
        each(n, " && ", |i| format!("acc(f.x{i})")),
        each(n, " + ", |i| format!("f.x{i}")),
        each(n, "", |i| format!("  f.x{i} := 0\n")),
        each(n, "", |i| format!("  f.x{i} := f.x{i} + 1\n")),
    );
    Generated {
        name: format!("fields behind a predicate, {n}"),
        own,
        verifast,
        silicon: Some(silicon),
    }
}

/// Permissions that are held under conditions.
fn conditional_permissions(n: usize) -> Generated {
    let held = each(n, " * ", |i| format!("(b{i} ==> acc(c{i}.x))"));
    let own = format!(
        "class Cell {{
  int x;

  static void fill({})
    requires {held};
    ensures {held};
  {{
{}  }}
}}
",
        each(n, ", ", |i| format!("boolean b{i}, Cell c{i}")),
        each(n, "", |i| format!("    if (b{i}) {{ c{i}.x := {i}; }}\n")),
    );
    let held = each(n, " &*& ", |i| format!("(b{i} ? c{i}.x |-> _ : true)"));
    let verifast = format!(
        "class Cell {{
    int x;

    static void fill({})
    //@ requires {held};
    //@ ensures {held};
    {{
{}    }}
}}
",
        each(n, ", ", |i| format!("boolean b{i}, Cell c{i}")),
        each(n, "", |i| format!(
            "        if (b{i}) {{ c{i}.x = {i}; }}\n"
        )),
    );
    let held = each(n, " && ", |i| format!("(b{i} ==> acc(c{i}.x))"));
    let silicon = format!(
        "field x: Int

method fill({})
  requires {held}
  ensures {held}
{{
{}}}
",
        each(n, ", ", |i| format!("b{i}: Bool, c{i}: Ref")),
        each(n, "", |i| format!("  if (b{i}) {{ c{i}.x := {i} }}\n")),
    );
    Generated {
        name: format!("conditional permissions, {n}"),
        own,
        verifast,
        silicon: Some(silicon),
    }
}

/// Branches that end with heaps of different shape: a predicate, or what it stands for.
fn heap_shapes(n: usize) -> Generated {
    let held = each(n, " * ", |i| format!("c{i}.valid()"));
    let own = format!(
        "class Cell {{
  int x;

  predicate valid() {{ return acc(x); }}

  static void look({})
    requires {held};
    ensures {held};
  {{
{}  }}
}}
",
        each(n, ", ", |i| format!("boolean b{i}, Cell c{i}")),
        each(n, "", |i| format!(
            "    if (b{i}) {{ open c{i}.valid(); }}\n"
        )),
    );
    let held = each(n, " &*& ", |i| format!("valid(c{i})"));
    let verifast = format!(
        "//@ predicate valid(Cell c;) = c.x |-> _;

class Cell {{
    int x;

    static void look({})
    //@ requires {held};
    //@ ensures {held};
    {{
{}    }}
}}
",
        each(n, ", ", |i| format!("boolean b{i}, Cell c{i}")),
        each(n, "", |i| format!(
            "        if (b{i}) {{\n            //@ open valid(c{i});\n        }}\n"
        )),
    );
    let held = each(n, " && ", |i| format!("valid(c{i})"));
    let silicon = format!(
        "field x: Int

predicate valid(c: Ref) {{ acc(c.x) }}

method look({})
  requires {held}
  ensures {held}
{{
{}{}}}
",
        each(n, ", ", |i| format!("b{i}: Bool, c{i}: Ref")),
        each(n, "", |i| format!("  if (b{i}) {{ unfold valid(c{i}) }}\n")),
        each(n, "", |i| format!("  if (b{i}) {{ fold valid(c{i}) }}\n")),
    );
    Generated {
        name: format!("heaps of different shape, {n}"),
        own,
        verifast,
        silicon: Some(silicon),
    }
}

/// What the contract of a stack's `pop` says.
#[derive(Clone, Copy)]
enum Contract {
    /// One equation of the whole contents.
    Whole,
    /// The first value and the rest, by their indices.
    Parts,
}

/// A stack of linked nodes, and `n` pushes and pops.
fn stack(contract: Contract, n: usize) -> Generated {
    let (title, own, verifast, silicon) = match contract {
        Contract::Whole => (
            "by one equation",
            "[result] ++ contents() = old(contents())",
            "stack(this, ?rest) &*& vs == cons(result, rest)",
            "Seq(v) ++ contents(s) == old(contents(s))",
        ),
        Contract::Parts => (
            "by indices",
            "result = old(contents()[0]) * contents() = old(contents()[1..])",
            "stack(this, tail(vs)) &*& result == head(vs)",
            "v == old(contents(s)[0]) && contents(s) == old(contents(s)[1..])",
        ),
    };
    Generated {
        name: format!("stack {title}, {n}"),
        own: own_stack(own, n),
        verifast: verifast_stack(verifast, n),
        silicon: (n <= 100).then(|| silicon_stack(silicon, n)),
    }
}

fn own_stack(contract: &str, n: usize) -> String {
    let pushes = each(n, "", |i| format!("    s.push({i});\n"));
    let pops = each(n, "", |i| {
        format!(
            "    int r{i} := s.pop();\n    assert r{i} = {};\n",
            n + 1 - i
        )
    });
    format!(
        "class Node {{
  int value;
  Node next;

  predicate nodes() {{ return acc(value) * acc(next) * (next != null ==> next.nodes()); }}

  static ghost pure seq<int> all(Node n)
    requires n != null ==> n.nodes();
  {{ return n = null ? [] : [n.value] ++ Node.all(n.next); }}
}}

class Stack {{
  Node first;

  predicate valid() {{ return acc(first) * (first != null ==> first.nodes()); }}

  ghost pure seq<int> contents() requires valid(); {{ return Node.all(first); }}

  Stack() ensures valid() * contents() = []; {{ }}

  void push(int v)
    requires valid();
    ensures valid() * contents() = [v] ++ old(contents());
  {{
    Node n := new Node();
    n.value := v;
    n.next := first;
    first := n;
  }}

  int pop()
    requires valid() * contents() != [];
    ensures valid() * {contract};
  {{
    int v := first.value;
    first := first.next;
    return v;
  }}

  static void client()
  {{
    Stack s := new Stack();
{pushes}{pops}  }}
}}
"
    )
}

fn verifast_stack(contract: &str, n: usize) -> String {
    let pushes = each(n, "", |i| format!("        s.push({i});\n"));
    let pops = each(n, "", |i| {
        let value = n + 1 - i;
        format!("        int r{i} = s.pop();\n        //@ assert r{i} == {value};\n")
    });
    format!(
        "/*@
predicate nodes(Node n; list<int> vs) =
    n == null ?
        vs == nil
    :
        n.value |-> ?v &*& n.next |-> ?next &*& nodes(next, ?rest) &*& vs == cons(v, rest);

predicate stack(Stack s; list<int> vs) = s.first |-> ?first &*& nodes(first, vs);
@*/

class Node {{
    int value;
    Node next;
}}

class Stack {{
    Node first;

    Stack()
    //@ requires true;
    //@ ensures stack(this, nil);
    {{
        //@ close nodes(null, nil);
        //@ close stack(this, nil);
    }}

    void push(int v)
    //@ requires stack(this, ?vs);
    //@ ensures stack(this, cons(v, vs));
    {{
        //@ open stack(this, vs);
        Node n = new Node();
        n.value = v;
        n.next = first;
        first = n;
        //@ close nodes(n, cons(v, vs));
        //@ close stack(this, cons(v, vs));
    }}

    int pop()
    //@ requires stack(this, ?vs) &*& vs != nil;
    //@ ensures {contract};
    {{
        //@ open stack(this, vs);
        //@ open nodes(first, vs);
        int v = first.value;
        first = first.next;
        //@ close stack(this, tail(vs));
        return v;
    }}

    static void client()
    //@ requires true;
    //@ ensures true;
    {{
        Stack s = new Stack();
{pushes}{pops}    }}
}}
"
    )
}

fn silicon_stack(contract: &str, n: usize) -> String {
    let pushes = each(n, "", |i| format!("  push(s, {i})\n"));
    let pops = each(n, "", |i| {
        let value = n + 1 - i;
        format!("  var r{i}: Int\n  r{i} := pop(s)\n  assert r{i} == {value}\n")
    });
    format!(
        "field value: Int
field next: Ref
field first: Ref

predicate nodes(n: Ref) {{
  n != null ==> acc(n.value) && acc(n.next) && nodes(n.next)
}}

function all(n: Ref): Seq[Int]
  requires nodes(n)
{{ n == null ? Seq[Int]() : unfolding nodes(n) in Seq(n.value) ++ all(n.next) }}

predicate stack(s: Ref) {{ acc(s.first) && nodes(s.first) }}

function contents(s: Ref): Seq[Int]
  requires stack(s)
{{ unfolding stack(s) in all(s.first) }}

method create() returns (s: Ref)
  ensures stack(s) && contents(s) == Seq[Int]()
{{
  s := new(first)
  s.first := null
  fold nodes(s.first)
  fold stack(s)
}}

method push(s: Ref, v: Int)
  requires stack(s)
  ensures stack(s) && contents(s) == Seq(v) ++ old(contents(s))
{{
  var n: Ref
  unfold stack(s)
  n := new(value, next)
  n.value := v
  n.next := s.first
  s.first := n
  fold nodes(n)
  fold stack(s)
}}

method pop(s: Ref) returns (v: Int)
  requires stack(s) && contents(s) != Seq[Int]()
  ensures stack(s) && {contract}
{{
  unfold stack(s)
  unfold nodes(s.first)
  v := s.first.value
  s.first := s.first.next
  fold stack(s)
}}

method client()
{{
  var s: Ref
  s := create()
{pushes}{pops}}}
"
    )
}
