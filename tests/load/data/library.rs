//! The complete library: counts, dates, arcs, figures read, and that a part reads the same as the whole.
use std::collections::{BTreeMap, HashMap, HashSet};

use naval::model::library::{MainBattery, ShipLine, ShipRecord};

use super::*;

pub(super) fn library() -> Vec<ShipRecord> {
    unwrap_or_report(load::ships(&naval_kit::builtin()))
}

/// One record of each class.
fn classes(library: &[ShipRecord]) -> Vec<&ShipRecord> {
    library.iter().filter(|record| record.class.ships[0].id == record.id && record.ship.hull.is_none()).collect()
}

fn page() -> String {
    fs::read_to_string(kit::root().join("docs/explanation/ship-library.md")).unwrap()
}

#[test]
fn the_library_holds_both_wars() {
    let library = library();
    let hulls = library.iter().filter(|record| record.ship.hull.is_none());
    let hulls = hulls.filter(|record| !record.card.kind.is_coast_battery() && record.class.navy != *"merchant");
    assert!(3_100 <= hulls.count() && 700 <= classes(&library).len());
    for navy in unwrap_or_report(load::navies(&naval_kit::builtin())) {
        assert!(library.iter().any(|record| record.class.navy == navy), "no ship of {navy}");
    }
    let ids: HashSet<&str> = library.iter().map(|record| record.id.as_str()).collect();
    assert_eq!(ids.len(), library.len(), "an id occurs twice");
    for id in &ids {
        let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        assert!(id.chars().all(is_plain) && id.starts_with(|first: char| first.is_ascii_lowercase()), "{id}");
    }
}

/// Fields of a record that a source may provide.
fn fields(record: &ShipRecord) -> Vec<&'static str> {
    let class = &record.class;
    let mut fields = vec!["displacement_t", "length_m", "beam_m", "speed_kn", "armour"];
    fields.extend(class.main.is_some().then_some("main"));
    fields.extend(class.main_2.is_some().then_some("main_2"));
    fields.extend((!class.medium_per_side.is_empty()).then_some("medium_per_side"));
    fields.extend((!class.light_per_side.is_empty()).then_some("light_per_side"));
    fields.extend(class.torpedo.is_some().then_some("torpedo"));
    fields
}

/// The counts of a navy, as docs/explanation/ship-library.md prints them.
#[derive(Default)]
struct Counts {
    classes: usize,
    ships: usize,
    classes_without_source: usize,
    fields: usize,
    read: usize,
    partly: usize,
}

#[test]
fn the_page_counts_classes_ships_and_figures_read() {
    let library = library();
    let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
    let is_battery = |record: &&ShipRecord| record.card.kind.is_coast_battery();
    for record in classes(&library).into_iter().filter(|record| !is_battery(record)) {
        let class = &record.class;
        let count = counts.entry(class.navy.to_string()).or_default();
        count.classes += 1;
        count.ships += class.ships.len();
        count.classes_without_source += usize::from(class.sources.is_empty());
        for field in fields(record) {
            count.fields += 1;
            let part = format!("{field}.");
            if class.read.iter().any(|read| read == field) {
                count.read += 1;
            } else if class.read.iter().any(|read| read.starts_with(&part)) {
                count.partly += 1;
            }
        }
    }
    let page = page();
    let mut rows: Vec<String> = Vec::new();
    let mut all = Counts::default();
    for (navy, count) in &counts {
        let Counts { classes, ships, classes_without_source, fields, read, partly } = count;
        let rest = fields - read - partly;
        rows.push(format!("| {navy} | {classes}/{ships} | {read}/{partly}/{rest} | {classes_without_source} |"));
        all.classes += classes;
        all.ships += ships;
        all.classes_without_source += classes_without_source;
        all.fields += fields;
        all.read += read;
        all.partly += partly;
    }
    let Counts { classes, ships, classes_without_source, fields, read, partly } = all;
    let rest = fields - read - partly;
    rows.push(format!("| all | {classes}/{ships} | {read}/{partly}/{rest} | {classes_without_source} |"));
    let missing: Vec<&String> = rows.iter().filter(|row| !page.contains(row.as_str())).collect();
    assert!(missing.is_empty(), "docs/explanation/ship-library.md lacks:\n{}", rows.join("\n"));
    let batteries = format!("Coast batteries are counted apart: {}.", library.iter().filter(is_battery).count());
    assert!(page.contains(&batteries), "docs/explanation/ship-library.md lacks: {batteries}");
}

#[test]
fn every_figure_read_has_a_page_and_all_dates_are_in_range() {
    for record in library() {
        let (class, ship) = (&record.class, &record.ship);
        assert!(class.read.is_empty() || !class.sources.is_empty(), "{}", class.class);
        assert!(class.sources.iter().all(|page| page.starts_with("http")), "{}", class.class);
        assert!(ship.how.is_none() || ship.lost.is_some(), "{}", record.id);
        for when in [ship.completed, ship.lost, ship.interned].into_iter().flatten() {
            assert!((day("1860-01-01")..=day("1921-01-01")).contains(&when), "{} {when}", record.id);
        }
        let ended = day("1918-11-11");
        assert!(ship.completed.is_none_or(|completed| completed <= ended), "{} came after the war", record.id);
        assert!(["1904-02-08", "1914-08-04"].map(day).contains(&class.as_of()), "{}", record.id);
    }
}

