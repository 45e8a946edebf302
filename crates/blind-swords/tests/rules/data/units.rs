//! The orders of battle: what the rulebook says of single counters.

use std::collections::BTreeMap;

use blind_swords::{Arm, Label, Scenario, Strength, Weapon};
use tabletop::Side;

use crate::data::scenario;

/// SP and CR of the fresh face and of the worn one, as a counter prints them.
fn faces(scenario: &Scenario, id: &str) -> (String, String) {
    let unit = scenario.units.iter().find(|u| u.id == id).unwrap();
    let show = |f: blind_swords::Face| format!("{}-{}", f.strength, f.cohesion);
    (unit.faces.fresh.map_or_else(String::new, show), show(unit.faces.worn))
}

#[test]
fn there_are_161_units_and_every_id_once() {
    let mut units = BTreeMap::new();
    for number in 1..=6 {
        for unit in &scenario(number).units {
            units.entry(unit.id.clone()).or_insert_with(|| unit.clone());
        }
    }
    assert_eq!(units.len(), 161);
    let count = |side, arm| units.values().filter(|u| u.side == side && u.arm == arm).count();
    assert_eq!(count(Side::Union, Arm::Infantry), 48);
    assert_eq!(count(Side::Union, Arm::Cavalry), 19);
    assert_eq!(count(Side::Union, Arm::Artillery), 12);
    assert_eq!(count(Side::Confederate, Arm::Infantry), 48);
    assert_eq!(count(Side::Confederate, Arm::Cavalry), 14);
    assert_eq!(count(Side::Confederate, Arm::Artillery), 20);
    for unit in units.values() {
        let can_dismount = unit.arm == Arm::Cavalry && unit.faces.weapon != Weapon::CC;
        assert_eq!(unit.dismounted.is_some(), can_dismount, "{}", unit.id);
        let first = unit.faces.fresh.unwrap_or(unit.faces.worn);
        assert!(first.strength >= unit.faces.worn.strength && first.cohesion >= unit.faces.worn.cohesion);
        assert!(unit.faces.worn.strength >= Strength::CADRE);
    }
}

#[test]
fn counters_are_as_the_rulebook_gives_them() {
    let second = scenario(2);
    // 20.2f: Ashby's counters have 3 SP.
    for id in ["c62-7va-cav-a", "c62-7va-cav-b"] {
        let unit = second.units.iter().find(|u| u.id == id).unwrap();
        assert_eq!(unit.faces.fresh.unwrap().strength, Strength::whole(3));
        assert_eq!(unit.labels.strength, Label::Rules);
        assert_eq!(unit.labels.weapon, Label::Reconstructed);
    }
    // 17.2: the CR of 7 IN-b's worn face.
    assert!(faces(&second, "u62-7in-b").1.ends_with("-2"));
    let fourth = scenario(4);
    // 20.4: the counter with 5 SP is 54 PA-b.
    assert!(faces(&fourth, "u64-54pa-b").0.starts_with("5-"));
    assert!(!faces(&fourth, "u64-54pa-a").0.starts_with("5-"));
    // 15.9.
    assert_eq!(faces(&fourth, "u64-1wv").0, "3-2");
    assert_eq!(faces(&fourth, "u64-4wv").1, "4-1");
    assert_eq!(faces(&fourth, "c64-36va").1, "5-4");
    assert_eq!(faces(&fourth, "c64-60nc").1, "2-3");
    // 19.0: 950 to 1,000 men in Terry's brigade, 300 of them the Stonewall Brigade's.
    let terry = fourth.brigades.iter().find(|b| b.id == "b64-terry").unwrap();
    let men: f64 = terry
        .units
        .iter()
        .map(|u| fourth.units[u.index()].faces.fresh.unwrap().strength.number() * 50.0)
        .sum();
    assert!((950.0..=1000.0).contains(&men), "{men}");
    assert!(faces(&fourth, "c64-2-33va").0.starts_with("6-"));
}

#[test]
fn kernstown_4_1_sharpshooters_have_one_face_and_a_mark() {
    let fourth = scenario(4);
    let marked: Vec<&str> = fourth.units.iter().filter(|u| u.sharpshooter).map(|u| u.id.as_str()).collect();
    assert_eq!(marked, ["c64-ss-patton", "c64-ss-evans", "c64-ss-grimes", "c64-ss-lewis"]);
    for unit in &fourth.units {
        assert_eq!(unit.fragile, unit.sharpshooter, "{}", unit.id);
        assert_eq!(unit.fragile, unit.faces.fresh.is_none());
        assert_eq!(unit.faces.weapon == Weapon::SS, unit.sharpshooter);
    }
    // A cadre is half a point.
    let second = scenario(2);
    assert_eq!(faces(&second, "c62-27va"), ("3-5".to_owned(), "C-4".to_owned()));
}

#[test]
fn kernstown_5_0_brigades_and_divisions() {
    let second = scenario(2);
    let names = |s: &Scenario| s.brigades.iter().map(|b| b.id.clone()).collect::<Vec<_>>();
    assert_eq!(
        names(&second),
        [
            "b62-tyler",
            "b62-kimball",
            "b62-sullivan",
            "b62-brodhead",
            "b62-ashby",
            "b62-fulkerson",
            "b62-garnett",
            "b62-burks"
        ]
    );
    assert!(second.brigades.iter().all(|b| b.division.is_none()));
    // Only those with units in the scenario.
    assert_eq!(names(&scenario(1)), ["b62-tyler", "b62-fulkerson", "b62-garnett", "b62-burks"]);
    let fourth = scenario(4);
    assert_eq!(fourth.brigades.len(), 28);
    assert!(fourth.brigades.iter().all(|b| b.division.is_some()));
    for (i, brigade) in fourth.brigades.iter().enumerate() {
        assert!(!brigade.units.is_empty());
        for unit in &brigade.units {
            let unit = &fourth.units[unit.index()];
            assert_eq!(unit.brigade.unwrap().index(), i);
            assert_eq!(unit.side, brigade.side);
        }
    }
    // K11: Imboden's brigade acts with Ransom.
    let imboden = fourth.brigades.iter().find(|b| b.id == "b64-imboden").unwrap();
    assert_eq!(imboden.division.as_deref(), Some("Ransom"));
}

#[test]
fn kernstown_6_1d_halves_know_each_other() {
    let second = scenario(2);
    let at = |id: &str| second.units.iter().position(|u| u.id == id).unwrap();
    let half = &second.units[at("u62-7oh-a")];
    assert!(half.is_half());
    assert_eq!(half.halves.iter().map(|u| u.index()).collect::<Vec<_>>(), [at("u62-7oh-b")]);
    assert!(second.units[at("u62-8oh-b")].is_half());
    assert!(!second.units[at("u62-67oh")].is_half());
    // Batteries and cavalry have parts too, but the rule is for infantry.
    assert!(!second.units[at("c62-carpenter-a")].is_half());
    let fourth = scenario(4);
    let count = fourth.units.iter().filter(|u| u.is_half()).count();
    assert_eq!(count, 4, "54 PA and 5 NY HA");
}
