//! Pages, files and maps.

use std::sync::Arc;
use std::time::Duration;

use catalog::Library;
use serde_json::json;
use server::store::Store;
use server::{Front, Limits, Names};
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
    let page = site.get("/", "").await;
    let kept = page.split('"').filter(|address| address.starts_with("/static/kept/"));
    let paths = [
        "/",
        "/game/0123",
        "/rules",
        "/learn",
        "/editor",
        "/transcribe",
        "/healthz",
        "/readyz",
        "/nowhere",
        "/static/js/session/session.js",
    ];
    for path in paths.into_iter().chain(kept).chain(["/reference.json", "/maps/sheet.json"]) {
        let answer = site.get(path, "").await;
        let head = head(&answer);
        let status = if path == "/nowhere" { "404" } else { "200" };
        assert!(head.starts_with(&format!("http/1.1 {status}")), "{path}: {head}");
        let policy = line(&head, "content-security-policy");
        assert!(policy.starts_with("default-src 'self';") && policy.contains("frame-ancestors 'none'"));
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(line(&head, "x-content-type-options"), "nosniff");
        assert_eq!(line(&head, "referrer-policy"), "no-referrer");
        assert_eq!(line(&head, "x-frame-options"), "deny");
        assert_eq!(line(&head, "cross-origin-opener-policy"), "same-origin");
        assert_eq!(line(&head, "cross-origin-resource-policy"), "same-origin");
        assert!(line(&head, "permissions-policy").contains("geolocation=()"), "{head}");
        // Nobody said that people come by https.
        assert!(!head.contains("strict-transport-security"), "{head}");
    }
    site.close().await;
}

#[tokio::test]
async fn https_is_held_to_where_people_come_by_it() {
    let folder = tempdir().unwrap();
    let urls = ["https://games.example.org", "http://plain.example.org"].map(|url| url.parse().unwrap());
    let front = Front { names: Names::new(urls), ..Front::default() };
    let site = Site::open_limited(folder.path(), Limits::default(), front).await;
    let asked = async |host: &str, path: &str| {
        head(&site.raw(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")).await)
    };
    for path in ["/", "/static/icon.svg", "/nowhere"] {
        let held = asked("games.example.org", path).await;
        assert_eq!(line(&held, "strict-transport-security"), "max-age=31536000", "{path}");
        for host in ["plain.example.org", "127.0.0.1", "localhost", "evil.example"] {
            let head = asked(host, path).await;
            assert!(!head.contains("strict-transport-security"), "{host}: {head}");
        }
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

#[tokio::test]
async fn the_page_of_a_game_names_its_map_so_that_it_comes_with_the_scripts() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, _) = client.begin(serde_json::json!({ "scenario": "heap" })).await;
    let (without, _) = client.begin(serde_json::json!({ "scenario": "mountain" })).await;
    let links = async |path: &str| -> Vec<String> {
        let page = head(&site.get(path, "").await);
        page.lines().filter_map(|line| line.strip_prefix("link: ")).map(str::to_owned).collect()
    };
    let named = links(&format!("/game/{game}")).await;
    // What opens the line comes first, and is a script of the page.
    let forms = [
        ("early.js", ">; rel=preload; as=script"),
        (".svg", ">; rel=preload; as=fetch; crossorigin"),
        (".json", ">; rel=preload; as=fetch; crossorigin"),
    ];
    assert_eq!(named.len(), forms.len(), "{named:?}");
    for (link, (end, form)) in named.iter().zip(forms) {
        let address = link.strip_suffix(form).and_then(|link| link.strip_prefix('<')).unwrap();
        assert!(address.ends_with(end), "{link}");
        assert!(head(&site.get(address, "").await).starts_with("http/1.1 200"), "{link}");
    }
    let (early, _) = named[0].split_once('>').unwrap();
    assert!(site.get("/learn", "").await.contains(&format!("src=\"{}\"", &early[1..])));
    // Nothing is known of a game that is not there, and the page says so itself.
    let without = format!("/game/{without}");
    for path in [&without, "/game/0123", "/game/%2e%2e", "/learn"] {
        assert_eq!(links(path).await, named[..1], "{path}");
    }
    assert!(links("/").await.is_empty());
    site.close().await;
}

#[tokio::test]
async fn a_page_is_one_script_and_one_style_sheet_that_need_not_be_asked_for_again() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    for path in ["/", "/game/0123", "/rules", "/editor", "/transcribe"] {
        let page = site.get(path, "").await;
        assert_eq!(line(&head(&page), "cache-control"), "no-cache");
        let kept: Vec<&str> =
            page.split('"').filter(|address| address.starts_with("/static/kept/")).collect();
        assert_eq!(kept.len(), 2, "{path}: {kept:?}");
        assert_eq!(page.matches("rel=\"stylesheet\"").count(), 1, "{path}");
        for address in &kept {
            let head = head(&site.get(address, "").await);
            assert!(head.starts_with("http/1.1 200"), "{address}: {head}");
            assert_eq!(line(&head, "cache-control"), "public, max-age=31536000, immutable");
        }
        let style = site.get(kept[0], "").await;
        let font = style.split('"').find(|address| address.ends_with("serif-bold.woff2")).unwrap();
        assert!(font.starts_with("/static/kept/"), "{font}");
        assert_eq!(line(&head(&site.get(font, "").await), "content-type"), "font/woff2");
        let script = site.get(kept[1], "").await;
        assert!(script.contains("await $m[0]();") && !script.contains("\nimport "), "{path}");
        // What is imported later lasts as long.
        for later in script.split("import(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let head = head(&site.get(later, "").await);
            assert!(head.starts_with("http/1.1 200") && head.contains("immutable"), "{later}: {head}");
        }
    }
    site.close().await;
}

#[tokio::test]
async fn without_accounts_nothing_of_them_is_there() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    for path in [
        "/account",
        "/account/me",
        "/account/sessions",
        "/account/export",
        "/club",
        "/club/challenges",
        "/club/watch",
    ] {
        assert!(site.get(path, "").await.starts_with("HTTP/1.1 404"), "{path}");
    }
    let mut client = site.client().await;
    let welcome = client.ask("initialize", json!({})).await.unwrap();
    assert!(welcome.get("accounts").is_none(), "{welcome}");
    let (game, _) = client.begin(json!({ "scenario": "mountain" })).await;
    let token = format!("account:union:{game}");
    let refused = client.ask("game.view", json!({ "game": game, "token": token })).await.unwrap_err();
    assert_eq!(refused["message"], "this token opens no seat of this game");
    let listed = client.ask("game.list", json!({ "tokens": [], "account": true })).await.unwrap();
    assert_eq!(listed, json!({ "games": [] }));
    site.close().await;
}
