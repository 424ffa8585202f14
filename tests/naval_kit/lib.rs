//! Ships, tables and battles that the tests of several rooms play with.
pub mod battle;
mod contract;
pub mod fixture;
pub mod hidden;
pub mod table;

pub use contract::{naval_command, naval_setup};
use naval::special::SpecialRule;

/// Keys as a scenario file writes them.
pub fn keys(yaml: &str) -> Vec<SpecialRule> {
    let value: serde_yaml::Value = serde_yaml::from_str(yaml).unwrap();
    serde_yaml::with::singleton_map_recursive::deserialize(value).unwrap_or_else(|error| panic!("{yaml}: {error}"))
}
