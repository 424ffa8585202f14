//! The house rules, checked in the sources.
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// Every source file under `src`, with its text up to its own tests.
fn sources() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    gather(&root().join("src"), &mut found);
    assert!(found.len() > 20, "the sources were not found");
    found
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn gather(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let own = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
            found.push((path.strip_prefix(root()).unwrap().to_owned(), own));
        }
    }
}

/// The lines of a file that are no comments, each with its number from 1.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_comment = |line: &str| line.trim_start().starts_with("//");
    text.lines().enumerate().map(|(index, line)| (index + 1, line)).filter(move |(_, line)| !is_comment(line))
}

#[track_caller]
fn assert_none(errors: Vec<String>) {
    assert!(errors.is_empty(), "\n{}", errors.join("\n"));
}

fn lines_with(words: &[&str]) -> Vec<String> {
    let mut errors = Vec::new();
    for (path, text) in sources() {
        for (line, code) in code(&text) {
            if let Some(word) = words.iter().find(|word| code.contains(*word)) {
                errors.push(format!("{}:{line}: {word}", path.display()));
            }
        }
    }
    errors
}

/// The manifests hold the import table: a crate cannot use crates that are not named there.
#[test]
fn crates_import_only_what_they_may() {
    let crates: [(&str, &[&str]); 12] = [
        ("play", &[]),
        ("geometry", &[]),
        ("naval", &["play", "geometry"]),
        ("boards", &["play"]),
        ("crystal", &["play"]),
        ("search", &["play"]),
        ("admirals", &["play", "geometry", "naval", "search"]),
        ("load", &["play", "geometry", "naval", "boards", "crystal"]),
        ("show", &["play", "geometry", "naval", "boards", "crystal"]),
        ("paper", &["play", "geometry", "naval", "show"]),
        ("session", &["play", "naval", "boards", "crystal", "search", "admirals", "load", "show"]),
        (
            "cli",
            &[
                "play", "geometry", "naval", "boards", "crystal", "search", "admirals", "load", "show", "paper",
                "session",
            ],
        ),
    ];
    for (name, may) in crates {
        let manifest = fs::read_to_string(root().join("src").join(name).join("Cargo.toml")).unwrap();
        let used = manifest.lines().filter_map(|line| line.strip_suffix(".workspace = true"));
        let ours: Vec<&str> = used.filter(|used| crates.iter().any(|(name, _)| name == used)).collect();
        assert_eq!(ours, may, "the imports of {name}");
    }
}

/// Words that no lint forbids.
#[test]
fn no_unfinished_work_and_no_global_state_is_in_the_sources() {
    assert_none(lines_with(&["static mut", "lazy_static", "TODO", "FIXME"]));
}

/// A map cannot show what its type does not hold.
#[test]
fn maps_are_given_views_and_never_states() {
    let maps = sources().into_iter().filter(|(path, _)| path.starts_with("src/show/map") || path.ends_with("map.rs"));
    let maps: Vec<(PathBuf, String)> = maps.filter(|(path, _)| path.starts_with("src/show")).collect();
    assert!(maps.len() > 10, "the maps were not found");
    let is_state = |word: &str| word == "State" || word == "known_to";
    let mut errors = Vec::new();
    for (path, text) in maps {
        for (line, code) in code(&text) {
            if code.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(is_state) {
                errors.push(format!("{}:{line}: {}", path.display(), code.trim()));
            }
        }
    }
    assert_none(errors);
}

/// A player cannot peek at what its type does not hold. Among the admirals, only the files on complete battles and on
/// the sampling of possible states name the state.
#[test]
fn admirals_are_given_a_view_and_only_listed_files_a_state() {
    let files: Vec<(PathBuf, String)> =
        sources().into_iter().filter(|(path, _)| path.starts_with("src/admirals")).collect();
    assert!(12 < files.len(), "the admirals were not found");
    let is_state = |word: &str| ["State", "known_to", "Watch"].contains(&word);
    let words = |line: &str| line.split(|c: char| !c.is_alphanumeric() && c != '_').any(is_state);
    let names = |text: &str| code(text).any(|(_, line)| words(line));
    let may = ["battle.rs", "luck.rs", "luck/exact.rs", "sampling.rs", "sampling/unseen.rs", "start.rs"];
    let may = may.map(|file| format!("src/admirals/{file}"));
    let naming = files.iter().filter(|(_, text)| names(text)).map(|(path, _)| path.to_str().unwrap());
    let mut naming: Vec<&str> = naming.collect();
    naming.sort_unstable();
    assert_eq!(naming, may, "the files that name the true state");
}

