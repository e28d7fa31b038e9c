# shellcheck shell=bash disable=SC2154
# A bare Debian 12 that boots, for the tests of the packages: made by mmdebstrap, booted by
# systemd-nspawn, without a network, and thrown away. It and what the packages depend on are kept
# for a week, beside what compilers keep; nginx.packages makes both, for all tests of them.

# shellcheck source=headers.sh
. "$(dirname "${BASH_SOURCE[0]}")/headers.sh"

build=${CAMBIO_BIN:-$root/var/build/release/bin}
build=${build%/bin}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cambio/package
domain=exchange.test binance=api.exchange.test
# Processes that end with the test.
helpers=()

passed() { printf '%4d s  %s\n' "$SECONDS" "$1"; }

# begin NAME PROGRAM…: leaves the test out where such a machine cannot be made, and sets what it
# works with: scratch, machine, and debs, the folder of the packages.
begin() {
    local program
    name=$1
    ((EUID == 0)) || skip "only root makes and boots a bare Debian"
    for program in mmdebstrap systemd-nspawn dpkg-buildpackage dh "${@:2}"; do
        command -v "$program" >/dev/null || skip "$program is missing (nginx/packages, [package])"
    done
    [[ -e $root/site/dist/index.html ]] || skip "the site is not built: nginx/up does it"
    scratch=$(mktemp -d "$([[ -w /dev/shm ]] && echo /dev/shm || echo /tmp)/cambio-$name-XXXXXX")
    chmod 0755 "$scratch"
    trap finish EXIT
    machine=$scratch/machine debs=$scratch/debs
    answer=$machine/root/answer headers=$machine/root/headers
    mkdir "$debs"
}

