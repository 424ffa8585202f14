//! Ships on the table as text: positions, plots and moves.
use chrono::Datelike as _;

use super::{joined, list, name_list, unambiguous_marker, verb_for};
use naval::model::{
    Card, ColumnState, DivisionOrigin, Fine, Formation, NewDivision, Place, Plot, Ship, ShipMove, ShipType, TapeEnd,
    TapeReading, TrackLeg, UnfinishedTurn, WindForce, convoy::column_lengths,
};
use naval::rules::formation::{division_sizes, ship_group};
use naval::{
    Id, Inches, SideId, State,
    notation::{plot_text, turn_text},
    seal::is_sealed,
};

/// `Asahi (BB of 1900, Japan) is at 10.0, 20.0 heading 90.0, speed 2.0".`
pub(super) fn placement_sentence(
    before: &State,
    ship: &Id,
    card: Option<&Card>,
    side: &SideId,
    at: Place,
    speed: Inches,
) -> String {
    let side = before.name(side);
    let card = card.or_else(|| before.ship(ship).map(|ship| &*ship.card));
    let identity = match card {
        // Type, year and side distinguish ships of the same name.
        Some(Card { name, kind, completed: Some(built), .. }) => {
            format!("{} ({kind} of {}, {side})", name_without_side(name, side), built.year())
        }
        Some(Card { name, kind, completed: None, .. }) => format!("{} ({kind}, {side})", name_without_side(name, side)),
        None => format!("{} ({side})", before.name(ship)),
    };
    format!("{identity} is at {}, speed {speed}\".", place_text(at))
}

/// Returns a name without the side in brackets at its end, because the side is printed beside it.
fn name_without_side<'n>(name: &'n str, side: &str) -> &'n str {
    name.strip_suffix(&*format!(" ({side})")).unwrap_or(name)
}

/// `Izumo of 2nd is at 12.38, 19.14 heading 105, by 31.4" from nw and 9.8" from sw, 0.6" off its calculated place.`
pub(super) fn fix_sentence(
    before: &State,
    division: &Id,
    by: &[TapeReading; 2],
    places: &[(Id, Place)],
    off: Option<Inches>,
) -> String {
    let [first_reading, second_reading] = by.each_ref().map(|taped| tape_reading(before, taped));
    let division = before.name(division);
    let Some((leader, at)) = places.first() else {
        return format!("{division}: {first_reading} and {second_reading}.");
    };
    let leader = before.name(leader);
    let leader_name = leader_of_division(leader, division);
    let off = match off {
        Some(Inches::ZERO) => ", as calculated".to_owned(),
        Some(off) => format!(", {off}\" off its calculated place"),
        None => String::new(),
    };
    format!("{leader_name} is at {}, by {first_reading} and {second_reading}{off}.", place_text(*at))
}

/// `Izumo of 2nd Division`
pub(super) fn leader_of_division(leader: &str, division: &str) -> String {
    if leader == division { leader.to_owned() } else { format!("{leader} of {division}") }
}

/// `31.4" from nw`
pub(super) fn tape_reading(state: &State, taped: &TapeReading) -> String {
    let from = match &taped.from {
        TapeEnd::Corner(corner) => corner.word(),
        TapeEnd::Ship(ship) => state.name(ship),
    };
    format!("{}\" from {from}", taped.range)
}

/// `Division 1st: Asahi and Mikasa.`
pub(super) fn division_sentence(before: &State, formed: &NewDivision) -> String {
    let NewDivision { division, ships, course, standing, .. } = formed;
    if let (DivisionOrigin::Alone, [ship]) = (standing, &ships[..]) {
        return format!("{} acts alone.", before.name(ship));
    }
    let members: Vec<&Ship> = ships.iter().filter_map(|ship| before.ship(ship)).collect();
    let layout = if course.column.is_empty() || course.is_in_column() {
        String::new()
    } else if members.iter().any(|ship| ship.card.kind == ShipType::MM) {
        let columns = column_lengths(ships.len());
        format!(", a convoy: its {} columns have {} ships", columns.len(), joined(&columns, ", "))
    } else {
        ", not in column".to_owned()
    };
    let (few, others) = (size_note(&members).unwrap_or_default(), depleted_divisions(before, division, ships));
    let mixture_note = if before.setup.options.checks || before.checks { "" } else { mixture_note(&members) };
    format!("Division {}: {}{layout}.{few}{mixture_note}{others}", before.name(division), name_list(before, ships))
}

