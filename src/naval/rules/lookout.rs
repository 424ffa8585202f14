//! Sight from one ship to another, by the referee's ruling, by measured range or by positions. [4.1, 4.2, 4.3]
use crate::model::{
    Fraction, Ship, SightRuling, SightingBasis, command::LineBlock, ship::VisibleSigns, state::Measurement,
};
use crate::rules::survey::{PlacedBase, Sea};
use crate::{Inches, Segment, State};

/// Returns how far away a ship is seen now, without special rules.
pub(crate) fn plain_reach(state: &State, ship: &Ship) -> Inches {
    sighting_reach(state, ship, state.turn, state.sighting_base, ship.visible_signs())
}

pub(crate) fn sighting_reach(
    state: &State,
    ship: &Ship,
    turn: u16,
    base: Option<Inches>,
    signs: VisibleSigns,
) -> Inches {
    let factors = &state.setup.charts.sighting;
    let burning = if signs.burning { factors.burning } else { Fraction::ONE };
    let flashes = signs.has_flashed && state.setup.night;
    let flash_factor = if flashes { factors.firing_or_searchlight_at_night } else { Fraction::ONE };
    let lit = if signs.lit { Fraction::new(LIT_FACTOR.0, LIT_FACTOR.1) } else { Fraction::ONE };
    let base = base.unwrap_or_default();
    let base = state.light_in(turn, &ship.side).map_or(base, |light| base.min(light.range));
    let still_hidden = ship.card.kind.is_coast_battery() && ship.seen.is_none() && !signs.has_flashed && !signs.burning;
    let hidden =
        if still_hidden { Fraction::new(HIDDEN_BATTERY_FACTOR.0, HIDDEN_BATTERY_FACTOR.1) } else { Fraction::ONE };
    let hundredths = Fraction::from(i64::from(base.0)) * burning.max(flash_factor) * lit * hidden;
    Inches(hundredths.rounded() as i32)
}

/// A ship that one enemy lights is seen by all enemies at this multiple of the range. [4.2, Q36]
const LIT_FACTOR: (i64, i64) = (3, 2);

/// A coast battery not seen before that neither fires nor burns is seen at this fraction of the range. (Q51)
const HIDDEN_BATTERY_FACTOR: (i64, i64) = (1, 2);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SightResult {
    /// The ship sees the enemy.
    Sees,
    /// The enemy is beyond the sighting range, or its range is unknown.
    Beyond { range: Option<Inches>, sight: Inches },
    /// Something blocks the line. [4.6, 4.7]
    Behind(LineBlock),
}

impl SightResult {
    pub(crate) fn sees(self, line_is_clear: bool) -> bool {
        match self {
            SightResult::Sees => true,
            SightResult::Behind(_) => line_is_clear,
            SightResult::Beyond { .. } => false,
        }
    }
    /// Sort key for how nearly a ship is seen: seen, behind something, at a known range, at an unknown range.
    pub(crate) fn visibility_order(&self) -> (u8, Option<Inches>) {
        match self {
            SightResult::Sees => (0, None),
            SightResult::Behind(_) => (1, None),
            SightResult::Beyond { range: Some(range), .. } => (2, Some(*range)),
            SightResult::Beyond { range: None, .. } => (3, None),
        }
    }
}

fn stated_sighting(
    state: &State,
    measures: &[Measurement],
    rulings: &[SightRuling],
    observer: &Ship,
    target: &Ship,
    sight: Inches,
) -> Option<SightResult> {
    let beyond = |range| SightResult::Beyond { range, sight };
    let is_about_target = |ruling: &&SightRuling| ruling.ship == target.id;
    let is_by_observer = |ruling: &&SightRuling| ruling.by.as_ref() == Some(&observer.id);
    if rulings.iter().rev().filter(is_about_target).find(is_by_observer).is_some_and(|ruling| ruling.seen) {
        return Some(SightResult::Sees);
    }
    if let Some(range) =
        if measures.is_empty() { None } else { state.measured_range_in(measures, &observer.id, &target.id) }
    {
        return Some(if range <= sight { SightResult::Sees } else { beyond(Some(range)) });
    }
    let ruling = rulings.iter().rev().filter(is_about_target).find(|ruling| ruling.by.is_none())?;
    Some(if ruling.seen { SightResult::Sees } else { beyond(None) })
}

