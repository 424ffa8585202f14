//! The verbs of a campaign and its session commands, in the order of help. A row without usage text is shown in the
//! usage text of another.
use super::grammar::{Reader, Row, Slot, SlotKind, Value, known_spells};
use crate::model::{AreaId, rules};
use play::{
    LineError,
    verbs::{Common, CommonKind, SharedVerb, no_words, shared_command},
};

const AREA: Slot = Slot::fixed(SlotKind::Area, "An area is missing.", "AREA");
const UNITS: Slot = Slot::fixed(SlotKind::Units, "`lose` needs units.", "UNITS");
const BOUGHT: Slot = Slot::fixed(SlotKind::Bought, "`buy` needs a number and a unit.", "N UNIT");
const SPELL: Slot =
    Slot::fixed(SlotKind::Spell, "", "SPELL").with_empty_words(&["none", "nothing"]).with_default(no_spell);
const TARGETS: Slot = Slot::fixed(SlotKind::Targets, "", "UNITS").keys(&["at", "on"]).optional();
const FREED: Slot = Slot::fixed(SlotKind::Unit, "`free` needs one unit or `none`.", "UNIT")
    .with_empty_words(&["none", "nothing", "nobody"])
    .always();

/// A verb without arguments, with its own line in help.
const fn verb_row(word: &'static str, paragraph: &str, says: &'static str) -> Row {
    Row { summary: says, usage: word, ..Row::order(word, paragraph) }
}
/// Adds arguments to a verb: an example of a line, the usage text of help, and the slots.
const fn with_arguments(row: Row, example: &'static str, usage: &'static str, slots: &'static [Slot]) -> Row {
    Row { example, usage, slots, ..row }
}
/// A session command with its help.
const fn session_row(word: &'static str, usage: &'static str, says: &'static str) -> Row {
    Row { usage, summary: says, ..Row::session(word) }
}

pub const EVENT: Row = verb_row("event", "SC-6", "roll for the turn");
pub const BUY: Row = with_arguments(verb_row("buy", "SC-8", "buy up to MAX"), "buy 2 BD", "buy 2 BD, done", &[BOUGHT]);
pub const DONE: Row = Row { summary: "end recruitment", ..Row::order("done", "SC-8") };
pub const MOVE: Row = Row {
    aliases: &["go"],
    ..with_arguments(verb_row("move", "SC-9", "march by 2 MP"), "move 7", "move 7, stay", &[AREA])
};
pub const STAY: Row = Row { summary: "end the march", ..Row::order("stay", "SC-9") };
pub const EXPLORE: Row = verb_row("explore", "SC-10", "send the scouts");
pub const BATTLE: Row = verb_row("battle", "SC-11", "roll for the rounds");
pub const MAGIC: Row = verb_row("magic", "SC-12", "let enemy cast");
const BLAST: &str = "cast blast at HC";
pub const CAST: Row =
    with_arguments(verb_row("cast", "SC-22", "cast one of your spells"), BLAST, BLAST, &[SPELL, TARGETS]);
pub const HOLD: Row = verb_row("hold", "SC-12", "cast no spell");
pub const FIGHT: Row = verb_row("fight", "SC-13", "fight the battle step");
pub const LOSE: Row =
    with_arguments(verb_row("lose", "SC-15", "choose losses"), "lose SK 2BD", "lose SK 2BD", &[UNITS]);
pub const RETREAT: Row =
    with_arguments(verb_row("retreat", "SC-9", "leave a lost battle"), "retreat 5", "retreat 5", &[AREA]);
pub const FREE: Row =
    with_arguments(verb_row("free", "SC-17", "free a unit"), "free BD, or free none", "free BD", &[FREED]);

fn no_spell(r: &Reader) -> Result<Vec<Value>, LineError> {
    let hint = format!("type `{}`. Spells: {}.", r.row.example, known_spells(r.state).join(", "));
    Err(LineError::new("`cast` needs a spell.").rule(rules::SPELLS).hint(hint))
}

/// A command of every session, with its help.
const fn common_row(word: SharedVerb, usage: &'static str, says: &'static str) -> Row {
    Row { usage, summary: says, ..Row::common(word) }
}

