//! What `next` skips, replaced dice, lines carried out completely or not at all, and last turn's targets again.
use super::{OneAnswer, with_scenario};
use naval::{Naval, Segment, model::Alternation};
use play::journal::Entry;
use session::{DiceMode, Frontend, Input, Refusal, RulingDetail, Session};
use std::cell::Cell;

fn type_line(session: &mut Session<'_, Naval>, line: &str) -> String {
    session.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}")).text
}

fn type_lines(session: &mut Session<'_, Naval>, lines: &[&str]) {
    lines.iter().for_each(|line| drop(type_line(session, line)));
}

fn refusal(session: &mut Session<'_, Naval>, line: &str) -> Refusal {
    session.line(line).err().unwrap_or_else(|| panic!("{line} is taken"))
}

fn entries(session: &Session<'_, Naval>) -> usize {
    session.journal().entries().len()
}

/// Asahi hits Retvizan once. After the lines of `REPAIRABLE`, the hit can be repaired in the next turn.
const FOUGHT: [&str; 3] = ["next to gunfire", "target asahi at retvizan range 8", "fire all declared dice 3 20 20 8 5"];
const REPAIRABLE: [&str; 2] = ["next to damage", "damage all dice 5"];

#[test]
fn r3_2_in_a_script_next_lists_what_it_skipped() {
    with_scenario("asahi-retvizan", &OneAnswer::default(), |session| {
        type_lines(session, &["next to gunfire", "measure asahi retvizan 8"]);
        let answer = session.line("next").unwrap();
        let text: Vec<&str> = answer.text.lines().filter(|line| line.starts_with("Skipped: ")).collect();
        let silent = |side| format!("Skipped: {side} has declared no fire. [3.3.5]");
        assert_eq!(text, [silent("Japan"), silent("Russia")], "{}", answer.text);
        assert_eq!(answer.json["passed"][0]["segment"], "gunfire");
        assert!(!type_line(session, "next").contains("Skipped"), "nothing was open in the Torpedo Segment");
    });
}

#[test]
fn r3_3_5_a_side_that_declared_fire_or_none_is_not_named() {
    for (line, named) in [("asahi>retvizan 8", "Russia"), ("declared russia", "Japan")] {
        with_scenario("asahi-retvizan", &OneAnswer::default(), |session| {
            type_lines(session, &["next to gunfire", "measure asahi retvizan 8", line]);
            let text = type_line(session, "next waive \"a drill\"");
            assert_eq!(text.matches("Skipped: ").count(), 1, "{line}: {text}");
            assert!(text.contains(&format!("Skipped: {named} has")), "{line}: {text}");
        });
    }
}

#[test]
fn r8_6_next_names_untried_repairs_only() {
    with_scenario("asahi-retvizan", &OneAnswer::default(), |session| {
        type_lines(session, &FOUGHT);
        type_lines(session, &REPAIRABLE);
        type_lines(session, &["next to torpedo", "none in reach", "next"]);
        assert!(type_line(session, "duties").contains("may try one repair"));
        let text = type_line(session, "next");
        assert!(text.contains("Skipped: Retvizan may try one repair (S1): repair retvizan S1. [8.6]"), "{text}");
        type_lines(session, &["undo", "repair retvizan S1 dice 10"]);
        assert!(!type_line(session, "next").contains("Skipped"));
    });
}

#[test]
fn r3_3_1_skipping_a_whole_plotting_segment_is_reported() {
    with_scenario("asahi-retvizan", &OneAnswer::default(), |session| {
        assert!(!type_line(session, "next to gunfire").contains("Skipped"), "the segment was under way");
        let text = type_line(session, "next to gunfire");
        assert!(text.contains("Skipped: all of the Plotting Segment of turn 2. [3.3.1]"), "{text}");
        assert!(!type_line(session, "next to plotting").contains("Skipped"), "it has begun and was not skipped");
    });
}

#[test]
fn r3_2_a_person_is_warned_once_and_a_second_next_skips() {
    let person = OneAnswer { answer: Some(""), ..OneAnswer::default() };
    with_scenario("asahi-retvizan", &person, |session| {
        type_lines(session, &["next to gunfire", "measure asahi retvizan 8"]);
        let before = entries(session);
        let text = type_line(session, "next");
        assert!(text.starts_with("Still open in the Gunfire Segment:\n  Japan has declared no fire."), "{text}");
        assert!(text.ends_with("\n`next` again skips it.") && entries(session) == before, "{text}");
        let text = type_line(session, "next");
        assert!(!text.contains("declared no fire") && session.state().segment == Segment::Torpedo, "{text}");
        // A Plotting Segment is not skipped unasked either.
        let text = type_line(session, "next to gunfire");
        assert!(
            text.starts_with("`next to gunfire` would skip in the Plotting Segment:\n  all of the Plotting Segment"),
            "{text}"
        );
        let text = type_line(session, "next to gunfire");
        assert!(!text.contains("Skipped") && session.state().turn == 2, "{text}");
    });
}

