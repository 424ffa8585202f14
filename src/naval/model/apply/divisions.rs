//! Facts about divisions, formations, flags and plots.
use std::sync::Arc;

use super::units::{with_division, with_ship};
use crate::model::{
    ColumnState, Division, DivisionOrigin, DivisionSetup, DrawnDivision, Element, Flagship, Formation, FormationChange,
    FormationId, Half, Id, Inches, NewDivision, Plot, PlotRecord, Segment, Ship, SideId, State, Turn, TurnKind,
    UnfinishedTurn,
};

/// Keeps the divisions as the other side still sees them: changes show from the Movement Segment on. (Q48)
fn save_shown_divisions(state: &mut State) {
    if state.segment != Segment::Movement && state.shown_divisions.is_none() {
        state.shown_divisions = Some(state.divisions.clone());
    }
}

/// Adds a new division, also to the divisions that are shown.
pub(super) fn add_division(state: &mut State, division: Arc<Division>) {
    if let Some(shown) = &mut state.shown_divisions {
        shown.push(division.clone());
    }
    state.divisions.push(division);
}

/// Marks a sighted division, whose marker is removed. [5.13.4]
pub(super) fn reveal(state: &mut State, id: &Id) {
    let shown = state.shown_divisions.iter_mut().flatten();
    for division in state.divisions.iter_mut().chain(shown).filter(|division| division.id == *id) {
        Arc::make_mut(division).is_revealed = true;
    }
}

pub(super) fn form_division(state: &mut State, formed: &NewDivision) {
    let NewDivision { division: id, side, ships, course, standing, flag, straight_turn } = formed;
    save_shown_divisions(state);
    let existing = state.division(id).cloned();
    let previous = ships.first().and_then(|ship| state.division_of(ship)).cloned();
    for division in state.divisions.iter_mut().map(Arc::make_mut) {
        division.ships.retain(|ship| !ships.contains(ship));
        division.course.column.retain(|follower| !ships.contains(&follower.ship));
        if *standing == DivisionOrigin::Organised
            && ships.contains(&division.flagship)
            && let Some(next) = division.ships.first()
        {
            division.flagship = next.clone();
        }
    }
    state.divisions.retain(|division| !division.ships.is_empty() && division.id != *id);
    for ship in ships {
        with_ship(state, ship, |ship| {
            ship.division = id.clone();
            if *standing == DivisionOrigin::Organised {
                ship.home_division = id.clone();
            }
        });
    }
    let ship_name = || state.ship(id).map_or_else(|| id.word().to_owned(), |ship| ship.card.name.clone());
    let name = existing.as_ref().map_or_else(ship_name, |existing| existing.name.clone());
    let mut division = Division::of_one_ship(id, &name, side);
    (division.ships, division.flagship) = (ships.clone(), ships.first().unwrap_or(id).clone());
    division.course = course.clone();
    division.is_alone = *standing == DivisionOrigin::Alone;
    division.is_revealed = [&existing, &previous].into_iter().flatten().any(|old| old.is_revealed);
    if !division.is_alone {
        let flag_turn = [&existing, &previous].into_iter().flatten().filter_map(|old| old.new_flag_turn).max();
        division.new_flag_turn = straight_turn.or(flag_turn);
    }
    division.plot_records = existing.map_or_else(Vec::new, |existing| existing.plot_records);
    if state.segment == Segment::Plotting {
        // Its plot for this turn lapses, and so does the record of it.
        division.plot_records.retain(|record| record.turn < state.turn);
    }
    if let Some(previous) = previous {
        (division.signalling, division.initiative) = (previous.signalling, previous.initiative);
        division.one_base = previous.one_base && ships.iter().all(|ship| previous.ships.contains(ship));
    }
    if let Some(flag) = flag {
        set_flagship(&mut division, flag);
    }
    state.divisions.push(Arc::new(division));
    prune_formations(state);
}

/// Removes divisions that no longer exist from formations, and formations with fewer than two divisions.
fn prune_formations(state: &mut State) {
    let divisions: Vec<Id> = state.divisions.iter().map(|division| division.id.clone()).collect();
    for formation in &mut state.formations {
        formation.divisions.retain(|id| divisions.contains(id));
    }
    state.formations.retain(|formation| 1 < formation.divisions.len());
}

