//! Play against an admiral. Once it has declared fire, the other side can declare no more. No person can silence the
//! admiral, and its orders stay due. Questions, refusals and notices reveal no more than a side may know.
use super::{
    OneAnswer,
    against_captain::{declared, play_against_captain, run_automatic_steps, to_gunfire, type_line},
    against_measured::{self, RUSSIA, check_proved, play_measured},
    typing::TypedLines,
    with_frontend, with_scenario,
};
use admirals::{Commander, Level};
use naval::{Naval, Segment, SideId, model::doctrine::Doctrine};
use play::journal::{Entry, Header, Journal, Notice};
use session::{
    DiceMode, Frontend, Session,
    naval::{Admiral, player_json, players_seated_later},
};

/// Plays Ulsan at the referee's keyboard, with a captain for Russia if `admiral`. With it, the battle may be `open`.
pub fn refereed<T>(
    frontend: &dyn Frontend,
    admiral: bool,
    open: bool,
    play: impl FnOnce(&mut Session<'_, Naval>) -> T,
) -> T {
    with_frontend("ulsan", frontend, |session| {
        if admiral {
            let commander = Commander::new(Level::Captain, Doctrine::default_card());
            session.seat_admirals(vec![Admiral::new(SideId::new("russia"), commander)], open).unwrap();
            run_automatic_steps(session);
            if !open {
                type_line(session, "pass to referee");
            }
        } else {
            type_line(session, "plot vladivostok 2.25");
        }
        play(session)
    })
}

fn has_closed(session: &Session<'_, Naval>, side: &str) -> bool {
    session.state().this_move.closed_sides.iter().any(|closed| closed.as_str() == side)
}

#[test]
fn a_closed_journal_resumes_with_next() {
    let frontend = OneAnswer::default();
    play_against_captain("ulsan", &frontend, |session| {
        to_gunfire(session);
        type_line(session, "declared");
        session.record(Entry::Closed).unwrap();
        type_line(session, "next");
        assert_ne!(session.state().segment, Segment::Gunfire);
        assert!(session.journal().entries().contains(&Entry::Opened));
    });
}

#[test]
fn r3_3_5_a_fire_line_dropped_at_the_question_reveals_no_fire() {
    let frontend = OneAnswer { answer: Some("n"), ..OneAnswer::default() };
    play_against_captain("ulsan", &frontend, |session| {
        to_gunfire(session);
        let entries = session.journal().entries().len();
        let problem = session.line("izumo>rossia; azuma>rossia; fire all").err().unwrap();
        assert!(problem.error.what.contains("Cancelled"), "{problem}");
        assert_eq!(session.journal().entries().len(), entries, "the admiral has not answered");
        assert_eq!(declared(session, "russia") + declared(session, "japan"), 0);
    });
    refereed(&frontend, false, false, |session| {
        type_line(session, "plot 2nd 2.25");
        type_line(session, "next to gunfire");
        session.line("izumo>rossia; fire all").err().unwrap();
        assert!(session.state().this_move.declarations.is_empty());
    });
}

#[test]
fn r3_3_5_after_an_admirals_answer_a_player_that_stops_at_the_dice_declares_no_more() {
    for line in ["fire izumo", "azuma>rossia; fire izumo"] {
        for admiral in [true, false] {
            let frontend = TypedLines::then_stops(&["y"]);
            refereed(&frontend, admiral, false, |session| {
                type_line(session, "plot 2nd 2.25");
                type_line(session, "next to gunfire");
                type_line(session, "izumo>rossia");
                session.dice_mode = DiceMode::Ask;
                drop(session.line(line));
                assert_eq!(declared(session, "russia") > 0, admiral, "{line}: the admiral's declarations stand");
                assert_eq!(has_closed(session, "japan"), admiral, "{line}");
                assert_eq!(session.line("tokiwa>rossia").is_err(), admiral, "{line}");
            });
        }
    }
}

#[test]
fn r3_3_5_fire_undone_for_a_reason_leaves_silent_guns_silent() {
    let frontend = TypedLines::then_stops(&["y", "a slip"]);
    refereed(&frontend, true, false, |session| {
        type_line(session, "plot 2nd 2.25");
        type_line(session, "next to gunfire");
        type_line(session, "izumo>rossia");
        type_line(session, "fire izumo");
        type_line(session, "undo because \"a slip\"");
        assert!(has_closed(session, "japan") && session.line("tokiwa>rossia").is_err());
    });
}

#[test]
fn r3_3_5_next_stopped_at_the_admirals_dice_keeps_skipped_guns_silent() {
    let frontend = TypedLines::default();
    refereed(&frontend, true, false, |session| {
        type_line(session, "plot 2nd 2.25");
        type_line(session, "next to gunfire");
        session.dice_mode = DiceMode::Ask;
        type_line(session, "next");
        session.line("next").err().unwrap();
        assert!(0 < declared(session, "russia") && session.state().segment == Segment::Gunfire);
        assert!(session.line("izumo>rossia").is_err(), "Izumo was silent when the admiral declared");
    });
}

#[test]
fn r3_3_5_no_person_silences_an_admiral() {
    let refused = |session: &mut Session<'_, Naval>, line: &str| {
        let problem = session.line(line).err().unwrap_or_else(|| panic!("{line} is taken"));
        assert!(problem.error.what.contains("Russia is played by an admiral"), "{line}: {problem}");
    };
    let frontend = OneAnswer::default();
    for open in [false, true] {
        refereed(&frontend, true, open, |session| {
            type_line(session, "plot 2nd 2.25");
            if open {
                type_line(session, "exit gromoboi by south because \"home\"");
            } else {
                refused(session, "exit gromoboi by south because \"home\"");
            }
            type_line(session, "next to gunfire");
            if open {
                type_line(session, "declared russia");
            } else {
                refused(session, "declared russia");
                type_line(session, "izumo>rossia");
                refused(session, "next waive \"a drill\"");
                type_line(session, "declared");
                assert!(has_closed(session, "japan") && !has_closed(session, "russia"));
            }
        });
    }
    refereed(&frontend, false, false, |session| {
        type_line(session, "plot 2nd 2.25");
        type_line(session, "exit gromoboi by south because \"home\"");
        type_line(session, "next to gunfire");
        type_line(session, "declared russia");
        assert!(has_closed(session, "russia"));
    });
}

