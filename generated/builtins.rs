//! The builtins of the language.
//!
//! Generated from `registry/builtins.json`; never edit it, run `TRELLIS_BLESS=1 cargo build`.

/// A name that every program may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Builtin {
    /// `unit : Unit`
    Unit,
    /// `panic_with : Utf8 -> panic a`
    PanicWith,
    /// `list_len : List a -> I64`
    ListLen,
    /// `list_nth : List a -> I64 -> panic a`
    ListNth,
    /// `list_empty : List a`
    ListEmpty,
    /// `list_append : List a -> a -> List a`
    ListAppend,
    /// `list_get : List a -> I64 -> Option a`
    ListGet,
    /// `list_set : List a -> I64 -> a -> Option (List a)`
    ListSet,
    /// `list_concat : List a -> List a -> List a`
    ListConcat,
    /// `list_slice : List a -> I64 -> I64 -> List a`
    ListSlice,
    /// `list_reverse : List a -> List a`
    ListReverse,
    /// `list_range : I64 -> I64 -> List I64`
    ListRange,
    /// `list_map : (a -> e b) -> List a -> e (List b)`
    ListMap,
    /// `list_filter : (a -> e Bool) -> List a -> e (List a)`
    ListFilter,
    /// `list_fold : (b -> a -> e b) -> b -> List a -> e b`
    ListFold,
    /// `list_sort_by : (a -> e k) -> List a -> e (List a)`
    ListSortBy,
    /// `utf8_decode : Bytes -> Result Utf8 Utf8Error`
    Utf8Decode,
    /// `utf8_encode : Utf8 -> Bytes`
    Utf8Encode,
    /// `utf8_split : (sep : Utf8) -> Utf8 -> List Utf8`
    Utf8Split,
    /// `utf8_trim : Utf8 -> Utf8`
    Utf8Trim,
    /// `utf8_parse_f64 : Utf8 -> Option F64`
    Utf8ParseF64,
    /// `utf8_concat : Utf8 -> Utf8 -> Utf8`
    Utf8Concat,
    /// `utf8_join : (sep : Utf8) -> List Utf8 -> Utf8`
    Utf8Join,
    /// `utf8_len : Utf8 -> I64`
    Utf8Len,
    /// `utf8_chars : Utf8 -> List Utf8`
    Utf8Chars,
    /// `utf8_scalar : Utf8 -> Option U32`
    Utf8Scalar,
    /// `utf8_from_scalar : U32 -> Option Utf8`
    Utf8FromScalar,
    /// `utf8_slice : Utf8 -> I64 -> I64 -> Utf8`
    Utf8Slice,
    /// `utf8_find : (needle : Utf8) -> Utf8 -> Option I64`
    Utf8Find,
    /// `utf8_starts_with : (part : Utf8) -> Utf8 -> Bool`
    Utf8StartsWith,
    /// `utf8_ends_with : (part : Utf8) -> Utf8 -> Bool`
    Utf8EndsWith,
    /// `utf8_replace : (from : Utf8) -> (to : Utf8) -> Utf8 -> Utf8`
    Utf8Replace,
    /// `utf8_lower : Utf8 -> Utf8`
    Utf8Lower,
    /// `utf8_upper : Utf8 -> Utf8`
    Utf8Upper,
    /// `utf8_parse_i64 : Utf8 -> Option I64`
    Utf8ParseI64,
    /// `map_empty : Map k v`
    MapEmpty,
    /// `map_insert : Map k v -> k -> v -> Map k v`
    MapInsert,
    /// `map_get : Map k v -> k -> Option v`
    MapGet,
    /// `map_remove : Map k v -> k -> Map k v`
    MapRemove,
    /// `map_len : Map k v -> I64`
    MapLen,
    /// `map_keys : Map k v -> List k`
    MapKeys,
    /// `map_values : Map k v -> List v`
    MapValues,
    /// `map_fold : (b -> k -> v -> e b) -> b -> Map k v -> e b`
    MapFold,
    /// `bytes_len : Bytes -> I64`
    BytesLen,
    /// `bytes_get : Bytes -> I64 -> Option U8`
    BytesGet,
    /// `bytes_concat : Bytes -> Bytes -> Bytes`
    BytesConcat,
    /// `bytes_from_list : List U8 -> Bytes`
    BytesFromList,
    /// `bytes_to_list : Bytes -> List U8`
    BytesToList,
    /// `world_fs : World -> Fs`
    WorldFs,
    /// `world_clock : World -> Clock`
    WorldClock,
    /// `world_rand : World -> Rand`
    WorldRand,
    /// `fs_read_bytes : Fs -> Path -> io (Result Bytes FsError)`
    FsReadBytes,
    /// `clock_now : Clock -> io I64`
    ClockNow,
    /// `rand_u64 : Rand -> io U64`
    RandU64,
    /// `fake_fs : Map Utf8 Utf8 -> Fs`
    FakeFs,
    /// `fake_clock : I64 -> Clock`
    FakeClock,
    /// `fake_rand : U64 -> Rand`
    FakeRand,
}

