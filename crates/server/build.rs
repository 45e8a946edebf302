//! Embedding reads a whole folder: build again when a file comes or goes.
fn main() {
    println!("cargo:rerun-if-changed=../../web");
}