/// Returns a remark on a division with fewer ships than its type requires. [5.1.1]
fn size_note(ships: &[&Ship]) -> Option<String> {
    let kind = ships.first()?.card.kind;
    let least = division_sizes(kind).0;
    (ships.len() < least).then(|| format!(" A division of {kind} has at least {least} ships."))
}

/// Returns a remark on a division that a battle would refuse. An open table without checks allows it. [5.1.1]
fn mixture_note(ships: &[&Ship]) -> &'static str {
    let groups = || ships.iter().map(|ship| ship_group(ship.card.kind));
    let many = ships.iter().any(|ship| division_sizes(ship.card.kind).1 < ships.len());
    match (groups().any(|group| Some(group) != groups().next()), many) {
        (true, _) => " In a battle these would not sail in one division [5.1.1].",
        (false, true) => " In a battle these would be too many for one division [5.1.1].",
        (false, false) => "",
    }
}

/// Returns the ships left in the divisions from which ships are taken, if they are too few. [5.1.1]
fn depleted_divisions(before: &State, division: &Id, ships: &[Id]) -> String {
    let mut from: Vec<&Id> = Vec::new();
    for ship in ships.iter().filter_map(|ship| before.ship(ship)) {
        if ship.division != *division && !from.contains(&&ship.division) {
            from.push(&ship.division);
        }
    }
    let remark = |id: &Id| {
        let remaining: Vec<&Ship> =
            before.ships_of_division(id).filter(|ship| ship.is_in_action() && !ships.contains(&ship.id)).collect();
        let few = size_note(&remaining)?;
        let names = list(remaining.iter().map(|ship| &ship.card.name));
        Some(format!(" {} {} {names}.{few}", before.name(id), verb_for(before, id, "keeps", "keep")))
    };
    from.into_iter().filter_map(remark).collect()
}

/// `1st plots 1-CL60-1-SR30 at speed 4.0".`
pub(super) fn plot_sentence(before: &State, division: &Id, plot: &Plot, advance: bool) -> String {
    let when = if advance { " for next turn" } else { "" };
    let sealed = if is_sealed(before, division) { ", after the seal" } else { "" };
    let launches_note = if advance { String::new() } else { kept_launches_note(before, division) };
    let dropped = if advance { String::new() } else { dropped_change_note(before, division) };
    let smoke_remark = if plot.smoke.is_empty() { "" } else { smoke_note(before, division) };
    if let (true, Some(speed)) = (plot.elements.is_empty(), plot.speed) {
        let makes = verb_for(before, division, "makes", "make");
        return format!("{} {makes} {speed}\" with helm unchanged.{dropped}", before.name(division));
    }
    let plots = verb_for(before, division, "plots", "plot");
    format!(
        "{} {plots} {}{when}{sealed}.{smoke_remark}{launches_note}{dropped}",
        before.name(division),
        plot_description(plot)
    )
}

/// Returns a note on smoke. A high wind blows it away at once. Without positions the players decide which ships it
/// hides, for one turn, or for two in a calm. [4.6]
pub(super) fn smoke_note(state: &State, division: &Id) -> &'static str {
    match (state.setup.wind.force, state.has_position(division)) {
        (WindForce::High, _) => " In this high wind the smoke hides nothing [4.6].",
        (_, true) => "",
        (WindForce::Calm, false) => {
            " The table shows which ships it hides this turn and next: add `blocked by smoke` [4.6] to `target` or \
             `launch`."
        }
        (WindForce::Moderate, false) => {
            " The table shows which ships it hides this turn: add `blocked by smoke` [4.6] to `target` or `launch`."
        }
    }
}

/// Returns a note that the plot replaces a change of formation, which replaced its divisions' plots. [5.3.3, Q61]
fn dropped_change_note(before: &State, division: &Id) -> String {
    let changing = before.formation_of(division).filter(|formation| formation.change.is_some());
    let note = |formation: &Formation| {
        let name = formation.id.word();
        format!(" It replaces the change of formation {name}, whose other divisions need plots [5.3.3].")
    };
    changing.map(note).unwrap_or_default()
}

