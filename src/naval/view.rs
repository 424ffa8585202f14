//! What a viewer may know of a battle, and nothing else: whatever is printed or drawn for a side is made from this.
//!
//! The program keeps one [`State`]; a side is told of it only through [`known_to`], which is that state with everything
//! hidden taken out, and through [`View`], which is that state with whoever looks at it.
mod fog;
mod outlook;
mod slips;
mod told;

pub use crate::view::fog::ForceMarkerSeen;
use std::{borrow::Cow, ops::Deref, sync::Arc};

pub use fog::known_to;
pub use outlook::{Outlook, Watch};
pub use slips::{Ground, Misplaced, Misread, misplaced, misread};
pub use told::{Sight, Told, is_open, told};

use crate::model::{Division, Duty, Setup, Ship, ShipSetup, Side, Smoke, seen::Seen, state::Marker};
use crate::rules::special::{self, Reminder};
use crate::rules::tally::{self, Tally};
use crate::rules::verdict::{self, Verdict};
use crate::rules::{control, gunnery, half_move, turn};
use crate::{SideId, State};

/// What a side may count while the battle lasts: its own points, by what it knows of the enemy, and neither a winner nor a
/// handicap, which hang on forces that it has not seen. The referee, and everybody afterwards, counts all. [10.5]
fn tally_of_known(known: &State, viewer: &Viewer) -> Tally {
    let mut tally = tally::tally(known);
    (tally.leader, tally.handicap.to, tally.handicap.cannot_win, tally.handicap.points) = (None, None, None, 0);
    // The table counts what everybody sees, whose ever it is.
    tally.sides.retain(|one| viewer.is_table() || viewer.side() == Some(&one.side));
    for side in &mut tally.sides {
        (side.handicap, side.total, side.could_score) = (0, side.points, 0);
    }
    tally
}

/// The scenario with every ship that took part, also those placed on the way: when the battle is over all are named.
fn everybody(state: &State) -> Setup {
    let mut setup = state.setup.as_ref().clone();
    let placed = state.ships.iter().filter(|ship| state.setup.ships.iter().all(|one| one.card.id != ship.card.id));
    setup.ships.extend(placed.map(|ship| ShipSetup::fresh(ship.card.clone(), ship.number)));
    setup
}

fn is_laid_out(state: &State) -> bool {
    state.ships.iter().any(|ship| ship.at.is_some())
}

/// The state without what these sides have plotted, and what they launch in this turn, while plots are made. While ships have
/// no positions, the plots are of the person who moves the miniatures. [2.7, 3.3.1, 7.4]
pub fn unread(state: &State, sides: &[SideId]) -> State {
    let mut known = state.clone();
    known.markers.retain(|marker| !(sides.contains(&marker.side) && marker.turn == state.turn));
    let sides = if state.is_by_tape() { &[] } else { sides };
    for division in known.divisions.iter_mut().filter(|division| sides.contains(&division.side)) {
        let division = Arc::make_mut(division);
        (division.plot, division.advance) = (None, None);
        division.record.retain(|line| line.turn < state.turn);
    }
    for seal in known.seals.iter_mut().filter(|seal| sides.contains(&seal.side)) {
        (seal.salt, seal.lines) = (String::new(), Vec::new());
    }
    known
}

/// What everybody at the table is called, in what is typed and in journals. No side of a battle goes by this name.
pub use super::model::state::TABLE;

/// For whom a view is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// Sees everything.
    Referee,
    /// Everybody at the table: sees of each side what the other sees, and nothing is its own.
    Table,
    Side(SideId),
}

impl Viewer {
    /// Who is called so in a journal: a side, [`TABLE`], or the referee by no word.
    pub fn called(word: Option<&str>) -> Viewer {
        match word {
            None => Viewer::Referee,
            Some(TABLE) => Viewer::Table,
            Some(side) => Viewer::Side(SideId::new(side)),
        }
    }

    /// The same word.
    pub fn word(&self) -> Option<&str> {
        match self {
            Viewer::Referee => None,
            Viewer::Table => Some(TABLE),
            Viewer::Side(side) => Some(side.as_str()),
        }
    }

    /// Who it is, in words: a side's name, `the referee` or `the table`.
    pub fn who<'a>(&'a self, state: &'a State) -> &'a str {
        self.word().map_or("the referee", |word| state.name(word))
    }

