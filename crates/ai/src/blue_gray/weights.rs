//! What a commander of Blue & Gray holds things to be worth.

use crate::weights::weights;

weights! {
    /// The weights of Blue & Gray. What each means is said in `data/commander/blue-gray.toml`.
    BlueGrayWeights, include_str!("../../../../data/commander/blue-gray.toml"), {
        /// A strength point at the first game-turn.
        power = "power",
        /// The same without attack effectiveness, as a part.
        spent_power = "spent-power",
        /// What is left of the worth of a place for a march of one game-turn.
        reach = "reach",
        /// How much more the holder's strength counts.
        holding = "holding",
        /// Worth of a place, as a part of its points.
        place = "place",
        /// What draws a strength point to a place held by the enemy.
        urge = "urge",
        /// A hex that lets more units move.
        freedom = "freedom",
        /// Worth of a strength point on its way to an exit, as a part.
        passage = "passage",
        /// The most that exits are held to be worth.
        most_exits = "most-exits",
        /// How much each exit counts by itself.
        each_exit = "each-exit",
        /// The chance that the only way by road stays free while it can be closed.
        single_way = "single-way",
        /// The same once it cannot be closed any more.
        last_way = "last-way",
        /// The chance, far from the end, that exits count if their roads are barred now.
        barred_hope = "barred-hope",
        /// The same with a single way.
        single_hope = "single-hope",
        /// The same with several.
        free_hope = "free-hope",
        /// How much of what the roads are now is left after each game-turn to come.
        settled = "settled",
        /// Winning rather than losing, besides the points.
        win = "win",
        /// The margin that makes it all but sure at the start.
        spread = "spread",
        /// A strength point driven back.
        push = "push",
        /// A strength point thrown back.
        repulse = "repulse",
        /// A strength point that lost its effectiveness.
        ineffective = "ineffective",
        /// How much of a threat is expected.
        threat = "threat",
        /// What is left of that for each further attack.
        threat_fall = "threat-fall",
        /// How much one's own threats count against the enemy's.
        menace = "menace",
        /// The chance that a retreat is cut where it can be.
        cut = "cut",
        /// The chance that it is where it hardly can be.
        cut_rarely = "cut-rarely",
        /// How much rehearsals count against reckoning.
        rehearsal = "rehearsal",
        /// The gain from which on one attacks.
        boldness = "boldness",
        /// Marching: cover.
        cover = "cover",
        /// Marching: friends next to it.
        company = "company",
        /// Marching: enemies that can come next to it.
        exposure = "exposure",
        /// Marching: the pull of places.
        pull = "pull",
        /// Marching: the pull of the enemy.
        contact = "contact",
    }
}
