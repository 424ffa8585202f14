//! `kaiser ship ...`: the library of ships, listed, shown, compared and checked.
use std::path::Path;

use chrono::NaiveDate;
use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;
use serde_json::{Value, json};

use super::args::{ShipFilter, ShipVerb};
use super::{open, output, shipyard};
use load::{ArmourPlan, Checked, Figure, KnownTo, ShipLine, ShipRecord, Sources};
use naval::{Id, ShipType};
use session::Problem;

/// As wide as the pages of the program.
const WIDTH: u16 = 100;

/// `kaiser ship ...`.
pub fn ship(sources: &Sources, verb: &ShipVerb) -> Result<(String, Value), Problem> {
    match verb {
        ShipVerb::List(filter) => list(sources, filter),
        ShipVerb::Show { name, date } => {
            let ship = found_ship(sources, name, *date)?;
            Ok((page(&ship), page_json(&ship)))
        }
        ShipVerb::Card { name, date } => {
            let card = found_ship(sources, name, *date)?.card;
            Ok((show::card_blank(&card), show::card_blank_json(&card)))
        }
        ShipVerb::Diff { a, b, date } => {
            let (a, b) = (found_ship(sources, a, *date)?, found_ship(sources, b, *date)?);
            let pair = Comparison::of(&a, &b);
            Ok((pair.page(&a, &b), json!(pair)))
        }
        ShipVerb::New(draft) => shipyard::build(sources, draft),
        ShipVerb::Check { file } => check(sources, file),
    }
}

/// A ship by her name, on the day asked for; that she was in no service then is said beside the answer.
pub fn found_ship(sources: &Sources, name: &str, date: Option<NaiveDate>) -> Result<ShipRecord, Problem> {
    let Some(day) = date else { return Ok(load::ship(sources, name)?) };
    let ship = load::ship_on(sources, name, day)?;
    if let Some(why) = ship.ship.away_on(day) {
        output::aside(&format!("note:  {} was not in service on {day}: {why}", ship.name));
    }
    Ok(ship)
}

fn list(sources: &Sources, filter: &ShipFilter) -> Result<(String, Value), Problem> {
    let kind = filter.kind.as_deref().map(ship_type).transpose()?;
    let mut ships = load::ship_list(sources)?;
    if let Some(navy) = &filter.navy {
        let mut known: Vec<&str> = ships.iter().map(|ship| ship.navy.as_str()).collect();
        if known.iter().all(|known| !known.eq_ignore_ascii_case(navy)) {
            known.sort_unstable();
            known.dedup();
            return Err(Problem::new(format!("the library has no ships of \"{navy}\"")).hint(known.join(" ")));
        }
    }
    let word = filter.name.as_ref().map(|name| name.to_lowercase());
    let same =
        |wanted: &Option<String>, has: &str| wanted.as_ref().is_none_or(|wanted| has.eq_ignore_ascii_case(wanted));
    ships.retain(|ship| {
        let names = [ship.name.to_lowercase(), ship.class.to_lowercase(), ship.id.to_string()];
        same(&filter.navy, ship.navy.as_str())
            && same(&filter.war, ship.war.as_str())
            && kind.is_none_or(|kind| ship.kind == kind)
            && filter.date.is_none_or(|day| ship.in_service_on(day))
            && word.as_ref().is_none_or(|word| names.iter().any(|name| name.contains(word)))
    });
    if ships.is_empty() {
        return Err(Problem::new("no ship of the library is like that").hint("`kaiser ship list` shows them all"));
    }
    let widest = |of: fn(&ShipLine) -> &str| ships.iter().map(|ship| of(ship).chars().count()).max().unwrap_or(0);
    let (ids, names) = (widest(|ship| ship.id.as_str()), widest(|ship| &ship.name));
    let navies = widest(|ship| ship.navy.as_str());
    let year = |day: Option<NaiveDate>| day.map_or("    ".to_owned(), |day| day.format("%Y").to_string());
    let line = |ship: &ShipLine| {
        let (since, until) = (year(ship.completed), year(ship.lost));
        format!(
            "{:<ids$}  {:<names$}  {:<3}  {:<navies$}  {since}-{until}  {:>5} kn  {}",
            ship.id, ship.name, ship.kind, ship.navy, ship.speed_kn, ship.class
        )
    };
    Ok((ships.iter().map(line).collect::<Vec<_>>().join("\n"), json!(ships)))
}

