//! The charts: every value that the rulebook fixes, and the shape of what was filled in between.

use std::fmt::Write;

use blind_swords::{
    Arm, Band, BrigadeOrder, Depletion, Fog, Label, Skedaddle, Strength, Tables, Test, Weapon,
};
use serde_json::json;
use tabletop::{PackMark, ScenarioLibrary, Side};

use crate::data::{LIBRARY, scenario};

fn tables() -> std::sync::Arc<Tables> {
    scenario(2).tables.clone()
}

/// The column that a strength begins on, by its name.
fn column(strength: f64) -> Option<String> {
    let tables = tables();
    let at = tables.combat.column(Strength::from_number(strength).unwrap())?;
    Some(tables.combat.columns[at].name.clone())
}

#[test]
fn kernstown_12_3_the_columns_of_the_combat_table() {
    assert_eq!(column(0.0), None);
    assert_eq!(column(0.5).unwrap(), "C");
    for points in 1..=5 {
        assert_eq!(column(f64::from(points)).unwrap(), points.to_string());
        assert_eq!(column(f64::from(points) + 0.5).unwrap(), points.to_string());
    }
    // 15.9: 6 and 7 SP are one column, three to the right of 3.
    assert_eq!(column(6.0).unwrap(), "6-7");
    assert_eq!(column(7.0).unwrap(), "6-7");
    let combat = &tables().combat;
    let at = |sp| combat.column(Strength::whole(sp)).unwrap();
    assert_eq!(at(6) - at(3), 3);
    // 23 and more is the last.
    assert_eq!(column(23.0).unwrap(), "23+");
    assert_eq!(column(90.0).unwrap(), "23+");
    assert_eq!(at(23), combat.columns.len() - 1);
}

#[test]
fn kernstown_12_3b_the_cell_of_the_example() {
    let combat = &tables().combat;
    let three = combat.column(Strength::whole(3)).unwrap();
    for white in 1..=3 {
        let tests: Vec<Test> = (0..=6).map(|cohesion| combat.test(three, 5, white, cohesion)).collect();
        let (n, r, t) = (Test::None, Test::Routine, Test::Tough);
        assert_eq!(tests, [t, r, r, r, n, n, n]);
    }
}

/// By CR 0 to 6 and column: of 36 rolls how many ask for a Routine, a Tough and a Severe test.
const CHANCES: [[(u8, u8, u8); 13]; 7] = [
    [
        (9, 6, 0),
        (9, 8, 1),
        (9, 10, 2),
        (9, 11, 4),
        (9, 12, 6),
        (9, 12, 9),
        (9, 12, 12),
        (9, 12, 15),
        (6, 12, 18),
        (3, 12, 21),
        (0, 12, 24),
        (0, 9, 27),
        (0, 6, 30),
    ],
    [
        (10, 2, 0),
        (11, 4, 0),
        (12, 6, 0),
        (12, 8, 1),
        (12, 10, 2),
        (12, 11, 4),
        (12, 12, 6),
        (12, 12, 9),
        (12, 12, 12),
        (9, 12, 15),
        (6, 12, 18),
        (3, 12, 21),
        (0, 12, 24),
    ],
    [
        (9, 0, 0),
        (11, 1, 0),
        (13, 2, 0),
        (14, 4, 0),
        (15, 6, 0),
        (15, 8, 1),
        (15, 10, 2),
        (15, 11, 4),
        (15, 12, 6),
        (15, 12, 9),
        (12, 12, 12),
        (9, 12, 15),
        (6, 12, 18),
    ],
    [
        (4, 0, 0),
        (6, 0, 0),
        (9, 0, 0),
        (11, 1, 0),
        (13, 2, 0),
        (14, 4, 0),
        (15, 6, 0),
        (15, 8, 1),
        (15, 10, 2),
        (15, 11, 4),
        (15, 12, 6),
        (15, 12, 9),
        (12, 12, 12),
    ],
    [
        (1, 0, 0),
        (2, 0, 0),
        (4, 0, 0),
        (6, 0, 0),
        (9, 0, 0),
        (11, 1, 0),
        (13, 2, 0),
        (14, 4, 0),
        (15, 6, 0),
        (15, 8, 1),
        (15, 10, 2),
        (15, 11, 4),
        (15, 12, 6),
    ],
    [
        (0, 0, 0),
        (0, 0, 0),
        (1, 0, 0),
        (2, 0, 0),
        (4, 0, 0),
        (6, 0, 0),
        (8, 1, 0),
        (10, 2, 0),
        (11, 4, 0),
        (12, 6, 0),
        (12, 8, 1),
        (12, 10, 2),
        (12, 11, 4),
    ],
    [
        (0, 0, 0),
        (0, 0, 0),
        (0, 0, 0),
        (0, 0, 0),
        (1, 0, 0),
        (2, 0, 0),
        (4, 0, 0),
        (6, 0, 0),
        (8, 1, 0),
        (10, 2, 0),
        (11, 4, 0),
        (12, 5, 1),
        (12, 7, 2),
    ],
];

