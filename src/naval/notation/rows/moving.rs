//! The verbs of movement, plots and divisions.
use super::slots::*;
use crate::{
    Id, Segment,
    notation::{
        kind::{OnOff, Prompt, Reader, Row, Slot, SlotKind, Value},
        names::NameKind,
        offers,
    },
};
use play::{LineError, Rule};

const ASK_SPEED: Prompt = Prompt::free("What speed, in inches a turn?");
const FORMATION_NAME: Slot = Slot::fixed(SlotKind::Name(NameKind::Formation), "", "NAME");

/// Requires the first plot. Before contact, ten turns must be plotted.
fn require_first_plot(r: &Reader) -> Result<Vec<Value>, LineError> {
    Err(r.missing("The plot of the first turn").rule(Rule::new("5.13.2")))
}

/// Returns the ship's present heading, if it has one.
fn present_heading(r: &Reader) -> Result<Vec<Value>, LineError> {
    let position = r.filled.get(0).and_then(|id: Id| r.state.ship(&id)).and_then(|ship| ship.at);
    position.map(|at| vec![Value::Heading(at.heading.as_f64())]).ok_or_else(|| r.missing("The heading"))
}

/// Requires either line ahead or lines of bearing.
fn require_shape(r: &Reader) -> Result<Vec<Value>, LineError> {
    const LINES_SLOT: usize = 2;
    if r.filled.is_filled(LINES_SLOT) {
        Ok(Vec::new())
    } else {
        Err(r.missing("The new formation, ahead or a line of bearing,"))
    }
}

pub const NEXT: Row = Row {
    aliases: &["n"],
    summary: "close this segment, or every segment up to one",
    example: "next to gunfire",
    about: "A duty stops it, unless waived with a reason, which the journal keeps. `next to` closes no segment if one on the way has a duty. Declared fire keeps the Gunfire Segment open. Segments: plotting, movement, sighting, illumination, gunfire, torpedo, damage-control, damage.",
    takes_free_text: true,
    slots: &[
        word_slot::<Segment>("The segment", "SEGMENT").keys(&["to"]).tail(&["segment"]).optional(),
        reason(&["waive", "waive because"]),
    ],
    ..Row::order("next", "3.2")
};

pub const GENERATE: Row = Row {
    summary: "roll the weather or a side's force for a generated battle",
    example: "generate visibility",
    about: "It uses the theatre's tables for the date, and the library's ships in service. For an even battle type `kaiser scenario generate` with `--fair`, or play with `handicap: none`.",
    usage: "generate visibility | generate SIDE",
    slots: &[SIDE.with_empty_words(&["visibility"]).always().required()],
    ..Row::order("generate", "10.1")
};

pub const APPROACH: Row = Row {
    summary: "set where a side of a generated battle enters",
    example: "approach japan 24 bearing 225",
    about: "From the centre of the table. The enemy does not see it until the forces are placed.",
    fillers: &["from"],
    slots: &[
        SIDE.required(),
        Slot::fixed(SlotKind::From, "The distance from the centre", "N bearing DEGREES").with_default(no_values),
    ],
    ..Row::order("approach", "10.1.3")
};

pub const DEPLOY: Row = Row {
    summary: "place a division of a generated battle",
    example: "deploy asahi at 20 14",
    about: "A side's first division begins at its point of approach, the others with a ship within 6.0\" of it. All steer one course for the centre. When the last is placed, sides in sight of each other move back. Friends on crossing tracks are named.",
    slots: &[Slot::fixed(SlotKind::DivisionOf, "", "DIVISION"), POSITION, SPEED_SLOT],
    ..Row::order("deploy", "10.2")
};

pub const PREPLOT: Row = Row {
    summary: "plot a division's ten turns before contact",
    example: "preplot asahi 1-CL30 speed 2; 2 x9",
    about: "If strengths are hidden, in the first Plotting Segment. The plots run until a division of the side sights an enemy or its funnel smoke. `x9` repeats a plot for nine turns. Friends on crossing tracks are named.",
    usage: "preplot NAME PLOT [speed N]; PLOT; ... [xN]",
    slots: &[
        unit("", "NAME"),
        Slot::fixed(SlotKind::Turn, "The plot of the first turn", "PLOT")
            .each()
            .joint("; ")
            .tail(&[";"])
            .inner(&["speed", "smoke"])
            .with_default(require_first_plot),
    ],
    ..Row::order("preplot", "5.13.2")
};

