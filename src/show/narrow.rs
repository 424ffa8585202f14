//! Pages on terminals narrower than their tables: tables become lists.
use super::lines::{WIDTH, fill_lines, fold_line, joined, width, wrapped};

/// Indent of the continuation of a list item.
const INDENT: usize = 2;
/// Corners with which a framed table begins and ends.
const TOP: [char; 2] = ['╭', '┌'];
const BOTTOM: [char; 2] = ['╰', '└'];
/// Corners of a board, and the marks between its squares.
const CORNERS: [char; 3] = ['┌', '└', '+'];
const PARTITIONS: [char; 2] = ['│', '|'];
/// Marks between the cells of a framed table.
const WALLS: [char; 2] = ['│', '┆'];

/// Lays a page out for `columns` columns. Wider tables become lists, and other text is folded between words.
pub fn lay_out(text: &str, columns: usize) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let (mut output, mut index) = (Vec::new(), 0);
    while index < lines.len() {
        let rest = &lines[index..];
        match find_framed_table(rest).or_else(|| find_ruled_table(rest)).filter(|table| columns < table.width) {
            Some(table) => {
                index += table.lines;
                output.extend(table.as_list(columns));
            }
            None => {
                let mut line = lines[index].to_owned();
                index += 1;
                // Rejoin lines that were folded for a page, so that they can be folded again.
                while let Some(next) =
                    lines.get(index).filter(|next| columns < width(&line) && continues(lines[index - 1], next))
                {
                    line += &format!(" {next}");
                    index += 1;
                }
                output.push(squeeze(&line, columns));
            }
        }
    }
    wrapped(&output.join("\n"), columns)
}

/// Whether a sentence continues on the next line: this line is full and does not end like a sentence. A line
/// longer than a page was not folded to fit one.
fn continues(line: &str, next: &str) -> bool {
    let is_full = (WIDTH * 3 / 4..=WIDTH).contains(&width(line))
        && !line.contains("  ")
        && !line.ends_with(['.', ':', ';', '!', '?', ']', ')']);
    is_full && next.starts_with(|letter: char| !letter.is_whitespace()) && !next.contains("  ")
}

/// Reduces the indent and the column gaps of a line that is too long and has little room after them. Other lines stay.
fn squeeze(line: &str, columns: usize) -> String {
    let words = line.trim_start_matches(' ');
    let indent = line.len() - words.len();
    let second =
        words.find("  ").map_or(0, |at| indent + words[at..].len() - words[at..].trim_start_matches(' ').len() + at);
    if width(line) <= columns {
        return line.to_owned();
    }
    if indent.max(second) <= columns / 2 {
        return line.to_owned();
    }
    format!("{:indent$}{}", "", columns_of(words).join("  "), indent = indent.min(INDENT))
}

/// Lays out a page with a board. A board that is too wide loses its lines, and squares shrink to the widest
/// content. Text above and below it is folded. A board that still does not fit stays unchanged.
pub fn lay_out_board(text: &str, columns: usize) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let corner = |line: &&str| line.trim_start().starts_with(CORNERS);
    let grid = lines.iter().position(corner).zip(lines.iter().rposition(corner)).and_then(|(from, to)| {
        // The letters of the files are below the grid.
        let to = (to + 1).min(lines.len() - 1);
        let is_wide = lines[from..=to].iter().any(|line| columns < width(line));
        let small = grid_without_lines(&lines[from..=to]);
        (is_wide && small.iter().all(|line| width(line) <= columns)).then_some((from, to, small))
    });
    let folded = |lines: &[&str]| {
        let fold = |line: &&str| match line.starts_with(char::is_alphabetic) {
            true => fold_line(line, INDENT, columns),
            false => vec![(*line).to_owned()],
        };
        lines.iter().flat_map(fold).collect::<Vec<String>>()
    };
    let laid_lines = match grid {
        Some((from, to, small)) => [folded(&lines[..from]), small, folded(&lines[to + 1..])].concat(),
        None => folded(&lines),
    };
    laid_lines.join("\n")
}

