// ledger.post() as a program that was taken over would call it: what a role may not post, what no
// batch may look like, which ways around it there are not, and that the books balance after all.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "ledger/ledger.h"
#include "pg/migrations.h"
#include "pg/pg.h"
#include "support/scratch_database.h"

namespace cambio::ledger {
namespace {

using Numbers = std::vector<std::int64_t>;
using Texts = std::vector<std::string>;

/// Two clients, two coins and an account of every place, each with 1,000.
constexpr const char* arrange = R"sql(
    insert into assets (id, code, name, type, icon, display_places, trade_places)
    values (1, 'USDT', 'Tether', 'MAIN', '/t', 2, 2), (2, 'BTC', 'Bitcoin', 'MAIN', '/b', 2, 2);
    insert into clients (user_unique_id, email, password_hash, transaction_password_hash,
                         referral_code)
    values ('mallory', 'mallory@example.com', '', '', 'm'),
        ('alice', 'alice@example.com', '', '', 'a');
    insert into ledger_accounts (house, asset_id, may_be_negative)
    select h, a, h in ('demo', 'chain:ERC20')
    from unnest(array['liquidity', 'fees', 'earn', 'rewards', 'insurance', 'dust', 'demo',
                      'chain:ERC20']) h, assets s, lateral (select s.id as a) x;
    insert into ledger_accounts (client_id, wallet, held, asset_id)
    select c.id, w, h, s.id from clients c, generate_series(1, 5) w, unnest(array[false, true]) h,
        assets s where w < 5 or not h;
    insert into ledger_transfers (debit, credit, amount, kind, reference)
    select d.id, c.id, 1000, 1, 0 from ledger_accounts c join ledger_accounts d
        on d.house = 'demo' and d.asset_id = c.asset_id where c.house <> 'demo';
    update ledger_accounts a set balance =
        coalesce((select sum(amount) from ledger_transfers where credit = a.id), 0)
        - coalesce((select sum(amount) from ledger_transfers where debit = a.id), 0)
)sql";
constexpr const char* post = R"sql(
    select ledger.post($1::bigint[], $2::bigint[], $3::text[]::numeric[], $4::smallint[],
                       $5::bigint[])
)sql";
constexpr const char* unbalanced = R"sql(
    with moved as (
        select account, sum(amount) as amount
        from (select credit as account, amount from ledger_transfers
              union all select debit, -amount from ledger_transfers) as sides
        group by 1)
    select (select count(*) from ledger_accounts a full join moved m on m.account = a.id
            where a.id is null or a.balance <> coalesce(m.amount, 0))
         + (select count(*) from (select sum(balance) as s from ledger_accounts group by asset_id) x
            where s <> 0) as wrong
)sql";

/// Which kinds each role may post: every other pair is refused.
const std::map<std::string, std::set<int>> duties = {
    {"cambio_app", {}},
    {"cambio_audit", {}},
    {"cambio_auth", {}},
    {"cambio_convert", {40, 42}},
    {"cambio_deposits", {2, 62}},
    {"cambio_earn", {70, 71, 72, 73}},
    {"cambio_fees", {13, 14, 15, 16}},
    {"cambio_funds", {60, 61}},
    {"cambio_futures", {20, 21, 22}},
    {"cambio_market", {}},
    {"cambio_operator", {2, 10, 21, 22, 23, 24, 25, 26, 27, 61, 64}},
    {"cambio_owner", {10}},
    {"cambio_positions", {21, 22, 23, 24, 25, 26, 27}},
    {"cambio_push", {}},
    {"cambio_rewards", {12}},
    {"cambio_spot", {5, 6, 7, 8, 40, 41, 42}},
    {"cambio_wallet", {11}},
    {"cambio_withdrawals", {3, 4, 61, 63}},
};

struct Transfer {
    std::int64_t debit, credit;
    std::string amount;
    int kind;
};