#[test]
fn a_hull_under_two_names_never_fights_itself() {
    let library = library();
    let hulls: HashMap<&str, &ShipRecord> =
        library.iter().filter(|entry| entry.ship.hull.is_none()).map(|entry| (entry.id.as_str(), entry)).collect();
    let later = library.iter().filter_map(|entry| Some((entry, entry.ship.hull.as_ref()?.as_str())));
    let mut flags = 0;
    for (entry, hull) in later {
        let first = hulls[hull];
        assert_eq!(entry.class.class, first.class.class, "{}", entry.id);
        let left_on = first.ship.lost.or(first.ship.transferred).unwrap();
        assert!(left_on <= entry.completed.unwrap(), "{} left one flag after it had the next", entry.id);
        flags += 1;
    }
    assert_eq!(
        flags, 59,
        "Potemkin had four flags or names, Peresvet, Poltava, Reshitelny, Mecidiye, Pamyat Azova and New York three, \
         forty-four others two"
    );
    let also: usize = library.iter().map(|entry| entry.ship.also.len()).sum();
    assert_eq!(also, 90, "ids of Great War records that still find their ships");
    let days =
        |id: &str| unwrap_or_report(load::ship(&naval_kit::builtin(), id)).ship.service_days_near(day("1916-05-31"));
    assert_eq!(days("almirante-latorre"), ("no day of its war".to_owned(), None), "sold before completion");
    assert_eq!(days("sagami").0, "1908-04-01 to 1916-04-03");
    let text = naval_kit::builtin().text("scenarios/asahi-retvizan.yaml").unwrap().to_owned();
    let text = text.replace("war: rjw", "war: ww1").replace("1904-08-10", "1914-08-10");
    let text =
        text.replace("ships: [asahi]", "ships: [goeben]").replace("ships: [retvizan]", "ships: [yavuz-sultan-selim]");
    let text = text
        .replace("force_flag: asahi", "force_flag: goeben")
        .replace("force_flag: retvizan", "force_flag: yavuz-sultan-selim");
    let errors = naval_kit::scenario_text(&naval_kit::builtin(), "twins.yaml", &text).unwrap_err();
    assert!(
        errors.to_string().contains("Yavuz Sultan Selim and `goeben` are the same ship under two names"),
        "{errors}"
    );
}

#[test]
fn no_hull_has_two_records_without_a_mark_and_no_event_has_two_dates() {
    let library = library();
    let mut seen: HashMap<(String, &str), Vec<&ShipRecord>> = HashMap::new();
    for entry in library.iter().filter(|entry| !["merchant", "shore"].contains(&entry.class.navy.as_str())) {
        let of_name = seen.entry((play::verbs::fold(&entry.name, false), entry.class.navy.as_str())).or_default();
        for other in of_name.iter().filter(|other| other.ship.hull() != entry.ship.hull()) {
            let near = match (entry.completed, other.completed) {
                (Some(first), Some(second)) => (first - second).num_days().abs() <= 366,
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            };
            assert!(!near, "{} and {} are one hull", entry.id, other.id);
        }
        of_name.push(entry);
    }
    // An id names one record, and each old id finds its ship.
    let mut ids: HashMap<&str, &ShipRecord> = HashMap::new();
    for entry in &library {
        for id in std::iter::once(&entry.id).chain(&entry.ship.also) {
            assert!(ids.insert(id.as_str(), entry).is_none(), "`{id}` names two ships");
        }
    }
    let sources = naval_kit::builtin();
    for (id, entry) in ids.iter().filter(|(id, _)| id.ends_with("-1914")) {
        assert_eq!(unwrap_or_report(load::ship(&sources, id)).id, entry.id, "{id}");
    }
    for (good_line, bad, words) in [
        (
            "completed: 1912-07-02\n",
            "completed: 1912-07-02\n      transferred: 1914-08-16\n",
            "the next flag's `from` already gives the transfer on 1914-08-16",
        ),
        (
            "completed: 1912-07-02\n",
            "completed: 1912-07-02\n      lost: 1915-01-01\n",
            "the next flag began on 1914-08-16, before this end of 1915-01-01",
        ),
        ("id: yavuz-sultan-selim, name", "id: moltke, name", "the ship `moltke` appears twice"),
        ("navy: ottoman, id: yavuz", "navy: otoman, id: yavuz", "there is no navy `otoman`"),
    ] {
        let path = "data/ships/germany.yaml";
        let text = sources.text(path).unwrap();
        assert!(text.contains(good_line), "{good_line}");
        let text = text.replacen(good_line, bad, 1);
        let errors = load::ship_file(&sources, path, &text).unwrap_err().to_string();
        assert!(errors.contains(words), "{words}: {errors}");
    }
    let twice = sources.text("data/ships/greece.yaml").unwrap().to_owned()
        + "\n- class: Moltke\n"
        + sources
            .text("data/ships/germany.yaml")
            .unwrap()
            .split_once("- class: Moltke\n")
            .unwrap()
            .1
            .split_once("\n\n")
            .unwrap()
            .0;
    let errors = load::ships(&sources.clone().with_overrides(overriding_file("data/ships/greece.yaml", &twice)))
        .unwrap_err()
        .to_string();
    assert!(errors.contains("the ship `yavuz-sultan-selim` is also in data/ships/germany.yaml"), "{errors}");
}

