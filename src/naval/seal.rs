//! Plots are secret until all are carried out: a seal is a code from which nothing can be read, and with which it can be
//! proved afterwards that nothing was changed. [3.3.1]
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{
    Command, Fact, NavalDraft, NavalHalt, Reason,
    measure::Id,
    notation,
    reason::TableReason,
    state::{Marker, Segment, State},
};
use crate::play::Rule;

const PLOTTING: Rule = Rule::new("3.3.1");

/// What one side had plotted when it was sealed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seal {
    pub side: Id,
    /// Drawn for this seal, and shown only when it is opened: without it the code tells nothing.
    pub salt: String,
    pub code: String,
    pub lines: Vec<SealedLine>,
}

/// One plot or launch, as it would be typed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SealedLine {
    /// The division that it is for.
    pub division: Id,
    pub text: String,
}

/// A seal opened, and found as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opened {
    pub seal: Seal,
    /// Every line that went into the code; `printf '%s\n' LINE... | sha256sum` begins with it.
    pub hashed: Vec<String>,
    /// Launches that the division's reaction has cancelled since, and plots that contact has made void. [5.15.4, 5.13.3]
    pub cancelled: Vec<String>,
    /// What was plotted after the seal.
    pub later: Vec<String>,
}

/// Why a seal does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Broken {
    /// Nothing of this side was sealed this turn.
    NotSealed,
    /// These lines were sealed and do not stand any more.
    Changed { missing: Vec<String> },
    /// The lines stand, but the code is not theirs.
    Forged { code: String, is: String },
}

/// Seals the plots and launches of a side, or of both, as they stand. [3.3.1]
///
/// # Errors
/// Refused unless it is the Plotting Segment and something is plotted; a salt is letters and digits.
pub(super) fn seal(draft: &mut NavalDraft<'_>, side: Option<&Id>, salt: &str) -> Result<(), NavalHalt> {
    let state = draft.state();
    let now = state.segment;
    if now != Segment::Plotting {
        return draft.refuse(PLOTTING, Reason::WrongSegment { needed: Segment::Plotting, now, verb: "seal" });
    }
    let sides = state.setup.sides.iter().map(|one| &one.id).filter(|one| side.is_none_or(|side| side == *one));
    let sealed: Vec<(Id, Vec<SealedLine>)> = sides.map(|side| (side.clone(), lines(state, side))).collect();
    if sealed.iter().all(|(_, lines)| lines.is_empty()) {
        return draft.refuse(PLOTTING, TableReason::NothingToSeal { side: side.cloned() }.into());
    }
    for (side, lines) in sealed.into_iter().filter(|(_, lines)| !lines.is_empty()) {
        let code = code(&hashed(draft.state().turn, &side, salt, &lines));
        draft.note(PLOTTING, Fact::PlotsSealed(Seal { side, salt: salt.to_owned(), code, lines }));
    }
    Ok(())
}

/// Opens the seal of a side: its plots, and the proof that they are those that were sealed.
///
/// # Errors
/// [`Broken`] when there is no seal of this turn, or when a sealed plot was changed.
pub fn open(state: &State, side: &Id) -> Result<Opened, Broken> {
    let seal = state.seals.iter().find(|seal| seal.side == *side).ok_or(Broken::NotSealed)?;
    let now = lines(state, side);
    let gone = seal.lines.iter().filter(|line| !now.contains(line));
    let reacted = |line: &&SealedLine| line.text.starts_with("launch") && state.reacting.contains(&line.division);
    // Who has met the enemy plots turn by turn: what was filed before is void. [5.13.3]
    let void = |line: &&SealedLine| line.text.starts_with("preplot") && !state.on_preplots(side);
    let (cancelled, missing): (Vec<&SealedLine>, Vec<&SealedLine>) = gone.partition(|line| reacted(line) || void(line));
    let texts = |lines: Vec<&SealedLine>| lines.into_iter().map(|line| line.text.clone()).collect();
    if !missing.is_empty() {
        return Err(Broken::Changed { missing: texts(missing) });
    }
    let hashed = hashed(state.turn, side, &seal.salt, &seal.lines);
    let is = code(&hashed);
    if is != seal.code {
        return Err(Broken::Forged { code: seal.code.clone(), is });
    }
    let later = now.iter().filter(|line| !seal.lines.contains(line)).collect();
    Ok(Opened { seal: seal.clone(), hashed, cancelled: texts(cancelled), later: texts(later) })
}

/// Whether a plot of this division comes after its side has sealed.
pub fn is_sealed(state: &State, division: &Id) -> bool {
    let side = state.division(division).map(|division| &division.side);
    state.seals.iter().any(|seal| Some(&seal.side) == side)
}

/// Plots of this turn and of all later ones, and launches of this turn, in the order of the divisions. [3.3.1, 5.13.2]
fn lines(state: &State, side: &Id) -> Vec<SealedLine> {
    let mut lines = Vec::new();
    for division in state.divisions.iter().filter(|division| division.side == *side) {
        let plots = [(&division.plot, false), (&division.advance, true)];
        for (plot, advance) in plots.into_iter().filter_map(|(plot, advance)| Some((plot.clone()?, advance))) {
            let order = Command::Plot { unit: division.id.clone(), plot, advance, launches: Vec::new() };
            lines.push(SealedLine { division: division.id.clone(), text: notation::print(state, &order) });
        }
        if !division.preplots.is_empty() {
            let order = Command::Preplot { unit: division.id.clone(), plots: division.preplots.clone() };
            lines.push(SealedLine { division: division.id.clone(), text: notation::print(state, &order) });
        }
    }
    let launched = state.markers.iter().filter(|marker| marker.side == *side && marker.turn == state.turn);
    lines.extend(launched.map(|marker| launch_line(state, marker)));
    lines
}

fn launch_line(state: &State, marker: &Marker) -> SealedLine {
    let order = Command::Launch {
        by: marker.launcher.clone(),
        target: marker.target.clone(),
        factors: marker.factors,
        run: marker.run,
        bearing: marker.bearing,
        marker: Id::new(Marker::letter(&marker.id)),
        dummy: marker.dummy,
        blocked_by: None,
        clear: false,
    };
    let division = state.division_of(&marker.launcher).map_or(&marker.launcher, |division| &division.id);
    SealedLine { division: division.clone(), text: notation::print(state, &order) }
}

fn hashed(turn: u16, side: &Id, salt: &str, lines: &[SealedLine]) -> Vec<String> {
    let head = [format!("salt {salt}"), format!("{side}, turn {turn}")];
    head.into_iter().chain(lines.iter().map(|line| line.text.clone())).collect()
}

/// The first twelve digits of the SHA-256 of the lines, each with its line end: `4f2a-91c3-07be`.
fn code(lines: &[String]) -> String {
    let mut digest = Sha256::new();
    for line in lines {
        digest.update(line.as_bytes());
        digest.update(b"\n");
    }
    let pair = |pair: &[u8]| pair.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    digest.finalize()[..6].chunks(2).map(pair).collect::<Vec<String>>().join("-")
}
