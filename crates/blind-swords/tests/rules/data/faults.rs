//! Files at fault: every fault is named with its file and line, and all of them at once.

use blind_swords::Library;
use hexmap::Faults;

use crate::data::read;

/// What loading says when one file has `new` in the place of the first `old`; with the line on
/// which `old` begins.
fn broken(file: &str, old: &str, new: &str) -> (usize, Faults) {
    let text = read(file).unwrap();
    let at = text.find(old).unwrap_or_else(|| panic!("{file} has no {old}"));
    let line = text[..at].matches('\n').count() + 1;
    let changed = text.replacen(old, new, 1);
    let library = Library::load(&|name| if name == file { Some(changed.clone()) } else { read(name) });
    (line, library.err().unwrap_or_else(|| panic!("{new} in {file} was accepted")))
}

/// The change must make a fault of that file `below` lines under where it begins that says
/// something.
fn check(file: &str, old: &str, new: &str, below: isize, says: &str) {
    let (line, faults) = broken(file, old, new);
    let line = line.checked_add_signed(below).unwrap();
    assert!(
        faults.0.iter().any(|f| f.file == file && f.line == line && f.what.contains(says)),
        "expected {file}:{line}: …{says}…\nfound\n{faults}"
    );
}

const INDEX: &str = "kernstown/index.toml";
const CHARTS: &str = "kernstown/charts.toml";
const CHITS: &str = "kernstown/chits.toml";
const NUMBERS: &str = "kernstown/numbers.toml";
const MAP: &str = "kernstown/map.toml";
const UNITS: &str = "kernstown/units-1862.toml";
const FIRST: &str = "kernstown/scenario-1.toml";
const SECOND: &str = "kernstown/scenario-2.toml";
const FIFTH: &str = "kernstown/scenario-5.toml";
const SIXTH: &str = "kernstown/scenario-6.toml";

#[test]
fn the_map() {
    check(MAP, "..........fffff...", "..........ffxff...", 0, "'x' in 1029 is not a terrain letter");
    check(MAP, "hexes = \"1937\"", "hexes = \"1999\"", 0, "'1999' is not a hex of this sheet");
    check(MAP, "points_to = \"1932\"", "points_to = \"2423\"", 0, "2423 touches no hex of this wall");
    check(MAP, "1140 1240 1239", "1140 1239", 0, "do not touch");
    check(
        MAP,
        "666666777778889876655555444444444433333344",
        "66666677777888987665555544444444443333334x",
        0,
        "is not a level",
    );
    let (line, faults) =
        broken(MAP, "[[slope]]\nsides = \"\"\"\n1", "[[slope]]\nsides = \"\"\"\n3525/3526 1");
    assert!(faults.0.iter().any(|f| f.line == line + 2 && f.what.contains("is to be 1 higher")), "{faults}");
}

