//! 1.2 and 10.1 to 10.3: generated scenarios.
use std::{collections::BTreeSet, sync::Arc};

use naval::model::generator::{CompanionRule, PoolShip, TypeRow};
use naval::model::{Card, Edge, ForceTable, Generator, Land, Setup, ShipType};
use naval::{Fact, Id, Inches, Naval, State, notation, rules::generated};
use play::{self, Game, Script, Seeded};

use super::{Table, near, refused};
use naval_kit::fixture::inches;

/// A generated battle in which every ship is drawn with its own die, as the dice of these tests expect.
fn battle() -> Table {
    let mut setup = naval_kit::scenario("generated-yellow-sea");
    Arc::make_mut(setup.generator.as_mut().unwrap()).company = CompanionRule::Diced;
    Table { state: Naval::initial_state(&setup) }
}

/// A battle whose weather and forces are rolled. This die gives the sighting range.
fn with_forces(face: u8) -> Table {
    let mut table = battle();
    table.rolled("generate visibility", &[face, 1, 3]);
    // Each roll gives one battleship: a D6 of 1.
    for side in ["japan", "russia"] {
        table.lines(&[&format!("generate {side}")]);
    }
    table
}

/// Types a line and rolls these dice, then ones until no more dice are asked for.
fn roll_then_ones(table: &mut Table, line: &str, faces: &[u8]) -> Vec<Fact> {
    let typed = notation::parse(&table.state, line).unwrap();
    for ones in 0..60 {
        let dice = faces.iter().copied().chain(std::iter::repeat_n(1, ones));
        if let Ok(events) = play::decide::<Naval>(&table.state, &typed.command, &mut Script::typed(dice)) {
            play::apply_all::<Naval>(&mut table.state, &events);
            return events.into_iter().map(|event| event.fact).collect();
        }
    }
    panic!("{line}: sixty ones are not enough")
}

fn first_of(state: &State, side: &str) -> Id {
    state.divisions.iter().find(|division| division.side == *side).unwrap().id.clone()
}

/// Places both sides, their first divisions at this distance and bearing, the others beside them.
fn deploy_sides(table: &mut Table, japan: (&str, &str), russia: (&str, &str)) -> Vec<Fact> {
    for (side, (distance, bearing)) in [("japan", japan), ("russia", russia)] {
        table.lines(&[&format!("approach {side} {distance} bearing {bearing}")]);
    }
    let mut facts = Vec::new();
    for side in ["japan", "russia"] {
        let own: Vec<Id> = table
            .state
            .divisions
            .iter()
            .filter(|division| division.side == *side)
            .map(|division| division.id.clone())
            .collect();
        let first = &own[0];
        facts.extend(table.lines(&[&format!("deploy {first} speed 1")]));
        let lead = table.state.division(first).unwrap().ships[0].to_string();
        let (x, y, _) = table.position_of(&lead);
        for (index, division) in own[1..].iter().enumerate() {
            let aside = 1.5 * (index as f64 + 1.0);
            facts.extend(table.lines(&[&format!("deploy {division} at {} {y} speed 1", x + aside)]));
        }
    }
    facts
}

#[test]
fn r1_2_scenarios_are_generated_by_theatre_and_date() {
    let setup = naval_kit::scenario("generated-yellow-sea");
    let generator = setup.generator.as_ref().unwrap();
    assert_eq!((generator.name.as_str(), generator.visibility.len(), generator.forces.len()), ("Yellow Sea", 6, 2));
    // Only ships that were in service on 5 August 1904: no Borodino class, no Boyarin.
    let pool = |side: usize| {
        generator.forces[side].pool.iter().map(|listed| listed.card.id.to_string()).collect::<BTreeSet<_>>()
    };
    assert!(pool(0).contains("mikasa") && pool(1).contains("retvizan") && pool(1).contains("novik"));
    assert!(!pool(1).contains("orel") && !pool(1).contains("boyarin") && !pool(0).contains("fubuki"));
    let text = |from: &str, to: &str| {
        let sources = naval_kit::builtin();
        let file = sources.text("scenarios/generated-yellow-sea.yaml").unwrap().replace(from, to);
        naval_kit::scenario_text(&sources, "own.yaml", &file).map(|_| ()).map_err(|errors| errors.to_string())
    };
    assert!(text("1904-08-05", "1905-03-01").unwrap_err().contains("not for 1905-03-01"));
    assert!(text("yellow-sea", "yelow-sea").unwrap_err().contains("nearest: yellow-sea"));
    assert!(text("id: russia,", "id: france,").unwrap_err().contains("navy of the theatre"));
    assert!(text("generated: yellow-sea", "generated: sea-of-japan").unwrap_err().contains("not for 1904-08-05"));
    assert_eq!(text("generated: yellow-sea", "generated: yellow-sea\nsize: large"), Ok(()));
    assert!(text("generated: yellow-sea", "generated: yellow-sea\nsize: huge").unwrap_err().contains("size"));
}

/// A battle of a theatre on a given day.
fn setup_of_theatre(theatre: &naval::model::library::TheatreLine, day: &str, size: &str) -> Setup {
    let sources = naval_kit::builtin();
    let meeting = load::Meeting::prepare(&sources, theatre, day.parse().unwrap(), size.parse().unwrap());
    meeting.unwrap_or_else(|errors| panic!("{}: {errors}", theatre.id)).setup
}

#[test]
fn r1_2_every_theatre_of_both_wars_makes_forces_on_its_first_and_last_day() {
    for theatre in load::theatres(&naval_kit::builtin()).unwrap() {
        for day in [theatre.from, theatre.to] {
            let mut ships = Vec::new();
            for size in ["small", "medium", "large"] {
                let mut table =
                    Table { state: Naval::initial_state(&setup_of_theatre(&theatre, &day.to_string(), size)) };
                table.lines(&["generate visibility"]);
                for navy in &theatre.navies {
                    table.lines(&[&format!("generate {navy}")]);
                    assert!(table.state.ships.iter().any(|ship| *ship.side == **navy), "{} {day} {navy}", theatre.id);
                }
                ships.push(table.state.ships.len());
            }
            assert!(ships[0] < ships[2], "{}: {ships:?}", theatre.id);
        }
    }
}

/// Ships are drawn evenly from any number: with more than a hundred, the hundred is drawn first.
#[test]
fn r10_1_2_of_more_than_a_hundred_ships_each_can_be_drawn() {
    let mut setup = naval_kit::scenario("generated-yellow-sea");
    let table = &mut Arc::make_mut(setup.generator.as_mut().unwrap()).forces[0];
    let first = table.pool.iter().find(|listed| listed.card.kind == ShipType::CP).unwrap().clone();
    let numbered = |number: usize| PoolShip {
        card: Arc::new(Card { id: Id::new(format!("ship-{number}")), ..(*first.card).clone() }),
        ..first.clone()
    };
    table.pool = (1..=250).map(numbered).collect();
    let row = table.types.iter_mut().find(|row| row.kind == ShipType::CP).unwrap();
    (row.ships[0], table.rolls) = (1, 1);
    let face = row.faces.0;
    // Three hundreds, so each has two results of a D6.
    for (faces, drawn) in [
        (&[1_u8, 1][..], "ship-1"),
        (&[2, 100], "ship-100"),
        (&[3, 1], "ship-101"),
        (&[4, 100], "ship-200"),
        (&[6, 50], "ship-250"),
        (&[5, 51, 1, 7], "ship-7"),
    ] {
        let mut table = Table { state: Naval::initial_state(&setup) };
        table.lines(&["generate visibility"]);
        table.rolled("generate japan", &[&[face, 1], faces].concat());
        let ships: Vec<String> = table.state.ships.iter().map(|ship| ship.id.to_string()).collect();
        assert_eq!(ships, [drawn], "{faces:?}");
    }
}

/// A ship of a class with a speed in hundredths of an inch, for a list to draw from.
fn pool_ship(id: &str, class: &str, kind: ShipType, speed: i32) -> PoolShip {
    let setup = naval_kit::scenario("generated-yellow-sea");
    let any = setup.generator.unwrap().forces[0].pool[0].clone();
    let (id, class) = (Id::new(id), class.to_owned());
    PoolShip { card: Arc::new(Card { id, class, kind, speed: Inches(speed), ..(*any.card).clone() }), ..any }
}

/// The divisions that these dice give Japan, as lists of ships. Every roll gives ships of its type, as many as `types`
/// says.
fn drawn_from(
    company: CompanionRule,
    pool: Vec<PoolShip>,
    leaders: Vec<PoolShip>,
    types: &[(ShipType, u8)],
    faces: &[u8],
) -> Vec<String> {
    drawn_where(|_| (), company, (pool, leaders), types, faces)
}

