//! The verbs of ranges and sight, of guns and torpedoes.
use super::slots::*;
use crate::{
    BatteryKind, Light, MarkerId,
    chart::Quality,
    notation::{
        example,
        kind::{Ask, Kind, Reader, Row, Slot, Value},
        names::Sort,
        picks,
        record::is_record,
    },
    torpedo::is_computed,
};
use play::{
    Fault,
    verbs::{How, More},
};

const AT_TARGET: Slot = unit("The target", "TARGET").keys(TO).of(picks::enemies);
const fn degrees(key: &'static [&'static str], what: &'static str) -> Slot {
    Slot::loose(key, Kind::Degrees, what, "D")
}

/// A declaration, in any order. [3.3.5]
pub const TARGET_SLOTS: &[Slot] = &[
    unit("The ship that fires", "NAME").of(picks::firers).ask_by(picks::ask_firer),
    AT_TARGET.shown("NAME").ask_by(picks::ask_mark),
    RANGE,
    ARC.ask_by(picks::ask_arc),
    word::<BatteryKind>("The battery", "B").keys(&["battery"]).bare().may().ask_by(picks::ask_battery),
    degrees(&["turned"], "The firer's turn"),
    degrees(&["target turned"], "The target's turn"),
    degrees(&["courses"], "The angle of the courses"),
    ship("NAME")
        .what("The ship fired through")
        .keys(&["through"])
        .loosely()
        .may()
        .instead(&["nobody"])
        .of(picks::every_ship),
    Slot::loose(&["downwind"], Kind::Denial, "\"downwind\"", "downwind"),
    word::<Quality>("The visibility", "V").keys(&["visibility"]).bare().may(),
    BLOCKED,
    CLEAR,
];

const ALONG_THE_LINE: More = More {
    says: "Anything along the line of fire? (also: turned 30, target turned 60, courses 45, through NAME)",
    done: "nothing more",
    choices: &[
        "downwind",
        "visibility poor",
        "visibility very-poor",
        "visibility extreme",
        "blocked by smoke",
        "blocked by land",
    ],
};

/// Who is fired at is declared, not said with the fire.
fn nothing_is_aimed(r: &Reader) -> Option<Fault> {
    let aims = matches!(r.key(), "at" | ">" | "@" | "range");
    let (target, firer) = (example::of(r.state, TARGET.example), example::firer(r.state));
    aims.then(|| {
        let fault = Fault::at(r.here(), "fire resolves what is declared; the target is declared first.");
        fault.hint(format!("for example: {target}, then fire {firer}"))
    })
}

/// A number alone is factors as well as a run.
fn whose_number(r: &Reader) -> Option<Fault> {
    r.at_number().then(|| r.unexpected().hint("say which number it is: factors 6 run 10"))
}

/// A dummy takes no factors.
fn dummy_has_none(r: &Reader) -> Result<Vec<Value>, Fault> {
    let dummy = 6;
    if r.filled.is_said(dummy) { Ok(vec![Value::Count(0)]) } else { Err(r.missing(FACTORS.what)) }
}

/// Positions may have found whom a marker met.
fn met_as_tracked(r: &Reader) -> Result<Vec<Value>, Fault> {
    let (marker, lined): (Option<MarkerId>, bool) = (r.filled.get(0), r.filled.is_said(2));
    let found = r.state.markers.iter().any(|one| Some(&one.id) == marker.as_ref() && is_computed(r.state, one));
    if found && !lined { Ok(Vec::new()) } else { Err(r.missing("The ship that was met")) }
}

pub const MEASURE: Row = Row {
    aliases: &["m"],
    says: "keeps a range read from the tape",
    example: "measure asahi retvizan 8.0",
    about: "A range within the sighting range also sights. Later lines of the turn may leave range and arc out. \
         A range typed for a division holds for its ships.",
    slots: &[
        unit("The ship measured from", "NAME").asked("From which ship?"),
        other("The ship measured to", "NAME").asked("To which ship?"),
        RANGE.silent().must().shown("RANGE").ask(Ask::free("What does the tape say, in inches?")),
        ARC.shown("[arc broadside|bow|stern|port|starboard]"),
    ],
    ..Row::order("measure", "2.7")
};

