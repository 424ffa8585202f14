//! Journals that no program writes, with a recomputed chain: impossible notices and impossible first lines.
use serde_json::{Value, json};

use super::forged::{FILE, forged, objects};
use super::{DECLARED, Workspace};

/// Adds a notice as the first entry, and runs `verify`.
fn noticed(table: &Workspace, file: &str, what: &Value) -> super::Run {
    forged(table, file, |lines| lines.insert(1, json!({ "n": 1, "entry": { "noticed": { "what": what } } })))
}

#[test]
fn a_battle_notice_that_the_program_never_writes_is_refused() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire asahi\n")).assert_success();
    let word = json!({ "salt": "ab".repeat(16), "hash": "cd".repeat(32) });
    for honest in
        [json!({ "dice": { "typed": true } }), json!({ "telling": { "full": true } }), json!({ "word": word })]
    {
        noticed(&table, FILE, &honest).assert_success();
    }
    let captain = |more: Value| {
        let mut player = json!({ "side": "japan", "level": "captain", "doctrine": {}, "edition": 1 });
        player.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({ "player": { "side": "japan", "machine": "captain", "player": player } })
    };
    for (forged, expected) in [
        (json!({ "passed": { "to": "purple" } }), "which is not a side"),
        (json!({ "passed": { "to": "japan" } }), "only with a referee's password or an admiral"),
        (json!({ "passed": { "to": null } }), "only with a referee's password or an admiral"),
        (json!({ "player": { "side": "japan", "machine": null } }), "with a person, but a person already sits there"),
        (json!({ "dice": { "typed": false } }), "sets what is already set"),
        (json!({ "telling": { "full": false } }), "sets what is already set"),
        (json!({ "revealed": { "side": "japan" } }), "not under an unopened seal"),
        (json!({ "player": { "side": "purple", "machine": null } }), "which is not a side"),
        (json!({ "player": { "side": "", "machine": null } }), "which is not a side"),
        (json!({ "player": { "side": "japan", "machine": "god" } }), "which is not a player of this game"),
        (captain(json!({})), "or is not described"),
        (captain(json!({ "side": "russia" })), "or is not described"),
        (captain(json!({ "nodes": -1 })), "or is not described"),
        (captain(json!({ "zzz": 1 })), "or is not described"),
        (captain(json!({ "edition": null })), "or is not described"),
        (json!({ "set_out": { "side": "japan", "men": "x" } }), "impossible in this game"),
        (json!({ "clock": { "control": "10m+5s" } }), "impossible in this game"),
        (json!({ "thought": { "side": "japan", "milliseconds": 1, "moved": true } }), "impossible in this game"),
        (json!({ "tagged": { "name": "Result", "value": "1-0" } }), "impossible in this game"),
        (json!({ "cut_short": { "side": "purple" } }), "which is not a side"),
        (json!({ "cut_short": { "side": "russia" } }), "none plays it then"),
        (json!({ "laid_open": { "lines": [] } }), "reveals nothing"),
        (json!({ "laid_open": { "lines": ["{}"] } }), "never kept"),
        (json!({ "word": { "salt": "", "hash": "" } }), "sets a password without a salt"),
        (json!({ "wrong_word": { "tries": 7 } }), "the referee has set none"),
    ] {
        noticed(&table, FILE, &forged).assert_refused().assert_err(expected);
    }
    // A note is one line, because the prompt turns line ends into blanks.
    let remarked = |words: &str| {
        forged(&table, FILE, |lines| lines.insert(1, json!({ "n": 1, "entry": { "remarked": { "words": words } } })))
    };
    remarked("the lamp went out").assert_success();
    remarked("the lamp went out\n   4  fire asahi").assert_refused().assert_err("a note of several lines");
    for words in ["", "  "] {
        remarked(words).assert_refused().assert_err("without words");
    }
    // Wrong passwords count only after a password is set, and for a side that tries to become the referee.
    let counted = |tries: [u32; 2], is_asked: bool| {
        forged(&table, FILE, |lines| {
            let wrong = |tries: u32| json!({ "wrong_word": { "tries": tries } });
            let passed = |to: Value| json!({ "passed": { "to": to } });
            let mut notices = vec![json!({ "word": word }), passed(json!("japan")), wrong(tries[0]), wrong(tries[1])];
            notices.insert(if is_asked { 4 } else { 2 }, passed(json!(null)));
            for what in notices.into_iter().rev() {
                lines.insert(1, json!({ "n": 1, "entry": { "noticed": { "what": what } } }));
            }
        })
    };
    counted([1, 2], true).assert_success();
    counted([1, 3], true).assert_refused().assert_err("counts wrong password number 3");
    counted([1, 2], false)
        .assert_refused()
        .assert_err("counts a wrong password while the referee, which is never asked, has the keyboard");
}

#[test]
fn a_board_or_campaign_notice_never_written_is_refused() {
    let table = Workspace::new();
    table.run(&["tafl", "-o", "tafl.kaiser"], "quit\n").assert_success();
    table.run(&["crystal", "aidlon", "-o", "aidlon.kaiser"], "quit\n").assert_success();
    let seated = |side: &str, machine: Value| json!({ "player": { "side": side, "machine": machine } });
    for honest in [
        seated("black", json!(null)),
        seated("black", json!("full nodes 20000")),
        json!({ "clock": { "control": "10m+5s" } }),
        json!({ "tagged": { "name": "Event", "value": "club" } }),
    ] {
        noticed(&table, "tafl.kaiser", &honest).assert_success();
        noticed(&table, "aidlon.kaiser", &honest).assert_refused();
    }
    for forged in [
        seated("purple", json!(null)),
        seated("black", json!("god")),
        json!({ "clock": { "control": "banana" } }),
        json!({ "thought": { "side": "purple", "milliseconds": 1, "moved": true } }),
        json!({ "thought": { "side": "black", "milliseconds": u64::MAX, "moved": true } }),
        json!({ "looked": { "at": "board all" } }),
        json!({ "set_out": { "side": "black", "men": "random" } }),
        json!({ "tagged": { "name": "Event\"]\n[x", "value": "club" } }),
        json!({ "passed": { "to": "black" } }),
        json!({ "cut_short": { "side": "black" } }),
        json!({ "wrong_word": { "tries": 1 } }),
        json!({ "laid_open": { "lines": [] } }),
    ] {
        noticed(&table, "tafl.kaiser", &forged).assert_refused();
        noticed(&table, "aidlon.kaiser", &forged).assert_refused();
    }
    for file in ["tafl.kaiser", "aidlon.kaiser"] {
        let forge = |key: &str, value: Value| {
            forged(&table, file, |lines| {
                lines[0].as_object_mut().unwrap().insert(key.to_owned(), value);
            })
        };
        forge("players", json!([{ "side": "black" }])).assert_refused().assert_err("line 1 lists computer players");
        let run = forged(&table, file, |lines| {
            lines[0].as_object_mut().unwrap().remove("seed");
            lines[0]["private"] = json!("ab".repeat(32));
        });
        run.assert_refused().assert_err("secret orders, but the game has none");
        let kept = |lines: &mut Vec<Value>| lines.insert(1, json!({ "n": 1, "kept": "ab".repeat(32) }));
        forged(&table, file, kept).assert_refused().assert_err("the first line names no private file");
    }
}

