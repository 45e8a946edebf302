//! Conditional orders of Blue & Gray under generated play: what is foreseen is what is asked, what
//! was laid down is what is answered, and a game of days needs fewer visits.
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use std::path::Path;
use std::sync::OnceLock;

use ai::{Chance, RandomCommander};
use blue_gray::{Battle, CombatResult, Event, Library, Order, Push, State, UnitId};
use hexmap::Hex;
use serde_json::{Map, Value, json};
use tabletop::{Dice, LoadedDice, Protocol, RuleCheck, Rules, Side};

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
            .unwrap_or_else(|faults| panic!("{faults}"))
    })
}

fn battle(scenario: &str) -> Battle {
    library().battle(scenario, &Map::new(), None).unwrap()
}

/// One of a list, at random.
fn one_of<'a>(list: &'a [Value], chance: &mut Chance) -> &'a Value {
    &list[(0..3).fold(0, |n, _| n * 6 + usize::from(chance.throw() - 1)) % list.len()]
}

/// The answer to `foresee`.
fn foresee(battle: &Battle, state: &State, side: Side, subject: &Value) -> Value {
    json!(battle.targets(state, side, "foresee", subject).unwrap_or_else(|e| panic!("{subject}: {e:?}")))
}

/// The list of conditional orders at the end of that way.
fn list_at<'a>(draft: &'a mut Value, way: &[Value]) -> &'a mut Vec<Value> {
    let mut list = draft;
    for step in way.chunks_exact(2) {
        let (order, answer) = (step[0].as_u64().unwrap() as usize, step[1].as_u64().unwrap() as usize);
        let then = &mut list[order]["answers"][answer]["next"];
        if then.is_null() {
            *then = json!([]);
        }
        list = then;
    }
    list.as_array_mut().unwrap()
}

/// Lays an answer down for each question that is open in these, and whether there was any.
fn lay(draft: &mut Value, questions: &[Value], chance: &mut Chance) -> bool {
    let mut laid = false;
    for question in questions {
        if question["open"] == true {
            let options = question["options"].as_array().unwrap();
            let sure: Vec<Value> =
                options.iter().filter(|option| option["always"] == true).cloned().collect();
            let mut answers = vec![json!({"give": one_of(options, chance)["give"]})];
            if !sure.is_empty() {
                answers.push(json!({"give": one_of(&sure, chance)["give"]}));
            }
            let order = json!({"ask": question["ask"], "when": question["when"], "answers": answers});
            list_at(draft, question["after"].as_array().unwrap()).push(order);
            laid = true;
        }
        for given in question["given"].as_array().unwrap() {
            laid |= lay(draft, given["next"].as_array().unwrap(), chance);
        }
    }
    laid
}

/// Conditional orders that answer everything that this attack could ask, at random. None if that is
/// more than can be laid down.
fn answer_all(
    battle: &Battle,
    state: &State,
    side: Side,
    mut subject: Value,
    mut draft: Value,
    chance: &mut Chance,
) -> Option<(Value, Value)> {
    loop {
        subject["conditional"] = draft.clone();
        let foreseen = foresee(battle, state, side, &subject);
        if !lay(&mut draft, foreseen["attack"]["questions"].as_array().unwrap(), chance) {
            return Some((draft, foreseen));
        }
        if draft.to_string().matches("\"give\"").count() > 90 {
            return None;
        }
    }
}

/// Gives a side conditional orders.
fn instruct(battle: &Battle, state: &mut State, side: Side, conditional: &Value) {
    let order = json!({"instruct": {"instructions": {"conditional": conditional}}});
    let order = battle.read_order(&order).unwrap();
    for event in battle.stand(state, side, &order).unwrap().unwrap() {
        battle.apply(state, &event);
    }
}

/// The answer of which these events would come, as it is laid down.
fn answer(battle: &Battle, events: &[Event<UnitId, Hex>]) -> Value {
    let mut displace = Vec::new();
    for event in events {
        let order = match event {
            Event::Displaced { unit, to, .. } => {
                displace.insert(0, Push { unit: *unit, to: *to });
                continue;
            }
            Event::Retreated { unit, to, .. } => Order::Retreat { unit: *unit, to: *to, displace },
            Event::Advanced { unit, to, .. } => Order::Advance { unit: *unit, to: Some(*to) },
            Event::Held { .. } => Order::Hold {},
            Event::Stood { .. } => Order::Stand {},
            Event::WithdrawalThrown { .. } => Order::RetreatBeforeCombat {},
            Event::Settled {} | Event::Scored { .. } => continue,
            other => panic!("{other:?} is no answer"),
        };
        return battle.order_value(&order);
    }
    panic!("nothing was answered")
}

