//! Questions for dice: which share a question, which are secret, and which part of a fire is finished. [2.5, 6.5]
use crate::{DiceSource, EarlyDice, Refusal, Session};
use naval::model::{BatteryKind, Purpose};
use naval::{Command, Id, Naval, NavalEvent, NavalHalt, SideId, State, rules::special, view};
use play::{Dice, DiceRequest, Die, NotDecided, RollResult, Source};
use std::mem::discriminant;

/// Learns what a command rolls, with the known dice and supposed results for the others.
struct RollProbe<'g, F> {
    typed: DiceSource<Purpose>,
    /// Dice given before their turn, for one roll each.
    given: Vec<(&'g Purpose, &'g [u8])>,
    /// The result supposed for all dice of an unknown roll, or `None` to halt there.
    supposed: F,
    /// Rolls that were asked for and are not known.
    unknown: Vec<DiceRequest<Purpose>>,
}

impl<'g, F: Fn(&DiceRequest<Purpose>) -> Option<u8>> RollProbe<'g, F> {
    fn new((faces, given): (&[u8], &'g EarlyDice<Purpose>), supposed: F) -> RollProbe<'g, F> {
        RollProbe {
            typed: DiceSource::from_typed(faces),
            given: given.waiting().collect(),
            supposed,
            unknown: Vec::new(),
        }
    }

    /// Returns all unknown rolls that the command asks for. Its decision is discarded.
    fn unknown_rolls(mut self, state: &State, command: &Command) -> Vec<DiceRequest<Purpose>> {
        let _ruled = play::decide::<Naval>(state, command, &mut self);
        self.unknown
    }
}

/// Supposes the highest result, which never succeeds, or nothing for dice without a target number.
fn failing_result(request: &DiceRequest<Purpose>) -> Option<u8> {
    request.at_most.map(|_| request.sides)
}

impl<F: Fn(&DiceRequest<Purpose>) -> Option<u8>> Dice<Purpose> for RollProbe<'_, F> {
    fn roll(&mut self, request: &DiceRequest<Purpose>) -> RollResult {
        let missing = match self.typed.roll(request) {
            RollResult::Missing(missing) => missing,
            dice @ RollResult::Rolled(_) => return dice,
        };
        let dice = |faces: &[u8]| {
            faces.iter().map(|face| Die { sides: request.sides, face: *face, source: Source::Typed }).collect()
        };
        if let Some(at) = self.given.iter().position(|(purpose, _)| **purpose == request.purpose) {
            let (_, faces) = self.given.remove(at);
            return RollResult::Rolled(dice(faces));
        }
        let Some(face) = (self.supposed)(request) else { return RollResult::Missing(missing) };
        self.unknown.push(request.clone());
        RollResult::Rolled(dice(&vec![face; request.count.into()]))
    }
}

/// Returns the damage rolls for the hits that wait on the ship of `request`, in the order rolled. It assumes that the
/// ship survives each hit. [3.3.8, 8.2]
pub(super) fn damage_rolls(
    state: &State,
    command: &Command,
    known: (&[u8], &EarlyDice<Purpose>),
    request: &DiceRequest<Purpose>,
) -> Vec<DiceRequest<Purpose>> {
    let closes = matches!(command, Command::Next { .. } | Command::Damage { .. });
    let Purpose::Damage(ship) = &request.purpose else { return Vec::new() };
    if !closes || request.count != 1 {
        return Vec::new();
    }
    let waiting: usize =
        state.held_hits.iter().filter(|held| held.target == *ship).map(|held| usize::from(held.count)).sum();
    let is_ships_damage = |roll: &DiceRequest<Purpose>| {
        roll.at_most.is_none() && (&roll.purpose, roll.sides) == (&request.purpose, request.sides)
    };
    let mut longest = Vec::new();
    // There is a face that, on all these dice, lets the ship survive every hit without other dice in between.
    for face in 1..=request.sides {
        let supposed =
            |roll: &DiceRequest<Purpose>| if is_ships_damage(roll) { Some(face) } else { failing_result(roll) };
        let mut rolls = RollProbe::new(known, supposed).unknown_rolls(state, command);
        rolls.retain(is_ships_damage);
        if longest.len() < rolls.len() {
            longest = rolls;
        }
        if waiting <= longest.len() {
            break;
        }
    }
    longest
}

/// Returns rolls like `request` that a fire needs in any case, grouped by target number. Omits repeated purposes.
pub(super) fn joint_fire_rolls(
    state: &State,
    command: &Command,
    known: (&[u8], &EarlyDice<Purpose>),
    request: &DiceRequest<Purpose>,
    is_secret: impl Fn(&Purpose) -> bool,
) -> Vec<DiceRequest<Purpose>> {
    let is_fire = matches!(command, Command::Fire { .. } | Command::FireSome { .. });
    let is_shot =
        matches!(request.purpose, Purpose::ToHit(_) | Purpose::Size(_) | Purpose::Penetration(_) | Purpose::Volley(_));
    if !is_fire || !is_shot {
        return Vec::new();
    }
    let unknown = RollProbe::new(known, failing_result).unknown_rolls(state, command);
    let is_same_kind = |roll: &&DiceRequest<Purpose>| {
        discriminant(&roll.purpose) == discriminant(&request.purpose)
            && roll.sides == request.sides
            && roll.rule == request.rule
    };
    let open: Vec<&DiceRequest<Purpose>> = unknown.iter().filter(is_same_kind).collect();
    let occurs_once =
        |roll: &&&DiceRequest<Purpose>| open.iter().filter(|other| other.purpose == roll.purpose).count() == 1;
    let mut joint: Vec<DiceRequest<Purpose>> = open.iter().filter(occurs_once).map(|roll| (*roll).clone()).collect();
    // Rolls with secret target numbers come last, in an order that reveals nothing about them.
    let known_number =
        |roll: &DiceRequest<Purpose>| (is_secret(&roll.purpose), roll.at_most.filter(|_| !is_secret(&roll.purpose)));
    let numbers: Vec<_> = joint.iter().map(known_number).collect();
    joint.sort_by_key(|roll| (is_secret(&roll.purpose), numbers.iter().position(|other| *other == known_number(roll))));
    // If the roll that is due is not among these, the rolls are asked for one by one.
    if joint.iter().any(|roll| roll.purpose == request.purpose) { joint } else { Vec::new() }
}

/// Dice by purpose, roll after roll.
#[derive(Clone)]
pub(super) struct RolledDice(Vec<(Purpose, Vec<u8>)>);

impl RolledDice {
    /// Collects all dice given for a command, in their turn or before it.
    fn collect(state: &State, command: &Command, (faces, given): (&[u8], &EarlyDice<Purpose>)) -> RolledDice {
        let mut recorder = DiceRecorder { typed: DiceSource::from_typed(faces), rolls: Vec::new() };
        let _halts = play::decide::<Naval>(state, command, &mut recorder);
        recorder.rolls.extend(given.waiting().map(|(purpose, faces)| (purpose.clone(), faces.to_vec())));
        RolledDice(recorder.rolls)
    }
}

impl Dice<Purpose> for RolledDice {
    fn roll(&mut self, request: &DiceRequest<Purpose>) -> RollResult {
        let is_this_roll = |(purpose, faces): &(Purpose, Vec<u8>)| {
            *purpose == request.purpose && faces.len() == usize::from(request.count)
        };
        let Some(at) = self.0.iter().position(is_this_roll) else { return RollResult::Missing(request.count) };
        let (_, faces) = self.0.remove(at);
        RollResult::Rolled(
            faces.iter().map(|face| Die { sides: request.sides, face: *face, source: Source::Typed }).collect(),
        )
    }
}

/// Learns what typed dice are rolled for.
struct DiceRecorder {
    typed: DiceSource<Purpose>,
    rolls: Vec<(Purpose, Vec<u8>)>,
}

impl Dice<Purpose> for DiceRecorder {
    fn roll(&mut self, request: &DiceRequest<Purpose>) -> RollResult {
        let result = self.typed.roll(request);
        if let RollResult::Rolled(dice) = &result {
            self.rolls.push((request.purpose.clone(), dice.iter().map(|die| die.face).collect()));
        }
        result
    }
}

/// Returns a command with its events for the salvoes of a fire whose dice are complete. These are the first salvoes in
/// order, or big-gun salvoes anywhere in the order: the choice that uses more dice. [2.5, 6.5]
pub(super) fn finished_salvoes(
    state: &State,
    command: &Command,
    known_dice: (&[u8], &EarlyDice<Purpose>),
) -> Option<(Command, Vec<NavalEvent>)> {
    let Command::Fire { units, apart } = command else { return None };
    let fire_some = |units: &[Id], salvoes: usize| {
        let salvoes = u8::try_from(salvoes).unwrap_or(u8::MAX);
        Command::FireSome { units: units.to_vec(), apart: *apart, salvoes }
    };
    let dice = |events: &[NavalEvent]| events.iter().map(|event| event.dice.len()).sum::<usize>();
    let unfired = || state.this_move.declarations.iter().filter(|declaration| !declaration.fired);
    let from_the_first = (1..=unfired().count()).rev().find_map(|salvoes| {
        let shortened = fire_some(units, salvoes);
        Some((play::decide::<Naval>(state, &shortened, &mut DiceSource::from_typed(known_dice.0)).ok()?, shortened))
    });
    let rolled = RolledDice::collect(state, command, known_dice);
    let is_included =
        |firer: &Id| units.is_empty() || units.iter().any(|unit| state.ships_of(unit).any(|ship| ship.id == *firer));
    let big = unfired()
        .filter(|declaration| declaration.battery == BatteryKind::Big && is_included(&declaration.firer))
        .map(|declaration| declaration.firer.clone());
    let is_known = |firer: &Id| {
        let alone = fire_some(std::slice::from_ref(firer), 1);
        play::decide::<Naval>(state, &alone, &mut rolled.clone()).is_ok_and(|events| 0 < dice(&events))
    };
    let known: Vec<Id> = big.filter(is_known).collect();
    let decide_big_salvoes = || {
        let shortened = fire_some(&known, known.len());
        Some((play::decide::<Naval>(state, &shortened, &mut rolled.clone()).ok()?, shortened))
    };
    let big_salvoes = if known.is_empty() { None } else { decide_big_salvoes() };
    let (events, shortened) = [from_the_first, big_salvoes]
        .into_iter()
        .flatten()
        .reduce(|left, right| if dice(&left.0) < dice(&right.0) { right } else { left })?;
    (0 < dice(&events)).then_some((shortened, events))
}

impl Session<'_, Naval> {
    /// Returns the side at whose keyboard dice are asked for, or `None` for the referee.
    pub(super) fn side_at_keyboard(&self) -> Option<&SideId> {
        self.seat.person.side()
    }

