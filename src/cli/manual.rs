//! `kaiser man`: a manual page for each command.
use std::fmt::Write as _;
use std::io;
use std::path::Path;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use serde_json::{Value, json};

use super::verdict::EXIT_CODES;
use super::{commands, file};
use session::Refusal;

type NamedText = (&'static str, &'static str);

const FILES: [NamedText; 6] = [
    ("NAME.kaiser", "The journal of a game. Each entry is written before it takes effect."),
    ("NAME.kaiser.private", "The secrets of a journal that was begun with --private."),
    ("NAME.kaiser.torn", "An unfinished last line that was cut off when a journal was opened."),
    ("$XDG_STATE_HOME/kaiser_history", "The lines typed at the prompt, if that directory exists."),
    ("~/.kaiser_history", "The lines typed at the prompt otherwise."),
    ("DIR/data, DIR/scenarios", "Data files of --data DIR, which override the built-in ones of the same names."),
];

const ENVIRONMENT: [NamedText; 7] = [
    ("KAISER_DATA", "Directory of data files, used if --data is not given."),
    ("XDG_STATE_HOME, HOME", "Directories of the lines typed at the prompt."),
    ("COLUMNS, LINES", "Size of the terminal, if it differs from what the terminal reports."),
    ("LC_ALL, LC_CTYPE, LANG", "The first that is set decides whether maps use Unicode: it must name UTF-8."),
    ("NO_COLOR", "If set, nothing is coloured."),
    ("CLICOLOR, CLICOLOR_FORCE", "Colour off (0), or on even in a pipe (1)."),
    ("TERM", "Kind of the terminal: `dumb` has no colour."),
];

pub fn manual_page(words: &[String]) -> Result<Vec<u8>, Refusal> {
    let commands = commands_with_paths();
    let path = words.join(" ");
    let found = commands.iter().find(|(known, _)| *known == path);
    let (path, command) = found
        .ok_or_else(|| Refusal::usage(format!("There is no command \"{path}\".")).hint("`kaiser --help` lists them"))?;
    render(path, command).map_err(|error| page_error(&error))
}

pub fn write(directory: &Path) -> Result<(String, Value), Refusal> {
    let mut files = Vec::new();
    for (path, command) in commands_with_paths() {
        let page = render(&path, &command).and_then(|page| String::from_utf8(page).map_err(io::Error::other));
        files.push((Man::new(command).get_filename(), page.map_err(|error| page_error(&error))?));
    }
    file::write_tree(directory, &files)?;
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let (number, directory) = (files.len(), directory.display().to_string());
    Ok((format!("{number} pages written to {directory}"), json!({ "dir": directory, "files": names })))
}

fn page_error(error: &io::Error) -> Refusal {
    Refusal::cannot(format!("No manual page can be made: {error}."))
}

/// Lists the program itself, whose path is empty, and every command below it.
fn commands_with_paths() -> Vec<(String, Command)> {
    let mut root = commands::command().disable_help_subcommand(true);
    root.build();
    let mut found = vec![(String::new(), root)];
    let mut index = 0;
    while let Some((path, command)) = found.get(index) {
        let path_of = |sub: &Command| format!("{path} {}", sub.get_name()).trim_start().to_owned();
        let subs: Vec<(String, Command)> = command.get_subcommands().map(|sub| (path_of(sub), sub.clone())).collect();
        found.extend(subs);
        index += 1;
    }
    found
}

fn render(path: &str, command: &Command) -> io::Result<Vec<u8>> {
    let version = env!("CARGO_PKG_VERSION");
    let man = Man::new(command.clone()).source(format!("kaiser {version}")).manual("Manual of kaiser");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]).control("nf", []);
    for line in command.clone().render_usage().to_string().trim_start_matches("Usage: ").lines() {
        roff.text([roman(line.trim())]);
    }
    roff.control("fi", []).to_writer(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    let mut roff = Roff::new();
    commands_section(&mut roff, command, path);
    roff.control("SH", ["EXAMPLES"]);
    for example in commands::examples(command, path) {
        roff.control("PP", []).text([roman(format!("{}:", example.effect))]);
        roff.control("RS", ["4"]).control("nf", []);
        for line in example.line.lines() {
            roff.text([bold(line)]);
        }
        roff.control("fi", []).control("RE", []);
    }
    roff.control("SH", ["EXIT STATUS"]);
    let applies = |code: u8| code <= 2 || path.is_empty() || path == "verify";
    for (code, meaning) in EXIT_CODES.into_iter().filter(|(code, _)| applies(*code)) {
        write_entry(&mut roff, &code.to_string(), &format!("{meaning}."));
    }
    for (heading, entries) in [("FILES", &FILES[..]), ("ENVIRONMENT", &ENVIRONMENT)] {
        roff.control("SH", [heading]);
        for (name, meaning) in entries {
            write_entry(&mut roff, name, meaning);
        }
    }
    roff.control("SH", ["SEE ALSO"]);
    roff.text([roman(see_also(command, path))]);
    roff.to_writer(&mut page)?;
    Ok(page)
}

/// Writes the commands below a command. The program's own commands are grouped by task.
fn commands_section(roff: &mut Roff, command: &Command, path: &str) {
    if !command.has_subcommands() {
        return;
    }
    roff.control("SH", ["COMMANDS"]);
    let describe = |roff: &mut Roff, sub: &Command| {
        let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
        write_entry(roff, &format!("{}(1)", sub.get_display_name().unwrap_or_default()), &about);
    };
    if !path.is_empty() {
        return command.get_subcommands().for_each(|sub| describe(roff, sub));
    }
    for (heading, names) in commands::GROUPS {
        let subs: Vec<&Command> = names.iter().filter_map(|name| command.find_subcommand(name)).collect();
        if !subs.is_empty() {
            roff.control("SS", [heading]);
            subs.into_iter().for_each(|sub| describe(roff, sub));
        }
    }
}

/// Writes a tagged paragraph.
fn write_entry(roff: &mut Roff, name: &str, text: &str) {
    roff.control("TP", []).text([bold(name)]).text([roman(text)]);
}

fn see_also(command: &Command, path: &str) -> String {
    if path.is_empty() {
        return "The directory docs of the program's source.".to_owned();
    }
    let mut text = "kaiser(1)".to_owned();
    if let [parents @ .., _] = &path.split(' ').collect::<Vec<_>>()[..]
        && !parents.is_empty()
    {
        let _ = write!(text, ", kaiser-{}(1)", parents.join("-"));
    }
    for sub in command.get_subcommands() {
        let _ = write!(text, ", {}(1)", sub.get_display_name().unwrap_or_default());
    }
    text
}
