//! Dice typed before their turn.

/// Dice given to several rolls in one question. Each roll's dice wait for its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EarlyDice<P> {
    rolls: Vec<EarlyRoll<P>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct EarlyRoll<P> {
    purpose: P,
    faces: Vec<u8>,
    /// How many dice of the command were used before it, or `None` before its turn.
    used_after: Option<usize>,
}

impl<P> Default for EarlyDice<P> {
    fn default() -> Self {
        EarlyDice { rolls: Vec::new() }
    }
}

impl<P: PartialEq> EarlyDice<P> {
    pub fn add(&mut self, purpose: P, faces: Vec<u8>) {
        self.rolls.push(EarlyRoll { purpose, faces, used_after: None });
    }

    /// Returns the dice of the first unused roll for that purpose. `after` counts the command's earlier dice.
    pub fn take(&mut self, purpose: &P, after: usize) -> Option<&[u8]> {
        let is_next = |roll: &&mut EarlyRoll<P>| roll.used_after.is_none() && roll.purpose == *purpose;
        let next = self.rolls.iter_mut().find(is_next)?;
        next.used_after = Some(after);
        Some(&next.faces)
    }

    /// Keeps only the first `rolls` rolls, as they were when the command had that many `faces`.
    pub fn rewind(&mut self, rolls: usize, faces: usize) {
        self.rolls.truncate(rolls);
        for roll in &mut self.rolls {
            roll.used_after = roll.used_after.filter(|after| *after < faces);
        }
    }

    pub fn waiting(&self) -> impl Iterator<Item = (&P, &[u8])> {
        self.rolls.iter().filter(|roll| roll.used_after.is_none()).map(|roll| (&roll.purpose, &roll.faces[..]))
    }
}
