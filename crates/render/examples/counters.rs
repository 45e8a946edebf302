//! Draws one counter of each kind, fronts and backs:
//! `cargo run -p cartographer --example counters > counters.html`

use render::{Arm, Band, BandedFace, CounterFace, Force, Status, banded_svg, counter_svg, status_svg};

fn main() {
    println!(
        "<!doctype html><meta charset=\"utf-8\"><title>Counters</title><style>svg {{ width: 6rem; margin: .4rem }}</style>"
    );
    for (force, designation) in [(Force::Union, "1/2/XIV"), (Force::Confederate, "Breckinridge")] {
        for (arm, values) in
            [(Arm::Infantry, "8-6"), (Arm::Cavalry, "3-8"), (Arm::Artillery, "10-6"), (Arm::Train, "1-6")]
        {
            for ineffective in [false, true] {
                let face = CounterFace {
                    force,
                    arm,
                    values: values.to_owned(),
                    designation: designation.to_owned(),
                    ineffective,
                };
                println!("{}", counter_svg(&face));
            }
        }
        println!("<br>");
    }
    for (force, name) in [(Force::Union, "Kimball"), (Force::Confederate, "Fulkerson")] {
        for face in banded(force, name) {
            println!("{}", banded_svg(&face));
        }
        println!("<br>");
    }
    for status in Status::ALL {
        println!("{}", status_svg(status));
    }
}

/// Counters under a brigade's band, one of each kind.
fn banded(force: Force, brigade: &str) -> Vec<BandedFace> {
    let face = BandedFace {
        force,
        arm: Arm::Infantry,
        band: Band { name: brigade.to_owned(), order: Some(1) },
        name: "84 PA-a".to_owned(),
        strength: "6".to_owned(),
        weapon: "R".to_owned(),
        cohesion: "4".to_owned(),
        mounted: false,
        sharpshooter: false,
        fragile: false,
        worn: false,
        markers: Vec::new(),
    };
    let cadre = BandedFace { strength: "C".to_owned(), worn: true, ..face.clone() };
    let horse = BandedFace { arm: Arm::Cavalry, weapon: "CC".to_owned(), ..face.clone() };
    let battery = BandedFace {
        arm: Arm::Artillery,
        band: Band { name: String::new(), order: None },
        name: "Robinson L, 1 OH".to_owned(),
        weapon: "Mx".to_owned(),
        ..face.clone()
    };
    let band = |order| Band { name: "Schoonmaker".to_owned(), order: Some(order) };
    vec![
        cadre.clone(),
        BandedFace { mounted: true, strength: "12".to_owned(), ..horse.clone() },
        horse,
        battery,
        BandedFace { sharpshooter: true, weapon: "SS".to_owned(), band: band(5), ..face.clone() },
        BandedFace { fragile: true, band: band(14), ..cadre },
        BandedFace { markers: vec![Status::Shaken, Status::LowAmmunition], band: band(8), ..face.clone() },
        BandedFace {
            sharpshooter: true,
            markers: vec![Status::Disrupted, Status::LowAmmunition, Status::Skirmish],
            band: band(11),
            ..face.clone()
        },
        face,
    ]
}
