//! How ships that are moved by hand have steered: as plotted, unless the table says otherwise. [5.7, 6.5.1.3, Q56]
use crate::columns::helm::turn_radius;
use crate::helm::counted;
use crate::{
    Bend, Division, Element, Fact, Fine, Helm, Id, Manner, NavalDraft, NavalHalt, Reason, Segment, Ship, State,
    Steered, TableReason, Turn, in_segment, signals,
};
use play::Rule;

pub const PLOTTED: Rule = Rule::new("5.7");
const TURNED: Rule = Rule::new("6.5.1.3");

/// Writes down how divisions that are moved by hand run their plots: the leader as it says, those in column behind her where
/// she turned, at the interval of the table; nothing of those whose plot does not tell it. [5.7.2, 5.7.3]
pub(crate) fn steer(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    let by_hand = state.divisions.iter().filter(|division| !state.is_tracked(&division.id));
    let steered: Vec<Vec<Steered>> = by_hand.map(|division| as_plotted(state, division)).collect();
    let told = steered.into_iter().filter(|ships| !ships.is_empty());
    draft.note_all(PLOTTED, told.map(|ships| Fact::SteeredByHand { ships, said: false }));
}

fn as_plotted(state: &State, division: &Division) -> Vec<Steered> {
    let ships: Vec<&Ship> = state.ships_of_division(&division.id).filter(|ship| ship.in_action()).collect();
    let bends = bends(state, division, &ships);
    let holds_on = |ship: &&Ship| ship.helm.ahead.is_empty() && !ship.steering_jammed(state.turn);
    if bends.is_empty() && ships.iter().all(holds_on) && state.half.is_none() {
        return Vec::new();
    }
    let astern = astern_in(state, division, &ships);
    let steered = |(ship, astern_in): (&&Ship, f64)| {
        let id = ship.id.clone();
        if is_untold(state, division, ship) {
            return Steered { ship: id, turned: None, course: None, ahead: Vec::new() };
        }
        let later = |(manner, bend): &(Manner, Bend)| match manner {
            Manner::Ships => *bend,
            Manner::Column => Bend { after: bend.after + Fine::nearest(astern_in), ..*bend },
        };
        let own: Vec<Bend> = bends.iter().map(later).collect();
        // Who leads under a new flag follows nobody's track. [5.9.1]
        let anew = astern_in == 0.0 && division.flag_turn == Some(state.turn);
        let helm = Helm { ahead: ship.helm.ahead.iter().copied().filter(|_| !anew).collect(), ..ship.helm };
        let (turned, Helm { course, ahead }) = helm.run(ship.speed, &own);
        Steered { ship: id, turned: Some(turned), course, ahead }
    };
    ships.iter().zip(astern).map(steered).collect()
}

/// Whether no plot tells how a ship steers: her rudder is jammed, or her division turns away or acts without orders; or the
/// turn is played in halves. [3.4, 5.10.3, 5.15.3, 8.4]
fn is_untold(state: &State, division: &Division, ship: &Ship) -> bool {
    let astray = division.failed_turn == Some(state.turn) || state.this_turn.reacting.contains(&division.id);
    astray || state.half.is_some() || ship.steering_jammed(state.turn)
}

/// The turns of a division's plot, each where its leader makes it. [5.6, 5.7]
fn bends(state: &State, division: &Division, ships: &[&Ship]) -> Vec<(Manner, Bend)> {
    let own = ships.iter().map(|ship| turn_radius(state, ship)).max().unwrap_or_default();
    let (mut run, mut bends) = (Fine::ZERO, Vec::new());
    for element in division.plot.iter().flat_map(|plot| &plot.elements) {
        match element {
            Element::Straight(length) => run = run + Fine::from(*length),
            Element::Turn(turn @ Turn { manner, hand, degrees, radius }) => {
                let radius = radius.unwrap_or(own).as_f64();
                let length = Fine::nearest(radius * f64::from(turn.degrees).to_radians());
                let signed = Fine::nearest(hand.sign() * f64::from(*degrees));
                bends.push((*manner, Bend { after: run, length, degrees: signed }));
                run = run + length;
            }
            Element::Follow(_) | Element::Mimic(_) | Element::CloseUp => {}
        }
    }
    bends
}

