//! A journal with its secret entries in a second text: which part of that text is missing, and why.
use play::journal::{Header, Journal, Missing, Private, PrivateSeeds, UnknownFrom, digest, private_line};

use super::{
    command_entry, play_into,
    toy::{self, Command, Toy},
};

/// A journal of five gifts, and its second text: seed and salts, and entries 2, 4 and 5.
fn gifts() -> (String, Vec<String>) {
    let seeds_line = private_line("a salt", &PrivateSeeds { seed: Some(7), salts: None }).unwrap();
    let header =
        Header { private: Some(digest(&seeds_line)), ..Header::current::<Toy>("toy", "test", 7, toy::setup()) };
    let mut journal = Journal::<Toy>::new(header);
    journal.set_seeds_line(seeds_line.clone());
    let mut lines = vec![seeds_line];
    for gift in 1..=5 {
        if [2, 4, 5].contains(&gift) {
            let entry = command_entry(&journal, Command::Give(gift));
            let line = private_line(&format!("salt {gift}"), &entry).unwrap();
            lines.push(line.clone());
            journal.add_kept(entry, None, Some(line)).unwrap();
        } else {
            play_into(&mut journal, [Command::Give(gift)]);
        }
    }
    (journal.text().unwrap(), lines)
}

/// The first missing entry, with the reason; and the reason why seed and salts are missing.
fn missing(text: &str, private: Private) -> (Option<(usize, Missing)>, Option<Missing>) {
    let read = Journal::<Toy>::read_with("toy", text.as_bytes(), private).unwrap();
    let entries = read.unknown_from.map_or(5, |kept| kept.entry - 1);
    assert_eq!(read.journal.entries().len(), entries, "everything before it is there");
    assert_eq!(read.journal.header().seed, if read.why_no_seeds.is_none() { Some(7) } else { None });
    (read.unknown_from.map(|UnknownFrom { entry, why }| (entry, why)), read.why_no_seeds)
}

/// As `missing`, for a second text of these lines.
fn missing_of(text: &str, lines: &[impl AsRef<[u8]>]) -> (Option<(usize, Missing)>, Option<Missing>) {
    let whole: Vec<u8> = lines.iter().flat_map(|line| [line.as_ref(), b"\n"].concat()).collect();
    missing(text, Private::read(&whole))
}

/// The entry of this line of the second text.
const ENTRY_OF_LINE: [Option<usize>; 4] = [None, Some(2), Some(4), Some(5)];

#[test]
fn nothing_is_missing_from_a_complete_second_text() {
    let (text, lines) = gifts();
    assert_eq!(missing_of(&text, &lines), (None, None));
    let more = [&lines[..], &["a line to which nothing refers".to_owned()]].concat();
    assert_eq!(missing_of(&text, &more), (None, None));
    let torn = format!("{}\n{{\"salt\":\"12", lines.join("\n"));
    assert_eq!(missing(&text, Private::read(torn.as_bytes())), (None, None), "no entry refers to half a line");
}

#[test]
fn an_absent_second_text_differs_from_one_without_a_line() {
    let (text, lines) = gifts();
    assert_eq!(missing(&text, Private::default()), (Some((2, Missing::Text)), Some(Missing::Text)));
    assert_eq!(missing(&text, Private::read(b"")), (Some((2, Missing::Line)), Some(Missing::Line)));
    for (index, entry) in ENTRY_OF_LINE.into_iter().enumerate() {
        let mut fewer = lines.clone();
        fewer.remove(index);
        let expected = (entry.map(|entry| (entry, Missing::Line)), entry.is_none().then_some(Missing::Line));
        assert_eq!(missing_of(&text, &fewer), expected, "without line {}", index + 1);
    }
}

#[test]
fn a_damaged_line_of_the_second_text_is_named() {
    let (text, lines) = gifts();
    for (index, entry) in ENTRY_OF_LINE.into_iter().enumerate() {
        let why = Missing::Damaged { line: index + 1 };
        let expected = (entry.map(|entry| (entry, why)), entry.is_none().then_some(why));
        let no_text = [&lines[index].as_bytes()[..9], b"\xff", &lines[index].as_bytes()[9..]].concat();
        for other in [lines[index].replacen("salt", "sAlt", 1).into_bytes(), no_text, Vec::new()] {
            let mut damaged: Vec<Vec<u8>> = lines.iter().map(|line| line.clone().into_bytes()).collect();
            damaged[index] = other;
            assert_eq!(missing_of(&text, &damaged), expected, "line {}", index + 1);
        }
    }
    let unended = lines.join("\n");
    assert_eq!(missing(&text, Private::read(unended.as_bytes())), (Some((5, Missing::Damaged { line: 4 })), None));
    // Of two damaged lines, the first is named.
    let two = [lines[0].as_str(), "no line", "no line", &lines[3]];
    assert_eq!(missing_of(&text, &two), (Some((2, Missing::Damaged { line: 2 })), None));
}

#[test]
fn a_line_without_an_entry_is_damaged_whatever_its_digest() {
    let (_, lines) = gifts();
    let header = Header { private: Some(digest(&lines[0])), ..Header::current::<Toy>("toy", "test", 7, toy::setup()) };
    let mut journal = Journal::<Toy>::new(header);
    let nonsense = private_line("a salt", &"no entry").unwrap();
    let entry = command_entry(&journal, Command::Give(1));
    journal.add_kept(entry, None, Some(nonsense.clone())).unwrap();
    let private = Private::read(format!("{}\n{nonsense}\n", lines[0]).as_bytes());
    let read = Journal::<Toy>::read_with("toy", journal.text().unwrap().as_bytes(), private).unwrap();
    assert_eq!(read.unknown_from, Some(UnknownFrom { entry: 1, why: Missing::Damaged { line: 2 } }));
}
