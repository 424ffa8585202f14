//! Plots that a refusal may offer. Each is tried on the rules first, so that no hint is refused.
use naval::{
    Command, Id, Inches, Naval, Reason, State,
    model::Plot,
    notation::{plot_text, typed_name},
    rules::moves,
};
use play::{self, Hint, NotDecided, Rule, Script};

/// Whether the rules would accept this order now, or ask for dice.
pub(super) fn accepts(state: &State, order: &Command) -> bool {
    matches!(play::decide::<Naval>(state, order, &mut Script::default()), Ok(_) | Err(NotDecided::NeedsRoll { .. }))
}

pub(super) fn refusal_reason(state: &State, order: &Command) -> Option<Reason> {
    refusal_with_rule(state, order).map(|(reason, _)| reason)
}

pub(super) fn refusal_with_rule(state: &State, order: &Command) -> Option<(Reason, Rule)> {
    match play::decide::<Naval>(state, order, &mut Script::default()) {
        Err(NotDecided::Refused { reason, rule }) => Some((reason, rule)),
        Ok(_) | Err(NotDecided::NeedsRoll { .. } | NotDecided::NoSuchFace { .. }) => None,
    }
}

pub(super) fn is_legal(state: &State, division: &Id, plot: &Plot) -> bool {
    is_legal_for_turn(state, division, plot, false)
}

/// Whether the rules would accept this plot for this turn or, with `ahead`, for the next.
fn is_legal_for_turn(state: &State, division: &Id, plot: &Plot, ahead: bool) -> bool {
    let unit = state.division(division).map_or(division, |division_found| {
        if division_found.ships.len() == 1 { &division_found.ships[0] } else { &division_found.id }
    });
    let takes = |unit: &Id| {
        let order = Command::Plot { unit: unit.clone(), plot: plot.clone(), advance: ahead, launches: Vec::new() };
        play::decide::<Naval>(state, &order, &mut Script::default()).is_ok()
    };
    takes(division) || takes(unit) || fits_preplot(state, division, plot)
}

/// Whether a plot fits among the ten that are filed before contact: no ship of the division is too slow for it.
fn fits_preplot(state: &State, division: &Id, plot: &Plot) -> bool {
    let Some(division_found) = state.division(division).filter(|found| state.is_on_preplots(&found.side)) else {
        return false;
    };
    let speed = plot.speed.unwrap_or(Inches::ZERO);
    state
        .ships_of_division(&division_found.id)
        .filter(|ship| ship.is_in_action())
        .all(|ship| speed <= ship.speed_allowance())
}

/// Returns advice for a plot too long for its speed: a shorter or faster one, or why neither is possible.
pub(super) fn shorter_or_faster(
    state: &State,
    division: &Id,
    shorter: Option<&Plot>,
    faster: &Plot,
    ahead: bool,
) -> Hint {
    let (next, turn) = if ahead { (" next", "") } else { ("", " this turn") };
    let speed = |plot: &Plot| plot.speed.unwrap_or(Inches::ZERO);
    let shorter = shorter.filter(|plot| is_legal_for_turn(state, division, plot, ahead));
    let unit = typed_name(state, division);
    let shorter =
        shorter.map(|plot| Hint::line(format!("plot {unit} {} speed {}{next}", plot_text(plot), speed(plot))));
    match (shorter, is_legal_for_turn(state, division, faster, ahead)) {
        (Some(plot), true) => "try " + plot + format!(", or speed {}.", speed(faster)),
        (Some(plot), false) => "try " + plot + format!(". Speed {} cannot be made{turn}.", speed(faster)),
        (None, true) => format!("plot speed {}, or omit something.", speed(faster)).into(),
        (None, false) => {
            format!("omit a turn or make it smaller: speed {} cannot be made{turn}.", speed(faster)).into()
        }
    }
}

/// Returns the speed at which a unit's division continues. [5.5]
pub(super) fn continuing_speed(state: &State, unit: &Id) -> Inches {
    state.division_of(unit).map_or(Inches::ZERO, |division| straight_speed(state, &division.id))
}

/// Returns the highest acceptable speed straight ahead, at most the speed without a plot. If none is acceptable, the
/// speed without a plot.
pub(super) fn straight_speed(state: &State, division: &Id) -> Inches {
    let speed = state.division(division).map_or(Inches::ZERO, |division| moves::speed_without_plot(state, division));
    highest_accepted_speed(state, division, speed).unwrap_or(speed)
}

/// Returns the highest speed of an acceptable plot straight ahead, in steps of a quarter inch down from `most`.
pub(super) fn highest_accepted_speed(state: &State, division: &Id, most: Inches) -> Option<Inches> {
    let quarters = (0..=most.0 / 25).map(|quarters| Inches(most.0 - 25 * quarters));
    quarters.into_iter().find(|speed| is_legal(state, division, &Plot::straight(*speed)))
}
