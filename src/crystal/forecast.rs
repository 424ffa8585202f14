//! The chance of a battle before it is fought: every round by the very ruling that referees it, fed every die.
//!
//! A round is ruled once for each field that can be met; what is left is adding up over the rounds.
use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hash, Hasher},
};

use super::{
    Crystal, Purpose, Setup,
    battle::{self, BattleFact, Stage},
    field::{Charm, Counts, Field, Rank, Step},
    magic,
    policy::Policy,
    troops::{Army, Kind, TYPES, fighters},
};
use crate::play::{Halt, HaltOf, Rule};

/// Fields beyond which a battle is sampled instead.
pub const MOST_FIELDS: usize = 40_000;

/// How long a battle lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounds {
    /// A die will say: one more than it shows. [SC-11]
    Die,
    /// So many are left, the one under way among them.
    Left(u8),
}

/// What may come of a battle under a policy.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    /// Every end: the army then, whether the battle was won, and the chance; the chances sum to 1.
    pub ends: Vec<(Army, bool, f64)>,
    /// How many battles were played to get it; `None` where every die was followed.
    pub sampled: Option<u32>,
}

impl Forecast {
    /// The chance to win.
    pub fn win(&self) -> f64 {
        // The sum of nothing is the other zero.
        self.ends.iter().filter(|(_, won, _)| *won).map(|(.., chance)| chance).sum::<f64>() + 0.0
    }

    /// The standard error of the chance to win; nothing where it is exact.
    pub fn error(&self) -> f64 {
        self.sampled.map_or(0.0, |many| (self.win() * (1.0 - self.win()) / f64::from(many)).sqrt())
    }

    /// The chance of each number of own losses, from none on.
    pub fn losses(&self, army: &Army) -> Vec<f64> {
        let before = fighters(army);
        let mut chances = vec![0.0; before as usize + 1];
        for (left, _, chance) in &self.ends {
            chances[before.saturating_sub(fighters(left)) as usize] += chance;
        }
        chances
    }

    /// Own losses to be expected.
    pub fn mean_losses(&self, army: &Army) -> f64 {
        self.losses(army).iter().enumerate().map(|(lost, chance)| lost as f64 * chance).sum()
    }
}

/// Ranks of the enemy beyond which a battle is sampled instead.
const MOST_RANKS: usize = 16;
/// What is due, the charm, own units by type, the strongest fallen, standing and falling ranks, the fallen rank.
const KEY: usize = 3 + TYPES + 2 + 2 * MOST_RANKS + 1;

/// What tells two fields apart as far as the rounds to come go, in bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key([u8; KEY]);

impl Key {
    /// Of a field as [`Web::places`] leaves it: at most one of the fallen of each side still matters, but for the
    /// enemies that fall in this round.
    fn of(field: &Field) -> Key {
        let mut bytes = [0; KEY];
        bytes[0] = match field.step {
            Step::Idle => 0,
            Step::Magic => 1,
            Step::Spell => 2,
            Step::Clash => 3,
            Step::Over => 4,
            Step::Losses { owed } => 5 + owed,
        };
        (bytes[1], bytes[2]) = match field.charm {
            None => (0, 0),
            Some(Charm::Armor(kind)) => (1, kind.place().unwrap_or_default() as u8),
            Some(Charm::Weakness(rank)) => (2, rank),
        };
        let one = |counts: &[u8]| counts.iter().position(|count| *count > 0).map_or(0, |place| place as u8 + 1);
        (bytes[3], bytes[4], bytes[5]) = (one(&field.own_lost), one(&field.own_falling), one(&field.foes_lost));
        let (own, foes) = bytes[6..].split_at_mut(TYPES);
        own.copy_from_slice(&field.own);
        let (standing, falling) = foes.split_at_mut(MOST_RANKS);
        standing[..field.foes.len()].copy_from_slice(&field.foes);
        falling[..field.foes_falling.len()].copy_from_slice(&field.foes_falling);
        Key(bytes)
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(&self.0);
    }
}

/// A quick hash for keys of our own making, eight bytes at a time.
#[derive(Default)]
struct Quick(u64);

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = (self.0.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }
}

/// A field and what the next step makes of it.
struct Node {
    field: Field,
    /// Places of fields, whether a round begins with them, and their chances; empty until it is ruled.
    next: Vec<(usize, bool, f64)>,
    ruled: bool,
}

/// Every field that a battle can come to.
struct Web<'a> {
    setup: &'a Setup,
    policy: Policy,
    places: HashMap<Key, usize, BuildHasherDefault<Quick>>,
    nodes: Vec<Node>,
}

