//! All fields that a battle can reach, each ruled once with every die.
use std::ops::Range;

use super::{
    dice_paths::{DicePaths, DieChoice},
    eventless_battle::{EventlessBattle, play_step},
    keys::{FieldKey, KeyChange, KeyTable, MAGIC, OVER},
    policy::Policy,
};
use crate::{
    model::{Army, BattleFact, BattleStrengths, Counts, Field, KnownSpell, Scenario, Setup, Spell, Step, battle},
    referee::magic,
};

/// The enemy wizard's table in two parts: the rows that revive, and the others.
///
/// Only the first part depends on the losses of the round before. So the die for the row is rolled as soon as a round
/// begins, and the losses need not be distinguished later.
pub(crate) struct SplitWizardTable {
    revives: Setup,
    others: Setup,
    /// Chance of the first part.
    share: f64,
}

impl SplitWizardTable {
    /// Returns `None` if the table cannot be split, or if there is no reason to.
    pub(crate) fn split(setup: &Setup, field: &Field) -> Option<SplitWizardTable> {
        let table = &setup.scenario.enemy_spells;
        let (revives, others): (Vec<_>, Vec<_>) = table.iter().partition(|known| known.spell == Spell::Revive);
        if !field.wizard || others.is_empty() {
            return None;
        }
        let share = revives.len() as f64 / table.len() as f64;
        let with_spells = |enemy_spells: Vec<KnownSpell>| {
            let scenario = Scenario { enemy_spells, ..(*setup.scenario).clone() };
            Setup { scenario: scenario.into(), rules: setup.rules }
        };
        Some(SplitWizardTable { revives: with_spells(revives), others: with_spells(others), share })
    }
}

#[derive(Clone, Copy)]
struct Transition {
    to: u32,
    /// Whether a round begins with it or the battle is over.
    crosses: bool,
    chance: f64,
}

pub(crate) struct FieldGraph<'a> {
    setup: &'a Setup,
    policy: Policy,
    split_table: Option<&'a SplitWizardTable>,
    /// Whether this is the last round, so that its losses no longer matter.
    last: bool,
    keys: KeyTable,
    /// Range of links for each field, by its place, or `None` until it is ruled.
    link_ranges: Vec<Option<Range<u32>>>,
    links: Vec<Transition>,
    /// Range of revivals for each field, by its place and the rank picked, or `None` until ruled.
    revival_ranges: Vec<Option<Range<u32>>>,
    revivals: Vec<Transition>,
    /// A field with what all fields share. The rest is overwritten.
    shared_field: Field,
    /// Buffers for the links and dice of the field being ruled.
    scratch: Vec<Transition>,
    forks: Vec<DieChoice>,
    spell_effects: Vec<WizardEffects>,
    revival_effects: Vec<WizardEffects>,
}

/// Chances by the place of a field, so that sums are always added in the same order.
pub(crate) type Chances = Vec<f64>;

