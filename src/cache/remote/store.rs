//! The thread that talks to the store of a remote cache. It has a runtime of its own, and ends when
//! nobody can give orders any more.

use super::connection::{Direct, is_bucket_missing, shown, wrong_variable};
use crate::cache::RemoteUrl;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::azure::{AzureConfigKey, MicrosoftAzureBuilder};
use object_store::client::ClientConfigKey;
use object_store::gcp::{GoogleCloudStorageBuilder, GoogleConfigKey};
use object_store::http::HttpBuilder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{
    Error, ObjectStore, ObjectStoreExt, ObjectStoreScheme, PutPayload, RetryConfig,
};
use reqwest::Url;
use std::env;
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::runtime;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// The largest object that is read, in bytes.
const LARGEST: u64 = 16 * 1024 * 1024;

/// The number of requests at a time.
const AT_ONCE: usize = 32;

/// What to do with an object.
#[derive(Debug)]
pub(super) enum Order {
    /// Read it.
    Read(String),
    /// Replace it.
    Write(String, Vec<u8>),
}

/// What became of an order.
#[derive(Debug)]
pub(super) enum Answer {
    /// The bytes of the object with this name; `None` if there is no such object.
    Read(String, Option<Vec<u8>>),
    /// An object was replaced.
    Written,
    /// The store cannot be used, or an object cannot be read or replaced.
    Failed(String),
}

/// The thread, as those see it who give orders.
#[derive(Debug)]
pub(super) struct Store {
    orders: UnboundedSender<Order>,
}

impl Store {
    /// Starts the thread, which tells its answers to `tell`. No request takes longer than `limit`.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(super) fn start(
        url: RemoteUrl,
        limit: Duration,
        tell: impl Fn(Answer) + Send + Sync + 'static,
    ) -> io::Result<Store> {
        let (orders, received) = unbounded_channel();
        let name = "remote cache".to_owned();
        thread::Builder::new()
            .name(name)
            .spawn(move || serve(&url, limit, received, Arc::new(tell)))?;
        Ok(Store { orders })
    }

    /// Gives an order. If the thread has ended, there is no answer, as from a slow store.
    pub(super) fn order(&self, order: Order) {
        let _ = self.orders.send(order);
    }
}

fn serve(
    url: &RemoteUrl,
    limit: Duration,
    mut orders: UnboundedReceiver<Order>,
    tell: Arc<dyn Fn(Answer) + Send + Sync>,
) {
    let runtime = runtime::Builder::new_current_thread().enable_all().build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return tell(Answer::Failed(error.to_string())),
    };
    let is_service = !["file", "http", "https"].contains(&url.url().scheme());
    if let Some(why) = wrong_variable().filter(|_| is_service) {
        return tell(Answer::Failed(why));
    }
    runtime.block_on(async {
        let (store, folder) = match open(url, limit) {
            Ok(opened) => opened,
            Err(error) => return tell(Answer::Failed(shown(&error))),
        };
        let places = Arc::new(Semaphore::new(AT_ONCE));
        while let Some(order) = orders.recv().await {
            let (store, folder) = (store.clone(), folder.clone());
            let (places, tell) = (places.clone(), tell.clone());
            tokio::spawn(async move {
                let _place = places.acquire().await;
                let done = carry_out(&*store, &folder, order).await;
                tell(done.unwrap_or_else(|error| Answer::Failed(shown(&error))));
            });
        }
    });
    // Requests that are under way are given up.
    runtime.shutdown_background();
}

async fn carry_out(store: &dyn ObjectStore, folder: &Path, order: Order) -> Result<Answer, Error> {
    match order {
        Order::Read(name) => {
            let found = match store.get(&folder.clone().join(name.as_str())).await {
                Err(error) if is_bucket_missing(&error) => {
                    let why = "its bucket does not exist".to_owned();
                    return Ok(Answer::Failed(why));
                }
                Err(Error::NotFound { .. }) => return Ok(Answer::Read(name, None)),
                found => found?,
            };
            // What is too large is none of ours, as is an empty object.
            let bytes = if found.meta.size > LARGEST {
                Vec::new()
            } else {
                found.bytes().await?.to_vec()
            };
            Ok(Answer::Read(name, Some(bytes)))
        }
        Order::Write(name, bytes) => {
            let path = folder.clone().join(name.as_str());
            store.put(&path, PutPayload::from(bytes)).await?;
            Ok(Answer::Written)
        }
    }
}

