//! Players of the naval game, and battles between them.
#![expect(clippy::unwrap_used, reason = "tests read the repository, and a failure says where")]
#![expect(clippy::disallowed_methods, reason = "LONG says how many battles are fought")]
#![expect(clippy::print_stdout, reason = "what LONG runs measured is told with --nocapture")]
mod admiral;
mod aims;
mod audit;
mod balance;
mod battles;
mod captains;
mod certificates;
mod chase;
mod dangers;
mod doctrine;
mod expected;
mod friendly_lanes;
mod hidden;
mod history;
mod ladder;
mod lines;
mod luck;
mod near_misses;
mod proof;
mod puzzle;
mod random;
mod spacing;
mod steering;
