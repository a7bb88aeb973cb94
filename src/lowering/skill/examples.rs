//! The corpus: specifications with their Soil, in the style that an agent should follow.
//!
//! A list rather than a folder, so that what an agent reads is chosen and the program is the same
//! whatever else lies beside the examples.

macro_rules! files {
    ($($path:literal)*) => {
        &[$(
            ($path, include_str!(concat!("../../../examples/", $path))),
        )*]
    };
}

/// Paths below `examples/` with their texts: pairs, and the types that their signatures name.
pub const FILES: &[(&str, &str)] = files! {
    "calc/expr/calc_error.tr"
    "calc/expr/eval_expr.soil"
    "calc/expr/eval_expr.tr"
    "calc/expr/expr.tr"
    "calc/expr/op.tr"
    "calc/expr/token.tr"
    "calc/expr/tokenize.soil"
    "calc/expr/tokenize.tr"
    "ledger/dates/days_in_month.soil"
    "ledger/dates/days_in_month.tr"
    "ledger/dates/is_leap_year.soil"
    "ledger/dates/is_leap_year.tr"
    "ledger/money/format_cents.soil"
    "ledger/money/format_cents.tr"
    "textkit/kv/kv_error.tr"
    "textkit/kv/kv_pair.tr"
    "textkit/kv/parse_kv.soil"
    "textkit/kv/parse_kv.tr"
    "textkit/kv/parse_kv_lines.soil"
    "textkit/kv/parse_kv_lines.tr"
    "textkit/text/pad_left.soil"
    "textkit/text/pad_left.tr"
    "textkit/text/words.soil"
    "textkit/text/words.tr"
};