pub const QUICKSTART: Row = Row {
    aliases: &["quick"],
    summary: "run all divisions straight on until a ship is sighted",
    example: "quickstart asahi 2.5 turns 20",
    about: "It asks for no plots. It stops in the Sighting Segment when a ship is sighted, at funnel smoke, or after the turns [default: 30]. In a battle that begins out of sight it also stops before friendly divisions would collide. Type it again with other speeds.",
    slots: &[
        Slot::fixed(SlotKind::Pace, "", "[NAME SPEED]...").each().optional(),
        Slot::loose(&["turns"], SlotKind::Turns, "The number of turns", "N"),
    ],
    ..Row::order("quickstart", "5.14")
};

pub const HALF: Row = Row {
    summary: "play this turn in two half moves",
    about: "If the scenario allows it and opponents are within 5.0\", one of them sighted. Plot the whole turn. In the second half only ships with an opponent within 5.0\" launch, illuminate and fire.",
    slots: &[SIDE],
    ..Row::order("half", "3.4")
};

pub const SPEED: Row = Row {
    summary: "set the speed of a ship or a division for the turn",
    example: "speed asahi 2.5",
    about: "In inches a turn, up to what the ship can make. A unit with a position is plotted straight on at it. A jammed rudder does not prevent this.",
    fillers: &["to"],
    slots: &[
        unit("The ship or division", "NAME").with_question("Which unit?"),
        SPEED_SLOT.silent().required().last().with_prompt(ASK_SPEED),
    ],
    ..Row::order("speed", "5.5")
};

const STEER: Slot = Slot::fixed(SlotKind::Steer, "The ship or division", "NAME DEGREES").each();

pub const COURSE: Row = Row {
    aliases: &["courses"],
    summary: "enter the courses of units moved by hand",
    example: "course asahi 105 retvizan 150",
    about: "Compass degrees, clockwise from north 0. Plots update the course. Type it only if the table shows a different one. The difference from the course before the move counts as turning. Fire already declared uses the new angle between the two courses.",
    slots: &[STEER],
    ..Row::order("course", "6.5.1.3")
};

pub const TURNED: Row = Row {
    summary: "enter how far units moved by hand turned",
    example: "turned asahi 30",
    about: "The sum of this turn's turns, to either side. A plot gives it for the leader, and for ships astern as they reach the leader's turning point. Type it if the table shows otherwise.",
    slots: &[STEER],
    ..Row::order("turned", "6.5.1.3")
};

pub const PLOT: Row = Row {
    aliases: &["p"],
    summary: "plot the move of a division or ship",
    example: "plot 1st 1-CL60-1-SR30 speed 4",
    about: "Inches straight on. SR, SL turn all ships, CR, CL in column, 15 to 180. CL60@0.8 is wider. F2nd follows, M2nd mimics 2nd, CU closes up. A lone number is the speed (with miniatures, a whole plot) [default: last turn's]. The rest is straight. `next` plots ahead. `?` only shows the end.",
    fillers: &["to"],
    usage: "plot NAME PLOT [speed N] [smoke NAME...] [next] [T4/6/KONIG/10/P/Q...] [?]",
    slots: &[
        unit("", "NAME").with_question("Which division or ship?"),
        Slot::fixed(SlotKind::Plot, "The plot", "PLOT").with_default(no_values),
        SPEED_SLOT.with_prompt(ASK_SPEED),
        Slot::loose(&["smoke"], SlotKind::Name(NameKind::Ship), "", "NAME").list(),
        flag(&["next"], "\"next\"").tail(&["turn"]),
        RECORD.each(),
    ],
    ..Row::order("plot", "5.7")
};

pub const PLACE: Row = Row {
    summary: "put a ship on the table",
    example: "place asahi at 10 20 heading 90 speed 2 side japan",
    about: "Give the centre of the base: X east and Y north in inches from the south-west corner, heading clockwise from north. In the sandbox place any ship of the library, otherwise one of the battle during the set-up.",
    slots: &[
        Slot::fixed(SlotKind::New(NameKind::Ship), "The ship", "NAME"),
        POSITION.what("The position, at X Y,").required(),
        Slot::loose(&["heading"], SlotKind::Heading, "The heading", "DEGREES").with_default(present_heading),
        SPEED_SLOT,
        Slot::loose(&["side"], SlotKind::New(NameKind::Side), "The side", "NAME"),
    ],
    ..Row::order("place", "3.1")
};

