//! What ships are worth by what becomes of battles between forces that were drawn at random, beside the points of 10.5.
mod fit;

use std::sync::Arc;

use super::{Captain, Player, battle::fight};
use naval::model::doctrine::{Doctrine, Prizes};
use naval::model::setup::{Visibility, VisibilityStep, Wind};
use naval::model::{Card, DivisionSetup, Fine, Place, Setup, ShipSetup, ShipType, Side};
use naval::{Id, Inches, SideId};
use play::Rng;
use search::Stop;

pub use fit::Sample;

/// A force has from so many ships to so many.
const FEWEST: u64 = 2;
const MOST: u64 = 8;
/// So many ships make a division.
const OF_A_DIVISION: usize = 4;
/// An audit's battle is fought for so many turns.
const TURNS: u16 = 20;
/// The lines begin no farther from each other than this, and well in sight.
const APART_IN: f64 = 14.0;
const IN_SIGHT: f64 = 0.8;
/// Divisions of a force begin so far from each other.
const ABREAST_IN: f64 = 3.0;

/// What of a battle counts: who fought on each side, and whether the first kept the greater share of its strength.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// Type and class of every ship, side by side.
    pub ships: [Vec<(ShipType, String)>; 2],
    /// 1 where the first side kept more, 0 where the second did, a half where both kept the same.
    pub first: f64,
    /// An order was refused, or a duty left undone.
    pub refused: bool,
}

/// Forces of a theatre on a day, drawn anew, in two lines on the open sea by daylight. Each ship is of any type that the side
/// has left, all alike, and then any ship of it. Nobody where a side has too few ships.
pub fn drawn(meeting: &Setup, rng: &mut Rng) -> Option<Setup> {
    let generator = meeting.generator.clone()?;
    let any = |rng: &mut Rng, n: usize| rng.below(n.max(1) as u64) as usize;
    let range = *generator.visibility.get(any(rng, generator.visibility.len()))?;
    let force = *generator.winds.get(any(rng, generator.winds.len()))?;
    let from_deg = u16::try_from(15 * rng.below(24)).unwrap_or_default();
    let mut setup = Setup {
        generator: None,
        hidden: false,
        land: Vec::new(),
        turns: TURNS,
        visibility: Visibility::Steps(vec![VisibilityStep { from_turn: 1, range, quality: None }]),
        wind: Wind { force, from_deg },
        ..meeting.clone()
    };
    let apart = APART_IN.min(range.as_f64() * IN_SIGHT);
    for (at, table) in generator.forces.iter().enumerate() {
        let pool: Vec<&Arc<Card>> = table.pool.iter().map(|listed| &listed.card).collect();
        let n = FEWEST + rng.below(MOST - FEWEST + 1);
        let force = force_of(&pool, usize::try_from(n).unwrap_or_default(), rng)?;
        let east = rng.below(2) == 0;
        let side = setup.sides.iter_mut().find(|side| side.id == table.side)?;
        let (ships, divisions) = drawn_up(side, force, (at, apart, east));
        setup.ships.extend(ships);
        setup.divisions.extend(divisions);
    }
    Some(setup)
}

/// So many ships, no two the same.
fn force_of(pool: &[&Arc<Card>], n: usize, rng: &mut Rng) -> Option<Vec<Arc<Card>>> {
    let fights = |card: &&&Arc<Card>| !matches!(card.kind, ShipType::MM | ShipType::CB);
    let mut left: Vec<&Arc<Card>> = pool.iter().filter(fights).copied().collect();
    let mut force = Vec::new();
    while force.len() < n && !left.is_empty() {
        let kinds: Vec<ShipType> =
            ShipType::ALL.into_iter().filter(|kind| left.iter().any(|card| card.kind == *kind)).collect();
        let kind = kinds[rng.below(kinds.len() as u64) as usize];
        let of_kind: Vec<usize> = (0..left.len()).filter(|at| left[*at].kind == kind).collect();
        force.push(left.remove(of_kind[rng.below(of_kind.len() as u64) as usize]).clone());
    }
    (FEWEST as usize <= force.len()).then_some(force)
}

/// A force in divisions, large ships nearest to the enemy and boats farthest from him.
fn drawn_up(
    side: &mut Side,
    mut force: Vec<Arc<Card>>,
    (at, apart, east): (usize, f64, bool),
) -> (Vec<ShipSetup>, Vec<DivisionSetup>) {
    force.sort_by_key(|card| card.kind as usize);
    let rank = |card: &Arc<Card>| usize::from(!card.kind.is_large()) + usize::from(card.kind.is_torpedo_craft());
    let mut groups: Vec<Vec<Arc<Card>>> = Vec::new();
    for card in &force {
        match groups.last_mut().filter(|group| group.len() < OF_A_DIVISION && rank(&group[0]) == rank(card)) {
            Some(group) => group.push(card.clone()),
            None => groups.push(vec![card.clone()]),
        }
    }
    side.force_flag = force.first().map(|card| card.id.clone());
    let (toward, heading) = (if at == 0 { -1.0 } else { 1.0 }, if east { 90 } else { 270 });
    let (mut number, mut ships, mut divisions) = (0, Vec::new(), Vec::new());
    for (place, group) in groups.into_iter().enumerate() {
        let y = 24.0 + toward * (apart / 2.0 + ABREAST_IN * place as f64);
        let x = if east { 36.0 } else { 40.0 };
        let id = format!("{}-{}", side.id, place + 1);
        divisions.push(division(&side.id, &id, &group, Place::new(x, y, f64::from(heading))));
        for card in group {
            let is_numbered = card.big.is_some();
            number += u8::from(is_numbered);
            ships.push(ShipSetup::fresh(card, is_numbered.then_some(number)));
        }
    }
    (ships, divisions)
}

fn division(side: &SideId, id: &str, group: &[Arc<Card>], at: Place) -> DivisionSetup {
    let ships: Vec<Id> = group.iter().map(|card| card.id.clone()).collect();
    DivisionSetup {
        id: Id::new(id),
        name: id.to_owned(),
        side: side.clone(),
        flagship: ships[0].clone(),
        ships,
        one_base: false,
        signalling: 0,
        initiative: 0,
        enters_turn: 1,
        speed: group.iter().map(|card| card.speed).min().unwrap_or(Inches::ZERO),
        at: Some(at),
        course: None::<Fine>,
    }
}

/// Fights such a battle between captains who count strength and no points; nothing where it was stopped.
pub fn outcome(setup: &Setup, seed: u64, stop: Stop<'_>) -> Option<Outcome> {
    let captain = Captain::of(Doctrine { prizes: Prizes::Strength, ..Doctrine::plain() });
    let players: [Player<'_>; 2] = [&captain, &captain];
    let battle = fight(setup, &players, seed, false, stop);
    battle.fought.end.as_ref()?;
    let (one, other) = (battle.shares.first()?, battle.shares.get(1)?);
    let first = match one.total_cmp(other) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0,
    };
    let of = |side: &Side| {
        let own = setup.divisions.iter().filter(|division| division.side == side.id);
        let ships: Vec<&Id> = own.flat_map(|division| &division.ships).collect();
        let cards = setup.ships.iter().map(|ship| &ship.card).filter(|card| ships.contains(&&card.id));
        cards.map(|card| (card.kind, card.class.clone())).collect()
    };
    let ships = [of(setup.sides.first()?), of(setup.sides.get(1)?)];
    Some(Outcome { ships, first, refused: 0 < battle.fought.refused + battle.fought.waived })
}
