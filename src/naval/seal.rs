//! Seals keep plots secret until all are carried out. A seal is a code that reveals nothing, and later proves that the
//! plots were not changed. [3.3.1]
pub use super::model::seal::{Salt, Seal, SealedKind, SealedLine};

use crate::model::{Division, Half, Plot, TableReason, state::Marker};
use crate::rules::{precontact::PREPLOT_TURNS, steering::tracks};
use crate::{
    Fact, Id, NavalDraft, NavalHalt, Segment, SideId, State,
    notation::{name_typed_in, plot_text},
    require_segment,
};
use play::Rule;

const PLOTTING: Rule = Rule::new("3.3.1");

/// A seal that was opened and proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenedSeal {
    pub seal: Seal,
    /// Every line that was hashed. `printf '%s\n' LINE... | sha256sum` begins with the code.
    pub hashed: Vec<String>,
    /// Launches cancelled since by the division's reaction. [5.15.4]
    pub cancelled: Vec<String>,
    /// Plots made void by contact: after meeting the enemy, a side plots turn by turn. [5.13.3]
    pub void: Vec<String>,
    /// Plots that the rules have replaced: orders did not get through, or the division turned away by itself.
    /// [5.10.5, 5.15.4]
    pub replaced: Vec<String>,
    /// Plots filed after the seal.
    pub later: Vec<String>,
}

/// Why a seal is not valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SealError {
    /// This side sealed nothing this turn, nor before contact.
    NotSealed,
    /// These lines were sealed and are not filed any more.
    Changed { missing: Vec<String> },
    /// The lines are filed, but have a different code.
    Forged { code: String, actual: String },
}

/// Seals the current plots and launches of one side or both. Each side has its own salt, so that revealing one side's
/// reveals nothing of the other's. Refused outside the Plotting Segment, or if nothing is plotted. [3.3.1]
pub(super) fn seal_plots(
    draft: &mut NavalDraft<'_>,
    side: Option<&SideId>,
    salt: &str,
    salts: &[Salt],
) -> Result<(), NavalHalt> {
    require_segment(draft, Segment::Plotting, "seal", PLOTTING)?;
    let state = draft.state();
    let sides = state.setup.sides.iter().map(|side| &side.id).filter(|id| side.is_none_or(|side| side == *id));
    let sealed: Vec<(SideId, Vec<SealedLine>)> = sides.map(|side| (side.clone(), lines_to_seal(state, side))).collect();
    if sealed.iter().all(|(_, lines)| lines.is_empty()) {
        return draft.refuse(PLOTTING, TableReason::NothingToSeal { side: side.cloned() }.into());
    }
    let turn = state.turn;
    for (side, lines) in sealed.into_iter().filter(|(_, lines)| !lines.is_empty()) {
        let salt =
            salts.iter().find(|own_salt| own_salt.side == side).map_or(salt, |own_salt| &own_salt.salt).to_owned();
        let code = seal_code(&hashed_lines(turn, &side, &salt, &lines));
        draft.record(PLOTTING, Fact::PlotsSealed(Seal { side, salt, code, lines, turn }));
    }
    Ok(())
}

/// Returns the divisions of a side without a plot, for which a seal would prove nothing. [3.3.1]
pub fn unplotted_divisions<'a>(state: &'a State, side: &'a SideId) -> impl Iterator<Item = &'a Division> {
    tracks::unplotted_divisions(state).filter(move |division| division.side == *side)
}

/// Opens the last seal of a side: returns its plots, if they are those that were sealed.
pub fn open_last_seal(state: &State, side: &SideId) -> Result<OpenedSeal, SealError> {
    let seal = state.seals.iter().rev().find(|seal| seal.side == *side).ok_or(SealError::NotSealed)?;
    open_seal(state, seal)
}

