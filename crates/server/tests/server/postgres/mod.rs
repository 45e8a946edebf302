//! Several servers over one PostgreSQL database, and what moves games there and back.

mod crossing;
mod moving;
mod nodes;
mod notices_across;
mod thinkers;
