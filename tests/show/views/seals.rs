//! 3.3.1: plots are sealed, revealed and proved.
use std::sync::Arc;

use naval::model::{Bearing, Element, MarkerId, Plot, Salt, SealedKind, ShipType, Turn, TurnKind, TurnSide};
use naval::{
    Command, Fact, Id, Inches, SideId, notation,
    seal::{SealError, SealedLine, open_last_seal},
};

use naval_kit::table::Table;

fn plotted() -> Table {
    let mut table = Table::new();
    table.place("Asahi", ShipType::BB, "japan", (10.0, 20.0, 90.0));
    table.place("Fuji", ShipType::BB, "japan", (10.0, 10.0, 90.0));
    table.place("Retvizan", ShipType::BB, "russia", (20.0, 30.0, 90.0));
    table.lines(&["plot asahi 1-CL60-1 speed 3", "plot fuji 2 speed 2", "plot fuji 2.5 speed 2.5 next"]);
    table
}

fn sealed(table: &mut Table, salt: &str) -> Vec<(SideId, String)> {
    let events = table.order(&Command::Seal { side: None, salt: salt.to_owned(), salts: Vec::new() }).unwrap();
    let codes = events.iter().filter_map(|event| match &event.fact {
        Fact::PlotsSealed(seal) => Some((seal.side.clone(), seal.code.clone())),
        _ => None,
    });
    codes.collect()
}

fn japan() -> SideId {
    SideId::new("japan")
}

#[test]
fn r3_3_1_the_code_depends_on_the_plots_and_the_salt() {
    let code = |change: &str, salt: &str| {
        let mut table = plotted();
        table.lines(&[change]);
        sealed(&mut table, salt).remove(0).1
    };
    let same = "plot asahi 1-CL60-1 speed 3";
    assert_eq!(code(same, "a1"), code("plot fuji 2 speed 2", "a1"));
    for other in ["plot asahi 1-CL75-1 speed 3", "plot fuji 2.25 speed 2.25", "plot fuji 2 speed 2 next"] {
        assert_ne!(code(same, "a1"), code(other, "a1"), "{other}");
    }
    assert_ne!(code(same, "a1"), code(same, "a2"));
    assert_eq!(code(same, "a1"), code("plot retvizan 2 speed 2", "a1"), "each side has a code of its own");
    // Anyone can calculate it: the first 20 digits of the sha256sum of these five lines.
    let mut table = plotted();
    let codes = sealed(&mut table, "a1");
    let opened = open_last_seal(&table.state, &japan()).unwrap();
    assert_eq!(
        opened.hashed,
        [
            "salt a1",
            "japan, turn 1",
            "plot asahi 1-CL60-1 speed 3.0",
            "plot fuji 2 speed 2.0",
            "plot fuji 2.5 speed 2.5 next",
        ]
    );
    assert_eq!(codes, [(japan(), "4172-cb8d-1b3c-6d25-0c85".to_owned())]);
}

