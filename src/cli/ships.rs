//! `kaiser ship ...`: the library of ships, listed, shown, compared and checked.
use std::path::Path;

use chrono::NaiveDate;
use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;
use serde_json::{Value, json};

use super::{
    args::{ShipFilter, ShipVerb},
    open,
    output::{self, Out},
    problem::Problem,
    shipyard,
};
use load::{self, Figure, KnownTo, ShipLine, ShipRecord, Sources};
use naval::{Id, ShipType};

/// As wide as the pages of the program.
const WIDTH: u16 = 100;

/// `kaiser ship ...`.
pub fn ship(sources: &Sources, verb: &ShipVerb, out: &mut Out) -> Result<(), Problem> {
    match verb {
        ShipVerb::List(filter) => list(sources, filter, out),
        ShipVerb::Show { name, date } => {
            let ship = found(sources, name, *date)?;
            out.both(page(&ship), &page_json(&ship));
            Ok(())
        }
        ShipVerb::Card { name, date } => {
            let ship = found(sources, name, *date)?;
            out.both(show::card_blank(&ship.card), &show::card_blank_json(&ship.card));
            Ok(())
        }
        ShipVerb::Diff { a, b, date } => {
            let (a, b) = (found(sources, a, *date)?, found(sources, b, *date)?);
            let pair = Comparison::of(&a, &b);
            out.both(pair.page(&a, &b), &json!(pair));
            Ok(())
        }
        ShipVerb::New(draft) => shipyard::build(sources, draft, out),
        ShipVerb::Check { file } => check(sources, file, out),
    }
}

fn found(sources: &Sources, name: &str, date: Option<NaiveDate>) -> Result<ShipRecord, Problem> {
    let ship = date.map_or_else(|| load::ship(sources, name), |day| load::ship_on(sources, name, day));
    let ship = ship?;
    note_absence(&ship, date);
    Ok(ship)
}

/// Says beside the answer that a ship was in no service on the day asked for.
pub fn note_absence(ship: &ShipRecord, date: Option<NaiveDate>) {
    if let Some((day, why)) = date.and_then(|day| Some((day, ship.ship.away_on(day)?))) {
        output::aside(&format!("note:  {} was not in service on {day}: {why}", ship.name));
    }
}

fn list(sources: &Sources, filter: &ShipFilter, out: &mut Out) -> Result<(), Problem> {
    let kind = filter.kind.as_deref().map(ship_type).transpose()?;
    let mut ships = load::ship_list(sources)?;
    if let Some(navy) = &filter.navy {
        let navies = || ships.iter().map(|ship| ship.navy.as_str());
        if navies().all(|known| !known.eq_ignore_ascii_case(navy)) {
            let mut known: Vec<&str> = navies().collect();
            known.sort_unstable();
            known.dedup();
            return Err(Problem::new(format!("the library has no ships of \"{navy}\"")).hint(known.join(" ")));
        }
    }
    let word = filter.name.as_ref().map(|name| name.to_lowercase());
    let same =
        |wanted: &Option<String>, has: &str| wanted.as_ref().is_none_or(|wanted| has.eq_ignore_ascii_case(wanted));
    ships.retain(|ship| {
        let named = |word: &String| {
            [ship.name.to_lowercase(), ship.class.to_lowercase()].iter().any(|name| name.contains(word.as_str()))
                || ship.id.as_str().contains(word.as_str())
        };
        same(&filter.navy, ship.navy.as_str())
            && same(&filter.war, ship.war.as_str())
            && kind.is_none_or(|kind| ship.kind == kind)
            && filter.date.is_none_or(|day| ship.in_service_on(day))
            && word.as_ref().is_none_or(named)
    });
    if ships.is_empty() {
        return Err(Problem::new("no ship of the library is like that").hint("`kaiser ship list` shows them all"));
    }
    let widest = |of: fn(&ShipLine) -> &str| ships.iter().map(|ship| of(ship).chars().count()).max().unwrap_or(0);
    let (ids, names) = (widest(|ship| ship.id.as_str()), widest(|ship| &ship.name));
    let navies = widest(|ship| ship.navy.as_str());
    let line = |ship: &ShipLine| {
        let since = ship.completed.map_or("    ".to_owned(), |day| day.format("%Y").to_string());
        let until = ship.lost.map_or("    ".to_owned(), |day| day.format("%Y").to_string());
        format!(
            "{:<ids$}  {:<names$}  {:<3}  {:<navies$}  {since}-{until}  {:>5} kn  {}",
            ship.id, ship.name, ship.kind, ship.navy, ship.speed_kn, ship.class
        )
    };
    let text: Vec<String> = ships.iter().map(line).collect();
    out.both(text.join("\n"), &json!(ships));
    Ok(())
}

