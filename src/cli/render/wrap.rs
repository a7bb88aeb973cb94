//! Lines of words that fit a terminal.

/// Breaks text between words so that no line is longer than `width` columns, if words allow it.
///
/// `indent` starts every line but the first, whose own indent counts as part of the text.
pub fn wrap(text: &str, width: usize, indent: &str) -> String {
    let mut wrapped = String::with_capacity(text.len() + 16);
    let mut column = 0;
    for (at, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if at > 0 {
            if column + 1 + length > width && column > indent.len() {
                wrapped.push('\n');
                wrapped.push_str(indent);
                column = indent.chars().count();
            } else {
                wrapped.push(' ');
                column += 1;
            }
        }
        wrapped.push_str(word);
        column += length;
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_break_between_words_only() {
        assert_eq!(wrap("  one two three", 9, "  "), "  one two\n  three");
        assert_eq!(wrap("unbreakable words", 4, ""), "unbreakable\nwords");
        assert_eq!(wrap("größer 𝄞", 8, ""), "größer 𝄞");
        assert_eq!(wrap("", 8, "  "), "");
    }
}
