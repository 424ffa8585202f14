//! Facts about divisions, formations, flags and plots.
use std::sync::Arc;

use super::units::{with, with_division};
use crate::model::{
    Carried, Change, Course, Division, DivisionSetup, Element, Flagship, Formation, FormationId, Formed, Half, Id,
    Inches, Manner, Plot, RaisedDivision, Recorded, Segment, Ship, SideId, Standing, State, Turn,
};

/// Keeps the divisions as the other side sees them. It does not see changes before the Movement Segment. (Q48)
fn keep_shown(state: &mut State) {
    if state.segment != Segment::Movement && state.shown_divisions.is_none() {
        state.shown_divisions = Some(state.divisions.clone());
    }
}

/// Adds a new division, also to the divisions that are shown.
pub(super) fn comes(state: &mut State, division: Arc<Division>) {
    if let Some(shown) = &mut state.shown_divisions {
        shown.push(division.clone());
    }
    state.divisions.push(division);
}

/// Marks a sighted division, whose marker is removed. [5.13.4]
pub(super) fn revealed(state: &mut State, id: &Id) {
    let shown = state.shown_divisions.iter_mut().flatten();
    for division in state.divisions.iter_mut().chain(shown).filter(|division| division.id == *id) {
        Arc::make_mut(division).revealed = true;
    }
}

pub(super) fn formed(state: &mut State, formed: &Formed) {
    let Formed { division: id, side, ships, course, standing, flag, straight_turn } = formed;
    keep_shown(state);
    let named = state.division(id).cloned();
    let led = ships.first().and_then(|ship| state.division_of(ship)).cloned();
    for division in state.divisions.iter_mut().map(Arc::make_mut) {
        division.ships.retain(|ship| !ships.contains(ship));
        division.course.column.retain(|one| !ships.contains(&one.ship));
        if *standing == Standing::Organised
            && ships.contains(&division.flagship)
            && let Some(next) = division.ships.first()
        {
            division.flagship = next.clone();
        }
    }
    state.divisions.retain(|division| !division.ships.is_empty() && division.id != *id);
    for ship in ships {
        with(state, ship, |ship| {
            ship.division = id.clone();
            if *standing == Standing::Organised {
                ship.home = id.clone();
            }
        });
    }
    let hers = || state.ship(id).map_or_else(|| id.word().to_owned(), |ship| ship.card.name.clone());
    let name = named.as_ref().map_or_else(hers, |named| named.name.clone());
    let mut division = Division::single(id, &name, side);
    division.ships = ships.clone();
    division.flagship = ships.first().unwrap_or(id).clone();
    division.course = course.clone();
    division.alone = *standing == Standing::Alone;
    division.revealed = [&named, &led].into_iter().flatten().any(|before| before.revealed);
    if !division.alone {
        let due = [&named, &led].into_iter().flatten().filter_map(|before| before.flag_turn).max();
        division.flag_turn = straight_turn.or(due);
    }
    division.record = named.map_or_else(Vec::new, |named| named.record);
    if state.segment == Segment::Plotting {
        // Its plot for this turn lapses, and so does the record of it.
        division.record.retain(|line| line.turn < state.turn);
    }
    if let Some(led) = led {
        (division.signalling, division.initiative) = (led.signalling, led.initiative);
        division.one_base = led.one_base && ships.iter().all(|ship| led.ships.contains(ship));
    }
    if let Some(flag) = flag {
        raise(&mut division, flag);
    }
    state.divisions.push(Arc::new(division));
    only_those_that_are(state);
}

/// Removes divisions that no longer exist from formations, and formations with fewer than two divisions.
fn only_those_that_are(state: &mut State) {
    let divisions: Vec<Id> = state.divisions.iter().map(|division| division.id.clone()).collect();
    for formation in &mut state.formations {
        formation.divisions.retain(|id| divisions.contains(id));
    }
    state.formations.retain(|formation| 1 < formation.divisions.len());
}