impl<'a> FieldGraph<'a> {
    /// Returns the graph of a battle that begins with a field, and the chances of its first places.
    pub(crate) fn new(
        setup: &'a Setup,
        policy: Policy,
        split_table: Option<&'a SplitWizardTable>,
        first: &Field,
    ) -> (FieldGraph<'a>, Chances) {
        let mut graph = FieldGraph {
            setup,
            policy,
            split_table,
            last: false,
            keys: KeyTable::new(),
            link_ranges: Vec::new(),
            links: Vec::new(),
            revival_ranges: Vec::new(),
            revivals: Vec::new(),
            shared_field: first.copied(),
            scratch: Vec::with_capacity(64),
            forks: Vec::with_capacity(16),
            spell_effects: Vec::new(),
            revival_effects: Vec::new(),
        };
        let mut links = Vec::new();
        let mut field = first.copied();
        graph.add_field_links(&mut field, true, 1.0, &mut links);
        let mut chances = vec![0.0; graph.len()];
        links.iter().for_each(|link| chances[link.to as usize] += link.chance);
        (graph, chances)
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn field(&mut self, place: usize) -> &Field {
        self.keys.get(place).write(&mut self.shared_field);
        &self.shared_field
    }

    /// Returns the factor for the chance of a field at the start of a round if the battle stops there. Fields after a
    /// revival occur only if the round continues, and those before it represent both.
    pub(crate) fn stop_factor(&self, place: usize) -> f64 {
        let step = self.keys.get(place).step();
        match self.split_table {
            None => 1.0,
            Some(split_table) if step == MAGIC => 1.0 / (1.0 - split_table.share),
            Some(_) => f64::from(u8::from(step == OVER)),
        }
    }

    /// Returns the chances at the start of the next round, or `None` above `max_fields` fields.
    pub(crate) fn play_round(&mut self, mut chances: Chances, last: bool, max_fields: usize) -> Option<Chances> {
        self.last = last;
        let mut after = vec![0.0; self.len()];
        while chances.iter().any(|chance| *chance > 0.0) {
            let mut within = vec![0.0; self.len()];
            for (place, chance) in chances.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0) {
                let links = self.transitions_of(place);
                within.resize(self.len(), 0.0);
                after.resize(self.len(), 0.0);
                for link in &self.links[links.start as usize..links.end as usize] {
                    let to = if link.crosses { &mut after } else { &mut within };
                    to[link.to as usize] += chance * link.chance;
                }
            }
            chances = within;
            if max_fields < self.len() {
                return None;
            }
        }
        Some(after)
    }

    /// Adds links to the fields that `field` stands for, and inserts new ones into the table. Overwrites `field`.
    ///
    /// Only one of the enemies lost in the round before can return, picked by a die. The die is rolled in advance here,
    /// which changes no chance and leaves far fewer fields.
    fn add_field_links(&mut self, field: &mut Field, crosses: bool, chance: f64, links: &mut Vec<Transition>) {
        let over = self.clear_irrelevant(field, crosses);
        if field.step != Step::Magic || !field.wizard {
            // After the wizard's turn, earlier losses no longer matter.
            field.foes_lost.fill(0);
            self.add_transition(field, crosses, chance, links);
            return;
        }
        let lost = Counts::from_slice(&field.foes_lost);
        field.foes_lost.fill(0);
        match self.split_table {
            Some(split_table) => {
                let to = self.add_transition(field, crosses, chance * (1.0 - split_table.share), links);
                if !over && split_table.share > 0.0 {
                    for (rank, part) in picks(&lost) {
                        for index in self.revival_links(to, rank, field, &split_table.revives) {
                            let Transition { to, chance: way_chance, .. } = self.revivals[index as usize];
                            add_link(
                                links,
                                Transition { to, crosses, chance: chance * split_table.share * part * way_chance },
                            );
                        }
                    }
                }
            }
            None if over => {
                self.add_transition(field, crosses, chance, links);
            }
            None => {
                for (rank, part) in picks(&lost) {
                    field.foes_lost.fill(0);
                    rank.into_iter().for_each(|rank| field.foes_lost[rank] = 1);
                    self.add_transition(field, crosses, chance * part, links);
                }
            }
        }
    }

    /// Clears what no longer matters, except enemies lost in the round before. Returns whether the battle stops here.
    fn clear_irrelevant(&self, field: &mut Field, crosses: bool) -> bool {
        let over = self.last && crosses;
        if !field.wizard || self.last {
            field.foes_lost_now.fill(0);
        }
        let revives = field.own.has_wizard() && self.policy.casts;
        field.own_lost = if revives && !over { strongest_only(&field.own_lost) } else { Army::NONE };
        field.own_lost_now = if revives && !self.last { strongest_only(&field.own_lost_now) } else { Army::NONE };
        if field.step == Step::Over && field.own.fighters() == 0 {
            // The player has no units left, so the enemies left make no difference.
            field.foes.fill(0);
        }
        // The number of a round matters only while it is fought.
        field.round = 0;
        over
    }

