//! The systems of rules with the data of this program.

mod battles;
mod branches;
mod cited;
mod earlier_rules;
mod facts;
mod kits;
mod names;
mod placed;
mod reference;
mod tutorial;
