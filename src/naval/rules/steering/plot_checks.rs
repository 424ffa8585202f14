//! The limits of every plot. [4.6, 5.5, 9.2]
use super::pace::{check_speed_allowed, fastest_that_keeps_all, speed_now};
use super::tracks::{Moves, Orders, move_of, orders};
use crate::model::{
    Division, Element, FormationReason, Plot, Ship, ShipType, ShipsTurnInBend, TableReason, TurnKind,
    special::SpecialReason,
};
use crate::rules::columns::astern_of;
use crate::rules::columns::helm::{DivisionMotion, PlotError};
use crate::{Fact, Id, Inches, Naval, NavalDraft, NavalHalt, Reason, State, not_in_action, rules::special};
use play::{Game, NotDecided, Rule};

const TEMPLATES: Rule = Rule::new("5.6");
const SIDES: Rule = Rule::new("1.3");
const SMOKE: Rule = Rule::new("4.6");
const MERCHANTS: Rule = Rule::new("5.1.2");
const PLOTS: Rule = Rule::new("5.7");
const SHIPS_TURN: Rule = Rule::new("5.7.2");
const COLUMN_TURN: Rule = Rule::new("5.7.3");
const FOLLOW: Rule = Rule::new("5.7.4");
const MIMIC: Rule = Rule::new("5.7.5");
const CLOSE_UP: Rule = Rule::new("5.7.6");

/// Refuses smoke by ships out of action or of other divisions. [4.6]
pub(crate) fn check_smoke_makers(draft: &NavalDraft<'_>, division: &Division, plot: &Plot) -> Result<(), NavalHalt> {
    let other = plot.smoke.iter().find(|ship| !division.ships.contains(ship)).cloned();
    draft.refuse_found(other, SMOKE, |ship| TableReason::NotOfDivision { ship, division: division.id.clone() })?;
    let lost = plot.smoke.iter().find(|ship| !draft.state().ship(ship).is_some_and(Ship::is_in_action));
    lost.map_or(Ok(()), |ship| Err(not_in_action(draft.state(), ship, SMOKE).into()))
}

/// Refuses smoke by a ship without way this turn, because smoke is laid along a track. Wind does not matter: in high
/// wind the screen hides nothing, as a note states. [4.6]
pub(crate) fn check_smoke_under_way(draft: &NavalDraft<'_>, plot: &Plot, speed: Inches) -> Result<(), NavalHalt> {
    let stopped =
        |ship: &&Id| speed == Inches::ZERO || draft.state().ship(ship).is_some_and(Ship::is_stopped_by_damage);
    let stopped = plot.smoke.iter().find(stopped).cloned();
    draft.refuse_found(stopped, SMOKE, |ship| TableReason::NoSmokeStopped { ship })
}

/// Checks a plot's speed against allowance, gain and loss. A refusal suggests the nearest plot. [5.4, 5.5, 5.8.3]
pub(crate) fn check_plot_speed(
    draft: &NavalDraft<'_>,
    division: &Division,
    plot: &Plot,
    speed: Inches,
) -> Result<(), NavalHalt> {
    let state = draft.state();
    let checked = check_speed_allowed(state, division, speed);
    checked.map_err(|(rule, reason)| refusal_with_nearest(state, division, plot, rule, reason))
}

/// Returns a plot straight on at the present speed, if special rules forbid `plot` but allow that. `None` if they allow
/// `plot`, or forbid both. [5.10.3, 5.13.3, 9.2]
pub(crate) fn legal_straight_plot(state: &State, division: &Division, plot: &Plot) -> Option<Plot> {
    let is_allowed =
        |plot: &Plot| check_special_rules(state, division, orders(state, division, Some(plot)), false).is_ok();
    if is_allowed(plot) {
        return None;
    }
    let straight = Plot::straight(speed_now(state, division));
    is_allowed(&straight).then_some(straight)
}

