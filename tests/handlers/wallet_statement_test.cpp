// The account statement: that it reproduces the closing balances exactly, whatever has happened.
#include <algorithm>
#include <fstream>

#include "handlers/wallet_fixture.h"
#include "ledger/statement.h"
#include "support/long_reads.h"

namespace cambio {
namespace {

using ledger::check_statement, ledger::Wallet;

constexpr const char* statement = "/api/v3/statement";

class Statements : public WalletPages {
  protected:
    static Fields period(const Fields& more = {}) {
        Fields fields{{"from", day(-300)}, {"to", day()}};
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }

    /// Somebody to whom everything has happened that a client can do here.
    static Person busy() {
        auto anna = person().with("USDT", "20000").with("ETH", "3");
        buy(anna, "BTCUSDT", "0.1");
        order(anna, "BTCUSDT", "BUY", "LIMIT",
              {{"order_per_unit", "40000"}, {"number_of_order", "0.1"}});
        order(anna, "ETHUSDT", "SELL", "LIMIT",
              {{"order_per_unit", "3000"}, {"number_of_order", "1"}});
        const auto open = got(anna, "/api/v3/buy-history", {{"status", "PENDING"}})["buy"][0];
        EXPECT_EQ(
            send(anna, "/api/v3/trades/cancel-order", {{"order_id", open["id"].asString()}}, *spot)
                .message(),
            "success");
        convert(anna, "BTCUSDT", "BUY", {{"total", "100"}});
        convert(anna, "ETHUSDT", "SELL", {{"number_of_order", "0.5"}, {"to_coin", "BTC"}});
        transfer(anna, "USDT", "1234.56789");
        transfer(anna, "USDT", "34.5", {{"draw_type", "DRAW_OUT"}});
        transfer(anna, "BTC", "0.01", {{"to", "FUNDING"}});
        withdraw(anna, "250");
        return anna;
    }

    /// As a withdrawal moves money: held, then away, with its fee.
    static void withdraw(const Person& person, const char* amount) {
        pg::Transaction tx{world->superuser()};
        const auto usdt = world->asset("USDT");
        const auto free = ledger::client_account(tx, person.id, Wallet::spot, false, usdt);
        const auto held = ledger::client_account(tx, person.id, Wallet::spot, true, usdt);
        const auto all = dec(amount), fee = dec("1");
        ledger::transfer(tx, free, held, all, static_cast<ledger::Kind>(60), 1);
        ledger::transfer(tx, held, ledger::chain_account(tx, "TRC20", usdt), all - fee,
                         ledger::Kind::withdrawal, 1);
        ledger::transfer(tx, held, ledger::house_account(tx, ledger::House::fees, usdt), fee,
                         ledger::Kind::withdrawal_fee, 1);
        tx.commit();
    }

    static std::string csv_of(const Person& person, const Fields& more = {}) {
        auto fields = period(more);
        fields["format"] = "csv";
        const auto answer = ask(person, statement, fields);
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.body;
    }

