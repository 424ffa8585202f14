//! The state of special rules. [9.2]
use super::State;
use crate::model::{SideId, special::Memory};

impl State {
    /// Returns the state of the key with this index, if any.
    pub fn memory(&self, rule: u16) -> Option<&Memory> {
        self.special.get(usize::from(rule))
    }
    pub(in crate::model) fn memory_mut(&mut self, rule: u16) -> &mut Memory {
        let at = usize::from(rule);
        if self.special.len() <= at {
            self.special.resize(at + 1, Memory::default());
        }
        &mut self.special[at]
    }
    /// Returns the points that special rules gave a side so far, by key. [9.2]
    pub fn special_points(&self, side: &SideId) -> Vec<(u16, i32)> {
        let of = |kept: &Memory| -> i32 { kept.points.iter().filter(|(one, _)| one == side).map(|(_, p)| *p).sum() };
        let all = self.special.iter().enumerate().map(|(at, kept)| (at as u16, of(kept)));
        all.filter(|(_, points)| *points != 0).collect()
    }
}
