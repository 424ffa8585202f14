//! Taking back: how far, and why. What dice have decided is taken back for a reason, which stands in the log.
use super::{
    open,
    problem::Problem,
    prompt::{self, Typed},
    store::Store,
};
use play::Game;
use play::journal::{Amendment, Entry, Owed};

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

/// Reads what stands after `redo`: a number, or nothing.
///
/// # Errors
/// Anything else.
pub fn redo_steps(rest: &str) -> Result<usize, Problem> {
    let steps = if rest.trim().is_empty() { Some(1) } else { rest.trim().parse().ok() };
    let wrong = || Problem::new(format!("redo takes a number after it, not \"{}\"", rest.trim()));
    steps.filter(|steps| *steps > 0).ok_or_else(|| wrong().hint("redo, or redo 2"))
}

/// There are no `steps` commands to bring back, but only `all`.
pub fn too_few_undone(all: usize, steps: usize) -> Problem {
    match all {
        0 => Problem::new("there is nothing to redo"),
        all => Problem::new(format!("only {all} can be brought back, not {steps}"))
            .hint(format!("redo {all}, or `log` to see what was taken back")),
    }
}

/// Brings back so many commands that were taken back, and says which entries, the earliest first.
///
/// # Errors
/// There are not so many; the journal cannot be written.
pub fn bring_back<G: Game>(store: &mut Store<G>, steps: usize) -> Result<Vec<usize>, Problem> {
    let entries: Vec<usize> = store.journal().redo_targets(steps).collect();
    if entries.len() < steps {
        return Err(too_few_undone(entries.len(), steps));
    }
    for _ in &entries {
        store.record(Entry::Redid).map_err(open::stored)?;
    }
    Ok(entries)
}

/// `entry 4`, `entries 4, 5`.
pub fn entries_word(numbers: &[usize]) -> String {
    let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
    format!("{} {}", if words.len() == 1 { "entry" } else { "entries" }, words.join(", "))
}

/// How many of its lines a deed shares before and after an amendment, and those that it does not share.
struct Compared<'a> {
    was: Vec<&'a str>,
    is: Vec<&'a str>,
    shared: usize,
}

impl<'a> Compared<'a> {
    fn of(was: &'a [String], is: &'a [String]) -> Compared<'a> {
        let mut left: Vec<&str> = is.iter().map(String::as_str).collect();
        let mut gone = Vec::new();
        for line in was {
            match left.iter().position(|other| other == line) {
                Some(at) => _ = left.remove(at),
                None => gone.push(line.as_str()),
            }
        }
        Compared { shared: was.len() - gone.len(), was: gone, is: left }
    }
}

/// What an amendment made of a deed, from what was told of it ruling by ruling: only what differs, before and after, and
/// how many rulings stand as they were.
pub fn difference(entry: usize, was: &[String], is: &[String]) -> String {
    let Compared { was, is, shared } = Compared::of(was, is);
    let mut text = match (&was[..], &is[..]) {
        ([], []) => format!("\nEntry {entry} reads as before."),
        ([], is) => format!("\nEntry {entry} has besides:\n{}", is.join("\n")),
        (was, []) => format!("\nEntry {entry} has no more:\n{}", was.join("\n")),
        (was, is) => format!("\nEntry {entry} was:\n{}\nis now:\n{}", was.join("\n"), is.join("\n")),
    };
    match shared {
        0 => {}
        1 => text.push_str(&format!("\nOne other ruling of entry {entry} stands unchanged.")),
        more => text.push_str(&format!("\n{more} other rulings of entry {entry} stand unchanged.")),
    }
    text
}

