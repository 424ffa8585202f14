//! Compares simulated battles with history: the library's own cards and charts, the real rules, fixed seeds.
//!
//! `cargo test --test load_tests calibration -- --nocapture` prints the table of docs/explanation/history.md.
use naval::model::{HeldHit, HitKind, Setting, Setup, command::MetShip, ship::*};
use naval::{Command, Fact, Id, Naval, NavalEvent, Segment, State};
use num_traits::ToPrimitive;
use play::odds;
use play::{self, Game, Script, Seeded};

use naval_kit::fixture::*;

const RUNS: u64 = 2_000;

/// Random words from a seed: splitmix64, the upper half of each.
fn words(seed: u64) -> impl FnMut() -> u32 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((word ^ (word >> 31)) >> 32) as u32
    }
}

/// A card of the library as on the day of the ship's historical battle.
fn card(ship: &str) -> Card {
    let date = match ship {
        "bluecher" => "1915-01-24",
        "emden" | "sydney" => "1914-11-09",
        "dreadnought" | "invincible" | "koenig" | "lion" | "luetzow" | "seydlitz" => "1916-05-31",
        "borodino" => "1905-05-27",
        _ => "1904-08-10",
    };
    load::ship_on(&naval_kit::builtin(), ship, date.parse().unwrap()).unwrap_or_else(|errors| panic!("{errors}")).card
}

/// A copy of the card with this id and name.
fn renamed(card: &Card, name: &str) -> Card {
    Card { id: Id::new(name), name: name.to_owned(), ..card.clone() }
}

/// A battle of loaded cards with their war's charts.
fn battle_of(ours: Vec<Card>, enemies: Vec<Card>) -> Setup {
    let war = if ours[0].navy == "japan" || ours[0].navy == "russia" { "rjw" } else { "ww1" };
    let mut setup = setup(ours, enemies);
    setup.charts = load::charts(&naval_kit::builtin(), war).unwrap_or_else(|errors| panic!("{errors}")).into();
    if war == "ww1" {
        setup.date = "1916-05-31".parse().unwrap();
    }
    setup
}

/// Firer and range, so that hits use a column of the damage tables.
#[derive(Clone, Copy)]
struct Column {
    firer: &'static str,
    range: &'static str,
}

const JAPANESE: Column = Column { firer: "asahi", range: "8" };
const RUSSIAN: Column = Column { firer: "retvizan", range: "8" };
/// World War I, targets with more than two mounts.
const C: Column = Column { firer: "luetzow", range: "15" };
const D: Column = Column { firer: "luetzow", range: "16" };
const G: Column = Column { firer: "lion", range: "15" };
const H: Column = Column { firer: "lion", range: "16" };

/// One run: a hit from `blows` each turn, with damage control and repairs between, until the ship is out of action or
/// `limit` hits have counted. Returns the hits it took and its final state.
fn fire_until_lost(fresh: &State, blows: &[HeldHit], limit: u32, seed: u64) -> (u32, Ship) {
    let mut dice = Seeded::new(words(seed));
    let mut state = fresh.clone();
    let mut act = |state: &mut State, command: &Command| {
        let events = play::decide::<Naval>(state, command, &mut dice).unwrap_or_else(|halt| panic!("{halt:?}"));
        play::apply_all::<Naval>(state, &events);
    };
    let target = blows[0].target.clone();
    let ship_now = |state: &State| state.ship(&target).unwrap().clone();
    for (hits, blow) in (0..limit).zip(blows.iter().cycle()) {
        let turn = hits as u16 + 1;
        Naval::apply(&mut state, &Fact::SegmentBegan { turn, segment: Segment::DamageControl });
        if let Some(command) = repair_command(&ship_now(&state)) {
            act(&mut state, &command);
        }
        if !ship_now(&state).is_in_action() {
            return (hits, ship_now(&state));
        }
        Naval::apply(&mut state, &Fact::SegmentBegan { turn, segment: Segment::Damage });
        state.held_hits.push(blow.clone());
        act(&mut state, &Command::Damage { unit: None });
        if !ship_now(&state).is_in_action() {
            return (hits + 1, ship_now(&state));
        }
    }
    (limit, ship_now(&state))
}

