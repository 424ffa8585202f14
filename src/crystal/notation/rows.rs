//! The verbs of a campaign and its session commands, in the order of help. Those listed together with another have no
//! usage text.
use super::grammar::{Reader, Row, Slot, Sort, Value, known_spells};
use crate::model::{AreaId, rules};
use play::{
    Fault,
    verbs::{Common, CommonKind, CommonVerb, common, no_words},
};

const AREA: Slot = Slot::fixed(Sort::Area, "an area is missing", "AREA");
const UNITS: Slot = Slot::fixed(Sort::Units, "lose needs units", "UNITS");
const BOUGHT: Slot = Slot::fixed(Sort::Bought, "buy needs a number and a unit", "N UNIT");
const SPELL: Slot = Slot::fixed(Sort::Spell, "", "SPELL").instead(&["none", "nothing"]).known(no_spell);
const TARGETS: Slot = Slot::fixed(Sort::Targets, "", "UNITS").keys(&["at", "on"]).may();
const FREED: Slot =
    Slot::fixed(Sort::Unit, "free needs one unit, or none", "UNIT").instead(&["none", "nothing", "nobody"]).always();

/// A verb without arguments, with its own line in help.
const fn alone(word: &'static str, paragraph: &str, says: &'static str) -> Row {
    Row { says, usage: word, ..Row::order(word, paragraph) }
}
/// A verb with arguments. Its example is all of its usage text, or the start of it.
const fn taking(row: Row, example: &'static str, usage: &'static str, slots: &'static [Slot]) -> Row {
    Row { example, usage, slots, ..row }
}
/// A session command with its help.
const fn word(word: &'static str, usage: &'static str, says: &'static str) -> Row {
    Row { usage, says, ..Row::session(word) }
}

pub const EVENT: Row = alone("event", "SC-6", "roll for the turn");
pub const BUY: Row = taking(alone("buy", "SC-8", "buy up to MAX"), "buy 2 BD", "buy 2 BD, done", &[BOUGHT]);
pub const DONE: Row = Row { says: "end the recruitment", ..Row::order("done", "SC-8") };
pub const MOVE: Row =
    Row { aliases: &["go"], ..taking(alone("move", "SC-9", "march by 2 MP"), "move 7", "move 7, stay", &[AREA]) };
pub const STAY: Row = Row { says: "end the march", ..Row::order("stay", "SC-9") };
pub const EXPLORE: Row = alone("explore", "SC-10", "send the scouts");
pub const BATTLE: Row = alone("battle", "SC-11", "roll for the rounds");
pub const MAGIC: Row = alone("magic", "SC-12", "let enemy cast");
const BLAST: &str = "cast blast at HC";
pub const CAST: Row = taking(alone("cast", "SC-22", "cast one of your spells"), BLAST, BLAST, &[SPELL, TARGETS]);
pub const HOLD: Row = alone("hold", "SC-12", "cast no spell");
pub const FIGHT: Row = alone("fight", "SC-13", "fight the battle step");
pub const LOSE: Row = taking(alone("lose", "SC-15", "choose losses"), "lose SK 2BD", "lose SK 2BD", &[UNITS]);
pub const RETREAT: Row = taking(alone("retreat", "SC-9", "leave a lost battle"), "retreat 5", "retreat 5", &[AREA]);
pub const FREE: Row = taking(alone("free", "SC-17", "free a unit"), "free BD, or free none", "free BD", &[FREED]);

fn no_spell(r: &Reader) -> Result<Vec<Value>, Fault> {
    let hint = format!("{}; spells: {}", r.row.example, known_spells(r.state).join(", "));
    Err(Fault::new("cast needs a spell").rule(rules::SPELLS).hint(hint))
}

/// A command of every session, with its help.
const fn common_word(word: CommonVerb, usage: &'static str, says: &'static str) -> Row {
    Row { usage, says, ..Row::common(word) }
}

