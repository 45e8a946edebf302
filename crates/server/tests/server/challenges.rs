//! Challenges: who may accept which, what comes of it, and who hears of them.

use serde_json::{Value, json};
use server::store;
use tempfile::tempdir;

use crate::accounts::{Club, ORIGIN, PASSWORD, listed, of_account, open, over, settings};
use crate::kept_in::Backend;
use crate::site::{hands, open_store};

const DAY: i64 = 24 * 3600;

/// A challenge to one game of the heap.
fn plain() -> Value {
    json!({ "terms": { "scenario": "heap" }, "side": "union" })
}

/// The same with other fields.
fn with(more: Value) -> Value {
    let mut made = plain();
    for (field, value) in more.as_object().unwrap() {
        made[field] = value.clone();
    }
    made
}

/// Makes a challenge: what came back.
async fn make(club: &Club, cookie: &str, challenge: Value) -> Value {
    let made = club.post("/club/challenges/make", cookie, challenge).await;
    assert_eq!(made.status, 200, "{made:?}");
    made.body
}

async fn accept(club: &Club, cookie: &str, made: &Value) -> crate::accounts::Answer {
    let mut sent = json!({ "challenge": made["challenge"] });
    if made["link"].is_string() {
        sent["link"] = made["link"].clone();
    }
    club.post("/club/challenges/accept", cookie, sent).await
}

/// The challenges that somebody is shown: who made each.
async fn shown(club: &Club, cookie: &str) -> Vec<String> {
    let told = club.get("/club/challenges", cookie).await;
    assert_eq!(told.status, 200, "{told:?}");
    let by = |one: &Value| one["by"].as_str().unwrap().to_owned();
    told.body["challenges"].as_array().unwrap().iter().map(by).collect()
}

/// What is at that path, as it is read at the server's public address.
async fn read(club: &Club, path: &str) -> String {
    club.site.raw(&format!("GET {path} HTTP/1.0\r\nHost: games.example\r\nConnection: close\r\n\r\n")).await
}

#[tokio::test]
async fn an_open_challenge_is_accepted_and_both_find_the_game() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let made = make(&club, &ann, plain()).await;
    assert_eq!(made["link"], Value::Null);
    // A guest sees it, and nobody's account in it.
    let told = club.get("/club/challenges", "").await;
    let one = &told.body["challenges"][0];
    assert_eq!(
        (&one["by"], &one["title"], &one["yours"]),
        (&json!("Ann"), &json!("The heap"), &json!(false))
    );
    assert_eq!(
        one["terms"],
        json!({ "scenario": "heap", "options": {}, "games": 1, "rated": false, "shown": false })
    );
    let none = accept(&club, "", &made).await;
    assert_eq!((none.status, none.error()), (401, "You are not signed in."));
    let own = accept(&club, &ann, &made).await;
    assert_eq!((own.status, own.error()), (400, "This challenge is your own."));

    let begun = accept(&club, &ben, &made).await;
    assert_eq!(begun.status, 200, "{begun:?}");
    assert_eq!(begun.body["players"], json!(["Ann", "Ben"]));
    assert_eq!(begun.body["you"], 1);
    let game = begun.body["games"][0]["game"].as_str().unwrap().to_owned();
    assert_eq!(begun.body["games"][0]["you"], "confederate");
    assert_eq!(listed(&mut club.client(&ann).await, &[]).await, [(game.clone(), "union".to_owned(), true)]);
    assert_eq!(
        listed(&mut club.client(&ben).await, &[]).await,
        [(game.clone(), "confederate".to_owned(), true)]
    );
    assert_eq!(shown(&club, "").await, Vec::<String>::new());
    // An answer that was lost on its way is given again; a third is told that it is gone.
    assert_eq!(accept(&club, &ben, &made).await.body["games"][0]["game"], *game);
    let late = accept(&club, &club.join("Cal").await, &made).await;
    assert_eq!(late.status, 404);
    assert!(late.error().contains("it was accepted or withdrawn"), "{late:?}");
    // The page of the game names the players.
    let of = club.get(&format!("/club/game/{game}"), "").await;
    assert_eq!(of.body["match"]["games"][0]["players"], json!({ "union": "Ann", "confederate": "Ben" }));
    assert_eq!(club.get("/club/game/none", "").await.body, json!({ "match": null }));
    club.site.close().await;
}

