//! A lesson: of all that a side ordered in a turn, the one order that cost most, and why.
//!
//! It is worked out from what the side knew when it gave the order: positions are drawn that fit
//! that, with dice of the lesson's own. So it tells nothing that is hidden, and judges decisions
//! and not luck. What was ordered and what the general would have ordered are both played on with
//! the same dice, many times; only a difference that chance does not explain is told.

use std::ops::Range;

use serde_json::Value;
use tabletop::{AnyGame, Dice, Game, RuleCheck, Rules, Side};

use crate::chance::Chance;
use crate::commander::Commanded;
use crate::information_set::InformationSet;
use crate::interrupt::interrupted;
use crate::mean::mean_and_error;
use crate::strokes::{Drawn, Stroke};
use crate::threads::{in_order, search};
use crate::turns::{Turn, Turns};

/// Every choice is played on so many times; six throws of a die in a row show each face once.
const FIRST: u64 = 12;

/// Those that then look worst, up to so many times, and how many those are.
const SECOND: (u64, usize) = (48, 6);

/// The further games, with other dice, that a lesson rests on, and the number of choices tested so: a choice
/// that looked worst by chance is not mentioned.
const LAST: (u64, usize) = (120, 3);

/// As often both are played on to the end of the game: what only the judgement of a position has
/// against an order, and no game bears out, is not told. They contradict each other from so many
/// standard errors on.
const WHOLE: (u64, f64) = (30, 2.0);

/// A difference is told if it is so many standard errors, and so many points at least.
const SURE: (f64, f64) = (3.0, 0.5);

/// Half of a 95 % interval, in standard errors.
const WITHIN: f64 = 1.96;

/// The least difference, as a fraction of the games played on, that a lesson mentions.
const TOLD: f64 = 0.2;

/// An order of the side, with the position in which it was given.
#[derive(Debug, Clone)]
pub struct Given<R: Rules> {
    pub version: u32,
    /// The position before it. The tutor draws positions that fit what the side knew of it.
    pub state: R::State,
    pub order: R::Order,
}

/// A side's turn as the tutor sees it.
pub struct Taken<'a, R: Rules> {
    rules: &'a R,
    side: Side,
    given: &'a [Given<R>],
}

impl<'a, R: Rules> Taken<'a, R> {
    pub fn rules(&self) -> &'a R {
        self.rules
    }

    pub fn side(&self) -> Side {
        self.side
    }

    pub fn count(&self) -> usize {
        self.given.len()
    }

    pub fn order(&self, at: usize) -> &'a R::Order {
        &self.given[at].order
    }

    /// The side's knowledge when it gave that order.
    pub fn known(&self, at: usize) -> InformationSet<'a, R> {
        InformationSet::new(self.rules, &self.given[at].state, self.side)
    }
}

/// Orders given one after another from a position of the turn on; only the last may throw dice.
#[derive(Debug, Clone)]
pub struct Variation<R: Rules> {
    /// Which order of the turn they begin in the place of.
    pub at: usize,
    pub orders: Vec<R::Order>,
}

/// Something that was ordered, and what might have been ordered in its place.
#[derive(Debug, Clone)]
pub struct Choice<R: Rules> {
    /// Which order of the turn it is about.
    pub at: usize,
    /// The orders given, to be played on from.
    pub done: Variation<R>,
    pub instead: Variation<R>,
    /// The orders given, as the beginning of a sentence: "Moving x3 from 0913 to 1216".
    pub what: String,
    /// The alternative: "leaving x3 in 0913".
    pub better: String,
    /// Why, in a sentence or more; empty where it is obvious.
    pub why: String,
    /// The order that is better, with the position in which it could be given; nothing where that
    /// is to leave something undone.
    pub order: Option<(R::State, R::Order)>,
    /// The hexes it is about, as they are printed.
    pub hexes: Vec<String>,
}

/// How a game stood when it had been played on.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct End {
    /// The side's result, in victory points.
    pub worth: f64,
    /// Which of the places that count it held.
    pub held: Vec<bool>,
    /// The strength that it had lost, and that the enemy had.
    pub lost: [f64; 2],
    /// The strength that had left the map for it, and for the enemy.
    pub left: [f64; 2],
}

/// The dice with which something is played on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Round {
    /// The same for all that is compared.
    pub seed: u64,
    /// Which of the games played on it is, from 0.
    pub number: u64,
}