    static Decimal balance_of(const Person& person, const Json::Value& account) {
        const std::vector<std::string> wallets{"SPOT", "FUTURE", "FUNDING", "EARN"};
        const auto at = std::ranges::find(wallets, account["wallet"].asString());
        const auto which = static_cast<Wallet>(at - wallets.begin() + 1);
        const auto coin = account["coin"].asString();
        return account["held"].asBool() ? person.held(coin, which) : person.balance(coin, which);
    }
};

TEST_F(Statements, AndRecordsThatTakeLongHoldUpNobodyElse) {
    const auto anna = person(), ben = person();
    auto his = as(ben, *wallet);
    const auto fields = period();
    const FastCgiClient::Params days{fields.begin(), fields.end()};
    const auto expect = [&](const char* path, const FastCgiClient::Params& query, int most) {
        std::vector<FastCgiClient> hers;
        for (int n = 0; n < 12; ++n) hers.push_back(as(anna, *wallet));
        test::expect_long_reads_hold_up_nobody(
            *world, std::move(hers), [&](auto& client) { return client.get(path, query); }, most,
            [&] { return his.get("/api/v3/wallets/spot"); });
    };
    expect(statement, days, 1);
    expect("/api/v3/wallet-single-coin", {{"name", "BTC"}}, 4);
}

TEST_F(Statements, ReproduceTheClosingBalanceOfEveryAccount) {
    const auto anna = busy();
    const auto reply = got(anna, statement, period());
    ASSERT_GE(reply["closing"].size(), 7u);
    std::map<std::string, Decimal> running;
    const auto name = [](const Json::Value& of) {
        return of["coin"].asString() + of["wallet"].asString() + of["held"].asString();
    };
    for (const auto& account : reply["opening"]) {
        EXPECT_EQ(account["balance"].asString(), "0") << account;
        running[name(account)] = Decimal{};
    }
    for (const auto& movement : reply["movements"]) {
        running[name(movement)] += dec(movement["amount"].asString());
        EXPECT_EQ(running[name(movement)].str(), movement["balance"].asString()) << movement;
        EXPECT_FALSE(dec(movement["balance"].asString()).negative()) << movement;
    }
    for (const auto& account : reply["closing"]) {
        EXPECT_EQ(running[name(account)].str(), account["balance"].asString());
        EXPECT_EQ(balance_of(anna, account), dec(account["balance"].asString())) << account;
    }
}

TEST_F(Statements, NameEveryKindOfMovement) {
    std::set<std::string> kinds;
    const auto reply = got(busy(), statement, period());
    for (const auto& movement : reply["movements"]) kinds.insert(movement["kind"].asString());
    EXPECT_THAT(kinds, testing::IsSupersetOf({"demo_grant", "trade", "fee", "order_hold",
                                              "order_release", "conversion", "wallet_transfer",
                                              "withdrawal_hold", "withdrawal", "withdrawal_fee"}));
    EXPECT_THAT(kinds, testing::Not(testing::Contains("other")));
}

TEST_F(Statements, AsAFileProveThemselves) {
    const auto anna = busy();
    const auto csv = csv_of(anna);
    EXPECT_TRUE(csv.starts_with("row,at,kind,coin,wallet,held,amount,balance,reference\r\n"));
    const auto check = check_statement(csv);
    EXPECT_THAT(check.findings, testing::IsEmpty());
    EXPECT_GT(check.movements, 20);
    // The same period gives the same file again.
    EXPECT_EQ(csv_of(anna), csv);
}

TEST_F(Statements, FollowOnOneAnother) {
    auto anna = person().with("USDT", "100");
    world->superuser().run("update ledger_transfers set at = at - interval '2 days'");
    anna.with("USDT", "11");
    const auto before = got(anna, statement, {{"from", day(-3)}, {"to", day(-1)}});
    const auto after = got(anna, statement, {{"from", day()}, {"to", day()}});
    EXPECT_EQ(before["closing"][0]["balance"].asString(), "100");
    EXPECT_EQ(after["opening"][0]["balance"].asString(), "100");
    EXPECT_EQ(after["movements"].size(), 1u);
    EXPECT_EQ(after["closing"][0]["balance"].asString(), "111");
    EXPECT_EQ(before["to"].asString(), after["from"].asString());
}

TEST_F(Statements, CanBeOfOneWalletOrOneCoin) {
    const auto anna = busy();
    const auto funding = got(anna, statement, period({{"wallet", "FUNDING"}}));
    EXPECT_EQ(funding["movements"].size(), 1u);
    EXPECT_EQ(funding["closing"][0]["balance"].asString(), "0.01");
    const auto ether = got(anna, statement, period({{"coin", "ETH"}}));
    EXPECT_GT(ether["movements"].size(), 3u);
    for (const auto& movement : ether["movements"]) EXPECT_EQ(movement["coin"].asString(), "ETH");
    EXPECT_TRUE(check_statement(csv_of(anna, {{"coin", "USDT"}, {"wallet", "SPOT"}})).passed());
}

TEST_F(Statements, OneAfterAnotherAreNotTooManyAtOnce) {
    const auto anna = person();
    for (int i = 0; i < 30; ++i) EXPECT_EQ(ask(anna, statement, period()).status, 200);
}

TEST_F(Statements, ShowNobodyElsesMoney) {
    busy();
    const auto ben = person();
    EXPECT_EQ(got(ben, statement, period())["movements"].size(), 0u);
    EXPECT_TRUE(check_statement(csv_of(ben)).passed());
}

TEST_F(Statements, RefuseWhatIsNoPeriod) {
    const auto anna = person();
    expect_error(ask(anna, statement, {{"to", day()}}), 400, "missing_parameter", "from");
    expect_error(ask(anna, statement, {{"from", day()}}), 400, "missing_parameter", "to");
    expect_error(ask(anna, statement, {{"from", day()}, {"to", day(-1)}}), 400, "out_of_range",
                 "to");
    expect_error(ask(anna, statement, {{"from", day(-366)}, {"to", day()}}), 400, "out_of_range",
                 "to");
    expect_error(ask(anna, statement, period({{"coin", "NOPE"}})), 404, "unknown_asset", "coin");
    expect_error(ask(anna, statement, period({{"wallet", "MINE"}})), 400, "invalid_parameter",
                 "wallet");
    expect_error(ask(anna, statement, period({{"format", "pdf"}})), 400, "invalid_parameter",
                 "format");
}

TEST_F(Statements, ReadNobodyElsesTransfersHoweverManyThereAre) {
    constexpr std::int64_t strangers = 60'000;
    const auto anna = busy(), ben = busy();
    // Ben trades with the house in the same batches as Anna, to and fro, so that the books stay as
    // they are.
    world->superuser().run(R"sql(
        with hers as (select array_agg(distinct t.at) as at
                        from ledger_transfers t join ledger_accounts l on l.id = t.debit
                       where l.client_id = $1),
             places as (select min(l.id) filter (where client_id = $2 and wallet = 1 and not held)
                                   as ben, min(l.id) filter (where house = 'liquidity') as house
                          from ledger_accounts l join assets a on a.id = l.asset_id
                         where a.code = 'USDT')
        insert into ledger_transfers (debit, credit, amount, kind, reference, at)
        select case n % 2 when 0 then ben else house end, case n % 2 when 0 then house else ben end,
               1, 7, n, hers.at[1 + n % cardinality(hers.at)]
          from generate_series(1, $3::bigint) n, hers, places)sql",
                           {anna.id, ben.id, strangers});
    world->superuser().run("vacuum analyze ledger_transfers");

