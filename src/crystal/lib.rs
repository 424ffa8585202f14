//! Steel and Crystal: the solo campaign of one army on a map of areas.
//!
//! Four floors, each of which knows only those below it: the model, the referee, the odds, the generals. The notation
//! stands on the model beside the others.
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
pub use model::{
    battle::{BattleFact, By, apply as apply_battle},
    facts::{Command, Crystal, Fact, Purpose, Reason},
    field::{Charm, Field, Odds, Part, Rank, Side, Step, TABLE, Term, Weights, losses, odds, ratio, shift},
    land::{Foe, Holder, Land, Rising},
    layout::layout,
    rules,
    scenario::{
        Area, AreaId, Enemy, EnemySpell, EventEffect, Finding, Happening, KnownSpell, Scenario, Spell, Start, Terrain,
        Victory,
    },
    state::{Cause, Ending, POINTS, Phase, Setup, State},
    text,
    troops::{Army, Band, Kind, TYPES, Troop, Troops, army_text, as_text, fighters},
};
pub use odds::{
    approach::{Approach, approaches, fielded, fielded_against, met, unscouted},
    forecast::{Forecast, MOST_FIELDS, Rounds, forecast, sample},
    plan::{Leg, plan, plan_played, unreached, with_free_unit, worth},
    policy::{Falls, Policy},
};
pub use referee::{battle::Stage, choices::choices};
