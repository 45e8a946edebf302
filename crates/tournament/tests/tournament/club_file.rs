//! The file of a tournament: what is read of it, and what is said of one that cannot be so.

use std::io;
use std::sync::LazyLock;

use catalog::Library;
use proptest::prelude::*;
use tournament::club::{Advantages, BLANK, ClubFile, Kind, NotDrawn};

static LIBRARY: LazyLock<Library> = LazyLock::new(|| systems::library().expect("the data is sound"));

const SWISS: &str = r#"title = "Autumn"
kind = "swiss"
rounds = 3
scenarios = ["training", "chickamauga-1975"]
options = { touch-move = true }
lots = "drawn by Ada"

[[player]]
name = "Ada"
rating = 1620

[[player]]
name = "Ben"
rating = { rating = 1540, deviation = 80, volatility = 0.05 }

[[player]]
name = "Cid"
withdrew = 1

[[player]]
name = "The recruit"
commander = "recruit"

[[player]]
name = "Eve"
enters = 2

[[round]] # the first
date = 2026-10-01
games = [
  { union = "Ada", confederate = "Cid", result = "union" },
  { union = "Cid", confederate = "Ada", result = "draw" },
  { union = "The recruit", confederate = "Ben", result = "confederate", advice = true },
  { union = "Ben", confederate = "The recruit", result = "confederate forfeits" },
]
"#;

const KNOCK_OUT: &str = r#"title = "Cup"
kind = "knock-out"
scenarios = ["training"]
games = 1
player = [{ name = "A", rating = 4 }, { name = "B", rating = 3 }, { name = "C", rating = 2 }, { name = "D", rating = 1 }]

[[round]]
games = [{ union = "A", confederate = "D", result = "draw" }, { union = "C", confederate = "B", result = "union" }]
through = ["D"]
"#;

fn read(text: &str) -> Result<ClubFile, String> {
    ClubFile::read("event.toml", text, &LIBRARY).map_err(|faults| faults.to_string())
}

