//! `rules` and `table`: look up paragraphs, rulings and charts.
use std::{borrow::Borrow, collections::BTreeSet};

use serde_json::{Value, json};

use crate::Refusal;
use load::{DataErrors, Sources};
use naval::model::chart::Charts;
use naval::rulebook::{Paragraph, Rulebook, Ruling};
use play::{
    Hint, Rule,
    verbs::{did_you_mean, nearest},
};
use show::library::{self, RATINGS_TITLE};

/// The table of flags, which belongs to no set of charts.
const RATINGS: &str = "ratings";
pub const SEARCH: &str = "search";

/// Lists all tables of a set of charts and the flags, as text and as JSON.
pub fn list_tables(charts: &Charts) -> (String, Value) {
    let mut list = show::chart::table_list_json(charts);
    if let Value::Array(rows) = &mut list {
        rows.push(json!({ "id": RATINGS, "title": RATINGS_TITLE }));
    }
    (show::chart::table_list(charts, &[(RATINGS, RATINGS_TITLE)]), list)
}

/// Returns the named table as text and as JSON: the flags, or a table of the first of these sets of charts that has it.
/// Later sets are not read.
pub fn table<C: Borrow<Charts>>(
    sources: &Sources,
    sets: impl IntoIterator<Item = Result<C, DataErrors>>,
    name: &str,
) -> Result<(String, Value), Refusal> {
    if name.eq_ignore_ascii_case(RATINGS) {
        let ratings = load::ratings(sources)?;
        return Ok((library::flag_ratings(&ratings), json!(ratings)));
    }
    let mut others = vec![RATINGS.to_owned()];
    for set in sets {
        let set = set?;
        let charts = set.borrow();
        if let Some(page) = show::chart::table(charts, name).zip(show::chart::table_json(charts, name)) {
            return Ok(page);
        }
        others.extend(table_names(charts));
    }
    Err(no_table(name, &others))
}

fn table_names(charts: &Charts) -> Vec<String> {
    let list = show::chart::table_list_json(charts);
    let ids = list.as_array().into_iter().flatten().filter_map(|table| table["id"].as_str().map(str::to_owned));
    ids.collect()
}

fn no_table(name: &str, others: &[String]) -> Refusal {
    let hint = nearest(name, others.iter().map(String::as_str))
        .map_or_else(|| Hint::line("table") + " lists them", |near| format!("did you mean {near}?").into());
    Refusal::not_there(format!("There is no table \"{name}\".")).hint(hint)
}

/// Lists every paragraph and what decides it, as text and as JSON.
pub fn coverage(sources: &Sources) -> Result<(String, Value), Refusal> {
    let book = load::rulebook(sources)?;
    Ok((show::rulebook::coverage(&book), show::rulebook::coverage_json(&book)))
}

/// Returns the page of a paragraph or ruling, the results of a search, or without words the chapters, as text and as
/// JSON. Includes the rules of the board games and the campaign. Two letters list one rulebook.
pub fn rules<W: AsRef<str>>(sources: &Sources, words: &[W]) -> Result<(String, Value), Refusal> {
    let mut book = load::rulebook(sources)?;
    book.paragraphs.extend(load::other_rulebooks(sources)?.paragraphs);
    let rulings = load::rulings(sources);
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    let (is_search, words) = match &words[..] {
        [SEARCH, words @ ..] => (true, words),
        words => (words.is_empty(), words),
    };
    if !is_search
        && let Some(rule) = parse_unhyphenated(&words.concat()).filter(|rule| book.get(*rule).is_some())
        && let Some(page) = page(&book, &rulings, &rule.to_string())?
    {
        return Ok(page);
    }
    if let [id] = words
        && let Some(page) = page(&book, &rulings, id.trim_matches(['[', ']']))?
    {
        return Ok(page);
    }
    let (paragraphs, matching_rulings) = find_matching(&book, &rulings, words, is_search)?;
    Ok(match (&paragraphs[..], &matching_rulings[..]) {
        ([only], []) if !is_search => paragraph(only, &rulings),
        ([], [ruling]) if !is_search => (show::rulebook::ruling(ruling), json!(ruling)),
        _ => (
            show::rulebook::list_paragraphs_and_rulings(&paragraphs, &matching_rulings),
            show::rulebook::found_json(&paragraphs, &matching_rulings),
        ),
    })
}

/// As [`rules`], in a game with its own rulebook: a number alone is one of its paragraphs. Refused if it has no such
/// paragraph.
pub fn rules_in(sources: &Sources, book: &str, words: &[&str]) -> Result<(String, Value), Refusal> {
    let [word] = words else { return rules(sources, words) };
    let typed = word.trim_matches(['[', ']']);
    let own_rule = parse_number(&format!("{book}-{typed}"));
    if let Some(own_rule) = own_rule
        && load::other_rulebooks(sources)?.get(own_rule).is_some()
    {
        return rules(sources, &[own_rule.to_string()]);
    }
    if parse_number(typed).is_some_and(|rule| rule.book().is_none()) {
        let what = format!("The rules of this game have no paragraph {typed}.");
        return Err(Refusal::not_there(what).hint(Hint::line(format!("rules {book}")) + " lists them"));
    }
    rules(sources, words)
}

