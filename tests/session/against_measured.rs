//! An admiral in a battle measured by hand: it uses only what the tape shows.
use super::{OneAnswer, against_captain::run_automatic_steps, with_scenario, with_setup};
use admirals::{
    Commander, Level,
    proof::{self, prove},
};
use naval::model::{Setup, doctrine::Doctrine};
use naval::{Command, Naval, SideId};
use session::{Session, naval::Admiral};

pub const RUSSIA: (&str, Level) = ("russia", Level::Captain);
const JAPAN: (&str, Level) = ("japan", Level::Captain);

/// A scenario without positions in which the program plays one side.
pub fn play_measured<T>(
    scenario: &str,
    (side, level): (&str, Level),
    frontend: &OneAnswer,
    play: impl FnOnce(&mut Session<'_, Naval>, Vec<String>) -> T,
) -> T {
    let mut setup: Setup = load::scenario(&naval_kit::builtin(), scenario).unwrap();
    setup.remove_positions();
    with_setup(setup, frontend, |session| {
        let commander = commander(session, side, level);
        session.seat_admirals(vec![Admiral::new(SideId::new(side), commander)], false).unwrap();
        let lines = run_automatic_steps(session);
        play(session, lines)
    })
}

fn commander(session: &Session<'_, Naval>, side: &str, level: Level) -> Commander {
    let cards = load::doctrines(session.sources).unwrap();
    Commander::new(level, Doctrine::for_side(&cards, &session.state().setup, &SideId::new(side)))
}

/// The answer to a line, with what the admiral does automatically after it.
pub fn type_line(session: &mut Session<'_, Naval>, line: &str) -> String {
    let text = session.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}")).text;
    [vec![text], run_automatic_steps(session)].concat().join("\n")
}

/// The effective orders of a side's ships.
pub fn orders(session: &Session<'_, Naval>, side: &str) -> Vec<(usize, Command)> {
    let is_of_side = |command: &Command| {
        naval::rules::secrecy::ordering_side(session.state(), command).is_some_and(|by| by.as_str() == side)
    };
    let commands = session.journal().commands();
    commands
        .iter()
        .filter(|applied| is_of_side(applied.command))
        .map(|applied| (applied.entry, applied.command.clone()))
        .collect()
}

/// Checks that the admiral would give each of its orders again from what its side knew, and returns their number.
pub fn check_proved(session: &Session<'_, Naval>, (side, level): (&str, Level)) -> usize {
    let commander = Some(commander(session, side, level));
    let seats = [proof::PlayerTerm { from: 0, side: SideId::new(side), commander }];
    let header = session.journal().header();
    let applied = session.journal().commands();
    let commands = applied.iter().map(|applied| (applied.entry, applied.command, applied.events));
    let proved = prove(&header.setup, header.seed.unwrap_or_default(), &seats, &[], commands);
    assert_eq!(proved.mismatch, None);
    proved.orders
}

#[test]
fn r2_7_for_three_turns_the_admiral_fires_only_at_typed_ranges() {
    let frontend = OneAnswer::default();
    play_measured("ulsan", RUSSIA, &frontend, |session, text| {
        assert_eq!(text.len(), 1, "{text:?}");
        assert!(text[0].starts_with("Russia: ") && text[0].lines().count() == 2, "{}", text[0]);
        assert!(session.seat.viewer.is_referee(), "the referee measures and reads for all");
        let mut text = String::new();
        for (turn, ranges) in [(1, "6.5 6.9 6.9 7.1"), (2, "5.5 5.6 5.7 5.9"), (3, "4.8 4.9 5 5.1")] {
            assert!(orders(session, "russia").iter().all(|(_, order)| !matches!(order, Command::Plot { .. })));
            text += &type_line(session, "next to gunfire");
            let before = orders(session, "russia").len();
            text += &type_line(session, "m izumo rossia 8");
            assert_eq!(orders(session, "russia").len(), before, "the admiral waits for the tape");
            text += &type_line(session, &format!("m 2nd vladivostok {ranges}"));
            text += &type_line(session, "2nd>vladivostok");
            text += &type_line(session, "fire all declared");
            text += &type_line(session, "next to torpedo");
            if !naval::rules::turn::duties(session.state()).is_empty() {
                text += &type_line(session, "none in reach");
            }
            text += &type_line(session, "next to plotting");
            assert_eq!(session.state().turn, turn + 1, "{text}");
        }
        let commands = orders(session, "russia");
        for (entry, order) in &commands {
            let Command::Target(target) = order else { continue };
            let before = session.journal().state_before(*entry);
            assert!(before.measured_range(&target.firer, &target.target).is_some(), "#{entry} {order:?}");
        }
        let count =
            |matches_order: fn(&Command) -> bool| commands.iter().filter(|(_, order)| matches_order(order)).count();
        assert!(6 <= count(|order| matches!(order, Command::Target(_))), "{commands:?}");
        assert!(0 < count(|order| matches!(order, Command::Repair { .. })), "{text}");
        // Each battery declares once in a turn, and no question was asked.
        for turn in 1..=3 {
            let of_turn = commands.iter().filter(|(entry, _)| session.journal().state_before(*entry).turn == turn);
            let mut fired: Vec<_> = of_turn
                .filter_map(
                    |(_, order)| if let Command::Target(declaration) = order { Some(declaration) } else { None },
                )
                .map(|declaration| (declaration.firer.clone(), declaration.battery))
                .collect();
            let all = fired.len();
            fired.sort();
            fired.dedup();
            assert_eq!(fired.len(), all, "turn {turn}");
        }
        assert!(frontend.asked.borrow().is_empty(), "{:?}", frontend.asked.borrow());
        assert!(!text.contains("Plots, smoke and formations"), "it is printed once");
        assert_eq!(check_proved(session, RUSSIA), commands.len());
    });
}