#[test]
fn advice_covers_no_side_that_an_admiral_plays() {
    for open in [false, true] {
        refereed(&OneAnswer::default(), true, open, |session| {
            let text = session.line("advise").unwrap().text;
            assert!(text.contains("Japan") && !text.contains("Russia, "), "{text}");
            type_line(session, "plot 2nd 2.25");
            type_line(session, "next to gunfire");
            let text = session.line("advise").unwrap().text;
            assert_eq!(text.contains("Russia, "), open, "{text}");
        });
    }
}

#[test]
fn r2_7_before_fire_the_admirals_unmeasured_ships_are_named() {
    play_measured("ulsan", RUSSIA, &OneAnswer { answer: Some("y"), ..OneAnswer::default() }, |session, _| {
        for line in ["next to gunfire", "next to gunfire"] {
            if session.state().segment != Segment::Gunfire {
                type_line(session, line);
            }
        }
        against_measured::type_line(session, "m izumo rossia 6.5");
        against_measured::type_line(session, "izumo>rossia");
        let text = type_line(session, "fire all");
        assert!(text.contains("No ranges were measured for Gromoboi, Rurik"), "{text}");
        assert!(session.state().this_move.declarations.iter().all(|declaration| !declaration.fired));
        type_line(session, "fire all");
        assert!(session.state().this_move.declarations.iter().any(|declaration| declaration.fired));
    });
}

