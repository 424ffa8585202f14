//! A group's own ships, battles and theatres, in a folder that overrides the built-in files.
use super::*;

/// A cruiser that a group built for Greece, as in docs/how-to/change-data.md.
const RUDOLF: &str = "- class: Prinz Rudolf
  navy: greece
  type: CA
  ships:
    - {id: prinz-rudolf, name: Prinz Rudolf, completed: 1911-05-16}
  displacement_t: 9956
  length_m: 140.1
  speed_kn: 23.5
  speed_service_kn: 20
  main: {bore_in: 9.2, calibre: 45, guns_per_mount: 2, model: 9.2 in, mounts: [{id: fore, arcs: [bow, port, starboard]}, {id: aft, arcs: [port, starboard, stern]}]}
  armour: {kind: KC, belt_mm: 200, belt_ends_mm: 80, turret_mm: 200, deck_mm: 40, bulkhead: none}
";

fn folder(table: &Workspace, folders: &[&str]) {
    for folder in folders {
        fs::create_dir_all(table.path(folder)).unwrap();
    }
}

#[test]
fn an_exported_ship_that_was_edited_is_shown_checked_and_drawn() {
    let table = Workspace::new();
    table.run(&["data", "export", "club"], "").assert_success();
    let ships = table.read("club/data/ships/greece.yaml");
    table.write("club/data/ships/greece.yaml", &ships.replacen("speed_service_kn: 20\n", "speed_service_kn: 22\n", 1));
    table.run(&["ship", "card", "averof"], "").assert_success().assert_out("2.75\"");
    table.run(&["--data", "club", "ship", "card", "averof"], "").assert_success().assert_out("3.0\"");
    table.run(&["ship", "check", "club/data/ships/greece.yaml"], "").assert_success().assert_out(", no errors.");
    table.run(&["--data", "club", "scenario", "check", "elli"], "").assert_success().assert_out(", no errors.");
    let generate =
        ["--data", "club", "scenario", "generate", "--theatre", "aegean-1912", "--seed", "1", "-o", "m.yaml"];
    table.run(&generate, "").assert_success();
    assert!(table.read("m.yaml").contains("georgios-averof"), "the seed draws her");
    table.run(&["--data", "club", "play", "m.yaml", "--seed", "1"], "card georgios-averof\n").assert_success();
}

#[test]
fn a_groups_ship_in_its_own_folder_is_drawn_by_a_theatre_that_names_it() {
    let table = Workspace::new();
    folder(&table, &["own/data/ships", "own/data/naval/generators"]);
    table.write("own/data/ships/cruisers.yaml", RUDOLF);
    table.run(&["--data", "own", "ship", "card", "rudolf"], "").assert_success().assert_out("PRINZ RUDOLF");
    table
        .run(&["--data", "own", "ship", "list", "greece", "CA", "1912"], "")
        .assert_success()
        .assert_out("prinz-rudolf");
    let theatres = naval_kit::builtin().text("data/naval/generators/ww1.yaml").unwrap().to_owned();
    let (head, rest) = theatres.split_once("theatres:\n").unwrap();
    let from = rest.find("  - id: aegean-1912\n").unwrap();
    let mine = &rest[from..from + rest[from..].find("  - id: aegean-1915\n").unwrap()];
    let mine = mine.replace("classes: [Georgios Averof,", "classes: [Prinz Rudolf,");
    table.write("own/data/naval/generators/ww1.yaml", &format!("{head}theatres:\n{mine}"));
    let generate = ["--data", "own", "scenario", "generate", "--theatre", "aegean", "--seed", "1", "-o", "m.yaml"];
    table.run(&generate, "").assert_success();
    assert!(table.read("m.yaml").contains("prinz-rudolf"), "{}", table.read("m.yaml"));
    table.run(&["--data", "own", "scenario", "check", "m.yaml"], "").assert_success();
    // A ship that now belongs to a class is named with the class to write instead.
    let old = mine.replace("Kurfürst Friedrich Wilhelm, Mesudiye,", "Kurfürst Friedrich Wilhelm, Mesudiye, Yavuz,");
    table.write("own/data/naval/generators/ww1.yaml", &format!("{head}theatres:\n{old}"));
    let refused = table.run(&generate, "").assert_refused();
    refused.assert_err("the library has no class `Yavuz`: Yavuz Sultan Selim is a ship of Moltke");
}

#[test]
fn a_file_of_the_old_layout_is_refused_with_what_to_change() {
    let table = Workspace::new();
    folder(&table, &["own/data/ships"]);
    table.write("own/data/ships/ww1-greece.yaml", &RUDOLF.replace("  type: CA\n", "  war: ww1\n  type: CA\n"));
    for arguments in [&["ship", "card", "prinz-rudolf"][..], &["ship", "list"]] {
        let run = table.run(&[&["--data", "own"], arguments].concat(), "").assert_refused();
        run.assert_err("`war` is the old layout").assert_err("docs/how-to/convert-old-ship-files.md");
    }
}