impl Round {
    /// A source of chance for this game alone.
    pub fn chance(self) -> Chance {
        Chance::new(self.seed.wrapping_add(self.number.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }
}

/// How far something is played on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Horizon {
    /// Until its merit should show; the position is then judged.
    Near,
    /// To the end of the game.
    End,
}

/// Teaches a game: knows the alternatives to orders, and plays them on.
pub trait Tutor<R: Rules>: Send + Sync {
    /// The side's choices that had alternatives, the worst first.
    fn choices(&mut self, taken: &Taken<'_, R>) -> Vec<Choice<R>>;

    /// Plays on so far from an order of that side, given in that position, with those dice. `None`
    /// if the order is refused.
    fn play_on(
        &self,
        rules: &R,
        given: (R::State, Side, &R::Order),
        horizon: Horizon,
        round: Round,
    ) -> Option<End>;

    /// A cost in a sentence: in points, give or take `within`.
    fn cost(&self, points: f64, within: f64) -> String {
        format!("cost about {points:.1} points (± {within:.1})")
    }

    /// The name of a place that counts, by its index in [`End::held`].
    fn place(&self, rules: &R, which: usize) -> String;
}

/// The costliest order of a turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Mistake {
    /// The version of the order's entry.
    pub version: u32,
    pub order: Value,
    /// How it is drawn on the map.
    pub strokes: Vec<Stroke>,
    /// The order that would have been better; nothing where that is to leave something undone.
    pub better: Option<Value>,
    pub instead: Vec<Stroke>,
    /// The printed hexes it is about.
    pub hexes: Vec<String>,
    /// Victory points that the mistake cost.
    pub cost: f64,
    /// Half the width of the 95 % confidence interval of that.
    pub within: f64,
    /// How often both were played on.
    pub games: u32,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// The version after which the turn had ended.
    pub version: u32,
    pub turn: u32,
    pub side: Side,
    /// How many orders the side gave.
    pub orders: u32,
    pub text: String,
    /// The costliest order; `None` if chance explains all differences.
    pub mistake: Option<Mistake>,
}

/// A turn that has ended, to be thought about on another thread.
pub struct TakenTurn(Box<dyn Pupil>);

trait Pupil: Send {
    fn of(&self) -> (Side, u32);
    fn lesson(&self) -> Option<Lesson>;
}

impl TakenTurn {
    pub fn side(&self) -> Side {
        self.0.of().0
    }

    pub fn turn(&self) -> u32 {
        self.0.of().1
    }

    /// Its lesson; `None` if the search is interrupted. The same turn gives the same lesson.
    pub fn lesson(&self) -> Option<Lesson> {
        self.0.lesson()
    }
}

/// A turn of a game by the rules `R`.
pub(crate) struct Of<R: Rules> {
    pub rules: R,
    pub side: Side,
    pub turn: u32,
    pub version: u32,
    pub given: Vec<Given<R>>,
}

/// That side's last finished turn, or its turn of that number; either side's if none is named. `None` if the
/// game has other rules or these have no tutor, `Some(None)` if there is no such turn.
pub(crate) fn turn_of<R: Commanded + Drawn + Clone>(
    table: &dyn AnyGame,
    side: Option<Side>,
    turn: Option<u32>,
) -> Option<Option<TakenTurn>> {
    let game = table.as_any().downcast_ref::<Game<R>>()?;
    let rules = game.rules();
    rules.tutor()?;
    let mut turns = Turns::default();
    // What each side has ordered since its last turn ended.
    let mut ordered = tabletop::BySide::<Vec<Given<R>>>::default();
    let mut found: Option<Of<R>> = None;
    let mut last = 0;
    let mut ended = |of: Option<Turn>, version: u32, ordered: &mut tabletop::BySide<Vec<Given<R>>>| {
        let Some(of) = of else { return };
        for whose in Side::BOTH.into_iter().filter(|&whose| of.side.is_none_or(|side| side == whose)) {
            let given = std::mem::take(&mut ordered[whose]);
            let wanted = side.is_none_or(|side| side == whose) && turn.is_none_or(|turn| turn == of.turn);
            if wanted && !given.is_empty() {
                found = Some(Of { rules: rules.clone(), side: whose, turn: of.turn, version, given });
            }
        }
    };
    game.walk_orders(|version, by, state, order| {
        if let Some(before) = turns.ended_at(&rules.standing(state)) {
            ended(before, last, &mut ordered);
        }
        last = version;
        if rules.stand(state, by, order).is_none() {
            ordered[by].push(Given { version, state: state.clone(), order: order.clone() });
        }
    });
    let now = rules.standing(game.state());
    if rules.asked(game.state()).is_none() {
        // What was answered in the enemy's last turn belongs to no turn of one's own.
        ended(turns.now(), last, &mut ordered);
    } else if let Some(before) = turns.ended_at(&now) {
        ended(before, last, &mut ordered);
    }
    Some(found.map(|of| TakenTurn(Box::new(of))))
}

/// The results of a choice each time it was played on: of the order given, and of the alternative.
type Ends = Vec<(End, End)>;

/// By how many points what might have been was better, and the standard error of that.
fn lead(ends: &Ends) -> (f64, f64) {
    let leads: Vec<f64> = ends.iter().map(|(done, instead)| instead.worth - done.worth).collect();
    mean_and_error(&leads)
}

impl<R: Commanded + Drawn + Clone> Of<R> {
    /// Plays choices on, both ways with the same dice; those that cannot be are left out. `None` if
    /// it is called off.
    fn play_on(
        &self,
        tutor: &dyn Tutor<R>,
        choices: Vec<(Choice<R>, Ends)>,
        (horizon, seed): (Horizon, u64),
        rounds: Range<u64>,
    ) -> Option<Vec<(Choice<R>, Ends)>> {
        let each = (rounds.end - rounds.start) as usize;
        let most = choices.len() * each;
        let found = in_order(most, interrupted, |i| {
            let round = Round { seed, number: rounds.start + (i % each) as u64 };
            let choice = &choices[i / each].0;
            let end = |line| self.end(tutor, line, horizon, round);
            Some((end(&choice.done)?, end(&choice.instead)?))
        });
        if found.len() < most || interrupted() {
            return None;
        }
        let mut found = found.into_iter();
        let mut played = Vec::new();
        for (choice, mut ends) in choices {
            let new: Vec<Option<(End, End)>> = found.by_ref().take(each).collect();
            if let Some(new) = new.into_iter().collect::<Option<Ends>>() {
                ends.extend(new);
                played.push((choice, ends));
            }
        }
        Some(played)
    }

