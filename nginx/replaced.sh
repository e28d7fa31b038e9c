# shellcheck shell=bash
# What runs old bytes: `apt upgrade` has put another file in the place of a program, a library or a
# module that is in memory. The kernel is asked what runs, and no list of packages is kept: it also
# knows what a program has loaded by itself, what was built here, and what its watcher has started
# anew in the meantime.

# replaced NAME: such files of the program of that name, each once. What it forks has them from it,
# and its watcher reads nothing from outside.
replaced() {
    local watcher pid
    watcher=$(pid_of "$1") || return 0
    for pid in $(pgrep -P "$watcher"); do
        # A program may have left meanwhile. A memfd never was a file.
        sed -nE 's|^[^ ]+ r-xp .* (/.*) \(deleted\)$|\1|p' "/proc/$pid/maps" 2>/dev/null || true
    done | sed '/^\/memfd:/d' | sort -u
}

# unreplaced NAME: else it says what was.
unreplaced() {
    local files file
    files=$(replaced "$1")
    [[ $files ]] || return 0
    while read -r file; do
        remark "${file##*/} was replaced: what ran it is restarted"
    done <<<"$files"
    return 1
}

# current NAME FINGERPRINT: it runs, is up to date, and runs nothing that was replaced.
current() { up_to_date "$@" && unreplaced "$1"; }
