//! What a side orders in secret, and when that comes to light. [3.3.1, 5.7, 7.4, Q48]
use super::{
    Command, Fact,
    measure::Id,
    state::{Segment, State},
};

/// Whether a command is given in secret: an order of a side, its seal, or what it says of its approach. [3.3.1, 10.2.3]
pub(super) fn is_secret(command: &Command) -> bool {
    let stated = matches!(command, Command::Seal { .. } | Command::Approach { .. });
    stated || ordered_in_secret(command).is_some()
}

/// Whether plots come to light with this fact: they are carried out, forces are laid on the table, or all is over.
/// [3.3.2, 10.2.3]
pub(super) fn brings_to_light(fact: &Fact) -> bool {
    let moves = matches!(fact, Fact::SegmentBegan { segment: Segment::Movement, .. });
    moves || matches!(fact, Fact::ForcesPlaced | Fact::ScenarioEnded { .. })
}

/// Whether a fact of a secret order tells what is still hidden: torpedoes that run, courses before contact, where the
/// forces will come from. [7.4.6, 5.13.2, 10.2.3]
pub(super) fn keeps(state: &State, fact: &Fact) -> bool {
    if let Fact::TorpedoesLaunched(marker) = fact {
        return state.markers.iter().any(|running| running.id == marker.id);
    }
    if let Fact::PreplotFiled { division, .. } = fact {
        return state.division(division).is_some_and(|division| state.on_preplots(&division.side));
    }
    if let Fact::PlotsSealed(seal) = fact {
        let runs = state.markers.iter().any(|marker| marker.side == seal.side && marker.turn == seal.turn);
        return runs || (seal.is_before_contact() && state.on_preplots(&seal.side));
    }
    matches!(fact, Fact::ApproachStated(_)) && !state.placed
}

/// The unit that an order is for, where a side gives such orders itself and in secret. [3.3.1, 5.7, 7.4]
pub fn ordered_in_secret(command: &Command) -> Option<&Id> {
    match command {
        Command::Plot { unit, .. } | Command::Preplot { unit, .. } | Command::Speed { unit, .. } => Some(unit),
        Command::Launch { by, .. } => Some(by),
        Command::Flag { division, .. } | Command::Deploy { division, .. } => Some(division),
        Command::Formation { divisions, .. } => divisions.first(),
        Command::Reform { formation, .. } | Command::Disband { formation } => Some(formation),
        Command::FormDivision { ships, .. } => ships.first(),
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
        | Command::NoneInReach { .. }
        | Command::Collide { .. }
        | Command::Smoke { .. }
        | Command::Seal { .. }
        | Command::Place { .. }
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
