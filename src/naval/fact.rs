//! What can happen, in the past tense; only [`apply`](super::Naval) reads these into the state.
use serde::{Deserialize, Serialize};

use super::{
    chart::Quality,
    command::{Light, Setting},
    measure::{Fraction, Id, Inches},
    ship::{BatteryKind, Fate, Harm, HitState},
    state::{BatteryCount, Declaration, End, HeldHit, Marker, Segment},
};
use crate::play::Rule;

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    SegmentBegan {
        turn: u16,
        segment: Segment,
    },
    /// Duties were left undone, and why.
    DutiesWaived {
        reason: String,
        duties: Vec<String>,
    },
    SightingBaseFound {
        base: Inches,
        quality: Option<Quality>,
    },
    ShipEntered {
        ship: Id,
    },
    Measured {
        from: Id,
        to: Id,
        range: Inches,
    },
    Sighted {
        ship: Id,
    },
    LostFromSight {
        ship: Id,
    },
    Illuminated {
        by: Id,
        target: Id,
        with: Light,
    },
    FireDeclared(Declaration),
    /// A side spoke out of its turn.
    DeclaredOutOfTurn {
        side: Id,
        due: Id,
    },
    /// A medium or light battery may not fire at a big-gun target. [6.5.10]
    DeclarationVoided {
        firer: Id,
        battery: BatteryKind,
        target: Id,
    },
    DeclarationsClosed {
        side: Id,
    },
    /// A side was diced for as the first to declare its big guns. (Q4)
    BigGunOrder {
        first: Id,
    },
    /// A side was diced for as the first to allocate medium and light fire.
    SecondaryFireOrder {
        first: Id,
    },
    /// A big-gun salvo. [6.5.1]
    SalvoFired(Salvo),
    /// Medium and light batteries at one target. [6.5.2]
    BatteriesFired(Volley),
    /// Hits counted beside the target, held for the Damage Segment. [6.5.1.2]
    HitsMarked(HeldHit),
    /// Batteries of a large ship noted at a light division. [6.5.8]
    BatteriesCounted(BatteryCount),
    TorpedoesLaunched(Marker),
    /// Whom the torpedoes attacked, when one of several was chosen by die. [7.4.4]
    TorpedoTargetDrawn {
        marker: Id,
        ship: Id,
    },
    TorpedoesAttacked(TorpedoAttack),
    TorpedoesRanOn {
        marker: Id,
    },
    MarkerRemoved {
        marker: Id,
        spent: bool,
    },
    /// The D10 of 7.5.1.
    TorpedoCheckMade {
        side: Id,
        attack: bool,
    },
    ReactionTested {
        division: Id,
        batteries: u16,
        initiative: i32,
        roll: i32,
        reacts: bool,
        away_from: Option<Id>,
    },
    /// The division must steer straight away at its best speed. [5.15.3]
    TurnedAway {
        division: Id,
        from: Id,
    },
    LaunchCancelled {
        marker: Id,
    },
    /// A hit was rolled on a table: code and table. [8.2, 8.3]
    HitRolled {
        target: Id,
        table: Id,
        code: String,
    },
    HitTaken {
        ship: Id,
        id: Id,
        harm: Harm,
    },
    /// A hit that changed nothing.
    NoEffect {
        ship: Id,
    },
    ShipLost {
        ship: Id,
        fate: Fate,
    },
    /// A magazine did not go up. [8.4]
    MagazineHeld {
        ship: Id,
    },
    /// Hits on a ship that was lost already: no dice. [8.7]
    HitsWasted {
        target: Id,
        count: u16,
    },
    HeldHitsResolved {
        target: Id,
    },
    FiresRolled {
        ship: Id,
        hits: u16,
        new_fires: u16,
    },
    RepairRolled {
        ship: Id,
        item: Id,
        /// What the die must not exceed, with its reasons. [8.6.1, 8.6.4]
        needed: Sum,
        result: HitState,
    },
    SpeedChanged {
        ship: Id,
        speed: Inches,
    },
    ShipExited {
        ship: Id,
        friendly: bool,
    },
    Noted {
        words: String,
    },
    ValueSet {
        unit: Id,
        setting: Setting,
        because: String,
    },
    ScenarioEnded {
        end: End,
    },
}

