//! The database fails while notices are entered and sent: everybody is told all the same, and once.

use std::sync::Arc;

use server::store::{self, Call, Seam};
use tempfile::tempdir;

use crate::accounts::of_account;
use crate::faults::{Failing, Trouble};
use crate::notices::{SETTLED, open_with, own_network};
use crate::receiver::Receiver;

#[tokio::test]
async fn whatever_call_fails_everybody_is_told_once() {
    let folder = tempdir().unwrap();
    let failing = Arc::new(Failing::default());
    let seam: Arc<dyn Seam> = Arc::clone(&failing) as _;
    let with = store::Settings { seam: Some(seam), ..Default::default() };
    let club = open_with(folder.path(), with, own_network(None)).await;
    let receiver = Receiver::open().await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let game = club.game(&ann, &ben, "mountain").await;
    club.hook(&ben, &receiver).await;
    let mut one = club.client(&ann).await;
    let mut other = club.client(&ben).await;
    let mut version = 1;
    for (after, lasting) in [(false, false), (true, false), (false, true)] {
        for at in 0.. {
            one.take(&game, &of_account("union", &game), 1).await.unwrap();
            version += 1;
            failing.set(Some(Trouble { code: "10", after, at, lasting, only: None }));
            club.pass(0).await;
            club.pass(SETTLED).await;
            let struck = failing.struck();
            failing.set(None);
            // A lease may have to run out first.
            for wait in [60, SETTLED, 180] {
                club.pass(wait).await;
            }
            let heard = receiver.heard();
            assert_eq!(heard.len(), 1, "{after} {lasting} at {at}");
            assert_eq!(heard[0].body["version"], version);
            other.take(&game, &of_account("confederate", &game), 1).await.unwrap();
            version += 1;
            if !struck {
                assert!(at > 20, "a notice makes more calls than {at}");
                break;
            }
        }
    }
    let met = failing.take_failed();
    for call in [Call::Connect, Call::Begin, Call::Write, Call::Read, Call::Commit] {
        assert!(met.contains(&call), "{call:?} never failed");
    }
    club.site.close().await;
}