#[test]
fn r8_6_the_admirals_repair_stays_due_if_a_person_stops_at_its_die() {
    let frontend = TypedLines::default();
    play_by_tape(&frontend, |session| {
        type_line(session, "set rossia flotation 1 because \"a hit\"");
        session.dice_mode = DiceMode::Ask;
        for _ in 0..20 {
            if session.state().segment == Segment::DamageControl {
                break;
            }
            type_line(session, "next");
        }
        assert_eq!(session.state().segment, Segment::DamageControl);
        let repair_questions = |frontend: &TypedLines| {
            frontend.questions.borrow().iter().filter(|question| question.contains("repair")).count()
        };
        let before = repair_questions(&frontend);
        assert!(0 < before, "{:?}", frontend.questions.borrow());
        assert!(session.line("next").err().unwrap().is_stopped());
        assert!(before < repair_questions(&frontend) && session.state().segment == Segment::DamageControl);
    });
}

fn play_by_tape(frontend: &dyn Frontend, play: impl FnOnce(&mut Session<'_, Naval>)) {
    let mut setup = load::scenario(&naval_kit::builtin(), "ulsan").unwrap();
    setup.remove_positions();
    super::with_setup(setup, frontend, |session| {
        let commander = Commander::new(Level::Captain, Doctrine::default_card());
        session.seat_admirals(vec![Admiral::new(SideId::new("russia"), commander)], false).unwrap();
        run_automatic_steps(session);
        play(session);
    });
}

#[test]
fn the_journal_notes_an_open_battle() {
    let noticed = |session: &Session<'_, Naval>| {
        let notice = Entry::Noticed { what: Notice::Passed { to: None } };
        session.journal().entries().iter().filter(|entry| **entry == notice).count()
    };
    refereed(&OneAnswer::default(), true, true, |session| assert_eq!(noticed(session), 1));
    play_against_captain("ulsan", &OneAnswer::default(), |session| assert_eq!(noticed(session), 0));
    with_scenario("ulsan", &OneAnswer::default(), |session| assert_eq!(noticed(session), 0));
}

/// Plots that the referee makes by hand for all are no orders of an admiral.
#[test]
fn r2_7_plots_that_the_admiral_was_not_asked_for_are_not_its_own() {
    play_measured("ulsan", RUSSIA, &OneAnswer::default(), |session, _| {
        type_line(session, "plot vladivostok 1-CR30 speed 2.25");
        type_line(session, "next to gunfire");
        type_line(session, "m 2nd vladivostok 6.5 6.6 6.7 6.9");
        type_line(session, "2nd>vladivostok");
        assert!(0 < check_proved(session, RUSSIA));
    });
}

/// A person who answers yes-or-no questions with yes, and all others with the given number.
pub struct FixedFace {
    pub face: std::cell::Cell<&'static str>,
    pub shown: std::cell::RefCell<Vec<String>>,
}

impl FixedFace {
    pub fn new(face: &'static str) -> FixedFace {
        FixedFace { face: face.into(), shown: Default::default() }
    }
}

impl Frontend for FixedFace {
    fn can_ask(&self) -> bool {
        true
    }
    fn ask(&self, question: &str) -> Result<session::Input, session::Refusal> {
        self.shown.borrow_mut().push(question.to_owned());
        Ok(session::Input::Line(if question.ends_with("[Y/n] ") { "y" } else { self.face.get() }.to_owned()))
    }
    plain_frontend!();
    fn aside(&self, words: &str) {
        self.shown.borrow_mut().push(words.to_owned());
    }
}

/// Continues the battle to a segment.
pub fn advance_to(session: &mut Session<'_, Naval>, segment: Segment) {
    while session.state().segment != segment {
        type_line(session, "next");
    }
}

