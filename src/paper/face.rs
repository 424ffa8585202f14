//! What a ship data card shows. [6.2.4]
use naval::model::chart::{DamageTable, Movement};
use naval::model::{Band, BatteryKind, Card, Fraction, Ship};
use naval::rules::special::Broadside;

/// Everything that a card shows of a ship.
#[derive(Clone)]
pub struct Face<'a> {
    pub card: &'a Card,
    /// Her damage, where she is in a game.
    pub live: Option<&'a Ship>,
    pub number: Option<u8>,
    /// Her division and what flag she flies.
    pub division: String,
    /// Her line of the movement chart. [5.5, 5.6]
    pub movement: Option<&'a Movement>,
    /// Where a hit on her is looked up: the Special Hits of a large ship, the effective hits of a light one.
    pub table: Option<&'a DamageTable>,
    /// An enemy: how she looked when she was seen.
    pub sighting: Option<Sighting>,
    /// The charts of the pack that she needs, by number; nothing on a card of the library.
    pub charts: String,
    /// By what large ships attack with torpedoes: the chart's figures, not those of the torpedoes. [7.5.1]
    pub attack: &'a [Band],
    /// What is made of her batteries: `x0.5`, `x0.5 to port (rule 2)`. [6.5.7, 9.2]
    pub notes: Vec<(BatteryKind, String)>,
    /// The same for the figures of her plan, as far as it always holds.
    pub shares: Vec<Share>,
}

/// By what the strength of a battery is multiplied in all of a battle, on one hand or on both.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    pub kind: BatteryKind,
    pub on: Option<Broadside>,
    pub times: Fraction,
}

impl<'a> Face<'a> {
    /// A card with nothing struck off.
    pub fn blank(
        card: &'a Card,
        number: Option<u8>,
        division: String,
        (movement, table): (Option<&'a Movement>, Option<&'a DamageTable>),
    ) -> Face<'a> {
        let charts = String::new();
        let (attack, notes, shares) = (&[][..], Vec::new(), Vec::new());
        Face { card, live: None, number, division, movement, table, sighting: None, charts, attack, notes, shares }
    }

    /// Ranges and numbers of her torpedoes: of a large ship those of the attack, as far as it reaches. [7.4.3, 7.5, Q50]
    pub fn torpedo_bands(&self) -> Vec<Band> {
        let Some(torpedo) = &self.card.torpedo else { return Vec::new() };
        let Some(reach) = self.card.torpedo_attack_range().filter(|_| !self.attack.is_empty()) else {
            return torpedo.bands.clone();
        };
        let last = self.attack.iter().take_while(|band| band.to < reach).count();
        let bands = self.attack.iter().take(last + 1);
        bands.map(|band| Band { to: band.to.min(reach), ..*band }).collect()
    }
}

/// What a side knows of an enemy by its own eyes.
#[derive(Clone, Debug)]
pub struct Sighting {
    pub says: String,
    /// Who has seen her.
    pub by: String,
}
