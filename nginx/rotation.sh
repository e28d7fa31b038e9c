# shellcheck shell=bash disable=SC2154
# How a new hash key takes the place of the one before it, under nginx/up and in the Debian package.

setting() { sed -n "s/^$1=\"\?\([^\"]*\)\"\?$/\1/p" "$operator_config"; }

# keep_key FILE KEY-FILE: adds the key to those that are known, unless it is there.
keep_key() {
    local key
    key=$(tr -d ' \t\r\n' <"$2")
    [[ -z $(tail -c 1 "$1") ]] || printf '\n' >>"$1"
    # Not as an argument, which every user of the machine sees.
    grep -qxF -f <(printf '%s\n' "$key") "$1" || printf '%s\n' "$key" >>"$1"
}

# rotate_hash_key CONFIGURE CAMBIOCTL: whoever is interrupted calls it again.
rotate_hash_key() {
    local configure=$1 cambioctl=$2 key former next
    key=$(setting HASH_KEY_FILE) former=$(setting HASH_FORMER_KEYS_FILE)
    [[ -w $key && -w $former ]] || die "$key is not for $(id -un)." "run it with sudo"
    next=$key.next
    # One that was interrupted later than at its change of keys needs no third one.
    if [[ ! -e $key.unsealed || -s $next ]]; then
        if [[ ! -s $next ]]; then
            (umask 077 && openssl rand 32 | base64 -w 0 >"$next.part")
            mv "$next.part" "$next"
        fi
        # Every program knows both keys before one of them hashes or seals with the new one.
        keep_key "$former" "$key"
        keep_key "$former" "$next"
        "$configure"
        chown --reference="$key" "$next"
        chmod --reference="$key" "$next"
        (umask 077 && : >"$key.unsealed")
        sync "$former" "$next"
        mv "$next" "$key"
    fi
    "$configure"
    # What no key opens that is kept (4) cannot be sealed anew by calling this again either.
    "$cambioctl" secrets seal --reason "A new hash key" || (($? == 4))
    rm "$key.unsealed"
}
