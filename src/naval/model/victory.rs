//! Victory conditions, as the keys of a scenario state them beside its prose. `verdict` judges them. [9.2, 10.5]
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{
    Edge, Fraction, Id, Inches, ShipSet, SideId,
    compound::{Compound, Shape},
    sets::at_least_one,
    zone::Zone,
};

/// An entry of `decide`. The first entry that holds decides.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryEntry {
    /// The sentence of the prose that it represents, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u16>,
    pub wins: VictoryRule,
}

/// The winner by an entry.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VictoryRule {
    /// This side wins if its condition holds.
    Side(SideWins),
    /// The side with this lead in points. [10.5]
    Leader(Lead),
}

/// The victory condition of a side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideWins {
    pub side: SideId,
    #[serde(default, skip_serializing_if = "VictoryDegree::is_plain")]
    pub how: VictoryDegree,
    #[serde(default, skip_serializing_if = "JudgedWhen::is_end")]
    pub at: JudgedWhen,
    pub condition: VictoryCondition,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VictoryDegree {
    #[default]
    Plain,
    Outright,
    Narrow,
    Marginal,
    /// Reported beside the victory that decides.
    Moral,
}

impl VictoryDegree {
    /// The words of the key. A plain victory has none.
    pub const NAMED: [(&str, VictoryDegree); 4] = [
        ("outright", VictoryDegree::Outright),
        ("narrow", VictoryDegree::Narrow),
        ("marginal", VictoryDegree::Marginal),
        ("moral", VictoryDegree::Moral),
    ];
    pub fn is_plain(&self) -> bool {
        *self == VictoryDegree::Plain
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JudgedWhen {
    /// As soon as it holds, which ends the battle.
    Once,
    /// When the battle is over.
    #[default]
    End,
}

impl JudgedWhen {
    pub fn is_end(&self) -> bool {
        *self == JudgedWhen::End
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VictoryCondition {
    All(Vec<VictoryCondition>),
    Any(Vec<VictoryCondition>),
    Not(Box<VictoryCondition>),
    Turn(TurnCondition),
    Ships(ShipsCondition),
    Points(PointsCondition),
    /// This side has more of them than the other.
    More(SideId, CountedFigure),
}

/// Figures other than points that are counted for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CountedFigure {
    /// Penetrating big-gun hits. [6.5.1]
    PenetratingHits,
}

/// The turns in which a condition holds, from 1, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnCondition {
    At(u16),
    From(u16),
    To(u16),
    Between { from: u16, to: u16 },
}

/// A number of ships of a set that meet every test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipsCondition {
    pub count: HowMany,
    pub among: ShipSet,
    /// Tests that one ship must meet together.
    pub are: Vec<VictoryTest>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HowMany {
    AtLeast(u16),
    AtMost(u16),
    Every,
    None,
}

/// A test of one ship. A sunk ship has no speed and no guns. A ship that left counts as it was then. A ship that has
/// not entered yet meets no test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VictoryTest {
    /// Counts as sunk. [8.7]
    Sunk,
    /// Stopped by damage past repair. [10.5.7]
    Immobile,
    /// Sunk or immobile.
    Lost,
    /// Not sunk, even if it left the table.
    Afloat,
    /// Can make some speed.
    CanMove,
    /// Has left the table. [9.3]
    Exited(ExitCondition),
    CanMake(Inches),
    /// Cannot make this speed.
    Below(Inches),
    /// Slower than at the start by this much.
    SlowerBy(Inches),
    FlotationHits(u16),
    MountsLost(CountOrHalf),
    /// Points of the medium and light batteries on a side. [6.2.2, 6.2.3]
    BatteryLost(CountOrHalf),
    Within(Nearness),
    Inside(Zone),
    Beyond(PastShip),
    /// Each of these.
    All(Vec<VictoryTest>),
    /// One of these.
    Any(Vec<VictoryTest>),
    Not(Box<VictoryTest>),
}

/// Edges by which and turns in which a ship left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExitCondition {
    /// Default: any.
    #[serde(default, deserialize_with = "at_least_one", skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<Edge>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u16>,
}

