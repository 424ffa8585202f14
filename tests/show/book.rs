//! Books: where phases begin and what they are named after, and the sentences of a turn.
use naval::model::{Inches, ShipType};
use naval::{Id, view::View};
use naval_kit::table::{Table, flat};
use show::book::{
    BookBuilder, BookHeading, BookStep, DatedIncident, Guns, Incident, Loss, Shot, ShotResult, Unit, book_text,
};

fn ship(name: &str) -> Unit {
    Unit { id: Id::new(name.to_lowercase()), side: 0, name: name.to_owned(), is_plural: false }
}

fn shot(firer: &str, range: f64, hits: u16) -> Incident {
    let range = Inches::nearest(range);
    Incident::Fired(Shot {
        firers: vec![ship(firer)],
        target: ship("Rurik"),
        range: Some((range, range)),
        guns: Guns::Big,
        penetrating: hits,
        others: 0,
        result: ShotResult::Missed,
    })
}

fn lost(name: &str) -> Incident {
    Incident::Lost(ship(name), Loss::Sunk)
}

/// The book of turns from 1 on: whether an enemy is in sight at the end of each, and what happened.
fn book(turns: &[(bool, Vec<Incident>)]) -> String {
    let mut table = Table::new();
    table.place("Mikasa", ShipType::BB, "a", (10.0, 20.0, 0.0));
    table.place("Rurik", ShipType::CA, "b", (20.0, 20.0, 0.0));
    let mut builder = BookBuilder::default();
    for (turn, (has_contact, incidents)) in (1..).zip(turns) {
        table.state.turn = turn;
        for ship in &mut table.state.ships {
            std::sync::Arc::make_mut(ship).sighted = *has_contact;
        }
        let view = View::referee(&table.state);
        let incidents = incidents.iter().cloned().map(|incident| DatedIncident { turn, incident }).collect();
        builder.add(BookStep { entry: Some(turn.to_string()), view, incidents });
    }
    let heading = BookHeading { title: "A battle".to_owned(), date: String::new(), notes: vec![], sources: vec![] };
    book_text(&builder.finish(heading, &View::referee(&table.state), &(1..=999), vec![]))
}

/// The headings of the phases.
fn phases(turns: &[(bool, Vec<Incident>)]) -> Vec<String> {
    book(turns).lines().filter(|line| line.contains(", turn")).map(str::to_owned).collect()
}

fn quiet(count: usize) -> Vec<(bool, Vec<Incident>)> {
    vec![(false, vec![]); count]
}

fn in_contact(count: usize) -> Vec<(bool, Vec<Incident>)> {
    vec![(true, vec![]); count]
}

#[test]
fn contact_is_lost_after_two_turns_without_it_and_not_after_one() {
    let turns = |without: usize| [quiet(2), in_contact(2), quiet(without), in_contact(2)].concat();
    assert_eq!(phases(&turns(1)), ["The approach, turns 1 to 2", "First sighting, turns 3 to 7"]);
    let two = [
        "The approach, turns 1 to 2",
        "First sighting, turns 3 to 4",
        "Out of sight, turns 5 to 6",
        "In sight again, turns 7 to 8",
    ];
    assert_eq!(phases(&turns(2)), two);
}

#[test]
fn a_phase_has_at_least_two_turns_and_is_named_after_its_most_important_point() {
    let turns = |between: usize| {
        let first = vec![(true, vec![lost("Izumo")])];
        let second = vec![(true, vec![lost("Azuma")])];
        [in_contact(2), first, in_contact(between), second, in_contact(1)].concat()
    };
    assert_eq!(phases(&turns(0)), ["First sighting, turns 1 to 2", "The loss of Izumo and Azuma, turns 3 to 5"]);
    let apart = ["First sighting, turns 1 to 2", "The loss of Izumo, turns 3 to 4", "The loss of Azuma, turns 5 to 6"];
    assert_eq!(phases(&turns(1)), apart);
    // Fire and a loss in one turn: the loss is more important.
    let both = [in_contact(2), vec![(true, vec![shot("Izumo", 8.0, 1), lost("Rurik")])], in_contact(1)].concat();
    assert_eq!(phases(&both), ["First sighting, turns 1 to 2", "The loss of Rurik, turns 3 to 4"]);
}

