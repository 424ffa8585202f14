//! Fifteen classes beside independent published descriptions: the page prints both, and every difference is named.
//!
//! `BLESS=1` writes the part of docs/explanation/ship-cards.md anew.
use std::collections::{BTreeMap, BTreeSet};

use naval::library::{GunGroup, MainBattery, ShipClass};
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

/// A description: guns and tubes of the whole ship.
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

/// Guns of a battery: both sides where every mount is on one.
fn all_guns(battery: &MainBattery) -> f64 {
    let wings =
        battery.mounts.iter().all(|mount| !(mount.arcs.contains(&Arcs::Port) && mount.arcs.contains(&Arcs::Starboard)));
    match battery.guns_broadside.filter(|_| wings) {
        Some(broadside) => 2.0 * f64::from(broadside),
        None => f64::from(battery.guns_per_mount) * battery.mounts.len() as f64,
    }
}

fn big(class: &ShipClass) -> Vec<(f64, f64)> {
    class.main.iter().chain(&class.main_2).map(|battery| (all_guns(battery), battery.bore_in)).collect()
}

/// Guns of both sides, of those that bear on one.
fn both_sides(groups: &[GunGroup]) -> Vec<(f64, f64)> {
    groups.iter().map(|group| (2.0 * f64::from(group.guns), group.bore_in)).collect()
}

fn listed(guns: &[(f64, f64)]) -> String {
    let words: Vec<String> = guns.iter().map(|(count, bore)| format!("{count} x {bore}")).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(" and ") }
}

/// Is the page's battery another than ours? A gun on the centreline bears on both sides, so one may be over.
fn other_guns(ours: &[(f64, f64)], page: &Option<String>) -> bool {
    let Some(page) = page else { return false };
    let page = guns(page);
    page.len() != ours.len()
        || page.iter().zip(ours).any(|(page, own)| 1.0 < (page.0 - own.0).abs() || 0.15 < (page.1 - own.1).abs())
}

/// Fields in which a page is not what the library has.
fn differing(class: &ShipClass, page: &Page) -> BTreeSet<&'static str> {
    let mut fields = BTreeSet::new();
    let mut figure = |field: &'static str, own: f64, page: Option<f64>, part: f64| {
        if page.is_some_and(|page| part * own < (page - own).abs()) {
            fields.insert(field);
        }
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
        // A page may have tubes of several sizes: each is looked at.
        page.iter().for_each(|(_, size)| figure("torpedo.size_in", tubes.size_in, Some(*size), 0.02));
    }
    for (field, own, page) in [
        ("main", big(class), &page.main),
        ("medium_per_side", both_sides(&class.medium_per_side), &page.medium),
        ("light_per_side", both_sides(&class.light_per_side), &page.light),
    ] {
        if other_guns(&own, page) {
            fields.insert(field);
        }
    }
    fields
}

fn row(cells: [String; 12]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

/// The name of the house that a page stands in.
fn house(page: &str) -> &str {
    let rest = page.split("://").nth(1).unwrap();
    rest.split('/').next().unwrap().trim_start_matches("www.")
}

/// A class in the table: the library's row, and one for each page.
fn rows(published: &Published, class: &ShipClass) -> String {
    let side = |groups: &[GunGroup]| {
        let words: Vec<String> = groups.iter().map(|one| format!("{} x {}", one.guns, one.bore_in)).collect();
        if words.is_empty() { "-".to_owned() } else { format!("{} a side", words.join(" and ")) }
    };
    let tubes = class.torpedo.unwrap();
    let mut text = row([
        format!("{} ({}, {})", published.class, published.navy, published.war),
        "the library".to_owned(),
        class.displacement_t.to_string(),
        class.length_m.to_string(),
        class.beam_m.unwrap().to_string(),
        class.speed_kn.to_string(),
        listed(&big(class)),
        side(&class.medium_per_side),
        side(&class.light_per_side),
        format!("{} x {}", tubes.tubes, tubes.size_in),
        class.armour.belt_mm.to_string(),
        class.armour.turret_mm.to_string(),
    ]);
    for page in &published.pages {
        let number = |figure: Option<f64>| figure.map_or(String::new(), |figure| figure.to_string());
        let words = |said: &Option<String>| said.clone().unwrap_or_default();
        text += &row([
            String::new(),
            format!("[{}]({})", house(&page.page), page.page),
            number(page.displacement_t),
            number(page.length_m),
            number(page.beam_m),
            number(page.speed_kn),
            words(&page.main),
            words(&page.medium),
            words(&page.light),
            words(&page.tubes),
            number(page.belt_mm),
            number(page.turret_mm),
        ]);
    }
    text
}

#[test]
fn fifteen_classes_agree_with_what_is_published_or_the_difference_is_named() {
    let published: Vec<Published> = serde_yaml::from_str(PUBLISHED).unwrap();
    let library = good(load::ships(&load::builtin()));
    let head =
        "| class | by | t | long, m | broad, m | kn | big guns | medium | light | tubes | belt, mm | turret, mm |\n";
    let (mut table, mut notes) = (format!("{head}{}|\n", "|---".repeat(12)), String::new());
    let mut navies: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for one in &published {
        let found = library.iter().find(|ship| {
            let class = &ship.class;
            class.class == one.class && class.navy == *one.navy && ship.war == *one.war
        });
        let class = &found.unwrap_or_else(|| panic!("{} is not in the library", one.class)).class;
        let houses: BTreeSet<&str> = one.pages.iter().map(|page| house(&page.page)).collect();
        assert!(2 <= houses.len(), "{}: two pages of different houses", one.class);
        let mut fields = BTreeSet::new();
        for page in &one.pages {
            assert!(class.sources.contains(&page.page), "{} does not name {}", one.class, page.page);
            let differ = differing(class, page);
            let unnamed: Vec<_> = differ.iter().filter(|field| !one.differs.contains_key(**field)).collect();
            assert!(unnamed.is_empty(), "{}, {}: a difference is not named: {unnamed:?}", one.class, page.page);
            fields.extend(differ);
        }
        for field in fields {
            let disputed = class.disputed.iter().any(|disputed| disputed.field == field);
            let reckoned = ["displacement_t", "speed_kn", "armour.belt_mm", "armour.turret_mm"].contains(&field);
            assert!(disputed || !reckoned, "{}: {field} is not among what is disputed", one.class);
        }
        table += &rows(one, class);
        let named: Vec<String> = one.differs.iter().map(|(field, why)| format!("{field}: {why}")).collect();
        let named = if named.is_empty() { "no difference".to_owned() } else { named.join("; ") };
        notes += &format!("- {}: {named}.\n", one.class);
        *navies.entry((&one.navy, &one.war)).or_default() += 1;
    }
    assert!(10 <= published.len() && 5 <= navies.values().filter(|count| 2 <= **count).count(), "two to a navy");
    written("published", &format!("{table}\n{notes}"));
}

/// The part of docs/explanation/ship-cards.md between two marks is this text; `BLESS=1` puts it there.
pub(super) fn written(mark: &str, wanted: &str) {
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
