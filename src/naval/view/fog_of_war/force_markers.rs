//! The counters of unseen forces. [5.13]
use super::with_shown_divisions;
use crate::model::{Division, Fine, Place};
use crate::rules::precontact::{self, ForceMarker};
use crate::{Id, SideId, State};

/// A counter for an unseen force. [5.13]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForceMarkerSeen {
    pub id: Id,
    pub side: SideId,
    pub at: Place,
}

/// Returns the markers of unseen enemy forces, without showing which division each is. [5.13.1]
pub fn force_markers(state: &State, side: &SideId) -> Vec<ForceMarkerSeen> {
    let organised = with_shown_divisions(state, side);
    let state = organised.as_ref();
    let seen = |marker: ForceMarker| {
        let division = state.division(&marker.division).filter(|division| division.side != *side)?;
        // A battery has no marker and gets no number: a gap would show how many are unseen. [3.1, Q51]
        let ashore =
            |division: &Division| state.ships_of_division(&division.id).any(|ship| ship.card.kind.is_coast_battery());
        let fellows = state.divisions.iter().filter(|fellow| fellow.side == division.side && !ashore(fellow));
        let number = 1 + fellows.take_while(|fellow| fellow.id != division.id).count();
        let (id, side) = (Id::new(format!("{}-{number}", division.side)), division.side.clone());
        Some(ForceMarkerSeen { id, side, at: Place { heading: Fine::ZERO, ..marker.at? } })
    };
    precontact::force_markers(state).into_iter().filter_map(seen).collect()
}
