# shellcheck shell=bash disable=SC2034,SC2154
# What cambio-restore has to know: from which repository, how far the log leads, how much room it
# takes, and what was put aside. For the drill, too; the caller names, beside what archive.sh wants,
#   data    the cluster's folder
#   marker  what is there as long as a restore is not through (places.sh)

# A restore that is not through has noted beside its marker which folder holds what was there
# before, and the newest timeline of then.
note=$marker.before

# settings_for SOCKET PORT: the operator's configuration, its input, that leads to the cluster there
# alone, whatever it says of addresses, and to one that waits for no other server.
settings_for() {
    local server="host=$1&port=$2&requirepeer=$database_user"
    grep -vE '^ *(export )? *((AUDIT_)?DATABASE(_OWNER)?_URL|REQUIRE_SYNC_STANDBY) *='
    say "DATABASE_OWNER_URL=\"postgresql://cambio_owner@/cambio?$server\""
    say "DATABASE_URL=\"postgresql://cambio_app@/cambio?$server\""
}

log_folder() { say "archive/cambio/$cluster_version-1"; }

# original: the folder that holds what was there before the first call of a restore that is not
# through. What stands in its place then is the half copy of that call.
original() {
    local folder
    [[ -e $marker && -s $note ]] && folder=$(sed -n 1p "$note") && [[ -d $folder ]] &&
        say "$folder"
}

# choose_backup TIME|latest [--repo=N]: sets backup_size and backup_until (when it was made, in
# seconds since 1970), those of the newest backup that leads there, and log_from, the repositories
# whose log is read, that backup's first. While one of them does not answer, nobody knows which
# backup is the newest and where the log ends.
choose_backup() {
    local before=9999999999 known silent newest first
    if [[ $1 != latest ]]; then before=$(date -d "$1" +%s); fi
    known=$(archive info --output=json "${@:2}") || die "The repositories cannot be asked."
    silent=$(silent_in "$known")
    [[ ! $silent ]] || die "$silent" "wait until it does, or name another one alone: --repo N"
    # By pgBackRest's own word. One of them was made while the others were away, and is empty.
    [[ $(jq '.[0].status.code' <<<"$known") != 5 ]] ||
        die "The repositories are of different clusters, of which one may be new and empty." \
            "cambio-backup list, then name the one that is meant: --repo N"
    newest=$(jq -r --argjson before "$before" '[.[0].backup[]? |
        select(.timestamp.stop < $before)] | max_by(.timestamp.stop) | select(.) |
        "\(.database."repo-key") \(.info.size) \(.timestamp.stop)"' <<<"$known")
    [[ $newest ]] || die "No backup leads to $1." "cambio-backup list shows how far they go back:
each leads to what is later than the second at which it ended"
    read -r first backup_size backup_until <<<"$newest"
    jq -r '.[0].repo[] | select(.status.code == 1) |
        "Repository \(.key) holds nothing of this cluster."' <<<"$known"
    mapfile -t log_from < <(jq -r --argjson first "$first" '[.[0].repo[] |
        select(.status.code != 1).key] | sort_by(. != $first) | .[]' <<<"$known")
}

# Files of a cluster that runs come and go meanwhile.
bytes_in() { { du -sB1 "${@:2}" "$1" 2>/dev/null || true; } | cut -f 1; }

# bytes_of_log FOLDER: of what bring_log may copy from it, or hand over to a repository on this
# disk. The folder may be gone.
bytes_of_log() {
    { find "$1/" -maxdepth 1 -type f -printf '%s\n' 2>/dev/null || true; } |
        awk '{ sum += $1 } END { print sum + 0 }'
}

