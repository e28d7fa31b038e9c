# shellcheck shell=bash disable=SC2154
# bench/run's benchmark of what grows: two installations with the same few clients, who have a year
# of history; in the second one, everybody else has one, too.

# At scale 1: 100,000 clients, 10 million orders, 20 million fills, 60 million transfers and 5
# million notifications.
grown_scale=${CAMBIO_GROWN_SCALE:-0.05}
grown_samples=160

# fill_history MORE ORDERS [RESTING]: a year of MORE new clients, and of all who have none yet, of
# so many orders each; beside those one rests, or so many do.
fill_history() {
    local began=$SECONDS
    psql_super -d cambio -v more="$1" -v orders="$2" -v resting="${3:-1}" \
        <"$here/grown.sql"
    psql_super -d cambio -F ' ' -c "select 'filled in $((SECONDS - began)) s:',
        (select count(*) from clients), 'clients,', (select count(*) from orders), 'orders,',
        (select count(*) from fills), 'fills,', (select count(*) from ledger_transfers),
        'transfers,', (select count(*) from notifications), 'notifications,',
        pg_size_pretty(pg_database_size('cambio'))"
}

run_noted() {
    run_job "$@" </dev/null >>"$scratch/jobs.log" 2>&1 || echo "$* failed: $scratch/jobs.log" >&2
}

# milliseconds_of JOB: of one step. Of a job of each minute it is the middle of three, and it may
# have a runner that keeps its lock: its own note is read, whoever made it. Others do once what is
# due. The audit is no such job: it is due, and reads everything, or what has come since.
milliseconds_of() {
    local began times=1
    began=$(date +%s%3N)
    case $1 in
    audit_ledger)
        psql_super -d cambio -c "update audits set at = at - interval '2 hours'"
        run_noted audit_ledger
        ;;
    audit_ledger,_everything) run_noted audit_ledger --now ;;
    *)
        [ "$(period_of "$1")" != 60000 ] || times=3
        for ((; times > 0; times--)); do
            run_noted "$1" --once
            psql_super -d cambio -c "select took_ms from job_runs where name = '$1'"
        done | median
        return
        ;;
    esac
    echo $(($(date +%s%3N) - began))
}

# The period of a job in milliseconds. The audit is called each minute and finds out when an hour
# and when a day is over.
period_of() {
    case $1 in
    audit_ledger) echo 3600000 ;;
    audit_ledger,_everything) echo 86400000 ;;
    *)
        awk -v job="$1" '$6 == job {
            minutes = $1 ~ /^\*\// ? substr($1, 3) : $1 == "*" ? 1 : $2 == "*" ? 60 : 1440
            print minutes * 60000 }' "$root/cron/crontab"
        ;;
    esac
}

measure_jobs() {
    local job few many
    while read -r job; do
        at var
        few=$(milliseconds_of "$job")
        at grown
        many=$(milliseconds_of "$job")
        echo "job ${job//_/ }: $many ms, new $few ms;" \
            "$(ratio "$many" "$(period_of "$job")") of its period (goal 0.333)"
    done < <(awk '$6 == "audit_ledger" {print $6 ",_everything"} !/^#/ {print $6}' \
        "$root/cron/crontab")
}

# PostgreSQL counts what each statement reads, from its next start on: its watcher starts it again.
count_pages() {
    local ended
    psql_super -d cambio -c 'alter system set shared_preload_libraries = pg_stat_statements'
    ended=$(head -1 "$CAMBIO_VAR/postgres/postmaster.pid")
    kill -INT "$ended"
    until [ "$(head -1 "$CAMBIO_VAR/postgres/postmaster.pid" 2>/dev/null)" != "$ended" ] &&
        psql_super -d postgres -c 'create extension if not exists pg_stat_statements' \
            >/dev/null 2>&1; do sleep 0.2; done
    until [ "$(curl -fsS "$base/api/v3/status" | jq -r .postgres)" = ok ]; do sleep 0.2; done
}

# Whether the books balance, by the audit of everything.
tell_of_books() {
    run_noted audit_ledger --now
    psql_super -d cambio -c "select case when passed then 'the books balance' else
        'THE BOOKS DO NOT BALANCE: ' || findings::text end from audits order by id desc limit 1"
}

bench_grown() {
    local name few_base few_folder
    start grown
    for name in var grown; do
        at "$name"
        count_pages
        make_clients 16
        fill_history 0 300
    done
    fill_history "$(awk -v scale="$grown_scale" 'BEGIN {printf "%d", 100000 * scale}')" 100
    measure_jobs
    at var
    few_base=$base few_folder=$CAMBIO_VAR
    at grown
    node "$here/grown.mjs" "$few_base" "$few_folder" "$base" "$CAMBIO_VAR" \
        "$grown_samples"
    for name in var grown; do
        at "$name"
        tell_of_books
    done
    at var
}
