//! Plays one game of any kind: it takes lines and returns entries and answers.
//!
//! The crate knows no terminal, file, clock or stream. A front end ([`Frontend`]) passes it lines, shows its answers
//! and asks the person. A [`JournalStore`] stores its journal. A game implements [`PlayableGame`]: begin to read there.
mod amending;
mod answer;
mod asking;
mod at_table;
mod block;
pub mod boards;
pub mod crystal;
mod deciding;
mod detail;
mod dice;
mod early_dice;
mod elsewhere;
mod frontend;
mod line;
pub mod naval;
mod outcome;
mod prompt_view;
pub mod refusal;
mod session;
mod story;
mod switches;
mod table;
mod transaction;
mod undo;

pub use amending::AmendedReport;
pub use answer::Answer;
pub use asking::{
    ChoiceQuestion, DiceCollector, Prompt, PutOutcome, QuestionText, SessionQuestion, TextQuestion, ask_until_answered,
};
pub use at_table::{
    AmendedCommand, AskPoint, BelongsToUnit, DiceOwner, EarlyEnd, EntryCorrection, Permission, PlayableGame,
};
pub use detail::current_detail;
pub use dice::DiceSource;
pub use early_dice::EarlyDice;
pub use frontend::{Frontend, Input, JournalStore};
pub use line::Order;
pub use outcome::{CutShortReason, LineEffect, LineOutcome, RuledCommand};
pub use play::verbs::{Common, DiceMode, RulingDetail, SharedVerb};
pub use prompt_view::{AfterLine, AutomaticStep, PromptView, Stage};
pub use refusal::{Kind, Refusal};
pub use session::{AsTable, DrawFn, Session};
pub use story::branch_text;
pub use switches::set_switches;
pub use table::{Completion, Table};
