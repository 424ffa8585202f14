//! The picture of the crates in docs/explanation/architecture.md, drawn from the manifests.
//!
//! `BLESS=1` rewrites it. Look at it before you commit it.
use std::{collections::BTreeMap, fs};

use kit::{golden, root};

const BOX: (f64, f64) = (226.0, 44.0);
const ROW: f64 = 96.0;
const WIDTH: f64 = 980.0;

struct Crate {
    name: String,
    description: String,
    uses: Vec<String>,
    /// The layer, counted from the bottom.
    layer: usize,
    x: f64,
}

/// Every crate with a manifest under `src`, and the crates that it names there.
fn crates() -> Vec<Crate> {
    let mut manifests = BTreeMap::new();
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let entry = entry.unwrap();
        if let Ok(manifest) = fs::read_to_string(entry.path().join("Cargo.toml")) {
            manifests.insert(entry.file_name().into_string().unwrap(), manifest);
        }
    }
    let names: Vec<String> = manifests.keys().cloned().collect();
    let package = |(name, manifest): (String, String)| {
        let used = manifest.lines().filter_map(|line| line.strip_suffix(".workspace = true").map(str::to_owned));
        let description = manifest.lines().find_map(|line| line.strip_prefix("description = ")).unwrap();
        let uses = used.filter(|name| names.contains(name)).collect();
        Crate { name, description: description.trim_matches('"').to_owned(), uses, layer: 0, x: 0.0 }
    };
    manifests.into_iter().map(package).collect()
}

fn crate_named<'r>(crates: &'r [Crate], name: &str) -> &'r Crate {
    crates.iter().find(|package| package.name == name).unwrap()
}

/// Whether a crate uses another, directly or through others.
fn reaches(crates: &[Crate], from: &str, to: &str) -> bool {
    crate_named(crates, from).uses.iter().any(|used| used == to || reaches(crates, used, to))
}

fn height(crates: &[Crate], name: &str) -> usize {
    crate_named(crates, name).uses.iter().map(|used| height(crates, used) + 1).max().unwrap_or(0)
}

/// The arrows that a longer path does not imply already.
fn arrows(crates: &[Crate]) -> Vec<(String, String)> {
    let mut arrows = Vec::new();
    for package in crates {
        for used in &package.uses {
            let is_implied = package.uses.iter().any(|other| other != used && reaches(crates, other, used));
            if !is_implied {
                arrows.push((package.name.clone(), used.clone()));
            }
        }
    }
    arrows
}

/// Gives every crate its layer, just above the crates that it uses, and its place there, near those at its arrows.
fn placed(mut crates: Vec<Crate>) -> Vec<Crate> {
    let heights: Vec<usize> = crates.iter().map(|package| height(&crates, &package.name)).collect();
    let top = *heights.iter().max().unwrap();
    for (package, height) in crates.iter_mut().zip(heights) {
        package.layer = height;
    }
    let arrows = arrows(&crates);
    for round in 0..6 {
        for layer in 0..=top {
            let mut row: Vec<(f64, usize)> = Vec::new();
            for (index, package) in crates.iter().enumerate().filter(|(_, package)| package.layer == layer) {
                let beside = arrows.iter().filter_map(|(from, to)| match () {
                    () if *from == package.name => Some(to),
                    () if *to == package.name => Some(from),
                    () => None,
                });
                let xs: Vec<f64> = beside.map(|name| crate_named(&crates, name).x).collect();
                let middle =
                    if round == 0 || xs.is_empty() { index as f64 } else { xs.iter().sum::<f64>() / xs.len() as f64 };
                row.push((middle, index));
            }
            row.sort_by(|left, right| left.0.total_cmp(&right.0));
            let step = WIDTH / row.len() as f64;
            for (place, (_, index)) in row.iter().enumerate() {
                crates[*index].x = step * (place as f64 + 0.5);
            }
        }
    }
    crates
}

fn drawing(crates: &[Crate]) -> String {
    let top = crates.iter().map(|package| package.layer).max().unwrap();
    let y = |package: &Crate| 20.0 + (top - package.layer) as f64 * ROW;
    let height = 40.0 + top as f64 * ROW + BOX.1;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         text-anchor=\"middle\">\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n<defs><marker id=\"tip\" \
         viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
         <path d=\"M0 0 8 4 0 8z\" fill=\"#456\"/></marker></defs>\n"
    );
    for (from, to) in arrows(crates) {
        let (from, to) = (crate_named(crates, &from), crate_named(crates, &to));
        // An arrow that skips a layer goes round it.
        let way = if from.layer - to.layer > 1 {
            let (left, side) = (from.x - BOX.0 / 2.0, to.x - BOX.0 / 4.0);
            format!("M{left:.0} {:.0} H{side:.0} V{:.0}", y(from) + BOX.1 / 2.0, y(to) - 2.0)
        } else {
            format!("M{:.0} {:.0} {:.0} {:.0}", from.x, y(from) + BOX.1, to.x, y(to) - 2.0)
        };
        svg += &format!("<path d=\"{way}\" fill=\"none\" stroke=\"#456\" marker-end=\"url(#tip)\"/>\n");
    }
    for package in crates {
        let (left, top) = (package.x - BOX.0 / 2.0, y(package));
        svg += &format!(
            "<rect x=\"{left:.0}\" y=\"{top:.0}\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"#eef3f8\" stroke=\"#456\"/>\n\
             <text x=\"{:.0}\" y=\"{:.0}\" font-size=\"15\" font-weight=\"bold\">{}</text>\n\
             <text x=\"{:.0}\" y=\"{:.0}\" font-size=\"10\">{}</text>\n",
            BOX.0,
            BOX.1,
            package.x,
            top + 18.0,
            package.name,
            package.x,
            top + 34.0,
            package.description
        );
    }
    svg + "</svg>\n"
}

#[test]
fn the_picture_of_the_crates_matches_the_manifests() {
    golden("docs", "crates.svg", &drawing(&placed(crates())));
    let page = fs::read_to_string(root().join("docs/explanation/architecture.md")).unwrap();
    assert!(page.contains("](../crates.svg)"), "docs/explanation/architecture.md must show the picture");
}
