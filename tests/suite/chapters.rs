//! The chapters of the battle rules are ordered, and their files form no cycle. Cycles of other files have a ceiling.
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use kit::root;

/// The chapters, each a file with its folder, from the lowest to the highest. Each may name only those before it.
const ORDER: &str = "rolls tally secrecy survey half_move lookout verdict aftermath columns flags detach special lines sighting \
    shores melee steering formation begin generated reaction signals gunnery torpedo damage control ending leaving ashore \
    collision moves precontact placement ruling position_fix turn";

/// The code of every file, by its module: `columns`, `columns::helm`.
fn modules() -> BTreeMap<String, String> {
    let rules = root().join("src/naval/rules");
    let mut found = BTreeMap::new();
    let mut folders = vec![rules.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(&rules).unwrap().with_extension("").to_string_lossy().replace('/', "::");
            found.insert(name, without_comments(&fs::read_to_string(&path).unwrap()));
        }
    }
    found.remove("mod").expect("the list of chapters");
    found
}

/// A text without its comments.
fn without_comments(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    lines.join("\n")
}

/// Every path that a text names, with the lists of a `use` expanded.
fn paths(text: &str) -> Vec<String> {
    let (mut found, mut rest) = (Vec::new(), text);
    while let Some(index) = rest.find(is_of_a_word) {
        rest = path(&rest[index..], "", &mut found);
    }
    found
}

/// Reads a path, or a list of them, and returns the text after it.
fn path<'t>(text: &'t str, before: &str, found: &mut Vec<String>) -> &'t str {
    let (word, rest) = text.split_at(text.find(|letter| !is_of_a_word(letter)).unwrap_or(text.len()));
    let whole = format!("{before}{word}");
    let Some(after) = rest.strip_prefix("::") else {
        found.push(whole);
        return rest;
    };
    let Some(mut list) = after.strip_prefix('{') else { return path(after, &format!("{whole}::"), found) };
    loop {
        list = list.trim_start_matches(|letter| !is_of_a_word(letter) && letter != '}');
        match list.strip_prefix('}') {
            Some(after) => return after,
            None if list.is_empty() => return list,
            None => list = path(list, &format!("{whole}::"), found),
        }
    }
}

fn is_of_a_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn chapter(module: &str) -> &str {
    module.split("::").next().unwrap_or_default()
}

/// The other files of the rules that a file names.
fn named_modules<'m>(module: &str, code: &str, modules: &'m BTreeMap<String, String>) -> BTreeSet<&'m str> {
    let (own, is_root) = (chapter(module), !module.contains("::"));
    let file = |path: &str| {
        let two = path.match_indices("::").nth(1).map_or(path, |(at, _)| &path[..at]);
        modules.get_key_value(two).or_else(|| modules.get_key_value(chapter(path))).map(|(name, _)| name.as_str())
    };
    let file_of = |path: String| {
        let path = path.replace("crate::rules::", "crate::");
        if let Some(rest) = path.strip_prefix("crate::").or_else(|| path.strip_prefix("super::super::")) {
            return file(rest);
        }
        match path.strip_prefix("super::") {
            Some(rest) if is_root => file(rest),
            Some(rest) => file(&format!("{own}::{rest}")),
            None if !path.contains("::") => None,
            None => {
                let child = format!("{own}::{}", chapter(&path));
                modules.get_key_value(&child).filter(|_| is_root).map(|(name, _)| name.as_str()).or_else(|| file(&path))
            }
        }
    };
    paths(code).into_iter().filter_map(file_of).filter(|name| *name != module).collect()
}

#[test]
fn a_chapter_of_the_rules_names_only_those_before_it() {
    let modules = modules();
    let chapters: BTreeSet<&str> = modules.keys().map(|module| chapter(module)).collect();
    assert_eq!(chapters, ORDER.split_whitespace().collect(), "every chapter has its place");
    let place = |module: &str| ORDER.split_whitespace().position(|name| name == chapter(module));
    let scores = |module: &str| matches!(chapter(module), "gunnery" | "torpedo");
    let mut errors = Vec::new();
    for (module, code) in &modules {
        for name in named_modules(module, code, &modules) {
            if place(module) < place(name) {
                errors.push(format!("{module} names {name}, which stands above it"));
            }
            // Guns and torpedoes score hits, the state stores them, and damage is rolled for them.
            if matches!(chapter(module), "damage" | "control") && scores(name) {
                errors.push(format!("{module} names {name}: damage calls gunnery"));
            }
        }
        // Through `decide` every chapter would depend on every other.
        if (code.contains("decide::<Naval>") || code.contains("Naval::decide")) && chapter(module) != "turn" {
            errors.push(format!("{module} asks the whole game"));
        }
    }
    assert!(errors.is_empty(), "\n{}", errors.join("\n"));
}

