//! The duties, possible actions and reminders of a segment. [3.2]
use crate::model::{Declaration, Division, Duty, Edge, Half, Jam, Plot, Ship, Task};
use crate::rules::steering::{pace, tracks};
use crate::rules::{melee, moves, placement, reaction, signals, special, torpedo};
use crate::{Command, Id, Inches, Naval, Segment, State};
use play::{self, Rule, Script};
use std::sync::Arc;

const PLOTTING: Rule = Rule::new("3.3.1");
const GUNFIRE: Rule = Rule::new("3.3.5");
const FLAGSHIP: Rule = Rule::new("5.9.1");
const JAMMED: Rule = Rule::new("8.4");

/// Returns reminders of jammed rudders while ships are plotted and moved. [8.4, Q39]
fn jammed_rudders(state: &State) -> Vec<Duty> {
    if state.over.is_some() || !matches!(state.segment, Segment::Plotting | Segment::Movement) {
        return Vec::new();
    }
    let jammed = state.afloat().filter_map(|ship| Some((ship, ship.jam(state.turn)?)));
    let duty = |(ship, jam): (&Ship, Jam)| {
        let (ship, has_position) = (ship.id.clone(), ship.at.is_some());
        let task = Task::HoldJammed { ship, circles: jam.circles, has_position, until_turn: jam.until_turn };
        Duty { rule: JAMMED, task }
    };
    jammed.map(duty).collect()
}

/// Returns divisions without positions or plots that a slow flagship holds back. [5.8.3, 5.9.1, Q57]
fn held_back(state: &State) -> impl Iterator<Item = Duty> {
    let plotting = state.over.is_none() && state.segment == Segment::Plotting;
    let free = move |one: &&Arc<Division>| plotting && signals::by_hand::is_unplotted(state, one);
    state.divisions.iter().filter(free).filter_map(|division| {
        let next = pace::leads_instead(state, division)?.id.clone();
        let (division, flagship, most) = (division.id.clone(), division.flagship.clone(), pace::able(state, division));
        Some(Duty { rule: FLAGSHIP, task: Task::LeadAnew { division, flagship, most, next } })
    })
}

/// Returns the referee's reminders in this segment, for which no die waits. [5.9.1, 5.16, 8.4]
pub fn remembered(state: &State) -> Vec<Duty> {
    jammed_rudders(state).into_iter().chain(held_back(state)).chain(melee::recalled(state)).collect()
}

/// Returns the duties still due in this segment.
///
/// Only those that need a person: dice without decisions are rolled, or asked for, when the segment closes.
pub fn duties(state: &State) -> Vec<Duty> {
    if state.over.is_some() {
        return Vec::new();
    }
    match state.segment {
        Segment::Gunfire => [unfired(state), signals::by_hand::owed(state)].concat(),
        Segment::Movement => [reaction::owed(state), signals::by_hand::owed(state)].concat(),
        Segment::Plotting => [plots_owed(state), leaving(state)].concat(),
        Segment::Torpedo => torpedo::owed(state, torpedo::Pairs::Near),
        Segment::Sighting | Segment::Illumination | Segment::DamageControl | Segment::Damage => Vec::new(),
    }
}

/// Returns the forces still to be set up, and the plots still to be made, in the Plotting Segment.
pub fn plots_owed(state: &State) -> Vec<Duty> {
    if state.over.is_some() || state.segment != Segment::Plotting {
        return Vec::new();
    }
    [placement::owed(state), unplotted(state)].concat()
}

/// Returns what is waived if the segment closes anyway. This includes the ranges of ships that can hardly have come
/// close.
pub(super) fn waived(state: &State) -> Vec<Duty> {
    if state.over.is_none() && state.segment == Segment::Torpedo {
        torpedo::owed(state, torpedo::Pairs::All)
    } else {
        duties(state)
    }
}

fn unplotted(state: &State) -> Vec<Duty> {
    let task = |division: &Division| {
        let id = division.id.clone();
        if state.on_preplots(&division.side) {
            return Task::Preplot { division: id, straight: holds_on_at(state, division) };
        }
        let (straight, speed) = straight_on(state, division);
        Task::Plot { division: id, straight, speed }
    };
    tracks::unplotted(state).map(|division| Duty { rule: PLOTTING, task: task(division) }).collect()
}

/// Returns how divisions without a plot, or all, can go straight on, except those that must not plot by hand now.
/// [3.3.1]
pub fn straight_on_for(state: &State, all: bool) -> Vec<(Id, Inches, Option<Inches>)> {
    if state.over.is_some() || state.segment != Segment::Plotting {
        return Vec::new();
    }
    let mut open = state.clone();
    if all {
        open.divisions.iter_mut().for_each(|division| Arc::make_mut(division).plot = None);
    }
    let plot = |duty: Duty| {
        let Task::Plot { division, straight, speed } = duty.task else { return None };
        Some((division, straight, speed))
    };
    unplotted(&open).into_iter().filter_map(plot).collect()
}

/// Returns the last speed of a division, or its best if that is less now. [5.4, 5.5]
fn holds_on_at(state: &State, division: &Division) -> Inches {
    pace::speed_now(state, division).min(pace::fastest_of(state, division))
}

/// Returns how a division can go straight on at its last speed, or its best if that is less now. A stopped one stays
/// stopped. An unfinished turn leaves less way for the straight leg. [5.4, 5.5, 5.7.1]
fn straight_on(state: &State, division: &Division) -> (Inches, Option<Inches>) {
    let speed = holds_on_at(state, division);
    if division.course.carried.is_none() {
        return (speed, None);
    }
    let lawful = |straight: &Inches| {
        let plot = Plot { speed: Some(speed), ..Plot::straight(*straight) };
        let unit = division.id.clone();
        let command = Command::Plot { unit, plot, advance: false, launches: Vec::new() };
        play::decide::<Naval>(state, &command, &mut Script::default()).is_ok()
    };
    let lengths: Vec<Inches> = (0..=speed.0).map(Inches).collect();
    let fit = lengths.partition_point(lawful);
    let straight = lengths.get(fit.saturating_sub(1)).copied().unwrap_or(speed);
    (straight, Some(speed))
}

fn unfired(state: &State) -> Vec<Duty> {
    let unfired = state.this_move.declarations.iter().filter(|one| !one.fired);
    let task = |one: &Declaration| {
        let (firer, target) = (one.firer.clone(), one.target.clone());
        Task::Fire { firer, battery: one.battery, target }
    };
    unfired.map(|one| Duty { rule: GUNFIRE, task: task(one) }).collect()
}

/// Returns plots that would take ships off the table against a special rule. They must be changed, or waived with a
/// reason. A ship with a jammed rudder does not leave by choice. [8.4, 9.2, 9.3]
fn leaving(state: &State) -> Vec<Duty> {
    if state.setup.rules.is_empty() || state.segment != Segment::Plotting || state.half == Some(Half::Second) {
        return Vec::new();
    }
    let against = |(id, edge): (Id, Edge)| {
        let ship = state.ship(&id).filter(|ship| ship.jam(state.turn).is_none())?;
        let (at, _) = special::steer::may_leave(state, ship, Some(edge))?;
        let sentence = special::sentences::sentence(&state.setup, at).map(str::to_owned);
        Some(Duty { rule: special::sentences::SPECIAL, task: Task::PlotAnew { ship: id, sentence } })
    };
    moves::ahead::would_leave(state).into_iter().filter_map(against).collect()
}
