//! Words on maps: none overlaps another, and none is too small on paper.
use naval::{Naval, SideId, State, view::View};
use paper::{Format, Paper, Part, PrintOptions, PrintedPage, TileSelection, Typesetter};
use play::Game;
use resvg::usvg::{self, FontFamily, Group, Node, Options, Tree};
use show::map::{Window, scene, svg, svg_with_letter_scale};

/// Words of a drawing as set: their text, their box in its units, and the height of their letters in points.
struct Label {
    words: String,
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
    points: f32,
    on_map: bool,
}

fn read(letters: &Typesetter, drawing: &str) -> Vec<Label> {
    let options = Options { fontdb: std::sync::Arc::new(letters.database()), ..Options::default() };
    let mut labels = Vec::new();
    walk(Tree::from_str(drawing, &options).unwrap().root(), &mut labels);
    labels
}

fn walk(group: &Group, printed: &mut Vec<Label>) {
    for node in group.children() {
        match node {
            Node::Group(inner) => walk(inner, printed),
            Node::Text(text) => {
                let spans = || text.chunks().iter().flat_map(|chunk| chunk.spans());
                let (_, scale) = text.abs_transform().get_scale();
                let size = spans().map(|span| span.font_size().get()).fold(f32::INFINITY, f32::min);
                let is_named = |family: &FontFamily| matches!(family, FontFamily::Named(name) if name == "Ubuntu");
                let on_map = spans().any(|span| span.font().families().iter().any(is_named));
                let area = text.abs_bounding_box();
                printed.push(Label {
                    words: text.chunks().iter().map(usvg::TextChunk::text).collect(),
                    left: area.left(),
                    top: area.top(),
                    right: area.right(),
                    bottom: area.bottom(),
                    points: size * scale * 72.0 / 96.0,
                    on_map,
                });
            }
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}

/// Pairs of words that overlap, by the height of small letters.
fn overlapping_pairs(labels: &[Label]) -> Vec<String> {
    let mut pairs = Vec::new();
    for (index, label) in labels.iter().enumerate() {
        for other in &labels[index + 1..] {
            let across = label.right.min(other.right) - label.left.max(other.left);
            let inner = |label: &Label| {
                let high = label.bottom - label.top;
                (label.top + 0.3 * high, label.bottom - 0.25 * high)
            };
            let (a, b) = (inner(label), inner(other));
            let down = a.1.min(b.1) - a.0.max(b.0);
            if across > 0.0 && down > 0.0 {
                pairs.push(format!("{} / {}", label.words, other.words));
            }
        }
    }
    pairs
}

fn battles() -> Vec<(String, State)> {
    let names = load::scenario_list(&naval_kit::builtin()).unwrap();
    let battle = |id: String| {
        let state = Naval::initial_state(&naval_kit::scenario(&id));
        (id, state)
    };
    names.into_iter().map(|line| battle(line.id.to_string())).collect()
}

/// On the maps of all built-in battles. The ships in the close line of Tsushima by night have names too.
#[test]
fn names_on_a_map_do_not_overlap() {
    let letters = Typesetter::open();
    let (mut maps, mut names, mut errors) = (0, 0, Vec::new());
    for (id, state) in battles() {
        let scene = scene(&View::referee(&state));
        let window = Window::whole_table(scene.table);
        for drawing in [svg(&scene, window), svg_with_letter_scale(&scene, window, 1.2)] {
            let labels = read(&letters, &drawing);
            errors.extend(overlapping_pairs(&labels).into_iter().map(|pair| format!("{id}: {pair}")));
            (maps, names) = (maps + 1, names + labels.len());
        }
    }
    assert!(errors.is_empty(), "{errors:?}");
    assert!(60 < maps && 2_000 < names, "{maps} maps, {names} words");
    let night = scene(&View::referee(&Naval::initial_state(&naval_kit::scenario("tsushima-night"))));
    let labels = read(&letters, &svg(&night, Window::whole_table(night.table)));
    assert!(labels.iter().any(|label| label.words == "Orel"));
}

/// Straight lines of a drawing from a ship to its name, in the units of `Label`.
fn leader_lines(drawing: &str) -> Vec<((f32, f32), (f32, f32))> {
    const PIXELS: f32 = 96.0 / 25.4;
    let paths = drawing.split("<path d=\"M").skip(1).filter_map(|part| part.split_once('"'));
    let lines = paths.filter(|(way, part)| {
        let head = part.split('>').next().unwrap();
        head.contains("fill=\"none\"")
            && ["#8f1d1d", "#163a68"].iter().any(|ink| head.contains(ink))
            && !head.contains("linecap")
            && way.matches(" L").count() == 1
    });
    let point = |words: &str| -> Option<(f32, f32)> {
        let (x, y) = words.trim().split_once(',')?;
        Some((x.parse::<f32>().ok()? * PIXELS, y.parse::<f32>().ok()? * PIXELS))
    };
    lines.filter_map(|(way, _)| way.split_once(" L").and_then(|(from, to)| Some((point(from)?, point(to)?)))).collect()
}

impl Label {
    /// Whether a line to a different name crosses these words, by the height of small letters.
    fn is_crossed_by(&self, from: (f32, f32), to: (f32, f32)) -> bool {
        let (across, down) = (self.left..=self.right, self.top..=self.bottom);
        let high = self.bottom - self.top;
        let (top, bottom) = (self.top + 0.3 * high, self.bottom - 0.25 * high);
        let mut steps = (0..=100).map(|step| step as f32 / 100.0);
        let through = steps.any(|part| {
            let (x, y) = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            self.left < x && x < self.right && top < y && y < bottom
        });
        through && !(across.contains(&to.0) && down.contains(&to.1))
    }
}

/// A line from a ship to its name goes round other names. Where that is impossible it runs under the halo of their
/// letters.
#[test]
fn lines_to_names_cross_other_names_only_in_narrow_waters() {
    let letters = Typesetter::open();
    let (mut lines, mut crossed) = (0, Vec::new());
    for (id, state) in battles() {
        let scene = scene(&View::referee(&state));
        let window = Window::whole_table(scene.table);
        for drawing in [svg(&scene, window), svg_with_letter_scale(&scene, window, 1.4)] {
            let labels = read(&letters, &drawing);
            // Names are drawn above all lines.
            let names = state.ships.iter().filter_map(|ship| drawing.find(&format!(">\n{}\n", ship.card.name)));
            assert!(names.min().is_none_or(|first| leader_lines(&drawing[first..]).is_empty()), "{id}");
            for (from, to) in leader_lines(&drawing) {
                lines += 1;
                crossed.extend(
                    labels
                        .iter()
                        .filter(|label| label.is_crossed_by(from, to))
                        .map(|label| format!("{id}: {}", label.words)),
                );
            }
        }
    }
    assert!(40 < lines, "{lines} lines");
    // Crossings occur only in the narrowest waters.
    let open =
        ["ulsan", "coronel", "yellow-sea", "falklands", "gotland", "lemnos", "tsushima-night", "heligoland-1914"];
    assert!(crossed.len() <= 8, "{} of {lines}: {crossed:?}", crossed.len());
    assert!(crossed.iter().all(|text| !open.iter().any(|id| text.starts_with(&format!("{id}:")))), "{crossed:?}");
}

/// An island smaller than its name has it beside it, in the sea. A coast has room for its name. [4.7]
#[test]
fn r4_7_land_has_its_name_on_it_or_beside_it() {
    let letters = Typesetter::open();
    let mut state = Naval::initial_state(&naval_kit::scenario("ulsan"));
    let land = |id: &str, name: &str, corners: &[(i32, i32)]| naval::model::Land {
        id: naval::Id::new(id),
        name: name.to_owned(),
        corners: corners.iter().map(|(x, y)| (naval::Inches::whole(*x), naval::Inches::whole(*y))).collect(),
    };
    let coast = land("coast", "Coast", &[(0, 9), (4, 12), (5, 10), (8, 15), (4, 18), (1, 18), (0, 20)]);
    let island = land("island", "Long island name", &[(10, 16), (11, 16), (11, 18)]);
    std::sync::Arc::make_mut(&mut state.setup).land = vec![coast, island];
    let scene = scene(&View::referee(&state));
    let drawing = svg(&scene, Window::whole_table(scene.table));
    let labels = read(&letters, &drawing);
    let find = |words: &str| labels.iter().find(|label| label.words == words).unwrap();
    let (coast, island) = (find("Coast"), find("Long island name"));
    // An inch of the table is 10 mm of the drawing, which has 96 units to 25.4 mm.
    let inch = 10.0 * 96.0 / 25.4;
    assert!(coast.right - coast.left < 8.0 * inch, "it has room");
    let east = |x: f32, label: &Label| label.left + inch * x;
    assert!(
        east(0.0, island) > coast.right,
        "beside the island, and on no other land: {} {}",
        island.left,
        coast.right
    );
    assert!(overlapping_pairs(&labels).is_empty());
}

/// The letters of every map printed in a pack or on table sheets have at least six points.
#[test]
fn letters_of_printed_maps_have_at_least_six_points() {
    let letters = Typesetter::open();
    let (mut maps, mut words) = (0, 0);
    let mut check_letters = |id: &str, pages: Vec<PrintedPage>| {
        for page in pages {
            let labels: Vec<Label> = read(&letters, &page.svg()).into_iter().filter(|label| label.on_map).collect();
            for label in &labels {
                assert!(5.99 <= label.points, "{id}: {} is {} points", label.words, label.points);
            }
            (maps, words) = (maps + usize::from(!labels.is_empty()), words + labels.len());
        }
    };
    for (index, (id, state)) in battles().iter().enumerate() {
        let paper = if index % 2 == 0 { Paper::A4 } else { Paper::Letter };
        let format = Some(Format::Two);
        let options_with =
            |part| PrintOptions { parts: vec![part], paper, format, duplex: false, ships: Vec::new(), balance: None };
        check_letters(id, paper::pack(&letters, &View::referee(state), &options_with(Part::Summary)));
        for side in state.setup.sides.iter().map(|side| side.id.clone()).collect::<Vec<SideId>>() {
            check_letters(id, paper::pack(&letters, &View::for_side(state, &side), &options_with(Part::Briefing)));
        }
        let scene = scene(&View::referee(state));
        let wanted = TileSelection { part: Window::whole_table(scene.table), only_marked: true };
        check_letters(id, paper::tiles(&letters, &scene, paper, wanted));
    }
    assert!(200 < maps && 600 < words, "{maps} maps, {words} words");
}

/// No word of a pack in its usual size has less than six points, except letters in circles and the boxes of several
/// cruisers on one card.
#[test]
fn words_of_packs_have_at_least_six_points() {
    let letters = Typesetter::open();
    let mut words = 0;
    for name in ["ulsan", "coronel", "torpedo-boats-misread", "tsushima-night"] {
        let state = Naval::initial_state(&naval_kit::scenario(name));
        for paper in [Paper::A4, Paper::Letter] {
            let (parts, format) = (Part::ALL.to_vec(), Some(Format::Two));
            let options = PrintOptions { parts, paper, format, duplex: false, ships: Vec::new(), balance: None };
            for page in paper::pack(&letters, &View::referee(&state), &options) {
                let crowded = page.part == Part::Cards && !["ulsan", "coronel"].contains(&name);
                let least = if crowded { 4.9 } else { 5.95 };
                for label in read(&letters, &page.svg()) {
                    let letter = label.words.chars().count() == 1;
                    assert!(
                        letter || least <= label.points,
                        "{name} on {paper:?}: {} is {} points",
                        label.words,
                        label.points
                    );
                    words += 1;
                }
            }
        }
    }
    assert!(5_000 < words, "{words} words");
}

/// A PDF sets letters one by one: a word's halo is under all of its letters. Maps in a pack use the map's letters.
#[test]
fn halos_of_a_pdf_are_under_all_letters_of_their_words() {
    let letters = Typesetter::open();
    let page = |words: &str| {
        format!("<svg xmlns='http://www.w3.org/2000/svg' width='40mm' height='20mm' viewBox='0 0 40 20'>{words}</svg>")
    };
    let text = |fill: &str, stroke: &str, order: &str| {
        format!(
            "<text fill=\"{fill}\" font-size=\"4\"{order} stroke=\"{stroke}\" stroke-width=\"1.6\" x=\"9\" y=\"9\">Rurik</text>"
        )
    };
    let haloed = page(&text("#163a68", "#e6eef0", " paint-order=\"stroke\""));
    let two = page(&format!("{}{}", text("none", "#e6eef0", ""), text("#163a68", "none", "")));
    let pdf = |svg: &String| paper::pdf(&letters, "", std::slice::from_ref(svg), |_| ()).unwrap();
    assert_eq!(pdf(&haloed), pdf(&two));
    let plain = page(&text("#163a68", "#e6eef0", ""));
    assert_ne!(pdf(&haloed), pdf(&plain));
    // The map in a pack has the same lettering as the map alone.
    let state = Naval::initial_state(&naval_kit::scenario("ulsan"));
    let options = PrintOptions {
        parts: vec![Part::Summary],
        paper: Paper::A4,
        format: None,
        duplex: false,
        ships: Vec::new(),
        balance: None,
    };
    let pages = paper::pack(&letters, &View::referee(&state), &options);
    let labels: Vec<Label> = pages.into_iter().flat_map(|printed_page| read(&letters, &printed_page.svg())).collect();
    assert!(labels.iter().any(|label| label.on_map && label.words == "Rurik"));
}
