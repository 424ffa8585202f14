//! What a general would order.
use serde_json::json;

use crate::{Answer, Problem, Session};
use crystal::{Crystal, General, Style, notation};

impl Session<'_, Crystal> {
    /// What a general would order now.
    pub(super) fn hint(&self, name: &str) -> Result<Answer, Problem> {
        let style = Style::named(name).map_err(Problem::from)?;
        let over = || Problem::new("the campaign is over").hint("undo, or chronicle");
        let order = General::new(style).order(self.state()).ok_or_else(over)?;
        let line = notation::print(&order);
        Ok(Answer::text(format!("{line} (the general `{}`)", style.name())).with(json!({ "hint": line })))
    }
}
