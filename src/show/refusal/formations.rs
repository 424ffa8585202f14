//! Refusals of formations, flags and plots filed ahead.
use super::{
    table::column_statement,
    trial::{self, continuing_speed, highest_accepted_speed, straight_speed},
};
use naval::model::{FormationId, FormationReason, Ship};
use naval::{
    Command, Id, Inches, Reason, Segment, State,
    notation::{plot_text, typed_name},
};
use play::Hint;

/// Returns the refused action and the reason.
pub(super) fn explanation(state: &State, reason: &FormationReason) -> String {
    use FormationReason::*;
    let name = state.name_printer();
    match reason {
        ActsAlone { ship } => format!("{} acts alone and is in no division.", name(ship)),
        LeavesFirst { ship, division } => {
            format!("{} is of {} this turn, and leaves it by a plot for this turn.", name(ship), name(division))
        }
        TooFewDivisions { formation } => format!("formation {formation} needs two divisions."),
        TooFewInAction { formation } => {
            format!("formation {} does not have two divisions left in action.", formation.word())
        }
        NoSuchFormation { formation } => format!("no formation is called {}.", formation.word()),
        NotInPlace { formation, division, gap, most } => format!(
            "{} lies {gap}\" off formation {}: whoever joins lies within {most}\" of one of its bases.",
            name(division),
            formation.word()
        ),
        LeaderNotFirst { ship } => {
            format!("{} is a light cruiser and must be the first ship of the formation.", name(ship))
        }
        NotAFlotilla { formation } => format!("formation {} is no flotilla of torpedo craft.", formation.word()),
        TurnUnfinished { division } => format!(
            "{} has a turn to finish, or ships that have not yet turned where she who leads did.",
            name(division)
        ),
        NotOnOneTrack { division } => format!("{} cannot close up: its ships are not in column.", name(division)),
        NoSpeed { unit } => format!("{} cannot change its formation without way.", name(unit)),
        OtherFormation { division, other } => {
            format!("{} and {} are not in one formation.", name(division), name(other))
        }
        DifferentHomeDivision { ship, home } => {
            format!("{} was not in {} when the battle began.", name(ship), name(home))
        }
        OutsideGap { ship, division } => {
            format!("{} does not lie within 2.0\" of the others of {}.", name(ship), name(division))
        }
        SpeedDiffers { ship, speed, flagship } => {
            format!("{} makes {speed}\", more than 1.0\" off the {flagship}\" of the first ship.", name(ship))
        }
        FlagShifted { division } => {
            format!("{} goes straight ahead in the turn in which another flag leads it.", name(division))
        }
        IsFlagship { ship } => format!("{} is the flagship already.", name(ship)),
        CheckedWhenMoving { division } => {
            format!("{} has a position: its orders are checked as the Movement Segment begins.", name(division))
        }
        NeedsNoCheck { division } => format!("{} carries out its orders without a check.", name(division)),
        FlagDistanceUnknown { division, flag } => {
            format!("nobody has said how far {} lies from {}, the force flagship.", name(division), name(flag))
        }
        OrdersChecked { division } => format!("the orders of {} have been checked this turn.", name(division)),
        PlottedAhead { division, plot } => {
            format!("the plot of {} was filed a turn ahead and stands: {}.", name(division), plot_text(plot))
        }
    }
}

