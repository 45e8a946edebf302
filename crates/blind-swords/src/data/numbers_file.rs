//! Reads the numbers that stand on no chart.

use hexmap::Faults;
use hexmap::Spanned;
use serde::Deserialize;
use tabletop::Case;

use crate::data::cell::Cell;
use crate::data::charts_toml::LimitToml;
use crate::data::label::Label;
use crate::data::numbers::{Numbers, RareEvent, Ratio};
use crate::data::reader::Reader;
use crate::data::shift::CloseShift;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NumbersToml {
    source: String,
    odds: OddsToml,
    combat: CombatToml,
    distances: DistancesToml,
    chits: ChitsToml,
    rare: RareToml,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct OddsToml {
    case: Case,
    #[serde(rename = "odds-3-1")]
    odds_3_1: Spanned<RatioToml>,
    #[serde(rename = "odds-2-1")]
    odds_2_1: Spanned<RatioToml>,
    #[serde(rename = "odds-3-2")]
    odds_3_2: Spanned<RatioToml>,
    #[serde(rename = "odds-2-3")]
    odds_2_3: Spanned<RatioToml>,
    #[serde(rename = "odds-1-2")]
    odds_1_2: Spanned<RatioToml>,
    #[serde(rename = "odds-1-3")]
    odds_1_3: Spanned<RatioToml>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RatioToml {
    attackers: u8,
    defenders: u8,
    label: Label,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct CombatToml {
    woods_block: LimitToml,
    share: LimitToml,
    hexsides_apart: LimitToml,
    flanking_hexes: LimitToml,
    flanking_distance: LimitToml,
    overwhelming: LimitToml,
    driven_off: LimitToml,
    long_advance: LimitToml,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct DistancesToml {
    battery_engaged: LimitToml,
    cavalry_withdrawal: LimitToml,
    rally_chit: LimitToml,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ChitsToml {
    quick_march: LimitToml,
    fatigue: LimitToml,
    confident: LimitToml,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RareToml {
    case: Case,
    dice: [RareEvent; 6],
    labels: Spanned<String>,
}

/// Reads the numbers.
///
/// # Errors
/// Every fault with file and line.
pub(crate) fn read_numbers(file: &str, text: &str) -> Result<Numbers, Faults> {
    let mut r = Reader::new(file, text);
    let toml: NumbersToml = r.toml()?;
    let odds = odds(&mut r, &toml.odds);
    let (combat, distances, chits) = (&toml.combat, &toml.distances, &toml.chits);
    // What counts hexes or times is one at least.
    let mut whole = |limit: &LimitToml| {
        let value = r.pieces(&limit.value, 1, 60) as u8;
        if value == 0 && limit.value.get_ref().fract() == 0.0 {
            r.fault_of(&limit.value, "a number of at least 1 was expected");
        }
        limit.cell(value)
    };
    let woods_block = whole(&combat.woods_block);
    let hexsides_apart = whole(&combat.hexsides_apart);
    let flanking_hexes = whole(&combat.flanking_hexes);
    let flanking_distance = whole(&combat.flanking_distance).map(u32::from);
    let overwhelming = whole(&combat.overwhelming);
    let driven_off = whole(&combat.driven_off).map(u32::from);
    let long_advance = whole(&combat.long_advance);
    let battery_engaged = whole(&distances.battery_engaged);
    let cavalry_withdrawal = whole(&distances.cavalry_withdrawal).map(u32::from);
    let rally_chit = whole(&distances.rally_chit).map(u32::from);
    if *long_advance > 2 {
        r.fault_of(&combat.long_advance.value, "an advance of 1 or 2 hexes was expected");
    }
    if *hexsides_apart > 2 {
        r.fault_of(&combat.hexsides_apart.value, "at most 2 hexsides of a hex lie between two others");
    }
    let rare = r.labels(&toml.rare.labels, 6);
    let numbers = Numbers {
        source: toml.source,
        odds,
        woods_block,
        share: combat.share.cell(r.pieces(&combat.share.value, 4, 4) as u8),
        hexsides_apart,
        flanking_hexes,
        flanking_distance,
        overwhelming,
        driven_off,
        long_advance,
        battery_engaged,
        cavalry_withdrawal,
        rally_chit,
        quick_march: chits.quick_march.cell(r.pieces(&chits.quick_march.value, 4, 40)),
        fatigue: chits.fatigue.cell(r.pieces(&chits.fatigue.value, 4, 40)),
        confident: chits.confident.cell(r.pieces(&chits.confident.value, 1, 6) as u8),
        rare: std::array::from_fn(|i| Cell {
            value: toml.rare.dice[i],
            case: toml.rare.case,
            label: rare[i],
        }),
    };
    r.faults.into_result(numbers)
}

/// The odds, in the order in which they are looked for; each favours its side less than the one
/// before.
fn odds(r: &mut Reader<'_>, toml: &OddsToml) -> [(CloseShift, Cell<Ratio>); 6] {
    let entries = [
        (CloseShift::Odds31, &toml.odds_3_1, true),
        (CloseShift::Odds21, &toml.odds_2_1, true),
        (CloseShift::Odds32, &toml.odds_3_2, true),
        (CloseShift::Odds13, &toml.odds_1_3, false),
        (CloseShift::Odds12, &toml.odds_1_2, false),
        (CloseShift::Odds23, &toml.odds_2_3, false),
    ];
    let mut before: Option<Ratio> = None;
    entries.map(|(shift, entry, attackers)| {
        let sheet = entry.get_ref();
        let ratio = Ratio { attackers: sheet.attackers.into(), defenders: sheet.defenders.into() };
        if ratio.attackers == 0
            || ratio.defenders == 0
            || ratio.attackers == ratio.defenders
            || ratio.favours_attackers() != attackers
        {
            let whom = if attackers { "the attackers" } else { "the defenders" };
            r.fault_of(entry, format!("odds in favour of {whom} were expected"));
        } else if let Some(before) = before.filter(|b| b.favours_attackers() == attackers)
            && !before.is_steeper(ratio)
        {
            r.fault_of(entry, "the odds are to grow from shift to shift");
        }
        before = Some(ratio);
        (shift, Cell { value: ratio, case: toml.case, label: sheet.label })
    })
}
