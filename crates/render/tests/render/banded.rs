//! Counters with a brigade's band: everything printed on them is there and distinguishes them.

use std::collections::BTreeSet;

use render::{Arm, Band, BandedFace, Force, Status, banded_svg, status_svg};

fn face() -> BandedFace {
    BandedFace {
        force: Force::Union,
        arm: Arm::Infantry,
        band: Band { name: "Tyler & <Co>".to_owned(), order: Some(0) },
        name: "7 OH-a".to_owned(),
        strength: "C".to_owned(),
        weapon: "Mx".to_owned(),
        cohesion: "4".to_owned(),
        mounted: false,
        sharpshooter: false,
        fragile: false,
        worn: false,
        markers: Vec::new(),
    }
}

fn lettering(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}"));
    document
        .descendants()
        .filter(|n| n.has_tag_name("text"))
        .filter_map(|n| n.text().map(str::to_owned))
        .collect()
}

fn title(svg: &str) -> String {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}"));
    document.root_element().attribute("aria-label").unwrap_or_default().to_owned()
}

/// The shapes drawn, without colours and lettering.
fn shapes(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}"));
    let shape = |n: roxmltree::Node| {
        let place = ["d", "cx", "cy", "r", "width", "transform", "stroke-dasharray"];
        let place = place.map(|name| n.attribute(name).unwrap_or_default());
        // Filled or outlined counts as shape.
        format!("{} {} {}", n.tag_name().name(), place.join(" "), n.attribute("fill") == Some("none"))
    };
    document.descendants().filter(|n| n.is_element() && !n.has_tag_name("text")).map(shape).collect()
}

#[test]
fn brigade_name_and_values_stand_from_head_to_foot() {
    let svg = banded_svg(&face());
    assert_eq!(lettering(&svg), ["Tyler & <Co>", "7 OH-a", "C", "Mx", "4"]);
    assert_eq!(title(&svg), "Union infantry 7 OH-a C-Mx-4, Tyler & <Co>");
}

#[test]
fn arms_and_marks_are_told_apart_without_colour() {
    let cavalry = |mounted| BandedFace { arm: Arm::Cavalry, mounted, ..face() };
    let faces = [
        face(),
        cavalry(true),
        cavalry(false),
        BandedFace { arm: Arm::Artillery, ..face() },
        BandedFace { sharpshooter: true, ..face() },
        BandedFace { fragile: true, ..face() },
        BandedFace { worn: true, ..face() },
    ];
    let seen: BTreeSet<Vec<String>> = faces.iter().map(|face| shapes(&banded_svg(face))).collect();
    assert_eq!(seen.len(), faces.len());
    let titles: BTreeSet<String> = faces.iter().map(|face| title(&banded_svg(face))).collect();
    assert_eq!(titles.len(), faces.len());
}

#[test]
fn a_fragile_unit_has_a_yellow_ring_and_a_horse_is_brown() {
    let yellow = |face: &BandedFace| {
        let svg = banded_svg(face);
        let document = roxmltree::Document::parse(&svg).unwrap();
        let ring = document.descendants().find(|n| n.attribute("stroke") == Some("#f7c81e"));
        ring.map(|n| (n.tag_name().name().to_owned(), n.attribute("cx").map(str::to_owned)))
    };
    // The strength is there too.
    let fragile = BandedFace { fragile: true, ..face() };
    assert_eq!(yellow(&fragile), Some(("circle".to_owned(), Some("20".to_owned()))));
    assert!(banded_svg(&fragile).contains("<text x=\"20\""));
    assert_eq!(yellow(&face()), None);
    let horse = |mounted| banded_svg(&BandedFace { arm: Arm::Cavalry, mounted, ..face() });
    assert!(horse(true).contains("#6b3d1a") && !horse(false).contains("#6b3d1a"));
}

#[test]
fn a_battleworn_counter_has_a_lighter_ground() {
    for force in [Force::Union, Force::Confederate] {
        let ground = |worn| {
            let svg = banded_svg(&BandedFace { force, worn, ..face() });
            let document = roxmltree::Document::parse(&svg).unwrap();
            let card = document.descendants().find(|n| n.has_tag_name("rect")).unwrap();
            let rgb =
                u32::from_str_radix(card.attribute("fill").unwrap().trim_start_matches('#'), 16).unwrap();
            (rgb >> 16) + (rgb >> 8 & 255) + (rgb & 255)
        };
        assert!(ground(true) > ground(false) + 60);
    }
}

#[test]
fn brigades_of_a_side_have_bands_unlike_each_other() {
    let band = |order| {
        let band = Band { name: "Ely".to_owned(), order };
        banded_svg(&BandedFace { band, ..face() })
    };
    let seen: BTreeSet<String> = [None].into_iter().chain((0..36).map(Some)).map(band).collect();
    assert_eq!(seen.len(), 37);
}

#[test]
fn markers_lie_on_the_counter_with_their_words() {
    for sharpshooter in [false, true] {
        let markers = vec![Status::Shaken, Status::LowAmmunition, Status::Skirmish];
        let svg = banded_svg(&BandedFace { sharpshooter, markers, ..face() });
        assert_eq!(
            lettering(&svg),
            ["Tyler & <Co>", "7 OH-a", "Shaken", "Low ammo", "Skirmish", "C", "Mx", "4"]
        );
        assert!(title(&svg).ends_with("Shaken, Low ammo, Skirmish"));
    }
    let alone: BTreeSet<String> = Status::ALL.into_iter().map(status_svg).collect();
    assert_eq!(alone.len(), 4);
    assert_eq!(lettering(&status_svg(Status::LowAmmunition)), ["LOW", "AMMO"]);
}
