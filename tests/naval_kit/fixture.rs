//! A small hand-made battle, the base of the rule tests.
use std::sync::Arc;

use chrono::{NaiveDate, NaiveTime};
use naval::model::{FireOrder, Fraction, Setup, chart::*, command::Conditions, setup::*, ship::*};
use naval::{Command, Fact, Id, Inches, Naval, NavalEvent, NavalHalt, Reason, Segment, State};
use play::{self, NotDecided, Rule, Script};

pub fn inches(text: &str) -> Inches {
    text.parse().unwrap()
}

pub fn mount(id: &str, arcs: &[FiringArc]) -> Mount {
    Mount { id: id.into(), arcs: arcs.to_vec() }
}

/// Fore and aft turrets: one bears ahead, both bear abeam, one bears astern.
pub fn fore_and_aft() -> Vec<Mount> {
    vec![
        mount("a", &[FiringArc::Bow, FiringArc::Port, FiringArc::Starboard]),
        mount("y", &[FiringArc::Stern, FiringArc::Port, FiringArc::Starboard]),
    ]
}

pub fn battery(strength: i64, bore: &str) -> Option<Battery> {
    Some(Battery { strength: Fraction::from(strength), centreline: false, bore_in: inches(bore) })
}

/// A card with Retvizan's figures, for a test to change.
pub fn card(name: &str, navy: &str, kind: ShipType) -> Card {
    let large = kind.is_large();
    Card {
        id: Id::new(name.to_lowercase()),
        name: name.to_owned(),
        class: name.to_owned(),
        navy: navy.into(),
        kind,
        built_as: None,
        completed: NaiveDate::from_ymd_opt(1902, 1, 1),
        speed: inches("2.5"),
        size: Dual { gun: 11, torpedo: 11 },
        armour: Dual { gun: 8, torpedo: 0 },
        defence: if large {
            35
        } else if kind.is_torpedo_craft() {
            4
        } else {
            12
        },
        flotation: if large {
            3
        } else if kind.is_torpedo_craft() {
            1
        } else {
            3
        },
        flash: 0,
        base_length: inches("2"),
        big: large.then(|| BigGuns {
            gun: "12 in /40".to_owned(),
            bore_in: inches("12"),
            power: 18,
            mounts: fore_and_aft(),
            bands: [("4", 12), ("8", 7), ("12", 3), ("16", 1)]
                .map(|(to, to_hit)| Band { to: inches(to), to_hit })
                .to_vec(),
        }),
        medium: (!kind.is_torpedo_craft()).then(|| battery(24, "6").unwrap()),
        light: battery(2, "3"),
        torpedo: Some(Torpedoes {
            factors: 2,
            kind: "18 in 1904".to_owned(),
            power: 18,
            bands: [("2", 8), ("4", 4)].map(|(to, to_hit)| Band { to: inches(to), to_hit }).to_vec(),
            reloads: false,
            attack_range: large.then(|| inches("10")),
        }),
    }
}

/// Two sides, `japan` and `russia`; each list is one division named `jd` / `rd`.
pub fn setup(japan: Vec<Card>, russia: Vec<Card>) -> Setup {
    let mut ships = Vec::new();
    let mut divisions = Vec::new();
    for (side, id, cards) in [("japan", "jd", japan), ("russia", "rd", russia)] {
        divisions.push(DivisionSetup {
            id: id.into(),
            name: format!("{side} division"),
            side: side.into(),
            ships: cards.iter().map(|card| card.id.clone()).collect(),
            flagship: cards[0].id.clone(),
            one_base: cards.len() > 1 && cards.iter().all(|card| card.kind.is_torpedo_craft()),
            signalling: 0,
            initiative: 0,
            enters_turn: 1,
            speed: inches("2"),
            at: None,
            course: None,
        });
        for (index, card) in cards.into_iter().enumerate() {
            let number = card.big.is_some().then_some(index as u8 + 1);
            ships.push(ShipSetup::undamaged(Arc::new(card), number));
        }
    }
    let side = |id: &str, name: &str, edge| Side {
        id: id.into(),
        name: name.to_owned(),
        friendly_edge: edge,
        force_flag: None,
        damage_control: 2,
    };
    Setup {
        scenario: "test".into(),
        title: "A test".to_owned(),
        introduction: String::new(),
        date: NaiveDate::from_ymd_opt(1904, 8, 10).unwrap(),
        start: NaiveTime::from_hms_opt(5, 0, 0).unwrap(),
        kind: naval::model::BattleKind::default(),
        turns: 30,
        sides: vec![side("japan", "Japan", Edge::South), side("russia", "Russia", Edge::North)],
        divisions,
        ships,
        formations: Vec::new(),
        visibility: Visibility::Steps(vec![VisibilityStep { from_turn: 1, range: inches("20"), quality: None }]),
        night: false,
        wind: Wind { force: WindForce::Calm, from_deg: 0 },
        table: Table::default(),
        land: Vec::new(),
        charts: Arc::new(charts()),
        options: Options::default(),
        hidden: false,
        pickets: Vec::new(),
        without_points: Vec::new(),
        generator: None,
        light: Vec::new(),
        special_rules: Vec::new(),
        rules: Vec::new(),
        victory: Vec::new(),
        decide: None,
        left: Vec::new(),
        sources: Vec::new(),
        war: None,
    }
}

