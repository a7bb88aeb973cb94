//! Laws of `soil.toml` and of its update, over files put together from likely and unlikely lines.

use proptest::prelude::*;
use trellis::contract::Code;
use trellis::root::{config, pin};
use trellis::soil::syntax::SourceFile;

const LINES: [&str; 24] = [
    "[toolchain]\n",
    "trellis = \"0.1.0\"\n",
    "trellis = \"0.0.9\" # older\n",
    "  trellis=\"0.1.0\"",
    "soil0_cli = 1\n",
    "soil0_cli = \"one\"\n",
    "skill = \"sha256:00\"\n",
    "toolchain.trellis = \"0.1.0\"\n",
    "toolchain = { trellis = \"0.1.0\" }\n",
    "toolchain = 3\n",
    "[toolchain.inner]\n",
    "[[toolchain]]\n",
    "[tags]\n",
    "math = \"numbers\"\n",
    "tags.wide = \"𝄞\"\n",
    "entrypoint = \"main\"\n",
    "entrypoint = '''\nmain'''\n",
    "[deps]\n",
    "# words\n",
    "\n",
    "\r\n",
    "\"toolchain\".\"soil0_cli\" = 0x1\n",
    "= [",
    "x",
];

proptest! {
    #[test]
    fn any_file_is_read_and_any_toml_updated(
        lines in prop::collection::vec(prop::sample::select(&LINES[..]), 0..9)
    ) {
        let text = lines.concat();
        let parsed = config::parse(&SourceFile::new(config::FILE, &*text));
        if let Err(faults) = &parsed {
            prop_assert!(!faults.is_empty());
            for span in faults.iter().filter_map(|fault| fault.span) {
                prop_assert!(text.get(span.start as usize..span.end as usize).is_some());
            }
        }
        match pin::update(&text) {
            Err(fault) => prop_assert_eq!(fault.code, Code::ConfigParse),
            Ok(updated) => {
                let again = pin::update(&updated);
                prop_assert_eq!(again.as_deref(), Ok(&*updated));
                let now = config::parse(&SourceFile::new(config::FILE, &*updated));
                match now {
                    Ok(config) => prop_assert_eq!(pin::check(&config), Ok(())),
                    Err(_) => prop_assert!(parsed.is_err(), "an update makes nothing worse"),
                }
                // A `toolchain` that is no table at all is replaced with what belongs to it.
                let is_table = !text.contains("[[toolchain]]") && !text.contains("toolchain = ");
                let comments = |text: &str| text.matches("# ").count();
                let are_kept = comments(&updated) >= comments(&text);
                prop_assert!(!is_table || are_kept, "words are lost: {updated}");
            }
        }
    }
}
