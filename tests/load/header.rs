//! The first line of a journal must obey the limits of a scenario file. [9.1]
use naval::{Naval, model::Setup};
use play::Game as _;
use serde_json::{Value, json};

/// The error of a built-in setup with another value at a path, which is added if it is missing.
fn header_error(scenario: &str, path: &str, value: &Value) -> Option<String> {
    let setup = load::scenario(&naval_kit::builtin(), scenario).unwrap();
    let mut all = serde_json::to_value(&setup).unwrap();
    let (before, key) = path.rsplit_once('/').unwrap();
    match all.pointer_mut(before).unwrap_or_else(|| panic!("{scenario}: {before}")) {
        Value::Object(fields) => drop(fields.insert(key.to_owned(), value.clone())),
        Value::Array(items) => items[key.parse::<usize>().unwrap()] = value.clone(),
        other => panic!("{scenario}: {path} is in {other}"),
    }
    match serde_json::from_value::<Setup>(all) {
        Ok(setup) => Naval::setup_error(&setup),
        Err(error) => Some(error.to_string()),
    }
}

/// Checks that the value `near`, just within the limits, is accepted and that each value of `far` is refused.
#[track_caller]
fn check(scenario: &str, path: &str, near: &Value, far: &[Value]) {
    assert_eq!(header_error(scenario, path, near), None, "{scenario}: {path} {near}");
    for far in far {
        assert!(header_error(scenario, path, far).is_some(), "{scenario}: {path} {far} is accepted");
    }
}

#[test]
fn texts_of_line_1_have_the_limits_of_a_file() {
    let long = "x".repeat(121);
    check("ulsan", "/title", &json!("x".repeat(120)), &[json!(""), json!(" "), json!("a\nb"), json!(long)]);
    check("ulsan", "/scenario", &json!("my-ulsan.2"), &[json!(""), json!("-x"), json!("a/b"), json!("../x")]);
    let ids = [json!(""), json!("a;b"), json!("x".repeat(41)), json!(" x"), json!("japan")];
    check("ulsan", "/divisions/1/id", &json!("x".repeat(40)), &ids);
    check("ulsan", "/divisions/0/name", &json!("x".repeat(60)), &[json!(""), json!("x".repeat(61)), json!("a\u{7}")]);
    // Another division of the same side is called "4th Division, Naniwa".
    check("ulsan", "/divisions/0/name", &json!("vladivostok cruisers"), &[json!("4th division, naniwa")]);
    check("ulsan", "/sides/0/name", &json!("Nippon"), &[json!("russia"), json!("")]);
    check("sandbox", "/sides/0/id", &json!("red"), &[json!("table"), json!("referee"), json!("")]);
    check("ulsan", "/ships/0/card/name", &json!("x".repeat(60)), &[json!(""), json!("x".repeat(200))]);
}

