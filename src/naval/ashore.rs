//! Where the sea ends: land in the way [5.12], and the edges of the table [9.3, Q28].
use super::{
    Fact, NavalDraft, NavalHalt, Reason,
    chart::TableKind,
    damage,
    fact::Parting,
    measure::{Id, Inches},
    movement::{self, Moved},
    plot::{Hand, Manner, Turn},
    reason::TableReason,
    setup::{self, Land},
    ship::Ship,
    signals, special,
    state::{Division, Segment, State},
    survey::{base_of, path_of},
    table::{Fine, Leg, Place, Run},
    turn,
};
use geometry::{self, Area, Bearing, Motion, Mover, Path, Pose, first_aground, range_in};
use play::Rule;

const LAND: Rule = Rule::new("5.12");
const DETACHED: Rule = Rule::new("5.9.2");

/// Where a ship stops, short of the shore: so that a rounded place still lies on the water.
const SHORT_IN: f64 = 0.01;
/// A ship that ran no farther than this strikes nothing: she lay stopped at the shore already.
const NO_WAY_IN: f64 = 0.1;
/// Turns are plotted in steps of this. [5.7.2]
const STEP_DEG: u16 = 15;

/// A run that ended at land.
pub(super) struct Stranding {
    unit: Id,
    land: Id,
    ran_in: f64,
}

/// The land of the table with its names.
fn shores(state: &State) -> Vec<(&Land, Area)> {
    state.setup.land.iter().filter_map(|land| Some((land, land.area().ok()?))).collect()
}

/// How far along her run a ship first touches land, and which.
fn aground<'a>(state: &State, run: &Run, shores: &'a [(&'a Land, Area)]) -> Option<(f64, &'a Id)> {
    let ship = state.ship(&run.ship)?;
    let (base, motion) = (base_of(state, ship), Motion::along(path_of(run.from, &run.legs)));
    let mover = Mover { base: &base, motion: &motion };
    let times = shores.iter().filter_map(|(land, area)| Some((first_aground(mover, area)?, &land.id)));
    let (time, land) = times.min_by(|one, other| one.0.total_cmp(&other.0))?;
    Some((time * motion.speed_in(), land))
}

/// Whether any ship of a division would run ashore.
pub(super) fn reaches_land(state: &State, moved: &Moved) -> bool {
    let shores = shores(state);
    moved.runs.iter().any(|run| aground(state, run, &shores).is_some())
}

/// A division that runs a move its players did not plot for this turn keeps off the land by itself: before contact, when
/// no orders reached it, and when it turns away from fire. [5.12]
pub(super) fn keeps_off(state: &State, division: &Division) -> bool {
    let group = state.group_in_orders(&division.id);
    let independent = group.iter().any(|one| one.failed_turn == Some(state.turn));
    independent || state.reacting.contains(&division.id) || state.on_preplots(&division.side)
}

/// The turns by which a division may clear land: the smallest first, to starboard before to port. [5.12]
///
/// In column they are column turns, else, and for a convoy, ships turns. [5.1.2, 5.7.3]
pub(super) fn ways_clear(state: &State, division: &Division) -> impl Iterator<Item = Turn> {
    let merchants = state.ships_of_division(&division.id).any(|ship| ship.card.kind == super::ship::ShipType::MM);
    let manner = if division.course.in_column() && !merchants { Manner::Column } else { Manner::Ships };
    (1..=180 / STEP_DEG).flat_map(move |step| {
        let turn = move |hand| Turn { manner, hand, degrees: step * STEP_DEG, radius: None };
        [turn(Hand::Right), turn(Hand::Left)]
    })
}

/// Cuts every run where it reaches land. [5.12]
pub(super) fn stop_short<'a>(state: &State, moves: impl IntoIterator<Item = &'a mut Moved>) -> Vec<Stranding> {
    let shores = shores(state);
    let mut strandings = Vec::new();
    for run in moves.into_iter().flat_map(|moved| &mut moved.runs) {
        let Some((reach_in, land)) = aground(state, run, &shores) else { continue };
        let path = path_of(run.from, &run.legs);
        let ran_in = (reach_in - SHORT_IN).max(0.0);
        let cut = path.part(0.0, ran_in);
        strandings.push(Stranding { unit: run.ship.clone(), land: land.clone(), ran_in });
        shorten(run, &cut);
    }
    strandings
}

/// A run that ends where `cut` ends.
pub(super) fn shorten(run: &mut Run, cut: &Path) {
    run.legs = cut.pieces().map(Leg::of).collect();
    run.to = if cut.legs().is_empty() { run.from } else { Place::rounded(cut.end()) };
    run.turned = Fine::nearest(cut.turned_deg());
}

/// A ship that ran ashore stops there and takes the damage of one that rammed bow-on. [5.12]
///
/// She is no longer of her division, which goes on. [5.9.2]
///
/// # Errors
/// Dice missing.
pub(super) fn strand(draft: &mut NavalDraft<'_>, strandings: Vec<Stranding>) -> Result<(), NavalHalt> {
    for Stranding { unit, land, ran_in } in strandings {
        draft.note(LAND, Fact::RanAshore { ship: unit.clone(), land });
        detach(draft, &unit);
        special::ashore(draft, &unit);
        if NO_WAY_IN < ran_in {
            let struck = draft.state().target_unit(&unit).unwrap_or_else(|| unit.clone());
            damage::strike(draft, &struck, TableKind::Rammer, None, LAND)?;
        }
    }
    Ok(())
}