/// Goes down a foreseen tree with what really happens: each question of the side is one of those
/// foreseen, and its answer the first of those laid down there that is legal.
struct Descent<'a> {
    battle: &'a Battle,
    side: Side,
    foreseen: Vec<Value>,
    draft: Value,
    result: Option<CombatResult>,
    asked: Option<Value>,
    answers: usize,
}

impl Descent<'_> {
    fn follow(&mut self, events: &[Event<UnitId, Hex>]) {
        for (at, event) in events.iter().enumerate() {
            match event {
                Event::DieThrown { result, .. } => self.result = Some(*result),
                Event::Asked { side, .. } if *side == self.side => {
                    self.asked = Some(self.battle.event_value(event));
                }
                Event::StandingOrder { side, .. } if *side == self.side => {
                    let given = answer(self.battle, &events[at + 1..]);
                    self.descend(given);
                }
                _ => {}
            }
        }
    }

    fn descend(&mut self, given: Value) {
        let asked = self.asked.take().unwrap();
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let same = |question: &&Value| {
            question["ask"] == asked["ask"]
                && list(&question["units"]) == list(&asked["units"])
                && list(&question["hexes"]) == list(&asked["hexes"])
                && question["result"] == json!(self.result)
        };
        let question = self.foreseen.iter().find(same);
        let question =
            question.unwrap_or_else(|| panic!("{asked} was not foreseen: {:?}", self.foreseen)).clone();
        let option = question["options"].as_array().unwrap().iter().find(|option| option["give"] == given);
        assert!(option.is_some(), "{given} is none of the answers foreseen");
        let branch = question["given"].as_array().unwrap().iter().find(|branch| branch["give"] == given);
        let branch = branch.unwrap_or_else(|| panic!("{given} was not what is foreseen to be given"));
        let way = branch["way"].as_array().unwrap();
        let (parent, [order, nth]) = way.split_at(way.len() - 2) else { panic!("{way:?}") };
        let laid = &list_at(&mut self.draft, parent)[order.as_u64().unwrap() as usize];
        assert_eq!(laid["ask"], question["ask"]);
        assert_eq!(laid["answers"][nth.as_u64().unwrap() as usize]["give"], given);
        if nth != 0 {
            // The first was not legal after what the other side had answered.
            let options = question["options"].as_array().unwrap();
            let first = options.iter().find(|option| option["give"] == laid["answers"][0]["give"]);
            assert!(first.is_none_or(|first| first["always"] == false), "{laid}");
        }
        self.foreseen = list(&branch["next"]);
        self.answers += 1;
    }
}

/// For attacks in generated games: all that they could ask the defender is foreseen and answered at
/// random; then each is made with every die, and whatever the attacker answers. The defender is
/// asked nothing, and each answer is the one that was laid down.
#[test]
fn what_is_foreseen_is_what_is_asked_and_what_was_laid_down_is_what_is_answered() {
    let (mut attacks, mut answers, mut deepest) = (0, 0, 0);
    for (scenario, seeds, most) in
        [("training", 0..12_u64, 10), ("chickamauga-2006", 0..2, 40), ("chattanooga-1975", 0..2, 40)]
    {
        let battle = battle(scenario);
        for seed in seeds {
            let (mut chance, mut dice) = (Chance::new(seed), Chance::new(900 + seed));
            let mut commander = RandomCommander::new(seed);
            let mut state = battle.start();
            let mut here = 0;
            while let Some(side) = battle.asked(&state) {
                let order = commander.order(&battle, &state).unwrap();
                if let Order::Attack { attackers, defenders, column } = &order
                    && here < most
                {
                    here += 1;
                    let who: Vec<Value> = attackers
                        .iter()
                        .map(|&u| {
                            let from = state.hex(u).map(|hex| battle.number(hex));
                            json!({"unit": battle.unit(u).id, "from": from})
                        })
                        .collect();
                    let hexes: Vec<&str> = defenders.iter().map(|&hex| battle.number(hex)).collect();
                    let subject = json!({"hexes": hexes, "attackers": who, "column": column});
                    let defender = side.other();
                    let laid = answer_all(&battle, &state, defender, subject, json!([]), &mut chance);
                    let Some((draft, foreseen)) = laid else { continue };
                    if foreseen["attack"]["cut"] == true {
                        continue;
                    }
                    attacks += 1;
                    for die in 1..=6 {
                        // Before the die of the combat there may be others, for retreats.
                        let mut loaded = LoadedDice::new([die, chance.throw(), chance.throw(), die]);
                        let mut now = state.clone();
                        instruct(&battle, &mut now, defender, &draft);
                        let mut descent = Descent {
                            battle: &battle,
                            side: defender,
                            foreseen: foreseen["attack"]["questions"].as_array().unwrap().clone(),
                            draft: draft.clone(),
                            result: None,
                            asked: None,
                            answers: 0,
                        };
                        let mut next = (side, order.clone());
                        loop {
                            let quiet = &mut RuleCheck::quiet();
                            let events =
                                battle.execute(&mut now, next.0, &next.1, &mut loaded, quiet).unwrap();
                            descent.follow(&events);
                            let Some(question) = now.question().filter(|_| now.combat.is_some()) else {
                                break;
                            };
                            assert_eq!(question.side, side, "{scenario} {seed}: {question:?}");
                            next = (side, commander.order(&battle, &now).unwrap());
                        }
                        answers += descent.answers;
                        deepest = deepest.max(descent.answers);
                    }
                }
                battle.execute(&mut state, side, &order, &mut dice, &mut RuleCheck::quiet()).unwrap();
            }
        }
    }
    println!("{attacks} attacks, {answers} answers, {deepest} one after another");
    assert!(attacks > 100 && answers > 200 && deepest > 1, "{attacks} {answers} {deepest}");
}

