//! What the person at the keyboard sees, and what happens without a line.
use crate::{Answer, LineEffect};

/// The view and the question for the person at the keyboard, before a line is typed.
#[derive(Default)]
pub struct PromptView {
    /// Greeting shown once when a person sits down.
    pub welcome: &'static str,
    /// State of the game in a few words.
    pub status: String,
    /// What a person sees when sitting down.
    pub opening: Vec<Answer>,
    pub shown_after: AfterLine,
    pub prompt: String,
    /// The viewer, and how often the keyboard was handed over, or `None` if no one waits for the keyboard.
    pub viewer: Option<(String, usize)>,
    /// Whether the next person at the keyboard may not read what is typed.
    pub is_secret: bool,
    /// Question that the next person answers before anything is shown, or `None` if everyone may see it.
    pub curtain_question: Option<String>,
    /// Whether the first person at the keyboard is asked that question too.
    pub is_awaited: bool,
    /// What an empty line means.
    pub empty_line_means: Option<&'static str>,
    /// Whether Ctrl-C silently stops what the program does automatically.
    pub is_stoppable: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AfterLine {
    #[default]
    Nothing,
    /// State of the game, after a ruling.
    Status,
    /// The opening, as when sitting down, if the line changed the game.
    Opening,
}

impl PromptView {
    pub fn shown_after(self, effect: LineEffect) -> Vec<Answer> {
        match (self.shown_after, effect) {
            (AfterLine::Status, LineEffect::Ruled) => vec![Answer::text(self.status)],
            (AfterLine::Opening, LineEffect::Ruled | LineEffect::Moved) => self.opening,
            (AfterLine::Nothing | AfterLine::Status | AfterLine::Opening, _) => Vec::new(),
        }
    }

    /// Whether the viewer changed since the view `before`.
    pub fn is_handed_over(&self, before: &PromptView) -> bool {
        self.viewer.is_some() && self.viewer != before.viewer
    }
}

/// When a session is asked for automatic steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    Beginning,
    Moved,
    /// An automatic step has just happened.
    Followed,
    /// The person leaves, and the journal is about to be closed.
    Leaving,
}

/// An automatic step, reported as if it had been typed.
pub struct AutomaticStep {
    /// A sentence before it.
    pub sentence: Option<String>,
    /// The equivalent line, and its answer.
    pub line_and_answer: Option<(String, Answer)>,
}
