//! Defines the contents of a ship data card. [6.2.4]
use naval::model::chart::{DamageTable, Movement};
use naval::model::{Band, BatteryKind, Card, Fraction, Ship};
use naval::rules::special::Broadside;

#[derive(Clone)]
pub struct Face<'a> {
    pub card: &'a Card,
    /// The ship with its damage, if it is in a game.
    pub ship: Option<&'a Ship>,
    pub number: Option<u8>,
    /// Its division and flag.
    pub division: String,
    /// Its line of the movement chart. [5.5, 5.6]
    pub movement: Option<&'a Movement>,
    /// Table for hits on it: Special Hits for a large ship, effective hits for a light one.
    pub table: Option<&'a DamageTable>,
    /// For an enemy, how it looked when seen.
    pub sighting: Option<SightingReport>,
    /// Charts of the pack that it needs, with numbers. Empty for a library card.
    pub charts: String,
    /// Bands for torpedo attacks by large ships, from the chart instead of the torpedo. [7.5.1]
    pub attack_bands: &'a [Band],
    /// Factors of its batteries: `x0.5`, `x0.5 to port (rule 2)`. [6.5.7, 9.2]
    pub notes: Vec<(BatteryKind, String)>,
    /// Factors that always apply, for the figures of its plan.
    pub strength_factors: Vec<StrengthFactor>,
}

/// Factor of a battery's strength throughout a battle, on one side or both.
#[derive(Clone, Copy, Debug)]
pub struct StrengthFactor {
    pub kind: BatteryKind,
    pub side: Option<Broadside>,
    pub times: Fraction,
}

impl<'a> Face<'a> {
    pub fn undamaged(
        card: &'a Card,
        number: Option<u8>,
        division: String,
        (movement, table): (Option<&'a Movement>, Option<&'a DamageTable>),
    ) -> Face<'a> {
        let charts = String::new();
        let (attack, notes, shares) = (&[][..], Vec::new(), Vec::new());
        Face {
            card,
            ship: None,
            number,
            division,
            movement,
            table,
            sighting: None,
            charts,
            attack_bands: attack,
            notes,
            strength_factors: shares,
        }
    }
}

/// A side's own sighting of an enemy.
#[derive(Clone, Debug)]
pub struct SightingReport {
    pub description: String,
    pub side: String,
}
