//! The state of special rules. [9.2]
use super::State;
use crate::model::{SideId, special::RuleState};

impl State {
    pub fn rule_state(&self, rule: u16) -> Option<&RuleState> {
        self.rule_states.get(usize::from(rule))
    }
    pub(in crate::model) fn rule_state_mut(&mut self, rule: u16) -> &mut RuleState {
        let index = usize::from(rule);
        if self.rule_states.len() <= index {
            self.rule_states.resize(index + 1, RuleState::default());
        }
        &mut self.rule_states[index]
    }
    /// Returns the points that special rules gave a side so far, by key. [9.2]
    pub fn special_points(&self, side: &SideId) -> Vec<(u16, i32)> {
        let points_of = |rule_state: &RuleState| -> i32 {
            rule_state.points.iter().filter(|(scored, _)| scored == side).map(|(_, points)| *points).sum()
        };
        let all = self.rule_states.iter().enumerate().map(|(index, rule_state)| (index as u16, points_of(rule_state)));
        all.filter(|(_, points)| *points != 0).collect()
    }
}
