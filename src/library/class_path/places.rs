//! The jars and folders of a class path: which class files they have, and the bytes of them.

use super::ClassPathError;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use zip::ZipArchive;

/// The bounds of what is read: each far above what there is.
const MOST_ENTRIES: usize = 200_000;
const LARGEST_JAR: u64 = 512 << 20;
const LARGEST_CLASS: u64 = 4 << 20;
const MOST_BYTES: u64 = 256 << 20;
const DEEPEST_FOLDER: usize = 64;

/// How the name of a class file ends.
const CLASS: &str = ".class";

/// Where a jar has things that are no classes.
const META: &str = "META-INF/";

/// Where it has classes for newer versions of Java.
const VERSIONS: &str = "META-INF/versions/";

/// A jar or a folder.
#[derive(Debug)]
struct Root {
    path: PathBuf,
    /// `None` for a folder.
    jar: Option<ZipArchive<BufReader<File>>>,
}

/// A class file of a jar or a folder.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Inside {
    /// Its path there.
    path: String,
    /// Its number in a jar.
    number: usize,
}

/// The place of a class file: the number of its jar or folder, and the file there.
type Place = (usize, Inside);

/// The jars and folders of a class path, in the order in which Java searches them.
#[derive(Debug)]
pub(super) struct Places {
    roots: Vec<Root>,
    /// All class files.
    all: Vec<Place>,
    /// The numbers of those that are found by the full names of their classes.
    by_name: BTreeMap<String, usize>,
    /// The full names of those that are others in some version of Java.
    versioned: BTreeSet<String>,
    /// How many bytes may still be read.
    left: u64,
}

impl Places {
    /// Opens jars and folders, and lists their class files.
    pub(super) fn open(paths: &[PathBuf]) -> Result<Places, ClassPathError> {
        let mut places = Places {
            roots: Vec::new(),
            all: Vec::new(),
            by_name: BTreeMap::new(),
            versioned: BTreeSet::new(),
            left: MOST_BYTES,
        };
        for path in paths {
            let about = fs::metadata(path).map_err(|error| ClassPathError::new(path, error))?;
            if about.is_dir() {
                let files = files_in(path)?;
                places.add(path, None, files)?;
            } else if about.is_file() {
                let (jar, files) = open_jar(path, about.len())?;
                places.add(path, Some(jar), files)?;
            } else {
                let what = "neither a jar nor a folder of class files";
                return Err(ClassPathError::new(path, what));
            }
        }
        Ok(places)
    }

    fn add(
        &mut self,
        path: &Path,
        jar: Option<ZipArchive<BufReader<File>>>,
        mut files: Vec<Inside>,
    ) -> Result<(), ClassPathError> {
        files.sort_unstable();
        let root = self.roots.len();
        for file in files {
            if self.all.len() >= MOST_ENTRIES {
                let what = format!("the class path has more than {MOST_ENTRIES} class files");
                return Err(ClassPathError::new(path, what));
            }
            if let Some(full) = class_of(&file.path) {
                // The first one counts, as in Java.
                self.by_name.entry(full).or_insert(self.all.len());
            }
            let versioned = file.path.strip_prefix(VERSIONS);
            let versioned = versioned.and_then(|path| path.split_once('/'));
            let versioned = versioned.and_then(|(_, path)| class_of(path));
            self.versioned.extend(versioned);
            self.all.push((root, file));
        }
        self.roots.push(Root {
            path: path.to_owned(),
            jar,
        });
        Ok(())
    }

    /// Whether a class is another one in some version of Java.
    pub(super) fn is_versioned(&self, full: &str) -> bool {
        self.versioned.contains(full)
    }

