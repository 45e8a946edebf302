//! The server over PostgreSQL: what games do over a file they do here, and several servers share
//! one database.

// In a test everything unexpected is a failure, in helpers as well.
#![allow(clippy::unwrap_used)]

mod crossing;
mod kept_in;
mod moving;
mod nodes;
mod notices_across;
mod thinkers;

#[path = "../server/accounts.rs"]
mod accounts;
#[path = "../server/admin.rs"]
mod admin;
#[path = "../server/advised.rs"]
mod advised;
#[path = "../server/asked.rs"]
mod asked;
#[path = "../server/challenges.rs"]
mod challenges;
#[path = "../server/computers.rs"]
mod computers;
#[path = "../server/faults.rs"]
// Some of what it offers only files need.
#[allow(dead_code)]
mod faults;
#[path = "../server/groups.rs"]
mod groups;
#[path = "../server/jobs.rs"]
mod jobs;
#[path = "../server/library.rs"]
mod library;
#[path = "../server/mail_server.rs"]
mod mail_server;
#[path = "../server/mailed.rs"]
mod mailed;
#[path = "../server/matches.rs"]
mod matches;
#[path = "../server/notices.rs"]
mod notices;
#[path = "../server/passkeys.rs"]
mod passkeys;
#[path = "../server/past.rs"]
mod past;
#[path = "../server/patches.rs"]
mod patches;
#[path = "../server/receiver.rs"]
mod receiver;
#[path = "../server/retention.rs"]
mod retention;
#[path = "../server/reviews.rs"]
mod reviews;
#[path = "../server/shape.rs"]
mod shape;
#[path = "../server/shared_packs.rs"]
mod shared_packs;
#[path = "../server/shares.rs"]
mod shares;
#[path = "../server/site.rs"]
// Some of what it offers only files need.
#[allow(dead_code)]
mod site;
#[path = "../server/talk.rs"]
mod talk;
#[path = "../server/tournaments.rs"]
mod tournaments;
#[path = "../server/toy.rs"]
#[allow(dead_code)]
mod toy;
#[path = "../server/work.rs"]
mod work;
