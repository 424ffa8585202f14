//! What a side sees of an enemy, item by item.
use naval::model::{BatteryKind, Bearing, Harm, Place, Setting, ShipType, command::Conditions, state::Declaration};
use naval::{
    Command, Fact, Id, NavalEvent, Segment,
    view::{Disclosure, View, VisiblePart, visible_to},
};

use naval_kit::{
    fixture::{self, Battle, inches},
    table::Table,
};

fn two_fleets() -> Table {
    let mut table = Table::new();
    table.place("Asahi", ShipType::BB, "japan", (10.0, 20.0, 90.0));
    table.place("Retvizan", ShipType::BB, "russia", (20.0, 30.0, 90.0));
    table.place("Novik", ShipType::CL, "russia", (30.0, 30.0, 90.0));
    // No ship is sighted, except by the referee's word.
    table.lines(&["set sighting 1 because \"fog\""]);
    table
}

fn japan(table: &Table) -> View<'static> {
    View::for_side(&table.state, &Id::new("japan"))
}

#[test]
fn r4_3_a_view_has_sighted_enemies_and_the_last_place_of_lost_ones() {
    let mut table = two_fleets();
    assert!(japan(&table).enemies().next().is_none() && japan(&table).lost_from_sight().next().is_none());
    table.lines(&["set sighting 17 because \"clearing\"", "next to sighting"]);
    let view = japan(&table);
    let seen = view.enemies().next().unwrap();
    assert_eq!((seen.card.name.as_str(), seen.at), ("Retvizan", table.state.ship(&Id::new("retvizan")).unwrap().at));
    assert_eq!(seen.run, None, "it ran before it was seen");
    let there = seen.at;
    // Sighted again after moving within sight, with its run.
    table.lines(&["next to plotting", "plot retvizan 1-CL60-1 speed 3", "next"]);
    let view = japan(&table);
    let seen = view.enemies().next().unwrap();
    assert_ne!(seen.at, there);
    assert_eq!(seen.run.as_ref().unwrap().legs.len(), 3);
    let last = seen.at;
    // Lost from sight: the view keeps its last position, wherever the ship goes.
    table.lines(&["next", "unsight retvizan", "next to plotting", "plot retvizan 3 speed 3"]);
    table.lines(&["set sighting 1 because \"fog\"", "next to sighting"]);
    let view = japan(&table);
    assert!(view.enemies().next().is_none());
    let (_, lost) = view.lost_from_sight().next().unwrap();
    // The ship was not in sight after its move in turn 2, so it was last seen before that move.
    assert_eq!((lost.turn, lost.at), (1, there));
    assert_ne!(last, there);
    assert_ne!(table.state.ship(&Id::new("retvizan")).unwrap().at, last);
    assert_eq!(view.own_ships().count(), 1);
}

/// Q49: a ship moves out of sight, and its new position stays hidden: in the Movement Segment, in the log and
/// afterwards. A ship that stays just within the range is followed.
#[test]
fn r4_4_the_last_seen_place_is_where_the_ship_was_seen() {
    for (sight, stays) in [("15.2", true), ("15.1", false)] {
        // 14.14" away, and 15.17" after the move.
        let mut table = two_fleets();
        let set = format!("set sighting {sight} because \"haze\"");
        table.lines(&[&set, "next to sighting", "next to plotting", "plot retvizan 1.4 speed 1.4"]);
        let retvizan = |table: &Table| table.state.ship(&Id::new("retvizan")).and_then(|ship| ship.at);
        let before = retvizan(&table);
        let (state, events) = (table.state.clone(), table.line("next").unwrap());
        let after = retvizan(&table);
        assert_ne!(before, after);
        let japan_id = Id::new("japan");
        let log = show::disclosed::disclosed_lines(&show::disclosed::disclosed_events(&japan_id, &state, &events));
        let brief = show::brief::lines_text(&show::disclosed::brief_for_side(&japan_id, &state, &events, || 1));
        assert_eq!((log.contains("Retvizan"), brief.contains("Retvizan")), (stays, stays), "{sight}: {log}\n{brief}");
        let view = japan(&table);
        let seen = view.enemies().next().unwrap();
        assert_eq!(seen.at, if stays { after } else { before }, "in the Movement Segment, {sight}");
        assert_eq!(seen.run.is_some(), stays);
        table.lines(&["next"]);
        let view = japan(&table);
        assert_eq!(view.enemies().count(), usize::from(stays), "{sight}");
        if stays {
            assert_eq!(view.enemies().next().unwrap().at, after);
            continue;
        }
        let (_, lost) = view.lost_from_sight().next().unwrap();
        assert_eq!((lost.turn, lost.at), (1, before));
        // The last seen place stays, however the ship moves and wherever the referee places it.
        table.lines(&["next to plotting", "plot retvizan 1.4 speed 1.4", "next to movement"]);
        table.lines(&["set retvizan at 50 40 heading 0 because \"tape\"", "next to plotting"]);
        assert_eq!(japan(&table).lost_from_sight().next().unwrap().1.at, before);
        assert!(japan(&table).enemies().next().is_none());
    }
}

