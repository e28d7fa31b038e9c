# shellcheck shell=bash disable=SC2154
# What is written from templates, for nginx/up and for the Debian package alike.

# render FILE NAME VALUE…: the file with @NAME@ replaced.
render() {
    local text
    text=$(<"$1")
    shift
    while (($#)); do
        text=${text//@$1@/"$2"}
        shift 2
    done
    printf '%s\n' "$text"
}

# An eighth of the machine's memory, from 128 MB to 2 GB. Pages are taken when they are needed.
shared_buffers() {
    awk '/^MemTotal:/ {
        mb = int($2 / 8192)
        print (mb < 128 ? 128 : mb > 2048 ? 2048 : mb) "MB"
    }' /proc/meminfo
}

# render_server FILE NAME VALUE…: one of the parts that say what a server of nginx does.
render_server() {
    local real_ip='' proxy
    for proxy in ${conf[TRUSTED_PROXIES]//,/ }; do
        real_ip+="set_real_ip_from $proxy;"$'\n'
    done
    [[ -z $real_ip ]] || real_ip+='real_ip_header X-Forwarded-For;
real_ip_recursive on;'
    render "$root/nginx/$1" LOGS "$nginx_logs" RUN "$run" SITE "$site" \
        HOST "${conf[HOST]}" PORT "${conf[PORT]}" INSIDE_PORT "${conf[INSIDE_PORT]}" \
        BINANCE_HOST "${conf[BINANCE_HOST]}" REAL_IP "$real_ip" "${@:2}"
}

# render_http COPIES: what belongs to the level http; copies of public answers lie in that folder.
render_http() {
    local frames="'none'"
    # A live chat is a page of another origin in a frame. Our own pages load nothing from there.
    if [[ ${conf[LIVE_CHAT_URL]} =~ ^https?://[^/?]+ ]]; then frames=${BASH_REMATCH[0]}; fi
    render "$root/nginx/http.conf" COPIES "$1" CHAT_FRAMES "$frames"
}

# write_nginx_parts OUT LISTEN: all that nginx's configuration includes as cambio/…; the caller
# names the folders of the handlers, the site, the sockets and the logs, and says how the server of
# BINANCE_HOST listens.
write_nginx_parts() {
    local out=$1 listen=$2 part secret of_site
    for part in fastcgi gateway headers errors refusals site subscriber web_socket; do
        cp "$root/nginx/$part.conf" "$out"
    done
    for part in serving stream public private; do
        render_server "$part.conf" >"$out/$part.conf"
    done
    : >"$out/binance.conf"
    [[ -z ${conf[BINANCE_HOST]} ]] ||
        render_server binance.conf LISTEN "$listen" >"$out/binance.conf"
    # nginx takes no limit above 65535.
    of_site=$((8 * conf[CONNECTIONS_PER_ADDRESS]))
    say "limit_conn of_address ${conf[CONNECTIONS_PER_ADDRESS]};" \
        "limit_conn of_site $((of_site < 65535 ? of_site : 65535));" >"$out/limits.conf"
    if [[ ${conf[PUBLIC_URL]} == https://* ]]; then
        say 'add_header Strict-Transport-Security "max-age=31536000" always;' >>"$out/headers.conf"
    fi
    secret=$(<"${conf[FASTCGI_SECRET_FILE]}")
    (umask 077 && say "fastcgi_param CAMBIO_SECRET \"$secret\";" >"$out/secret.conf")
    "$root/nginx/locations" "$handlers" "$run" "$nginx_logs" "$out"
}