/// Opens one seal.
pub fn open_seal(state: &State, seal: &Seal) -> Result<OpenedSeal, SealError> {
    let side = &seal.side;
    // In later turns, plots from before contact are on the division sheets.
    let is_past = seal.turn < state.turn;
    let current_lines = if is_past { lines_on_sheets(state, seal) } else { lines_to_seal(state, side) };
    let (mut cancelled, mut void, mut replaced, mut missing) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for line in seal.lines.iter().filter(|line| !current_lines.contains(line)) {
        let list = match line.kind {
            SealedKind::Launch if state.this_turn.reacting.contains(&line.division) => &mut cancelled,
            // The marker has run and is off the table.
            SealedKind::Launch if has_run(state, side, line) => continue,
            SealedKind::Plot if is_replaced(state, line) => &mut replaced,
            SealedKind::Ahead if !state.is_on_preplots(side) => &mut void,
            SealedKind::Plot | SealedKind::Ahead | SealedKind::Launch => &mut missing,
        };
        list.push(line.text.clone());
    }
    if !missing.is_empty() {
        return Err(SealError::Changed { missing });
    }
    let hashed = hashed_lines(seal.turn, side, &seal.salt, &seal.lines);
    let code = seal_code(&hashed);
    if code != seal.code {
        return Err(SealError::Forged { code: seal.code.clone(), actual: code });
    }
    // A replacement that the rules made was not filed after the seal.
    let is_replacement = |line: &SealedLine| {
        line.kind == SealedKind::Plot
            && seal.lines.iter().any(|sealed| sealed.division == line.division && is_replaced(state, sealed))
    };
    let later = current_lines.into_iter().filter(|line| !seal.lines.contains(line) && !is_replacement(line));
    let later = later.map(|line| line.text).collect();
    Ok(OpenedSeal { seal: seal.clone(), hashed, cancelled, void, replaced, later })
}

/// Whether the sealed plot was filed for this turn and then replaced by the rules. [5.10.5, 5.15.4]
fn is_replaced(state: &State, line: &SealedLine) -> bool {
    let Some(division) = state.division(&line.division) else { return false };
    let filed = division.plot_records.iter().find(|record| record.turn == state.turn && record.instead.is_some());
    filed.is_some_and(|filed| plot_line(state, division, &filed.plot, false) == *line)
}

/// Whether a launch of this turn was run and its marker is gone: torpedoes that hit are removed at once. [7.4.2]
fn has_run(state: &State, side: &SideId, line: &SealedLine) -> bool {
    let letter = line.text.split(" marker ").last().unwrap_or_default().trim_end_matches(" dummy");
    let of_turn = |marker: &&Marker| marker.side == *side && marker.turn == state.turn;
    let is_on_table = state.markers.iter().filter(of_turn).any(|marker| Marker::letter(&marker.id) == letter);
    !is_on_table && (state.segment != Segment::Plotting || state.half == Some(Half::Second))
}

/// Whether the division's side has sealed, so that a plot would come after the seal.
pub fn is_sealed(state: &State, division: &Id) -> bool {
    let side = state.division(division).map(|division| &division.side);
    let is_current = |seal: &Seal| seal.turn == state.turn || state.is_on_preplots(&seal.side);
    state.seals.iter().any(|seal| Some(&seal.side) == side && is_current(seal))
}

/// Returns the lines sealed before contact, as the division sheets have them in a later turn. [5.1.3, 5.13.2]
///
/// Plots that contact made void are not on the sheet any more.
fn lines_on_sheets(state: &State, seal: &Seal) -> Vec<SealedLine> {
    let is_unchanged = |line: &&SealedLine| {
        let Some(division) = state.division(&line.division) else { return false };
        let sheet_line = if line.kind == SealedKind::Ahead {
            let later = division
                .plot_records
                .iter()
                .filter(|record| seal.turn < record.turn && record.turn < seal.turn + PREPLOT_TURNS as u16);
            preplot_line(state, division, &later.map(|record| record.plot.clone()).collect::<Vec<Plot>>())
        } else {
            let Some(first) = division.plot_records.iter().find(|record| record.turn == seal.turn) else {
                return false;
            };
            plot_line(state, division, &first.plot, false)
        };
        sheet_line == **line
    };
    seal.lines.iter().filter(is_unchanged).cloned().collect()
}

