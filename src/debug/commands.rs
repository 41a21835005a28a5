//! The commands: their names, what their arguments are, and how a line is read. A command may be
//! shortened as long as it is unambiguous; single letters have the meaning that they have in gdb.

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// To the next statement.
    Step,
    /// To the next statement, over calls.
    Next,
    /// To the caller.
    Finish,
    /// To the next breakpoint, fork or end.
    Continue,
    /// To the state before.
    Back,
    /// Back to a breakpoint or fork.
    Reverse,
    /// To the first state.
    Restart,
    /// A side of a fork, then on.
    Go,
    /// Both sides of a fork, one after the other.
    Fork,
    /// Sets a breakpoint.
    Break,
    /// Removes breakpoints.
    Delete,
    /// Lists breakpoints.
    Breakpoints,
    /// Shows a part of the state.
    Show,
    /// Shows the text around.
    List,
    /// Shows the calls under way.
    Where,
    /// Evaluates an expression.
    Eval,
    /// Tries to prove a condition.
    Prove,
    /// Assumes a condition.
    Assume,
    /// Assigns a value.
    Set,
    /// Calls a method.
    Call,
    /// Shows steps while execution goes on.
    Trace,
    /// An input that leads here.
    Model,
    /// Why the path failed.
    Why,
    /// Saves the state.
    Save,
    /// Returns to a saved state.
    Restore,
    /// Shows the known part of the tree.
    Tree,
    /// Explains commands.
    Help,
    /// Ends the session.
    Quit,
}

/// What a command is called, and what it does.
#[derive(Debug)]
pub struct Description {
    /// The command.
    pub verb: Verb,
    /// Its name.
    pub name: &'static str,
    /// Its short name, or none.
    pub short: &'static str,
    /// Its arguments.
    pub args: &'static str,
    /// What it does.
    pub help: &'static str,
}

const fn described(
    verb: Verb,
    name: &'static str,
    short: &'static str,
    args: &'static str,
    help: &'static str,
) -> Description {
    Description {
        verb,
        name,
        short,
        args,
        help,
    }
}

/// All commands, in the order of the help.
pub const COMMANDS: [Description; 28] = [
    described(
        Verb::Step,
        "step",
        "s",
        "[N]",
        "to the next statement, into calls",
    ),
    described(
        Verb::Next,
        "next",
        "n",
        "[N]",
        "to the next statement, over calls",
    ),
    described(
        Verb::Finish,
        "finish",
        "f",
        "",
        "to the caller of this member",
    ),
    described(
        Verb::Continue,
        "continue",
        "c",
        "",
        "to the next breakpoint, fork or end",
    ),
    described(Verb::Back, "back", "", "[N]", "to the state before"),
    described(
        Verb::Reverse,
        "reverse",
        "",
        "",
        "back to a breakpoint, a fork or the start",
    ),
    described(
        Verb::Restart,
        "restart",
        "",
        "",
        "to the first state; saved states stay",
    ),
    described(
        Verb::Go,
        "go",
        "g",
        "[true|false|N]",
        "a side of the fork, then continue",
    ),
    described(
        Verb::Fork,
        "fork",
        "",
        "",
        "the true side; `go` at its end takes the other one",
    ),
    described(
        Verb::Break,
        "break",
        "b",
        "[after] LINE|FILE:LINE|C.m|CODE|between L L",
        "stop there",
    ),
    described(
        Verb::Delete,
        "delete",
        "d",
        "[N]",
        "remove a breakpoint, or all",
    ),
    described(Verb::Breakpoints, "breakpoints", "", "", "list breakpoints"),
    described(
        Verb::Show,
        "show",
        "",
        "heap|old|store|path|query|all",
        "parts of the state",
    ),
    described(Verb::List, "list", "l", "", "the text around this place"),
    described(Verb::Where, "where", "w", "", "the calls under way"),
    described(Verb::Eval, "eval", "e", "E", "the value of an expression"),
    described(
        Verb::Prove,
        "prove",
        "p",
        "CONDITION",
        "whether it holds on this path",
    ),
    described(
        Verb::Assume,
        "assume",
        "a",
        "CONDITION",
        "add it to the path condition",
    ),
    described(
        Verb::Set,
        "set",
        "",
        "x := e",
        "assign to a variable, a field or an element",
    ),
    described(
        Verb::Call,
        "call",
        "",
        "C.m(e, …)",
        "call a method in this state",
    ),
    described(
        Verb::Trace,
        "trace",
        "",
        "on|off [statement] [source] [results] [M-N]",
        "show each step on the way, in these lines",
    ),
    described(Verb::Model, "model", "m", "", "an input that leads here"),
    described(Verb::Why, "why", "", "", "why the path failed"),
    described(Verb::Save, "save", "", "[NAME]", "save this state"),
    described(
        Verb::Restore,
        "restore",
        "",
        "NAME",
        "return to a saved state",
    ),
    described(
        Verb::Tree,
        "tree",
        "t",
        "",
        "the known part of the execution tree",
    ),
    described(Verb::Help, "help", "h", "[COMMAND]", "explain commands"),
    described(Verb::Quit, "quit", "q", "", "end the session"),
];