#[test]
fn r5_7_a_plot_is_only_in_the_view_of_its_own_side() {
    let mut table = two_fleets();
    table.lines(&["next to sighting", "sight retvizan", "next to plotting", "plot retvizan 1-CL60-1 speed 3"]);
    let russia = View::for_side(&table.state, &Id::new("russia"));
    let plotted = |view: &View| view.own_divisions().filter(|division| division.plot.is_some()).count();
    assert_eq!((plotted(&russia), plotted(&japan(&table))), (1, 0));
    assert!(japan(&table).own_divisions().all(|division| division.side == *"japan"));
    assert_eq!(plotted(&View::referee(&table.state)), 1);
    assert_eq!(View::referee(&table.state).own_ships().count(), 3);
}

#[test]
fn r5_5_a_speed_that_is_plotted_shows_when_it_is_run() {
    let mut battle = Battle::new(&fixture::duel());
    battle.set("retvizan", Setting::Sighted(true));
    let speed = |battle: &Battle| View::for_side(&battle.state, &"japan".into()).enemies().next().unwrap().speed;
    let order = Command::Speed { unit: "retvizan".into(), speed: inches("0.5") };
    battle.does(&order, &[]);
    assert_eq!(speed(&battle), inches("2"));
    battle.segment(1, Segment::Movement);
    assert_eq!(speed(&battle), inches("0.5"));
    // Damage reduces its speed, which does not show before it moves.
    battle.segment(1, Segment::Damage);
    battle.apply(&Fact::HitTaken { ship: "retvizan".into(), id: "V1".into(), harm: Harm::Speed(inches("2.25")) });
    assert_eq!((battle.ship("retvizan").speed, speed(&battle)), (inches("0.25"), inches("0.5")));
}

/// Q49: Retvizan comes in sight where its move ends, and its run stays unknown, even if the referee changes its speed
/// or top speed afterwards. A ship that was watched keeps its run.
#[test]
fn q49_a_change_of_speed_does_not_show_a_run_that_was_not_watched() {
    for change in ["set retvizan speed 2 because \"steam\"", "set retvizan top 1 because \"steam\""] {
        let mut table = two_fleets();
        table.lines(&["set sighting 17 because \"clearing\"", "next to sighting"]);
        let run = |table: &Table| japan(table).enemies().next().unwrap().run.clone();
        assert_eq!(run(&table), None);
        table.lines(&["next to damage", change]);
        assert_eq!(run(&table), None, "{change}");
        assert_eq!(japan(&table).ship(&Id::new("retvizan")).unwrap().speed, table.ship("retvizan").speed, "{change}");
        // The same if the ship is lost from sight.
        table.lines(&["unsight retvizan"]);
        assert_eq!(japan(&table).lost_from_sight().next().unwrap().1.run, None, "{change}");
        // The near miss: a run that was watched stays known.
        let mut table = two_fleets();
        table.lines(&["set sighting 17 because \"clearing\"", "next to sighting", "next to plotting"]);
        table.lines(&["plot retvizan 2 speed 2", "next to damage", change]);
        assert!(run(&table).is_some(), "{change}");
    }
}

#[test]
fn r5_5_a_speed_that_the_referee_sets_while_plotting_shows_when_it_is_run() {
    let mut battle = Battle::new(&fixture::duel());
    battle.set("retvizan", Setting::Sighted(true));
    let speed = |battle: &Battle| View::for_side(&battle.state, &"japan".into()).enemies().next().unwrap().speed;
    battle.set("retvizan", Setting::Speed(inches("0.5")));
    assert_eq!((battle.ship("retvizan").speed, speed(&battle)), (inches("0.5"), inches("2")));
    battle.segment(1, Segment::Movement);
    assert_eq!(speed(&battle), inches("0.5"));
    // After all ships have moved, a new speed shows at once.
    battle.segment(1, Segment::Gunfire);
    battle.set("retvizan", Setting::Speed(inches("1")));
    assert_eq!(speed(&battle), inches("1"));
}

