# shellcheck shell=bash disable=SC2034,SC2154
# Who is who in PostgreSQL, for a cluster of nginx/up and for one that cambio-pg makes: the caller
# gives psql's options that lead to it in the array database_server, and names the users.

# As root, or as the user who is everything. Whoever put a socket of his own there is not asked.
admin_sql() {
    PGREQUIREPEER=$database_user psql -X -q -v ON_ERROR_STOP=1 "${database_server[@]}" \
        -U postgres "$@"
}

# stop_postgres: of nginx/up. What the checkpoint writes while it still answers, the last one, which
# keeps everybody waiting, need not. Whoever is killed in that one has its log to read at the next
# start, which takes longer: so only one that hangs is.
stop_postgres() {
    local database_server=(-h "$run")
    # One that does not answer stops without it.
    if runs postgres; then PGCONNECT_TIMEOUT=10 admin_sql -d postgres -c checkpoint || true; fi
    stop INT 600 postgres
}

# By these connect the programs that may do more than cambio_app, of which all are members
# (common/io/pg/roles.cpp); by cambio_monitor who only reads figures of the whole, the server's
# among them (how far its standbys are behind), and is none.
program_roles=(cambio_{audit,auth,convert,deposits,earn,fees,funds,futures,market,operator}
    cambio_{positions,push,rewards,spot,wallet,withdrawals})

# The operating system says who connects. Root, and the user whose files they are, may be any role,
# the user of programs that have a role of their own that one, the user of all other programs
# cambio_app, the user of the migrations, where there is one ($owner_user), the owner of the tables,
# and nobody else any.
identities() {
    local user role
    say "cambio $run_user cambio_app"
    for role in cambio_monitor "${program_roles[@]}"; do
        ((EUID != 0)) || [[ $role == cambio_operator ]] || say "cambio ${role/_/-} $role"
    done
    [[ -z ${owner_user:-} ]] || say "cambio $owner_user cambio_owner"
    for user in root "$database_user"; do
        for role in postgres cambio_owner cambio_app cambio_monitor "${program_roles[@]}"; do
            say "cambio $user $role"
        done
    done
}

# make_roles: and the database, each where it is not there yet.
make_roles() {
    admin_sql -d postgres -v programs="${program_roles[*]}" <<'SQL'
select format('create role %I login', name)
from unnest(array['cambio_owner', 'cambio_app', 'cambio_monitor']) name
where not exists (select from pg_roles where rolname = name)
\gexec
select 'grant pg_read_all_stats to cambio_monitor'
where not pg_has_role('cambio_monitor', 'pg_read_all_stats', 'usage')
\gexec
select 'create role cambio_ledger nologin role cambio_owner'
where not exists (select from pg_roles where rolname = 'cambio_ledger')
\gexec
select format('create role %I login in role cambio_app', name)
from unnest(string_to_array(:'programs', ' ')) name
where not exists (select from pg_roles where rolname = name)
\gexec
select 'create database cambio owner cambio_owner'
where not exists (select from pg_database where datname = 'cambio')
\gexec
SQL
}
