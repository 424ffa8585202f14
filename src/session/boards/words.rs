//! Commands of every board game apart from its moves and verbs: how each is typed, read, offered and shown in help.
use super::BoardGame;
use play::{
    Hint, LineError,
    verbs::{
        self, Common, CommonKind, CommonValue, FromSlot, Grammar, SharedVerb, no_words, read_word, shared_command,
        tokens,
    },
};
use show::{
    help::{GAME, HelpCell, HelpColumns, HelpLine},
    map::Page,
};

/// The grammar of the commands at every board.
pub struct BoardCommands;

pub type Row = verbs::CommandSpec<BoardCommands>;
type Slot = verbs::Argument<BoardCommands>;
type Reader<'a> = verbs::Reader<'a, BoardCommands>;

#[derive(Clone, Copy)]
pub enum SlotKind {
    Common(CommonKind),
    /// A square, in lower case.
    Square,
}

#[derive(Clone, PartialEq)]
pub enum SlotValue {
    Common(CommonValue),
    Square(String),
}

impl Grammar for BoardCommands {
    type State = ();
    type Names<'a> = ();
    type Kind = SlotKind;
    type Value = SlotValue;

    fn names(_: &()) {}
    fn is_unmistakable(_: &Reader, _: SlotKind) -> bool {
        true
    }
    fn read(r: &mut Reader, slot: &Slot) -> Result<SlotValue, LineError> {
        match slot.kind {
            SlotKind::Common(kind) => kind.read(r, slot.what).map(SlotValue::Common),
            SlotKind::Square => r.word(slot.what).map(|word| SlotValue::Square(word.key)),
        }
    }
    fn print(_: &(), value: &SlotValue) -> String {
        match value {
            SlotValue::Common(_) => String::new(),
            SlotValue::Square(square) => square.clone(),
        }
    }
    fn missing(r: &Reader, what: &str) -> LineError {
        LineError::located(r.end..r.end, format!("{what} is missing.")).hint(Hint::form(r.row.example))
    }
}
play::common_grammar!(BoardCommands: SlotKind::Common, SlotValue::Common);

/// Words as typed, or a square.
impl FromSlot<BoardCommands> for String {
    fn from_values(values: &[&SlotValue]) -> Option<Self> {
        match values {
            [SlotValue::Common(CommonValue::Words(words)) | SlotValue::Square(words)] => Some(words.clone()),
            _ => None,
        }
    }
    fn values(&self) -> Vec<SlotValue> {
        vec![SlotValue::Common(CommonValue::Words(self.clone()))]
    }
}

/// A slot for all remaining words.
const fn rest_slot(what: &'static str) -> Slot {
    Slot::fixed(SlotKind::Common(CommonKind::Rest), what, "WORDS")
}

const SEARCH_SLOTS: &[Slot] = &[rest_slot("The question to the engine").optional()];

/// A command with its help. A command listed together with another one has no usage text.
const fn command_row(word: &'static str, usage: &'static str, summary: &'static str) -> Row {
    Row { usage, summary, ..Row::session(word) }
}
/// As [`command_row`], for a query that changes nothing.
const fn query_row(word: &'static str, usage: &'static str, summary: &'static str) -> Row {
    Row { only_shows: true, ..self::command_row(word, usage, summary) }
}
const fn common_row(common: SharedVerb, usage: &'static str, summary: &'static str) -> Row {
    Row { usage, summary, ..Row::common(common) }
}

play::session_words! {
    Moves = Row { slots: &[Slot::fixed(SlotKind::Square, "The square", "SQUARE").optional()], ..query_row("moves", "moves [SQUARE]", "list legal moves") }
        => { from: Option<String> };
    WhyNot = Row {
        slots: &[rest_slot("The move")],
        example: "why not, and a move after it",
        ..query_row("why not", "why not MOVE", "explain a refusal")
    } => { line: String };
    Board = Row { slots: &[rest_slot("").optional()], ..query_row("board", "board", "show the mover's board") } => { how: Option<String> };
    Status = query_row("status", "status", "show whose turn it is");
    Undo = common_row(SharedVerb::Undo, "undo, redo", "undo or redo moves") => (Common) by shared_command;
    Redo = common_row(SharedVerb::Redo, "", "") => (Common) by shared_command;
    Log = common_row(SharedVerb::Log, "log", "show the game so far");
    Why = common_row(SharedVerb::Why, "why [ENTRY]", "show the paragraphs") => { entry: Option<usize> };
    Rules = Row { slots: &[rest_slot("").optional()], ..query_row("rules", "rules [NUMBER]", "look up a rule") } => { words: Option<String> };
    Dice = common_row(SharedVerb::Dice, "dice ask|roll", "choose who rolls") => (Common) by shared_command;
    Note = Row {
        slots: &[rest_slot("").with_default(no_words)],
        example: "note the king should have gone to e4",
        takes_free_text: true,
        ..command_row("note", "note WORDS", "add to the record")
    } => { words: String };
    Hint = Row { slots: SEARCH_SLOTS, ..command_row("hint", "hint [LEVEL]", "ask the engine") } => { asked: Option<String> };
    Clock = Row {
        slots: &[
            Slot::fixed(SlotKind::Common(CommonKind::Word), "The time control", "CONTROL").optional(),
            Slot::loose(&["because"], SlotKind::Common(CommonKind::Reason), "The reason", "WORDS"),
        ],
        ..command_row("clock", "clock [20m+10s|stop] [because \"...\"]", "set, stop or show the clocks")
    } => { control: Option<String>, because: Option<String> };
    Go = Row { slots: SEARCH_SLOTS, ..command_row("go", "go [LEVEL]", "let the engine move") } => { asked: Option<String> };
    Position = Row { aliases: &["position"], ..command_row("save position", "save position", "show it as text") };
    Help = Row { slots: &[rest_slot("").optional()], ..query_row("help", "help, quit", "") } => { words: Option<String> };
    Quit = common_row(SharedVerb::Quit, "", "") => (Common) by shared_command;
    PlaceLine = Row {
        slots: &[rest_slot("The line of pieces")],
        example: "place line BW.WW/CT",
        ..command_row("place line", "place line BW.WW/CT", "place all your pieces at once")
    } => { line: String };
    PlaceRandom = command_row("place random", "place random", "place at random, sensibly");
    Belief = query_row("belief", "belief", "what pieces may be");
    Analyse = Row {
        aliases: &["analyze"],
        slots: SEARCH_SLOTS,
        ..command_row("analyse", "analyse [3] [depth 6|nodes N|time MS]", "show the best lines with their scores")
    } => { asked: Option<String> };
}

