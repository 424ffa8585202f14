//! Two units and what is said between them: the form of every order from one unit at another.
use super::{Fault, names::Sort, reader::Reader};
use crate::{Command, measure::Id};

/// Words that only join two names.
pub(super) const TO: [&str; 5] = ["at", ">", "to", "and", "@"];

/// The two units of an order, in the order's own words.
pub(super) struct Pair {
    /// What the first unit is called when it is missing: `The ship that fires`.
    pub first: &'static str,
    pub second: &'static str,
    /// Words of the grammar that may stand where a name stands.
    pub keywords: &'static [&'static str],
}

impl Pair {
    /// Reads a line to its end: `first`, then `second`, and between them whatever `rest` takes.
    ///
    /// `rest` says whether the next words were its own, and has read them then.
    ///
    /// # Errors
    /// What `rest` finds wrong; a name that is none, given twice or missing; a word too many.
    pub fn read(
        &self,
        r: &mut Reader,
        mut rest: impl FnMut(&mut Reader) -> Result<bool, Fault>,
    ) -> Result<(Id, Id), Fault> {
        let (mut first, mut second) = (None, None);
        while r.peek().is_some() {
            if rest(r)? {
                continue;
            }
            if TO.contains(&r.key()) {
                r.skip();
                r.once(&mut second, self.second, |r| r.name(Sort::Unit))?;
            } else if first.is_none() {
                first = Some(r.name_or(Sort::Unit, self.keywords)?);
            } else if second.is_none() {
                second = Some(r.name_or(Sort::Unit, self.keywords)?);
            } else {
                return Err(r.unexpected(self.keywords));
            }
        }
        let Some(first) = first else { return Err(r.missing(self.first)) };
        let Some(second) = second else { return Err(r.missing(self.second)) };
        Ok((first, second))
    }
}

/// `sight retvizan`, `sight retvizan by asahi mikasa`.
pub(super) fn sight(r: &mut Reader) -> Result<Command, Fault> {
    let unit = r.name(Sort::Unit)?;
    let mut by = Vec::new();
    if r.key() == "by" {
        r.skip();
        by.push(r.name(Sort::Unit)?);
        while r.peek().is_some() {
            r.pass(&["and"]);
            by.push(r.name(Sort::Unit)?);
        }
    }
    Ok(Command::Sight { unit, seen: true, by })
}
