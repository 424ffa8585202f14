//! Forecasts of battles under a stated policy. Begin with [`forecast()`].
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
