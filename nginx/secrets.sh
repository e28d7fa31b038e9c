# shellcheck shell=bash disable=SC2154
# The secrets of an installation: made once, and given to who needs them.

make_secrets() {
    local file token=${conf[TOKEN_KEY_FILE]} photos=${conf[KYC_KEY_FILE]}
    local pushes=${conf[WEB_PUSH_KEY_FILE]}
    belongs "$(id -un):$run_user" 0750 "$keys"
    if [[ ! -d ${conf[OUTBOX_DIR]} || ${conf[OUTBOX_DIR]} == "$state"/* ]]; then
        shared "${conf[OUTBOX_DIR]}"
    fi
    [[ -e $token ]] || secret "$token" < <(token_key)
    [[ -e ${conf[TOKEN_FORMER_KEYS_FILE]} ]] || : >"${conf[TOKEN_FORMER_KEYS_FILE]}"
    [[ -e ${conf[HASH_FORMER_KEYS_FILE]} ]] || (umask 077 && : >"${conf[HASH_FORMER_KEYS_FILE]}")
    for file in "${conf[HASH_KEY_FILE]}" "${conf[FASTCGI_SECRET_FILE]}"; do
        [[ -e $file ]] || secret "$file" < <(openssl rand 32)
    done
    # The operator may have taken what opens photos to another place, as long as its public half is
    # here.
    [[ -e $photos || -e $photos.pub ]] || secret "$photos" < <(openssl rand 32)
    [[ ! -e $photos ]] || secret "$photos.pub" < <(public_half_of "$photos")
    [[ -e $pushes ]] || secret "$pushes" < <(push_key)
    secret "$token.pub" < <(base64 -d "$token" | tail -c 32)
    secret "$pushes.pub" < <(base64 -d "$pushes" | tail -c 65)
    give_secrets
}

# token_key: a new Ed25519 key: its seed and its public half, 64 bytes.
token_key() {
    local pem
    pem=$(openssl genpkey -algorithm ed25519)
    openssl pkey -outform DER <<<"$pem" | tail -c 32
    openssl pkey -pubout -outform DER <<<"$pem" | tail -c 32
}

# push_key: a new key on P-256: its number and its point, 97 bytes. In the form of RFC 5915, seven
# bytes stand before the number, and the point is the end.
push_key() {
    local pem
    pem=$(openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1)
    openssl ec -outform DER <<<"$pem" 2>/dev/null | head -c 39 | tail -c 32
    openssl pkey -pubout -outform DER <<<"$pem" | tail -c 65
}

# public_half_of FILE: of an X25519 key, which in DER is these bytes and the key itself (RFC 8410).
public_half_of() {
    {
        printf '\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x6e\x04\x22\x04\x20'
        base64 -d "$1"
    } | openssl pkey -inform DER -pubout -outform DER | tail -c 32
}

# Who needs which. What opens photos is for cambioctl alone, in root's hands; what signs push
# messages is for the job that sends them alone, which is a user of its own.
give_secrets() {
    local file
    to_read "$signer_group" 0640 "${conf[TOKEN_KEY_FILE]}"
    [[ ! -e ${conf[KYC_KEY_FILE]} ]] || to_read root 0600 "${conf[KYC_KEY_FILE]}"
    may_read auth "${conf[TOKEN_KEY_FILE]}"
    to_read root 0600 "${conf[WEB_PUSH_KEY_FILE]}"
    if ((EUID == 0)) && [[ ${conf[WEB_PUSH_KEY_FILE]} == "$keys"/* ]]; then
        belongs "$(user_of send_pushes):root" 0400 "${conf[WEB_PUSH_KEY_FILE]}"
    fi
    may_read send_pushes "${conf[WEB_PUSH_KEY_FILE]}"
    for file in "${conf[TOKEN_KEY_FILE]}.pub" "${conf[TOKEN_FORMER_KEYS_FILE]}" \
        "${conf[FASTCGI_SECRET_FILE]}" "${conf[KYC_KEY_FILE]}.pub" \
        "${conf[WEB_PUSH_KEY_FILE]}.pub"; do
        to_read "$run_user" 0640 "$file"
        may_read content "$file"
    done
    for file in "${conf[HASH_KEY_FILE]}" "${conf[HASH_FORMER_KEYS_FILE]}"; do
        to_read "$hash_group" 0640 "$file"
        may_read auth "$file"
        may_read spot "$file"
    done
}

# may_read PROGRAM FILE
may_read() {
    (as_program_exec "$1" test -r "$2") || { say "The program $1 may not read $2."; return 1; }
}

# secret FILE: from standard input, in base64, for the caller alone. What is there already stays.
secret() {
    (umask 077 && base64 -w 0 >"$1.new")
    [[ -s $1.new ]] || { say "$1 would be empty."; return 1; }
    if cmp -s "$1.new" "$1"; then rm "$1.new"; else mv "$1.new" "$1"; fi
}
