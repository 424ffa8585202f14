//! Every field that a battle can come to, each ruled once with every die.
use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hash, Hasher},
    ops::Range,
};

use super::{
    Setup,
    field::{Charm, Field, Step},
    forecast::{Bench, Faces, step},
    magic,
    policy::Policy,
    scenario::{EnemySpell, Scenario, Spell},
    troops::{Army, Kind, TYPES},
};

/// Ranks of the enemy beyond which a battle is sampled instead.
pub(super) const MOST_RANKS: usize = 16;
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

/// The table of the enemy's wizard in two: the rows that bring the fallen back, and the rest.
///
/// Only the first have anything to do with who fell in the round before. The die for the row is therefore thrown as
/// soon as a round begins, and the fallen need not be told apart any longer.
pub(super) struct Parted {
    revives: Setup,
    others: Setup,
    /// The chance of the first.
    share: f64,
}

impl Parted {
    /// `None` where the table cannot be parted, or has nothing to part for.
    pub(super) fn of(setup: &Setup, field: &Field) -> Option<Parted> {
        let table = &setup.scenario.enemy_spells;
        let (revives, others): (Vec<EnemySpell>, Vec<EnemySpell>) =
            table.iter().partition(|known| known.spell == Spell::Revive);
        if !field.wizard || others.is_empty() {
            return None;
        }
        let share = revives.len() as f64 / table.len() as f64;
        let with = |enemy_spells: Vec<EnemySpell>| {
            let scenario = Scenario { enemy_spells, ..(*setup.scenario).clone() };
            Setup { scenario: scenario.into(), rules: setup.rules }
        };
        Some(Parted { revives: with(revives), others: with(others), share })
    }
}

/// A field and what the next step makes of it.
struct Node {
    field: Field,
    /// Its links; `None` until it is ruled.
    links: Option<Range<usize>>,
}

/// Where a step can lead.
#[derive(Clone, Copy)]
struct Link {
    to: usize,
    /// A round begins with it, or the battle is over.
    crosses: bool,
    chance: f64,
}

/// Every field that a battle can come to.
pub(super) struct Web<'a> {
    setup: &'a Setup,
    policy: Policy,
    parted: Option<&'a Parted>,
    /// No round comes after this one: who falls in it is not asked any more.
    last: bool,
    places: HashMap<Key, usize, BuildHasherDefault<Quick>>,
    nodes: Vec<Node>,
    links: Vec<Link>,
}

/// Chances by the place of a field, so that sums are made in the same order every time.
pub(super) type Chances = Vec<f64>;