/// Checks a tracked division's move against the special rules. With `ahead`, for a later turn, leaves out rules that
/// depend on the positions of others.
pub(crate) fn check_special_rules(
    state: &State,
    division: &Division,
    by: Orders,
    ahead: bool,
) -> Result<(), (Rule, Reason)> {
    if state.setup.rules.is_empty() {
        return Ok(());
    }
    if let Some(followed) = by.follows.as_ref().and_then(|other| head_of_chain(state, other)) {
        let elements = orders(state, followed, followed.plot.as_ref()).elements;
        let plot = special::steer::PlottedMove { elements: &elements, runs: &[], follows: Some(followed), ahead };
        return special::steer::check_plot(state, division, &plot);
    }
    let elements = by.elements.clone();
    let outcome = move_of(state, division, &Moves::new(), by);
    let runs = outcome.as_ref().map_or(&[][..], |outcome| &outcome.runs);
    special::steer::check_plot(
        state,
        division,
        &special::steer::PlottedMove { elements: &elements, runs, follows: None, ahead },
    )
}

/// Whether an unfinished turn takes all of this turn's way and the plot states nothing else. No rule can then require
/// another course. [5.7.1, 9.2]
pub(crate) fn only_turns_on(state: &State, division: &Division, plot: &Plot, speed: Inches) -> bool {
    let is_empty = plot.elements.iter().all(|element| *element == Element::Straight(Inches::ZERO));
    let least = [Element::Straight(Inches(1))];
    let is_finished = || {
        DivisionMotion::from_division(state, division).is_none_or(|mut motion| motion.run(&least, speed, false).is_ok())
    };
    is_empty && division.course.carried.is_some() && !is_finished()
}

fn refusal_with_nearest(state: &State, division: &Division, plot: &Plot, rule: Rule, reason: Reason) -> NavalHalt {
    let most = if let Reason::Special(SpecialReason::Speed { max, .. }) = reason { Some(max) } else { None };
    let too_fast = matches!(
        reason,
        Reason::AboveAllowance { .. }
            | Reason::Table(TableReason::GainsTooMuch { .. } | TableReason::LeavesFlagship { .. })
    );
    if !too_fast && most.is_none() {
        return NotDecided::Refused { reason, rule };
    }
    let legal_speed = fastest_that_keeps_all(state, division).min(most.unwrap_or(Inches(i32::MAX)));
    let plot = plot_at_speed(state, division, plot, legal_speed);
    let why = Box::new(reason);
    NotDecided::Refused { reason: Reason::TooFastToPlot { why, division: division.id.clone(), plot }, rule }
}

/// Returns the plot at another speed, with its straight legs shortened from the end if they do not fit.
fn plot_at_speed(state: &State, division: &Division, plot: &Plot, speed: Inches) -> Plot {
    if let [Element::Straight(_)] = plot.elements[..] {
        return Plot { smoke: plot.smoke.clone(), ..Plot::straight(speed) };
    }
    let slower = Plot { speed: Some(speed), ..plot.clone() };
    let orders = orders(state, division, Some(&slower));
    // Without positions its length is unknown.
    let fits = DivisionMotion::from_division(state, division)
        .is_none_or(|mut motion| motion.run(&orders.elements, speed, false).is_ok());
    if fits { slower } else { nearest_fit(state, division, &orders).unwrap_or(Plot::straight(speed)) }
}

/// Adds the turn to a refusal of one of the ten turns before contact. [5.13.2]
pub(crate) fn as_preplot_refusal(index: usize, halt: NavalHalt) -> NavalHalt {
    match halt {
        NotDecided::Refused { reason, rule } => {
            NotDecided::Refused { reason: Reason::Preplot { turn: index + 1, why: Box::new(reason) }, rule }
        }
        NotDecided::NeedsRoll { .. } | NotDecided::NoSuchFace { .. } => halt,
    }
}

