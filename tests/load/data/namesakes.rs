//! Names that several ships share: which ship is meant, and how the ships are distinguished.
use super::*;
use naval::view;

/// An id names only its ship, whatever ship of that name was in service on the day.
#[test]
fn an_exact_id_means_its_ship_and_no_other() {
    let sources = naval_kit::builtin();
    for (id, date) in
        [("seydlitz", "1904-08-10"), ("seydlitz", "1916-05-31"), ("aurora", "1905-05-27"), ("niobe", "1914-08-20")]
    {
        assert_eq!(unwrap_or_report(load::ship_on(&sources, id, day(date))).id, *id, "{id} on {date}");
        assert_eq!(unwrap_or_report(load::ship_to_place(&sources, id, day(date))).id, *id, "{id} on {date}");
        assert_eq!(unwrap_or_report(load::ship(&sources, &id.to_uppercase())).id, *id);
    }
    // When placed, a ship has the flag of its id; for a card of a day, the flag of that day.
    assert_eq!(unwrap_or_report(load::ship_to_place(&sources, "goeben", day("1916-05-31"))).id, *"goeben");
    assert_eq!(unwrap_or_report(load::ship_on(&sources, "goeben", day("1916-05-31"))).id, *"yavuz-sultan-selim");
}

#[test]
fn a_name_that_several_ships_share_is_asked_about() {
    let sources = naval_kit::builtin();
    for found in [load::ship(&sources, "república"), load::ship_to_place(&sources, "Republica", day("1914-08-04"))] {
        let error = found.unwrap_err().0.remove(0);
        assert!(error.what.starts_with("several ships are called"), "{error}");
        let legal = error.legal.unwrap();
        assert!(legal.contains("republica-brazil (brazil, CP of 1892)"), "{legal}");
        assert!(legal.contains("republica-portugal (portugal, CP of 1901)"), "{legal}");
    }
    // For a given day the ship in service is meant: the Portuguese one was lost in 1915.
    assert_eq!(unwrap_or_report(load::ship_on(&sources, "república", day("1916-05-31"))).id, *"republica-brazil");
    assert!(load::ship_on(&sources, "república", day("1914-08-04")).is_err());
}

fn two_ariadnes() -> Setup {
    let text = include_str!("../broken/scenario-same-name.yaml");
    unwrap_or_report(load::scenario_text_checked(&naval_kit::builtin(), "own.yaml", text)).value
}

#[test]
fn ships_of_one_name_on_both_sides_are_named_with_their_sides() {
    let setup = two_ariadnes();
    let names: Vec<&str> = setup.ships.iter().map(|ship| ship.card.name.as_str()).collect();
    assert_eq!(names, ["Ariadne (Britain)", "Niobe (Britain)", "Ariadne (Germany)", "Niobe (Germany)"]);
    let state = naval::begin(&setup);
    assert_eq!(state.name("ariadne-germany"), "Ariadne (Germany)");
    // One removed: namesakes on one side are distinguished by id, and a single ship has its plain name.
    let mut alone = setup.clone();
    alone.divisions[0].ships.truncate(1);
    alone.ships.remove(1);
    alone.distinguish_namesakes();
    let names: Vec<&str> = alone.ships.iter().map(|ship| ship.card.name.as_str()).collect();
    assert_eq!(names, ["Ariadne (Britain)", "Ariadne (Germany)", "Niobe"]);
    let mut together = setup;
    together.divisions[1].side = together.divisions[0].side.clone();
    together.distinguish_namesakes();
    assert_eq!(together.ships[0].card.name, "Ariadne (ariadne)");
}

/// The name of a side's own ship must not reveal that an unseen enemy has the same name.
#[test]
fn a_side_that_has_not_seen_the_namesake_reads_the_plain_name() {
    let mut setup = two_ariadnes();
    setup.hidden = true;
    let mut state = naval::begin(&setup);
    for ship in &mut state.ships {
        let ship = std::sync::Arc::make_mut(ship);
        (ship.sighted, ship.seen) = (false, None);
    }
    let britain = setup.sides[0].id.clone();
    let known = view::known_to(&state, &britain);
    assert_eq!(known.name("ariadne"), "Ariadne");
    assert!(known.setup.ships.iter().all(|ship| !ship.card.name.contains('(')), "{:?}", known.setup.ships.len());
    let seen = state.ships.iter().position(|ship| ship.id == *"ariadne-germany").unwrap();
    std::sync::Arc::make_mut(&mut state.ships[seen]).sighted = true;
    let known = view::known_to(&state, &britain);
    assert_eq!((known.name("ariadne"), known.name("niobe")), ("Ariadne (Britain)", "Niobe"));
}
