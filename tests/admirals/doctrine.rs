//! A captain fights as its card says.
use admirals::{Captain, Choice, Memory, PendingDecision, Policy, Task, fight, pending_decisions};
use geometry::range_in;
use naval::model::doctrine::{Alarm, DesiredRange, Doctrine, TargetChoice};
use naval::model::{Element, Setup};
use naval::{Command, Id, Naval, Segment, SideId, State, view::PlayerView};
use naval_kit::scenario;
use play::{Game, Rng};

use crate::battles::never;

pub fn card(change: impl FnOnce(&mut Doctrine)) -> Doctrine {
    let mut card = Doctrine::default_card();
    change(&mut card);
    card
}

fn cards() -> Vec<Doctrine> {
    load::doctrines(&naval_kit::builtin()).unwrap()
}

/// What a captain with this card orders for a task.
pub fn answers(state: &State, side: &str, task: Task, card: &Doctrine, memory: &Memory) -> Vec<Choice> {
    let player_view = PlayerView::for_side(state, &SideId::new(side));
    let decisions: Vec<PendingDecision> =
        pending_decisions(&player_view).into_iter().filter(|decision| decision.task == task).collect();
    let captain = Captain::new(card.clone());
    decisions.iter().flat_map(|decision| captain.choose(&player_view, memory, decision, &mut Rng(1), &never)).collect()
}

/// The state of a battle between these captains at the beginning of a segment.
pub fn state_at(setup: &Setup, cards: [&Doctrine; 2], turn: u16, segment: Segment) -> State {
    let [left, right] = cards.map(|card| Captain::new(card.clone()));
    let battle = fight(setup, &[&left, &right], 7, true, &never);
    let mut state = Naval::initial_state(setup);
    for applied in &battle.commands {
        if state.turn == turn && state.segment == segment {
            break;
        }
        play::apply_all::<Naval>(&mut state, &applied.events);
    }
    assert_eq!((state.turn, state.segment), (turn, segment), "the battle reaches this segment");
    state
}

/// The distance between the nearest enemies, turn by turn, while both sides are present.
fn ranges(setup: &Setup, cards: [&Doctrine; 2]) -> Vec<f64> {
    let [left, right] = cards.map(|card| Captain::new(card.clone()));
    let battle = fight(setup, &[&left, &right], 7, true, &never);
    let (mut state, mut turn, mut ranges) = (Naval::initial_state(setup), 0, Vec::new());
    for applied in &battle.commands {
        play::apply_all::<Naval>(&mut state, &applied.events);
        if turn < state.turn {
            turn = state.turn;
            ranges.extend(nearest(&state));
        }
    }
    ranges
}

fn nearest(state: &State) -> Option<f64> {
    let side = &state.setup.sides[0].id;
    let all = || {
        state
            .ships_in_action()
            .filter(|ship| ship.is_in_action())
            .filter_map(|ship| Some((&ship.side, ship.at?.point())))
    };
    let apart = all()
        .filter(|(owner, _)| *owner == side)
        .flat_map(|(_, pose)| all().filter(|(owner, _)| *owner != side).map(move |(_, other)| range_in(pose, other)));
    apart.min_by(f64::total_cmp)
}

fn seeking(from: f64, to: f64) -> Doctrine {
    card(|card| {
        card.range = Some(DesiredRange { open: 25.0, seek: [from, to], least: 0.0 });
        card.withdraw.strength = 0.0;
    })
}

#[test]
fn historical_battles_have_their_historical_commanders() {
    for (name, side, admiral) in [
        ("ulsan", "japan", "kamimura"),
        ("ulsan", "russia", "jessen"),
        ("tsushima", "japan", "togo"),
        ("tsushima", "russia", "rozhestvensky"),
        ("tsushima-night", "russia", "nebogatov"),
        ("yellow-sea", "russia", "vitgeft"),
        ("port-arthur", "russia", "stark"),
        ("chemulpo", "japan", "uryu"),
        ("coronel", "britain", "cradock"),
        ("coronel", "germany", "spee"),
        ("falklands", "britain", "sturdee"),
        ("dogger-bank", "britain", "beatty"),
        ("dogger-bank", "germany", "hipper"),
        ("jutland-1830", "britain", "jellicoe"),
        ("jutland-1830", "germany", "scheer"),
        ("jutland-run-south", "germany", "hipper"),
        ("cape-sarych", "ottoman", "souchon-black-sea"),
        ("goeben-1914", "germany", "souchon"),
        ("goeben-1914", "britain", "troubridge"),
        ("otranto", "austria", "horthy"),
        ("moon-sound", "germany", "behncke"),
        ("moon-sound", "russia", "bakhirev"),
        ("heligoland-1917", "britain", "napier"),
        ("drill-boats-attack", "japan", "plain-japan"),
        ("elli", "greece", "plain-greece"),
        ("generated-yellow-sea", "russia", "plain-russia"),
    ] {
        let found = Doctrine::for_side(&cards(), &scenario(name), &SideId::new(side));
        assert_eq!(found.id.as_str(), admiral, "{name}, {side}");
    }
    let (mut setup, cards) = (scenario("ulsan"), cards());
    setup.date = "1914-08-14".parse().unwrap();
    let later = Doctrine::for_side(&cards, &setup, &SideId::new("japan"));
    assert_eq!(later.id.as_str(), "plain-japan", "a card holds for its days alone");
}

