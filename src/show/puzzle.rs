//! Puzzles: the situation, the question, and the value of an answer.
use serde_json::{Value, json};

use crate::{briefing, fold_paragraph, plain_table, status_json};
use naval::model::puzzle::{MeasuredAnswer, Puzzle, PuzzleKind};
use naval::view::View;

/// Returns the side's own briefing, and the question.
pub fn puzzle_text(view: &View, puzzle: &Puzzle) -> String {
    format!("{}\n\n{}", briefing(view), question(view, puzzle))
}

/// Returns the question, and how to answer it.
pub fn question(view: &View, puzzle: &Puzzle) -> String {
    let (side, unit) = (view.name(&puzzle.side), view.name(&puzzle.unit));
    let task = match puzzle.asks {
        PuzzleKind::Plot => format!("what course and speed for {unit} [5.7]?"),
        PuzzleKind::Launch => format!("which target for torpedoes of {unit}, if any [7.4]?"),
        PuzzleKind::Target => format!("which target for the big guns of {unit} [6.5.1]?"),
        PuzzleKind::Repair => format!("which damage to repair aboard {unit} [8.6]?"),
    };
    let (verb, nothing) = (puzzle.asks.verb(), if may_be_nothing(puzzle) { ", or `nothing`" } else { "" });
    let mut text = format!("{side}, turn {}: {task} Answer with an order: `{verb} ...`{nothing}.", view.turn);
    if let Some(remark) = &puzzle.remark {
        text += &format!(" {remark}");
    }
    fold_paragraph(&text, 0)
}

fn may_be_nothing(puzzle: &Puzzle) -> bool {
    puzzle.answers.iter().any(|answer| answer.line.is_none())
}

/// Returns the puzzle as JSON, with the state as the side may know it.
pub fn puzzle_json(view: &View, puzzle: &Puzzle) -> Value {
    json!({
        "puzzle": puzzle.id, "title": view.setup.title, "side": puzzle.side, "turn": view.turn, "asks": puzzle.asks,
        "unit": puzzle.unit, "question": question(view, puzzle), "state": status_json(view),
    })
}

/// Returns the grade of the answer at an index, with the values of all answers.
pub fn grade_text(puzzle: &Puzzle, index: usize) -> String {
    let Some(answer) = puzzle.answers.get(index) else { return String::new() };
    let grade = puzzle.grade(answer);
    let best = puzzle.best().map_or(answer.points, |best| best.points);
    let verdict = match grade {
        3 => "as good as the best measured answer".to_owned(),
        2 => format!("{:.2} points below the best", best - answer.points),
        1 => format!("{:.2} points below the best, and better than the midshipman's", best - answer.points),
        _ => format!("{:.2} points below the best, and no better than the midshipman's", best - answer.points),
    };
    let row = |(place, measured): (usize, &MeasuredAnswer)| {
        let mark = if place == index { "*" } else { "" };
        let below = if measured.points == best { String::new() } else { format!("{:+.2}", measured.points - best) };
        vec![
            mark.to_owned(),
            answer_line(measured).to_owned(),
            format!("{:+.2}", measured.points),
            below,
            format!("{:.2}", measured.error),
            measured.battles.to_string(),
            answered_by(measured).to_owned(),
        ]
    };
    let rows = puzzle.answers.iter().enumerate().map(row).collect();
    let heading = ["", "answer", "points", "to best", "se", "battles", ""];
    let about = puzzle
        .about
        .as_ref()
        .map_or_else(String::new, |about| format!("\n{}", fold_paragraph(&format!("It is about {about}."), 0)));
    format!("{grade} of 3: {verdict}.{about}\n\n{}", plain_table(&heading, &[2, 3, 4, 5], rows))
}

pub fn graded_json(puzzle: &Puzzle, index: usize) -> Value {
    let answer = puzzle.answers.get(index);
    json!({
        "puzzle": puzzle.id, "answer": answer.map(answer_line), "grade": answer.map(|answer| puzzle.grade(answer)),
        "points": answer.map(|answer| answer.points), "answers": puzzle.answers, "command": puzzle.command,
    })
}

/// Returns an answer's line, or `nothing`.
pub fn answer_line(answer: &MeasuredAnswer) -> &str {
    answer.line.as_deref().unwrap_or("nothing")
}

fn answered_by(answer: &MeasuredAnswer) -> &'static str {
    match (answer.captain, answer.midshipman) {
        (true, true) => "captain, midshipman",
        (true, false) => "captain",
        (false, true) => "midshipman",
        (false, false) => "",
    }
}

/// Returns one line for each puzzle, given with its battle's title.
pub fn puzzle_list(puzzles: &[(Puzzle, String)]) -> String {
    let row = |(puzzle, title): &(Puzzle, String)| vec![puzzle.id.to_string(), title.clone(), topic(puzzle).to_owned()];
    plain_table(&["puzzle", "battle", "asks for"], &[], puzzles.iter().map(row).collect())
}

fn topic(puzzle: &Puzzle) -> &'static str {
    match puzzle.asks {
        PuzzleKind::Plot => "course and speed",
        PuzzleKind::Launch => "torpedoes",
        PuzzleKind::Target => "a target",
        PuzzleKind::Repair => "damage control",
    }
}
