#!/usr/bin/env bash
# test-wheel.sh WHEEL: installs a wheel with pip in a new virtual environment and
# verifies the examples, without Rust and with an empty cache folder.
set -euo pipefail
wheel=$(realpath "$1")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-index "$wheel"
mkdir "$work/home"
cp -r "$root/examples" "$work/examples"
cd "$work"
run() {
  env -i HOME="$work/home" PATH="$work/venv/bin:/usr/bin:/bin" "$@"
}
if run sh -c 'command -v cargo rustc'; then
  echo "error: Rust is on the path of this test" >&2
  exit 1
fi
run veriframe --version
run veriframe verify --cache off examples
# What is handed on has remote caches, which are no default of a build.
run VERIFRAME_CACHE_KEY="$(printf %064d 0)" veriframe verify --cache "$work/cache" \
  --remote-cache "file://$work/store" --remote-cache-mode read-write examples/cell.idf
find "$work/store" -name '*.results' | grep .
# All questions go to Z3, so the wheel's library must have been found.
run veriframe verify --cache off --prover off examples/cell.idf
if [ "$(uname -s)" = Linux ]; then
  run LD_DEBUG=files veriframe verify --cache off --prover off examples/cell.idf 2>&1 |
    grep -F "calling init: $(realpath "$work/venv")/lib/veriframe/libz3.so"
fi
echo "ok: $(basename "$wheel")"
