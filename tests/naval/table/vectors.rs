//! Worked examples: plots, speeds, flags, columns and halves.
use naval::model::ShipType::{BB, BC, CA, MM, TBD};
use naval::model::{Fraction, Label, convoy::column_lengths};
use naval::{Inches, Naval, notation, rules::gunnery};
use play::Game;

use super::{
    Table,
    fleet::{division, setup},
};

/// The plot of 5.7.8 has four typed elements. The rest of the move is straight ahead.
#[test]
fn r5_7_8_the_worked_plot_is_read_element_by_element() {
    let mut table = Table::new();
    table.place("Ship", TBD, "a", (20.0, 20.0, 0.0));
    let typed = notation::parse(&table.state, "plot ship 1-CL60-1-SR30 speed 4").unwrap();
    let naval::Command::Plot { plot, .. } = &typed.command else { panic!("{:?}", typed.command) };
    let words: Vec<String> = plot.elements.iter().map(|element| format!("{element:?}")).collect();
    assert_eq!(words.len(), 4, "{words:?}");
    assert!(words[0].contains("Straight") && words[2].contains("Straight"));
    assert!(words[1].contains("Column") && words[1].contains("Left") && words[1].contains("60"), "{words:?}");
    assert!(words[3].contains("Ships") && words[3].contains("Right") && words[3].contains("30"), "{words:?}");
}

/// Invalid plots are refused, and a plot that cannot be read is marked at the wrong element.
#[test]
fn r5_7_invalid_plots_are_refused() {
    let mut table = Table::new();
    table.place("Ship", BB, "a", (20.0, 20.0, 0.0));
    for (plot, token) in [("CL50", "CL50"), ("X30", "X30"), ("1--2", ""), ("CR0", "CR0"), ("SR195", "SR195")] {
        let line = format!("plot ship {plot} speed 4");
        let error = notation::parse(&table.state, &line).unwrap_err();
        assert_eq!(&line[error.at.clone()], token, "{plot}: {error}");
    }
    assert!(table.refusal("plot ship 5 speed 4").contains("PlotTooLong"));
    table.place("Other", BB, "a", (20.0, 16.0, 0.0));
    for mixed in ["1-Fother", "Mother-1", "Fother-CL30"] {
        assert!(notation::parse(&table.state, &format!("plot ship {mixed} speed 4")).is_err(), "{mixed}");
    }
    let mut convoy = Table {
        state: Naval::initial_state(&setup(&[
            division("japan", "convoy", &[("M1", MM), ("M2", MM)], 20.0, 20.0, 0.0),
            division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
        ])),
    };
    convoy.assert_refused("plot convoy CL30 speed 2", "ConvoyColumnTurn");
}

/// Where the plot of 5.7.8 leads: with free turns on the spot, and with a radius of half an inch whose arc counts.
#[test]
fn r5_7_8_where_the_worked_plot_leads() {
    // Positions have steps of 0.0001, and the figures hold within one.
    let near = |got: (f64, f64, f64), wanted: (f64, f64, f64)| {
        let off = [got.0 - wanted.0, got.1 - wanted.1, got.2 - wanted.2];
        assert!(off.iter().all(|off| off.abs() <= 0.0001), "{got:?}, not {wanted:?}");
    };
    let run = |radius: i32, cost: bool| {
        let mut table = Table::set_up(|setup| {
            setup.options.turn_costs_movement = cost;
            let charts = std::sync::Arc::make_mut(&mut setup.charts);
            charts.movement.iter_mut().for_each(|line| line.turn_radius = Inches(radius));
        });
        table.place("Ship", BB, "a", (20.0, 20.0, 0.0));
        table.lines(&["plot ship 1-CL60-1-SR30 speed 4", "next"]);
        let legs = table.ship("ship").run.as_ref().unwrap().legs.clone();
        let straight = |leg: &naval::model::TrackLeg| match leg {
            naval::model::TrackLeg::Straight { length } => Some(length.as_f64()),
            naval::model::TrackLeg::Arc { .. } => None,
        };
        (table.position_of("ship"), legs.iter().filter_map(straight).next_back().unwrap())
    };
    let (end, rest) = run(0, false);
    near(end, (20.0 - 1.866_025, 20.0 + 3.232_051, 330.0));
    assert!((rest - 2.0).abs() <= 0.0001, "{rest}");
    let (end, rest) = run(50, true);
    assert!((rest - 1.214_602).abs() <= 0.0001 && end.2 == 330.0, "{rest} {end:?}");
}

/// The speeds that each type may plot from its own speed, which is in hundredths of an inch.
#[test]
fn r5_5_gains_of_the_worked_types() {
    for (kind, from, most, beyond) in [
        (TBD, 200, "4.0", Some("4.1")),
        (BC, 300, "4.0", Some("4.1")),
        (CA, 300, "3.5", Some("3.6")),
        (BB, 300, "0.0", None),
    ] {
        let mut written = setup(&[
            division("japan", "jd", &[("Ship", kind)], 20.0, 20.0, 0.0),
            division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
        ]);
        std::sync::Arc::make_mut(&mut written.ships[0].card).speed = Inches(500);
        written.divisions[0].speed = Inches(from);
        let mut table = Table { state: Naval::initial_state(&written) };
        table.apply_line(&format!("plot jd {most}"), &[]);
        if let Some(beyond) = beyond {
            table.assert_refused(&format!("plot jd {beyond}"), "GainsTooMuch");
        }
    }
}

/// A new flagship's ratings are the lower of 0 and the old one's.
#[test]
fn r5_10_6_ratings_of_2_and_minus_1_become_0_and_minus_1() {
    for (old, new) in [((2, -1), (0, -1)), ((-2, 3), (-2, 0)), ((0, 0), (0, 0))] {
        let mut written = setup(&[
            division("japan", "jd", &[("Izumo", CA), ("Iwate", CA)], 20.0, 20.0, 0.0),
            division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
        ]);
        (written.divisions[0].signalling, written.divisions[0].initiative) = old;
        let mut table = Table { state: Naval::initial_state(&written) };
        table.apply_line("plot jd 2", &[]);
        table.apply_line("flag jd iwate", &[]);
        let division = table.state.division(&"jd".into()).unwrap();
        assert_eq!((division.flagship.as_str(), (division.signalling, division.initiative)), ("iwate", new));
    }
}

#[test]
fn r5_1_2_columns_of_the_worked_convoys() {
    for (ships, wanted) in [(10, &[3, 3, 2, 2][..]), (9, &[3, 3, 3]), (7, &[3, 2, 2]), (1, &[1])] {
        assert_eq!(column_lengths(ships), wanted, "{ships}");
    }
}

/// 7 halved is 3.5, which gives 4. 25 points against 5, halved, are 2.5, which gives 3.
#[test]
fn r3_4_5_halved_numbers_are_rounded_half_up() {
    let mut to_hit = naval::model::Sum::from_base(7, Label::Size, play::Rule::new("6.5.1"));
    to_hit.times(Fraction::new(1, 2), Label::HalfMoveNearEnemy, play::Rule::new("3.4.5"));
    assert_eq!(to_hit.result, 4);
    assert_eq!(gunnery::quotient(Fraction::new(25, 2), 5, false).needed, 3);
}
