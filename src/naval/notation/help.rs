//! Every verb of the prompt: how it is typed, what it does, an example.
use std::ops::Range;

use super::{Fault, reader::one_of, words::nearest};
use crate::play::Rule;

/// Who acts on a verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speaker {
    /// An order to the referee's book: [`parse`](super::parse) makes a command of it.
    Order,
    /// The prompt itself: it answers, or steers the session.
    Session,
}

/// One verb of the prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerbHelp {
    pub verb: &'static str,
    /// Short forms beside any unambiguous start.
    pub aliases: &'static [&'static str],
    pub speaker: Speaker,
    pub usage: &'static str,
    /// One line.
    pub says: &'static str,
    pub rule: Option<Rule>,
    pub example: &'static str,
    /// What is worth knowing beyond the one line.
    pub about: &'static str,
}

const fn order(
    verb: &'static str,
    aliases: &'static [&'static str],
    paragraph: &'static str,
    usage: &'static str,
    says: &'static str,
    example: &'static str,
    about: &'static str,
) -> VerbHelp {
    let rule = Some(Rule::new(paragraph));
    VerbHelp { verb, aliases, speaker: Speaker::Order, usage, says, rule, example, about }
}

const fn session(
    verb: &'static str,
    aliases: &'static [&'static str],
    usage: &'static str,
    says: &'static str,
    example: &'static str,
    about: &'static str,
) -> VerbHelp {
    VerbHelp { verb, aliases, speaker: Speaker::Session, usage, says, rule: None, example, about }
}

