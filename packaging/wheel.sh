#!/usr/bin/env bash
# wheel.sh [PROFILE]: builds a Python wheel with veriframe and libz3 in
# target/packages, with cargo's profile `dist` or another one. Needs maturin
# (`python3 -m pip install maturin`).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
profile=${1:-dist}

# pip installs what lies in `data` into the environment's root: the executable in
# bin/ finds the library in ../lib/veriframe.
rm -rf target/wheel-data
packaging/libz3.sh target/wheel-data/data/lib/veriframe
maturin build --profile "$profile" --locked --out target/packages
ls -l target/packages/*.whl
