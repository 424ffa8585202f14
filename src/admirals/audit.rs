//! Values ships by the results of battles between random forces, to compare with the points of [10.5].
mod fit;

use std::sync::Arc;

use super::{Captain, Player, battle::fight};
use naval::model::doctrine::{Doctrine, Prizes};
use naval::model::setup::{Visibility, VisibilityStep, Wind};
use naval::model::{Card, DivisionSetup, Fine, Place, Setup, ShipSetup, ShipType, Side};
use naval::{Id, Inches, SideId};
use play::Rng;
use search::Stop;

pub use fit::BattleSample;

/// Smallest number of ships in a force.
const MIN_SHIPS: u64 = 2;
/// Largest number of ships in a force.
const MAX_SHIPS: u64 = 8;
const MAX_DIVISION_SHIPS: usize = 4;
/// Length of an audit's battle in turns.
const TURNS: u16 = 20;
/// Largest initial distance between the lines.
const MAX_DISTANCE_IN: f64 = 14.0;
/// Largest initial distance between the lines, as a share of the sighting range.
const MAX_SIGHT_SHARE: f64 = 0.8;
/// Initial distance between divisions of a force.
const DIVISION_SPACING_IN: f64 = 3.0;

/// The result of a battle: the ships on each side, and whether the first side kept the greater share of its strength.
#[derive(Clone, PartialEq, Debug)]
pub struct AuditOutcome {
    /// Type and class of every ship of each side.
    pub ships: [Vec<(ShipType, String)>; 2],
    /// 1 if the first side kept the greater share of its strength, 0 if the second did, 0.5 if neither.
    pub first_won: f64,
    /// Whether an order was refused, or a duty left undone.
    pub refused: bool,
}

/// Draws new forces of a theatre, in two lines on the open sea by day. For each ship, one of the types the side has
/// left is drawn uniformly, then a ship of that type. `None` if a side has too few ships.
pub fn draw_forces(meeting: &Setup, rng: &mut Rng) -> Option<Setup> {
    let generator = meeting.generator.clone()?;
    let random_index = |rng: &mut Rng, n: usize| rng.below(n.max(1) as u64) as usize;
    let range = *generator.visibility.get(random_index(rng, generator.visibility.len()))?;
    let wind_force = *generator.winds.get(random_index(rng, generator.winds.len()))?;
    let from_deg = u16::try_from(15 * rng.below(24)).unwrap_or_default();
    let mut setup = Setup {
        generator: None,
        hidden: false,
        land: Vec::new(),
        turns: TURNS,
        visibility: Visibility::Steps(vec![VisibilityStep { from_turn: 1, range, quality: None }]),
        wind: Wind { force: wind_force, from_deg },
        ..meeting.clone()
    };
    let distance = MAX_DISTANCE_IN.min(range.as_f64() * MAX_SIGHT_SHARE);
    for (side_index, table) in generator.forces.iter().enumerate() {
        let pool: Vec<&Arc<Card>> = table.pool.iter().map(|listed| &listed.card).collect();
        let n = MIN_SHIPS + rng.below(MAX_SHIPS - MIN_SHIPS + 1);
        let force = draw_ships(&pool, usize::try_from(n).unwrap_or_default(), rng)?;
        let heads_east = rng.below(2) == 0;
        let side = setup.sides.iter_mut().find(|side| side.id == table.side)?;
        let (ships, divisions) = deploy_force(side, force, (side_index, distance, heads_east));
        setup.ships.extend(ships);
        setup.divisions.extend(divisions);
    }
    Some(setup)
}

