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
    campaign::{CampaignResult, CampaignStats, EARLY_TURNS, ENDINGS, WinRate, play_campaign},
    general::{General, Style},
    stake,
};
pub use model::battle::apply as apply_battle;
pub use model::{
    ARMY_TYPES, Area, AreaId, AreaState, Army, BattleFact, BattleSide, BattleStrengths, COMBAT_TABLE, Cause, Clash,
    Command, Crystal, EmpireChanges, Ending, Enemy, EnemyId, EventEffect, Fact, Field, Finding, Holder, Kind,
    KnownSpell, LossCause, MAP_SIDE, MAX_AREA_GOLD, MAX_AREAS, MAX_START_GOLD, MAX_TURNS, MOVEMENT_POINTS, Opponent,
    Phase, Purpose, Rank, Reason, RoundSpell, Scenario, Setup, Spell, Start, State, Step, TableLine, TablePosition,
    Term, TermKind, Terrain, Troop, TroopGroup, Troops, Victory, cavalry_shift, kinds_over_byte_limit,
    kinds_overflowing_max, layout, rules, strength_ratio, table_losses, table_position, text,
};
pub use odds::{
    Approach, Duration, Forecast, LossOrder, PlanLeg, Policy, approaches, field_against, first_unreachable, forecast,
    forecast_approach, is_unexplored, plan, sample, sample_plan, unit_value, with_free_unit,
};
pub use referee::choices::choices;
