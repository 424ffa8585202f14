//! The battlefield: units, the strength of each side, and the combat table.
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Army, BelowOne, Halves, Kind, Rough, Rules, Terrain, Tie, Troop, rules};
use play::Rule;

/// Enemy units of one kind.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rank {
    pub troop: Troop,
    /// Whether it was called up by a spell in this battle. [SC-A13]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub evoked: bool,
}

/// A number for each enemy rank. Usually few enough to be stored inline.
pub type Counts = SmallVec<[u8; 16]>;

/// The step that is due in a battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// No battle.
    #[default]
    Idle,
    /// The enemy's wizard rolls. [SC-12]
    Magic,
    /// The player's wizard may cast. [SC-12]
    Spell,
    /// Both sides fight. [SC-14]
    Clash,
    /// The player must choose losses. [SC-15]
    Losses { owed: u8 },
    /// The last round is over. [SC-16]
    Over,
}

/// A spell that lasts for one round. [SC-22]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RoundSpell {
    /// One of the player's units counts twice.
    Armor(Kind),
    /// One unit of this enemy rank counts half.
    Weakness(u8),
}

/// Both armies, and the battle between them if any.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Field {
    /// The player's army, also outside battle.
    pub own: Army,
    /// Own losses in the round before.
    pub own_lost: Army,
    /// Own losses in this round.
    pub own_lost_now: Army,
    pub roster: Arc<[Rank]>,
    /// Enemies present, by rank of the roster.
    pub foes: Counts,
    /// Enemies lost in the round before, by rank.
    pub foes_lost: Counts,
    /// Enemies lost in this round, by rank.
    pub foes_lost_now: Counts,
    /// Whether the enemy has a wizard.
    pub wizard: bool,
    /// Whether the ground is rough, which weakens cavalry, elephants and chariots.
    pub rough: bool,
    pub round_spell: Option<RoundSpell>,
    pub step: Step,
    pub round: u8,
    pub rounds: u8,
}

/// A side of the battle. The player is always the attacker. [SC-A2]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BattleSide {
    Own,
    Foes,
}

/// The meaning of a term of a strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TermKind {
    Factor,
    Bonus,
    Malus,
    Armor,
    Weakness,
}

impl TermKind {
    pub fn rule(self, kind: Kind) -> Rule {
        match self {
            TermKind::Factor if kind == Kind::Monster => rules::MONSTERS,
            TermKind::Factor => rules::UNITS,
            TermKind::Bonus => rules::STRENGTH,
            TermKind::Malus => rules::ROUGH,
            TermKind::Armor => rules::SPELLS,
            TermKind::Weakness => rules::HALVES,
        }
    }
}

/// A cited term of a strength: a number of units, and the half points they add together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    pub troop: Troop,
    pub count: u8,
    pub part: TermKind,
    pub halves: i32,
    pub rule: Rule,
}

impl Field {
    pub fn at_peace(own: Army) -> Field {
        Field { own, ..Field::default() }
    }

    /// Copies the field. Its short lists are copied as slices, which is faster than `clone`.
    pub(crate) fn copied(&self) -> Field {
        Field {
            roster: self.roster.clone(),
            foes: Counts::from_slice(&self.foes),
            foes_lost: Counts::from_slice(&self.foes_lost),
            foes_lost_now: Counts::from_slice(&self.foes_lost_now),
            ..*self
        }
    }

    pub fn foe_fighters(&self) -> u32 {
        self.foes.iter().map(|count| u32::from(*count)).sum()
    }

    /// Returns the enemy ranks with units left, with their places.
    pub fn ranks_left(&self) -> impl Iterator<Item = (usize, &Rank, u8)> {
        let counted = self.roster.iter().zip(&self.foes).enumerate();
        counted.filter(|(_, (_, count))| **count > 0).map(|(place, (rank, count))| (place, rank, *count))
    }

    fn units_of(&self, side: BattleSide, holds: impl Fn(Kind) -> bool) -> u32 {
        let count_if = |(kind, count)| if holds(kind) { u32::from(count) } else { 0 };
        match side {
            BattleSide::Own => self.own.fighting().map(count_if).sum(),
            BattleSide::Foes => self.ranks_left().map(|(_, rank, count)| count_if((rank.troop.kind, count))).sum(),
        }
    }

