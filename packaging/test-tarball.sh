#!/usr/bin/env bash
# test-tarball.sh TARBALL: unpacks a tarball, moves it to another folder, and verifies
# the examples there as another user, without Rust and with no home folder. Run it as
# root, which may become another user (`nobody`).
set -euo pipefail
tarball=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tar -C "$work" -xzf "$tarball"
mkdir "$work/moved"
mv "$work"/veriframe-* "$work/moved/veriframe"
chmod -R a+rX "$work"
cd "$work/moved/veriframe"
run() {
  setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups \
    env -i HOME=/nonexistent PATH=/usr/bin:/bin "$@"
}
run id -un
run bin/veriframe --version
run bin/veriframe verify --cache off examples
# What is handed on has remote caches, which are no default of a build.
mkdir -m 777 "$work/cache" "$work/store"
run VERIFRAME_CACHE_KEY="$(printf %064d 0)" bin/veriframe verify --cache "$work/cache" \
  --remote-cache "file://$work/store" --remote-cache-mode read-write examples/cell.idf
find "$work/store" -name '*.results' | grep .
# All questions go to Z3, so the tarball's library must have been found.
run bin/veriframe verify --cache off --prover off examples/cell.idf
if [ "$(uname -s)" = Linux ]; then
  run LD_DEBUG=files bin/veriframe verify --cache off --prover off examples/cell.idf 2>&1 |
    grep -F "calling init: $(realpath lib/libz3.so)"
fi
echo "ok: $(basename "$tarball")"