#[test]
fn the_charts() {
    check(CHARTS, "\"-/0/1-3\"", "\"-/0/0-3\"", 0, "every CR from 0 to 6 once");
    check(CHARTS, "\"-/0/1-3\"", "\"-/0/1-7\"", 0, "'-/0/1-7'");
    check(CHARTS, "roll = \"24-26\"", "roll = \"24-27\"", 0, "two rolls such as");
    check(CHARTS, "least = [0.5, 1, 2", "least = [0.5, 1, 1", 0, "rise");
    check(CHARTS, "\"2M R2 (P1)\"", "\"4M R2 (P1)\"", 0, "'4M R2 (P1)'");
    check(CHARTS, "labels = \"rrrrrrr.....r\"", "labels = \"rrrrrrr.....\"", 0, "12 letters for 13 cells");
    check(CHARTS, "labels = \"rrrrrrr.....r\"", "labels = \"rrrrrrr....xr\"", 0, "invalid label 'x'");
    check(CHARTS, "\"M R1\"", "\"M R\"", 0, "'M R'");
    check(CHARTS, "\"D all\"", "\"D3\"", 0, "'D3'");
    check(CHARTS, "test = \"tough\"", "test = \"routine\"", 0, "there are two tests 'routine'");
    let (_, faults) = broken(CHARTS, "test = \"tough\"", "test = \"routine\"");
    assert!(faults.to_string().contains("the test 'tough' is missing"), "{faults}");
    let (_, faults) = broken(CHARTS, "test = \"close-fight\"", "test = \"routine\"");
    assert!(faults.to_string().contains("the test 'close-fight' is missing"), "{faults}");
    check(CHARTS, "id = \"carbines\"", "id = \"pistols\"", 0, "no rule asks for a shift 'pistols'");
    check(CHARTS, "id = \"carbines\"", "id = \"take-aim\"", 72, "there are two shifts 'take-aim'");
    let (_, faults) = broken(CHARTS, "id = \"carbines\"", "id = \"take-aim\"");
    assert!(faults.to_string().contains("these shifts are missing: carbines"), "{faults}");
    check(CHARTS, "effective = { factor = 1,", "effective = { factor = 0.3,", 0, "in steps of 0.25");
    check(CHARTS, "canister = \"1-2\"", "canister = \"2-1\"", 0, "hexes such as");
    check(CHARTS, "clear = { points = [1, 1, 1]", "clear = { points = [1, 1]", 0, "three numbers");
    check(CHARTS, "order = \"regroup\"", "order = \"defend\"", 0, "the order Regroup is missing");
    check(CHARTS, "\"union-wayward\"", "\"union-waylaid\"", 0, "'union-waylaid'");
    check(CHARTS, "broken-box-3 = { value = 3", "broken-box-3 = { value = 4", 0, "boxes 1 to 3");
    check(CHARTS, "hit = 4", "hits = 4", 0, "unknown field `hits`");
    let (_, faults) = broken(CHARTS, "\"k64-ransom\"", "\"k64-hunter\"");
    assert!(faults.to_string().contains("the general 'k64-hunter' has no chit"), "{faults}");
}

#[test]
fn the_numbers() {
    check(
        NUMBERS,
        "attackers = 3, defenders = 1",
        "attackers = 1, defenders = 3",
        0,
        "in favour of the attackers",
    );
    check(
        NUMBERS,
        "attackers = 2, defenders = 3",
        "attackers = 3, defenders = 3",
        0,
        "in favour of the defenders",
    );
    check(
        NUMBERS,
        "attackers = 2, defenders = 1",
        "attackers = 3, defenders = 1",
        0,
        "grow from shift to shift",
    );
    check(
        NUMBERS,
        "attackers = 1, defenders = 2",
        "attackers = 1, defenders = 4",
        0,
        "grow from shift to shift",
    );
    check(NUMBERS, "battery-engaged = { value = 2", "battery-engaged = { value = 0", 0, "at least 1");
    check(NUMBERS, "battery-engaged = { value = 2", "battery-engaged = { value = 1.5", 0, "in steps of 1");
    check(NUMBERS, "long-advance = { value = 2", "long-advance = { value = 3", 0, "1 or 2 hexes");
    check(NUMBERS, "hexsides-apart = { value = 1", "hexsides-apart = { value = 3", 0, "at most 2 hexsides");
    check(NUMBERS, "fatigue = { value = 0.5", "fatigue = { value = 0.3", 0, "in steps of 0.25");
    check(NUMBERS, "\"deception\"", "\"deceit\"", 0, "unknown variant `deceit`");
    check(NUMBERS, "labels = \"rrrrrr\"", "labels = \"rrrrr\"", 0, "5 letters for 6 cells");
    let (_, faults) = broken(INDEX, "numbers.toml", "nombers.toml");
    assert!(faults.to_string().contains("there is no file kernstown/nombers.toml"), "{faults}");
}

#[test]
fn a_roll_that_is_missing_is_named() {
    let (_, faults) = broken(CHARTS, "roll = \"51-53\"", "roll = \"51-52\"");
    assert!(faults.to_string().contains("on no row or on more than one: 53"), "{faults}");
}

