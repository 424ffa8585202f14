//! A side's secret orders, and when they are revealed. [3.3.1, 5.7, 7.4, Q48]
use crate::model::command::{Conditions, Giver, Typist};
use crate::model::{FormationId, Half};
use crate::{Command, Fact, Id, NavalEvent, Segment, SideId, State};

/// Whether an entry is secret: a side's order, seal, drawn forces or stated approach, or a first half move, which
/// contains what a division will do in the second. [3.3.1, 3.4, 10.2]
pub(crate) fn is_secret(command: &Command, events: &[NavalEvent]) -> bool {
    let stated = matches!(command, Command::Seal { .. } | Command::Generate { .. } | Command::Approach { .. });
    let is_half_move = events.iter().any(|event| matches!(event.fact, Fact::RestKept(_)));
    stated || is_half_move || ordered_in_secret(command).is_some()
}

/// Whether this fact reveals plots: they are carried out, forces are placed, or the battle is over. [3.3.2, 10.2.3]
pub(crate) fn reveals_plots(fact: &Fact) -> bool {
    let moves = matches!(fact, Fact::SegmentBegan { segment: Segment::Movement, .. });
    moves || matches!(fact, Fact::ForcesPlaced | Fact::ScenarioEnded { .. })
}

/// Whether a fact shows the other side a hidden division, force or dummy. [5.13.4, 7.4.6, 10.2.3, Q64]
pub(crate) fn reveals_hidden_unit(fact: &Fact) -> bool {
    matches!(fact, Fact::MarkerReplaced { .. } | Fact::DummyRevealed { .. } | Fact::ForcesPlaced)
}

/// Whether a fact of a secret order would reveal what is still hidden: the other half of a turn, advance plots, running
/// torpedoes (or intended ones), courses before contact, forces and their approaches. [3.4, 5.7.7, 7.4.6, 5.13.2, 10.2]
pub(crate) fn keeps_secret(state: &State, fact: &Fact) -> bool {
    // Last turn's advance plots are this turn's plots now, so nothing is revealed while plots are made.
    if state.segment == Segment::Plotting || state.half == Some(Half::First) {
        return true;
    }
    if let Fact::TorpedoesLaunched(marker) = fact {
        return state.markers.iter().any(|other| other.side == marker.side && other.turn == marker.turn);
    }
    if let Fact::PlotFiled { division, advance: true, .. } = fact {
        return state.division(division).is_some_and(|division| division.next_plot.is_some());
    }
    if let Fact::PreplotFiled { division, .. } = fact {
        return state.division(division).is_some_and(|division| state.is_on_preplots(&division.side));
    }
    if let Fact::PlotsSealed(seal) = fact {
        let runs = state.markers.iter().any(|marker| marker.side == seal.side && marker.turn == seal.turn);
        let filed_ahead = state.divisions.iter().any(|member| member.side == seal.side && member.next_plot.is_some());
        return runs || filed_ahead || (seal.covers_preplots() && state.is_on_preplots(&seal.side));
    }
    let forces = matches!(fact, Fact::DivisionRaised(_) | Fact::TypeRolled { .. } | Fact::LeaderDrawn { .. });
    let is_drawn = forces || matches!(fact, Fact::ApproachStated(_));
    is_drawn && !state.are_forces_placed
}

/// Whether events show a side what the enemy does: plots are run, or a ship came into sight or left it. [3.3.2, 4.3]
pub fn shows_enemy_actions(events: &[NavalEvent]) -> bool {
    events.iter().any(|event| {
        matches!(
            event.fact,
            Fact::SegmentBegan { segment: Segment::Movement, .. } | Fact::Sighted { .. } | Fact::LostFromSight { .. }
        )
    })
}

/// Whether a side gives a command in secret, for itself only.
pub fn is_secret_order_of(state: &State, command: &Command, side: &SideId) -> bool {
    // The giver of `Generate` is `Both`, because the referee generates for a side too.
    if let Command::Generate { side: ordered_side } = command {
        return ordered_side.as_ref() == Some(side);
    }
    command.typist() == Typist::Side && is_for_side_alone(state, command, side)
}