fn ship_type(word: &str) -> Result<ShipType, Problem> {
    let found = ShipType::ALL.into_iter().find(|kind| kind.to_string().eq_ignore_ascii_case(word));
    found.ok_or_else(|| Problem::usage(format!("\"{word}\" is no type of ship")).hint("BB OBB BC CA CL CP TBD TB MM"))
}

/// Card, characteristics, reckoning and sources.
fn page(ship: &ShipRecord) -> String {
    let class = &ship.class;
    let mut text = show::card_blank(&ship.card);
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
        let Figure { value, how, source, .. } = figure;
        text += &format!("\n  {:<15}  {value}\n    {how} ({source})", figure_name(figure));
    }
    for (at, refit) in class.refits.iter().filter(|refit| refit.is_of(&ship.id)).enumerate() {
        let heading = if at == 0 { "\n\nRefits:" } else { "" };
        let had = if refit.from <= ship.on { "had by then" } else { "still to come" };
        text += &format!("{heading}\n  {}{}  {} ({had})", refit.from, how_known(refit.known_to), refit.note);
    }
    for (at, one) in class.disputed.iter().enumerate() {
        let heading = if at == 0 { "\n\nDisputed:" } else { "" };
        text += &format!("{heading}\n  {}: {}", one.field, one.others);
    }
    if !class.notes.is_empty() {
        text += &format!("\n\n{}", class.notes);
    }
    text += &match &class.sources[..] {
        [] => "\n\nNo page was read for her: every figure is estimated.".to_owned(),
        sources => format!("\n\nSources:\n  {}", sources.join("\n  ")),
    };
    text
}

fn page_json(ship: &ShipRecord) -> Value {
    json!({ "id": ship.id, "name": ship.name, "on": ship.on, "card": ship.card, "figures": ship.figures,
        "sources": ship.class.sources, "ship": ship.ship, "class": ship.class })
}

/// `torpedo_armour`, as the data writes it.
fn figure_name(figure: &Figure) -> String {
    match serde_json::to_value(figure.figure) {
        Ok(Value::String(name)) => name,
        Ok(_) | Err(_) => String::new(),
    }
}

/// Whether a field was read in a source, and how much of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Read {
    Whole,
    Part,
    Nothing,
}

impl Read {
    fn of(read: &[String], field: &str) -> Read {
        if read.iter().any(|one| one == field) {
            Read::Whole
        } else if read.iter().any(|one| one.split('.').next() == Some(field)) {
            Read::Part
        } else {
            Read::Nothing
        }
    }

    fn words(self) -> &'static str {
        match self {
            Read::Whole => "",
            Read::Part => "  (in part estimated)",
            Read::Nothing => "  (estimated)",
        }
    }
}

/// What history says of a ship: name of the field, value in words, and whether it was read in a source.
fn characteristics(ship: &ShipRecord) -> Vec<(&'static str, String, Read)> {
    let class = &ship.class;
    let read = |field: &str| Read::of(&class.read, field);
    let mut rows: Vec<(&'static str, String, Read)> = Vec::new();
    let mut row = |name: &'static str, field: &str, value: String| rows.push((name, value, read(field)));
    row("in service", "ships", service(ship));
    if let Some(what) = &class.built_as {
        row("built as", "ships", what.clone());
    }
    row("displacement", "displacement_t", format!("{} t", class.displacement_t));
    let beam = class.beam_m.map_or(String::new(), |beam| format!(" x {beam}"));
    row("length", "length_m", format!("{}{beam} m", class.length_m));
    let worn = class.speed_service_kn.map_or(String::new(), |knots| format!(", {knots} in service"));
    row("speed", "speed_kn", format!("{} kn{worn}", class.speed_kn));
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
    row("armour", "armour", format!("{plates}; torpedo bulkhead {bulkhead}"));
    let director = ship.ship.director.or(class.fire_control.director);
    let rangefinder = class.fire_control.rangefinder_m.map(|base| format!("rangefinder {base} m"));
    let director = director.map(|day| format!("director {day}"));
    let aims: Vec<String> = rangefinder.into_iter().chain(director).collect();
    if !aims.is_empty() {
        row("fire control", "fire_control", aims.join(", "));
    }
    rows
}

/// What is said beside a day that is not known itself.
fn how_known(known: Option<KnownTo>) -> &'static str {
    match known {
        Some(KnownTo::Month) => " (month)",
        Some(KnownTo::Year) => " (year)",
        Some(KnownTo::Class) => " at the earliest, as her class",
        None => "",
    }
}

