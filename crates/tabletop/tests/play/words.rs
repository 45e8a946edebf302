//! Small things that every game shares: cases, sides, points, questions asked of an order, lists in
//! sentences.

use serde_json::json;
use tabletop::{
    Asked, BySide, Case, Failure, LoadedDice, PrintedCase, Protocol, Refusal, RuleCheck, Rules, Score, Side,
    Sources, capital, listed,
};

use crate::toy::{Event, Heap, Order};

#[test]
fn a_case_is_a_number_of_one_to_eight_characters() {
    for number in ["7", "7.72", "12.1a", "K7", "19.23-ab", "A-Z.a-z9"] {
        let case = Case::parse(number).unwrap();
        assert_eq!((case.number(), case), (number, Case::new(number)));
        assert_eq!((format!("{case}"), format!("{case:?}")), (number.to_owned(), number.to_owned()));
        assert_eq!(json!(case), json!(number));
        assert_eq!(serde_json::from_value::<Case>(json!(number)).unwrap(), case);
    }
    for number in ["", "123456789", "7 7", "7/7", "ä", "7\0"] {
        assert_eq!(Case::parse(number), None, "{number}");
        let error = serde_json::from_value::<Case>(json!(number)).unwrap_err().to_string();
        assert_eq!(error, format!("'{number}' is not a case; a number such as 7.72 was expected"));
    }
    assert!(serde_json::from_value::<Case>(json!(7)).is_err());
    assert_eq!(tabletop::case!("7.72"), Case::new("7.72"));
    assert!(Case::new("7.7") < Case::new("7.72"));
    let schema = schemars::schema_for!(Case).to_value();
    assert_eq!((&schema["title"], &schema["type"]), (&json!("Case"), &json!("string")));
    assert_eq!(schema["pattern"], json!("^[0-9A-Za-z.-]{1,8}$"));
}

#[test]
#[should_panic(expected = "a case number has one to eight characters")]
fn a_case_in_a_program_is_not_too_long() {
    let _ = Case::new("123456789");
}

#[test]
fn the_chapter_is_what_stands_before_the_first_point() {
    let chapters = ["7.72", "12.1a", "19", "5b", "K7"].map(|number| Case::new(number).chapter());
    assert_eq!(chapters, [7, 12, 19, 5, 0]);
}

#[test]
fn there_are_two_sides() {
    for (side, word, name) in
        [(Side::Union, "union", "Union"), (Side::Confederate, "confederate", "Confederate")]
    {
        assert_eq!(
            (side.word(), side.to_string(), Side::from_word(word)),
            (word, name.to_owned(), Some(side))
        );
        assert_eq!(json!(side), json!(word));
        assert_ne!(side.other(), side);
        assert_eq!(side.other().other(), side);
    }
    assert_eq!((Side::from_word("Union"), Side::from_word("")), (None, None));
    let mut each = BySide::from_fn(Side::word);
    assert_eq!((each[Side::Union], each[Side::Confederate]), ("union", "confederate"));
    each[Side::Union] = "north";
    each[Side::Confederate] = "south";
    assert_eq!(each, BySide { union: "north", confederate: "south" });
}

#[test]
fn a_margin_is_by_how_many_points_a_side_is_ahead() {
    let score = Score { points: BySide { union: 7, confederate: 2 }, level: "draw".to_owned(), winner: None };
    assert_eq!((score.margin(Side::Union), score.margin(Side::Confederate)), (5, -5));
}

#[test]
fn lists_and_capitals_are_those_of_sentences() {
    let list = |words: &[&str]| listed(words.iter().map(|&word| word.to_owned()));
    let lists = [list(&[]), list(&["a"]), list(&["a", "b"]), list(&["a", "b", "c"])];
    assert_eq!(lists, ["nothing", "a", "a and b", "a, b and c"]);
    assert_eq!([capital("the heap"), capital("écu"), capital("")], ["The heap", "Écu", ""]);
}

#[test]
fn questions_are_asked_until_one_fails() {
    let case = Case::new("2.1");
    let says = |message: &str| Err(Refusal::new(case, message));
    let ask = |mut questions: RuleCheck| {
        let good = questions.check(case, "It is so.", true, || "not asked for".to_owned());
        let bad = questions.check(case, "It is not.", false, || "It is not so.".to_owned());
        (good, bad, questions.trail())
    };
    assert_eq!(ask(RuleCheck::quiet()), (Ok(()), says("It is not so."), vec![]));
    assert_eq!(ask(RuleCheck::without_messages()), (Ok(()), says(""), vec![]));
    let asked = |text: &'static str, passed| Asked { case, text: text.into(), passed };
    let trail = vec![asked("It is so.", true), asked("It is not.", false)];
    assert_eq!(ask(RuleCheck::noted()), (Ok(()), says("It is not so."), trail));
}

#[test]
fn to_execute_an_order_is_to_judge_it_and_to_apply_what_comes_of_it() {
    let rules: Heap = Heap { heap: 10 };
    let mut state = rules.start();
    let mut dice = LoadedDice::new([4]);
    let mut execute =
        |state: &mut _, order| rules.execute(state, Side::Union, &order, &mut dice, &mut RuleCheck::quiet());
    let took = Event::Took { side: Side::Union, count: 4 };
    assert_eq!(execute(&mut state, Order::Throw), Ok(vec![Event::Thrown { die: 4 }, took]));
    assert_eq!(rules.standing(&state).turn, 4);
    let before = state.clone();
    assert!(execute(&mut state, Order::Take(1)).is_err());
    assert_eq!(state, before);
    // When the loaded faces are used up there are ones.
    assert_eq!(tabletop::Dice::throw(&mut dice), 1);
}

#[test]
fn the_files_of_a_scenario_are_its_map_its_units_itself_and_what_it_shares() {
    let file = |name: &str| name.to_owned();
    let sources = Sources {
        scenario: file("battle.toml"),
        map: file("map.toml"),
        units: file("units.toml"),
        shared: vec![("charts", file("charts.toml")), ("chits", file("chits.toml"))],
    };
    let paths: Vec<&String> = sources.paths().collect();
    assert_eq!(paths, ["map.toml", "units.toml", "battle.toml", "charts.toml", "chits.toml"]);
}

#[test]
fn a_failure_says_in_words_what_was_wrong() {
    let refusal = Refusal::new(Case::new("2.1"), "The heap holds 6.");
    let printed = PrintedCase { case: Case::new("3.1"), system: "heap-2".into(), not_held: false };
    let sides = vec![Side::Union];
    let failures = [
        Failure::Malformed("no such field".to_owned()),
        Failure::Gone("it is over".to_owned()),
        Failure::Waits { message: "it is early".to_owned(), sides },
        Failure::Refused { refusal: refusal.clone(), system: "heap".to_owned(), printed: None },
        Failure::Refused { refusal, system: "heap".to_owned(), printed: Some(printed) },
    ];
    let texts = failures.map(|failure| failure.to_string());
    let refused = ["The heap holds 6. (heap 2.1)", "The heap holds 6. (heap-2 3.1)"];
    assert_eq!(texts[..3], ["no such field", "it is over", "it is early"]);
    assert_eq!(texts[3..], refused);
}
