//! Any text is a `soil.toml` or has faults inside it; an update of any TOML is a valid pin.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trellis::contract::Code;
use trellis::root::{config, pin};
use trellis::soil::syntax::SourceFile;

fuzz_target!(|text: &str| {
    let source = SourceFile::new(config::FILE, text);
    let parsed = config::parse(&source);
    if let Err(faults) = &parsed {
        assert!(!faults.is_empty());
        for span in faults.iter().filter_map(|fault| fault.span) {
            assert!(text.get(span.start as usize..span.end as usize).is_some());
        }
    }
    match pin::update(text) {
        Err(fault) => assert_eq!(fault.code, Code::ConfigParse),
        Ok(updated) => {
            assert_eq!(pin::update(&updated).as_deref(), Ok(&*updated));
            let now = config::parse(&SourceFile::new(config::FILE, updated));
            match now {
                Ok(config) => assert_eq!(pin::check(&config), Ok(())),
                Err(_) => assert!(parsed.is_err(), "an update makes nothing worse"),
            }
        }
    }
});
