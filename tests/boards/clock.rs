//! Time controls as they are written, and the countdown of time.
use std::time::Duration;

use boards::clock::{Overtime, TimeControl, TimeLeft};

fn control(text: &str) -> TimeControl {
    text.parse().unwrap()
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn time_left(main_s: u64, periods: u32) -> TimeLeft {
    TimeLeft { main: seconds(main_s), periods }
}

#[test]
fn controls_read_as_they_are_written() {
    let plain = TimeControl { main: seconds(1200), increment: Duration::ZERO, overtime: None };
    assert_eq!(control("20m"), plain);
    assert_eq!(control("20m+10s"), TimeControl { increment: seconds(10), ..plain });
    let overtime = Some(Overtime { periods: 3, each: seconds(30) });
    assert_eq!(control("20m+3x30s"), TimeControl { overtime, ..plain });
    assert_eq!(control("20m+3x30s+10s"), TimeControl { increment: seconds(10), overtime, ..plain });
    for (typed, written) in
        [("20m+3x30s+10s", "20m+10s+3x30s"), ("90s", "1m30s"), ("1h30m+5s", "1h30m+5s"), ("24h", "24h")]
    {
        assert_eq!(control(typed).to_string(), written);
        assert_eq!(control(written), control(typed));
    }
}

#[test]
fn invalid_controls_are_refused_with_examples() {
    for wrong in [
        "",
        "20",
        "m",
        "0m",
        "20m+",
        "20m+0s",
        "+10s",
        "20m+10s+5s",
        "20m+3x30s+2x10s",
        "20m+0x30s",
        "20m+101x30s",
        "20m+3x0s",
        "20m+x30s",
        "10s20m",
        "20m20m",
        "25h",
        "24h1s",
        "-5m",
        "20 m",
        "99999999999999999999h",
        "5124095576030431h",
    ] {
        let refused = wrong.parse::<TimeControl>().unwrap_err();
        assert!(refused.contains("is not a thinking time") && refused.contains("20m+10s"), "{wrong}: {refused}");
    }
    assert_eq!(control("20m+100x30s").overtime.unwrap().periods, 100);
}

#[test]
fn main_time_runs_down_and_an_increment_is_added_after_the_move() {
    let control = control("1m+10s");
    let start = control.starting_time();
    assert_eq!(start, time_left(60, 0));
    assert_eq!(control.after_thinking(start, seconds(20), true), time_left(50, 0));
    assert_eq!(
        control.after_thinking(start, seconds(20), false),
        time_left(40, 0),
        "an undone move earns no increment"
    );
    // A millisecond before the end there is time left. At the end there is none, and no increment restores it.
    let last = control.after_thinking(start, Duration::from_millis(59_999), false);
    assert!(!last.is_up());
    assert_eq!(control.clock_text(last), "0:01");
    let up = control.after_thinking(start, seconds(60), true);
    assert!(up.is_up());
    assert_eq!(control.clock_text(up), "no time");
    assert!(control.after_thinking(up, Duration::ZERO, true).is_up());
}

#[test]
fn a_move_within_an_overtime_period_restores_the_full_period() {
    let control = control("1m+10s+2x30s");
    let start = control.starting_time();
    let over = control.after_thinking(start, seconds(60), true);
    assert_eq!(over, time_left(0, 2), "overtime gives no increment");
    assert_eq!(control.clock_text(over), "overtime 2x30s");
    assert_eq!(control.after_thinking(start, seconds(59), true), time_left(11, 2));
    let within = Duration::from_millis(29_999);
    assert_eq!(control.after_thinking(over, within, true), time_left(0, 2));
    assert_eq!(control.after_thinking(over, seconds(30), true), time_left(0, 1));
    assert_eq!(control.after_thinking(start, seconds(60) + within, true), time_left(0, 2));
    assert_eq!(control.after_thinking(start, seconds(90), true), time_left(0, 1));
    assert!(!control.after_thinking(over, seconds(59), true).is_up());
    assert!(control.after_thinking(over, seconds(60), true).is_up());
    assert!(control.after_thinking(over, seconds(100_000_000), true).is_up());
}

#[test]
fn time_is_shown_as_on_a_clock() {
    let control = control("2h");
    for (seconds, shown) in [(3661, "1:01:01"), (3599, "59:59"), (3600, "1:00:00"), (69, "1:09"), (9, "0:09")] {
        assert_eq!(control.clock_text(time_left(seconds, 0)), shown);
    }
}
