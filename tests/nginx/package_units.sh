# shellcheck shell=bash disable=SC2154
# What tests/nginx/package_test asks of the units: each is in its sandbox, comes back however often
# it dies, has a letter written about it, and says what it says into a journal that is kept for
# fourteen days; and what becomes of the clients meanwhile.

# -- Letters

# receive_letters: until stop_letters, a mail server that somebody else wrote, where the package
# sends its letters, for whom the operator has named.
receive_letters() {
    # Debian's own delivers on the machine alone, and has that port.
    logged systemctl stop exim4 || true
    nsenter --target "$init" --net -- /usr/bin/python3 -m aiosmtpd -n -l 127.0.0.1:25 \
        -c aiosmtpd.handlers.Mailbox "$scratch/letters" >>"$scratch/log" 2>&1 &
    mail_server=$!
    helpers+=("$mail_server")
    wait_for 90 inside bash -c ': </dev/tcp/127.0.0.1/25' || fault "no mail server listens"
    [[ $(inside sed -n 's/^OPERATOR_EMAIL=//p' /etc/cambio/cambio.conf) == "duty@$domain" ]] ||
        inside sed -i "s/^OPERATOR_EMAIL=.*/OPERATOR_EMAIL=duty@$domain/" /etc/cambio/cambio.conf
    logged cambio-configure || fault "cambio-configure with OPERATOR_EMAIL"
}

stop_letters() {
    kill "$mail_server" 2>/dev/null || true
    wait "$mail_server" 2>/dev/null || true
}

# received: the letters that came to the operator's own address.
received() { grep -lxr "To: <\?duty@$domain>\?" "$scratch/letters/new" 2>/dev/null || true; }

# letters SUBJECT: how many of them have a subject that begins so.
letters() {
    local all
    mapfile -t all < <(received)
    cat /dev/null "${all[@]}" | grep -cF "Subject: $1" || true
}

told() { (($(letters "$1") > 0)); }

# alarmed WORDS: a letter of the exchange's own has them.
alarmed() {
    local all letter
    mapfile -t all < <(received)
    for letter in "${all[@]}"; do
        if grep -q '^Subject: Cambio: critical' "$letter" &&
            sed '1,/^$/d' "$letter" | base64 -d 2>/dev/null | grep -F "$1" >/dev/null; then
            return 0
        fi
    done
    return 1
}

# -- Sandboxes

# units: each service that the packages bring; of a template, those that are used.
units() {
    local unit handler
    inside dpkg -L cambio cambio-postgresql | sed -n 's|^.*/system/\([^/]*\.service\)$|\1|p' |
        while read -r unit; do
            case $unit in
            cambio@.service)
                for handler in "$machine"/usr/lib/cambio/handlers/*; do
                    say "cambio@${handler##*/}.service"
                done
                ;;
            cambio-job@.service)
                awk '/^[^#]/ && NF { print "cambio-job@" $6 ".service" }' "$root/cron/crontab"
                ;;
            *@.service) say "${unit/@/@x}" ;;
            *) say "$unit" ;;
            esac
        done
}

look_at_sandboxes() {
    local unit all
    mapfile -t all < <(units)
    for unit in cambio@spot cambio-job@audit_ledger cambio-failed@x cambio-migrate cambio-redis \
        pgbackrest-cambio pgbackrest-cambio-drill; do
        [[ " ${all[*]} " == *" $unit.service "* ]] || fault "$unit is in no package"
    done
    for unit in "${all[@]}"; do
        inside systemd-analyze security --threshold=15 --no-pager "$unit" \
            >"$scratch/security" 2>&1 || fault "$(tail -n 1 "$scratch/security")"
    done
}

# -- What dies

process_of() { inside systemctl show -P MainPID "$1"; }

# replaced PROCESS UNIT: another process of it runs.
replaced() {
    local now
    now=$(process_of "$2")
    ((now > 0 && now != $1))
}

