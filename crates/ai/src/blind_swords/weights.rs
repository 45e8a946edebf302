//! The weights by which a commander of Blind Swords judges.

use crate::weights::weights;

weights! {
    /// The weights of Blind Swords. `data/commander/blind-swords.toml` explains each of them.
    BlindSwordsWeights, include_str!("../../../../data/commander/blind-swords.toml"), {
        point = "point",
        /// A watched hex, where only hexes are counted.
        hex = "hex",
        /// A strength point of a unit without cohesion.
        strength = "strength",
        /// The increase for each point of cohesion, as a fraction.
        cohesion = "cohesion",
        /// The fraction of a unit's worth that is left on the last turn.
        last = "last",
        /// The loss to a strength point that retreats.
        retreat = "retreat",
        /// How much the enemy's next fire counts.
        exposure = "exposure",
        /// How much the side's own next fire counts.
        prospect = "prospect",
        /// How much a possible Close Combat counts.
        assault = "assault",
        /// The pull of a watched hex.
        pull = "pull",
        /// The same where only hexes are counted.
        drive = "drive",
        /// The fraction of the pull that is left an activation's march away.
        reach = "reach",
        /// Having a unit in a watched hex.
        stand = "stand",
        support = "support",
        /// The pull of the enemy where nothing else pulls.
        contact = "contact",
        /// Cover while any enemies are near.
        cover = "cover",
        /// How sharply the strength near a hex decides which side will hold it.
        influence = "influence",
        /// How much the present holder of a hex counts for each turn that is left.
        keep = "keep",
        /// The least gain for which a Close Combat is made.
        boldness = "boldness",
        /// The least odds at which a brigade attacks.
        odds = "odds",
        /// The least gain for which a unit leaves its hex.
        stir = "stir",
        /// The strength that is left, when a position is evaluated.
        force = "force",
        /// The enemy fire that units are exposed to, when a position is evaluated.
        danger = "danger",
        /// The same where points are counted.
        peril = "peril",
        win = "win",
        /// The margin of points that makes a win all but sure.
        spread = "spread",
        /// The pull of the own edge on a point that leaving saves, for each activation's march.
        leave = "leave",
        /// How many times its own strength the enemy has where a side goes home.
        home_odds = "home-odds",
        /// Replaces `leave` on the way home.
        home_leave = "home-leave",
        /// Replaces `contact` on the way home.
        home_contact = "home-contact",
        /// Replaces `boldness` on the way home.
        home_boldness = "home-boldness",
        /// Quick March and Reserve Move on the way home.
        home_march = "home-march",
        /// A Rebel Yell, as a Key Chit.
        chit_rebel_yell = "chit-rebel-yell",
        chit_good_ground = "chit-good-ground",
        chit_firefight = "chit-firefight",
        /// Rally, before any unit is hit.
        chit_rally = "chit-rally",
        chit_take_aim = "chit-take-aim",
        chit_hold_the_line = "chit-hold-the-line",
        chit_inspired_leadership = "chit-inspired-leadership",
        chit_command_confusion = "chit-command-confusion",
        chit_fatigue = "chit-fatigue",
        /// Quick March; worth more the farther away the enemy is.
        chit_quick_march = "chit-quick-march",
        /// Reserve Move; worth more far from the enemy.
        chit_reserve_move = "chit-reserve-move",
        chit_confident = "chit-confident",
        chit_low_ammo = "chit-low-ammo",
        /// Find Ammo, if any unit needs it.
        chit_find_ammo = "chit-find-ammo",
        /// The fraction that is left of a combat chit's worth while no enemy is near.
        chit_afar = "chit-afar",
        /// The fraction of the guns' fire that is expected in one activation.
        fire_guns = "fire-guns",
        /// The fraction of all other units' fire.
        fire_lines = "fire-lines",
        /// The fraction of the strongest of these that is added.
        fire_best = "fire-best",
        /// The least gain for which a chit is spent on a combat.
        thrift = "thrift",
        /// Attack, at the odds wanted, with the enemy within five hexes.
        order_attack = "order-attack",
        /// The same with no enemy within five hexes.
        order_attack_afar = "order-attack-afar",
        /// Defend, with the enemy within two hexes.
        order_defend_contact = "order-defend-contact",
        /// Defend, with the enemy within five hexes.
        order_defend_near = "order-defend-near",
        order_defend_afar = "order-defend-afar",
        /// Maneuver, with the enemy within two hexes.
        order_maneuver_contact = "order-maneuver-contact",
        /// Maneuver, with the enemy within five hexes.
        order_maneuver_near = "order-maneuver-near",
        order_maneuver_afar = "order-maneuver-afar",
        /// Regroup before any unit is hit, with the enemy within two hexes.
        order_regroup_contact = "order-regroup-contact",
        /// Added to Attack for an enemy hex in reach.
        eager = "eager",
        /// Added to Attack when behind on points.
        behind = "behind",
    }
}