class LedgerPost : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        // Not the suites' template, where the shared role may post: what a new installation has.
        database_ = new test::ScratchDatabase{test::ScratchDatabase::Content::empty};
        pg::Connection owner{database_->owner()};
        pg::migrate(owner, test::ScratchDatabase::migrations());
        pg::Connection{database_->superuser()}.script(arrange);
    }
    static void TearDownTestSuite() { delete std::exchange(database_, nullptr); }

    LedgerPost() : superuser_{database_->superuser()} {}
    ~LedgerPost() override {
        EXPECT_EQ(superuser_.run(unbalanced)[0].integer("wrong"), 0) << "the books do not balance";
    }

    static pg::Connection session(const std::string& role) {
        return pg::Connection{test::with_settings(database_->superuser(), {{"user", role}})};
    }
    /// An account of Mallory's, or of the house where the place is its; USDT.
    std::int64_t account(const std::string& place, const std::string& owner = "mallory",
                         int asset = 1) {
        return superuser_
            .run(
                "select a.id from ledger_accounts a join ledger.places p on p.place = a.place "
                "left join clients c on c.id = a.client_id where p.name = $1 and a.asset_id = $3 "
                "and coalesce(c.user_unique_id, $2) = $2",
                {place, owner, asset})[0]
            .integer("id");
    }
    /// The SQLSTATE that it is refused with, or nothing; whatever it did is undone.
    static std::string refusal(pg::Connection& connection, const char* sql,
                               std::initializer_list<pg::Param> params = {}) {
        try {
            pg::Transaction tx{connection};
            tx.run(sql, params);
            return "";
        } catch (const pg::Failure& failure) {
            return failure.state;
        }
    }
    static std::string refusal(pg::Connection& connection, const std::vector<Transfer>& batch) {
        Numbers debits, credits, kinds, references;
        Texts amounts;
        for (const auto& one : batch) {
            debits.push_back(one.debit);
            credits.push_back(one.credit);
            amounts.push_back(one.amount);
            kinds.push_back(one.kind);
            references.push_back(1);
        }
        using pg::Param;
        return refusal(connection, post,
                       {Param::array(debits), Param::array(credits), Param::array(amounts),
                        Param::array(kinds), Param::array(references)});
    }

    static test::ScratchDatabase* database_;
    pg::Connection superuser_;
};

test::ScratchDatabase* LedgerPost::database_ = nullptr;

constexpr const char* refused_right = "42501";
constexpr const char* refused_batch = "22023";
constexpr const char* refused_thing = "CA002";

TEST_F(LedgerPost, LetsEachRolePostItsOwnKindsAlone) {
    std::map<int, std::pair<std::int64_t, std::int64_t>> path;
    for (const auto row : superuser_.run(
             "select distinct on (kind) kind, d.name as debit, c.name as credit "
             "from ledger.paths p join ledger.places d on d.place = p.debit "
             "join ledger.places c on c.place = p.credit where p.debit <> p.credit order by kind"))
        path[static_cast<int>(row.integer("kind"))] = {account(row.str("debit")),
                                                       account(row.str("credit"))};
    EXPECT_EQ(path.size(), 35u);
    const std::pair other{account("demo"), account("SPOT")};
    for (const auto& [role, kinds] : duties) {
        auto connection = session(role);
        for (int kind = -1; kind <= 80; ++kind) {
            const auto [debit, credit] = path.contains(kind) ? path.at(kind) : other;
            // What clients' withdrawals hold fits them, too; here is none.
            const auto* mine = role == "cambio_funds" ? refused_thing : "";
            EXPECT_EQ(refusal(connection, {{debit, credit, "1", kind}}),
                      kinds.contains(kind) ? mine : refused_right)
                << role << ' ' << kind;
        }
    }
    // Every role that may log in and post is one of these.
    for (const auto row : superuser_.run("select distinct role from ledger.posters"))
        EXPECT_TRUE(duties.contains(row.str("role"))) << row.str("role");
}

TEST_F(LedgerPost, MakesMoneyOutOfNothingOnlyForThreeKinds) {
    std::set<std::int64_t> from_outside, between_clients;
    for (const auto row :
         superuser_.run("select kind, debit, credit, one_owner from ledger.paths")) {
        if (row.integer("debit") >= 106) from_outside.insert(row.integer("kind"));
        if (row.integer("debit") < 100 && row.integer("credit") < 100 && !row.boolean("one_owner"))
            between_clients.insert(row.integer("kind"));
    }
    EXPECT_EQ(from_outside, (std::set<std::int64_t>{1, 2, 10}));
    EXPECT_EQ(between_clients, (std::set<std::int64_t>{7}));
}

