//! Every field that a battle can come to, each ruled once with every die.
use std::ops::Range;

use super::{
    bench::{Bench, step},
    keys::{Change, Key, Keys, MAGIC, OVER},
    policy::Policy,
    walk::{Fork, Walk},
};
use crate::{
    model::{Army, BattleFact, Counts, Field, KnownSpell, Scenario, Setup, Spell, Step, Weights, battle},
    referee::magic,
};

/// The table of the enemy's wizard in two: the rows that bring the fallen back, and the rest.
///
/// Only the first have anything to do with who fell in the round before. The die for the row is therefore thrown as
/// soon as a round begins, and the fallen need not be told apart any longer.
pub(crate) struct Parted {
    revives: Setup,
    others: Setup,
    /// The chance of the first.
    share: f64,
}

impl Parted {
    /// `None` where the table cannot be parted, or has nothing to part for.
    pub(crate) fn of(setup: &Setup, field: &Field) -> Option<Parted> {
        let table = &setup.scenario.enemy_spells;
        let (revives, others): (Vec<_>, Vec<_>) = table.iter().partition(|known| known.spell == Spell::Revive);
        if !field.wizard || others.is_empty() {
            return None;
        }
        let share = revives.len() as f64 / table.len() as f64;
        let with = |enemy_spells: Vec<KnownSpell>| {
            let scenario = Scenario { enemy_spells, ..(*setup.scenario).clone() };
            Setup { scenario: scenario.into(), rules: setup.rules }
        };
        Some(Parted { revives: with(revives), others: with(others), share })
    }
}

/// Where a step can lead.
#[derive(Clone, Copy)]
struct Link {
    to: u32,
    /// A round begins with it, or the battle is over.
    crosses: bool,
    chance: f64,
}

/// Every field that a battle can come to.
pub(crate) struct Web<'a> {
    setup: &'a Setup,
    policy: Policy,
    parted: Option<&'a Parted>,
    /// No round comes after this one: who falls in it is not asked any more.
    last: bool,
    keys: Keys,
    /// Where the links of each field lie, by its place; `None` until it is ruled.
    ruled: Vec<Option<Range<u32>>>,
    links: Vec<Link>,
    /// Where the revivals of each field lie, by its place and the rank that is picked; `None` until they are ruled.
    revived: Vec<Option<Range<u32>>>,
    revivals: Vec<Link>,
    /// What the fields have in common; the rest of it is written over.
    desk: Field,
    /// Room for the links and the dice of the field that is being ruled.
    scratch: Vec<Link>,
    forks: Vec<Fork>,
    spells: Vec<Magic>,
    risen: Vec<Magic>,
}

/// Chances by the place of a field, so that sums are made in the same order every time.
pub(crate) type Chances = Vec<f64>;

impl<'a> Web<'a> {
    /// The web of a battle that begins with a field, and the chances of its places then.
    pub(crate) fn of(
        setup: &'a Setup,
        policy: Policy,
        parted: Option<&'a Parted>,
        first: &Field,
    ) -> (Web<'a>, Chances) {
        let mut web = Web {
            setup,
            policy,
            parted,
            last: false,
            keys: Keys::new(),
            ruled: Vec::new(),
            links: Vec::new(),
            revived: Vec::new(),
            revivals: Vec::new(),
            desk: first.copied(),
            scratch: Vec::with_capacity(64),
            forks: Vec::with_capacity(16),
            spells: Vec::new(),
            risen: Vec::new(),
        };
        let mut links = Vec::new();
        let mut field = first.copied();
        web.land(&mut field, true, 1.0, &mut links);
        let mut chances = vec![0.0; web.len()];
        links.iter().for_each(|link| chances[link.to as usize] += link.chance);
        (web, chances)
    }

    /// How many fields have been met.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The field of a place.
    pub(crate) fn field(&mut self, place: usize) -> &Field {
        self.keys.at(place).write(&mut self.desk);
        &self.desk
    }

    /// By how much the chance of a field at the beginning of a round has to be multiplied where the battle stops there:
    /// fields after a revival are met only in a round that goes on, and those before it stand for both.
    pub(crate) fn whole(&self, place: usize) -> f64 {
        let step = self.keys.at(place).step();
        match self.parted {
            None => 1.0,
            Some(parted) if step == MAGIC => 1.0 / (1.0 - parted.share),
            Some(_) => f64::from(u8::from(step == OVER)),
        }
    }