#[test]
fn a_last_turn_is_no_phase_of_its_own() {
    let turns = [in_contact(3), vec![(true, vec![lost("Rurik")])]].concat();
    assert_eq!(phases(&turns), ["First sighting, turns 1 to 2", "The loss of Rurik, turns 3 to 4"]);
    let turns = [in_contact(2), vec![(true, vec![lost("Rurik")])]].concat();
    assert_eq!(phases(&turns), ["The loss of Rurik, turns 1 to 3"]);
    let turns = [in_contact(3), vec![(true, vec![lost("Rurik")])], in_contact(1)].concat();
    assert_eq!(phases(&turns), ["First sighting, turns 1 to 3", "The loss of Rurik, turns 4 to 5"]);
}

#[test]
fn a_phase_of_more_than_twelve_turns_is_divided() {
    assert_eq!(phases(&in_contact(12)), ["First sighting, turns 1 to 12"]);
    assert_eq!(phases(&in_contact(13)), ["First sighting, turns 1 to 7", "First sighting, continued, turns 8 to 13"]);
    assert_eq!(phases(&in_contact(200)).len(), 8);
}

#[test]
fn incidents_after_the_end_are_told_as_after_the_battle() {
    let end = Incident::Ended("The battle ends: turn 3 was the last.".to_owned());
    let burns = |name: &str| Incident::Damaged(ship(name), "is set on fire".to_owned());
    let text = book(&[(true, vec![burns("Izumo"), end, burns("Azuma"), lost("Azuma")])]);
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let told = "Izumo is set on fire. The battle ends: turn 3 was the last. After the battle: Azuma is set on fire. \
        After the battle: Azuma sinks.";
    assert!(flat.contains(told), "{text}");
}

#[test]
fn losing_and_gaining_sight_are_two_sentences() {
    let sight = [Incident::LostFromSight(ship("Izumo")), Incident::Sighted(ship("Azuma"))];
    let text = book(&[(true, sight.to_vec())]);
    assert!(text.contains("loses Izumo from sight. Side b sights Azuma."), "{text}");
}

#[test]
fn a_battle_has_at_most_eight_phases() {
    let losing = |count: usize| -> Vec<(bool, Vec<Incident>)> {
        let turn = |index: usize| [vec![(true, vec![lost(&format!("S{index}"))])], in_contact(1)].concat();
        [in_contact(2), (0..count).flat_map(turn).collect()].concat()
    };
    assert_eq!(phases(&losing(6)).len(), 7);
    assert_eq!(phases(&losing(7)).len(), 8);
    assert_eq!(phases(&losing(8)).len(), 8);
    let all = phases(&losing(12));
    assert_eq!(all.len(), 8);
    assert!(all.last().unwrap().ends_with("to 26"), "{all:?}");
    // A phase is also named after the phases that were merged into it.
    assert!(all[0].starts_with("The loss of S0, S1 and S2,"), "{all:?}");
}

#[test]
fn the_seventh_sentence_of_a_turn_goes_into_a_table_and_the_weightiest_stay() {
    let repairs = |count: usize| -> Vec<Incident> {
        (0..count).map(|index| Incident::Repaired(ship(&format!("S{index}")), "puts out a fire".to_owned())).collect()
    };
    let six = book(&[(true, [repairs(5), vec![lost("Rurik")]].concat())]);
    assert!(!six.contains("Also in turn") && six.contains("Rurik sinks."), "{six}");
    let seven = book(&[(true, [repairs(6), vec![lost("Rurik")]].concat())]);
    let (told, more) = seven.split_once("Also in turn").unwrap();
    assert!(told.contains("Rurik sinks.") && told.contains("S4 puts out a fire."), "{seven}");
    assert!(more.contains("S5 puts out a fire.") && !more.contains("S4"), "{seven}");
}

