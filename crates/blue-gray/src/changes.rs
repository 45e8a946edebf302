//! What has changed in these rules, so that records of before stay what they were.

use tabletop::{RuleChange, case};

/// The changes, the oldest first. One that is made adds itself to the end.
pub(crate) const CHANGES: &[RuleChange] = &[
    RuleChange {
        version: 1,
        case: case!("7.12"),
        what: "Chickamauga's Train (19.3) may be attacked and never has to be: it gives a unit adjacent to it no enemy \
               that it must attack, and is one that it may. Attacks that together meet every duty may be declared in \
               any order.",
    },
    RuleChange {
        version: 2,
        case: case!("9.0"),
        what: "A hex attacked by bombardment alone is doubled if the fire crosses any impassable hex, not only one of \
               a river.",
    },
    RuleChange {
        version: 3,
        case: case!("17.0"),
        what: "Chickamauga as printed in 1975 has no levels of victory: the higher total wins, and equal totals are a \
               draw.",
    },
];
