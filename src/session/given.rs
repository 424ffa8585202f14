//! Faces that were typed before their turn.

/// Faces that several throws were given in one question, each until its turn comes; each serves one throw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given<P> {
    throws: Vec<Ahead<P>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Ahead<P> {
    purpose: P,
    faces: Vec<u8>,
    /// After how many faces of the command its turn came.
    used_after: Option<usize>,
}

impl<P> Default for Given<P> {
    fn default() -> Self {
        Given { throws: Vec::new() }
    }
}

impl<P: PartialEq> Given<P> {
    /// Keeps the faces of a throw.
    pub fn add(&mut self, purpose: P, faces: Vec<u8>) {
        self.throws.push(Ahead { purpose, faces, used_after: None });
    }

    /// The faces of the first throw of that purpose that served none yet, now after so many faces of the command.
    pub fn take(&mut self, purpose: &P, after: usize) -> Option<&[u8]> {
        let is_next = |one: &&mut Ahead<P>| one.used_after.is_none() && one.purpose == *purpose;
        let next = self.throws.iter_mut().find(is_next)?;
        next.used_after = Some(after);
        Some(&next.faces)
    }

    /// Keeps the first so many throws alone, as they were when the command had so many faces.
    pub fn back(&mut self, throws: usize, faces: usize) {
        self.throws.truncate(throws);
        for one in &mut self.throws {
            one.used_after = one.used_after.filter(|after| *after < faces);
        }
    }

    /// Those whose turn has not come.
    pub fn waiting(&self) -> impl Iterator<Item = (&P, &[u8])> {
        self.throws.iter().filter(|one| one.used_after.is_none()).map(|one| (&one.purpose, &one.faces[..]))
    }
}
