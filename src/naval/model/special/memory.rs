//! What has come of special rules so far, and the facts that say so.
use serde::{Deserialize, Serialize};

use super::{Die, Each, Key, SpecialRule};
use crate::model::{
    base::laid,
    measure::{Id, Inches},
    ship::{Fate, Harm, Hit, HitState, Ship},
    state::State,
    table::{Place, Run},
    truth::Truth,
};

/// What has come of one key.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// The turn in which `after` came about, and that in which `until` did.
    pub began: Option<u16>,
    pub ended: Option<u16>,
    /// The last turn of its die, and whether it fell so.
    pub diced: Option<(u16, bool)>,
    /// The players' word.
    pub agreed: Option<bool>,
    /// Turns counted against ships, or ships counted once.
    pub counts: Vec<(Id, u16)>,
    /// Ships that are free of it.
    pub lifted: Vec<Id>,
    /// Turn in which it was last recalled.
    pub recalled: Option<u16>,
    /// Points it gave or took.
    pub points: Vec<(Id, i32)>,
    /// Bases that were diced for in the first half of a turn: the turn, and how far each had run among the mines.
    pub mined: Vec<(Id, u16, Inches)>,
}

impl Memory {
    /// Where a condition hangs on places that nobody knows, the referee's word that its rule is on stands for it. A rule that
    /// the players may agree on is played by their word, and stays open. [9.2]
    pub(crate) fn by_his_word(&self, rule: &SpecialRule, truth: Truth) -> Truth {
        match truth {
            Truth::Open if self.agreed == Some(true) && !rule.optional => Truth::Holds,
            truth => truth,
        }
    }
    /// Whether its die has brought it into force.
    pub(crate) fn diced_so(&self, die: &Die, turn: u16) -> bool {
        self.diced.is_some_and(|(thrown, so)| so && (die.each != Each::Turn || thrown == turn))
    }
    /// Whether its die is to be thrown this turn.
    pub(crate) fn owes_die(&self, die: &Die, turn: u16) -> bool {
        match (self.diced, die.each) {
            (None, _) => true,
            (Some(_), Each::Once) => false,
            (Some((thrown, _)), Each::Turn) => thrown != turn,
            (Some((thrown, so)), Each::UntilSo) => !so && thrown != turn,
        }
    }
    /// Turns counted against a ship.
    pub fn count_of(&self, ship: &Id) -> u16 {
        self.counts.iter().find(|(one, _)| one == ship).map_or(0, |(_, count)| *count)
    }
}

impl Memory {
    /// How far a base ran among the mines in the first half of this turn, if it was diced for then. [3.4.2]
    pub(crate) fn mined_before(&self, base: &Id, turn: u16) -> Option<Inches> {
        let diced = self.mined.iter().find(|(one, when, _)| one == base && *when == turn);
        diced.map(|(_, _, ran)| *ran)
    }
}

/// What a special rule made happen; `rule` is its place among the keys. [9.2]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleFact {
    /// What it waited for has come about.
    Began { rule: u16 },
    /// What ends it has come about.
    Ended { rule: u16 },
    /// Its die was thrown.
    Diced { rule: u16, so: bool },
    /// It matters now, and is left to the players.
    Recalled { rule: u16 },
    /// A ship has gone so fast for one more turn.
    Counted { rule: u16, ship: Id },
    /// A ship is free of it.
    Lifted { rule: u16, ship: Id },
    /// A ship ran over mines: so many of her dice struck.
    Mined {
        rule: u16,
        ship: Id,
        struck: u16,
        /// In the first half of a turn, how far she ran among them. [3.4.2]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first_half: Option<Inches>,
    },
    /// The current carried a ship.
    Drifted { rule: u16, ship: Id, at: Place },
    /// A ship made smoke that nobody had plotted.
    Smoked { rule: u16, ship: Id },
    /// Points for or against a side.
    Scored { rule: u16, side: Id, ship: Id, points: i32 },
    /// So many of a salvo's hits did not burst.
    Duds { rule: u16, firer: Id, target: Id, duds: u16 },
}

impl RuleFact {
    /// The key's place.
    pub fn rule(&self) -> u16 {
        match self {
            RuleFact::Began { rule }
            | RuleFact::Ended { rule }
            | RuleFact::Diced { rule, .. }
            | RuleFact::Recalled { rule }
            | RuleFact::Counted { rule, .. }
            | RuleFact::Lifted { rule, .. }
            | RuleFact::Mined { rule, .. }
            | RuleFact::Drifted { rule, .. }
            | RuleFact::Smoked { rule, .. }
            | RuleFact::Scored { rule, .. }
            | RuleFact::Duds { rule, .. } => *rule,
        }
    }
    /// The ship it happened to.
    pub fn ship(&self) -> Option<&Id> {
        match self {
            RuleFact::Began { .. } | RuleFact::Ended { .. } | RuleFact::Diced { .. } | RuleFact::Recalled { .. } => {
                None
            }
            RuleFact::Counted { ship, .. }
            | RuleFact::Lifted { ship, .. }
            | RuleFact::Mined { ship, .. }
            | RuleFact::Drifted { ship, .. }
            | RuleFact::Smoked { ship, .. }
            | RuleFact::Scored { ship, .. }
            | RuleFact::Duds { firer: ship, .. } => Some(ship),
        }
    }
}

/// Ships that never come. [9.1]
pub const NEVER: u16 = u16::MAX;

