//! Records of historical ships, fleets and battles. `load` computes cards from them and `show` makes pages. Begin with
//! [`ShipClass`]. [1.2, 6.2.4]
mod class;
mod flags;
mod listed;
mod parts;
mod refit;

pub use class::{CardFigure, FigureName, Override, ShipClass, first_day_of, war_on};
pub use listed::{ClosedSeason, DayOfYear, FleetRating, ScenarioLine, ShipLine, ShipRecord, TheatreLine};
pub use parts::{
    ArmourPlan, Bulkhead, Cover, Disputed, FireControl, GunGroup, KnownTo, LaterFlag, LossCause, MainBattery,
    NamedShip, OutOfService, Plate, TorpedoTubes,
};
pub use refit::Refit;
