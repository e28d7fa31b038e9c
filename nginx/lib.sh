# shellcheck shell=bash disable=SC2034,SC2154
# What nginx/up, nginx/down, nginx/status and tests/run share: where things are, as whom they run,
# steps with a clear failure, configuration, and programs that are watched.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
postgres_bin=/usr/lib/postgresql/15/bin
export PATH="$PATH:/usr/sbin:/sbin"

# -- Saying what happens

say() { printf '%s\n' "$*"; }

# die MESSAGE [HINT]
die() {
    printf '\n%s\n' "$1" >&2
    [[ -z ${2:-} ]] || printf 'What helps: %s\n' "$2" >&2
    exit 1
}

# The last line of a log that counts ("[12/340]"), for somebody who waits in front of a terminal.
progress_of() {
    tail -c 4000 "$1" 2>/dev/null | tr '\r' '\n' | grep -oE '^\[[0-9]+/[0-9]+\]' | tail -n 1
}

# for_help WORD…: whoever asks for help is shown the comment at the head of the script, and no more
# happens.
for_help() {
    local word
    for word; do
        [[ $word == -h || $word == --help ]] || continue
        sed -n '1d; /^#/!q; s/^# \?//p' "$0"
        exit 0
    done
}

# misused SENTENCE: the script was called in a way that it does not know.
misused() {
    printf '%s: %s\nWhat helps: %s --help\n' "$0" "$1" "$0" >&2
    exit 2
}

