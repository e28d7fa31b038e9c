# shellcheck shell=bash disable=SC2034
# Where the Debian package has what nginx/up has in var/, and where the cluster of cambio-pg is.

config=/etc/cambio/cambio.conf
effective=/etc/cambio/effective
programs_config=$effective/cambio.conf
operator_config=$effective/operator.conf
keys=/etc/cambio/keys
state=/var/lib/cambio
run=/run/cambio
nginx_logs=/var/log/cambio
handlers=/usr/lib/cambio/handlers
site=/usr/share/cambio/site
owner_user=cambio-owner
archive_folder=/etc/cambio-backup
archive_repository=/var/lib/cambio-backup
# As long as it is there no handler and no job starts, whatever happens meanwhile (AssertPathExists
# of their services, sockets and timers, and the lines of cron).
marker=$archive_folder/restoring

# mark WHY: the marker is there with these words, or it is not. A full disk would leave an empty
# one, and what runs now would not start again, without a word.
mark() {
    say "$1" >"$marker.new" && sync "$marker.new" && mv "$marker.new" "$marker" && return
    rm -f "$marker.new"
    die "$marker cannot be written." "is the disk full? df -h $archive_folder"
}

# alone: one cambio-restore or cambio-pg at a time. What is started for good must not inherit the
# lock: 8>&-.
alone() {
    exec 8>/run/cambio-cluster.lock
    flock -n 8 || die "Another cambio-restore or cambio-pg create is at work." \
        "fuser /run/cambio-cluster.lock names it; wait until it is through"
}

# find_cluster: sets cluster_version, cluster_port and cluster_socket; false where there is none.
find_cluster() {
    local name
    cluster_version='' cluster_socket=/run/postgresql
    command -v pg_lsclusters >/dev/null || return 1
    # The newest one, where an upgrade has left two.
    while read -r version name port _; do
        if [[ $name == cambio ]]; then cluster_version=$version cluster_port=$port; fi
    done < <(pg_lsclusters -h | sort -V)
    [[ -n $cluster_version ]]
}
