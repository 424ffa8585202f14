//! Player views: what one viewer may know of a battle. Everything printed or drawn for a side is made from them.
//!
//! The program keeps one [`State`]. A side sees it only through [`known_to`], which is that state without hidden
//! information, and through [`View`], which adds the viewer. Begin with `fog_of_war.rs`.
mod common_knowledge;
mod disclosure;
mod fog_of_war;
mod player_view;
mod tape_errors;

pub use crate::view::fog_of_war::ForceMarkerSeen;
use std::{borrow::Cow, ops::Deref, sync::Arc};

pub use common_knowledge::{may_read_order, visible_to};
pub use disclosure::{Disclosure, VisiblePart};
pub use fog_of_war::known_to;
pub use player_view::{PlayerView, PlayerViewCache};
pub use tape_errors::{BoundReason, SuspectPlacement, SuspectRange, suspect_placement, suspect_range};

use crate::model::{Division, Duty, Setup, Ship, ShipSetup, Side, Smoke, sighting::LastSeen, state::Marker};
use crate::rules::special::{self, Reminder};
use crate::rules::tally::{self, Tally};
use crate::rules::verdict::{self, Verdict};
use crate::rules::{control, gunnery, half_move, turn};
use crate::{SideId, State};

/// Returns the points that a side may count during the battle: its own, from its knowledge of the enemy. Winner
/// and handicap depend on forces that it has not seen. The referee, and every side afterwards, counts all. [10.5]
fn tally_of_known(known: &State, viewer: &Viewer) -> Tally {
    let mut tally = tally::tally(known);
    (tally.leader, tally.handicap.to, tally.handicap.cannot_win, tally.handicap.points) = (None, None, None, 0);
    // The table counts the points of both sides that are visible to both.
    tally.sides.retain(|side_tally| viewer.is_table() || viewer.side() == Some(&side_tally.side));
    for side in &mut tally.sides {
        (side.handicap, side.total, side.could_score) = (0, side.points, 0);
    }
    tally
}

/// Returns the scenario with every ship that took part, including ships placed later. After the battle all are named.
fn setup_with_all_ships(state: &State) -> Setup {
    let mut setup = state.setup.as_ref().clone();
    let placed = state.ships.iter().filter(|ship| state.setup.ships.iter().all(|setup| setup.card.id != ship.card.id));
    setup.ships.extend(placed.map(|ship| ShipSetup::undamaged(ship.card.clone(), ship.number)));
    setup
}

fn has_positions(state: &State) -> bool {
    state.ships.iter().any(|ship| ship.at.is_some())
}

/// Returns the state without these sides' plots and this turn's launches, during plotting. While ships have no
/// positions, the plots stay: they belong to the person who moves the miniatures. [2.7, 3.3.1, 7.4]
pub fn without_plots(state: &State, sides: &[SideId]) -> State {
    let mut known = state.clone();
    known.markers.retain(|marker| !(sides.contains(&marker.side) && marker.turn == state.turn));
    let sides = if state.ranges_are_measured() { &[] } else { sides };
    for division in known.divisions.iter_mut().filter(|division| sides.contains(&division.side)) {
        let division = Arc::make_mut(division);
        (division.plot, division.next_plot) = (None, None);
        division.plot_records.retain(|line| line.turn < state.turn);
    }
    for seal in known.seals.iter_mut().filter(|seal| sides.contains(&seal.side)) {
        (seal.salt, seal.lines) = (String::new(), Vec::new());
    }
    known
}

/// The name of the table as a viewer, as typed and in journals. No side of a battle may have this name.
pub use super::model::state::TABLE_VIEWER;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// Sees everything.
    Referee,
    /// All people at the table: sees of each side what the other side sees, learns what every side learns, owns none.
    Table,
    Side(SideId),
}

impl Viewer {
    /// Returns the viewer of this name in a journal: a side, [`TABLE_VIEWER`], or the referee if there is no name.
    pub fn from_name(word: Option<&str>) -> Viewer {
        match word {
            None => Viewer::Referee,
            Some(TABLE_VIEWER) => Viewer::Table,
            Some(side) => Viewer::Side(SideId::new(side)),
        }
    }

    pub fn journal_name(&self) -> Option<&str> {
        match self {
            Viewer::Referee => None,
            Viewer::Table => Some(TABLE_VIEWER),
            Viewer::Side(side) => Some(side.as_str()),
        }
    }

    /// Returns a side's name, `the referee` or `the table`.
    pub fn name<'a>(&'a self, state: &'a State) -> &'a str {
        self.journal_name().map_or("the referee", |word| state.name(word))
    }