/// Time counts only while a clock runs. Changing a clock that moves were timed by needs a reason.
#[test]
fn time_counts_only_while_a_clock_runs() {
    let table = Workspace::new();
    for (game, moves, rules) in [("tafl", "d1-d3\n", "first=black"), ("acre", "e4-e5\n", "")] {
        let file = format!("{game}.kaiser");
        let rules: &[&str] = if rules.is_empty() { &[] } else { &["--rules", rules] };
        let run = table.run(&[&[game, "-o", &file], rules].concat(), moves);
        assert_eq!(run.code, Some(0), "{game}: {}", run.err);
        table.run(&["verify", &file], "").assert_success();
        let side = if game == "tafl" { "black" } else { "white" };
        let entry = |what: Value| json!({ "n": 1, "entry": { "noticed": { "what": what } } });
        let clock =
            |control: Value, because: Value| entry(json!({ "clock": { "control": control, "because": because } }));
        let thought = |moved: bool| entry(json!({ "thought": { "side": side, "milliseconds": 1000, "moved": moved } }));
        // The move is the first entry.
        let forged_with = |before: &[Value], after: &[Value]| {
            forged(&table, &file, |lines| {
                for (index, line) in after.iter().enumerate() {
                    lines.insert(2 + index, line.clone());
                }
                for line in before.iter().rev() {
                    lines.insert(1, line.clone());
                }
            })
        };
        let set = clock(json!("10m+5s"), json!(null));
        forged_with(&[set.clone(), thought(false)], &[thought(true)]).assert_success();
        forged_with(&[], &[thought(true)]).assert_refused().assert_err("counts time, but no clock runs");
        let other = if game == "tafl" { "white" } else { "red" };
        let thinks = entry(json!({ "thought": { "side": other, "milliseconds": 1000, "moved": false } }));
        forged_with(&[], &[set.clone(), thinks]).assert_success();
        // A side that has just moved can only count the time of that move.
        forged_with(std::slice::from_ref(&set), &[thought(false)])
            .assert_refused()
            .assert_err("a side that was not to move");
        forged_with(std::slice::from_ref(&set), &[thought(true)]).assert_success();
        forged_with(&[], &[set.clone(), thought(false)]).assert_refused().assert_err("a side that was not to move");
        forged_with(&[set.clone(), thought(true)], &[]).assert_refused().assert_err("no move came before it");
        let stop = |because: Value| clock(json!(null), because);
        forged_with(&[stop(json!(null))], &[]).assert_refused().assert_err("stops the clocks, but none runs");
        forged_with(&[set.clone(), stop(json!(null))], &[]).assert_success();
        let stopped = [thought(true), stop(json!(null))];
        forged_with(std::slice::from_ref(&set), &stopped).assert_refused().assert_err("but gives no reason");
        let stopped = [thought(true), stop(json!("tomorrow"))];
        forged_with(std::slice::from_ref(&set), &stopped).assert_success();
        let after = [thought(true), stop(json!("tomorrow")), thought(false)];
        forged_with(&[set], &after).assert_refused().assert_err("counts time, but no clock runs");
        // These games hide nothing.
        let looked = entry(json!({ "looked": { "at": "board all" } }));
        forged_with(&[looked], &[]).assert_refused().assert_err("looks at hidden pieces, but no piece is hidden");
    }
}

/// Looking requires hidden pieces and a switch that lets all players look. [CS-19]
#[test]
fn a_look_needs_hidden_pieces_and_permission() {
    let play = |more: &[&str]| {
        let table = Workspace::new();
        let position = "b'9/10/4w'5/4W5/10/10/10/10/10/B'9 c - - - -";
        let begin = ["coal-steel", "--position", position, "-o", "c.kaiser"];
        table.run(&[&begin[..], more].concat(), "e7-e8\n").assert_success();
        table
    };
    let looked = json!({ "n": 1, "entry": { "noticed": { "what": { "looked": { "at": "board all" } } } } });
    let look = |lines: &mut Vec<Value>| lines.insert(1, looked.clone());
    forged(&play(&[]), "c.kaiser", look).assert_success();
    let closed = play(&["--rules", "peek=off"]);
    closed.run(&["verify", "c.kaiser"], "").assert_success();
    forged(&closed, "c.kaiser", look).assert_refused().assert_err("but may not (peek=off)");
    // Commands that look, and commands that do not.
    let open = play(&[]);
    let looks = |at: &str| noticed(&open, "c.kaiser", &json!({ "looked": { "at": at } }));
    for at in ["board all", "board steel", "Board ALL ascii to a.svg", "position", "save position"] {
        looks(at).assert_success();
    }
    for at in ["nothing at all", "", "status", "board", "board ascii", "board purple", "position all", "save"] {
        looks(at).assert_refused().assert_err("looks at hidden pieces with a command that does not");
    }
    let set_out = |pieces: &str| {
        let line = json!({ "set_out": { "side": "coal", "men": pieces } });
        forged(&play(&[]), "c.kaiser", |lines| {
            lines.insert(1, json!({ "n": 1, "entry": { "noticed": { "what": line } } }))
        })
    };
    set_out("random").assert_refused().assert_err("sets up pieces that the side cannot place then");
    let table = Workspace::new();
    table.run(&["coal-steel", "-o", "c.kaiser"], "quit\n").assert_success();
    let set_out = |side: &str, pieces: &str| {
        let line = json!({ "set_out": { "side": side, "men": pieces } });
        forged(&table, "c.kaiser", |lines| lines.insert(1, json!({ "n": 1, "entry": { "noticed": { "what": line } } })))
    };
    set_out("coal", "random").assert_success();
    set_out("steel", "random").assert_refused();
    set_out("coal", "xyzzy").assert_refused();
}

/// An admiral plots and seals before the other side has plotted.
#[test]
fn an_admirals_plot_is_sealed_before_the_other_side_plots() {
    let table = Workspace::new();
    let file = table.write("begin.txt", "plot 2nd 2.25\nnext\n");
    let run = ["play", "ulsan", "--admiral", "russia=captain", "-o", "a.kaiser", "--script", file.to_str().unwrap()];
    table.run(&run, "").assert_success();
    forged(&table, "a.kaiser", |_| {}).assert_success();
    let seal =
        |lines: &[Value]| lines.iter().position(|line| !line["entry"]["did"]["command"]["seal"].is_null()).unwrap();
    let taken = |lines: &mut Vec<Value>| {
        let index = seal(lines);
        lines.remove(index)
    };
    forged(&table, "a.kaiser", |lines| drop(taken(lines))).assert_refused().assert_err("without a seal");
    let later = forged(&table, "a.kaiser", |lines| {
        let index = seal(lines);
        let seal = lines.remove(index);
        lines.insert(index + 1, seal);
    });
    later.assert_refused().assert_err("without a seal");
    let both = forged(&table, "a.kaiser", |lines| {
        drop(taken(lines));
        let mut player = lines[0]["players"][0].clone();
        player["side"] = json!("japan");
        let machine = format!("captain:{}", player["doctrine"]["id"].as_str().unwrap());
        let seated = json!({ "player": { "side": "japan", "machine": machine, "player": player } });
        lines.insert(1, json!({ "n": 1, "entry": { "noticed": { "what": seated } } }));
    });
    both.assert_refused().assert_err("without a seal");
}

