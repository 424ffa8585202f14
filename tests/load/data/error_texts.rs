//! Any error in a file is reported to its author in plain words, with its position.
use super::*;

/// Parts of the sentences of serde, of the YAML parser, of chrono and of the standard library.
const OF_LIBRARIES: [&str; 31] = [
    "invalid type",
    "invalid value",
    "invalid length",
    "invalid digit",
    "field index",
    "variant",
    "missing field",
    "untagged",
    "duplicate field",
    "recursion limit",
    "repetition limit",
    "unknown anchor",
    "while parsing",
    "while scanning",
    "did not find expected",
    "found character",
    "mapping values",
    "block sequence entries",
    "at line",
    "unit value",
    "floating point",
    "integer `",
    "boolean `",
    "string \"",
    "struct ",
    "a sequence",
    "a map",
    "tuple",
    "premature end",
    "trailing input",
    "invalid characters",
];

/// The errors of a built-in file with this text instead.
fn errors_of(path: &str, text: &str) -> Option<DataErrors> {
    let sources = naval_kit::builtin().with_overrides(overriding_file(path, text));
    let is_in = |directory: &str| path.starts_with(directory);
    if is_in("scenarios/wars/") {
        load::war_text(&sources, path, text).err()
    } else if is_in("scenarios/") {
        load::scenario_text_checked(&sources, path, text).err()
    } else if is_in("data/crystal/") {
        load::campaign_text(path, text).err()
    } else if is_in("data/naval/charts/") {
        load::charts(&sources, "rjw").err()
    } else if is_in("data/ships/") {
        load::ship_file(&sources, path, text).err()
    } else if is_in("data/naval/puzzles/") {
        load::puzzle_text(path, text).err()
    } else if is_in("data/naval/certificates/") {
        load::certificate(&sources, "ulsan").err()
    } else if is_in("data/naval/generators/") {
        load::theatres(&sources).err()
    } else {
        match path {
            "data/naval/card.yaml" => load::ship(&sources, "asahi").err(),
            "data/naval/doctrines.yaml" => load::doctrine_text(&sources, path, text).err(),
            "data/naval/history.yaml" => load::history(&sources).err(),
            "data/naval/navies.yaml" => load::navies(&sources).err(),
            "data/naval/ratings.yaml" => load::ratings(&sources).err(),
            "data/naval/rulebook.yaml" => load::rulebook(&sources).err(),
            "data/naval/yards.yaml" => load::war(&sources, "war-1904").err(),
            other => panic!("unknown path {other}"),
        }
    }
}

/// One file of each kind.
fn one_of_each_kind() -> Vec<(String, String)> {
    let sources = naval_kit::builtin();
    let first = |directory: &str| {
        let inside = |path: &str| path.strip_prefix(directory).is_some_and(|name| !name.contains('/'));
        sources.files.iter().map(|(path, _)| path.clone()).find(|path| inside(path)).unwrap()
    };
    let files = [
        "scenarios/gotland.yaml".to_owned(),
        first("scenarios/wars/"),
        first("data/crystal/"),
        "data/naval/charts/rjw.yaml".to_owned(),
        "data/ships/greece.yaml".to_owned(),
        first("data/naval/puzzles/"),
        "data/naval/certificates/ulsan.yaml".to_owned(),
        "data/naval/generators/rjw.yaml".to_owned(),
        "data/naval/card.yaml".to_owned(),
        "data/naval/doctrines.yaml".to_owned(),
        "data/naval/history.yaml".to_owned(),
        "data/naval/navies.yaml".to_owned(),
        "data/naval/ratings.yaml".to_owned(),
        "data/naval/rulebook.yaml".to_owned(),
        "data/naval/yards.yaml".to_owned(),
    ];
    files.into_iter().map(|path| (path.clone(), sources.text(&path).unwrap().to_owned())).collect()
}

