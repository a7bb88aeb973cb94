#!/bin/sh
# Plays a transcript as an agent CLI would print it. The last argument names the transcript.
# Lines that start with `#!` are acts:
#   #!call TOOL ARGS   starts our MCP server as the CLI was told to, lists tools, calls one
#   #!list             the same without a call
#   #!read             waits for one line of input
#   #!hang             stays, with its output open
#   #!orphan           leaves a child behind that has a process group of its own
#   #!stderr TEXT      complains
#   #!exit N           leaves
for last; do :; done
server() {
  case $(basename "$(dirname "$last")") in
    claude-code)
      while [ "$1" != --mcp-config ]; do shift; done
      file=$2 ;;
    gemini) file=.gemini/settings.json ;;
    acp) file=session.json ;;
    codex)
      for word; do
        case $word in
          mcp_servers.trellis.command=*) command=${word#*=} ;;
          mcp_servers.trellis.args=*) args=${word#*=} ;;
        esac
      done
      echo "{\"command\":$command,\"args\":$args}" > server.json
      file=server.json ;;
  esac
  # The words of the command, one a line.
  sed 's/.*"args":\[\([^]]*\)\].*"command":"\([^"]*\)".*/"\2",\1/; s/.*"command":"\([^"]*\)".*"args":\[\([^]]*\)\].*/"\1",\2/' "$file" |
    tr ',' '\n' | sed 's/^"//; s/"$//'
}
speak() {
  set -- $(server "$@")
  {
    echo '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"fake","version":"0"}}}'
    echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    [ -z "$call" ] || echo "$call"
    sleep 0.3
  } | "$@" > /dev/null
}
while IFS= read -r line <&3; do
  case $line in
    '#!call '*)
      rest=${line#\#!call }
      call="{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"${rest%% *}\",\"arguments\":${rest#* }}}"
      speak "$@" ;;
    '#!list') call=; speak "$@" ;;
    '#!read')
      IFS= read -r said
      case $said in *session/new*) printf '%s\n' "$said" > session.json ;; esac ;;
    '#!hang') sleep 60 ;;
    '#!orphan') setsid sleep 61 & ;;
    '#!stderr '*) echo "${line#\#!stderr }" >&2 ;;
    '#!exit '*) exit "${line#\#!exit }" ;;
    '#'*) ;;
    *) echo "$line" ;;
  esac
done 3< "$last"
