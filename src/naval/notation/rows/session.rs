//! The words that the prompt itself answers.
use super::{fighting::TARGET_SLOTS, slots::*};
use crate::notation::{
    kind::{Kind, Row, Slot},
    names::Sort,
    picks,
};
use play::verbs::Common;

const ANY_UNIT: Slot = unit("", "NAME").may();
const ANY_UNITS: Slot = ANY_UNIT.each();
const OF_A_SIDE: Slot = SIDE.keys(&["side"]).loosely();
const STRAIGHT: Slot = Slot::fixed(Kind::Word(|| vec!["straight"]), "straight", "straight");
const TO_A_FILE: Slot = Slot::loose(&["to"], Kind::Any, "", "FILE");

/// What may be printed, and how.
fn parts() -> Vec<&'static str> {
    let parts = ["summary", "briefing", "cards", "divisions", "trackers", "reference", "charts", "cutouts", "result"];
    parts.into_iter().chain(["letter", "poker", "index", "duplex"]).collect()
}

play::session_words! {
    Status = Row {
        aliases: &["s"],
        says: "turn, clock, segment and every ship",
        example: "status 1st",
        about: "Short: s. Of a battle of many ships a line for each division, with its worst hurt ship; of a division or a ship by name, \
         or of all, every ship. The letters are told below the table.",
        usage: "status [all | DIVISION | SHIP]",
        slots: &[ANY_UNIT.instead(&["all"])],
        ..Row::session("status")
    };
    Rest = Row {
        says: "plots straight on for all that have no plot",
        example: "rest straight",
        about: "At what they made last, as far as they still can; all straight files it in place of other plots too.",
        slots: &[STRAIGHT],
        ..Row::session("rest")
    };
    All = Row {
        says: "plots straight on for everybody",
        example: "all straight",
        about: "As rest straight, in place of what is plotted already.",
        slots: &[STRAIGHT],
        ..Row::session("all")
    };
    Again = Row {
        says: "declares last turn's targets again",
        about: "Of each battery that has none yet, where it is still lawful; of the others it is told why not.",
        ..Row::session("again")
    };
    Duties = Row {
        says: "what is still owed in this segment",
        about: "While anything is owed, next refuses, unless it is waived. What is open may be done, and is not owed.",
        ..Row::session("duties")
    };
    Advise = Row {
        says: "what a captain would order now, and what else is allowed",
        about: "By what the side that reads knows; each line can be typed as it stands. Where fire is reckoned the figures are points of 10.5, elsewhere weights. Of guns and repairs each order has a line; with all every option stands below it, with every term. With deep an admiral advises, who tries four plans of the fleet in thought; Ctrl-C gives the best so far.",
        usage: "advise [all|deep]",
        ..Row::session("advise")
    };
    Obey = Row {
        says: "orders what advise tells, for everybody or for one",
        example: "obey 2nd",
        about: "Line by line as if you had typed it, with its dice; nothing that you have ordered already, and no seal, fire or next. \
         It stops at the first order that is refused. Of a side, a division or a ship its own; with deep what an admiral advises.",
        usage: "obey [all | SIDE | DIVISION | SHIP] [deep]",
        slots: &[ANY_UNIT.instead(&["all"])],
        ..Row::session("obey")
    };
    Explain = Row {
        says: "why an admiral gave the order of an entry",
        example: "explain 12",
        about: "Weighed again by what his side knew then; `explain 12 all` tells every option with every term. A side may ask of its own orders, and of all when the battle is over; `explain 11 in play` then takes the number of before.",
        usage: "explain ENTRY [in play] [all]",
        ..Row::session("explain")
    };
    Chronicle = Row {
        says: "the war so far, battle by battle",
        about: "Of a battle of a war (kaiser play war-1904): who won, what it cost, what was mended on the way, who is not there.",
        ..Row::session("chronicle")
    };
    View = Row {
        says: "the briefing of a side: all that it may know, and nothing else",
        example: "view japan",
        about: "Own ships and plots, enemies in sight, those lost from sight, markers, duties. To be printed or shown.",
        slots: &[SIDE],
        ..Row::session("view")
    };
    Reveal = Row {
        says: "sealed plots, and the proof that they are unchanged",
        example: "reveal japan",
        about: "Anyone can work the code out again from the lines shown, with sha256sum. What was plotted after the seal says so.",
        slots: &[SIDE],
        ..Row::session("reveal")
    };
    Pass = Row {
        says: "hands the keyboard to a side, and back",
        example: "pass to japan",
        about: "Until it is passed on, everything shown is what that side may know, and only its plots, launches and speeds are \
         taken. The table is everybody: of each side what the other sees, and no orders.",
        usage: "pass to SIDE | pass to table | pass to referee",
        slots: &[SIDE.keys(&["to"]).instead(&["referee"]).loosely()],
        ..Row::session("pass")
    };
    Referee = Row {
        says: "sets a word, without which nobody becomes the referee",
        example: "referee word",
        about: "Asked for by `pass to referee`, and where a game goes on that a side had; scripts say it: pass to referee WORD.",
        usage: "referee word [WORD]",
        slots: &[Slot::loose(&["word"], Kind::Any, "", "WORD")],
        ..Row::session("referee")
    };
    Sheet = Row {
        says: "division sheets: ships, flagship, ratings, plots",
        example: "sheet 1st",
        about: "The plots of every turn, and what was done instead where orders failed.",
        slots: &[Slot::fixed(Kind::Led, "", "DIVISION").may()],
        ..Row::session("sheet")
    };
    Where = Row {
        says: "tells where ships lie, as tracked",
        example: "where asahi",
        about: "Without a name, every ship; of two units what lies between them, as `measure` tells it.",
        usage: "where [NAME [NAME]]",
        slots: &[ANY_UNIT, ANY_UNIT],
        ..Row::session("where")
    };
    Map = Row {
        says: "draws the table, or a part of it",
        example: "map rings asahi 5 10 15",
        about: "A name shows the sea about a ship or a division, four numbers two corners of a part. arcs draws the arcs of fire of \
         a ship, rings range rings, sight how far is seen from her this turn, wakes the moves of all earlier turns; speeds and damage stand beside the names. near NAME N shows N inches about a ship or division. side shows what that side knows and nothing \
         else. to battle.svg or battle.png writes a picture to scale; tiles a4 or tiles letter to tiles.pdf the table at its own size, on sheets to be \
         trimmed and pasted together (without a file, how many), and used those alone on which anything lies; nothing is ever overwritten.",
        usage: "map [NAME | near NAME N | X Y X Y] [arcs SHIP] [rings SHIP N...] [sight SHIP] [wakes] [speeds] [damage] [side NAME] \
         [ascii] [tiles a4|letter [used]] [to FILE]",
        slots: &[
            Slot::loose(&["arcs"], Kind::Name(Sort::Ship), "", ""),
            Slot::loose(&["rings"], Kind::Name(Sort::Ship), "", ""),
            Slot::loose(&["sight"], Kind::Name(Sort::Ship), "", ""),
            flag(&["wakes"], ""),
            flag(&["speeds"], ""),
            flag(&["damage"], ""),
            Slot::loose(&["near"], Kind::Name(Sort::Unit), "", ""),
            OF_A_SIDE,
            flag(&["ascii"], ""),
            Slot::loose(&["tiles"], Kind::Word(|| vec!["a4", "letter"]), "", ""),
            flag(&["used"], ""),
            TO_A_FILE,
            ANY_UNITS,
        ],
        ..Row::session("map")
    };
    Print = Row {
        says: "cards, sheets and charts on paper",
        example: "print cards charts to battle.pdf",
        about: "Parts are summary, briefing, cards, divisions, trackers, reference, charts, cutouts, result; without one, all that \
         there is. Names print the cards of those ships. letter is a size of paper, poker and index are small cards, 1, 2 or 4 lie on a page. side \
         prints what that side knows. duplex adds backs for both sides of the paper. to writes FILE.pdf, FILE.svg or \
         FILE.png; nothing is ever overwritten.",
        usage: "print [PART ...] [SHIP ...] [letter] [poker|index|1|2|4] [duplex] [side NAME] [to FILE]",
        slots: &[Slot::loose(&[], Kind::Word(parts), "", "").bare().silent().each(), OF_A_SIDE, TO_A_FILE, ANY_UNITS],
        ..Row::session("print")
    };
    Move = Row {
        says: "what to do with every miniature, after the Movement Segment has begun",
        example: "move asahi",
        about: "By division: inches straight on, degrees round which template, where she ends.",
        slots: &[ANY_UNIT],
        ..Row::session("move")
    };
    Ranges = Row {
        says: "ranges, bearings, arcs and lines of sight to the nearest enemies",
        example: "ranges asahi",
        about: "The nearest come first, a screen of them, with what the big guns of both need to hit; all shows the others too. Two units \
         are measured. `measure all` is `ranges all`.",
        usage: "ranges [NAME] [all] | ranges NAME NAME",
        slots: &[ANY_UNIT, ANY_UNIT, flag(&["all"], "")],
        ..Row::session("ranges")
    };
    Targets = Row {
        says: "at whom a ship could fire now: range, arc, number needed, chance",
        example: "targets asahi",
        about: "Whom she sees, reaches and bears on, the nearest first; without a name, of all that have not declared. The numbers are those of \
         the ruling. A screen of them; all shows the others too.",
        usage: "targets [NAME] [all]",
        slots: &[ANY_UNIT, flag(&["all"], "")],
        ..Row::session("targets")
    };
    Odds = Row {
        aliases: &["o"],
        says: "chances of a salvo before any die is thrown",
        example: "odds asahi at retvizan range 8",
        about: "Exact, from the present state, and by the very rules that would decide the salvo. What is left out is taken from what she has declared.",
        usage: "odds NAME at TARGET [range N] [as for target] | odds NAME | odds SHIP fires",
        slots: TARGET_SLOTS,
        ..Row::session("odds")
    };
    Card = Row {
        says: "data card with live damage",
        example: "card asahi",
        about: "The margin shows the code of each hit.",
        slots: &[ship("SHIP").of(picks::every_ship)],
        ..Row::session("card")
    };
    Tally = Row { says: "who would win now, and points", about: "Condition by condition.", ..Row::session("tally") };
    Log = Row {
        says: "what has happened, as prose: all, the last entries, a turn, a ship",
        example: "log last 20",
        about: "Entries that were undone are marked. Of a ship or a division only what names it; the words go together: log asahi last 5.",
        usage: "log [last N] [turn N | turn N-N] [DIVISION | SHIP]",
        slots: &[
            Slot::loose(&["last"], Kind::Count, "", ""),
            Slot::loose(&["turn"], Kind::Count, "", ""),
            ANY_UNIT.of(picks::every_unit),
        ],
        ..Row::common(Common::Log)
    };
    Why = Row {
        says: "the arithmetic and paragraphs of a ruling",
        example: "why 12",
        about: "Without a number, the last entry; with a ship, of many salvoes hers. When a battle is over `why 11 in play` takes the number of before.",
        usage: "why [ENTRY [in play] [SHIP]]",
        ..Row::common(Common::Why)
    };
    Undo = Row {
        aliases: &["u"],
        says: "takes the last entry back",
        about: "If dice fell, say why.",
        usage: "undo [N] [because WORDS]",
        ..Row::common(Common::Undo)
    };
    Redo = Row { says: "does again what was undone", about: "With the same dice.", usage: "redo [N]", ..Row::common(Common::Redo) };
    Amend = Row {
        says: "corrects an input after the dice",
        example: "amend 12 target asahi at retvizan range 9",
        about: "The same dice are ruled again, what followed is ruled again, and the differences are listed. With dice alone the entry stays and is ruled by these faces in the place of those that fell, in the order of help dice. \
         A shot or a range is corrected by what is another alone: range 9.8, at GROMOBOI, battery medium.",
        usage: "amend ENTRY [because \"WORDS\"] COMMAND | amend ENTRY [because \"WORDS\"] dice F...",
        ..Row::common(Common::Amend)
    };
    Dice = Row {
        says: "who throws: the table or the program",
        example: "dice ask",
        about: "At the end of an order, dice 3 9 4 2 gives the faces, behind amend as behind fire: at the prompt in the order in \
         which it asks for them, of several ships first all to hit, then sizes, then penetrations; in a script ship by ship. 0 is 10 on a \
         D10, 00 is 100 on a D100.",
        usage: "dice ask | dice roll",
        slots: &[Slot::fixed(Kind::Word(|| vec!["ask", "roll"]), "", "")],
        ..Row::common(Common::Dice)
    };
    Show = Row {
        says: "how much of a ruling is told: a line, or its sums",
        example: "show full",
        about: "In brief each salvo, volley and hit has a line, with the number of its entry; why N has the sums. It stands \
         in the journal.",
        usage: "show brief | show full",
        slots: &[Slot::fixed(Kind::Word(|| vec!["brief", "full"]), "brief|full", "HOW")],
        ..Row::session("show")
    };
    Rules = Row {
        says: "what a paragraph says",
        example: "rules 6.5.1",
        about: "In our words, with how the program treats it.",
        usage: "rules [PARAGRAPH | search WORDS]",
        slots: &[Slot::loose(&["search"], Kind::Any, "", "")],
        ..Row::session("rules")
    };
    Table = Row {
        aliases: &["tables"],
        says: "a table of the charts, or the list of them",
        example: "table gunnery",
        about: "The charts of this battle; `table ratings` has the flags by fleet and period.",
        usage: "table [NAME]",
        ..Row::session("table")
    };
    Help = Row {
        aliases: &["?", "h"],
        says: "this list, or one command",
        example: "help target",
        about: "Short: ?.",
        usage: "help [COMMAND]",
        ..Row::session("help")
    };
    Quit = Row {
        aliases: &["q"],
        says: "leaves; the journal is kept",
        about: "It goes on with kaiser play FILE.kaiser.",
        ..Row::common(Common::Quit)
    };
}
