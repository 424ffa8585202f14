//! Advice in ten lines, at the limits of what it shows.
use super::{OneAnswer, with_scenario};
use admirals::{ScoredOption, Task, Term, TermKind};
use naval::{SideId, State, notation};
use play::{Millionths, Rule};
use session::naval::advice_brief::SideAdvice;

fn ulsan() -> State {
    let mut state = None;
    with_scenario("ulsan", &OneAnswer::default(), |session| state = Some(session.state().clone()));
    state.unwrap()
}

/// An order as typed, with these terms in millionths of a point.
fn option(state: &State, line: &str, terms: &[(TermKind, i64)]) -> ScoredOption {
    let command = notation::parse(state, line).unwrap().command;
    let term =
        |(kind, points): &(TermKind, i64)| Term { kind: *kind, points: Millionths(*points), rule: Rule::new("6.5.1") };
    ScoredOption::from_terms(command, terms.iter().map(term).collect())
}

/// An order that deals this much.
fn shot(state: &State, line: &str, dealt: i64) -> ScoredOption {
    option(state, line, &[(TermKind::Dealt, dealt)])
}

/// The brief advice on these decisions of Japan. The first option of each is ordered.
fn brief(state: &State, decisions: Vec<(Task, bool, Vec<ScoredOption>)>, max_lines: usize) -> String {
    let mut advice = SideAdvice::new(&SideId::new("japan"), state.clone());
    for (task, is_ordered, options) in decisions {
        advice.add(task, is_ordered, options);
    }
    advice.brief_lines(max_lines).unwrap_or_default()
}

fn guns(options: Vec<ScoredOption>) -> (Task, bool, Vec<ScoredOption>) {
    (Task::BigGuns, true, options)
}

fn plots(is_ordered: bool, options: Vec<ScoredOption>) -> (Task, bool, Vec<ScoredOption>) {
    (Task::Plots, is_ordered, options)
}

#[test]
fn differences_under_half_a_hundredth_cost_nothing() {
    let state = ulsan();
    for (other, cost) in
        [(95_000, "costs 0.01"), (95_001, "costs nothing"), (104_999, "costs nothing"), (105_000, "scores 0.01 more")]
    {
        let options = vec![shot(&state, "izumo>rossia b", 100_000), shot(&state, "izumo>rurik b", other)];
        let text = brief(&state, vec![guns(options)], 10);
        assert!(text.ends_with(&format!("izumo>rurik b {cost}")), "{text}");
    }
}

#[test]
fn no_order_is_next_best_only_where_every_other_does_harm() {
    let state = ulsan();
    let with_other = |other: i64| {
        let options = vec![shot(&state, "izumo>rossia b", 100_000), shot(&state, "izumo>rurik b", other)];
        brief(&state, vec![guns(options)], 10)
    };
    assert!(with_other(0).ends_with("izumo>rurik b costs 0.10"), "{}", with_other(0));
    assert!(with_other(-1).ends_with("      fire dealt [6.5.1]; inaction costs 0.10"), "{}", with_other(-1));
    // A division must plot.
    let plot = |line: &str, points| option(&state, line, &[(TermKind::Course, points)]);
    let text = brief(&state, vec![plots(true, vec![plot("plot 2nd 2", -1), plot("plot 2nd CR15 speed 2", -2)])], 10);
    assert!(text.ends_with("plot 2nd CR15 speed 2.0 costs nothing"), "{text}");
}

/// An order without alternatives is compared with the best that the player rejected and that is no better.
#[test]
fn an_order_is_compared_with_one_rejected_for_the_same_unit() {
    let state = ulsan();
    let plot = |line: &str, points| option(&state, line, &[(TermKind::Course, points)]);
    let with_rejected = |rejected: Vec<ScoredOption>| {
        brief(&state, vec![plots(true, vec![plot("plot 2nd 2", -200_000)]), plots(false, rejected)], 10)
    };
    let text = with_rejected(vec![plot("plot 2nd CR15 speed 2", -200_000), plot("plot 2nd CR30 speed 2", -300_000)]);
    assert!(text.ends_with("plot 2nd CR15 speed 2.0 costs nothing"), "{text}");
    let text = with_rejected(vec![plot("plot 2nd CR15 speed 2", -199_999), plot("plot 2nd CR30 speed 2", -300_000)]);
    assert!(
        text.ends_with("\n      nearer the preferred course [6.5.1]; plot 2nd CR30 speed 2.0 costs 0.10"),
        "{text}"
    );
    let text = with_rejected(vec![plot("plot vladivostok 2", -300_000)]);
    assert_eq!(text, "Japan, course and speed\n  plot 2nd 2\n      preferred course [6.5.1]");
}

