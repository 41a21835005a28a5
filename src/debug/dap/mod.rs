//! The Debug Adapter Protocol: a session for editors, over two streams.
//!
//! Its messages are read on a thread of their own, so that `pause` and `disconnect` interrupt what
//! is running. What is malformed is answered with an error. The crates for this protocol are
//! prereleases or have not been maintained for years, so that the messages which are needed are
//! declared here.

mod adapter;
mod framing;
mod protocol;
mod variables;

use super::session::Session;
use crate::stop::Stop;
use adapter::{Adapter, Counting};
use framing::Frame;
use protocol::{Initialize, Launch, Request};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;

/// What is to be debugged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launched {
    /// Files and folders.
    pub paths: Vec<String>,
    /// The member.
    pub member: String,
    /// Whether the interpreter executes it, not the verifier.
    pub run: bool,
    /// With `run`: values of parameters.
    pub inputs: Vec<(String, String)>,
}

/// Starts sessions: reads the files, and calls back with the session.
pub trait Launcher {
    /// Runs a session. `work` is called once, if there is one.
    ///
    /// # Errors
    /// If the program cannot be debugged; what to say.
    fn launch(
        &mut self,
        wanted: &Launched,
        stop: &Stop,
        work: &mut dyn FnMut(&mut super::Debugger<'_, '_>),
    ) -> Result<(), String>;
}

/// The body of a response, and the events after it.
#[derive(Clone, Debug, Default)]
struct Answer {
    body: Option<Value>,
    events: Vec<(&'static str, Value)>,
}

impl Answer {
    fn body(body: Value) -> Answer {
        Answer {
            body: Some(body),
            events: Vec::new(),
        }
    }

    fn with(mut self, body: Value) -> Answer {
        self.body = Some(body);
        self
    }

    fn event(mut self, name: &'static str, body: Value) -> Answer {
        self.events.push((name, body));
        self
    }
}

/// The arguments of a request.
///
/// # Errors
/// If they have another shape; what to say.
fn parsed<T: DeserializeOwned>(request: &Request) -> Result<T, String> {
    let given = match &request.arguments {
        Value::Null => json!({}),
        given => given.clone(),
    };
    serde_json::from_value(given)
        .map_err(|error| format!("the arguments of `{}`: {error}", request.command))
}

/// What the client sent.
enum Sent {
    Request(Request),
    Malformed(i64, String),
}

/// The output, whose messages are numbered.
struct Output<'o> {
    out: &'o mut dyn Write,
    seq: i64,
}

impl Output<'_> {
    fn send(&mut self, mut message: Value) -> io::Result<()> {
        self.seq += 1;
        if let Some(message) = message.as_object_mut() {
            message.insert("seq".to_owned(), json!(self.seq));
        }
        framing::write(self.out, message.to_string().as_bytes())
    }

    fn respond(&mut self, request: &Request, result: Result<Answer, String>) -> io::Result<()> {
        let mut response = json!({
            "type": "response",
            "request_seq": request.seq,
            "command": request.command,
            "success": result.is_ok(),
        });
        let fields = response.as_object_mut();
        let mut events = Vec::new();
        match (result, fields) {
            (Ok(answer), Some(fields)) => {
                fields.extend(answer.body.map(|body| ("body".to_owned(), body)));
                events = answer.events;
            }
            (Err(message), Some(fields)) => {
                fields.insert("message".to_owned(), json!(message));
                fields.insert("body".to_owned(), json!({"error": error(&message)}));
            }
            (_, None) => {}
        }
        self.send(response)?;
        for (name, body) in events {
            self.send(json!({"type": "event", "event": name, "body": body}))?;
        }
        Ok(())
    }

    /// Answers what is no request.
    fn refuse(&mut self, seq: i64, message: &str) -> io::Result<()> {
        self.send(json!({
            "type": "response",
            "request_seq": seq,
            "command": "",
            "success": false,
            "message": message,
            "body": {"error": error(message)},
        }))
    }
}

fn error(message: &str) -> Value {
    // Braces would be read as variables.
    let format = message.replace('{', "(").replace('}', ")");
    json!({"id": 1, "format": format, "showUser": true})
}

/// Serves one client until it disconnects.
///
/// # Errors
/// If the output fails.
pub fn serve(
    input: impl Read + Send + 'static,
    out: &mut dyn Write,
    launcher: &mut dyn Launcher,
) -> io::Result<()> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let sent = listen(input, interrupted.clone());
    let mut output = Output { out, seq: 0 };
    let mut counting = Counting {
        first_line: 1,
        first_column: 1,
    };
    while let Ok(next) = sent.recv() {
        let request = match next {
            Sent::Malformed(seq, message) => {
                output.refuse(seq, &message)?;
                continue;
            }
            Sent::Request(request) => request,
        };
        match request.command.as_str() {
            "initialize" => {
                let result = parsed::<Initialize>(&request).map(|client| {
                    counting = Counting {
                        first_line: i64::from(client.lines_start_at1),
                        first_column: i64::from(client.columns_start_at1),
                    };
                    Answer::body(capabilities())
                });
                output.respond(&request, result)?;
            }
            "launch" => {
                let ended = launch(
                    &request,
                    &mut output,
                    launcher,
                    &sent,
                    counting,
                    &interrupted,
                )?;
                if ended {
                    return Ok(());
                }
            }
            "disconnect" | "terminate" => {
                return output.respond(&request, Ok(Answer::default()));
            }
            other => {
                let message = format!("`{other}` is not possible before `launch`");
                output.respond(&request, Err(message))?;
            }
        }
    }
    Ok(())
}

