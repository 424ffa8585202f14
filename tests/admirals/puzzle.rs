//! Decisions that make puzzles: how they are found, measured and graded.
use admirals::{
    BattleStart, Captain, Commander, Level, Midshipman, Player, fight,
    puzzle::{
        AnswerMeasurement, MeasurementState, NoPuzzleReason, PuzzleDecision, ScreenedDecision, ScreeningBudget,
        ScreeningOutcome, choices_of, decisions, is_same_course, order_kind, screen_decisions,
    },
};
use naval::model::puzzle::{MeasuredAnswer, Puzzle, PuzzleKind};
use naval::model::{Setup, doctrine::Doctrine};
use naval::{Command, Id, Naval, NavalEvent, SideId, notation};
use naval_kit::scenario;
use play::journal::Journal;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::battles::never;

fn answer(points: f64, midshipman: bool) -> MeasuredAnswer {
    let line = Some(format!("an order worth {points}"));
    MeasuredAnswer { line, points, error: 0.0, battles: 200, midshipman, captain: false }
}

fn puzzle(points: &[f64], midshipman: f64) -> Puzzle {
    let answers = points.iter().map(|point| answer(*point, false)).chain([answer(midshipman, true)]);
    Puzzle {
        id: Id::new("test"),
        side: SideId::new("japan"),
        asks: PuzzleKind::Plot,
        unit: Id::new("1st"),
        about: None,
        remark: None,
        command: String::new(),
        seed: 1,
        players: 1,
        answers: answers.collect(),
        journal: String::new(),
    }
}

#[test]
fn an_answer_is_graded_between_the_best_and_the_midshipmans() {
    let graded = |points: &[f64], midshipman: f64| {
        let puzzle = puzzle(points, midshipman);
        puzzle.answers.iter().map(|answer| puzzle.grade(answer)).collect::<Vec<u8>>()
    };
    // A tenth below the best counts as equal, a thousandth more does not; half a point is nearly as good.
    assert_eq!(graded(&[4.0, 3.9, 3.899, 3.5, 3.499, 0.001], 0.0), [3, 3, 2, 2, 1, 1, 0]);
    // A thousandth above the midshipman's answer, equal to it, and below it.
    assert_eq!(graded(&[4.0, -1.999, -2.0, -2.001], -2.0), [3, 1, 0, 0, 0]);
    // The midshipman's own answer is graded like any other.
    assert_eq!(graded(&[4.0, 1.0], 3.6), [3, 0, 2]);
    assert_eq!(graded(&[1.0], 4.0), [0, 3]);
    // Figures without an exact binary fraction: 0.1 below is still 0.1 below.
    assert_eq!(graded(&[0.3, 0.2, -0.2], -5.0), [3, 3, 2, 0]);
}

/// Measures answers of these values, with noise that they partly share, and returns how the measurement ends.
fn measured(worths: &[i32], midshipman: usize, most: usize) -> (MeasurementState, Vec<MeasuredAnswer>) {
    let mut measuring = AnswerMeasurement::new(worths.len(), midshipman, most);
    loop {
        match measuring.state() {
            MeasurementState::NeedsBattles(wants, upto) => {
                assert!(upto <= most && !wants.is_empty());
                for want in wants {
                    let noise = |index: usize| (index * (7 + 2 * want) % 5) as i32 - 2;
                    let margins: Vec<i32> =
                        (measuring.battles(want)..upto).map(|index| worths[want] + noise(index)).collect();
                    assert!(!margins.is_empty(), "a measurement that needs battles gets some");
                    measuring.add_margins(want, margins);
                }
            }
            found => return (found, measuring.measured()),
        }
    }
}

