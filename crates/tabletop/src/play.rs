//! A game being played: its record, and the position the record leads to.

use serde_json::Value;

use crate::dice::{Dice, ServerSeed, commitment, hex_string};
use crate::record::Header;
use crate::{AuditedDice, BySide, Deed, Entry, Failure, Inquiry, Refusal, Rules, Seat, Side, Situation};

/// What a game begins with, beside its rules.
#[derive(Debug, Clone)]
pub struct Opening {
    /// The secret part of the dice; `None` for a record whose secret is not known: it can be looked at, and played
    /// on only as far as no die is needed.
    pub seed: Option<ServerSeed>,
    /// The published hash.
    pub commitment: String,
    /// Faces to be thrown first.
    pub loaded: Vec<u8>,
}

impl Opening {
    /// An opening with that seed and no loaded dice.
    pub fn new(seed: ServerSeed) -> Opening {
        Opening { seed: Some(seed), commitment: commitment(&seed), loaded: Vec::new() }
    }
}

/// Longest share of the dice that a player may give, in bytes.
const LONGEST_SEED: usize = 64;

/// A game by the rules `R`: an append-only list of entries and the state they lead to.
pub struct Match<R: Rules> {
    rules: R,
    header: Header,
    entries: Vec<Entry<R::Order, R::Event>>,
    /// Indices of the order entries that count, oldest first.
    line: Vec<usize>,
    /// Indices of order entries that were undone and may be redone, the next last.
    undone: Vec<usize>,
    state: R::State,
    dice: Option<AuditedDice>,
}

impl<R: Rules> Match<R> {
    /// A game at its start.
    pub fn new(rules: R, header: Header, opening: Opening) -> Match<R> {
        let state = rules.start();
        let dice = opening.seed.map(|seed| AuditedDice::new(seed, opening.loaded.iter().copied()));
        Match { rules, header, entries: Vec::new(), line: Vec::new(), undone: Vec::new(), state, dice }
    }

    /// A game as its record left it.
    ///
    /// # Errors
    /// The first entry that does not follow from those before it. Events are taken as they stand; whether they
    /// were right is [`verify`](crate::verify)'s question.
    pub fn read(rules: R, header: Header, opening: Opening, entries: &[Value]) -> Result<Match<R>, String> {
        let mut game = Match::new(rules, header, opening);
        for (i, value) in entries.iter().enumerate() {
            let at = |what: String| format!("entry {}: {what}", i + 1);
            let entry = Entry::read(&game.rules, value).map_err(at)?;
            if entry.version as usize != i + 1 {
                return Err(at(format!("it is numbered {}", entry.version)));
            }
            game.replay(entry).map_err(at)?;
        }
        Ok(game)
    }

    fn replay(&mut self, entry: Entry<R::Order, R::Event>) -> Result<(), String> {
        match &entry.deed {
            Deed::Order { dice, .. } => {
                if let Some(stock) = &mut self.dice {
                    stock.skip(*dice);
                }
            }
            Deed::Undo(version) => {
                if self.line.last().is_none_or(|&i| self.entries[i].version != *version) {
                    return Err(format!("it undoes {version}, which is not the last order"));
                }
            }
            Deed::Redo(version) => {
                if self.undone.last().is_none_or(|&i| self.entries[i].version != *version) {
                    return Err(format!("it redoes {version}, which was not the last undone"));
                }
            }
            Deed::Seed(_) if entry.side.is_none() => return Err("a seed belongs to a side".to_owned()),
            Deed::Seed(_) | Deed::Reveal(_) => {}
        }
        self.append(entry);
        Ok(())
    }

    /// Appends an entry that is known to be sound.
    fn append(&mut self, entry: Entry<R::Order, R::Event>) {
        let index = self.entries.len();
        match &entry.deed {
            Deed::Order { events, .. } => {
                for event in events {
                    self.rules.apply(&mut self.state, event);
                }
                self.line.push(index);
                self.undone.clear();
            }
            Deed::Undo(_) => {
                self.undone.extend(self.line.pop());
                self.state = self.state_after(self.line.len());
            }
            Deed::Redo(_) => {
                if let Some(redone) = self.undone.pop() {
                    if let Deed::Order { events, .. } = &self.entries[redone].deed {
                        for event in events {
                            self.rules.apply(&mut self.state, event);
                        }
                    }
                    self.line.push(redone);
                }
            }
            Deed::Seed(seed) => {
                if let (Some(dice), Some(side)) = (&mut self.dice, entry.side) {
                    dice.set_player_seed(side, seed.clone());
                }
            }
            Deed::Reveal(_) => {}
        }
        self.entries.push(entry);
    }

