//! The questions of a battle, and how their answers read.
use crate::{Put, line::verb_and_rest};
use naval::{
    Id, State,
    notation::{self, Line, SessionVerb},
};

/// Whether a line only asks for something that is shown. A verb that has words behind it is written whole: a reason may begin
/// like one that is cut short.
pub(super) fn looks(known: &State, line: &str) -> bool {
    use SessionVerb::*;
    let (verb, rest) = verb_and_rest(line);
    if !rest.is_empty() && !notation::verb(verb).is_ok_and(|row| row.is_called(&verb.to_lowercase())) {
        return false;
    }
    let Ok(Line::Word(word, _)) = notation::cut(known, line) else { return false };
    matches!(
        word,
        Status
            | Duties
            | Card
            | Odds
            | Targets
            | Ranges
            | Why
            | Log
            | Tally
            | Chronicle
            | Where
            | Move
            | Sheet
            | Help
            | Rules
            | Table
    )
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
