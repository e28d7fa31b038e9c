# shellcheck shell=bash disable=SC2034,SC2154
# What nginx/up starts, piece by piece. Each function leaves alone what runs, is up to date and runs
# nothing that was replaced (replaced.sh).

# -- PostgreSQL: a cluster of our own, reached by its unix socket alone

make_cluster() {
    local data=$1
    belongs "$database_user:$database_user" 0700 "$data"
    # Texts are compared byte by byte: in UTF-8 that is the order of the characters, and quick.
    as_database "$postgres_bin/initdb" -D "$data" -U postgres --data-checksums --encoding=UTF8 \
        --locale=C.UTF-8 --lc-collate=C --auth=peer --no-instructions
    as_database tee "$data/pg_hba.conf" >/dev/null <<<"local all all peer map=cambio"
    as_database tee -a "$data/postgresql.conf" >/dev/null <<<"include 'cambio.conf'"
}

# A cluster that the run user had before, when PostgreSQL was that user too.
take_cluster_over() {
    local data=$1
    if ((EUID != 0)) || [[ $(stat -c %U "$data") == "$database_user" ]]; then return; fi
    stop_postgres
    chown -R "$database_user:$database_user" "$data"
}

# What PostgreSQL reads of ours lies in its own folder.
write_postgres_conf() {
    as_database tee "$1/cambio.conf" >/dev/null <"$release/conf/postgresql.conf"
    identities | as_database tee "$1/pg_ident.conf" >/dev/null
}

ask_postgres() { admin_sql -A -t -d postgres -c "$1"; }

# Each connection has it from the process that began it, which reads the configuration first.
has_read() { [[ $(ask_postgres "select pg_conf_load_time()") != "$1" ]]; }

