//! Lines that are not understood: the position of the error, its text and its hint.
use naval::notation::*;

use super::battle;

/// The line is not understood: the error is at `bad`, with the text `what` and the hint `hint`.
#[track_caller]
fn check_error(line: &str, bad: &str, what: &str, hint: &str) {
    let error = parse(&battle(), line).expect_err(line);
    assert_eq!(&line[error.at.clone()], bad, "{line}: {error:?}");
    assert_eq!(error.what, what, "{line}");
    assert_eq!(error.hint.as_ref().map(ToString::to_string).as_deref(), Some(hint), "{line}");
}

#[test]
fn errors_show_position_text_and_hint() {
    let length = "a length is a number of table inches, such as 8 or 3.25";
    let faces = "dice show 0 to 100: 0 means 10 on a D10, 00 means 100 on a D100";
    for (line, bad, what, hint) in [
        // Verbs.
        ("", "", "Nothing was typed.", "type `next`, or `help` for the commands"),
        (
            "targte asahi",
            "targte",
            "There is no command \"targte\".",
            "did you mean target? For example: target asahi at retvizan range 8",
        ),
        ("xyzzy", "xyzzy", "There is no command \"xyzzy\".", "type `help` for the commands"),
        (
            "re asahi",
            "re",
            "\"re\" may be reform, repair, react, rest, reveal, referee or redo.",
            "type more letters: reform, repair, react, rest, reveal, referee or redo",
        ),
        (
            "status",
            "status",
            "\"status\" is not an order: the prompt answers it.",
            "type it alone: status [all | DIVISION | SHIP]",
        ),
        ("\"fire\" all", "\"fire\"", "A line begins with a command, not \"fire\".", "type `help` for the commands"),
        // Names.
        ("sight retvisan", "retvisan", "There is no ship or division \"retvisan\".", "did you mean retvizan?"),
        ("target asahi at retvs range 8", "retvs", "There is no ship or division \"retvs\".", "did you mean retvizan?"),
        ("fire r", "r", "\"r\" may be Retvizan, Rurik or Rossia.", "type more of the name: retvizan, rurik or rossia"),
        ("sight r", "r", "\"r\" may be Retvizan, Rurik or Rossia.", "type more of the name: retvizan, rurik or rossia"),
        ("fire as", "as", "\"as\" may be Asahi or Askold.", "type more of the name: asahi or askold"),
        (
            "sight russia",
            "russia",
            "Russia is a side, but a ship or division is needed here.",
            "there are: asahi, azuma, koenig, naniwa, retvizan, poltava, rurik, rossia, askold, light, ikazuchi, inazuma ...",
        ),
        ("torpedoes germany", "germany", "There is no side \"germany\".", "there are: japan, russia"),
        ("miss Z", "Z", "There is no torpedo marker \"Z\".", "there are: Q"),
        ("target asahi retvizan rnage 8", "rnage", "\"rnage\" does not fit here.", "did you mean range?"),
        ("fire al", "al", "There is no ship or division \"al\".", "did you mean all?"),
        // Numbers.
        ("measure asahi retvizan range nan", "nan", "The range must be a number, not \"nan\".", length),
        ("measure asahi retvizan range inf", "inf", "The range must be a number, not \"inf\".", length),
        ("measure asahi retvizan 1e400", "1e400", "The range must be a number, not \"1e400\".", length),
        ("measure asahi retvizan -8", "-8", "The range cannot be less than 0.", length),
        (
            "measure asahi retvizan 800",
            "800",
            "The range of 800\" is above the maximum.",
            "lengths run from 0 to 100.0",
        ),
        ("measure asahi retvizan 8,5", "8,5", "The range cannot be \"8,5\".", "write 8.5"),
        ("place asahi at 10,5 20 heading 90", "10,5", "The place from the west edge cannot be \"10,5\".", "write 10.5"),
        (
            "place asahi at x 20 heading 90",
            "x",
            "The place from the west edge cannot be \"x\".",
            "places are inches from the south-west corner (x east, y north), headings degrees from north",
        ),
        ("launch asahi T1/1/RETVIZAN/2,5/P/Q", "2,5", "\"2,5\" is not a run in inches.", "write 2.5"),
        (
            "target asahi retvizan turned 400",
            "400",
            "The firer's turn cannot be \"400\".",
            "type a whole number from 0 to 360",
        ),
        (
            "target asahi retvizan turned 7.5",
            "7.5",
            "The firer's turn cannot be \"7.5\".",
            "type a whole number from 0 to 360",
        ),
        (
            "set asahi fires 256 because x",
            "256",
            "The number of fires cannot be \"256\".",
            "type a whole number from 0 to 255",
        ),
        (
            "launch asahi at ret factors -1",
            "-1",
            "The number of factors cannot be \"-1\".",
            "type a whole number from 0 to 255",
        ),
        ("launch asahi at ret 6 run 10", "6", "\"6\" does not fit here.", "name each number: factors 6 run 10"),
        // Dice.
        ("fire asahi dice 3 101", "101", "No die can show \"101\".", faces),
        ("fire asahi dice 3 9,x 4", "x", "No die can show \"x\".", faces),
        (
            "fire asahi dice 3 9 declared",
            "declared",
            "\"declared\" comes after the dice, which must be last.",
            "fire asahi declared dice 3 9",
        ),
        ("fire asahi dice -3", "-3", "No die can show \"-3\".", faces),
        ("fire asahi dice", "dice", "There are no dice after \"dice\".", "type the dice in order: dice 3 9 4 2"),
        // Too few words, too many, repeated or unsuitable ones.
        ("measure asahi", "", "The ship measured to is missing.", "for example: measure asahi retvizan 8.0"),
        ("measure asahi retvizan", "", "The range is missing.", "for example: measure asahi retvizan 8.0"),
        ("target asahi", "", "The target is missing.", "for example: target asahi at retvizan range 8"),
        (
            "target asahi at",
            "",
            "The name of a ship or division is missing.",
            "for example: target asahi at retvizan range 8",
        ),
        ("fire", "", "The firing ship is missing.", "for example: fire asahi dice 3 9 4 2"),
        ("fire asahi asahi", "asahi", "Asahi is named twice.", "name every ship once"),
        (
            "fire asahi at retvizan",
            "at",
            "`fire` resolves declared fire, so declare a target first.",
            "type target asahi at retvizan range 8, then fire asahi",
        ),
        (
            "target asahi retvizan range 8 range 9",
            "range 9",
            "The range is given twice.",
            "usage: target NAME at NAME [range N] [arc A] [battery B] [CONDITIONS] | NAME>NAME N",
        ),
        ("sight retvizan rurik", "rurik", "\"rurik\" does not fit here.", "usage: sight NAME [by NAME...]"),
        (
            "target asahi retvizan arc sideways",
            "sideways",
            "The arc cannot be \"sideways\".",
            "type broadside, bow, stern, port or starboard",
        ),
        (
            "target asahi retvizan battery bgi",
            "bgi",
            "The battery cannot be \"bgi\".",
            "did you mean big? Valid: big, medium or light",
        ),
        ("exit asahi by up", "up", "The edge cannot be \"up\".", "type north, east, south or west"),
        (
            "exit",
            "",
            "The ship that leaves the table is missing.",
            "exit asahi by east, or type quit to leave the program",
        ),
        (
            "next to gunfrie",
            "gunfrie",
            "The segment cannot be \"gunfrie\".",
            "did you mean gunfire? Valid: plotting, movement, sighting, illumination, gunfire, torpedo, damage-control or damage",
        ),
        ("note", "", "The note is missing.", "for example: note \"Asahi made smoke\""),
        ("note \"she was", "\"she was", "The quotation is not closed.", "close it with \""),
        ("set asahi speed 2", "", "`set` needs a reason.", "add: because \"...\""),
        ("set asahi speed 2 because \" \"", "\" \"", "The reason is empty.", "type it in words: \"...\""),
        (
            "set foo speed 1 because x",
            "foo",
            "There is no ship or division \"foo\".",
            "there are: asahi, azuma, koenig, naniwa, retvizan, poltava, rurik, rossia, askold, light, ikazuchi, inazuma ...",
        ),
        (
            "set flotatio fires 1 because x",
            "flotatio",
            "There is no ship or division \"flotatio\".",
            "there are: asahi, azuma, koenig, naniwa, retvizan, poltava, rurik, rossia, askold, light, ikazuchi, inazuma ...",
        ),
        (
            "set retvisan speed 1 because x",
            "retvisan",
            "There is no ship or division \"retvisan\".",
            "did you mean retvizan?",
        ),
        (
            "set speed 1 foo because x",
            "foo",
            "There is no ship or division \"foo\".",
            "there are: asahi, azuma, koenig, naniwa, retvizan, poltava, rurik, rossia, askold, light, ikazuchi, inazuma ...",
        ),
        ("set asahi sped 2 because x", "sped", "There is no setting \"sped\".", "did you mean speed?"),
        (
            "set asahi sighted perhaps because x",
            "perhaps",
            "The answer cannot be \"perhaps\".",
            "type yes, no, true, false, on, off, y or n",
        ),
        (
            "repair asahi !!",
            "!!",
            "There is no hit \"!!\" in the margin of a card.",
            "name a hit by its kind or its code, such as fire or F2",
        ),
        (
            "launch asahi at ret factors 1 run 5 port marker not-a-marker",
            "not-a-marker",
            "\"not-a-marker\" cannot name a marker.",
            "a marker is a letter or a short word, such as Q",
        ),
    ] {
        check_error(line, bad, what, hint);
    }
}

