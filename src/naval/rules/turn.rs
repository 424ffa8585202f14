//! Chapter 3: the sequence of play, the duties of each segment, and what the referee may do at any time.
mod duties;

pub use duties::{duties, plot_duties, segment_reminders, straight_on_for};

use crate::model::{Fate, Half, Plot, Purpose, Ship, TableReason, Visibility};
use crate::rules::{
    ashore, collision, columns::rudder, control, damage, ending, flags, formation, gunnery, moves, placement,
    precontact, reaction, sighting, signals, special, steering::pace, torpedo,
};
use crate::{
    Command, Fact, Id, Inches, NavalDraft, NavalHalt, Reason, Segment, State, refuse_out_of_action, require_segment,
};
use play::{DiceRequest, NotDecided, Rule};
use std::sync::Arc;

const NUMBERED: Rule = Rule::new("3.4.1");
const TURN: Rule = Rule::new("3.2");
const SEGMENTS: Rule = Rule::new("3.3");
const PLOTTING: Rule = Rule::new("3.3.1");
const SIGHTING_RANGE: Rule = Rule::new("4.3");
const ANY_SPEED: Rule = Rule::new("5.5");
const SCENARIO: Rule = Rule::new("9.1");
const COLLISION: Rule = Rule::new("5.11");
const QUICK: Rule = Rule::new("5.14");

/// Returns the paragraph of a segment. [3.3]
pub fn segment_rule(segment: Segment) -> Rule {
    match segment {
        Segment::Plotting => PLOTTING,
        Segment::Movement => const { Rule::new("3.3.2") },
        Segment::Sighting => const { Rule::new("3.3.3") },
        Segment::Illumination => const { Rule::new("3.3.4") },
        Segment::Gunfire => const { Rule::new("3.3.5") },
        Segment::Torpedo => const { Rule::new("3.3.6") },
        Segment::DamageControl => const { Rule::new("3.3.7") },
        Segment::Damage => const { Rule::new("3.3.8") },
    }
}

/// Refuses everything after the end except `note` and `set`: words and corrections.
pub(crate) fn refuse_after_end(draft: &NavalDraft<'_>, command: &Command) -> Result<(), NavalHalt> {
    let is_allowed = draft.state().end.is_none() || matches!(command, Command::Note { .. } | Command::Set { .. });
    if is_allowed { Ok(()) } else { draft.refuse(ending::length_rule(draft.state()), Reason::BattleOver) }
}

/// Closes this segment, or all until `to` begins (of this turn, else of the next). Refused while a duty is due and
/// `waive` gives no reason. Halts if closing needs dice. [3.2, 3.3]
pub(crate) fn close_segments(
    draft: &mut NavalDraft<'_>,
    to: Option<Segment>,
    waive: Option<&str>,
) -> Result<(), NavalHalt> {
    if waive.is_some_and(|reason| !play::has_visible_text(reason)) {
        return draft.refuse(TURN, Reason::NoReason);
    }
    let from = (draft.state().turn, draft.state().segment);
    loop {
        placement::check_all_placed(draft)?;
        require_duties(draft, waive).map_err(|halt| for_later_segment(draft.state(), from, halt))?;
        close_and_begin_next(draft)?;
        if draft.state().end.is_some() || to.is_none_or(|to| draft.state().segment == to) {
            return Ok(());
        }
    }
}

/// Closes the segment and begins the next, unless the battle ends first.
fn close_and_begin_next(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    close_segment(draft)?;
    if draft.state().end.is_none() {
        begin_next(draft)?;
    }
    if draft.state().end.is_none() {
        precontact::update_contact(draft);
        special::moments::update_rules(draft);
    }
    Ok(())
}

/// Adds turn and segment to a refusal for duties of a later segment than the first. [3.2]
fn for_later_segment(state: &State, from: (u16, Segment), halt: NavalHalt) -> NavalHalt {
    match halt {
        NotDecided::Refused { reason: Reason::DutiesDue { duties }, rule } if from != (state.turn, state.segment) => {
            let (turn, segment) = (state.turn, state.segment);
            NotDecided::Refused { reason: TableReason::LaterDutiesDue { turn, segment, duties }.into(), rule }
        }
        halt => halt,
    }
}

