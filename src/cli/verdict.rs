//! The defects that `kaiser verify` finds. The headline lists them all, and the exit code shows the worst.
use serde_json::{Value, json};

/// Something that keeps a journal from being proved. The worst comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Defect {
    /// Something is false or impossible, or the journal was never closed.
    False,
    /// Plots differ from the sealed ones, an opened seal was replaced, or FILE.private lost or changed a line.
    SealBroken,
    /// Dice were rolled after the seed had been revealed, or plots sealed after the salts had.
    SeedOpen,
    /// Decided by another edition of the rules, or played by another edition of the computer players.
    OtherEdition,
    /// The seed of dice that the program rolled is kept elsewhere, or a computer player was interrupted, so that its
    /// choice cannot be repeated.
    DiceNotProved,
}

/// Every exit code with its meaning, for help and manual pages. From 3 on, they are those of `kaiser verify`.
pub const EXIT_CODES: [(u8, &str); 7] = [
    (0, "Success"),
    (1, "Refused or wrong: an error in a command, a file or a journal"),
    (2, "Wrong usage: the command line cannot be understood"),
    (Defect::OtherEdition.code(), "verify: another edition of the rules or of the computer players"),
    (
        Defect::DiceNotProved.code(),
        "verify: dice, entries or orders are not proved, because what would prove them is missing",
    ),
    (Defect::SealBroken.code(), "verify: plots differ from their seals, a seal was replaced, or FILE.private changed"),
    (Defect::SeedOpen.code(), "verify: dice were rolled or plots sealed after the seed or the salts had been revealed"),
];

impl Defect {
    pub const fn code(self) -> u8 {
        match self {
            Defect::False => 1,
            Defect::OtherEdition => 3,
            Defect::DiceNotProved => 4,
            Defect::SealBroken => 5,
            Defect::SeedOpen => 6,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Defect::False => "false",
            Defect::OtherEdition => "other_edition",
            Defect::DiceNotProved => "dice_not_proved",
            Defect::SealBroken => "seal_broken",
            Defect::SeedOpen => "seed_was_open",
        }
    }
}

/// A defect and its sentence.
pub type Finding = (Defect, String);

/// Returns the rank of an exit code: the higher, the worse.
pub fn severity(code: u8) -> u8 {
    match code {
        0 => 0,
        4 => 1,
        3 => 2,
        6 => 3,
        5 => 4,
        1 => 5,
        _ => 6,
    }
}

/// Joins the findings, which come worst first. `None` if everything agrees.
pub fn headline(findings: &[Finding]) -> Option<String> {
    let texts: Vec<&str> = findings.iter().map(|(_, sentence)| sentence.as_str()).collect();
    (!texts.is_empty()).then(|| texts.join("; "))
}

pub fn findings_json(findings: &[Finding]) -> Value {
    findings
        .iter()
        .map(|(defect, sentence)| json!({ "code": defect.code(), "name": defect.name(), "says": sentence }))
        .collect()
}