#[test]
fn the_chits() {
    check(CHITS, "id = \"k62-kimball\"", "id = \"k62-tyler\"", 0, "there are two 'k62-tyler'");
    check(CHITS, "id = \"k62-tyler\"", "id = \"attack\"", 0, "an id such as");
    check(CHITS, "effect = \"rally\"", "effect = \"rallye\"", 0, "is not an effect that the rules know");
    check(CHITS, "effect = \"rally\"", "effect = \"rally\"\ncolumns = 1", 1, "'rally' shifts no columns");
    check(CHITS, "effect = \"take-aim\"\ncolumns = 1", "effect = \"take-aim\"", 0, "needs columns");
    check(CHITS, "\"regroup\", \"defend\"", "\"retire\", \"defend\"", 0, "'retire'");
    check(CHITS, "moments = [\"on-draw\"", "moments = [\"at-dawn\"", 0, "unknown variant `at-dawn`");
    check(CHITS, "active-on = 1", "active-on = 7", 0, "a face of a die");
    check(CHITS, "effect = \"fog-of-war\"", "effect = \"fog\"", 0, "\"fortunes-of-war\"");
    check(CHITS, "division = \"Duval\"\n", "", -3, "needs either a brigade or a division");
}

#[test]
fn the_orders_of_battle() {
    check(UNITS, "fresh = \"6-4\"", "fresh = \"6-7\"", 0, "a face such as");
    check(UNITS, "worn = \"C-2\"", "worn = \"0-2\"", 0, "a face such as");
    check(
        UNITS,
        "brigade = \"b62-tyler\"",
        "brigade = \"b62-taylor\"",
        0,
        "there is no brigade 'b62-taylor'",
    );
    check(UNITS, "brigade = \"b62-tyler\"", "brigade = \"b62-ashby\"", 0, "of the other side");
    check(UNITS, "id = \"u62-7oh-b\"", "id = \"u62-7oh-a\"", 0, "there are two 'u62-7oh-a'");
    check(UNITS, "id = \"u62-7oh-a\"", "id = \"1834\"", 0, "an id such as");
    check(UNITS, "type = \"infantry\"", "type = \"marines\"", 0, "unknown variant `marines`");
    check(UNITS, "strength = \"reconstructed\"", "strength = \"guessed\"", 0, "unknown variant `guessed`");
}

#[test]
fn the_scenarios() {
    check(FIRST, "hex = \"1532\"", "hex = \"1599\"", 0, "'1599' is not a hex of the map");
    check(FIRST, "hex = \"1532\"", "hex = \"1025\"", 0, "1025 is not in play");
    check(FIRST, "hex = \"2032\"", "hex = \"1532\"", 0, "'u62-7oh-a' of the other side is in 1532");
    check(FIRST, "\"u62-7oh-b\"", "\"u62-7oh-a\"", 0, "begins in two places");
    check(FIRST, "arrives = \"4:00\"", "arrives = \"4:10\"", 0, "'4:10' is none of the times");
    check(FIRST, "\"k62-burks\"", "\"k62-ashby\"", 0, "commands no brigade of this scenario");
    check(
        FIRST,
        "excluded = { union = [\"u-quick-march\"",
        "excluded = { union = [\"c-quick-march\"",
        0,
        "has no Event chit",
    );
    check(FIRST, "\"w-fog\"", "\"c-rally\"", 0, "Event chits are in the cup unless");
    check(FIRST, "battle = \"1862\"", "battle = \"1863\"", 0, "there is no order of battle '1863'");
    check(FIRST, "measure = \"union-hexes\"", "measure = \"hexes\"", 0, "\"union-hexes\"");
    check(FIRST, "upto = 1\n", "upto = 0\n", 0, "do not rise");
    check(FIRST, "first = \"union\"", "first = \"union\"\nsecond = 1", 1, "unknown field `second`");
}

