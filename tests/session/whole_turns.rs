//! Keys and lines of a complete measured turn with all input, segment by segment: plots with turns, ranges, batteries,
//! dice and damage. `docs/explanation/measurements.md` shows the result.
use std::cell::RefCell;

use super::with_setup;
use naval::{Naval, Segment, model::Setup};
use session::{Frontend, Input, Refusal, Session};

/// A table with physical dice: every question for dice is answered, and shown and typed text is counted.
#[derive(Default)]
struct DiceTable {
    counted: RefCell<Counted>,
    /// The generator's state. Its dice are the same in every run.
    random: RefCell<u32>,
}

/// The number of keys typed, with every Enter, and of lines on the screen, with those of the prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Counted {
    keys: usize,
    lines: usize,
}

impl DiceTable {
    fn count(&self, typed: &str, shown: &str) {
        let mut counted = self.counted.borrow_mut();
        counted.keys += typed.chars().count() + 1;
        counted.lines += 1 + shown.lines().count();
    }

    fn face(&self, sides: u32) -> u32 {
        let mut random = self.random.borrow_mut();
        *random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        1 + (*random >> 16) % sides
    }

    /// Rolls the dice for a question such as `Izumo, to hit 3 or less [6.5.1], 2 D20: `. `None` if it asks for no dice.
    fn faces(&self, question: &str) -> Option<String> {
        let question = question.trim_end_matches([' ', ':']);
        let (count, sides) = question.rsplit_once(", ").map_or(question, |(_, dice)| dice).split_once(" D")?;
        let (count, sides): (usize, u32) = (count.parse().ok()?, sides.parse().ok()?);
        Some((0..count).map(|_| self.face(sides).to_string()).collect::<Vec<_>>().join(" "))
    }
}

impl Frontend for DiceTable {
    fn can_ask(&self) -> bool {
        true
    }
    fn ask(&self, question: &str) -> Result<Input, Refusal> {
        let line = self.faces(question).unwrap_or_else(|| panic!("no answer is known: {question}"));
        self.count(&line, "");
        Ok(Input::Line(line))
    }
    plain_frontend!();
    fn aside(&self, words: &str) {
        self.counted.borrow_mut().lines += words.lines().count();
    }
}

fn ulsan() -> Setup {
    let mut setup = load::scenario(&naval_kit::builtin(), "ulsan").unwrap();
    setup.remove_positions();
    setup
}

/// The lines of a turn: before the fire, to declare it, to fire it, and to continue.
struct Turn {
    what: &'static str,
    before: &'static [&'static str],
    declaring: &'static [&'static str],
    fire: &'static str,
    on: &'static str,
}

const fn turn_lines(what: &'static str, before: &'static [&'static str], declaring: &'static [&'static str]) -> Turn {
    Turn { what, before, declaring, fire: "f all", on: "n p" }
}

const TURNS: [Turn; 4] = [
    turn_lines("1, straight on", &["n g"], &["2nd>v 8.5 8.9 8.9 9.1", "v>2nd", "v>4 m 9"]),
    // All ships turn together, and back again in the next turn.
    turn_lines(
        "2, all turn together",
        &["p 2nd SR30", "p v SR30", "n g"],
        &["2nd>v 8.4 8.6 8.6 8.8", "v>2nd", "v>4 m 8.6"],
    ),
    turn_lines("3, and back", &["p 2nd SL30", "p v SL30", "n g"], &["2nd>v 8.3 8.4 8.4 8.6", "v>2nd", "v>4 m 8.5"]),
    // Both in column, one ship after the other.
    turn_lines(
        "4, both turn in column",
        &["p 2nd 1-CR45", "p v 0.5-CR45", "n g"],
        &["2nd>v 8.2 8.4 8.4 8.6", "v>2nd", "v>4 m 8.5"],
    ),
];

/// Turns 1 and 2 typed without short forms.
const IN_FULL: [Turn; 2] = [
    Turn {
        what: "1, in full words",
        before: &["next to gunfire"],
        declaring: &["2nd>vladivostok 8.5 8.9 8.9 9.1", "vladivostok>2nd", "vladivostok>iwate medium 9"],
        fire: "fire all",
        on: "next to plotting",
    },
    Turn {
        what: "2, in full words",
        before: &["plot 2nd SR30", "plot vladivostok SR30", "next to gunfire"],
        declaring: &["measure 2nd vladivostok 8.4 8.6 8.6 8.8 rossia iwate 8.6 gromoboi iwate 8.6", "again"],
        fire: "fire all",
        on: "next to plotting",
    },
];

/// Types a line at the table and counts it; returns the answer.
fn type_line(table: &DiceTable, session: &mut Session<'_, Naval>, line: &str) -> String {
    let text = session.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}")).text;
    table.count(line, &text);
    text
}

/// Returns a line for each repair listed as still open, of the first hit of each ship.
fn repairs(text: &str) -> Vec<String> {
    let words = text.split("repair ").skip(1).filter_map(|part| part.split(['.', ',']).next());
    words.map(|hit| format!("rep {hit}")).collect()
}

/// Plays these turns. Returns the keys and lines of each: before the fire, declaring, firing, and afterwards.
fn played(turns: &[Turn]) -> Vec<[Counted; 4]> {
    let table = DiceTable::default();
    with_setup(ulsan(), &table, |session| {
        type_line(&table, session, "dice ask");
        let counts = turns.iter().map(|turn| {
            let mut counts = Vec::new();
            let mut segment = |session: &mut Session<'_, Naval>, lines: &[&str]| {
                table.counted.take();
                lines.iter().for_each(|line| drop(type_line(&table, session, line)));
                counts.push(*table.counted.borrow());
            };
            segment(session, turn.before);
            assert_eq!(session.state().segment, Segment::Gunfire);
            segment(session, turn.declaring);
            assert_eq!(session.state().this_move.declarations.len(), 10, "seven salvoes and three batteries");
            segment(session, &[turn.fire]);
            table.counted.take();
            let text = type_line(&table, session, turn.on);
            if text.contains("Still open") {
                for line in ["n", "n"] {
                    type_line(&table, session, line);
                }
                assert_eq!(session.state().segment, Segment::DamageControl);
                repairs(&text).iter().for_each(|line| drop(type_line(&table, session, line)));
                type_line(&table, session, turn.on);
            }
            counts.push(*table.counted.borrow());
            assert_eq!(session.state().segment, Segment::Plotting);
            <[Counted; 4]>::try_from(counts).unwrap()
        });
        counts.collect()
    })
}