impl<'a> Web<'a> {
    pub(super) fn new(setup: &'a Setup, policy: Policy, parted: Option<&'a Parted>) -> Web<'a> {
        Web { setup, policy, parted, last: false, places: HashMap::default(), nodes: Vec::new(), links: Vec::new() }
    }

    /// How many fields have been met.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn field(&self, place: usize) -> &Field {
        &self.nodes[place].field
    }

    /// A battle that begins with this field.
    pub(super) fn begin(&mut self, field: Field) -> Chances {
        let mut links = Vec::new();
        self.land(field, true, 1.0, &mut links);
        let mut chances = vec![0.0; self.len()];
        links.iter().for_each(|link| chances[link.to] += link.chance);
        chances
    }

    /// What is left of the chance of a field at the beginning of a round for the die that stops the battle there: fields
    /// after a revival are met in a round that goes on, and those before it stand for both.
    pub(super) fn whole(&self, place: usize) -> f64 {
        match (self.parted, self.nodes[place].field.step) {
            (None, _) | (Some(_), Step::Over) => 1.0,
            (Some(parted), Step::Magic) => 1.0 / (1.0 - parted.share),
            (Some(_), Step::Idle | Step::Spell | Step::Clash | Step::Losses { .. }) => 0.0,
        }
    }

    /// The chances at the beginning of the next round; `None` where more than so many fields are met.
    pub(super) fn round(&mut self, mut chances: Chances, last: bool, most: usize) -> Option<Chances> {
        self.last = last;
        let mut after = vec![0.0; self.len()];
        while chances.iter().any(|chance| *chance > 0.0) {
            let mut within = vec![0.0; self.len()];
            for (place, chance) in chances.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0) {
                let links = self.ruled(place);
                within.resize(self.len(), 0.0);
                after.resize(self.len(), 0.0);
                for link in &self.links[links] {
                    let to = if link.crosses { &mut after } else { &mut within };
                    to[link.to] += chance * link.chance;
                }
            }
            chances = within;
            if most < self.len() {
                return None;
            }
        }
        Some(after)
    }

    /// Links to the places of a field, new ones where it was not met yet.
    ///
    /// Of the enemies that fell in the round before only one can stand again, picked by a die: the die is thrown
    /// beforehand here, which changes no chance and leaves far fewer fields.
    fn land(&mut self, mut field: Field, crosses: bool, chance: f64, links: &mut Vec<Link>) {
        let over = self.last && crosses;
        if !field.wizard || self.last {
            field.foes_falling.fill(0);
        }
        let revives = field.own_wizard() && self.policy.casts;
        field.own_lost = if revives && !over { strongest(&field.own_lost) } else { [0; TYPES] };
        field.own_falling = if revives && !self.last { strongest(&field.own_falling) } else { [0; TYPES] };
        if field.step != Step::Magic || !field.wizard {
            // The wizard has had its turn: who fell before is past.
            field.foes_lost.fill(0);
            return self.link(field, crosses, chance, links);
        }
        let share = self.parted.map_or(0.0, |parted| parted.share);
        let lost = std::mem::take(&mut field.foes_lost);
        field.foes_lost.resize(lost.len(), 0);
        let all: u32 = lost.iter().map(|count| u32::from(*count)).sum();
        if over || self.parted.is_some() {
            self.link(field.copied(), crosses, chance * (1.0 - share), links);
        }
        if over || self.parted.is_some() && share == 0.0 {
            return;
        }
        let picks = lost.iter().enumerate().filter(|(_, count)| **count > 0);
        let picks = picks.map(|(rank, count)| (Some(rank), f64::from(*count) / f64::from(all)));
        let none = (all == 0).then_some((None, 1.0));
        for (rank, part) in picks.chain(none) {
            let mut field = field.copied();
            rank.into_iter().for_each(|rank| field.foes_lost[rank] = 1);
            match self.parted {
                None => self.link(field, crosses, chance * part, links),
                Some(parted) => self.revive(&parted.revives, &field, (crosses, chance * part * share), links),
            }
        }
    }

    /// What a roll of the enemy's wizard makes of a field when it brings somebody back.
    fn revive(&mut self, setup: &Setup, from: &Field, (crosses, chance): (bool, f64), links: &mut Vec<Link>) {
        let mut walk = Walk::default();
        loop {
            let mut bench = Bench::new(setup, from.copied(), &mut walk);
            // Nothing can be refused: the step is due, and there are faces for every die.
            let _ruled = magic::enemy(&mut bench);
            let field = bench.field;
            self.land(field, crosses, chance * walk.chance(), links);
            if !walk.advance() {
                break;
            }
        }
    }

    fn link(&mut self, field: Field, crosses: bool, chance: f64, links: &mut Vec<Link>) {
        let key = Key::of(&field);
        let next = self.nodes.len();
        let to = *self.places.entry(key).or_insert(next);
        if to == next {
            self.nodes.push(Node { field, links: None });
        }
        match links.iter_mut().find(|link| link.to == to && link.crosses == crosses) {
            Some(link) => link.chance += chance,
            None => links.push(Link { to, crosses, chance }),
        }
    }

    /// The links of a field: its next step ruled with every die, unless that has been done.
    fn ruled(&mut self, place: usize) -> Range<usize> {
        if let Some(links) = &self.nodes[place].links {
            return links.clone();
        }
        let from = self.nodes[place].field.copied();
        let setup = match self.parted {
            Some(parted) if from.step == Step::Magic => &parted.others,
            Some(_) | None => self.setup,
        };
        let mut links = Vec::new();
        let mut walk = Walk::default();
        loop {
            let mut bench = Bench::new(setup, from.copied(), &mut walk);
            let mut stepped = step(&mut bench, self.policy);
            while matches!(stepped, Ok(true)) && matches!(bench.field.step, Step::Losses { .. }) {
                // The policy chooses at once: no field has to wait for it.
                stepped = step(&mut bench, self.policy);
            }
            // A battle that is over stays as it is in every round to come.
            let crosses = bench.field.round != from.round || !matches!(stepped, Ok(true));
            let field = bench.field;
            self.land(field, crosses, walk.chance(), &mut links);
            if !walk.advance() {
                break;
            }
        }
        let range = self.links.len()..self.links.len() + links.len();
        self.links.extend(links);
        self.nodes[place].links = Some(range.clone());
        range
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

/// One question of a path: how many answers it has, which is tried, and the chance of that one.
struct Fork {
    answers: u8,
    answer: u8,
    chance: f64,
}

/// The path of answers from the first die to the present one.
#[derive(Default)]
pub(super) struct Walk {
    forks: Vec<Fork>,
    next: usize,
}

impl Walk {
    fn chance(&self) -> f64 {
        self.forks.iter().map(|fork| fork.chance).product()
    }

    /// Turns to the next path, and to its beginning; `false` when all have been walked.
    fn advance(&mut self) -> bool {
        self.next = 0;
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
