//! Paragraph coverage: book, source, tests and rulings name the same paragraphs.
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use play::Rule;
use serde::Deserialize;

#[derive(Deserialize)]
struct Paragraph {
    rule: Rule,
    title: String,
    says: String,
    status: String,
    #[serde(default)]
    prompt: Option<String>,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rulebook() -> Vec<Paragraph> {
    serde_yaml::from_str(&fs::read_to_string(root().join("data/naval/rulebook.yaml")).unwrap()).unwrap()
}

fn texts(folder: &Path, ending: &str, all: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts(&path, ending, all);
        } else if path.extension().is_some_and(|own| own == ending) {
            all.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

fn source(folder: &str) -> String {
    let mut all = String::new();
    texts(&root().join(folder), "rs", &mut all);
    all
}

/// Every `Rule::new("...")` of these crates.
fn cited(crates: &[&str]) -> BTreeSet<Rule> {
    let source: String = crates.iter().map(|name| source(&format!("src/{name}"))).collect();
    source.split("Rule::new(\"").skip(1).filter_map(|part| part.split('"').next()?.parse().ok()).collect()
}

/// The code that decides paragraphs: the rules, and the reader of set-ups.
const DECIDING: [&str; 2] = ["naval", "load"];

#[test]
fn the_book_has_207_paragraphs_in_order() {
    let book = rulebook();
    assert_eq!(book.len(), 207);
    assert!(book.windows(2).all(|pair| pair[0].rule < pair[1].rule));
    assert!(book.iter().all(|paragraph| !paragraph.title.is_empty() && !paragraph.says.is_empty()));
}

#[test]
fn every_cited_paragraph_exists() {
    let book: BTreeSet<Rule> = rulebook().iter().map(|paragraph| paragraph.rule).collect();
    let unknown: Vec<String> =
        cited(&["naval", "load", "show", "paper", "session", "cli"]).difference(&book).map(Rule::to_string).collect();
    assert_eq!(unknown, [""; 0]);
}

/// Board games and campaign: every cited paragraph exists, and each book has its full number of paragraphs and rulings.
#[test]
fn the_other_books_are_complete_and_every_cited_paragraph_exists() {
    let text = fs::read_to_string(root().join("data/boards/rulebook.yaml")).unwrap();
    let all: Vec<Paragraph> = serde_yaml::from_str(&text).unwrap();
    assert!(all.windows(2).all(|pair| pair[0].rule < pair[1].rule));
    assert!(all.iter().all(|paragraph| !paragraph.title.is_empty() && !paragraph.says.is_empty()));
    let book: BTreeSet<Rule> = all.iter().map(|paragraph| paragraph.rule).collect();
    let unknown: Vec<String> = cited(&["boards", "crystal"]).difference(&book).map(Rule::to_string).collect();
    assert_eq!(unknown, [""; 0]);
    for (letters, paragraphs, rulings) in [("BA", 30, 11), ("CS", 24, 19), ("SC", 23, 17), ("TF", 13, 10)] {
        let of_book = || book.iter().filter(|rule| rule.book() == Some(letters)).map(Rule::to_string);
        let is_ruling = |rule: &String| rule[3..].starts_with(|letter: char| letter.is_ascii_uppercase());
        let counted = (of_book().filter(|rule| !is_ruling(rule)).count(), of_book().filter(is_ruling).count());
        assert_eq!(counted, (paragraphs, rulings), "{letters}");
    }
}

#[test]
fn every_done_paragraph_is_cited_in_its_code_and_in_a_test_name() {
    let (cited, tests) = (cited(&DECIDING), source("tests"));
    let mut missing = Vec::new();
    for paragraph in rulebook().iter().filter(|paragraph| paragraph.status == "done") {
        if !cited.contains(&paragraph.rule) {
            missing.push(format!("{} is not cited", paragraph.rule));
        }
        let name = format!("r{}_", paragraph.rule.to_string().replace('.', "_"));
        let is_named = |start: &str| {
            tests.match_indices(start).any(|(index, _)| {
                let next = tests[index + start.len()..].chars().next();
                next.is_some_and(|letter| letter.is_ascii_lowercase())
            })
        };
        if !is_named(&format!("fn {name}")) && !is_named(&format!("_{name}")) {
            missing.push(format!("{} has no test {name}...", paragraph.rule));
        }
    }
    assert!(missing.is_empty(), "\n{}", missing.join("\n"));
}

#[test]
fn r3_3_5_the_rulebook_describes_the_default_and_then_what_strict_play_adds() {
    let book = rulebook();
    let gunfire = book.iter().find(|paragraph| paragraph.rule == Rule::new("3.3.5")).unwrap();
    let (default, strict) = gunfire.says.split_once("With `alternation: strict`").unwrap();
    for words in ["either may begin", "accepted and noted", "in any order, without a die"] {
        assert!(default.contains(words) && !strict.contains(words), "{words}");
    }
    for words in ["is refused", "a tie is rolled off", "another roll settles which side"] {
        assert!(strict.contains(words) && !default.contains(words), "{words}");
    }
}

/// The compiler checks private constants only, so this test checks the public ones.
#[test]
fn every_constant_of_a_paragraph_is_used() {
    let source = source("src");
    let words = source.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let mut used: BTreeMap<&str, usize> = BTreeMap::new();
    words.for_each(|word| *used.entry(word).or_default() += 1);
    let mut named: BTreeMap<&str, usize> = BTreeMap::new();
    for constant in source.split("const ").skip(1).filter_map(|part| part.split_once(": Rule = Rule::new(")) {
        *named.entry(constant.0).or_default() += 1;
    }
    assert!(named.len() > 100, "no constants were found");
    let idle: Vec<&&str> = named.iter().filter(|(name, times)| used[*name] <= **times).map(|(name, _)| name).collect();
    assert_eq!(idle, [&""; 0]);
}

#[test]
fn every_decision_left_to_the_referee_has_a_ruling() {
    let rulings = fs::read_to_string(root().join("docs/reference/rulings.md")).unwrap();
    let left: Vec<Paragraph> = rulebook().into_iter().filter(|paragraph| paragraph.status == "referee").collect();
    assert!(left.len() <= 12);
    for paragraph in left {
        assert!(paragraph.prompt.is_some(), "{} has no prompt", paragraph.rule);
        assert!(
            rulings.contains(&format!("[{}]", paragraph.rule)),
            "{} is not in docs/reference/rulings.md",
            paragraph.rule
        );
    }
}

#[test]
fn no_paragraph_for_play_without_positions_is_postponed() {
    let due = |rule: Rule| {
        let numbers: Vec<u8> = rule.numbers().collect();
        match numbers[..] {
            [4 | 6 | 7 | 8 | 9, ..] => true,
            [3, part, ..] => part <= 3,
            [10, part, ..] => part == 4 || part == 5,
            _ => false,
        }
    };
    let later: Vec<String> = rulebook()
        .iter()
        .filter(|paragraph| due(paragraph.rule) && paragraph.status == "later")
        .map(|paragraph| paragraph.rule.to_string())
        .collect();
    assert_eq!(later, [""; 0]);
}
