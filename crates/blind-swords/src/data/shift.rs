//! The column shifts of the charts by name (12.3, 14.3d). A shift that no rule asks for cannot be
//! written in a data file, and one that the charts lack cannot be asked for.

use crate::data::cell::Cell;

/// One column shift, as the charts have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shift {
    /// The name in data and protocol.
    pub id: &'static str,
    pub name: String,
    /// Columns: to the right above 0.
    pub columns: Cell<i8>,
    pub when: String,
}

/// Makes the names of one kind of combat's shifts, in the order of its chart.
macro_rules! shifts {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $shift:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        pub enum $name {
            $($(#[$about])* #[serde(rename = $word)] $shift,)*
        }

        impl $name {
            /// All of them, in the order of the chart.
            pub const ALL: &[$name] = &[$($name::$shift),*];

            /// Their names in data and protocol, in that order.
            pub(crate) const WORDS: [&str; $name::ALL.len()] = [$($word),*];

            /// The name in data and protocol.
            pub const fn word(self) -> &'static str {
                $name::WORDS[self as usize]
            }
        }
    };
}

shifts!(
    /// A shift of Fire Combat (12.3).
    FireShift {
        /// The target stands in an orchard or in woods.
        TargetInCover = "target-in-cover",
        /// The line of sight passes over units.
        OverUnits = "over-units",
        /// The line of sight passes through an orchard or woods.
        ThroughCover = "through-cover",
        /// A firing unit is in Skirmish Order.
        FirerSkirmish = "firer-skirmish",
        /// The target Lead Unit is in Skirmish Order.
        TargetSkirmish = "target-skirmish",
        /// Mixed batteries fire far.
        MixedFar = "mixed-far",
        CanisterSmoothbore = "canister-smoothbore",
        /// The fire is part of Flanking Fire.
        FlankingFire = "flanking-fire",
        Carbines = "carbines",
        TargetSharpshooters = "target-sharpshooters",
        FiringSharpshooters = "firing-sharpshooters",
        /// The Union's chit of that name.
        GoodGround = "good-ground",
        /// The target stands behind a wall.
        StoneWall = "stone-wall",
        /// The target Lead Unit is mounted.
        TargetCavalry = "target-cavalry",
        /// A rare event: the Union attacks foolishly.
        FogFoolishAttack = "fog-foolish-attack",
        /// A rare event: the Union's tactical bonus.
        FogUsaBonus = "fog-usa-bonus",
        /// A rare event: the Confederates' tactical bonus.
        FogCsaBonus = "fog-csa-bonus",
        TakeAim = "take-aim",
    }
);

shifts!(
    /// A shift of Close Combat (14.3d).
    CloseShift {
        /// All attackers together against the defenders: 3:1 or more.
        Odds31 = "odds-3-1",
        Odds21 = "odds-2-1",
        Odds32 = "odds-3-2",
        Odds23 = "odds-2-3",
        Odds12 = "odds-1-2",
        Odds13 = "odds-1-3",
        DefendingGuns = "defending-guns",
        /// The best attacker has the better CR.
        BetterAttacker = "better-attacker",
        /// The defending Lead Unit has the better CR.
        BetterDefender = "better-defender",
        /// The attack goes up a Slope.
        UpSlope = "up-slope",
        /// The attack goes up a Steep Slope.
        UpSteepSlope = "up-steep-slope",
        AttackingMuskets = "attacking-muskets",
        DefendingMuskets = "defending-muskets",
        /// The Confederates' chit of that name.
        RebelYell = "rebel-yell",
        /// The attack comes from the flank too.
        FlankAttack = "flank-attack",
        /// The defending Lead Unit is mounted.
        DefendingCavalry = "defending-cavalry",
        /// The attacking Lead Unit made a Charge Move.
        Charge = "charge",
        /// The Union's chit of that name.
        GoodGround = "good-ground",
        /// The defenders stand behind a wall.
        StoneWall = "stone-wall",
        /// A rare event: the Union attacks foolishly.
        FogFoolishAttack = "fog-foolish-attack",
        /// A rare event: the Union's tactical bonus.
        FogUsaBonus = "fog-usa-bonus",
        /// A rare event: the Confederates' tactical bonus.
        FogCsaBonus = "fog-csa-bonus",
        /// The attacking Lead Unit is low on ammunition.
        LowAmmo = "low-ammo",
    }
);
