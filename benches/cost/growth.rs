//! Growth benchmarks: the cost of generated programs by size.

use crate::fit::exponent;
use crate::programs;
use crate::report::{Claim, claims, mb, megabytes, millions, ms};
use crate::support::table;
use crate::tool::{Bench, Cost};
use std::fmt::Write;
use std::io::{Write as _, stderr};

/// A family of generated programs, with its sizes and claims.
struct Benchmark {
    name: &'static str,
    /// The unit of size.
    counts: &'static str,
    generate: fn(usize) -> String,
    sizes: &'static [usize],
    /// The range of sizes for the fit, and the bound on the exponent.
    exponent: Option<(usize, usize, f64)>,
    /// Sizes with bounds on the time in milliseconds.
    times: &'static [(usize, f64)],
    /// Sizes with bounds on the memory in MB.
    memory: &'static [(usize, f64)],
}

/// The sizes of most benchmarks.
const USUAL: [usize; 7] = [25, 50, 100, 200, 400, 800, 1600];

/// The claim of most benchmarks.
const NEARLY_LINEAR: Option<(usize, usize, f64)> = Some((100, 1600, 1.3));

/// A benchmark at the [`USUAL`] sizes.
const fn usual(
    name: &'static str,
    counts: &'static str,
    generate: fn(usize) -> String,
) -> Benchmark {
    Benchmark {
        name,
        counts,
        generate,
        sizes: &USUAL,
        exponent: NEARLY_LINEAR,
        times: &[],
        memory: &[],
    }
}

/// All growth benchmarks.
static ALL: [Benchmark; 13] = [
    Benchmark {
        sizes: &[14, 125, 250, 500, 1000, 2000, 4000, 8000, 10_000],
        exponent: Some((500, 8000, 1.15)),
        times: &[(14, 10.0), (1000, 200.0)],
        memory: &[(10_000, 1000.0)],
        ..usual("cells", "objects, calls and assertions", programs::cells)
    },
    ifs("ifs", programs::ifs),
    ifs("ifs_used", programs::ifs_used),
    Benchmark {
        sizes: &[500, 1000, 2000, 4000, 8000],
        exponent: Some((500, 8000, 1.3)),
        ..usual("straight", "updates of fields", programs::straight)
    },
    usual("calls", "calls", programs::calls),
    usual("list", "elements appended and read", programs::list),
    usual("nest", "predicates in one another", programs::nest),
    usual("array", "updates and assertions", programs::array),
    Benchmark {
        sizes: &[50, 100, 200, 400, 800],
        exponent: Some((50, 800, 1.15)),
        ..usual("members", "members", programs::members)
    },
    hierarchy(
        "extending",
        "classes under one another",
        programs::extending,
    ),
    hierarchy("layers", "interfaces under one another", programs::layers),
    hierarchy(
        "implementing",
        "implementations and users",
        programs::implementing,
    ),
    hierarchy("circle", "classes that use one another", programs::circle),
];

/// A benchmark of classes that depend on each other.
const fn hierarchy(
    name: &'static str,
    counts: &'static str,
    generate: fn(usize) -> String,
) -> Benchmark {
    Benchmark {
        sizes: &[80, 320, 1280, 5120],
        exponent: Some((80, 1280, 1.3)),
        ..usual(name, counts, generate)
    }
}

/// A benchmark of `if`s.
const fn ifs(name: &'static str, generate: fn(usize) -> String) -> Benchmark {
    Benchmark {
        sizes: &[10, 16, 25, 50, 100, 200],
        exponent: Some((25, 200, 1.3)),
        times: &[(16, 20.0), (200, 1000.0)],
        ..usual(name, "`if`s", generate)
    }
}

/// The cost of a benchmark at a size, or the reason why there is none.
type Row = (usize, Result<Cost, String>);

/// Runs the named benchmarks, or all: a table of costs, and the claims.
///
/// # Errors
/// If a name is unknown, or a process cannot be started or has unexpected output.
pub fn report(bench: &Bench, names: &[String]) -> Result<String, String> {
    let chosen = chosen(names)?;
    let empty = bench.file("empty.idf", "class Nothing {}\n")?;
    let nothing = bench.cost(&empty, &[])?;
    let mut cells = vec![line("an empty class", &(0, Ok(nothing)))];
    let mut all_claims = Vec::new();
    for benchmark in &chosen {
        let rows = measure(bench, benchmark)?;
        cells.extend(rows.iter().map(|row| line(benchmark.name, row)));
        all_claims.extend(claims_of(benchmark, &rows, &nothing));
    }
    let instructions = format!("instructions (10⁶, {})", bench.counter().name());
    let head = [
        "program",
        "n",
        "time (ms)",
        "CPU (ms)",
        &instructions,
        "queries",
        "built-in",
        "Z3 checks",
        "memory (MB)",
        "",
    ];
    let mut text = String::new();
    for Benchmark { name, counts, .. } in &chosen {
        let _ = writeln!(text, "* `{name}(n)`: n {counts}");
    }
    let table = table::markdown(&head, &cells);
    let _ = write!(text, "\n{table}\n{}", claims(&all_claims));
    Ok(text)
}

