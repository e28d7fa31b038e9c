// The database is away for a moment while the jobs that feed prices and settle futures are at
// work. Cron starts the next ones within a minute: until then it is these that have to go on, or
// nobody trades with the house and nobody is liquidated.
#include <csignal>
#include <fstream>
#include <sstream>

#include "spot_fixture.h"
#include "support/simulated_market.h"

namespace cambio {
namespace {

class DatabaseAway : public testing::Test {
  protected:
    static constexpr std::array<const char*, 4> jobs{"fetch_tickers", "fetch_books", "fetch_marks",
                                                     "settle_futures"};

    void SetUp() override {
        world.config().set("PROVIDER_URL", market.url());
        world.config().set("PROVIDER_WS_URL", "ws://127.0.0.1:" + market.port() + "/ws/v5/public");
        world.config().set("PROVIDER_SIMULATED", "yes");
        world.superuser().run("update markets set state = 'closed' where pair <> 'BTCUSDT'");
        world.liquidity("USDT", "10000000");
        world.liquidity("BTC", "100");
        world.fund(ledger::House::insurance, "USDT", "10000");
        spot.emplace("spot", world.config().path(), world.config().secret());
        futures.emplace("futures", world.config().path(), world.config().secret());
        for (const char* job : jobs)
            running.push_back(std::make_unique<test::ChildProcess>(
                std::vector{test::program_path(job)},
                test::ChildProcess::Options{
                    .environment = {"CAMBIO_CONFIG=" + world.config().path()},
                    .output = folder.file(job),
                    .user = "",
                    .death_signal = 9}));
    }
    void TearDown() override {
        for (const auto& job : running) {
            EXPECT_TRUE(job->running());
            job->signal(SIGTERM);
            EXPECT_EQ(job->wait(), 0) << "what was mended within its minute is no failure";
        }
        test::expect_books_balance(world);
    }

    /// Cuts every program off, with such a change of the database, until each of the jobs has tried
    /// in vain to come back.
    void away(const std::string& from, const std::string& to,
              const std::function<void()>& meanwhile) {
        auto& outside = world.superuser();
        const auto name = outside.run("select current_database() as n")[0].str("n");
        pg::Connection elsewhere{test::PostgresServer::shared().superuser()};
        elsewhere.script("alter database " + name + " " + from);
        elsewhere.run(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = $1 and application_name ~ '^cambio (fetch|settle|spot|futures)'",
            {name});
        for (const char* job : jobs)
            test::wait_until(std::string{job} + " to find no database", [&] {
                std::ostringstream said;
                said << std::ifstream{folder.file(job)}.rdbuf();
                return said.str().find("database_unavailable") != std::string::npos;
            });
        meanwhile();
        elsewhere.script("alter database " + name + " " + to);
    }

    /// Three seconds are promised, and it takes less than one. Five times the promise leaves room
    /// for a busy machine, and still tells it from the minute in which cron starts the next jobs.
    void expect_prices_soon() {
        const std::string fresh =
            "select 'yes' as v from markets m join quotes q on q.market_id = m.id "
            "join provider_books b on b.market_id = m.id join marks k on k.market_id = m.id "
            "where m.pair = 'BTCUSDT' and least(q.received_at, b.received_at, k.received_at) > '" +
            scalar("select clock_timestamp()::text as v") + "'";
        test::wait_until(
            "prices of this moment", [&] { return scalar(fresh.c_str()) == "yes"; }, 15);
    }

    Answer order(FastCgiClient& client, FastCgiClient::Params more) const {
        more.insert(more.end(), {{"name", "BTCUSDT"},
                                 {"delegate_type", "BUY"},
                                 {"market_type", "MARKET"},
                                 {"transaction_password", World::transaction_password}});
        return client.post_json("/api/v2/my-order", more);
    }
    static Answer open_position(FastCgiClient& client) {
        return client.post_json("/api/v2/buy-more",
                                {{"name", "BTCUSDT"},
                                 {"delegate_type", "BUY_MORE"},
                                 {"margin", "100"},
                                 {"leverage", "20"},
                                 {"transaction_password", World::transaction_password}});
    }
    /// All that needs a price of this moment.
    void expect_trade(FastCgiClient& orders, FastCgiClient& contracts) {
        const auto works = [](const char* what, const std::function<Answer()>& call) {
            test::wait_until(what, [&] { return call().message() == "success"; });
        };
        works("a market order", [&] { return order(orders, {{"total", "10"}}); });
        works("a conversion", [&] {
            return order(orders, {{"trade_type", "convert"}, {"total", "100"}});
        });
        works("a position", [&] { return open_position(contracts); });
    }
    void expect_goes_on_after(const std::string& from, const std::string& to) {
        const Person anna = world.client("anna@example.com")
                                .with("USDT", "100000")
                                .with("USDT", "10000", ledger::Wallet::future);
        auto orders = spot->client(), contracts = futures->client();
        for (auto* client : {&orders, &contracts}) client->bearer(world.token(anna));
        market.pin_price("BTC-USDT-SWAP", "50000");
        test::wait_until("the mark", [&] {
            return scalar(
                       "select trim_scale(k.price)::text as v from marks k join markets m "
                       "on m.id = k.market_id where m.pair = 'BTCUSDT'") == "50000";
        });
        expect_trade(orders, contracts);

        const char* liquidated = "select count(*)::text as v from positions where state = 4";
        EXPECT_EQ(scalar(liquidated), "0");
        // What has to be liquidated falls while nobody can write it down.
        away(from, to, [&] { market.pin_price("BTC-USDT-SWAP", "46000"); });
        expect_prices_soon();
        test::wait_until("the liquidation", [&] { return scalar(liquidated) == "1"; });
        expect_trade(orders, contracts);
    }
    std::string scalar(const char* sql) {
        const auto result = world.superuser().run(sql);
        return result.empty() ? "" : result[0].str("v");
    }

    test::SimulatedMarket market{{"--no-limits", "--interval", "100"}};
    World world{{{"STALE_AFTER_MS", "10000"}, {"HOUSE_STALE_AFTER_MS", "3000"}}};
    test::ScratchFolder folder;
    std::optional<HandlerProcess> spot, futures;
    std::vector<std::unique_ptr<test::ChildProcess>> running;
};

TEST_F(DatabaseAway, TheJobsThatRunGoOnAndNobodyWaitsForTheNextMinute) {
    expect_goes_on_after("allow_connections false", "allow_connections true");
}

/// A primary that was made a standby, until they find the new one.
TEST_F(DatabaseAway, TheJobsThatRunWaitForAServerThatTakesChanges) {
    expect_goes_on_after("set default_transaction_read_only = on",
                         "reset default_transaction_read_only");
}

}  // namespace
}  // namespace cambio
