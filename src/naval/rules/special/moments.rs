//! When special rules are evaluated: when a turn opens, a segment closes and a turn ends. [9.2]
use super::conditions::{active_rules, any_true, is_active, is_active_before_die, is_undecided, numbered_rules};
use super::sentences::{SPECIAL, may_know, sentence};
use crate::model::special::{Broadside, RuleCondition, RuleEffect, RuleFact, RuleState, RuleTest, SpecialRule, Weapon};
use crate::model::{BattleEnd, Half, Purpose, Ship, ShipSet, Truth};
use crate::{Fact, NavalDraft, NavalHalt, Segment, SideId, State};
use play::DiceRequest;

/// A sentence that the program does not apply, or not now, so that the referee must.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reminder {
    /// The number of the sentence.
    pub of: u8,
    pub text: String,
    pub secret_to: Option<SideId>,
}

/// Rolls dice due for special rules when a turn opens, in the first turn when its Plotting Segment closes. [9.2]
pub(crate) fn roll_due_dice(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let state = draft.state();
    let due_dice = |(index, rule): (u16, &SpecialRule)| {
        let die = rule.die?;
        let rule_state = state.rule_state(index).cloned().unwrap_or_default();
        (rule_state.is_die_due(&die, state.turn) && is_active_before_die(state, index, rule))
            .then_some((index, rule.of, die))
    };
    let due_dice: Vec<_> = numbered_rules(state).filter_map(due_dice).collect();
    for (rule, of, die) in due_dice {
        let purpose = Purpose::SpecialRule(of);
        let request = match (die.at_most, die.at_least) {
            (Some(most), None) => DiceRequest::test(die.sides, most, purpose, SPECIAL),
            (Some(_) | None, _) => DiceRequest::roll_one(die.sides, purpose, SPECIAL),
        };
        let is_met = die.is_met_by(draft.roll_die(request)?);
        draft.record(SPECIAL, Fact::Special(RuleFact::Diced { rule, so: is_met }));
    }
    Ok(())
}

/// Records changes: rules that begin or end, ships freed, and sentences to recall.
pub(crate) fn update_rules(draft: &mut NavalDraft<'_>) {
    if draft.state().setup.rules.is_empty() {
        return;
    }
    record_rule_facts(draft, rule_changes(draft.state()));
    let state = draft.state();
    let is_new = |rule: u16| state.rule_state(rule).is_none_or(|rule_state| rule_state.reminded_turn.is_none());
    let recalled = active_rules(state, |key| is_recalled_in(key, state.segment)).filter(|(rule, _)| is_new(*rule));
    record_rule_facts(draft, recalled.map(|(rule, _)| RuleFact::Recalled { rule }).collect());
}

fn record_rule_facts(draft: &mut NavalDraft<'_>, facts: Vec<RuleFact>) {
    draft.record_all(SPECIAL, facts.into_iter().map(Fact::Special));
}

/// Whether a sentence is recalled in a segment. One that applies throughout without a moment is in the briefing only.
fn is_recalled_in(rule: &SpecialRule, now: Segment) -> bool {
    let RuleEffect::Words { at: segment, .. } = &rule.does else { return false };
    let timed = rule.from_turn.is_some() || rule.when.is_some() || rule.after.is_some();
    segment.map_or(timed, |segment| segment == now)
}

fn rule_changes(state: &State) -> Vec<RuleFact> {
    let mut facts = Vec::new();
    for (rule, key) in numbered_rules(state) {
        let rule_state = state.rule_state(rule).cloned().unwrap_or_default();
        // A ruling that the rule's condition holds counts once: a rule that began already needs the condition itself.
        let begins_now = |after: &RuleCondition| match rule_state.began {
            None => rule_state.with_agreement(key, after.evaluate(state)) == Truth::Holds,
            Some(_) => after.evaluate(state) == Truth::Holds,
        };
        let window = key.from_turn.unwrap_or(1) <= state.turn && state.turn <= key.to_turn.unwrap_or(u16::MAX);
        let may_begin = rule_state.began.is_none() || (key.again && rule_state.began != Some(state.turn));
        let begins = may_begin && window && key.after.as_ref().is_some_and(begins_now);
        facts.extend(begins.then_some(RuleFact::Began { rule }));
        let has_begun = key.after.is_none() || begins || rule_state.began.is_some();
        let has_ended = key.until.as_ref().is_some_and(|until| until.evaluate(state) == Truth::Holds);
        facts.extend((rule_state.ended.is_none() && has_begun && has_ended).then_some(RuleFact::Ended { rule }));
        facts.extend(freed_ships(state, rule, key, &rule_state));
    }
    facts
}

