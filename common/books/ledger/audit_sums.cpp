#include <algorithm>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "ledger/proofs.h"
#include "log/log.h"

namespace cambio::ledger {

namespace {

/// Of 8 kB. Each part of the transfers has a snapshot of its own, of about a second.
constexpr std::int64_t pages_at_once = 8'192;

constexpr const char* for_writing_sums = "set transaction isolation level repeatable read";

// A program of before 114_house_results.sql moves `until` alone: what was put in meanwhile it has
// not counted, and everything has to be read.
constexpr const char* read_mark = R"sql(
    select until, transfers,
           funded_until is distinct from until
           or (now() at time zone 'UTC' - interval '2 hours')::date
               > (everything_at at time zone 'UTC' - interval '2 hours')::date as old
    from audit_mark
)sql";

// A transfer's time is when its transaction began. The programs' transactions end within seconds,
// so that those of ten minutes ago are complete; one that was not shows itself as a difference.
constexpr const char* read_end = R"sql(
    select greatest(now() - interval '10 minutes', (select until from audit_mark)) as until
)sql";

constexpr const char* add_closed = R"sql(
    with closed as materialized (
        select debit, credit, amount, kind in ($3, $4) as funding
        from ledger_transfers where at >= $1 and at < $2
    ), added as (
        insert into audit_sums as s (account, amount, funded)
        select account, sum(amount), coalesce(sum(amount) filter (where funding), 0)
        from (select debit as account, -amount as amount, funding from closed
              union all
              select credit, amount, funding from closed) as sides
        group by account
        on conflict (account) do update
            set amount = s.amount + excluded.amount, funded = s.funded + excluded.funded
    )
    update audit_mark set until = $2, funded_until = case when funded_until = until then $2 end,
                          transfers = transfers + (select count(*) from closed)
)sql";

constexpr const char* balances_equal_sums = R"sql(
    with newest as materialized (
        select debit, credit, amount from ledger_transfers where at >= $1
    ), moved as (
        select account, sum(amount) as amount
        from (select account, amount from audit_sums
              union all
              select debit, -amount from newest
              union all
              select credit, amount from newest) as sides
        group by account
    )
    select (select count(*) from newest) as transfers,
           (select count(*) from ledger_accounts a full join moved m on m.account = a.id
            where a.id is null or a.balance <> coalesce(m.amount, 0)) as differ
)sql";

constexpr const char* forget_new_sums = "drop table if exists pg_temp.new_sums";
constexpr const char* make_new_sums = R"sql(
    create temporary table new_sums (account bigint primary key, amount numeric not null,
                                     funded numeric not null)
)sql";

// What is added while it is read is younger than $3.
constexpr const char* read_pages = R"sql(
    select pg_relation_size('ledger_transfers') / current_setting('block_size')::bigint as pages
)sql";
const std::string sums_of_part = R"sql(
    with part as materialized (
        select debit, credit, amount, kind in ($4, $5) as funding from ledger_transfers
        where ctid >= $1::text::tid and ctid < $2::text::tid and at < $3
    ), sums as (
        select account, sum(amount) as amount,
               coalesce(sum(amount) filter (where funding), 0) as funded
        from (select debit as account, -amount as amount, funding from part
              union all
              select credit, amount, funding from part) as sides
        group by account
    )
)sql";
const std::string into_new_sums = R"sql(
    on conflict (account) do update
        set amount = s.amount + excluded.amount, funded = s.funded + excluded.funded
)sql";
const std::string add_part = sums_of_part + R"sql(, added as (
        insert into pg_temp.new_sums as s (account, amount, funded)
        select account, amount, funded from sums
)sql" + into_new_sums + ") select count(*) as transfers from part";
// On a standby nothing can be made, not even a temporary table.
const std::string read_part =
    sums_of_part + "select *, (select count(*) from part) as transfers from sums";
const std::string add_read = R"sql(
    insert into pg_temp.new_sums as s (account, amount, funded)
    select * from unnest($1::bigint[], $2::text[]::numeric[], $3::text[]::numeric[])
)sql" + into_new_sums;

constexpr const char* written_until = "select pg_current_wal_lsn()::text as place";
constexpr const char* has_replayed = R"sql(
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
           >= $1::text::pg_lsn as replayed
)sql";
constexpr int looks_at_standby = 60;
constexpr std::chrono::seconds between_looks{1};

constexpr const char* remove_sums = R"sql(
    delete from audit_sums s
    where not exists (select from pg_temp.new_sums n where n.account = s.account)
)sql";
constexpr const char* write_sums = R"sql(
    insert into audit_sums as s (account, amount, funded)
    select account, amount, funded from pg_temp.new_sums
    on conflict (account) do update set amount = excluded.amount, funded = excluded.funded
    where s.amount <> excluded.amount or s.funded <> excluded.funded
)sql";
constexpr const char* write_mark = R"sql(
    insert into audit_mark (until, funded_until, transfers, everything_at)
    values ($1, $1, $2, now())
    on conflict (only_one) do update
    set until = excluded.until, funded_until = excluded.funded_until,
        transfers = excluded.transfers, everything_at = excluded.everything_at
)sql";