/// The name after each `crate::` in a file, or all names if a list in braces follows.
fn names(text: &str) -> impl Iterator<Item = String> {
    let whole: String =
        code(text).map(|(_, line)| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join(" ");
    let mut found = Vec::new();
    for (index, word) in whole.match_indices("crate::") {
        let rest = &whole[index + word.len()..];
        let list = rest.strip_prefix('{').map_or(rest, |list| list.split(';').next().unwrap_or_default());
        let end = if rest.starts_with('{') {
            list.len()
        } else {
            list.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(list.len())
        };
        found.extend(list[..end].split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned));
    }
    found.into_iter()
}

#[test]
fn no_file_has_more_than_600_lines() {
    let long = sources().into_iter().map(|(path, _)| {
        let lines = fs::read_to_string(root().join(&path)).unwrap().lines().count();
        (path, lines)
    });
    assert_none(
        long.filter(|(_, lines)| *lines > 600)
            .map(|(path, lines)| format!("{}: {lines} lines", path.display()))
            .collect(),
    );
}

#[test]
fn the_top_level_holds_only_what_belongs_there() {
    let may =
        ["Cargo.toml", "Cargo.lock", "README.md", "LICENSE", "src", "data", "scenarios", "tests", "docs", "target"];
    let here = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let stray =
        here.filter(|name| !name.starts_with('.') && !may.contains(&name.as_str()) && !name.contains(".kaiser"));
    assert_none(stray.collect());
}

/// Output for a side is made from a view: a page cannot leak what its type does not hold.
#[test]
fn views_maps_and_paper_are_given_a_view_and_never_a_state() {
    let mut seen = 0;
    let mut errors = Vec::new();
    let pages = ["seen", "briefing", "json", "tally", "card", "map", "page", "book"];
    for (path, text) in sources() {
        let name = path.iter().nth(2).unwrap_or_default().to_string_lossy().trim_end_matches(".rs").to_owned();
        let is_page = path.starts_with("src/show") && pages.iter().any(|page| name.starts_with(page));
        if !is_page && !path.starts_with("src/paper") {
            continue;
        }
        seen += 1;
        for (line, code) in code(&text) {
            let unquoted: String = code.split('"').step_by(2).collect::<Vec<_>>().join(" ");
            let mut words = unquoted.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            if words.any(|word| matches!(word, "State" | "Draft" | "Naval" | "known_to")) {
                errors.push(format!("{}:{line}: a state: {}", path.display(), code.trim()));
            }
        }
    }
    assert!(seen > 0, "no view was found");
    assert_none(errors);
}

/// A page is made from a view. Only texts about what was done, asked or refused in a state are given that state.
#[test]
fn only_texts_about_a_command_are_given_a_state() {
    let commands = [
        "dice_prompts.rs",
        "brief.rs",
        "event.rs",
        "labels.rs",
        "log.rs",
        "needs.rs",
        "orders.rs",
        "refusal.rs",
        "seal.rs",
        "suspects.rs",
        "special.rs",
        "disclosed.rs",
    ];
    let naval = |path: &Path| !path.starts_with("src/show/boards") && !path.starts_with("src/show/crystal");
    let mut errors = Vec::new();
    for (path, text) in sources().into_iter().filter(|(path, _)| path.starts_with("src/show") && naval(path)) {
        let signatures = text.split("\npub fn ").skip(1).filter_map(|part| part.split(" {\n").next());
        let stateful = signatures.filter(|signature| signature.contains("&State"));
        let strange = stateful.filter(|_| !commands.iter().any(|name| path.ends_with(name)));
        errors.extend(strange.map(|signature| format!("{}: {signature}", path.display())));
    }
    assert_none(errors);
}

/// The layers of `naval`: `model` knows only itself. `rules` knows neither `notation` nor `view`, and those two do not
/// know each other. None of these three knows `game`, `odds` or `seal` above them.
#[test]
fn no_layer_of_a_battle_names_one_above() {
    let top = ["game", "odds", "seal"];
    let mut errors = Vec::new();
    let mut seen = [0; 4];
    for (path, text) in sources() {
        let Ok(below) = path.strip_prefix("src/naval") else { continue };
        let layer = below.iter().next().unwrap_or_default().to_string_lossy().trim_end_matches(".rs").to_owned();
        let layers = ["model", "rules", "notation", "view"];
        let Some(index) = layers.iter().position(|other| *other == layer) else { continue };
        seen[index] += 1;
        let is_above = |name: &String| match index {
            0 => name != "model",
            _ => *name != layer && [&layers[2..], &top].concat().contains(&name.as_str()),
        };
        errors.extend(names(&text).filter(is_above).map(|name| format!("{}: {name}", path.display())));
    }
    assert!(seen.iter().all(|files| 2 < *files), "a layer was not found");
    assert_none(errors);
}

