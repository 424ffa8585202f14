//! The referee's password, which a person at a side's keyboard needs to become the referee.
use argon2::{Algorithm, Argon2, Block, Params, Version};

use crate::{Answered, Door, Refusal, Words, asking::taken_back, put, story::last_noticed};
use naval::{Naval, view::Viewer};
use play::journal::{Journal, Notice};

/// Memory for one hash in KiB, and number of passes, as OWASP's cheat sheet of 2024 recommends for passwords. Each
/// guess of a password in a journal costs about 20 ms.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// Length of a hash in bytes.
const LENGTH: usize = 32;

/// A password as recorded in the journal.
pub struct Lock<'a> {
    salt: &'a str,
    hash: &'a str,
}

impl Lock<'_> {
    /// Whether this is the password.
    pub fn opens_to(&self, word: &str) -> Result<bool, Refusal> {
        Ok(hash(self.salt, word)? == self.hash)
    }
}

/// Returns how many wrong passwords were typed since the current one was set.
pub fn wrong_tries(journal: &Journal<Naval>) -> u32 {
    let tries = |what: &Notice| {
        if let Notice::WrongWord { tries } = what {
            return Some(*tries);
        }
        matches!(what, Notice::Word { .. }).then_some(0)
    };
    last_noticed(journal, tries).unwrap_or(0)
}

/// Returns the current password, if one was set.
pub fn of(journal: &Journal<Naval>) -> Option<Lock<'_>> {
    last_noticed(journal, |what| if let Notice::Word { salt, hash } = what { Some(Lock { salt, hash }) } else { None })
}

/// Returns the holder of the keyboard according to the journal.
pub fn holder(journal: &Journal<Naval>) -> Viewer {
    let last = last_noticed(journal, |what| if let Notice::Passed { to } = what { Some(to.as_deref()) } else { None });
    Viewer::called(last.flatten())
}

/// Returns the notice that records a password, as salt and hash.
pub fn lock(word: &str, door: &dyn Door) -> Result<Notice, Refusal> {
    let salt = door.salt()?;
    let hash = hash(&salt, word)?;
    Ok(Notice::Word { salt, hash })
}

/// Returns the password typed on the line, or asks for it. An answer to the question stays out of the history.
pub fn given(typed: Option<&str>, door: &dyn Door) -> Result<String, Refusal> {
    if let Some(typed) = typed {
        return Ok(typed.to_owned());
    }
    let needed = || Refusal::not_yours("the referee's word is needed").form("pass to referee WORD");
    if !door.asks() {
        return Err(needed());
    }
    let question = Words { question: "The referee's password (shown as asterisks): ".to_owned(), is_unseen: true };
    match put(door, &question, |_| None)? {
        Answered::Reply(word) if !word.is_empty() => Ok(word),
        Answered::Reply(_) => Err(needed()),
        Answered::Back | Answered::Stopped(_) => Err(taken_back()),
    }
}

fn hash(salt: &str, word: &str) -> Result<String, Refusal> {
    let failed = |_| Refusal::journal("the referee's word cannot be compared: the journal has no sound salt for it");
    let params = Params::new(MEMORY_KIB, PASSES, LANES, Some(LENGTH)).map_err(failed)?;
    let mut memory = vec![Block::default(); params.block_count()];
    let mut hash = [0; LENGTH];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into_with_memory(word.as_bytes(), salt.as_bytes(), &mut hash, &mut memory)
        .map_err(failed)?;
    Ok(hash.iter().map(|byte| format!("{byte:02x}")).collect())
}