    pub fn is_referee(&self) -> bool {
        *self == Viewer::Referee
    }

    pub fn is_table(&self) -> bool {
        *self == Viewer::Table
    }

    /// The side, if it is one.
    pub fn side(&self) -> Option<&SideId> {
        match self {
            Viewer::Referee | Viewer::Table => None,
            Viewer::Side(side) => Some(side),
        }
    }

    /// By whose knowledge he is told: a side's; for the table that of one without ships, to which both are strangers.
    /// Nobody's for the referee, who is told all.
    pub fn knows_as(&self) -> Option<SideId> {
        self.word().map(SideId::new)
    }
}

/// The battle as its viewer may see it: the state with everything taken out that is hidden from him.
///
/// Whatever is said of a state may be asked of a view. The ships of both sides are the referee's own, and nobody is his
/// enemy.
#[derive(Clone, PartialEq, Debug)]
pub struct View<'s> {
    pub viewer: Viewer,
    knows_as: Option<SideId>,
    known: Cow<'s, State>,
    /// Enemy forces of unknown strength. [5.13]
    pub force_markers: Vec<ForceMarkerSeen>,
    /// Whether ships have positions. At the table that is known of ships in sight and out of sight alike.
    is_laid_out: bool,
    /// How a side's battle stands by what it knows, and what it may count; the referee's is judged by the state.
    judged: Option<(Verdict, Tally)>,
}

impl Deref for View<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        &self.known
    }
}

impl<'s> View<'s> {
    /// Everything.
    pub fn referee(state: &'s State) -> View<'s> {
        let (viewer, known, is_laid_out) = (Viewer::Referee, Cow::Borrowed(state), is_laid_out(state));
        View { viewer, knows_as: None, known, force_markers: Vec::new(), is_laid_out, judged: None }
    }

    /// Everything except what these sides have plotted. [3.3.1]
    pub fn unread(state: &State, sides: &[SideId]) -> View<'static> {
        View {
            viewer: Viewer::Referee,
            knows_as: None,
            known: Cow::Owned(unread(state, sides)),
            force_markers: Vec::new(),
            is_laid_out: is_laid_out(state),
            judged: None,
        }
    }

