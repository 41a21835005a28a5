//! Which calls might end with an exception of which no contract tells: those of library members without
//! contracts, of a `Scanner`'s, and what could lead there. Where something could see such an exception, a call has a
//! second end: see [`crate::resolve::expressions::exceptional`].
//!
//! Decided by names, whatever they denote: a member of the program leads there if its body calls a member, or
//! names a class, that has the name of one that does. So no verdict depends on what a member without such a name
//! does.

use super::table::{MethodInfo, Table};
use crate::ir::{ClassId, MethodId, MethodKind, ids};
use crate::source::Span;
use crate::syntax::tree::ast::{self, BinOp, ExprKind, MemberKind, StmtKind};
use crate::syntax::tree::walk;
use std::collections::{BTreeMap, BTreeSet};

/// Names of what might end so.
#[derive(Debug, Default)]
pub(in crate::resolve) struct Untold<'a> {
    /// Methods of libraries, and of the program.
    methods: [BTreeSet<Method<'a>>; 2],
    /// Classes whose constructors might: of libraries, and of the program.
    classes: BTreeSet<&'a str>,
    /// Whether all are those of a `Scanner` and lead there.
    only_scanner: bool,
    /// Whether members of libraries might lead there, because they call members of their arguments.
    pub calls_back: bool,
}

/// The name and the number of parameters of a method.
type Method<'a> = (&'a str, usize);

/// What might end so, or is used: methods of a name, or the constructors of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Named<'a> {
    Method(Method<'a>),
    Class(&'a str),
}

/// A method of the program, or the constructors of a class.
struct Body<'a> {
    name: Named<'a>,
    /// What it calls, and the classes that it might name.
    uses: BTreeSet<Named<'a>>,
    /// Whether a part of it is not known.
    has_gap: bool,
}

impl<'a> Untold<'a> {
    /// Those of a program whose members are all entered.
    pub(in crate::resolve) fn new(table: &Table<'a>) -> Untold<'a> {
        let mut found = Untold {
            only_scanner: true,
            ..Untold::default()
        };
        // Only code in Java ends so.
        if !table.rules.is_compiled {
            return found;
        }
        for class in ids::<ClassId>(table.classes.len()) {
            found.add_library(table, class);
        }
        let all = ids::<ClassId>(table.classes.len());
        let own = all.filter(|class| !table.class(*class).is_library);
        let bodies: Vec<Body<'a>> = own.flat_map(|class| bodies_of(table, class)).collect();
        found.only_scanner &= bodies.iter().all(|body| !body.has_gap);
        found.follow(&bodies);
        found.add_calls_back(table, &bodies);
        found
    }

    /// If a library might call what leads there, all members of libraries might.
    fn add_calls_back(&mut self, table: &Table<'a>, bodies: &[Body<'a>]) {
        let all = ids::<ClassId>(table.classes.len());
        let library: Vec<ClassId> = all.filter(|class| table.class(*class).is_library).collect();
        let names = library
            .iter()
            .flat_map(|class| table.class(*class).callees.keys());
        let names: Vec<Method<'a>> = names.copied().collect();
        if !names.iter().any(|name| self.of_program().contains(name)) {
            return;
        }
        self.calls_back = true;
        self.only_scanner = false;
        let [of_library, _] = &mut self.methods;
        of_library.extend(names);
        let classes = library
            .iter()
            .map(|class| table.class(*class).name.text.as_str());
        self.classes.extend(classes);
        self.follow(bodies);
    }

    /// Adds what leads to what is known.
    fn follow(&mut self, bodies: &[Body<'a>]) {
        let mut users: BTreeMap<Named<'a>, Vec<Named<'a>>> = BTreeMap::new();
        for body in bodies {
            for used in &body.uses {
                users.entry(*used).or_default().push(body.name);
            }
        }
        let [of_library, _] = &self.methods;
        let methods = of_library.iter().copied().map(Named::Method);
        let mut todo: Vec<Named<'a>> = methods
            .chain(self.classes.iter().copied().map(Named::Class))
            .collect();
        let gaps = bodies.iter().filter(|body| body.has_gap);
        let mut reached: Vec<Named<'a>> = gaps.map(|body| body.name).collect();
        loop {
            for name in reached.drain(..) {
                let is_new = match name {
                    Named::Method(name) => self.of_program().insert(name),
                    Named::Class(name) => self.classes.insert(name),
                };
                if is_new {
                    todo.push(name);
                }
            }
            let Some(next) = todo.pop() else {
                return;
            };
            reached.extend(users.get(&next).into_iter().flatten());
        }
    }

    fn of_program(&mut self) -> &mut BTreeSet<Method<'a>> {
        let [_, of_program] = &mut self.methods;
        of_program
    }

