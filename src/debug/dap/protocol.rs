//! The messages of the Debug Adapter Protocol that the adapter reads and writes: those parts that
//! it uses.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A request.
#[derive(Clone, Debug, Deserialize)]
pub struct Request {
    /// Its number.
    pub seq: i64,
    /// `request`
    #[serde(rename = "type")]
    pub kind: String,
    /// What is asked for.
    pub command: String,
    /// Its arguments.
    #[serde(default)]
    pub arguments: Value,
}

/// The arguments of `initialize`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Initialize {
    /// Whether lines start at 1.
    #[serde(default = "yes")]
    pub lines_start_at1: bool,
    /// Whether columns start at 1.
    #[serde(default = "yes")]
    pub columns_start_at1: bool,
}

fn yes() -> bool {
    true
}

/// The arguments of `launch`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Launch {
    /// The file, or several files and folders.
    pub program: OneOrMore,
    /// The member, such as `C.m`.
    pub member: String,
    /// Whether the interpreter executes it, not the verifier.
    #[serde(default)]
    pub run: bool,
    /// With `run`: values of parameters.
    #[serde(default)]
    pub inputs: std::collections::BTreeMap<String, Value>,
    /// Whether to stop at the first state.
    #[serde(default = "yes")]
    pub stop_on_entry: bool,
}

/// A string, or several.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum OneOrMore {
    /// One.
    One(String),
    /// Several.
    More(Vec<String>),
}

impl OneOrMore {
    /// All strings.
    #[must_use]
    pub fn all(&self) -> Vec<String> {
        match self {
            OneOrMore::One(one) => vec![one.clone()],
            OneOrMore::More(more) => more.clone(),
        }
    }
}

/// A file.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct SourceText {
    /// Its path.
    pub path: Option<String>,
    /// Its name.
    pub name: Option<String>,
}

/// The arguments of `setBreakpoints`.
#[derive(Clone, Debug, Deserialize)]
pub struct SetBreakpoints {
    /// The file.
    pub source: SourceText,
    /// Its breakpoints.
    #[serde(default)]
    pub breakpoints: Vec<LineBreakpoint>,
}

/// A breakpoint on a line.
#[derive(Clone, Debug, Deserialize)]
pub struct LineBreakpoint {
    /// The line.
    pub line: i64,
}

/// The arguments of `setFunctionBreakpoints`.
#[derive(Clone, Debug, Deserialize)]
pub struct SetFunctionBreakpoints {
    /// The breakpoints.
    pub breakpoints: Vec<MemberBreakpoint>,
}

/// A breakpoint on a member.
#[derive(Clone, Debug, Deserialize)]
pub struct MemberBreakpoint {
    /// The member.
    pub name: String,
}

/// The arguments of `setExceptionBreakpoints`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SetExceptionBreakpoints {
    /// The names of filters.
    #[serde(default)]
    pub filters: Vec<String>,
    /// Filters with conditions.
    #[serde(default)]
    pub filter_options: Vec<FilterOption>,
}

/// A filter with a condition.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FilterOption {
    /// The name of the filter.
    pub filter_id: String,
    /// A diagnostic code.
    pub condition: Option<String>,
}

/// The arguments of `scopes`, `stepInTargets`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OfFrame {
    /// The frame.
    pub frame_id: i64,
}

/// The arguments of `variables`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OfVariables {
    /// What has the variables.
    pub variables_reference: usize,
}

/// The arguments of `evaluate`.
#[derive(Clone, Debug, Deserialize)]
pub struct Evaluate {
    /// The text.
    pub expression: String,
    /// What it is for: `repl` takes commands.
    pub context: Option<String>,
}

/// The arguments of `stepIn` and `goto`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToTarget {
    /// The side of a fork, from 1.
    pub target_id: Option<usize>,
}

/// A value in a scope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its text.
    pub value: String,
    /// What it expands to, or 0.
    pub variables_reference: usize,
}

/// A call under way.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StackFrame {
    /// Its number.
    pub id: usize,
    /// The member.
    pub name: String,
    /// The file.
    pub source: SourceText,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The last line.
    pub end_line: usize,
    /// The column behind the last character.
    pub end_column: usize,
}