#[test]
fn kernstown_12_3a_the_chances_of_the_combat_table() {
    let combat = &tables().combat;
    for (cohesion, columns) in CHANCES.iter().enumerate() {
        for (at, chances) in columns.iter().enumerate() {
            let mut found = (0, 0, 0);
            for roll in 0..36 {
                match combat.test(at, roll / 6 + 1, roll % 6 + 1, cohesion as u8) {
                    Test::None => {}
                    Test::Routine => found.0 += 1,
                    Test::Tough => found.1 += 1,
                    Test::Severe => found.2 += 1,
                }
            }
            assert_eq!(found, *chances, "CR {cohesion} in column {}", combat.columns[at].name);
        }
    }
}

#[test]
fn a_higher_roll_more_strength_or_a_lower_cohesion_is_never_milder() {
    let combat = &tables().combat;
    let rolls: Vec<(u8, u8)> = (0..36).map(|n| (n / 6 + 1, n % 6 + 1)).collect();
    for at in 0..combat.columns.len() {
        for (i, &(colored, white)) in rolls.iter().enumerate() {
            for cohesion in 0..=6 {
                let test = combat.test(at, colored, white, cohesion);
                if let Some(&(c, w)) = rolls.get(i + 1) {
                    assert!(combat.test(at, c, w, cohesion) >= test);
                }
                if at + 1 < combat.columns.len() {
                    assert!(combat.test(at + 1, colored, white, cohesion) >= test);
                }
                if cohesion > 0 {
                    assert!(combat.test(at, colored, white, cohesion - 1) >= test);
                }
            }
        }
    }
}

#[test]
fn kernstown_15_1a_and_15_2a_the_cells_of_the_examples() {
    let tables = tables();
    let (tough, close) = (Test::Tough as usize, Test::None as usize);
    assert_eq!(*tables.fire_tests.depletion[tough][4], Depletion::Two);
    assert_eq!(
        *tables.fire_tests.skedaddle[tough][4],
        Skedaddle { morale: 1, retreat: 2, panic: 1, ..Skedaddle::default() }
    );
    assert_eq!(tables.fire_tests.text[tough][4], ("D2".to_owned(), "M R2 (P1)".to_owned()));
    assert_eq!(*tables.close_tests.depletion[close][4], Depletion::Both);
    assert_eq!(
        *tables.close_tests.skedaddle[close][2],
        Skedaddle { attacker_morale: 1, ..Skedaddle::default() }
    );
    // Only Close Combat has results for attackers and for all defenders, and panics of more than
    // one.
    for test in 0..4 {
        for die in 0..6 {
            let fire = tables.fire_tests.skedaddle[test][die];
            assert_eq!((fire.attacker_morale, fire.attacker_retreat, fire.all_retreat), (0, 0, 0));
            assert!(fire.panic <= 1);
            assert!(!matches!(
                *tables.fire_tests.depletion[test][die],
                Depletion::Attacker | Depletion::Both
            ));
        }
    }
    // A Break Test and retreats of the worst row.
    let worst = *tables.close_tests.skedaddle[Test::Severe as usize][5];
    assert_eq!(worst, Skedaddle { break_test: true, all_retreat: 3, panic: 3, ..Skedaddle::default() });
    assert_eq!(*tables.fire_tests.depletion[Test::Severe as usize][5], Depletion::All);
}

