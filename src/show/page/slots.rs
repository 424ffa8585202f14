//! The replaceable parts of a page. Each fragment that a slot shows is stored once; a step lists the slots that change.
use std::collections::{BTreeSet, HashMap};

use maud::{Markup, PreEscaped};

use super::visible;

/// The fragment of a slot that shows nothing.
const EMPTY: usize = 0;

/// The slots of a page and their fragments, step by step.
pub struct SlotHistory {
    names: Vec<String>,
    fragments: Vec<String>,
    /// The index of each slot by its name, and of each fragment by its text.
    slots: HashMap<String, usize>,
    known: HashMap<String, usize>,
    /// The fragment that each slot shows now.
    shown: Vec<usize>,
    /// The slots filled in the current step.
    filled: BTreeSet<usize>,
    /// For each step, pairs of a slot and its new fragment.
    steps: Vec<Vec<usize>>,
}

impl Default for SlotHistory {
    fn default() -> SlotHistory {
        SlotHistory {
            names: Vec::new(),
            fragments: vec![String::new()],
            slots: HashMap::new(),
            known: HashMap::from([(String::new(), EMPTY)]),
            shown: Vec::new(),
            filled: BTreeSet::new(),
            steps: Vec::new(),
        }
    }
}

impl SlotHistory {
    /// Fills a slot in the current step.
    pub fn fill(&mut self, name: String, content: Markup) {
        let slot = *self.slots.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            self.shown.push(EMPTY);
            self.names.len() - 1
        });
        let fragment = *self.known.entry(visible(content.into_string())).or_insert_with_key(|text| {
            self.fragments.push(text.clone());
            self.fragments.len() - 1
        });
        self.filled.insert(slot);
        self.set(slot, fragment);
    }

    fn set(&mut self, slot: usize, fragment: usize) {
        if self.shown[slot] == fragment {
            return;
        }
        self.shown[slot] = fragment;
        if let Some(step) = self.steps.last_mut() {
            step.extend([slot, fragment]);
        }
    }

    /// Begins a step.
    pub fn begin_step(&mut self) {
        self.steps.push(Vec::new());
        self.filled.clear();
    }

    /// Ends a step: slots that were not filled in it become empty.
    pub fn end_step(&mut self) {
        for slot in 0..self.names.len() {
            if !self.filled.contains(&slot) {
                self.set(slot, EMPTY);
            }
        }
    }

    /// Returns what a slot shows after the last step.
    pub fn current(&self, name: &str) -> PreEscaped<&str> {
        let fragment = self.slots.get(name).map_or(EMPTY, |slot| self.shown[*slot]);
        PreEscaped(&self.fragments[fragment])
    }

    /// Returns the names of the slots that begin with a prefix, without it, in order of their first step.
    pub fn names_after<'s>(&'s self, prefix: &'s str) -> impl Iterator<Item = &'s str> {
        self.names.iter().filter_map(move |name| name.strip_prefix(prefix))
    }

    /// Returns names, fragments and steps, as the page's script reads them.
    pub fn parts(&self) -> (&[String], &[String], &[Vec<usize>]) {
        (&self.names, &self.fragments, &self.steps)
    }
}
