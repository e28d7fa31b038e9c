# shellcheck shell=bash disable=SC2154,SC2317
# cambio-restore --drill: a backup that nobody has restored is none.

# Beside the repository, for whoever has room for the backups has room for one copy more.
drill_folder=$archive_repository/drill

drill_sql() { as_database psql -X -A -t -q -h "$drill_folder" -d cambio -c "$1"; }

drill_recovered() { [[ $(drill_sql "select pg_is_in_recovery()" 2>/dev/null) == f ]]; }

# Of the same settings, but of another socket; it writes into no archive, and no standby follows it.
start_drill() {
    local settings=/etc/postgresql/$cluster_version/cambio
    as_database "/usr/lib/postgresql/$cluster_version/bin/postgres" -D "$drill_folder/data" \
        -c "config_file=$settings/postgresql.conf" -c "data_directory=$drill_folder/data" \
        -c "unix_socket_directories=$drill_folder" -c port=5432 -c listen_addresses= \
        -c external_pid_file= -c archive_mode=off -c logging_collector=off \
        -c synchronous_standby_names= \
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

# As the operator, of the copy alone: whatever the addresses are, none of them is left. The unit has
# the configuration from systemd.
drill_control() {
    local from=${CREDENTIALS_DIRECTORY:+$CREDENTIALS_DIRECTORY/operator.conf}
    (umask 077 && settings_for "$drill_folder" 5432 \
        <"${from:-$operator_config}" >"$drill_folder/operator.conf")
    [[ $(grep -cE '(AUDIT_)?DATABASE(_OWNER)?_URL' "$drill_folder/operator.conf") == 2 ]] ||
        die "The copy cannot be told from the running database." \
            "look at the addresses in ${from:-$operator_config}"
    CAMBIO_CONFIG=$drill_folder/operator.conf /usr/lib/cambio/cambioctl "$@"
}

# least_known NUMBER: what a copy from that repository has to know, by the running database: its
# last transfer, and what was written after the last backup there, but for an hour. What a clock
# that was ahead has noted says nothing.
least_known() {
    sql "select greatest(
            coalesce((select max(at) from ledger_transfers
                    where at between now() - interval '7 days' and now()),
                (select max(at) from ledger_transfers where at <= now())),
            (select at from job_marks
                where name = 'backup $1' and value <> 'never' and at <= now()))
        - interval '1 hour'"
}

# this_month: of the repositories, the one whose turn it is.
this_month() {
    local -a all
    mapfile -t all < <(repositories)
    say "${all[$((($(date -u +%Y) * 12 + 10#$(date -u +%m)) % ${#all[@]}))]}"
}

# drill [NUMBER]: of that repository.
drill() {
    local transfers moment least number=${1:-$(this_month)}
    # Of one that was cut off by a power failure.
    rm -rf "$drill_folder"
    belongs "$database_user:$database_user" 0700 "$drill_folder" "$drill_folder/data"
    trap end_drill EXIT
    choose_backup latest --repo="$number"
    require_room latest "$drill_folder"
    least=$(least_known "$number") || die "The running database does not say what it knows."
    # By the backup's own timeline, on which the newest log may not be after a restore.
    restore_files latest "$number" --pg1-path="$drill_folder/data" --archive-mode=off \
        --target-timeline=current
    start_drill
    until drill_recovered; do
        kill -0 "$drill_process" 2>/dev/null || die "The drill's cluster does not start."
        sleep 1
    done
    # Nothing may have been written since the backup was made.
    moment=$(drill_sql "select greatest((select max(at) from ledger_transfers where at <= now()),
        (select at from pg_last_xact_replay_timestamp() at where at <= now()),
        (select at from to_timestamp($backup_until) at where at <= now()))")
    [[ ! $least || $(drill_sql "select '${moment:--infinity}' >= timestamptz '$least'") == t ]] ||
        die "The backup of repository $number leads to ${moment:-no time}, and has to lead at least
to $least: what the running database has done since then is not in it." \
            "cambio-backup list; was the repository put back, or does nothing arrive there?"
    transfers=$(drill_sql "select count(*) from ledger_transfers")
    drill_control audit
    remember_when backup_drill
    say "The backup of repository $number was restored beside the cluster, and its books balance:" \
        "$transfers transfers, until ${moment:-no time}."
}
