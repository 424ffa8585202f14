//! The prompt's language: what it understands, where errors are, and that text and command agree.
use naval::model::{
    BatteryKind, Bearing, Edge, Formation, Harm, Place, ShipType, chart::VisibilityQuality, command::*, state::Marker,
};
use naval::{Command, Fact, Id, Segment, State, notation::*};

use naval_kit::fixture::*;
use play::verbs::{Common, DiceMode, Receiver, RulingDetail, UndoRequest, face, usage};

mod faults;
mod helps;
mod round_trip;

/// Asahi, Azuma, König, Naniwa and a destroyer division against Retvizan, Poltava, Rurik, Rossia, Askold and Light.
fn battle() -> State {
    let named = |id: &str, name: &str, navy, kind| {
        let mut card = card(name, navy, kind);
        card.id = Id::new(id);
        card
    };
    let mut setup = setup(
        vec![
            card("Asahi", "japan", ShipType::BB),
            card("Azuma", "japan", ShipType::CA),
            named("koenig", "König", "germany", ShipType::BB),
            card("Naniwa", "japan", ShipType::CP),
        ],
        vec![
            card("Retvizan", "russia", ShipType::BB),
            card("Poltava", "russia", ShipType::BB),
            card("Rurik", "russia", ShipType::CA),
            card("Rossia", "russia", ShipType::CA),
            card("Askold", "russia", ShipType::CP),
            card("Light", "russia", ShipType::CP),
        ],
    );
    let boats = ["Ikazuchi", "Inazuma"].map(|name| card(name, "japan", ShipType::TBD));
    let mut boat_division = setup.divisions[0].clone();
    boat_division.id = "1st-tbd".into();
    boat_division.name = "1st Destroyer Division".to_owned();
    boat_division.ships = boats.iter().map(|card| card.id.clone()).collect();
    boat_division.flagship = boats[0].id.clone();
    boat_division.one_base = true;
    setup.divisions.push(boat_division);
    setup.divisions[1].id = "2nd".into();
    setup.divisions[1].name = "Battle Line".to_owned();
    setup.ships.extend(boats.map(|card| naval::model::ShipSetup::undamaged(card.into(), None)));
    let mut battle = Battle::at(&setup, Segment::Gunfire);
    battle.apply(&Fact::TorpedoesLaunched(Marker {
        id: "Q".into(),
        launcher: "1st-tbd".into(),
        side: "japan".into(),
        factors: 2,
        target: "retvizan".into(),
        run: inches("10"),
        bearing: Bearing::Port,
        turn: 1,
        dummy: false,
        answered_turn: None,
        second_half: false,
        dot: None,
        track: None,
    }));
    battle.apply(&Fact::ShipPlaced {
        ship: "ikazuchi".into(),
        card: None,
        side: "japan".into(),
        at: Place::new(10.0, 10.0, 90.0),
        speed: inches("2"),
    });
    battle.apply(&Fact::HitTaken { ship: "asahi".into(), id: "F2".into(), harm: Harm::Fire });
    battle.apply(&Fact::FormationFormed(Formation {
        id: "screen".into(),
        side: "japan".into(),
        divisions: vec!["jd".into(), "1st-tbd".into()],
        lines: Vec::new(),
        change: None,
        off: Vec::new(),
    }));
    battle.state
}

#[track_caller]
fn typed(line: &str) -> TypedCommand {
    parse(&battle(), line).unwrap_or_else(|error| panic!("{}\n{}\n{:?}", error.caret(line), error.what, error.hint))
}
/// Asserts that the line is understood and printed like this.
#[track_caller]
fn assert_prints(line: &str, printed: &str) {
    let typed = typed(line);
    assert_eq!(print(&battle(), &typed.command), printed, "{line}");
    assert_eq!(parse(&battle(), printed).map(|again| again.command), Ok(typed.command), "{printed}");
}
fn aimed(firer: &str, target: &str, range: Option<&str>) -> FireOrder {
    FireOrder {
        firer: firer.into(),
        target: target.into(),
        range: range.map(inches),
        bearing: None,
        battery: None,
        conditions: Conditions::default(),
    }
}

