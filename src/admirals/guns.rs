//! Chooses gun targets by rules of thumb. [3.3.5, 6.5]
use super::{
    Choice, Due, Memory, TermKind, Weighed,
    aims::Aims,
    between::range,
    memory::Scored,
    reasons::{best, term},
};
use naval::model::{BatteryKind, Ship, ShipType, Target, command::Conditions};
use naval::{Command, Id, Inches, rules::gunnery, view::Outlook};
use play::Rule;

const ON_TARGET: Rule = Rule::new("6.5.1.3");
const VICTORY: Rule = Rule::new("9.2");
const DECLARING: Rule = Rule::new("3.3.5");
const KINDS: Rule = Rule::new("1.4");
const RANGE: Rule = Rule::new("6.1");

/// Boats within this range may launch within the next turn or two.
const THREAT_IN: f64 = 6.0;
/// At most this many targets are tried for one battery.
pub const MOST_TRIED: usize = 8;
/// Allowed excess of range: the rules measure funnel to funnel, these ranges are centre to centre.
const SLACK_IN: f64 = 2.0;

/// A possible target and its range.
pub struct Mark<'s> {
    pub ship: &'s Ship,
    pub target: Id,
    pub range_in: f64,
}

/// Returns enemies in sight within reach, by position or measured range, the nearest first. Boats on one base count
/// once.
pub fn marks<'s>(at: &'s Outlook, firer: &Ship, reach: Inches) -> Vec<Mark<'s>> {
    let state = at.state();
    let mut marks: Vec<Mark> = Vec::new();
    for ship in state.afloat().filter(|ship| ship.side != *at.side() && ship.sighted) {
        let Some(range_in) = range(at, firer, ship) else { continue };
        let target = state.base_of(&ship.id);
        if range_in <= reach.as_f64() + SLACK_IN && marks.iter().all(|one| one.target != target) {
            marks.push(Mark { ship, target, range_in });
        }
    }
    marks.sort_by(|one, other| one.range_in.total_cmp(&other.range_in).then_with(|| one.target.cmp(&other.target)));
    marks
}

pub fn order(firer: &Id, target: Id, battery: BatteryKind) -> Target {
    Target {
        firer: firer.clone(),
        target,
        range: None,
        bearing: None,
        battery: Some(battery),
        conditions: Conditions::default(),
    }
}

/// Whether a boat may launch within the next turn or two.
pub fn threatens(mark: &Mark) -> bool {
    mark.ship.card.kind.is_torpedo_craft() && mark.range_in <= THREAT_IN
}

/// Whether these guns have a target for this turn.
pub fn declared_already(at: &Outlook, firer: &Id, battery: BatteryKind) -> bool {
    at.state().this_move.declarations.iter().any(|one| one.firer == *firer && one.battery == battery)
}

/// Lays big guns at last turn's target if it was hit, otherwise at a ship that decides the battle, the opposite number,
/// or the nearest. Large ships come before light ones.
pub fn big(at: &mut Outlook, memory: &Memory, due: &Due) -> Vec<Choice> {
    let mut chosen = Vec::new();
    for unit in &due.units {
        let options = big_of(at, memory, unit);
        chosen.extend(best(at, options));
    }
    chosen
}

