//! The frame of a page: heading, chart, steps, tabs, style sheet and script.
use base64::{Engine as _, engine::general_purpose::STANDARD};
use flate2::{Compression, GzBuilder, write::GzEncoder};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use naval::view::View;
use play::journal::digest_of;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::{collections::BTreeMap, io::Write as _};

use crate::map::{self, Window, screen::full_name};

use super::compact::{compact_script, compact_style};
use super::{PageBuilder, clock_text, segment_name, slots::SlotHistory, turn_text, visible};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const MIRROR_SCRIPT: &str = include_str!("mirror.js");
/// The line of the script that [`MIRROR_SCRIPT`] replaces in a mirror.
const MIRROR_PLACE: &str = "// The mirror's part";
/// Seconds between two loads of a mirror in a browser without script.
const RELOAD_S: u8 = 5;
/// The length of the version, from which a mirror's script sees that the page has changed.
const VERSION_LENGTH: usize = 16;
/// Data of at least this many bytes are packed.
const MIN_PACKED: usize = 60_000;

/// What stands above the chart of every moment.
pub struct PageHeading {
    pub title: String,
    /// `14 August 1904`
    pub date: String,
    /// `As Japan knows it`, and the like.
    pub viewer: String,
    /// Whether the page shows everything, so that players must not see it.
    pub shows_everything: bool,
    /// The journal and entry from which the battle was played again, if it is a what-if.
    pub branch: Option<String>,
}

/// What a page is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageUse {
    /// A file to keep or to send.
    Keeping,
    /// A file that is replaced when the viewer is told something. The page renews itself.
    Mirror,
}

/// Returns turn, clock and segment.
pub fn moment_text(view: &View<'_>) -> Markup {
    let segment = segment_name(view.segment);
    html! {
        "Turn " (turn_text(view)) " · " (clock_text(view)) " · "
        @if view.end.is_some() { "the battle is over" } @else { (segment) }
        @if let Some(base) = view.sighting_base { " " span class="soft" { "sighting " (base) "″" } }
    }
}

const BUTTONS: [(&str, &str, &str); 5] = [
    ("first", "First", "M6 5v14M19 6l-9 6 9 6z"),
    ("back", "Back", "M15 5l-8 7 8 7"),
    ("play", "Play", "M8 5l11 7-11 7z"),
    ("forward", "Forward", "M9 5l8 7-8 7"),
    ("last", "Last", "M18 5v14M5 6l9 6-9 6z"),
];
const ZOOM: [(&str, &str, &str); 4] = [
    ("nearer", "Nearer", "M12 5v14M5 12h14"),
    ("farther", "Farther", "M5 12h14"),
    ("follow", "Follow the ships", "M12 3v5M12 16v5M3 12h5M16 12h5M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0"),
    ("whole", "The whole table", "M4 9V5h5M15 5h5v4M20 15v4h-5M9 19H4v-4"),
];
const TABS: [(&str, &str); 4] = [("log", "Log"), ("ships", "Ships"), ("cards", "Cards"), ("points", "Points")];

/// The width of the chart and the height of its letters on a phone, in pixels.
const PHONE_WIDTH: f64 = 350.0;
const PHONE_LETTER: f64 = 13.5;
const CHART_NAME: &str = "Chart of the table. Up and down choose a ship, Enter opens its card, Shift and an arrow move the \
     chart. The tab Ships has the same in words.";

pub fn page(builder: &PageBuilder, heading: &PageHeading, purpose: PageUse) -> String {
    let is_mirror = purpose == PageUse::Mirror;
    let script =
        compact_script(&if is_mirror { SCRIPT.replace(MIRROR_PLACE, MIRROR_SCRIPT) } else { SCRIPT.to_owned() });
    let window = builder.windows.last().copied().unwrap_or_default();
    // Without a script, letters have the size for a phone's screen.
    let unit = f64::from(window[2].max(window[3])) / PHONE_WIDTH;
    let style = format!("{}#chart{{--u:{unit:.3}}}", compact_style(STYLE));
    let policy = format!(
        "default-src 'none'; style-src '{}'; script-src '{}'; {}base-uri 'none'; form-action 'none'",
        source_hash(&style),
        source_hash(&script),
        if is_mirror { "connect-src 'self'; " } else { "" }
    );
    let body = body(builder, heading, window, unit).into_string();
    let version = is_mirror.then(|| digest_of(body.as_bytes())[..VERSION_LENGTH].to_owned());
    let markup = html! {
        (DOCTYPE)
        html lang="en" class="no-script" data-version=[version] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="referrer" content="no-referrer";
                meta name="color-scheme" content="light dark";
                @if is_mirror { noscript { meta http-equiv="refresh" content=(RELOAD_S); } }
                title { (heading.title) ": " (heading.viewer) }
                style { (PreEscaped(&style)) }
            }
            body {
                @if is_mirror { p id="word" class="referee" role="status" hidden {} }
                (PreEscaped(&body))
                script { (PreEscaped(&script)) }
            }
        }
    };
    visible(markup.into_string())
}