    pub fn is_referee(&self) -> bool {
        *self == Viewer::Referee
    }

    pub fn is_table(&self) -> bool {
        *self == Viewer::Table
    }

    pub fn side(&self) -> Option<&SideId> {
        match self {
            Viewer::Referee | Viewer::Table => None,
            Viewer::Side(side) => Some(side),
        }
    }

    /// Returns the side whose knowledge applies. For the table it is a side without ships, to which both sides are
    /// enemies. `None` for the referee, who sees everything.
    pub fn knows_as(&self) -> Option<SideId> {
        self.journal_name().map(SideId::new)
    }
}

/// A battle as its viewer may see it: the state without everything hidden from that viewer.
///
/// It can be used like a state. The referee owns the ships of both sides and has no enemies.
///
/// ```
/// use naval::{SideId, model::ShipType, view::View};
/// use naval_kit::table::Table;
///
/// let mut table = Table::new();
/// table.place("Mikasa", ShipType::BB, "a", (10.0, 20.0, 0.0));
/// table.place("Retvizan", ShipType::BB, "b", (60.0, 20.0, 0.0));
/// let side = SideId::new("a");
/// let view = View::for_side(&table.state, &side);
/// assert!(view.owns(&side) && !view.is_referee());
/// // Retvizan is out of sight.
/// assert_eq!(view.ships.len(), 1);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct View<'s> {
    pub viewer: Viewer,
    knows_as: Option<SideId>,
    known: Cow<'s, State>,
    /// Enemy forces of unknown strength. [5.13]
    pub force_markers: Vec<ForceMarkerSeen>,
    /// Whether ships have positions. The table knows this even if no ship is in sight.
    has_positions: bool,
    /// The verdict and the points as far as a side knows them. `None` for the referee, who has the state's.
    known_result: Option<(Verdict, Tally)>,
}

impl Deref for View<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        &self.known
    }
}

impl<'s> View<'s> {
    pub fn referee(state: &'s State) -> View<'s> {
        let (viewer, known, is_laid_out) = (Viewer::Referee, Cow::Borrowed(state), has_positions(state));
        View {
            viewer,
            knows_as: None,
            known,
            force_markers: Vec::new(),
            has_positions: is_laid_out,
            known_result: None,
        }
    }

    /// Returns everything except the plots of these sides. [3.3.1]
    pub fn without_plots(state: &State, sides: &[SideId]) -> View<'static> {
        View {
            viewer: Viewer::Referee,
            knows_as: None,
            known: Cow::Owned(without_plots(state, sides)),
            force_markers: Vec::new(),
            has_positions: has_positions(state),
            known_result: None,
        }
    }