#[test]
fn kernstown_12_3_and_14_3d_the_column_shifts() {
    let tables = tables();
    for (id, columns) in [
        ("target-in-cover", -1),
        ("over-units", -1),
        ("through-cover", -1),
        ("firer-skirmish", -1),
        ("target-skirmish", -2),
        ("mixed-far", -1),
        ("canister-smoothbore", 1),
        ("flanking-fire", 1),
        ("carbines", 1),
        ("target-sharpshooters", -1),
        ("firing-sharpshooters", 1),
        ("good-ground", -2),
        ("stone-wall", -2),
        ("target-cavalry", 2),
    ] {
        let shift = tables.fire_shift(serde_json::from_value(json!(id)).unwrap());
        assert_eq!((shift.id, *shift.columns, shift.columns.case.chapter()), (id, columns, 12));
    }
    for (id, columns) in [
        ("odds-3-1", 3),
        ("odds-2-1", 2),
        ("odds-3-2", 1),
        ("odds-2-3", -1),
        ("odds-1-2", -2),
        ("odds-1-3", -3),
        ("defending-guns", 4),
        ("better-attacker", 1),
        ("better-defender", -1),
        ("up-slope", -2),
        ("up-steep-slope", -3),
        ("attacking-muskets", 1),
        ("defending-muskets", -1),
        ("rebel-yell", 2),
        ("flank-attack", 2),
        ("defending-cavalry", -3),
        ("charge", 2),
        ("good-ground", -2),
        ("stone-wall", -2),
    ] {
        let shift = tables.close_shift(serde_json::from_value(json!(id)).unwrap());
        assert_eq!((shift.id, *shift.columns, shift.columns.case.number()), (id, columns, "14.3d"));
    }
}

#[test]
fn kernstown_12_1c_factors_and_bands() {
    let tables = tables();
    let f = tables.factors;
    // In quarters: canister half as much again, long a half, extreme a quarter; 12.1d halves.
    assert_eq!((*f.effective, *f.long, *f.extreme, *f.canister), (4, 2, 1, 6));
    assert_eq!((*f.opportunity, *f.supporting, *f.chaos), (2, 2, 2));
    // 4.1: smoothbore infantry has no long range; swords and pistols fire at no range of their own
    // (14.3).
    let bands = |weapon, arm| (1..=21).filter_map(|r| tables.band(weapon, arm, r)).collect::<Vec<_>>();
    assert_eq!(bands(Weapon::S, Arm::Infantry), [Band::Effective, Band::Extreme]);
    assert_eq!(bands(Weapon::R, Arm::Infantry), [Band::Effective, Band::Long, Band::Extreme]);
    assert_eq!(bands(Weapon::CC, Arm::Cavalry), []);
    assert_eq!(bands(Weapon::C, Arm::Cavalry), [Band::Effective, Band::Extreme]);
    // Only batteries have canister, at the shortest ranges, where they may also fire as at
    // effective range.
    assert!(
        tables.canister(Weapon::S, 2) && !tables.canister(Weapon::S, 3) && !tables.canister(Weapon::SS, 1)
    );
    assert_eq!(tables.band(Weapon::R, Arm::Artillery, 1), Some(Band::Effective));
    assert_eq!(tables.band(Weapon::R, Arm::Artillery, 10), Some(Band::Long));
    assert_eq!(tables.band(Weapon::R, Arm::Artillery, 21), None);
}

#[test]
fn kernstown_11_1_orders_allow_what_the_rulebook_says() {
    let tables = tables();
    let row = |order| {
        let o = tables.order(order);
        assert_eq!(o.order, order);
        let allowed = [o.engages, o.fires, o.closes, o.marches, o.rebuilds];
        (o.infantry, o.cavalry, allowed.map(u8::from), o.recovers, o.case.to_string())
    };
    // Allowances in half points.
    assert_eq!(row(BrigadeOrder::Attack), (8, 12, [1, 1, 1, 0, 0], 0, "11.2".to_owned()));
    assert_eq!(row(BrigadeOrder::Defend), (4, 6, [1, 1, 0, 0, 0], 1, "11.3".to_owned()));
    assert_eq!(row(BrigadeOrder::Maneuver), (12, 18, [0, 0, 0, 1, 0], 0, "11.4".to_owned()));
    assert_eq!(row(BrigadeOrder::Regroup), (0, 0, [0, 0, 0, 0, 1], 2, "11.5".to_owned()));
    assert_eq!(*tables.battery_allowance, 12);
}

