//! `rules` and `table`: what stands in the book and in the charts.
use std::{borrow::Borrow, collections::BTreeSet};

use serde_json::{Value, json};

use crate::Problem;
use load::{Flaws, Sources};
use naval::chart::Charts;
use naval::rulebook::{Paragraph, Rulebook};
use play::{
    Rule,
    verbs::{did_you_mean, nearest},
};
use show::library::{self, RATINGS_TITLE};

/// The table of flags, which belongs to no set of charts.
const RATINGS: &str = "ratings";
const SEARCH: &str = "search";

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
    let hint = did_you_mean(name, others.iter().map(String::as_str), "`table` names them");
    Problem::new(format!("no table is called \"{name}\"")).hint(hint)
}

/// Every paragraph and who decides it, as prose and as JSON.
pub fn coverage(sources: &Sources) -> Result<(String, Value), Problem> {
    let book = load::rulebook(sources)?;
    Ok((show::coverage(&book), show::coverage_json(&book)))
}

/// A paragraph's page, or the list that a search finds; the chapters without words. As prose and as JSON. The paragraphs of
/// the board games and of the campaign are found too, and all of one book by its two letters.
pub fn rules<W: AsRef<str>>(sources: &Sources, words: &[W]) -> Result<(String, Value), Problem> {
    let mut book = load::rulebook(sources)?;
    book.paragraphs.extend(load::other_rulebooks(sources)?.paragraphs);
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    let (searches, words) = match &words[..] {
        [SEARCH, words @ ..] => (true, words),
        words => (words.is_empty(), words),
    };
    let found = matching(&book, words, searches)?;
    Ok(match found[..] {
        [one] if !searches => (show::paragraph(one), show::paragraph_json(one)),
        _ => (show::paragraphs(&found), found.iter().map(|one| show::paragraph_json(one)).collect()),
    })
}

/// The number of a paragraph as somebody types it: `6.5.1`, `[TF-8]`, `cs-16`.
pub fn numbered(text: &str) -> Option<Rule> {
    text.trim_matches(['[', ']']).to_uppercase().parse().ok()
}

fn matching<'a>(book: &'a Rulebook, words: &[&str], searches: bool) -> Result<Vec<&'a Paragraph>, Problem> {
    let all = || book.paragraphs.iter();
    if words.is_empty() {
        let is_chapter =
            |paragraph: &&Paragraph| paragraph.rule.book().is_none() && paragraph.rule.numbers().count() == 1;
        return Ok(all().filter(is_chapter).collect());
    }
    let text = words.join(" ");
    if let Some(rule) = numbered(&text) {
        let list = rule.book().map_or("`kaiser rules` lists the chapters".to_owned(), |book| {
            format!("`kaiser rules {book}` lists the paragraphs of that book")
        });
        let missing = || Problem::new(format!("there is no paragraph {rule}")).hint(list);
        return Ok(vec![book.get(rule).ok_or_else(missing)?]);
    }
    let letters = text.to_uppercase();
    let of_book: Vec<&Paragraph> = all().filter(|paragraph| paragraph.rule.book() == Some(&letters)).collect();
    if !searches && !of_book.is_empty() {
        return Ok(of_book);
    }
    let found = book.search(&text);
    if found.is_empty() {
        let misspelt = text.split_once(' ').filter(|(verb, _)| nearest(verb, [SEARCH]).is_some());
        let meant = misspelt.map(|(_, rest)| rest.to_owned()).or_else(|| nearest_words(book, words));
        let hint = meant.map(|near| format!("did you mean `rules {SEARCH} {near}`?"));
        let hint = hint.unwrap_or_else(|| match text.split_whitespace().count() {
            1 => "another word for it, such as torpedo; `rules` alone lists the chapters".to_owned(),
            _ => "try a single word, such as torpedo".to_owned(),
        });
        return Err(Problem::new(format!("no paragraph speaks of \"{text}\"")).hint(hint));
    }
    Ok(found)
}

/// The words of a search with each that the book does not have replaced by the nearest that it has, where some paragraph
/// holds them all.
fn nearest_words(book: &Rulebook, words: &[&str]) -> Option<String> {
    let said = book.paragraphs.iter().flat_map(|paragraph| [&paragraph.title, &paragraph.says]);
    let letters = |letter: char| !letter.is_alphabetic();
    let known: BTreeSet<String> =
        said.flat_map(|text| text.split(letters)).filter(|word| word.len() > 2).map(str::to_lowercase).collect();
    let near = words.iter().map(|word| {
        let word = word.to_lowercase();
        let is_held = known.iter().any(|known| known.contains(&word));
        if is_held { Some(word) } else { nearest(&word, known.iter().map(String::as_str)).map(str::to_owned) }
    });
    let near = near.collect::<Option<Vec<String>>>()?.join(" ");
    (!book.search(&near).is_empty()).then_some(near)
}
