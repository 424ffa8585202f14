//! The glyphs of the terminal map.
use super::{CharacterSet, ShipStatus, scene::Ship};
use geometry::Bearing;

/// The glyphs of a character set.
pub(super) struct Signs {
    pub land: char,
    pub mines: char,
    pub smoke: char,
    pub ring: char,
    pub track: char,
    pub hull: char,
    pub front: char,
    pub dot: char,
    pub marker: char,
    /// Several items in one cell.
    pub crowd: char,
    pub crossing: char,
    pub hulk: char,
    pub sunk: char,
    pub lost: char,
    heads: [char; 8],
}

impl Signs {
    pub fn for_charset(charset: CharacterSet) -> Signs {
        let [land, mines, smoke, ring, track, hull, front, dot] = match charset {
            CharacterSet::Unicode => ['▒', '¤', '░', '⠒', '⠒', '⣿', '*', '•'],
            CharacterSet::Ascii => ['#', '!', '%', '.', ':', '=', '*', 'o'],
        };
        let [marker, crowd, crossing, hulk, sunk, lost] = match charset {
            CharacterSet::Unicode => ['◆', '≡', '·', '×', '†', '?'],
            CharacterSet::Ascii => ['@', '&', '+', 'x', '_', '?'],
        };
        let heads = match charset {
            CharacterSet::Unicode => ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'],
            CharacterSet::Ascii => ['^', '/', '>', '\\', 'v', '/', '<', '\\'],
        };
        Signs { land, mines, smoke, ring, track, hull, front, dot, marker, crowd, crossing, hulk, sunk, lost, heads }
    }

    /// Returns the nearest of eight arrows. ASCII has no diagonal arrows and shows only a slant.
    pub fn heading_arrow(&self, heading: Bearing) -> char {
        self.heads[(heading.to_step(45.0).degrees() / 45.0) as usize % 8]
    }

    pub fn ship(&self, ship: &Ship) -> char {
        match ship.status {
            ShipStatus::Seen | ShipStatus::Unsighted => self.heading_arrow(ship.pose.heading),
            ShipStatus::LastSeen(_) => self.lost,
            ShipStatus::Hulk => self.hulk,
            ShipStatus::Sunk => self.sunk,
        }
    }
}
