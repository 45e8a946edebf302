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
    }
}
