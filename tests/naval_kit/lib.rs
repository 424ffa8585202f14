//! Ships, tables and battles for the tests of several crates.
pub mod battle;
pub mod citations;
mod contract;
pub mod fixture;
pub mod hidden;
pub mod table;

use std::{
    collections::BTreeMap,
    sync::{Mutex, OnceLock, PoisonError},
};

pub use contract::{naval_command, naval_setup};
use load::{BuiltIn, DataErrors, Sources};
use naval::{model::Setup, rules::special::SpecialRule};

/// The built-in data, read from the repository's folders once for all tests of a target.
pub fn builtin() -> Sources {
    static READ: OnceLock<Vec<BuiltIn>> = OnceLock::new();
    Sources::built_in(READ.get_or_init(|| {
        let files = kit::carried::files(&kit::root()).unwrap_or_else(|error| panic!("the data files: {error}"));
        files.into_iter().map(|(path, text)| built_in(path, text)).collect()
    }))
}

fn built_in(path: String, text: String) -> BuiltIn {
    let compiled = load::compile(&path, &text).unwrap_or_else(|error| panic!("{path}: {error}"));
    BuiltIn { path: path.leak(), text: text.leak(), compiled: compiled.leak() }
}

/// A built-in scenario, read once for all tests of a target. Tests begin the same few scenarios hundreds of times, and
/// reading is most of the cost.
pub fn scenario(id: &str) -> Setup {
    static READ: Mutex<BTreeMap<String, Setup>> = Mutex::new(BTreeMap::new());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let known = read.entry(id.to_owned());
    let first = || load::scenario(&builtin(), id).unwrap_or_else(|errors| panic!("{id}: {errors}"));
    known.or_insert_with(first).clone()
}

/// A scenario from the given text.
pub fn scenario_text(sources: &Sources, file: &str, text: &str) -> Result<Setup, DataErrors> {
    Ok(load::scenario_text_checked(sources, file, text)?.value)
}

/// Reads the keys of special rules from YAML, written as under `rules` in a scenario file.
pub fn keys(yaml: &str) -> Vec<SpecialRule> {
    let value: serde_yaml::Value = serde_yaml::from_str(yaml).unwrap();
    serde_yaml::with::singleton_map_recursive::deserialize(value).unwrap_or_else(|error| panic!("{yaml}: {error}"))
}
