# shellcheck shell=bash disable=SC2154
# How a new key takes the place of the one before it, under nginx/up and in the Debian package.

# shellcheck source=secrets.sh
. "$root/nginx/secrets.sh"

setting() { sed -n "s/^$1=\"\?\([^\"]*\)\"\?$/\1/p" "$operator_config"; }

# keep_key FILE KEY-FILE: adds the key to those that are known, unless it is there.
keep_key() {
    local key
    key=$(tr -d ' \t\r\n' <"$2")
    [[ -z $(tail -c 1 "$1") ]] || printf '\n' >>"$1"
    # Not as an argument, which every user of the machine sees.
    grep -qxF -f <(printf '%s\n' "$key") "$1" || printf '%s\n' "$key" >>"$1"
}

# take_place NEXT KEY: the next key becomes the key, for those who may read that.
take_place() {
    chown --reference="$2" "$1"
    chmod --reference="$2" "$1"
    sync "$1"
    mv "$1" "$2"
}

# public_part FILE: of a secret key of 64 bytes, as a line of base64.
public_part() { base64 -d "$1" | tail -c 32 | base64; }

# make_next FILE COMMAND…: keeps what the command prints as the next key; one that is there stays.
make_next() {
    [[ ! -s $1 ]] || return 0
    (umask 077 && "${@:2}" | base64 -w 0 >"$1.part")
    mv "$1.part" "$1"
}

# rotate_token_key CONFIGURE: whoever is interrupted calls it again.
rotate_token_key() {
    local configure=$1 token former next
    token=$(setting TOKEN_KEY_FILE) former=$(setting TOKEN_FORMER_KEYS_FILE)
    [[ -w $token && -w $former ]] || die "$token is not for $(id -un)." "run it with sudo"
    next=$token.next
    make_next "$next" token_key
    # Every program knows both keys before one of them signs with the new one.
    keep_key "$former" <(public_part "$token")
    keep_key "$former" <(public_part "$next")
    sync "$former"
    "$configure"
    take_place "$next" "$token"
    "$configure"
}

# rotate_hash_key CONFIGURE CAMBIOCTL: whoever is interrupted calls it again.
rotate_hash_key() {
    local configure=$1 cambioctl=$2 key former next
    key=$(setting HASH_KEY_FILE) former=$(setting HASH_FORMER_KEYS_FILE)
    [[ -w $key && -w $former ]] || die "$key is not for $(id -un)." "run it with sudo"
    next=$key.next
    # One that was interrupted later than at its change of keys needs no third one.
    if [[ ! -e $key.unsealed || -s $next ]]; then
        make_next "$next" openssl rand 32
        # Every program knows both keys before one of them hashes or seals with the new one.
        keep_key "$former" "$key"
        keep_key "$former" "$next"
        "$configure"
        (umask 077 && : >"$key.unsealed")
        sync "$former"
        take_place "$next" "$key"
    fi
    "$configure"
    # What no key opens that is kept (4) cannot be sealed anew by calling this again either.
    "$cambioctl" secrets seal --reason "A new hash key" || (($? == 4))
    rm "$key.unsealed"
}
