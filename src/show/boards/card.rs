//! The rule cards of the board games, in our words.
use crate::{fold_paragraph, joined};
use play::verbs::nearest;

#[derive(Clone, Copy, Debug)]
pub struct RuleCard {
    pub title: &'static str,
    pub summary: &'static str,
    /// Headings, each followed by its paragraphs on separate lines. An empty line ends a part.
    parts: &'static str,
}

impl RuleCard {
    /// Returns every heading with its paragraphs.
    pub fn parts(&self) -> impl Iterator<Item = (&'static str, impl Iterator<Item = &'static str>)> {
        self.parts.split("\n\n").map(|part| {
            let mut lines = part.lines();
            (lines.next().unwrap_or_default(), lines)
        })
    }

    /// Returns the part of the card about a piece or a word. `None` if the card does not mention it.
    pub fn text_about(&self, word: &str) -> Option<String> {
        let word = word.to_lowercase();
        let mentions = |text: &str| text.to_lowercase().contains(&word);
        let matching = self.matching_text(|head, words| mentions(head) || mentions(words));
        (!matching.is_empty()).then_some(matching)
    }

    /// Returns the word on the card nearest to a word it does not have.
    pub fn nearest(&self, word: &str) -> Option<&'static str> {
        let words = self.parts.split(|letter: char| !letter.is_alphabetic()).filter(|word| word.len() > 2);
        nearest(word, words)
    }

    pub fn text(&self) -> String {
        format!("{}\n{}\n\n{}", self.title, self.summary, self.matching_text(|_, _| true))
    }

    /// Returns the requested paragraphs below their headings.
    fn matching_text(&self, is_wanted: impl Fn(&str, &str) -> bool) -> String {
        let parts = self.parts().filter_map(|(head, words)| {
            let words: String = words
                .filter(|words| is_wanted(head, words))
                .map(|words| format!("\n{}", fold_paragraph(words, 0)))
                .collect();
            (!words.is_empty()).then(|| format!("{head}{words}"))
        });
        joined(parts, "\n\n")
    }
}

/// source: house, after TF-1 to TF-13 and the rulings TF-Q1 to TF-Q10.
pub const TAFL: RuleCard = RuleCard {
    title: "Tafl",
    summary: "Sixteen Russians hunt the king of eight Swedes. Two players, a quarter of an hour",
    parts: "\
The aim
White brings the king to one of the four corners. Black captures it before it gets there.
Draw lots for the first move. Then the sides alternate, one piece a turn.

How pieces move
A piece moves any distance along a rank or file over empty squares, like a rook in chess, and never jumps.
The corners and the middle square are gold. Only the king stops on gold. Every piece may pass the empty middle.

How pieces are captured
A piece is captured when an enemy moves beside it and another enemy is directly opposite, on the same rank or file. One move may capture up to three pieces.
A piece that itself moves between two enemies is safe. The king captures like any piece.
An empty gold square counts as an enemy of both sides. The middle with the king on it does not help Black against a Swede.

The king
It is captured like any piece, between two Russians or between a Russian and an empty gold square.
For a stronger king, agree before the game: it takes four Russians on the middle square and three beside it, or four everywhere.

The end, draws and repetition
A king on a corner wins for White, a captured king for Black.
The same position for the third time, with the same side to move, is a draw. A side that cannot move has lost.
White may claim the game when no Russian is left.",
};

/// source: house, after BA-1 to BA-30 and the rulings BA-R1 to BA-R11.
pub const BATTLE_ACRE: RuleCard = RuleCard {
    title: "Battle Acre",
    summary: "Chess on 160 triangles, forty pieces a side",
    parts: "\
The board
Files are lettered a to u, ranks numbered 1 to 12. Two triangles touch along a side or at a point. White starts at rank 1 and moves first.
Checkmate wins. A king may not stay in check or move into it.

Riders: any distance over empty cells
T Tower: in straight lines through sides. S Spire: in straight lines through a side, then a point, and so on. B Bishop: in straight lines through points, always on one colour.
N Ninja: leaps of two cells along a Spire's line. Only the cells where it lands matter, not those it leaps over. Q Queen: Tower or Ninja. A Archbishop: Spire or Bishop.

Leapers and steppers
K King and G Guard: one step to any of the twelve cells that touch theirs. C Champion: a step through a side, or a straight leap of two cells that ends on any of nine others.
E Earl: two cells, through a side and then a point. V Viscount: through a point and then a side. M Marquess: Earl or Viscount. D Duke: Marquess or Guard. Nothing in between stops them.

P Pawn, en passant, promotion
From its first rank one or two cells straight ahead along the file. Later one ahead or one sideways.
It captures one step forward to the cells of its own colour on either side, never straight ahead or sideways. A pawn that has just moved two cells may be captured en passant, at once.
On the last rank it becomes any other piece except a King or a Pawn.

Castling
King and Spire of the back rank change cells if neither has moved, no piece is between them, and the King is not in check, passes no attacked cell and reaches none.

Draws: stalemate, repetition, fifty moves
No legal move without check, the same position three times, fifty moves without capture or pawn move, two bare kings, or by agreement.

Worth
Queen 14, Archbishop 12, Tower 11, Duke 8.5, Spire 6.5, Bishop 5.5, Marquess 5, Champion 4, Guard 3.5, Ninja 3, Earl and Viscount 2.5, Pawn 1: 160 a side.",
};

/// source: house, after CS-1 to CS-24 and the rulings CS-A1 to CS-A18.
pub const COAL_AND_STEEL: RuleCard = RuleCard {
    title: "Coal and Steel",
    summary: "Eighteen hidden pieces a side, walls that become tunnels, captives that are traded",
    parts: "\
The aim
Capture the enemy's Batled and do not lose your own in the enemy's next two turns. If both fall, no side wins.

Setting up
Lay the walls. Coal and Steel then place one piece in turn, face down, on their own three ranks, not on a wall. The last two may be kept back as a reserve, but never the Batled. If you agree on a handicap, the stronger side places sixteen and keeps two back.
Each side has 1 Batled, 1 Squed, 2 Casters, 2 Chargers, 2 Tunnellers and 10 Warriors.

A turn
First turn up as many of your own pieces as you like. Then offer a trade, if you want one. Then do exactly one thing: move a piece, bring one on from the reserve to a middle square (d to g) of your first rank, or swap the Batled.
At the end every enemy beside the piece that moved is turned up. A piece that is face up stays so.

How pieces move
Face down: one step, straight or diagonal, never backward, and nothing else. It may capture.
B Batled: one step any way. Once a game, face up, it changes places with a piece of yours beside it instead of moving. Q Squed: one to three, any way. H Charger: one to four, straight. C Caster: one to three, diagonally, over other pieces but not over walls.
W Warrior: one or two forward or sideways, or one diagonally forward, never backward. T Tunneller: one step any way, and it alone enters walls, straight on.
A piece is captured by moving onto its square. The captor keeps it, and both sides see it.

Walls and tunnels
A Tunneller that leaves a wall by the side opposite its entry turns it over: the wall becomes a tunnel along the Tunneller's line. All pieces pass a tunnel along its line and no other way.
A Tunneller that goes through a tunnel removes it from the board.

Trades, repetition and the end
Offer any captives for any others. The other side accepts or declines. Pieces that come back join the reserve and may enter from the next turn on. A captured Batled is not traded.
The same round of moves three times in a row is a draw.",
};