/// What each hex that the enemy could attack would be asked about, answered at random.
fn lay_for_their_turn(battle: &Battle, state: &State, side: Side, chance: &mut Chance) -> Value {
    let threats = foresee(battle, state, side, &Value::Null);
    let mut all = Vec::new();
    for threat in threats["targets"].as_array().unwrap() {
        // At the best odds that the enemy can have, and at the worst column that it can choose.
        let worst = battle.scenario.tables.column_name(battle.scenario.tables.column(0, 1)).to_owned();
        let mut draft = json!([]);
        for column in [Value::Null, json!(worst)] {
            let subject = json!({"hexes": [threat["hex"]], "column": column});
            draft = answer_all(battle, state, side, subject, draft.clone(), chance)
                .map_or(draft, |(laid, _)| laid);
        }
        for mut order in draft.as_array().unwrap().clone() {
            order["during"] = threats["during"].clone();
            all.push(order);
        }
    }
    let mut laid = json!([]);
    for order in all {
        if laid.to_string().matches("\"ask\"").count() * 3 < 150 {
            laid.as_array_mut().unwrap().push(order);
        }
    }
    laid
}

/// How often the side whose turn it is not has to come in a game, and in how many player-turns; it
/// lays answers down before each of the other's turns, or not.
fn visits(battle: &Battle, seed: u64, laying: bool) -> (usize, usize) {
    let (mut chance, mut dice) = (Chance::new(seed), Chance::new(seed));
    let mut commander = RandomCommander::new(seed);
    let mut state = battle.start();
    let (mut visits, mut turns) = (0, 0);
    let mut last = None;
    let mut turn = None;
    while let Some(side) = battle.asked(&state) {
        if turn != Some((state.turn, state.phasing)) {
            turn = Some((state.turn, state.phasing));
            turns += 1;
            let waiting = state.phasing.other();
            if laying {
                let laid = lay_for_their_turn(battle, &state, waiting, &mut chance);
                instruct(battle, &mut state, waiting, &laid);
            }
        }
        if side != state.phasing && last != Some(side) {
            visits += 1;
        }
        last = Some(side);
        let order = commander.order(battle, &state).unwrap();
        battle.execute(&mut state, side, &order, &mut dice, &mut RuleCheck::quiet()).unwrap();
    }
    (visits, turns)
}

#[test]
fn a_game_of_days_needs_fewer_visits_where_answers_are_laid_down() {
    let battle = battle("training");
    let (mut without, mut with) = ((0, 0), (0, 0));
    for seed in 0..4 {
        for (laying, sum) in [(false, &mut without), (true, &mut with)] {
            let (visits, turns) = visits(&battle, seed, laying);
            *sum = (sum.0 + visits, sum.1 + turns);
        }
    }
    println!(
        "visits in the other side's player-turns: {} in {} without, {} in {} with",
        without.0, without.1, with.0, with.1
    );
    // What is laid down changes what happens: so the player-turns are what is compared.
    assert!(without.0 > 15, "{without:?}");
    assert!(with.0 * 2 < without.0, "{with:?} {without:?}");
}