fn require_duties(draft: &mut NavalDraft<'_>, waive: Option<&str>) -> Result<(), NavalHalt> {
    // A waiver gives up all unknown ranges, however long they may be.
    let duties = if waive.is_some() { duties::waived_duties(draft.state()) } else { duties(draft.state()) };
    if duties.is_empty() {
        return Ok(());
    }
    let Some(reason) = waive else { return draft.refuse(TURN, Reason::DutiesDue { duties }) };
    draft.record(TURN, Fact::DutiesWaived { because: reason.to_owned(), duties });
    Ok(())
}

/// Runs divisions without plots, on their courses at starting speeds, until a ship is sighted. [5.14]
///
/// It stops in the Sighting Segment in which a ship is first sighted, before friends would collide, or after `turns`.
/// Refused outside the Plotting Segment. All must be placed, none in sight and at least one tracked, every speed within
/// the allowance, and no friends about to collide. Halts when a segment needs dice.
pub(crate) fn quick_start(
    draft: &mut NavalDraft<'_>,
    speeds: &[(Id, Inches)],
    turns: Option<u16>,
) -> Result<(), NavalHalt> {
    let state = draft.state();
    let now = state.segment;
    if now != Segment::Plotting || state.half.is_some() {
        return draft.refuse(QUICK, Reason::WrongSegment { needed: Segment::Plotting, now, verb: "quickstart" });
    }
    if let Some(ship) = sighted_ship(state) {
        return draft.refuse(QUICK, TableReason::InSight { ship }.into());
    }
    placement::check_all_placed(draft)?;
    if !state.ships_in_action().any(|ship| ship.at.is_some()) {
        return draft.refuse(QUICK, TableReason::NoPositions.into());
    }
    let is_named_before = |index: usize| speeds[..index].iter().any(|(other, _)| *other == speeds[index].0);
    if let Some(twice) = (0..speeds.len()).find(|index| is_named_before(*index)) {
        return draft.refuse(QUICK, TableReason::NamedTwice { ship: speeds[twice].0.clone() }.into());
    }
    let (turns, contacts) = (turns.unwrap_or(moves::lookahead::QUICK_TURNS), state.sides_in_contact.len());
    draft.record(QUICK, Fact::QuickStarted { turns });
    for (unit, speed) in speeds {
        set_speed(draft, unit, *speed)?;
    }
    let first = draft.state().turn;
    let last = first + turns;
    loop {
        if draft.state().segment != Segment::Plotting {
            require_duties(draft, None)?;
        } else if let Some(collision) = friends_about_to_collide(draft.state()) {
            let moves::lookahead::CollisionCourse { first: one, second: other, turn } = collision;
            if turn == first {
                return draft.refuse(COLLISION, TableReason::FriendsConverge { one, other, turn }.into());
            }
            draft.record(COLLISION, Fact::FriendsConverge { one, other, turn });
            return Ok(());
        }
        close_and_begin_next(draft)?;
        let state = draft.state();
        if state.end.is_some()
            || sighted_ship(state).is_some()
            || contacts < state.sides_in_contact.len()
            || last <= state.turn
        {
            return Ok(());
        }
    }
}

/// Returns friends that would collide this turn before contact, so that players change speeds. Historical set-ups run
/// as they are. [5.11, 5.13, Q44]
fn friends_about_to_collide(state: &State) -> Option<moves::lookahead::CollisionCourse> {
    if state.setup.hidden {
        moves::lookahead::friends_on_collision_course(state, None, 1).into_iter().next()
    } else {
        None
    }
}

fn sighted_ship(state: &State) -> Option<Id> {
    state.ships_in_action().find(|ship| ship.sighted).map(|ship| ship.id.clone())
}

