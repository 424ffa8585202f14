//! Players of the naval game, and battles between them.
#![expect(clippy::unwrap_used, reason = "tests read the repository, and a failure says where")]
mod battles;
mod hidden;
