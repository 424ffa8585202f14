//! The parts of a campaign: troops, land, the battlefield, commands and events. It decides nothing.
mod apply;
pub mod battle;
mod facts;
pub mod field;
mod kind;
mod land;
mod layout;
pub mod rules;
mod scenario;
mod sound;
mod state;
pub mod text;
mod troops;

pub(crate) use apply::apply;
pub use battle::{BattleFact, By, Clash};
pub use facts::{Command, Crystal, Fact, Purpose, Reason};
pub use field::{Charm, Counts, Field, Odds, Part, Rank, Side, Step, TABLE, Term, Weights, losses, odds, ratio, shift};
pub use kind::{Army, Kind, TYPES};
pub use land::{Foe, Holder, Land, Rising};
pub use layout::layout;
pub use rules::{BelowOne, EnemyBlast, FirstMax, Grows, Halves, Rough, Rules, Tie};
pub use scenario::{
    Area, AreaId, Enemy, EnemyId, EventEffect, Finding, Happening, KnownSpell, MAP_SIDE, MOST_AREAS, MOST_GP,
    MOST_TURNS, RICHEST, Scenario, Spell, Start, Terrain, Victory,
};
pub use sound::{beyond_max, uncountable};
pub use state::{Cause, Ending, POINTS, Phase, Setup, State};
pub use text::{Fault, nearest};
pub(crate) use text::{did_you_mean, nearest_first};
pub use troops::{Band, Troop, Troops};
