//! What a side orders in secret, and when that comes to light. [3.3.1, 5.7, 7.4, Q48]
use crate::{Command, Fact, FormationId, Half, Id, NavalEvent, Segment, SideId, State};

/// Whether an entry is secret: an order of a side, its seal, the forces that it draws and the approach that it states, and
/// a first half, which brings what a division will do in the second. [3.3.1, 3.4, 10.2]
pub(crate) fn is_secret(command: &Command, events: &[NavalEvent]) -> bool {
    let stated = matches!(command, Command::Seal { .. } | Command::Generate { .. } | Command::Approach { .. });
    let rests = events.iter().any(|event| matches!(event.fact, Fact::RestKept(_)));
    stated || rests || ordered_in_secret(command).is_some()
}

/// Whether plots come to light with this fact: they are carried out, forces are laid on the table, or all is over.
/// [3.3.2, 10.2.3]
pub(crate) fn brings_to_light(fact: &Fact) -> bool {
    let moves = matches!(fact, Fact::SegmentBegan { segment: Segment::Movement, .. });
    moves || matches!(fact, Fact::ForcesPlaced | Fact::ScenarioEnded { .. })
}

/// Whether a fact shows the other side a division, a force or a dummy that was hidden. [5.13.4, 7.4.6, 10.2.3, Q64]
pub(crate) fn reveals(fact: &Fact) -> bool {
    matches!(fact, Fact::MarkerReplaced { .. } | Fact::DummyRevealed { .. } | Fact::ForcesPlaced)
}

/// Whether a fact of a secret order tells what is still hidden: the other half of a turn, what is filed ahead, torpedoes
/// that run and those that were meant to, courses before contact, forces and where they will come from.
/// [3.4, 5.7.7, 7.4.6, 5.13.2, 10.2]
pub(crate) fn keeps(state: &State, fact: &Fact) -> bool {
    // While anybody plots nothing is laid open: what was filed ahead is a plot of this turn now.
    if state.segment == Segment::Plotting || state.half == Some(Half::First) {
        return true;
    }
    if let Fact::TorpedoesLaunched(marker) = fact {
        return state.markers.iter().any(|runs| runs.side == marker.side && runs.turn == marker.turn);
    }
    if let Fact::PlotFiled { division, advance: true, .. } = fact {
        return state.division(division).is_some_and(|division| division.advance.is_some());
    }
    if let Fact::PreplotFiled { division, .. } = fact {
        return state.division(division).is_some_and(|division| state.on_preplots(&division.side));
    }
    if let Fact::PlotsSealed(seal) = fact {
        let runs = state.markers.iter().any(|marker| marker.side == seal.side && marker.turn == seal.turn);
        let filed_ahead = state.divisions.iter().any(|one| one.side == seal.side && one.advance.is_some());
        return runs || filed_ahead || (seal.is_before_contact() && state.on_preplots(&seal.side));
    }
    let forces = matches!(fact, Fact::DivisionRaised(_) | Fact::TypeRolled { .. } | Fact::LeaderDrawn { .. });
    let drawn = forces || matches!(fact, Fact::ApproachStated(_));
    drawn && !state.placed
}

