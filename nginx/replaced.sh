# shellcheck shell=bash
# What runs old bytes: `apt upgrade` has put another file in the place of a program, a library or a
# module that is in memory. The kernel is asked what runs, and no list of packages is kept: it also
# knows what a program has loaded by itself, what was built here, and what its watcher has started
# anew in the meantime.

# behind NAME: what the watcher of that name keeps running. What it forks has its files from it, and
# the watcher itself reads nothing from outside.
behind() {
    local watcher
    watcher=$(pid_of "$1") || return 0
    pgrep -P "$watcher" || true
}

# replaced NAME: such files of the program of that name, each once.
replaced() {
    local pid
    for pid in $(behind "$1"); do
        # A program may have left meanwhile. A memfd never was a file.
        sed -nE 's|^[^ ]+ r-xp .* (/.*) \(deleted\)$|\1|p' "/proc/$pid/maps" 2>/dev/null || true
    done | sed '/^\/memfd:/d' | sort -u
}

# hidden NAME: those of its processes of which the kernel does not tell us what they run: root in a
# container may lack CAP_SYS_PTRACE, and somebody else is not root.
hidden() {
    local pid
    for pid in $(behind "$1"); do
        cat "/proc/$pid/maps" >/dev/null 2>&1 || none_runs "$pid" || say "$pid"
    done
}

# unreplaced NAME: else it says what was. What cannot be known is said, and restarts nothing.
unreplaced() {
    local files file pid
    for pid in $(hidden "$1"); do
        remark "whether $1 (process $pid) runs what was replaced, nobody may see (CAP_SYS_PTRACE)"
    done
    files=$(replaced "$1")
    [[ $files ]] || return 0
    while read -r file; do
        remark "${file##*/} was replaced: what ran it is restarted"
    done <<<"$files"
    return 1
}

# current NAME FINGERPRINT: it runs, is up to date, and runs nothing that was replaced.
current() { up_to_date "$@" && unreplaced "$1"; }
