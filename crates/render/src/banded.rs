//! Counters with the band of their brigade: name in the middle; strength, weapon and cohesion at
//! the foot.

use crate::counter::{Arm, Colours, Force, SANS, colours, document, draw_ground, kind, line_at};
use crate::pen::{Drawing, number};
use crate::status::{self, Status};

/// The bands' colours, each with an ink that is legible on it.
const TINTS: [(&str, &str); 12] = [
    ("#8c2f2b", "#ffffff"),
    ("#e0b23a", "#1d1607"),
    ("#2f6b4f", "#ffffff"),
    ("#6a3f86", "#ffffff"),
    ("#d97b29", "#1d1207"),
    ("#2f7f9e", "#ffffff"),
    ("#a9c26b", "#1a2107"),
    ("#a8577e", "#ffffff"),
    ("#5c4a35", "#ffffff"),
    ("#86b7c9", "#0d1f27"),
    ("#c3a27c", "#22170a"),
    ("#4b5563", "#ffffff"),
];
/// The band of a unit that belongs to no brigade.
const PLAIN: (&str, &str) = ("#efe6cf", "#1d1a14");
/// A horse's head, centred on the origin.
const HORSE: &str = "M12.5 14.5C14 4 12-7 5.5-11.5L5-16.5 1-12.6C-4-11-7-7-9-2.5L-14 4.5C-15.2 7.5-13.5 10-10.5 9.5\
                     L-4.5 6.5C-1.5 6.5.5 5.5 2 3.5 2.5 8-1.5 10.5-3.5 14.5z";

/// The band at the head of a counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Band {
    /// Its lettering: the brigade, or the commander of the battery.
    pub name: String,
    /// The index of the brigade among those of its side; `None` for a unit that belongs to no
    /// brigade. Bands of a side all differ; from the thirteenth on they have a second stripe.
    pub order: Option<usize>,
}

/// The face of a counter with a band.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BandedFace {
    pub force: Force,
    pub arm: Arm,
    pub band: Band,
    pub name: String,
    /// The printed strength: `"6"`, or `"C"` for a cadre.
    pub strength: String,
    /// The letters of its weapon: `"R"`.
    pub weapon: String,
    /// Cohesion rating as printed, such as `"4"`.
    pub cohesion: String,
    /// Whether cavalry is mounted rather than dismounted. Ignored for other arms.
    pub mounted: bool,
    /// Whether it is marked with crosshairs.
    pub sharpshooter: bool,
    /// Whether it is marked with a yellow ring around its strength.
    pub fragile: bool,
    /// Whether this is the back of the counter: the unit is battleworn.
    pub worn: bool,
    pub markers: Vec<Status>,
}

/// Draws a counter: one self-contained `<svg>` with a square `viewBox` of 100 units.
///
/// The back is paler and has a broken line above its values, so that it can be told from the front
/// without colour.
pub fn banded_svg(face: &BandedFace) -> String {
    document(&title(face), |drawing| draw(drawing, face))
}

pub(crate) fn title(face: &BandedFace) -> String {
    let mut words = kind(face.force, face.arm);
    words.push_str(&format!(" {} {}-{}-{}", face.name, face.strength, face.weapon, face.cohesion));
    if !face.band.name.is_empty() {
        words.push_str(&format!(", {}", face.band.name));
    }
    let cavalry = face.arm == Arm::Cavalry;
    let states = [
        (cavalry && face.mounted, "mounted"),
        (cavalry && !face.mounted, "dismounted"),
        (face.sharpshooter, "sharpshooters"),
        (face.fragile, "fragile"),
        (face.worn, "battleworn"),
    ];
    let states = states.into_iter().filter(|(is, _)| *is).map(|(_, word)| word);
    for word in states.chain(face.markers.iter().map(|marker| marker.word())) {
        words.push_str(", ");
        words.push_str(word);
    }
    words
}

/// Draws a unit's counter into an element of a counter's size.
pub(crate) fn draw(drawing: &mut Drawing, face: &BandedFace) {
    let colours = colours(Some(face.force), face.worn);
    draw_ground(drawing, colours);
    draw_band(drawing, &face.band);
    drawing.raw(&format!("<g fill=\"{}\" {SANS}>", colours.ink));
    line_at(drawing, &face.name, (50.0, 38.5), 15.0, 90.0);
    drawing.raw("</g>");
    // Markers take up the right half of the middle row.
    let (arm, cross, scale) = match (face.markers.is_empty(), face.sharpshooter) {
        (true, false) => (50.0, 50.0, 1.0),
        (true, true) => (34.0, 68.0, 1.0),
        (false, false) => (26.0, 26.0, 1.0),
        (false, true) => (19.5, 44.5, 0.8),
    };
    draw_arm(drawing, face, colours, arm, scale);
    if face.sharpshooter {
        draw_crosshairs(drawing, colours, cross, scale);
    }
    draw_markers(drawing, &face.markers, if face.sharpshooter { 56.0 } else { 48.0 });
    draw_values(drawing, face, colours);
}