/// All turns that the page shows, with a title for each.
fn all_turns() -> Vec<(&'static str, [Counted; 4])> {
    let counts_of = |turns: &'static [Turn]| turns.iter().map(|turn| turn.what).zip(played(turns)).collect::<Vec<_>>();
    [counts_of(&TURNS), counts_of(&IN_FULL)].concat()
}

fn total(turn: &[Counted; 4]) -> Counted {
    turn.iter()
        .fold(Counted::default(), |all, step| Counted { keys: all.keys + step.keys, lines: all.lines + step.lines })
}

/// The table on the page.
fn table_of(turns: &[(&str, [Counted; 4])]) -> String {
    let mut lines = vec![
        "| turn of Ulsan, keys/lines | to gunfire | declaring | firing | to the next turn | all |".to_owned(),
        "|---|---|---|---|---|---|".to_owned(),
    ];
    let shown = |counted: &Counted| format!("{}/{}", counted.keys, counted.lines);
    lines.extend(turns.iter().map(|(what, turn)| {
        let parts: Vec<String> = turn.iter().map(shown).collect();
        format!("| {what} | {} | {} |", parts.join(" | "), shown(&total(turn)))
    }));
    lines.join("\n")
}

#[test]
fn a_measured_turn_takes_the_keys_listed_on_the_page_of_measurements() {
    let table = table_of(&all_turns());
    let page = include_str!("../../docs/explanation/measurements.md");
    assert!(page.contains(&table), "the page must contain:\n{table}");
}

#[test]
fn a_measured_turn_takes_at_most_140_keys_and_45_lines() {
    for turn in played(&TURNS) {
        let all = total(&turn);
        assert!(all.keys <= 140 && all.lines <= 45, "{turn:?}");
    }
}

#[test]
fn plotted_turns_and_courses_need_not_be_typed() {
    let table = DiceTable::default();
    with_setup(ulsan(), &table, |session| {
        let Turn { before, declaring, .. } = TURNS[1];
        let text: Vec<String> = before.iter().map(|line| type_line(&table, session, line)).collect();
        let shown = text.last().unwrap();
        assert!(shown.contains("Plotted: 2nd Division and Vladivostok cruisers turned 30, on 135"), "{shown}");
        declaring.iter().for_each(|line| drop(type_line(&table, session, line)));
        for declaration in &session.state().this_move.declarations {
            let (own, target) = (declaration.conditions.turned_deg, declaration.conditions.target_turned_deg);
            assert_eq!((own, target, declaration.conditions.courses_deg), (30, 30, 0), "{}", declaration.firer);
        }
        // If the courses on the table differ, one line corrects all declared shots.
        type_line(&table, session, "course v 105");
        let all = &session.state().this_move.declarations;
        assert!(all.iter().all(|declaration| declaration.conditions.courses_deg == 30), "{all:?}");
    });
}

#[test]
fn degrees_after_a_line_of_two_divisions_are_not_a_range() {
    let table = DiceTable::default();
    with_setup(ulsan(), &table, |session| {
        type_line(&table, session, "n g");
        type_line(&table, session, "2nd>v 8.5 8.9 turned 30 courses 45");
        let all = &session.state().this_move.declarations;
        assert!(
            all.iter()
                .all(|declaration| (declaration.conditions.turned_deg, declaration.conditions.courses_deg) == (30, 45)),
            "{all:?}"
        );
        let ranges: Vec<String> = all.iter().map(|declaration| declaration.range.to_string()).collect();
        assert_eq!(ranges, ["8.5", "8.9", "8.9", "8.9"]);
    });
}

#[test]
fn declarations_share_lines_and_common_words_are_printed_once() {
    let table = DiceTable::default();
    with_setup(ulsan(), &table, |session| {
        type_line(&table, session, "n g");
        type_line(&table, session, "2nd>v 8.5 8.9 8.9 9.1");
        let text = type_line(&table, session, "v>2nd");
        assert!(text.lines().any(|line| 2 <= line.matches('#').count()) && text.ends_with("all broadside"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        type_line(&table, session, "undo 2 because \"again\"");
        let text = type_line(&table, session, "2nd>v 8.5 8.9 8.9 9.1");
        assert!(text.matches("out of turn").count() <= 1, "{text}");
    });
}