# shellcheck disable=SC2317 # The trap of begin calls it.
finish() {
    local status=$?
    trap - EXIT
    if ((${#helpers[@]})); then kill "${helpers[@]}" 2>/dev/null || true; fi
    if [[ ${nspawn:-} && -e /proc/$nspawn ]]; then
        kill -KILL "${init:-$nspawn}" "$nspawn" 2>/dev/null || true
        wait "$nspawn" 2>/dev/null || true
    fi
    for hierarchy in /sys/fs/cgroup /sys/fs/cgroup/systemd /sys/fs/cgroup/unified; do
        if [[ -d $hierarchy/cambio-$name ]]; then
            find "$hierarchy/cambio-$name" -depth -type d -exec rmdir {} + 2>/dev/null || true
        fi
    done
    if ((status != 0 && status != 77)); then
        tail -n 40 "$scratch/log" 2>/dev/null || true
    fi
    rm -rf "$scratch"
    exit $status
}

# take_packages: those of nginx.packages; a test that is started by hand makes its own.
take_packages() {
    local made=${CAMBIO_TEST_PACKAGES:-}
    if compgen -G "$made/*.deb" >/dev/null; then cp "$made"/* "$debs"; else make_packages; fi
}

# In the folder that made_in names.
make_packages() {
    echo "$scratch" >"$debs/made_in"
    TMPDIR=$scratch "$root/nginx/package" --prebuilt "$build" "$debs" >>"$scratch/log" 2>&1 ||
        { tail -n 30 "$debs"/*.log; fault "nginx/package"; exit 1; }
}

# -- The bare Debian

# What is needed from elsewhere changes with what the packages depend on.
key_of_cache() {
    {
        for package in "$debs"/*.deb; do dpkg-deb -f "$package" Depends; done |
            sed 's/cambio[^,]*//g'
        sed -n '/^make_cache/,/^}/p' "${BASH_SOURCE[0]}"
    } | sha256sum | cut -c1-16
}

# Which of the packages that bring psql apt takes depends on what it installs beside it.
make_cache() {
    mkdir -p "$cache"
    rm -f "$cache"/bare-*.tar
    # shellcheck disable=SC2016 # mmdebstrap gives its hooks the folder as $1.
    mmdebstrap --quiet --format=tar --variant=minbase \
        --include=systemd-sysv,dbus,ca-certificates,curl \
        --aptopt='Acquire::Languages "none"' --skip=cleanup/apt \
        --customize-hook="copy-in $debs /" \
        --customize-hook='chroot "$1" sh -c "cd /debs &&
            apt-get install -y -q --no-install-recommends --download-only --reinstall \
                libssl3 needrestart pebble postgresql-client &&
            apt-get install -y -q --install-recommends --download-only ./*.deb prometheus \
                prometheus-alertmanager"' \
        --customize-hook='rm -r "$1/debs"' \
        bookworm "$1.part" \
        'deb http://deb.debian.org/debian bookworm main' \
        'deb http://deb.debian.org/debian-security bookworm-security main' \
        >>"$scratch/log" 2>&1 || return 1
    mv "$1.part" "$1"
}

# make_bare: unless there is one that is not a week old, and lacks Debian's security updates.
make_bare() {
    bare=$cache/bare-$(key_of_cache).tar
    if [[ -z $(find "$bare" -mtime -7 2>/dev/null) ]]; then
        make_cache "$bare" || skip "no bare Debian 12 could be made: is deb.debian.org in reach?"
    fi
}

unpack() {
    make_bare
    mkdir "$machine"
    tar -C "$machine" --extract --file "$bare"
    cp -r "$debs" "$machine/debs"
    rm -f "$machine/etc/resolv.conf"
    # By which units reload what they start; each Debian that was not made for containers has it.
    if [[ ! -e $machine/usr/bin/kill ]]; then
        printf '#!/bin/bash\nkill "$@"\n' >"$machine/usr/bin/kill"
        chmod 0755 "$machine/usr/bin/kill"
    fi
    echo "127.0.0.1 localhost $domain $binance" >"$machine/etc/hosts"
}

# -- A machine that boots: systemd with a network of its own, which leads nowhere

boot() {
    (
        for hierarchy in /sys/fs/cgroup /sys/fs/cgroup/systemd /sys/fs/cgroup/unified; do
            if [[ -w $hierarchy/cgroup.procs ]]; then
                mkdir -p "$hierarchy/cambio-$name"
                echo "$BASHPID" >"$hierarchy/cambio-$name/cgroup.procs"
            fi
        done
        exec systemd-nspawn --quiet --directory="$machine" --boot --register=no --keep-unit \
            --private-network --resolv-conf=off --console=read-only
    ) </dev/null >>"$scratch/console" 2>&1 &
    nspawn=$!
    wait_for 60 find_init && wait_for 60 inside systemctl is-system-running --wait
    # "degraded" is a machine that runs, without what a container cannot have.
    [[ $(inside systemctl is-system-running) =~ running|degraded ]]
}

find_init() {
    init=$(pgrep -P "$nspawn" -x systemd) && inside true
}

inside() { nsenter --target "$init" --mount --uts --ipc --net --pid --root -- env --chdir=/ -i \
    PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    "$@"; }

shut_down() {
    inside systemctl poweroff || true
    wait_for 60 test ! -e "/proc/$nspawn" || kill -KILL "$nspawn"
    wait "$nspawn" 2>/dev/null || true
}

# logged COMMAND…: inside; what it says is shown where the test fails.
logged() { inside "$@" >>"$scratch/log" 2>&1; }

# -- What is done there and asked of it

# install_packages OPTION…: those of debs, in one call.
install_packages() {
    logged sh -c "echo 'cambio cambio/domain string $domain' | debconf-set-selections"
    logged sh -c "echo 'cambio cambio/email string operator@$domain' | debconf-set-selections"
    logged sh -c "apt-get install -y --no-install-recommends $* /debs/*.deb"
}

# As cambio-configure asks the administrator for it.
give_one_worker() {
    inside sed -i -e 's/^worker_processes .*/worker_processes 1; worker_shutdown_timeout 10s;/' \
        -e 's/worker_connections .*/worker_connections 16384;/' /etc/nginx/nginx.conf
}

asked() {
    inside curl -sS -m 10 -o /root/answer -D /root/headers -w '%{http_code}' \
        --cacert /etc/cambio/tls/fullchain.pem --connect-to ::127.0.0.1: "$@" 2>>"$scratch/log"
}

# ask CURL-ARGUMENT…: the status; what came stays in $answer and $headers. It asks once more, as
# browsers do, where nginx closes a connection because it reads its files anew (RFC 9113, 8.7).
ask() {
    local got status=0
    got=$(asked "$@") || got=$(asked "$@") || status=$?
    echo "$got"
    return $status
}

site_answers() { [[ $(ask "https://$domain/api/v3/status") == 200 ]]; }

# cluster COMMAND…: with the way to Cambio's cluster; 15/main has PostgreSQL's own port.
cluster() {
    local port
    port=$(inside pg_lsclusters -h | awk '$2 == "cambio" { print $3 }')
    "$@" -X -A -t -h /run/postgresql -p "$port" -d cambio
}

sql() { cluster inside psql -U postgres -c "$1"; }
