//! Chooses gun targets by their expected results, for all ships of a side together. [3.3.5, 6.5]
use super::{
    Choice, Due, Memory, Term, TermKind, Weighed,
    aims::Aims,
    allot::{Allotment, Line},
    berth::{self, Berth, fire},
    expect::{salvo, volley},
    guns::{MOST_TRIED, Mark, batteries_by, declared_already, marks, opposite, order, threatens},
    reasons::{best, term},
};
use naval::model::doctrine::{Doctrine, Laying};
use naval::model::{BatteryKind, Ship};
use naval::{Command, Id, Inches, rules::gunnery, view::Outlook};
use play::Rule;

const FIRE: Rule = Rule::new("6.5.1");
const IDLE: Rule = Rule::new("6.5.1.3");
const CLOSED: Rule = Rule::new("6.5.10");
const VOLLEY: Rule = Rule::new("6.5.2");
const VICTORY: Rule = Rule::new("9.2");
const DECLARING: Rule = Rule::new("3.3.5");
const KINDS: Rule = Rule::new("1.4");

/// Bonus of the target that the card prefers, if the expected results do not decide.
const LIKING: f64 = 0.02;
/// Extra share of points of a target whose fate decides the battle.
const DECIDES: f64 = 0.5;
/// Bonus for fire on a boat that may launch.
const THREAT: f64 = 0.5;

/// A ship's big guns, their possible targets, and the value of each by itself.
struct Firer<'s> {
    id: &'s Id,
    /// Index of the target among all, and the scored shot.
    shots: Vec<(usize, Weighed)>,
}

/// Chooses targets for all ships together.
pub fn big(at: &mut Outlook, memory: &Memory, card: &Doctrine, due: &Due) -> Vec<Choice> {
    let held = card.range.filter(|_| !memory.opened);
    let mut foes: Vec<Id> = Vec::new();
    let mut firers: Vec<Firer> = Vec::new();
    let aims = Aims::of(at);
    for unit in &due.units {
        let state = at.state();
        let Some(firer) = state.ship(unit).filter(|ship| !declared_already(at, &ship.id, BatteryKind::Big)) else {
            continue;
        };
        let Some(reach) = firer.card.big.as_ref().and_then(|big| big.bands.last()).map(|band| band.to) else {
            continue;
        };
        let all = marks(at, firer, reach);
        let liked = liked(at, memory, card, firer, &all);
        let mut shots = Vec::new();
        for mark in all.iter().filter(|mark| held.is_none_or(|range| mark.range_in <= range.open)).take(MOST_TRIED) {
            let Some((command, mut terms)) = shot(at, &aims, card, unit, mark) else { continue };
            if liked.as_ref() == Some(&mark.target) {
                terms.push(term(TermKind::Laying, LIKING, DECLARING));
            }
            let place = foes.iter().position(|foe| *foe == mark.target).unwrap_or_else(|| {
                foes.push(mark.target.clone());
                foes.len() - 1
            });
            shots.push((place, Weighed::by(command, terms)));
        }
        firers.push(Firer { id: unit, shots });
    }
    firers.retain(|firer| !firer.shots.is_empty());
    let line = line(at, card, &firers, &foes);
    let taken = line.allotted();
    // A ship that would do more harm than good holds its fire.
    let fires = (0..firers.len()).filter(|firer| taken[*firer].is_some());
    let weighed: Vec<Vec<Weighed>> = fires.map(|firer| in_the_line(&line, &taken, firer, &firers)).collect();
    weighed.into_iter().filter_map(|options| best(at, options)).collect()
}

/// Returns the declaration of big guns at one target and its value by itself. `None` if it is not allowed.
fn shot(at: &Outlook, aims: &Aims, card: &Doctrine, unit: &Id, mark: &Mark) -> Option<(Command, Vec<Term>)> {
    let order = order(unit, mark.target.clone(), BatteryKind::Big);
    let numbers = gunnery::salvo_numbers(at.state(), &at.declaration(&order)?)?;
    let hits = salvo(&numbers, at.state().setup.options.nonpen);
    let worth = hits.worth(mark.ship, card.prizes);
    let mut terms = vec![term(TermKind::Dealt, worth, FIRE)];
    if aims.hunts(mark.ship, at.side()) {
        terms.push(term(TermKind::Decides, DECIDES * worth, VICTORY));
    }
    Some((Command::Target(order), terms))
}