// What the operator puts into the house's accounts, and takes out.
constexpr int put_in = static_cast<int>(Kind::house_funding);
constexpr int taken_out = static_cast<int>(Kind::house_withdrawal);

std::string page(std::int64_t number) {
    return '(' + std::to_string(number) + ",0)";
}

std::int64_t add_pages(pg::Connection& connection, std::int64_t from, pg::Time until) {
    pg::Transaction tx{connection};
    tx.run(no_hurry);
    const auto transfers =
        tx.one(add_part.c_str(), {page(from), page(from + pages_at_once), until, put_in, taken_out})
            .integer("transfers");
    tx.commit();
    return transfers;
}

/// The same, read from a standby.
std::int64_t copy_pages(pg::Connection& standby, pg::Connection& connection, std::int64_t from,
                        pg::Time until) {
    std::vector<std::int64_t> accounts;
    std::vector<std::string> amounts, funded;
    std::int64_t transfers = 0;
    pg::Transaction reads{standby};
    reads.run(no_hurry);
    for (const pg::Row row : reads.run(read_part.c_str(), {page(from), page(from + pages_at_once),
                                                           until, put_in, taken_out})) {
        accounts.push_back(row.integer("account"));
        amounts.push_back(row.str("amount"));
        funded.push_back(row.str("funded"));
        transfers = row.integer("transfers");
    }
    reads.commit();
    connection.run(add_read.c_str(), {pg::Param::array(accounts), pg::Param::array(amounts),
                                      pg::Param::array(funded)});
    return transfers;
}

/// Waits until the standby has all that was written until now.
void expect_replayed(pg::Connection& standby, pg::Connection& connection) {
    const auto place = connection.run(written_until)[0].str("place");
    for (int look = 0; look < looks_at_standby; ++look) {
        if (standby.run(has_replayed, {place})[0].boolean("replayed")) return;
        std::this_thread::sleep_for(between_looks);
    }
    throw std::runtime_error{"it has not replayed what was written a minute ago"};
}

/// Makes the sums from all transfers, in parts, which are read from the standby where one is given.
void sum_up(pg::Connection& connection, pg::Connection* standby = nullptr) {
    const pg::Time until = connection.run(read_end)[0].time("until");
    const std::int64_t pages = connection.run(read_pages)[0].integer("pages");
    if (standby != nullptr) expect_replayed(*standby, connection);
    connection.run(forget_new_sums);
    connection.run(make_new_sums);
    std::int64_t transfers = 0;
    for (std::int64_t from = 0; from < pages; from += pages_at_once)
        transfers += standby == nullptr ? add_pages(connection, from, until)
                                        : copy_pages(*standby, connection, from, until);
    pg::Transaction tx{connection};
    tx.run(no_hurry);
    tx.run(remove_sums);
    tx.run(write_sums);
    tx.run(write_mark, {until, transfers});
    tx.run(forget_new_sums);
    tx.commit();
}

/// False: the standby cannot be read. What fails where the books are is thrown by whoever goes on
/// there.
bool sum_up_elsewhere(pg::Connection& connection, const std::function<pg::Connection()>& standby) {
    if (!standby) return false;
    try {
        auto reader = standby();
        sum_up(connection, &reader);
        return true;
    } catch (const std::exception& problem) {
        log::warn("standby_not_read", {{"reason", problem.what()}});
        return false;
    }
}

/// Takes what has come to its end into the sums and proves the books by them; nothing: a balance
/// differs, and the sums are as before.
std::optional<AuditReport> prove(pg::Connection& connection) {
    pg::Transaction tx{connection};
    tx.run(for_writing_sums);
    tx.run(no_hurry);
    const pg::Row mark = tx.one(read_mark);
    const pg::Time since = mark.time("until");
    const pg::Time until = tx.one(read_end).time("until");
    tx.change(1, add_closed, {since, until, put_in, taken_out});
    const pg::Row found = tx.one(balances_equal_sums, {until});
    if (found.integer("differ") > 0) return std::nullopt;
    AuditReport report;
    report.transfers = tx.one(read_mark).integer("transfers") + found.integer("transfers");
    prove_accounts(tx, report);
    report.passed = report.findings.empty();
    tx.commit();
    return report;
}

bool everything_is_due(pg::Connection& connection) {
    const auto marks = connection.run(read_mark);
    return marks.empty() || marks[0].boolean("old");
}

}  // namespace

AuditReport audit_by_sums(pg::Connection& connection, AuditReach reach,
                          const std::function<pg::Connection()>& standby) {
    const bool everything = reach == AuditReach::everything || everything_is_due(connection);
    const bool elsewhere = everything && sum_up_elsewhere(connection, standby);
    if (everything && !elsewhere) sum_up(connection);
    auto report = prove(connection);
    if (!report && elsewhere) log::warn("standby_proves_nothing");
    if (!report && (!everything || elsewhere)) {
        sum_up(connection);
        report = prove(connection);
    }
    if (!report) return audit(connection);
    report->everything = everything;
    return *std::move(report);
}

}  // namespace cambio::ledger
