//! Facts: everything that can happen. Only `apply` writes them into the state.
use std::sync::Arc;

use chrono::NaiveTime;
use serde::{Deserialize, Serialize};

use super::{
    Approach, BatteryCount, BatteryKind, BattleEnd, Bearing, Card, Collision, ColumnState, Contact, Declaration,
    DrawnDivision, Duty, Edge, Fate, Formation, FormationChange, FormationId, Fraction, Harm, HeldHit, HitState, Id,
    Inches, Light, MarkerId, Place, Plot, RemainingMove, Seal, Segment, Setting, ShipMove, ShipType, SideId, Steered,
    TapeReading, UnfinishedTurn, Wind,
    chart::{Independent, UnitKind, VisibilityQuality},
    special::RuleFact,
    state::Marker,
};

mod division_origin;
mod label;
mod position;
mod purpose;
mod sum;

pub use division_origin::{DetachReason, DivisionOrigin, Flagship, NewDivision};
pub use label::Label;
pub use position::{Meeting, OverruledValue, ceil_degrees};
pub use purpose::Purpose;
pub use sum::{Sum, Term};

/// Something that happened, as recorded in the journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    /// A segment began, and a new turn if the number is new. [3.3]
    SegmentBegan { turn: u16, segment: Segment },
    /// Duties were left undone, for this reason.
    DutiesWaived { because: String, duties: Vec<Duty> },
    /// The sighting range was rolled, or set by the scenario's steps, with the quality of visibility. [4.3]
    SightingBaseFound { base: Inches, quality: Option<VisibilityQuality> },
    /// A ship that the scenario held back entered the table. [9.1]
    ShipEntered { ship: Id },
    /// A range was measured. [2.7]
    Measured {
        from: Id,
        to: Id,
        range: Inches,
        /// Arc of `from` in which `to` bears.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bearing: Option<Bearing>,
        /// The different range typed for this pair earlier in the turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<Inches>,
    },
    /// The referee overruled the positions for `unit`, and for `other` if given. [2.7]
    Overruled {
        unit: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        other: Option<Id>,
        word: OverruledValue,
    },
    /// The enemy sees a ship. [4.3]
    Sighted { ship: Id },
    /// The enemy no longer sees a ship. [4.4]
    LostFromSight { ship: Id },
    /// The referee ruled whether a ship is seen: by `by`, or by every enemy. [4.3, Q36]
    SightRuled {
        ship: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Id>,
        seen: bool,
    },
    /// A ship lit another, or the boats of a base. [4.5]
    Illuminated { by: Id, target: Id, with: Light },
    /// A battery was declared to fire at a target. [3.3.5]
    FireDeclared(Declaration),
    /// A side declared out of turn.
    DeclaredOutOfTurn { side: SideId, due: SideId },
    /// A medium or light battery may not fire at a big-gun target. [6.5.10]
    DeclarationVoided { firer: Id, battery: BatteryKind, target: Id },
    /// During movement, a division moved by hand carried out an order that needs no check. [5.10]
    ObeyedByHand { division: Id },
    /// Declared fire uses the range and arc measured since. [2.7]
    FireRemeasured { firer: Id, battery: BatteryKind, target: Id, range: Inches, bearing: Bearing },
    /// A side declares no more fire. [3.3.5]
    DeclarationsClosed { side: SideId },
    /// A side has declared all its big guns. It may still allocate other batteries. (Q45)
    BigGunsDeclared { side: SideId },
    /// The first side to declare big guns was rolled. (Q4)
    BigGunOrder { first: SideId },
    /// The first side to allocate medium and light fire was rolled.
    SecondaryFireOrder { first: SideId },
    /// A big-gun salvo was fired. [6.5.1]
    /// Boxed, like the torpedo attack: otherwise every fact of a long journal would take twice the memory.
    SalvoFired(Box<Salvo>),
    /// Medium and light batteries fired at one target. [6.5.2]
    BatteriesFired(Volley),
    /// Hits were marked beside the target, held for the Damage Segment. [6.5.1.2]
    HitsMarked(HeldHit),
    /// Batteries of a large ship that fired at a light division were counted. [6.5.8]
    BatteriesCounted(BatteryCount),
    /// Torpedoes were launched, or a dummy was placed. [7.4]
    TorpedoesLaunched(Marker),
    /// The tracks of torpedoes and a ship show that they could have met. [7.4.2]
    TorpedoesMet(Meeting),
    /// The referee moved a ship, so the ships that a marker could have met were computed again. [2.7, 7.4.2]
    MeetingsFoundAgain { marker: MarkerId, meetings: Vec<Meeting> },
    /// A marker has outrun every ship it could have met: it was a dummy. [7.4.6]
    DummyRevealed { marker: MarkerId },
    /// A die chose which of several ships the torpedoes attack. Without `marker`, those of large ships. [7.4.4, 7.5.2]
    TorpedoTargetDrawn {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        marker: Option<MarkerId>,
        ship: Id,
    },
    /// Torpedoes rolled against one ship. [7.4.3]
    TorpedoesAttacked(Box<TorpedoAttack>),
    /// The torpedoes of a marker met no ship this turn. [7.4.2]
    TorpedoesRanOn { marker: MarkerId },
    /// A marker left the table: its torpedoes have hit (`spent`), or their run is over. [7.4.2]
    MarkerRemoved { marker: MarkerId, spent: bool },
    /// The D10 of 7.5.1 was rolled.
    TorpedoCheckMade {
        side: SideId,
        attack: bool,
        /// A 1 was rolled, and the side declined the attack. [7.5.1]
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        held: bool,
    },
    /// It is settled that no large ship of a side has an enemy large ship in torpedo range. [7.5.1, Q47]
    NoneInTorpedoReach { side: SideId },
    /// A light division was tested for turning away from fire. [5.15]
    ReactionTested {
        division: Id,
        batteries: u16,
        initiative: i32,
        roll: i32,
        reacts: bool,
        away_from: Option<Id>,
        /// The other divisions of its formation, which react in the same way.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<Id>,
    },
    /// The division must steer directly away from this enemy at its best speed. [5.15.3]
    TurnedAway { division: Id, from: Id },
    /// A launch was cancelled, and its factors were returned. [7.4, 5.15.4]
    LaunchCancelled {
        marker: MarkerId,
        /// Ships that therefore used no weapon this turn. [8.6.4.1]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unused: Vec<Id>,
    },
    /// A hit was rolled on a damage table: table and resulting code. [8.2, 8.3]
    HitRolled { target: Id, table: Id, code: String },
    /// A ship took lasting damage. `id` is the hit's name on the card, for repairs. [8.3]
    HitTaken { ship: Id, id: Id, harm: Harm },
    /// A hit had no effect.
    NoEffect { ship: Id },
    /// A ship was lost. [8.7]
    ShipLost { ship: Id, fate: Fate },
    /// A magazine did not explode. [8.4]
    MagazineHeld { ship: Id },
    /// Hits on a ship already lost: no dice are rolled. [8.7]
    HitsWasted { target: Id, count: u16 },
    /// All hits held on a target have been rolled. [3.3.8]
    HeldHitsResolved { target: Id },
    /// The fires of a ship were rolled: their hits, and the new fires that they lit. [8.5.3]
    FiresRolled { ship: Id, hits: u16, new_fires: u16 },
    /// A damage-control attempt was rolled. [8.6]
    RepairRolled {
        ship: Id,
        item: Id,
        /// The highest die that succeeds, with its modifiers. [8.6.1, 8.6.4]
        needed: Sum,
        result: HitState,
    },
    /// A ship was put on the table, with its card if it is new to this battle. [3.1]
    ShipPlaced {
        ship: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Arc<Card>>,
        side: SideId,
        at: Place,
        speed: Inches,
    },
    /// A division was put at its measured position. [2.7]
    DivisionFixed {
        division: Id,
        by: [TapeReading; 2],
        /// The division's ships, the leader first.
        places: Vec<(Id, Place)>,
        /// The leader's distance from its calculated position, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        off: Option<Inches>,
    },
    /// A side of an empty table was given its name. [1.3]
    SideNamed { side: SideId, name: SideId },
    /// Ships now form a separate division. [5.1, 5.8, 5.10.6]
    DivisionFormed(NewDivision),
    /// A division's plot will leave these ships behind, each at this speed. [5.8.3, Q57]
    StragglersNamed { division: Id, ships: Vec<(Id, Inches)> },
    /// A division's plot will leave these ships behind a gap, each with its clear water, so they fall out. [5.8.2, Q57]
    GapsForeseen { division: Id, ships: Vec<(Id, Inches)> },
    /// A division without positions or plot continues at this speed, limited by flagship or special rule. [5.8.3, Q57]
    GoesOnUnplotted { division: Id, speed: Inches },
    /// A ship that fell out of a division has closed up and rejoined it. [5.8, Q57]
    ShipRejoined { ship: Id, division: Id, course: ColumnState },
    /// A ship left its division and acts alone. [5.8, 5.9.2]
    ShipDetached { ship: Id, from: Id, why: DetachReason, course: ColumnState, flag: Flagship },
    /// Divisions formed a formation and left their earlier ones. [5.2]
    FormationFormed(Formation),
    /// A formation dissolved. Each division now acts alone. [5.2]
    FormationDisbanded { formation: FormationId },
    /// The state of a formation after all moves: `off` lists divisions out of it, with their distances. [5.2, Q38]
    #[serde(rename = "formation_lies")]
    FormationMeasured {
        formation: FormationId,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        off: Vec<(Id, Inches)>,
    },
    /// A flotilla's change of formation was plotted for this turn. [5.3.4]
    ChangePlotted { formation: FormationId, change: FormationChange },
    /// A flotilla ran its change of formation, or one turn of it. [5.3.3]
    FormationChanged {
        formation: FormationId,
        /// The division with the longest way.
        farthest: Id,
        /// Divisions that did not reach their places. Empty once the flotilla has formed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        short: Vec<Id>,
    },
    /// A division has a new flagship, with ratings no better than the old one's. [5.9.1, 5.10.6]
    FlagPassed {
        division: Id,
        flag: Flagship,
        /// Ordered, rather than caused by the loss of the old flagship.
        ordered: bool,
        /// The turn in which it goes straight ahead under the new flag. (Q40)
        #[serde(default, skip_serializing_if = "Option::is_none")]
        straight_turn: Option<u16>,
    },
    /// A side's force flag moved to another ship. [5.10.6]
    ForceFlagPassed { side: SideId, ship: Id },
    /// A division moved by hand changes course or speed, so its orders must be checked. [5.10, Q47]
    ChangedByHand { division: Id, what: ManualChange },
    /// How ships of a division moved by hand steered: by its plot, or as stated (`said`). [5.7, 6.5.1.3, Q56]
    SteeredByHand {
        ships: Vec<Steered>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        said: bool,
    },
    /// A replacement plot changes neither course nor speed after all. [5.10.2]
    HoldsOnByHand { division: Id },
    /// A formation or single ship was checked for orders. [5.10.3]
    OrdersChecked {
        unit: Id,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<Id>,
        needed: Sum,
        received: bool,
    },
    /// A unit that no orders reached acted alone. [5.10.3]
    ActedAlone {
        unit: Id,
        kind: UnitKind,
        initiative: i32,
        /// Die plus initiative.
        roll: i32,
        does: Independent,
    },
    /// A division does this instead of its plot this turn. [5.10.5, 5.15.3]
    PlotReplaced {
        division: Id,
        plot: Plot,
        /// A turn to finish first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        carried: Option<UnfinishedTurn>,
    },
    /// A division was plotted, for this turn or (`advance`) for the next. [5.7, 5.7.7]
    PlotFiled { division: Id, plot: Plot, advance: bool },
    /// A side's plots were sealed. [3.3.1]
    PlotsSealed(Seal),
    /// A ship, or the base of a division of boats, ran its plot. [5.7]
    Moved(ShipMove),
    /// A division's course after its move. [5.9]
    #[serde(rename = "course_kept")]
    CourseRecorded { division: Id, course: ColumnState },
    /// Command checks and speed limits were turned on or off. [5.4, 5.10]
    ChecksSet { on: bool },
    /// A side demanded a turn in halves, because these two ships are close. [3.4]
    HalfMovesInvoked { by: Option<SideId>, one: Id, other: Id },
    /// The first half of the turn ended. [3.4.1]
    SecondHalfBegan,
    /// Part of a division's move was kept for the second half. [3.4.2]
    RestKept(RemainingMove),
    /// Torpedo craft were stopped by enemy torpedo craft, broadside on to them. [5.16]
    MeleeJoined { division: Id, with: Id },
    /// The wind of a generated scenario was found. [10.1.1]
    WindFound { wind: Wind },
    /// The starting hour of a generated scenario was found. [10.1, Q65]
    HourFound { start: NaiveTime },
    /// The Ship Type Table was rolled and ships of that kind were found. A die chose the first of `ships`. Older
    /// journals list no ships. [10.1.2]
    TypeRolled {
        side: SideId,
        kind: ShipType,
        wanted: u8,
        found: u8,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        ships: Vec<Id>,
    },
    /// A leader was drawn for a large division of boats. [10.1.2]
    LeaderDrawn { side: SideId, ship: Id, division: Id },
    /// Ships were drawn for a division of a generated force. [10.1.2]
    DivisionRaised(DrawnDivision),
    /// A side has all the ships it rolled for. [10.1.2]
    ForceMustered { side: SideId },
    /// A side's approach was stated. It is hidden from the enemy until the side is placed. [10.1.3]
    ApproachStated(Approach),
    /// A division was placed, the first of its side at the point of its approach. [10.2]
    DivisionDeployed { division: Id, first: bool },
    /// Sides that began in sight of each other moved back these distances. [10.2.3]
    SidesDrewBack { back: Vec<(SideId, Inches)> },
    /// Sides begin in sight, and moving back does not help: their bearings are nearly the same. [10.2.3]
    StayInSight { range: Inches },
    /// All forces are placed. Each side steers for the centre, as its first division does. [10.3, Q44]
    ForcesPlaced,
    /// Two divisions of a side would collide on their present courses and plots. [5.11, Q44]
    FriendsConverge { one: Id, other: Id, turn: u16 },
    /// The turns that a division runs before contact were plotted, the present one first. [5.13.2]
    PreplotFiled { division: Id, plots: Vec<Plot> },
    /// A division was sighted: its ships replace its marker. [5.13.4]
    MarkerReplaced { division: Id },
    /// A side made contact and now plots turn by turn. [5.13.3, 5.13.6]
    ContactMade { side: SideId, by: Contact },
    /// Divisions ran on without plots. [5.14]
    QuickStarted { turns: u16 },
    /// Two ships in each other's way were tested for collision. [5.11]
    CollisionTested(Collision),
    /// A ship ran aground and stopped there. [5.12]
    RanAshore { ship: Id, land: Id },
    /// A division that steers by itself turned to clear land. Degrees to starboard are positive. [5.12]
    LandCleared { division: Id, degrees: i16 },
    /// A division that turns away from fire swerved to clear friends. Degrees to starboard are positive. [5.15.3]
    FriendsCleared { division: Id, degrees: i16 },
    /// A ship changed speed. [5.5]
    SpeedChanged { ship: Id, speed: Inches },
    /// A ship left the table, by a friendly edge or not. [9.3]
    ShipExited {
        ship: Id,
        friendly: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edge: Option<Edge>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<u16>,
    },
    /// The referee wrote a note in the log. [9.2]
    Noted { words: String },
    /// The referee set a value. [9.2]
    ValueSet { unit: Id, setting: Setting, because: String },
    /// The battle is over. [9.3]
    ScenarioEnded { end: BattleEnd },
    /// A special rule of the scenario took effect. [9.2]
    Special(RuleFact),
}

