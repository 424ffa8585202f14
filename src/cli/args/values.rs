//! Parses option values that are more than a word or a number.
use naval::Inches;
use naval::model::{Fine, Fraction};
use play::Rule;
use session::{
    Refusal,
    naval::{Moment, TurnSegment},
};

/// Parses a moment of a battle: `7/gunfire`, `12.5/gunfire`, or the number of an entry. `None` without one.
pub fn read_moment(at: Option<&str>) -> Result<Option<Moment>, Refusal> {
    at.map(parse_moment).transpose()
}

/// Parses a moment, as [`read_moment`] does.
pub fn parse_moment(at: &str) -> Result<Moment, Refusal> {
    if let Ok(number) = at.parse() {
        return Ok(Moment::Entry(number));
    }
    let wrong = || {
        Refusal::usage(format!("\"{at}\" is not a moment of a game."))
            .hint("TURN/SEGMENT, such as 7/gunfire or 12.5/damage-control, or the number of an entry, such as 102")
    };
    TurnSegment::from_label(at).map(Moment::Segment).ok_or_else(wrong)
}

/// Splits `SIDE=PLAYER`. The player is empty if there is none.
pub fn read_policy(typed: &str) -> Result<(&str, &str), Refusal> {
    if let Some(parts) = typed.split_once('=') {
        return Ok(parts);
    }
    match typed.split_once(':') {
        Some((side, player)) => {
            let what = format!("\"{typed}\" has a colon instead of = between side and player.");
            Err(Refusal::usage(what).hint(format!("{side}={player}")))
        }
        None => Ok((typed, "")),
    }
}

/// Splits `SIDE=DIR`. Without a side, everything is the folder.
pub fn split_mirror(typed: &str) -> (Option<&str>, &str) {
    match typed.split_once('=') {
        Some((side, folder)) if !side.contains(['/', '\\']) => (Some(side), folder),
        Some(_) | None => (None, typed),
    }
}

/// A player as it is typed: `captain:jessen`, `admiral:jessen@5000`.
pub struct TypedPlayer<'t> {
    /// Everything before the number of orders.
    pub name: &'t str,
    pub level: &'t str,
    pub card: Option<&'t str>,
    /// How many orders an admiral simulates.
    pub nodes: Option<&'t str>,
}

/// Parses a player.
pub fn read_player(typed: &str) -> TypedPlayer<'_> {
    let (name, nodes) = typed.split_once('@').map_or((typed, None), |(by, nodes)| (by, Some(nodes)));
    let (level, card) = name.split_once(':').map_or((name, None), |(level, card)| (level, Some(card)));
    TypedPlayer { name, level, card, nodes }
}

/// Splits `SIDE=PLACE`, where a side enters.
pub fn split_approach(typed: &str) -> Option<(&str, &str)> {
    typed.split_once('=')
}

/// Parses a place seen from the centre of the table, `18@225`: inches and degrees.
pub fn parse_place(typed: &str) -> Option<(Inches, Fine)> {
    let (distance, bearing) = typed.split_once(['@', ' '])?;
    let bearing: f64 = bearing.trim().parse().ok().filter(|bearing: &f64| bearing.is_finite())?;
    Some((distance.trim().parse().ok()?, Fine::nearest(bearing)))
}

/// Replaces a comma in a number by a point, if there is one.
pub fn with_decimal_point(typed: &str) -> Option<String> {
    typed.contains(',').then(|| typed.replace(',', "."))
}

/// A term of a sum of dice and numbers.
pub enum Term {
    Number(i64),
    Dice { count: u16, sides: u8 },
}

/// Parses a sum of dice and numbers, `2d6+1-2`. Dice are added, numbers are added or subtracted.
pub fn parse_dice_sum(typed: &str) -> Result<Vec<Term>, Refusal> {
    let flat: String = typed.to_lowercase().split_whitespace().collect();
    let terms = flat.replace('-', "+-").split('+').map(parse_term).collect::<Option<Vec<Term>>>();
    terms.ok_or_else(|| Refusal::read(format!("\"{typed}\" is not a dice roll.")).hint("3d20, d100, 2d6+1"))
}

