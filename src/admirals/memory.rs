//! A side's memory of the battle. It is built only from events the side could see.
use super::{helm::is_alarmed, worth};
use naval::model::{BatteryKind, HitKind, doctrine::Alarm};
use naval::{
    Fact, Id, Inches, Segment, SideId,
    view::{Disclosure, PlayerView, VisiblePart},
};
use play::Millionths;

/// The events a side has seen, if players use them later.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// Hits by own guns, the latest last.
    pub scored_hits: Vec<ScoredHits>,
    /// Enemies that fired at own ships, with the turn of their last fire.
    pub enemy_fire: Vec<(Id, u16)>,
    /// Whether the side knows that any guns have been fired.
    pub has_opened_fire: bool,
    /// The lowest remaining share of the side's strength at the start of a turn.
    pub lowest_share: Option<Millionths>,
    /// Alarms that were raised at the start of a turn, with the last such turn.
    pub alarms: Vec<(Alarm, u16)>,
}

/// Hits of one ship on an enemy in one turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredHits {
    pub firer: Id,
    pub target: Id,
    pub turn: u16,
    pub count: u16,
    pub kind: HitKind,
    pub battery: Option<BatteryKind>,
    pub range: Option<Inches>,
}

impl Memory {
    /// Whether a fact may change a memory.
    pub fn is_relevant(fact: &Fact) -> bool {
        let turn = matches!(fact, Fact::SegmentBegan { segment: Segment::Plotting, .. });
        turn || matches!(fact, Fact::HitsMarked(_) | Fact::SalvoFired(_) | Fact::BatteriesFired(_))
    }

    /// Records the side's strength and alarms at the start of a turn.
    pub fn record_turn_start(&mut self, fact: &Fact, view: impl FnOnce() -> PlayerView) {
        if !matches!(fact, Fact::SegmentBegan { segment: Segment::Plotting, .. }) {
            return;
        }
        let view = view();
        let share = Millionths::nearest(worth::remaining_share(view.state().ships_of_side(view.side())));
        self.lowest_share = Some(self.lowest_share.map_or(share, |least| least.min(share)));
        for alarm in Alarm::ALL.into_iter().filter(|alarm| is_alarmed(&view, *alarm)) {
            self.alarms.retain(|(other, _)| *other != alarm);
            self.alarms.push((alarm, view.state().turn));
        }
    }

    /// Records a fact of this turn as the side saw it.
    pub fn record_fact(
        &mut self,
        side: &SideId,
        side_of: impl Fn(&Id) -> Option<SideId>,
        turn: u16,
        fact: &Fact,
        disclosure: &Disclosure,
    ) {
        let is_fire = matches!(fact, Fact::SalvoFired(_) | Fact::BatteriesFired(_));
        self.has_opened_fire |= is_fire && !matches!(disclosure, Disclosure::Nothing);
        match (disclosure, fact) {
            (Disclosure::Visible(VisiblePart::Fire { firer: Some((firer, _)), .. }), _) => {
                self.record_fire(firer, turn)
            }
            (Disclosure::Whole, Fact::HitsMarked(hit)) => {
                let own_firer = hit.firer.as_ref().filter(|firer| side_of(firer).as_ref() == Some(side));
                let Some(firer) = own_firer.cloned() else { return };
                let naval::model::HeldHit { target, kind, battery, range, count, .. } = hit.clone();
                self.scored_hits.push(ScoredHits { firer, target, turn, count, kind, battery, range });
            }
            (Disclosure::Whole | Disclosure::Visible(_) | Disclosure::Nothing, _) => {}
        }
    }

    fn record_fire(&mut self, firer: &Id, turn: u16) {
        self.enemy_fire.retain(|(id, _)| id != firer);
        self.enemy_fire.push((firer.clone(), turn));
    }

    pub fn hits_on(&self, target: &Id) -> u32 {
        self.scored_hits.iter().filter(|hits| hits.target == *target).map(|hits| u32::from(hits.count)).sum()
    }

    /// Whether an enemy was seen to fire at own ships in or after a turn.
    pub fn has_fired_since(&self, ship: &Id, turn: u16) -> bool {
        self.enemy_fire.iter().any(|(id, last)| id == ship && turn <= *last)
    }

    pub fn was_alarmed_within(&self, alarm: Alarm, turns: u16, now: u16) -> bool {
        self.alarms.iter().any(|(raised, last)| *raised == alarm && now <= *last + turns)
    }
}
