//! Pages on narrow terminals: tables become lists, boxes lose frames, boards lose lines.
use show::{
    help::{GAME, HelpCell, HelpLine, help_page},
    narrow::{lay_out, lay_out_board},
};

const SHIPS: &str = "\
Russia, northern edge
Ship       Type     Speed Big    Med Light State
-----------------------------------------------------------
Rossia   1 CA    2.25/2.5 0-2-0   28     3 due turn 10
Gromoboi 2 CA    2.25/2.5 -       28     6
Rurik    3 CA   2.25/2.25 2-2-2 39.5     -
And 2 more, see `status all`.";

#[test]
fn a_table_that_does_not_fit_becomes_a_list_of_its_rows() {
    let list = "\
Russia, northern edge
Rossia 1: Type CA; Speed 2.25/2.5; Big
  0-2-0; Med 28; Light 3; State due turn
  10
Gromoboi 2: Type CA; Speed 2.25/2.5; Big
  -; Med 28; Light 6
Rurik 3: Type CA; Speed 2.25/2.25; Big
  2-2-2; Med 39.5; Light -
And 2 more, see `status all`.";
    assert_eq!(lay_out(SHIPS, 40), list);
    // The near miss: the line of dashes is 59 columns wide.
    assert_eq!(lay_out(SHIPS, 59), SHIPS);
    assert_ne!(lay_out(SHIPS, 58), SHIPS);
}

#[test]
fn a_heading_of_several_words_stays_whole_and_a_row_may_wrap() {
    let shown = "  turn  plot of this turn     done instead
  -----------------------------------------
     2  1-CL30-0.5            straight on
     3  2.25                  -
                              by 5.9.2";
    let list = "  turn 2: plot of this turn
    1-CL30-0.5; done instead
    straight on
  turn 3: plot of this turn
    2.25; done instead - by
    5.9.2";
    assert_eq!(lay_out(shown, 30), list);
}

/// The chart of gunnery modifiers, folded for 80 columns. Cells of every column may continue below, also of the first.
const FOLDED: &str = "\
modifier          when              does              rule
-------------------------------------------------------------
hit her last      hit last turn,    to hit x2         6.5.1.3
turn              lost when the
                  target turns 60
firer not under   no big guns are   dice x1.5         6.5.1.3
fire              declared at the
                  firer
poor visibility   visibility poor   size -1           6.5.1.3
still             -                 -                 6.4";

#[test]
fn cells_that_were_folded_for_a_page_are_joined() {
    let list = "\
hit her last turn: when hit last turn, lost when
  the target turns 60; does to hit x2; rule
  6.5.1.3
firer not under fire: when no big guns are
  declared at the firer; does dice x1.5; rule
  6.5.1.3
poor visibility: when visibility poor; does size
  -1; rule 6.5.1.3
still: when -; does -; rule 6.4";
    assert_eq!(lay_out(FOLDED, 50), list);
    // A short row with blanks is a separate row: its first words would have fitted into the line above.
    let short = "name     type     state\n-----------------------\nAsahi    BB       sunk\nIto      CL\nFuji";
    assert_eq!(lay_out(short, 20), "Asahi: type BB;\n  state sunk\nIto: type CL\nFuji");
}

/// As `targets` prints two ships of the same name, with their sides after the names.
const NAMESAKES: &str = "\
from       at               range  arc        guns     needs        hit  pierce
--------------------------------------------------------------------------------
Ariadne    Ariadne           8.0\"  broadside  medium,  3 of 10    30.0%       -
(Britain)  (Germany)                          light
Niobe      Niobe (Germany)   8.0\"  broadside  light    no chance   0.0%       -
(Britain)
Asahi      Ariadne           8.0\"  broadside  big      7          10.0%    1.0%";

#[test]
fn a_list_in_a_narrow_column_continues_after_its_comma() {
    let list = "\
Ariadne (Britain): at Ariadne (Germany); range 8.0\"; arc broadside; guns
  medium, light; needs 3 of 10; hit 30.0%; pierce -
Niobe (Britain): at Niobe (Germany); range 8.0\"; arc broadside; guns light;
  needs no chance; hit 0.0%; pierce -
Asahi: at Ariadne; range 8.0\"; arc broadside; guns big; needs 7; hit 10.0%;
  pierce 1.0%";
    assert_eq!(lay_out(NAMESAKES, 78), list);
    // Without the comma, a short cell below another cell is a separate row.
    let two = NAMESAKES.replace("medium,", "medium ");
    assert!(lay_out(&two, 78).contains("\n(Britain): at (Germany); guns light\n"), "{}", lay_out(&two, 78));
}

const CARD: &str = "\
╭───────────────┬──────────────────────────────────────╮
│ ROSSIA  No. 1 │ CA of the Rossia class, Russia       │
╞═══════════════╪══════════════════════════════════════╡
│ Size          │ 10    Armour -2/0    Defence 20      │
│ Big guns      │ 0-2-0    Obukhov 8 in    power 9     │
│               │ to       3.0\"   6.0\"   9.0\"  12.0\" │
│               │ to hit     4      2      1      1    │
╰───────────────┴──────────────────────────────────────╯
";

#[test]
fn a_card_that_does_not_fit_has_no_box() {
    let without_box = "\
ROSSIA No. 1: CA of the Rossia class,
  Russia
Size: 10    Armour -2/0    Defence 20
Big guns: 0-2-0  Obukhov 8 in  power 9
  to       3.0\"   6.0\"   9.0\"  12.0\"
  to hit     4      2      1      1
";
    assert_eq!(lay_out(CARD, 40), without_box);
    // If not even the figures fit, each is beside its range.
    let narrow = lay_out(CARD, 30);
    assert!(narrow.contains("  to/to hit  3.0\"/4  6.0\"/2\n    9.0\"/1  12.0\"/1\n"), "{narrow}");
    assert_eq!(lay_out(CARD, 56), CARD);
}

