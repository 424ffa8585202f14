//! Coal, and the Kaiser: rules paragraph by paragraph, the notation, the tracked table, special rules, victory.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read the repository, and a failure says where"
)]
mod contract;
mod measure;
mod notation;
mod rules_damage;
mod rules_gunnery;
mod rules_procedure;
mod rules_sight;
mod rules_torpedo;
mod rules_turn;
mod slips;
mod special;
mod table;
mod verdict;
