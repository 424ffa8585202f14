//! The referee's password, which a person at a side's keyboard needs to become the referee.
use argon2::{Algorithm, Argon2, Block, Params, Version};

use crate::{
    Frontend, PutOutcome, Refusal, TextQuestion, ask_until_answered, asking::command_cancelled, story::last_notice,
};
use naval::{Naval, view::Viewer};
use play::journal::{Journal, Notice};

/// Memory for one hash in KiB, as OWASP's cheat sheet of 2024 recommends for passwords with these passes and lanes.
/// Each guess of a password in a journal costs about 20 ms.
const HASH_MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
const HASH_BYTES: usize = 32;

/// A password as recorded in the journal.
pub struct RefereePassword<'a> {
    salt: &'a str,
    hash: &'a str,
}

impl RefereePassword<'_> {
    pub fn matches(&self, word: &str) -> Result<bool, Refusal> {
        Ok(hash(self.salt, word)? == self.hash)
    }
}

/// Returns how many wrong passwords were typed since the current one was set.
pub fn count_wrong_tries(journal: &Journal<Naval>) -> u32 {
    let tries = |what: &Notice| {
        if let Notice::WrongPassword { tries } = what {
            return Some(*tries);
        }
        matches!(what, Notice::PasswordSet { .. }).then_some(0)
    };
    last_notice(journal, tries).unwrap_or(0)
}

pub fn current_password(journal: &Journal<Naval>) -> Option<RefereePassword<'_>> {
    last_notice(journal, |what| {
        if let Notice::PasswordSet { salt, hash } = what { Some(RefereePassword { salt, hash }) } else { None }
    })
}

pub fn keyboard_holder(journal: &Journal<Naval>) -> Viewer {
    let last = last_notice(journal, |what| if let Notice::Passed { to } = what { Some(to.as_deref()) } else { None });
    Viewer::from_name(last.flatten())
}

/// Returns the notice that records a password, as salt and hash.
pub fn password_notice(word: &str, frontend: &dyn Frontend) -> Result<Notice, Refusal> {
    let salt = frontend.salt()?;
    let hash = hash(&salt, word)?;
    Ok(Notice::PasswordSet { salt, hash })
}

/// Returns the password typed on the line, or asks for it. An answer to the question stays out of the history.
pub fn typed_or_asked(typed: Option<&str>, frontend: &dyn Frontend) -> Result<String, Refusal> {
    if let Some(typed) = typed {
        return Ok(typed.to_owned());
    }
    let needed = || Refusal::not_yours("The referee's password is required.").form("pass to referee WORD");
    if !frontend.can_ask() {
        return Err(needed());
    }
    let question =
        TextQuestion { question: "The referee's password (shown as asterisks): ".to_owned(), is_unseen: true };
    match ask_until_answered(frontend, &question, |_| None)? {
        PutOutcome::Reply(word) if !word.is_empty() => Ok(word),
        PutOutcome::Reply(_) => Err(needed()),
        PutOutcome::Back | PutOutcome::Stopped(_) => Err(command_cancelled()),
    }
}

fn hash(salt: &str, word: &str) -> Result<String, Refusal> {
    let failed =
        |_| Refusal::journal("The referee's password cannot be checked: the journal has no valid salt for it.");
    let params = Params::new(HASH_MEMORY_KIB, PASSES, LANES, Some(HASH_BYTES)).map_err(failed)?;
    let mut memory = vec![Block::default(); params.block_count()];
    let mut hash = [0; HASH_BYTES];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into_with_memory(word.as_bytes(), salt.as_bytes(), &mut hash, &mut memory)
        .map_err(failed)?;
    Ok(hash.iter().map(|byte| format!("{byte:02x}")).collect())
}