#[test]
fn numbers_of_line_1_have_the_limits_of_a_file() {
    check("ulsan", "/options/tolerance", &json!(0.0), &[json!(-0.01), json!(10.01)]);
    check("ulsan", "/options/interval", &json!(0.0), &[json!(-0.5), json!(24.01)]);
    check("ulsan", "/options/decel_limit", &json!(0.01), &[json!(0.0), json!(-1.0), json!(10.01)]);
    // The battle has 30 turns, but may be shorter than its scenario, so every turn that a battle can have is accepted.
    check("ulsan", "/divisions/1/enters_turn", &json!(999), &[json!(0), json!(1000)]);
    check("ulsan", "/divisions/0/one_base", &json!(false), &[json!(true)]);
    check("ulsan", "/visibility/steps/0/from_turn", &json!(1), &[json!(0), json!(2), json!(5)]);
    check("ulsan", "/visibility/steps/1/from_turn", &json!(999), &[json!(1), json!(1000)]);
    check("ulsan", "/visibility/steps/1/range", &json!(100.0), &[json!(0.0), json!(100.01)]);
    check("ulsan", "/visibility", &json!({ "rolled": [1, 2, 3, 4, 5, 6] }), &[json!({ "steps": [] })]);
    check("coronel", "/light/0/from_turn", &json!(1), &[json!(0), json!(99)]);
    check("ulsan", "/ships/0/number", &json!(99), &[json!(0), json!(2)]);
    check("ulsan", "/sides/0/force_flag", &json!("azuma"), &[json!("rossia"), json!("mikasa")]);
    check("ulsan", "/divisions/0/course", &json!(360.0), &[json!("east")]);
    let bearing = |degrees: i32, interval: f64| json!([{ "bearing_deg": degrees, "interval": interval }]);
    let far = [bearing(361, 2.0), bearing(90, 0.0), bearing(90, 6.01), bearing(90, -1.0)];
    check("dogger-bank", "/formations/0/lines", &bearing(360, 6.0), &far);
    let lines = |degrees: &[i32]| -> Value {
        degrees.iter().map(|own| json!({ "bearing_deg": own, "interval": 2.0 })).collect()
    };
    check(
        "dogger-bank",
        "/formations/0/lines",
        &lines(&[45, 315]),
        &[lines(&[45, 45]), lines(&[0, 360]), lines(&[45, 90, 315])],
    );
    check("dogger-bank", "/formations/0/id", &json!("x"), &[json!("lion"), json!("seydlitz")]);
    for (figure, near, far) in [
        ("speed", json!(10.0), json!(10.01)),
        ("base_length", json!(0.01), json!(0.0)),
        ("defence", json!(1), json!(0)),
        ("defence", json!(1000), json!(1001)),
        ("flotation", json!(1), json!(0)),
        ("flotation", json!(100), json!(101)),
        ("flash", json!(10), json!(11)),
        ("size", json!({ "gun": 40, "torpedo": 1 }), json!({ "gun": 41, "torpedo": 1 })),
        ("armour", json!({ "gun": 60, "torpedo": 0 }), json!({ "gun": 0, "torpedo": 61 })),
    ] {
        check("ulsan", &format!("/ships/0/card/{figure}"), &near, &[far]);
    }
    check("ulsan", "/ships/0/card/big/power", &json!(100), &[json!(101), json!(-1)]);
    check("ulsan", "/ships/0/card/medium/strength", &json!("1000"), &[json!("1001"), json!("-1")]);
    check("ulsan", "/ships/0/card/big/bore_in", &json!(20.0), &[json!(0.0), json!(-1.0), json!(20.01)]);
    check("ulsan", "/ships/0/card/navy", &json!("japan"), &[json!(""), json!("a\nb")]);
    check("ulsan", "/ships/0/card/class", &json!("Izumo"), &[json!("a\nb")]);
    let mount = |id: &str, arcs: Value| json!([{ "id": id, "arcs": arcs }]);
    let far = [
        mount("", json!(["bow"])),
        mount("A", json!([])),
        json!([{ "id": "A", "arcs": ["bow"] }, { "id": "A", "arcs": ["bow"] }]),
    ];
    check("ulsan", "/ships/0/card/big/mounts", &mount("A", json!(["bow"])), &far);
    // Only a battle of a war starts with damage.
    let hit = json!({ "hits": [{ "id": "B1", "turn": 1, "effect": "bridge", "state": "active" }] });
    check("ulsan", "/ships/0/carried", &json!({}), &[hit, json!({ "torpedoes_spent": 1 })]);
}

/// Every ship of a division is on the table, off the land and clear of other bases. [2.1, 5.11, 5.12]
#[test]
fn r2_1_ships_of_line_1_begin_only_where_a_file_allows() {
    let place = |x: f64, y: f64| json!({ "x": x, "y": y, "heading": 105.0 });
    // Ships astern off the table, ships on the enemy's bases, the leader off the table; then a division on land.
    check("ulsan", "/divisions/0/at", &place(27.2, 29.7), &[place(1.0, 29.7), place(25.0, 21.5), place(73.0, 20.0)]);
    check("cocos", "/divisions/0/at", &place(14.0, 14.0), &[place(40.0, 22.0)]);
    // Naniwa enters in turn 10, so it may begin on occupied bases. An interval of 20 inches puts ships off the table.
    check("ulsan", "/divisions/1/at", &place(25.0, 21.5), &[]);
    check("ulsan", "/options/interval", &json!(0.5), &[json!(20.0)]);
}

#[test]
fn charts_of_line_1_have_the_limits_of_a_file() {
    let factor = |times: &str| json!({ "to_hit_times": times });
    check("ulsan", "/charts/gunnery/0/effect", &factor("20"), &[factor("21"), factor("1/1001"), json!({})]);
    let turned = |from: u16, to: u16| json!({ "firer_turned": { "from_deg": from, "to_deg": to } });
    check("ulsan", "/charts/gunnery/0/when", &turned(15, 15), &[turned(16, 15)]);
    check("ulsan", "/charts/gunnery/0/id", &json!("mine"), &[json!("poor")]);
    check("ulsan", "/charts/movement/0/turn_radius", &json!(6.0), &[json!(0.0), json!(6.01), json!(-1.0)]);
    check("ulsan", "/charts/movement/0/source", &json!("ours"), &[]);
    for path in ["/charts/movement", "/charts/independent_movement", "/charts/damage"] {
        assert!(header_error("ulsan", path, &json!([])).is_some(), "{path}");
    }
    check("ulsan", "/charts/damage/0/title", &json!("mine"), &[]);
    assert!(header_error("ulsan", "/charts/damage/0/rows/0/effects", &json!([])).is_some());
}

