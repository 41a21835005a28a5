#!/usr/bin/env bash
# libz3.sh DIR: puts the libz3 that a package carries into a folder: the one that
# VERIFRAME_Z3 names, else that of the pinned z3-solver wheel.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
into=$1
name=libz3.so
if [ "$(uname -s)" = Darwin ]; then
  name=libz3.dylib
fi

mkdir -p "$into"
if [ -n "${VERIFRAME_Z3:-}" ]; then
  library=$VERIFRAME_Z3
  if [ -d "$library" ]; then
    library=$library/$name
  fi
  cp -L "$library" "$into/$name"
else
  wheel=$(mktemp -d)
  trap 'rm -rf "$wheel"' EXIT
  PIP_USER=0 PIP_REQUIRE_VIRTUALENV=0 PIP_ROOT_USER_ACTION=ignore \
    python3 -m pip install --quiet --disable-pip-version-check --no-input --no-compile \
    --no-deps --only-binary :all: --require-hashes \
    --requirement "$root/crates/logic/build/z3-solver.txt" --target "$wheel"
  cp "$wheel/z3/lib/$name" "$into/$name"
fi
chmod 755 "$into/$name"
