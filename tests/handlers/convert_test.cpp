// Quotes and conversions at the market: rates, money, each refusal, strangers, repetitions, races.
#include <atomic>
#include <thread>

#include "convert_fixture.h"

namespace cambio {
namespace {

TEST_F(Conversions, AQuoteShowsRateAndSpread) {
    const auto anna = person();
    const auto quote = quoted(anna, "USDT", "BTC", "1000");
    EXPECT_EQ(quote["from_amount"].asString(), "1000");
    EXPECT_EQ(quote["to_amount"].asString(), "0.01996");
    EXPECT_EQ(quote["rate"].asString(), "0.00001996");
    EXPECT_EQ(quote["market_rate"].asString(), "0.00002");
    EXPECT_EQ(quote["spread"].asString(), "0.2");
    EXPECT_EQ(quote["fee"].asString(), "0");
    EXPECT_EQ(quote["seconds"].asInt(), 45);
    const auto cross = post(anna, quote_path, {{"from", "BTC"}, {"to", "ETH"}, {"to_amount", "1"}})
                           .json()["quote"];
    EXPECT_EQ(cross["from_amount"].asString(), "0.05010021");
    EXPECT_EQ(cross["to_amount"].asString(), "1");
    EXPECT_EQ(cross["rate"].asString(), "19.96");
    // Asking costs nothing.
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
}

TEST_F(Conversions, AQuoteIsRefusedForEachBadField) {
    const auto anna = person();
    const auto refused = [&](const Fields& more, const std::string& code, const std::string& field,
                             int status = 400) {
        Fields fields{{"from", "USDT"}, {"to", "BTC"}, {"amount", "100"}};
        for (const auto& [name, value] : more) fields[name] = value;
        std::erase_if(fields, [](const auto& item) { return item.second == "-"; });
        const auto answer = post(anna, quote_path, fields);
        expect_error(answer, status, code, field);
        return answer.json()["details"];
    };
    refused({{"from", "NONE"}}, "unknown_asset", "from", 404);
    refused({{"to", "NONE"}}, "unknown_asset", "to", 404);
    refused({{"to", std::string(17, 'A')}}, "too_long", "to");
    refused({{"to", "USDT"}}, "invalid_parameter", "to");
    refused({{"from", "-"}}, "missing_parameter", "from");
    refused({{"to", "-"}}, "missing_parameter", "to");
    refused({{"amount", "-"}}, "missing_parameter", "amount");
    refused({{"to_amount", "1"}}, "invalid_parameter", "to_amount");
    refused({{"amount", "0"}}, "not_positive", "amount");
    refused({{"amount", "-5"}}, "not_positive", "amount");
    refused({{"amount", "1e3"}}, "invalid_amount", "amount");
    refused({{"amount", "0.000000001"}}, "too_many_places", "amount");
    refused({{"amount", "-"}, {"to_amount", "0.000000001"}}, "too_many_places", "to_amount");
    refused({{"else", "1"}}, "unknown_parameter", "else");
    EXPECT_EQ(refused({{"amount", "0.99"}}, "below_minimum", "amount")["minimum"].asString(), "1");
    EXPECT_EQ(refused({{"amount", "-"}, {"to_amount", "0.00001"}}, "below_minimum",
                      "to_amount")["minimum"]
                  .asString(),
              "0.00001996");
    EXPECT_EQ(refused({{"amount", "250000.01"}}, "above_maximum", "amount")["maximum"].asString(),
              "250000");
    refused({{"amount", "99999999999999999999"}}, "above_maximum", "amount");
    expect_error(as(anna).get(quote_path), 405, "method_not_allowed");
    FastCgiClient nobody = spot->client();
    expect_error(post(nobody, quote_path, {{"from", "USDT"}, {"to", "BTC"}, {"amount", "100"}}),
                 401, "unauthorized");
}

TEST_F(Conversions, NeedAFreshPriceAnOpenMarketAndInventory) {
    const auto anna = person();
    const Fields ask{{"from", "USDT"}, {"to", "ETH"}, {"amount", "100"}};
    const auto quote = quoted(anna, "USDT", "ETH", "100");
    const auto late = order("ETHUSDT", "BUY", "MARKET", {{"quote_id", quote["id"].asString()}});
    const auto now = order("ETHUSDT", "BUY", "MARKET", {{"total", "100"}});

    set_price("ETHUSDT", "2500", std::chrono::hours{2});
    expect_error(post(anna, quote_path, ask), 409, "stale_price");
    expect_error(post(anna, my_order, now), 409, "stale_price");
    // A promise made at a fresh price is none at a stale one.
    expect_error(post(anna, my_order, late), 409, "stale_price");
    // The other coin is not touched.
    quoted(anna, "USDT", "BTC", "100");
    // A book that is far from the last price is not believed, nor is the last price.
    world->quote("ETHUSDT", "2500");
    world->provider_book("ETHUSDT", {{"3099", "1"}}, {{"3101", "1"}});
    expect_error(post(anna, quote_path, ask), 409, "stale_price");
    set_prices();

    world->superuser().run("update markets set state = 'closed' where pair = 'ETHUSDT'");
    expect_error(post(anna, quote_path, ask), 409, "market_closed", "to");
    expect_error(post(anna, my_order, now), 409, "market_closed", "name");
    world->superuser().run("update markets set state = 'open' where pair = 'ETHUSDT'");

    set_price("BNBUSDT", "800");
    expect_error(post(anna, quote_path, {{"from", "USDT"}, {"to", "BNB"}, {"amount", "100"}}), 409,
                 "no_liquidity");
    expect_error(post(anna, my_order, order("BNBUSDT", "BUY", "MARKET", {{"total", "100"}})), 409,
                 "no_liquidity");
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
    EXPECT_EQ(number("select count(*) as n from conversions where client_id = $1", {anna.id}), 0);
}

TEST_F(Conversions, AtAQuoteGiveExactlyWhatItSaid) {
    const auto anna = person();
    const Decimal house = world->house_balance(ledger::House::liquidity, "BTC");
    const auto quote = quoted(anna, "USDT", "BTC", "1000");
    set_price("BTCUSDT", "50049");
    const auto done =
        converted(anna, order("BTCUSDT", "BUY", "MARKET", {{"quote_id", quote["id"].asString()}}));
    EXPECT_EQ(done["from"].asString(), "USDT");
    EXPECT_EQ(done["to"].asString(), "BTC");
    EXPECT_EQ(done["to_amount"].asString(), "0.01996");
    EXPECT_EQ(done["rate"].asString(), "0.00001996");
    EXPECT_EQ(done["state"].asString(), "APPROVED");
    EXPECT_EQ(done["market_type"].asString(), "MARKET");
    EXPECT_EQ(anna.balance("USDT"), dec("9000"));
    EXPECT_EQ(anna.balance("BTC"), dec("1.01996"));
    EXPECT_EQ(world->house_balance(ledger::House::liquidity, "BTC"), house - dec("0.01996"));
    EXPECT_EQ(newest(anna), done);
}

TEST_F(Conversions, AQuoteIsGoodOnceForItsOwnerAndForItsSeconds) {
    const auto anna = person(), ben = person();
    const auto fresh = [&] { return quoted(anna, "USDT", "BTC", "100")["id"].asString(); };
    const auto use = [](const std::string& id) {
        return order("BTCUSDT", "BUY", "MARKET", {{"quote_id", id}});
    };
    const auto first = fresh();
    converted(anna, use(first));
    expect_error(post(anna, my_order, use(first)), 409, "quote_expired", "quote_id");
    const auto second = fresh();
    expect_error(post(ben, my_order, use(second)), 404, "not_found", "quote_id");
    expect_error(post(anna, my_order, use("999999999")), 404, "not_found", "quote_id");
    EXPECT_EQ(number("select extract(epoch from expires_at - created_at)::bigint as n "
                     "from convert_quotes where id = $1",
                     {second}),
              45);
    world->superuser().run("update convert_quotes set expires_at = now() where id = $1", {second});
    expect_error(post(anna, my_order, use(second)), 409, "quote_expired", "quote_id");
    EXPECT_EQ(anna.balance("USDT"), dec("9900"));
    EXPECT_EQ(ben.balance("USDT"), dec("10000"));
}

TEST_F(Conversions, LiveQuotesPromiseNoMoreThanTheClientHas) {
    const auto anna = person(), ben = person();
    const auto take = [](const Person& who, const std::string& id) {
        return post(who, my_order, order("BTCUSDT", "BUY", "MARKET", {{"quote_id", id}})).message();
    };
    const auto ask = [](const Person& who, const char* amount) {
        return quoted(who, "USDT", "BTC", amount)["id"].asString();
    };
    const auto bens = ask(ben, "9000");
    const auto first = ask(anna, "9000"), second = ask(anna, "4000"), third = ask(anna, "6000");
    EXPECT_EQ(take(anna, first), "quote_expired") << "the newest are those that are shown";
    EXPECT_EQ(take(anna, second), "success");
    EXPECT_EQ(take(anna, third), "success") << "what is covered is kept";
    EXPECT_EQ(take(ben, bens), "success") << "each client has promises of its own";

    const auto carl = person();
    std::vector<std::string> quotes(20);
    std::vector<std::thread> askers;
    for (auto& id : quotes)
        askers.emplace_back([&id, client = as(carl)]() mutable {
            const auto answer =
                post(client, quote_path, {{"from", "USDT"}, {"to", "BTC"}, {"amount", "9000"}});
            id = answer.json()["quote"]["id"].asString();
        });
    for (auto& asker : askers) asker.join();
    int live = 0;
    for (const auto& id : quotes)
        live +=
            static_cast<int>(number("select count(*) as n from convert_quotes "
                                    "where id = $1 and expires_at > now()",
                                    {id}));
    EXPECT_EQ(live, 1);
}

TEST_F(Conversions, LiveQuotesPromiseNoMoreThanTheHouseHas) {
    const auto anna = person(), ben = person();
    world->liquidity("XRP", "1000");
    set_price("XRPUSDT", "2");
    world->provider_book("XRPUSDT", {{"1.999", "9000"}}, {{"2.001", "9000"}});
    const Fields wanted{{"from", "USDT"}, {"to", "XRP"}, {"to_amount", "600"}};
    const auto quote = quoted(anna, "USDT", "XRP", "1300")["id"].asString();
    expect_error(post(ben, quote_path, wanted), 409, "no_liquidity");
    world->superuser().run("update convert_quotes set expires_at = now() where id = $1", {quote});
    EXPECT_EQ(post(ben, quote_path, wanted).status, 200);
    expect_error(post(anna, quote_path, wanted), 409, "no_liquidity");
}

TEST_F(Conversions, AQuoteHasToFitWhatIsOrdered) {
    const auto anna = person();
    const auto id = quoted(anna, "USDT", "BTC", "100")["id"].asString();
    const auto refused = [&](const std::string& name, const std::string& side,
                             const std::string& field, Fields more = {}) {
        more["quote_id"] = id;
        expect_error(post(anna, my_order, order(name, side, "MARKET", more)), 400,
                     "invalid_parameter", field);
    };
    refused("ETHUSDT", "BUY", "quote_id");
    refused("BTCUSDT", "SELL", "quote_id");
    refused("BTCUSDT", "BUY", "total", {{"total", "101"}});
    refused("BTCUSDT", "BUY", "number_of_order", {{"number_of_order", "0.5"}});
    expect_error(post(anna, my_order, limit("BUY", "50000", {{"quote_id", id}, {"total", "100"}})),
                 400, "invalid_parameter", "quote_id");
    const auto done = converted(
        anna, order("BTCUSDT", "BUY", "MARKET",
                    {{"quote_id", id}, {"total", "100"}, {"number_of_order", "0.001996"}}));
    EXPECT_EQ(done["from_amount"].asString(), "100");
}

TEST_F(Conversions, WithoutAQuoteTakeTheRateOfTheMoment) {
    const auto anna = person();
    EXPECT_EQ(converted(anna, buy("1000"))["to_amount"].asString(), "0.01996");
    EXPECT_EQ(converted(anna, sell("0.1"))["to_amount"].asString(), "4990");
    // By what is wanted: paid is rounded up.
    const auto exact =
        converted(anna, order("BTCUSDT", "BUY", "MARKET", {{"number_of_order", "0.01"}}));
    EXPECT_EQ(exact["to_amount"].asString(), "0.01");
    EXPECT_EQ(exact["from_amount"].asString(), "501.00200401");
    const auto dollars = converted(anna, order("BTCUSDT", "SELL", "MARKET", {{"total", "499"}}));
    EXPECT_EQ(dollars["to_amount"].asString(), "499");
    EXPECT_EQ(dollars["from_amount"].asString(), "0.01");
    EXPECT_EQ(anna.balance("USDT"),
              dec("10000") - dec("1000") + dec("4990") - dec("501.00200401") + dec("499"));
    EXPECT_EQ(anna.balance("BTC"), dec("0.91996"));
}

TEST_F(Conversions, FromCoinToCoinShowBothLegsOrNone) {
    const auto anna = person();
    const auto done = converted(
        anna, order("ETHUSDT", "SELL", "MARKET", {{"to_coin", "BTC"}, {"number_of_order", "2"}}));
    EXPECT_EQ(done["from"].asString(), "ETH");
    EXPECT_EQ(done["to"].asString(), "BTC");
    EXPECT_EQ(done["to_amount"].asString(), "0.0998");
    EXPECT_EQ(anna.balance("ETH"), dec("8"));
    EXPECT_EQ(anna.balance("BTC"), dec("1.0998"));
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
    EXPECT_EQ(number("select count(*) as n from ledger_transfers where kind = 40 "
                     "and reference = $1",
                     {done["id"].asString()}),
              4);
    EXPECT_EQ(number("select count(*) as n from ledger_transfers t "
                     "join ledger_accounts a on a.id = t.credit join assets s on s.id = a.asset_id "
                     "where t.kind = 40 and t.reference = $1 and a.client_id = $2 "
                     "and s.code = 'USDT' and t.amount = 4990",
                     {done["id"].asString(), anna.id}),
              1);

    // The house has no BNB: the first leg does not happen either.
    set_price("BNBUSDT", "800");
    expect_error(
        post(anna, my_order,
             order("ETHUSDT", "SELL", "MARKET", {{"to_coin", "BNB"}, {"number_of_order", "2"}})),
        409, "no_liquidity");
    EXPECT_EQ(anna.balance("ETH"), dec("8"));
    EXPECT_EQ(as(anna).get(history_path).json()["total"].asInt(), 1);
}

TEST_F(Conversions, NeverTakeMoreThanThereIs) {
    const auto anna = person();
    const auto answer = post(anna, my_order, buy("10000.01"));
    expect_error(answer, 409, "insufficient_balance", "total");
    EXPECT_EQ(answer.json()["details"]["available"].asString(), "10000");
    const auto sold = post(anna, my_order, sell("1.00001"));
    expect_error(sold, 409, "insufficient_balance", "number_of_order");
    EXPECT_EQ(sold.json()["details"]["available"].asString(), "1");
    const auto asked =
        post(anna, quote_path, {{"from", "BTC"}, {"to", "USDT"}, {"to_amount", "100000"}});
    expect_error(asked, 409, "insufficient_balance", "to_amount");
    EXPECT_EQ(asked.json()["details"]["available"].asString(), "1");
    // What was there when it was promised may be gone when it is taken.
    const auto quote = quoted(anna, "BTC", "USDT", "1");
    converted(anna, sell("0.5"));
    expect_error(post(anna, my_order,
                      order("BTCUSDT", "SELL", "MARKET", {{"quote_id", quote["id"].asString()}})),
                 409, "insufficient_balance", "number_of_order");
    EXPECT_EQ(as(anna).get(history_path).json()["total"].asInt(), 1);
}

TEST_F(Conversions, OfAMinuteTakeNoMoreThanOneMay) {
    const auto anna = person(), ben = person();
    auto& database = world->superuser();
    database.run("delete from house_trades");
    const auto before =
        database.run("select provider_limit from markets where pair = 'ETHUSDT'")[0].decimal(
            "provider_limit");
    database.run("update markets set provider_limit = 2 where pair = 'ETHUSDT'");
    const auto sell = [](const Person& who, const char* ether) {
        return post(who, my_order,
                    order("ETHUSDT", "SELL", "MARKET", {{"number_of_order", ether}}));
    };
    EXPECT_EQ(sell(anna, "1.5").message(), "success");
    expect_error(sell(ben, "1"), 409, "no_liquidity");
    EXPECT_EQ(ben.balance("ETH"), dec("10"));
    EXPECT_EQ(sell(ben, "0.5").message(), "success");
    // What the house sells is another matter than what it buys.
    EXPECT_EQ(post(ben, my_order, order("ETHUSDT", "BUY", "MARKET", {{"total", "2000"}})).message(),
              "success");
    database.run("update house_trades set at = at - interval '65 seconds'");
    EXPECT_EQ(sell(ben, "2").message(), "success");
    database.run("update markets set provider_limit = $1 where pair = 'ETHUSDT'", {before});
    database.run("delete from house_trades");
}

TEST_F(Conversions, AreRefusedForEachBadField) {
    const auto anna = person();
    const auto refused = [&](const Fields& more, const std::string& code, const std::string& field,
                             int status = 400) {
        auto fields = buy("100", more);
        std::erase_if(fields, [](const auto& item) { return item.second == "-"; });
        const auto answer = post(anna, my_order, fields);
        expect_error(answer, status, code, field);
        return answer.json()["details"];
    };
    refused({{"name", "NONEUSDT"}}, "unknown_market", "name", 404);
    refused({{"trade_type", "loan"}}, "invalid_parameter", "trade_type");
    refused({{"delegate_type", "SWAP"}}, "invalid_parameter", "delegate_type");
    refused({{"market_type", "STOP"}}, "invalid_parameter", "market_type");
    refused({{"to_coin", "ETH"}}, "invalid_parameter", "to_coin");
    refused({{"delegate_type", "SELL"}, {"to_coin", "BTC"}}, "invalid_parameter", "to_coin");
    refused({{"delegate_type", "SELL"}, {"to_coin", "NONE"}}, "unknown_asset", "to_coin", 404);
    refused({{"delegate_type", "SELL"}, {"to_coin", "ETH"}}, "invalid_parameter", "total");
    refused({{"total", "-"}}, "missing_parameter", "number_of_order");
    refused({{"total", "0"}}, "not_positive", "total");
    refused({{"total", "x"}}, "invalid_amount", "total");
    refused({{"total", "1.000000001"}}, "too_many_places", "total");
    refused({{"number_of_order", "0.000000001"}}, "too_many_places", "number_of_order");
    refused({{"quote_id", "x"}}, "invalid_parameter", "quote_id");
    refused({{"client_id", "a b"}}, "invalid_parameter", "client_id");
    refused({{"time_in_force", "GTC"}}, "unknown_parameter", "time_in_force");
    refused({{"else", "1"}}, "unknown_parameter", "else");
    refused({{"name", "-"}}, "missing_parameter", "name");
    refused({{"transaction_password", "-"}}, "missing_parameter", "transaction_password");
    EXPECT_EQ(refused({{"total", "0.99"}}, "below_minimum", "total")["minimum"].asString(), "1");
    EXPECT_EQ(refused({{"total", "250001"}}, "above_maximum", "total")["maximum"].asString(),
              "250000");
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
}

TEST_F(Conversions, AskForTheTransactionPasswordAndAStandingClient) {
    const auto anna = person(), frozen = person(), revoked = person();
    const auto wrong = post(anna, my_order, buy("100", {{"transaction_password", "wrong"}}));
    EXPECT_EQ(wrong.status, 200);
    EXPECT_EQ(wrong.message(), "wrong_transaction_password");
    for (int i = 0; i < 4; ++i)
        post(anna, my_order, buy("100", {{"transaction_password", "wrong"}}));
    expect_error(post(anna, my_order, buy("100")), 429, "trading_locked");

    auto early = as(frozen), leaving = as(revoked);
    EXPECT_EQ(post(early, my_order, buy("100")).message(), "success");
    EXPECT_EQ(post(leaving, my_order, buy("100")).message(), "success");
    world->superuser().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1",
                           {frozen.id});
    world->superuser().run("update sessions set revoked_at = now() where client_id = $1",
                           {revoked.id});
    expect_error(post(early, my_order, buy("100")), 403, "frozen_account");
    expect_error(post(leaving, my_order, buy("100")), 401, "unauthorized");
    EXPECT_EQ(frozen.balance("USDT"), dec("9900"));
    FastCgiClient nobody = spot->client();
    expect_error(post(nobody, my_order, buy("100")), 401, "unauthorized");
    expect_error(nobody.get(history_path), 401, "unauthorized");
}

TEST_F(Conversions, SentTwiceAreOne) {
    const auto anna = person();
    const auto first = converted(anna, buy("100", {{"client_id", "form-1"}}));
    EXPECT_EQ(converted(anna, buy("100", {{"client_id", "form-1"}})), first);
    EXPECT_EQ(first["client_id"].asString(), "form-1");
    expect_error(post(anna, my_order, buy("101", {{"client_id", "form-1"}})), 409,
                 "client_id_reused", "client_id");
    // The first answer comes again, whatever the price is by now.
    set_price("BTCUSDT", "50000", std::chrono::hours{2});
    EXPECT_EQ(converted(anna, buy("100", {{"client_id", "form-1"}})), first);
    set_prices();
    EXPECT_EQ(anna.balance("USDT"), dec("9900"));

    const auto quote = quoted(anna, "USDT", "BTC", "100")["id"].asString();
    std::vector<std::thread> clicks;
    std::atomic<int> right = 0, expired = 0;
    for (int i = 0; i < 8; ++i) {
        const Fields more{{"quote_id", quote}, {"client_id", i < 5 ? "form-2" : "form-3"}};
        clicks.emplace_back([&, more, caller = std::make_shared<FastCgiClient>(as(anna))] {
            const auto message =
                post(*caller, my_order, order("BTCUSDT", "BUY", "MARKET", more)).message();
            if (message == "success") ++right;
            if (message == "quote_expired") ++expired;
        });
    }
    for (auto& click : clicks) click.join();
    // One of the two forms has it, each of its clicks the same answer.
    EXPECT_EQ(right + expired, 8);
    EXPECT_TRUE(right == 5 || right == 3) << right;
    EXPECT_EQ(anna.balance("USDT"), dec("9800"));
}

TEST_F(Conversions, AtOnceWithOrdersSpendNothingTwice) {
    const auto anna = person();
    std::vector<std::thread> threads;
    std::atomic<int> done = 0, refused = 0, surprises = 0;
    const auto count = [&](const Answer& answer) {
        if (answer.message() == "success")
            ++done;
        else if (answer.message() == "insufficient_balance")
            ++refused;
        else
            ++surprises;
    };
    const Fields resting{
        {"name", "BTCUSDT"},         {"delegate_type", "BUY"},
        {"market_type", "LIMIT"},    {"order_per_unit", "40000"},
        {"number_of_order", "0.02"}, {"transaction_password", World::transaction_password}};
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&, caller = std::make_shared<FastCgiClient>(as(anna))] {
            for (int round = 0; round < 4; ++round) count(post(*caller, my_order, buy("800")));
        });
        threads.emplace_back([&, caller = std::make_shared<FastCgiClient>(as(anna))] {
            for (int round = 0; round < 4; ++round) count(post(*caller, my_order, resting));
        });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(surprises, 0);
    // 800 USDT each, whichever they were: twelve fit into ten thousand.
    EXPECT_EQ(done, 12);
    EXPECT_EQ(refused, 20);
    EXPECT_EQ(anna.balance("USDT"), dec("400"));
}

TEST_F(Conversions, TheHistoryHasPages) {
    const auto anna = person(), ben = person();
    for (const char* total : {"100", "200", "300"}) converted(anna, buy(total));
    const auto page = as(anna).get(history_path, {{"page", "2"}, {"per_page", "2"}}).json();
    EXPECT_EQ(page["total"].asInt(), 3);
    ASSERT_EQ(page["conversions"].size(), 1u);
    EXPECT_EQ(page["conversions"][0]["from_amount"].asString(), "100");
    EXPECT_EQ(page["conversions"][0]["to_image"].asString(), "/icons/btc.svg");
    EXPECT_EQ(as(ben).get(history_path).json()["total"].asInt(), 0);
    expect_error(as(anna).get(history_path, {{"page", "0"}}), 400, "out_of_range", "page");
    expect_error(as(anna).get(history_path, {{"per_page", "201"}}), 400, "out_of_range",
                 "per_page");
}

}  // namespace
}  // namespace cambio
