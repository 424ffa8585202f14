//! `rules` and `table`: what stands in the book and in the charts.
use std::borrow::Borrow;

use serde_json::{Value, json};

use crate::Problem;
use load::{Flaws, Sources};
use naval::chart::Charts;
use naval::rulebook::{Paragraph, Rulebook};
use play::Rule;
use show::library::{self, RATINGS_TITLE};

/// The table of flags, which belongs to no set of charts.
const RATINGS: &str = "ratings";

/// Every table of a set of charts and the flags, as prose and as JSON.
pub fn table_list(charts: &Charts) -> (String, Value) {
    let mut list = show::table_list_json(charts);
    if let Value::Array(rows) = &mut list {
        rows.push(json!({ "id": RATINGS, "title": RATINGS_TITLE }));
    }
    (format!("{}\n{RATINGS}  {RATINGS_TITLE}", show::table_list(charts)), list)
}

/// The table of that name, of the flags or of the first of these sets of charts that has it, as prose and as JSON; a set
/// behind it is not looked at.
pub fn table<C: Borrow<Charts>>(
    sources: &Sources,
    sets: impl IntoIterator<Item = Result<C, Flaws>>,
    name: &str,
) -> Result<(String, Value), Problem> {
    if name.eq_ignore_ascii_case(RATINGS) {
        let ratings = load::ratings(sources)?;
        return Ok((library::ratings(&ratings), json!(ratings)));
    }
    let mut others = vec![RATINGS.to_owned()];
    for set in sets {
        let set = set?;
        let charts = set.borrow();
        if let Some(page) = show::table(charts, name).zip(show::table_json(charts, name)) {
            return Ok(page);
        }
        others.extend(table_names(charts));
    }
    Err(no_table(name, &others))
}

fn table_names(charts: &Charts) -> Vec<String> {
    let list = show::table_list_json(charts);
    let ids = list.as_array().into_iter().flatten().filter_map(|one| one["id"].as_str().map(str::to_owned));
    ids.collect()
}

fn no_table(name: &str, others: &[String]) -> Problem {
    let near = play::verbs::nearest(name, others.iter().map(String::as_str));
    let hint = near.map_or("`table` names them".to_owned(), |near| format!("did you mean {near}?"));
    Problem::new(format!("no table is called \"{name}\"")).hint(hint)
}

/// Every paragraph and who decides it, as prose and as JSON.
pub fn coverage(sources: &Sources) -> Result<(String, Value), Problem> {
    let book = load::rulebook(sources)?;
    Ok((show::coverage(&book), show::coverage_json(&book)))
}

/// A paragraph's page, or the list that a search finds; the chapters without words. As prose and as JSON.
pub fn rules<W: AsRef<str>>(sources: &Sources, words: &[W]) -> Result<(String, Value), Problem> {
    let book = load::rulebook(sources)?;
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    let (searches, words) = match &words[..] {
        ["search", words @ ..] => (true, words),
        words => (words.is_empty(), words),
    };
    let found = matching(&book, words)?;
    Ok(match found[..] {
        [one] if !searches => (show::paragraph(one), show::paragraph_json(one)),
        _ => (show::paragraphs(&found), found.iter().map(|one| show::paragraph_json(one)).collect()),
    })
}

fn matching<'a>(book: &'a Rulebook, words: &[&str]) -> Result<Vec<&'a Paragraph>, Problem> {
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
