# shellcheck shell=bash disable=SC2154
# What tests/nginx/package_test asks of backups: into two repositories, restored to one second and
# then to a later one, as a drill, and on a new machine.

archived() {
    sql "select last_archived_wal >= '$1' from pg_stat_archiver" | grep -qx t
}

# pgBackRest looks at whole seconds to find a backup that was over by then.
second_after() { (($(date +%s) > $1)); }

# known: which of the tables that tell one moment from the other are there.
known() {
    sql "select string_agg(relname, ' ' order by relname) from pg_class
        where relname in ('before_it', 'after_it', 'after_all', 'while_away')"
}

# marks: of what the database knows when it was done.
marks() {
    sql "select string_agg(name, ' ' order by name) from job_marks
        where name like 'backup%' and value <> 'never'"
}

# rests: whoever starts all of Cambio starts nothing on a database that waits for a restore.
rests() {
    local started
    logged systemctl start cambio.target || true
    started=$(inside systemctl list-units --no-legend --plain --state=active 'cambio@*' \
        'cambio-job@*' cambio-migrate.service)
    [[ ! $started ]] || fault "units are started on it: $started"
    # The status may come from nginx's cache once more.
    if [[ $(ask "https://$domain/readyz") == 200 ]]; then
        fault "it runs on a database that was not guarded"
    fi
}

# paused: how many of trading, deposits and withdrawals are.
paused() { inside cambioctl pause list | grep -c ' paused ' || true; }

