//! The questions of a battle, and how their answers read.
use std::borrow::Cow;

use super::rounds;
use crate::{
    AtTable as _, Given, Put, Question, Session, Telling, Wording, line::verb_and_rest, story::revealed_since,
};
use naval::{Command, Id, Naval, NavalEvent, Purpose, State, notation, view};
use play::{Ask, Fault};

/// So many letters of a question leave room for the faces behind it.
const LONGEST_QUESTION: usize = 60;

impl Session<'_, Naval> {
    /// Whether a line could be meant for the prompt, where something else is asked for.
    pub(super) fn is_line(&self, line: &str) -> bool {
        let (verb, rest) = verb_and_rest(line);
        let row = notation::verb(verb);
        let known = self.known();
        // An order that lacks nothing but its end is no reason either.
        let is_cut_short = |fault: Fault| line.trim_end().len() <= fault.at.start;
        let lacks_its_end = || match notation::session_word(&known, self.seat.reader.side(), line) {
            Ok(Some(_)) => true,
            Ok(None) => notation::parse(&known, line).is_err_and(is_cut_short),
            Err(fault) => is_cut_short(fault),
        };
        row.is_ok_and(|row| rest.is_empty() || (row.word == verb && lacks_its_end()))
            || Naval::read(&known, line).is_ok()
    }

    /// Throws that are asked for in one question. Told in full, each has its sum before it.
    pub(super) fn asked_together(
        &self,
        state: &State,
        command: &Command,
        known: (&[u8], &Given<Purpose>),
        ask: &Ask<Purpose>,
    ) -> Vec<Ask<Purpose>> {
        match (self.telling, &ask.purpose) {
            (Telling::Full, _) => Vec::new(),
            (Telling::Brief, Purpose::Damage(_)) => rounds::blows(state, command, known, ask),
            (Telling::Brief, _) => rounds::alike(state, command, known, ask, |purpose| self.is_untold(purpose)),
        }
    }

    /// A question in words.
    pub(super) fn asked(&self, question: &Question<'_, Naval>) -> Wording {
        match question {
            Question::Faces { at, asks: [ask], missing, decides } => {
                let above = decides.and_then(|(before, event)| self.numbers(before, event, ask));
                Wording { above, line: self.asked_for_one(at, ask, *missing), may_go_back: false }
            }
            Question::Faces { at, asks, missing, .. } => self.asked_for_several(at, asks, *missing),
            Question::Revealed { since } => Wording { line: revealed_since(*since), ..Wording::default() },
        }
    }

    /// A question for faces of one throw.
    fn asked_for_one(&self, at: &State, ask: &Ask<Purpose>, missing: u16) -> String {
        let more = if missing < ask.count { format!(", {missing} more") } else { String::new() };
        let known = self.sits().filter(|_| self.is_untold(&ask.purpose)).map(|side| view::known_to(at, side));
        let asked = known.map_or_else(|| show::ask::ask(at, ask), |known| show::ask::ask_untold(&known, ask));
        format!("{asked}{more}")
    }

    /// A question for faces of several throws; what is too long for the line in which the answer is typed stands above it.
    fn asked_for_several(&self, at: &State, asks: &[Ask<Purpose>], missing: u16) -> Wording {
        let all: u16 = asks.iter().map(|ask| ask.count).sum();
        let sides = asks.first().map_or(0, |ask| ask.sides);
        let more = if missing < all { format!(", {missing} more") } else { String::new() };
        let known = self.sits().map_or(Cow::Borrowed(at), |side| Cow::Owned(view::known_to(at, side)));
        let whose = show::ask::ask_together(at, asks, (&*known, |purpose: &Purpose| self.is_untold(purpose)));
        let dice = format!("{all} D{sides}");
        if LONGEST_QUESTION < whose.len() + dice.len() {
            return Wording { above: Some(format!("{whose}.")), line: format!("{dice}{more}"), may_go_back: false };
        }
        Wording { line: format!("{whose}, {dice}{more}"), ..Wording::default() }
    }

    /// The numbers against which the dice of an event are held. In brief the question itself says the number, and the table of a
    /// hit is under `why`.
    fn numbers(&self, before: &State, event: &NavalEvent, ask: &Ask<Purpose>) -> Option<String> {
        if self.is_untold(&ask.purpose) {
            return None;
        }
        let is_known =
            matches!(ask.purpose, Purpose::Damage(_) | Purpose::Special(_) | Purpose::Repair(_) | Purpose::Steering(_));
        let said = self.telling == Telling::Brief && (ask.at_most.is_some() || is_known);
        (!said).then(|| show::needs::needs(before, event, &ask.purpose)).flatten()
    }
}

/// Which of a ship's mounts are lost; none goes back. [8.2.4]
pub(super) struct WhichMounts {
    pub(super) ship: String,
    pub(super) count: u8,
    pub(super) mounts: Vec<Id>,
}

impl WhichMounts {
    fn names(&self) -> String {
        self.mounts.iter().map(Id::as_str).collect::<Vec<_>>().join(", ")
    }
}

impl Put for WhichMounts {
    type Reply = Vec<Id>;
    fn words(&self) -> String {
        format!("Which of {}'s mounts ({} of {})? ", self.ship, self.count, self.names())
    }
    fn read(&self, typed: &str) -> Result<Vec<Id>, String> {
        let mut named: Vec<Id> = Vec::new();
        for word in typed.split([' ', ',']).filter(|word| !word.is_empty()) {
            let mut alike = self.mounts.iter().filter(|mount| mount.as_str().starts_with(&word.to_lowercase()));
            let exact = self.mounts.iter().find(|mount| mount.as_str().eq_ignore_ascii_case(word));
            match (exact, alike.next(), alike.next()) {
                (Some(mount), ..) | (None, Some(mount), None) if !named.contains(mount) => named.push(mount.clone()),
                _ => return Err(format!("\"{word}\" is none of them: {}, each once.", self.names())),
            }
        }
        match named.len() {
            0 => Ok(named),
            count if count == usize::from(self.count) => Ok(named),
            count => Err(format!("{count} named, and {} lost: {}.", self.count, self.names())),
        }
    }
}
