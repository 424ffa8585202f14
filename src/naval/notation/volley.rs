//! A division against a division in one line, each ship at its opposite: `2nd>vladivostok 8.5 8.9`. [3.3.5]
use super::{kind::Reader, rows::fighting::VOLLEY, verb::target};
use crate::{Id, Inches, State, model::FireOrder, rules::gunnery};
use play::{LineError, verbs::fill};

/// A division's fire as one line states it.
#[derive(Clone, PartialEq, Debug)]
pub struct DivisionFire {
    /// The common declaration, with the names of the two units and without a range.
    pub common_order: FireOrder,
    /// In the order of the firing ships.
    pub ranges: Vec<Inches>,
}

/// The slot of the ranges.
const RANGES: usize = 2;

/// Reads the volley of the division before `>`.
///
/// # Errors
/// More ranges than the division has ships: none is left out silently.
pub fn read(r: &mut Reader, firers: &Id) -> Result<DivisionFire, LineError> {
    r.switch_row(&VOLLEY);
    fill(r)?;
    let ships = r.state.base_ids(firers).len();
    let range_slots = &r.filled.slots[RANGES];
    if let (Some(first), Some(last)) = (range_slots.get(ships), range_slots.last()) {
        let (line, at) = (&r.line[r.tokens[0].at.start..r.end], first.at.start..last.at.end);
        let (count, surplus) = (range_slots.len(), &r.line[at.clone()]);
        let message = format!("\"{line}\" has {count} ranges for {ships} ships (left over: {surplus}).");
        let error = LineError::located(at, message).rule(gunnery::DECLARING);
        return Err(error.hint("type one range for each ship, in order"));
    }
    let ranges = r.filled.get(RANGES).unwrap_or_default();
    r.filled.slots[RANGES].clear();
    Ok(DivisionFire { common_order: target(r)?, ranges })
}

impl DivisionFire {
    /// Returns the declarations: first ship at first ship, second at second, any more at the last. The last range also
    /// applies to all later ships, unless their pair was measured this turn.
    pub fn declarations(&self, state: &State) -> Vec<FireOrder> {
        let targets = state.base_ids(&self.common_order.target);
        let declaration = |(index, firer): (usize, Id)| {
            let target = targets.get(index).or(targets.last()).unwrap_or(&self.common_order.target);
            let last = self.ranges.last().filter(|_| state.measured_range_of_pair(&firer, target).is_none());
            let range = self.ranges.get(index).or(last).copied();
            FireOrder { target: target.clone(), range, firer, ..self.common_order.clone() }
        };
        state.base_ids(&self.common_order.firer).into_iter().enumerate().map(declaration).collect()
    }
    /// Returns how many declarations have their own range in the line. A single range is for all, so it counts as 0.
    pub fn stated_ranges(&self) -> usize {
        if self.ranges.len() < 2 { 0 } else { self.ranges.len() }
    }
}