pub async fn of_two_who_accept_at_once_one_has_it(backend: Backend) {
    let folder = backend.folder();
    let here = open(folder.path()).await;
    let there = over(open_store(folder.path(), store::Settings::default()).await, settings(), ORIGIN).await;
    let (ann, ben, cal) = (here.join("Ann").await, here.join("Ben").await, here.join("Cal").await);
    for _ in 0..5 {
        let made = make(&here, &ann, with(json!({ "side": "either" }))).await;
        let (one, other) = tokio::join!(accept(&here, &ben, &made), accept(&there, &cal, &made));
        let mut statuses = [one.status, other.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 404], "{one:?} {other:?}");
        let late = if one.status == 404 { one } else { other };
        assert!(late.error().starts_with("This challenge is no longer open"), "{late:?}");
    }
    assert_eq!(listed(&mut here.client(&ann).await, &[]).await.len(), 5);
    let (bens, cals) = (here.client(&ben).await, here.client(&cal).await);
    let mut theirs = 0;
    for mut client in [bens, cals] {
        theirs += listed(&mut client, &[]).await.len();
    }
    assert_eq!(theirs, 5, "nobody holds half a match");
    here.site.close().await;
    there.site.close().await;
}

#[tokio::test]
async fn a_challenge_by_name_or_by_link_is_for_those_alone() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (ann, ben, cal) = (club.join("Ann").await, club.join("Ben").await, club.join("Cal").await);
    // By name: in whatever spelling.
    let named = make(&club, &ann, with(json!({ "to": "bEN" }))).await;
    assert_eq!(shown(&club, "").await.len(), 0);
    assert_eq!(shown(&club, &cal).await.len(), 0);
    assert_eq!(shown(&club, &ann).await.len(), 1);
    let bens = club.get("/club/challenges", &ben).await.body;
    assert_eq!(
        (&bens["challenges"][0]["to_you"], &bens["challenges"][0]["to"]),
        (&json!(true), &json!("Ben"))
    );
    assert_eq!(accept(&club, &cal, &named).await.status, 404);
    assert_eq!(club.get("/club/notices", &ben).await.body["to_you"], 1);
    // He declines; nobody else can.
    let one = json!({ "challenge": named["challenge"] });
    assert_eq!(club.post("/club/challenges/end", &cal, one.clone()).await.status, 404);
    assert_eq!(club.post("/club/challenges/end", &ben, one.clone()).await.status, 200);
    assert_eq!(accept(&club, &ben, &named).await.status, 404);

    let linked = make(&club, &ann, with(json!({ "link": true }))).await;
    for cookie in ["", &ben] {
        assert_eq!(shown(&club, cookie).await.len(), 0);
        let look = club.post("/club/challenges/look", cookie, json!({ "link": linked["link"] })).await;
        assert_eq!(look.body["by"], "Ann", "{look:?}");
    }
    let wrong = club.post("/club/challenges/look", &ben, json!({ "link": "0123" })).await;
    assert_eq!(wrong.status, 404);
    let without = json!({ "challenge": linked["challenge"] });
    assert_eq!(club.post("/club/challenges/accept", &cal, without).await.status, 404);
    let kept = sqlx::query_scalar::<_, String>("SELECT link FROM challenges");
    let kept = kept.fetch_one(&mut hands(folder.path()).await).await.unwrap();
    assert_ne!(linked["link"], kept.as_str(), "the secret itself is not kept");
    assert_eq!(accept(&club, &cal, &linked).await.status, 200);
    club.site.close().await;
}

