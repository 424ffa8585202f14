//! `docs/reference/commands.md`, from the command line itself.
use std::{collections::BTreeMap, fmt::Write as _};

use clap::{Arg, Command};

use kit::golden;

const HEAD: &str = "<!-- generated: do not edit -->

# Commands

Look up a command with its arguments, options and examples. `kaiser COMMAND --help` prints the same, and explains each
example. No command overwrites an existing file.
";

/// A sentence of many options, which the head of the page states for all of them.
const NO_OVERWRITING: &str = "An existing file is never overwritten.";

#[test]
fn the_page_of_commands_matches_the_program() {
    let mut root = cli::commands::command().disable_help_subcommand(true);
    root.build();
    let mut page = HEAD.to_owned();
    page += "\n## All commands\n\nThese options belong to every command:\n\n";
    for arg in root.get_arguments().filter(|arg| arg.is_global_set()) {
        page += &item(arg);
    }
    page += "- `-h, --help`: Print help, short with `-h`.\n";
    page += &examples(&root, "");
    let shared = shared_options(&root);
    page += "\n## Shared options\n\nThese options belong to several commands, which name them after `Also`:\n\n";
    for option in shared.values() {
        page += option;
    }
    let mut lists = BTreeMap::new();
    for (heading, names) in cli::commands::GROUPS {
        let _ = write!(page, "\n## {heading}\n");
        for command in names.iter().filter_map(|name| root.find_subcommand(name)) {
            page += &section(command, command.get_name(), &shared, &mut lists);
        }
    }
    golden("docs/reference", "commands.md", &page);
}

/// An option with the same text in at least this many commands is explained once.
const SHARED_FROM: usize = 3;

/// The options that several commands explain in the same words, by name, each as an item of a list.
fn shared_options(root: &Command) -> BTreeMap<String, String> {
    let mut commands = vec![root];
    let mut uses: BTreeMap<(String, String), usize> = BTreeMap::new();
    while let Some(command) = commands.pop() {
        commands.extend(command.get_subcommands());
        for arg in own_arguments(command).filter(|arg| !arg.is_positional()) {
            *uses.entry((name(arg), item(arg))).or_default() += 1;
        }
    }
    // Readers could not distinguish two texts of one name, so the more common one is shared.
    let mut shared: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for ((name, item), count) in uses.into_iter().filter(|(_, count)| SHARED_FROM <= *count) {
        let best = shared.entry(name).or_default();
        if best.0 < count {
            *best = (count, item);
        }
    }
    shared.into_iter().map(|(name, (_, item))| (name, item)).collect()
}

/// A command's arguments, without those that every command has.
fn own_arguments(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| !arg.is_global_set() && arg.get_id() != "help" && !arg.is_hide_set())
}

/// A command's part of the page. `lists` holds the lists of arguments so far, with the first command that has each.
fn section(
    command: &Command,
    path: &str,
    shared: &BTreeMap<String, String>,
    lists: &mut BTreeMap<String, String>,
) -> String {
    // The list of arguments and the sections of its commands show what a line of usage would.
    let items = arguments(command, shared);
    let mut text = String::new();
    // A command that only groups others has no section.
    if !command.has_subcommands() || !items.is_empty() {
        let about = command.get_long_about().or_else(|| command.get_about()).map(ToString::to_string);
        let about: Vec<String> = about.unwrap_or_default().split("\n\n").map(sentence).collect();
        let _ = write!(text, "\n### kaiser {path}\n\n{}\n", about.join("\n\n"));
        let first = &*lists.entry(items.clone()).or_insert_with(|| path.to_owned());
        if first != path && LONG_LIST <= items.split_whitespace().count() {
            let _ = write!(text, "\nIts options are those of `kaiser {first}`.\n");
        } else if !items.is_empty() {
            let _ = write!(text, "\n{items}");
        }
        text += &examples(command, path);
    }
    for sub in command.get_subcommands() {
        text += &section(sub, &format!("{path} {}", sub.get_name()), shared, lists);
    }
    text
}

/// A list of arguments with at least this many words is printed once.
const LONG_LIST: usize = 15;

/// The arguments of a command as a list: its own first, then the names of the shared ones.
fn arguments(command: &Command, shared: &BTreeMap<String, String>) -> String {
    let mut items = String::new();
    let mut also: Vec<String> = Vec::new();
    for arg in own_arguments(command) {
        let item = item(arg);
        match arg.get_long() {
            Some(long) if shared.get(&name(arg)) == Some(&item) => also.push(format!("`--{long}`")),
            Some(_) | None => items += &item,
        }
    }
    if !also.is_empty() {
        let _ = writeln!(items, "- Also {}.", also.join(", "));
    }
    items
}

/// An argument or option as an item of a list.
fn item(arg: &Arg) -> String {
    let help = arg.get_long_help().or_else(|| arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut sentences: Vec<String> = help.split("\n\n").map(sentence).collect();
    let defaults: Vec<String> = arg.get_default_values().iter().map(|value| value.display().to_string()).collect();
    if !defaults.is_empty() && arg.get_action().takes_values() {
        sentences[0] = format!("{} [default: {}].", sentences[0].trim_end_matches('.'), defaults.join(","));
    }
    let help = sentences.join(" ").replace(NO_OVERWRITING, "");
    let mut text = format!("- `{}`: {}", name(arg), help.trim_end());
    let values = arg.get_possible_values();
    if values.is_empty() || !arg.get_action().takes_values() {
        return text + "\n";
    }
    text += " Values:";
    if values.iter().all(|value| value.get_help().is_none()) {
        let names: Vec<String> = values.iter().map(|value| format!(" `{}`", value.get_name())).collect();
        return format!("{text}{}.\n", names.join(","));
    }
    for value in values {
        let help = value.get_help().map(|help| format!(": {help}")).unwrap_or_default();
        let _ = write!(text, "\n  - `{}`{help}", value.get_name());
    }
    text + "\n"
}

/// `-o, --output <FILE>`, or `<FILE>...` for an argument.
fn name(arg: &Arg) -> String {
    let shown = arg.to_string();
    match (arg.get_short(), arg.get_long()) {
        (Some(short), Some(_)) => format!("-{short}, {shown}"),
        _ => shown,
    }
}

/// The examples of a command, except one that only fills in its arguments. Its help explains each.
fn examples(command: &Command, path: &str) -> String {
    let lines: Vec<&str> = cli::commands::examples(command, path).iter().map(|example| example.line).collect();
    if matches!(lines[..], [only] if !only.contains(" -")) {
        return String::new();
    }
    format!("\n```sh\n{}\n```\n", lines.join("\n"))
}

/// A paragraph of a help text, with its full stop.
fn sentence(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.ends_with(['.', '?', ':']) { text } else { text + "." }
}
