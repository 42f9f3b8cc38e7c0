//! The binary; see the library.

fn main() -> std::process::ExitCode {
    telusur_cli::Program::new().run()
}
