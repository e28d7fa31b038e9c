# shellcheck shell=bash disable=SC2154,SC2317
# cambio-restore --drill: a backup that nobody has restored is none.

# Beside the repository, for whoever has room for the backups has room for one copy more.
drill_folder=$archive_repository/drill

drill_sql() { as_database psql -X -A -t -q -h "$drill_folder" -d cambio -c "$1"; }

drill_recovered() { [[ $(drill_sql "select pg_is_in_recovery()" 2>/dev/null) == f ]]; }

# Of the same settings, but of another socket, and it writes into no archive.
start_drill() {
    local settings=/etc/postgresql/$cluster_version/cambio
    as_database "/usr/lib/postgresql/$cluster_version/bin/postgres" -D "$drill_folder/data" \
        -c "config_file=$settings/postgresql.conf" -c "data_directory=$drill_folder/data" \
        -c "unix_socket_directories=$drill_folder" -c port=5432 -c listen_addresses= \
        -c external_pid_file= -c archive_mode=off -c logging_collector=off \
        >"$drill_folder/log" 2>&1 &
    drill_process=$!
}

end_drill() {
    local status=$?
    as_database "/usr/lib/postgresql/$cluster_version/bin/pg_ctl" -D "$drill_folder/data" \
        -m fast -w stop >/dev/null 2>&1 || true
    if ((status != 0)); then tail -n 20 "$drill_folder/log" >&2 2>/dev/null || true; fi
    rm -rf "$drill_folder"
}

# As the operator, of the copy alone. The unit has the configuration from systemd.
drill_control() {
    local server="host=$drill_folder\&port=5432\&requirepeer=$database_user"
    local from=${CREDENTIALS_DIRECTORY:+$CREDENTIALS_DIRECTORY/operator.conf}
    local url='^(DATABASE(_OWNER)?_URL)="?postgresql://([a-z_]+)@.*'
    (umask 077 && sed -E "s#$url#\1=\"postgresql://\3@/cambio?$server\"#" \
        "${from:-$operator_config}" >"$drill_folder/operator.conf")
    CAMBIO_CONFIG=$drill_folder/operator.conf /usr/lib/cambio/cambioctl "$@"
}

# this_month: of the repositories, the one whose turn it is.
this_month() {
    local -a all
    mapfile -t all < <(repositories)
    say "${all[$((($(date -u +%Y) * 12 + 10#$(date -u +%m)) % ${#all[@]}))]}"
}

# drill [NUMBER]: of that repository.
drill() {
    local transfers moment number=${1:-$(this_month)}
    # Of one that was cut off by a power failure.
    rm -rf "$drill_folder"
    belongs "$database_user:$database_user" 0700 "$drill_folder" "$drill_folder/data"
    trap end_drill EXIT
    require_room latest "$drill_folder" --repo="$number"
    # By the backup's own timeline, on which the newest log may not be after a restore.
    restore_files latest --pg1-path="$drill_folder/data" --archive-mode=off --repo="$number" \
        --target-timeline=current
    start_drill
    until drill_recovered; do
        kill -0 "$drill_process" 2>/dev/null || die "The drill's cluster does not start."
        sleep 1
    done
    moment=$(drill_sql "select max(at) from ledger_transfers")
    transfers=$(drill_sql "select count(*) from ledger_transfers")
    drill_control audit
    remember_when backup_drill
    say "The backup of repository $number was restored beside the cluster, and its books balance:" \
        "$transfers transfers, the last one of ${moment:-never}."
}
