//! Dice that were rolled for a command, kept in case it is decided again.
use std::collections::VecDeque;

use crate::{Die, Roll};

/// Rolled dice by sides and purpose, handed out again in order.
#[derive(Clone)]
pub(super) struct KeptDice<P> {
    kinds: Vec<Kind<P>>,
}

#[derive(Clone)]
struct Kind<P> {
    sides: u8,
    purpose: P,
    dice: VecDeque<Die>,
}

impl<P> KeptDice<P> {
    pub(super) fn empty() -> KeptDice<P> {
        KeptDice { kinds: Vec::new() }
    }
}

impl<P: Clone + PartialEq> KeptDice<P> {
    pub(super) fn from_rolls<'a>(dice: impl Iterator<Item = &'a Roll<P>>) -> KeptDice<P>
    where
        P: 'a,
    {
        let mut kept = KeptDice::empty();
        for roll in dice {
            kept.kind(roll.sides, &roll.purpose).dice.push_back(roll.die());
        }
        kept
    }

    /// Adds the dice of another decision of the same command. Each decision uses the dice of a kind from the first on,
    /// so the longer of two lists contains the shorter.
    pub(super) fn extend<'a>(&mut self, dice: impl Iterator<Item = &'a Roll<P>>)
    where
        P: 'a,
    {
        for Kind { sides, purpose, dice } in KeptDice::from_rolls(dice).kinds {
            let kept_kind = self.kind(sides, &purpose);
            if kept_kind.dice.len() < dice.len() {
                kept_kind.dice = dice;
            }
        }
    }

    fn find(&mut self, sides: u8, purpose: &P) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.sides == sides && kind.purpose == *purpose)
    }

    fn kind(&mut self, sides: u8, purpose: &P) -> &mut Kind<P> {
        let index = self.find(sides, purpose).unwrap_or_else(|| {
            self.kinds.push(Kind { sides, purpose: purpose.clone(), dice: VecDeque::new() });
            self.kinds.len() - 1
        });
        &mut self.kinds[index]
    }

    pub(super) fn take(&mut self, sides: u8, purpose: &P) -> Option<Die> {
        let index = self.find(sides, purpose)?;
        self.kinds[index].dice.pop_front()
    }
}
