//! What a viewer may know of a battle, and nothing else: whatever is printed or drawn for a side is made from this.
//!
//! The program keeps one [`State`]; a side is told of it only through [`known_to`], which is that state with everything
//! hidden taken out, and through [`View`], which is what is left as plain data.
mod fog;
mod told;

pub use crate::view::fog::ForceMarkerSeen;
use std::sync::Arc;

use chrono::NaiveTime;

pub use fog::known_to;
pub use told::{Sight, Told, is_open, told};

use super::{
    chart::Quality,
    duty::Duty,
    half_move::{Half, Moment},
    measure::{Id, Inches},
    setup::{Edge, Land, SideLight, Table, Wind},
    ship::{Card, Fate, Ship, ShipType},
    special::{self, Reminder},
    state::{Declaration, Division, End, HeldHit, Marker, Measure, Segment, State},
    survey,
    table::{Leg, Place, Run, Smoke},
    tally::{self, Tally},
    turn,
    verdict::{self, Verdict},
};
use geometry::{Base, Point};

/// What a viewer may count while the battle lasts: a side its own points, by what it knows of the enemy, and neither a
/// winner nor a handicap, which hang on forces that it has not seen. The referee, and everybody afterwards, counts all.
/// [10.5]
pub fn tally(state: &State, side: Option<&Id>) -> Tally {
    match side.filter(|_| state.over.is_none()) {
        Some(side) => tally_of_known(&known_to(state, side), side),
        None => tally::tally(state),
    }
}

/// The same of a state that holds only what the side knows.
pub fn tally_of_known(known: &State, side: &Id) -> Tally {
    let mut tally = tally::tally(known);
    (tally.winner, tally.handicap.to, tally.handicap.cannot_win, tally.handicap.points) = (None, None, None, 0);
    // The table counts what everybody sees, whose ever it is.
    tally.sides.retain(|one| one.side == *side || side.as_str() == TABLE);
    for side in &mut tally.sides {
        (side.handicap, side.total, side.could_score) = (0, side.points, 0);
    }
    tally
}

/// Everybody at the table: a side without ships, to which both are strangers, so that of each there is what the other
/// sees. No side of a battle goes by this name.
pub use super::state::TABLE;

/// For whom a view is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// Sees everything.
    Referee,
    /// A side, or [`TABLE`].
    Side(Id),
}

impl Viewer {
    /// What everybody may see.
    pub fn table() -> Viewer {
        Viewer::Side(Id::new(TABLE))
    }

    pub fn is_table(&self) -> bool {
        self.side().is_some_and(|side| side.as_str() == TABLE)
    }

    /// The side, if it is one.
    pub fn side(&self) -> Option<&Id> {
        match self {
            Viewer::Referee => None,
            Viewer::Side(side) => Some(side),
        }
    }
}