    /// Whether the target number and effect of a die are secret from the side at the keyboard.
    pub(super) fn is_secret(&self, purpose: &Purpose) -> bool {
        let Some(side) = self.side_at_keyboard() else { return false };
        let state = self.state();
        let is_enemy = |unit: &Id| {
            let division = state.division(unit).map(|division| &division.side);
            state.ship(unit).map(|ship| &ship.side).or(division).is_some_and(|owner| owner != side)
        };
        match purpose {
            // A ship that fires at the side's own ships is an enemy.
            Purpose::Volley(target) => !is_enemy(target),
            Purpose::TorpedoCheck(owner)
            | Purpose::ForceType(owner)
            | Purpose::ForceNumber(owner)
            | Purpose::ForceShip(owner)
            | Purpose::ApproachBearing(owner)
            | Purpose::ApproachDistance(owner) => owner != side,
            Purpose::SpecialRule(number) => !special::may_know(&state.setup, *number, Some(side)),
            // Open on the table.
            Purpose::SightingBase
            | Purpose::Wind
            | Purpose::WindFrom
            | Purpose::Hour
            | Purpose::DeclareFirst(_)
            | Purpose::SecondaryFirst(_) => false,
            // Collisions and mines are open too, except for an enemy ship that is not sighted.
            Purpose::Collision(unit) | Purpose::Mine(unit) => {
                is_enemy(unit) && !state.ships_of(unit).any(|ship| ship.sighted)
            }
            of_a_unit => of_a_unit.unit().is_none_or(is_enemy),
        }
    }

    /// Returns the refusal if secret dice are missing or impossible. Like the question for them, it reveals no secret.
    pub(super) fn secret_halt(&self, at: &State, halt: &NavalHalt) -> Option<Refusal> {
        let (NotDecided::NeedsRoll { request, .. } | NotDecided::NoSuchFace { request, .. }) = halt else {
            return None;
        };
        let side = self.side_at_keyboard().filter(|_| self.is_secret(&request.purpose))?;
        Some(Refusal::rules(show::dice_prompts::redacted_halt(&view::known_to(at, side), halt)))
    }
}