/// In the old layout, a ship file belongs to one war, and `same_hull` marks a hull with another record. Such a file
/// gets hints what to write instead.
#[test]
fn a_file_of_the_old_layout_gets_hints_what_to_change() {
    let old = "- class: Averof
  navy: greece
  war: ww1
  type: CA
  ships: [{id: averof-1912, name: Averof, completed: 1911-05-16, same_hull: averof-1914}]
  displacement_t: 9956
  length_m: 140.5
  speed_kn: 23.5
  armour: {kind: KC, belt_mm: 200, belt_ends_mm: 83, turret_mm: 175, deck_mm: 40, bulkhead: none}
";
    let sources = naval_kit::builtin();
    let report = |text: &str| {
        let user_sources = sources.clone().with_overrides(overriding_file("data/ships/ww1-greece.yaml", text));
        let data_errors = [
            load::ships(&user_sources).map(drop),
            load::scenario(&user_sources, "elli").map(drop),
            load::ship_list(&user_sources).map(drop),
        ];
        data_errors.map(|found| found.err().map_or(String::new(), |errors| errors.to_string()))
    };
    for errors in report(old) {
        assert!(errors.contains("`war` is the old layout: files are now by navy"), "{errors}");
        assert!(errors.contains("no `war`, but `as_of`"), "{errors}");
    }
    let marked = old.replace("  war: ww1\n", "");
    assert!(report(&marked)[0].contains("`same_hull` is the old layout"), "{}", report(&marked)[0]);
    assert_eq!(report(&marked.replace(", same_hull: averof-1914", "")), [const { String::new() }; 3]);
}

/// Files are by navy; merchantmen and coast batteries of all flags have their own files.
#[test]
fn every_class_is_in_the_file_of_its_first_navy() {
    for (path, text) in
        naval_kit::builtin().files.iter().filter(|(path, _)| path.starts_with("data/ships/") && path.ends_with(".yaml"))
    {
        let stem = path.trim_start_matches("data/ships/").trim_end_matches(".yaml");
        for class in serde_yaml::from_str::<Vec<serde_yaml::Value>>(text).unwrap() {
            let (navy, is_battery) = (class["navy"].as_str().unwrap(), class["type"] == "CB");
            assert!(navy == stem || (stem == "shore" && is_battery), "{path}: {navy}");
        }
    }
}

#[test]
fn a_ship_on_a_day_has_the_name_and_flag_of_its_hull_on_that_day() {
    let sources = naval_kit::builtin();
    for (query, date, id, name) in [
        ("asahi", "1904-08-10", "asahi", "Asahi"),
        ("asahi", "1914-08-04", "asahi", "Asahi"),
        ("asahi-1914", "1905-05-27", "asahi", "Asahi"),
        ("asahi", "1905-12-31", "asahi", "Asahi"),
        ("asahi", "1906-01-01", "asahi", "Asahi"),
        ("goeben", "1914-08-15", "goeben", "Goeben"),
        ("goeben", "1914-08-17", "yavuz-sultan-selim", "Yavuz Sultan Selim"),
        ("yavuz", "1914-08-10", "goeben", "Goeben"),
        ("peresvet", "1904-08-10", "peresvet", "Peresvet"),
        ("peresvet", "1914-08-04", "sagami", "Sagami"),
        ("peresvet", "1916-06-01", "peresvet-1914", "Peresvet"),
        ("sagami", "1904-08-10", "peresvet", "Peresvet"),
        // An id names its own hull, even if another ship of that name was in service.
        ("prut", "1914-08-04", "prut", "Prut"),
        ("prut", "1916-06-01", "prut", "Prut"),
        ("aurora", "1905-05-27", "aurora", "Aurora"),
        ("aurora", "1915-01-24", "aurora", "Aurora"),
        ("audace", "1915-06-01", "audace", "Audace"),
        ("audace", "1917-06-01", "audace", "Audace"),
        ("Audace", "1916-10-01", "audace", "Audace"),
        ("kawakaze-1916", "1918-06-01", "audace-ii", "Audace"),
        ("boevoi", "1904-08-10", "boevoi", "Boevoi"),
        ("boevoi", "1915-08-10", "boevoi", "Boevoi"),
        ("boevoy", "1904-08-10", "boevoy", "Boevoi"),
        ("boiky", "1904-08-10", "boyky", "Boiky"),
        // Between two flags no navy has the ship.
        ("varyag", "1905-05-27", "varyag", "Varyag"),
        ("petropavlovsk", "1915-05-01", "petropavlovsk", "Petropavlovsk"),
        // The day before a flag or a name, and the day after. On the day itself both ids find the ship.
        ("kilkis", "1914-07-20", "mississippi", "Mississippi"),
        ("kilkis", "1914-07-21", "kilkis", "Kilkis"),
        ("lemnos", "1914-07-29", "idaho", "Idaho"),
        ("idaho", "1914-07-31", "lemnos", "Lemnos"),
        ("barbaros-hayreddin", "1910-09-11", "kurfuerst-friedrich-wilhelm", "Kurfürst Friedrich Wilhelm"),
        ("turgut-reis", "1910-09-11", "weissenburg", "Weissenburg"),
        ("weissenburg", "1910-09-13", "turgut-reis", "Turgut Reis"),
        ("rochester", "1908-01-01", "new-york-1893", "New York"),
        ("rochester", "1917-11-30", "saratoga", "Saratoga"),
        ("saratoga", "1917-12-02", "rochester", "Rochester"),
        ("huntington", "1916-11-10", "west-virginia", "West Virginia"),
        ("west-virginia", "1916-11-12", "huntington", "Huntington"),
        ("grazhdanin", "1917-04-12", "tsesarevich", "Tsesarevich"),
        ("tsesarevich", "1917-10-17", "grazhdanin", "Grazhdanin"),
        ("panteleimon", "1905-06-27", "knyaz-potemkin-tavrichesky", "Knyaz Potemkin-Tavrichesky"),
        ("zealandia", "1911-11-30", "new-zealand-1905", "New Zealand"),
    ] {
        let ship = unwrap_or_report(load::ship_on(&sources, query, day(date)));
        assert_eq!((ship.id.as_str(), ship.name.as_str(), ship.on), (id, name, day(date)), "{query} on {date}");
    }
}

