//! The verbs of damage, of games without positions, and of the referee's rulings.
use super::slots::*;
use crate::model::{ContactKind, Edge};
use crate::notation::{
    kind::{Prompt, Reader, Row, Slot, SlotKind, Value},
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
    summary: "try to repair one hit",
    example: "repair asahi fire",
    about: "Once a turn for each ship, in the Damage Control Segment. Name the hit by its code on the card, such as F2, or `fire` or `rudder`. A burning ship repairs a fire first.",
    slots: &[
        ship("SHIP").with_offers(offers::repairable).with_question("Which ship?"),
        Slot::fixed(SlotKind::Hit, "What to repair", "HIT").with_question("Which hit?"),
    ],
    ..Row::order("repair", "8.6")
};

pub const FIRES: Row = Row {
    summary: "roll for burning fires",
    example: "fires asahi",
    about: "Without a ship, for every ship that burns.",
    slots: &[ship("[SHIP|all]")
        .with_empty_words(&["all"])
        .always()
        .with_offers(|r| offers::ships_where(r, |ship| ship.fires() > 0))
        .optional()],
    ..Row::order("fires", "8.5.3")
};

pub const DAMAGE: Row = Row {
    summary: "roll for held hits",
    example: "damage retvizan",
    about: "Without a name, for every target.",
    slots: &[unit("", "[NAME|all]").with_empty_words(&["all"]).always().with_offers(offers::held_targets).optional()],
    ..Row::order("damage", "3.3.8")
};

pub const REACT: Row = Row {
    summary: "test whether a light division under fire turns away",
    example: "react 1st-tbd",
    about: "Divisions with positions are tested as the Movement Segment begins, and turn straight away from the guns, or as nearly as friends allow. Others must turn away, and the referee steers them.",
    slots: &[Slot::fixed(SlotKind::DivisionOf, "", "DIVISION")
        .with_offers(|r| offers::divisions_where(r, |ship| ship.card.kind.is_light()))
        .with_question("Which division?")],
    ..Row::order("react", "5.15")
};

pub const ORDERS: Row = Row {
    summary: "roll a command check for a division moved by hand",
    example: "orders asahi range 12",
    about: "Due when the division changes course or speed. State the distance to the force flag first. Repeaters are the friendly formations between. If the orders fail, the answer says what the division does instead.",
    slots: &[
        Slot::fixed(SlotKind::DivisionOf, "The ship or division", "NAME")
            .with_offers(|r| offers::divisions_where(r, |ship| ship.at.is_none()))
            .with_question("Which division?"),
        Slot::loose(&["range"], SlotKind::Length, "The range", "N").last(),
        Slot::loose(&["repeaters"], SlotKind::Count, "The number of repeaters", "N"),
    ],
    ..Row::order("orders", "5.10")
};

/// `collide asahi land`.
pub const ASHORE: Row = Row {
    fillers: JOINING_WORDS,
    slots: &[
        unit("The ramming ship", "NAME")
            .with_question("Which ship rams?")
            .with_second_prompt(Prompt::alone("Which ship or coast is hit?")),
        flag(&["land"], "land").required().always(),
    ],
    ..Row::order("collide", "5.12")
};

pub const COLLIDE: Row = Row {
    summary: "roll for a collision or a grounding",
    example: "collide asahi rurik",
    about: "In the Movement Segment, if bases overlap. The first ship rams the second unless they met bow to bow or scrape along each other. If both have positions, these decide. `collide asahi land` rolls the shore's damage for a ship without a position.",
    usage: "collide NAME NAME|land [ram|bow|scrape]",
    other_form: Some((|r| r.last_key() == "land" && r.tokens.len() > 1, &ASHORE)),
    slots: &[
        unit("The ramming ship", "NAME").with_offers(offers::ships).with_question("Which ship rams?"),
        second_unit("The other ship", "NAME")
            .with_offers(offers::others_or_land)
            .with_prompt(Prompt::alone("Which ship or coast is hit?")),
        word_slot::<ContactKind>("How they met", "[ram|bow|scrape]")
            .bare()
            .optional()
            .silent()
            .tail(&["to", "bow"])
            .with_question_from(offers::ask_contact_kind),
    ],
    ..Row::order("collide", "5.11")
};

pub const SMOKE: Row = Row {
    summary: "make smoke that was not plotted (if a special rule allows it)",
    example: "smoke retvizan",
    about: "In the Movement Segment, after all have moved. The smoke follows the ship's track of this move.",
    slots: &[ship("SHIP")
        .with_offers(|r| offers::ships_where(r, |ship| ship.run.is_some()))
        .with_question("Which ship makes smoke?")],
    ..Row::order("smoke", "9.2")
};

pub const EXIT: Row = Row {
    summary: "take a ship off the table",
    example: "exit asahi by east",
    about: "A reason is needed against a special rule, if the ship's position is short of the edge, or if it has no position and has not moved yet. To leave the program, type `quit`.",
    takes_free_text: true,
    slots: &[
        ship("SHIP").with_default(require_leaving_ship).with_question("Which ship leaves the table?"),
        word_slot::<Edge>("The edge", "north|east|south|west")
            .keys(&["by"])
            .optional()
            .with_prompt(Prompt::new("Which edge?", PromptChoices::OrNone("its friendly edge"))),
        reason(&["because"]),
    ],
    aliases: &["ex"],
    ..Row::order("exit", "9.3")
};

pub const SET: Row = Row {
    summary: "set a value, with the referee's reason",
    example: "set asahi speed 2.0 because \"engine room flooded by ruling\"",
    about: "at X Y heading D, speed N, top N, fires N, torpedoes N (left), flotation HITS, guns QUARTERS (lost), mounts NAMES|none (lost), sighted|lit yes|no, rudder port|starboard|amidships [TURNS]|free, fate. No NAME: sighting N, visibility, rule N on|off, condition N yes|no|open, sentence N SIDE|nobody.",
    usage: "set [NAME] SETTING VALUE because \"reason\"",
    mistake: Some(settings::unknown_setting),
    takes_free_text: true,
    slots: &[
        Slot::fixed(SlotKind::SettingUnit, "", "NAME")
            .with_default(settings::default_unit)
            .with_question_from(settings::ask_unit),
        Slot::loose(&[], SlotKind::Setting, "The setting", "SETTING VALUE")
            .bare()
            .silent()
            .required()
            .with_question_from(settings::ask_setting)
            .with_second_prompt(Prompt::depending_on(settings::ask_value)),
        reason(&["because"])
            .with_default(require_reason)
            .with_prompt(Prompt::new("For what reason?", PromptChoices::Quoted)),
    ],
    ..Row::order("set", "9.2")
};

pub const NOTE: Row = Row {
    summary: "write words into the log",
    example: "note \"Asahi made smoke\"",
    about: "Notes do not affect the game.",
    slots: &[Slot::fixed(SlotKind::Text, "The note", "WORDS")
        .with_prompt(Prompt::new("What is the note?", PromptChoices::Quoted))],
    ..Row::order("note", "9.2")
};

pub const END: Row = Row {
    summary: "end the scenario",
    example: "end because \"night fell\"",
    about: "It rolls what is due after the battle, judges the victory conditions and counts the points. A battle that is not over needs a reason.",
    takes_free_text: true,
    slots: &[reason(&["because"])],
    ..Row::order("end", "9.3")
};