/// Plays a turn in which Izumo has hit Rossia, and calls `play` in a later segment of it.
pub fn play_after_hit_on_rossia<T>(
    frontend: &FixedFace,
    segment: Segment,
    play: impl FnOnce(&mut Session<'_, Naval>) -> T,
) -> T {
    with_frontend("ulsan", frontend, |session| {
        let russia = SideId::new("russia");
        let card = Doctrine::for_side(&load::doctrines(session.sources).unwrap(), &session.state().setup, &russia);
        session.seat_admirals(vec![Admiral::new(russia, Commander::new(Level::Captain, card))], false).unwrap();
        run_automatic_steps(session);
        type_line(session, "plot 2nd CR15 speed 2.25");
        type_line(session, "next to gunfire");
        session.dice_mode = DiceMode::Ask;
        type_line(session, "izumo>rossia");
        type_line(session, "fire izumo declared dice 1 10 10 1 1");
        advance_to(session, segment);
        play(session)
    })
}

/// Plays two turns in which Rossia loses a mount and repairs it. Returns the dice questions and the texts beside them.
fn two_turns(referee: bool) -> Vec<String> {
    let frontend = FixedFace::new("10");
    play_after_hit_on_rossia(&frontend, Segment::Damage, |session| {
        frontend.face.set("1");
        if referee {
            type_line(session, "pass to referee");
        }
        type_line(session, "next");
        let rossia = session.state().ship(&naval::Id::new("rossia")).unwrap();
        assert!(rossia.hits.iter().any(|hit| hit.id.as_str().starts_with('M')), "a mount is lost");
        if referee {
            type_line(session, "pass to japan");
        }
        frontend.face.set("10");
        type_line(session, "plot 2nd 2.25");
        type_line(session, "next to gunfire");
        type_line(session, "izumo>rossia");
        // Only the referee reads the true number of Rossia's mounts; Japan does not know it.
        type_line(session, "fire all declared");
        advance_to(session, Segment::DamageControl);
        frontend.face.set("1");
        type_line(session, "next");
    });
    frontend.shown.into_inner()
}

#[test]
fn r2_5_a_sides_keyboard_asks_for_enemy_dice_without_their_result() {
    let enemy_names = ["Rossia", "Gromoboi", "Rurik"];
    let about_enemy = |text: &[String]| {
        let parts = text.iter().flat_map(|line| line.split(';')).map(str::to_owned);
        parts.filter(|part| enemy_names.iter().any(|name| part.contains(name))).collect::<Vec<String>>()
    };
    let side = two_turns(false);
    let enemy_lines = about_enemy(&side);
    assert!(enemy_lines.iter().any(|part| part.contains("To hit")), "gunfire is visible to all: {side:#?}");
    // The enemy's secret rolls name no ship and no kind. [3.3.7, 3.3.8]
    for secret in ["The enemy, damage, 1 D", "The enemy, damage control, 1 D"] {
        assert!(side.iter().any(|line| line.starts_with(secret)), "{secret}: {side:#?}");
    }
    assert!(side.iter().any(|line| line.contains("or less: Izumo")), "the side's own numbers are shown: {side:#?}");
    for part in &enemy_lines {
        let says_more = part.contains("or less") || part.contains("ounts of") || part.contains('#');
        let says_more = says_more || part.contains("damage") || part.contains("repair") || part.contains("fire");
        assert!(!says_more, "{part}: {side:#?}");
    }
    let referee = two_turns(true);
    assert!(referee.iter().any(|line| line.contains("Mounts of Rossia")), "{referee:#?}");
}

/// Returns the refusals of `fire all` with a growing number of twenties: with too few dice, too many, or a 21. Both
/// sides have declared fire, and a refused line fires nothing, so every line meets the same state.
fn refusals(frontend: &dyn Frontend, referee: bool) -> Vec<String> {
    refereed(frontend, true, false, |session| {
        if !referee {
            type_line(session, "pass to japan");
        }
        type_line(session, "plot 2nd CR15 speed 2.25");
        type_line(session, "next to gunfire");
        session.dice_mode = DiceMode::Ask;
        ["izumo>rossia", "azuma>rossia", "tokiwa>gromoboi"].iter().for_each(|line| drop(type_line(session, line)));
        let mut lines = Vec::new();
        // A person is asked for missing dice.
        let lasts = if frontend.can_ask() { &["21"][..] } else { &["21", ""] };
        for twenties in 1..30 {
            for last in lasts {
                let line = format!("fire all declared dice {}{last}", "20 ".repeat(twenties));
                let Err(problem) = session.line(&line) else { return lines };
                lines.push(problem.to_string());
            }
        }
        lines
    })
}

#[test]
fn r2_5_refusals_of_dice_reveal_no_more_of_the_enemy_than_the_questions() {
    let names_enemy = |text: &&String| {
        ["(Rossia", "(Gromoboi", "(Rurik", "(batteries at Izumo"].iter().any(|name| text.contains(name))
    };
    for person in [true, false] {
        let refusals = |referee| {
            let (typing, script) = (TypedLines::then_stops(&[]), OneAnswer::default());
            refusals(if person { &typing } else { &script }, referee)
        };
        let side = refusals(false);
        let enemy_lines: Vec<&String> = side.iter().filter(names_enemy).collect();
        assert!(enemy_lines.iter().any(|text| text.contains("is not a D20 result (Rurik, to hit).")), "{side:#?}");
        assert!(person || enemy_lines.iter().any(|text| text.contains("more (Rossia, to hit).")), "{side:#?}");
        assert!(!enemy_lines.iter().any(|text| text.contains("or less") || text.contains("[6")), "{side:#?}");
        assert!(side.iter().any(|text| text.contains("or less")), "the side's own numbers are shown: {side:#?}");
        let referee = refusals(true);
        assert!(referee.iter().filter(names_enemy).any(|text| text.contains("or less")), "{referee:#?}");
    }
}

#[test]
fn a_new_player_of_a_side_is_recorded_in_the_journal() {
    let seats = |session: &Session<'_, Naval>| {
        let player_of = |entry: &play::journal::EntryOf<Naval>| match entry {
            Entry::Noticed { what: Notice::Player { side, machine, .. } } => Some((side.clone(), machine.is_some())),
            _ => None,
        };
        session.journal().entries().iter().filter_map(player_of).collect::<Vec<_>>()
    };
    let admiral =
        |side: &str| vec![Admiral::new(SideId::new(side), Commander::new(Level::Captain, Doctrine::default_card()))];
    play_against_captain("ulsan", &OneAnswer::default(), |session| {
        assert!(seats(session).is_empty(), "no seat is noted at the start");
        let reopen = |session: &mut Session<'_, Naval>, admirals| {
            session.record(Entry::Closed).unwrap();
            session.seat_admirals(admirals, false).unwrap();
        };
        reopen(session, admiral("japan"));
        let so_far = seats(session);
        assert_eq!(so_far, [("japan".to_owned(), true)], "line 1 of this journal names no player");
        reopen(session, admiral("japan"));
        assert_eq!(seats(session), so_far, "as before");
        // A different card of the same name, as `--data` may give, is a new player. An equal card is the same player.
        let ordered_by = |aggression: f64, level: Level, nodes: u64| {
            let doctrine = Doctrine { aggression, ..Doctrine::default_card() };
            vec![Admiral::new(SideId::new("japan"), Commander { nodes, ..Commander::new(level, doctrine) })]
        };
        let plain = Doctrine::default_card().aggression;
        let mut noticed = so_far.len();
        for (aggression, level, nodes, is_new_player) in [
            (plain + 0.01, Level::Captain, 10, true),
            (plain + 0.01, Level::Captain, 10, false),
            (plain, Level::Captain, 10, true),
            (plain, Level::Midshipman, 10, true),
            (plain + 0.01, Level::Midshipman, 10, false),
            // The number of orders tried changes what an admiral chooses, but not what other levels do.
            (plain, Level::Midshipman, 11, false),
            (plain, Level::Captain, 11, true),
            (plain, Level::Captain, 10, false),
            (plain, Level::Admiral, 10, true),
            (plain, Level::Admiral, 10, false),
            (plain, Level::Admiral, 11, true),
        ] {
            reopen(session, ordered_by(aggression, level, nodes));
            noticed += usize::from(is_new_player);
            assert_eq!(seats(session).len(), noticed, "{aggression}, {level:?}, {nodes}");
        }
        // An older journal names only the level: its card is recorded once.
        let machine = Some("captain:plain".to_owned());
        session.record_notice(Notice::Player { side: "japan".to_owned(), machine, player: None }).unwrap();
        reopen(session, admiral("japan"));
        reopen(session, admiral("japan"));
        assert_eq!(seats(session).len(), noticed + 2);
        reopen(session, Vec::new());
        assert_eq!(seats(session).last(), Some(&("japan".to_owned(), false)));
        // A player whose card cannot be read still counts as the program.
        session.record_notice(unreadable_player("japan")).unwrap();
        let so_far = seats(session).len();
        reopen(session, Vec::new());
        assert_eq!(seats(session).last(), Some(&("japan".to_owned(), false)));
        reopen(session, Vec::new());
        assert_eq!(seats(session).len(), so_far + 1);
    });
    // The same for a player in line 1 whose level cannot be read.
    let (sources, frontend) = (naval_kit::builtin(), OneAnswer::default());
    let setup = load::scenario(&sources, "ulsan").unwrap();
    let players = Some(serde_json::json!([{ "side": "japan", "level": "commodore" }]));
    let mut journal = Journal::new(Header { players, ..super::header(setup) });
    let seat = session::naval::BattleSeat::restore(&journal);
    let mut session = Session::new(&mut journal, &frontend, &sources, seat, super::drawn);
    for _ in 0..2 {
        session.seat_admirals(Vec::new(), false).unwrap();
        assert_eq!(seats(&session), [("japan".to_owned(), false)]);
    }
}

