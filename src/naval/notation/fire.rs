//! `fire`: who resolves what is declared, and how much of it. [6.5]
use super::{Fault, example, names::Sort, reader::Reader};
use crate::Command;

/// # Errors
/// A fault when nobody is named, somebody twice, or a number of salvoes that is none.
pub(super) fn fire(r: &mut Reader) -> Result<Command, Fault> {
    let (mut units, mut all, mut apart, mut salvoes) = (Vec::new(), false, false, None);
    while r.peek().is_some() {
        match r.key() {
            "all" if units.is_empty() => all = true,
            "apart" => apart = true,
            "together" | "and" => {}
            "salvoes" | "salvo" => {
                r.skip();
                salvoes = Some(some_salvoes(r)?);
                continue;
            }
            "at" | ">" | "@" | "range" => {
                let fault = Fault::new(r.here(), "fire resolves what is declared; the target is declared first.");
                return Err(fault.hint(format!(
                    "for example: {}, then fire {}",
                    example::of(r.state, "target"),
                    example::firer(r.state)
                )));
            }
            _ if all => return Err(r.unexpected(&["apart", "salvoes"])),
            _ => {
                let from = r.here();
                let unit = r.name_or(Sort::Unit, &["all", "apart", "salvoes"])?;
                if units.contains(&unit) {
                    let fault = Fault::new(from, format!("{} is named twice.", r.state.name(&unit)));
                    return Err(fault.hint("name every ship once"));
                }
                units.push(unit);
                continue;
            }
        }
        r.skip();
    }
    if units.is_empty() && !all {
        return Err(r.missing("Who fires"));
    }
    Ok(match salvoes {
        None => Command::Fire { units, apart },
        Some(salvoes) => Command::FireSome { units, apart, salvoes },
    })
}

fn some_salvoes(r: &mut Reader) -> Result<u8, Fault> {
    let from = r.here();
    match r.count("How many salvoes")? {
        0 => Err(Fault::new(from, "No salvo is none.").hint("salvoes 1, or more; all without the word")),
        salvoes => Ok(salvoes),
    }
}
