//! Compares fifteen classes with independent published descriptions; the page of ship cards lists every difference.
//!
//! `BLESS=1` rewrites the part of docs/explanation/ship-cards.md.
use std::collections::{BTreeMap, BTreeSet};

use naval::model::library::{GunGroup, MainBattery, ShipClass};
use serde::Deserialize;

use super::*;

const PUBLISHED: &str = include_str!("../../figures/published.yaml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Published {
    class: String,
    navy: String,
    war: String,
    pages: Vec<Page>,
    differs: BTreeMap<String, String>,
}

/// A description: guns and tubes of the complete ship.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    page: String,
    displacement_t: Option<f64>,
    length_m: Option<f64>,
    beam_m: Option<f64>,
    speed_kn: Option<f64>,
    main: Option<String>,
    medium: Option<String>,
    light: Option<String>,
    tubes: Option<String>,
    belt_mm: Option<f64>,
    turret_mm: Option<f64>,
}

/// `4 x 12 and 10 x 9.2` as numbers and bores.
fn guns(text: &str) -> Vec<(f64, f64)> {
    let group = |part: &str| {
        let (count, bore) = part.split_once(" x ").unwrap();
        (count.parse().unwrap(), bore.parse().unwrap())
    };
    text.split(" and ").map(group).collect()
}

/// Guns of a battery: both sides if every mount bears on one side only.
fn all_guns(battery: &MainBattery) -> f64 {
    let wings = battery
        .mounts
        .iter()
        .all(|mount| !(mount.arcs.contains(&FiringArc::Port) && mount.arcs.contains(&FiringArc::Starboard)));
    match battery.guns_broadside.filter(|_| wings) {
        Some(broadside) => 2.0 * f64::from(broadside),
        None => f64::from(battery.guns_per_mount) * battery.mounts.len() as f64,
    }
}

fn big(class: &ShipClass) -> Vec<(f64, f64)> {
    class.main.iter().chain(&class.main_2).map(|battery| (all_guns(battery), battery.bore_in)).collect()
}

/// Guns on both sides, from those that bear on one.
fn guns_of_both_sides(groups: &[GunGroup]) -> Vec<(f64, f64)> {
    groups.iter().map(|group| (2.0 * f64::from(group.guns), group.bore_in)).collect()
}

fn guns_text(guns: &[(f64, f64)]) -> String {
    let words: Vec<String> = guns.iter().map(|(count, bore)| format!("{count} x {bore}")).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(" and ") }
}

/// Whether the page's battery differs from ours. A centreline gun bears on both sides, so one extra is allowed.
fn guns_differ(ours: &[(f64, f64)], page: &Option<String>) -> bool {
    let Some(page) = page else { return false };
    let page = guns(page);
    page.len() != ours.len()
        || page.iter().zip(ours).any(|(page, own)| 1.0 < (page.0 - own.0).abs() || 0.15 < (page.1 - own.1).abs())
}

/// Figures of a page that differ from the library's, by field.
fn differing(class: &ShipClass, page: &Page) -> Vec<(&'static str, String)> {
    let mut fields = Vec::new();
    let mut figure = |field: &'static str, own: f64, page: Option<f64>, part: f64| {
        fields.extend(page.filter(|page| part * own < (page - own).abs()).map(|page| (field, page.to_string())));
    };
    figure("displacement_t", f64::from(class.displacement_t), page.displacement_t, 0.02);
    figure("length_m", class.length_m, page.length_m, 0.01);
    figure("beam_m", class.beam_m.unwrap(), page.beam_m, 0.01);
    figure("speed_kn", class.speed_kn, page.speed_kn, 0.012);
    figure("armour.belt_mm", class.armour.belt_mm, page.belt_mm, 0.025);
    figure("armour.turret_mm", class.armour.turret_mm, page.turret_mm, 0.025);
    let tubes = class.torpedo.unwrap();
    if let Some(page) = page.tubes.as_deref().map(guns) {
        figure("torpedo.tubes", f64::from(tubes.tubes), Some(page.iter().map(|(count, _)| count).sum()), 0.0);
        // A page may list tubes of several sizes, so each is checked.
        page.iter().for_each(|(_, size)| figure("torpedo.size_in", tubes.size_in, Some(*size), 0.02));
    }
    for (field, own, page) in [
        ("main", big(class), &page.main),
        ("medium_per_side", guns_of_both_sides(&class.medium_per_side), &page.medium),
        ("light_per_side", guns_of_both_sides(&class.light_per_side), &page.light),
    ] {
        fields.extend(page.clone().filter(|_| guns_differ(&own, page)).map(|page| (field, page)));
    }
    fields
}