/// How far each ship lies behind the first on her track: bases and the interval of the table between them. [5.8.2]
fn astern_in(state: &State, division: &Division, ships: &[&Ship]) -> Vec<f64> {
    let interval = state.setup.options.interval.as_f64();
    let mut astern = 0.0;
    let mut before: Option<f64> = None;
    let place = |ship: &&Ship| {
        let length = ship.card.base_length.as_f64();
        if let Some(ahead) = before.replace(length).filter(|_| !division.one_base) {
            astern += (ahead + length) / 2.0 + interval;
        }
        astern
    };
    ships.iter().map(place).collect()
}

/// The table says how units head; what that is off their course before the move they have turned, and of earlier plots
/// nothing is left to be turned. [6.5.1.3]
///
/// Refused where a unit has a position, which tells it, and where none of it is in action.
pub(crate) fn courses(draft: &mut NavalDraft<'_>, said: &[(Id, u16)]) -> Result<(), NavalHalt> {
    for (unit, degrees) in said {
        let course = f64::from(*degrees % 360);
        say(draft, unit, |state, ship| {
            let before = before(state, ship).course.filter(|_| state.segment != Segment::Plotting);
            let apart = before.map(|before| (course - before.as_f64()).rem_euclid(360.0));
            let turned = apart.map(|apart| counted(apart.min(360.0 - apart)));
            Steered { ship: ship.id.clone(), turned, course: Some(Fine::nearest(course)), ahead: Vec::new() }
        })?;
    }
    Ok(())
}

/// The table says how far units have turned in this move, and that this is all; where to, it says by a course.
/// [6.5.1.3, Q30]
///
/// Refused before anybody has moved, and as [`courses`].
pub(crate) fn turned(draft: &mut NavalDraft<'_>, said: &[(Id, u16)]) -> Result<(), NavalHalt> {
    if draft.state().segment == Segment::Plotting {
        in_segment(draft, Segment::Movement, "turned", TURNED)?;
    }
    for (unit, degrees) in said {
        let degrees = counted(f64::from(*degrees));
        say(draft, unit, |state, ship| {
            let known = state.steered(&ship.id).and_then(|one| one.turned).unwrap_or(0);
            let course = match (degrees, known) {
                (0, _) => before(state, ship).course,
                // Nobody has said to which hand.
                (_, 0) => None,
                (_, _) => ship.helm.course,
            };
            Steered { ship: ship.id.clone(), turned: Some(degrees), course, ahead: Vec::new() }
        })?;
    }
    Ok(())
}

/// How a ship headed before this move.
fn before<'s>(state: &'s State, ship: &'s Ship) -> &'s Helm {
    state.steered(&ship.id).map_or(&ship.helm, |one| &one.before)
}

fn say(draft: &mut NavalDraft<'_>, unit: &Id, steered: impl Fn(&State, &Ship) -> Steered) -> Result<(), NavalHalt> {
    let state = draft.state();
    let tracked = state.is_tracked(unit);
    draft.refuse_if(tracked, TURNED, || TableReason::HasPosition { unit: unit.clone() })?;
    let ships: Vec<&Ship> = state.ships_of(unit).filter(|ship| ship.in_action()).collect();
    draft.refuse_if(ships.is_empty(), TURNED, || Reason::NotInAction { ship: unit.clone() })?;
    let ships: Vec<Steered> = ships.into_iter().map(|ship| steered(state, ship)).collect();
    let turned: Vec<Id> =
        ships.iter().filter(|one| one.turned.is_some_and(|turned| 0 < turned)).map(|one| one.ship.clone()).collect();
    draft.note(TURNED, Fact::SteeredByHand { ships, said: true });
    turned.iter().for_each(|ship| signals::by_hand::turned_by_hand(draft, ship));
    Ok(())
}
