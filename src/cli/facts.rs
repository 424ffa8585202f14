//! Facts without a game: ships, scenarios, charts, rules, dice, odds.
use std::{fs, path::Path};

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use serde_json::{Value, json};

use super::{
    args::{DataVerb, OddsVerb, ScenarioVerb, ShipVerb, TableVerb},
    dice,
    odds::{self, Guns},
    open,
    output::Out,
    problem::Problem,
};
use crate::{
    load::{self, Sources},
    naval::{
        Naval,
        chart::Charts,
        measure::Fraction,
        rulebook::{Paragraph, Rulebook},
        ship::{Card, ShipType},
    },
    play::{Game, Rule},
    show,
};

/// The drill whose two ships stand for any salvo. [6.5.1.6]
const DRILL: &str = "asahi-retvizan";

/// `kaiser data export DIR`.
pub fn data(sources: &Sources, verb: &DataVerb, out: &mut Out) -> Result<(), Problem> {
    let DataVerb::Export { dir } = verb;
    let files = load::export(sources);
    for (name, _) in &files {
        let path = dir.join(name);
        if path.exists() {
            return Err(Problem::new(format!("{} exists, and nothing is overwritten", path.display())));
        }
    }
    for (name, text) in &files {
        write_new(&dir.join(name), text)?;
    }
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let text = format!("{} files written to {}; play with --data {}", files.len(), dir.display(), dir.display());
    out.both(text, &json!({ "dir": dir.display().to_string(), "files": names }));
    Ok(())
}

