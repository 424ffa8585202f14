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

/// Learns how often the damage of a ship is thrown for, all of it with one face; no other die is known.
struct Blows<'g> {
    known: Probe<'g>,
    ask: &'g Ask<Purpose>,
    face: u8,
    open: Vec<Ask<Purpose>>,
}

impl Dice<Purpose> for Blows<'_> {
    fn throw(&mut self, ask: &Ask<Purpose>) -> Throw {
        let is_hers = ask.purpose == self.ask.purpose && ask.sides == self.ask.sides;
        match self.known.throw(ask) {
            Throw::Missing(_) if is_hers => {
                self.open.push(ask.clone());
                Throw::Fell(vec![Die { sides: ask.sides, face: self.face, source: Source::Typed }])
            }
            found => found,
        }
    }
}

/// The dice of the damage tables for all hits that wait on the ship of `ask`, in the order in which they are rolled, as many
/// as there are while she fights on. [3.3.8, 8.2]
pub(super) fn blows(
    state: &State,
    command: &Command,
    (faces, given): (&[u8], &Given<Purpose>),
    ask: &Ask<Purpose>,
) -> Vec<Ask<Purpose>> {
    let closes = matches!(command, Command::Next { .. } | Command::Damage { .. });
    let Purpose::Damage(ship) = &ask.purpose else { return Vec::new() };
    if !closes || ask.count != 1 {
        return Vec::new();
    }
    let waiting: usize =
        state.held.iter().filter(|held| held.target == *ship).map(|held| usize::from(held.count)).sum();
    let mut most = Vec::new();
    // By some face a ship lives through all of them, and no other die falls in between.
    for face in 1..=ask.sides {
        let known = Probe { typed: DiceAtHand::typed(faces), given: given.waiting().collect(), open: Vec::new() };
        let mut blows = Blows { known, ask, face, open: Vec::new() };
        let _ruled = play::decide::<Naval>(state, command, &mut blows);
        if most.len() < blows.open.len() {
            most = blows.open;
        }
        if waiting <= most.len() {
            break;
        }
    }
    most
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
