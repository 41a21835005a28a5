//! The URL of a remote cache.

use reqwest::Url;
use std::fmt;

/// The schemes of stores.
const SCHEMES: [&str; 6] = ["s3", "gs", "az", "http", "https", "file"];

/// The place of a remote cache: a folder of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteUrl(Url);

impl RemoteUrl {
    /// The place that a URL names.
    ///
    /// # Errors
    /// If it is no URL of a store, or holds a password.
    pub fn of_text(text: &str) -> Result<RemoteUrl, String> {
        let url = Url::parse(text).ok();
        let Some(url) = url.filter(|url| SCHEMES.contains(&url.scheme())) else {
            return Err(
                "write the URL of a store: s3://BUCKET/PATH, gs://BUCKET/PATH, \
                 az://CONTAINER/PATH, https://HOST/PATH or file:///PATH"
                    .to_owned(),
            );
        };
        let has_secret = !url.username().is_empty() || url.password().is_some();
        if has_secret || url.query().is_some() || url.fragment().is_some() {
            return Err(
                "a URL with a user name, a password, `?` or `#` is refused, because it is shown: \
                 give credentials by the variables of the service, such as AWS_ACCESS_KEY_ID"
                    .to_owned(),
            );
        }
        let is_place =
            url.scheme() == "file" || url.host_str().is_some_and(|host| !host.is_empty());
        if is_place {
            Ok(RemoteUrl(url))
        } else {
            Err(format!("`{url}` names no bucket, container or host"))
        }
    }

    pub(super) fn url(&self) -> &Url {
        &self.0
    }
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
            "https://host/a#hunter2",
        ] {
            let why = RemoteUrl::of_text(bad).unwrap_err();
            assert!(
                why.contains("is refused") && !why.contains("hunter2"),
                "{bad}: {why}"
            );
        }
    }
}
