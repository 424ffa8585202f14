//! Every verb of the prompt: how it is typed, what it does, an example.
mod apart;
mod find;

pub(super) use find::{exact, verb_at};
pub use find::{help, verb};

use play::Rule;

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
    apart::GENERATE,
    apart::APPROACH,
    apart::DEPLOY,
    apart::PREPLOT,
    apart::QUICKSTART,
    order(
        "half",
        &[],
        "3.4",
        "half [SIDE]",
        "has this turn played in two halves",
        "half",
        "Where the scenario allows it and opponents lie within 5.0, one of them sighted. Plots are made for the whole turn; \
         in the second half only ships with an opponent within 5.0 launch, light and fire.",
    ),
    order(
        "speed",
        &[],
        "5.5",
        "speed NAME N",
        "sets the speed of a ship or a division for the turn",
        "speed asahi 2.5",
        "In inches a turn, as far as she can make it. A unit with a position is plotted straight on at it.",
    ),
    order(
        "plot",
        &["p"],
        "5.7",
        "plot NAME PLOT [speed N] [smoke NAME...] [next] [T4/6/KONIG/10/P/Q...]",
        "files the plot of a division or a ship",
        "plot 1st 1-CL60-1-SR30 speed 4",
        "Inches straight on; SR and SL turn all ships at once, CR and CL in column, by 15 to 180 degrees, CL60@0.8 wider; \
         F2nd follows a division, M2nd moves like it, CU closes up. What is left of the speed is run straight on. Without \
         speed, a lone number is the speed, and any other plot keeps that of last turn. smoke names who makes smoke, next \
         files in advance. Torpedo launches stand after it as for launch. A unit that moves by hand is given its speed only: plot asahi 3.",
    ),
    order(
        "place",
        &[],
        "3.1",
        "place NAME at X Y heading DEGREES [speed N] [side NAME]",
        "puts a ship on the table",
        "place asahi at 10 20 heading 90 speed 2 side japan",
        "The centre of her base, x east and y north in inches from the south-west corner, heading clockwise from north. In \
         the sandbox any ship of the library, else a ship of the battle during the set-up.",
    ),
    order(
        "seal",
        &[],
        "3.3.1",
        "seal [SIDE]",
        "seals the plots of a side, or of both, with a code",
        "seal japan",
        "The code tells nothing of the plots; reveal shows them and proves by it that they are unchanged.",
    ),
    order(
        "division",
        &[],
        "5.1",
        "division NAME SHIP...",
        "forms a division, leader first",
        "division 1st asahi azuma",
        "The ships leave the divisions they were in. Lying one astern of the other they are in column.",
    ),
    order(
        "formation",
        &[],
        "5.2",
        "formation NAME DIVISION... [bearing D [interval N] [bearing D [interval N]]] | formation NAME disband",
        "groups divisions into a formation, or dissolves it",
        "formation van 1st 2nd",
        "The leading division first. Lines of bearing are true degrees from the leader, two of them an arrowhead; the interval \
         is 2.0 unless said. Who joins lies within 2.0 of one of its bases, or within the interval, up to 6.0. Divisions of a \
         formation follow and mimic each other, and check together whether orders arrive. Boats behind a light cruiser are a flotilla.",
    ),
    order(
        "reform",
        &[],
        "5.3.2",
        "reform NAME ahead | reform NAME bearing D [interval N] [bearing D [interval N]] [speed N]",
        "plots a flotilla's change of formation for this turn",
        "reform screen bearing 45 interval 2 speed 4",
        "It stands in place of plots. The division with the farthest to go runs the flotilla's speed, the others are placed. \
         Without a speed, as fast as all can go.",
    ),
    order(
        "flag",
        &[],
        "5.9.1",
        "flag DIVISION SHIP",
        "names another flagship of a division",
        "flag 1st azuma",
        "The division steers straight ahead this turn, and its signalling and initiative are no better than 0 from now on.",
    ),
    order(
        "checks",
        &[],
        "5.10",
        "checks on|off",
        "asks for command checks and limits of speed in the sandbox, or not",
        "checks on",
        "A battle is always played with them.",
    ),
    order(
        "measure",
        &["m"],
        "2.7",
        "measure NAME NAME RANGE [arc broadside|bow|stern|port|starboard]",
        "keeps a range read from the tape",
        "measure asahi retvizan 8.0",
        "A range within the sighting range also sights. Later lines of the turn may leave range and arc out. \
         A range typed for a division holds for its ships.",
    ),
    order(
        "sight",
        &[],
        "4.3",
        "sight NAME [by NAME...]",
        "says that the enemy sees a ship or a division, or which of his ships do",
        "sight retvizan by asahi",
        "For what no measured range has sighted. Without `by` every enemy sees her of whom the tape does not say otherwise.",
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
        "illuminate NAME TARGET searchlight|starshell [range N] [clear]",
        "lights a target by night",
        "illuminate asahi retvizan searchlight range 3",
        "Searchlights and starshells reach as far as the chart says, starshells from their date on. Between ships with positions the range may be left out, and clear denies that something stands in the line.",
    ),
    order(
        "target",
        &["t", "aim"],
        "3.3.5",
        "target NAME at NAME [range N] [arc A | bearing D] [battery B] [turned D] [target turned D] [courses D] [through NAME] \
         [downwind] [visibility V] [blocked by smoke|land | clear]",
        "declares fire",
        "target asahi at retvizan range 8",
        "Without a battery she uses every battery that bears and reaches. Arc: broadside, bow, stern, port, starboard, or the bearing in degrees off her bow. \
         Battery: big, medium, light. Visibility: poor, very-poor, extreme. A range or an arc measured this turn need not be \
         typed again; between ships with positions nothing need be typed, and what is typed holds: turned 0, courses 0, \
         through nobody, downwind no and clear deny what the positions say. The short form is asahi>retvizan 8.",
    ),
    order(
        "declared",
        &[],
        "3.3.5",
        "declared [SIDE|both]",
        "a side declares no more",
        "declared japan",
        "Without a side, both. Where clubs play it strictly it ends the big guns first; when those of both sides are declared, a \
         die says who allocates all of its medium and light guns first.",
    ),
    order(
        "fire",
        &["f"],
        "6.5",
        "fire all | fire NAME... [apart] [declared] [salvoes N] [dice F...]",
        "resolves declared fire",
        "fire asahi dice 3 9 4 2",
        "It closes what is still undeclared; while a side has a ship that could fire and has declared nothing it asks first, and \
         in a script it is refused until declared, or fire all declared. Medium and light batteries of one division fire together unless apart. \
         With salvoes 2 the first two are resolved and the rest stays declared. The numbers needed are shown before any die is asked for.",
    ),
    order(
        "launch",
        &[],
        "7.4",
        "launch NAME at TARGET factors N run N port|starboard marker M [dummy] [blocked by smoke|land | clear] | launch NAME T4/6/KONIG/10/P/Q",
        "plots a torpedo launch and places its marker",
        "launch 1st-tbd at retvizan factors 6 run 10 port marker Q",
        "The run is plotted with the launch and decides the number to hit. A dummy takes no factors. \
         The written form is turn, factors (D for a dummy), target, run, P or S, marker. Where smoke or land lies in the line by \
         position, clear denies it.",
    ),
    order(
        "meet",
        &[],
        "7.4.2",
        "meet MARKER [NAME angle D] [and NAME angle D] [line NAME angle D]",
        "says whom the torpedoes of a marker met",
        "meet Q retvizan angle 40",
        "The angle lies between the line from the marker and the keel of the ship. After line stand ships on the same \
         line of bearing. Where positions have found whom it met, the marker alone is enough.",
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
    apart::NONE,
    order(
        "coup",
        &[],
        "7.6",
        "coup NAME at TARGET [range N] [factors N] [clear]",
        "a torpedo into a cripple, the coup de grace",
        "coup asahi at rurik range 4 factors 1",
        "One factor unless more are named; clear denies that something stands in the line.",
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
        "Divisions with a position are tested as the Movement Segment begins, and their turn is carried out: straight away from \
         the guns, or as near to it as keeps clear of friends. For others the referee carries out what it says.",
    ),
    apart::ORDERS,
    apart::COLLIDE,
    order(
        "smoke",
        &[],
        "9.2",
        "smoke SHIP",
        "a ship makes smoke that nobody plotted, where a special rule lets her",
        "smoke retvizan",
        "In the Movement Segment, when all have moved: it lies along the way she has just run.",
    ),
    order(
        "exit",
        &[],
        "9.3",
        "exit SHIP [by north|east|south|west] [because \"reason\"]",
        "a ship leaves the table",
        "exit asahi by east",
        "A reason is asked for where a special rule speaks against it. To leave the program, type quit.",
    ),
    order(
        "set",
        &[],
        "9.2",
        "set NAME SETTING VALUE because \"reason\" | set sighting|visibility|rule|condition|sentence ... because \"reason\"",
        "sets a value, with the referee's reason",
        "set asahi speed 2.0 because \"engine room flooded by ruling\"",
        "What follows from a value follows at once. Settings: speed, top, fires, flotation, mounts (by name, or none), guns (quarters lost), torpedoes, sighted yes|no, lit yes|no, \
         rudder port|starboard|amidships [TURNS]|free (jammed so, for a D6 of turns if none are said), fate fighting|sinking|sunk|exploded|abandoned|exited, sighting N, visibility clear|poor|very-poor|extreme, \
         rule N on|off, condition N yes|no|open (of victory), sentence N SIDE|nobody (of victory, left to the referee).",
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
        "It rolls what is rolled afterwards, judges the conditions of victory and counts the points.",
    ),
    session("status", &["s"], "status", "turn, clock, segment and every ship", "status", "Short: s."),
    session(
        "duties",
        &[],
        "duties",
        "what is still owed in this segment",
        "duties",
        "While anything is owed, next refuses, unless it is waived. What is open may be done, and is not owed.",
    ),
    session(
        "view",
        &[],
        "view [SIDE]",
        "the briefing of a side: all that it may know, and nothing else",
        "view japan",
        "Own ships and plots, enemies in sight, those lost from sight, markers, duties. To be printed or shown.",
    ),
    session(
        "reveal",
        &[],
        "reveal [SIDE]",
        "sealed plots, and the proof that they are unchanged",
        "reveal japan",
        "Anyone can work the code out again from the lines shown, with sha256sum. What was plotted after the seal says so.",
    ),
    session(
        "pass",
        &[],
        "pass to SIDE | pass to table | pass to referee",
        "hands the keyboard to a side, and back",
        "pass to japan",
        "Until it is passed on, everything shown is what that side may know, and only its plots, launches and speeds are \
         taken. The table is everybody: of each side what the other sees, and no orders.",
    ),
    session(
        "referee",
        &[],
        "referee word [WORD]",
        "sets a word, without which nobody becomes the referee",
        "referee word",
        "Asked for by `pass to referee`, and where a game goes on that a side had; scripts say it: pass to referee WORD.",
    ),
    session(
        "sheet",
        &[],
        "sheet [DIVISION]",
        "division sheets: ships, flagship, ratings, plots",
        "sheet 1st",
        "The plots of every turn, and what was done instead where orders failed.",
    ),
    session(
        "where",
        &[],
        "where [NAME [NAME]]",
        "tells where ships lie, as tracked",
        "where asahi",
        "Without a name, every ship; of two units what lies between them, as `measure` tells it.",
    ),
    session(
        "map",
        &[],
        "map [NAME | X Y X Y] [arcs SHIP] [rings SHIP N...] [sight SHIP] [wakes] [side NAME] [ascii] [to FILE]",
        "draws the table, or a part of it",
        "map rings asahi 5 10 15",
        "A name shows the sea about a ship or a division, four numbers two corners of a part. arcs draws the arcs of fire of \
         a ship, rings range rings, sight how far is seen from her this turn, wakes the moves of all earlier turns. side shows what that side knows and nothing \
         else. to battle.svg or battle.png writes a picture to scale; nothing is ever overwritten.",
    ),
    session(
        "print",
        &[],
        "print [PART ...] [SHIP ...] [letter] [poker|index|1|2|4] [duplex] [side NAME] [to FILE]",
        "cards, sheets and charts on paper",
        "print cards charts to battle.pdf",
        "Parts are summary, briefing, cards, divisions, trackers, charts, result; without one, all that there is. Names print \
         the cards of those ships. letter is a size of paper, poker and index are small cards, 1, 2 or 4 lie on a page. side \
         prints what that side knows. duplex adds backs for both sides of the paper. to writes FILE.pdf, FILE.svg or \
         FILE.png; nothing is ever overwritten.",
    ),
    session(
        "move",
        &[],
        "move [NAME]",
        "what to do with every miniature, after the Movement Segment has begun",
        "move asahi",
        "By division: inches straight on, degrees round which template, where she ends.",
    ),
    session(
        "ranges",
        &[],
        "ranges [NAME [NAME]]",
        "ranges, bearings, arcs and lines of sight to all enemies",
        "ranges asahi",
        "Of one unit the nearest enemy comes first; without a name, of all; two units are measured. `measure all` is the same.",
    ),
    session(
        "odds",
        &["o"],
        "odds NAME at TARGET [range N] [as for target] | odds NAME | odds SHIP fires",
        "chances of a salvo before any die is thrown",
        "odds asahi at retvizan range 8",
        "Exact, from the present state, and by the very rules that would decide the salvo. What is left out is taken from what she has declared.",
    ),
    session(
        "card",
        &[],
        "card SHIP",
        "data card with live damage",
        "card asahi",
        "The margin shows the code of each hit.",
    ),
    session("tally", &[], "tally", "who would win now, and points", "tally", "Condition by condition."),
    session("log", &[], "log", "what has happened, as prose", "log", "Entries that were undone are marked."),
    session(
        "why",
        &[],
        "why [ENTRY]",
        "the arithmetic and paragraphs of a ruling",
        "why 12",
        "Without a number, the last entry.",
    ),
    session("undo", &["u"], "undo [N] [because WORDS]", "takes the last entry back", "undo", "If dice fell, say why."),
    session("redo", &[], "redo [N]", "does again what was undone", "redo", "With the same dice."),
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
