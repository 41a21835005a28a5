"""Verifications as tests: cached, run remotely and divided by Bazel."""

_SCRIPT = """#!/bin/sh
# Verifies in the folder of the runfiles, in which sources have their paths in the workspace.
set -eu
# All of them are links.
export VERIFRAME_LINKS=follow
set -- verify --cache off --output "junit=${{XML_OUTPUT_FILE:-/dev/null}}" {options} {sources} "$@"
if [ -n "${{TEST_TOTAL_SHARDS:-}}" ]; then
  touch "${{TEST_SHARD_STATUS_FILE:-/dev/null}}"
  set -- "$@" --shard "$((TEST_SHARD_INDEX + 1))/$TEST_TOTAL_SHARDS"
fi
exec {veriframe} "$@"
"""

def _quoted(words):
    return " ".join(["'" + word.replace("'", "'\\''") + "'" for word in words])

def _veriframe_test_impl(ctx):
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    program = ctx.executable.veriframe.short_path
    ctx.actions.write(
        output = script,
        content = _SCRIPT.format(
            options = _quoted(ctx.attr.options),
            sources = _quoted([source.short_path for source in ctx.files.srcs]),
            veriframe = _quoted([program if "/" in program else "./" + program]),
        ),
        is_executable = True,
    )
    runfiles = ctx.runfiles(files = ctx.files.srcs + ctx.files.data + [ctx.executable.veriframe])
    return [DefaultInfo(
        executable = script,
        runfiles = runfiles.merge(ctx.attr.veriframe[DefaultInfo].default_runfiles),
    )]

veriframe_test = rule(
    implementation = _veriframe_test_impl,
    doc = "Verifies programs; the test passes if all members are verified.",
    test = True,
    attrs = {
        "data": attr.label_list(
            allow_files = True,
            doc = "What else is read: a project file, contracts of libraries.",
        ),
        "options": attr.string_list(doc = "Further options of `veriframe verify`."),
        "srcs": attr.label_list(
            allow_files = [".idf", ".java"],
            mandatory = True,
            doc = "The programs.",
        ),
        "veriframe": attr.label(
            allow_single_file = True,
            cfg = "host",
            default = "//tools:veriframe",
            doc = "The program `veriframe`.",
            executable = True,
        ),
    },
)