/// A number of mounts or battery points, or at least half of the ship's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "ShareWord", into = "ShareWord")]
pub enum CountOrHalf {
    Number(u16),
    Half,
}

/// A share as written in a file.
#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "a number or `half` is needed here")]
enum ShareWord {
    Number(u16),
    Word(HalfWord),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum HalfWord {
    Half,
}

impl From<ShareWord> for CountOrHalf {
    fn from(word: ShareWord) -> CountOrHalf {
        if let ShareWord::Number(number) = word { CountOrHalf::Number(number) } else { CountOrHalf::Half }
    }
}

impl From<CountOrHalf> for ShareWord {
    fn from(share: CountOrHalf) -> ShareWord {
        if let CountOrHalf::Number(number) = share {
            ShareWord::Number(number)
        } else {
            ShareWord::Word(HalfWord::Half)
        }
    }
}

/// Within `inches` of something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nearness {
    pub of: Landmark,
    pub inches: Inches,
}

/// The point to which a distance is measured.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "LandmarkWord", rename_all = "snake_case")]
pub enum Landmark {
    Ship(Id),
    /// The nearest shore. [4.7]
    Land,
}

/// A landmark as a file or a journal writes it.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a ship or `land` is needed here")]
enum LandmarkWord {
    Word(Id),
    Ship { ship: Id },
}

impl From<LandmarkWord> for Landmark {
    fn from(word: LandmarkWord) -> Landmark {
        match word {
            LandmarkWord::Word(word) if word == *"land" => Landmark::Land,
            LandmarkWord::Word(ship) | LandmarkWord::Ship { ship } => Landmark::Ship(ship),
        }
    }
}

/// Closer to an edge than another ship is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PastShip {
    pub edge: Edge,
    pub of: Id,
}

/// A bound on the points of a side. [10.5]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointsCondition {
    pub side: SideId,
    pub bound: Bound,
    /// Ships and divisions that count more than once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<PointsFactor>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// The side leads.
    Lead(Lead),
    /// The side has scored at least this many, including any handicap.
    AtLeast(u16),
    /// The side has scored fewer than this.
    Under(u16),
}

/// The lead that a side needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lead {
    /// By this many points.
    By(u16),
    /// The side leads, and its points are this many times the other's.
    Ratio(Fraction),
}

/// A factor for the points of a ship or division.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointsFactor {
    pub of: Id,
    pub by: u16,
}

/// A sentence of the prose without a key. The referee judges it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftToReferee {
    /// From 1.
    pub of: u16,
    /// Empty if the scenario gives no reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

type RenameSide<'a> = &'a dyn Fn(&mut SideId);

impl VictoryEntry {
    /// Renames a side of an open table. [1.3]
    pub fn rename_sides(&mut self, rename: RenameSide) {
        if let VictoryRule::Side(wins) = &mut self.wins {
            rename(&mut wins.side);
            wins.condition.rename_sides(rename);
        }
    }
    /// Returns the entry by which any lead in points decides.
    pub fn any_lead() -> VictoryEntry {
        VictoryEntry { of: None, wins: VictoryRule::Leader(Lead::By(1)) }
    }
    /// Returns every ship or division that it names.
    pub fn names(&self) -> Vec<&Id> {
        match &self.wins {
            VictoryRule::Side(wins) => wins.condition.names(),
            VictoryRule::Leader(_) => Vec::new(),
        }
    }
    /// Whether it ends the battle as soon as it comes true.
    pub fn is_at_once(&self) -> bool {
        matches!(&self.wins, VictoryRule::Side(side) if side.at == JudgedWhen::Once)
    }
    /// Whether it is reported beside the verdict and decides nothing.
    pub fn is_moral(&self) -> bool {
        matches!(&self.wins, VictoryRule::Side(side) if side.how == VictoryDegree::Moral)
    }
    /// Whether a ship that leaves the table can make it true.
    pub fn depends_on_exits(&self) -> bool {
        matches!(&self.wins, VictoryRule::Side(side) if side.condition.depends_on_exits())
    }
}

