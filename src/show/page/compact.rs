//! The style sheet and the script as a page has them: without comments, and without the blanks that separate nothing.

/// Marks beside which a blank separates nothing, in a script outside its string literals.
const SCRIPT_MARKS: &str = "{}()[];,:?=<>+-*/!&|";
/// Marks after which no line end is needed: a list or block goes on, or a statement has ended.
const UNFINISHED: &str = "{(,;";

/// Returns a style sheet in few bytes.
pub fn compact_style(source: &str) -> String {
    let pairs =
        [(": ", ":"), ("; ", ";"), (", ", ","), (" {", "{"), ("{ ", "{"), (" }", "}"), (";}", "}"), ("}\n", "}")];
    pairs.iter().fold(lines(source), |style, (from, to)| style.replace(from, to))
}

/// Returns a script in few bytes. String literals stay as they are. A regular expression must hold no quotation mark.
pub fn compact_script(source: &str) -> String {
    let source = lines(source);
    let mut letters = source.chars().peekable();
    let (mut script, mut text_end) = (String::with_capacity(source.len()), None);
    while let Some(letter) = letters.next() {
        if text_end.is_some() {
            text_end = text_end.filter(|end| *end != letter);
        } else if "\"'`".contains(letter) {
            text_end = Some(letter);
        } else if letter == ' ' || letter == '\n' {
            let (before, after) = (script.chars().next_back().unwrap_or('{'), letters.peek().copied().unwrap_or('}'));
            let separates = match letter {
                '\n' => !UNFINISHED.contains(before),
                // `a + +b` must not become `a++b`.
                _ if before == after => true,
                _ => ![before, after].iter().any(|beside| SCRIPT_MARKS.contains(*beside)),
            };
            if !separates {
                continue;
            }
        }
        script.push(letter);
    }
    script
}

/// Returns the lines of a source without comment lines, empty lines and indentation.
fn lines(source: &str) -> String {
    let lines = source.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.filter(|line| !is_comment(line)).collect::<Vec<_>>().join("\n")
}

fn is_comment(line: &str) -> bool {
    line.starts_with("//") || (line.starts_with("/*") && line.ends_with("*/"))
}