TEST_F(LedgerPost, KeepsEachKindToItsAccounts) {
    const auto spot = account("SPOT"), held = account("SPOT held"), future = account("FUTURE");
    const auto victim = account("SPOT", "alice"), demo = account("demo"), chain = account("chain");
    struct Case {
        const char* role;
        Transfer transfer;
    };
    const std::vector<Case> cases = {
        {"cambio_spot", {demo, spot, "1", 7}},
        {"cambio_spot", {chain, spot, "1", 7}},
        {"cambio_spot", {account("rewards"), spot, "1", 7}},
        {"cambio_spot", {account("fees"), spot, "1", 8}},
        {"cambio_spot", {victim, held, "1", 5}},
        {"cambio_spot", {account("SPOT held", "alice"), spot, "1", 6}},
        {"cambio_spot", {account("EARN", "alice"), spot, "1", 7}},
        {"cambio_spot", {victim, spot, "1", 40}},
        {"cambio_wallet", {victim, future, "1", 11}},
        {"cambio_wallet", {account("FUNDING", "alice"), spot, "1", 11}},
        {"cambio_wallet", {demo, spot, "1", 11}},
        {"cambio_wallet", {held, spot, "1", 11}},
        {"cambio_wallet", {account("EARN"), spot, "1", 11}},
        {"cambio_wallet", {account("FEE_CREDIT"), spot, "1", 11}},
        {"cambio_funds", {account("SPOT held", "alice"), spot, "1", 61}},
        {"cambio_funds", {account("liquidity"), spot, "1", 61}},
        {"cambio_rewards", {account("liquidity"), spot, "1", 12}},
        {"cambio_rewards", {demo, spot, "1", 12}},
        {"cambio_futures", {account("FUTURE", "alice"), account("FUTURE held"), "1", 20}},
        {"cambio_futures", {account("FUTURE held", "alice"), future, "1", 21}},
        {"cambio_futures", {account("liquidity"), future, "1", 22}},
        {"cambio_earn", {account("EARN", "alice"), spot, "1", 71}},
        {"cambio_earn", {account("rewards"), spot, "1", 72}},
        {"cambio_deposits", {demo, spot, "1", 2}},
        {"cambio_deposits", {account("liquidity"), spot, "1", 2}},
        {"cambio_withdrawals", {spot, chain, "1", 3}},
        {"cambio_withdrawals", {account("liquidity"), chain, "1", 63}},
        {"cambio_fees", {account("liquidity"), spot, "1", 16}},
        {"cambio_fees", {account("rewards"), spot, "1", 13}},
    };
    for (const auto& one : cases) {
        auto connection = session(one.role);
        EXPECT_EQ(refusal(connection, {one.transfer}), refused_batch)
            << one.role << ' ' << one.transfer.kind << ' ' << one.transfer.debit;
    }
    // One that is wrong spoils all.
    auto connection = session("cambio_spot");
    EXPECT_EQ(refusal(connection, {{victim, spot, "1", 7}}), "");
    EXPECT_EQ(refusal(connection, {{victim, spot, "1", 7}, {demo, spot, "1", 7}}), refused_batch);
    EXPECT_EQ(refusal(connection, {{victim, spot, "1", 7}, {chain, spot, "1", 2}}), refused_right);
}

