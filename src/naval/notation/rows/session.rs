//! The commands that the session itself answers.
use super::{
    fighting::{ODDS, ODDS_SLOTS},
    slots::*,
};
use crate::{
    Id, SideId,
    notation::{
        arguments::{
            Addressee, HelpTopic, Keyboard, MapRequest, MirrorRequest, OddsSubject, PrintRequest, TakeRequest,
        },
        kind::{Reader, Row, Slot, SlotKind, Value},
        names::NameKind,
        offers, request_builders,
    },
};
use play::{
    Hint, LineError,
    verbs::{Common, CommonKind, SharedVerb, shared_command},
};

const ANY_UNIT: Slot = unit("", "NAME").optional();
const ANY_UNITS: Slot = ANY_UNIT.each();
const SECOND_UNIT: Slot = ANY_UNIT.keys(JOINING_WORDS).silent();
const FOR_A_VIEWER: Slot = VIEWER.keys(&["side"]).loosely();
const STRAIGHT: Slot = Slot::fixed(SlotKind::Word(|| vec!["straight"]), "straight", "straight");
const TO_A_FILE: Slot = Slot::loose(&["to"], SlotKind::File, "The name of the file", "FILE");
const ALL: Slot = flag(&["all"], "\"all\"");
const ENTRY: Slot = Slot::fixed(SlotKind::Common(CommonKind::Entry), "The entry", "ENTRY");
/// The entry's number is one that was shown during play.
const IN_PLAY: Slot = flag(&["in play"], "\"in play\"");

/// Returns a slot for all remaining words.
const fn rest(what: &'static str, shown: &'static str) -> Slot {
    Slot::fixed(SlotKind::Common(CommonKind::Rest), what, shown).optional()
}

/// Returns the parts that can be printed, and their formats.
fn parts() -> Vec<&'static str> {
    let parts = ["summary", "briefing", "generation", "cards", "divisions", "trackers", "reference", "charts"];
    parts.into_iter().chain(["cutouts", "result", "a4", "letter", "poker", "index", "duplex"]).collect()
}