# reload_postgres DATA FINGERPRINT: the server that runs takes another configuration, under the
# programs that are connected. False where it has to be started anew. What it cannot take is not
# left for its next start, by its watcher or after a crash.
reload_postgres() {
    local data=$1 before former faults waiting
    runs postgres && unreplaced postgres || return 1
    before=$(ask_postgres "select pg_conf_load_time()") || return 1
    former=$(as_database cat "$data/cambio.conf")
    write_postgres_conf "$data"
    ask_postgres "select pg_reload_conf()"
    wait_for 10 has_read "$before" || true
    # That something waits for a restart is no fault; what was removed has no file.
    faults=$(ask_postgres "select format('%s, line %s: %s %s', sourcefile, sourceline, name, error)
        from pg_file_settings f where error is not null and sourcefile is not null
        and not exists (select from pg_settings where name = f.name and pending_restart)") ||
        return 1
    if [[ $faults ]]; then
        as_database tee "$data/cambio.conf" >/dev/null <<<"$former"
        ask_postgres "select pg_reload_conf()"
        die "PostgreSQL does not take its configuration: $faults" "mend nginx/postgresql.conf"
    fi
    has_read "$before" || return 1
    waiting=$(ask_postgres "select string_agg(name, ', ') from pg_settings where pending_restart")
    if [[ $waiting ]]; then
        remark "it was restarted, for only then it reads: $waiting"
        return 1
    fi
    remark "its configuration was read without a restart"
    remember postgres "$(pid_of postgres)" "$2"
}

start_postgres() {
    local data=$var/postgres conf_file=$release/conf/postgresql.conf print
    if [[ $own_postgres == no ]]; then stop_postgres; return; fi
    [[ -e $data/PG_VERSION ]] || make_cluster "$data"
    take_cluster_over "$data"
    render "$root/nginx/postgresql.conf" SHARED_BUFFERS "$(shared_buffers)" >"$conf_file"
    print=$(fingerprint "$conf_file" - < <(identities))
    database_server=(-h "$run")
    if ! current postgres "$print" && ! reload_postgres "$data" "$print"; then
        stop_postgres
        write_postgres_conf "$data"
        # Of a PostgreSQL that was killed, or of somebody in its place.
        rm -f "$run"/.s.PGSQL.5432{,.lock}
        # It changes files by itself, a day each; rotate_logs removes them.
        watched "$postgres_bin/postgres" -D "$data" -k "$run" -c logging_collector=on \
            -c "log_directory=$database_logs" -c log_filename=postgres-%Y-%m-%d.log
        launch_by as_database_exec postgres "$print" "${watch_command[@]}"
    fi
    answers postgres 60 as_run "$postgres_bin/pg_isready" -q -h "$run" -U postgres -d postgres
    make_roles
}

# -- Redis: losing it loses nothing, so it may forget what is old

start_redis() {
    local conf_file=$release/conf/redis.conf
    if [[ $own_redis == no ]]; then stop TERM 20 redis; return; fi
    mine "$var/redis"
    render "$root/nginx/redis.conf" RUN "$run" DATA "$var/redis" >"$conf_file"
    if ! current redis "$(fingerprint "$conf_file")"; then
        stop TERM 20 redis
        watched redis-server "$conf_file"
        launch redis "$(fingerprint "$conf_file")" "${watch_command[@]}"
    fi
    answers redis 20 as_run redis-cli -s "$run/redis.sock" ping
}

# -- The market simulator, where the provider is not the real one

start_simulator() {
    local program=$release/bin/market_simulator catalogue=$release/share/coins.json print
    if [[ $provider != simulator ]]; then stop TERM 10 simulator; return; fi
    print=$(fingerprint "$program" "$catalogue" - <<<"${conf[SIMULATOR_PORT]}")
    if ! current simulator "$print"; then
        stop TERM 10 simulator
        watched "$program" --port "${conf[SIMULATOR_PORT]}" --catalogue "$catalogue"
        launch simulator "$print" "${watch_command[@]}"
    fi
    answers simulator 30 curl -fsS -m 2 "${conf[PROVIDER_URL]}/api/v5/public/time"
}

# -- The demonstration's chain: a node with test coins, where no other one is configured

demo_chain_url() { say "http://127.0.0.1:$((conf[PORT] + 3))"; }

# The chain's program comes by npm for this kind of machine; on others one may be installed.
anvil_comes_by_npm() { [[ $(uname -m) == x86_64 ]]; }

has_anvil() { anvil_comes_by_npm || command -v anvil >/dev/null; }

anvil_program() {
    if anvil_comes_by_npm; then
        say "$root/nginx/demo_chain/node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil"
    else
        command -v anvil
    fi
}

start_demo_chain() {
    local folder=$root/nginx/demo_chain program=$release/bin/anvil print
    if [[ $demo_chain != yes ]]; then stop TERM 10 chain; return; fi
    install_node_modules "$folder"
    put "$(anvil_program)" "$program"
    belongs "$(id -un):$run_user" 0750 "$keys"
    belongs "$(id -un):$run_user" 0750 "$var/demo_chain"
    mine "$var/chain"
    print=$(fingerprint "$program" - <<<"$(demo_chain_url)")
    if ! current chain "$print"; then
        stop TERM 10 chain
        # What happened stays in a file: clients' deposits are in the books.
        watched "$program" --host 127.0.0.1 --port "$((conf[PORT] + 3))" --chain-id 31337 \
            --block-time 3 --silent --state "$var/chain/state.json" --state-interval 60
        launch chain "$print" "${watch_command[@]}"
    fi
    answers chain 30 curl -fsS -m 2 -H 'Content-Type: application/json' \
        -d '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}' "$(demo_chain_url)"
    node "$folder/prepare.mjs" "$(demo_chain_url)" "$keys/demo_chain" \
        "$root/tests/support/chains/token/TestToken.bin" "$release/share/networks.json" \
        "$folder/hot_wallet" "$var/demo_chain"
}

# -- The demonstration's signer, and what lies at its hot address in the books

control() { CAMBIO_CONFIG=$operator_config "$release/bin/cambioctl" "$@"; }

# book_hot_wallet: each line of nginx/demo_chain/hot_wallet once, which the operators' log tells.
book_hot_wallet() {
    local account coin amount reason="Demo: at the hot address from the start"
    while read -r account coin amount; do
        if [[ $account == \#* ]] ||
            control log list --subject "house:$account" --limit 10000 --json |
            jq -e --arg reason "$reason" --arg coin "$coin" \
                'any(.reason == $reason and (.data | fromjson).coin == $coin)'; then
            continue
        fi
        control house fund "$account" "$coin" "$amount" --from ERC20 --reason "$reason"
    done <"$root/nginx/demo_chain/hot_wallet"
}

start_demo_signer() {
    local folder=$root/nginx/demo_chain share=$release/share/demo_chain file print
    if [[ $demo_chain != yes ]]; then stop TERM 10 signer; return; fi
    book_hot_wallet
    mkdir -p "$share"
    put "$folder/signer" "$release/bin/demo_signer"
    put "$folder/node_modules/ethers/dist/ethers.min.js" "$share/ethers.js"
    for file in sign.mjs evm_transaction.mjs places.mjs; do put "$folder/$file" "$share/$file"; done
    print=$(fingerprint "$release/bin/demo_signer" - <<<"$programs_config")
    if current signer "$print"; then return; fi
    stop TERM 10 signer
    watched "$release/bin/demo_signer" "$release" "$keys/demo_chain" "$var/chain/signing"
    # As the caller, who is an operator; the user of the programs is none.
    launch_by exec signer "$print" "${watch_command[@]}"
}

# -- Handlers

# spawn-fcgi makes the socket, opens it to nginx, listens on it, and only then becomes multiwatch.
listens() {
    local pid
    pid=$(pid_of "$1") && [[ $(<"/proc/$pid/comm") == multiwatch ]]
}

# The new process gets a socket of its own, which then takes the old one's name at once; the old
# process finishes what it has and leaves. So nobody who asks meanwhile is refused.
start_handlers() {
    local handler group print known old=()
    for handler in "$release"/bin/handlers/*; do
        group=${handler##*/}
        print=$(fingerprint "$handler" "$programs_config" "${conf[FASTCGI_SECRET_FILE]}" \
            "${conf[TOKEN_KEY_FILE]}" "${conf[TOKEN_FORMER_KEYS_FILE]}" \
            "${conf[HASH_KEY_FILE]}" "${conf[HASH_FORMER_KEYS_FILE]}" \
            "${conf[WEB_PUSH_KEY_FILE]}.pub" - \
            <<<"$(user_of "$group") $(groups_of "$group") for $asking_user")
        if current "handler-$group" "$print"; then continue; fi
        if runs "handler-$group"; then
            mv "$pids/handler-$group" "$pids/old-$group"
            old+=("old-$group")
        fi
        rm -f "$run/$group.sock.new"
        watched "$handler"
        launch_by "listening_exec $group $run/$group.sock.new" "handler-$group" "$print" \
            "${watch_command[@]}"
        answers "handler-$group" 10 listens "handler-$group"
        mv -f "$run/$group.sock.new" "$run/$group.sock"
    done
    for known in "$pids"/handler-*; do
        group=${known##*/handler-}
        if [[ ! -e $release/bin/handlers/$group ]]; then old+=("handler-$group"); fi
    done
    stop TERM 30 "${old[@]}"
}

# -- nginx

# Where copies of public answers lie: in memory, for a full disk must not silence the status call.
# A folder there that somebody else has made is not used.
place_of_copies() {
    local folder=/dev/shm/$installation
    if [[ -d $folder && ! -L $folder && -O $folder ]] || mkdir -m 0711 "$folder" 2>/dev/null; then
        say "$folder/copies"
    else
        say "$var/nginx/copies"
    fi
}

write_nginx_conf() {
    local out=$1 user='' files
    files=$(ulimit -Hn)
    [[ $files != unlimited ]] && ((files < 65536)) || files=65536
    ((EUID != 0)) || user="user $asking_user $run_user;"
    render "$root/nginx/nginx.conf" USER "$user" FILES "$files" PIDS "$pids" LOGS "$nginx_logs" \
        NGINX "$var/nginx" RUN "$run" HOST "${conf[HOST]}" PORT "${conf[PORT]}" >"$out/nginx.conf"
    render_http "$(place_of_copies)" >"$out/cambio/http.conf"
    write_nginx_parts "$out/cambio" "listen ${conf[HOST]}:${conf[PORT]};"
}

start_nginx() {
    local out=$release/conf/nginx print pid master workers children
    mkdir -p "$out/cambio"
    write_nginx_conf "$out"
    print=$(fingerprint "$out/nginx.conf" "$out"/cambio/*)
    if current nginx "$print"; then return; fi
    nginx -t -q -e stderr -c "$out/nginx.conf"
    if pid=$(pid_of nginx); then
        master=$(<"$pids/nginx.pid")
        mapfile -t workers < <(workers_of "$master")
        if unreplaced nginx; then
            kill -HUP "$master"
            # Until then, answers may still be those of the configuration before.
            wait_for 30 take_no_more "${workers[@]}"
            remember nginx "$pid" "$print"
            return
        fi
        # Workers that are to leave free the port at once, and finish their answers without a
        # master, too, beside the next one. Its watcher would start one of its own meanwhile, so it
        # goes first: a call that is cut off in the wait leaves none that the next call would take
        # for up to date.
        rm -f "$pids/nginx"
        mapfile -t children < <(unwatch "$pid")
        # One that has died meanwhile has a watcher that is to go all the same.
        kill -QUIT "$master" 2>/dev/null || true
        wait_for 5 take_no_more "${workers[@]}" || true
        kill -KILL "${children[@]}" 2>/dev/null || true
        wait_for 5 none_runs "${children[@]}" || true
    fi
    rm -f "$pids/nginx.pid"
    # Workers outlive a master that is killed, and keep its port.
    # shellcheck disable=SC2016
    watched /bin/sh -c 'pkill -KILL -x -s 0 nginx
        rm -f "$1/push.sock" "$1/local.sock" "$1/inside.sock"
        exec nginx -e stderr -c "$2" -g "daemon off;"' - "$run" "$out/nginx.conf"
    launch_by exec nginx "$print" "${watch_command[@]}"
    answers nginx 10 test -s "$pids/nginx.pid" || { stop QUIT 5 nginx; return 1; }
}

# -- Jobs

# The crontab's lines as /etc/cron.d has them: when, as whom, and the command. What is printed, and
# what cron itself has to say, goes to the operator by the mail system of the machine.
cron_lines() {
    local owner users
    owner=$(id -un)
    users=$(awk '/^[^#]/ { print $6 }' "$root/cron/crontab" |
        while read -r job; do say "$job $(user_of "$job")"; done)
    say "# Cambio in $root, by nginx/up; nginx/down removes this file."
    say "MAILTO=\"${conf[OPERATOR_EMAIL]:-${conf[SUPPORT_EMAIL]}}\""
    say "KEEP_LOGS_DAYS=${conf[KEEP_LOGS_DAYS]}"
    say "CAMBIO_BOOT=$(</proc/sys/kernel/random/boot_id)"
    say "CAMBIO_CONFIG=$programs_config"
    say "CAMBIO_CRON=$cron_file"
    say "CAMBIO_LOGS=$program_logs"
    say "CAMBIO_TOLD=$told"
    awk -v command="exec $release/bin/run_job" '
        NR == FNR { user[$1] = $2; next }
        /^[^#]/ && NF { job = $6; $6 = ""
            printf "%s%s %s %s\n", $0, user[job], command, job }
        ' - "$root/cron/crontab" <<<"$users"
    say "17 3 * * * $run_user exec $release/bin/rotate_logs $program_logs"
    say "18 3 * * * $owner exec $release/bin/rotate_logs $nginx_logs $pids/nginx.pid"
    say "19 3 * * * $database_user exec $release/bin/rotate_logs $database_logs"
}

# A job of every minute works into the next one, whose runner then waits for it; the first minute
# begins now, so that nobody waits for prices until the clock strikes.
start_jobs_now() {
    local job left
    left=$((61 - 10#$(date +%S)))
    ((left > 10)) || left=$((left + 60))
    while read -r job; do
        launch_by "as_program_exec $job" "$job" now \
            timeout --signal=TERM "$left" "$release/bin/$job"
    done < <(awk '/^\* \* \* \* \* / { print $6 }' "$root/cron/crontab")
}

start_jobs() {
    local lines
    lines=$(cron_lines)
    if [[ ! -f $cron_file || $(<"$cron_file") != "$lines" ]]; then
        as_root tee "$cron_file.new" >/dev/null <<<"$lines"
        as_root chmod 0644 "$cron_file.new"
        as_root mv "$cron_file.new" "$cron_file"
        start_jobs_now
    fi
    if ! pgrep -x cron >/dev/null; then
        as_root service cron start 8>&- || as_root cron 8>&-
        touch "$pids/started-cron"
    fi
    wait_for 5 pgrep -x cron
}
