//! The Swiss system: players of equal points meet, and no two players meet twice.
//!
//! Everyone is ordered by points, then as seeded. An odd one out has a bye: the lowest who had none.
//! Then from the top each player gets the best opponent for whom everybody else can still be paired.
//! Best is who has equal points, or as nearly as can be, and within a group of equal points the
//! players are *folded*: the first of the upper half meets the first of the lower half. Where two
//! do equally well, one who is due the other side in the first game goes before.

use std::cmp::Reverse;

use super::draw::{Draw, Drawn, NotDrawn};
use super::event::{Contest, Event};
use super::matching::{Graph, pair_all};

pub(super) fn draw(event: &Event) -> Result<Draw, NotDrawn> {
    let number = event.played.len() + 1;
    let mut players = event.seeds();
    players.retain(|player| event.entrants[*player].plays_in(number));
    players.sort_by_key(|player| Reverse(event.halves(*player)));
    if players.len() < 2 {
        return Err(NotDrawn::TooFew);
    }
    // From here on players are places in that order; an odd one out meets the bye after the last.
    let count = players.len();
    let halves: Vec<u32> = players.iter().map(|player| event.halves(*player)).collect();
    let had_bye = |place: usize| event.played.iter().any(|round| round.byes.contains(&players[place]));
    let met = |a: usize, b: usize| {
        event.contests_of(players[a]).filter(|contest| contest.players.contains(&players[b])).count()
    };
    let new = |a: usize, b: usize| if b == count { !had_bye(a) } else { met(a, b) == 0 };
    let graph = Graph::new(count.next_multiple_of(2), new);
    let mut order: Vec<usize> = (0..count).collect();
    if count % 2 == 1 {
        order.insert(0, count);
    }
    let choices = |chooser: usize, left: &[usize]| {
        if chooser == count {
            // A player who had a point without playing, other than by a bye, comes last.
            let spared = |place: &usize| {
                let unplayed =
                    |contest: &&Contest| !contest.was_played() && contest.winner() == Some(players[*place]);
                event.contests_of(players[*place]).filter(unplayed).count()
            };
            let mut choices: Vec<usize> = left.iter().rev().copied().collect();
            choices.sort_by_key(|place| (had_bye(*place), spared(place)));
            return choices;
        }
        let balance = |place: usize| event.balance(players[place]).signum();
        // The chooser is the first of the group; where its lower half begins, its opponent stands.
        let group = 1 + left.iter().filter(|place| halves[**place] == halves[chooser]).count();
        let opponent = if group > 1 { group / 2 - 1 } else { 0 };
        let mut choices: Vec<(usize, usize)> = left.iter().copied().enumerate().collect();
        choices.sort_by_key(|(at, place)| {
            (
                met(chooser, *place),
                halves[chooser].abs_diff(halves[*place]),
                balance(chooser) != 0 && balance(chooser) == balance(*place),
                at.abs_diff(opponent),
                Reverse(*at),
            )
        });
        choices.into_iter().map(|(_, place)| place).collect()
    };
    let (pairs, repeated) = pair_all(&graph, &order, choices);
    let mut draw = Draw { number, matches: Vec::new(), byes: Vec::new(), repeated };
    for [a, b] in pairs {
        if a == count {
            draw.byes.push(players[b]);
        } else {
            let players = event.seated([players[a], players[b]], draw.matches.len());
            draw.matches.push(Drawn { players, forfeits: None });
        }
    }
    Ok(draw)
}
