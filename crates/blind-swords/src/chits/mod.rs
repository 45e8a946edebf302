//! Event chits (10.1 to 10.5, 18.1) and the Fog of War.

pub(crate) mod asking;
pub(crate) mod fire_back;
pub(crate) mod fog;
pub(crate) mod held;
pub(crate) mod out_of_turn;
pub(crate) mod play;
pub(crate) mod plays;
pub(crate) mod rare;
pub(crate) mod reaction_window;
pub(crate) mod wayward;
pub(crate) mod when;
