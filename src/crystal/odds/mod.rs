//! What may come of a battle before it is fought, under a stated policy.
pub mod approach;
pub mod bench;
pub mod forecast;
pub mod guess;
pub mod keys;
pub mod plan;
pub mod policy;
pub mod walk;
pub mod web;

pub use approach::{Approach, approaches, fielded, met, unscouted};
pub(crate) use forecast::forecast_within;
pub use forecast::{Forecast, Rounds, forecast, sample};
pub use plan::{Leg, plan, plan_played, unreached, with_free_unit, worth};
pub use policy::{Falls, Policy};