/// Returns ships that a rule which holds weapons back no longer binds.
fn freed_ships(state: &State, rule: u16, key: &SpecialRule, rule_state: &RuleState) -> Vec<RuleFact> {
    let RuleEffect::Hold { ships, each_until, .. } = &key.does else { return Vec::new() };
    if each_until.is_empty() || !is_active(state, rule, key) {
        return Vec::new();
    }
    let is_freed = |ship: &&Ship| {
        ship.is_in_action() && !rule_state.exempt_ships.contains(&ship.id) && any_true(state, ship, each_until)
    };
    ships.ships_in(state).filter(is_freed).map(|ship| RuleFact::Lifted { rule, ship: ship.id.clone() }).collect()
}

/// Counts turns at high speed, after all have moved. [5.4]
pub(crate) fn count_fast(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    if state.half == Some(Half::First) {
        return;
    }
    let mut counted = Vec::new();
    for (rule, key) in active_rules(state, |rule| matches!(rule.does, RuleEffect::Speed { tired: Some(_), .. })) {
        let RuleEffect::Speed { ships, tired: Some(limit), .. } = &key.does else { continue };
        let is_below_limit =
            |ship: &&Ship| state.rule_state(rule).map_or(0, |rule_state| rule_state.count_of(&ship.id)) < limit.turns;
        let fast =
            ships.ships_in(state).filter(|ship| ship.is_in_action() && limit.above < ship.speed).filter(is_below_limit);
        counted.extend(fast.map(|ship| RuleFact::Counted { rule, ship: ship.id.clone() }));
    }
    record_rule_facts(draft, counted);
}

/// Returns the end that a special rule causes after this turn. [9.3]
pub(crate) fn end_by_rule(state: &State) -> Option<BattleEnd> {
    let is_complete = state.half != Some(Half::First);
    let to_end = |(index, rule): (u16, &SpecialRule)| {
        let RuleEffect::Ends { in_turns } = &rule.does else { return None };
        let began = state.rule_state(index).and_then(|rule_state| rule_state.began);
        let due = began.map_or(rule.after.is_none(), |turn| turn.saturating_add(*in_turns) <= state.turn);
        due.then_some(BattleEnd::SpecialRule(rule.of))
    };
    let mut due = active_rules(state, |rule| matches!(rule.does, RuleEffect::Ends { .. })).filter_map(to_end);
    if is_complete && state.segment == Segment::Damage { due.next() } else { None }
}

/// Returns what the players must apply now: active sentences in words, and keys that lack positions.
///
/// `viewer` is a side, which sees only what it may know, or `None` for the referee, who sees all.
pub fn reminders(state: &State, viewer: Option<&SideId>) -> Vec<Reminder> {
    if state.end.is_some() {
        return Vec::new();
    }
    let mut reminders: Vec<Reminder> = Vec::new();
    for (index, rule) in numbered_rules(state) {
        if !may_know(&state.setup, rule.of, viewer) || reminders.iter().any(|reminder| reminder.of == rule.of) {
            continue;
        }
        let is_left = match is_active(state, index, rule) {
            true => is_left_to_players(state, rule, viewer),
            false => is_undecided(state, index, rule) && matters_now(state, rule, viewer),
        };
        if let Some(text) = sentence(&state.setup, index).filter(|_| is_left) {
            reminders.push(Reminder { of: rule.of, text: text.to_owned(), secret_to: rule.secret_to.clone() });
        }
    }
    reminders
}

/// Whether any of a side's own ships, or for the referee any ship, has no position.
fn has_untracked_ships(state: &State, ships: &ShipSet, viewer: Option<&SideId>) -> bool {
    let counts = |ship: &&Ship| viewer.is_none_or(|side| ship.side == *side);
    ships.ships_in(state).filter(counts).any(|ship| ship.is_in_action() && ship.at.is_none())
}