/// A command with its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command<'t> {
    /// The command.
    pub verb: Verb,
    /// The rest of its text.
    pub argument: &'t str,
}

/// The commands of a line, separated by `;`. Lines that begin with `#` have none.
#[must_use]
pub fn parts(line: &str) -> Vec<&str> {
    let line = line.trim();
    if line.starts_with('#') {
        return Vec::new();
    }
    let parts = line.split(';').map(str::trim);
    parts.filter(|part| !part.is_empty()).collect()
}

/// Reads a command.
///
/// # Errors
/// If there is no such command, or more than one; what to say.
pub fn parse(text: &str) -> Result<Command<'_>, String> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let (word, rest) = text.split_at(end.unwrap_or(text.len()));
    let verb = verb(word)?;
    Ok(Command {
        verb,
        argument: rest.trim(),
    })
}

fn verb(word: &str) -> Result<Verb, String> {
    let is_it =
        |known: &&Description| !word.is_empty() && (known.name == word || known.short == word);
    if let Some(exact) = COMMANDS.iter().find(is_it) {
        return Ok(exact.verb);
    }
    let longer = |known: &&Description| !word.is_empty() && known.name.starts_with(word);
    let matching: Vec<&Description> = COMMANDS.iter().filter(longer).collect();
    match matching.as_slice() {
        [only] => Ok(only.verb),
        [] => Err(unknown(word)),
        several => {
            let names: Vec<&str> = several.iter().map(|known| known.name).collect();
            Err(format!("ambiguous command `{word}`: {}", names.join(", ")))
        }
    }
}

fn unknown(word: &str) -> String {
    let names = || COMMANDS.iter().map(|known| known.name);
    let close = names()
        .map(|name| (strsim::osa_distance(&word.to_lowercase(), name), name))
        .filter(|(away, _)| *away <= 2)
        .min();
    let suggestion = close.map(|(_, name)| format!("; did you mean `{name}`?"));
    let all: Vec<&str> = names().collect();
    format!(
        "there is no command `{word}`{}\ncommands: {}",
        suggestion.unwrap_or_default(),
        all.join(", ")
    )
}

/// The help on a command, or on all.
///
/// # Errors
/// If there is no such command; what to say.
pub fn help(argument: &str) -> Result<String, String> {
    let chosen = match argument {
        "" => None,
        word => Some(verb(word)?),
    };
    let shown = COMMANDS
        .iter()
        .filter(|known| chosen.is_none_or(|verb| verb == known.verb));
    let lines = shown.map(|known| {
        let head = format!("{} {}", known.name, known.args);
        let short = match known.short {
            "" => String::new(),
            short => format!(" ({short})"),
        };
        format!("{:<36}{}{short}", head.trim_end(), known.help)
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_by_name_letter_and_unambiguous_prefix() {
        let read = |text| parse(text).map(|command| (command.verb, command.argument.to_owned()));
        let is = |verb, argument: &str| Ok((verb, argument.to_owned()));
        assert_eq!(read("step"), is(Verb::Step, ""));
        assert_eq!(read("s 3"), is(Verb::Step, "3"));
        assert_eq!(read("cont"), is(Verb::Continue, ""));
        assert_eq!(read("assume (X > 10)"), is(Verb::Assume, "(X > 10)"));
        assert_eq!(read("assume(X > 10)"), is(Verb::Assume, "(X > 10)"));
        assert_eq!(
            read("re"),
            Err("ambiguous command `re`: reverse, restart, restore".to_owned())
        );
        assert!(read("stpe").unwrap_err().contains("did you mean `step`?"));
        assert!(read("").unwrap_err().starts_with("there is no command ``"));
        assert_eq!(parts(" save; go true ;"), ["save", "go true"]);
        assert_eq!(parts("# a comment; step"), [""; 0]);
    }

    #[test]
    fn no_command_is_the_prefix_or_the_letter_of_another_one() {
        for (at, one) in COMMANDS.iter().enumerate() {
            for other in COMMANDS.iter().skip(at + 1) {
                assert_ne!(one.name, other.name);
                assert_ne!(one.short, other.name);
                assert!(one.short.is_empty() || one.short != other.short, "{one:?}");
            }
        }
    }
}