# takes LEAST MOST WORD…: so many words, of which none is an option.
takes() {
    local least=$1 most=$2 word
    shift 2
    for_help "$@"
    for word; do [[ $word != -* ]] || misused "There is no option $word."; done
    (($# <= most)) || misused "\"${!#}\" is an argument too many."
    (($# >= least)) || misused "An argument is missing."
}

# step TITLE HINT COMMAND…: runs the command in a subshell with its output in a log of its own;
# shows how far it is (in a log: once a minute), how long it took, and what it has remarked, or the
# end of the log and the hint, and then leaves.
step() {
    local title=$1 hint=$2 log started finished part status='' every=60
    local line='  … %s %s (%s s)\n'
    shift 2
    log="$step_logs/$(tr -cs 'a-z0-9' '-' <<<"${title,,}" | sed 's/-*$//').log"
    started=$SECONDS
    rm -f "$step_logs/remarks"
    if [[ -t 1 ]]; then every=0.2 line='\r  … %-44s %s %s s '; fi
    exec {finished}< <(set +e; (set -e; "$@") >"$log" 2>&1 </dev/null; say $?)
    # What the end of a wait cuts off is only a part of the status.
    until part='' && read -r -t $every -u "$finished" part || (($? < 128)); do
        status+=$part
        # shellcheck disable=SC2059
        printf "$line" "$title" "$(progress_of "$log")" $((SECONDS - started))
    done
    status+=$part
    exec {finished}<&-
    if [[ -t 1 ]]; then printf '\r%76s\r' ''; fi
    if [[ $status == 0 ]]; then
        if ((SECONDS > started)); then
            printf '  ✓ %s (%s s)\n' "$title" $((SECONDS - started))
        else
            printf '  ✓ %s\n' "$title"
        fi
        [[ ! -e $step_logs/remarks ]] || sort -u "$step_logs/remarks" | sed 's/^/    /'
        return
    fi
    printf '  ✗ %s\n\nThe end of %s:\n' "$title" "$log" >&2
    tail -n 20 "$log" | sed 's/^/    /' >&2
    die "\"$title\" failed." "$hint"
}

# remark SENTENCE: of a step, for whoever waits for it and for its log.
remark() { say "$*" | tee -a "$step_logs/remarks"; }

# wait_for SECONDS COMMAND…: until the command succeeds.
wait_for() {
    local deadline=$((SECONDS + $1)) tenths=1
    shift
    until "$@" >/dev/null 2>&1; do
        ((SECONDS < deadline)) || return 1
        sleep "0.$tenths"
        # To ask costs the machine more than to wait.
        ((tenths == 5)) || tenths=$((tenths + 1))
    done
}

# workers_of MASTER: nginx's processes that take connections, by their numbers. A bare Debian has
# neither pgrep nor ps.
workers_of() { grep -slx "PPid:[[:space:]]$1" /proc/[0-9]*/status | cut -d/ -f3; }

# Each of these workers of nginx has gone, or only finishes the answers that it has begun.
take_no_more() {
    local worker
    for worker; do
        if grep -qsa . "/proc/$worker/cmdline" &&
            ! grep -qsa 'is shutting down' "/proc/$worker/cmdline"; then
            return 1
        fi
    done
}

# ask PATH: one of nginx's answers, over its own socket, whatever address it listens on.
ask() { curl -fsS -m 5 --unix-socket "$run/local.sock" "http://localhost$1"; }

# ask_inside PATH: the same of what only this machine may see.
ask_inside() { curl -fsS -m 5 --unix-socket "$run/inside.sock" "http://localhost$1"; }

# -- As whom

as_root() { if ((EUID == 0)); then "$@"; else sudo -- "$@"; fi; }

# Started by root, nobody is more than he needs to be: PostgreSQL belongs to one system user, each
# program with a role of its own there to another one (users.sh), and Redis and all other programs
# to the run user, who can be no role but the one that all share. Started by somebody else, all of
# it is that user.

# as_run COMMAND…: as the run user: never root.
as_run() { (as_run_exec "$@"); }

as_run_exec() { umask 007; become "$run_user" "$run_user" "$run_user" "$@"; }

# as_database COMMAND…: as PostgreSQL, whose socket lies in a folder of the run user's group.
as_database() { (as_database_exec "$@"); }

as_database_exec() { become "$database_user" "$database_user" "$database_user,$run_user" "$@"; }

# become USER GROUP GROUPS COMMAND…
become() {
    name_way "$1" "$2" "$3"
    shift 3
    exec "${way[@]}" "$@"
}

# name_way USER GROUP GROUPS: sets way, the words before a command that it is to run as.
name_way() {
    way=(env)
    ((EUID != 0)) || way=(setpriv --reuid "$1" --regid "$2" --groups "$3" --no-new-privs --)
}

# name_users: who is who where root has started it. asking_user: nginx's workers, who alone reach
# the handlers.
name_users() {
    run_user=cambio database_user=postgres asking_user=www-data
    signer_group=cambio-signer hash_group=cambio-hash
}

find_run_user() {
    local group
    name_users
    if ((EUID != 0)); then
        run_user=$(id -un) database_user=$run_user asking_user=$run_user
        signer_group=$(id -gn) hash_group=$signer_group
        return
    fi
    getent passwd cambio >/dev/null ||
        useradd --system --user-group --home-dir /nonexistent --no-create-home \
            --shell /usr/sbin/nologin cambio
    for group in "$signer_group" "$hash_group"; do
        getent group "$group" >/dev/null || groupadd --system "$group"
    done
}

# mine DIRECTORY…: made with the run user as owner, closed to everybody but it and its group.
mine() { belongs "$run_user:$run_user" 0750 "$@"; }

# belongs USER:GROUP MODE PATH…: gives it to them, as far as the caller can; makes a folder that is
# not there. Root does it where root alone writes: a program could put a link to a secret in the
# place of what is to be its own.
belongs() {
    local owner=$1 mode=$2 path
    shift 2
    for path; do
        ((EUID != 0)) || only_root_names "$path"
        [[ -e $path ]] || mkdir -p "$path"
        ((EUID != 0)) || chown -h "$owner" "$path"
        chmod "$mode" "$path"
    done
}

# only_root_names PATH: nobody else could have given that name to something, or can before it is
# used.
only_root_names() {
    local above=${1%/*} found
    found=$(stat -L -c '%u %a' "${above:-/}" 2>/dev/null) || return 0
    [[ ! -L $1 ]] || die "$1 is a link, and would lead root elsewhere." "look at it, and remove it"
    [[ $found =~ ^0\ [0-7]*[0-7]?[0145][0145]$ ]] ||
        die "Others than root write in ${above:-/}, where $1 is to be made." \
            "chown root '${above:-/}' && chmod go-w '${above:-/}'"
}

# to_read GROUP MODE FILE: root's, and readable for a group. What is elsewhere than in $keys is the
# business of whoever put it there.
to_read() {
    [[ $3 == "$keys"/* ]] || return 0
    if ((EUID == 0)); then belongs "root:$1" "$2" "$3"; else chmod 0600 "$3"; fi
}

# -- Places

# A folder that the run user can reach, with a path that nginx, cron and a socket address can hold.
fit_to_run_in() {
    [[ $1 =~ ^[A-Za-z0-9/._-]{1,70}$ ]] && as_run test -x "$1" && as_database test -x "$1"
}

# var/ is where everything lives that is not in the repository. Where the checkout is closed to
# the run user (a folder of root's with mode 0700), or its path is odd, var/ becomes a link into
# /var/lib/cambio.
find_var() {
    local wanted=${CAMBIO_VAR:-$root/var} real
    if [[ ! -e $wanted ]]; then mkdir -p "$wanted"; fi
    var=$(cd "$wanted" && pwd -P)
    if fit_to_run_in "$var"; then return; fi
    real=/var/lib/cambio/$(sha256sum <<<"$var" | cut -c1-10)
    as_root mkdir -p "$real"
    as_root chmod 0755 /var/lib/cambio "$real"
    as_root chown "$(id -un)" "$real"
    find "$var" -mindepth 1 -maxdepth 1 -exec mv -t "$real" {} +
    rmdir "$var"
    ln -s "$real" "$wanted"
    var=$real
}

# Sets the names of all places; makes nothing.
name_places() {
    build=${CAMBIO_BUILD:-$root/var/build}
    release=$var/release
    run=$var/run
    pids=$var/pids
    handlers=$release/bin/handlers
    site=$release/site
    keys=$var/keys
    program_logs=$var/log/programs
    nginx_logs=$var/log/nginx
    state=$var
    database_logs=$var/log/postgres
    step_logs=$var/log/up
    told=$var/told
    config=${CAMBIO_CONFIG:-$var/cambio.conf}
    programs_config=$release/conf/cambio.conf
    operator_config=$release/conf/operator.conf
    installation=cambio-$(sha256sum <<<"$var" | cut -c1-10)
    cron_file=/etc/cron.d/$installation
}

# -- Building (nginx/up and tests/run)

# build_programs FOLDER OPTION… -- TARGET…: configures the first time and where options
# (-DNAME=value) are given that are not those of before; afterwards Ninja decides what is old.
build_programs() {
    local folder=$1 options=() jobs memory
    shift
    while [[ $1 != -- ]]; do
        options+=("$1")
        shift
    done
    shift
    export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1 CCACHE_PCH_EXTSUM=1 CCACHE_DEPEND=1
    export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    mkdir -p "$folder"
    exec 9>"$folder/.lock"
    flock 9
    if [[ ! -f $folder/build.ninja ]] || { ((${#options[@]} > 0)) &&
        [[ $(cat "$folder/.options" 2>/dev/null) != "${options[*]}" ]]; }; then
        cmake -S "$root" -B "$folder" -G Ninja "${options[@]}"
        printf '%s\n' "${options[*]}" >"$folder/.options"
    fi
    # A compiler takes up to a gigabyte: a small machine gets as many at a time as its memory holds.
    memory=$(awk '/^MemAvailable/ { print int($2 / 1000000) }' /proc/meminfo)
    jobs=$(nproc)
    if ((memory < jobs)); then jobs=$((memory > 0 ? memory : 1)); fi
    ninja -C "$folder" -j "$jobs" "$@"
}

# install_node_modules FOLDER: what is installed under a folder is as old as its lock file says. No
# package runs a program of its own meanwhile: what has to be built comes built.
install_node_modules() {
    local folder=$1 stamp
    stamp=$(sha256sum <"$folder/package-lock.json")
    if [[ -f $folder/node_modules/.stamp && $(<"$folder/node_modules/.stamp") == "$stamp" ]]; then
        return
    fi
    (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
    printf '%s\n' "$stamp" >"$folder/node_modules/.stamp"
}

# One nginx/up or nginx/down at a time. Whatever is started must not inherit the lock: 8>&-.
lock() {
    exec 8>"$pids/lock"
    flock -n 8 && return
    say "Waiting for another nginx/up or nginx/down to finish."
    flock -w 900 8 || die "It is still running after 15 minutes." "fuser $pids/lock names it"
}

# -- Configuration

declare -A conf

config_keys() { sed -n 's/^\([A-Z_]*\)=.*/\1/p' "$root/nginx/cambio.conf.sample"; }

# What a shell, systemd and the programs read alike, with quotes and without.
plain_value='[^[:space:]"'\''\$`;&|<>()#]*'
quoted_value='"[^"\$`]*"'

# A network of one's own brings keys of its own: common/funds/chain/networks.json names them.
network_key='([A-Z]+_(NODE_URL|XPUB)|(HOT|COLD)_[A-Z]+_ADDRESS)'

# unknown_key WHERE KEY: a mistake; the Debian package says so of what no version has ever read.
unknown_key() { die "$1: there is no key $2." "nginx/cambio.conf.sample lists them"; }

# Reads the file into conf[]; every line must be a comment or a known KEY=value, and each key once.
load_config() {
    local line number=0 key value known
    conf=()
    while read -r key; do conf[$key]=; done < <(config_keys)
    known=" ${!conf[*]} "
    local -A seen=()
    while IFS= read -r line || [[ -n $line ]]; do
        number=$((number + 1))
        if [[ -z $line || $line == \#* ]]; then continue; fi
        key=${line%%=*}
        [[ $line =~ ^[A-Z_]+=($plain_value|$quoted_value)$ ]] ||
            die "$1, line $number: this is not KEY=value, with quotes around spaces and signs." \
                "mend $key"
        [[ -z ${seen[$key]:-} ]] || die "$1, line $number: $key is given twice." "remove one"
        seen[$key]=1
        value=${line#*=}
        [[ $value != \"* ]] || value=${value:1:-1}
        if [[ $known == *" $key "* || $key =~ ^$network_key$ ]]; then
            conf[$key]=$value
        else
            unknown_key "$1, line $number" "$key"
        fi
    done <"$1"
}

# check KEY PATTERN MEANING
check() {
    [[ ${conf[$1]} =~ ^($2)$ ]] ||
        die "$config: $1 is \"${conf[$1]}\", but it must be $3." "change it there"
}

# -- Programs that are watched

# A pid file holds "pid start-time fingerprint": the start time, so that a number that was given
# to another process later is never taken for ours; the fingerprint of program and configuration,
# so that nginx/up knows what is out of date.
start_time() {
    local stat
    # The name may hold blanks; what comes after it does not.
    { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 0
    read -ra stat <<<"${stat##*) }"
    say "${stat[19]}"
}

# pid_of NAME: the process id if it runs.
pid_of() {
    local pid started _
    read -r pid started _ 2>/dev/null <"$pids/$1" || return 1
    [[ -n $started && $(start_time "$pid") == "$started" ]] || return 1
    say "$pid"
}

runs() { pid_of "$1" >/dev/null; }

fingerprint() { cat -- "$@" | sha256sum | cut -c1-16; }

# up_to_date NAME FINGERPRINT: it runs, and it is this version with this configuration.
up_to_date() {
    local known
    runs "$1" || return 1
    read -r _ _ known <"$pids/$1"
    [[ $known == "$2" ]]
}

remember() { say "$2 $(start_time "$2") $3" >"$pids/$1"; }

# launch NAME FINGERPRINT PROGRAM…: in the background, in a session of its own, as the run user. The
# shell becomes setpriv, sh, setsid and the program in turn, under one number and start time.
launch() { launch_by as_run_exec "$@"; }

# output_of NAME: where it writes what it says. Nobody writes into a folder of somebody who is less:
# a link there would lead anywhere.
output_of() {
    case $1 in
    postgres) say "$database_logs/$1.out" ;;
    nginx | signer) say "$nginx_logs/$1.out" ;;
    *) say "$program_logs/$1.out" ;;
    esac
}

# launch_by AS NAME FINGERPRINT PROGRAM…: the same as somebody else, by a function and its words;
# exec: as the user who called.
launch_by() {
    local as name=$2 print=$3
    read -ra as <<<"$1"
    shift 3
    cd /
    # shellcheck disable=SC2016
    "${as[@]}" sh -c 'log=$1; shift; exec setsid "$@" >>"$log" 2>&1' - "$(output_of "$name")" \
        env "CAMBIO_CONFIG=$programs_config" "$@" </dev/null >/dev/null 2>&1 8>&- 9>&- &
    remember "$name" $! "$print"
}

# watched PROGRAM ARGUMENT…: sets watch_command, by which multiwatch keeps one process of the
# program running, however often and quickly it dies: a disk may be full for an hour. The breath
# before each life keeps a program that cannot start from taking a processor.
watched() {
    # multiwatch wants full paths.
    # shellcheck disable=SC2016
    watch_command=("$(command -v multiwatch)" -f 1 -r 1000000000 -t 500
        -- /bin/sh -c 'sleep 0.1; exec "$0" "$@"' "$(command -v "$1")" "${@:2}")
}

# answers NAME SECONDS COMMAND…: waits for the command to succeed; else shows the end of the
# program's log.
answers() {
    local name=$1
    shift
    wait_for "$@" && return
    tail -n 20 "$(output_of "$name")" || true
    return 1
}

# What to ask to leave: the program itself, without the multiwatch that would start it again.
# (Debian's multiwatch passes on another signal than it was told, QUIT for TERM, so it is not
# asked to.)
unwatch() {
    local children
    if [[ $(<"/proc/$1/comm") != multiwatch ]]; then
        say "$1"
        return
    fi
    kill -STOP "$1"
    children=$(pgrep -P "$1" || true)
    kill -KILL "$1"
    say "$children"
}

# stop SIGNAL SECONDS NAME…: asks all, waits, insists.
stop() {
    local signal=$1 seconds=$2 name pid program asked=()
    shift 2
    for name in "$@"; do
        if pid=$(pid_of "$name"); then
            for program in $(unwatch "$pid"); do
                kill "-$signal" "$program" 2>/dev/null || true
                asked+=("$program")
            done
        fi
        rm -f "$pids/$name"
    done
    if ! wait_for "$seconds" none_runs "${asked[@]}"; then
        kill -KILL "${asked[@]}" 2>/dev/null || true
    fi
}

# A zombie runs no more, however long its parent takes to notice.
none_runs() {
    local pid state
    for pid in "$@"; do
        state=$(sed 's/.*) //' "/proc/$pid/stat" 2>/dev/null | cut -c1)
        [[ -z $state || $state == Z ]] || return 1
    done
}
