# shellcheck shell=bash disable=SC2154
# Three database hosts on loopback, each of etcd, Patroni and PostgreSQL, made by nginx/host/ha as
# the README beside it says, for failover_test and failover_strike. The caller names $scratch. All
# of it runs as PostgreSQL's user, never as root.

hosts=(db1 db2 db3)
declare -A addresses=([db1]=127.31.0.1 [db2]=127.31.0.2 [db3]=127.31.0.3)
share=$scratch/share

# choose_ports: sets port, so that nobody has it or one of the three after it.
choose_ports() {
    local taken
    taken=$(ss -Htln | awk '{ sub(/.*:/, "", $4); print $4 }')
    port=31000
    while grep -qxF "$(seq "$port" $((port + 3)))" <<<"$taken"; do
        port=$((31000 + RANDOM % 1000))
    done
}

# recall_ports: those of hosts that are there already.
recall_ports() { port=$(sed -n 's/^port=\([0-9]*\).*/\1/p' "$scratch/db1/places"); }

# describe_hosts: where each has what the installed ones have in /etc and /var.
describe_hosts() {
    local host
    choose_ports
    for host in "${hosts[@]}"; do
        as_database mkdir "$scratch/$host"
        as_database tee "$scratch/$host/places" >/dev/null <<EOF
folder=$scratch/$host/ha
port=$port patroni_port=$((port + 1)) etcd_port=$((port + 2)) peer_port=$((port + 3))
data=$scratch/$host/data
config=$scratch/$host/etc/15/cambio
socket=$scratch/$host
etcd_data=$scratch/$host/etcd
etcd_settings=$scratch/$host/etcd.conf
patroni_settings=$scratch/$host/patroni.yml
archive_folder=$scratch/$host/backup
archive_repository=$scratch/repository
archive_work=$scratch/$host/work
EOF
    done
}

# ha HOST ARGUMENT…: on that host.
ha() {
    as_database env CAMBIO_SHARE="$share" CAMBIO_HA="$scratch/$1/places" \
        "$share/nginx/host/ha/ha" "${@:2}"
}

# ctl ARGUMENT…: patronictl, on a host that is there.
ctl() {
    local host
    for host in "${hosts[@]}"; do
        if runs "$host" patroni; then
            as_database patronictl -c "$scratch/$host/patroni.yml" "$@"
            return
        fi
    done
    return 1
}

process_of() { cat "$scratch/$1/$2.pid" 2>/dev/null; }

# runs HOST etcd|patroni
runs() {
    local process
    process=$(process_of "$1" "$2") && [[ -e /proc/$process ]]
}

# launch_on HOST NAME COMMAND…: stays when the caller ends; its number is in a file.
launch_on() {
    local file=$scratch/$1/$2
    # shellcheck disable=SC2016 # The inner shell's.
    as_database_exec env HOME="$scratch/$1" setsid bash -c \
        'echo $$ >"$0.pid"; exec "$@" >>"$0.log" 2>&1 </dev/null' "$file" "${@:3}" &
    # Whoever ends it says nothing of it.
    disown
    wait_for 60 runs "$1" "$2"
}

start_etcd() {
    runs "$1" etcd ||
        launch_on "$1" etcd bash -c "set -a; . '$scratch/$1/etcd.conf'; exec etcd"
}

start_host() {
    start_etcd "$1"
    runs "$1" patroni || launch_on "$1" patroni patroni "$scratch/$1/patroni.yml"
}

postmaster_of() { head -n 1 "$scratch/$1/data/postmaster.pid" 2>/dev/null; }

gone() { ! kill -0 "$@" 2>/dev/null; }

# kill_postgres HOST: the postmaster by SIGKILL, and all that it has started.
kill_postgres() {
    local process children
    process=$(postmaster_of "$1") || return 0
    # One that stands still starts no process that the list would not have.
    kill -STOP "$process" 2>/dev/null || return 0
    mapfile -t children < <(pgrep -P "$process")
    kill -KILL "$process" "${children[@]}" 2>/dev/null || true
    wait_for 90 gone "$process" "${children[@]}"
}

# kill_host HOST [etcd]: as if somebody had pulled the plug; without the word, etcd goes on.
kill_host() {
    local name
    for name in patroni ${2:-}; do
        kill -KILL "$(process_of "$1" "$name")" 2>/dev/null || true
    done
    kill_postgres "$1"
}

# is ROLE HOST: as its Patroni says, which is what a load balancer would ask.
is() {
    curl -s -f -o "$scratch/said" --max-time 3 --cacert "$scratch/$2/ha/ca.crt" \
        "https://${addresses[$2]}:$((port + 1))/$1"
}

# find_primary: sets primary; false where there is none.
find_primary() {
    for primary in "${hosts[@]}"; do
        if is primary "$primary"; then return; fi
    done
    return 1
}

healthy() {
    local host
    find_primary || return 1
    for host in "${hosts[@]}"; do
        [[ $host == "$primary" ]] || is replica "$host" || return 1
    done
    synchronous >/dev/null
}

# synchronous: the host that has all that was acknowledged; false where there is none.
synchronous() {
    local host
    for host in "${hosts[@]}"; do
        if is sync "$host"; then say "$host"; return; fi
    done
    return 1
}

# on HOST SQL [DATABASE]
on() {
    as_database psql -X -q -A -t -v ON_ERROR_STOP=1 -h "$scratch/$1" -p "$port" -U postgres \
        -d "${3:-postgres}" -c "$2"
}

# conninfo: of PostgreSQL's superuser, wherever the primary is. The present one comes first: of a
# database that it has just made, a standby says for a moment that there is none, and libpq asks
# nobody else then.
conninfo() {
    local host list=${addresses[$primary]}
    for host in "${hosts[@]}"; do
        [[ $host == "$primary" ]] || list+=",${addresses[$host]}"
    done
    say "host='$list' port='$port' user='postgres' dbname='postgres'" \
        "target_session_attrs='read-write'"
}