#[test]
fn special_rules() {
    check(
        SECOND,
        "units = [\"c62-5va\"",
        "units = [\"c62-48va\"",
        0,
        "there is no unit 'c62-48va' in this scenario",
    );
    check(SECOND, "until = \"5:40\"", "until = \"5:45\"", 0, "'5:45'");
    check(SECOND, "chit = \"k62-sullivan\"", "chit = \"k62-shields\"", 0, "there is no chit 'k62-shields'");
    check(SECOND, "skirmish = true", "dismounted = true", 0, "cannot be in that condition");
    check(SECOND, "skirmish = true", "hits = 3", 0, "cannot be in that condition");
    let troop = "hex = \"1826\"";
    check(SECOND, troop, &format!("{troop}, skirmish = true"), 0, "cannot be in that condition");
    let times = read(SECOND).unwrap().lines().find(|line| line.starts_with("times = ")).unwrap().to_owned();
    check(SECOND, &times, "times = []", 0, "1 to 99 game-turns");
    check(SECOND, "divisor = 1", "divisor = 0", 0, "at least 1");
    check(SECOND, "hexes = \"2423\"", "hexes = \"2424\"", 0, "2424 is not among the watched hexes");
    check(FIFTH, "earns = \"aware\"", "earns = \"wise\"", 0, "\"surprise-attack\" or \"aware\"");
    check(
        FIFTH,
        "chit = \"k64-breckinridge\", upto",
        "chit = \"k64-early\", upto",
        0,
        "a command chit was expected",
    );
}

#[test]
fn all_faults_come_at_once() {
    let library = Library::load(&|name| {
        let text = read(name)?;
        Some(match name {
            CHARTS => text.replace("\"D all\"", "\"D most\""),
            CHITS => text.replacen("active-on = 6", "active-on = 9", 1),
            UNITS => text.replacen("fresh = \"6-4\"", "fresh = \"six\"", 1).replacen(
                "worn = \"3-3\"",
                "worn = \"\"",
                1,
            ),
            MAP => text.replacen("1834 1835", "1834 1899", 1),
            _ => text,
        })
    });
    let faults = library.err().unwrap();
    assert_eq!(faults.0.len(), 6, "{faults}");
    for file in [CHARTS, CHITS, UNITS, MAP] {
        assert!(faults.0.iter().any(|f| f.file == file), "{file}: {faults}");
    }
}

#[test]
fn files_that_are_not_there() {
    let without =
        |missing: &str| Library::load(&|name| if name == missing { None } else { read(name) }).err().unwrap();
    for file in [CHARTS, CHITS, MAP, UNITS, SECOND] {
        let faults = without(file);
        let line = read(INDEX).unwrap().lines().position(|l| l.contains(file)).unwrap() + 1;
        let says = format!("there is no file {file}");
        assert!(faults.0.iter().any(|f| f.file == INDEX && f.line == line && f.what == says), "{faults}");
    }
    assert_eq!(without(INDEX).to_string(), "kernstown/index.toml:1: there is no such file");
}

#[test]
fn faults_know_their_place_and_hex() {
    let (_, faults) = broken(FIRST, "hex = \"1532\"", "hex = \"1025\"");
    let fault = faults.0.iter().find(|f| f.what == "1025 is not in play").unwrap();
    assert_eq!((fault.place.as_deref(), fault.hex.as_deref()), (Some("at.0.hex"), Some("1025")));
    let (_, faults) = broken(CHARTS, "\"-/0/1-3\"", "\"-/0/1-7\"");
    let place = faults.0[0].place.as_deref().unwrap();
    assert!(place.starts_with("combat.row.") && place.contains(".cells."), "{place}");
}

#[test]
fn damage_never_panics() {
    for file in [INDEX, CHITS, FIRST] {
        let text = read(file).unwrap();
        let step = text.len() / 8;
        for at in (0..text.len()).step_by(step.max(1)).filter(|&at| text.is_char_boundary(at)) {
            let cut = text[..at].to_owned();
            let _ = Library::load(&|name| if name == file { Some(cut.clone()) } else { read(name) });
        }
    }
}