/// The captain's priorities: fires, then flooding, then speed, then the oldest hit.
fn repair_command(ship: &Ship) -> Option<Command> {
    if ship.fires() > 0 {
        return Some(Command::Fires { ship: Some(ship.id.clone()) });
    }
    let is_active = |hit: &&Hit| hit.state == HitState::Active;
    let urgency = |hit: &&Hit| match hit.effect {
        Harm::Flotation { .. } => 0,
        Harm::Speed(_) => 1,
        Harm::Mount(_) | Harm::Guns { .. } | Harm::Fire | Harm::Steering { .. } | Harm::Bridge | Harm::FireControl => 2,
    };
    let hit = ship.hits.iter().filter(is_active).min_by_key(urgency)?;
    Some(Command::Repair { ship: ship.id.clone(), item: hit.id.clone() })
}

fn blow(target: &Card, column: Column, (kind, battery): (HitKind, BatteryKind)) -> HeldHit {
    HeldHit {
        target: target.id.clone(),
        firer: Some(column.firer.into()),
        kind,
        battery: Some(battery),
        range: Some(inches(column.range)),
        count: 1,
    }
}

const PENETRATING: (HitKind, BatteryKind) = (HitKind::Penetrating, BatteryKind::Big);
const HEAVY_NON_PENETRATING: (HitKind, BatteryKind) = (HitKind::NonPenetrating, BatteryKind::Big);
const SIX_INCH: (HitKind, BatteryKind) = (HitKind::Effective, BatteryKind::Medium);

/// The results of many runs: the hits, and the ship after them.
struct Runs(Vec<(u32, Ship)>);

impl Runs {
    fn fight(target: &str, column: Column, blows: &[(HitKind, BatteryKind)], limit: u32) -> Runs {
        let target = card(target);
        let fresh = naval::begin(&battle_of(vec![card(column.firer)], vec![target.clone()]));
        let blows: Vec<HeldHit> = blows.iter().map(|sort| blow(&target, column, *sort)).collect();
        Runs((0..RUNS).map(|seed| fire_until_lost(&fresh, &blows, limit, seed)).collect())
    }
    /// Median number of hits that put the ship out of action.
    fn median(&self) -> f64 {
        let mut hits: Vec<u32> = self.0.iter().map(|(hits, _)| *hits).collect();
        hits.sort_unstable();
        let middle = hits.len() / 2;
        f64::from(hits[middle - 1] + hits[middle]) / 2.0
    }
    fn share(&self, holds: impl Fn(u32, &Ship) -> bool) -> f64 {
        self.0.iter().filter(|(hits, ship)| holds(*hits, ship)).count() as f64 / self.0.len() as f64
    }
}

/// Median number of penetrating hits, one a turn.
fn hits_to_sink(target: &str, column: Column) -> f64 {
    Runs::fight(target, column, &[PENETRATING], 400).median()
}

/// A line of the table in docs/explanation/history.md.
struct Finding {
    fact: String,
    history: String,
    found: String,
    met: bool,
}