#[test]
fn a_first_line_must_stay_within_the_limits_of_a_file() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire asahi\n")).assert_success();
    let forge = |path: &str, value: &Value| {
        forged(&table, FILE, |lines| *lines[0].pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = value.clone())
    };
    for (path, near, far) in [
        ("/setup/divisions/0/signalling", json!(5), json!(255)),
        ("/setup/divisions/0/initiative", json!(-5), json!(-6)),
        ("/setup/sides/0/damage_control", json!(9), json!(10)),
        ("/setup/sides/0/damage_control", json!(1), json!(0)),
        ("/setup/divisions/0/speed", json!(0), json!(200)),
        ("/setup/ships/0/card/size/gun", json!(1), json!(0)),
        ("/setup/ships/0/card/armour/gun", json!(0), json!(-1)),
        ("/setup/ships/0/card/big/bands/0/to_hit", json!(40), json!(1_000_000)),
        ("/setup/ships/0/card/big/bands", json!([{ "to": 5.0, "to_hit": 3 }]), json!([])),
        ("/setup/ships/0/card/base_length", json!(1.0), json!(0.0)),
        ("/setup/charts/movement/0/turn_radius", json!(6.0), json!(-1.0)),
        ("/setup/charts/command_check/base", json!(20), json!(1_000_000)),
        ("/setup/charts/command_check/sides", json!(20), json!(255)),
        ("/setup/charts/damage/0/rows/0/effects", json!(["nothing"]), json!([{ "flotation": { "hits": 1000 } }])),
    ] {
        let run = forge(path, &near);
        assert!(!run.err.contains("line 1") && !run.err.contains("first line"), "{path}: {}", run.err);
        forge(path, &far).assert_refused().assert_err("its first line is impossible");
    }
    for (path, far) in [
        ("/setup/charts/independent_movement/0/rows", json!([])),
        ("/setup/charts/damage/0/rows", json!([])),
        ("/setup/charts/damage/0/sides", json!(255)),
        ("/setup/sides/0/force_flag", json!("purple")),
    ] {
        forge(path, &far).assert_refused().assert_err("its first line is impossible");
    }
    let add = |path: &str, value: Value| {
        forged(&table, FILE, |lines| {
            lines[0].pointer_mut(path).unwrap().as_object_mut().unwrap().insert("zzz".to_owned(), value);
        })
    };
    for path in ["", "/setup", "/setup/sides/0", "/setup/divisions/0", "/setup/ships/0", "/setup/options"] {
        add(path, json!(1)).assert_refused().assert_err("line 1 is damaged");
    }
}

#[test]
fn a_campaign_in_line_1_must_stay_within_the_limits_of_a_file() {
    let table = Workspace::new();
    table.run(&["crystal", "aidlon", "-o", "aidlon.kaiser"], "quit\n").assert_success();
    let name = objects(&table.read("aidlon.kaiser"))[0]["setup"]["scenario"]["areas"][0]["name"].clone();
    let forge = |path: &str, value: Value| {
        forged(&table, "aidlon.kaiser", |lines| *lines[0].pointer_mut(path).unwrap() = value)
    };
    forge("/setup/scenario/start/treasure", json!(100_000)).assert_success();
    for (path, value) in [
        ("/setup/scenario/start/treasure", json!(100_001)),
        ("/setup/scenario/start/resources", json!(1)),
        ("/setup/scenario/victory/control", json!([])),
        ("/setup/scenario/areas/0/adj", json!([])),
        ("/setup/scenario/id", json!("../x")),
        ("/setup/scenario/areas/1/name", json!(name.clone())),
        ("/setup/scenario/areas/0/name", json!("a\n  forged:  none")),
        ("/setup/scenario/enemies/0/name", json!("")),
        ("/setup/scenario/start/army", json!("")),
        ("/setup/scenario/start/army", json!("3BD MO/Orcs:2")),
        ("/setup/scenario/start/army", json!("255SK 255BD")),
        ("/setup/scenario/events/0/effect", json!({ "treasure": 10_000 })),
        ("/setup/scenario/events/0/effect", json!({ "mp": 11 })),
        ("/setup/scenario/exploration/0/effect", json!({ "garrison": 20 })),
        ("/setup/scenario/enemies/0/owned", json!([])),
        ("/setup/scenario/spells/0/works_to", json!(7)),
        ("/setup/scenario/spells/0/spell", json!("evoke")),
        ("/setup/scenario/enemy_spells/0/spell", json!("armor")),
    ] {
        forge(path, value).assert_refused().assert_err("its first line is impossible");
    }
    for (path, value) in [
        ("/setup/scenario/events/0/effect", json!({ "treasure": 9_999 })),
        ("/setup/scenario/exploration/0/effect", json!({ "garrison": 19 })),
        ("/setup/scenario/enemy_spells/0/works_to", json!(1)),
    ] {
        forge(path, value).assert_success();
    }
    let swapped = |lines: &mut Vec<Value>| lines[0]["setup"]["scenario"]["areas"].as_array_mut().unwrap().swap(0, 1);
    forged(&table, "aidlon.kaiser", swapped).assert_refused().assert_err("its first line is impossible");
}

/// Capturing a face-down piece shows it to the capturing side. [CS-19, Q64]
#[test]
fn q64_undoing_the_capture_of_a_face_down_piece_needs_a_reason() {
    let play = |pieces: &str, lines: &str| {
        let table = Workspace::new();
        let position = format!("b'9/10/4{pieces}5/4W5/10/10/10/10/10/B'9 c - - - -");
        let run = table.run(&["coal-steel", "--position", &position, "-o", "c.kaiser"], lines);
        (table, run)
    };
    play("w'", "e7-e8\nundo\n").1.assert_refused().assert_err("so undo requires a reason");
    let (table, run) = play("w'", "e7-e8\nundo because \"a slip\"\n");
    run.assert_success();
    table.run(&["verify", "c.kaiser"], "").assert_success();
    let run = forged(&table, "c.kaiser", |lines| {
        let taken = lines.iter_mut().find(|line| !line["entry"]["taken_back"].is_null()).unwrap();
        taken["entry"]["taken_back"]["because"] = json!(null);
    });
    run.assert_refused().assert_err("after something was revealed, without a reason");
    // The captured piece was face up, so nothing was revealed.
    let (table, run) = play("w", "e7-e8\nundo\n");
    run.assert_success();
    table.run(&["verify", "c.kaiser"], "").assert_success();
}

/// A battle against a captain, with these options.
fn against_a_captain(lines: &str, more: &[&str]) -> (Workspace, super::Run) {
    let table = Workspace::new();
    let file = table.write("begin.txt", lines);
    let run = ["play", "ulsan", "--seed", "67", "--admiral", "russia=captain", "-o", "k.kaiser", "--script"];
    let run = table.run(&[&run[..], &[file.to_str().unwrap()], more].concat(), "");
    (table, run)
}

/// Entry 1 is the captain's plot, entry 2 its seal.
#[test]
fn r3_3_1_an_admirals_seal_cannot_be_amended_nor_its_plots_made_by_others() {
    let (_, run) = against_a_captain("pass to referee\namend 2 plot vladivostok 1 speed 1\n", &[]);
    run.assert_refused().assert_err("is an admiral's seal, that of Russia");
    let (_, run) = against_a_captain("amend 3 plot vladivostok 1 speed 1\n", &["--open"]);
    run.assert_refused().assert_err("is an admiral's seal, that of Russia");
    for order in ["amend 1 plot vladivostok 1 speed 1", "plot vladivostok 1 speed 1"] {
        let (_, run) = against_a_captain(&format!("pass to referee\n{order}\n"), &[]);
        run.assert_refused().assert_err("Russia is played by an admiral");
    }
    against_a_captain("plot vladivostok 1 speed 1\nplot 2nd 2\n", &["--open"]).1.assert_success();
    let (table, run) = against_a_captain("pass to referee\nplot 2nd 2\namend 4 plot 2nd 1.5\nnext\n", &[]);
    run.assert_success();
    table.run(&["verify", "k.kaiser"], "").assert_success();
}

