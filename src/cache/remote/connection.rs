//! How a store is reached, and what is said if it is not.

use object_store::client::{ClientConfigKey, HttpClient, HttpConnector};
use object_store::{ClientOptions, Error};
use reqwest::{Url, redirect};
use std::env;
use std::error::Error as Cause;
use std::time::Duration;

/// The greatest number of characters of an error that are shown.
const LONGEST: usize = 300;

/// Connects without following redirects: credentials in headers would go to another host.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direct {
    /// The time of a request.
    pub(super) limit: Duration,
}

impl HttpConnector for Direct {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        let is_set = |key| options.get_config_value(&key).as_deref() == Some("true");
        let client = reqwest::Client::builder()
            .redirect(redirect::Policy::none())
            .timeout(self.limit)
            .connect_timeout(self.limit)
            .https_only(!is_set(ClientConfigKey::AllowHttp))
            .tls_danger_accept_invalid_certs(is_set(ClientConfigKey::AllowInvalidCertificates));
        let client = client.build().map_err(|error| Error::Generic {
            store: "HTTP",
            source: Box::new(error),
        })?;
        Ok(HttpClient::new(client))
    }
}

/// What is wrong with the variables of a service, before a library reads them.
pub(super) fn wrong_variable() -> Option<String> {
    let services = ["AWS_", "GOOGLE_", "AZURE_"];
    for (name, value) in env::vars_os() {
        let (name, value) = (name.to_string_lossy(), value.to_string_lossy());
        if !services.iter().any(|service| name.starts_with(service)) {
            continue;
        }
        if value.chars().any(char::is_control) {
            return Some(format!(
                "{name} has a line end or another control character"
            ));
        }
        // They go into headers and addresses; the others are names of files.
        let is_file = ["_FILE", "_PATH", "_CREDENTIALS", "_ACCOUNT"];
        if !value.is_ascii() && !is_file.iter().any(|end| name.ends_with(end)) {
            return Some(format!("{name} has a character that is not of ASCII"));
        }
        let is_endpoint = name.starts_with("AWS_ENDPOINT") || name == "AZURE_STORAGE_ENDPOINT";
        let is_url = |text: &str| {
            let url = Url::parse(text);
            url.is_ok_and(|url| url.has_host() && ["http", "https"].contains(&url.scheme()))
        };
        if is_endpoint && !value.is_empty() && !is_url(&value) {
            return Some(format!(
                "{name} is no URL that begins with http:// or https://"
            ));
        }
        let is_region = ["AWS_REGION", "AWS_DEFAULT_REGION"].contains(&&*name);
        let in_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if is_region && !value.chars().all(in_name) {
            return Some(format!("{name} is no name of a region"));
        }
    }
    None
}

/// Whether a store says that the bucket is not there, and not the object alone.
pub(super) fn is_bucket_missing(error: &Error) -> bool {
    let text = causes(error).join(" ");
    [
        "NoSuchBucket",
        "ContainerNotFound",
        "specified bucket does not exist",
    ]
    .iter()
    .any(|word| text.contains(word))
}

/// An error in one line: what happened, and its first cause.
pub(super) fn shown(error: &Error) -> String {
    let all = causes(error);
    let whole = all.join(" ");
    let is = |words: &[&str]| words.iter().any(|word| whole.contains(word));
    let why = if is(&["certificate", "UnknownIssuer"]) {
        "its certificate is not trusted"
    } else if is(&["dns error", "lookup address", "Name or service not known"]) {
        "there is no host of this name"
    } else if is(&["Connection refused", "ConnectionRefused"]) {
        "the connection was refused: no server listens there"
    } else {
        ""
    };
    let text = error.to_string();
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = match why {
        "" => line,
        why => format!("{why} ({line})"),
    };
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

/// The texts of an error and of all that it comes from.
fn causes(error: &Error) -> Vec<String> {
    let first: Option<&(dyn Cause + 'static)> = Some(error);
    let causes = std::iter::successors(first, |error| Cause::source(*error));
    causes.map(ToString::to_string).collect()
}
