//! Lines as a text: versions that nothing reads are left out, the others get their numbers.

use super::values::{VersionTable, connected, negation};
use super::writer::{Line, Written};
use super::{MAX_LINES, Subject, TooLong};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use veriframe_base::notation::Notation;
use veriframe_ir::print::Text;
use veriframe_ir::{AssertKind, Assertion, Expr, LogicOp, MemberId, Program, VarId, Vars};

/// The greatest number of bytes of a text.
const MAX_BYTES: usize = 4_000_000;

/// The text.
///
/// # Errors
/// If it is too long.
pub(super) fn rendered(subject: Subject<'_>, written: Written) -> Result<String, TooLong> {
    let Subject {
        program,
        member,
        notation,
        times,
        ..
    } = subject;
    let Written {
        mut lines,
        versions,
        params,
    } = written;
    if let Some(Line::Return(None)) = lines.last() {
        lines.pop();
    }
    let mut read = BTreeSet::new();
    lines = kept(lines, &versions, &mut read);
    let mut renderer = Renderer {
        program,
        notation,
        vars: versions.vars.clone(),
        versions: &versions,
        phrased: BTreeSet::new(),
        counts: BTreeMap::new(),
        text: String::new(),
        count: 0,
    };
    for param in &params {
        renderer.number(*param);
    }
    let names: Vec<&str> = params
        .iter()
        .filter_map(|param| renderer.vars.all.get(param.0 as usize))
        .map(|var| var.name.as_str())
        .collect();
    let name = program.group_name(member);
    let plural = if times == 1 { "" } else { "s" };
    let head = format!(
        "// loops and recursive calls unwound {times} time{plural}\n{name}({}) {{\n",
        names.join(", ")
    );
    renderer.text = head;
    renderer.lines(&lines, 1)?;
    renderer.text.push_str("}\n");
    Ok(renderer.text)
}

/// The lines without those that the program does not say and nothing reads.
fn kept(lines: Vec<Line>, versions: &VersionTable, read: &mut BTreeSet<VarId>) -> Vec<Line> {
    veriframe_base::stack::deep(|| {
        let mut all = Vec::with_capacity(lines.len());
        for line in lines.into_iter().rev() {
            all.extend(kept_line(line, versions, read));
        }
        all.reverse();
        all
    })
}

fn kept_line(line: Line, versions: &VersionTable, read: &mut BTreeSet<VarId>) -> Option<Line> {
    match &line {
        Line::Set {
            version,
            value,
            is_added,
        } => {
            if *is_added && !read.contains(version) {
                return None;
            }
            read.extend(versions.uses(value));
        }
        Line::Write { place, value } => {
            read.extend(versions.uses(place));
            read.extend(versions.uses(value));
        }
        Line::Do(call) => read.extend(versions.uses(call)),
        Line::Claim { values, .. } => {
            read.extend(values.values().flat_map(|value| versions.uses(value)));
        }
        Line::Return(value) => {
            read.extend(value.iter().flat_map(|value| versions.uses(value)));
        }
        Line::Stop(_) => {}
        Line::If { .. } => return kept_if(line, versions, read),
    }
    Some(line)
}

fn kept_if(line: Line, versions: &VersionTable, read: &mut BTreeSet<VarId>) -> Option<Line> {
    let Line::If {
        condition,
        name,
        then,
        otherwise,
    } = line
    else {
        return Some(line);
    };
    let condition = match name.filter(|name| read.contains(name)) {
        Some(name) => versions.read(name),
        None => condition,
    };
    let then = kept(then, versions, read);
    let otherwise = kept(otherwise, versions, read);
    if then.is_empty() && otherwise.is_empty() {
        return None;
    }
    read.extend(versions.uses(&condition));
    Some(Line::If {
        condition,
        name: None,
        then,
        otherwise,
    })
}

struct Renderer<'a> {
    program: &'a Program,
    notation: Notation,
    /// The versions, with their numbers in their names once they are written.
    vars: Vars,
    versions: &'a VersionTable,
    /// The phrases that are in the names of their versions.
    phrased: BTreeSet<VarId>,
    counts: BTreeMap<String, u32>,
    text: String,
    count: usize,
}