/// What a side may know is decided field by field: nothing new in a state is shown automatically.
#[test]
fn the_fog_builds_every_type_field_by_field() {
    let part = |name: &str| fs::read_to_string(root().join("src/naval/view").join(name)).unwrap();
    let fog = ["", "/visible_actions", "/force_markers"].map(|file| part(&format!("fog_of_war{file}.rs"))).concat();
    for whole in [
        "State {",
        "Ship {",
        "Division {",
        "Marker {",
        "Seal {",
        "ThisTurn {",
        "ThisMove {",
        "SightingBasis {",
        "Setup {",
        "Side {",
        "DivisionSetup {",
        "Meeting {",
        "Declaration {",
    ] {
        let is_literal = |line: &str| !line.contains("fn ") && !line.contains("impl") && line.contains(whole);
        assert!(fog.lines().any(is_literal), "{whole} is not built field by field");
    }
    // Only places, fully known hits and hidden rules may use `..` for the remaining fields.
    let known = ["marker.at?", "dot }", "hit.clone()", "special::RuleState::default()"];
    let rests = fog.lines().filter(|line| !line.contains("//")).flat_map(|line| line.split("..").skip(1));
    let rest: Vec<&str> = rests.filter(|part| !known.iter().any(|known| part.starts_with(known))).collect();
    assert!(rest.is_empty(), "omitted fields would be shown: {rest:?}");
}

/// Every page of the documentation, with its text.
pub fn pages() -> BTreeMap<PathBuf, String> {
    let (mut pages, mut folders) = (BTreeMap::new(), vec![root().join("docs")]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                pages.insert(path.clone(), fs::read_to_string(path).unwrap());
            }
        }
    }
    pages
}

/// Every picture and page that the documentation links to exists, and every picture is linked.
#[test]
fn what_docs_link_to_exists_and_every_picture_is_linked() {
    let pages = [root().join("README.md")].into_iter().chain(pages().into_keys());
    let (mut errors, mut shown) = (Vec::new(), Vec::new());
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|part| part.split(')').next()) {
            let file = link.split('#').next().unwrap_or_default();
            if file.is_empty() || file.contains("://") {
                continue;
            }
            match page.parent().unwrap().join(file).canonicalize() {
                Ok(path) => shown.push(path),
                Err(_) => errors.push(format!("{}: {link}", page.display())),
            }
        }
    }
    assert!(20 < shown.len(), "{} links", shown.len());
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let picture = path.extension().is_some_and(|ending| ending == "png" || ending == "svg");
            if path.is_dir() {
                folders.push(path);
            } else if picture && !shown.contains(&path.canonicalize().unwrap()) {
                errors.push(format!("{} is shown by no page", path.display()));
            }
        }
    }
    assert_none(errors);
}

/// The most lines of Rust that `src` may have. A ceiling goes down in the commit that makes it possible. Only a feature
/// raises this one, by its own lines, and its commit says so.
const MOST_LINES: usize = 146_336;
/// The most functions of `src` that may have more than 50 lines.
const MOST_LONG_FUNCTIONS: usize = 87;
/// The most closures with a name (`let near = |ship| ...`) that each crate may have.
const MOST_CLOSURES: [(&str, usize); 12] = [
    ("admirals", 252),
    ("boards", 91),
    ("cli", 195),
    ("crystal", 57),
    ("geometry", 17),
    ("load", 126),
    ("naval", 706),
    ("paper", 157),
    ("play", 47),
    ("search", 11),
    ("session", 178),
    ("show", 392),
];

#[test]
fn src_has_no_more_lines_than_its_ceiling() {
    let lines: usize = sources().iter().map(|(_, text)| text.lines().count()).sum();
    assert!(lines <= MOST_LINES, "{lines} lines, and {MOST_LINES} are allowed");
}

