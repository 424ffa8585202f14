//! A battle as one viewer sees it: prompt, banner, status, duties and the printed briefing, from a view alone.
use serde_json::{Value, json};

use super::{
    card::margin,
    fire::{hits, marker_name, quality_word},
    labels, light,
    lines::{ended, list, paragraph, plain_table, sentence},
    moves::{place, plot_says, steered},
    places::edge,
    special,
    status::{jammed_says, open_chances, owed_and_open, own_table, ship_json},
    verdict,
};
use naval::{
    measure::{Id, Inches},
    setup::WindForce,
    ship::{BatteryKind, Ship},
    state::{Declaration, Division, End, HitKind, Marker},
    table::{Fine, Place, Run},
    turn,
    view::{Condition, EnemyShip, LastSeen, OwnShip, Sight, TorpedoMarkerSeen, View, Viewer},
};

/// The prompt of a viewer: `T3 05:08 Gunfire, Japan> `.
pub fn view_prompt(view: &View) -> String {
    let when = format!("T{} {}", view.turn, clock(view));
    let who = format!(", {}", view.who());
    if view.over.is_some() {
        return format!("{when} over{who}> ");
    }
    let title = view.segment.to_string();
    format!("{when} {}{who}> ", title.trim_end_matches(" Segment"))
}

/// When it is, how far one sees, what the viewer owes.
pub fn view_banner(view: &View) -> String {
    let (turn, clock) = (view.turn, clock(view));
    if let Some(end) = &view.over {
        return format!("Turn {turn}, {clock}. {}", ended_by(view, end));
    }
    let rule = turn::paragraph(view.segment);
    let mut text = format!("Turn {turn}, {clock}. {} [{rule}]. {}", view.segment, sight(view));
    if let Some((first, more)) = view.duties.split_first() {
        let more = match more.len() {
            0 => String::new(),
            more => format!("; and {more} more, see `duties`"),
        };
        text.push_str(&format!(" Owed: {}{more}.", labels::cited(&names(view), first)));
    }
    text.push_str(&open_chances(&names(view), &view.chances));
    paragraph(&text, 0)
}

fn clock(view: &View) -> String {
    view.clock.format("%H:%M").to_string()
}

fn sight(view: &View) -> String {
    let quality = view.quality.map(|quality| format!(", visibility {}", quality_word(quality))).unwrap_or_default();
    let night = if view.night { "Night. " } else { "" };
    let lights = light::lights(&view.light, |side| view.name(side));
    match view.sighting_base {
        Some(base) => format!("{night}Sighting range {base}\"{quality}.{lights}"),
        None => format!("{night}Sighting range not rolled yet."),
    }
}

fn ended_by(view: &View, end: &End) -> String {
    match end {
        End::Duration => "The scenario is over: its last turn was played.".to_owned(),
        End::Exited(side) => format!("The scenario is over: {} has left the table by its own edge.", view.name(side)),
        End::Decided { by, side } => {
            format!("The scenario is over: what {} had to reach has come true (condition {by}).", view.name(side))
        }
        End::Ruled(words) => format!("The scenario is over: {}", ended(words)),
        End::SpecialRule(of) => special::ended_for(view, *of),
    }
}

/// The names that the viewer knows, for duties.
fn names(view: &View) -> impl Fn(&Id) -> String {
    |id| view.name(id).to_owned()
}

/// What the viewer must do before the segment may close, one line a duty.
pub fn view_duties(view: &View) -> String {
    let mut lines = vec![owed_and_open(&names(view), &view.duties, &view.chances, view.segment)];
    lines.extend(special::recalled(&view.reminders));
    lines.extend(view.jammed.iter().map(|jam| jammed_says(&names(view), jam)));
    lines.join("\n")
}

/// `[{"rule":"3.3.1","says":"..."}]`
pub fn view_duties_json(view: &View) -> Value {
    labels::duties_json(&names(view), &view.duties)
}

/// The viewer's ships, the enemies in sight, what is declared, held and running.
pub fn view_status(view: &View) -> String {
    let mut text = vec![view_banner(view)];
    for side in view.sides.iter().filter(|side| view.ships.iter().any(|own| own.ship.side == side.id)) {
        let ships = || view.ships.iter().map(|own| own.ship.as_ref()).filter(|ship| ship.side == side.id);
        let heading = format!("{}, {} edge", side.name, edge(side.friendly_edge));
        text.extend([String::new(), heading, own_table(view.turn, room(view), ships())]);
    }
    text.extend(enemies(view));
    text.extend(apart(pending(view)));
    text.join("\n")
}