fn parse_term(text: &str) -> Option<Term> {
    let Some((count, sides)) = text.split_once('d') else {
        let number = |digits: &str| digits.parse::<u32>().ok().map(i64::from);
        let signed = text.strip_prefix('-').map_or_else(|| number(text), |digits| number(digits).map(|number| -number));
        return signed.map(Term::Number);
    };
    let count = if count.is_empty() { 1 } else { count.parse().ok()? };
    let sides = sides.parse().ok()?;
    ((1..=1000).contains(&count) && 1 < sides).then_some(Term::Dice { count, sides })
}

const AUTOMATIC_HITS: Rule = Rule::new("6.5.3");
/// The maximum strength whose odds are listed hit by hit. [6.5.3]
const MAX_STRENGTH: i64 = 100_000;

/// Parses the strength of medium or light guns: a decimal or a fraction.
pub fn parse_strength(typed: &str) -> Result<Fraction, Refusal> {
    let number: Fraction = typed.parse().map_err(|error| {
        let what = format!("--strength \"{typed}\" is not a number: {error}.");
        Refusal::usage(what).maybe_hint(strength_meant(typed))
    })?;
    if let Some((port, starboard)) = typed.split_once('/')
        && is_reducible(number, starboard)
    {
        let what = format!(
            "--strength {typed} may mean a card's two sides, {port} to port and {starboard} to \
        starboard."
        );
        return Err(Refusal::usage(what)
            .hint(format!("type the side that fires: --strength {port}, or {number} if it is a fraction")));
    }
    if number < Fraction::ZERO {
        return Err(Refusal::usage(format!("--strength {typed} is less than 0.")));
    }
    if Fraction::from(MAX_STRENGTH) < number {
        let what = format!(
            "--strength {typed} is over the limit of {MAX_STRENGTH}, because the table of odds has a line for every \
            sure hit."
        );
        let hint = "all guns of a side together have a strength of a few hundred";
        return Err(Refusal::usage(what).rule(AUTOMATIC_HITS).hint(hint));
    }
    Ok(number)
}

/// Suggests what an unreadable strength may mean, or shows the form. `None` for a number that is not a decimal, such as
/// 1e9.
fn strength_meant(typed: &str) -> Option<String> {
    let pointed = with_decimal_point(typed).filter(|meant| meant.parse::<Fraction>().is_ok());
    let suggestion = pointed.map(|meant| format!("--strength {meant}"));
    let meant = suggestion.or_else(|| mixed_number_hint(typed)).or_else(|| decimal_quotient_hint(typed));
    let is_no_number = meant.is_none() && typed.parse::<f64>().is_err();
    meant.or(is_no_number.then(|| "a decimal or a fraction, such as 39.5 or 79/2".to_owned()))
}

/// `--strength 12.5`, if a mixed number such as `12 1/2` was typed.
fn mixed_number_hint(typed: &str) -> Option<String> {
    let (whole, part) = typed.trim().split_once(' ')?;
    let (top, bottom) = part.trim().split_once('/')?;
    let (whole, top, bottom): (u16, u8, u8) = (whole.parse().ok()?, top.parse().ok()?, bottom.parse().ok()?);
    let number: Fraction =
        format!("{}/{bottom}", u32::from(whole) * u32::from(bottom) + u32::from(top)).parse().ok()?;
    Some(format!("--strength {number}"))
}

/// `--strength 39.5, or 79/4 if it is divided`, if a fraction contains a decimal, such as `39.5/2`.
fn decimal_quotient_hint(typed: &str) -> Option<String> {
    let (top, bottom) = typed.split_once('/')?;
    let (numerator, denominator): (Fraction, Fraction) = (top.trim().parse().ok()?, bottom.trim().parse().ok()?);
    let quotient = (Fraction::ZERO < denominator).then(|| numerator / denominator)?;
    Some(format!("--strength {}, or {quotient} if it is divided", top.trim()))
}

/// Whether a typed fraction can be reduced. Then it is rather a card's strength on two sides, such as 43/43.
fn is_reducible(number: Fraction, denominator: &str) -> bool {
    denominator.trim().parse::<i64>().is_ok_and(|typed| *number.0.denom() != typed)
}