/// Starts a session, and serves its requests. Returns whether the client has disconnected.
fn launch(
    request: &Request,
    output: &mut Output<'_>,
    launcher: &mut dyn Launcher,
    sent: &Receiver<Sent>,
    counting: Counting,
    interrupted: &Arc<AtomicBool>,
) -> io::Result<bool> {
    let wanted = match parsed::<Launch>(request) {
        Ok(wanted) => wanted,
        Err(message) => {
            output.respond(request, Err(message))?;
            return Ok(false);
        }
    };
    let inputs = wanted.inputs.iter().map(|(name, value)| {
        let text = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        (name.clone(), text)
    });
    let launched = Launched {
        paths: wanted.program.all(),
        member: wanted.member.clone(),
        run: wanted.run,
        inputs: inputs.collect(),
    };
    interrupted.store(false, Ordering::Relaxed);
    let stop = Stop::new(interrupted.clone(), None);
    let mut served = None;
    let result = launcher.launch(&launched, &stop, &mut |debugger| {
        let started = Answer::default().event("initialized", json!({}));
        let mut run = || {
            output.respond(request, Ok(started.clone()))?;
            let session: &mut Session<'_> = debugger.session;
            let mut adapter = Adapter::new(session, counting, wanted.stop_on_entry);
            session_of(&mut adapter, output, sent, interrupted)
        };
        served = Some(run());
    });
    match (result, served) {
        (_, Some(served)) => served.map(|()| true),
        (Err(message), None) => {
            output.respond(request, Err(message))?;
            Ok(false)
        }
        (Ok(()), None) => {
            output.respond(request, Err("there is nothing to debug".to_owned()))?;
            Ok(false)
        }
    }
}

/// Serves the requests of a session until the client disconnects.
fn session_of(
    adapter: &mut Adapter<'_, '_>,
    output: &mut Output<'_>,
    sent: &Receiver<Sent>,
    interrupted: &Arc<AtomicBool>,
) -> io::Result<()> {
    while let Ok(next) = sent.recv() {
        match next {
            Sent::Malformed(seq, message) => output.refuse(seq, &message)?,
            Sent::Request(request) => match request.command.as_str() {
                "disconnect" | "terminate" => {
                    let answer = Answer::default().event("terminated", json!({}));
                    return output.respond(&request, Ok(answer));
                }
                "initialize" | "launch" => {
                    let message = "a session is under way".to_owned();
                    output.respond(&request, Err(message))?;
                }
                _ => {
                    // A `pause` that came before this request has nothing more to stop.
                    interrupted.store(false, Ordering::Relaxed);
                    let stop = Stop::new(interrupted.clone(), None);
                    let result = adapter.request(&request, &stop);
                    output.respond(&request, result)?;
                }
            },
        }
    }
    Ok(())
}

/// Reads messages on another thread. Those that are to stop what is running do so when they come.
fn listen(input: impl Read + Send + 'static, interrupted: Arc<AtomicBool>) -> Receiver<Sent> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut input = BufReader::new(input);
        loop {
            let next = match framing::read(&mut input) {
                Ok(Frame::Message(message)) => request(&message),
                Ok(Frame::Malformed(wrong)) => Sent::Malformed(0, wrong),
                Ok(Frame::End) | Err(_) => {
                    interrupted.store(true, Ordering::Relaxed);
                    return;
                }
            };
            if let Sent::Request(request) = &next
                && ["pause", "disconnect", "terminate"].contains(&request.command.as_str())
            {
                interrupted.store(true, Ordering::Relaxed);
            }
            if sender.send(next).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The request of a message.
fn request(message: &[u8]) -> Sent {
    let value: Value = match serde_json::from_slice(message) {
        Ok(value) => value,
        Err(error) => return Sent::Malformed(0, format!("this is no JSON: {error}")),
    };
    let seq = value.get("seq").and_then(Value::as_i64).unwrap_or_default();
    match serde_json::from_value::<Request>(value) {
        Ok(request) if request.kind == "request" => Sent::Request(request),
        Ok(other) => Sent::Malformed(seq, format!("a `{}` is no request", other.kind)),
        Err(error) => Sent::Malformed(seq, format!("this is no request: {error}")),
    }
}

fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": true,
        "supportsEvaluateForHovers": true,
        "supportsStepBack": true,
        "supportsRestartRequest": true,
        "supportsGotoTargetsRequest": true,
        "supportsStepInTargetsRequest": true,
        "supportsExceptionInfoRequest": true,
        "supportsExceptionFilterOptions": true,
        "supportsTerminateRequest": true,
        "exceptionBreakpointFilters": [{
            "filter": "failures",
            "label": "Failures",
            "default": true,
            "supportsCondition": true,
            "conditionDescription": "a diagnostic code, such as postcondition",
        }],
    })
}
