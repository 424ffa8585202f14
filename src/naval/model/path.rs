//! Paths to places in a data file.
use std::fmt;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    Key(String),
    At(usize),
}

/// The steps from the root: `divisions[1].flagship`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct KeyPath(pub Vec<Step>);

impl KeyPath {
    pub fn key(&self, key: &str) -> KeyPath {
        self.append(Step::Key(key.to_owned()))
    }
    pub fn at(&self, index: usize) -> KeyPath {
        self.append(Step::At(index))
    }
    /// Appends keys separated by points: `armour.belt_mm`.
    pub fn keys(&self, keys: &str) -> KeyPath {
        keys.split('.').fold(self.clone(), |path, key| path.key(key))
    }
    /// Returns the last step, and the path without it.
    pub fn last(&self) -> Option<(&Step, KeyPath)> {
        self.0.split_last().map(|(last, parent)| (last, KeyPath(parent.to_vec())))
    }
    /// Whether this path is `outer` or inside it.
    pub fn is_within(&self, outer: &KeyPath) -> bool {
        self.0.starts_with(&outer.0)
    }
    pub fn join(&self, inner: &KeyPath) -> KeyPath {
        KeyPath(self.0.iter().chain(&inner.0).cloned().collect())
    }
    fn append(&self, step: Step) -> KeyPath {
        let mut steps = Vec::with_capacity(self.0.len() + 1);
        steps.extend_from_slice(&self.0);
        steps.push(step);
        KeyPath(steps)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Key(key) => f.write_str(key),
            Step::At(index) => write!(f, "[{index}]"),
        }
    }
}

impl fmt::Display for KeyPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(index, step)| match step {
            Step::Key(_) if index != 0 => write!(f, ".{step}"),
            Step::Key(_) | Step::At(_) => write!(f, "{step}"),
        })
    }
}
