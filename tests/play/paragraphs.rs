//! Paragraph numbers: their order, printing and parsing.
use play::{NotAParagraph, Rule};

#[test]
fn paragraphs_sort_as_in_the_book_and_parse_as_printed() {
    assert!(Rule::new("6.9") < Rule::new("6.10"));
    assert!(Rule::new("6.5") < Rule::new("6.5.1"));
    assert!(Rule::new("TF-9") < Rule::new("TF-10") && Rule::new("TF-13") < Rule::new("TF-Q1"));
    assert!(Rule::new("BA-30") < Rule::new("TF-1") && Rule::new("12") < Rule::new("BA-1"));
    for good in ["2", "6.10", "6.5.1", "8.6.4.3", "TF-8", "BA-30", "CS-A12", "SC-4.2"] {
        assert_eq!(good.parse::<Rule>().map(|rule| rule.to_string()), Ok(good.to_owned()));
    }
    for bad in [
        "",
        ".",
        "6.",
        "6..1",
        "a",
        "6a1",
        "1.2.3.4.5.6",
        "123",
        "6.0",
        "06",
        "T-8",
        "TF-",
        "TF8",
        "tf-8",
        "TF-Q",
        "TF-QQ1",
        "TF-0",
    ] {
        assert_eq!(bad.parse::<Rule>(), Err(NotAParagraph), "{bad}");
    }
}
