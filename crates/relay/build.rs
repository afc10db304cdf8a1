//! The web UI is carried in the binary: a new one makes a new binary.

fn main() {
    println!("cargo:rerun-if-changed=../../ui/dist");
}