/// Checks plots for later turns, each from where the one before ends. [5.13.2]
///
/// After a plot that depends on another division, the starting point is unknown and the rest is not checked.
pub(crate) fn check_sequence(draft: &NavalDraft<'_>, id: &Id, plots: &[Plot]) -> Result<(), NavalHalt> {
    let mut later = draft.state().clone();
    for (index, plot) in plots.iter().enumerate() {
        let Some(division) = later.division(id).cloned() else { return Ok(()) };
        if plot.depends_on().is_some() {
            let dependency = if index == 0 { check_dependency(draft, &division, plot, false) } else { Ok(()) };
            return dependency.map_err(|halt| as_preplot_refusal(index, halt));
        }
        let orders = || orders(&later, &division, Some(plot));
        let steerable = check_steerable(draft, &later, &division, plot, &orders());
        let legal = steerable.and_then(|()| Ok(check_special_rules(&later, &division, orders(), true)?));
        legal.map_err(|halt| as_preplot_refusal(index, halt))?;
        let Some(outcome) = move_of(&later, &division, &Moves::new(), orders()) else { return Ok(()) };
        for run in outcome.runs {
            Naval::apply(&mut later, &Fact::Moved(run));
        }
        Naval::apply(&mut later, &Fact::CourseRecorded { division: id.clone(), course: outcome.course });
        later.turn += 1;
    }
    Ok(())
}

/// Returns the division at the head of a chain of followers, or the division itself. [5.7.4]
fn head_of_chain<'s>(state: &'s State, division: &Id) -> Option<&'s Division> {
    let mut head = state.division(division)?;
    for _ in &state.divisions {
        let Some(Element::Follow(next)) = head.plot.as_ref().and_then(|plot| plot.elements.first()) else { break };
        head = state.division(next)?;
    }
    Some(head)
}

/// Returns the nearest plot that fits, with straight legs shortened from the end.
fn nearest_fit(state: &State, division: &Division, orders: &Orders) -> Option<Plot> {
    let fits = |elements: &[Element]| {
        let fits = DivisionMotion::from_division(state, division)
            .is_some_and(|mut motion| motion.run(elements, orders.speed, false).is_ok());
        fits.then(|| Plot { elements: elements.to_vec(), speed: Some(orders.speed), smoke: Vec::new() })
    };
    let mut elements = orders.elements.clone();
    for index in (0..elements.len()).rev() {
        let Element::Straight(length) = elements[index] else { continue };
        for cut in (5..=length.0).step_by(5) {
            elements[index] = Element::Straight(Inches(length.0 - cut));
            if let Some(plot) = fits(&elements) {
                return Some(plot);
            }
        }
        elements.remove(index);
        if let Some(plot) = fits(&elements).filter(|plot| !plot.elements.is_empty()) {
            return Some(plot);
        }
    }
    None
}

/// Checks the division that a plot depends on. It must be another of the same side, have a ship in action, be tracked
/// if this one is, and not depend on this one. With command checks on, it must be in the same formation. To follow it,
/// a tracked division must be on its track. [5.7.4, 5.7.5]
pub(crate) fn check_dependency(
    draft: &NavalDraft<'_>,
    division: &Division,
    plot: &Plot,
    advance: bool,
) -> Result<(), NavalHalt> {
    let Some(other) = plot.depends_on() else { return Ok(()) };
    let state = draft.state();
    let follows = matches!(plot.elements[..], [Element::Follow(_)]);
    let rule = if follows { FOLLOW } else { MIMIC };
    let leader = draft.need(state.division(other), rule, || Reason::UnknownUnit { unit: other.clone() })?;
    let (id, other) = (division.id.clone(), other.clone());
    if leader.side != division.side {
        return draft.refuse(SIDES, TableReason::OtherSide { one: id, other }.into());
    }
    let lost = !state.is_in_action(&other);
    draft.refuse_if(lost, rule, || TableReason::NoLeaderInAction { division: id.clone(), other: other.clone() })?;
    let unplaced = state.has_position(&id) && !state.has_position(&other);
    draft.refuse_if(unplaced, rule, || TableReason::NoPosition { unit: other.clone() })?;
    if state.checks && !state.divisions_in_formation_of(&id).iter().any(|member| member.id == other) {
        return draft.refuse(rule, FormationReason::OtherFormation { division: id, other }.into());
    }
    let mut chain = vec![id.clone()];
    let mut next = Some(other.clone());
    while let Some(current) = next {
        if chain.contains(&current) {
            return draft.refuse(rule, TableReason::CircularPlots { division: id, other }.into());
        }
        let filed_plot = |member: &Division| if advance { member.next_plot.clone() } else { member.plot.clone() };
        next = state.division(&current).and_then(filed_plot).and_then(|plot| plot.depends_on().cloned());
        chain.push(current);
    }
    let off_track = follows && state.has_position(&id) && astern_of(state, division, &other).is_none();
    draft.refuse_if(off_track, rule, || TableReason::LeaderOffTrack { division: id, other })
}