pub const SIGHT: Row = Row {
    says: "says that the enemy sees a ship or a division, or which of his ships do",
    example: "sight retvizan by asahi",
    about: "For what no measured range has sighted. Without `by` every enemy sees her of whom the tape does not say otherwise.",
    fillers: &["and"],
    slots: &[
        unit("", "NAME").ask(Ask::put("Who is seen?", How::Among(|r| picks::units_who(r, |ship| !ship.sighted)))),
        Slot::loose(&["by"], Kind::Name(Sort::Unit), "", "NAME").list().of(picks::enemies),
    ],
    ..Row::order("sight", "4.3")
};

pub const UNSIGHT: Row = Row {
    says: "says that the enemy has lost a ship or a division from sight",
    example: "unsight retvizan",
    about: "She can be fired at again when she has been sighted again.",
    slots: &[unit("", "NAME").of(|r| picks::units_who(r, |ship| ship.sighted)).asked("Who is lost from sight?")],
    ..Row::order("unsight", "4.4")
};

pub const ILLUMINATE: Row = Row {
    says: "lights a target by night",
    example: "illuminate asahi retvizan searchlight range 3",
    about: "Searchlights and starshells reach as far as the chart says, starshells from their date on. Between ships with positions the range may be left out, and clear denies that something stands in the line.",
    slots: &[
        unit("The ship that lights", "NAME").of(picks::ships).asked("Which ship lights?"),
        other("The ship to be lit", "TARGET").asked("Whom?"),
        word::<Light>("The light, searchlight or starshell,", "searchlight|starshell")
            .keys(&["with"])
            .bare()
            .silent()
            .must()
            .ask(Ask::alone("With what?")),
        RANGE_UNLESS_KNOWN,
        CLEAR.shown("clear"),
    ],
    ..Row::order("illuminate", "4.5")
};

pub const TARGET: Row = Row {
    aliases: &["t", "aim"],
    says: "declares fire",
    example: "target asahi at retvizan range 8",
    about: "Without a battery her big guns are meant until they have declared, then her medium and light. \
         Arc: broadside, bow, stern, port, starboard, or the bearing in degrees off her bow. \
         Battery: big, medium, light. Visibility: poor, very-poor, extreme. A range or an arc measured this turn need not be \
         typed again; between ships with positions nothing need be typed, and what is typed holds: turned 0, courses 0, \
         through nobody, downwind no and clear deny what the positions say. The short form is asahi>retvizan 8; ships may be named by their numbers, 1>5 8, \
         and a division fires ship by ship at the opposite numbers of another: 1st>vladivostok 8 8.5, the ranges in the order of its ships.",
    more: Some(ALONG_THE_LINE),
    slots: TARGET_SLOTS,
    ..Row::order("target", "3.3.5")
};

pub const DECLARED: Row = Row {
    says: "a side declares no more",
    example: "declared japan",
    about: "Without a side, both. Where clubs play it strictly it ends the big guns first; when those of both sides are declared, a \
         die says who allocates all of its medium and light guns first.",
    slots: &[SIDE.instead(&["both", "all"]).shown("[SIDE|both]")],
    ..Row::order("declared", "3.3.5")
};

pub const FIRE: Row = Row {
    aliases: &["f", "fi"],
    says: "resolves declared fire",
    example: "fire asahi dice 3 9 4 2",
    about: "It closes what is still undeclared; while a side has a ship that could fire and has declared nothing it asks first, and \
         in a script it is refused until declared, or fire all declared. Medium and light batteries at one target fire together unless apart. \
         With salvoes 2 the first two are resolved and the rest stays declared. The numbers needed are shown before any die is asked for.",
    usage: "fire all | fire NAME... [apart] [declared] [salvoes N] [dice F...]",
    fillers: &["together", "and"],
    mistake: Some(nothing_is_aimed),
    slots: &[
        unit("Who fires", "NAME").each().instead(&["all"]).always().of(picks::declared).ask_by(picks::ask_declared),
        flag(&["apart"], "\"apart\""),
        flag(&["declared"], "\"declared\""),
        Slot::loose(&["salvoes", "salvo"], Kind::Salvoes, "How many salvoes", "N"),
        Slot::loose(&["dice"], Kind::Any, "", "F"),
    ],
    ..Row::order("fire", "6.5")
};

/// `launch 1st-tbd T4/6/KONIG/10/P/Q`.
pub const LAUNCH_WRITTEN: Row = Row {
    slots: &[unit("", "NAME"), RECORD.must(), BLOCKED.shown(""), CLEAR, reason(&["because"])],
    ..Row::order("launch", "7.4")
};