fn big_of(at: &Outlook, memory: &Memory, unit: &Id) -> Vec<Weighed> {
    let (state, aims) = (at.state(), Aims::of(at));
    let silent = |ship: &&Ship| !declared_already(at, &ship.id, BatteryKind::Big);
    let Some(firer) = state.ship(unit).filter(silent) else { return Vec::new() };
    let Some(reach) = firer.card.big.as_ref().and_then(|big| big.bands.last()).map(|band| band.to) else {
        return Vec::new();
    };
    let mut marks = marks(at, firer, reach);
    let opposite = opposite(at, firer, &marks);
    let last_turn = |mark: &Mark| {
        let hit = |one: &Scored| one.firer == *unit && one.target == mark.target && one.turn + 1 == state.turn;
        memory.scored.iter().any(hit)
    };
    marks.sort_by_key(|mark| !(last_turn(mark) || opposite.as_ref() == Some(&mark.target)));
    let weighed = |mark: &Mark| {
        let mut terms = vec![term(TermKind::Range, -0.1 * mark.range_in, RANGE)];
        let mut add = |holds: bool, kind, points, rule| terms.extend(holds.then(|| term(kind, points, rule)));
        add(last_turn(mark), TermKind::HitLastTurn, 8.0, ON_TARGET);
        add(aims.hunts(mark.ship, at.side()), TermKind::Decides, 3.0, VICTORY);
        add(opposite.as_ref() == Some(&mark.target), TermKind::OppositeNumber, 2.0, DECLARING);
        add(mark.ship.card.kind.is_large(), TermKind::Kind, 4.0, KINDS);
        Weighed::by(Command::Target(order(unit, mark.target.clone(), BatteryKind::Big)), terms)
    };
    marks.iter().take(MOST_TRIED).map(weighed).collect()
}

/// Returns the enemy in the same place of its line as the firer in its own, counted among the ships in action.
pub fn opposite(at: &Outlook, firer: &Ship, marks: &[Mark]) -> Option<Id> {
    let state = at.state();
    let own = state.division(&firer.division)?;
    let place =
        own.ships.iter().filter(|id| state.ship(id).is_some_and(Ship::in_action)).position(|id| *id == firer.id)?;
    let nearest = marks.iter().find(|mark| mark.ship.card.kind.is_large() || mark.ship.card.big.is_some())?;
    let line = state.division(&nearest.ship.division)?;
    let seen = line.ships.iter().filter(|id| state.ship(id).is_some_and(|ship| ship.in_action() && ship.sighted));
    let seen: Vec<&Id> = seen.collect();
    let number = seen.get(place.min(seen.len().checked_sub(1)?))?;
    Some(state.base_of(number))
}

/// Lays medium and light guns at boats that threaten, otherwise at the nearest.
pub fn batteries(at: &mut Outlook, due: &Due) -> Vec<Choice> {
    batteries_by(at, due, battery_of)
}

/// Returns the best scored option for each battery of each ship whose decision is due.
pub fn batteries_by(
    at: &mut Outlook,
    due: &Due,
    weighed: impl Fn(&Outlook, &Id, BatteryKind) -> Vec<Weighed>,
) -> Vec<Choice> {
    let mut chosen = Vec::new();
    for unit in &due.units {
        for battery in [BatteryKind::Medium, BatteryKind::Light] {
            let options = weighed(at, unit, battery);
            chosen.extend(best(at, options));
        }
    }
    chosen
}

fn battery_of(at: &Outlook, unit: &Id, battery: BatteryKind) -> Vec<Weighed> {
    let state = at.state();
    let fit = |ship: &&Ship| naval::model::Fraction::ZERO < ship.battery_strength(battery);
    let Some(firer) = state.ship(unit).filter(fit).filter(|_| !declared_already(at, unit, battery)) else {
        return Vec::new();
    };
    let weighed = |mark: &Mark| {
        let threatens = threatens(mark);
        let small = matches!(mark.ship.card.kind, ShipType::CL | ShipType::CP | ShipType::TBD | ShipType::TB);
        let mut terms = vec![term(TermKind::Range, -0.1 * mark.range_in, RANGE)];
        terms.extend(threatens.then(|| term(TermKind::Kind, 4.0, KINDS)));
        terms.extend((small && !threatens).then(|| term(TermKind::Kind, 0.5, KINDS)));
        Weighed::by(Command::Target(order(unit, mark.target.clone(), battery)), terms)
    };
    marks(at, firer, gunnery::BATTERY_REACH).iter().take(MOST_TRIED).map(weighed).collect()
}