/// Returns a note that filing a plot again leaves this turn's launches unchanged. [7.4]
fn kept_launches_note(before: &State, division: &Id) -> String {
    let is_of_division = |unit: &Id| before.division_of(unit).map_or(unit == division, |owner| owner.id == *division);
    let launched =
        before.markers.iter().filter(|marker| marker.turn == before.turn && is_of_division(&marker.launcher));
    let names: Vec<String> = launched.map(|marker| unambiguous_marker(before, &marker.id)).collect();
    match &names[..] {
        [] => String::new(),
        [only] => {
            format!(" Its launch of marker {only} remains. A new one with that letter replaces it, `undo` cancels it.")
        }
        _ => format!(
            " Its launches of markers {} remain. New ones with those letters replace them, `undo` cancels them.",
            list(&names)
        ),
    }
}

/// `34.2, 18.6 heading 300`
pub(super) fn place_text(at: Place) -> String {
    format!("{}, {} heading {}", at.x, at.y, degrees_text(at.heading))
}

/// `1-CL60-1-SR30 at speed 4.0"`
pub fn plot_description(plot: &Plot) -> String {
    let speed = plot.speed.map(|speed| format!(" at speed {speed}\"")).unwrap_or_default();
    let smoke = if plot.smoke.is_empty() { "" } else { ", making smoke" };
    let course = if plot.elements.is_empty() { "straight on".to_owned() } else { plot_text(plot) };
    format!("{course}{speed}{smoke}")
}

pub(super) fn move_sentence(before: &State, run: &ShipMove) -> String {
    let unit = before.base_id(&run.ship);
    let name = before.name(&unit);
    match legs_text(&run.legs) {
        legs if legs.is_empty() => format!("{name} stays at {}.", place_text(run.to)),
        legs => format!("{name}: {legs}; ends {}.", place_text(run.to)),
    }
}

/// Returns degrees without a needless decimal.
pub(super) fn degrees_text(degrees: Fine) -> String {
    let text = degrees.to_string();
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// `1.0" straight, 60 degrees left round the 0.5" template`. Legs that round to zero hundredths are omitted.
pub(super) fn legs_text(legs: &[TrackLeg]) -> String {
    let is_visible = |leg: &&TrackLeg| match leg {
        TrackLeg::Straight { length } => length.hundredths() != Inches::ZERO,
        TrackLeg::Arc { degrees, .. } => degrees.hundredths() != Inches::ZERO,
    };
    let leg = |leg: &TrackLeg| match leg {
        TrackLeg::Straight { length } => format!("{length}\" straight"),
        TrackLeg::Arc { degrees, radius } => {
            let hand = if *degrees < Fine::ZERO { "left" } else { "right" };
            let turned = format!("{} degrees {hand}", degrees_text(degrees.abs()));
            let pivots = *radius == Inches::ZERO;
            if pivots { format!("head {turned}") } else { format!("{turned} round the {radius}\" template") }
        }
    };
    joined(legs.iter().filter(is_visible).map(leg), ", ")
}

/// Returns a note for the referee on a course change that continues next turn, and on a column that forms or breaks up.
pub(super) fn course_note(before: &State, division: &Id, course: &ColumnState) -> Option<String> {
    let name = before.name(division);
    let carried = course.carried.map(|UnfinishedTurn { degrees, turn, .. }| {
        let has = verb_for(before, division, "has", "have");
        format!("{name} {has} {degrees} degrees of {} still to turn, at the start of next turn", turn_text(&turn))
    });
    let was_in_column = before.division(division).is_none_or(|division| division.course.is_in_column());
    let changes = course.column.len() > 1 && was_in_column != course.is_in_column();
    let are = verb_for(before, division, "is", "are");
    let column_note =
        changes.then(|| format!("{name} {are} {}", if was_in_column { "out of column" } else { "in column again" }));
    let notes: Vec<String> = carried.into_iter().chain(column_note).collect();
    (!notes.is_empty()).then(|| format!("{}.", notes.join("; ")))
}
