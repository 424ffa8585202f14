//! At the prompt of every game, output fits the width of the terminal. Output to a pipe is not wrapped.
use std::process::Command;

use rexpect::session::spawn_command;
use tempfile::TempDir;

use super::{PATIENCE, Person, program};

/// A person at a terminal with this many columns. It has 400 rows, because longer answers are shown page by page.
fn person_with_columns(columns: usize, arguments: &str) -> Person {
    let folder = TempDir::new().unwrap();
    let kaiser = program(&folder, &[]);
    let mut shell = Command::new("sh");
    let start = format!("stty cols {columns} rows 400; exec '{}' {arguments}", env!("CARGO_BIN_EXE_kaiser"));
    shell.args(["-c", &start]).current_dir(folder.path()).env_remove("COLUMNS").env("LANG", "C.UTF-8");
    for (key, value) in kaiser.get_envs() {
        match value {
            Some(value) => shell.env(key, value),
            None => shell.env_remove(key),
        };
    }
    let terminal = spawn_command(shell, PATIENCE).unwrap();
    Person { folder, terminal, screen: String::new() }
}

/// Returns the program's own lines, without those of the line editor, which moves the cursor. `screen` has a character
/// for each byte.
fn program_lines(screen: &str) -> Vec<String> {
    let bytes: Vec<u8> = screen.chars().map(|letter| letter as u8).collect();
    let screen = String::from_utf8(bytes).unwrap();
    let lines = screen.split('\n').map(|line| line.trim_end_matches('\r'));
    lines.filter(|line| !line.contains(['\u{1b}', '\r'])).map(str::to_owned).collect()
}

const GAMES: [(&str, &str, &[&str]); 5] = [
    (
        "play ulsan --seed 5",
        "Plotting> ",
        &[
            "status",
            "sheet",
            "duties",
            "help",
            "help target",
            "help plot",
            "log",
            "tally",
            "next",
            "plot 2nd 9 9 9",
            "fire",
            "plot vladivostok nonsense speed very much more than that, and a good deal of other words behind it",
            "odds izumo at rossia",
            "rules 6.5.1",
            "rules",
            "table",
        ],
    ),
    ("crystal --seed 5", "event> ", &["help", "chart", "odds 2", "odds 7", "ways", "shop", "retreat 4", "nonsense"]),
    ("acre --seed 5", "White> ", &["help", "help rules", "moves", "k4-k9", "nonsense", "log"]),
    ("tafl --seed 5 --rules first=black", "Black> ", &["help", "help rules", "moves", "d1-d9", "nonsense", "log"]),
    ("coal-steel --seed 5", "Coal> ", &["help", "help rules", "moves", "d1-d9", "nonsense", "log"]),
];

/// A person at the prompt of one of these games.
fn at_the_prompt(columns: usize, (arguments, prompt): (&str, &str)) -> Person {
    let mut person = person_with_columns(columns, arguments);
    if ["acre", "tafl", "coal"].iter().any(|game| arguments.starts_with(game)) {
        person.sees("Who plays?");
        person.types("1");
    }
    person.sees(prompt);
    person
}

#[test]
fn every_answer_fits_eighty_columns_and_a_hundred_and_twenty() {
    for columns in [80, 120] {
        for (arguments, prompt, lines) in GAMES {
            let mut person = at_the_prompt(columns, (arguments, prompt));
            for line in lines {
                person.types(line);
                person.sees(prompt);
            }
            person.leaves();
            let shown = program_lines(&person.screen);
            assert!(shown.len() > 40, "{arguments}: {}", person.screen);
            for line in &shown {
                assert!(line.chars().count() <= columns, "{arguments}, {columns}: {line}");
            }
            // Longer lines use the width of the wider terminal.
            let longest = shown.iter().map(|line| line.chars().count()).max();
            assert!(columns == 80 || longest > Some(80), "{arguments}: {longest:?}");
        }
    }
}

