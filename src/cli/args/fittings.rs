//! Parses the short forms of `kaiser ship new`: guns, tubes, plates and words of the data files.
use std::str::FromStr;

use serde_json::json;

use naval::Id;
use naval::model::library::{ArmourPlan, Bulkhead, GunGroup, MainBattery, TorpedoTubes};
use naval::model::{FiringArc, Mount};
use play::verbs::did_you_mean;
use session::Refusal;

/// Parses a word of the data files: a type, a kind of plate, a bulkhead.
pub fn parse_word<T: serde::de::DeserializeOwned>(text: &str, what: &str, valid: &str) -> Result<T, Refusal> {
    let hint = || did_you_mean(text, valid.split(' '), valid);
    let wrong = |_| Refusal::usage(format!("\"{text}\" is not a {what}.")).hint(hint());
    serde_json::from_value(json!(text)).map_err(wrong)
}

fn unreadable(text: &str, form: &str) -> Refusal {
    Refusal::usage(format!("\"{text}\" cannot be read.")).hint(form)
}

fn parse_number<T: FromStr>(text: &str, full_text: &str, form: &str) -> Result<T, Refusal> {
    text.trim().parse().map_err(|_| unreadable(full_text, form))
}

/// Splits a text at slashes into `N` parts.
fn split_parts<'a, const N: usize>(text: &'a str, form: &str) -> Result<[&'a str; N], Refusal> {
    text.split('/').collect::<Vec<_>>().try_into().map_err(|_| unreadable(text, form))
}

/// Parses `6/40x7`: bore, calibre, guns.
pub fn parse_guns(text: &str) -> Result<GunGroup, Refusal> {
    parse_group(text, "bore/calibre, x guns on a side: 6/40x7")
}

fn parse_group(text: &str, form: &str) -> Result<GunGroup, Refusal> {
    let (bore, rest) = text.split_once('/').unwrap_or((text, ""));
    let (calibre, guns) = rest.split_once('x').unwrap_or((rest, ""));
    Ok(GunGroup {
        bore_in: parse_number(bore, text, form)?,
        calibre: parse_number(calibre, text, form)?,
        guns: parse_number(guns, text, form)?,
    })
}

/// Parses `12/40x2:1-2-1`: bore, calibre, guns in a mount, mounts that bear ahead, abeam and astern.
pub fn parse_main_guns(text: &str) -> Result<MainBattery, Refusal> {
    const FORM: &str = "bore/calibre, x guns in a mount, mounts that bear ahead-abeam-astern: 12/40x2:1-2-1";
    let (group, arcs) = text.split_once(':').unwrap_or((text, ""));
    let group = self::parse_group(group, FORM)?;
    let arcs: Vec<u8> = arcs.split('-').map(|count| parse_number(count, text, FORM)).collect::<Result<_, _>>()?;
    let [bow, broadside, stern] = arcs[..] else { return Err(unreadable(text, FORM)) };
    let mounts = turret_plan(bow, broadside, stern).ok_or_else(|| {
        Refusal::usage(format!("No arrangement of turrets bears {bow}-{broadside}-{stern}."))
            .hint("edit the arcs of `main` in the file: bow, port, starboard, stern")
    })?;
    let guns_per_mount = u8::try_from(group.guns)
        .map_err(|_| Refusal::usage(format!("A mount cannot hold {} guns.", group.guns)).hint(FORM))?;
    Ok(MainBattery {
        bore_in: group.bore_in,
        calibre: group.calibre,
        guns_per_mount,
        guns_broadside: None,
        model: format!("{} in /{}", group.bore_in, group.calibre),
        mounts,
    })
}

/// Returns turrets on the centreline and the fewest wing pairs that fit the counts. `None` if none fit.
fn turret_plan(bow: u8, broadside: u8, stern: u8) -> Option<Vec<Mount>> {
    use FiringArc::{Bow, Port, Starboard, Stern};
    let mount = |id: String, arcs: &[FiringArc]| Mount { id: Id::new(id), arcs: arcs.to_vec() };
    for pairs in 0..=3_u8 {
        let (Some(fore), Some(aft)) = (bow.checked_sub(2 * pairs), stern.checked_sub(2 * pairs)) else { break };
        let Some(middle) = broadside.checked_sub(pairs).and_then(|left| left.checked_sub(fore + aft)) else { continue };
        let mut mounts = Vec::new();
        mounts.extend((1..=fore).map(|n| mount(format!("fore-{n}"), &[Bow, Port, Starboard])));
        for n in 1..=pairs {
            mounts.push(mount(format!("port-{n}"), &[Bow, Port, Stern]));
            mounts.push(mount(format!("starboard-{n}"), &[Bow, Starboard, Stern]));
        }
        mounts.extend((1..=middle).map(|n| mount(format!("midships-{n}"), &[Port, Starboard])));
        mounts.extend((1..=aft).map(|n| mount(format!("aft-{n}"), &[Port, Starboard, Stern])));
        return Some(mounts).filter(|mounts| !mounts.is_empty());
    }
    None
}

/// Parses `4/2/18`: tubes, tubes on a side, inches.
pub fn parse_tubes(text: &str, above_water: bool) -> Result<TorpedoTubes, Refusal> {
    const FORM: &str = "total/on one side/inches: 4/2/18";
    let [tubes, per_side, size] = split_parts(text, FORM)?;
    Ok(TorpedoTubes {
        tubes: parse_number(tubes, text, FORM)?,
        per_side: parse_number(per_side, text, FORM)?,
        size_in: parse_number(size, text, FORM)?,
        above_water,
    })
}

/// Parses `KC/229/102/254/76`: kind, belt, ends, turrets, deck.
pub fn parse_plates(text: &str, bulkhead: Bulkhead) -> Result<ArmourPlan, Refusal> {
    const FORM: &str = "kind/belt/ends/turrets/deck in mm: KC/229/102/254/76";
    let [kind, belt, ends, turrets, deck] = split_parts(text, FORM)?;
    Ok(ArmourPlan {
        kind: parse_word(kind, "kind of plate", "KC Harvey nickel compound iron none")?,
        belt_mm: parse_number(belt, text, FORM)?,
        belt_ends_mm: parse_number(ends, text, FORM)?,
        turret_mm: parse_number(turrets, text, FORM)?,
        deck_mm: parse_number(deck, text, FORM)?,
        bulkhead,
        cover: None,
    })
}