fn assert_plain(path: &str, change: &str, errors: &DataErrors) {
    for error in &errors.0 {
        let reported = error.to_string();
        let words = reported.split('\n').filter(|line| !line.contains(" | ")).collect::<Vec<_>>().join("\n");
        for part in OF_LIBRARIES {
            assert!(!words.contains(part), "{path}, {change}: \"{part}\" in\n{reported}");
        }
    }
}

/// A few lines of each kind of file get another value, one of each YAML type.
#[test]
fn no_wrong_value_shows_a_message_of_a_library() {
    const VALUES: [&str; 11] =
        ["word", "-7", "3", "2.5", "2,5", "true", "~", "[1, 2, 3]", "{a: 1}", "!tag x", "29.02.1904"];
    let mut reported = 0;
    for (path, text) in one_of_each_kind() {
        let lines: Vec<&str> = text.lines().collect();
        let keyed = |line: &&str| line.contains(": ") && !line.trim_start().starts_with('#');
        let keyed_lines: Vec<usize> = (0..lines.len()).filter(|index| keyed(&lines[*index])).collect();
        for (number, index) in keyed_lines.iter().step_by((keyed_lines.len() / 12).max(1)).enumerate() {
            let value = VALUES[number % VALUES.len()];
            let line = lines[*index];
            // Within braces the value ends at the next comma or brace.
            let (key, rest) = line.rsplit_once(": ").unwrap();
            let end = rest.find(['}', ']', ',']).filter(|_| line.contains('{')).unwrap_or(rest.len());
            let changed = format!("{key}: {value}{}", &rest[end..]);
            let mut other = lines.clone();
            other[*index] = &changed;
            if let Some(errors) = errors_of(&path, &other.join("\n")) {
                assert_plain(&path, &changed, &errors);
                reported += 1;
            }
        }
    }
    assert!(60 < reported, "{reported} of the changed files were refused");
}

/// Every kind of file refuses an unknown key, with or without a value, and shows its position.
#[test]
fn an_unknown_key_is_refused_in_every_kind_of_file() {
    for (path, text) in one_of_each_kind() {
        for key in ["zzzz", "zzzz: 3"] {
            // The key goes into the first group of keys in braces or, in a file without one, beside the first keys.
            let is_in_braces = |line: &str| {
                line.trim_start().starts_with(|mark| "-{".contains(mark))
                    && line.ends_with('}')
                    && !line.contains("\"sum\"")
            };
            let key = if key.contains(':') { key.to_owned() } else { format!("{key}:") };
            let mut other: Vec<&str> = text.lines().collect();
            let braces = other.iter().position(|&line| is_in_braces(line));
            let top = other.iter().position(|line| line.starts_with(char::is_alphabetic));
            let item = other.iter().position(|line| line.starts_with("- "));
            let (row, changed) = match (braces, top, item) {
                (Some(index), ..) => {
                    (index, format!("{}, {}}}", other[index].strip_suffix('}').unwrap(), key.trim_end_matches(':')))
                }
                (None, Some(index), _) => (index, key.clone()),
                (None, None, index) => (index.unwrap() + 1, format!("  {key}")),
            };
            match braces {
                Some(_) => other[row] = &changed,
                None => other.insert(row, &changed),
            }
            let errors = errors_of(&path, &other.join("\n")).unwrap_or_else(|| panic!("{path} accepts {changed}"));
            assert_plain(&path, &changed, &errors);
            // Column of the key, counted from 1.
            let column = Some(changed[..changed.rfind("zzzz").unwrap()].chars().count() + 1);
            let is_there = errors.0.iter().any(|error| (error.line, error.column) == (Some(row + 1), column));
            assert!(is_there, "{path}: {changed}\n{errors}");
            assert!(errors.to_string().contains("zzzz"), "{errors}");
        }
    }
}

