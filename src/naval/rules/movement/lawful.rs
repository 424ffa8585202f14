//! What a plot has to keep to, whoever files it. [4.6, 5.5, 9.2]
use crate::movement::{
    Helm, Misfit, Orders, astern_of, move_of, orders,
    pace::{fastest_of, speed_allowed},
};
use crate::{
    Division, Element, Fact, FormationReason, Id, Inches, Manner, Naval, NavalDraft, NavalHalt, Plot, Reason, Ship,
    ShipType, ShipsTurnInBend, State, TableReason,
    special::{self, SpecialReason},
};
use play::{Game, Halt, Rule};
use std::collections::BTreeMap;

const TEMPLATES: Rule = Rule::new("5.6");
const SIDES: Rule = Rule::new("1.3");
const SMOKE: Rule = Rule::new("4.6");
const MERCHANTS: Rule = Rule::new("5.1.2");
const PLOTS: Rule = Rule::new("5.7");
const STRAIGHT: Rule = Rule::new("5.7.1");
const SHIPS_TURN: Rule = Rule::new("5.7.2");
const COLUMN_TURN: Rule = Rule::new("5.7.3");
const FOLLOW: Rule = Rule::new("5.7.4");
const MIMIC: Rule = Rule::new("5.7.5");
const CLOSE_UP: Rule = Rule::new("5.7.6");

/// Smoke is plotted for ships of the division that are in action. [4.6]
///
/// # Errors
/// Refused for any other ship.
pub(crate) fn smoke_is_of_the_division(
    draft: &NavalDraft<'_>,
    division: &Division,
    plot: &Plot,
) -> Result<(), NavalHalt> {
    if let Some(ship) = plot.smoke.iter().find(|ship| !division.ships.contains(ship)) {
        let (ship, division) = (ship.clone(), division.id.clone());
        return draft.refuse(SMOKE, TableReason::NotOfDivision { ship, division }.into());
    }
    match plot.smoke.iter().find(|ship| !draft.state().ship(ship).is_some_and(Ship::in_action)) {
        Some(ship) => draft.refuse(SMOKE, Reason::NotInAction { ship: ship.clone() }),
        None => Ok(()),
    }
}

/// Smoke is laid along a track: a ship that lies stopped makes none. Wind is no matter: in a high one the screen hides
/// nothing, and that is said. [4.6]
///
/// # Errors
/// Refused for a smoke maker that has no way this turn.
pub(crate) fn makes_smoke_under_way(draft: &NavalDraft<'_>, plot: &Plot, speed: Inches) -> Result<(), NavalHalt> {
    let stopped = |ship: &&Id| speed == Inches::ZERO || draft.state().ship(ship).is_some_and(Ship::has_no_way);
    match plot.smoke.iter().find(stopped) {
        Some(ship) => draft.refuse(SMOKE, TableReason::NoSmokeStopped { ship: ship.clone() }.into()),
        None => Ok(()),
    }
}

/// The speed of a plot is within allowance, gain and loss. [5.4, 5.5, 5.8.3]
///
/// # Errors
/// Refused with the nearest plot that can be carried out.
pub(crate) fn speed_holds(
    draft: &NavalDraft<'_>,
    division: &Division,
    plot: &Plot,
    speed: Inches,
) -> Result<(), NavalHalt> {
    speed_allowed(draft, division, speed).map_err(|halt| with_nearest(draft.state(), division, plot, halt))
}

/// What a division does that is to act by itself, or by what was plotted before contact, where a special rule forbids it:
/// straight on at the same speed; nothing else where that is forbidden too. [5.10.3, 5.13.3, 9.2]
pub(crate) fn straight_by_rule(state: &State, division: &Division, plot: &Plot) -> Option<Plot> {
    let keeps = |plot: &Plot| judged_by_rules(state, division, orders(state, division, Some(plot)), false).is_ok();
    if keeps(plot) {
        return None;
    }
    let straight = Plot::straight(super::speed_now(state, division));
    keeps(&straight).then_some(straight)
}

/// The one place where a move is held to the special rules, whoever made it: `ahead` of its turn only as far as nothing
/// hangs on where others will lie.
pub(crate) fn judged_by_rules(
    state: &State,
    division: &Division,
    orders: Orders,
    ahead: bool,
) -> Result<(), (Rule, crate::Reason)> {
    if state.setup.rules.is_empty() {
        return Ok(());
    }
    if let Some(followed) = orders.follows.as_ref().and_then(|other| at_the_head(state, other)) {
        let elements = super::orders(state, followed, followed.plot.as_ref()).elements;
        let plot = special::Plotted { elements: &elements, runs: &[], follows: Some(followed), ahead };
        return special::may_plot(state, division, &plot);
    }
    let elements = orders.elements.clone();
    let moved = move_of(state, division, &BTreeMap::new(), orders);
    let runs = moved.as_ref().map_or(&[][..], |moved| &moved.runs);
    special::may_plot(state, division, &special::Plotted { elements: &elements, runs, follows: None, ahead })
}

