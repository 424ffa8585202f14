//! Revealed plots, and reasons why a seal does not hold.
use serde_json::{Value, json};

use super::list;
use naval::{
    SideId, State,
    model::Seal,
    seal::{OpenedSeal, SealError, unplotted_divisions},
};

/// Returns the plots under a seal, line by line as they were hashed, and later changes.
pub fn revealed_text(state: &State, opened: &OpenedSeal) -> String {
    let (name, code) = (state.name(&opened.seal.side), &opened.seal.code);
    let mut text = vec![format!("{name}: the plots match the seal {code}. [3.3.1]")];
    text.extend(opened.hashed.iter().map(|line| format!("  {line}")));
    let void = |line| format!("  void because its side now plots turn by turn: {line} [5.13.3, 5.13.6]");
    text.extend(opened.void.iter().map(void));
    text.extend(opened.cancelled.iter().map(|line| format!("  cancelled later by a reaction: {line} [5.15.4]")));
    let replaced =
        |line| format!("  not carried out, because of a command check or a turn away: {line} [5.10.5, 5.15.4]");
    text.extend(opened.replaced.iter().map(replaced));
    text.extend(opened.later.iter().map(|line| format!("  plotted after the seal: {line}")));
    text.join("\n")
}

pub fn revealed_json(opened: &OpenedSeal) -> Value {
    let no_longer_valid = [&opened.void[..], &opened.cancelled, &opened.replaced].concat();
    json!({
        "side": opened.seal.side, "code": opened.seal.code, "lines": opened.hashed,
        "cancelled": no_longer_valid, "later": opened.later,
    })
}

/// Words a new seal: one sentence on divisions that it does not cover, if any, then one with its code.
pub fn seal_sentences(before: &State, seal: &Seal) -> Vec<String> {
    let name = before.name(&seal.side);
    let unplotted: Vec<&str> = unplotted_divisions(before, &seal.side).map(|division| division.name.as_str()).collect();
    let mut earlier = before
        .seals
        .iter()
        .rev()
        .filter(|earlier_seal| earlier_seal.side == seal.side && earlier_seal.turn == seal.turn);
    let instead = earlier.next().map(|earlier_seal| format!(". Seal {} is no longer valid", earlier_seal.code));
    let sealed = format!("The plots of {name} are sealed: {}{}.", seal.code, instead.unwrap_or_default());
    match &unplotted[..] {
        [] => vec![sealed],
        [division] => vec![format!("{division} is not sealed: it has no plot."), sealed],
        several => vec![format!("{} are not sealed: they have no plots.", list(several)), sealed],
    }
}

/// Explains why a side's seal proves nothing.
pub fn broken_seal_reason(state: &State, side: &SideId, broken: &SealError) -> String {
    let name = state.name(side);
    match broken {
        SealError::NotSealed => format!("no plots of {name} were sealed this turn"),
        SealError::Changed { missing } => {
            format!("the plots of {name} were changed after the seal, which covered `{}`", missing.join("`, `"))
        }
        SealError::Forged { code, actual } => format!("the plots of {name} give {actual}, but were sealed as {code}"),
    }
}