/// Asahi against Retvizan. [6.5.1.6]
pub fn duel() -> Setup {
    setup(vec![card("Asahi", "japan", ShipType::BB)], vec![card("Retvizan", "russia", ShipType::BB)])
}

/// Charts for the usual types of ships, written by hand so that the rule tests do not depend on the loader.
pub fn charts() -> Charts {
    let modifier = |id: &str, when, to_hit: Option<(i64, i64)>, dice: Option<(i64, i64)>, size, forbids| Modifier {
        id: id.into(),
        says: id.replace('-', " "),
        when,
        effect: ModifierEffect {
            to_hit_times: to_hit.map(|(n, d)| Fraction::new(n, d)),
            dice_times: dice.map(|(n, d)| Fraction::new(n, d)),
            size_plus: size,
            forbids,
        },
        rule: Rule::new("6.5.1.3"),
        source: "test".to_owned(),
    };
    let turned = |from_deg, to_deg| ModifierCondition::FirerTurned { from_deg, to_deg };
    Charts {
        id: "rjw".into(),
        gunnery: vec![
            modifier("on-target", ModifierCondition::OnTarget { lost_at_deg: 60 }, Some((2, 1)), None, None, false),
            modifier("not-under-fire", ModifierCondition::NotUnderBigGunFire, None, Some((3, 2)), None, false),
            modifier("poor", ModifierCondition::Visibility(VisibilityQuality::Poor), None, None, Some(-1), false),
            modifier(
                "very-poor",
                ModifierCondition::Visibility(VisibilityQuality::VeryPoor),
                None,
                None,
                Some(-3),
                false,
            ),
            modifier("extreme", ModifierCondition::Visibility(VisibilityQuality::Extreme), None, None, Some(-5), false),
            modifier("turned-15", turned(15, 30), Some((1, 2)), None, None, false),
            modifier("turned-45", turned(45, 60), Some((1, 2)), Some((1, 2)), None, false),
            modifier("turned-75", turned(75, 360), None, None, None, true),
            modifier("courses", ModifierCondition::Courses { from_deg: 45 }, Some((1, 2)), None, None, false),
            modifier("fire-control", ModifierCondition::FireControlOut, Some((1, 2)), None, None, false),
        ],
        damage: damage_tables(),
        large_torpedo: [("5", 4), ("10", 2)].map(|(to, to_hit)| Band { to: inches(to), to_hit }).to_vec(),
        sighting: SightingFactors { burning: Fraction::from(2), firing_or_searchlight_at_night: Fraction::new(3, 2) },
        movement: vec![
            Movement {
                types: vec![ShipType::TB, ShipType::TBD],
                turn_radius: inches("0.3"),
                acceleration: inches("2"),
                source: "test".to_owned(),
            },
            Movement {
                types: vec![ShipType::CL, ShipType::BC],
                turn_radius: inches("0.4"),
                acceleration: inches("1"),
                source: "test".to_owned(),
            },
            Movement {
                types: vec![ShipType::CP, ShipType::CA, ShipType::BB, ShipType::OBB, ShipType::MM],
                turn_radius: inches("0.5"),
                acceleration: inches("0.5"),
                source: "test".to_owned(),
            },
        ],
        command_check: CommandCheck {
            sides: 10,
            base: 6,
            signalling: 1,
            repeaters: Repeaters { each: 1, at_most: 2 },
            advance_plot: 2,
            distance: SignalDistance { every: inches("10"), worth: -1 },
            night: -2,
            under_fire: 0,
            source: "test".to_owned(),
        },
        independent_movement: [UnitKind::Large, UnitKind::Light, UnitKind::Single].map(independent).to_vec(),
        illumination: Illumination {
            searchlights: vec![
                Searchlight { navies: vec!["germany".into()], light_ship: inches("4"), large_ship: inches("5") },
                Searchlight { navies: vec![], light_ship: inches("3"), large_ship: inches("4") },
            ],
            starshell_range: inches("15"),
            starshells: vec![
                Starshell { navies: vec!["germany".into()], from: NaiveDate::from_ymd_opt(1916, 1, 1).unwrap() },
                Starshell { navies: vec![], from: NaiveDate::from_ymd_opt(1918, 1, 1).unwrap() },
            ],
        },
    }
}