fn write_new(path: &Path, text: &str) -> Result<(), Problem> {
    let failed = |error: std::io::Error| Problem::new(format!("{} cannot be written: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, text).map_err(failed)
}

/// `kaiser ship ...`.
pub fn ship(sources: &Sources, verb: &ShipVerb, out: &mut Out) -> Result<(), Problem> {
    match verb {
        ShipVerb::List { navy, kind } => {
            let kind = kind.as_deref().map(ship_type).transpose()?;
            let ships = load::ships(sources).map_err(open::flawed)?;
            let wanted = |card: &Card| {
                navy.as_ref().is_none_or(|navy| card.navy.as_str().eq_ignore_ascii_case(navy))
                    && kind.is_none_or(|kind| card.kind == kind)
            };
            let cards: Vec<_> = ships.iter().map(|ship| &ship.card).filter(|card| wanted(card)).collect();
            let widest = |of: fn(&Card) -> &str| cards.iter().map(|card| of(card).chars().count()).max().unwrap_or(0);
            let (ids, names) = (widest(|card| card.id.as_str()), widest(|card| &card.name));
            let line = |card: &&Card| {
                format!(
                    "{:<ids$}  {:<names$}  {:<3}  {:<8}{:>5}\"",
                    card.id, card.name, card.kind, card.navy, card.speed
                )
            };
            let text: Vec<String> = cards.iter().map(line).collect();
            let id = |card: &&Card| json!({ "id": card.id, "name": card.name, "class": card.class, "navy": card.navy, "type": card.kind });
            out.both(text.join("\n"), &cards.iter().map(id).collect());
        }
        ShipVerb::Show { name } => {
            let ship = load::ship(sources, name).map_err(open::flawed)?;
            let mut text = show::card_blank(&ship.card);
            for figure in &ship.figures {
                text.push_str(&format!(
                    "\n  {:<15}  {}\n    {} ({})",
                    figure_name(figure),
                    figure.value,
                    figure.how,
                    figure.source
                ));
            }
            text.push_str("\n\nSources:");
            for source in &ship.class.sources {
                text.push_str(&format!("\n  {source}"));
            }
            let figures: Vec<Value> = ship
                .figures
                .iter()
                .map(|one| json!({ "id": one.figure, "value": one.value, "how": one.how, "source": one.source }))
                .collect();
            let value = json!({ "card": ship.card, "figures": figures, "sources": ship.class.sources });
            out.both(text, &value);
        }
        ShipVerb::Card { name } => {
            let ship = load::ship(sources, name).map_err(open::flawed)?;
            out.both(show::card_blank(&ship.card), &show::card_blank_json(&ship.card));
        }
    }
    Ok(())
}

/// `torpedo_armour`, as the data writes it.
fn figure_name(figure: &load::Figure) -> String {
    match serde_json::to_value(figure.figure) {
        Ok(Value::String(name)) => name,
        Ok(_) | Err(_) => String::new(),
    }
}

fn ship_type(word: &str) -> Result<ShipType, Problem> {
    let found = ShipType::ALL.into_iter().find(|kind| kind.to_string().eq_ignore_ascii_case(word));
    found.ok_or_else(|| Problem::usage(format!("\"{word}\" is no type of ship")).hint("BB OBB BC CA CL CP TBD TB MM"))
}

/// `kaiser scenario ...`.
pub fn scenario(sources: &Sources, verb: &ScenarioVerb, out: &mut Out) -> Result<(), Problem> {
    match verb {
        ScenarioVerb::List => {
            let list = load::scenario_list(sources).map_err(open::flawed)?;
            let line = |one: &load::ScenarioLine| format!("{:<24} {}  {}", one.id, one.date, one.title);
            let text: Vec<String> = list.iter().map(line).collect();
            let value = list.iter().map(|one| json!({ "id": one.id, "title": one.title, "date": one.date })).collect();
            out.both(text.join("\n"), &value);
        }
        ScenarioVerb::Show { name } => {
            let setup = open::setup(sources, name)?;
            let state = Naval::begin(&setup);
            let rules: Vec<String> = setup.special_rules.iter().map(|rule| format!("  - {rule}")).collect();
            let text = format!(
                "{} ({})\n\n{}\n\n{}\n\nSpecial rules [9.2]:\n{}",
                setup.title,
                setup.date,
                setup.introduction.trim(),
                show::status(&state),
                rules.join("\n")
            );
            let mut value = json!({ "id": setup.scenario, "title": setup.title, "date": setup.date, "turns": setup.turns,
                "introduction": setup.introduction, "special_rules": setup.special_rules, "sources": setup.sources });
            value["sides"] = json!(setup.sides);
            value["divisions"] = json!(setup.divisions);
            value["ships"] = setup.ships.iter().map(|ship| json!(ship.card.id)).collect();
            out.both(text, &value);
        }
        ScenarioVerb::Check { file } => {
            let checked = open::checked(sources, file)?;
            let (ships, divisions) = (checked.value.ships.len(), checked.value.divisions.len());
            let mut text: Vec<String> = checked.warnings.iter().map(|warning| format!("note:  {warning}")).collect();
            text.push(format!("{file}: {ships} ships in {divisions} divisions, no flaw."));
            out.both(text.join("\n"), &json!({ "file": file, "flaws": [], "warnings": checked.warnings }));
        }
    }
    Ok(())
}

/// `kaiser table ...`.
pub fn table(sources: &Sources, verb: &TableVerb, out: &mut Out) -> Result<(), Problem> {
    match verb {
        TableVerb::List { charts } => {
            let charts = load::charts(sources, charts).map_err(open::flawed)?;
            out.both(show::table_list(&charts), &show::table_list_json(&charts));
        }
        TableVerb::Show { name, charts } => {
            let sets = charts.as_deref().map_or_else(|| vec!["rjw", "ww1"], |one| vec![one]);
            let mut others = Vec::new();
            for set in sets {
                let charts = load::charts(sources, set).map_err(open::flawed)?;
                if let (Some(text), Some(value)) = (show::table(&charts, name), show::table_json(&charts, name)) {
                    out.both(text, &value);
                    return Ok(());
                }
                others.extend(table_names(&charts));
            }
            return Err(no_table(name, &others));
        }
    }
    Ok(())
}

fn table_names(charts: &Charts) -> Vec<String> {
    let list = show::table_list_json(charts);
    let ids = list.as_array().into_iter().flatten().filter_map(|one| one["id"].as_str().map(str::to_owned));
    ids.collect()
}

/// A table of a set of charts, as prose and as JSON.
///
/// # Errors
/// There is none of that name.
pub fn chart_page(charts: &Charts, name: &str) -> Result<(String, Value), Problem> {
    let page = show::table(charts, name).zip(show::table_json(charts, name));
    page.ok_or_else(|| no_table(name, &table_names(charts)))
}

fn no_table(name: &str, others: &[String]) -> Problem {
    let likeness = |other: &&String| (strsim::jaro_winkler(&name.to_lowercase(), other) * 1000.0) as u32;
    let near = others.iter().max_by_key(likeness).filter(|near| 750 <= likeness(near));
    let hint = near.map_or("`table list` names them".to_owned(), |near| format!("did you mean {near}?"));
    Problem::new(format!("no table is called \"{name}\"")).hint(hint)
}

/// `kaiser rules ...`.
pub fn rules(sources: &Sources, words: &[String], coverage: bool, out: &mut Out) -> Result<(), Problem> {
    let book = load::rulebook(sources).map_err(open::flawed)?;
    if coverage {
        out.both(show::coverage(&book), &show::coverage_json(&book));
        return Ok(());
    }
    let (text, value) = rule_pages(&book, words)?;
    out.both(text, &value);
    Ok(())
}

/// A paragraph's page, or the list that a search finds; the chapters without words. As prose and as JSON.
///
/// # Errors
/// No such paragraph, or nothing found.
pub fn rule_pages(book: &Rulebook, words: &[String]) -> Result<(String, Value), Problem> {
    let found = matching(book, words)?;
    let searched = words.first().is_none_or(|word| word == "search");
    Ok(match found[..] {
        [one] if !searched => (show::paragraph(one), show::paragraph_json(one)),
        _ => (show::paragraphs(&found), found.iter().map(|one| show::paragraph_json(one)).collect()),
    })
}

fn matching<'a>(book: &'a Rulebook, words: &[String]) -> Result<Vec<&'a Paragraph>, Problem> {
    let words = if words.first().is_some_and(|word| word == "search") { &words[1..] } else { words };
    if words.is_empty() {
        return Ok(book.paragraphs.iter().filter(|paragraph| paragraph.rule.numbers().count() == 1).collect());
    }
    let text = words.join(" ");
    if let Ok(rule) = text.trim_matches(['[', ']']).parse::<Rule>() {
        let missing =
            || Problem::new(format!("there is no paragraph {rule}")).hint("`kaiser rules` lists the chapters");
        return Ok(vec![book.get(rule).ok_or_else(missing)?]);
    }
    let found = book.search(&text);
    if found.is_empty() {
        return Err(
            Problem::new(format!("no paragraph speaks of \"{text}\"")).hint("try a single word, such as torpedo")
        );
    }
    Ok(found)
}