/// Everything that a side is told, on one page to be printed: situation, divisions, enemies, plots, duties.
pub fn briefing(view: &View) -> String {
    let mut text = vec![format!("{}: briefing for {}", view.title, view.who()), view_banner(view), situation(view)];
    text.extend(special::listed(view));
    for division in &view.divisions {
        text.extend(division_page(view, division));
    }
    text.extend(enemies(view));
    text.extend(positions(view));
    text.extend(apart(pending(view)));
    text.extend([String::new(), verdict::told(&|id: &Id| view.name(id).to_owned(), &view.verdict)]);
    text.extend(["".to_owned(), "Duties".to_owned(), view_duties(view)]);
    text.join("\n")
}

/// Wind, land and smoke.
fn situation(view: &View) -> String {
    let force = match view.wind.force {
        WindForce::Calm => "calm".to_owned(),
        WindForce::Moderate => format!("moderate from {}", view.wind.from_deg),
        WindForce::High => format!("high from {}", view.wind.from_deg),
    };
    let land: Vec<&str> = view.land.iter().map(|land| land.name.as_str()).collect();
    let land = if land.is_empty() { String::new() } else { format!(" Land: {}.", list(&land)) };
    let smoke = match view.smoke.len() {
        0 => String::new(),
        1 => " One smoke screen stands.".to_owned(),
        more => format!(" {more} smoke screens stand."),
    };
    let (width, height) = (view.table.width, view.table.height);
    paragraph(&format!("Table {width}\" by {height}\". Wind {force}.{land}{smoke}"), 0)
}

fn division_page(view: &View, division: &Division) -> Vec<String> {
    let ships = || view.ships.iter().map(|own| own.ship.as_ref()).filter(|ship| ship.division == division.id);
    let flag = view.name(&division.flagship);
    let ratings = format!("signalling {}, initiative {}", division.signalling, division.initiative);
    let mut text = vec![String::new(), format!("{} (flagship {flag}, {ratings})", division.name)];
    text.push(own_table(view.turn, room(view), ships()));
    let hurt = ships().filter(|ship| !ship.hits.is_empty());
    for ship in hurt {
        let hits = margin(&ship.hits).replace('\n', "; ");
        text.extend(sentence(&format!("{}: {hits}", ship.card.name), 2));
    }
    text.extend(division.plot.as_ref().map(|plot| format!("  Plot: {}", plot_says(plot))));
    text.extend(division.advance.as_ref().map(|plot| format!("  Plot of the next turn: {}", plot_says(plot))));
    text
}

fn room(view: &View) -> usize {
    view.ships.iter().map(|own| own.ship.card.name.chars().count()).max().unwrap_or(0)
}

/// Lines after a gap, if there are any.
fn apart(lines: Vec<String>) -> Vec<String> {
    if lines.is_empty() { lines } else { std::iter::once(String::new()).chain(lines).collect() }
}

fn enemies(view: &View) -> Vec<String> {
    let mut text = Vec::new();
    if view.viewer == Viewer::Referee {
        return text;
    }
    let (some, none) = if view.viewer.is_table() {
        ("Ships that the other side sees", "No ship is in the other side's sight.")
    } else {
        ("Enemies in sight", "No enemy is in sight.")
    };
    if view.enemies.is_empty() {
        text.push(none.to_owned());
    } else {
        text.push(some.to_owned());
        text.push(plain_table(&["Ship", "Type", "Speed", "State"], &[2], view.enemies.iter().map(enemy_row).collect()));
    }
    text.extend(view.lost_from_sight.iter().map(last_seen));
    for force in &view.force_markers {
        text.push(format!("Force marker {} lies at {}, {}.", marker_name(&force.id), force.at.x, force.at.y));
    }
    if !view.enemy_torpedoes.is_empty() {
        let named: Vec<String> = view.enemy_torpedoes.iter().map(enemy_marker).collect();
        let whose = if view.viewer.is_table() { "Torpedo markers" } else { "Torpedo markers of theirs" };
        text.push(format!("{whose}: {}.", list(&named)));
    }
    apart(text)
}

fn enemy_row(enemy: &EnemyShip) -> Vec<String> {
    vec![enemy.name.clone(), enemy.kind.to_string(), enemy.speed.to_string(), condition(enemy)]
}