#[test]
fn the_lines_of_the_guide_are_understood() {
    let command = |line| typed(line).command;
    assert_eq!(command("next"), Command::Next { to: None, waive: None });
    assert_eq!(
        command("next to gunfire waive \"the tide\""),
        Command::Next { to: Some(Segment::Gunfire), waive: Some("the tide".to_owned()) }
    );
    assert_eq!(command("plot asahi 3"), Command::Speed { unit: "asahi".into(), speed: inches("3") });
    assert_eq!(command("plot 2nd speed 2.5"), Command::Speed { unit: "2nd".into(), speed: inches("2.5") });
    let measure =
        |bearing| Command::Measure { from: "asahi".into(), to: "retvizan".into(), range: inches("8"), bearing };
    assert_eq!(command("measure asahi retvizan 8.0"), measure(None));
    assert_eq!(command("measure asahi retvizan 8.0 arc broadside"), measure(Some(Bearing::Broadside)));
    assert_eq!(command("target asahi at retvizan range 8"), Command::Target(aimed("asahi", "retvizan", Some("8"))));
    let mut full = aimed("asahi", "retvizan", Some("8"));
    full.bearing = Some(Bearing::Bow);
    full.battery = Some(BatteryKind::Medium);
    full.conditions = Conditions {
        turned_deg: 30,
        target_turned_deg: 60,
        courses_deg: 45,
        through: Some("rurik".into()),
        downwind: true,
        visibility: Some(VisibilityQuality::VeryPoor),
        blocked_by: Some(LineBlock::Smoke),
        denied: Vec::new(),
    };
    let line = "target asahi at retvizan range 8 arc bow battery medium turned 30 target turned 60 courses 45 \
                through rurik downwind visibility very-poor blocked by smoke";
    assert_eq!(command(line), Command::Target(full));
    let fire = typed("fire asahi dice 3 9 4 2");
    assert_eq!(fire.command, Command::Fire { units: vec!["asahi".into()], apart: false });
    assert_eq!(fire.dice, Some(vec![3, 9, 4, 2]));
    assert_eq!(command("fire all"), Command::Fire { units: vec![], apart: false });
    assert_eq!(
        command("launch 1st-tbd at retvizan factors 6 run 10 port marker R"),
        Command::Launch {
            by: "1st-tbd".into(),
            target: "retvizan".into(),
            factors: 6,
            run: inches("10"),
            bearing: Bearing::Port,
            marker: "R".into(),
            dummy: false,
            blocked_by: None,
            clear: false,
            because: None,
        }
    );
    assert_eq!(command("repair asahi fire"), Command::Repair { ship: "asahi".into(), item: "fire".into() });
    assert_eq!(command("note \"words for the log\""), Command::Note { words: "words for the log".to_owned() });
    assert_eq!(
        command("exit asahi by east"),
        Command::Exit { ship: "asahi".into(), by: Some(Edge::East), because: None }
    );
    assert_eq!(
        command("set asahi speed 2.0 because \"engine room flooded by ruling\""),
        Command::Set {
            unit: "asahi".into(),
            setting: Setting::Speed(inches("2")),
            because: "engine room flooded by ruling".to_owned(),
        }
    );
    assert_eq!(command("declared"), Command::Declared { side: None });
}

