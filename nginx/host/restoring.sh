# shellcheck shell=bash disable=SC2034,SC2154
# What cambio-restore has to know: from which repository, how far the log leads, how much room it
# takes, and what was put aside. For the drill, too; the caller names, beside what archive.sh wants,
#   data    the cluster's folder
#   marker  what is there as long as a restore is not through (places.sh)

# A restore that is not through has noted beside its marker which folder holds what was there
# before, and the newest timeline of then.
note=$marker.before

log_folder() { say "archive/cambio/$cluster_version-1"; }

# original: the folder that holds what was there before the first call of a restore that is not
# through. What stands in its place then is the half copy of that call.
original() {
    local folder
    [[ -e $marker && -s $note ]] && folder=$(sed -n 1p "$note") && [[ -d $folder ]] &&
        say "$folder"
}

# choose_backup TIME|latest [--repo=N]: sets backup_size, that of the newest backup that leads
# there, and log_from, the repositories whose log is read, that backup's first. While one of them
# does not answer, nobody knows which backup is the newest and where the log ends.
choose_backup() {
    local before=9999999999 known silent newest first
    if [[ $1 != latest ]]; then before=$(date -d "$1" +%s); fi
    known=$(archive info --output=json "${@:2}") || die "The repositories cannot be asked."
    # What has no place for the cluster is new, and holds nothing.
    silent=$(jq -r '[.[0].repo[]? | select(.status.code | IN(0, 1, 2) | not)
        | "\(.key) does not answer: \(.status.message)"] | first // empty' <<<"$known")
    [[ ! $silent ]] || die "Repository $silent" \
        "wait until it does, or name another one alone: --repo N"
    newest=$(jq -r --argjson before "$before" '[.[0].backup[]? |
        select(.timestamp.stop < $before)] | max_by(.timestamp.stop) | select(.) |
        "\(.database."repo-key") \(.info.size)"' <<<"$known")
    [[ $newest ]] || die "No backup leads to $1." "cambio-backup list shows how far they go back"
    read -r first backup_size <<<"$newest"
    jq -r '.[0].repo[] | select(.status.code == 1) |
        "Repository \(.key) holds nothing of this cluster."' <<<"$known"
    mapfile -t log_from < <(jq -r --argjson first "$first" '[.[0].repo[] |
        select(.status.code != 1).key] | sort_by(. != $first) | .[]' <<<"$known")
}

# Files of a cluster that runs come and go meanwhile.
bytes_in() { { du -sB1 "${@:2}" "$1" 2>/dev/null || true; } | cut -f 1; }

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
    if [[ $2 == "$(dirname "$data")" ]]; then room=$((room + half)); fi
    ((room > need + need / 20)) ||
        die "$2 has no room for $((need / 1000000)) MB: $((room / 1000000)) MB are free." \
            "make room: files of former restores are in $data.before-*${kept:+
but never remove $kept: it is the original}"
}

# read_ends: sets log_ends, lines of a repository and the last piece of a timeline in it, and
# newest_timeline.
read_ends() {
    local number folders folder piece timeline
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
}

# unread TIMELINE POSITION SIZE [named]: what was in a repository and was not read by a database
# that has followed TIMELINE to POSITION; pieces of the log have SIZE. Unless a timeline was named,
# one that is newer should have been followed.
unread() {
    local number piece timeline begins ends=$(((16#${2%/*} << 32) + 16#${2#*/}))
    while read -r number piece; do
        [[ $piece ]] || continue
        timeline=$((16#${piece:0:8}))
        begins=$(((16#${piece:8:8} << 32) + 16#${piece:16:8} * $3))
        if ((timeline > $1)) && [[ ! ${4:-} ]] || ((timeline == $1 && begins >= ends)); then
            say "  $piece in repository $number"
        fi
    done <<<"$log_ends"
}

# move_aside: what is in the cluster's folder; the half copy of a call before is removed instead.
move_aside() {
    local aside
    if aside=$(original); then
        rm -rf "$data"
        say "The copy that was not finished is removed. Never remove $aside before the restore is" \
            "through: it is the original, with what of its log is in no repository."
    else
        aside=$data.before-$(date -u +%Y%m%dT%H%M%SZ)
        [[ -e $data ]] || mkdir "$data"
        # First of all: whoever comes back finds out whose files these are.
        printf '%s\n%s\n' "$aside" "$newest_timeline" >"$note.new"
        sync "$note.new"
        mv "$note.new" "$note"
        sync "$archive_folder"
        mv "$data" "$aside"
        say "What was there is in $aside: remove it when nobody needs it any more, and never" \
            "before the restore is through."
    fi
    # Which pieces of the log were stored: of a past that may be left now.
    rm -rf "$archive_repository/spool/archive"
    install -d -o "$database_user" -g "$database_user" -m 0700 "$data"
}