    /// The chances at the beginning of the next round; `None` where more than so many fields are met.
    pub(crate) fn round(&mut self, mut chances: Chances, last: bool, most: usize) -> Option<Chances> {
        self.last = last;
        let mut after = vec![0.0; self.len()];
        while chances.iter().any(|chance| *chance > 0.0) {
            let mut within = vec![0.0; self.len()];
            for (place, chance) in chances.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0) {
                let links = self.rule(place);
                within.resize(self.len(), 0.0);
                after.resize(self.len(), 0.0);
                for link in &self.links[links.start as usize..links.end as usize] {
                    let to = if link.crosses { &mut after } else { &mut within };
                    to[link.to as usize] += chance * link.chance;
                }
            }
            chances = within;
            if most < self.len() {
                return None;
            }
        }
        Some(after)
    }

    /// Links to the places of a field, new ones where it was not met yet; the field is written over.
    ///
    /// Of the enemies that fell in the round before only one can stand again, picked by a die: the die is thrown
    /// beforehand here, which changes no chance and leaves far fewer fields.
    fn land(&mut self, field: &mut Field, crosses: bool, chance: f64, links: &mut Vec<Link>) {
        let over = self.settle(field, crosses);
        if field.step != Step::Magic || !field.wizard {
            // The wizard has had its turn: who fell before is past.
            field.foes_lost.fill(0);
            self.link(field, crosses, chance, links);
            return;
        }
        let lost = Counts::from_slice(&field.foes_lost);
        field.foes_lost.fill(0);
        match self.parted {
            Some(parted) => {
                let to = self.link(field, crosses, chance * (1.0 - parted.share), links);
                if !over && parted.share > 0.0 {
                    for (rank, part) in picks(&lost) {
                        for at in self.revived(to, rank, field, &parted.revives) {
                            let Link { to, chance: way, .. } = self.revivals[at as usize];
                            add(links, Link { to, crosses, chance: chance * parted.share * part * way });
                        }
                    }
                }
            }
            None if over => {
                self.link(field, crosses, chance, links);
            }
            None => {
                for (rank, part) in picks(&lost) {
                    field.foes_lost.fill(0);
                    rank.into_iter().for_each(|rank| field.foes_lost[rank] = 1);
                    self.link(field, crosses, chance * part, links);
                }
            }
        }
    }

    /// Strikes out what makes no difference any longer, but for the enemies that fell in the round before; answers
    /// whether the battle stops here.
    fn settle(&self, field: &mut Field, crosses: bool) -> bool {
        let over = self.last && crosses;
        if !field.wizard || self.last {
            field.foes_falling.fill(0);
        }
        let revives = field.own.has_wizard() && self.policy.casts;
        field.own_lost = if revives && !over { strongest(&field.own_lost) } else { Army::NONE };
        field.own_falling = if revives && !self.last { strongest(&field.own_falling) } else { Army::NONE };
        if field.step == Step::Over && field.own.fighters() == 0 {
            // Nobody is left to win: who beat them makes no difference.
            field.foes.fill(0);
        }
        // The number of a round matters only while it is fought.
        field.round = 0;
        over
    }

    /// What the enemy's wizard makes of a field, whose place is known, when it brings somebody back; nobody where nobody
    /// has fallen.
    fn revived(&mut self, place: u32, rank: Option<usize>, field: &mut Field, setup: &Setup) -> Range<u32> {
        let ranks = field.roster.len() + 1;
        let at = place as usize * ranks + rank.map_or(0, |rank| rank + 1);
        if self.revived.len() <= at {
            self.revived.resize((place as usize + 1) * ranks, None);
        }
        if let Some(known) = &self.revived[at] {
            return known.clone();
        }
        let from = self.keys.at(place as usize);
        let met = (from.own(), self.last, rank);
        let risen = match self.risen.iter().position(|known| known.met == met) {
            Some(known) => known,
            None => {
                let (mut ways, mut walk) = (Vec::new(), Walk::default());
                loop {
                    from.write(field);
                    rank.into_iter().for_each(|rank| field.foes_lost[rank] = 1);
                    let mut bench = Bench::new(setup, field, &mut walk);
                    // Nothing can be refused: the step is due, and there are faces for every die.
                    let _ruled = magic::enemy(&mut bench);
                    self.settle(field, true);
                    field.foes_lost.fill(0);
                    ways.push((Key::of(field).change_from(&from), walk.chance()));
                    if !walk.advance() {
                        break;
                    }
                }
                self.risen.push(Magic { met, ways });
                self.risen.len() - 1
            }
        };
        let mut links = Vec::new();
        for (change, chance) in &self.risen[risen].ways {
            let to = self.keys.place(from.changed(change)) as u32;
            add(&mut links, Link { to, crosses: true, chance: *chance });
        }
        let start = self.revivals.len() as u32;
        self.revivals.extend(links);
        let range = start..self.revivals.len() as u32;
        self.revived[at] = Some(range.clone());
        range
    }

    fn link(&mut self, field: &Field, crosses: bool, chance: f64, links: &mut Vec<Link>) -> u32 {
        let to = self.keys.place(Key::of(field)) as u32;
        add(links, Link { to, crosses, chance });
        to
    }

    /// Where the links of a field lie: its next step ruled with every die, unless that has been done.
    fn rule(&mut self, place: usize) -> Range<u32> {
        self.ruled.resize(self.len(), None);
        if let Some(links) = &self.ruled[place] {
            return links.clone();
        }
        let mut links = std::mem::take(&mut self.scratch);
        match self.parted {
            Some(parted) if self.keys.at(place).step() == MAGIC => {
                self.rule_magic(&parted.others, place, &mut links);
            }
            Some(_) | None => {
                let mut field = self.field(place).copied();
                self.rule_step(&mut field, &mut links);
            }
        }
        let start = self.links.len() as u32;
        self.links.append(&mut links);
        self.scratch = links;
        let range = start..self.links.len() as u32;
        self.ruled[place] = Some(range.clone());
        range
    }

    /// What is due on a field, with every die.
    fn rule_step(&mut self, field: &mut Field, links: &mut Vec<Link>) {
        let (from, setup) = (Key::of(field), self.setup);
        let weights = Weights::of(&setup.rules, field);
        let mut walk = Walk { forks: std::mem::take(&mut self.forks), next: 0 };
        loop {
            from.write(field);
            let mut bench = Bench { weights: Some(weights), ..Bench::new(setup, field, &mut walk) };
            let mut stepped = step(&mut bench, self.policy);
            while matches!(stepped, Ok(true)) && matches!(bench.field.step, Step::Losses { .. }) {
                // The policy chooses at once: no field has to wait for it.
                stepped = step(&mut bench, self.policy);
            }
            // A battle that is over stays as it is in every round to come.
            let crosses = field.round != 0 || !matches!(stepped, Ok(true));
            self.land(field, crosses, walk.chance(), links);
            if !walk.advance() {
                break;
            }
        }
        self.forks = walk.forks;
    }

    /// What the enemy's wizard does when it brings nobody back. Its rulings look at nothing but its tables and at the
    /// player's army, so they are made once for an army, and what comes of them is carried over to every field with it.
    fn rule_magic(&mut self, setup: &Setup, place: usize, links: &mut Vec<Link>) {
        let from = self.keys.at(place);
        let met = (from.own(), self.last, None);
        let rulings = match self.spells.iter().position(|known| known.met == met) {
            Some(known) => known,
            None => {
                let mut field = self.field(place).copied();
                let mut ways = Vec::new();
                for (facts, chance) in spells(setup, &mut field) {
                    from.write(&mut field);
                    facts.iter().for_each(|fact| battle::apply(&mut field, fact));
                    self.settle(&mut field, false);
                    field.foes_lost.fill(0);
                    ways.push((Key::of(&field).change_from(&from), chance));
                }
                self.spells.push(Magic { met, ways });
                self.spells.len() - 1
            }
        };
        for (change, chance) in &self.spells[rulings].ways {
            let to = self.keys.place(from.changed(change)) as u32;
            add(links, Link { to, crosses: false, chance: *chance });
        }
    }
}

