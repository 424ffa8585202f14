//! What can happen, in the past tense; only `apply` reads these into the state.
use std::sync::Arc;

use chrono::NaiveTime;
use serde::{Deserialize, Serialize};

use super::{
    Approach, BatteryCount, BatteryKind, Bearing, Card, Carried, Change, Collision, Contact, Course, Declaration, Duty,
    Edge, End, Fate, Formation, FormationId, Fraction, Harm, HeldHit, HitState, Id, Inches, Light, MarkerId, Place,
    Plot, RaisedDivision, Rest, Run, Seal, Segment, Setting, ShipType, SideId, Steered, Taped, Wind,
    chart::{Independent, Quality, UnitKind},
    special::RuleFact,
    state::Marker,
};

mod label;
mod position;
mod purpose;
mod standing;
mod sum;

pub use label::Label;
pub use position::{Meeting, Overruled, whole_degrees};
pub use purpose::Purpose;
pub use standing::{Flagship, Formed, Parting, Standing};
pub use sum::{Sum, Term};

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    /// A segment began, and a new turn where its number says so. [3.3]
    SegmentBegan { turn: u16, segment: Segment },
    /// Duties were left undone, and why.
    DutiesWaived { because: String, duties: Vec<Duty> },
    /// The sighting range, as diced for or by the steps of the scenario, and how poor the visibility is. [4.3]
    SightingBaseFound { base: Inches, quality: Option<Quality> },
    /// A ship that the scenario kept back came on to the table. [9.1]
    ShipEntered { ship: Id },
    /// A range was read from the tape. [2.7]
    Measured {
        from: Id,
        to: Id,
        range: Inches,
        /// Arc of `from` in which `to` bears.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bearing: Option<Bearing>,
        /// The other range that was typed for this pair earlier in the turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<Inches>,
    },
    /// The referee's word stands against the positions: `unit`, towards `other` where there is one. [2.7]
    Overruled {
        unit: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        other: Option<Id>,
        word: Overruled,
    },
    /// The enemy sees a ship. [4.3]
    Sighted { ship: Id },
    /// The enemy sees her no more. [4.4]
    LostFromSight { ship: Id },
    /// The referee's word on who sees a ship: `by`, or every enemy of hers. [4.3, Q36]
    SightRuled {
        ship: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Id>,
        seen: bool,
    },
    /// A ship lit another, or the boats of a base. [4.5]
    Illuminated { by: Id, target: Id, with: Light },
    /// A battery is to fire at a target. [3.3.5]
    FireDeclared(Declaration),
    /// A side spoke out of its turn.
    DeclaredOutOfTurn { side: SideId, due: SideId },
    /// A medium or light battery may not fire at a big-gun target. [6.5.10]
    DeclarationVoided { firer: Id, battery: BatteryKind, target: Id },
    /// What a division moved by hand does needs no check, as all move. [5.10]
    ObeyedByHand { division: Id },
    /// Fire that was declared at another range, or into another arc, goes by what the tape says now. [2.7]
    FireRemeasured { firer: Id, battery: BatteryKind, target: Id, range: Inches, bearing: Bearing },
    /// A side declares no more fire. [3.3.5]
    DeclarationsClosed { side: SideId },
    /// A side has declared all its big guns, and may still allocate the others. (Q45)
    BigGunsDeclared { side: SideId },
    /// A side was diced for as the first to declare its big guns. (Q4)
    BigGunOrder { first: SideId },
    /// A side was diced for as the first to allocate medium and light fire.
    SecondaryFireOrder { first: SideId },
    /// A big-gun salvo. [6.5.1]
    /// Apart, as is the torpedo attack: a long journal would take twice the room for every fact.
    SalvoFired(Box<Salvo>),
    /// Medium and light batteries at one target. [6.5.2]
    BatteriesFired(Volley),
    /// Hits counted beside the target, held for the Damage Segment. [6.5.1.2]
    HitsMarked(HeldHit),
    /// Batteries of a large ship noted at a light division. [6.5.8]
    BatteriesCounted(BatteryCount),
    /// Torpedoes were launched, or a dummy laid. [7.4]
    TorpedoesLaunched(Marker),
    /// Torpedoes could have met a ship, by her way and theirs. [7.4.2]
    TorpedoesMet(Meeting),
    /// The referee moved a ship: whom the torpedoes of a marker could have met, worked out again. [2.7, 7.4.2]
    MeetingsFoundAgain { marker: MarkerId, meetings: Vec<Meeting> },
    /// A marker has outrun all that it could have met: it was a dummy. [7.4.6]
    DummyRevealed { marker: MarkerId },
    /// Whom the torpedoes of a marker, or without one those of large ships, attack, when a die chose one of several.
    /// [7.4.4, 7.5.2]
    TorpedoTargetDrawn {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        marker: Option<MarkerId>,
        ship: Id,
    },
    /// Torpedoes were diced for at one ship. [7.4.3]
    TorpedoesAttacked(Box<TorpedoAttack>),
    /// The torpedoes of a marker met nobody this turn. [7.4.2]
    TorpedoesRanOn { marker: MarkerId },
    /// A marker leaves the table: its torpedoes have hit (`spent`), or their run is over. [7.4.2]
    MarkerRemoved { marker: MarkerId, spent: bool },
    /// The D10 of 7.5.1.
    TorpedoCheckMade {
        side: SideId,
        attack: bool,
        /// There was a 1, and the side let it be. [7.5.1]
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        held: bool,
    },
    /// Nobody measured what would be in torpedo range: there is nobody. [7.5.1, Q47]
    NoneInTorpedoReach { side: SideId },
    /// A light division was diced for: does it turn away from fire? [5.15]
    ReactionTested {
        division: Id,
        batteries: u16,
        initiative: i32,
        roll: i32,
        reacts: bool,
        away_from: Option<Id>,
        /// The other divisions of its formation, which do the same.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<Id>,
    },
    /// The division must steer straight away at its best speed. [5.15.3]
    TurnedAway { division: Id, from: Id },
    /// A launch did not come about, and its factors are whole. [7.4, 5.15.4]
    LaunchCancelled {
        marker: MarkerId,
        /// Ships that have used no weapon this turn after all. [8.6.4.1]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unused: Vec<Id>,
    },
    /// A hit was rolled on a table: code and table. [8.2, 8.3]
    HitRolled { target: Id, table: Id, code: String },
    /// A ship took damage that stays. [8.3]
    HitTaken { ship: Id, id: Id, harm: Harm },
    /// A hit that changed nothing.
    NoEffect { ship: Id },
    /// A ship is lost, and how. [8.7]
    ShipLost { ship: Id, fate: Fate },
    /// A magazine did not go up. [8.4]
    MagazineHeld { ship: Id },
    /// Hits on a ship that was lost already: no dice. [8.7]
    HitsWasted { target: Id, count: u16 },
    /// The hits held on a target have all been rolled. [3.3.8]
    HeldHitsResolved { target: Id },
    /// The fires of a ship were diced for: hits of their own, and fires that they lit. [8.5.3]
    FiresRolled { ship: Id, hits: u16, new_fires: u16 },
    /// A damage-control attempt was diced for. [8.6]
    RepairRolled {
        ship: Id,
        item: Id,
        /// What the die must not exceed, with its reasons. [8.6.1, 8.6.4]
        needed: Sum,
        result: HitState,
    },
    /// A ship was put on the table; the card of one that is new to this battle comes with it. [3.1]
    ShipPlaced {
        ship: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Arc<Card>>,
        side: SideId,
        at: Place,
        speed: Inches,
    },
    /// A division was put where the tape has it. [2.7]
    DivisionFixed {
        division: Id,
        by: [Taped; 2],
        /// Its ships, the leader first.
        places: Vec<(Id, Place)>,
        /// How far the leader lies from where she was reckoned to be, if she had a place.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        off: Option<Inches>,
    },
    /// A side of an empty table was given its name. [1.3]
    SideNamed { side: SideId, name: SideId },
    /// Ships are a division of their own now. [5.1, 5.8, 5.10.6]
    DivisionFormed(Formed),
    /// A plot of a division will leave these ships behind, each making so much. [5.8.3, Q57]
    StragglersNamed { division: Id, ships: Vec<(Id, Inches)> },
    /// After a plot of a division these ships will lie behind a gap, each with its clear water, and fall out. [5.8.2, Q57]
    GapsForeseen { division: Id, ships: Vec<(Id, Inches)> },
    /// A division without positions that nobody has plotted goes on at this speed, for its flagship or a special rule holds it
    /// back. [5.8.3, Q57]
    GoesOnUnplotted { division: Id, speed: Inches },
    /// A ship that fell out of a division has closed up and is of it again. [5.8, Q57]
    ShipRejoined { ship: Id, division: Id, course: Course },
    /// A ship that no longer belongs to her division acts alone. [5.8, 5.9.2]
    ShipDetached { ship: Id, from: Id, why: Parting, course: Course, flag: Flagship },
    /// Divisions act together from now on, and leave the formations they were in. [5.2]
    FormationFormed(Formation),
    /// The divisions of a formation act each for itself from now on. [5.2]
    FormationDisbanded { formation: FormationId },
    /// Which divisions of a formation had fallen off when all had moved, and how far each. [5.2, Q38]
    FormationLies {
        formation: FormationId,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        off: Vec<(Id, Inches)>,
    },
    /// A flotilla is to change its formation this turn. [5.3.4]
    ChangePlotted { formation: FormationId, change: Change },
    /// A flotilla has run its change of formation, or one turn of it. [5.3.3]
    FormationChanged {
        formation: FormationId,
        /// The division that had the longest way.
        farthest: Id,
        /// Divisions that fell short of their places; none when the flotilla has formed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        short: Vec<Id>,
    },
    /// A division has another flagship, no better than the old one. [5.9.1, 5.10.6]
    FlagPassed {
        division: Id,
        flag: Flagship,
        /// By order, and not because the old one is gone.
        ordered: bool,
        /// The turn in which it goes straight ahead under the new flag. (Q40)
        #[serde(default, skip_serializing_if = "Option::is_none")]
        straight_turn: Option<u16>,
    },
    /// The force flag of a side flies in another ship. [5.10.6]
    ForceFlagPassed { side: SideId, ship: Id },
    /// A division moved by hand changes its course or its speed: whether it has the order is to be checked. [5.10, Q47]
    ChangedByHand { division: Id, what: ByHand },
    /// How ships of a division that is moved by hand have steered, by its plot or as the table has `said`. [5.7, 6.5.1.3, Q56]
    SteeredByHand {
        ships: Vec<Steered>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        said: bool,
    },
    /// A plot that takes the place of another changes neither course nor speed after all. [5.10.2]
    HoldsOnByHand { division: Id },
    /// Orders reached a formation or a ship alone, or did not. [5.10.3]
    OrdersChecked {
        unit: Id,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<Id>,
        needed: Sum,
        received: bool,
    },
    /// What those do whom no orders reached. [5.10.3]
    ActedAlone {
        unit: Id,
        kind: UnitKind,
        initiative: i32,
        /// Die and initiative.
        roll: i32,
        does: Independent,
    },
    /// What a division does this turn in place of its plot. [5.10.5, 5.15.3]
    PlotReplaced {
        division: Id,
        plot: Plot,
        /// A turn that comes first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        carried: Option<Carried>,
    },
    /// A division was plotted, for this turn or (`advance`) for the next. [5.7, 5.7.7]
    PlotFiled { division: Id, plot: Plot, advance: bool },
    /// The plots of a side were sealed. [3.3.1]
    PlotsSealed(Seal),
    /// A ship, or the base of a division of boats, has run her plot. [5.7]
    Moved(Run),
    /// How a division stands after its move. [5.9]
    CourseKept { division: Id, course: Course },
    /// From now on command checks and the limits of speed count, or do not. [5.4, 5.10]
    ChecksSet { on: bool },
    /// A side has the turn played in halves; the two that lie so near. [3.4]
    HalfMovesInvoked { by: Option<SideId>, one: Id, other: Id },
    /// The first half of the turn is over. [3.4.1]
    SecondHalfBegan,
    /// What of a division's move is left for the second half. [3.4.2]
    RestKept(Rest),
    /// Torpedo craft were stopped by the enemy's, and lie broadside on to them. [5.16]
    MeleeJoined { division: Id, with: Id },
    /// The wind of a generated scenario. [10.1.1]
    WindFound { wind: Wind },
    /// The hour at which a generated scenario begins. [10.1, Q65]
    HourFound { start: NaiveTime },
    /// A roll on the Ship Type Table, and how many such ships there were. The first of them was diced for; facts
    /// from before they were told name none. [10.1.2]
    TypeRolled {
        side: SideId,
        kind: ShipType,
        wanted: u8,
        found: u8,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        ships: Vec<Id>,
    },
    /// Who leads a large division of boats. [10.1.2]
    LeaderDrawn { side: SideId, ship: Id, division: Id },
    /// Ships were drawn for a division of a generated force. [10.1.2]
    DivisionRaised(RaisedDivision),
    /// A side has all that it rolled for. [10.1.2]
    ForceMustered { side: SideId },
    /// Kept from the enemy until the side is placed. [10.1.3]
    ApproachStated(Approach),
    /// A division was placed; the first of its side at the point of its approach. [10.2]
    DivisionDeployed { division: Id, first: bool },
    /// Sides that began in sight of each other went back so far. [10.2.3]
    SidesDrewBack { back: Vec<(SideId, Inches)> },
    /// Sides that begin in sight of each other and that going back does not part: they come from nearly one bearing. [10.2.3]
    StayInSight { range: Inches },
    /// Everybody lies on the table; each side steers for its centre, as its first division does. [10.3, Q44]
    ForcesPlaced,
    /// Two divisions of a side would run on to each other, as they steer and are plotted now. [5.11, Q44]
    FriendsConverge { one: Id, other: Id, turn: u16 },
    /// The turns that a division runs before contact, the first of them now. [5.13.2]
    PreplotFiled { division: Id, plots: Vec<Plot> },
    /// A division was seen: its ships take the place of its marker. [5.13.4]
    MarkerReplaced { division: Id },
    /// A side knows of the enemy, and plots turn by turn. [5.13.3, 5.13.6]
    ContactMade { side: SideId, by: Contact },
    /// Divisions run on without plots. [5.14]
    QuickStarted { turns: u16 },
    /// Two ships in each other's way were diced for. [5.11]
    CollisionTested(Collision),
    /// A ship ran into land, and lies stopped there. [5.12]
    RanAshore { ship: Id, land: Id },
    /// A division that steers by itself turned so far to clear land; to starboard is positive. [5.12]
    LandCleared { division: Id, degrees: i16 },
    /// A division that turns away from fire swerved so far to keep clear of friends; to starboard is positive. [5.15.3]
    FriendsCleared { division: Id, degrees: i16 },
    /// A ship makes another speed. [5.5]
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
    /// The referee wrote words in the log. [9.2]
    Noted { words: String },
    /// The referee set a value, and why. [9.2]
    ValueSet { unit: Id, setting: Setting, because: String },
    /// The battle is over. [9.3]
    ScenarioEnded { end: End },
    /// What a special rule of the scenario made happen. [9.2]
    Special(RuleFact),
}

/// What a division that is moved by hand changes. [5.10.2]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ByHand {
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
    /// Power less armour, also where no third roll was made. (Q13)
    pub penetration: Sum,
    /// Successes of the three rolls.
    pub on: u16,
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
    /// Strength after the factors, not rounded.
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
    /// Strength by defence, rounded half up; with the D100 option not rounded.
    pub quotient: Fraction,
    pub automatic: u16,
    /// What the die must not exceed, and its sides; 0 when no die is thrown.
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
    pub manner: TorpedoManner,
    pub factors: Sum,
    pub to_hit: Sum,
    pub size: Sum,
    pub penetration: Sum,
    pub on: u16,
    pub strikes: u16,
    pub hits: u16,
}

/// By which paragraph torpedoes attack. [7.1]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TorpedoManner {
    /// 7.4
    Launched,
    /// 7.4.2: on the same line of bearing.
    InLine,
    /// 7.5
    LargeShip,
    /// 7.6
    CoupDeGrace,
}
