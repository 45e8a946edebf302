//! Pages, files and maps.

use std::sync::Arc;
use std::time::Duration;

use catalog::Library;
use server::store::Store;
use server::{Front, Limits};
use tempfile::tempdir;

use crate::site::Site;
use crate::toy::Toys;

fn head(answer: &str) -> String {
    answer.split("\r\n\r\n").next().unwrap().to_ascii_lowercase()
}

fn line<'a>(head: &'a str, name: &str) -> &'a str {
    head.lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
        .unwrap_or_else(|| panic!("no {name} in {head}"))
}

#[tokio::test]
async fn every_page_is_there_and_guarded() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    for path in ["/", "/game/0123", "/rules", "/healthz", "/nowhere"] {
        let answer = site.get(path, "").await;
        let head = head(&answer);
        let status = if path == "/nowhere" { "404" } else { "200" };
        assert!(head.starts_with(&format!("http/1.1 {status}")), "{path}: {head}");
        let policy = line(&head, "content-security-policy");
        assert!(policy.starts_with("default-src 'self';") && policy.contains("frame-ancestors 'none'"));
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(line(&head, "x-content-type-options"), "nosniff");
        assert_eq!(line(&head, "referrer-policy"), "no-referrer");
    }
    site.close().await;
}

#[tokio::test]
async fn a_file_is_sent_small_and_only_when_it_has_changed() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let plain = site.get("/static/js/session/session.js", "").await;
    let head_of_plain = head(&plain);
    assert_eq!(line(&head_of_plain, "content-type"), "text/javascript; charset=utf-8");
    assert!(!head_of_plain.contains("content-encoding"));

    let brotli = head(&site.get("/static/js/session/session.js", "Accept-Encoding: gzip, br\r\n").await);
    assert_eq!(line(&brotli, "content-encoding"), "br");
    assert_eq!(line(&brotli, "vary"), "accept-encoding");
    let gzip = head(&site.get("/static/js/session/session.js", "Accept-Encoding: gzip\r\n").await);
    assert_eq!(line(&gzip, "content-encoding"), "gzip");
    let length = |head: &str| line(head, "content-length").parse::<usize>().unwrap();
    assert!(length(&brotli) <= length(&gzip) && length(&gzip) < length(&head_of_plain));

    let known = format!("Accept-Encoding: br\r\nIf-None-Match: {}\r\n", line(&brotli, "etag"));
    assert!(head(&site.get("/static/js/session/session.js", &known).await).starts_with("http/1.1 304"));
    let other = "Accept-Encoding: br\r\nIf-None-Match: \"0123\"\r\n";
    assert!(head(&site.get("/static/js/session/session.js", other).await).starts_with("http/1.1 200"));
    for path in ["/static/../Cargo.toml", "/static/%2e%2e/Cargo.toml", "/static/js", "/maps/atlantis.svg"] {
        assert!(head(&site.get(path, "").await).starts_with("http/1.1 404"), "{path}");
    }
    site.close().await;
}

#[tokio::test]
async fn pages_are_read_anew_from_a_folder_and_nothing_beside_it() {
    let folder = tempdir().unwrap();
    let pages = folder.path().join("pages");
    std::fs::create_dir_all(pages.join("js")).unwrap();
    std::fs::write(folder.path().join("secret.js"), "beside it").unwrap();
    std::fs::write(pages.join("js/a.js"), "first();").unwrap();
    let store = Store::open(&folder.path().join("games")).await.unwrap();
    let front = Front { pages: Some(pages.clone()), ..Front::default() };
    let library = Library::new().with_system(Arc::new(Toys));
    let site = Site::open_front(store, library, Duration::from_secs(3600), Limits::default(), front).await;

    let first = site.get("/static/js/a.js", "Accept-Encoding: br\r\n").await;
    assert_eq!(line(&head(&first), "content-type"), "text/javascript; charset=utf-8");
    assert!(first.ends_with("first();"), "{first}");
    std::fs::write(pages.join("js/a.js"), "second();").unwrap();
    assert!(site.get("/static/js/a.js", "").await.ends_with("second();"));
    for path in ["/static/../secret.js", "/static/%2e%2e/secret.js", "/static//etc/passwd", "/static/js", "/"]
    {
        assert!(head(&site.get(path, "").await).starts_with("http/1.1 404"), "{path}");
    }
    site.close().await;
}

#[tokio::test]
async fn what_is_no_plain_request_is_refused() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let post = format!(
        "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        u64::MAX / 2
    );
    assert!(head(&site.raw(&post).await).starts_with("http/1.1 405"));
    assert!(head(&site.raw("nonsense\r\n\r\n").await).starts_with("http/1.1 400"));
    let long = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(1 << 20));
    assert!(head(&site.raw(&long).await).starts_with("http/1.1 431"));
    assert!(head(&site.get("/ws", "").await).starts_with("http/1.1 400"));
    assert!(head(&site.get("/healthz", "").await).starts_with("http/1.1 200"));
    site.close().await;
}

#[tokio::test]
async fn the_reference_is_served_as_json() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let answer = site.get("/reference.json", "").await;
    assert_eq!(line(&head(&answer), "content-type"), "application/json; charset=utf-8");
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let reference: serde_json::Value = serde_json::from_str(body).unwrap();
    assert!(reference["systems"].is_array());
    site.close().await;
}

#[tokio::test]
async fn a_map_is_drawn_and_laid_out() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let drawn = head(&site.get("/maps/sheet.svg", "Accept-Encoding: br\r\n").await);
    assert!(line(&drawn, "content-type").starts_with("image/svg+xml"));
    assert_eq!(line(&drawn, "content-encoding"), "br");
    // A drawing opened by itself runs nothing and loads nothing.
    assert!(line(&drawn, "content-security-policy").starts_with("default-src 'none'"));
    let answer = site.get("/maps/sheet.json", "").await;
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let layout: serde_json::Value = serde_json::from_str(body).unwrap();
    assert_eq!(layout["title"], "A sheet");
    assert_eq!(layout["hexes"].as_array().unwrap().len(), 3);
    assert_eq!(
        (&layout["hexes"][1]["hex"], &layout["hexes"][1]["ground"]),
        (&"0102".into(), &"forest".into())
    );
    site.close().await;
}