/// Up to three reasons, each at least a quarter of the weightiest, and as many as fit on a line.
#[test]
fn the_weightiest_reasons_are_given() {
    let state = ulsan();
    let short = [(TermKind::Kind, 400_000), (TermKind::Range, 100_000)];
    let near = [(TermKind::Kind, 400_000), (TermKind::Range, 99_999)];
    let why = |terms: &[(TermKind, i64)]| {
        let text = brief(&state, vec![guns(vec![option(&state, "izumo>rossia b", terms)])], 10);
        text.lines().nth(2).unwrap().trim().to_owned()
    };
    assert!(why(&short).starts_with("kind of ship [6.5.1], range [6.5.1]; inaction"), "{}", why(&short));
    assert!(why(&near).starts_with("kind of ship [6.5.1]; inaction"), "{}", why(&near));
    let four = [TermKind::Kind, TermKind::Range, TermKind::Speed, TermKind::Place].map(|kind| (kind, 400_000));
    assert!(why(&four).starts_with("kind of ship [6.5.1], range [6.5.1], speed [6.5.1]; inaction"), "{}", why(&four));
    // Over another order only what it gains counts.
    let other = option(&state, "izumo>rurik b", &[(TermKind::Dealt, 10_000), (TermKind::Range, 300_000)]);
    let chosen = option(&state, "izumo>rossia b", &[(TermKind::Dealt, 400_000), (TermKind::Range, 100_000)]);
    let text = brief(&state, vec![guns(vec![chosen, other])], 10);
    assert!(text.ends_with("      more fire dealt [6.5.1]; izumo>rurik b costs 0.19"), "{text}");
}

/// Shots at whom they hardly hurt come last and without reasons.
#[test]
fn orders_as_good_as_none_come_last() {
    let state = ulsan();
    let with_first = |dealt: i64| {
        let decisions = [("izumo>rossia b", dealt), ("azuma>rossia b", 50_000)];
        let decisions = decisions.map(|(line, dealt)| guns(vec![shot(&state, line, dealt)]));
        brief(&state, decisions.into(), 10)
    };
    let lines = |text: String| text.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>();
    let explained = lines(with_first(5_000));
    assert_eq!(explained[1..3], ["izumo>rossia b", "fire dealt [6.5.1]; inaction costs 0.01"]);
    let idle = lines(with_first(4_999));
    assert_eq!(idle[1..], ["azuma>rossia b", "fire dealt [6.5.1]; inaction costs 0.05", "izumo>rossia b"]);
}

/// Everything is explained if it fits. Otherwise the orders with the highest stakes are, and the others share lines of up
/// to 80 columns.
#[test]
fn as_many_orders_as_fit_are_explained_and_the_others_share_lines() {
    let state = ulsan();
    let shots =
        ["izumo>rossia b", "azuma>rossia b", "iwate>rossia b", "izumo>rossia m", "azuma>rossia m", "iwate>rossia m"];
    let shots: Vec<&str> = [&shots[..], &["izumo>rossia l"]].concat();
    let advice = |count: usize, max_lines: usize| {
        let decisions = shots[..count].iter().zip(1..).map(|(line, n)| guns(vec![shot(&state, line, n * 10_000)]));
        brief(&state, decisions.collect(), max_lines)
    };
    let all = advice(4, 9);
    assert!(all.lines().count() == 9 && all.matches("inaction costs").count() == 4, "{all}");
    let tight = advice(4, 8);
    assert_eq!(tight.lines().count(), 8, "{tight}");
    assert!(tight.ends_with("\n  izumo>rossia b") && tight.matches("inaction costs").count() == 3, "{tight}");
    // Five orders of 14 letters fill a line of 80 columns. Two are explained.
    let shared = "  izumo>rossia b; azuma>rossia b; iwate>rossia b; izumo>rossia m; azuma>rossia m";
    assert_eq!(shared.len(), 80);
    let full = advice(7, 6);
    assert!(full.ends_with(shared) && full.starts_with("Japan, big guns\n  iwate>rossia m\n"), "{full}");
    // One line less shows none of the others, and the heading says so.
    let cut = advice(7, 5);
    assert!(cut.starts_with("Japan, big guns: 2 of 7 orders\n") && cut.lines().count() == 5, "{cut}");
    // With one order more, the last of the others would need a line of its own.
    let decisions = |lines: &[&str]| {
        let numbered = lines.iter().zip(1..).map(|(line, n)| guns(vec![shot(&state, line, n * 10_000)]));
        numbered.collect::<Vec<_>>()
    };
    let longer = [&shots[..4], &["tokiwa>rossia m"], &shots[5..]].concat();
    let text = brief(&state, decisions(&longer), 6);
    assert!(text.starts_with("Japan, big guns: 6 of 7 orders\n") && text.ends_with("; izumo>rossia m"), "{text}");
    assert!(brief(&state, Vec::new(), 10).is_empty());
}
