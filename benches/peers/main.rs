//! The same programs in veriframe and in other verifiers, as a Markdown table:
//! `cargo bench --bench peers`, or with parts of the names of some programs behind `--`.
//!
//! Each folder of `programs` holds one program in the notation of each tool; those that grow are
//! made by `generated.rs`. Runs are interleaved, so that load on the machine affects all tools
//! alike, and what counts is the median of the processor time of whole processes, from a cold
//! start, as CPython's `resource` tells it. The bench fails if a tool is missing, if one does not
//! verify its program, or if a ratio is lower than it should be.
//!
//! * veriframe: the release of this folder, or the binary in `VERIFRAME_BINARY`;
//! * VeriFast: the command in `VERIFRAME_VERIFAST`, or `verifast` on the path;
//! * Silicon: the command or the `.jar` file in `VERIFRAME_SILICON`, or `silicon` on the path. It
//!   needs a Z3, which it finds on the path or in `Z3_EXE`.
//!
//! How the other tools are made, on Debian 12, in an empty folder. VeriFast is that of May 2023
//! with its own prover, Redux, and for Java only: no Z3, no C++, no windows.
//!
//! ```sh
//! apt-get install ocaml ocaml-findlib libnum-ocaml-dev camlp4 libcamlp4-ocaml-dev openjdk-17-jre-headless
//! git clone https://github.com/verifast/verifast
//! cd verifast && git checkout ec21e36c09b20cce1aced0e59e22c464cbf7657d && cd src
//! echo 'exception CxxAnnParseException of Ast.loc * string' > cxx_annotation_parser.ml
//! echo 'exception CxxAstTranslException of Ast.loc * string
//!   module Make (Args : Cxx_fe_sig.CXX_TRANSLATOR_ARGS) : Cxx_fe_sig.Cxx_Ast_Translator =
//!     struct let parse_cxx_file () = failwith "without C++" end' > cxx_ast_translator.ml
//! cp cxx_frontend/cxx_fe_sig.ml .
//! (cd linux && ocamlopt -c caml_stopwatch.c && ar rcs libPerf_cobjs.a caml_stopwatch.o &&
//!   ocamlopt -c Stopwatch.mli && ocamlopt -c Stopwatch.ml Perf.ml &&
//!   ocamlopt -a -o Perf.cmxa Stopwatch.cmx Perf.cmx -cclib -lPerf_cobjs)
//! flags="-thread -I linux -I java_frontend -package num,unix,str,threads" objects=
//! for f in proverapi util ast stats lexer parser java_frontend/{misc,general_ast,ast_reader} \
//!   java_frontend/{ast_writer,communication,annotation_type_checker,java_frontend,ast_translator} \
//!   SExpressions SExpressionEmitter java_frontend/java_frontend_bridge cxx_annotation_parser \
//!   cxx_fe_sig cxx_ast_translator verifast0 verifast1 assertions verify_expr verifast simplex \
//!   redux verifastPluginRedux json vfconsole
//! do
//!   if [ -f $f.mli ]; then ocamlfind ocamlopt $flags -c $f.mli; fi
//!   ocamlfind ocamlopt -g $flags -w -a -pp camlp4o -c $f.ml
//!   objects="$objects $f.cmx"
//! done
//! ocamlfind ocamlopt $flags -linkpkg linux/Perf.cmxa $objects -o ../bin/verifast -ccopt -Llinux
//! cd ../..
//! pip download --no-deps nagini==1.2.0 z3-solver==4.8.7.0
//! unzip -j nagini-*.whl '*/backends/silicon.jar'
//! unzip -j z3_solver-*.whl '*/bin/z3' && chmod +x z3
//! export VERIFRAME_VERIFAST=$PWD/verifast/bin/verifast
//! export VERIFRAME_SILICON=$PWD/silicon.jar Z3_EXE=$PWD/z3
//! ```
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "what is shared with the tests may stop at the first surprise"
)]
#![expect(clippy::print_stdout, reason = "tables are for standard output")]

mod generated;
#[path = "../cost/process.rs"]
#[allow(dead_code, reason = "the benchmarks of cost use it all")]
mod process;
mod row;
#[path = "../../tests/support/table.rs"]
mod table;
mod tools;

use row::Row;
use std::env;
use std::fs;
use std::io::{self, Write, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tools::Tools;

fn main() -> ExitCode {
    let wrong = report().unwrap_or_else(|error| vec![error.to_string()]);
    for wrong in &wrong {
        let _ = writeln!(stderr(), "error: {wrong}");
    }
    match wrong.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Prints the table. Returns what is not as it should be.
fn report() -> io::Result<Vec<String>> {
    let tools = Tools::find();
    let temporary = env::temp_dir().join(format!("veriframe-peers-{}", std::process::id()));
    let programs = programs(&temporary)?;
    let mut rows = Vec::new();
    for (name, folder) in &programs {
        let row = Row::measure(&tools, name, folder);
        // It takes long: what is known by now should not be lost.
        let _ = writeln!(stderr(), "{}", row.cells().join(", "));
        rows.push(row);
    }
    fs::remove_dir_all(&temporary)?;
    let head = row::head(&tools);
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let cells: Vec<Vec<String>> = rows.iter().map(Row::cells).collect();
    print!("{}", table::markdown(&head, &cells));
    let mut wrong = tools.missing;
    wrong.extend(rows.iter().flat_map(|row| row.wrong.clone()));
    Ok(wrong)
}

/// The programs that are asked for, by name: the stored ones, and those that grow, which are
/// written into a folder.
fn programs(temporary: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers/programs");
    let mut programs = Vec::new();
    for entry in fs::read_dir(stored)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().replace('_', " ");
        programs.push((name, entry.path()));
    }
    programs.sort();
    fs::create_dir_all(temporary)?;
    for (number, program) in generated::all(usize::MAX).into_iter().enumerate() {
        let folder = temporary.join(number.to_string());
        program.write(&folder)?;
        programs.push((program.name, folder));
    }
    // Cargo adds options of its own.
    let asked: Vec<String> = env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    programs.retain(|(name, _)| asked.is_empty() || asked.iter().any(|part| name.contains(part)));
    Ok(programs)
}
