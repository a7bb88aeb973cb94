//! Codes whose examples are not run yet, and those whose examples only tell.

/// Code and part, sorted by code; a part removes its rows when its codes are real. Empty: every
/// registered code is raised by a page's example or by a test of [`ELSEWHERE`].
pub const PENDING: &[(&str, &str)] = &[];

/// Codes that no scratch folder provokes, with the file and the test that does.
pub const ELSEWHERE: &[(&str, &str, &str)] = &[
    ("internal", "tests/it/lowering/jobs.rs", "a_contradiction_and_a_fault_of_ours_settle_too"),
    (
        "job-blocked-callee",
        "tests/it/lowering/end_to_end.rs",
        "a_known_callee_without_soil_blocks_its_caller",
    ),
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
        "job-open-question",
        "tests/it/lowering/daemon.rs",
        "an_answer_goes_into_the_specification_and_the_job_runs_again",
    ),
    (
        "job-provider-error",
        "tests/it/lowering/jobs.rs",
        "outcomes_follow_from_the_last_draft_and_not_from_claims",
    ),
    (
        "job-sandbox-unavailable",
        "tests/it/lowering/jail.rs",
        "a_program_that_cannot_build_walls_fails_closed",
    ),
];
