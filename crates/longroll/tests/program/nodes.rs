//! Several servers over one PostgreSQL, killed one after another in the middle of play: every
//! acknowledged order is there, once, and another server goes on at once.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::game::Game;
use crate::postgres::database;
use crate::served::{Client, Served};

/// A server that its connections to the database are known by.
struct Node {
    served: Served,
    name: String,
}

impl Node {
    fn start(folder: &Path, database: &str, name: String) -> Node {
        let database = format!("{database}?application_name={name}");
        Node { served: Served::start_with(folder, &["--database", &database]), name }
    }

    /// Kills it, and ends what the database still does for it: an order that nobody was answered could else be kept a
    /// moment after the others have looked.
    fn kill(self, database: &str) {
        self.served.kill();
        let own = format!("FROM pg_stat_activity WHERE application_name = '{}'", self.name);
        let end = format!("SELECT pg_terminate_backend(pid, 60000) {own}");
        let left = format!("SELECT count(*) {own}");
        // Of those that end by themselves meanwhile it says that they are not there.
        let ended = Command::new("psql").args([database, "-qAt", "-c", &end, "-c", &left]).output();
        let ended = ended.expect("psql comes with PostgreSQL");
        let told = String::from_utf8_lossy(&ended.stdout);
        assert!(ended.status.success() && told.lines().last() == Some("0"), "{ended:?}");
    }
}

#[tokio::test]
async fn servers_are_killed_one_after_another_and_no_acknowledged_order_is_lost_or_doubled() {
    let recorded = Game::of("chickamauga-1975", 4);
    let folder = tempdir().expect("a folder");
    let database = database("nodes");
    let mut nodes: Vec<Node> =
        (0..3).map(|number| Node::start(folder.path(), &database, format!("node-{number}"))).collect();
    let mut client = Client::connect(&nodes[0].served).await;
    let loaded = client.ask("game.load", &json!({ "record": recorded.beginning() })).await;
    let (game, token) = (loaded["game"].clone(), loaded["tokens"]["both"].clone());
    let order = |order: &Value| json!({ "game": game, "token": token, "order": order });
    let log = json!({ "game": game, "token": token });

    let mut done = 0;
    // Killed after this many answers, each time with more orders on their way.
    for (turn, answers) in [3, 12, 1, 20, 7, 30].into_iter().enumerate() {
        let at = turn % nodes.len();
        let mut client = Client::connect(&nodes[at].served).await;
        let mut sent = Vec::new();
        for (_, given) in recorded.orders.iter().skip(done).take(answers + 25) {
            sent.push(client.send("game.order", &order(given)).await);
        }
        let mut acknowledged = 0;
        while acknowledged < answers {
            let answer = client.receive().await.expect("it answers");
            assert_eq!(answer["id"], sent[acknowledged], "{answer}");
            assert_eq!(answer["result"]["version"], done + acknowledged + 1, "{answer}");
            acknowledged += 1;
        }
        let next = Node::start(folder.path(), &database, format!("node-{}", turn + 3));
        std::mem::replace(&mut nodes[at], next).kill(&database);
        while let Some(answer) = client.receive().await {
            assert_eq!(answer["result"]["version"], done + acknowledged + 1, "{answer}");
            acknowledged += 1;
        }
        // A server that was there all the time goes on.
        let other = &nodes[(at + 1) % nodes.len()];
        let told = Client::connect(&other.served).await.ask("game.log", &log).await;
        let there = recorded.begins_as(&told["entries"]);
        assert!(there >= done + acknowledged, "{} acknowledged, {there} there", done + acknowledged);
        done = there;
    }

    // Each order by another server, with the dice that the game would have had.
    let mut clients = Vec::new();
    for node in &nodes {
        clients.push(Client::connect(&node.served).await);
    }
    let rest = recorded.orders.iter().enumerate().skip(done);
    for (number, (_, given)) in rest {
        let client = &mut clients[number % 3];
        let version = client.ask("game.order", &order(given)).await["version"].as_u64();
        // With the last the server's seed is told, in an entry of its own.
        let entries = number as u64 + 1;
        assert!(version == Some(entries) || number + 1 == recorded.orders.len(), "{version:?}");
    }
    let saved = clients[0].ask("game.save", &log).await;
    recorded.is_played_by(&saved);
}
