//! Shots declared together: `again` for last turn's targets, and a division's volley. [3.3.5]
use super::{
    expand::{is_same_battery, repeat_target},
    reports::OrderResult,
};
use crate::{Answer, DiceSource, Kind, Refusal, Session, deciding::NotRuled};
use naval::model::{Declaration, FireOrder};
use naval::{
    Command, Id, Inches, Naval, Reason, State,
    notation::{DivisionFire, typed_name},
    view,
};
use play::NotDecided;
use serde_json::{Value, json};

/// Maximum refused shots that are listed one by one.
const MAX_REFUSED_SHOWN: usize = 2;
/// Maximum pairs without a range that are listed.
const MAX_PAIRS_SHOWN: usize = 3;

/// The origin of shots declared together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ShotList {
    /// Last turn's targets.
    Again,
    /// Fire of one division at another.
    Volley,
}

type RefusedShot = (FireOrder, NotRuled<Naval>);

impl Session<'_, Naval> {
    /// Declares last turn's targets again where legal, and reports why the others are not.
    pub(super) fn declare_again(&mut self) -> Result<Answer, Refusal> {
        let open = self.open_repeats(self.state())?;
        let (results, refused) = self.declare_legal(open.iter().cloned().map(repeat_target).collect())?;
        let lines = self.refused_lines(&refused, ShotList::Again).into_iter().chain(self.changed_arcs(&open));
        let not_again: Vec<Value> = refused
            .iter()
            .map(|(target, not_ruled)| {
                let ids = json!({ "from": target.firer, "at": target.target });
                json!({ "ids": ids, "says": not_ruled.refusal.error.what })
            })
            .collect();
        Ok(self.report_all(&results, true).followed_by(lines).with_key("not_again", not_again.into()))
    }

    /// Declares what is legal for each ship of a division, and reports the rest. Refused if nothing is legal, or if a
    /// range typed for one ship is suspect. A plausible range that is out of gun range is not suspect.
    pub(super) fn declare_volley(&mut self, text: &str, volley: &DivisionFire) -> Result<Answer, Refusal> {
        self.may_declare()?;
        let known = self.known_state();
        let targets = volley.declarations(&known);
        for target in &targets {
            self.may_order(&Command::Target(target.clone()))?;
        }
        // Checked before anything is recorded: a refused line rolls no dice, and no admiral responds to it.
        let mut stated = targets.iter().take(volley.stated_ranges());
        if let Some(refusal) = stated.find_map(|target| self.impossible_range(&known, text, target)) {
            return Err(refusal);
        }
        drop(known);
        let (results, refused) = self.declare_legal(targets)?;
        if results.is_empty() {
            let first = refused.into_iter().next().map(|(_, not_ruled)| not_ruled.into());
            return Err(first.unwrap_or_else(|| Refusal::rules("No ship may fire.")));
        }
        Ok(self.report_all(&results, true).followed_by(self.refused_lines(&refused, ShotList::Volley)))
    }

    /// Returns the refusal of a line of several shots if this shot has an impossible range.
    fn impossible_range(&self, known: &State, text: &str, target: &FireOrder) -> Option<Refusal> {
        let command = self.complete(known, &Command::Target(target.clone())).ok()?;
        let halt = play::decide::<Naval>(known, &command, &mut DiceSource::with_supposed(&[])).err()?;
        let NotDecided::Refused { reason, .. } = &halt else { return None };
        let meant = show::refusal::meant_range(known, target, reason);
        let is_plausible = |range: Inches| view::suspect_range(known, &target.firer, &target.target, range).is_none();
        // A range beyond the guns is a slip only if another is meant, or if known ranges make it implausible.
        let is_slip = matches!(reason, Reason::ZeroRange | Reason::NotSighted { .. } | Reason::NotSeenByShip { .. })
            || (matches!(reason, Reason::OutOfRange { .. })
                && (meant.is_some() || !target.range.is_some_and(is_plausible)));
        let hint = meant.map_or_else(
            || "Type the line without this ship, or with its measured range.".to_owned(),
            |meant| format!("If you mean {meant}\", type the line with it."),
        );
        let what = show::dice_prompts::naval_halt_error(known, &halt);
        is_slip.then(|| Refusal::rules(what).at_place(format_args!("No shot of \"{text}\" is declared")).hint(hint))
    }

    /// Declares those of these shots that are legal, again and again until no ship waits for its turn to declare.
    /// Records nothing of the others.
    fn declare_legal(&mut self, mut open: Vec<FireOrder>) -> Result<(Vec<OrderResult>, Vec<RefusedShot>), Refusal> {
        self.transact(|session| {
            let mut results = Vec::new();
            loop {
                let (before, mut refused) = (open.len(), Vec::new());
                for target in open {
                    let command = session.complete(&session.known_state(), &Command::Target(target.clone()))?;
                    match session.decide_and_record(command, None) {
                        Ok(ruling) => results.push(OrderResult::ByViewer(ruling)),
                        Err(not_ruled)
                            if not_ruled.halt.is_none() && not_ruled.refusal.kind != Kind::OnlyTheReferee =>
                        {
                            return Err(not_ruled.into());
                        }
                        Err(not_ruled) => {
                            refused.push((target, not_ruled));
                            continue;
                        }
                    }
                    // An admiral whose turn it is declares before the person continues. [3.3.5]
                    results.extend(session.run_admirals(false)?);
                }
                if refused.len() == before || refused.is_empty() {
                    return Ok((results, refused));
                }
                open = refused.into_iter().map(|(target, _)| target).collect();
            }
        })
    }

    /// Says in at most three lines why shots are not declared: two with their reasons, or one and a count of the rest,
    /// then those that lack only a range.
    fn refused_lines(&self, refused: &[RefusedShot], list: ShotList) -> Vec<String> {
        let (state, known) = (self.state(), self.known_state());
        let pair = |target: &FireOrder| format!("{} at {}", state.name(&target.firer), state.name(&target.target));
        let (without_range, others): (Vec<&RefusedShot>, Vec<&RefusedShot>) =
            refused.iter().partition(|(_, not_ruled)| matches!(not_ruled.reason(), Some(Reason::NoRange { .. })));
        let mut lines: Vec<String> = Vec::new();
        let sentences = play::distinct(others.into_iter().map(|(target, not_ruled)| {
            let meant = not_ruled.reason().and_then(|reason| show::refusal::meant_range(&known, target, reason));
            let meant = meant.map(|meant| format!(" Did you mean {meant}\"?")).unwrap_or_default();
            format!("Not declared: {}. {}{meant}", pair(target), not_ruled.refusal.error.what)
        }));
        match &sentences[..] {
            sentences if sentences.len() <= MAX_REFUSED_SHOWN => lines.extend_from_slice(sentences),
            [first, more @ ..] => {
                lines.push(format!("{first} {} more are not legal now: `targets` lists what is.", more.len()));
            }
            [] => {}
        }
        let mut pairs = play::distinct(without_range.iter().map(|(target, _)| pair(target)));
        let more = pairs.len().saturating_sub(MAX_PAIRS_SHOWN);
        if let Some((FireOrder { firer, target, .. }, _)) = without_range.first() {
            let (firer, target) = (typed_name(state, firer), typed_name(state, target));
            pairs.truncate(MAX_PAIRS_SHOWN);
            let more = if 0 < more { format!(" and {more} more") } else { String::new() };
            let reason = "the range is not known this turn";
            let how = match list {
                _ if !self.seat.may_measure(state) => "`targets` lists enemies in sight and range.".to_owned(),
                ShotList::Again => format!("`measure {firer} {target} RANGE`, then `again`."),
                // `again` would declare last turn's target.
                ShotList::Volley => format!("With it: `{firer}>{target} RANGE`."),
            };
            lines.push(format!("Not declared: {}{more} ({reason}). {how}", pairs.join(", ")));
        }
        lines
    }

    /// Lists ships without positions that declared in another arc than last turn and were not measured again. [6.4.4]
    fn changed_arcs(&self, before: &[Declaration]) -> Option<String> {
        let state = self.state();
        let has_no_place = |ship: &Id| state.ship(ship).is_some_and(|ship| ship.at.is_none());
        let changes = play::distinct(before.iter().filter_map(|earlier| {
            let (firer, target) = (&earlier.firer, &earlier.target);
            let is_other = |now: &&Declaration| {
                is_same_battery(earlier, now) && now.target == *target && now.bearing != earlier.bearing
            };
            let now = state.this_move.declarations.iter().find(is_other)?;
            let is_known = !has_no_place(firer) || !has_no_place(target) || state.measured_arc(firer, target).is_some();
            let names = format!("{} at {}", state.name(firer), state.name(target));
            let typed = format!("{} {}", typed_name(state, firer), typed_name(state, target));
            let line = format!("`measure {typed} {} arc {}`", now.range, earlier.bearing);
            (!is_known).then(|| (format!("{names} {}, {} last turn", now.bearing, earlier.bearing), line))
        }));
        let (_, line) = changes.first()?;
        let all: Vec<&str> = changes.iter().map(|(change, _)| &**change).collect();
        Some(format!("New arc: {}. If it has not changed: {line}. [6.4.4]", all.join("; ")))
    }
}
