//! Victory conditions, as the keys of a scenario state them beside its prose. `verdict` judges them. [9.2, 10.5]
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{
    Edge, Fraction, Id, Inches, Ships, SideId,
    compound::{Compound, Shape},
    sets::at_least_one,
    zone::Zone,
};

/// An entry of `decide`. The first entry that holds decides.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The sentence of the prose that it represents, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u16>,
    pub wins: Wins,
}

/// The winner by an entry.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wins {
    /// This side, if its condition holds.
    Side(SideWins),
    /// The side with this lead in points. [10.5]
    Leader(Lead),
}

/// The victory condition of a side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideWins {
    pub side: SideId,
    #[serde(default, skip_serializing_if = "How::is_plain")]
    pub how: How,
    #[serde(default, skip_serializing_if = "Moment::is_end")]
    pub at: Moment,
    pub condition: Condition,
}

/// The degree of a victory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    #[default]
    Plain,
    Outright,
    Narrow,
    Marginal,
    /// Reported beside the victory that decides.
    Moral,
}

impl How {
    /// The words of the key. A plain victory has none.
    pub const NAMED: [(&str, How); 4] =
        [("outright", How::Outright), ("narrow", How::Narrow), ("marginal", How::Marginal), ("moral", How::Moral)];
    pub fn is_plain(&self) -> bool {
        *self == How::Plain
    }
}

/// When an entry is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// As soon as it holds, which ends the battle.
    Once,
    /// When the battle is over.
    #[default]
    End,
}

impl Moment {
    pub fn is_end(&self) -> bool {
        *self == Moment::End
    }
}

/// A condition that holds or does not.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    Turn(TurnIs),
    Ships(ShipsAre),
    Points(PointsAre),
    /// This side has more of them than the other.
    More(SideId, Counted),
}

/// Figures other than points that are counted for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// Penetrating big-gun hits. [6.5.1]
    PenetratingHits,
}

/// The turns in which a condition holds, from 1, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnIs {
    At(u16),
    From(u16),
    To(u16),
    Between { from: u16, to: u16 },
}

/// A number of ships of a set that meet every test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipsAre {
    pub count: HowMany,
    pub among: Ships,
    /// Tests that one ship must meet together.
    pub are: Vec<Is>,
}

/// How many ships.
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
pub enum Is {
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
    Exited(Exit),
    CanMake(Inches),
    /// Cannot make it.
    Below(Inches),
    /// Than she was at the start.
    SlowerBy(Inches),
    FlotationHits(u16),
    MountsLost(Share),
    /// Points of the medium and light batteries on a side. [6.2.2, 6.2.3]
    BatteryLost(Share),
    Within(Nearness),
    Inside(Zone),
    Beyond(Past),
    /// Each of these.
    All(Vec<Is>),
    /// One of these.
    Any(Vec<Is>),
    Not(Box<Is>),
}

/// Edges by which and turns in which a ship left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exit {
    /// None: by any.
    #[serde(default, deserialize_with = "at_least_one", skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<Edge>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u16>,
}

/// A number of what a ship has, or at least half of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "ShareWord", into = "ShareWord")]
pub enum Share {
    Number(u16),
    Half,
}

/// A share as written in a file.
#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "a number or `half` belongs here")]
enum ShareWord {
    Number(u16),
    Word(Half),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Half {
    Half,
}

impl From<ShareWord> for Share {
    fn from(word: ShareWord) -> Share {
        if let ShareWord::Number(number) = word { Share::Number(number) } else { Share::Half }
    }
}

impl From<Share> for ShareWord {
    fn from(share: Share) -> ShareWord {
        if let Share::Number(number) = share { ShareWord::Number(number) } else { ShareWord::Word(Half::Half) }
    }
}

/// Within `inches` of something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nearness {
    pub of: Mark,
    pub inches: Inches,
}

/// The point to which a distance is measured.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "MarkWord", rename_all = "snake_case")]
pub enum Mark {
    Ship(Id),
    /// The nearest shore. [4.7]
    Land,
}

/// A mark as a file or a journal writes it.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a ship or `land` belongs here")]
enum MarkWord {
    Word(Id),
    Ship { ship: Id },
}

impl From<MarkWord> for Mark {
    fn from(word: MarkWord) -> Mark {
        match word {
            MarkWord::Word(word) if word == *"land" => Mark::Land,
            MarkWord::Word(ship) | MarkWord::Ship { ship } => Mark::Ship(ship),
        }
    }
}

/// Closer to an edge than another ship is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Past {
    pub edge: Edge,
    pub of: Id,
}

/// A bound on the points of a side. [10.5]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointsAre {
    pub side: SideId,
    pub bound: Bound,
    /// Ships and divisions that count more than once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<Times>,
}

/// The bound itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// It leads.
    Lead(Lead),
    /// It has scored at least this many, including any handicap.
    AtLeast(u16),
    /// It has scored fewer than this.
    Under(u16),
}

/// The lead that a side needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lead {
    /// By this many points.
    By(u16),
    /// It leads, and its points are this many times the other's.
    Ratio(Fraction),
}

