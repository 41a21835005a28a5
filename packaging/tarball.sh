#!/usr/bin/env bash
# tarball.sh [PROFILE]: builds a tarball with veriframe and libz3 in
# target/packages, with cargo's profile `dist` or another one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
profile=${1:-dist}

# Remote caches are no default of a build, and part of what is handed on.
cargo build --profile "$profile" --features remote-cache --locked
folder=$profile
if [ "$profile" = dev ]; then
  folder=debug
fi
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
name=veriframe-$version-$(uname -m)-$(uname -s | tr '[:upper:]' '[:lower:]')
stage=target/packages/$name
rm -rf "$stage"
mkdir -p "$stage/bin" "$stage/licenses"
cp "${CARGO_TARGET_DIR:-target}/$folder/veriframe" "$stage/bin/"
packaging/libz3.sh "$stage/lib"
cp -r README.md CHANGELOG.md examples "$stage/"
cp LICENSE LICENSE-APACHE LICENSE-MIT packaging/Z3-LICENSE.txt "$stage/licenses/"
tar -C target/packages --owner=0 --group=0 -czf "target/packages/$name.tar.gz" "$name"
rm -rf "$stage"
ls -l "target/packages/$name.tar.gz"