#[test]
fn replaced_dice_are_ruled_again_and_both_rolls_stay_in_the_journal() {
    with_scenario("asahi-retvizan", &OneAnswer::default(), |session| {
        type_lines(session, &FOUGHT);
        let before = entries(session);
        for (line, what, hint) in [
            ("amend 3 dice 20 20 20", "3 dice rolled earlier", "because"),
            (
                "amend 3 because \"misread\" dice 20 20",
                "entry 3: This order needs 1 D20 more (Asahi, to hit 7 or less)",
                "amend 3 dice",
            ),
            ("amend 3 because \"misread\" dice 3 20 20", "needs 1 D20 more (Asahi, size 11 or less)", "amend 3 dice"),
            ("amend 3 because \"misread\" dice 20 20 20 4 5", "2 dice too many: 4 5", "omit dice"),
            ("amend 3 because \"misread\" dice 21 20 20", "D20", ""),
            ("amend 2 dice 4", "1 die too many: 4", "omit dice"),
            ("amend 9 dice 4", "Entry 9 is not a command or was undone.", "log"),
            ("amend 9 at retvizan", "Entry 9 is not a command or was undone.", "log"),
            ("amend 3 dice", "There are no dice after", "dice 3 9 4 2"),
        ] {
            let problem = refusal(session, line);
            assert!(problem.error.what.contains(what), "{line}: {problem}");
            assert!(problem.error.hint.map(|hint| hint.to_string()).unwrap_or_default().contains(hint), "{line}");
        }
        assert_eq!(entries(session), before);
        let text = type_line(session, "amend 3 because \"misread\" dice 20 20 20");
        assert!(text.starts_with("#3 is now: fire all dice 20 20 20\n"), "{text}");
        assert!(text.contains("#3 Asahi>Retvizan was 1 pen, now no hit"), "{text}");
        assert!(type_line(session, "log").contains("entry 3 amended: fire all dice 20 20 20, because \"misread\""));
        let entry_dice = |entry: &_| if let Entry::Did { events, .. } = entry { dice(events) } else { Vec::new() };
        assert_eq!(session.journal().entry(3).map(entry_dice), Some(vec![3, 20, 20, 8, 5]), "the first dice stay");
        session.journal().verify().unwrap();
        type_line(session, "undo because \"it was read rightly\"");
        assert_eq!(session.state().held_hits.len(), 1, "after undo the first dice apply");
        session.journal().verify().unwrap();
    });
}

fn dice(events: &[naval::NavalEvent]) -> Vec<u8> {
    events.iter().flat_map(|event| &event.dice).map(|roll| roll.face).collect()
}

#[test]
fn dice_of_the_program_are_replaced_for_good_and_not_rolled_again() {
    with_scenario("asahi-retvizan", &OneAnswer::default(), |session| {
        type_lines(session, &FOUGHT[..2]);
        type_lines(session, &["fire all declared"]);
        let command_dice = |session: &Session<'_, Naval>, entry| {
            session
                .journal()
                .commands()
                .iter()
                .find(|applied| applied.entry == entry)
                .map(|applied| dice(applied.events))
                .unwrap()
        };
        let first = command_dice(session, 3);
        type_lines(session, &["amend 3 because \"thrown on the table\" dice 20 20 20"]);
        assert_eq!(command_dice(session, 3), [20, 20, 20]);
        // An amendment of the declaration keeps the typed dice.
        type_lines(session, &["amend 2 because \"nearer\" target asahi at retvizan range 7"]);
        assert_eq!(command_dice(session, 3), [20, 20, 20]);
        type_lines(session, &["next to gunfire waive \"a drill\"", "asahi>retvizan 8", "fire all declared"]);
        let number = session.journal().commands().last().unwrap().entry;
        assert_ne!(command_dice(session, number)[..3], first[..3], "dice that were seen are not rolled again");
        session.journal().verify().unwrap();
    });
}

/// A person who cancels at every question. Counts the questions.
struct CancellingPerson(Cell<usize>);

impl Frontend for CancellingPerson {
    fn can_ask(&self) -> bool {
        true
    }
    fn ask(&self, _: &str) -> Result<Input, Refusal> {
        self.0.set(self.0.get() + 1);
        Ok(Input::Interrupted)
    }
    plain_frontend!();
    fn aside(&self, _: &str) {}
}