pub async fn a_challenge_is_withdrawn_runs_out_and_goes_with_its_account(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let made = make(&club, &ann, plain()).await;
    let one = json!({ "challenge": made["challenge"] });
    assert_eq!(club.post("/club/challenges/end", &ben, one.clone()).await.status, 404);
    assert_eq!(club.post("/club/challenges/end", &ann, one).await.status, 200);
    assert_eq!(accept(&club, &ben, &made).await.status, 404);

    let brief = make(&club, &ann, with(json!({ "days": 3 }))).await;
    club.later(3 * DAY - 1);
    assert_eq!(shown(&club, &ben).await.len(), 1);
    club.later(1);
    assert_eq!(shown(&club, &ben).await.len(), 0);
    assert_eq!(accept(&club, &ben, &brief).await.status, 404);
    let count = || async {
        let query = sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM challenges");
        query.fetch_one(&mut hands(folder.path()).await).await.unwrap()
    };
    assert_eq!(count().await, 1);
    club.accounts.sweep().await;
    assert_eq!(count().await, 0);

    let last = make(&club, &ann, plain()).await;
    make(&club, &ben, with(json!({ "to": "Ann" }))).await;
    assert_eq!(club.post("delete", &ann, json!({ "password": PASSWORD })).await.status, 200);
    assert_eq!(count().await, 0);
    assert_eq!(accept(&club, &ben, &last).await.status, 404);
    club.site.close().await;
}

pub async fn the_newest_open_challenges_are_told_and_all_of_ones_own(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    make(&club, &ann, plain()).await;
    make(&club, &ann, with(json!({ "to": "Ben" }))).await;
    for n in 0..6 {
        let other = club.join(&format!("Other {n}")).await;
        for _ in 0..17 {
            club.later(1);
            make(&club, &other, plain()).await;
        }
    }
    let of = |shown: Vec<String>| {
        let own = shown.iter().filter(|by| *by == "Ann").count();
        (shown.iter().filter(|by| *by == "Other 0").count(), own, shown.len(), shown[0].clone())
    };
    let newest = "Other 5".to_owned();
    // So many are open at once: the oldest three gave way.
    assert_eq!(of(shown(&club, "").await), (15, 0, 100, newest.clone()));
    assert_eq!(of(shown(&club, &ann).await), (15, 1, 101, newest.clone()));
    assert_eq!(of(shown(&club, &ben).await), (15, 1, 101, newest));
    club.site.close().await;
}

pub async fn an_account_has_only_so_many_unstarted_games_of_challenges(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let (ann, ben, cal) = (club.join("Ann").await, club.join("Ben").await, club.join("Cal").await);
    let of = |games: u8| with(json!({ "terms": { "scenario": "heap", "games": games } }));
    let mut begun = Vec::new();
    for _ in 0..20 {
        let accepted = accept(&club, &ben, &make(&club, &ann, of(2)).await).await;
        assert_eq!(accepted.status, 200, "{accepted:?}");
        begun.push(accepted.body);
    }
    let one_more = make(&club, &ann, of(1)).await;
    let of_cal = make(&club, &cal, of(1)).await;
    let told = "An account may have 40 games from challenges in which nobody has given an order yet. ";
    for (cookie, challenge, more) in [(&ben, &of_cal, "Start or resign"), (&cal, &one_more, "The challenger")]
    {
        let refused = accept(&club, cookie, challenge).await;
        assert_eq!(refused.status, 409, "{refused:?}");
        assert!(refused.error().starts_with(&format!("{told}{more}")), "{refused:?}");
    }
    // With its first order a game counts as begun.
    let game = begun[0]["games"][0]["game"].as_str().unwrap();
    club.take(&ann, game, "union").await;
    let two_more = make(&club, &ann, of(2)).await;
    assert_eq!(accept(&club, &ben, &two_more).await.status, 409);
    assert_eq!(accept(&club, &ben, &one_more).await.status, 200);
    club.site.close().await;
}

