//! The rulebook paragraph by paragraph, and how the program treats each.
use std::fmt;

use serde::{Deserialize, Serialize};

use play::Rule;

/// How a paragraph is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The program decides it.
    Done,
    /// Left to a person: the program asks.
    Referee,
    /// Cardboard, felt and rulers.
    Physical,
    /// A title in the book, nothing else.
    Heading,
    /// Not refereed yet.
    Later,
}

impl Status {
    pub const ALL: [Status; 5] = [Status::Done, Status::Referee, Status::Physical, Status::Heading, Status::Later];
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Status::Done => "done",
            Status::Referee => "referee",
            Status::Physical => "physical",
            Status::Heading => "heading",
            Status::Later => "later",
        })
    }
}

/// A paragraph of the book, in our words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paragraph {
    /// Number.
    pub rule: Rule,
    pub title: String,
    /// Content in our words.
    pub says: String,
    /// How the program treats it.
    pub status: Status,
    /// Switch of an optional rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub switch: Option<String>,
    /// Reminder for the referee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
}

/// A ruling: what is decided where a rulebook is silent, contradictory or misprinted.
///
/// Each part is text in lines. A line that begins with `- ` is a list item, and one that begins with `|` a table row.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Ruling {
    /// The ids by which it is cited, such as `Q19`, `H-2.7-3` or `TF-Q10`. At least one.
    pub ids: Vec<String>,
    /// Empty for a house ruling.
    pub title: String,
    /// The paragraphs that it concerns.
    pub rules: Vec<Rule>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub question: String,
    pub ruling: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub switch: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub see_also: String,
}

impl Ruling {
    /// Whether a word has the form of a naval ruling's id: `Q19`, `C5`, `L1`, `H-2.7-3`.
    pub fn is_id(word: &str) -> bool {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let word = word.to_uppercase();
        word.strip_prefix(['Q', 'C', 'L']).is_some_and(digits)
            || word.strip_prefix("H-").and_then(|rest| rest.chars().next()).is_some_and(|first| first.is_ascii_digit())
    }
    pub fn is_called(&self, id: &str) -> bool {
        self.ids.iter().any(|own| own.eq_ignore_ascii_case(id))
    }

    /// Whether it interprets a paragraph.
    pub fn interprets(&self, rule: Rule) -> bool {
        self.rules.contains(&rule)
    }

    /// Returns its title, or the beginning of the ruling.
    pub fn heading(&self) -> &str {
        if self.title.is_empty() { self.ruling.split(['.', ':', ';']).next().unwrap_or_default() } else { &self.title }
    }

    /// Whether it contains all these lower-case words, in capitals or not.
    pub fn contains_words(&self, words: &[String]) -> bool {
        let text = [&self.title, &self.question, &self.ruling, &self.why, &self.switch].map(|part| part.to_lowercase());
        words.iter().all(|word| text.iter().any(|part| part.contains(word)))
    }
}

/// The complete book, in its order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    pub paragraphs: Vec<Paragraph>,
}

impl Rulebook {
    /// Returns the paragraph of a number.
    pub fn get(&self, rule: Rule) -> Option<&Paragraph> {
        self.paragraphs.binary_search_by(|paragraph| paragraph.rule.cmp(&rule)).ok().map(|i| &self.paragraphs[i])
    }

    /// Returns the paragraphs that contain all the words in title, text or prompt, in upper or lower case.
    pub fn search(&self, words: &str) -> Vec<&Paragraph> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let contains_all = |paragraph: &&Paragraph| {
            let prompt = paragraph.prompt.as_deref().unwrap_or_default();
            let text = format!("{} {} {prompt}", paragraph.title, paragraph.says).to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        if words.is_empty() { Vec::new() } else { self.paragraphs.iter().filter(contains_all).collect() }
    }

    /// Returns how many paragraphs have each status.
    pub fn coverage(&self) -> [(Status, usize); 5] {
        Status::ALL
            .map(|status| (status, self.paragraphs.iter().filter(|paragraph| paragraph.status == status).count()))
    }
}