#[test]
fn r7_4_6_an_enemy_marker_is_only_a_dot_once_it_is_placed() {
    let mut battle = Battle::new(&fixture::setup(
        vec![fixture::card("Murasame", "japan", ShipType::TBD)],
        vec![fixture::card("Retvizan", "russia", ShipType::BB)],
    ));
    battle.set("retvizan", Setting::Sighted(true));
    let launch = |marker: &str, factors, dummy| Command::Launch {
        by: "murasame".into(),
        target: "retvizan".into(),
        factors,
        run: inches("4"),
        bearing: if dummy { naval::model::Bearing::Port } else { naval::model::Bearing::Starboard },
        marker: marker.into(),
        dummy,
        blocked_by: None,
        clear: false,
        because: None,
    };
    battle.does(&launch("q", 1, false), &[]);
    battle.does(&launch("r", 0, true), &[]);
    let dots = |battle: &Battle| View::for_side(&battle.state, &"russia".into()).enemy_markers().count();
    assert_eq!(dots(&battle), 0, "plotted, not placed");
    battle.segment(1, Segment::Movement);
    let view = View::for_side(&battle.state, &"russia".into());
    assert!(view.own_markers().next().is_none());
    let [q, r] = view.enemy_markers().collect::<Vec<_>>()[..] else { panic!("two dots") };
    assert_eq!((q.turn, &q.side), (r.turn, &r.side));
    assert_eq!(View::for_side(&battle.state, &"japan".into()).own_markers().count(), 2);
}

#[test]
fn r4_6_smoke_is_seen_if_the_ship_was_seen_making_it() {
    let mut table = two_fleets();
    table.lines(&["next to sighting", "sight retvizan", "next to plotting"]);
    table.lines(&["plot retvizan 2 speed 2 smoke retvizan", "plot novik 2 speed 2 smoke novik", "next"]);
    assert_eq!(View::referee(&table.state).standing_smoke().count(), 2);
    assert_eq!(View::for_side(&table.state, &Id::new("russia")).standing_smoke().count(), 2);
    assert_eq!(japan(&table).standing_smoke().count(), 1);
}

#[test]
fn r8_2_4_damage_is_shown_to_its_own_side_and_flames_of_a_ship_in_sight_to_both() {
    let mut battle = Battle::new(&fixture::duel());
    battle.set("retvizan", Setting::Sighted(true));
    let hit = |harm| Fact::HitTaken { ship: "retvizan".into(), id: "X1".into(), harm };
    let hears = |battle: &Battle, fact: &Fact, side: &str| visible_to(&battle.state, &battle.state, fact, &side.into());
    assert_eq!(hears(&battle, &hit(Harm::Bridge), "russia"), Disclosure::Whole);
    assert_eq!(hears(&battle, &hit(Harm::Bridge), "japan"), Disclosure::Nothing);
    assert!(matches!(hears(&battle, &hit(Harm::Fire), "japan"), Disclosure::Visible(_)));
    assert_eq!(hears(&battle, &hit(Harm::Fire), "russia"), Disclosure::Whole);
    // A second fire shows nothing more.
    battle.apply(&hit(Harm::Fire));
    assert_eq!(hears(&battle, &hit(Harm::Fire), "japan"), Disclosure::Nothing);
    assert!(View::for_side(&battle.state, &"japan".into()).enemies().next().unwrap().fires() > 0);
    battle.set("retvizan", Setting::Sighted(false));
    assert!(View::for_side(&battle.state, &"japan".into()).enemies().next().is_none());
}