TEST_F(LedgerPost, RefusesWhatIsNoBatch) {
    const auto spot = account("SPOT"), alice = account("SPOT", "alice");
    const auto bitcoin = account("SPOT", "mallory", 2);
    auto connection = session("cambio_spot");
    EXPECT_EQ(refusal(connection, {{alice, spot, "1000", 7}}), "");
    const std::map<std::string, std::string> amounts = {
        {"0", "23514"},   {"-1", "23514"},       {"0.0000000000000000004", "23514"},
        {"NaN", "22023"}, {"Infinity", "22003"}, {"100000000000000000000", "22003"},
        {"NULL", "23502"}};
    for (const auto& [amount, state] : amounts)
        EXPECT_EQ(refusal(connection, post,
                          {pg::Param::array(Numbers{alice}), pg::Param::array(Numbers{spot}),
                           "{" + amount + "}", "{7}", "{1}"}),
                  state)
            << amount;
    EXPECT_EQ(refusal(connection, {{spot, spot, "1", 7}}), "23514");
    EXPECT_EQ(refusal(connection, {{alice, bitcoin, "1", 7}}), refused_batch);
    EXPECT_EQ(refusal(connection, {{alice, 999'999, "1", 7}}), "CA001");
    EXPECT_EQ(refusal(connection, {{alice, spot, "1000.000000000000000001", 7}}), "23514");
    EXPECT_EQ(refusal(connection, std::vector<Transfer>{}), refused_batch);

    const auto with = [&](const char* debits, const char* credits, const char* sums,
                          const char* kinds, const char* references) {
        const auto named = [&](std::string text) {
            for (const auto& [name, id] : {std::pair{"alice", alice}, std::pair{"spot", spot}})
                for (auto at = text.find(name); at != std::string::npos; at = text.find(name))
                    text.replace(at, std::string_view{name}.size(), std::to_string(id));
            return text;
        };
        return refusal(connection, post, {named(debits), named(credits), sums, kinds, references});
    };
    EXPECT_EQ(with("{alice,alice}", "{spot}", "{1}", "{7}", "{1}"), refused_batch);
    EXPECT_EQ(with("{alice}", "{spot,spot}", "{1}", "{7}", "{1}"), refused_batch);
    EXPECT_EQ(with("{alice}", "{spot}", "{1,2}", "{7}", "{1}"), refused_batch);
    EXPECT_EQ(with("{alice}", "{spot}", "{1}", "{7,7}", "{1}"), refused_batch);
    EXPECT_EQ(with("{alice}", "{spot}", "{1}", "{7}", "{1,1}"), refused_batch);
    EXPECT_EQ(with("{NULL}", "{spot}", "{1}", "{7}", "{1}"), "23502");
    EXPECT_EQ(with("{alice}", "{NULL}", "{1}", "{7}", "{1}"), "23502");
    EXPECT_EQ(with("{alice}", "{spot}", "{1}", "{NULL}", "{1}"), "23502");
    EXPECT_EQ(with("{alice}", "{spot}", "{1}", "{7}", "{NULL}"), "23502");
    for (int missing = 1; missing <= 5; ++missing) {
        const auto given = [&](int position, const std::string& text) {
            return position == missing ? pg::Param{std::nullopt} : pg::Param{text};
        };
        EXPECT_EQ(refusal(connection, post,
                          {given(1, "{" + std::to_string(alice) + "}"),
                           given(2, "{" + std::to_string(spot) + "}"), given(3, "{1}"),
                           given(4, "{7}"), given(5, "{1}")}),
                  refused_batch)
            << missing;
    }
}

TEST_F(LedgerPost, RoundsBeforeItCounts) {
    // Each of these would be rounded up where it is written, and their sum not.
    const auto spot = account("SPOT"), alice = account("SPOT", "alice");
    auto connection = session("cambio_spot");
    pg::Transaction tx{connection};
    const auto text = [](std::int64_t id) {
        return '{' + std::to_string(id) + ',' + std::to_string(id) + ',' + std::to_string(id) + '}';
    };
    tx.run(post, {text(alice), text(spot),
                  "{0.0000000000000000006,0.0000000000000000006,0.0000000000000000006}", "{7,7,7}",
                  "{1,1,1}"});
    EXPECT_EQ(tx.one(unbalanced).integer("wrong"), 0);
    EXPECT_EQ(balance(tx, AccountId{spot}).str(), "1000.000000000000000003");
    tx.commit();
}

TEST_F(LedgerPost, ChangesAccountsInTheOrderOfTheirIds) {
    // They lie in another order, and are so few that it were cheaper to read the whole table.
    const auto alice = account("SPOT", "alice"), spot = account("SPOT");
    const auto fees = account("fees"), liquidity = account("liquidity");
    pg::Transaction tx{superuser_};
    superuser_.script(R"sql(
        cluster ledger_accounts
            using ledger_accounts_client_id_house_wallet_held_asset_id_key;
        analyze ledger_accounts;
        create table changed (position bigint generated always as identity, id bigint);
        create function note_change() returns trigger language plpgsql security definer as $$
        begin
            insert into public.changed (id) values (new.id);
            return null;
        end $$;
        create trigger note_change after update on ledger_accounts
            for each row execute function note_change();
        set local session authorization cambio_spot
    )sql");
    tx.run(post,
           {pg::Param::array(Numbers{alice, alice, spot}),
            pg::Param::array(Numbers{spot, liquidity, fees}), "{1,1,1}", "{7,7,8}", "{1,1,1}"});
    superuser_.script("reset session authorization");
    Numbers changed, sorted{alice, spot, fees, liquidity};
    for (const auto row : tx.run("select id from changed order by position"))
        changed.push_back(row.integer("id"));
    std::ranges::sort(sorted);
    EXPECT_EQ(changed, sorted);
}

TEST_F(LedgerPost, IsTheOnlyWayToWriteTheBooks) {
    for (const auto& [role, kinds] : duties) {
        if (role == "cambio_owner") continue;
        auto connection = session(role);
        for (const char* sql :
             {"update ledger_accounts set balance = balance + 1",
              "update ledger_accounts set balance = default",
              "update ledger_accounts set client_id = 1, house = ''",
              "update ledger_accounts set held = not held",
              "update ledger_accounts set asset_id = 2",
              "update ledger_accounts set wallet = 1",
              "update ledger_accounts set may_be_negative = true",
              "insert into ledger_accounts (client_id, wallet, asset_id, balance) "
              "values (1, 9, 1, 1000)",
              "insert into ledger_accounts (id, client_id, wallet, asset_id) overriding system "
              "value values (77777, 1, 9, 1)",
              "insert into ledger_accounts (client_id, wallet, asset_id) values (1, 1, 1) on "
              "conflict (client_id, house, wallet, held, asset_id) do update set balance = 1000",
              "merge into ledger_accounts a using (select 1) x on a.client_id = 1 when matched "
              "then "
              "update set balance = 1000",
              "delete from ledger_accounts",
              "truncate ledger_accounts",
              "insert into ledger_transfers (debit, credit, amount, kind, reference) "
              "values (1, 2, 3, 7, 1)",
              "copy ledger_transfers from stdin",
              "update ledger_transfers set amount = 1",
              "delete from ledger_transfers",
              "truncate ledger_transfers",
              "update audits set passed = true",
              "delete from audits",
              "update ledger.posters set kind = 2",
              "insert into ledger.posters values ('cambio_app', 2)",
              "insert into ledger.paths values (7, 106, 10, false)",
              "delete from ledger.paths",
              "update ledger.places set place = 10",
              "select ledger.refuse('{1}', '{2}', '{7}')",
              "set role cambio_ledger",
              "set role cambio_owner",
              "set session authorization cambio_owner",
              "set session_replication_role = replica",
              "alter table ledger_accounts disable trigger all",
              "alter table ledger_accounts drop constraint balance_not_negative",
              "create trigger mine after insert on ledger_transfers execute function check_owner()",
              "alter function ledger.post owner to current_user",
              "alter function ledger.post reset search_path",
              "create or replace function ledger_place(bigint, text, smallint, boolean) returns "
              "smallint language sql immutable return 10",
              "create function ledger.unnest(bigint[]) returns bigint language sql return 1",
              "create function public.sum(numeric) returns numeric language sql return 1",
              "select setval('ledger_accounts_id_seq', 1)"}) {
            EXPECT_EQ(refusal(connection, sql), refused_right) << role << ": " << sql;
        }
        EXPECT_EQ(refusal(connection, "update ledger_accounts set place = 10"), "428C9") << role;
        EXPECT_EQ(refusal(connection,
                          "insert into audits (passed, accounts, transfers) values (true, 1, 1)"),
                  role == "cambio_audit" ? "" : refused_right)
            << role;
        // What the programs need: an account of their own making, empty, and to lock it.
        EXPECT_EQ(refusal(connection,
                          "insert into ledger_accounts (client_id, wallet, asset_id) "
                          "values (1, 8, 1)"),
                  "");
        EXPECT_EQ(refusal(connection, "select balance from ledger_accounts order by id for update"),
                  "");
    }
    EXPECT_THROW(session("cambio_ledger"), pg::Failure);
}

TEST_F(LedgerPost, GoesByTheRoleThatTheSessionBeganWith) {
    const auto spot = account("SPOT"), alice = account("SPOT", "alice"), chain = account("chain");
    auto connection = session("cambio_spot");
    connection.run("set role cambio_app");
    EXPECT_EQ(refusal(connection, {{alice, spot, "1", 7}}), "");
    EXPECT_EQ(refusal(connection, {{chain, spot, "1", 2}}), refused_right);
    for (const auto& [role, kinds] : duties) {
        if (role == "cambio_spot" || role == "cambio_app") continue;
        EXPECT_EQ(refusal(connection, ("set role " + role).c_str()), refused_right) << role;
        EXPECT_EQ(refusal(connection, ("set session authorization " + role).c_str()), refused_right)
            << role;
    }
}

TEST_F(LedgerPost, IsNotMisledByWhatASessionMakesForItself) {
    const auto spot = account("SPOT"), alice = account("SPOT", "alice"), chain = account("chain");
    auto connection = session("cambio_spot");
    connection.script(R"sql(
        create temp table ledger_accounts (like public.ledger_accounts);
        create temp table ledger_transfers (like public.ledger_transfers);
        alter table ledger_accounts alter held drop not null;
        insert into ledger_accounts (id, house, wallet, asset_id, balance, may_be_negative)
        values (1, '', 1, 1, 1, true);
        create temp table posters (role name, kind smallint);
        insert into posters values ('cambio_spot', 2);
        create function pg_temp.lie(numeric) returns numeric language sql immutable return 1000;
        create function pg_temp.unnest(bigint[]) returns setof bigint language sql
            as 'select 1::bigint';
        create function pg_temp.cardinality(bigint[]) returns integer language sql return 1;
        create operator pg_temp.- (rightarg = numeric, function = pg_temp.lie);
        create domain pg_temp.numeric as pg_catalog.numeric;
        create domain pg_temp.smallint as pg_catalog.int2;
        set search_path = pg_temp, ledger, public, pg_catalog;
        set plan_cache_mode = force_custom_plan
    )sql");
    EXPECT_EQ(refusal(connection, {{chain, spot, "1", 2}}), refused_right);
    {
        pg::Transaction tx{connection};
        tx.run(post, {"{" + std::to_string(alice) + "}", "{" + std::to_string(spot) + "}", "{2}",
                      "{7}", "{4711}"});
        tx.commit();
    }
    const auto written =
        superuser_.run("select amount from ledger_transfers where reference = 4711");
    ASSERT_EQ(written.size(), 1);
    EXPECT_EQ(written[0].decimal("amount").str(), "2");
}

TEST_F(LedgerPost, IsDefinedAsItShouldBe) {
    const auto defined = superuser_.run(
        "select proowner::regrole::text as owner, prosecdef as definer, "
        "array_to_string(proconfig, ' ') as config, "
        "has_function_privilege('public', oid, 'execute') as anybody "
        "from pg_proc where oid = 'ledger.post'::regproc");
    const auto row = defined[0];
    EXPECT_EQ(row.str("owner"), "cambio_ledger");
    EXPECT_TRUE(row.boolean("definer"));
    EXPECT_EQ(row.str("config"),
              "search_path=pg_catalog, pg_temp plan_cache_mode=force_generic_plan "
              "enable_hashjoin=on enable_seqscan=off");
    EXPECT_FALSE(row.boolean("anybody"));
    const auto role = superuser_.run(
        "select rolcanlogin or rolsuper or rolcreaterole or rolbypassrls as strong "
        "from pg_roles where rolname = 'cambio_ledger'");
    EXPECT_FALSE(role[0].boolean("strong"));
    // Nobody but the database's owner may act as the writer.
    const auto members = superuser_.run(
        "select member::regrole::text as name from pg_auth_members "
        "where roleid = 'cambio_ledger'::regrole");
    ASSERT_EQ(members.size(), 1);
    EXPECT_EQ(members[0].str("name"), "cambio_owner");
}

}  // namespace
}  // namespace cambio::ledger
