//! The rules reference of all systems, with its tables and drawings filled in.

use catalog::Library;
use serde_json::Value;

#[test]
fn it_is_whole() {
    let library = systems::library().unwrap_or_else(|faults| panic!("{faults}"));
    let systems = library.reference()["systems"].as_array().expect("a list");
    let cases = || systems.iter().flat_map(|system| system["cases"].as_array().expect("a list"));
    let numbered = |number: &str| cases().find(|case| case["number"] == number).expect("it is there");
    assert_eq!(numbered("7.6")["table"]["title"], "Combat results");
    assert_eq!(numbered("7.6").get("include"), None);
    assert_eq!(numbered("12.3a")["table"]["head"][1], "C");
    assert!(numbered("K63")["ruling"].is_string());
    for case in cases().filter(|case| !case["diagram"].is_null()) {
        let diagram = &case["diagram"];
        assert!(diagram["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")), "{}", case["number"]);
        let hexes: Vec<&str> = diagram["layout"]["hexes"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|hex| hex["hex"].as_str())
            .collect();
        for unit in diagram["units"].as_array().into_iter().flatten() {
            assert!(unit["hex"].as_str().is_some_and(|hex| hexes.contains(&hex)), "{}", case["number"]);
        }
    }
}

#[test]
fn a_fault_has_its_line() {
    let file = "system = \"s\"\ntitle = \"t\"\n\n[[case]]\nnumber = \"1\"\ninclude = \"weather\"\n";
    let faults = Library::reference_of(systems::registry(), &|path| match path {
        "reference/blue-gray.toml" => Some(file.to_owned()),
        _ => catalog::embedded::data(path),
    });
    let faults = faults.map(|_: Value| ()).expect_err("there is no such table");
    assert_eq!(faults.to_string(), "reference/blue-gray.toml:4: there is no table 'weather' to include");
}
