//! The four plans of a fleet. Each is carried out by a captain for some turns.
use super::Captain;
use geometry::range_in;
use naval::model::doctrine::{Cripples, Doctrine, Pursue, Twilight, WishedRange, Withdraw};
use naval::{model::Ship, view::Outlook};

/// A pressing plan seeks a range between these shares of the current range.
const CLOSER: [f64; 2] = [0.5, 0.75];
/// A plan that draws off opens to these multiples of the current range if it may not leave.
const FARTHER: [f64; 2] = [1.3, 1.6];
/// No gun range is farther than this.
const FARTHEST_IN: f64 = 25.0;
/// Added to the aggression of a plan that presses, subtracted if it draws off.
const BOLDER: f64 = 0.3;
/// A break-off strength above any strength: the side always breaks off.
const ALWAYS: f64 = 2.0;
/// Attacking boats launch at this share of the card's threshold.
const SOONER: f64 = 0.5;

/// A plan for the whole fleet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Plan {
    /// As the captain would.
    Best,
    /// Closer in, at any cost.
    Press,
    /// Farther off, and home if the scenario allows it.
    DrawOff,
    /// The boats attack.
    Attack,
}

impl Plan {
    /// The baseline for the others comes first.
    pub const ALL: [Plan; 4] = [Plan::Best, Plan::Press, Plan::DrawOff, Plan::Attack];

    /// Returns the captain that carries out the plan for a card, with the enemy at this distance.
    pub fn officer(self, card: &Doctrine, near_in: f64) -> Captain {
        let card = card.clone();
        let seek = |share: [f64; 2]| {
            let open = card.range.map_or(FARTHEST_IN, |range| range.open);
            WishedRange { open, seek: share.map(|share| share * near_in), least: 0.0 }
        };
        let (closer, farther) = (seek(CLOSER), seek(FARTHER));
        match self {
            Plan::Best => Captain::of(card),
            Plan::Press => Captain::of(Doctrine {
                aggression: (card.aggression + BOLDER).min(1.0),
                range: Some(WishedRange { open: FARTHEST_IN, ..closer }),
                light: Twilight::Whatever,
                withdraw: Withdraw { strength: 0.0, when: Vec::new() },
                pursue: Pursue::default(),
                cripples: Cripples::Leave,
                ..card
            }),
            Plan::DrawOff => Captain::of(Doctrine {
                aggression: (card.aggression - BOLDER).max(0.0),
                range: Some(farther),
                withdraw: Withdraw { strength: ALWAYS, ..card.withdraw },
                cripples: Cripples::Leave,
                ..card
            }),
            Plan::Attack => {
                let mut card = card;
                card.torpedoes.launch_at *= SOONER;
                Captain::attacking(card)
            }
        }
    }
}

/// Returns the distance of the nearest enemy in sight. `None` if none is in sight.
pub fn near_in(at: &Outlook) -> Option<f64> {
    let state = at.state();
    let lies = |ship: &Ship| ship.at.map(|place| place.point());
    let own = || state.ships_of_side(at.side()).filter(|ship| ship.is_tracked()).filter_map(lies);
    let seen = state.afloat().filter(|ship| ship.side != *at.side() && ship.sighted).filter_map(lies);
    let nearest = |there| own().map(|here| range_in(here, there)).fold(f64::INFINITY, f64::min);
    seen.map(nearest).min_by(f64::total_cmp).filter(|near| near.is_finite())
}
