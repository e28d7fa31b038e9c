# shellcheck shell=bash disable=SC2154
# The backups of a cluster by pgBackRest: encrypted repositories with whole copies of its files and
# every piece of its log, from which it is restored to any second. For cambio-pg, cambio-backup,
# cambio-restore and the tests. The caller names
#   archive_folder      of the settings: pgbackrest.conf, conf.d, and the key, which is made once
#   archive_repository  where the backups of the first repository lie; conf.d may name others
#   archive_work        where pgBackRest works; empty: there, too. Where several hosts share a
#                       repository, that is no place for what each of them has in hand.

# archive ARGUMENT…: pgBackRest, as the user whose files they are.
archive() { as_database pgbackrest "${archive_options[@]}" "$@"; }

archive_options=(--config="$archive_folder/pgbackrest.conf"
    --config-include-path="$archive_folder/conf.d" --stanza=cambio)

# write_archive_settings DATA SOCKET PORT: pgbackrest.conf, for PostgreSQL's user to read.
write_archive_settings() {
    local key=$archive_folder/key file=$archive_folder/pgbackrest.conf more
    local work=${archive_work:-$archive_repository}
    # Jobs that cron starts see in it whether the database is being restored, and nothing else.
    belongs "root:$database_user" 0751 "$archive_folder"
    belongs "root:$database_user" 0750 "$archive_folder/conf.d"
    belongs "$database_user:$database_user" 0750 "$archive_repository"
    as_database mkdir -p -m 0750 "$work/lock" "$work/spool"
    # Whoever wrote them, or unpacked them as somebody else's: PostgreSQL's user has to read them.
    for more in "$archive_folder"/conf.d/*.conf; do
        [[ ! -e $more ]] || belongs "root:$database_user" 0640 "$more"
    done
    if [[ ! -s $key ]]; then
        (umask 077 && openssl rand -base64 48 | tr -d '\n' >"$key.new")
        mv "$key.new" "$key"
    fi
    (umask 077 && render "$root/nginx/pgbackrest.conf" REPOSITORY "$archive_repository" \
        WORK "$work" KEY "$(<"$key")" MORE "$archive_folder/conf.d" \
        DATA "$1" SOCKET "$2" PORT "$3" >"$file.new")
    if ((EUID == 0)); then chgrp "$database_user" "$file.new"; fi
    chmod 0640 "$file.new"
    mv "$file.new" "$file"
}

# repositories: their numbers, one a line.
repositories() {
    sed -nE 's/^[[:space:]]*repo([0-9]+)-.*/\1/p' "$archive_folder/pgbackrest.conf" \
        "$archive_folder"/conf.d/*.conf 2>/dev/null | sort -nu
}

