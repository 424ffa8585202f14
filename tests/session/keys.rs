//! The number of keys in a turn: every letter and Enter that is typed, in the golden Ulsan and at Jutland.
use super::{OneAnswer, with_scenario, with_setup};
use naval::{Naval, Segment, State, model::Setup};
use session::Session;

const ULSAN: &str = include_str!("../suite/ulsan.script");

/// Ulsan played by tape.
fn ulsan() -> Setup {
    let mut setup = load::scenario(&naval_kit::builtin(), "ulsan").unwrap();
    setup.divisions.iter_mut().for_each(|division| division.at = None);
    setup
}

fn type_line(session: &mut Session<'_, Naval>, line: &str) -> String {
    session.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}")).text
}

/// The golden lines of a turn.
fn lines_of_turn(turn: usize) -> impl Iterator<Item = &'static str> {
    let lines = ULSAN.lines().skip_while(move |line| *line != format!("# Turn {turn}")).skip(1);
    lines.take_while(|line| !line.starts_with("# Turn")).filter(|line| !line.is_empty())
}

/// Firing ships, guns, targets and ranges, in any order of declaration.
fn declared(state: &State) -> Vec<String> {
    let all = state.this_move.declarations.iter();
    let mut all: Vec<String> = all
        .map(|declaration| {
            format!("{}>{} {} {}", declaration.firer, declaration.target, declaration.range, declaration.battery)
        })
        .collect();
    all.sort();
    all
}

/// Plays the golden battle up to the declarations of a turn, and then runs the given steps.
fn at_gunfire_of<T>(turn: usize, play: impl FnOnce(&mut Session<'_, Naval>) -> T) -> T {
    with_setup(ulsan(), &OneAnswer::default(), |session| {
        (1..turn).flat_map(lines_of_turn).for_each(|line| drop(type_line(session, line)));
        lines_of_turn(turn)
            .take_while(|line| !line.starts_with("target"))
            .for_each(|line| drop(type_line(session, line)));
        assert_eq!(session.state().segment, Segment::Gunfire);
        play(session)
    })
}

/// The declarations of a golden turn, without those of medium guns if `big_alone`.
fn golden(turn: usize, big_alone: bool) -> Vec<String> {
    at_gunfire_of(turn, |session| {
        let targets = lines_of_turn(turn).filter(|line| line.starts_with("target"));
        targets.filter(|line| !big_alone || !line.contains("medium")).for_each(|line| drop(type_line(session, line)));
        declared(session.state())
    })
}

fn key_count(lines: &[&str]) -> usize {
    lines.iter().map(|line| line.chars().count() + 1).sum()
}

/// Types these declarations, which must equal the golden ones, and fires. Returns the number of keys.
fn keys_to_fire(turn: usize, lines: &[&str], big_alone: bool) -> usize {
    let golden = golden(turn, big_alone);
    at_gunfire_of(turn, |session| {
        lines.iter().for_each(|line| drop(type_line(session, line)));
        assert_eq!(declared(session.state()), golden);
        type_line(session, "f all");
        key_count(lines) + key_count(&["f all"])
    })
}

/// Turns of Ulsan, each with two lines that declare all big guns, and one for the Russian medium batteries.
const TURNS: [(usize, [&str; 3]); 3] = [
    (1, ["2nd>v 8.5 8.9 8.9 9.1", "v>2nd", "v>4 m 9"]),
    (2, ["2nd>v 9.1 8.9", "v>2nd", "v>4 m 9"]),
    (3, ["2nd>v 8.9 8.5", "v>2nd", "v>4 m 9"]),
];

#[test]
fn ulsans_big_guns_take_at_most_34_keys() {
    let counts = TURNS.map(|(turn, lines)| keys_to_fire(turn, &lines[..2], true));
    assert_eq!(counts, [34, 26, 26]);
}

#[test]
fn with_the_medium_batteries_ulsans_gunfire_takes_42_keys_at_most() {
    let counts = TURNS.map(|(turn, lines)| keys_to_fire(turn, &lines, false));
    assert_eq!(counts, [42, 34, 34]);
}

#[test]
fn ulsans_big_guns_with_table_dice_take_67_keys() {
    let lines = ["2nd>v 8.9 8.5", "v>2nd"];
    let golden = golden(3, true);
    at_gunfire_of(3, |session| {
        lines.iter().for_each(|line| drop(type_line(session, line)));
        assert_eq!(declared(session.state()), golden);
        let fire = "f all d 19 7 13 14 7 11 15 10 6 8 5 13 9 16 15";
        type_line(session, fire);
        assert_eq!(key_count(&lines) + key_count(&[fire]), 67);
    });
}

#[test]
fn a_whole_turn_at_jutland_takes_93_keys() {
    with_scenario("jutland-run-south", &OneAnswer::default(), |session| {
        for line in ["rest straight", "n to g", "n to p"].into_iter().cycle().take(9) {
            type_line(session, line);
        }
        let turn = [
            "rest straight",
            "n to g",
            "1st-b>1sg-a",
            "1sg-a>1st-b",
            "1sg-b>2nd-l",
            "f all declared",
            "n to damage-c",
            "n to p",
        ];
        for line in turn {
            let text = type_line(session, line);
            if line.contains('>') {
                assert!(text.contains('"'), "{line}: a ship declares: {text}");
            }
        }
        assert_eq!(key_count(&turn), 93);
    });
}