fn finding(fact: &str, history: &str, found: String, met: bool) -> Finding {
    Finding { fact: fact.to_owned(), history: history.to_owned(), found, met }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

/// Median hits that put ships out of action, against figures of the staff college and of the Russo-Japanese War: within
/// 30%, armoured cruisers within 60%.
fn lives() -> Vec<Finding> {
    let rows = [
        ("Mikasa (flotation 4, Russian column)", "mikasa", RUSSIAN, 15.0),
        ("Borodino (3, Japanese column)", "borodino", JAPANESE, 14.0),
        ("armoured cruiser of 9,900 t: Asama (2, Russian column)", "asama", RUSSIAN, 7.0),
        ("armoured cruiser: Rossia (2, Japanese column)", "rossia", JAPANESE, 7.0),
        ("Dreadnought (5, D)", "dreadnought", D, 19.0),
        ("König, Iron Duke: König (6, D)", "koenig", D, 23.0),
        ("Seydlitz (5, D)", "seydlitz", D, 17.0),
        ("Lion (5, flash 1, D)", "lion", D, 17.0),
        ("Invincible (4, flash 1, D)", "invincible", D, 14.0),
        ("Blücher (3, D)", "bluecher", D, 11.0),
        ("light cruiser of 5,000 t: Emden (3)", "emden", D, 5.0),
    ];
    let line = |(name, ship, column, row): (&str, &str, Column, f64)| {
        let median = hits_to_sink(ship, column);
        let within = if card(ship).kind == ShipType::CA { 0.6 } else { 0.3 };
        let met = (median - row).abs() <= within * row;
        finding(&format!("out of action: {name}"), &row.to_string(), median.to_string(), met)
    };
    rows.into_iter().map(line).collect()
}

/// Lesser hits: how many of them do what one penetrating hit does.
fn lesser_hits() -> Vec<Finding> {
    let mut lines = Vec::new();
    for (ship, target, column) in [("Borodino", "borodino", JAPANESE), ("Dreadnought", "dreadnought", D)] {
        let whole = hits_to_sink(target, column);
        for (shell, blow, times) in [("non-penetrating heavy", HEAVY_NON_PENETRATING, 2.0), ("6 in", SIX_INCH, 4.0)] {
            let ratio = Runs::fight(target, column, &[blow], 1_000).median() / whole;
            let met = (ratio - times).abs() <= 0.3 * times;
            let fact = format!("{shell} hits for one penetrating, {ship}");
            lines.push(finding(&fact, &format!("about {times}"), format!("{ratio:.1}"), met));
        }
    }
    lines
}

/// Heavy penetrating hits spread evenly among 6-inch gun hits.
fn hit_mix(heavy: usize, six_inch: usize) -> Vec<(HitKind, BatteryKind)> {
    let all = heavy + six_inch;
    let is_heavy = |index: usize| (index + 1) * heavy / all > index * heavy / all;
    (0..all).map(|index| if is_heavy(index) { PENETRATING } else { SIX_INCH }).collect()
}

/// Ships whose fate is on record.
fn battle_record() -> Vec<Finding> {
    let lives_on = |blows: &[(HitKind, BatteryKind)], hits| {
        Runs::fight("mikasa", RUSSIAN, blows, hits).share(|_, ship| ship.is_in_action())
    };
    // Half of the big-gun strikes penetrate [6.5.1.6]; the others have no effect and do not count as hits here.
    let (august, tsushima) = (lives_on(&hit_mix(6, 11), 17), lives_on(&hit_mix(5, 22), 27));
    let (near, far) = (hits_to_sink("luetzow", G), hits_to_sink("luetzow", H));
    let mut lines = vec![
        finding(
            "Mikasa, 10 August 1904: 23 hits (12 heavy, half of them piercing, and 11 of 6 in)",
            "survived",
            format!("survives {}", percent(august)),
            august >= 0.5,
        ),
        finding(
            "Mikasa, Tsushima: 32 hits (10 heavy, half of them piercing, and 22 of 6 in)",
            "survived",
            format!("survives {}", percent(tsushima)),
            tsushima >= 0.5,
        ),
        finding(
            "24 heavy hits sank Lützow, 21 did not sink Derfflinger (flotation 5, G and H)",
            "median 24-32",
            format!("{near} on G, {far} on H"),
            0.7 * 24.0 <= far && near <= 1.3 * 32.0,
        ),
    ];
    for (name, ship) in [("Lion", "lion"), ("Invincible", "invincible")] {
        for (letter, column) in [("C", C), ("D", D)] {
            let runs = Runs::fight(ship, column, &[PENETRATING], 5);
            let share = runs.share(|_, ship| ship.fate == Fate::Exploded);
            let fact = format!("{name} of 1916 explodes within five penetrating hits, {letter}");
            lines.push(finding(&fact, "10-30%", percent(share), (0.1..=0.3).contains(&share)));
        }
    }
    // From 23 to 17 knots is 0.8 inches a turn.
    let slowed = Runs::fight("bluecher", H, &[PENETRATING], 2);
    let share_slowed_by = |lost: &str| slowed.share(|_, ship| ship.top_speed() + inches(lost) <= ship.card.speed);
    lines.push(finding(
        "Blücher, Dogger Bank: 23 kn to 17 kn by two hits",
        "happened",
        format!("in {}, 0.5\" slower in {}", percent(share_slowed_by("0.8")), percent(share_slowed_by("0.5"))),
        share_slowed_by("0.8") >= 0.01,
    ));
    lines
}

/// A battle in the Gunfire Segment: one ship declares a salvo at another at a range, and the target answers.
fn salvo(target: &Card, firer: &Card, range: &str, on_target: bool) -> Battle {
    let mut battle = Battle::at(&battle_of(vec![firer.clone()], vec![target.clone()]), Segment::Gunfire);
    if on_target {
        battle.state.ship_mut(&target.id).unwrap().hit_by.push((firer.id.clone(), 0));
    }
    for (firer, target) in [(firer, target), (target, firer)] {
        let order = naval::model::FireOrder {
            firer: firer.id.clone(),
            target: target.id.clone(),
            range: Some(inches(range)),
            bearing: None,
            battery: None,
            conditions: Default::default(),
        };
        battle.does(&Command::Target(order), &[]);
    }
    battle
}

/// Mean strikes and penetrating hits of a salvo per mount, calculated exactly.
fn per_mount(battle: &Battle, firer: &str) -> (f64, f64) {
    let fire = Command::Fire { units: vec![firer.into()], apart: false };
    let count = |events: &[NavalEvent]| {
        let salvo = |event: &NavalEvent| match &event.fact {
            Fact::SalvoFired(salvo) => Some((u32::from(salvo.strikes), u32::from(salvo.penetrating))),
            _ => None,
        };
        events.iter().find_map(salvo).unwrap_or_default()
    };
    let outcomes = odds::explore::<Naval, _>(&battle.state, &fire, count).unwrap();
    let mounts = battle.ship(firer).mounts_bearing(Bearing::Broadside) as f64;
    let number = |mean: odds::Chance| mean.to_f64().unwrap() / mounts;
    (number(outcomes.mean(|(strikes, _)| *strikes)), number(outcomes.mean(|(_, through)| *through)))
}

/// Share of rounds that strike in a long action: on target after each turn with a hit, eight rounds per mount and turn.
fn share_of_rounds(target: &Card, firer: &Card, range: &str) -> f64 {
    const ROUNDS: f64 = 8.0;
    let [fresh, found] =
        [false, true].map(|on_target| per_mount(&salvo(target, firer, range, on_target), firer.id.as_str()));
    let mounts = firer.mounts_bearing(Bearing::Broadside) as i32;
    // Chance of a turn without a hit, from one mount's chance; then the steady share of turns that begin on target.
    let none = |(_, through): (f64, f64)| (1.0 - through).powi(mounts);
    let chance = (1.0 - none(fresh)) / (1.0 - none(fresh) + none(found));
    (fresh.0 * (1.0 - chance) + found.0 * chance) / ROUNDS
}

fn gunnery() -> Vec<Finding> {
    let (asahi, retvizan) = (card("asahi"), card("retvizan"));
    let first = per_mount(&salvo(&retvizan, &asahi, "8", false), "asahi");
    let doubled = per_mount(&salvo(&retvizan, &asahi, "8", true), "asahi");
    let both = |(strikes, through): (f64, f64)| format!("{} strike, {} penetrate", percent(strikes), percent(through));
    let exact = (first.0 - 0.1925).abs() < 1e-9 && (doubled.1 - 2.0 * first.1).abs() < 1e-9;
    let found = format!("{}, on target {}", both(first), both(doubled));
    let mut lines = vec![finding(
        "Asahi's example, per twin mount and turn",
        "19.3% strike, 9.6% penetrate, doubled on target",
        found,
        exact,
    )];

    let (german, british) = (card("luetzow"), card("lion"));
    for (war, firer, target, range) in [
        ("Asahi at Retvizan, 8\"", &asahi, &retvizan, "8"),
        ("Asahi at Retvizan, 12\"", &asahi, &retvizan, "12"),
        ("Lützow at Lion, 15\"", &german, &british, "15"),
    ] {
        let share = share_of_rounds(target, firer, range);
        lines.push(finding(
            &format!("heavy hits per round, {war}"),
            "2-4%",
            percent(share),
            (0.01..=0.05).contains(&share),
        ));
    }
    for (name, firer, target, ranges) in
        [("Asahi", &asahi, &retvizan, ["4", "8", "12"]), ("Lützow", &german, &british, ["10", "15", "20"])]
    {
        let [near, middle, far] =
            ranges.map(|range| per_mount(&salvo(target, firer, range, false), firer.id.as_str()).0);
        let met = (near / far - 4.0).abs() <= 1.2 && (middle / far - 2.0).abs() <= 0.6;
        let found = format!("{:.1} : {:.1} : 1", near / far, middle / far);
        lines.push(finding(&format!("shape over three bands, heavy guns, {name}"), "about 4 : 2 : 1", found, met));
    }
    lines.push(medium_shape());
    lines
}

/// Medium guns at 3, 6 and 10 inches: the odds method knows no range except its limit.
fn medium_shape() -> Finding {
    let (cruiser, boat) = (card("novik"), card("harusame"));
    let [near, middle, far] = ["3", "6", "10"].map(|range| {
        let battle = salvo(&boat, &cruiser, range, false);
        let fire = Command::Fire { units: vec!["novik".into()], apart: false };
        let hits = |events: &[NavalEvent]| {
            let volley = |event: &NavalEvent| match &event.fact {
                Fact::BatteriesFired(volley) => Some(u32::from(volley.hits)),
                _ => None,
            };
            events.iter().find_map(volley).unwrap_or_default()
        };
        let outcomes = odds::explore::<Naval, _>(&battle.state, &fire, hits).unwrap();
        outcomes.mean(|hits| *hits).to_f64().unwrap()
    });
    let found = format!("{:.1} : {:.1} : 1", near / far, middle / far);
    finding("shape over range, medium guns", "about 10 : 4 : 1", found, near / far > 7.0)
}

/// Chance that one ship's battery hits the other in a turn, at 8 inches, on a D10 or on a D100.
fn chance_of_a_hit(firer: &str, target: &str, d100: bool) -> f64 {
    let mut setup = battle_of(vec![card(firer)], vec![card(target)]);
    setup.charts = load::charts(&naval_kit::builtin(), "ww1").unwrap_or_else(|errors| panic!("{errors}")).into();
    setup.options.d100 = d100;
    let mut battle = Battle::new(&setup);
    battle.set(target, Setting::Sighted(true));
    battle.segment(1, Segment::Gunfire);
    let order = naval::model::FireOrder {
        firer: Id::new(firer),
        target: Id::new(target),
        range: Some(inches("8")),
        bearing: Some(Bearing::Port),
        battery: None,
        conditions: Default::default(),
    };
    battle.does(&Command::Target(order), &[]);
    let fire = Command::Fire { units: vec![firer.into()], apart: false };
    let hit = |events: &[NavalEvent]| {
        events.iter().any(|event| matches!(&event.fact, Fact::BatteriesFired(volley) if volley.hits > 0))
    };
    odds::explore::<Naval, _>(&battle.state, &fire, hit).unwrap().chance(|hit| *hit).to_f64().unwrap()
}

/// A light cruiser against another: about a hundred hits on Emden, and 10 to 16 on Sydney. [6.5.2, 6.5.11]
fn cocos() -> Finding {
    let both = |d100| ["emden", "sydney"].map(|target| chance_of_a_hit(other(target), target, d100));
    let ([on_emden, on_sydney], [coarse_on_emden, coarse_on_sydney]) = (both(true), both(false));
    let ratio = on_emden / on_sydney;
    let found = format!(
        "a turn {} and {}, {ratio:.1} : 1 (on a D10 {} and {})",
        percent(on_emden),
        percent(on_sydney),
        percent(coarse_on_emden),
        percent(coarse_on_sydney)
    );
    finding(
        "Cocos, by D100: Sydney hits Emden, and Emden hits Sydney",
        "about 100 hits and 10 to 16: 6 to 10 : 1",
        found,
        (0.7 * 6.0..=1.3 * 10.0).contains(&ratio),
    )
}

fn other(ship: &str) -> &'static str {
    if ship == "emden" { "sydney" } else { "emden" }
}