#[test]
fn a_plot_with_turns_needs_a_position_if_checks_are_off() {
    let line = "plot 2nd 1-CL60-1-SR30 speed 4";
    // If command checks apply, the turn is written down because it needs orders. [5.10]
    assert!(
        matches!(parse(&battle(), line).unwrap().command, naval::Command::Plot { launches, .. } if launches.is_empty())
    );
    let mut open = battle();
    open.checks = false;
    let error = parse(&open, line).unwrap_err();
    assert_eq!(&line[error.at.clone()], "1-CL60-1-SR30");
    assert_eq!(error.rule.map(|rule| rule.to_string()).as_deref(), Some("5.7"));
    assert_eq!(error.what, "A unit without a position can plot only a speed, not turns.");
    assert_eq!(
        error.hint.as_ref().map(ToString::to_string).as_deref(),
        Some("type plot 2nd speed 2.0, or first give it a position: place SHIP at X Y heading DEGREES")
    );
    assert_eq!(error.caret(line), "plot 2nd 1-CL60-1-SR30 speed 4\n         ^^^^^^^^^^^^^");
}

#[test]
fn damage_control_can_be_abbreviated_and_damage_needs_all_letters() {
    use naval::{Command, Segment};
    for (word, segment) in [
        ("d", Segment::DamageControl),
        ("dam", Segment::DamageControl),
        ("damag", Segment::DamageControl),
        ("damage-c", Segment::DamageControl),
        ("damage", Segment::Damage),
    ] {
        let command = parse(&battle(), &format!("next {word}")).unwrap().command;
        assert_eq!(command, Command::Next { to: Some(segment), waive: None }, "{word}");
    }
}