#[test]
fn r3_3_5_the_admiral_declares_again_after_an_undo_and_a_correction() {
    play_measured("ulsan", RUSSIA, &OneAnswer::default(), |session, _| {
        type_line(session, "next to gunfire");
        type_line(session, "m 2nd vladivostok 6.5 6.9 6.9 7.1");
        type_line(session, "izumo>rossia");
        let declared = orders(session, "russia").len();
        assert!(0 < declared);
        let commands = session.journal().commands();
        let entry = commands.iter().find(|applied| matches!(applied.command, Command::Target(_))).unwrap().entry;
        drop(commands);
        type_line(session, &format!("undo {entry} because \"a trial\""));
        assert!(session.state().this_move.declarations.is_empty(), "the admiral waits");
        type_line(session, &format!("redo {entry}"));
        type_line(session, "undo");
        type_line(session, "izumo>gromoboi 7");
        assert!(!orders(session, "russia").is_empty());
        // A new range for a declared shot applies to it.
        type_line(session, "m rossia izumo 8.2");
        let state = session.state();
        let rossia = state.this_move.declarations.iter().find(|declaration| declaration.firer.as_str() == "rossia");
        assert!(rossia.is_none_or(
            |declaration| declaration.target.as_str() != "izumo" || declaration.range == naval::Inches(820)
        ));
        check_proved(session, RUSSIA);
    });
}

#[test]
fn r3_3_5_after_undo_of_the_admirals_last_declaration_its_guns_fire() {
    let big = |session: &Session<'_, Naval>| {
        let declared = session.state().this_move.declarations.iter();
        let big = declared.filter(|declaration| declaration.battery == naval::model::BatteryKind::Big);
        let big = big.filter(|declaration| ["rossia", "gromoboi", "rurik"].contains(&declaration.firer.as_str()));
        big.map(|declaration| (declaration.firer.to_string(), declaration.target.to_string())).collect::<Vec<_>>()
    };
    for back in [false, true] {
        play_measured("ulsan", RUSSIA, &OneAnswer::default(), |session, _| {
            for line in ["next to gunfire", "m 2nd vladivostok 8.5 8.5 8.5 8.7; 1>1", "3>3; 4>3"] {
                type_line(session, line);
            }
            let all = big(session);
            assert!(1 < all.len(), "{all:?}");
            if back {
                assert!(type_line(session, "undo").contains("That was an admiral's"));
                assert_eq!(big(session).len(), all.len() - 1);
            }
            type_line(session, "fire all declared");
            assert_eq!(big(session), all, "each once, whether undone or not: {back}");
            assert!(session.state().this_move.declarations.iter().all(|declaration| declaration.fired));
            check_proved(session, RUSSIA);
        });
    }
}

/// A ship without a measured range waits through no fault of its own.
#[test]
fn r3_3_5_an_admiral_that_waits_for_the_tape_is_not_called_late() {
    let one_by_one = |session: &mut Session<'_, Naval>| {
        let lines = ["next to gunfire", "izumo>rossia 6.5", "azuma>rossia 6.6"];
        lines.map(|line| type_line(session, line)).concat()
    };
    let text = play_measured("ulsan", RUSSIA, &OneAnswer::default(), |session, _| one_by_one(session));
    assert!(!text.contains("was due to declare"), "{text}");
    let mut setup: Setup = load::scenario(&naval_kit::builtin(), "ulsan").unwrap();
    setup.remove_positions();
    let text = with_setup(setup, &OneAnswer::default(), one_by_one);
    assert!(text.contains("Russia was due to declare"), "{text}");
}