#[test]
fn no_files_of_the_rules_form_a_cycle() {
    let modules = modules();
    let mut remaining: BTreeMap<&str, BTreeSet<&str>> =
        modules.iter().map(|(module, code)| (module.as_str(), named_modules(module, code, &modules))).collect();
    assert!(remaining.values().map(BTreeSet::len).sum::<usize>() > 200, "the named files were not found");
    while let Some(lowest) = remaining.iter().find(|(_, named)| named.is_empty()).map(|(module, _)| *module) {
        remaining.remove(lowest);
        remaining.values_mut().for_each(|named| {
            named.remove(lowest);
        });
    }
    assert!(remaining.is_empty(), "files in a cycle, or above one: {remaining:#?}");
}

/// The most files of a crate in cycles. Crates not listed allow none. A ceiling only goes down.
const MAX_IN_CYCLES: [(&str, usize); 2] = [("play", 2), ("session", 2)];

#[test]
fn no_crate_has_more_files_in_cycles_than_its_ceiling() {
    let (mut errors, mut crates) = (Vec::new(), 0);
    for entry in fs::read_dir(root().join("src")).unwrap().flatten().filter(|entry| entry.path().is_dir()) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let files = crate_files(&entry.path());
        crates += usize::from(1 < files.len());
        let most = MAX_IN_CYCLES.iter().find(|(listed, _)| *listed == name).map_or(0, |(_, most)| *most);
        let found = files_in_cycles(&files);
        if most < found.len() {
            errors.push(format!("{name}: {} of {most}: {}", found.len(), found.join(", ")));
        }
    }
    assert!(10 < crates, "the crates were not found");
    assert!(errors.is_empty(), "files in a cycle:\n{}", errors.join("\n"));
    let files = |list: [(&str, &str); 3]| list.map(|(name, code)| (name.to_owned(), code.to_owned())).into();
    // A file and its child may name each other. Two unrelated files may not.
    let kin = [("a", "b::f()"), ("a::b", "use super::g; crate::c::f()"), ("c", "")];
    assert!(files_in_cycles(&files(kin)).is_empty());
    assert_eq!(files_in_cycles(&files([kin[0], kin[1], ("c", "use crate::{a::b::f, d};")])), ["a::b", "c"]);
}

/// The code of every file of a crate by its module, without the crate's root.
fn crate_files(crate_folder: &Path) -> BTreeMap<String, String> {
    let (mut found, mut folders) = (BTreeMap::new(), vec![crate_folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let name =
                    path.strip_prefix(crate_folder).unwrap().with_extension("").to_string_lossy().replace('/', "::");
                let name = name.strip_suffix("::mod").unwrap_or(&name).to_owned();
                found.insert(name, without_comments(&fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.retain(|name, _| !["lib", "main", "build"].contains(&name.as_str()));
    found
}

/// The files in a cycle of names. A parent and its child may name each other.
fn files_in_cycles(files: &BTreeMap<String, String>) -> Vec<&str> {
    let named: BTreeMap<&str, BTreeSet<&str>> =
        files.iter().map(|(module, code)| (module.as_str(), named_files(module, code, files))).collect();
    let comes_back = |start: &str| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(module) = open.pop() {
            open.extend(named[module].iter().filter(|name| seen.insert(**name)));
        }
        seen.contains(start)
    };
    named.keys().copied().filter(|module| comes_back(module)).collect()
}

/// The other files of its crate that a file names, except its parents and children.
fn named_files<'m>(module: &str, code: &str, files: &'m BTreeMap<String, String>) -> BTreeSet<&'m str> {
    let file = |path: &str| {
        let whole = absolute_module(module, path, files)?;
        let ends = whole.match_indices("::").map(|(end, _)| end).chain([whole.len()]);
        ends.filter_map(|end| files.get_key_value(&whole[..end])).last().map(|(name, _)| name.as_str())
    };
    let is_below = |left: &str, right: &str| left == right || left.starts_with(&format!("{right}::"));
    let named = paths(code).into_iter().filter_map(|path| file(&path));
    named.filter(|name| !is_below(name, module) && !is_below(module, name)).collect()
}

/// A path from the root of the crate, if it leads into the crate.
fn absolute_module(module: &str, path: &str, files: &BTreeMap<String, String>) -> Option<String> {
    if let Some(rest) = path.strip_prefix("crate::") {
        return Some(rest.to_owned());
    }
    let (mut base, mut rest) = (module, path.strip_prefix("self::").unwrap_or(path));
    while let Some(after) = rest.strip_prefix("super::") {
        (base, rest) = (base.rsplit_once("::").map_or("", |(parent, _)| parent), after);
    }
    let is_relative = rest != path || files.contains_key(&format!("{module}::{}", chapter(path)));
    is_relative.then(|| if base.is_empty() { rest.to_owned() } else { format!("{base}::{rest}") })
}
