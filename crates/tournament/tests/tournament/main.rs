//! Series, experiments and tournaments.

mod club;
mod club_file;
mod experiments;
mod series;
