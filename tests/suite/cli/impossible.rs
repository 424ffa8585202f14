//! Journals that no program writes, each bound anew: what they say of the table, and what their first line holds.
use serde_json::{Value, json};

use super::forged::{FILE, forged, objects};
use super::{DECLARED, Table};

/// Adds a notice as the first entry.
fn noticed(table: &Table, file: &str, what: &Value) -> super::Run {
    forged(table, file, |lines| lines.insert(1, json!({ "n": 1, "entry": { "noticed": { "what": what } } })))
}

#[test]
fn a_notice_of_a_battle_is_one_that_the_program_writes() {
    let table = Table::new();
    table.drill(&format!("{DECLARED}fire asahi\n")).good();
    let word = json!({ "salt": "ab".repeat(16), "hash": "cd".repeat(32) });
    for honest in [
        json!({ "passed": { "to": "japan" } }),
        json!({ "passed": { "to": "table" } }),
        json!({ "player": { "side": "japan", "machine": null } }),
        json!({ "dice": { "typed": true } }),
        json!({ "word": word }),
    ] {
        noticed(&table, FILE, &honest).good();
    }
    let captain = |more: Value| {
        let mut player = json!({ "side": "japan", "level": "captain", "doctrine": {}, "edition": 1 });
        player.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({ "player": { "side": "japan", "machine": "captain", "player": player } })
    };
    for (forged, says) in [
        (json!({ "passed": { "to": "purple" } }), "which is no side"),
        (json!({ "player": { "side": "purple", "machine": null } }), "which is no side"),
        (json!({ "player": { "side": "", "machine": null } }), "which is no side"),
        (json!({ "player": { "side": "japan", "machine": "god" } }), "which is no player of this game"),
        (captain(json!({})), "does not describe it"),
        (captain(json!({ "side": "russia" })), "does not describe it"),
        (captain(json!({ "nodes": -1 })), "does not describe it"),
        (captain(json!({ "zzz": 1 })), "does not describe it"),
        (captain(json!({ "edition": null })), "does not describe it"),
        (json!({ "set_out": { "side": "japan", "men": "x" } }), "this game has not"),
        (json!({ "clock": { "control": "10m+5s" } }), "this game has not"),
        (json!({ "thought": { "side": "japan", "milliseconds": 1, "moved": true } }), "this game has not"),
        (json!({ "tagged": { "name": "Result", "value": "1-0" } }), "this game has not"),
        (json!({ "cut_short": { "side": "purple" } }), "which is no side"),
        (json!({ "cut_short": { "side": "russia" } }), "none plays it then"),
        (json!({ "laid_open": { "lines": [] } }), "lays open nothing"),
        (json!({ "laid_open": { "lines": ["{}"] } }), "never kept"),
        (json!({ "word": { "salt": "", "hash": "" } }), "sets a word without its salt"),
        (json!({ "wrong_word": { "tries": 7 } }), "the referee has set none"),
    ] {
        noticed(&table, FILE, &forged).refused().complains(says);
    }
    // A remark is one line: the prompt makes blanks of line ends.
    let remarked = |words: &str| {
        forged(&table, FILE, |lines| lines.insert(1, json!({ "n": 1, "entry": { "remarked": { "words": words } } })))
    };
    remarked("the lamp went out").good();
    remarked("the lamp went out\n   4  fire asahi").refused().complains("a remark of several lines");
    // Wrong words are counted from the one that is set.
    let counted = |tries: [u32; 2]| {
        forged(&table, FILE, |lines| {
            let wrong = |tries: u32| json!({ "wrong_word": { "tries": tries } });
            for what in [wrong(tries[1]), wrong(tries[0]), json!({ "word": word })] {
                lines.insert(1, json!({ "n": 1, "entry": { "noticed": { "what": what } } }));
            }
        })
    };
    counted([1, 2]).good();
    counted([1, 3]).refused().complains("counts the wrong word number 3");
}

#[test]
fn a_notice_of_a_board_or_the_campaign_is_one_that_the_program_writes() {
    let table = Table::new();
    table.run(&["tafl", "-o", "tafl.kaiser"], "quit\n").good();
    table.run(&["crystal", "aidlon", "-o", "aidlon.kaiser"], "quit\n").good();
    let side = |side: &str, machine: Value| json!({ "player": { "side": side, "machine": machine } });
    for honest in [
        side("black", json!(null)),
        side("black", json!("full nodes 20000")),
        json!({ "clock": { "control": "10m+5s" } }),
        json!({ "tagged": { "name": "Event", "value": "club" } }),
    ] {
        noticed(&table, "tafl.kaiser", &honest).good();
        noticed(&table, "aidlon.kaiser", &honest).refused();
    }
    for forged in [
        side("purple", json!(null)),
        side("black", json!("god")),
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
        noticed(&table, "tafl.kaiser", &forged).refused();
        noticed(&table, "aidlon.kaiser", &forged).refused();
    }
    for file in ["tafl.kaiser", "aidlon.kaiser"] {
        let forge = |key: &str, value: Value| {
            forged(&table, file, |lines| {
                lines[0].as_object_mut().unwrap().insert(key.to_owned(), value);
            })
        };
        forge("players", json!([{ "side": "black" }])).refused().complains("line 1 lists players");
        let run = forged(&table, file, |lines| {
            lines[0].as_object_mut().unwrap().remove("seed");
            lines[0]["private"] = json!("ab".repeat(32));
        });
        run.refused().complains("the game has no secret orders");
        let kept = |lines: &mut Vec<Value>| lines.insert(1, json!({ "n": 1, "kept": "ab".repeat(32) }));
        forged(&table, file, kept).refused().complains("its first line names no second file");
    }
}

