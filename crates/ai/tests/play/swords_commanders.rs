//! The commanders of Kernstown: they are never refused, they are fair, and they recognize a good
//! opportunity.
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use ai::{
    BlindSwordsWeights, Budget, Chance, Commanded, Decision, InformationSet, Level, RandomBlindSwords,
    RunOptions, Seat, duel,
};
use blind_swords::{Battle, ChitKind, Effect, Event, Order, Question, Shot, State};
use tabletop::{AuditedDice, BySide, Case, RuleCheck, Rules, Side};

use crate::faults::{Faults, Given};
use crate::kernstown::{SCENARIOS, asked, battle, set_up, with_other_secrets};

fn seats(union: Level, confederate: Level, budget: Budget) -> BySide<Seat> {
    BySide { union: Seat { level: union, budget }, confederate: Seat { level: confederate, budget } }
}

#[test]
fn recruits_are_never_refused_in_any_scenario() {
    for scenario in SCENARIOS {
        for options in [false, true] {
            let seats = seats(Level::Recruit, Level::Recruit, Budget::Own);
            duel(&battle(scenario, options), 7, seats, RunOptions::default())
                .unwrap_or_else(|e| panic!("{scenario}: {e}"));
        }
    }
}

#[test]
fn a_recruit_beats_a_random_commander_from_either_side() {
    let battle = battle(SCENARIOS[0], false);
    for seed in 0..10 {
        for side in Side::BOTH {
            let seat = |own| if own == side { Level::Recruit } else { Level::Random };
            let seats = seats(seat(Side::Union), seat(Side::Confederate), Budget::Own);
            let end = duel(&battle, seed, seats, RunOptions::default()).unwrap();
            assert_eq!(end.score.winner, Some(side), "seed {seed}: {}", end.score.level);
        }
    }
}

#[test]
fn whoever_tries_things_is_never_refused_either() {
    let few = Budget::Trials(40);
    for (a, b) in [(Level::Veteran, Level::General), (Level::General, Level::Veteran)] {
        duel(&battle(SCENARIOS[0], true), 11, seats(a, b, few), RunOptions::default())
            .unwrap_or_else(|e| panic!("{a} against {b}: {e}"));
    }
    // The first moves of the large battles.
    for scenario in &SCENARIOS[1..] {
        let battle = battle(scenario, false);
        let mut dice = Chance::new(2);
        let mut commanders = BySide {
            union: battle.commander(Level::General, 3),
            confederate: battle.commander(Level::Veteran, 4),
        };
        let mut state = battle.start();
        for number in 0..120 {
            let Some(side) = battle.asked(&state) else { break };
            let decision =
                commanders[side].decide(InformationSet::new(&battle, &state, side), Budget::Trials(20));
            let order = decision
                .unwrap_or_else(|| panic!("{scenario}, order {number}: nobody knows what to do"))
                .order;
            state = battle
                .after(&state, &order, &mut dice)
                .unwrap_or_else(|e| panic!("{scenario}, order {number}: {order:?} was refused: {e}"));
        }
    }
}

/// Each level is weaker than the next because of its own weights; the general uses the plain
/// weights.
#[test]
fn a_recruit_shies_from_fire_that_others_bear() {
    let weights = BlindSwordsWeights::default();
    let [recruit, veteran, general] = [Level::Recruit, Level::Veteran, Level::General].map(|l| weights.of(l));
    assert!(recruit.exposure > veteran.exposure && veteran.exposure > general.exposure);
    assert!(recruit.odds > veteran.odds && veteran.odds > general.odds);
    assert_eq!(weights.get("exposure"), Some(general.exposure));
}

