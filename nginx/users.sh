# shellcheck shell=bash disable=SC2154
# Which system user a program is. Where it has a role of its own in PostgreSQL it has a user of that
# name, who can be that role alone, so that whoever takes another program over cannot be it. All of
# them share the run user's group, by which they reach its files and sockets.

# users_of_programs: "program user" for each that has its own, from the table of roles, of which the
# Debian package has this list. cambioctl is the operator's.
users_of_programs() {
    if [[ -e $root/users ]]; then cat "$root/users"; return; fi
    sed -n '/"cambioctl"/d; s/^ *{"\([a-z_]*\)", "cambio_\([a-z]*\)"},$/\1 cambio-\2/p' \
        "$root/common/io/pg/roles.cpp"
}

# user_of PROGRAM
user_of() {
    local program user
    if ((EUID == 0)); then
        while read -r program user; do
            if [[ $program == "$1" ]]; then say "$user"; return; fi
        done < <(users_of_programs)
    fi
    say "$run_user"
}

# make_users: those that are not there yet.
make_users() {
    local user
    ((EUID == 0)) || return 0
    while read -r user; do
        getent passwd "$user" >/dev/null ||
            useradd --system --gid "$run_user" --home-dir /nonexistent --no-create-home \
                --shell /usr/sbin/nologin "$user"
    done < <(users_of_programs | cut -d' ' -f2 | sort -u)
}

# groups_of PROGRAM: those of its process, its own first. Who opens sessions reads the key that
# signs tokens; who checks codes, passwords and second factors, or the keys of clients' programs,
# reads the hash key (HashKey in common/frame/fcgi/serve.h); and by its own group the kernel lets
# nobody look into it who is the same user and may read less.
groups_of() {
    case $1 in
    auth | account) say "$signer_group $hash_group $run_user" ;;
    binance | chart | earn | funds | futures | markets | rewards | spot | wallet)
        say "$hash_group $run_user"
        ;;
    *) say "$run_user" ;;
    esac
}

# name_way_of PROGRAM: sets way for its user.
name_way_of() {
    local groups
    groups=$(groups_of "$1")
    name_way "$(user_of "$1")" "${groups%% *}" "${groups// /,}"
}

# as_program_exec PROGRAM COMMAND…: as its user.
as_program_exec() {
    umask 007
    name_way_of "$1"
    exec "${way[@]}" "${@:2}"
}

# listening_exec PROGRAM SOCKET COMMAND…: as its user, with that socket as standard input. The
# socket is nginx's: a program has nothing to ask of another one, and none takes the name of another
# one's, and with it what people send there.
listening_exec() {
    local owner=()
    umask 007
    name_way_of "$1"
    ((EUID != 0)) || owner=(-U "$asking_user")
    exec spawn-fcgi -n -s "$2" -M 0600 "${owner[@]}" -b 4096 -- \
        "$(command -v "${way[0]}")" "${way[@]:1}" "${@:3}"
}

# shared FOLDER…: every program writes into it, and reads there what the others have written.
shared() {
    belongs "$run_user:$run_user" 2770 "$@"
    # As whom they belong to, for nobody of more rights follows a link there.
    as_run find "$@" -maxdepth 1 -type f -user "$run_user" ! -perm -g=rw -exec chmod g+rw {} +
}
