//! The roll for orders, and moves without them. [5.10.3, 5.10.5]
use super::independent;
use super::orders::{DETACHED, RECEIVED};
use crate::model::chart::{Independent, UnitKind};
use crate::model::{Division, Plot, Purpose, Sum};
use crate::rules::steering::{pace, plot_checks};
use crate::{Fact, Id, NavalDraft, NavalHalt, State, rules::special};
use play::{DiceRequest, Rule};

const IN_COLUMN: Rule = Rule::new("5.10.5");

/// Keeps last turn's speed for divisions moved by hand without orders, instead of the plotted one. [5.8.3, 5.10.3]
fn keep_last_speed(draft: &mut NavalDraft<'_>, group: &[Id]) {
    let state = draft.state();
    let mut facts: Vec<Fact> = Vec::new();
    for division in group.iter().filter(|id| !state.has_position(id)).filter_map(|id| state.division(id)) {
        let last = pace::clamp_speed(state, division, pace::last_speed(state, division));
        facts.extend(pace::speed_changes(state, division, last));
    }
    draft.record_all(RECEIVED, facts);
}

/// Rolls whether a formation, its leading division first, receives orders, against `needed`.
pub(crate) fn roll_orders(
    draft: &mut NavalDraft<'_>,
    lead: &Division,
    group: &[Id],
    needed: Sum,
) -> Result<(), NavalHalt> {
    let unit = lead.id.clone();
    let sides = draft.state().setup.charts.command_check.sides;
    let at_most = needed.result.clamp(0, i32::from(sides)) as u8;
    let face = draft.roll_die(DiceRequest::test(sides, at_most, Purpose::Orders(unit.clone()), RECEIVED))?;
    let received = i32::from(face) <= needed.result;
    draft.record(RECEIVED, Fact::OrdersChecked { unit, with: group[1..].to_vec(), needed, received });
    if received { Ok(()) } else { roll_independent(draft, lead, group) }
}

/// Rolls what divisions do without orders. Divisions that follow or mimic one of them continue to. [5.10.3, 5.10.5]
fn roll_independent(draft: &mut NavalDraft<'_>, lead: &Division, group: &[Id]) -> Result<(), NavalHalt> {
    let kind = kind_of(draft.state(), lead, group);
    let Some(table) = draft.state().setup.charts.independent(kind).cloned() else { return Ok(()) };
    let face = draft.roll_die(DiceRequest::roll_one(table.sides, Purpose::Independent(lead.id.clone()), RECEIVED))?;
    let roll = i32::from(face) + lead.initiative;
    let action = table.row(roll);
    let (unit, initiative) = (lead.id.clone(), lead.initiative);
    let rule = if lead.is_alone { DETACHED } else { RECEIVED };
    draft.record(rule, Fact::ActedAlone { unit, kind, initiative, roll, does: action });
    if action != Independent::AsPlotted {
        keep_last_speed(draft, group);
    }
    let state = draft.state();
    let depends = |division: &Division| {
        division.plot.as_ref().and_then(Plot::depends_on).is_some_and(|other| group.contains(other))
    };
    // Units moved by hand move as the table reports.
    let is_steered = |division: &&Division| state.has_position(&division.id) && !depends(division);
    let leading = group.iter().filter_map(|id| state.division(id)).filter(is_steered);
    let replacements = |member: &Division| {
        let plot = independent::independent_plot(state, member, group, action)?;
        let straight = plot_checks::legal_straight_plot(state, member, &plot);
        let rule = if straight.is_some() { special::sentences::SPECIAL } else { IN_COLUMN };
        let (division, plot, carried) = (member.id.clone(), straight.unwrap_or(plot), member.course.carried);
        Some((rule, Fact::PlotReplaced { division, plot, carried }))
    };
    let replacements: Vec<(Rule, Fact)> = leading.filter_map(replacements).collect();
    replacements.into_iter().for_each(|(rule, fact)| draft.record(rule, fact));
    Ok(())
}

fn kind_of(state: &State, lead: &Division, group: &[Id]) -> UnitKind {
    let mut ships = group.iter().flat_map(|id| state.ships_of_division(id)).filter(|ship| ship.is_in_action());
    match lead.is_alone {
        true => UnitKind::Single,
        false if ships.all(|ship| ship.card.kind.is_light()) => UnitKind::Light,
        false => UnitKind::Large,
    }
}
