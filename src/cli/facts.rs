//! Facts without a game: ships, scenarios, charts, rules, dice, odds.
use std::{fs, path::Path};

use num_traits::Zero;
use serde_json::{Value, json};

use super::args::{DataVerb, OddsVerb, ScenarioVerb, TableVerb};
use super::{dice, file, generate, open, output::Out};
use load::{Checked, FleetRating, ScenarioLine, Sources};
use naval::odds::{self, Guns};
use naval::rulebook::{Paragraph, Rulebook};
use naval::{Fraction, Id, Naval, Setup, ShipType, chart::Charts, gunnery::quotient, special, view::View};
use play::{Game, Rule, odds::Chance};
use session::Problem;

/// The drill whose two ships stand for any salvo: those of the book's example.
const DRILL: &str = "asahi-retvizan";
const EXAMPLE: Rule = Rule::new("6.5.1.6");
/// The table of flags, which belongs to no set of charts.
pub const RATINGS: &str = "ratings";
const RATINGS_TITLE: &str = "flags by fleet and period";
const THREE_ROLLS: Rule = Rule::new("6.5.1");

const AUTOMATIC_HITS: Rule = Rule::new("6.5.3");
/// The greatest strength of which chances are listed, hit by hit. [6.5.3]
const MOST_STRENGTH: i64 = 100_000;

/// `kaiser data export DIR`.
pub fn data(sources: &Sources, verb: &DataVerb) -> Result<(String, Value), Problem> {
    let DataVerb::Export { dir } = verb;
    let files = load::export(sources);
    if let Some(path) = files.iter().map(|(name, _)| dir.join(name)).find(|path| path.exists()) {
        return Err(Problem::new(format!("{} exists, and nothing is overwritten", path.display())));
    }
    for (name, text) in &files {
        write_new(&dir.join(name), text)?;
    }
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let (number, dir) = (files.len(), dir.display().to_string());
    let text = format!("{number} files written to {dir}; play with --data {dir}");
    Ok((text, json!({ "dir": dir, "files": names })))
}

fn write_new(path: &Path, text: &str) -> Result<(), Problem> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(path, text)).map_err(|error| file::unwritten(path, error))
}

/// `kaiser scenario ...`.
pub fn scenario(sources: &Sources, verb: &ScenarioVerb, out: &mut Out) -> Result<(String, Value), Problem> {
    match verb {
        ScenarioVerb::List => {
            let list = load::scenario_list(sources)?;
            let line = |one: &ScenarioLine| format!("{:<24} {}  {}", one.id, one.date, one.title);
            let text: Vec<String> = list.iter().map(line).collect();
            let value = list.iter().map(|one| json!({ "id": one.id, "title": one.title, "date": one.date })).collect();
            Ok((text.join("\n"), value))
        }
        ScenarioVerb::Show { name } => Ok(scenario_page(&open::setup(sources, name)?)),
        ScenarioVerb::Generate(args) => generate::generate(sources, args, out),
        ScenarioVerb::Check { file } if campaign_in(file) => {
            let scenario = load::campaign_text(file, &open::read(Path::new(file))?)?;
            let (areas, turns) = (scenario.areas.len(), scenario.turn_limit);
            let text = format!("{file}: a campaign of {areas} areas and {turns} turns, no flaw.");
            Ok((text, json!({ "file": file, "flaws": [], "warnings": [], "areas": areas, "turns": turns })))
        }
        ScenarioVerb::Check { file } => {
            let Checked { value, warnings } = open::checked(sources, file)?;
            let (ships, divisions) = (value.ships.len(), value.divisions.len());
            let mut text: Vec<String> = warnings.iter().map(|warning| format!("note:  {warning}")).collect();
            text.push(format!("{file}: {ships} ships in {divisions} divisions, no flaw."));
            Ok((text.join("\n"), json!({ "file": file, "flaws": [], "warnings": warnings })))
        }
    }
}

/// Forces, visibility, special rules and what decides a scenario.
fn scenario_page(setup: &Setup) -> (String, Value) {
    let state = Naval::begin(setup);
    let view = View::referee(&state);
    let (title, date, introduction) = (&setup.title, setup.date, setup.introduction.trim());
    let mut text = format!("{title} ({date})\n\n{introduction}\n\n{}", show::status(&view));
    if !setup.special_rules.is_empty() {
        text += "\n\nSpecial rules [9.2]:";
    }
    for (of, rule) in special::sentences(setup, None) {
        text += &format!("\n  {of}. {rule}{}{}", show::said(setup, of), show::secret(setup, of));
    }
    if !setup.victory.is_empty() {
        text += &format!("\n\nVictory [9.2]:\n  - {}", setup.victory.join("\n  - "));
    }
    let verdict = view.verdict();
    if !verdict.entries.is_empty() || !verdict.left.is_empty() {
        text += &format!("\n\n{}", show::keys_of_victory(&view));
    }
    let value = json!({
        "id": setup.scenario, "title": title, "date": date, "turns": setup.turns, "introduction": setup.introduction,
        "special_rules": setup.special_rules, "victory": setup.victory, "sources": setup.sources,
        "decide": show::keys_json(&view), "left": verdict.left, "rules": setup.rules, "sides": setup.sides,
        "divisions": setup.divisions, "ships": setup.ships.iter().map(|ship| &ship.card.id).collect::<Vec<_>>(),
    });
    (text, value)
}

