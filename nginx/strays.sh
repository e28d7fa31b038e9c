# shellcheck shell=bash disable=SC2154
# What runs here without its watcher: somebody killed it, or removed its pid file.

# Programs of this installation, by number: who writes into its logs, and is no editor of them. Of
# PostgreSQL only the process that collects its log does so; all of it works in the database's
# folder.
ours() {
    local program pid command
    local -a writers
    # Processes end meanwhile, which find calls an error.
    mapfile -t writers < <({
        find /proc/[0-9]*/fd -maxdepth 1 \
            \( -lname "$program_logs/*" -o -lname "$nginx_logs/*" -o -lname "$database_logs/*" \) \
            -printf '%h\n' || true
        find /proc/[0-9]*/cwd -maxdepth 0 -lname "$var/postgres" -print || true
    } 2>/dev/null | sed -E 's/(fd|cwd)$/exe/' | sort -u)
    if ((${#writers[@]} == 0)); then return; fi
    while read -r pid program; do
        pid=${pid#/proc/}
        case ${program% (deleted)} in
        "$release"/bin/* | */multiwatch | */nginx | */postgres | */redis-*) say "$pid" ;;
        *)
            { read -r command <"/proc/$pid/comm"; } 2>/dev/null || continue
            [[ $command != demo_signer ]] || say "$pid"
            ;;
        esac
    done < <(find "${writers[@]}" -maxdepth 0 -printf '%h %l\n' 2>/dev/null)
}

# Those of them that nothing here knows any more: they and all their parents have no pid file, for
# somebody killed the watcher or removed the files. Jobs are children of cron.
strays() {
    local name pid parent command
    local -a mine
    local -A parents=() known=()
    # In this order: who comes after the first look is not asked about.
    mapfile -t mine < <(ours)
    while read -r pid parent command; do
        parents[$pid]=$parent
        [[ $command != cron ]] || known[$pid]=yes
    done < <(ps -e -o pid=,ppid=,comm=)
    for name in "$pids"/*; do
        if pid=$(pid_of "${name##*/}"); then known[$pid]=yes; fi
    done
    for pid in "${mine[@]}"; do
        parent=$pid
        while [[ ! ${known[$parent]:-} && ${parents[$parent]:-0} != [01] ]]; do
            parent=${parents[$parent]}
        done
        if [[ ! ${known[$parent]:-} && ${parents[$pid]:-} ]]; then say "$pid"; fi
    done
}

# Ends strays: first those who would start others again, and PostgreSQL as one stops it.
end_strays() {
    local found pid names=() signal patience=60
    mapfile -t found < <(strays)
    if ((${#found[@]} == 0)); then return; fi
    for pid in "${found[@]}"; do
        if [[ $(cat "/proc/$pid/comm" 2>/dev/null) == multiwatch ]]; then
            kill -KILL "$pid" 2>/dev/null || true
        fi
    done
    for pid in "${found[@]}"; do
        names+=("$(cat "/proc/$pid/comm" 2>/dev/null || true) $pid")
        signal=TERM
        # What it writes at its end may take it long (database.sh).
        [[ $(readlink "/proc/$pid/exe") != */postgres ]] || signal=INT patience=600
        kill "-$signal" "$pid" 2>/dev/null || true
    done
    if ! wait_for "$patience" none_runs "${found[@]}"; then
        kill -KILL "${found[@]}" 2>/dev/null || true
        wait_for 5 none_runs "${found[@]}" || return 1
    fi
    printf '%s\n' "${names[@]}"
}