/// A file of charts obeys the limits of line 1: factors of sighting, ranges of lights, and the ends of bands.
#[test]
fn charts_of_a_file_have_the_limits_of_line_1() {
    const FILE: &str = "data/naval/charts/rjw.yaml";
    let charts = |from: &str, to: &str| {
        let text = naval_kit::builtin().text(FILE).unwrap().to_owned();
        assert!(text.contains(from), "{from}");
        let files = vec![(FILE.to_owned(), text.replacen(from, to, 1).into())];
        let sources = naval_kit::builtin().with_overrides(load::Sources { files, ..load::Sources::default() });
        load::charts(&sources, "rjw").map(drop).map_err(|errors| errors.to_string())
    };
    for (from, near, far, message) in [
        ("{burning: 2,", "{burning: 20,", "{burning: 21,", "sighting.burning: a factor of 21 is out of range"),
        ("at_night: 1.5", "at_night: 0.001", "at_night: 1/1001", "a factor of 1/1001 is out of range"),
        ("light_ship: 4.0", "light_ship: 240", "light_ship: 240.01", "light_ship: a light cannot reach 240.01 inches"),
        ("starshell_range: 15.0", "starshell_range: 0", "starshell_range: -1", "a light cannot reach -1.0 inches"),
    ] {
        assert_eq!(charts(from, near), Ok(()), "{near}");
        let refusal = charts(from, far).unwrap_err();
        assert!(refusal.contains(message), "{message}:\n{refusal}");
    }
    let mut charts = load::charts(&naval_kit::builtin(), "rjw").unwrap();
    for (to, message) in [(240, None), (241, Some("large_torpedo[0].to: a band ends at 241.0"))] {
        charts.large_torpedo.truncate(1);
        charts.large_torpedo[0].to = naval::Inches::whole(to);
        assert_eq!(charts.errors(|_| true).first().map(ToString::to_string).as_deref(), message);
    }
}

