//! The dice of one journal of any game, named for the ledger of `kaiser dice`.
use std::path::Path;

use play::Game;
use session::{PlayableGame, Refusal};
use show::dice_ledger::{DiceGrouping, LedgerDie};

use super::{open, output::Out};

pub struct JournalDice {
    pub game: &'static str,
    /// The closing code of the file as it is now.
    pub code: String,
    /// Each die, with the entry that first recorded it.
    pub dice: Vec<(usize, LedgerDie)>,
    /// The seed from which the program rolled, if line 1 states it.
    pub seed: Option<u64>,
    /// The first entry that is still secret. The journal has no dice from there on.
    pub secret_from: Option<usize>,
    /// Whether a side may not know all of these dice yet.
    pub is_for_referee: bool,
}

/// Reads a journal, and names the row of each die by its owner, its purpose or its sitting. What is left out is noted.
///
/// # Errors
/// The file is no readable journal of this game.
pub fn read_dice<G: PlayableGame>(
    file: &Path,
    by: DiceGrouping,
    out: &mut Out,
    owner: impl Fn(&G::State, &G::Purpose) -> String,
    purpose: impl Fn(&G::Purpose) -> &'static str,
) -> Result<JournalDice, Refusal> {
    let seen = open::open_with_notes::<G>(file, |words| out.say(words))?;
    let state = seen.journal.state();
    let dice = seen.journal.fallen_dice().into_iter().map(|die| {
        let group = match by {
            DiceGrouping::Owner => owner(state, &die.purpose),
            DiceGrouping::Purpose => purpose(&die.purpose).to_owned(),
            DiceGrouping::Sitting => format!("{} {}", file.with_extension("").display(), die.sitting),
        };
        let (sides, face, source, in_force) = (die.sides, die.face, die.source, die.in_force);
        (die.entry, LedgerDie { group, sides, face, source, in_force })
    });
    Ok(JournalDice {
        game: <G as PlayableGame>::NAME,
        seed: seen.journal.header().seed,
        dice: dice.collect(),
        secret_from: seen.unknown_from.map(|unknown| unknown.entry),
        is_for_referee: !<G as Game>::has_no_secrets(state),
        code: seen.code,
    })
}
