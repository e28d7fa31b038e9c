// Conversions that wait for their rate: what they hold, when the job fills them, taking them back.
#include <atomic>
#include <optional>
#include <thread>

#include "convert_fixture.h"
#include "support/child_process.h"
#include "support/http_server.h"

namespace cambio {
namespace {

using testing::HasSubstr;

class LimitConversions : public Conversions {
  protected:
    static void fill() {
        EXPECT_EQ(test::run_job("fill_conversions", world->config().path(), {"--once"}), 0);
    }
    /// Nobody has filled anything for a while.
    static void job_stands() {
        world->superuser().run(
            "update job_runs set succeeded_at = now() - interval '20 seconds' "
            "where name = 'fill_conversions'");
    }
    /// The time is over for which nobody looks at what the house had no room for.
    static void wait_is_over() {
        world->superuser().run("update conversions set waits_until = now() where state = 1");
    }
    static Answer cancel(const Person& person, const Json::Value& conversion, Fields more = {}) {
        more["id"] = conversion["id"].asString();
        return post(person, cancel_path, more);
    }
};

TEST_F(LimitConversions, HoldWhatTheyPayUntilTheRateIsReached) {
    const auto anna = person();
    const auto waiting = converted(anna, limit("BUY", "45000", {{"total", "900"}}));
    EXPECT_EQ(waiting["state"].asString(), "PENDING");
    EXPECT_EQ(waiting["market_type"].asString(), "LIMIT");
    EXPECT_EQ(waiting["limit"].asString(), "45000");
    EXPECT_EQ(waiting["to_amount"].asString(), "0.02");
    EXPECT_EQ(anna.balance("USDT"), dec("9100"));
    EXPECT_EQ(anna.held("USDT"), dec("900"));
    fill();
    EXPECT_EQ(newest(anna)["state"].asString(), "PENDING");
    // 44950 with the spread is still above 45000.
    set_price("BTCUSDT", "44950");
    fill();
    EXPECT_EQ(newest(anna)["state"].asString(), "PENDING");
    test::expect_books_balance(*world);

    // 900 × 0.998 / 44900 = 0.020004454…
    set_price("BTCUSDT", "44900");
    fill();
    const auto filled = newest(anna);
    EXPECT_EQ(filled["state"].asString(), "APPROVED");
    EXPECT_EQ(filled["to_amount"].asString(), "0.02000445");
    EXPECT_EQ(anna.held("USDT"), Decimal{});
    EXPECT_EQ(anna.balance("BTC"), dec("1.02000445"));
    EXPECT_EQ(number("select count(*) as n from notifications where client_id = $1 "
                     "and kind = 'conversion_filled' and data->>'total' = '0.02000445'",
                     {anna.id}),
              1);
    fill();
    EXPECT_EQ(anna.balance("BTC"), dec("1.02000445"));
}

TEST_F(LimitConversions, FillAtABetterRateWhenThereIsOne) {
    const auto anna = person();
    converted(anna, limit("SELL", "49000", {{"number_of_order", "0.1"}}));
    EXPECT_EQ(anna.held("BTC"), dec("0.1"));
    fill();
    const auto filled = newest(anna);
    EXPECT_EQ(filled["state"].asString(), "APPROVED");
    EXPECT_EQ(filled["to_amount"].asString(), "4990");
    EXPECT_EQ(filled["rate"].asString(), "49900");
    EXPECT_EQ(filled["limit"].asString(), "49000");
    EXPECT_EQ(anna.balance("USDT"), dec("14990"));
}

TEST_F(LimitConversions, WorkFromCoinToCoinAndByWhatIsWanted) {
    const auto anna = person();
    const auto cross = converted(
        anna, order("ETHUSDT", "SELL", "LIMIT",
                    {{"to_coin", "BTC"}, {"number_of_order", "2"}, {"order_per_unit", "0.055"}}));
    EXPECT_EQ(cross["to_amount"].asString(), "0.11");
    const auto wanted = converted(anna, limit("BUY", "40000", {{"number_of_order", "0.1"}}));
    EXPECT_EQ(wanted["from_amount"].asString(), "4000");
    fill();
    EXPECT_EQ(anna.held("ETH"), dec("2"));
    set_price("ETHUSDT", "2800");  // 2800 × 0.998 / 50000 = 0.055888
    fill();
    EXPECT_EQ(anna.held("ETH"), Decimal{});
    EXPECT_EQ(anna.balance("BTC"), dec("1.111776"));
    EXPECT_EQ(anna.held("USDT"), dec("4000"));
    EXPECT_EQ(cancel(anna, wanted).status, 200);
}

TEST_F(LimitConversions, FillAtFreshPricesOnly) {
    const auto anna = person();
    // At a stale price a limit may still be given.
    set_price("BTCUSDT", "50000", std::chrono::hours{2});
    const auto waiting = converted(anna, limit("SELL", "49000", {{"number_of_order", "0.1"}}));
    fill();
    EXPECT_EQ(newest(anna)["state"].asString(), "PENDING");
    set_prices();
    world->superuser().run("update markets set state = 'closed' where pair = 'BTCUSDT'");
    fill();
    EXPECT_EQ(newest(anna)["state"].asString(), "PENDING");
    world->superuser().run("update markets set state = 'open' where pair = 'BTCUSDT'");
    fill();
    EXPECT_EQ(newest(anna)["state"].asString(), "APPROVED");
}

TEST_F(LimitConversions, WaitForNoOtherThatCannotBeFilled) {
    const auto anna = person(), ben = person();
    const auto broken = converted(anna, limit("SELL", "49000", {{"number_of_order", "0.1"}}));
    converted(ben, limit("SELL", "49000", {{"number_of_order", "0.1"}}));
    world->break_row("conversions", "id", std::stoll(broken["id"].asString()));
    EXPECT_EQ(test::run_job("fill_conversions", world->config().path(), {"--once"}), 1);
    EXPECT_EQ(newest(anna)["state"].asString(), "PENDING");
    EXPECT_EQ(newest(ben)["state"].asString(), "APPROVED");
    world->mend_rows();
    fill();
    EXPECT_EQ(newest(anna)["state"].asString(), "APPROVED");
    test::expect_books_balance(*world);
}

TEST_F(LimitConversions, WaitWhileTheHouseHasTooLittle) {
    const auto anna = person(), ben = person();
    set_price("BNBUSDT", "800");
    converted(anna,
              order("BNBUSDT", "BUY", "LIMIT", {{"total", "800"}, {"order_per_unit", "900"}}));
    converted(ben, limit("SELL", "49000", {{"number_of_order", "0.1"}}));
    fill();
    EXPECT_EQ(newest(anna)["state"].asString(), "PENDING");
    // It stands in nobody's way.
    EXPECT_EQ(newest(ben)["state"].asString(), "APPROVED");
    world->liquidity("BNB", "5");
    fill();
    EXPECT_EQ(newest(anna)["state"].asString(), "PENDING") << "nobody looks at it for a while";
    wait_is_over();
    fill();
    EXPECT_EQ(newest(anna)["state"].asString(), "APPROVED");
    EXPECT_EQ(anna.balance("BNB"), dec("0.998"));
}

TEST_F(LimitConversions, CanBeTakenBackByTheirOwner) {
    const auto anna = person(), ben = person();
    const auto waiting = converted(anna, limit("BUY", "45000", {{"total", "900"}}));
    expect_error(cancel(ben, waiting), 404, "not_found", "id");
    const auto answer = cancel(anna, waiting);
    EXPECT_EQ(answer.message(), "success") << answer.body;
    EXPECT_EQ(answer.json()["conversion"]["state"].asString(), "DISSAPROVED");
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
    EXPECT_EQ(anna.held("USDT"), Decimal{});
    expect_error(cancel(anna, waiting), 409, "order_not_open", "id");
    EXPECT_EQ(cancel(anna, waiting, {{"client_id", "again"}}).message(), "success");
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
    set_price("BTCUSDT", "40000");
    fill();
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
    const auto done = converted(anna, buy("100"));
    expect_error(cancel(anna, done), 409, "order_not_open", "id");
    expect_error(cancel(anna, done, {{"client_id", "again"}}), 409, "order_not_open", "id");
    expect_error(post(anna, cancel_path, {{"id", "x"}}), 400, "invalid_parameter", "id");
    expect_error(post(anna, cancel_path, {}), 400, "missing_parameter", "id");
    expect_error(post(anna, cancel_path, {{"id", "1"}, {"else", "1"}}), 400, "unknown_parameter",
                 "else");
    FastCgiClient nobody = spot->client();
    expect_error(post(nobody, cancel_path, {{"id", "1"}}), 401, "unauthorized");
}

TEST_F(LimitConversions, AreNotTakenBackOnceTheirRateHasCome) {
    const auto anna = person();
    fill();
    const auto reached = converted(anna, limit("SELL", "49000", {{"number_of_order", "0.1"}}));
    const auto waits = converted(anna, limit("SELL", "51000", {{"number_of_order", "0.1"}}));
    // Whoever knows the next price first would take back what loses.
    expect_error(cancel(anna, reached), 409, "order_filling", "id");
    expect_error(cancel(anna, reached, {{"client_id", "again"}}), 409, "order_filling", "id");
    EXPECT_EQ(cancel(anna, waits).message(), "success");
    EXPECT_EQ(anna.held("BTC"), dec("0.1"));
    fill();
    EXPECT_EQ(newest(anna)["state"].asString(), "DISSAPROVED");
    EXPECT_EQ(anna.held("BTC"), Decimal{});
    EXPECT_EQ(anna.balance("USDT"), dec("14990"));
    expect_error(cancel(anna, reached), 409, "order_not_open", "id");

    // The house does not trade at these prices, or nobody is there to fill it.
    const auto stale = converted(anna, limit("SELL", "49000", {{"number_of_order", "0.1"}}));
    set_price("BTCUSDT", "50000", std::chrono::hours{2});
    EXPECT_EQ(cancel(anna, stale).message(), "success");
    set_prices();
    const auto late = converted(anna, limit("SELL", "49000", {{"number_of_order", "0.1"}}));
    job_stands();
    EXPECT_EQ(cancel(anna, late).message(), "success");
}

TEST_F(LimitConversions, CanBeTakenBackWhileTheHouseHasTooLittle) {
    const auto anna = person();
    // More than the book holds.
    set_price("SOLUSDT", "100");
    world->provider_book("SOLUSDT", {{"99.95", "1"}}, {{"100.05", "1"}});
    world->liquidity("SOL", "100");
    const auto large = converted(
        anna, order("SOLUSDT", "BUY", "LIMIT", {{"total", "800"}, {"order_per_unit", "110"}}));
    fill();
    EXPECT_EQ(newest(anna)["state"].asString(), "PENDING");
    EXPECT_EQ(number("select count(*) as n from conversions where id = $1 "
                     "and waits_until > now() + interval '10 seconds'",
                     {large["id"].asString()}),
              1);
    // The next look may fill it.
    wait_is_over();
    expect_error(cancel(anna, large), 409, "order_filling", "id");
    fill();
    EXPECT_EQ(cancel(anna, large).message(), "success");
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
}

TEST_F(LimitConversions, AreFilledAtThePriceOfTheirTurn) {
    const auto anna = person(), ben = person();
    converted(anna, limit("SELL", "49000", {{"number_of_order", "0.1"}}));
    converted(ben, limit("SELL", "49000", {{"number_of_order", "0.1"}}));
    pg::Connection connection{world->database().superuser()};
    std::optional<pg::Transaction> tx{connection};
    tx->run("select from ledger_accounts where client_id = $1 for update", {anna.id});
    std::thread job{[] { fill(); }};
    test::wait_until("the job to wait for the first", [] {
        return number(
                   "select count(*) as n from pg_stat_activity "
                   "where datname = current_database() and wait_event_type = 'Lock'") == 1;
    });
    set_price("BTCUSDT", "48000");
    tx.reset();
    job.join();
    EXPECT_EQ(newest(anna)["state"].asString(), "APPROVED");
    EXPECT_EQ(newest(ben)["state"].asString(), "PENDING") << "the market has left its limit";
    test::expect_books_balance(*world);
    set_price("BTCUSDT", "60000");
    fill();
    EXPECT_EQ(newest(ben)["rate"].asString(), "59880");
}

TEST_F(LimitConversions, AreFilledOrTakenBackButNeverBoth) {
    const auto anna = person();
    for (int i = 0; i < 10; ++i) {
        job_stands();
        const auto waiting = converted(anna, limit("SELL", "49000", {{"number_of_order", "0.01"}}));
        std::atomic<int> taken = 0;
        std::thread owner{[&, caller = std::make_shared<FastCgiClient>(as(anna))] {
            if (post(*caller, cancel_path, {{"id", waiting["id"].asString()}}).status == 200)
                ++taken;
        }};
        fill();
        owner.join();
        EXPECT_EQ(newest(anna)["state"].asString(), taken == 1 ? "DISSAPROVED" : "APPROVED");
    }
    EXPECT_EQ(anna.held("BTC"), Decimal{});
}

TEST_F(LimitConversions, AreRefusedWhenTheyMakeNoSense) {
    const auto anna = person();
    const auto refused = [&](const std::string& side, const std::string& price, const Fields& more,
                             int status, const std::string& code, const std::string& field) {
        expect_error(post(anna, my_order, limit(side, price, more)), status, code, field);
    };
    const Fields cheap{{"total", "100"}};
    refused("BUY", "", cheap, 400, "missing_parameter", "order_per_unit");
    refused("BUY", "0", cheap, 400, "not_positive", "order_per_unit");
    refused("BUY", "x", cheap, 400, "invalid_amount", "order_per_unit");
    refused("BUY", "500001", cheap, 409, "price_protection", "order_per_unit");
    refused("BUY", "4999", cheap, 409, "price_protection", "order_per_unit");
    refused("BUY", "45000", {{"total", "1"}, {"number_of_order", "0.01"}}, 400, "invalid_parameter",
            "total");
    refused("SELL", "55000", {{"total", "1"}, {"number_of_order", "0.01"}}, 400,
            "invalid_parameter", "total");
    refused("BUY", "45000", {{"total", "0.5"}}, 400, "below_minimum", "total");
    refused("BUY", "45000", {{"total", "225000.01"}}, 400, "above_maximum", "total");
    refused("BUY", "45000", {{"total", "10000.01"}}, 409, "insufficient_balance", "total");
    refused("BUY", "45000", {{"number_of_order", "1"}}, 409, "insufficient_balance",
            "number_of_order");
    refused("SELL", "45000", {{"number_of_order", "1.1"}}, 409, "insufficient_balance",
            "number_of_order");
    set_price("AAVEUSDT", "200");
    world->superuser().run("delete from quotes where market_id = $1", {world->market("AAVEUSDT")});
    expect_error(
        post(anna, my_order,
             order("AAVEUSDT", "BUY", "LIMIT", {{"total", "100"}, {"order_per_unit", "200"}})),
        409, "stale_price");
    EXPECT_EQ(as(anna).get(history_path).json()["total"].asInt(), 0);
}

TEST_F(LimitConversions, AreAHundredAtMost) {
    const auto anna = person();
    world->superuser().run(R"sql(
        insert into conversions (client_id, content_hash, from_id, to_id, market_type, from_amount,
                                 to_amount, rate, limit_price, state)
        select $1, 0, $2, $3, 1, 1, 1, 1, 1, 1 from generate_series(1, 100))sql",
                           {anna.id, world->asset("BTC"), world->asset("USDT")});
    expect_error(post(anna, my_order, limit("BUY", "45000", {{"total", "100"}})), 409,
                 "too_many_open_orders");
    // The audit misses what they should hold.
    pg::Connection connection{world->database().suite()};
    const auto report = ledger::audit(connection);
    ASSERT_FALSE(report.passed);
    EXPECT_THAT(report.findings[0], HasSubstr("held 0 BTC, but conversion"));
    EXPECT_THAT(report.findings[0], HasSubstr("need 100"));
    world->superuser().run("delete from conversions where client_id = $1", {anna.id});
}

TEST_F(LimitConversions, OldQuotesAreForgotten) {
    const auto anna = person();
    const auto old = quoted(anna, "USDT", "BTC", "100")["id"].asString();
    const auto young = quoted(anna, "USDT", "BTC", "100")["id"].asString();
    world->superuser().run(
        "update convert_quotes set expires_at = now() - interval '61 minutes' where id = $1",
        {old});
    fill();
    EXPECT_EQ(number("select count(*) as n from convert_quotes where id = $1", {old}), 0);
    EXPECT_EQ(number("select count(*) as n from convert_quotes where id = $1", {young}), 1);
}

TEST(ConversionPushes, TellTheOwnersPages) {
    test::HttpServer pushes{test::HttpServer::Where::unix_socket,
                            [](const test::HttpRequest&) { return test::HttpServer::ok(""); }};
    World world{{{"PUSH_URL", "unix:" + pushes.socket()}}};
    world.liquidity("BTC", "1");
    world.quote("BTCUSDT", "50000");
    const auto anna = world.client("pushed@example.com").with("USDT", "1000");
    const auto wait_for = [&](const std::string& what, const std::string& more) {
        test::wait_until("a push of " + what + " with " + more, [&] {
            for (const auto& push : pushes.requests())
                if (push.target == "/publish/client." + anna.unique_id &&
                    push.body.find("\"type\":\"" + what + "\"") != std::string::npos &&
                    push.body.find(more) != std::string::npos)
                    return true;
            return false;
        });
    };
    {
        const auto spot = world.handler("spot");
        auto client = spot.client();
        client.bearer(world.token(anna));
        const auto answer = client.post_json(
            "/api/v2/my-order", {{"name", "BTCUSDT"},
                                 {"delegate_type", "BUY"},
                                 {"market_type", "LIMIT"},
                                 {"trade_type", "convert"},
                                 {"order_per_unit", "51000"},
                                 {"total", "600"},
                                 {"transaction_password", World::transaction_password}});
        ASSERT_EQ(answer.message(), "success") << answer.body;
        wait_for("conversion", "\"state\":\"PENDING\"");
        wait_for("balance", R"("freeze_balance":"600")");
    }
    world.quote("BTCUSDT", "50000");
    world.provider_book("BTCUSDT", {{"49990", "1"}}, {{"50010", "1"}});
    ASSERT_EQ(test::run_job("fill_conversions", world.config().path(), {"--once"}), 0);
    wait_for("conversion", "\"state\":\"APPROVED\"");
    wait_for("balance", R"("name":"BTC")");
    wait_for("notification", "{}");
    test::expect_books_balance(world);
}

}  // namespace
}  // namespace cambio
