//! The parts of a battle: set-up, ships, state, commands, facts and reasons, and how facts change the state. It
//! contains no rules. Begin with `state`, `fact` and `apply`.
pub mod audit;
pub mod base;
pub mod battles;
pub mod calendar;
pub mod card;
pub mod certificate;
pub mod chart;
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
pub mod half;
pub mod helm;
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
pub mod sound;
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
pub(crate) mod seen;

pub(super) use apply::{apply, harmed_from_the_start};
pub use card::{Arcs, Band, Battery, BatteryKind, Bearing, BigGuns, Card, Dual, Mount, ShipType, Torpedoes};
pub use collision::{Blow, Collision, HowMet, Risk};
pub use command::{Command, Light, Record, Rudder, Setting, Target};
pub use duty::{Duty, Task};
pub use fact::{
    ByHand, Fact, Flagship, Formed, Label, Meeting, Overruled, Parting, Purpose, Salvo, Standing, Sum, Term,
    TorpedoAttack, TorpedoManner, Volley, VolleyPart,
};
pub use fix::{Corner, TapeEnd, Taped};
pub use formation::{Change, Formation, Kept};
pub use generator::{Approach, ForceTable, Generator, RaisedDivision};
pub use half::{Half, Rest};
pub use helm::{Helm, Steered, SteeredNow};
pub use hit::{Fate, Harm, Hit, HitState, Jam};
pub use id::{FormationId, Id, MarkerId, SideId};
pub use measure::{Fine, Fraction, Inches, NotAFraction, NotInches};
pub use options::{
    Alternation, CollisionCheck, Handicap, NonPen, Options, Ranges, ShipsTurnInBend, Sighting, TorpedoModel,
};
pub use plot::{Element, Hand, Manner, Plot, Turn};
pub use reason::{FormationReason, Reason, TableReason};
pub use seal::{Filed, Salt, Seal, SealedLine};
pub use seen::{Contact, Look, Measure, SightWord};
pub use segment::Segment;
pub use sets::Ships;
pub use setup::{
    BattleKind, BearingLine, DivisionSetup, FormationSetup, Land, Setup, ShipSetup, Side, SideLight, Table, Visibility,
    VisibilityStep, Wind,
};
pub use ship::Ship;
pub use state::{BatteryCount, Division, End, HeldHit, HitKind, Recorded, State, VictoryRuled};
pub use table::{Carried, Course, Edge, Follower, Leg, Place, Run, Smoke, WindForce};
pub use this_turn::{Declaration, ThisMove, ThisTurn};
pub use truth::Truth;
