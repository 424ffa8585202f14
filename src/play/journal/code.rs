//! SHA-256 digests in hexadecimal, complete or shortened to a code that people can compare.
use sha2::{Digest, Sha256};

/// Groups of four digits in a code: 80 bits, and short enough to be read aloud.
pub(super) const CODE_GROUPS: usize = 5;

/// Returns the SHA-256 of some bytes in lower-case hexadecimal.
pub fn digest_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a code that people can compare, from the first digits of the SHA-256: `4f2a-91c3-07be-5d10-a2b4`.
pub fn code_of(bytes: &[u8]) -> String {
    grouped(&digest_of(bytes), CODE_GROUPS)
}

/// Returns the first digits of a digest in groups of four: `2ee2-91c0`.
pub fn grouped(digest: &str, groups: usize) -> String {
    let digits: Vec<char> = digest.chars().take(4 * groups).collect();
    digits.chunks(4).map(|four| four.iter().collect()).collect::<Vec<String>>().join("-")
}

/// Whether a text has the form of a digest: 64 lower-case hexadecimal digits.
pub fn is_digest(text: &str) -> bool {
    text.len() == 64 && is_hexadecimal(text)
}

/// Whether a text has only lower-case hexadecimal digits.
pub fn is_hexadecimal(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
