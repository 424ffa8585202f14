//! The pages of a battle in a real browser. Without Chromium these tests do nothing, and say so. With `CI` set
//! they fail.
mod battles;
mod devtools;
mod server;

use std::{env, fs, path::Path};

use battles::{book, mirrored, page};
use devtools::{Browser, Look, Tab, browser, not_run};
use serde_json::{Value, json};

/// Two phones, an upright tablet, a laptop and a projector.
const LOOKS: [(u32, u32); 5] = [(360, 780), (390, 844), (820, 1180), (1280, 800), (1920, 1080)];
const PHONE: (u32, u32) = (390, 844);
/// The pages that are tested: a battle, and the options that choose the viewer.
const PAGES: [(&str, &[&str]); 3] =
    [("ulsan", &["--side", "japan"]), ("ulsan", &["--side", "table"]), ("jutland", &["--side", "britain"])];
/// The environment variable that names the file `axe.min.js` of the package axe-core.
const AXE: &str = "KAISER_AXE";

fn open(browser: &'static Browser, battle: &str, options: &[&str], (width, height): (u32, u32)) -> Tab {
    Tab::open(browser, &page(battle, options), Look::new(width, height))
}

/// Whether an address is a file. Pages may request nothing else.
fn is_file(address: &str) -> bool {
    address.starts_with("file:///")
}

/// Goes to a step as the slider does.
fn go_to(tab: &Tab, step: usize) {
    tab.evaluate(&format!("position.value = {step}; position.dispatchEvent(new Event('input')); 0"));
}

/// What every slot of the page shows.
fn slots(tab: &Tab) -> Value {
    tab.evaluate(
        "Object.fromEntries([...document.querySelectorAll('[data-slot]')]
            .map(place => [place.dataset.slot, place.innerHTML]).filter(([, content]) => content))",
    )
}

/// Goes to a step, and returns its entry: `101`, or `34b` for the second part of an entry of several segments.
fn entry_at(tab: &Tab, step: usize) -> String {
    go_to(tab, step);
    spoken(tab).rsplit_once("entry ").map(|(_, entry)| entry.to_owned()).unwrap_or_default()
}

/// What a screen reader says of the slider: turn, segment and entry.
fn spoken(tab: &Tab) -> String {
    tab.evaluate("position.getAttribute('aria-valuetext')").as_str().unwrap().to_owned()
}

fn last_step(tab: &Tab) -> usize {
    tab.evaluate("Number(position.max)").as_u64().unwrap() as usize
}

#[test]
fn pages_are_silent_ask_for_nothing_and_fit_every_window() {
    let Some(browser) = browser() else { return };
    for (battle, options) in PAGES {
        for size in LOOKS {
            let tab = open(browser, battle, options, size);
            for tab_name in ["ships", "cards", "points", "log"] {
                tab.evaluate(&format!("document.querySelector('[data-tab={tab_name}]').click()"));
                let width = tab.evaluate("document.documentElement.scrollWidth");
                assert!(width.as_u64().unwrap() <= u64::from(size.0), "{battle}, {tab_name}: {width} of {size:?}");
            }
            tab.assert_quiet(is_file);
        }
    }
}

/// The steps are stored as differences. Added up, they must give the page that is made at that entry.
#[test]
fn each_step_shows_the_slots_of_a_page_made_at_that_entry() {
    let Some(browser) = browser() else { return };
    for (battle, options) in PAGES {
        let whole = open(browser, battle, options, PHONE);
        let last = last_step(&whole);
        let sample: Vec<(usize, String)> = (1..=last)
            .step_by(last.div_ceil(10))
            .map(|step| (step, entry_at(&whole, step)))
            .filter(|(_, entry)| !entry.is_empty() && entry.bytes().all(|letter| letter.is_ascii_digit()))
            .collect();
        assert!(3 < sample.len(), "{battle}: {sample:?}");
        let made: Vec<Value> = sample
            .iter()
            .map(|(_, entry)| slots(&open(browser, battle, &[options, &["--at", entry]].concat(), PHONE)))
            .collect();
        let forward = sample.iter().zip(&made);
        for ((step, entry), made) in forward.clone().chain(forward.rev()) {
            go_to(&whole, *step);
            assert_eq!(&slots(&whole), made, "{battle} at entry {entry}");
        }
        assert_ne!(made.first(), made.last(), "{battle}: nothing changed");
    }
}

