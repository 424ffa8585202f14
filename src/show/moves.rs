//! Ships on the table as text: positions, plots and moves.
use chrono::Datelike as _;

use super::{agrees, joined, list, marker_of, names};
use naval::model::{
    Card, Carried, Course, Fine, Formation, Formed, Leg, Place, Plot, Run, Ship, ShipType, Standing, TapeEnd, Taped,
    WindForce, convoy::columns,
};
use naval::rules::formation::{company, sizes};
use naval::{
    Id, Inches, SideId, State,
    notation::{plot_text, turn_text},
    seal::is_sealed,
};

/// `Asahi (BB of 1900, Japan) lies at 10.0, 20.0 heading 90.0, speed 2.0".`
pub(super) fn placed(
    before: &State,
    ship: &Id,
    card: Option<&Card>,
    side: &SideId,
    at: Place,
    speed: Inches,
) -> String {
    let side = before.name(side);
    let card = card.or_else(|| before.ship(ship).map(|ship| &*ship.card));
    let who = match card {
        // Type, year and side distinguish ships of the same name.
        Some(Card { name, kind, completed: Some(built), .. }) => {
            format!("{} ({kind} of {}, {side})", alone(name, side), built.year())
        }
        Some(Card { name, kind, completed: None, .. }) => format!("{} ({kind}, {side})", alone(name, side)),
        None => format!("{} ({side})", before.name(ship)),
    };
    format!("{who} lies at {}, speed {speed}\".", place(at))
}

/// Returns a name without the side in brackets at its end, because the side is printed beside it.
fn alone<'n>(name: &'n str, side: &str) -> &'n str {
    name.strip_suffix(&*format!(" ({side})")).unwrap_or(name)
}

/// `Izumo of 2nd lies at 12.38, 19.14 heading 105, by 31.4" from nw and 9.8" from sw, 0.6" off where she was reckoned.`
pub(super) fn fixed(
    before: &State,
    division: &Id,
    by: &[Taped; 2],
    places: &[(Id, Place)],
    off: Option<Inches>,
) -> String {
    let [one, other] = by.each_ref().map(|taped| reading(before, taped));
    let division = before.name(division);
    let Some((leader, at)) = places.first() else { return format!("{division}: {one} and {other}.") };
    let leader = before.name(leader);
    let who = leader_of(leader, division);
    let off = match off {
        Some(Inches::ZERO) => ", where she was reckoned".to_owned(),
        Some(off) => format!(", {off}\" off where she was reckoned"),
        None => String::new(),
    };
    format!("{who} lies at {}, by {one} and {other}{off}.", place(*at))
}

/// `Izumo of 2nd Division`
pub(super) fn leader_of(leader: &str, division: &str) -> String {
    if leader == division { leader.to_owned() } else { format!("{leader} of {division}") }
}

/// `31.4" from nw`
pub(super) fn reading(state: &State, taped: &Taped) -> String {
    let from = match &taped.from {
        TapeEnd::Corner(corner) => corner.word(),
        TapeEnd::Ship(ship) => state.name(ship),
    };
    format!("{}\" from {from}", taped.range)
}

/// `Division 1st: Asahi and Mikasa.`
pub(super) fn formed(before: &State, formed: &Formed) -> String {
    let Formed { division, ships, course, standing, .. } = formed;
    if let (Standing::Alone, [ship]) = (standing, &ships[..]) {
        return format!("{} acts alone.", before.name(ship));
    }
    let of: Vec<&Ship> = ships.iter().filter_map(|ship| before.ship(ship)).collect();
    let stands = if course.column.is_empty() || course.in_column() {
        String::new()
    } else if of.iter().any(|ship| ship.card.kind == ShipType::MM) {
        let columns = columns(ships.len());
        format!(", a convoy: its {} columns have {} ships", columns.len(), joined(&columns, ", "))
    } else {
        ", not in column".to_owned()
    };
    let (few, others) = (too_few(&of).unwrap_or_default(), others_say(before, division, ships));
    let strange = if before.setup.options.checks || before.checks { "" } else { unlike(&of) };
    format!("Division {}: {}{stands}.{few}{strange}{others}", before.name(division), names(before, ships))
}

