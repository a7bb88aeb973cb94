#!/bin/sh
# Runs the official MCP inspector and conformance suite against `trellis _mcp`; opt-in, since both
# come from npm. The suite speaks HTTP, so a proxy stands before our stdio server.
#
#   tests/conformance.sh TRELLIS [FOLDER]
#
# TRELLIS is the program. FOLDER holds (or will hold) the npm packages; a scratch folder otherwise.
# Scenarios that need what a tools-only server has not (prompts, resources, sampling, or fixture
# tools of fixed names) are not run. Exit status 0 when every scenario that is run passes.
set -eu
program=$(realpath "$1")
scratch=$(mktemp -d)
packages=${2:-$scratch}
export XDG_RUNTIME_DIR="$scratch/run" XDG_CONFIG_HOME="$scratch/config"
mkdir -p "$scratch/run" "$scratch/demo"
proxy=
leave() {
  [ -z "$proxy" ] || kill "$proxy" 2>/dev/null || :
  (cd "$scratch/demo" && "$program" daemon stop >/dev/null 2>&1) || :
  rm -rf "$scratch"
}
trap leave EXIT INT TERM

cd "$packages"
if [ ! -x node_modules/.bin/conformance ]; then
  npm install --no-audit --no-fund node@22 @modelcontextprotocol/inspector@2.12.0 \
    @modelcontextprotocol/conformance@0.2.0-alpha.12 mcp-proxy@6.7.19 >"$scratch/npm.log" 2>&1 ||
    { echo "npm cannot install the suite:"; tail -5 "$scratch/npm.log"; exit 2; }
fi
bin=$packages/node_modules/.bin
PATH=$bin:$PATH

cd "$scratch/demo"
"$program" init >/dev/null
mkdir -p kit
printf -- '---\nname: kit\n---\n\nSmall things.\n' >kit/_module.tr
printf -- '---\nname: double\n---\n\nDoubles.\n\n```soil-sig\ndouble : (n : I64) -> panic I64\n```\n\n```test a\n(1) => 2\n```\n' >kit/double.tr
# A session that worked and left settles its job, so each session gets a job of its own.
attach() {
  "$program" cancel double >/dev/null 2>&1 || :
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    socket=$("$program" lower --attach double --json 2>/dev/null |
      sed 's/.*"--socket","\([^"]*\)".*/\1/')
    [ -z "$socket" ] || break
    sleep 0.3
  done
  serve="$program _mcp --job conformance --socket $socket"
}
failed=0
passed() { echo "ok      $1"; }
missed() { echo "FAILED  $1"; failed=1; }

# The inspector, one process a call.
inspect() {
  name=$1; want=$2; shift 2
  attach
  if said=$(mcp-inspector --cli $serve "$@" --format json 2>&1) && echo "$said" | grep -q "$want"
  then passed "inspector $name"
  else missed "inspector $name: $(echo "$said" | tail -3)"
  fi
}
inspect tools/list '"ask_human"' --method tools/list
inspect tools/call 'double.tr\|soil-sig' --method tools/call --tool-name read_context --tool-args-json '{"path":"spec.md"}'
inspect check_refinements 'None' --method tools/call --tool-name check_refinements --tool-args-json '{}'

# The suite, through the proxy.
attach
port=${PORT:-8123}
mcp-proxy --port "$port" --host 127.0.0.1 --server stream -- $serve >"$scratch/proxy.log" 2>&1 &
proxy=$!
sleep 3
for revision in ${REVISIONS:-2025-06-18 2025-11-25}; do
  for scenario in ${SCENARIOS:-server-initialize ping tools-list}; do
    said=$(conformance server --url "http://127.0.0.1:$port/mcp" --spec-version "$revision" \
      --scenario "$scenario" 2>&1) && passed "$revision $scenario: $(echo "$said" | grep -i 'passed' | tail -1)" ||
      missed "$revision $scenario: $(echo "$said" | tail -5)"
  done
done
exit $failed