#[test]
fn kernstown_13_3_costs_in_half_points() {
    let costs = tables().costs;
    assert_eq!(costs.lane.map(|cell| *cell), [2, 2, 2]);
    assert_eq!(costs.road.map(|cell| *cell), [2, 2, 1]);
    assert_eq!(costs.march.map(|cell| *cell), [1, 1, 1]);
    assert_eq!(costs.clear.map(|cell| *cell), [2, 2, 2]);
    assert_eq!((*costs.leave_skirmish, *costs.skirmish_less, *costs.skirmish_least), (4, 2, 2));
    assert_eq!((*costs.mount, *costs.exit, *costs.surprise), (6, 2, 16));
}

#[test]
fn kernstown_6_1a_six_guns_take_four_points_and_a_half() {
    let stacking = tables().stacking;
    assert_eq!(*stacking.limit, 40);
    assert_eq!(6 * *stacking.gun, 18);
}

#[test]
fn kernstown_15_7_and_the_limits_of_chapter_15() {
    let tables = tables();
    assert_eq!(tables.broken_box.map(|cell| *cell), [1, 2, 3]);
    assert_eq!((*tables.panic.upto, *tables.panic.morale, *tables.panic.retreat), (2, 1, 3));
    let morale = tables.morale;
    assert_eq!((*morale.strength, *morale.cohesion, *morale.unsupported), (1, 1, 1));
}

#[test]
fn kernstown_10_5b_the_fog_table_and_the_generals() {
    let tables = tables();
    assert_eq!(*tables.fog[5], Fog::Rare);
    let fog = tables.fog.map(|cell| *cell);
    for side in Side::BOTH {
        assert!(fog.contains(&Fog::Chaos(side)) && fog.contains(&Fog::Wayward(side)));
    }
    assert!(fog.iter().any(|f| matches!(f, Fog::General { .. })));
    assert_eq!(tables.generals.confederate[0].as_deref(), Some("k62-jackson"));
    assert_eq!(tables.generals.union[4], None);
    let later = scenario(4).tables.clone();
    assert_eq!(later.generals.confederate[0].as_deref(), Some("k64-early"));
    assert_eq!(later.generals.union[0].as_deref(), Some("k64-crook"));
    // Whoever is named has a chit in the game.
    for number in [2, 4] {
        let scenario = scenario(number);
        for general in Side::BOTH.iter().flat_map(|&s| scenario.tables.generals[s].iter().flatten()) {
            assert!(scenario.chits.iter().any(|c| c.id == *general), "{general}");
        }
    }
}

#[test]
fn every_cell_says_what_it_rests_on() {
    let combat = &tables().combat;
    let of_rules: Vec<(u8, usize)> = combat
        .rows
        .iter()
        .flat_map(|row| {
            let cells = row.cells.iter().enumerate();
            cells.filter(|(_, c)| c.label == Label::Rules).map(|(i, _)| (row.from, i))
        })
        .collect();
    // 15.9 gives one cell, 12.3 and 15.9 the columns at both ends.
    assert_eq!(of_rules, [(51, 3)]);
    let columns = combat.columns.iter().map(|column| column.least.label == Label::Rules);
    let columns: String = columns.map(|rules| if rules { 'r' } else { '.' }).collect();
    assert_eq!(columns, "rrrrrrr.....r");
    let tables = tables();
    assert_eq!(
        (tables.stacking.limit.label, tables.stacking.gun.label),
        (Label::Rules, Label::Reconstructed)
    );
    assert_eq!(
        (tables.costs.steep_up.map(|c| c.label)[2], tables.costs.clear[0].label),
        (Label::Rules, Label::Reconstructed)
    );
    assert_eq!(tables.rally_distance.case.number(), "17.1");
    assert_eq!(tables.order(BrigadeOrder::Defend).case.number(), "11.3");
}

