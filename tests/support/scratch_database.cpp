#include "support/scratch_database.h"

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "chain/networks.h"
#include "markets/catalogue.h"
#include "pg/migrations.h"
#include "pg/pg.h"
#include "support/source_files.h"

namespace cambio::test {

namespace {

// As nginx/up makes them.
constexpr const char* make_roles = R"sql(
    do $$
    declare
        name text;
    begin
        if to_regrole('cambio_owner') is null then create role cambio_owner login; end if;
        if to_regrole('cambio_app') is null then create role cambio_app login; end if;
        if to_regrole('cambio_monitor') is null then create role cambio_monitor login; end if;
        if to_regrole('cambio_suite') is null then create role cambio_suite login; end if;
        if to_regrole('cambio_ledger') is null then
            create role cambio_ledger nologin role cambio_owner;
        end if;
        foreach name in array array['audit', 'auth', 'convert', 'deposits', 'earn', 'fees', 'funds',
                                    'futures', 'market', 'operator', 'positions', 'push', 'rewards',
                                    'spot', 'wallet', 'withdrawals'] loop
            name := 'cambio_' || name;
            if to_regrole(name) is null then
                execute format('create role %I login in role cambio_app', name);
            end if;
            if not pg_has_role('cambio_suite', name, 'member') then
                execute format('grant %I to cambio_suite', name);
            end if;
        end loop;
    end $$
)sql";
// A suite arranges by a role of its own what several programs would have done, and gives its
// clients money in any wallet. Its own process trades as spot does. The programs that it starts
// have what an installation gives them.
constexpr const char* allow_suites = R"sql(
    with wallets as (
        insert into ledger.paths
        select 1, d.place, c.place, false from ledger.places d, ledger.places c
        where d.name = 'demo' and c.name in ('FUTURE', 'FUNDING', 'FEE_CREDIT')
        union
        select 2, d.place, c.place, false from ledger.places d, ledger.places c
        where d.name = 'chain' and c.name in ('SPOT held', 'FUTURE', 'FUTURE held', 'FUNDING'))
    insert into ledger.posters
    select r.rolname, p.kind from pg_roles r, ledger.paths p
    where r.rolsuper or r.rolname in ('cambio_owner', 'cambio_suite')
    union select 'cambio_app', generate_series(5, 8)
    union select 'cambio_auth', 1
    on conflict do nothing
)sql";
constexpr const char* trade_here = R"sql(
    grant insert on orders, fills, order_amendments, spot_brackets, waiting_holds to cambio_app;
    grant update on orders, spot_brackets, waiting_holds to cambio_app
)sql";
constexpr const char* database_exists = R"sql(
    select exists (select 1 from pg_database where datname = $1)
)sql";
constexpr std::int64_t template_lock = 0x43616d62696f0002;

std::string owner_of(const std::string& database) {
    return with_settings(PostgresServer::shared().superuser(),
                         {{"user", "cambio_owner"}, {"dbname", database}});
}

/// Named by its content, so that a cluster that outlives a change makes a new one.
std::string template_name() {
    std::ostringstream all;
    for (const auto& entry : std::filesystem::directory_iterator{ScratchDatabase::migrations()}) {
        all << std::ifstream{entry.path()}.rdbuf();
    }
    all << std::ifstream{ScratchDatabase::catalogue()}.rdbuf()
        << std::ifstream{ScratchDatabase::networks()}.rdbuf();
    return "cambio_template_" + std::to_string(std::hash<std::string>{}(all.str()));
}

/// Makes the roles and the migrated template unless another process did; returns its name.
std::string prepare_template() {
    pg::Connection connection{PostgresServer::shared().superuser()};
    connection.run("set statement_timeout = 0");
    connection.run("select pg_advisory_lock($1)", {template_lock});
    connection.run(make_roles);
    const std::string name = template_name();
    if (connection.run(database_exists, {name})[0].boolean("exists")) return name;

    const std::string draft = name + "_draft";
    connection.script("drop database if exists " + draft + " with (force)");
    connection.script("create database " + draft + " owner cambio_owner");
    {
        pg::Connection owner{owner_of(draft)};
        pg::migrate(owner, ScratchDatabase::migrations());
        markets::load_catalogue(owner, ScratchDatabase::catalogue());
        chain::load_networks(owner, ScratchDatabase::networks());
        owner.run(allow_suites);
        owner.script(trade_here);
    }
    // The server ends a session a moment after its client has gone, and until then refuses this.
    wait_until("the template is free to be renamed", [&] {
        try {
            connection.script("alter database " + draft + " rename to " + name);
            return true;
        } catch (const pg::Failure& failure) {
            if (failure.state != "55006") throw;
            return false;
        }
    });
    return name;
}

}  // namespace

std::string ScratchDatabase::migrations() {
    return source_file("/common/io/pg/migrations");
}

std::string ScratchDatabase::catalogue() {
    return source_file("/common/market/markets/coins.json");
}

std::string ScratchDatabase::networks() {
    return source_file("/common/funds/chain/networks.json");
}

ScratchDatabase::ScratchDatabase(Content content) {
    static const std::string prepared = prepare_template();
    static std::atomic<int> made{0};
    name_ = "cambio_test_" + std::to_string(getpid()) + "_" + std::to_string(++made);
    const std::string source = content == Content::migrated ? prepared : "template0";

    pg::Connection connection{PostgresServer::shared().superuser()};
    connection.run("set statement_timeout = 0");
    connection.script("drop database if exists " + name_ + " with (force)");
    // Twice as fast as through the log of the server: 110 ms instead of 240.
    connection.script("create database " + name_ + " template " + source +
                      " strategy file_copy owner cambio_owner");
    superuser_ = with_settings(PostgresServer::shared().superuser(), {{"dbname", name_}});
    app_ = with_settings(superuser_, {{"user", "cambio_app"}});
    suite_ = with_settings(superuser_, {{"user", "cambio_suite"}});
    owner_ = owner_of(name_);
}

ScratchDatabase::~ScratchDatabase() {
    try {
        pg::Connection connection{PostgresServer::shared().superuser()};
        connection.run("set statement_timeout = 0");
        connection.script("drop database if exists " + name_ + " with (force)");
    } catch (const pg::Failure&) {
        // The cluster is gone, and the database with it.
    }
}

}  // namespace cambio::test