/// `1913-05-22 to 1916-06-01, gunfire`.
fn service(ship: &ShipRecord) -> String {
    let line = &ship.ship;
    let known = how_known(line.known_to);
    let how = line.how.map_or(String::new(), |how| format!(" ({})", how.word()));
    let said = [
        line.lost.map(|day| format!(", lost {day}{how}")),
        line.interned.map(|day| format!(", interned {day}")),
        line.transferred.map(|day| format!(", passed to another navy {day}")),
        line.same_hull.as_ref().map(|other| format!(", the same ship as {other}")),
        line.note.as_ref().map(|note| format!("; {note}")),
    ];
    let completed = line.completed.map_or("day not known".to_owned(), |day| format!("{day}{known}"));
    completed + &said.into_iter().flatten().collect::<String>()
}

/// Figures and characteristics of two ships side by side.
#[derive(Serialize)]
struct Comparison<'a> {
    a: &'a Id,
    b: &'a Id,
    /// Figures of the cards, then characteristics.
    rows: Vec<Row>,
    /// The reckonings of the figures that differ.
    how: Vec<Row>,
}

/// What one ship has and what the other; a dash for what she has not.
#[derive(Serialize)]
struct Row {
    id: String,
    a: String,
    b: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    same: Option<bool>,
}

impl Comparison<'_> {
    fn of<'a>(a: &'a ShipRecord, b: &'a ShipRecord) -> Comparison<'a> {
        type Read = fn(&ShipRecord) -> Vec<(String, String)>;
        let paired = |read: Read| paired(&read(a), &read(b));
        let mut rows = paired(|ship| ship.figures.iter().map(|one| (figure_name(one), one.value.clone())).collect());
        let mut how = paired(|ship| {
            ship.figures.iter().map(|one| (figure_name(one), format!("{}, {}", one.value, one.how))).collect()
        });
        how.retain(|how| rows.iter().any(|row| row.id == how.id && row.a != row.b));
        rows.extend(paired(|ship| {
            characteristics(ship).into_iter().map(|(name, value, _)| (name.to_owned(), value)).collect()
        }));
        rows.iter_mut().for_each(|row| row.same = Some(row.a == row.b));
        Comparison { a: &a.id, b: &b.id, rows, how }
    }

    /// As a table, where `*` marks what differs, and what makes the difference.
    fn page(&self, a: &ShipRecord, b: &ShipRecord) -> String {
        let mut table = Table::new();
        table
            .load_style(presets::UTF8_FULL_CONDENSED)
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(WIDTH);
        let title = |ship: &ShipRecord| format!("{} ({}, {})", ship.name, ship.card.kind, ship.class.navy);
        table.set_header(["".to_owned(), title(a), title(b)]);
        for row in &self.rows {
            let mark = if row.a == row.b { " " } else { "*" };
            table.add_row([&format!("{mark} {}", row.id), &row.a, &row.b]);
        }
        let mut text = table.to_string();
        text += if self.how.is_empty() { "" } else { "\n\nWhat makes the difference:" };
        for how in &self.how {
            text += &format!("\n  {}\n    {}: {}\n    {}: {}", how.id, a.name, how.a, b.name, how.b);
        }
        text
    }
}

/// Every name that one of two lists has, with what stands for it in both.
fn paired(a: &[(String, String)], b: &[(String, String)]) -> Vec<Row> {
    let value = |rows: &[(String, String)], name: &str| {
        rows.iter().find(|(known, _)| known == name).map_or("-".to_owned(), |(_, value)| value.clone())
    };
    let alone = b.iter().filter(|(name, _)| a.iter().all(|(known, _)| known != name));
    let names = a.iter().chain(alone).map(|(name, _)| name);
    names.map(|name| Row { id: name.clone(), a: value(a, name), b: value(b, name), same: None }).collect()
}

/// `kaiser ship check FILE`: every flaw at once, then what is hard to believe.
fn check(sources: &Sources, file: &Path) -> Result<(String, Value), Problem> {
    let name = file.display().to_string();
    let Checked { value, warnings } = load::ship_file(sources, &name, &open::read(file)?)?;
    let mut lines: Vec<String> = warnings.iter().map(|warning| format!("note:  {warning}")).collect();
    lines.push(format!("{name}: {} ships, no flaw.", value.len()));
    let ids: Vec<&Id> = value.iter().map(|ship| &ship.id).collect();
    Ok((lines.join("\n"), json!({ "file": name, "ships": ids, "flaws": [], "warnings": warnings })))
}
