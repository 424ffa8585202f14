//! Who sees whom, ship by ship: what guns, torpedoes and lights may be used at. [4.1, 4.2, 6.3, 7.3, Q36]
pub use crate::model::look::{Look, SightWord};

use super::{plain_reach, reach};
use crate::{
    NavalDraft, NavalHalt, Reason,
    command::Block,
    measure::{Id, Inches},
    setup::Sighting,
    ship::Ship,
    special,
    state::{Measure, Segment, State},
    survey::{Sea, Stand},
};
use play::Rule;

/// What looking from one ship at an enemy comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Glance {
    Sees,
    /// The enemy lies beyond the sighting range, or nobody knows how far off.
    Beyond {
        range: Option<Inches>,
        sight: Inches,
    },
    /// Something stands in the line. [4.6, 4.7]
    Behind(Block),
}

/// How far a ship is seen by who fires, launches or lights: while the turn goes on after a look, as that look had it.
/// [4.2, 4.3]
pub fn sight_range(state: &State, ship: &Ship) -> Inches {
    seen_by(state, None, ship)
}

/// The same for one who looks at her: special rules may bind her alone. [9.2]
pub(super) fn seen_by(state: &State, by: Option<&Ship>, ship: &Ship) -> Inches {
    special::sight_base(state, by, ship, by_the_light(state, ship))
}

/// How far she is seen by the light of the look that holds, special rules not counted.
fn by_the_light(state: &State, ship: &Ship) -> Inches {
    match last_look(state) {
        Some(look) => reach(state, &ship.side, look.turn, look.base, ship.shown),
        None => plain_reach(state, ship),
    }
}

/// Whether a ship sees an enemy in sight, for a special rule that asks: by her own sighting range, the tape and her line.
///
/// No rule counts that itself hangs on what ships see: those would ask each other in a circle. [4.3, 4.6, 4.7, 9.2]
pub(crate) fn sees_some_enemy(state: &State, ship: &Ship) -> bool {
    let mut enemies = state.afloat().filter(|other| other.side != ship.side && other.sighted).peekable();
    if enemies.peek().is_none() {
        return false;
    }
    let turn = last_look(state).map_or(state.turn, |look| look.turn);
    let lookout = Lookout { state, sea: Sea::for_rules(state, turn), for_rules: true };
    enemies.any(|other| lookout.glance(ship, other) == Glance::Sees)
}

/// The look that still holds: sighting is determined in the Sighting, Illumination and Damage Segments alone. [4.2]
fn last_look(state: &State) -> Option<&Look> {
    let look = state.look.as_ref()?;
    let holds = match state.segment {
        Segment::Plotting | Segment::Movement => true,
        Segment::Gunfire | Segment::Torpedo | Segment::DamageControl => look.turn == state.turn,
        Segment::Sighting | Segment::Illumination | Segment::Damage => false,
    };
    holds.then_some(look)
}

/// The last look while nobody has taken another since the ships moved: its tape and its words still hold.
fn earlier_look(state: &State) -> Option<&Look> {
    last_look(state).filter(|_| matches!(state.segment, Segment::Plotting | Segment::Movement))
}

/// Looking from ship to ship, with smoke as it stood when sighting was determined, and land. [4.2, 4.6, 4.7]
pub struct Lookout<'a> {
    state: &'a State,
    sea: Sea,
    /// It is asked for a special rule's condition.
    for_rules: bool,
}

/// Whether one ship sees one enemy.
pub fn glance(state: &State, by: &Ship, target: &Ship) -> Glance {
    Lookout::of(state).glance(by, target)
}