#[test]
fn undo_continues_past_the_admirals_answer_and_says_so() {
    play_measured("ulsan", RUSSIA, &OneAnswer::default(), |session, _| {
        type_line(session, "next to gunfire");
        type_line(session, "m 2nd vladivostok 6.5 6.9 6.9 7.1");
        type_line(session, "izumo>rossia");
        assert_eq!(session.state().this_move.declarations.len(), 2);
        let text = type_line(session, "undo");
        assert!(text.contains("`undo` again"), "{text}");
        let text = type_line(session, "undo");
        assert!(session.state().this_move.declarations.is_empty() && !text.contains("`undo` again"), "{text}");
    });
}

#[test]
fn r2_7_the_admiral_fires_at_no_range_measured_before_the_move() {
    let russian_orders = |early: bool, again: bool| {
        play_measured("ulsan", RUSSIA, &OneAnswer::default(), |session, _| {
            let read = "m 2nd vladivostok 6.5 6.9 6.9 7.1";
            if early {
                type_line(session, read);
            }
            let text = session.line("next to gunfire").unwrap().text;
            assert_eq!(text.contains("Measured before the move: Izumo to Rossia 6.5\""), early, "{text}");
            if again {
                type_line(session, read);
            }
            let declared = session.line("izumo>rossia");
            assert_eq!(declared.is_ok(), early || again, "a person's own range counts");
            check_proved(session, RUSSIA);
            if declared.is_ok() {
                type_line(session, "fire all declared");
            }
            orders(session, "russia").len()
        })
    };
    assert_eq!(russian_orders(true, false), 0);
    assert!(0 < russian_orders(false, true));
    assert_eq!(russian_orders(true, true), russian_orders(false, true));
}

#[test]
fn r2_7_three_ranges_from_before_the_move_are_named_the_rest_counted() {
    let three = "m izumo rossia 6.5 azuma gromoboi 6.9 tokiwa rurik 7";
    for (read, ends) in
        [(three, "Tokiwa to Rurik 7.0\". All"), ("m 2nd vladivostok 6.5 6.9 7 7.1", "7.0\"; 1 more. All")]
    {
        play_measured("ulsan", RUSSIA, &OneAnswer::default(), |session, _| {
            type_line(session, read);
            let text = session.line("next to gunfire").unwrap().text;
            let begins = "Measured before the move: Izumo to Rossia 6.5\"; Azuma to Gromoboi 6.9\"; Tokiwa to Rurik ";
            assert!(text.contains(begins) && text.contains(ends), "{text}");
        });
    }
}

#[test]
fn r2_7_a_pair_measured_twice_before_the_move_shows_only_the_last_range() {
    play_measured("ulsan", RUSSIA, &OneAnswer::default(), |session, _| {
        for read in ["m izumo rossia 6.5", "m azuma gromoboi 6.9", "m rossia izumo 6.6", "m azuma rossia 6.5"] {
            type_line(session, read);
        }
        let text = session.line("next to gunfire").unwrap().text;
        let all = "Azuma to Gromoboi 6.9\"; Rossia to Izumo 6.6\"; Azuma to Rossia 6.5\". All";
        assert!(text.contains(&format!("Measured before the move: {all}")), "{text}");
    });
}

/// A range typed with a shot, or while ships are moved, counts as measured again even if it is the same.
#[test]
fn r2_7_the_admiral_uses_a_range_measured_again_wherever_it_is_typed() {
    let russian_orders = |read: &str, moving: &str, shot: &str| {
        play_measured("ulsan", RUSSIA, &OneAnswer::default(), |session, _| {
            type_line(session, read);
            type_line(session, "next to movement");
            if !moving.is_empty() {
                type_line(session, moving);
            }
            let text = session.line("next to gunfire").unwrap().text;
            assert_eq!(text.contains("Measured before the move"), moving.is_empty(), "{text}");
            type_line(session, shot);
            type_line(session, "fire all declared");
            check_proved(session, RUSSIA);
            orders(session, "russia").len()
        })
    };
    let read = "m izumo rossia 6.5";
    for (moving, shot) in [("", "izumo>rossia 6.5"), ("", "izumo>rossia 6.51"), (read, "izumo>rossia")] {
        assert!(0 < russian_orders(read, moving, shot), "{moving}; {shot}");
    }
    // The admiral does not know a range that was not typed again.
    assert_eq!(russian_orders(read, "", "izumo>rossia"), 0);
}