/// Heading under which documents list a builtin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Basic.
    Basic,
    /// Lists.
    Lists,
    /// Text.
    Text,
    /// Maps.
    Maps,
    /// Bytes.
    Bytes,
    /// Capabilities.
    Capabilities,
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Which builtin.
    pub builtin: Builtin,
    /// Its name in source; it can be neither redefined nor bound.
    pub name: &'static str,
    /// Its type in Soil syntax.
    pub ty: &'static str,
    /// What it does, in one phrase.
    pub meaning: &'static str,
    /// Amortised cost; empty when constant and uninteresting.
    pub cost: &'static str,
    /// Heading under which documents list it.
    pub group: Group,
}

/// Every builtin, in the order of [`Builtin`].
pub const TABLE: &[Row] = &[
    Row {
        builtin: Builtin::Unit,
        name: "unit",
        ty: "Unit",
        meaning: "the unit value",
        cost: "",
        group: Group::Basic,
    },
    Row {
        builtin: Builtin::PanicWith,
        name: "panic_with",
        ty: "Utf8 -> panic a",
        meaning: "panics with kind `explicit` and this text",
        cost: "",
        group: Group::Basic,
    },
    Row {
        builtin: Builtin::ListLen,
        name: "list_len",
        ty: "List a -> I64",
        meaning: "the length",
        cost: "O(1)",
        group: Group::Lists,
    },
    Row {
        builtin: Builtin::ListNth,
        name: "list_nth",
        ty: "List a -> I64 -> panic a",
        meaning: "the element at a zero-based index; panics `index-out-of-bounds` outside",
        cost: "O(1)",
        group: Group::Lists,
    },
    Row {
        builtin: Builtin::ListEmpty,
        name: "list_empty",
        ty: "List a",
        meaning: "the empty list",
        cost: "O(1)",
        group: Group::Lists,
    },
    Row {
        builtin: Builtin::ListAppend,
        name: "list_append",
        ty: "List a -> a -> List a",
        meaning: "the list with one more element at the end",
        cost: "O(1) when uniquely owned",
        group: Group::Lists,
    },
    Row {
        builtin: Builtin::ListGet,
        name: "list_get",
        ty: "List a -> I64 -> Option a",
        meaning: "the element at a zero-based index; `None` outside",
        cost: "O(1)",
        group: Group::Lists,
    },
    Row {
        builtin: Builtin::ListSet,
        name: "list_set",
        ty: "List a -> I64 -> a -> Option (List a)",
        meaning: "the list with that element replaced; `None` outside",
        cost: "O(1) when uniquely owned",
        group: Group::Lists,
    },
    Row {
        builtin: Builtin::ListConcat,
        name: "list_concat",
        ty: "List a -> List a -> List a",
        meaning: "first, then second",
        cost: "O(second) when the first is uniquely owned",
        group: Group::Lists,
    },
    Row {
        builtin: Builtin::ListSlice,
        name: "list_slice",
        ty: "List a -> I64 -> I64 -> List a",
        meaning: "elements from the first index up to, not including, the second; both clamped, empty when they cross",
        cost: "O(result)",
        group: Group::Lists,
    },
    Row {
        builtin: Builtin::ListReverse,
        name: "list_reverse",
        ty: "List a -> List a",
        meaning: "the elements from last to first",
        cost: "O(n)",
        group: Group::Lists,
    },
    Row {
        builtin: Builtin::ListRange,
        name: "list_range",
        ty: "I64 -> I64 -> List I64",
        meaning: "from the first up to, not including, the second; empty when they cross",
        cost: "O(n)",
        group: Group::Lists,
    },
    Row {
        builtin: Builtin::ListMap,
        name: "list_map",
        ty: "(a -> e b) -> List a -> e (List b)",
        meaning: "the results of the function, left to right",
        cost: "n calls",
        group: Group::Lists,
    },
    Row {
        builtin: Builtin::ListFilter,
        name: "list_filter",
        ty: "(a -> e Bool) -> List a -> e (List a)",
        meaning: "the elements for which the function is `True`, order kept",
        cost: "n calls",
        group: Group::Lists,
    },
    Row {
        builtin: Builtin::ListFold,
        name: "list_fold",
        ty: "(b -> a -> e b) -> b -> List a -> e b",
        meaning: "folds left to right from the given start",
        cost: "n calls",
        group: Group::Lists,
    },
    Row {
        builtin: Builtin::ListSortBy,
        name: "list_sort_by",
        ty: "(a -> e k) -> List a -> e (List a)",
        meaning: "stable, ascending by derived compare on the key; the key function is called once per element, left to right",
        cost: "O(n log n)",
        group: Group::Lists,
    },
    Row {
        builtin: Builtin::Utf8Decode,
        name: "utf8_decode",
        ty: "Bytes -> Result Utf8 Utf8Error",
        meaning: "validates; `at` is the length of the longest valid prefix in bytes",
        cost: "O(n)",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::Utf8Encode,
        name: "utf8_encode",
        ty: "Utf8 -> Bytes",
        meaning: "the bytes of the text",
        cost: "O(n)",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::Utf8Split,
        name: "utf8_split",
        ty: "(sep : Utf8) -> Utf8 -> List Utf8",
        meaning: "splits at every non-overlapping separator, left to right; an empty separator gives the whole text as one part",
        cost: "O(n)",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::Utf8Trim,
        name: "utf8_trim",
        ty: "Utf8 -> Utf8",
        meaning: "strips space, tab, CR and LF from both ends",
        cost: "O(n)",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::Utf8ParseF64,
        name: "utf8_parse_f64",
        ty: "Utf8 -> Option F64",
        meaning: "exactly `-? [0-9]+ ( . [0-9]+ )?`, correctly rounded; else `None`",
        cost: "O(n)",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::Utf8Concat,
        name: "utf8_concat",
        ty: "Utf8 -> Utf8 -> Utf8",
        meaning: "first, then second",
        cost: "O(second) when the first is uniquely owned",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::Utf8Join,
        name: "utf8_join",
        ty: "(sep : Utf8) -> List Utf8 -> Utf8",
        meaning: "the parts with the separator between them",
        cost: "O(n)",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::Utf8Len,
        name: "utf8_len",
        ty: "Utf8 -> I64",
        meaning: "the number of Unicode scalars",
        cost: "O(n)",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::Utf8Chars,
        name: "utf8_chars",
        ty: "Utf8 -> List Utf8",
        meaning: "one text a scalar",
        cost: "O(n)",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::Utf8Scalar,
        name: "utf8_scalar",
        ty: "Utf8 -> Option U32",
        meaning: "the scalar of a text that holds exactly one",
        cost: "O(1)",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::Utf8FromScalar,
        name: "utf8_from_scalar",
        ty: "U32 -> Option Utf8",
        meaning: "the text of one scalar; `None` for surrogates and above U+10FFFF",
        cost: "O(1)",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::Utf8Slice,
        name: "utf8_slice",
        ty: "Utf8 -> I64 -> I64 -> Utf8",
        meaning: "scalars from the first position up to, not including, the second; both clamped, empty when they cross",
        cost: "O(n)",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::Utf8Find,
        name: "utf8_find",
        ty: "(needle : Utf8) -> Utf8 -> Option I64",
        meaning: "scalar position of the first occurrence; an empty needle is found at 0",
        cost: "O(n)",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::Utf8StartsWith,
        name: "utf8_starts_with",
        ty: "(part : Utf8) -> Utf8 -> Bool",
        meaning: "whether the text begins with the part",
        cost: "O(part)",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::Utf8EndsWith,
        name: "utf8_ends_with",
        ty: "(part : Utf8) -> Utf8 -> Bool",
        meaning: "whether the text ends with the part",
        cost: "O(part)",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::Utf8Replace,
        name: "utf8_replace",
        ty: "(from : Utf8) -> (to : Utf8) -> Utf8 -> Utf8",
        meaning: "replaces every non-overlapping occurrence, left to right; an empty `from` changes nothing",
        cost: "O(n)",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::Utf8Lower,
        name: "utf8_lower",
        ty: "Utf8 -> Utf8",
        meaning: "ASCII letters in lower case, all else unchanged",
        cost: "O(n)",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::Utf8Upper,
        name: "utf8_upper",
        ty: "Utf8 -> Utf8",
        meaning: "ASCII letters in upper case, all else unchanged",
        cost: "O(n)",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::Utf8ParseI64,
        name: "utf8_parse_i64",
        ty: "Utf8 -> Option I64",
        meaning: "exactly `-? [0-9]+` in range; else `None`",
        cost: "O(n)",
        group: Group::Text,
    },
    Row {
        builtin: Builtin::MapEmpty,
        name: "map_empty",
        ty: "Map k v",
        meaning: "the map without entries",
        cost: "O(1)",
        group: Group::Maps,
    },
    Row {
        builtin: Builtin::MapInsert,
        name: "map_insert",
        ty: "Map k v -> k -> v -> Map k v",
        meaning: "adds or replaces an entry",
        cost: "O(log n)",
        group: Group::Maps,
    },
    Row {
        builtin: Builtin::MapGet,
        name: "map_get",
        ty: "Map k v -> k -> Option v",
        meaning: "the value at a key",
        cost: "O(log n)",
        group: Group::Maps,
    },
    Row {
        builtin: Builtin::MapRemove,
        name: "map_remove",
        ty: "Map k v -> k -> Map k v",
        meaning: "the map without that key",
        cost: "O(log n)",
        group: Group::Maps,
    },
    Row {
        builtin: Builtin::MapLen,
        name: "map_len",
        ty: "Map k v -> I64",
        meaning: "the number of entries",
        cost: "O(1)",
        group: Group::Maps,
    },
    Row {
        builtin: Builtin::MapKeys,
        name: "map_keys",
        ty: "Map k v -> List k",
        meaning: "the keys in order",
        cost: "O(n)",
        group: Group::Maps,
    },
    Row {
        builtin: Builtin::MapValues,
        name: "map_values",
        ty: "Map k v -> List v",
        meaning: "the values in key order",
        cost: "O(n)",
        group: Group::Maps,
    },
    Row {
        builtin: Builtin::MapFold,
        name: "map_fold",
        ty: "(b -> k -> v -> e b) -> b -> Map k v -> e b",
        meaning: "folds in key order from the given start",
        cost: "n calls",
        group: Group::Maps,
    },
    Row {
        builtin: Builtin::BytesLen,
        name: "bytes_len",
        ty: "Bytes -> I64",
        meaning: "the number of bytes",
        cost: "O(1)",
        group: Group::Bytes,
    },
    Row {
        builtin: Builtin::BytesGet,
        name: "bytes_get",
        ty: "Bytes -> I64 -> Option U8",
        meaning: "the byte at a zero-based index; `None` outside",
        cost: "O(1)",
        group: Group::Bytes,
    },
    Row {
        builtin: Builtin::BytesConcat,
        name: "bytes_concat",
        ty: "Bytes -> Bytes -> Bytes",
        meaning: "first, then second",
        cost: "O(n)",
        group: Group::Bytes,
    },
    Row {
        builtin: Builtin::BytesFromList,
        name: "bytes_from_list",
        ty: "List U8 -> Bytes",
        meaning: "the bytes of a list",
        cost: "O(n)",
        group: Group::Bytes,
    },
    Row {
        builtin: Builtin::BytesToList,
        name: "bytes_to_list",
        ty: "Bytes -> List U8",
        meaning: "the list of the bytes",
        cost: "O(n)",
        group: Group::Bytes,
    },
    Row {
        builtin: Builtin::WorldFs,
        name: "world_fs",
        ty: "World -> Fs",
        meaning: "the real file system",
        cost: "",
        group: Group::Capabilities,
    },
    Row {
        builtin: Builtin::WorldClock,
        name: "world_clock",
        ty: "World -> Clock",
        meaning: "the real clock",
        cost: "",
        group: Group::Capabilities,
    },
    Row {
        builtin: Builtin::WorldRand,
        name: "world_rand",
        ty: "World -> Rand",
        meaning: "the real entropy source",
        cost: "",
        group: Group::Capabilities,
    },
    Row {
        builtin: Builtin::FsReadBytes,
        name: "fs_read_bytes",
        ty: "Fs -> Path -> io (Result Bytes FsError)",
        meaning: "reads a whole file",
        cost: "",
        group: Group::Capabilities,
    },
    Row {
        builtin: Builtin::ClockNow,
        name: "clock_now",
        ty: "Clock -> io I64",
        meaning: "whole seconds since the Unix epoch",
        cost: "",
        group: Group::Capabilities,
    },
    Row {
        builtin: Builtin::RandU64,
        name: "rand_u64",
        ty: "Rand -> io U64",
        meaning: "the next value of the stream",
        cost: "",
        group: Group::Capabilities,
    },
    Row {
        builtin: Builtin::FakeFs,
        name: "fake_fs",
        ty: "Map Utf8 Utf8 -> Fs",
        meaning: "a file system that holds exactly these texts",
        cost: "",
        group: Group::Capabilities,
    },
    Row {
        builtin: Builtin::FakeClock,
        name: "fake_clock",
        ty: "I64 -> Clock",
        meaning: "a clock that always shows this second",
        cost: "",
        group: Group::Capabilities,
    },
    Row {
        builtin: Builtin::FakeRand,
        name: "fake_rand",
        ty: "U64 -> Rand",
        meaning: "the SplitMix64 stream of this seed",
        cost: "",
        group: Group::Capabilities,
    },
];
