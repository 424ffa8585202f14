//! The verbs of ranges and sight, of guns and torpedoes.
use super::slots::*;
use crate::model::{Light, MarkerId, chart::VisibilityQuality};
use crate::{
    notation::{
        example,
        kind::{Prompt, Reader, Row, Slot, SlotKind, Value},
        names::NameKind,
        offers,
        record::is_record,
    },
    rules::torpedo::is_computed,
};
use play::{
    LineError,
    verbs::{PromptChoices, RepeatedQuestion},
};

const AT_TARGET: Slot = unit("The target", "TARGET").keys(JOINING_WORDS).with_offers(offers::enemies);
const fn degrees(key: &'static [&'static str], what: &'static str) -> Slot {
    Slot::loose(key, SlotKind::Degrees, what, "D")
}

const FIRER: Slot =
    unit("The ship that fires", "NAME").with_offers(offers::firers).with_question_from(offers::ask_firer);
const FIRE_TARGET: Slot = AT_TARGET.shown("NAME").with_question_from(offers::ask_target);

/// Returns the slots of a declaration, which can be filled in any order. [3.3.5]
const fn declaration(target: Slot, range: Slot) -> [Slot; 13] {
    [
        FIRER,
        target,
        range,
        ARC.with_question_from(offers::ask_arc),
        Slot::loose(&["battery"], SlotKind::Battery, "The battery", "B").bare().with_question_from(offers::ask_battery),
        degrees(&["turned"], "The firer's turn"),
        degrees(&["target turned"], "The target's turn"),
        degrees(&["courses"], "The angle of the courses"),
        ship("NAME")
            .what("The ship fired through")
            .keys(&["through"])
            .loosely()
            .optional()
            .with_empty_words(&["nobody"])
            .with_offers(offers::every_ship),
        Slot::loose(&["downwind"], SlotKind::Denial, "\"downwind\"", "downwind"),
        word_slot::<VisibilityQuality>("The visibility", "V").keys(&["visibility"]).bare().optional(),
        BLOCKED,
        CLEAR,
    ]
}
pub const TARGET_SLOTS: &[Slot] = &declaration(FIRE_TARGET, RANGE);
pub const ODDS: &str = "odds";
/// The slots of `odds`: a declaration, or its ship alone.
pub const ODDS_SLOTS: &[Slot] = &declaration(FIRE_TARGET.optional().with_empty_words(&["fires"]), RANGE);

