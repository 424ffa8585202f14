//! What happens in a battle, and what it makes of the field. [SC-11 to SC-16]
use serde::{Deserialize, Serialize};

use super::{Army, Charm, Counts, Field, Kind, Odds, Rank, Spell, Step, TYPES, Term};

/// How units came to fall.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    Clash,
    Magic,
}

/// What happens in a battle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BattleFact {
    /// Both sides stand; a die has said for how many rounds. [SC-11]
    Joined { foes: Vec<(Rank, u8)>, wizard: bool, rough: bool, rounds: u8 },
    /// A round begins. [SC-11]
    RoundBegan { round: u8 },
    /// What is due.
    Due(Step),
    /// The enemy's wizard has tried. [SC-23]
    EnemyCast { spell: Spell, works: bool },
    /// The player's wizard has tried. [SC-22]
    Cast { spell: Spell, works: bool },
    /// Units of the player's fall.
    OwnFell { army: Army, by: By },
    /// One of the player's stands again. [SC-22]
    OwnRose { kind: Kind },
    /// Enemies fall.
    FoeFell { rank: Rank, count: u8, by: By },
    /// An enemy stands again. [SC-23]
    FoeRose { rank: Rank },
    /// Enemies come from nowhere. [SC-23]
    Evoked { rank: Rank, count: u8 },
    /// One of the player's units counts twice in this round. [SC-22]
    Armored { kind: Kind },
    /// One enemy unit counts half in this round. [SC-22]
    Weakened { rank: Rank },
    /// Both sides have fought.
    Clashed(Clash),
    /// The last round is over. [SC-16]
    Decided { own_halves: u32, foe_halves: u32, won: bool },
}

/// The battle step: strengths in half points, the column, and what it costs. [SC-14, SC-20]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clash {
    pub own: Vec<Term>,
    pub own_halves: u32,
    pub foes: Vec<Term>,
    pub foe_halves: u32,
    pub cavalry: (u32, u32),
    pub odds: Odds,
    pub own_losses: u8,
    pub foe_losses: u8,
}

/// The place of a rank; of its like where evoked units stand among them.
fn counts(field: &Field, rank: &Rank) -> Option<usize> {
    let exact = field.roster.iter().position(|known| known == rank);
    exact.or_else(|| field.roster.iter().position(|known| known.troop == rank.troop))
}

/// Writes one fact of a battle onto the field. Judges nothing.
///
/// Inlined, because the odds write facts by the million and know which one each of them is.
#[inline(always)]
pub fn apply(field: &mut Field, fact: &BattleFact) {
    match fact {
        BattleFact::Joined { foes, wizard, rough, rounds } => {
            field.roster = foes.iter().map(|(rank, _)| rank.clone()).collect();
            field.foes = foes.iter().map(|(_, count)| *count).collect();
            field.foes_lost = Counts::from_elem(0, foes.len());
            field.foes_falling = Counts::from_elem(0, foes.len());
            (field.wizard, field.rough, field.rounds, field.round) = (*wizard, *rough, *rounds, 0);
        }
        BattleFact::RoundBegan { round } => {
            field.round = *round;
            field.charm = None;
            field.own_lost = std::mem::take(&mut field.own_falling);
            std::mem::swap(&mut field.foes_lost, &mut field.foes_falling);
            field.foes_falling.fill(0);
        }
        BattleFact::Due(step) => field.step = *step,
        BattleFact::EnemyCast { .. } | BattleFact::Cast { .. } | BattleFact::Clashed(_) => {}
        BattleFact::OwnFell { army, .. } => own_fell(field, army),
        BattleFact::OwnRose { kind } => {
            field.own.join(*kind, 1);
            field.own_lost = field.own_lost.less(Army::of(*kind, 1));
        }
        BattleFact::FoeFell { rank, count, .. } => {
            if let Some(place) = counts(field, rank) {
                foes_fell(field, place, *count);
            }
        }
        BattleFact::FoeRose { rank } => {
            if let Some(place) = counts(field, rank) {
                field.foes[place] += 1;
                field.foes_lost[place] -= field.foes_lost[place].min(1);
            }
        }
        BattleFact::Evoked { rank, count } => {
            if let Some(place) = counts(field, rank) {
                field.foes[place] = field.foes[place].saturating_add(*count);
            }
        }
        BattleFact::Armored { kind } => field.charm = Some(Charm::Armor(*kind)),
        BattleFact::Weakened { rank } => {
            field.charm = counts(field, rank).and_then(|place| u8::try_from(place).ok()).map(Charm::Weakness);
        }
        BattleFact::Decided { .. } => {
            field.step = Step::Over;
            field.charm = None;
        }
    }
}

/// Units of the player's leave the field.
pub(crate) fn own_fell(field: &mut Field, army: &Army) {
    for (place, count) in army.0.iter().enumerate() {
        field.own.0[place] = field.own.0[place].saturating_sub(*count);
        if place < TYPES - 1 {
            field.own_falling.0[place] += count;
        }
    }
}

/// Enemies of the rank of a place leave the field.
pub(crate) fn foes_fell(field: &mut Field, place: usize, count: u8) {
    field.foes[place] = field.foes[place].saturating_sub(count);
    field.foes_falling[place] += count;
}