#[test]
fn steps_go_by_entry_segment_turn_and_address() {
    let Some(browser) = browser() else { return };
    let tab = open(browser, "ulsan", &["--side", "japan"], (1280, 800));
    let last = last_step(&tab);
    let now = || tab.evaluate("Number(position.value)").as_u64().unwrap() as usize;
    assert_eq!(now(), last, "a page opens at its last moment");
    tab.evaluate("first.click()");
    assert_eq!(now(), 0);
    tab.evaluate("back.click()");
    assert_eq!(now(), 0, "nothing lies before the beginning");
    tab.evaluate("forward.click()");
    assert_eq!(now(), 1);
    let turn_of = |label: &str| label.split(',').next().unwrap().to_owned();
    let before = turn_of(&spoken(&tab));
    tab.evaluate("by.value = '2'; forward.click()");
    let after_turn = now();
    assert_ne!(turn_of(&spoken(&tab)), before);
    tab.evaluate("by.value = '1'; back.click()");
    assert!(now() < after_turn);
    tab.evaluate("by.value = '0'; document.getElementById('last').click(); forward.click()");
    assert_eq!(now(), last, "nothing lies behind the end");
    let id = tab.evaluate("document.querySelectorAll('article[id]')[20].id").as_str().unwrap().to_owned();
    tab.evaluate(&format!("location.hash = '{id}'"));
    tab.wait_until(&format!("position.getAttribute('aria-valuetext').endsWith('entry {}')", &id[1..]));
}