# require_room TIME|latest FOLDER: before anything is stopped or moved.
require_room() {
    local need=$backup_size room grown kept='' half=0
    room=$(df --output=avail -B1 "$2" | tail -n 1)
    if kept=$(original); then half=$(bytes_in "$data"); fi
    # What came since the backup, the log brings.
    if [[ $1 == latest && -d ${kept:-$data} ]]; then
        grown=$(bytes_in "${kept:-$data}" --exclude=pg_wal)
        if ((grown > need)); then need=$grown; fi
    fi
    # The half copy goes before anything is restored.
    if [[ $2 == "$(dirname "$data")" ]]; then
        room=$((room + half))
        need=$((need + $(bytes_of_log "${kept:-$data}/pg_wal")))
    fi
    ((room > need + need / 20)) ||
        die "$2 has no room for $((need / 1000000)) MB: $((room / 1000000)) MB are free." \
            "make room: files of former restores are in $data.before-*${kept:+
but never remove $kept: it is the original}"
}

# read_ends: sets log_ends, lines of a repository and the last piece of a timeline in it, and
# newest_timeline, that of the cluster's folder among them: its history may be in no repository.
read_ends() {
    local number folders folder piece timeline file kept
    log_ends='' newest_timeline=0
    for number in "${log_from[@]}"; do
        folders=$(archive --repo="$number" repo-ls "$(log_folder)") ||
            die "Repository $number does not say how far its log leads." "cambio-restore again"
        while read -r timeline folder; do
            if ((16#$timeline > newest_timeline)); then newest_timeline=$((16#$timeline)); fi
            [[ $folder ]] || continue
            piece=$(archive --repo="$number" repo-ls "$(log_folder)/$folder") ||
                die "Repository $number does not say how far its log leads." "cambio-restore again"
            piece=$(grep -oE '^[0-9A-F]{24}-' <<<"$piece" | LC_ALL=C sort | tail -n 1) || continue
            log_ends+="$number ${piece%-}"$'\n'
        done < <(sed -nE 's/^(.{8})\.history$/\1/p; s/^([0-9A-F]{8})([0-9A-F]{8})$/\1 &/p' \
            <<<"$folders" | LC_ALL=C sort | awk '{ last[$1] = $2 }
                END { for (timeline in last) print timeline, last[timeline] }')
    done
    kept=$(original) || kept=$data
    for file in "$kept"/pg_wal/*.history; do
        [[ ${file##*/} =~ ^([0-9A-F]{8})\.history$ ]] || continue
        if ((16#${BASH_REMATCH[1]} > newest_timeline)); then
            newest_timeline=$((16#${BASH_REMATCH[1]}))
        fi
    done
}

# kept_pieces FOLDER SYSTEM: of the pieces of the log in it those that are of the cluster with that
# system identifier. Each begins with it, and with its own place in the log; what does not is of
# another cluster, or was to be written over under that name.
kept_pieces() {
    local name size head low high identifier
    while read -r name size; do
        head=$(od -An -v -w28 -j8 -N28 -tu4 "$1/$name") ||
            die "$1/$name cannot be read." "is the disk broken? What that piece of the log holds may
be in no repository: save what can be read, move it out of that folder, then cambio-restore again"
        read -ra head <<<"$head"
        ((${#head[@]} == 7 && head[6] == size)) || continue
        low=$((16#${name:16:8} * size)) high=$((16#${name:8:8}))
        printf -v identifier %u $(((head[5] << 32) + head[4]))
        if ((head[0] == low && head[1] == high)) && [[ $identifier == "$2" ]]; then say "$name"; fi
    done < <(find "$1/" -maxdepth 1 -type f -regextype posix-extended \
        -regex '.*/[0-9A-F]{24}' -printf '%f %s\n' | LC_ALL=C sort)
}

# bring_log: what the folder that was put aside has of the log, for what was acknowledged last, or
# while a repository was away, is there alone. What waits for the repositories goes into them now:
# PostgreSQL would not hand it over any more, for what it reads in a recovery it takes for theirs.
# The rest is laid beside the files that were restored, where it reads what no repository has.
bring_log() {
    local from to=$data/pg_wal bin=/usr/lib/postgresql/$cluster_version/bin
    local system pieces name failed=0
    from=$(original)/pg_wal
    [[ -d $from ]] || return 0
    system=$(LC_ALL=C as_database "$bin/pg_controldata" "$data" |
        sed -n 's/^Database system identifier: *//p')
    pieces=$(kept_pieces "$from" "$system")
    [[ $pieces ]] || return 0
    say "What is here of the log is read, too: $(wc -l <<<"$pieces") pieces, until" \
        "$(tail -n 1 <<<"$pieces")."
    for name in $pieces $(cd "$from" && find . -maxdepth 1 -name '*.history' -printf '%f\n'); do
        if hand_over "$from" "$name" && [[ $name != *.history ]]; then continue; fi
        as_database cp "$from/$name" "$to/$name" ||
            die "$from/$name cannot be copied." "is the disk full? Then cambio-restore again"
    done
    log_ends+=$(last_pieces <<<"$pieces")$'\n'
    ((failed == 0)) || say "Not all of it has arrived in each repository: keep ${from%/pg_wal}" \
        "until the backup that follows is there."
}

# hand_over FOLDER NAME: true where it waited for the repositories, and is in each of them now.
hand_over() {
    # Each call may wait for a repository for a while.
    if [[ ! -e $1/archive_status/$2.ready ]] || ((failed == 3)); then return 1; fi
    archive --no-archive-async archive-push "$1/$2" && return
    failed=$((failed + 1))
    return 1
}

# last_pieces: of its input, the last one of each timeline, as log_ends has them.
last_pieces() {
    awk '{ last[substr($1, 1, 8)] = $1 }
        END { for (timeline in last) print "here", last[timeline] }'
}

# unread TIMELINE POSITION SIZE [named]: what was in a repository, or here, and was not read by a
# database that has followed TIMELINE to POSITION; pieces of the log have SIZE. Unless a timeline
# was named, one that is newer should have been followed. What was not on the disk yet when the
# power failed was not acknowledged: the last piece here may have been begun without the one before.
unread() {
    local number piece timeline begins where ends=$(((16#${2%/*} << 32) + 16#${2#*/}))
    while read -r number piece; do
        [[ $piece ]] || continue
        timeline=$((16#${piece:0:8}))
        begins=$(((16#${piece:8:8} << 32) + 16#${piece:16:8} * $3))
        where="in repository $number"
        if [[ $number == here ]]; then begins=$((begins - $3)) where=here; fi
        if ((timeline > $1)) && [[ ! ${4:-} ]] || ((timeline == $1 && begins >= ends)); then
            say "  $piece $where"
        fi
    done <<<"$log_ends"
}

# move_aside: what is in the cluster's folder; the half copy of a call before is removed instead.
move_aside() {
    local aside named again=1
    if aside=$(original); then
        rm -rf "$data"
        say "The copy that was not finished is removed. Never remove $aside before the restore is" \
            "through: it is the original, with what of its log is in no repository."
    else
        named=$data.before-$(date -u +%Y%m%dT%H%M%SZ) aside=$named
        # Two in one second, or a clock that was set back: never into what another one put aside.
        while [[ -e $aside ]]; do aside=$named-$((++again)); done
        [[ -e $data ]] || mkdir "$data"
        # First of all: whoever comes back finds out whose files these are.
        printf '%s\n%s\n' "$aside" "$newest_timeline" >"$note.new"
        sync "$note.new"
        mv "$note.new" "$note"
        sync "$archive_folder"
        mv -T "$data" "$aside"
        say "What was there is in $aside: remove it when nobody needs it any more, and never" \
            "before the restore is through."
    fi
    # Which pieces of the log were stored: of a past that may be left now.
    rm -rf "$archive_repository/spool/archive"
    install -d -o "$database_user" -g "$database_user" -m 0700 "$data"
}
