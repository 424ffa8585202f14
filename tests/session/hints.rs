//! Hints are legal orders: the line that a refusal offers is accepted as printed.
use super::{OneAnswer, typing::type_lines, with_scenario};
use kit::on_threads;
use naval::{
    Naval, Segment,
    notation::{self, Line},
};
use play::{Hint, LineError, Part};
use session::Session;
use std::collections::BTreeSet;

/// Lines typed too early, too late, incomplete or wrong.
fn mistyped_lines(session: &Session<'_, Naval>) -> Vec<String> {
    let state = session.state();
    let mut units: Vec<String> = state.ships.iter().map(|ship| ship.id.to_string()).collect();
    units.truncate(3);
    units.extend(state.ships.iter().rev().take(3).map(|ship| ship.id.to_string()));
    units.extend(state.divisions.iter().take(2).map(|division| division.id.to_string()));
    let mut all: Vec<String> = notation::all_verbs().map(|row| row.word.to_owned()).collect();
    // `take` begins a block, and would read the next lines as part of it.
    all.retain(|verb| verb != "take");
    for (index, unit) in units.iter().enumerate() {
        let other = &units[(index + 3) % units.len()];
        all.extend(notation::all_verbs().map(|row| format!("{} {unit}", row.word)));
        all.extend(notation::all_verbs().map(|row| format!("{} {unit} {other}", row.word)));
        for line in [
            "target U at O",
            "target U at O range 8",
            "target U at O range 99",
            "U>O",
            "U>O 60",
            "fire U dice 3 3",
            "fire U dice 21",
            "plot U 9 speed 9",
            "plot U 1-CL60-1",
            "plot U 0.1 speed 0",
            "plot U 1-CR20",
            "launch U at O factors 6 run 10 port marker Q",
            "measure U O 8",
            "measure U O 80",
            "repair U fire",
            "repair U F9",
            "coup U at O range 4",
            "illuminate U O searchlight range 3",
            "orders U range 9",
            "orders U",
            "collide U O",
            "exit U by east",
            "react U",
            "meet Q U angle 40",
            "set U speed 9 because \"x\"",
            "set U speed 2",
            "set U speed",
            "speed U 9",
            "amend 99 target U at O",
            "undo 99",
            "redo",
            "why 99",
            "damage U",
            "fires U",
            "place U at 10 20 heading 90",
            "flag U O",
            "division x U O",
            "sight U by U",
            "torpedoes japan",
            "none in reach",
            "declared",
            "plot U 2 ?",
            "map U",
            "odds U at O",
            "odds U fires",
            "targets U",
            "amend 1 dice 3",
            "next to nowhere",
            "next waive",
            "end",
            "half",
            "generate visibility",
            "approach japan 24",
            "deploy U at 1 1",
            "quickstart",
            "seal",
            "reveal",
            "pass to U",
            "referee word",
            "smoke U",
            "ashore U",
            "again",
            "rest",
            "all",
            "log turn",
            "dice 3",
            "show",
            "card",
            "tally now",
            "duties now",
            "checks on",
        ] {
            all.push(line.replace('U', unit).replace('O', other));
        }
    }
    all
}

