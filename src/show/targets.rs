//! Possible targets of guns now, with the numbers needed and the chances: for a side about to declare. [3.3.5]
use num_traits::Zero;
use serde_json::{Value, json};

use super::{
    count, fold_paragraph, joined, name_list, percent, plain_table, refusal,
    status::{hidden_at_table_note, next_step_before_contact},
};
use naval::model::{BatteryKind, Ship, Volley};
use naval::rules::gunnery::{self, PossibleTarget, PossibleTargets};
use naval::rules::{rolls::natural_limit, survey};
use naval::{
    Fact, Id, Segment, SideId, State,
    odds::{self, HitCountFn, NumberOdds, Pool},
    view::View,
};
use play::odds::Chance;

/// Most rows of a table: with the lines above and below it they fill a screen.
pub(super) const MAX_ROWS: usize = 18;

/// Returns possible targets, nearest first, as text and as JSON. With a unit, for its guns that have not declared.
/// Without, for the viewer's ships that have declared nothing. The list fills one screen unless `all` is set.
///
/// Numbers and chances come from the rules, as if the guns fired now. No battery is offered a large ship
/// that is declared as a big-gun target. [6.5.10]
pub fn targets_text_and_json(view: &View, unit: Option<&Id>, all: bool) -> (String, Value) {
    let now = odds::as_if_at_gunfire(view);
    let has_declared = |ship: &Ship| view.this_move.declarations.iter().any(|declaration| declaration.firer == ship.id);
    let has_closed = |side: &SideId| view.this_move.closed_sides.contains(side);
    let is_open = |ship: &Ship| view.owns(&ship.side) && !has_declared(ship);
    let is_asked = |ship: &&Ship| match unit {
        Some(unit) => [&ship.id, &ship.division].contains(&unit),
        None => is_open(ship),
    };
    let chosen = now.ships_in_action().filter(is_asked).filter(|ship| !has_closed(&ship.side));
    let mut firers: Vec<Firer> = chosen.map(|ship| Firer::new(&now, ship)).collect();
    // If no ship without a declaration has a target, offer the other guns of ships that have declared.
    if unit.is_none() && firers.iter().all(|firer| firer.targets.legal.is_empty()) {
        let fire =
            now.ships_in_action().filter(|ship| view.owns(&ship.side) && has_declared(ship) && !has_closed(&ship.side));
        firers.extend(fire.map(|ship| Firer::new(&now, ship)).filter(|firer| !firer.targets.legal.is_empty()));
    }
    firers.sort_by_key(|firer| firer.targets.legal.first().map_or(i64::MAX, |target| target.range.0.into()));
    let with_targets = firers.iter().filter(|firer| !firer.targets.legal.is_empty()).count();
    let most = if all { usize::MAX } else { (MAX_ROWS / with_targets.max(1)).max(1) };
    let (mut shots, mut farther) = (Vec::new(), 0);
    for firer in &firers {
        let mut room = if all { usize::MAX } else { most.min(MAX_ROWS.saturating_sub(shots.len())) };
        for target in &firer.targets.legal {
            let offered = if room == 0 { Vec::new() } else { firer.shots(target) };
            farther += usize::from(offered.is_empty());
            room = room.saturating_sub(offered.len());
            shots.extend(offered);
        }
    }
    let mut lines = Vec::new();
    if !shots.is_empty() {
        let heading = ["from", "at", "range", "arc", "guns", "needs", "hit", "pierce"];
        lines.push(plain_table(&heading, &[2, 6, 7], shots.iter().map(|shot| shot.row(view)).collect()));
    }
    if 0 < farther {
        let unit_word = unit.map(|unit| format!("{unit} ")).unwrap_or_default();
        lines.push(format!("And {} in reach, farther away: targets {unit_word}all.", count(farther, "more target")));
    }
    if !shots.is_empty() && view.segment == Segment::Movement && firers.iter().any(|firer| firer.ship.at.is_some()) {
        lines.push("No sighting yet from these positions: this is what it would give. [4.2]".to_owned());
    }
    lines.extend(declared_line(view, &firers));
    let closed_sides =
        view.setup.sides.iter().filter(|side| {
            has_closed(&side.id) && now.ships_in_action().filter(is_asked).any(|ship| ship.side == side.id)
        });
    lines.extend(closed_sides.map(|side| format!("{} has declared all its fire. [3.3.5]", side.name)));
    lines.extend(no_target_line(&firers));
    lines.extend(unit.map(|_| no_target_reasons(&now, &firers)).unwrap_or_default());
    lines.extend(unmeasured_line(view, &firers));
    if let Some(note) = hidden_at_table_note(view, "targets") {
        lines.push(note);
    } else if lines.is_empty() {
        lines.push(no_targets_sentence(view));
    }
    let open = firers
        .iter()
        .flat_map(|firer| firer.targets.unmeasured.iter().map(|at| json!({ "from": firer.ship.id, "at": at })));
    let value = json!({
        "targets": shots.iter().map(Shot::json).collect::<Vec<_>>(),
        "farther": farther,
        "unmeasured": open.collect::<Vec<_>>(),
    });
    (lines.join("\n"), value)
}