/// Returns a grid without lines, with ranks before it and files below it. A dot is an empty square.
fn grid_without_lines(grid: &[&str]) -> Vec<String> {
    let split = |line: &&str| {
        let (rank, squares) = line.split_once(PARTITIONS)?;
        let squares = squares.trim_end().trim_end_matches(PARTITIONS).split(PARTITIONS);
        Some((rank.trim().to_owned(), squares.map(|square| square.trim().to_owned()).collect::<Vec<String>>()))
    };
    let mut rows: Vec<(String, Vec<String>)> = grid.iter().filter_map(split).collect();
    for square in rows.iter_mut().flat_map(|(_, squares)| squares).filter(|square| square.is_empty()) {
        ".".clone_into(square);
    }
    let files = grid.last().map(|files| files.split_whitespace().map(str::to_owned).collect()).unwrap_or_default();
    rows.push((String::new(), files));
    let broadest = rows.iter().flat_map(|(_, squares)| squares).map(|square| width(square)).max().unwrap_or(1);
    let line = |(rank, squares): (String, Vec<String>)| {
        let squares = joined(squares.iter().map(|square| format!("{square:<broadest$}")), " ");
        format!("{rank:>2} {squares}").trim_end().to_owned()
    };
    rows.into_iter().map(line).collect()
}

struct FoundTable {
    /// Number of lines it takes up in the page.
    lines: usize,
    width: usize,
    indent: usize,
    /// Empty for a table without headings, in which each row describes one thing.
    headings: Vec<String>,
    rows: Vec<TableRow>,
}

/// The cells of a row, each with its lines.
type TableRow = Vec<Vec<String>>;

impl FoundTable {
    fn as_list(&self, columns: usize) -> Vec<String> {
        self.rows
            .iter()
            .flat_map(
                |row| if self.headings.is_empty() { row_as_lines(row, columns) } else { self.list_item(row, columns) },
            )
            .collect()
    }

    /// `Izumo: Type CA; Speed 2.25`: the first cell, then each other cell after its heading.
    fn list_item(&self, row: &TableRow, columns: usize) -> Vec<String> {
        // A list closes wide gaps within a cell, such as the gap before a ship's number.
        let cells: Vec<String> = row.iter().map(|lines| joined(lines.join(" ").split_whitespace(), " ")).collect();
        let named = |(heading, cell): (&String, &String)| {
            if heading.is_empty() { cell.clone() } else { format!("{heading} {cell}") }
        };
        let mut pairs = self.headings.iter().zip(&cells);
        let first = pairs.next().map(|(heading, cell)| {
            // A number alone means nothing, so keep its heading.
            if cell.starts_with(|letter: char| letter.is_ascii_digit()) { named((heading, cell)) } else { cell.clone() }
        });
        let first = first.unwrap_or_default();
        let rest: Vec<String> = pairs.filter(|(_, cell)| !cell.is_empty()).map(named).collect();
        let words = match (first.is_empty(), rest.is_empty()) {
            (false, false) => format!("{first}: {}", rest.join("; ")),
            (false, true) => first,
            (true, _) => rest.join("; "),
        };
        fold_line(&format!("{:indent$}{words}", "", indent = self.indent), self.indent + INDENT, columns)
    }
}

/// Returns a row that describes one thing: its label with its first line, then its other lines, unchanged if they fit.
fn row_as_lines(row: &TableRow, columns: usize) -> Vec<String> {
    let label = row.first().map(|lines| joined(lines.join(" ").split_whitespace(), " ")).unwrap_or_default();
    let lines_of_row = row.get(1..).unwrap_or_default().concat();
    let mut lines = Vec::new();
    let mut index = 0;
    while let Some(line) = lines_of_row.get(index) {
        let is_wide = |line: &String| columns < INDENT + width(line);
        let next = lines_of_row.get(index + 1).filter(|next| is_wide(line) || is_wide(next));
        let pair = next.and_then(|next| paired_lines(line, next));
        index += 1 + usize::from(pair.is_some());
        lines.push(pair.unwrap_or_else(|| line.clone()));
    }
    let under = |line: &String| fold_by_columns(line, INDENT, columns);
    match lines.split_first() {
        Some((first, rest)) if !label.is_empty() => {
            let head = fold_by_columns(&format!("{label}: {first}"), 0, columns);
            head.into_iter().chain(rest.iter().flat_map(under)).collect()
        }
        _ => [label].into_iter().filter(|label| !label.is_empty()).chain(lines.iter().flat_map(under)).collect(),
    }
}

