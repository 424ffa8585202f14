//! Turn files and blocks: all lines count or none, and refusals are those of the side's own keyboard. Fire is sealed
//! until the files of all sides are in.
use std::cell::RefCell;
use std::collections::BTreeMap;

use super::typing::{hint, refused, type_line, type_lines};
use naval::{Naval, Segment, SideId, model::Setup};
use play::journal::{Entry, Header, Journal, Notice, Origin};
use session::naval::{BattleSeat, SheetSecret, turn_sheet};
use session::{Frontend, Input, PlayableGame as _, Refusal, Session};

/// A front end without a person, with files in memory.
#[derive(Default)]
struct Files {
    texts: RefCell<BTreeMap<String, String>>,
}

impl Files {
    fn put(&self, name: &str, text: &str) {
        self.texts.borrow_mut().insert(name.to_owned(), text.to_owned());
    }
}

impl Frontend for Files {
    fn can_ask(&self) -> bool {
        false
    }
    fn ask(&self, question: &str) -> Result<Input, Refusal> {
        panic!("a file asks: {question}")
    }
    plain_frontend!();
    fn aside(&self, _: &str) {}
    fn read_file(&self, name: &str) -> Result<String, Refusal> {
        self.texts.borrow().get(name).cloned().ok_or_else(|| Refusal::disk(format!("there is no file {name}")))
    }
    fn write_file(&self, name: &str, text: &str) -> Result<(), Refusal> {
        self.put(name, text);
        Ok(())
    }
}