#[test]
fn every_order_has_one_printed_form() {
    for (line, printed) in [
        ("N", "next"),
        ("next damage control", "next to damage-control"),
        ("next to damage", "next to damage"),
        ("next waive “smoke on the water”", "next waive \"smoke on the water\""),
        ("next to mov waive nobody wants it", "next to movement waive \"nobody wants it\""),
        ("m asa retv 8\"", "measure asahi retvizan 8.0"),
        ("measure retvizan to asahi range 12.25 port", "measure retvizan asahi 12.25 arc port"),
        ("sight ret", "sight retvizan"),
        ("unsight 1ST TBD", "unsight 1st-tbd"),
        ("illuminate asahi retvizan searchlight range 3", "illuminate asahi retvizan searchlight range 3.0"),
        ("illum asahi starshell retvizan 3.5", "illuminate asahi retvizan starshell range 3.5"),
        ("t asa ret 8", "target asahi at retvizan range 8.0"),
        ("asahi>retvizan 8", "target asahi at retvizan range 8.0"),
        ("asa > ret", "target asahi at retvizan"),
        ("asa->ret 8 bow big", "target asahi at retvizan range 8.0 arc bow battery big"),
        ("1st tbd>ru 4", "target 1st-tbd at rurik range 4.0"),
        ("target range 8 at retvizan asahi", "target asahi at retvizan range 8.0"),
        (
            "TARGET 8 medium ASAHI, target turned 60° RETVIZAN turned 30",
            "target asahi at retvizan range 8.0 battery medium turned 30 target turned 60",
        ),
        ("target asa ret very poor blocked land", "target asahi at retvizan visibility very-poor blocked by land"),
        ("target asa at \"light\" light", "target asahi at \"light\" battery light"),
        ("target asa ret through \"Light\"", "target asahi at retvizan through \"light\""),
        ("fire asahi naniwa", "fire asahi naniwa"),
        ("f asa and az apart", "fire asahi azuma apart"),
        ("fire askold apart", "fire askold apart"),
        (
            "launch 1st-tbd at retvizan blocked by smoke factors 2 run 10 port marker S",
            "launch 1st-tbd at retvizan factors 2 run 10.0 port marker S blocked by smoke",
        ),
        (
            "launch 1st tbd retvizan run 10 dummy starboard marker q",
            "launch 1st-tbd at retvizan factors 0 run 10.0 starboard marker q dummy",
        ),
        ("meet Q retvizan angle 40", "meet Q retvizan angle 40"),
        ("meet Q at retvizan angle 40", "meet Q retvizan angle 40"),
        (
            "meet q ret 40 and poltava angle 20 line rossia angle 10",
            "meet Q retvizan angle 40 and poltava angle 20 line rossia angle 10",
        ),
        ("meet q ret 40 in line pol 20 and ro 0", "meet Q retvizan angle 40 line poltava angle 20 and rossia angle 0"),
        ("miss q", "miss Q"),
        ("torpedoes ja", "torpedoes japan"),
        ("coup asahi at rurik range 4", "coup asahi at rurik range 4.0 factors 1"),
        ("coup asahi rurik 4 factors 2", "coup asahi at rurik range 4.0 factors 2"),
        ("repair asahi f2", "repair asahi F2"),
        ("repair asahi Fire Control", "repair asahi fire-control"),
        ("fires", "fires all"),
        ("fires asahi", "fires asahi"),
        ("damage all", "damage all"),
        ("damage 1st-tbd", "damage 1st-tbd"),
        ("courses asahi 360 retvizan 5", "course asahi 360 retvizan 5"),
        ("turned asahi 37", "turned asahi 37"),
        ("react ikazuchi", "react 1st-tbd"),
        ("speed asahi to 2", "speed asahi 2.0"),
        ("exit naniwa", "exit naniwa"),
        ("exit naniwa because towed by south", "exit naniwa because \"towed by south\""),
        ("exit naniwa south \"towed\"", "exit naniwa by south because \"towed\""),
        ("note she was in smoke: dice 3", "note \"she was in smoke: dice 3\""),
        ("note Tom's \"fine\" ship", "note \"Tom's \\\"fine\\\" ship\""),
        ("note 'well done'", "note \"well done\""),
        ("end", "end"),
        ("end because night fell", "end because \"night fell\""),
        ("set asahi top speed to 2 because leak", "set asahi top 2.0 because \"leak\""),
        ("set fires asahi 2 because \"x\"", "set asahi fires 2 because \"x\""),
        ("set asahi flotation 1 \"holed\"", "set asahi flotation 1 because \"holed\""),
        ("set asahi mounts 1 because x", "set asahi mounts 1 because \"x\""),
        ("set askold guns 2 because x", "set askold guns 2 because \"x\""),
        ("set 1st-tbd torpedoes 3 because x", "set 1st-tbd torpedoes 3 because \"x\""),
        ("set ret sighted yes because x", "set retvizan sighted yes because \"x\""),
        ("set ret lit n because x", "set retvizan lit no because \"x\""),
        ("set ret fate sunk because x", "set retvizan fate sunk because \"x\""),
        ("set ret fate exited friendly because x", "set retvizan fate exited friendly because \"x\""),
        ("set sighting 12 because fog", "set sighting 12.0 because \"fog\""),
        ("set visibility very poor because fog", "set visibility very-poor because \"fog\""),
        ("set visibility clear because \"sun\"", "set visibility clear because \"sun\""),
    ] {
        assert_prints(line, printed);
    }
}

