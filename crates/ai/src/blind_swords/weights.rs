//! What a commander of Blind Swords holds things to be worth.

use crate::weights::weights;

weights! {
    /// The weights of Blind Swords. What each means is said in `data/commander/blind-swords.toml`.
    BlindSwordsWeights, include_str!("../../../../data/commander/blind-swords.toml"), {
        /// A victory point.
        point = "point",
        /// A watched hex, where hexes are what is counted.
        hex = "hex",
        /// A strength point of a unit without cohesion.
        strength = "strength",
        /// What each point of cohesion adds to it, as a part.
        cohesion = "cohesion",
        /// How much of a unit's worth stays to the last turn.
        last = "last",
        /// What a strength point loses by a retreat.
        retreat = "retreat",
        /// How much the enemy's next fire counts.
        exposure = "exposure",
        /// How much one's own next fire counts.
        prospect = "prospect",
        /// How much a Close Combat that could be made counts.
        assault = "assault",
        /// The pull of a watched hex.
        pull = "pull",
        /// The same where the hexes are all that is counted.
        drive = "drive",
        /// What is left of it an activation's march away.
        reach = "reach",
        /// Standing in a watched hex.
        stand = "stand",
        /// A friend who gives support.
        support = "support",
        /// The pull of the enemy where nothing else is to be had.
        contact = "contact",
        /// Cover, where enemies are near.
        cover = "cover",
        /// How fast strength near a hex decides who will hold it.
        influence = "influence",
        /// How much the present holder of a hex counts for each turn that is left.
        keep = "keep",
        /// The gain from which on a Close Combat is made.
        boldness = "boldness",
        /// The odds from which on a brigade attacks.
        odds = "odds",
        /// The least gain for which a unit leaves its hex.
        stir = "stir",
        /// The strength that is left, when a position is judged.
        force = "force",
        /// The fire that units stand under, when a position is judged.
        danger = "danger",
        /// The same where points are counted.
        peril = "peril",
        /// Winning rather than losing.
        win = "win",
        /// The margin of points that makes it all but sure.
        spread = "spread",
        /// A strength point that leaves by its own edge.
        leave = "leave",
        /// A Rebel Yell, as a Key Chit.
        chit_rebel_yell = "chit-rebel-yell",
        /// Good Ground.
        chit_good_ground = "chit-good-ground",
        /// Firefight.
        chit_firefight = "chit-firefight",
        /// Rally, before anybody is hurt.
        chit_rally = "chit-rally",
        /// Take Aim.
        chit_take_aim = "chit-take-aim",
        /// Hold the Line.
        chit_hold_the_line = "chit-hold-the-line",
        /// Inspired Leadership.
        chit_inspired_leadership = "chit-inspired-leadership",
        /// Command Confusion.
        chit_command_confusion = "chit-command-confusion",
        /// Fatigue.
        chit_fatigue = "chit-fatigue",
        /// Quick March, the more so the farther the enemy.
        chit_quick_march = "chit-quick-march",
        /// Reserve Move, likewise.
        chit_reserve_move = "chit-reserve-move",
        /// Confident.
        chit_confident = "chit-confident",
        /// Low Ammo.
        chit_low_ammo = "chit-low-ammo",
        /// Find Ammo, if somebody is in want of it.
        chit_find_ammo = "chit-find-ammo",
        /// What is left of a chit of combat while no enemy is near.
        chit_afar = "chit-afar",
        /// How much of the fire of guns is expected at once.
        fire_guns = "fire-guns",
        /// How much of that of everybody else.
        fire_lines = "fire-lines",
        /// What is added of the best of theirs.
        fire_best = "fire-best",
        /// The gain from which on a chit is spent on a combat.
        thrift = "thrift",
        /// Attack, at the odds that are wanted, the enemy within five hexes.
        order_attack = "order-attack",
        /// The same with no enemy so near.
        order_attack_afar = "order-attack-afar",
        /// Defend, the enemy within two hexes.
        order_defend_contact = "order-defend-contact",
        /// Within five.
        order_defend_near = "order-defend-near",
        /// Farther off.
        order_defend_afar = "order-defend-afar",
        /// Maneuver, the enemy within two hexes.
        order_maneuver_contact = "order-maneuver-contact",
        /// Within five.
        order_maneuver_near = "order-maneuver-near",
        /// Farther off.
        order_maneuver_afar = "order-maneuver-afar",
        /// Regroup before anybody is hurt, the enemy within two hexes.
        order_regroup_contact = "order-regroup-contact",
        /// What a hex of the enemy in reach adds to Attack.
        eager = "eager",
        /// What being behind adds to it.
        behind = "behind",
    }
}