/// The referee's word that a ship without a position ran on to land: the same as for one whose run shows it. [5.12]
///
/// # Errors
/// Refused unless: it is the Movement Segment; she is a ship in action, without a position, and has way on her. Dice
/// missing.
pub(super) fn by_hand(draft: &mut NavalDraft<'_>, ship: &Id) -> Result<(), NavalHalt> {
    let state = draft.state();
    let now = state.segment;
    if now != Segment::Movement {
        return draft.refuse(LAND, Reason::WrongSegment { needed: Segment::Movement, now, verb: "collide" });
    }
    let unit = state.target_unit(ship).unwrap_or_else(|| ship.clone());
    let Some(first) = state.ships_of(&unit).find(|ship| ship.in_action()) else {
        let known = state.ships_of(&unit).next().is_some();
        let (gone, unknown) = (Reason::NotInAction { ship: unit.clone() }, Reason::UnknownUnit { unit: unit.clone() });
        return draft.refuse(LAND, if known { gone } else { unknown });
    };
    if state.ship(ship).is_none() && state.target_unit(ship).is_none() {
        return draft.refuse(LAND, Reason::NotAShip { unit });
    }
    let unit = first.id.clone();
    if first.at.is_some() {
        return draft.refuse(LAND, TableReason::LandByPosition { ship: unit }.into());
    }
    if first.speed == Inches::ZERO {
        return draft.refuse(LAND, TableReason::StrikesNothing { ship: unit }.into());
    }
    let land = match &state.setup.land[..] {
        [only] => only.id.clone(),
        _ => Id::new("land"),
    };
    let ran_in = first.speed.as_f64();
    strand(draft, vec![Stranding { unit, land, ran_in }])
}

fn detach(draft: &mut NavalDraft<'_>, ship: &Id) {
    let state = draft.state();
    let Some(division) = state.division_of(ship).filter(|division| !division.one_base) else { return };
    if division.ships.len() < 2 {
        return;
    }
    let (course, from) = (movement::course_alone(state, ship), division.id.clone());
    let flag = signals::flag_of(state, &from, ship);
    draft.note(DETACHED, Fact::ShipDetached { ship: ship.clone(), from, why: Parting::Ashore, course, flag });
    signals::pass_flags(draft);
}

/// Every tracked ship whose centre left the table in this segment is out of play: safe by her own edge. [9.3, Q28]
///
/// # Errors
/// None: the ships are in action.
pub(super) fn leave_table(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    for (ship, edge) in leaving(draft.state()) {
        turn::leave(draft, &ship, Some(edge))?;
    }
    Ok(())
}

/// Ships in action whose last run, or a current after it, took their centre over an edge, and over which. [9.2, 9.3]
pub(super) fn leaving(state: &State) -> Vec<(Id, setup::Edge)> {
    let leaves = |ship: &Ship| {
        let run = ship.run.as_ref().filter(|_| ship.in_action())?;
        Some((ship.id.clone(), edge_crossed(state, run).or_else(|| carried_over(state, run, ship.at?))?))
    };
    state.ships.iter().filter_map(|ship| leaves(ship)).collect()
}

/// The edge of the table that a run crosses.
pub(super) fn edge_crossed(state: &State, run: &Run) -> Option<setup::Edge> {
    exit(state, &path_of(run.from, &run.legs))
}

/// The edge over which a current took a ship from where her run ended.
fn carried_over(state: &State, run: &Run, at: Place) -> Option<setup::Edge> {
    let (from, to) = (run.to.point(), at.point());
    let heading = Bearing::to(from, to).ok()?;
    exit(state, &Path::of(Pose { at: from, heading }, []).straight(range_in(from, to)))
}

fn exit(state: &State, path: &Path) -> Option<setup::Edge> {
    let size = state.setup.table;
    let table = geometry::Table { width_in: size.width.as_f64(), depth_in: size.height.as_f64() };
    table.exit(path).map(|exit| edge_of(exit.edge))
}

/// How far the middle of a ship's base still lies from an edge, her own where none is named; `None` for one that has
/// reached it, or has no position. [9.3]
pub(super) fn short_of_edge(state: &State, ship: &Ship, by: Option<setup::Edge>) -> Option<(setup::Edge, Inches)> {
    let at = ship.at?;
    let edge = by.or_else(|| state.side(&ship.side).map(|side| side.friendly_edge))?;
    let size = state.setup.table;
    let short = match edge {
        setup::Edge::North => size.height.as_f64() - at.y.as_f64(),
        setup::Edge::East => size.width.as_f64() - at.x.as_f64(),
        setup::Edge::South => at.y.as_f64(),
        setup::Edge::West => at.x.as_f64(),
    };
    let short = Inches::nearest(short);
    (Inches::ZERO < short).then_some((edge, short))
}

fn edge_of(edge: geometry::Edge) -> setup::Edge {
    match edge {
        geometry::Edge::North => setup::Edge::North,
        geometry::Edge::East => setup::Edge::East,
        geometry::Edge::South => setup::Edge::South,
        geometry::Edge::West => setup::Edge::West,
    }
}
