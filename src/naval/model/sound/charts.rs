//! Bounds of the charts. [2.2]
use std::collections::BTreeSet;

use super::bounds::{DICE, FINEST_FACTOR, LONGEST_RANGE, MOST_MODIFIER, MOST_TIMES, MOST_TURN, SIZE_PLUS, STEP_DEG};
use super::card::are_sound;
use crate::model::{
    Fraction, Id, Inches, ShipType,
    chart::{
        Charts, CommandCheck, Condition, DamageTable, Effect, Independent, IndependentMovement, Modifier,
        ModifierEffect, Movement, Row, TableKind, UnitKind,
    },
};

impl Charts {
    /// What makes the charts impossible for ships of these types, by the first fault. Types of which the battle has none are
    /// not asked for: the journal may be older than they are.
    pub(super) fn fault(&self, types: &BTreeSet<ShipType>) -> Option<String> {
        if let Some(modifier) = self.gunnery.iter().find(|modifier| !is_modifier(modifier)) {
            return Some(format!("the line {} of the gunnery chart is out of range", modifier.id));
        }
        let twice_named = twice(self.gunnery.iter().map(|line| &line.id));
        if let Some(id) = twice_named.or_else(|| twice(self.damage.iter().map(|table| &table.id))) {
            return Some(format!("the charts have two lines or tables {id}"));
        }
        if !are_sound(&self.large_torpedo) {
            return Some("the torpedo bands of large ships do not rise, or are out of range".to_owned());
        }
        if !is_factor(self.sighting.burning) || !is_factor(self.sighting.firing_or_searchlight_at_night) {
            return Some("a factor of the sighting chart is out of range".to_owned());
        }
        let lights = self.illumination.searchlights.iter().flat_map(|light| [light.light_ship, light.large_ship]);
        let is_range = |range: Inches| (Inches::ZERO..=LONGEST_RANGE).contains(&range);
        if lights.chain([self.illumination.starshell_range]).any(|range| !is_range(range)) {
            return Some("a range of lights is out of range".to_owned());
        }
        if !self.movement.iter().all(Movement::is_sound) {
            return Some("a line of the movement chart is out of range".to_owned());
        }
        if let Some(kind) = not_once_on(self.movement.iter()).into_iter().find(|kind| types.contains(kind)) {
            return Some(format!("the movement chart has not one line for {kind}"));
        }
        if !is_check(&self.command_check) {
            return Some("a figure of the command check is out of range".to_owned());
        }
        let kinds = [UnitKind::Large, UnitKind::Light, UnitKind::Single];
        let once = |kind: UnitKind| self.independent_movement.iter().filter(|table| table.kind == kind).count() == 1;
        if !self.independent_movement.iter().all(is_independent) || !kinds.into_iter().all(once) {
            return Some("a table of independent movement is not whole, or out of range".to_owned());
        }
        if let Some(damage) = self.damage.iter().find(|table| !is_damage(table)) {
            return Some(format!("the damage table {} is not whole, or out of range", damage.id));
        }
        let is_there = |left: &[ShipType]| left.iter().any(|kind| types.contains(kind));
        let (kind, _) = unserved(&self.damage).into_iter().find(|(_, left)| is_there(left))?;
        Some(format!("no damage table of kind {kind} serves every ship"))
    }
}

/// The first id that comes twice.
pub(super) fn twice<'i>(ids: impl Iterator<Item = &'i Id>) -> Option<&'i Id> {
    let mut seen = BTreeSet::new();
    ids.into_iter().find(|id| !seen.insert(*id))
}

/// Whether a line of a chart may multiply by it.
pub fn is_factor(times: Fraction) -> bool {
    (Fraction::ZERO..=Fraction::from(MOST_TIMES)).contains(&times) && *times.0.denom() <= FINEST_FACTOR
}

fn is_modifier(Modifier { when, effect, .. }: &Modifier) -> bool {
    let is_turn = if let Condition::FirerTurned { from_deg, to_deg } = when { from_deg <= to_deg } else { true };
    is_turn
        && *effect != ModifierEffect::default()
        && [effect.to_hit_times, effect.dice_times].into_iter().flatten().all(is_factor)
        && effect.size_plus.is_none_or(|plus| SIZE_PLUS.contains(&plus))
}

impl Movement {
    /// Whether ships can turn and gain speed so. [5.5, 5.6]
    pub fn is_sound(&self) -> bool {
        let fits = |length: Inches| (Inches::ZERO..=MOST_TURN).contains(&length);
        self.turn_radius != Inches::ZERO && fits(self.turn_radius) && fits(self.acceleration)
    }
}

/// The types that move and do not stand in one line of the movement chart alone. [5.5, 5.6, Q51]
pub fn not_once_on<'l>(lines: impl Iterator<Item = &'l Movement> + Clone) -> Vec<ShipType> {
    let count = |kind: &ShipType| lines.clone().flat_map(|line| &line.types).filter(|one| *one == kind).count();
    ShipType::ALL.into_iter().filter(|kind| !kind.is_battery() && count(kind) != 1).collect()
}

