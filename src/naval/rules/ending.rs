//! 9.3 and 10.4: when the battle is over, and what is resolved before it is.
use crate::model::{BattleKind, End, Fate, Half, Side, special::NEVER};
use crate::rules::{control, damage, gunnery, reaction, signals, special, torpedo, verdict};
use crate::{Fact, Id, Inches, NavalDraft, NavalHalt, Reason, Segment, SideId, State};
use play::Rule;

const TURN: Rule = Rule::new("3.2");
const DURATION: Rule = Rule::new("9.3");
const GENERATED_LENGTH: Rule = Rule::new("10.4");

/// How the battle is over by itself: its last turn was played, or in a historical one a side has gone by its own edge.
/// [9.3, 10.4, Q60]
pub fn finished(state: &State) -> Option<End> {
    let kind = state.setup.kind;
    let last_turn = || (kind.has_last_turn() && state.setup.turns <= state.turn).then_some(End::Duration);
    let with_the_turn = ends_the_turn(state).then(|| verdict::at_once(state, false).or_else(last_turn)).flatten();
    let has_gone = |side: &&Side| kind.is_historical() && has_gone(state, &side.id);
    let exited = || Some(End::Exited(state.setup.sides.iter().find(has_gone)?.id.clone()));
    with_the_turn.or_else(|| special::moments::ended_by(state)).or_else(exited)
}

/// The Damage Segment of a whole turn, after which the next turn begins.
pub fn ends_the_turn(state: &State) -> bool {
    state.segment == Segment::Damage && state.half != Some(Half::First)
}

/// A side has taken off every ship that can move, at least one of them by its own edge. [9.3]
fn has_gone(state: &State, side: &SideId) -> bool {
    let mut safe = false;
    for ship in state.ships_of_side(side) {
        match ship.fate {
            Fate::Exited { friendly, .. } => safe |= friendly,
            Fate::Fighting if ship.top_speed() > Inches::ZERO => return false,
            // Whoever stays away for good keeps nobody waiting.
            Fate::Waiting { enters_turn } if enters_turn == NEVER => {}
            Fate::Waiting { .. } => return false,
            Fate::Fighting | Fate::Sinking | Fate::Exploded | Fate::Sunk | Fate::Abandoned => {}
        }
    }
    safe
}

/// Ends the scenario: held hits are rolled, then come the dice for after the end. Refused before the battle is over by
/// itself, unless `because` says why the referee ends it. [9.3, 8.5.4, 8.6.3]
pub(crate) fn end(draft: &mut NavalDraft<'_>, because: Option<&str>) -> Result<(), NavalHalt> {
    let words = because.map(str::trim).filter(|words| play::says_something(words));
    let end = words.map(|words| End::Ruled(words.to_owned())).or_else(|| finished(draft.state()));
    let Some(end) = end else { return draft.refuse(length_rule(draft.state()), Reason::NotFinished) };
    end_so(draft, end)
}

/// Ends the scenario where ships that have just left the table decide it at once; what they leave behind is rolled
/// for as at any other end. [9.2]
pub(crate) fn end_by_exits(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let end = verdict::at_once(draft.state(), true).filter(|_| draft.state().over.is_none());
    end.map_or(Ok(()), |end| end_so(draft, end))
}

fn end_so(draft: &mut NavalDraft<'_>, end: End) -> Result<(), NavalHalt> {
    let rule = match end {
        End::Duration | End::Exited(_) | End::Ruled(_) => length_rule(draft.state()),
        End::Decided { .. } | End::SpecialRule(_) => special::sentences::SPECIAL,
    };
    settle(draft, &end)?;
    draft.note(rule, Fact::ScenarioEnded { end });
    let ships: Vec<Id> = draft.state().ships.iter().map(|ship| ship.id.clone()).collect();
    for ship in ships {
        control::burn_out(draft, &ship)?;
        control::mend_afterwards(draft, &ship)?;
    }
    Ok(())
}

/// What was scored or declared is resolved before the end, as its segment would; what `next` owes besides is waived aloud.
/// [3.3.8, Q63]
fn settle(draft: &mut NavalDraft<'_>, end: &End) -> Result<(), NavalHalt> {
    gunnery::fire_at_the_end(draft)?;
    let mut duties = match draft.state().segment {
        Segment::Movement => [reaction::owed(draft.state()), signals::by_hand::owed(draft.state())].concat(),
        Segment::Gunfire => signals::by_hand::owed(draft.state()),
        Segment::Plotting
        | Segment::Sighting
        | Segment::Illumination
        | Segment::Torpedo
        | Segment::DamageControl
        | Segment::Damage => Vec::new(),
    };
    duties.extend(torpedo::attack_at_the_end(draft)?);
    if !duties.is_empty() {
        let reason = if let End::Ruled(words) = end { words.clone() } else { String::new() };
        draft.note(TURN, Fact::DutiesWaived { because: reason, duties });
    }
    if draft.state().segment == Segment::DamageControl {
        control::close(draft)?;
    }
    damage::close(draft)
}

/// The paragraph that says how long the battle lasts; of a drill the referee does. [9.2, 9.3, 10.4, Q60]
pub fn length_rule(state: &State) -> Rule {
    match state.setup.kind {
        BattleKind::Historical => DURATION,
        BattleKind::Generated => GENERATED_LENGTH,
        BattleKind::Drill => special::sentences::SPECIAL,
    }
}
