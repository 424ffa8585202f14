//! The verbs of a turn's course, and of plots and divisions.
use super::slots::*;
use crate::{
    Id, Segment,
    notation::{
        kind::{Ask, Kind, Reader, Row, Slot, Switch, Value},
        names::Sort,
        picks,
    },
};
use play::{Fault, Rule};

const HOW_FAST: Ask = Ask::free("What speed, in inches a turn?");
const FORMED: Slot = Slot::fixed(Kind::Name(Sort::Formation), "", "NAME");

/// Before contact there are ten turns to be plotted.
fn first_turn(r: &Reader) -> Result<Vec<Value>, Fault> {
    Err(r.missing("The plot of the first turn").rule(Rule::new("5.13.2")))
}

/// Her heading stays where she has one.
fn as_she_lies(r: &Reader) -> Result<Vec<Value>, Fault> {
    let lies = r.filled.get(0).and_then(|id: Id| r.state.ship(&id)).and_then(|ship| ship.at);
    lies.map(|at| vec![Value::Heading(at.heading.as_f64())]).ok_or_else(|| r.missing("The heading"))
}

/// Either line ahead is said, or lines of bearing.
fn new_shape(r: &Reader) -> Result<Vec<Value>, Fault> {
    let lines = 2;
    if r.filled.is_said(lines) {
        Ok(Vec::new())
    } else {
        Err(r.missing("The new formation, ahead or a line of bearing,"))
    }
}

pub const NEXT: Row = Row {
    aliases: &["n"],
    says: "closes this segment, or every segment up to one",
    example: "next to gunfire",
    about: "What is still owed stops it, unless it is waived with a reason, which is kept in the journal. The segments are \
         plotting, movement, sighting, illumination, gunfire, torpedo, damage-control and damage.",
    own_words: true,
    slots: &[
        word::<Segment>("The segment", "SEGMENT").keys(&["to"]).tail(&["segment"]).may(),
        reason(&["waive", "waive because"]),
    ],
    ..Row::order("next", "3.2")
};

pub const GENERATE: Row = Row {
    says: "rolls the weather of a generated scenario, or the force of a side",
    example: "generate visibility",
    about: "The tables are those of the theatre and the date; the ships are those of the library that were in service.",
    usage: "generate visibility | generate SIDE",
    slots: &[SIDE.instead(&["visibility"]).always().must()],
    ..Row::order("generate", "10.1")
};

pub const APPROACH: Row = Row {
    says: "says whence a side of a generated scenario comes",
    example: "approach japan 24 bearing 225",
    about: "Distance and bearing from the centre of the table, kept from the enemy until the forces are placed.",
    fillers: &["from"],
    slots: &[SIDE.must(), Slot::fixed(Kind::From, "The distance from the centre", "N bearing DEGREES").known(unsaid)],
    ..Row::order("approach", "10.1.3")
};

pub const DEPLOY: Row = Row {
    says: "places a division of a generated scenario",
    example: "deploy asahi at 20 14",
    about: "The first begins at the point of its side's approach, every other with a ship within 6.0 of it, all on its course, for the \
     centre; when the last is placed, sides in sight of each other draw back.",
    slots: &[Slot::fixed(Kind::DivisionOf, "", "DIVISION"), SPOT, PACE],
    ..Row::order("deploy", "10.2")
};

pub const PREPLOT: Row = Row {
    says: "files the ten turns that a division runs before contact",
    example: "preplot asahi 1-CL30 speed 2; 2 x9",
    about: "Where strengths are hidden, before turn 1. The plots run until a division of the side sights an enemy, or his funnel \
     smoke; x9 stands for nine turns alike.",
    usage: "preplot NAME PLOT [speed N]; PLOT; ... [xN]",
    slots: &[
        unit("", "NAME"),
        Slot::fixed(Kind::Turn, "The plot of the first turn", "PLOT")
            .each()
            .joint("; ")
            .tail(&[";"])
            .inner(&["speed", "smoke"])
            .known(first_turn),
    ],
    ..Row::order("preplot", "5.13.2")
};

