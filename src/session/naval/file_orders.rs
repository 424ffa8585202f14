//! Orders of turn files: tried as if their side typed them, and later given. Begin at [`Session::try_file`].
use std::collections::BTreeMap;

use super::{
    expand::{OrderStep, not_an_order},
    reports::OrderResult,
    turn_file::Fault,
};
use crate::{
    DiceMode, Frontend, Input, Kind, Order, PlayableGame as _, Refusal, RuledCommand, Session, deciding::NotRuled,
    line::clean_line,
};
use naval::{
    Command, Naval, Reason, Segment, SideId,
    model::Alternation,
    notation::{self, FileLine, Line, Phrase},
    rules::gunnery,
    view::Viewer,
};
use play::journal::Origin;

/// The declarations of one side's turn file that are still to be made.
pub(super) struct FileShots {
    pub side: SideId,
    pub digest: String,
    steps: Vec<FileStep>,
}

struct FileStep {
    line: FileLine,
    order: Order<Command>,
    /// Whether its line declares for several ships, of which some may have no target.
    is_one_of_several: bool,
}

/// What became of a line's declarations.
#[derive(Default)]
struct LineFate {
    is_partly_declared: bool,
    refusal: Option<(FileLine, Refusal)>,
}

/// A declaration that was made or refused.
type ShotRuling = Result<RuledCommand<Naval>, Refusal>;

/// What happens to a declaration that must wait for another side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waiting {
    Allowed,
    Refused,
}

/// A front end that nobody sits at, while orders are tried.
struct Nobody;

impl Frontend for Nobody {
    fn can_ask(&self) -> bool {
        false
    }
    fn ask(&self, _: &str) -> Result<Input, Refusal> {
        Ok(Input::End)
    }
    fn ask_hidden(&self, _: &str) -> Result<Input, Refusal> {
        Ok(Input::End)
    }
    fn aside(&self, _: &str) {}
    /// A seal that is tried is dropped with its salt.
    fn salt(&self) -> Result<String, Refusal> {
        Ok("0".repeat(32))
    }
    fn stop_test(&self, _: Option<std::time::Duration>) -> Box<dyn Fn() -> bool + Sync + '_> {
        Box::new(|| false)
    }
    fn board_style(&self) -> show::map::CharacterSet {
        show::map::CharacterSet::Ascii
    }
}