/// A field's name on the page of cards, and the library's figure, for guns those of both sides.
fn class_figure(class: &ShipClass, field: &str) -> (&'static str, String) {
    let tubes = class.torpedo.unwrap();
    match field {
        "displacement_t" => ("tons", class.displacement_t.to_string()),
        "length_m" => ("length", class.length_m.to_string()),
        "beam_m" => ("beam", class.beam_m.unwrap().to_string()),
        "speed_kn" => ("knots", class.speed_kn.to_string()),
        "armour.belt_mm" => ("belt", class.armour.belt_mm.to_string()),
        "armour.turret_mm" => ("turrets", class.armour.turret_mm.to_string()),
        "torpedo.tubes" => ("tubes", tubes.tubes.to_string()),
        "torpedo.size_in" => ("torpedoes", tubes.size_in.to_string()),
        "main" => ("big guns", guns_text(&big(class))),
        "medium_per_side" => ("medium guns", guns_text(&guns_of_both_sides(&class.medium_per_side))),
        "light_per_side" => ("light guns", guns_text(&guns_of_both_sides(&class.light_per_side))),
        other => panic!("no field {other}"),
    }
}

/// A class with each difference: our figure, then the pages' figures.
fn note(published: &Published, class: &ShipClass, found: &[(&'static str, String)]) -> String {
    let difference = |field: &String| {
        let printed: BTreeSet<&str> =
            found.iter().filter(|(name, _)| name == field).map(|(_, figure)| figure.as_str()).collect();
        let (label, ours) = class_figure(class, field);
        let printed = printed.into_iter().collect::<Vec<&str>>().join(" and ");
        (!printed.is_empty()).then(|| format!("{label} {ours} ({printed})"))
    };
    let differences: Vec<String> = published.differs.keys().filter_map(difference).collect();
    let differences = if differences.is_empty() { "no difference".to_owned() } else { differences.join(", ") };
    format!("- {}: {differences}\n", published.class)
}

/// The name of the site that publishes a page.
fn source_host(page: &str) -> &str {
    let rest = page.split("://").nth(1).unwrap();
    rest.split('/').next().unwrap().trim_start_matches("www.")
}

#[test]
fn fifteen_classes_agree_with_published_figures_or_name_the_difference() {
    let published: Vec<Published> = serde_yaml::from_str(PUBLISHED).unwrap();
    let library = unwrap_or_report(load::ships(&naval_kit::builtin()));
    let mut notes = String::new();
    let mut navies: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for entry in &published {
        let found = library.iter().find(|ship| {
            let class = &ship.class;
            class.class == entry.class && class.navy == *entry.navy && ship.war == *entry.war
        });
        let class = &found.unwrap_or_else(|| panic!("{} is not in the library", entry.class)).class;
        let publishers: BTreeSet<&str> = entry.pages.iter().map(|page| source_host(&page.page)).collect();
        assert!(2 <= publishers.len(), "{}: needs two pages from different publishers", entry.class);
        let mut found = Vec::new();
        for page in &entry.pages {
            assert!(class.sources.contains(&page.page), "{} does not name {}", entry.class, page.page);
            let differ = differing(class, page);
            let unnamed: Vec<_> = differ.iter().filter(|(field, _)| !entry.differs.contains_key(*field)).collect();
            assert!(unnamed.is_empty(), "{}, {}: differences not listed: {unnamed:?}", entry.class, page.page);
            found.extend(differ);
        }
        for (field, _) in &found {
            let disputed = class.disputed.iter().any(|disputed| disputed.field == *field);
            let calculated = ["displacement_t", "speed_kn", "armour.belt_mm", "armour.turret_mm"].contains(field);
            assert!(disputed || !calculated, "{}: {field} is not listed as disputed", entry.class);
        }
        notes += &note(entry, class, &found);
        *navies.entry((&entry.navy, &entry.war)).or_default() += 1;
    }
    assert!(10 <= published.len() && 5 <= navies.values().filter(|count| 2 <= **count).count(), "too few");
    assert_page_part("published", &notes);
}

/// Checks the part of docs/explanation/ship-cards.md between two marks; `BLESS=1` writes it.
pub(super) fn assert_page_part(mark: &str, wanted: &str) {
    let path = kit::root().join("docs/explanation/ship-cards.md");
    let page = fs::read_to_string(&path).unwrap();
    let (from, to) = (format!("<!-- {mark}: written by a test -->\n"), format!("<!-- end of {mark} -->"));
    let start =
        page.find(&from).unwrap_or_else(|| panic!("docs/explanation/ship-cards.md has no mark {from}")) + from.len();
    let end = page.find(&to).unwrap();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, format!("{}\n{wanted}\n{}", &page[..start], &page[end..])).unwrap();
        return;
    }
    assert_eq!(page[start..end].trim(), wanted.trim(), "docs/explanation/ship-cards.md, {mark}");
}