#[test]
fn names_can_be_abbreviated_and_accents_omitted() {
    for name in ["koenig", "König", "KÖNIG", "Ko\u{308}nig", "konig", "koe", "kön", "k", "\"König\""] {
        assert_eq!(find_unit(&battle(), name), Ok("koenig".into()), "{name}");
    }
    for name in ["1st-tbd", "1st tbd", "1ST T", "1st", "1sttbd", "1st destroyer division", "\"1st Destroyer Division\""]
    {
        assert_eq!(find_unit(&battle(), name), Ok("1st-tbd".into()), "{name}");
    }
    // `nan` abbreviates Naniwa if a name is expected.
    assert_eq!(word("card nan"), Ok(SessionWord::Card { ship: "naniwa".into() }));
    let error = word("card 2nd").unwrap_err();
    assert_eq!(error.what, "Battle Line is a division, but a ship is needed here.");
}

#[test]
fn dice_can_end_any_line() {
    for (line, faces) in [
        ("fire asahi dice 3 9 4 2", &[3, 9, 4, 2][..]),
        ("f asa d 3,9, 4 2", &[3, 9, 4, 2]),
        ("fire all dice 0 00 100", &[0, 0, 100]),
        ("next dice 6", &[6]),
        ("end because \"night\" dice 1 2", &[1, 2]),
        ("end because night dice 1 2", &[1, 2]),
        ("note \"words\" dice 3", &[3]),
    ] {
        assert_eq!(typed(line).dice.as_deref(), Some(faces), "{line}");
    }
    assert_eq!(typed("end because the dice fell").dice, None);
    assert_eq!(typed("fire asahi").dice, None);
    for (sides, typed, means) in [
        (10, 0, Some(10)),
        (10, 10, Some(10)),
        (100, 0, Some(100)),
        (100, 100, Some(100)),
        (20, 0, None),
        (6, 0, None),
        (6, 6, Some(6)),
        (6, 7, None),
        (20, 21, None),
        (20, 1, Some(1)),
    ] {
        assert_eq!(face(sides, typed), means, "{typed} on a D{sides}");
    }
}

#[test]
fn a_measured_range_need_not_be_typed_again() {
    let mut state = battle();
    <naval::Naval as play::Game>::apply(
        &mut state,
        &Fact::Measured {
            from: "retvizan".into(),
            to: "asahi".into(),
            range: inches("3.5"),
            bearing: None,
            replaces: None,
        },
    );
    let line = |line| print(&state, &parse(&state, line).unwrap().command);
    assert_eq!(line("coup asahi retvizan"), "coup asahi at retvizan range 3.5 factors 1");
    assert_eq!(line("illuminate asahi retvizan searchlight"), "illuminate asahi retvizan searchlight range 3.5");
    assert_eq!(line("target asahi retvizan"), "target asahi at retvizan");
}

#[test]
fn odds_name_a_shot_or_a_declaration() {
    let shot = OddsSubject::Shot(Box::new(aimed("asahi", "retvizan", Some("8"))));
    assert_eq!(word("odds asahi at retvizan range 8"), Ok(SessionWord::Odds(shot)));
    assert_eq!(word("odds asahi"), Ok(SessionWord::Odds(OddsSubject::Declared("asahi".into()))));
    assert_eq!(word("odds asahi fires"), Ok(SessionWord::Odds(OddsSubject::Fires("asahi".into()))));
    for (line, column, what) in [
        ("odds asahi at retvizn", 14..21, "There is no ship or division \"retvizn\"."),
        ("odds asahi range 8", 18..18, "The target is missing."),
        ("odds asahi fires range 8", 17..24, "`odds` for fires takes only the name of a ship."),
        ("odds 2nd fires", 5..8, "Battle Line is a division, and fires burn on a single ship."),
        ("odds", 4..4, "The ship that fires is missing."),
    ] {
        let error = word(line).unwrap_err();
        assert_eq!((error.at, &*error.what), (column, what), "{line}");
    }
}