#[tokio::test]
async fn what_is_wrong_with_a_challenge_is_told_and_nothing_is_made() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    for (challenge, status, told) in [
        (with(json!({ "terms": { "scenario": "valley" } })), 400, "scenario: "),
        (with(json!({ "terms": { "scenario": "heap", "games": 3 } })), 400, "games: "),
        (
            with(json!({ "terms": { "scenario": "heap", "rated": true, "pack": "mine" } })),
            400,
            "pack: a rated game",
        ),
        (
            with(
                json!({ "terms": { "scenario": "heap", "games": 2, "bid": { "side": "union", "points": 3 } } }),
            ),
            400,
            "bid: ",
        ),
        (with(json!({ "terms": { "scenario": "heap", "dice": [6] } })), 400, "This is not what"),
        (with(json!({ "side": "both" })), 400, "This is not what"),
        (with(json!({ "days": 91 })), 400, "days: between 1 and 90"),
        (with(json!({ "days": 0 })), 400, "days: between 1 and 90"),
        (with(json!({ "to": "Ann" })), 400, "You cannot challenge yourself."),
        (with(json!({ "to": "Zed" })), 404, "No one here has that name."),
        (with(json!({ "to": "Ben", "link": true })), 400, "A challenge is for one player or"),
    ] {
        let refused = club.post("/club/challenges/make", &ann, challenge.clone()).await;
        assert_eq!(refused.status, status, "{challenge}: {refused:?}");
        assert!(refused.error().starts_with(told), "{challenge}: {refused:?}");
    }
    assert_eq!(club.post("/club/challenges/make", "", plain()).await.status, 401);
    assert_eq!(shown(&club, &ann).await.len(), 0);
    for _ in 0..20 {
        make(&club, &ann, plain()).await;
    }
    let many = club.post("/club/challenges/make", &ann, plain()).await;
    assert_eq!(many.status, 409);
    assert!(many.error().contains("withdraw one first"), "{many:?}");
    // No pack is read for one too many: nobody is told whether it is here.
    let pack = with(json!({ "terms": { "scenario": "heap", "pack": "0".repeat(64) } }));
    let packed = club.post("/club/challenges/make", &ann, pack.clone()).await;
    assert_eq!((packed.status, packed.error()), (many.status, many.error()));
    assert_eq!(club.post("/club/challenges/make", &ben, pack).await.status, 404);
    // Nobody else's are counted.
    make(&club, &ben, plain()).await;
    club.site.close().await;
}