/// A refusal of a plot for its speed, with the nearest plot to it that can be carried out.
pub(crate) fn with_nearest(state: &State, division: &Division, plot: &Plot, halt: NavalHalt) -> NavalHalt {
    let Halt::Refused { reason, rule } = halt else { return halt };
    let too_fast = matches!(
        reason,
        Reason::AboveAllowance { .. }
            | Reason::Special(SpecialReason::Speed { .. })
            | Reason::Table(TableReason::GainsTooMuch { .. } | TableReason::LagsTooFar { .. })
    );
    if !too_fast {
        return Halt::Refused { reason, rule };
    }
    let most = if let Reason::Special(SpecialReason::Speed { max, .. }) = reason { Some(max) } else { None };
    let lawful = fastest_of(state, division).min(most.unwrap_or(Inches(i32::MAX)));
    let plot = at_speed(state, division, plot, lawful);
    let why = Box::new(reason);
    Halt::Refused { reason: Reason::TooFastToPlot { why, division: division.id.clone(), plot }, rule }
}

/// The same plot at another speed, its straight legs cut from the end where they do not fit.
pub(crate) fn at_speed(state: &State, division: &Division, plot: &Plot, speed: Inches) -> Plot {
    if let [Element::Straight(_)] = plot.elements[..] {
        return Plot { smoke: plot.smoke.clone(), ..Plot::straight(speed) };
    }
    let slower = Plot { speed: Some(speed), ..plot.clone() };
    let orders = orders(state, division, Some(&slower));
    // Without positions nobody can say how long it is.
    let fits = Helm::of(state, division).is_none_or(|mut helm| helm.run(&orders.elements, speed, false).is_ok());
    if fits { slower } else { nearest_fit(state, division, &orders).unwrap_or(Plot::straight(speed)) }
}

/// Plots for turns to come can be steered, each from where the one before leads. [5.13.2]
///
/// Beyond a plot that leans on another division nobody can say where it begins: what follows is taken as written.
///
/// # Errors
/// As [`file`], for the first plot that cannot be steered.
pub(crate) fn in_turn(draft: &NavalDraft<'_>, id: &Id, plots: &[Plot]) -> Result<(), NavalHalt> {
    let mut later = draft.state().clone();
    for (at, plot) in plots.iter().enumerate() {
        let Some(division) = later.division(id).cloned() else { return Ok(()) };
        if plot.leans_on().is_some() {
            return if at == 0 { leans_well(draft, &division, plot, false) } else { Ok(()) };
        }
        can_be_steered(draft, &later, &division, plot, &orders(&later, &division, Some(plot)))?;
        let ahead = judged_by_rules(&later, &division, orders(&later, &division, Some(plot)), true);
        if let Err((rule, reason)) = ahead {
            return draft.refuse(rule, reason);
        }
        let none = BTreeMap::new();
        let Some(moved) = move_of(&later, &division, &none, orders(&later, &division, Some(plot))) else {
            return Ok(());
        };
        for run in moved.runs {
            Naval::apply(&mut later, &Fact::Moved(run));
        }
        Naval::apply(&mut later, &Fact::CourseKept { division: id.clone(), course: moved.course });
        later.turn += 1;
    }
    Ok(())
}

/// The division whose track all run that follow this one, or it itself. [5.7.4]
pub(crate) fn at_the_head<'s>(state: &'s State, division: &Id) -> Option<&'s Division> {
    let mut head = state.division(division)?;
    for _ in &state.divisions {
        let Some(Element::Follow(next)) = head.plot.as_ref().and_then(|plot| plot.elements.first()) else { break };
        head = state.division(next)?;
    }
    Some(head)
}

/// The nearest plot that fits: the same with its straight legs cut from the end.
pub(crate) fn nearest_fit(state: &State, division: &Division, orders: &Orders) -> Option<Plot> {
    let fits = |elements: &[Element]| {
        Helm::of(state, division).is_some_and(|mut helm| helm.run(elements, orders.speed, false).is_ok())
    };
    let mut elements = orders.elements.clone();
    for at in (0..elements.len()).rev() {
        let Element::Straight(length) = elements[at] else { continue };
        let cut = |by: i32| Inches(length.0 - by);
        for by in (5..=length.0).step_by(5) {
            elements[at] = Element::Straight(cut(by));
            if fits(&elements) {
                return Some(Plot { elements, speed: Some(orders.speed), smoke: Vec::new() });
            }
        }
        elements.remove(at);
        if fits(&elements) && !elements.is_empty() {
            return Some(Plot { elements, speed: Some(orders.speed), smoke: Vec::new() });
        }
    }
    None
}

