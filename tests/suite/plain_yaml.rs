//! The quick reader of YAML beside the reader of all YAML: it says the same or nothing.
use load::{builtin, plain};
use proptest::prelude::*;
use serde_yaml::Value;

fn agrees(text: &str) -> Result<bool, String> {
    let Some(value) = plain(text) else { return Ok(false) };
    match serde_yaml::from_str::<Value>(text) {
        Ok(whole) if whole == value => Ok(true),
        other => Err(format!("{text:?}\nis read as {value:?}\ninstead of {other:?}")),
    }
}

#[test]
fn every_file_of_ours_is_read_alike_and_ships_are_read_quickly() {
    let (sources, mut slow) = (builtin(), Vec::new());
    for (path, text) in &sources.files {
        if path.ends_with(".yaml") && !agrees(text).unwrap() {
            slow.push(path.as_str());
        }
    }
    assert!(slow.iter().all(|path| path.starts_with("data/crystal/")), "not written plainly: {slow:?}");
}

#[test]
fn what_is_plain_and_what_is_in_doubt() {
    for text in [
        "a: 1\nb: -2\nc: 1.5\nd: 1904-08-14\ne: 007\nf: 0x1f\ng: 1e3\nh: 12 inches\n",
        "a: ~\nb: true\nc: Null\nd: nil\ne:\nf: -0\ng: .5\nh: 1.\ni: -0.0\nj: 0.10\n",
        "# x\n\na: b # c\nd: e#f\ng: h - i\n",
        "a: 'it''s'\nb: \"x # y: z\"\nc: ''\n",
        "- a\n- b: 1\n  c: 2\n-\n  - d\n- - e\n  - f\n",
        "a:\n- b\n- c: d\ne:\n  - f\n",
        "a: one\n  two\n  3 four\nb: 5\n  6\n",
        "a: {b: [1, x y, 'z'], c: {}, d: []}\ne: [a,\n  b]\n",
        "a: >-\n  One.\n  Two.\n\nb: >-\n  Three.\n",
        "- ~\n\n- class: A\n  ships:\n    - {id: a, name: Älä}\n",
    ] {
        assert_eq!(agrees(text), Ok(true), "{text:?}");
    }
    for text in [
        "",
        "word",
        "- ",
        "a: &x b",
        "a: *x",
        "a: !t b",
        "a: |\n  b\n",
        "---\na: b\n",
        "a: b: c\n",
        "a: b\na: c\n",
        "\ta: b\n",
        "a:\tb\n",
        "a: b\n c: d\n",
        "a: b\n\n  c\n",
        "a: \"\\n\"\n",
        "a: [b, c\nd]\n",
        "a: [b # c\n ]\n",
        "a: {b, c}\n",
        "a: [b: c]\n",
        "a: {b: c\n  d}\n",
        "true: a\n",
        "1: a\n",
        "? a\n: b\n",
        "a: >\n  b\n",
        "a: >-\n  b\n\n  c\n",
        "a: >-\n  b\n   c\n",
        "a: b\r\nc: d\n",
        "a: 'b\n  c'\n",
        "a: 'b' c\n",
        "a: @b\n",
        "a: b\n...\n",
        "a: b\n- c\n",
        "- a\nb: c\n",
        "a: 99999999999999999999\n",
        "a: [b,]\n",
        "a: {b: c, b: d}\n",
        "\u{feff}a: b\n",
        "a: b\u{2028}c\n",
    ] {
        let said = plain(text);
        if let Some(value) = said {
            assert_eq!(serde_yaml::from_str::<Value>(text).ok(), Some(value), "{text:?}");
        }
    }
}

/// A text of ours with something put in, taken out or doubled.
fn spoilt() -> impl Strategy<Value = String> {
    let texts: Vec<String> =
        builtin().files.iter().filter(|(path, _)| path.ends_with(".yaml")).map(|(_, text)| text.to_string()).collect();
    let pieces = [
        " ", "  ", "\n", "\n\n", ":", ": ", "- ", "-", ",", ", ", "[", "]", "{", "}", "#", " #", " # x", "'", "\"",
        "''", "~", "null", "true", "0", "1", ".", "e", "&a", "*a", "!", "|", ">", ">-", "?", "? ", "%", "@", "`", "\t",
        "\r", "\\", "---", "...", "a: ", "\na: b", "\n  a: b", "\n- c", "\u{e9}", "\u{85}", "\u{feff}", "+", "_", "0x",
        "inf", "nan",
    ];
    let change = (any::<prop::sample::Index>(), 0..6_usize, prop::sample::select(pieces.to_vec()));
    (prop::sample::select(texts), any::<prop::sample::Index>(), prop::collection::vec(change, 1..4)).prop_map(
        |(text, from, changes)| {
            // A window of whole lines, so that a spoilt text is read in no time.
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let from = from.index(lines.len());
            let from = (0..=from).rev().find(|at| !lines[*at].starts_with([' ', '\n'])).unwrap_or(0);
            let mut letters: Vec<char> = lines[from..].iter().take(24).flat_map(|line| line.chars()).collect();
            for (place, gone, piece) in changes {
                let at = place.index(letters.len() + 1);
                let end = (at + gone).min(letters.len());
                letters.splice(at..end, piece.chars());
            }
            letters.into_iter().collect()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_spoilt_text_is_read_alike_or_left(text in spoilt()) {
        let said = agrees(&text);
        prop_assert!(said.is_ok(), "{}", said.unwrap_err());
    }
}