/// Returns the notice of a player with a level that does not exist.
fn unreadable_player(side: &str) -> Notice {
    let player = Some(serde_json::json!({ "side": side, "level": "commodore" }));
    Notice::Player { side: side.to_owned(), machine: Some("commodore".to_owned()), player }
}

/// A player seated by another edition of the computer players may choose differently, so it is not asked again.
#[test]
fn r3_3_1_a_later_player_is_asked_again_if_it_is_of_this_edition() {
    let side = SideId::new("japan");
    let commander = Commander::new(Level::Captain, Doctrine::default_card());
    for (edition, is_asked) in [
        (Some(admirals::EDITION), true),
        (Some(admirals::EDITION - 1), false),
        (Some(admirals::EDITION + 1), false),
        (None, false),
    ] {
        with_scenario("ulsan", &OneAnswer::default(), |session| {
            let mut player = player_json(&side, &commander);
            match edition {
                Some(edition) => player["edition"] = edition.into(),
                None => drop(player.as_object_mut().unwrap().remove("edition")),
            }
            let (machine, player) = (Some(commander.name()), Some(player));
            session.record_notice(Notice::Player { side: side.to_string(), machine, player }).unwrap();
            let seated = players_seated_later(session.journal());
            assert_eq!(seated.len(), 1);
            assert_eq!(seated[0].commander, is_asked.then(|| commander.clone()), "{edition:?}");
        });
    }
}