/// The benchmarks with these names; all if there are none.
fn chosen(names: &[String]) -> Result<Vec<&'static Benchmark>, String> {
    if names.is_empty() {
        return Ok(ALL.iter().collect());
    }
    let find = |name: &String| {
        let found = ALL.iter().find(|benchmark| benchmark.name == name);
        let all = ALL.each_ref().map(|benchmark| benchmark.name).join(", ");
        found.ok_or_else(|| format!("there is no benchmark `{name}`: it is one of {all}"))
    };
    names.iter().map(find).collect()
}

/// Runs a benchmark at its sizes, ascending, up to the first failure.
fn measure(bench: &Bench, benchmark: &Benchmark) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for &size in benchmark.sizes {
        let _ = writeln!(stderr(), "{}({size})", benchmark.name);
        let name = format!("{}-{size}.idf", benchmark.name);
        let file = bench.file(&name, &(benchmark.generate)(size))?;
        let cost = bench.cost(&file, &[]);
        let goes_on = cost.is_ok();
        rows.push((size, cost));
        if !goes_on {
            break;
        }
    }
    Ok(rows)
}

fn line(name: &str, (size, cost): &Row) -> Vec<String> {
    let mut cells = vec![name.to_owned(), size.to_string()];
    match cost {
        Ok(cost) => {
            let counts = cost.counts;
            cells.push(ms(cost.time));
            cells.push(cost.cpu().map_or("–".to_owned(), ms));
            cells.push(millions(cost.instructions));
            cells.extend([counts.queries, counts.builtin, counts.z3_checks].map(|n| n.to_string()));
            cells.push(mb(cost.memory()));
            let mark = if cost.verified { "" } else { "not verified" };
            cells.push(mark.to_owned());
        }
        Err(why) => {
            cells.extend(["–"; 7].map(str::to_owned));
            cells.push(why.clone());
        }
    }
    cells
}

/// The claims of a benchmark, given its costs. Failures and timeouts have no figure.
fn claims_of(benchmark: &Benchmark, rows: &[Row], nothing: &Cost) -> Vec<Claim> {
    let name = benchmark.name;
    let verified = |size: usize| {
        let row = rows.iter().find(|row| row.0 == size)?;
        row.1.as_ref().ok().copied().filter(|cost| cost.verified)
    };
    let mut all = Vec::new();
    for &(size, bound) in benchmark.times {
        let time = verified(size).map(|cost| cost.time.as_secs_f64() * 1000.0);
        let what = format!("`{name}({size})`, time");
        all.push(Claim::at_most(&what, time, bound, " ms"));
    }
    for &(size, bound) in benchmark.memory {
        let memory = verified(size).and_then(|cost| cost.memory());
        let what = format!("`{name}({size})`, memory");
        all.push(Claim::at_most(&what, memory.map(megabytes), bound, " MB"));
    }
    if let Some((from, to, bound)) = benchmark.exponent {
        let sizes = benchmark.sizes.iter().copied();
        let fitted = sizes.filter(|size| (from..=to).contains(size));
        let costs: Option<Vec<(usize, Cost)>> =
            fitted.map(|size| Some((size, verified(size)?))).collect();
        let what = format!("`{name}`, exponent from {from} to {to}");
        let fit = |of: fn(&Cost) -> Option<f64>| grown(costs.as_ref()?, nothing, of);
        let found = fit(|cost| Some(cost.time.as_secs_f64()));
        let mut claim = Claim::at_most(&what, found, bound, "");
        let others = [
            ("CPU time", fit(|cost| Some(cost.cpu()?.as_secs_f64()))),
            ("instructions", fit(|cost| Some(cost.instructions? as f64))),
        ];
        for (of, found) in others {
            if let Some(found) = found {
                let _ = write!(claim.measured, "; {of}: {found:.2}");
            }
        }
        all.push(claim);
    }
    all
}

/// The exponent of one cost, after subtracting that of an empty program; `None` if it
/// is unknown at some size.
fn grown(costs: &[(usize, Cost)], nothing: &Cost, of: fn(&Cost) -> Option<f64>) -> Option<f64> {
    let fixed = of(nothing)?;
    let points: Option<Vec<(f64, f64)>> = costs
        .iter()
        .map(|(size, cost)| Some((*size as f64, of(cost)? - fixed)))
        .collect();
    exponent(&points?)
}
