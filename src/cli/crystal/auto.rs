//! The general at the prompt: a hint, or the whole campaign as a demonstration.
use std::process::ExitCode;

use serde_json::json;

use super::{
    faulty,
    session::{Answer, Session, tell},
};
use crate::{open, output::Out, problem::Problem};
use crystal::{General, Style, notation};
use show::crystal as words;

/// The general of that name.
///
/// # Errors
/// There is none; the nearest is named.
pub(super) fn style(name: &str) -> Result<Style, Problem> {
    Style::named(name).map_err(|fault| Problem { code: 2, ..faulty(&fault) })
}

impl Session {
    /// What a general would order now.
    pub(super) fn hint(&self, name: &str) -> Result<Answer, Problem> {
        let style = Style::named(name).map_err(|fault| faulty(&fault))?;
        let over = || Problem::new("the campaign is over").hint("undo, or chronicle");
        let order = General::new(style).order(self.state()).ok_or_else(over)?;
        let line = notation::print(&order);
        Ok(Answer::text(format!("{line} (the general `{}`)", style.name())).with("hint", json!(line)))
    }

    /// Plays to the end, every order written down as if it had been typed.
    pub(super) fn auto(mut self, style: Style, out: &mut Out) -> Result<ExitCode, Problem> {
        let mut general = General::new(style);
        while let Some(order) = general.order(self.state()) {
            let line = notation::print(&order);
            out.say(format!("> {line}"));
            let answer = self.order(&order, None)?;
            tell(out, &line, &answer);
            if out.is_gone() {
                break;
            }
        }
        self.store.close().map_err(open::stored)?;
        out.say(words::status(self.state()));
        Ok(ExitCode::SUCCESS)
    }
}
