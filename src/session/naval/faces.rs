//! Questions for dice: which share a question, which are secret, and which part of a fire is finished. [2.5, 6.5]
use crate::{DiceAtHand, Given, Refusal, Session};
use naval::model::{BatteryKind, Purpose};
use naval::{Command, Id, Naval, NavalEvent, NavalHalt, SideId, State, rules::special, view};
use play::{Ask, Dice, Die, Halt, Source, Throw};
use std::mem::discriminant;

/// Learns what a command rolls, with the known dice and supposed results for the others.
struct Probe<'g, F> {
    typed: DiceAtHand<Purpose>,
    /// Dice given before their turn, for one roll each.
    given: Vec<(&'g Purpose, &'g [u8])>,
    /// The result supposed for all dice of an unknown roll, or `None` to halt there.
    supposed: F,
    /// Rolls that were asked for and are not known.
    open: Vec<Ask<Purpose>>,
}

impl<'g, F: Fn(&Ask<Purpose>) -> Option<u8>> Probe<'g, F> {
    fn new((faces, given): (&[u8], &'g Given<Purpose>), supposed: F) -> Probe<'g, F> {
        Probe { typed: DiceAtHand::typed(faces), given: given.waiting().collect(), supposed, open: Vec::new() }
    }

    /// Returns all unknown rolls that the command asks for. Its decision is discarded.
    fn learnt(mut self, state: &State, command: &Command) -> Vec<Ask<Purpose>> {
        let _ruled = play::decide::<Naval>(state, command, &mut self);
        self.open
    }
}

/// Supposes the highest result, which never succeeds, or nothing for dice without a target number.
fn fails(ask: &Ask<Purpose>) -> Option<u8> {
    ask.at_most.map(|_| ask.sides)
}

impl<F: Fn(&Ask<Purpose>) -> Option<u8>> Dice<Purpose> for Probe<'_, F> {
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
        let Some(face) = (self.supposed)(ask) else { return Throw::Missing(missing) };
        self.open.push(ask.clone());
        Throw::Fell(fell(&vec![face; ask.count.into()]))
    }
}

/// Returns the damage rolls for all hits that wait on the ship of `ask`, in the order rolled: as many as there are if
/// the ship fights on. [3.3.8, 8.2]
pub(super) fn blows(
    state: &State,
    command: &Command,
    known: (&[u8], &Given<Purpose>),
    ask: &Ask<Purpose>,
) -> Vec<Ask<Purpose>> {
    let closes = matches!(command, Command::Next { .. } | Command::Damage { .. });
    let Purpose::Damage(ship) = &ask.purpose else { return Vec::new() };
    if !closes || ask.count != 1 {
        return Vec::new();
    }
    let waiting: usize =
        state.held.iter().filter(|held| held.target == *ship).map(|held| usize::from(held.count)).sum();
    let is_hers = |one: &Ask<Purpose>| one.at_most.is_none() && (&one.purpose, one.sides) == (&ask.purpose, ask.sides);
    let mut most = Vec::new();
    // With some result the ship survives all of them, and no other die is rolled in between.
    for face in 1..=ask.sides {
        let so = |one: &Ask<Purpose>| if is_hers(one) { Some(face) } else { fails(one) };
        let mut hers = Probe::new(known, so).learnt(state, command);
        hers.retain(is_hers);
        if most.len() < hers.len() {
            most = hers;
        }
        if waiting <= most.len() {
            break;
        }
    }
    most
}

