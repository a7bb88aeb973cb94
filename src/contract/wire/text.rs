//! The one escape set of every document.

/// Appends a JSON string: the five letter escapes, `\"`, `\\` and `\u00xx` in lower case; all else
/// as it is.
///
/// Spec: `tr-grammar#7`.
pub fn quote(text: &str, out: &mut String) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    out.push('"');
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        let short = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            0x08 => "\\b",
            0x0c => "\\f",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0..0x20 => "\\u00",
            _ => continue,
        };
        out.push_str(&text[plain..at]);
        out.push_str(short);
        if short.len() > 2 {
            out.push(HEX[usize::from(byte >> 4)] as char);
            out.push(HEX[usize::from(byte & 15)] as char);
        }
        plain = at + 1;
    }
    out.push_str(&text[plain..]);
    out.push('"');
}