#[test]
fn the_keyboard_reaches_a_card_and_comes_back() {
    let Some(browser) = browser() else { return };
    let tab = open(browser, "ulsan", &["--side", "japan"], (1280, 800));
    let now = || tab.evaluate("Number(position.value)").as_u64().unwrap();
    let last = now();
    for (key, at) in [("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)] {
        tab.press(key);
        assert_eq!(now(), at, "{key}");
        let speech = tab.evaluate("speech.textContent");
        let label = tab.evaluate("position.getAttribute('aria-valuetext')");
        assert!(speech.as_str().unwrap().starts_with(label.as_str().unwrap()), "{speech} {label}");
    }
    tab.press("PageUp");
    assert!(now() < last);
    let focus = "document.activeElement.closest('.ship')?.dataset.id ?? document.activeElement.id";
    for _ in 0..40 {
        tab.press("Tab");
        if tab.evaluate("document.activeElement.matches('.ship')") == json!(true) {
            break;
        }
    }
    let ship = tab.evaluate(focus);
    tab.press("ArrowDown");
    let next = tab.evaluate(focus);
    assert_ne!(ship, next, "an arrow chooses the next ship");
    tab.press("Enter");
    assert_eq!(
        tab.evaluate("document.activeElement.closest('details').id"),
        json!(format!("card-{}", next.as_str().unwrap()))
    );
    assert_eq!(tab.evaluate("document.activeElement.closest('details').open"), json!(true));
    tab.press("Escape");
    assert_eq!(tab.evaluate(focus), next, "Escape leads back to the ship");
    // A step that draws the ship anew leaves the focus on it.
    tab.press("ArrowLeft");
    assert_eq!(tab.evaluate(focus), next);
}

/// What a screen reader meets on the way through the page, before the log.
#[test]
fn controls_have_names_and_roles() {
    let Some(browser) = browser() else { return };
    let tab = open(browser, "ulsan", &["--side", "japan"], (1280, 800));
    tab.call("Accessibility.enable", json!({}));
    let nodes = tab.call("Accessibility.getFullAXTree", json!({}))["nodes"].as_array().unwrap().clone();
    let of_interest = ["button", "slider", "combobox", "tab", "region", "navigation", "banner", "main"];
    let met: Vec<String> = nodes
        .iter()
        .filter(|node| node["ignored"] == json!(false))
        .map(|node| (node["role"]["value"].as_str().unwrap(), node["name"]["value"].as_str().unwrap_or("")))
        .filter(|(role, name)| of_interest.contains(role) && !name.starts_with("Ship "))
        .map(|(role, name)| format!("{role} {name}").trim_end().to_owned())
        .collect();
    for expected in include_str!("controls.txt").lines() {
        assert!(met.iter().any(|met| met == expected), "no {expected} in {met:#?}");
    }
    let nameless = ["button", "slider", "combobox", "tab"];
    assert!(!met.iter().any(|met| nameless.contains(&met.as_str())), "{met:#?}");
}

#[test]
fn letters_marks_and_names_of_the_chart_can_be_read_at_every_zoom() {
    let Some(browser) = browser() else { return };
    for (battle, options) in PAGES {
        for size in [(360, 780), (1920, 1080)] {
            for is_dark in [false, true] {
                let tab = Tab::open(browser, &page(battle, options), Look { is_dark, ..Look::new(size.0, size.1) });
                for zoom in ["0", "nearer.click()", "farther.click(); farther.click()", "whole.click()"] {
                    tab.evaluate(zoom);
                    let faults = tab.evaluate(include_str!("chart.js"));
                    assert_eq!(faults, json!([]), "{battle}, {size:?}, dark {is_dark}, after {zoom}");
                }
            }
        }
    }
}

#[test]
fn buttons_and_links_are_large_enough_for_a_thumb() {
    let Some(browser) = browser() else { return };
    let tab = open(browser, "ulsan", &["--side", "japan"], (360, 780));
    assert_eq!(tab.evaluate(include_str!("thumbs.js")), json!([]));
}

/// Touch circles overlap when the whole table is on a phone: the nearest ship counts, and each name is its ship's.
#[test]
fn every_ship_and_name_of_a_whole_table_can_be_tapped_on_a_phone() {
    let Some(browser) = browser() else { return };
    for options in [&["--side", "japan"][..], &["--side", "japan", "--at", "7/gunfire"], &["--side", "table"]] {
        let tab = open(browser, "ulsan", options, PHONE);
        tab.evaluate("whole.click()");
        assert_eq!(tab.evaluate(include_str!("taps.js")), json!([]), "{options:?}");
    }
}

/// The mirror shows a turn and the last. The entry that is read stays where it is as the last turn leaves the page.
#[test]
fn a_mirror_keeps_the_entry_that_is_read_when_a_turn_begins() {
    let Some(browser) = browser() else { return };
    let folder = mirrored(0..141);
    let address = format!("{}/index.html", server::serve(folder.clone()));
    let tab = Tab::open(browser, &address, Look::new(PHONE.0, PHONE.1));
    tab.evaluate("document.body.style.paddingBottom = '3000px'");
    // Scrolls so that an article's upper edge is just above that of the window.
    let read = |article: &str| {
        let script = format!(
            "(() => {{ const article = {article}; scrollBy(0, article.getBoundingClientRect().top + 5);
                return article.id; }})()"
        );
        tab.evaluate(&script).as_str().unwrap().to_owned()
    };
    let top = |id: &str| tab.evaluate(&format!("document.getElementById('{id}').getBoundingClientRect().top"));
    let play_on = |lines| {
        let page = fs::read_to_string(mirrored(lines).join("index.html")).unwrap();
        let version = page.split("data-version=\"").nth(1).unwrap().split('"').next().unwrap();
        tab.wait_until(&format!("document.documentElement.dataset.version === '{version}'"));
        tab.evaluate("new Promise(done => setTimeout(done, 300))");
    };
    let turns = || tab.evaluate("[...document.querySelectorAll('#panel-log h3')].map(turn => turn.id)");
    assert_eq!(turns(), json!(["t10", "t11"]));
    let id = read("document.querySelectorAll('#t11 ~ article')[1]");
    play_on(141..153);
    assert_eq!(turns(), json!(["t11", "t12"]));
    let now = top(&id).as_f64().unwrap();
    assert!((now + 5.0).abs() < 2.0, "{id} is at {now}");
    // The entry leaves the page: the next one takes its place.
    read("document.querySelectorAll('#t11 ~ article')[1]");
    play_on(153..164);
    assert_eq!(turns(), json!(["t12", "t13"]));
    let now = tab.evaluate("document.querySelector('#t12 ~ article').getBoundingClientRect().top").as_f64().unwrap();
    assert!(now.abs() < 2.0, "the first entry is at {now}");
    let speech = tab.evaluate("speech.textContent");
    assert_eq!(speech, json!("What you looked at is no longer on this page."));
}

