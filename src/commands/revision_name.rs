//! What the name of a git revision names. Who may push a tag or a branch could choose a name that
//! another thing has, too: such a name is refused, not resolved by an order.

use super::Failure;
use veriframe::visible;

/// The object that a revision names.
///
/// # Errors
/// If there is none, or if the name that it begins with names several.
pub fn object<'r>(repository: &'r gix::Repository, revision: &str) -> Result<gix::Id<'r>, Failure> {
    let name = beginning(revision);
    if is_whole_id(name) {
        // A reference may have the digits of an object that was not fetched as its name.
        let id = gix::ObjectId::from_hex(name.as_bytes());
        let is_known = id.is_ok_and(|id| repository.has_object(id));
        if !is_known {
            let why = "the repository does not have this object: fetch it";
            return Err(super::revision::cannot_read(revision, &why));
        }
    } else {
        let named = named(repository, name);
        let [first, rest @ ..] = named.as_slice() else {
            return resolved(repository, revision);
        };
        let is_same = |other: &Named| other.commit.is_some() && other.commit == first.commit;
        if !rest.iter().all(is_same) {
            return Err(several(name, &named));
        }
        if name.starts_with("refs/") && first.name != name {
            let why = "there is no such reference";
            return Err(super::revision::cannot_read(revision, &why));
        }
    }
    resolved(repository, revision)
}

/// Whether a reference has the name that a revision begins with.
pub fn is_reference(repository: &gix::Repository, revision: &str) -> bool {
    !named(repository, beginning(revision)).is_empty()
}

fn resolved<'r>(repository: &'r gix::Repository, revision: &str) -> Result<gix::Id<'r>, Failure> {
    let found = repository.rev_parse_single(revision);
    found.map_err(|error| super::revision::cannot_read(revision, &error))
}

/// The name that a revision begins with: `main` of `main~3^{tree}`. Empty if it begins otherwise.
fn beginning(revision: &str) -> &str {
    let end = revision.find(['~', '^', ':']).unwrap_or(revision.len());
    let end = revision.find("@{").map_or(end, |at| at.min(end));
    revision.get(..end).unwrap_or(revision)
}

fn is_hex(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether this is a whole id of SHA-1.
fn is_whole_id(name: &str) -> bool {
    name.len() == gix::hash::Kind::Sha1.len_in_hex() && is_hex(name)
}

/// What a name names.
struct Named {
    /// The whole name.
    name: String,
    /// What it leads to, if that can be read.
    commit: Option<gix::ObjectId>,
}

/// All that a name names, in the order in which git looks for it.
fn named(repository: &gix::Repository, name: &str) -> Vec<Named> {
    let mut found = Vec::new();
    let mut add = |full: &str| -> bool {
        // What is found may have a prefix more.
        let reference = repository.try_find_reference(full).ok().flatten();
        let reference = reference.filter(|reference| reference.name().as_bstr() == full);
        let is_found = reference.is_some();
        if let Some(reference) = reference {
            let commit = reference.into_fully_peeled_id().ok().map(gix::Id::detach);
            found.push(Named {
                name: full.to_owned(),
                commit,
            });
        }
        is_found
    };
    // `HEAD` and its kind are of the repository itself, and a whole name is meant as it is.
    let is_own = |byte: u8| byte.is_ascii_uppercase() || byte == b'_';
    let is_whole = name.starts_with("refs/") || name.bytes().all(is_own);
    if name.is_empty() || name == "@" || (is_whole && add(name)) {
        return found;
    }
    for before in ["refs/", "refs/tags/", "refs/heads/", "refs/remotes/"] {
        add(&format!("{before}{name}"));
    }
    add(&format!("refs/remotes/{name}/HEAD"));
    // An abbreviation of an object is another thing than a reference with the same digits.
    if !found.is_empty()
        && is_hex(name)
        && let Ok(prefix) = gix::hash::Prefix::from_hex(name)
        && let Ok(Some(object)) = repository.objects.lookup_prefix(prefix, None)
    {
        let id = object.ok();
        let peeled = id.and_then(|id| {
            let object = repository.find_object(id).ok()?;
            Some(object.peel_tags_to_end().ok()?.id)
        });
        found.push(Named {
            name: id.map_or_else(|| format!("objects {name}…"), |id| id.to_string()),
            commit: peeled,
        });
    }
    found
}

/// What to say of a name that names several things.
fn several(name: &str, named: &[Named]) -> Failure {
    let all = named
        .iter()
        .map(|named| format!("`{}`", visible::on_one_line(&named.name)));
    let all: Vec<String> = all.collect();
    Failure::new(format!(
        "`{}` names more than one thing: {}; write the whole name of the one that is meant",
        visible::on_one_line(name),
        all.join(" and ")
    ))
}

#[cfg(test)]
mod tests {
    use super::beginning;

    #[test]
    fn a_revision_begins_with_a_name() {
        for (revision, name) in [
            ("main", "main"),
            ("origin/main~3^{tree}", "origin/main"),
            ("v1^0", "v1"),
            ("main:src", "main"),
            ("main@{1}", "main"),
            ("a@b", "a@b"),
            (":/text", ""),
            ("@{u}", ""),
        ] {
            assert_eq!(beginning(revision), name, "{revision}");
        }
    }
}