/// `kaiser roll EXPR`: sums of dice and numbers.
pub fn roll(expression: &str, seed: Option<u64>, out: &mut Out) -> Result<(), Problem> {
    let wrong = || Problem::new(format!("\"{expression}\" is no throw of dice")).hint("3d20, d100, 2d6+1");
    let seed = match seed {
        Some(seed) => seed,
        None => dice::new_seed().map_err(|error| Problem::new(format!("no seed can be drawn: {error}")))?,
    };
    let mut thrown = dice::thrown(seed, 0);
    let (mut total, mut faces) = (0_i64, Vec::new());
    let flat: String = expression.to_lowercase().split_whitespace().collect();
    for term in terms(&flat).ok_or_else(wrong)? {
        match term {
            Term::Number(number) => total += number,
            Term::Dice { count, sides } => {
                let fell: Vec<u8> = (0..count).map(|_| thrown.face(sides)).collect();
                total += fell.iter().map(|face| i64::from(*face)).sum::<i64>();
                faces.extend(fell);
            }
        }
    }
    let shown: Vec<String> = faces.iter().map(u8::to_string).collect();
    let value = json!({ "expression": expression, "seed": seed, "faces": faces, "total": total });
    out.both(format!("{expression}: {} = {total}", shown.join(" ")), &value);
    Ok(())
}

enum Term {
    Number(i64),
    Dice { count: u16, sides: u8 },
}

/// `2d6+1-2`: dice are added, numbers added or taken away.
fn terms(text: &str) -> Option<Vec<Term>> {
    let mut terms = Vec::new();
    for sum in text.split('+') {
        let mut parts = sum.split('-');
        let first = parts.next()?;
        terms.push(match first.split_once('d') {
            Some((count, sides)) => {
                let count = if count.is_empty() { 1 } else { count.parse().ok()? };
                let sides = sides.parse().ok()?;
                if !(1..=1000).contains(&count) || sides < 2 {
                    return None;
                }
                Term::Dice { count, sides }
            }
            None => Term::Number(number(first)?),
        });
        for part in parts {
            terms.push(Term::Number(-number(part)?));
        }
    }
    Some(terms)
}

fn number(text: &str) -> Option<i64> {
    text.parse::<u32>().ok().map(i64::from)
}

/// `kaiser odds ...`.
pub fn odds(sources: &Sources, verb: &OddsVerb, out: &mut Out) -> Result<(), Problem> {
    match verb {
        OddsVerb::Guns { dice, hit, size, power, armour } => {
            let duel = load::scenario(sources, DRILL).map_err(open::flawed)?;
            let numbers = Guns { dice: *dice, hit: *hit, size: *size, power: *power, armour: *armour };
            let (strikes, hits) = odds::guns(&duel, &numbers)?;
            let text = format!("{}\n\n{}", odds::table("strikes", &strikes), odds::table("penetrating hits", &hits));
            out.both(text, &json!({ "strikes": odds::list(&strikes), "hits": odds::list(&hits) }));
        }
        OddsVerb::Battery { strength, defence, d100 } => {
            let number: Fraction =
                strength.parse().map_err(|error| Problem::usage(format!("\"{strength}\" is no strength: {error}")))?;
            if number < Fraction::ZERO || Fraction::from(100_000) < number {
                return Err(Problem::usage("a strength is a number from 0 to 100000"));
            }
            let hits = odds::battery(number, *defence, *d100);
            out.both(odds::table("hits", &hits), &json!({ "hits": odds::list(&hits) }));
        }
        OddsVerb::Fires { burning, number } => {
            let mut duel = load::scenario(sources, DRILL).map_err(open::flawed)?;
            for side in &mut duel.sides {
                side.damage_control = *number;
            }
            let state = Naval::begin(&duel);
            let Some(ship) = state.ships.first().map(|ship| ship.id.clone()) else {
                return Err(Problem::new("the drill has no ship"));
            };
            let fires = odds::fires(&state, &ship, *burning, &BigRational::zero())?;
            let percent = |chance: &BigRational| 100.0 * chance.to_f64().unwrap_or(0.0);
            let text = format!(
                "{burning} fires: put out {:.1}%, abandoned {:.1}% [8.5.3]\nBurning alone; at the prompt `odds SHIP fires` counts the hits that fires cause.",
                percent(&fires.out),
                percent(&fires.abandoned)
            );
            out.both(text, &json!({ "abandoned": fires.abandoned.to_string(), "out": fires.out.to_string() }));
        }
    }
    Ok(())
}
