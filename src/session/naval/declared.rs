//! Shots declared together: `again` for last turn's targets, and a division's volley. [3.3.5]
use super::{
    expand::{is_of_one_battery, once_more},
    told::Came,
};
use crate::{DiceAtHand, Kind, Refusal, Session, Told, deciding::Unruled};
use naval::model::{Declaration, Target};
use naval::{
    Command, Id, Inches, Naval, Reason, State,
    notation::{Volley, typed_name},
    view,
};
use play::Halt;
use serde_json::{Value, json};

/// Refused shots listed one by one, and pairs without a range.
const TOLD: usize = 2;
const PAIRS: usize = 3;

/// The origin of shots declared together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum List {
    /// Last turn's targets.
    Again,
    /// One division at another.
    Volley,
}

/// A declaration that is illegal now, and why.
type Refused = (Target, Unruled<Naval>);

impl Session<'_, Naval> {
    /// Declares last turn's targets again where legal, and reports why the others are not.
    pub(super) fn again(&mut self) -> Result<Told, Refusal> {
        let open = self.open_again(self.state())?;
        let (came, not) = self.declare_lawful(open.iter().cloned().map(once_more).collect())?;
        let says = self.not_declared(&not, List::Again).into_iter().chain(self.other_arcs(&open));
        let not_again: Vec<Value> = not
            .iter()
            .map(|(target, unruled)| {
                let ids = json!({ "from": target.firer, "at": target.target });
                json!({ "ids": ids, "says": unruled.refusal.fault.what })
            })
            .collect();
        Ok(self.tells_together(&came, true).before(says).key("not_again", not_again.into()))
    }

    /// Declares what is legal for each ship of a division, and reports the rest. Refused if nothing is legal, or if a
    /// range typed for one ship looks like a slip. A range that fits but is out of gun range is no slip.
    pub(super) fn volley(&mut self, text: &str, volley: &Volley) -> Result<Told, Refusal> {
        self.may_declare()?;
        let known = self.known();
        let targets = volley.targets(&known);
        for target in &targets {
            self.may_order(&Command::Target(target.clone()))?;
        }
        // Checked before anything is recorded: a refused line rolls no dice, and no admiral responds to it.
        let mut given = targets.iter().take(volley.own_ranges());
        if let Some(problem) = given.find_map(|target| self.range_amiss(&known, text, target)) {
            return Err(problem);
        }
        drop(known);
        let (came, not) = self.declare_lawful(targets)?;
        if came.is_empty() {
            let first = not.into_iter().next().map(|(_, unruled)| unruled.into());
            return Err(first.unwrap_or_else(|| Refusal::rules("nobody may fire")));
        }
        Ok(self.tells_together(&came, true).before(self.not_declared(&not, List::Volley)))
    }

    /// Returns the refusal of a line of several shots if one of them has an impossible range.
    fn range_amiss(&self, known: &State, text: &str, target: &Target) -> Option<Refusal> {
        let command = self.completed(known, &Command::Target(target.clone())).ok()?;
        let halt = play::decide::<Naval>(known, &command, &mut DiceAtHand::supposed(&[])).err()?;
        let Halt::Refused { reason, .. } = &halt else { return None };
        let meant = show::refusal::meant_range(known, target, reason);
        let fits = |range: Inches| view::misread(known, &target.firer, &target.target, range).is_none();
        // A slip is reported only once.
        let is_slip = matches!(reason, Reason::ZeroRange | Reason::NotSighted { .. } | Reason::OutOfHerSight { .. })
            || (matches!(reason, Reason::OutOfRange { .. }) && (meant.is_some() || !target.range.is_some_and(fits)));
        let hint = meant.map_or_else(
            || "The line again without her, or with what the tape says.".to_owned(),
            |meant| format!("{meant}\" may be meant: the line again with it."),
        );
        let what = show::ask::halt(known, &halt);
        is_slip.then(|| Refusal::rules(what).of(format_args!("nobody of \"{text}\" declares")).hint(hint))
    }

    /// Declares what is legal of these shots, again and again until no ship waits for its turn to declare. Records
    /// nothing of the others.
    fn declare_lawful(&mut self, mut open: Vec<Target>) -> Result<(Vec<Came>, Vec<Refused>), Refusal> {
        self.all_or_nothing(|session| {
            let mut came = Vec::new();
            loop {
                let (before, mut not) = (open.len(), Vec::new());
                for target in open {
                    let command = session.completed(&session.known(), &Command::Target(target.clone()))?;
                    match session.rule(command, None) {
                        Ok(ruling) => came.push(Came::Ordered(ruling)),
                        Err(unruled) if unruled.halt.is_none() && unruled.refusal.kind != Kind::OnlyTheReferee => {
                            return Err(unruled.into());
                        }
                        Err(unruled) => {
                            not.push((target, unruled));
                            continue;
                        }
                    }
                    // An admiral whose turn it is declares before the person continues. [3.3.5]
                    came.extend(session.admirals_answer(false)?);
                }
                if not.len() == before || not.is_empty() {
                    return Ok((came, not));
                }
                open = not.into_iter().map(|(target, _)| target).collect();
            }
        })
    }

    /// Says in at most two lines why shots are not declared: those that lack only a range, and the first of the others
    /// with its reason.
    fn not_declared(&self, not: &[Refused], list: List) -> Vec<String> {
        let (state, known) = (self.state(), self.known());
        let pair = |target: &Target| format!("{} at {}", state.name(&target.firer), state.name(&target.target));
        let (unread, others): (Vec<&Refused>, Vec<&Refused>) =
            not.iter().partition(|(_, unruled)| matches!(unruled.reason(), Some(Reason::NoRange { .. })));
        let mut lines: Vec<String> = Vec::new();
        let said = play::each_once(others.into_iter().map(|(target, unruled)| {
            let meant = unruled.reason().and_then(|reason| show::refusal::meant_range(&known, target, reason));
            let meant = meant.map(|meant| format!(" {meant}\" may be meant.")).unwrap_or_default();
            format!("Not {}: {}{meant}", pair(target), unruled.refusal.fault.what)
        }));
        match &said[..] {
            few if few.len() <= TOLD => lines.extend_from_slice(few),
            [first, more @ ..] => {
                lines.push(format!("{first} And {} more not lawful now: `targets` tells what is.", more.len()));
            }
            [] => {}
        }
        let mut pairs = play::each_once(unread.iter().map(|(target, _)| pair(target)));
        let more = pairs.len().saturating_sub(PAIRS);
        if let Some((Target { firer, target, .. }, _)) = unread.first() {
            let (firer, target) = (typed_name(state, firer), typed_name(state, target));
            pairs.truncate(PAIRS);
            let more = if 0 < more { format!(" and {more} more") } else { String::new() };
            let says = "the range is not known this turn";
            let how = match list {
                _ if !self.seat.may_measure(state) => "`targets` lists the enemies in sight and reach.".to_owned(),
                List::Again => format!("`measure {firer} {target} RANGE`, then `again`."),
                // `again` would declare last turn's target.
                List::Volley => format!("With it: `{firer}>{target} RANGE`."),
            };
            lines.push(format!("Not {}{more}: {says}. {how}", pairs.join(", ")));
        }
        lines
    }

    /// Lists ships without positions that declared in another arc than last turn and were not measured again. [6.4.4]
    fn other_arcs(&self, before: &[Declaration]) -> Option<String> {
        let state = self.state();
        let has_no_place = |ship: &Id| state.ship(ship).is_some_and(|ship| ship.at.is_none());
        let said = play::each_once(before.iter().filter_map(|one| {
            let (firer, target) = (&one.firer, &one.target);
            let is_other =
                |now: &&Declaration| is_of_one_battery(one, now) && now.target == *target && now.bearing != one.bearing;
            let now = state.this_move.declarations.iter().find(is_other)?;
            let is_told = !has_no_place(firer) || !has_no_place(target) || state.arc_measured(firer, target).is_some();
            let names = format!("{} at {}", state.name(firer), state.name(target));
            let typed = format!("{} {}", typed_name(state, firer), typed_name(state, target));
            let line = format!("`measure {typed} {} arc {}`", now.range, one.bearing);
            (!is_told).then(|| (format!("{names} {}, {} last turn", now.bearing, one.bearing), line))
        }));
        let (_, line) = said.first()?;
        let all: Vec<&str> = said.iter().map(|(says, _)| &**says).collect();
        Some(format!("Another arc: {}. Where it is as it was: {line}. [6.4.4]", all.join("; ")))
    }
}
