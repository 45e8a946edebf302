//! What every scenario has for print.

use print::{Booklet, Paper, Printing, Scale};
use render::MapOptions;
use systems::KitAsked;

#[test]
fn every_scenario_has_a_booklet() {
    let library = systems::library().unwrap_or_else(|faults| panic!("{faults}"));
    for scenario in library.scenarios() {
        let asked = KitAsked {
            scenario: &scenario.id,
            pack: None,
            reference: library.reference(),
            read: &catalog::embedded::data,
        };
        let kits: Vec<_> = systems::ALL
            .iter()
            .filter_map(|system| system.kit(&asked).unwrap_or_else(|faults| panic!("{faults}")))
            .collect();
        let [(map, kit)] = &*kits else { panic!("{}: {} kits", scenario.id, kits.len()) };
        let printing = Printing {
            paper: Paper::A4,
            scale: Scale::percent(100),
            map: MapOptions { numbers: true, certainty: true, legend: true },
        };
        let booklet = Booklet::new(map, kit, &printing);
        let pdf = booklet.pdf().unwrap_or_else(|error| panic!("{}: {error}", scenario.id));
        assert!(pdf.starts_with(b"%PDF-") && pdf.ends_with(b"%%EOF"), "{}", scenario.id);
    }
}