#[test]
fn cancelling_the_last_order_of_a_line_cancels_the_whole_line() {
    super::with_frontend("asahi-retvizan", &CancellingPerson(Cell::new(0)), |session| {
        type_lines(session, &["next to gunfire", "dice ask", "measure asahi retvizan 8"]);
        let problem = refusal(session, "asahi>retvizan; fire all");
        assert!(problem.error.what.contains("Cancelled"), "{problem}");
        assert!(session.state().this_move.declarations.is_empty(), "the first is cancelled with it");
    });
}

#[test]
fn r3_3_5_a_second_again_says_that_all_have_declared_again() {
    with_scenario("asahi-retvizan", &OneAnswer::default(), |session| {
        type_lines(session, &FOUGHT);
        type_lines(session, &["next to gunfire waive \"a drill\"", "measure asahi retvizan 8", "again"]);
        let problem = refusal(session, "again");
        assert_eq!(problem.error.what, "Every battery that declared fire in turn 1 has declared again.");
    });
}

#[test]
fn r3_3_5_again_declares_until_no_side_waits_for_its_turn() {
    let mut setup = load::scenario(&naval_kit::builtin(), "asahi-retvizan").unwrap();
    setup.options.alternation = Alternation::Strict;
    super::with_setup(setup, &OneAnswer::default(), |session| {
        let first = ["next to gunfire dice 6 1", "asahi>retvizan 8", "retvizan>asahi 8 dice 6 1", "declared"];
        type_lines(session, &first);
        type_lines(session, &["fire all dice 20 20 20 20", "next to torpedo waive \"a drill\"", "next to movement"]);
        type_lines(session, &["next to gunfire dice 1 6", "measure asahi retvizan 8"]);
        assert_eq!(session.state().this_move.big_first.as_deref(), Some("russia"), "Asahi is second now");
        let text = type_line(session, "again");
        assert!(!text.contains("Not "), "{text}");
        assert_eq!(session.state().this_move.declarations.len(), 2);
    });
}

#[test]
fn r5_7_a_plot_query_shows_the_run_and_records_nothing() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        let before = entries(session);
        let answer = session.line("plot 2nd 1-CL30 speed 2 ?").unwrap();
        assert!(answer.text.starts_with("Nothing is recorded. If nothing stops "), "{}", answer.text);
        assert!(
            answer.text.contains("1.0\" straight, 30 degrees left") && answer.text.contains("Izumo"),
            "{}",
            answer.text
        );
        assert_eq!(
            (entries(session), type_line(session, "duties").contains("2nd")),
            (before, true),
            "the plot is still due"
        );
        let foreseen = answer.json["foreseen"].as_array().unwrap().clone();
        type_lines(session, &["plot 2nd 1-CL30 speed 2", "rest straight", "next"]);
        let moved = session.line("move 2nd").unwrap().json["moves"].as_array().unwrap().clone();
        assert_eq!(foreseen, moved);
    });
}

#[test]
fn r5_7_a_plot_query_is_refused_like_the_plot() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        assert_eq!(refusal(session, "plot 2nd 9 speed 9 ?").error, refusal(session, "plot 2nd 9 speed 9").error);
        assert!(refusal(session, "plot 2nd 2 next ?").error.what.contains("this turn's move"));
        type_lines(session, &["pass to russia"]);
        assert_eq!(refusal(session, "plot 2nd 1 speed 2?").error, refusal(session, "plot 2nd 1 speed 2").error);
    });
    with_scenario("asahi-retvizan", &OneAnswer::default(), |session| {
        assert!(refusal(session, "plot asahi 1-CL30 speed 1 ?").error.what.contains("has no position"));
    });
}

/// Firing ships and targets, as declared.
fn pairs(session: &Session<'_, Naval>) -> Vec<String> {
    session
        .state()
        .this_move
        .declarations
        .iter()
        .map(|declaration| format!("{}>{}", declaration.firer, declaration.target))
        .collect()
}