#[test]
fn bolder_captains_give_less_weight_to_points_lost() {
    for (aggression, weight) in [(0.0, 2.0), (0.5, 1.0), (1.0, 0.5)] {
        assert!((card(|card| card.aggression = aggression).suffered_weight() - weight).abs() < 1e-12);
    }
}

#[test]
fn lines_keep_the_range_that_the_card_seeks() {
    let setup = scenario("drill-two-lines");
    let mean = |card: &Doctrine| {
        let ranges = ranges(&setup, [card, card]);
        let last = &ranges[ranges.len() / 2..];
        last.iter().sum::<f64>() / last.len() as f64
    };
    let (near, far) = (mean(&seeking(3.0, 5.0)), mean(&seeking(11.0, 13.0)));
    assert!(near + 3.0 < far, "near {near:.1}, far {far:.1}");
}

#[test]
fn r6_1_fire_opens_within_the_cards_range_unless_a_ship_has_fired() {
    let setup = scenario("ulsan");
    let plain = Doctrine::default_card();
    let state = state_at(&setup, [&plain, &plain], 1, Segment::Gunfire);
    let far = nearest(&state).unwrap();
    let holds = card(|card| card.range = Some(DesiredRange { open: far - 1.0, seek: [3.0, 4.0], least: 0.0 }));
    let opens = card(|card| card.range = Some(DesiredRange { open: far + 2.0, seek: [3.0, 4.0], least: 0.0 }));
    let quiet = Memory::default();
    let fired = Memory { has_opened_fire: true, ..Memory::default() };
    let big = |card: &Doctrine, memory: &Memory| answers(&state, "russia", Task::BigGuns, card, memory).len();
    assert_eq!(big(&holds, &quiet), 0);
    assert!(0 < big(&opens, &quiet));
    assert_eq!(big(&holds, &fired), big(&opens, &fired));
}

#[test]
fn an_alarm_that_has_not_occurred_changes_no_plot() {
    let setup = scenario("tsushima-night");
    let plain = Doctrine::default_card();
    let state = state_at(&setup, [&plain, &plain], 2, Segment::Plotting);
    let plots = |card: &Doctrine| {
        let command_text = |choice: Choice| format!("{:?}", choice.command);
        answers(&state, "russia", Task::Plots, card, &Memory::default())
            .into_iter()
            .map(command_text)
            .collect::<Vec<_>>()
    };
    let calm = card(|card| card.withdraw.strength = 0.0);
    for alarm in Alarm::ALL {
        let raised = card(|card| {
            card.withdraw.strength = 0.0;
            card.withdraw.when = vec![alarm];
        });
        // These two alarms may have occurred, the others have not.
        let expected = alarm == Alarm::Dark || alarm == Alarm::HalfSpeed;
        assert!(expected || plots(&raised) == plots(&calm), "{alarm:?}");
    }
}

#[test]
fn a_line_turns_by_at_most_the_angle_on_the_card() {
    let setup = scenario("ulsan");
    let narrow = card(|card| card.turns.most_deg = 30);
    let battle = fight(&setup, &[&Captain::new(narrow.clone()), &Captain::new(narrow)], 7, true, &never);
    let turns = battle.commands.iter().filter_map(|applied| match &applied.command {
        Command::Plot { plot, .. } => Some(plot.elements.clone()),
        _ => None,
    });
    let degrees: Vec<u16> = turns
        .flatten()
        .filter_map(|element| if let Element::Turn(turn) = element { Some(turn.degrees) } else { None })
        .collect();
    let wide = degrees.iter().filter(|degrees| 30 < **degrees).count();
    assert!(!degrees.is_empty() && wide * 10 <= degrees.len(), "except in danger: {degrees:?}");
}

#[test]
fn r3_3_5_the_card_picks_targets_where_expected_fire_is_equal() {
    let setup = scenario("tsushima");
    let plain = Doctrine::default_card();
    let targets = |turn: u16, choice_of_target: TargetChoice| -> Vec<Id> {
        let state = state_at(&setup, [&plain, &plain], turn, Segment::Gunfire);
        let target_card = card(|card| card.targets = choice_of_target);
        let all = answers(&state, "japan", Task::BigGuns, &target_card, &Memory::default());
        let target =
            |choice: Choice| if let Command::Target(target) = choice.command { Some(target.target) } else { None };
        all.into_iter().filter_map(target).collect()
    };
    assert!(!targets(2, TargetChoice::Flag).is_empty());
    // If the fire leaves no choice in a turn, both cards pick the same targets.
    let alike = (1..=5).all(|turn| targets(turn, TargetChoice::Flag) == targets(turn, TargetChoice::Opposite));
    assert!(!alike, "the targets were the same in all five turns: {:?}", targets(2, TargetChoice::Flag));
}