/// In a measured game against an admiral, a side may type a new range for its declared shot, as a measurement.
#[test]
fn r2_7_a_side_may_measure_again_only_for_its_declared_shot() {
    let begin = "next to gunfire\nm 2nd vladivostok 9\npass to japan\nizumo>rossia 8.5\n";
    for again in ["izumo>rossia 8.75", "measure izumo rossia 8.75", "measure izumo rossia 12.5"] {
        let (table, run) = against_a_captain(&format!("{begin}{again}\nundo\nredo\n"), &["--measured"]);
        run.assert_success();
        let range = again.rsplit_once(' ').unwrap().1;
        let measured = format!(r#""measure":{{"from":"izumo","to":"rossia","range":{range}"#);
        assert!(table.read("k.kaiser").contains(&measured), "{again}");
        table.run(&["verify", "k.kaiser"], "").assert_success();
    }
    for other in ["measure azuma rossia 8.75", "measure izumo gromoboi 8.75", "measure rossia izumo 8.75"] {
        let run = against_a_captain(&format!("{begin}{other}\n"), &["--measured"]).1;
        run.assert_refused().assert_err("Japan may not do that");
    }
    let fired = format!("{begin}fire izumo declared\nmeasure izumo rossia 8.75\n");
    against_a_captain(&fired, &["--measured"]).1.assert_refused().assert_err("Japan may not do that");
}

/// In a game with positions against an admiral, a side may not override them: a false range would silence enemy guns.
#[test]
fn h2_7_10_only_the_referee_overrides_positions_against_an_admiral() {
    let begin = "plot 2nd 2.25\nnext to gunfire\n";
    let refusal = "only the referee may type other ranges, angles or words. [2.7]";
    for (before, typed) in [
        ("", "izumo>rossia 7.32"),
        ("", "izumo>rossia 7.58"),
        ("", "izumo>rossia turned 60"),
        ("", "izumo>rossia courses 90"),
        ("", "izumo>rossia clear"),
        ("", "2nd>vladivostok 7.32"),
        ("izumo>rossia\n", "2nd>vladivostok 10.5 8.3 8.5 8.7"),
        ("izumo>rossia\n", "2nd>rossia 7.32"),
        ("izumo>rossia\n", "measure izumo rossia 7.32"),
        ("azuma>rossia; tokiwa>rossia; iwate>rossia\n", "target 2nd at rossia range 7.32"),
    ] {
        let (table, run) = against_a_captain(&format!("{begin}{before}{typed}\n"), &[]);
        run.assert_refused().assert_err(refusal);
        table.run(&["verify", "k.kaiser"], "").assert_success();
        if !typed.starts_with("2nd>") {
            against_a_captain(&format!("{begin}pass to referee\n{before}{typed}\n"), &[]).1.assert_success();
        }
    }
    // An arc is chosen, not measured.
    against_a_captain(&format!("{begin}izumo>rossia starboard\n"), &[]).1.assert_success();
    let launch = "launch izumo at rossia factors 1 run 3 starboard marker Q";
    let lines = format!("{begin}declared\nnext to plotting\n{launch} clear\n");
    against_a_captain(&lines, &[]).1.assert_refused().assert_err(refusal);
    let passes = format!("{begin}pass to referee\nizumo>rossia 12\npass to japan\n");
    let (table, run) = against_a_captain(&passes, &[]);
    run.assert_success();
    table.run(&["verify", "k.kaiser"], "").assert_success();
    let without = forged(&table, "k.kaiser", |lines| {
        lines.retain(|line| line["entry"]["noticed"]["what"]["passed"].is_null());
    });
    without.assert_refused().assert_err("overrides positions with a range");
    let from_a_file = forged(&table, "k.kaiser", |lines| {
        lines.retain(|line| line["entry"]["noticed"]["what"]["passed"].is_null());
        let shot = lines.iter_mut().find(|line| !line["entry"]["did"]["command"]["target"]["range"].is_null()).unwrap();
        shot["entry"]["did"]["from"] = json!({ "turn_file": { "side": "japan", "digest": "ab".repeat(32) } });
    });
    from_a_file.assert_refused().assert_err("which may not order this");
}

/// A hint to a side never suggests a measurement that the side may not type.
#[test]
fn h2_7_10_no_hint_asks_a_side_for_a_range_against_an_admiral() {
    let table = Workspace::new();
    let lines = "rest straight\nnext to gunfire\ndeclared\nnext to plotting\nrest straight\nnext to gunfire\n";
    for (line, hint) in [
        ("target good-hope at scharnhorst", "hint:  `targets` lists enemies in sight and range"),
        ("cradock>spee", "hint:  `targets` lists enemies in sight and range"),
        ("ranges good-hope scharnhorst", "hint:  `ranges` lists all known ranges"),
    ] {
        let run = ["play", "coronel", "--seed", "3", "--admiral", "germany=captain", "-o", "c.kaiser", "--script", "-"];
        table.run(&run, &format!("{lines}{line}\n")).assert_refused().assert_err(hint);
        std::fs::remove_file(table.path("c.kaiser")).unwrap();
    }
}

/// A side orders its launches in the Plotting Segment. [3.3.1, 7.4]
#[test]
fn q59_a_late_launch_at_a_sides_keyboard_is_impossible() {
    let table = Workspace::new();
    let lines = "next to sighting\nm 4th-tbd cruisers 3\nnext to gunfire\n\
        launch shirakumo at askold factors 1 run 3 port marker Q because \"late\"\npass to japan\n";
    let run = ["play", "drill-boats-attack", "--measured", "--seed", "67", "-o", "t.kaiser", "--script", "-"];
    table.run(&[&run[..], &["--admiral", "russia=captain"]].concat(), lines).assert_success();
    table.run(&["verify", "t.kaiser"], "").assert_success();
    let before = forged(&table, "t.kaiser", |lines| {
        let is_pass = |line: &Value| !line["entry"]["noticed"]["what"]["passed"].is_null();
        let pass = lines.iter().position(is_pass).unwrap();
        let launch = lines.iter().position(|line| !line["entry"]["did"]["command"]["launch"].is_null()).unwrap();
        let pass = lines.remove(pass);
        lines.insert(launch, pass);
    });
    before.assert_refused().assert_err("is an order of the referee, which does not have the keyboard");
}

/// The referee's orders require the referee at the keyboard, and so do typed dice while the program rolls.
#[test]
fn an_entry_that_the_active_player_may_not_give_is_impossible() {
    let set = "pass to referee\nset sighting 20 because \"clear\"\npass to japan\nplot 2nd 2.25\nnext to gunfire\nizumo>rossia\n\
        fire izumo declared\n";
    let (table, run) = against_a_captain(set, &[]);
    run.assert_success();
    table.run(&["verify", "k.kaiser"], "").assert_success();
    let is_to = |line: &Value, to: &Value| line["entry"]["noticed"]["what"]["passed"].get("to") == Some(to);
    let forge = |change: &dyn Fn(&mut Vec<Value>)| forged(&table, "k.kaiser", change);
    let without = forge(&|lines| lines.retain(|line| !is_to(line, &json!(null))));
    without.assert_refused().assert_err("is an order of the referee, which does not have the keyboard");
    let at = |lines: &[Value]| lines.iter().position(|line| is_to(line, &json!("japan"))).unwrap();
    let back = |to: Value| {
        forge(&|lines| {
            let index = at(lines);
            lines[index]["entry"]["noticed"]["what"]["passed"]["to"] = to.clone();
        })
    };
    back(json!("russia")).assert_refused().assert_err("hands the keyboard to russia, which an admiral plays");
    back(json!(null)).assert_success();
    let typed = |lines: &mut Vec<Value>| {
        let dice = |line: &&mut Value| line.to_string().contains("\"source\":\"thrown\"");
        let line = lines.iter_mut().skip(1).find(dice).unwrap();
        *line = serde_json::from_str(&line.to_string().replace("\"thrown\"", "\"typed\"")).unwrap();
    };
    forge(&typed).assert_refused().assert_err("has typed dice at a side's keyboard");
    let on_the_table = forge(&|lines| {
        typed(lines);
        let index = at(lines);
        lines.insert(index, json!({ "n": 1, "entry": { "noticed": { "what": { "dice": { "typed": true } } } } }));
    });
    on_the_table.assert_success();
}

#[test]
fn no_order_is_possible_at_the_tables_keyboard() {
    let table = Workspace::new();
    table.drill(&format!("referee word sesame\n{DECLARED}fire asahi\n")).assert_success();
    let passed = |to: &str| {
        forged(&table, FILE, |lines| {
            lines.insert(2, json!({ "n": 1, "entry": { "noticed": { "what": { "passed": { "to": to } } } } }));
        })
    };
    passed("table").assert_refused().assert_err("the table has the keyboard, where only admirals");
    let back = forged(&table, FILE, |lines| {
        for to in [json!(null), json!("table")] {
            lines.insert(2, json!({ "n": 1, "entry": { "noticed": { "what": { "passed": { "to": to } } } } }));
        }
    });
    back.assert_success();
}

/// Only an admiral simulates plans until Ctrl-C stops it. Its orders are then not called proved.
#[test]
fn an_interrupted_captain_is_impossible_an_interrupted_admiral_counted() {
    let (table, run) = against_a_captain("plot 2nd 2\nnext\n", &[]);
    run.assert_success();
    table.run(&["verify", "--admirals", "k.kaiser"], "").assert_success();
    let cut = |lines: &mut Vec<Value>| {
        lines.insert(1, json!({ "n": 1, "entry": { "noticed": { "what": { "cut_short": { "side": "russia" } } } } }));
    };
    forged(&table, "k.kaiser", cut)
        .assert_refused()
        .assert_err("interrupts the captain of russia, which simulates no orders");
    let mut lines = objects(&table.read("k.kaiser"));
    lines[0]["players"][0]["level"] = json!("admiral");
    lines[0]["players"][0]["nodes"] = json!(1);
    cut(&mut lines);
    table.write("k.kaiser", &super::forged::with_checksums(lines));
    table.run(&["verify", "k.kaiser"], "").assert_success();
    let run = table.run(&["verify", "--admirals", "k.kaiser"], "").assert_exit_code(4);
    run.assert_out("of an interrupted admiral cannot be asked again");
}

/// A flag falls only when the time is up, and for the engine only by the program's clock.
#[test]
fn a_flag_is_checked_against_the_clock() {
    let table = Workspace::new();
    let run = table.run(&["tafl", "--rules", "first=black", "-o", "t.kaiser"], "flag black\n");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let notice = |what: Value| json!({ "n": 1, "entry": { "noticed": { "what": what } } });
    let flagged = |before: &[Value], milliseconds: Option<u64>| {
        forged(&table, "t.kaiser", |lines| {
            let thought = |milliseconds: u64| json!({ "thought": { "side": "black", "milliseconds": milliseconds, "moved": true } });
            lines.splice(2..2, milliseconds.map(|milliseconds| notice(thought(milliseconds))));
            lines.splice(1..1, before.iter().map(|what| notice(what.clone())));
        })
    };
    flagged(&[], None).assert_success();
    let clock = json!({ "clock": { "control": "10m" } });
    flagged(std::slice::from_ref(&clock), None)
        .assert_refused()
        .assert_err("ends the time of a side that has time left");
    flagged(std::slice::from_ref(&clock), Some(599_999)).assert_refused().assert_err("has time left");
    flagged(&[clock], Some(600_000)).assert_success();
    let machine = |side: &str| json!({ "player": { "side": side, "machine": "full nodes 20000" } });
    flagged(&[machine("black")], None).assert_refused().assert_err("ends the time of the engine, but no clock runs");
    flagged(&[machine("white")], None).assert_success();
}

/// Time is counted once for each move, for the side that made it.
#[test]
fn counted_time_is_bound_to_the_moves() {
    let table = Workspace::new();
    let run = table.run(&["tafl", "--rules", "first=black", "-o", "t.kaiser"], "d1-d3\n");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let counted = |thoughts: &[(&str, bool)]| {
        forged(&table, "t.kaiser", |lines| {
            let notice = |what: Value| json!({ "n": 1, "entry": { "noticed": { "what": what } } });
            let thought = |(side, moved): &(&str, bool)| json!({ "thought": { "side": side, "milliseconds": 1, "moved": moved } });
            lines.splice(2..2, thoughts.iter().map(|text| notice(thought(text))));
            lines.insert(1, notice(json!({ "clock": { "control": "10m" } })));
        })
    };
    counted(&[("black", true), ("white", false)]).assert_success();
    counted(&[("black", true), ("black", true)]).assert_refused().assert_err("no move came before it");
    counted(&[("black", true), ("black", false)]).assert_refused().assert_err("a side that was not to move");
    counted(&[("white", true), ("white", false)]).assert_refused().assert_err("a side that was not to move");
}

/// A note and a look each fit on one line in every game.
#[test]
fn notes_and_looks_hold_no_control_characters() {
    let table = Workspace::new();
    table.run(&["tafl", "-o", "tafl.kaiser"], "quit\n").assert_success();
    table.run(&["crystal", "aidlon", "-o", "aidlon.kaiser"], "quit\n").assert_success();
    for file in ["tafl.kaiser", "aidlon.kaiser"] {
        for (words, is_good) in [("a fine move", true), ("a\n   4  d1-d3", false), ("\u{1b}[2J", false)] {
            let remark = json!({ "n": 1, "entry": { "remarked": { "words": words } } });
            let run = forged(&table, file, |lines| lines.insert(1, remark.clone()));
            let run = if is_good { run.assert_success() } else { run.assert_refused() };
            assert_eq!(run.err.contains("a note of several lines"), !is_good, "{}", run.err);
        }
    }
    let position = "b'9/10/4w'5/4W5/10/10/10/10/10/B'9 c - - - -";
    table.run(&["coal-steel", "--position", position, "-o", "c.kaiser"], "e7-e8\n").assert_success();
    noticed(&table, "c.kaiser", &json!({ "looked": { "at": "board all" } })).assert_success();
    noticed(&table, "c.kaiser", &json!({ "looked": { "at": "\u{1b}[2J" } }))
        .assert_refused()
        .assert_err("control characters");
    table.run(&["tafl"], "note a \u{7} bell\n").assert_refused().assert_err("no control characters");
}

/// A battle with a referee's password: both sides plot in secret, then the referee continues.
fn battle_with_password() -> Workspace {
    let table = Workspace::new();
    let lines = "referee word sesame\npass to japan\nplot 2nd 2.25\nseal\npass to russia sesame\nplot vladivostok 2\nundo\nredo\nseal\n\
        pass to referee sesame\nnext to gunfire\nizumo>rossia\nfire izumo declared\nundo because \"a slip\"\nredo\n";
    let file = table.write("begin.txt", lines);
    table
        .run(&["play", "ulsan", "--seed", "67", "-o", "k.kaiser", "--script", file.to_str().unwrap()], "")
        .assert_success();
    table.run(&["verify", "k.kaiser"], "").assert_success();
    table
}

fn notice(what: Value) -> Value {
    json!({ "n": 1, "entry": { "noticed": { "what": what } } })
}

/// The positions of the notices that pass the keyboard.
fn passes(lines: &[Value]) -> Vec<usize> {
    let is_pass = |line: &Value| !line["entry"]["noticed"]["what"]["passed"].is_null();
    (0..lines.len()).filter(|index| is_pass(&lines[*index])).collect()
}

#[test]
fn at_a_sides_keyboard_only_that_side_may_order() {
    let table = battle_with_password();
    let forge = |change: &dyn Fn(&mut Vec<Value>)| forged(&table, "k.kaiser", change);
    // Without the last pass, the referee's `next` and fire would be orders at Russia's keyboard.
    let next = forge(&|lines| drop(lines.remove(passes(lines)[2])));
    next.assert_refused().assert_err("is an order of the referee, which does not have the keyboard");
    // Without the pass before it, Russia's plot would be at Japan's.
    let plot = forge(&|lines| drop(lines.remove(passes(lines)[1])));
    plot.assert_refused().assert_err("is an order of the other side");
    let word = |index: usize| {
        forge(&|lines| {
            let word = lines.iter().find(|line| !line["entry"]["noticed"]["what"]["word"].is_null()).unwrap().clone();
            lines.insert(passes(lines)[index] + 1, word);
        })
    };
    word(0).assert_refused().assert_err("sets the referee's password");
    word(2).assert_success();
    let dice = |index: usize| {
        forge(&|lines| lines.insert(passes(lines)[index] + 1, notice(json!({ "dice": { "typed": true } }))))
    };
    dice(0).assert_refused().assert_err("sets who rolls the dice");
    dice(2).assert_success();
}

/// An undo of the last command before line `before`, and its redo, as lines `index` and `index + 1`.
fn undone(lines: &[Value], before: usize, index: usize, because: Option<&str>) -> [Value; 2] {
    let last = (1..before).rev().find(|index| !lines[*index]["entry"]["did"].is_null()).unwrap();
    let back = json!({ "n": index, "entry": { "taken_back": { "from": last, "because": because } } });
    [back, json!({ "n": index + 1, "entry": { "redid": { "to": last } } })]
}

#[test]
fn a_side_may_undo_only_its_orders_since_it_received_the_keyboard() {
    let table = battle_with_password();
    let undo_at = |place: &dyn Fn(&[Value]) -> usize, because: Option<&str>| {
        forged(&table, "k.kaiser", |lines| {
            let index = place(lines);
            let entries = undone(lines, index, index, because);
            lines.splice(index..index, entries);
        })
    };
    // Japan undoes its own seal: while it has the keyboard, and then after Russia has received it.
    undo_at(&|lines| passes(lines)[1], None).assert_success();
    let early = undo_at(&|lines| passes(lines)[1] + 1, None);
    early.assert_refused().assert_err("an order from before the side at the keyboard received it");
    // Fire is undone at the referee's keyboard, then at a side's.
    undo_at(&|lines| lines.len() - 1, Some("a slip")).assert_success();
    let fire = forged(&table, "k.kaiser", |lines| {
        let index = lines.len() - 1;
        let [back, _] = undone(lines, index, index + 1, Some("a slip"));
        lines.splice(index..index, [notice(json!({ "passed": { "to": "japan" } })), back]);
    });
    fire.assert_refused().assert_err("undoes an order from before the side");
}

#[test]
fn against_an_admiral_a_person_undoes_neither_dice_nor_its_orders() {
    let lines = "plot 2nd 2.25\nundo\nplot 2nd 2.25\nnext to gunfire\nizumo>rossia\nfire izumo declared\n";
    let (table, run) = against_a_captain(lines, &[]);
    run.assert_success();
    table.run(&["verify", "k.kaiser"], "").assert_success();
    // Entries 1 and 2 are the captain's plot and seal.
    let admirals = forged(&table, "k.kaiser", |lines| {
        let entries = undone(lines, 3, 3, None);
        lines.splice(3..3, entries);
    });
    admirals.assert_refused().assert_err("undoes an admiral's order");
    let dice = forged(&table, "k.kaiser", |lines| {
        let index = lines.len() - 1;
        let entries = undone(lines, index, index, Some("a try"));
        lines.splice(index..index, entries);
    });
    dice.assert_refused().assert_err("undoes a decision by dice");
    let at_the_referees = forged(&table, "k.kaiser", |lines| {
        let index = lines.len() - 1;
        let [back, redid] = undone(lines, index, index + 1, Some("a try"));
        lines.splice(index..index, [notice(json!({ "passed": { "to": null } })), back, redid]);
    });
    at_the_referees.assert_success();
}

#[test]
fn against_an_admiral_dice_are_typed_from_the_start_or_not_at_all() {
    let lines = "plot 2nd 2.25\nnext to gunfire\nizumo>rossia\nfire izumo declared\nquit\n";
    let (table, run) = against_a_captain(lines, &[]);
    run.assert_success();
    let dice = notice(json!({ "dice": { "typed": true } }));
    let inserted_at =
        |index: usize, line: &Value| forged(&table, "k.kaiser", |lines| lines.insert(index, line.clone()));
    // After all orders, before the journal is closed.
    let end = objects(&table.read("k.kaiser")).len() - 1;
    inserted_at(end, &dice).assert_refused().assert_err("sets who rolls the dice");
    inserted_at(1, &dice).assert_success();
    let again = [json!({ "n": 1, "entry": "closed" }), json!({ "n": 1, "entry": "opened" }), dice.clone()];
    let opened = forged(&table, "k.kaiser", |lines| drop(lines.splice(end..end, again)));
    opened.assert_success();
    // Entries 1 and 2 are the captain's. The plot after them is the person's.
    let table_has_it = notice(json!({ "passed": { "to": "table" } }));
    inserted_at(3, &table_has_it).assert_refused().assert_err("the table has the keyboard");
    let to_japan = notice(json!({ "passed": { "to": "japan" } }));
    forged(&table, "k.kaiser", |lines| drop(lines.splice(3..3, [table_has_it.clone(), to_japan]))).assert_success();
}

#[test]
fn each_seal_has_its_own_salt() {
    let table = battle_with_password();
    let is_sealed = |line: &Value| !line["entry"]["did"]["command"]["seal"].is_null();
    let again = forged(&table, "k.kaiser", |lines| {
        let index = lines.iter().position(is_sealed).unwrap();
        lines.insert(index + 1, lines[index].clone());
    });
    again.assert_refused().assert_err("seals with a salt that was drawn for an earlier seal");
}

#[test]
fn a_record_has_its_tags_before_all_other_entries() {
    let table = Workspace::new();
    table.run(&["tafl", "--rules", "first=black", "-o", "t.kaiser"], "d1-d3\n").assert_success();
    let tagged = |index: usize| {
        forged(&table, "t.kaiser", |lines| {
            let tag = |name: &str| notice(json!({ "tagged": { "name": name, "value": "1" } }));
            lines.splice(index..index, [tag("result"), tag("White")]);
        })
    };
    tagged(1).assert_success();
    tagged(2).assert_refused().assert_err("tags a record that has already begun");
}

/// An `undo` undoes one typed line, and undoing a second needs a reason. So each command begins a line, or was written
/// together with the command that began its line.
#[test]
fn a_command_cannot_claim_another_typed_line() {
    const STRAY: &str = "belongs to an earlier typed line but was not written with it";
    let table = Workspace::new();
    table.drill("note \"one\"; note \"two\"\nnote \"three\"\nnote \"four\"\n").assert_success();
    let file = super::forged::FILE;
    forged(&table, file, |_| {}).assert_success();
    let of_line =
        |entry: usize, line: usize| forged(&table, file, |lines| lines[entry]["entry"]["did"]["line"] = json!(line));
    of_line(2, 1).assert_success();
    of_line(2, 2).assert_success();
    of_line(3, 1).assert_refused().assert_err(STRAY);
    of_line(4, 3).assert_refused().assert_err(STRAY);
    let apart = forged(&table, file, |lines| drop(lines[1].as_object_mut().unwrap().remove("of")));
    apart.assert_refused().assert_err(STRAY);
    // At a board, the engine's move is undone with the person's move. Each move of a person is a separate line.
    let table = Workspace::new();
    let begin = ["acre", "--machine", "red", "--nodes", "1", "-o", "acre.kaiser"];
    table.run(&begin, "go nodes 1\ngo nodes 1\n").assert_success();
    forged(&table, "acre.kaiser", |_| {}).assert_success();
    let commands =
        |lines: &[Value]| (0..lines.len()).filter(|index| !lines[*index]["entry"]["did"].is_null()).collect::<Vec<_>>();
    let lines = super::forged::objects(&table.read("acre.kaiser"));
    let [first, reply, second, last] = commands(&lines)[..] else { panic!("{lines:?}") };
    assert_eq!(lines[reply]["entry"]["did"]["line"], json!(first));
    let run = forged(&table, "acre.kaiser", |lines| {
        for index in [second, last] {
            lines[index]["entry"]["did"]["line"] = json!(first);
        }
    });
    run.assert_refused().assert_err(STRAY);
    // An admiral's seal is undone with its plot. A person's plot is a separate line.
    let (table, run) = against_a_captain("plot 2nd 2\n", &[]);
    run.assert_success();
    forged(&table, "k.kaiser", |_| {}).assert_success();
    let lines = super::forged::objects(&table.read("k.kaiser"));
    let [_, seal, person] = commands(&lines)[..] else { panic!("{lines:?}") };
    assert_eq!(lines[seal]["entry"]["did"]["line"], json!(1));
    let run = forged(&table, "k.kaiser", |lines| lines[person]["entry"]["did"]["line"] = json!(1));
    run.assert_refused().assert_err(STRAY);
    // Of pieces set up in one line, those after the first are placed automatically, as part of that line.
    let table = Workspace::new();
    table.run(&["coal-steel", "-o", "c.kaiser"], "place random\nplace random\nnote ready\n").assert_success();
    forged(&table, "c.kaiser", |_| {}).assert_success();
}

/// A change of players is recorded when the program starts, and only if a player changed.
#[test]
fn players_change_only_as_the_program_starts_and_only_to_new_ones() {
    let (table, run) = against_a_captain("plot 2nd 2\nnext\n", &[]);
    run.assert_success();
    let player = objects(&table.read("k.kaiser"))[0]["players"][0].clone();
    let machine = format!("captain:{}", player["doctrine"]["id"].as_str().unwrap());
    let captain = |side: &str| {
        let player = {
            let mut own = player.clone();
            own["side"] = json!(side);
            own
        };
        notice(json!({ "player": { "side": side, "machine": machine, "player": player } }))
    };
    let person = |side: &str| notice(json!({ "player": { "side": side, "machine": null } }));
    let end = |lines: &[Value]| {
        forged(&table, "k.kaiser", |all| {
            let index = all.len() - 1;
            all.splice(index..index, lines.iter().cloned());
        })
    };
    let mark = |what: &str| json!({ "n": 1, "entry": what });
    let again = |lines: &[Value]| end(&[&[mark("closed"), mark("opened")], lines].concat());
    end(&[person("russia")]).assert_refused().assert_err("seats russia in mid-session");
    end(&[person("russia"), captain("russia")]).assert_refused().assert_err("seats russia in mid-session");
    end(&[mark("closed"), mark("opened"), notice(json!({ "passed": { "to": null } })), person("russia")])
        .assert_refused()
        .assert_err("seats russia in mid-session");
    again(&[person("japan")]).assert_refused().assert_err("seats japan with a person, but a person already sits there");
    again(&[captain("russia")]).assert_refused().assert_err("seats russia with the admiral that already sits there");
    // Allowed: an admiral for Japan too, and, after a change of dice source, a person for Russia and an admiral for
    // Japan.
    again(&[captain("japan")]).assert_success();
    again(&[notice(json!({ "dice": { "typed": true } })), person("russia"), captain("japan")]).assert_success();
    // After a kill the journal is not closed. Resuming it with another admiral is not a forgery.
    let mut lines = objects(&table.read("k.kaiser"));
    assert_eq!(lines.pop(), Some(json!({ "n": lines.len(), "entry": "closed" })));
    table.write("k.kaiser", &super::forged::with_checksums(lines));
    table.run(&["play", "k.kaiser", "--admiral", "japan=captain", "--script", "-"], "quit\n").assert_success();
    assert!(table.read("k.kaiser").contains("\"opened\"}\n{"), "the start is recorded");
    table.run(&["verify", "k.kaiser"], "").assert_success();
}

/// An admiral's plots are judged by who played the side when they were made. A later undo of the seal, an
/// amendment and plots made by the person who moves the miniatures are not faults. [2.7, 3.3.1]
#[test]
fn r3_3_1_plots_are_judged_by_who_played_the_side_when_they_were_made() {
    let play = |begin: &[&str], lines: &str| {
        let table = Workspace::new();
        let file = table.write("begin.txt", lines);
        let run = [&["play"], begin, &["-o", "k.kaiser", "--script", file.to_str().unwrap()]].concat();
        table.run(&run, "").assert_success();
        table
    };
    let table = play(&["cocos", "--seed", "1", "--salts", "1", "--admiral", "australia=captain", "--open"], "quit\n");
    let other = ["play", "k.kaiser", "--admiral", "germany=captain", "--open", "--script", "-"];
    table.run(&other, "undo 3 because \"r\"\nnext\nquit\n").assert_success();
    table.run(&["verify", "k.kaiser"], "").assert_success();
    let amended = "amend 3 because \"m\" plot albatross-alone 1.5\nseal russia\nnext waive \"x\"\n";
    let table = Workspace::new();
    table.run(
        &[
            "play",
            "gotland",
            "--seed",
            "5",
            "--admiral",
            "russia=captain",
            "--open",
            "-o",
            "k.kaiser",
            "--script",
            "-",
            "--keep-going",
        ],
        amended,
    );
    let run = table.run(&["verify", "k.kaiser"], "");
    assert!(matches!(run.code, Some(0 | 5)), "{}", run.err);
    let by_hand = ["torpedo-boats-misread", "--measured", "--seed", "1", "--admiral", "japan=captain", "--open"];
    let table = play(&by_hand, "set hayatori at 27 28 heading 55 because \"z\"\nplot 3rd-tbd 2\nnext waive \"x\"\n");
    table.run(&["verify", "k.kaiser"], "").assert_success();
    // In an open battle with a password, a person may be at the keyboard of the admiral's side.
    let opened =
        "referee word sesame\npass to russia\nplot vladivostok 1 speed 1\npass to referee sesame\nplot 2nd 2\nnext\n";
    let (table, run) = against_a_captain(opened, &["--open"]);
    run.assert_success();
    table.run(&["verify", "k.kaiser"], "").assert_exit_code(5);
    // An admiral's plots and their seal are written together.
    let (table, run) = against_a_captain("plot 2nd 2\n", &[]);
    run.assert_success();
    let lines = objects(&table.read("k.kaiser"));
    assert_eq!(lines[1]["of"], json!(2), "{}", lines[1]);
}

/// The table cannot undo an admiral's order. An open battle resumes with the keyboard that the journal names.
#[test]
fn the_journal_records_who_has_the_keyboard_of_an_open_battle() {
    let (table, run) = against_a_captain("plot 2nd 2\nnext\npass to table\n", &[]);
    run.assert_success();
    let again = |admiral: &str, lines: &str| {
        let play = ["play", "k.kaiser", "--admiral", admiral, "--open", "--script", "-", "--keep-going"];
        table.run(&play, lines)
    };
    again("japan=captain", "undo\nundo because \"a slip\"\npass to table\nundo\n").assert_err("no order to undo");
    table.run(&["verify", "k.kaiser"], "").assert_success();
    again("russia=captain", "referee word sesame\npass to russia\nnext\n");
    again(
        "russia=captain",
        "plot vladivostok 1\nundo\npass to japan\npass to referee sesame\nundo because \"a slip\"\n",
    );
    let run = table.run(&["verify", "k.kaiser"], "");
    assert!(matches!(run.code, Some(0 | 5)), "{}", run.err);
}

/// Only an unopened seal can be revealed early, and only at the referee's keyboard. (Q64)
#[test]
fn q64_only_an_unopened_seal_is_revealed_early() {
    let table = battle_with_password();
    let revealed = |side: &str| notice(json!({ "revealed": { "side": side } }));
    let at = |place: &dyn Fn(&[Value]) -> usize, with: &[Value]| {
        forged(&table, "k.kaiser", |lines| {
            let index = place(lines);
            lines.splice(index..index, with.iter().cloned());
        })
    };
    // Before any plot, at Japan's keyboard, at the referee's, and after the move.
    at(&|_| 2, &[revealed("russia")]).assert_refused().assert_err("not under an unopened seal");
    at(&|lines| passes(lines)[1], &[revealed("japan")]).assert_refused().assert_err("does not have the keyboard");
    let after = |lines: &[Value]| passes(lines)[2] + 1;
    at(&after, &[revealed("japan"), revealed("russia")]).assert_success();
    at(&after, &[revealed("japan"), revealed("japan")]).assert_refused().assert_err("not under an unopened seal");
    at(&|lines| lines.len() - 1, &[revealed("japan")]).assert_refused().assert_err("not under an unopened seal");
}

/// One typed line gives only commands. A `next` or fire that rolled dice ends it.
#[test]
fn entries_written_together_must_fit_one_typed_line() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}note \"a\"; note \"b\"\nfire asahi\nnote \"c\"\n")).assert_success();
    let file = super::forged::FILE;
    forged(&table, file, |_| {}).assert_success();
    let group = objects(&table.read(file)).iter().position(|line| !line["of"].is_null()).unwrap();
    for odd in
        [json!({ "remarked": { "words": "x" } }), json!({ "noticed": { "what": { "dice": { "typed": true } } } })]
    {
        let inside = forged(&table, file, |lines| {
            lines[group]["of"] = json!(3);
            // `with_checksums` adds 1 to it, for the entry inserted before.
            lines[group + 1]["entry"]["did"]["line"] = json!(group - 1);
            lines.insert(group + 1, json!({ "n": group + 1, "entry": odd }));
        });
        inside.assert_refused().assert_err("was written together with entries that cannot share a typed line");
        let after = forged(&table, file, |lines| lines.insert(group + 2, json!({ "n": group + 2, "entry": odd })));
        after.assert_success();
    }
    let applied =
        |lines: &[Value]| (0..lines.len()).filter(|index| !lines[*index]["entry"]["did"].is_null()).collect::<Vec<_>>();
    let joined = |from: usize, of: usize| {
        forged(&table, file, |lines| {
            let commands = applied(lines);
            let first = commands[commands.len() - from];
            lines[first]["of"] = json!(of);
            for line in &mut lines[first..first + of] {
                line["entry"]["did"]["line"] = json!(first);
            }
        })
    };
    joined(2, 2).assert_refused().assert_err("follows dice that were rolled earlier in the same typed line");
    // Commands of several lines may be joined into one, if one line may give them: nobody can tell.
    forged(&table, file, |lines| {
        lines[group]["of"] = json!(3);
        lines[group + 2]["entry"]["did"]["line"] = json!(group);
    })
    .assert_success();
    // Against an admiral, its orders are separate lines.
    let (table, run) = against_a_captain("plot 2nd 2\n", &[]);
    run.assert_success();
    let joined = forged(&table, "k.kaiser", |lines| {
        lines[1]["of"] = json!(3);
        lines[3]["entry"]["did"]["line"] = json!(1);
    });
    joined.assert_refused().assert_err("shares a typed line with an order of the other side");
    table.run(&["tafl", "--rules", "first=black", "-o", "t.kaiser"], "d1-d3\nnote x\n").assert_success();
    let noted = forged(&table, "t.kaiser", |lines| lines[1]["of"] = json!(2));
    noted.assert_refused().assert_err("was written together with entries");
}

/// A side's own log names its order only by names that the side knows.
#[test]
fn a_sides_log_does_not_depend_on_a_name_that_is_hidden_from_it() {
    let log_after = |other: &str| {
        let table = Workspace::new();
        let lines = format!(
            "pass to russia\n{other}\npass to japan\nformation van takachiho-div naniwa-div\nundo\nredo\nlog\n"
        );
        let play = ["play", "chemulpo", "--measured", "--seed", "7", "-o", "k.kaiser", "--script", "-"];
        let run = table.run(&play, &lines).assert_success();
        let log = table.run(&["log", "k.kaiser", "--side", "japan"], "").assert_success();
        let at_prompt = run.out.split("> pass to japan").nth(1).unwrap().to_owned();
        (at_prompt, log.out)
    };
    assert_eq!(log_after("formation van varyag-alone koreets-alone"), log_after("speed varyag-alone 1"));
}
