//! Commands of every board game apart from its moves and verbs: how each is typed, read, offered and shown in help.
use super::Companion;
use play::{
    Fault, Hint,
    verbs::{self, Common, CommonKind, CommonValue, CommonVerb, Grammar, Piece, common, no_words, read_word, tokens},
};
use show::{
    help::{Cell, Columns, GAME, Line},
    map::Page,
};

/// The grammar of the commands at every board.
pub struct Notation;

pub type Row = verbs::Row<Notation>;
type Slot = verbs::Slot<Notation>;
type Reader<'a> = verbs::Reader<'a, Notation>;

/// What a slot may hold.
#[derive(Clone, Copy)]
pub enum Kind {
    Common(CommonKind),
    /// A square, in lower case.
    Square,
}

/// The content of a slot.
#[derive(Clone, PartialEq)]
pub enum Value {
    Common(CommonValue),
    Square(String),
}

impl Grammar for Notation {
    type State = ();
    type Names<'a> = ();
    type Kind = Kind;
    type Value = Value;

    fn names(_: &()) {}
    fn looks(_: &Reader, _: Kind) -> bool {
        true
    }
    fn read(r: &mut Reader, slot: &Slot) -> Result<Value, Fault> {
        match slot.kind {
            Kind::Common(kind) => kind.read(r, slot.what).map(Value::Common),
            Kind::Square => r.word(slot.what).map(|word| Value::Square(word.key)),
        }
    }
    fn print(_: &(), value: &Value) -> String {
        match value {
            Value::Common(_) => String::new(),
            Value::Square(square) => square.clone(),
        }
    }
    fn missing(r: &Reader, what: &str) -> Fault {
        Fault::at(r.end..r.end, format!("{what} is missing.")).hint(Hint::form(r.row.example))
    }
}
play::common_grammar!(Notation: Kind::Common, Value::Common);

/// Words as typed, or a square.
impl Piece<Notation> for String {
    fn of(values: &[&Value]) -> Option<Self> {
        match values {
            [Value::Common(CommonValue::Words(words)) | Value::Square(words)] => Some(words.clone()),
            _ => None,
        }
    }
    fn values(&self) -> Vec<Value> {
        vec![Value::Common(CommonValue::Words(self.clone()))]
    }
}

/// A slot for all remaining words.
const fn rest(what: &'static str) -> Slot {
    Slot::fixed(Kind::Common(CommonKind::Rest), what, "WORDS")
}

const ASKED: &[Slot] = &[rest("What the machine is asked").may()];

/// A command with its help. A command listed together with another one has no usage text.
const fn word(word: &'static str, usage: &'static str, says: &'static str) -> Row {
    Row { usage, says, ..Row::session(word) }
}
/// As [`word`], for a query that changes nothing.
const fn looking(word: &'static str, usage: &'static str, says: &'static str) -> Row {
    Row { looks: true, ..self::word(word, usage, says) }
}
const fn common_word(common: CommonVerb, usage: &'static str, says: &'static str) -> Row {
    Row { usage, says, ..Row::common(common) }
}

play::session_words! {
    Moves = Row { slots: &[Slot::fixed(Kind::Square, "The square", "SQUARE").may()], ..looking("moves", "moves [SQUARE]", "list legal moves") }
        => { from: Option<String> };
    WhyNot = Row {
        slots: &[rest("The move")],
        example: "why not, and a move behind it",
        ..looking("why not", "why not MOVE", "explain a refusal")
    } => { line: String };
    Board = Row { slots: &[rest("").may()], ..looking("board", "board", "show the mover's board") } => { how: Option<String> };
    Status = looking("status", "status", "show whose turn it is");
    Undo = common_word(CommonVerb::Undo, "undo, redo", "take back, bring back") => (Common) by common;
    Redo = common_word(CommonVerb::Redo, "", "") => (Common) by common;
    Log = common_word(CommonVerb::Log, "log", "show the game so far");
    Why = common_word(CommonVerb::Why, "why [ENTRY]", "show the paragraphs") => { entry: Option<usize> };
    Rules = Row { slots: &[rest("").may()], ..looking("rules", "rules [NUMBER]", "look up a rule") } => { words: Option<String> };
    Dice = common_word(CommonVerb::Dice, "dice ask|roll", "choose who rolls") => (Common) by common;
    Note = Row {
        slots: &[rest("").known(no_words)],
        example: "note the king should have gone to e4",
        own_words: true,
        ..word("note", "note WORDS", "add to the record")
    } => { words: String };
    Hint = Row { slots: ASKED, ..word("hint", "hint [LEVEL]", "ask the machine") } => { asked: Option<String> };
    Clock = Row {
        slots: &[
            Slot::fixed(Kind::Common(CommonKind::One), "The time control", "CONTROL").may(),
            Slot::loose(&["because"], Kind::Common(CommonKind::Reason), "The reason", "WORDS"),
        ],
        ..word("clock", "clock [20m+10s|stop] [because \"...\"]", "set, stop or show the time to think")
    } => { control: Option<String>, because: Option<String> };
    Go = Row { slots: ASKED, ..word("go", "go [LEVEL]", "let it move") } => { asked: Option<String> };
    Position = Row { aliases: &["position"], ..word("save position", "save position", "show it as text") };
    Help = Row { slots: &[rest("").may()], ..looking("help", "help, quit", "") } => { words: Option<String> };
    Quit = common_word(CommonVerb::Quit, "", "") => (Common) by common;
    PlaceLine = Row {
        slots: &[rest("The line of men")],
        example: "place line BW.WW/CT",
        ..word("place line", "place line BW.WW/CT", "place all your pieces at once")
    } => { line: String };
    PlaceRandom = word("place random", "place random", "place at random, sensibly");
    Belief = looking("belief", "belief", "what pieces may be");
    Analyse = Row {
        aliases: &["analyze"],
        slots: ASKED,
        ..word("analyse", "analyse [3] [depth 6|nodes N|time MS]", "show the best lines with their scores")
    } => { asked: Option<String> };
}