/// Returns a line at an indent. If it is too long, it is folded between its columns where possible.
fn fold_by_columns(line: &str, indent: usize, columns: usize) -> Vec<String> {
    if indent + width(line) <= columns {
        return vec![format!("{:indent$}{line}", "")];
    }
    let parts: Vec<String> = columns_of(line).into_iter().map(str::to_owned).collect();
    let lines = fill_lines(&parts, "  ", columns.saturating_sub(indent + INDENT)).into_iter().enumerate();
    let indent_at = |index: usize| if index == 0 { indent } else { indent + INDENT };
    lines
        .flat_map(|(index, line)| fold_line(&format!("{:1$}{line}", "", indent_at(index)), indent + INDENT, columns))
        .collect()
}

/// Returns the columns of a line: parts at least two spaces apart.
fn columns_of(line: &str) -> Vec<&str> {
    line.split("  ").map(str::trim).filter(|group| !group.is_empty()).collect()
}

/// Joins two lines whose columns correspond: `to/to hit 3.0"/4  6.0"/2`.
fn paired_lines(upper: &str, lower: &str) -> Option<String> {
    let (upper, lower) = (columns_of(upper), columns_of(lower));
    let are_figures =
        |line: &[&str]| line[1..].iter().all(|cell| cell.starts_with(|letter: char| letter.is_ascii_digit()));
    let alike = 2 < upper.len() && upper.len() == lower.len() && are_figures(&upper) && are_figures(&lower);
    let pairs = || upper.iter().zip(&lower).map(|(above, below)| format!("{above}/{below}")).collect::<Vec<_>>();
    alike.then(|| pairs().join("  "))
}

/// Returns a framed table at the first line. With two columns it has no headings: each row describes one thing.
fn find_framed_table(lines: &[&str]) -> Option<FoundTable> {
    let indent = lines.first()?.find(TOP).filter(|at| lines[0][..*at].trim().is_empty())?;
    let end = lines.iter().position(|line| line.trim_start().starts_with(BOTTOM))?;
    let mut printed = Vec::new();
    for line in &lines[1..end] {
        let Some(inner) = line.trim().strip_prefix(WALLS).and_then(|inner| inner.strip_suffix(WALLS)) else { continue };
        // Each cell has a space on either side.
        let cells = inner.split(WALLS).map(|cell| cell.strip_prefix(' ').unwrap_or(cell).trim_end().to_owned());
        printed.push(cells.collect());
    }
    let mut rows = join_rows(printed);
    if rows.is_empty() {
        return None;
    }
    let width = lines[..=end].iter().map(|line| width(line)).max()?;
    let of_two = rows.iter().all(|row| row.len() == 2);
    let headings = if of_two { Vec::new() } else { rows.remove(0) };
    let headings = headings.iter().map(|lines| lines.join(" ").trim().to_owned()).collect();
    Some(FoundTable { lines: end + 1, width, indent, headings, rows })
}

/// Returns a table with a rule below its heading, which is the first line.
fn find_ruled_table(lines: &[&str]) -> Option<FoundTable> {
    let [heading, rule, body @ ..] = lines else { return None };
    let indent = rule.find('-')?;
    let is_rule = 2 < rule.trim().len() && rule.trim().chars().all(|letter| letter == '-');
    if !is_rule || heading.trim().is_empty() || width(rule) < width(heading) {
        return None;
    }
    let is_row = |line: &&&str| !line.trim().is_empty() && width(line) <= width(rule) && !is_sentence(line, indent);
    let body: Vec<Vec<char>> = body.iter().take_while(is_row).map(|line| line.chars().collect()).collect();
    if body.is_empty() {
        return None;
    }
    let heading: Vec<char> = heading.chars().collect();
    let bounds = column_bounds(&heading, &body);
    let bounds: Vec<usize> = (0..bounds.len())
        .filter(|index| !is_within_heading(*index, &bounds, &heading, &body))
        .map(|index| bounds[index])
        .collect();
    let cut = |line: &[char]| -> Vec<String> {
        let ends = bounds.iter().copied().chain([usize::MAX]);
        let starts = [0].into_iter().chain(bounds.iter().copied());
        let cell =
            |(start, end): (usize, usize)| line.iter().take(end).skip(start).collect::<String>().trim().to_owned();
        starts.zip(ends).map(cell).collect()
    };
    let rows = join_rows(body.iter().map(|line| cut(line)).collect());
    Some(FoundTable { lines: 2 + body.len(), width: width(rule), indent, headings: cut(&heading), rows })
}