#[test]
fn a_puzzle_needs_a_best_answer_distinct_from_the_second() {
    let (found, answers) = measured(&[1, 3, 0], 0, 640);
    assert_eq!(found, MeasurementState::Puzzle);
    let points: Vec<f64> = answers.iter().map(|answer| answer.points).collect();
    assert!((points[1] - points[0] - 2.0).abs() < 0.2 && (points[1] - points[2] - 3.0).abs() < 0.2, "{points:?}");
    assert!(answers[0].midshipman && !answers[1].midshipman);
    assert!(answers.iter().all(|answer| 4.0 * answer.error < 2.0) && 200 <= answers[1].battles);
    // Two answers of equal value make no puzzle. Neither does one that the midshipman solves or matches.
    assert_eq!(measured(&[1, 3, 3], 0, 640).0, MeasurementState::Nothing(NoPuzzleReason::Second));
    assert_eq!(measured(&[1, 3, 0], 1, 640).0, MeasurementState::Nothing(NoPuzzleReason::Midshipman));
    assert_eq!(measured(&[3, 3, 0], 0, 640).0, MeasurementState::Nothing(NoPuzzleReason::NoDifference));
    // Answers that are clearly worse get no more battles.
    let (_, answers) = measured(&[0, 1, -20], 0, 640);
    assert!(answers[2].battles < answers[1].battles, "{answers:?}");
}

/// Two answers: in all battles the first gains this and the second nothing; `luck` is added and subtracted in turn.
fn lead_after(gain: i32, luck: i32, midshipman: usize) -> AnswerMeasurement {
    let mut measuring = AnswerMeasurement::new(2, midshipman, 1_600);
    measuring.add_margins(0, (0..32).map(|index| gain + if index % 2 == 0 { luck } else { -luck }));
    measuring.add_margins(1, [0; 32]);
    measuring
}

#[test]
fn a_decisions_lead_grows_with_the_certainty_of_its_best_answer() {
    // Half a point in every battle is just enough; if the midshipman has the best answer, the lead is as far below 0.
    assert_eq!((lead_after(1, 0, 1).lead(), lead_after(2, 0, 1).lead(), lead_after(1, 0, 0).lead()), (2.0, 4.0, -2.0));
    assert!(
        lead_after(2, 20, 1).lead() < lead_after(2, 10, 1).lead()
            && lead_after(2, 10, 1).lead() < lead_after(2, 0, 1).lead()
    );
    assert_eq!(AnswerMeasurement::new(2, 0, 40).lead(), 0.0, "nothing is known before any battle");
    // A small difference may be luck while battles remain, so it is not given up at once.
    assert_eq!(lead_after(0, 0, 1).state(), MeasurementState::Nothing(NoPuzzleReason::NoDifference));
    assert!(matches!(lead_after(0, 4, 1).state(), MeasurementState::NeedsBattles(_, 80)));
    assert!(
        matches!(lead_after(0, 4, 0).state(), MeasurementState::NeedsBattles(_, 80)),
        "the same if the midshipman looks as good"
    );
    assert_eq!(lead_after(9, 4, 0).state(), MeasurementState::Nothing(NoPuzzleReason::Midshipman));
}

fn fought(setup: &Setup) -> (Vec<PuzzleDecision>, usize) {
    let plain = Captain::plain();
    let battle = fight(setup, &[&plain, &plain], 5, true, &never);
    let commander =
        |side: &naval::model::Side| (side.id.clone(), Commander::new(Level::Captain, Doctrine::default_card()));
    let captains: Vec<_> = setup.sides.iter().map(commander).collect();
    (decisions(setup, &captains, battle.commands.iter().map(|applied| &applied.events[..])), battle.commands.len())
}

