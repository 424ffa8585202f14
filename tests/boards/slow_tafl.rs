//! An independent, slow Tafl to compare with: TF-1 to TF-13 with the default options.
use std::collections::BTreeMap;

use super::slow::fields;

type Grid = [[char; 9]; 9];
const WAYS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// Every move and the position after it.
pub fn moves(text: &str) -> BTreeMap<String, String> {
    let (rows, rest) = fields(text);
    let mut grid: Grid = [['.'; 9]; 9];
    for (row, rank) in rows.iter().zip((0..9).rev()) {
        let mut file = 0;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(run) => file += run as usize,
                None => {
                    grid[rank][file] = letter;
                    file += 1;
                }
            }
        }
    }
    let black = rest[0] == "b";
    let king_stands = grid.iter().flatten().any(|piece| *piece == 'K');
    let escaped =
        [(0, 0), (0, 8), (8, 0), (8, 8)].iter().any(|(rank, file): &(usize, usize)| grid[*rank][*file] == 'K');
    let mut found = BTreeMap::new();
    if !king_stands || escaped {
        return found;
    }
    for rank in 0..9 {
        for file in 0..9 {
            let piece = grid[rank as usize][file as usize];
            if piece == '.' || (piece == 't') != black {
                continue;
            }
            for (file_step, rank_step) in WAYS {
                let (mut to_file, mut to_rank) = (file + file_step, rank + rank_step);
                while piece_at(&grid, to_file, to_rank) == Some('.') {
                    if piece == 'K' || !is_gold(to_file, to_rank) {
                        let name = |file: i32, rank: i32| format!("{}{}", (b'a' + file as u8) as char, rank + 1);
                        let text = format!("{}-{}", name(file, rank), name(to_file, to_rank));
                        found.insert(text, moved(grid, (file, rank), (to_file, to_rank), black));
                    }
                    to_file += file_step;
                    to_rank += rank_step;
                }
            }
        }
    }
    found
}

fn piece_at(grid: &Grid, file: i32, rank: i32) -> Option<char> {
    let inside = (0..9).contains(&file) && (0..9).contains(&rank);
    inside.then(|| grid[rank as usize][file as usize])
}

fn is_gold(file: i32, rank: i32) -> bool {
    (file, rank) == (4, 4) || (file == 0 || file == 8) && (rank == 0 || rank == 8)
}

fn moved(mut grid: Grid, from: (i32, i32), to: (i32, i32), black: bool) -> String {
    let moving = std::mem::replace(&mut grid[from.1 as usize][from.0 as usize], '.');
    grid[to.1 as usize][to.0 as usize] = moving;
    let is_own = |piece: char| piece != '.' && (piece == 't') == black;
    let before = grid;
    for (file_step, rank_step) in WAYS {
        let (file, rank) = (to.0 + file_step, to.1 + rank_step);
        let Some(victim) = piece_at(&before, file, rank).filter(|victim| *victim != '.' && !is_own(*victim)) else {
            continue;
        };
        let Some(behind) = piece_at(&before, file + file_step, rank + rank_step) else { continue };
        let hostile = is_own(behind) || behind == '.' && is_gold(file + file_step, rank + rank_step);
        // The king falls to a Russian's move only, like any other piece. [TF-Q1]
        if hostile && (victim != 'K' || black) {
            grid[rank as usize][file as usize] = '.';
        }
    }
    let row = |rank: usize| {
        let (mut row, mut run) = (String::new(), 0);
        for piece in grid[rank] {
            if piece == '.' {
                run += 1;
                continue;
            }
            if run > 0 {
                row += &run.to_string();
            }
            run = 0;
            row.push(piece);
        }
        if run > 0 { row + &run.to_string() } else { row }
    };
    let rows: Vec<String> = (0..9).rev().map(row).collect();
    format!("{} {}", rows.join("/"), if black { "w" } else { "b" })
}