/// The session command that a line means.
#[track_caller]
fn word(line: &str) -> Result<SessionWord, LineError> {
    session_word(&battle(), None, line).map(|word| word.unwrap())
}

#[test]
fn session_commands_are_parsed_by_their_rows() {
    use SessionWord::*;
    let [asahi, retvizan] = ["asahi", "retvizan"].map(naval::Id::from);
    let undo =
        |from, because: Option<&str>| Undo(Common::Undo(UndoRequest { from, because: because.map(str::to_owned) }));
    let amend = |because: Option<&str>, line: &str| {
        Amend(Common::Amend { entry: 12, because: because.map(str::to_owned), line: line.to_owned() })
    };
    for (line, meant) in [
        ("s", Status { of: None, all: false }),
        ("status all", Status { of: None, all: true }),
        ("why", Why { entry: None, in_play: false, of: None }),
        ("why #12 in play asahi", Why { entry: Some(12), in_play: true, of: Some(asahi.clone()) }),
        ("explain 12 all", Explain { entry: 12, in_play: false, all: true }),
        ("ranges asahi > retvizan", Ranges { from: Some(asahi.clone()), to: Some(retvizan), all: false }),
        ("targets all asahi", Targets { of: Some(asahi.clone()), all: true }),
        ("obey japan deep", Obey { whom: Some(Addressee::Side("japan".into())), deep: true }),
        ("obey asahi", Obey { whom: Some(Addressee::Unit(asahi.clone())), deep: false }),
        ("pass to ref \"hush; hush\"", Pass { to: Keyboard::Referee, word: Some("\"hush; hush\"".to_owned()) }),
        ("log asahi turn 3-5 last 20", Log { full: false, last: Some(20), turns: Some((3, 5)), of: Some(asahi) }),
        ("help all", Help { on: Some(HelpTopic::All) }),
        ("help all straight", Help { on: Some(HelpTopic::Verb("all")) }),
        ("help t", Help { on: Some(HelpTopic::Verb("target")) }),
        ("rules search two words", Rules { search: true, words: Some("two words".to_owned()) }),
        ("u", undo(None, None)),
        ("undo 118 because a slip; and more", undo(Some(118), Some("a slip; and more"))),
        ("undo because \"a slip\"", undo(None, Some("a slip"))),
        ("redo #120", Redo(Common::Redo { to: Some(120) })),
        ("amend 12 at retvizan", amend(None, "at retvizan")),
        ("amend 12 because \"a slip\" range 9.8", amend(Some("a slip"), "range 9.8")),
        ("amend 12 asahi because \"a slip\" dice 3 9", amend(Some("a slip"), "asahi dice 3 9")),
        ("amend 12 exit asahi by north because \"fog\"", amend(None, "exit asahi by north because \"fog\"")),
        ("dice r", Dice(Common::Dice(DiceMode::Roll))),
        ("show full", Show(Common::Show(RulingDetail::Full))),
        ("q", Quit(Common::Quit)),
    ] {
        assert_eq!(word(line), Ok(meant), "{line}");
    }
}

#[test]
fn an_invalid_session_command_shows_its_error_position() {
    for (line, column, what) in [
        ("status asahi retvizan", 13..21, "\"retvizan\" does not fit here."),
        ("duties all", 7..10, "`duties` takes nothing after it: \"all\"."),
        ("card", 4..4, "The name of a ship is missing."),
        ("undo asahi", 5..10, "\"asahi\" is not an entry number."),
        ("undo 118 because", 16..16, "The reason is missing."),
        ("undo 118 because \" \"", 17..20, "The reason is empty."),
        ("redo 118 119", 9..12, "\"119\" does not fit here."),
        ("amend 12", 8..8, "The corrected line is missing."),
        ("dice", 4..4, "The dice mode is missing."),
        ("show all", 5..8, "The level of detail cannot be \"all\"."),
        ("log turn 5-3", 9..12, "The turn cannot be \"5-3\"."),
        ("pass", 4..4, "A side, the table or the referee is missing."),
        ("map rings asahi", 15..15, "The radii of the rings are missing."),
        ("map rings asahi 0", 16..17, "A ring's radius must be above 0, up to 200 inches."),
        ("map 1 2 3", 4..9, "A part of the table needs two corners: four numbers in inches."),
        ("map near asahi 4 retvizan", 17..25, "A map can show only one part of the table."),
        ("help shot", 5..9, "There is no command \"shot\"."),
    ] {
        let error = word(line).unwrap_err();
        assert_eq!((error.at, &*error.what), (column, what), "{line}");
    }
    // The hint explains how to see a side's duties.
    assert_eq!(
        word("duties japan").unwrap_err().hint.unwrap().to_string(),
        "type `duties` alone, or `pass to japan` and then `duties`"
    );
}

