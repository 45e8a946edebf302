//! The numbers that the rules state in their text, as one table for print: who plays with a
//! correction has it at hand beside the charts.

use blind_swords::{Cell, Label, RareEvent, Scenario};
use print::{Block, Table};

use crate::kit::words;

/// The table of numbers, and that of the rare events.
pub(super) fn numbers(scenario: &Scenario) -> Vec<Block> {
    let (tables, numbers) = (&scenario.tables, &scenario.numbers);
    let (panic, morale) = (&tables.panic, &tables.morale);
    let mut rows = vec![
        row("A battery's movement points", &tables.battery_allowance, |v| pieces(v, 2)),
        row("An enemy so near engages a battery", &numbers.battery_engaged, whole),
        row("Hexes of woods that block a line of one level", &numbers.woods_block, whole),
        row("Part of a kind that a shift asks for", &numbers.share, |v| pieces(v, 4)),
        row("Flanking Fire: hexsides between the lines", &numbers.hexsides_apart, whole),
        row("Cavalry withdraws from what comes so near", &numbers.cavalry_withdrawal, whole),
    ];
    rows.extend(numbers.odds.iter().map(|(_, ratio)| {
        row("Odds, attackers to defenders", ratio, |ratio| format!("{}:{}", ratio.attackers, ratio.defenders))
    }));
    rows.extend([
        row("Flanking Attack: Flanking Hexes", &numbers.flanking_hexes, whole),
        row("… or one of them so far away", &numbers.flanking_distance, whole),
        row("Panic: up to this CR", &panic.upto, whole),
        row("Panic: Morale Hits", &panic.morale, whole),
        row("Panic: hexes", &panic.retreat, whole),
        row("BD* spares a side so many times as strong", &numbers.overwhelming, whole),
        row("Without support, off the CR", &morale.unsupported, whole),
        row("A Morale Hit, off the SP", &morale.strength, whole),
        row("A Morale Hit, off the CR", &morale.cohesion, whole),
        row("A long advance: every enemy so far away", &numbers.driven_off, whole),
        row("A long advance: hexes", &numbers.long_advance, whole),
        row("Rally: hexes from any enemy", &tables.rally_distance, whole),
        row("Coming back: hexes from a friend", &tables.return_distance, whole),
        row("Rally chit: hexes from its brigade", &numbers.rally_chit, whole),
        row("Quick March: allowances times", &numbers.quick_march, |v| pieces(v, 4)),
        row("Fatigue: allowances times", &numbers.fatigue, |v| pieces(v, 4)),
        row("Confident: added to the CR", &numbers.confident, whole),
    ]);
    let rare = (1_u8..)
        .zip(&numbers.rare)
        .map(|(die, cell)| vec![die.to_string(), event(cell.value).to_owned(), rests(cell.label).to_owned()]);
    vec![
        Block::Table(Table {
            title: "Numbers in the text of the rules".to_owned(),
            head: words(&["Case", "What", "Number", "Rests on"]),
            rows,
        }),
        Block::Table(Table {
            title: "Rare events, an option (10.5b)".to_owned(),
            head: words(&["Die", "What happens", "Rests on"]),
            rows: rare.collect(),
        }),
    ]
}

fn row<T: Copy>(what: &str, cell: &Cell<T>, told: impl Fn(T) -> String) -> Vec<String> {
    vec![cell.case.to_string(), what.to_owned(), told(cell.value), rests(cell.label).to_owned()]
}

fn whole(value: impl Into<u32>) -> String {
    value.into().to_string()
}

/// A number kept in so many pieces of one.
fn pieces(value: impl Into<u32>, of: u32) -> String {
    (f64::from(value.into()) / f64::from(of)).to_string()
}

fn rests(label: Label) -> &'static str {
    match label {
        Label::Printed => "printed",
        Label::Rules => "rules",
        Label::Published => "published",
        Label::Reconstructed => "reconstructed",
    }
}

fn event(event: RareEvent) -> &'static str {
    match event {
        RareEvent::FoolishAttack => "A Union attack is foolish: the Confederate shifts it",
        RareEvent::Deception => "Deception: the Confederate stops a Union unit",
        RareEvent::FriendlyFire => "In 1862 two Union units fire on each other",
        RareEvent::ConflictingOrders => "In 1862 a Confederate brigade counts as activated",
        RareEvent::UnionBonus => "The Union shifts a combat",
        RareEvent::ConfederateBonus => "The Confederate shifts a combat",
    }
}