/// Whether a side's turn file may contain a command: its secret orders, declarations, reactions and repairs. The
/// command names no other side, and launches only while plots are made.
///
/// A file never types what positions show (a range, a line ruled clear), because that counts for both sides before
/// anyone at the table sees it. At the keyboard a side may type it, if no computer player plays. [2.7]
pub fn may_be_in_turn_file(state: &State, command: &Command, side: &SideId) -> bool {
    if types_known_geometry(state, command) || is_late_launch(state, command) {
        return false;
    }
    match turn_file_use(command) {
        TurnFileUse::Secret => is_secret_order_of(state, command, side),
        TurnFileUse::ForSide => is_for_side_alone(state, command, side),
        TurnFileUse::Reaction(division) => side_of(state, division).as_ref() == Some(side),
        TurnFileUse::Never => false,
    }
}

/// How a turn file may use a command.
enum TurnFileUse<'c> {
    /// As a secret order of its side.
    Secret,
    /// As an order that the referee types for a side at the table.
    ForSide,
    /// For the test of its side's division.
    Reaction(&'c Id),
    /// Not at all: the command is for both sides, or the referee's own.
    Never,
}

fn turn_file_use(command: &Command) -> TurnFileUse<'_> {
    match command {
        Command::React { division } => TurnFileUse::Reaction(division),
        Command::Target(_) | Command::Declared { side: Some(_) } => TurnFileUse::ForSide,
        Command::Illuminate { .. } | Command::Repair { .. } => TurnFileUse::ForSide,
        Command::Plot { .. } | Command::Preplot { .. } | Command::Speed { .. } => TurnFileUse::Secret,
        Command::Launch { .. } | Command::Seal { .. } | Command::HalfMoves { .. } => TurnFileUse::Secret,
        Command::Flag { .. } | Command::Deploy { .. } | Command::Approach { .. } => TurnFileUse::Secret,
        Command::Formation { .. } | Command::FormDivision { .. } | Command::Reform { .. } => TurnFileUse::Secret,
        Command::Disband { .. } | Command::Generate { .. } => TurnFileUse::Secret,
        Command::Next { .. } | Command::QuickStart { .. } | Command::Declared { side: None } => TurnFileUse::Never,
        Command::Measure { .. } | Command::Sight { .. } | Command::Fix { .. } => TurnFileUse::Never,
        Command::Fire { .. } | Command::FireSome { .. } | Command::CoupDeGrace { .. } => TurnFileUse::Never,
        Command::Meet { .. } | Command::Miss { .. } | Command::TorpedoCheck { .. } => TurnFileUse::Never,
        Command::NoneInReach { .. } | Command::Collide { .. } | Command::Ashore { .. } => TurnFileUse::Never,
        Command::Fires { .. } | Command::Damage { .. } | Command::Orders { .. } => TurnFileUse::Never,
        Command::Course { .. } | Command::Turned { .. } | Command::Smoke { .. } => TurnFileUse::Never,
        Command::Place { .. } | Command::Checks { .. } | Command::Exit { .. } => TurnFileUse::Never,
        Command::Note { .. } | Command::Set { .. } | Command::End { .. } => TurnFileUse::Never,
    }
}

/// Whether a launch comes after the plots, when the referee types it. [3.3.1, Q59]
pub fn is_late_launch(state: &State, command: &Command) -> bool {
    matches!(command, Command::Launch { .. }) && state.segment != Segment::Plotting
}

fn is_for_side_alone(state: &State, command: &Command, side: &SideId) -> bool {
    let sides = sides_ordered(state, command);
    !sides.is_empty() && sides.iter().all(|ordered| ordered == side)
}

/// Whether a side that plays with a computer admiral gives, for itself alone, what otherwise the referee gives.
pub fn is_done_for_own_side(state: &State, command: &Command, side: &SideId) -> bool {
    if let Command::Measure { from, to, bearing: None, .. } = command {
        return side_of(state, from).as_ref() == Some(side) && is_declared(state, from, to);
    }
    command.typist() == Typist::ForSide
        && match command {
            Command::Fire { units, .. } | Command::FireSome { units, .. } => {
                units.iter().all(|unit| side_of(state, unit).as_ref() == Some(side))
            }
            Command::Declared { side: None } => true,
            other => sides_ordered(state, other).iter().all(|ordered| ordered == side),
        }
}

