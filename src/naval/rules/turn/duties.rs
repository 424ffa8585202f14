//! What is owed in a segment, what may still be done in it, and what is easily forgotten. [3.2]
use crate::{
    Command, Naval, control,
    half_move::Half,
    measure::{Id, Inches},
    melee, movement, placement,
    plot::{Hand, Plot},
    reaction,
    setup::Edge,
    ship::{Jam, Ship},
    signals, special,
    state::{Declaration, Division, Segment, State},
    torpedo,
};
use play::{self, Rule, Script};

const PLOTTING: Rule = Rule::new("3.3.1");
const GUNFIRE: Rule = Rule::new("3.3.5");
const SPECIAL: Rule = Rule::new("9.2");
const JAMMED: Rule = Rule::new("8.4");

/// Something that must be done, or waived aloud, before the segment may close.
#[derive(Clone, PartialEq, Debug)]
pub struct Duty {
    pub rule: Rule,
    pub says: String,
}

/// What may still be done before the segment closes, and is easily forgotten; it holds nothing up.
///
/// A repair for every ship that has not tried one; fires are fought with the fire dice. [8.6]
pub fn chances(state: &State) -> Vec<Duty> {
    let may = |(rule, says)| Duty { rule, says };
    control::possible(state).into_iter().map(may).collect()
}

/// Rudders that are jammed, to be remembered while ships are plotted and moved. [8.4, Q39]
fn jammed_rudders(state: &State) -> Vec<Duty> {
    if state.over.is_some() || !matches!(state.segment, Segment::Plotting | Segment::Movement) {
        return Vec::new();
    }
    let jammed = state.afloat().filter_map(|ship| Some((ship, ship.jam(state.turn)?)));
    let says = |(ship, jam): (&Ship, Jam)| {
        let helm = match jam.circles {
            Some(Hand::Left) => "circles to port",
            Some(Hand::Right) => "circles to starboard",
            None if ship.at.is_some() => "holds straight on",
            None => "holds what her helm did last, straight on or round the circle that she was turning,",
        };
        Duty { rule: JAMMED, says: format!("{} {helm} through turn {}", ship.card.name, jam.until_turn) }
    };
    jammed.map(says).collect()
}

/// What the referee is to remember in this segment, and no die waits for. [5.16, 8.4]
pub fn remembered(state: &State) -> Vec<Duty> {
    let melee = melee::recalled(state).map(|(rule, says)| Duty { rule, says });
    jammed_rudders(state).into_iter().chain(melee).collect()
}

/// What is still owed in this segment.
///
/// Only what needs a person: dice that no decision hangs on are thrown, or asked for, when the segment closes.
pub fn duties(state: &State) -> Vec<Duty> {
    if state.over.is_some() {
        return Vec::new();
    }
    match state.segment {
        Segment::Gunfire => unfired(state).into_iter().chain(unchecked(state)).collect(),
        Segment::Movement => unreacted(state).chain(unchecked(state)).collect(),
        Segment::Plotting => {
            let unplaced = placement::owed(state).into_iter().map(|(rule, says)| Duty { rule, says });
            unplaced.chain(unplotted(state)).chain(leaving(state)).collect()
        }
        Segment::Torpedo => torpedo::owed(state).into_iter().map(|(rule, says)| Duty { rule, says }).collect(),
        Segment::Sighting | Segment::Illumination | Segment::DamageControl | Segment::Damage => Vec::new(),
    }
}

/// Command checks of divisions that are moved by hand. [5.10, Q47]
fn unchecked(state: &State) -> Vec<Duty> {
    signals::owed(state).into_iter().map(|(rule, says)| Duty { rule, says }).collect()
}

/// Reactions of divisions that are moved by hand, before they are. [5.15]
fn unreacted(state: &State) -> impl Iterator<Item = Duty> {
    reaction::owed(state).into_iter().map(|(rule, says)| Duty { rule, says })
}

fn unplotted(state: &State) -> Vec<Duty> {
    let says = |division: &Division| match state.on_preplots(&division.side) {
        true => {
            let (name, id) = (called(division), &division.id);
            format!("the ten turns of {name} are missing: preplot {id} 2 x10, or `quickstart` for all")
        }
        false => {
            let (name, id) = (called(division), &division.id);
            format!("the plot of {name} is missing: plot {id} {}", straight_on(state, division))
        }
    };
    movement::unplotted(state).map(|division| Duty { rule: PLOTTING, says: says(division) }).collect()
}

/// The name of a division, in quotation marks where a comma in it would be taken for one of the sentence.
fn called(division: &Division) -> String {
    if division.name.contains(',') { format!("\"{}\"", division.name) } else { division.name.clone() }
}

/// How a division can hold on: at what it made last, as far as it still can; one that lies still goes on lying. A turn that
/// is not finished leaves less of the way for the straight. [5.4, 5.5, 5.7.1]
fn straight_on(state: &State, division: &Division) -> String {
    let speed = movement::speed_now(state, division).min(movement::fastest_of(state, division));
    if division.course.carried.is_none() {
        return speed.to_string();
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
    format!("{straight} speed {speed}")
}

fn unfired(state: &State) -> Vec<Duty> {
    let unfired = state.declarations.iter().filter(|one| !one.fired);
    let says = |one: &Declaration| {
        format!(
            "{} has declared her {} guns at {}: fire {}",
            state.name(&one.firer),
            one.battery,
            state.name(&one.target),
            one.firer
        )
    };
    unfired.map(|one| Duty { rule: GUNFIRE, says: says(one) }).collect()
}

/// Plots that would take ships off the table against a special rule: plotted anew, or waived with a reason. [9.2, 9.3]
fn leaving(state: &State) -> Vec<Duty> {
    if state.setup.rules.is_empty() || state.segment != Segment::Plotting || state.half == Some(Half::Second) {
        return Vec::new();
    }
    let against = |(id, edge): (Id, Edge)| {
        let ship = state.ship(&id)?;
        let (at, _) = special::may_leave(state, ship, Some(edge))?;
        let rule = special::sentence(&state.setup, at).unwrap_or("a special rule forbids it");
        let says = format!("{} would leave the table, and a special rule says: {rule} Plot her anew", ship.card.name);
        Some(Duty { rule: SPECIAL, says })
    };
    movement::would_leave(state).into_iter().filter_map(against).collect()
}