    /// How a line ends that is played on.
    fn end(&self, tutor: &dyn Tutor<R>, line: &Variation<R>, horizon: Horizon, round: Round) -> Option<End> {
        let given = self.given.get(line.at)?;
        let known = InformationSet::new(&self.rules, &given.state, self.side);
        let mut dice = round.chance();
        let mut state = known.sample(&mut dice);
        let (last, before) = line.orders.split_last()?;
        for order in before {
            execute(&self.rules, &mut state, self.side, order, &mut dice)?;
        }
        tutor.play_on(&self.rules, (state, self.side, last), horizon, round)
    }

    pub(crate) fn think(&self) -> Option<Lesson> {
        let mut tutor = self.rules.tutor()?;
        let choices = tutor.choices(&Taken { rules: &self.rules, side: self.side, given: &self.given });
        let tutor = &*tutor;
        let seed = u64::from(self.version);
        let near = (Horizon::Near, seed);
        let fresh =
            |choices: Vec<Choice<R>>| choices.into_iter().map(|choice| (choice, Vec::new())).collect();
        let mut left = self.play_on(tutor, fresh(choices), near, 0..FIRST)?;
        worst(&mut left, SECOND.1);
        let mut left = self.play_on(tutor, left, near, FIRST..SECOND.0)?;
        worst(&mut left, LAST.1);
        let left = left.into_iter().map(|(choice, _)| choice).collect();
        let mut left = self.play_on(tutor, fresh(left), (Horizon::Near, !seed), 0..LAST.0)?;
        left.retain(|(_, ends)| {
            let (lead, error) = lead(ends);
            lead >= SURE.1 && lead >= SURE.0 * error
        });
        worst(&mut left, LAST.1);
        let mut told = None;
        for (choice, ends) in left {
            let whole = fresh(vec![choice.clone()]);
            let whole = self.play_on(tutor, whole, (Horizon::End, seed), 0..WHOLE.0)?;
            let Some((_, whole)) = whole.first() else { continue };
            let ((near, doubt), (far, error)) = (lead(&ends), lead(whole));
            if near - far <= WHOLE.1 * doubt.hypot(error) {
                told = Some((choice, ends));
                break;
            }
        }
        let orders = self.given.len() as u32;
        let lesson = |text, mistake| Lesson {
            version: self.version,
            turn: self.turn,
            side: self.side,
            orders,
            text,
            mistake,
        };
        let Some((choice, ends)) = told else {
            let text = "No order this turn cost you more than chance can explain.";
            return Some(lesson(text.to_owned(), None));
        };
        Some(lesson(self.text(tutor, &choice, &ends), Some(self.mistake(choice, &ends))))
    }