#[test]
fn every_verb_is_explained_with_an_example_that_is_understood() {
    for row in all_verbs() {
        let page = help(&battle(), row.word).unwrap();
        assert!(page.contains(&example(&battle(), row.word)) && page.contains(row.about), "{page}");
        assert!(row.example.starts_with(row.word) && usage(row).starts_with(row.word), "{page}");
        assert!(row.about.ends_with('.'), "{page}");
        if row.receiver == Receiver::Order {
            let example = typed(row.example);
            assert_eq!(typed(&print(&battle(), &example.command)).command, example.command);
        }
        for alias in row.aliases {
            assert_eq!(find_verb(alias).map(|row| row.word), Ok(row.word), "{alias}");
        }
    }
    assert_eq!(help(&battle(), "nonsense"), None);
    assert_eq!(
        help(&battle(), "declared").as_deref(),
        Some(
            "declared: end a side's declarations [3.3.5]\nusage:   declared [SIDE|both]\nexample: declared japan\n\
             Without a side, both. With `alternation: strict` it ends the big guns first. Type it again for the rest. When both \
             sides' big guns are declared, a die decides which side allocates all medium and light guns first. `fire` waits until \
             both sides have declared everything."
        )
    );
}

/// In quotation marks a word of the grammar is a name.
#[test]
fn a_name_that_is_a_grammar_word_is_printed_in_quotes() {
    let orders = all_verbs().filter(|row| row.receiver == Receiver::Order);
    for word in orders.flat_map(|row| [row.keywords(), row.fillers.to_vec()].concat()) {
        let mut battle = battle();
        <naval::Naval as play::Game>::apply(
            &mut battle,
            &Fact::FormationFormed(Formation {
                id: word.into(),
                side: "japan".into(),
                divisions: Vec::new(),
                lines: Vec::new(),
                change: None,
                off: Vec::new(),
            }),
        );
        let id: Id = word.into();
        assert_eq!(typed_name(&battle, &id), format!("\"{word}\""));
    }
}

#[test]
fn a_full_salvo_takes_few_keys() {
    let state = battle();
    let keys = ["asa>re 8", "f asa d 3 9 4 2"];
    assert_eq!(parse(&state, keys[0]).unwrap().command, Command::Target(aimed("asahi", "retvizan", Some("8"))));
    assert_eq!(parse(&state, keys[1]).unwrap().dice, Some(vec![3, 9, 4, 2]));
    assert_eq!(keys.iter().map(|line| line.len() + 1).sum::<usize>(), 25);
}

#[test]
fn a_side_is_named_in_full_or_by_its_beginning() {
    let mut setup = naval_kit::scenario("asahi-retvizan");
    for (typed, means) in [("japan", "japan"), ("JAPAN", "japan"), ("j", "japan"), ("rus", "russia")] {
        assert_eq!(find_side(&setup, typed).unwrap(), *means, "{typed}");
    }
    for typed in ["", "japans", "asahi", "x"] {
        let error = find_side(&setup, typed).unwrap_err();
        assert_eq!(error.what, format!("There is no side \"{typed}\"."));
        assert_eq!(error.hint.as_ref().map(ToString::to_string).as_deref(), Some("japan or russia"));
    }
    setup.sides[0].name = "Russian Squadron".to_owned();
    assert_eq!(find_side(&setup, "Russian Sq").unwrap(), *"japan");
    assert!(find_side(&setup, "russ").is_err(), "ambiguous");
    assert_eq!(find_side(&setup, "russia").unwrap(), *"russia", "a complete name comes before an abbreviation");
}