fn launches(session: &Session<'_, Naval>) -> Vec<Command> {
    let orders = orders(session, "japan").into_iter().map(|(_, command)| command);
    orders.filter(|command| matches!(command, Command::Launch { .. })).collect()
}

#[test]
fn q59_the_admiral_plots_launches_from_range_arc_and_courses() {
    play_measured("tsushima-night", JAPAN, &OneAnswer::default(), |session, _| {
        type_line(session, "course 1st-tbd 270 stragglers-a 270");
        type_line(session, "m 1st-tbd sissoi-veliky 1.5");
        assert_eq!(orders(session, "japan"), [], "the side of the target is not known");
        let text = type_line(session, "m 1st-tbd sissoi-veliky 1.5 arc port");
        let [Command::Launch { by, target, bearing, .. }] = &launches(session)[..] else { panic!("{text}") };
        assert_eq!((by.as_str(), target.as_str()), ("1st-tbd", "sissoi-veliky"));
        assert_eq!(*bearing, naval::model::Bearing::Port);
        assert!(!text.contains("marker"), "its plot is secret until the plots are revealed: {text}");
        // The person who places the counter reads which marker it is, once.
        let text = type_line(session, "next to movement");
        assert!(text.contains("Japan: put down marker A beside 1st Destroyer Division, port. [7.4]"), "{text}");
        let text = type_line(session, "m 1st-tbd sissoi-veliky 1.2 arc port");
        assert!(!text.contains("put down") && launches(session).len() == 1, "the plots are revealed: {text}");
        type_line(session, "next to torpedo");
        type_line(session, "miss A");
        assert!(!orders(session, "japan").iter().any(|(_, order)| matches!(order, Command::CoupDeGrace { .. })));
        type_line(session, "set navarin speed 0 because \"a cripple\"");
        type_line(session, "m 3rd-tbd navarin 2.5");
        let coups = orders(session, "japan");
        let coups = coups.iter().filter(|(_, order)| matches!(order, Command::CoupDeGrace { .. }));
        assert_eq!(coups.count(), 1, "one, by the base that the tape shows near");
        assert_eq!(check_proved(session, JAPAN), 2);
    });
}

#[test]
fn q59_the_admiral_launches_by_the_ranges_of_the_last_turn() {
    let launched = |read: &str| {
        play_measured("tsushima-night", JAPAN, &OneAnswer::default(), |session, _| {
            type_line(session, "course 1st-tbd 270 stragglers-a 270");
            type_line(session, "next to torpedo");
            type_line(session, read);
            assert_eq!(launches(session), []);
            type_line(session, "next to plotting waive \"nobody else is near\"");
            assert_eq!(session.state().turn, 2);
            check_proved(session, JAPAN);
            launches(session).len()
        })
    };
    assert_eq!(launched("m 1st-tbd sissoi-veliky 1.5 arc port"), 1);
    assert_eq!(launched("m 1st-tbd sissoi-veliky 9.5 arc port"), 0, "torpedoes do not run that far");
}

#[test]
fn r4_5_the_admiral_lights_ships_that_the_tape_shows_in_reach() {
    let midshipman = ("russia", Level::Midshipman);
    play_measured("tsushima-night", midshipman, &OneAnswer::default(), |session, _| {
        type_line(session, "next to illumination");
        type_line(session, "m orel 1st-tbd 2 sissoi-veliky 3rd-tbd 2.2");
        let lights = orders(session, "russia");
        let lit = |order: &Command| match order {
            Command::Illuminate { by, target, .. } => Some((by.to_string(), target.to_string())),
            _ => None,
        };
        let lit: Vec<(String, String)> = lights.iter().filter_map(|(_, order)| lit(order)).collect();
        assert!(!lit.is_empty() && check_proved(session, midshipman) == lit.len());
        let pairs = [("orel", "1st-tbd"), ("sissoi-veliky", "3rd-tbd")];
        assert!(lit.iter().all(|(by, target)| pairs.contains(&(by, target))), "{lit:?}");
    });
}