    pub fn for_side(state: &State, side: &SideId) -> View<'static> {
        View::from_knowledge(state, Viewer::Side(side.clone()), side.clone())
    }

    pub fn seen_by(state: &'s State, viewer: &Viewer) -> View<'s> {
        let known = viewer.knows_as().map(|side| View::from_knowledge(state, viewer.clone(), side));
        known.unwrap_or_else(|| View::referee(state))
    }

    fn from_knowledge(state: &State, viewer: Viewer, side: SideId) -> View<'static> {
        let mut known = known_to(state, &side);
        let counted = if state.end.is_some() { tally::tally(state) } else { tally_of_known(&known, &viewer) };
        if state.end.is_some() {
            known.setup = Arc::new(setup_with_all_ships(state));
        }
        View {
            has_positions: has_positions(if viewer.is_table() { state } else { &known }),
            viewer,
            force_markers: fog_of_war::force_markers(state, &side),
            known_result: Some((verdict::verdict_for_side(state, &known, &side), counted)),
            known: Cow::Owned(known),
            knows_as: Some(side),
        }
    }

    pub fn is_referee(&self) -> bool {
        self.viewer.is_referee()
    }

    /// Whether the viewer knows that ships have positions. If so, a view without ships is an empty sea.
    pub fn has_positions(&self) -> bool {
        self.has_positions
    }

    pub fn owns(&self, side: &SideId) -> bool {
        self.is_referee() || self.viewer.side() == Some(side)
    }

    pub fn viewing_side(&self) -> Option<&Side> {
        self.viewer.side().and_then(|id| self.side(id))
    }

    pub fn viewer_name(&self) -> &str {
        self.viewer.name(self)
    }

    /// Returns the viewer's own ships, with all their damage.
    pub fn own_ships(&self) -> impl Iterator<Item = &Ship> {
        self.ships.iter().map(Arc::as_ref).filter(|ship| self.owns(&ship.side))
    }

    /// Returns the enemies in sight. The only damage shown is visible flames. [4.3]
    pub fn enemies(&self) -> impl Iterator<Item = &Ship> {
        self.ships.iter().map(Arc::as_ref).filter(|ship| !self.owns(&ship.side) && ship.sighted)
    }

    /// Returns enemies that were in sight and are not now, each as it was last seen. [4.4]
    pub fn lost_from_sight(&self) -> impl Iterator<Item = (&Ship, &LastSeen)> {
        let lost = self.ships.iter().filter(|ship| !self.owns(&ship.side) && !ship.sighted);
        lost.filter_map(|ship| Some((ship.as_ref(), ship.seen.as_ref()?)))
    }

    /// Returns the viewer's own divisions, with their plots.
    pub fn own_divisions(&self) -> impl Iterator<Item = &Division> {
        self.divisions.iter().map(Arc::as_ref).filter(|division| self.owns(&division.side))
    }

    /// Returns the viewer's own torpedoes and dummies. [7.4]
    pub fn own_markers(&self) -> impl Iterator<Item = &Marker> {
        self.markers.iter().filter(|marker| self.owns(&marker.side))
    }

    /// Returns markers of the enemy's torpedoes, without showing which are dummies. [7.4.6]
    pub fn enemy_markers(&self) -> impl Iterator<Item = &Marker> {
        self.markers.iter().filter(|marker| !self.owns(&marker.side))
    }

    /// Returns the smoke that has not dispersed. [4.6]
    pub fn standing_smoke(&self) -> impl Iterator<Item = &Smoke> {
        self.smoke.iter().filter(|smoke| smoke.lasts_in(self.turn, self.setup.wind.force))
    }

    /// Returns the side that declares next. Only the referee knows, since it depends on all guns. [3.3.5]
    pub fn next_declaring_side(&self) -> Option<SideId> {
        if self.is_referee() { gunnery::side_to_declare(self) } else { None }
    }

    /// Whether half moves may be played. Only the referee knows. [3.4]
    pub fn may_play_half_moves(&self) -> bool {
        self.is_referee() && half_move::close_opponents(self).is_some()
    }

    /// Returns what the viewer must do before the segment may close.
    pub fn duties(&self) -> Vec<Duty> {
        if self.is_referee() { turn::duties(self) } else { turn::duties(&self.without_enemy_duties()) }
    }

    /// Returns optional actions that are easily forgotten.
    pub fn optional_duties(&self) -> Vec<Duty> {
        control::possible_repairs(self)
    }

    /// Returns jammed rudders and other things to remember now. [5.16, 8.4]
    pub fn segment_reminders(&self) -> Vec<Duty> {
        turn::segment_reminders(self)
    }

    /// Returns the verdict by the scenario's `decide` entries, as far as the viewer knows. [9.2]
    pub fn verdict(&self) -> Verdict {
        self.known_result.as_ref().map_or_else(|| verdict::verdict(self), |(verdict, _)| verdict.clone())
    }

    /// Returns the points that the viewer may count. [10.5]
    pub fn tally(&self) -> Tally {
        self.known_result.as_ref().map_or_else(|| tally::tally(self), |(_, tally)| tally.clone())
    }

    /// Whether the viewer may see all points. Handicap and leader depend on forces that a side has not seen. [10.5.6]
    pub fn sees_all_points(&self) -> bool {
        self.is_referee() || self.end.is_some()
    }

    /// Returns the special rules that the viewer may know, each with its number. [9.2]
    pub fn special_rules(&self) -> impl Iterator<Item = (u8, &str)> {
        special::sentences(&self.setup, self.knows_as.as_ref())
    }

    /// Returns what the players must apply themselves now under those rules. [9.2]
    pub fn special_rule_reminders(&self) -> Vec<Reminder> {
        special::reminders(self, self.knows_as.as_ref())
    }

    /// Returns the state without the enemy's divisions, declarations and markers, because its duties are secret.
    fn without_enemy_duties(&self) -> State {
        let mut own_state = self.known.as_ref().clone();
        own_state.divisions.retain(|division| self.owns(&division.side));
        own_state
            .this_move
            .declarations
            .retain(|declaration| self.ships_of(&declaration.firer).any(|ship| self.owns(&ship.side)));
        own_state.markers.retain(|marker| self.owns(&marker.side));
        // The ranges that the enemy must still measure are secret.
        let enemy_sides = self.setup.sides.iter().map(|side| side.id.clone()).filter(|side| !self.owns(side));
        own_state.this_move.torpedo_reach_known.extend(enemy_sides);
        own_state
    }
}
