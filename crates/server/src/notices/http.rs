//! Requests to addresses that strangers have given: each over a connection of its own, to an address
//! that was checked. No redirect is followed, and nothing is read but the head of the answer.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, header};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use url::Url;

use super::addresses::resolve;

/// How long a request may take, from the name to the answer.
const PATIENCE: Duration = Duration::from_secs(15);

/// What an account is told of a request that had no answer; why, stands in the log.
const NOT_REACHED: &str = "It was not reached.";

/// The most that is read of an answer.
const LONGEST_HEAD: usize = 16 * 1024;

/// Asks other servers.
pub(super) struct Client {
    tls: Arc<ClientConfig>,
    own_network: bool,
}

/// What was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Answered {
    /// The status.
    pub(super) status: u16,
    /// In how many seconds it wants to be asked again.
    pub(super) retry_after: Option<i64>,
}

impl Client {
    /// One that trusts whom this machine trusts, and asks addresses of its own network too if that is
    /// allowed.
    ///
    /// # Errors
    /// What the encryption lacks.
    pub(super) fn new(own_network: bool) -> Result<Client, String> {
        let mut roots = RootCertStore::empty();
        let found = rustls_native_certs::load_native_certs();
        let (trusted, _) = roots.add_parsable_certificates(found.certs);
        if trusted == 0 {
            tracing::warn!("this machine trusts no certificates: notices cannot be sent by https");
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| format!("there is no encryption for https: {error}"))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Client { tls: Arc::new(config), own_network })
    }

    /// The address that somebody has given, if notices may be sent there as far as it can be told
    /// before its name is looked up.
    ///
    /// # Errors
    /// In a sentence.
    pub(super) fn read(&self, text: &str) -> Result<Url, String> {
        let url = Url::parse(text.trim());
        let url = url.map_err(|_| "An address was expected, as in https://example.org/hook.".to_owned())?;
        match url.scheme() {
            "https" => {}
            // On the way to one's own machine nobody listens.
            "http" if self.own_network => {}
            _ => return Err("The address has to begin with https://.".to_owned()),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("The address may hold no name and no password.".to_owned());
        }
        if url.host_str().is_none() {
            return Err("The address has no name.".to_owned());
        }
        self.check_port(&url)?;
        Ok(url)
    }

    /// Other ports of public hosts are not there for webhooks: asking them would only tell which are open.
    fn check_port(&self, url: &Url) -> Result<(), String> {
        match url.port_or_known_default() {
            Some(443 | 8443) => Ok(()),
            _ if self.own_network => Ok(()),
            _ => Err("The port has to be 443 or 8443.".to_owned()),
        }
    }

    /// Sends a body to an address.
    ///
    /// # Errors
    /// In a sentence for the account, that it was not reached.
    pub(super) async fn post(
        &self,
        url: &Url,
        headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<Answered, String> {
        self.check_port(url)?;
        let asked = tokio::time::timeout(PATIENCE, self.ask(url, headers, body)).await;
        let late = |_| Err(format!("it did not answer within {} seconds", PATIENCE.as_secs()));
        asked.unwrap_or_else(late).map_err(|why| {
            tracing::info!(why, "a notice did not reach where it goes");
            NOT_REACHED.to_owned()
        })
    }

    async fn ask(&self, url: &Url, headers: HeaderMap, body: Vec<u8>) -> Result<Answered, String> {
        let host = url.host_str().ok_or("The address has no name.")?;
        let port = url.port_or_known_default().ok_or("The address has no port.")?;
        let addresses = resolve(host, port, self.own_network).await?;
        let line = TcpStream::connect(addresses.as_slice()).await;
        let line = line.map_err(|error| format!("It cannot be reached: {}.", reason(&error)))?;
        if url.scheme() == "http" {
            return exchange(line, url, headers, body).await;
        }
        let name = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let name = ServerName::try_from(name).map_err(|_| "Its name is none that can be trusted.")?;
        let line = TlsConnector::from(Arc::clone(&self.tls)).connect(name, line).await;
        // What exactly was wrong may name the address.
        let line = line.map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => "Its certificate is none that this server trusts.".to_owned(),
            _ => "The encryption with it failed.".to_owned(),
        })?;
        exchange(line, url, headers, body).await
    }
}

/// Why a connection failed, in the program's own words: those of the system differ.
fn reason(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::ConnectionRefused => "nobody listens there",
        io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionAborted => "the connection was cut",
        io::ErrorKind::TimedOut => "it does not answer",
        _ => "there is no way to it",
    }
}

/// One request and the head of its answer.
async fn exchange(
    line: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    url: &Url,
    headers: HeaderMap,
    body: Vec<u8>,
) -> Result<Answered, String> {
    let cut = |_: hyper::Error| "The connection was cut before it had answered.".to_owned();
    let (mut sender, connection) = http1::Builder::new()
        .max_buf_size(LONGEST_HEAD)
        .handshake::<_, axum::body::Body>(TokioIo::new(line))
        .await
        .map_err(cut)?;
    let path = match url.query() {
        Some(query) => format!("{}?{query}", url.path()),
        None => url.path().to_owned(),
    };
    let host = match (url.host_str(), url.port()) {
        (Some(host), Some(port)) => format!("{host}:{port}"),
        (host, _) => host.unwrap_or_default().to_owned(),
    };
    let mut request = Request::post(path).body(axum::body::Body::from(Bytes::from(body)));
    if let Ok(request) = &mut request {
        *request.headers_mut() = headers;
        let host = HeaderValue::try_from(host).map_err(|_| "Its name cannot be asked for.")?;
        request.headers_mut().insert(header::HOST, host);
        request.headers_mut().insert(header::USER_AGENT, HeaderValue::from_static("Longroll"));
        request.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    let request = request.map_err(|_| "The address cannot be asked for.")?;
    tokio::pin!(connection);
    let answer = sender.send_request(request);
    tokio::pin!(answer);
    // The connection is dropped with this: of what follows the head nothing is read.
    let answer = tokio::select! {
        answer = &mut answer => answer,
        ended = &mut connection => match ended {
            Ok(()) => answer.await,
            Err(error) => Err(error),
        },
    };
    let answer = answer.map_err(cut)?;
    let retry_after = answer.headers().get(header::RETRY_AFTER).and_then(|wait| wait.to_str().ok());
    Ok(Answered {
        status: answer.status().as_u16(),
        // Discord tells parts of seconds.
        retry_after: retry_after.and_then(|wait| wait.split('.').next()?.trim().parse().ok()),
    })
}

/// Headers from their names and values; one that cannot be written is left out.
pub(super) fn headers<'a>(pairs: impl IntoIterator<Item = (&'static str, &'a str)>) -> HeaderMap {
    let pairs = pairs.into_iter().filter_map(|(name, value)| {
        Some((HeaderName::from_static(name), HeaderValue::try_from(value).ok()?))
    });
    pairs.collect()
}