#[test]
fn keys_of_line_1_have_the_limits_of_a_file() {
    let rule = |more: Value| {
        let mut rule = json!({ "of": 1, "does": { "words": { "why": "nobody can" } } });
        rule.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!([rule])
    };
    let ends = |after: Value| rule(json!({ "after": after, "does": { "ends": {} } }));
    let ships = |are: Value| json!({ "ships": { "among": { "ids": ["rurik"] }, "are": [are] } });
    let die = |more: Value| {
        let mut die = json!({ "sides": 6 });
        die.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        rule(json!({ "die": die }))
    };
    let rules = |near: Value, far: &[Value]| check("ulsan", "/rules", &near, far);
    rules(rule(json!({})), &[rule(json!({ "of": 0 })), rule(json!({ "of": 99 }))]);
    let turns = [json!({ "from_turn": 0 }), json!({ "to_turn": 1000 }), json!({ "from_turn": 9, "to_turn": 8 })];
    rules(rule(json!({ "from_turn": 8, "to_turn": 30 })), &turns.map(rule));
    rules(rule(json!({ "after": ships(json!("sunk")), "again": true })), &[rule(json!({ "again": true }))]);
    rules(
        ends(ships(json!({ "fires": 5 }))),
        &[ends(ships(json!({ "fires": 6 }))), ends(ships(json!({ "fires": 0 })))],
    );
    let far = [json!({}), json!({ "at_least": 7 }), json!({ "at_least": 0 }), json!({ "sides": 7, "at_least": 1 })];
    rules(die(json!({ "at_least": 6 })), &far.map(die));
    rules(die(json!({ "at_most": 1 })), &[die(json!({ "at_most": 1, "at_least": 1 }))]);
    let does = |does: Value| rule(json!({ "does": does }));
    let rurik = json!({ "ids": ["rurik"] });
    for (near, far) in [
        (json!({ "sight": { "at_most": 2 } }), json!({ "sight": {} })),
        (json!({ "speed": { "ships": rurik, "times": "0.5" } }), json!({ "speed": { "ships": rurik } })),
        (
            json!({ "damage_control": { "ships": rurik, "number": 9 } }),
            json!({ "damage_control": { "ships": rurik, "number": 10 } }),
        ),
        (json!({ "hold": { "weapons": ["big"] } }), json!({ "hold": { "weapons": [] } })),
        (json!({ "orders": { "ships": rurik, "plus": 1 } }), json!({ "orders": { "ships": rurik } })),
        (
            json!({ "drift": { "ships": rurik, "bearing_deg": 360, "inches": 1 } }),
            json!({ "drift": { "ships": rurik, "bearing_deg": 361, "inches": 1 } }),
        ),
        (
            json!({ "stay": { "ships": rurik, "within": 3, "of": rurik } }),
            json!({ "stay": { "ships": rurik, "within": 3 } }),
        ),
        (json!({ "lost_ashore": { "ships": rurik } }), json!({ "open_land": ["atlantis"] })),
        (json!({ "smoke": { "ships": rurik } }), json!({ "ends": {} })),
        (json!({ "words": { "why": "x" } }), json!({ "entry": { "ships": rurik } })),
    ] {
        rules(does(near), &[does(far)]);
    }
    let wins = |condition: Value| json!([{ "wins": { "side": { "side": "japan", "condition": condition } } }]);
    let condition = |test: Value| {
        wins(json!({ "ships": { "count": { "at_least": 1 }, "among": { "ids": ["rurik"] }, "are": [test] } }))
    };
    let decide = |near: Value, far: &[Value]| check("ulsan", "/decide", &near, far);
    decide(
        wins(json!({ "turn": { "at": 999 } })),
        &[wins(json!({ "turn": { "at": 1000 } })), wins(json!({ "all": [] }))],
    );
    decide(
        condition(json!({ "can_make": 0.01 })),
        &[condition(json!({ "can_make": 0 })), condition(json!({ "flotation_hits": 0 }))],
    );
    let zone = |radius: f64| condition(json!({ "inside": { "circle": { "x": 1, "y": 1, "radius": radius } } }));
    decide(zone(1.0), &[zone(0.0)]);
    let none = json!({ "ships": { "count": { "at_least": 0 }, "among": { "ids": ["rurik"] }, "are": ["lost"] } });
    decide(condition(json!("lost")), &[wins(none)]);
    let lead = |by: u16| json!([{ "wins": { "leader": { "by": by } } }]);
    decide(lead(1), &[lead(0), json!([{ "of": 99, "wins": { "leader": { "by": 1 } } }])]);
    let named = json!({ "ships": { "count": "every", "among": { "ids": ["mikasa"] }, "are": ["lost"] } });
    let message = header_error("ulsan", "/decide", &wins(named));
    assert_eq!(message.as_deref(), Some("decide[0].if.ships.among.ids[0]: there is no ship in the battle `mikasa`"));
    check("ulsan", "/left", &json!([]), &[json!([{ "of": 99 }]), json!([{ "of": 1 }, { "of": 1 }])]);
    assert!(header_error("ulsan", "/special_rules", &json!(vec!["x"; 201])).is_some());
}

/// The error of a key has its position, as in a file.
#[test]
fn errors_of_line_1_name_their_keys() {
    let rule = json!([{ "of": 1, "die": { "sides": 7, "at_least": 1 }, "does": { "hold": { "weapons": [] } } }]);
    for (path, value, message) in [
        ("/rules", rule, "rules[0].die.sides: the rules have no D7"),
        ("/sides/1/damage_control", json!(10), "sides[1].damage_control: damage control of 10 is out of range"),
        ("/divisions/1/speed", json!(9), "divisions[1].speed: a speed of 9.0 is out of range"),
        ("/divisions/1/flagship", json!("izumo"), "divisions[1].flagship: there is no ship of the division `izumo`"),
        ("/wind/from_deg", json!(361), "wind.from_deg: no wind blows from 361 degrees"),
        ("/table/width", json!(241), "table: a table of 241.0 by 48.0 inches is out of range"),
        ("/pickets", json!(["mikasa"]), "pickets[0]: there is no ship in the battle `mikasa`"),
    ] {
        assert_eq!(header_error("ulsan", path, &value).as_deref(), Some(message), "{path}");
    }
}