    fn state_after(&self, orders: usize) -> R::State {
        let mut state = self.rules.start();
        for &index in &self.line[..orders] {
            if let Deed::Order { events, .. } = &self.entries[index].deed {
                for event in events {
                    self.rules.apply(&mut state, event);
                }
            }
        }
        state
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The position.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// What the record begins with.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Every entry so far.
    pub fn entries(&self) -> &[Entry<R::Order, R::Event>] {
        &self.entries
    }

    /// How many entries there are.
    pub fn version(&self) -> u32 {
        self.entries.len() as u32
    }

    /// The dice, unless the record came without its secret.
    pub fn dice(&self) -> Option<&AuditedDice> {
        self.dice.as_ref()
    }

    fn order_at(&self, index: usize) -> Option<(&R::Order, u32)> {
        match &self.entries[index].deed {
            Deed::Order { order, dice, .. } => Some((order, *dice)),
            _ => None,
        }
    }

    fn refused(&self, refusal: Refusal) -> Failure {
        let system = self.rules.system_of(refusal.case).to_owned();
        Failure::Refused { refusal, system }
    }

    fn fresh(&self, version: Option<u32>) -> Result<(), Failure> {
        match version {
            Some(version) if version != self.version() => Err(Failure::Gone(format!(
                "the order was made for version {version}, the game is at {}",
                self.version()
            ))),
            _ => Ok(()),
        }
    }

    /// Carries out an order, if it is legal. Returns the index of the first new entry.
    ///
    /// # Errors
    /// [`Failure::Refused`] by the rules, [`Failure::Gone`] if the game is over or `version` is stale. Nothing has
    /// changed then.
    pub fn order(&mut self, side: Side, order: R::Order, version: Option<u32>) -> Result<usize, Failure> {
        self.order_because(side, order, version, None)
    }

    /// The same, with the reason that a computer commander gives for it.
    ///
    /// # Errors
    /// As [`Match::order`].
    pub fn order_because(
        &mut self,
        side: Side,
        order: R::Order,
        version: Option<u32>,
        reason: Option<String>,
    ) -> Result<usize, Failure> {
        self.fresh(version)?;
        if self.rules.asked(&self.state).is_none() {
            return Err(Failure::Gone("the game is over".to_owned()));
        }
        let mut tray = Tray { dice: self.dice.clone(), sealed: false };
        let events = self
            .rules
            .judge(&self.state, side, &order, &mut tray, &mut Inquiry::quiet())
            .map_err(|refusal| self.refused(refusal))?;
        if tray.sealed {
            return Err(Failure::Gone(
                "this order needs a die, and the secret of this record's dice is not known".to_owned(),
            ));
        }
        let thrown = |dice: &Option<AuditedDice>| dice.as_ref().map_or(0, AuditedDice::thrown);
        let dice = thrown(&tray.dice) - thrown(&self.dice);
        self.dice = tray.dice;
        let first = self.entries.len();
        let version = self.version() + 1;
        self.append(Entry { version, side: Some(side), deed: Deed::Order { order, events, dice, reason } });
        if self.rules.asked(&self.state).is_none()
            && let Some(dice) = &self.dice
        {
            let deed = Deed::Reveal(hex_string(dice.server_seed()));
            self.append(Entry { version: version + 1, side: None, deed });
        }
        Ok(first)
    }

    /// Whether that side may take its last order back.
    pub fn may_undo(&self, side: Side) -> bool {
        self.undo_target(side).is_ok()
    }

    fn undo_target(&self, side: Side) -> Result<usize, Failure> {
        let gone = |text: &str| Err(Failure::Gone(text.to_owned()));
        if self.rules.asked(&self.state).is_none() {
            return gone("the game is over");
        }
        let Some(&last) = self.line.last() else { return gone("there is nothing to take back") };
        if self.entries[last].side != Some(side) {
            return gone("the last order was the other side's");
        }
        let Some((order, dice)) = self.order_at(last) else { return gone("there is nothing to take back") };
        if dice > 0 {
            return gone("a die was thrown for the last order: it stands");
        }
        if !self.rules.may_undo(&self.state_after(self.line.len() - 1), order) {
            return gone("by the options of this game that order stands");
        }
        Ok(last)
    }

    /// Takes that side's last order back. Returns the index of the new entry.
    ///
    /// # Errors
    /// [`Failure::Gone`] with the reason, if it may not.
    pub fn undo(&mut self, side: Side) -> Result<usize, Failure> {
        let target = self.undo_target(side)?;
        let deed = Deed::Undo(self.entries[target].version);
        let version = self.version() + 1;
        self.append(Entry { version, side: Some(side), deed });
        Ok(self.entries.len() - 1)
    }

    /// Whether that side may redo what it undid.
    pub fn may_redo(&self, side: Side) -> bool {
        self.undone.last().is_some_and(|&i| self.entries[i].side == Some(side))
    }

    /// Gives the order again that was last undone. Returns the index of the new entry.
    ///
    /// # Errors
    /// [`Failure::Gone`] if nothing was undone since the last order.
    pub fn redo(&mut self, side: Side) -> Result<usize, Failure> {
        if !self.may_redo(side) {
            return Err(Failure::Gone("there is nothing to redo".to_owned()));
        }
        let target = self.undone[self.undone.len() - 1];
        let deed = Deed::Redo(self.entries[target].version);
        let version = self.version() + 1;
        self.append(Entry { version, side: Some(side), deed });
        Ok(self.entries.len() - 1)
    }

    /// A player's share of the dice, taken once and only before the first die. Returns the index of the new entry.
    ///
    /// # Errors
    /// [`Failure::Gone`] if it comes too late, [`Failure::Malformed`] if it is too long.
    pub fn seed(&mut self, side: Side, seed: &str) -> Result<usize, Failure> {
        if seed.len() > LONGEST_SEED {
            return Err(Failure::Malformed(format!("a seed has at most {LONGEST_SEED} bytes")));
        }
        let given = |e: &Entry<R::Order, R::Event>| e.side == Some(side) && matches!(e.deed, Deed::Seed(_));
        if self.entries.iter().any(given) {
            return Err(Failure::Gone("this side has given its share of the dice".to_owned()));
        }
        if self.entries.iter().any(|e| matches!(e.deed, Deed::Order { dice: 1.., .. })) {
            return Err(Failure::Gone("a die has been thrown: the seeds are settled".to_owned()));
        }
        let version = self.version() + 1;
        self.append(Entry { version, side: Some(side), deed: Deed::Seed(seed.to_owned()) });
        Ok(self.entries.len() - 1)
    }

    /// Every position of the game in order, with the version whose entry led to it; orders that were taken back are left
    /// out. The first is the start, at version 0.
    pub fn walk(&self, mut each: impl FnMut(u32, &R::State)) {
        let mut state = self.rules.start();
        each(0, &state);
        for &index in &self.line {
            if let Deed::Order { events, .. } = &self.entries[index].deed {
                for event in events {
                    self.rules.apply(&mut state, event);
                }
                each(self.entries[index].version, &state);
            }
        }
    }

    /// The state as it was after that version. Versions beyond the last give the last.
    pub fn state_at(&self, version: u32) -> R::State {
        let mut line: Vec<usize> = Vec::new();
        let mut undone: Vec<usize> = Vec::new();
        for (i, entry) in self.entries.iter().enumerate().take(version as usize) {
            match entry.deed {
                Deed::Order { .. } => {
                    line.push(i);
                    undone.clear();
                }
                Deed::Undo(_) => undone.extend(line.pop()),
                Deed::Redo(_) => line.extend(undone.pop()),
                Deed::Seed(_) | Deed::Reveal(_) => {}
            }
        }
        let mut state = self.rules.start();
        for index in line {
            if let Deed::Order { events, .. } = &self.entries[index].deed {
                for event in events {
                    self.rules.apply(&mut state, event);
                }
            }
        }
        state
    }

    /// What a view tells besides the position.
    pub fn situation(&self, game: &str, seat: Seat) -> Situation {
        let mut situation = self.situation_at(game, self.version());
        situation.undo = seat.is_some_and(|side| self.may_undo(side));
        situation.redo = seat.is_some_and(|side| self.may_redo(side));
        situation
    }

    /// The same as it was after that version; what is past is not undone.
    pub fn situation_at(&self, game: &str, version: u32) -> Situation {
        let entries = &self.entries[..self.entries.len().min(version as usize)];
        let revealed = entries.iter().rev().find_map(|e| match &e.deed {
            Deed::Reveal(seed) => Some(seed.clone()),
            _ => None,
        });
        Situation {
            game: game.to_owned(),
            version: entries.len() as u32,
            pack: self.header.pack.clone(),
            commitment: self.header.commitment.clone(),
            thrown: entries
                .iter()
                .map(|e| if let Deed::Order { dice, .. } = e.deed { dice } else { 0 })
                .sum(),
            practice: self.header.practice,
            revealed,
            undo: false,
            redo: false,
        }
    }

    /// The game as JSON Lines, header first.
    pub fn record(&self) -> Vec<Value> {
        let mut lines = vec![self.header.value()];
        lines.extend(self.entries.iter().map(|e| e.record_value(&self.rules)));
        lines
    }

    /// The seats' seeds as the record has them.
    pub fn player_seeds(&self) -> BySide<String> {
        let mut seeds = BySide::<String>::default();
        for entry in &self.entries {
            if let (Some(side), Deed::Seed(seed)) = (entry.side, &entry.deed) {
                seeds[side] = seed.clone();
            }
        }
        seeds
    }
}

/// The dice of one order: a copy that is kept only if the order was legal.
struct Tray {
    dice: Option<AuditedDice>,
    sealed: bool,
}

impl Dice for Tray {
    fn throw(&mut self) -> u8 {
        match &mut self.dice {
            Some(dice) => dice.throw(),
            None => {
                self.sealed = true;
                1
            }
        }
    }
}
