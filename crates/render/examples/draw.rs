//! Draws a map file: `cargo run -p cartographer --example draw -- MAP.toml [certainty] > map.svg`

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("which map file?")?;
    let certainty = std::env::args().nth(2).is_some_and(|word| word == "certainty");
    let map =
        hexmap::read_map(&file, &std::fs::read_to_string(&file)?).map_err(|faults| faults.to_string())?;
    print!("{}", render::map_svg(&map, &render::MapOptions { certainty, ..Default::default() }));
    Ok(())
}