#[test]
fn r3_3_1_the_log_of_a_side_has_no_plot_of_the_other() {
    let mut table = two_fleets();
    table.lines(&["set sighting 17 because \"clearing\"", "next to sighting", "next to plotting"]);
    let before = table.state.clone();
    let events: Vec<NavalEvent> = table.line("plot retvizan 1-CL60-1 speed 3").unwrap();
    let to = |side: &str| {
        show::disclosed::disclosed_lines(&show::disclosed::disclosed_events(&Id::new(side), &before, &events))
    };
    assert_eq!(to("japan"), "");
    let numbered = || -> usize { panic!("no die was rolled, and no number is asked for") };
    assert!(show::disclosed::brief_for_side(&Id::new("japan"), &before, &events, numbered).is_empty());
    assert_eq!(to("russia"), "Retvizan plots 1-CL60-1 at speed 3.0\". [5.7]");
    // The enemy sees Retvizan's run, but not Novik's.
    let before = table.state.clone();
    let events = table.line("next").unwrap();
    let seen =
        show::disclosed::disclosed_lines(&show::disclosed::disclosed_events(&Id::new("japan"), &before, &events));
    assert!(seen.contains("Retvizan: 1.0\" straight, 60 degrees left") && !seen.contains("Novik"), "{seen}");
    let brief = show::brief::lines_text(&show::disclosed::brief_for_side(&Id::new("japan"), &before, &events, || 1));
    assert!(brief.contains("Retvizan: 1.0\" straight, 60 degrees left") && !brief.contains("Novik"), "{brief}");
}

#[test]
fn r2_7_a_range_to_a_ship_out_of_sight_is_only_in_the_referees_view() {
    let mut table = two_fleets();
    table.lines(&["next to sighting", "set sighting 10 because \"haze\""]);
    table.lines(&["measure asahi novik 30", "measure asahi retvizan 9"]);
    assert_eq!(View::referee(&table.state).this_move.measures.len(), 2);
    let known: Vec<_> = japan(&table).this_move.measures.iter().map(|measure| measure.to.clone()).collect();
    assert_eq!(known, [Id::new("retvizan")]);
    let place = |name: &str| table.state.ship(&Id::new(name)).and_then(|ship| ship.at);
    assert_ne!(place("novik"), None::<Place>);
}

/// Fire is announced at the table; a ship in its line that the listening side does not see is not named.
#[test]
fn r4_3_a_declaration_names_no_ship_out_of_sight() {
    let mut table = two_fleets();
    ["asahi", "retvizan"].iter().for_each(|ship| table.set(ship, Setting::Sighted(true)));
    let through = |ship: Option<&str>| Declaration {
        firer: "retvizan".into(),
        battery: BatteryKind::Big,
        target: "asahi".into(),
        range: inches("8"),
        bearing: Bearing::Bow,
        conditions: Conditions { through: ship.map(Id::new), ..Conditions::default() },
        said: Vec::new(),
        fired: false,
    };
    let hears = |table: &Table, ship, side: &str| {
        visible_to(&table.state, &table.state, &Fact::FireDeclared(through(ship)), &side.into())
    };
    for seen in [false, true] {
        table.set("novik", Setting::Sighted(seen));
        assert_eq!(hears(&table, None, "japan"), Disclosure::Whole);
        assert_eq!(hears(&table, Some("novik"), "russia"), Disclosure::Whole);
        let names = if seen { Disclosure::Whole } else { Disclosure::Visible(VisiblePart::Declared(through(None))) };
        assert_eq!(hears(&table, Some("novik"), "japan"), names);
        let mut declared = table.state.clone();
        declared.this_move.declarations.push(through(Some("novik")));
        let known = View::for_side(&declared, &"japan".into()).this_move.declarations.clone();
        assert_eq!(known, [through(seen.then_some("novik"))]);
    }
    table.set("retvizan", Setting::Sighted(false));
    assert_eq!(hears(&table, None, "japan"), Disclosure::Nothing);
}

/// The scenario's lists of pickets and of ships without points name a side's own ships and those it has seen.
#[test]
fn r4_3_the_scenario_names_no_ship_that_was_never_seen() {
    let mut table = two_fleets();
    let all: Vec<Id> = ["asahi", "retvizan", "novik"].map(Id::new).to_vec();
    let setup = std::sync::Arc::make_mut(&mut table.state.setup);
    (setup.pickets, setup.without_points) = (all.clone(), all.clone());
    let lists = |view: &View| (view.setup.pickets.clone(), view.setup.without_points.clone());
    for (known, count) in [(&[][..], 1), (&["retvizan"], 2), (&["retvizan", "novik"], 3)] {
        known.iter().for_each(|ship| table.set(ship, Setting::Sighted(true)));
        let seen = all[..count].to_vec();
        assert_eq!(lists(&japan(&table)), (seen.clone(), seen), "{known:?}");
    }
    assert_eq!(lists(&View::referee(&table.state)), (all.clone(), all));
}