impl Web<'_> {
    /// The places of a field with their shares; new ones where it was not met yet.
    ///
    /// Of the enemies that fell in the round before only one can stand again, picked by a die: the die is thrown
    /// beforehand here, which changes no chance and leaves far fewer fields.
    fn places(&mut self, mut field: Field) -> Vec<(usize, f64)> {
        if !field.wizard {
            field.foes_lost.fill(0);
            field.foes_falling.fill(0);
        }
        let revives = field.own_wizard() && self.policy.casts;
        for fallen in [&mut field.own_lost, &mut field.own_falling] {
            *fallen = if revives { strongest(fallen) } else { [0; TYPES] };
        }
        let all: u32 = field.foes_lost.iter().map(|count| u32::from(*count)).sum();
        if field.step != Step::Magic {
            // The wizard has had its turn: who fell before is past.
            field.foes_lost.fill(0);
        } else if all > 1 {
            let picks = field.foes_lost.iter().copied().enumerate().filter(|(_, count)| *count > 0);
            let picked = picks.map(|(rank, count)| {
                let share = f64::from(count) / f64::from(all);
                let mut field = field.copied();
                field.foes_lost.fill(0);
                field.foes_lost[rank] = 1;
                (self.place(field), share)
            });
            return picked.collect();
        }
        vec![(self.place(field), 1.0)]
    }

    fn place(&mut self, field: Field) -> usize {
        let key = Key::of(&field);
        let next = self.nodes.len();
        let place = *self.places.entry(key).or_insert(next);
        if place == next {
            self.nodes.push(Node { field, next: Vec::new(), ruled: false });
        }
        place
    }

    /// Rules the next step of a field with every die.
    fn rule(&mut self, place: usize) {
        if self.nodes[place].ruled {
            return;
        }
        self.nodes[place].ruled = true;
        let from = self.nodes[place].field.copied();
        let mut next: Vec<(usize, bool, f64)> = Vec::new();
        let mut walk = Walk::default();
        loop {
            walk.next = 0;
            let mut bench = Bench { setup: self.setup, field: from.copied(), dice: &mut walk };
            let mut stepped = step(&mut bench, self.policy);
            while matches!(stepped, Ok(true)) && matches!(bench.field.step, Step::Losses { .. }) {
                // The policy chooses at once: no field has to wait for it.
                stepped = step(&mut bench, self.policy);
            }
            // A battle that is over stays as it is in every round to come.
            let crossed = bench.field.round != from.round || !matches!(stepped, Ok(true));
            let (field, chance) = (bench.field, walk.chance());
            for (at, share) in self.places(field) {
                match next.iter_mut().find(|(known, known_crossed, _)| *known == at && *known_crossed == crossed) {
                    Some((.., sum)) => *sum += chance * share,
                    None => next.push((at, crossed, chance * share)),
                }
            }
            if !walk.advance() {
                break;
            }
        }
        self.nodes[place].next = next;
    }
}

/// Of the fallen only the strongest matters: it is the one that the policy brings back.
fn strongest(fallen: &Army) -> Army {
    let there = Kind::FIGHTERS.into_iter().enumerate().filter(|(place, _)| fallen[*place] > 0);
    let mut one = [0; TYPES];
    if let Some((place, _)) = there.max_by_key(|(_, kind)| kind.combat_factor()) {
        one[place] = 1;
    }
    one
}

/// Orders what is due by a policy; answers whether anything was.
///
/// # Errors
/// As the rulings of a round: dice are missing.
fn step<S: Stage>(stage: &mut S, policy: Policy) -> Result<bool, HaltOf<Crystal>> {
    match stage.field().step {
        Step::Magic => magic::enemy(stage)?,
        Step::Spell => match policy.spell(stage.setup(), stage.field()) {
            Some((spell, at)) => magic::cast(stage, spell, &at)?,
            None => magic::hold(stage)?,
        },
        Step::Clash => magic::clash(stage)?,
        Step::Losses { owed } => {
            let army = policy.losses(stage.setup(), stage.field(), owed);
            magic::lose(stage, &army)?;
        }
        Step::Idle | Step::Over => return Ok(false),
    }
    Ok(true)
}

/// Orders until a round begins or the battle is over.
fn play_round<S: Stage>(stage: &mut S, policy: Policy) {
    let round = stage.field().round;
    while stage.field().round == round && matches!(step(stage, policy), Ok(true)) {}
}

/// What comes of a battle that is joined, or under way, under a policy for losses and spells. [SC-11 to SC-16]
///
/// Exact to the rounding of a 64-bit float; `None` where there are more fields than can be followed.
pub fn forecast(setup: &Setup, field: &Field, rounds: Rounds, policy: Policy) -> Option<Forecast> {
    forecast_within(MOST_FIELDS, setup, field, rounds, policy)
}