/// What the enemy's wizard may do where it meets an army, the like of it together.
struct Magic {
    /// The army, whether the round is the last, and the rank of which it brings one back, if any.
    met: ([u64; 2], bool, Option<usize>),
    ways: Vec<(Change, f64)>,
}

/// Every way for the enemy's wizard, by its dice.
fn spells(setup: &Setup, field: &mut Field) -> Vec<(Vec<BattleFact>, f64)> {
    let from = Key::of(field);
    let mut ways: Vec<(Vec<BattleFact>, f64)> = Vec::new();
    let mut walk = Walk::default();
    loop {
        from.write(field);
        let mut facts = Vec::new();
        let mut bench = Bench { heard: Some(&mut facts), ..Bench::new(setup, field, &mut walk) };
        // Nothing can be refused: the step is due, and there are faces for every die.
        let _ruled = magic::enemy(&mut bench);
        // What was tried, and what nobody heeded, changes no field.
        facts.retain(|fact| !matches!(fact, BattleFact::EnemyCast { .. } | BattleFact::Evoked { count: 0, .. }));
        match ways.iter_mut().find(|(known, _)| *known == facts) {
            Some((_, chance)) => *chance += walk.chance(),
            None => ways.push((facts, walk.chance())),
        }
        if !walk.advance() {
            break;
        }
    }
    ways
}

/// Adds a link to those of a field.
fn add(links: &mut Vec<Link>, link: Link) {
    match links.iter_mut().find(|known| known.to == link.to && known.crosses == link.crosses) {
        Some(known) => known.chance += link.chance,
        None => links.push(link),
    }
}

/// Who of the fallen may be picked, each with the chance of it; nobody for certain where nobody has fallen.
fn picks(lost: &[u8]) -> impl Iterator<Item = (Option<usize>, f64)> {
    let all: u32 = lost.iter().map(|count| u32::from(*count)).sum();
    let fallen = lost.iter().enumerate().filter(|(_, count)| **count > 0);
    let picks = fallen.map(move |(rank, count)| (Some(rank), f64::from(*count) / f64::from(all)));
    picks.chain((all == 0).then_some((None, 1.0)))
}

/// Of the fallen only the strongest matters: it is the one that the policy brings back.
fn strongest(fallen: &Army) -> Army {
    let there = fallen.fighting();
    there.max_by_key(|(kind, _)| kind.combat_factor()).map_or(Army::NONE, |(kind, _)| Army::of(kind, 1))
}