#[test]
fn no_more_functions_are_long_than_the_ceiling_allows() {
    let sources = sources();
    let mut long: Vec<String> = Vec::new();
    for (path, text) in &sources {
        let found = long_functions(text).into_iter();
        long.extend(found.map(|(name, lines)| format!("{}: {name}, {lines} lines", path.display())));
    }
    assert!(long.len() <= MOST_LONG_FUNCTIONS, "{} of {MOST_LONG_FUNCTIONS}:\n{}", long.len(), long.join("\n"));
    let body = |lines: usize| format!("    pub(crate) const fn f() {{\n{}    }}\n", "        g();\n".repeat(lines));
    assert_eq!(long_functions(&body(49)), [("f".to_owned(), 51)]);
    assert!(long_functions(&body(48)).is_empty() && long_functions("fn f();\nfn g() {}\n").is_empty());
}

/// The functions of a file with more than 50 lines, from `fn` to the closing bracket.
fn long_functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut long = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let (indent, rest) = line.split_at(line.len() - line.trim_start().len());
        let rest = rest.split_once("fn ").filter(|(before, _)| before.is_empty() || is_visibility(before));
        let Some((_, signature)) = rest.filter(|_| !line.ends_with(['}', ';'])) else { continue };
        let end = lines[index..].iter().position(|line| line.strip_prefix(indent) == Some("}"));
        let name = signature.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next();
        long.extend(end.filter(|end| 50 <= *end).map(|end| (name.unwrap_or_default().to_owned(), end + 1)));
    }
    long
}

/// Whether a text has only words that may precede `fn`.
fn is_visibility(words: &str) -> bool {
    words.split_whitespace().all(|word| word.starts_with("pub") || word == "const")
}

#[test]
fn no_crate_has_more_named_closures_than_its_ceiling() {
    let sources = sources();
    let mut errors = Vec::new();
    for (name, most) in MOST_CLOSURES {
        let own = sources.iter().filter(|(path, _)| path.starts_with(Path::new("src").join(name)));
        let count = own.flat_map(|(_, text)| text.lines()).filter(|line| is_named_closure(line)).count();
        if most < count {
            errors.push(format!("{name}: {count} closures, and {most} are allowed"));
        }
    }
    assert_none(errors);
    assert!(is_named_closure("    let near = |ship| true;") && is_named_closure("let mut next = move || 1;"));
    assert!(!is_named_closure("let near = any(|ship| true);") && !is_named_closure("let (a, b) = |c| d;"));
}

/// Control by words: code that searches a text for a word, or splits it at one.
const BY_WORDS: [&str; 9] = [
    "contains(\"",
    "contains('",
    "starts_with(\"",
    "ends_with(\"",
    "strip_prefix(",
    "strip_suffix(",
    "split_once(",
    "find('",
    "find(\"",
];
/// The files of `session` and `cli` that search text, how often, and why they may. A number goes down with each removed
/// search, and no file is added.
const SEARCHES: [(&str, usize, &str); 5] = [
    ("src/cli/file.rs", 1, "the path of a file, not its text"),
    ("src/cli/open.rs", 1, "the path of a file, not its text"),
    ("src/cli/resume.rs", 3, "the names of files in a directory"),
    ("src/cli/store/private.rs", 1, "the bytes of a file, line by line"),
    ("src/cli/terminal.rs", 1, "what the environment says of the terminal"),
];

#[test]
fn no_unlisted_code_in_session_and_cli_is_controlled_by_words() {
    let mut errors = Vec::new();
    for (path, text) in sources() {
        let path = path.display().to_string();
        let is_ours = ["src/session/", "src/cli/"].iter().any(|folder| path.starts_with(folder));
        let is_parser =
            ["src/cli/args", "src/cli/boards/records", "src/cli/boards/engine"].iter().any(|own| path.starts_with(own));
        if !is_ours || is_parser {
            continue;
        }
        let found =
            text.lines().map(|line| BY_WORDS.iter().filter(|what| line.contains(**what)).count()).sum::<usize>();
        let listed = SEARCHES.iter().find(|(file, ..)| *file == path).map_or(0, |(_, count, _)| *count);
        if found != listed {
            errors.push(format!("{path}: {found} searches, and {listed} are listed"));
        }
    }
    assert_none(errors);
}

/// Whether a line gives a closure a name.
fn is_named_closure(line: &str) -> bool {
    let Some((name, value)) = line.trim_start().strip_prefix("let ").and_then(|part| part.split_once(" = ")) else {
        return false;
    };
    let name = name.strip_prefix("mut ").unwrap_or(name);
    let is_name = name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    is_name && value.strip_prefix("move ").unwrap_or(value).starts_with('|')
}