/// What the hints of all typed slips offered.
#[derive(Default)]
struct Offered {
    /// Offered lines that were typed, each with its segment.
    tried: BTreeSet<(String, &'static str)>,
    /// Offered lines that are refused.
    refused: BTreeSet<String>,
    /// Commands in refusals that cannot be typed, and commands that a hint mentions as mere text.
    unreadable: BTreeSet<String>,
}

/// Types every slip in every segment of several battles, and the line that each hint offers.
fn offered() -> Vec<Offered> {
    let scenarios =
        ["asahi-retvizan", "ulsan", "drill-two-lines", "jutland-4th-flotilla", "sandbox", "port-arthur-night"];
    on_threads(2, scenarios, |scenario| {
        let mut offered = Offered::default();
        with_scenario(scenario, &OneAnswer::default(), |session| {
            for _ in 0..10 {
                mistyped_lines(session).iter().for_each(|slip| offered.check_slip(session, scenario, slip));
                if session.line("next").is_err() && session.line("next waive \"a trial\"").is_err() {
                    break;
                }
            }
        });
        offered
    })
}

impl Offered {
    /// Types a slip, then the line that its hint offers, and undoes both.
    fn check_slip(&mut self, session: &mut Session<'_, Naval>, scenario: &str, slip: &str) {
        let before = session.journal().entries().len();
        let refusal = session.line(slip).err().map(|problem| problem.error);
        undo_to(session, before);
        let Some(error) = refusal else { return };
        let unreadable = unreadable_commands(session, &error).into_iter();
        self.unreadable.extend(unreadable.map(|command| format!("{command}\n    {slip}: {error}, {:?}", error.hint)));
        for line in error.hint.iter().flat_map(Hint::lines) {
            let segment = session.state().segment;
            let leaves_seat = line.starts_with("pass") || line.starts_with("quit");
            if leaves_seat || !self.tried.insert((line.to_owned(), segment.word())) {
                continue;
            }
            if let Err(problem) = session.line(line) {
                let why = problem.error.what;
                self.refused.insert(format!("{scenario}, {segment}: {slip}\n    hint: {line}\n    {why}"));
            }
            undo_to(session, before);
        }
    }
}

/// Returns the commands of an error that cannot be typed. A command in backticks must be readable. In the words of a
/// hint only a bare verb may stand: a longer command must be a `Part::Line`, `Part::Later` or `Part::Form`.
fn unreadable_commands(session: &Session<'_, Naval>, error: &LineError) -> Vec<String> {
    let known = session.known_state();
    let is_verb = |line: &str| notation::all_verbs().any(|row| line.split([' ', ',']).next() == Some(row.word));
    let reads = |line: &str| match notation::split_line(&known, line) {
        Ok(Line::SessionCommand(verb, phrase)) => phrase.word(verb, &known, None).is_ok(),
        Ok(Line::Orders(phrases)) => phrases.iter().all(|phrase| phrase.read(&known, None).is_ok()),
        Ok(Line::Nothing) | Err(_) => false,
    };
    let quoted = |words: &str| -> Vec<String> { words.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    let (mut words, mut found) = (String::new(), Vec::new());
    for part in error.hint.iter().flat_map(Hint::parts) {
        match part {
            Part::Words(text) => words.push_str(text),
            Part::Line(line) | Part::Later(line) if reads(line) => {}
            Part::Form(form) if is_verb(form.trim_start_matches("usage: ")) => {}
            Part::Line(line) | Part::Later(line) | Part::Form(line) => found.push(line.clone()),
        }
    }
    // These are not commands: a name, a part of an order, a line of a scenario file.
    let is_name = |text: &str| text == "1st" || notation::find_unit(&known, text).is_ok();
    let is_other = |text: &str| text.is_empty() || text.contains(": ") || text.starts_with("run ") || is_name(text);
    let is_mention = |text: &str| is_verb(text) && !text.contains(' ');
    found.extend(quoted(&words).into_iter().filter(|text| !is_other(text) && !is_mention(text)));
    found.extend(quoted(&error.what).into_iter().filter(|text| !is_other(text) && !is_mention(text) && !reads(text)));
    found
}

/// Also, every command in the text of a refusal is in the table of verbs.
#[test]
fn the_line_of_a_hint_is_accepted_as_printed() {
    let (mut tried, mut refused, mut unreadable) = (0, BTreeSet::new(), BTreeSet::new());
    for offered in offered() {
        tried += offered.tried.len();
        refused.extend(offered.refused);
        unreadable.extend(offered.unreadable);
    }
    let list = |texts: BTreeSet<String>| texts.into_iter().collect::<Vec<String>>().join("\n");
    assert!(300 < tried, "only {tried} hints were typed");
    assert!(refused.is_empty(), "{} of {tried} hints are refused:\n{}", refused.len(), list(refused));
    assert!(unreadable.is_empty(), "{} commands are not read:\n{}", unreadable.len(), list(unreadable));
}

/// The cases that the test above would find, and the near misses.
#[test]
fn a_command_that_is_bare_text_or_is_unknown_is_found() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        let found = |what: &str, hint: Hint| unreadable_commands(session, &LineError::new(what).hint(hint));
        assert_eq!(found("no", "type `next to gunfire`.".into()), ["next to gunfire"]);
        assert_eq!(found("no", "type `nxt`.".into()), ["nxt"]);
        assert_eq!(found("no", "type " + Hint::line("next to gunfires") + "."), ["next to gunfires"]);
        assert_eq!(found("no", Hint::later("plott 2nd 2")), ["plott 2nd 2"]);
        assert_eq!(found("no", Hint::form("plott NAME PLOT")), ["plott NAME PLOT"]);
        assert_eq!(found("`plott` is over, `next to gunfires` is not", "".into()), ["plott", "next to gunfires"]);
        let lines = Hint::line("next to gunfire") + ", `next`, " + Hint::later("rest straight") + " or `run 4.0`";
        assert!(found("`plot` is for `2nd`, `next to gunfire` goes on", lines).is_empty());
        assert!(found("no", Hint::form("plot NAME PLOT")).is_empty());
    });
}

