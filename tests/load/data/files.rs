//! The rulebook, the texts in the program, and the gallery of broken files.
use super::*;

#[test]
fn the_rulebook_has_207_paragraphs_and_answers_questions() {
    let book = unwrap_or_report(load::rulebook(&naval_kit::builtin()));
    assert_eq!(book.paragraphs.len(), 207);
    assert_eq!(book.get(Rule::new("6.5.12")).map(|paragraph| paragraph.rule), Some(Rule::new("6.5.12")));
    assert!(book.get(Rule::new("6.5.13")).is_none());
    assert!(book.search("SEARCHLIGHT").iter().any(|paragraph| paragraph.rule == Rule::new("4.5.1")));
    assert!(book.search("zeppelin").is_empty() && book.search("  ").is_empty());
}

#[test]
fn the_edition_changes_with_every_text_that_changes_battles() {
    let sources = naval_kit::builtin();
    let edition = load::edition(&sources);
    assert!(edition.starts_with(concat!(env!("CARGO_PKG_VERSION"), "+")));
    assert_eq!(load::edition(&sources.clone().with_overrides(sources.clone())), edition, "unchanged texts");
    // Certificates, puzzles and schemas do not change battles.
    const BESIDE: [&str; 3] = ["data/naval/certificates/", "data/naval/puzzles/", "data/schemas/"];
    let (beside, decisive): (Vec<_>, Vec<_>) =
        sources.files.iter().partition(|(path, _)| BESIDE.iter().any(|prefix| path.starts_with(prefix)));
    for (path, text) in beside {
        let other = sources.clone().with_overrides(overriding_file(path, &format!("{text}\n")));
        assert_eq!(load::edition(&other), edition, "{path}");
    }
    for (path, text) in decisive {
        let other = sources.clone().with_overrides(overriding_file(path, &format!("{text}\n")));
        assert_ne!(load::edition(&other), edition, "{path}");
    }
}

#[test]
fn an_export_reads_back_unchanged() {
    let sources = naval_kit::builtin();
    let out = load::export(&sources);
    assert_eq!(out.len(), sources.files.len());
    let again =
        Sources { files: out.into_iter().map(|(path, text)| (path, Cow::Owned(text))).collect(), ..Sources::default() };
    assert_eq!(load::edition(&again), load::edition(&sources));
    assert_eq!(unwrap_or_report(load::scenario(&again, "ulsan")), scenario("ulsan"));
}

/// Reads a broken file as the kind that its name states; returns all its errors.
fn error_text(name: &str, text: &str) -> String {
    let sources = naval_kit::builtin();
    let kind = name.split('-').next().unwrap_or_default();
    let (found, warnings) = match kind {
        "scenario" => match load::scenario_text_checked(&sources, &format!("{name}.yaml"), text) {
            Ok(checked) => (Vec::new(), checked.warnings),
            Err(errors) => (errors.0, Vec::new()),
        },
        "ship" => match load::ship_file(&sources, &format!("{name}.yaml"), text) {
            Ok(checked) => (Vec::new(), checked.warnings),
            Err(errors) => (errors.0, Vec::new()),
        },
        "charts" => {
            let sources = sources.with_overrides(overriding_file("data/naval/charts/rjw.yaml", text));
            (load::charts(&sources, "rjw").err().map_or(Vec::new(), |errors| errors.0), Vec::new())
        }
        "ships" => {
            let sources = sources.with_overrides(overriding_file("data/ships/japan.yaml", text));
            (load::ships(&sources).err().map_or(Vec::new(), |errors| errors.0), Vec::new())
        }
        "card" => {
            let sources = sources.with_overrides(overriding_file("data/naval/card.yaml", text));
            (load::ships(&sources).err().map_or(Vec::new(), |errors| errors.0), Vec::new())
        }
        "theatres" => (
            theatre_errors(&sources.with_overrides(overriding_file("data/naval/generators/rjw.yaml", text))),
            Vec::new(),
        ),
        other => panic!("unknown kind {other}"),
    };
    let (doubts, errors): (Vec<load::DataError>, Vec<load::DataError>) =
        found.into_iter().partition(|error| error.is_warning);
    let warnings = [doubts, warnings].concat();
    let message = |title: &str, list: Vec<load::DataError>| {
        let count = list.len();
        // One by one: of many errors together only the first are printed.
        let each: Vec<String> = list.into_iter().map(|error| DataErrors(vec![error]).to_string()).collect();
        if count == 0 { String::new() } else { format!("{count} {title}\n{}\n", each.join("\n")) }
    };
    message("flaws", errors) + &message("warnings", warnings)
}

/// The errors in a file of theatres, otherwise in its first theatre on its first day.
fn theatre_errors(sources: &Sources) -> Vec<load::DataError> {
    let theatres = match load::theatres(sources) {
        Ok(theatres) => theatres,
        Err(errors) => return errors.0,
    };
    let first = &theatres[0];
    load::Meeting::prepare(sources, first, first.from, load::MeetingSize::Small)
        .err()
        .map_or(Vec::new(), |errors| errors.0)
}

