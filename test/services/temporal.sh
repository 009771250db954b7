#!/usr/bin/env bash
# Builds Temporal's server from its Go module, outside of this repository, and prints where it is.
# With `start FOLDER PORT` it then runs it there, with the namespace default: all of it in SQLite files in FOLDER, on
# loopback, from PORT to PORT + 8.
set -euo pipefail

version=v1.30.4
cache="${CHRONOSCRIBE_TEST_CACHE:-$HOME/.cache/chronoscribe-test-services}"
server="$cache/temporal-$version"

if [ ! -x "$server" ]; then
  if ! command -v go >/dev/null; then
    echo "NOT BUILT: Temporal's server, since Go is not installed" >&2
    exit 1
  fi
  mkdir -p "$cache"
  built=$(mktemp -d)
  trap 'rm -rf "$built"' EXIT
  GOBIN="$built" go install "go.temporal.io/server/cmd/server@$version" >&2
  mv "$built/server" "$server"
fi
if [ "${1:-}" != start ]; then
  echo "$server"
  exit
fi

folder=$2
port=$3
mkdir -p "$folder"

datastore() {
  cat <<YAML
      sql:
        pluginName: sqlite
        databaseName: "$folder/temporal.db"
        connectAddr: localhost
        connectProtocol: tcp
        connectAttributes: { cache: private, setup: true, journal_mode: wal, synchronous: 2 }
        maxConns: 1
        maxIdleConns: 1
        maxConnLifetime: 1h
YAML
}
service() {
  echo "  $1: { rpc: { grpcPort: $2, membershipPort: $3, bindOnLocalHost: true${4:-} } }"
}

cat >"$folder/config.yaml" <<YAML
log: { stdout: true, level: error }
persistence:
  defaultStore: all
  visibilityStore: all
  numHistoryShards: 1
  datastores:
    all:
$(datastore)
global:
  membership: { maxJoinDuration: 30s, broadcastAddress: 127.0.0.1 }
services:
$(service frontend "$port" $((port + 1)) ", httpPort: $((port + 8))")
$(service matching $((port + 2)) $((port + 3)))
$(service history $((port + 4)) $((port + 5)))
$(service worker $((port + 6)) $((port + 7)))
clusterMetadata:
  enableGlobalNamespace: false
  failoverVersionIncrement: 10
  masterClusterName: active
  currentClusterName: active
  clusterInformation:
    active: { enabled: true, initialFailoverVersion: 1, rpcName: frontend, rpcAddress: "127.0.0.1:$port" }
dcRedirectionPolicy: { policy: noop }
namespaceDefaults:
  archival: { history: { state: disabled }, visibility: { state: disabled } }
archival: { history: { state: disabled }, visibility: { state: disabled } }
YAML

# A new server has no namespace.
register() {
  local about='{"namespace":"default","workflowExecutionRetentionPeriod":"259200s"}' code=
  until [ "$code" = 200 ] || [ "$code" = 409 ]; do
    sleep 0.2
    code=$(curl -s -o /dev/null -w '%{http_code}' -d "$about" "http://127.0.0.1:$((port + 8))/cluster/namespaces") || true
    kill -0 $$ 2>/dev/null || exit 0
  done
}
register &
exec "$server" --config-file "$folder/config.yaml" --allow-no-auth start