fn launch(launcher: &str, target: &str, factors: u8, run: &str) -> Command {
    Command::Launch {
        by: launcher.into(),
        target: target.into(),
        factors,
        run: inches(run),
        bearing: Bearing::Port,
        marker: launcher.into(),
        dummy: false,
        blocked_by: None,
        clear: false,
        because: None,
    }
}

fn meet_command(marker: &str, ship: &str) -> Command {
    let target = MetShip { ship: ship.into(), angle_deg: 90 };
    Command::Meet { marker: marker.into(), targets: vec![target], in_line: Vec::new() }
}

/// One factor of a destroyer against a stopped Retvizan, in the first band.
fn port_arthur() -> Finding {
    let setup = battle_of(vec![card("harusame")], vec![card("retvizan")]);
    let mut battle = Battle::new(&setup);
    battle.set("retvizan", Setting::Sighted(true));
    battle.does(&launch("harusame", "retvizan", 1, "2"), &[]);
    battle.segment(1, Segment::Torpedo);
    let hit = |events: &[NavalEvent]| {
        events.iter().any(|event| matches!(&event.fact, Fact::TorpedoesAttacked(attack) if attack.hits > 0))
    };
    let outcomes = odds::explore::<Naval, _>(&battle.state, &meet_command("harusame", "retvizan"), hit).unwrap();
    let chance = outcomes.chance(|hit| *hit).to_f64().unwrap();
    finding(
        "torpedoes at anchored ships, Port Arthur",
        "3 hits of 16 (19%)",
        percent(chance),
        (chance - 0.19).abs() < 0.02,
    )
}