/// A number made of a base and cited terms. [6.5.1.3, Q24]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sum {
    pub base: Fraction,
    pub base_says: String,
    pub base_rule: Rule,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<Term>,
    /// After multiplying all, rounding once, adding, and the limits of the procedure.
    pub result: i32,
}

/// One cited term.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Term {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Fraction>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plus: Option<i32>,
    pub says: String,
    pub rule: Rule,
}

impl Sum {
    pub fn of(base: impl Into<Fraction>, says: impl Into<String>, rule: Rule) -> Sum {
        let base = base.into();
        Sum { base, base_says: says.into(), base_rule: rule, terms: Vec::new(), result: base.rounded() as i32 }
    }
    /// Adds a multiplier and works the result out anew.
    pub fn times(&mut self, factor: Fraction, says: impl Into<String>, rule: Rule) {
        self.terms.push(Term { times: Some(factor), plus: None, says: says.into(), rule });
        self.work_out();
    }
    /// Adds a summand and works the result out anew.
    pub fn plus(&mut self, summand: i32, says: impl Into<String>, rule: Rule) {
        self.terms.push(Term { times: None, plus: Some(summand), says: says.into(), rule });
        self.work_out();
    }
    /// The base with every multiplier, not rounded.
    pub fn product(&self) -> Fraction {
        self.terms.iter().filter_map(|term| term.times).fold(self.base, |product, factor| product * factor)
    }
    fn work_out(&mut self) {
        let sum: i32 = self.terms.iter().filter_map(|term| term.plus).sum();
        self.result = self.product().rounded() as i32 + sum;
    }
    /// Raises the result to at least `least`.
    pub fn at_least(&mut self, least: i32) {
        self.result = self.result.max(least);
    }
}

/// A big-gun salvo with its arithmetic. [6.5.1]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Salvo {
    pub firer: Id,
    pub target: Id,
    pub range: Inches,
    pub dice: Sum,
    pub to_hit: Sum,
    pub size: Sum,
    /// Power less armour; `None` when no third roll was made. (Q13)
    pub penetration: Sum,
    /// Successes of the three rolls.
    pub on: u16,
    pub strikes: u16,
    pub penetrating: u16,
    pub non_penetrating: u16,
}

/// One battery's part in a volley. [6.5.5]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct VolleyPart {
    pub firer: Id,
    pub battery: BatteryKind,
    pub strength: Sum,
    /// Strength after the factors, not rounded.
    pub points: Fraction,
}

/// Medium and light fire at one target. [6.5.2]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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
pub struct TorpedoAttack {
    pub marker: Option<Id>,
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

/// What a die is thrown for. On disk beside every face; amended rulings find their dice by it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    SightingBase,
    /// A side's die for who declares first. (Q4)
    DeclareFirst(Id),
    SecondaryFirst(Id),
    ToHit(Id),
    Size(Id),
    Penetration(Id),
    /// The odds method, at this target.
    Volley(Id),
    TorpedoTarget(Id),
    TorpedoToHit(Id),
    TorpedoSize(Id),
    TorpedoPenetration(Id),
    TorpedoCheck(Id),
    Reaction(Id),
    Damage(Id),
    Special(Id),
    Magazine(Id),
    Flash(Id),
    Mount(Id),
    Steering(Id),
    BridgeOrFireControl(Id),
    GunsGone(Id),
    /// Fires that are only burning, and the die that also fights one. [8.5.3]
    Fire(Id),
    FireFought(Id),
    Repair(Id),
    AfterFire(Id),
    AfterRepair(Id),
}