    /// Returns the range of `revivals` in which the enemy's wizard revives a unit on the field at `place`. `rank` is
    /// the rank picked, `None` if no enemy was lost.
    fn revival_links(&mut self, place: u32, rank: Option<usize>, field: &mut Field, setup: &Setup) -> Range<u32> {
        let ranks = field.roster.len() + 1;
        let index = place as usize * ranks + rank.map_or(0, |rank| rank + 1);
        if self.revival_ranges.len() <= index {
            self.revival_ranges.resize((place as usize + 1) * ranks, None);
        }
        if let Some(known) = &self.revival_ranges[index] {
            return known.clone();
        }
        let from = self.keys.get(place as usize);
        let key = (from.own_words(), self.last, rank);
        let known_effects = match self.revival_effects.iter().position(|known| known.key == key) {
            Some(known) => known,
            None => {
                let (mut changes, mut paths) = (Vec::new(), DicePaths::default());
                loop {
                    from.write(field);
                    rank.into_iter().for_each(|rank| field.foes_lost[rank] = 1);
                    let mut battle_stage = EventlessBattle::new(setup, field, &mut paths);
                    // This cannot be refused: the step is due, and every die has a result.
                    let _ruled = magic::enemy_magic(&mut battle_stage);
                    self.clear_irrelevant(field, true);
                    field.foes_lost.fill(0);
                    changes.push((FieldKey::from_field(field).change_from(&from), paths.chance()));
                    if !paths.advance() {
                        break;
                    }
                }
                self.revival_effects.push(WizardEffects { key, changes });
                self.revival_effects.len() - 1
            }
        };
        let mut links = Vec::new();
        for (change, chance) in &self.revival_effects[known_effects].changes {
            let to = self.keys.insert(from.apply(change)) as u32;
            add_link(&mut links, Transition { to, crosses: true, chance: *chance });
        }
        let start = self.revivals.len() as u32;
        self.revivals.extend(links);
        let range = start..self.revivals.len() as u32;
        self.revival_ranges[index] = Some(range.clone());
        range
    }

    fn add_transition(&mut self, field: &Field, crosses: bool, chance: f64, links: &mut Vec<Transition>) -> u32 {
        let to = self.keys.insert(FieldKey::from_field(field)) as u32;
        add_link(links, Transition { to, crosses, chance });
        to
    }

