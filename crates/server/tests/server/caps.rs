//! What everybody shares: one network takes all that it can get, and others still get theirs.

use std::time::Duration;

use serde_json::{Value, json};
use server::store::Settings;
use server::{Front, Limit, Limits, Networks};
use tempfile::tempdir;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::site::{Client, Site, hands, open_store, soon};

fn behind_a_proxy() -> Front {
    Front { proxies: Networks::new([Networks::read("127.0.0.1").unwrap()]), ..Front::default() }
}

/// Somebody at that address.
async fn from(site: &Site, address: &str) -> Client {
    let mut request = format!("ws://{}/ws", site.address).into_client_request().unwrap();
    request.headers_mut().insert("x-forwarded-for", address.parse().unwrap());
    Client::over(soon(tokio_tungstenite::connect_async(request)).await.unwrap().0)
}

/// The addresses of a network that was given a /48 and uses one /64 after another.
fn one_network(n: usize) -> String {
    format!("2001:db8:0:{n:x}::1")
}

#[tokio::test]
async fn one_network_does_not_keep_others_from_beginning_games() {
    let folder = tempdir().unwrap();
    let limits = Limits { unstarted: 16, ..Limits::default() };
    let mut site = Site::open_limited(folder.path(), limits, behind_a_proxy()).await;
    let heap = json!({ "scenario": "heap" });
    let mut honest = Vec::new();
    honest.push(from(&site, "192.0.2.1").await.begin(heap.clone()).await.0);
    let mut flood = Vec::new();
    let mut refused = 0;
    for n in 0..24 {
        let mut client = from(&site, &one_network(n)).await;
        match client.ask("game.new", heap.clone()).await {
            // Looking on does not keep a game that nobody has begun.
            Ok(began) => {
                client.ask("game.watch", json!({ "game": began["game"] })).await.unwrap();
                flood.push((client, began["game"].clone()));
            }
            Err(error) => {
                assert_eq!(error["data"]["limit"], "unstarted-games", "{error}");
                refused += 1;
            }
        }
    }
    assert_eq!((flood.len(), refused), (7, 17), "half of all, with the one that was there");
    // Others come, from as many networks as there are places, though half of these are taken.
    for n in 0..12 {
        honest.push(from(&site, &format!("198.51.{n}.1")).await.begin(heap.clone()).await.0);
    }
    let there = async |site: &Site, game: &Value| {
        let seen = site.client().await.ask("game.view", json!({ "game": game })).await;
        assert!(seen.as_ref().err().is_none_or(|error| error["code"] == 3), "{seen:?}");
        seen.is_ok()
    };
    for game in &honest {
        assert!(there(&site, &json!(game)).await, "whoever holds little keeps it");
    }
    assert!(!there(&site, &flood[0].1).await, "the oldest of the flood gave way");
    drop(flood);
    site.close().await;
    // It is remembered for whom they count, though no address is kept.
    site = Site::open_limited(folder.path(), limits, behind_a_proxy()).await;
    let again = from(&site, &one_network(99)).await.ask("game.new", heap.clone()).await.unwrap_err();
    assert_eq!(again["data"]["limit"], "unstarted-games");
    from(&site, "203.0.113.1").await.begin(heap).await;
    for game in &honest {
        assert!(there(&site, &json!(game)).await);
    }
    let networks: Vec<String> = sqlx::query_scalar("SELECT networks FROM holders")
        .fetch_all(&mut hands(folder.path()).await)
        .await
        .unwrap();
    assert!(!networks.is_empty());
    assert!(networks.iter().all(|three| three.len() == 3 * 16 + 2 && !three.contains(':')), "{networks:?}");
    site.close().await;
}

#[tokio::test]
async fn packs_of_one_network_do_not_push_out_anybody_elses() {
    let folder = tempdir().unwrap();
    let limits =
        Limits { shared_packs: 8, packs_of: Limit::set(0), checks_of: Limit::set(0), ..Limits::default() };
    let store = open_store(folder.path(), Settings::default()).await;
    let library = systems::library().unwrap();
    let idle = Duration::from_secs(3600);
    let site = Site::open_front(store, library, idle, limits, behind_a_proxy()).await;
    let map = "blue-gray/training/map.toml";
    let mut one = from(&site, "192.0.2.1").await;
    let files = one.ask("pack.open", json!({ "scenario": "training" })).await.unwrap()["files"][map].take();
    let keep = async |client: &mut Client, title: &str| {
        let kept = json!({ "files": { map: files }, "title": title });
        client.ask("pack.keep", kept).await.unwrap()["pack"].take()
    };
    let own = keep(&mut one, "My own").await;
    let mut shared = 0;
    for n in 0..205 {
        let mut client = from(&site, &one_network(n)).await;
        let pack = keep(&mut client, &format!("Of many {n}")).await;
        if n < 12 {
            let share = json!({ "pack": pack, "author": format!("Reader {n}") });
            match client.ask("pack.share", share).await {
                Ok(_) => shared += 1,
                Err(error) => assert_eq!(error["data"]["limit"], "max-shared-packs", "{error}"),
            }
        }
    }
    assert_eq!(shared, 4, "half of all");
    // Nobody has listened at the first connection meanwhile.
    let mut one = from(&site, "192.0.2.1").await;
    let listed = one.ask("pack.list", json!({ "packs": [own] })).await.unwrap();
    assert_eq!(listed["packs"][0]["title"], "My own", "it is older than all of them: {listed}");
    for n in 0..6 {
        let mut client = from(&site, &format!("198.51.{n}.1")).await;
        client.ask("pack.share", json!({ "pack": own, "author": format!("Owner {n}") })).await.unwrap();
    }
    let listed = one.ask("pack.shared", json!({})).await.unwrap();
    let authors: Vec<&str> =
        listed["shares"].as_array().unwrap().iter().map(|share| share["author"].as_str().unwrap()).collect();
    assert_eq!(authors.iter().filter(|author| author.starts_with("Owner")).count(), 6, "{authors:?}");
    site.close().await;
}