/// Whether a line below a table is a sentence, not a row: it ends like one and has no columns.
fn is_sentence(line: &str, indent: usize) -> bool {
    let words = line.get(indent..).unwrap_or_default();
    !words.starts_with(' ') && !words.contains("  ") && words.contains(' ') && words.ends_with(['.', ':', ']'])
}

/// Returns where columns begin: between two words of the heading, at the last position that is blank in every row.
/// Words without such a position between them form one heading.
fn column_bounds(heading: &[char], body: &[Vec<char>]) -> Vec<usize> {
    let is_blank = |line: &[char], index: usize| line.get(index).is_none_or(|letter| *letter == ' ');
    let mut found = Vec::new();
    let mut gap: Option<usize> = None;
    for index in 0..heading.len() {
        if is_blank(heading, index) {
            if body.iter().all(|row| is_blank(row, index)) {
                gap = Some(index);
            }
        } else {
            found.extend(gap.take().filter(|_| heading[..index].iter().any(|letter| *letter != ' ')));
        }
    }
    found
}

/// Whether a bound splits a heading of several words: no row has text after it, and the heading continues
/// there with a small letter after a single space.
fn is_within_heading(index: usize, bounds: &[usize], heading: &[char], body: &[Vec<char>]) -> bool {
    let (start, end) = (bounds[index], bounds.get(index + 1).copied().unwrap_or(usize::MAX));
    let is_one_space = start.checked_sub(1).and_then(|before| heading.get(before)).is_some_and(|letter| *letter != ' ');
    let is_small = heading.get(start + 1).is_some_and(|letter| letter.is_lowercase());
    let is_empty = |row: &Vec<char>| row.iter().take(end).skip(start).all(|letter| *letter == ' ');
    is_one_space && is_small && body.iter().all(is_empty)
}

/// Joins printed lines into rows. A line continues the row above if its first cell is blank and it has two cells or
/// another blank one, or if some cell is blank and all others hold words that did not fit above.
fn join_rows(printed: Vec<Vec<String>>) -> Vec<TableRow> {
    let columns = printed.iter().map(Vec::len).max().unwrap_or(0);
    let broadest = |index: usize| printed.iter().filter_map(|cells| cells.get(index)).map(|cell| width(cell)).max();
    let widths: Vec<usize> = (0..columns).map(|index| broadest(index).unwrap_or(0)).collect();
    let mut rows: Vec<TableRow> = Vec::new();
    for cells in printed {
        let is_under_blank = cells.first().is_some_and(String::is_empty)
            && (cells.len() == 2 || cells[1..].iter().any(String::is_empty));
        let row = rows.last_mut().filter(|row| row.len() == cells.len());
        match row.filter(|row| is_under_blank || continues_row(row, &cells, &widths)) {
            Some(row) => {
                row.iter_mut().zip(cells).for_each(|(lines, more)| lines.extend((!more.is_empty()).then_some(more)))
            }
            None => rows.push(cells.into_iter().map(|cell| vec![cell]).collect()),
        }
    }
    rows
}

/// The narrowest column in which words are folded.
const LEAST_FOLDED: usize = 8;

/// Whether a line continues the row above: some cells are blank, and each other cell follows a comma or
/// begins with a word that did not fit above it.
fn continues_row(row: &TableRow, cells: &[String], widths: &[usize]) -> bool {
    let did_not_fit = |((lines, cell), room): ((&Vec<String>, &String), &usize)| {
        let Some(last) = lines.last().filter(|last| !last.is_empty()) else { return false };
        let word = cell.trim_start().split(' ').next().unwrap_or_default();
        // Folded words are one space apart. Wider gaps separate columns.
        let are_words = [last, cell].iter().all(|text| !text.trim().contains("  "));
        // After a comma a cell continues, however narrow its column is.
        are_words && (last.ends_with(',') || LEAST_FOLDED <= *room && *room < width(last) + 1 + width(word))
    };
    let pairs = row.iter().zip(cells).zip(widths);
    cells.iter().any(String::is_empty) && pairs.filter(|((_, cell), _)| !cell.is_empty()).all(did_not_fit)
}
