#!/usr/bin/env bash
# Shows that a newcomer needs only Node, npm, git and curl: clones the last commit, and as an ordinary user without a compiler
# or Python on the PATH installs it without install scripts and without a warning, and starts the service.
# Parameters: a command to run in the clone after that, such as `npm test`. Started by root, it becomes the user
# `nobody`, or the one that AS_USER names.
set -euo pipefail
cd "$(dirname "$0")/.."

place=$(mktemp -d /tmp/first-hour.XXXXXX)
service=
finish() {
  [ -z "$service" ] || kill -TERM -- "-$service" 2>/dev/null || true
  rm -rf "$place"
}
trap finish EXIT

mkdir "$place/bin" "$place/home"
for program in node npm git sh bash env cat chmod cp curl cut date dirname find grep gzip head id ln ls mkdir mktemp mv \
  ps readlink rm sed sleep sort tail tar touch tr true uname wc; do
  path=$(type -P "$program") || continue
  printf '#!/bin/sh\nexec %s "$@"\n' "$path" >"$place/bin/$program"
done
ln -sf "$(node -p process.execPath)" "$place/bin/node"
chmod -R a+rX,a+x "$place"
git clone --quiet . "$place/backstop"

as_user=()
if [ "$(id -u)" = 0 ]; then
  user=${AS_USER:-nobody}
  as_user=(setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups)
  chown -R "$user" "$place/home" "$place/backstop"
fi
# What a machine needs to reach its npm registry is passed on, and nothing else.
kept=()
for name in http_proxy https_proxy no_proxy NODE_EXTRA_CA_CERTS npm_config_registry; do
  [ -z "${!name:-}" ] || kept+=("$name=${!name}")
done
newcomer() {
  (cd "$place/backstop" && exec "${as_user[@]}" env -i HOME="$place/home" PATH="$place/bin" "${kept[@]}" "$@")
}

for tool in cc c++ gcc g++ clang make cmake python python3; do
  if newcomer sh -c "command -v $tool"; then
    echo "$tool is on the PATH: this would prove nothing." >&2
    exit 1
  fi
done
newcomer sh -c 'echo "As $(id -un), Node $(node --version), npm $(npm --version), without compiler and Python:"'

newcomer npm ci --ignore-scripts 2>&1 | tee "$place/install.log"
if grep -qiE 'warn|error' "$place/install.log"; then
  echo 'npm ci printed a warning.' >&2
  exit 1
fi

# In a process group of its own, to stop npm and the service together.
set -m
newcomer env PORT=0 npm start >"$place/service.log" 2>&1 &
service=$!
set +m
address() { sed -nE 's/.*is up at (http:[^ ]+).*/\1/p' "$place/service.log"; }
for ((second = 0; second < 300; second++)); do
  [ -z "$(address)" ] && kill -0 "$service" 2>/dev/null || break
  sleep 1
done
if ! node -e 'fetch(process.argv[1]).then(({ ok, status }) => { console.log("GET /health", status); process.exit(ok ? 0 : 1); })' \
  "$(address)/health"; then
  cat "$place/service.log" >&2
  exit 1
fi
kill -TERM -- "-$service"
wait "$service" || true
service=

[ $# = 0 ] || newcomer "$@"
