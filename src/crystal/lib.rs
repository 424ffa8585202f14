//! Steel and Crystal: the solo campaign of one army on a map of areas.
mod approach;
mod battle;
mod campaign;
mod choices;
mod expansion;
mod field;
mod forecast;
mod general;
mod guess;
mod keys;
mod land;
mod layout;
mod magic;
pub mod notation;
mod plan;
mod policy;
pub mod rules;
mod scenario;
mod stake;
pub mod text;
mod troops;
mod turn;
mod walk;
mod web;

use std::sync::Arc;

pub use approach::{Approach, approaches, met, unscouted};
pub use battle::{BattleFact, By, Stage, apply as apply_battle};
pub use campaign::{Course, EARLY, ENDINGS, Many, Share, campaign};
pub use choices::choices;
pub use field::{Charm, Field, Odds, Part, Rank, Side, Step, TABLE, Term, Weights, losses, odds, ratio, shift};
pub use forecast::{Forecast, MOST_FIELDS, Rounds, forecast, sample};
pub use general::{General, Style};
pub use land::{Foe, Holder, Land, Rising};
pub use layout::layout;
pub use plan::{Leg, fielded, fielded_against, plan, plan_played, unreached, with_free_unit, worth};
pub use policy::{Falls, Policy};
use rules::Rules;
pub use scenario::{
    Area, AreaId, Enemy, EnemySpell, EventEffect, Finding, Happening, KnownSpell, Scenario, Spell, Start, Terrain,
    Victory,
};
use serde::{Deserialize, Serialize};
pub use troops::{Army, Band, Kind, TYPES, Troop, Troops, army_text, as_text, fighters};
pub use turn::POINTS;

use play::{Ask, Draft, Game, HaltOf, Rule};

/// The game of Steel and Crystal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crystal;

/// Scenario and switches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub scenario: Arc<Scenario>,
    pub rules: Rules,
}

/// Why units have to be given up outside a battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cause {
    Event,
    Ambush,
}

/// The phases of a turn. [SC-5]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Event,
    /// Units are owed to an event or an ambush.
    Loss {
        owed: u8,
        cause: Cause,
    },
    Recruitment,
    Movement,
    Exploration,
    Conflict,
    /// The lost battle leaves a choice of areas.
    Retreat,
    /// A free unit may be taken.
    Conquest,
    Over,
}

/// How a campaign has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    Victory,
    /// No army, and no gold to raise one. [SC-A9]
    NoArmy,
    /// A lost battle with no way back. [SC-A8]
    NoRetreat,
    /// The last turn has passed. [SC-A9]
    TurnLimit,
}

impl Ending {
    /// The paragraph by which the campaign has ended.
    pub fn rule(self) -> Rule {
        match self {
            Ending::Victory => rules::VICTORY,
            Ending::NoArmy | Ending::TurnLimit => rules::DEFEAT,
            Ending::NoRetreat => rules::RETREAT,
        }
    }
}

/// Everything that has happened, as far as it matters.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub setup: Setup,
    pub turn: u16,
    pub phase: Phase,
    pub army_at: AreaId,
    pub came_from: AreaId,
    pub mp_left: u8,
    pub treasure: u32,
    pub resources: u32,
    pub max: Army,
    /// In the order of the scenario's areas.
    pub lands: Vec<Land>,
    /// In the order of the scenario's enemies.
    pub risings: Vec<Rising>,
    /// Of this turn's event: added to expansion dice, movement points, units at half price.
    pub expansion_bonus: u8,
    pub mp_bonus: u8,
    pub discount: u8,
    pub field: Field,
    pub result: Option<Ending>,
}

/// What the player may order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Roll on the event table, then for each enemy empire. [SC-6, SC-7]
    Event,
    /// Give up units: to an event, an ambush, or in battle. [SC-15]
    Lose {
        #[serde(with = "as_text")]
        army: Army,
    },
    /// [SC-8]
    Buy { count: u8, kind: Kind },
    /// Enough bought. [SC-8]
    Done,
    /// [SC-9]
    Move { to: AreaId },
    /// No further. [SC-9]
    Stay,
    /// [SC-10]
    Explore,
    /// Give battle: a die says for how many rounds. [SC-11]
    Battle,
    /// The enemy's wizard rolls. [SC-12]
    Magic,
    /// [SC-12]
    Cast { spell: Spell, at: Vec<Troop> },
    /// No spell in this round. [SC-12]
    Hold,
    /// The battle step. [SC-13]
    Fight,
    /// [SC-16]
    Retreat { to: AreaId },
    /// Take a free unit, or none. [SC-17]
    Free { kind: Option<Kind> },
}

