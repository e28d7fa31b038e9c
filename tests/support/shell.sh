# shellcheck shell=bash disable=SC2034
# What the tests in bash share: faults that are counted, a reason to be left out, and, of what
# starts an installation, `root` and `wait_for`.

# shellcheck source=../../nginx/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../nginx/lib.sh"

failures=0

# fault MESSAGE: says it, and goes on to the next check.
fault() {
    printf 'FAILED: %s\n' "$1"
    failures=$((failures + 1))
}

# skip REASON: ends the test as one that cannot run here (CTest's SKIP_RETURN_CODE).
skip() {
    echo "SKIPPED: $1"
    exit 77
}