/// The same as `drawn_from`, with more changes to the generator.
fn drawn_where(
    change: impl Fn(&mut Generator),
    company: CompanionRule,
    (pool, leaders): (Vec<PoolShip>, Vec<PoolShip>),
    types: &[(ShipType, u8)],
    faces: &[u8],
) -> Vec<String> {
    let mut setup = naval_kit::scenario("generated-yellow-sea");
    let generator = Arc::make_mut(setup.generator.as_mut().unwrap());
    generator.company = company;
    change(generator);
    let table = &mut generator.forces[0];
    (table.pool, table.leaders, table.rolls) = (pool, leaders, types.len() as u8);
    let row = |(at, (kind, number)): (usize, &(ShipType, u8))| TypeRow {
        faces: (at as u8 + 1, at as u8 + 1),
        kind: *kind,
        ships: vec![*number; 6],
    };
    table.types = types.iter().enumerate().map(row).collect();
    let mut table = Table { state: Naval::initial_state(&setup) };
    table.lines(&["generate visibility"]);
    table.rolled("generate japan", faces);
    let ships = |ids: &[Id]| ids.iter().map(Id::to_string).collect::<Vec<String>>().join(" ");
    table.state.divisions.iter().map(|division| ships(&division.ships)).collect()
}

#[test]
fn r10_1_2_sisters_join_a_ship_first_then_listed_ships_that_keep_up() {
    use ShipType::BB;
    let pool = |b, c| {
        let ship = |id, class, speed| pool_ship(id, class, BB, speed);
        vec![ship("b", "B", b), ship("a1", "A", 180), ship("c", "C", c), ship("a2", "A", 180)]
    };
    // The type, the number, and the second of four ships: 6 to 10 of a D20. The others need no die.
    let faces = [1, 1, 6];
    for (b, c, expect) in [(220, 221, "b a1 a2"), (221, 220, "a1 c a2"), (140, 139, "b a1 a2"), (180, 180, "b a1 c a2")]
    {
        let found = drawn_from(CompanionRule::Sisters, pool(b, c), vec![], &[(BB, 4)], &faces);
        assert_eq!(found, [expect], "{b} {c}");
    }
    // Of the ships that keep up, the nearest in the list is taken, and no slower one even if ships are missing.
    let found = drawn_from(CompanionRule::Sisters, pool(180, 180), vec![], &[(BB, 3)], &[1, 1, 20]);
    assert_eq!(found, ["a1 c a2"]);
    let few = vec![pool_ship("a1", "A", BB, 180), pool_ship("c", "C", BB, 300)];
    assert_eq!(drawn_from(CompanionRule::Sisters, few, vec![], &[(BB, 2)], &[1, 1, 1]), ["a1"]);
    // In journals with the older rule each ship has its own die, fast or slow.
    let found = drawn_from(CompanionRule::Diced, pool(300, 300), vec![], &[(BB, 4)], &[1, 1, 6, 6]);
    assert_eq!(found, ["a1 a2 c b"]);
}

#[test]
fn r10_1_2_theatres_with_the_nearest_sister_rule_draw_as_before() {
    use ShipType::{BB, CA};
    let pool = || ["a1", "a2", "a3", "a4"].map(|id| pool_ship(id, "A", BB, 180)).to_vec();
    // The third of four; then a type without ships.
    let types = [(BB, 2), (CA, 2)];
    assert_eq!(drawn_from(CompanionRule::Nearest, pool(), vec![], &types, &[1, 1, 11, 2, 1]), ["a2 a3"]);
    // Sisters form pairs from the first on. The cruisers' result falls to the ships that are left: one of two.
    assert_eq!(drawn_from(CompanionRule::Sisters, pool(), vec![], &types, &[1, 1, 11, 2, 1, 1]), ["a3 a4", "a1 a2"]);
}

#[test]
fn r5_1_1_by_the_squadron_rule_no_sister_leaves_its_sisters_to_fill_another_division() {
    use ShipType::BB;
    let pool = |ids: &[&str]| ids.iter().map(|id| pool_ship(id, &id[..1], BB, 180)).collect::<Vec<PoolShip>>();
    for (company, ids, expect) in [
        (CompanionRule::Sisters, ["a1", "a2", "a3", "a4", "x"], ["a1 a2 a3", "x a4"]),
        (CompanionRule::Squadrons, ["a1", "a2", "a3", "a4", "x"], ["a1 a2 a3 a4", "x"]),
        // A ship without a sister in its division moves to the other, whether last in the line or first.
        (CompanionRule::Squadrons, ["a1", "a2", "a3", "y", "x"], ["a1 a2 a3", "x y"]),
        (CompanionRule::Sisters, ["y", "a1", "a2", "a3", "x"], ["y a1 a2", "x a3"]),
        (CompanionRule::Squadrons, ["y", "a1", "a2", "a3", "x"], ["a1 a2 a3", "x y"]),
        // A sister joins a sister.
        (CompanionRule::Squadrons, ["a1", "a2", "a3", "a4", "a5"], ["a1 a2 a3", "a5 a4"]),
    ] {
        // The second of five ships first, which is always a sister; then the remaining one.
        let faces = [1, 1, 3, 2, 1];
        assert_eq!(drawn_from(company, pool(&ids), vec![], &[(BB, 4), (BB, 1)], &faces), expect, "{company:?} {ids:?}");
    }
}

#[test]
fn r10_1_2_a_group_sails_together_at_any_type_or_speed_and_alone() {
    use ShipType::{BB, OBB};
    let pool_ship = |id, kind, speed, group| PoolShip { group, ..pool_ship(id, &id[..1], kind, speed) };
    let pool = |group| {
        vec![
            pool_ship("x", BB, 240, group),
            pool_ship("b1", BB, 240, None),
            pool_ship("b2", BB, 240, None),
            pool_ship("o", OBB, 180, group),
            pool_ship("p", OBB, 160, group),
        ]
    };
    // The first of three battleships, with three wanted.
    let found = |pool| drawn_from(CompanionRule::Squadrons, pool, vec![], &[(BB, 3)], &[1, 1, 1]);
    assert_eq!(found(pool(None)), ["x b1 b2"]);
    assert_eq!(found(pool(Some(0))), ["x o p"]);
    // The second battleship: no ship of the group joins it.
    assert_eq!(drawn_from(CompanionRule::Squadrons, pool(Some(0)), vec![], &[(BB, 3)], &[1, 1, 3]), ["b1 b2"]);
    // A ship of another group does not join.
    let mut other = pool(Some(0));
    other[3].group = Some(1);
    assert_eq!(found(other), ["x p"]);
}

#[test]
fn r5_1_1_a_single_ship_gets_a_companion_from_another_division() {
    use ShipType::BB;
    let ship = |id: &str, speed| pool_ship(id, &id[..1], BB, speed);
    // Two of one class and two others that may sail with them. The last suits c alone at 170, and none at 159.
    let pool = |last| vec![ship("a1", 220), ship("a2", 220), ship("b", 220), ship("c", 200), ship("d", last)];
    let found = |last| drawn_from(CompanionRule::Squadrons, pool(last), vec![], &[(BB, 4), (BB, 1)], &[1, 1, 1, 2, 1]);
    assert_eq!(found(170), ["a1 a2 b", "d c"]);
    assert_eq!(found(159), ["a1 a2 b c", "d"]);
}

#[test]
fn r10_1_2_the_last_of_three_rolls_gives_a_screen() {
    use ShipType::{BB, CA, TBD};
    let pool = || {
        let pool_ships = |letter: &'static str, kind, number| {
            (1..=number).map(move |index| pool_ship(&format!("{letter}{index}"), letter, kind, 180))
        };
        pool_ships("b", BB, 4).chain(pool_ships("c", CA, 2)).chain(pool_ships("t", TBD, 6)).collect::<Vec<PoolShip>>()
    };
    let types = [(BB, 2), (CA, 2), (TBD, 3)];
    for (company, dice, last) in [
        (CompanionRule::Sisters, [1, 2, 1], "b3 b4"),
        (CompanionRule::Squadrons, [1, 2, 1], "t1 t2 t3"),
        (CompanionRule::Squadrons, [1, 2, 3], "t1 t2 t3"),
        // Boats were drawn earlier.
        (CompanionRule::Squadrons, [1, 3, 1], "b3 b4"),
    ] {
        let faces = dice.map(|face| [face, 1, 1]).concat();
        let found = drawn_from(company, pool(), vec![], &types, &faces);
        assert_eq!(found.last().map(String::as_str), Some(last), "{company:?} {dice:?}");
    }
    // Two rolls are a meeting of two squadrons without a screen. A list without light ships gives none either.
    assert_eq!(
        drawn_from(CompanionRule::Squadrons, pool(), vec![], &types[..2], &[1, 1, 1, 1, 1, 1]),
        ["b1 b2", "b3 b4"]
    );
    let heavy = || pool()[..6].to_vec();
    assert_eq!(drawn_from(CompanionRule::Squadrons, heavy(), vec![], &types, &[1, 1, 1, 2, 1, 1, 1, 1, 1])[2], "b3 b4");
}