#[test]
fn no_message_of_the_yaml_parser_is_shown() {
    let head = "id: x\ntitle: y\n";
    let deep =
        format!("sides:\n{}a", (0..200).map(|index| format!("{}- \n", " ".repeat(index + 1))).collect::<String>());
    for broken in [
        "war: \"never closed",
        "war: [rjw",
        "war: {a: 1",
        "war: rjw: ww1",
        "war: @rjw",
        "war: `x`",
        "war: *nobody",
        "war: \"\\q\"",
        "war: |x\n  y",
        "- item",
        "  war: rjw",
        "war: 'a'b",
        "%x",
        "? [a\n",
        "war: &a",
        "war: !",
        "\u{7}",
        "war: {a: 1}}",
        &deep,
    ] {
        let errors = errors_of("scenarios/own.yaml", &format!("{head}{broken}\n")).unwrap();
        assert_plain("scenarios/own.yaml", broken, &errors);
        assert!(errors.0[0].line.is_some(), "{errors}");
    }
}

/// The error is at the decimals, and the message has the number with a decimal point.
#[test]
fn a_decimal_comma_is_reported_at_its_column_with_the_number_meant() {
    let text = include_str!("../broken/scenario-decimal-comma.yaml");
    let errors = errors_of("scenarios/comma.yaml", text).unwrap();
    let reported: Vec<(usize, usize, &str)> =
        errors.0.iter().map(|error| (error.line.unwrap(), error.column.unwrap(), error.what.as_str())).collect();
    let line = text.lines().nth(10).unwrap();
    let column = |part: &str| line.find(part).unwrap() + part.find(',').unwrap() + 2;
    for (part, meant) in [("2,5, at", "2.5"), ("27,9", "27.9"), ("29,9", "29.9")] {
        let wanted = reported.iter().find(|(line, at, _)| (*line, *at) == (11, column(part)));
        assert!(wanted.is_some_and(|(.., what)| what.contains(&format!("write {meant}"))), "{part}: {errors}");
    }
    let message = errors.to_string();
    assert!(
        message.contains("write 2.05") && message.contains("write 20.5") && message.contains("write 2.25"),
        "{message}"
    );
    let corners = "land:\n  - {id: isle, name: Isle, corners: [[27,9, 29,7], [3, 4], [5, 6]]}\n";
    let message = errors_of("scenarios/comma.yaml", &format!("{text}{corners}")).unwrap().to_string();
    assert!(message.contains("a list of 2, with a point before the decimals: [27.9, 29.7]"), "{message}");
    // A key that is a number and has a value is a different error.
    let other = text.replace("speed: 2,5,", "speed: 2, 5: 3,");
    assert!(errors_of("scenarios/comma.yaml", &other).unwrap().to_string().contains("unknown key `5`"));
}

/// A list with one item too many, two of them adjoining: the hint shows them with a decimal point.
#[test]
fn a_decimal_comma_in_a_list_gets_a_hint() {
    let text = include_str!("../broken/scenario-decimal-comma.yaml");
    let text = text.replace("2,5", "2.5").replace("27,9", "27.9").replace("29,9", "29.9");
    let report_with = |more: &str| errors_of("scenarios/comma.yaml", &format!("{text}{more}\n")).unwrap().to_string();
    let isle = |corner: &str| {
        report_with(&format!("land:\n  - {{id: isle, name: Isle, corners: [{corner}, [3, 4], [5, 6]]}}"))
    };
    assert!(isle("[30,5, 20]").contains("write 30.5 with a point, if you mean that"));
    assert!(isle("[30, 20,5]").contains("write 20.5 with a point, if you mean that"));
    assert!(isle("[30,\n      20,5]").contains("write 20.5 with a point"));
    // Near misses: spaces on both sides, no number, and a point already.
    for corner in ["[30, 5, 20]", "[a,5, 20]", "[30.5,5, 20]", "[30 ,5, 20]"] {
        assert!(!isle(corner).contains("if you mean that"), "{corner}");
    }
    let sources = naval_kit::builtin();
    for (path, with_point, with_comma, meant) in [
        ("data/naval/doctrines.yaml", "seek: [5, 7]", "seek: [5,5, 7]", "write 5.5"),
        ("data/naval/generators/rjw.yaml", "{faces: [1, 3], type: BB", "{faces: [1,5, 3], type: BB", "write 1.5"),
    ] {
        let text = sources.text(path).unwrap();
        assert!(text.contains(with_point), "{path}");
        let errors = errors_of(path, &text.replacen(with_point, with_comma, 1)).unwrap();
        assert!(errors.to_string().contains(&format!("{meant} with a point, if you mean that")), "{errors}");
    }
}