/// What a division moved by hand changes. [5.10.2]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ManualChange {
    Course,
    Speed,
}

/// A big-gun salvo with its arithmetic. [6.5.1]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Salvo {
    pub firer: Id,
    pub target: Id,
    pub range: Inches,
    pub dice: Sum,
    pub to_hit: Sum,
    pub size: Sum,
    /// Power less armour, given even if no third roll was made. (Q13)
    pub penetration: Sum,
    /// Successes of the first roll. `strikes` counts those of the second.
    #[serde(rename = "on")]
    pub on_successes: u16,
    pub strikes: u16,
    pub penetrating: u16,
    pub non_penetrating: u16,
}

/// One battery's part in a volley. [6.5.5]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VolleyPart {
    pub firer: Id,
    pub battery: BatteryKind,
    pub strength: Sum,
    /// Strength after the factors, unrounded.
    pub points: Fraction,
}

/// Medium and light fire at one target. [6.5.2]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Volley {
    pub target: Id,
    pub range: Inches,
    pub parts: Vec<VolleyPart>,
    pub strength: Fraction,
    pub defence: i32,
    /// Strength divided by defence, rounded half up. Unrounded with the D100 option.
    pub quotient: Fraction,
    pub automatic: u16,
    /// Highest die that succeeds, and the die's sides. 0 if no die is rolled.
    pub needed: u8,
    pub sides: u8,
    pub hits: u16,
}

/// Torpedoes against one ship: the same three rolls, no modifiers. [7.4.3]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TorpedoAttack {
    pub marker: Option<MarkerId>,
    pub by: Id,
    pub target: Id,
    pub manner: TorpedoAttackKind,
    pub factors: Sum,
    pub to_hit: Sum,
    pub size: Sum,
    pub penetration: Sum,
    /// Successes of the first roll.
    #[serde(rename = "on")]
    pub on_successes: u16,
    pub strikes: u16,
    pub hits: u16,
}

/// The paragraph by which torpedoes attack. [7.1]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TorpedoAttackKind {
    /// 7.4
    Launched,
    /// 7.4.2: on the same line of bearing.
    InLine,
    /// 7.5
    LargeShip,
    /// 7.6
    CoupDeGrace,
}
