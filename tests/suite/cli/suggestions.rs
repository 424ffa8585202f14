//! A misspelt word that is read against a list is answered with the nearest word of that list.
use super::Workspace;

#[test]
fn a_misspelt_argument_gets_the_nearest() {
    let table = Workspace::new();
    for (line, meant) in [
        ("scenario generate --theatre baltik", "did you mean baltic?"),
        ("play ulsan --admiral russia=captian", "russia=captain"),
        ("play ulsan --admiral rusia=captain", "russia=captain"),
        ("play ulsan --admiral russia:captain", "russia=captain"),
        ("print ulsn -o x.pdf", "did you mean ulsan, or the ship ulan?"),
        ("print black-see", "did you mean the theatre black-sea, or the ship black-prince?"),
        ("print black-see -o x.pdf", "did you mean the theatre black-sea, or the ship black-prince?"),
        ("print mikassa", "did you mean mikasa?"),
        ("scenario generate --theatre yellow-sea --approach japna=18@225", "japan=18@225"),
        ("scenario generate --theatre yellow-sea --approach japan=18,5@225", "japan=18.5@225"),
        ("simulate ulsan --policy japan=midshpman", "japan=midshipman"),
        ("match tafl clb full", "did you mean club?"),
        ("match tafl random fulll", "did you mean full?"),
        ("tafl --rules king_captre=two", "did you mean king_capture?"),
        ("tafl --rules king_capture=linnean", "did you mean linnaean?"),
        ("crystal aidlon --rules wizard_los=true", "did you mean wizard_loss?"),
        ("tafl --machine blak", "--machine black"),
        ("tafl --machine black --level begnner", "did you mean beginner?"),
        ("perft tafel 1", "did you mean tafl?"),
        ("ship list --navy jpan", "did you mean japan?"),
        ("ship list --type obbb", "did you mean OBB?"),
        ("ship list --war rjv", "did you mean rjw?"),
        ("ship list jpanese", "did you mean japanese?"),
        ("ship list batleships", "did you mean battleship"),
        (
            "ship new --name X --navy jpan --war rjw --type BB --displacement 1 --length 2 --speed 3",
            "did you mean japan?",
        ),
        ("table show gunery", "did you mean gunnery?"),
        ("play ulsn", "did you mean ulsan?"),
        ("simulate drill-two-lines -n 2 --set altrnation=strict", "did you mean alternation?"),
        ("simulate drill-two-lines -n 2 --set alternation=strct", "did you mean strict?"),
        ("puzzle cocos-18-emden-alon-plot", "did you mean cocos-18-emden-alone-plot?"),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let run = table.run(&words, "");
        assert_ne!(run.code, Some(0), "{line}");
        assert!(run.err.contains(meant), "{line}: no \"{meant}\" in {}", run.err);
        // Every refusal has a hint.
        assert!(run.err.contains("hint:"), "{line}: {}", run.err);
    }
}

#[test]
fn a_date_in_another_format_is_answered_with_ours() {
    let table = Workspace::new();
    let generated = |date: &str| table.run(&["scenario", "generate", "--theatre", "yellow-sea", "--date", date], "");
    generated("29.02.1904").assert_err("write 1904-02-29");
    generated("29/02/1904").assert_err("write 1904-02-29");
    generated("1904-02-30").assert_err("there is no day 1904-02-30; write 1904-02-29");
    generated("yesterday").assert_err("a date as year-month-day, such as 1904-08-10");
    table.run(&["ship", "list", "russian", "29.02.1904"], "").assert_err("did you mean 1904-02-29?");
}

/// 28 July 1904 in the old style was 10 August in today's calendar.
#[test]
fn old_style_russian_dates_are_read_wherever_a_date_is_typed() {
    let table = Workspace::new();
    let card = |date: &str| table.run(&["ship", "card", "retvizan", "--date", date], "").assert_success().out;
    assert_eq!(card("1904-07-28 OS"), card("1904-08-10"));
    let list = |words: &[&str]| {
        table.run(&[&["ship", "list", "russian", "battleships"], words].concat(), "").assert_success().out
    };
    assert_eq!(list(&["1904-03-31", "OS"]), list(&["1904-04-13"]));
    assert_ne!(list(&["1904-03-31", "OS"]), list(&["1904-04-14"]), "Petropavlovsk was lost the day before");
}

/// A page explains which calendar counts, and its example matches the program's conversion.
#[test]
fn a_page_explains_which_calendar_counts() {
    let page = std::fs::read_to_string(kit::root().join("docs/how-to/change-data.md")).unwrap();
    let page = page.split_whitespace().collect::<Vec<&str>>().join(" ");
    for expected in [
        "Write year-month-day: `1904-08-10`. Dates are Gregorian. Russia and its sources used the Julian calendar until 31 January 1918.",
        "`1904-07-28 OS` is 1904-08-10",
    ] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    let table = Workspace::new();
    let list = |date: &str| {
        let words: Vec<&str> = ["ship", "list", "russian"].into_iter().chain(date.split(' ')).collect();
        table.run(&words, "").assert_success().out
    };
    // The last day of the old calendar and the first of the new.
    assert_eq!(list("1918-01-31 OS"), list("1918-02-13"));
    assert_eq!(list("1904-07-28 OS"), list("1904-08-10"));
    assert_ne!(list("1904-03-31 OS"), list("1904-04-14"));
}

#[test]
fn an_invalid_number_is_refused_in_plain_words() {
    let table = Workspace::new();
    table.run(&["simulate", "ulsan", "-n", "many"], "").assert_err("it must be a whole number");
    let run = table.run(&["ship", "new", "--speed", "18,5"], "");
    run.assert_err("it must be a number, such as 18.5");
}
