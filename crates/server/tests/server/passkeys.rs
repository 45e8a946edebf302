//! Passkeys, as far as they go without a device: what is asked, for how long, and who may ask. The
//! page's tests have one.

use serde_json::{Value, json};
use server::accounts::Settings;
use server::store::{self, CeremonyAnswered, KeptPasskey, PasskeyRemoved};
use tempfile::tempdir;

use crate::accounts::{Club, PASSWORD, over, settings};
use crate::kept_in::Backend;
use crate::matches::id_of;
use crate::site::{hands, open_store};

const MINUTE: i64 = 60;

async fn open(folder: &std::path::Path, ceremonies: usize) -> Club {
    let store = open_store(folder, store::Settings::default()).await;
    over(store, Settings { ceremonies, ..settings() }, crate::accounts::ORIGIN).await
}

/// What somebody who makes it up would send.
pub fn made_up(ceremony: &Value) -> Value {
    let response = json!({ "attestationObject": "oA", "clientDataJSON": "e30" });
    let credential = json!({
        "id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": response,
        "clientExtensionResults": {},
    });
    json!({ "ceremony": ceremony, "credential": credential, "name": "Blue key" })
}

fn shown_up(ceremony: &Value) -> Value {
    let response = json!({
        "authenticatorData": "AAAA", "clientDataJSON": "e30", "signature": "AAAA", "userHandle": null,
    });
    let credential = json!({
        "id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": response,
        "clientExtensionResults": {},
    });
    json!({ "ceremony": ceremony, "credential": credential })
}

#[tokio::test]
async fn what_is_asked_names_the_server_and_tells_nobody_of_others() {
    let folder = tempdir().unwrap();
    let club = open(folder.path(), 100).await;
    let ann = club.join("Ann").await;
    let asked = club.post("passkeys/ask", "", json!({})).await;
    assert_eq!(asked.status, 200);
    let options = &asked.body["options"];
    assert_eq!(options["rpId"], "games.example");
    assert_eq!(options["userVerification"], "required");
    assert_eq!(options["allowCredentials"], json!([]), "whose they are nobody is told");
    let begun = club.post("passkeys/begin", &ann, json!({ "password": PASSWORD })).await;
    let options = &begun.body["options"];
    assert_eq!((&options["rp"]["id"], &options["user"]["name"]), (&json!("games.example"), &json!("Ann")));
    assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
    assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
    assert_ne!(asked.body["options"]["challenge"], options["challenge"]);
    // No account is made by asking; only the one who has one is told that a name is taken.
    for (name, status) in [("Ben", 200), ("ann", 409), ("Admin", 400)] {
        let begun = club.post("passkeys/begin-account", "", json!({ "name": name })).await;
        assert_eq!(begun.status, status, "{begun:?}");
    }
    assert_eq!(club.sign_in("Ben", PASSWORD).await.status, 401);
    let export = club.get("export", &ann).await;
    assert_eq!(export.body["passkeys"], json!([]));
    club.site.close().await;
}

#[tokio::test]
async fn who_adds_a_passkey_shows_the_password_first() {
    let folder = tempdir().unwrap();
    let club = open(folder.path(), 100).await;
    let ann = club.join("Ann").await;
    let refused = club.post("passkeys/begin", "", json!({ "password": PASSWORD })).await;
    assert_eq!((refused.status, refused.error()), (401, "You are not signed in."));
    let refused = club.post("passkeys/begin", &ann, json!({ "password": "not the password" })).await;
    assert_eq!((refused.status, refused.error()), (401, "The password is wrong."));
    let asked = club.post("passkeys/ask", "", json!({})).await;
    let proof = json!({ "passkey": shown_up(&asked.body["ceremony"]) });
    let refused = club.post("passkeys/begin", &ann, proof).await;
    assert_eq!((refused.status, refused.error()), (401, "This passkey was not accepted."));
    for odd in [json!({}), json!({ "old": PASSWORD }), json!({ "password": PASSWORD, "more": 1 })] {
        assert_eq!(club.post("passkeys/begin", &ann, odd).await.status, 400);
    }
    for odd in [
        json!({ "new": PASSWORD }),
        json!({ "old": PASSWORD, "passkey": shown_up(&json!("00")), "new": "x" }),
    ] {
        let refused = club.post("password", &ann, odd).await;
        assert_eq!(
            (refused.status, refused.error()),
            (400, "Either the old password, a passkey or a link's proof was expected.")
        );
    }
    assert_eq!(club.post("passkeys/remove", &ann, json!({ "passkey": "AAAA" })).await.status, 404);
    club.site.close().await;
}

