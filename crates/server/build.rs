//! Embedding reads whole folders: build again when a file comes or goes.
fn main() {
    println!("cargo:rerun-if-changed=../../data");
    println!("cargo:rerun-if-changed=../../web");
}
