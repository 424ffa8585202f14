//! The output of a campaign: its chronicle, its maps and sheets.
use crystal::{Crystal, Fact, Holder};
use play::Game;
use show::crystal::{CampaignMap, Chronicle, chart_sheet, svg, terminal_map};

use super::*;

/// A chronicle of these lines, each with its dice.
fn chronicle(state: &mut State, lines: &[(&str, &[u8])]) -> Chronicle {
    let mut chronicle = Chronicle::default();
    for (line, faces) in lines {
        let (before, turn) = (state.clone(), state.turn);
        let events = apply_line(state, line, faces);
        chronicle.add_events(&before, &events);
        chronicle.record_state(turn, state, String::new);
    }
    chronicle
}

#[test]
fn a_chronicle_lists_losses_on_either_side_and_gains() {
    let mut state = begin("aidlon");
    let lines: [(&str, &[u8]); 10] = [
        ("event", &[6, 5, 1]),
        ("buy 1 SP", &[]),
        ("buy 1 BD", &[]),
        ("done", &[]),
        ("move 2", &[]),
        ("explore", &[4]),
        ("battle", &[3]),
        ("fight", &[1]),
        ("lose SK", &[]),
        ("fight", &[5]),
    ];
    let text = chronicle(&mut state, &lines).prose(false);
    for expected in [
        "A company of Blades and a company of Spears were raised for 5 GP.",
        "The army marched to Aidlon Shore (2).",
        "In Aidlon Shore (2) waited two companies of Skirmishers and a company of Light Infantry, and the battle was won in two rounds",
        "We lost a company of Skirmishers, and they lost two companies of Skirmishers and a company of Light Infantry.",
        "Aidlon Shore (2) was ours, worth 2 GP a turn.",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    assert!(!text.contains("stayed"), "{text}");
    let mut state = begin("aidlon");
    let unfinished = chronicle(&mut state, &lines[..2]).prose(false);
    assert!(!unfinished.contains("stayed") && !unfinished.contains("marched"), "{unfinished}");
    let mut state = begin("aidlon");
    let stayed = chronicle(&mut state, &[("event", &[3, 4, 1]), ("done", &[]), ("stay", &[])]).prose(false);
    assert!(stayed.contains("The army stayed in Kherasa (1)."), "{stayed}");
}

#[test]
fn no_box_of_a_terminal_map_hides_another() {
    for name in ["aidlon", "amber-coast", "drowned-isle", "two-crowns"] {
        let mut state = begin(name);
        // Marks that make the boxes as wide as possible.
        for area in state.scenario().areas.iter().map(|area| area.id).collect::<Vec<_>>() {
            let place = state.scenario().place(area).unwrap();
            state.area_states[place].holder = Holder::Enemy(crystal::EnemyId(0));
        }
        for columns in [100, 120, 160] {
            let map = terminal_map(&CampaignMap::current(&state), columns);
            let boxes: usize =
                map.lines().filter(|line| !line.starts_with('[')).map(|line| line.matches('}').count()).sum();
            assert_eq!(boxes, state.area_states.len(), "{name} in {columns} columns:\n{map}");
        }
    }
}

#[test]
fn cards_hold_all_their_troops_and_charts_end_at_the_margin() {
    let mut state = begin("drowned-isle");
    let drawn = svg(&CampaignMap::current(&state));
    for troops in ["(4MO/Revenants:7)", "(MO/Drowned King:14)", "(2MO/Drowned Riders:9)"] {
        assert!(drawn.contains(troops), "{troops}");
    }
    assert!(!drawn.contains('\u{2026}'), "nothing is cut");
    state.area_states.iter_mut().for_each(|land| land.holder = Holder::Enemy(crystal::EnemyId(0)));
    let chart = chart_sheet(&state, false);
    assert!(
        chart.contains("Drowned King") && !chart.contains(">the Drowned King"),
        "the column is too narrow for more"
    );
}

#[test]
fn sc_14_a_shift_beyond_the_last_column_is_shown_as_one() {
    let mut state = begin("aidlon");
    for (line, faces) in
        [("event", &[3, 4, 1][..]), ("done", &[]), ("move 2", &[]), ("explore", &[1]), ("battle", &[3])]
    {
        apply_line(&mut state, line, faces);
    }
    let setup = state.setup.clone();
    let events = apply_line(&mut state, "fight", &[5]);
    let words: Vec<String> = events.iter().filter_map(|event| show::crystal::event_sentence(&setup, event)).collect();
    let sentence = "35 to 4 counts as 4:1, cavalry 2 to 0 is in your favour, but there is no column beyond 4:1 [SC-14]";
    assert!(words.iter().any(|word| word.contains(sentence)), "{words:?}");
}

#[test]
fn sc_8_the_end_of_recruitment_is_shown_but_not_the_start_of_exploration() {
    let mut state = begin("aidlon");
    let mut sentences = |line: &str, faces: &[u8]| -> Vec<String> {
        let setup = state.setup.clone();
        let events = apply_line(&mut state, line, faces);
        events.iter().filter_map(|event| show::crystal::event_sentence(&setup, event)).collect()
    };
    sentences("event", &[3, 4, 1]);
    assert_eq!(sentences("done", &[]), ["Recruitment is over, and your army may move. [SC-5]"]);
    let marched = sentences("move 2", &[]);
    assert_eq!(marched.len(), 1, "{marched:?}");
}

#[test]
fn an_ambush_on_no_units_costs_none() {
    let mut state = begin("aidlon");
    for (line, faces) in [("event", &[3, 4, 1][..]), ("done", &[]), ("move 2", &[])] {
        apply_line(&mut state, line, faces);
    }
    state.field.own = army("");
    let events = apply_line(&mut state, "explore", &[6, 1]);
    assert!(events.iter().all(|event| !matches!(event.fact, Fact::Lost { .. })));
    let setup = Crystal::initial_state(&state.setup).setup;
    let words: Vec<String> = events.iter().filter_map(|event| show::crystal::event_sentence(&setup, event)).collect();
    assert!(words.iter().all(|word| !word.contains("lose")), "{words:?}");
}

/// Returns every text of a picture: its x, whether it ends there, and its words.
fn svg_texts(svg: &str) -> Vec<(f64, bool, String)> {
    let texts = svg.split("<text").skip(1).map(|text| {
        let (attributes, rest) = text.split_once('>').unwrap();
        let x = attributes.split(" x=\"").nth(1).and_then(|x| x.split('"').next()).unwrap();
        let words = rest.split("</text>").next().unwrap().trim().to_owned();
        (x.parse().unwrap(), attributes.contains("text-anchor=\"end\""), words)
    });
    texts.collect()
}

#[test]
fn the_key_of_a_map_names_every_mark_and_stays_on_the_sheet() {
    for name in ["aidlon", "amber-coast", "drowned-isle", "two-crowns"] {
        let state = begin(name);
        let words = svg_texts(&svg(&CampaignMap::current(&state)));
        for mark in ["yours", "neutral", "your army", "base", "capital", "to be taken", "clear", "desert"] {
            assert!(words.iter().any(|(.., word)| word == mark), "{name}: {mark}");
        }
        for (x, ends, word) in words {
            let wide = if ends { 0.0 } else { 7.0 * word.chars().count() as f64 };
            assert!(x + wide < 1_460.0, "{name}: \"{word}\" begins at {x}");
        }
    }
}

#[test]
fn a_chart_holds_both_tables_and_every_area() {
    for name in ["aidlon", "amber-coast", "drowned-isle", "two-crowns"] {
        let state = begin(name);
        for blank in [true, false] {
            let words = svg_texts(&chart_sheet(&state, blank));
            let all = words.iter().map(|(.., word)| word.as_str()).collect::<Vec<_>>().join(" ");
            let scenario = state.scenario();
            let texts = scenario.events.iter().map(|line| &line.text);
            for text in texts.chain(scenario.exploration.iter().map(|line| &line.text)) {
                assert!(text.split(' ').all(|word| all.contains(word)), "{name}: {text}");
            }
            assert!(scenario.areas.iter().all(|area| all.contains(&area.name)), "{name}");
            assert!(all.contains("Treasure"), "{name}: room for the treasure");
        }
    }
}

#[test]
fn names_are_typed_with_any_blanks_and_help_is_a_session_command() {
    let mut state = begin("aidlon");
    for (line, faces) in [("event", &[6, 5, 1][..]), ("done", &[])] {
        apply_line(&mut state, line, faces);
    }
    let moves = |line: &str| crystal::notation::parse(&state, line).map_err(|error| error.what);
    assert_eq!(moves("move Aidlon Shore"), moves("move 2"));
    assert_eq!(moves("move aidlon \t shore"), moves("move 2"));
    assert!(moves("move aidlon  shores").unwrap_err().contains("aidlon shores"), "shown as it would be written");
    assert!(crystal::notation::SessionVerb::ALL.iter().any(|word| word.row().word == "help"));
}