pub(super) fn detached(state: &mut State, ship: &Id, course: &Course, flag: &Flagship) {
    let Some(side) = state.ship(ship).map(|ship| ship.side.clone()) else { return };
    let (division, ships, course, flag) = (ship.clone(), vec![ship.clone()], course.clone(), Some(flag.clone()));
    let standing = Standing::Alone;
    formed(state, &Formed { division, side, ships, course, standing, flag, straight_turn: None });
}

/// Returns a ship that acted alone to a division, at its place on the sheet. [5.1.3, 5.8]
pub(super) fn rejoined(state: &mut State, ship: &Id, id: &Id, course: &Course) {
    keep_shown(state);
    let order = |one: &Id| state.ships.iter().position(|ship| ship.id == *one);
    let Some(mut ships) = state.division(id).map(|division| division.ships.clone()) else { return };
    ships.push(ship.clone());
    ships.sort_by_key(order);
    state.divisions.retain(|division| division.ships != [ship.clone()]);
    with(state, ship, |ship| ship.division = id.clone());
    with_division(state, id, |division| (division.ships, division.course) = (ships, course.clone()));
    only_those_that_are(state);
}

pub(super) fn grouped(state: &mut State, formation: &Formation) {
    state.formations.retain(|one| one.id != formation.id);
    for other in &mut state.formations {
        other.divisions.retain(|id| !formation.divisions.contains(id));
    }
    state.formations.push(formation.clone());
    only_those_that_are(state);
}

/// Records a plotted change, which replaces the plots of its divisions.
pub(super) fn change_plotted(state: &mut State, id: &FormationId, change: &Change) {
    let Some(formation) = state.formation_mut(id) else { return };
    formation.change = Some(change.clone());
    let changed = formation.divisions.clone();
    for division in state.divisions.iter_mut().filter(|division| changed.contains(&division.id)).map(Arc::make_mut) {
        (division.plot, division.plotted_ahead) = (None, false);
    }
}

pub(super) fn changed(state: &mut State, id: &FormationId, done: bool) {
    let first_half = state.half == Some(Half::First);
    let Some(formation) = state.formation_mut(id) else { return };
    // A formation formed in the first half keeps running in the second. [3.4.2]
    let change = if first_half { formation.change.clone() } else { formation.change.take() };
    if let Some(change) = change.filter(|_| done) {
        formation.lines = change.lines;
    }
    let placed = formation.divisions.clone();
    state.this_move.changed_formation.extend(placed);
}

fn raise(division: &mut Division, flag: &Flagship) {
    division.flagship = flag.ship.clone();
    (division.signalling, division.initiative) = (flag.signalling, flag.initiative);
}

pub(super) fn flag_passed(state: &mut State, id: &Id, flag: &Flagship, straight_turn: Option<u16>) {
    with_division(state, id, |division| {
        raise(division, flag);
        division.flag_turn = straight_turn.or(division.flag_turn);
    });
}

pub(super) fn orders_checked(state: &mut State, unit: &Id, with: &[Id], received: bool) {
    let turn = state.turn;
    let failed = |division: &&mut Arc<Division>| !received && (division.id == *unit || with.contains(&division.id));
    let divisions = state.divisions.iter_mut().filter(failed).map(Arc::make_mut);
    divisions.for_each(|division| division.failed_turn = Some(turn));
}

/// Files a plot. A plot of one division cancels its formation's plotted change.
pub(super) fn plot_filed(state: &mut State, id: &Id, plot: &Plot, advance: bool) {
    let turn = state.turn + u16::from(advance);
    if !advance {
        cancel_change(state, id);
    }
    let Some(division) = state.division_mut(id) else { return };
    if advance {
        division.advance = Some(plot.clone());
    } else {
        division.plotted_ahead &= division.plot.as_ref() == Some(plot);
        division.plot = Some(plot.clone());
    }
    division.record.retain(|line| line.turn != turn);
    division.record.push(Recorded { turn, plot: plot.clone(), instead: None });
    division.record.sort_by_key(|line| line.turn);
}

