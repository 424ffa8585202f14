//! The enemy as a side sees it: ships in sight, ships lost from sight, and how its actions looked.
use super::{
    after_blank_line, belongs_to, fire, hit_count, joined, list, marker_name, moves::leader_of_division, place_text,
    plain_table, position,
};
use naval::model::{Fate, HitKind, Place, Ship};
use naval::{
    Id, Inches,
    view::{View, VisiblePart},
};

/// Returns enemies in sight and lost from sight, with their markers. With `only`, just that unit's ships. The
/// referee has no enemies.
pub(super) fn enemies_text(view: &View, only: Option<&Id>) -> Vec<String> {
    let mut text = Vec::new();
    if view.is_referee() {
        return text;
    }
    let (some, none) = if view.viewer.is_table() {
        ("Ships that the other side sees", "No ship is in the other side's sight.")
    } else {
        ("Enemies in sight", "No enemy is in sight.")
    };
    let row = |enemy: &Ship| {
        vec![enemy.card.name.clone(), enemy.card.kind.to_string(), enemy.speed.to_string(), visible_condition(enemy)]
    };
    let is_of_unit = |ship: &&Ship| belongs_to(ship, only);
    let rows: Vec<Vec<String>> = view.enemies().filter(is_of_unit).map(row).collect();
    if rows.is_empty() {
        text.extend(only.is_none().then(|| none.to_owned()));
    } else {
        text.extend([some.to_owned(), plain_table(&["Ship", "Type", "Speed", "State"], &[2], rows)]);
    }
    text.extend(
        contact_sentences(view).filter(|(ship, _)| !ship.sighted && belongs_to(ship, only)).map(|(_, text)| text),
    );
    if only.is_some() {
        return after_blank_line(text);
    }
    for force in &view.force_markers {
        text.push(format!("Force marker {} is at {}, {}.", marker_name(&force.id), force.at.x, force.at.y));
    }
    let named = enemy_markers(view);
    if !named.is_empty() {
        let heading = if view.viewer.is_table() { "Torpedo markers" } else { "Enemy torpedo markers" };
        text.push(format!("{heading}: {}.", list(&named)));
    }
    after_blank_line(text)
}

/// `burning, lit`
pub(super) fn visible_condition(enemy: &Ship) -> String {
    let how = match &enemy.fate {
        Fate::Fighting | Fate::Waiting { .. } => None,
        Fate::Sinking => Some("sinking"),
        Fate::Exploded | Fate::Sunk => Some("gone"),
        Fate::Abandoned => Some("abandoned"),
        Fate::Exited { .. } => Some("left the table"),
    };
    let burning = (enemy.fires() > 0).then_some("burning");
    joined([how, burning, enemy.lit.then_some("lit")].into_iter().flatten(), ", ")
}

/// Returns all enemies the viewer sees or once saw, as text. Those in sight come first.
///
/// `In sight at 10.0, 20.0 heading 90.0, speed 4.0", burning.`,
/// `Rossia (CA) was last seen in turn 3 at 10.0, 20.0 heading 90.0, speed 4.0".`
pub fn contact_sentences<'v>(view: &'v View) -> impl Iterator<Item = (&'v Ship, String)> {
    let at_text = |at: Option<Place>| at.map(|at| format!(" at {}", place_text(at))).unwrap_or_default();
    let in_sight = view.enemies().map(move |enemy| {
        let how = visible_condition(enemy);
        let how = if how.is_empty() { how } else { format!(", {how}") };
        (enemy, format!("In sight{}, speed {}\"{how}.", at_text(enemy.at), enemy.speed))
    });
    let lost = view.lost_from_sight().map(move |(ship, seen)| {
        let (name, kind, turn, at) = (&ship.card.name, ship.card.kind, seen.turn, at_text(seen.at));
        (ship, format!("{name} ({kind}) was last seen in turn {turn}{at}, speed {}\".", seen.speed))
    });
    in_sight.chain(lost)
}

/// `Q of turn 3` for each enemy torpedo marker.
pub fn enemy_markers(view: &View) -> Vec<String> {
    view.enemy_markers().map(|marker| format!("{} of turn {}", marker_name(&marker.id), marker.turn)).collect()
}

/// `Rossia fires at Izumo, 6.7".`, `Rossia and Gromoboi fire at Izumo, 6.7 to 7.9".`
fn seen_fire<'s>(view: &View, firers: impl Iterator<Item = &'s (Id, Inches)>, target: &str) -> String {
    let (names, ranges): (Vec<&str>, Vec<Inches>) = firers.map(|(firer, range)| (view.name(firer), *range)).unzip();
    let Some((least, most)) = ranges.iter().min().zip(ranges.iter().max()) else {
        return format!("An unseen ship fires at {target}.");
    };
    let verb = if names.len() == 1 { "fires" } else { "fire" };
    let far = if least < most { format!("{least} to {most}\"") } else { format!("{least}\"") };
    format!("{} {verb} at {target}, {far}.", list(names))
}

pub(super) fn sighting_sentence(view: &View, sight: &VisiblePart) -> String {
    match sight {
        VisiblePart::Fire { firer, others, target } => seen_fire(view, firer.iter().chain(others), view.name(target)),
        VisiblePart::Declared(declared) => fire::declaration_sentence(view, declared),
        VisiblePart::Hits { target, kind, count } => {
            format!("Held on {}: {}.", view.name(target), hit_count(*kind, *count))
        }
        VisiblePart::Torpedoes { target, hits: 0 } => format!("Torpedoes pass {}.", view.name(target)),
        VisiblePart::Torpedoes { target, hits: count } => {
            format!("Torpedoes reach {}: {}.", view.name(target), hit_count(HitKind::Torpedo, *count))
        }
        VisiblePart::Met(meeting) => position::meeting_sentence(view, meeting),
        VisiblePart::MetAgain { marker, meetings } => position::new_meetings_text(view, marker, meetings),
        VisiblePart::HitsOutOfSight { by, hits: 0 } => format!("Torpedoes of {} pass an unseen ship.", view.name(by)),
        VisiblePart::HitsOutOfSight { by, hits: count } => {
            format!("Torpedoes of {} reach an unseen ship: {}.", view.name(by), hit_count(HitKind::Torpedo, *count))
        }
        VisiblePart::Light { target } => format!("A light falls on {}.", view.name(target)),
        VisiblePart::Flames { ship } => format!("{} burns.", view.name(ship)),
        VisiblePart::Sealed { side, code } => format!("The plots of {} are sealed: {code}.", view.name(side)),
        VisiblePart::MarkerPlaced { marker } => format!("The enemy lays torpedo marker {}.", marker_name(marker)),
        VisiblePart::FunnelSmoke { seen_by, range } => {
            let from = view.name(seen_by);
            format!("Funnel smoke of the enemy, {range}\" from {from}: you plot turn by turn from now on.")
        }
        VisiblePart::Fixed { division, leader, at } => {
            format!("{} is at {}.", leader_of_division(view.name(leader), view.name(division)), place_text(*at))
        }
        VisiblePart::MarkerGone { marker } => format!("Torpedo marker {} is removed.", marker_name(marker)),
    }
}
