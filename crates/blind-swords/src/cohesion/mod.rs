//! Cohesion Tests (15.0 to 15.2), retreat (15.4), and Morale Hits (15.6, 15.7, 15.9).

pub(crate) mod effects;
pub(crate) mod morale;
pub(crate) mod retreat;
pub(crate) mod ways;