/// Whom a plot leans on is another tracked division of the side, with command checks of the same formation, that does
/// not lean back. [5.7.4, 5.7.5]
pub(crate) fn leans_well(
    draft: &NavalDraft<'_>,
    division: &Division,
    plot: &Plot,
    advance: bool,
) -> Result<(), NavalHalt> {
    let Some(other) = plot.leans_on() else { return Ok(()) };
    let state = draft.state();
    let follows = matches!(plot.elements[..], [Element::Follow(_)]);
    let rule = if follows { FOLLOW } else { MIMIC };
    let Some(leader) = state.division(other) else {
        return draft.refuse(rule, Reason::UnknownUnit { unit: other.clone() });
    };
    if leader.side != division.side {
        return draft.refuse(SIDES, TableReason::OtherSide { one: division.id.clone(), other: other.clone() }.into());
    }
    if !state.is_tracked(other) {
        return draft.refuse(rule, TableReason::NoPosition { unit: other.clone() }.into());
    }
    if state.checks && !state.group_of(&division.id).iter().any(|one| one.id == *other) {
        let reason = FormationReason::OtherFormation { division: division.id.clone(), other: other.clone() };
        return draft.refuse(rule, reason.into());
    }
    let mut chain = vec![division.id.clone()];
    let mut next = Some(other.clone());
    while let Some(one) = next {
        if chain.contains(&one) {
            return draft.refuse(
                rule,
                TableReason::PlotsInCircle { division: division.id.clone(), other: other.clone() }.into(),
            );
        }
        let filed = |one: &Division| if advance { one.advance.clone() } else { one.plot.clone() };
        let leans = state.division(&one).and_then(filed).and_then(|plot| plot.leans_on().cloned());
        chain.push(one);
        next = leans;
    }
    if follows && astern_of(state, division, other).is_none() {
        return draft
            .refuse(rule, TableReason::NotAstern { division: division.id.clone(), other: other.clone() }.into());
    }
    Ok(())
}

/// The elements can be run: length, column turns, turns in a bend, and merchantmen's turns. [5.1.2, 5.7.1, 5.7.3]
pub(crate) fn can_be_steered(
    draft: &NavalDraft<'_>,
    state: &State,
    division: &Division,
    plot: &Plot,
    orders: &Orders,
) -> Result<(), NavalHalt> {
    let column = |element: &&Element| matches!(element, Element::Turn(turn) if turn.manner == Manner::Column);
    let merchants = |state: &State| {
        let mut ships = state.ships_of_division(&division.id);
        ships.any(|ship| ship.card.kind == ShipType::MM) && division.ships.len() > 1
    };
    if orders.elements.iter().any(|element| column(&element)) && merchants(state) {
        return draft.refuse(MERCHANTS, TableReason::ConvoyColumnTurn { division: division.id.clone() }.into());
    }
    let Some(mut helm) = Helm::of(state, division) else {
        return draft.refuse(PLOTS, TableReason::NoPosition { unit: division.id.clone() }.into());
    };
    let least = Inches::nearest(helm.least_radius());
    let tight = |element: &Element| match element {
        Element::Turn(turn) => turn.radius.filter(|radius| *radius < least),
        Element::Straight(_) | Element::Follow(_) | Element::Mimic(_) | Element::CloseUp => None,
    };
    if let Some(radius) = plot.elements.iter().find_map(tight) {
        let reason = TableReason::TooTight { division: division.id.clone(), radius, least };
        return draft.refuse(TEMPLATES, reason.into());
    }
    if plot.elements == [Element::CloseUp] && !helm.in_column() {
        return draft.refuse(CLOSE_UP, FormationReason::NotOnOneTrack { division: division.id.clone() }.into());
    }
    let refuse_in_bend = state.setup.options.ships_turn_in_bend == ShipsTurnInBend::Refuse;
    let id = division.id.clone();
    match helm.run(&orders.elements, orders.speed, refuse_in_bend) {
        Ok(()) => Ok(()),
        Err(Misfit::TooLong { needs, speed }) => {
            let fits = nearest_fit(state, division, orders);
            let faster = Box::new(Plot { elements: orders.elements.clone(), speed: Some(needs), smoke: Vec::new() });
            draft.refuse(STRAIGHT, TableReason::PlotTooLong { division: id, needs, speed, fits, faster }.into())
        }
        Err(Misfit::OutOfColumn { turn }) => draft
            .refuse(COLUMN_TURN, TableReason::OutOfColumn { division: id, turn, offset: helm_offset(division) }.into()),
        Err(Misfit::InBend { turn }) => {
            draft.refuse(SHIPS_TURN, TableReason::ShipsTurnInBend { division: id, turn }.into())
        }
    }
}

pub(crate) fn helm_offset(division: &Division) -> Inches {
    division.course.offset.hundredths()
}
