//! The printed tables: combat results (7.6) and terrain effects (9).

use hexmap::{Crossing, Faults, Ground, Hexside, Spanned, Water, read_toml};
use serde::Deserialize;
use tabletop::{Case, Credit, case};

/// A combat result (7.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, Deserialize, schemars::JsonSchema)]
pub enum CombatResult {
    /// `Ae`: every attacking unit is eliminated.
    Ae,
    /// `De`: every defending unit is eliminated.
    De,
    /// `Ex`: exchange, paid in strength points.
    Ex,
    /// `Ar`: every attacking unit must retreat.
    Ar,
    /// `Dr`: every defending unit must retreat.
    Dr,
}

impl CombatResult {
    /// The abbreviation printed in the table.
    pub fn word(self) -> &'static str {
        match self {
            CombatResult::Ae => "Ae",
            CombatResult::De => "De",
            CombatResult::Ex => "Ex",
            CombatResult::Ar => "Ar",
            CombatResult::Dr => "Dr",
        }
    }

    fn from_word(word: &str) -> Option<CombatResult> {
        use CombatResult::{Ae, Ar, De, Dr, Ex};
        [Ae, De, Ex, Ar, Dr].into_iter().find(|r| r.word() == word)
    }
}

/// A column of the combat results table, counted from the worst odds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(pub(crate) u8);

