//! The rulings and the help of the prompt, and the pages of docs/reference generated from them. `BLESS=1` rewrites
//! the pages.
use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path};

use play::verbs::{self, CommandSpec, Grammar};
use session::naval::books;

const GENERATED: &str = "<!-- generated: do not edit -->";
/// Marks a generated list on a page that is written by hand.
const PART: &str = "<!--generated-->";

/// What `rules` prints.
#[track_caller]
fn rules(words: &[&str]) -> String {
    books::rules(&naval_kit::builtin(), words).unwrap().0
}

#[test]
fn rulings_are_printed_by_their_ids() {
    let numbered = |letter: char, last: u8| (1..=last).map(move |number| format!("{letter}{number}"));
    let ids = numbered('Q', 65).chain(numbered('C', 10)).chain(numbered('L', 1));
    for id in ids.chain(["H-2.7-1", "H-1.4-1", "TF-Q10", "BA-R11", "SC-A17"].map(str::to_owned)) {
        let page = rules(&[&id.to_lowercase()]);
        assert!(page.contains(&format!("[{id}")) || page.contains(&format!(", {id}")), "{id}: {page}");
        assert!(page.contains("\n  Ruling:") && page.contains("\n  Why: "), "{id}: {page}");
        assert!(!page.contains("**") && !page.contains("]("), "{id}: {page}");
    }
    // A house ruling has no question, and not always a reason.
    assert!(rules(&["[H-5.16-1]"]).starts_with("[H-5.16-1] [5.16]\n  Ruling: A group"));
    let page = rules(&["Q19"]);
    for part in
        ["[Q19] Receiving the handicap [10.5.6]", "  Question: ", "  Ruling:\n  - The weaker side", "  Switch: `h"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    // A paragraph of another game and the ruling on it share an id.
    let both = rules(&["TF-4"]);
    assert!(
        both.contains("The program decides it.") && both.contains("\n\n[TF-4] The first move\n  Question: "),
        "{both}"
    );
}

/// Whether a page, as one line, ends with these words.
fn ends(words: &str, page: &str) -> bool {
    page.split_whitespace().collect::<Vec<&str>>().join(" ").ends_with(words)
}

#[test]
fn a_paragraph_names_the_rulings_that_interpret_it() {
    let several =
        "a scenario's options. Rulings: Q4, Q45, Q54, H-2.5-1, H-2.7-5, H-3.3.5-1, H-3.3.5-2; see `kaiser rules Q4`.";
    assert!(ends(several, &rules(&["3.3.5"])), "{}", rules(&["3.3.5"]));
    assert!(
        ends("decides it. Ruling: H-5.14-1; see `kaiser rules H-5.14-1`.", &rules(&["5.14"])),
        "{}",
        rules(&["5.14"])
    );
    // Three or more rulings with consecutive numbers are printed as a range.
    let runs = "Rulings: H-2.7-1 to H-2.7-10, H-9.2-30; see `kaiser rules H-2.7-1`.";
    assert!(ends(runs, &rules(&["2.7"])), "{}", rules(&["2.7"]));
    // A paragraph without rulings, and one whose only ruling is printed below it.
    for (id, last) in [("1", "two definitions. A heading."), ("TF-4", "also against the text.")] {
        assert!(ends(last, &rules(&[id])) && !rules(&[id]).contains("; see `kaiser rules"), "{}", rules(&[id]));
    }
    let json = |id: &str| books::rules(&naval_kit::builtin(), &[id]).unwrap().1["rulings"].clone();
    assert_eq!(json("6.5.1"), serde_json::json!(["Q13", "H-6.5.1-1"]));
    assert_eq!(json("1"), serde_json::json!([]));
    // Each ruling appears on every paragraph that it interprets.
    let book = load::rulebook(&naval_kit::builtin()).unwrap();
    for ruling in load::rulings(&naval_kit::builtin()) {
        for rule in ruling.rules.iter().filter(|rule| book.get(**rule).is_some()) {
            let named = json(&rule.to_string());
            assert!(named.as_array().unwrap().contains(&ruling.ids[0].as_str().into()), "{rule}: {:?}", ruling.ids);
        }
    }
}

#[test]
fn an_unknown_ruling_id_is_answered_with_the_nearest() {
    for (id, near) in [("Q66", "Q"), ("H-5.16-9", "H-5.16-"), ("c11", "C1"), ("l2", "L1")] {
        let problem = books::rules(&naval_kit::builtin(), &[id]).unwrap_err();
        assert_eq!(problem.error.what, format!("There is no ruling {}.", id.to_uppercase()));
        let hint = problem.error.hint.unwrap().to_string();
        assert!(hint.starts_with(&format!("did you mean {near}")), "{id}: {hint}");
    }
    // A word with a digit that is no id is searched for.
    assert!(rules(&["D100"]).contains("[6.5.11]"));
}

#[test]
fn a_search_finds_rulings_and_paragraphs() {
    let found = rules(&["search", "handicap"]);
    for id in ["[10.5.6]", "[Q19]", "[CS-24]"] {
        assert!(found.contains(id), "{id}: {found}");
    }
    assert!(!found.contains("[Q5]"), "{found}");
    assert!(found.lines().all(|line| line.chars().count() <= 100), "{found}");
}

#[test]
fn rulings_are_complete_and_cite_existing_paragraphs() {
    let book = load::rulebook(&naval_kit::builtin()).unwrap();
    let mut ids = BTreeSet::new();
    let rulings = load::rulings(&naval_kit::builtin());
    // Groups of players may differ on these rulings, so each names its switch, or why there is none.
    for id in ["Q57", "Q59", "Q60", "Q62"] {
        let ruling = rulings.iter().find(|ruling| ruling.is_called(id)).unwrap();
        let switch = &ruling.switch;
        assert!(
            switch.starts_with('`') || switch.strip_prefix("None: ").is_some_and(|why| 10 < why.len()),
            "{id}: {switch}"
        );
    }
    assert!(280 < rulings.len(), "{}", rulings.len());
    for ruling in &rulings {
        for id in &ruling.ids {
            assert!(ids.insert(id.clone()), "{id} comes twice");
        }
        let is_house = ruling.ids[0].starts_with("H-");
        assert!(!ruling.ruling.is_empty(), "{:?}", ruling.ids);
        assert!(is_house || ![&ruling.title, &ruling.question, &ruling.why].iter().any(|part| part.is_empty()));
        for rule in &ruling.rules {
            assert!(book.get(*rule).is_some(), "{:?} cites {rule}", ruling.ids);
        }
    }
}

#[test]
fn every_cited_ruling_exists() {
    let known: BTreeSet<String> =
        load::rulings(&naval_kit::builtin()).into_iter().flat_map(|ruling| ruling.ids).collect();
    let mut cited = BTreeSet::new();
    for folder in ["src", "data", "scenarios"] {
        visit(&kit::root().join(folder), &mut |path, text| {
            for id in cited_ids(text) {
                assert!(known.contains(id), "{} cites {id}", path.display());
                cited.insert(id.to_owned());
            }
        });
    }
    assert!(60 < cited.len(), "{cited:?}");
    assert_eq!(cited_ids("[8.6.2, Q14] TF-Q7 Q4b H-2.7-3 H-x"), ["Q14", "H-2.7-3"]);
}

/// The ids of rulings on the naval game in a text.
fn cited_ids(text: &str) -> Vec<&str> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.');
    let words = text.split(|letter| !is_part(letter)).map(|word| word.trim_end_matches(['.', '-']));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_house = |part: &str| {
        part.split_once('-').is_some_and(|(rule, number)| digits(&rule.replace('.', "")) && digits(number))
    };
    words
        .filter(|word| word.strip_prefix('Q').is_some_and(digits) || word.strip_prefix("H-").is_some_and(is_house))
        .collect()
}

