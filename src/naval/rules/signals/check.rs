//! The die for orders, and what is done without them. [5.10.3, 5.10.5]
use super::{
    independent,
    orders::{DETACHED, RECEIVED},
};
use crate::{
    Division, Fact, Id, Inches, NavalDraft, NavalHalt, Plot, Purpose, State, Sum,
    chart::{Independent, UnitKind},
    movement, special,
};
use play::{Ask, Rule};

const IN_COLUMN: Rule = Rule::new("5.10.5");

/// A division whom no orders reached keeps last turn's speed, that of its leading ship: what was plotted is not made.
/// [5.8.3, 5.10.3]
pub(crate) fn at_last_speed(draft: &mut NavalDraft<'_>, group: &[Id]) {
    let state = draft.state();
    let mut back: Vec<(Id, Inches)> = Vec::new();
    for division in group.iter().filter(|id| !state.is_tracked(id)).filter_map(|id| state.division(id)) {
        let Some(lead) = movement::leading(state, division) else { continue };
        let last = movement::nearest_to(state, division, state.this_turn.speed_before(lead));
        for ship in state.ships_of_division(&division.id).filter(|ship| ship.in_action()) {
            let makes = movement::fastest(state, ship).min(last);
            if makes != ship.speed {
                back.push((ship.id.clone(), makes));
            }
        }
    }
    for (ship, speed) in back {
        draft.note(RECEIVED, Fact::SpeedChanged { ship, speed });
    }
}

/// The same at a number that is known.
pub(crate) fn check_at(
    draft: &mut NavalDraft<'_>,
    lead: &Division,
    (unit, with): (&Id, &[Id]),
    needed: Sum,
) -> Result<(), NavalHalt> {
    let state = draft.state();
    let sides = state.setup.charts.command_check.sides;
    let at_most = needed.result.clamp(0, i32::from(sides)) as u8;
    let face = draft.roll(Ask::test(sides, at_most, Purpose::Orders(unit.clone()), RECEIVED))?;
    let received = i32::from(face) <= needed.result;
    draft.note(RECEIVED, Fact::OrdersChecked { unit: unit.clone(), with: with.to_vec(), needed, received });
    let group: Vec<Id> = std::iter::once(unit).chain(with).cloned().collect();
    if received { Ok(()) } else { act_alone(draft, lead, &group) }
}

/// What those do whom no orders reached; divisions that follow or mimic one of them go on doing so. [5.10.3, 5.10.5]
pub(crate) fn act_alone(draft: &mut NavalDraft<'_>, lead: &Division, group: &[Id]) -> Result<(), NavalHalt> {
    let kind = kind_of(draft.state(), lead, group);
    let Some(table) = draft.state().setup.charts.independent(kind).cloned() else { return Ok(()) };
    let face = draft.roll(Ask::one(table.sides, Purpose::Independent(lead.id.clone()), RECEIVED))?;
    let roll = i32::from(face) + lead.initiative;
    let does = table.row(roll);
    let (unit, initiative) = (lead.id.clone(), lead.initiative);
    let rule = if lead.alone { DETACHED } else { RECEIVED };
    draft.note(rule, Fact::ActedAlone { unit, kind, initiative, roll, does });
    if does != Independent::AsPlotted {
        at_last_speed(draft, group);
    }
    let state = draft.state();
    let leans = |division: &Division| {
        division.plot.as_ref().and_then(Plot::leans_on).is_some_and(|other| group.contains(other))
    };
    // Whoever is moved by hand is moved by what the table says.
    let steered = |division: &&Division| state.is_tracked(&division.id) && !leans(division);
    let leading = group.iter().filter_map(|id| state.division(id)).filter(steered);
    let instead: Vec<(Id, Plot, Rule)> = leading
        .filter_map(|division| {
            let plot = independent::plot(state, division, group, does)?;
            Some(match movement::straight_by_rule(state, division, &plot) {
                Some(straight) => (division.id.clone(), straight, special::SPECIAL),
                None => (division.id.clone(), plot, IN_COLUMN),
            })
        })
        .collect();
    for (division, plot, rule) in instead {
        let carried = draft.state().division(&division).and_then(|division| division.course.carried);
        draft.note(rule, Fact::PlotReplaced { division, plot, carried });
    }
    Ok(())
}

pub(crate) fn kind_of(state: &State, lead: &Division, group: &[Id]) -> UnitKind {
    let mut ships = group.iter().flat_map(|id| state.ships_of_division(id)).filter(|ship| ship.in_action());
    match lead.alone {
        true => UnitKind::Single,
        false if ships.all(|ship| ship.card.kind.is_light()) => UnitKind::Light,
        false => UnitKind::Large,
    }
}