/// Losses on days that historians corrected: each ship is in service on the day before, and no longer on the day after.
#[test]
fn ships_are_lost_or_laid_up_on_their_day_and_in_service_the_day_before() {
    let sources = naval_kit::builtin();
    let lines = unwrap_or_report(load::ship_list(&sources));
    let is_in_service =
        |id: &str, date: &str| lines.iter().find(|line| line.id == *id).unwrap().in_service_on(day(date));
    for (id, last, lost) in [
        ("matsushima", "1908-04-29", "1908-05-01"),
        ("g194", "1916-03-25", "1916-03-27"),
        ("fidonisi", "1918-06-17", "1918-06-19"),
        ("gadzhibei", "1918-06-17", "1918-06-19"),
        ("kaliakria", "1918-06-17", "1918-06-19"),
        ("pronzitelny", "1918-06-17", "1918-06-19"),
        ("leitenant-shestakov", "1918-06-17", "1918-06-19"),
        ("kerch", "1918-06-18", "1918-06-20"),
        ("iena", "1907-03-11", "1907-03-13"),
        ("liberte", "1911-09-24", "1911-09-26"),
        ("montagu", "1906-05-29", "1906-05-31"),
        ("bedford", "1910-08-20", "1910-08-22"),
        ("sully", "1905-02-06", "1905-02-08"),
        ("aquidaba", "1906-01-20", "1906-01-22"),
        ("feth-i-buelend", "1912-10-30", "1912-11-01"),
        ("avnillah", "1912-02-23", "1912-02-25"),
        ("alcedo", "1917-11-04", "1917-11-06"),
    ] {
        assert!(is_in_service(id, last) && !is_in_service(id, lost), "{id}");
    }
    let is_laid_up = |date: &str| {
        unwrap_or_report(load::ship_on(&sources, "mikasa", day(date))).ship.out_of_service_on(day(date)).is_some()
    };
    let days = ["1905-09-11", "1905-09-12", "1908-08-23", "1908-08-24"];
    assert_eq!(days.map(is_laid_up), [false, true, true, false], "Mikasa was sunk, and then in dock");
    let g194 = unwrap_or_report(load::ship(&sources, "g194"));
    assert_eq!(g194.ship.note.as_deref(), Some("rammed and cut in two by Cleopatra"));
}

/// Ships that historians reported as missing here, each with its type and its navy on a day when it existed. [1.4]
#[test]
fn r1_4_ships_once_missing_are_in_the_library_with_type_and_navy() {
    use naval::model::ShipType::{CA, CL, CP, MM, OBB};
    let sources = naval_kit::builtin();
    let lines = unwrap_or_report(load::ship_list(&sources));
    for (id, name, kind, navy, date) in [
        ("iena", "Iéna", OBB, "france", "1905-01-01"),
        ("liberte", "Liberté", OBB, "france", "1911-01-01"),
        ("montagu", "Montagu", OBB, "britain", "1905-01-01"),
        ("bedford", "Bedford", CA, "britain", "1910-01-01"),
        ("sully", "Sully", CA, "france", "1904-12-01"),
        ("chanzy", "Chanzy", CA, "france", "1907-01-01"),
        ("aquidaba", "Aquidabã", OBB, "brazil", "1905-01-01"),
        ("dvenadsat-apostolov", "Dvenadsat Apostolov", OBB, "russia", "1905-06-15"),
        ("ekaterina-ii", "Ekaterina II", OBB, "russia", "1905-06-15"),
        ("imperator-aleksandr-ii", "Imperator Aleksandr II", OBB, "russia", "1905-01-01"),
        ("pamyat-azova", "Pamyat Azova", CA, "russia", "1905-01-01"),
        ("orlitsa", "Orlitsa", MM, "russia", "1916-07-01"),
        ("rumyniya", "Rumyniya", CL, "russia", "1917-01-01"),
        ("dakiya", "Dakiya", CL, "russia", "1917-01-01"),
        ("imperator-trayan", "Imperator Trayan", CL, "russia", "1917-01-01"),
        ("korol-karl", "Korol Karl", CL, "russia", "1917-01-01"),
        ("requin", "Requin", CA, "france", "1915-02-03"),
        ("feth-i-buelend", "Feth-i Bülend", CA, "ottoman", "1912-10-01"),
        ("avnillah", "Avnillah", CA, "ottoman", "1912-02-01"),
        ("peleng-i-derya", "Peleng-i Derya", CL, "ottoman", "1915-05-01"),
        ("corsair", "Corsair", CP, "usa", "1918-01-01"),
        ("alcedo", "Alcedo", CP, "usa", "1917-10-01"),
    ] {
        let line = lines.iter().find(|line| line.id == *id).unwrap_or_else(|| panic!("no {id}"));
        let found = (line.name.as_str(), line.kind, line.navy.as_str());
        assert_eq!(found, (name, kind, navy), "{id}");
        assert!(line.in_service_on(day(date)), "{id} on {date}");
        let ship = unwrap_or_report(load::ship_on(&sources, id, day(date)));
        assert_eq!((ship.id.as_str(), ship.name.as_str()), (id, name), "{date}");
        assert_eq!((ship.card.kind, ship.card.navy.as_str()), (kind, navy), "{id}: its card");
    }
}

#[test]
fn a_name_is_found_without_its_accents() {
    let sources = naval_kit::builtin();
    for (query, id) in [
        ("capitan orella", "capitan-orella"),
        ("Capitán Orella", "capitan-orella"),
        ("konigin luise", "koenigin-luise"),
    ] {
        assert_eq!(unwrap_or_report(load::ship(&sources, query)).id, *id, "{query}");
    }
    let kaiserin = unwrap_or_report(load::ship(&sources, "kaiserin und konigin")).id;
    assert_eq!(kaiserin, *"kaiserin-und-koenigin-maria-theresia");
}