#[test]
fn r5_10_1_a_known_flagship_leads_its_division() {
    use ShipType::{BB, OBB};
    let pool = |kind| {
        let old = |id| pool_ship(id, "O", OBB, 180);
        vec![old("o1"), old("o2"), pool_ship("n1", "N", kind, 180), pool_ship("n2", "N", kind, 180)]
    };
    let found = |company, flags: &[&str], kind| {
        let flags: Vec<Id> = flags.iter().map(|flag| Id::new(*flag)).collect();
        let change = |generator: &mut Generator| generator.forces[0].flagships.clone_from(&flags);
        // The first of the old ships, with its sister and two others.
        drawn_where(change, company, (pool(kind), vec![]), &[(OBB, 4), (kind, 4)], &[1, 1, 1])
    };
    let found = |company, flags: &[&str], kind| found(company, flags, kind).remove(0);
    assert_eq!(found(CompanionRule::Fleets, &[], OBB), "o1 o2 n1 n2");
    assert_eq!(found(CompanionRule::Fleets, &["n2"], OBB), "n2 o1 o2 n1");
    // Of two flagships the senior leads, and the other keeps its place.
    assert_eq!(found(CompanionRule::Fleets, &["o2", "n2"], OBB), "o2 o1 n1 n2");
    // A flagship elsewhere has no effect, and older theatres have no flagships.
    assert_eq!(found(CompanionRule::Fleets, &["x"], OBB), "o1 o2 n1 n2");
    assert_eq!(found(CompanionRule::Squadrons, &["n2"], OBB), "o1 o2 n1 n2");
    // A single dreadnought that joins old ships leads them, except in older theatres.
    for (company, expect) in [(CompanionRule::Fleets, "n1 o1 o2"), (CompanionRule::Squadrons, "o1 o2 n1")] {
        let pool = pool(BB)[..3].to_vec();
        assert_eq!(drawn_from(company, pool, vec![], &[(OBB, 2), (BB, 1)], &[1, 1, 1, 2, 1]), [expect]);
    }
}

#[test]
fn r10_1_2_boats_are_not_alone_if_the_enemy_has_large_ships() {
    use ShipType::{BC, CL, TBD};
    let pool = || {
        let boats = (1..=6).map(|index| pool_ship(&format!("t{index}"), "T", TBD, 300));
        let cruisers = ["c1", "c2"].map(|id| pool_ship(id, "C", CL, 280));
        boats.chain(cruisers).chain(["b1", "b2"].map(|id| pool_ship(id, "B", BC, 280))).collect::<Vec<PoolShip>>()
    };
    let types = [(TBD, 3), (CL, 1), (BC, 1)];
    let found = |company, alone: bool, enemy: ShipType, types: &[(ShipType, u8)], dice: &[u8]| {
        let change = |generator: &mut Generator| {
            generator.forces[0].boats_alone = alone;
            generator.forces[1].types.iter_mut().for_each(|row| row.kind = enemy);
        };
        let faces: Vec<u8> = dice.iter().flat_map(|face| [*face, 1, 1]).collect();
        let mut table = types.to_vec();
        table.truncate(dice.len());
        drawn_where(change, company, (pool(), vec![]), &table, &faces).pop().unwrap()
    };
    // Two rolls for boats and cruisers: the second gives no boats, whatever the die shows.
    for (face, enemy, expect) in [(1, ShipType::BB, "c1"), (2, ShipType::BB, "c1"), (1, ShipType::CA, "c1")] {
        assert_eq!(found(CompanionRule::Fleets, false, enemy, &types[..2], &[1, face]), expect, "{face} {enemy}");
    }
    // Cases: no large enemy, boats that went alone there, an older theatre, and a cruiser that is there already.
    assert_eq!(found(CompanionRule::Fleets, false, CL, &types[..2], &[1, 1]), "t4 t5 t6");
    assert_eq!(found(CompanionRule::Fleets, true, ShipType::BB, &types[..2], &[1, 1]), "t4 t5 t6");
    assert_eq!(found(CompanionRule::Squadrons, false, ShipType::BB, &types[..2], &[1, 1]), "t4 t5 t6");
    assert_eq!(found(CompanionRule::Fleets, false, ShipType::BB, &types[..2], &[2, 1]), "t1 t2 t3");
    // The last of three rolls.
    assert_eq!(found(CompanionRule::Fleets, false, ShipType::BB, &types, &[1, 1, 3]), "b1 b2");
    // No other ships are in the list.
    let boats = pool()[..6].to_vec();
    let faces = [1, 1, 1, 1, 1, 1];
    assert_eq!(
        drawn_from(CompanionRule::Fleets, boats, vec![], &[(TBD, 3), (CL, 1)], &faces),
        ["t1 t2 t3", "t4 t5 t6"]
    );
}

#[test]
fn r10_1_2_by_the_fleet_rule_no_ship_is_separated_from_its_sister_to_fill_a_division() {
    use ShipType::{OBB, TBD};
    let pool = |kind| {
        let ship = |id: &str| pool_ship(id, &id[..1], kind, 180);
        vec![ship("x"), ship("a1"), ship("a2"), ship("b")]
    };
    for (company, kind, number, expect) in [
        (CompanionRule::Squadrons, OBB, 2, "x a1"),
        (CompanionRule::Fleets, OBB, 2, "x b"),
        // If there is room for both sisters, they come.
        (CompanionRule::Fleets, OBB, 3, "x a1 a2"),
        // In flotillas, sisters do not count.
        (CompanionRule::Fleets, TBD, 3, "x a1 a2"),
        (CompanionRule::Fleets, TBD, 4, "x a1 a2 b"),
    ] {
        let found = drawn_from(company, pool(kind), vec![], &[(kind, number)], &[1, 1, 1]);
        assert_eq!(found, [expect], "{company:?} {kind} {number}");
    }
    // Only a pair is left, so the division stays short.
    let pair = pool(OBB)[..3].to_vec();
    assert_eq!(drawn_from(CompanionRule::Fleets, pair, vec![], &[(OBB, 2)], &[1, 1, 1]), ["x"]);
}

/// The same ship, completed in this year.
fn with_year(year: i32, listed: PoolShip) -> PoolShip {
    PoolShip { completed: Some(year), ..listed }
}

#[test]
fn r10_1_2_ships_of_other_classes_join_by_age_and_with_their_sisters() {
    use ShipType::TBD;
    let boat = |id, class, year| with_year(year, pool_ship(id, class, TBD, 300));
    // The boat x of 1907 is next to a in the list, but c1, b and c2 are closer to it in years.
    let pool = || {
        vec![
            boat("x", "X", 1907),
            boat("a", "A", 1902),
            boat("c1", "C", 1904),
            boat("b", "B", 1903),
            boat("c2", "C", 1901),
        ]
    };
    // The second of five: 3 of a D10.
    let faces = [1, 1, 3];
    for (number, expect) in [(3, "a b c2"), (4, "a c1 b c2"), (5, "x a c1 b c2")] {
        assert_eq!(drawn_from(CompanionRule::Sisters, pool(), vec![], &[(TBD, number)], &faces), [expect], "{number}");
    }
    // Once a class is included, its sisters come before a ship that is closer in years.
    let pool = || vec![boat("a", "A", 1902), boat("b", "B", 1902), boat("c", "C", 1903), boat("b2", "B", 1905)];
    assert_eq!(drawn_from(CompanionRule::Sisters, pool(), vec![], &[(TBD, 3)], &[1, 1, 1]), ["a b b2"]);
}

