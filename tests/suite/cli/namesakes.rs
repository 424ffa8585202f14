//! Ships that share a name: distinguished in every answer, and never confused.
use super::Workspace;

const BATTLE: &str = include_str!("../../load/broken/scenario-same-name.yaml");

/// If two ships share a name, every mention adds the side.
#[test]
fn ships_of_the_same_name_are_distinguished_in_every_answer() {
    let table = Workspace::new();
    let battle = table.write("two.yaml", BATTLE);
    let battle = battle.to_str().unwrap();
    let lines = "next to gunfire\nm cs sg 8 8\nariadne>ariadne-germany 8\nariadne-germany>ariadne 8\n\
                 niobe>niobe-germany 8\nfire all declared\nlog last 3\nnext to plotting\nstatus\ntally\nwhy\ncard ariadne\n\
                 duties\nranges\n";
    let script = table.write("two.in", lines);
    let run = table.run(&["play", battle, "--seed", "1", "--keep-going", "--script", script.to_str().unwrap()], "");
    assert!(run.out.contains("Ariadne (Britain)") && run.out.contains("Ariadne (Germany)"), "{}", run.out);
    let text = run.out.lines().filter(|line| !line.starts_with('>') && !line.contains("Two Ariadnes"));
    let words = text.collect::<Vec<_>>().join("\n");
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    for name in ["Ariadne", "Niobe"] {
        for (index, _) in words.match_indices(name) {
            let rest = &words[index + name.len()..];
            let has_side = rest.starts_with(" (Britain)") || rest.starts_with(" (Germany)");
            let from = index.saturating_sub(60);
            assert!(has_side, "a bare {name}: ...{}", words.get(from..(index + 40).min(words.len())).unwrap_or(rest));
        }
    }
    // A table column breaks the line between the name and the side.
    let run = table.run(&["play", battle, "--seed", "1"], "next to gunfire\nm cs sg 8 8\ntargets\n");
    assert!(run.out.matches("(Britain)").count() >= 8 && run.out.matches("(Germany)").count() >= 8, "{}", run.out);
    table
        .run(&["scenario", "check", battle], "")
        .assert_success()
        .assert_out("`ariadne` of the other side is also called Ariadne");
    table.run(&["scenario", "check", "ulsan"], "").assert_success();
}

#[test]
fn a_placed_ship_is_the_one_with_that_id_and_shows_type_and_year() {
    let table = Workspace::new();
    let lines = "place seydlitz at 10 20 heading 90 speed 2 side a\nplace república at 30 20 heading 90 side b\n\
                 place goeben at 30 30 heading 90 side b\n";
    let script = table.write("place.in", lines);
    let run = table.run(&["play", "sandbox", "--seed", "1", "--keep-going", "--script", script.to_str().unwrap()], "");
    run.assert_out("Seydlitz (BC of 1913, Side a) is at 10.0, 20.0").assert_out("Goeben (BC of 1912, Side b)");
    run.assert_err("several ships are called `república`").assert_err("republica-portugal (portugal, CP of 1901)");
    // The merchantman of 1902 has a separate id.
    let script = table.write("one.in", "place seydlitz-1902 at 10 20 heading 90 speed 1.5 side a\n");
    let run = table.run(&["play", "sandbox", "--seed", "1", "--script", script.to_str().unwrap()], "").assert_success();
    run.assert_out("Seydlitz (MM of 1902, Side a)");
    for verb in ["card", "show"] {
        let run = table.run(&["ship", verb, "seydlitz", "--date", "1904-08-10"], "").assert_success();
        assert!(run.out.contains("BC") && run.err.contains("was not in service"), "{}\n{}", run.out, run.err);
        table.run(&["ship", verb, "república"], "").assert_err("several ships are called");
    }
}

