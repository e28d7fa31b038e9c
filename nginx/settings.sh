# shellcheck shell=bash disable=SC2154
# From the file that the operator writes ($config) to what the programs and cambioctl
# read. For nginx/up and for the Debian package; each says in $me by which name it is called.

check_all() {
    check HOST '[0-9]{1,3}(\.[0-9]{1,3}){3}|\[[0-9a-fA-F:]+\]' "an address, such as 127.0.0.1"
    check PORT '[1-9][0-9]{0,4}' "a port from 1 to 65535"
    check PUBLIC_URL '|https?://[A-Za-z0-9.:/_-]+' "an address that starts with http:// or https://"
    check TRUSTED_PROXIES '|[0-9a-fA-F.:/,]+' "addresses or networks with commas between them"
    check CONNECTIONS_PER_ADDRESS '[1-9][0-9]{0,3}|[1-5][0-9]{4}' "a number from 1 to 59999"
    check BINANCE_HOST '|[a-z0-9][a-z0-9.-]*' "a host name, such as api.example.com"
    check PROVIDER 'auto|real|simulator' "auto, real or simulator"
    check PROVIDER_URL 'https?://[A-Za-z0-9.:/_-]+' "the REST address of a provider"
    local site='https?://[A-Za-z0-9.-]+(:[0-9]+)?' path='(/[A-Za-z0-9._~/?=%,+-]*)?'
    check LIVE_CHAT_URL "|$site$path" "the address of a page"
    check HELP_URL "|$site$path" "the address of a page"
    check SIMULATOR_PORT '|[1-9][0-9]{0,4}' "a port from 1 to 65535"
    check KEEP_LOGS_DAYS '|[2-9]|[1-9][0-9]{1,3}' "a number of days from 2 to 9999"
    check INSIDE_PORT '|[1-9][0-9]{0,4}' "a port from 1 to 65535"
    if [[ ${conf[DEMO]} != yes && ${conf[PROVIDER]} == simulator ]]; then
        die "$config: DEMO=no and PROVIDER=simulator contradict each other." \
            "change one of them there: real money is never traded at simulated prices"
    fi
    if [[ ${conf[DATABASE_URL]:+x} != "${conf[DATABASE_OWNER_URL]:+x}" ]]; then
        die "$config: DATABASE_URL and DATABASE_OWNER_URL belong together." "set both or neither"
    fi
}

yes_if() { if test "$@"; then say yes; else say no; fi; }

default() { [[ -n ${conf[$1]} ]] || conf[$1]=$2; }

default_secrets() {
    default TOKEN_KEY_FILE "$keys/token"
    default TOKEN_FORMER_KEYS_FILE "$keys/token.former"
    default HASH_KEY_FILE "$keys/hash"
    default HASH_FORMER_KEYS_FILE "$keys/hash.former"
    default FASTCGI_SECRET_FILE "$keys/fastcgi"
    default KYC_KEY_FILE "$keys/kyc"
    default WEB_PUSH_KEY_FILE "$keys/web_push"
}

# What the operator and the migrations read: the programs' keys with every default filled in; what
# only this command needs is left out. Where people come in the programs know, to refuse what must
# not stand beside it.
settings() {
    local key
    say "# Written by $me from $config: change that one."
    while read -r key; do
        case $key in
        PORT | CONNECTIONS_PER_ADDRESS | BINANCE_HOST) ;;
        PROVIDER | SIMULATOR_PORT | INSIDE_PORT | KEEP_LOGS_DAYS) ;;
        *) if [[ ${conf[$key]} =~ ^$plain_value$ ]]; then
            say "$key=${conf[$key]}"
        else
            say "$key=\"${conf[$key]}\""
        fi ;;
        esac
    done < <(config_keys && network_keys)
    say "PROVIDER_SIMULATED=$(yes_if "$provider" = simulator)"
    say "PUSH_URL=unix:$run/push.sock"
    # A demonstration says where its codes are; nobody else's messages are shown by a page.
    if [[ ${conf[DEMO]} == yes && -z ${conf[SMTP_URL]} ]]; then
        say "OUTBOX_URL=http://127.0.0.1:${conf[INSIDE_PORT]}/dev/outbox"
    fi
}

# Those of networks that the sample does not know.
network_keys() {
    local known key
    known=" $(config_keys | tr '\n' ' ') "
    for key in "${!conf[@]}"; do
        if [[ $key =~ ^$network_key$ && $known != *" $key "* ]]; then say "$key"; fi
    done | sort
}

# What the programs read: no way to the database as its owner.
programs_settings() { settings | grep -v '^DATABASE_OWNER_URL='; }

# check_settings MIGRATE: before anything that runs is touched; the programs say what is wrong.
check_settings() {
    local file=${operator_config%/*}/checked status=0
    (umask 077 && settings >"$file")
    CAMBIO_CONFIG=$file "$1" --check || status=$?
    rm -f "$file"
    return $status
}

# Secrets are in both: nobody reads what is being written.
write_configs() {
    (umask 077 && programs_settings >"$programs_config.new")
    chmod 0640 "$programs_config.new"
    ((EUID != 0)) || chgrp "$run_user" "$programs_config.new"
    mv "$programs_config.new" "$programs_config"
    (umask 077 && settings >"$operator_config.new")
    mv "$operator_config.new" "$operator_config"
}

# name_database ADDRESS: sets database to it without a password, which goes by PGPASSWORD: everybody
# on the machine sees what stands in a list of processes.
name_database() {
    local password=''
    database=$1
    if [[ $database =~ ^(postgres(ql)?://[^@/:]*):([^@/]*)@(.*)$ ]]; then
        password=${BASH_REMATCH[3]} database=${BASH_REMATCH[1]}@${BASH_REMATCH[4]}
    elif [[ $database =~ ^(.*\ |)password=\'([^\']*)\'\ ?(.*)$ ]]; then
        password=${BASH_REMATCH[2]} database=${BASH_REMATCH[1]}${BASH_REMATCH[3]}
    elif [[ $database =~ ^(.*[?\&\ ]|)password=([^\&\ ]*)\&?(.*)$ ]]; then
        password=${BASH_REMATCH[2]} database=${BASH_REMATCH[1]}${BASH_REMATCH[3]}
    fi
    if [[ $1 == *://* ]]; then printf -v password %b "${password//%/\\x}"; fi
    export PGPASSWORD=$password
}