/// What one file says instead is read without a fault.
fn read_with(file: &str, old: &str, new: &str) -> Library {
    let text = read(file).unwrap();
    assert!(text.contains(old), "{file} has no {old}");
    let changed = text.replacen(old, new, 1);
    Library::load(&|name| if name == file { Some(changed.clone()) } else { read(name) })
        .unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn what_is_just_within_bounds_is_no_fault() {
    let numbers = |old: &str, new: &str| {
        read_with(NUMBERS, old, new).scenario("kernstown-2-historical").unwrap().numbers.clone()
    };
    assert_eq!(*numbers("hexsides-apart = { value = 1", "hexsides-apart = { value = 2").hexsides_apart, 2);
    assert_eq!(*numbers("long-advance = { value = 2", "long-advance = { value = 1").long_advance, 1);
    assert_eq!(*numbers("battery-engaged = { value = 2", "battery-engaged = { value = 1").battery_engaged, 1);
}

#[test]
fn the_levels_of_victory() {
    const LAST: &str = "name = \"Decisive USA Victory\"\n";
    let says = "levels with bounds and a last one without were expected";
    let faults = |old: &str, new: &str| broken(FIRST, old, new).1.to_string();
    let last = faults(LAST, &format!("{LAST}upto = 9\n"));
    assert!(last.contains(says), "{last}");
    let middle = faults("upto = 2\n", "");
    assert!(middle.contains(says), "{middle}");
    let equal = faults("upto = 2\n", "upto = 1\n");
    assert!(equal.contains("do not rise"), "{equal}");
    for score in ["-0.1", "1.1"] {
        check(FIRST, "score = 0.75", &format!("score = {score}"), 0, "a score from 0 to 1");
    }
    read_with(FIRST, "score = 0.75", "score = 0.0");
}

const PRIMER: &str = "kernstown/primer.toml";

#[test]
fn what_a_counter_cannot_be() {
    let jenks = "type = \"artillery\"\nweapon = \"R\"\nfresh = \"4-3\"\nworn = \"2-2\"";
    let gun = |fresh: &str, worn: &str| jenks.replace("4-3", fresh).replace("2-2", worn);
    check(UNITS, jenks, &gun("C-3", "2-2"), 3, "a battery has whole guns");
    check(UNITS, jenks, &gun("4-3", "C-2"), 3, "a battery has whole guns");
    read_with(UNITS, jenks, &gun("3-3", "1-2"));
    check(
        UNITS,
        "id = \"u62-jenks\"",
        "id = \"u62-jenks\"\nbrigade = \"b62-tyler\"",
        1,
        "belong to no brigade",
    );
    check(UNITS, "brigade = \"b62-tyler\"\n", "", -3, "belongs to no brigade; only batteries do not");
    let horse = "name = \"1 MI\"\nside = \"union\"\nbrigade = \"b62-brodhead\"\ntype = \"cavalry\"";
    check(UNITS, horse, &horse.replace("cavalry", "infantry"), 3, "is not cavalry and cannot dismount");
    for face in ["-3", "3", "3-", "3-x", "3-4-5", "X-2", "C-7"] {
        check(UNITS, "fresh = \"6-4\"", &format!("fresh = \"{face}\""), 0, "a face such as");
    }
    for face in ["6-0", "C-6"] {
        read_with(UNITS, "fresh = \"6-4\"", &format!("fresh = \"{face}\""));
    }
}

#[test]
fn what_a_chit_cannot_be() {
    let confusion = "orders = [\"regroup\", \"defend\", \"maneuver\", \"\", \"\", \"\"]";
    check(CHITS, confusion, "", -1, "needs orders, one for each face of the die");
    check(CHITS, confusion, "orders = [\"regroup\"]", 0, "six orders were expected");
    let rally = "effect = \"rally\"";
    let orders = format!("{rally}\norders = [\"\", \"\", \"\", \"\", \"\", \"\"]");
    check(CHITS, rally, &orders, 1, "'rally' changes no orders");
    check(
        CHITS,
        "division = \"Duval\"",
        "division = \"Duval\"\nbrigade = \"b64-hayes\"",
        -3,
        "either a brigade",
    );
    check(CHITS, "active-on = 6", "active-on = 9", 0, "a face of a die, or 0");
    for word in ["good-ground", "rebel-yell"] {
        let effect = format!("effect = \"{word}\"\ncolumns = ");
        check(CHITS, &effect, &effect.replace("columns", "# columns"), 0, "needs columns");
    }
}

#[test]
fn what_a_primer_cannot_say() {
    let key = "chit = \"c-hold-the-line\"";
    check(PRIMER, key, "chit = \"c-hold-the-fort\"", 0, "there is no Event chit 'c-hold-the-fort'");
    check(PRIMER, key, "chit = \"k62-jackson\"", 0, "there is no Event chit 'k62-jackson'");
    check(PRIMER, "chit = \"c-take-aim\"", key, 0, "'c-hold-the-line' is named twice");
}

#[test]
fn what_a_scenario_cannot_ask_for() {
    for bounds in ["upto = 0, bonus", "upto = 7, bonus"] {
        check(FIFTH, "upto = 2, bonus", bounds, 0, "a face of a die was expected");
    }
    for bounds in ["upto = 1, bonus", "upto = 6, bonus"] {
        read_with(FIFTH, "upto = 2, bonus", bounds);
    }
    check(FIFTH, ", bonus = 1", "", 0, "a surprise attack needs a bonus");
    check(FIFTH, "strength = 7, from", "strength = 0, from", 0, "a number of at least 1");
    check(FIFTH, "from = \"3:00\"", "from = \"3:07\"", 0, "'3:07'");
    check(FIRST, "map = \"kernstown\"", "map = \"kernsville\"", 0, "there is no map 'kernsville'");
    check(FIRST, "unit = \"u62-7oh-a\"", "unit = \"u62-99oh\"", 0, "there is no unit 'u62-99oh'");
    let times = read(SECOND).unwrap().lines().find(|line| line.starts_with("times = ")).unwrap().to_owned();
    let many =
        |count: usize| format!("{}]", times.trim_end_matches(']').to_owned() + &", \"9:99\"".repeat(count));
    let turns = times.matches(':').count();
    read_with(SECOND, &times, &many(99 - turns));
    check(SECOND, &times, &many(100 - turns), 0, "1 to 99 game-turns");
    let scenario = read_with(FIRST, "hex = \"1532\"", "hex = \"1532\", hits = 2");
    assert!(scenario.scenario("kernstown-1-stone-wall").is_some());
    // Twelve Event chits, three of them excluded.
    let random = "random = { union = 2,";
    read_with(FIRST, random, "random = { union = 8,");
    let says = "the Union side has 9 Event chits and is to put 10 into the cup";
    check(FIRST, random, "random = { union = 9,", -3, says);
    let keys = "keys = { union = 1,";
    let says = "the Union side is to choose 5 of 9 Event chits; at most 4 of 30 were expected";
    check(FIRST, keys, "keys = { union = 5,", -2, says);
    let chit = "chit = \"u-command-confusion\"";
    check(FIRST, chit, "chit = \"k62-tyler\"", 0, "an Event chit was expected");
    check(FIRST, chit, &format!("{chit}\nfrom = \"4:00\""), 0, "`from` and its `case` go together");
    check(FIRST, chit, &format!("{chit}\ncase = \"20.1g\""), 0, "`from` and its `case` go together");
    let commander = "chit = \"k64-crook\"\nactive-on";
    let duval = commander.replace("crook", "duval");
    check(SIXTH, commander, &duval, 0, "a commander's chit was expected");
    check(SECOND, "points = [20]", "points = []", 0, "points for one hex, two, three");
}

#[test]
fn what_is_too_much_or_too_little_on_a_chart() {
    check(CHARTS, "least = [0.5, 1, 2,", "least = [0.5, 2,", 0, "12 numbers for 13 columns");
    check(CHARTS, "least = [0.5, 1, 2,", "least = [0.5, 1, 1.5, 2,", 0, "14 numbers for 13 columns");
    check(CHARTS, "least = [0.5, 1, 2,", "least = [0.3, 1, 2,", 0, "are points or halves, and rise");
    check(CHARTS, "cells = [\"-\", \"-\",", "cells = [\"-\",", 0, "12 cells for 13 columns");
    let depletion = "depletion = [\"-\", \"-\", \"-\", \"-\", \"D\", \"D\"]";
    check(CHARTS, depletion, "depletion = [\"-\", \"D\"]", 0, "2 cells; six were expected");
    check(CHARTS, "\"general\", \"rare\"]", "\"rare\"]", 0, "six results were expected");
    let (_, faults) = broken(CHARTS, "[[order]]\norder = \"attack\"", "[[order]]\norder = \"defend\"");
    assert!(faults.to_string().contains("the order Attack is missing"), "{faults}");
    for roll in ["17", "10", "70", "07", "12-11", "1", "x", "11-17"] {
        check(CHARTS, "roll = \"66\"", &format!("roll = \"{roll}\""), 0, "two rolls such as");
    }
    for cell in ["-/-", "-/-/0/1", "-/1-0/2", "0/0/1", "-/x/1", "-/0-7/-", "-/-/0-1-2"] {
        let cell = format!("\"{cell}\"");
        check(CHARTS, "\"-/0/1-3\"", &cell, 0, "with every CR from 0 to 6 once at most");
    }
    for cell in ["0M", "R0", "R10", "(P)", "(P1", "P1", "AM AR", "X"] {
        check(CHARTS, "\"M R1\"", &format!("\"{cell}\""), 0, "or some of M, 2M, B");
    }
    for band in ["0-2", "3-2", "a-b", "1-2-3", ""] {
        check(CHARTS, "canister = \"1-2\"", &format!("canister = \"{band}\""), 0, "hexes such as");
    }
    for value in ["0", "4"] {
        let new = format!("broken-box-1 = {{ value = {value}");
        check(CHARTS, "broken-box-1 = { value = 1", &new, 0, "boxes 1 to 3");
    }
    read_with(CHARTS, "broken-box-1 = { value = 1", "broken-box-1 = { value = 3");
    read_with(CHARTS, "canister = \"1-2\"", "canister = \"2\"");
    read_with(CHARTS, "\"-/0/1-3\"", "\"0-1/2/3-6\"");
}

/// Their indices are bytes.
#[test]
fn as_many_units_and_brigades_as_a_battle_can_have() {
    let text = read(UNITS).unwrap();
    let block = |kind: &str, id: &str| {
        let start = text.find(&format!("[[{kind}]]\nid = \"{id}\"")).unwrap();
        let end = text[start + 1..].find("\n[[").map_or(text.len(), |at| start + 1 + at);
        text[start..end].to_owned()
    };
    let with = |kind: &str, id: &str, count: usize| {
        let there = text.matches(&format!("[[{kind}]]")).count();
        let one = block(kind, id);
        let more: Vec<String> =
            (there..count).map(|i| one.replace(&format!("\"{id}\""), &format!("\"x-{i}\""))).collect();
        let changed = format!("{text}\n{}", more.join("\n"));
        Library::load(&|name| if name == UNITS { Some(changed.clone()) } else { read(name) })
    };
    let says = "at most 250 units and as many brigades are possible";
    with("unit", "u62-clark", 250).unwrap_or_else(|faults| panic!("{faults}"));
    for (kind, id) in [("unit", "u62-clark"), ("brigade", "b62-tyler")] {
        let faults = with(kind, id, 251).err().unwrap().to_string();
        assert!(faults.contains(says), "{faults}");
    }
    let faults = with("brigade", "b62-tyler", 250).err().unwrap().to_string();
    assert!(!faults.contains(says) && faults.contains("the brigade 'x-249' has no units"), "{faults}");
}