#[test]
fn what_is_alike_is_one_sentence_and_a_quiet_turn_one_line() {
    let text = book(&[
        (false, vec![]),
        (false, vec![]),
        (true, vec![Incident::Sighted(ship("Izumo")), Incident::Sighted(ship("Azuma"))]),
        (true, vec![]),
        (true, vec![Incident::Sighted(ship("Izumo"))]),
    ]);
    assert!(text.contains("Turns 1 to 2, 12:00 to 12:04. Nothing is in sight and nobody fires."), "{text}");
    assert!(text.contains("sights Izumo and Azuma."), "{text}");
    assert!(text.contains("Turn 4, 12:12. Nobody fires."), "{text}");
    assert!(text.contains("sights Izumo again."), "{text}");
}

#[test]
fn fire_is_opened_once_and_the_first_hit_is_named_once() {
    let text = book(&[
        (true, vec![shot("Izumo", 9.94, 0), shot("Azuma", 10.0, 0)]),
        (true, vec![shot("Izumo", 9.0, 0)]),
        (true, vec![shot("Izumo", 8.0, 2), shot("Azuma", 8.5, 0), shot("Iwate", 8.6, 0)]),
        (true, vec![shot("Azuma", 7.0, 1)]),
    ]);
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains("Fire is opened at 9.9 to 10.0 inches. Big guns: Izumo and Azuma at Rurik. Nobody is hit."),
        "{text}"
    );
    assert!(flat.contains("One ship fires at 9.0 inches and nobody is hit."), "{text}");
    let hit = "The first hit of the battle: Izumo hits Rurik twice at 8.0 inches, through the armour.";
    assert!(flat.contains(hit), "{text}");
    assert!(flat.contains("Two other ships fire at 8.5 to 8.6 inches without a hit."), "{text}");
    assert!(flat.contains("12:12. Azuma hits Rurik at 7.0 inches, through the armour."), "{text}");
    assert_eq!((flat.matches("Fire is opened at").count(), flat.matches("The first hit of").count()), (1, 1));
}

#[test]
fn a_range_is_told_only_if_all_are_known_and_unseen_guns_are_not_counted() {
    let volley = |firers: Vec<Unit>| {
        let (range, guns, result) = (None, Guns::MediumAndLight, ShotResult::Missed);
        Incident::Fired(Shot { firers, target: ship("Rurik"), range, guns, penetrating: 0, others: 0, result })
    };
    let opened = (true, vec![shot("Izumo", 9.0, 0)]);
    let text = book(&[opened.clone(), (true, vec![shot("Izumo", 9.0, 0), volley(vec![ship("Azuma"), ship("Iwate")])])]);
    assert!(text.contains("Three ships fire and nobody is hit."), "{text}");
    let text = book(&[opened.clone(), (true, vec![volley(vec![]), volley(vec![])])]);
    assert!(text.contains("Unseen guns fire and nobody is hit."), "{text}");
    let text = book(&[opened, (true, vec![volley(vec![]), volley(vec![ship("Azuma")])])]);
    assert!(text.contains("One ship and unseen guns fire and nobody is hit."), "{text}");
}

/// A ship that hit with one battery is not among those that fired in vain with another.
#[test]
fn only_ships_whose_every_shot_missed_are_counted_as_without_a_hit() {
    let opened = (true, vec![shot("Izumo", 9.0, 1)]);
    let fired = vec![shot("Izumo", 8.0, 1), shot("Izumo", 8.1, 0), shot("Azuma", 8.2, 0)];
    let text = flat(&book(&[opened.clone(), (true, fired)]));
    assert!(text.contains("One other ship fires at 8.2 inches without a hit."), "{text}");
    let text = book(&[opened, (true, vec![shot("Izumo", 8.0, 1), shot("Izumo", 8.1, 0)])]);
    assert!(!text.contains("without a hit"), "{text}");
}

