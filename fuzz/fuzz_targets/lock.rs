//! Any bytes are a lock or have one fault; what was read is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trellis::root::lock;

fuzz_target!(|bytes: &[u8]| {
    let Ok(read) = lock::read("m/f.lock", bytes) else { return };
    let text = lock::write(&read);
    let again = lock::read("m/f.lock", text.as_bytes()).expect("what is written can be read");
    assert_eq!(again, read);
    assert_eq!(lock::write(&again), text);
});