fn ulsan<T>(play: impl FnOnce(&Files, &mut Session<'_, Naval>) -> T) -> T {
    play_setup(load::scenario(&naval_kit::builtin(), "ulsan").unwrap(), play)
}

/// A battle whose sheets get their codes from a number.
fn play_setup<T>(setup: Setup, play: impl FnOnce(&Files, &mut Session<'_, Naval>) -> T) -> T {
    let (files, sources) = (Files::default(), naval_kit::builtin());
    let header = Header { salts: Some(1), ..super::header(setup) };
    let mut journal = Journal::<Naval>::new(header);
    let seat = BattleSeat::restore(&journal);
    play(&files, &mut Session::new(&mut journal, &files, &sources, seat, super::drawn))
}

fn sheet(session: &Session<'_, Naval>, side: &str, until: Option<Segment>) -> Result<String, Refusal> {
    let secret = SheetSecret::from_salts(session.journal()).unwrap();
    turn_sheet(session.journal(), &SideId::new(side), until, &secret)
}

/// The remarks of a side's sheet, with these orders below them.
fn filled(session: &Session<'_, Naval>, side: &str, orders: &[&str]) -> String {
    let sheet = sheet(session, side, None).unwrap();
    let remarks = sheet.lines().filter(|line| line.starts_with('#'));
    remarks.chain(orders.iter().copied()).collect::<Vec<&str>>().join("\n")
}

fn take(files: &Files, session: &mut Session<'_, Naval>, side: &str, orders: &[&str]) -> Result<String, Refusal> {
    files.put("in.txt", &filled(session, side, orders));
    session.line("take in.txt").map(|answer| answer.text)
}

/// The commands in force with their events.
fn commands(session: &Session<'_, Naval>) -> Vec<String> {
    session.journal().commands().iter().map(|applied| format!("{:?} {:?}", applied.command, applied.events)).collect()
}

/// The commands in force as they are printed, without those that move to another segment.
fn printed(session: &Session<'_, Naval>) -> Vec<String> {
    let all = session.journal().commands();
    let all = all.iter().map(|applied| Naval::print(session.state(), applied.command));
    all.filter(|line| !line.starts_with("next")).collect()
}

fn notices(session: &Session<'_, Naval>) -> Vec<&'static str> {
    let notice = |entry: &play::journal::EntryOf<Naval>| match entry {
        Entry::Noticed { what: Notice::TurnFileHeld(_) } => Some("held"),
        Entry::Noticed { what: Notice::TurnFileDropped(_) } => Some("dropped"),
        Entry::Noticed { what: Notice::TurnFileOpened { .. } } => Some("opened"),
        _ => None,
    };
    session.journal().entries().iter().filter_map(notice).collect()
}

/// Whether an order cites this side's file.
fn is_of(entry: &play::journal::EntryOf<Naval>, side: &str) -> bool {
    matches!(entry, Entry::Did { from: Some(Origin::TurnFile { side: of, .. }), .. } if of == side)
}

const PLOTS: [&str; 9] = [
    "plot 2nd 2.25",
    "plot 2nd 1-CR30-0.9 speed 2.25",
    "speed 2nd 2",
    "plot 2nd 2",
    "plot 2nd 99",
    "plot naniwa2 2",
    "plot vladivostok 2",
    "launch izumo",
    "seal",
];

/// Types the orders at Japan's keyboard, after `pass`. Returns the refusals in order, and the commands.
fn typed_after_pass(orders: &[&str]) -> (Vec<String>, Vec<String>) {
    ulsan(|_, session| {
        type_line(session, "pass to japan");
        let mut refusals = Vec::new();
        for line in orders {
            if let Err(refusal) = session.line(line) {
                refusals.push(refusal.json().to_string());
            }
        }
        if refusals.is_empty() && !orders.is_empty() && orders.last() != Some(&"seal") {
            // A file seals at its end by itself, and it is no fault if there is nothing to seal.
            drop(session.line("seal"));
        }
        (refusals, commands(session))
    })
}

#[test]
fn r3_3_1_any_lines_in_any_order_are_filed_as_if_typed_at_the_passed_keyboard_or_none_is() {
    let (mut random, mut filed, mut none) = (7_u64, 0, 0);
    let mut draw = |most: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % most
    };
    for _ in 0..120 {
        let count = 1 + draw(3);
        let orders: Vec<&str> = (0..count).map(|_| PLOTS[draw(PLOTS.len())]).collect();
        // A file with a seal before its last line is sealed once more at its end. These typed lines are not.
        if orders[..count - 1].contains(&"seal") {
            continue;
        }
        let (expected, commands_typed) = typed_after_pass(&orders);
        ulsan(|files, session| match take(files, session, "japan", &orders) {
            Ok(text) => {
                assert!(expected.is_empty(), "{orders:?}: {text}");
                assert_eq!(commands(session), commands_typed, "{orders:?}");
                assert!(session.journal().entries().iter().all(|entry| is_of(entry, "japan")));
                filed += 1;
            }
            Err(refusal) => {
                let faults = refusal.json()["faults"].clone();
                let faults = faults.as_array().unwrap_or_else(|| panic!("{orders:?}: {refusal}"));
                let words: Vec<String> = faults.iter().map(|fault| fault["error"].to_string()).collect();
                assert_eq!(words, expected, "{orders:?}");
                assert_eq!(session.journal().entries().len(), 0, "{orders:?}");
                none += 1;
            }
        });
    }
    assert!(10 < filed && 10 < none, "{filed} were filed and {none} were not");
}

#[test]
fn a_line_with_nothing_after_its_name_counts_as_not_given() {
    ulsan(|files, session| {
        let text = take(files, session, "japan", &["plot 2nd", "  plot  2nd   # as before", "plot 2nd 2.25", "seal"]);
        assert!(text.unwrap().contains("2 lines for plotting are filed"));
    });
    for orders in [&[][..], &["plot 2nd"], &["repair izumo", "target izumo at"]] {
        ulsan(|files, session| {
            let refusal = take(files, session, "japan", orders).unwrap_err();
            assert!(refusal.error.what.contains("has no orders"), "{refusal}");
        });
    }
    // With anything after the name, the line counts as given.
    ulsan(|files, session| {
        assert!(take(files, session, "japan", &["plot 2nd speed"]).unwrap_err().error.what.contains("line"));
    });
}

#[test]
fn mail_programs_change_nothing() {
    let clean = ["plot 2nd 1-CR30-0.9 speed 2.25", "seal"];
    let expected = ulsan(|files, session| {
        take(files, session, "japan", &clean).unwrap();
        commands(session)
    });
    let changes: [fn(String) -> String; 8] = [
        |text| format!("\u{feff}{text}"),
        |text| text.replace('\n', "\r\n"),
        |text| text.replace(' ', "\t").replace("#\tof", "# of"),
        |text| text.replace(' ', "\u{a0}"),
        |text| text.replace("CR30-0", "CR30\u{2013}0").replace("1-CR", "1\u{2212}CR"),
        |text| text.lines().map(|line| format!("> > {line}\n")).collect(),
        |text| format!("Dear Heinz,\nhere they are.\n\n{text}\n-- \nplot 2nd 99\n"),
        |text| text.replace("plot", "pl\u{200b}ot").replace("seal", "seal # with love"),
    ];
    for (index, change) in changes.into_iter().enumerate() {
        ulsan(|files, session| {
            files.put("mail.txt", &change(filled(session, "japan", &clean)));
            session.line("take mail.txt").unwrap_or_else(|refusal| panic!("change {index}: {refusal}"));
            assert_eq!(commands(session), expected, "change {index}");
        });
    }
    // Quotation marks of any form are read as everywhere.
    ulsan(|files, session| {
        take(files, session, "japan", &["plot \u{201c}2nd\u{201d} 2.25"]).unwrap();
    });
}

#[test]
fn a_long_line_is_refused_as_one_fault_and_shown_shortened() {
    ulsan(|files, session| {
        let long = format!("plot 2nd {}", "1".repeat(200_000));
        let refusal = take(files, session, "japan", &["plot 2nd 2.25", &long]).unwrap_err();
        assert!(refusal.error.what.contains("1 of 2 lines is refused"), "{refusal}");
        assert!(refusal.error.what.contains("more than the limit of 10000"), "{refusal}");
        assert!(refusal.error.what.len() < 1000, "the line is shown shortened");
        assert_eq!(session.journal().entries().len(), 0);
    });
}

#[test]
fn a_file_for_another_battle_side_or_moment_is_refused() {
    let refusal = |change: &dyn Fn(&str) -> String| {
        ulsan(|files, session| {
            files.put("in.txt", &change(&filled(session, "japan", &["plot 2nd 2.25"])));
            let refusal = refused(session, "take in.txt");
            assert_eq!(session.journal().entries().len(), 0);
            refusal.error.what
        })
    };
    let stamp = |text: &str, change: &dyn Fn(&str) -> String| {
        text.lines().map(|line| if line.starts_with("# of ") { change(line) } else { line.to_owned() } + "\n").collect()
    };
    let other = refusal(&|text| stamp(text, &|line| format!("# of 0000-{}", &line[10..])));
    assert!(other.contains("in.txt is not from a sheet of this battle"), "{other}");
    let turn = refusal(&|text| stamp(text, &|line| line.replace("1/plotting", "2/plotting")));
    assert!(turn.contains("is for turn 2, plotting, and turn 1, plotting is due"), "{turn}");
    let half = refusal(&|text| stamp(text, &|line| line.replace("1/plotting", "1.5/plotting")));
    assert!(half.contains("is for turn 1.5, plotting"), "{half}");
    let side = refusal(&|text| stamp(text, &|line| line.replace("japan", "purple")));
    assert!(side.contains("\"purple\", which is not a side"), "{side}");
    let forged = refusal(&|text| stamp(text, &|line| line.replace("japan", "russia")));
    assert!(forged.contains("is for Russia, but the code in its line 2 is not from a sheet of Russia"), "{forged}");
    let none = refusal(&|text| stamp(text, &|_| String::new()));
    assert!(none.contains("has no line `# of ...`"), "{none}");
    let key = refusal(&|text| stamp(text, &|line| line[..line.len() - 1].to_owned()));
    assert!(key.contains("has no line `# of ...`"), "{key}");
    let form = refusal(&|text| text.replace("turn file 1", "turn file 2"));
    assert!(form.contains("form 2"), "{form}");
    let part = refusal(&|text| format!("{text}\n[tea]\nplot 2nd 2"));
    assert!(part.contains("\"tea\", which is not a segment"), "{part}");
    // At a side's keyboard only its own files are taken, and at the table's none.
    ulsan(|files, session| {
        files.put("in.txt", &filled(session, "japan", &["plot 2nd 2.25"]));
        type_line(session, "pass to russia");
        assert!(refused(session, "take in.txt").error.what.contains("is for Japan, and Russia has the keyboard"));
        type_line(session, "pass to table");
        assert!(refused(session, "take in.txt").error.what.contains("The table may not do that"));
        type_lines(session, &["pass to japan", "take in.txt"]);
        assert_eq!(session.journal().commands().len(), 2);
    });
}

#[test]
fn only_orders_of_the_side_itself_are_taken() {
    for line in [
        "next",
        "fire all",
        "note hello",
        "set izumo flotation 1 because \"x\"",
        "plot vladivostok 2",
        "end",
        "measure izumo rossia 8",
        "seal russia",
        "status",
        "undo",
        "pass to referee",
        "take in.txt",
        "target izumo at rossia",
        "repair izumo S1",
    ] {
        ulsan(|files, session| {
            let refusal = take(files, session, "japan", &["plot 2nd 2.25", line]).unwrap_err();
            assert!(refusal.error.what.contains("1 of 2 lines is refused"), "{line}: {refusal}");
            assert_eq!(session.journal().entries().len(), 0, "{line}");
        });
    }
}

#[test]
fn faults_are_written_to_be_sent_back() {
    ulsan(|files, session| {
        files.put("in.txt", &filled(session, "japan", &["plot 2nd 99", "plot 4th-a 2"]));
        let refusal = refused(session, "take in.txt faults to out.txt");
        assert!(refusal.error.what.ends_with("out.txt holds this to send back."), "{refusal}");
        let back = files.read_file("out.txt").unwrap();
        let at = back.find("\nplot 2nd 99").unwrap();
        assert!(back[..at].lines().last().unwrap().starts_with("# Refused: "), "{back}");
        // Corrected, it is a turn file again.
        files.put("again.txt", &back.replace("2nd 99", "2nd 2.25").replace("plot 4th-a 2", "plot 4th-a"));
        type_line(session, "take again.txt");
        assert_eq!(session.journal().commands().len(), 2);
    });
    ulsan(|_, session| {
        assert!(refused(session, "take back japan faults to x.txt").error.what.contains("only the name of a side"));
        assert!(refused(session, "take faults to x.txt").error.what.contains("The turn file"));
        assert!(refused(session, "take none.txt").error.what.contains("there is no file none.txt"));
    });
}

/// Calls `play` in the Gunfire Segment of turn 1, after a waiver of all plots.
fn at_gunfire<T>(play: impl FnOnce(&Files, &mut Session<'_, Naval>) -> T) -> T {
    ulsan(|files, session| {
        type_line(session, "next to gunfire waive \"a drill\"");
        play(files, session)
    })
}

const JAPAN: [&str; 3] = ["target azuma at gromoboi", "target izumo at rossia", "declared"];
const RUSSIA: [&str; 2] = ["target rossia at izumo", "target gromoboi at azuma"];

#[test]
fn r3_3_5_fire_is_sealed_until_both_are_in_and_then_declared_in_turn() {
    let both = |first: (&str, &[&str]), second: (&str, &[&str])| {
        at_gunfire(|files, session| {
            let text = take(files, session, first.0, first.1).unwrap();
            assert!(text.contains("are held (") && text.contains("Awaited: "), "{text}");
            assert!(session.state().this_move.declarations.is_empty(), "nothing is declared");
            assert_eq!(notices(session), ["held"]);
            let text = take(files, session, second.0, second.1).unwrap();
            assert!(text.contains("Opened: Japan, gunfire (") && !text.contains("Awaited"), "{text}");
            assert_eq!(notices(session), ["held", "held", "opened", "opened"]);
            printed(session)
        })
    };
    let declared = both(("japan", &JAPAN), ("russia", &RUSSIA));
    assert_eq!(both(("russia", &RUSSIA), ("japan", &JAPAN)), declared, "who is first does not matter");
    let shots: Vec<&String> = declared.iter().filter(|line| line.starts_with("target")).collect();
    let sides: Vec<bool> =
        shots.iter().map(|line| line.starts_with("target izumo") || line.starts_with("target azuma")).collect();
    assert!(sides == [true, false, true, false] || sides == [false, true, false, true], "{declared:?}");
    let ends: Vec<&String> = declared.iter().filter(|line| line.starts_with("declared")).collect();
    assert_eq!(ends.len(), 2, "each file ends its side's declarations: {declared:?}");
    at_gunfire(|files, session| {
        take(files, session, "japan", &JAPAN).unwrap();
        take(files, session, "russia", &RUSSIA).unwrap();
        let blamed = session
            .journal()
            .commands()
            .iter()
            .flat_map(|applied| applied.events)
            .any(|event| matches!(event.fact, naval::Fact::DeclaredOutOfTurn { .. }));
        assert!(!blamed, "nobody declares out of turn");
        let sides_with_orders: Vec<&str> = ["japan", "russia"]
            .into_iter()
            .filter(|side| session.journal().entries().iter().any(|e| is_of(e, side)))
            .collect();
        assert_eq!(sides_with_orders, ["japan", "russia"]);
        type_line(session, "fire all");
    });
}

#[test]
fn r3_3_5_with_strict_alternation_held_fire_is_opened_too() {
    let mut setup = load::scenario(&naval_kit::builtin(), "ulsan").unwrap();
    setup.options.alternation = naval::model::Alternation::Strict;
    play_setup(setup, |files, session| {
        type_line(session, "next to gunfire waive \"a drill\"");
        let all =
            ["target izumo at gromoboi battery medium", "target izumo at rossia battery big", "target azuma at rossia"];
        take(files, session, "japan", &all).unwrap();
        let text = take(files, session, "russia", &["declared"]).unwrap();
        assert!(text.contains("Opened: "), "{text}");
        assert_eq!(session.state().this_move.closed_sides.len(), 2);
        type_line(session, "fire all");
    });
}

#[test]
fn a_held_file_is_taken_once_until_it_is_given_back() {
    at_gunfire(|files, session| {
        take(files, session, "japan", &["target izumo at gromoboi"]).unwrap();
        for orders in [&["target izumo at gromoboi"][..], &JAPAN] {
            let again = take(files, session, "japan", orders).unwrap_err();
            assert!(again.error.what.starts_with("Orders are held already: Japan, gunfire ("), "{again}");
            assert_eq!(hint(&again), "`take back japan` gives them back unread");
        }
        assert_eq!(notices(session), ["held"]);
        let text = type_line(session, "take back japan");
        assert!(text.contains("Given back unread: Japan, gunfire ("), "{text}");
        assert!(refused(session, "take back japan").error.what.contains("No orders of Japan are held"));
        // The same orders may be held again.
        take(files, session, "japan", &JAPAN).unwrap();
        take(files, session, "russia", &RUSSIA).unwrap();
        assert!(
            session
                .state()
                .this_move
                .declarations
                .iter()
                .all(|shot| shot.target != "gromoboi" || shot.firer != "izumo")
        );
        let again = take(files, session, "japan", &JAPAN).unwrap_err();
        assert!(again.error.what.contains("The orders of Japan for turn 1, gunfire are filed"), "{again}");
        // Undone, they may be taken again.
        let undone = type_line(session, "undo");
        assert!(undone.contains("Take again: the turn files of Japan and Russia."), "{undone}");
        take(files, session, "japan", &JAPAN).unwrap();
    });
    ulsan(|files, session| {
        take(files, session, "japan", &["plot 2nd 2.25"]).unwrap();
        let again = take(files, session, "japan", &["plot 2nd 2"]).unwrap_err();
        assert!(again.error.what.contains("The orders of Japan for turn 1, plotting are filed"), "{again}");
        let undone = type_line(session, "undo");
        assert!(undone.contains("Take again: the turn file of Japan."), "{undone}");
        assert!(session.journal().commands().is_empty(), "one undo takes plot and seal back");
        take(files, session, "japan", &["plot 2nd 2"]).unwrap();
    });
}

#[test]
fn r3_3_5_bad_fire_is_refused_before_it_is_held() {
    at_gunfire(|files, session| {
        let refusal = take(
            files,
            session,
            "japan",
            &["target izumo at rossia", "target izumo at nobody", "target rossia at izumo"],
        );
        let refusal = refusal.unwrap_err();
        assert!(refusal.error.what.contains("2 of 3 lines are refused"), "{refusal}");
        let typed = take(files, session, "japan", &["target izumo at rossia range 3"]).unwrap_err();
        assert!(typed.error.what.contains("only the referee may type other ranges"), "{typed}");
        assert!(notices(session).is_empty());
        // Two targets for the same guns.
        let twice = take(
            files,
            session,
            "japan",
            &["target izumo at rossia battery big", "target izumo at gromoboi battery big"],
        )
        .unwrap_err();
        assert!(twice.error.what.contains("1 of 2 lines is refused"), "{twice}");
    });
}

#[test]
fn parts_that_are_not_due_wait_for_their_segment() {
    ulsan(|files, session| {
        let orders = ["plot 2nd 2.25", "seal", "[gunfire]", "target izumo at rossia", "declared"];
        let text = take(files, session, "japan", &orders).unwrap();
        assert!(
            text.contains("2 lines for plotting are filed") && text.contains("2 lines for gunfire are held"),
            "{text}"
        );
        take(files, session, "russia", &["plot vladivostok 2.25", "[gunfire]", "target rossia at izumo"]).unwrap();
        let moved = session.line("next to gunfire").unwrap();
        assert!(session.state().this_move.declarations.is_empty(), "{}", moved.text);
        let step = step(session).expect("both are due");
        assert!(step.contains("Opened: "), "{step}");
        assert_eq!(session.state().this_move.declarations.len(), 2);
    });
    // A part that has become impossible is dropped, with its reasons, and its side is awaited again.
    ulsan(|files, session| {
        take(files, session, "japan", &["plot 2nd 2.25", "[gunfire]", "target naniwa at rossia"]).unwrap();
        take(files, session, "russia", &["plot vladivostok 2.25", "[gunfire]", "declared"]).unwrap();
        type_line(session, "next to gunfire");
        let text = step(session).expect("it is tried");
        assert!(text.contains("1 of 1 line is refused now") && text.contains("target naniwa at rossia"), "{text}");
        assert!(text.contains("\nAwaited: Japan. `kaiser turn FILE --side japan` writes a sheet"), "{text}");
        assert_eq!(step(session), None, "Russia's waits for Japan's");
        // Every way on says so, and none drops Russia's orders.
        let duties = type_line(session, "duties");
        assert!(duties.contains("Held: Russia, gunfire (") && duties.contains("\nAwaited: Japan."), "{duties}");
        let resumed = Naval::prompt_view(session).opening;
        assert!(resumed.iter().any(|answer| answer.text.contains("\nAwaited: Japan.")), "also when play is resumed");
        let fire = refused(session, "fire all");
        assert_eq!(hint(&fire), "fire is held: `duties` says who is awaited");
        for line in ["next", "next to plotting"] {
            let next = refused(session, line);
            assert!(next.error.what.starts_with("Held orders would be dropped: Russia, gunfire ("), "{line}: {next}");
            assert_eq!(hint(&next), "`duties` says who is awaited, and `take back russia` gives them back");
        }
        let text = take(files, session, "japan", &["declared"]).unwrap();
        assert!(text.contains("Opened: "), "{text}");
    });
    // Orders for a segment that is over are not taken, and held ones are dropped, if a waiver says so.
    ulsan(|files, session| {
        take(files, session, "japan", &["plot 2nd 2.25", "[gunfire]", "declared"]).unwrap();
        take(files, session, "russia", &["plot vladivostok 2.25"]).unwrap();
        let next = refused(session, "next to damage-control");
        assert_eq!(hint(&next), "`next to gunfire` gives them when they are due", "{next}");
        type_line(session, "next to damage-control waive \"a drill\"");
        let text = step(session).expect("it is dropped");
        assert!(text.starts_with("Dropped, because the segment is over: Japan, gunfire ("), "{text}");
        let late = take(files, session, "japan", &["[gunfire]", "declared"]).unwrap_err();
        assert!(late.error.what.contains("has orders for gunfire, and turn 1, damage-control is due"), "{late}");
        assert_eq!(session.state().segment, Segment::DamageControl);
    });
}

fn step(session: &mut Session<'_, Naval>) -> Option<String> {
    use session::Stage;
    Naval::next_automatic_step(session, Stage::Moved).unwrap().and_then(|step| step.sentence)
}

#[test]
fn r3_3_1_hidden_plots_change_no_byte_of_the_other_sides_sheet_or_refusals() {
    let japan = |plot: &str| {
        ulsan(|files, session| {
            type_lines(session, &["pass to russia", plot, "pass to referee"]);
            let sheet = sheet(session, "japan", Some(Segment::Gunfire));
            let refusal =
                take(files, session, "japan", &["plot 2nd 99", "plot vladivostok 2", "target izumo at rossia"]);
            (sheet.unwrap(), refusal.unwrap_err().json())
        })
    };
    let expected = japan("plot vladivostok 2.25");
    assert_eq!(japan("plot vladivostok CR30-1.5 speed 2"), expected);
    assert_eq!(japan("status"), expected, "nor whether the enemy has plotted");
}

#[test]
fn a_sheet_offers_what_is_due() {
    ulsan(|_, session| {
        let sheet = |until| sheet(session, "japan", until).unwrap();
        let plots = sheet(None);
        assert!(plots.contains("\nplot 2nd ") && plots.ends_with("seal\n") && !plots.contains("[plotting]"), "{plots}");
        assert!(!plots.contains("plot vladivostok"), "{plots}");
        assert!(plots.lines().all(|line| line.chars().count() <= 110), "{plots}");
        let both = sheet(Some(Segment::Gunfire));
        assert!(both.contains("\n[plotting]\n") && both.contains("\n[gunfire]\ntarget izumo at\n"), "{both}");
    });
    at_gunfire(|_, session| {
        let sheet = |until| sheet(session, "japan", until);
        let fire = sheet(None).unwrap();
        assert!(
            fire.contains("# Rossia ") && fire.contains("\ntarget izumo at\n") && fire.contains("\ndeclared\n"),
            "{fire}"
        );
        assert!(sheet(Some(Segment::Plotting)).unwrap_err().error.what.contains("is over"), "plotting is");
    });
}

/// Before contact a side plots ten turns, and then has nothing to seal.
#[test]
fn r5_13_2_a_sheet_of_a_hidden_battle_offers_preplots_and_names_no_order_of_the_referee() {
    let mut setup = load::scenario(&naval_kit::builtin(), "ulsan").unwrap();
    setup.hidden = true;
    play_setup(setup, |files, session| {
        for side in ["japan", "russia"] {
            let text = sheet(session, side, None).unwrap();
            assert!(text.ends_with("seal\n") && !text.contains("quickstart"), "{text}");
            // Each remark gives the order that its line begins.
            let lines = text.lines().filter(|line| line.starts_with("preplot "));
            let filled: Vec<&str> = lines.map(|line| line.rsplit_once(": ").unwrap().1).collect();
            assert!(!filled.is_empty() && filled.iter().all(|line| line.ends_with(" x10")), "{text}");
            files.put("in.txt", &text);
            assert!(refused(session, "take in.txt").error.what.contains("refused"), "only the seal is given");
            let answer = take(files, session, side, &filled).unwrap();
            assert_eq!(answer.contains("Awaited: "), side == "japan", "{answer}");
            let text = sheet(session, side, None).unwrap();
            assert!(text.ends_with("# No orders are due.\n") && !text.contains("\nseal"), "{text}");
        }
        type_line(session, "next to plotting");
        assert!(sheet(session, "japan", None).unwrap().contains("\nplot 2nd "), "the smoke of funnels is contact");
    });
}

#[test]
fn a_block_of_lines_counts_as_one_line() {
    ulsan(|_, session| {
        for line in ["take", "# a remark", "", "plot 2nd 2.25", "plot vladivostok 2", "."] {
            assert_eq!(session.line(line).unwrap().text.is_empty(), line != ".", "{line}");
        }
        assert_eq!(session.journal().commands().len(), 2);
        type_line(session, "undo");
        assert!(session.journal().commands().is_empty(), "one undo takes the whole block back");
    });
    ulsan(|_, session| {
        type_lines(session, &["take", "plot 2nd 2.25", "plot nobody 2"]);
        let refusal = refused(session, ".");
        assert!(refusal.error.what.starts_with("line 2, plot nobody 2: "), "{refusal}");
        assert_eq!(session.journal().entries().len(), 0);
        // Nothing is collected any more.
        type_line(session, "plot 2nd 2.25");
        type_line(session, "take");
        assert!(refused(session, ".").error.what.contains("no orders"));
        type_lines(session, &["take", "next waive \"a drill\"", "plot 2nd 2"]);
        assert!(refused(session, ".").error.what.contains("Only the last line of a block"), "next must be read");
        type_lines(session, &["take", "undo", "plot 2nd 2"]);
        assert!(refused(session, ".").error.what.contains("Only an order"), "a session command");
    });
    // A pasted mail is a turn file.
    ulsan(|_, session| {
        type_line(session, "take");
        for line in filled(session, "japan", &["plot 2nd 2.25"]).lines() {
            type_line(session, line);
        }
        assert!(type_line(session, ".").contains("1 line for plotting is filed"));
    });
}

#[test]
fn a_side_cannot_read_refused_orders_of_the_enemy_or_undo_opened_ones() {
    ulsan(|files, session| {
        take(files, session, "japan", &["plot 2nd 2.25", "[gunfire]", "target naniwa at rossia"]).unwrap();
        take(files, session, "russia", &["plot vladivostok 2.25"]).unwrap();
        type_lines(session, &["next to gunfire", "pass to russia"]);
        let text = step(session).expect("it is tried");
        assert!(text.contains("refused now") && !text.contains("naniwa"), "{text}");
    });
    at_gunfire(|files, session| {
        take(files, session, "russia", &RUSSIA).unwrap();
        type_line(session, "pass to japan");
        let text = take(files, session, "japan", &JAPAN).unwrap();
        assert!(text.contains("Opened: "), "{text}");
        let undone = refused(session, "undo");
        assert!(undone.error.what.contains("Some of this was not ordered by Japan"), "{undone}");
    });
}