#[test]
fn r10_1_2_four_boats_get_a_leader_if_their_navy_has_leaders() {
    let boats =
        |number| (0..number).map(|index| pool_ship(&format!("t{index}"), "T", ShipType::TBD, 300)).collect::<Vec<_>>();
    let leaders = || vec![pool_ship("leader", "L", ShipType::TBD, 320)];
    for (number, leads, expect) in [
        (4, leaders(), "leader t0 t1 t2 t3"),
        (3, leaders(), "t0 t1 t2"),
        (4, vec![], "t0 t1 t2 t3"),
        (5, leaders(), "leader t0 t1 t2 t3 t4"),
        // The last of six makes room for the leader.
        (6, leaders(), "leader t0 t1 t2 t3 t4"),
    ] {
        let faces = [1, 1, 1];
        let found = drawn_from(CompanionRule::Sisters, boats(number), leads, &[(ShipType::TBD, number)], &faces);
        assert_eq!(found, [expect], "{number}");
    }
}

#[test]
fn r10_1_2_a_leader_leads_boats_of_its_own_time_and_speed() {
    let boats = || {
        (0..4)
            .map(|index| with_year(1910, pool_ship(&format!("t{index}"), "T", ShipType::TBD, 300)))
            .collect::<Vec<_>>()
    };
    let leader = |year, speed| with_year(year, pool_ship("leader", "L", ShipType::TBD, speed));
    let led = |leader: PoolShip| {
        drawn_from(CompanionRule::Sisters, boats(), vec![leader], &[(ShipType::TBD, 4)], &[1, 1, 1])[0]
            .starts_with("leader")
    };
    for (year, speed, leads) in [
        (1916, 300, true),
        (1917, 300, false),
        (1904, 300, true),
        (1903, 300, false),
        (1910, 380, true),
        (1910, 381, false),
        (1910, 275, true),
        (1910, 274, false),
    ] {
        assert_eq!(led(leader(year, speed)), leads, "{year} {speed}");
    }
    // If a theatre names the boats of a leader, only that counts.
    let named = |class: &str| PoolShip { leads: vec![class.to_owned()], ..leader(1920, 500) };
    assert!(led(named("T")) && !led(PoolShip { leads: vec!["U".to_owned()], ..leader(1910, 300) }));
}

#[test]
fn r10_1_2_a_leader_leads_the_first_division_that_suits_it() {
    let boat = |id: String, class, year| with_year(year, pool_ship(&id, class, ShipType::TBD, 300));
    let old = (0..4).map(|index| boat(format!("o{index}"), "O", 1900));
    let pool: Vec<PoolShip> = old.chain((0..4).map(|index| boat(format!("n{index}"), "N", 1914))).collect();
    let leaders = vec![with_year(1915, pool_ship("leader", "L", ShipType::TBD, 320))];
    // Old boats first: 1 to 4 of a D10 of which 1 to 8 count; then the remaining ones.
    let found = drawn_from(
        CompanionRule::Sisters,
        pool,
        leaders,
        &[(ShipType::TBD, 4), (ShipType::TBD, 4)],
        &[1, 1, 1, 2, 1, 1],
    );
    assert_eq!(found, ["o0 o1 o2 o3", "leader n0 n1 n2 n3"]);
}

#[test]
fn r5_1_1_a_faster_ship_that_joins_others_leads_them() {
    use ShipType::{BB, OBB};
    for (company, speed, expect) in [
        (CompanionRule::Sisters, 220, vec!["fast o1 o2 o3"]),
        // If it is faster still, it sails alone.
        (CompanionRule::Sisters, 221, vec!["fast", "o1 o2 o3"]),
        (CompanionRule::Sisters, 180, vec!["o1 o2 o3 fast"]),
        (CompanionRule::Diced, 221, vec!["o1 o2 o3 fast"]),
    ] {
        let old = |id| pool_ship(id, "O", OBB, 180);
        let pool = vec![pool_ship("fast", "F", BB, speed), old("o1"), old("o2"), old("o3")];
        let faces: &[u8] = if company == CompanionRule::Sisters { &[1, 1, 2, 1, 1] } else { &[1, 1, 2, 1, 1, 1] };
        assert_eq!(drawn_from(company, pool, vec![], &[(BB, 1), (OBB, 3)], faces), expect, "{speed}");
    }
}

#[test]
fn r5_1_1_no_battleship_joins_cruisers_and_no_cruiser_battleships() {
    use ShipType::{BB, BC, CA, OBB};
    for (left, right, together) in [
        (OBB, CA, false),
        (BB, CA, false),
        (CA, BB, false),
        (BC, CA, false),
        (BC, BB, false),
        (BB, OBB, true),
        (OBB, BB, true),
    ] {
        let mate = |id| pool_ship(id, "O", right, 200);
        let pool = vec![pool_ship("one", "F", left, 200), mate("o1"), mate("o2")];
        let found = drawn_from(CompanionRule::Sisters, pool, vec![], &[(left, 1), (right, 2)], &[1, 1, 2, 1, 1]);
        let expect = if together { vec!["o1 o2 one"] } else { vec!["one", "o1 o2"] };
        assert_eq!(found, expect, "{left} {right}");
    }
}

#[test]
fn r4_7_no_ship_begins_on_land_or_close_to_it() {
    // A coast along the east of the table, and an island in the north.
    let land = |id: &str, corners: &[(i32, i32)]| Land {
        id: id.into(),
        name: id.to_uppercase(),
        corners: corners.iter().map(|(x, y)| (Inches::whole(*x), Inches::whole(*y))).collect(),
    };
    let with_land = || {
        let mut setup = naval_kit::scenario("generated-yellow-sea");
        // No side has a home.
        let generator = Arc::make_mut(setup.generator.as_mut().unwrap());
        generator.forces.iter_mut().for_each(|force| force.home = Vec::new());
        setup.land = vec![
            land("coast", &[(60, 0), (72, 0), (72, 48), (60, 48)]),
            land("island", &[(30, 36), (42, 36), (42, 44), (30, 44)]),
        ];
        let mut table = Table { state: Naval::initial_state(&setup) };
        table.rolled("generate visibility", &[6, 1, 3]);
        table.lines(&["generate japan", "generate russia"]);
        table
    };
    // The shore is 24 inches east of the centre: half an inch away from it is enough.
    for (distance, ashore) in [("24", true), ("23.51", true), ("23.5", false), ("30", true)] {
        let mut table = with_land();
        if ashore {
            let text = refused(&table, &format!("approach japan {distance} bearing 90"));
            assert!(text.contains("COAST is there, or less than half an inch away"), "{text}");
        } else {
            table.lines(&[&format!("approach japan {distance} bearing 90")]);
        }
    }
    // A D10 chooses among the seven bearings with a clear way to the centre, across neither island nor coast.
    let mut found = BTreeSet::new();
    for face in 1..=10 {
        let mut table = with_land();
        let facts = roll_then_ones(&mut table, "approach japan", &[face, 6]);
        found.extend(facts.iter().filter_map(|fact| {
            if let Fact::ApproachStated(approach) = fact { Some(approach.bearing.0 / 10_000) } else { None }
        }));
    }
    assert_eq!(found.into_iter().collect::<Vec<i64>>(), [36, 144, 180, 216, 252, 288, 324]);
}

#[test]
fn r10_1_2_only_ships_surely_in_service_are_drawn() {
    let pool = |theatre: &str, day: &str, side: usize| -> BTreeSet<String> {
        let theatres = load::theatres(&naval_kit::builtin()).unwrap();
        let setup = setup_of_theatre(theatres.iter().find(|known| known.id == *theatre).unwrap(), day, "large");
        setup.generator.unwrap().forces[side].pool.iter().map(|listed| listed.card.id.to_string()).collect()
    };
    let library = load::ships(&naval_kit::builtin()).unwrap();
    let mut doubtful = 0;
    for (theatre, day) in [("north-sea-1914", "1914-08-28"), ("north-sea-1916", "1916-05-31")] {
        let date = day.parse().unwrap();
        for ship in (0..2).flat_map(|side| pool(theatre, day, side)) {
            let record = library.iter().find(|record| record.id == *ship).unwrap();
            let sure = record.class.certainly_completed(&record.ship).unwrap();
            assert!(sure <= date, "{ship}: {sure}");
            doubtful += usize::from(Some(sure) != record.completed);
        }
    }
    assert!(0 < doubtful, "days known to a month or a year");
}

#[test]
fn r10_1_duties_are_listed_in_order() {
    let mut table = battle();
    for (line, then) in [
        ("generate visibility", "generate japan"),
        ("generate japan", "approach japan"),
        ("generate russia", "approach japan"),
        ("approach japan 20 bearing 180", "approach russia"),
        ("approach russia 20 bearing 0", "deploy japan-1"),
    ] {
        assert!(refused(&table, "next").contains(line.split(" 20").next().unwrap()), "{line}");
        table.lines(&[line]);
        assert!(refused(&table, "next").contains(then), "{line}");
    }
    let mut plain = Table::new();
    for line in ["generate visibility", "generate a", "approach a 20 bearing 0"] {
        assert!(plain.line(line).unwrap_err().contains("NothingGenerated"), "{line}");
    }
}