fn is_check(check: &CommandCheck) -> bool {
    let CommandCheck { base, signalling, advance_plot, night, under_fire, .. } = *check;
    let figures = [base, signalling, advance_plot, night, under_fire, check.repeaters.each, check.distance.worth];
    DICE.contains(&check.sides)
        && figures.iter().all(|figure| (-MOST_MODIFIER..=MOST_MODIFIER).contains(figure))
        && (0..=MOST_MODIFIER).contains(&check.repeaters.at_most)
        && Inches::ZERO < check.distance.every
}

fn is_independent(table: &IndependentMovement) -> bool {
    let is_turn = |degrees: u16| (1..=180).contains(&degrees) && degrees.is_multiple_of(STEP_DEG);
    let does = |does: &Independent| match does {
        Independent::TurnTowardEnemy { degrees } | Independent::TurnAway { degrees } => is_turn(*degrees),
        Independent::AsPlotted | Independent::StraightSameSpeed => true,
        Independent::FollowNearestAhead | Independent::RepeatLastTurn => true,
    };
    let rows = &table.rows;
    let rise = rows.windows(2).all(|pair| pair[1].up_to.is_none_or(|next| pair[0].up_to.is_some_and(|up| up < next)));
    // Only the last row is open.
    let last = rows.len().saturating_sub(1);
    DICE.contains(&table.sides)
        && rise
        && rows.iter().enumerate().all(|(at, row)| row.up_to.is_none() == (at == last))
        && !rows.is_empty()
        && rows.iter().all(|row| does(&row.does))
}

/// Whether every face of the die stands in exactly one row, and every effect is of a size that it may be.
fn is_damage(table: &DamageTable) -> bool {
    let times = |face: u8| table.rows.iter().filter(|row| (row.faces.0..=row.faces.1).contains(&face)).count();
    let within = |row: &Row| 0 < row.faces.0 && row.faces.0 <= row.faces.1 && row.faces.1 <= table.sides;
    let does = |row: &Row| !row.effects.is_empty() && row.effects.iter().all(Effect::is_sound);
    DICE.contains(&table.sides)
        && table.rows.iter().all(|row| within(row) && does(row))
        && (1..=table.sides).all(|face| times(face) == 1)
}

impl Effect {
    /// Whether its figure is one that an effect may have.
    pub fn is_sound(&self) -> bool {
        match self {
            Effect::Guns { quarters } => (1..=8).contains(quarters),
            Effect::Flotation { hits } => (1..=100).contains(hits),
            Effect::Speed { loss } => (Inches::ZERO..=Inches::whole(10)).contains(loss),
            Effect::Magazine { explodes_to } => (1..=10).contains(explodes_to),
            Effect::Nothing | Effect::Mount | Effect::Fire | Effect::Special | Effect::Steering | Effect::Bridge => {
                true
            }
            Effect::Emplacement | Effect::FireControl | Effect::BridgeOrFireControl => true,
            Effect::Explosion | Effect::Sinks => true,
        }
    }
}

/// The kinds of table of which none catches every ship they can be asked for, and the ships. [1.4]
pub fn unserved(damage: &[DamageTable]) -> Vec<(&'static str, Vec<ShipType>)> {
    use ShipType::{BB, BC, CA, CB, CL, CP, MM, OBB, TB, TBD};
    // No torpedo and no ram reaches guns ashore. [Q51]
    const AFLOAT: &[ShipType] = &[BB, OBB, BC, CA, CL, CP, TBD, TB, MM];
    let wanted: [(TableKind, &str, &[ShipType]); 9] = [
        (TableKind::Penetrating, "penetrating", &[BB, OBB, BC, CA]),
        (TableKind::NonPenetrating, "non_penetrating", &[BB, OBB, BC, CA]),
        (TableKind::Special, "special", &[BB, OBB, BC, CA]),
        (TableKind::Torpedo, "torpedo", AFLOAT),
        (TableKind::Light, "light", &[CL, CP, TBD, TB, MM, CB]),
        (TableKind::GunsGone, "guns_gone", &[CL, CP]),
        (TableKind::Rammer, "rammer", AFLOAT),
        (TableKind::Rammed, "rammed", AFLOAT),
        (TableKind::Glancing, "glancing", AFLOAT),
    ];
    let left = wanted.into_iter().map(|(kind, name, asked)| {
        let is_served = |ship: ShipType| damage.iter().any(|table| table.kind == kind && catches(table, ship));
        (name, asked.iter().copied().filter(|ship| !is_served(*ship)).collect::<Vec<ShipType>>())
    });
    left.filter(|(_, left)| !left.is_empty()).collect()
}

/// Serves every hit on a type of ship, whoever fired and from wherever.
fn catches(table: &DamageTable, ship: ShipType) -> bool {
    let when = &table.when;
    let always = when.firer_navies.is_empty()
        && when.before.is_none()
        && when.range_to.is_none()
        && when.mounts_to.is_none()
        && when.batteries.is_empty()
        && when.by.is_empty();
    always && (when.types.is_empty() || when.types.contains(&ship))
}