/// Returns this and later turns' plots and this turn's launches, in the order of the divisions. [3.3.1, 5.13.2]
fn lines_to_seal(state: &State, side: &SideId) -> Vec<SealedLine> {
    let mut lines = Vec::new();
    for division in state.divisions.iter().filter(|division| division.side == *side) {
        lines.extend(division.plot.as_ref().map(|plot| plot_line(state, division, plot, false)));
        lines.extend(division.next_plot.as_ref().map(|plot| plot_line(state, division, plot, true)));
        lines.extend((!division.preplots.is_empty()).then(|| preplot_line(state, division, &division.preplots)));
    }
    let launched = state.markers.iter().filter(|marker| marker.side == *side && marker.turn == state.turn);
    lines.extend(launched.map(|marker| launch_line(state, marker)));
    lines
}

// The words below are hashed into codes that players have written down, and `verify` makes them again. They never
// change, whatever the prompt says instead. A code in the tests fixes them and the output of `plot_text`.

/// The grammar's words when seals began. A sealed name equal to one of them is in quotation marks.
const SEALED_GRAMMAR: &str = "a ahead all amidships and angle apart arc as at battery bearing because big blocked both bow \
                     broadside by clear condition courses d declared dice disband downwind dummy extreme factor factors \
                     fate fires flotation for from guns heading in interval land light line lit marker medium meets \
                     mounts next nobody no of off on poor port ram range reach repeaters rudder rule run salt salvo \
                     salvoes scrape searchlight segment sentence side sighted sighting smoke speed starboard starshell \
                     stern target through to together top torpedoes turn turned turns very very-poor visibility waive \
                     with battle";

fn typed_name<Kind>(state: &State, id: &Id<Kind>) -> String {
    name_typed_in(SEALED_GRAMMAR, state, id)
}

/// `plot asahi 1-CL60-1 speed 3.0 smoke asahi next`.
fn plot_line(state: &State, division: &Division, plot: &Plot, next: bool) -> SealedLine {
    let smoke = plot.smoke.iter().map(|ship| format!(" {}", typed_name(state, ship))).collect::<String>();
    let smoke = if smoke.is_empty() { smoke } else { format!(" smoke{smoke}") };
    let next = if next { " next" } else { "" };
    let text = format!("plot {} {}{}{smoke}{next}", typed_name(state, &division.id), plot_text(plot), speed_text(plot));
    SealedLine { division: division.id.clone(), kind: SealedKind::Plot, text }
}

/// `preplot asahi 1-CL30 speed 2.0 smoke asahi; 2 x9`.
fn preplot_line(state: &State, division: &Division, plots: &[Plot]) -> SealedLine {
    let turn = |same_plots: &[Plot]| {
        let (plot, times) = (&same_plots[0], same_plots.len());
        let smoke: String = plot.smoke.iter().map(|ship| format!(" smoke {}", typed_name(state, ship))).collect();
        let times = if times > 1 { format!(" x{times}") } else { String::new() };
        format!("{}{}{smoke}{times}", plot_text(plot), speed_text(plot))
    };
    let turns: Vec<String> = plots.chunk_by(|plot, next| plot == next).map(turn).collect();
    let text = format!("preplot {} {}", typed_name(state, &division.id), turns.join("; "));
    SealedLine { division: division.id.clone(), kind: SealedKind::Ahead, text }
}

fn speed_text(plot: &Plot) -> String {
    plot.speed.map_or_else(String::new, |speed| format!(" speed {speed}"))
}

/// `launch novik at asahi factors 1 run 3.0 port marker q`.
fn launch_line(state: &State, marker: &Marker) -> SealedLine {
    let Marker { launcher, target, factors, run, bearing, .. } = marker;
    let (by, at) = (typed_name(state, launcher), typed_name(state, target));
    let (letter, dummy) = (Marker::letter(&marker.id), if marker.dummy { " dummy" } else { "" });
    let text = format!("launch {by} at {at} factors {factors} run {run} {bearing} marker {letter}{dummy}");
    let division = state.division_of(launcher).map_or(launcher, |division| &division.id);
    SealedLine { division: division.clone(), kind: SealedKind::Launch, text }
}

fn hashed_lines(turn: u16, side: &SideId, salt: &str, lines: &[SealedLine]) -> Vec<String> {
    let head = [format!("salt {salt}"), format!("{side}, turn {turn}")];
    head.into_iter().chain(lines.iter().map(|line| line.text.clone())).collect()
}

/// Returns the code of the lines, each with its line end.
fn seal_code(lines: &[String]) -> String {
    let text: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    play::journal::code_of(text.as_bytes())
}