fn independent(kind: UnitKind) -> IndependentMovement {
    let row = |up_to, does| IndependentRow { up_to, does };
    IndependentMovement {
        kind,
        sides: 10,
        rows: vec![
            row(Some(2), Independent::TurnAway { degrees: 45 }),
            row(Some(6), Independent::StraightSameSpeed),
            row(Some(8), Independent::FollowNearestAhead),
            row(Some(9), Independent::TurnTowardEnemy { degrees: 45 }),
            row(None, Independent::AsPlotted),
        ],
        source: "test".to_owned(),
    }
}

fn row(from: u8, to: u8, code: &str, effects: Vec<DamageEffect>) -> DamageRow {
    DamageRow { faces: (from, to), code: code.to_owned(), effects }
}

fn damage_tables() -> Vec<DamageTable> {
    let large = vec![ShipType::BB, ShipType::OBB, ShipType::BC, ShipType::CA];
    let cruisers = vec![ShipType::CL, ShipType::CP];
    let boats = vec![ShipType::TBD, ShipType::TB];
    let table = |id: &str, kind, when, sides, rows| DamageTable {
        id: id.into(),
        title: id.replace('-', " "),
        kind,
        when,
        sides,
        rows,
        source: "test".to_owned(),
    };
    let of_types = |types: &[ShipType]| TableConditions { types: types.to_vec(), ..TableConditions::default() };
    let guns = |quarters| vec![DamageEffect::Guns { quarters }];
    let floods = |hits| vec![DamageEffect::Flotation { hits }];
    let navy = |navy: &str| TableConditions {
        types: large.clone(),
        firer_navies: vec![navy.into()],
        ..TableConditions::default()
    };
    let penetrating = |last_faces: [u8; 5]| {
        vec![
            row(1, last_faces[0], "M", vec![DamageEffect::Mount]),
            row(last_faces[0] + 1, last_faces[1], "S", guns(1)),
            row(last_faces[1] + 1, last_faces[2], "F", vec![DamageEffect::Fire]),
            row(last_faces[2] + 1, last_faces[3], "SP", vec![DamageEffect::Special]),
            row(last_faces[3] + 1, last_faces[4], "FL", floods(1)),
            row(last_faces[4] + 1, 20, "NE", vec![DamageEffect::Nothing]),
        ]
    };
    let torpedo = |extra: i32| {
        vec![
            row(1, 1, "EX", vec![DamageEffect::Explosion]),
            row(
                2,
                4,
                "FL",
                vec![DamageEffect::Flotation { hits: 3 + extra }, DamageEffect::Speed { loss: inches("1") }],
            ),
            row(
                5,
                8,
                "FL",
                vec![DamageEffect::Flotation { hits: 2 + extra }, DamageEffect::Speed { loss: inches("0.5") }],
            ),
            row(9, 10, "FL", floods(1 + extra)),
        ]
    };
    let batteries = |batteries: &[BatteryKind]| TableConditions {
        types: large.clone(),
        batteries: batteries.to_vec(),
        ..TableConditions::default()
    };
    vec![
        table("rjw-japanese-guns", TableKind::Penetrating, navy("japan"), 20, penetrating([2, 8, 12, 16, 18])),
        table("rjw-russian-guns", TableKind::Penetrating, navy("russia"), 20, penetrating([2, 8, 10, 12, 16])),
        table(
            "special-large",
            TableKind::Special,
            of_types(&large),
            10,
            vec![
                row(1, 1, "MG", vec![DamageEffect::Magazine { explodes_to: 3 }]),
                row(2, 2, "ST", vec![DamageEffect::Steering]),
                row(3, 3, "V", vec![DamageEffect::Speed { loss: inches("0.5") }]),
                row(4, 4, "B", vec![DamageEffect::Bridge]),
                row(5, 5, "FC", vec![DamageEffect::FireControl]),
                row(6, 7, "FL", floods(1)),
                row(8, 10, "NE", vec![DamageEffect::Nothing]),
            ],
        ),
        table(
            "nonpen-big",
            TableKind::NonPenetrating,
            batteries(&[BatteryKind::Big]),
            20,
            vec![
                row(1, 2, "FL", floods(1)),
                row(3, 4, "F", vec![DamageEffect::Fire]),
                row(5, 8, "S", guns(1)),
                row(9, 10, "B", vec![DamageEffect::BridgeOrFireControl]),
                row(11, 20, "NE", vec![DamageEffect::Nothing]),
            ],
        ),
        table(
            "nonpen-light",
            TableKind::NonPenetrating,
            of_types(&large),
            20,
            vec![
                row(1, 1, "FL", floods(1)),
                row(2, 2, "F", vec![DamageEffect::Fire]),
                row(3, 7, "S", guns(1)),
                row(8, 8, "B", vec![DamageEffect::BridgeOrFireControl]),
                row(9, 20, "NE", vec![DamageEffect::Nothing]),
            ],
        ),
        table("torpedo-large", TableKind::Torpedo, of_types(&large), 10, torpedo(0)),
        table("torpedo-cruiser", TableKind::Torpedo, of_types(&cruisers), 10, torpedo(1)),
        table(
            "torpedo-boat",
            TableKind::Torpedo,
            of_types(&boats),
            10,
            vec![row(1, 10, "X", vec![DamageEffect::Sinks])],
        ),
        table(
            "light-cruiser",
            TableKind::Light,
            of_types(&cruisers),
            10,
            vec![
                row(1, 2, "2G", guns(2)),
                row(3, 5, "G", guns(1)),
                row(6, 7, "2FL", floods(2)),
                row(8, 9, "FL", floods(1)),
                row(10, 10, "F", vec![DamageEffect::Fire]),
            ],
        ),
        table("light-boat", TableKind::Light, of_types(&boats), 10, vec![row(1, 10, "X", vec![DamageEffect::Sinks])]),
        table(
            "light-merchant",
            TableKind::Light,
            of_types(&[ShipType::MM]),
            10,
            vec![
                row(1, 5, "FL", floods(1)),
                row(6, 8, "F", vec![DamageEffect::Fire]),
                row(9, 10, "NE", vec![DamageEffect::Nothing]),
            ],
        ),
        table(
            "guns-gone",
            TableKind::GunsGone,
            of_types(&cruisers),
            10,
            vec![
                row(1, 1, "EX", vec![DamageEffect::Explosion]),
                row(2, 4, "F", vec![DamageEffect::Fire]),
                row(5, 10, "NE", vec![DamageEffect::Nothing]),
            ],
        ),
    ]
}