#[test]
fn r2_7_with_a_fix_of_every_division_the_admiral_plots_the_same_turn() {
    play_measured("ulsan", RUSSIA, &OneAnswer::default(), |session, _| {
        type_line(session, "next to plotting");
        let start = session.state().clone();
        let text = type_line(session, "fix 2nd from nw 31.4 from sw 22.8 heading 105");
        assert!(text.starts_with("Izumo of 2nd Division is at 12.38, 19.14 heading 105"), "{text}");
        assert_eq!(orders(session, "russia"), [], "the admiral waits for the other fixes");
        // Nothing shows on which side of the measured line the division is.
        let refused = session.line("fix vladivostok from izumo 6.5 from nw 30 heading 105").err().unwrap();
        assert!(refused.error.what.contains("or at"), "{refused}");
        let refused = session.line("fix vladivostok from naniwa 6.5 from nw 30 heading 105").err().unwrap();
        assert!(refused.error.what.contains("no position on the table"), "{refused}");
        let text = type_line(session, "fix vladivostok from ne 61 from se 55 heading 105");
        assert!(text.contains("Russia has plotted.") && text.contains("are sealed"), "{text}");
        let plots = orders(session, "russia");
        assert!(plots.iter().any(|(_, order)| matches!(order, Command::Plot { .. })), "{plots:?}");
        assert!(!text.contains("speed"), "its plot is secret until the move: {text}");
        type_line(session, "plot 2nd 2.25");
        let text = type_line(session, "next");
        assert!(text.contains("Rossia: "), "the move of its miniatures is shown: {text}");
        assert_eq!(check_proved(session, RUSSIA), plots.len());
        // After an undo to before the first fix, no ship has a position.
        let commands = session.journal().commands();
        let first = commands.iter().find(|applied| matches!(applied.command, Command::Fix { .. })).unwrap().entry;
        session.line(&format!("undo {first} because \"another table\"")).unwrap();
        assert_eq!(*session.state(), start);
        session.line("redo").unwrap();
        assert!(session.state().ships_in_action().all(|ship| ship.at.is_some()));
        assert_eq!(session.journal().replay_until(|_| false), *session.state());
    });
}

/// The entry number after `undo` in a hint.
fn entry_in(refused: &str) -> usize {
    let behind = refused.split("undo ").nth(1).unwrap_or_else(|| panic!("{refused}"));
    behind.split(|mark: char| !mark.is_ascii_digit()).next().unwrap().parse().unwrap()
}

#[test]
fn r3_3_1_plots_sealed_by_a_fix_are_all_undone_before_the_next_fix() {
    play_measured("ulsan", RUSSIA, &OneAnswer::default(), |session, _| {
        type_line(session, "next to plotting");
        type_line(session, "fix 2nd from nw 31.4 from sw 22.8 heading 105");
        // No side has plotted yet, so a division may be measured again.
        type_line(session, "fix 2nd from nw 31.4 from sw 22.8 heading 105");
        type_line(session, "fix vladivostok from ne 61 from se 55 heading 105");
        let plots = orders(session, "russia").len();
        assert!(0 < plots);
        // The reader may be the other player, so no answer shows the sealed plots.
        let lines = ["sheet vladivostok", "sheet", "log", "why", "show vladivostok"];
        for words in lines {
            let text = session.line(words).map(|answer| answer.text).unwrap_or_default();
            assert!(!text.contains("CR") && !text.contains("CL") && !text.contains("at speed"), "{words}: {text}");
        }
        assert!(session.line("log").unwrap().text.contains("(secret)"));
        let reveal_refusal = session.line("reveal russia").err().unwrap().to_string();
        assert!(reveal_refusal.contains("until"), "{reveal_refusal}");
        let state = session.state().clone();
        let again = "fix 2nd from nw 31 from sw 22.8 heading 105";
        let refused = session.line(again).err().unwrap().to_string();
        assert!(refused.contains("Russia has already plotted") && refused.contains("Then it plots again"), "{refused}");
        let seal = session.journal().commands().last().unwrap().entry;
        let undo_refusal = session.line(&format!("undo {seal}")).err().unwrap().to_string();
        assert!(
            undo_refusal.contains("only with its plots") && entry_in(&undo_refusal) == entry_in(&refused),
            "{undo_refusal}"
        );
        assert_eq!(*session.state(), state);
        type_line(session, &format!("undo {} because \"measured again\"", entry_in(&refused)));
        assert_eq!(orders(session, "russia"), []);
        type_line(session, again);
        // The undone measurement is typed again.
        let text = type_line(session, "fix vladivostok from ne 61 from se 55 heading 105");
        assert!(text.contains("Russia has plotted."), "{text}");
        // Later plots are undone independently.
        type_line(session, "plot 2nd 2.25");
        type_line(session, "undo");
        assert_eq!(orders(session, "russia").len(), plots);
        type_line(session, "plot 2nd 2.25");
        type_line(session, "next");
        // They move: the admiral's plot is shown, and its seal holds.
        let text = session.line("log").unwrap().text;
        assert!(text.contains("plot vladivostok ") && !text.contains("(secret)"), "{text}");
        type_line(session, "reveal russia");
        let izumo_at = session.state().ship(&"izumo".into()).unwrap().at.unwrap().point();
        let table = session.state().setup.table;
        let north = table.height.as_f64() - izumo_at.y();
        type_line(
            session,
            &format!(
                "fix 2nd from nw {:.2} from sw {:.2} heading 105",
                izumo_at.x().hypot(north),
                izumo_at.x().hypot(izumo_at.y())
            ),
        );
        check_proved(session, RUSSIA);
    });
}