/// Returns rolls of the kind of `ask` that a fire surely needs, grouped by target number, only purposes asked once.
pub(super) fn alike(
    state: &State,
    command: &Command,
    known: (&[u8], &Given<Purpose>),
    ask: &Ask<Purpose>,
    is_untold: impl Fn(&Purpose) -> bool,
) -> Vec<Ask<Purpose>> {
    let is_fire = matches!(command, Command::Fire { .. } | Command::FireSome { .. });
    let is_shot =
        matches!(ask.purpose, Purpose::ToHit(_) | Purpose::Size(_) | Purpose::Penetration(_) | Purpose::Volley(_));
    if !is_fire || !is_shot {
        return Vec::new();
    }
    let asked = Probe::new(known, fails).learnt(state, command);
    let is_alike = |one: &&Ask<Purpose>| {
        discriminant(&one.purpose) == discriminant(&ask.purpose) && one.sides == ask.sides && one.rule == ask.rule
    };
    let open: Vec<&Ask<Purpose>> = asked.iter().filter(is_alike).collect();
    let once = |one: &&&Ask<Purpose>| open.iter().filter(|other| other.purpose == one.purpose).count() == 1;
    let mut together: Vec<Ask<Purpose>> = open.iter().filter(once).map(|one| (*one).clone()).collect();
    // Rolls with secret target numbers come last, in an order that reveals nothing about them.
    let number = |one: &Ask<Purpose>| (is_untold(&one.purpose), one.at_most.filter(|_| !is_untold(&one.purpose)));
    let numbers: Vec<_> = together.iter().map(number).collect();
    together.sort_by_key(|one| (is_untold(&one.purpose), numbers.iter().position(|other| *other == number(one))));
    // The roll asked for first must be among them. Otherwise they are asked one by one.
    if together.iter().any(|one| one.purpose == ask.purpose) { together } else { Vec::new() }
}

/// Dice by purpose, roll after roll.
#[derive(Clone)]
pub(super) struct Fallen(Vec<(Purpose, Vec<u8>)>);

impl Fallen {
    /// Collects all dice given for a command, in their turn or before it.
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

/// Learns what typed dice are rolled for.
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

/// Returns the salvoes of a fire whose dice are complete: those from the first on, or those of big guns in any place,
/// whichever use more dice. [2.5, 6.5]
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

impl Session<'_, Naval> {
    /// Returns the side at whose keyboard dice are asked for, or `None` for the referee.
    pub(super) fn sits(&self) -> Option<&SideId> {
        self.seat.sits.side()
    }

    /// Whether the target number and effect of a die are secret from the side at the keyboard.
    pub(super) fn is_untold(&self, purpose: &Purpose) -> bool {
        let Some(side) = self.sits() else { return false };
        let state = self.state();
        let theirs = |unit: &Id| {
            let division = state.division(unit).map(|division| &division.side);
            state.ship(unit).map(|ship| &ship.side).or(division).is_some_and(|of| of != side)
        };
        match purpose {
            // A ship that fires at the side's own ships is an enemy.
            Purpose::Volley(target) => !theirs(target),
            Purpose::TorpedoCheck(of)
            | Purpose::ForceType(of)
            | Purpose::ForceNumber(of)
            | Purpose::ForceShip(of)
            | Purpose::ApproachBearing(of)
            | Purpose::ApproachDistance(of) => of != side,
            Purpose::SpecialRule(of) => !special::may_know(&state.setup, *of, Some(side)),
            // Open on the table.
            Purpose::SightingBase
            | Purpose::Wind
            | Purpose::WindFrom
            | Purpose::Hour
            | Purpose::DeclareFirst(_)
            | Purpose::SecondaryFirst(_) => false,
            // So are collisions and mines, but not the owner of a ship that is not sighted.
            Purpose::Collision(unit) | Purpose::Mine(unit) => {
                theirs(unit) && !state.ships_of(unit).any(|ship| ship.sighted)
            }
            of_a_unit => of_a_unit.unit().is_none_or(theirs),
        }
    }

    /// Returns the refusal if dice of the enemy are missing or impossible, in the words of the question for them.
    pub(super) fn halted_untold(&self, at: &State, halt: &NavalHalt) -> Option<Refusal> {
        let (Halt::NeedsRoll { ask, .. } | Halt::NoSuchFace { ask, .. }) = halt else { return None };
        let side = self.sits().filter(|_| self.is_untold(&ask.purpose))?;
        Some(Refusal::rules(show::ask::halt_untold(&view::known_to(at, side), halt)))
    }
}