impl Renderer<'_> {
    /// Gives a version its number.
    fn number(&mut self, version: VarId) {
        let Some(var) = self.vars.all.get_mut(version.0 as usize) else {
            return;
        };
        let count = self.counts.entry(var.name.clone()).or_default();
        var.name = format!("{}_{count}", var.name);
        *count += 1;
    }

    fn lines(&mut self, lines: &[Line], depth: usize) -> Result<(), TooLong> {
        veriframe_base::stack::deep(|| lines.iter().try_for_each(|line| self.line(line, depth)))
    }

    fn line(&mut self, line: &Line, depth: usize) -> Result<(), TooLong> {
        let gives = match self.notation {
            Notation::Idf => ":=",
            Notation::Java => "=",
        };
        let text = match line {
            Line::Set { version, value, .. } => {
                let value = self.expr(value);
                self.number(*version);
                let name = self.versions.read(*version);
                format!("{} {gives} {value};", self.expr(&name))
            }
            Line::Write { place, value } => {
                format!("{} {gives} {};", self.expr(place), self.expr(value))
            }
            Line::Do(call) => format!("{};", self.expr(call)),
            Line::Claim {
                word,
                assertion,
                member,
                values,
                note,
            } => {
                let claim = self.claim(assertion, *member, values);
                match note.as_str() {
                    "" => format!("{word} {claim};"),
                    note => format!("{word} {claim};  // {note}"),
                }
            }
            Line::Return(None) => "return;".to_owned(),
            Line::Return(Some(value)) => format!("return {};", self.expr(value)),
            Line::Stop(text) => text.clone(),
            Line::If {
                condition,
                then,
                otherwise,
                ..
            } => return self.branches(condition, [then, otherwise], depth),
        };
        self.put(&text, depth)
    }

    fn branches(
        &mut self,
        condition: &Expr,
        [then, otherwise]: [&Vec<Line>; 2],
        depth: usize,
    ) -> Result<(), TooLong> {
        let (mut condition, mut then, mut otherwise) = (condition.clone(), then, otherwise);
        if then.is_empty() {
            condition = negation(condition);
            std::mem::swap(&mut then, &mut otherwise);
        }
        let condition = self.expr(&condition);
        let whole = condition
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'));
        let condition = match whole {
            Some(whole) if !whole.contains(['(', ')']) => whole,
            _ => &condition,
        };
        self.put(&format!("if ({condition}) {{"), depth)?;
        self.lines(then, depth + 1)?;
        if !otherwise.is_empty() {
            self.put("} else {", depth)?;
            self.lines(otherwise, depth + 1)?;
        }
        self.put("}", depth)
    }

    fn put(&mut self, text: &str, depth: usize) -> Result<(), TooLong> {
        self.count += 1;
        if self.count > MAX_LINES || self.text.len() > MAX_BYTES {
            return Err(TooLong);
        }
        let _ = writeln!(self.text, "{:width$}{text}", "", width = 2 * depth);
        Ok(())
    }

    /// An assertion of a member, over versions.
    fn claim(
        &mut self,
        assertion: &Assertion,
        member: MemberId,
        values: &BTreeMap<VarId, Expr>,
    ) -> String {
        let mut vars = self.program.vars(member).clone();
        for (id, value) in values {
            let name = self.expr(value);
            if let Some(var) = vars.all.get_mut(id.0 as usize) {
                var.name = name;
            }
        }
        let text = Text::new(self.program, &vars).in_notation(self.notation);
        match condition(assertion) {
            Some(condition) => text.expr(&condition),
            None => text.assertion(assertion),
        }
    }

    fn expr(&mut self, e: &Expr) -> String {
        for id in self.versions.uses(e) {
            // Once each: a phrase has the text of those in it.
            if self.versions.phrases.contains_key(&id) && self.phrased.insert(id) {
                let text = self.phrase(id);
                if let Some(var) = self.vars.all.get_mut(id.0 as usize) {
                    var.name = text;
                }
            }
        }
        self.printed(e)
    }

    fn printed(&self, e: &Expr) -> String {
        Text::new(self.program, &self.vars)
            .in_notation(self.notation)
            .expr(e)
    }

    fn phrase(&mut self, id: VarId) -> String {
        let Some(phrase) = self.versions.phrases.get(&id) else {
            return String::new();
        };
        let parts: Vec<String> = phrase.parts.iter().map(|part| self.expr(part)).collect();
        let separator = if phrase.before.is_empty() { "" } else { ", " };
        format!("{}{}{}", phrase.before, parts.join(separator), phrase.after)
    }
}

/// An assertion without permission as one condition: a product would be read as one of numbers.
fn condition(assertion: &Assertion) -> Option<Expr> {
    match &assertion.kind {
        AssertKind::Pure(condition) => Some(condition.clone()),
        AssertKind::Star(parts) => {
            let mut parts = parts.iter().map(condition);
            let first = parts.next()??;
            parts.try_fold(first, |all, part| Some(connected(LogicOp::And, all, part?)))
        }
        AssertKind::Acc(..)
        | AssertKind::Pred(_)
        | AssertKind::Cond(..)
        | AssertKind::Untouched(_)
        | AssertKind::Let(..) => None,
    }
}
