//! Telusur with one more puzzle: every command, the page and the terminal know it.

mod lights;

fn main() -> std::process::ExitCode {
    telusur_cli::Program::new().with(&lights::LightsOut).run()
}