/// Mounts that bear ahead, abeam and astern on deck plans: first ship, guns per mount, counts.
const MOUNTS: &str = include_str!("../../figures/mounts.txt");

#[test]
fn r6_4_1_mounts_bear_as_on_the_deck_plans() {
    let library = library();
    let mount_counts = |battery: &MainBattery| {
        let into = |arc| battery.mounts.iter().filter(|mount| mount.arcs.contains(&arc)).count();
        assert_eq!(into(FiringArc::Port), into(FiringArc::Starboard));
        assert!(battery.mounts.iter().all(|mount| !mount.arcs.is_empty()));
        format!(
            "{}x {}-{}-{}",
            battery.guns_per_mount,
            into(FiringArc::Bow),
            into(FiringArc::Port),
            into(FiringArc::Stern)
        )
    };
    let mut found: Vec<String> = Vec::new();
    for record in classes(&library).into_iter().filter(|record| !record.card.kind.is_coast_battery()) {
        if let Some(main) = &record.class.main {
            let batteries: Vec<String> =
                [Some(main), record.class.main_2.as_ref()].into_iter().flatten().map(mount_counts).collect();
            found.push(format!("{:<28}{}", record.id, batteries.join("  ")));
        }
    }
    let expected: Vec<&str> = MOUNTS.lines().collect();
    assert_eq!(found, expected);
}

#[test]
fn r6_2_1_mounts_of_one_bore_form_a_battery_and_others_count_as_medium() {
    let bands_of = |ship: &str| card(ship).big.unwrap().bands;
    let cavour = card("conte-di-cavour");
    assert_eq!(cavour.big.as_ref().unwrap().mounts.len(), 5, "three mounts of three guns and two of two");
    for (ship, letters) in [("conte-di-cavour", "a b q x y"), ("andrea-doria", "a b q x y"), ("nevada", "a b x y")] {
        let mounts = card(ship).big.unwrap().mounts;
        let found: Vec<&str> = mounts.iter().map(|mount| mount.id.as_str()).collect();
        assert_eq!(found.join(" "), letters, "forward to aft");
        assert!(mounts[1].arcs.contains(&FiringArc::Bow) && !mounts[1].arcs.contains(&FiringArc::Stern), "{ship}");
    }
    assert_eq!(bands_of("dante-alighieri")[0].to_hit, 9, "8 x 3/4 x 3/2");
    assert_eq!(bands_of("scharnhorst")[0].to_hit, 5, "8 x 3/4, six guns in four mounts on a side");
    let kasuga = card("kasuga");
    assert_eq!((kasuga.big.as_ref().unwrap().mounts.len(), kasuga.medium.unwrap().strength), (1, Fraction::from(39)));
    let nelson = card("lord-nelson").medium.unwrap();
    assert_eq!((nelson.strength, nelson.bore_in), (Fraction::from(30), inches("9.2")));
}

#[test]
fn coast_defence_ships_gunboats_and_armed_liners_are_ranked_by_ruling() {
    for (ship, kind, size, defence, flotation) in [
        ("siegfried", "OBB", 9, 20, 2),
        ("admiral-ushakov", "OBB", 9, 20, 2),
        ("monarch-austria-hungary", "OBB", 9, 20, 2),
        ("heien", "CA", 7, 20, 2),
        ("koreets", "CP", 4, 6, 2),
        ("chokai", "CP", 4, 6, 1),
        ("moewe", "CL", 8, 8, 2),
        ("koenigin-luise", "MM", 7, 6, 2),
        ("carmania", "CL", 10, 10, 3),
        ("abercrombie", "OBB", 10, 30, 3),
        ("m15", "CP", 3, 6, 1),
        ("mantis", "CP", 4, 6, 1),
        ("nusret", "CL", 4, 6, 1),
        // Q52: a merchantman by its length and tons.
        ("fishing-steamer-1", "MM", 3, 4, 1),
        ("coaster-1", "MM", 5, 6, 2),
        ("tramp-1904-1", "MM", 7, 8, 2),
        ("troopship-1", "MM", 8, 8, 3),
        ("express-liner-1", "MM", 10, 10, 3),
        // Q51: guns ashore, few and many.
        ("heligoland-north", "CB", 4, 30, 1),
        ("electric-cliff", "CB", 5, 30, 1),
    ] {
        let card = card(ship);
        let found = (card.kind.to_string(), card.size.gun, card.defence, card.flotation);
        assert_eq!(found, (kind.to_owned(), size, defence, flotation), "{ship}");
    }
}

#[test]
fn r7_5_torpedo_bands_runs_and_attack_ranges_of_every_card_agree() {
    for record in library() {
        let Some(torpedo) = &record.card.torpedo else { continue };
        let runs: Vec<Inches> = torpedo.bands.iter().map(|band| band.to).collect();
        assert!(
            runs.is_sorted() && torpedo.bands.is_sorted_by(|band, next| band.to_hit >= next.to_hit),
            "{}",
            record.id
        );
        let longest = *runs.last().unwrap();
        let attack = record.card.kind.is_large().then(|| longest.min(Inches::whole(10)));
        assert_eq!((torpedo.attack_range, record.card.torpedo_attack_range()), (attack, attack), "{}", record.id);
        assert!(1 <= torpedo.factors && record.class.torpedo.is_some_and(|tubes| 0 < tubes.per_side), "{}", record.id);
    }
}