fn ship_type(word: &str) -> Result<ShipType, Problem> {
    let found = ShipType::ALL.into_iter().find(|kind| kind.to_string().eq_ignore_ascii_case(word));
    found.ok_or_else(|| Problem::usage(format!("\"{word}\" is no type of ship")).hint("BB OBB BC CA CL CP TBD TB MM"))
}

/// Card, characteristics, reckoning and sources.
fn page(ship: &ShipRecord) -> String {
    let class = &ship.class;
    let mut text = show::card_blank(&ship.card);
    text.push_str(&format!("\n\nCharacteristics of the {} class, {} ships named", class.class, class.ships.len()));
    text.push_str(&class.built.map_or(String::new(), |built| format!(" of {built} built")));
    for (name, value, read) in characteristics(ship) {
        text.push_str(&format!("\n  {name:<15}  {value}{}", read.words()));
    }
    if class.main.is_some() || !class.medium_per_side.is_empty() || !class.light_per_side.is_empty() {
        text.push_str("\n  (arcs of mounts, and guns that bear on a side, are worked out from deck plans)");
    }
    text.push_str(&format!("\n\nThe card as of {}, by data/naval/card.yaml", ship.on));
    for figure in &ship.figures {
        let Figure { value, how, source, .. } = figure;
        text.push_str(&format!("\n  {:<15}  {value}\n    {how} ({source})", figure_name(figure)));
    }
    let refits = class.refits.iter().filter(|refit| refit.is_of(&ship.id));
    for (at, refit) in refits.enumerate() {
        let had = if refit.from <= ship.on { "had by then" } else { "still to come" };
        let known = how_known(refit.known_to);
        text.push_str(if at == 0 { "\n\nRefits:" } else { "" });
        text.push_str(&format!("\n  {}{known}  {} ({had})", refit.from, refit.note));
    }
    if !class.disputed.is_empty() {
        text.push_str("\n\nDisputed:");
        for one in &class.disputed {
            text.push_str(&format!("\n  {}: {}", one.field, one.others));
        }
    }
    if !class.notes.is_empty() {
        text.push_str(&format!("\n\n{}", class.notes));
    }
    if class.sources.is_empty() {
        text.push_str("\n\nNo page was read for her: every figure is estimated.");
    } else {
        text.push_str("\n\nSources:");
        class.sources.iter().for_each(|source| text.push_str(&format!("\n  {source}")));
    }
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
        row(
            "torpedo tubes",
            "torpedo",
            format!("{} of {} in, {} a side, {place}", tubes.tubes, tubes.size_in, tubes.per_side),
        );
    }
    let armour = class.armour;
    let plates = format!(
        "{}: belt {}, ends {}, turrets {}, deck {} mm; torpedo bulkhead {}",
        armour.kind.word(),
        armour.belt_mm,
        armour.belt_ends_mm,
        armour.turret_mm,
        armour.deck_mm,
        armour.bulkhead.word()
    );
    row("armour", "armour", plates);
    let director = ship.ship.director.or(class.fire_control.director);
    let aims = [
        class.fire_control.rangefinder_m.map(|base| format!("rangefinder {base} m")),
        director.map(|day| format!("director {day}")),
    ];
    let aims: Vec<String> = aims.into_iter().flatten().collect();
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
    let mut text = line.completed.map_or("day not known".to_owned(), |day| format!("{day}{known}"));
    if let Some(lost) = line.lost {
        text.push_str(&format!(", lost {lost}"));
        text.push_str(&line.how.map_or(String::new(), |how| format!(" ({})", how.word())));
    }
    text.push_str(&line.interned.map_or(String::new(), |day| format!(", interned {day}")));
    text.push_str(&line.transferred.map_or(String::new(), |day| format!(", passed to another navy {day}")));
    text.push_str(&line.same_hull.as_ref().map_or(String::new(), |other| format!(", the same ship as {other}")));
    text.push_str(&line.note.as_ref().map_or(String::new(), |note| format!("; {note}")));
    text
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
        text.push_str(if self.how.is_empty() { "" } else { "\n\nWhat makes the difference:" });
        for how in &self.how {
            text.push_str(&format!("\n  {}\n    {}: {}\n    {}: {}", how.id, a.name, how.a, b.name, how.b));
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
fn check(sources: &Sources, file: &Path, out: &mut Out) -> Result<(), Problem> {
    let name = file.display().to_string();
    let text = open::read(file)?;
    let checked = load::ship_file(sources, &name, &text)?;
    let mut lines: Vec<String> = checked.warnings.iter().map(|warning| format!("note:  {warning}")).collect();
    lines.push(format!("{name}: {} ships, no flaw.", checked.value.len()));
    let ids: Vec<Value> = checked.value.iter().map(|ship| json!(ship.id)).collect();
    out.both(lines.join("\n"), &json!({ "file": name, "ships": ids, "flaws": [], "warnings": checked.warnings }));
    Ok(())
}
