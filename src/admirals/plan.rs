//! What a fleet may set out to do: four plans, each an officer who goes on with it for some turns.
use super::Captain;
use geometry::range_in;
use naval::model::doctrine::{Cripples, Doctrine, Pursue, Twilight, WishedRange, Withdraw};
use naval::{model::Ship, view::Outlook};

/// Who presses seeks this share of the range as it is, and no more than the greater.
const CLOSER: [f64; 2] = [0.5, 0.75];
/// Who draws off opens to this many times the range, where he may not leave.
const FARTHER: [f64; 2] = [1.3, 1.6];
/// Nobody's guns are held for a range farther than this.
const FARTHEST_IN: f64 = 25.0;
/// What is added to the aggression of who presses, and taken from that of who draws off.
const BOLDER: f64 = 0.3;
/// Below so many times his strength he breaks off: whatever is left of it.
const ALWAYS: f64 = 2.0;
/// Boats that attack launch for this share of what the card asks for.
const SOONER: f64 = 0.5;

/// A plan for the whole fleet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Plan {
    /// As the captain would.
    Best,
    /// Closer in, whatever it costs.
    Press,
    /// Farther off, and home where the scenario allows it.
    DrawOff,
    /// The flotillas go in.
    Attack,
}

impl Plan {
    /// The one against which the others are held comes first.
    pub const ALL: [Plan; 4] = [Plan::Best, Plan::Press, Plan::DrawOff, Plan::Attack];

    /// Who carries it out for an admiral of that card, the enemy so far off.
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

/// How far the nearest enemy in sight lies from the side; none where nobody is in sight.
pub fn near_in(at: &Outlook) -> Option<f64> {
    let state = at.state();
    let lies = |ship: &Ship| ship.at.map(|place| place.point());
    let own = || state.ships_of_side(at.side()).filter(|ship| ship.is_tracked()).filter_map(lies);
    let seen = state.afloat().filter(|ship| ship.side != *at.side() && ship.sighted).filter_map(lies);
    let nearest = |there| own().map(|here| range_in(here, there)).fold(f64::INFINITY, f64::min);
    seen.map(nearest).min_by(f64::total_cmp).filter(|near| near.is_finite())
}
