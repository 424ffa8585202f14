//! `kaiser play FILE --at MOMENT -o WHAT-IF`: begins a what-if, a journal that branches from another.
use std::path::Path;

use super::store::{self, Store};
use super::{args::Play, args::values::parse_moment, cli_session, file, open, output, prompt::Keyboard};
use naval::Naval;
use play::journal::{Branch, Journal, code_of};
use session::naval::{BranchPoint, branch_point, current_password};
use session::{Input, PlayableGame as _, Refusal};

/// Copies a battle up to the moment of `--at` into a new journal, and opens that. The old journal is only read.
///
/// # Errors
/// An option does not fit, the battle has not reached the moment, something of it is kept elsewhere and missing, or the
/// referee's password is not given. Without `keyboard` it cannot be asked for.
pub fn begin(play: &Play, at: &str, keyboard: Option<&Keyboard>) -> Result<Store<Naval>, Refusal> {
    let path = Path::new(&play.what);
    if !open::is_journal(&play.what) {
        let what = format!("{} is a scenario, but --at needs a journal.", play.what);
        return Err(Refusal::usage(what).form("kaiser play GAME.kaiser --at 7/gunfire -o what-if.kaiser"));
    }
    cli_session::refuse_header_options(play)?;
    let Some(output) = &play.output else {
        let what = "A what-if needs a file of its own, because the old journal stays as it is.";
        return Err(Refusal::usage(what).hint("name a new one: -o what-if.kaiser"));
    };
    let at = parse_moment(at)?;
    file::check_free(output)?;
    let (journal, bytes) = store::read_to_copy::<Naval>(path, Naval::NAME)?;
    if journal.is_private() && play.seed.is_some() {
        let what = format!("{} keeps its seed in a private file, and a what-if with another would show it.", play.what);
        return Err(Refusal::usage(what).hint("omit --seed"));
    }
    let BranchPoint { entry, note } = branch_point(&journal, at)?;
    check_password(&journal, keyboard)?;
    let branch = Branch {
        name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        code: code_of(&bytes),
        entry,
        length: bytes.len() as u64,
        seed: play.seed,
        parent: journal.header().branch.as_ref().and_then(|branch| branch.inherited_after(entry)),
    };
    let text = journal.what_if_text(&bytes, branch).map_err(|error| Refusal::disk(error.to_string()))?;
    store::write_copy(output, &text.journal, text.private.as_deref())?;
    output::note(&format!("Journal: {}", file::as_typed(output).display()));
    note.iter().for_each(|note| output::note(note));
    if play.seed.is_none() {
        output::note("The dice go on from the same seed: the same orders roll the same numbers.");
    }
    cli_session::resume(output)
}

/// Asks for the referee's password, if the journal has one: a what-if shows everything up to its moment.
fn check_password(journal: &Journal<Naval>, keyboard: Option<&Keyboard>) -> Result<(), Refusal> {
    let Some(password) = current_password(journal) else { return Ok(()) };
    let Some(keyboard) = keyboard else {
        let what = "The journal has a referee's password, which a script cannot give.";
        return Err(Refusal::not_yours(what).hint("branch at a terminal, without --script"));
    };
    let Input::Line(word) = keyboard.read_password("The referee's password (shown as asterisks): ")? else {
        return Err(Refusal::not_yours("The journal has a referee's password, and none was typed."));
    };
    if password.matches(&word)? { Ok(()) } else { Err(Refusal::not_yours("That is not the referee's password.")) }
}
