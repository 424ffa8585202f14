//! Odds beside their percentages: exact if people can read them, always exact in JSON.
use super::*;

#[test]
fn odds_are_fractions_beside_percentages() {
    let chance = |top: u32, bottom: u32| Ratio::new(BigUint::from(top), BigUint::from(bottom));
    let chances = [chance(17, 20), chance(1, 10), chance(1, 20)];
    assert_eq!(
        show::odds::odds_table("hits", Rule::new("6.5.2"), &chances),
        "\
hits [6.5.2]
n  exactly  at least  exact fraction
-------------------------------------
0    85.0%    100.0%  17/20
1    10.0%     15.0%  1/10
2     5.0%      5.0%  1/20"
    );
    assert_eq!(show::odds::odds_json(&chances)[2], serde_json::json!({"n": 2, "p": "1/20"}));
    let long = Ratio::new(BigUint::from(7_u8), BigUint::from(9_u8).pow(80));
    let table = show::odds::odds_table("long", RULE, std::slice::from_ref(&long));
    assert!(table.contains("exactly") && !table.contains("exact fraction") && !table.contains('/'), "{table}");
    assert!(show::odds::odds_json(&[long])[0]["p"].as_str().unwrap().len() > 70, "JSON keeps it exact");
    assert_well_formed(&table);
}

/// Fractions with six digits are printed; with seven, above or below, they are not.
#[test]
fn odds_print_a_fraction_of_six_digits_and_none_of_seven() {
    let chance = |top: u32, bottom: u32| Ratio::new(BigUint::from(top), BigUint::from(bottom));
    let (six, seven) = (chance(999_998, 999_999), chance(999_999, 1_000_000));
    let table_of = |chances: &[Ratio<BigUint>]| show::odds::odds_table("hits", RULE, chances);
    assert!(table_of(std::slice::from_ref(&six)).contains("999998/999999"));
    assert!(!table_of(std::slice::from_ref(&seven)).contains('/'), "{}", table_of(&[seven]));
    // A short fraction beside a long one: the column stays, and the long one has only percentages.
    let both = table_of(&[seven.clone(), six.clone(), chance(0, 1)]);
    assert!(both.contains("exact fraction") && both.contains("999998/999999") && !both.contains("1000000"), "{both}");
    assert_eq!(show::odds::odds_json(std::slice::from_ref(&seven))[0]["p"], "999999/1000000");
    // Certainty and impossibility beside long fractions do not justify a column.
    assert!(!table_of(&[chance(0, 1), seven, chance(1, 1)]).contains("fraction"));
    assert_well_formed(&both);
}
