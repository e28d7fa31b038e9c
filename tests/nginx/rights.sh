# shellcheck shell=bash disable=SC2034
# What the tests of who may do what share: `refused`, `query`, and whose programs run.

# shellcheck source=../support/shell.sh
. "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
var=$CAMBIO_TEST_VAR
run=$var/run keys=$var/keys

# Who has taken over a program that has no role of its own (content), or with as=USER another one.
as_program() {
    setpriv --reuid "${as:-cambio}" --regid cambio --clear-groups --no-new-privs -- "$@"
}

refused() { if as_program "$@" >/dev/null 2>&1; then fault "${as:-cambio} may: $*"; fi; }

query() { psql -X -q -h "$run" -d cambio -U "$1" -c "${2:-select 1}"; }

# first_of NAME: the program behind its watcher.
first_of() { pgrep -P "$(cut -d' ' -f1 "$var/pids/$1")"; }
user_of() { ps -o user= -p "$(first_of "$1")"; }

if ((EUID != 0)); then
    echo "Started by $(id -un), who is everything here."
    exit 0
fi
export -f query
export run