    /// Adds the members of a library class that tell nothing of their exceptions.
    fn add_library(&mut self, table: &Table<'a>, class: ClassId) {
        let info = table.class(class);
        let is_scanner = table.is_scanner(class);
        // What an object of the JDK says of itself runs nothing else: it holds nothing of the program.
        let named = info.callees.iter();
        let named = named.filter(|(name, _)| **name != ("toString", 0));
        let callees = named.flat_map(|(name, callees)| {
            let places = callees.iter().map(|callee| table.header(*callee).name_span);
            places.map(move |place| (*name, place))
        });
        let constructors = info.constructors.iter();
        let constructors = constructors.map(|id| table.method(*id).header.name_span);
        let tells = |place: &Span| !is_scanner && !place.file.is_uncontracted();
        let [of_library, _] = &mut self.methods;
        let before = of_library.len() + self.classes.len();
        of_library.extend(
            callees
                .filter(|(_, place)| !tells(place))
                .map(|(name, _)| name),
        );
        if constructors.filter(|place| !tells(place)).count() > 0 {
            self.classes.insert(&info.name.text);
        }
        self.only_scanner &= is_scanner || of_library.len() + self.classes.len() == before;
    }

    fn is_empty(&self) -> bool {
        self.methods.iter().all(BTreeSet::is_empty) && self.classes.is_empty()
    }

    /// Whether the value of a static field names such a class.
    fn is_named_in(&self, init: &ast::Expr) -> bool {
        let mut found = false;
        walk::exprs(init, &mut |e| {
            if let ExprKind::Name(name) = &e.kind {
                found |= self.has_class(name);
            } else if let ExprKind::Field(_, name) = &e.kind {
                found |= self.has_class(&name.text);
            }
            !found
        });
        found
    }

    /// Whether the constructors of a class might end so.
    pub(in crate::resolve) fn has_class(&self, name: &str) -> bool {
        self.classes.contains(name)
    }
}

impl Table<'_> {
    /// Whether a call of a method or a constructor might end with an exception of which no contract tells.
    pub(in crate::resolve) fn might_end_untold(&self, callee: MethodId) -> bool {
        if callee == self.object_constructor() || self.untold.is_empty() {
            return false;
        }
        let MethodInfo { header, kind, .. } = self.method(callee);
        let Some(class) = header.class else {
            return false;
        };
        if *kind == MethodKind::Lemma {
            return false;
        }
        if header.name_span.file.is_uncontracted() || self.is_scanner(class) {
            return true;
        }
        let info = self.class(class);
        let [_, of_program] = &self.untold.methods;
        let is_reached = of_program.contains(&(header.name, header.params.len()));
        if info.is_library && self.untold.calls_back {
            return true;
        }
        if info.is_library {
            // The program might override it.
            let mut all = ids::<ClassId>(self.classes.len());
            let is_own =
                |below: ClassId| !self.class(below).is_library && self.is_below(below, class);
            return is_reached && *kind != MethodKind::Constructor && all.any(is_own);
        }
        // Its first use may run the constructors of an `enum`.
        is_reached || self.untold.has_class(&info.name.text)
    }

    /// Whether the first use of a class runs more than literals, as a constant of an `enum` elsewhere.
    pub(in crate::resolve) fn begins_by_others(&self, class: ClassId) -> bool {
        let info = self.class(class);
        let mut members = info.source.members.iter();
        let is_untold = |class: ClassId| self.untold.has_class(&self.class(class).name.text);
        info.source.kind == ast::ClassKind::Enum
            || self.around(class).any(is_untold)
            || members.any(|member| match &*member.kind {
                MemberKind::Field {
                    init: Some(init), ..
                } => {
                    let is_static = info.source.kind == ast::ClassKind::Interface
                        || member.modifiers.iter().any(|word| word.text == "static");
                    is_static && (might_fail(init) || self.untold.is_named_in(init))
                }
                MemberKind::Field { init: None, .. }
                | MemberKind::Constructor(_)
                | MemberKind::Method { .. }
                | MemberKind::Predicate(_)
                | MemberKind::Lemma(_) => false,
            })
    }

    /// Whether all such exceptions are those of a `Scanner`: none is checked.
    pub(in crate::resolve) fn only_scanner_is_untold(&self) -> bool {
        self.untold.only_scanner
    }
}