/// The battle as its viewer may see it.
///
/// The referee's view has the ships of both sides under `ships` and nobody under `enemies`.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    pub viewer: Viewer,
    pub title: String,
    pub turn: u16,
    /// Which half, where the turn is played in halves. [3.4]
    pub half: Option<Half>,
    /// Clock at the start of the turn. [3.2]
    pub clock: NaiveTime,
    pub segment: Segment,
    pub over: Option<End>,
    /// Side that declares next; only the referee, who knows all guns, can tell. [3.3.5]
    pub deciding: Option<Id>,
    pub night: bool,
    pub sighting_base: Option<Inches>,
    pub quality: Option<Quality>,
    /// How the ships of a side are seen, where the light is not the same for both. [4.3]
    pub light: Vec<SideLight>,
    pub wind: Wind,
    pub table: Table,
    pub land: Vec<Land>,
    pub smoke: Vec<SmokeSeen>,
    pub sides: Vec<SideSeen>,
    /// The viewer's own, with their plots.
    pub divisions: Vec<Arc<Division>>,
    /// The viewer's own, in the order of their divisions.
    pub ships: Vec<OwnShip>,
    /// Enemies in sight. [4.3]
    pub enemies: Vec<EnemyShip>,
    /// Enemies that were in sight once and are not now. [4.4]
    pub lost_from_sight: Vec<LastSeen>,
    /// Enemy forces of unknown strength. [5.13]
    pub force_markers: Vec<ForceMarkerSeen>,
    /// The viewer's own torpedoes and dummies. [7.4]
    pub torpedoes: Vec<Marker>,
    /// Markers of the enemy's torpedoes, true or dummy: who can tell? [7.4.6]
    pub enemy_torpedoes: Vec<TorpedoMarkerSeen>,
    /// Ranges read this turn between ships that the viewer sees. [2.7]
    pub measures: Vec<Measure>,
    pub declarations: Vec<Declaration>,
    /// Hits scored by the viewer or on him, not yet rolled for. [3.3.8]
    pub held: Vec<HeldHit>,
    /// Codes of the plots that were sealed this turn. [3.3.1]
    pub seals: Vec<SealSeen>,
    pub duties: Vec<Duty>,
    /// What may still be done and is easily forgotten.
    pub chances: Vec<Duty>,
    /// How the battle stands by the keys of the scenario, as far as the viewer knows. [9.2]
    pub verdict: Verdict,
    /// Special rules, each with its number, as far as the viewer may know them. [9.2]
    pub special_rules: Vec<(u8, String)>,
    /// What of them stays with the players now. [9.2]
    pub reminders: Vec<Reminder>,
    /// Rudders of the viewer that are jammed. [8.4]
    pub jammed: Vec<Duty>,
}

/// A side by its name. [1.3]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideSeen {
    pub id: Id,
    pub name: String,
    pub friendly_edge: Edge,
}

/// A ship of the viewer: card, damage and everything.
#[derive(Clone, PartialEq, Debug)]
pub struct OwnShip {
    pub ship: Arc<Ship>,
    /// What she stands on. [2.4]
    pub base: Base,
}

/// An enemy in sight: what a glass shows of her.
#[derive(Clone, PartialEq, Debug)]
pub struct EnemyShip {
    pub id: Id,
    pub name: String,
    pub side: Id,
    /// Boats on one base go by their division. [5.1.1]
    pub division: Id,
    /// Her card as any yearbook has it, without damage. [6.2.4]
    pub card: Arc<Card>,
    /// The number on her base. [3.1]
    pub number: Option<u8>,
    pub kind: ShipType,
    pub base: Base,
    pub at: Option<Place>,
    /// The way she made when it was seen last.
    pub speed: Inches,
    /// Her last run, if it was seen.
    pub run: Option<Arc<Run>>,
    pub lit: bool,
    pub burning: bool,
    pub condition: Condition,
}

/// An enemy that is out of sight now.
#[derive(Clone, PartialEq, Debug)]
pub struct LastSeen {
    pub id: Id,
    pub name: String,
    pub side: Id,
    /// Her card as any yearbook has it, without damage. [6.2.4]
    pub card: Arc<Card>,
    /// The number on her base. [3.1]
    pub number: Option<u8>,
    pub kind: ShipType,
    pub base: Base,
    /// Turn in which she was seen last, where, and going how fast.
    pub turn: u16,
    pub at: Option<Place>,
    pub speed: Inches,
}

/// How an enemy in sight is, from afar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    Afloat,
    Sinking,
    Gone,
    Abandoned,
    LeftTheTable,
}

/// Smoke on the table, without the name of who laid it. [4.6]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SmokeSeen {
    pub from: Place,
    pub legs: Vec<Leg>,
    pub turn: u16,
}

/// A counter of the enemy's that may be torpedoes. [2.3.2, 7.4]
#[derive(Clone, PartialEq, Debug)]
pub struct TorpedoMarkerSeen {
    pub id: Id,
    pub side: Id,
    /// Turn in which it was laid.
    pub turn: u16,
    /// Where it lies.
    pub dot: Option<Point>,
}

/// The code on a seal. [3.3.1]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SealSeen {
    pub side: Id,
    pub code: String,
}