/// All remaining words.
const REST: Slot = Slot::fixed(Sort::Common(CommonKind::Rest), "The words", "WORDS").may();
const BLANK: Slot = Slot::loose(&["blank"], Sort::Flag, "\"blank\"", "blank");
const TO_A_FILE: Slot =
    Slot::loose(&["to"], Sort::Common(CommonKind::Rest), "The name of the file is missing.", "FILE");

// Answered by the prompt itself. `about` shows how a command with arguments is typed.
play::session_words! {
    Next = Row { says: "do what needs no choice", ..Row::session("next") };
    Map = Row { slots: &[BLANK, TO_A_FILE], example: "map to campaign.svg", about: "map, map blank, or map to campaign.svg", ..word("map", "map", "show the map") }
        => { blank: bool, file: Option<String> };
    Chart = Row {
        says: "show the areas in a table, or draw them",
        about: "chart, chart to chart.svg, or chart blank to chart.svg",
        example: "chart to chart.svg",
        slots: &[BLANK, TO_A_FILE],
        looks: true,
        ..Row::session("chart")
    } => { blank: bool, file: Option<String> };
    Ways = Row { says: "list where the army can march", looks: true, ..Row::session("ways") };
    Armies = Row { slots: &[AREA.may()], looks: true, ..word("armies", "armies [7]", "show who fights") } => { area: Option<AreaId> };
    Shop = Row { looks: true, ..word("shop", "shop", "show prices, counts, MAX") };
    Odds = Row { slots: &[REST], looks: true, ..word("odds", "odds 7", "show the chance") } => { of: Option<String> };
    OddsPlan = Row {
        slots: &[Slot::fixed(Sort::Common(CommonKind::One), "The list of areas", "AREAS"), REST],
        example: "odds plan 2,6,11",
        looks: true,
        ..word("odds plan", "odds plan 7,11", "show them in turn")
    } => { areas: String, policy: Option<String> };
    Hint = Row {
        slots: &[Slot::fixed(Sort::Common(CommonKind::One), "The general", "GENERAL").may()],
        ..word("hint", "hint", "ask a general")
    } => { general: Option<String> };
    Log = common_word(CommonVerb::Log, "log, chronicle", "show the campaign so far");
    Chronicle = Row {
        slots: &[
            Slot::loose(&["table"], Sort::Flag, "\"table\"", "table"),
            Slot::loose(&["maps"], Sort::Flag, "\"maps\"", "maps"),
        ],
        about: "chronicle, chronicle table, or chronicle maps",
        says: "tell the campaign as a story",
        ..Row::session("chronicle")
    } => { table: bool, maps: bool };
    Note = Row {
        slots: &[REST.known(no_words)],
        example: "note the Ogre should have been left alone",
        own_words: true,
        ..word("note", "note WORDS", "add to the log")
    } => { words: String };
    Rules = Row { slots: &[REST], looks: true, ..word("rules", "rules [SC-12]", "look up paragraphs") } => { words: Option<String> };
    Why = Row { about: "why, or why 12", ..common_word(CommonVerb::Why, "why [ENTRY]", "show sums, dice") } => { entry: Option<usize> };
    Undo = common_word(CommonVerb::Undo, "undo, redo", "take back, bring back") => (Common) by common;
    Redo = Row { says: "bring back what was undone", ..Row::common(CommonVerb::Redo) } => (Common) by common;
    Amend = Row { example: "amend 12 move 7", ..common_word(CommonVerb::Amend, "amend 12 LINE", "correct a line") } => (Common) by common;
    Dice = common_word(CommonVerb::Dice, "dice ask|roll", "choose who rolls") => (Common) by common;
    Status = Row { aliases: &["duties"], looks: true, ..word("status", "status, quit", "show, leave") };
    Quit = Row { says: "leave; the campaign is kept", ..Row::common(CommonVerb::Quit) } => (Common) by common;
    Help = Row { slots: &[REST], looks: true, says: "list the commands, or explain one", ..Row::session("help") } => { words: Option<String> };
}