/// Draws up to `n` ships, without repetition. `None` if there are fewer than `MIN_SHIPS`.
fn draw_ships(pool: &[&Arc<Card>], n: usize, rng: &mut Rng) -> Option<Vec<Arc<Card>>> {
    let is_warship = |card: &&&Arc<Card>| !matches!(card.kind, ShipType::MM | ShipType::CB);
    let mut remaining: Vec<&Arc<Card>> = pool.iter().filter(is_warship).copied().collect();
    let mut force = Vec::new();
    while force.len() < n && !remaining.is_empty() {
        let kinds: Vec<ShipType> =
            ShipType::ALL.into_iter().filter(|kind| remaining.iter().any(|card| card.kind == *kind)).collect();
        let kind = kinds[rng.below(kinds.len() as u64) as usize];
        let of_kind: Vec<usize> = (0..remaining.len()).filter(|index| remaining[*index].kind == kind).collect();
        force.push(remaining.remove(of_kind[rng.below(of_kind.len() as u64) as usize]).clone());
    }
    (MIN_SHIPS as usize <= force.len()).then_some(force)
}

/// Deploys a force in divisions, large ships nearest to the enemy and boats farthest away.
fn deploy_force(
    side: &mut Side,
    mut force: Vec<Arc<Card>>,
    (side_index, distance_in, heads_east): (usize, f64, bool),
) -> (Vec<ShipSetup>, Vec<DivisionSetup>) {
    force.sort_by_key(|card| card.kind as usize);
    let rank = |card: &Arc<Card>| usize::from(!card.kind.is_large()) + usize::from(card.kind.is_torpedo_craft());
    let mut groups: Vec<Vec<Arc<Card>>> = Vec::new();
    for card in &force {
        match groups.last_mut().filter(|group| group.len() < MAX_DIVISION_SHIPS && rank(&group[0]) == rank(card)) {
            Some(group) => group.push(card.clone()),
            None => groups.push(vec![card.clone()]),
        }
    }
    side.force_flag = force.first().map(|card| card.id.clone());
    let (outward, heading) = (if side_index == 0 { -1.0 } else { 1.0 }, if heads_east { 90 } else { 270 });
    let (mut number, mut ships, mut divisions) = (0, Vec::new(), Vec::new());
    for (place, group) in groups.into_iter().enumerate() {
        let y = 24.0 + outward * (distance_in / 2.0 + DIVISION_SPACING_IN * place as f64);
        let x = if heads_east { 36.0 } else { 40.0 };
        let id = format!("{}-{}", side.id, place + 1);
        divisions.push(division_setup(&side.id, &id, &group, Place::new(x, y, f64::from(heading))));
        for card in group {
            let is_numbered = card.big.is_some();
            number += u8::from(is_numbered);
            ships.push(ShipSetup::undamaged(card, is_numbered.then_some(number)));
        }
    }
    (ships, divisions)
}

fn division_setup(side: &SideId, id: &str, group: &[Arc<Card>], place: Place) -> DivisionSetup {
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
        at: Some(place),
        course: None::<Fine>,
    }
}

/// Fights a battle of drawn forces between captains that value strength instead of points. `None` if it was stopped.
pub fn fight_for_outcome(setup: &Setup, seed: u64, stop: Stop<'_>) -> Option<AuditOutcome> {
    let captain = Captain::new(Doctrine { prizes: Prizes::Strength, ..Doctrine::default_card() });
    let players: [Player<'_>; 2] = [&captain, &captain];
    let battle = fight(setup, &players, seed, false, stop);
    battle.result.end.as_ref()?;
    let (first_share, second_share) = (battle.shares.first()?, battle.shares.get(1)?);
    let first_won = match first_share.total_cmp(second_share) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0,
    };
    let ships_of = |side: &Side| {
        let own = setup.divisions.iter().filter(|division| division.side == side.id);
        let ships: Vec<&Id> = own.flat_map(|division| &division.ships).collect();
        let cards = setup.ships.iter().map(|ship| &ship.card).filter(|card| ships.contains(&&card.id));
        cards.map(|card| (card.kind, card.class.clone())).collect()
    };
    let ships = [ships_of(setup.sides.first()?), ships_of(setup.sides.get(1)?)];
    Some(AuditOutcome { ships, first_won, refused: 0 < battle.result.refused + battle.result.waived })
}