impl View {
    /// Everything.
    pub fn referee(state: &State) -> View {
        let verdict = verdict::verdict(state);
        View { deciding: turn::deciding(state), ..View::read(state, Viewer::Referee, verdict) }
    }

    /// What a side may know.
    pub fn of(state: &State, side: &Id) -> View {
        let force_markers = fog::force_markers(state, side);
        let known = known_to(state, side);
        let verdict = verdict::by_known(state, &known, side);
        View { force_markers, ..View::read(&known, Viewer::Side(side.clone()), verdict) }
    }

    /// Sorts a state that holds nothing too much into own and enemy things.
    fn read(known: &State, viewer: Viewer, verdict: Verdict) -> View {
        let own = |side: &Id| match &viewer {
            Viewer::Referee => true,
            Viewer::Side(viewer) => viewer == side,
        };
        let (ships, enemies): (Vec<&Arc<Ship>>, Vec<&Arc<Ship>>) = known.ships.iter().partition(|ship| own(&ship.side));
        let (torpedoes, dots): (Vec<&Marker>, Vec<&Marker>) = known.markers.iter().partition(|one| own(&one.side));
        let smoke = known.smoke.iter().filter(|smoke| smoke.stands_in(known.turn, known.setup.wind.force));
        let divisions = known.divisions.iter().filter(|division| own(&division.side));
        View {
            title: known.setup.title.clone(),
            turn: known.turn,
            half: known.half,
            clock: known.clock(),
            segment: known.segment,
            over: known.over.clone(),
            deciding: None,
            night: known.setup.night,
            sighting_base: known.sighting_base,
            quality: known.quality,
            light: known.setup.sides.iter().filter_map(|side| known.light_on(&side.id)).cloned().collect(),
            wind: known.setup.wind.clone(),
            table: known.setup.table,
            land: known.setup.land.clone(),
            smoke: smoke.map(SmokeSeen::of).collect(),
            sides: known.setup.sides.iter().map(SideSeen::of).collect(),
            divisions: divisions.cloned().collect(),
            ships: ships.into_iter().map(|ship| OwnShip::of(known, ship)).collect(),
            enemies: enemies.iter().filter(|ship| ship.sighted).map(|ship| EnemyShip::of(known, ship)).collect(),
            lost_from_sight: enemies.iter().filter_map(|ship| LastSeen::of(known, ship)).collect(),
            force_markers: Vec::new(),
            torpedoes: torpedoes.into_iter().cloned().collect(),
            enemy_torpedoes: dots.into_iter().map(TorpedoMarkerSeen::of).collect(),
            measures: known.this_move.measures.clone(),
            declarations: known.this_move.declarations.clone(),
            held: known.held.clone(),
            seals: known.seals.iter().map(SealSeen::of).collect(),
            chances: turn::chances(known),
            duties: turn::duties(&owned(known, own)),
            verdict,
            special_rules: special::sentences(&known.setup, viewer.side())
                .map(|(of, says)| (of, says.to_owned()))
                .collect(),
            reminders: special::reminders(known, viewer.side()),
            jammed: turn::remembered(known),
            viewer,
        }
    }

    /// The move that is being played. [3.4.1]
    pub fn now(&self) -> Moment {
        Moment { turn: self.turn, half: self.half }
    }

    /// The side that looks, if it is one.
    pub fn side(&self) -> Option<&SideSeen> {
        match &self.viewer {
            Viewer::Referee => None,
            Viewer::Side(id) => self.sides.iter().find(|side| side.id == *id),
        }
    }

    /// Whose view it is, in words: a side's name, `the referee` or `the table`.
    pub fn who(&self) -> &str {
        match (&self.viewer, self.side()) {
            (Viewer::Referee, _) => "the referee",
            (Viewer::Side(_), Some(side)) => &side.name,
            (Viewer::Side(_), None) => "the table",
        }
    }