/// Whether a file can be read and holds a campaign of Steel and Crystal.
fn campaign_in(file: &str) -> bool {
    open::read(Path::new(file)).is_ok_and(|text| open::is_campaign(&text))
}

/// `kaiser table ...`.
pub fn table(sources: &Sources, verb: &TableVerb) -> Result<(String, Value), Problem> {
    match verb {
        TableVerb::List { charts } => Ok(table_lists(&load::charts(sources, charts)?)),
        TableVerb::Show { name, .. } if name.eq_ignore_ascii_case(RATINGS) => ratings(sources),
        TableVerb::Show { name, charts } => {
            let mut others = vec![RATINGS.to_owned()];
            for set in charts.as_deref().map_or_else(|| vec!["rjw", "ww1"], |one| vec![one]) {
                let charts = load::charts(sources, set)?;
                if let Some(page) = page_of(&charts, name) {
                    return Ok(page);
                }
                others.extend(table_names(&charts));
            }
            Err(no_table(name, &others))
        }
    }
}

fn page_of(charts: &Charts, name: &str) -> Option<(String, Value)> {
    show::table(charts, name).zip(show::table_json(charts, name))
}

/// Every table of a set of charts and the flags, as prose and as JSON.
pub fn table_lists(charts: &Charts) -> (String, Value) {
    let mut list = show::table_list_json(charts);
    if let Value::Array(rows) = &mut list {
        rows.push(json!({ "id": RATINGS, "title": RATINGS_TITLE }));
    }
    (format!("{}\n{RATINGS}  {RATINGS_TITLE}", show::table_list(charts)), list)
}

/// The table of flags, as prose and as JSON.
pub fn ratings(sources: &Sources) -> Result<(String, Value), Problem> {
    let ratings = load::ratings(sources)?;
    Ok((ratings_page(&ratings), json!(ratings)))
}

/// Flags of every fleet, period by period, with their reasons. [5.10, 5.15]
fn ratings_page(ratings: &[FleetRating]) -> String {
    let mut lines = vec![format!("{RATINGS_TITLE}: signalling, initiative")];
    for one in ratings {
        let types: Vec<String> = one.types.iter().map(ShipType::to_string).collect();
        let flags: Vec<&str> = one.flagships.iter().map(Id::as_str).collect();
        let kinds = if types.is_empty() { String::new() } else { format!(" {}", types.join(" ")) };
        let led = if flags.is_empty() { String::new() } else { format!(", led by {}", flags.join(", ")) };
        let (signalling, initiative) = (one.signalling, one.initiative);
        lines.push(format!("{signalling:>+3} {initiative:>+3}  {}, {} to {}", one.fleet, one.from, one.to));
        lines.push(format!("         {}{kinds}{led}: {} ({})", one.navy, one.reasons, one.source));
    }
    lines.join("\n")
}

fn table_names(charts: &Charts) -> Vec<String> {
    let list = show::table_list_json(charts);
    let ids = list.as_array().into_iter().flatten().filter_map(|one| one["id"].as_str().map(str::to_owned));
    ids.collect()
}

/// A table of a set of charts, as prose and as JSON.
pub fn chart_page(charts: &Charts, name: &str) -> Result<(String, Value), Problem> {
    page_of(charts, name).ok_or_else(|| no_table(name, &table_names(charts)))
}

fn no_table(name: &str, others: &[String]) -> Problem {
    let near = play::verbs::nearest(name, others.iter().map(String::as_str));
    let hint = near.map_or("`table list` names them".to_owned(), |near| format!("did you mean {near}?"));
    Problem::new(format!("no table is called \"{name}\"")).hint(hint)
}

/// `kaiser rules ...`.
pub fn rules(sources: &Sources, words: &[String], coverage: bool) -> Result<(String, Value), Problem> {
    let book = load::rulebook(sources)?;
    if coverage { Ok((show::coverage(&book), show::coverage_json(&book))) } else { rule_pages(&book, words) }
}

/// A paragraph's page, or the list that a search finds; the chapters without words. As prose and as JSON.
pub fn rule_pages(book: &Rulebook, words: &[String]) -> Result<(String, Value), Problem> {
    let (searches, words) = match words {
        [search, words @ ..] if search == "search" => (true, words),
        words => (words.is_empty(), words),
    };
    let found = matching(book, words)?;
    Ok(match found[..] {
        [one] if !searches => (show::paragraph(one), show::paragraph_json(one)),
        _ => (show::paragraphs(&found), found.iter().map(|one| show::paragraph_json(one)).collect()),
    })
}

