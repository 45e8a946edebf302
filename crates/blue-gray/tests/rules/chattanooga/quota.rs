//! 17: what may be moved.

use serde_json::{Value, json};

use crate::chattanooga::{EDITIONS, FAR, XII, holder, next_movement, path};
use crate::check::*;

/// Twenty brigades of one side, two in each of ten hexes of open ground, and where each moves to.
fn crowd(side: Side) -> (Vec<String>, Vec<(String, String)>) {
    let (mut units, mut moves) = (Vec::new(), Vec::new());
    for column in 13..=17 {
        for (row, to) in [(16, 15), (18, 17)] {
            for i in 0..2 {
                let id = format!("n{column}{row}{i}");
                units.push(format!("{id} {} infantry 4 {column}{row}", side.word()));
                moves.push((id, format!("{column}{to}")));
            }
        }
    }
    (units, moves)
}

/// Moves units until one may not be; how many were moved, and the case that stopped the next.
fn moves_until_refused(table: &mut Table, side: Side, moves: &[(String, String)]) -> (usize, Option<String>) {
    for (done, (unit, to)) in moves.iter().enumerate() {
        let order = json!({"move": {"unit": unit, "to": to}});
        if !table.legal(side, order.clone()) {
            return (done, Some(table.case(side, order)));
        }
        table.order(side, order);
    }
    (moves.len(), None)
}

fn set_crowd(edition: &str, side: Side, turn: u8, others: &[&str]) -> (Table, Vec<(String, String)>) {
    let (units, moves) = crowd(side);
    let mut all: Vec<&str> = units.iter().map(String::as_str).collect();
    all.extend(others);
    (on(edition).units(&all).turn(turn).movement(side).set(), moves)
}

#[test]
fn chattanooga_17_11_the_union_moves_eleven_units_in_a_phase() {
    for edition in EDITIONS {
        let (mut table, moves) = set_crowd(edition, Union, 1, &[FAR]);
        assert_eq!(table.view()["quota"]["limit"], 11);
        assert_eq!(moves_until_refused(&mut table, Union, &moves), (11, Some("17.11".to_owned())));
        assert_eq!(
            (&table.view()["quota"]["moved"], &table.view()["quota"]["case"]),
            (&json!(11), &json!("17.11"))
        );
        assert!(table.hexes(Union, "move", &moves[15].0).is_empty());
        // The next phase has eleven again.
        next_movement(&mut table, Union);
        assert_eq!(table.view()["quota"]["moved"], 0);
        assert_eq!(moves_until_refused(&mut table, Union, &moves[11..]), (9, None));
    }
}

#[test]
fn chattanooga_17_11_attacks_are_not_limited() {
    // Twelve pairs in contact.
    let pairs: Vec<(String, String)> = [13, 15, 17, 19, 21, 23]
        .into_iter()
        .flat_map(|column| [15, 18].map(|row| (format!("{column}{row}"), format!("{column}{}", row + 1))))
        .collect();
    let units: Vec<String> = pairs
        .iter()
        .flat_map(|(a, x)| [format!("a{a} union infantry 9 {a}"), format!("x{x} confederate infantry 9 {x}")])
        .collect();
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut table = on("chattanooga-1975").units(&units).combat(Union).dice(&[1; 12]).set();
    for (a, x) in &pairs {
        table.attacks(Union, &[&format!("a{a}")], &[x]);
        table.settle();
    }
    table.end_combat(Union);
}

#[test]
fn chattanooga_17_12_the_reinforcements_do_not_count_until_turn_5() {
    for edition in EDITIONS {
        let (mut table, moves) = set_crowd(edition, Union, 2, &[&XII[..], &[FAR]].concat());
        table.order(Union, path("u-1-2-xii", &["0427"]));
        assert_eq!(table.view()["quota"]["moved"], 0);
        assert_eq!(moves_until_refused(&mut table, Union, &moves).0, 11);
        // With the quota used up the others still come on.
        table.order(Union, path("u-2-2-xii", &["0427"]));
        table.order(Union, path("u-3-2-xii", &["0528"]));
        assert_eq!(table.view()["quota"]["moved"], 11);
        // So it is on turn 4; from turn 5, a night without union movement, they count like the
        // others.
        for (turn, counted) in [(4, 0), (6, 1)] {
            let (mut table, moves) = set_crowd(edition, Union, turn, &["u-1-2-xii 0427", FAR]);
            table.moves(Union, "u-1-2-xii", "0426");
            assert_eq!(table.view()["quota"]["moved"], counted, "turn {turn}");
            assert_eq!(moves_until_refused(&mut table, Union, &moves).0, 11 - counted, "turn {turn}");
        }
        let (mut table, moves) = set_crowd(edition, Union, 6, &["u-1-2-xii 0427", FAR]);
        moves_until_refused(&mut table, Union, &moves);
        assert_eq!(table.case(Union, path("u-1-2-xii", &["0426"])), "17.11");
    }
}

