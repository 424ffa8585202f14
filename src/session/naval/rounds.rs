//! Dice of several salvoes in one question: those that hang on no die that has not fallen. [2.5, 6.5]
use std::mem::discriminant;

use crate::{DiceAtHand, Given};
use naval::{BatteryKind, Command, Id, Naval, NavalEvent, Purpose, State};
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

/// The throws of the kind of `ask` that fire comes to for certain, those with one number together, each purpose once.
pub(super) fn alike(
    state: &State,
    command: &Command,
    (faces, given): (&[u8], &Given<Purpose>),
    ask: &Ask<Purpose>,
    is_untold: impl Fn(&Purpose) -> bool,
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
    // Those whose number is not told stand last, in an order that tells nothing of it.
    let number = |one: &Ask<Purpose>| (is_untold(&one.purpose), one.at_most.filter(|_| !is_untold(&one.purpose)));
    let numbers: Vec<_> = together.iter().map(number).collect();
    together.sort_by_key(|one| (is_untold(&one.purpose), numbers.iter().position(|other| *other == number(one))));
    // Who is asked for first is among them, or they are asked for one by one.
    if together.iter().any(|one| one.purpose == ask.purpose) { together } else { Vec::new() }
}

/// Faces by what they were thrown for, one throw after the other.
#[derive(Clone)]
struct Fallen(Vec<(Purpose, Vec<u8>)>);

impl Fallen {
    /// All that were given for a command, in their turn or before it.
    fn of(state: &State, command: &Command, (faces, given): (&[u8], &Given<Purpose>)) -> Fallen {
        let mut heard = Heard { typed: DiceAtHand::typed(faces), fell: Vec::new() };
        let _halts = play::decide::<Naval>(state, command, &mut heard);
        heard.fell.extend(given.waiting().map(|(purpose, faces)| (purpose.clone(), faces.to_vec())));
        Fallen(heard.fell)
    }
}

impl Dice<Purpose> for Fallen {
    fn throw(&mut self, ask: &Ask<Purpose>) -> Throw {
        let is_it =
            |(purpose, faces): &(Purpose, Vec<u8>)| *purpose == ask.purpose && faces.len() == usize::from(ask.count);
        let Some(at) = self.0.iter().position(is_it) else { return Throw::Missing(ask.count) };
        let (_, faces) = self.0.remove(at);
        Throw::Fell(faces.iter().map(|face| Die { sides: ask.sides, face: *face, source: Source::Typed }).collect())
    }
}

/// Learns for what typed faces are thrown.
struct Heard {
    typed: DiceAtHand<Purpose>,
    fell: Vec<(Purpose, Vec<u8>)>,
}

impl Dice<Purpose> for Heard {
    fn throw(&mut self, ask: &Ask<Purpose>) -> Throw {
        let throw = self.typed.throw(ask);
        if let Throw::Fell(dice) = &throw {
            self.fell.push((ask.purpose.clone(), dice.iter().map(|die| die.face).collect()));
        }
        throw
    }
}

/// The salvoes of a fire whose dice have all been given: those from the first on, or those of big guns wherever they stand,
/// whichever are more dice. [2.5, 6.5]
pub(super) fn finished(
    state: &State,
    command: &Command,
    all: (&[u8], &Given<Purpose>),
) -> Option<(Command, Vec<NavalEvent>)> {
    let Command::Fire { units, apart } = command else { return None };
    let some = |units: &[Id], salvoes: usize| {
        let salvoes = u8::try_from(salvoes).unwrap_or(u8::MAX);
        Command::FireSome { units: units.to_vec(), apart: *apart, salvoes }
    };
    let dice = |events: &[NavalEvent]| events.iter().map(|event| event.dice.len()).sum::<usize>();
    let open = || state.this_move.declarations.iter().filter(|one| !one.fired);
    let from_the_first = (1..=open().count()).rev().find_map(|salvoes| {
        let some = some(units, salvoes);
        Some((play::decide::<Naval>(state, &some, &mut DiceAtHand::typed(all.0)).ok()?, some))
    });
    let fallen = Fallen::of(state, command, all);
    let meant =
        |firer: &Id| units.is_empty() || units.iter().any(|unit| state.ships_of(unit).any(|one| one.id == *firer));
    let big = open().filter(|one| one.battery == BatteryKind::Big && meant(&one.firer)).map(|one| one.firer.clone());
    let is_known = |firer: &Id| {
        let alone = some(std::slice::from_ref(firer), 1);
        play::decide::<Naval>(state, &alone, &mut fallen.clone()).is_ok_and(|events| 0 < dice(&events))
    };
    let known: Vec<Id> = big.filter(is_known).collect();
    let wherever = || {
        let some = some(&known, known.len());
        Some((play::decide::<Naval>(state, &some, &mut fallen.clone()).ok()?, some))
    };
    let wherever = if known.is_empty() { None } else { wherever() };
    let (events, some) = [from_the_first, wherever]
        .into_iter()
        .flatten()
        .reduce(|one, other| if dice(&one.0) < dice(&other.0) { other } else { one })?;
    (0 < dice(&events)).then_some((some, events))
}
