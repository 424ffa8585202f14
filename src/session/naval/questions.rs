//! The questions of a battle, and how their answers are read.
use crate::{
    ChoiceQuestion, DiceSource, Prompt, QuestionText, Refusal, RulingDetail, Session, asking::command_cancelled,
};
use naval::model::{Edge, Purpose, Setting};
use naval::{Command, Fact, Id, Naval, NavalEvent, NavalHalt, Reason, Segment, State, notation, view};
use play::{DiceRequest, Hint, NotDecided, Rule};
use std::borrow::Cow;

/// Longest question in letters that leaves room for the dice after it.
const MAX_QUESTION_LETTERS: usize = 60;

impl Session<'_, Naval> {
    pub(super) fn word_roll_question(&self, state: &State, request: &DiceRequest<Purpose>, missing: u16) -> String {
        let more = if missing < request.count { format!(", {missing} more") } else { String::new() };
        let known = self
            .side_at_keyboard()
            .filter(|_| self.is_secret(&request.purpose))
            .map(|side| view::known_to(state, side));
        let question = known.map_or_else(
            || show::dice_prompts::prompt(state, request),
            |known| show::dice_prompts::redacted_prompt(&known, request),
        );
        format!("{question}{more}")
    }

    /// Words the question for dice of several rolls. Text too long for the input line is shown above it.
    pub(super) fn word_joint_question(
        &self,
        state: &State,
        requests: &[DiceRequest<Purpose>],
        missing: u16,
    ) -> QuestionText {
        let all: u16 = requests.iter().map(|request| request.count).sum();
        let sides = requests.first().map_or(0, |request| request.sides);
        let more = if missing < all { format!(", {missing} more") } else { String::new() };
        let known =
            self.side_at_keyboard().map_or(Cow::Borrowed(state), |side| Cow::Owned(view::known_to(state, side)));
        let rolls_text =
            show::dice_prompts::joint_prompt(state, requests, (&*known, |purpose: &Purpose| self.is_secret(purpose)));
        let dice = format!("{all} D{sides}");
        if MAX_QUESTION_LETTERS < rolls_text.len() + dice.len() {
            return QuestionText {
                above: Some(format!("{rolls_text}.")),
                line: format!("{dice}{more}"),
                may_go_back: false,
            };
        }
        QuestionText { line: format!("{rolls_text}, {dice}{more}"), ..QuestionText::default() }
    }

    /// Returns the target numbers of an event's dice. `None` if they are secret, and in brief mode if the question has
    /// the number or `why` shows the table.
    pub(super) fn target_numbers(
        &self,
        before: &State,
        event: &NavalEvent,
        request: &DiceRequest<Purpose>,
    ) -> Option<String> {
        if self.is_secret(&request.purpose) {
            return None;
        }
        let needs_no_text = matches!(
            request.purpose,
            Purpose::Damage(_) | Purpose::Special(_) | Purpose::Repair(_) | Purpose::Steering(_)
        );
        let is_shown = self.detail == RulingDetail::Brief && (request.at_most.is_some() || needs_no_text);
        (!is_shown).then(|| show::needs::dice_needs(before, event, &request.purpose)).flatten()
    }
}

/// The paragraph: a ship leaves when its base has crossed the table's edge.
const LEAVING: Rule = Rule::new("9.3");

