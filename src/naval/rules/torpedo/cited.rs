//! Paragraphs and checks that all torpedoes share. [7]
use crate::{Id, NavalDraft, NavalHalt, Reason, SideId, model::Ship, side_with};
use play::Rule;

pub(super) const SEGMENT: Rule = Rule::new("3.3.6");
pub(super) const LAUNCH: Rule = Rule::new("7.4");
pub(super) const THREE_ROLLS: Rule = Rule::new("7.4.3");
pub(super) const COMBING: Rule = Rule::new("7.4.5");
pub(crate) const ARCS: Rule = Rule::new("7.2");
pub(crate) const BURNING: Rule = Rule::new("8.5.1");
pub(crate) const FACTORS: Rule = Rule::new("7.4.7");
pub(crate) const SIDES: Rule = Rule::new("1.3");
pub(crate) const SIGHTED: Rule = Rule::new("7.3");
pub(crate) const DUMMY: Rule = Rule::new("7.4.6");
pub(crate) const RUNNING: Rule = Rule::new("7.4.2");

pub(crate) fn side_in_action(draft: &NavalDraft<'_>, unit: &Id) -> Result<SideId, NavalHalt> {
    Ok(side_with(draft.state(), unit, Ship::is_in_action, LAUNCH)?)
}

/// Checks that a unit has these factors left, at least one, in ships that are not ablaze. [7.4.7, 8.5.1]
pub(crate) fn check_factors(draft: &NavalDraft<'_>, unit: &Id, wanted: u8) -> Result<(), NavalHalt> {
    let ships: Vec<&Ship> = draft.state().ships_of(unit).filter(|ship| ship.is_in_action()).collect();
    let usable = || ships.iter().filter(|ship| !ship.are_weapons_barred());
    if let (Some(ship), None) = (ships.first(), usable().next()) {
        return draft.refuse(BURNING, Reason::WeaponsBarred { ship: ship.id.clone(), fires: ship.fires() });
    }
    let left = usable().fold(0_u8, |sum, ship| sum.saturating_add(ship.torpedoes_left));
    if left < wanted {
        return draft.refuse(FACTORS, Reason::FactorsLeft { ship: unit.clone(), left, wanted });
    }
    if wanted == 0 {
        return draft.refuse(LAUNCH, Reason::NoFactors);
    }
    Ok(())
}