impl VictoryCondition {
    fn rename_sides(&mut self, rename: RenameSide) {
        match self {
            VictoryCondition::All(parts) | VictoryCondition::Any(parts) => {
                parts.iter_mut().for_each(|part| part.rename_sides(rename));
            }
            VictoryCondition::Not(part) => part.rename_sides(rename),
            VictoryCondition::Ships(ships) => ships.among.side.iter_mut().for_each(rename),
            VictoryCondition::Points(points) => rename(&mut points.side),
            VictoryCondition::More(side, _) => rename(side),
            VictoryCondition::Turn(_) => {}
        }
    }
    /// Returns every ship or division that it names.
    pub fn names(&self) -> Vec<&Id> {
        self.leaves().into_iter().flat_map(VictoryCondition::own_names).collect()
    }
    fn own_names(&self) -> Vec<&Id> {
        match self {
            VictoryCondition::Ships(ships) => {
                let ShipSet { ids, divisions, except, .. } = &ships.among;
                let own = ids.iter().chain(divisions).chain(except);
                own.chain(ships.are.iter().flat_map(VictoryTest::leaves).filter_map(VictoryTest::reference_ship))
                    .collect()
            }
            VictoryCondition::Points(points) => points.times.iter().map(|times| &times.of).collect(),
            VictoryCondition::All(_) | VictoryCondition::Any(_) | VictoryCondition::Not(_) => Vec::new(),
            VictoryCondition::Turn(_) | VictoryCondition::More(..) => Vec::new(),
        }
    }
    fn depends_on_exits(&self) -> bool {
        let leaves = self.leaves().into_iter();
        let tests =
            leaves.flat_map(|part| if let VictoryCondition::Ships(ships) = part { ships.are.as_slice() } else { &[] });
        tests.flat_map(VictoryTest::leaves).any(|test| matches!(test, VictoryTest::Exited(_)))
    }
}

impl Compound for VictoryCondition {
    fn shape(&self) -> Shape<'_, VictoryCondition> {
        Shape::Leaf(Some(match self {
            VictoryCondition::All(parts) => return Shape::All(parts),
            VictoryCondition::Any(parts) => return Shape::Any("any", parts),
            VictoryCondition::Not(part) => return Shape::Not(part),
            VictoryCondition::Turn(_) => "turn",
            VictoryCondition::Ships(_) => "ships",
            VictoryCondition::Points(_) => "points",
            VictoryCondition::More(..) => "more",
        }))
    }
}

impl VictoryTest {
    fn reference_ship(&self) -> Option<&Id> {
        let (VictoryTest::Within(Nearness { of: Landmark::Ship(of), .. }) | VictoryTest::Beyond(PastShip { of, .. })) =
            self
        else {
            return None;
        };
        Some(of)
    }
}

impl Compound for VictoryTest {
    fn shape(&self) -> Shape<'_, VictoryTest> {
        Shape::Leaf(Some(match self {
            VictoryTest::All(parts) => return Shape::All(parts),
            VictoryTest::Any(parts) => return Shape::Any("any", parts),
            VictoryTest::Not(part) => return Shape::Not(part),
            VictoryTest::Sunk
            | VictoryTest::Immobile
            | VictoryTest::Lost
            | VictoryTest::Afloat
            | VictoryTest::CanMove => return Shape::Leaf(None),
            VictoryTest::Exited(_) => "exited",
            VictoryTest::CanMake(_) => "can_make",
            VictoryTest::Below(_) => "below",
            VictoryTest::SlowerBy(_) => "slower_by",
            VictoryTest::FlotationHits(_) => "flotation_hits",
            VictoryTest::MountsLost(_) => "mounts_lost",
            VictoryTest::BatteryLost(_) => "battery_lost",
            VictoryTest::Within(_) => "within",
            VictoryTest::Inside(_) => "inside",
            VictoryTest::Beyond(_) => "beyond",
        }))
    }
}

impl fmt::Display for VictoryDegree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = VictoryDegree::NAMED.iter().find(|(_, how)| how == self);
        f.pad(named.map_or("", |(name, _)| name))
    }
}