#[test]
fn chargers_close_though_a_comrade_is_too_weak_to_join_in() {
    let units = [
        ("u62-7oh-a", "1733"),
        ("c62-23va", "1732"),
        ("u62-7in-a", "1433"),
        ("c62-37va", "1432"),
        ("u62-1wv-a", "1133"),
        ("c62-21va", "1132"),
    ];
    let battle = set_up(3, &units);
    let mut state = asked(&battle, Side::Union, |question| matches!(question, Question::Close(_)));
    let ids: Vec<_> = battle.ids().filter(|&u| battle.unit(u).side == Side::Union).collect();
    let unit = |number: &str| {
        ids.iter().copied().find(|&u| state.hex(u).is_some_and(|hex| battle.number(hex) == number)).unwrap()
    };
    let (first, weak, last) = (unit("1733"), unit("1433"), unit("1133"));
    let case = Case::new("15.1");
    let before = [
        Event::Charged { unit: first },
        Event::Charged { unit: last },
        Event::Depleted { unit: weak, case },
        Event::MoraleHit { unit: weak, hits: 2, case },
    ];
    for event in &before {
        battle.apply(&mut state, event);
    }
    assert!(battle.strength(&state, weak).number() < 0.5, "it is too weak to attack alone");
    for level in THINKERS {
        let Order::Close { assaults } = answer(&battle, &state, level).order else {
            panic!("{level}: who has charged must close")
        };
        let closes = |unit| assaults.iter().any(|assault| assault.units.contains(&unit));
        assert!(closes(first) && closes(last) && !closes(weak), "{level}: {assaults:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let battle = battle(SCENARIOS[0], false);
    let play = || {
        let seats = seats(Level::Veteran, Level::General, Budget::Trials(60));
        let end = duel(&battle, 3, seats, RunOptions::default()).unwrap();
        (end.score, end.orders)
    };
    assert_eq!(play(), play());
}

#[test]
fn faults_of_a_weights_file_are_named() {
    let weights = BlindSwordsWeights::default();
    assert_eq!(BlindSwordsWeights::read("weights", BlindSwordsWeights::FILE).unwrap(), weights);
    assert_eq!(BlindSwordsWeights::read("weights", &weights.write()).unwrap(), weights);
    let broken = BlindSwordsWeights::FILE.replace("point =", "pint =");
    let faults = BlindSwordsWeights::read("weights", &broken).unwrap_err().to_string();
    assert!(faults.contains("'pint' is not a weight") && faults.contains("'point' is missing"), "{faults}");
}

/// The answer of a new commander of that level.
fn answer(battle: &Battle, state: &State, level: Level) -> Decision<Order> {
    let side = battle.asked(state).unwrap();
    let mut commander = battle.commander(level, 5);
    commander.decide(InformationSet::new(battle, state, side), Budget::Trials(40)).unwrap()
}

const THINKERS: [Level; 4] = [Level::Recruit, Level::Veteran, Level::General, Level::Marshal];

#[test]
fn what_is_hidden_changes_no_choice() {
    let battle = battle(SCENARIOS[0], true);
    for seed in 0..4 {
        let mut chance = RandomBlindSwords::new(seed);
        let mut dice = Chance::new(seed);
        let mut state = battle.start();
        let mut orders = 0;
        while let Some(side) = battle.asked(&state) {
            if orders % 29 == 0 {
                let other = with_other_secrets(&battle, &state, side);
                for level in THINKERS {
                    assert_eq!(answer(&battle, &state, level), answer(&battle, &other, level), "{level}");
                }
            }
            let order = chance.order(&battle, &state).unwrap();
            state = battle.after(&state, &order, &mut dice).unwrap();
            orders += 1;
        }
    }
}

#[test]
fn a_hex_that_counts_is_taken_in_the_last_turn_if_it_lies_open() {
    let battle = set_up(11, &[("u62-7oh-a", "1733"), ("c62-21va", "2139")]);
    let start = asked(&battle, Side::Union, |question| matches!(question, Question::Movement(..)));
    let holders = |state: &State| state.holders.iter().filter(|&&side| side == Side::Union).count();
    for level in THINKERS {
        let decision = answer(&battle, &start, level);
        let after = battle.after(&start, &decision.order, &mut Chance::new(1)).unwrap();
        assert!(holders(&after) > holders(&start), "{level}: {:?}", decision.order);
        assert!(decision.reason.contains("the stone wall"), "{}", decision.reason);
    }
}

#[test]
fn nobody_closes_at_hopeless_odds() {
    // One half of a regiment below the wall, two regiments behind it.
    let units = [("u62-110pa-a", "1733"), ("c62-23va", "1834"), ("c62-37va", "1834"), ("c62-21va", "1833")];
    let battle = set_up(3, &units);
    let state = asked(&battle, Side::Union, |question| matches!(question, Question::Close(_)));
    assert!(battle.offers(&state).len() > 1, "it could close");
    for level in THINKERS {
        assert_eq!(answer(&battle, &state, level).order, Order::End {}, "{level}");
    }
}

#[test]
fn the_better_target_is_fired_at() {
    let battle = set_up(3, &[("u62-7oh-a", "1733"), ("c62-23va", "1834"), ("c62-37va", "1732")]);
    let state = asked(&battle, Side::Union, |question| matches!(question, Question::Fire(_)));
    let hope = |shot: &Shot| 1.0 - battle.fire_odds(&state, shot, false).unwrap().tests[0];
    let shots: Vec<Shot> = battle
        .offers(&state)
        .into_iter()
        .filter_map(|order| match order {
            Order::Fire { shots } => shots.into_iter().next(),
            _ => None,
        })
        .collect();
    let best = shots.iter().max_by(|a, b| hope(a).total_cmp(&hope(b))).unwrap();
    assert!(shots.iter().any(|shot| hope(shot) < hope(best)), "one of them is harder to hit");
    for level in THINKERS {
        let decision = answer(&battle, &state, level);
        assert_eq!(decision.order, Order::Fire { shots: vec![best.clone()] }, "{level}");
        assert!(decision.reason.contains("to force a test"), "{}", decision.reason);
    }
}

/// In these games, played by former generals, units went to and fro and brigades attacked to keep
/// out of harm.
#[test]
fn generals_do_nothing_for_nothing() {
    let battle = battle(SCENARIOS[0], false);
    let mut faults = Faults::default();
    for seed in [3002, 3006] {
        let mut commanders =
            BySide::from_fn(|side| battle.commander(Level::General, ai::seed_of(seed, side)));
        let mut dice = AuditedDice::new(Chance::new(seed).bytes(), []);
        let mut state = battle.start();
        let mut counted = BySide::from_fn(|_| Faults::default());
        while let Some(side) = battle.asked(&state) {
            let known = InformationSet::new(&battle, &state, side);
            let Decision { order, reason } = commanders[side].decide(known, Budget::Own).unwrap();
            let before = state.clone();
            let events =
                battle.execute(&mut state, side, &order, &mut dice, &mut RuleCheck::quiet()).unwrap();
            let given =
                Given { before: &before, after: &state, order: &order, reason: &reason, events: &events };
            for own in Side::BOTH {
                counted[own].see(&battle, own, &given);
            }
        }
        for own in Side::BOTH {
            faults.moves += counted[own].moves;
            faults.moves_back += counted[own].moves_back;
            faults.idle_reserves += counted[own].idle_reserves;
            faults.attacks += counted[own].attacks;
            faults.attacks_out_of_harm += counted[own].attacks_out_of_harm;
            faults.plays_that_end += counted[own].plays_that_end;
        }
    }
    assert!(faults.moves > 50 && faults.attacks > 5, "something happens: {faults}");
    // What a unit sees after a step of its move may turn it back, once in a hundred moves at most.
    assert!(faults.moves_back * 100 <= faults.moves, "{faults}");
    assert_eq!([faults.idle_reserves, faults.attacks_out_of_harm, faults.plays_that_end], [0; 3], "{faults}");
}

/// A general's Union against a recruit until that turn; the state then, and how many brigades had
/// orders, all of them on the way to its own edge.
fn homeward_until(turn: u8, scenario: &str) -> (State, u32) {
    let battle = battle(scenario, false);
    let mut state = battle.start();
    let mut dice = Chance::new(5);
    let mut commanders = BySide::from_fn(|side| {
        battle.commander(if side == Side::Union { Level::General } else { Level::Recruit }, 5)
    });
    let mut marches = 0;
    while state.turn < turn {
        let side = battle.asked(&state).unwrap();
        let known = InformationSet::new(&battle, &state, side);
        let Decision { order, reason } = commanders[side].decide(known, Budget::Own).unwrap();
        if side == Side::Union && matches!(order, Order::Order { .. }) {
            assert!(reason.contains("on the way to its own edge"), "{scenario}: {reason}");
            marches += 1;
        }
        state = battle.after(&state, &order, &mut dice).unwrap();
    }
    (state, marches)
}

#[test]
fn the_union_of_1864_goes_home() {
    let (state, marches) = homeward_until(8, SCENARIOS[3]);
    assert!(marches > 10, "brigades have had orders: {marches}");
    // `exited` counts quarter points of strength.
    assert!(
        state.exited[Side::Union] > 4 * 60,
        "an hour and a half later much of it is away: {}",
        state.exited[Side::Union]
    );
}

/// From noon on the Confederates come up by divisions; at first the Union is the stronger, and still
/// it loses less by leaving.
#[test]
fn the_union_of_1864_goes_home_before_all_have_come() {
    for scenario in &SCENARIOS[4..] {
        let (_, marches) = homeward_until(3, scenario);
        assert!(marches > 3, "{scenario}: brigades have had orders: {marches}");
    }
}

#[test]
fn a_reserve_move_is_played_only_to_move() {
    let battle = battle(SCENARIOS[0], false);
    let is_reserve = |order: &Order| match order {
        Order::Play { chit, .. } => matches!(&battle.chit(*chit).kind,
            ChitKind::Event(event) if event.effect == Effect::ReserveMove),
        _ => false,
    };
    let (mut plays, mut offered) = (0, 0);
    for seed in 0..40 {
        let mut recruits = BySide::from_fn(|side| battle.commander(Level::Recruit, ai::seed_of(seed, side)));
        let mut dice = Chance::new(seed);
        let mut state = battle.start();
        while let Some(side) = battle.asked(&state) {
            if battle.offers(&state).iter().any(is_reserve) {
                offered += 1;
                let mut general = battle.commander(Level::General, seed);
                let mut decide = |state: &State| {
                    general.decide(InformationSet::new(&battle, state, side), Budget::Own).unwrap().order
                };
                let order = decide(&state);
                if is_reserve(&order) {
                    plays += 1;
                    let after = battle.after(&state, &order, &mut Chance::new(1)).unwrap();
                    assert_ne!(decide(&after), Order::End {}, "seed {seed}: nobody moves");
                }
            }
            let known = InformationSet::new(&battle, &state, side);
            let order = recruits[side].decide(known, Budget::Own).unwrap().order;
            state = battle.after(&state, &order, &mut dice).unwrap();
        }
    }
    assert!(plays > 3 && offered > plays, "{plays} of {offered}");
}
