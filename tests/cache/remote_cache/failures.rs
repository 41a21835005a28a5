//! What is said when a store cannot be reached, told apart by its reason, and what it is not told.

use super::server::{Behaviour, Server};
use super::{Ended, GOOD, Machine, assert_bounded, ended};
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::io::Read;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::Command;
use std::sync::Arc;
use std::thread;

/// A store over TLS whose certificate nobody has signed but itself.
fn self_signed() -> SocketAddr {
    let own = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = PrivateKeyDer::Pkcs8(own.signing_key.serialize_der().into());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![own.cert.der().clone()], key)
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            greet(stream.unwrap(), config.clone());
        }
    });
    address
}

/// A handshake; whoever goes on behind it is not answered.
fn greet(stream: TcpStream, config: Arc<ServerConfig>) {
    let connection = ServerConnection::new(config).unwrap();
    let _ = StreamOwned::new(connection, stream).read(&mut [0; 16]);
}

/// The machine's run with the store of a bucket, which has this address.
fn with_bucket(machine: &Machine, server: &Server, variables: &[(&str, &str)]) -> Ended {
    let endpoint = format!("http://{}", server.address());
    let mut command: Command = machine.command(&["--remote-cache", "s3://bucket/x"]);
    command
        .env("AWS_ENDPOINT_URL", endpoint)
        .env("AWS_REGION", "eu-west-1")
        .env("AWS_ACCESS_KEY_ID", "key")
        .env("AWS_SECRET_ACCESS_KEY", "secret")
        .env("AWS_SESSION_TOKEN", "token")
        .envs(variables.iter().copied());
    ended(&mut command)
}

#[test]
fn an_untrusted_certificate_a_refused_connection_and_an_unknown_host_are_told_apart() {
    let files = [("src/c.idf", GOOD)];
    let alone = Machine::new(&files).run(&[]);
    let tls = format!("https://localhost:{}/x", self_signed().port());
    for (url, why) in [
        (tls.as_str(), "its certificate is not trusted"),
        (
            "http://127.0.0.1:9/x",
            "the connection was refused: no server listens there",
        ),
        (
            "http://no-such-host.invalid/x",
            "there is no host of this name",
        ),
    ] {
        let run = Machine::new(&files).reads(url);
        assert_eq!((run.code(), run.report()), (0, alone.report()), "{url}");
        let warnings = run.warnings();
        assert!(
            warnings.contains(url) && warnings.contains(why) && warnings.lines().count() == 1,
            "{url}: {warnings}"
        );
    }
}

#[test]
fn a_missing_bucket_is_said_to_those_who_read() {
    let files = [("src/c.idf", GOOD)];
    let alone = Machine::new(&files).run(&[]);
    let server = Server::start(Behaviour::HasNoBucket);
    let run = with_bucket(&Machine::new(&files), &server, &[]);
    assert_eq!((run.code(), run.report()), (0, alone.report()));
    let warnings = run.warnings();
    assert!(
        warnings.contains("its bucket does not exist") && warnings.lines().count() == 1,
        "{warnings}"
    );
}

#[test]
fn credentials_do_not_follow_a_redirect() {
    let files = [("src/c.idf", GOOD)];
    let other = Server::start(Behaviour::Works);
    let server = Server::start(Behaviour::Redirects(other.address()));
    let run = with_bucket(&Machine::new(&files), &server, &[]);
    assert_eq!(run.code(), 0, "{}", run.warnings());
    assert!(server.requests() > 0, "{}", run.warnings());
    let plain = Machine::new(&files).writes(&server.url());
    assert_eq!(plain.code(), 0, "{}", plain.warnings());
    assert_eq!(other.requests(), 0, "the other server was asked");
    assert!(
        run.warnings().contains("went on without it"),
        "{}",
        run.warnings()
    );
}

#[test]
fn odd_values_of_variables_are_said_in_one_line() {
    let files = [("src/c.idf", GOOD)];
    let alone = Machine::new(&files).run(&[]);
    let server = Server::start(Behaviour::Works);
    for (name, value) in [
        ("AWS_ENDPOINT_URL", "notaurl"),
        ("AWS_ENDPOINT_URL", "http://"),
        ("AWS_ENDPOINT_URL", "ftp://127.0.0.1"),
        ("AWS_REGION", "eu\nwest"),
        ("AWS_REGION", "eu west"),
        ("AWS_ACCESS_KEY_ID", "k\ney"),
        ("AWS_SESSION_TOKEN", "t\u{e9}ken"),
        ("AWS_SECRET_ACCESS_KEY", "\u{1}"),
        ("AWS_DEFAULT_REGION", "eu/west"),
        ("AWS_PROXY_URL", "::"),
    ] {
        let run = with_bucket(&Machine::new(&files), &server, &[(name, value)]);
        assert_eq!((run.code(), run.report()), (0, alone.report()), "{name}");
        let warnings = run.warnings();
        assert!(!warnings.contains("panicked"), "{name}: {warnings}");
        let is_ignored = name == "AWS_PROXY_URL";
        assert!(
            warnings.lines().count() <= 1 && (is_ignored || warnings.contains(name)),
            "{name}: {warnings}"
        );
        assert_bounded(&run, &alone);
    }
}