/// Whether a command types what positions show: a range, an angle, an obstacle in the line or its absence. If ships had
/// positions from the start, only the referee may type this against a computer admiral. It would count for both sides,
/// and show where a hidden ship is. [2.7, H-2.7-10]
pub fn types_known_geometry(state: &State, command: &Command) -> bool {
    let is_typed = match command {
        Command::Target(order) => order.range.is_some() || order.conditions != Conditions::default(),
        Command::Measure { .. } => true,
        Command::Illuminate { range, clear, .. } | Command::CoupDeGrace { range, clear, .. } => {
            range.is_some() || *clear
        }
        Command::Launch { blocked_by, clear, .. } => blocked_by.is_some() || *clear,
        _ => false,
    };
    is_typed && began_with_positions(state)
}

/// Whether ships have positions, and had them from the start.
pub fn began_with_positions(state: &State) -> bool {
    !state.setup.begins_without_positions() && state.ships_in_action().any(|ship| ship.at.is_some())
}

/// Whether a declared shot is not fired yet, so that a new range typed for it applies. [2.7]
fn is_declared(state: &State, firer: &Id, target: &Id) -> bool {
    let mut declared = state.this_move.declarations.iter();
    declared.any(|declaration| declaration.firer == *firer && declaration.target == *target && !declaration.fired)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderRecipient<'c> {
    Unit(&'c Id),
    Formation(&'c FormationId),
}

/// Returns the recipient of an order that a side types itself, in secret. [3.3.1, 5.7, 7.4]
pub fn ordered_in_secret(command: &Command) -> Option<OrderRecipient<'_>> {
    match command.giver() {
        Giver::Unit(unit) => (command.typist() == Typist::Side).then_some(OrderRecipient::Unit(unit)),
        Giver::Formation(formation) => Some(OrderRecipient::Formation(formation)),
        Giver::Side(_) | Giver::Both | Giver::Referee => None,
    }
}

/// Whether only the referee gives a command. [2.7, 9.2, 9.3]
pub fn is_referee_only(command: &Command) -> bool {
    command.giver() == Giver::Referee
}

/// Whether the person who moves the miniatures gives an order, while ships have no positions: plots, their seals,
/// smoke, formations and a quick start. [2.7]
pub fn is_miniatures_order(state: &State, command: &Command) -> bool {
    let plots = ordered_in_secret(command).is_some() && !matches!(command, Command::Launch { .. });
    let moves = matches!(command, Command::Smoke { .. } | Command::Seal { .. } | Command::QuickStart { .. });
    (plots || moves) && state.ranges_are_measured()
}

/// Returns the sides that give a command. Empty for most commands of both sides or of the referee.
pub fn sides_ordered(state: &State, command: &Command) -> Vec<SideId> {
    match command {
        Command::Formation { divisions: units, .. } | Command::FormDivision { ships: units, .. } => {
            units.iter().filter_map(|unit| side_of(state, unit)).collect()
        }
        Command::QuickStart { speeds, .. } => speeds.iter().filter_map(|(unit, _)| side_of(state, unit)).collect(),
        Command::Seal { side: None, .. } | Command::Declared { side: None } => {
            state.setup.sides.iter().map(|side| side.id.clone()).collect()
        }
        Command::Seal { side: Some(side), .. } | Command::Declared { side: Some(side) } => vec![side.clone()],
        other => ordering_side(state, other).into_iter().collect(),
    }
}

pub fn side_of(state: &State, unit: &Id) -> Option<SideId> {
    let division = state.division(unit).map(|division| division.side.clone());
    state.ships_of(unit).next().map(|ship| ship.side.clone()).or(division)
}

/// Returns the side whose order a command is. `None` if it is the referee's or both sides'.
pub fn ordering_side(state: &State, command: &Command) -> Option<SideId> {
    match command.giver() {
        Giver::Unit(unit) => side_of(state, unit),
        Giver::Formation(id) => {
            state.formations.iter().find(|formation| formation.id == *id).map(|formation| formation.side.clone())
        }
        Giver::Side(side) => Some(side.clone()),
        Giver::Both | Giver::Referee => None,
    }
}