/// Whether a division has several ships and merchantmen among them. [5.1.2]
pub(crate) fn is_convoy(state: &State, division: &Division) -> bool {
    1 < division.ships.len() && state.ships_of_division(&division.id).any(|ship| ship.card.kind == ShipType::MM)
}

/// Checks that the elements can be run: length, column turns, bends, merchantmen's turns. [5.1.2, 5.7.1, 5.7.3]
pub(crate) fn check_steerable(
    draft: &NavalDraft<'_>,
    state: &State,
    division: &Division,
    plot: &Plot,
    orders: &Orders,
) -> Result<(), NavalHalt> {
    let id = || division.id.clone();
    let is_column_turn = |element: &Element| matches!(element, Element::Turn(turn) if turn.manner == TurnKind::Column);
    let convoy_turns = orders.elements.iter().any(is_column_turn) && is_convoy(state, division);
    draft.refuse_if(convoy_turns, MERCHANTS, || TableReason::ConvoyColumnTurn { division: id() })?;
    let mut motion =
        draft.need(DivisionMotion::from_division(state, division), PLOTS, || TableReason::NoPosition { unit: id() })?;
    let least = Inches::nearest(motion.radius);
    let too_tight = |element: &Element| match element {
        Element::Turn(turn) => turn.radius.filter(|radius| *radius < least),
        Element::Straight(_) | Element::Follow(_) | Element::Mimic(_) | Element::CloseUp => None,
    };
    let too_tight = plot.elements.iter().find_map(too_tight);
    draft.refuse_found(too_tight, TEMPLATES, |radius| TableReason::TooTight { division: id(), radius, least })?;
    let off_track = plot.elements == [Element::CloseUp] && !motion.is_in_column();
    draft.refuse_if(off_track, CLOSE_UP, || FormationReason::NotOnOneTrack { division: id() })?;
    let refuse_in_bend = state.setup.options.ships_turn_in_bend == ShipsTurnInBend::Refuse;
    let fits = || nearest_fit(state, division, orders);
    let division = id();
    let (rule, reason) = match motion.run(&orders.elements, orders.speed, refuse_in_bend) {
        Ok(()) => return Ok(()),
        Err(PlotError::TooLong { needs, speed }) => {
            let faster = Box::new(Plot { elements: orders.elements.clone(), speed: Some(needs), smoke: Vec::new() });
            (PLOTS, TableReason::PlotTooLong { division, needs, speed, fits: fits(), faster, ahead: false })
        }
        Err(PlotError::OutOfColumn { turn }) => {
            (COLUMN_TURN, TableReason::OutOfColumn { division, turn, offset: motion.offset().hundredths() })
        }
        Err(PlotError::InBend { turn }) => (SHIPS_TURN, TableReason::ShipsTurnInBend { division, turn }),
    };
    draft.refuse(rule, reason.into())
}
