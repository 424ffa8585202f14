//! Search: the stored data of a position, and the kept line.
mod halving;

use search::{Bound, PROVED_WIN, SearchResult, Table, TableEntry, WIN_SCORE, keep_win};

#[test]
fn a_stored_entry_is_read_back() {
    let table = Table::for_nodes(0);
    for (score, depth, bound, code) in [
        (0, 0, Bound::Exact, 0),
        (-1_000_000, 255, Bound::AtMost, 0xFF_FFFF),
        (1_000_000, 7, Bound::AtLeast, 1),
        (-3, 1, Bound::Exact, 25_600),
    ] {
        let known = TableEntry { score, depth, bound, code };
        table.store(score as u64, known);
        assert_eq!(table.probe(score as u64), Some(known));
    }
    assert_eq!(table.probe(77), None);
}

#[test]
fn the_deeper_of_two_different_positions_is_kept() {
    let table = Table::for_nodes(0);
    let entry = |depth| TableEntry { score: 1, depth, bound: Bound::Exact, code: 1 };
    let key_in_one_slot = |turn: u64| turn << 40 | 6;
    table.store(key_in_one_slot(1), entry(9));
    table.store(key_in_one_slot(2), entry(2));
    table.store(key_in_one_slot(3), entry(3));
    assert_eq!(table.probe(key_in_one_slot(1)), Some(entry(9)));
    assert_eq!(table.probe(key_in_one_slot(2)), None);
    assert_eq!(table.probe(key_in_one_slot(3)), Some(entry(3)));
}

fn line(first: u8, score: i32) -> SearchResult<u8> {
    SearchResult { line: vec![first], score, depth: 1, nodes: 1, playouts: None }
}

#[test]
fn a_win_that_was_found_gives_way_only_to_one_at_least_as_short() {
    let kept = |before: i32, after: &[(u8, i32)]| {
        let mut found: Vec<SearchResult<u8>> = after.iter().map(|(first, score)| line(*first, *score)).collect();
        keep_win(&mut found, Some(line(1, before)).filter(|line| line.score >= PROVED_WIN));
        found.iter().map(|line| (line.line[0], line.score)).collect::<Vec<_>>()
    };
    assert_eq!(kept(WIN_SCORE - 5, &[(2, WIN_SCORE - 3)]), [(2, WIN_SCORE - 3)]);
    assert_eq!(kept(WIN_SCORE - 5, &[(2, WIN_SCORE - 5)]), [(2, WIN_SCORE - 5)]);
    assert_eq!(kept(WIN_SCORE - 5, &[(2, WIN_SCORE - 7)]), [(1, WIN_SCORE - 5)]);
    assert_eq!(kept(WIN_SCORE - 5, &[(2, 300), (1, 200)]), [(1, WIN_SCORE - 5), (2, 300)]);
    assert_eq!(kept(WIN_SCORE - 5, &[(2, 300), (3, 200)]), [(1, WIN_SCORE - 5), (2, 300)]);
    assert_eq!(kept(WIN_SCORE - 5, &[]), [(1, WIN_SCORE - 5)]);
    assert_eq!(kept(900, &[(2, 300)]), [(2, 300)], "a score below a win is not kept");
}
