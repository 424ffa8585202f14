//! Commands, events, reasons for refusals, and purposes of dice.
use serde::{Deserialize, Serialize};

use super::{AreaId, Army, BattleFact, Ending, EnemyId, Kind, Opponent, Phase, Spell, Step, Troop, Troops};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crystal;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Roll on the event table, then for each enemy empire. [SC-6, SC-7]
    Event,
    /// Give up units: to an event, an ambush, or in battle. [SC-15]
    Lose { army: Army },
    /// [SC-8]
    Buy { count: u8, kind: Kind },
    /// Stop buying. [SC-8]
    Done,
    /// [SC-9]
    Move { to: AreaId },
    /// Stop moving. [SC-9]
    Stay,
    /// [SC-10]
    Explore,
    /// Fight a battle. A die sets the number of rounds. [SC-11]
    Battle,
    /// The enemy's wizard rolls. [SC-12]
    Magic,
    /// [SC-12]
    Cast { spell: Spell, at: Vec<Troop> },
    /// Cast no spell in this round. [SC-12]
    Hold,
    /// The battle step. [SC-13]
    Fight,
    /// [SC-16]
    Retreat { to: AreaId },
    /// Take a free unit, or none. [SC-17]
    Free { kind: Option<Kind> },
}

/// An event.
///
/// * `Lost`: units given up to an event or an ambush.
/// * `ExpansionRolled`: an empire's die, the modifiers, and whether it grows. `NowhereToGrow` if no area is left
///   [SC-7].
/// * `Seized`: an empire takes an area, with what the player loses by it, if anything. [SC-7, SC-A6]
/// * `Intercepted` and `Slipped`: the enemy army intercepts, or does not. [SC-9]
/// * `Ambushed`: the second die of an ambush. [SC-10]
/// * `Parted`: what an empire lost for good, and what stays with it. [SC-A5, SC-A13]
/// * `Wearied`: the wizard's exhaustion roll after a battle. [SC-16]
/// * `Conquered`: the player takes an area: gold, and if `levied` its troops raise MAX. [SC-17]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    PhaseBegan(Phase),
    EventRolled { total: u8 },
    TreasureChanged { by: i32 },
    Lost { army: Army },
    UnitsJoined { kind: Kind, count: u8 },
    ExpansionEased { by: u8 },
    Guided { mp: u8 },
    Discounted { units: u8 },
    ExpansionRolled { enemy: EnemyId, die: u8, for_lands: u8, for_event: u8, grows: bool },
    Seized { enemy: EnemyId, area: AreaId, gp: u32, max: Army },
    NowhereToGrow { enemy: EnemyId },
    Collected { gp: u32 },
    Bought { kind: Kind, count: u8, gp: u32 },
    Moved { from: AreaId, to: AreaId, cost: u8 },
    Intercepted { area: AreaId, enemy: EnemyId },
    Slipped { area: AreaId, enemy: EnemyId },
    Explored { face: u8 },
    AreaGp { area: AreaId, by: i32 },
    Garrison { area: AreaId, by: i8 },
    Ambushed { loses: bool },
    Battle(BattleFact),
    Parted { foe: Opponent, dead: Troops, stayed: Troops },
    Wearied { dies: bool },
    Retreated { to: AreaId },
    Conquered { area: AreaId, gp: u32, max: Army, levied: bool },
    Freed { kind: Kind },
    TurnEnded,
    Ended(Ending),
}

/// Why a command is refused.
///
/// `NotNow`: another step is due. `SpellSpent`: one spell a round, which was cast or declined.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    Over(Ending),
    NotNow { due: Phase, step: Step },
    NoSuchArea { area: AreaId },
    AlreadyThere { area: AreaId },
    NotAdjacent { from: AreaId, to: AreaId, adjacent: Vec<AreaId> },
    NoPoints { to: AreaId, cost: u8, left: u8 },
    NotForSale { kind: Kind },
    NothingBought,
    NoGold { kind: Kind, count: u8, gp: u32, treasure: u32 },
    AtMax { kind: Kind, held: u8, max: u8 },
    OneWizard,
    NoWizard,
    SpellSpent,
    UnknownSpell { spell: Spell },
    Targets { spell: Spell, needed: u8, given: u8 },
    NoSuchTarget { spell: Spell, troop: Troop },
    WizardNoLoss,
    WrongLosses { owed: u8, named: u8 },
    NotThere { kind: Kind, held: u8 },
    NoRetreat { to: AreaId, open: Vec<AreaId> },
    NotListed { kind: Kind, area: AreaId },
}

/// The purpose of a die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    Event,
    Expansion(EnemyId),
    NearestArea(EnemyId),
    Interception,
    Exploration,
    Ambush,
    Rounds,
    EnemySpell,
    EnemySpellWorks,
    EnemyRevives,
    Victim,
    Evoked,
    SpellWorks,
    Clash,
    FoeFalls,
    Exhaustion,
}