/// The store of a URL, with the credentials and the endpoint that the variables of its service
/// name, and the folder in it.
fn open(url: &RemoteUrl, limit: Duration) -> Result<(Arc<dyn ObjectStore>, Path), Error> {
    let url = url.url();
    let (scheme, folder) = ObjectStoreScheme::parse(url)?;
    let folder = Path::parse(folder)?;
    if scheme != ObjectStoreScheme::Local {
        // reqwest needs one for the process; another one that is installed is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
    }
    let direct = Direct { limit };
    let limit = format!("{}ms", limit.as_millis());
    let store: Arc<dyn ObjectStore> = match scheme {
        ObjectStoreScheme::Local => Arc::new(LocalFileSystem::new()),
        ObjectStoreScheme::AmazonS3 => s3(url, &limit, direct)?,
        ObjectStoreScheme::GoogleCloudStorage => google(url, &limit, direct)?,
        ObjectStoreScheme::MicrosoftAzure => azure(url, &limit, direct)?,
        _ => http(url, &limit, direct)?,
    };
    Ok((store, folder))
}

/// What bounds a request.
const LIMITS: [ClientConfigKey; 2] = [ClientConfigKey::Timeout, ClientConfigKey::ConnectTimeout];

/// No request is repeated: waiting between attempts would take the whole time.
fn once() -> RetryConfig {
    RetryConfig {
        max_retries: 0,
        ..RetryConfig::default()
    }
}

fn s3(url: &Url, limit: &str, direct: Direct) -> Result<Arc<dyn ObjectStore>, Error> {
    let mut builder = AmazonS3Builder::from_env()
        .with_url(url.as_str())
        .with_http_connector(direct)
        .with_retry(once());
    for key in LIMITS {
        builder = builder.with_config(AmazonS3ConfigKey::Client(key), limit);
    }
    let endpoint = ["AWS_ENDPOINT_URL", "AWS_ENDPOINT"].map(env::var);
    let is_plain = |value: &String| value.starts_with("http://");
    if endpoint.iter().flatten().any(is_plain) {
        builder = builder.with_allow_http(true);
    }
    Ok(Arc::new(builder.build()?))
}

fn google(url: &Url, limit: &str, direct: Direct) -> Result<Arc<dyn ObjectStore>, Error> {
    let builder = GoogleCloudStorageBuilder::from_env().with_url(url.as_str());
    let mut builder = builder.with_http_connector(direct).with_retry(once());
    for key in LIMITS {
        builder = builder.with_config(GoogleConfigKey::Client(key), limit);
    }
    Ok(Arc::new(builder.build()?))
}

fn azure(url: &Url, limit: &str, direct: Direct) -> Result<Arc<dyn ObjectStore>, Error> {
    let builder = MicrosoftAzureBuilder::from_env().with_url(url.as_str());
    let mut builder = builder.with_http_connector(direct).with_retry(once());
    for key in LIMITS {
        builder = builder.with_config(AzureConfigKey::Client(key), limit);
    }
    Ok(Arc::new(builder.build()?))
}

fn http(url: &Url, limit: &str, direct: Direct) -> Result<Arc<dyn ObjectStore>, Error> {
    let mut host = url.clone();
    host.set_path("");
    let mut builder = HttpBuilder::new()
        .with_url(host)
        .with_http_connector(direct)
        .with_retry(once());
    for key in LIMITS {
        builder = builder.with_config(key, limit);
    }
    let is_plain = url.scheme() == "http";
    builder = builder.with_config(ClientConfigKey::AllowHttp, is_plain.to_string());
    Ok(Arc::new(builder.build()?))
}