#[test]
fn the_charts_show_the_tables_and_what_they_rest_on() {
    let charts = LIBRARY.charts();
    let rows = |name: &str| &charts[&format!("kernstown/{name}")].rows;
    let row = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<String>>();
    assert_eq!(rows("combat")[8][0], "51\u{2011}53");
    assert_eq!(rows("combat")[8][4], "\u{2011}/\u{200b}0/\u{200b}1\u{2011}3 *");
    assert_eq!(rows("combat")[0][1], "\u{2011}");
    assert!(rows("costs").contains(&row(&["Steep Slope up, added", "2", "2", "whole allowance *"])));
    assert!(rows("costs").contains(&row(&["The same in March Column", "½ *", "½ *", "½ *"])));
    assert!(rows("costs").contains(&row(&["Mounting or dismounting", "3 *", "3 *", "—"])));
    assert_eq!(rows("factors")[0], row(&["Canister", "1½", "the rulebook"]));
    assert_eq!(rows("limits")[1], row(&["A gun counts", "¾", "reconstructed"]));
    assert_eq!(rows("ranges")[2][1..5], row(&["—", "1", "—", "2"]));
    assert_eq!(rows("fire-test")[2][5], "D2 *");
    assert_eq!(rows("fire-test").len() + 2, rows("close-test").len());
    assert_eq!(rows("generals-1864")[0], row(&["1", "Crook", "Early"]));
    assert_eq!(rows("generals-1862")[5], row(&["6", "—", "—"]));
    assert_eq!(rows("victory-4")[1], row(&["1 to 40", "Minor Victory"]));
    assert_eq!(rows("commanders")[2][2], "1");
    assert!(rows("leaders").iter().any(|row| row[1] == "Confederate, 1862"));
    assert!(rows("leaders").iter().any(|row| row[1] == "Union, 1864"));
    for (name, chart) in charts {
        assert!(!chart.rows.is_empty(), "{name}");
        assert!(chart.rows.iter().all(|row| row.len() == chart.head.len()), "{name}");
    }
}

#[test]
fn a_chart_says_what_the_file_says() {
    let changed = |from: &str, to: &str| {
        let text = crate::data::read("kernstown/charts.toml").unwrap();
        assert!(text.contains(from), "{from}");
        let text = text.replacen(from, to, 1);
        let read = |file: &str| {
            if file == "kernstown/charts.toml" { Some(text.clone()) } else { crate::data::read(file) }
        };
        blind_swords::Library::load(&read).unwrap_or_else(|faults| panic!("{faults}"))
    };
    let library = changed(
        "value = 0.75, case = \"6.1a\", label = \"reconstructed\"",
        "value = 0.5, case = \"6.1a\", label = \"printed\"",
    );
    assert_eq!(library.charts()["kernstown/limits"].rows[1], ["A gun counts", "½", "the printed chart"]);
    let library = changed(
        "columns = -1\ncase = \"12.3\"\nlabel = \"rules\"",
        "columns = 4\ncase = \"12.4\"\nlabel = \"published\"",
    );
    assert_eq!(
        library.charts()["kernstown/fire-shifts"].rows[0][1..],
        ["4 right", "Target hex is Orchard or Light Woods.", "12.4", "published",]
    );
}

#[test]
fn the_numbers_that_stand_on_no_chart() {
    let numbers = scenario(2).numbers.clone();
    let odds = numbers.odds.map(|(_, ratio)| (ratio.attackers, ratio.defenders));
    // 14.3d: for the attackers from the best, then for the defenders from the best.
    assert_eq!(odds, [(3, 1), (2, 1), (3, 2), (1, 3), (1, 2), (2, 3)]);
    assert!(numbers.odds.iter().all(|(_, ratio)| ratio.case.number() == "14.3d"));
    assert_eq!((*numbers.overwhelming, numbers.overwhelming.case.number()), (3, "15.2a"));
    assert_eq!((*numbers.hexsides_apart, *numbers.flanking_hexes, *numbers.flanking_distance), (1, 2, 2));
    assert_eq!((*numbers.woods_block, *numbers.share), (2, 2));
    assert_eq!((*numbers.driven_off, *numbers.long_advance), (2, 2));
    assert_eq!((*numbers.battery_engaged, *numbers.cavalry_withdrawal, *numbers.rally_chit), (2, 2, 3));
    // Quarters of an allowance.
    assert_eq!((*numbers.quick_march, *numbers.fatigue, *numbers.confident), (8, 2, 1));
    use blind_swords::RareEvent as Rare;
    let events = [
        Rare::FoolishAttack,
        Rare::Deception,
        Rare::FriendlyFire,
        Rare::ConflictingOrders,
        Rare::UnionBonus,
        Rare::ConfederateBonus,
    ];
    assert_eq!(numbers.rare.map(|cell| *cell), events);
}