#[test]
fn decisions_have_other_answers_than_the_midshipmans_and_hide_nothing() {
    let (mut kinds, mut agreed, mut filled) = (Vec::new(), 0, 0);
    for name in ["drill-two-lines"] {
        let (found, applied) = fought(&scenario(name));
        assert!(!found.is_empty(), "{name}");
        for decision in &found {
            let player_view = decision.view();
            assert!(decision.commands_before < applied);
            let side = player_view.side();
            let enemies = player_view.state().ships_in_action().filter(|ship| ship.side != *side && ship.is_on_table());
            assert!(enemies.into_iter().all(|ship| ship.sighted), "{name}: an enemy on the table is not in sight");
            assert_eq!(decision.answers.iter().filter(|answer| answer.midshipman).count(), 1);
            assert_eq!(decision.answers.iter().filter(|answer| answer.captain).count(), 1);
            // A plot has at least four answers, as some turn always differs enough; other orders may have only two.
            let least = if decision.kind == PuzzleKind::Plot { 4 } else { 2 };
            assert!(least <= decision.answers.len(), "{least} or more: {:?}", decision.answers.len());
            filled += usize::from(decision.kind == PuzzleKind::Plot && decision.answers.len() == least);
            agreed += decision.answers.iter().filter(|answer| answer.midshipman && answer.captain).count();
            let commands: Vec<&Command> =
                decision.answers.iter().filter_map(|answer| answer.command.as_ref()).collect();
            for (place, command) in commands.iter().enumerate() {
                assert!(player_view.allows(command), "{command:?}");
                assert_eq!(order_kind(command), Some((decision.kind, &decision.unit)));
                assert!(
                    commands[..place].iter().all(|earlier| earlier != command && !is_same_course(earlier, command)),
                    "{commands:?}"
                );
            }
            kinds.push(decision.kind);
        }
    }
    for asks in [PuzzleKind::Plot, PuzzleKind::Target] {
        assert!(kinds.contains(&asks), "{asks:?} was not met: {kinds:?}");
    }
    assert!(0 < filled, "no plot was given turns until it had four answers, and then no more");
    assert!(0 < agreed && agreed < kinds.len(), "captain and midshipman agree in some: {agreed} of {}", kinds.len());
}

