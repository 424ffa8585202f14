//! The parts of a battle: set-up, ships, state, commands, facts and reasons, and how facts change the state. It
//! contains no rules. Begin with `state`, `fact` and `apply`.
pub mod audit;
pub mod base;
pub mod battle_results;
pub mod calendar;
pub mod card;
pub mod certificate;
pub mod chart;
pub mod checks;
pub mod collision;
pub mod command;
pub mod compound;
pub mod convoy;
pub mod doctrine;
pub mod duty;
pub mod fact;
pub mod fix;
pub mod formation;
pub mod generator;
pub mod half_turn;
pub mod hand_steering;
pub mod history;
pub mod hit;
pub mod id;
pub mod library;
pub mod luck;
pub mod measure;
pub mod namesakes;
pub mod options;
pub mod path;
pub mod plot;
pub mod puzzle;
pub mod reason;
pub mod seal;
pub mod segment;
pub mod sets;
pub mod setup;
pub mod ship;
pub mod special;
pub mod state;
pub mod table;
pub mod this_turn;
pub mod truth;
pub mod victory;
pub mod war;
pub mod zone;

mod apply;
mod marker;
pub(crate) mod sighting;

pub(super) use apply::{apply, apply_initial_damage};
pub use card::{Band, Battery, BatteryKind, Bearing, BigGuns, Card, Dual, FiringArc, Mount, ShipType, Torpedoes};
pub use collision::{Collision, CollisionRisk, CollisionRow, ContactKind};
pub use command::{Command, FireOrder, LaunchRecord, Light, Rudder, Setting};
pub use duty::{Duty, Task};
pub use fact::{
    DetachReason, DivisionOrigin, Fact, Flagship, Label, ManualChange, Meeting, NewDivision, OverruledValue, Purpose,
    Salvo, Sum, Term, TorpedoAttack, TorpedoAttackKind, Volley, VolleyPart,
};
pub use fix::{Corner, TapeEnd, TapeReading};
pub use formation::{DeferredOrder, Formation, FormationChange};
pub use generator::{Approach, DrawnDivision, ForceTable, Generator};
pub use half_turn::{Half, RemainingMove};
pub use hand_steering::{KnownCourse, Steered, SteeringRecord};
pub use hit::{Fate, Harm, Hit, HitState, RudderJam};
pub use id::{FormationId, Id, MarkerId, SideId};
pub use measure::{Fine, Fraction, Inches, NotAFraction, NotInches};
pub use options::{
    Alternation, CollisionCheck, Handicap, NonPen, Options, Ranges, ShipsTurnInBend, Sighting, TorpedoModel,
};
pub use plot::{Element, Plot, Turn, TurnKind, TurnSide};
pub use reason::{FormationReason, Reason, TableReason};
pub use seal::{Salt, Seal, SealedKind, SealedLine};
pub use segment::Segment;
pub use sets::ShipSet;
pub use setup::{
    BattleKind, BearingLine, DivisionSetup, FormationSetup, Land, Setup, ShipSetup, Side, SideLight, Table, Visibility,
    VisibilityStep, Wind,
};
pub use ship::Ship;
pub use sighting::{Contact, Measurement, SightRuling, SightingBasis};
pub use state::{BatteryCount, BattleEnd, Division, HeldHit, HitKind, PlotRecord, State, VictoryRulings};
pub use table::{ColumnState, Edge, Follower, Place, ShipMove, Smoke, TrackLeg, UnfinishedTurn, WindForce};
pub use this_turn::{Declaration, ThisMove, ThisTurn};
pub use truth::Truth;
