//! Conflict: rounds of magic and steel. Written once, for the campaign and for its odds. [SC-11 to SC-16]
use serde::{Deserialize, Serialize};

use super::{
    Crystal, Purpose, Reason, Setup,
    field::{Charm, Counts, Field, Odds, Rank, Step, Term, Weights},
    magic, rules,
    scenario::Spell,
    troops::{Army, Kind, TYPES, as_text},
};
use play::{Halt, HaltOf, Rule};

/// Where a battle is fought: in a campaign, whose facts are kept, or in the odds of one.
pub trait Stage {
    fn setup(&self) -> &Setup;
    fn field(&self) -> &Field;
    /// Whether facts are kept, so that the terms of sums are worth writing out.
    const KEEPS: bool;
    /// What both sides weigh on the field.
    fn weights(&self) -> Weights {
        Weights::of(&self.setup().rules, self.field())
    }
    /// Throws one die.
    ///
    /// # Errors
    /// Dice are missing, or one has no such face.
    fn throw(&mut self, sides: u8, purpose: Purpose, rule: Rule) -> Result<u8, HaltOf<Crystal>>;
    /// Throws one die that succeeds at `at_most` or less.
    ///
    /// # Errors
    /// As [`throw`](Stage::throw).
    fn test(&mut self, sides: u8, at_most: u8, purpose: Purpose, rule: Rule) -> Result<bool, HaltOf<Crystal>>;
    /// Picks one of several places by a die of all the units there: each is as likely as it has units.
    ///
    /// # Errors
    /// As [`throw`](Stage::throw).
    fn pick(&mut self, counts: &[(usize, u8)], purpose: Purpose, rule: Rule) -> Result<usize, HaltOf<Crystal>>
    where
        Self: Sized,
    {
        let many = counts.iter().map(|(_, count)| u32::from(*count)).sum();
        let at = any_of(self, many, purpose, rule)?;
        Ok(picked(counts.iter().copied(), at))
    }
    fn note(&mut self, rule: Rule, fact: BattleFact);
    /// Enemies of a rank fall in the battle step.
    fn foes_fell(&mut self, rule: Rule, place: usize, count: u8) {
        let rank = self.field().roster[place].clone();
        self.note(rule, BattleFact::FoeFell { rank, count, by: By::Clash });
    }
    /// Units of the player's fall in the battle step.
    fn own_fell(&mut self, rule: Rule, army: Army) {
        self.note(rule, BattleFact::OwnFell { army, by: By::Clash });
    }
}

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
    Joined {
        foes: Vec<(Rank, u8)>,
        wizard: bool,
        rough: bool,
        rounds: u8,
    },
    RoundBegan {
        round: u8,
    },
    /// What is due.
    Due(Step),
    /// The enemy's wizard has tried. [SC-23]
    EnemyCast {
        spell: Spell,
        works: bool,
    },
    /// The player's wizard has tried. [SC-22]
    Cast {
        spell: Spell,
        works: bool,
    },
    OwnFell {
        #[serde(with = "as_text")]
        army: Army,
        by: By,
    },
    OwnRose {
        kind: Kind,
    },
    FoeFell {
        rank: Rank,
        count: u8,
        by: By,
    },
    FoeRose {
        rank: Rank,
    },
    Evoked {
        rank: Rank,
        count: u8,
    },
    /// One of the player's units counts twice in this round.
    Armored {
        kind: Kind,
    },
    /// One enemy unit counts half in this round.
    Weakened {
        rank: Rank,
    },
    /// The battle step: strengths in half points, the column, the die, and what it costs. [SC-14, SC-20]
    Clashed {
        own: Vec<Term>,
        own_halves: u32,
        foes: Vec<Term>,
        foe_halves: u32,
        cavalry: (u32, u32),
        odds: Odds,
        own_losses: u8,
        foe_losses: u8,
    },
    /// The last round is over. [SC-16]
    Decided {
        own_halves: u32,
        foe_halves: u32,
        won: bool,
    },
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
        BattleFact::EnemyCast { .. } | BattleFact::Cast { .. } | BattleFact::Clashed { .. } => {}
        BattleFact::OwnFell { army, .. } => own_fell(field, army),
        BattleFact::OwnRose { kind } => {
            if let Some(place) = kind.place() {
                field.own[place] += 1;
                field.own_lost[place] -= field.own_lost[place].min(1);
            }
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
pub(super) fn own_fell(field: &mut Field, army: &Army) {
    for (place, count) in army.iter().enumerate() {
        field.own[place] = field.own[place].saturating_sub(*count);
        if place < TYPES - 1 {
            field.own_falling[place] += count;
        }
    }
}

/// Enemies of the rank of a place leave the field.
pub(super) fn foes_fell(field: &mut Field, place: usize, count: u8) {
    field.foes[place] = field.foes[place].saturating_sub(count);
    field.foes_falling[place] += count;
}

type Ruling<T = ()> = Result<T, HaltOf<Crystal>>;

pub(super) fn refuse<T>(rule: Rule, reason: Reason) -> Ruling<T> {
    Err(Halt::Refused { reason, rule })
}

/// Throws for one of several when there is more than one to choose from: `None` where no die was needed.
fn any_of<S: Stage>(stage: &mut S, many: u32, purpose: Purpose, rule: Rule) -> Ruling<u32> {
    match many {
        0 | 1 => Ok(0),
        _ => Ok(u32::from(stage.throw(many.min(255) as u8, purpose, rule)?) - 1),
    }
}

/// The place of the unit that a die of all of them has picked.
pub(super) fn picked(counts: impl IntoIterator<Item = (usize, u8)>, mut at: u32) -> usize {
    let mut last = 0;
    for (place, count) in counts {
        last = place;
        if at < u32::from(count) {
            break;
        }
        at -= u32::from(count);
    }
    last
}

/// Opens a round, or ends the battle when the last is over or a side has no unit. [SC-11]
pub fn next_round<S: Stage>(stage: &mut S) {
    let field = stage.field();
    if field.rounds <= field.round || field.own_fighters() == 0 || field.foe_fighters() == 0 {
        return decided(stage);
    }
    let round = field.round + 1;
    stage.note(rules::BATTLE, BattleFact::RoundBegan { round });
    let wizard = stage.field().wizard && !stage.setup().scenario.enemy_spells.is_empty();
    let step = if wizard { Step::Magic } else { after_magic(stage) };
    stage.note(rules::BATTLE, BattleFact::Due(step));
}

pub(super) fn after_magic<S: Stage>(stage: &S) -> Step {
    let casts = stage.field().own_wizard() && !stage.setup().scenario.spells.is_empty();
    if casts { Step::Spell } else { Step::Clash }
}

/// Goes on when a wizard has done its part, unless that has emptied the field.
pub(super) fn go_on_after<S: Stage>(stage: &mut S) {
    let field = stage.field();
    if field.own_fighters() == 0 || field.foe_fighters() == 0 {
        decided(stage);
    } else {
        let step = magic::step_after(stage);
        stage.note(rules::BATTLE, BattleFact::Due(step));
    }
}

/// Something else is due.
pub(super) fn wrong_step<S: Stage, T>(stage: &S, rule: Rule) -> Ruling<T> {
    refuse(rule, Reason::NotNow { due: super::Phase::Conflict, step: stage.field().step })
}

/// The stronger side at the end has won; what lasted for a round is over. [SC-16, SC-A8]
fn decided<S: Stage>(stage: &mut S) {
    let (own_halves, foe_halves, won) = stage.field().outcome(&stage.setup().rules);
    stage.note(rules::OUTCOME, BattleFact::Decided { own_halves, foe_halves, won });
}