/// Players have written down codes of these words, so the words stay even if the prompt changes its own.
#[test]
fn r3_3_1_the_words_that_a_seal_hashes_never_change() {
    let mut table = plotted();
    table.place("Through", ShipType::BB, "japan", (10.0, 30.0, 90.0));
    table.place("Novik", ShipType::CL, "russia", (30.0, 30.0, 330.0));
    table.lines(&["set asahi sighted yes because \"seen\"", "launch novik at asahi factors 1 run 3 port marker q"]);
    let (manner, hand, radius) = (TurnKind::Ships, TurnSide::Right, Some(Inches(80)));
    let turns = vec![Element::Straight(Inches::whole(1)), Element::Turn(Turn { manner, hand, degrees: 30, radius })];
    let full = Plot { elements: turns, speed: Some(Inches(325)), smoke: vec![Id::new("asahi"), Id::new("through")] };
    let alone = |element: Element| Plot { elements: vec![element], ..Plot::default() };
    let through = table.state.divisions.iter_mut().find(|division| division.id == *"through").unwrap();
    let through = Arc::make_mut(through);
    (through.plot, through.next_plot) = (Some(full.clone()), Some(alone(Element::CloseUp)));
    let follows = alone(Element::Follow(Id::new("fuji")));
    through.preplots = vec![full, follows.clone(), follows, alone(Element::Mimic(Id::new("fuji")))];
    let mut dummy = table.state.markers[0].clone();
    let id = MarkerId::new(dummy.id.as_str().replace('q', "z"));
    (dummy.id, dummy.target, dummy.factors, dummy.dummy) = (id, Id::new("through"), 0, true);
    dummy.bearing = Bearing::Starboard;
    table.state.markers.push(dummy);
    let codes = sealed(&mut table, "a1");
    let hashed = |side: &str| open_last_seal(&table.state, &Id::new(side)).unwrap().hashed;
    let (japan, russia) = (hashed("japan"), hashed("russia"));
    assert_eq!(
        japan[4..],
        [
            "plot fuji 2.5 speed 2.5 next",
            "plot \"through\" 1-SR30@0.8 speed 3.25 smoke asahi \"through\"",
            "plot \"through\" CU next",
            "preplot \"through\" 1-SR30@0.8 speed 3.25 smoke asahi smoke \"through\"; Ffuji x2; Mfuji",
        ]
    );
    assert_eq!(
        russia[2..],
        [
            "launch novik at asahi factors 1 run 3.0 port marker q",
            "launch novik at \"through\" factors 0 run 3.0 starboard marker z dummy",
        ]
    );
    let codes: Vec<&str> = codes.iter().map(|(_, code)| code.as_str()).collect();
    assert_eq!(codes, ["471f-132a-d54b-6caa-8bc9", "d4cf-a721-d128-ae17-fe5c"]);
    // Sealed lines can still be typed, and the journal recognises by the first word what each records.
    let lines: Vec<&SealedLine> = table.state.seals.iter().flat_map(|seal| &seal.lines).collect();
    let kinds: Vec<SealedKind> = lines.iter().map(|line| line.kind).collect();
    use SealedKind::{Ahead, Launch, Plot as Now};
    assert_eq!(kinds, [Now, Now, Now, Now, Now, Ahead, Launch, Launch]);
    for line in lines {
        let kept = serde_json::to_value(line).unwrap();
        assert_eq!(kept, serde_json::json!({ "division": line.division, "text": line.text }));
        assert_eq!(serde_json::from_value::<SealedLine>(kept).unwrap(), *line);
        let read = notation::parse(&table.state, &line.text);
        assert!(read.is_ok(), "{}: {:?}", line.text, read.err());
    }
}

#[test]
fn r3_3_1_a_plot_changed_after_the_seal_breaks_it_and_a_late_one_shows() {
    let mut table = plotted();
    sealed(&mut table, "a1");
    table.lines(&["plot asahi 2 speed 2 next"]);
    let opened = open_last_seal(&table.state, &japan()).unwrap();
    assert_eq!(opened.later, ["plot asahi 2 speed 2.0 next"]);
    // After the move, the seal can still be opened.
    table.lines(&["next"]);
    assert_eq!(open_last_seal(&table.state, &japan()).unwrap().seal.lines.len(), 3);
    assert_eq!(open_last_seal(&table.state, &Id::new("russia")), Err(SealError::NotSealed));

    let mut table = plotted();
    sealed(&mut table, "a1");
    let before = table.state.clone();
    let events = table.line("plot asahi 1-CL75-1 speed 3").unwrap();
    let text = show::event::events_text(&before, &events);
    assert!(text.contains("after the seal"), "{text}");
    let missing = vec!["plot asahi 1-CL60-1 speed 3.0".to_owned()];
    assert_eq!(open_last_seal(&table.state, &japan()), Err(SealError::Changed { missing }));
    // Corrected, the plots match the seal; and the next turn has its own seals.
    table.lines(&["plot asahi 1-CL60-1 speed 3"]);
    assert!(open_last_seal(&table.state, &japan()).is_ok());
    table.lines(&["next to plotting"]);
    assert_eq!(open_last_seal(&table.state, &japan()), Err(SealError::NotSealed));
}