    /// Counts the cavalry of a side. [SC-A4]
    pub fn cavalry(&self, rules: &Rules, side: BattleSide) -> u32 {
        self.units_of(side, |kind| rules.cavalry.includes(kind))
    }

    /// Returns a unit's combat factor, its bonus against types that the other side has, and its loss on rough ground.
    /// [SC-13, SC-19]
    pub fn effective(&self, side: BattleSide, kind: Kind, combat_factor: u8) -> (u8, u8, u8) {
        let (bonus, against) = kind.bonus();
        let other = match side {
            BattleSide::Own => BattleSide::Foes,
            BattleSide::Foes => BattleSide::Own,
        };
        let meets_them = bonus > 0 && self.units_of(other, |kind| against.contains(&kind)) > 0;
        (combat_factor, if meets_them { bonus } else { 0 }, if self.rough { kind.malus() } else { 0 })
    }

    /// Returns the strength of a side in half points. `on_term` gets each term: the place of the rank or type, the
    /// number of units, the meaning, and half points.
    pub fn strength(&self, rules: &Rules, side: BattleSide, mut on_term: impl FnMut(usize, u8, TermKind, i32)) -> u32 {
        let mut sum = 0_i32;
        let mut add = |place: usize, count: u8, part: TermKind, halves: i32| {
            if halves != 0 {
                on_term(place, count, part, halves);
                sum += halves;
            }
        };
        let mut add_rank = |place: usize, kind: Kind, factor: u8, count: u8| {
            let (factor, bonus, malus) = self.effective(side, kind, factor);
            let half_points = |each: u8| 2 * i32::from(each) * i32::from(count);
            add(place, count, TermKind::Factor, half_points(factor));
            add(place, count, TermKind::Bonus, half_points(bonus));
            add(place, count, TermKind::Malus, -half_points(malus));
            let each = (i32::from(factor) + i32::from(bonus) - i32::from(malus)).max(0);
            match (self.round_spell, side) {
                (Some(RoundSpell::Armor(charmed)), BattleSide::Own) if charmed == kind => {
                    add(place, 1, TermKind::Armor, 2 * each)
                }
                (Some(RoundSpell::Weakness(charmed)), BattleSide::Foes) if usize::from(charmed) == place => {
                    let lost = match rules.halves {
                        Halves::Kept => each,
                        Halves::Dropped => 2 * (each - each / 2),
                    };
                    add(place, 1, TermKind::Weakness, -lost);
                }
                (Some(RoundSpell::Armor(_) | RoundSpell::Weakness(_)) | None, BattleSide::Own | BattleSide::Foes) => {}
            }
        };
        match side {
            BattleSide::Own => {
                for (place, kind) in Kind::FIGHTERS.into_iter().enumerate().filter(|(place, _)| self.own.0[*place] > 0)
                {
                    add_rank(place, kind, kind.combat_factor(), self.own.0[place]);
                }
            }
            BattleSide::Foes => {
                for (place, Rank { troop, .. }, count) in self.ranks_left() {
                    add_rank(place, troop.kind, troop.combat_factor, count);
                }
            }
        }
        sum.max(0) as u32
    }

    /// Returns the strengths of both sides in half points.
    pub(crate) fn strengths(&self, rules: &Rules) -> [u32; 2] {
        [BattleSide::Own, BattleSide::Foes].map(|side| self.strength(rules, side, |_, _, _, _| {}))
    }

    /// Returns each term of a side's strength, with its paragraph. [SC-13]
    pub fn terms(&self, rules: &Rules, side: BattleSide) -> Vec<Term> {
        let mut terms = Vec::new();
        self.strength(rules, side, |place, count, part, halves| {
            let troop = match side {
                BattleSide::Own => Troop::without_name(Kind::FIGHTERS[place]),
                BattleSide::Foes => self.roster[place].troop.clone(),
            };
            let rule = part.rule(troop.kind);
            terms.push(Term { troop, count, part, halves, rule });
        });
        terms
    }

