//! Counters show side, arm, values and designation, front and back.

use render::{Arm, CounterFace, Force, counter_svg};

fn face(force: Force, arm: Arm, ineffective: bool) -> CounterFace {
    CounterFace { force, arm, values: "5-6".to_owned(), designation: "2 & 3/XX".to_owned(), ineffective }
}

#[test]
fn every_face_is_sound_and_differs_from_every_other() {
    let mut seen = std::collections::BTreeSet::new();
    for force in [Force::Union, Force::Confederate] {
        for arm in [Arm::Infantry, Arm::Cavalry, Arm::Artillery, Arm::Train] {
            for ineffective in [false, true] {
                let svg = counter_svg(&face(force, arm, ineffective));
                let document = roxmltree::Document::parse(&svg).unwrap();
                let text: Vec<&str> = document
                    .descendants()
                    .filter(|n| n.has_tag_name("text"))
                    .filter_map(|n| n.text())
                    .collect();
                assert_eq!(text, ["2 & 3/XX", "5-6"]);
                assert_eq!(document.root_element().attribute("viewBox"), Some("0 0 100 100"));
                seen.insert(svg);
            }
        }
    }
    assert_eq!(seen.len(), 16);
}

#[test]
fn front_and_back_differ_by_more_than_colour() {
    let marks = |ineffective| {
        let svg = counter_svg(&face(Force::Union, Arm::Infantry, ineffective));
        let document = roxmltree::Document::parse(&svg).unwrap();
        document.descendants().filter(|n| n.has_tag_name("path")).count()
    };
    assert!(marks(true) > marks(false));
}

#[test]
fn a_long_designation_is_squeezed_into_the_counter() {
    let long = CounterFace {
        designation: "Breckinridge's Division".to_owned(),
        ..face(Force::Confederate, Arm::Infantry, false)
    };
    assert!(counter_svg(&long).contains("textLength=\"90\""));
    assert!(!counter_svg(&face(Force::Confederate, Arm::Infantry, false)).contains("textLength"));
}
