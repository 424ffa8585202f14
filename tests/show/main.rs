//! Tests of what is shown, drawn and hidden.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read the repository, and a failure says where"
)]
mod book;
mod dice;
mod dice_ledger;
mod map;
mod narrow;
mod page;
mod views;
mod worded;