#[test]
fn damage_of_a_kind_is_added_up() {
    let damaged = |clauses: &[&str]| {
        let all = clauses.iter().map(|clause| Incident::Damaged(ship("Rurik"), (*clause).to_owned()));
        flat(&book(&[(true, all.collect())]))
    };
    let (quarter, flotation) = ("loses a quarter of its lighter guns", "takes a flotation hit");
    let text = damaged(&[quarter, "takes a hit without effect", quarter, "takes a hit without effect"]);
    assert!(text.contains("Rurik loses half of its lighter guns and takes two hits without effect."), "{text}");
    let text = damaged(&[flotation, quarter, flotation, "has no lighter guns left", "has no lighter guns left"]);
    let told = "takes two flotation hits, loses a quarter of its lighter guns and has no lighter guns left.";
    assert!(text.contains(told), "{text}");
}

/// A torpedo that sinks a ship is told in the text, however many ships hit with guns.
#[test]
fn the_cause_of_a_loss_stays_in_the_text() {
    let mut incidents: Vec<Incident> = (0..8).map(|index| shot(&format!("S{index}"), 8.0, 1)).collect();
    let (by, target) = (Some(ship("Iwate")), Some(ship("Apraksin")));
    incidents.push(Incident::Torpedoed { by, target, hits: 1, is_coup: true, is_single: true });
    incidents.push(lost("Apraksin"));
    let text = flat(&book(&[(true, incidents)]));
    let (told, _) = text.split_once("Also in turn").unwrap();
    assert!(told.contains("Iwate tries the coup de grâce on Apraksin, and a torpedo hits."), "{text}");
}

#[test]
fn what_happens_twice_in_a_turn_is_counted() {
    let target = Some(ship("Rurik"));
    let torpedo = Incident::Torpedoed { by: None, target, hits: 1, is_coup: false, is_single: false };
    let once = book(&[(true, vec![torpedo.clone()])]);
    assert!(once.contains("A torpedo hits Rurik."), "{once}");
    let twice = book(&[(true, vec![torpedo.clone(), torpedo])]);
    assert!(twice.contains("A torpedo hits Rurik twice."), "{twice}");
}

#[test]
fn a_book_with_any_two_incidents_exchanged_differs() {
    let incidents = [
        Incident::Noted("grey dawn".to_owned()),
        Incident::OrdersMissed(ship("Izumo")),
        Incident::Entered(ship("Naniwa")),
        Incident::Turned(ship("Izumo"), 90),
        Incident::Turned(ship("Izumo"), -90),
        Incident::MadeSmoke(ship("Izumo")),
        Incident::Sighted(ship("Rurik")),
        Incident::LostFromSight(ship("Rurik")),
        Incident::Lit { by: Some(ship("Izumo")), target: ship("Rurik") },
        shot("Izumo", 9.0, 0),
        shot("Azuma", 9.0, 1),
        Incident::LaunchedTorpedoes(ship("Izumo")),
        Incident::Torpedoed {
            by: Some(ship("Iwate")),
            target: Some(ship("Rurik")),
            hits: 1,
            is_coup: true,
            is_single: true,
        },
        Incident::Damaged(ship("Rurik"), "loses its fore mount".to_owned()),
        Incident::Repaired(ship("Rurik"), "puts out a fire".to_owned()),
        Incident::Repaired(ship("Rurik"), "finds its rudder beyond repair".to_owned()),
        lost("Rurik"),
        Incident::Left(ship("Izumo"), Some("northern")),
        Incident::Collided(ship("Izumo"), ship("Azuma")),
        Incident::Mined(ship("Izumo"), 1),
        Incident::Ended("The battle ends: turn 20 was the last.".to_owned()),
        Incident::MagazineHeld(ship("Izumo")),
        Incident::ForceFlag(ship("Izumo")),
    ];
    let text =
        |order: &[Incident]| book(&order.iter().map(|incident| (true, vec![incident.clone()])).collect::<Vec<_>>());
    let plain = text(&incidents);
    for left in 0..incidents.len() {
        for right in left + 1..incidents.len() {
            let mut exchanged = incidents.to_vec();
            exchanged.swap(left, right);
            assert_ne!(text(&exchanged), plain, "{:?} and {:?}", incidents[left], incidents[right]);
        }
    }
}
