//! How long it takes until an order sent over the WebSocket is on disk and answered, with many
//! games open.
//!
//! `cargo bench -p longroll --bench socket`. Real games, all open, each watched by both sides;
//! orders go to them in turn. The median is compared with the time of the disk alone, since nothing
//! is acknowledged before it is written.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ai::RandomCommander;
use blue_gray::Library as Rules;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Map, Value, json};
use server::games::Games;
use server::store::Store;
use tabletop::{Game, Header, Opening, Protocol as _, hex_string};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

const GAMES: usize = 100;
const ORDERS: usize = 40;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

fn main() {
    // `cargo test --benches` only checks that it builds.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    runtime.block_on(measure());
}

/// The first orders of random games, each with the record it begins with.
fn random_games() -> Vec<(String, Vec<Value>)> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let rules = Rules::load(&catalog::folder_reader(&data)).expect("the data is sound");
    (0..GAMES)
        .map(|number| {
            let secret = [u8::try_from(number).unwrap_or(0); 32];
            let battle = rules.battle("chickamauga-1975", &Map::new(), None).expect("it is there");
            let begun =
                tabletop::GameSystem::begin(&rules, "chickamauga-1975", &Map::new(), None, &[], secret);
            let header = begun.expect("it begins").header().clone();
            let mut game = Game::new(battle, header.clone(), Opening::new(secret));
            let mut commander = RandomCommander::new(number as u64);
            let mut orders = Vec::new();
            while orders.len() < ORDERS {
                let order = commander.order(game.rules(), game.state()).expect("it is not over");
                orders.push(game.rules().order_value(&order));
                let side = game.state().asked().expect("somebody is asked");
                game.order(side, order, None).expect("it is legal");
            }
            let header = Header { secret: Some(hex_string(&secret)), ..header };
            (format!("{}\n", header.value()), orders)
        })
        .collect()
}

async fn ask(socket: &mut Socket, method: &str, params: Value) -> Value {
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    socket.send(Message::text(request.to_string())).await.expect("it is sent");
    loop {
        let message = socket.next().await.expect("the server is there").expect("the line stands");
        let Message::Text(text) = message else { continue };
        let mut answer: Value = serde_json::from_str(&text).expect("JSON");
        if answer["id"] == 1 {
            assert!(answer["error"].is_null(), "{answer}");
            return answer["result"].take();
        }
    }
}

/// A watcher that reads everything.
async fn watch(address: &str, game: &Value) {
    let (mut socket, _) = connect_async(format!("ws://{address}/ws")).await.expect("it answers");
    ask(&mut socket, "game.watch", json!({ "game": game })).await;
    tokio::spawn(async move { while let Some(Ok(_)) = socket.next().await {} });
}

async fn measure() {
    let folder = tempfile::tempdir().expect("a folder");
    let disk = disk(folder.path());
    let store = Store::open(folder.path()).await.expect("it opens");
    let games = Games::new(Arc::new(systems::library().expect("sound")), store, Duration::from_secs(600));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    tokio::spawn(server::serve(games, listener, server::Front::default(), std::future::pending()));

    let mut tables = Vec::new();
    for (record, orders) in random_games() {
        let (mut socket, _) = connect_async(format!("ws://{address}/ws")).await.expect("it answers");
        let loaded = ask(&mut socket, "game.load", json!({ "record": record })).await;
        watch(&address, &loaded["game"]).await;
        watch(&address, &loaded["game"]).await;
        tables.push((socket, loaded, orders));
    }
    let mut times = Vec::new();
    for turn in 0..ORDERS {
        for (socket, loaded, orders) in &mut tables {
            let params =
                json!({ "game": loaded["game"], "token": loaded["tokens"]["both"], "order": orders[turn] });
            let start = Instant::now();
            ask(socket, "game.order", params).await;
            times.push(start.elapsed());
        }
    }
    report("the disk alone (4 KiB appended and synced)", disk);
    report(&format!("an order over the WebSocket, {GAMES} games open, two watchers each"), times);
}

/// How long one small synced write takes on this disk.
fn disk(folder: &Path) -> Vec<Duration> {
    let mut file = std::fs::File::create(folder.join("probe")).expect("a file");
    (0..500)
        .map(|_| {
            let start = Instant::now();
            file.write_all(&[0; 4096]).expect("it is written");
            file.sync_data().expect("it is synced");
            start.elapsed()
        })
        .collect()
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!("{what}: median {:?}, 95 % under {:?}, worst {:?} of {}", at(50), at(95), at(100), times.len());
}