/// A factor for the points of a ship or division.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Times {
    pub of: Id,
    pub by: u16,
}

/// A sentence of the prose without a key. The referee judges it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Left {
    /// From 1.
    pub of: u16,
    /// Empty if the scenario gives no reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Renames a side.
type Renamed<'a> = &'a dyn Fn(&mut SideId);

impl Entry {
    /// Renames a side of an open table. [1.3]
    pub fn rename_sides(&mut self, renamed: Renamed) {
        if let Wins::Side(wins) = &mut self.wins {
            renamed(&mut wins.side);
            wins.condition.rename_sides(renamed);
        }
    }
    /// The entry by which any lead in points decides.
    pub fn points() -> Entry {
        Entry { of: None, wins: Wins::Leader(Lead::By(1)) }
    }
    /// Returns every ship or division that it names.
    pub fn names(&self) -> Vec<&Id> {
        match &self.wins {
            Wins::Side(wins) => wins.condition.names(),
            Wins::Leader(_) => Vec::new(),
        }
    }
    /// Whether it ends the battle as soon as it comes true.
    pub fn is_at_once(&self) -> bool {
        matches!(&self.wins, Wins::Side(side) if side.at == Moment::Once)
    }
    /// Whether it is reported beside the verdict and decides nothing.
    pub fn is_moral(&self) -> bool {
        matches!(&self.wins, Wins::Side(side) if side.how == How::Moral)
    }
    /// Whether a ship that leaves the table can make it true.
    pub fn hangs_on_exits(&self) -> bool {
        matches!(&self.wins, Wins::Side(side) if side.condition.hangs_on_exits())
    }
}

impl Condition {
    fn rename_sides(&mut self, renamed: Renamed) {
        match self {
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter_mut().for_each(|part| part.rename_sides(renamed));
            }
            Condition::Not(part) => part.rename_sides(renamed),
            Condition::Ships(ships) => ships.among.side.iter_mut().for_each(renamed),
            Condition::Points(points) => renamed(&mut points.side),
            Condition::More(side, _) => renamed(side),
            Condition::Turn(_) => {}
        }
    }
    /// Returns every ship or division that it names.
    pub fn names(&self) -> Vec<&Id> {
        self.leaves().into_iter().flat_map(Condition::own_names).collect()
    }
    fn own_names(&self) -> Vec<&Id> {
        match self {
            Condition::Ships(ships) => {
                let Ships { ids, divisions, except, .. } = &ships.among;
                let own = ids.iter().chain(divisions).chain(except);
                own.chain(ships.are.iter().flat_map(Is::leaves).filter_map(Is::named)).collect()
            }
            Condition::Points(points) => points.times.iter().map(|times| &times.of).collect(),
            Condition::All(_) | Condition::Any(_) | Condition::Not(_) => Vec::new(),
            Condition::Turn(_) | Condition::More(..) => Vec::new(),
        }
    }
    fn hangs_on_exits(&self) -> bool {
        let leaves = self.leaves().into_iter();
        let are = leaves.flat_map(|part| if let Condition::Ships(asked) = part { asked.are.as_slice() } else { &[] });
        are.flat_map(Is::leaves).any(|is| matches!(is, Is::Exited(_)))
    }
}

impl Compound for Condition {
    fn shape(&self) -> Shape<'_, Condition> {
        Shape::Alone(Some(match self {
            Condition::All(parts) => return Shape::All(parts),
            Condition::Any(parts) => return Shape::Any("any", parts),
            Condition::Not(part) => return Shape::Not(part),
            Condition::Turn(_) => "turn",
            Condition::Ships(_) => "ships",
            Condition::Points(_) => "points",
            Condition::More(..) => "more",
        }))
    }
}

impl Is {
    fn named(&self) -> Option<&Id> {
        let (Is::Within(Nearness { of: Mark::Ship(of), .. }) | Is::Beyond(Past { of, .. })) = self else { return None };
        Some(of)
    }
}

impl Compound for Is {
    fn shape(&self) -> Shape<'_, Is> {
        Shape::Alone(Some(match self {
            Is::All(parts) => return Shape::All(parts),
            Is::Any(parts) => return Shape::Any("any", parts),
            Is::Not(part) => return Shape::Not(part),
            Is::Sunk | Is::Immobile | Is::Lost | Is::Afloat | Is::CanMove => return Shape::Alone(None),
            Is::Exited(_) => "exited",
            Is::CanMake(_) => "can_make",
            Is::Below(_) => "below",
            Is::SlowerBy(_) => "slower_by",
            Is::FlotationHits(_) => "flotation_hits",
            Is::MountsLost(_) => "mounts_lost",
            Is::BatteryLost(_) => "battery_lost",
            Is::Within(_) => "within",
            Is::Inside(_) => "inside",
            Is::Beyond(_) => "beyond",
        }))
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = How::NAMED.iter().find(|(_, how)| how == self);
        f.pad(named.map_or("", |(name, _)| name))
    }
}