/// The gallery: each broken file beside its errors. `BLESS=1` writes the errors again; read them as a diff.
#[test]
fn broken_files_report_all_errors_at_once() {
    let gallery = kit::root().join("tests/load/broken");
    let mut seen = 0;
    for entry in fs::read_dir(&gallery).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "yaml") {
            continue;
        }
        seen += 1;
        let name = path.file_stem().unwrap().to_str().unwrap();
        let message = error_text(name, &fs::read_to_string(&path).unwrap());
        let expected = path.with_extension("txt");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&expected, &message).unwrap();
        }
        assert_eq!(message, fs::read_to_string(&expected).unwrap_or_default(), "{name}");
    }
    assert!(20 <= seen);
}

/// An author corrects a file once: no error hides another, and each has its line.
#[test]
fn all_errors_of_a_file_are_reported_in_one_reading_with_their_lines() {
    let sources = naval_kit::builtin();
    let ships = include_str!("../broken/ship-everything.yaml");
    let battle = include_str!("../broken/scenario-start.yaml");
    let of_ships = load::ship_file(&sources, "mine.yaml", ships).unwrap_err();
    let of_battle = naval_kit::scenario_text(&sources, "mine.yaml", battle).unwrap_err();
    let wanted: [(&DataErrors, &[&str]); 2] = [
        (
            &of_ships,
            &[
                "the key `length_m` is missing",
                "unknown key `sped_kn`",
                "there is no navy `brittain`",
                "unknown word `larboard`",
                "the ship `fury` appears twice",
                "the mount `A` appears twice",
                "a battery strength of 1920 is out of range",
                "the flash of 44 is out of range [8.4]",
                "-50 is out of range",
                "3000 is out of range",
                "a BB of 30 knots is unusual",
                "a TBD of 12 knots is unusual",
            ],
        ),
        (
            &of_battle,
            &[
                "there is no set of charts `rjv`",
                "unknown key `colour`",
                "a heading cannot be 400.0 degrees",
                "on the base of `izumo` [5.11]",
                "off the table [2.1]",
                "on the land `isle` [5.12]",
                "has 2 to 4 ships, this one has 5 [5.1.1]",
                "Knyaz Suvorov was not in service on 1904-08-14",
                "unknown word `foggy`",
                "no wind blows from 500 degrees",
                "there is no ship in the battle `nobody`",
            ],
        ),
    ];
    for (data_errors, wanted) in wanted {
        for what in wanted {
            assert!(data_errors.0.iter().any(|error| error.what.contains(what)), "{what} is not in\n{data_errors}");
        }
        for error in &data_errors.0 {
            assert!(error.line.is_some() && error.snippet.is_some(), "{error}");
        }
        let errors = data_errors.0.iter().take_while(|error| !error.is_warning).count();
        assert!(data_errors.0[errors..].iter().all(|error| error.is_warning), "errors come before warnings");
    }
}

/// In a long file only the first errors suggest the nearest name.
#[test]
fn thousands_of_wrong_names_are_each_reported_with_their_line() {
    let mut text =
        include_str!("../../../scenarios/ulsan.yaml").split("divisions:").next().unwrap().to_owned() + "divisions:\n";
    const DIVISIONS: usize = 3000;
    for index in 0..DIVISIONS {
        text +=
            &format!("  - {{id: d{index}, name: Division {index}, side: japan, ships: [asamm{index}], speed: 2}}\n");
    }
    let errors = naval_kit::scenario_text(&naval_kit::builtin(), "long.yaml", &text).unwrap_err();
    let unknown: Vec<_> = errors.0.iter().filter(|error| error.what.contains("there is no ship `asamm")).collect();
    assert_eq!(unknown.len(), DIVISIONS);
    let first = text.lines().position(|line| line.contains("asamm0]")).unwrap() + 1;
    for (index, error) in unknown.iter().enumerate() {
        assert_eq!((error.line, error.snippet.is_some()), (Some(first + index), true), "{error}");
    }
    assert_eq!(unknown[0].nearest.as_deref(), Some("asama"));
    assert_eq!(unknown[DIVISIONS - 1].nearest, None);
}

/// Escapes, anchors and tabs between words do not change positions.
#[test]
fn errors_have_the_same_positions_however_the_text_is_written() {
    let plain = include_str!("../broken/scenario-start.yaml");
    let rewritten = format!("{plain}special_rules: [\"\\x41\", &b b, *b,\tc]\n");
    let places = |text: &str| {
        let errors = naval_kit::scenario_text(&naval_kit::builtin(), "mine.yaml", text).unwrap_err().0;
        errors.into_iter().map(|error| (error.line, error.column, error.what)).collect::<Vec<_>>()
    };
    assert_eq!(places(plain), places(&rewritten));
}