/// Time is counted by a clock that runs, and a clock that moves were made by is set anew for a reason.
#[test]
fn time_is_counted_by_a_clock_that_runs() {
    let table = Table::new();
    for (game, moves, rules) in [("tafl", "d1-d3\n", "first=black"), ("acre", "e4-e5\n", "")] {
        let file = format!("{game}.kaiser");
        let rules: &[&str] = if rules.is_empty() { &[] } else { &["--rules", rules] };
        let run = table.run(&[&[game, "-o", &file], rules].concat(), moves);
        assert_eq!(run.code, Some(0), "{game}: {}", run.err);
        table.run(&["verify", &file], "").good();
        let side = if game == "tafl" { "black" } else { "white" };
        let entry = |what: Value| json!({ "n": 1, "entry": { "noticed": { "what": what } } });
        let clock =
            |control: Value, because: Value| entry(json!({ "clock": { "control": control, "because": because } }));
        let thought = |moved: bool| entry(json!({ "thought": { "side": side, "milliseconds": 1000, "moved": moved } }));
        // The move is the first entry.
        let with = |before: &[Value], after: &[Value]| {
            forged(&table, &file, |lines| {
                for (at, line) in after.iter().enumerate() {
                    lines.insert(2 + at, line.clone());
                }
                for line in before.iter().rev() {
                    lines.insert(1, line.clone());
                }
            })
        };
        let set = clock(json!("10m+5s"), json!(null));
        with(&[set.clone(), thought(false)], &[thought(true)]).good();
        with(&[], &[thought(true)]).refused().complains("counts time, and no clock runs");
        with(&[], &[set.clone(), thought(false)]).good();
        with(&[set.clone(), thought(true)], &[]).refused().complains("no move came before it");
        let stop = |because: Value| clock(json!(null), because);
        with(&[stop(json!(null))], &[]).refused().complains("stops the clocks, and none runs");
        with(&[set.clone(), stop(json!(null))], &[]).good();
        let stopped = [thought(true), stop(json!(null))];
        with(std::slice::from_ref(&set), &stopped).refused().complains("and gives no reason");
        let stopped = [thought(true), stop(json!("tomorrow"))];
        with(std::slice::from_ref(&set), &stopped).good();
        let after = [thought(true), stop(json!("tomorrow")), thought(false)];
        with(&[set], &after).refused().complains("counts time, and no clock runs");
        // Nothing is hidden in these games.
        let looked = entry(json!({ "looked": { "at": "board all" } }));
        with(&[looked], &[]).refused().complains("looks at what is hidden, and nothing is");
    }
}

/// What is hidden is looked at while it is hidden and the switch lets everybody look. [CS-19]
#[test]
fn what_is_hidden_is_looked_at_where_somebody_may() {
    let play = |more: &[&str]| {
        let table = Table::new();
        let position = "b'9/10/4w'5/4W5/10/10/10/10/10/B'9 c - - - -";
        let begin = ["coal-steel", "--position", position, "-o", "c.kaiser"];
        table.run(&[&begin[..], more].concat(), "e7-e8\n").good();
        table
    };
    let looked = json!({ "n": 1, "entry": { "noticed": { "what": { "looked": { "at": "board all" } } } } });
    let look = |lines: &mut Vec<Value>| lines.insert(1, looked.clone());
    forged(&play(&[]), "c.kaiser", look).good();
    let closed = play(&["--rules", "peek=off"]);
    closed.run(&["verify", "c.kaiser"], "").good();
    forged(&closed, "c.kaiser", look).refused().complains("nobody may (peek=off)");
    let set_out = |men: &str| {
        let line = json!({ "set_out": { "side": "coal", "men": men } });
        forged(&play(&[]), "c.kaiser", |lines| {
            lines.insert(1, json!({ "n": 1, "entry": { "noticed": { "what": line } } }))
        })
    };
    set_out("random").refused().complains("sets out men that the side has not to place then");
    let table = Table::new();
    table.run(&["coal-steel", "-o", "c.kaiser"], "quit\n").good();
    let set_out = |side: &str, men: &str| {
        let line = json!({ "set_out": { "side": side, "men": men } });
        forged(&table, "c.kaiser", |lines| lines.insert(1, json!({ "n": 1, "entry": { "noticed": { "what": line } } })))
    };
    set_out("coal", "random").good();
    set_out("steel", "random").refused();
    set_out("coal", "xyzzy").refused();
}

