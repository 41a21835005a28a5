//! A store over HTTP that behaves well or badly.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What a server does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Behaviour {
    /// Keeps and returns objects.
    Works,
    /// Answers after a time.
    Slow(Duration),
    /// Returns that there are no objects, and answers after a time that one is written.
    SlowToWrite(Duration),
    /// Answers each request with 500.
    Fails,
    /// Closes each connection without an answer.
    HangsUp,
    /// Returns for each object something else.
    Garbage,
    /// Answers each request to write with 507.
    Full,
    /// Closes each connection that asks to write.
    DiesAfterReading,
    /// Says that there is no bucket, as S3 does.
    HasNoBucket,
    /// Answers each request with the address of another server.
    Redirects(SocketAddr),
}

/// A server, which ends with the process.
pub struct Server {
    address: SocketAddr,
    requests: Arc<AtomicUsize>,
}

type Objects = Mutex<BTreeMap<String, Vec<u8>>>;

impl Server {
    pub fn start(behaviour: Behaviour) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(AtomicUsize::new(0));
        let objects = Arc::new(Objects::default());
        let counted = requests.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (objects, counted) = (objects.clone(), counted.clone());
                thread::spawn(move || serve(stream.unwrap(), behaviour, &objects, &counted));
            }
        });
        Server { address, requests }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn url(&self) -> String {
        format!("http://{}/some/folder", self.address)
    }

    /// The number of requests so far.
    pub fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

/// A request: its method, path and body.
struct Asked {
    is_write: bool,
    path: String,
    body: Vec<u8>,
}

fn read(reader: &mut impl BufRead) -> Option<Asked> {
    let mut first = String::new();
    reader.read_line(&mut first).ok()?;
    let mut words = first.split(' ');
    let is_write = words.next()? == "PUT";
    let path = words.next()?.to_owned();
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Asked {
        is_write,
        path,
        body,
    })
}

fn serve(mut stream: TcpStream, behaviour: Behaviour, objects: &Objects, counted: &AtomicUsize) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    while let Some(asked) = read(&mut reader) {
        counted.fetch_add(1, Ordering::SeqCst);
        let Some((status, body)) = answer(behaviour, asked, objects) else {
            return;
        };
        let location = match behaviour {
            Behaviour::Redirects(to) => format!("Location: http://{to}/some/folder\r\n"),
            _ => String::new(),
        };
        let head = format!(
            "HTTP/1.1 {status} X\r\n{location}Content-Length: {}\r\nETag: \"1\"\r\n\
             Last-Modified: Wed, 21 Oct 2026 07:28:00 GMT\r\n\r\n",
            body.len()
        );
        if stream
            .write_all(&[head.as_bytes(), &body].concat())
            .is_err()
        {
            return;
        }
    }
}

/// The status and the body of an answer; `None` to close the connection.
fn answer(behaviour: Behaviour, asked: Asked, objects: &Objects) -> Option<(u16, Vec<u8>)> {
    match behaviour {
        Behaviour::Slow(time) => thread::sleep(time),
        Behaviour::SlowToWrite(time) if asked.is_write => thread::sleep(time),
        Behaviour::HasNoBucket => {
            let text = "<?xml version=\"1.0\"?><Error><Code>NoSuchBucket</Code>\
                        <Message>The specified bucket does not exist</Message></Error>";
            return Some((404, text.into()));
        }
        Behaviour::Redirects(_) => return Some((307, Vec::new())),
        Behaviour::Fails => return Some((500, b"out of order".to_vec())),
        Behaviour::HangsUp => return None,
        Behaviour::Garbage if !asked.is_write => return Some((200, b"<html>".to_vec())),
        Behaviour::Full if asked.is_write => return Some((507, Vec::new())),
        Behaviour::DiesAfterReading if asked.is_write => return None,
        _ => {}
    }
    let mut objects = objects.lock().unwrap();
    if asked.is_write {
        objects.insert(asked.path, asked.body);
        return Some((201, Vec::new()));
    }
    match objects.get(&asked.path) {
        Some(bytes) => Some((200, bytes.clone())),
        None => Some((404, Vec::new())),
    }
}
