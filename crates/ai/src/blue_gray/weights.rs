//! The weights by which a commander of Blue & Gray judges.

use crate::weights::weights;

weights! {
    /// The weights of Blue & Gray. `data/commander/blue-gray.toml` explains each of them.
    BlueGrayWeights, include_str!("../../../../data/commander/blue-gray.toml"), {
        /// A strength point on the first game-turn.
        power = "power",
        /// The same without attack effectiveness, as a fraction.
        spent_power = "spent-power",
        /// The fraction that is left of the worth of a place one game-turn's march away.
        reach = "reach",
        /// How much more the holder's strength counts.
        holding = "holding",
        /// The worth of a place, as a fraction of its points.
        place = "place",
        /// The pull on a strength point of a place held by the enemy.
        urge = "urge",
        /// A hex that lets more units move.
        freedom = "freedom",
        /// The worth of a strength point on its way to an exit, as a fraction.
        passage = "passage",
        /// The most that all exits together are worth.
        most_exits = "most-exits",
        /// How much it counts who could come to the end of a barred road.
        opening = "opening",
        /// How much each exit counts by itself.
        each_exit = "each-exit",
        /// The chance that the only way by road stays free while the enemy can close it.
        single_way = "single-way",
        /// The same once the enemy cannot close it any more.
        last_way = "last-way",
        /// The chance, far from the end, that exits will count if their roads are barred now.
        barred_hope = "barred-hope",
        /// The same with a single free way.
        single_hope = "single-hope",
        /// The same with several free ways.
        free_hope = "free-hope",
        /// The fraction that is left of what is known about the roads, for each game-turn to come.
        settled = "settled",
        /// The chance of coming home from which on a general brings a unit on that has to leave the map again.
        homecoming = "homecoming",
        /// Winning rather than losing, besides the points.
        win = "win",
        /// The margin of points that makes a win all but sure at the start.
        spread = "spread",
        /// One enemy strength point driven back.
        push = "push",
        /// A strength point thrown back.
        repulse = "repulse",
        /// A strength point that loses its effectiveness.
        ineffective = "ineffective",
        /// How much of a threat is expected to come.
        threat = "threat",
        /// The fraction of that for each further attack.
        threat_fall = "threat-fall",
        /// How much the side's own threats count against the enemy's.
        menace = "menace",
        /// The chance that a retreat is cut off where the enemy can do it.
        cut = "cut",
        /// The same where the enemy hardly can.
        cut_rarely = "cut-rarely",
        /// How many times over the loss counts of a unit that is lost after an advance.
        trap = "trap",
        /// How much rehearsals count against the evaluation.
        rehearsal = "rehearsal",
        /// The least gain for which an attack is made.
        boldness = "boldness",
        cover = "cover",
        /// Marching: friendly units next to it.
        company = "company",
        /// Marching: enemies that can come next to it.
        exposure = "exposure",
        pull = "pull",
        /// Marching: the pull of the enemy.
        contact = "contact",
    }
}