impl Session<'_, Naval> {
    /// Asks by which edge a ship without a position leaves. [9.3]
    pub(super) fn ask_edge(&mut self, command: Command) -> Result<Command, Refusal> {
        let Command::Exit { ship, by: None, because } = &command else { return Ok(command) };
        let state = self.state();
        let leaves = state.ships_of(ship).find(|member| member.is_in_action() && member.at.is_none());
        let Some(own) = leaves.and_then(|ship| state.side(&ship.side)).filter(|_| self.frontend.can_ask()) else {
            return Ok(command);
        };
        let (own, name) = (own.friendly_edge, state.name(ship));
        let word = show::places::edge_adjective(own);
        let question = ChoiceQuestion {
            question: format!("Which edge does {name} leave by: its own {word} one (Enter) or another? "),
            answers: [own]
                .into_iter()
                .chain(Edge::ALL)
                .map(|edge| (show::places::edge_adjective(edge), edge))
                .collect(),
            possible: "The edges are north, east, south and west.",
            may_look: true,
        };
        let (ship, because) = (ship.clone(), because.clone());
        Ok(Command::Exit { ship, by: Some(self.ask(&question)?), because })
    }

    /// Asks for a reason if a special rule or the ship's position speaks against its leaving. [9.2, 9.3] The person may
    /// cancel the order.
    pub(super) fn ask_reason_to_leave(&mut self, command: Command) -> Result<Command, Refusal> {
        let Command::Exit { ship, by, because: None } = &command else { return Ok(command) };
        let decided = play::decide::<Naval>(self.state(), &command, &mut DiceSource::from_typed(&[])).err();
        let refused = decided.as_ref().filter(|halt| self.frontend.can_ask() && may_be_overridden(halt));
        let objection = refused.map(|halt| Refusal::rules(show::dice_prompts::naval_halt_error(self.state(), halt)));
        let early = || if decided.is_none() { self.early_leave_doubt(ship, *by) } else { None };
        let Some(objection) = objection.or_else(early) else { return Ok(command) };
        if !self.frontend.can_ask() {
            return Err(objection);
        }
        self.frontend.aside(&show::lines::wrapped(&objection.error.as_answer(None), show::lines::WIDTH));
        let because = self.ask_optional_reason("Why does it leave anyway? (Enter to go back) ")?;
        let because = because.map(|words| words.trim_matches('"').to_owned()).filter(|words| !words.is_empty());
        let because = Some(because.ok_or_else(command_cancelled)?);
        Ok(Command::Exit { ship: ship.clone(), by: *by, because })
    }

    /// Doubts that a ship without a position leaves already: no base crosses an edge before the move, and a ship that
    /// fired or was a target was still there. [3.3.2, 3.3.8, 9.3, Q28]
    fn early_leave_doubt(&self, unit: &Id, by: Option<Edge>) -> Option<Refusal> {
        let state = self.state();
        let by_hand = state.checks && state.ships_of(unit).any(|ship| ship.is_in_action() && ship.at.is_none());
        let name = state.name(unit);
        let base = state.base_id(unit);
        let declared = state
            .this_move
            .declarations
            .iter()
            .any(|declaration| declaration.firer == base || declaration.target == base);
        let is_hit = state.ships_of(unit).any(|ship| state.held_hits.iter().any(|held| held.target == ship.id));
        let what = match state.segment {
            Segment::Plotting => {
                format!(
                    "{name} leaves if the middle of its base crosses the edge in its move, and no ship has moved yet \
                    this turn."
                )
            }
            _ if declared || is_hit => {
                format!("{name} was on the table when fire was declared, and its shots and hits would leave with it.")
            }
            _ => return None,
        };
        if !by_hand {
            return None;
        }
        let own = state.ships_of(unit).next().and_then(|ship| state.side(&ship.side)).map(|side| side.friendly_edge);
        let because = Some("it crossed last turn".to_owned());
        let line = Command::Exit { ship: unit.clone(), by: by.or(own), because };
        let hint = "type it after the move, or " + Hint::line(notation::print(state, &line));
        Some(Refusal::rules(what).rule(LEAVING).hint(hint))
    }

    /// Asks which mounts are lost if only a number was given. The person may cancel the order.
    pub(super) fn ask_mounts(&mut self, command: Command) -> Result<Command, Refusal> {
        let Command::Set { unit, setting: Setting::MountsLost(_), because } = &command else { return Ok(command) };
        let decided = play::decide::<Naval>(self.state(), &command, &mut DiceSource::from_typed(&[]));
        let halt = decided.err().filter(|_| self.frontend.can_ask());
        let Some(NotDecided::Refused { reason: Reason::AmbiguousMounts { ship, count, mounts }, .. }) = halt else {
            return Ok(command);
        };
        let ship = self.state().name(&ship).to_owned();
        let named = self.ask(&MountsQuestion { ship, count, mounts })?;
        if named.is_empty() {
            return Err(command_cancelled());
        }
        Ok(Command::Set { unit: unit.clone(), setting: Setting::Mounts(named), because: because.clone() })
    }

    /// After a 1, asks once whether the torpedo attack of large ships that may occur does occur. [7.5.1]
    pub(super) fn ask_torpedo_attack(
        &mut self,
        state: &State,
        command: &Command,
        events: &[NavalEvent],
    ) -> Result<Option<Command>, Refusal> {
        let Command::TorpedoCheck { side, hold: false } = command else { return Ok(None) };
        let may_attack = |event: &NavalEvent| matches!(event.fact, Fact::TorpedoCheckMade { attack: true, .. });
        let hold = Command::TorpedoCheck { side: side.clone(), hold: true };
        if !events.iter().any(may_attack) || self.side_of_admirals_order(state, &hold).is_some() {
            return Ok(None);
        }
        let name = state.name(side);
        let hold = self.ask(&ChoiceQuestion {
            question: format!(
                "Rolled 1: large ships of {name} may attack with torpedoes [7.5.1]. Enter to attack, or \
            hold: "
            ),
            answers: vec![("attack", false), ("hold", true)],
            possible: "Enter or `attack` attacks, `hold` does not.",
            may_look: true,
        })?;
        Ok(Some(Command::TorpedoCheck { side: side.clone(), hold }))
    }
}

/// Whether the referee may override a refusal with a reason. [9.2, 9.3]
fn may_be_overridden(halt: &NavalHalt) -> bool {
    matches!(halt, NotDecided::Refused { reason: Reason::Table(reason), .. } if reason.needs_reason())
}

/// A question for the lost mounts of a ship. Naming none goes back. [8.2.4]
pub(super) struct MountsQuestion {
    pub(super) ship: String,
    pub(super) count: u8,
    pub(super) mounts: Vec<Id>,
}

impl MountsQuestion {
    fn names(&self) -> String {
        self.mounts.iter().map(Id::as_str).collect::<Vec<_>>().join(", ")
    }
}

impl Prompt for MountsQuestion {
    type Reply = Vec<Id>;
    fn text(&self) -> String {
        format!("Which of {}'s mounts ({} of {})? ", self.ship, self.count, self.names())
    }
    fn read(&self, typed: &str) -> Result<Vec<Id>, String> {
        let mut named: Vec<Id> = Vec::new();
        for word in typed.split([' ', ',']).filter(|word| !word.is_empty()) {
            let mut matches = self.mounts.iter().filter(|mount| mount.as_str().starts_with(&word.to_lowercase()));
            let exact = self.mounts.iter().find(|mount| mount.as_str().eq_ignore_ascii_case(word));
            match (exact, matches.next(), matches.next()) {
                (Some(mount), ..) | (None, Some(mount), None) if !named.contains(mount) => named.push(mount.clone()),
                _ => return Err(format!("\"{word}\" is not one of these, each once: {}.", self.names())),
            }
        }
        match named.len() {
            0 => Ok(named),
            count if count == usize::from(self.count) => Ok(named),
            count => Err(format!("{count} named, but {} lost: {}.", self.count, self.names())),
        }
    }
}