/// Returns the viewer's ships whose guns could declare, the nearest to a target first, each with lines for its possible
/// targets: `Rossia 10.2" broadside, 4 big: needs 7, hits 45.0%, pierces 12.5%`.
pub fn targets_by_ship(view: &View) -> Vec<(Id, Vec<String>)> {
    let now = odds::as_if_at_gunfire(view);
    let own = now.ships_in_action().filter(|ship| view.owns(&ship.side) && !ship.are_weapons_barred());
    let mut firers: Vec<Firer> = own.map(|ship| Firer::new(&now, ship)).collect();
    firers.retain(|firer| !firer.targets.legal.is_empty() || !firer.targets.unmeasured.is_empty());
    firers.sort_by_key(|firer| firer.targets.legal.first().map_or(i64::MAX, |target| target.range.0.into()));
    let lines = firers.iter().map(|firer| {
        let shots = firer.targets.legal.iter().flat_map(|target| firer.shots(target));
        (firer.ship.id.clone(), shots.map(|shot| shot.line(view)).collect())
    });
    lines.collect()
}

/// A ship, and the possible targets of its guns that have not declared.
struct Firer<'a> {
    ship: &'a Ship,
    state: &'a State,
    targets: PossibleTargets,
    /// Targets at which it has declared or fired.
    declared_at: Vec<Id>,
}

impl<'a> Firer<'a> {
    fn new(now: &'a State, ship: &'a Ship) -> Firer<'a> {
        let own = now.this_move.declarations.iter().filter(|declaration| declaration.firer == ship.id);
        let at = play::distinct(own.map(|declaration| declaration.target.clone()));
        Firer { ship, state: now, targets: gunnery::possible_targets(now, ship), declared_at: at }
    }

    /// Whether no target can be offered.
    fn has_no_targets(&self) -> bool {
        self.targets.legal.is_empty() && (self.targets.unmeasured.is_empty() || !self.declared_at.is_empty())
    }

    /// Returns shots at a target: the big guns as one, all others as another.
    fn shots<'s>(&'s self, enemy: &'s PossibleTarget) -> Vec<Shot<'s>> {
        let (big, others): (Vec<BatteryKind>, Vec<BatteryKind>) =
            enemy.batteries.iter().partition(|battery| **battery == BatteryKind::Big);
        let guns = [big, others].into_iter().filter(|guns| !guns.is_empty());
        guns.map(|guns| {
            let pool =
                odds::pools_at(self.state, &self.ship.id, enemy, &guns).ok().and_then(|pools| pools.into_iter().next());
            Shot { from: self.ship, target: enemy, guns, pool }
        })
        .collect()
    }
}

/// Guns that could fire at a target.
struct Shot<'a> {
    from: &'a Ship,
    target: &'a PossibleTarget,
    guns: Vec<BatteryKind>,
    /// `None` if the order must state more than is known, such as which broadside.
    pool: Option<Pool>,
}

impl Shot<'_> {
    fn row(&self, view: &View) -> Vec<String> {
        let (guns, needs) = self.needs();
        let chance = |pick| self.chance_of_one(pick).map_or("-".to_owned(), |chance| percent(&chance));
        let (hits, pierces): (HitCountFn, HitCountFn) = (|key| key.strikes + key.battery, |key| key.penetrating);
        let is_big = self.guns == [BatteryKind::Big];
        vec![
            self.from.card.name.clone(),
            view.name(&self.target.target).to_owned(),
            format!("{}\"", self.target.range),
            self.target.bearing.to_string(),
            guns,
            needs,
            chance(hits),
            if is_big { chance(pierces) } else { "-".to_owned() },
        ]
    }

    fn line(&self, view: &View) -> String {
        let [_, target, range, arc, guns, needs, hit, pierce] = &self.row(view)[..] else { return String::new() };
        let pierce = if pierce == "-" { String::new() } else { format!(", pierces {pierce}") };
        format!("{target} {range} {arc}, {guns}: needs {needs}, hits {hit}{pierce}")
    }

    /// Returns guns and needs: `4 big` (dice) and `7` (highest success), or `medium, light` and `2 sure, 3 of 20`.
    fn needs(&self) -> (String, String) {
        let guns = joined(&self.guns, ", ");
        let fact = self.pool.as_ref().map(|pool| &pool.event.fact);
        if let Some(Fact::SalvoFired(salvo)) = fact {
            return (format!("{} {guns}", salvo.dice.result), natural_limit(salvo.to_hit.result).to_string());
        }
        if let Some(Fact::BatteriesFired(volley)) = fact {
            return (guns, volley_needs(volley));
        }
        (guns, "help target".to_owned())
    }

    /// Returns the chance of at least one hit of those that `pick` counts.
    fn chance_of_one(&self, pick: HitCountFn) -> Option<Chance> {
        let chances: NumberOdds = self.pool.as_ref()?.chances(pick);
        Some(chances.iter().skip(1).fold(Chance::zero(), |sum, chance| sum + chance))
    }

    fn json(&self) -> Value {
        let exact = |pick| self.chance_of_one(pick).map(|chance| format!("{}/{}", chance.numer(), chance.denom()));
        let (_, needs) = self.needs();
        json!({
            "from": self.from.id, "at": self.target.target, "range": self.target.range, "arc": self.target.bearing.to_string(),
            "guns": self.guns, "needs": needs, "hit": exact(|key| key.strikes + key.battery),
            "pierce": exact(|key| key.penetrating),
        })
    }
}

