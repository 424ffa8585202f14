//! What a moment of a battle tells, as a page shows it.
use naval::view::VisiblePart;
use naval::{Fact, Id};

/// A line of a page's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    pub text: String,
    pub weight: Weight,
    /// Whether it tells of a ship that is lost.
    pub is_loss: bool,
}

/// How important a sentence is to a reader of the battle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Weight {
    /// Folded away if an entry has at least three: declarations, checks of orders, plots.
    Small,
    #[default]
    Plain,
    /// Printed in bold: hits, losses, sightings, ships that enter or leave, the end.
    Turning,
}

/// Fire of one unit at another in this moment, as far as the viewer knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shot {
    pub firer: Id,
    pub target: Id,
    /// The number of hits known to the viewer.
    pub hits: u16,
}

/// Returns the weight of a fact's sentence.
pub fn weight_of(fact: &Fact) -> Weight {
    let if_hits = |hits: u16| if hits == 0 { Weight::Plain } else { Weight::Turning };
    match fact {
        Fact::SalvoFired(salvo) => if_hits(salvo.penetrating + salvo.non_penetrating),
        Fact::BatteriesFired(volley) => if_hits(volley.hits),
        Fact::TorpedoesAttacked(attack) => if_hits(attack.hits),
        Fact::ShipEntered { .. }
        | Fact::Sighted { .. }
        | Fact::LostFromSight { .. }
        | Fact::HitsMarked(_)
        | Fact::HitRolled { .. }
        | Fact::HitTaken { .. }
        | Fact::ShipLost { .. }
        | Fact::ShipExited { .. }
        | Fact::RanAshore { .. }
        | Fact::CollisionTested(_)
        | Fact::ContactMade { .. }
        | Fact::ScenarioEnded { .. } => Weight::Turning,
        Fact::SegmentBegan { .. }
        | Fact::Measured { .. }
        | Fact::FireDeclared(_)
        | Fact::DeclaredOutOfTurn { .. }
        | Fact::DeclarationsClosed { .. }
        | Fact::BigGunsDeclared { .. }
        | Fact::BigGunOrder { .. }
        | Fact::SecondaryFireOrder { .. }
        | Fact::FireRemeasured { .. }
        | Fact::TorpedoCheckMade { .. }
        | Fact::NoneInTorpedoReach { .. }
        | Fact::HeldHitsResolved { .. }
        | Fact::NoEffect { .. }
        | Fact::StragglersNamed { .. }
        | Fact::GapsForeseen { .. }
        | Fact::GoesOnUnplotted { .. }
        | Fact::OrdersChecked { .. }
        | Fact::PlotFiled { .. }
        | Fact::PreplotFiled { .. }
        | Fact::PlotsSealed(_)
        | Fact::Moved(_)
        | Fact::CourseRecorded { .. }
        | Fact::ChecksSet { .. }
        | Fact::RestKept(_)
        | Fact::FriendsConverge { .. }
        | Fact::SpeedChanged { .. } => Weight::Small,
        _ => Weight::Plain,
    }
}

/// Returns the weight of what was seen of an enemy action.
pub fn weight_of_sight(sight: &VisiblePart) -> Weight {
    let if_hits = |hits: u16| if hits == 0 { Weight::Plain } else { Weight::Turning };
    match sight {
        VisiblePart::Hits { .. } | VisiblePart::Flames { .. } => Weight::Turning,
        VisiblePart::Torpedoes { hits, .. } | VisiblePart::HitsOutOfSight { hits, .. } => if_hits(*hits),
        VisiblePart::Declared(_) | VisiblePart::Sealed { .. } => Weight::Small,
        VisiblePart::Fire { .. }
        | VisiblePart::Met(_)
        | VisiblePart::MetAgain { .. }
        | VisiblePart::Light { .. }
        | VisiblePart::FunnelSmoke { .. }
        | VisiblePart::MarkerPlaced { .. }
        | VisiblePart::Fixed { .. }
        | VisiblePart::MarkerGone { .. } => Weight::Plain,
    }
}
