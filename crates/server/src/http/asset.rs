//! Files as they are sent: with their hash, and compressed once.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hexmap::Map;
use protocol::RpcError;
use render::{MapOptions, map_svg};
use sha2::{Digest, Sha256};
use tabletop::hex_string;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::join;
use crate::embedded;
use crate::games::Games;
use crate::limits::{Client, Wanted};
use crate::locks::Locks;
use catalog::Library;

/// A file is worth compressing from this size on, in bytes.
const WORTH_IT: usize = 1024;

/// Where files lie whose address has their hash in it.
const LASTING: &str = "static/kept/";

/// A map is drawn with a style sheet of its own inside, and nothing else.
const DRAWING_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// One file as it is sent.
pub(super) struct Asset {
    mime: HeaderValue,
    hash: String,
    plain: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
    drawing: bool,
    /// Its address has its hash in it: it may be kept without asking again.
    lasting: bool,
}

impl Asset {
    /// How much memory it takes, in bytes.
    fn size(&self) -> usize {
        [Some(&self.plain), self.gzip.as_ref(), self.brotli.as_ref()]
            .into_iter()
            .flatten()
            .map(Bytes::len)
            .sum()
    }

    /// The file, compressed if that is worth it.
    fn new(path: &str, content: Cow<'static, [u8]>) -> Asset {
        let (mime, text) = kind(path);
        let squeeze = text && content.len() >= WORTH_IT;
        Asset {
            gzip: squeeze.then(|| gzip(&content)).flatten(),
            brotli: squeeze.then(|| brotli(&content)).flatten(),
            ..Asset::uncompressed(path, mime, content)
        }
    }

    /// The file as it is.
    fn uncompressed(path: &str, mime: &'static str, content: Cow<'static, [u8]>) -> Asset {
        Asset {
            mime: HeaderValue::from_static(mime),
            hash: hex_string(&Sha256::digest(&content)[..16]),
            gzip: None,
            brotli: None,
            plain: match content {
                Cow::Borrowed(content) => Bytes::from_static(content),
                Cow::Owned(content) => Bytes::from(content),
            },
            drawing: path.ends_with(".svg"),
            lasting: path.starts_with(LASTING),
        }
    }

    /// The answer to a request: the file in the smallest form the browser takes, or that it has not
    /// changed.
    pub(super) fn respond(&self, request: &HeaderMap) -> Response {
        let (body, coding) = match (&self.brotli, &self.gzip) {
            (Some(brotli), _) if takes(request, "br") => (brotli, "-br"),
            (_, Some(gzip)) if takes(request, "gzip") => (gzip, "-gzip"),
            _ => (&self.plain, ""),
        };
        let tag = format!("\"{}{coding}\"", self.hash);
        let known = knows(request, |known| known == tag || known == "*");
        let mut response = if known {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            Body::from(body.clone()).into_response()
        };
        let headers = response.headers_mut();
        if !known {
            headers.insert(header::CONTENT_TYPE, self.mime.clone());
            if let Some(coding) = coding.strip_prefix('-') {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
            }
        }
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(header::ETAG, tag);
        }
        // Kept, but asked about each time: a new program is a new page at once.
        let keep = if self.lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if self.drawing {
            headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(DRAWING_POLICY));
        }
        response
    }
}

/// Whether a browser takes that coding.
fn takes(request: &HeaderMap, coding: &str) -> bool {
    let values = request.get_all(header::ACCEPT_ENCODING).iter();
    values.filter_map(|value| value.to_str().ok()).any(|value| accepts(value, coding))
}

/// Whether any of the tags that a browser names is as asked, without the mark of weak ones.
fn knows(request: &HeaderMap, is: impl Fn(&str) -> bool) -> bool {
    let values = request.get_all(header::IF_NONE_MATCH).iter();
    let mut tags = values.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
    tags.any(|tag| is(tag.trim().trim_start_matches("W/")))
}

/// By what a map of a pack is known: another version of the program draws it differently.
fn hash_of(pack: &str, file: &str) -> String {
    let mut hash = Sha256::new();
    for part in [env!("CARGO_PKG_VERSION"), pack, file] {
        hash.update(part);
        hash.update([0]);
    }
    hex_string(&hash.finalize()[..16])
}

