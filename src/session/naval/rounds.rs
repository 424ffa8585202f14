//! Dice of several salvoes in one question: those that hang on no die that has not fallen. [2.5, 6.5]
use std::mem::discriminant;

use crate::{DiceAtHand, Given};
use naval::{Command, Naval, Purpose, State};
use play::{self, Ask, Dice, Die, Source, Throw};

/// Learns what a command throws: with the faces that are known, and the highest face, which never succeeds, of all others.
struct Probe<'g> {
    typed: DiceAtHand<Purpose>,
    /// Faces given before their turn, for one throw each.
    given: Vec<(&'g Purpose, &'g [u8])>,
    /// What was asked for and is not known.
    open: Vec<Ask<Purpose>>,
}

impl Dice<Purpose> for Probe<'_> {
    fn throw(&mut self, ask: &Ask<Purpose>) -> Throw {
        let missing = match self.typed.throw(ask) {
            Throw::Missing(missing) => missing,
            fell @ Throw::Fell(_) => return fell,
        };
        let fell = |faces: &[u8]| {
            faces.iter().map(|face| Die { sides: ask.sides, face: *face, source: Source::Typed }).collect()
        };
        if let Some(at) = self.given.iter().position(|(purpose, _)| **purpose == ask.purpose) {
            let (_, faces) = self.given.remove(at);
            return Throw::Fell(fell(faces));
        }
        if ask.at_most.is_none() {
            return Throw::Missing(missing);
        }
        self.open.push(ask.clone());
        Throw::Fell(fell(&vec![ask.sides; ask.count.into()]))
    }
}

/// The throws of the kind of `ask` that fire comes to for certain, those with one number together; each purpose once.
pub(super) fn alike(
    state: &State,
    command: &Command,
    (faces, given): (&[u8], &Given<Purpose>),
    ask: &Ask<Purpose>,
) -> Vec<Ask<Purpose>> {
    let is_fire = matches!(command, Command::Fire { .. } | Command::FireSome { .. });
    let is_shot =
        matches!(ask.purpose, Purpose::ToHit(_) | Purpose::Size(_) | Purpose::Penetration(_) | Purpose::Volley(_));
    if !is_fire || !is_shot {
        return Vec::new();
    }
    let mut probe = Probe { typed: DiceAtHand::typed(faces), given: given.waiting().collect(), open: Vec::new() };
    // What comes of it decides nothing: only what was asked is read.
    let _ruled = play::decide::<Naval>(state, command, &mut probe);
    let is_alike = |one: &&Ask<Purpose>| {
        discriminant(&one.purpose) == discriminant(&ask.purpose) && one.sides == ask.sides && one.rule == ask.rule
    };
    let open: Vec<&Ask<Purpose>> = probe.open.iter().filter(is_alike).collect();
    let once = |one: &&&Ask<Purpose>| open.iter().filter(|other| other.purpose == one.purpose).count() == 1;
    let mut together: Vec<Ask<Purpose>> = open.iter().filter(once).map(|one| (*one).clone()).collect();
    let numbers: Vec<Option<u8>> = together.iter().map(|one| one.at_most).collect();
    together.sort_by_key(|one| numbers.iter().position(|number| *number == one.at_most));
    // Who is asked for first is among them, or they are asked for one by one.
    if together.iter().any(|one| one.purpose == ask.purpose) { together } else { Vec::new() }
}
