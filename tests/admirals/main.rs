//! Players of the naval game, and battles between them.
#![expect(clippy::unwrap_used, reason = "tests read the repository, and a failure says where")]
#![expect(clippy::disallowed_methods, reason = "LONG says how many battles are fought")]
mod admiral;
mod audit;
mod battles;
mod captains;
mod certificates;
mod doctrine;
mod expected;
mod hidden;
mod history;
mod lines;
mod luck;
mod proof;
mod puzzle;
mod room;
mod steering;
