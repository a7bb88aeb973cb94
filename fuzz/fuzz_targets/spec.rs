//! Any bytes are a specification or have faults inside them; blocks and prose partition the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trellis::spec::{self, Surroundings};

fuzz_target!(|bytes: &[u8]| {
    for file in ["m/f.tr", "m/_module.tr", "_project.tr", "m/kv_error.tr"] {
        let around = Surroundings { root_name: Some("demo"), tags: None };
        let parsed = spec::parse(file, bytes, around);
        let again = spec::parse(file, bytes, around);
        assert_eq!(parsed.diagnostics, again.diagnostics);
        for fault in &parsed.diagnostics {
            if let Some(span) = fault.span {
                assert!(span.start <= span.end && span.end <= bytes.len() as u64);
            }
        }
        let Some(spec) = parsed.spec else {
            assert!(!parsed.diagnostics.is_empty());
            continue;
        };
        let blocks: usize = spec.blocks.iter().map(|block| (block.span.end - block.span.start) as usize).sum();
        let prose: usize = spec.prose().map(|range| range.len()).sum();
        assert_eq!(spec.frontmatter as usize + blocks + prose, bytes.len());
    }
});