#[tokio::test]
async fn a_bid_and_a_match_of_two_and_the_rematch_with_sides_changed() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (ann, ben, cal) = (club.join("Ann").await, club.join("Ben").await, club.join("Cal").await);
    // Ann offers the favoured side for four points: she takes the other.
    let bid = json!({ "side": "confederate",
        "terms": { "scenario": "heap", "rated": true, "bid": { "side": "union", "points": 4 } } });
    let made = make(&club, &ann, bid).await;
    let begun = accept(&club, &ben, &made).await;
    assert_eq!(begun.body["terms"]["bid"], json!({ "side": "union", "points": 4 }));
    assert_eq!(begun.body["players"], json!(["Ben", "Ann"]));
    let rematch = json!({ "match": begun.body["match"] });
    let early = club.post("/club/rematch", &ann, rematch.clone()).await;
    assert_eq!((early.status, early.error()), (409, "This match is not over yet."));
    let game = begun.body["games"][0]["game"].as_str().unwrap();
    club.client(&ben).await.take(game, &of_account("union", game), 10).await.unwrap();
    let mine = club.get("/club/matches", &ann).await.body["matches"][0].clone();
    // In the heap there are no points: Ben took the last, but gives four.
    let result = &mine["games"][0]["result"];
    assert_eq!((&result["winner"], &result["margin"]), (&json!("confederate"), &json!(-4)));
    assert_eq!(mine["scores"], json!([{ "halves": 0, "margin": -4 }, { "halves": 2, "margin": 4 }]));
    assert_eq!(club.post("/club/rematch", &cal, rematch.clone()).await.status, 404);
    let again = club.post("/club/rematch", &ann, rematch.clone()).await;
    assert_eq!(again.status, 200, "{again:?}");
    let twice = club.post("/club/rematch", &ann, rematch).await;
    assert_eq!(twice.status, 409, "{twice:?}");
    let seen = club.get("/club/challenges", &ben).await.body["challenges"][0].clone();
    assert_eq!(
        (&seen["side"], &seen["to_you"], &seen["terms"]),
        (&json!("union"), &json!(true), &mine["terms"])
    );
    // Ben asks for the same: that is his answer, and no second rematch.
    let rematch = json!({ "match": mine["match"] });
    let crossed = club.post("/club/rematch", &ben, rematch.clone()).await;
    assert_eq!((crossed.status, &crossed.body["match"]), (200, &again.body["challenge"]), "{crossed:?}");
    let all = club.get("/club/matches", &ben).await.body["matches"].clone();
    assert_eq!(all.as_array().unwrap().len(), 2, "{all}");
    let of = all.as_array().unwrap().iter().find(|one| one["match"] == crossed.body["match"]).unwrap();
    assert_eq!(of["players"], json!(["Ann", "Ben"]));
    assert_eq!(club.get("/club/challenges", &ben).await.body["challenges"], json!([]));
    for player in [&ann, &ben] {
        let third = club.post("/club/rematch", player, rematch.clone()).await;
        assert_eq!((third.status, third.error()), (409, "The rematch has already begun."));
    }

    // A match of two: each side once, and nobody is advised.
    let two = json!({ "side": "union", "terms": { "scenario": "heap", "rated": true, "games": 2 } });
    let begun = accept(&club, &cal, &make(&club, &ann, two).await).await;
    let you = |number: usize| begun.body["games"][number]["you"].clone();
    assert_eq!([you(0), you(1)], ["confederate", "union"]);
    let game = begun.body["games"][0]["game"].as_str().unwrap();
    let asked = json!({ "game": game, "token": of_account("confederate", game) });
    let refused = club.client(&cal).await.ask("game.advice", asked).await.unwrap_err();
    assert!(refused["message"].as_str().unwrap().contains("advice"), "{refused}");
    club.site.close().await;
}

#[tokio::test]
async fn a_rematch_that_both_ask_for_at_once_begins_once_and_one_declined_may_be_asked_for_again() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let begun = accept(&club, &ben, &make(&club, &ann, plain()).await).await;
    let game = begun.body["games"][0]["game"].as_str().unwrap();
    let side = begun.body["games"][0]["you"].as_str().unwrap();
    let resigns = json!({ "game": game, "token": of_account(side, game) });
    club.client(&ben).await.ask("game.resign", resigns).await.unwrap();
    let rematch = json!({ "match": begun.body["match"] });
    let asked = club.post("/club/rematch", &ann, rematch.clone()).await;
    let declined = json!({ "challenge": asked.body["challenge"] });
    assert_eq!(club.post("/club/challenges/end", &ben, declined).await.status, 200);
    let both = tokio::join!(
        club.post("/club/rematch", &ann, rematch.clone()),
        club.post("/club/rematch", &ben, rematch.clone())
    );
    assert_eq!((both.0.status, both.1.status), (200, 200), "{both:?}");
    let all = club.get("/club/matches", &ann).await.body["matches"].clone();
    assert_eq!(all.as_array().unwrap().len(), 2, "{all}");
    club.site.close().await;
}

#[tokio::test]
async fn who_leaves_gives_up_the_matches_that_go_on() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let begun = accept(&club, &ben, &make(&club, &ann, plain()).await).await;
    let wrong = club.post("delete", &ann, json!({ "password": "not the password" })).await;
    assert_eq!(wrong.status, 401);
    let goes_on = club.get("/club/matches", &ben).await.body["matches"][0].clone();
    assert_eq!(goes_on["over"], false);
    assert_eq!(club.post("delete", &ann, json!({ "password": PASSWORD })).await.status, 200);
    let over = club.get("/club/matches", &ben).await.body["matches"][0].clone();
    assert_eq!(over["players"], json!([null, "Ben"]));
    let result = &over["games"][0]["result"];
    assert_eq!((&result["winner"], &result["by"]), (&json!("confederate"), &json!("resignation")));
    let again = club.post("/club/rematch", &ben, json!({ "match": begun.body["match"] })).await;
    assert_eq!((again.status, again.error()), (404, "Your opponent has left."));
    club.site.close().await;
}