#[test]
fn successive_halving_gives_the_same_result_on_any_number_of_threads() {
    let setup = scenario("drill-two-lines");
    let captain = Captain::plain();
    let players: [Player<'_>; 2] = [&captain, &captain];
    let all = || last_decisions(&setup, 11);
    let count = all().len();
    let screen = |threads, stop: &(dyn Fn() -> bool + Sync)| {
        let effort = ScreeningBudget { max_battles: 64, seed: 3, threads };
        let mut progress = Vec::new();
        let mut tell = |_: &PuzzleDecision, battles: usize| progress.push(battles);
        let found = screen_decisions(all(), &players, effort, &mut tell, stop);
        let brief = |decision: &ScreenedDecision| {
            (decision.decision.turn, decision.decision.unit.clone(), decision.measuring.measured(), decision.outcome)
        };
        (found.iter().map(brief).collect::<Vec<_>>(), progress)
    };
    let (found, progress) = screen(1, &never);
    assert_eq!(
        (screen(2, &never), screen(7, &never)),
        ((found.clone(), progress.clone()), (found.clone(), progress.clone()))
    );
    // All decisions are tried, and at most half of them again.
    assert_eq!((found.len(), progress.iter().filter(|battles| **battles == 0).count()), (count, count));
    assert!(progress.iter().filter(|battles| **battles == 32).count() <= count.div_ceil(2), "{progress:?}");
    assert!(found.iter().all(|(_, _, answers, outcome)| !answers.is_empty() && *outcome != ScreeningOutcome::Stopped));
    let (stopped, _) = screen(1, &|| true);
    assert!(stopped.iter().all(|(_, _, answers, outcome)| answers.is_empty() && *outcome == ScreeningOutcome::Stopped));
}

/// The last decisions of a battle, which are soon simulated to its end.
fn last_decisions(setup: &Setup, count: usize) -> Vec<PuzzleDecision> {
    fought(setup).0.into_iter().rev().take(count).collect()
}

#[test]
fn in_each_round_the_leading_half_continues_and_at_least_four() {
    let setup = scenario("drill-two-lines");
    let captain = Captain::plain();
    let players: [Player<'_>; 2] = [&captain, &captain];
    // After a round, the first decision that must go on has 32 battles.
    let after_one = |decisions: Vec<PuzzleDecision>| {
        let is_over = AtomicBool::new(false);
        let mut tell = |_: &PuzzleDecision, fought: usize| {
            is_over.fetch_or(fought == 32, Ordering::Relaxed);
        };
        let effort = ScreeningBudget { max_battles: 640, seed: 3, threads: 2 };
        screen_decisions(decisions, &players, effort, &mut tell, &|| is_over.load(Ordering::Relaxed))
    };
    let is_open = |decision: &ScreenedDecision| {
        [ScreeningOutcome::Dropped, ScreeningOutcome::Stopped].contains(&decision.outcome)
    };
    let open: Vec<bool> = after_one(last_decisions(&setup, 36)).iter().map(is_open).collect();
    let open_decisions = |count: usize| {
        let all = last_decisions(&setup, 36).into_iter().zip(&open).filter(|(_, is_open)| **is_open);
        all.map(|(decision, _)| decision).take(count).collect::<Vec<PuzzleDecision>>()
    };
    // Of twelve decisions six go on, of six four.
    for (count, most) in [(12, 6), (6, 4)] {
        let all = after_one(open_decisions(count));
        assert_eq!(all.len(), count);
        let leads = |outcome: ScreeningOutcome| -> Vec<f64> {
            let such = all.iter().filter(|decision| decision.outcome == outcome);
            such.map(|decision| decision.measuring.lead()).collect()
        };
        let (stopped, dropped) = (leads(ScreeningOutcome::Stopped), leads(ScreeningOutcome::Dropped));
        assert_eq!((stopped.len(), dropped.len()), (most, count - most), "{stopped:?} go on, {dropped:?} are dropped");
        assert!(
            dropped.iter().all(|low| stopped.iter().all(|high| low <= high)),
            "{dropped:?} are dropped, {stopped:?} go on"
        );
    }
}

#[test]
fn an_answer_is_simulated_reproducibly_and_nothing_replaces_it() {
    let (found, _) = fought(&scenario("drill-two-lines"));
    let captain = Captain::plain();
    let players: [Player<'_>; 2] = [&captain, &captain];
    let targets = found.iter().filter(|decision| decision.kind == PuzzleKind::Target);
    let decision = targets.max_by_key(|decision| decision.turn).unwrap();
    for answer in 0..decision.answers.len() {
        let play = |seed| decision.final_margin(answer, &players, seed, &never).unwrap();
        assert_eq!((play(1), play(2)), (play(1), play(2)));
        assert!(decision.final_margin(answer, &players, 1, &|| true).is_none(), "what is stopped gives no result");
    }
}

/// This holds while the players are those that measured the puzzles.
#[test]
fn the_midshipman_answers_built_in_puzzles_as_their_tables_say() {
    let sources = naval_kit::builtin();
    let all = load::puzzle_names(&sources).into_iter().map(|name| load::puzzle(&sources, &name).unwrap());
    for puzzle in all.filter(|puzzle| puzzle.players == admirals::EDITION) {
        let journal = Journal::<Naval>::read("naval", puzzle.journal.as_bytes()).unwrap().journal;
        let commands = journal.commands();
        let events = commands.iter().map(|applied| -> &[NavalEvent] { applied.events });
        let start = BattleStart::after_commands(&journal.header().setup, events);
        let (player_view, memory) = (start.view(&puzzle.side), start.memory(&puzzle.side).unwrap());
        let orders = choices_of(&Midshipman, &player_view, memory, puzzle.asks);
        let order_given = orders.iter().find(|order| order_kind(&order.command) == Some((puzzle.asks, &puzzle.unit)));
        let expected = puzzle.answers.iter().find(|answer| answer.midshipman).unwrap();
        assert_eq!(
            order_given.map(|order| notation::print(player_view.state(), &order.command)),
            expected.line,
            "{}",
            puzzle.id
        );
        assert!(expected != puzzle.best().unwrap(), "{}: the midshipman's answer is not the best", puzzle.id);
    }
}
