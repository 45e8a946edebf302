//! A cover of the contacts by stars: a way to make every attack that a combat phase owes.
//!
//! The ruling on 7.11 and 7.12 rests on this: as long as every hex that owes an attack touches one
//! that can be attacked, and the other way round, there is a declaration after which this still
//! holds. Enemies that only batteries can still attack are bombarded before, each by one of them.

use blue_gray::{Arm, Battle, State, UnitId};
use hexmap::Hex;
use tabletop::RuleCheck;

/// One attack of a cover: several hexes against one, or one against several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    pub attackers: Vec<UnitId>,
    pub against: Vec<Hex>,
}

/// The contacts still owed, as a graph between phasing hexes and enemy hexes.
struct Graph {
    nodes: Vec<(Hex, bool)>,
    edges: Vec<Vec<usize>>,
}

fn graph(battle: &Battle, state: &State) -> Graph {
    let mut ours: Vec<Hex> = battle.all_owing(state).into_iter().filter_map(|u| state.hex(u)).collect();
    ours.sort_unstable();
    ours.dedup();
    let mut nodes: Vec<(Hex, bool)> = ours.iter().map(|&h| (h, true)).collect();
    let mut edges: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (i, &hex) in ours.iter().enumerate() {
        let mut enemies: Vec<Hex> = battle.contacts(state, state.phasing, hex).collect();
        enemies.retain(|&enemy| battle.attackable(state, enemy));
        // Without a zone of control of its own (19.3 of Chickamauga) an enemy is attacked only by
        // units that have no other.
        if enemies.is_empty() {
            enemies.extend(battle.next_to(state, state.phasing, hex));
        }
        for enemy in enemies {
            let j = match nodes.iter().position(|&(h, own)| h == enemy && !own) {
                Some(j) => j,
                None => {
                    nodes.push((enemy, false));
                    edges.push(Vec::new());
                    nodes.len() - 1
                }
            };
            edges[i].push(j);
            edges[j].push(i);
        }
    }
    Graph { nodes, edges }
}

/// An attack after which everything owed can still be attacked, if anything is owed: a leaf-most
/// star of a spanning tree of the contacts, grown from the contact numbered `root` (any number will
/// do; different roots give different attacks).
pub fn cover(battle: &Battle, state: &State, root: usize) -> Option<Cover> {
    let graph = graph(battle, state);
    let beyond = |hex: &Hex| !graph.nodes.contains(&(*hex, false));
    if let Some(cover) =
        battle.all_owed(state).into_iter().filter(beyond).find_map(|e| shelled(battle, state, e))
    {
        return Some(cover);
    }
    if graph.nodes.is_empty() {
        return None;
    }
    let root = root % graph.nodes.len();
    // A spanning tree of the root's component, breadth first: the last node found is a deepest
    // leaf.
    let mut parent: Vec<Option<usize>> = vec![None; graph.nodes.len()];
    let mut order = vec![root];
    let mut i = 0;
    while i < order.len() {
        let at = order[i];
        i += 1;
        for &next in &graph.edges[at] {
            if next != root && parent[next].is_none() {
                parent[next] = Some(at);
                order.push(next);
            }
        }
    }
    let children =
        |of: usize| -> Vec<usize> { order.iter().copied().filter(|&n| parent[n] == Some(of)).collect() };
    let deepest = *order.last()?;
    let Some(centre) = parent[deepest] else {
        // A node without contacts owes nothing.
        return None;
    };
    // The centre with all its leaves. Its own parent stays only if it has another child or a parent
    // to go with.
    let mut leaves = children(centre);
    if let Some(above) = parent[centre]
        && parent[above].is_none()
        && children(above).len() == 1
    {
        leaves.push(above);
    }
    let hexes = |nodes: &[usize]| nodes.iter().map(|&n| graph.nodes[n].0).collect::<Vec<_>>();
    let (from, against) = if graph.nodes[centre].1 {
        (hexes(&[centre]), hexes(&leaves))
    } else {
        (hexes(&leaves), hexes(&[centre]))
    };
    let attackers =
        from.iter().flat_map(|&hex| state.stack(hex)).filter(|&unit| battle.owes(state, unit)).collect();
    Some(Cover { attackers, against })
}

/// The bombardment of an enemy hex by one battery, if one may be declared.
fn shelled(battle: &Battle, state: &State, hex: Hex) -> Option<Cover> {
    let quiet = &mut RuleCheck::without_messages();
    let (battery, _) = battle.on_map(state, state.phasing).find(|&(unit, _)| {
        battle.unit(unit).arm == Arm::Artillery
            && battle.declare(state, state.phasing, &[unit], &[hex], None, quiet).is_ok()
    })?;
    Some(Cover { attackers: vec![battery], against: vec![hex] })
}
