//! Packs that people share on a server: who read what, and what three readers agree on.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use server::store::Settings;
use server::{Front, Limit, Limits};
use tempfile::tempdir;

use crate::kept_in::Backend;
use crate::site::{Client, Site, hands, open_store};

const CHARTS: &str = "kernstown/charts.toml";
const SCENARIO: &str = "kernstown-1-stone-wall";
/// The place of the cell that is read.
const CELL: &str = "combat, row 11-13, cells 8-9";
const COLUMN: usize = 7;

async fn open(folder: &Path, limits: Limits) -> Site {
    let store = open_store(folder, Settings::default()).await;
    let library = systems::library().unwrap();
    Site::open_front(store, library, Duration::from_secs(3600), limits, Front::default()).await
}

fn sharing() -> Limits {
    Limits { shared_packs: 20, ..Limits::default() }
}

/// A pack of somebody who read a cell of a chart so, over that pack; its id.
async fn read(client: &mut Client, title: &str, cell: &str, base: Option<&Value>) -> Value {
    let mut files = client.ask("pack.open", json!({ "scenario": SCENARIO })).await.unwrap()["files"].take();
    let row = &mut files[CHARTS]["combat"]["row"][0];
    row["cells"][COLUMN] = json!(cell);
    let mut labels = row["labels"].as_str().unwrap().to_owned();
    labels.replace_range(COLUMN..=COLUMN, "p");
    row["labels"] = json!(labels);
    let mut kept = json!({ "files": { CHARTS: files[CHARTS] }, "title": title });
    if let Some(base) = base {
        kept["base"] = base.clone();
    }
    client.ask("pack.keep", kept).await.unwrap()["pack"].take()
}

async fn share(client: &mut Client, pack: &Value, author: &str) -> Value {
    client.ask("pack.share", json!({ "pack": pack, "author": author })).await.unwrap()
}

/// Each value that was read of the cell: who read it, and whether it is agreed on.
async fn told(client: &mut Client) -> Vec<(String, Vec<String>, bool)> {
    let read = client.ask("pack.readers", json!({ "scenario": SCENARIO })).await.unwrap();
    assert_eq!(read["needed"], 3);
    let facts = read["facts"].as_array().unwrap();
    let Some(fact) = facts.iter().find(|fact| fact["place"] == CELL) else { return Vec::new() };
    assert_eq!(facts.len(), 1, "{read}");
    assert_eq!((&fact["file"], &fact["kind"]), (&json!(CHARTS), &json!("combat")));
    assert_eq!(fact["own"]["value"], "-/-/0");
    let values = fact["values"].as_array().unwrap().iter().map(|value| {
        let readers = value["readers"].as_array().unwrap().iter().map(|r| r.as_str().unwrap().to_owned());
        (value["value"].as_str().unwrap().to_owned(), readers.collect(), value["agreed"].as_bool().unwrap())
    });
    values.collect()
}

fn value(value: &str, readers: &[&str], agreed: bool) -> (String, Vec<String>, bool) {
    (value.to_owned(), readers.iter().map(|&name| name.to_owned()).collect(), agreed)
}

