//! The `trellis` command.

fn main() -> std::process::ExitCode {
    trellis::cli::main(std::env::args_os())
}