/// Returns what a page shows, without its script.
fn body(builder: &PageBuilder, heading: &PageHeading, window: [i32; 4], unit: f64) -> Markup {
    let names = names_without_script(builder, unit);
    let last = builder.moments.len().saturating_sub(1);
    html! {
        (header(builder, heading))
        main {
            section id="map" class="pane" aria-label="Chart" {
                (chart(builder, window, &names))
                div id="zoom" class="scripted" { @for button in ZOOM { (icon_button(button)) } }
            }
            (steps(last))
            section id="results" class="pane scripted" aria-label="Results" tabindex="0" {}
            (more(builder))
        }
        p id="speech" class="spoken" aria-live="polite" {}
        (data_block(builder))
    }
}

/// Draws the names of the last moment at their places on a phone, where a pixel is `unit` units of the chart.
fn names_without_script(builder: &PageBuilder, unit: f64) -> BTreeMap<String, Markup> {
    let (Some(screen), Some(scene)) = (&builder.screen, &builder.last_scene) else { return BTreeMap::new() };
    let last = builder.windows.last().copied().unwrap_or_default();
    let [left, top, width, height] = last.map(|units| f64::from(units) / 10.0);
    let north = scene.table.depth_in - top;
    let window = Window { west: left, east: left + width, north, south: north - height };
    let places = map::name_places(scene, window, PHONE_LETTER * unit / 10.0, full_name);
    places.iter().map(|place| (place.ship.id.clone(), screen.placed_name(place))).collect()
}

fn header(PageBuilder { slots, .. }: &PageBuilder, heading: &PageHeading) -> Markup {
    html! {
        header class="heading" {
            h1 { (heading.title) }
            p class="soft" { (heading.date) }
            p class=(if heading.shows_everything { "referee" } else { "soft" }) { (heading.viewer) }
            @if let Some(branch) = &heading.branch { p class="referee" { (branch) } }
            p class="now" { (slot(slots, "span", "head")) }
        }
    }
}

/// Draws the chart of the last moment. The script replaces its parts.
fn chart(
    PageBuilder { screen, ground, slots, sides, .. }: &PageBuilder,
    window: [i32; 4],
    names: &BTreeMap<String, Markup>,
) -> Markup {
    let ids: Vec<&str> = slots.names_after("m:").collect();
    html! {
        svg id="chart" role="group" preserveAspectRatio="xMidYMid meet"
            viewBox={ (window[0]) " " (window[1]) " " (window[2]) " " (window[3]) }
            aria-label=(CHART_NAME) {
            @if let Some(screen) = screen { (screen.hulls()) }
            (ground)
            @for name in ["mines", "smoke"] { (slot(slots, "g", name)) }
            @for id in &ids { g data-slot={ "w:" (id) } class={ "s" (sides.get(*id).copied().unwrap_or(0)) } {} }
            @for id in &ids { (slot(slots, "g", &format!("t:{id}"))) }
            @for name in ["torpedoes", "markers", "shots"] { (slot(slots, "g", name)) }
            @for id in &ids { (slot(slots, "g", &format!("m:{id}"))) }
            (slot(slots, "g", "bursts"))
            @for id in &ids { g data-slot={ "n:" (id) } { @if let Some(name) = names.get(*id) { (name) } } }
        }
    }
}

/// Returns the controls that step through the battle.
fn steps(last: usize) -> Markup {
    html! {
        nav id="steps" class="pane scripted" aria-label="Steps of the battle" {
            svg id="strip" aria-hidden="true" {}
            input id="position" type="range" min="0" max=(last) value=(last) aria-label="Moment of the battle";
            div class="row" { @for button in BUTTONS { (icon_button(button)) } }
            div class="row soft" {
                span id="count" aria-hidden="true" {}
                label {
                    "by " select id="by" aria-label="Step by" {
                        option value="0" { "entry" }
                        option value="1" { "segment" }
                        option value="2" { "turn" }
                    }
                }
            }
        }
    }
}