#[test]
fn two_commands_side_by_side_in_help_go_on_separate_lines() {
    let words = |cells: &[HelpCell<'static>]| HelpLine::Words(GAME, cells.to_vec());
    let draw = help_page([words(&[("draw, accept", "offer a draw, accept one"), ("resign", "give the game up")])]);
    let help = "  draw, accept   offer a draw, accept one   resign         give the game up";
    let narrow = "  draw, accept    offer a draw, accept\n                  one\n  resign          give the game up";
    assert_eq!(show::lines::wrapped(draw.list.as_deref().unwrap(), 38), narrow);
    assert_eq!(draw.plain(), help);
    // A command too long for its column is followed by two spaces and its explanation. A sentence keeps its place.
    let clock = [("clock [20m+10s|stop]", "set, stop or show"), ("go", "let it move")].map(|cell| words(&[cell]));
    let long = help_page([HelpLine::Text("A sentence, and an empty line.\n")].into_iter().chain(clock));
    let wide =
        "A sentence, and an empty line.\n\n  clock [20m+10s|stop]  set, stop or show\n  go             let it move";
    assert_eq!(long.plain(), wide);
    assert_eq!(long.list.unwrap().lines().count(), 4);
}

#[test]
fn a_sentence_that_was_folded_for_a_page_is_folded_again() {
    let page = "\
Turn 1, 05:23. Plotting Segment [3.3.1]. Sighting range 14.0\". Owed: the plot of
2nd Division is missing: plot 2nd 2.25 [3.3.1]; and 1 more, see `duties`.";
    let narrow = lay_out(page, 40);
    assert!(narrow.contains("Owed: the plot\n  of 2nd Division is missing"), "{narrow}");
    assert_eq!(lay_out(page, 80), page);
}

/// A line longer than a page was never folded, so the next line is separate.
#[test]
fn a_long_line_is_not_joined_with_the_next() {
    let hit = "#14 Rossia hit, D20 5: S, a quarter of the battery points lost; S1 a quarter of its battery points gone";
    let text = format!("{hit}\nRemember special rule 2");
    assert!(lay_out(&text, 100).ends_with("gone\nRemember special rule 2"), "{}", lay_out(&text, 100));
    // The near miss: a line of a page's width is joined if it does not fit.
    let folded = &hit[..80].trim_end();
    assert!(!lay_out(&format!("{folded}\nof its battery"), 70).contains("\nof its battery"));
}

#[test]
fn nothing_is_longer_than_the_terminal_or_lost() {
    let words = |text: &str| -> Vec<String> {
        let is_shown = |letter: &char| letter.is_alphanumeric() || *letter == '"';
        let mut words: Vec<String> =
            text.split_whitespace().map(|word| word.chars().filter(is_shown).collect()).collect();
        words.retain(|word| !word.is_empty());
        words.sort();
        words.dedup();
        words
    };
    for (text, columns) in [SHIPS, CARD].into_iter().flat_map(|text| (28..80).map(move |columns| (text, columns))) {
        let page = lay_out(text, columns);
        assert!(page.lines().all(|line| line.chars().count() <= columns), "{columns}:\n{page}");
        let shown = words(&page.replace('/', " "));
        let lost: Vec<String> =
            words(&text.replace('/', " ")).into_iter().filter(|word| !shown.contains(word)).collect();
        assert!(lost.iter().all(|word| word == "Ship"), "{columns}: {lost:?}\n{page}");
    }
}

#[test]
fn a_board_that_does_not_fit_loses_its_lines() {
    let board = "  ┌─────┬─────┬─────┐
3 │     │ ▓   │  w' │
  ├─────┼─────┼─────┤
2 │     │  ?' │     │
  └─────┴─────┴─────┘
     a     b     c
Seen by Steel. Reserve: none.";
    let small = " 3 .  ▓  w'
 2 .  ?' .
   a  b  c
Seen by Steel.
  Reserve: none.";
    assert_eq!(lay_out_board(board, 18), small);
    assert_eq!(lay_out_board(board, 29), board);
}

/// A person types the id in brackets that distinguishes two namesakes, so no table or list cuts it. [3.1]
#[test]
fn r3_1_a_table_cuts_no_id() {
    let heading = ["from", "at", "range", "arc", "guns", "needs", "hit", "pierce"];
    let row = |from: &str, at: &str| {
        [from, at, "1.93\"", "starboard", "medium", "no chance", "0.0%", "-"].map(str::to_owned).to_vec()
    };
    let rows = vec![
        row("Thetis (thetis-britain)", "Thetis (thetis-greece)"),
        row("Thetis (thetis-greece)", "Thetis (thetis-britain)"),
    ];
    let table = show::lines::plain_table(&heading, &[2, 6, 7], rows);
    for page in [table.clone(), lay_out(&table, 100), lay_out(&table, 60), lay_out(&table, 40)] {
        for id in ["(thetis-britain)", "(thetis-greece)"] {
            assert_eq!(page.matches(id).count(), 2, "{page}");
        }
    }
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    // The heading of a table without ships is complete too.
    let empty = naval_kit::table::Table::new();
    let text = show::status::status(&naval::view::View::referee(&empty.state), show::status::StatusDetail::Open);
    assert!(text.lines().any(|line| line.starts_with("Ship ")), "{text}");
    // The near miss: words too wide for one page are cut, and the table stays within the page.
    let long = "x".repeat(50);
    let table = show::lines::plain_table(&["one", "other"], &[], vec![vec![long.clone(), long]]);
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
}