/// Each command of the help with its description, from the program's own tables.
fn words_of_help(game: &str) -> Vec<String> {
    use boards::{battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
    let list = match game.split(' ').next() {
        Some("play") => {
            let groups = session::naval::COMMAND_GROUPS.iter();
            return groups.map(|(group, words)| format!("{group} {}", words.join(" "))).collect();
        }
        Some("crystal") => {
            return crystal::notation::help().iter().map(|(word, does)| format!("{word} {does}")).collect();
        }
        Some("acre") => session::boards::help::<BattleAcre>().list,
        Some("tafl") => session::boards::help::<Tafl>().list,
        _ => session::boards::help::<CoalAndSteel>().list,
    };
    let list = list.unwrap();
    let lines = list.lines().filter(|line| line.starts_with("  "));
    lines.map(|line| line.split_whitespace().collect::<Vec<&str>>().join(" ")).collect()
}

/// At any width below 80, each command in the help begins its own line and shares it with no other.
#[test]
fn on_a_narrow_terminal_each_command_in_help_has_its_own_line() {
    for columns in [40, 42, 60, 79] {
        for (arguments, prompt, lines) in GAMES {
            let mut person = at_the_prompt(columns, (arguments, prompt));
            let lines = lines.iter().filter(|line| line.starts_with("help"));
            for line in lines {
                person.types(line);
                person.sees(prompt);
            }
            person.leaves();
            let shown = program_lines(&person.screen);
            assert!(
                shown.iter().all(|line| line.chars().count() <= columns),
                "{arguments}, {columns}:\n{}",
                shown.join("\n")
            );
            // A line that is indented further continues the one above.
            let indent = if arguments.starts_with("play") { 0 } else { 2 };
            let mut lines: Vec<String> = Vec::new();
            for line in &shown {
                let words = line.split_whitespace().collect::<Vec<&str>>().join(" ");
                match lines.last_mut().filter(|_| indent < line.len() - line.trim_start().len()) {
                    Some(last) => *last += &format!(" {words}"),
                    None => lines.push(words),
                }
            }
            for word in words_of_help(arguments) {
                assert!(lines.contains(&word), "{arguments}, {columns}: {word}\n{}", shown.join("\n"));
            }
        }
    }
    // The near miss: 80 columns have room for two side by side.
    let mut person = at_the_prompt(80, (GAMES[3].0, GAMES[3].1));
    person
        .asks("help", &["\n  why [ENTRY]    show the paragraphs        rules [NUMBER] look up a rule\r\n", "Black> "]);
    person.leaves();
}

/// Below 80 columns, a table that does not fit becomes a list. No line is longer than the terminal or cut off.
#[test]
fn on_a_narrow_terminal_tables_are_lists_and_nothing_is_cut_off() {
    for columns in [40, 60, 79] {
        let mut person = person_with_columns(columns, "play ulsan --seed 5");
        person.sees("Plotting> ");
        let lines = ["status", "card rossia", "sheet", "tally", "briefing", "quickstart"];
        for line in lines {
            person.types(line);
            person.sees("> ");
        }
        person.asks("targets", &["And 17 more"]);
        person.asks("ranges", &["Needs:"]);
        person.asks("places", &["> "]);
        person.asks("odds izumo at rossia", &["> "]);
        person.asks("table", &["> "]);
        person.asks("rules", &["> "]);
        person.leaves();
        let shown = program_lines(&person.screen);
        for line in &shown {
            assert!(line.chars().count() <= columns, "{columns}: {line}");
        }
        let page = shown.join("\n");
        assert!(!page.contains('╭') && !page.contains('│'), "{columns}: a box that does not fit has no frame\n{page}");
        // In 79 columns the tables of the second and third text fit, but the box of the first does not.
        let lists =
            ["Size: 10    Armour -2/0", "Izumo 1: Type CA; Speed 2.25/2.75; ", "Izumo: at Rossia; range 8.49\"; "];
        for whole in &lists[..if columns == 79 { 1 } else { 3 }] {
            let flat = shown.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
            let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(squeezed(&flat).contains(&squeezed(whole)), "{columns}, {whole}:\n{page}");
        }
    }
    // The near miss: everything fits in 80 columns.
    let mut person = person_with_columns(80, "play ulsan --seed 5");
    person.sees("Plotting> ");
    person.asks("status", &["Ship       Type     Speed Big"]);
    // The corner of a box, because the screen is recorded byte by byte.
    person.asks("card rossia", &["\u{e2}\u{95}\u{ad}"]);
    person.leaves();
}

#[test]
fn the_board_of_battle_acre_fits_forty_columns() {
    let mut person = person_with_columns(40, "acre --seed 5");
    person.sees("Who plays?");
    person.types("1");
    person.sees("White> ");
    person.asks("k4-k6", &["abcdefghijklmnopqrstu", "Last move: k4, k6.", "Red> "]);
    person.leaves();
    assert!(program_lines(&person.screen).iter().all(|line| line.chars().count() <= 40), "{}", person.screen);
}

#[test]
fn a_long_refused_line_is_shown_around_its_error() {
    let mut person = person_with_columns(60, "play ulsan --seed 5");
    person.sees("Plotting> ");
    person.types("note \"a long remark, longer than the terminal is broad, and then some\" nonsense behind it");
    person.sees("hint:");
    person.sees("Plotting> ");
    person.leaves();
    let shown = program_lines(&person.screen);
    let mark = shown.iter().position(|line| line.trim_start().starts_with('^')).unwrap();
    let (line, under) = (&shown[mark - 1], &shown[mark]);
    assert!(line.chars().count() <= 60 && line.contains("..."), "{}", person.screen);
    let index = under.find('^').unwrap();
    assert!(line.get(index..).is_some_and(|part| part.starts_with("nonsense")), "{line}\n{under}");
}

#[test]
fn lines_to_a_pipe_are_not_wrapped() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("lines.txt");
    std::fs::write(&file, "help target\nnext\n").unwrap();
    let arguments = ["play", "ulsan", "--seed", "5", "--script", file.to_str().unwrap()];
    let output = program(&folder, &arguments).env("COLUMNS", "40").output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(out.lines().any(|line| line.starts_with("usage:   target") && line.ends_with("NAME>NAME N")), "{out}");
    assert!(err.lines().any(|line| line.starts_with("error:") && line.ends_with("[3.2]")), "{err}");
}
