//! Help at a prompt: sentences, and words with their meaning.
use super::lines::{WIDTH, folded, width, wrapped};
use crate::map::{Ink, Page};

/// A word as typed, and its meaning.
pub type Cell<'a> = (&'a str, &'a str);

/// Widths of the columns in a line of words.
#[derive(Clone, Copy)]
pub struct Columns {
    pub indent: usize,
    pub word: usize,
    pub does: usize,
    /// Width of the second word.
    pub other: usize,
}

/// Columns for a game's help: two words side by side in the width of a page.
pub const GAME: Columns = Columns { indent: 2, word: 15, does: 27, other: 15 };

/// A line of help.
pub enum Line<'a> {
    /// One or more paragraphs.
    Says(&'a str),
    /// A word, or two side by side.
    Words(Columns, Vec<Cell<'a>>),
}

/// Returns words below each other, in a column as wide as the longest requires.
pub fn listed<'a>(cells: &[Cell<'a>]) -> Vec<Line<'a>> {
    let word = cells.iter().map(|(word, _)| width(word)).max().unwrap_or(0) + 2;
    let columns = Columns { indent: 0, word, does: 0, other: 0 };
    cells.iter().map(|cell| Line::Words(columns, vec![*cell])).collect()
}

/// Returns help as a page, with a list of one word per line for narrower terminals.
pub fn page<'a>(lines: impl IntoIterator<Item = Line<'a>>) -> Page {
    let (mut page, mut list) = (Page::default(), Vec::new());
    for line in lines {
        let text = match line {
            Line::Says(text) => {
                list.push(text.to_owned());
                text.split('\n').map(|line| folded(line, 0, WIDTH).join("\n")).collect::<Vec<_>>().join("\n")
            }
            Line::Words(Columns { indent, word, does, other }, cells) => {
                let margin = " ".repeat(indent);
                list.extend(cells.iter().map(|one| margin.clone() + &cell(*one, word + 1)));
                match cells[..] {
                    [] => continue,
                    [first] => wrapped(&(margin + &cell(first, word)), WIDTH),
                    [first, second, ..] => {
                        format!("{margin}{:room$}{}", cell(first, word), cell(second, other), room = word + does)
                    }
                }
            }
        };
        text.split('\n').for_each(|line| page.say(line, Ink::Plain));
    }
    page.list = Some(list.join("\n"));
    page
}

/// Returns a word and its meaning. The meaning begins in a column unless the word is longer.
fn cell((word, does): Cell<'_>, column: usize) -> String {
    if width(word) < column { format!("{word:<column$}{does}") } else { format!("{word}  {does}") }
}