#[test]
fn r10_1_1_the_die_gives_the_visibility() {
    for (face, range) in [(1, "6"), (2, "8"), (3, "10"), (4, "12"), (5, "15"), (6, "20")] {
        let mut table = battle();
        assert_eq!(table.state.sighting_base, None);
        // A D6 for the wind, where 1 is calm, and one for the hour.
        table.rolled("generate visibility", &[face, 1, 3]);
        assert_eq!(table.state.sighting_base, Some(inches(range)));
        assert!(table.line("generate visibility").unwrap_err().contains("WeatherRolled"));
    }
}

#[test]
fn r10_1_1_the_dice_give_the_wind_in_steps_of_36_degrees() {
    use naval::model::{Wind, WindForce};
    for (face, force) in [(1, WindForce::Calm), (3, WindForce::Moderate), (6, WindForce::High)] {
        for from in 1..=10_u8 {
            let mut table = battle();
            let dice = if force == WindForce::Calm { vec![1, face, 3] } else { vec![1, face, from, 3] };
            table.rolled("generate visibility", &dice);
            let from_deg = if force == WindForce::Calm { 0 } else { u16::from(from - 1) * 36 };
            assert_eq!(table.state.setup.wind, Wind { force, from_deg });
        }
    }
}

/// The hour of a generated battle is rolled with the weather. Near miss: a file with a start keeps its hour, without a
/// die. (Q65)
#[test]
fn r10_1_the_die_gives_the_hour_if_the_file_does_not() {
    for (face, hour) in [(1, "06:00"), (2, "08:00"), (3, "10:00"), (4, "12:00"), (5, "14:00"), (6, "15:30")] {
        let mut table = battle();
        assert!(table.state.is_hour_open());
        table.rolled("generate visibility", &[1, 1, face]);
        assert_eq!(table.state.setup.start.format("%H:%M").to_string(), hour);
        assert!(!table.state.is_hour_open());
    }
    let mut table = Table {
        state: Naval::initial_state(&edited("generated: yellow-sea", "start: \"06:40\"\ngenerated: yellow-sea")),
    };
    assert!(!table.state.is_hour_open());
    table.rolled("generate visibility", &[1, 1]);
    assert_eq!(table.state.setup.start.format("%H:%M").to_string(), "06:40");
}

/// Dice from a seed, by a plain linear congruence.
fn seeded(seed: u64) -> Seeded<impl FnMut() -> u32> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    Seeded::new(move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    })
}

/// The Yellow Sea scenario with a replacement in its file.
fn edited(from: &str, to: &str) -> Setup {
    let sources = naval_kit::builtin();
    let file = sources.text("scenarios/generated-yellow-sea.yaml").unwrap();
    assert!(file.contains(from), "{from}");
    naval_kit::scenario_text(&sources, "own.yaml", &file.replace(from, to)).unwrap()
}

/// Hours depend on the season, the hemisphere, and day or night. Thirty turns are two hours, so every battle ends in
/// the light in which it begins.
#[test]
fn r10_1_hours_depend_on_the_season_and_on_day_or_night() {
    let hours = |setup: &Setup| {
        let hours = &setup.generator.as_ref().unwrap().hours;
        assert_eq!(hours.len(), 6);
        hours.iter().map(|hour| hour.format("%H:%M").to_string()).collect::<Vec<String>>()
    };
    let winter = ["08:30", "09:30", "10:30", "11:30", "12:30", "13:30"];
    assert_eq!(hours(&edited("1904-08-05", "1904-02-20")), winter);
    assert_eq!(hours(&edited("1904-08-05", "1904-08-06"))[0], "06:00");
    assert_eq!(hours(&edited("night: false", "night: true")), ["22:00", "22:30", "23:00", "23:30", "00:00", "00:30"]);
    let theatres = load::theatres(&naval_kit::builtin()).unwrap();
    let hours_of = |id: &str, day: &str| {
        hours(&setup_of_theatre(theatres.iter().find(|theatre| theatre.id == *id).unwrap(), day, "small"))
    };
    assert_eq!(hours_of("falkland-islands", "1914-12-08")[0], "06:00", "December is summer there");
    assert_eq!(hours_of("north-sea-1914", "1914-12-08"), winter, "and winter in the north");
}

/// The hour is the last die of the weather: with the same seed the weather, the wind and all later dice stay the same.
#[test]
fn r10_1_the_hour_changes_no_other_die() {
    let setup = naval_kit::scenario("generated-yellow-sea");
    let mut without = setup.clone();
    Arc::make_mut(without.generator.as_mut().unwrap()).hours.clear();
    for seed in 1..=20 {
        let weather = |setup: &Setup| {
            let mut table = Table { state: Naval::initial_state(setup) };
            let typed = notation::parse(&table.state, "generate visibility").unwrap();
            let events = play::decide::<Naval>(&table.state, &typed.command, &mut seeded(seed)).unwrap();
            play::apply_all::<Naval>(&mut table.state, &events);
            (table.state.sighting_base, table.state.setup.wind.clone())
        };
        assert_eq!(weather(&setup), weather(&without));
    }
}

/// The table for a force's next roll, without what earlier rolls used up, is the one that the die is read on.
#[test]
fn r10_1_2_the_listed_tables_are_those_that_the_next_roll_uses() {
    let setup = naval_kit::scenario("generated-yellow-sea");
    let japan = naval::SideId::new("japan");
    for seed in 0..40 {
        let state = Naval::initial_state(&setup);
        let typed = notation::parse(&state, "generate japan").unwrap();
        let events = play::decide::<Naval>(&state, &typed.command, &mut seeded(seed)).unwrap();
        let mut before = state.clone();
        for event in &events {
            if let Fact::TypeRolled { kind, ships, .. } = &event.fact {
                let face = |is_kind: fn(&naval::model::Purpose) -> bool| {
                    event.dice.iter().find(|roll| is_kind(&roll.purpose)).map(|roll| roll.face)
                };
                let face_of_type = face(|purpose| matches!(purpose, naval::model::Purpose::ForceType(_))).unwrap();
                let rows = generated::type_rows(&before, &japan).unwrap();
                let covered: u8 = rows.iter().map(|row| row.faces.1 - row.faces.0 + 1).sum();
                assert_eq!(covered, 10, "{rows:?}");
                let row = rows.iter().find(|row| row.faces.0 <= face_of_type && face_of_type <= row.faces.1).unwrap();
                assert_eq!(row.kind, *kind, "{rows:?}");
                let left = generated::ships_left(&before, &japan, *kind).unwrap();
                assert!(left.iter().any(|card| card.id == ships[0]), "{left:?}");
            }
            Naval::apply(&mut before, &event.fact);
        }
        assert!(before.drawn_ships.is_empty() && before.mustered_sides.contains(&japan));
    }
}

#[test]
fn r10_1_3_an_approach_may_be_rolled_and_leaves_room_for_the_column() {
    for (face, less) in [(6, 0.0), (5, 1.0), (1, 5.0)] {
        let mut table = with_forces(1);
        let bare = battle();
        assert!(Table { state: bare.state }.line("approach japan").unwrap_err().contains("DutiesDue"));
        // A D10 chooses one of five bearings from its own edges; 1 and 2 give 72.
        table.rolled("approach japan", &[1, face]);
        let approach = table.state.approaches[0].clone();
        assert_eq!(approach.bearing.as_f64(), 72.0);
        let six = {
            let mut six = with_forces(1);
            six.rolled("approach japan", &[1, 6]);
            six.state.approaches[0].distance
        };
        assert_eq!(approach.distance.as_f64(), six.as_f64() - less);
        // The enemy comes from another direction.
        table.lines(&["approach russia"]);
        let turned = (table.state.approaches[1].bearing.as_f64() - 72.0).rem_euclid(360.0);
        assert!(turned.min(360.0 - turned) > 72.0);
    }
}