/// A salvo whose dice were all typed at a side's keyboard before an interruption is fired. An incomplete one is not.
#[test]
fn r6_5_fire_interrupted_at_a_sides_keyboard_keeps_its_dice() {
    for (rolled, fired) in [("20 20", true), ("20", false)] {
        let frontend = TypedLines::then_stops(&[rolled]);
        with_frontend("ulsan", &frontend, |session| {
            let commander = Commander::new(Level::Captain, Doctrine::default_card());
            session.seat_admirals(vec![Admiral::new(SideId::new("russia"), commander)], false).unwrap();
            run_automatic_steps(session);
            type_line(session, "plot 2nd CR15 speed 2.25");
            type_line(session, "next to gunfire");
            session.dice_mode = DiceMode::Ask;
            type_line(session, "izumo>rossia");
            type_line(session, "azuma>rossia");
            let answer = session.line("fire all declared");
            assert_eq!(answer.is_ok(), fired, "{rolled}");
            let fired_by = |ship: &str| {
                let own = session
                    .state()
                    .this_move
                    .declarations
                    .iter()
                    .filter(|declaration| declaration.firer.as_str() == ship);
                own.map(|declaration| declaration.fired).collect::<Vec<bool>>()
            };
            assert_eq!((fired_by("izumo"), fired_by("azuma")), (vec![fired], vec![false]), "{rolled}");
            assert!(0 < declared(session, "russia"), "the admiral's declarations stand");
        });
        let output = frontend.output.borrow().join("\n");
        assert!(output.contains("or less: Izumo x2") && !output.contains("or less: Gromoboi"), "{output}");
    }
}