/// That a limit is reached.
fn too_much(error: &RpcError) -> Response {
    let wait = error.data.as_ref().and_then(|data| data["retry"].as_u64()).unwrap_or(1).to_string();
    let text = format!("Too much comes from your address: {}.\n", error.message);
    (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, wait)], text).into_response()
}

/// The media type of a file, by the end of its name, and whether it is text.
fn kind(path: &str) -> (&'static str, bool) {
    match path.rsplit_once('.').map(|(_, end)| end) {
        Some("css") => ("text/css; charset=utf-8", true),
        Some("html") => ("text/html; charset=utf-8", true),
        Some("js") => ("text/javascript; charset=utf-8", true),
        Some("json") => ("application/json; charset=utf-8", true),
        Some("svg") => ("image/svg+xml; charset=utf-8", true),
        Some("webmanifest") => ("application/manifest+json", true),
        Some("woff2") => ("font/woff2", false),
        _ => ("application/octet-stream", false),
    }
}

/// Whether an `Accept-Encoding` takes that coding.
fn accepts(value: &str, coding: &str) -> bool {
    value.split(',').any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding) || name == "*");
        let refused = parts.any(|part| {
            part.strip_prefix("q=").is_some_and(|q| q.trim().parse::<f32>().is_ok_and(|q| q == 0.0))
        });
        named && !refused
    })
}

fn gzip(content: &[u8]) -> Option<Bytes> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    out.write_all(content).ok()?;
    out.finish().ok().map(Bytes::from)
}

fn brotli(content: &[u8]) -> Option<Bytes> {
    let mut out = Vec::new();
    // Quality 9 of 11: the last two take ten times as long for a twentieth less.
    let mut writer = brotli::CompressorWriter::new(&mut out, 4096, 9, 22);
    writer.write_all(content).ok()?;
    writer.flush().ok()?;
    drop(writer);
    Some(Bytes::from(out))
}

/// A file made when it is first asked for.
struct Lazy {
    made: OnceLock<Option<Asset>>,
    make: Box<dyn Fn() -> Option<Cow<'static, [u8]>> + Send + Sync>,
}

/// Everything the server sends by path: `static/…`, `maps/…`, `reference.json`.
pub(super) struct Assets {
    by_path: BTreeMap<String, Lazy>,
    /// Maps of data packs by pack and file, the one drawn last first.
    of_packs: Mutex<Vec<Arc<Asset>>>,
    /// Each of them is drawn by one request at a time.
    drawing: Locks<String>,
    /// Where the pages are read from, if not from the program.
    pages: Option<PathBuf>,
}

/// How much of files of packs is kept at hand, in bytes.
const MOST_OF_PACKS: usize = 32 << 20;

/// A map drawn.
fn drawn(map: &Map) -> Option<Cow<'static, [u8]>> {
    Some(map_svg(map, &MapOptions::default()).into_bytes().into())
}

/// Where a map's hexes lie, and what is to be said of them.
fn laid_out(map: &Map) -> Option<Cow<'static, [u8]>> {
    serde_json::to_vec(&Library::board(map).ok()?).ok().map(Cow::Owned)
}

impl Assets {
    /// The files of the program and of that library; the pages from a folder, if one is given.
    pub(super) fn new(library: &Arc<Library>, pages: Option<PathBuf>) -> Assets {
        let from_program = pages.is_none();
        let mut assets =
            Assets { by_path: BTreeMap::new(), of_packs: Mutex::default(), drawing: Locks::default(), pages };
        for path in embedded::web_paths().filter(|_| from_program) {
            let key = format!("static/{path}");
            assets.add(key, move || embedded::web(&path));
        }
        if from_program {
            assets.join_pages();
        }
        for (name, map) in library.maps() {
            let sheet = Arc::clone(map);
            assets.add(format!("maps/{name}.svg"), move || drawn(&sheet));
            let sheet = Arc::clone(map);
            assets.add(format!("maps/{name}.json"), move || laid_out(&sheet));
        }
        let told = Arc::clone(library);
        assets.add("reference.json".to_owned(), move || {
            serde_json::to_vec(told.reference()).ok().map(Cow::Owned)
        });
        let taught = Arc::clone(library);
        if !library.tutorials().is_empty() {
            // The first of them stands at an address of its own as well.
            assets.add("tutorial.json".to_owned(), move || {
                serde_json::to_vec(taught.tutorials().first()?).ok().map(Cow::Owned)
            });
            let all = Arc::clone(library);
            assets.add("tutorials.json".to_owned(), move || {
                serde_json::to_vec(all.tutorials()).ok().map(Cow::Owned)
            });
        }
        assets
    }

