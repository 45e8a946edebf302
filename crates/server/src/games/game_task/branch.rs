//! A game for practice that begins in a position of this one.

use std::sync::Arc;

use protocol::guarded;
use protocol::{RpcError, Viewer};
use tabletop::{BySide, Failure, Side};

use super::GameTask;
use crate::games::message::Branched;
use crate::secrets::SeatHash;

impl GameTask {
    /// A new game from that version: of a game that is over for everybody, since it tells
    /// everything; of one that goes on for who plays both sides of it for practice. Anyone else
    /// would learn its dice, and what the other side holds.
    pub(super) async fn branch(
        &mut self,
        seat: Option<&SeatHash>,
        version: u32,
        seats: BySide<String>,
    ) -> Result<Branched, RpcError> {
        let open = self.open().await?;
        let header = open.table.header();
        let computer = |seats: &BySide<String>, side: Side| seats[side] != "person";
        let own = header.practice
            && match open.place(seat)? {
                Viewer::Watcher => false,
                Viewer::Both => true,
                // Against a computer, from the same side: what the computer holds stays hidden.
                Viewer::Side(side) => {
                    let alone = header.seats.as_ref().is_some_and(|old| computer(old, side.other()));
                    alone && !computer(&seats, side) && computer(&seats, side.other())
                }
            };
        if open.table.asked().is_some() && !own {
            return Err(Failure::Gone(
                "this game goes on: playing on from it elsewhere would tell its dice and what is hidden in it. It \
                 is possible once it is over, and in a game for practice for who plays it alone, from the same side"
                    .to_owned(),
            )
            .into());
        }
        self.recall_for_a_while(0).await?;
        let (work, client) = (Arc::clone(self.shared.allowances.work()), self.client);
        let open = self.open().await?;
        let secret = protocol::seeds::fresh_seed()?;
        let table = work.read(client, || guarded(|| Ok(open.table.branch(version, seats, secret)?)))?;
        Ok(Branched { table, secret, of: open.name.clone() })
    }
}