/// Returns a remark on a division with fewer ships than its type requires. [5.1.1]
fn too_few(ships: &[&Ship]) -> Option<String> {
    let kind = ships.first()?.card.kind;
    let least = sizes(kind).0;
    (ships.len() < least).then(|| format!(" A division of {kind} has at least {least} ships."))
}

/// Returns a remark on a division that a battle would refuse. An open table without checks allows it. [5.1.1]
fn unlike(ships: &[&Ship]) -> &'static str {
    let companies = || ships.iter().map(|ship| company(ship.card.kind));
    let many = ships.iter().any(|ship| sizes(ship.card.kind).1 < ships.len());
    match (companies().any(|one| Some(one) != companies().next()), many) {
        (true, _) => " In a battle these would not sail in one division [5.1.1].",
        (false, true) => " In a battle these would be too many for one division [5.1.1].",
        (false, false) => "",
    }
}

/// Returns the ships left in the divisions from which ships are taken, if they are too few. [5.1.1]
fn others_say(before: &State, division: &Id, ships: &[Id]) -> String {
    let mut from: Vec<&Id> = Vec::new();
    for ship in ships.iter().filter_map(|ship| before.ship(ship)) {
        if ship.division != *division && !from.contains(&&ship.division) {
            from.push(&ship.division);
        }
    }
    let says = |id: &Id| {
        let kept: Vec<&Ship> =
            before.ships_of_division(id).filter(|ship| ship.in_action() && !ships.contains(&ship.id)).collect();
        let few = too_few(&kept)?;
        let names = list(kept.iter().map(|ship| &ship.card.name));
        Some(format!(" {} {} {names}.{few}", before.name(id), agrees(before, id, "keeps", "keep")))
    };
    from.into_iter().filter_map(says).collect()
}

/// `1st plots 1-CL60-1-SR30 at speed 4.0".`
pub(super) fn filed(before: &State, division: &Id, plot: &Plot, advance: bool) -> String {
    let when = if advance { " for next turn" } else { "" };
    let sealed = if is_sealed(before, division) { ", after the seal" } else { "" };
    let stand = if advance { String::new() } else { launches_stand(before, division) };
    let dropped = if advance { String::new() } else { change_dropped(before, division) };
    let hidden = if plot.smoke.is_empty() { "" } else { smoke_says(before, division) };
    if let (true, Some(speed)) = (plot.elements.is_empty(), plot.speed) {
        let (makes, their) = (agrees(before, division, "makes", "make"), agrees(before, division, "her", "their"));
        let holds = agrees(before, division, "holds", "hold");
        return format!("{} {makes} {speed}\", and {holds} {their} helm.{dropped}", before.name(division));
    }
    let plots = agrees(before, division, "plots", "plot");
    format!("{} {plots} {}{when}{sealed}.{hidden}{stand}{dropped}", before.name(division), plot_says(plot))
}

/// Returns a note on smoke. A high wind blows it away at once. Without positions the players decide which ships it
/// hides, for one turn, or for two in a calm. [4.6]
pub(super) fn smoke_says(state: &State, division: &Id) -> &'static str {
    match (state.setup.wind.force, state.is_tracked(division)) {
        (WindForce::High, _) => " In this high wind the smoke hides nothing [4.6].",
        (_, true) => "",
        (WindForce::Calm, false) => {
            " Whom it hides in this turn and the next the table says: end `target` or `launch` with `blocked by smoke` [4.6]."
        }
        (WindForce::Moderate, false) => {
            " Whom it hides in this turn the table says: end `target` or `launch` with `blocked by smoke` [4.6]."
        }
    }
}

