//! The duties, possible actions and reminders of a segment. [3.2]
use crate::model::{Declaration, Division, Duty, Edge, Half, Plot, RudderJam, Ship, Task};
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
    if state.end.is_some() || !matches!(state.segment, Segment::Plotting | Segment::Movement) {
        return Vec::new();
    }
    let jammed = state.ships_in_action().filter_map(|ship| Some((ship, ship.jam(state.turn)?)));
    let duty = |(ship, jam): (&Ship, RudderJam)| {
        let (ship, has_position) = (ship.id.clone(), ship.at.is_some());
        let task = Task::HoldJammed { ship, circles: jam.circles, has_position, until_turn: jam.until_turn };
        Duty { rule: JAMMED, task }
    };
    jammed.map(duty).collect()
}

/// Returns divisions that a slow flagship holds back, if they have neither positions nor plots. [5.8.3, 5.9.1, Q57]
fn slowed_divisions(state: &State) -> impl Iterator<Item = Duty> {
    let plotting = state.end.is_none() && state.segment == Segment::Plotting;
    let is_unplotted = move |member: &&Arc<Division>| plotting && signals::by_hand::is_unplotted(state, member);
    state.divisions.iter().filter(is_unplotted).filter_map(|division| {
        let next = pace::faster_leader(state, division)?.id.clone();
        let (id, flagship, most) =
            (division.id.clone(), division.flagship.clone(), pace::achievable_speed(state, division));
        Some(Duty { rule: FLAGSHIP, task: Task::LeadAnew { division: id, flagship, most, next } })
    })
}

/// Returns the referee's reminders in this segment. None of them waits for a die. [5.9.1, 5.16, 8.4]
pub fn segment_reminders(state: &State) -> Vec<Duty> {
    jammed_rudders(state).into_iter().chain(slowed_divisions(state)).chain(melee::melee_reminder(state)).collect()
}

/// Returns what sides must still do in this segment. Dice without decisions are omitted: closing the segment rolls them.
pub fn duties(state: &State) -> Vec<Duty> {
    if state.end.is_some() {
        return Vec::new();
    }
    match state.segment {
        Segment::Gunfire => [unfired_duties(state), signals::by_hand::command_check_duties(state)].concat(),
        Segment::Movement => [reaction::reaction_duties(state), signals::by_hand::command_check_duties(state)].concat(),
        Segment::Plotting => [plot_duties(state), forbidden_exits(state)].concat(),
        Segment::Torpedo => torpedo::torpedo_duties(state, torpedo::PairScope::Near),
        Segment::Sighting | Segment::Illumination | Segment::DamageControl | Segment::Damage => Vec::new(),
    }
}

/// Returns the forces still to be set up, and the plots still to be made, in the Plotting Segment.
pub fn plot_duties(state: &State) -> Vec<Duty> {
    if state.end.is_some() || state.segment != Segment::Plotting {
        return Vec::new();
    }
    [placement::setup_duties(state), unplotted_duties(state)].concat()
}

/// Returns what is waived, including the ranges of ships that can hardly have come close.
pub(super) fn waived_duties(state: &State) -> Vec<Duty> {
    if state.end.is_none() && state.segment == Segment::Torpedo {
        torpedo::torpedo_duties(state, torpedo::PairScope::All)
    } else {
        duties(state)
    }
}

fn unplotted_duties(state: &State) -> Vec<Duty> {
    let task = |division: &Division| {
        let id = division.id.clone();
        if state.is_on_preplots(&division.side) {
            return Task::Preplot { division: id, straight: kept_speed(state, division) };
        }
        let (straight, speed) = straight_on(state, division);
        Task::Plot { division: id, straight, speed }
    };
    tracks::unplotted_divisions(state).map(|division| Duty { rule: PLOTTING, task: task(division) }).collect()
}

/// Returns how divisions without a plot, or all, can go straight on: the straight leg, and the speed if a turn must be
/// finished first. Omits divisions that must plot the turns before contact instead. [3.3.1]
pub fn straight_on_for(state: &State, all: bool) -> Vec<(Id, Inches, Option<Inches>)> {
    if state.end.is_some() || state.segment != Segment::Plotting {
        return Vec::new();
    }
    let mut scratch = state.clone();
    if all {
        scratch.divisions.iter_mut().for_each(|division| Arc::make_mut(division).plot = None);
    }
    let plot = |duty: Duty| {
        let Task::Plot { division, straight, speed } = duty.task else { return None };
        Some((division, straight, speed))
    };
    unplotted_duties(&scratch).into_iter().filter_map(plot).collect()
}

/// Returns the last speed of a division, or its best if that is less now. A special rule for any ship limits it.
/// [5.4, 5.5, 9.2]
fn kept_speed(state: &State, division: &Division) -> Inches {
    let best = pace::speed_now(state, division).min(pace::fastest_of(state, division));
    let limit = special::steer::lowest_limit(state, &division.id).filter(|_| state.checks);
    limit.map_or(best, |limit| best.min(limit))
}

/// Returns the straight leg of a division at its last speed, or its best if that is less now. A stopped one stays
/// stopped. An unfinished turn shortens the leg, and the speed is then returned as well. [5.4, 5.5, 5.7.1]
fn straight_on(state: &State, division: &Division) -> (Inches, Option<Inches>) {
    let speed = kept_speed(state, division);
    if division.course.carried.is_none() {
        return (speed, None);
    }
    let is_legal = |straight: &Inches| {
        let plot = Plot { speed: Some(speed), ..Plot::straight(*straight) };
        let unit = division.id.clone();
        let command = Command::Plot { unit, plot, advance: false, launches: Vec::new() };
        play::decide::<Naval>(state, &command, &mut Script::default()).is_ok()
    };
    let lengths: Vec<Inches> = (0..=speed.0).map(Inches).collect();
    let fitting = lengths.partition_point(is_legal);
    let straight = lengths.get(fitting.saturating_sub(1)).copied().unwrap_or(speed);
    (straight, Some(speed))
}

fn unfired_duties(state: &State) -> Vec<Duty> {
    let unfired = state.this_move.declarations.iter().filter(|declaration| !declaration.fired);
    let task = |declaration: &Declaration| {
        let (firer, target) = (declaration.firer.clone(), declaration.target.clone());
        Task::Fire { firer, battery: declaration.battery, target }
    };
    unfired.map(|declaration| Duty { rule: GUNFIRE, task: task(declaration) }).collect()
}

/// Returns plots that would take ships off the table against a special rule. They must be changed, or waived with a
/// reason. A ship with a jammed rudder does not leave by choice. [8.4, 9.2, 9.3]
fn forbidden_exits(state: &State) -> Vec<Duty> {
    if state.setup.rules.is_empty() || state.segment != Segment::Plotting || state.half == Some(Half::Second) {
        return Vec::new();
    }
    let to_duty = |(id, edge): (Id, Edge)| {
        let ship = state.ship(&id).filter(|ship| ship.jam(state.turn).is_none())?;
        let (index, _) = special::steer::exit_ban(state, ship, Some(edge))?;
        let sentence = special::sentences::sentence(&state.setup, index).map(str::to_owned);
        Some(Duty { rule: special::sentences::SPECIAL, task: Task::PlotAnew { ship: id, sentence } })
    };
    moves::lookahead::would_leave(state).into_iter().filter_map(to_duty).collect()
}