/// Whether a key whose state is unknown could matter in this segment.
fn matters_now(state: &State, rule: &SpecialRule, viewer: Option<&SideId>) -> bool {
    let segments: &[Segment] = match &rule.does {
        RuleEffect::Words { at: Some(segments), .. } => std::slice::from_ref(segments),
        RuleEffect::Words { at: None, .. } => std::slice::from_ref(&state.segment),
        RuleEffect::Hold { weapons, .. } if weapons.contains(&Weapon::Torpedoes) => {
            &[Segment::Plotting, Segment::Illumination, Segment::Gunfire, Segment::Torpedo]
        }
        RuleEffect::Hold { .. } => &[Segment::Illumination, Segment::Gunfire],
        RuleEffect::Fire { .. } | RuleEffect::PointsForFire { .. } | RuleEffect::Duds { .. } => &[Segment::Gunfire],
        RuleEffect::Speed { .. }
        | RuleEffect::Course { .. }
        | RuleEffect::Stay { .. }
        | RuleEffect::NoExit { .. }
        | RuleEffect::Orders { .. }
        | RuleEffect::LostAshore { .. }
        | RuleEffect::Entry { .. }
        | RuleEffect::Mines { .. }
        | RuleEffect::Drift { .. }
        | RuleEffect::SetDown { .. }
        | RuleEffect::Smoke { .. } => &[Segment::Plotting, Segment::Movement],
        RuleEffect::Sight { .. } | RuleEffect::OpenLand(_) => {
            &[Segment::Sighting, Segment::Illumination, Segment::Gunfire]
        }
        RuleEffect::DamageControl { .. } => &[Segment::DamageControl],
        RuleEffect::Ends { .. } => &[Segment::Damage],
        RuleEffect::Harmed { .. } | RuleEffect::Kept(_) => &[],
    };
    segments.contains(&state.segment) && has_untracked_ships(state, &ShipSet::default(), viewer)
}

/// Whether an active key is left to the players now, because positions are missing or it is in words.
fn is_left_to_players(state: &State, rule: &SpecialRule, viewer: Option<&SideId>) -> bool {
    let torpedoes = |weapons: &[Weapon]| weapons.contains(&Weapon::Torpedoes);
    let depends_on_wind = |on: &Option<Broadside>| matches!(on, Some(Broadside::Weather | Broadside::Lee));
    let segments: &[Segment] = match &rule.does {
        RuleEffect::Words { .. } => return is_recalled_in(rule, state.segment),
        RuleEffect::Course { .. } | RuleEffect::Stay { .. } => &[Segment::Plotting, Segment::Movement],
        RuleEffect::SetDown { .. } => &[Segment::Plotting],
        RuleEffect::Drift { .. }
        | RuleEffect::Smoke { .. }
        | RuleEffect::LostAshore { .. }
        | RuleEffect::Mines { .. } => &[Segment::Movement],
        RuleEffect::PointsForFire { .. } => &[Segment::Gunfire],
        RuleEffect::Fire { by_are, on, on_target_at, .. } => {
            let by_place = on_target_at.is_some() || by_are.iter().any(RuleTest::depends_on_heading);
            if by_place || depends_on_wind(on) { &[Segment::Gunfire] } else { &[] }
        }
        RuleEffect::Hold { each_unless, .. } if !each_unless.iter().any(RuleTest::depends_on_heading) => &[],
        RuleEffect::Hold { weapons, .. } if torpedoes(weapons) => {
            &[Segment::Plotting, Segment::Gunfire, Segment::Torpedo]
        }
        RuleEffect::Hold { .. } => &[Segment::Gunfire],
        RuleEffect::Kept(_)
        | RuleEffect::Sight { .. }
        | RuleEffect::Speed { .. }
        | RuleEffect::NoExit { .. }
        | RuleEffect::Orders { .. }
        | RuleEffect::DamageControl { .. }
        | RuleEffect::Harmed { .. }
        | RuleEffect::OpenLand(_)
        | RuleEffect::Entry { .. }
        | RuleEffect::Ends { .. }
        | RuleEffect::Duds { .. } => &[],
    };
    segments.contains(&state.segment)
        && has_untracked_ships(state, rule.does.bound_ships().unwrap_or(&ShipSet::default()), viewer)
}
