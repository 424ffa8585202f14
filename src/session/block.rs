//! Blocks: lines that are collected up to a full stop and then answered as one.
use crate::Refusal;

/// Maximum bytes of a block: a turn file with a long mail around it.
const MAX_BYTES: usize = 1 << 20;

#[derive(Default)]
pub(crate) struct Block {
    lines: Vec<String>,
    bytes: usize,
}

impl Block {
    /// Whether a line ends the block: a full stop alone.
    pub(crate) fn is_end(&self, line: &str) -> bool {
        line.trim() == "."
    }

    /// Adds a line. Lines beyond the limit are dropped, but still belong to the block, which is refused at its end.
    pub(crate) fn push(&mut self, line: &str) {
        self.bytes += line.len() + 1;
        if self.bytes <= MAX_BYTES {
            self.lines.push(line.to_owned());
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// # Errors
    /// The block is too long.
    pub(crate) fn into_lines(self) -> Result<Vec<String>, Refusal> {
        if MAX_BYTES < self.bytes {
            let what = format!("The block has {} bytes, more than the limit of {MAX_BYTES}.", self.bytes);
            return Err(Refusal::read(what).hint("take the lines from a file or in two blocks"));
        }
        Ok(self.lines)
    }
}
