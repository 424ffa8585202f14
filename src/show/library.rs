//! The pages of the library: ships as a list, singly and side by side; flags; scenarios. [1.2, 6.2.4]
mod comparison;

use chrono::NaiveDate;
use serde_json::{Value, json};

use super::card_blank;
use naval::model::library::{
    ArmourPlan, CardFigure, FleetRating, KnownTo, OutOfService, ScenarioLine, ShipLine, ShipRecord,
};
use naval::{Id, model::ShipType};

pub use comparison::{comparison, comparison_json};

/// The title of the table of flags in a list of tables.
pub const RATINGS_TITLE: &str = "flags by fleet and period";

/// Returns one line for each ship, with columns as wide as these ships need.
pub fn ship_list(ships: &[ShipLine]) -> String {
    let widest = |field: fn(&ShipLine) -> &str| ships.iter().map(|ship| field(ship).chars().count()).max().unwrap_or(0);
    let (ids, names) = (widest(|ship| ship.id.as_str()), widest(|ship| &ship.name));
    let navies = widest(|ship| ship.navy.as_str());
    let year = |day: Option<NaiveDate>| day.map_or("    ".to_owned(), |day| day.format("%Y").to_string());
    let line = |ship: &ShipLine| {
        let (since, until) = (year(ship.completed), year(ship.lost));
        format!(
            "{:<ids$}  {:<names$}  {:<3}  {:<navies$}  {since}-{until}  {:>5} kn  {}{}",
            ship.id,
            ship.name,
            ship.kind,
            ship.navy,
            ship.speed_kn,
            ship.class,
            under_other_flags(ship)
        )
    };
    ships.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the ship's names under other flags.
fn under_other_flags(ship: &ShipLine) -> String {
    let names = ship.other_names();
    if names.is_empty() { String::new() } else { format!(", also {}", names.join(", ")) }
}

/// Returns one line for each scenario.
pub fn scenario_list(scenarios: &[ScenarioLine]) -> String {
    let line = |scenario: &ScenarioLine| format!("{:<24} {}  {}", scenario.id, scenario.date, scenario.title);
    scenarios.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the flags of every fleet by period, with reasons. [5.10, 5.15]
pub fn flag_ratings(ratings: &[FleetRating]) -> String {
    let mut lines = vec![format!("{RATINGS_TITLE}: signalling, initiative")];
    for rating in ratings {
        let types: Vec<String> = rating.types.iter().map(ShipType::to_string).collect();
        let flags: Vec<&str> = rating.flagships.iter().map(Id::as_str).collect();
        let kinds = if types.is_empty() { String::new() } else { format!(" {}", types.join(" ")) };
        let led = if flags.is_empty() { String::new() } else { format!(", led by {}", flags.join(", ")) };
        let (signalling, initiative) = (rating.signalling, rating.initiative);
        lines.push(format!("{signalling:>+3} {initiative:>+3}  {}, {} to {}", rating.fleet, rating.from, rating.to));
        lines.push(format!("         {}{kinds}{led}: {} ({})", rating.navy, rating.reasons, rating.source));
    }
    lines.join("\n")
}

/// Returns a ship's page: card, characteristics, how the card was calculated, and sources.
pub fn ship_page(ship: &ShipRecord) -> String {
    let class = &ship.class;
    let mut text = card_blank(&ship.card);
    text += &format!("\n\nCharacteristics of the {} class, {} ships named", class.class, class.ships.len());
    text += &class.built.map_or(String::new(), |built| format!(" of {built} built"));
    for (name, value, read) in characteristics(ship) {
        text += &format!("\n  {name:<15}  {value}{}", read.words());
    }
    if class.main.is_some() || !class.medium_per_side.is_empty() || !class.light_per_side.is_empty() {
        text += "\n  (arcs of mounts, and guns that bear on a side, are worked out from deck plans)";
    }
    text += &format!("\n\nThe card as of {}, by data/naval/card.yaml", ship.on);
    for figure in &ship.figures {
        let CardFigure { value, how, source, .. } = figure;
        text += &format!("\n  {:<15}  {value}\n    {how} ({source})", figure_name(figure));
    }
    for (index, refit) in class.refits.iter().filter(|refit| refit.applies_to(&ship.id)).enumerate() {
        let heading = if index == 0 { "\n\nRefits:" } else { "" };
        let had = if refit.from <= ship.on { "by then" } else { "still to come" };
        text += &format!("{heading}\n  {}{}  {} ({had})", refit.from, how_known(refit.known_to), refit.note);
    }
    for (index, dispute) in class.disputed.iter().enumerate() {
        let heading = if index == 0 { "\n\nDisputed:" } else { "" };
        text += &format!("{heading}\n  {}: {}", dispute.field, dispute.others);
    }
    if !class.notes.is_empty() {
        text += &format!("\n\n{}", class.notes);
    }
    text += &match &class.sources[..] {
        [] => "\n\nNo source was read for it: every figure is estimated.".to_owned(),
        sources => format!("\n\nSources:\n  {}", sources.join("\n  ")),
    };
    text
}

pub fn page_json(ship: &ShipRecord) -> Value {
    json!({ "id": ship.id, "name": ship.name, "on": ship.on, "war": ship.war, "card": ship.card,
        "figures": ship.figures, "sources": ship.class.sources, "ship": ship.ship, "class": ship.class })
}

/// Returns a figure's name in the data files, such as `torpedo_armour`.
pub(super) fn figure_name(figure: &CardFigure) -> String {
    match serde_json::to_value(figure.figure) {
        Ok(Value::String(name)) => name,
        Ok(_) | Err(_) => String::new(),
    }
}

/// How much of a field was read in a source.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Provenance {
    Whole,
    Part,
    Nothing,
}

impl Provenance {
    fn from_fields(read: &[String], field: &str) -> Provenance {
        if read.iter().any(|name| name == field) {
            Provenance::Whole
        } else if read.iter().any(|name| name.split('.').next() == Some(field)) {
            Provenance::Part
        } else {
            Provenance::Nothing
        }
    }

    fn words(self) -> &'static str {
        match self {
            Provenance::Whole => "",
            Provenance::Part => "  (in part estimated)",
            Provenance::Nothing => "  (estimated)",
        }
    }
}