/// The same, giving up beyond so many fields.
pub(super) fn forecast_within(
    most: usize,
    setup: &Setup,
    field: &Field,
    rounds: Rounds,
    policy: Policy,
) -> Option<Forecast> {
    let mut web = Web { setup, policy, places: HashMap::default(), nodes: Vec::new() };
    let first = endless(setup, field);
    if MOST_RANKS < first.roster.len() {
        return None;
    }
    let first = web.places(first);
    // By place, so that sums are made in the same order every time.
    let mut chances = vec![0.0; web.nodes.len()];
    first.iter().for_each(|(place, share)| chances[*place] += share);
    let mut ends: Vec<f64> = Vec::new();
    let (last, share) = match rounds {
        Rounds::Die => (7, 1.0 / 6.0),
        Rounds::Left(left) => (left, 1.0),
    };
    for round in 0..=last {
        let may_end = match rounds {
            Rounds::Die => 2 <= round,
            Rounds::Left(left) => round == left,
        };
        if may_end {
            ends.resize(web.nodes.len(), 0.0);
            chances.iter().enumerate().for_each(|(place, chance)| ends[place] += chance * share);
        }
        if round == last {
            break;
        }
        let mut after = vec![0.0; web.nodes.len()];
        while chances.iter().any(|chance| *chance > 0.0) {
            let mut within = vec![0.0; web.nodes.len()];
            for (place, chance) in chances.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0) {
                web.rule(place);
                within.resize(web.nodes.len(), 0.0);
                after.resize(web.nodes.len(), 0.0);
                for (next, crossed, part) in &web.nodes[place].next {
                    let to = if *crossed { &mut after } else { &mut within };
                    to[*next] += chance * part;
                }
            }
            chances = within;
            if most < web.nodes.len() {
                return None;
            }
        }
        chances = after;
    }
    let met = ends.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0);
    Some(gathered(setup, met.map(|(place, chance)| (&web.nodes[place].field, chance))))
}

/// The field with a last round that never comes, so that a round can be ruled without knowing which it is.
fn endless(setup: &Setup, field: &Field) -> Field {
    let mut field = Field { round: 0, rounds: u8::MAX, ..merged(field) };
    if field.step == Step::Idle {
        field.step = match (field.wizard && !setup.scenario.enemy_spells.is_empty(), field.own_wizard()) {
            (true, _) => Step::Magic,
            (false, true) if !setup.scenario.spells.is_empty() => Step::Spell,
            (false, true | false) => Step::Clash,
        };
    }
    field
}

/// The field with evoked units among their like: what they are called makes no difference while they fight.
fn merged(field: &Field) -> Field {
    let none = Counts::new;
    let mut merged = Field { foes: none(), foes_lost: none(), foes_falling: none(), ..field.clone() };
    let mut roster: Vec<Rank> = Vec::new();
    for (place, rank) in field.roster.iter().enumerate() {
        let at = roster.iter().position(|known| known.troop == rank.troop).unwrap_or_else(|| {
            roster.push(rank.clone());
            merged.foes.push(0);
            merged.foes_lost.push(0);
            merged.foes_falling.push(0);
            roster.len() - 1
        });
        merged.foes[at] += field.foes[place];
        merged.foes_lost[at] += field.foes_lost[place];
        merged.foes_falling[at] += field.foes_falling[place];
    }
    if let Some(Charm::Weakness(place)) = field.charm {
        let troop = field.roster.get(usize::from(place)).map(|rank| &rank.troop);
        let at = roster.iter().position(|known| Some(&known.troop) == troop).and_then(|at| u8::try_from(at).ok());
        merged.charm = at.map(Charm::Weakness);
    }
    merged.roster = roster.into();
    merged
}

fn gathered<'f>(setup: &Setup, fields: impl Iterator<Item = (&'f Field, f64)>) -> Forecast {
    let mut ends: Vec<(Army, bool, f64)> = Vec::new();
    for (field, chance) in fields {
        let (.., won) = field.outcome(&setup.rules);
        match ends.iter_mut().find(|(army, known, _)| *army == field.own && *known == won) {
            Some((.., sum)) => *sum += chance,
            None => ends.push((field.own, won, chance)),
        }
    }
    ends.sort_by(|one, other| other.1.cmp(&one.1).then(other.0.cmp(&one.0)));
    Forecast { ends, sampled: None }
}