#[derive(Debug, Clone, PartialEq)]
pub struct Tables {
    columns: Vec<(String, u16, u16)>,
    /// One array per column, one result per die face.
    results: Vec<[CombatResult; 6]>,
    terrain: Terrain,
    hexside: Sides,
    /// The most units in a hex at the end of a phase (5.32).
    pub stacking: usize,
    /// Nearest and farthest hex that may be bombarded (8.11).
    pub bombardment: (u32, u32),
    /// Where each of the tables comes from, and what is doubtful about it.
    pub credits: Vec<Credit>,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Effect {
    /// Movement points to enter, or added; nothing where nothing moves there.
    #[serde(default)]
    pub(crate) cost: Option<u8>,
    #[serde(default = "one")]
    pub(crate) multiple: u8,
    #[serde(default)]
    pub(crate) blocks: bool,
}

impl Effect {
    fn points(self) -> u8 {
        self.cost.unwrap_or(0)
    }
}

fn one() -> u8 {
    1
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Terrain {
    source: String,
    clear: Effect,
    forest: Effect,
    rough: Effect,
    forest_rough: Effect,
    town: Effect,
    ferry: Effect,
    /// Packs that are older than pontoons have none, and their maps neither.
    pontoon: Option<Effect>,
    road: Effect,
    trail: Effect,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Sides {
    source: String,
    bridge: Effect,
    ford: Effect,
    works: Effect,
    bombardment_over_water: Effect,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct TablesToml {
    combat_results: ResultsToml,
    terrain: Terrain,
    hexside: Sides,
    limits: Limits,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResultsToml {
    source: String,
    #[serde(default)]
    doubt: Option<String>,
    columns: Vec<Spanned<String>>,
    rows: Vec<Spanned<Vec<Spanned<String>>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Limits {
    stacking: usize,
    nearest_bombardment: u32,
    farthest_bombardment: u32,
    source: String,
}

/// A line of the terrain effects chart (9.0), as the rules work it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct EffectLine {
    pub name: &'static str,
    /// Movement points to enter the hex, or those that the hexside adds; `None` where that is
    /// prohibited or nothing moves.
    pub cost: Option<u8>,
    /// Multiplies the strength of the defence.
    pub multiple: u8,
    /// Whether it blocks the line of sight.
    pub blocks: bool,
    pub case: Case,
}

/// The most columns of odds: every one is looked at for every strength.
const MOST_COLUMNS: usize = 64;

/// The most units in a hex: of eighteen around one every set may be looked at to pay an exchange.
const MOST_STACKED: usize = 3;

impl Tables {
    /// Reads the tables file.
    ///
    /// # Errors
    /// Every fault with its line.
    pub fn read(file: &str, text: &str) -> Result<Tables, Faults> {
        let sheet: TablesToml = read_toml(file, text)?;
        let mut faults = Faults::default();
        let mut fault = |at: usize, what: String| faults.push(file, hexmap::line_of(text, at), what);
        let mut columns: Vec<(String, u16, u16)> = Vec::new();
        for column in &sheet.combat_results.columns {
            let odds =
                column.get_ref().split_once('-').and_then(|(a, d)| Some((a.parse().ok()?, d.parse().ok()?)));
            match odds {
                Some((a, d)) if a > 0 && d > 0 => {
                    if columns.last().is_some_and(|&(_, la, ld): &(String, u16, u16)| {
                        u32::from(la) * u32::from(d) >= u32::from(a) * u32::from(ld)
                    }) {
                        fault(column.span().start, format!("the odds {} do not rise", column.get_ref()));
                    }
                    columns.push((column.get_ref().clone(), a, d));
                }
                _ => fault(
                    column.span().start,
                    format!("invalid odds '{}': expected something like '3-1'", column.get_ref()),
                ),
            }
        }
        let rows = &sheet.combat_results.rows;
        if rows.len() != 6 {
            fault(0, format!("combat results for {} die faces; six were expected", rows.len()));
        }
        let mut results = vec![[CombatResult::Ar; 6]; columns.len()];
        for (face, row) in rows.iter().enumerate().take(6) {
            if row.get_ref().len() != columns.len() {
                fault(
                    row.span().start,
                    format!("{} results in a row of {} columns", row.get_ref().len(), columns.len()),
                );
            }
            for (column, cell) in row.get_ref().iter().enumerate().take(columns.len()) {
                match CombatResult::from_word(cell.get_ref()) {
                    Some(result) => results[column][face] = result,
                    None => fault(cell.span().start, format!("'{}' is not a combat result", cell.get_ref())),
                }
            }
        }
        let limits = &sheet.limits;
        if columns.is_empty() {
            fault(0, "no columns of odds".to_owned());
        }
        if columns.len() > MOST_COLUMNS {
            fault(0, format!("at most {MOST_COLUMNS} columns of odds were expected"));
        }
        if !(1..=MOST_STACKED).contains(&limits.stacking)
            || limits.nearest_bombardment < 2
            || limits.farthest_bombardment > 8
        {
            fault(
                0,
                format!(
                    "limits: stacking of 1 to {MOST_STACKED} and bombardment between 2 and 8 hexes were expected"
                ),
            );
        }
        let said = [
            ("combat results", Some(&sheet.combat_results.source)),
            ("combat results", sheet.combat_results.doubt.as_ref()),
            ("hexside", Some(&sheet.hexside.source)),
            ("limits", Some(&limits.source)),
            ("terrain", Some(&sheet.terrain.source)),
        ];
        let credits = said
            .into_iter()
            .filter_map(|(part, text)| Some(Credit::new(format!("Tables, {part}"), text?)))
            .collect();
        faults.into_result(Tables {
            credits,
            columns,
            results,
            terrain: sheet.terrain,
            hexside: sheet.hexside,
            stacking: limits.stacking,
            bombardment: (limits.nearest_bombardment, limits.farthest_bombardment),
        })
    }

    /// The column for these strengths: rounded down in the defender's favour, no better than the
    /// last and no worse than the first (7.6). A defence of nothing is attacked at the best odds.
    pub fn column(&self, attack: u16, defence: u16) -> Column {
        let fits = |&(_, a, d): &(String, u16, u16)| {
            defence == 0 || u32::from(attack) * u32::from(d) >= u32::from(a) * u32::from(defence)
        };
        Column(self.columns.iter().rposition(fits).unwrap_or(0) as u8)
    }

    /// The least attack strength above this one that has a better column against that defence, and
    /// that column; `None` at the best odds.
    pub fn next_column(&self, attack: u16, defence: u16) -> Option<(Column, u16)> {
        let column = self.column(attack, defence);
        if column == self.last_column() {
            return None;
        }
        (attack..=u16::MAX)
            .map(|strength| (self.column(strength, defence), strength))
            .find(|&(next, _)| next > column)
    }

    /// The odds as they are before they are held to the table: `13:4` is `3-1`, `4:13` is `1-4`.
    pub fn odds(attack: u16, defence: u16) -> String {
        match (attack, defence) {
            (_, 0) => format!("{attack}-0"),
            (0, _) => format!("0-{defence}"),
            (a, d) if a >= d => format!("{}-1", a / d),
            (a, d) => format!("1-{}", d.div_ceil(a)),
        }
    }

    pub fn column_name(&self, column: Column) -> &str {
        &self.columns[usize::from(column.0)].0
    }

    pub fn column_named(&self, name: &str) -> Option<Column> {
        self.columns.iter().position(|(n, ..)| n == name).map(|i| Column(i as u8))
    }

    /// The column of the best odds.
    pub fn last_column(&self) -> Column {
        Column(self.columns.len().saturating_sub(1) as u8)
    }

    /// The effects of each kind of terrain, and of roads and trails.
    pub fn ground_effects(&self) -> Vec<EffectLine> {
        let clear = Ground::default();
        let woods = Ground { woods: true, ..clear };
        let rough = Ground { rough: true, ..clear };
        let both = Ground { woods: true, rough: true, ..clear };
        let town = Ground { town: true, ..clear };
        let grounds = [clear, woods, rough, both, town].map(|ground| EffectLine {
            name: Tables::ground_name(ground),
            cost: self.cost(clear, Hexside::default(), ground),
            multiple: self.ground_multiple(ground),
            blocks: self.blocks_sight(ground),
            case: case!("9.0"),
        });
        let ferry = Ground { water: Water::Ferry, ..clear };
        let pontoon = Ground { water: Water::Pontoon, ..clear };
        let river = Ground { water: Water::River, ..clear };
        let by = |name, side: Hexside, to, case| EffectLine {
            name,
            cost: self.cost(clear, side, to),
            multiple: 1,
            blocks: false,
            case,
        };
        let open = Hexside::default();
        let ways = [
            by(Tables::ground_name(ferry), Hexside { ferry: true, ..open }, ferry, case!("5.24")),
            by(Tables::ground_name(pontoon), open, pontoon, case!("9.0")),
            by(Tables::ground_name(river), open, river, case!("5.24")),
            by("road", Hexside { road: true, ..open }, both, case!("5.22")),
            by("trail", Hexside { trail: true, ..open }, both, case!("5.23")),
        ];
        grounds.into_iter().chain(ways).collect()
    }

    /// The effects of each kind of hexside, and of bombardment over water.
    pub fn side_effects(&self) -> Vec<EffectLine> {
        let clear = Ground::default();
        let plain = self.cost(clear, Hexside::default(), clear);
        let line = |name, side: Hexside, multiple, case| {
            let cost =
                self.cost(clear, side, clear).zip(plain).map(|(cost, plain)| cost.saturating_sub(plain));
            EffectLine { name, cost, multiple, blocks: false, case }
        };
        let creek = |crossing| Hexside { creek: true, crossing, ..Hexside::default() };
        let works = Hexside { works: true, ..Hexside::default() };
        let multiple = |crossing| self.crossing_multiple(crossing);
        let over_water = self.water_multiple();
        vec![
            line("creek", creek(Crossing::None), 1, case!("5.25")),
            line("bridge", creek(Crossing::Bridge), multiple(Crossing::Bridge), case!("5.25")),
            line("ford", creek(Crossing::Ford), multiple(Crossing::Ford), case!("5.25")),
            line("works", works, self.works_multiple(), case!("9.0")),
            EffectLine {
                name: "bombardment over water",
                cost: None,
                multiple: over_water,
                blocks: false,
                case: case!("9.0"),
            },
        ]
    }

    /// The terrain effects as they are printed, of hexes and of ways through their hexsides.
    pub(crate) fn terrain_printed(&self) -> impl Iterator<Item = (&'static str, Effect)> {
        let t = &self.terrain;
        let all = [
            ("clear", t.clear),
            ("ferry", t.ferry),
            ("forest", t.forest),
            ("forest & rough", t.forest_rough),
            ("road", t.road),
            ("rough", t.rough),
            ("town", t.town),
            ("trail", t.trail),
        ];
        all.into_iter().chain(t.pontoon.map(|pontoon| ("pontoon", pontoon)))
    }

    pub(crate) fn hexsides_printed(&self) -> [(&'static str, Effect); 4] {
        let h = &self.hexside;
        [
            ("bombardment over water", h.bombardment_over_water),
            ("bridge", h.bridge),
            ("ford", h.ford),
            ("works", h.works),
        ]
    }

    /// This column and all lower ones, best first (7.9).
    pub fn columns_down(&self, column: Column) -> impl DoubleEndedIterator<Item = Column> + use<> {
        (0..=column.0).rev().map(Column)
    }

    /// The result of a die, 1 to 6.
    pub fn result(&self, column: Column, die: u8) -> CombatResult {
        self.results[usize::from(column.0)][usize::from(die.clamp(1, 6) - 1)]
    }

    /// The results of the six faces.
    pub fn results(&self, column: Column) -> &[CombatResult; 6] {
        &self.results[usize::from(column.0)]
    }

    fn ground_effect(&self, ground: Ground) -> Effect {
        let t = &self.terrain;
        match ground {
            Ground { town: true, .. } => t.town,
            Ground { woods: true, rough: true, .. } => t.forest_rough,
            Ground { woods: true, .. } => t.forest,
            Ground { rough: true, .. } => t.rough,
            _ => t.clear,
        }
    }

    /// Points to enter a hex through a hexside, units there aside; `None` where that is prohibited (9,
    /// 5.22-5.26).
    ///
    /// `from` and `to` are the grounds on either side; `side` is seen from `from`.
    pub fn cost(&self, from: Ground, side: Hexside, to: Ground) -> Option<u8> {
        if side.is_plain_creek() || to.water == Water::River || from.water == Water::River {
            return None;
        }
        if (from.water == Water::Ferry || to.water == Water::Ferry) && !side.ferry {
            return None;
        }
        let ground = match to.water {
            Water::Ferry => self.terrain.ferry.points(),
            Water::Pontoon => self.terrain.pontoon?.points(),
            Water::None | Water::River => self.ground_effect(to).points(),
        };
        let way = if side.road {
            self.terrain.road.points()
        } else if side.trail {
            self.terrain.trail.points().min(ground)
        } else {
            ground
        };
        Some(way + self.hexside_cost(side))
    }

    /// The cost that a hexside adds to that of the hex behind it (5.25, 5.26).
    pub fn hexside_cost(&self, side: Hexside) -> u8 {
        let crossing = match side.crossing {
            Crossing::None => 0,
            Crossing::Bridge => self.hexside.bridge.points(),
            Crossing::Ford => self.hexside.ford.points(),
        };
        crossing + if side.works { self.hexside.works.points() } else { 0 }
    }

    /// Points to enter a hex from off the map: by the road or trail that leaves the map there, else
    /// by its ground.
    pub fn entry_cost(&self, ground: Ground, road: bool, trail: bool) -> u8 {
        let cost = self.ground_effect(ground).points();
        if road {
            self.terrain.road.points()
        } else if trail {
            self.terrain.trail.points().min(cost)
        } else {
            cost
        }
    }

    /// The multiple of a defence in that hex (9).
    pub fn ground_multiple(&self, ground: Ground) -> u8 {
        self.ground_effect(ground).multiple
    }

    /// The multiple of a defence attacked over bridge and ford hexsides alone (9).
    pub fn crossing_multiple(&self, crossing: Crossing) -> u8 {
        match crossing {
            Crossing::None => 1,
            Crossing::Bridge => self.hexside.bridge.multiple,
            Crossing::Ford => self.hexside.ford.multiple,
        }
    }

    /// The multiple of a defence attacked from the barbed side of works alone (9).
    pub fn works_multiple(&self) -> u8 {
        self.hexside.works.multiple
    }

    /// The multiple of a defence that is bombarded over water alone (9.0, erratum).
    pub fn water_multiple(&self) -> u8 {
        self.hexside.bombardment_over_water.multiple
    }

    /// Whether a hex blocks the line of sight (8.33).
    pub fn blocks_sight(&self, ground: Ground) -> bool {
        self.ground_effect(ground).blocks
    }

    /// The name of a hex's terrain.
    pub fn ground_name(ground: Ground) -> &'static str {
        match ground {
            Ground { water: Water::River, .. } => "river",
            Ground { water: Water::Ferry, .. } => "river ferry",
            Ground { water: Water::Pontoon, .. } => "pontoon",
            Ground { town: true, .. } => "town",
            Ground { woods: true, rough: true, .. } => "forest & rough",
            Ground { woods: true, .. } => "forest",
            Ground { rough: true, .. } => "rough",
            _ => "clear",
        }
    }
}
