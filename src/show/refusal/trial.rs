//! Plots that a refusal may offer: each is put to the rules first, so that no hint is refused in its turn.
use naval::{
    Command, Id, Inches, Naval, Reason, State,
    model::Plot,
    notation::{plot_text, typed_name},
    rules::moves,
};
use play::{self, Halt, Hint, Rule, Script};

/// Whether the rules would take this order now, or want dice for it.
pub(super) fn takes(state: &State, order: &Command) -> bool {
    matches!(play::decide::<Naval>(state, order, &mut Script::default()), Ok(_) | Err(Halt::NeedsRoll { .. }))
}

/// Why the rules would refuse this order now.
pub(super) fn refused(state: &State, order: &Command) -> Option<Reason> {
    refused_by(state, order).map(|(reason, _)| reason)
}

/// The same with the paragraph that does.
pub(super) fn refused_by(state: &State, order: &Command) -> Option<(Reason, Rule)> {
    match play::decide::<Naval>(state, order, &mut Script::default()) {
        Err(Halt::Refused { reason, rule }) => Some((reason, rule)),
        Ok(_) | Err(Halt::NeedsRoll { .. } | Halt::NoSuchFace { .. }) => None,
    }
}

/// Whether the rules would take this plot of a division now.
pub(super) fn lawful(state: &State, division: &Id, plot: &Plot) -> bool {
    lawful_in(state, division, plot, false)
}

/// The same for this turn or, `ahead`, for the next.
fn lawful_in(state: &State, division: &Id, plot: &Plot, ahead: bool) -> bool {
    let unit = state.division(division).map_or(division, |of| if of.ships.len() == 1 { &of.ships[0] } else { &of.id });
    let takes = |unit: &Id| {
        let order = Command::Plot { unit: unit.clone(), plot: plot.clone(), advance: ahead, launches: Vec::new() };
        play::decide::<Naval>(state, &order, &mut Script::default()).is_ok()
    };
    takes(division) || takes(unit) || runs_ahead(state, division, plot)
}

/// Before contact plots are filed ten at a time: what no ship of the division is too slow for may stand among them.
fn runs_ahead(state: &State, division: &Id, plot: &Plot) -> bool {
    let Some(of) = state.division(division).filter(|of| state.on_preplots(&of.side)) else { return false };
    let speed = plot.speed.unwrap_or(Inches::ZERO);
    state.ships_of_division(&of.id).filter(|ship| ship.in_action()).all(|ship| speed <= ship.allowance())
}

/// What to type for a plot that is too long for its speed: shorter, faster, or why neither can be.
pub(super) fn shorter_or_faster(
    state: &State,
    division: &Id,
    shorter: Option<&Plot>,
    faster: &Plot,
    ahead: bool,
) -> Hint {
    let (next, turn) = if ahead { (" next", "") } else { ("", " this turn") };
    let speed = |plot: &Plot| plot.speed.unwrap_or(Inches::ZERO);
    let shorter = shorter.filter(|plot| lawful_in(state, division, plot, ahead));
    let unit = typed_name(state, division);
    let shorter =
        shorter.map(|plot| Hint::line(format!("plot {unit} {} speed {}{next}", plot_text(plot), speed(plot))));
    match (shorter, lawful_in(state, division, faster, ahead)) {
        (Some(plot), true) => "try " + plot + format!(", or speed {}.", speed(faster)),
        (Some(plot), false) => "try " + plot + format!("; speed {} cannot be made{turn}.", speed(faster)),
        (None, true) => format!("plot speed {}, or leave something out.", speed(faster)).into(),
        (None, false) => {
            format!("leave a turn out or make it smaller: speed {} cannot be made{turn}.", speed(faster)).into()
        }
    }
}

/// The speed at which the division of a unit holds on. [5.5]
pub(super) fn holds_on_at(state: &State, unit: &Id) -> Inches {
    state.division_of(unit).map_or(Inches::ZERO, |division| straight(state, &division.id))
}

/// The speed of a plot straight ahead that would be taken, as near as can be to what the division makes.
pub(super) fn straight(state: &State, division: &Id) -> Inches {
    let made = state.division(division).map_or(Inches::ZERO, |division| moves::speed(state, division));
    taken_up_to(state, division, made).unwrap_or(made)
}

/// The highest speed of a plot straight ahead that would be taken, by quarters of an inch down from the most.
pub(super) fn taken_up_to(state: &State, division: &Id, most: Inches) -> Option<Inches> {
    let quarters = (0..=most.0 / 25).map(|quarters| Inches(most.0 - 25 * quarters));
    quarters.into_iter().find(|speed| lawful(state, division, &Plot::straight(*speed)))
}
