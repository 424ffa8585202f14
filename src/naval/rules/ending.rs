//! 9.3 and 10.4: when the battle ends, and what is resolved before it does.
use crate::model::{BattleEnd, BattleKind, Fate, Half, Side, special::NEVER_ENTERS};
use crate::rules::{control, damage, gunnery, reaction, signals, special, torpedo, verdict};
use crate::{Fact, Id, Inches, NavalDraft, NavalHalt, Reason, Segment, SideId, State};
use play::Rule;

const TURN: Rule = Rule::new("3.2");
const DURATION: Rule = Rule::new("9.3");
const GENERATED_LENGTH: Rule = Rule::new("10.4");

/// Returns the end that needs no ruling: by immediate decision, last turn, special rule or exit. [9.3, 10.4, Q60]
pub fn end_without_ruling(state: &State) -> Option<BattleEnd> {
    let kind = state.setup.kind;
    let last_turn = || (kind.has_last_turn() && state.setup.turns <= state.turn).then_some(BattleEnd::Duration);
    let at_turn_end = ends_the_turn(state).then(|| verdict::immediate_end(state, false).or_else(last_turn)).flatten();
    let has_gone = |side: &&Side| kind.is_historical() && has_left_table(state, &side.id);
    let by_exit = || Some(BattleEnd::Exited(state.setup.sides.iter().find(has_gone)?.id.clone()));
    at_turn_end.or_else(|| special::moments::end_by_rule(state)).or_else(by_exit)
}

/// Whether this is the Damage Segment that ends a complete turn.
pub fn ends_the_turn(state: &State) -> bool {
    state.segment == Segment::Damage && state.half != Some(Half::First)
}

/// Whether a side has taken off every ship that can move, at least one of them by its own edge. [9.3]
fn has_left_table(state: &State, side: &SideId) -> bool {
    let mut any_safe = false;
    for ship in state.ships_of_side(side) {
        match ship.fate {
            Fate::Exited { friendly, .. } => any_safe |= friendly,
            Fate::Fighting if ship.top_speed() > Inches::ZERO => return false,
            // The side does not wait for ships that never enter.
            Fate::Waiting { enters_turn } if enters_turn == NEVER_ENTERS => {}
            Fate::Waiting { .. } => return false,
            Fate::Fighting | Fate::Sinking | Fate::Exploded | Fate::Sunk | Fate::Abandoned => {}
        }
    }
    any_safe
}

/// Ends the scenario: rolls held hits, then the dice for after the end. Refused before the battle is over, unless
/// `because` gives the referee's reason. [9.3, 8.5.4, 8.6.3]
pub(crate) fn end(draft: &mut NavalDraft<'_>, because: Option<&str>) -> Result<(), NavalHalt> {
    let words = because.map(str::trim).filter(|words| play::has_visible_text(words));
    let end = words.map(|words| BattleEnd::Ruled(words.to_owned())).or_else(|| end_without_ruling(draft.state()));
    let Some(end) = end else { return draft.refuse(length_rule(draft.state()), Reason::NotFinished) };
    finish_battle(draft, end)
}

/// Ends the scenario if ships that have just left the table decide it, with the usual dice after the end. [9.2]
pub(crate) fn end_by_exits(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let end = verdict::immediate_end(draft.state(), true).filter(|_| draft.state().end.is_none());
    end.map_or(Ok(()), |end| finish_battle(draft, end))
}

fn finish_battle(draft: &mut NavalDraft<'_>, end: BattleEnd) -> Result<(), NavalHalt> {
    let rule = match end {
        BattleEnd::Duration | BattleEnd::Exited(_) | BattleEnd::Ruled(_) => length_rule(draft.state()),
        BattleEnd::Decided { .. } | BattleEnd::SpecialRule(_) => special::sentences::SPECIAL,
    };
    resolve_pending(draft, &end)?;
    draft.record(rule, Fact::ScenarioEnded { end });
    let ships: Vec<Id> = draft.state().ships.iter().map(|ship| ship.id.clone()).collect();
    for ship in ships {
        control::burn_out(draft, &ship)?;
        control::repair_after_battle(draft, &ship)?;
    }
    Ok(())
}

/// Resolves declared fire, torpedoes, fire dice and held hits as their segments do. Waives other duties. [3.3.8, Q63]
fn resolve_pending(draft: &mut NavalDraft<'_>, end: &BattleEnd) -> Result<(), NavalHalt> {
    gunnery::resolve_at_battle_end(draft)?;
    let mut duties = match draft.state().segment {
        Segment::Movement => {
            [reaction::reaction_duties(draft.state()), signals::by_hand::command_check_duties(draft.state())].concat()
        }
        Segment::Gunfire => signals::by_hand::command_check_duties(draft.state()),
        Segment::Plotting
        | Segment::Sighting
        | Segment::Illumination
        | Segment::Torpedo
        | Segment::DamageControl
        | Segment::Damage => Vec::new(),
    };
    duties.extend(torpedo::attack_at_the_end(draft)?);
    if !duties.is_empty() {
        let reason = if let BattleEnd::Ruled(words) = end { words.clone() } else { String::new() };
        draft.record(TURN, Fact::DutiesWaived { because: reason, duties });
    }
    if draft.state().segment == Segment::DamageControl {
        control::roll_due_fires(draft)?;
    }
    damage::roll_all_held(draft)
}

/// Returns the paragraph that limits the battle's length. In a drill the referee decides. [9.2, 9.3, 10.4, Q60]
pub fn length_rule(state: &State) -> Rule {
    match state.setup.kind {
        BattleKind::Historical => DURATION,
        BattleKind::Generated => GENERATED_LENGTH,
        BattleKind::Drill => special::sentences::SPECIAL,
    }
}