/// Returns shots of big guns beyond the range at which the card opens fire, ship by ship, the best first. [6.1]
pub fn held(at: &Outlook, memory: &Memory, card: &Doctrine, due: &Due) -> Vec<Vec<Weighed>> {
    let Some(range) = card.range.filter(|_| !memory.opened) else { return Vec::new() };
    let aims = Aims::of(at);
    let of = |unit: &Id| {
        let firer = at.state().ship(unit).filter(|ship| !declared_already(at, &ship.id, BatteryKind::Big))?;
        let reach = firer.card.big.as_ref().and_then(|big| big.bands.last()).map(|band| band.to)?;
        let all = marks(at, firer, reach);
        let beyond = all.iter().filter(|mark| range.open < mark.range_in).take(MOST_TRIED);
        let shots = beyond.filter_map(|mark| shot(at, &aims, card, unit, mark));
        let mut shots: Vec<Weighed> = shots.map(|(command, terms)| Weighed::by(command, terms)).collect();
        shots.sort_by_key(|shot| std::cmp::Reverse(shot.value));
        Some(shots)
    };
    due.units.iter().filter_map(of).collect()
}

/// Collects what depends on the other ships' targets, in addition to the value of each shot by itself.
fn line(at: &Outlook, card: &Doctrine, firers: &[Firer], foes: &[Id]) -> Line {
    let state = at.state();
    let ship = |foe: &Id| standing_for(at, foe);
    let row = |firer: &Firer| {
        let worth =
            |mark: usize| firer.shots.iter().find(|(place, _)| *place == mark).map(|(_, shot)| shot.value.points());
        (0..foes.len()).map(worth).collect()
    };
    let lies = |ship| Berth::anywhere(ship, card.prizes);
    let own: Vec<Berth> = state.ships_of_side(at.side()).filter_map(lies).collect();
    let idle = |foe: &Id| {
        let throws = ship(foe).filter(|ship| ship.has_mounts_left()).and_then(lies);
        let most = |foe: Berth| {
            let facing = own.iter().filter_map(|own| foe.facing(at, *own));
            facing.map(|[foe, own]| fire(&state.setup.charts, &foe, &own)).fold(0.0, f64::max)
        };
        // 1.5 times as many dice as under fire.
        throws.map_or(0.0, |foe| card.fear() * most(foe) / 2.0)
    };
    let marks: Vec<Option<Berth>> = foes.iter().map(|foe| ship(foe).and_then(lies)).collect();
    let batteries = |firer: &Firer| {
        let own = state.ship(firer.id).and_then(lies);
        let worth = |foe: &Option<Berth>| {
            let facing = own.zip(*foe).and_then(|(own, foe)| own.facing(at, foe));
            facing.map_or(0.0, |[own, foe]| berth::batteries(&own, &foe))
        };
        marks.iter().map(worth).collect()
    };
    Line {
        big: firers.iter().map(row).collect(),
        batteries: firers.iter().map(batteries).collect(),
        idle: foes.iter().map(idle).collect(),
        closes: foes.iter().map(|foe| ship(foe).is_some_and(|ship| ship.card.kind.is_large())).collect(),
    }
}

/// Returns the ship whose values count for a base.
fn standing_for<'s>(at: &'s Outlook, base: &Id) -> Option<&'s Ship> {
    let state = at.state();
    let named = state.ship(base).filter(|ship| ship.in_action());
    named.or_else(|| state.afloat().find(|ship| ship.in_action() && state.base_of(&ship.id) == *base))
}