fn visit(folder: &Path, each: &mut dyn FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            visit(&path, each);
        } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "yaml") {
            each(&path, &fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn help_of_a_command_has_at_most_six_lines_and_an_imperative_summary() {
    let state = naval::begin(&naval_kit::scenario("ulsan"));
    for row in naval::notation::all_verbs() {
        let page = naval::notation::help(&state, row.word).unwrap();
        let lines = show::lines::wrapped(&page, 100);
        assert!(lines.lines().count() <= 6, "{lines}");
        assert!(is_summary(row.summary), "{}: {}", row.word, row.summary);
        assert!(row.about.ends_with('.'), "{}: {}", row.word, row.about);
    }
    for row in crystal::notation::rows() {
        assert!(is_summary(row.summary), "{}: {}", row.word, row.summary);
        assert!(crystal::notation::help_on(row.word).unwrap().lines().count() <= 6);
    }
    assert!(
        !is_summary("rolls the hits that wait")
            && !is_summary("roll for held hits.")
            && is_summary("pass the keyboard")
    );
    assert!(!is_summary("Roll for held hits") && !is_summary(&"roll ".repeat(14)));
}

/// Whether a summary has the form of an imperative, in fewer than 70 characters and without a full stop.
fn is_summary(summary: &str) -> bool {
    let first = summary.split([' ', ';', ',']).next().unwrap_or_default();
    let third_person = first.ends_with('s') && !first.ends_with("ss");
    let starts_low = first.starts_with(|letter: char| letter.is_ascii_lowercase());
    starts_low && !third_person && !summary.ends_with('.') && summary.chars().count() < 70
}

#[test]
fn prompt_commands_page_matches_the_program() {
    let mut page = format!("{GENERATED}\n\n{PROMPT}");
    page += "\n## The naval game\n";
    for (group, words) in session::naval::COMMAND_GROUPS {
        write!(page, "\n### {}\n", capital(group)).unwrap();
        for word in words {
            let row = naval::notation::all_verbs().find(|row| row.word == *word).unwrap();
            page += &entry(row);
        }
    }
    let is_grouped = |word: &str| session::naval::COMMAND_GROUPS.iter().any(|(_, words)| words.contains(&word));
    assert!(naval::notation::all_verbs().all(|row| is_grouped(row.word)), "a command is in no group of help");
    page += "\n## Steel and Crystal\n\n```text\n";
    for row in crystal::notation::rows() {
        let typed = if row.usage.is_empty() { row.word } else { row.usage };
        let rule = row.rule.map_or_else(String::new, |rule| format!(" [{rule}]"));
        writeln!(page, "{typed:<18}{}{rule}", row.summary).unwrap();
    }
    page += "```\n";
    use boards::{battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
    let boards = [
        ("Tafl", session::boards::help::<Tafl>().plain()),
        ("Battle Acre", session::boards::help::<BattleAcre>().plain()),
        ("Coal and Steel", session::boards::help::<CoalAndSteel>().plain()),
    ];
    let is_common = |line: &str| !line.is_empty() && boards.iter().all(|(_, help)| help.lines().any(|own| own == line));
    let common: Vec<&str> = boards[0].1.lines().filter(|line| is_common(line)).collect();
    write!(page, "\n## All board games\n\n```text\n{}\n```\n", common.join("\n")).unwrap();
    for (game, help) in &boards {
        // The first paragraph is the game in short.
        let commands = help.split_once("\n\n").map_or("", |(_, commands)| commands);
        let own: Vec<&str> = commands.lines().filter(|line| !line.is_empty() && !is_common(line)).collect();
        write!(page, "\n## {game}\n\n```text\n{}\n```\n", own.join("\n")).unwrap();
    }
    kit::golden("docs/reference", "prompt-commands.md", &page);
}

const PROMPT: &str = "# Prompt commands

Look up a command that you type during a game. `help VERB` shows the same text with ships of your battle.

- You can shorten a command to any start that no other command has. Parentheses contain shorter forms.
- Each block shows the usage, and an example, unless that would only add a ship's name. In a usage, capitals are your own
  words, square brackets contain optional parts, and `|` separates alternatives.
- The number in brackets is the paragraph or its ruling: type `rules` and the number.
- An order may end with `dice` and results that you rolled.
- In a board game, `help` begins with the rules and pieces in short.
";

/// A command's part of the page.
fn entry<G: Grammar>(row: &CommandSpec<G>) -> String {
    let rule = row.rule.map_or_else(String::new, |rule| format!(" [{rule}]"));
    let short: Vec<String> = row.aliases.iter().map(|alias| format!("`{alias}`")).collect();
    let short = if short.is_empty() { String::new() } else { format!(" ({})", short.join(", ")) };
    let notes = folded(row.about);
    let (word, text, usage) = (row.word, capital(row.summary), verbs::usage(row));
    // An example of two words only fills in a name.
    let needs_example = 2 < row.example.split(' ').count() && usage != row.example;
    let example = if needs_example { format!("    {}\n", row.example) } else { String::new() };
    format!("\n#### `{word}`{short}\n\n{text}.{rule}\n\n    {usage}\n{example}\n{notes}\n")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn folded(text: &str) -> String {
    show::lines::wrapped(text, 110)
}

/// Switches as items: name, values with the default first, what each decides, and the ruling.
fn switch_items(switches: &[play::Switch]) -> String {
    let row = |switch: &play::Switch| {
        let values: Vec<String> = switch.values.iter().map(|value| format!("`{value}`")).collect();
        let (text, ruling) = cited(switch.description);
        format!("- `{}` ({}): {} [{ruling}]\n", switch.name, values.join(", "), low(text))
    };
    switches.iter().map(row).collect()
}

/// A text with its first letter in lower case, to follow a colon, and without `Whether`: the rest is what `true` means.
pub fn low(text: &str) -> String {
    let text = text.strip_prefix("Whether ").unwrap_or(text);
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    // `D10` stays as it is.
    let is_word = letters.clone().next().is_none_or(|second| second.is_ascii_lowercase() || second == ' ');
    if is_word { first.to_lowercase().chain(letters).collect() } else { text.to_owned() }
}

/// The text of a doc comment, and the paragraphs or rulings in brackets after it.
pub fn cited(doc: &str) -> (&str, &str) {
    let doc = doc.trim();
    let (meaning, rules) = doc.rsplit_once(" [").map_or((doc, ""), |(text, rules)| (text, rules.trim_end_matches(']')));
    (meaning.trim_end_matches('.'), rules)
}

#[test]
fn switches_page_matches_the_program() {
    let parts = [
        ("Tafl", switch_items(boards::tafl::rules::Rules::SWITCHES)),
        ("Battle Acre", switch_items(boards::battle_acre::rules::Rules::SWITCHES)),
        ("Coal and Steel", switch_items(boards::coal_and_steel::rules::Rules::SWITCHES)),
        ("Steel and Crystal", switch_items(crystal::rules::Rules::SWITCHES)),
    ];
    for (heading, items) in parts {
        holds_part("switches.md", heading, &items);
    }
}

/// Checks that this is the list below the mark that follows a heading. `BLESS=1` writes it there.
#[track_caller]
pub fn holds_part(page: &str, heading: &str, items: &str) {
    let path = kit::root().join("docs/reference").join(page);
    let text = fs::read_to_string(&path).unwrap();
    let section = text.lines().position(|line| line.trim_start_matches('#').trim() == heading);
    let section = section.unwrap_or_else(|| panic!("{page} has no section {heading}"));
    let lines: Vec<&str> = text.lines().collect();
    let mark = section + lines[section..].iter().position(|line| *line == PART).unwrap();
    let from = mark + 2;
    let end = from + lines[from..].iter().take_while(|line| line.starts_with("- ")).count();
    if std::env::var_os("BLESS").is_some() {
        let new: Vec<&str> = items.lines().collect();
        let all = [&lines[..from], &new[..], &lines[end..]].concat();
        fs::write(&path, all.join("\n") + "\n").unwrap();
        return;
    }
    assert_eq!(lines[from..end].join("\n"), items.trim_end(), "{page}, {heading}");
}