    /// The name to print for a ship, division or side that the viewer knows.
    pub fn name<'a>(&'a self, id: &'a Id) -> &'a str {
        let ship = self.ships.iter().find(|own| own.ship.id == *id).map(|own| own.ship.card.name.as_str());
        let enemy = || self.enemies.iter().find(|enemy| enemy.id == *id).map(|enemy| enemy.name.as_str());
        let lost = || self.lost_from_sight.iter().find(|lost| lost.id == *id).map(|lost| lost.name.as_str());
        let division = || self.divisions.iter().find(|one| one.id == *id).map(|one| one.name.as_str());
        let side = || self.sides.iter().find(|side| side.id == *id).map(|side| side.name.as_str());
        ship.or_else(enemy).or_else(lost).or_else(division).or_else(side).unwrap_or(id.as_str())
    }
}

/// A known state without the enemy's part in it: what is owed by him is his to know.
fn owned(known: &State, own: impl Fn(&Id) -> bool) -> State {
    let mut mine = known.clone();
    mine.divisions.retain(|division| own(&division.side));
    mine.this_move.declarations.retain(|one| known.ships_of(&one.firer).any(|ship| own(&ship.side)));
    mine.markers.retain(|marker| own(&marker.side));
    // What the enemy has to measure is his to know.
    mine.this_turn
        .reach_answered
        .extend(known.setup.sides.iter().map(|side| side.id.clone()).filter(|side| !own(side)));
    mine
}

impl SideSeen {
    fn of(side: &super::setup::Side) -> SideSeen {
        SideSeen { id: side.id.clone(), name: side.name.clone(), friendly_edge: side.friendly_edge }
    }
}

impl SmokeSeen {
    fn of(smoke: &Smoke) -> SmokeSeen {
        SmokeSeen { from: smoke.from, legs: smoke.legs.clone(), turn: smoke.turn }
    }
}

impl SealSeen {
    fn of(seal: &super::seal::Seal) -> SealSeen {
        SealSeen { side: seal.side.clone(), code: seal.code.clone() }
    }
}

impl OwnShip {
    fn of(known: &State, ship: &Arc<Ship>) -> OwnShip {
        OwnShip { base: survey::base_of(known, ship), ship: ship.clone() }
    }
}

impl EnemyShip {
    fn of(known: &State, ship: &Arc<Ship>) -> EnemyShip {
        EnemyShip {
            id: ship.id.clone(),
            name: ship.card.name.clone(),
            side: ship.side.clone(),
            division: ship.division.clone(),
            card: ship.card.clone(),
            number: ship.number,
            kind: ship.card.kind,
            base: survey::base_of(known, ship),
            at: ship.at,
            speed: ship.speed,
            run: ship.run.clone(),
            lit: ship.lit,
            burning: ship.fires() > 0,
            condition: Condition::of(&ship.fate),
        }
    }
}

impl LastSeen {
    /// `None` for one that is in sight.
    fn of(known: &State, ship: &Arc<Ship>) -> Option<LastSeen> {
        let seen = ship.seen.as_ref().filter(|_| !ship.sighted)?;
        Some(LastSeen {
            id: ship.id.clone(),
            name: ship.card.name.clone(),
            side: ship.side.clone(),
            card: ship.card.clone(),
            number: ship.number,
            kind: ship.card.kind,
            base: survey::base_of(known, ship),
            turn: seen.turn,
            at: seen.at,
            speed: seen.speed,
        })
    }
}

impl Condition {
    fn of(fate: &Fate) -> Condition {
        match fate {
            Fate::Fighting | Fate::Waiting { .. } => Condition::Afloat,
            Fate::Sinking => Condition::Sinking,
            Fate::Exploded | Fate::Sunk => Condition::Gone,
            Fate::Abandoned => Condition::Abandoned,
            Fate::Exited { .. } => Condition::LeftTheTable,
        }
    }
}

impl TorpedoMarkerSeen {
    fn of(marker: &Marker) -> TorpedoMarkerSeen {
        TorpedoMarkerSeen {
            id: marker.id.clone(),
            side: marker.side.clone(),
            turn: marker.turn,
            dot: marker.dot.map(Place::point),
        }
    }
}
