//! Events of a battle, and how they change the field. [SC-11 to SC-16]
use serde::{Deserialize, Serialize};

use super::{ARMY_TYPES, Army, Counts, Field, Kind, Rank, RoundSpell, Spell, Step, TablePosition, Term};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LossCause {
    Clash,
    Magic,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BattleFact {
    /// The sides face each other. A die set the number of rounds. [SC-11]
    Joined { foes: Vec<(Rank, u8)>, wizard: bool, rough: bool, rounds: u8 },
    /// A round begins. [SC-11]
    RoundBegan { round: u8 },
    /// This step is due next.
    Due(Step),
    /// The enemy's wizard has cast. [SC-23]
    EnemyCast { spell: Spell, works: bool },
    /// The player's wizard has cast. [SC-22]
    Cast { spell: Spell, works: bool },
    /// The player loses units.
    OwnFell { army: Army, by: LossCause },
    /// A unit of the player returns. [SC-22]
    OwnRose { kind: Kind },
    /// The enemy loses units.
    FoeFell { rank: Rank, count: u8, by: LossCause },
    /// An enemy unit returns. [SC-23]
    FoeRose { rank: Rank },
    /// The enemy gains new units by a spell. [SC-23]
    Evoked { rank: Rank, count: u8 },
    /// One unit of the player counts twice in this round. [SC-22]
    Armored { kind: Kind },
    /// One enemy unit counts half in this round. [SC-22]
    Weakened { rank: Rank },
    /// Both sides have fought.
    Clashed(Clash),
    /// The last round is over. [SC-16]
    Decided { own_halves: u32, foe_halves: u32, won: bool },
}

/// The battle step: strengths in half points, cavalry (own, enemy), the column, and the losses. [SC-14, SC-20]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clash {
    pub own: Vec<Term>,
    pub own_halves: u32,
    pub foes: Vec<Term>,
    pub foe_halves: u32,
    pub cavalry: (u32, u32),
    pub odds: TablePosition,
    pub own_losses: u8,
    pub foe_losses: u8,
}

/// Returns the place of a rank, or of one with the same troop if evoked units are among them.
fn rank_place(field: &Field, rank: &Rank) -> Option<usize> {
    let exact = field.roster.iter().position(|known| known == rank);
    exact.or_else(|| field.roster.iter().position(|known| known.troop == rank.troop))
}

/// Applies one event of a battle to the field. Checks nothing.
///
/// Inlined, because the odds apply events by the million and know the variant of each.
#[inline(always)]
pub fn apply(field: &mut Field, fact: &BattleFact) {
    match fact {
        BattleFact::Joined { foes, wizard, rough, rounds } => {
            field.roster = foes.iter().map(|(rank, _)| rank.clone()).collect();
            field.foes = foes.iter().map(|(_, count)| *count).collect();
            field.foes_lost = Counts::from_elem(0, foes.len());
            field.foes_lost_now = Counts::from_elem(0, foes.len());
            (field.wizard, field.rough, field.rounds, field.round) = (*wizard, *rough, *rounds, 0);
        }
        BattleFact::RoundBegan { round } => {
            field.round = *round;
            field.round_spell = None;
            field.own_lost = std::mem::take(&mut field.own_lost_now);
            std::mem::swap(&mut field.foes_lost, &mut field.foes_lost_now);
            field.foes_lost_now.fill(0);
        }
        BattleFact::Due(step) => field.step = *step,
        BattleFact::EnemyCast { .. } | BattleFact::Cast { .. } | BattleFact::Clashed(_) => {}
        BattleFact::OwnFell { army, .. } => remove_own(field, army),
        BattleFact::OwnRose { kind } => {
            field.own.join(*kind, 1);
            field.own_lost = field.own_lost.minus(Army::single(*kind, 1));
        }
        BattleFact::FoeFell { rank, count, .. } => {
            if let Some(place) = rank_place(field, rank) {
                remove_enemies(field, place, *count);
            }
        }
        BattleFact::FoeRose { rank } => {
            if let Some(place) = rank_place(field, rank) {
                field.foes[place] += 1;
                field.foes_lost[place] -= field.foes_lost[place].min(1);
            }
        }
        BattleFact::Evoked { rank, count } => {
            if let Some(place) = rank_place(field, rank) {
                field.foes[place] = field.foes[place].saturating_add(*count);
            }
        }
        BattleFact::Armored { kind } => field.round_spell = Some(RoundSpell::Armor(*kind)),
        BattleFact::Weakened { rank } => {
            field.round_spell =
                rank_place(field, rank).and_then(|place| u8::try_from(place).ok()).map(RoundSpell::Weakness);
        }
        BattleFact::Decided { .. } => {
            field.step = Step::Over;
            field.round_spell = None;
        }
    }
}

pub(crate) fn remove_own(field: &mut Field, army: &Army) {
    for (place, count) in army.0.iter().enumerate() {
        field.own.0[place] = field.own.0[place].saturating_sub(*count);
        if place < ARMY_TYPES - 1 {
            field.own_lost_now.0[place] += count;
        }
    }
}

/// Removes enemies of one rank.
pub(crate) fn remove_enemies(field: &mut Field, place: usize, count: u8) {
    field.foes[place] = field.foes[place].saturating_sub(count);
    field.foes_lost_now[place] += count;
}
