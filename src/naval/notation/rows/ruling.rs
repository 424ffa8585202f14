//! The verbs of damage, of games without positions, and of the referee's rulings.
use super::slots::*;
use crate::model::{ContactKind, Edge};
use crate::notation::{
    kind::{Ask, Kind, Reader, Row, Slot, Value},
    offers, settings,
};
use play::{Hint, LineError, verbs::PromptChoices};

/// Requires a ship. A lone `exit` may be meant to leave the program.
fn require_leaving_ship(r: &Reader) -> Result<Vec<Value>, LineError> {
    Err(r
        .missing("The ship that leaves the table")
        .hint(Hint::form("exit asahi by east, or type quit to leave the program")))
}

fn require_reason(r: &Reader) -> Result<Vec<Value>, LineError> {
    Err(LineError::located(r.end..r.end, "`set` needs a reason.").hint("add: because \"...\""))
}

pub const REPAIR: Row = Row {
    says: "try to repair one hit",
    example: "repair asahi fire",
    about: "Once a turn for each ship, in the Damage Control Segment. Name the hit by its code on the card, such as F2, or `fire` or `rudder`. A burning ship repairs a fire first.",
    slots: &[
        ship("SHIP").with_offers(offers::repairable).asked("Which ship?"),
        Slot::fixed(Kind::Hit, "What to repair", "HIT").asked("Which hit?"),
    ],
    ..Row::order("repair", "8.6")
};

pub const FIRES: Row = Row {
    says: "roll for burning fires",
    example: "fires asahi",
    about: "Without a ship, for every ship that burns.",
    slots: &[ship("[SHIP|all]")
        .instead(&["all"])
        .always()
        .with_offers(|r| offers::ships_where(r, |ship| ship.fires() > 0))
        .optional()],
    ..Row::order("fires", "8.5.3")
};

pub const DAMAGE: Row = Row {
    says: "roll for held hits",
    example: "damage retvizan",
    about: "Without a name, for every target.",
    slots: &[unit("", "[NAME|all]").instead(&["all"]).always().with_offers(offers::held_targets).optional()],
    ..Row::order("damage", "3.3.8")
};

pub const REACT: Row = Row {
    says: "test whether a light division under fire turns away",
    example: "react 1st-tbd",
    about: "Divisions with positions are tested as the Movement Segment begins, and turn straight away from the guns, or as nearly as friends allow. Others must turn away, and the referee steers them.",
    slots: &[Slot::fixed(Kind::DivisionOf, "", "DIVISION")
        .with_offers(|r| offers::divisions_where(r, |ship| ship.card.kind.is_light()))
        .asked("Which division?")],
    ..Row::order("react", "5.15")
};

pub const ORDERS: Row = Row {
    says: "roll a command check for a division moved by hand",
    example: "orders asahi range 12",
    about: "Due when the division changes course or speed. State the distance to the force flag first. Repeaters are the friendly formations between. If the orders fail, the answer says what the division does instead.",
    slots: &[
        Slot::fixed(Kind::DivisionOf, "The ship or division", "NAME")
            .with_offers(|r| offers::divisions_where(r, |ship| ship.at.is_none()))
            .asked("Which division?"),
        Slot::loose(&["range"], Kind::Length, "The range", "N").last(),
        Slot::loose(&["repeaters"], Kind::Count, "The number of repeaters", "N"),
    ],
    ..Row::order("orders", "5.10")
};

/// `collide asahi land`.
pub const ASHORE: Row = Row {
    fillers: JOINING_WORDS,
    slots: &[
        unit("The ramming ship", "NAME")
            .asked("Which ship rams?")
            .second_ask(Ask::alone("Which ship or coast is hit?")),
        flag(&["land"], "land").required().always(),
    ],
    ..Row::order("collide", "5.12")
};