/// What has happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    PhaseBegan(Phase),
    EventRolled {
        total: u8,
    },
    TreasureChanged {
        by: i32,
    },
    /// Units given up to an event or an ambush.
    Lost {
        #[serde(with = "as_text")]
        army: Army,
    },
    UnitsJoined {
        kind: Kind,
        count: u8,
    },
    ExpansionEased {
        by: u8,
    },
    Guided {
        mp: u8,
    },
    Discounted {
        units: u8,
    },
    /// A die for an empire, what is added to it, and whether it grows. [SC-7]
    ExpansionRolled {
        enemy: u8,
        die: u8,
        for_lands: u8,
        for_event: u8,
        grows: bool,
    },
    /// An empire takes an area; what the player loses with it, if it was the player's. [SC-7, SC-A6]
    Seized {
        enemy: u8,
        area: AreaId,
        gp: u32,
        #[serde(with = "as_text")]
        max: Army,
    },
    /// No area is left for an empire to take.
    NowhereToGrow {
        enemy: u8,
    },
    Collected {
        gp: u32,
    },
    Bought {
        kind: Kind,
        count: u8,
        gp: u32,
    },
    Moved {
        from: AreaId,
        to: AreaId,
        cost: u8,
    },
    /// The enemy army waits, or not. [SC-9]
    Intercepted {
        area: AreaId,
        enemy: u8,
    },
    Slipped {
        area: AreaId,
        enemy: u8,
    },
    Explored {
        face: u8,
    },
    AreaGp {
        area: AreaId,
        by: i32,
    },
    Garrison {
        area: AreaId,
        by: i8,
    },
    /// The second die of an ambush.
    Ambushed {
        loses: bool,
    },
    Battle(BattleFact),
    /// The armies part; what an empire has lost for good, and what has stayed with it. [SC-A5, SC-A13]
    Parted {
        foe: Foe,
        dead: Troops,
        stayed: Troops,
    },
    /// The wizard's strength is tried after a battle. [SC-16]
    Wearied {
        dies: bool,
    },
    Retreated {
        to: AreaId,
    },
    /// An area is the player's: gold, and MAX unless it was taken without a fight. [SC-17]
    Conquered {
        area: AreaId,
        gp: u32,
        #[serde(with = "as_text")]
        max: Army,
        levied: bool,
    },
    Freed {
        kind: Kind,
    },
    TurnEnded,
    Ended(Ending),
}

/// Why a command is refused.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    Over(Ending),
    /// Something else is due.
    NotNow {
        due: Phase,
        step: Step,
    },
    NoSuchArea {
        area: AreaId,
    },
    AlreadyThere {
        area: AreaId,
    },
    NotAdjacent {
        from: AreaId,
        to: AreaId,
        adjacent: Vec<AreaId>,
    },
    NoPoints {
        to: AreaId,
        cost: u8,
        left: u8,
    },
    NotForSale {
        kind: Kind,
    },
    NothingBought,
    NoGold {
        kind: Kind,
        count: u8,
        gp: u32,
        treasure: u32,
    },
    AtMax {
        kind: Kind,
        held: u8,
        max: u8,
    },
    OneWizard,
    NoWizard,
    /// One spell a round, and this round's was cast or held back.
    SpellSpent,
    UnknownSpell {
        spell: Spell,
    },
    Targets {
        spell: Spell,
        needed: u8,
        given: u8,
    },
    NoSuchTarget {
        spell: Spell,
        troop: Troop,
    },
    WizardNoLoss,
    WrongLosses {
        owed: u8,
        named: u8,
    },
    NotThere {
        kind: Kind,
        held: u8,
    },
    NoRetreat {
        to: AreaId,
        open: Vec<AreaId>,
    },
    NotListed {
        kind: Kind,
        area: AreaId,
    },
}

/// What a die is thrown for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    Event,
    Expansion(u8),
    NearestArea(u8),
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

type Refused = HaltOf<Crystal>;

impl Game for Crystal {
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Fact = Fact;
    type Reason = Reason;
    type Purpose = Purpose;

    const RULINGS: u32 = 2;

    fn begin(setup: &Setup) -> State {
        turn::begin(setup)
    }

    fn decide(draft: &mut Draft<'_, Crystal>, command: &Command) -> Result<(), Refused> {
        if let Some(ending) = draft.state().result {
            return draft.refuse(ending.rule(), Reason::Over(ending));
        }
        match command {
            Command::Event => turn::event(draft),
            Command::Lose { army } => turn::lose(draft, army),
            Command::Buy { count, kind } => turn::buy(draft, *count, *kind),
            Command::Done => turn::done(draft),
            Command::Move { to } => turn::march(draft, *to),
            Command::Stay => turn::stay(draft),
            Command::Explore => turn::explore(draft),
            Command::Battle => turn::battle(draft),
            Command::Magic | Command::Cast { .. } | Command::Hold | Command::Fight => turn::in_battle(draft, command),
            Command::Retreat { to } => turn::retreat(draft, *to),
            Command::Free { kind } => turn::free(draft, *kind),
        }
    }

    fn apply(state: &mut State, fact: &Fact) {
        land::apply(state, fact);
    }
}

impl Stage for Draft<'_, Crystal> {
    const KEEPS: bool = true;
    fn setup(&self) -> &Setup {
        &self.state().setup
    }
    fn field(&self) -> &Field {
        &self.state().field
    }
    fn throw(&mut self, sides: u8, purpose: Purpose, rule: Rule) -> Result<u8, Refused> {
        self.roll(Ask::one(sides, purpose, rule))
    }
    fn test(&mut self, sides: u8, at_most: u8, purpose: Purpose, rule: Rule) -> Result<bool, Refused> {
        Ok(self.roll(Ask::test(sides, at_most, purpose, rule))? <= at_most)
    }
    fn note(&mut self, rule: Rule, fact: BattleFact) {
        Draft::note(self, rule, Fact::Battle(fact));
    }
}
