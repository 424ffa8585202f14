//! The verbs of damage, of games without positions, and of the referee's own word.
use super::slots::*;
use crate::{
    Edge, HowMet,
    notation::{
        kind::{Ask, Kind, Reader, Row, Slot, Value},
        picks, settings,
    },
};
use play::{Fault, verbs::How};

/// Alone, the verb may be meant for the program.
fn nobody_leaves(r: &Reader) -> Result<Vec<Value>, Fault> {
    Err(r.missing("The ship that leaves the table").hint("exit asahi by east; to leave the program type quit"))
}

fn no_reason(r: &Reader) -> Result<Vec<Value>, Fault> {
    Err(Fault::at(r.end..r.end, "A value is set only with a reason.").hint("end with: because \"...\""))
}

pub const REPAIR: Row = Row {
    says: "one attempt of damage control",
    example: "repair asahi fire",
    about: "The hit is named by its sort or by its code in the margin of the card, such as F2. While she burns, a fire comes \
         first.",
    slots: &[
        ship("SHIP").of(picks::hurt).asked("Which ship?"),
        Slot::fixed(Kind::Hit, "What to repair", "HIT").asked("Which hit?"),
    ],
    ..Row::order("repair", "8.6")
};

pub const FIRES: Row = Row {
    says: "throws the dice of fires that burn",
    example: "fires asahi",
    about: "Without a ship, every ship that burns.",
    slots: &[ship("[SHIP|all]").instead(&["all"]).always().of(|r| picks::ships_who(r, |ship| ship.fires() > 0)).may()],
    ..Row::order("fires", "8.5.3")
};

pub const DAMAGE: Row = Row {
    says: "rolls the hits that wait",
    example: "damage retvizan",
    about: "Without a name, every target.",
    slots: &[unit("", "[NAME|all]").instead(&["all"]).always().of(picks::hit).may()],
    ..Row::order("damage", "3.3.8")
};

pub const REACT: Row = Row {
    says: "tests whether a light division under fire turns away",
    example: "react 1st-tbd",
    about: "Divisions with a position are tested as the Movement Segment begins, and their turn is carried out: straight away from \
         the guns, or as near to it as keeps clear of friends. For others the referee carries out what it says.",
    slots: &[Slot::fixed(Kind::DivisionOf, "", "DIVISION")
        .of(|r| picks::divisions_who(r, |ship| ship.card.kind.is_light()))
        .asked("Which division?")],
    ..Row::order("react", "5.15")
};

pub const ORDERS: Row = Row {
    says: "dices whether a division that is moved by hand has its orders",
    example: "orders asahi range 12",
    about: "Owed when it changes course or speed. The range is that to the force flag, the repeaters the friendly formations between; \
     where the orders do not come, the answer says what it does instead.",
    slots: &[
        Slot::fixed(Kind::DivisionOf, "The ship or division", "NAME")
            .of(|r| picks::divisions_who(r, |ship| ship.at.is_none()))
            .asked("Which division?"),
        Slot::loose(&["range"], Kind::Length, "The range", "N").last(),
        Slot::loose(&["repeaters"], Kind::Count, "The number of repeaters", "N"),
    ],
    ..Row::order("orders", "5.10")
};

/// `collide asahi land`.
pub const ASHORE: Row = Row {
    fillers: TO,
    slots: &[
        unit("The ship whose bow strikes", "NAME").asked("Whose bow strikes?").then(Ask::alone("Whom?")),
        flag(&["land"], "land").must().always(),
    ],
    ..Row::order("collide", "5.12")
};

pub const COLLIDE: Row = Row {
    says: "dices for two bases that overlap on the table, or for a ship that runs on to land",
    example: "collide asahi rurik",
    about: "In the Movement Segment. The first rams the second unless they met bow to bow, or scrape along each other; between ships \
     with positions these say how they met. `collide asahi land` rolls the damage of the shore for a ship without a position.",
    usage: "collide NAME NAME|land [ram|bow|scrape]",
    other: Some((|r| r.last_key() == "land" && r.words.len() > 1, &ASHORE)),
    slots: &[
        unit("The ship whose bow strikes", "NAME").of(picks::ships).asked("Whose bow strikes?"),
        other("The other ship", "NAME").of(picks::others_or_land).ask(Ask::alone("Whom?")),
        word::<HowMet>("How they met", "[ram|bow|scrape]")
            .bare()
            .may()
            .silent()
            .tail(&["to", "bow"])
            .ask_by(picks::ask_how),
    ],
    ..Row::order("collide", "5.11")
};

pub const SMOKE: Row = Row {
    says: "a ship makes smoke that nobody plotted, where a special rule lets her",
    example: "smoke retvizan",
    about: "In the Movement Segment, when all have moved: it lies along the way she has just run.",
    slots: &[ship("SHIP").of(|r| picks::ships_who(r, |ship| ship.run.is_some())).asked("Who makes smoke?")],
    ..Row::order("smoke", "9.2")
};

pub const EXIT: Row = Row {
    says: "a ship leaves the table",
    example: "exit asahi by east",
    about: "A reason is asked for where a special rule speaks against it. To leave the program, type quit.",
    own_words: true,
    slots: &[
        ship("SHIP").known(nobody_leaves).asked("Who leaves the table?"),
        word::<Edge>("The edge", "north|east|south|west")
            .keys(&["by"])
            .may()
            .ask(Ask::put("By which edge?", How::Or("not said"))),
        reason(&["because"]),
    ],
    aliases: &["ex"],
    ..Row::order("exit", "9.3")
};

pub const SET: Row = Row {
    says: "sets a value, with the referee's reason",
    example: "set asahi speed 2.0 because \"engine room flooded by ruling\"",
    about: "What follows from a value follows at once. Settings: speed, top, fires, flotation, mounts (by name, or none), guns (quarters lost), torpedoes, sighted yes|no, lit yes|no, \
         rudder port|starboard|amidships [TURNS]|free (jammed so, for a D6 of turns if none are said), fate fighting|sinking|sunk|exploded|abandoned|exited, sighting N, visibility clear|poor|very-poor|extreme, \
         rule N on|off, condition N yes|no|open (of victory), sentence N SIDE|nobody (of victory, left to the referee).",
    usage: "set NAME SETTING VALUE because \"reason\" | set sighting|visibility|rule|condition|sentence ... because \"reason\"",
    mistake: Some(settings::no_dial),
    own_words: true,
    slots: &[
        Slot::fixed(Kind::Whose, "", "NAME").known(settings::left_out).ask_by(settings::ask_whose),
        Slot::loose(&[], Kind::Setting, "What is to be set", "SETTING VALUE")
            .bare()
            .silent()
            .must()
            .ask_by(settings::ask_dial)
            .then(Ask::by(settings::ask_value)),
        reason(&["because"]).known(no_reason).ask(Ask::put("For what reason?", How::Said)),
    ],
    ..Row::order("set", "9.2")
};

pub const NOTE: Row = Row {
    says: "writes words into the log",
    example: "note \"Asahi made smoke\"",
    about: "They change nothing.",
    slots: &[Slot::fixed(Kind::Text, "What to note", "WORDS").ask(Ask::put("What is to be noted?", How::Said))],
    ..Row::order("note", "9.2")
};

pub const END: Row = Row {
    says: "ends the scenario",
    example: "end because \"night fell\"",
    about: "It rolls what is rolled afterwards, judges the conditions of victory and counts the points.",
    own_words: true,
    slots: &[reason(&["because"])],
    ..Row::order("end", "9.3")
};