impl Session<'_, Naval> {
    /// Tries the orders of a side's turn file for the current segment, and drops what they did. Returns what is
    /// refused, in the words of that side's keyboard.
    pub(super) fn try_file(&mut self, side: &SideId, lines: &[FileLine]) -> Vec<Fault> {
        let frontend = std::mem::replace(&mut self.frontend, &Nobody);
        let faults = self.with_seat(
            |seat| &mut seat.tries_orders,
            true,
            |session| session.discard_after(|session| session.try_lines(side, lines)),
        );
        self.frontend = frontend;
        faults
    }

    fn try_lines(&mut self, side: &SideId, lines: &[FileLine]) -> Vec<Fault> {
        if self.state().segment == Segment::Gunfire {
            let (shots, mut faults) = self.read_shots(side, "", lines);
            faults.extend(self.declare_in_turn(vec![shots]).1);
            faults.sort_by_key(|fault| fault.line.number);
            return faults;
        }
        self.as_file(side, "", |session| {
            let mut faults = Vec::new();
            for line in lines {
                if let Err(refusal) = session.give_line(&line.text) {
                    let refusal = session.with_legal_hint(refusal);
                    faults.push(Fault { line: line.clone(), refusal });
                }
            }
            faults
        })
    }

    /// Gives the orders of a side's turn file, one after the other.
    ///
    /// # Errors
    /// A line is refused.
    pub(super) fn give_lines(
        &mut self,
        side: &SideId,
        digest: &str,
        lines: &[FileLine],
    ) -> Result<Vec<OrderResult>, Refusal> {
        self.as_file(side, digest, |session| {
            let mut results = Vec::new();
            for FileLine { number, text } in lines {
                let given = session.give_line(text);
                results.extend(given.map_err(|refusal| refusal.at_place(format_args!("line {number}")))?);
            }
            Ok(results)
        })
    }

    /// Runs an action as a side whose turn file gives the orders.
    pub(super) fn as_file<T>(&mut self, side: &SideId, digest: &str, action: impl FnOnce(&mut Self) -> T) -> T {
        let origin = Origin::TurnFile { side: side.to_string(), digest: digest.to_owned() };
        let before = self.origin.replace(origin);
        let done = self.with_seat(
            |seat| &mut seat.viewer,
            Viewer::Side(side.clone()),
            |session| session.with_seat(|seat| &mut seat.reads_turn_file, true, action),
        );
        self.origin = before;
        done
    }

    /// Carries out the orders of one line, all or none.
    fn give_line(&mut self, text: &str) -> Result<Vec<OrderResult>, Refusal> {
        self.transaction(|session| {
            let line = clean_line(text)?;
            let (mut own, mut results) = (session.seat.viewer.side().cloned(), Vec::new());
            for phrase in &session.phrases_of(line)? {
                for OrderStep { order, .. } in session.steps_for(line, phrase, &mut own)? {
                    results.push(OrderResult::ByViewer(session.give_order(&order)?));
                }
            }
            Ok(results)
        })
    }

    /// Splits a line into orders. Refuses a session command.
    pub(super) fn phrases_of<'l>(&self, line: &'l str) -> Result<Vec<Phrase<'l>>, Refusal> {
        match notation::split_line(&self.view(), line) {
            Ok(Line::Nothing) => Ok(Vec::new()),
            Ok(Line::Orders(phrases)) => Ok(phrases),
            Ok(Line::SessionCommand(..)) => Err(not_an_order()),
            Err(error) => Err(self.refuse_unread(line, error)),
        }
    }

    /// Carries out an order. When it is only tried, the program rolls the dice that it does not bring.
    fn give_order(&mut self, order: &Order<Command>) -> Result<RuledCommand<Naval>, NotRuled<Naval>> {
        let command = Naval::expand(self, self.state(), order, None)?;
        let mode = self.dice_mode;
        if self.seat.tries_orders && order.dice.is_none() {
            self.dice_mode = DiceMode::Roll;
        }
        let ruled = self.decide_and_record(command, order.dice.as_deref());
        self.dice_mode = mode;
        ruled
    }

    /// Reads the declarations of a file. Returns the lines that cannot be read as faults.
    pub(super) fn read_shots(&mut self, side: &SideId, digest: &str, lines: &[FileLine]) -> (FileShots, Vec<Fault>) {
        self.as_file(side, digest, |session| {
            let (mut steps, mut faults) = (Vec::new(), Vec::new());
            for line in lines {
                match session.steps_of_line(line) {
                    Ok(of_line) => steps.extend(of_line),
                    Err(refusal) => {
                        faults.push(Fault { line: line.clone(), refusal: session.with_legal_hint(refusal) })
                    }
                }
            }
            (FileShots { side: side.clone(), digest: digest.to_owned(), steps }, faults)
        })
    }

    fn steps_of_line(&self, line: &FileLine) -> Result<Vec<FileStep>, Refusal> {
        let text = clean_line(&line.text)?;
        let (mut own, mut all) = (self.seat.viewer.side().cloned(), Vec::new());
        for phrase in &self.phrases_of(text)? {
            let steps = self.steps_for(text, phrase, &mut own)?;
            let is_one_of_several = 1 < steps.len();
            for OrderStep { order, .. } in steps {
                all.push(FileStep { line: line.clone(), order, is_one_of_several });
            }
        }
        Ok(all)
    }

    /// Declares the shots of all files in the order of 3.3.5: the side that is due first, ship by ship. A side whose
    /// file has no more shots has declared all its fire. Returns what was declared, and the refused lines.
    pub(super) fn declare_in_turn(&mut self, mut files: Vec<FileShots>) -> (Vec<OrderResult>, Vec<Fault>) {
        let mut results = Vec::new();
        let mut fates: BTreeMap<(SideId, usize), LineFate> = BTreeMap::new();
        while files.iter().any(|file| !file.steps.is_empty()) {
            let due = gunnery::side_to_declare(self.state());
            let has_more = files.iter().any(|file| due.as_ref() == Some(&file.side) && !file.steps.is_empty());
            if let Some(due) = due.as_ref().filter(|_| !has_more)
                && self.end_declarations(due, &files, &mut results)
            {
                continue;
            }
            files.sort_by_key(|file| (due.as_ref() != Some(&file.side), self.place_of(&file.side)));
            let Some((side, step, ruled)) = self.declare_next(&mut files, Waiting::Allowed) else {
                // All wait for others: the side that is due passes.
                if due.is_some_and(|due| self.end_declarations(&due, &files, &mut results)) {
                    continue;
                }
                if let Some((side, step, Err(refusal))) = self.declare_next(&mut files, Waiting::Refused) {
                    let fate = fates.entry((side, step.line.number)).or_default();
                    fate.refusal = Some((step.line, refusal));
                }
                continue;
            };
            let fate = fates.entry((side, step.line.number)).or_default();
            match ruled {
                Ok(ruling) => {
                    fate.is_partly_declared |= step.is_one_of_several;
                    results.push(OrderResult::ByViewer(ruling));
                }
                Err(refusal) => fate.refusal = fate.refusal.take().or(Some((step.line, refusal))),
            }
        }
        for side in files.iter().map(|file| &file.side) {
            while !self.state().this_move.closed_sides.contains(side)
                && self.end_declarations(side, &files, &mut results)
            {}
        }
        let refused = fates.into_values().filter(|fate| !fate.is_partly_declared).filter_map(|fate| fate.refusal);
        (results, refused.map(|(line, refusal)| Fault { line, refusal }).collect())
    }

    /// Declares the first shot that may be declared now, or finds the first that is refused. Removes that shot from its
    /// file's list. `None` if all wait for another side.
    fn declare_next(&mut self, files: &mut [FileShots], waiting: Waiting) -> Option<(SideId, FileStep, ShotRuling)> {
        for FileShots { side, digest, steps } in files {
            for place in 0..steps.len() {
                let ruled = self.as_file(side, digest, |session| {
                    let ruled = session.give_order(&steps[place].order);
                    ruled.map_err(|not_ruled| (session.waits(&not_ruled), session.with_legal_hint(not_ruled.into())))
                });
                match ruled {
                    Err((true, _)) if waiting == Waiting::Allowed => {}
                    ruled => return Some((side.clone(), steps.remove(place), ruled.map_err(|(_, refusal)| refusal))),
                }
            }
        }
        None
    }

    /// Returns the place of a side in the scenario, so that nothing depends on whose file came first.
    pub(super) fn place_of(&self, side: &SideId) -> Option<usize> {
        self.state().setup.sides.iter().position(|candidate| candidate.id == *side)
    }

    /// Whether a declaration may come later: another side or battery comes first in strict play. [3.3.5, Q45]
    fn waits(&self, not_ruled: &NotRuled<Naval>) -> bool {
        let is_strict = self.state().setup.options.alternation == Alternation::Strict;
        let is_unknown = not_ruled.refusal.kind == Kind::OnlyTheReferee;
        let is_early = matches!(not_ruled.reason(), Some(Reason::OutOfTurn { .. } | Reason::BigGunsFirst { .. }));
        is_strict && (is_unknown || is_early)
    }

    /// Ends the declarations of a side, or in strict play first those of its big guns. Returns whether that was lawful.
    fn end_declarations(&mut self, side: &SideId, files: &[FileShots], results: &mut Vec<OrderResult>) -> bool {
        let command = Command::Declared { side: Some(side.clone()) };
        let ruled = match files.iter().find(|file| file.side == *side) {
            Some(FileShots { digest, .. }) => {
                self.as_file(side, digest, |session| session.decide_and_record(command, None))
            }
            None => self.rule_as_referee(command),
        };
        ruled.map(|ruling| results.push(OrderResult::ByViewer(ruling))).is_ok()
    }
}
