//! Dates as typed, in today's calendar or in the Julian calendar that Russia used until February 1918.
//!
//! All code uses today's calendar. An old-style date is marked: `1904-07-28 OS` is 10 August 1904.
use std::fmt;

use chrono::{Datelike as _, Days, NaiveDate};

pub const DATE_FORM: &str =
    "a date as year-month-day, such as 1904-08-10, or 1904-07-28 OS for an old-style Russian date";

const OLD_STYLE: [&str; 4] = ["old style", "(os)", "o.s.", "os"];
const NEW_STYLE: [&str; 4] = ["new style", "(ns)", "n.s.", "ns"];

/// Days from the day before 1 March -4800 of the Julian calendar to the day before the year 1 of today's calendar.
const BEFORE_THE_FIRST_YEAR: i32 = 1_753_508;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DateError {
    pub text: String,
    /// The date probably meant, in the calendar of the text.
    pub nearest: Option<NaiveDate>,
    /// Whether the text is well formed, but the month has no such day.
    pub is_beyond_month: bool,
    pub is_old_style: bool,
}

impl DateError {
    pub fn message(&self) -> String {
        let given = self.text.escape_debug();
        if self.is_beyond_month { format!("there is no day {given}") } else { format!("`{given}` is not a date") }
    }

    /// Returns the nearest date as it would be typed.
    pub fn hint(&self) -> Option<String> {
        let style = if self.is_old_style { " OS" } else { "" };
        self.nearest.map(|day| format!("{day}{style}"))
    }
}

impl fmt::Display for DateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hint() {
            Some(nearest) => write!(f, "{}; write {nearest}", self.message()),
            None => write!(f, "{}; write {DATE_FORM}", self.message()),
        }
    }
}

impl std::error::Error for DateError {}

/// Whether text ends like an old-style date.
pub fn is_old_style(text: &str) -> bool {
    text.trim_start().starts_with(|letter: char| letter.is_ascii_digit()) && without_style(text).1
}

/// Parses a date and converts it to today's calendar.
///
/// # Errors
/// Text in a different form, and days that their month does not have.
pub fn parse_day(text: &str) -> Result<NaiveDate, DateError> {
    let (plain, is_old_style) = without_style(text);
    let error =
        |nearest, is_beyond_month| DateError { text: text.trim().to_owned(), nearest, is_beyond_month, is_old_style };
    let Some((year, month, day, is_in_form)) = parse_numbers(plain) else { return Err(error(None, false)) };
    let last = last_of_month(year, month, is_old_style);
    let valid = NaiveDate::from_ymd_opt(year, month, day.clamp(1, last.unwrap_or(1)));
    // Today's calendar may lack the 29 February of the old style.
    let valid = valid.or_else(|| NaiveDate::from_ymd_opt(year, month, day.saturating_sub(1)));
    let exists = last.is_some_and(|last| (1..=last).contains(&day));
    match (is_in_form, exists, is_old_style) {
        (true, true, true) => from_old_style(year, month, day).ok_or_else(|| error(None, false)),
        (true, true, false) => valid.ok_or_else(|| error(None, false)),
        (true, false, _) => Err(error(valid.filter(|_| last.is_some()), true)),
        (false, ..) => Err(error(valid.filter(|_| last.is_some()), false)),
    }
}

/// Returns the text without its calendar suffix, and whether that is old style.
fn without_style(text: &str) -> (&str, bool) {
    let text = text.trim();
    let strip_any = |styles: &[&str]| {
        styles.iter().find_map(|style| {
            let start = text.len().checked_sub(style.len())?;
            let (plain, end) = text.split_at_checked(start)?;
            end.eq_ignore_ascii_case(style).then(|| plain.trim_end())
        })
    };
    match (strip_any(&OLD_STYLE), strip_any(&NEW_STYLE)) {
        (Some(plain), _) => (plain, true),
        (None, Some(plain)) => (plain, false),
        (None, None) => (text, false),
    }
}

/// Returns year, month and day, and whether they are in our form: `1904-02-29`. The position of the year decides the
/// order of other forms.
fn parse_numbers(text: &str) -> Option<(i32, u32, u32, bool)> {
    let is_mark = |letter: char| matches!(letter, '-' | '.' | '/' | ' ' | '\u{2010}'..='\u{2015}' | '\u{2212}');
    let parts: Vec<&str> = text.split(is_mark).filter(|part| !part.is_empty()).collect();
    let [first, middle, last] = parts[..] else { return None };
    let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit()) && part.len() <= 4;
    if ![first, middle, last].iter().all(is_number) {
        return None;
    }
    let (year, day, year_first) = match (first.len(), last.len()) {
        (4, 1 | 2) => (first, last, true),
        (1 | 2, 4) => (last, first, false),
        _ => return None,
    };
    let hyphens = text.matches('-').count() == 2 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    Some((year.parse().ok()?, middle.parse().ok()?, day.parse().ok()?, year_first && hyphens))
}

fn last_of_month(year: i32, month: u32, is_old_style: bool) -> Option<u32> {
    let has_julian_leap_day = is_old_style && year.rem_euclid(4) == 0 && month == 2;
    let first = NaiveDate::from_ymd_opt(year, month, 1)?;
    let next = first.checked_add_months(chrono::Months::new(1))?;
    let last = next.checked_sub_days(Days::new(1))?.day();
    Some(if has_julian_leap_day { 29 } else { last })
}

fn from_old_style(year: i32, month: u32, day: u32) -> Option<NaiveDate> {
    let (month, day) = (i32::try_from(month).ok()?, i32::try_from(day).ok()?);
    // In years that begin in March, the leap day is the last.
    let (years, months) = if month < 3 { (year + 4_799, month + 9) } else { (year + 4_800, month - 3) };
    let number = day + (153 * months + 2) / 5 + 365 * years + years / 4 - BEFORE_THE_FIRST_YEAR;
    NaiveDate::from_num_days_from_ce_opt(number)
}
