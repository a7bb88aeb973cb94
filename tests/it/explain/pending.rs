//! Codes whose examples are not run yet, and those whose examples only tell.

/// Code and part, sorted by code; a part removes its rows when its codes are real.
pub const PENDING: &[(&str, &str)] = &[
    ("job-blocked-callee", "lowering/synth"),
    ("job-open-question", "lowering/synth"),
    ("job-provider-error", "lowering/synth"),
];

/// Codes that no scratch folder provokes, with the file and the test that does.
pub const ELSEWHERE: &[(&str, &str, &str)] = &[
    ("internal", "tests/it/lowering/jobs.rs", "a_contradiction_and_a_fault_of_ours_settle_too"),
    (
        "job-cap-exceeded",
        "tests/it/lowering/end_to_end.rs",
        "a_cap_ends_the_job_and_the_last_good_draft_still_counts",
    ),
    (
        "job-invalidated",
        "tests/it/lowering/end_to_end.rs",
        "an_edit_of_anything_that_the_draft_rests_on_invalidates_it",
    ),
    (
        "job-sandbox-unavailable",
        "tests/it/lowering/jail.rs",
        "a_program_that_cannot_build_walls_fails_closed",
    ),
];