pub const FIX: Row = Row {
    summary: "set a division's position from two measured distances",
    example: "fix 2nd from nw 31.4 from sw 22.8 heading 105",
    about: "Measure to the middle of the leader's base, from a corner (nw, ne, sw, se) or the middle of another division's ship. If two places fit, the one on the table counts, else the one nearer to the calculated place. The rest follow on their track. Beyond a turn's run, add `because`.",
    usage: "fix DIVISION from CORNER|SHIP N from CORNER|SHIP N heading DEGREES [because \"reason\"]",
    slots: &[
        Slot::fixed(SlotKind::LedDivision, "", "DIVISION"),
        Slot::loose(&["from"], SlotKind::Taped, "The distance", "CORNER|SHIP N").each().required(),
        Slot::loose(&["heading"], SlotKind::Heading, "The heading", "DEGREES").required(),
        reason(&["because"]),
    ],
    ..Row::order("fix", "2.7")
};

pub const SEAL: Row = Row {
    summary: "seal plots with a code that proves they were not changed",
    example: "seal japan",
    about: "Without a side, it seals both. The code reveals nothing. `reveal` shows the plots.",
    slots: &[SIDE, Slot::loose(&["salt"], SlotKind::AnyWord, "The salt", "")],
    ..Row::order("seal", "3.3.1")
};

pub const DIVISION: Row = Row {
    summary: "form a division, leader first",
    example: "division 1st asahi azuma",
    about: "The ships leave their old divisions. Ships one astern of the other are in column.",
    slots: &[
        Slot::fixed(SlotKind::New(NameKind::Division), "The name of the division", "NAME"),
        Slot::fixed(SlotKind::Name(NameKind::Ship), "The ships, leader first,", "SHIP").each(),
    ],
    ..Row::order("division", "5.1")
};

/// `formation van disband`.
pub const DISBAND: Row = Row {
    slots: &[FORMATION_NAME, flag(&["disband"], "disband").required().always()],
    ..Row::order("formation", "5.2")
};

pub const FORMATION: Row = Row {
    summary: "group divisions into a formation, or dissolve it",
    example: "formation van 1st 2nd",
    about: "It counts from the next plot. D is the compass bearing from the leading division, the first named. Two bearings make an arrowhead. Default interval: 2.0\". To join, a division needs a base within 2.0\" of it, or within a longer interval up to 6.0\". Boats led by a light cruiser are a flotilla.",
    other_form: Some((|r| r.last_key() == "disband" && r.tokens.len() > 2, &DISBAND)),
    usage: "formation NAME DIVISION... [bearing D [interval N]]... | formation NAME disband",
    slots: &[
        Slot::fixed(SlotKind::New(NameKind::Formation), "The name of the formation", "NAME"),
        Slot::fixed(SlotKind::LedDivision, "The divisions, the leading one first,", "DIVISION").each(),
        LINES,
    ],
    ..Row::order("formation", "5.2")
};

pub const REFORM: Row = Row {
    summary: "plot a flotilla's change of formation for this turn",
    example: "reform screen bearing 45 interval 2 speed 4",
    about: "It replaces this turn's plots. The division with the longest way runs at the flotilla's speed, the leader at least at half that speed. Without a speed, as fast as all can go.",
    usage: "reform NAME ahead | reform NAME bearing D [interval N] [bearing D [interval N]] [speed N]",
    slots: &[FORMATION_NAME, flag(&["ahead"], "\"ahead\"").with_default(require_shape), LINES, SPEED_SLOT],
    ..Row::order("reform", "5.3.2")
};

pub const FLAG: Row = Row {
    summary: "change a division's flagship",
    example: "flag 1st azuma",
    about: "At any time. The new flagship leads from the next plot on. In that turn the division steers straight ahead. From then on its signalling and initiative are at most 0.",
    fillers: &["to", "in"],
    slots: &[
        Slot::fixed(SlotKind::LedDivision, "", "DIVISION")
            .with_offers(|r| offers::divisions_where(r, |_| true))
            .with_question("Which division?"),
        ship("SHIP").with_offers(offers::ships_of_division).with_question("Which ship is the new flagship?"),
    ],
    ..Row::order("flag", "5.9.1")
};

pub const CHECKS: Row = Row {
    summary: "turn command checks and speed limits on or off (sandbox only)",
    example: "checks on",
    about: "Battles always use them.",
    aliases: &["ch"],
    slots: &[word_slot::<OnOff>("The answer", "on|off")],
    ..Row::order("checks", "5.10")
};