/// How many entries an amendment ruled again and left as they were.
pub fn unchanged<G: Game>(amendment: &Amendment<G>) -> String {
    let Entry::Amended { ruled, .. } = &amendment.entry else { return String::new() };
    let same = |number: usize| amendment.differences.iter().all(|one| one.entry != number);
    match ruled.iter().skip(1).filter(|again| same(again.entry)).count() {
        0 => String::new(),
        1 => "\nOne later entry stands unchanged.".to_owned(),
        more => format!("\n{more} later entries stand unchanged."),
    }
}

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
    let decided = |(number, dice): &&(usize, usize)| 0 < *dice || journal.laid_all_open(*number);
    let because = match (&back.because, entries.iter().find(decided)) {
        (Some(because), _) => Some(because.clone()),
        (None, None) => None,
        (None, Some(_)) if asks => Some(asked()?),
        (None, Some((number, dice))) => {
            let what = match dice {
                0 => format!(
                    "entry {number} laid the seed of the dice open: whoever plays on can know every die, and does so for \
                     a reason only (`dice ask` throws on the table)"
                ),
                dice => {
                    let fell = if *dice == 1 { "a die fell".to_owned() } else { format!("{dice} dice fell") };
                    format!("{fell} in entry {number}, and what dice have decided is taken back for a reason only")
                }
            };
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

/// What `amend` asks for, read from what stands after it: `12 because "wrong ship" target ...`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amending {
    pub entry: usize,
    pub because: Option<String>,
    /// The command in its place.
    pub line: String,
}

impl Amending {
    /// The reason stands before the command, which may have a reason of its own.
    ///
    /// # Errors
    /// No number, no command, and `because` without a reason in quotation marks; `sample` is a line that works.
    pub fn read(rest: &str, sample: &str) -> Result<Amending, Problem> {
        let usage = || Problem::new("amend needs the number of an entry and the corrected line").hint(sample);
        let (number, rest) = rest.trim().split_once(char::is_whitespace).ok_or_else(usage)?;
        let entry = number.trim_start_matches('#').parse().map_err(|_| {
            Problem::new(format!("\"{number}\" is no number of an entry")).hint("`log` shows the numbers")
        })?;
        let rest = rest.trim();
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if !word.eq_ignore_ascii_case("because") {
            return Ok(Amending { entry, because: None, line: rest.to_owned() });
        }
        let said = after.trim().strip_prefix('"').and_then(|after| after.split_once('"'));
        let (words, line) = said.filter(|(words, _)| !words.trim().is_empty()).ok_or_else(|| {
            Problem::new("because needs the reason in quotation marks, and after it the corrected line").hint(sample)
        })?;
        if line.trim().is_empty() {
            return Err(usage());
        }
        Ok(Amending { entry, because: Some(words.trim().to_owned()), line: line.trim().to_owned() })
    }

    /// The reason of an amendment, where one was given or is owed.
    ///
    /// # Errors
    /// One is owed and not given, and nobody can be asked or answers nothing.
    pub fn reason<G: Game>(&self, amendment: &Amendment<G>, asks: bool) -> Result<Option<String>, Problem> {
        let owed = amendment.owed();
        if self.because.is_some() || owed.is_nothing() {
            return Ok(self.because.clone());
        }
        let what = owed_in_words(owed);
        if asks {
            return asked_for(&format!("{what}. Why? "), "nothing is amended so without a reason", &self.hint())
                .map(Some);
        }
        let what = format!("{what}, and that is done for a reason only, which stands in the log");
        Err(Problem::new(what).hint(self.hint()))
    }

    fn hint(&self) -> String {
        format!("amend {} because \"wrong ship\" {}", self.entry, self.line)
    }
}

/// What is lost by an amendment, as the beginning of a sentence.
fn owed_in_words(Owed { dice, struck }: Owed) -> String {
    let dice = match dice {
        0 => None,
        1 => Some("1 die that had fallen decides nothing any more".to_owned()),
        more => Some(format!("{more} dice that had fallen decide nothing any more")),
    };
    let struck = match struck {
        0 => None,
        1 => Some("1 later command is struck out".to_owned()),
        more => Some(format!("{more} later commands are struck out")),
    };
    [dice, struck].into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

/// The reason of somebody at the prompt.
fn asked() -> Result<String, Problem> {
    let question = "Dice had fallen. Why is it taken back? ";
    asked_for(question, "nothing is taken back without a reason: dice had fallen", HINT)
}

fn asked_for(question: &str, without: &str, hint: &str) -> Result<String, Problem> {
    match prompt::once(question)? {
        Typed::Line(words) if !words.trim().is_empty() => Ok(words.trim().to_owned()),
        Typed::Line(_) | Typed::Interrupted | Typed::End => Err(Problem::new(without).hint(hint)),
    }
}
