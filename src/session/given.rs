//! Dice typed before their turn.

/// Dice given to several rolls in one question. Each waits for its turn and serves one roll.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given<P> {
    throws: Vec<Ahead<P>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Ahead<P> {
    purpose: P,
    faces: Vec<u8>,
    /// How many dice of the command were used before it, or `None` before its turn.
    used_after: Option<usize>,
}

impl<P> Default for Given<P> {
    fn default() -> Self {
        Given { throws: Vec::new() }
    }
}

impl<P: PartialEq> Given<P> {
    /// Keeps the dice of a roll.
    pub fn add(&mut self, purpose: P, faces: Vec<u8>) {
        self.throws.push(Ahead { purpose, faces, used_after: None });
    }

    /// Returns the dice of the first unused roll for that purpose. `after` counts the command's earlier dice.
    pub fn take(&mut self, purpose: &P, after: usize) -> Option<&[u8]> {
        let is_next = |one: &&mut Ahead<P>| one.used_after.is_none() && one.purpose == *purpose;
        let next = self.throws.iter_mut().find(is_next)?;
        next.used_after = Some(after);
        Some(&next.faces)
    }

    /// Keeps only the first `throws` rolls, as they were when the command had that many `faces`.
    pub fn back(&mut self, throws: usize, faces: usize) {
        self.throws.truncate(throws);
        for one in &mut self.throws {
            one.used_after = one.used_after.filter(|after| *after < faces);
        }
    }

    /// Returns the dice whose turn has not come.
    pub fn waiting(&self) -> impl Iterator<Item = (&P, &[u8])> {
        self.throws.iter().filter(|one| one.used_after.is_none()).map(|one| (&one.purpose, &one.faces[..]))
    }
}