/// The verbs, in the order in which help lists them.
pub const VERBS: &[VerbHelp] = &[
    order(
        "next",
        &["n"],
        "3.2",
        "next [to SEGMENT] [waive \"reason\"]",
        "closes this segment, or every segment up to one",
        "next to gunfire",
        "What is still owed stops it, unless it is waived with a reason, which is kept in the journal. The segments are \
         plotting, movement, sighting, illumination, gunfire, torpedo, damage-control and damage.",
    ),
    order(
        "speed",
        &[],
        "5.5",
        "speed NAME N",
        "sets the speed of a ship or a division for the turn",
        "speed asahi 2.5",
        "In inches a turn. Top speed and acceleration are checked.",
    ),
    order(
        "plot",
        &["p"],
        "5.7",
        "plot NAME [speed] N",
        "the same as speed: moves are made on the table",
        "plot asahi 3",
        "A bare number is a straight leg of that length, which is the speed. Turns are made with the miniatures.",
    ),
    order(
        "measure",
        &["m"],
        "2.7",
        "measure NAME NAME RANGE [arc broadside|bow|stern|port|starboard]",
        "keeps a range read from the tape",
        "measure asahi retvizan 8.0",
        "A range within the sighting range also sights. Later lines of the turn may leave the range out.",
    ),
    order(
        "sight",
        &[],
        "4.3",
        "sight NAME",
        "says that the enemy sees a ship or a division",
        "sight retvizan",
        "For what no measured range has sighted.",
    ),
    order(
        "unsight",
        &[],
        "4.4",
        "unsight NAME",
        "says that the enemy has lost a ship or a division from sight",
        "unsight retvizan",
        "She can be fired at again when she has been sighted again.",
    ),
    order(
        "illuminate",
        &[],
        "4.5",
        "illuminate NAME TARGET searchlight|starshell [range] N",
        "lights a target by night",
        "illuminate asahi retvizan searchlight range 3",
        "Searchlights and starshells reach as far as the chart says, starshells from their date on.",
    ),
    order(
        "target",
        &["t", "aim"],
        "3.3.5",
        "target NAME at NAME [range N] [arc A | bearing D] [battery B] [turned D] [target turned D] [courses D] [through NAME] \
         [downwind] [visibility V] [blocked by smoke|land]",
        "declares fire",
        "target asahi at retvizan range 8",
        "Without a battery she uses every battery that bears and reaches. Arc: broadside, bow, stern, port, starboard, or the bearing in degrees off her bow. \
         Battery: big, medium, light. Visibility: poor, very-poor, extreme. A range typed this turn need not be typed \
         again. The short form is asahi>retvizan 8.",
    ),
    order(
        "declared",
        &[],
        "3.3.5",
        "declared [SIDE|both]",
        "a side declares no more",
        "declared japan",
        "Without a side, both.",
    ),
    order(
        "fire",
        &["f"],
        "6.5",
        "fire all | fire NAME... [apart] [dice F...]",
        "resolves declared fire",
        "fire asahi dice 3 9 4 2",
        "It closes what is still undeclared. Medium and light batteries of one division fire together unless apart. \
         The numbers needed are shown before any die is asked for.",
    ),
    order(
        "launch",
        &[],
        "7.4",
        "launch NAME at TARGET factors N run N port|starboard marker M [dummy]",
        "plots a torpedo launch and places its marker",
        "launch 1st-tbd at retvizan factors 6 run 10 port marker Q",
        "The run is plotted with the launch and decides the number to hit. A dummy needs no factors.",
    ),
    order(
        "meet",
        &[],
        "7.4.2",
        "meet MARKER NAME angle D [and NAME angle D] [line NAME angle D]",
        "says whom the torpedoes of a marker met",
        "meet Q retvizan angle 40",
        "The angle lies between the line from the marker and the keel of the ship. After line stand ships on the same \
         line of bearing.",
    ),
    order(
        "miss",
        &[],
        "7.4.2",
        "miss MARKER",
        "says that the torpedoes of a marker met nobody this turn",
        "miss Q",
        "They run on next turn while they have run left.",
    ),
    order(
        "torpedoes",
        &["torpedo"],
        "7.5.1",
        "torpedoes SIDE",
        "throws for the torpedoes of a side's large ships",
        "torpedoes japan",
        "Once a side and turn.",
    ),
    order(
        "coup",
        &[],
        "7.6",
        "coup NAME at TARGET [range N] [factors N]",
        "a torpedo into a cripple, the coup de grace",
        "coup asahi at rurik range 4 factors 1",
        "One factor unless more are named.",
    ),
    order(
        "repair",
        &[],
        "8.6",
        "repair SHIP HIT",
        "one attempt of damage control",
        "repair asahi fire",
        "The hit is named by its sort or by its code in the margin of the card, such as F2. While she burns, a fire comes \
         first.",
    ),
    order(
        "fires",
        &[],
        "8.5.3",
        "fires [SHIP|all]",
        "throws the dice of fires that burn",
        "fires asahi",
        "Without a ship, every ship that burns.",
    ),
    order(
        "damage",
        &[],
        "3.3.8",
        "damage [NAME|all]",
        "rolls the hits that wait",
        "damage retvizan",
        "Without a name, every target.",
    ),
    order(
        "react",
        &[],
        "5.15",
        "react DIVISION",
        "tests whether a light division under fire turns away",
        "react 1st-tbd",
        "The referee carries out what it says.",
    ),
    order(
        "exit",
        &[],
        "9.3",
        "exit SHIP [by north|east|south|west]",
        "a ship leaves the table",
        "exit asahi by east",
        "To leave the program, type quit.",
    ),
    order(
        "set",
        &[],
        "9.2",
        "set NAME SETTING VALUE because \"reason\" | set sighting|visibility VALUE because \"reason\"",
        "sets a value, with the referee's reason",
        "set asahi speed 2.0 because \"engine room flooded by ruling\"",
        "Settings: speed, top, fires, flotation, mounts, guns (quarters lost), torpedoes, sighted yes|no, lit yes|no, \
         fate fighting|sinking|sunk|exploded|abandoned|exited, sighting N, visibility clear|poor|very-poor|extreme.",
    ),
    order(
        "note",
        &[],
        "9.2",
        "note WORDS",
        "writes words into the log",
        "note \"Asahi made smoke\"",
        "They change nothing.",
    ),
    order(
        "end",
        &[],
        "9.3",
        "end [because \"reason\"]",
        "ends the scenario",
        "end because \"night fell\"",
        "It rolls what is rolled afterwards and counts the points.",
    ),
    session("status", &["s"], "status", "turn, clock, segment and every ship", "status", "Short: s."),
    session(
        "duties",
        &[],
        "duties",
        "what is still owed in this segment",
        "duties",
        "While anything is listed, next refuses, unless it is waived.",
    ),
    session(
        "odds",
        &["o"],
        "odds NAME at TARGET [range N] [as for target] | odds SHIP fires",
        "chances of a salvo before any die is thrown",
        "odds asahi at retvizan range 8",
        "Exact, from the present state, and by the very rules that would decide the salvo.",
    ),
    session(
        "card",
        &[],
        "card SHIP",
        "data card with live damage",
        "card asahi",
        "The margin shows the code of each hit.",
    ),
    session("tally", &[], "tally", "victory points, line by line", "tally", "With the handicap and its reasons."),
    session("log", &[], "log", "what has happened, as prose", "log", "Entries that were undone are marked."),
    session(
        "why",
        &[],
        "why [ENTRY]",
        "the arithmetic and paragraphs of a ruling",
        "why 12",
        "Without a number, the last entry.",
    ),
    session("undo", &["u"], "undo", "takes the last entry back", "undo", "Both stay in the journal."),
    session("redo", &[], "redo", "does again what was undone", "redo", "With the same dice."),
    session(
        "amend",
        &[],
        "amend ENTRY COMMAND",
        "corrects an input after the dice",
        "amend 12 target asahi at retvizan range 9",
        "The same dice are ruled again, what followed is ruled again, and the differences are listed.",
    ),
    session(
        "dice",
        &[],
        "dice ask | dice roll",
        "who throws: the table or the program",
        "dice ask",
        "At the end of an order, dice 3 9 4 2 gives the faces in the order in which they are needed: 0 is 10 on a D10, \
         00 is 100 on a D100.",
    ),
    session(
        "rules",
        &[],
        "rules [PARAGRAPH | search WORDS]",
        "what a paragraph says",
        "rules 6.5.1",
        "In our words, with how the program treats it.",
    ),
    session("help", &["?", "h"], "help [COMMAND]", "this list, or one command", "help target", "Short: ?."),
    session("quit", &["q"], "quit", "leaves; the journal is kept", "quit", "It goes on with kaiser play FILE.kaiser."),
];