    /// What a side may know.
    pub fn of(state: &State, side: &SideId) -> View<'static> {
        View::known(state, Viewer::Side(side.clone()), side.clone())
    }

    /// The view of a side, of the table, or of the referee.
    pub fn seen_by(state: &'s State, viewer: &Viewer) -> View<'s> {
        let known = viewer.knows_as().map(|side| View::known(state, viewer.clone(), side));
        known.unwrap_or_else(|| View::referee(state))
    }

    fn known(state: &State, viewer: Viewer, side: SideId) -> View<'static> {
        let mut known = known_to(state, &side);
        let counted = if state.over.is_some() { tally::tally(state) } else { tally_of_known(&known, &viewer) };
        if state.over.is_some() {
            known.setup = Arc::new(everybody(state));
        }
        View {
            is_laid_out: is_laid_out(if viewer.is_table() { state } else { &known }),
            viewer,
            force_markers: fog::force_markers(state, &side),
            judged: Some((verdict::by_known(state, &known, &side), counted)),
            known: Cow::Owned(known),
            knows_as: Some(side),
        }
    }

    pub fn is_referee(&self) -> bool {
        self.viewer.is_referee()
    }

    /// Whether the battle is played by positions, as far as the viewer can tell: then a view without ships is an empty sea.
    pub fn is_laid_out(&self) -> bool {
        self.is_laid_out
    }

    /// What belongs to the viewer.
    pub fn owns(&self, side: &SideId) -> bool {
        self.is_referee() || self.viewer.side() == Some(side)
    }

    /// The side that looks, if it is one.
    pub fn looking(&self) -> Option<&Side> {
        self.viewer.side().and_then(|id| self.side(id))
    }

    /// Whose view it is, in words.
    pub fn who(&self) -> &str {
        self.viewer.who(self)
    }

    /// The viewer's own ships, with everything that befell them.
    pub fn own_ships(&self) -> impl Iterator<Item = &Ship> {
        self.ships.iter().map(Arc::as_ref).filter(|ship| self.owns(&ship.side))
    }

    /// Enemies in sight: of their damage only the flames that show. [4.3]
    pub fn enemies(&self) -> impl Iterator<Item = &Ship> {
        self.ships.iter().map(Arc::as_ref).filter(|ship| !self.owns(&ship.side) && ship.sighted)
    }

    /// Enemies that were in sight once and are not now, and how each was seen last. [4.4]
    pub fn lost_from_sight(&self) -> impl Iterator<Item = (&Ship, &Seen)> {
        let lost = self.ships.iter().filter(|ship| !self.owns(&ship.side) && !ship.sighted);
        lost.filter_map(|ship| Some((ship.as_ref(), ship.seen.as_ref()?)))
    }

    /// The viewer's own divisions, with their plots.
    pub fn own_divisions(&self) -> impl Iterator<Item = &Division> {
        self.divisions.iter().map(Arc::as_ref).filter(|division| self.owns(&division.side))
    }

    /// The viewer's own torpedoes and dummies. [7.4]
    pub fn own_markers(&self) -> impl Iterator<Item = &Marker> {
        self.markers.iter().filter(|marker| self.owns(&marker.side))
    }

    /// Markers of the enemy's torpedoes; which of them are dummies is not told. [7.4.6]
    pub fn enemy_markers(&self) -> impl Iterator<Item = &Marker> {
        self.markers.iter().filter(|marker| !self.owns(&marker.side))
    }

    /// Smoke that still stands. [4.6]
    pub fn standing_smoke(&self) -> impl Iterator<Item = &Smoke> {
        self.smoke.iter().filter(|smoke| smoke.stands_in(self.turn, self.setup.wind.force))
    }

    /// Side that declares next; only the referee, who knows all guns, can tell. [3.3.5]
    pub fn deciding(&self) -> Option<SideId> {
        if self.is_referee() { gunnery::due(self) } else { None }
    }

    /// Whether half moves may be played; the referee is told. [3.4]
    pub fn may_halve(&self) -> bool {
        self.is_referee() && half_move::offered(self).is_some()
    }

    /// What the viewer must do before the segment may close.
    pub fn duties(&self) -> Vec<Duty> {
        if self.is_referee() { turn::duties(self) } else { turn::duties(&self.owned()) }
    }

    /// What may still be done and is easily forgotten.
    pub fn chances(&self) -> Vec<Duty> {
        control::possible(self)
    }

    /// Rudders that are jammed, and what else is to be remembered now. [5.16, 8.4]
    pub fn remembered(&self) -> Vec<Duty> {
        turn::remembered(self)
    }

    /// How the battle stands by the keys of the scenario, as far as the viewer knows. [9.2]
    pub fn verdict(&self) -> Verdict {
        self.judged.as_ref().map_or_else(|| verdict::verdict(self), |(verdict, _)| verdict.clone())
    }

    /// What the viewer may count. [10.5]
    pub fn tally(&self) -> Tally {
        self.judged.as_ref().map_or_else(|| tally::tally(self), |(_, tally)| tally.clone())
    }

    /// Whether he is told all of the points: handicap and leader hang on forces that a side has not seen. [10.5.6]
    pub fn counts_all(&self) -> bool {
        self.is_referee() || self.over.is_some()
    }

    /// Special rules, each with its number, as far as the viewer may know them. [9.2]
    pub fn special_rules(&self) -> impl Iterator<Item = (u8, &str)> {
        special::sentences(&self.setup, self.knows_as.as_ref())
    }

    /// What of them stays with the players now. [9.2]
    pub fn reminders(&self) -> Vec<Reminder> {
        special::reminders(self, self.knows_as.as_ref())
    }

    /// The state without the enemy's part in it: what is owed by him is his to know.
    fn owned(&self) -> State {
        let mut mine = self.known.as_ref().clone();
        mine.divisions.retain(|division| self.owns(&division.side));
        mine.this_move.declarations.retain(|one| self.ships_of(&one.firer).any(|ship| self.owns(&ship.side)));
        mine.markers.retain(|marker| self.owns(&marker.side));
        // What the enemy has to measure is his to know.
        let strange = self.setup.sides.iter().map(|side| side.id.clone()).filter(|side| !self.owns(side));
        mine.this_move.reach_answered.extend(strange);
        mine
    }
}