impl<'a> Lookout<'a> {
    pub fn of(state: &'a State) -> Lookout<'a> {
        let turn = last_look(state).map_or(state.turn, |look| look.turn);
        Lookout { state, sea: Sea::in_turn(state, turn), for_rules: false }
    }

    /// How far a ship sees another.
    fn sight(&self, by: &Ship, ship: &Ship) -> Inches {
        match self.for_rules {
            true => special::sight_base_for_rules(self.state, by, ship, by_the_light(self.state, ship)),
            false => seen_by(self.state, Some(by), ship),
        }
    }

    /// By the referee's word for the two, by the tape, by his word for all, as they lie: the first of these that says.
    pub fn glance(&self, by: &Ship, target: &Ship) -> Glance {
        let state = self.state;
        let sight = on_her_base(state, target).map(|ship| self.sight(by, ship)).max().unwrap_or_default();
        let now = said(state, &state.measures, &state.sight_words, by, target, sight);
        let earlier =
            || earlier_look(state).and_then(|look| said(state, &look.measures, &look.words, by, target, sight));
        now.or_else(earlier).unwrap_or_else(|| as_they_lie(state, &self.sea, by, target, sight))
    }

    /// Every ship of a unit sees some ship of the target, as the club has it: herself, or anybody of her side.
    ///
    /// What stands in the line hides nobody where it is `clear`, by the referee's word or because others judge it.
    ///
    /// # Errors
    /// The first ship of the unit that does not, with the range and how far she sees; or that her side sees none of them.
    pub fn judged(&self, unit: &Id, target: &Id, clear: bool) -> Result<(), Reason> {
        let state = self.state;
        let not_sighted = || Reason::NotSighted { ship: unit.clone(), target: target.clone() };
        let by_side = state.setup.options.sighting == Sighting::BySide;
        let there = |ship: &&Ship| ship.is_on_table() && in_sight(state, ship);
        let targets: Vec<&Ship> = state.ships_of(target).filter(there).collect();
        if targets.is_empty() {
            return Err(not_sighted());
        }
        for ship in state.ships_of(unit).filter(|ship| ship.in_action() && !by_side) {
            let glances = || targets.iter().map(|one| self.glance(ship, one));
            if glances().any(|glance| glance.sees(clear)) {
                continue;
            }
            let (ship, target) = (ship.id.clone(), target.clone());
            return Err(match glances().min_by_key(Glance::farness) {
                Some(Glance::Behind(by)) => Reason::Blocked { ship, target, by },
                Some(Glance::Beyond { range, sight }) => Reason::OutOfHerSight { ship, target, range, sight },
                Some(Glance::Sees) | None => not_sighted(),
            });
        }
        Ok(())
    }
}

impl Glance {
    fn sees(self, clear: bool) -> bool {
        match self {
            Glance::Sees => true,
            Glance::Behind(_) => clear,
            Glance::Beyond { .. } => false,
        }
    }
    /// Who is nearest to be seen: behind something, at a known range, at none.
    fn farness(&self) -> (u8, Option<Inches>) {
        match self {
            Glance::Sees => (0, None),
            Glance::Behind(_) => (1, None),
            Glance::Beyond { range: Some(range), .. } => (2, Some(*range)),
            Glance::Beyond { range: None, .. } => (3, None),
        }
    }
}

/// What the tape and the referee have said of two ships.
fn said(
    state: &State,
    measures: &[Measure],
    words: &[SightWord],
    by: &Ship,
    target: &Ship,
    sight: Inches,
) -> Option<Glance> {
    let beyond = |range| Glance::Beyond { range, sight };
    let of_her = |word: &&SightWord| word.ship == target.id;
    if words.iter().filter(of_her).any(|word| word.by.as_ref() == Some(&by.id)) {
        return Some(Glance::Sees);
    }
    if let Some(range) = if measures.is_empty() { None } else { state.measured_in(measures, &by.id, &target.id) } {
        return Some(if range <= sight { Glance::Sees } else { beyond(Some(range)) });
    }
    let word = words.iter().rev().filter(of_her).find(|word| word.by.is_none())?;
    Some(if word.seen { Glance::Sees } else { beyond(None) })
}

fn as_they_lie(state: &State, sea: &Sea, by: &Ship, target: &Ship, sight: Inches) -> Glance {
    let ranges = state.setup.options.ranges;
    let (Some(from), Some(to)) = (Stand::of(state, by), Stand::of(state, target)) else {
        return Glance::Beyond { range: None, sight };
    };
    let range = from.range(ranges, &to);
    match sea.blocks(from.line(ranges, &to)) {
        _ if sight < range => Glance::Beyond { range: Some(range), sight },
        Some(block) => Glance::Behind(block),
        None => Glance::Sees,
    }
}

/// Boats on one base are seen as one.
fn on_her_base<'a>(state: &'a State, ship: &'a Ship) -> impl Iterator<Item = &'a Ship> {
    let shared = state.division(&ship.division).is_some_and(|division| division.one_base);
    let with_her = move |one: &&Ship| one.id == ship.id || (shared && one.division == ship.division);
    state.ships.iter().map(AsRef::as_ref).filter(|one| one.is_on_table()).filter(with_her)
}

/// Whether every ship of a unit sees some ship of the target, where nothing stands in the line or that is `clear`.
///
/// # Errors
/// As [`Lookout::judged`].
pub fn judged(state: &State, unit: &Id, target: &Id, clear: bool) -> Result<(), Reason> {
    Lookout::of(state).judged(unit, target, clear)
}

/// In sight of the other side; before the first Sighting Segment of all also who lies in sight. [4.1, 7.3]
fn in_sight(state: &State, ship: &Ship) -> bool {
    let opening = state.turn == 1 && state.segment == Segment::Plotting;
    ship.sighted || (opening && super::sees(state, ship) == Some(true))
}

/// The ships of a side that see some ship of a target, in the order of the set-up. [4.3]
pub fn watchers<'a>(state: &'a State, side: &'a Id, target: &'a Id) -> Vec<&'a Ship> {
    let lookout = Lookout::of(state);
    state.afloat().filter(|ship| ship.side == *side && lookout.judged(&ship.id, target, false).is_ok()).collect()
}

/// Every ship of a unit sees the target; of the line others judge.
///
/// # Errors
/// Refused by `rule` where [`judged`] says no.
pub(crate) fn must_see(draft: &NavalDraft<'_>, unit: &Id, target: &Id, rule: Rule) -> Result<(), NavalHalt> {
    match judged(draft.state(), unit, target, true) {
        Ok(()) => Ok(()),
        Err(reason) => draft.refuse(rule, reason),
    }
}
