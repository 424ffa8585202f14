//! Help at a prompt: sentences, and words with their meaning.
use super::lines::{WIDTH, fold_line, width, wrapped};
use crate::map::{Ink, Page};

/// A word as typed, and its meaning.
pub type HelpCell<'a> = (&'a str, &'a str);

/// Widths of the columns in a line of words.
#[derive(Clone, Copy)]
pub struct HelpColumns {
    pub indent: usize,
    pub word: usize,
    pub meaning: usize,
    pub second_word: usize,
}

/// Columns for a game's help: two words side by side in the width of a page.
pub const GAME: HelpColumns = HelpColumns { indent: 2, word: 15, meaning: 27, second_word: 15 };

pub enum HelpLine<'a> {
    /// One or more paragraphs.
    Text(&'a str),
    /// A word, or two side by side.
    Words(HelpColumns, Vec<HelpCell<'a>>),
}

/// Returns words below each other, in a column as wide as the longest requires.
pub fn word_list<'a>(cells: &[HelpCell<'a>]) -> Vec<HelpLine<'a>> {
    let word = cells.iter().map(|(word, _)| width(word)).max().unwrap_or(0) + 2;
    let columns = HelpColumns { indent: 0, word, meaning: 0, second_word: 0 };
    cells.iter().map(|cell| HelpLine::Words(columns, vec![*cell])).collect()
}

/// Returns help as a page, with a list of one word per line for narrower terminals.
pub fn help_page<'a>(lines: impl IntoIterator<Item = HelpLine<'a>>) -> Page {
    let (mut page, mut list) = (Page::default(), Vec::new());
    for line in lines {
        let text = match line {
            HelpLine::Text(text) => {
                list.push(text.to_owned());
                text.split('\n').map(|line| fold_line(line, 0, WIDTH).join("\n")).collect::<Vec<_>>().join("\n")
            }
            HelpLine::Words(HelpColumns { indent, word, meaning: does, second_word: other }, cells) => {
                let margin = " ".repeat(indent);
                list.extend(cells.iter().map(|word_cell| margin.clone() + &cell(*word_cell, word + 1)));
                match cells[..] {
                    [] => continue,
                    [first] => wrapped(&(margin + &cell(first, word)), WIDTH),
                    [first, second, ..] => {
                        format!("{margin}{:room$}{}", cell(first, word), cell(second, other), room = word + does)
                    }
                }
            }
        };
        text.split('\n').for_each(|line| page.push_text(line, Ink::Plain));
    }
    page.list = Some(list.join("\n"));
    page
}

/// Returns a word and its meaning. The meaning begins in a column unless the word is longer.
fn cell((word, does): HelpCell<'_>, column: usize) -> String {
    if width(word) < column { format!("{word:<column$}{does}") } else { format!("{word}  {does}") }
}
