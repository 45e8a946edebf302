//! Links for signing in, by mail: to whom they go, how long they are good for, and what they open.

use catalog::Library;
use serde_json::{Value, json};
use server::accounts::Settings;
use tempfile::tempdir;

use crate::accounts::{Club, ORIGIN, PASSWORD, over_noticed, settings};
use crate::kept_in::Backend;
use crate::mail_server::{Mail, MailServer};
use crate::notices::{open_with, own_network};
use crate::site::{hands, open_store};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;

/// The secret in a mail.
fn secret(mail: &Mail) -> String {
    mail.link("#link=").split_once("#link=").unwrap().1.to_owned()
}

impl Club {
    /// An address of mail that an account has confirmed: the channel.
    async fn address(&self, server: &MailServer, cookie: &str, to: &str) -> Value {
        let added = self.post("notices/add", cookie, json!({ "kind": "mail", "to": to })).await;
        assert_eq!(added.status, 200, "{added:?}");
        let confirm = server.accepted().pop().unwrap().link("/confirm/");
        let path = confirm.strip_prefix(crate::accounts::ORIGIN).unwrap();
        let head = "Host: games.example\r\nConnection: close\r\nContent-Length: 0";
        self.site.raw(&format!("POST {path} HTTP/1.1\r\n{head}\r\n\r\n")).await;
        added.body["channel"]["channel"].clone()
    }

    async fn ask_for_link(&self, name: &str) -> (u16, Value) {
        let asked = self.post("mail/ask", "", json!({ "name": name })).await;
        (asked.status, asked.body)
    }

    async fn come_by(&self, link: &str) -> crate::accounts::Answer {
        self.post("mail/sign-in", "", json!({ "link": link })).await
    }
}

pub async fn who_has_forgotten_the_password_comes_in_by_a_link_and_sets_another(backend: Backend) {
    let folder = backend.folder();
    let server = MailServer::open().await;
    let club = open_with(folder.path(), Default::default(), own_network(Some(&server))).await;
    let ann = club.join("Ann").await;
    assert_eq!(club.get("me", "").await.body["mail"], true);
    // Notices may go to the first, links may not: that was not said with the password.
    club.address(&server, &ann, "ann@work.example").await;
    club.later(1);
    let channel = club.address(&server, &ann, "ann@example.org").await;
    let wrong = json!({ "channel": channel, "proof": { "password": "not the password" } });
    let refused = club.post("mail/let-open", &ann, wrong).await;
    assert_eq!((refused.status, refused.error()), (401, "The password is wrong."));
    let right = json!({ "channel": channel, "proof": { "password": PASSWORD } });
    let told = club.post("mail/let-open", &ann, right.clone()).await;
    let opens = |at: usize| &told.body["channels"][at]["opens"];
    assert_eq!((told.status, opens(0), opens(1)), (200, &json!(false), &json!(true)));
    assert_eq!(told.body["channels"][0]["to"], "ann@work.example");

    assert_eq!(club.ask_for_link("ann").await, (200, json!({})));
    let mail = server.next().await;
    assert_eq!(&*mail.to, "ann@example.org", "it would have come to the other first");
    assert!(mail.text.contains("signs in to Ann on Longroll"), "{}", mail.text);
    let link = secret(&mail);
    let came = club.come_by(&link).await;
    assert_eq!((came.status, &came.body["account"]["name"]), (200, &json!("Ann")), "{came:?}");
    let again = club.come_by(&link).await;
    assert_eq!((again.status, &again.body["account"]), (404, &Value::Null), "it is good once");
    let here = came.cookie().unwrap();
    assert_eq!(club.who(&here).await, "Ann");

    // What came with it stands for the password, once.
    let proof = came.body["proof"].as_str().unwrap();
    let set = club.post("password", &here, json!({ "link": proof, "new": "fifes at sundown" })).await;
    assert_eq!(set.status, 200, "{set:?}");
    assert_eq!(club.who(&ann).await, Value::Null, "all other sessions are over");
    assert_eq!(club.sign_in("Ann", "fifes at sundown").await.status, 200);
    let here = set.cookie().unwrap();
    let spent = club.post("delete", &here, json!({ "link": proof })).await;
    assert_eq!(spent.status, 404);
    assert_eq!(club.who(&here).await, "Ann");

    // Closing needs no password.
    let told = club.post("mail/let-open", &here, json!({ "channel": channel, "proof": null })).await;
    assert_eq!(told.body["channels"][1]["opens"], false);
    club.later(HOUR);
    assert_eq!(club.ask_for_link("Ann").await.0, 200);
    club.site.close().await;
    assert!(server.accepted().is_empty());
}