    fn text(&self, tutor: &dyn Tutor<R>, choice: &Choice<R>, ends: &Ends) -> String {
        let Choice { what, better, why, .. } = choice;
        let (cost, error) = lead(ends);
        let mut text =
            format!("{what} {}: {better} would have been better", tutor.cost(cost, WITHIN * error));
        // A reason that begins with its purpose goes on with the sentence.
        text += &match why.strip_prefix("To") {
            Some(purpose) => format!(", to{purpose}"),
            None => format!(". {why}"),
        };
        let consequence = self.consequence(tutor, ends);
        text = format!("{} {consequence}", text.trim_end()).trim_end().to_owned();
        text
    }

    /// The greatest difference in the games played on, to the side's harm; empty if none is clear.
    fn consequence(&self, tutor: &dyn Tutor<R>, ends: &Ends) -> String {
        let games = ends.len() as f64;
        let places = ends.iter().map(|(done, _)| done.held.len()).max().unwrap_or(0);
        let held = |end: &End, place: usize| end.held.get(place).copied().unwrap_or(false);
        let given_up = |place: usize| {
            let count = |instead: bool| {
                ends.iter().filter(|(done, other)| !held(if instead { other } else { done }, place)).count()
            };
            (count(false), count(true))
        };
        let most = (0..places)
            .map(|place| (place, given_up(place)))
            .max_by_key(|(place, (done, instead))| (done.saturating_sub(*instead), usize::MAX - place));
        if let Some((place, (done, instead))) = most
            && (done as f64 - instead as f64) / games >= TOLD
        {
            let name = tutor.place(&self.rules, place);
            let instead = if instead == 0 { "none".to_owned() } else { instead.to_string() };
            return format!(
                "You failed to hold {name} in {done} of {games} games played on after your order, and in {instead} \
                 after the better one.",
            );
        }
        let mean = |of: &dyn Fn(&End) -> f64| {
            ends.iter().map(|(done, instead)| of(done) - of(instead)).sum::<f64>() / games
        };
        let harms = [
            (mean(&|end| end.lost[0]), "more of your strength points were lost"),
            (-mean(&|end| end.lost[1]), "fewer of the enemy's strength points were destroyed"),
            (-mean(&|end| end.left[0]), "fewer of your strength points left the map"),
            (mean(&|end| end.left[1]), "more of the enemy's strength points left the map"),
        ];
        let worst = harms.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
        match worst {
            Some((harm, what)) if harm >= 0.5 => {
                format!("On average, {harm:.1} {what} after your order.")
            }
            _ => String::new(),
        }
    }

    fn mistake(&self, choice: Choice<R>, ends: &Ends) -> Mistake {
        let given = &self.given[choice.at];
        let (cost, error) = lead(ends);
        let better = choice.order.as_ref();
        Mistake {
            version: given.version,
            order: self.rules.order_value(&given.order),
            strokes: self.rules.strokes(&given.state, &given.order),
            better: better.map(|(_, order)| self.rules.order_value(order)),
            instead: better.map_or_else(Vec::new, |(state, order)| self.rules.strokes(state, order)),
            hexes: choice.hexes,
            cost,
            within: WITHIN * error,
            games: ends.len() as u32,
        }
    }
}

impl<R: Commanded + Drawn + Clone> Pupil for Of<R> {
    fn of(&self) -> (Side, u32) {
        (self.side, self.turn)
    }

    fn lesson(&self) -> Option<Lesson> {
        search(|| self.think()).filter(|_| !interrupted())
    }
}

/// Carries out an order; `None` if it is refused.
pub(crate) fn execute<R: Rules>(
    rules: &R,
    state: &mut R::State,
    side: Side,
    order: &R::Order,
    dice: &mut dyn Dice,
) -> Option<()> {
    rules.execute(state, side, order, dice, &mut RuleCheck::without_messages()).ok().map(|_| ())
}

/// Keeps so many of those that cost something, the worst first.
fn worst<R: Rules>(choices: &mut Vec<(Choice<R>, Ends)>, most: usize) {
    choices.retain(|(_, ends)| lead(ends).0 > 0.0);
    choices.sort_by(|a, b| lead(&b.1).0.total_cmp(&lead(&a.1).0));
    choices.truncate(most);
}