#[tokio::test]
async fn an_account_gives_its_matches_up_once_it_is_deleted_and_not_before() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    accept(&club, &ben, &make(&club, &ann, plain()).await).await;
    let by_hand = async |statement: &'static str| {
        sqlx::query(statement).execute(&mut hands(folder.path()).await).await.unwrap();
    };
    let is_over =
        async || club.get("/club/matches", &ben).await.body["matches"][0]["over"].as_bool().unwrap();
    let delete = async || club.post("delete", &ann, json!({ "password": PASSWORD })).await.status;
    by_hand("CREATE TRIGGER stays BEFORE DELETE ON accounts BEGIN SELECT RAISE(FAIL, 'stays'); END").await;
    assert_eq!(delete().await, 500);
    assert!(!is_over().await, "the account is still there, and could begin one more");
    by_hand("DROP TRIGGER stays").await;
    // It is deleted though its game cannot be given up, which is made good later.
    by_hand("CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(FAIL, 'full'); END").await;
    assert_eq!(delete().await, 200);
    assert!(!is_over().await);
    by_hand("DROP TRIGGER full").await;
    club.site.games.look_after_matches().await;
    assert!(is_over().await);
    club.site.close().await;
}

#[tokio::test]
async fn games_are_watched_whose_players_allow_it() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let mut games = Vec::new();
    for shown in [true, false] {
        let made = make(&club, &ann, with(json!({ "terms": { "scenario": "heap", "shown": shown } }))).await;
        games.push(accept(&club, &ben, &made).await.body["games"][0]["game"].as_str().unwrap().to_owned());
    }
    let told = club.get("/club/watch", "").await.body;
    assert_eq!(told["going"].as_array().unwrap().len(), 1);
    assert_eq!(told["going"][0]["games"][0]["game"], *games[0]);
    assert_eq!((&told["going"][0]["you"], &told["over"]), (&Value::Null, &json!([])));
    let mut anns = club.client(&ann).await;
    anns.take(&games[0], &of_account("union", &games[0]), 10).await.unwrap();
    let told = club.get("/club/watch", "").await.body;
    assert_eq!(told["going"], json!([]));
    assert_eq!(told["over"][0]["games"][0]["result"]["by"], "end");
    club.site.close().await;
}

