//! For every victory condition (entry of `decide`) of every built-in scenario: a position in which it decides, and one
//! in which it just fails.
use std::collections::BTreeSet;

use super::*;

/// Scenario, number of the entry, events that make it decide, and events with which it just fails.
type Case = (&'static str, usize, &'static [&'static str], &'static [&'static str]);

/// Mikasa so far ahead that no ship is beyond it.
const AHEAD: &str = "at mikasa 95 10 90";

const CASES: &[Case] = &[
    ("asahi-retvizan", 1, &["immobile retvizan"], &[]),
    ("asahi-retvizan", 1, &["sunk asahi"], &["sunk asahi", "sunk retvizan"]),
    ("torpedo-boats-misread", 1, &["sunk askold"], &[]),
    ("torpedo-boats-misread", 1, &["sunk harusame"], &["immobile askold", "sunk harusame", "sunk murasame"]),
    ("drill-two-lines", 1, &["immobile mikasa"], &["sunk mikasa", "sunk retvizan"]),
    ("chemulpo", 1, &["exit varyag west"], &["exit varyag north"]),
    ("chemulpo", 1, &["exit varyag south"], &["exit koreets south"]),
    ("chemulpo", 2, &["immobile varyag"], &["top varyag 0.25"]),
    ("chemulpo", 2, &["sunk varyag", "immobile chiyoda"], &["sunk varyag", "immobile asama"]),
    ("chemulpo", 3, &["exit koreets east"], &["exit koreets north"]),
    ("port-arthur", 1, &["immobile mikasa"], &["immobile izumo"]),
    ("port-arthur", 2, &["sunk novik"], &["sunk retvizan"]),
    ("port-arthur", 2, &["sunk novik", "immobile yoshino"], &["sunk novik", "sunk yoshino"]),
    ("drill-boats-attack", 1, &["immobile askold"], &["top askold 0.25"]),
    ("drill-boats-attack", 2, &["sunk kasumi", "sunk asashio"], &["sunk kasumi", "immobile asashio"]),
    (
        "yellow-sea",
        1,
        &[AHEAD, "exit tsesarevich east", "exit retvizan east", "exit poltava east"],
        &[AHEAD, "exit tsesarevich east", "exit retvizan east", "exit poltava north"],
    ),
    (
        "yellow-sea",
        1,
        &[AHEAD, "exit tsesarevich east", "exit retvizan east", "at peresvet 95.01 20 90", "top peresvet 1.5"],
        &[AHEAD, "exit tsesarevich east", "exit retvizan east", "at peresvet 95.01 20 90", "top peresvet 1.25"],
    ),
    (
        "yellow-sea",
        1,
        &[AHEAD, "exit tsesarevich east", "exit retvizan east", "at peresvet 95.01 20 90"],
        &[AHEAD, "exit tsesarevich east", "exit retvizan east", "at peresvet 95 20 90"],
    ),
    ("yellow-sea", 2, &[AHEAD, "immobile asahi"], &[AHEAD]),
    ("ulsan", 1, &["exit rossia north", "exit gromoboi north"], &["exit rossia north", "exit gromoboi east"]),
    ("ulsan", 1, &["exit rossia north", "exit gromoboi north"], &["exit rossia north", "exit rurik north"]),
    ("ulsan", 2, &["immobile rurik", "sunk rossia"], &["immobile rurik", "top rossia 0.25"]),
    ("ulsan", 3, &["immobile izumo"], &["immobile izumo", "immobile rurik"]),
    (
        "tsushima",
        1,
        &["exit orel north", "exit borodino north", "exit imperator-nikolai-i north", "exit oslyabya north"],
        &["exit orel north", "exit borodino north", "exit imperator-nikolai-i north", "exit admiral-nakhimov north"],
    ),
    ("tsushima", 2, &["sunk orel", "immobile mikasa"], &["sunk orel", "immobile mikasa", "immobile izumo"]),
    ("tsushima", 3, &["immobile mikasa"], &["immobile mikasa", "immobile orel"]),
    ("tsushima-night", 1, &[], &["top imperator-nikolai-i 0.75"]),
    (
        "tsushima-night",
        1,
        &[
            "top orel 0.75",
            "top admiral-ushakov 0.75",
            "top navarin 0.75",
            "sunk sissoi-veliky",
            "sunk vladimir-monomakh",
        ],
        &[
            "top orel 0.75",
            "top admiral-ushakov 0.75",
            "top navarin 0.75",
            "sunk sissoi-veliky",
            "sunk vladimir-monomakh",
            "top admiral-nakhimov 0.99",
        ],
    ),
    ("tsushima-night", 2, &["top imperator-nikolai-i 0.75", "sunk harusame"], &["top imperator-nikolai-i 0.75"]),
    ("goeben-1914", 1, &["exit goeben south"], &["exit goeben west"]),
    ("goeben-1914", 1, &["top goeben 2.25", "exit goeben east"], &["top goeben 2.0", "exit goeben east"]),
    ("goeben-1914", 2, &["top goeben 1.75"], &["top goeben 2.0"]),
    ("goeben-1914", 2, &["sunk goeben"], &["exit goeben north"]),
    ("heligoland-1914", 1, &["sunk coeln"], &["sunk coeln", "sunk fearless"]),
    ("heligoland-1914", 1, &["sunk coeln", "immobile arethusa"], &["sunk coeln", "sunk arethusa"]),
    (
        "heligoland-1914",
        2,
        &["sunk arethusa", "sunk coeln", "sunk mainz"],
        &["sunk arethusa", "sunk coeln", "sunk mainz", "sunk ariadne-germany"],
    ),
    ("heligoland-1914", 2, &["sunk arethusa"], &["immobile arethusa"]),
    ("coronel", 1, &["sunk gneisenau"], &["immobile gneisenau"]),
    ("coronel", 2, &["slower scharnhorst 0.5", "sunk good-hope", "sunk monmouth"], &["slower scharnhorst 0.25"]),
    ("coronel", 3, &["sunk monmouth"], &["sunk monmouth", "sunk leipzig", "immobile dresden"]),
    ("cape-sarych", 1, &["immobile yavuz-sultan-selim"], &[]),
    ("cape-sarych", 2, &["hits russia 2", "hits ottoman 1"], &["hits russia 1", "hits ottoman 1"]),
    ("cape-sarych", 3, &["hits russia 1", "hits ottoman 2"], &["hits russia 2", "hits ottoman 2"]),
    ("falklands", 1, &["immobile invincible"], &["top invincible 0.25"]),
    ("falklands", 1, &["exit leipzig south", "exit dresden south"], &["exit leipzig south", "exit dresden east"]),
    (
        "falklands",
        1,
        &["exit leipzig south", "exit dresden south", "slower gneisenau 0.25"],
        &["exit leipzig south", "exit dresden south", "slower gneisenau 0.5"],
    ),
    (
        "falklands",
        1,
        &["exit leipzig south", "exit dresden south"],
        &["exit leipzig south", "exit dresden south", "mounts scharnhorst 1"],
    ),
    (
        "falklands",
        1,
        &["exit leipzig south", "exit dresden south", "sunk nuernberg"],
        &["exit leipzig south", "exit dresden south", "sunk gneisenau"],
    ),
    (
        "falklands",
        2,
        &["sunk scharnhorst", "sunk gneisenau", "top invincible 2.75"],
        &["sunk scharnhorst", "sunk gneisenau", "top invincible 2.5"],
    ),
    ("falklands", 2, &["sunk scharnhorst", "sunk gneisenau"], &["sunk scharnhorst", "immobile gneisenau"]),
    ("falklands", 3, &["sunk scharnhorst"], &[]),
    (
        "dogger-bank",
        1,
        &["exit seydlitz east", "exit moltke east", "exit bluecher east", "top tiger 1.75"],
        &["exit seydlitz east", "exit moltke east", "exit bluecher east", "top tiger 2.0"],
    ),
    (
        "dogger-bank",
        1,
        &["exit seydlitz east", "exit moltke east", "exit bluecher east", "sunk lion"],
        &["exit seydlitz east", "exit moltke east", "exit bluecher north", "sunk lion"],
    ),
    ("dogger-bank", 2, &["sunk bluecher", "immobile seydlitz"], &["sunk bluecher", "top seydlitz 0.25"]),
    ("gotland", 1, &["turn 20", "at albatross 18 19.775 0"], &["turn 19", "at albatross 18 19.775 0"]),
    ("gotland", 1, &["turn 20", "at albatross 18 19.775 0"], &["turn 20", "at albatross 18.25 19.775 0"]),
    (
        "gotland",
        1,
        &["turn 20", "at albatross 18 19.775 0", "top albatross 0.25"],
        &["turn 20", "at albatross 18 19.775 0", "immobile albatross"],
    ),
    (
        "gotland",
        2,
        &["exit augsburg south", "exit roon south", "sunk luebeck", "sunk s141"],
        &["exit augsburg south", "exit roon south", "sunk luebeck", "sunk s141", "sunk s142"],
    ),
    ("gotland", 2, &["exit augsburg south", "exit roon east"], &["exit augsburg south", "exit roon north"]),
    ("gotland", 3, &["immobile albatross"], &["immobile albatross", "immobile bayan-1914"]),
    ("gotland", 3, &["sunk albatross"], &["top albatross 0.25"]),
    (
        "jutland-run-south",
        1,
        &["top luetzow 2.25", "top moltke 2.25", "sunk v27"],
        &["top luetzow 2.25", "top moltke 2.5", "sunk v27"],
    ),
    ("jutland-run-south", 1, &["sunk luetzow", "top moltke 2.25"], &["top luetzow 2.25", "top moltke 2.25"]),
    ("jutland-run-south", 2, &["sunk nestor"], &["sunk nestor", "sunk v27"]),
    ("jutland-1830", 1, &["immobile lion"], &["immobile lion", "immobile seydlitz"]),
    ("jutland-1830", 2, &[], &["immobile hessen"]),
    ("jutland-1830", 2, &["sunk luetzow"], &["sunk koenig"]),
    (
        "jutland-4th-flotilla",
        1,
        &["exit westfalen east", "exit nassau east", "exit rheinland east", "exit posen east", "exit oldenburg east"],
        &["exit westfalen east", "exit nassau east", "exit rheinland east", "exit posen east", "exit oldenburg south"],
    ),
    (
        "jutland-4th-flotilla",
        1,
        &["exit westfalen east", "exit nassau east", "exit rheinland east", "exit posen east", "exit oldenburg east"],
        &[
            "exit westfalen east",
            "exit nassau east",
            "exit rheinland east",
            "exit posen east",
            "exit oldenburg east",
            "immobile thueringen",
        ],
    ),
    ("jutland-4th-flotilla", 2, &["sunk tipperary"], &[]),
    ("otranto", 1, &["sunk saida"], &["top saida 0.25"]),
    (
        "otranto",
        1,
        &["immobile saida"],
        &["enter sankt-georg", "at sankt-georg 40 20 0", "at saida 41 20 0", "immobile saida"],
    ),
    (
        "otranto",
        1,
        &["enter sankt-georg", "at sankt-georg 40 20 0", "at saida 54 20 0", "immobile saida"],
        &["enter sankt-georg", "at sankt-georg 40 20 0", "at saida 52 20 0", "immobile saida"],
    ),
    (
        "otranto",
        2,
        &["exit novara east", "exit saida east", "exit helgoland-austria-hungary east"],
        &["exit novara east", "exit saida east", "exit helgoland-austria-hungary north"],
    ),
    (
        "otranto",
        2,
        &[
            "exit novara east",
            "exit saida east",
            "enter sankt-georg",
            "at sankt-georg 40 20 0",
            "at helgoland-austria-hungary 41 20 0",
        ],
        &["exit novara east", "exit saida east", "at sankt-georg 40 20 0", "at helgoland-austria-hungary 41 20 0"],
    ),
    (
        "moon-sound",
        1,
        &["turn 9", "exit slava east", "exit grazhdanin east", "exit bayan-1914 east"],
        &["turn 8", "exit slava east", "turn 9", "exit grazhdanin east", "exit bayan-1914 east"],
    ),
    ("moon-sound", 1, &["immobile koenig"], &["top koenig 0.25"]),
    ("moon-sound", 2, &["flotation slava 3"], &["flotation slava 2"]),
    ("moon-sound", 2, &["sunk slava"], &["sunk slava", "mounts kronprinz 1"]),
    ("heligoland-1917", 1, &["immobile pillau"], &["top pillau 0.25"]),
    (
        "heligoland-1917",
        2,
        &["sunk a36", "sunk ursa", "sunk nerissa", "sunk urchin"],
        &["sunk a36", "sunk ursa", "sunk nerissa"],
    ),
    ("preveza", 1, &["sunk tokat", "immobile antalya"], &["sunk tokat", "top antalya 0.25"]),
    ("preveza", 1, &["sunk tokat", "sunk antalya"], &["sunk tokat", "sunk antalya", "sunk espero"]),
    ("preveza", 2, &["immobile alpino"], &["top alpino 0.25"]),
    ("preveza", 2, &["exit tokat south", "exit antalya south"], &["exit tokat north", "exit antalya south"]),
    ("preveza", 3, &["sunk tokat", "exit antalya south"], &["exit tokat north", "exit antalya south"]),
    ("elli", 1, &["immobile turgut-reis"], &["top turgut-reis 0.25"]),
    ("elli", 1, &["sunk mesudiye"], &["sunk mesudiye", "immobile georgios-averof"]),
    ("elli", 2, &["mounts georgios-averof 2"], &["mounts georgios-averof 1"]),
    ("elli", 2, &["exit mesudiye west", "exit turgut-reis north"], &["exit mesudiye south", "exit turgut-reis north"]),
    ("elli", 3, &["at barbaros-hayreddin 20 25.99 90"], &["at barbaros-hayreddin 20 26 90"]),
    ("lemnos", 1, &["immobile mesudiye"], &["immobile mesudiye", "sunk georgios-averof"]),
    ("lemnos", 2, &["immobile georgios-averof"], &["top georgios-averof 0.25"]),
    ("lemnos", 2, &["mounts georgios-averof 2"], &["mounts georgios-averof 1"]),
    ("lemnos", 3, &["sunk leon"], &["sunk leon", "sunk basra"]),
    ("cocos", 1, &["slower sydney 0.75"], &["slower sydney 0.5"]),
    ("cocos", 1, &["immobile sydney"], &["top sydney 3.0"]),
    ("cocos", 2, &["immobile emden"], &["exit emden east"]),
    ("penang", 1, &["slower emden 0.5"], &["slower emden 0.25"]),
    ("penang", 1, &["sunk emden"], &["exit emden west"]),
    ("penang", 2, &["sunk zhemchug", "sunk mousquet"], &["sunk zhemchug", "immobile mousquet"]),
    ("penang", 3, &["sunk zhemchug"], &["immobile zhemchug"]),
    (
        "texel",
        1,
        &["sunk s115", "sunk s117", "sunk s118", "sunk s119"],
        &["sunk s115", "sunk s117", "sunk s118", "immobile s119"],
    ),
    (
        "texel",
        1,
        &["sunk s115", "sunk s117", "sunk s118", "sunk s119"],
        &["sunk s115", "sunk s117", "sunk s118", "sunk s119", "sunk lance"],
    ),
    ("texel", 2, &["exit s115 east", "exit s117 east"], &["exit s115 east", "exit s117 north"]),
    ("texel", 2, &["immobile undaunted"], &["top undaunted 0.25"]),
    ("texel", 3, &["sunk s118"], &["sunk s118", "sunk lance"]),
    ("korsakov", 1, &["top novik 2.0", "exit novik east"], &["top novik 1.75", "exit novik east"]),
    ("korsakov", 1, &["exit novik east"], &["exit novik west"]),
    ("korsakov", 1, &["flotation novik 1", "exit novik east"], &["flotation novik 2", "exit novik east"]),
    ("korsakov", 2, &["top novik 1.75"], &["top novik 2.0"]),
    ("korsakov", 2, &["sunk novik"], &["exit novik west"]),
    ("korsakov", 3, &["sunk tsushima"], &[]),
    (
        "port-arthur-night",
        1,
        &["flotation retvizan 1", "flotation tsesarevich 1", "flotation pallada 1"],
        &["flotation retvizan 1", "flotation tsesarevich 1", "immobile pallada"],
    ),
    (
        "port-arthur-night",
        1,
        &["sunk diana", "flotation tsesarevich 1", "flotation pallada 1"],
        &["sunk rastoropny", "flotation tsesarevich 1", "flotation pallada 1"],
    ),
    (
        "port-arthur-night",
        1,
        &["sunk novik", "flotation tsesarevich 1", "flotation pallada 1"],
        &["sunk angara", "sunk gilyak", "flotation tsesarevich 1", "flotation pallada 1"],
    ),
    ("port-arthur-night", 2, &["flotation retvizan 1"], &["flotation retvizan 1", "flotation tsesarevich 1"]),
    (
        "port-arthur-night",
        2,
        &["flotation retvizan 1", "flotation tsesarevich 1", "sunk shirakumo", "sunk kasumi", "sunk oboro"],
        &["flotation retvizan 1", "flotation tsesarevich 1", "sunk shirakumo", "sunk kasumi", "immobile oboro"],
    ),
    (
        "port-arthur-night",
        3,
        &["flotation retvizan 1", "sunk diana"],
        &["flotation retvizan 1", "flotation tsesarevich 1"],
    ),
    ("jutland-run-north", 1, &["top malaya 2.25"], &["top malaya 2.5"]),
    ("jutland-run-north", 1, &["sunk barham"], &["sunk lion"]),
    ("jutland-run-north", 2, &[], &["immobile tiger"]),
    ("jutland-run-north", 2, &["mounts lion 1"], &["mounts lion 2"]),
    ("jutland-run-north", 2, &["at luetzow 58.99 20 90"], &["at luetzow 59 20 90"]),
    ("jutland-run-north", 3, &["mounts lion 2", "sunk wiesbaden"], &["mounts lion 2"]),
    ("dover-strait", 1, &["sunk g85", "immobile g42"], &["sunk g85", "top g42 0.25"]),
    ("dover-strait", 1, &["sunk g85", "sunk g42", "sunk broke"], &["sunk g85", "sunk g42", "sunk broke", "sunk swift"]),
    ("dover-strait", 2, &["sunk broke"], &["immobile broke"]),
    ("dover-strait", 3, &["sunk v71"], &[]),
    ("lerwick", 1, &["slower bremse 0.5"], &["slower bremse 0.25"]),
    ("lerwick", 1, &["immobile brummer"], &["exit brummer south"]),
    (
        "lerwick",
        2,
        &[
            "sunk strongbow",
            "sunk mary-rose",
            "sunk tramp-1",
            "sunk tramp-2",
            "sunk tramp-3",
            "sunk coaster-1",
            "sunk coaster-2",
            "sunk coaster-3",
            "sunk coaster-4",
            "sunk coaster-5",
            "sunk coaster-6",
        ],
        &[
            "sunk strongbow",
            "sunk mary-rose",
            "sunk tramp-1",
            "sunk tramp-2",
            "sunk tramp-3",
            "sunk coaster-1",
            "sunk coaster-2",
            "sunk coaster-3",
            "sunk coaster-4",
            "sunk coaster-5",
            "immobile coaster-6",
        ],
    ),
    (
        "lerwick",
        3,
        &["sunk tramp-1", "sunk tramp-2", "sunk coaster-1", "sunk coaster-2", "sunk coaster-3", "sunk coaster-4"],
        &["sunk tramp-1", "sunk tramp-2", "sunk coaster-1", "sunk coaster-2", "sunk coaster-3", "sunk strongbow"],
    ),
    (
        "lerwick",
        4,
        &["sunk tramp-1", "sunk coaster-1", "sunk coaster-2", "exit coaster-3 west"],
        &["sunk tramp-1", "sunk coaster-1", "sunk coaster-2", "sunk coaster-3"],
    ),
    ("imbros", 1, &["immobile midilli"], &["top midilli 0.25"]),
    (
        "imbros",
        2,
        &["sunk raglan", "sunk m28", "exit yavuz-sultan-selim west", "exit midilli west"],
        &["sunk raglan", "sunk m28", "exit yavuz-sultan-selim west", "exit midilli south"],
    ),
    ("imbros", 3, &["sunk raglan", "sunk m28"], &["immobile raglan", "sunk m28"]),
    (
        "imbros",
        4,
        &["sunk m28"],
        &["sunk m28", "sunk basra", "sunk samsun", "sunk numune-i-hamiyet", "sunk muavenet-i-milliye"],
    ),
    ("bosporus", 1, &["mounts evstafi 1"], &[]),
    ("bosporus", 1, &["top tri-svyatitelya 1.25"], &["top tri-svyatitelya 1.5"]),
    ("bosporus", 1, &["immobile panteleimon"], &["immobile kagul"]),
    (
        "bosporus",
        2,
        &["at panteleimon 26 9 75", "at tri-svyatitelya 28 11 75"],
        &["at panteleimon 26 8.98 75", "at tri-svyatitelya 28 11 75"],
    ),
    ("bosporus", 3, &["at tri-svyatitelya 40 4 0", "sunk gnevny"], &["at tri-svyatitelya 40 4 0"]),
    ("cap-trafalgar", 1, &["immobile carmania"], &["top carmania 0.25"]),
    ("cap-trafalgar", 2, &["sunk cap-trafalgar"], &["exit cap-trafalgar east"]),
    ("cap-trafalgar", 3, &["exit cap-trafalgar west"], &[]),
    (
        "dardanelles",
        1,
        &["sunk bouvet", "sunk gaulois", "immobile agamemnon"],
        &["sunk bouvet", "sunk gaulois", "top agamemnon 0.25"],
    ),
    (
        "dardanelles",
        2,
        &["mounts anadolu-hamidiye 1", "mounts rumeli-hamidiye 1", "mounts rumeli-mecidiye 2", "mounts namazgah 1"],
        &["mounts anadolu-hamidiye 1", "mounts rumeli-hamidiye 1", "mounts rumeli-mecidiye 1", "mounts namazgah 1"],
    ),
    (
        "dardanelles",
        2,
        &["sunk anadolu-hamidiye", "sunk rumeli-hamidiye", "sunk rumeli-mecidiye", "sunk dardanos", "sunk bouvet"],
        &[
            "sunk anadolu-hamidiye",
            "sunk rumeli-hamidiye",
            "sunk rumeli-mecidiye",
            "sunk dardanos",
            "sunk bouvet",
            "immobile triumph",
        ],
    ),
];

fn begin(name: &str) -> State {
    let setup = naval_kit::scenario(name);
    Naval::initial_state(&setup)
}

#[test]
fn r9_2_every_entry_of_every_scenario_decides_and_just_fails() {
    for (name, number, holds, fails) in CASES {
        let found = verdict(&Driven::state_after(begin(name), holds));
        let judged = &found.entries[number - 1];
        assert_eq!(judged.truth, Truth::Holds, "{name} {number}: {holds:?}\n{judged:#?}");
        if judged.entry.is_moral() {
            assert!(found.besides.iter().any(|besides| besides.by == *number), "{name} {number}");
        } else {
            assert_eq!(found.by, Some(*number), "{name} {number}: {holds:?}");
            assert_eq!(found.side, judged.side, "{name} {number}");
        }
        let judged = &verdict(&Driven::state_after(begin(name), fails)).entries[number - 1];
        assert_eq!(judged.truth, Truth::Fails, "{name} {number}: {fails:?}\n{judged:#?}");
    }
}

/// The table above covers every entry of the 38 scenarios that list their ships.
#[test]
fn r9_2_every_entry_of_every_scenario_has_its_two_positions() {
    let covered: BTreeSet<(String, usize)> =
        CASES.iter().map(|(name, number, ..)| (name.to_string(), *number)).collect();
    let lines = load::scenario_list(&naval_kit::builtin()).unwrap();
    assert_eq!(lines.len(), 41);
    let (mut entries, mut without_divisions) = (BTreeSet::new(), Vec::new());
    for line in lines {
        let setup = naval_kit::scenario(line.id.as_str());
        let decide = setup.decide.as_ref().unwrap_or_else(|| panic!("{}: no keys", line.id));
        if setup.divisions.is_empty() {
            // Sandboxes have no entries, and the generated battle is decided by points: its ships are rolled.
            without_divisions.push((line.id.to_string(), decide.len()));
            continue;
        }
        entries.extend((1..=decide.len()).map(|number| (line.id.to_string(), number)));
    }
    assert_eq!(entries, covered);
    let expect = [("generated-yellow-sea", 1), ("sandbox-ww1", 0), ("sandbox", 0)];
    assert_eq!(without_divisions, expect.map(|(name, count)| (name.to_owned(), count)));
}

/// Every sentence of `victory` has a key or is left to the referee with a reason.
#[test]
fn r9_2_every_sentence_of_a_built_in_scenario_has_a_key_or_a_reason() {
    for line in load::scenario_list(&naval_kit::builtin()).unwrap() {
        let setup = naval_kit::scenario(line.id.as_str());
        let decide = setup.decide.unwrap();
        for number in 1..=setup.victory.len() as u16 {
            let keyed = decide.iter().any(|entry| entry.of == Some(number));
            let left = setup.left.iter().any(|left| left.of == number && left.why.is_some());
            assert!(keyed || left, "{}: sentence {number} has no key", line.id);
        }
        assert!(decide.iter().all(|entry| entry.of.is_some()), "{}: a key without its sentence", line.id);
    }
}

/// If several entries hold, the first of them decides the winner and the degree.
#[test]
fn r9_2_the_first_entry_that_holds_decides() {
    let outcome = |name: &str, lines: &[&str]| {
        let found = verdict(&Driven::state_after(begin(name), lines));
        (found.side.map(|side| side.to_string()), found.how, found.by)
    };
    let side = |side: &str| Some(side.to_owned());
    // Coronel: by entry 2 Britain wins narrowly even if both cruisers are lost. Entry 1 (a ship sunk) comes first.
    let both = ["sunk good-hope", "sunk monmouth", "slower scharnhorst 0.5"];
    assert_eq!(outcome("coronel", &both), (side("britain"), VictoryDegree::Narrow, Some(2)));
    assert_eq!(
        outcome("coronel", &[&both[..], &["sunk gneisenau"]].concat()),
        (side("britain"), VictoryDegree::Outright, Some(1))
    );
    assert_eq!(outcome("coronel", &both[..2]), (side("germany"), VictoryDegree::Plain, Some(3)));
    // Britain cannot win there by points.
    assert_eq!(outcome("coronel", &["sunk leipzig"]), (None, VictoryDegree::Plain, None));
    // Ulsan: the Russians win if they leave in time, even if Rurik is lost.
    let away = ["exit rossia north", "exit gromoboi north", "sunk rurik"];
    assert_eq!(outcome("ulsan", &away), (side("russia"), VictoryDegree::Outright, Some(1)));
    // Port Arthur: the loss of a Japanese battleship comes before all points.
    let points = ["sunk novik", "sunk bayan", "sunk petropavlovsk", "immobile hatsuse"];
    assert_eq!(outcome("port-arthur", &points), (side("russia"), VictoryDegree::Plain, Some(1)));
    assert_eq!(outcome("port-arthur", &["sunk yoshino"]), (None, VictoryDegree::Plain, None));
    // Tsushima: a lead of less than double is no victory for Japan, any lead is one for Russia.
    assert_eq!(
        outcome("tsushima", &["sunk orel", "immobile mikasa", "immobile izumo"]),
        (None, VictoryDegree::Plain, None)
    );
    assert_eq!(outcome("chemulpo", &["exit koreets east"]), (side("russia"), VictoryDegree::Narrow, Some(3)));
    assert_eq!(outcome("sandbox", &[]), (None, VictoryDegree::Plain, None));
}

/// Half of a ship's mounts is counted exactly.
#[test]
fn r9_2_coronel_counts_half_the_mounts_exactly() {
    let state = begin("coronel");
    let mounts = state.ship(&"gneisenau".into()).unwrap().card.big.as_ref().unwrap().mounts.len();
    let with_lost = |lost: usize| verdict(&Driven::state_after(state.clone(), &[&format!("mounts gneisenau {lost}")]));
    assert_eq!(with_lost(mounts.div_ceil(2)).by, Some(2));
    assert_eq!(with_lost(mounts.div_ceil(2) - 1).entries[1].truth, Truth::Fails);
}

/// Without positions, conditions on a position are open and listed as such.
#[test]
fn r2_7_a_measured_battle_leaves_unmeasured_conditions_open() {
    let mut setup = naval_kit::scenario("otranto");
    setup.divisions.iter_mut().for_each(|division| division.at = None);
    let state = Driven::state_after(Naval::initial_state(&setup), &["enter sankt-georg", "immobile saida"]);
    let found = verdict(&state);
    assert_eq!((found.side, found.by, &found.open[..]), (None, None, &[1, 2][..]));
    for (range, by) in [("12", None), ("12.01", Some(1))] {
        let mut measured = state.clone();
        let range = range.parse().unwrap();
        measured.this_move.measures.push(naval::model::Measurement {
            from: "saida".into(),
            to: "sankt-georg".into(),
            range,
            bearing: None,
        });
        assert_eq!(verdict(&measured).by, by, "{range}");
    }
}
