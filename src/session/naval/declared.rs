//! Shots that are declared together: last turn's targets, a division at a division. [3.3.5]
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

/// So many shots are told one by one that are not declared, and so many pairs that lack a range.
const TOLD: usize = 2;
const PAIRS: usize = 3;

/// Which shots are declared together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum List {
    /// Last turn's targets.
    Again,
    /// A division at a division.
    Volley,
}

/// A declaration that is not lawful now, and why.
type Refused = (Target, Unruled<Naval>);

impl Session<'_, Naval> {
    /// Last turn's targets again, as far as they are lawful now; of the others it is told why not, and nothing filed.
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

    /// Declares for every ship of a division what is lawful, and tells the others; refused where nothing is, and whole where
    /// a range of the line's own for one ship looks like a slip. One that is beyond its guns and fits is no slip.
    pub(super) fn volley(&mut self, text: &str, volley: &Volley) -> Result<Told, Refusal> {
        self.may_declare()?;
        let known = self.known();
        let targets = volley.targets(&known);
        for target in &targets {
            self.may_order(&Command::Target(target.clone()))?;
        }
        // Before anything is filed: no die is thrown for a line that is refused, and no admiral answers it.
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

    /// The refusal of a line of several shots for a range that one of them cannot be fired at.
    fn range_amiss(&self, known: &State, text: &str, target: &Target) -> Option<Refusal> {
        let command = self.completed(known, &Command::Target(target.clone())).ok()?;
        let halt = play::decide::<Naval>(known, &command, &mut DiceAtHand::supposed(&[])).err()?;
        let Halt::Refused { reason, .. } = &halt else { return None };
        let meant = show::refusal::meant_range(known, target, reason);
        let fits = |range: Inches| view::misread(known, &target.firer, &target.target, range).is_none();
        // No slip is doubted more than once.
        let is_slip = matches!(reason, Reason::ZeroRange | Reason::NotSighted { .. } | Reason::OutOfHerSight { .. })
            || (matches!(reason, Reason::OutOfRange { .. }) && (meant.is_some() || !target.range.is_some_and(fits)));
        let hint = meant.map_or_else(
            || "The line again without her, or with what the tape says.".to_owned(),
            |meant| format!("{meant}\" may be meant: the line again with it."),
        );
        let what = show::ask::halt(known, &halt);
        is_slip.then(|| Refusal::rules(what).of(format_args!("nobody of \"{text}\" declares")).hint(hint))
    }

    /// Declares what is lawful of these, round and round until nobody waits for his turn to declare; files nothing of the
    /// others.
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
                    // An admiral who is due declares before she goes on. [3.3.5]
                    came.extend(session.admirals_answer(false)?);
                }
                if not.len() == before || not.is_empty() {
                    return Ok((came, not));
                }
                open = not.into_iter().map(|(target, _)| target).collect();
            }
        })
    }

    /// Why shots are not declared, in two lines however many they are: those that lack nothing but a range, and the first
    /// of the others with why not.
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
                // `again` would bring last turn's target.
                List::Volley => format!("With it: `{firer}>{target} RANGE`."),
            };
            lines.push(format!("Not {}{more}: {says}. {how}", pairs.join(", ")));
        }
        lines
    }

    /// Ships without positions that have declared in another arc than in the turn before, as nobody has said it again. [6.4.4]
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