#[test]
fn forty_thousand_anchors_are_refused_each_with_its_line() {
    let many: String = (0..40_000).map(|index| format!("x{index}: &a{index} v\n")).collect();
    let message = error_text("scenario-anchors.yaml", &many);
    assert_eq!(message.matches("unknown key `x").count(), 40_000);
    for line in ["1:1: x0: unknown key `x0`", "40000:1: x39999: unknown key `x39999`"] {
        assert!(message.contains(line), "{line} in {}", message.lines().take(9).collect::<Vec<_>>().join("\n"));
    }
    let few: String = (0..150).map(|index| format!("x{index}: &a{index} v\ny{index}: *a{index}\n")).collect();
    let message = error_text("scenario-few.yaml", &few);
    for last in ["197:1: x98: unknown key `x98`", "98:1: y48: unknown key `y48`"] {
        assert!(message.contains(last), "{last} in {message}");
    }
}

/// A key without a value counts as omitted; a tag is never allowed.
#[test]
fn a_tag_is_an_error_and_an_empty_key_is_not() {
    let text = "- class: Odd\n  navy: britain\n  type: CL\n  ships: [{id: odd, name: Odd, completed: ~}]\n  displacement_t: !big 5000\n  length_m: 130\n  speed_kn: 25\n  notes: ~\n  read:\n  armour: {kind: none, belt_mm: 0, belt_ends_mm: 0, turret_mm: 0, deck_mm: 0, bulkhead: none}\n";
    let message = error_text("ship-odd", text);
    assert!(message.starts_with("1 flaws\n"), "{message}");
    assert!(message.contains("ship-odd.yaml:5:19: [0].displacement_t: a tag does not fit here"), "{message}");
}

#[test]
fn a_file_over_a_mebibyte_is_not_read() {
    let text = "#".repeat((1 << 20) + 1);
    let errors = naval_kit::scenario_text(&naval_kit::builtin(), "big.yaml", &text).unwrap_err();
    assert_eq!(errors.to_string().lines().next(), Some("big.yaml:1:1: the file has 1048577 bytes"));
}

#[test]
fn a_missing_data_file_is_named() {
    let mut sources = naval_kit::builtin();
    sources.files.retain(|(path, _)| path != "data/naval/card.yaml");
    let errors = load::scenario(&sources, "ulsan").unwrap_err();
    assert!(errors.to_string().starts_with("data/naval/card.yaml: the file does not exist"), "{errors}");
}

#[test]
fn every_mount_bears_somewhere_and_both_sides_are_equal() {
    for record in unwrap_or_report(load::ships(&naval_kit::builtin())) {
        let Some(big) = &record.card.big else { continue };
        let into = |arc| big.mounts.iter().filter(|mount| mount.arcs.contains(&arc)).count();
        assert_eq!(into(FiringArc::Port), into(FiringArc::Starboard), "{}", record.id);
        assert!(big.mounts.iter().all(|mount| !mount.arcs.is_empty()), "{}", record.id);
    }
}
/// However a file is cut or scrambled, the result is a setup or errors.
#[test]
fn no_text_makes_the_loader_panic() {
    let sources = naval_kit::builtin();
    let paths =
        ["scenarios/ulsan.yaml", "data/naval/card.yaml", "data/naval/charts/ww1.yaml", "data/naval/ratings.yaml"];
    for path in paths {
        let text = sources.text(path).unwrap();
        for (at, _) in text.char_indices().step_by(211) {
            for text in damaged(text, at) {
                let sources = sources.clone().with_overrides(overriding_file(path, &text));
                let results = [
                    load::scenario(&sources, "ulsan").err(),
                    load::ship(&sources, "asahi").err(),
                    load::charts(&sources, "ww1").err(),
                    load::ratings(&sources).err(),
                ];
                assert!(results.iter().flatten().all(|errors| !errors.0.is_empty()), "{path} {at}");
            }
        }
    }
}

#[test]
fn no_ship_file_makes_the_loader_panic() {
    let sources = naval_kit::builtin();
    let path = "data/ships/ottoman.yaml";
    let text = sources.text(path).unwrap();
    for (at, _) in text.char_indices().step_by(307) {
        for text in damaged(text, at) {
            let results = load::ship_file(&sources, path, &text).err();
            assert!(results.is_none_or(|errors| !errors.0.is_empty()), "{at}");
            let sources = sources.clone().with_overrides(overriding_file(path, &text));
            let results = [load::ship(&sources, "yavuz").err(), load::ship(&sources, "midilli").err()];
            assert!(results.iter().flatten().all(|errors| !errors.0.is_empty()), "{at}");
        }
    }
}

/// A truncated text and a scrambled one.
fn damaged(text: &str, index: usize) -> [String; 2] {
    let cut = &text[..index];
    [cut.to_owned(), format!("{cut}{}", text[index..].replacen([':', '[', '1'], "-9", 1))]
}

#[test]
fn brackets_nested_too_deeply_are_reported_at_once() {
    let sources = naval_kit::builtin();
    let text = format!("id: deep\ntitle: {}{}\n", "[".repeat(100_000), "]".repeat(100_000));
    let errors = naval_kit::scenario_text(&sources, "mine.yaml", &text).unwrap_err();
    let only = &errors.0[0];
    assert_eq!((errors.0.len(), only.line, only.what.as_str()), (1, Some(2), "brackets are more than 100 deep"));
}