/// A library id means that ship, even if one of that name is on the table. Part of a name means a ship on the table.
#[test]
fn r2_2_a_library_id_takes_precedence_over_a_ships_name_on_the_table() {
    let table = Workspace::new();
    let play = |lines: &str| {
        let script = table.write("place.in", lines);
        table.run(&["play", "sandbox", "--seed", "1", "--keep-going", "--script", script.to_str().unwrap()], "")
    };
    let run = play(
        "place thetis-britain at 10 10 heading 90 side a\nplace thetis at 40 20 heading 90 side b\n\
         place thetis at 41 20 heading 90\nplace theti at 42 20 heading 90\nplace thetis-b at 11 10 heading 90\n",
    );
    run.assert_out("Thetis (CP of 1892, Side a) is at 10.0, 10.0")
        .assert_out("Thetis (CL of 1901, Side b) is at 40.0, 20.0");
    run.assert_out("Thetis (CL of 1901, Side b) is at 41.0, 20.0")
        .assert_out("Thetis (CP of 1892, Side a) is at 11.0, 10.0");
    run.assert_err("\"theti\" may be").assert_err("thetis-britain or thetis");
    // The near miss: no library ship has this id.
    let run =
        play("place seydlitz-1902 at 10 10 heading 90 side a\nplace seydli at 12 10 heading 90\n").assert_success();
    run.assert_out("Seydlitz (MM of 1902, Side a) is at 12.0, 10.0");
}

/// Checks every occurrence of the names in a text. The title of the battle is not a ship.
#[track_caller]
fn assert_distinguished(text: &str, what: &str) {
    let words = text.replace("Two Ariadnes", "");
    let mut named = 0;
    for name in ["Ariadne", "Niobe"] {
        for (index, found) in words.to_lowercase().match_indices(&name.to_lowercase()) {
            let rest = words[index + found.len()..].to_lowercase();
            let has_side = rest.starts_with(" (britain)") || rest.starts_with(" (germany)");
            let is_id = rest.starts_with("-germany") || rest.starts_with('\'') || rest.starts_with('"');
            assert!(has_side || is_id, "{what}: a bare {name}: {}", rest.lines().next().unwrap_or_default());
            named += 1;
        }
    }
    assert!(4 <= named, "{what} names {named}:\n{text}");
}

/// The same on a map and on paper, for a battle with positions.
#[test]
fn ships_of_the_same_name_are_distinguished_on_maps_and_paper() {
    let table = Workspace::new();
    let mut placed = BATTLE.to_owned();
    for (ships, at) in [("[ariadne, niobe]", "x: 26, y: 28"), ("[ariadne-germany, niobe-germany]", "x: 32, y: 36")] {
        let bare = format!("ships: {ships}, speed: 2.0");
        assert!(placed.contains(&bare));
        placed = placed.replace(&bare, &format!("{bare}, at: {{{at}, heading: 90}}"));
    }
    table.write("two.yaml", &placed);
    let script = table.write("map.in", "map\nstatus\nwhere ariadne\nwhere ariadne-germany\n");
    let play = ["play", "two.yaml", "--seed", "1", "-o", "two.kaiser", "--script", script.to_str().unwrap()];
    let run = table.run(&play, "").assert_success();
    let answers: Vec<&str> = run.out.lines().filter(|line| !line.starts_with('>')).collect();
    assert_distinguished(&answers.join("\n"), "the map at the prompt");
    for line in ["Ariadne (Britain)  26, 28 heading 90", "Ariadne (Germany)  32, 36 heading 90"] {
        run.assert_out(line);
    }
    table.run(&["map", "two.kaiser", "-o", "two.svg"], "").assert_success();
    let svg = table.read("two.svg");
    for name in ["Ariadne (Britain)", "Ariadne (Germany)", "Niobe (Britain)", "Niobe (Germany)"] {
        assert!(svg.contains(name), "{name}: {svg}");
    }
    let paper = table.run(&["print", "two.yaml"], "").assert_success();
    assert_distinguished(&paper.out, "every sheet");
    // The near miss: ships with unique names have no side after them.
    let paper = table.run(&["print", "ulsan"], "").assert_success();
    assert!(paper.out.contains("Izumo") && !paper.out.contains("Izumo (Japan)"), "{}", paper.out);
}