/// What was read of shared packs is at hand: one of many facts takes several places.
#[tokio::test]
async fn a_shared_pack_of_many_facts_takes_several_places() {
    let folder = tempdir().unwrap();
    let limits =
        Limits { shared_packs: 8, packs_of: Limit::set(0), checks_of: Limit::set(0), ..Limits::default() };
    let store = open_store(folder.path(), Settings::default()).await;
    let (library, idle) = (systems::library().unwrap(), Duration::from_secs(3600));
    let site = Site::open_front(store, library, idle, limits, behind_a_proxy()).await;
    let mut one = from(&site, "192.0.2.1").await;
    let mut files = crate::costs::large_map(&mut one).await;
    let rows = ("p".repeat(64) + "\n").repeat(63) + &"p-".repeat(32) + "\n";
    files["blue-gray/training/map.toml"]["certainty"] = json!({ "legend": { "p": "printed" }, "rows": rows });
    let mut shares = Vec::new();
    for n in 0..3 {
        let kept = json!({ "files": files, "title": format!("Many {n}") });
        let pack = one.ask("pack.keep", kept).await.unwrap()["pack"].take();
        let share = json!({ "pack": pack, "author": format!("Reader {n}") });
        shares.push(one.ask("pack.share", share).await);
    }
    let refused = shares.pop().unwrap().unwrap_err();
    assert_eq!(refused["data"]["limit"], "max-shared-packs");
    assert!(refused["message"].as_str().unwrap().contains("this one takes 2 of them"), "{refused}");
    assert!(shares.iter().all(Result::is_ok), "half of the places: {shares:?}");
    // Others have theirs, and what is withdrawn leaves its places.
    let small = json!({ "files": { "blue-gray/training/units.toml": files["blue-gray/training/units.toml"] }, "title": "S" });
    let mut two = from(&site, "198.51.100.1").await;
    let small = two.ask("pack.keep", small).await.unwrap()["pack"].take();
    two.ask("pack.share", json!({ "pack": small, "author": "Somebody" })).await.unwrap();
    for share in shares {
        one.ask("pack.withdraw", share.unwrap()).await.unwrap();
    }
    let kept = json!({ "files": files, "title": "Many 2" });
    let pack = one.ask("pack.keep", kept).await.unwrap()["pack"].take();
    one.ask("pack.share", json!({ "pack": pack, "author": "Reader 2" })).await.unwrap();
    let listed = one.ask("pack.shared", json!({})).await.unwrap();
    assert_eq!(listed["shares"].as_array().unwrap().len(), 2, "{listed}");
    site.close().await;
}

/// A bot that leaves its process's number in a folder and knows no answer.
#[cfg(unix)]
fn bot(folder: &std::path::Path) -> String {
    let script = folder.join("bot.sh");
    let text = "echo $$ > \"$1/$$\"\nwhile read -r line; do\n\
        id=$(printf '%s' \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\),\"method\".*/\\1/p')\n\
        [ -n \"$id\" ] && printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":1,\"message\":\"no\"}}\\n' \"$id\"\n\
        done\n";
    std::fs::write(&script, text).unwrap();
    format!("sh {} {}", script.display(), folder.display())
}

#[cfg(unix)]
#[tokio::test]
async fn only_so_many_bots_run_and_one_that_was_stopped_goes_on() {
    use server::games::Games;
    let (folder, pids) = (tempdir().unwrap(), tempdir().unwrap());
    let library = std::sync::Arc::new(systems::library().unwrap());
    let store = open_store(folder.path(), Settings::default()).await;
    let bots = [("mute".to_owned(), bot(pids.path()))].into();
    let limits = Limits { bots: 2, ..Limits::default() };
    let games = Games::with(library, store, Duration::from_secs(3600), bots, limits);
    let site = Site::of(games, Front::default()).await;
    let started = || {
        let files = std::fs::read_dir(pids.path()).unwrap().map(|file| file.unwrap().file_name());
        files.filter_map(|name| name.to_str()?.parse::<u32>().ok()).collect::<Vec<u32>>()
    };
    let running = || {
        let runs = |pid: &&u32| std::path::Path::new(&format!("/proc/{pid}/stat")).exists();
        started().iter().filter(runs).count()
    };
    let mut client = site.client().await;
    let mut held = Vec::new();
    let asked = async |client: &mut Client, game: &str, token: &Value| {
        let watched = client.ask("game.watch", json!({ "game": game, "token": token })).await.unwrap();
        let mut view = watched["view"].clone();
        while view["question"]["side"] != "confederate" {
            let mut changed = client.hear().await;
            if changed["game"] == game {
                view = changed["view"].take();
            }
        }
        client.ask("game.unwatch", json!({ "game": game })).await.unwrap();
    };
    for _ in 0..5 {
        let union = json!({ "level": "random", "bot": "mute" });
        let new = json!({ "scenario": "training", "commanders": { "union": union } });
        let (game, tokens) = client.begin(new).await;
        asked(&mut client, &game, &tokens["confederate"]).await;
        held.push((game, tokens["confederate"].clone()));
    }
    // Each game has answered since its bot was to stop.
    for (game, _) in &held {
        client.ask("game.view", json!({ "game": game })).await.unwrap();
    }
    assert_eq!((started().len(), running()), (5, 2));
    // The first is asked again once its opponent has answered and ended a phase, whichever is asked for.
    let (game, token) = &held[0];
    for _ in 0..50 {
        let of = json!({ "game": game, "token": token });
        let advice = client.ask("game.advice", of).await.unwrap()["counsel"][0]["order"].take();
        for order in [advice, json!({ "end-movement": {} }), json!({ "end-combat": {} })] {
            let _ = client.ask("game.order", json!({ "game": game, "token": token, "order": order })).await;
        }
        asked(&mut client, game, token).await;
        if started().len() > 5 {
            break;
        }
    }
    for (game, _) in &held {
        client.ask("game.view", json!({ "game": game })).await.unwrap();
    }
    assert_eq!((started().len(), running()), (6, 2));
    site.close().await;
}