pub const QUICKSTART: Row = Row {
    aliases: &["quick"],
    says: "runs everybody straight on until somebody is sighted",
    example: "quickstart asahi 2.5 turns 20",
    about: "No plots are asked for; it stops in the Sighting Segment that brings the first ship into sight, at funnel smoke, in a battle that begins \
     out of sight before friends would run on to each other, or when the turns are over, 30 unless told otherwise.",
    slots: &[
        Slot::fixed(Kind::Pace, "", "[NAME SPEED]...").each().may(),
        Slot::loose(&["turns"], Kind::Turns, "The number of turns", "N"),
    ],
    ..Row::order("quickstart", "5.14")
};

pub const HALF: Row = Row {
    says: "has this turn played in two halves",
    about: "Where the scenario allows it and opponents lie within 5.0, one of them sighted. Plots are made for the whole turn; \
         in the second half only ships with an opponent within 5.0 launch, light and fire.",
    slots: &[SIDE],
    ..Row::order("half", "3.4")
};

pub const SPEED: Row = Row {
    says: "sets the speed of a ship or a division for the turn",
    example: "speed asahi 2.5",
    about: "In inches a turn, as far as she can make it. A unit with a position is plotted straight on at it.",
    fillers: &["to"],
    slots: &[unit("The ship or division", "NAME").asked("Whose speed?"), PACE.silent().must().last().ask(HOW_FAST)],
    ..Row::order("speed", "5.5")
};

const STEER: Slot = Slot::fixed(Kind::Steer, "The ship or division", "NAME DEGREES").each();

pub const COURSE: Row = Row {
    aliases: &["courses"],
    says: "says how units moved by hand head",
    example: "course asahi 105 retvizan 150",
    about: "Compass degrees, north 0, clockwise. Plots carry it on; where the table shows another course it is said here, and what that is off \
         the course before the move counts as turned. Fire goes by the angle between the two courses, also what is declared already.",
    slots: &[STEER],
    ..Row::order("course", "6.5.1.3")
};

pub const TURNED: Row = Row {
    says: "says how far units moved by hand have turned",
    example: "turned asahi 30",
    about: "All turning in the turn added up, to either hand. A plot that turns tells it for the leader, and for those astern of \
         her as they come to the place where she turned; where the table shows otherwise it is said here.",
    slots: &[STEER],
    ..Row::order("turned", "6.5.1.3")
};

pub const PLOT: Row = Row {
    aliases: &["p"],
    says: "files the plot of a division or a ship",
    example: "plot 1st 1-CL60-1-SR30 speed 4",
    about: "Inches straight on; SR and SL turn all ships at once, CR and CL in column, by 15 to 180 degrees, CL60@0.8 wider; \
         F2nd follows a division, M2nd moves like it, CU closes up. What is left of the speed is run straight on. Without \
         speed, a lone number is the speed, and any other plot keeps that of last turn. smoke names who makes smoke, next \
         files in advance. Torpedo launches stand after it as for launch. For a unit that moves by hand a speed is the whole plot: plot asahi 3. \
         With ? at the end nothing is filed: it tells and draws where the plot would end.",
    fillers: &["to"],
    slots: &[
        unit("", "NAME").asked("Whose speed?"),
        Slot::fixed(Kind::Plot, "The plot", "PLOT").known(unsaid),
        PACE.ask(HOW_FAST),
        Slot::loose(&["smoke"], Kind::Name(Sort::Ship), "", "NAME").list(),
        flag(&["next"], "\"next\"").tail(&["turn"]),
        RECORD.each(),
    ],
    ..Row::order("plot", "5.7")
};

pub const PLACE: Row = Row {
    says: "puts a ship on the table",
    example: "place asahi at 10 20 heading 90 speed 2 side japan",
    about: "The centre of her base, x east and y north in inches from the south-west corner, heading clockwise from north. In \
         the sandbox any ship of the library, else a ship of the battle during the set-up.",
    slots: &[
        Slot::fixed(Kind::New(Sort::Ship), "The ship", "NAME"),
        SPOT.what("The place, at X Y,").must(),
        Slot::loose(&["heading"], Kind::Heading, "The heading", "DEGREES").known(as_she_lies),
        PACE,
        Slot::loose(&["side"], Kind::New(Sort::Side), "The side", "NAME"),
    ],
    ..Row::order("place", "3.1")
};