#[test]
fn a_key_without_a_space_after_its_colon_gets_a_hint() {
    for text in ["{foo:}", "{gp: 5, zzz:, a: 1}"] {
        let errors = errors_of("scenarios/own.yaml", text).unwrap().to_string();
        assert!(errors.contains("this key needs a colon and a space after it"), "{errors}");
    }
}

#[test]
fn decimal_commas_in_a_users_charts_or_card_are_refused() {
    let sources = naval_kit::builtin();
    for (path, with_point, with_comma, meant) in [
        ("data/naval/card.yaml", "{kind: Harvey, times: 0.8}", "{kind: Harvey, times: 0,8}", "write 0.8"),
        ("data/naval/charts/rjw.yaml", "dice_times: 1.5}", "dice_times: 1,5}", "write 1.5"),
        ("data/naval/charts/rjw.yaml", "{speed: {loss: 0.5}}", "{speed: {loss: 0,5}}", "write 0.5"),
    ] {
        let text = sources.text(path).unwrap();
        assert!(text.contains(with_point), "{path}");
        let errors = errors_of(path, &text.replacen(with_point, with_comma, 1)).unwrap();
        assert_eq!(errors.0.len(), 1, "{errors}");
        assert!(errors.to_string().contains(meant), "{errors}");
        assert_eq!(errors_of(path, text), None, "{path}");
    }
}

#[test]
fn at_most_fifty_errors_are_printed_and_the_rest_counted() {
    let error = |index: usize| load::DataError { what: format!("flaw {index}"), ..load::DataError::default() };
    let fifty = DataErrors((1..=50).map(error).collect()).to_string();
    assert!(fifty.ends_with("flaw 50") && fifty.lines().count() == 50, "{fifty}");
    let more = DataErrors((1..=63).map(error).collect()).to_string();
    assert_eq!(more.lines().count(), 51);
    assert!(more.contains("flaw 50\n") && more.ends_with("and 13 more: correct these first"), "{more}");
}

/// All dates use today's calendar: 28 July 1904 old style is the day of the Yellow Sea.
#[test]
fn russian_old_style_dates_are_accepted_in_files() {
    let text = naval_kit::builtin().text("scenarios/asahi-retvizan.yaml").unwrap().to_owned();
    let read = |date: &str| {
        let text = text.replacen("date: 1904-08-10", &format!("date: {date}"), 1);
        naval_kit::scenario_text(&naval_kit::builtin(), "own.yaml", &text).map(|setup| setup.date.to_string())
    };
    for written in ["1904-08-10", "1904-07-28 OS", "1904-07-28 O.S.", "1904-07-28 old style", "1904-08-10 NS"] {
        assert_eq!(read(written).unwrap(), "1904-08-10", "{written}");
    }
    // A day that exists only in the old calendar, and one that exists in neither.
    assert_eq!(read("1904-02-29 OS").unwrap(), "1904-03-13");
    for (wrong, nearest) in
        [("10.08.1904", "1904-08-10"), ("1904-08-32", "1904-08-31"), ("10.08.1904 OS", "1904-08-10 OS")]
    {
        let message = read(wrong).unwrap_err().to_string();
        assert!(
            message.contains("a date as year-month-day") && message.contains(&format!("nearest: {nearest}")),
            "{message}"
        );
    }
}
