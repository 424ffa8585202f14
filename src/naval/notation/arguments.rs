//! Arguments of session commands that are more than a name or a number.
use crate::{Id, SideId, model::FireOrder};

#[derive(Clone, PartialEq, Debug)]
pub enum Addressee {
    Side(SideId),
    Unit(Id),
}

/// The next holder of the keyboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Keyboard {
    Referee,
    Table,
    Side(SideId),
}

/// What `take` takes or gives back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TakeRequest {
    /// A turn file, and perhaps the file for its faults.
    File { name: String, faults: Option<String> },
    /// Lines that follow at the keyboard.
    Block,
    /// The orders of this side that are held.
    Back(SideId),
}

/// The topic of `help`: every verb, or one by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HelpTopic {
    All,
    Verb(&'static str),
}

/// The subject of `odds`.
#[derive(Clone, PartialEq, Debug)]
pub enum OddsSubject {
    /// `odds asahi at retvizan range 8`
    Shot(Box<FireOrder>),
    /// `odds asahi`: what the ship has declared.
    Declared(Id),
    /// `odds asahi fires`
    Fires(Id),
}

/// The part of the table that a map shows.
#[derive(Clone, PartialEq, Debug)]
pub enum MapPart {
    /// The area around a ship or division.
    At(Id),
    /// The complete table, as a side knows it.
    Side(SideId),
    /// The area within this many inches of a ship or division.
    Near(Id, f64),
    /// Two corners, each as inches from the west and from the south edge.
    Between([f64; 4]),
}

/// Marks drawn around a ship.
#[derive(Clone, PartialEq, Debug)]
pub enum MapMark {
    Arcs,
    /// Rings with these radii in inches.
    Rings(Vec<f64>),
    Sight,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct MapRequest {
    /// The complete table if absent.
    pub part: Option<MapPart>,
    pub marks: Vec<(MapMark, Id)>,
    pub wakes: bool,
    pub speeds: bool,
    pub damage: bool,
    pub ascii: bool,
    pub side: Option<SideId>,
    /// The paper size of its tiles.
    pub tiles: Option<String>,
    /// Whether to draw only tiles that show more than open sea.
    pub used: bool,
    pub file: Option<String>,
    /// Width in points.
    pub width: Option<u16>,
}

/// What to do with the mirror: the HTML pages of the current state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MirrorRequest {
    Show,
    /// Write them into this folder from now on.
    WriteTo(String),
    Stop,
    /// Give a side's page a new address.
    Readdress(SideId),
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct PrintRequest {
    /// Parts of a pack, the sizes of its paper and cards, and whether cards have backs.
    pub words: Vec<&'static str>,
    /// Cards on a page.
    pub per_page: Option<u16>,
    pub side: Option<SideId>,
    pub file: Option<String>,
    pub units: Vec<Id>,
}
