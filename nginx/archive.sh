# shellcheck shell=bash disable=SC2154
# The backups of a cluster by pgBackRest: an encrypted repository with whole copies of its files and
# every piece of its log, from which it is restored to any second. For cambio-pg, cambio-backup,
# cambio-restore and the tests. The caller names
#   archive_folder      of the settings: pgbackrest.conf, conf.d, and the key, which is made once
#   archive_repository  where the backups lie

# archive ARGUMENT…: pgBackRest, as the user whose files they are.
archive() { as_database pgbackrest "${archive_options[@]}" "$@"; }

archive_options=(--config="$archive_folder/pgbackrest.conf"
    --config-include-path="$archive_folder/conf.d" --stanza=cambio)

# write_archive_settings DATA SOCKET PORT: pgbackrest.conf, for PostgreSQL's user to read.
write_archive_settings() {
    local key=$archive_folder/key file=$archive_folder/pgbackrest.conf
    belongs "root:$database_user" 0750 "$archive_folder" "$archive_folder/conf.d"
    belongs "$database_user:$database_user" 0750 "$archive_repository" "$archive_repository/lock"
    if [[ ! -s $key ]]; then
        (umask 077 && openssl rand -base64 48 | tr -d '\n' >"$key.new")
        mv "$key.new" "$key"
    fi
    (umask 077 && render "$root/nginx/pgbackrest.conf" REPOSITORY "$archive_repository" \
        KEY "$(<"$key")" MORE "$archive_folder/conf.d" DATA "$1" SOCKET "$2" PORT "$3" \
        >"$file.new")
    if ((EUID == 0)); then chgrp "$database_user" "$file.new"; fi
    chmod 0640 "$file.new"
    mv "$file.new" "$file"
}

# What PostgreSQL has to know: each piece of its log goes into the repository, after a minute at the
# latest, and is kept here until it is there.
archive_settings() {
    say "archive_mode = on"
    say "archive_command = 'pgbackrest ${archive_options[*]} archive-push %p'"
    say "archive_timeout = 60"
}

# exact_time TEXT: as PostgreSQL takes it, in UTC.
exact_time() { date -u -d "$1" '+%F %T.%6N+00'; }

# restore_files TIME|latest OPTION…: the cluster's files as they were, into its folder, which is
# empty; PostgreSQL then reads the log up to that time, and goes on from there.
restore_files() {
    local to=$1
    shift
    if [[ $to == latest ]]; then
        archive restore --type=default "$@"
    else
        archive restore --type=time --target="$to" --target-action=promote "$@"
    fi
}