    /// Puts pages of few requests in the place of those that load every module by itself.
    fn join_pages(&mut self) {
        let read =
            |path: &str| embedded::web(path).and_then(|text| String::from_utf8(text.into_owned()).ok());
        let mut paths: Vec<String> = embedded::web_paths().map(Cow::into_owned).collect();
        paths.sort();
        let fonts: Vec<(String, String)> = paths
            .iter()
            .filter(|path| path.ends_with(".woff2"))
            .filter_map(|path| Some((format!("/static/{path}"), self.keep(path, embedded::web(path)?))))
            .collect();
        let games: Vec<String> =
            paths.iter().filter(|path| path.starts_with("css/games/")).cloned().collect();
        for page in paths.iter().filter(|path| !path.contains('/')) {
            let Some(name) = page.strip_suffix(".html") else { continue };
            let mut serve = |name: &str, mut text: String| {
                for (address, kept) in &fonts {
                    text = text.replace(address, kept);
                }
                self.keep(name, Cow::Owned(text.into_bytes()))
            };
            let text = match join::join(name, &games, &read, &mut serve) {
                Ok(text) => text,
                Err(error) => {
                    tracing::error!(page, error, "a page could not be joined");
                    continue;
                }
            };
            self.add(format!("static/{page}"), move || Some(Cow::Owned(text.clone().into_bytes())));
        }
    }

    /// Adds a file at an address with its hash in it; that address.
    fn keep(&mut self, path: &str, content: Cow<'static, [u8]>) -> String {
        let hash = hex_string(&Sha256::digest(&content)[..8]);
        let key = format!("{LASTING}{hash}/{path}");
        let address = format!("/{key}");
        self.add(key, move || Some(content.clone()));
        address
    }

    fn add(&mut self, path: String, make: impl Fn() -> Option<Cow<'static, [u8]>> + Send + Sync + 'static) {
        self.by_path.insert(path, Lazy { made: OnceLock::new(), make: Box::new(make) });
    }

    /// Makes every file ready in the background, so that the first visitor need not wait; once the
    /// server stops, no more of them.
    pub(super) fn prepare(self: &Arc<Assets>, closing: CancellationToken) -> JoinHandle<()> {
        let assets = Arc::clone(self);
        tokio::task::spawn_blocking(move || {
            for path in assets.by_path.keys().take_while(|_| !closing.is_cancelled()) {
                if assets.get(path).is_none() {
                    tracing::error!(path, "a file could not be made");
                }
            }
        })
    }

    fn get(&self, path: &str) -> Option<&Asset> {
        let lazy = self.by_path.get(path)?;
        lazy.made.get_or_init(|| (lazy.make)().map(|content| Asset::new(path, content))).as_ref()
    }

    /// The answer to a request for a map of a data pack. The pack's name says all that is in it: a browser that has
    /// the map is told so before anything is read or drawn.
    pub(super) async fn respond_of(
        &self,
        (games, client): (&Games, Client),
        pack: &str,
        file: &str,
        request: &HeaderMap,
    ) -> Response {
        let hash = hash_of(pack, file);
        let known =
            |tag: &str| ["", "-br", "-gzip"].iter().any(|coding| tag == format!("\"{hash}{coding}\""));
        if knows(request, known) {
            return StatusCode::NOT_MODIFIED.into_response();
        }
        match self.of_pack((games, client), pack, file, &hash).await {
            Ok(Some(asset)) => asset.respond(request),
            Ok(None) => nothing(),
            Err(error) if error.code == RpcError::LIMIT => too_much(&error),
            Err(error) => (StatusCode::NOT_FOUND, format!("{}\n", error.message)).into_response(),
        }
    }

