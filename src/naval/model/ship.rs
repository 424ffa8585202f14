//! A ship: its card and its running damage.
mod losses;
mod sight;

use std::sync::Arc;

pub use super::{
    card::{
        Band, Battery, BatteryKind, Bearing, BigGuns, Card, Dual, FiringArc, MAX_TORPEDO_ATTACK_RANGE, Mount, ShipType,
        Torpedoes, arcs_at,
    },
    hit::{Fate, Harm, Hit, HitState, RudderJam},
    sighting::{LastSeen, VisibleSigns},
};

use super::card::count_mounts_bearing;
use super::{Fraction, Id, Inches, KnownCourse, Place, ShipMove, SideId};

#[derive(Clone, PartialEq, Debug)]
pub struct Ship {
    pub id: Id,
    pub card: Arc<Card>,
    pub side: SideId,
    pub division: Id,
    /// The division to which it was assigned at the start. [5.8.1]
    pub home_division: Id,
    /// Unique in its side, for ships with big guns. [3.1]
    pub number: Option<u8>,
    pub speed: Inches,
    /// Its position, if tracked. [3.5]
    pub at: Option<Place>,
    /// Its heading, if moved by hand. (Q56)
    pub helm: KnownCourse,
    /// Its last run, for the map and this turn's modifiers. (Q30)
    pub run: Option<Arc<ShipMove>>,
    pub fate: Fate,
    pub hits: Vec<Hit>,
    /// Whether the enemy sees it. [4.3]
    pub sighted: bool,
    /// The ship as the enemy last saw it. Updated while the enemy sees it. [4.3, 4.4]
    pub seen: Option<LastSeen>,
    /// `seen` before movement, kept until the Sighting Segment ends. [4.4, Q49]
    pub seen_before: Option<LastSeen>,
    /// Its visible signs at the last sighting. [4.2]
    pub shown_at_sighting: VisibleSigns,
    /// Lit by searchlight or starshell this turn. [4.5, Q27]
    pub lit: bool,
    /// Whether its searchlight and starshell have lit a target this turn. [4.5.1, 4.5.2]
    pub searchlight_used: bool,
    pub starshell_used: bool,
    pub torpedoes_left: u8,
    /// The last turn in which each firer's big guns hit it. [6.5.1.2]
    pub hit_by: Vec<(Id, u16)>,
    /// Whether it used weapons this turn. [8.6.4]
    pub used_weapons: bool,
    /// Whether it has fired guns this turn, starshell not counted. (T13)
    pub fired_guns: bool,
    /// Whether it was fired on, this turn and last. [8.6.4]
    pub fired_upon: bool,
    pub fired_upon_last_turn: bool,
    /// Whether its repair was tried, and its fires rolled, this turn. [8.6, 8.5.3]
    pub repair_tried: bool,
    pub fires_rolled: bool,
    /// Whether it has made its coup de grâce this turn. [7.6]
    pub coup_made: bool,
    /// The turn in which it was lost. An explosion darkens the next turn's gunfire. (T1)
    pub lost_turn: Option<u16>,
    /// Top speed set by the referee, replacing the card's.
    pub top_speed_override: Option<Inches>,
    /// Whether it fired or used a searchlight last turn. [9.2]
    pub showed_last_turn: bool,
    /// Whether it fired or used a searchlight in the first half of this turn. In the second its light is out. [3.4]
    pub showed_in_first_half: bool,
    pub lit_last_turn: bool,
}

