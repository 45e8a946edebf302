//! `/readyz`: yes while games can be kept, and what is wrong while they cannot.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use server::store::{Call, Fault, Seam, Settings};
use sqlx::Row;
use tempfile::tempdir;

use crate::faults::{Failing, KINDS, Trouble};
use crate::kept_in::Backend;
use crate::site::{Site, hands, open_store};

/// A disk with so many bytes free.
#[derive(Debug)]
struct Disk(AtomicU64);

impl Seam for Disk {
    fn fault(&self, _: Call) -> Option<Fault> {
        None
    }

    fn room(&self) -> Option<u64> {
        Some(self.0.load(Ordering::Relaxed))
    }
}

/// The status, and the sentence.
async fn asked(site: &Site) -> (u16, String) {
    let answer = site.get("/readyz", "").await;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.contains("no-store"), "{head}");
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

pub async fn it_is_ready_while_the_database_takes_a_write(backend: Backend) {
    let folder = backend.folder();
    let failing = Arc::new(Failing::default());
    let seam: Arc<dyn Seam> = Arc::clone(&failing) as _;
    let site = Site::open_settled(folder.path(), Settings { seam: Some(seam), ..Settings::default() }).await;
    assert_eq!(asked(&site).await, (200, "ready\n".to_owned()));
    for (code, words) in KINDS {
        for only in [Call::Connect, Call::Begin, Call::Write, Call::Commit] {
            failing.set(Some(Trouble { code, after: false, at: 0, lasting: true, only: Some(only) }));
            let (status, told) = asked(&site).await;
            assert!(status == 503 && told.contains(words), "{code} {only:?}: {status} {told}");
            assert!(told.starts_with("Not ready: ") && told.ends_with(".\n"), "{told}");
            assert!(!told.contains("games.sqlite"), "{told}");
            // It is alive all the same.
            assert!(site.get("/healthz", "").await.contains(" 200 "));
            failing.set(None);
            assert_eq!(asked(&site).await.0, 200, "{code} {only:?}");
        }
    }
    site.close().await;
}

#[tokio::test]
async fn being_ready_is_found_out_by_a_write_that_changes_nothing() {
    let folder = tempdir().unwrap();
    // A server of its own would write now and then.
    let store = open_store(folder.path(), Settings::default()).await;
    let mut hands = hands(folder.path()).await;
    let mut seen =
        async || -> i64 { sqlx::query("PRAGMA data_version").fetch_one(&mut hands).await.unwrap().get(0) };
    let before = seen().await;
    assert_eq!(before, seen().await, "nobody wrote");
    store.ready().await.unwrap();
    assert_ne!(before, seen().await, "a transaction went to the disk");
    store.close().await;
}

#[tokio::test]
async fn a_disk_with_little_room_is_told_before_it_is_full() {
    let folder = tempdir().unwrap();
    let disk = Arc::new(Disk(AtomicU64::new(64 << 20)));
    let seam: Arc<dyn Seam> = Arc::clone(&disk) as _;
    let site = Site::open_settled(folder.path(), Settings { seam: Some(seam), ..Settings::default() }).await;
    assert_eq!(asked(&site).await.0, 200);
    disk.0.store((64 << 20) - 1, Ordering::Relaxed);
    let told = "Not ready: the disk that holds the games has 63 MiB left, and 64 MiB are wanted.\n";
    assert_eq!(asked(&site).await, (503, told.to_owned()));
    disk.0.store(1 << 40, Ordering::Relaxed);
    assert_eq!(asked(&site).await.0, 200);
    site.close().await;
}

#[tokio::test]
async fn the_disk_itself_is_asked() {
    let folder = tempdir().unwrap();
    // No disk has that much.
    let settings = Settings { least_room: u64::MAX, ..Settings::default() };
    let site = Site::open_settled(folder.path(), settings).await;
    let (status, told) = asked(&site).await;
    assert!(status == 503 && told.contains("the disk that holds the games has "), "{told}");
    site.close().await;
}
