//! Refusals of what is put on the table and plotted there.
use super::hints::*;
use crate::naval::{
    State,
    measure::{Id, Inches},
    notation::{plot_text, turn_text},
    reason::TableReason,
};
use crate::show::position::arcs;

/// What is wrong and what to type instead.
pub(super) fn sentence(state: &State, reason: &TableReason) -> (String, Option<String>) {
    let name = |id: &'_ Id| state.name(id).to_owned();
    let hint = |text: String| Some(text);
    match reason {
        TableReason::NoSuchShip { ship, open: true } => (
            format!("no ship of the library is called {ship}."),
            hint("`ship list` outside the game shows them all.".into()),
        ),
        TableReason::NoSuchShip { ship, open: false } => (
            format!("{ship} is not in this battle."),
            nearest(state, ship)
                .or_else(|| hint("`status` lists the ships; any ship may be placed in `play sandbox`.".into())),
        ),
        TableReason::SetUpOver { ship } => (
            format!("{} cannot be placed: the set-up is over.", name(ship)),
            hint(format!("the tape corrects her: `set {ship} at 30 20 heading 90 because \"measured\"`.")),
        ),
        TableReason::OffTable { ship, at, width, height } => (
            format!("{} cannot lie at {}, {}: that is off the table.", name(ship), at.x, at.y),
            hint(format!("x runs from 0 to {width}, y from 0 to {height}.")),
        ),
        TableReason::SideGiven { ship, side } => {
            (format!("{} belongs to {}.", name(ship), name(side)), hint("leave the side out.".into()))
        }
        TableReason::TwoSides { side } => {
            let sides: Vec<&str> = state.setup.sides.iter().map(|side| side.id.as_str()).collect();
            (format!("there are two sides, and {side} is neither."), hint(format!("they are {}.", sides.join(" and "))))
        }
        TableReason::NameTaken { name: taken } => (
            format!("{} is no name for a division: it is taken.", name(taken)),
            hint("choose another, such as `1st`.".into()),
        ),
        TableReason::NamedTwice { ship } => {
            (format!("{} is named twice.", name(ship)), hint("name every ship once.".into()))
        }
        TableReason::OtherSide { one, other } => (
            format!("{} and {} are not on the same side.", name(one), name(other)),
            hint("a division, and whom it follows, is of one side.".into()),
        ),
        TableReason::NoPosition { unit } => (
            format!("{} has no position.", name(unit)),
            hint(format!("type `place {unit} at 30 20 heading 90` first.")),
        ),
        TableReason::DivisionTooLarge { division, ships, max } => (
            format!("division {} would have {ships} ships: no more than {max} of these may form one.", name(division)),
            hint("form two divisions.".into()),
        ),
        TableReason::NothingToSeal { side } => {
            let who = side.as_ref().map_or("either side".to_owned(), name);
            (format!("nothing of {who} is plotted that could be sealed."), hint("file a plot first.".into()))
        }
        TableReason::SharesBase { ship, division } => (
            format!("{} cannot be plotted alone: she shares the base of {}.", name(ship), name(division)),
            hint(format!("type `plot {division} ...`.")),
        ),
        TableReason::ChecksHold => (
            "command checks are part of this battle.".into(),
            hint("`options: {checks: false}` in a scenario file leaves them out.".into()),
        ),
        TableReason::NotOfDivision { ship, division } => (
            format!("{} is not in {}, whose plot this is.", name(ship), name(division)),
            hint("name ships of the division as smoke makers.".into()),
        ),
        TableReason::PlotsInCircle { division, other } => (
            format!("{} cannot lean on {}, which leans on it.", name(division), name(other)),
            hint("one of them needs a plot of its own.".into()),
        ),
        TableReason::NotAstern { division, other } => (
            format!(
                "{} cannot follow {}: its leader does not lie on that division's track.",
                name(division),
                name(other)
            ),
            hint(format!("steer her there first, or type `plot {division} M{other}` to move alike.")),
        ),
        TableReason::GainsTooMuch { ship, speed, from, max } => (
            format!("{} cannot go from {from}\" to {speed}\" in a turn: she can make {max}\".", name(ship)),
            hint(format!("plot speed {max} or less.")),
        ),
        TableReason::SlowsTooMuch { ship, speed, from, min } => (
            format!("{} cannot slow from {from}\" to {speed}\" in a turn.", name(ship)),
            hint(format!("plot speed {min} or more.")),
        ),
        TableReason::ConvoyColumnTurn { division } => (
            format!("{} is a convoy and makes no column turns.", name(division)),
            hint("plot ships turns: SR or SL.".into()),
        ),
        TableReason::PlotTooLong { division, needs, speed, fits } => (
            format!(
                "the plot of {} needs {needs}\", {}\" more than its speed of {speed}\".",
                name(division),
                over(*needs, *speed)
            ),
            fits.as_ref().map_or_else(
                || hint(format!("plot speed {needs} if she can make it, or leave something out.")),
                |plot| hint(format!("try {} speed {speed}, or speed {needs} if she can make it.", plot_text(plot))),
            ),
        ),
        TableReason::OutOfColumn { division, turn, offset } => (
            format!("{} cannot make {}: it is not in column.", name(division), turn_text(turn)),
            hint(if *offset == Inches::ZERO {
                "the ships do not lie on one track; plot ships turns, or the ships alone.".into()
            } else {
                format!("its ships turns add up to {offset} degrees; turn the ships back to 0 or on to 180 first.")
            }),
        ),
        TableReason::ShipsTurnInBend { division, turn } => (
            format!(
                "{} cannot make {}: ships astern have not reached the leader's turning point.",
                name(division),
                turn_text(turn)
            ),
            hint("straight on until the column is straight.".into()),
        ),
        TableReason::ArcNotTouched { ship, target, typed, touched } => (
            format!(
                "{} does not bear in the {typed} arc of {}: she lies in the {} arc.",
                name(target),
                name(ship),
                arcs(touched)
            ),
            hint(format!("leave the arc out; the tape overrides it: `measure {ship} {target} 8.0 arc {typed}`.")),
        ),
        TableReason::NotAbeam { ship, target, side, touched } => (
            format!("{} cannot launch to {side}: {} lies in her {} arc.", name(ship), name(target), arcs(touched)),
            hint("torpedoes leave through a broadside arc: launch to the side where she lies, or turn first.".into()),
        ),
    }
}

fn over(needs: Inches, speed: Inches) -> Inches {
    needs - speed
}