/// The bearings that a D10 gives a side; Russia rolls after Japan came from 180.
fn diced_bearings(side: &str, edit: impl Fn(&mut ForceTable)) -> BTreeSet<i64> {
    let mut table = with_forces(1);
    let setup = Arc::make_mut(&mut table.state.setup);
    Arc::make_mut(setup.generator.as_mut().unwrap()).forces.iter_mut().for_each(&edit);
    if side == "russia" {
        table.lines(&["approach japan 18 bearing 180"]);
    }
    let typed = notation::parse(&table.state, &format!("approach {side}")).unwrap();
    // Every result of a D10 or a D20. If they do not divide evenly, the highest are rolled again.
    let events = |face| play::decide::<Naval>(&table.state, &typed.command, &mut Script::typed([face, 6])).ok();
    let facts = (1..=20_u8).filter_map(events).flatten().map(|event| event.fact);
    let bearing =
        |fact| if let Fact::ApproachStated(approach) = fact { Some(approach.bearing.0 / 10_000) } else { None };
    facts.filter_map(bearing).collect()
}

#[test]
fn r10_1_3_a_rolled_approach_uses_the_edges_that_the_theatre_names() {
    let set = |bearings: &[i64]| bearings.iter().copied().collect::<BTreeSet<i64>>();
    // Home is south and east for Japan, north for Russia, with Liaotishan in the north-west.
    assert_eq!(diced_bearings("japan", |_| {}), set(&[72, 108, 144, 180, 216]));
    assert_eq!(diced_bearings("russia", |_| {}), set(&[0, 36, 324]));
    // The table of a side that comes from elsewhere names that edge.
    let crossed = |table: &mut ForceTable| {
        table.from = vec![if table.side == *"japan" { Edge::North } else { Edge::South }];
    };
    assert_eq!(diced_bearings("japan", crossed), set(&[0, 36, 324]));
    // No own edge is far enough from the enemy, so any bearing that is far enough counts.
    assert_eq!(diced_bearings("russia", crossed), set(&[0, 36, 72, 288, 324]));
    // An older theatre names no edges.
    let before = |table: &mut ForceTable| (table.home, table.from) = (Vec::new(), Vec::new());
    assert_eq!(diced_bearings("japan", before), (0..10).map(|face| face * 36).collect());
}

#[test]
fn r10_1_2_every_result_gives_its_type_and_no_ship_comes_twice() {
    for face in 1..=10_u8 {
        let mut table = battle();
        let wanted = match face {
            1..=3 => ShipType::BB,
            4..=6 => ShipType::CA,
            7..=8 => ShipType::CP,
            _ => ShipType::TBD,
        };
        let facts = roll_then_ones(&mut table, "generate japan", &[face, 1]);
        let first =
            facts.iter().find_map(|fact| if let Fact::TypeRolled { kind, .. } = fact { Some(*kind) } else { None });
        assert_eq!(first, Some(wanted), "{face}");
        let ids: Vec<&Id> = table.state.ships.iter().map(|ship| &ship.id).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{face}");
        assert!(table.line("generate japan").unwrap_err().contains("ForceRolled"));
    }
}

#[test]
fn r10_1_2_the_results_of_a_type_that_runs_out_pass_to_the_next() {
    // Four battleships are in service. After that, a 1 counts as the armoured cruisers.
    let mut table = Table { state: Naval::initial_state(&naval_kit::scenario("generated-yellow-sea")) };
    let facts = roll_then_ones(&mut table, "generate japan", &[1, 6]);
    // The last roll gives the screen.
    assert_eq!(rolls_of(&facts), [(ShipType::BB, 4, 4), (ShipType::CA, 2, 2), (ShipType::CP, 2, 2)]);
    let numbers: Vec<Option<u8>> = table.state.ships.iter().map(|ship| ship.number).collect();
    assert_eq!(numbers, (1..=8).map(Some).collect::<Vec<_>>());
    // The last row passes its results to the row before. If no ships are left, no dice are rolled.
    let mut setup = naval_kit::scenario("generated-yellow-sea");
    let force = &mut Arc::make_mut(setup.generator.as_mut().unwrap()).forces[0];
    let boats = force.pool.iter().filter(|listed| listed.card.kind == ShipType::TBD).take(3).cloned();
    let big = force.pool.iter().filter(|listed| listed.card.kind == ShipType::BB).take(2).cloned();
    force.pool = boats.chain(big).collect();
    let mut table = Table { state: Naval::initial_state(&setup) };
    let facts = roll_then_ones(&mut table, "generate japan", &[10, 1, 1, 10]);
    assert_eq!(rolls_of(&facts), [(ShipType::TBD, 3, 3), (ShipType::BB, 2, 2)]);
}

/// The result of each roll on the Ship Type Table: the type, and the ships wanted and found.
fn rolls_of(facts: &[Fact]) -> Vec<(ShipType, u8, u8)> {
    let roll = |fact: &Fact| match fact {
        Fact::TypeRolled { kind, wanted, found, .. } => Some((*kind, *wanted, *found)),
        _ => None,
    };
    facts.iter().filter_map(roll).collect()
}

/// Sisters form divisions from the first sister on, whichever ship of a division is rolled.
#[test]
fn r10_1_2_no_division_skips_the_first_sister() {
    let mut setup = naval_kit::scenario("generated-yellow-sea");
    let force = &mut Arc::make_mut(setup.generator.as_mut().unwrap()).forces[0];
    let first = force.pool.iter().find(|listed| listed.card.kind == ShipType::CP).unwrap().clone();
    let numbered = |number: usize| PoolShip {
        card: Arc::new(Card { id: Id::new(format!("ship-{number}")), ..(*first.card).clone() }),
        ..first.clone()
    };
    force.pool = (1..=5).map(numbered).collect();
    let row = force.types.iter_mut().find(|row| row.kind == ShipType::CP).unwrap();
    (row.ships, force.rolls) = (vec![2, 3, 4, 5, 1, 1], 1);
    let type_face = row.faces.0;
    // A D10 for five ships, two results for each.
    for (number_face, ship, drawn) in [
        (1, 1, vec![1, 2]),
        (1, 2, vec![1, 2]),
        (1, 3, vec![3, 4]),
        (1, 4, vec![3, 4]),
        (1, 5, vec![4, 5]),
        (2, 2, vec![1, 2, 3]),
        (2, 3, vec![1, 2, 3]),
        (2, 4, vec![3, 4, 5]),
        (3, 5, vec![2, 3, 4, 5]),
        (4, 5, vec![1, 2, 3, 4, 5]),
    ] {
        let mut table = Table { state: Naval::initial_state(&setup) };
        table.rolled("generate japan", &[type_face, number_face, 2 * ship]);
        let ids: Vec<String> = table.state.ships.iter().map(|ship| ship.id.to_string()).collect();
        let wanted: Vec<String> = drawn.iter().map(|number| format!("ship-{number}")).collect();
        assert_eq!(ids, wanted, "{number_face} {ship}");
    }
}

#[test]
fn r10_1_3_distance_and_bearing_are_from_the_centre() {
    let mut table = with_forces(1);
    for (text, wrong) in [
        ("approach japan 0 bearing 90", "ApproachAtCentre"),
        ("approach japan 24.1 bearing 0", "OffTable"),
        ("approach japan 36.1 bearing 90", "OffTable"),
    ] {
        assert!(table.line(text).unwrap_err().contains(wrong), "{text}");
    }
    // The approach may be changed until a division is placed.
    table.lines(&["approach japan 12 bearing 180", "approach japan 10 bearing 225", "approach russia 10 bearing 45"]);
    let japan = first_of(&table.state, "japan");
    table.lines(&[&format!("deploy {japan}")]);
    let lead = table.state.division(&japan).unwrap().ships[0].to_string();
    let aside = 10.0 / 2.0_f64.sqrt();
    near("first", table.position_of(&lead), (36.0 - aside, 24.0 - aside, 45.0));
    assert!(table.line("approach japan 12 bearing 180").unwrap_err().contains("PlacedAlready"));
    let line = "approach japan 12.5 bearing 22.5";
    let typed = notation::parse(&table.state, line).unwrap().command;
    assert_eq!(notation::print(&table.state, &typed), line);
}

#[test]
fn r10_2_divisions_are_placed_after_all_rolls() {
    let mut table = battle();
    table.lines(&["generate visibility", "generate japan", "approach japan 20 bearing 180"]);
    assert!(refused(&table, "deploy japan-1").contains("generate russia"));
    table.lines(&["generate russia", "approach russia 20 bearing 0", "deploy japan-1 speed 1"]);
    assert!(table.line("deploy japan-1 speed 9").unwrap_err().contains("AboveAllowance"));
    assert!(table.state.is_placing());
}