/// Returns the page for an ID. A paragraph and the ruling on it may share one. `None` if a word is not an ID.
fn page(book: &Rulebook, rulings: &[Ruling], id: &str) -> Result<Option<(String, Value)>, Refusal> {
    let rule = parse_number(id);
    let ruling = rulings.iter().find(|ruling| ruling.is_called(id));
    match (rule.and_then(|rule| book.get(rule)), ruling) {
        (Some(found), None) => return Ok(Some(paragraph(found, rulings))),
        (None, Some(found)) => return Ok(Some((show::rulebook::ruling(found), json!(found)))),
        (Some(found), Some(ruling)) => {
            let (text, mut value) = paragraph(found, rulings);
            value["ruling"] = json!(ruling);
            return Ok(Some((format!("{text}\n\n{}", show::rulebook::ruling(ruling)), value)));
        }
        (None, None) => {}
    }
    if let Some(rule) = rule {
        let list = rule.book().map_or("`kaiser rules` lists the chapters".to_owned(), |book| {
            format!("`kaiser rules {book}` lists the paragraphs of that book")
        });
        return Err(Refusal::not_there(format!("There is no paragraph {rule}.")).hint(list));
    }
    if !Ruling::is_id(id) {
        return Ok(None);
    }
    let first = id.chars().next().map(|letter| letter.to_ascii_uppercase());
    let ids = rulings.iter().flat_map(|ruling| &ruling.ids).map(String::as_str);
    let ids = ids.filter(|other| other.chars().next() == first);
    let hint = did_you_mean(id, ids, "rulings are Q1 to Q65, C1 to C10, L1, and H- with a paragraph and a number");
    Err(Refusal::not_there(format!("There is no ruling {}.", id.to_uppercase())).hint(hint))
}

/// Returns a paragraph's page with the rulings on it, except one with the same number, which is printed below.
fn paragraph(paragraph: &Paragraph, rulings: &[Ruling]) -> (String, Value) {
    let mut related: Vec<&Ruling> = rulings.iter().filter(|ruling| ruling.interprets(paragraph.rule)).collect();
    related.retain(|ruling| !ruling.is_called(&paragraph.rule.to_string()));
    (show::rulebook::paragraph(paragraph, &related), show::rulebook::paragraph_page_json(paragraph, &related))
}

/// Parses a paragraph number as typed: `6.5.1`, `[TF-8]`, `cs-16`.
pub fn parse_number(text: &str) -> Option<Rule> {
    text.trim_matches(['[', ']']).to_uppercase().parse().ok()
}

/// Parses a paragraph of another rulebook without its hyphen: `CS16`, `cs 16`.
fn parse_unhyphenated(text: &str) -> Option<Rule> {
    let start = text.find(|letter: char| letter.is_ascii_digit())?;
    let (book, number) = text.split_at(start);
    parse_number(&format!("{}-{number}", book.trim()))
}

/// Whether a text is the number of a paragraph or a ruling.
pub fn is_number(text: &str) -> bool {
    parse_number(text).is_some() || Ruling::is_id(text.trim_matches(['[', ']']))
}

type LibraryHits<'a> = (Vec<&'a Paragraph>, Vec<&'a Ruling>);

fn find_matching<'a>(
    book: &'a Rulebook,
    rulings: &'a [Ruling],
    words: &[&str],
    searches: bool,
) -> Result<LibraryHits<'a>, Refusal> {
    let all_paragraphs = || book.paragraphs.iter();
    if words.is_empty() {
        let is_chapter =
            |paragraph: &&Paragraph| paragraph.rule.book().is_none() && paragraph.rule.numbers().count() == 1;
        return Ok((all_paragraphs().filter(is_chapter).collect(), Vec::new()));
    }
    let text = words.join(" ");
    let letters = text.to_uppercase();
    let of_book: Vec<&Paragraph> =
        all_paragraphs().filter(|paragraph| paragraph.rule.book() == Some(&letters)).collect();
    if !searches && !of_book.is_empty() {
        return Ok((of_book, Vec::new()));
    }
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let found = (book.search(&text), rulings.iter().filter(|ruling| ruling.contains_words(&lower)).collect::<Vec<_>>());
    if found.0.is_empty() && found.1.is_empty() {
        let misspelt = words.split_first().filter(|(verb, rest)| !rest.is_empty() && nearest(verb, [SEARCH]).is_some());
        let meant = misspelt.map(|(_, rest)| rest.join(" ")).or_else(|| nearest_words(book, words));
        let hint = meant.map(|near| "did you mean " + Hint::line(format!("rules {SEARCH} {near}")) + "?");
        let hint = hint.unwrap_or_else(|| match text.split_whitespace().count() {
            1 => "try another word, such as torpedo. " + Hint::line("rules") + " alone lists the chapters",
            _ => "try a single word, such as torpedo".into(),
        });
        return Err(Refusal::not_there(format!("No paragraph mentions \"{text}\".")).hint(hint));
    }
    Ok(found)
}

/// Replaces each search word that the book lacks by the nearest word it has. `None` unless a paragraph has them all.
fn nearest_words(book: &Rulebook, words: &[&str]) -> Option<String> {
    let texts = book.paragraphs.iter().flat_map(|paragraph| [&paragraph.title, &paragraph.says]);
    let is_separator = |letter: char| !letter.is_alphabetic();
    let known: BTreeSet<String> =
        texts.flat_map(|text| text.split(is_separator)).filter(|word| word.len() > 2).map(str::to_lowercase).collect();
    let near = words.iter().map(|word| {
        let word = word.to_lowercase();
        let is_in_book = known.iter().any(|known| known.contains(&word));
        if is_in_book { Some(word) } else { nearest(&word, known.iter().map(String::as_str)).map(str::to_owned) }
    });
    let near = near.collect::<Option<Vec<String>>>()?.join(" ");
    (!book.search(&near).is_empty()).then_some(near)
}
