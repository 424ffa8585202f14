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

pub(super) fn explanation(state: &State, reason: &FormationReason) -> String {
    use FormationReason::*;
    let name = state.name_printer();
    match reason {
        ActsAlone { ship } => format!("{} acts alone and is in no division.", name(ship)),
        LeavesFirst { ship, division } => {
            format!("{} is still in {} this turn: a plot for this turn takes it out.", name(ship), name(division))
        }
        TooFewDivisions { formation } => format!("Formation {formation} needs at least two divisions."),
        TooFewInAction { formation } => {
            format!("Formation {} does not have two divisions left in action.", formation.word())
        }
        NoSuchFormation { formation } => format!("There is no formation {}.", formation.word()),
        NotInPlace { formation, division, gap, most } => format!(
            "{} is {gap}\" from formation {}: to join, it must be within {most}\" of one of its bases.",
            name(division),
            formation.word()
        ),
        LeaderNotFirst { ship } => {
            format!("{} is a light cruiser and must be the first ship of the formation.", name(ship))
        }
        NotAFlotilla { formation } => format!("Formation {} is not a flotilla of torpedo craft.", formation.word()),
        TurnUnfinished { division } => format!(
            "{} has a turn to finish, or ships that have not reached its leader's turning point.",
            name(division)
        ),
        NotOnOneTrack { division } => format!("{} cannot close up: its ships are not in column.", name(division)),
        NoSpeed { unit } => format!("{} cannot change its formation at speed 0.", name(unit)),
        OtherFormation { division, other } => {
            format!("{} and {} are not in one formation.", name(division), name(other))
        }
        DifferentHomeDivision { ship, home } => {
            format!("{} was not in {} when the battle began.", name(ship), name(home))
        }
        OutsideGap { ship, division } => {
            format!("{} is not within 2.0\" of the other ships of {}.", name(ship), name(division))
        }
        SpeedDiffers { ship, speed, flagship } => {
            format!(
                "{} makes {speed}\": this differs from the first ship's {flagship}\" by more than 1.0\".",
                name(ship)
            )
        }
        FlagShifted { division } => {
            format!("{} must go straight ahead in the turn in which its flagship changes.", name(division))
        }
        IsFlagship { ship } => format!("{} is already the flagship.", name(ship)),
        CheckedWhenMoving { division } => {
            format!("{} has a position: its orders are checked as the Movement Segment begins.", name(division))
        }
        NeedsNoCheck { division } => format!("{} carries out its orders without a check.", name(division)),
        FlagDistanceUnknown { division, flag } => {
            format!("The range from {} to {}, the force flagship, is not known.", name(division), name(flag))
        }
        OrdersChecked { division } => format!("The orders of {} have already been checked this turn.", name(division)),
        PlottedAhead { division, plot } => {
            format!("The plot of {} was made a turn ahead and cannot change: {}.", name(division), plot_text(plot))
        }
    }
}

pub(super) fn hint(state: &State, reason: &FormationReason) -> Hint {
    use FormationReason::*;
    match reason {
        ActsAlone { .. } => "form a division again first: " + Hint::form("division 1st ...") + ".",
        LeavesFirst { ship, .. } => Hint::form(format!("plot {} ...", typed_name(state, ship))) + " now, or next turn.",
        TooFewDivisions { formation } => Hint::line(format!("formation {formation} 1st 2nd")),
        TooFewInAction { .. } => "plot the division that is left.".into(),
        NoSuchFormation { .. } if state.formations.is_empty() => "there are no formations.".into(),
        NoSuchFormation { .. } => {
            let names: Vec<&str> = state.formations.iter().map(|formation| formation.id.word()).collect();
            format!("there are: {}.", names.join(", ")).into()
        }
        NotInPlace { division, gap, .. } => approach_advice(state, division, *gap),
        LeaderNotFirst { .. } => {
            "name its division first, or make another ship the flagship: " + Hint::form("flag 1st ...") + "."
        }
        NotAFlotilla { .. } => "other formations change by their plots.".into(),
        TurnUnfinished { .. } => "order it when the last ship has turned.".into(),
        NotOnOneTrack { division } => {
            "plot ships turns until they are, or the ships alone" + column_statement(state, division)
        }
        NoSpeed { unit } => {
            "type a speed above 0: " + Hint::line(format!("reform {} ahead speed 2", typed_name(state, unit))) + "."
        }
        OtherFormation { division, other } => formation_advice(state, division, other),
        DifferentHomeDivision { .. } => {
            "only ships that began the battle in one division may form a division again.".into()
        }
        OutsideGap { ship, .. } => {
            let speed = state.ship(ship).map_or(Inches::ZERO, |ship| ship.speed);
            let line = format!("plot {} {speed}", typed_name(state, ship));
            "bring it closer first, plotted alone: " + Hint::line(line) + "."
        }
        SpeedDiffers { .. } => "match the speeds first.".into(),
        FlagShifted { division } if state.division(division).is_some_and(|found| state.is_on_preplots(&found.side)) => {
            let (unit, speed) = (typed_name(state, division), continuing_speed(state, division));
            let line = Hint::line(format!("preplot {unit} {speed} x10"));
            "type " + line + " first: the first of the ten turns goes straight ahead."
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
            format!("it moves as {}.", if jammed { "the jammed rudder steers" } else { "plotted" }).into()
        }
        FlagDistanceUnknown { division, .. } => {
            "measure it: " + Hint::form(format!("orders {} range ...", typed_name(state, division))) + "."
        }
        OrdersChecked { .. } => "each formation is checked once a turn.".into(),
        PlottedAhead { .. } => {
            "it may be changed only in the turn after its formation failed to receive orders.".into()
        }
    }
}

/// Returns how a division gets close enough to a formation. [5.2, Q38]
fn approach_advice(state: &State, division: &Id, gap: Inches) -> Hint {
    if gap <= Inches::whole(6) {
        let line = format!("bearing B interval {gap}");
        return format!("type `{line}`, B being its true bearing from the leader, or bring it within 2.0\" first.")
            .into();
    }
    let until = if state.checks { ". Until then it has a separate command check" } else { "" };
    if state.segment != Segment::Plotting {
        return format!("plot it closer in the next Plotting Segment{until}.").into();
    }
    "plot it closer first, such as " + fastest_plot(state, division) + format!("{until}.")
}

/// Advises a formation of two divisions, or a plot of one alone if they cannot form one yet.
fn formation_advice(state: &State, division: &Id, other: &Id) -> Hint {
    let (first, second) = (typed_name(state, other), typed_name(state, division));
    let form = |id: &str| Command::Formation {
        formation: FormationId::new(id),
        divisions: vec![other.clone(), division.clone()],
        lines: Vec::new(),
    };
    let accepted_name = ["van", "main", "line"].into_iter().find(|name| trial::accepts(state, &form(name)));
    if let Some(name) = accepted_name {
        return "form one first: " + Hint::line(format!("formation {name} {first} {second}")) + ".";
    }
    let alone_plot = fastest_plot(state, division);
    match trial::refusal_reason(state, &form("van")) {
        Some(Reason::Formation(FormationReason::NotInPlace { gap, most, .. })) => {
            let gap_note = format!("they are {gap}\" apart, and a formation must be within {most}\": ");
            Hint::words(gap_note) + "until then plot it alone, such as " + alone_plot + "."
        }
        Some(_) | None => "plot it alone, such as " + alone_plot + ".",
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
