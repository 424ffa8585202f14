//! The four plans of a fleet. Each is carried out by a captain for some turns.
use super::Captain;
use geometry::range_in;
use naval::model::doctrine::{Cripples, DesiredRange, Doctrine, Pursue, Twilight, Withdraw};
use naval::{model::Ship, view::PlayerView};

/// A pressing plan seeks a range between these shares of the current range.
const CLOSER: [f64; 2] = [0.5, 0.75];
/// A plan that draws off opens to these multiples of the current range if it may not leave.
const WIDER: [f64; 2] = [1.3, 1.6];
/// No gun range is farther than this.
const MAX_RANGE_IN: f64 = 25.0;
/// Added to the aggression of a plan that presses, subtracted if it draws off.
const AGGRESSION_STEP: f64 = 0.3;
/// A break-off strength above any strength: the side always breaks off.
const ALWAYS_BREAK_OFF: f64 = 2.0;
/// Attacking boats launch at this share of the card's threshold.
const EAGER_LAUNCH_SHARE: f64 = 0.5;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Plan {
    /// As the captain would.
    Best,
    /// Closer in, at any cost.
    Press,
    /// Farther off, and home if the scenario allows it.
    BreakOff,
    /// The boats attack.
    Attack,
}

impl Plan {
    /// All plans. The first is the baseline with which the others are compared.
    pub const ALL: [Plan; 4] = [Plan::Best, Plan::Press, Plan::BreakOff, Plan::Attack];

    /// Returns the captain that carries out the plan for a card, with the enemy at this distance.
    pub fn captain(self, card: &Doctrine, enemy_range_in: f64) -> Captain {
        let card = card.clone();
        let seek = |share: [f64; 2]| {
            let open = card.range.map_or(MAX_RANGE_IN, |range| range.open);
            DesiredRange { open, seek: share.map(|share| share * enemy_range_in), least: 0.0 }
        };
        let (closer, farther) = (seek(CLOSER), seek(WIDER));
        match self {
            Plan::Best => Captain::new(card),
            Plan::Press => Captain::new(Doctrine {
                aggression: (card.aggression + AGGRESSION_STEP).min(1.0),
                range: Some(DesiredRange { open: MAX_RANGE_IN, ..closer }),
                light: Twilight::Whatever,
                withdraw: Withdraw { strength: 0.0, when: Vec::new() },
                pursue: Pursue::default(),
                cripples: Cripples::Leave,
                ..card
            }),
            Plan::BreakOff => Captain::new(Doctrine {
                aggression: (card.aggression - AGGRESSION_STEP).max(0.0),
                range: Some(farther),
                withdraw: Withdraw { strength: ALWAYS_BREAK_OFF, ..card.withdraw },
                cripples: Cripples::Leave,
                ..card
            }),
            Plan::Attack => {
                let mut card = card;
                card.torpedoes.launch_at *= EAGER_LAUNCH_SHARE;
                Captain::attacking(card)
            }
        }
    }
}

/// Returns the distance to the nearest enemy in sight, in inches. `None` if none is in sight.
pub fn nearest_enemy_range_in(view: &PlayerView) -> Option<f64> {
    let state = view.state();
    let position = |ship: &Ship| ship.at.map(|place| place.point());
    let own_positions = || state.ships_of_side(view.side()).filter(|ship| ship.has_position()).filter_map(position);
    let seen = state.ships_in_action().filter(|ship| ship.side != *view.side() && ship.sighted).filter_map(position);
    let nearest = |there| own_positions().map(|here| range_in(here, there)).fold(f64::INFINITY, f64::min);
    seen.map(nearest).min_by(f64::total_cmp).filter(|near| near.is_finite())
}
