# shellcheck shell=bash disable=SC2154
# The commands of nginx/README.md, as they stand there: the package's test runs these lines and has
# none of its own in their place, so that whoever changes the text changes the test, and whoever has
# mended a step has mended what a sysadmin reads.

# readme_block HEADING [N]: the Nth indented block below that heading, without what stands four
# spaces behind a command to explain it. A line that is indented further goes on explaining.
readme_block() {
    awk -v heading="$1" -v wanted="${2:-1}" '
        /^#/ {
            title = $0
            sub(/^#+ /, "", title)
            below = title == heading
            inside = 0
            next
        }
        !below || /^     / { next }
        /^    / {
            if (!inside) blocks++
            inside = 1
            if (blocks == wanted) {
                sub(/^    /, "")
                sub(/    .*/, "")
                sub(/ +$/, "")
                print
            }
            next
        }
        { inside = 0 }' "$root/nginx/README.md"
}

# read_block WORDS HEADING [N]: into the array block, whose first line has these words, so that
# another block, which was put before it, is no other test.
read_block() {
    mapfile -t block < <(readme_block "${@:2}")
    [[ ${block[0]:-} == *"$1"* ]] ||
        { fault "nginx/README.md, $2: not \"$1\" but \"${block[0]:-}\""; exit 1; }
}

