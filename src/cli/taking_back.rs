//! Taking back: how far, and why. What dice have decided is taken back for a reason, which stands in the log.
use super::{
    open,
    problem::Problem,
    prompt::{self, Typed},
    store::Store,
};
use crate::{journal::Entry, play::Game};

/// What `undo` asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakingBack {
    /// How many commands, from the last on.
    pub steps: usize,
    pub because: Option<String>,
}

impl TakingBack {
    /// Reads what stands after `undo`: a number, `because "a reason"`, both, or nothing.
    ///
    /// # Errors
    /// Other words, no number of commands, and `because` without a reason.
    pub fn read(rest: &str) -> Result<TakingBack, Problem> {
        let wrong = || Problem::new(format!("undo takes a number and a reason after it, not \"{rest}\"")).hint(HINT);
        let (head, because) = match find(rest, "because") {
            None => (rest.trim(), None),
            Some(at) => {
                let words = rest[at + "because".len()..].trim();
                let words = words.strip_prefix('"').map_or(words, |rest| rest.strip_suffix('"').unwrap_or(rest)).trim();
                if words.is_empty() {
                    return Err(Problem::new("because needs the reason after it").hint(HINT));
                }
                (rest[..at].trim(), Some(words.to_owned()))
            }
        };
        let steps = if head.is_empty() { 1 } else { head.parse().map_err(|_| wrong())? };
        if steps == 0 { Err(wrong()) } else { Ok(TakingBack { steps, because }) }
    }

    /// So many more or fewer commands, for the same reason.
    pub fn by(self, steps: usize) -> TakingBack {
        TakingBack { steps, ..self }
    }
}

const HINT: &str = "undo, undo 3, or undo because \"wrong ship\"";

/// Where a word stands by itself, in any case of letters.
fn find(text: &str, word: &str) -> Option<usize> {
    let alone = |at: &usize| {
        let is_end = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
        is_end(text[..*at].chars().next_back()) && is_end(text[at + word.len()..].chars().next())
    };
    // Nothing but digits and blanks stands before the word: its place is the same in small letters.
    text.to_ascii_lowercase().match_indices(word).map(|(at, _)| at).find(alone)
}

/// Takes back, and says which entries and how many dice lay in them, the latest first.
///
/// # Errors
/// There are not so many; dice had fallen and no reason is given, and nobody can be asked or answers nothing; the
/// journal cannot be written.
pub fn take_back<G: Game>(store: &mut Store<G>, back: &TakingBack, asks: bool) -> Result<Vec<(usize, usize)>, Problem> {
    let journal = store.journal();
    let entries: Vec<(usize, usize)> =
        journal.undo_targets(back.steps).map(|number| (number, journal.dice_in(number))).collect();
    if entries.is_empty() {
        return Err(Problem::new("there is nothing to undo"));
    }
    if entries.len() < back.steps {
        let all = entries.len();
        return Err(Problem::new(format!("only {all} can be taken back, not {}", back.steps))
            .hint(format!("undo {all}, or `log` to see them")));
    }
    let because = match (&back.because, entries.iter().find(|(_, dice)| 0 < *dice)) {
        (Some(because), _) => Some(because.clone()),
        (None, None) => None,
        (None, Some(_)) if asks => Some(asked()?),
        (None, Some((number, dice))) => {
            let fell = if *dice == 1 { "a die fell".to_owned() } else { format!("{dice} dice fell") };
            let what = format!("{fell} in entry {number}, and what dice have decided is taken back for a reason only");
            let steps = if back.steps == 1 { String::new() } else { format!("{} ", back.steps) };
            return Err(Problem::new(what).hint(format!("undo {steps}because \"wrong ship\"")));
        }
    };
    for _ in &entries {
        let entry = because.clone().map_or(Entry::Undid, |because| Entry::TakenBack { because });
        store.record(entry).map_err(open::stored)?;
    }
    Ok(entries)
}

/// The reason of somebody at the prompt.
fn asked() -> Result<String, Problem> {
    let nothing = || Problem::new("nothing is taken back without a reason: dice had fallen").hint(HINT);
    match prompt::once("Dice had fallen. Why is it taken back? ")? {
        Typed::Line(words) if !words.trim().is_empty() => Ok(words.trim().to_owned()),
        Typed::Line(_) | Typed::Interrupted | Typed::End => Err(nothing()),
    }
}
