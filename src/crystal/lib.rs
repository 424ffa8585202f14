//! Steel and Crystal: the solo campaign of one army on a map of areas.
//!
//! Four layers, each using only those before it: `model`, `referee`, `odds`, `generals`. `notation` uses `model` only.
//! Begin to read with `model::Command` and `referee::turn`.
mod generals;
mod model;
pub mod notation;
mod odds;
mod referee;

pub use generals::{
    campaign::{Course, EARLY, ENDINGS, Many, Share, campaign},
    general::{General, Style},
    stake,
};
pub use model::battle::apply as apply_battle;
pub use model::{
    Area, AreaId, Army, Band, BattleFact, By, Cause, Charm, Clash, Command, Crystal, Ending, Enemy, EnemyId,
    EventEffect, Fact, Field, Finding, Foe, Happening, Holder, Kind, KnownSpell, Land, MAP_SIDE, MOST_AREAS, MOST_GP,
    MOST_TURNS, Odds, POINTS, Part, Phase, Purpose, RICHEST, Rank, Reason, Rising, Scenario, Setup, Side, Spell, Start,
    State, Step, TABLE, TYPES, Term, Terrain, Troop, Troops, Victory, Weights, beyond_max, layout, losses, odds, ratio,
    rules, shift, text, uncountable,
};
pub use odds::{
    Approach, Falls, Forecast, Leg, Policy, Rounds, approaches, fielded, forecast, met, plan, plan_played, sample,
    unreached, unscouted, with_free_unit, worth,
};
pub use referee::choices::choices;
