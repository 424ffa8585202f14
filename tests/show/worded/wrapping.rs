//! How all text at a terminal is folded to its columns.
use show::lines::wrapped;

/// Lines of every kind that the prompt prints.
const SAID: [&str; 8] = [
    "error: The Plotting Segment cannot close: the plot of 2nd Division is missing: plot 2nd 2.25 [3.3.1]. [3.2]",
    "hint:  there are: izumo, azuma, tokiwa, iwate, naniwa, takachiho, rossia, gromoboi, rurik, 2nd, 4th-a, 4th-b ...",
    "usage:   target NAME at NAME [range N] [arc A | bearing D] [battery B] [turned D] [visibility V] [downwind]",
    "  sight          says that the enemy sees a ship or a division, or which of his ships do",
    "  12  (undo because \"the range was read from the wrong ship, and she had turned away by then\")",
    "      Japan declares out of turn; Russia was due, and somebody should have said so long before. [3.3.5]",
    "> 1  Friedrich der Grosse, and behind her the long line of the battleships that nobody counts",
    "3. Whichever side leads by points wins, as long as the other side has not left by its own edge.",
];

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn no_line_is_longer_than_the_terminal_and_no_word_is_broken() {
    for columns in 20..=140 {
        for line in SAID {
            let text = wrapped(line, columns);
            assert_eq!(words(&text), words(line), "{columns}");
            for line in text.lines() {
                // A group in brackets and a citation stay whole, and may take a narrow line for themselves.
                let whole = line.trim().chars().count() <= 30;
                assert!(line.chars().count() <= columns || whole, "{columns}:\n{text}");
                assert_eq!(line, line.trim_end(), "{columns}:\n{text}");
            }
        }
    }
}

#[test]
fn a_line_that_just_fits_is_left_alone_and_one_letter_more_is_not() {
    for text in SAID {
        let columns = text.chars().count();
        assert_eq!(wrapped(text, columns), text);
        assert_eq!(wrapped(text, columns - 1).lines().count(), 2, "{text}");
    }
    let table = "Ship        Type     Speed\n--------------------------\nIzumo     1 CA   2.25/2.75";
    assert_eq!(wrapped(table, 26), table);
}

#[test]
fn continued_text_is_under_the_words_of_its_line() {
    let indent = |line: &str| line.chars().take_while(|letter| *letter == ' ').count();
    for (line, hang) in SAID.iter().zip([7, 7, 9, 17, 6, 8, 5, 3]) {
        let text = wrapped(line, 60);
        let below: Vec<usize> = text.lines().skip(1).map(indent).collect();
        assert!(!below.is_empty() && below.iter().all(|found| *found == hang), "{hang}:\n{text}");
        assert_eq!(indent(text.lines().next().unwrap()), indent(line), "{text}");
    }
    // Continued text does not start in a column beyond the middle.
    let text = wrapped("who fires and at whom and how far away she lies    and why nobody else may do so", 60);
    assert_eq!(text.lines().nth(1).map(indent), Some(2), "{text}");
}

#[test]
fn a_citation_stays_with_its_word_and_a_group_in_brackets_stays_whole() {
    assert_eq!(wrapped("Rossia was due. [3.3.5]", 20), "Rossia was\n  due. [3.3.5]");
    assert_eq!(
        wrapped("usage: target NAME [range N] [arc A | bearing D]", 34),
        "usage: target NAME [range N]\n  [arc A | bearing D]"
    );
    // A wide gap separates two columns, and a citation in the second stays there.
    assert_eq!(wrapped("to hit  [6.5.1] and so on to the end", 24), "to hit  [6.5.1] and so\n        on to the end");
}

#[test]
fn columns_keep_their_distance_and_empty_lines_stay() {
    assert_eq!(wrapped("one   two   three four", 16), "one   two\n      three four");
    assert_eq!(wrapped("\none two\n\nthree", 20), "\none two\n\nthree");
}
