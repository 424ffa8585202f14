//! Sets of ships, as scenario files state them: by id, side, type, division or navy. Begin with [`ShipSet`].
use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer, value::SeqAccessDeserializer},
};

use super::{Card, DivisionSetup, Id, Ship, ShipType, SideId};

/// A set of ships: a list of ids, or all that fit every given key. Without keys it holds every ship.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ShipSet {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ids: Vec<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<ShipType>,
    /// Only large ships, or only light ones. [1.4]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub large: Option<bool>,
    /// Divisions at the start or now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub divisions: Vec<Id>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub navies: Vec<Id>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<Id>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub except_navies: Vec<Id>,
}

/// A set as files write it. `division` names a single division.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ShipSetKeys {
    #[serde(deserialize_with = "at_least_one")]
    ids: Vec<Id>,
    side: Option<SideId>,
    #[serde(deserialize_with = "at_least_one")]
    types: Vec<ShipType>,
    large: Option<bool>,
    #[serde(deserialize_with = "at_least_one")]
    divisions: Vec<Id>,
    division: Option<Id>,
    #[serde(deserialize_with = "at_least_one")]
    navies: Vec<Id>,
    #[serde(deserialize_with = "at_least_one")]
    except: Vec<Id>,
    #[serde(deserialize_with = "at_least_one")]
    except_navies: Vec<Id>,
}

/// Reads a list that must not be empty: an empty one would mean every ship, like an omitted key.
pub(super) fn at_least_one<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let list = Vec::deserialize(deserializer)?;
    if list.is_empty() { Err(D::Error::custom("the list is empty")) } else { Ok(list) }
}

impl From<ShipSetKeys> for ShipSet {
    fn from(written: ShipSetKeys) -> ShipSet {
        let ShipSetKeys { ids, side, types, large, mut divisions, division, navies, except, except_navies } = written;
        divisions.extend(division);
        ShipSet { ids, side, types, large, divisions, navies, except, except_navies }
    }
}

impl<'de> Deserialize<'de> for ShipSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ShipSet, D::Error> {
        deserializer.deserialize_any(ListOrKeys)
    }
}

struct ListOrKeys;

impl<'de> Visitor<'de> for ListOrKeys {
    type Value = ShipSet;
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of ships, or keys such as {side: russia, types: [BB]}")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<ShipSet, A::Error> {
        Ok(ShipSet { ids: at_least_one(SeqAccessDeserializer::new(list))?, ..ShipSet::default() })
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ShipSet, A::Error> {
        ShipSetKeys::deserialize(MapAccessDeserializer::new(map)).map(ShipSet::from)
    }
}

impl ShipSet {
    pub fn is_all_ships(&self) -> bool {
        *self == ShipSet::default()
    }
    /// Whether it holds a ship. Ships that enter later, left or were lost count too.
    pub fn holds(&self, ship: &Ship) -> bool {
        self.fits(&ship.card, &ship.side, &[&ship.home_division, &ship.division])
    }
    pub fn holds_at_start(&self, card: &Card, division: &DivisionSetup) -> bool {
        self.fits(card, &division.side, &[&division.id])
    }
    fn fits(&self, card: &Card, ship_side: &SideId, homes: &[&Id]) -> bool {
        let ShipSet { ids, side, types, large, divisions, navies, except, except_navies } = self;
        (ids.is_empty() || ids.contains(&card.id))
            && side.as_ref().is_none_or(|side| side == ship_side)
            && (types.is_empty() || types.contains(&card.kind))
            && large.is_none_or(|large| large == card.kind.is_large())
            && (divisions.is_empty() || homes.iter().any(|home| divisions.contains(home)))
            && (navies.is_empty() || navies.contains(&card.navy))
            && !except.contains(&card.id)
            && !except_navies.contains(&card.navy)
    }
}