#[test]
fn a_part_of_the_library_reads_the_same_as_the_whole() {
    let sources = naval_kit::builtin();
    let library = library();
    for record in library.iter().step_by(37) {
        assert_eq!(unwrap_or_report(load::ship(&sources, record.id.as_str())), *record);
    }
    let lines = unwrap_or_report(load::ship_list(&sources));
    assert_eq!(lines.len(), library.len());
    for (line, record) in lines.iter().zip(&library) {
        let knots = record.class.speed_service_kn.unwrap_or(record.class.speed_kn);
        assert_eq!((&line.id, line.kind, line.speed_kn), (&record.id, record.card.kind, knots));
        assert_eq!((line.completed, line.lost), (record.completed, record.lost));
    }
    let is_in_service =
        |id: &str, date: &str| lines.iter().find(|line| line.id == *id).unwrap().in_service_on(day(date));
    assert!(is_in_service("goeben", "1914-08-10") && !is_in_service("goeben", "1914-08-17"));
    assert!(
        is_in_service("yavuz-sultan-selim", "1914-11-18")
            && !is_in_service("invincible", "1916-06-01")
            && !is_in_service("askold", "1904-08-26")
    );
}

#[test]
fn the_library_draws_no_unexpected_warning() {
    /// The big guns of Mesudiye were of wood, and Asar-i Tevfik had none left.
    const TRUE_WARNINGS: [(&str, &str); 2] = [("data/ships/ottoman.yaml", "an OBB without big guns is unusual"); 2];
    let sources = naval_kit::builtin();
    let mut met = Vec::new();
    for (path, text) in
        sources.files.iter().filter(|(path, _)| path.starts_with("data/ships/") && path.ends_with(".yaml"))
    {
        let checked = unwrap_or_report(load::ship_file(&sources, path, text));
        let doubts = checked.warnings.iter().map(|warning| warning.what.as_str());
        let doubts = doubts.filter(|what| !what.contains("[1.5]")).map(|what| (path.as_str(), what));
        met.extend(doubts.map(|(path, what)| (path.to_owned(), what.to_owned())));
    }
    let met: Vec<(&str, &str)> = met.iter().map(|(path, what)| (path.as_str(), what.as_str())).collect();
    assert_eq!(met, TRUE_WARNINGS);
}

#[test]
fn namesakes_have_their_own_ids() {
    for (id, navy, war) in [
        ("askold", "russia", "rjw"),
        ("novik-1914", "russia", "ww1"),
        ("helgoland", "germany", "ww1"),
        ("helgoland-austria-hungary", "austria-hungary", "ww1"),
        ("emden", "germany", "ww1"),
        ("emden-ii", "germany", "ww1"),
    ] {
        let record = unwrap_or_report(load::ship(&naval_kit::builtin(), id));
        assert_eq!((record.id.as_str(), record.class.navy.as_str(), record.war.as_str()), (id, navy, war));
    }
}

#[test]
fn r5_10_a_division_without_ratings_gets_those_of_its_fleet() {
    let sources = naval_kit::builtin();
    let ratings = unwrap_or_report(load::ratings(&sources));
    let ids: HashSet<String> = library().iter().map(|record| record.id.to_string()).collect();
    for row in &ratings {
        assert!(row.flagships.iter().all(|flag| ids.contains(flag.as_str())), "{}", row.id);
        assert!((-2..=2).contains(&row.signalling) && (-2..=2).contains(&row.initiative), "{}", row.id);
        assert!(row.source.starts_with("house") && row.reasons.ends_with('.'), "{}", row.id);
    }
    let bare = sources.text("scenarios/asahi-retvizan.yaml").unwrap().replace(", signalling: 0, initiative: 0", "");
    let setup = unwrap_or_report(naval_kit::scenario_text(&sources, "bare.yaml", &bare));
    let found: Vec<_> = setup.divisions.iter().map(|division| (division.signalling, division.initiative)).collect();
    assert_eq!(found, [(1, 1), (-1, -1)], "the Combined Fleet, and Port Arthur after Makarov");
    let half = bare.replace("ships: [asahi]", "ships: [asahi], initiative: -2");
    assert_eq!(unwrap_or_report(naval_kit::scenario_text(&sources, "half.yaml", &half)).divisions[0].initiative, -2);
}

#[test]
fn doctrines_name_library_ships_and_every_navy_has_one() {
    let sources = naval_kit::builtin();
    let doctrines = unwrap_or_report(load::doctrines(&sources));
    let ids: HashSet<String> = library().iter().map(|record| record.id.to_string()).collect();
    for doctrine in &doctrines {
        assert!(
            doctrine.flagships.iter().all(|flag| ids.contains(flag.as_str())),
            "{}: {:?}",
            doctrine.id,
            doctrine.flagships
        );
        assert!(doctrine.source.starts_with("house") && doctrine.reasons.ends_with('.'), "{}", doctrine.id);
        let named =
            doctrine.source.split_whitespace().filter(|word| word.ends_with(".yaml") || word.ends_with(".yaml,"));
        for file in named {
            let path = format!("scenarios/{}", file.trim_end_matches(',').trim_start_matches("scenarios/"));
            assert!(sources.text(&path).is_some(), "{}: {path}", doctrine.id);
        }
    }
    let navies = unwrap_or_report(load::navies(&sources));
    for navy in navies.iter().filter(|navy| navy.as_str() != "merchant") {
        assert!(doctrines.iter().any(|doctrine| doctrine.navy == *navy && doctrine.flagships.is_empty()), "{navy}");
    }
    assert!(29 + navies.len() - 1 <= doctrines.len(), "{}", doctrines.len());
}