/// Sets without a ship, and counts above the number of ships in a set.
#[test]
fn sets_of_line_1_contain_at_least_as_many_ships_as_are_counted() {
    let rule = |ships: Value| json!([{ "of": 1, "after": { "ships": ships }, "does": { "ends": {} } }]);
    let among = |among: Value, least: u16| json!({ "among": among, "are": ["sunk"], "at_least": least });
    let russia = json!({ "side": "russia" });
    let far = [
        among(json!({ "side": "russia", "types": ["TB"] }), 1),
        among(json!({ "side": "korea" }), 1),
        among(json!({ "ids": ["rurik", "rurik"] }), 1),
        among(russia.clone(), 4),
        among(russia.clone(), 0),
    ];
    check("ulsan", "/rules", &rule(among(russia.clone(), 3)), &far.map(rule));
    let wins = |among: Value, least: u16| {
        let condition = json!({ "ships": { "count": { "at_least": least }, "among": among, "are": ["lost"] } });
        json!([{ "wins": { "side": { "side": "japan", "condition": { "any": [condition] } } } }])
    };
    let far = [wins(russia.clone(), 4), wins(json!({ "side": "russia", "types": ["TB"] }), 1)];
    check("ulsan", "/decide", &wins(russia.clone(), 3), &far);
    let message = header_error("ulsan", "/decide", &wins(russia, 4));
    let wanted = "decide[0].if.any[0].ships.at_least: the set has at most 3, not 4";
    assert_eq!(message.as_deref(), Some(wanted));
}

#[test]
fn a_theatre_of_line_1_has_the_limits_of_a_file() {
    let name = "generated-yellow-sea";
    check(name, "/kind", &json!("generated"), &[json!("historical"), json!("drill")]);
    let ranges = |last: f64| json!([5.0, 6.0, 7.0, 8.0, 9.0, last]);
    check(name, "/generator/visibility", &ranges(100.0), &[ranges(100.01), ranges(0.0), json!([5.0])]);
    check(name, "/generator/winds", &json!(vec!["calm"; 6]), &[json!(vec!["calm"; 5])]);
    check(name, "/generator/forces/0/rolls", &json!(9), &[json!(0), json!(10)]);
    check(
        name,
        "/generator/forces/0/types/0/ships",
        &json!([1, 2, 3, 4, 5, 6]),
        &[json!([0, 2, 3, 4, 5, 6]), json!([1])],
    );
    check(name, "/generator/forces/0/boats_alone", &json!(true), &[]);
    assert!(header_error(name, "/generator/forces/0/types", &json!([])).is_some());
    check(name, "/generator/forces/0/pool/0/signalling", &json!(5), &[json!(6)]);
    check(name, "/generator/forces/0/pool/0/card/flotation", &json!(1), &[json!(0)]);
}

/// The first battle of every war can begin, but not with a battle number or a list of battles that does not fit it.
#[test]
fn the_first_battle_of_every_war_is_possible() {
    let sources = naval_kit::builtin();
    let names = load::war_names(&sources);
    assert!(!names.is_empty());
    for name in names {
        let file = load::war(&sources, &name).unwrap();
        let setup = load::first_of_war(&file).unwrap();
        assert_eq!(Naval::setup_error(&setup), None, "{name}");
        let mut all = serde_json::to_value(&setup).unwrap();
        for (path, far) in [("/war/number", json!(0)), ("/war/number", json!(2)), ("/war/battles", json!([]))] {
            let before = std::mem::replace(all.pointer_mut(path).unwrap(), far);
            let setup: Setup = serde_json::from_value(all.clone()).unwrap();
            assert!(Naval::setup_error(&setup).is_some(), "{name}: {path}");
            *all.pointer_mut(path).unwrap() = before;
        }
    }
}

/// The limits of switches also apply in a file and on the command line.
#[test]
fn a_switch_has_the_same_limits_in_a_file_and_on_the_command_line() {
    let sources = naval_kit::builtin();
    let text = sources.text("scenarios/ulsan.yaml").unwrap().to_owned();
    let with_value = |key: &str, value: &str| {
        let text = format!("{text}\noptions: {{{key}: {value}}}\n");
        load::scenario_text_checked(&sources, "mine.yaml", &text).map(drop).map_err(|errors| errors.to_string())
    };
    let options = load::scenario(&sources, "ulsan").unwrap().options;
    for (key, near, far) in [("tolerance", "0", "-1"), ("interval", "0.75", "24.01"), ("decel_limit", "0.01", "0")] {
        with_value(key, near).unwrap();
        assert!(with_value(key, far).unwrap_err().contains(&format!("{key} cannot be")), "{key}");
        load::options_with(&options, key, near).unwrap();
        let refusal = load::options_with(&options, key, far).unwrap_err().to_string();
        assert!(refusal.contains(&format!("the switch {key} cannot be")), "{refusal}");
    }
}