#[test]
fn r3_3_1_a_code_that_does_not_match_its_lines_is_found() {
    let mut table = plotted();
    sealed(&mut table, "a1");
    table.state.seals[0].salt = "a2".to_owned();
    assert!(matches!(open_last_seal(&table.state, &japan()), Err(SealError::Forged { .. })));
}

#[test]
fn r3_3_1_only_plots_are_sealed_and_only_while_plotting() {
    let mut table = plotted();
    let refusal = table
        .order(&Command::Seal { side: Some(Id::new("russia")), salt: "a1".to_owned(), salts: Vec::new() })
        .unwrap_err();
    assert!(refusal.contains("NothingToSeal"), "{refusal}");
    table.lines(&["next"]);
    let refusal = table.line("seal").unwrap_err();
    assert!(refusal.contains("WrongSegment"), "{refusal}");
}

#[test]
fn r5_15_4_a_launch_that_a_reaction_cancels_does_not_break_the_seal() {
    let mut table = plotted();
    table.place("Novik", ShipType::CL, "russia", (30.0, 30.0, 330.0));
    table.lines(&["set asahi sighted yes because \"seen\"", "launch novik at asahi factors 1 run 3 port marker q"]);
    sealed(&mut table, "a1");
    let russia = Id::new("russia");
    assert_eq!(open_last_seal(&table.state, &russia).unwrap().seal.lines.len(), 1);
    table.state.markers.clear();
    assert!(matches!(open_last_seal(&table.state, &russia), Err(SealError::Changed { .. })));
    table.state.this_turn.reacting.push(Id::new("novik"));
    let line = "launch novik at asahi factors 1 run 3.0 port marker q";
    assert_eq!(open_last_seal(&table.state, &russia).unwrap().cancelled, [line]);
}

#[test]
fn r3_3_1_a_seal_can_be_typed_as_printed() {
    let table = plotted();
    for (line, printed) in
        [("seal", "seal"), ("seal jap", "seal japan"), ("seal japan salt 00ff", "seal japan salt 00ff")]
    {
        let typed = notation::parse(&table.state, line).unwrap();
        let text = notation::print(&table.state, &typed.command);
        assert_eq!(notation::parse(&table.state, &text).unwrap(), typed, "{text}");
        assert!(text.replace('"', "") == printed, "{text}");
    }
}

#[test]
fn r3_3_1_each_side_has_its_own_salt() {
    let mut table = plotted();
    table.lines(&["plot retvizan 2 speed 2"]);
    let salts =
        [("japan", "a1"), ("russia", "b2")].map(|(side, salt)| Salt { side: SideId::new(side), salt: salt.into() });
    let events = table.order(&Command::Seal { side: None, salt: String::new(), salts: salts.to_vec() }).unwrap();
    assert_eq!(events.len(), 2);
    for (side, salt) in [("japan", "a1"), ("russia", "b2")] {
        let opened = open_last_seal(&table.state, &Id::new(side)).unwrap();
        assert_eq!(opened.hashed[0], format!("salt {salt}"));
    }
    // 80 bits in five groups, short enough to read aloud.
    for seal in &table.state.seals {
        assert!(seal.code.len() == 24 && seal.code.split('-').all(|group| group.len() == 4), "{}", seal.code);
    }
}

#[test]
fn r3_3_1_unplotted_ships_are_named_before_the_code() {
    let mut table = plotted();
    table.place("Mikasa", ShipType::BB, "japan", (30.0, 10.0, 90.0));
    table.state.checks = true;
    let seal_text = |table: &Table| {
        let mut after = Table { state: table.state.clone() };
        let seal = Command::Seal { side: Some(japan()), salt: "a1".to_owned(), salts: Vec::new() };
        let events = after.order(&seal).unwrap();
        show::event::events_text(&table.state, &events)
    };
    let words = seal_text(&table);
    let lines: Vec<&str> = words.lines().collect();
    assert!(lines[0].contains("Mikasa is not sealed: it has no plot."), "{words}");
    assert!(lines[1].starts_with("The plots of Japan are sealed: "), "{words}");
    table.lines(&["plot mikasa 0.5 speed 0.5"]);
    assert_eq!(seal_text(&table).lines().count(), 1, "all are plotted");
}