    /// Returns both strengths in half points without the spells of a round, and whether the player wins.
    ///
    /// # Source
    /// SC-16; SC-A8: with equal strengths the defender wins, unless the switch `tie` says otherwise.
    pub fn outcome(&self, rules: &Rules) -> (u32, u32, bool) {
        let [own, foes] = match self.round_spell {
            None => self.strengths(rules),
            Some(_) => Field { round_spell: None, ..self.copied() }.strengths(rules),
        };
        (own, foes, foes < own || (own == foes && own > 0 && rules.tie == Tie::Attacker))
    }
}

/// The position of a battle on the combat table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TablePosition {
    /// 1 to 4: the ratio rounded in the defender's favour. [SC-14]
    pub ratio: u8,
    /// -1, 0 or 1: a column towards the side with twice the cavalry. [SC-14]
    pub shift: i8,
    /// 1 to 4.
    pub column: u8,
    /// Whether the enemy is stronger and counts as the attacker. [SC-A2]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub swapped: bool,
}

/// The strengths and the cavalry (own, enemy) before the die is rolled. [SC-13, SC-14]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BattleStrengths {
    /// Strengths in half points.
    pub own_halves: u32,
    pub foe_halves: u32,
    pub cavalry: (u32, u32),
    pub odds: TablePosition,
}

impl BattleStrengths {
    pub fn on_field(rules: &Rules, field: &Field) -> BattleStrengths {
        let [own_halves, foe_halves] = field.strengths(rules);
        let cavalry = (field.cavalry(rules, BattleSide::Own), field.cavalry(rules, BattleSide::Foes));
        let odds = table_position(rules, (own_halves, cavalry.0), (foe_halves, cavalry.1));
        BattleStrengths { own_halves, foe_halves, cavalry, odds }
    }
}

/// Returns the ratio of two strengths as a column from 1:1 to 4:1, rounded down. [SC-14]
pub fn strength_ratio(attacker: u32, defender: u32) -> u8 {
    attacker.checked_div(defender).unwrap_or(4).clamp(1, 4) as u8
}

/// Returns the shift of the column by cavalry, seen from the first side. [SC-14]
pub fn cavalry_shift(cavalry: u32, other: u32) -> i8 {
    if cavalry > 0 && cavalry >= 2 * other {
        1
    } else if other > 0 && other >= 2 * cavalry {
        -1
    } else {
        0
    }
}

/// Returns the column of a battle, from each side's strength in half points and cavalry. [SC-14, SC-A2]
pub fn table_position(rules: &Rules, own: (u32, u32), foes: (u32, u32)) -> TablePosition {
    let swapped = rules.below_one == BelowOne::Swap && own.0 < foes.0;
    let (attacker, defender) = if swapped { (foes, own) } else { (own, foes) };
    let (ratio, shift) = (strength_ratio(attacker.0, defender.0), cavalry_shift(attacker.1, defender.1));
    TablePosition { ratio, shift, column: ratio.saturating_add_signed(shift).clamp(1, 4), swapped }
}

/// The combat table: defender's and attacker's losses by die and column. [SC-20]
pub const COMBAT_TABLE: [[(u8, u8); 4]; 6] = [
    [(0, 2), (1, 1), (1, 1), (2, 1)],
    [(0, 1), (1, 1), (2, 1), (3, 0)],
    [(1, 1), (1, 0), (3, 0), (4, 0)],
    [(1, 1), (2, 0), (4, 0), (5, 0)],
    [(1, 0), (3, 0), (5, 0), (6, 0)],
    [(2, 0), (4, 0), (6, 0), (8, 0)],
];

/// Returns the losses of the defender and of the attacker for a die and a column. [SC-20]
pub fn table_losses(die: u8, column: u8) -> (u8, u8) {
    let row = COMBAT_TABLE[usize::from(die.clamp(1, 6)) - 1];
    row[usize::from(column.clamp(1, 4)) - 1]
}

impl Rules {
    /// Whether cavalry, elephants and chariots fight worse on such ground. [SC-A3]
    pub fn is_rough(&self, terrain: Terrain) -> bool {
        match terrain {
            Terrain::Mountain => true,
            Terrain::Forest => matches!(self.rough, Rough::MountainForest | Rough::Hills),
            Terrain::Hills => self.rough == Rough::Hills,
            Terrain::Clear | Terrain::Marsh | Terrain::Desert => false,
        }
    }
}
