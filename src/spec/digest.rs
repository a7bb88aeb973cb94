//! The one digest of the house: SHA-256 over length-prefixed parts.
//!
//! Nothing path-shaped ever enters a digest, so a root hashes the same wherever it stands.
//!
//! Spec: `design#6.1`.

use std::fmt;

use sha2::{Digest as _, Sha256};

/// A SHA-256 value; shown as `sha256:` and 64 lowercase hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// Hashes parts in order: each contributes its length (64-bit little-endian) and its bytes.
    pub fn of<P: AsRef<[u8]>>(parts: impl IntoIterator<Item = P>) -> Digest {
        let mut hasher = Hasher::default();
        for part in parts {
            hasher.part(part.as_ref());
        }
        hasher.finish()
    }

    /// Reads the shown form; anything else is `None`.
    pub fn parse(text: &str) -> Option<Digest> {
        let hex = text.strip_prefix("sha256:")?.as_bytes();
        if hex.len() != 64 {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(hex.chunks_exact(2)) {
            *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
        }
        Some(Digest(bytes))
    }

    /// Returns the first eight bytes as a big-endian number: the seed of a definition's properties.
    pub fn seed(&self) -> u64 {
        u64::from_be_bytes(self.0[..8].try_into().expect("eight of thirty-two bytes"))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        let mut text = *b"sha256:0000000000000000000000000000000000000000000000000000000000000000";
        for (pair, byte) in text[7..].chunks_exact_mut(2).zip(self.0) {
            pair[0] = HEX[usize::from(byte >> 4)];
            pair[1] = HEX[usize::from(byte & 15)];
        }
        f.write_str(std::str::from_utf8(&text).expect("ASCII"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

/// A digest in the making, for parts that are found one after another.
#[derive(Default)]
pub struct Hasher(Sha256);

impl Hasher {
    /// Adds one part.
    pub fn part(&mut self, bytes: &[u8]) {
        self.pieces([bytes]);
    }

    /// Adds one part that lies in several pieces.
    pub fn pieces<const N: usize>(&mut self, pieces: [&[u8]; N]) {
        let length: usize = pieces.iter().map(|piece| piece.len()).sum();
        self.0.update((length as u64).to_le_bytes());
        for piece in pieces {
            self.0.update(piece);
        }
    }

    /// Adds one part that is `text` without `holes`, which are ascending and disjoint.
    pub fn part_without(&mut self, text: &[u8], holes: &[std::ops::Range<usize>]) {
        let cut: usize = holes.iter().map(|hole| hole.len()).sum();
        self.0.update(((text.len() - cut) as u64).to_le_bytes());
        let mut from = 0;
        for hole in holes {
            self.0.update(&text[from..hole.start]);
            from = hole.end;
        }
        self.0.update(&text[from..]);
    }

    /// Returns the digest of all parts so far.
    pub fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}