    /// The full names of all classes.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let versioned = self.versioned.iter().filter(|full| !self.has(full));
        self.by_name.keys().chain(versioned).map(String::as_str)
    }

    /// Whether there is a class of a full name.
    pub(super) fn has(&self, full: &str) -> bool {
        self.by_name.contains_key(full)
    }

    /// The classes of a package: their full names, and their simple ones.
    pub(super) fn in_package(&self, package: &str) -> impl Iterator<Item = (&str, &str)> {
        let prefix = format!("{package}.");
        let from = self.by_name.range(prefix.clone()..);
        let within = from.map_while(move |(full, _)| Some((&**full, full.strip_prefix(&prefix)?)));
        within.filter(|(_, simple)| !simple.contains('.'))
    }

    /// The number of class files.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// The class file of the class of a full name: how it is called, and its bytes.
    pub(super) fn read(
        &mut self,
        full: &str,
    ) -> Result<Option<(PathBuf, Vec<u8>)>, ClassPathError> {
        match self.by_name.get(full) {
            Some(number) => self.read_numbered(*number),
            None => Ok(None),
        }
    }

    /// The class file with this number.
    pub(super) fn read_numbered(
        &mut self,
        number: usize,
    ) -> Result<Option<(PathBuf, Vec<u8>)>, ClassPathError> {
        let Some((root, inside)) = self.all.get(number) else {
            return Ok(None);
        };
        let Some(root) = self.roots.get_mut(*root) else {
            return Ok(None);
        };
        let name = root.path.join(&inside.path);
        let refused = |error: &dyn std::fmt::Display| ClassPathError::new(&name, error);
        let limit = LARGEST_CLASS.min(self.left);
        let mut bytes = Vec::new();
        let read = match &mut root.jar {
            None => {
                let file = File::open(&name).map_err(|error| refused(&error))?;
                file.take(limit + 1).read_to_end(&mut bytes)
            }
            Some(jar) => {
                let file = jar
                    .by_index(inside.number)
                    .map_err(|error| refused(&error))?;
                file.take(limit + 1).read_to_end(&mut bytes)
            }
        };
        let read = read.map_err(|error| refused(&error))?;
        let read = u64::try_from(read).unwrap_or(u64::MAX);
        if read > LARGEST_CLASS {
            return Err(refused(&"it is too large for a class file"));
        }
        if read > self.left {
            return Err(refused(
                &"the class files of the class path are too large together",
            ));
        }
        self.left -= read;
        Ok(Some((name, bytes)))
    }
}

/// The full name of the class in a file of a jar or a folder; `None` if Java does not find one by it.
fn class_of(file: &str) -> Option<String> {
    let name = file.strip_suffix(CLASS)?;
    let is_class = !file.starts_with(META) && !name.ends_with("-info");
    is_class.then(|| name.replace('/', "."))
}

/// A jar, and the paths of its class files.
fn open_jar(
    path: &Path,
    length: u64,
) -> Result<(ZipArchive<BufReader<File>>, Vec<Inside>), ClassPathError> {
    let refused = |error: &dyn std::fmt::Display| ClassPathError::new(path, error);
    if length > LARGEST_JAR {
        return Err(refused(&"it is too large for a jar"));
    }
    let file = File::open(path).map_err(|error| refused(&error))?;
    let jar = ZipArchive::new(BufReader::new(file));
    let jar = jar.map_err(|error| refused(&format_args!("it is no jar: {error}")))?;
    if jar.has_duplicate_names() {
        return Err(refused(&"two of its files have the same name"));
    }
    let mut files = Vec::new();
    for (number, name) in jar.file_names().enumerate() {
        let path = name.map_err(|error| refused(&error))?.into_owned();
        if path.ends_with(CLASS) {
            files.push(Inside { path, number });
        }
    }
    Ok((jar, files))
}

/// The paths of the class files in a folder, relative to it.
fn files_in(folder: &Path) -> Result<Vec<Inside>, ClassPathError> {
    let mut found = Vec::new();
    let mut seen = 0;
    let mut todo = vec![(folder.to_owned(), String::new(), 0)];
    while let Some((at, inside, depth)) = todo.pop() {
        let refused = |error: &dyn std::fmt::Display| ClassPathError::new(&at, error);
        for entry in fs::read_dir(&at).map_err(|error| refused(&error))? {
            let entry = entry.map_err(|error| refused(&error))?;
            seen += 1;
            if seen > MOST_ENTRIES || depth > DEEPEST_FOLDER {
                return Err(refused(&"there are too many files in it and below"));
            }
            let name = entry.file_name();
            let kind = entry.file_type().map_err(|error| refused(&error))?;
            let Some(name) = name.to_str() else {
                return Err(refused(&"a file in it has a name that is no text"));
            };
            let path = format!("{inside}{name}");
            if kind.is_dir() {
                todo.push((entry.path(), path + "/", depth + 1));
            } else if !name.ends_with(CLASS) {
                if kind.is_symlink() && entry.path().is_dir() {
                    let what = "a link to a folder is not followed in a class path";
                    return Err(ClassPathError::new(&entry.path(), what));
                }
            } else if kind.is_file() {
                found.push(Inside { path, number: 0 });
            } else {
                let what = "it is no file, and links are not followed in a class path";
                return Err(ClassPathError::new(&entry.path(), what));
            }
        }
    }
    Ok(found)
}