#[test]
fn every_error_of_a_doctrine_is_reported_with_its_position() {
    let text = "\
- {id: one, name: One, navy: rusia, from: 1904-01-01, to: 1903-01-01, aggression: 1.5, reasons: R., source: house}
- {id: one, name: Two, navy: japan, from: 1904-01-01, to: 1905-01-01, aggression: 0.5, reasons: R., source: ''}
- {id: two, name: Three, navy: japan, from: 1904-01-01, to: 1905-01-01, aggression: 0.5, reasons: R., source: house,
   range: {open: 8, seek: [9, 7]}, turns: {most_deg: 10}, torpedoes: {launch_at: -1}}
- {id: four, name: Four, navy: japan, from: 1904-01-01, to: 1905-01-01, aggression: 0.5, reasons: R.}
- {id: five, name: Five, navy: japan, from: 1904-01-01, to: 1905-01-01, aggression: 0.5, reasons: R., source: house,
   withdraw: {when: [dusk]}}
- {id: six, name: \"Si\\nx\", navy: japan, from: 1904-01-01, to: 1905-01-01, aggression: 0.5, reasons: R., source: house}
";
    let errors = load::doctrine_text(&naval_kit::builtin(), "mine.yaml", text).unwrap_err().to_string();
    for report in [
        "mine.yaml:1:30: [0].navy: there is no navy `rusia`",
        "[0].to: the card ends on 1903-01-01, before it begins",
        "[0].aggression: 1.5 is not a share",
        "[1].id: the card `one` appears twice",
        "[1].source: a card needs a name, reasons and a source",
        "[5].name: a card needs a name, reasons and a source",
        "[2].range.seek: the ranges are in the wrong order",
        "[2].turns.most_deg: a line cannot turn 10 degrees",
        "[2].torpedoes.launch_at: a launch cannot be worth -1 points",
        "the key `source` is missing",
        "unknown word `dusk`",
    ] {
        assert!(errors.contains(report), "{report}:\n{errors}");
    }
}

#[test]
fn a_figure_of_history_that_is_not_judged_states_why() {
    let errors_of = |keys: &str| {
        let figure = "{id: a, count: hits, of: [rurik], was: 1, source: house";
        let text = format!("- {{scenario: ulsan, figures: [{figure}, {keys}}}]}}\n");
        let sources = naval_kit::builtin().with_overrides(overriding_file("data/naval/history.yaml", &text));
        load::history(&sources).err().map(|errors| errors.to_string()).unwrap_or_default()
    };
    assert_eq!(errors_of("certainty: medium"), "");
    assert_eq!(errors_of("certainty: low, not_judged: sources differ"), "");
    let missing = "[0].figures[0].certainty: a figure of low certainty needs `not_judged`, with the reason";
    assert!(errors_of("certainty: low").contains(missing));
    let empty = "[0].figures[0].not_judged: a figure that is not judged needs a reason";
    assert!(errors_of("certainty: high, not_judged: \" \"").contains(empty));
}

/// The ships of the library as a table for spreadsheets; the program does not read it. `BLESS=1` writes it again.
#[test]
fn the_table_of_ships_agrees_with_the_ship_files() {
    let sources = naval_kit::builtin();
    let mut wanted = "# Written by a test from the ship files beside it. `=` file and checksum; `+` class, navy, day of the figures, type, knots\n# in service; then id, name and days of a ship: completed, lost, interned, transferred; `>` a later flag: first day, navy,\n# id, name.\n".to_owned();
    for (path, text) in
        sources.files.iter().filter(|(path, _)| path.starts_with("data/ships/") && path.ends_with(".yaml"))
    {
        wanted += &format!("=\t{path}\t{:08x}\n", crc32fast::hash(text.as_bytes()));
        for class in serde_yaml::from_str::<Vec<serde_yaml::Value>>(text).unwrap() {
            let word = |key: &str| class[key].as_str().unwrap();
            let knots = class["speed_service_kn"].as_f64().or_else(|| class["speed_kn"].as_f64()).unwrap();
            wanted += &format!(
                "+\t{}\t{}\t{}\t{}\t{knots}\n",
                word("class"),
                word("navy"),
                class["as_of"].as_str().unwrap_or_default(),
                word("type")
            );
            for ship in class["ships"].as_sequence().unwrap() {
                let keys = ["id", "name", "completed", "lost", "interned", "transferred"];
                let words = keys.map(|key| ship.get(key).and_then(serde_yaml::Value::as_str).unwrap_or_default());
                wanted += &format!("{}\n", words.join("\t").trim_end());
                for flag in ship.get("service").and_then(serde_yaml::Value::as_sequence).into_iter().flatten() {
                    let words = ["from", "navy", "id", "name"].map(|key| flag[key].as_str().unwrap());
                    wanted += &format!(">\t{}\n", words.join("\t"));
                }
            }
        }
    }
    let path = kit::root().join("data/ships/index.tsv");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &wanted).unwrap();
    }
    assert!(fs::read_to_string(&path).unwrap() == wanted, "data/ships/index.tsv differs from the ship files");
}