#[test]
fn axe_finds_no_violation() {
    let Some(browser) = browser() else { return };
    let Some(axe) = env::var_os(AXE) else {
        assert!(env::var_os("CI").is_none(), "{AXE} must name axe.min.js");
        return not_run(&format!("the check by axe-core, because {AXE} does not name axe.min.js"));
    };
    let axe = fs::read_to_string(axe).unwrap();
    let find = "axe.run().then(report => report.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))";
    for (battle, options) in PAGES {
        for (size, is_dark) in [((360, 780), false), ((1280, 800), true)] {
            let look = Look { is_dark, ..Look::new(size.0, size.1) };
            let tab = Tab::open(browser, &page(battle, options), look);
            tab.evaluate(&format!("{axe}; 0"));
            for name in ["log", "ships", "cards", "points"] {
                tab.evaluate(&format!("document.querySelector('[data-tab={name}]').click()"));
                assert_eq!(tab.evaluate(find), json!([]), "{battle}, {size:?}, {name}");
            }
            let tab = Tab::open(browser, &book(battle, options), look);
            tab.evaluate(&format!("{axe}; 0"));
            assert_eq!(tab.evaluate(find), json!([]), "book of {battle}, {size:?}");
        }
    }
}

#[test]
fn books_are_silent_ask_for_nothing_and_fit_every_window() {
    let Some(browser) = browser() else { return };
    for (battle, options) in PAGES {
        for size in LOOKS {
            let tab = Tab::open(browser, &book(battle, options), Look::new(size.0, size.1));
            let width = tab.evaluate("document.documentElement.scrollWidth");
            assert!(width.as_u64().unwrap() <= u64::from(size.0), "{battle}: {width} of {size:?}");
            assert_eq!(tab.evaluate("document.scripts.length"), json!(0));
            let drawn = "[...document.images].every(image => image.complete && 0 < image.naturalWidth)";
            assert_eq!(tab.evaluate(drawn), json!(true), "{battle}: a picture is not drawn");
            tab.assert_quiet(|address| is_file(address) || address.starts_with("data:image/svg+xml;base64,"));
        }
    }
    let tab = Tab::open(browser, &book("odd", &[]), Look::new(1280, 800));
    assert_eq!(tab.evaluate("document.querySelectorAll('[onload]').length"), json!(0));
    let text = tab.evaluate("document.body.textContent").as_str().unwrap().to_owned();
    assert!(text.contains("left ") && !text.contains('\u{202e}'), "{text}");
}