/// The losses of the night of Tsushima, with the die of 6.5.2 and with that of 6.5.11.
fn tsushima_by_night() -> Vec<Finding> {
    let ((crippled, lost), (_, finer)) = (night_of_tsushima(false), night_of_tsushima(true));
    vec![
        finding(
            "Tsushima by night: 58 boats, large ships sunk or crippled",
            "4",
            format!("{crippled:.1}"),
            (crippled - 4.0).abs() <= 1.2,
        ),
        finding(
            "the same: boats lost, every ship firing once at one division",
            "3",
            format!("{lost:.1} (by D100 {finer:.1})"),
            (lost - 3.0).abs() <= 0.9,
        ),
    ]
}

/// Large ships crippled and boats lost: 58 boats like Harusame, one factor each, attack twelve Borodinos by night in
/// the longer band; one ship's batteries answer each division.
fn night_of_tsushima(d100: bool) -> (f64, f64) {
    const NIGHTS: u64 = 200;
    let boats: Vec<String> = (0..58).map(|index| format!("b{index}")).collect();
    let ships: Vec<String> = (0..12).map(|index| format!("s{index}")).collect();
    let (boat, ship) = (card("harusame"), card("borodino"));
    let copies = |names: &[String], card: &Card| names.iter().map(|name| renamed(card, name)).collect();
    let mut night = battle_of(copies(&boats, &boat), copies(&ships, &ship));
    night.night = true;
    night.options.d100 = d100;
    let whole = night.divisions.remove(0);
    for (index, ships) in whole.ships.chunks(3).enumerate() {
        let mut division = whole.clone();
        (division.id, division.ships, division.flagship) =
            (Id::new(format!("d{index}")), ships.to_vec(), ships[0].clone());
        night.divisions.push(division);
    }
    let divisions = night.divisions.len() - 1;
    let fresh = naval::begin(&night);
    let (mut crippled, mut lost) = (0, 0);
    for seed in 0..NIGHTS {
        let mut draw = Seeded::new(words(seed + 1_000));
        let mut dice = Seeded::new(words(seed));
        let mut battle = Battle { state: fresh.clone() };
        let mut act = |battle: &mut Battle, command: &Command| {
            let events =
                play::decide::<Naval>(&battle.state, command, &mut dice).unwrap_or_else(|halt| panic!("{halt:?}"));
            play::apply_all::<Naval>(&mut battle.state, &events);
        };
        let targets: Vec<String> = (0..divisions).map(|_| ships[usize::from(draw.face(12)) - 1].clone()).collect();
        battle.set("rd", Setting::Sighted(true));
        for (index, target) in targets.iter().enumerate() {
            let by = format!("d{index}");
            let factors = battle.state.ships_of(&Id::new(&by)).count() as u8;
            act(&mut battle, &launch(&by, target, factors, "4"));
        }
        battle.segment(1, Segment::Gunfire);
        for index in 0..divisions {
            let unit = format!("d{index}");
            battle.set(&unit, Setting::Sighted(true));
            battle.set(&unit, Setting::Lit(true));
        }
        for (index, target) in targets.iter().enumerate() {
            for battery in [BatteryKind::Medium, BatteryKind::Light] {
                let order = naval::model::FireOrder {
                    firer: Id::new(target),
                    target: Id::new(format!("d{index}")),
                    range: Some(inches("2")),
                    bearing: None,
                    battery: Some(battery),
                    conditions: Default::default(),
                };
                // A ship whose guns already have a target lets this division pass.
                let refused =
                    play::decide::<Naval>(&battle.state, &Command::Target(order.clone()), &mut Script::default());
                if refused.is_ok() {
                    act(&mut battle, &Command::Target(order));
                }
            }
        }
        act(&mut battle, &Command::Fire { units: Vec::new(), apart: false });
        battle.segment(1, Segment::Torpedo);
        for (index, target) in targets.iter().enumerate() {
            act(&mut battle, &meet_command(&format!("d{index}"), target));
        }
        battle.segment(1, Segment::Damage);
        act(&mut battle, &Command::Damage { unit: None });
        let is_hurt = |ship: &&Ship| !ship.is_in_action() || 2 <= ship.flotation_hits();
        crippled += battle.state.ships_of(&"rd".into()).filter(is_hurt).count();
        lost += battle.state.ships_of_side(&"japan".into()).filter(|ship| !ship.is_in_action()).count();
    }
    let mean = |count: usize| count as f64 / NIGHTS as f64;
    (mean(crippled), mean(lost))
}

#[test]
fn simulated_battles_agree_with_history_as_documented() {
    let mut findings = gunnery();
    findings.extend(lives());
    findings.extend(lesser_hits());
    findings.extend(battle_record());
    findings.push(cocos());
    findings.push(port_arthur());
    findings.extend(tsushima_by_night());
    let line = |Finding { fact, history, found, met }: &Finding| {
        format!("| {fact} | {history} | {found}{} |", if *met { "" } else { " (**no**)" })
    };
    let lines: Vec<String> = findings.iter().map(line).collect();
    println!("| fact | history | simulated |\n|---|---|---|\n{}", lines.join("\n"));
    let page = include_str!("../../docs/explanation/history.md");
    let missing: Vec<&String> = lines.iter().filter(|line| !page.contains(line.as_str())).collect();
    assert!(missing.is_empty(), "docs/explanation/history.md lacks {missing:#?}");
    let unmet: Vec<&str> =
        findings.iter().filter(|finding| !finding.met).map(|finding| finding.fact.as_str()).collect();
    let known = [
        "shape over range, medium guns",
        "Blücher, Dogger Bank: 23 kn to 17 kn by two hits",
        "the same: boats lost, every ship firing once at one division",
    ];
    assert_eq!(unmet, known);
}
