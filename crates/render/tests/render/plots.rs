//! Plots of measured values.

use render::plot::{Panel, Spread, Whisker, Whiskers, spread_svg, whiskers_svg};

#[test]
fn a_spread_tells_its_groups_and_draws_a_bar_for_each_bin_that_holds_a_value() {
    let panel = |label: &str, values: &[f64]| Panel {
        label: label.to_owned(),
        note: "mean 2".to_owned(),
        values: values.to_vec(),
        mean: Some((2.0, 1.0, 3.0)),
    };
    let spread = Spread {
        title: "Margins & more".to_owned(),
        axis: "points".to_owned(),
        panels: vec![panel("veteran", &[-3.0, 0.0, 0.0, 7.0]), panel("recruit", &[2.0])],
    };
    let svg = spread_svg(&spread);
    let document = roxmltree::Document::parse(&svg).expect("it is XML");
    let title = document.descendants().find(|n| n.has_tag_name("title")).and_then(|n| n.text());
    assert_eq!(title, Some("Margins & more"));
    let texts: Vec<&str> =
        document.descendants().filter(|n| n.has_tag_name("text")).filter_map(|n| n.text()).collect();
    for text in ["veteran", "recruit", "mean 2", "points", "0"] {
        assert!(texts.contains(&text), "{text}: {texts:?}");
    }
    let bars: Vec<usize> = document
        .descendants()
        .filter(|n| n.attribute("fill") == Some("#c9a16b"))
        .filter_map(|n| n.attribute("d"))
        .map(|d| d.matches('z').count())
        .collect();
    assert_eq!(bars, [3, 1]);
    assert_eq!(svg, spread_svg(&spread));
}

#[test]
fn an_empty_spread_is_still_a_drawing() {
    let panel = Panel { label: "nobody".to_owned(), note: String::new(), values: Vec::new(), mean: None };
    let svg =
        spread_svg(&Spread { title: "Empty".to_owned(), axis: "points".to_owned(), panels: vec![panel] });
    assert!(roxmltree::Document::parse(&svg).is_ok() && !svg.contains("NaN") && !svg.contains("inf"));
}

#[test]
fn whiskers_tell_every_number_with_its_interval() {
    let svg = whiskers_svg(&Whiskers {
        title: "Who wins".to_owned(),
        axis: "share".to_owned(),
        even: Some(0.5),
        share: true,
        lines: vec![
            Whisker { label: "printed".to_owned(), value: Some((0.625, 0.5, 0.75)) },
            Whisker { label: "nothing".to_owned(), value: None },
        ],
    });
    let document = roxmltree::Document::parse(&svg).expect("it is XML");
    let about = document.descendants().find(|n| n.has_tag_name("desc")).and_then(|n| n.text());
    assert_eq!(about, Some("printed: 62.5 % (50 % to 75 %); nothing: not measured"));
    assert_eq!(svg.matches("l6 6l-6 6").count(), 1);
}