#[test]
fn without_script_everything_can_be_read() {
    let Some(browser) = browser() else { return };
    let look = Look { has_script: false, ..Look::new(390, 844) };
    let tab = Tab::open(browser, &page("ulsan", &["--side", "japan"]), look);
    tab.assert_quiet(is_file);
    // The driver may run a script on a page that may not.
    tab.call("Emulation.setScriptExecutionDisabled", json!({ "value": false }));
    let visible = "[...document.querySelectorAll('h2')].filter(h => h.getClientRects().length).map(h => h.textContent)";
    assert_eq!(tab.evaluate(visible), json!(["What happened", "Ships", "Cards", "Points"]));
    let controls =
        "[...document.querySelectorAll('button, input, select')].filter(c => c.getClientRects().length).length";
    assert_eq!(tab.evaluate(controls), json!(0));
    let names = "document.querySelectorAll('#chart .name').length";
    assert!(3 < tab.evaluate(names).as_u64().unwrap());
    assert!(tab.evaluate("document.documentElement.scrollWidth").as_u64().unwrap() <= 390);
}

#[test]
fn letters_of_twice_the_size_fit_a_tablet() {
    let Some(browser) = browser() else { return };
    let tab = open(browser, "ulsan", &["--side", "japan"], (820, 1180));
    tab.call("Page.setFontSizes", json!({ "fontSizes": { "standard": 32, "fixed": 26 } }));
    tab.wait_until("parseFloat(getComputedStyle(document.documentElement).fontSize) === 32");
    assert!(tab.evaluate("document.documentElement.scrollWidth").as_u64().unwrap() <= 820);
}

#[test]
fn on_paper_the_page_has_log_cards_and_no_controls() {
    let Some(browser) = browser() else { return };
    let tab = open(browser, "ulsan", &["--side", "japan"], (1280, 800));
    let sheets = tab.picture("Page.printToPDF");
    let text = String::from_utf8_lossy(&sheets);
    let pages = text.matches("/Type /Page\n").count();
    assert!((3..=30).contains(&pages), "{pages} pages");
    tab.call("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    let shown = |selector: &str| {
        let script =
            format!("[...document.querySelectorAll('{selector}')].filter(e => e.getClientRects().length).length");
        tab.evaluate(&script).as_u64().unwrap()
    };
    assert_eq!(shown("button, input, select"), 0);
    assert_eq!(shown("[role=tabpanel]"), 4);
    assert!(1 < shown("details.card pre, details.card table"));
}

#[test]
fn markup_in_a_name_and_marks_of_direction_are_shown_as_text() {
    let Some(browser) = browser() else { return };
    let tab = open(browser, "odd", &[], (1280, 800));
    tab.assert_quiet(is_file);
    assert_eq!(tab.events("Page.javascriptDialogOpening"), Vec::<Value>::new());
    assert_eq!(tab.evaluate("document.querySelectorAll('[onload]').length"), json!(0));
    let text = tab.evaluate("document.body.textContent").as_str().unwrap().to_owned();
    assert!(text.contains(battles::MARKUP), "{text}");
    assert!(text.contains("left ") && !text.contains('\u{202e}'), "{text}");
}

/// Leaves eight pictures to look at, and sees that none is empty.
#[test]
fn pictures_of_pages_are_drawn() {
    let Some(browser) = browser() else { return };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    fs::create_dir_all(&folder).unwrap();
    for (battle, options) in [PAGES[0], PAGES[2]] {
        for (name, look) in [
            ("phone", Look::new(390, 844)),
            ("narrow-dark", Look { is_dark: true, ..Look::new(360, 780) }),
            ("laptop", Look::new(1280, 800)),
            ("projector-dark", Look { is_dark: true, ..Look::new(1920, 1080) }),
        ] {
            let tab = Tab::open(browser, &page(battle, options), look);
            go_to(&tab, last_step(&tab) * 2 / 3);
            let picture = tab.picture("Page.captureScreenshot");
            assert!(picture.starts_with(b"\x89PNG") && 10_000 < picture.len(), "{battle} {name}");
            fs::write(folder.join(format!("{battle}-{name}.png")), picture).unwrap();
        }
    }
}