/// The build script's compiled data equals what the YAML reader makes of the same text.
#[test]
fn a_built_in_file_reads_the_same_as_its_copy() {
    let sources = naval_kit::builtin();
    let copies = load::export(&sources).into_iter().map(|(path, text)| (path, Cow::Owned(format!("{text}\n"))));
    let copies = Sources { files: copies.collect(), ..Sources::default() };
    let lines = |sources: &Sources| {
        let report = |line: &ShipLine| {
            let dates = ["1904-08-10", "1905-05-27", "1914-08-16", "1914-11-18", "1916-06-01"];
            let is_in_service: Vec<bool> = dates.iter().map(|date| line.in_service_on(day(date))).collect();
            (serde_json::to_string(line).unwrap(), is_in_service)
        };
        unwrap_or_report(load::ship_list(sources)).iter().map(report).collect::<Vec<_>>()
    };
    let own = lines(&sources);
    assert!(own == lines(&copies));
    assert_eq!(unwrap_or_report(load::ships(&sources)), unwrap_or_report(load::ships(&copies)));
    assert_eq!(unwrap_or_report(load::theatres(&sources)), unwrap_or_report(load::theatres(&copies)));
    for war in load::chart_names(&sources) {
        assert_eq!(unwrap_or_report(load::charts(&sources, &war)), unwrap_or_report(load::charts(&copies, &war)));
    }
    for line in unwrap_or_report(load::scenario_list(&sources)) {
        let read = |sources: &Sources| unwrap_or_report(load::scenario(sources, line.id.as_str()));
        assert_eq!(read(&sources), read(&copies));
    }
    for war in load::war_names(&sources) {
        assert_eq!(
            unwrap_or_report(load::war(&sources, &war)).setups,
            unwrap_or_report(load::war(&copies, &war)).setups
        );
    }
    assert_eq!(unwrap_or_report(load::rulebook(&sources)), unwrap_or_report(load::rulebook(&copies)));
    assert_eq!(unwrap_or_report(load::other_rulebooks(&sources)), unwrap_or_report(load::other_rulebooks(&copies)));
    assert_eq!(unwrap_or_report(load::doctrines(&sources)), unwrap_or_report(load::doctrines(&copies)));
    assert_eq!(unwrap_or_report(load::ratings(&sources)), unwrap_or_report(load::ratings(&copies)));
    assert_eq!(unwrap_or_report(load::history(&sources)), unwrap_or_report(load::history(&copies)));
    let text = sources.text("data/ships/germany.yaml").unwrap().replace("name: Midilli", "name: Midilli II");
    let edited = lines(&sources.clone().with_overrides(overriding_file("data/ships/germany.yaml", &text)));
    assert!(edited != own && edited.iter().any(|(line, _)| line.contains("Midilli II")));
}

/// A user's own file that repeats a built-in id is refused at its line with a hint, when checked and when played. A
/// file that replaces ours, or that has its own id, is not.
#[test]
fn a_built_in_id_in_a_users_own_file_is_an_error_with_its_line() {
    let sources = naval_kit::builtin();
    let greece = sources.text("data/ships/greece.yaml").unwrap();
    let averof = greece.split("\n\n").find(|class| class.contains("class: Georgios Averof")).unwrap();
    let line = averof.lines().position(|line| line.contains("id: georgios-averof")).unwrap() + 1;
    let report = |file: &str, text: &str| {
        let checked = load::ship_file(&sources, file, text).map(|_| ());
        let path = format!("data/ships/{file}");
        let user_sources = sources.clone().with_overrides(overriding_file(&path, text));
        let played = load::scenario(&user_sources, "elli").map(|_| ());
        [checked, played].map(|found| found.err().map_or(String::new(), |errors| errors.to_string()))
    };
    for errors in report("mine.yaml", averof) {
        assert!(errors.contains(&format!("mine.yaml:{line}:")), "{errors}");
        assert!(errors.contains("the ship `georgios-averof` is also in data/ships/greece.yaml"), "{errors}");
        assert!(errors.contains("a file named data/ships/greece.yaml that replaces ours"), "{errors}");
        assert!(errors.contains("nearest: georgios-averof-ii"), "{errors}");
        assert!(!errors.contains("note:"), "{errors}");
    }
    // Before and after ours in the alphabet, the error is in the user's own file.
    for file in ["aaa.yaml", "zzz.yaml"] {
        assert!(report(file, averof)[1].contains(&format!("data/ships/{file}:{line}:")), "{}", report(file, averof)[1]);
    }
    let own = averof
        .replace("id: georgios-averof", "id: averof-of-ours")
        .replace("name: Georgios Averof", "name: Averof of ours");
    let own = own.lines().map(|line| {
        if line.contains("also:") { line.split(", also").next().unwrap().to_owned() + "}" } else { line.to_owned() }
    });
    assert_eq!(report("mine.yaml", &own.collect::<Vec<_>>().join("\n")), [const { String::new() }; 2]);
    assert_eq!(report("greece.yaml", greece), [const { String::new() }; 2]);
}

/// Other errors are reported together with that of an unknown scenario. (Q55)
#[test]
fn r9_1_a_war_reports_other_errors_beside_an_unknown_scenario() {
    let sources = naval_kit::builtin();
    let text = sources.text("scenarios/wars/spee-1914.yaml").unwrap();
    let report = |text: &str| {
        let checked = load::war_text(&sources, "mine.yaml", text).map(|_| ());
        checked.err().map_or(String::new(), |errors| errors.to_string())
    };
    assert_eq!(report(text), "");
    let yards = "yards: {britain: dockyard, germany: sea}";
    assert!(text.contains(yards) && text.contains("scenario: falklands"));
    let wrong = text.replace(yards, "yards: {britain: dock, russia: sea}\n    days: 10000");
    for wrong in [wrong.clone(), wrong.replace("scenario: falklands", "scenario: falkland")] {
        let errors = report(&wrong);
        for words in ["there is no yard `dock`", "there is no side `russia`", "10000 days are out of range"] {
            assert!(errors.contains(words), "{words}: {errors}");
        }
        assert_eq!(
            errors.contains("there is no scenario `falkland`"),
            wrong.contains("scenario: falkland\n"),
            "{errors}"
        );
    }
}