/// Returns what to type instead.
pub(super) fn hint(state: &State, reason: &FormationReason) -> Hint {
    use FormationReason::*;
    match reason {
        ActsAlone { .. } => "form a division again first: " + Hint::form("division 1st ...") + ".",
        LeavesFirst { ship, .. } => Hint::form(format!("plot {} ...", typed_name(state, ship))) + " now, or next turn.",
        TooFewDivisions { formation } => Hint::line(format!("formation {formation} 1st 2nd")),
        TooFewInAction { .. } => "plot the division that is left.".into(),
        NoSuchFormation { .. } if state.formations.is_empty() => "no formation is formed.".into(),
        NoSuchFormation { .. } => {
            let names: Vec<&str> = state.formations.iter().map(|formation| formation.id.word()).collect();
            format!("there are: {}.", names.join(", ")).into()
        }
        NotInPlace { division, gap, .. } => approach_advice(state, division, *gap),
        LeaderNotFirst { .. } => {
            "name her division first, or let another ship carry the flag: " + Hint::form("flag 1st ...") + "."
        }
        NotAFlotilla { .. } => "other formations change by their plots.".into(),
        TurnUnfinished { .. } => "order it when the last ship has come round.".into(),
        NotOnOneTrack { division } => {
            "plot ships turns until they are, or the ships alone" + column_statement(state, division)
        }
        NoSpeed { unit } => {
            "type a speed above 0: " + Hint::line(format!("reform {} ahead speed 2", typed_name(state, unit))) + "."
        }
        OtherFormation { division, other } => formation_advice(state, division, other),
        DifferentHomeDivision { .. } => "ships of one division of the start may form a division again.".into(),
        OutsideGap { ship, .. } => {
            let speed = state.ship(ship).map_or(Inches::ZERO, |ship| ship.speed);
            let line = format!("plot {} {speed}", typed_name(state, ship));
            "bring her up first, plotted alone: " + Hint::line(line) + "."
        }
        SpeedDiffers { .. } => "match the speeds first.".into(),
        FlagShifted { division } if state.division(division).is_some_and(|found| state.is_on_preplots(&found.side)) => {
            let (unit, speed) = (typed_name(state, division), continuing_speed(state, division));
            let line = Hint::line(format!("preplot {unit} {speed} x10"));
            "type " + line + " first; the first of the ten turns goes straight ahead."
        }
        FlagShifted { division } => {
            let line = format!("plot {} {}", typed_name(state, division), straight_speed(state, division));
            "type " + Hint::line(line) + ", and turn next turn."
        }
        IsFlagship { .. } => "name another ship of the division.".into(),
        CheckedWhenMoving { division } => {
            Hint::form(format!("plot {} ...", typed_name(state, division))) + ", then " + Hint::line("next") + "."
        }
        NeedsNoCheck { division } => {
            let jammed = state.ships_of_division(division).any(|ship| ship.jam(state.turn).is_some());
            format!("it moves as {}.", if jammed { "her rudder lies" } else { "plotted" }).into()
        }
        FlagDistanceUnknown { division, .. } => {
            "read the tape: " + Hint::form(format!("orders {} range ...", typed_name(state, division))) + "."
        }
        OrdersChecked { .. } => "one check a formation and turn.".into(),
        PlottedAhead { .. } => {
            "it may be changed only in the turn after its formation failed to receive orders.".into()
        }
    }
}

/// Returns how a division gets close enough to a formation. [5.2, Q38]
fn approach_advice(state: &State, division: &Id, gap: Inches) -> Hint {
    if gap <= Inches::whole(6) {
        let line = format!("bearing B interval {gap}");
        return format!("plot it so, B its true bearing from the leader: `{line}`; or bring it up to 2.0\" first.")
            .into();
    }
    let until = if state.checks { "; until then it checks alone whether orders reach it" } else { "" };
    if state.segment != Segment::Plotting {
        return format!("bring it up to them by its plot in the next Plotting Segment{until}.").into();
    }
    "plot it up to them first, such as " + fastest_plot(state, division) + format!("{until}.")
}

/// Returns a command for a formation of two divisions, or why it cannot be formed yet.
fn formation_advice(state: &State, division: &Id, other: &Id) -> Hint {
    let (one, second) = (typed_name(state, other), typed_name(state, division));
    let form = |id: &str| Command::Formation {
        formation: FormationId::new(id),
        divisions: vec![other.clone(), division.clone()],
        lines: Vec::new(),
    };
    let free = ["van", "main", "line"].into_iter().find(|name| trial::accepts(state, &form(name)));
    if let Some(name) = free {
        return "form one first: " + Hint::line(format!("formation {name} {one} {second}")) + ".";
    }
    let alone_plot = fastest_plot(state, division);
    match trial::refused(state, &form("van")) {
        Some(Reason::Formation(FormationReason::NotInPlace { gap, most, .. })) => {
            let gap_note = format!("they lie {gap}\" apart, and a formation lies within {most}\": ");
            Hint::says(gap_note) + "until then plot it by itself, such as " + alone_plot + "."
        }
        Some(_) | None => "plot it by itself, such as " + alone_plot + ".",
    }
}

/// Returns a plot straight ahead, at the highest speed that the rules would accept.
fn fastest_plot(state: &State, division: &Id) -> Hint {
    let top = state.ships_of_division(division).filter(|ship| ship.is_in_action()).map(Ship::speed_allowance).min();
    let speed = top
        .and_then(|top| highest_accepted_speed(state, division, top))
        .unwrap_or_else(|| straight_speed(state, division));
    Hint::line(format!("plot {} {speed}", typed_name(state, division)))
}