fn sound(text: &str) -> ClubFile {
    read(text).unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

#[test]
fn a_tournament_is_read_and_its_next_round_added() {
    let file = sound(SWISS);
    assert_eq!((file.title.as_str(), file.event.kind, file.games), ("Autumn", Kind::Swiss, 2));
    let draw = file.event.draw().expect("a round");
    let longer = file.with_round(SWISS, &draw);
    // Ada, Ben: a point and more each; Eve came late, and one of two without a point has her.
    assert_eq!(
        longer.strip_prefix(SWISS).expect("nothing before it is changed"),
        "\n[[round]] # 2\nscenario = \"chickamauga-1975\"\ngames = [\n  \
         { union = \"Ben\", confederate = \"Ada\", result = \"\" },\n  \
         { union = \"Ada\", confederate = \"Ben\", result = \"\" },\n  \
         { union = \"Eve\", confederate = \"The recruit\", result = \"\" },\n  \
         { union = \"The recruit\", confederate = \"Eve\", result = \"\" },\n]\n"
    );
    assert_eq!(sound(&longer).event.draw(), Err(NotDrawn::Unfinished));
}

#[test]
fn names_are_quoted_where_they_have_to_be() {
    let odd = SWISS.replace("\"Ben\"", r#""Ben \"the\\ Axe\" Ö'Hara""#);
    let file = sound(&odd);
    let longer = file.with_round(odd.trim_end(), &file.event.draw().expect("a round"));
    assert!(sound(&longer).event.played[1].contests[0].players.contains(&1));
}

#[test]
fn a_round_is_added_with_the_line_endings_of_the_file() {
    let windows = SWISS.replace('\n', "\r\n");
    let file = sound(&windows);
    let longer = file.with_round(&windows, &file.event.draw().expect("a round"));
    let unix = file.with_round(SWISS, &file.event.draw().expect("a round"));
    assert_eq!(longer, unix.replace('\n', "\r\n"));
    // The last line has no ending yet.
    let longer = file.with_round(windows.trim_end(), &file.event.draw().expect("a round"));
    assert_eq!(longer, unix.replace('\n', "\r\n"));
    sound(&longer);
}

#[test]
fn a_name_is_the_same_however_its_accents_are_encoded() {
    const ONE: &str = "Zo\u{eb}";
    const TWO: &str = "Zoe\u{308}";
    let both = SWISS.replacen("\"Ben\"", &format!("\"{ONE}\""), 1).replace("\"Ben\"", &format!("\"{TWO}\""));
    assert!(both.contains(ONE) && both.contains(TWO));
    let contests = sound(&both).event.played[0].contests.clone();
    assert!(contests.iter().any(|contest| contest.players.contains(&1)), "{contests:?}");
    let twice = SWISS.replace("\"Ada\"", &format!("\"{ONE}\"")).replace("\"Eve\"", &format!("\"{TWO}\""));
    assert!(read(&twice).expect_err("there are two").contains("name: there is a"));
    // Lots are drawn from names, and from a text.
    let lots = |name: &str| {
        let draw = |n: u32| {
            let names = [name, "Ada", "Ben", "Cid"].map(|name| format!("{{ name = \"{name}\" }}")).join(", ");
            let cup = "title = \"Cup\"\nkind = \"knock-out\"\nscenarios = [\"training\"]";
            sound(&format!("{cup}\nlots = \"{n} of {name}\"\nplayer = [{names}]")).event.draw()
        };
        (0..8).map(|n| draw(n).expect("a round")).collect::<Vec<_>>()
    };
    assert_eq!(lots(ONE), lots(TWO));
}

#[test]
fn ratings_count_games_at_the_table_without_advice() {
    let file = sound(SWISS);
    let ratings = file.ratings(&LIBRARY, &Advantages::shipped().expect("it is sound"), &[]);
    assert_eq!((ratings.games, ratings.unrated.len()), (2, 1));
    assert_eq!((ratings.unrated[0].round, ratings.unrated[0].why.as_str()), (1, "a player had advice"));
    assert_eq!(ratings.before[1].deviation, 80.0);
    assert!(ratings.after[0].rating != ratings.before[0].rating);
    assert_eq!(ratings.after[3].rating, 1500.0, "the recruit's games are not rated");
    let unrated = sound(&SWISS.replace("rounds = 3", "rounds = 3\nrated = false"));
    assert_eq!(unrated.ratings(&LIBRARY, &Advantages::default(), &[]).games, 0);
}

#[test]
fn advantages_are_those_that_were_measured_with_the_options_that_are_played() {
    let advantages = Advantages::shipped().expect("it is sound");
    let with = sound(SWISS);
    let without =
        sound(&SWISS.replace("options = { touch-move = true }", "options = { touch-move = false }"));
    let of = |file: &ClubFile, scenario| file.advantage(&LIBRARY, &advantages, scenario);
    assert_eq!(of(&with, "chickamauga-1975"), None);
    assert_eq!(of(&without, "training"), None);
    let measured = advantages.of("chickamauga-1975").expect("it was measured").points();
    assert!(measured.abs() > 1.0);
    assert_eq!(of(&without, "chickamauga-1975"), Some(measured));
}

#[test]
fn the_file_to_begin_with_is_sound() {
    let file = sound(BLANK);
    assert_eq!(file.event.entrants.len(), 3);
    assert_eq!(file.commander(2), Some("veteran"));
    // What it says in comments can be played too.
    let all =
        BLANK.replace("# options", "options").replace("# lots", "lots").replace("# tie-breaks", "tie-breaks");
    sound(&all.replace("# rated", "rated").replace("# enters", "enters").replace("# withdrew", "withdrew"));
}

#[test]
fn a_knock_out_goes_on_with_who_was_named() {
    let file = sound(KNOCK_OUT);
    let last = file.event.draw().expect("a round");
    let names = last.matches[0].players.map(|player| file.name(player));
    assert!(names.contains(&"C") && names.contains(&"D"), "{names:?}");
}

#[test]
fn what_is_wrong_is_said_at_its_line() {
    for (base, from, to, what) in [
        (
            SWISS,
            "title = \"Autumn\"",
            "titel = \"Autumn\"",
            "1: titel: there is no such field; one of these was",
        ),
        (SWISS, "title = \"Autumn\"", "title = \" \"", "1: title: text was expected, not nothing"),
        (SWISS, "\"swiss\"", "\"suisse\"", "2: kind: 'suisse': swiss, round-robin or knock-out was expected"),
        (SWISS, "rounds = 3\n", "\n", "1: rounds: a Swiss has a number of rounds"),
        (SWISS, "rounds = 3", "rounds = 0", "3: rounds: a whole number from 1 to 50 was expected"),
        (SWISS, "\"swiss\"", "\"round-robin\"", "3: rounds: only a Swiss has a number of rounds"),
        (SWISS, "\"training\"", "\"trainig\"", "4: there is no scenario 'trainig'"),
        (
            SWISS,
            "\"chickamauga-1975\"",
            "\"kernstown-training\"",
            "4: 'kernstown-training' is of the system 'kernstown'",
        ),
        (SWISS, "[\"training\", \"chickamauga-1975\"]", "[]", "4: scenarios: at least one was expected"),
        (SWISS, "touch-move = true", "chew = true", "5: options: 'training' has no option 'chew'"),
        (SWISS, "touch-move = true", "touch-move = 1", "5: options: touch-move: true or false was expected"),
        (
            SWISS,
            "lots = \"drawn",
            "tie-breaks = [\"buchholtz\"] # ",
            "6: tie-breaks: 'buchholtz': one of these",
        ),
        (SWISS, "lots = \"drawn", "games = 3 # ", "6: games: a whole number from 1 to 2 was expected"),
        (SWISS, "name = \"Ben\"", "name = \"Ben \"", "13: name: no space was expected around it"),
        (SWISS, "name = \"Ben\"", "name = \"B\\u202een\"", "13: name: the character U+202E cannot be shown"),
        (SWISS, "name = \"Ben\"", "name = \"B\\u0000\"", "13: name: the character U+0000 cannot be shown"),
        (
            SWISS,
            "name = \"Ben\"",
            "name = \"recruit (computer)\"",
            "13: name: 'recruit (computer)' is a name that",
        ),
        (SWISS, "title = \"", "title = \"\\u200b", "1: title: the character U+200B cannot be shown"),
        (SWISS, "name = \"Ben\"", "name = \"ada\"", "13: name: there is a 'ada' already"),
        (SWISS, "rating = 1620", "rating = \"good\"", "10: rating: a number from 0 to 4000 was expected"),
        (SWISS, "deviation = 80", "deviation = 8000", "14: deviation: a number from 10 to 350 was expected"),
        (
            SWISS,
            "commander = \"recruit\"",
            "commander = \"admiral\"",
            "22: commander: 'admiral': one of these",
        ),
        (
            SWISS,
            "\"Ada\", confederate = \"Cid\", result = \"union\"",
            "\"Adam\", confederate = \"Cid\"",
            "31: union: there is no player 'Adam'",
        ),
        (
            SWISS,
            "\"Ada\", confederate = \"Cid\"",
            "\"Ada\", confederate = \"Ada\"",
            "31: games: two players were expected",
        ),
        (
            SWISS,
            "result = \"union\"",
            "result = \"victory\"",
            "31: result: 'victory': one of these was expected: union,",
        ),
        (SWISS, "result = \"union\"", "result = \"union\", hash = \"12\"", "31: hash: 64 hexadecimal digits"),
        (
            SWISS,
            "  { union = \"Cid\", confederate = \"Ada\", result = \"draw\" },\n",
            "",
            "31: games: a match has 2, each side once",
        ),
        (
            SWISS,
            "union = \"Cid\", confederate = \"Ada\"",
            "union = \"Ada\", confederate = \"Cid\"",
            "32: games: 'Ada' has had the Union",
        ),
        (
            SWISS,
            "union = \"Ben\", confederate = \"The recruit\"",
            "union = \"Ben\", confederate = \"Ada\"",
            "34: games: 'Ada' has another opponent",
        ),
        (SWISS, "withdrew = 1", "withdrew = 0", "31: games: 'Cid' does not play in round 1"),
        (SWISS, "date = 2026-10-01", "byes = [\"Eve\"]", "29: byes: 'Eve' does not play in round 1"),
        (SWISS, "date = 2026-10-01", "byes = [\"Ada\"]", "29: byes: 'Ada' is in this round already"),
        (
            SWISS,
            "[[round]] # the first",
            "[[round]]\n[[round]]\n[[round]]\n[[round]]",
            "31: round 4: the tournament is over",
        ),
        (KNOCK_OUT, "through = [\"D\"]\n", "[[round]]\n", "9: round 2: in round 1 neither 'A' nor 'D' won"),
        (KNOCK_OUT, "[\"D\"]", "[\"B\"]", "9: through: 'C' won this match"),
        (KNOCK_OUT, "[\"D\"]", "[\"A\", \"D\"]", "9: through: only one of two can go on"),
        (
            KNOCK_OUT,
            "confederate = \"D\"",
            "confederate = \"B\"",
            "7: round 1: 'A' and 'D' meet in it, as it is drawn",
        ),
        (KNOCK_OUT, "through = [\"D\"]", "byes = [\"A\"]", "9: byes: 'A' is in this round already"),
        (
            KNOCK_OUT,
            "rating = 3 }",
            "rating = 3, enters = 2 }",
            "5: enters: only a Swiss admits late entrants",
        ),
    ] {
        assert!(base.contains(from), "{from}");
        let faults = read(&base.replacen(from, to, 1)).expect_err(what);
        let told = faults.lines().any(|line| line.starts_with(&format!("event.toml:{what}")));
        assert!(told, "{what} was expected:\n{faults}");
    }
}

#[test]
fn every_fault_is_told_and_the_first_line_comes_first() {
    let wrong = SWISS
        .replace("result = \"draw\"", "result = \"even\"")
        .replace("rating = 1620", "rating = -1")
        .replace("\"training\", ", "\"nowhere\", ");
    let faults = read(&wrong).expect_err("it is not sound");
    let lines: Vec<&str> = faults.lines().map(|line| line.split(": ").next().unwrap_or_default()).collect();
    assert_eq!(lines, ["event.toml:4", "event.toml:10", "event.toml:32"]);
    let faults = read("title = \"A\nkind =\n").expect_err("it is no TOML");
    assert!(faults.contains("event.toml:1: ") && faults.contains("event.toml:2: "), "{faults}");
}

#[test]
fn a_record_that_is_not_there_is_a_fault_at_its_line() {
    let text = SWISS.replace("result = \"draw\"", "result = \"draw\", record = \"none.jsonl\"");
    let mut asked = Vec::new();
    let faults = sound(&text).verify("event.toml", &text, &LIBRARY, &mut |path| {
        asked.push(path.to_owned());
        Err(io::ErrorKind::NotFound.into())
    });
    assert_eq!(asked, ["none.jsonl"]);
    assert_eq!(
        faults.expect_err("it is not there").to_string(),
        "event.toml:32: record: none.jsonl: entity not found"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever is done to a file, it is read or refused in words, and nothing stops the program.
    #[test]
    fn a_mangled_file_is_read_or_refused_at_a_line(
        base in prop::sample::select(vec![SWISS, KNOCK_OUT, BLANK]),
        edits in prop::collection::vec((0usize..4, 0usize..2000, 0usize..2000), 1..4),
    ) {
        let mut lines: Vec<String> = base.lines().map(str::to_owned).collect();
        for (edit, a, b) in edits {
            let count = lines.len();
            let (a, b) = (a % count, b % count);
            match edit {
                0 => drop(lines.remove(a)),
                1 => lines.insert(a, lines[b].clone()),
                2 => lines.swap(a, b),
                _ => {
                    let words: Vec<&str> = lines[b].split(' ').collect();
                    let word = words[a % words.len()].to_owned();
                    let mut other: Vec<String> = lines[a].split(' ').map(str::to_owned).collect();
                    let at = b % other.len();
                    other[at] = word;
                    lines[a] = other.join(" ");
                }
            }
        }
        let text = lines.join("\n");
        match ClubFile::read("event.toml", &text, &LIBRARY) {
            Ok(file) => {
                let standings = file.event.standings(&file.tie_breaks);
                prop_assert_eq!(standings.len(), file.event.entrants.len());
                if let Ok(draw) = file.event.draw() {
                    sound(&file.with_round(&text, &draw));
                }
            }
            Err(faults) => {
                prop_assert!(!faults.0.is_empty());
                for fault in faults.0 {
                    prop_assert!(fault.line >= 1 && fault.line <= lines.len() + 1 && !fault.what.is_empty());
                }
            }
        }
    }
}