#[test]
fn r10_2_1_one_division_begins_exactly_at_the_point() {
    let mut table = with_forces(1);
    table.lines(&["approach japan 20 bearing 180", "approach russia 20 bearing 0"]);
    let japan = first_of(&table.state, "japan");
    assert!(table.line(&format!("deploy {japan} at 36 5")).unwrap_err().contains("NotAtStart"));
    table.lines(&[&format!("deploy {japan} at 36 4")]);
    let lead = table.state.division(&japan).unwrap().ships[0].to_string();
    near("first", table.position_of(&lead), (36.0, 4.0, 0.0));
}

#[test]
fn r10_2_2_the_others_begin_within_six_of_the_first() {
    let mut table = battle();
    table.rolled("generate visibility", &[1, 1, 3]);
    // Two battleships, two armoured cruisers, two protected cruisers.
    roll_then_ones(&mut table, "generate japan", &[1, 1, 1, 1, 4, 1, 1, 1, 7, 1]);
    table.lines(&["generate russia", "approach japan 20 bearing 180", "approach russia 20 bearing 0"]);
    table.lines(&["deploy japan-1"]);
    // Without a given position, a division is placed abeam of the first.
    let mut beside = Table { state: table.state.clone() };
    beside.lines(&["deploy japan-2", "deploy japan-3"]);
    let leads = |table: &Table, index: usize| {
        let id = Id::new(format!("japan-{index}"));
        table.position_of(table.state.division(&id).unwrap().ships[0].as_str())
    };
    let (first, second, third) = (leads(&beside, 1), leads(&beside, 2), leads(&beside, 3));
    near("to starboard", (second.0, second.1, 0.0), (first.0 + 1.5, first.1, 0.0));
    near("to port", (third.0, third.1, 0.0), (first.0 - 1.5, first.1, 0.0));
    assert!(table.line("deploy japan-2 at 43 4").unwrap_err().contains("FarFromFirst"));
    assert!(table.line("deploy japan-2 at 36 -1").unwrap_err().contains("OffTable"));
    table.lines(&["deploy japan-2 at 41.5 4"]);
    let range = naval::rules::survey::range_by_position(&table.state, &"japan-2".into(), &"japan-1".into());
    assert!(range.unwrap() <= inches("6"), "{range:?}");
}

/// Two armoured cruisers abeam of the first division, on a table with a rock from y = `south` to y = `north`. Returns
/// the result of placing their leader at y = `lead`.
fn deployed_by_a_rock(south: f64, north: f64, lead: f64) -> Result<Table, String> {
    let mut table = battle();
    let corner = |x: f64, y: f64| (Inches::nearest(x), Inches::nearest(y));
    let corners = vec![corner(41.0, south), corner(42.0, south), corner(42.0, north), corner(41.0, north)];
    Arc::make_mut(&mut table.state.setup).land.push(Land { id: "rock".into(), name: "Rock".to_owned(), corners });
    table.rolled("generate visibility", &[1, 1, 3]);
    roll_then_ones(&mut table, "generate japan", &[1, 1, 1, 1, 4, 1, 1, 1, 7, 1]);
    table.lines(&[
        "generate russia",
        "approach japan 20 bearing 180",
        "approach russia 20 bearing 0",
        "deploy japan-1",
    ]);
    table.line(&format!("deploy japan-2 at 41.5 {lead:.2}")).map(|_| table)
}

/// No part of a base may be on land, not even the bow of a ship whose middle is far from the shore. [5.12, 10.2.2]
#[test]
fn r10_2_2_no_division_begins_with_a_bow_or_a_stern_on_land() {
    let free = deployed_by_a_rock(40.0, 41.0, 4.5).unwrap();
    let ships = &free.state.division(&Id::new("japan-2")).unwrap().ships;
    let [lead, last] = &ships[..] else { panic!("{ships:?}") };
    let half = |ship: &Id| free.state.ship(ship).unwrap().card.base_length.as_f64() / 2.0;
    let astern = free.position_of(lead.as_str()).1 - free.position_of(last.as_str()).1;
    assert!(0.5 < half(lead) && 0.5 < half(last), "the middle is farther off than a shore requires");
    let (bow, stern) = (4.5 + half(lead), 4.5 - astern - half(last));
    for (south, north, ship) in [(bow, bow + 1.0, lead), (stern - 1.0, stern, last)] {
        let closer = if ship == lead { 0.01 } else { -0.01 };
        assert!(deployed_by_a_rock(south, north, 4.5).is_ok(), "{ship} touches the shore");
        let why = deployed_by_a_rock(south, north, 4.5 + closer).err().unwrap();
        assert!(why.contains("BeginsAshore") && why.contains(ship.as_str()), "{why}");
        assert!(deployed_by_a_rock(south, north, 4.5 - closer).is_ok(), "{ship} lies farther off");
    }
}

#[test]
fn r10_2_3_sides_in_sight_move_back_to_the_sighting_range() {
    // 8 and 8 from the centre, sighting range 20: two inches each, and a little for the funnels.
    let mut table = with_forces(6);
    let facts = deploy_sides(&mut table, ("8", "180"), ("8", "0"));
    let back =
        facts.iter().find_map(|fact| if let Fact::SidesDrewBack { back } = fact { Some(back.clone()) } else { None });
    let back = back.unwrap();
    assert_eq!(back[0].1, back[1].1, "{back:?}");
    assert!(Inches::ZERO < back[0].1);
    assert_eq!(nearest(&table.state), inches("20"));
    assert!(facts.contains(&Fact::ForcesPlaced) && !table.state.is_placing());
    // Out of sight, no side moves.
    let mut far = with_forces(1);
    let facts = deploy_sides(&mut far, ("18", "180"), ("18", "0"));
    assert!(!facts.iter().any(|fact| matches!(fact, Fact::SidesDrewBack { .. })));
}

/// The range between the nearest opponents.
fn nearest(state: &State) -> Inches {
    let pairs = state.ships.iter().flat_map(|ship| state.ships.iter().map(move |other| (ship, other)));
    let ranges = pairs
        .filter(|(left, right)| left.side != right.side)
        .filter_map(|(left, right)| naval::rules::survey::range_by_position(state, &left.id, &right.id));
    ranges.min().unwrap()
}

#[test]
fn r10_2_3_one_side_moves_farther_if_the_other_would_leave_the_table() {
    // A very clear day, with Japan close to its edge.
    let mut setup = naval_kit::scenario("generated-yellow-sea");
    let mut generator = setup.generator.as_deref().unwrap().clone();
    generator.visibility[5] = inches("30");
    setup.generator = Some(std::sync::Arc::new(generator));
    let mut table = Table { state: Naval::initial_state(&setup) };
    table.rolled("generate visibility", &[6, 1, 3]);
    for side in ["japan", "russia"] {
        roll_then_ones(&mut table, &format!("generate {side}"), &[]);
    }
    let facts = deploy_sides(&mut table, ("21", "180"), ("2", "0"));
    assert_eq!(nearest(&table.state), inches("30"));
    let back =
        facts.iter().find_map(|fact| if let Fact::SidesDrewBack { back } = fact { Some(back.clone()) } else { None });
    let back = back.unwrap();
    assert!(back[0].1 <= inches("0.5") && back[0].1 < back[1].1, "{back:?}");
}

#[test]
fn r10_3_the_first_course_is_for_the_centre_until_an_enemy_is_sighted() {
    let mut table = with_forces(3);
    deploy_sides(&mut table, ("20", "150"), ("20", "330"));
    let japan = first_of(&table.state, "japan");
    let lead = table.state.division(&japan).unwrap().ships[0].to_string();
    assert_eq!(table.position_of(&lead).2, 330.0);
    let facts = table.lines(&["quickstart"]);
    assert!(facts.iter().any(|fact| matches!(fact, Fact::ContactMade { .. })));
    // Funnel smoke stops both sides and lets them plot. They may keep their course. [5.13.6]
    while !table.state.ships.iter().any(|ship| ship.sighted) {
        table.lines(&["next to plotting", "quickstart"]);
    }
    assert_eq!(table.position_of(&lead).2, 330.0);
}

#[test]
fn r10_2_refusals_after_placement_and_at_the_centre_name_unit_and_reason() {
    let mut table = with_forces(1);
    let text_of = |table: &Table, line: &str| {
        let typed = notation::parse(&table.state, line).unwrap();
        let halt = play::decide::<Naval>(&table.state, &typed.command, &mut Script::default()).unwrap_err();
        let problem = show::dice_prompts::naval_halt_error(&table.state, &halt);
        format!("{} {:?}", problem.as_error(None), problem.hint)
    };
    let centre = text_of(&table, "approach japan 0 bearing 90");
    for part in ["Japan", "the centre", "10.1.3", "`approach japan 24 bearing 180`"] {
        assert!(centre.contains(part), "no {part} in {centre}");
    }
    deploy_sides(&mut table, ("10", "225"), ("10", "45"));
    let first = first_of(&table.state, "japan");
    for line in [format!("deploy {first}"), "approach japan 24 bearing 45".to_owned()] {
        let late = text_of(&table, &line);
        assert!(late.contains("The set-up is over") && late.contains("`plot`"), "{line}: {late}");
    }
}