fn ulsan_by_the_tape(play: impl FnOnce(&mut Session<'_, Naval>)) {
    let mut setup = load::scenario(&naval_kit::builtin(), "ulsan").unwrap();
    setup.divisions.iter_mut().for_each(|division| division.at = None);
    super::with_setup(setup, &OneAnswer::default(), |session| {
        type_lines(session, &["next to gunfire"]);
        play(session);
    });
}

#[test]
fn q54_a_number_is_of_the_side_due_to_declare_and_its_target_of_the_enemy() {
    ulsan_by_the_tape(|session| {
        // Four ships against three: Japan begins, then the sides alternate.
        type_lines(session, &["1>1 8.5", "1>1 8.5", "2>3 8.9", "3>4 9.1", "4>2 9"]);
        assert_eq!(pairs(session), ["izumo>rossia", "rossia>izumo", "azuma>rurik", "rurik>iwate", "iwate>gromoboi"]);
    });
}

#[test]
fn q54_a_number_of_only_one_side_is_accepted_and_an_ambiguous_one_refused() {
    ulsan_by_the_tape(|session| {
        type_lines(session, &["1>1 8.5"]);
        assert!(type_line(session, "4>2 9").contains("Iwate>Gromoboi"), "Russia is due and has no 4");
        type_lines(session, &["declared"]);
    });
    ulsan_by_the_tape(|session| {
        type_lines(session, &["2nd>v 9", "v>2nd"]);
        let problem = refusal(session, "1>2 9 battery medium");
        assert_eq!(problem.error.what, "Number 1 may be Izumo (Japan) or Rossia (Russia).");
        assert_eq!(
            problem.error.hint.as_ref().map(ToString::to_string).as_deref(),
            Some("type the name: izumo or rossia (numbers are clear only while a side declares)")
        );
        assert!(refusal(session, "rossia>7 9").error.what.contains("has the number 7: each side counts from 1"));
        assert!(type_line(session, "rossia>4 9 battery medium").contains("Rossia>Iwate"), "the target is of the enemy");
        assert!(type_line(session, "odds rossia at 4 range 9").contains("Iwate"));
    });
}

#[test]
fn r3_3_5_a_division_fires_at_the_same_numbers_of_another() {
    ulsan_by_the_tape(|session| {
        type_lines(session, &["2nd>vladivostok 8.5 8.9 9.1"]);
        assert_eq!(pairs(session), ["izumo>rossia", "azuma>gromoboi", "tokiwa>rurik", "iwate>rurik"]);
        let ranges = session.state().this_move.declarations.iter().map(|declaration| declaration.range.to_string());
        assert_eq!(ranges.collect::<Vec<_>>(), ["8.5", "8.9", "9.1", "9.1"], "the last range is repeated");
        type_lines(session, &["vladivostok>iwate 9 m"]);
        assert!(session.state().this_move.declarations.len() == 7, "{:?}", pairs(session));
    });
}

#[test]
fn r3_3_5_ships_that_may_not_fire_are_named_and_the_others_declare() {
    ulsan_by_the_tape(|session| {
        type_lines(session, &["set gromoboi fires 3 because \"a ruling\""]);
        let text = type_line(session, "vladivostok>2nd 8.5");
        assert!(text.contains("\nNot declared: Gromoboi at Azuma. "), "{text}");
        assert_eq!(pairs(session), ["rossia>izumo", "rurik>tokiwa"]);
        let problem = refusal(session, "vladivostok>2nd 8.5");
        assert!(problem.error.rule.is_some(), "no ship may declare again: {problem}");
        let before = entries(session);
        assert!(
            refusal(session, "2nd>vladivostok 99; note \"done\"")
                .error
                .what
                .contains("order 1 of 2, 2nd>vladivostok 99"),
            "all or none"
        );
        assert_eq!(entries(session), before);
    });
}

#[test]
fn r2_5_dice_detail_checks_and_switches_are_restored_from_the_journal() {
    let sources = naval_kit::builtin();
    let mut setup = load::scenario(&sources, "sandbox").unwrap();
    setup.options.alternation = Alternation::Strict;
    setup.options.turn_costs_movement = !setup.options.turn_costs_movement;
    let options = setup.options.clone();
    let (frontend, mut journal) = (OneAnswer::default(), super::Journal::<Naval>::new(super::header(setup)));
    let mut reopen = |lines: &[&str], look: &dyn Fn(&mut Session<'_, Naval>)| {
        // Opens the journal again from its text.
        journal = super::Journal::read("naval", journal.text().unwrap().as_bytes()).unwrap().journal;
        let seat = super::battles::BattleSeat::restore(&journal);
        let mut session = Session::new(&mut journal, &frontend, &sources, seat, super::drawn);
        look(&mut session);
        for line in lines {
            let before = entries(&session);
            type_line(&mut session, line);
            assert_eq!(entries(&session), before + 1, "{line} is an entry");
        }
    };
    reopen(&["dice ask", "show full", "checks on"], &|session| {
        assert_eq!((session.dice_mode, session.detail), (DiceMode::Roll, RulingDetail::Brief));
        assert!(!session.state().checks);
    });
    reopen(&["dice roll", "show brief", "checks off"], &|session| {
        assert_eq!((session.dice_mode, session.detail), (DiceMode::Ask, RulingDetail::Full));
        assert!(session.state().checks);
        assert_eq!(session.state().setup.options, options);
        let before = entries(session);
        type_lines(session, &["dice ask", "show full"]);
        assert_eq!(entries(session), before, "an unchanged setting is no entry");
    });
    reopen(&[], &|session| {
        assert_eq!((session.dice_mode, session.detail), (DiceMode::Roll, RulingDetail::Brief));
        assert!(!session.state().checks);
    });
}