/// Reads the session command that a line begins with, if any.
///
/// # Errors
/// The command lacks something or has something extra. Includes the command if all sessions have it.
pub fn read_session_command(line: &str) -> Option<Result<SessionWord, (Option<SharedVerb>, LineError)>> {
    let tokens = tokens(line);
    let (verb, words) = SessionVerb::at_start(&tokens)?;
    Some(read_word(&(), line, tokens, (verb.row(), words), |r| verb.make(r)))
}

/// Returns how a line with this command begins, as Tab completes it.
pub fn completion_start(row: &Row) -> String {
    let needs_more = row.slots.iter().any(|slot| matches!(slot.when_missing, verbs::WhenMissing::Refused));
    let takes = needs_more || (row.takes_free_text && row.common.is_none());
    format!("{}{}", row.word, if takes { " " } else { "" })
}

impl SessionVerb {
    /// Returns the commands of a game with or without hidden pieces.
    pub fn rows_for(hides: bool) -> impl Iterator<Item = &'static Row> {
        use SessionVerb::{Belief, PlaceLine, PlaceRandom};
        let needs_hidden_pieces = |verb: &SessionVerb| matches!(verb, Belief | PlaceLine | PlaceRandom);
        SessionVerb::ALL.iter().filter(move |verb| hides || !needs_hidden_pieces(verb)).map(|verb| verb.row())
    }
}

/// Where to read more of the rules than help has room for.
const MORE_HELP: [HelpCell<'static>; 2] = [
    ("help rules", "all the rules, as on the card from `kaiser print`"),
    ("help WORD", "the rules on a piece, a word or a paragraph number"),
];

/// Returns the help lines: a game's own commands, then the common ones, two on a line, or one if long.
fn help_lines<G: BoardGame>() -> impl Iterator<Item = HelpLine<'static>> {
    let (long, short): (Vec<&Row>, Vec<&Row>) = SessionVerb::rows_for(G::HIDES)
        .filter(|row| !row.usage.is_empty())
        .partition(|row| GAME.word < row.usage.len());
    let second_column = G::WORDS.iter().filter_map(|cells| cells.get(1)).map(|(word, _)| word.len());
    let wide = second_column.filter(|length| GAME.second_word <= *length).max();
    let second_word = wide.map_or(GAME.second_word, |length| length + 2);
    let game = G::WORDS.iter().map(move |cells| HelpLine::Words(HelpColumns { second_word, ..GAME }, cells.to_vec()));
    let lines =
        short.chunks(2).chain(long.chunks(1)).map(|rows| rows.iter().map(|row| (row.usage, row.summary)).collect());
    let common: Vec<Vec<HelpCell<'_>>> = lines.chain([vec![("LEVEL", "beginner, club or full")]]).collect();
    game.chain(common.into_iter().map(|cells| HelpLine::Words(GAME, cells)))
}

/// Returns the commands of a help one by one, with what each does.
pub fn help_cells<G: BoardGame>() -> impl Iterator<Item = HelpCell<'static>> {
    help_lines::<G>().flat_map(|line| if let HelpLine::Words(_, cells) = line { cells } else { Vec::new() })
}

/// Returns the help page: the rules in brief, the commands, and where to read more.
pub fn help<G: BoardGame>() -> Page {
    let more = MORE_HELP
        .map(|cell| HelpLine::Words(HelpColumns { indent: 0, word: GAME.indent + GAME.word, ..GAME }, vec![cell]));
    let intro = [HelpLine::Text(G::HELP)].into_iter();
    show::help::help_page(intro.chain(help_lines::<G>()).chain([HelpLine::Text("")]).chain(more))
}