pub(super) fn detach_ship(state: &mut State, ship: &Id, course: &ColumnState, flag: &Flagship) {
    let Some(side) = state.ship(ship).map(|ship| ship.side.clone()) else { return };
    let (division, ships, course, flag) = (ship.clone(), vec![ship.clone()], course.clone(), Some(flag.clone()));
    let standing = DivisionOrigin::Alone;
    form_division(state, &NewDivision { division, side, ships, course, standing, flag, straight_turn: None });
}

/// Puts a ship that acted alone back into a division, at its place on the sheet. [5.1.3, 5.8]
pub(super) fn rejoin_ship(state: &mut State, ship: &Id, id: &Id, course: &ColumnState) {
    save_shown_divisions(state);
    let sheet_index = |id: &Id| state.ships.iter().position(|ship| ship.id == *id);
    let Some(mut ships) = state.division(id).map(|division| division.ships.clone()) else { return };
    ships.push(ship.clone());
    ships.sort_by_key(sheet_index);
    state.divisions.retain(|division| division.ships != [ship.clone()]);
    with_ship(state, ship, |ship| ship.division = id.clone());
    with_division(state, id, |division| (division.ships, division.course) = (ships, course.clone()));
    prune_formations(state);
}

pub(super) fn form_formation(state: &mut State, formation: &Formation) {
    state.formations.retain(|other| other.id != formation.id);
    for other in &mut state.formations {
        other.divisions.retain(|id| !formation.divisions.contains(id));
    }
    state.formations.push(formation.clone());
    prune_formations(state);
}

/// Records a plotted change, which replaces the plots of its divisions.
pub(super) fn plot_change(state: &mut State, id: &FormationId, change: &FormationChange) {
    let Some(formation) = state.formation_mut(id) else { return };
    formation.change = Some(change.clone());
    let changed = formation.divisions.clone();
    for division in state.divisions.iter_mut().filter(|division| changed.contains(&division.id)).map(Arc::make_mut) {
        (division.plot, division.plotted_ahead) = (None, false);
    }
}

pub(super) fn finish_change(state: &mut State, id: &FormationId, done: bool) {
    let is_first_half = state.half == Some(Half::First);
    let Some(formation) = state.formation_mut(id) else { return };
    // A formation formed in the first half keeps running in the second. [3.4.2]
    let change = if is_first_half { formation.change.clone() } else { formation.change.take() };
    if let Some(change) = change.filter(|_| done) {
        formation.lines = change.lines;
    }
    let members = formation.divisions.clone();
    state.this_move.changed_formation.extend(members);
}

fn set_flagship(division: &mut Division, flag: &Flagship) {
    division.flagship = flag.ship.clone();
    (division.signalling, division.initiative) = (flag.signalling, flag.initiative);
}

pub(super) fn pass_flag(state: &mut State, id: &Id, flag: &Flagship, straight_turn: Option<u16>) {
    with_division(state, id, |division| {
        set_flagship(division, flag);
        division.new_flag_turn = straight_turn.or(division.new_flag_turn);
    });
}

pub(super) fn record_order_check(state: &mut State, unit: &Id, with: &[Id], received: bool) {
    let turn = state.turn;
    let has_failed = |division: &&mut Arc<Division>| !received && (division.id == *unit || with.contains(&division.id));
    let divisions = state.divisions.iter_mut().filter(has_failed).map(Arc::make_mut);
    divisions.for_each(|division| division.orders_failed_turn = Some(turn));
}

/// Files a plot. One for this turn cancels the plotted change of the division's formation.
pub(super) fn file_plot(state: &mut State, id: &Id, plot: &Plot, advance: bool) {
    let turn = state.turn + u16::from(advance);
    if !advance {
        cancel_change(state, id);
    }
    let Some(division) = state.division_mut(id) else { return };
    if advance {
        division.next_plot = Some(plot.clone());
    } else {
        division.plotted_ahead &= division.plot.as_ref() == Some(plot);
        division.plot = Some(plot.clone());
    }
    division.plot_records.retain(|record| record.turn != turn);
    division.plot_records.push(PlotRecord { turn, plot: plot.clone(), instead: None });
    division.plot_records.sort_by_key(|record| record.turn);
}