fn close_segment(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    match draft.state().segment {
        Segment::Plotting if draft.state().half == Some(Half::Second) => Ok(()),
        Segment::Plotting if draft.state().turn == 1 => special::moments::roll_due_dice(draft),
        Segment::Plotting => Ok(()),
        Segment::Movement => {
            reaction::test_reactions(draft, |_, _| true)?;
            formation::membership::update_membership(draft);
            formation::cohesion::update_cohesion(draft);
            special::moments::count_fast(draft);
            Ok(())
        }
        Segment::Sighting | Segment::Illumination | Segment::Gunfire => Ok(()),
        Segment::Torpedo => torpedo::close_segment(draft),
        Segment::DamageControl => control::roll_due_fires(draft),
        Segment::Damage => {
            damage::roll_all_held(draft)?;
            sighting::look::update_sighting(draft);
            special::moments::update_rules(draft);
            if ending::end_without_ruling(draft.state()).is_some() { ending::end(draft, None) } else { Ok(()) }
        }
    }
}

fn begin_next(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let (turn, half, segment) = (draft.state().turn, draft.state().half, draft.state().segment);
    match segment.next() {
        // The second half has no Damage Control Segment. [3.4.4]
        Some(Segment::DamageControl) if half == Some(Half::Second) => {
            draft.record(SEGMENTS, Fact::SegmentBegan { turn, segment: Segment::Damage });
        }
        Some(segment) => draft.record(SEGMENTS, Fact::SegmentBegan { turn, segment }),
        None if half == Some(Half::First) => begin_second_half(draft),
        None => {
            begin_turn(draft, turn + 1)?;
            special::moments::update_rules(draft);
            special::moments::roll_due_dice(draft)?;
            if special::set_down::set_ships_down(draft) {
                sighting::look::update_sighting(draft);
            }
        }
    }
    match draft.state().segment {
        Segment::Movement => {
            if half != Some(Half::Second) {
                signals::before_moving(draft)?;
            }
            moves::by_hand::record_hand_moves(draft);
            moves::run::run_plots(draft)?;
            special::sea::after_moving(draft)?;
            ashore::leave_table(draft)?;
            torpedo::run::record_meetings(draft);
            collision::roll_collisions(draft)?;
            ending::end_by_exits(draft)?;
        }
        Segment::Sighting => sighting::look::update_sighting(draft),
        Segment::Gunfire => gunnery::order::begin(draft)?,
        Segment::Plotting | Segment::Illumination | Segment::Torpedo | Segment::DamageControl | Segment::Damage => {}
    }
    Ok(())
}

/// Moves the clock four minutes, changes the light by the scenario, and lets late divisions enter. [3.2, 4.3, 9.1]
fn begin_turn(draft: &mut NavalDraft<'_>, turn: u16) -> Result<(), NavalHalt> {
    draft.record(TURN, Fact::SegmentBegan { turn, segment: Segment::Plotting });
    let state = draft.state();
    match state.setup.visibility {
        Visibility::Steps(_) => {
            let (base, quality) = state.setup.visibility_in(turn);
            if state.setup.visibility_in(turn - 1) != (base, quality) {
                draft.record(SIGHTING_RANGE, Fact::SightingBaseFound { base, quality });
            }
        }
        Visibility::Rolled(_) => roll_visibility(draft)?,
    }
    let is_due = |ship: &&Arc<Ship>| matches!(ship.fate, Fate::Waiting { enters_turn } if enters_turn <= turn);
    let entering = draft.state().ships.iter().filter(is_due);
    let facts: Vec<Fact> = entering.map(|ship| Fact::ShipEntered { ship: ship.id.clone() }).collect();
    draft.record_all(SCENARIO, facts);
    // New leaders are known before plots are made. [5.9.1, 5.10.6, Q40]
    flags::pass_flags(draft);
    Ok(())
}

/// Rolls the sighting base at the first order of a player in turn 1, unless the referee has set it. [3.3.1, Q43]
pub(crate) fn roll_first_visibility(draft: &mut NavalDraft<'_>, command: &Command) -> Result<(), NavalHalt> {
    let state = draft.state();
    let opens = state.turn == 1 && state.segment == Segment::Plotting && state.sighting_base.is_none();
    let is_player_order = matches!(
        command,
        Command::Next { .. }
            | Command::Plot { .. }
            | Command::Preplot { .. }
            | Command::QuickStart { .. }
            | Command::Launch { .. }
            | Command::Speed { .. }
            | Command::Seal { .. }
            | Command::Flag { .. }
            | Command::Formation { .. }
            | Command::Reform { .. }
            | Command::HalfMoves { .. }
    );
    if opens && is_player_order && state.end.is_none() { roll_visibility(draft) } else { Ok(()) }
}