#[test]
fn chattanooga_17_12_a_brigade_of_xii_corps_comes_in_on_its_fellow_with_the_quota_used_up() {
    for edition in EDITIONS {
        let others = ["u-1-2-xii 0427", "u-2-2-xii 0425", "s union infantry 4 0425", FAR];
        let (mut table, moves) = set_crowd(edition, Union, 3, &others);
        assert_eq!(moves_until_refused(&mut table, Union, &moves).0, 11);
        // s may not move, but the other brigade may: it is outside the quota until turn 5.
        table.moves(Union, "u-1-2-xii", "0425");
        assert_eq!(table.case(Union, json!({"end-movement": {}})), "5.32");
        table.moves(Union, "u-2-2-xii", "0424");
        table.end_movement(Union);
        // On turn 6 it counts, and could not go on.
        let (mut table, moves) = set_crowd(edition, Union, 6, &others);
        assert_eq!(moves_until_refused(&mut table, Union, &moves[..10]).0, 10);
        assert_eq!(table.case(Union, json!({"move": {"unit": "u-1-2-xii", "to": "0425"}})), "5.32");
    }
}

#[test]
fn chattanooga_17_13_retreats_and_advances_do_not_count() {
    let (units, moves) = crowd(Union);
    let mut units: Vec<&str> = units.iter().map(String::as_str).collect();
    // One advances and one is thrown back in the union's phase; one is thrown back in the enemy's.
    units.extend([
        "a union infantry 9 2016",
        "x confederate infantry 1 2015",
        "b union infantry 1 2020",
        "y confederate infantry 9 2021",
    ]);
    let mut table = on("chattanooga-1975").units(&units).combat(Union).dice(&[1, 1, 4]).set();
    table.attacks(Union, &["a"], &["2015"]);
    table.order(Union, json!({"advance": {"unit": "a"}}));
    table.attacks(Union, &["b"], &["2021"]);
    table.settle();
    assert_eq!(table.at("a"), "2015");
    assert_ne!(table.at("b"), "2020");
    next_movement(&mut table, Union);
    assert_eq!(table.view()["quota"]["moved"], 0);
    assert_eq!(moves_until_refused(&mut table, Union, &moves).0, 11);
}

#[test]
fn chattanooga_17_14_seven_more_while_the_union_controls_1025() {
    for edition in EDITIONS {
        // A unit stands there.
        let (mut table, moves) = set_crowd(edition, Union, 1, &["a union infantry 4 1025", FAR]);
        assert_eq!(table.view()["quota"]["limit"], 18);
        assert_eq!(moves_until_refused(&mut table, Union, &moves), (18, Some("17.11".to_owned())));
        // It was there and went on.
        let (mut table, moves) = set_crowd(edition, Union, 1, &["a union infantry 4 1025", FAR]);
        table.order(Union, path("a", &["1126"]));
        assert_eq!(table.view()["quota"]["limit"], 18);
        assert_eq!(moves_until_refused(&mut table, Union, &moves).0, 17);
        next_movement(&mut table, Union);
        assert_eq!(table.view()["quota"]["limit"], 18, "in later phases too");
    }
}

#[test]
fn chattanooga_17_14_1025_won_in_the_middle_of_a_phase_gives_the_seven_more_from_then_on() {
    for edition in EDITIONS {
        let (mut table, moves) = set_crowd(edition, Union, 1, &["a union infantry 4 1126", FAR]);
        assert_eq!(moves_until_refused(&mut table, Union, &moves[..10]), (10, None));
        // The eleventh passes through it.
        table.order(Union, path("a", &["1025", "1126"]));
        assert_eq!(
            (&table.view()["quota"]["moved"], &table.view()["quota"]["limit"]),
            (&json!(11), &json!(18))
        );
        assert_eq!(moves_until_refused(&mut table, Union, &moves[10..]), (7, Some("17.11".to_owned())));
        // A twelfth that would have passed through it comes too late.
        let (mut table, moves) = set_crowd(edition, Union, 1, &["a union infantry 4 1126", FAR]);
        moves_until_refused(&mut table, Union, &moves[..11]);
        assert_eq!(table.case(Union, path("a", &["1025"])), "17.11");
    }
}

#[test]
fn chattanooga_17_14_1025_lost_again_takes_the_seven_away() {
    for edition in EDITIONS {
        let (mut table, moves) =
            set_crowd(edition, Union, 1, &["a union infantry 4 1025", "x confederate infantry 4 1124", FAR]);
        table.order(Union, path("a", &["1026"]));
        next_movement(&mut table, Confederate);
        assert_eq!(holder(&table, "1025"), "union");
        table.order(Confederate, path("x", &["1125", "1025"]));
        assert_eq!(holder(&table, "1025"), "confederate");
        table.end_movement(Confederate);
        table.attacks(Confederate, &["x"], &["1026"]);
        table.settle();
        next_movement(&mut table, Union);
        assert_eq!(table.view()["quota"]["limit"], 11);
        assert_eq!(moves_until_refused(&mut table, Union, &moves).0, 11);
    }
}