/// Adds a division drawn by the dice, without a position.
pub(super) fn add_drawn_division(state: &mut State, division: &DrawnDivision) {
    let ships: Vec<Id> = division.ships.iter().map(|drawn| drawn.card.id.clone()).collect();
    for drawn in &division.ships {
        let (card, speed) = (drawn.card.clone(), Inches::ZERO);
        let ship = Ship::new(card, division.side.clone(), division.id.clone(), drawn.number, speed);
        state.ships.push(Arc::new(ship));
    }
    let setup = DivisionSetup {
        id: division.id.clone(),
        name: division.name.clone(),
        side: division.side.clone(),
        flagship: ships.first().cloned().unwrap_or_else(|| division.id.clone()),
        ships,
        one_base: division.one_base,
        signalling: division.signalling,
        initiative: division.initiative,
        enters_turn: 1,
        speed: Inches::ZERO,
        at: None,
        course: None,
    };
    add_division(state, Arc::new(Division::new(&setup)));
    state.distinguish_namesakes();
}

/// Files the plots before contact. The first is for this turn.
pub(super) fn file_preplots(state: &mut State, id: &Id, plots: &[Plot]) {
    let turn = state.turn;
    cancel_change(state, id);
    let Some(division) = state.division_mut(id) else { return };
    division.plot = plots.first().cloned();
    division.preplots = plots.iter().skip(1).cloned().collect();
    division.plot_records.retain(|record| record.turn < turn);
    let records = (turn..).zip(plots).map(|(turn, plot)| PlotRecord { turn, plot: plot.clone(), instead: None });
    division.plot_records.extend(records);
}

/// Records a side's contact. Its plots that were not yet run lapse, because it now plots turn by turn.
pub(super) fn make_contact(state: &mut State, side: &SideId) {
    state.sides_in_contact.push(side.clone());
    let (turn, is_plotting) = (state.turn, state.segment == Segment::Plotting);
    for division in state.divisions.iter_mut().map(Arc::make_mut).filter(|division| division.side == *side) {
        division.preplots.clear();
        division.plot_records.retain(|record| record.turn < turn || (record.turn == turn && !is_plotting));
        if is_plotting {
            (division.plot, division.plotted_ahead) = (None, false);
        }
    }
}

pub(super) fn replace_plot(state: &mut State, id: &Id, plot: &Plot, carried: Option<UnfinishedTurn>) {
    let turn = state.turn;
    cancel_change(state, id);
    let Some(division) = state.division_mut(id) else { return };
    division.course.carried = carried;
    division.plot = Some(plot.clone());
    let instead = Some(with_carried(plot, division.course.carried));
    match division.plot_records.iter_mut().find(|record| record.turn == turn) {
        Some(record) => record.instead = instead,
        None => division.plot_records.push(PlotRecord { turn, plot: Plot::default(), instead }),
    }
    division.plot_records.sort_by_key(|record| record.turn);
}

/// Records that a division that turned away swerved to clear friends. The sheet shows the turn it made. [5.15.3]
pub(super) fn record_swerve(state: &mut State, id: &Id, by_deg: i16) {
    let turn = state.turn;
    let Some(in_column) = state.division(id).map(|division| state.is_in_column(division)) else { return };
    let Some(division) = state.division_mut(id) else { return };
    let actual =
        division.plot_records.iter_mut().find(|record| record.turn == turn).and_then(|record| record.instead.as_mut());
    let Some(actual) = actual else { return };
    let planned = match actual.elements.first() {
        Some(Element::Turn(planned)) => *planned,
        _ => Turn::of_degrees(if in_column { TurnKind::Column } else { TurnKind::Ships }, 0.0),
    };
    let turned = planned.result_deg(f64::from(planned.degrees), by_deg);
    let turn_made = Element::Turn(Turn { radius: planned.radius, ..Turn::of_degrees(planned.manner, turned) });
    let later_elements = actual.elements.iter().skip_while(|element| matches!(element, Element::Turn(_))).cloned();
    actual.elements = Some(turn_made).filter(|_| turned != 0.0).into_iter().chain(later_elements).collect();
}

/// Returns a plot as it is run: with the rest of an unfinished turn before its elements.
fn with_carried(plot: &Plot, carried: Option<UnfinishedTurn>) -> Plot {
    let unfinished = carried.map(|carried| Turn { degrees: carried.degrees.as_f64().round() as u16, ..carried.turn });
    let elements = unfinished.map(Element::Turn).into_iter().chain(plot.elements.iter().cloned()).collect();
    Plot { elements, ..plot.clone() }
}

fn cancel_change(state: &mut State, division: &Id) {
    let formation = state.formation_of(division).map(|formation| formation.id.clone());
    if let Some(formation) = formation.and_then(|id| state.formation_mut(&id)) {
        formation.change = None;
    }
}