/// A battle opened again after every ship has a position is still the referee's, who measures for both sides.
#[test]
fn r2_7_a_reopened_battle_leaves_the_keyboard_with_the_referee() {
    play_measured("ulsan", RUSSIA, &OneAnswer::default(), |session, _| {
        type_line(session, "fix 2nd from nw 31.4 from sw 22.8 heading 105");
        type_line(session, "fix vladivostok from ne 61 from se 55 heading 105");
        let commander = commander(session, "russia", Level::Captain);
        session.seat_admirals(vec![Admiral::new(SideId::new("russia"), commander)], false).unwrap();
        assert!(type_line(session, "where rossia").contains("Rossia"), "a side would find no ship of that name");
    });
}

#[test]
fn r3_3_5_no_ship_is_repositioned_from_first_declaration_to_last_fire() {
    play_measured("ulsan", RUSSIA, &OneAnswer::default(), |session, _| {
        type_line(session, "next to gunfire");
        let fix = "fix 2nd from nw 31.4 from sw 22.8 heading 105";
        type_line(session, fix);
        type_line(session, "m 2nd vladivostok 6.5 6.9 6.9 7.1");
        type_line(session, fix);
        type_line(session, "izumo>rossia");
        let refused = session.line("fix 2nd from nw 31 from sw 22.8 heading 105").err().unwrap().to_string();
        assert!(
            refused.contains("Fire is already declared") && refused.contains("after the Gunfire Segment"),
            "{refused}"
        );
        type_line(session, "fire all declared");
        assert!(session.line(fix).is_err(), "others may still fire");
        type_line(session, "next to torpedo");
        type_line(session, fix);
    });
}

#[test]
fn r2_7_a_side_sees_no_range_from_a_ship_out_of_its_sight() {
    let setup = load::scenario(&naval_kit::builtin(), "ulsan").unwrap();
    with_setup(setup, &OneAnswer::default(), |session| {
        session.line("fix 2nd from rossia 10 from sw 42 heading 105").unwrap();
        let whole = single_line(&session.line("log").unwrap().text);
        assert!(whole.contains("from Rossia"), "{whole}");
        session.line("pass to japan").unwrap();
        for words in ["log", "log last 3"] {
            let text = single_line(&session.line(words).unwrap().text);
            assert!(text.contains("of 2nd Division is at ") && text.contains("(secret)"), "{text}");
            assert!(!text.to_lowercase().contains("rossia") && !text.contains("10.0\""), "{text}");
        }
        // Corners reveal no ship.
        session.line("pass to referee").unwrap();
        session.line("fix 2nd from nw 31.4 from sw 22.8 heading 105 because \"a slip\"").unwrap();
        session.line("pass to japan").unwrap();
        let text = single_line(&session.line("log").unwrap().text);
        assert!(text.contains("31.4") && !text.to_lowercase().contains("rossia"), "{text}");
    });
}

#[test]
fn r2_7_only_the_referee_reads_why_a_division_is_repositioned() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        let line = "fix 2nd from nw 31.4 from sw 22.8 heading 105";
        session.line(&format!("{line} because \"rurik lies unseen at 12 40\"")).unwrap();
        assert!(single_line(&session.line("log").unwrap().text).contains("unseen"), "the referee reads it");
        session.line("pass to japan").unwrap();
        let text = single_line(&session.line("log").unwrap().text);
        assert!(text.contains("31.4") && !text.contains("unseen") && !text.contains("rurik"), "{text}");
    });
}

/// A text without its line breaks.
fn single_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}