pub const LAUNCH: Row = Row {
    says: "plots a torpedo launch and places its marker",
    example: "launch 1st-tbd at retvizan factors 6 run 10 port marker Q",
    about: "The run is plotted with the launch and decides the number to hit. A dummy takes no factors. \
         The written form is turn, factors (D for a dummy), target, run, P or S, marker. Where smoke or land lies in the line by \
         position, clear denies it. Once plots are laid open a launch needs a reason: because \"...\".",
    other: Some((|r| r.words.iter().any(is_record), &LAUNCH_WRITTEN)),
    mistake: Some(whose_number),
    slots: &[
        unit("The ship or division that launches", "NAME")
            .of(|r| picks::units_who(r, |ship| ship.torpedoes_left > 0))
            .asked("Who launches?"),
        AT_TARGET.asked("At whom?"),
        FACTORS.known(dummy_has_none).ask_by(picks::ask_factors),
        Slot::loose(&["run"], Kind::Length, "The run", "N").must().ask(Ask::free("What run, in inches?")),
        ARC.silent()
            .must()
            .of(picks::beams)
            .ask(Ask::alone("To which side?"))
            .what("The side of the launch, port or starboard,")
            .shown("port|starboard"),
        Slot::loose(&["marker"], Kind::Letter, "The marker", "M").must().ask(Ask::free("Which marker, such as Q?")),
        flag(&["dummy"], "\"dummy\""),
        BLOCKED,
        CLEAR,
        reason(&["because"]),
    ],
    ..Row::order("launch", "7.4")
};

pub const MEET: Row = Row {
    says: "says whom the torpedoes of a marker met",
    example: "meet Q retvizan angle 40",
    about: "The angle lies between the line from the marker and the keel of the ship. After line stand ships on the same \
         line of bearing. Where positions have found whom it met, the marker alone is enough.",
    fillers: &["and", "meets", "at"],
    more: Some(More {
        says: "Another ship? (and NAME angle D; line NAME angle D for one on the same line)",
        done: "nobody else",
        choices: &[],
    }),
    slots: &[
        MARKER,
        Slot::fixed(Kind::Met, "The ship that was met", "[NAME angle D] [and NAME angle D]")
            .each()
            .joint(" and ")
            .inner(&["angle"])
            .known(met_as_tracked)
            .asked("Whom did its torpedoes meet?")
            .then(Ask { lead: Some("angle"), ..Ask::free("At what angle to her keel, in degrees?") }),
        Slot::loose(&["line", "in line"], Kind::Met, "The ship on the same line", "[line NAME angle D]")
            .list()
            .joint(" and ")
            .inner(&["angle"]),
    ],
    ..Row::order("meet", "7.4.2")
};

pub const MISS: Row = Row {
    says: "says that the torpedoes of a marker met nobody this turn",
    example: "miss Q",
    about: "They run on next turn while they have run left.",
    slots: &[MARKER],
    ..Row::order("miss", "7.4.2")
};

pub const TORPEDOES: Row = Row {
    aliases: &["torpedo"],
    says: "throws for the torpedoes of a side's large ships",
    example: "torpedoes japan",
    about: "Once a side and turn. On a 1 the attack is made, unless hold is said; at the prompt it is asked when there is a 1.",
    slots: &[SIDE.must().asked("Which side?"), flag(&["hold"], "\"hold\"")],
    ..Row::order("torpedoes", "7.5.1")
};

pub const NONE: Row = Row {
    says: "says that no large ship is in torpedo range of another",
    example: "none in reach japan",
    about: "Where neither positions nor the tape tell. Each range that is measured answers for its own ship, and for consorts that \
     must lie beyond reach too. Without a side, for both.",
    slots: &[
        flag(&["in reach", "in range", "in", "reach", "range", "of", "for"], "").always().each().known(unsaid),
        SIDE.instead(&["both", "all"]),
    ],
    ..Row::order("none", "7.5.1")
};

pub const COUP: Row = Row {
    says: "a torpedo into a cripple, the coup de grace",
    example: "coup asahi at rurik range 4 factors 1",
    about: "One factor unless more are named; clear denies that something stands in the line.",
    slots: &[
        unit("The ship that launches", "NAME")
            .of(|r| picks::ships_who(r, |ship| ship.torpedoes_left > 0))
            .asked("Who launches?"),
        AT_TARGET.of(picks::cripples).asked("At which cripple?"),
        RANGE_UNLESS_KNOWN,
        FACTORS.known(|_| Ok(vec![Value::Count(1)])).shown("[factors N]").ask_by(picks::ask_few_factors),
        CLEAR.shown("clear"),
    ],
    ..Row::order("coup", "7.6")
};