fn sighting_by_position(state: &State, sea: &Sea, observer: &Ship, target: &Ship, sight: Inches) -> SightResult {
    let ranges = state.setup.options.ranges;
    let Some((from, to)) = PlacedBase::from_ship(state, observer).zip(PlacedBase::from_ship(state, target)) else {
        return SightResult::Beyond { range: None, sight };
    };
    let sight_line = from.sight(ranges, &to);
    let range = sight_line.range();
    if sight < range {
        return SightResult::Beyond { range: Some(range), sight };
    }
    sea.blocks(sight_line.line).map_or(SightResult::Sees, SightResult::Behind)
}

/// Returns the ships on a ship's base. Boats on one base are seen as one.
fn ships_on_base<'a>(state: &'a State, ship: &'a Ship) -> impl Iterator<Item = &'a Ship> {
    let shared = state.division(&ship.division).is_some_and(|division| division.one_base);
    let shares_base =
        move |other_ship: &&Ship| other_ship.id == ship.id || (shared && other_ship.division == ship.division);
    state.ships.iter().map(AsRef::as_ref).filter(|other_ship| other_ship.is_on_table()).filter(shares_base)
}

/// Returns the look still valid. The Sighting, Illumination and Damage Segments look again. [4.2]
pub(crate) fn last_look(state: &State) -> Option<&SightingBasis> {
    state.last_sighting.as_ref().filter(|look| match state.segment {
        Segment::Plotting | Segment::Movement => true,
        Segment::Gunfire | Segment::Torpedo | Segment::DamageControl => look.turn == state.turn,
        Segment::Sighting | Segment::Illumination | Segment::Damage => false,
    })
}

/// Returns the last look while ships are plotted and moved: until the next look its ranges and rulings stay valid.
fn earlier_look(state: &State) -> Option<&SightingBasis> {
    last_look(state).filter(|_| matches!(state.segment, Segment::Plotting | Segment::Movement))
}

/// Returns how far away a ship is seen by the look still valid, without special rules.
pub(crate) fn reach_at_last_look(state: &State, ship: &Ship) -> Inches {
    match last_look(state) {
        Some(look) => sighting_reach(state, ship, look.turn, look.base, ship.shown_at_sighting),
        None => plain_reach(state, ship),
    }
}

/// How far one ship sees another, given the other's plain sighting range.
type Sight<'a> = Box<dyn Fn(&Ship, &Ship, Inches) -> Inches + 'a>;

/// Determines sight between ships, with land and with smoke as when sighting was last determined. [4.2, 4.6, 4.7]
pub struct Lookout<'a> {
    pub(crate) state: &'a State,
    sea: Sea,
    sight: Sight<'a>,
}

impl<'a> Lookout<'a> {
    /// Creates a lookout over the sea of the last look. `sight` applies special rules to sighting ranges.
    pub fn new(state: &'a State, sea: Sea, sight: impl Fn(&Ship, &Ship, Inches) -> Inches + 'a) -> Lookout<'a> {
        Lookout { state, sea, sight: Box::new(sight) }
    }

    /// Returns whether one ship sees another, by the first of: ruling that it does, range, ruling for all, positions.
    pub fn glance(&self, observer: &Ship, target: &Ship) -> SightResult {
        let state = self.state;
        let sight = |ship: &Ship| (self.sight)(observer, ship, reach_at_last_look(state, ship));
        let sight = ships_on_base(state, target).map(sight).max().unwrap_or_default();
        let now =
            stated_sighting(state, &state.this_move.measures, &state.this_turn.sight_rulings, observer, target, sight);
        let earlier = || {
            earlier_look(state)
                .and_then(|look| stated_sighting(state, &look.measures, &look.rulings, observer, target, sight))
        };
        now.or_else(earlier).unwrap_or_else(|| sighting_by_position(state, &self.sea, observer, target, sight))
    }
}

/// Returns the turn whose smoke counted when sighting was last determined. [4.2, 4.6]
pub(crate) fn turn_of_look(state: &State) -> u16 {
    last_look(state).map_or(state.turn, |look| look.turn)
}