#[test]
fn a_pack_older_than_the_numbers_plays_by_the_programs_own() {
    let index = crate::data::read("kernstown/index.toml").unwrap();
    let line = "numbers = \"kernstown/numbers.toml\"\n";
    assert!(index.contains(line));
    let index = index.replace(line, "");
    let read = |file: &str| {
        if file == "kernstown/index.toml" { Some(index.clone()) } else { crate::data::read(file) }
    };
    let library = blind_swords::Library::load(&read).unwrap_or_else(|faults| panic!("{faults}"));
    let scenario = library.scenario("kernstown-2-historical").unwrap();
    assert_eq!(scenario.numbers, crate::data::scenario(2).numbers);
    let shared: Vec<&str> = scenario.sources.shared.iter().map(|(_, file)| file.as_str()).collect();
    assert_eq!(shared, ["kernstown/charts.toml", "kernstown/chits.toml", "kernstown/numbers.toml"]);
}

#[test]
fn every_chart_as_it_is_printed() {
    let mut all = String::new();
    for (name, chart) in LIBRARY.charts() {
        writeln!(all, "## {name}: {}", chart.title).unwrap();
        for row in std::iter::once(&chart.head).chain(&chart.rows) {
            writeln!(all, "{}", row.join(" | ")).unwrap();
        }
        writeln!(all, "{}\n", chart.note.as_deref().unwrap_or("without a note")).unwrap();
    }
    insta::assert_snapshot!(all);
}

#[test]
fn the_library_hands_out_its_charts_maps_and_pack() {
    let system: &dyn tabletop::GameSystem = &*LIBRARY;
    assert_eq!(system.charts(), LIBRARY.charts());
    let maps: Vec<&str> = LIBRARY.maps().map(|(name, _)| name).collect();
    assert_eq!(maps, ["brook-farm", "kernstown"]);
    assert!(
        LIBRARY.maps().all(|(name, map)| LIBRARY.map(name).is_some_and(|found| std::ptr::eq(found, map)))
    );
    assert_eq!(LIBRARY.pack(), None);
    let pack = PackMark { id: "a1b2".to_owned(), title: "Another Kernstown".to_owned() };
    let library = blind_swords::Library::load(&crate::data::read).unwrap().of_pack(pack.clone());
    assert_eq!(library.pack(), Some(&pack));
    assert_eq!(library.charts(), LIBRARY.charts());
}

/// A row of cells has a letter for each: what it rests on.
#[test]
fn each_cell_of_a_row_may_rest_on_something_else() {
    let file = "kernstown/charts.toml";
    let text = crate::data::read(file).unwrap();
    let from = "labels = \"rrrrrrr.....r\"";
    assert!(text.contains(from));
    let text = text.replacen(from, "labels = \"pu.rrrr.....r\"", 1);
    let read = |name: &str| if name == file { Some(text.clone()) } else { crate::data::read(name) };
    let library = blind_swords::Library::load(&read).unwrap_or_else(|faults| panic!("{faults}"));
    let tables = library.scenario("kernstown-2-historical").unwrap().tables.clone();
    let labels: Vec<Label> = tables.combat.columns.iter().take(4).map(|column| column.least.label).collect();
    assert_eq!(labels, [Label::Printed, Label::Published, Label::Reconstructed, Label::Rules]);
}

#[test]
fn kernstown_12_1c_the_farthest_range_of_each_weapon_and_canister() {
    use Weapon::{C, CC, Mx, R, S, SS};
    let tables = tables();
    for (weapon, far) in [(R, 3), (S, 2), (C, 2), (SS, 4), (CC, u32::MAX)] {
        assert_eq!(tables.furthest(weapon, Arm::Infantry), far, "{weapon:?}");
    }
    for (weapon, far) in [(R, 20), (Mx, 15), (S, 12)] {
        assert_eq!(tables.furthest(weapon, Arm::Artillery), far, "{weapon:?}");
        assert_eq!([1, 2, 3].map(|range| tables.canister(weapon, range)), [true, true, false]);
    }
    assert!(!tables.canister(C, 1));
}
