//! Copies the first entries of a journal into a what-if.
use super::{
    branch::Branch,
    entry::{Entry, Header, Unwritable},
    line::{Chain, Line, sum_and_rest},
    private,
    record::Journal,
};
use crate::Game;

/// The two texts of a new what-if.
pub struct WhatIfText {
    pub journal: String,
    /// The text of FILE.private, if the journal is private.
    pub private: Option<String>,
}

impl<G: Game> Journal<G> {
    /// Returns the texts of a what-if: the header with its branch, the first entries as in `bytes` (the text of this
    /// journal), and a normal exit. A group of entries that goes on after the last copied one is shortened.
    ///
    /// # Errors
    /// The branch is malformed, so no program would open the what-if.
    pub fn what_if_text(&self, bytes: &[u8], branch: Branch) -> Result<WhatIfText, Unwritable> {
        let last = branch.entry;
        if let Some(error) = branch.header_error(self.is_private()) {
            return Err(Unwritable(error));
        }
        let header = Header { branch: Some(branch), ..self.header.clone() };
        let Line { mut text, mut chain } = Chain::first_line(&header)?;
        for (number, line) in (1..=last).zip(bytes.split_inclusive(|byte| *byte == b'\n').skip(1)) {
            let size = self.groups.get(&number).copied();
            let copied = match size.filter(|size| last < number + size - 1) {
                None => sum_and_rest(line).and_then(|(_, rest)| chain.copied_line(rest)),
                Some(_) => Some(self.line_in_group(chain, number, last + 1 - number)?),
            };
            let line = copied.ok_or_else(|| Unwritable(format!("entry {number} is not text")))?;
            text.push_str(&line.text);
            chain = line.chain;
        }
        let is_closed = last.checked_sub(1).is_some_and(|at| matches!(self.entries.get(at), Some(Entry::Closed)));
        if !is_closed {
            text.push_str(&chain.line(last + 1, None, &Entry::<G::Command, G::Fact, G::Purpose>::Closed)?.text);
        }
        let lines =
            || self.private_text.seeds_line.iter().chain(self.private_text.lines.range(..=last).map(|row| row.1));
        let private = self.is_private().then(|| lines().map(|line| private::padded(line)).collect());
        Ok(WhatIfText { journal: text, private })
    }

    /// Returns the line of an entry that begins a group of `size` entries. A size of 1 is no group.
    fn line_in_group(&self, chain: Chain, number: usize, size: usize) -> Result<Line, Unwritable> {
        let size = (1 < size).then_some(size);
        match (self.private_text.lines.get(&number), self.entry(number)) {
            (Some(kept), _) => chain.kept_line(number, size, kept),
            (None, Some(entry)) => chain.line(number, size, entry),
            (None, None) => Err(Unwritable(format!("entry {number} is not known"))),
        }
    }
}