#[test]
fn chattanooga_17_15_control_is_a_unit_in_the_hex_or_the_last_to_have_moved_through() {
    for edition in EDITIONS {
        let start = on(edition).set();
        for (hex, side) in [
            ("1025", "confederate"),
            ("1514", "union"),
            ("1417", "union"),
            ("2207", "confederate"),
            ("2311", "confederate"),
            ("2416", "confederate"),
            ("2419", "confederate"),
        ] {
            assert_eq!(holder(&start, hex), side, "{hex} at the start");
        }
        let mut table = on(edition).units(&["a union infantry 4 1126", FAR]).movement(Union).set();
        assert_eq!(holder(&table, "1025"), "confederate", "next to it is not enough");
        table.order(Union, path("a", &["1025", "1126"]));
        assert_eq!(holder(&table, "1025"), "union");
        // A victory changes nothing; the advance does. 1025 is rough: 12 against 2 is 6-1.
        let units = ["a union infantry 12 1126", "x confederate infantry 1 1025"];
        let mut table = on(edition).units(&units).combat(Union).dice(&[1]).set();
        table.attacks(Union, &["a"], &["1025"]);
        assert_eq!(table.at("x"), "eliminated");
        assert_eq!(holder(&table, "1025"), "confederate");
        table.order(Union, json!({"advance": {"unit": "a"}}));
        assert_eq!(holder(&table, "1025"), "union");
    }
}

#[test]
fn chattanooga_17_16_confederates_move_as_many_as_they_like() {
    for edition in EDITIONS {
        let (mut table, moves) = set_crowd(edition, Confederate, 1, &["a union infantry 4 0522"]);
        assert_eq!(table.view()["quota"], Value::Null);
        assert_eq!(moves_until_refused(&mut table, Confederate, &moves), (20, None));
    }
}

#[test]
fn chattanooga_17_2_at_night_no_union_unit_moves() {
    for edition in EDITIONS {
        let units = ["a union infantry 4 1518", "u-sherman-guns 1304", FAR];
        let mut table = on(edition).units(&units).turn(5).movement(Union).set();
        assert_eq!(table.case(Union, path("a", &["1519"])), "17.2");
        assert_eq!(table.case(Union, path("u-sherman-guns", &["1303"])), "17.2");
        assert!(table.hexes(Union, "move", "a").is_empty());
        table.end_movement(Union);
        assert_eq!(table.asked(), "confederate movement");
        for turn in [4, 6] {
            let mut table = on(edition).units(&units).turn(turn).movement(Union).set();
            table.moves(Union, "a", "1519");
        }
    }
}

#[test]
fn chattanooga_17_2_at_night_confederates_move_and_may_leave_zones_but_not_enter_them() {
    for edition in EDITIONS {
        // x and y stand next to a, whose zone takes in 1617 as well.
        let units =
            ["a union infantry 4 1518", "x confederate infantry 4 1618", "y confederate infantry 4 1618"];
        let set = |turn: u8| on(edition).units(&units).turn(turn).movement(Confederate).set();
        let mut day = set(4);
        assert_eq!(day.case(Confederate, path("x", &["1719"])), "5.13");
        let mut night = set(5);
        assert_eq!(night.case(Confederate, path("x", &["1617"])), "10.2", "from zone to zone");
        night.order(Confederate, path("x", &["1719"]));
        night.order(Confederate, path("y", &["1719", "1720"]));
        assert_eq!((night.at("x"), night.at("y")), ("1719".to_owned(), "1720".to_owned()));
        // From outside nobody comes in.
        let units = ["a union infantry 4 1518", "x confederate infantry 4 1718", FAR];
        let mut night = on(edition).units(&units).turn(5).movement(Confederate).set();
        assert_eq!(night.case(Confederate, path("x", &["1618"])), "10.2");
        night.moves(Confederate, "x", "1717");
    }
}

#[test]
fn chattanooga_17_11_the_end_of_the_phase_counts_no_more_units_than_the_quota_still_lets_move() {
    let (mut table, moves) = set_crowd("chattanooga-1975", Union, 1, &[FAR]);
    for left in (0..=11).rev() {
        assert_eq!(table.ending(Union)["unmoved"], left);
        let (unit, to) = &moves[11 - left];
        if left > 0 {
            table.moves(Union, unit, to);
        }
    }
}

#[test]
fn case_5_32_a_quota_that_lets_too_few_move_on_is_told_with_how_many() {
    // Each that comes into a hex where two stand already is one more that has to move on.
    let crowding = [("n17180", "1716"), ("n17181", "1716"), ("n16180", "1616")];
    for (moved, come, left) in [(8, 1, "1 more unit"), (6, 2, "2 more units")] {
        let (mut table, moves) = set_crowd("chattanooga-1975", Union, 1, &[FAR]);
        let first = moves[..moved].iter().map(|(unit, to)| (unit.as_str(), to.as_str()));
        for (unit, to) in first.chain(crowding[..come].iter().copied()) {
            table.moves(Union, unit, to);
        }
        let (unit, to) = crowding[come];
        let (case, why) = table.refused(Union, json!({"move": {"unit": unit, "to": to}}));
        assert_eq!(case, "5.32");
        assert!(why.contains(&format!("would let {left} move on, too few")), "{why}");
    }
}