    /// Returns the links of a field. Rules its next step with every die, unless known.
    fn transitions_of(&mut self, place: usize) -> Range<u32> {
        self.link_ranges.resize(self.len(), None);
        if let Some(links) = &self.link_ranges[place] {
            return links.clone();
        }
        let mut links = std::mem::take(&mut self.scratch);
        match self.split_table {
            Some(split_table) if self.keys.get(place).step() == MAGIC => {
                self.rule_magic(&split_table.others, place, &mut links);
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
        self.link_ranges[place] = Some(range.clone());
        range
    }

    /// Rules the due step of a field with every die.
    fn rule_step(&mut self, field: &mut Field, links: &mut Vec<Transition>) {
        let (from, setup) = (FieldKey::from_field(field), self.setup);
        let strengths = BattleStrengths::on_field(&setup.rules, field);
        let mut paths = DicePaths { forks: std::mem::take(&mut self.forks), next: 0 };
        loop {
            from.write(field);
            let mut battle_stage =
                EventlessBattle { strengths: Some(strengths), ..EventlessBattle::new(setup, field, &mut paths) };
            let mut stepped = play_step(&mut battle_stage, self.policy);
            while matches!(stepped, Ok(true)) && matches!(battle_stage.field.step, Step::Losses { .. }) {
                // The policy chooses losses at once, so that no field waits for it.
                stepped = play_step(&mut battle_stage, self.policy);
            }
            // A battle that is over stays the same in all rounds to come.
            let crosses = field.round != 0 || !matches!(stepped, Ok(true));
            self.add_field_links(field, crosses, paths.chance(), links);
            if !paths.advance() {
                break;
            }
        }
        self.forks = paths.forks;
    }

    /// Rules the enemy wizard's spells other than revivals. They depend only on its tables and on the player's army. So
    /// they are ruled once for an army, and the results are applied to every field with it.
    fn rule_magic(&mut self, setup: &Setup, place: usize, links: &mut Vec<Transition>) {
        let from = self.keys.get(place);
        let key = (from.own_words(), self.last, None);
        let known_effects = match self.spell_effects.iter().position(|known| known.key == key) {
            Some(known) => known,
            None => {
                let mut field = self.field(place).copied();
                let mut effects = Vec::new();
                for (facts, chance) in wizard_effects(setup, &mut field) {
                    from.write(&mut field);
                    facts.iter().for_each(|fact| battle::apply(&mut field, fact));
                    self.clear_irrelevant(&mut field, false);
                    field.foes_lost.fill(0);
                    effects.push((FieldKey::from_field(&field).change_from(&from), chance));
                }
                self.spell_effects.push(WizardEffects { key, changes: effects });
                self.spell_effects.len() - 1
            }
        };
        for (change, chance) in &self.spell_effects[known_effects].changes {
            let to = self.keys.insert(from.apply(change)) as u32;
            add_link(links, Transition { to, crosses: false, chance: *chance });
        }
    }
}

/// The possible effects of the enemy's wizard on an army, equal ones merged.
struct WizardEffects {
    /// The army, whether the round is the last, and the rank revived, if any.
    key: ([u64; 2], bool, Option<usize>),
    changes: Vec<(KeyChange, f64)>,
}

/// Returns all possible effects of the enemy's wizard, over all its dice.
fn wizard_effects(setup: &Setup, field: &mut Field) -> Vec<(Vec<BattleFact>, f64)> {
    let from = FieldKey::from_field(field);
    let mut effects: Vec<(Vec<BattleFact>, f64)> = Vec::new();
    let mut paths = DicePaths::default();
    loop {
        from.write(field);
        let mut facts = Vec::new();
        let mut battle_stage =
            EventlessBattle { magic_events: Some(&mut facts), ..EventlessBattle::new(setup, field, &mut paths) };
        // This cannot be refused: the step is due, and every die has a result.
        let _ruled = magic::enemy_magic(&mut battle_stage);
        // Attempts and empty evocations change no field.
        facts.retain(|fact| !matches!(fact, BattleFact::EnemyCast { .. } | BattleFact::Evoked { count: 0, .. }));
        match effects.iter_mut().find(|(known, _)| *known == facts) {
            Some((_, chance)) => *chance += paths.chance(),
            None => effects.push((facts, paths.chance())),
        }
        if !paths.advance() {
            break;
        }
    }
    effects
}

/// Adds a link, merged with an equal one.
fn add_link(links: &mut Vec<Transition>, link: Transition) {
    match links.iter_mut().find(|known| known.to == link.to && known.crosses == link.crosses) {
        Some(known) => known.chance += link.chance,
        None => links.push(link),
    }
}

/// Returns the lost ranks that may be picked, with their chances. Without losses, `None` is certain.
fn picks(losses: &[u8]) -> impl Iterator<Item = (Option<usize>, f64)> {
    let all: u32 = losses.iter().map(|count| u32::from(*count)).sum();
    let fallen = losses.iter().enumerate().filter(|(_, count)| **count > 0);
    let picks = fallen.map(move |(rank, count)| (Some(rank), f64::from(*count) / f64::from(all)));
    picks.chain((all == 0).then_some((None, 1.0)))
}

/// Keeps only the strongest of the lost units, because the policy revives that one.
fn strongest_only(fallen: &Army) -> Army {
    let fighting = fallen.fighting();
    fighting.max_by_key(|(kind, _)| kind.combat_factor()).map_or(Army::NONE, |(kind, _)| Army::single(kind, 1))
}