    /// The map of a pack, drawn if it is not at hand.
    async fn of_pack(
        &self,
        (games, client): (&Games, Client),
        pack: &str,
        file: &str,
        hash: &str,
    ) -> Result<Option<Arc<Asset>>, RpcError> {
        let kept = || self.of_packs.lock().unwrap_or_else(PoisonError::into_inner);
        let at_hand = || kept().iter().find(|asset| asset.hash == hash).cloned();
        if let Some(asset) = at_hand() {
            return Ok(Some(asset));
        }
        games.may_work(client)?;
        let turn = games.allowances().work().turn_to_work(client).await;
        let _lock = self.drawing.lock(hash.to_owned()).await;
        if let Some(asset) = at_hand() {
            return Ok(Some(asset));
        }
        let pack = games.pack(&turn, pack, None).await?;
        let (name, kind) = file.rsplit_once('.').unwrap_or_default();
        let make = match kind {
            "svg" => drawn,
            "json" => laid_out,
            _ => return Ok(None),
        };
        let Some(map) = pack.library().maps().get(name).cloned() else { return Ok(None) };
        let (file, hash) = (file.to_owned(), hash.to_owned());
        let draw =
            move |_: &Wanted| Ok(make(&map).map(|content| Asset { hash, ..Asset::new(&file, content) }));
        let Some(asset) = games.work(&turn, draw).await?.map(Arc::new) else { return Ok(None) };
        let mut kept = kept();
        kept.insert(0, Arc::clone(&asset));
        while kept.iter().map(|asset| asset.size()).sum::<usize>() > MOST_OF_PACKS && kept.len() > 1 {
            kept.pop();
        }
        Ok(Some(asset))
    }

    /// The answer to a request for that path.
    pub(super) async fn respond(self: Arc<Assets>, path: String, request: &HeaderMap) -> Response {
        if let (Some(pages), Some(page)) = (&self.pages, path.strip_prefix("static/")) {
            return from_folder(pages, page, request).await;
        }
        let assets = Arc::clone(&self);
        let key = path.clone();
        // Drawing and compressing may take a while the first time.
        if self.by_path.get(&path).is_some_and(|lazy| lazy.made.get().is_none()) {
            let _ = tokio::task::spawn_blocking(move || assets.get(&key).is_some()).await;
        }
        match self.get(&path) {
            Some(asset) => asset.respond(request),
            None => nothing(),
        }
    }
}

/// The answer to a request for a page that is read from that folder.
async fn from_folder(folder: &Path, page: &str, request: &HeaderMap) -> Response {
    let inside = Path::new(page).components().all(|part| matches!(part, Component::Normal(_)));
    match tokio::fs::read(folder.join(page)).await {
        Ok(content) if inside => Asset::uncompressed(page, kind(page).0, content.into()).respond(request),
        _ => nothing(),
    }
}

fn nothing() -> Response {
    (StatusCode::NOT_FOUND, "There is nothing here.\n").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coding_is_taken_unless_it_is_refused() {
        assert!(accepts("gzip, deflate, br", "br"));
        assert!(accepts("br;q=0.5", "br"));
        assert!(accepts("*", "br"));
        assert!(!accepts("gzip", "br"));
        assert!(!accepts("br;q=0, gzip", "br"));
    }

    #[test]
    fn what_was_compressed_comes_out_again() {
        let text: Vec<u8> = b"the woods of Chickamauga ".repeat(200);
        let asset = Asset::new("a.js", Cow::Owned(text.clone()));
        let mut plain = Vec::new();
        let gzip = asset.gzip.expect("it is worth it");
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&gzip[..]), &mut plain).expect("gzip");
        assert_eq!(plain, text);
        let brotli = asset.brotli.expect("it is worth it");
        plain.clear();
        std::io::Read::read_to_end(&mut brotli::Decompressor::new(&brotli[..], 4096), &mut plain)
            .expect("brotli");
        assert_eq!(plain, text);
        assert!(brotli.len() < text.len() / 10);
    }

    #[tokio::test]
    async fn files_are_made_ahead_until_the_server_stops() {
        let assets = |paths: [&str; 2]| {
            let mut assets = Assets {
                by_path: BTreeMap::new(),
                of_packs: Mutex::default(),
                drawing: Locks::default(),
                pages: None,
            };
            for path in paths {
                assets.add(path.to_owned(), || Some(Cow::Borrowed(b"short".as_slice())));
            }
            Arc::new(assets)
        };
        let made = |assets: &Assets| assets.by_path.values().filter(|lazy| lazy.made.get().is_some()).count();
        let ahead = assets(["a", "b"]);
        ahead.prepare(CancellationToken::new()).await.expect("it ends");
        assert_eq!(made(&ahead), 2);
        let (stopped, none) = (CancellationToken::new(), assets(["a", "b"]));
        stopped.cancel();
        none.prepare(stopped).await.expect("it ends");
        assert_eq!(made(&none), 0);
    }
}