pub async fn who_asked_for_notice_is_told_in_a_feed_and_a_number(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    make(&club, &ann, plain()).await;
    let nothing = json!({ "wanted": false, "feed": null, "to_you": 0, "new": 0 });
    assert_eq!(club.get("/club/notices", &ben).await.body, nothing);
    assert_eq!(club.get("/club/notices", "").await.status, 401);
    let wanted = club.post("/club/notices", &ben, json!({ "wanted": true })).await.body;
    let path = wanted["feed"].as_str().unwrap().to_owned();
    assert_eq!((&wanted["wanted"], &wanted["new"]), (&json!(true), &json!(0)));
    club.later(1);
    make(&club, &ann, with(json!({ "side": "either", "terms": { "scenario": "heap", "rated": true } })))
        .await;
    let named = make(&club, &ann, with(json!({ "to": "Ben" }))).await;
    make(&club, &ben, plain()).await;
    let told = club.get("/club/notices", &ben).await.body;
    assert_eq!((&told["to_you"], &told["new"]), (&json!(1), &json!(1)));
    let feed = read(&club, &path).await;
    for line in [
        "application/atom+xml",
        "<title>Challenges for Ben</title>",
        "<title>Ann challenges you: The heap</title>",
        "<title>Ann challenges anybody: The heap</title>",
        "A coin decides who plays which side.\nWithout clocks, rated.",
        "<link href=\"https://games.example/club\"/>",
    ] {
        assert!(feed.contains(line), "{line}: {feed}");
    }
    assert!(!feed.contains("Ben challenges"), "{feed}");
    assert_eq!(club.post("/club/seen", &ben, json!({})).await.status, 200);
    assert_eq!(club.get("/club/notices", &ben).await.body["new"], 0);
    accept(&club, &ben, &named).await;
    let feed = read(&club, &path).await;
    assert!(feed.contains("Your match against Ann has begun: The heap"), "{feed}");
    // All of it is in what Ben takes along.
    let export = club.get("export", &ben).await.body;
    assert_eq!(export["club"]["matches"].as_array().unwrap().len(), 1);
    assert_eq!(export["club"]["challenges"].as_array().unwrap().len(), 1);
    assert_eq!(export["club"]["notices"]["feed"], path.as_str());
    // Turned off, the address is nobody's, and a new one is another.
    assert_eq!(club.post("/club/notices", &ben, json!({ "wanted": false })).await.body["wanted"], false);
    let gone = read(&club, &path).await;
    assert!(gone.contains(" 404 "), "{gone}");
    let again = club.post("/club/notices", &ben, json!({ "wanted": true })).await.body;
    assert_ne!(again["feed"], path.as_str());
    club.site.close().await;
}

#[tokio::test]
async fn another_sites_page_changes_nothing() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let ann = club.join("Ann").await;
    for path in [
        "challenges/make",
        "challenges/accept",
        "challenges/end",
        "challenges/look",
        "rematch",
        "notices",
        "seen",
    ] {
        let request = format!(
            "POST /club/{path} HTTP/1.1\r\nHost: games.example\r\nConnection: close\r\nOrigin: https://evil.example\r\n\
             Content-Type: application/json\r\nCookie: {ann}\r\nContent-Length: 2\r\n\r\n{{}}"
        );
        let answer = club.site.raw(&request).await;
        assert!(answer.starts_with("HTTP/1.1 403"), "{path}: {answer}");
    }
    club.site.close().await;
}

#[tokio::test]
async fn a_challenge_that_is_there_already_takes_nobodys_place() {
    let folder = tempdir().unwrap();
    let store = open_store(folder.path(), store::Settings::default()).await;
    let open_to_all = |id: usize, by: &str| store::KeptChallenge {
        id: format!("challenge {id:03}"),
        link: None,
        by: by.to_owned(),
        to: None,
        terms: "{}".to_owned(),
        created: 1,
        until: 100,
    };
    let accounts = "WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 100) \
        INSERT INTO accounts SELECT 'account ' || n, 'Account ' || n, '', 0, 0, '' FROM n";
    sqlx::query(accounts).execute(&mut hands(folder.path()).await).await.unwrap();
    for id in 0..100 {
        let made = store.make_challenge(&open_to_all(id, &format!("account {id}")), (20, 50)).await.unwrap();
        assert_eq!(made, store::ChallengeKept::Made);
    }
    let ids = async || {
        let kept = store.challenges(store::Asked::Open, 2).await.unwrap();
        kept.into_iter().map(|kept| kept.id).collect::<std::collections::BTreeSet<String>>()
    };
    let before = ids().await;
    assert_eq!(before.len(), 100);
    let again = store.make_challenge(&open_to_all(99, "account 100"), (20, 50)).await.unwrap();
    assert_eq!((again, ids().await), (store::ChallengeKept::There, before.clone()));
    // A new one takes the place of one of them.
    assert_eq!(
        store.make_challenge(&open_to_all(100, "account 100"), (20, 50)).await.unwrap(),
        store::ChallengeKept::Made
    );
    let after = ids().await;
    assert_eq!((after.len(), after.difference(&before).count()), (100, 1));
    store.close().await;
}
