//! Entries that nobody with the key made, or that were damaged on their way.

use super::{GOOD, KEY, Machine, ended, objects, store};
use borsh::{BorshDeserialize, BorshSerialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const PURPOSE: &str = "veriframe 2026 keyed hash of the entries of a remote cache";

const FOREIGN: &str = "another key another key another key another key";

/// An entry of the store.
#[derive(BorshSerialize, BorshDeserialize)]
struct Entry {
    key: [u8; 32],
    used: u32,
    result: Vec<u8>,
    signature: [u8; 32],
}

fn entries(object: &Path) -> Vec<Entry> {
    let bytes = fs::read(object).unwrap();
    let mut rest = &bytes[16..];
    let mut found = Vec::new();
    while !rest.is_empty() {
        found.push(Entry::deserialize(&mut rest).unwrap());
    }
    found
}

/// The keys in a local cache.
fn local_keys(cache: &Path) -> Vec<[u8; 32]> {
    let mut packs = Vec::new();
    super::support::search(cache, "pack", &mut packs);
    let keys = packs.iter().flat_map(|pack| {
        let bytes = fs::read(pack).unwrap();
        let entries: BTreeMap<[u8; 32], (u32, Vec<u8>)> = borsh::from_slice(&bytes[48..]).unwrap();
        entries.into_keys().collect::<Vec<_>>()
    });
    keys.collect()
}

/// Gives the keys of a program's checks the results of other checks, which verified, signed with a
/// secret.
fn forge(object: &Path, keys: &[[u8; 32]], secret: &str) {
    let known = entries(object);
    let secret = blake3::derive_key(PURPOSE, secret.as_bytes());
    let mut bytes = fs::read(object).unwrap()[..16].to_vec();
    for key in keys {
        let Entry { used, result, .. } = &known[0];
        let mut hasher = blake3::Hasher::new_keyed(&secret);
        hasher
            .update(key)
            .update(&used.to_le_bytes())
            .update(result);
        let forged = Entry {
            key: *key,
            used: *used,
            result: result.clone(),
            signature: *hasher.finalize().as_bytes(),
        };
        forged.serialize(&mut bytes).unwrap();
    }
    fs::write(object, bytes).unwrap();
}

fn bad() -> String {
    GOOD.replace("return n + n", "return n")
}

#[test]
fn who_does_not_hold_the_key_makes_nothing_that_is_believed() {
    let (folder, url) = store();
    assert_eq!(Machine::new(&[("src/c.idf", GOOD)]).writes(&url).code(), 0);
    let bad = bad();
    let files = [("src/c.idf", bad.as_str())];
    let failed = Machine::new(&files);
    assert_eq!(failed.run(&[]).code(), 1);
    let keys = local_keys(failed.cache.path());
    assert!(keys.len() >= 2);
    let object = objects(folder.path()).pop().unwrap();
    let original = fs::read(&object).unwrap();

    // With the key, it would be believed: this is the forgery to fear.
    forge(&object, &keys, KEY);
    let machine = Machine::new(&files);
    assert_eq!(machine.reads(&url).code(), 0);
    // Without, it is ignored and said.
    fs::write(&object, original).unwrap();
    forge(&object, &keys, FOREIGN);
    let run = Machine::new(&files).reads(&url);
    assert_eq!(run.code(), 1, "{}", run.warnings());
    let count = format!("{} entries were ignored", keys.len());
    assert!(run.warnings().contains(&count), "{}", run.warnings());

    // Who believes everything is deceived, but for this run alone.
    let machine = Machine::new(&files);
    let args = ["--remote-cache", &url, "--remote-cache-unsigned"];
    let run = ended(machine.command(&args).env_remove("VERIFRAME_CACHE_KEY"));
    assert_eq!(run.code(), 0);
    assert_eq!(machine.run(&[]).code(), 1);
}

#[test]
fn a_check_of_the_cache_covers_the_remote_one() {
    let (folder, url) = store();
    assert_eq!(Machine::new(&[("src/c.idf", GOOD)]).writes(&url).code(), 0);
    let bad = bad();
    let failed = Machine::new(&[("src/c.idf", &bad)]);
    assert_eq!(failed.run(&[]).code(), 1);
    let object = objects(folder.path()).pop().unwrap();
    forge(&object, &local_keys(failed.cache.path()), KEY);
    let local = tempfile::tempdir().unwrap();
    let mut command = super::veriframe();
    command.current_dir(failed.checkout.path());
    command.args(["verify", "src", "--cache", "check", "--remote-cache", &url]);
    command.env("VERIFRAME_CACHE", local.path());
    let run = ended(command.env("VERIFRAME_CACHE_KEY", KEY));
    assert_eq!(run.code(), 3, "{}", super::said(&run.output));
    assert!(super::said(&run.output).contains("differs from that of verifying again"));
}

#[test]
fn what_another_key_signed_is_replaced_by_who_writes() {
    let (folder, url) = store();
    let files = [("src/c.idf", GOOD)];
    let writes = ["--remote-cache", &url, "--remote-cache-mode", "read-write"];
    let foreign = ended(
        Machine::new(&files)
            .command(&writes)
            .env("VERIFRAME_CACHE_KEY", FOREIGN),
    );
    assert_eq!((foreign.code(), foreign.warnings().as_str()), (0, ""));
    let run = Machine::new(&files).writes(&url);
    assert_eq!(run.code(), 0);
    assert!(
        run.warnings().contains("signed with another key"),
        "{}",
        run.warnings()
    );
    assert_eq!(objects(folder.path()).len(), 1);
    let run = Machine::new(&files).reads(&url);
    assert_eq!((run.code(), run.warnings().as_str()), (0, ""));
}

#[test]
fn what_was_cut_off_or_changed_changes_no_verdict_and_is_said() {
    let (folder, url) = store();
    let files = [("src/c.idf", GOOD)];
    let machine = Machine::new(&files);
    let first = machine.writes(&url);
    let object = objects(folder.path()).pop().unwrap();
    let whole = fs::read(&object).unwrap();
    let mut damaged = vec![Vec::new(), b"<html>".to_vec(), vec![0; 4096]];
    for at in (0..whole.len()).step_by(whole.len() / 12) {
        let mut changed = whole.clone();
        changed[at] ^= 4;
        damaged.push(changed);
    }
    // Ends between entries are no damage: the others may come from another run.
    let first_entry = 16 + 32 + 4 + 4 + entries(&object)[0].result.len() + 32;
    for length in [
        1,
        15,
        17,
        60,
        first_entry - 1,
        first_entry + 1,
        whole.len() - 1,
    ] {
        damaged.push(whole[..length].to_vec());
    }
    for bytes in damaged {
        fs::write(&object, &bytes).unwrap();
        let run = Machine::new(&files).reads(&url);
        assert_eq!((run.code(), run.report()), (0, first.report()));
        assert!(
            run.warnings().contains("ignored"),
            "{} bytes: {}",
            bytes.len(),
            run.warnings()
        );
    }
}