/// Rolls a variable sighting base when the Plotting Segment opens, before plots. [3.3.1, Q43]
fn roll_visibility(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let Visibility::Rolled(ranges) = draft.state().setup.visibility.clone() else { return Ok(()) };
    let face = draft.roll_die(DiceRequest::roll_one(ranges.len() as u8, Purpose::SightingBase, PLOTTING))?;
    let base = ranges[usize::from(face) - 1];
    draft.record(PLOTTING, Fact::SightingBaseFound { base, quality: None });
    Ok(())
}

/// Sets a unit's speed for the turn: a plot straight on, with or without a position, so that no ship gains speed twice,
/// and with the refusals of a plot. On an open table without checks it is refused outside the Plotting and Movement
/// Segments and above the allowance. [3.3.1, 5.4, 5.5]
pub(crate) fn plot_speed(draft: &mut NavalDraft<'_>, unit: &Id, speed: Inches) -> Result<(), NavalHalt> {
    let state = draft.state();
    if state.segment != Segment::Movement {
        require_segment(draft, Segment::Plotting, "plot", PLOTTING)?;
    }
    moves::filing::check_before_contact(draft, unit)?;
    if !state.checks {
        return set_speed(draft, unit, speed);
    }
    require_segment(draft, Segment::Plotting, "plot", PLOTTING)?;
    let jammed = state.division_of(unit).filter(|division| state.has_position(&division.id));
    let jammed = jammed.filter(|division| rudder::jammed_single_ship(state, division).is_some());
    match jammed.map(|division| division.id.clone()) {
        Some(division) => moves::filing::file_engine_speed(draft, &division, speed),
        None => moves::filing::file_plot(draft, unit, &Plot::straight(speed), false),
    }
}

/// Sets the speed of a unit's ships in action. Those that cannot make it lag, by an inch at most. [5.4, 5.5, 5.8.3]
fn set_speed(draft: &mut NavalDraft<'_>, unit: &Id, speed: Inches) -> Result<(), NavalHalt> {
    let state = draft.state();
    let ships: Vec<&Ship> = state.ships_of(unit).filter(|ship| ship.is_in_action()).collect();
    refuse_out_of_action(draft, ships.is_empty(), unit, ANY_SPEED)?;
    special::steer::check_speed(state, unit, speed)?;
    if let Some(division) = state.division(unit) {
        pace::check_allowances(draft.state(), division, speed)?;
    } else {
        ships.iter().try_for_each(|ship| pace::check_allowance(Some(ship), speed))?;
    }
    let to_fact = |ship: &Ship| Fact::SpeedChanged { ship: ship.id.clone(), speed: ship.speed_allowance().min(speed) };
    let facts: Vec<Fact> = ships.into_iter().map(to_fact).collect();
    draft.record_all(ANY_SPEED, facts);
    Ok(())
}

/// Records words in the log. Refused without words.
pub(crate) fn record_note(draft: &mut NavalDraft<'_>, words: &str) -> Result<(), NavalHalt> {
    if !play::has_visible_text(words) {
        return draft.refuse(special::sentences::SPECIAL, Reason::NoReason);
    }
    draft.record(special::sentences::SPECIAL, Fact::Noted { words: words.to_owned() });
    Ok(())
}

/// Begins the second half of a turn. [3.4.1]
pub(crate) fn begin_second_half(draft: &mut NavalDraft<'_>) {
    let turn = draft.state().turn;
    draft.record(NUMBERED, Fact::SecondHalfBegan);
    draft.record(NUMBERED, Fact::SegmentBegan { turn, segment: Segment::Plotting });
    flags::pass_flags(draft);
}