rehearse_deaths() {
    local unit deaths process=0
    receive_letters
    echo "A handler that dies eight times in a few seconds comes back each time, and so does nginx"
    wait_for 90 site_answers || fault "the site does not answer"
    # nginx's own copy may be what has answered.
    answers 200 http://127.0.0.1:8084/metrics/content
    for ((deaths = 0; deaths < 8; deaths++)); do
        wait_for 60 replaced "$process" cambio@content || fault "it is away after $deaths deaths"
        process=$(process_of cambio@content)
        logged systemctl kill --signal=KILL cambio@content
    done
    wait_for 60 site_answers || fault "content does not come back"
    [[ $(inside systemctl is-active cambio@content.socket) == active ]] ||
        fault "its socket is shut"
    process=$(process_of nginx)
    logged systemctl kill --signal=KILL nginx
    wait_for 60 replaced "$process" nginx || fault "nginx does not come back"
    wait_for 60 site_answers || fault "the site does not come back with it"
    for unit in cambio@content cambio@content.socket cambio-redis nginx postgresql@15-cambio; do
        [[ $(inside systemctl show -P StartLimitIntervalUSec "$unit") == 0 ]] ||
            fault "$unit is given up where it dies too often"
    done

    echo "The operator has a letter about each of them, and one alone; and about a failed audit"
    for unit in cambio@content.service nginx.service; do
        wait_for 60 told "[Cambio] $unit has failed on" || fault "no letter tells of $unit"
    done
    [[ $(letters "[Cambio] cambio@content.service has failed on") == 1 ]] ||
        fault "a letter for each death: $(letters '[Cambio] cambio@content')"
    sql "insert into audits (passed, accounts, transfers) values (false, 1, 1)" >/dev/null
    logged systemctl start --wait cambio-job@alert_operator || fault "the job alert_operator"
    wait_for 90 alarmed "The audit of the books failed" || fault "no letter tells of the audit"
    sql "insert into audits (passed, accounts, transfers) values (true, 1, 1)" >/dev/null
    stop_letters
}

# -- Prices and orders through the death of the postmaster, and with a library that is new

provide_prices() {
    local url=127.0.0.1:8090
    nsenter --target "$init" --net -- "$build/bin/market_simulator" --port "${url#*:}" \
        >>"$scratch/log" 2>&1 &
    provider=$!
    helpers+=("$provider")
    inside sed -i -e "s|^PROVIDER_URL=.*|PROVIDER_URL=http://$url|" \
        -e "s|^PROVIDER_WS_URL=.*|PROVIDER_WS_URL=ws://$url/ws/v5/public|" /etc/cambio/cambio.conf
    logged cambio-configure || fault "cambio-configure with a provider"
}

# fresh MOMENT: prices of each kind were written a second after that, or later.
fresh() {
    [[ $(sql "select least((select max(received_at) from quotes),
        (select max(received_at) from provider_books), (select max(received_at) from marks))
        > timestamptz '$1' + interval '1 second'") == t ]]
}

# with_old_libraries: those of our units that work with a library which is gone from the disk.
with_old_libraries() {
    inside needrestart -b -l -r l 2>>"$scratch/log" |
        grep -E '^NEEDRESTART-SVC: (cambio|nginx|postgresql@15-cambio)'
}
none_is_old() { ! with_old_libraries; }

rehearse_postmaster() {
    local killed since process by
    provide_prices
    wait_for 120 fresh "$(date -u '+%F %T.%N+00')" || fault "no prices come"
    begin_trading
    receive_letters
    trade_on "before anything dies"

    # It was killed before, when nobody took letters, and is told of again after ten minutes.
    rm -f "$machine/var/lib/cambio/told/postgresql@15-cambio.service"
    echo "A postmaster that is killed comes back: prices are fresh within half a minute"
    process=$(process_of postgresql@15-cambio)
    inside sh -c "kill -KILL $process"
    killed=$(date -u '+%F %T.%N+00')
    since=$(date +%s%3N)
    wait_for 30 fresh "$killed" ||
        fault "they are not: $(inside systemctl status --no-pager postgresql@15-cambio)"
    say "      it took $(($(date +%s%3N) - since)) ms"
    # It answers before systemd has read which process it is.
    wait_for 90 replaced "$process" postgresql@15-cambio ||
        fault "no other postmaster is that of the unit"
    # The jobs of the next minute would start it, too.
    (($(inside systemctl show -P NRestarts postgresql@15-cambio) > 0)) ||
        fault "its unit did not start it again"
    trade_on "after the postmaster was killed"
    wait_for 60 told "[Cambio] postgresql@15-cambio.service has failed on" ||
        fault "no letter tells of it"
    stop_letters
    for by in systemctl pg_ctlcluster; do stays_stopped "$by"; done
    trade_on "after the cluster was stopped"
    passed "killed"

    echo "A library that has been replaced is put to use by needrestart"
    logged apt-get install -y --reinstall --no-install-recommends libssl3 || fault "libssl3"
    logged apt-get install -y --no-install-recommends needrestart || fault "needrestart"
    with_old_libraries >/dev/null || fault "nobody uses the library: this proves nothing"
    logged needrestart -l -r a || fault "needrestart -r a"
    wait_for 90 none_is_old || fault "with the former library: $(with_old_libraries)"
    trade_on "after needrestart"
    end_trading
    kill "$provider"

    echo "Nothing that was acknowledged is lost or doubled, and nobody was refused a connection"
    judged "$traders" || true
    tail -n 1 "$scratch/verdict"
    if grep -E '^(lost|doubled|refused): ' "$scratch/verdict"; then fault "see above"; fi
    logged cambioctl audit || fault "the books do not balance"
    passed "a new library"
}

# stays_stopped BY: what the operator has stopped, by that program, is not started again.
stays_stopped() {
    case $1 in
    systemctl) logged systemctl stop postgresql@15-cambio ;;
    # As PostgreSQL's user, of whom systemd does not know that it is on purpose.
    pg_ctlcluster) logged setpriv --reuid postgres --regid postgres --init-groups \
        pg_ctlcluster 15 cambio stop --mode immediate ;;
    esac
    sleep 3
    [[ $(process_of postgresql@15-cambio) == 0 ]] || fault "what $1 stops is started again"
    logged systemctl start postgresql@15-cambio || fault "it does not start again"
}