impl Ship {
    /// Builds an undamaged ship, not sighted and without a position.
    pub fn new(card: Arc<Card>, side: SideId, division: Id, number: Option<u8>, speed: Inches) -> Ship {
        Ship {
            id: card.id.clone(),
            side,
            home_division: division.clone(),
            division,
            number,
            speed,
            at: None,
            helm: KnownCourse::default(),
            run: None,
            fate: Fate::Fighting,
            hits: Vec::new(),
            sighted: false,
            seen: None,
            seen_before: None,
            shown_at_sighting: VisibleSigns::default(),
            lit: false,
            searchlight_used: false,
            starshell_used: false,
            torpedoes_left: card.torpedo.as_ref().map_or(0, |torpedo| torpedo.factors),
            hit_by: Vec::new(),
            used_weapons: false,
            fired_guns: false,
            fired_upon: false,
            fired_upon_last_turn: false,
            repair_tried: false,
            fires_rolled: false,
            coup_made: false,
            lost_turn: None,
            top_speed_override: None,
            showed_last_turn: false,
            showed_in_first_half: false,
            lit_last_turn: false,
            card,
        }
    }
    fn harms(&self) -> impl Iterator<Item = &Harm> {
        self.hits.iter().filter(|hit| hit.state != HitState::Repaired).map(|hit| &hit.effect)
    }
    /// Returns the number of burning fires. [8.5]
    pub fn fires(&self) -> usize {
        self.harms().filter(|harm| matches!(harm, Harm::Fire)).count()
    }
    /// Returns the unrepaired flotation hits. (T14)
    pub fn flotation_hits(&self) -> i32 {
        self.harms().map(|harm| if let Harm::Flotation { hits } = harm { *hits } else { 0 }).sum()
    }
    /// Returns the quarters of the battery points lost (G and S).
    pub fn gun_quarters_lost(&self) -> i32 {
        self.harms().map(|harm| if let Harm::Guns { quarters } = harm { *quarters } else { 0 }).sum()
    }
    /// Returns the number of mounts that bear, after damage. [6.4.1]
    pub fn mounts_bearing(&self, bearing: Bearing) -> usize {
        let lost = self.mounts_lost();
        self.card.big.as_ref().map_or(0, |big| count_mounts_bearing(&big.mounts, &lost, bearing))
    }
    pub fn mounts_left(&self) -> Vec<Id> {
        let lost = self.mounts_lost();
        let mounts = self.card.big.iter().flat_map(|big| &big.mounts);
        mounts.map(|mount| mount.id.clone()).filter(|id| !lost.contains(id)).collect()
    }
    pub fn has_mounts_left(&self) -> bool {
        let lost = self.mounts_lost();
        self.card.big.as_ref().is_some_and(|big| big.mounts.iter().any(|mount| !lost.contains(&mount.id)))
    }
    pub fn has_bridge_hit(&self) -> bool {
        self.harms().any(|harm| *harm == Harm::Bridge)
    }
    pub fn is_fire_control_out(&self) -> bool {
        self.harms().any(|harm| *harm == Harm::FireControl)
    }
    /// Returns the top speed after damage, before the limit for a burning ship. [5.4, T14]
    pub fn top_speed(&self) -> Inches {
        self.top_speed_with(|hit| hit.state != HitState::Repaired)
    }
    /// Returns the top speed with the hits for which `counts` is true.
    fn top_speed_with(&self, counts: impl Fn(&Hit) -> bool) -> Inches {
        match self.speed_lost_by(counts) {
            Some(lost) => (self.top_speed_override.unwrap_or(self.card.speed) - lost).max(Inches::ZERO),
            None => Inches::ZERO,
        }
    }
    /// Returns the top speed lost to damage. 0 for a fully flooded ship, where it is undefined. [5.4, T14]
    pub fn speed_lost(&self) -> Inches {
        self.speed_lost_by(|hit| hit.state != HitState::Repaired).unwrap_or_default()
    }
    /// As [`Ship::speed_lost`], for the hits for which `counts` is true. `None` if these flood the ship fully.
    fn speed_lost_by(&self, counts: impl Fn(&Hit) -> bool) -> Option<Inches> {
        let (mut flooded, mut outright) = (0, Inches::ZERO);
        for hit in self.hits.iter().filter(|hit| counts(hit)) {
            if let Harm::Flotation { hits } = &hit.effect {
                flooded += hits;
            } else if let Harm::Speed(loss) = &hit.effect {
                outright = outright + *loss;
            }
        }
        if self.card.flotation <= flooded && self.card.flotation > 0 {
            return None;
        }
        let past_half = (flooded - self.card.flotation / 2).max(0);
        Some(outright + Inches(25) * past_half)
    }
    /// Whether the rudder is jammed in `turn`. [8.4]
    pub fn is_rudder_jammed(&self, turn: u16) -> bool {
        self.jam(turn).is_some()
    }
    /// Returns the jam of the rudder in `turn`. Of several jams the longest counts. [8.4, Q39]
    pub fn jam(&self, turn: u16) -> Option<RudderJam> {
        let jams = self.harms().filter_map(|harm| {
            let Harm::Steering { until_turn, circles } = harm else { return None };
            Some(RudderJam { until_turn: *until_turn, circles: *circles })
        });
        jams.filter(|jam| turn <= jam.until_turn).max_by_key(|jam| jam.until_turn)
    }
    /// Returns the maximum speed now. Three fires limit a ship to 2.00". [5.4, 8.5.1]
    pub fn speed_allowance(&self) -> Inches {
        let top = self.top_speed();
        if self.are_weapons_barred() { top.min(Inches::whole(2)) } else { top }
    }
    /// Whether fires bar every weapon, as three do. [8.5.1]
    pub fn are_weapons_barred(&self) -> bool {
        3 <= self.fires()
    }
    /// Whether it is on the table and under command.
    pub fn is_in_action(&self) -> bool {
        self.fate == Fate::Fighting
    }
    /// Whether it is in action and has a position. [3.5]
    pub fn has_position(&self) -> bool {
        self.is_in_action() && self.at.is_some()
    }
    /// Whether its base is on the table, afloat or as a hulk. [8.7]
    pub fn is_on_table(&self) -> bool {
        matches!(self.fate, Fate::Fighting | Fate::Sinking | Fate::Abandoned)
    }
    /// Whether it counts as sunk for points. [8.7]
    pub fn counts_as_sunk(&self) -> bool {
        matches!(self.fate, Fate::Sinking | Fate::Exploded | Fate::Sunk | Fate::Abandoned)
    }
    /// Whether damage of any kind has reduced its top speed to 0. [8.6.3]
    pub fn is_stopped_by_damage(&self) -> bool {
        self.is_in_action() && !self.card.kind.is_coast_battery() && self.top_speed() == Inches::ZERO
    }
    /// Whether unrepairable damage has reduced its speed to 0. [10.5.7]
    pub fn is_immobile(&self) -> bool {
        let permanent_top_speed = || self.top_speed_with(|hit| hit.state == HitState::Unrepairable);
        self.is_in_action() && !self.card.kind.is_coast_battery() && permanent_top_speed() == Inches::ZERO
    }
    /// Whether it is in action at half speed or less, without a remaining gun, or with a jammed rudder in `turn`.
    pub fn is_crippled(&self, turn: u16) -> bool {
        let kinds = [BatteryKind::Medium, BatteryKind::Light];
        let has_gun_on_card = self.card.big.is_some() || kinds.iter().any(|kind| self.card.battery(*kind).is_some());
        let is_silent = || kinds.iter().all(|kind| self.battery_strength(*kind) == Fraction::ZERO);
        let is_unarmed = || has_gun_on_card && !self.has_mounts_left() && is_silent();
        let is_slow = || !self.card.kind.is_coast_battery() && self.top_speed() + self.top_speed() <= self.card.speed;
        self.is_in_action() && (is_slow() || is_unarmed() || self.is_rudder_jammed(turn))
    }
    /// Returns the present strength of a battery on one side. [6.2.2, 6.2.3]
    /// Each lost quarter of all gun points comes off the medium battery first, then the light one.
    pub fn battery_strength(&self, kind: BatteryKind) -> Fraction {
        let full_strength = |kind| self.card.battery(kind).map_or(Fraction::ZERO, |battery| battery.strength);
        let (medium, light) = (full_strength(BatteryKind::Medium), full_strength(BatteryKind::Light));
        let quarters = self.gun_quarters_lost();
        if quarters == 0 {
            return full_strength(kind).max(Fraction::ZERO);
        }
        let lost = (medium + light) * Fraction::new(i64::from(quarters), 4);
        match kind {
            BatteryKind::Big => Fraction::ZERO,
            BatteryKind::Medium => (medium - lost).max(Fraction::ZERO),
            BatteryKind::Light => (light - (lost - medium).max(Fraction::ZERO)).max(Fraction::ZERO),
        }
    }
    pub fn next_hit_id(&self, code: &str) -> Id {
        let code_of = |id: &Id| id.as_str().trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let first = 1 + self.hits.iter().filter(|hit| code_of(&hit.id) == code).count();
        // Hits removed by the referee leave gaps.
        let is_taken = |id: &Id| self.hits.iter().any(|hit| hit.id == *id);
        let mut ids = (first..).map(|number| Id::new(format!("{code}{number}")));
        ids.find(|id| !is_taken(id)).unwrap_or_else(|| Id::new(code))
    }
}