const ALONG_THE_LINE: RepeatedQuestion = RepeatedQuestion {
    text: "Anything along the line of fire? (also: turned 30, target turned 60, courses 45, through NAME)",
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

/// Refuses a target after `fire`, because targets are declared first.
fn refuse_target(r: &Reader) -> Option<LineError> {
    let is_aimed = matches!(r.key(), "at" | ">" | "@" | "range");
    let (target, firer) = (example::adapt_to_battle(r.state, TARGET.example), example::firer(r.state));
    is_aimed.then(|| {
        let error = LineError::located(r.next_place(), "`fire` resolves declared fire, so declare a target first.");
        error.hint(format!("type {target}, then fire {firer}"))
    })
}

/// Refuses a number alone, which could be factors or a run.
fn ambiguous_number(r: &Reader) -> Option<LineError> {
    r.at_number().then(|| r.unexpected().hint("name each number: factors 6 run 10"))
}

/// Returns 0 factors for a dummy, and requires factors for other launches.
fn default_factors(r: &Reader) -> Result<Vec<Value>, LineError> {
    const DUMMY_SLOT: usize = 6;
    if r.filled.is_filled(DUMMY_SLOT) { Ok(vec![Value::Count(0)]) } else { Err(r.missing(FACTORS.what)) }
}

/// Allows the met ship to be omitted if positions have found it and no ship is named after `line`.
fn default_met_ship(r: &Reader) -> Result<Vec<Value>, LineError> {
    let (id, has_line): (Option<MarkerId>, bool) = (r.filled.get(0), r.filled.is_filled(2));
    let is_found = r.state.markers.iter().any(|marker| Some(&marker.id) == id.as_ref() && is_computed(r.state, marker));
    if is_found && !has_line { Ok(Vec::new()) } else { Err(r.missing("The ship that was met")) }
}

pub const MEASURE: Row = Row {
    aliases: &["m"],
    summary: "record a measured range",
    example: "measure asahi retvizan 8.0",
    about: "A range within the sighting range also sights. Later lines of the turn may omit range and arc. A division's range applies to its ships. A new range replaces the old one, which the answer names. A range that is impossible within `tolerance` is questioned, but always counts.",
    slots: &[
        unit("The ship measured from", "NAME").with_question("From which ship?"),
        second_unit("The ship measured to", "NAME").with_question("To which ship?"),
        RANGE.silent().required().shown("RANGE").with_prompt(Prompt::free("Measured range in inches?")),
        ARC.shown("[arc broadside|bow|stern|port|starboard]"),
    ],
    ..Row::order("measure", "2.7")
};

/// The parts of a measured range that `amend 12` can change alone.
pub const CHANGED_RANGE: Row = Row { slots: &[RANGE, ARC], ..MEASURE };

pub const SIGHT: Row = Row {
    summary: "record that the enemy sees a ship or division",
    example: "sight retvizan by asahi",
    about: "For ships that no measured range has sighted. Without `by`, every enemy ship without a measured range sees them. It lasts until the next turn's sighting, or until `unsight`.",
    fillers: &["and"],
    slots: &[
        unit("", "NAME").with_prompt(Prompt::new(
            "Which ship was sighted?",
            PromptChoices::Among(|r| offers::units_where(r, |ship| !ship.sighted)),
        )),
        Slot::loose(&["by"], SlotKind::Name(NameKind::Unit), "", "NAME").list().with_offers(offers::enemies),
    ],
    ..Row::order("sight", "4.3")
};

pub const UNSIGHT: Row = Row {
    summary: "record that the enemy lost sight of a ship or division",
    example: "unsight retvizan",
    about: "The ship must be sighted again before it is fired at.",
    slots: &[unit("", "NAME")
        .with_offers(|r| offers::units_where(r, |ship| ship.sighted))
        .with_question("Which ship was lost from sight?")],
    ..Row::order("unsight", "4.4")
};

pub const ILLUMINATE: Row = Row {
    summary: "illuminate a target at night",
    example: "illuminate asahi retvizan searchlight range 3",
    about: "The chart gives the range, and starshells' first date. Between ships with positions you may omit the range. `clear`: nothing blocks the line.",
    slots: &[
        unit("The illuminating ship", "NAME").with_offers(offers::ships).with_question("Which ship illuminates?"),
        second_unit("The target", "TARGET").with_question("Which target?"),
        word_slot::<Light>("The light, searchlight or starshell,", "searchlight|starshell")
            .keys(&["with"])
            .bare()
            .silent()
            .required()
            .with_prompt(Prompt::alone("Which light?")),
        RANGE_UNLESS_KNOWN,
        CLEAR.shown("clear"),
    ],
    ..Row::order("illuminate", "4.5")
};

pub const TARGET: Row = Row {
    aliases: &["t", "aim"],
    summary: "declare fire",
    example: "target asahi at retvizan range 8",
    about: "Arc: broadside, bow, stern, port, starboard, degrees. Battery: big, medium, light [big, then rest]. CONDITIONS: turned D, target turned D, courses D, through NAME|nobody, downwind [no], visibility poor|very-poor|extreme, blocked by smoke|land, clear. Short: 1>5 8, 1st>2nd 8 9.",
    repeated_question: Some(ALONG_THE_LINE),
    usage: "target NAME at NAME [range N] [arc A] [battery B] [CONDITIONS] | NAME>NAME N",
    slots: TARGET_SLOTS,
    ..Row::order("target", "3.3.5")
};

/// `2nd>vladivostok 8.5 8.9`: a range for each ship.
pub const VOLLEY: Row = Row { slots: &declaration(FIRE_TARGET, RANGE.each()), ..TARGET };
/// The parts of a declaration that `amend 12` can change alone. Its target needs `at`.
pub const CHANGED_SHOT: Row = Row { slots: &declaration(FIRE_TARGET.loosely().optional(), RANGE), ..TARGET };

pub const DECLARED: Row = Row {
    summary: "end a side's declarations",
    example: "declared japan",
    about: "Without a side, both. With `alternation: strict` it ends the big guns first. Type it again for the rest. When both sides' big guns are declared, a die decides which side allocates all medium and light guns first. `fire` waits until both sides have declared everything.",
    slots: &[SIDE.with_empty_words(&["both", "all"]).shown("[SIDE|both]")],
    ..Row::order("declared", "3.3.5")
};

pub const FIRE: Row = Row {
    aliases: &["f", "fi"],
    summary: "resolve declared fire",
    example: "fire asahi dice 3 9 4 2",
    about: "Firing ends all declarations. The prompt first asks about silent guns. A script is refused if a ship that declared nothing could fire: add `declared`, or type it before. Batteries at one target fire together unless `apart`. `salvoes 2` resolves two. The numbers needed come before the dice.",
    usage: "fire all | fire NAME... [apart] [declared] [salvoes N] [dice F...]",
    fillers: &["together", "and"],
    mistake: Some(refuse_target),
    slots: &[
        unit("The firing ship", "NAME")
            .each()
            .with_empty_words(&["all"])
            .always()
            .with_offers(offers::declared)
            .with_question_from(offers::ask_declared),
        flag(&["apart"], "\"apart\""),
        flag(&["declared"], "\"declared\""),
        Slot::loose(&["salvoes", "salvo"], SlotKind::Salvoes, "How many salvoes", "N"),
        Slot::loose(&["dice"], SlotKind::AnyWord, "", "F"),
    ],
    ..Row::order("fire", "6.5")
};

/// `launch 1st-tbd T4/6/KONIG/10/P/Q`.
pub const LAUNCH_WRITTEN: Row = Row {
    slots: &[unit("", "NAME"), RECORD.required(), BLOCKED.shown(""), CLEAR, reason(&["because"])],
    ..Row::order("launch", "7.4")
};

pub const LAUNCH: Row = Row {
    summary: "plot a torpedo launch and place its marker",
    example: "launch 1st-tbd at retvizan factors 6 run 10 port marker Q",
    about: "The run decides the number to hit. A dummy has no factors. Written: turn, factors (D: dummy), target, run, P or S, marker. `clear`: nothing between. After plotting, add `because`.",
    other_form: Some((|r| r.tokens.iter().any(is_record), &LAUNCH_WRITTEN)),
    mistake: Some(ambiguous_number),
    usage: "launch NAME at TARGET factors N run N port|starboard marker M [dummy] [blocked by smoke|land | clear] | launch NAME T4/6/KONIG/10/P/Q",
    slots: &[
        unit("The ship or division that launches", "NAME")
            .with_offers(|r| offers::units_where(r, |ship| ship.torpedoes_left > 0))
            .with_question("Which ship or division launches?"),
        AT_TARGET.with_question("Which target?"),
        FACTORS.with_default(default_factors).with_question_from(offers::ask_factors),
        Slot::loose(&["run"], SlotKind::Length, "The run", "N")
            .required()
            .with_prompt(Prompt::free("Torpedo run in inches?")),
        ARC.silent()
            .required()
            .with_offers(offers::beams)
            .with_prompt(Prompt::alone("Port or starboard?"))
            .what("The side of the launch, port or starboard,")
            .shown("port|starboard"),
        Slot::loose(&["marker"], SlotKind::Letter, "The marker", "M")
            .required()
            .with_prompt(Prompt::free("Which marker, such as Q?")),
        flag(&["dummy"], "\"dummy\""),
        BLOCKED,
        CLEAR,
        reason(&["because"]),
    ],
    ..Row::order("launch", "7.4")
};

pub const MEET: Row = Row {
    summary: "record which ship a torpedo marker met",
    example: "meet Q retvizan angle 40",
    about: "The angle is between the line from the marker and the ship's keel. After `line`, name ships on the same line of bearing. If positions have found the ship, the marker is enough.",
    fillers: &["and", "meets", "at"],
    repeated_question: Some(RepeatedQuestion {
        text: "Another ship? (`and NAME angle D`, or `line NAME angle D` if on the same line)",
        done: "no other ship",
        choices: &[],
    }),
    slots: &[
        MARKER,
        Slot::fixed(SlotKind::Met, "The ship that was met", "[NAME angle D] [and NAME angle D]")
            .each()
            .joint(" and ")
            .inner(&["angle"])
            .with_default(default_met_ship)
            .with_question("Which ship did the torpedoes meet?")
            .with_second_prompt(Prompt { lead: Some("angle"), ..Prompt::free("What angle to its keel, in degrees?") }),
        Slot::loose(&["line", "in line"], SlotKind::Met, "The ship on the same line", "[line NAME angle D]")
            .list()
            .joint(" and ")
            .inner(&["angle"]),
    ],
    ..Row::order("meet", "7.4.2")
};

pub const MISS: Row = Row {
    summary: "record that a torpedo marker met no ship this turn",
    example: "miss Q",
    about: "Torpedoes with run left run on next turn. If both sides have a marker Q, type Q:japan.",
    slots: &[MARKER],
    ..Row::order("miss", "7.4.2")
};

pub const TORPEDOES: Row = Row {
    aliases: &["torpedo"],
    summary: "roll for torpedo attacks by a side's large ships",
    example: "torpedoes japan",
    about: "Once a turn for each side. On a 1 the attack is made, unless you type `hold`. At the prompt the question comes after a 1, but not if the check is rolled as the segment closes.",
    slots: &[SIDE.required().with_question("Which side?"), flag(&["hold"], "\"hold\"")],
    ..Row::order("torpedoes", "7.5.1")
};

pub const NONE: Row = Row {
    summary: "record that no large ships are in torpedo range",
    example: "none in reach japan",
    about: "For when neither positions nor measured ranges decide. A measured range answers for its own ship, and for ships of its division that are then out of range for certain. Without a side, it is for both.",
    slots: &[
        flag(&["in reach", "in range", "in", "reach", "range", "of", "for"], "")
            .always()
            .each()
            .with_default(no_values),
        SIDE.with_empty_words(&["both", "all"]),
    ],
    ..Row::order("none", "7.5.1")
};

pub const COUP: Row = Row {
    summary: "attack a crippled ship with torpedoes (coup de grâce)",
    example: "coup asahi at rurik range 4 factors 1",
    about: "One factor unless you give more. `clear`: nothing blocks the line.",
    slots: &[
        unit("The ship that launches", "NAME")
            .with_offers(|r| offers::ships_where(r, |ship| ship.torpedoes_left > 0))
            .with_question("Which ship launches?"),
        AT_TARGET.with_offers(offers::cripples).with_question("Which crippled ship?"),
        RANGE_UNLESS_KNOWN,
        FACTORS
            .with_default(|_| Ok(vec![Value::Count(1)]))
            .shown("[factors N]")
            .with_question_from(offers::ask_few_factors),
        CLEAR.shown("clear"),
    ],
    ..Row::order("coup", "7.6")
};
