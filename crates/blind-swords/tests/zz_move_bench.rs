mod check;
use check::*;
use serde_json::json;
#[test]
fn bench() {
    for (n, brigade, side) in [(4u8, "b64-wells", "union"), (4, "b64-higgins", "union"), (2, "b62-brodhead", "union"), (5, "b64-ely", "union")] {
        for order in ["attack", "maneuver"] {
            let mut t = start(n);
            t.happen(json!({ "event": "phase-began", "phase": "activation" }));
            t.under_way(json!({ "activation": { "side": side, "brigade": brigade, "grant": "full", "step": "movement", "order": order, "pace": 2,
            "bonus": 0, "moving": null, "assaults": [], "closed": [], "stations": [] } }));
            let begin = std::time::Instant::now();
            let mut c = 0;
            for _ in 0..200 { c += t.battle.offers(&t.state).len(); }
            println!("{n} {brigade} {order}: {} offers, {:?} each", c / 200, begin.elapsed() / 200);
            let side = if side == "union" { tabletop::Side::Union } else { tabletop::Side::Confederate };
            let o = t.battle.offers(&t.state)[5].clone();
            let begin = std::time::Instant::now();
            for _ in 0..200 {
                let mut d = tabletop::LoadedDice::default();
                let _ = tabletop::Rules::judge(&t.battle, &t.state, side, &o, &mut d, &mut tabletop::Inquiry::quiet()).unwrap();
            }
            println!("judge {:?}", begin.elapsed() / 200);
        }
    }
}