/// Undoes everything since the journal had this many entries.
fn undo_to(session: &mut Session<'_, Naval>, before: usize) {
    if let Some(first) = session.journal().active_entries().from_number(before + 1).first().copied() {
        session.line(&format!("undo {first} because \"a trial\"")).unwrap();
    }
}

/// The refusal of a line: the error and the hint.
fn refusal(session: &mut Session<'_, Naval>, line: &str) -> (String, String) {
    let error = session.line(line).err().unwrap_or_else(|| panic!("{line} is taken")).error;
    (error.what, error.hint.map(|hint| hint.to_string()).unwrap_or_default())
}

#[test]
fn odds_are_explained_as_odds_and_not_as_the_order_itself() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        for line in ["odds 1", "odds izumo at"] {
            let (what, hint) = refusal(session, line);
            assert!(hint.starts_with("for example: odds") && !hint.contains("target"), "{line}: {what} {hint}");
        }
        let (what, hint) = refusal(session, "odds izumo");
        assert_eq!(what, "Izumo has declared no fire. Fire is declared in the Gunfire Segment.");
        assert!(hint.starts_with("odds "), "{hint}");
        // A misspelt name keeps its own hint.
        assert_eq!(refusal(session, "odds izmo at rossia range 8").1, "did you mean izumo?");
    });
}

#[test]
fn r3_3_an_order_for_a_segment_that_is_over_says_so() {
    with_scenario("asahi-retvizan", &OneAnswer::default(), |session| {
        session.line("next to gunfire").unwrap();
        let (what, hint) = refusal(session, "illuminate asahi retvizan searchlight range 2");
        assert!(what.contains("belongs in the Illumination Segment"), "{what}");
        let back = "undo 1 because \"it was forgotten\"";
        let over = "returns to the Illumination Segment. The next one comes after `next to plotting`.";
        assert_eq!(hint, format!("`{back}` {over}"));
        // A later segment can be reached in this turn.
        assert_eq!(refusal(session, "fires asahi").1, "type `next to damage-control`.");
        session.line(back).unwrap();
        assert_eq!(session.state().segment, Segment::Plotting);
        // A side may not undo a segment that it has seen.
        type_lines(session, &["next to gunfire", "pass to japan"]);
        assert!(!refusal(session, "plot asahi 1").1.contains("undo"));
    });
}

#[test]
fn r3_3_1_a_side_with_unsealed_plots_is_offered_seal() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        session.line("pass to russia").unwrap();
        assert_eq!(refusal(session, "reveal").1, "plot vladivostok 2.25, then seal");
        session.line("plot vladivostok 2.25").unwrap();
        assert_eq!(refusal(session, "reveal").1, "seal");
    });
}

#[test]
fn an_extra_word_is_read_as_a_side_only_if_it_names_one() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        assert_eq!(refusal(session, "tally again").1, "type it without \"again\".");
        assert_eq!(refusal(session, "duties japan").1, "type `duties` alone, or `pass to japan` and then `duties`");
    });
}

#[test]
fn at_the_table_an_order_is_refused_and_a_question_is_not() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        session.line("pass to table").unwrap();
        for line in ["plot 2nd 2", "izumo>rossia 8", "next"] {
            let (what, hint) = refusal(session, line);
            assert!(what.starts_with("The table may not do that") && hint == "pass to referee", "{line}: {what}");
        }
        session.line("status").unwrap();
        let (what, _) = refusal(session, "measure izumo rossia");
        assert!(!what.starts_with("The table may not do that"), "{what}");
    });
}

