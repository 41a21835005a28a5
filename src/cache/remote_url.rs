//! The URL of a remote cache.

#[cfg(feature = "remote-cache")]
use reqwest::Url;
use std::fmt;

/// Without the remote cache, nobody takes the URL apart.
#[cfg(not(feature = "remote-cache"))]
type Url = String;

/// The schemes of stores.
const SCHEMES: [&str; 6] = ["s3", "gs", "az", "http", "https", "file"];

const FORMS: &str = "write the URL of a store: s3://BUCKET/PATH, gs://BUCKET/PATH, \
                     az://CONTAINER/PATH, https://HOST/PATH or file:///PATH";

/// The place of a remote cache: a folder of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteUrl(Url);

impl RemoteUrl {
    /// The place that a URL names.
    ///
    /// # Errors
    /// If it is no URL of a store, or holds a password.
    pub fn of_text(text: &str) -> Result<RemoteUrl, String> {
        check(text)?;
        let parsed = text.parse();
        parsed.map(RemoteUrl).map_err(|_| FORMS.to_owned())
    }

    #[cfg(feature = "remote-cache")]
    pub(super) fn url(&self) -> &Url {
        &self.0
    }
}

/// Refuses what is refused with and without the remote cache, so that a project file that one build
/// takes is no error for the other.
fn check(text: &str) -> Result<(), String> {
    // Parsers leave out, replace or encode other characters.
    let is_plain = |c: char| c.is_ascii_graphic() && c != '\\';
    let (scheme, rest) = text.split_once("://").ok_or(FORMS)?;
    let is_scheme = SCHEMES
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known));
    if !is_scheme {
        return Err(FORMS.to_owned());
    }
    let (host, _) = rest.split_once('/').unwrap_or((rest, ""));
    if host.contains('@') || rest.contains(['?', '#']) {
        return Err(
            "a URL with a user name, a password, `?` or `#` is refused, because it is shown: \
             give credentials by the variables of the service, such as AWS_ACCESS_KEY_ID"
                .to_owned(),
        );
    }
    if !rest.chars().all(is_plain) {
        return Err(format!(
            "{FORMS}; with %XX for each byte of blanks, `\\` and what is not of ASCII"
        ));
    }
    if host.is_empty() && !scheme.eq_ignore_ascii_case("file") {
        // It is not shown: what looks like a path may be a password.
        return Err("the URL names no bucket, container or host".to_owned());
    }
    Ok(())
}

impl fmt::Display for RemoteUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_are_accepted_and_everything_else_is_refused() {
        for good in [
            "s3://bucket",
            "s3://bucket/a/b",
            "gs://bucket/a",
            "az://container/a",
            "http://127.0.0.1:80/a",
            "https://host/a/",
            "file:///tmp/a%20b",
        ] {
            assert!(RemoteUrl::of_text(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "bucket",
            "/tmp/a",
            "ftp://host/a",
            "memory:///",
            "s3://",
            "s3:///a",
            "https:////me@host/",
            "s3:bucket",
            "https:\\\\host\\a",
            "file:///tmp/a b",
            "file:///tmp/\u{202e}a",
            "s3://bucket\n",
        ] {
            let why = RemoteUrl::of_text(bad).unwrap_err();
            assert!(
                why.contains("s3://BUCKET/PATH") || why.contains("names no"),
                "{bad}: {why}"
            );
        }
    }

    #[test]
    fn secrets_in_urls_are_refused_and_not_repeated() {
        for bad in [
            "https://me:hunter2@host/a",
            "https://hunter2@host/a",
            "https://host/a?sig=hunter2",
            "https://host/a?sig=hunter2/x@",
            "https://host/a#hunter2",
            "HTTPS://hunter2@host",
            "s3://hunter2@bucket/a b",
            "file://hunter2@host/a",
        ] {
            let why = RemoteUrl::of_text(bad).unwrap_err();
            assert!(
                why.contains("is refused") && !why.contains("hunter2"),
                "{bad}: {why}"
            );
        }
    }
}
