//! All commands: their groups in `kaiser --help`, and their examples.
use std::fmt::Write as _;

use clap::{Command, CommandFactory, builder::StyledStr};

use super::args::Args;
use super::verdict::EXIT_CODES;

mod examples;

pub use examples::Example;

/// A heading of `kaiser --help`, and its commands.
pub type Group = (&'static str, &'static [&'static str]);

/// Every command by its task. `print` is a feature, so a group may name a command that is not built.
pub const GROUPS: [Group; 9] = [
    ("Play", &["play", "puzzle"]),
    ("Play other games", &["tafl", "acre", "coal-steel", "crystal"]),
    ("Look up", &["rules", "scenario", "ship", "table", "odds", "roll"]),
    ("Read a journal", &["log", "show", "map", "page", "book", "turn", "tally", "chronicle", "luck"]),
    ("Check a journal", &["verify", "dice", "mend"]),
    ("Print and edit", &["print", "data", "doctrine"]),
    ("Let the computer play", &["simulate", "history", "audit", "match", "perft", "engine"]),
    ("Records of board games", &["annotate", "export", "import"]),
    ("This program", &["completions", "man", HELP]),
];

/// The command that `clap` adds.
const HELP: &str = "help";

/// The command line with groups, examples and exit codes, as every help text and page shows it.
pub fn command() -> Command {
    let command = Args::command().mut_subcommands(|sub| {
        let path = sub.get_name().to_owned();
        with_examples(sub, &path)
    });
    let groups = groups(&command);
    let header = command.get_styles().get_header();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    let after = format!("{}\n\n{}", examples_section(&command, ""), exit_section(&command));
    command.help_template(StyledStr::from(template)).after_long_help(StyledStr::from(after))
}

/// Returns the examples of a command (without `kaiser`), or for a parent without any the first of each subcommand.
pub fn examples(command: &Command, path: &str) -> Vec<&'static Example> {
    let own: Vec<&Example> = examples::EXAMPLES.iter().filter(|example| example.path == path).collect();
    if !own.is_empty() {
        return own;
    }
    let subs = command.get_subcommands().map(|sub| format!("{path} {}", sub.get_name()));
    subs.filter_map(|path| examples::EXAMPLES.iter().find(|example| example.path == path)).collect()
}

/// The groups with the first line of each command's help.
fn groups(command: &Command) -> String {
    let (header, literal) = (command.get_styles().get_header(), command.get_styles().get_literal());
    let about = |name: &str| match command.find_subcommand(name) {
        Some(sub) => sub.get_about().map(ToString::to_string),
        None => (name == HELP).then(|| "Print the help of a command".to_owned()),
    };
    let mut text = String::new();
    for (heading, names) in GROUPS {
        let _ = writeln!(text, "{header}{heading}:{header:#}");
        for (name, about) in names.iter().filter_map(|name| Some((name, about(name)?))) {
            let _ = writeln!(text, "  {literal}{name:<11}{literal:#}  {about}");
        }
        text.push('\n');
    }
    text
}

fn with_examples(command: Command, path: &str) -> Command {
    let command = command.mut_subcommands(|sub| {
        let path = format!("{path} {}", sub.get_name());
        with_examples(sub, &path)
    });
    let mut after = examples_section(&command, path);
    if path == "verify" {
        after = format!("{after}\n\n{}", exit_section(&command));
    }
    command.after_long_help(StyledStr::from(after))
}

fn examples_section(command: &Command, path: &str) -> String {
    let (header, literal) = (command.get_styles().get_header(), command.get_styles().get_literal());
    let mut text = format!("{header}Examples:{header:#}");
    for example in examples(command, path) {
        let _ = write!(text, "\n  {literal}{}{literal:#}\n          {}", example.line, example.effect);
    }
    text
}

fn exit_section(command: &Command) -> String {
    let header = command.get_styles().get_header();
    let lines: Vec<String> = EXIT_CODES.iter().map(|(code, meaning)| format!("\n  {code}  {meaning}")).collect();
    format!("{header}Exit status:{header:#}{}", lines.concat())
}
