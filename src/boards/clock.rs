//! Time controls: main time, an increment for each move, and overtime periods.
use std::{fmt, str::FromStr, time::Duration};

/// Examples of time controls for error messages.
const FORMAT_EXAMPLES: &str =
    "20m, 20m+10s (ten seconds more a move) or 20m+3x30s (then three periods of thirty seconds)";
/// Longest time of any part: a day.
const MAX_PART_S: u64 = 24 * 60 * 60;
const MAX_PERIODS: u32 = 100;

/// A time control, the same for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// For the complete game. Never zero.
    pub main: Duration,
    /// Added after each move made in main time.
    pub increment: Duration,
    pub overtime: Option<Overtime>,
}

/// Overtime after main time. A move within a period restores it. Otherwise the period is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overtime {
    pub periods: u32,
    pub each: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    pub main: Duration,
    /// Overtime periods left, including the current one.
    pub periods: u32,
}

impl TimeLeft {
    pub fn is_up(self) -> bool {
        self.main.is_zero() && self.periods == 0
    }
}

impl TimeControl {
    pub fn starting_time(&self) -> TimeLeft {
        TimeLeft { main: self.main, periods: self.overtime.map_or(0, |overtime| overtime.periods) }
    }

    /// The time left after thinking this long, with or without a move. In overtime, no increment is added.
    pub fn after_thinking(&self, remaining: TimeLeft, thought: Duration, moved: bool) -> TimeLeft {
        let remaining = self.spend(remaining, thought);
        let gains = moved && !remaining.main.is_zero();
        if gains { TimeLeft { main: remaining.main + self.increment, ..remaining } } else { remaining }
    }

    /// The time left after thinking, which uses up main time first, then one period after another.
    fn spend(&self, remaining: TimeLeft, thought: Duration) -> TimeLeft {
        if thought < remaining.main {
            return TimeLeft { main: remaining.main - thought, ..remaining };
        }
        let overtime_used = thought - remaining.main;
        let periods_used = self.overtime.map_or(0, |overtime| overtime_used.as_millis() / overtime.each.as_millis());
        let periods_used = u32::try_from(periods_used).unwrap_or(u32::MAX);
        TimeLeft { main: Duration::ZERO, periods: remaining.periods.saturating_sub(periods_used) }
    }

    /// The time left as a clock shows it: `19:42`, `overtime 2x30s`, `no time`.
    pub fn clock_text(&self, remaining: TimeLeft) -> String {
        match self.overtime {
            _ if remaining.is_up() => "no time".to_owned(),
            Some(overtime) if remaining.main.is_zero() => {
                format!("overtime {}x{}", remaining.periods, duration_text(overtime.each))
            }
            Some(_) | None => digits(remaining.main),
        }
    }
}

/// `0:09`, `19:42`, `1:05:00`. Rounds up, so that `0:00` never means that time is left.
fn digits(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000);
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes}:{seconds:02}"),
        (hours, minutes) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// `1h30m`, `20m`, `90s` as `1m30s`.
fn duration_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let parts = [(seconds / 3600, 'h'), (seconds / 60 % 60, 'm'), (seconds % 60, 's')];
    parts.into_iter().filter(|(count, _)| 0 < *count).map(|(amount, unit)| format!("{amount}{unit}")).collect()
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&duration_text(self.main))?;
        if !self.increment.is_zero() {
            write!(f, "+{}", duration_text(self.increment))?;
        }
        match self.overtime {
            Some(Overtime { periods, each }) => write!(f, "+{periods}x{}", duration_text(each)),
            None => Ok(()),
        }
    }
}

impl FromStr for TimeControl {
    type Err = String;

    /// Reads main time, then in any order an increment and overtime, each at most once.
    ///
    /// # Errors
    /// A sentence with examples, if a part is invalid, repeated, zero or longer than a day.
    fn from_str(text: &str) -> Result<TimeControl, String> {
        let not_a_time = || format!("\"{text}\" is not a thinking time, such as {FORMAT_EXAMPLES}.");
        let mut parts = text.split('+');
        let main = parts.next().and_then(parse_duration).ok_or_else(not_a_time)?;
        let mut control = TimeControl { main, increment: Duration::ZERO, overtime: None };
        for part in parts {
            match part.split_once('x') {
                Some((periods, each)) if control.overtime.is_none() => {
                    let periods = periods.parse().ok().filter(|count| (1..=MAX_PERIODS).contains(count));
                    let (periods, each) = periods.zip(parse_duration(each)).ok_or_else(not_a_time)?;
                    control.overtime = Some(Overtime { periods, each });
                }
                None if control.increment.is_zero() => {
                    control.increment = parse_duration(part).ok_or_else(not_a_time)?
                }
                Some(_) | None => return Err(not_a_time()),
            }
        }
        Ok(control)
    }
}

/// `1h30m`, `20m`, `10s`: hours, minutes and seconds in this order, each at most once. `None` for anything else, for
/// zero, and for more than a day.
fn parse_duration(text: &str) -> Option<Duration> {
    let (mut seconds, mut unread) = (0_u64, text);
    for (unit, seconds_per_unit) in [('h', 3600), ('m', 60), ('s', 1)] {
        if let Some((number, after)) = unread.split_once(unit) {
            seconds = seconds.checked_add(number.parse::<u64>().ok()?.checked_mul(seconds_per_unit)?)?;
            unread = after;
        }
    }
    (unread.is_empty() && (1..=MAX_PART_S).contains(&seconds)).then(|| Duration::from_secs(seconds))
}