/// A battle under test that applies the events of its commands.
pub struct Battle {
    pub state: State,
}

impl Battle {
    pub fn new(setup: &Setup) -> Battle {
        Battle { state: naval::begin(setup) }
    }
    /// Puts the battle straight into a segment of its turn.
    pub fn at(setup: &Setup, segment: Segment) -> Battle {
        let mut battle = Battle::new(setup);
        battle.apply(&Fact::SegmentBegan { turn: 1, segment });
        battle
    }
    pub fn apply(&mut self, fact: &Fact) {
        <Naval as play::Game>::apply(&mut self.state, fact);
    }
    pub fn segment(&mut self, turn: u16, segment: Segment) {
        self.apply(&Fact::SegmentBegan { turn, segment });
    }
    pub fn set(&mut self, unit: &str, setting: naval::model::Setting) {
        self.apply(&Fact::ValueSet { unit: unit.into(), setting, because: "test".to_owned() });
    }
    pub fn ship(&self, id: &str) -> &Ship {
        self.state.ship(&id.into()).unwrap()
    }
    pub fn decide(&self, command: &Command, faces: &[u8]) -> Result<Vec<NavalEvent>, NavalHalt> {
        let mut dice = Script::typed(faces.iter().copied());
        let events = play::decide::<Naval>(&self.state, command, &mut dice)?;
        assert_eq!(dice.unused(), 0, "unused dice");
        Ok(events)
    }
    /// Executes a command with these dice.
    #[track_caller]
    pub fn does(&mut self, command: &Command, faces: &[u8]) -> Vec<NavalEvent> {
        let events = self.decide(command, faces).unwrap_or_else(|halt| panic!("{command:?} halted: {halt:?}"));
        play::apply_all::<Naval>(&mut self.state, &events);
        events
    }
    /// The refusal of a command, with its paragraph.
    #[track_caller]
    pub fn refuses(&self, command: &Command) -> (Reason, String) {
        match self.decide(command, &[]) {
            Err(NotDecided::Refused { reason, rule }) => (reason, rule.to_string()),
            other => panic!("{command:?} was not refused: {other:?}"),
        }
    }
}

/// The facts alone.
pub fn facts(events: &[NavalEvent]) -> Vec<&Fact> {
    events.iter().map(|event| &event.fact).collect()
}

/// `target FIRER at TARGET range R`.
pub fn order(firer: &str, target: &str, range: &str) -> FireOrder {
    FireOrder {
        firer: firer.into(),
        target: target.into(),
        range: Some(inches(range)),
        bearing: None,
        battery: None,
        conditions: Conditions::default(),
    }
}
