//! Looking ahead: what is remembered of a position, and which line is kept.
mod halving;

use search::{Bound, Found, Known, SEEN_TO_THE_END, Table, WON, keep_win};

#[test]
fn what_is_put_in_comes_out() {
    let table = Table::for_nodes(0);
    for (score, depth, bound, code) in [
        (0, 0, Bound::Exact, 0),
        (-1_000_000, 255, Bound::AtMost, 0xFF_FFFF),
        (1_000_000, 7, Bound::AtLeast, 1),
        (-3, 1, Bound::Exact, 25_600),
    ] {
        let known = Known { score, depth, bound, code };
        table.put(score as u64, known);
        assert_eq!(table.get(score as u64), Some(known));
    }
    assert_eq!(table.get(77), None);
}

#[test]
fn the_deeper_of_two_strangers_stays() {
    let table = Table::for_nodes(0);
    let known = |depth| Known { score: 1, depth, bound: Bound::Exact, code: 1 };
    let far = |turn: u64| turn << 40 | 6;
    table.put(far(1), known(9));
    table.put(far(2), known(2));
    table.put(far(3), known(3));
    assert_eq!(table.get(far(1)), Some(known(9)));
    assert_eq!(table.get(far(2)), None);
    assert_eq!(table.get(far(3)), Some(known(3)));
}

fn line(first: u8, score: i32) -> Found<u8> {
    Found { line: vec![first], score, depth: 1, nodes: 1, trials: None }
}

#[test]
fn a_win_that_was_found_gives_way_to_a_shorter_one_alone() {
    let kept = |before: i32, after: &[(u8, i32)]| {
        let mut found: Vec<Found<u8>> = after.iter().map(|(first, score)| line(*first, *score)).collect();
        keep_win(&mut found, Some(line(1, before)).filter(|line| line.score >= SEEN_TO_THE_END));
        found.iter().map(|line| (line.line[0], line.score)).collect::<Vec<_>>()
    };
    assert_eq!(kept(WON - 5, &[(2, WON - 3)]), [(2, WON - 3)]);
    assert_eq!(kept(WON - 5, &[(2, WON - 5)]), [(2, WON - 5)]);
    assert_eq!(kept(WON - 5, &[(2, WON - 7)]), [(1, WON - 5)]);
    assert_eq!(kept(WON - 5, &[(2, 300), (1, 200)]), [(1, WON - 5), (2, 300)]);
    assert_eq!(kept(WON - 5, &[(2, 300), (3, 200)]), [(1, WON - 5), (2, 300)]);
    assert_eq!(kept(WON - 5, &[]), [(1, WON - 5)]);
    assert_eq!(kept(900, &[(2, 300)]), [(2, 300)], "what is no win is thought over");
}