/// An admiral plots and seals before anybody else has plotted.
#[test]
fn an_admirals_plot_is_sealed_before_the_other_side_plots() {
    let table = Table::new();
    let file = table.write("begin.txt", "plot 2nd 2.25\nnext\n");
    let run = ["play", "ulsan", "--admiral", "russia=captain", "-o", "a.kaiser", "--script", file.to_str().unwrap()];
    table.run(&run, "").good();
    forged(&table, "a.kaiser", |_| {}).good();
    let seal =
        |lines: &[Value]| lines.iter().position(|line| !line["entry"]["did"]["command"]["seal"].is_null()).unwrap();
    let taken = |lines: &mut Vec<Value>| {
        let at = seal(lines);
        lines.remove(at)
    };
    forged(&table, "a.kaiser", |lines| drop(taken(lines))).refused().complains("did not seal it");
    let later = forged(&table, "a.kaiser", |lines| {
        let at = seal(lines);
        let seal = lines.remove(at);
        lines.insert(at + 1, seal);
    });
    later.refused().complains("did not seal it");
    let both = forged(&table, "a.kaiser", |lines| {
        drop(taken(lines));
        let mut player = lines[0]["players"][0].clone();
        player["side"] = json!("japan");
        let machine = format!("captain:{}", player["doctrine"]["id"].as_str().unwrap());
        let seated = json!({ "player": { "side": "japan", "machine": machine, "player": player } });
        lines.insert(1, json!({ "n": 1, "entry": { "noticed": { "what": seated } } }));
    });
    both.refused().complains("did not seal it");
}

#[test]
fn a_first_line_is_held_to_the_bounds_of_a_file() {
    let table = Table::new();
    table.drill(&format!("{DECLARED}fire asahi\n")).good();
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
        forge(path, &far).refused().complains("its first line is impossible");
    }
    for (path, far) in [
        ("/setup/charts/independent_movement/0/rows", json!([])),
        ("/setup/charts/damage/0/rows", json!([])),
        ("/setup/charts/damage/0/sides", json!(255)),
        ("/setup/sides/0/force_flag", json!("purple")),
    ] {
        forge(path, &far).refused().complains("its first line is impossible");
    }
    let add = |path: &str, value: Value| {
        forged(&table, FILE, |lines| {
            lines[0].pointer_mut(path).unwrap().as_object_mut().unwrap().insert("zzz".to_owned(), value);
        })
    };
    for path in ["/setup", "/dice", "/setup/sides/0", "/setup/divisions/0", "/setup/ships/0", "/setup/options"] {
        add(path, json!(1)).refused().complains("line 1 is damaged");
    }
}

#[test]
fn a_campaign_of_line_1_is_held_to_the_bounds_of_a_file() {
    let table = Table::new();
    table.run(&["crystal", "aidlon", "-o", "aidlon.kaiser"], "quit\n").good();
    let name = objects(&table.read("aidlon.kaiser"))[0]["setup"]["scenario"]["areas"][0]["name"].clone();
    let forge = |path: &str, value: Value| {
        forged(&table, "aidlon.kaiser", |lines| *lines[0].pointer_mut(path).unwrap() = value)
    };
    forge("/setup/scenario/start/treasure", json!(100_000)).good();
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
        forge(path, value).refused().complains("its first line is impossible");
    }
    for (path, value) in [
        ("/setup/scenario/events/0/effect", json!({ "treasure": 9_999 })),
        ("/setup/scenario/exploration/0/effect", json!({ "garrison": 19 })),
        ("/setup/scenario/enemy_spells/0/works_to", json!(1)),
    ] {
        forge(path, value).good();
    }
    let turned = |lines: &mut Vec<Value>| lines[0]["setup"]["scenario"]["areas"].as_array_mut().unwrap().swap(0, 1);
    forged(&table, "aidlon.kaiser", turned).refused().complains("its first line is impossible");
}

/// Whoever takes a man face down has seen it. [CS-19, Q64]
#[test]
fn q64_a_man_that_was_taken_face_down_is_given_back_for_a_reason() {
    let play = |men: &str, lines: &str| {
        let table = Table::new();
        let position = format!("b'9/10/4{men}5/4W5/10/10/10/10/10/B'9 c - - - -");
        let run = table.run(&["coal-steel", "--position", &position, "-o", "c.kaiser"], lines);
        (table, run)
    };
    play("w'", "e7-e8\nundo\n").1.refused().complains("what was revealed stays revealed");
    let (table, run) = play("w'", "e7-e8\nundo because \"a slip\"\n");
    run.good();
    table.run(&["verify", "c.kaiser"], "").good();
    let run = forged(&table, "c.kaiser", |lines| {
        let taken = lines.iter_mut().find(|line| !line["entry"]["taken_back"].is_null()).unwrap();
        taken["entry"] = json!("undid");
    });
    run.refused().complains("after something was revealed, and gives no reason");
    // Everybody knew what stood there.
    let (table, run) = play("w", "e7-e8\nundo\n");
    run.good();
    table.run(&["verify", "c.kaiser"], "").good();
}
