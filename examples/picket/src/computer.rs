//! A computer that plays at random, whatever its level: it weighs nothing.

use ai::{
    Budget, Chance, Commanded, Commander, Counts, Decision, Drawn, InformationSet, Level, Measured, Purpose,
    Stroke, Weighed,
};
use hexmap::Faults;

use crate::position::{Event, Order, State};
use crate::rules::Lane;

/// Plays at random.
struct Random(Chance);

impl Commander<Lane> for Random {
    fn decide(&mut self, known: InformationSet<'_, Lane>, _: Budget) -> Option<Decision<Order>> {
        let state = known.sample(&mut self.0);
        let mut orders = known.rules().orders(&state);
        if orders.is_empty() {
            return None;
        }
        let chosen = self.0.below(orders.len());
        Some(Decision::plain(orders.swap_remove(chosen)))
    }
}

impl Commanded for Lane {
    fn commander(&self, _: Level, seed: u64) -> Box<dyn Commander<Lane>> {
        Box::new(Random(Chance::new(seed)))
    }
}

impl Measured for Lane {
    fn count(&self, _: &State, event: &Event, counts: &mut Counts) {
        let Event::Moved { side, .. } = event;
        counts.add("moves", *side, 1.0);
    }

    fn turn(&self, state: &State) -> u32 {
        state.moves / 2 + 1
    }
}

impl Weighed for Lane {
    type Weights = ();

    fn weighed(&self, level: Level, seed: u64, (): &()) -> Box<dyn Commander<Lane>> {
        self.commander(level, seed)
    }

    fn read_weights(_: &str, _: &str) -> Result<(), Faults> {
        Ok(())
    }

    fn write_weights((): &()) -> String {
        String::new()
    }

    fn list_weights((): &(), _: Level) -> Vec<(&'static str, f64)> {
        Vec::new()
    }

    fn set_weight((): &mut (), _: &str, _: f64) {}
}

impl Drawn for Lane {
    fn strokes(&self, state: &State, order: &Order) -> Vec<Stroke> {
        let Order::Move { to } = order;
        let from = self.scenario.map.grid.number(state.at[state.asked]);
        vec![Stroke::new(from, to, Purpose::Move)]
    }
}