/// Reads the session command that a line begins with, if any.
///
/// # Errors
/// The command lacks something or has something extra. Includes the command if all sessions have it.
pub fn session_word(line: &str) -> Option<Result<SessionWord, (Option<CommonVerb>, Fault)>> {
    let tokens = tokens(line);
    let (verb, words) = SessionVerb::begins(&tokens)?;
    Some(read_word(&(), line, tokens, (verb.row(), words), |r| verb.make(r)))
}

/// Returns how a line with this command begins, as Tab completes it.
pub fn begun(row: &Row) -> String {
    let takes = row.slots.iter().any(|slot| matches!(slot.lack, verbs::Lack::Missing));
    let takes = takes || (row.own_words && row.common.is_none());
    format!("{}{}", row.word, if takes { " " } else { "" })
}

impl SessionVerb {
    /// Returns the commands of a game with or without hidden pieces.
    pub fn known(hides: bool) -> impl Iterator<Item = &'static Row> {
        use SessionVerb::{Belief, PlaceLine, PlaceRandom};
        let of_hidden = |verb: &SessionVerb| matches!(verb, Belief | PlaceLine | PlaceRandom);
        SessionVerb::ALL.iter().filter(move |verb| hides || !of_hidden(verb)).map(|verb| verb.row())
    }
}

/// Where to read more of the rules than help has room for.
const MORE: [Cell<'static>; 2] = [
    ("help rules", "all the rules, as `kaiser print` puts them on a card"),
    ("help WORD", "what the rules say of a piece, a word or a number"),
];

/// Returns the help lines: a game's own commands, then the common ones, two on a line, or one if long.
fn words<G: Companion>() -> impl Iterator<Item = Line<'static>> {
    let (long, short): (Vec<&Row>, Vec<&Row>) =
        SessionVerb::known(G::HIDES).filter(|row| !row.usage.is_empty()).partition(|row| GAME.word < row.usage.len());
    let beside = G::WORDS.iter().filter_map(|cells| cells.get(1)).map(|(word, _)| word.len());
    let other = beside.filter(|long| GAME.other <= *long).max().map_or(GAME.other, |long| long + 2);
    let own = G::WORDS.iter().map(move |cells| Line::Words(Columns { other, ..GAME }, cells.to_vec()));
    let lines =
        short.chunks(2).chain(long.chunks(1)).map(|rows| rows.iter().map(|row| (row.usage, row.says)).collect());
    let common: Vec<Vec<Cell<'_>>> = lines.chain([vec![("LEVEL", "beginner, club or full")]]).collect();
    own.chain(common.into_iter().map(|cells| Line::Words(GAME, cells)))
}

/// Returns the commands of a help one by one, with what each does.
pub fn cells<G: Companion>() -> impl Iterator<Item = Cell<'static>> {
    words::<G>().flat_map(|line| if let Line::Words(_, cells) = line { cells } else { Vec::new() })
}

/// Returns the help page: the rules in brief, the commands, and where to read more.
pub fn help<G: Companion>() -> Page {
    let more = MORE.map(|cell| Line::Words(Columns { indent: 0, word: GAME.indent + GAME.word, ..GAME }, vec![cell]));
    let says = [Line::Says(G::HELP)].into_iter();
    show::help::page(says.chain(words::<G>()).chain([Line::Says("")]).chain(more))
}
