//! Reads the rulings from their Markdown pages.
use crate::Sources;
use naval::rulebook::Ruling;
use play::Rule;

/// Returns every ruling of the naval game, the house and the other games.
pub fn rulings(sources: &Sources) -> Vec<Ruling> {
    sources.ruling_pages().flat_map(read).collect()
}

fn read(page: &str) -> Vec<Ruling> {
    let mut found: Vec<Ruling> = Vec::new();
    // Text outside a ruling is skipped: the top of a page, and text below a heading of several rulings.
    let mut part = None;
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            let ruling = parse_heading(heading);
            part = ruling.as_ref().map(|_| Part::Question);
            found.extend(ruling);
        } else if line.starts_with('#') {
            part = None;
        } else if let Some((id, text)) = line.strip_prefix("- **H-").and_then(|item| item.split_once("**")) {
            found.push(house_ruling(id));
            part = Some(Part::House);
            append_line(&mut found, Part::House, text);
        } else if let Some(part) = &mut part {
            let label = line.strip_prefix("**").and_then(|remaining| remaining.split_once(".**"));
            let (label, text) = label.map_or((None, line), |(label, text)| (Part::labelled(label), text));
            *part = label.unwrap_or(*part);
            append_line(&mut found, *part, text);
        }
    }
    for ruling in &mut found {
        split_and_clean(ruling);
    }
    found
}

#[derive(Clone, Copy)]
enum Part {
    Question,
    Ruling,
    Why,
    Switch,
    SeeAlso,
    /// A complete house ruling, which is a single list item.
    House,
}

impl Part {
    fn labelled(label: &str) -> Option<Part> {
        Some(match label {
            "Question" => Part::Question,
            "Ruling" => Part::Ruling,
            "Why" => Part::Why,
            "Switch" => Part::Switch,
            "See also" => Part::SeeAlso,
            _ => return None,
        })
    }
}

/// Parses a heading such as `TF-Q10, BA-R11 Resigning [10.5]` into ids, title and paragraphs, if it is one ruling's.
fn parse_heading(heading: &str) -> Option<Ruling> {
    let mut ruling = Ruling::default();
    let mut remaining = heading;
    while let Some((id, after)) = remaining.split_once(' ').filter(|(word, _)| is_id(word.trim_end_matches(','))) {
        ruling.ids.push(id.trim_end_matches(',').to_owned());
        remaining = after;
    }
    let (title, rules) = remaining.split_once('[').unwrap_or((remaining, ""));
    title.trim().clone_into(&mut ruling.title);
    ruling.rules = rules.trim_end_matches(']').split(", ").filter_map(|rule| rule.parse().ok()).collect();
    (!ruling.ids.is_empty()).then_some(ruling)
}

/// Returns a house ruling from its id without `H-`: `2.7-3` belongs to paragraph 2.7.
fn house_ruling(id: &str) -> Ruling {
    let rule = id.rsplit_once('-').and_then(|(paragraph, _)| paragraph.parse().ok());
    Ruling { ids: vec![format!("H-{id}")], rules: rule.into_iter().collect(), ..Ruling::default() }
}

/// Whether a word looks like the id of a ruling: `Q19`, `TF-Q10`, `H-2.7-3`.
fn is_id(word: &str) -> bool {
    let fits = |test: fn(&char) -> bool, letter: Option<char>| letter.as_ref().is_some_and(test);
    fits(char::is_ascii_uppercase, word.chars().next()) && fits(char::is_ascii_digit, word.chars().next_back())
}

/// Adds a line of the page. Items and table rows begin a new line. Other lines continue the last one.
fn append_line(found: &mut [Ruling], part: Part, line: &str) {
    let Some(ruling) = found.last_mut() else { return };
    let text = match part {
        Part::Question => &mut ruling.question,
        Part::Ruling | Part::House => &mut ruling.ruling,
        Part::Why => &mut ruling.why,
        Part::Switch => &mut ruling.switch,
        Part::SeeAlso => &mut ruling.see_also,
    };
    let line = line.trim();
    let is_row = line.starts_with('|');
    if line.starts_with("|---") {
        return;
    }
    // An empty line ends a paragraph, an item or a table.
    if line.is_empty() || line.starts_with("- ") || is_row {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
    } else if !text.is_empty() && !text.ends_with('\n') {
        text.push(' ');
    }
    text.push_str(line);
}

/// Splits a house ruling into its parts, and removes links and outer blanks from every part.
fn split_and_clean(ruling: &mut Ruling) {
    if ruling.title.is_empty() {
        let mut text = ruling.ruling.trim();
        while let Some((rule, remaining)) = text.strip_prefix('[').and_then(|text| text.split_once(']')) {
            ruling.rules.extend(rule.parse::<Rule>().ok());
            text = remaining.trim_start();
        }
        let (text, switch) = text.split_once(" Switch: ").unwrap_or((text, ""));
        let (text, why) = text.split_once(" Why: ").unwrap_or((text, ""));
        (ruling.why, ruling.switch, ruling.ruling) = (why.to_owned(), switch.to_owned(), text.to_owned());
    }
    let Ruling { question, ruling, why, switch, see_also, .. } = ruling;
    for part in [question, ruling, why, switch, see_also] {
        *part = without_links(part.trim());
    }
}

/// Turns `[text](address)` into `text`.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut remaining = text;
    while let Some((before, link)) = remaining.split_once("](") {
        let (before, words) = before.rsplit_once('[').unwrap_or((before, ""));
        plain.extend([before, words]);
        remaining = link.split_once(')').map_or("", |(_, after)| after);
    }
    plain + remaining
}