/// What somebody at that address is answered.
async fn status(site: &Site, address: &str) -> String {
    let head = format!("X-Forwarded-For: {address}\r\nConnection: close");
    let told = site.raw(&format!("GET /healthz HTTP/1.1\r\nHost: localhost\r\n{head}\r\n\r\n")).await;
    told[9..12].to_owned()
}

#[tokio::test]
async fn what_is_asked_and_what_stays_open_count_together() {
    let folder = tempdir().unwrap();
    let limits = Limits { connections: 32, sockets: 24, ..Limits::default() };
    let site = Site::open_limited(folder.path(), limits, behind_a_proxy()).await;
    let mut sockets = Vec::new();
    for n in 0..12 {
        sockets.push(from(&site, &format!("203.0.113.{n}")).await);
    }
    let status = |address| status(&site, address);
    assert_eq!(status("203.0.113.100").await, "200");
    // Of what can be under way half is taken: nobody has more than a part of it from now on.
    let mut others = Vec::new();
    for n in 0..4 {
        others.push(from(&site, &format!("198.51.{n}.1")).await);
    }
    assert_eq!(status("203.0.113.100").await, "429");
    assert_eq!(status("192.0.2.1").await, "200");
    drop(sockets);
    site.close().await;
}

/// Fills the places of WebSockets from many networks. Nothing is said over them.
async fn silent_flood(site: &Site, networks: impl Iterator<Item = u8>) -> Vec<Client> {
    let mut flood = Vec::new();
    for network in networks {
        for last in 0..2 {
            let mut request = format!("ws://{}/ws", site.address).into_client_request().unwrap();
            let address = format!("198.51.{network}.{last}");
            request.headers_mut().insert("x-forwarded-for", address.parse().unwrap());
            let opened = soon(tokio_tungstenite::connect_async(request)).await;
            flood.extend(opened.ok().map(|(socket, _)| Client::over(socket)));
        }
    }
    flood
}

#[tokio::test]
async fn silent_websockets_of_many_networks_give_way_to_a_newcomer() {
    let folder = tempdir().unwrap();
    let limits = Limits { sockets: 16, ..Limits::default() };
    let site = Site::open_limited(folder.path(), limits, behind_a_proxy()).await;
    let heap = json!({ "scenario": "heap" });
    let mut player = from(&site, "192.0.2.1").await;
    let (game, tokens) = player.begin(heap.clone()).await;
    player.take(&game, &tokens["both"], 1).await.unwrap();
    let mut flood = silent_flood(&site, 0..10).await;
    let mut newcomer = from(&site, "203.0.113.1").await;
    let (new, new_tokens) = newcomer.begin(heap).await;
    newcomer.take(&new, &new_tokens["both"], 1).await.unwrap();
    flood.extend(silent_flood(&site, 20..22).await);
    newcomer.take(&new, &new_tokens["both"], 1).await.unwrap();
    player.take(&game, &tokens["both"], 1).await.unwrap();
    assert!(flood[0].receive().await.is_none(), "the longest quiet was closed");
    drop(flood);
    site.close().await;
}

#[tokio::test]
async fn a_network_that_takes_nothing_is_sent_no_more_and_others_are() {
    let folder = tempdir().unwrap();
    let site = Site::open_limited(folder.path(), Limits::default(), behind_a_proxy()).await;
    let status = |address| status(&site, address);
    let client = server::Client::at([203, 0, 113, 1].into());
    let waits = site.games.allowances().unsent().hold(client, 64 << 20).unwrap();
    assert_eq!([status("203.0.113.2").await, status("198.51.100.1").await], ["503", "200"]);
    drop(waits);
    assert_eq!(status("203.0.113.2").await, "200");
    site.close().await;
}

#[cfg(feature = "club")]
mod club {
    use std::sync::Arc;