/// Returns a note that the plot replaces a change of formation, which replaced its divisions' plots. [5.3.3, Q61]
fn change_dropped(before: &State, division: &Id) -> String {
    let changing = before.formation_of(division).filter(|formation| formation.change.is_some());
    let says = |formation: &Formation| {
        let name = formation.id.word();
        format!(" It replaces the change of formation {name}, whose other divisions need plots [5.3.3].")
    };
    changing.map(says).unwrap_or_default()
}

/// Returns a note that filing a plot again leaves this turn's launches unchanged. [7.4]
fn launches_stand(before: &State, division: &Id) -> String {
    let of = |unit: &Id| before.division_of(unit).map_or(unit == division, |one| one.id == *division);
    let launched = before.markers.iter().filter(|marker| marker.turn == before.turn && of(&marker.launcher));
    let names: Vec<String> = launched.map(|marker| marker_of(before, &marker.id)).collect();
    match &names[..] {
        [] => String::new(),
        [one] => {
            format!(" Its launch of marker {one} stands; a new one of that letter replaces it, `undo` takes it back.")
        }
        _ => format!(
            " Its launches of markers {} stand; new ones of those letters replace them, `undo` takes them back.",
            list(&names)
        ),
    }
}

/// `34.2, 18.6 heading 300`
pub(super) fn place(at: Place) -> String {
    format!("{}, {} heading {}", at.x, at.y, whole(at.heading))
}

/// `1-CL60-1-SR30 at speed 4.0"`
pub fn plot_says(plot: &Plot) -> String {
    let speed = plot.speed.map(|speed| format!(" at speed {speed}\"")).unwrap_or_default();
    let smoke = if plot.smoke.is_empty() { "" } else { ", making smoke" };
    let steers = if plot.elements.is_empty() { "straight on".to_owned() } else { plot_text(plot) };
    format!("{steers}{speed}{smoke}")
}

/// Returns instructions for moving one miniature.
pub(super) fn moved(before: &State, run: &Run) -> String {
    let unit = before.base_of(&run.ship);
    let name = before.name(&unit);
    match steered(&run.legs) {
        legs if legs.is_empty() => format!("{name} stays at {}.", place(run.to)),
        legs => format!("{name}: {legs}; ends {}.", place(run.to)),
    }
}

/// Returns degrees without a needless decimal.
pub(super) fn whole(degrees: Fine) -> String {
    let text = degrees.to_string();
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// `1.0 straight, 60 left round the 0.5 template`
///
/// Legs that round to zero hundredths are omitted.
pub(super) fn steered(legs: &[Leg]) -> String {
    let shows = |leg: &&Leg| match leg {
        Leg::Straight { length } => length.hundredths() != Inches::ZERO,
        Leg::Arc { degrees, .. } => degrees.hundredths() != Inches::ZERO,
    };
    let leg = |leg: &Leg| match leg {
        Leg::Straight { length } => format!("{length} straight"),
        Leg::Arc { degrees, radius } => {
            let turned = format!("{} {}", whole(degrees.abs()), if *degrees < Fine::ZERO { "left" } else { "right" });
            let pivots = *radius == Inches::ZERO;
            if pivots { format!("head {turned}") } else { format!("{turned} round the {radius} template") }
        }
    };
    joined(legs.iter().filter(shows).map(leg), ", ")
}

/// Returns what a referee must know: a turn to finish next turn, or a column that begins or ends.
pub(super) fn course_says(before: &State, division: &Id, course: &Course) -> Option<String> {
    let name = before.name(division);
    let carried = course.carried.map(|Carried { degrees, turn, .. }| {
        let has = agrees(before, division, "has", "have");
        format!("{name} {has} {degrees} degrees of {} still to turn, first thing next turn", turn_text(&turn))
    });
    let was = before.division(division).is_none_or(|division| division.course.in_column());
    let changes = course.column.len() > 1 && was != course.in_column();
    let are = agrees(before, division, "is", "are");
    let stands = changes.then(|| format!("{name} {are} {}", if was { "out of column" } else { "in column again" }));
    let said: Vec<String> = carried.into_iter().chain(stands).collect();
    (!said.is_empty()).then(|| format!("{}.", said.join("; ")))
}
