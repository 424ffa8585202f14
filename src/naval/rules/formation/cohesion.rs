//! 5.2: whether divisions are close together, and which have left their formation.
use super::membership;
use crate::model::{BearingLine, Formation, Ship};
use crate::{Fact, Id, Inches, NavalDraft, State, rules::columns::helm};
use play::Rule;

const FORMATIONS: Rule = Rule::new("5.2");
/// The widest gap between a joining division and the formation. [5.2, 5.8.2, Q38]
const JOINING_GAP: Inches = Inches::whole(2);
/// No division joins across a wider gap, whatever the interval. [10.2.2, Q38]
const MAX_JOINING_GAP: Inches = Inches::whole(6);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SeparatedDivision {
    pub division: Id,
    /// Gap to the nearest base of the formation.
    pub gap: Inches,
    /// The widest gap allowed.
    pub most: Inches,
}

/// Returns the divisions not connected to the leading one. A division is connected if one of its bases is within 2
/// inches of a base of the formation, or within the interval plotted for it. [5.2, Q38]
/// Gaps are base to base. A division without a position is where the referee says, so it counts as connected.
pub(super) fn separated_divisions(state: &State, divisions: &[Id], lines: &[BearingLine]) -> Vec<SeparatedDivision> {
    let groups = state.divisions_in_action(divisions).map(|(index, division)| {
        let bases: Vec<&Ship> = helm::bases(state, division).into_iter().map(|(ship, _)| ship).collect();
        (division.id.clone(), max_joining_gap(lines, index), bases)
    });
    let mut waiting: Vec<(Id, Inches, Vec<&Ship>)> = groups.filter(|(_, _, bases)| !bases.is_empty()).collect();
    if waiting.is_empty() {
        return Vec::new();
    }
    let mut formation: Vec<&Ship> = waiting.remove(0).2;
    while let Some(index) =
        waiting.iter().position(|(_, most, bases)| gap(state, &formation, bases).is_some_and(|gap| gap <= *most))
    {
        formation.extend(waiting.remove(index).2);
    }
    let separated = |(division, most, bases): (Id, Inches, Vec<&Ship>)| {
        gap(state, &formation, &bases).map(|gap| SeparatedDivision { division, gap, most })
    };
    waiting.into_iter().filter_map(separated).collect()
}

/// Returns the widest gap for a joining division: 2 inches, or its line's interval up to 6.
fn max_joining_gap(lines: &[BearingLine], index: usize) -> Inches {
    let line = index.checked_sub(1).filter(|_| !lines.is_empty()).map(|index| lines[index % lines.len()]);
    line.map_or(JOINING_GAP, |line| JOINING_GAP.max(line.interval.min(MAX_JOINING_GAP)))
}

/// Returns the gap between the nearest bases of two groups of ships.
fn gap(state: &State, ships: &[&Ship], others: &[&Ship]) -> Option<Inches> {
    ships.iter().flat_map(|ship| others.iter().filter_map(|other| membership::gap(state, ship, other))).min()
}

/// Marks the scenario's divisions that begin apart from their formation. (Q38)
pub(crate) fn mark_separated(state: &mut State) {
    let separated = |candidate: &Formation| {
        separated_divisions(state, &candidate.divisions, &candidate.lines)
            .into_iter()
            .map(|straggler| straggler.division)
    };
    let separated: Vec<Vec<Id>> = state.formations.iter().map(|candidate| separated(candidate).collect()).collect();
    for (formation, separated) in state.formations.iter_mut().zip(separated) {
        formation.off = separated;
    }
}

/// Records, after the move, which divisions have left their formation and which have closed up. [5.2, Q38]
pub(crate) fn update_cohesion(draft: &mut NavalDraft<'_>) {
    if !draft.state().checks {
        return;
    }
    for formation in draft.state().formations.clone() {
        let stragglers = separated_divisions(draft.state(), &formation.divisions, &formation.lines);
        if !stragglers.iter().map(|straggler| &straggler.division).eq(&formation.off) {
            let off = stragglers.into_iter().map(|straggler| (straggler.division, straggler.gap)).collect();
            draft.record(FORMATIONS, Fact::FormationMeasured { formation: formation.id, off });
        }
    }
}
