# shellcheck shell=bash disable=SC2154
# The Debian packages of nginx/packages, for nginx/up and whatever else works in a checkout.

# packages_of SECTION…: lines of nginx/packages, without comments.
packages_of() {
    awk -v wanted=" $* " '/^\[/ { on = index(wanted, " " substr($1, 2, length($1) - 2) " "); next }
        on && $1 !~ /^#/ && NF { print $1 }' "$root/nginx/packages"
}

missing_packages() {
    local installed line
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p')
    while read -r line; do
        if [[ $line == *:* ]] && command -v "${line#*:}" >/dev/null; then continue; fi
        grep -qxF "${line%%:*}" <<<"$installed" || say "${line%%:*}"
    done < <(packages_of "$@")
}

# -- Debian's own services: it starts one as soon as it is installed, and at each boot. Ours are
# started by nginx/up on sockets of its own.

# Those of [runtime] that are there, whoever has installed them.
services_of_debian() {
    local service
    for service in nginx postgresql redis-server; do
        if [[ -e /etc/init.d/$service ]]; then say "$service"; fi
    done
}

begins_at_boot() {
    if command -v systemctl >/dev/null; then
        systemctl is-enabled "$1" >/dev/null 2>&1
    else
        compgen -G "/etc/rc[2-5].d/S??$1" >/dev/null
    fi
}

# surprises_at_boot: those that do not run now and will beside ours. (One that runs has its use: a
# proxy in front, another database.) A container boots nothing.
surprises_at_boot() {
    local service
    [[ $(</proc/1/comm) =~ ^(systemd|init)$ ]] || return 0
    for service in $(services_of_debian); do
        if begins_at_boot "$service" && ! service "$service" status >/dev/null 2>&1; then
            say "$service"
        fi
    done
}

# The distribution's own instances stay off while packages are being installed, and one that is here
# for our sake alone at the next boot, too. Somebody else's stays as it is.
install_packages() {
    local policy=/usr/sbin/policy-rc.d before service
    exec 9>/run/lock/cambio-packages.lock
    flock 9
    if [[ ! -e $policy ]]; then
        printf '#!/bin/sh\nexit 101\n' | as_root tee $policy >/dev/null
        as_root chmod 0755 $policy
        trap 'as_root rm -f /usr/sbin/policy-rc.d' EXIT
    fi
    before=$(services_of_debian)
    # A new machine is often in the middle of its own upgrades.
    local apt=(apt-get -o DPkg::Lock::Timeout=600)
    as_root "${apt[@]}" update
    as_root env DEBIAN_FRONTEND=noninteractive "${apt[@]}" install -y --no-install-recommends "$@"
    for service in $(services_of_debian); do
        if ! grep -qx "$service" <<<"$before"; then
            as_root update-rc.d "$service" disable
            remark "Debian's own $service, which nobody has needed before, does not begin at boot"
        fi
    done
}

ensure_packages() {
    local missing
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]} == 0)); then return; fi
    if ((EUID != 0)) && ! command -v sudo >/dev/null; then
        die "Packages are missing: ${missing[*]}" "run this as root once, or install them"
    fi
    ((EUID == 0)) || sudo -v || die "sudo is needed to install: ${missing[*]}"
    step_logs=$(mktemp -d)
    step "Packages: ${#missing[@]} installed" \
        "apt-get could not install ${missing[*]}; see the log above" \
        install_packages "${missing[@]}"
    rm -rf "$step_logs"
}
