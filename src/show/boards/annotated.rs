//! A game with the engine's assessment of every turn: as a table, as JSON and as a graph.
use serde_json::{Value, json};
use svg::{
    Node as _,
    node::element::{Group, Polygon, Polyline},
};

use crate::drawing::{INK, PAPER, SOFT, circle, line, number, rectangle, sheet, text_element};
use crate::plain_table;

/// How far a turn fell behind the best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveMark {
    Doubtful,
    Mistake,
    Blunder,
}

impl MoveMark {
    const ALL: [MoveMark; 3] = [MoveMark::Doubtful, MoveMark::Mistake, MoveMark::Blunder];

    /// Returns the mark as chess writes it.
    pub fn sign(self) -> &'static str {
        match self {
            MoveMark::Doubtful => "?!",
            MoveMark::Mistake => "?",
            MoveMark::Blunder => "??",
        }
    }
    fn word(self) -> &'static str {
        match self {
            MoveMark::Doubtful => "doubtful",
            MoveMark::Mistake => "mistake",
            MoveMark::Blunder => "blunder",
        }
    }
    /// `2 blunders`.
    fn count_text(self, count: usize) -> String {
        let ending = if count == 1 || self == MoveMark::Doubtful { "" } else { "s" };
        format!("{count} {}{ending}", self.word())
    }
    fn colour(self) -> &'static str {
        match self {
            MoveMark::Doubtful => "#e3b324",
            MoveMark::Mistake => "#d97b1e",
            MoveMark::Blunder => "#d0321e",
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    /// The move number, which both sides share.
    pub number: usize,
    /// The journal entry.
    pub entry: usize,
    /// The index of the side, 0 or 1.
    pub side: usize,
    pub played: String,
    /// The position's value before the turn for the first side, in hundredths of the weakest piece.
    pub score: i32,
    /// The same value for the side that moved, as text.
    pub score_text: String,
    pub best: String,
    /// The loss against the best move, in hundredths.
    pub lost: i32,
    pub mark: Option<MoveMark>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct AnnotatedGame {
    pub game: &'static str,
    pub sides: [String; 2],
    /// The state or result of the game.
    pub status: String,
    pub turns: Vec<Turn>,
}

impl AnnotatedGame {
    fn count(&self, side: usize, mark: MoveMark) -> usize {
        self.turns.iter().filter(|turn| turn.side == side && turn.mark == Some(mark)).count()
    }

    /// `White: 1 doubtful, 2 mistakes, 0 blunders. It gave away 0.31 of a piece a turn`
    fn summary(&self, side: usize) -> String {
        let own: Vec<&Turn> = self.turns.iter().filter(|turn| turn.side == side).collect();
        let marks = MoveMark::ALL.map(|mark| mark.count_text(self.count(side, mark))).join(", ");
        let lost: i32 = own.iter().map(|turn| turn.lost).sum();
        let mean = f64::from(lost) / 100.0 / own.len().max(1) as f64;
        format!("{}: {marks}. It gave away {mean:.2} of a piece a turn", self.sides[side])
    }
}

/// Returns the game as a table. Turns with a mark also show the better move.
pub fn table(game: &AnnotatedGame) -> String {
    let row = |turn: &Turn| {
        let better = turn.mark.map(|_| turn.best.clone()).unwrap_or_default();
        let lost = turn.mark.map(|_| format!("{:.2}", f64::from(turn.lost) / 100.0)).unwrap_or_default();
        let played = format!("{}{}", turn.played, turn.mark.map_or("", MoveMark::sign));
        vec![turn.number.to_string(), game.sides[turn.side].clone(), played, turn.score_text.clone(), lost, better]
    };
    let heading = ["move", "side", "played", "score", "lost", "better"];
    let rows = plain_table(&heading, &[0, 4], game.turns.iter().map(row).collect());
    format!("{rows}\n\n{}.\n{}.\n{}", game.summary(0), game.summary(1), game.status)
}

pub fn json(game: &AnnotatedGame) -> Value {
    let turn = |turn: &Turn| {
        json!({
            "id": turn.number, "entry": turn.entry, "side": game.sides[turn.side].to_lowercase(), "played": turn.played,
            "score": turn.score, "best": turn.best, "lost": turn.lost, "mark": turn.mark.map(MoveMark::sign),
        })
    };
    json!({ "game": game.game, "status": game.status, "turns": game.turns.iter().map(turn).collect::<Vec<Value>>() })
}

const PAGE_WIDTH: f64 = 1_200.0;
const PAGE_HEIGHT: f64 = 560.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 112.0;
const FOOT: f64 = 92.0;
/// The largest lead that the graph shows, in pieces.
const MAX_LEAD: f64 = 10.0;
/// Background colours where the first side stands better, and the second.
const BACKGROUNDS: [&str; 2] = ["#fffaf0", "#cdbf9f"];

/// Returns the game as a graph, with the first side at the top. The same game gives the same bytes.
pub fn graph(game: &AnnotatedGame) -> String {
    let (width, height) = (PAGE_WIDTH - LEFT - RIGHT, PAGE_HEIGHT - TOP - FOOT);
    let middle = TOP + height / 2.0;
    let steps = game.turns.len().max(2) - 1;
    let x = |index: usize| LEFT + width * index as f64 / steps as f64;
    let y = |score: i32| middle - (f64::from(score) / 100.0).clamp(-MAX_LEAD, MAX_LEAD) / MAX_LEAD * height / 2.0;
    let points: Vec<(f64, f64)> =
        game.turns.iter().enumerate().map(|(index, turn)| (x(index), y(turn.score))).collect();
    let coordinates = |points: &[(f64, f64)]| {
        points.iter().map(|(x, y)| format!("{},{}", number(*x), number(*y))).collect::<Vec<_>>().join(" ")
    };
    let mut graph = Group::new()
        .add(text_element((LEFT, 44.0), 30.0, game.game))
        .add(text_element((LEFT, 76.0), 18.0, &game.status))
        .add(rectangle((LEFT, TOP), (width, height)).set("fill", BACKGROUNDS[1]));
    // The first side's background is below the line, the second's above it.
    if let (Some(first), Some(last)) = (points.first(), points.last()) {
        let under: Vec<(f64, f64)> =
            points.iter().copied().chain([(last.0, TOP + height), (first.0, TOP + height)]).collect();
        graph.append(Polygon::new().set("points", coordinates(&under)).set("fill", BACKGROUNDS[0]));
    }
    for lead in [-10, -5, 0, 5, 10] {
        let at = y(lead * 100);
        let ink = if lead == 0 { INK } else { SOFT };
        graph.append(line((LEFT, at), (LEFT + width, at)).set("stroke", ink).set("stroke-width", 1));
        graph.append(text_element((LEFT - 10.0, at + 6.0), 16.0, &format!("{lead:+}")).set("text-anchor", "end"));
    }
    for (side, at) in game.sides.iter().zip([TOP + 24.0, TOP + height - 12.0]) {
        graph.append(text_element((LEFT + 12.0, at), 18.0, &format!("{side} is better")).set("fill", SOFT));
    }
    let label_interval = steps.div_ceil(20).max(1) * 2;
    for (index, turn) in game.turns.iter().enumerate().filter(|(index, _)| index % label_interval == 0) {
        graph.append(
            text_element((x(index), TOP + height + 24.0), 15.0, &turn.number.to_string()).set("text-anchor", "middle"),
        );
    }
    graph.append(
        Polyline::new()
            .set("points", coordinates(&points))
            .set("fill", "none")
            .set("stroke", INK)
            .set("stroke-width", 2),
    );
    let mut labels_to = f64::NEG_INFINITY;
    for (turn, (x, y)) in game.turns.iter().zip(&points) {
        let Some(mark) = turn.mark else { continue };
        graph.append(circle((*x, *y), 6.0).set("fill", mark.colour()).set("stroke", INK).set("stroke-width", 1));
        // Skip a label that would overlap the one before it. The table has them all.
        if mark != MoveMark::Doubtful && labels_to < x - 40.0 {
            labels_to = *x;
            let above = if *y < TOP + 40.0 { 24.0 } else { -14.0 };
            let label = format!("{}{}", turn.played, mark.sign());
            let label = text_element((*x, y + above), 15.0, &label).set("text-anchor", "middle");
            // Keeps the label legible on lines that cross it.
            graph.append(label.set("stroke", PAPER).set("stroke-width", 4).set("paint-order", "stroke"));
        }
    }
    for side in [0, 1] {
        graph.append(text_element((LEFT, PAGE_HEIGHT - 36.0 + 22.0 * side as f64), 16.0, &game.summary(side)));
    }
    sheet(
        (PAGE_WIDTH, PAGE_HEIGHT),
        [PAGE_WIDTH, PAGE_HEIGHT].map(number),
        rectangle((0.0, 0.0), (PAGE_WIDTH, PAGE_HEIGHT)),
        graph,
    )
}
