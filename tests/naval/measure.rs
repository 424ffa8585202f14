//! Reading and printing of inches and fractions.
use naval::{Inches, model::Fraction};

#[test]
fn inches_parse_as_they_print() {
    for (text, hundredths) in
        [("8", 800), ("8.0", 800), ("3.25", 325), ("0.05", 5), ("24\"", 2400), ("10.0000001", 1000)]
    {
        assert_eq!(text.parse(), Ok(Inches(hundredths)));
    }
    for bad in ["", "-1", "nan", "inf", "1e3", "eight", "1001", "8,5"] {
        assert!(bad.parse::<Inches>().is_err(), "{bad}");
    }
    assert_eq!([Inches(800), Inches(325), Inches(5)].map(|inches| inches.to_string()), ["8.0", "3.25", "0.05"]);
}

#[test]
fn fractions_parse_as_they_print_and_round_half_up() {
    for (text, print) in
        [("2", "2"), ("1.5", "1.5"), ("3/2", "1.5"), ("1/3", "1/3"), ("0.49", "0.49"), ("-0.5", "-0.5")]
    {
        assert_eq!(text.parse::<Fraction>().map(|fraction| fraction.to_string()), Ok(print.to_owned()));
    }
    for (half, whole) in [("0.49", 0), ("0.5", 1), ("21.5", 22), ("3.5", 4), ("-0.5", 0)] {
        assert_eq!(half.parse::<Fraction>().map(Fraction::rounded), Ok(whole));
    }
}