rehearse_backups() {
    local second number setting backed_up moment later age time timers path
    echo "A second repository, and none that everybody could read"
    second=$machine/etc/cambio-backup/conf.d/second.conf
    inside install -d -o postgres -m 0750 /var/lib/cambio-second
    printf '[global]\nrepo2-path=/var/lib/cambio-second\nrepo2-retention-full=2\n' >"$second"
    if logged cambio-backup || logged cambio-pg create; then fault "it may be without a cipher"; fi
    grep -q '^repo2-cipher-type is not' "$scratch/log" || fault "it does not say what is missing"
    [[ -z $(ls -A "$machine/var/lib/cambio-second") ]] || fault "something was written into it"
    printf 'repo2-cipher-type=aes-256-cbc\nrepo2-cipher-pass=another\n' >>"$second"
    logged cambio-pg create || fault "cambio-pg create with a second repository"
    passed "two repositories"

    echo "Restored to a second from an encrypted repository, paused, after the cluster is lost"
    # By its unit, which may write into the repositories alone.
    logged systemctl start pgbackrest-cambio || fault "cambio-backup"
    backed_up=$(date +%s)
    inside cambio-backup list >"$scratch/backups"
    for number in 1 2; do
        grep -q "repo$number: backup" "$scratch/backups" ||
            fault "no backup: $(<"$scratch/backups")"
    done
    if grep -q backrest "$machine"/var/lib/cambio-{backup,second}/backup/cambio/backup.info; then
        fault "a repository is not encrypted"
    fi
    [[ $(marks) == 'backup 1 backup 2' ]] || fault "it is not kept when it was: $(marks)"
    for path in /etc/cambio-backup/key /etc/cambio-backup/pgbackrest.conf \
        /var/lib/cambio-backup/backup/cambio/backup.info; do
        refused cat $path
    done
    inside touch /srv/listed
    setting=FRAUDULENT_ADDRESSES_FILE
    inside sed -i "s|^$setting=.*|$setting=/srv/listed|" /etc/cambio/cambio.conf
    logged cambio-backup keys /root/keys.tar || fault "cambio-backup keys"
    inside sed -i "s|^$setting=.*|$setting=|" /etc/cambio/cambio.conf
    logged tar --list --file /root/keys.tar etc/cambio/keys/token etc/cambio-backup/key \
        etc/cambio-backup/conf.d/second.conf srv/listed || fault "something is not in it"
    sql "create table before_it ()" >/dev/null
    wait_for 60 second_after "$backed_up" || fault "the clock stands still"
    moment=$(sql "select clock_timestamp()")
    sql "create table after_it ()" >/dev/null
    later=$(sql "select clock_timestamp()")
    sql "create table after_all ()" >/dev/null
    wait_for 90 archived "$(sql "select pg_walfile_name(pg_switch_wal())")" ||
        fault "the log does not arrive in the repository"
    age=$(figure cambio_wal_archive_age_seconds)
    [[ $age =~ ^[0-9]+$ && $age -le 60 ]] || fault "/metrics has an archive of ${age:-no age}"
    inside systemctl kill --signal=KILL postgresql@15-cambio
    rm -rf "$machine"/var/lib/postgresql/15/cambio/*
    logged cambio-restore --to "$moment" || fault "cambio-restore: $(tail -n 20 "$scratch/log")"
    grep -q 'Before you resume:' "$scratch/log" || fault "it does not say what to look at"
    grep -q "It becomes what it was at .* UTC, which is here" "$scratch/log" ||
        fault "it does not say which moment it takes"
    [[ $(known) == before_it ]] || fault "it is another moment: $(known)"
    [[ $(paused) == 3 ]] || fault "it is not paused"
    [[ ! -e $machine/etc/cambio-backup/restoring ]] || fault "the restore is not over"
    wait_for 90 site_answers || fault "the site does not answer after it"
    logged cambioctl resume all --reason "Looked at it" || fault "cambioctl resume"
    passed "restored"

    echo "What no backup leads to stops nothing"
    for time in tomorrow '1 year ago'; do
        if logged cambio-restore --to "$time"; then fault "$time is restored"; fi
    done
    if logged cambio-restore --to '2026-11-26 14:03:07'; then fault "a time has two meanings"; fi
    grep -q 'is another moment in each zone' "$scratch/log" || fault "it does not say why"
    [[ ! -e $machine/etc/cambio-backup/restoring ]] || fault "a restore has begun"
    site_answers || fault "the site was stopped"

    echo "What restores it to no moment leaves nothing running, and can be done again: to one that"
    echo "the restore before has left behind"
    if logged cambio-restore --to "$later" --timeline 99; then fault "timeline 99 is restored"; fi
    rests
    if logged cambio-backup || logged systemctl start pgbackrest-cambio; then
        fault "what was refused is backed up"
    fi
    if logged cambio-pg create; then fault "cambio-pg takes it for a cluster"; fi
    # Without systemd, programs have to see it themselves.
    as_program test -e /etc/cambio-backup/restoring || fault "cron's programs would run"
    [[ $(grep -c ' ! -e /etc/cambio-backup/restoring ' "$machine/etc/cron.d/cambio") == \
        $(grep -cE '^[^#]' "$root/cron/crontab") ]] || fault "lines of cron would run"
    logged cambio-restore --to "$later" || fault "cambio-restore: $(tail -n 20 "$scratch/log")"
    [[ $(known) == 'after_it before_it' ]] || fault "it is another past: $(known)"
    wait_for 90 site_answers || fault "the site does not answer after that"
    logged cambioctl resume all --reason "Looked at it" || fault "cambioctl resume"
    rm -rf "$machine"/var/lib/postgresql/15/cambio.before-*
    passed "restored again"

    echo "To the last moment, of which this disk alone knows, and not while a repository is away"
    # Of the timeline that has begun now.
    logged systemctl start pgbackrest-cambio || fault "no backup after a restore"
    sql "create table after_all ()" >/dev/null
    wait_for 90 archived "$(sql "select pg_walfile_name(pg_switch_wal())")" ||
        fault "the log does not arrive in the repository"
    inside chmod 0 /var/lib/cambio-second
    if logged cambio-restore --latest; then fault "it is restored without a repository"; fi
    grep -q '^Repository 2 does not answer' "$scratch/log" || fault "it does not say which is away"
    site_answers || fault "the site was stopped"
    sql "create table while_away ()" >/dev/null
    inside systemctl kill --signal=KILL postgresql@15-cambio
    rm "$machine"/var/lib/postgresql/15/cambio/global/pg_control
    inside chmod 0750 /var/lib/cambio-second
    logged cambio-restore --latest || fault "cambio-restore: $(tail -n 20 "$scratch/log")"
    [[ $(known) == 'after_all after_it before_it while_away' ]] ||
        fault "it is another moment: $(known)"
    [[ -z $(find "$machine/etc/cambio-backup" -name 'restoring*') ]] || fault "it is not over"
    wait_for 90 site_answers || fault "the site does not answer after that"
    logged cambioctl resume all --reason "Looked at it" || fault "cambioctl resume"
    rm -rf "$machine"/var/lib/postgresql/15/cambio.before-*
    passed "restored to the last moment"

    echo "The drill restores beside it"
    logged cambio-restore --drill --repo 2 ||
        fault "the drill: $(inside journalctl -q -n 20 -u pgbackrest-cambio-drill)"
    inside journalctl -q -u pgbackrest-cambio-drill |
        grep 'repository 2 was restored .* its books balance' >/dev/null ||
        fault "the drill proves nothing"
    [[ ! -e $machine/var/lib/cambio-backup/drill ]] || fault "the drill stays"
    [[ $(marks) == *backup_drill* ]] || fault "it is not kept when it was: $(marks)"
    timers=$(inside systemctl list-timers --no-legend 'pgbackrest-cambio*' | wc -l)
    [[ $timers == 2 ]] || fault "$timers timers of backups"
    site_answers || fault "the drill has stopped the site"
    passed "drilled"
}

# belongings: of what only cambio-backup keys takes along.
belongings() {
    cat "$machine"/etc/cambio/cambio.conf "$machine"/etc/cambio/keys/* \
        "$machine"/etc/cambio-backup/{key,conf.d/*} | sha256sum
}

# The machine is new but for its repositories, in which the local one counts as one that was carried
# over, and for nginx, which knows the site.
lose_machine() {
    wait_for 60 inside systemctl stop 'cambio*' || fault "Cambio does not stop"
    logged pg_dropcluster --stop 15 cambio || fault "pg_dropcluster"
    rm -rf "$machine"/etc/cambio/{keys,tls} "$machine/etc/cambio-backup" \
        "$machine/etc/systemd/system/pgbackrest-cambio.service.d"
    # The package's installation has made these two there.
    find "$machine/etc/cambio/effective" -type f ! -name sample -delete
    cp "$machine/usr/share/cambio/cambio.conf" "$machine/etc/cambio/cambio.conf"
}

backed_up_by_unit() {
    [[ $(inside systemctl show -P ActiveState pgbackrest-cambio) == inactive &&
        $(inside systemctl show -P Result pgbackrest-cambio) == success ]]
}

rehearse_new_machine() {
    local before what
    echo "On a new machine, with the file of cambio-backup keys: nothing starts before the restore"
    # After a restore, the newest backup has to be of the line that is lived now.
    logged systemctl start pgbackrest-cambio || fault "cambio-backup"
    sql "create table at_last ()" >/dev/null
    wait_for 90 archived "$(sql "select pg_walfile_name(pg_switch_wal())")" ||
        fault "the log does not arrive in the repository"
    logged cambio-backup keys /root/moved.tar || fault "cambio-backup keys"
    before=$(belongings)
    lose_machine
    logged tar -C / -xpf /root/moved.tar || fault "the file cannot be unpacked"
    if logged cambio-pg create; then fault "another cluster's repository is taken over"; fi
    grep -q "is another cluster's. Nothing of Cambio starts." "$scratch/log" ||
        fault "it does not say whose repository it is"
    logged cambio-configure || fault "cambio-configure on a new machine"
    grep -q "Nothing of Cambio starts before cambio-restore is through" "$scratch/log" ||
        fault "it does not say that nothing starts"
    rests
    passed "a new machine"

    echo "Restored there as far as the log reaches, and opened again step by step"
    logged cambio-restore --latest || fault "cambio-restore: $(tail -n 20 "$scratch/log")"
    [[ $(sql "select to_regclass('at_last') is not null") == t ]] || fault "the end is missing"
    [[ $(belongings) == "$before" ]] || fault "secrets or configuration are others"
    [[ $(paused) == 3 ]] || fault "it is not paused"
    [[ ! -e $machine/etc/cambio-backup/restoring ]] || fault "the restore is not over"
    wait_for 90 site_answers || fault "the site does not answer after it"
    logged cambioctl resume deposits --reason "Looked at it" || fault "resume deposits"
    logged cambioctl totals || fault "cambioctl totals"
    logged env CAMBIO_CONFIG=/etc/cambio/effective/cambio.conf /usr/lib/cambio/audit_ledger --now ||
        fault "audit_ledger --now"
    for what in trading withdrawals; do
        logged cambioctl resume $what --reason "Looked at it" || fault "resume $what"
    done
    [[ $(paused) == 0 ]] || fault "something is paused: $(inside cambioctl pause list)"
    # By its unit, which may write into the repositories alone: into the second one there, too.
    logged systemctl start pgbackrest-cambio ||
        fault "no backup there: $(inside journalctl -q -n 20 -u pgbackrest-cambio)"
    # Of two at once neither is refused.
    logged systemctl start --no-block pgbackrest-cambio
    logged cambio-backup diff || fault "no backup beside the timer's"
    wait_for 90 backed_up_by_unit || fault "no backup beside one by hand"
    rm -rf "$machine"/var/lib/postgresql/15/cambio.before-* "$machine/root/moved.tar"
    passed "moved"
}
