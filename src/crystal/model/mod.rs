//! The parts of a campaign: troops, land, the battlefield, commands and events. It decides nothing.
mod apply;
pub mod battle;
mod bounds;
mod facts;
pub mod field;
mod kind;
mod land;
mod layout;
pub mod rules;
mod scenario;
mod state;
pub mod text;
mod troops;

pub(crate) use apply::apply;
pub use battle::{BattleFact, Clash, LossCause};
pub use bounds::{kinds_over_byte_limit, kinds_overflowing_max};
pub use facts::{Command, Crystal, Fact, Purpose, Reason};
pub use field::{
    BattleSide, BattleStrengths, COMBAT_TABLE, Counts, Field, Rank, RoundSpell, Step, TablePosition, Term, TermKind,
    cavalry_shift, strength_ratio, table_losses, table_position,
};
pub use kind::{ARMY_TYPES, Army, Kind};
pub use land::{AreaState, EmpireChanges, Holder, Opponent};
pub use layout::layout;
pub use rules::{BelowOne, EnemyBlast, ExpansionLimit, FirstMax, Halves, Rough, Rules, Tie};
pub use scenario::{
    Area, AreaId, Enemy, EnemyId, EventEffect, Finding, KnownSpell, MAP_SIDE, MAX_AREA_GOLD, MAX_AREAS, MAX_START_GOLD,
    MAX_TURNS, Scenario, Spell, Start, TableLine, Terrain, Victory,
};
pub use state::{Cause, Ending, MOVEMENT_POINTS, Phase, Setup, State};
pub use text::{LineError, nearest};
pub(crate) use text::{did_you_mean, nearest_first};
pub use troops::{Troop, TroopGroup, Troops};