fn draw_band(drawing: &mut Drawing, band: &Band) {
    let (tint, ink) = band.order.map_or(PLAIN, |order| TINTS[order % TINTS.len()]);
    drawing.raw(&format!(
        "<path fill=\"{tint}\" stroke=\"{ink}\" stroke-width=\".8\" stroke-opacity=\".5\" \
         d=\"M3 23.5V8q0-5 5-5h84q5 0 5 5v15.5z\"/>"
    ));
    let rounds = band.order.map_or(0, |order| order / TINTS.len());
    for round in 0..rounds.min(3) {
        let y = 21.6 - 4.0 * round as f64;
        drawing.raw(&format!("<path stroke=\"{ink}\" stroke-width=\"1.8\" d=\"M4 {}h92\"/>", number(y)));
    }
    drawing.raw(&format!("<g fill=\"{ink}\" {SANS}>"));
    line_at(drawing, &band.name, (50.0, if rounds == 0 { 18.5 } else { 16.5 }), 14.5, 88.0);
    drawing.raw("</g>");
}

/// The symbol of the arm, centred on `x` in the middle row.
fn draw_arm(drawing: &mut Drawing, face: &BandedFace, Colours { ink, .. }: Colours, x: f64, scale: f64) {
    drawing.raw(&format!(
        "<g transform=\"translate({} 57.5) scale({scale})\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2.6\" stroke-linejoin=\"round\">",
        number(x)
    ));
    match face.arm {
        Arm::Cavalry => {
            let fill = if face.mounted { "#6b3d1a" } else { "none" };
            drawing.raw(&format!("<path fill=\"{fill}\" stroke-width=\"1.8\" d=\"{HORSE}\"/>"));
            drawing.raw(&format!(
                "<circle cx=\"-3.5\" cy=\"-3.5\" r=\"1.3\" fill=\"{}\" stroke=\"none\"/>",
                if face.mounted { "#fbf8ef" } else { ink }
            ));
        }
        // A gun on its carriage, seen from the side.
        Arm::Artillery => drawing.raw(&format!(
            "<path fill=\"{ink}\" stroke=\"none\" d=\"M-17-7.5l1.5-4.5 3.5.5 26 1.8v3.6l-27 1.6z\"/>\
             <path stroke-width=\"3.4\" d=\"M-2 1L-19 12\"/><circle cx=\"1\" cy=\"3.5\" r=\"9\" fill=\"#fbf8ef\"/>\
             <path stroke-width=\"1.6\" d=\"M-8 3.5h18M1-5.5v18M-5.4-2.9l12.8 12.8M7.4-2.9L-5.4 9.9\"/>"
        )),
        Arm::Infantry => {
            drawing.raw("<path fill=\"#fbf8ef\" d=\"M-17-11.5h34v23h-34z\"/><path d=\"M-17-11.5l34 23M17-11.5l-34 23\"/>");
        }
        Arm::Train => {
            drawing.raw("<circle r=\"11.5\" fill=\"#fbf8ef\"/><path d=\"M-11.5 0h23M0-11.5v23M-8.1-8.1L8.1 8.1M8.1-8.1L-8.1 8.1\"/>");
        }
    }
    drawing.raw("</g>");
}

fn draw_crosshairs(drawing: &mut Drawing, Colours { ink, .. }: Colours, x: f64, scale: f64) {
    drawing.raw(&format!(
        "<g transform=\"translate({} 57.5) scale({scale})\" fill=\"none\" stroke=\"{ink}\"><circle r=\"7.5\" stroke-width=\"2\"/>\
         <path stroke-width=\"1.8\" d=\"M-11.5 0h8M3.5 0h8M0-11.5v8M0 3.5v8\"/><path stroke-width=\"2\" d=\"M-.8 0h1.6\"/></g>",
        number(x)
    ));
}

fn draw_markers(drawing: &mut Drawing, markers: &[Status], left: f64) {
    let step = 28.0 / markers.len().max(2) as f64;
    let top = 57.5 - step * markers.len() as f64 / 2.0;
    for (i, &marker) in markers.iter().enumerate() {
        let at = (left, top + step * i as f64 + 0.5);
        status::draw_small(drawing, marker, at, (96.0 - left, step - 1.0));
    }
}

/// Strength, weapon and cohesion along the foot.
fn draw_values(drawing: &mut Drawing, face: &BandedFace, Colours { ink, .. }: Colours) {
    if face.worn {
        drawing.raw(&format!(
            "<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\" stroke-dasharray=\"7 4\" d=\"M{} 73H91\"/>",
            if face.fragile { 37 } else { 9 }
        ));
    }
    if face.fragile {
        // Two dark circles keep the yellow one visible on any ground.
        for (ring, width) in [(ink, 5.6), ("#f7c81e", 3.6)] {
            drawing.raw(&format!(
                "<circle cx=\"20\" cy=\"84\" r=\"11.5\" fill=\"none\" stroke=\"{ring}\" stroke-width=\"{width}\"/>"
            ));
        }
    }
    drawing.raw(&format!(
        "<path stroke=\"{ink}\" stroke-width=\"2.6\" d=\"M34.5 84h4.5M65.5 84h4.5\"/><g fill=\"{ink}\" {SANS}>"
    ));
    let size = if face.fragile { 18.0 } else { 23.0 };
    line_at(
        drawing,
        &face.strength,
        (20.0, 84.0 + size * 0.36),
        size,
        if face.fragile { 17.0 } else { 27.0 },
    );
    line_at(drawing, &face.weapon, (52.2, 92.3), 23.0, 24.0);
    line_at(drawing, &face.cohesion, (82.0, 92.3), 23.0, 22.0);
    drawing.raw("</g>");
}