/// `burning, lit`
fn condition(enemy: &EnemyShip) -> String {
    let how = match enemy.condition {
        Condition::Afloat => None,
        Condition::Sinking => Some("sinking"),
        Condition::Gone => Some("gone"),
        Condition::Abandoned => Some("abandoned"),
        Condition::LeftTheTable => Some("left the table"),
    };
    let burning = enemy.burning.then_some("burning");
    let lit = enemy.lit.then_some("lit");
    let words: Vec<&str> = how.into_iter().chain(burning).chain(lit).collect();
    words.join(", ")
}

/// `In sight at 10.0, 20.0 heading 90.0, speed 4.0", burning.`
pub(super) fn sighted_says(enemy: &EnemyShip) -> String {
    let at = enemy.at.map(|at| format!(" at {}", place(at))).unwrap_or_default();
    let how = condition(enemy);
    let how = if how.is_empty() { how } else { format!(", {how}") };
    format!("In sight{at}, speed {}\"{how}.", enemy.speed)
}

/// `Rossia (CA) was seen last in turn 3 at 10.0, 20.0 heading 90.0, speed 4.0".`
pub(super) fn last_seen(lost: &LastSeen) -> String {
    let at = lost.at.map(|at| format!(" at {}", place(at))).unwrap_or_default();
    format!("{} ({}) was seen last in turn {}{at}, speed {}\".", lost.name, lost.kind, lost.turn, lost.speed)
}

fn enemy_marker(marker: &TorpedoMarkerSeen) -> String {
    format!("{} of turn {}", marker_name(&marker.id), marker.turn)
}

/// Where everything lies that has a position and is seen, and how it moved.
fn positions(view: &View) -> Vec<String> {
    let own = view.ships.iter().filter(|own| own.ship.is_on_table());
    let own = own.filter_map(|own| {
        let ship = &own.ship;
        Some(position(view, (&ship.card.name, &ship.side), ship.at?, ship.speed, ship.run.as_deref()))
    });
    let seen = view.enemies.iter().filter_map(|enemy| {
        Some(position(view, (&enemy.name, &enemy.side), enemy.at?, enemy.speed, enemy.run.as_deref()))
    });
    let rows: Vec<Vec<String>> = own.chain(seen).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let heading = ["Ship", "Side", "x", "y", "Heading", "Speed", "Last run"];
    apart(vec!["Positions".to_owned(), plain_table(&heading, &[2, 3, 4, 5], rows)])
}

fn position(view: &View, (name, side): (&str, &Id), at: Place, speed: Inches, run: Option<&Run>) -> Vec<String> {
    vec![
        name.to_owned(),
        view.name(side).to_owned(),
        at.x.to_string(),
        at.y.to_string(),
        at.heading.to_string(),
        speed.to_string(),
        run.map(|run| steered(&run.legs)).unwrap_or_default(),
    ]
}

fn pending(view: &View) -> Vec<String> {
    let declared = view.declarations.iter().filter(|one| !one.fired).map(|one| declared(view, one));
    let held =
        view.held.iter().map(|one| format!("Held on {}: {}.", view.name(&one.target), hits(one.kind, one.count)));
    let running = view.torpedoes.iter().map(|marker| running(view, marker));
    let sealed = view.seals.iter().map(|seal| format!("Plots of {} sealed: {}.", view.name(&seal.side), seal.code));
    declared.chain(held).chain(running).chain(sealed).collect()
}

fn declared(view: &View, one: &Declaration) -> String {
    let guns = match one.battery {
        BatteryKind::Big => "big guns",
        BatteryKind::Medium => "medium guns",
        BatteryKind::Light => "light guns",
    };
    format!("{} declares her {guns} at {}, {}\".", view.name(&one.firer), view.name(&one.target), one.range)
}

fn running(view: &View, marker: &Marker) -> String {
    let (by, target) = (view.name(&marker.launcher), view.name(&marker.target));
    let dummy = if marker.dummy { ", a dummy" } else { "" };
    let (run, whole) = (marker.has_run(view.now(), view.segment), marker.run);
    format!("Marker {}{dummy}: {by} at {target}, run {run}\" of {whole}\".", marker_name(&marker.id))
}