pub const FIX: Row = Row {
    says: "puts a division where two readings of the tape have its leader",
    example: "fix 2nd from nw 31.4 from sw 22.8 heading 105",
    about: "Each is taken from a corner of the table (nw, ne, sw, se), or from the middle of another division's ship, to the middle of \
         the leader's base. They meet in two places: the one on the table counts, of two the nearer to where she was reckoned to \
         be. The others lie astern of her on the track that they were on, or straight at the interval of the table. Farther off \
         than she can have run in a turn is said with because and a reason.",
    usage: "fix DIVISION from CORNER|SHIP N from CORNER|SHIP N heading DEGREES [because \"reason\"]",
    slots: &[
        Slot::fixed(Kind::Led, "", "DIVISION"),
        Slot::loose(&["from"], Kind::Taped, "The reading", "CORNER|SHIP N").each().must(),
        Slot::loose(&["heading"], Kind::Heading, "The heading", "DEGREES").must(),
        reason(&["because"]),
    ],
    ..Row::order("fix", "2.7")
};

pub const SEAL: Row = Row {
    says: "seals the plots of a side, or of both, with a code",
    example: "seal japan",
    about: "The code tells nothing of the plots; reveal shows them and proves by it that they are unchanged.",
    slots: &[SIDE, Slot::loose(&["salt"], Kind::Any, "The salt", "")],
    ..Row::order("seal", "3.3.1")
};

pub const DIVISION: Row = Row {
    says: "forms a division, leader first",
    example: "division 1st asahi azuma",
    about: "The ships leave the divisions they were in. Lying one astern of the other they are in column.",
    slots: &[
        Slot::fixed(Kind::New(Sort::Division), "The name of the division", "NAME"),
        Slot::fixed(Kind::Name(Sort::Ship), "The ships, leader first,", "SHIP").each(),
    ],
    ..Row::order("division", "5.1")
};

/// `formation van disband`.
pub const DISBAND: Row =
    Row { slots: &[FORMED, flag(&["disband"], "disband").must().always()], ..Row::order("formation", "5.2") };

pub const FORMATION: Row = Row {
    says: "groups divisions into a formation, or dissolves it",
    example: "formation van 1st 2nd",
    about: "The leading division first, at any time; it holds from the next plot on. Lines of bearing are true degrees from the leader, two of them an arrowhead; the interval \
         is 2.0 unless said. Who joins lies within 2.0 of one of its bases, or within the interval, up to 6.0. Divisions of a \
         formation follow and mimic each other, and check together whether orders arrive. Boats behind a light cruiser are a flotilla.",
    other: Some((|r| r.last_key() == "disband" && r.words.len() > 2, &DISBAND)),
    slots: &[
        Slot::fixed(Kind::New(Sort::Formation), "The name of the formation", "NAME"),
        Slot::fixed(Kind::Led, "The divisions, the leading one first,", "DIVISION").each(),
        LINES,
    ],
    ..Row::order("formation", "5.2")
};

pub const REFORM: Row = Row {
    says: "plots a flotilla's change of formation for this turn",
    example: "reform screen bearing 45 interval 2 speed 4",
    about: "It stands in place of plots. The division with the longest way runs the flotilla's speed, the leader half of it at \
         least. Without a speed, as fast as all can go.",
    usage: "reform NAME ahead | reform NAME bearing D [interval N] [bearing D [interval N]] [speed N]",
    slots: &[FORMED, flag(&["ahead"], "\"ahead\"").known(new_shape), LINES, PACE],
    ..Row::order("reform", "5.3.2")
};

pub const FLAG: Row = Row {
    says: "names another flagship of a division",
    example: "flag 1st azuma",
    about: "At any time; it leads from the next plot on. In that turn the division steers straight ahead, and its signalling \
         and initiative are no better than 0 from then on.",
    fillers: &["to", "in"],
    slots: &[
        Slot::fixed(Kind::Led, "", "DIVISION").of(|r| picks::divisions_who(r, |_| true)).asked("Which division?"),
        ship("SHIP").of(picks::ships_of_it).asked("To which ship?"),
    ],
    ..Row::order("flag", "5.9.1")
};

pub const CHECKS: Row = Row {
    says: "asks for command checks and limits of speed in the sandbox, or not",
    example: "checks on",
    about: "A battle is always played with them.",
    aliases: &["ch"],
    slots: &[word::<Switch>("The answer", "on|off")],
    ..Row::order("checks", "5.10")
};
