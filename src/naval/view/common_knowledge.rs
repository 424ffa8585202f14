//! What every side is told: that is what the table is told.
use super::TABLE_VIEWER;
use super::disclosure::{Disclosure, VisiblePart, side_may_read_order, visible_to_side};
use crate::{Command, Fact, Id, Inches, SideId, State};

/// Returns what a viewer learns of a fact, given the states before and after the fact's command.
pub fn visible_to(before: &State, after: &State, fact: &Fact, viewer: &SideId) -> Disclosure {
    if viewer.as_str() != TABLE_VIEWER {
        return visible_to_side(before, after, fact, viewer);
    }
    let told = before.setup.sides.iter().map(|side| visible_to_side(before, after, fact, &side.id));
    told.reduce(common).unwrap_or(Disclosure::Nothing)
}

/// Whether a viewer may read an order. A side reads its own and what visible enemies call out, the table what all read.
pub fn may_read_order(before: &State, after: &State, command: &Command, viewer: &SideId) -> bool {
    if viewer.as_str() != TABLE_VIEWER {
        return side_may_read_order(before, after, command, viewer);
    }
    before.setup.sides.iter().all(|side| side_may_read_order(before, after, command, &side.id))
}

/// Returns what two sides both learn of a fact.
fn common(left: Disclosure, right: Disclosure) -> Disclosure {
    match (left, right) {
        (Disclosure::Nothing, _) | (_, Disclosure::Nothing) => Disclosure::Nothing,
        (Disclosure::Whole, other) | (other, Disclosure::Whole) => other,
        (Disclosure::Visible(left), Disclosure::Visible(right)) => {
            common_part(left, &right).map_or(Disclosure::Nothing, Disclosure::Visible)
        }
    }
}

fn common_part(left: VisiblePart, right: &VisiblePart) -> Option<VisiblePart> {
    match left {
        VisiblePart::Fire { firer, others, target } => {
            let VisiblePart::Fire { firer: right_firer, others: right_others, target: right_target } = right else {
                return None;
            };
            let is_in_both = |firer: &(Id, Inches)| right_others.contains(firer);
            (target == *right_target).then(|| VisiblePart::Fire {
                firer: firer.filter(|firer| Some(firer) == right_firer.as_ref()),
                others: others.into_iter().filter(is_in_both).collect(),
                target,
            })
        }
        VisiblePart::Declared(_)
        | VisiblePart::Hits { .. }
        | VisiblePart::Torpedoes { .. }
        | VisiblePart::Met(_)
        | VisiblePart::MetAgain { .. }
        | VisiblePart::HitsOutOfSight { .. }
        | VisiblePart::Light { .. }
        | VisiblePart::Flames { .. }
        | VisiblePart::FunnelSmoke { .. }
        | VisiblePart::Sealed { .. }
        | VisiblePart::MarkerPlaced { .. }
        | VisiblePart::Fixed { .. }
        | VisiblePart::MarkerGone { .. } => (left == *right).then_some(left),
    }
}