fn matching<'a>(book: &'a Rulebook, words: &[String]) -> Result<Vec<&'a Paragraph>, Problem> {
    if words.is_empty() {
        return Ok(book.paragraphs.iter().filter(|paragraph| paragraph.rule.numbers().count() == 1).collect());
    }
    let text = words.join(" ");
    if let Ok(rule) = text.trim_matches(['[', ']']).parse::<Rule>() {
        let missing = || Problem::new(format!("there is no paragraph {rule}"));
        let found = book.get(rule).ok_or_else(|| missing().hint("`kaiser rules` lists the chapters"));
        return Ok(vec![found?]);
    }
    let found = book.search(&text);
    if found.is_empty() {
        let hint = match text.split_whitespace().count() {
            1 => "another word for it, such as torpedo; `rules` alone lists the chapters",
            _ => "try a single word, such as torpedo",
        };
        return Err(Problem::new(format!("no paragraph speaks of \"{text}\"")).hint(hint));
    }
    Ok(found)
}

/// `kaiser roll EXPR`: sums of dice and numbers.
pub fn roll(expression: &str, seed: Option<u64>) -> Result<(String, Value), Problem> {
    let wrong = || Problem::new(format!("\"{expression}\" is no throw of dice")).hint("3d20, d100, 2d6+1");
    let seed = seed.map_or_else(dice::new_seed, Ok)?;
    let mut thrown = dice::thrown(seed, 0);
    let (mut total, mut faces) = (0_i64, Vec::new());
    let flat: String = expression.to_lowercase().split_whitespace().collect();
    for term in terms(&flat).ok_or_else(wrong)? {
        match term {
            Term::Number(number) => total += number,
            Term::Dice { count, sides } => faces.extend((0..count).map(|_| thrown.face(sides))),
        }
    }
    total += faces.iter().map(|face| i64::from(*face)).sum::<i64>();
    let shown: Vec<String> = faces.iter().map(u8::to_string).collect();
    let value = json!({ "expression": expression, "seed": seed, "faces": faces, "total": total });
    Ok((format!("{expression}: {} = {total}", shown.join(" ")), value))
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
pub fn odds(sources: &Sources, verb: &OddsVerb) -> Result<(String, Value), Problem> {
    match verb {
        OddsVerb::Guns { dice, hit, size, power, armour } => {
            let duel = load::scenario(sources, DRILL)?;
            if duel.ships.len() < 2 {
                return Err(Problem::new("the drill has no two ships").rule(Some(EXAMPLE)));
            }
            let numbers = Guns { dice: *dice, hit: *hit, size: *size, power: *power, armour: *armour };
            let guns = odds::guns(&duel, &numbers);
            let (strikes, hits) = guns.map_err(|halt| show::halt(&Naval::begin(&duel), &halt))?;
            let table = |name: &str, odds| show::odds_table(name, THREE_ROLLS, odds);
            let text = format!("{}\n\n{}", table("strikes", &strikes), table("penetrating hits", &hits));
            Ok((text, json!({ "strikes": show::odds_json(&strikes), "hits": show::odds_json(&hits) })))
        }
        OddsVerb::Battery { strength, defence, d100 } => {
            let no_number = |error| Problem::usage(format!("--strength \"{strength}\" is no number: {error}"));
            let number: Fraction = strength.parse().map_err(no_number)?;
            if number < Fraction::ZERO {
                let what = format!("--strength {strength} is less than 0: guns have no such strength");
                return Err(Problem::usage(what));
            }
            if Fraction::from(MOST_STRENGTH) < number {
                let what = format!(
                    "--strength {strength} is over its limit of {MOST_STRENGTH}: the table of chances \
                     has a line for every automatic hit, and would be endless"
                );
                let hint = "all the guns of a side together come to a few hundred points";
                return Err(Problem::usage(what).rule(Some(AUTOMATIC_HITS)).hint(hint));
            }
            let hits = odds::battery(number, *defence, *d100);
            let rule = quotient(number, *defence, *d100).rule;
            Ok((show::odds_table("hits", rule, &hits), json!({ "hits": show::odds_json(&hits) })))
        }
        OddsVerb::Fires { burning, number } => {
            let mut duel = load::scenario(sources, DRILL)?;
            duel.sides.iter_mut().for_each(|side| side.damage_control = *number);
            let state = Naval::begin(&duel);
            let Some(ship) = state.ships.first() else { return Err(Problem::new("the drill has no ship")) };
            let fires = odds::fires(&state, &ship.id, *burning, &Chance::zero());
            let (ends, value) = show::fires(&fires.map_err(|halt| show::halt(&state, &halt))?);
            let alone = "Burning alone; at the prompt `odds SHIP fires` counts the hits that fires cause.";
            Ok((format!("{burning} fires: {ends} [8.5.3]\n{alone}"), value))
        }
    }
}