/// Returns a ship's historical data: field name, value as text, and how much of it was read in a source.
pub(super) fn characteristics(ship: &ShipRecord) -> Vec<(&'static str, String, Provenance)> {
    let class = &ship.class;
    let provenance = |field: &str| Provenance::from_fields(&class.read, field);
    let mut rows: Vec<(&'static str, String, Provenance)> = Vec::new();
    let mut row = |name: &'static str, field: &str, value: String| rows.push((name, value, provenance(field)));
    row("in service", "ships", service(ship));
    if let Some(what) = &class.built_as {
        row("built as", "ships", what.clone());
    }
    let afloat = !class.kind.is_coast_battery();
    if afloat {
        row("displacement", "displacement_t", format!("{} t", class.displacement_t));
    }
    let beam = class.beam_m.map_or(String::new(), |beam| format!(" x {beam}"));
    row("length", "length_m", format!("{}{beam} m", class.length_m));
    let service_speed = class.speed_service_kn.map_or(String::new(), |knots| format!(", {knots} in service"));
    if afloat {
        row("speed", "speed_kn", format!("{} kn{service_speed}", class.speed_kn));
    }
    for (name, field, battery) in [("main guns", "main", &class.main), ("second guns", "main_2", &class.main_2)] {
        if let Some(guns) = battery {
            let mounts: Vec<&str> = guns.mounts.iter().map(|mount| mount.id.as_str()).collect();
            let what = format!("{} to a mount: {}; {}", guns.guns_per_mount, mounts.join(", "), guns.model);
            row(name, field, format!("{}-in /{}, {what}", guns.bore_in, guns.calibre));
        }
    }
    let batteries = [
        ("medium a side", "medium_per_side", &class.medium_per_side),
        ("light a side", "light_per_side", &class.light_per_side),
    ];
    for (name, field, groups) in batteries {
        let guns: Vec<String> =
            groups.iter().map(|group| format!("{} x {}-in /{}", group.guns, group.bore_in, group.calibre)).collect();
        if !guns.is_empty() {
            row(name, field, guns.join(", "));
        }
    }
    if let Some(tubes) = class.torpedo {
        let place = if tubes.above_water { "above water" } else { "submerged" };
        let what = format!("{} of {} in, {} a side, {place}", tubes.tubes, tubes.size_in, tubes.per_side);
        row("torpedo tubes", "torpedo", what);
    }
    let armour = class.armour;
    let (kind, bulkhead) = (armour.kind.word(), armour.bulkhead.word());
    let ArmourPlan { belt_mm, belt_ends_mm, turret_mm, deck_mm, .. } = armour;
    let plates = format!("{kind}: belt {belt_mm}, ends {belt_ends_mm}, turrets {turret_mm}, deck {deck_mm} mm");
    let cover = armour.cover.map(|cover| format!("; cover {}", cover.word())).unwrap_or_default();
    row("armour", "armour", format!("{plates}{cover}; torpedo bulkhead {bulkhead}"));
    let director = ship.ship.director.or(class.fire_control.director);
    let rangefinder = class.fire_control.rangefinder_m.map(|base| format!("rangefinder {base} m"));
    let director = director.map(|day| format!("director {day}"));
    let aims: Vec<String> = rangefinder.into_iter().chain(director).collect();
    if !aims.is_empty() {
        row("fire control", "fire_control", aims.join(", "));
    }
    rows
}

/// Returns the note beside a date that is not known to the day.
fn how_known(known: Option<KnownTo>) -> &'static str {
    match known {
        Some(KnownTo::Month) => " (month)",
        Some(KnownTo::Year) => " (year)",
        Some(KnownTo::Class) => " at the earliest, as its class",
        None => "",
    }
}

