//! Help at a prompt: sentences, and words each with what it does.
use super::lines::{WIDTH, folded, width, wrapped};
use crate::map::{Ink, Page};

/// Columns of a help: a word, what it does, and the word beside it.
pub type Columns = [usize; 3];

/// A help as a page, and as a list with a line for each word, for terminals that are narrower. Each line of a text is a
/// paragraph; or a word and what it does, and perhaps another beside it, all parted by tabs.
pub fn page(parts: &[(&str, Columns)]) -> Page {
    let (mut page, mut list) = (Page::default(), Vec::new());
    for (line, columns) in parts.iter().flat_map(|(text, columns)| text.split('\n').map(move |line| (line, columns))) {
        let [word, does, other] = *columns;
        let text = match words(line)[..] {
            [] => folded(line, 0, WIDTH).join("\n"),
            [first] => wrapped(&cell(first, word), WIDTH),
            [first, second, ..] => {
                format!("{:room$}{}", cell(first, word), cell(second, other), room = word + does)
            }
        };
        text.split('\n').for_each(|line| page.say(line, Ink::Plain));
        let indent = line.len() - line.trim_start_matches(' ').len();
        list.extend(words(line).is_empty().then(|| line.to_owned()));
        for (typed, does) in words(line) {
            list.push(cell((&format!("{:indent$}{}", "", typed.trim()), does), word + 1));
        }
    }
    page.list = Some(list.join("\n"));
    page
}

/// The words of a line, each with what it does; none of a paragraph.
pub fn words(line: &str) -> Vec<(&str, &str)> {
    line.split('\t').collect::<Vec<&str>>().chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// The commands of a help, each with what it does: the words of its indented lines.
pub fn commands(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter(|line| line.starts_with("  ")).flat_map(words)
}

/// A word and what it does, which begins in a column unless the word is longer.
fn cell((word, does): (&str, &str), column: usize) -> String {
    if width(word) < column { format!("{word:<column$}{does}") } else { format!("{word}  {does}") }
}
