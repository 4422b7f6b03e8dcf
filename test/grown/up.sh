#!/usr/bin/env bash
# Brings up a site of several processes with Debian's packages: Redis, the primary and two edges that share a port, as on
# one machine. `test/grown/up.sh` runs until Ctrl-C; `test/grown/up.sh --check` has the doctor look at it and ends.
# Needs dist/tapedeck (bun run build) and redis-server (apt-get install redis-server).
set -euo pipefail
cd "$(dirname "$0")/../.."
tapedeck=$PWD/${TAPEDECK_EXECUTABLE:-dist/tapedeck}
command -v redis-server >/dev/null || { echo 'redis-server is missing: apt-get install redis-server' >&2; exit 1; }
[ -x "$tapedeck" ] || { echo "$tapedeck is missing: bun run build" >&2; exit 1; }

folder=$(mktemp -d)
started=()
end() {
  for ((at = ${#started[@]} - 1; at >= 0; at--)); do
    kill "${started[at]}" 2>/dev/null && wait "${started[at]}" 2>/dev/null || true
  done
  rm -rf "$folder"
}
trap end EXIT
trap 'exit 130' INT TERM

site=${SITE_PORT:-3000} rooms=${ROOMS_PORT:-3100} redis=${REDIS_PORT:-6390}
export HOST=127.0.0.1 REDIS_URL=redis://127.0.0.1:$redis EDGE_SECRET='only for looking at it, on one machine'
export BASE_URL=http://localhost:$site ROOMS_URL=http://localhost:$rooms DATA_DIR=$folder/data PAYMENTS=test

redis-server --port "$redis" --bind 127.0.0.1 --save '' --appendonly no --dir "$folder" >/dev/null & started+=($!)
(cd "$folder" && PORT=$site exec "$tapedeck" serve) & started+=($!)
for _ in 1 2; do
  (cd "$folder" && PORT=$rooms PRIMARY_URL=http://127.0.0.1:$site exec "$tapedeck" edge 2>>"$folder/edges.log") & started+=($!)
done

for _ in $(seq 100); do
  curl -fsS -o /dev/null "http://127.0.0.1:$rooms/healthz" 2>/dev/null && curl -fsS -o /dev/null "http://127.0.0.1:$site/healthz" 2>/dev/null && break
  sleep 0.2
done
if [ "${1:-}" = --check ]; then
  # Edges report once a second at first.
  sleep 3
  (cd "$folder" && "$tapedeck" doctor) | tee "$folder/doctor"
  grep -q 'edges *2 with 0 listeners' "$folder/doctor"
  exit
fi
echo "The site is at $BASE_URL, its rooms are heard at $ROOMS_URL. Ctrl-C ends it."
wait
