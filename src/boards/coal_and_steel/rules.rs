//! The paragraphs of Coal and Steel, the wall layouts, and switches for points the text leaves open.
use super::{side::Side, squares::Square};
use crate::kit::values;
use play::{Rule, switches};

pub const BOARD: Rule = Rule::new("CS-1");
pub const TILES: Rule = Rule::new("CS-2");
pub const PIECES: Rule = Rule::new("CS-3");
pub const PLACING: Rule = Rule::new("CS-4");
pub const RESERVE: Rule = Rule::new("CS-5");
pub const TURN: Rule = Rule::new("CS-6");
pub const FACE_DOWN: Rule = Rule::new("CS-7");
pub const BATLED: Rule = Rule::new("CS-8");
pub const SWAP: Rule = Rule::new("CS-9");
pub const SQUED: Rule = Rule::new("CS-10");
pub const CHARGER: Rule = Rule::new("CS-11");
pub const CASTER: Rule = Rule::new("CS-12");
pub const WARRIOR: Rule = Rule::new("CS-13");
pub const TUNNELLER: Rule = Rule::new("CS-14");
pub const PASSING: Rule = Rule::new("CS-15");
pub const WALL_TURNS: Rule = Rule::new("CS-16");
pub const TUNNEL: Rule = Rule::new("CS-17");
pub const TILE_REMOVED: Rule = Rule::new("CS-18");
pub const CAPTURE: Rule = Rule::new("CS-19");
pub const ENTRY: Rule = Rule::new("CS-20");
pub const TRADE: Rule = Rule::new("CS-21");
pub const WIN: Rule = Rule::new("CS-22");
pub const REPETITION: Rule = Rule::new("CS-23");
pub const HANDICAP: Rule = Rule::new("CS-24");
pub const ADJACENT: Rule = Rule::new("CS-A3");
pub const STUCK: Rule = Rule::new("CS-A13");
/// Our addition: a side may resign, and both may agree on a draw.
pub const AGREEMENT: Rule = Rule::new("CS-A18");
/// Our addition: a look at hidden information is an entry of the journal, or is refused.
pub const HIDING: Rule = Rule::new("CS-A19");

values! {
    /// The initial walls. [CS-A1]
    Layout {
        /// Ranks 5 and 6, except the passages on files c and h.
        TwinPassages "twin-passages",
        None "none",
        Chequer "chequer",
    }
    /// The squares that are adjacent when pieces are flipped. [CS-A3]
    Adjacent { Eight "8", Four "4" }
    /// The result for a side that can do nothing. [CS-A13]
    Stuck { Pass "pass", Loses "loses" }
    /// The face with which reserve pieces enter. [CS-A9]
    EnterFace { Down "down", Up "up" }
    /// Whether actions that show hidden pieces are allowed. [CS-A19]
    Allowed { On "on", Off "off" }
    /// The meaning of repetition. [CS-A12]
    Repetition {
        /// The same cycle of moves three times in a row.
        Cycle "cycle",
        /// The same position three times.
        Threefold "threefold",
    }
    /// The stronger side, which places 16 pieces and keeps two back. [CS-24]
    Handicap { None "none", Coal "coal", Steel "steel" }
    /// The fate of the two pieces that the stronger side keeps back. [CS-24]
    HandicapReserve {
        /// The two are reinforcements like any piece kept back.
        Reserve "reserve",
        /// The two are out of the game.
        Out "out",
    }
}

impl Handicap {
    /// The side that places only 16 pieces.
    pub fn stronger(self) -> Option<Side> {
        match self {
            Handicap::None => None,
            Handicap::Coal => Some(Side::Coal),
            Handicap::Steel => Some(Side::Steel),
        }
    }
}

impl Layout {
    /// The squares of its walls.
    pub fn walls(self) -> Vec<Square> {
        let names: &[&str] = match self {
            Layout::TwinPassages => {
                &["a5", "b5", "d5", "e5", "f5", "g5", "i5", "j5", "a6", "b6", "d6", "e6", "f6", "g6", "i6", "j6"]
            }
            Layout::None => &[],
            Layout::Chequer => &["a5", "c5", "e5", "g5", "i5", "b6", "d6", "f6", "h6", "j6"],
        };
        names.iter().filter_map(|name| Square::from_name(name)).collect()
    }
}

switches! {
    /// The first walls. [CS-A1]
    layout: Layout = Layout::TwinPassages, ["twin-passages", "none", "chequer"];
    /// The squares that are adjacent when pieces are flipped. [CS-A3]
    adjacent: Adjacent = Adjacent::Eight, ["8", "4"];
    /// A side that can do nothing. [CS-A13]
    stuck: Stuck = Stuck::Pass, ["pass", "loses"];
    /// How reserve pieces enter. [CS-A9]
    enter_face: EnterFace = EnterFace::Down, ["down", "up"];
    /// Three equal cycles, or three equal positions. [CS-A12]
    repetition: Repetition = Repetition::Cycle, ["cycle", "threefold"];
    /// The stronger side. [CS-24]
    handicap: Handicap = Handicap::None, ["none", "coal", "steel"];
    /// What happens to its two spare pieces. [CS-24]
    handicap_reserve: HandicapReserve = HandicapReserve::Reserve, ["reserve", "out"];
    /// Whether a command that showed a hidden piece may be undone. [CS-A19]
    undo: Allowed = Allowed::On, ["on", "off"];
    /// Whether players may look at what the side to move may not know. [CS-A19]
    peek: Allowed = Allowed::On, ["on", "off"];
}
