//! Forecasts of battles under a stated policy. Begin with [`forecast()`].
pub mod approach;
pub mod dice_paths;
pub mod eventless_battle;
pub mod field_graph;
pub mod forecast;
pub mod keys;
pub mod plan;
pub mod policy;
pub mod rough_estimate;

pub use approach::{Approach, approaches, field_against, forecast_approach, is_unexplored};
pub(crate) use forecast::forecast_within;
pub use forecast::{Duration, Forecast, forecast, sample};
pub use plan::{PlanLeg, first_unreachable, plan, sample_plan, unit_value, with_free_unit};
pub use policy::{LossOrder, Policy};
