//! Draws one counter of each kind, fronts and backs: `cargo run -p cartographer --example counters > counters.html`

use cartographer::{Arm, CounterFace, Force, counter_svg};

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
}