#[test]
fn a_side_that_types_amend_reads_why_it_may_not() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        session.line("pass to japan").unwrap();
        session.line("plot 2nd 2").unwrap();
        let (what, hint) = refusal(session, "amend 1 plot 2nd 1");
        assert!(what.contains("Only the referee may `amend`") && hint == "undo, or pass to referee", "{what} {hint}");
        session.line("undo").unwrap();
    });
}

#[test]
fn r5_2_a_division_too_far_off_is_brought_closer_by_its_plot() {
    with_scenario("sandbox", &OneAnswer::default(), |session| {
        for line in ["place asahi at 10 20 heading 90 speed 2", "place mikasa at 40 20 heading 90 speed 2"] {
            session.line(line).unwrap();
        }
        assert!(refusal(session, "formation van asahi mikasa").1.contains("`plot "));
        for line in ["plot asahi 2", "plot mikasa 2", "next to sighting"] {
            session.line(line).unwrap();
        }
        let (what, hint) = refusal(session, "formation van asahi mikasa");
        assert!(what.contains("from formation van") && !hint.contains("next to plotting"), "{what} {hint}");
        assert!(hint.contains("plot it closer in the next Plotting Segment"), "{hint}");
    });
}

#[test]
fn r9_2_unplotted_smoke_must_wait_for_the_next_plot() {
    with_scenario("dogger-bank", &OneAnswer::default(), |session| {
        session.line("all straight").unwrap();
        session.line("next").unwrap();
        let (what, hint) = refusal(session, "smoke lion");
        assert!(what.contains("may not make smoke that was not plotted"), "{what}");
        assert_eq!(
            hint,
            "in the next Plotting Segment a plot may end with smoke [4.6], as in `plot lion 2 smoke lion`."
        );
        // Outside the Movement Segment, the refusal names the segment.
        session.line("next").unwrap();
        assert!(refusal(session, "smoke lion").0.contains("belongs in the Movement Segment"));
    });
}

#[test]
fn r5_7_3_ships_out_of_column_get_the_ships_turn_that_restores_it() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        let swung = |rest: &str| format!("ships turns have put its ships {rest}.");
        // In one plot, before any ship has moved.
        assert_eq!(refusal(session, "plot 2nd SL15-CR30").1, swung("15 degrees off the column: first SR15"));
        assert_eq!(refusal(session, "plot 2nd SR15-CR30").1, swung("15 degrees off the column: first SL15"));
        assert_eq!(refusal(session, "plot 2nd SR30-SL165-CR15").1, swung("135 degrees off the column: first SR135"));
        session.line("plot 2nd SL15-SR15-CR30").unwrap();
        // In the turn after the ships turn.
        session.line("plot 2nd SL15").unwrap();
        session.line("rest straight").unwrap();
        session.line("next to plotting").unwrap();
        assert_eq!(refusal(session, "plot 2nd CR30").1, swung("15 degrees off the column: first SR15"));
        session.line("plot 2nd SR15-CR30").unwrap();
    });
}

/// The session tries an order that a hint quotes, and replaces the hint if the order would be refused. A verb that a
/// hint only mentions is not tried. [3.3.1, 5.13, 8.5.1]
#[test]
fn r3_3_1_a_verb_that_a_hint_only_mentions_is_not_tried() {
    with_scenario("sandbox", &OneAnswer::default(), |session| {
        for line in [
            "place asahi at 10 20 heading 90 speed 2 side japan",
            "place retvizan at 10 26 heading 90 speed 2 side russia",
            "set asahi fires 3 because \"ablaze\"",
        ] {
            session.line(line).unwrap();
        }
        session.line("next to sighting").unwrap();
        let (_, hint) = refusal(session, "quickstart");
        assert!(!hint.contains("plot is typed"), "{hint}");
    });
    // The near miss: an order in a hint is tried, and replaced if it would be refused.
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        let hint = "type `plot 2nd 2.25`, or `next waive \"REASON\"`.";
        assert_eq!(refusal(session, "fires izumo").1, hint);
    });
}