/// Adds a division drawn by the dice, without a position.
pub(super) fn raised(state: &mut State, division: &RaisedDivision) {
    let ships: Vec<Id> = division.ships.iter().map(|raised| raised.card.id.clone()).collect();
    for raised in &division.ships {
        let (card, speed) = (raised.card.clone(), Inches::ZERO);
        let ship = Ship::new(card, division.side.clone(), division.id.clone(), raised.number, speed);
        state.ships.push(Arc::new(ship));
    }
    let written = DivisionSetup {
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
    comes(state, Arc::new(Division::new(&written)));
    state.tell_namesakes_apart();
}

/// Files the plots before contact. The first is for this turn.
pub(super) fn preplotted(state: &mut State, id: &Id, plots: &[Plot]) {
    let turn = state.turn;
    cancel_change(state, id);
    let Some(division) = state.division_mut(id) else { return };
    division.plot = plots.first().cloned();
    division.preplots = plots.iter().skip(1).cloned().collect();
    division.record.retain(|line| line.turn < turn);
    let lines = (turn..).zip(plots).map(|(turn, plot)| Recorded { turn, plot: plot.clone(), instead: None });
    division.record.extend(lines);
}

/// Records a side's contact. Its plots that were not yet run lapse, because it now plots turn by turn.
pub(super) fn met(state: &mut State, side: &SideId) {
    state.contact.push(side.clone());
    let (turn, plotting) = (state.turn, state.segment == Segment::Plotting);
    for division in state.divisions.iter_mut().map(Arc::make_mut).filter(|division| division.side == *side) {
        division.preplots.clear();
        division.record.retain(|line| line.turn < turn || (line.turn == turn && !plotting));
        if plotting {
            (division.plot, division.plotted_ahead) = (None, false);
        }
    }
}

pub(super) fn plot_replaced(state: &mut State, id: &Id, plot: &Plot, carried: Option<Carried>) {
    let turn = state.turn;
    cancel_change(state, id);
    let Some(division) = state.division_mut(id) else { return };
    division.course.carried = carried;
    division.plot = Some(plot.clone());
    let instead = Some(with_carried(plot, division.course.carried));
    match division.record.iter_mut().find(|line| line.turn == turn) {
        Some(line) => line.instead = instead,
        None => division.record.push(Recorded { turn, plot: Plot::default(), instead }),
    }
    division.record.sort_by_key(|line| line.turn);
}

/// Records that a division that turned away swerved to clear friends. The sheet shows the turn it made. [5.15.3]
pub(super) fn swerved(state: &mut State, id: &Id, by_deg: i16) {
    let turn = state.turn;
    let Some(in_column) = state.division(id).map(|division| state.is_in_column(division)) else { return };
    let Some(division) = state.division_mut(id) else { return };
    let done = division.record.iter_mut().find(|line| line.turn == turn).and_then(|line| line.instead.as_mut());
    let Some(done) = done else { return };
    let planned = match done.elements.first() {
        Some(Element::Turn(planned)) => *planned,
        _ => Turn::by(if in_column { Manner::Column } else { Manner::Ships }, 0.0),
    };
    let turned = planned.bent(f64::from(planned.degrees), by_deg);
    let made = Element::Turn(Turn { radius: planned.radius, ..Turn::by(planned.manner, turned) });
    let rest = done.elements.iter().skip_while(|element| matches!(element, Element::Turn(_))).cloned();
    done.elements = Some(made).filter(|_| turned != 0.0).into_iter().chain(rest).collect();
}

/// Returns a plot as it is run, with the rest of a turn before it.
fn with_carried(plot: &Plot, carried: Option<Carried>) -> Plot {
    let left = carried.map(|carried| Turn { degrees: carried.degrees.as_f64().round() as u16, ..carried.turn });
    let elements = left.map(Element::Turn).into_iter().chain(plot.elements.iter().cloned()).collect();
    Plot { elements, ..plot.clone() }
}

fn cancel_change(state: &mut State, division: &Id) {
    let formation = state.formation_of(division).map(|formation| formation.id.clone());
    if let Some(formation) = formation.and_then(|id| state.formation_mut(&id)) {
        formation.change = None;
    }
}