/// `, out 1915-01-24 to 1915-04-07 (gunfire at Dogger Bank)`.
fn out_of_service(out: &OutOfService) -> String {
    let until = out.to.map_or(" on".to_owned(), |to| format!(" to {to}"));
    format!(", out {}{until} ({})", out.from, out.why)
}

/// `1913-05-22, lost 1916-06-01 (gunfire)`.
fn service(ship: &ShipRecord) -> String {
    let line = &ship.ship;
    let known = how_known(line.known_to);
    let how = line.how.map_or(String::new(), |how| format!(" ({})", how.word()));
    let before = line.hull.as_ref().map(|first| format!(", before that {first}"));
    let released = line.released.map_or(String::new(), |day| format!(" to {day}"));
    let next = line.service.first().map(|next| next.from);
    let flags = line
        .service
        .iter()
        .map(|flag| format!(", {} ({}) from {}{}", flag.name, flag.navy, flag.from, how_known(flag.known_to)));
    let remarks = [
        line.lost.map(|day| format!(", lost {day}{how}")),
        line.interned.map(|day| format!(", interned {day}{released}")),
        line.transferred.filter(|day| next != Some(*day)).map(|day| format!(", passed to another navy {day}")),
        (!line.out.is_empty()).then(|| line.out.iter().map(out_of_service).collect::<String>()),
        line.followed_to.map(|day| format!(", followed here to {day}")),
        before,
        (!line.service.is_empty()).then(|| flags.collect::<String>()),
        line.note.as_ref().map(|note| format!("; {note}")),
    ];
    let completed = line.completed.map_or("day not known".to_owned(), |day| format!("{day}{known}"));
    completed + &remarks.into_iter().flatten().collect::<String>()
}