/// The members of a class of the program that have bodies, and its constructors and initial values.
fn bodies_of<'a>(table: &Table<'a>, class: ClassId) -> Vec<Body<'a>> {
    let info = table.class(class);
    let mut found = Vec::new();
    let mut made = Body::new(Named::Class(&info.name.text));
    let above = info
        .supers
        .iter()
        .map(|above| &table.class(*above).name.text);
    made.uses.extend(above.map(|name| Named::Class(name)));
    // Java runs it for every exception.
    made.uses.insert(Named::Method(("fillInStackTrace", 0)));
    let gaps = table.gaps.iter();
    let mut gaps = gaps.filter(|gap| info.source.span.contains(**gap));
    let in_member = |gap: &Span| {
        let mut members = info.source.members.iter();
        members.any(|member| member.span.contains(*gap))
    };
    made.has_gap = gaps.any(|gap| !in_member(gap));
    let around = table
        .around(class)
        .filter(|around| begins_with_code(table, *around));
    let around: Vec<Named<'a>> = around
        .map(|around| Named::Class(&table.class(around).name.text))
        .collect();
    for member in &info.source.members {
        let has_gap = table.gaps.iter().any(|gap| member.span.contains(*gap));
        match &*member.kind {
            MemberKind::Field { init, .. } => {
                // An error in the value of a static field ends the first use of its class.
                let is_static = member.modifiers.iter().any(|word| word.text == "static");
                let fails = |init: &ast::Expr| is_static && might_fail(init);
                made.has_gap |= has_gap || init.as_deref().is_some_and(fails);
                init.iter().for_each(|init| made.expr(init));
            }
            MemberKind::Constructor(callable) => {
                // The first use of an `enum` does not tell of them.
                let is_signals = |clause: &ast::Clause| clause.kind == ast::ClauseKind::Signals;
                let is_enum = info.source.kind == ast::ClassKind::Enum;
                made.has_gap |= has_gap || is_enum && callable.contract.iter().any(is_signals);
                made.block(callable.body.as_ref());
            }
            MemberKind::Method { callable, .. } => {
                let mut body = Body::new(Named::Method((&member.name.text, callable.params.len())));
                body.has_gap = has_gap;
                body.block(callable.body.as_ref());
                body.uses.extend(&around);
                found.push(body);
            }
            // Neither calls what has effects.
            MemberKind::Predicate(_) | MemberKind::Lemma(_) => {}
        }
    }
    made.uses.extend(&around);
    found.push(made);
    found
}

/// Whether the first use of a class runs code. What is in it can use it without its name.
fn begins_with_code(table: &Table<'_>, class: ClassId) -> bool {
    let info = table.class(class);
    let mut members = info.source.members.iter();
    info.source.kind == ast::ClassKind::Enum
        || members.any(|member| {
            let has_value = matches!(&*member.kind, MemberKind::Field { init: Some(_), .. });
            has_value && member.modifiers.iter().any(|word| word.text == "static")
        })
}

/// Whether the evaluation of a static field's value might end with an exception of Java's: only of arithmetic
/// without division it is known that it does not.
fn might_fail(init: &ast::Expr) -> bool {
    let divides = |op: &BinOp| matches!(op, BinOp::Div | BinOp::Rem);
    let mut found = false;
    walk::exprs(init, &mut |e| {
        if let ExprKind::Field(_, name) = &e.kind {
            // A class, or an array that might be null.
            found |= name.text == "length";
        } else if let ExprKind::Chain(_, rest) = &e.kind {
            found |= rest.iter().any(|(op, ..)| divides(op));
        } else if !matches!(
            e.kind,
            ExprKind::Int(_)
                | ExprKind::Long(_)
                | ExprKind::Str(_)
                | ExprKind::Char(_)
                | ExprKind::Bool(_)
                | ExprKind::Null
                | ExprKind::Name(_)
                | ExprKind::Paren(_)
                | ExprKind::Unary(..)
                | ExprKind::Cond(..)
        ) {
            found = true;
        }
        !found
    });
    found
}

impl<'a> Body<'a> {
    fn new(name: Named<'a>) -> Body<'a> {
        Body {
            name,
            uses: BTreeSet::new(),
            has_gap: false,
        }
    }

    fn block(&mut self, block: Option<&'a ast::Block>) {
        for stmt in block.into_iter().flat_map(|block| &block.stmts) {
            walk::stmts(stmt, &mut |stmt| {
                if let StmtKind::Try(parts) = &*stmt.kind
                    && !parts.resources.is_empty()
                {
                    self.uses.insert(Named::Method(("close", 0)));
                }
                if let StmtKind::Assign(..) = &*stmt.kind {
                    self.uses.insert(Named::Method(("toString", 0)));
                }
            });
            walk::exprs_of_stmt(stmt, &mut |e| self.visit(e));
        }
    }

    fn expr(&mut self, e: &'a ast::Expr) {
        walk::exprs(e, &mut |e| self.visit(e));
    }

    fn visit(&mut self, e: &'a ast::Expr) -> bool {
        if let ExprKind::Call(_, name, args) = &e.kind {
            self.uses.insert(Named::Method((&name.text, args.len())));
        } else if let ExprKind::Name(name) = &e.kind {
            self.uses.insert(Named::Class(name));
        } else if let ExprKind::Field(_, name) = &e.kind {
            self.uses.insert(Named::Class(&name.text));
        } else if let ExprKind::Assign(..) = &e.kind {
            self.uses.insert(Named::Method(("toString", 0)));
        } else if let ExprKind::Chain(_, rest) = &e.kind {
            // Of strings, it runs members of its operands.
            if rest.iter().any(|(op, ..)| *op == BinOp::Add) {
                self.uses.insert(Named::Method(("toString", 0)));
            }
        } else if let ExprKind::New(ty, _) = &e.kind
            && let Some(name) = ty.class_name()
        {
            let name = name.rsplit('.').next().unwrap_or(name);
            self.uses.insert(Named::Class(name));
        }
        true
    }
}