/// Everything in a view, as JSON.
pub fn view_json(view: &View) -> Value {
    json!({
        "side": view.viewer.side(),
        "turn": view.turn,
        "clock": clock(view),
        "segment": view.segment,
        "sighting_base": view.sighting_base,
        "visibility": view.quality,
        "light": view.light,
        "night": view.night,
        "deciding": view.deciding,
        "over": view.over,
        "wind": view.wind,
        "table": view.table,
        "land": view.land,
        "smoke": view.smoke.iter()
            .map(|smoke| json!({ "from": place_json(Some(smoke.from)), "legs": smoke.legs, "turn": smoke.turn }))
            .collect::<Vec<_>>(),
        "ships": view.ships.iter().map(|own| own_json(view, own)).collect::<Vec<_>>(),
        "divisions": view.divisions.iter().map(|division| division_json(division)).collect::<Vec<_>>(),
        "enemies": view.enemies.iter().map(enemy_json).collect::<Vec<_>>(),
        "lost_from_sight": view.lost_from_sight.iter().map(last_seen_json).collect::<Vec<_>>(),
        "force_markers": view.force_markers.iter()
            .map(|one| json!({ "id": one.id, "side": one.side, "at": place_json(Some(one.at)) })).collect::<Vec<_>>(),
        "markers": view.torpedoes,
        "enemy_markers": view.enemy_torpedoes.iter()
            .map(|one| json!({ "id": one.id, "side": one.side, "turn": one.turn })).collect::<Vec<_>>(),
        "declarations": view.declarations,
        "held": view.held,
        "seals": view.seals.iter().map(|seal| json!({ "side": seal.side, "code": seal.code })).collect::<Vec<_>>(),
        "duties": view_duties_json(view),
    })
}

fn place_json(at: Option<Place>) -> Value {
    let number = |fine: Fine| fine.hundredths().as_f64();
    at.map_or(Value::Null, |at| json!({ "x": number(at.x), "y": number(at.y), "heading": number(at.heading) % 360.0 }))
}

fn run_json(run: Option<&Run>) -> Value {
    run.map_or(Value::Null, |run| json!({ "from": place_json(Some(run.from)), "legs": run.legs, "speed": run.speed }))
}

fn own_json(view: &View, own: &OwnShip) -> Value {
    let ship: &Ship = &own.ship;
    let mut value = ship_json(view.turn, ship);
    if let Value::Object(keys) = &mut value {
        keys.insert("at".to_owned(), place_json(ship.at));
        keys.insert("run".to_owned(), run_json(ship.run.as_deref()));
    }
    value
}

fn division_json(division: &Division) -> Value {
    json!({
        "id": division.id, "name": division.name, "side": division.side, "ships": division.ships,
        "flagship": division.flagship, "signalling": division.signalling, "initiative": division.initiative,
        "plot": division.plot.as_ref().map(plot_says), "next_plot": division.advance.as_ref().map(plot_says),
    })
}

fn enemy_json(enemy: &EnemyShip) -> Value {
    json!({
        "id": enemy.id, "name": enemy.name, "side": enemy.side, "type": enemy.kind, "speed": enemy.speed,
        "at": place_json(enemy.at), "run": run_json(enemy.run.as_deref()), "burning": enemy.burning, "lit": enemy.lit,
        "state": condition(enemy),
    })
}

fn last_seen_json(lost: &LastSeen) -> Value {
    json!({
        "id": lost.id, "name": lost.name, "side": lost.side, "type": lost.kind, "turn": lost.turn,
        "at": place_json(lost.at), "speed": lost.speed,
    })
}

/// A deed of the enemy, as much as was seen of it.
pub(super) fn sight_says(view: &View, sight: &Sight) -> String {
    match sight {
        Sight::Fire { firer: Some((firer, range)), target } => {
            format!("{} fires at {}, {range}\".", view.name(firer), view.name(target))
        }
        Sight::Fire { firer: None, target } => format!("{} is fired at out of the dark.", view.name(target)),
        Sight::Hits { target, kind, count } => format!("Held on {}: {}.", view.name(target), hits(*kind, *count)),
        Sight::Torpedoes { target, hits: 0 } => format!("Torpedoes pass {}.", view.name(target)),
        Sight::Torpedoes { target, hits: count } => {
            format!("Torpedoes reach {}: {}.", view.name(target), hits(HitKind::Torpedo, *count))
        }
        Sight::Light { target } => format!("A light falls on {}.", view.name(target)),
        Sight::Flames { ship } => format!("{} burns.", view.name(ship)),
        Sight::Sealed { side, code } => format!("The plots of {} are sealed: {code}.", view.name(side)),
        Sight::MarkerLaid { marker } => format!("The enemy lays torpedo marker {}.", marker_name(marker)),
        Sight::FunnelSmoke { seen_by, range } => {
            format!(
                "Funnel smoke of the enemy, {range}\" from {}: you plot turn by turn from now on.",
                view.name(seen_by)
            )
        }
        Sight::MarkerGone { marker } => format!("Torpedo marker {} is taken up.", marker_name(marker)),
    }
}
