# shellcheck shell=bash disable=SC2154
# What the processors did while bench/run measured: which processes, which threads of spot's program
# and which sessions of PostgreSQL they worked for.

# name_sessions: whose each process of PostgreSQL is. The sequencer is who leases markets
# (sequencer_memory.cpp), the publisher who has shown books last or read what it tells of balances.
name_sessions() {
    psql_super -d cambio -F $'\t' <<'SQL'
        select a.pid, 'PostgreSQL, ' || case
            when a.backend_type <> 'client backend' then a.backend_type
            when a.pid in (select pid from pg_locks
                           where locktype = 'advisory' and classid = x'43414D42'::int) then
                'spot''s sequencer'
            when a.application_name = 'cambio spot'
                 and a.query ~ 'into shown_books|house = '''' and wallet = 1' then
                'spot''s publisher'
            else regexp_replace(a.application_name, '^cambio ', '') end
        from pg_stat_activity a where a.pid <> pg_backend_pid()
SQL
}

# look_at_processes FILE: adds what each has used so far to FILE.processes, and each thread of spot
# to FILE.threads. Some of them end meanwhile.
look_at_processes() {
    cat /proc/[0-9]*/stat >>"$1.processes" 2>/dev/null || true
    cat "/proc/$spot/task"/*/stat >>"$1.threads" 2>/dev/null || true
}

# watch_processors: from now on, once a second, for what ends meanwhile.
watch_processors() {
    spot=$(pid_of spot)
    rm -f "$scratch"/{before,since}.{processes,threads}
    name_sessions >"$scratch/who"
    look_at_processes "$scratch/before"
    while sleep 1 && kill -0 $$; do look_at_processes "$scratch/since"; done &
    watcher=$!
}

# tell_of_processors ORDERS: what they did since, by share and by microseconds for each order.
tell_of_processors() {
    kill "$watcher"
    wait "$watcher" 2>/dev/null || true
    look_at_processes "$scratch/since"
    name_sessions >>"$scratch/who"
    echo "  of the processors in the last round:"
    awk -F '\t' -v spot="$spot" -v orders="$1" -v hz="$(getconf CLK_TCK)" '
        FILENAME ~ /crontab$/ { split($0, line, " "); jobs[substr(line[6], 1, 15)]; next }
        FILENAME ~ /who$/ { session[$1] = $2; next }
        {
            # The name may hold anything: fields are counted from behind it.
            open = index($0, "(")
            for (close_ = length($0); substr($0, close_, 1) != ")"; close_--);
            split(substr($0, close_ + 2), field, " ")
            id = ($1 + 0) " " field[20]
            if (FILENAME ~ /processes$/ && $1 + 0 == spot) next
            if (FILENAME ~ /before/) before[id] = field[12] + field[13]
            else since[id] = field[12] + field[13]
            what = substr($0, open + 1, close_ - open - 1)
            if (FILENAME ~ /threads$/) what = "spot, " (what == "spot" ? "calls" : what)
            else if ($1 + 0 in session) what = session[$1 + 0]
            else if (what == "postgres") what = "PostgreSQL, what came and went"
            else if (what in jobs) what = "job " what
            name[id] = what
        }
        END {
            for (id in since) {
                used[name[id]] += since[id] - before[id]
                all += since[id] - before[id]
            }
            for (what in used) if (used[what] >= all / 500) {
                printf "%.1f\t  %4.1f %% %6.1f µs for each order: %s\n", used[what],
                    100 * used[what] / all, 1e6 * used[what] / hz / orders, what
                told += used[what]
            }
            printf "0\t  %4.1f %% all others; %.1f s of a processor in all\n",
                100 * (all - told) / all, all / hz
        }' "$root/cron/crontab" "$scratch"/{who,before.processes,before.threads} \
        "$scratch"/since.{processes,threads} | sort -rn | cut -f2-
}