impl State {
    /// What has come of the key at a place, if anything has.
    pub fn memory(&self, rule: u16) -> Option<&Memory> {
        self.special.get(usize::from(rule))
    }
    fn memory_mut(&mut self, rule: u16) -> &mut Memory {
        let at = usize::from(rule);
        if self.special.len() <= at {
            self.special.resize(at + 1, Memory::default());
        }
        &mut self.special[at]
    }
    /// Points that special rules gave a side so far, by key. [9.2]
    pub fn special_points(&self, side: &Id) -> Vec<(u16, i32)> {
        let of = |kept: &Memory| -> i32 { kept.points.iter().filter(|(one, _)| one == side).map(|(_, p)| *p).sum() };
        let all = self.special.iter().enumerate().map(|(at, kept)| (at as u16, of(kept)));
        all.filter(|(_, points)| *points != 0).collect()
    }
}

/// Writes a fact of a special rule.
pub(crate) fn apply(state: &mut State, fact: &RuleFact) {
    let turn = state.turn;
    match fact {
        RuleFact::Began { rule } => state.memory_mut(*rule).began = Some(turn),
        RuleFact::Ended { rule } => state.memory_mut(*rule).ended = Some(turn),
        RuleFact::Diced { rule, so } => diced(state, *rule, *so),
        RuleFact::Recalled { rule } => state.memory_mut(*rule).recalled = Some(turn),
        RuleFact::Counted { rule, ship } => {
            let counts = &mut state.memory_mut(*rule).counts;
            match counts.iter_mut().find(|(one, _)| one == ship) {
                Some((_, count)) => *count += 1,
                None => counts.push((ship.clone(), 1)),
            }
        }
        RuleFact::Lifted { rule, ship } => state.memory_mut(*rule).lifted.push(ship.clone()),
        RuleFact::Drifted { ship, at, .. } => {
            if let Some(ship) = state.ship_mut(ship) {
                // Whether the enemy still sees her the next look will tell. [4.4, Q49]
                ship.at = Some(*at);
            }
        }
        RuleFact::Smoked { ship, .. } => {
            let Some(run) = state.ship(ship).and_then(|ship| ship.run.clone()) else { return };
            let smoke = laid(state, &Run { ship: ship.clone(), ..(*run).clone() });
            state.smoke.extend(smoke);
        }
        RuleFact::Scored { rule, side, ship, points } => {
            let kept = state.memory_mut(*rule);
            kept.points.push((side.clone(), *points));
            kept.counts.push((ship.clone(), 1));
        }
        RuleFact::Mined { rule, ship, first_half: Some(ran), .. } => {
            let mined = &mut state.memory_mut(*rule).mined;
            mined.retain(|(one, _, _)| one != ship);
            mined.push((ship.clone(), turn, *ran));
        }
        RuleFact::Mined { first_half: None, .. } | RuleFact::Duds { .. } => {}
    }
}

/// Ships for which the die fell ill stay away.
fn diced(state: &mut State, rule: u16, so: bool) {
    let turn = state.turn;
    state.memory_mut(rule).diced = Some((turn, so));
    let setup = state.setup.clone();
    if let Some(Key::Entry { ships }) = setup.rules.get(usize::from(rule)).map(|rule| &rule.does)
        && !so
    {
        let waits = |ship: &&Ship| matches!(ship.fate, Fate::Waiting { .. });
        let away: Vec<Id> = ships.of(state).filter(waits).map(|ship| ship.id.clone()).collect();
        for ship in away {
            if let Some(ship) = state.ship_mut(&ship) {
                ship.fate = Fate::Waiting { enters_turn: NEVER };
            }
        }
    }
}

/// The players' word on a sentence: in force, or struck.
pub(crate) fn agreed(state: &mut State, of: u8, on: bool) {
    let setup = state.setup.clone();
    for (at, rule) in setup.rules.iter().enumerate().filter(|(_, rule)| rule.of == of) {
        let at = at as u16;
        let before = state.memory(at).and_then(|kept| kept.agreed).unwrap_or(!rule.optional);
        state.memory_mut(at).agreed = Some(on);
        let fleet = state.ships.iter_mut().map(std::sync::Arc::make_mut);
        match (before, on) {
            (false, true) => harmed_from_the_start(&rule.does, fleet),
            (true, false) => whole_again(&rule.does, fleet),
            (true, true) | (false, false) => {}
        }
    }
}

/// Damage of the first hour, past repair. [8.2.4]
pub(crate) fn harmed_from_the_start<'s>(does: &Key, fleet: impl Iterator<Item = &'s mut Ship>) {
    for ship in fleet {
        for (code, effect) in harms(does, ship) {
            let hit = Hit { id: ship.next_hit_id(code), turn: 0, effect, state: HitState::Unrepairable };
            ship.hits.push(hit);
            ship.speed = ship.speed.min(ship.allowance()).max(Inches::ZERO);
        }
    }
}

/// A key is struck: the damage that it did goes with it, each hit once.
fn whole_again<'s>(does: &Key, fleet: impl Iterator<Item = &'s mut Ship>) {
    for ship in fleet {
        for (_, effect) in harms(does, ship) {
            let of_key = |hit: &Hit| hit.turn == 0 && hit.state == HitState::Unrepairable && hit.effect == effect;
            if let Some(at) = ship.hits.iter().position(of_key) {
                ship.hits.remove(at);
            }
        }
    }
}

/// What a key harms of a ship, with the letters of the hits.
fn harms(does: &Key, ship: &Ship) -> Vec<(&'static str, Harm)> {
    let Key::Harmed { ships, mounts, gun_quarters } = does else { return Vec::new() };
    if !ships.holds(ship) {
        return Vec::new();
    }
    let code = if ship.card.kind.is_large() { "S" } else { "G" };
    let guns = (*gun_quarters != 0).then_some((code, Harm::Guns { quarters: *gun_quarters }));
    mounts.iter().map(|mount| ("M", Harm::Mount(mount.clone()))).chain(guns).collect()
}