/// Whom an order is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ordered<'c> {
    Unit(&'c Id),
    Formation(&'c FormationId),
}

/// Whom an order is for, where a side gives such orders itself and in secret. [3.3.1, 5.7, 7.4]
pub fn ordered_in_secret(command: &Command) -> Option<Ordered<'_>> {
    match command {
        Command::Plot { unit, .. } | Command::Preplot { unit, .. } | Command::Speed { unit, .. } => {
            Some(Ordered::Unit(unit))
        }
        Command::Launch { by, .. } => Some(Ordered::Unit(by)),
        Command::Flag { division, .. } | Command::Deploy { division, .. } => Some(Ordered::Unit(division)),
        Command::Formation { divisions, .. } => divisions.first().map(Ordered::Unit),
        Command::Reform { formation, .. } | Command::Disband { formation } => Some(Ordered::Formation(formation)),
        Command::FormDivision { ships, .. } => ships.first().map(Ordered::Unit),
        Command::Next { .. }
        | Command::Measure { .. }
        | Command::Sight { .. }
        | Command::Illuminate { .. }
        | Command::Target(_)
        | Command::Declared { .. }
        | Command::Fire { .. }
        | Command::FireSome { .. }
        | Command::Meet { .. }
        | Command::Miss { .. }
        | Command::TorpedoCheck { .. }
        | Command::CoupDeGrace { .. }
        | Command::Repair { .. }
        | Command::Fires { .. }
        | Command::Damage { .. }
        | Command::React { .. }
        | Command::Orders { .. }
        | Command::Course { .. }
        | Command::Turned { .. }
        | Command::NoneInReach { .. }
        | Command::Collide { .. }
        | Command::Ashore { .. }
        | Command::Smoke { .. }
        | Command::Seal { .. }
        | Command::Place { .. }
        | Command::Fix { .. }
        | Command::Checks { .. }
        | Command::QuickStart { .. }
        | Command::HalfMoves { .. }
        | Command::Generate { .. }
        | Command::Approach { .. }
        | Command::Exit { .. }
        | Command::Note { .. }
        | Command::Set { .. }
        | Command::End { .. } => None,
    }
}

/// Whether the referee alone gives a command, whoever plays: no side does, and the program does not for an admiral.
/// [2.7, 9.2, 9.3]
pub fn is_the_referees_alone(command: &Command) -> bool {
    match command {
        Command::Next { waive, .. } => waive.is_some(),
        Command::End { because } => because.is_some(),
        other => matches!(other, Command::Set { .. } | Command::Fix { .. } | Command::Note { .. }),
    }
}

/// Whose order a command is; none is of the referee, who carries out what was ordered, or of both sides.
pub fn ordered_by(state: &State, command: &Command) -> Option<SideId> {
    let of = |unit: &Id| {
        let division = state.division(unit).map(|division| division.side.clone());
        state.ships_of(unit).next().map(|ship| ship.side.clone()).or(division)
    };
    match ordered_in_secret(command) {
        Some(Ordered::Unit(unit)) => return of(unit),
        Some(Ordered::Formation(id)) => {
            return state.formations.iter().find(|one| one.id == *id).map(|one| one.side.clone());
        }
        None => {}
    }
    match command {
        Command::Target(target) => of(&target.firer),
        Command::Illuminate { by, .. } | Command::CoupDeGrace { by, .. } => of(by),
        Command::Repair { ship, .. } | Command::Smoke { ship } | Command::Exit { ship, .. } => of(ship),
        Command::TorpedoCheck { side, .. } | Command::Approach { side, .. } => Some(side.clone()),
        Command::HalfMoves { side } => side.clone(),
        Command::Next { .. }
        | Command::Measure { .. }
        | Command::Sight { .. }
        | Command::Declared { .. }
        | Command::Fire { .. }
        | Command::FireSome { .. }
        | Command::Launch { .. }
        | Command::Meet { .. }
        | Command::Miss { .. }
        | Command::Fires { .. }
        | Command::Damage { .. }
        | Command::React { .. }
        | Command::Orders { .. }
        | Command::Course { .. }
        | Command::Turned { .. }
        | Command::NoneInReach { .. }
        | Command::Collide { .. }
        | Command::Ashore { .. }
        | Command::Plot { .. }
        | Command::Seal { .. }
        | Command::Place { .. }
        | Command::Fix { .. }
        | Command::FormDivision { .. }
        | Command::Formation { .. }
        | Command::Disband { .. }
        | Command::Reform { .. }
        | Command::Flag { .. }
        | Command::Checks { .. }
        | Command::Generate { .. }
        | Command::Deploy { .. }
        | Command::Preplot { .. }
        | Command::QuickStart { .. }
        | Command::Speed { .. }
        | Command::Note { .. }
        | Command::Set { .. }
        | Command::End { .. } => None,
    }
}