pub const COLLIDE: Row = Row {
    says: "roll for a collision or a grounding",
    example: "collide asahi rurik",
    about: "In the Movement Segment, if bases overlap. The first ship rams the second unless they met bow to bow or scrape along each other. If both have positions, these decide. `collide asahi land` rolls the shore's damage for a ship without a position.",
    usage: "collide NAME NAME|land [ram|bow|scrape]",
    other_form: Some((|r| r.last_key() == "land" && r.tokens.len() > 1, &ASHORE)),
    slots: &[
        unit("The ramming ship", "NAME").with_offers(offers::ships).asked("Which ship rams?"),
        second_unit("The other ship", "NAME")
            .with_offers(offers::others_or_land)
            .ask(Ask::alone("Which ship or coast is hit?")),
        word_slot::<ContactKind>("How they met", "[ram|bow|scrape]")
            .bare()
            .optional()
            .silent()
            .tail(&["to", "bow"])
            .ask_by(offers::ask_how),
    ],
    ..Row::order("collide", "5.11")
};

pub const SMOKE: Row = Row {
    says: "make smoke that was not plotted (if a special rule allows it)",
    example: "smoke retvizan",
    about: "In the Movement Segment, after all have moved. The smoke follows the ship's track of this move.",
    slots: &[ship("SHIP")
        .with_offers(|r| offers::ships_where(r, |ship| ship.run.is_some()))
        .asked("Which ship makes smoke?")],
    ..Row::order("smoke", "9.2")
};

pub const EXIT: Row = Row {
    says: "take a ship off the table",
    example: "exit asahi by east",
    about: "A reason is needed against a special rule, if the ship's position is short of the edge, or if it has no position and has not moved yet. To leave the program, type `quit`.",
    own_words: true,
    slots: &[
        ship("SHIP").with_default(require_leaving_ship).asked("Which ship leaves the table?"),
        word_slot::<Edge>("The edge", "north|east|south|west")
            .keys(&["by"])
            .optional()
            .ask(Ask::new("Which edge?", PromptChoices::OrNone("its friendly edge"))),
        reason(&["because"]),
    ],
    aliases: &["ex"],
    ..Row::order("exit", "9.3")
};

pub const SET: Row = Row {
    says: "set a value, with the referee's reason",
    example: "set asahi speed 2.0 because \"engine room flooded by ruling\"",
    about: "at X Y heading D; speed, top, fires, torpedoes (left) N; flotation (hits), guns (quarters lost) N; mounts (lost) NAMES|none; sighted, lit yes|no; rudder port|starboard|amidships [TURNS]|free; fate. No NAME: sighting N, visibility, rule N on|off, condition N yes|no|open, sentence N SIDE|nobody.",
    usage: "set [NAME] SETTING VALUE because \"reason\"",
    mistake: Some(settings::unknown_setting),
    own_words: true,
    slots: &[
        Slot::fixed(Kind::SettingUnit, "", "NAME").with_default(settings::default_unit).ask_by(settings::ask_whose),
        Slot::loose(&[], Kind::Setting, "The setting", "SETTING VALUE")
            .bare()
            .silent()
            .required()
            .ask_by(settings::ask_dial)
            .second_ask(Ask::depending_on(settings::ask_value)),
        reason(&["because"]).with_default(require_reason).ask(Ask::new("For what reason?", PromptChoices::Quoted)),
    ],
    ..Row::order("set", "9.2")
};

pub const NOTE: Row = Row {
    says: "write words into the log",
    example: "note \"Asahi made smoke\"",
    about: "Notes do not affect the game.",
    slots: &[Slot::fixed(Kind::Text, "The note", "WORDS").ask(Ask::new("What is the note?", PromptChoices::Quoted))],
    ..Row::order("note", "9.2")
};

pub const END: Row = Row {
    says: "end the scenario",
    example: "end because \"night fell\"",
    about: "It rolls what is due after the battle, judges the victory conditions and counts the points. A battle that is not over needs a reason.",
    own_words: true,
    slots: &[reason(&["because"])],
    ..Row::order("end", "9.3")
};