/// All remaining words.
const REST: Slot = Slot::fixed(SlotKind::Common(CommonKind::Rest), "The words", "WORDS").optional();
const BLANK: Slot = Slot::loose(&["blank"], SlotKind::Flag, "\"blank\"", "blank");
const TO_FILE: Slot =
    Slot::loose(&["to"], SlotKind::Common(CommonKind::Rest), "The name of the file is missing.", "FILE");

// Answered by the prompt itself. `about` shows how a command with arguments is typed.
play::session_words! {
    Next = Row { summary: "do what needs no choice", ..Row::session("next") };
    Map = Row { slots: &[BLANK, TO_FILE], example: "map to campaign.svg", about: "map, map blank, or map to campaign.svg", ..session_row("map", "map", "show the map") }
        => { blank: bool, file: Option<String> };
    Chart = Row {
        summary: "show the areas in a table, or draw them",
        about: "chart, chart to chart.svg, or chart blank to chart.svg",
        example: "chart to chart.svg",
        slots: &[BLANK, TO_FILE],
        only_shows: true,
        ..Row::session("chart")
    } => { blank: bool, file: Option<String> };
    Ways = Row { summary: "list where the army can march", only_shows: true, ..Row::session("ways") };
    Armies = Row { slots: &[AREA.optional()], only_shows: true, ..session_row("armies", "armies [7]", "show who fights") } => { area: Option<AreaId> };
    Shop = Row { only_shows: true, ..session_row("shop", "shop", "show prices, counts, MAX") };
    Odds = Row { slots: &[REST], only_shows: true, ..session_row("odds", "odds 7", "show the chance") } => { of: Option<String> };
    OddsPlan = Row {
        slots: &[Slot::fixed(SlotKind::Common(CommonKind::Word), "The list of areas", "AREAS"), REST],
        example: "odds plan 2,6,11",
        only_shows: true,
        ..session_row("odds plan", "odds plan 7,11", "show them in turn")
    } => { areas: String, policy: Option<String> };
    Hint = Row {
        slots: &[Slot::fixed(SlotKind::Common(CommonKind::Word), "The general", "GENERAL").optional()],
        ..session_row("hint", "hint", "ask a general")
    } => { general: Option<String> };
    Log = common_row(SharedVerb::Log, "log, chronicle", "show what has happened");
    Chronicle = Row {
        slots: &[
            Slot::loose(&["table"], SlotKind::Flag, "\"table\"", "table"),
            Slot::loose(&["maps"], SlotKind::Flag, "\"maps\"", "maps"),
        ],
        about: "chronicle, chronicle table, or chronicle maps",
        summary: "tell the campaign as a story",
        ..Row::session("chronicle")
    } => { table: bool, maps: bool };
    Note = Row {
        slots: &[REST.with_default(no_words)],
        example: "note the Ogre should have been left alone",
        takes_free_text: true,
        ..session_row("note", "note WORDS", "add to the log")
    } => { words: String };
    Rules = Row { slots: &[REST], only_shows: true, ..session_row("rules", "rules [SC-12]", "look up paragraphs") } => { words: Option<String> };
    Why = Row { about: "why, or why 12", ..common_row(SharedVerb::Why, "why [ENTRY]", "show sums, dice") } => { entry: Option<usize> };
    Undo = common_row(SharedVerb::Undo, "undo, redo", "undo or redo an entry") => (Common) by shared_command;
    Redo = Row { summary: "redo an undone entry", ..Row::common(SharedVerb::Redo) } => (Common) by shared_command;
    Amend = Row { example: "amend 12 move 7", ..common_row(SharedVerb::Amend, "amend 12 LINE", "correct a line") } => (Common) by shared_command;
    Dice = common_row(SharedVerb::Dice, "dice ask|roll", "choose who rolls") => (Common) by shared_command;
    Status = Row { aliases: &["duties"], only_shows: true, ..session_row("status", "status, quit", "show, quit") };
    Quit = Row { summary: "quit and keep the campaign", ..Row::common(SharedVerb::Quit) } => (Common) by shared_command;
    Help = Row { slots: &[REST], only_shows: true, summary: "list the commands, or explain one", ..Row::session("help") } => { words: Option<String> };
}
