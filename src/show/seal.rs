//! Revealed plots, and reasons why a seal does not hold.
use serde_json::{Value, json};

use super::list;
use naval::{
    SideId, State,
    model::Seal,
    seal::{Broken, Opened, unplotted},
};

/// Returns the plots under a seal, line by line as they were hashed, and later changes.
pub fn revealed(state: &State, opened: &Opened) -> String {
    let (name, code) = (state.name(&opened.seal.side), &opened.seal.code);
    let mut text = vec![format!("{name}: the plots are those that were sealed as {code}. [3.3.1]")];
    text.extend(opened.hashed.iter().map(|line| format!("  {line}")));
    let void = |line| format!("  void since its side plots turn by turn: {line} [5.13.3, 5.13.6]");
    text.extend(opened.void.iter().map(void));
    text.extend(opened.cancelled.iter().map(|line| format!("  cancelled by a reaction since: {line} [5.15.4]")));
    let replaced = |line| format!("  not carried out, by a check of orders or a turn away: {line} [5.10.5, 5.15.4]");
    text.extend(opened.replaced.iter().map(replaced));
    text.extend(opened.later.iter().map(|line| format!("  filed after the seal: {line}")));
    text.join("\n")
}

pub fn revealed_json(opened: &Opened) -> Value {
    let cancelled = [&opened.void[..], &opened.cancelled, &opened.replaced].concat();
    json!({
        "side": opened.seal.side, "code": opened.seal.code, "lines": opened.hashed,
        "cancelled": cancelled, "later": opened.later,
    })
}

/// Returns a new seal: first the divisions it does not cover, then its code.
pub fn sealed(before: &State, seal: &Seal) -> Vec<String> {
    let name = before.name(&seal.side);
    let open: Vec<&str> = unplotted(before, &seal.side).map(|division| division.name.as_str()).collect();
    let mut earlier = before.seals.iter().rev().filter(|one| one.side == seal.side && one.turn == seal.turn);
    let instead = earlier.next().map(|one| format!(", in the place of {}, which holds no more", one.code));
    let sealed = format!("The plots of {name} are sealed: {}{}.", seal.code, instead.unwrap_or_default());
    match &open[..] {
        [] => vec![sealed],
        [one] => vec![format!("Nothing is sealed of {one}: no plot of it is filed."), sealed],
        several => vec![format!("Nothing is sealed of {}: no plots of them are filed.", list(several)), sealed],
    }
}

/// Explains why a side's seal proves nothing.
pub fn broken(state: &State, side: &SideId, broken: &Broken) -> String {
    let name = state.name(side);
    match broken {
        Broken::NotSealed => format!("no plots of {name} were sealed this turn"),
        Broken::Changed { missing } => {
            format!("the plots of {name} were changed after the seal: it held `{}`", missing.join("`, `"))
        }
        Broken::Forged { code, is } => format!("the plots of {name} make {is}, but were sealed as {code}"),
    }
}