/// `2 sure, 3 of 20`
fn volley_needs(volley: &Volley) -> String {
    let diced = format!("{} of {}", volley.needed, volley.sides);
    match (volley.automatic, volley.needed) {
        (0, 0) => "no chance".to_owned(),
        (0, _) => diced,
        (sure, 0) => format!("{sure} sure"),
        (sure, _) => format!("{sure} sure, {diced}"),
    }
}

/// More names than this are counted, not listed.
const MAX_NAMES_LISTED: usize = 6;

/// Returns ships that have declared and have no other target, with their targets.
fn declared_line(view: &View, firers: &[Firer]) -> Option<String> {
    let declared = firers.iter().filter(|firer| firer.has_no_targets() && !firer.declared_at.is_empty());
    let declarations: Vec<String> =
        declared.map(|firer| format!("{} at {}", firer.ship.card.name, name_list(view, &firer.declared_at))).collect();
    (!declarations.is_empty()).then(|| fold_paragraph(&format!("Declared: {}. [3.3.5]", declarations.join("; ")), 0))
}

fn no_target_line(firers: &[Firer]) -> Option<String> {
    let none = firers.iter().filter(|firer| firer.has_no_targets() && firer.declared_at.is_empty());
    let none: Vec<&str> = none.map(|firer| firer.ship.card.name.as_str()).collect();
    let ships = if MAX_NAMES_LISTED < none.len() { count(none.len(), "ship") } else { none.join(", ") };
    (!none.is_empty())
        .then(|| fold_paragraph(&format!("No target in sight, reach and arc: {ships}. [6.1, 6.3, 6.4]"), 0))
}

/// Explains why ships without positions and targets cannot fire at the nearest sighted enemy whose range is known.
fn no_target_reasons(now: &State, firers: &[Firer]) -> Vec<String> {
    let is_none =
        |firer: &&Firer| firer.targets.legal.is_empty() && firer.declared_at.is_empty() && firer.ship.at.is_none();
    let none = firers.iter().filter(is_none).take(MAX_NAMES_LISTED / 2);
    let nearest = |firer: &Firer| {
        let range = |enemy: &Ship| {
            let (ship, enemy) = (&firer.ship.id, &enemy.id);
            now.measured_range(ship, enemy).or_else(|| survey::range(now, ship, enemy))
        };
        let enemies = now.ships_in_action().filter(|enemy| enemy.side != firer.ship.side && enemy.sighted);
        let (range, enemy) =
            enemies.filter_map(|enemy| Some((range(enemy)?, enemy))).min_by_key(|(range, _)| *range)?;
        let why = refusal::fire_refusal_text(now, &firer.ship.id, &enemy.id)?;
        Some(fold_paragraph(&format!("  {} at {}, {range}\": {why}", firer.ship.card.name, enemy.card.name), 4))
    };
    none.filter_map(nearest).collect()
}

/// Explains why there is no target, according to how this battle is played.
fn no_targets_sentence(view: &View) -> String {
    let text = if view.ranges_are_measured() {
        "No guns are left that have a target at the known ranges. [3.3.5]"
    } else {
        "No guns are left that reach an enemy in sight and bear on it. [3.3.5]"
    };
    next_step_before_contact(view).unwrap_or_else(|| text.to_owned())
}

/// Returns pairs whose range must still be measured.
fn unmeasured_line(view: &View, firers: &[Firer]) -> Option<String> {
    let open = firers.iter().filter(|firer| firer.declared_at.is_empty() && !firer.targets.unmeasured.is_empty());
    let open: Vec<&Firer> = open.collect();
    let (first, at) = open.first().map(|firer| (firer, &firer.targets.unmeasured))?;
    let pairs = match open.len() {
        few if few <= MAX_NAMES_LISTED / 2 => joined(
            open.iter()
                .map(|firer| format!("{} from {}", firer.ship.card.name, name_list(view, &firer.targets.unmeasured))),
            "; ",
        ),
        _ => count(open.iter().map(|firer| firer.targets.unmeasured.len()).sum::<usize>(), "pair"),
    };
    Some(fold_paragraph(&format!("Not measured: {pairs}. Type measure {} {} RANGE. [2.7]", first.ship.id, at[0]), 0))
}