pub async fn three_readers_who_agree_make_a_fact(backend: Backend) {
    let folder = backend.folder();
    let site = open(folder.path(), sharing()).await;
    let mut client = site.client().await;
    assert_eq!(client.ask("initialize", json!({})).await.unwrap()["sharing"], true);
    let none = client.ask("pack.shared", json!({})).await.unwrap();
    assert_eq!(none, json!({ "needed": 3, "most": 20, "shares": [], "scenarios": [] }));
    let mut made = Vec::new();
    for (title, cell, author) in [("A", "-/0/1", "Ann"), ("B", "-/0/1", "Ben"), ("C", "-/0/2", "Cal")] {
        let pack = read(&mut client, title, cell, None).await;
        made.push((share(&mut client, &pack, author).await, pack));
    }
    let two = [value("-/0/1", &["Ann", "Ben"], false), value("-/0/2", &["Cal"], false)];
    assert_eq!(told(&mut client).await, two);
    let refused = client.ask("pack.agreed", json!({ "scenario": SCENARIO })).await.unwrap_err();
    assert_eq!(refused["code"], 2);
    assert!(
        refused["message"].as_str().unwrap().contains("nothing of 'kernstown-1-stone-wall' is agreed on"),
        "{refused}"
    );

    let pack = read(&mut client, "D", "-/0/1", None).await;
    share(&mut client, &pack, "Dan").await;
    let three = [value("-/0/1", &["Ann", "Ben", "Dan"], true), value("-/0/2", &["Cal"], false)];
    assert_eq!(told(&mut client).await, three);
    let listed = client.ask("pack.shared", json!({})).await.unwrap();
    let first = &listed["shares"][0];
    assert_eq!(
        (&first["author"], &first["title"], &first["counted"]),
        (&json!("Ann"), &json!("A"), &json!("once"))
    );
    assert_eq!(listed["shares"][1]["counted"], "alike", "Ben's files are Ann's, to the letter");
    assert_eq!(listed["shares"][1]["of"], "Ann");
    let of = |list: &Value, id: &str| {
        list.as_array().unwrap().iter().find(|one| one["scenario"] == id).cloned().unwrap()
    };
    assert_eq!(of(&first["scenarios"], SCENARIO)["read"], json!([{ "kind": "combat", "facts": 1 }]));
    let scenario = of(&listed["scenarios"], SCENARIO);
    let counts = ["readers", "read", "agreed", "disputed"].map(|name| scenario[name].as_u64().unwrap());
    assert_eq!(counts, [4, 1, 1, 1]);

    // The pack of what they agree on is sound, says so, and can be played on.
    let agreed = client.ask("pack.agreed", json!({ "scenario": SCENARIO })).await.unwrap();
    assert!(agreed["title"].as_str().unwrap().ends_with("as readers agree"), "{agreed}");
    let about = agreed["about"].as_str().unwrap();
    assert!(about.contains("1 fact that at least 3 readers") && about.contains("Ann, Ben, Dan."), "{about}");
    let asked = json!({ "scenario": SCENARIO, "pack": agreed["pack"] });
    let opened = client.ask("pack.open", asked).await.unwrap();
    let row = &opened["files"][CHARTS]["combat"]["row"][0];
    assert_eq!((&row["cells"][COLUMN], &row["labels"]), (&json!("-/0/1"), &json!(".......p.....")));
    let game = json!({ "scenario": SCENARIO, "pack": agreed["pack"], "mode": "hot-seat" });
    client.ask("game.new", game).await.unwrap();

    // A share is withdrawn by its secret alone, and once.
    let (share, pack) = &made[0];
    let withdraw = |secret: &Value| json!({ "share": share["share"], "secret": secret });
    assert_eq!(client.ask("pack.withdraw", withdraw(&json!("x"))).await.unwrap_err()["code"], 4);
    assert_eq!(client.ask("pack.withdraw", withdraw(&share["secret"])).await.unwrap(), json!({}));
    assert_eq!(client.ask("pack.withdraw", withdraw(&share["secret"])).await.unwrap_err()["code"], 4);
    assert_eq!(told(&mut client).await[0], value("-/0/1", &["Ben", "Dan"], false));
    // The pack itself is there as before.
    client.ask("pack.open", json!({ "scenario": SCENARIO, "pack": pack })).await.unwrap();
    site.close().await;

    // All is as it was when the server comes back.
    let site = open(folder.path(), sharing()).await;
    let mut client = site.client().await;
    assert_eq!(told(&mut client).await[0], value("-/0/1", &["Ben", "Dan"], false));
    site.close().await;
}

#[tokio::test]
async fn nobody_counts_twice_who_shares_twice() {
    let folder = tempdir().unwrap();
    let site = open(folder.path(), sharing()).await;
    let mut client = site.client().await;
    let ann = read(&mut client, "A", "-/0/1", None).await;
    share(&mut client, &ann, "Ann").await;
    // The same pack by other names.
    share(&mut client, &ann, "Ben").await;
    share(&mut client, &ann, "Cal").await;
    assert_eq!(told(&mut client).await, [value("-/0/1", &["Ann"], false)]);
    // The same name, with other files.
    let other = read(&mut client, "B", "-/0/1", None).await;
    share(&mut client, &other, " ANN ").await;
    let third = read(&mut client, "C", "-/0/2", None).await;
    share(&mut client, &third, "ann").await;
    assert_eq!(told(&mut client).await, [value("-/0/1", &["Ann"], false)]);
    // What somebody kept over the pack of another without reading it anew.
    let copy = read(&mut client, "D", "-/0/1", Some(&ann)).await;
    share(&mut client, &copy, "Dan").await;
    assert_eq!(told(&mut client).await, [value("-/0/1", &["Ann"], false)]);
    let listed = client.ask("pack.shared", json!({})).await.unwrap();
    let counted: Vec<&str> =
        listed["shares"].as_array().unwrap().iter().map(|s| s["counted"].as_str().unwrap()).collect();
    assert_eq!(counted, ["once", "same", "same", "again", "again", "alike"]);
    assert_eq!(listed["shares"][5]["copied"], 1);
    let again = client.ask("pack.share", json!({ "pack": ann, "author": "ANN" })).await.unwrap_err();
    assert_eq!(
        (&again["code"], &again["message"]),
        (&json!(2), &json!("this pack is shared by this name already"))
    );
    site.close().await;
}