# as_written N [FROM TO]…: the Nth line of the block, as root in the machine, in the folder of the
# packages. What a reader has to put in its place (a domain, a time, "…") is put there.
as_written() {
    local line=${block[$1 - 1]:-false}
    shift
    line=${line//exchange.example/$domain}
    while (($#)); do
        [[ $line == *"$1"* ]] || { fault "nginx/README.md has no $1 in: $line"; return 1; }
        line=${line//"$1"/$2}
        shift 2
    done
    printf '# %s\n' "$line" >>"$scratch/log"
    logged bash -c "cd /debs && $line"
}

# all_as_written: each line of the block, in its order.
all_as_written() {
    local number
    for ((number = 1; number <= ${#block[@]}; number++)); do
        as_written "$number" || fault "nginx/README.md: ${block[number - 1]}"
    done
}

# -- What a sysadmin does beside Cambio itself

# Debian's apt asks before it installs, and nobody is there to answer; what the package asks is
# answered before.
answer_for_sysadmin() {
    echo 'APT::Get::Assume-Yes "true";' >"$machine/etc/apt/apt.conf.d/90answers"
    logged sh -c "echo 'cambio cambio/domain string $domain' | debconf-set-selections"
    logged sh -c "echo 'cambio cambio/email string operator@$domain' | debconf-set-selections"
}

targets() {
    inside curl -sS http://127.0.0.1:9090/api/v1/targets 2>>"$scratch/log" |
        jq -r '.data.activeTargets[] | select(.labels.job | startswith("cambio")) | .health'
}
all_targets_are_up() {
    local handlers=("$machine"/usr/lib/cambio/handlers/*)
    [[ $(targets | grep -c '^up$') == $((${#handlers[@]} + 1)) && $(targets | sort -u) == up ]]
}
rings() {
    inside curl -sS http://127.0.0.1:9093/api/v2/alerts 2>>"$scratch/log" |
        jq -e --arg name "$1" 'any(.[]; .labels.alertname == $name)' >/dev/null
}

listen_on_loopback() {
    grep -qE "^ +$1 +ARGS=\"$2\"$" "$root/nginx/README.md" || fault "nginx/README.md: not $1 $2"
    inside sh -c "echo 'ARGS=\"$2\"' >/etc/default/$1"
    # It may have ended too often, too soon.
    logged systemctl reset-failed "$1" || true
    logged systemctl restart "$1" || fault "$1 does not start"
}

rehearse_prometheus() {
    echo "Prometheus and Alertmanager beside it: each target answers, and an alert arrives"
    read_block "apt install prometheus" "Prometheus, Alertmanager, Grafana"
    all_as_written
    # What the README says next. Without it Alertmanager looks for an address for its cluster, and
    # this machine has none but that of the loopback.
    listen_on_loopback prometheus "--web.listen-address=127.0.0.1:9090"
    listen_on_loopback prometheus-alertmanager \
        "--web.listen-address=127.0.0.1:9093 --cluster.listen-address="
    wait_for 150 all_targets_are_up || fault "targets: $(targets | sort | uniq -c)"
    logged cambioctl pause deposits --reason "To hear of it" || fault "cambioctl pause"
    wait_for 150 rings CambioPaused || fault "Alertmanager hears nothing"
    logged cambioctl resume deposits --reason "It was heard of" || fault "cambioctl resume"
    # They would take time from what follows, also after the reboot.
    logged systemctl disable --now prometheus prometheus-alertmanager ||
        fault "they do not stop"
    passed "monitored"
}

rehearse_step_six() {
    echo "Without Debian's own Redis and its own cluster"
    read_block "systemctl disable --now redis-server" "From a bare Debian 12 to a site" 2
    all_as_written
    [[ $(inside pg_lsclusters -h | awk '{ print $1 "/" $2 }') == 15/cambio ]] ||
        fault "clusters: $(inside pg_lsclusters -h)"
    site_answers || fault "the site needs them"
}

# moment_to_reach: sets moment to now, once the repository has more of the log. It is later than the
# newest backup, which is of the line that is lived now.
moment_to_reach() {
    local backed_up
    logged systemctl start pgbackrest-cambio || fault "cambio-backup"
    backed_up=$(date +%s)
    wait_for 60 second_after "$backed_up" || fault "the clock stands still"
    moment=$(sql "select clock_timestamp()")
    sql "create table if not exists after_moment ()" >/dev/null
    wait_for 60 archived "$(sql "select pg_walfile_name(pg_switch_wal())")" ||
        fault "the log does not arrive in the repository"
}

# To the moment of moment_to_reach: before a migration that has made this package too old.
rehearse_older_package() {
    echo "An older package is brought in by the way back, and runs on what is restored for it"
    read_block "systemctl stop 'cambio*'" "Upgrade and rollback" 2
    wait_for 60 as_written 1 || fault "Cambio does not stop"
    as_written 2
    # What is older here is the package, not its number.
    as_written 3 --allow-downgrades '--allow-downgrades --reinstall --no-install-recommends' ||
        fault "the older package is refused: $(tail -n 5 "$scratch/log")"
    as_written 4
    # The status may come from nginx's cache once more.
    if [[ $(ask "https://$domain/readyz") == 200 ]]; then
        fault "it runs on a schema that it does not know"
    fi
    as_written 5 "'2026-11-26 14:03:07 UTC'" "'$moment'" ||
        fault "cambio-restore: $(tail -n 20 "$scratch/log")"
    ((${#block[@]} == 5)) || fault "the way back has ${#block[@]} lines"
    wait_for 90 site_answers || fault "the site does not answer after the way back"
    logged cambioctl resume all --reason "Looked at it" || fault "cambioctl resume"
    rm -rf "$machine"/var/lib/postgresql/15/cambio.before-*
    passed "went back"
}

rehearse_going_back() {
    local original number
    echo "Back to the original, after a restore to the wrong moment"
    rm -rf "$machine"/var/lib/postgresql/15/cambio.before-*
    sql "drop table if exists after_moment" >/dev/null
    moment_to_reach
    logged cambio-restore --to "$moment" || fault "cambio-restore: $(tail -n 20 "$scratch/log")"
    [[ $(sql "select to_regclass('after_moment') is null") == t ]] || fault "it is another moment"
    original=$(cd "$machine/var/lib/postgresql/15" && echo cambio.before-*)
    read_block "systemctl stop 'cambio*' pgbackrest-cambio" "Backup and restore" 3
    wait_for 60 as_written 1 || fault "Cambio does not stop"
    as_written 2 || fault "the restored cluster cannot be put aside"
    as_written 3 'cambio.before-…' "$original" || fault "the original cannot be put back"
    for number in 4 5 6 7; do
        as_written $number || fault "nginx/README.md: ${block[number - 1]}"
    done
    ((${#block[@]} == 7)) || fault "the way back has ${#block[@]} lines"
    [[ $(sql "select to_regclass('after_moment') is not null") == t ]] || fault "it is no original"
    wait_for 90 site_answers || fault "the site does not answer after it"
    rm -rf "$machine/var/lib/postgresql/15/cambio.restored"
    passed "the original"
}

rehearse_end() {
    local path
    echo "Purged with everything: neither secrets nor database nor backups stay"
    read_block "CAMBIO_PURGE=everything" "Upgraded, removed, purged"
    all_as_written
    for path in /etc/cambio /var/lib/cambio /etc/cambio-backup /var/lib/cambio-backup \
        /var/lib/postgresql/15/cambio /etc/postgresql/15 \
        /etc/systemd/system/pgbackrest-cambio.service.d; do
        [[ ! -e $machine$path ]] || fault "left: $path"
    done
    logged nginx -t || fault "nginx has lost its configuration"
    passed "gone"
}