# -- Logs

# of_age FILE DAYS: as if that part of the journal had been begun so long ago.
of_age() {
    local began
    printf -v began %016x $((($(date +%s) - $2 * 86400) * 1000000))
    aged=${1%-*}-$began.journal
    mv "$1" "$aged"
}

rehearse_logs() {
    local many=20000 mark=numbered-$RANDOM$RANDOM old young parts number
    local -a asked=(journalctl -q --namespace=cambio)
    echo "What the units say is in a journal of their own, without a line lost, for fourteen days"
    inside "${asked[@]}" -u cambio@content -o cat | grep '"program":"content"' >/dev/null ||
        fault "what content says is not there"
    [[ -z $(inside journalctl -q -u cambio@content -n 1 -o cat _COMM=content) ]] ||
        fault "it is in the machine's journal, too"
    logged systemd-run --quiet --unit=numbered -p LogNamespace=cambio sh -c \
        "for part in 1 2 3 4; do seq -f $mark-%.0f $((many / 4)); sleep 1; done"
    for number in 1 2 3; do
        sleep 1
        logged "${asked[@]}" --rotate || fault "the journal takes no new file"
    done
    wait_for 90 journal_has "$many" || fault "$(lines_of_journal) lines of $many"
    # journald looks from the oldest part on, and no further than the first that is kept.
    mapfile -t parts < <(find "$machine"/var/log/journal/*.cambio \
        -name 'system@*-*-*.journal' | sort)
    ((${#parts[@]} >= 2)) || fault "${#parts[@]} former files of the journal"
    of_age "${parts[0]}" 15
    old=$aged
    of_age "${parts[1]}" 13
    young=$aged
    logged systemctl restart systemd-journald@cambio || fault "the journal does not start again"
    wait_for 60 test ! -e "$old" || fault "what is of fifteen days is kept"
    [[ -e $young ]] || fault "what is of thirteen days is gone"

    echo "logrotate renames nginx's logs and loses no line, and removes what is older, too"
    many=1500
    inside truncate -s 0 /var/log/cambio/error.log
    inside sh -c "echo old | gzip >/var/log/cambio/error.log.5.gz"
    inside touch -d '-16 days' /var/log/cambio/error.log.5.gz
    inside curl -sS -m 60 --rate 300/s -o /dev/null --cacert /etc/cambio/tls/fullchain.pem \
        --connect-to ::127.0.0.1: "https://$domain/api/$mark-[1-$many]" 2>>"$scratch/log" &
    for number in 1 2 3; do
        wait_for 60 nginx_has $((number * many / 5)) || fault "nobody writes"
        logged logrotate -f /etc/logrotate.d/cambio || fault "logrotate"
    done
    wait $! || fault "the calls were not made"
    wait_for 90 nginx_has "$many" || fault "$(lines_of_nginx) lines of $many"
    (($(lines_of_nginx) == many)) || fault "$(lines_of_nginx) lines instead of $many"
    [[ -e $machine/var/log/cambio/access.log.3.gz ]] || fault "nothing was renamed"
    [[ -z $(find "$machine/var/log/cambio" -mtime +14) ]] || fault "what is older is kept"
    passed "logged"
}

lines_of_journal() {
    inside "${asked[@]}" -u numbered -o cat | grep -c "^$mark-" || true
}
journal_has() { (($(lines_of_journal) >= $1)); }
lines_of_nginx() {
    inside sh -c "zcat -f /var/log/cambio/access.log*" | grep -aoE "$mark-[0-9]+\"" | wc -l
}
nginx_has() { (($(lines_of_nginx) >= $1)); }