# repository_setting NUMBER NAME: what is written of it, or nothing.
repository_setting() {
    sed -nE "s/^[[:space:]]*repo$1-$2[[:space:]]*=[[:space:]]*//p" \
        "$archive_folder/pgbackrest.conf" "$archive_folder"/conf.d/*.conf 2>/dev/null | tail -n 1
}

# check_repositories: before anything is written into one. pgBackRest would write a repository that
# says nothing of it without a cipher, and keep all of it for ever.
check_repositories() {
    local number hint file
    for file in "$archive_folder"/conf.d/*.conf; do
        [[ ! -e $file || -r $file ]] || die "$file cannot be read." "cambio-pg create"
    done
    for number in $(repositories); do
        hint="write it into $archive_folder/conf.d; the README has an example (Backup and restore)"
        [[ ! $(repository_setting "$number" host) ]] ||
            die "repo$number-host: into such a repository only its own host can back up." \
                "name a bucket or a folder instead (repo$number-type, repo$number-path)"
        [[ $(repository_setting "$number" cipher-type) == aes-256-cbc ]] ||
            die "repo$number-cipher-type is not aes-256-cbc: everybody there could read it." "$hint"
        [[ $(repository_setting "$number" cipher-pass) ]] ||
            die "repo$number-cipher-pass is missing." "$hint"
        [[ $(repository_setting "$number" retention-full) =~ ^[1-9][0-9]*$ ]] ||
            die "repo$number-retention-full is missing: it would grow for ever." "$hint"
    done
}

# backups_of NUMBER: those of one repository, as JSON.
backups_of() {
    archive info --repo="$1" --output=json |
        jq --argjson number "$1" '[.[0].backup[]? | select(.database."repo-key" == $number)]'
}

# make_stanza: a place for the cluster's backups in each repository that has none. It takes turns
# with the pieces of the log that are stored meanwhile.
make_stanza() { wait_for 20 archive stanza-create || archive stanza-create >/dev/null; }

# silent_in INFO: of what pgBackRest says of the repositories, the first that does not say what it
# holds, and why; or nothing. What has no place for the cluster is new, and holds nothing.
silent_in() {
    jq -r '[.[0].repo[]? | select(.status.code | IN(0, 1, 2) | not)
        | "Repository \(.key) does not answer: \(.status.message)"] | first // empty' <<<"$1"
}

# foreign_in INFO IDENTIFIER: the number of a repository that holds backups of another cluster than
# the one of that system identifier, or nothing.
foreign_in() {
    jq -r --argjson ours "$2" '[.[0].db[]?] | group_by(."repo-key")
        | map(max_by(.id) | select(."system-id" != $ours)."repo-key") | first // empty' <<<"$1"
}

# tell_database WHAT OPTION…: what its input says of job_marks, in the exchange's database, where
# there is one yet: alerts read it there.
tell_database() {
    {
        say "select to_regclass('public.job_marks') is not null as there \gset"
        say "\if :there"
        cat
        say "\endif"
    } | as_database psql -X -q -v ON_ERROR_STOP=1 "${@:2}" -U postgres -h "$cluster_socket" \
        -p "$cluster_port" -d cambio || say "The database does not learn of it: $1." >&2
}

# remember_when NAME: that it is now.
remember_when() {
    tell_database "$1" -v name="$1" <<'SQL'
insert into job_marks (name, value) values (:'name', '')
on conflict (name) do update set value = excluded.value, at = now();
SQL
}

# expect_backups NUMBER…: that these repositories are to have backups from now on, and no other ones
# are any more, and that one is to be restored for trial: who watches sees what was never done, and
# waits for no repository that was taken out of use.
expect_backups() {
    tell_database "the repositories $*" -v numbers="$*" <<'SQL'
delete from job_marks where name like 'backup %'
   and name not in (select 'backup ' || n from unnest(string_to_array(:'numbers', ' ')) n);
insert into job_marks (name, value, at)
select 'backup ' || n, 'never', now()
  from unnest(string_to_array(:'numbers', ' ')) n
union all select 'backup_drill', 'never', now()
on conflict do nothing;
SQL
}

# back_up KIND OPTION…: into each repository in turn. KIND is a function that says which kind it
# has to be there, given its number, or nothing. One that is out of reach keeps no other one from
# its backup, and is a failure in the end. Of two at once the second one waits.
back_up() {
    local choose=$1 number kind failed='' work=${archive_work:-$archive_repository}
    local -a numbers
    shift
    check_repositories
    # pgBackRest would refuse it while another one is made, by the timer or after a restore.
    exec 7<"$work/lock"
    if ! flock -n 7; then
        say "Another backup is being made; this one follows it."
        flock -w 3600 7 || die "The other backup has gone on for an hour." \
            "systemctl status pgbackrest-cambio: does it wait for a repository?"
    fi
    mapfile -t numbers < <(repositories)
    expect_backups "${numbers[@]}"
    for number in "${numbers[@]}"; do
        if kind=$("$choose" "$number"); then
            [[ $kind ]] || continue
            if archive backup --repo="$number" --type="$kind" "$@"; then
                remember_when "backup $number"
                continue
            fi
        fi
        failed+=" $number"
    done
    [[ ! $failed ]] || die "There is no backup in repository$failed." \
        "pgBackRest says why above; where a repository is new: cambio-pg create"
}

# What PostgreSQL has to know: each piece of its log goes into the repository, after a minute at the
# latest, and is kept here until it is there.
archive_settings() {
    say "archive_mode = on"
    say "archive_command = 'pgbackrest ${archive_options[*]} archive-push %p'"
    say "archive_timeout = 60"
}

# exact_time TEXT: as PostgreSQL takes it, in UTC; 2 where it names no zone and means another moment
# in another one. What counts from now on ("an hour ago") means the same in all of them.
exact_time() {
    local east west
    # Half a day apart: not even with another date do they agree on a time of day.
    east=$(TZ=UTC-7 date -d "$1" +%s 2>/dev/null) || return 1
    west=$(TZ=UTC+5 date -d "$1" +%s 2>/dev/null) || return 1
    ((east - west < 60 && west - east < 60)) || return 2
    date -u -d "$1" '+%F %T.%6N+00'
}

# log_command FOLDER NUMBER…: how the cluster in FOLDER asks these repositories for a piece of its
# log. The log ends (1) where each of them says that it has no such piece; where one does not
# answer, recovery ends (200). Of all together pgBackRest would say that a piece is not there as
# soon as one says so, and PostgreSQL takes each failure up to 125 for the end of the log.
log_command() {
    local folder=$1
    shift
    # shellcheck disable=SC2016
    say "none=1; for n in $*; do" \
        "pgbackrest ${archive_options[*]} --pg1-path=$folder --repo=\$n archive-get %f \"%p\";" \
        'case $? in 0) exit 0 ;; 1) ;; *) none=200 ;; esac; done; exit $none'
}

# restore_files TIME|latest NUMBERS OPTION…: the cluster's files as they were, into its folder,
# which is empty, from the first of these repositories; PostgreSQL then reads the log in all of them
# up to that time, and goes on from there. To a time it follows the timeline of the backup, which is
# the newest one before that time: after a former restore, the newest timeline leaves at the moment
# of that restore, and knows nothing of what came then.
restore_files() {
    local to=$1 folder option
    local -a numbers
    read -ra numbers <<<"$2"
    shift 2
    folder=$(sed -n 's/^pg1-path=//p' "$archive_folder/pgbackrest.conf")
    for option; do
        if [[ $option == --pg1-path=* ]]; then folder=${option#*=}; fi
    done
    set -- --repo="${numbers[0]}" \
        --recovery-option="restore_command=$(log_command "$folder" "${numbers[@]}")" "$@"
    if [[ $to == latest ]]; then
        archive restore --type=default "$@"
    else
        [[ " $*" == *" --target-timeline="* ]] || set -- --target-timeline=current "$@"
        archive restore --type=time --target="$to" --target-action=promote "$@"
    fi
}
