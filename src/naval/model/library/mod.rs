//! Records of historical ships, fleets and battles. `load` computes cards from them and `show` makes pages. Begin with
//! [`ShipClass`]. [1.2, 6.2.4]
mod class;
mod flags;
mod listed;
mod parts;
mod refit;

pub use class::{Figure, FigureName, Override, ShipClass, first_day_of, war_of};
pub use listed::{Closed, DayOfYear, FleetRating, ScenarioLine, ShipLine, ShipRecord, TheatreLine};
pub use parts::{
    ArmourPlan, Bulkhead, Cover, Disputed, FireControl, Flag, GunGroup, KnownTo, Loss, MainBattery, NamedShip, Out,
    Plate, TorpedoTubes,
};
pub use refit::Refit;