/// Weather, forces and approaches are given, but no division is placed. Three divisions of Japan, as at 10.2.2.
fn to_be_placed() -> Table {
    let mut table = battle();
    table.rolled("generate visibility", &[1, 1, 3]);
    roll_then_ones(&mut table, "generate japan", &[1, 1, 1, 1, 4, 1, 1, 1, 7, 1]);
    table.lines(&["generate russia", "approach japan 20 bearing 150", "approach russia 20 bearing 330"]);
    table
}

#[test]
fn r10_2_nothing_moves_before_all_are_placed_and_placing_cannot_be_waived() {
    let mut table = to_be_placed();
    let divisions: Vec<Id> = table.state.divisions.iter().map(|division| division.id.clone()).collect();
    for division in &divisions {
        for line in ["quickstart", "next", "next waive \"later\"", "next to gunfire waive \"later\""] {
            let refused = table.line(line).unwrap_err();
            assert!(refused.contains("NotSetUp") && refused.contains("10.2"), "{line}: {refused}");
        }
        table.lines(&[&format!("deploy {division}")]);
    }
    assert!(!table.state.is_placing());
    table.lines(&["quickstart turns 1"]);
    assert_eq!(table.state.turn, 2);
}

#[test]
fn r10_2_3_is_applied_once_and_no_side_moves_back_later() {
    let mut table = with_forces(6);
    let facts = deploy_sides(&mut table, ("8", "180"), ("8", "0"));
    let backs = |facts: &[Fact]| facts.iter().filter(|fact| matches!(fact, Fact::SidesDrewBack { .. })).count();
    assert_eq!(backs(&facts), 1);
    let first = first_of(&table.state, "japan");
    assert!(table.line(&format!("deploy {first}")).unwrap_err().contains("NothingGenerated"));
    // Placing a division by hand during the set-up moves only that division.
    let (left, right) = (first_of(&table.state, "japan"), first_of(&table.state, "russia"));
    let lead = |table: &Table, division: &Id| table.state.division(division).unwrap().ships[0].to_string();
    let (japan, russia) = (lead(&table, &left), lead(&table, &right));
    let before = table.position_of(&russia);
    let facts = table.lines(&[&format!("place {japan} at 36 20 heading 0")]);
    assert_eq!((backs(&facts), table.position_of(&russia)), (0, before));
    let facts = table.lines(&["quickstart turns 1"]);
    assert_eq!(backs(&facts), 0);
}

#[test]
fn r10_2_a_division_that_is_placed_by_hand_ends_the_set_up_as_well() {
    let mut table = to_be_placed();
    let mut ids: Vec<Id> = table.state.divisions.iter().map(|division| division.id.clone()).collect();
    let last = ids.pop().unwrap();
    for division in ids {
        table.lines(&[&format!("deploy {division}")]);
    }
    let ships = table.state.division(&last).unwrap().ships.clone();
    let mut facts = Vec::new();
    for (index, ship) in ships.iter().enumerate() {
        let shared = table.state.division(&last).unwrap().one_base;
        if index == 0 || !shared {
            facts.extend(table.lines(&[&format!("place {ship} at {} 46 heading 180", 30 + 3 * index)]));
        }
    }
    assert_eq!(facts.iter().filter(|fact| **fact == Fact::ForcesPlaced).count(), 1);
}

#[test]
fn r10_3_the_divisions_of_a_side_steer_like_its_first() {
    let mut table = to_be_placed();
    table.lines(&["deploy japan-1", "deploy japan-2 at 50 6", "deploy japan-3"]);
    for division in ["japan-1", "japan-2", "japan-3"] {
        let ships = table.state.division(&division.into()).unwrap().ships.clone();
        assert!(ships.iter().all(|ship| table.position_of(ship.as_str()).2 == 330.0), "{division}");
    }
}

#[test]
fn r5_11_no_division_is_placed_on_a_friend() {
    let mut table = to_be_placed();
    table.lines(&["deploy japan-1"]);
    let lead = table.state.division(&"japan-1".into()).unwrap().ships[0].to_string();
    let (x, y, _) = table.position_of(&lead);
    let refused = table.line(&format!("deploy japan-2 at {x} {y}")).unwrap_err();
    assert!(refused.contains("OverlapsFriend") && refused.contains("5.11") | refused.contains("10.2.2"), "{refused}");
    table.lines(&[&format!("deploy japan-2 at {} {y}", x + 1.5)]);
}

#[test]
fn r10_3_friends_tracks_that_meet_are_reported_and_stop_a_quick_start() {
    let mut table = to_be_placed();
    // The second is right ahead of the first, and half as fast.
    table.lines(&["deploy japan-1 speed 2"]);
    let lead = table.state.division(&"japan-1".into()).unwrap().ships[0].to_string();
    let (x, y, heading) = table.position_of(&lead);
    let ahead = |far: f64| {
        let (east, north) = (heading.to_radians().sin() * far, heading.to_radians().cos() * far);
        format!("{:.2} {:.2}", x + east, y + north)
    };
    table.lines(&[&format!("deploy japan-2 at {} speed 1", ahead(8.0)), "deploy japan-3"]);
    let rest: Vec<Id> = table
        .state
        .divisions
        .iter()
        .map(|division| division.id.clone())
        .filter(|id| id.as_str().starts_with("russia"))
        .collect();
    let facts: Vec<Fact> = rest.iter().flat_map(|division| table.lines(&[&format!("deploy {division}")])).collect();
    let convergence = |facts: &[Fact]| {
        facts.iter().find_map(|fact| match fact {
            Fact::FriendsConverge { one: left, other: right, turn } => {
                Some((left.to_string(), right.to_string(), *turn))
            }
            _ => None,
        })
    };
    let (left, right, turn) = convergence(&facts).expect("the set-up reports it");
    assert_eq!((left.as_str(), right.as_str()), ("japan-1", "japan-2"));
    assert!(1 < turn, "{turn}");
    // The quick start runs up to that turn, but not into it.
    let mut run = Table { state: table.state.clone() };
    let facts = run.lines(&["quickstart"]);
    assert_eq!((convergence(&facts).map(|(.., turn)| turn), run.state.turn), (Some(turn), turn));
    assert!(facts.iter().all(|fact| !matches!(fact, Fact::CollisionTested(_))));
    let refused = run.line("quickstart").unwrap_err();
    assert!(refused.contains("FriendsConverge") && refused.contains("5.11"), "{refused}");
    // At other speeds the quick start continues.
    run.lines(&["quickstart japan-1 1 japan-2 2 turns 1"]);
    assert_eq!(run.state.turn, turn + 1);
    // Plots that would meet are reported when the second is filed.
    let mut plotted = Table { state: table.state.clone() };
    assert_eq!(convergence(&plotted.lines(&["preplot japan-1 2 x10"])), None);
    assert!(convergence(&plotted.lines(&["preplot japan-2 1 x10"])).is_some());
    assert_eq!(convergence(&plotted.lines(&["preplot japan-2 1.5; 2 x9"])), None);
}

/// Drawing back along one course does not separate the sides: they stay where they are, with a message. [10.2.3]
#[test]
fn r10_2_3_sides_from_one_bearing_stay_and_a_message_says_so() {
    for (russia, stay) in [("90", true), ("75", true), ("270", false)] {
        let mut table = with_forces(6);
        table.lines(&["approach japan 24 bearing 90", &format!("approach russia 20 bearing {russia}")]);
        let divisions: Vec<Id> = table.state.divisions.iter().map(|division| division.id.clone()).collect();
        let deploy = |division: Id| table.lines(&[&format!("deploy {division} speed 1")]);
        let facts: Vec<Fact> = divisions.into_iter().flat_map(deploy).collect();
        let is_noted = facts.iter().any(|fact| matches!(fact, Fact::StayInSight { .. }));
        let back = facts.iter().any(|fact| matches!(fact, Fact::SidesDrewBack { .. }));
        assert_eq!((is_noted, back && stay), (stay, false), "{russia}: {facts:?}");
        assert!(!table.state.is_placing());
    }
}