pub async fn a_ceremony_is_answered_once_within_ten_minutes_and_by_its_owner(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path(), 100).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let begin = async || club.post("passkeys/begin", &ann, json!({ "password": PASSWORD })).await.body;
    let add = async |who: &str, ceremony: &Value| {
        let answer = club.post("passkeys/add", who, made_up(ceremony)).await;
        (answer.status, answer.error().to_owned())
    };
    let over = (404, "This took too long, or was already answered; start again.".to_owned());
    let refused = (401, "This passkey was not accepted.".to_owned());
    let begun = begin().await;
    assert_eq!(add(&ann, &begun["ceremony"]).await, refused);
    let begun = begin().await;
    assert_eq!(add(&ben, &begun["ceremony"]).await, over, "it was begun for another");
    let begun = begin().await;
    club.later(10 * MINUTE);
    assert_eq!(add(&ann, &begun["ceremony"]).await, over);
    let begun = begin().await;
    club.later(10 * MINUTE - 1);
    assert_eq!(add(&ann, &begun["ceremony"]).await, refused, "in time");
    let asked = club.post("passkeys/ask", "", json!({})).await.body;
    let shown = club.post("passkeys/sign-in", "", shown_up(&asked["ceremony"])).await;
    assert_eq!((shown.status, shown.error()), (401, "This passkey was not accepted."));
    // One kind is not the other.
    let asked = club.post("passkeys/ask", "", json!({})).await.body;
    assert_eq!(add(&ann, &asked["ceremony"]).await, over);
    let begun = begin().await;
    let crossed = club.post("passkeys/create-account", "", made_up(&begun["ceremony"])).await;
    assert_eq!(crossed.status, 404);
    // Only this server seals them, and nobody changes one.
    let mut forged = asked["ceremony"].as_str().unwrap().to_owned();
    let last = if forged.pop() == Some('A') { 'B' } else { 'A' };
    forged.push(last);
    let refused = club.post("passkeys/sign-in", "", shown_up(&json!(forged))).await;
    assert_eq!((refused.status, refused.error()), (404, &*over.1));
    // Each is accepted once, and of one account only so many at a time.
    let store = club.site.games.store();
    let answer = async |id: &str, account: &str, now| {
        store.answer_ceremony((id, account), (now, 600), 2).await.unwrap()
    };
    assert_eq!(answer("1", "ann", 0).await, CeremonyAnswered::Now);
    assert_eq!(answer("1", "ann", 0).await, CeremonyAnswered::Before);
    assert_eq!(answer("2", "ann", 0).await, CeremonyAnswered::Now);
    assert_eq!(answer("3", "ann", 599).await, CeremonyAnswered::TooOften);
    assert_eq!(answer("3", "ben", 599).await, CeremonyAnswered::Now, "that is nothing to others");
    assert_eq!(answer("3", "ann", 600).await, CeremonyAnswered::Now, "those before are swept");
    club.site.close().await;
}

#[tokio::test]
async fn those_who_only_begin_take_no_room() {
    let folder = tempdir().unwrap();
    let club = open(folder.path(), 3).await;
    let ann = club.join("Ann").await;
    let mut ceremonies = Vec::new();
    for _ in 0..20 {
        ceremonies.push(club.post("passkeys/ask", "", json!({})).await);
        ceremonies.push(club.post("passkeys/begin", &ann, json!({ "password": PASSWORD })).await);
        ceremonies.push(club.post("passkeys/begin-account", "", json!({ "name": "Ben" })).await);
    }
    assert!(ceremonies.iter().all(|asked| asked.status == 200), "{ceremonies:?}");
    assert!(ceremonies.iter().all(|asked| asked.body["ceremony"].as_str().unwrap().len() < 8192));
    let mut hands = hands(folder.path()).await;
    let left: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM ceremonies").fetch_one(&mut hands).await.unwrap();
    assert_eq!(left, 0);
    // The first may still be answered, here with what no device has signed.
    let first = |at: usize| &ceremonies[at].body["ceremony"];
    for (path, who, answer) in [
        ("passkeys/sign-in", "", shown_up(first(0))),
        ("passkeys/add", &*ann, made_up(first(1))),
        ("passkeys/create-account", "", made_up(first(2))),
    ] {
        let refused = club.post(path, who, answer).await;
        assert_eq!((refused.status, refused.error()), (401, "This passkey was not accepted."), "{path}");
    }
    club.site.close().await;
}

#[tokio::test]
async fn wrong_passkeys_are_counted_by_address() {
    let folder = tempdir().unwrap();
    let store = open_store(folder.path(), store::Settings::default()).await;
    let settings = Settings { failures_of: server::Limit::set(2), ..settings() };
    let club = over(store, settings, crate::accounts::ORIGIN).await;
    for status in [401, 401, 429] {
        let asked = club.post("passkeys/ask", "", json!({})).await.body;
        let shown = club.post("passkeys/sign-in", "", shown_up(&asked["ceremony"])).await;
        assert_eq!(shown.status, status, "{shown:?}");
    }
    club.site.close().await;
}

#[tokio::test]
async fn without_https_there_are_no_passkeys() {
    let folder = tempdir().unwrap();
    let store = open_store(folder.path(), store::Settings::default()).await;
    let club = over(store, settings(), "http://games.example").await;
    assert_eq!(club.get("me", "").await.body["passkeys"], false);
    club.site.close().await;
}

pub async fn a_passkey_is_kept_used_and_taken_away(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path(), 100).await;
    let account = {
        club.join("Ann").await;
        id_of(folder.path(), "Ann").await
    };
    let store = club.site.games.store();
    let new = KeptPasskey {
        id: "AAAA".to_owned(),
        account: account.clone(),
        name: "Blue key".to_owned(),
        key: "{}".to_owned(),
        created: 7,
        used: 0,
    };
    assert!(store.add_passkey(&new, 1).await.unwrap());
    assert!(!store.add_passkey(&new, 9).await.unwrap(), "somebody has it");
    let other = KeptPasskey { id: "BBBB".to_owned(), ..new.clone() };
    assert!(!store.add_passkey(&other, 1).await.unwrap(), "there are as many as may be");
    assert_eq!(store.passkeys(&account).await.unwrap(), std::slice::from_ref(&new));
    let used = KeptPasskey { key: "[1]".to_owned(), used: 9, ..new };
    store.use_passkey(&used).await.unwrap();
    assert_eq!(store.passkey("AAAA").await.unwrap(), Some(used));
    assert_eq!(store.remove_passkey(&account, "BBBB").await.unwrap(), PasskeyRemoved::Missing);
    assert_eq!(store.remove_passkey(&account, "AAAA").await.unwrap(), PasskeyRemoved::Gone);
    assert_eq!(store.passkey("AAAA").await.unwrap(), None);
    club.site.close().await;
}