/// Scores a firer's shots with their effect on the value of all fire, the other ships firing as allotted.
fn in_the_line(line: &Line, taken: &Allotment, firer: usize, firers: &[Firer]) -> Vec<Weighed> {
    let silent = |line: &Line| {
        let mut taken = taken.clone();
        taken[firer] = None;
        line.value(&taken)
    };
    let alone = Line { batteries: vec![vec![0.0; line.idle.len()]; firers.len()], ..line.clone() };
    let gains = |line: &Line, mark: usize| {
        let mut taken = taken.clone();
        taken[firer] = Some(mark);
        line.value(&taken) - silent(line)
    };
    let weighed = |(mark, shot): &(usize, Weighed)| {
        let mut terms = shot.terms.clone();
        let kept = gains(&alone, *mark) - shot.value.points();
        let closed = gains(line, *mark) - gains(&alone, *mark);
        if kept.abs() > 1e-6 {
            terms.push(term(TermKind::Unengaged, kept, IDLE));
        }
        if closed.abs() > 1e-6 {
            terms.push(term(TermKind::Closed, closed, CLOSED));
        }
        Weighed::by(shot.command.clone(), terms)
    };
    let mut options: Vec<Weighed> = firers[firer].shots.iter().map(weighed).collect();
    // Among equal shots, the one that was allotted comes first.
    let is_taken = |option: &Weighed| {
        let mark = firers[firer].shots.iter().find(|(_, shot)| shot.command == option.command).map(|(mark, _)| *mark);
        mark != taken[firer]
    };
    options.sort_by_key(is_taken);
    options
}

/// Returns the target the card prefers for these guns.
fn liked(at: &Outlook, memory: &Memory, card: &Doctrine, firer: &Ship, marks: &[Mark]) -> Option<Id> {
    let state = at.state();
    let leads = |mark: &&Mark, flag: bool| {
        let division = state.division(&mark.ship.division);
        let first =
            division.and_then(|division| division.ships.iter().find(|id| state.ship(id).is_some_and(Ship::in_action)));
        if flag { division.is_some_and(|one| one.flagship == mark.ship.id) } else { first == Some(&mark.ship.id) }
    };
    match card.targets {
        Laying::Opposite => opposite(at, firer, marks),
        Laying::Flag => marks.iter().find(|mark| leads(mark, true)).map(|mark| mark.target.clone()),
        Laying::Van => marks.iter().find(|mark| leads(mark, false)).map(|mark| mark.target.clone()),
        Laying::Weakest => {
            let hits = |mark: &&Mark| memory.hits_on(&mark.target);
            marks.iter().filter(|mark| 0 < hits(mark)).max_by_key(hits).map(|mark| mark.target.clone())
        }
    }
}

/// Chooses targets of medium and light guns by their expected results. Boats that may launch count more.
pub fn batteries(at: &mut Outlook, card: &Doctrine, due: &Due) -> Vec<Choice> {
    batteries_by(at, due, |at, unit, battery| battery_of(at, card, unit, battery))
}

fn battery_of(at: &Outlook, card: &Doctrine, unit: &Id, battery: BatteryKind) -> Vec<Weighed> {
    let state = at.state();
    let fit = |ship: &&Ship| naval::model::Fraction::ZERO < ship.battery_strength(battery);
    let Some(firer) = state.ship(unit).filter(fit).filter(|_| !declared_already(at, unit, battery)) else {
        return Vec::new();
    };
    let weighed = |mark: &Mark| {
        let order = order(unit, mark.target.clone(), battery);
        let part = gunnery::volley_part(state, &at.declaration(&order)?)?;
        let worth = volley(part.points, mark.ship.card.defence).worth(mark.ship, card.prizes);
        let mut terms = vec![term(TermKind::Dealt, worth, VOLLEY)];
        if threatens(mark) {
            terms.push(term(TermKind::Kind, THREAT, KINDS));
        }
        // Among targets of equal value, the closer one.
        terms.push(term(TermKind::Range, -1e-4 * mark.range_in, VOLLEY));
        Some(Weighed::by(Command::Target(order), terms))
    };
    let reach: Inches = gunnery::BATTERY_REACH;
    marks(at, firer, reach).iter().take(MOST_TRIED).filter_map(weighed).collect()
}