/// Returns the tabs: log, ships, cards and points.
fn more(PageBuilder { slots, log, .. }: &PageBuilder) -> Markup {
    html! {
        section id="more" class="pane" aria-label="Log, ships, cards and points" {
            div class="tabs scripted" role="tablist" aria-label="More" {
                @for (id, name) in TABS {
                    button role="tab" id={ "tab-" (id) } data-tab=(id) aria-controls={ "panel-" (id) }
                        aria-selected=(if id == "log" { "true" } else { "false" }) { (name) }
                }
            }
            (panel("log", html! { h2 { "What happened" } (log.markup()) }))
            (panel("ships", ships_table(slots)))
            (panel("cards", html! { h2 { "Cards" } (cards(slots)) }))
            (panel("points", html! { h2 { "Points" } (slot(slots, "div", "points")) }))
        }
    }
}

/// Draws a slot with its last fragment, so that the page can be read without a script.
fn slot(slots: &SlotHistory, element: &str, name: &str) -> Markup {
    let content = slots.current(name);
    match element {
        "g" => html! { g data-slot=(name) { (content) } },
        "tr" => html! { tr data-slot=(name) { (content) } },
        "div" => html! { div data-slot=(name) { (content) } },
        "summary" => html! { summary data-slot=(name) { (content) } },
        _ => html! { span data-slot=(name) { (content) } },
    }
}

fn icon_button((id, name, path): (&str, &str, &str)) -> Markup {
    let pressed = ["play", "follow"].contains(&id).then_some("false");
    html! {
        button id=(id) aria-label=(name) aria-pressed=[pressed] {
            svg viewBox="0 0 24 24" aria-hidden="true" { path d=(path) {} }
        }
    }
}

fn panel(id: &str, content: Markup) -> Markup {
    html! { div id={ "panel-" (id) } role="tabpanel" aria-labelledby={ "tab-" (id) } { (content) } }
}

fn ships_table(slots: &SlotHistory) -> Markup {
    html! {
        h2 { "Ships" }
        div class="wide" {
            table {
                thead {
                    tr {
                        th scope="col" { "Ship" }
                        th scope="col" class="figure" { "Speed and course" }
                        th scope="col" class="figure" { "Nearest enemy" }
                        th scope="col" class="figure optional" { "Place" }
                        th scope="col" { "State" }
                    }
                }
                tbody { @for id in slots.names_after("r:") { (slot(slots, "tr", &format!("r:{id}"))) } }
            }
        }
    }
}

fn cards(slots: &SlotHistory) -> Markup {
    html! {
        @for id in slots.names_after("ch:") {
            details class="card" id={ "card-" (id) } {
                (slot(slots, "summary", &format!("ch:{id}")))
                (slot(slots, "div", &format!("cb:{id}")))
            }
        }
    }
}

/// Returns the data of the steps: as JSON, or packed if they are long.
fn data_block(builder: &PageBuilder) -> Markup {
    let (names, fragments, steps) = builder.slots.parts();
    let strip = builder.strip.iter().map(
        |turn| json!({ "turn": turn.turn, "first": turn.first, "end": turn.end, "hits": turn.hits, "lost": turn.has_loss }),
    );
    let data = json!({
        "slots": names,
        "fragments": fragments,
        "steps": steps,
        "moments": builder.moments,
        "windows": builder.windows,
        "strip": strip.collect::<Vec<_>>(),
        "table": builder.table,
    });
    // No `<` may end the script element.
    let text = data.to_string().replace('<', "\\u003c");
    if text.len() < MIN_PACKED {
        return html! { script id="data" type="application/json" { (PreEscaped(text)) } };
    }
    html! { script id="data" type="text/plain" { (STANDARD.encode(packed(text.as_bytes()))) } }
}

/// Packs bytes as gzip without a time, so that the same battle gives the same page.
fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder: GzEncoder<Vec<u8>> = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.unwrap_or_default()
}

/// Returns the hash by which the page's policy allows exactly this style sheet or script.
pub fn source_hash(source: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(source)))
}