/// The same by playing: `face` throws a die of so many sides.
pub fn sample(
    setup: &Setup,
    field: &Field,
    rounds: Rounds,
    policy: Policy,
    many: u32,
    face: &mut dyn FnMut(u8) -> u8,
) -> Forecast {
    let mut ends: HashMap<(Army, bool), u32> = HashMap::new();
    let first = endless(setup, field);
    for _ in 0..many {
        let last = match rounds {
            Rounds::Die => face(6) + 1,
            Rounds::Left(left) => left,
        };
        let mut dice = Thrown(face);
        let mut bench = Bench { setup, field: first.clone(), dice: &mut dice };
        for _ in 0..last {
            play_round(&mut bench, policy);
        }
        let (.., won) = bench.field.outcome(&setup.rules);
        *ends.entry((bench.field.own, won)).or_default() += 1;
    }
    let share = |times: u32| f64::from(times) / f64::from(many.max(1));
    let mut ends: Vec<_> = ends.into_iter().map(|((army, won), times)| (army, won, share(times))).collect();
    ends.sort_by(|one, other| other.1.cmp(&one.1).then(other.0.cmp(&one.0)));
    Forecast { ends, sampled: Some(many) }
}

/// One die at a time.
trait Faces {
    fn face(&mut self, sides: u8) -> u8;
    fn test(&mut self, sides: u8, at_most: u8) -> bool;
    /// Which of several places, each as likely as it has units; more than one unit in all.
    fn pick(&mut self, counts: &[(usize, u8)]) -> usize;
}

struct Thrown<'a>(&'a mut dyn FnMut(u8) -> u8);

impl Faces for Thrown<'_> {
    fn face(&mut self, sides: u8) -> u8 {
        (self.0)(sides)
    }
    fn test(&mut self, sides: u8, at_most: u8) -> bool {
        (self.0)(sides) <= at_most
    }
    fn pick(&mut self, counts: &[(usize, u8)]) -> usize {
        let many: u32 = counts.iter().map(|(_, count)| u32::from(*count)).sum();
        battle::picked(counts.iter().copied(), u32::from(self.face(many.min(255) as u8)) - 1)
    }
}

/// A battle of which no fact is kept.
struct Bench<'a, D: Faces> {
    setup: &'a Setup,
    field: Field,
    dice: &'a mut D,
}

impl<D: Faces> Stage for Bench<'_, D> {
    const KEEPS: bool = false;
    fn setup(&self) -> &Setup {
        self.setup
    }
    fn field(&self) -> &Field {
        &self.field
    }
    fn throw(&mut self, sides: u8, _: Purpose, _: Rule) -> Result<u8, Halt<super::Reason, Purpose>> {
        Ok(self.dice.face(sides))
    }
    fn test(&mut self, sides: u8, at_most: u8, _: Purpose, _: Rule) -> Result<bool, Halt<super::Reason, Purpose>> {
        Ok(self.dice.test(sides, at_most))
    }
    fn pick(&mut self, counts: &[(usize, u8)], _: Purpose, _: Rule) -> Result<usize, Halt<super::Reason, Purpose>> {
        Ok(self.dice.pick(counts))
    }
    fn note(&mut self, _: Rule, fact: BattleFact) {
        battle::apply(&mut self.field, &fact);
        if let BattleFact::RoundBegan { .. } = fact {
            // Only that a round has begun matters, not which.
            self.field.round %= 2;
        }
    }
}

/// One question of a path: how many answers it has, which is tried, and the chance of that one.
struct Fork {
    answers: u8,
    answer: u8,
    chance: f64,
}

/// The path of answers from the first die to the present one.
#[derive(Default)]
struct Walk {
    forks: Vec<Fork>,
    next: usize,
}

impl Walk {
    fn chance(&self) -> f64 {
        self.forks.iter().map(|fork| fork.chance).product()
    }

    /// Turns to the next path; `false` when all have been walked.
    fn advance(&mut self) -> bool {
        while let Some(mut fork) = self.forks.pop() {
            fork.answer += 1;
            if fork.answer < fork.answers {
                self.forks.push(fork);
                return true;
            }
        }
        false
    }

    /// The answer tried on this path, from 0 on; `chance` knows how likely each is.
    fn answer(&mut self, answers: u8, chance: impl Fn(u8) -> f64) -> u8 {
        if self.next == self.forks.len() {
            self.forks.push(Fork { answers, answer: 0, chance: 0.0 });
        }
        let fork = &mut self.forks[self.next];
        fork.chance = chance(fork.answer);
        self.next += 1;
        fork.answer
    }
}

impl Faces for Walk {
    fn face(&mut self, sides: u8) -> u8 {
        self.answer(sides, |_| 1.0 / f64::from(sides)) + 1
    }
    fn test(&mut self, sides: u8, at_most: u8) -> bool {
        let chance = f64::from(at_most) / f64::from(sides);
        self.answer(2, |answer| if answer == 0 { chance } else { 1.0 - chance }) == 0
    }
    fn pick(&mut self, counts: &[(usize, u8)]) -> usize {
        let many: u32 = counts.iter().map(|(_, count)| u32::from(*count)).sum();
        let share = |answer: u8| f64::from(counts[usize::from(answer)].1) / f64::from(many);
        counts[usize::from(self.answer(counts.len() as u8, share))].0
    }
}