    const auto own = world->superuser()
                         .run(
                             "select count(*) as n from ledger_transfers t join ledger_accounts l"
                             " on l.id in (t.debit, t.credit) where l.client_id = $1",
                             {anna.id})[0]
                         .integer("n");
    auto& connection = world->app();
    const auto rows_read = [&] {
        connection.run("select pg_stat_force_next_flush()");
        return connection
            .run(
                "select seq_tup_read + idx_tup_fetch as n from pg_stat_user_tables"
                " where relname = 'ledger_transfers'")[0]
            .integer("n");
    };
    const auto before = rows_read();
    const auto read =
        ledger::read_statement(connection, {anna.id, {}, {}}, pg::now() - std::chrono::hours{24},
                               pg::now() + std::chrono::hours{1});
    EXPECT_EQ(std::ssize(read.lines), own);
    EXPECT_LE(rows_read() - before, own);
}

TEST_F(Statements, RefuseToBeEndless) {
    const auto anna = person().with("USDT", "1");
    const auto account =
        world->superuser().run("select id from ledger_accounts where client_id = $1", {anna.id});
    // There and back again, so that the books stay as they are.
    const auto demo = world->superuser().run(R"sql(
        select l.id from ledger_accounts l join assets a on a.id = l.asset_id
         where l.house = 'demo' and a.code = 'USDT')sql");
    world->superuser().run(R"sql(
        insert into ledger_transfers (debit, credit, amount, kind, reference)
        select case n % 2 when 0 then $1::bigint else $2 end,
               case n % 2 when 0 then $2::bigint else $1 end, 1, 1, 1
          from generate_series(1, 50000) n)sql",
                           {account[0].integer("id"), demo[0].integer("id")});
    expect_error(ask(anna, statement, period()), 400, "statement_too_long", "from");
}

TEST_F(Statements, AreCheckedByTheOperatorsProgram) {
    auto csv = csv_of(busy());
    const auto check = [](const std::string& text, std::string* output) {
        const auto file = testing::TempDir() + "statement.csv";
        std::ofstream{file, std::ios::binary} << text;
        return test::run_job("cambioctl", world->config().path(), {"statement", "check", file},
                             output);
    };
    std::string output;
    EXPECT_EQ(check(csv, &output), 0) << output;
    const auto at = csv.find("movement,");
    const auto comma = csv.find(",free,", at) + 6;
    csv.insert(comma + (csv[comma] == '-' ? 1u : 0u), "9");
    EXPECT_EQ(check(csv, &output), 1) << output;
    EXPECT_THAT(output, testing::HasSubstr("line "));
}

}  // namespace
}  // namespace cambio