play::session_words! {
    Status = Row {
        aliases: &["s"],
        summary: "show turn, clock, segment and every ship",
        example: "status 1st",
        about: "In a battle of many ships, a line for each division with its worst damaged ship. `all` or a name shows every ship. A key is below the table.",
        usage: "status [all | DIVISION | SHIP]",
        slots: &[ANY_UNIT, ALL],
        only_shows: true, ..Row::session("status")
    } => { of: Option<Id>, all: bool };
    Rest = Row {
        summary: "plot straight on for divisions without a plot",
        example: "rest straight",
        about: "At last turn's speed, or the best they can still make.",
        slots: &[STRAIGHT],
        ..Row::session("rest")
    };
    All = Row {
        summary: "plot straight on for all divisions",
        example: "all straight",
        about: "As `rest straight`, but it also replaces all plots.",
        slots: &[STRAIGHT],
        ..Row::session("all")
    };
    Again = Row {
        summary: "declare last turn's targets again",
        about: "For each battery without a target it repeats the last one, if legal, and says why others are not repeated.",
        ..Row::session("again")
    };
    Duties = Row {
        summary: "list what must be done before the segment can close",
        about: "While something is due, `next` refuses unless it is waived. Optional actions, such as repairs, are listed as open. So are jammed rudders of ships without positions, and special rules in words that apply now. Burning ships are not listed: `next` rolls their fires.",
        only_shows: true, ..Row::session("duties")
    };
    Advise = Row {
        summary: "show what a captain would order, why, and what the next best costs",
        example: "advise 2nd",
        about: "Uses only what your side knows. You can type each line as printed. A name shows every sum for one unit, `all` for everybody. For fire the figures are victory points [10.5]. Otherwise they only compare orders. With `deep` an admiral tries four plans of the fleet. Ctrl-C shows the best found.",
        usage: "advise [all | SIDE | DIVISION | SHIP] [deep]",
        slots: &[Slot::fixed(SlotKind::Addressee, "", "NAME").optional(), ALL, flag(&["deep"], "\"deep\"")],
        ..Row::session("advise")
    } => { whom: Option<Addressee>, all: bool, deep: bool };
    Obey = Row {
        summary: "carry out the advised orders, for all or for one unit",
        example: "obey 2nd",
        about: "As if you had typed each line, with its dice. It skips what you have ordered and never seals, fires or closes a segment. It stops at the first refusal. A name limits it to that side, division or ship. With `deep` an admiral advises.",
        usage: "obey [all | SIDE | DIVISION | SHIP] [deep]",
        slots: &[Slot::fixed(SlotKind::Addressee, "", "NAME").optional().with_empty_words(&["all"]), flag(&["deep"], "\"deep\"")],
        ..Row::session("obey")
    } => { whom: Option<Addressee>, deep: bool };
    Explain = Row {
        summary: "explain why a computer player gave an order",
        example: "explain 12",
        about: "The order is weighed again with what its side knew then. `all` shows every option with every term. During the battle a side may ask only about its own orders, afterwards about all, by the numbers of the journal, or with `in play` by those shown during play.",
        usage: "explain ENTRY [in play] [all]",
        slots: &[ENTRY.with_default(require_entry), IN_PLAY, ALL],
        ..Row::session("explain")
    } => { entry: usize, in_play: bool, all: bool };
    Chronicle = Row {
        summary: "show the war, battle by battle",
        about: "For a battle of a war (kaiser play war-1904): winner, losses, repairs on the way, and missing ships.",
        only_shows: true, ..Row::session("chronicle")
    };
    View = Row {
        summary: "show only what a side may know",
        example: "view japan",
        about: "Its own ships and plots, enemies in sight, those lost from sight, markers and duties. `view table` shows what all at the table may see.",
        usage: "view [SIDE | table]",
        slots: &[VIEWER],
        ..Row::session("view")
    } => { side: Option<SideId> };
    Briefing = Row {
        summary: "show the introduction, special rules and conditions of victory",
        example: "briefing japan",
        about: "As far as your side, or the named one, may read them. `briefing table` shows what everybody may read.",
        usage: "briefing [SIDE | table]",
        slots: &[VIEWER],
        ..Row::session("briefing")
    } => { side: Option<SideId> };
    Reveal = Row {
        summary: "show sealed plots and prove they were not changed",
        example: "reveal japan",
        about: "Anyone can calculate the code again from the lines shown, with sha256sum. Plots made later are marked.",
        slots: &[SIDE],
        ..Row::session("reveal")
    } => { side: Option<SideId> };
    Pass = Row {
        summary: "hand the keyboard to a side or back to the referee",
        example: "pass to japan",
        about: "Until the next `pass`, the program shows only what that side may know and takes only its plots, launches and speeds. `table` shows both sides what the other sees of each, and takes no orders.",
        usage: "pass to SIDE | pass to table | pass to referee",
        slots: &[
            Slot::fixed(SlotKind::Keyboard, "A side, the table or the referee", "SIDE").keys(&["to"]),
            rest("The referee's password", "WORD"),
        ],
        password_words: Some(2), ..Row::session("pass")
    } => { to: Keyboard, word: Option<String> };
    Referee = Row {
        summary: "set a password for the referee's view",
        example: "referee word",
        about: "Then `pass` asks for it, except from the referee and for `pass to table`. Scripts type `pass to referee WORD`.",
        usage: "referee word [WORD]",
        slots: &[flag(&["word"], "").with_default(require_word), rest("The referee's password", "WORD")],
        password_words: Some(0), ..Row::session("referee")
    } => { sets_word: bool, word: Option<String> };
    Take = Row {
        summary: "take a side's turn file, or lines that follow",
        example: "take japan-7.txt",
        about: "All lines count or none. Plots are sealed. Fire is held until the files of all sides are in, `take back` drops it. FILE2 gets a refused file with its faults. `take` alone takes lines up to a full stop alone.",
        usage: "take FILE [faults to FILE2] | take back SIDE | take",
        slots: &[
            Slot::loose(&["back"], SlotKind::Name(NameKind::Side), "The side", "SIDE"),
            Slot::loose(&["faults to"], SlotKind::File, "The file for the faults", "FILE2"),
            Slot::fixed(SlotKind::File, "The turn file", "FILE").optional(),
        ],
        ..Row::session("take")
    } => (TakeRequest) by request_builders::take;
    Sheet = Row {
        summary: "show division sheets: ships, flagship, ratings, plots",
        example: "sheet 1st",
        about: "Plots of every turn, with what was done if orders failed.",
        slots: &[Slot::fixed(SlotKind::LedDivision, "", "DIVISION").optional()],
        only_shows: true, ..Row::session("sheet")
    } => { division: Option<Id> };
    Where = Row {
        summary: "list ship positions",
        example: "where asahi",
        about: "Without a name, every ship. With two names, what `measure` shows between them.",
        usage: "where [NAME [NAME]]",
        slots: &[ANY_UNIT, SECOND_UNIT],
        only_shows: true, ..Row::session("where")
    } => { from: Option<Id>, to: Option<Id> };
    Map = Row {
        summary: "draw the table, or a part of it",
        example: "map rings asahi 5 10 15",
        about: "NAME shows the sea around it, X Y X Y two corners. `sight`: how far it is seen from, `wakes`: earlier moves. FILE is .svg or .png, for tiles .pdf (none: their number). `used`: not empty.",
        usage: "map [NAME | near NAME N | X Y X Y] [arcs SHIP] [rings SHIP N...] [sight SHIP] [wakes] [speeds] [damage] [side NAME] \
         [ascii] [tiles a4|letter [used]] [to FILE]",
        slots: &[
            Slot::loose(&["arcs"], SlotKind::Name(NameKind::Unit), "", "").each().with_offers(offers::ships),
            Slot::loose(&["rings", "ring"], SlotKind::Rings, "", "").each(),
            Slot::loose(&["sight", "sighting"], SlotKind::Name(NameKind::Unit), "", "").each().with_offers(offers::ships),
            flag(&["wakes", "wake"], ""),
            flag(&["speeds", "speed"], ""),
            flag(&["damage"], ""),
            Slot::loose(&["near"], SlotKind::Near, "A part of the table", ""),
            FOR_A_VIEWER,
            flag(&["ascii"], ""),
            Slot::loose(&["tiles"], SlotKind::Word(|| vec!["a4", "letter"]), "The paper of the tiles", ""),
            flag(&["used"], ""),
            TO_A_FILE,
            Slot::loose(&["width"], SlotKind::LargeCount, "The width", "N"),
            Slot::fixed(SlotKind::Part, "A part of the table", "").optional(),
        ],
        ..Row::session("map")
    } => (MapRequest) by request_builders::map;
    Mirror = Row {
        summary: "write everybody's page of the present after each entry",
        example: "mirror pages",
        about: "DIR is an empty folder, or this battle's mirror. Its index.html is for everybody at the table. Each side's page has an address that nobody guesses; `new` gives it another. Alone, `mirror` lists the pages. It goes on when the battle is resumed, until `off`, which keeps the pages.",
        usage: "mirror [DIR | off | new SIDE]",
        slots: &[
            flag(&["off"], "\"off\""),
            Slot::loose(&["new"], SlotKind::Name(NameKind::Side), "", "SIDE"),
            Slot::fixed(SlotKind::File, "The name of the folder", "DIR").optional(),
        ],
        ..Row::session("mirror")
    } => (MirrorRequest) by request_builders::mirror;
    Print = Row {
        summary: "print cards, sheets and charts on paper",
        example: "print cards charts to battle.pdf",
        about: "Parts: summary, briefing, generation, cards, divisions, trackers, reference, charts, cutouts, result [default: all]. Names print those ships' cards. `letter` is a paper size, 1, 2 or 4 are cards on a page, `duplex` adds backs. FILE is a new .pdf, .svg or .png.",
        usage: "print [PART ...] [SHIP ...] [letter] [poker|index|1|2|4] [duplex] [side NAME] [to FILE]",
        slots: &[
            Slot::loose(&[], SlotKind::Word(parts), "", "").bare().silent().each(),
            Slot::loose(&[], SlotKind::Count, "The number of cards to a page", "").bare(),
            FOR_A_VIEWER,
            TO_A_FILE,
            ANY_UNITS,
        ],
        ..Row::session("print")
    } => (PrintRequest) by request_builders::print;
    Move = Row {
        summary: "show how to move each miniature",
        example: "move asahi",
        about: "After the Movement Segment has begun. By division: inches straight on, degrees around which template, and the end.",
        slots: &[ANY_UNIT],
        only_shows: true, ..Row::session("move")
    } => { of: Option<Id> };
    Ranges = Row {
        summary: "list ranges, bearings, arcs and lines of sight to near enemies",
        example: "ranges asahi",
        about: "The nearest pairs that fit the screen, with the big guns' numbers to hit. `all` lists the rest. Two names measure that pair, or show the range that was typed for it. `measure all` is `ranges all`.",
        usage: "ranges [NAME] [all] | ranges NAME NAME",
        slots: &[ANY_UNIT, SECOND_UNIT, ALL],
        only_shows: true, ..Row::session("ranges")
    } => { from: Option<Id>, to: Option<Id>, all: bool };
    Targets = Row {
        summary: "list possible targets with range, arc, number needed and chance",
        example: "targets asahi",
        about: "Enemies that the ship sees, reaches and bears on, the nearest first. Without a name, for all ships that have not declared. The numbers are those of the ruling. `3 big`: three dice (`odds` shows how many mounts bear). `all` lists what does not fit the screen.",
        usage: "targets [NAME] [all]",
        slots: &[ANY_UNIT, ALL],
        only_shows: true, ..Row::session("targets")
    } => { of: Option<Id>, all: bool };
    Odds = Row {
        aliases: &["o"],
        summary: "compute the chances of a salvo",
        example: "odds asahi at retvizan range 8",
        about: "Exact, from the present state, by the rules that decide the salvo. CONDITIONS are those of `target`. The ship's declaration supplies what you omit. `odds SHIP fires`: what its burning fires may do.",
        usage: "odds NAME at TARGET [range N] [CONDITIONS] | odds NAME | odds SHIP fires",
        slots: ODDS_SLOTS,
        only_shows: true, ..Row::session(ODDS)
    } => (OddsSubject) by request_builders::odds;
    Card = Row {
        summary: "show a data card with live damage",
        example: "card asahi",
        about: "The margin shows the code of each hit.",
        slots: &[ship("SHIP").with_offers(offers::every_ship)],
        only_shows: true, ..Row::session("card")
    } => { ship: Id };
    Tally = Row { summary: "show victory conditions and points", about: "Condition by condition. During the battle a side sees only the points that it knows of, and neither the handicap nor who leads. `tally` reports when a handicap prevents the stronger side of a generated battle from winning.", only_shows: true, ..Row::session("tally") };
    Log = Row {
        summary: "show what has happened: all, last entries, a turn or a ship",
        example: "log last 20",
        about: "A line for each ruling; `full` shows every sentence. Undone entries are marked. With a division or ship, only what names it. You can combine them: log asahi last 5. A side's log numbers only what it may see, and no undone entries.",
        usage: "log [full] [last N] [turn N | turn N-N] [DIVISION | SHIP]",
        slots: &[
            flag(&["full"], "\"full\""),
            Slot::loose(&["last"], SlotKind::LargeCount, "The number of entries", ""),
            Slot::loose(&["turn", "turns"], SlotKind::TurnRange, "The turn", ""),
            ANY_UNIT.with_offers(offers::every_unit),
        ],
        ..Row::common(SharedVerb::Log)
    } => { full: bool, last: Option<u16>, turns: Option<(u16, u16)>, of: Option<Id> };
    Why = Row {
        summary: "show the arithmetic and rules of a ruling",
        example: "why 12",
        about: "Without a number, the last entry. With a ship, only the salvoes by it and at it. After a battle `in play` takes the number shown during play.",
        usage: "why [ENTRY [in play] [SHIP]]",
        slots: &[ENTRY.optional(), IN_PLAY, ship("SHIP").with_offers(offers::every_ship).optional()],
        ..Row::common(SharedVerb::Why)
    } => { entry: Option<usize>, in_play: bool, of: Option<Id> };
    Undo = Row {
        aliases: &["u"],
        summary: "undo the last line, or everything from an entry on",
        example: "undo 118",
        about: "If dice were rolled, or more goes than the last line, give a reason.",
        usage: "undo [ENTRY] [because WORDS]",
        ..Row::common(SharedVerb::Undo)
    } => (Common) by shared_command;
    Redo = Row {
        summary: "redo what the last undo took",
        about: "It keeps the same dice. With an entry it stops there.",
        usage: "redo [ENTRY]",
        ..Row::common(SharedVerb::Redo)
    } => (Common) by shared_command;
    Amend = Row {
        summary: "correct an earlier entry and keep its dice",
        example: "amend 12 target asahi at retvizan range 9",
        about: "It rules the entry and all that followed again with the same dice, and lists the differences. `dice` replaces the rolled ones, in the order of `help dice`, or one ship's. For a shot or a range, type only what changes: range 9.8, at GROMOBOI, battery medium.",
        usage: "amend ENTRY [because \"WORDS\"] COMMAND | amend ENTRY [because \"WORDS\"] [SHIP] dice F...",
        ..Row::common(SharedVerb::Amend)
    } => (Common) by shared_command;
    Dice = Row {
        summary: "choose who rolls the dice: you or the program",
        example: "dice ask",
        about: "After an order or `amend`, `dice 3 9 4 2` gives the results. At the prompt, type them in the order of its questions: all ships' dice to hit, then for size, then to penetrate. In a script, type them ship by ship. 0 is 10 on a D10, 00 is 100 on a D100.",
        usage: "dice ask | dice roll",
        ..Row::common(SharedVerb::Dice)
    } => (Common) by shared_command;
    Show = Row {
        summary: "choose short or full rulings",
        example: "show full",
        about: "In `brief` each salvo, volley and hit has a line with its entry. `why N` shows the sums. The journal saves the choice.",
        usage: "show brief | show full",
        ..Row::common(SharedVerb::Show)
    } => (Common) by shared_command;
    Rules = Row {
        summary: "show or search the rules and rulings",
        example: "rules 6.5.1",
        about: "Paragraphs in our words, with how the program treats them. Rulings by ID, such as Q19 or H-5.16-1.",
        usage: "rules [PARAGRAPH | RULING | search WORDS]",
        slots: &[flag(&["search"], "\"search\""), rest("", "")],
        only_shows: true, ..Row::session("rules")
    } => { search: bool, words: Option<String> };
    Table = Row {
        aliases: &["tables"],
        summary: "show a table of the charts, or the list of them",
        example: "table gunnery",
        about: "The charts of this battle. `table ratings` has the flags by fleet and period.",
        usage: "table [NAME]",
        slots: &[rest("", "NAME")],
        only_shows: true, ..Row::session("table")
    } => { name: Option<String> };
    Help = Row {
        aliases: &["?", "h"],
        summary: "list the commands, or explain one",
        example: "help target",
        about: "`help all` lists every command with its summary.",
        usage: "help [COMMAND]",
        slots: &[Slot::fixed(SlotKind::Help, "", "COMMAND").optional()],
        only_shows: true, ..Row::session("help")
    } => { on: Option<HelpTopic> };
    Quit = Row {
        aliases: &["q", "bye"],
        summary: "quit and keep the journal",
        about: "Resume with `kaiser play FILE.kaiser`.",
        ..Row::common(SharedVerb::Quit)
    } => (Common) by shared_command;
}

fn require_entry(r: &Reader) -> Result<Vec<Value>, LineError> {
    let hint = "for example: explain 12. " + Hint::about_entry_numbers();
    Err(LineError::located(r.end..r.end, "The number of an entry is missing.").hint(hint))
}

fn require_word(r: &Reader) -> Result<Vec<Value>, LineError> {
    Err(LineError::located(r.end..r.end, "`referee` sets the referee's password.")
        .hint(Hint::form("referee word WORD")))
}
