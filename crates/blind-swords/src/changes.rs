//! What has changed in these rules, so that records of before stay what they were.

use tabletop::{RuleChange, case};

/// The changes, the oldest first. One that is made adds itself to the end.
pub(crate) const CHANGES: &[RuleChange] = &[
    RuleChange {
        version: 1,
        case: case!("10.5b"),
        what: "Units and batteries in Battlefield Chaos give no Supporting Defensive Fire.",
    },
    RuleChange {
        version: 2,
        case: case!("13.10"),
        what: "The two columns of a charge apply only against a hex that meets every condition of 13.10f and g.",
    },
    RuleChange {
        version: 3,
        case: case!("12.2"),
        what: "The owner picks the Lead Unit among units tied in printed strength, where the choice can make a \
               difference (K33).",
    },
    RuleChange {
        version: 4,
        case: case!("17.2b"),
        what: "A unit returns near its division, or else near any friend, where its brigade is on the map but no hex \
               near it is open (K90).",
    },
    RuleChange {
        version: 5,
        case: case!("14.3a"),
        what: "A unit that is the target of another declared Close Combat gives no Supporting Defensive Fire, even \
               after it has retreated from the attacked hex (K109).",
    },
    RuleChange {
        version: 6,
        case: case!("16.2"),
        what: "An advance of two hexes drives off Skirmishers adjacent to its first hex too (K67).",
    },
    RuleChange {
        version: 7,
        case: case!("11.4"),
        what: "A march under Maneuver beside an enemy that withdraws stops in the last hex of its way where it may \
               stand and is not adjacent to an enemy (13.6, K65).",
    },
    RuleChange {
        version: 8,
        case: case!("16.2"),
        what: "Cavalry that withdraws before a Close Combat and units that step aside drive off Skirmishers too.",
    },
    RuleChange {
        version: 9,
        case: case!("16.4"),
        what: "A hex of Skirmishers alone cannot be attacked in Close Combat.",
    },
    RuleChange {
        version: 10,
        case: case!("15.8"),
        what: "The second hex of an advance may be the one it began in.",
    },
    RuleChange {
        version: 11,
        case: case!("13.10"),
        what: "A charge may begin on Angled ground (13.10b); it may still neither enter nor strike it.",
    },
];