#[tokio::test]
async fn a_link_and_what_comes_with_it_run_out_and_open_one_account() {
    let folder = tempdir().unwrap();
    let server = MailServer::open().await;
    let club = open_with(folder.path(), Default::default(), own_network(Some(&server))).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let channel = club.address(&server, &ann, "ann@example.org").await;
    let right = json!({ "channel": channel, "proof": { "password": PASSWORD } });
    assert_eq!(club.post("mail/let-open", &ben, right.clone()).await.status, 404, "it is not Ben's");
    assert_eq!(club.post("mail/let-open", &ann, right).await.status, 200);
    let link = async || {
        assert_eq!(club.ask_for_link("Ann").await.0, 200);
        secret(&server.next().await)
    };
    let late = link().await;
    club.later(15 * MINUTE);
    assert_eq!(club.come_by(&late).await.status, 404);
    let came = club.come_by(&link().await).await;
    let proof = json!({ "link": came.body["proof"], "new": "fifes at sundown" });
    let other = club.post("password", &ben, proof.clone()).await;
    assert_eq!(other.status, 404, "it stands for Ann's password only");
    club.later(HOUR);
    let came = club.come_by(&link().await).await;
    club.later(10 * MINUTE);
    let proof = json!({ "link": came.body["proof"], "new": "fifes at sundown" });
    assert_eq!(club.post("password", &came.cookie().unwrap(), proof).await.status, 404);
    assert_eq!(club.sign_in("Ann", PASSWORD).await.status, 200);
    for odd in ["", "00", &late] {
        assert_eq!(club.come_by(odd).await.status, 404);
    }
    club.site.close().await;
}

#[tokio::test]
async fn links_that_nobody_follows_take_no_room() {
    let folder = tempdir().unwrap();
    let server = MailServer::open().await;
    let settings = Settings { ceremonies: 2, ..settings() };
    let store = open_store(folder.path(), Default::default()).await;
    let shown = (Default::default(), Library::new());
    let club = over_noticed(store, settings, ORIGIN, shown, Some(own_network(Some(&server)))).await;
    let ann = club.join("Ann").await;
    let channel = club.address(&server, &ann, "ann@example.org").await;
    let right = json!({ "channel": channel, "proof": { "password": PASSWORD } });
    assert_eq!(club.post("mail/let-open", &ann, right).await.status, 200);
    let mut links = Vec::new();
    for _ in 0..3 {
        assert_eq!(club.ask_for_link("Ann").await.0, 200);
        links.push(secret(&server.next().await));
    }
    let left = sqlx::query_scalar("SELECT COUNT(*) FROM ceremonies");
    let left: i64 = left.fetch_one(&mut hands(folder.path()).await).await.unwrap();
    assert_eq!(left, 0);
    assert_eq!(club.come_by(&links[0]).await.status, 200);
    club.site.close().await;
}

#[tokio::test]
async fn nobody_learns_who_has_an_account_by_asking_for_links_nor_floods_them() {
    let folder = tempdir().unwrap();
    let server = MailServer::open().await;
    let club = open_with(folder.path(), Default::default(), own_network(Some(&server))).await;
    club.join("Ann").await;
    for name in ["Ann", "Nobody Here"] {
        for _ in 0..3 {
            assert_eq!(club.ask_for_link(name).await, (200, json!({})), "{name}");
        }
        let (status, told) = club.ask_for_link(name).await;
        let sentence = told["error"].as_str().unwrap();
        assert_eq!(status, 429);
        assert!(sentence.starts_with("Too many links were asked for this name; try again in"), "{sentence}");
    }
    club.later(HOUR);
    assert_eq!(club.ask_for_link("Ann").await.0, 200);
    club.site.close().await;
    assert!(server.accepted().is_empty());
    let plain = tempdir().unwrap();
    let club = open_with(plain.path(), Default::default(), own_network(None)).await;
    assert_eq!(club.get("me", "").await.body["mail"], false);
    let (status, told) = club.ask_for_link("Ann").await;
    assert_eq!((status, &told["error"]), (404, &json!("Mail is not set up on this server.")));
    club.site.close().await;
}
