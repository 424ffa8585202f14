//! What words to the session ask for, where it is more than a name or a number.
use crate::{Id, SideId, model::Target};

/// A side, or a ship or division of one.
#[derive(Clone, PartialEq, Debug)]
pub enum Whom {
    Side(SideId),
    Unit(Id),
}

/// Who gets the keyboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Keyboard {
    Referee,
    Table,
    Side(SideId),
}

/// What help is asked for: every verb, or one by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HelpOn {
    All,
    Verb(&'static str),
}

/// Of what the chances are asked for.
#[derive(Clone, PartialEq, Debug)]
pub enum Odds {
    /// `odds asahi at retvizan range 8`
    Shot(Box<Target>),
    /// `odds asahi`: what she has declared.
    Declared(Id),
    /// `odds asahi fires`
    Fires(Id),
}

/// Which part of the table a map shows.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// What lies about a ship or division.
    At(Id),
    /// The whole of it, as a side knows it.
    Side(SideId),
    /// So many inches about a ship or division.
    Near(Id, f64),
    /// Two corners, each as inches from the west and from the south edge.
    Between([f64; 4]),
}

/// What is drawn about a ship.
#[derive(Clone, PartialEq, Debug)]
pub enum Mark {
    Arcs,
    /// So many inches about her.
    Rings(Vec<f64>),
    Sight,
}

/// What is asked of a map.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MapAsked {
    /// All of the table, where it is left out.
    pub part: Option<Part>,
    pub marks: Vec<(Mark, Id)>,
    pub wakes: bool,
    pub speeds: bool,
    pub damage: bool,
    pub ascii: bool,
    pub side: Option<SideId>,
    /// The size of the paper of its tiles.
    pub tiles: Option<String>,
    /// Only the tiles that show more than open sea.
    pub used: bool,
    pub file: Option<String>,
    /// Points across.
    pub width: Option<u16>,
}

/// What is asked to be printed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PrintAsked {
    /// Parts of a pack, the size of its paper and of its cards, and whether cards have backs.
    pub words: Vec<&'static str>,
    /// Cards to a page.
    pub per_page: Option<u16>,
    pub side: Option<SideId>,
    pub file: Option<String>,
    pub units: Vec<Id>,
}