/// A verb by its full name or a short form; `key` in lower case.
pub(super) fn exact(key: &str) -> Option<&'static VerbHelp> {
    VERBS.iter().find(|help| help.verb == key || help.aliases.contains(&key))
}

/// The verb that a word means: in full, by a short form, or cut to an unambiguous start.
///
/// # Errors
/// A fault that names the nearest verb, or those between which the word leaves the choice.
pub fn verb(word: &str) -> Result<&'static VerbHelp, Fault> {
    verb_at(&word.to_lowercase(), 0..word.len())
}

pub(super) fn verb_at(key: &str, at: Range<usize>) -> Result<&'static VerbHelp, Fault> {
    if let Some(help) = exact(key) {
        return Ok(help);
    }
    let starts: Vec<&'static VerbHelp> = VERBS.iter().filter(|help| help.verb.starts_with(key)).collect();
    let verbs: Vec<&str> = starts.iter().map(|help| help.verb).collect();
    match starts[..] {
        [one] => Ok(one),
        [] => {
            let near = nearest(key, VERBS.iter().map(|help| help.verb));
            let hint = near.map_or_else(
                || "type help for the commands".to_owned(),
                |near| {
                    let example = exact(near).map_or("", |help| help.example);
                    format!("did you mean {near}? For example: {example}")
                },
            );
            Err(Fault::new(at, format!("\"{key}\" is no command.")).hint(hint))
        }
        _ => {
            let list = one_of(&verbs);
            Err(Fault::new(at, format!("\"{key}\" may be {list}.")).hint(format!("type more of it: {list}")))
        }
    }
}

/// The page of one verb, or of none when the word is no verb.
pub fn help(word: &str) -> Option<String> {
    let help = verb(word).ok()?;
    let rule = help.rule.map(|rule| format!(" [{rule}]")).unwrap_or_default();
    let short = if help.aliases.is_empty() { String::new() } else { format!("short:   {}\n", help.aliases.join(", ")) };
    Some(format!(
        "{}: {}.{rule}\nusage:   {}\n{short}example: {}\n{}",
        help.verb, help.says, help.usage, help.example, help.about
    ))
}