#[tokio::test]
async fn what_cannot_be_shared_is_told_and_nothing_is_kept() {
    let folder = tempdir().unwrap();
    let site = open(folder.path(), Limits { shared_packs: 2, ..Limits::default() }).await;
    let mut client = site.client().await;
    let pack = read(&mut client, "A", "-/0/1", None).await;
    let long = "x".repeat(81);
    for (author, note) in
        [("", ""), ("  ", ""), (&*long, ""), ("A\nnn", ""), ("Ann\u{202e}", ""), ("Ann", "a\tb")]
    {
        let asked = json!({ "pack": pack, "author": author, "note": note });
        let refused = client.ask("pack.share", asked).await.unwrap_err();
        assert_eq!(refused["code"], -32602, "{author:?} {note:?}: {refused}");
        let field = if note.is_empty() { "author: " } else { "note: " };
        assert!(refused["message"].as_str().unwrap().starts_with(field), "{refused}");
    }
    let unknown = json!({ "pack": "0".repeat(64), "author": "Ann" });
    assert_eq!(client.ask("pack.share", unknown).await.unwrap_err()["code"], 5);
    let nowhere = client.ask("pack.readers", json!({ "scenario": "nowhere" })).await.unwrap_err();
    assert_eq!(nowhere["message"], "scenario: there are no files of 'nowhere'");
    assert_eq!(client.ask("pack.shared", json!({})).await.unwrap()["shares"], json!([]));
    share(&mut client, &pack, "Ann").await;
    share(&mut client, &pack, "Ben").await;
    let full = client.ask("pack.share", json!({ "pack": pack, "author": "Cal" })).await.unwrap_err();
    assert_eq!((&full["code"], &full["data"]["limit"]), (&json!(7), &json!("max-shared-packs")), "{full}");
    site.close().await;
}

#[tokio::test]
async fn a_server_shares_nothing_unless_it_was_told_to_and_only_so_often() {
    let folder = tempdir().unwrap();
    let site = open(folder.path(), Limits::default()).await;
    let mut client = site.client().await;
    assert!(client.ask("initialize", json!({})).await.unwrap().get("sharing").is_none());
    for (method, params) in [
        ("pack.shared", json!({})),
        ("pack.share", json!({ "pack": "0", "author": "Ann" })),
        ("pack.withdraw", json!({ "share": "0", "secret": "0" })),
        ("pack.readers", json!({ "scenario": SCENARIO })),
        ("pack.agreed", json!({ "scenario": SCENARIO })),
    ] {
        let refused = client.ask(method, params).await.unwrap_err();
        assert_eq!(refused["code"], 2, "{method}: {refused}");
        assert!(refused["message"].as_str().unwrap().contains("--shared-packs"), "{method}: {refused}");
    }
    site.close().await;
    let limits = Limits { shares_of: Limit::set(1), ..sharing() };
    let site = open(folder.path(), limits).await;
    let mut client = site.client().await;
    let pack = read(&mut client, "A", "-/0/1", None).await;
    share(&mut client, &pack, "Ann").await;
    let refused = client.ask("pack.share", json!({ "pack": pack, "author": "Ben" })).await.unwrap_err();
    assert_eq!((&refused["code"], &refused["data"]["limit"]), (&json!(7), &json!("shares-per-hour")));
    site.close().await;
}

/// A pack that is shared stays, however many are made after it; one that nobody shares any longer
/// goes as others do.
pub async fn a_shared_pack_is_kept(backend: Backend) {
    use sqlx::Executor;
    let folder = backend.folder();
    let site = open(folder.path(), sharing()).await;
    let mut client = site.client().await;
    let shared = read(&mut client, "A", "-/0/1", None).await;
    share(&mut client, &shared, "Ann").await;
    let mut hands = hands(folder.path()).await;
    hands.execute("UPDATE packs SET created = 1").await.unwrap();
    for number in 0..201 {
        let id = format!("{number:064}");
        let insert = format!("INSERT INTO packs (id, title, files, created) VALUES ('{id}', 'P', '{{}}', 2)");
        hands.execute(sqlx::AssertSqlSafe(insert)).await.unwrap();
    }
    read(&mut client, "B", "-/0/1", None).await;
    let asked = json!({ "scenario": SCENARIO, "pack": shared });
    site.close().await;
    let site = open(folder.path(), sharing()).await;
    let mut client = site.client().await;
    client.ask("pack.open", asked).await.unwrap();
    assert_eq!(told(&mut client).await, [value("-/0/1", &["Ann"], false)]);
    site.close().await;
}