    use server::accounts;
    use server::club::matches::{Begun, MatchTerms, NoMatch};
    use tabletop::BySide;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};

    use super::*;
    use crate::accounts::{Club, ORIGIN, PASSWORD, settings};
    use crate::matches::id_of;
    use crate::notices::SETTLED;

    /// Somebody at that address makes an account: the cookie of its session, or the status.
    async fn join(club: &Club, address: &str, name: &str) -> Result<String, u16> {
        // Each is younger than the one before.
        club.later(1);
        let head = format!("X-Forwarded-For: {address}\r\n");
        let new = json!({ "name": name, "password": PASSWORD });
        let made = club.post_with("create", "", &head, new).await;
        made.cookie().filter(|_| made.status == 200).ok_or(made.status)
    }

    #[tokio::test]
    async fn one_network_does_not_keep_others_from_accounts_and_matches() {
        let folder = tempdir().unwrap();
        let limits = Limits { unstarted: 16, ..Limits::default() };
        let settings = accounts::Settings { accounts: 16, ..settings() };
        let store = open_store(folder.path(), Settings::default()).await;
        let club = crate::accounts::behind_a_proxy(store, settings, limits).await;
        let ann = join(&club, "192.0.2.1", "Ann").await.unwrap();
        let mut made = 0;
        for n in 0..24 {
            match join(&club, &one_network(n), &format!("Flood {n}")).await {
                Ok(_) => made += 1,
                Err(status) => assert_eq!(status, 503),
            }
        }
        assert_eq!(made, 7);
        // Those that nobody has used give way, where there are the most of them.
        for n in 0..12 {
            join(&club, &format!("198.51.{n}.1"), &format!("Guest {n}")).await.unwrap();
        }
        assert_eq!(club.who(&ann).await, "Ann");
        assert_eq!(club.sign_in("Flood 0", PASSWORD).await.status, 401, "it is gone, and its name is free");
        join(&club, "203.0.113.9", "Flood 0").await.unwrap();

        // A network takes what games it can, and a match begins.
        for n in 0..24 {
            let mut request = format!("ws://{}/ws", club.site.address).into_client_request().unwrap();
            request.headers_mut().insert("x-forwarded-for", one_network(n).parse().unwrap());
            request.headers_mut().insert("host", "games.example".parse().unwrap());
            let stream = TcpStream::connect(&club.site.address).await.unwrap();
            let stream = tokio_tungstenite::MaybeTlsStream::Plain(stream);
            let (socket, _) = soon(tokio_tungstenite::client_async(request, stream)).await.unwrap();
            let _ = Client::over(socket).ask("game.new", json!({ "scenario": "heap" })).await;
        }
        let ids = [id_of(folder.path(), "Ann").await, id_of(folder.path(), "Guest 1").await];
        let begin = async |n: usize| {
            let [union, confederate] = ids.clone();
            let players = BySide { union, confederate };
            let terms = MatchTerms::of("heap");
            club.site.games.begin_match(&format!("{n}"), &terms, &players, 0).await
        };
        for n in 0..8 {
            assert_eq!(begin(n).await.unwrap(), Begun::Now);
        }
        // What the server begins itself, for a tournament, takes half of all.
        let NoMatch::Refused(refused) = begin(8).await.unwrap_err() else {
            panic!("it is refused otherwise")
        };
        assert_eq!(refused.data.unwrap()["limit"], "unstarted-games");
        club.site.close().await;
    }

    #[tokio::test]
    async fn a_websocket_of_somebody_who_is_signed_in_does_not_give_way() {
        let folder = tempdir().unwrap();
        let store = open_store(folder.path(), Settings::default()).await;
        let limits = Limits { sockets: 16, ..Limits::default() };
        let club = crate::accounts::behind_a_proxy(store, settings(), limits).await;
        let ann = join(&club, "192.0.2.1", "Ann").await.unwrap();
        let mut signed_in = club.client(&ann).await;
        let mut guest = club.client("").await;
        let flood = silent_flood(&club.site, 0..10).await;
        signed_in.ask("game.list", json!({ "tokens": [] })).await.unwrap();
        assert!(guest.receive().await.is_none(), "the oldest of the largest network was closed");
        drop(flood);
        club.site.close().await;
    }

    /// Begins a request from that address with a body of 1,000 bytes that never comes whole, and waits until the server
    /// waits for it.
    async fn slow_request(club: &Club, address: &str) -> TcpStream {
        let mut stream = request(club, address, "/account/sign-in", "Content-Length: 1000\r\n").await;
        reads_body(&mut stream).await;
        stream
    }

    /// Sends the head of a request from that address. The server says when it reads the body.
    async fn request(club: &Club, address: &str, path: &str, more: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&club.site.address).await.unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: games.example\r\nOrigin: {ORIGIN}\r\nX-Forwarded-For: {address}\r\n\
             Content-Type: application/json\r\nExpect: 100-continue\r\n{more}\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        stream
    }

    async fn reads_body(stream: &mut TcpStream) {
        let mut told = [0; 12];
        soon(stream.read_exact(&mut told)).await.unwrap();
        assert_eq!(&told, b"HTTP/1.1 100");
    }

    #[tokio::test]
    async fn bodies_that_may_be_long_take_places_of_long_messages_before_they_are_read() {
        let folder = tempdir().unwrap();
        let store = open_store(folder.path(), Settings::default()).await;
        let club = crate::accounts::behind_a_proxy(store, settings(), Limits::default()).await;
        let ann = join(&club, "192.0.2.1", "Ann").await.unwrap();
        let long = async |address: &str, path: &str, length: &str| {
            request(&club, address, path, &format!("Cookie: {ann}\r\n{length}")).await
        };
        let (claimed, unsaid) = ("Content-Length: 100000\r\n", "Transfer-Encoding: chunked\r\n");
        let mut held = Vec::new();
        for (n, (path, length)) in [
            ("/library/import", claimed),
            ("/library/import", unsaid),
            ("/studies/keep", claimed),
            ("/studies/keep", unsaid),
        ]
        .into_iter()
        .enumerate()
        {
            let mut stream = long(&format!("203.0.113.{n}"), path, length).await;
            reads_body(&mut stream).await;
            held.push(stream);
        }
        assert_eq!(crate::costs::metric(&club.site, "longroll_long_messages").await, 4);
        let mut fifth = long("203.0.113.5", "/library/import", claimed).await;
        // What is short needs no place, nor does another network wait.
        reads_body(&mut long("203.0.113.6", "/studies/keep", "Content-Length: 1000\r\n").await).await;
        reads_body(&mut long("198.51.100.1", "/library/import", claimed).await).await;
        let mut none = [0; 1];
        assert_eq!(
            fifth.try_read(&mut none).map_err(|error| error.kind()),
            Err(std::io::ErrorKind::WouldBlock)
        );
        held.pop();
        reads_body(&mut fifth).await;
        // One byte too many is refused once it has come.
        let mut unsaid = held.remove(1);
        let many = format!("400001\r\n{}", " ".repeat(0x40_0001));
        soon(unsaid.write_all(many.as_bytes())).await.unwrap();
        let mut told = [0; 25];
        soon(unsaid.read_exact(&mut told)).await.unwrap();
        assert_eq!(&told[told.len() - 12..], b"HTTP/1.1 413");
        club.site.close().await;
    }

    #[tokio::test]
    async fn who_sends_a_record_is_known_before_it_is_read() {
        let folder = tempdir().unwrap();
        let store = open_store(folder.path(), Settings::default()).await;
        let club = crate::accounts::behind_a_proxy(store, settings(), Limits::default()).await;
        let ann = join(&club, "192.0.2.1", "Ann").await.unwrap();
        let ended = club.post("sign-out", &ann, json!({})).await;
        assert_eq!(ended.status, 200, "{ended:?}");
        for cookie in ["", &ann] {
            for length in ["Content-Length: 4000000\r\n", "Transfer-Encoding: chunked\r\n"] {
                let head = format!("Cookie: {cookie}\r\n{length}");
                let mut stream = request(&club, "203.0.113.1", "/library/import", &head).await;
                let mut told = [0; 12];
                soon(stream.read_exact(&mut told)).await.unwrap();
                assert_eq!(&told, b"HTTP/1.1 401", "{head}");
            }
        }
        club.site.close().await;
    }

    #[tokio::test]
    async fn requests_that_never_come_whole_keep_other_networks_out_of_nothing() {
        let folder = tempdir().unwrap();
        let limits = Limits { connections: 32, connections_of: Limit::usual(4), ..Limits::default() };
        let store = open_store(folder.path(), Settings::default()).await;
        let club = crate::accounts::behind_a_proxy(store, settings(), limits).await;
        let status = async |address: &str| {
            let head = format!("X-Forwarded-For: {address}\r\n");
            let asked = json!({ "name": "Ann", "password": PASSWORD });
            club.post_with("sign-in", "", &head, asked).await.status
        };
        let mut slow = Vec::new();
        for n in 0..16 {
            slow.push(slow_request(&club, &format!("203.0.113.{}", n / 4)).await);
        }
        assert_eq!(status("203.0.113.0").await, 429, "the address has all that it may have");
        assert_eq!(status("203.0.113.200").await, 401, "in its network one gives way to who has none");
        assert_eq!(status("198.51.100.1").await, 401, "others are answered");
        drop(slow);
        club.site.close().await;
    }

    #[tokio::test]
    async fn setting_up_matches_counts_as_work() {
        let folder = tempdir().unwrap();
        let store = open_store(folder.path(), Settings::default()).await;
        let limits = Limits { work_of: Limit::set(1), ..Limits::default() };
        let club = crate::accounts::behind_a_proxy(store, settings(), limits).await;
        let (ann, ben) = (
            join(&club, "192.0.2.1", "Ann").await.unwrap(),
            join(&club, "198.51.100.1", "Ben").await.unwrap(),
        );
        let ask = async |address: &str, cookie: &str, path: &str, body: Value| {
            let head = format!("X-Forwarded-For: {address}\r\n");
            let path = path.strip_prefix("..").map_or_else(|| format!("/club/{path}"), str::to_owned);
            club.post_with(&path, cookie, &head, body).await
        };
        let new = json!({ "terms": { "scenario": "heap" }, "side": "union" });
        let bens = ask("198.51.100.1", &ben, "challenges/make", new.clone()).await;
        assert_eq!(bens.status, 200, "{bens:?}");
        // One second a minute: more than a minute's wait is used up.
        let (allowances, address) = (club.site.games.allowances(), server::Client::at([192, 0, 2, 1].into()));
        let waits = || allowances.may_work(address).err().map_or(0, |reached| reached.wait.as_secs());
        let (work, count) = (allowances.work(), || (0..1_000_000_u64).map(std::hint::black_box).sum::<u64>());
        let turn = work.turn_to_work(address).await;
        while waits() < 60 {
            work.run(&turn, move |_| count()).await;
        }
        drop(turn);
        let accept = json!({ "challenge": bens.body["challenge"] });
        let rematch = json!({ "match": "none" });
        let game = json!({ "game": "none" });
        for (path, body) in [
            ("challenges/make", &new),
            ("challenges/accept", &accept),
            ("rematch", &rematch),
            ("../library/put", &game),
            ("../library/take-out", &game),
        ] {
            let refused = ask("192.0.2.1", &ann, path, body.clone()).await;
            assert_eq!(refused.status, 429, "{path}: {refused:?}");
            assert!(refused.error().contains("seconds of work a minute"), "{path}: {refused:?}");
        }
        assert_eq!(ask("203.0.113.1", &ann, "challenges/accept", accept).await.status, 200, "from elsewhere");
        club.site.close().await;
    }

    #[tokio::test]
    async fn studies_count_as_records() {
        let folder = tempdir().unwrap();
        let store = open_store(folder.path(), Settings::default()).await;
        let limits = Limits { records_of: Limit::set(1), ..Limits::default() };
        let club = crate::accounts::behind_a_proxy(store, settings(), limits).await;
        let ann = join(&club, "192.0.2.1", "Ann").await.unwrap();
        let keep = async |address: &str, study: Option<&str>| {
            let head = format!("X-Forwarded-For: {address}\r\n");
            let about = "x".repeat(4000);
            let kept =
                json!({ "study": study, "shown": "private", "title": "Long", "about": about, "moments": [] });
            club.post_with("/studies/keep", &ann, &head, kept).await
        };
        let made = keep("192.0.2.1", None).await;
        let study = made.body["study"].as_str().unwrap();
        let address = server::Client::at([192, 0, 2, 1].into());
        club.site.games.allowances().recorded(address, (1 << 20) - 40_000);
        // Ten of them are left, and those that a busy machine has time to make up for.
        let mut refused = None;
        for _ in 0..1000 {
            let kept = keep("192.0.2.1", Some(study)).await;
            if kept.status != 200 {
                refused = Some(kept);
                break;
            }
        }
        let refused = refused.expect("they count");
        assert!(refused.status == 429 && refused.error().contains("MiB to records"), "{refused:?}");
        assert_eq!(keep("198.51.100.1", Some(study)).await.status, 200);
        // So do records that are brought into the library.
        let import = async |address: &str, takes: &[u32]| {
            let head = format!("X-Forwarded-For: {address}\r\n");
            let brought = json!({ "record": crate::library::elsewhere(takes) });
            club.post_with("/library/import", &ann, &head, brought).await
        };
        let refused = import("192.0.2.1", &[4, 6]).await;
        assert!(refused.status == 429 && refused.error().contains("MiB to records"), "{refused:?}");
        let address = server::Client::at([203, 0, 113, 1].into());
        club.site.games.allowances().recorded(address, (1 << 20) - 1);
        let mut statuses = Vec::new();
        for (one, two) in (1..9).flat_map(|one| (1..10 - one).map(move |two| (one, two))) {
            statuses.push(import("203.0.113.1", &[one, two, 10 - one - two]).await.status);
        }
        // Each is more than the machine makes up for in seconds.
        assert!(statuses[0] == 200 && statuses.contains(&429), "{statuses:?}");
        club.site.close().await;
    }

    #[tokio::test]
    async fn whoever_accepts_a_challenge_or_plays_again_begins_a_game() {
        let folder = tempdir().unwrap();
        let limits = Limits { games_of: Limit::set(1), ..Limits::default() };
        let store = open_store(folder.path(), Settings::default()).await;
        let club = crate::accounts::behind_a_proxy(store, settings(), limits).await;
        let (ours, theirs) = ("192.0.2.1", "198.51.100.1");
        let (ann, ben) = (join(&club, ours, "Ann").await.unwrap(), join(&club, theirs, "Ben").await.unwrap());
        let post = async |(cookie, address): (&str, &str), path: &str, body: Value| {
            club.post_with(&format!("/club/{path}"), cookie, &format!("X-Forwarded-For: {address}\r\n"), body)
                .await
        };
        let mut accepted = Vec::new();
        for _ in 0..2 {
            let terms = json!({ "scenario": "heap" });
            let made =
                post((&ann, ours), "challenges/make", json!({ "terms": terms, "side": "either" })).await;
            let accept = json!({ "challenge": made.body["challenge"] });
            accepted.push(post((&ben, theirs), "challenges/accept", accept).await);
        }
        assert_eq!((accepted[0].status, accepted[1].status), (200, 429), "{accepted:?}");
        assert!(accepted[1].error().starts_with("Too much comes from your address: "), "{accepted:?}");
        let again = json!({ "match": accepted[0].body["match"] });
        assert_eq!(post((&ben, theirs), "rematch", again.clone()).await.status, 429);
        assert_ne!(post((&ann, ours), "rematch", again).await.status, 429);
        club.site.close().await;
    }

    #[tokio::test]
    async fn one_network_fills_its_part_of_the_challenges_to_one_account_and_of_the_open_ones() {
        let folder = tempdir().unwrap();
        let store = open_store(folder.path(), Settings::default()).await;
        let limits = Limits { games_of: Limit::set(0), ..Limits::default() };
        let club = crate::accounts::behind_a_proxy(store, settings(), limits).await;
        let victim = join(&club, "192.0.2.1", "Ann").await.unwrap();
        let friend = join(&club, "198.51.100.1", "Ben").await.unwrap();
        let make = async |cookie: &str, to: Option<&str>| {
            let asked = json!({ "terms": { "scenario": "heap" }, "side": "either", "to": to });
            club.post("/club/challenges/make", cookie, asked).await
        };
        let mut crowd = Vec::new();
        for n in 0..8 {
            let name = format!("Crowd {n}");
            crowd.push(join(&club, &one_network(n), &name).await.unwrap());
        }
        // The friend's comes first, and stays.
        assert_eq!(make(&friend, Some("Ann")).await.status, 200);
        assert_eq!(make(&friend, None).await.status, 200);
        let mut statuses = std::collections::BTreeMap::new();
        for cookie in &crowd {
            for to in [Some("Ann"), None].into_iter().cycle().take(20) {
                *statuses.entry((to, make(cookie, to).await.status)).or_insert(0) += 1;
            }
        }
        assert!(!statuses.contains_key(&(Some("Ann"), 500)), "{statuses:?}");
        for to in [Some("Ann"), None] {
            assert_eq!(make(&friend, to).await.status, 200, "{to:?}: {statuses:?}");
        }
        let seen = club.get("/club/challenges", &victim).await.body;
        let count = |of: &str, to_you: bool| {
            let all = seen["challenges"].as_array().unwrap();
            all.iter()
                .filter(|one| one["by"].as_str().unwrap().starts_with(of) && one["to_you"] == to_you)
                .count()
        };
        assert_eq!((count("Ben", true), count("Ben", false)), (2, 2), "{statuses:?}");
        assert_eq!((count("Crowd", true), count("Crowd", false)), (24, 49), "{statuses:?}");
        club.site.close().await;
    }

    #[tokio::test]
    async fn one_network_fills_its_part_of_the_open_tournaments() {
        let folder = tempdir().unwrap();
        let store = open_store(folder.path(), Settings::default()).await;
        let club = crate::accounts::behind_a_proxy(store, settings(), Limits::default()).await;
        let ours = "X-Forwarded-For: 203.0.113.1\r\n";
        let theirs = "X-Forwarded-For: 198.51.100.1\r\n";
        let make = async |cookie: &str, from: &str| {
            let plan = json!({
                "title": "Autumn", "kind": "round-robin", "scenarios": ["heap"], "games": 2, "days": 7, "most": 4,
            });
            club.post_with("/tournaments/make", cookie, from, plan).await
        };
        let join = async |name| join(&club, "192.0.2.1", name).await.unwrap();
        let cookies = [join("Ann").await, join("Ben").await];
        assert_eq!(make(&cookies[0], ours).await.status, 200);
        // Three hundred from nobody knows where, and all but one of its part from that address.
        let mut hands = crate::site::hands(folder.path()).await;
        for statement in [
            "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 324) \
             INSERT INTO tournaments (id, version, open, line, seal) SELECT 't' || n, 1, 1, '{}', '' FROM n",
            "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 24) \
             INSERT INTO holders SELECT kind, 't' || n, networks FROM holders, n WHERE kind = 'tournament'",
        ] {
            sqlx::query(statement).execute(&mut hands).await.unwrap();
        }
        let refused = make(&cookies[1], ours).await;
        assert_eq!(refused.status, 409, "{refused:?}");
        assert!(refused.error().starts_with("400 tournaments may be open here at once, and of one network"));
        assert_eq!(make(&cookies[1], theirs).await.status, 200, "another network makes one");
        // One that is over is counted no more.
        sqlx::query("UPDATE tournaments SET open = 0 WHERE id = 't1'").execute(&mut hands).await.unwrap();
        assert_eq!(make(&cookies[1], ours).await.status, 200);
        club.site.close().await;
    }

    #[tokio::test]
    async fn one_network_fills_its_part_of_a_tournament_that_is_open_to_all() {
        let folder = tempdir().unwrap();
        let store = open_store(folder.path(), Settings::default()).await;
        let club = crate::accounts::behind_a_proxy(store, settings(), Limits::default()).await;
        let (ours, theirs) = ("198.51.100.1", "203.0.113.1");
        let post = async |(cookie, address): (&str, &str), path: &str, body: Value| {
            let from = format!("X-Forwarded-For: {address}\r\n");
            club.post_with(&format!("/tournaments/{path}"), cookie, &from, body).await
        };
        let maker = join(&club, ours, "Ann").await.unwrap();
        let make = async |invited: &[&str]| {
            let plan = json!({
                "title": "Autumn", "kind": "round-robin", "scenarios": ["heap"], "games": 2, "days": 7, "most": 16,
                "invited": invited,
            });
            let made = post((&maker, ours), "make", plan).await;
            made.body["tournament"].as_str().unwrap().to_owned()
        };
        let to_all = make(&[]).await;
        let names: Vec<String> = (0..12).map(|n| format!("Crowd {n}")).collect();
        let named = make(&names.iter().map(String::as_str).collect::<Vec<_>>()).await;
        let mut statuses = Vec::new();
        for (n, name) in names.iter().enumerate() {
            let cookie = join(&club, &one_network(n), name).await.unwrap();
            let enter =
                async |id: &str| post((&cookie, &one_network(n)), "enter", json!({ "tournament": id })).await;
            assert_eq!(enter(&named).await.status, 200, "whom the maker names is not counted");
            statuses.push(enter(&to_all).await);
        }
        let (entered, refused) = statuses.split_at(8);
        assert!(entered.iter().all(|one| one.status == 200), "{entered:?}");
        for one in refused {
            assert!(
                one.status == 409 && one.error().starts_with("No more may enter from your network"),
                "{one:?}"
            );
        }
        // Others still enter, the maker among them; no network is told, nor kept of them once it has begun.
        let other = join(&club, theirs, "Ben").await.unwrap();
        for who in [(&*maker, ours), (&*other, theirs)] {
            assert_eq!(post(who, "enter", json!({ "tournament": to_all })).await.status, 200);
        }
        let told = club.get(&format!("/tournament/{to_all}/state.json"), &maker).await.body.to_string();
        let kept = async || {
            club.site.games.store().tournament(&to_all).await.unwrap().unwrap().line["entrants"].to_string()
        };
        assert!(!told.contains("networks") && kept().await.contains("networks"), "{told}");
        assert_eq!(post((&maker, ours), "begin", json!({ "tournament": to_all })).await.status, 200);
        assert!(!kept().await.contains("networks"));
        club.site.close().await;
    }

    #[tokio::test]
    async fn games_of_tournaments_count_for_the_network_of_their_maker() {
        let folder = tempdir().unwrap();
        let limits = Limits { unstarted: 16, ..Limits::default() };
        let store = open_store(folder.path(), Settings::default()).await;
        let club = crate::accounts::behind_a_proxy(store, settings(), limits).await;
        let post = async |(cookie, address): (&str, &str), path: &str, body: Value| {
            let from = format!("X-Forwarded-For: {address}\r\n");
            club.post_with(&format!("/tournaments/{path}"), cookie, &from, body).await
        };
        // A tournament of so many people of their own, begun: which of its matches have games.
        let begun = async |maker: (&str, &str), cookies: &[String], names: &[String]| {
            let plan = json!({
                "title": "Autumn", "kind": "knock-out", "scenarios": ["heap"], "games": 2, "days": 7,
                "most": names.len(), "invited": names,
            });
            let id = post(maker, "make", plan).await.body["tournament"].as_str().unwrap().to_owned();
            for cookie in cookies {
                assert_eq!(post((cookie, maker.1), "enter", json!({ "tournament": id })).await.status, 200);
            }
            assert_eq!(post(maker, "begin", json!({ "tournament": id })).await.status, 200);
            let told = club.get(&format!("/tournament/{id}/state.json"), maker.0).await.body;
            assert!(!told.to_string().contains("networks"), "{told}");
            let matches = told["played"][0]["matches"].as_array().unwrap().clone();
            matches.iter().map(|one| one["games"][0]["game"].is_string()).collect::<Vec<bool>>()
        };
        let crowd =
            |from: &str, many: usize| (0..many).map(|n| format!("{from} {n}")).collect::<Vec<String>>();
        let (ours, theirs) = (crowd("Crowd", 8), crowd("Other", 2));
        let (mut cookies, mut others) = (Vec::new(), Vec::new());
        for name in &ours {
            cookies.push(join(&club, "192.0.2.1", name).await.unwrap());
        }
        for name in &theirs {
            others.push(join(&club, "198.51.100.1", name).await.unwrap());
        }
        // Half of the places are free to anybody, and then a network may have a quarter.
        assert_eq!(begun((&cookies[0], "192.0.2.1"), &cookies, &ours).await, [true; 4]);
        assert_eq!(begun((&cookies[1], "192.0.2.1"), &cookies, &ours).await, [false; 4]);
        assert_eq!(begun((&others[0], "198.51.100.1"), &others, &theirs).await, [true]);
        club.site.close().await;
    }

    #[tokio::test]
    async fn a_network_is_answered_one_request_at_a_time_once_it_has_come_whole() {
        let folder = tempdir().unwrap();
        let store = open_store(folder.path(), Settings::default()).await;
        let club = Arc::new(crate::accounts::behind_a_proxy(store, settings(), Limits::default()).await);
        let status = |address: &'static str| {
            let club = Arc::clone(&club);
            async move {
                let asked = json!({ "name": "Ann", "password": PASSWORD });
                let head = format!("X-Forwarded-For: {address}\r\n");
                club.post_with("sign-in", "", &head, asked).await.status
            }
        };
        let slow = slow_request(&club, "203.0.113.1").await;
        assert_eq!(status("203.0.113.2").await, 401, "it is not waited for");
        let busy = club
            .site
            .games
            .allowances()
            .work()
            .turn_to_ask(server::Client::at([203, 0, 113, 1].into()))
            .await;
        let waits = tokio::spawn(status("203.0.113.2"));
        assert_eq!(status("198.51.100.1").await, 401, "others are answered");
        assert!(!waits.is_finished());
        drop(busy);
        assert_eq!(soon(waits).await.unwrap(), 401);
        drop(slow);
        Arc::into_inner(club).unwrap().site.close().await;
    }

    #[tokio::test]
    async fn games_of_challenges_count_for_the_network_that_accepts_and_stay() {
        let folder = tempdir().unwrap();
        let limits = Limits { unstarted: 16, ..Limits::default() };
        let open = async || {
            let store = open_store(folder.path(), Settings::default()).await;
            crate::accounts::behind_a_proxy(store, settings(), limits).await
        };
        let mut club = open().await;
        let names = ["Ann", "Ben", "Cid"];
        let addresses = [one_network(1), one_network(2), "192.0.2.1".to_owned()];
        let mut cookies = Vec::new();
        for (name, address) in names.iter().zip(&addresses) {
            cookies.push(join(&club, address, name).await.unwrap());
        }
        let post = async |club: &Club, who: usize, path: &str, body: Value| {
            let head = format!("X-Forwarded-For: {}\r\n", addresses[who]);
            club.post_with(&format!("/club/challenges/{path}"), &cookies[who], &head, body).await
        };
        // Ann challenges to that many games, and another accepts.
        let play = async |club: &Club, who: usize, games: u8| {
            let terms = json!({ "scenario": "heap", "games": games });
            let made = post(club, 0, "make", json!({ "terms": terms, "side": "either" })).await;
            assert_eq!(made.status, 200, "{made:?}");
            post(club, who, "accept", json!({ "challenge": made.body["challenge"] })).await
        };
        let begin = async |club: &Club, address: &str| {
            let mut request = format!("ws://{}/ws", club.site.address).into_client_request().unwrap();
            request.headers_mut().insert("x-forwarded-for", address.parse().unwrap());
            request.headers_mut().insert("host", "games.example".parse().unwrap());
            let stream = TcpStream::connect(&club.site.address).await.unwrap();
            let stream = tokio_tungstenite::MaybeTlsStream::Plain(stream);
            let (socket, _) = soon(tokio_tungstenite::client_async(request, stream)).await.unwrap();
            Client::over(socket).ask("game.new", json!({ "scenario": "heap" })).await
        };
        let honest = begin(&club, "198.51.100.1").await.unwrap()["game"].as_str().unwrap().to_owned();
        let kept = async || {
            let games = sqlx::query_scalar::<_, String>("SELECT id FROM games ORDER BY id");
            games.fetch_all(&mut hands(folder.path()).await).await.unwrap()
        };
        for _ in 0..3 {
            assert_eq!(play(&club, 1, 2).await.status, 200);
        }
        // There is room for one of two games: neither begins.
        let full = play(&club, 1, 2).await;
        assert_eq!(full.status, 503, "{full:?}");
        assert!(full.error().contains("or your network its part of them"), "{full:?}");
        assert_eq!(kept().await.len(), 7);
        assert_eq!(play(&club, 1, 1).await.status, 200);
        assert_eq!(play(&club, 1, 1).await.status, 503);
        club.site.close().await;

        // They still count for that network when the server has started again, and others have room.
        club = open().await;
        assert_eq!(play(&club, 1, 1).await.status, 503);
        assert_eq!(play(&club, 2, 1).await.status, 200, "another network accepts");
        for n in 0..7 {
            begin(&club, &format!("203.0.{n}.1")).await.unwrap();
        }
        let kept = kept().await;
        let of_matches = sqlx::query_scalar::<_, String>("SELECT game FROM match_games");
        let of_matches = of_matches.fetch_all(&mut hands(folder.path()).await).await.unwrap();
        assert_eq!((of_matches.len(), kept.len()), (8, 16));
        assert!(
            of_matches.iter().chain([&honest]).all(|game| kept.contains(game)),
            "none gave way: {kept:?}"
        );
        club.site.close().await;
    }

    #[tokio::test]
    async fn an_account_with_slow_webhooks_holds_up_nobody() {
        let folder = tempdir().unwrap();
        let notices = crate::notices::own_network(None);
        let club = Arc::new(crate::notices::open_with(folder.path(), Settings::default(), notices).await);
        let (slow, quick) = (
            TcpListener::bind("127.0.0.1:0").await.unwrap(),
            TcpListener::bind("127.0.0.1:0").await.unwrap(),
        );
        let (ann, eve, ben) = (club.join("Ann").await, club.join("Eve").await, club.join("Ben").await);
        for (cookie, listener, hooks) in [(&eve, &slow, 10), (&ben, &quick, 1)] {
            for hook in 0..hooks {
                let to = format!("http://{}/hook/{hook}", listener.local_addr().unwrap());
                let added = json!({ "kind": "webhook", "to": to });
                assert_eq!(club.post("notices/add", cookie, added).await.status, 200);
            }
        }
        for other in [&eve, &ben] {
            let game = club.game(&ann, other, "mountain").await;
            club.take(&ann, &game, "union").await;
            // What Eve is told is due before what Ben is told.
            club.pass(1).await;
        }
        // Nobody answers at the one, and it is asked once at a time.
        let passing = {
            let club = Arc::clone(&club);
            tokio::spawn(async move { club.pass(SETTLED).await })
        };
        let mut held = Vec::new();
        let quick = soon(async {
            loop {
                tokio::select! {
                    line = slow.accept() => held.push(line.unwrap()),
                    line = quick.accept() => break line.unwrap(),
                }
            }
        })
        .await;
        let taken: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM outbox WHERE lease IS NOT NULL")
            .fetch_one(&mut hands(folder.path()).await)
            .await
            .unwrap();
        assert_eq!(taken, 2, "one of each account");
        drop((quick, held, slow));
        soon(passing).await.unwrap();
        Arc::into_inner(club).unwrap().site.close().await;
    }
}
