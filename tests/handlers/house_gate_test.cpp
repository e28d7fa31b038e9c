// What the house asks of a price before it trades at it, in the order book, in Convert and in
// futures alike: its age, that it still stands, that the provider has said something new, and that
// the budget of the minute is not spent.
#include <future>

#include "convert_fixture.h"
#include "support/child_process.h"
#include "support/contracts.h"

namespace cambio {
namespace {

constexpr const char* stored_asks = R"sql(
    select asks::text as v from shown_books b join markets m on m.id = b.market_id
    where m.pair = $1
)sql";

class HouseGate : public Conversions {
  protected:
    static void SetUpTestSuite() {
        // The house's budget of a minute is 10,000 USDT, and prices may be as old as they like.
        begin({{"STALE_AFTER_MS", "3600000"}, {"HOUSE_BUDGET_PER_MINUTE", "10000"}});
    }
    static void begin(test::ScratchConfig::Settings settings) {
        world = new World{std::move(settings)};
        for (const char* coin : {"BTC", "ETH", "BNB", "SOL", "XRP"})
            world->liquidity(coin, "100000");
        world->liquidity("USDT", "1000000");
        set_prices();
        // The middle of the test's books: the engine may read a first book before its first price.
        world->quote("BNBUSDT", "100");
        spot.reset(new HandlerProcess{"spot", world->config().path(), world->config().secret()});
    }

    /// The sell side that everybody is shown.
    static std::string asks(const std::string& pair) {
        const auto found = world->superuser().run(stored_asks, {pair});
        return found.empty() ? "" : found[0].str("v");
    }
    static void expect_asks(const std::string& pair, const std::string& expected) {
        test::wait_until("the asks " + expected, [&] {
            std::string shown = asks(pair);
            std::erase(shown, ' ');
            return shown == expected;
        });
    }
    /// The engine has read whatever the database held of books before this.
    static void let_books_arrive() {
        static int last = 0;
        const std::string price = std::to_string(100 + ++last);
        world->provider_book("SOLUSDT", {{"50", "1"}}, {{price, "1"}});
        expect_asks("SOLUSDT", R"([[")" + price + R"(","1"]])");
    }
    static Answer trade(const Person& person, const std::string& pair, const std::string& side,
                        const Fields& fields) {
        return post(person, my_order,
                    with({{"name", pair},
                          {"delegate_type", side},
                          {"transaction_password", World::transaction_password}},
                         fields));
    }
    static Answer buy_coins(const Person& person, const std::string& pair,
                            const std::string& many) {
        return trade(person, pair, "BUY", {{"market_type", "MARKET"}, {"number_of_order", many}});
    }
};

TEST_F(HouseGate, FillsALevelAgainOnlyWhenTheProviderHasSaidSomethingNew) {
    const auto anna = person();
    world->provider_book("BNBUSDT", {{"99", "5"}}, {{"101", "5"}});
    expect_asks("BNBUSDT", R"([["101","5"]])");
    EXPECT_EQ(buy_coins(anna, "BNBUSDT", "4").message(), "success");
    expect_asks("BNBUSDT", R"([["101","1"]])");

    const auto repeat = [](const char* provider_at) {
        const std::string sql =
            std::string{"update provider_books set received_at = clock_timestamp(), "} +
            "provider_at = " + provider_at +
            " where market_id = (select id from markets where pair = 'BNBUSDT')";
        world->superuser().run(sql.c_str());
        let_books_arrive();
    };
    repeat("provider_at");
    EXPECT_EQ(buy_coins(anna, "BNBUSDT", "4").json()["order"]["filled"].asString(), "1")
        << "the same book was sold a second time";
    // Another program's write makes the engine read the market anew, and not the house generous.
    world->superuser().run("update markets set seq = seq + 1 where pair = 'BNBUSDT'");
    repeat("provider_at");
    EXPECT_EQ(buy_coins(anna, "BNBUSDT", "4").message(), "no_liquidity");
    repeat("clock_timestamp()");
    expect_asks("BNBUSDT", R"([["101","5"]])");
    EXPECT_EQ(buy_coins(anna, "BNBUSDT", "4").message(), "success");
}

TEST_F(HouseGate, KeepsAQuoteUnlessTheMarketHasMovedAgainstTheHouse) {
    const auto anna = person();
    const auto taken_at = [&](const std::string& side, const std::string& price) {
        set_price("BTCUSDT", "50000");
        const bool buys = side == "BUY";
        const auto quote =
            buys ? quoted(anna, "USDT", "BTC", "100") : quoted(anna, "BTC", "USDT", "0.002");
        set_price("BTCUSDT", price);
        return post(anna, my_order,
                    order("BTCUSDT", side, "MARKET", {{"quote_id", quote["id"].asString()}}));
    };
    // Half of the spread of 0.2 % is 50 USDT.
    for (const auto& [side, price] :
         std::initializer_list<std::pair<const char*, const char*>>{{"BUY", "50000"},
                                                                    {"BUY", "45000"},
                                                                    {"BUY", "50050"},
                                                                    {"SELL", "55000"},
                                                                    {"SELL", "49951"}})
        EXPECT_EQ(taken_at(side, price).message(), "success") << side << ' ' << price;
    for (const auto& [side, price] : std::initializer_list<std::pair<const char*, const char*>>{
             {"BUY", "50051"}, {"BUY", "55000"}, {"SELL", "49949"}, {"SELL", "45000"}}) {
        const Answer refused = taken_at(side, price);
        expect_error(refused, 409, "price_moved", "quote_id");
        EXPECT_EQ(refused.json()["details"]["price"].asString(), price) << refused.body;
    }
}

TEST_F(HouseGate, LooksAgainAtBothCoinsOfAConversion) {
    const auto anna = person();
    const auto quote = quoted(anna, "ETH", "BTC", "0.1")["id"].asString();
    const auto take = order("ETHUSDT", "SELL", "MARKET", {{"to_coin", "BTC"}, {"quote_id", quote}});
    set_price("BTCUSDT", "50100");
    expect_error(post(anna, my_order, take), 409, "price_moved", "quote_id");
    set_price("ETHUSDT", "2505");
    EXPECT_EQ(post(anna, my_order, take).message(), "success");
}

TEST_F(HouseGate, ManySmallConversionsTakeNoMoreThanOneLargeOneMay) {
    const auto anna = person().with("USDT", "100000");
    world->superuser().run("delete from house_trades");
    const auto exchange = [&](const std::string& side, const Fields& amount) {
        return post(anna, my_order, order("ETHUSDT", side, "MARKET", amount)).message();
    };
    EXPECT_EQ(exchange("BUY", {{"total", "6000"}}), "success");
    EXPECT_EQ(exchange("BUY", {{"total", "4001"}}), "no_liquidity");
    EXPECT_EQ(exchange("BUY", {{"total", "4000"}}), "success");
    EXPECT_EQ(exchange("BUY", {{"total", "100"}}), "no_liquidity");
    EXPECT_EQ(exchange("SELL", {{"number_of_order", "1"}}), "success") << "the other direction";
    // What was refused is not counted, and the minute passes.
    // (What the order book tells of an earlier test's trades may come meanwhile.)
    EXPECT_EQ(number("select sum(worth)::bigint as n from house_trades "
                     "where direction = 1 and source = 2"),
              10000);
    // What is written down of a trade is when its five seconds began: that may be 60 seconds old.
    world->superuser().run(
        "update house_trades set at = clock_timestamp() - interval '61 seconds'");
    EXPECT_EQ(exchange("BUY", {{"total", "100"}}), "no_liquidity");
    world->superuser().run("update house_trades set at = at - interval '4 seconds'");
    EXPECT_EQ(exchange("BUY", {{"total", "100"}}), "success");
}

TEST_F(HouseGate, ConvertsNoMoreThanTheProvidersBookHolds) {
    const auto anna = person().with("USDT", "100000").with("SOL", "1000");
    world->superuser().run("delete from house_trades");
    // Within the spread of 0.2 % of the best price there are 6 for sale and 4 in demand.
    const auto thin = [](const char* best) {
        world->quote("SOLUSDT", "100");
        world->provider_book("SOLUSDT", {{"99.9", "3"}, {"99.8", "1"}, {"90", "9000"}},
                             {{"100.1", best}, {"100.3", "1"}, {"110", "9000"}});
    };
    const auto ask = [&](const char* from, const char* to, const char* amount) {
        return post(anna, quote_path, {{"from", from}, {"to", to}, {"amount", amount}});
    };
    const auto exchange = [&](const std::string& side, const Fields& amount) {
        return post(anna, my_order, order("SOLUSDT", side, "MARKET", amount));
    };
    thin("5");
    const auto maximum = [](const Answer& answer, const char* field) {
        expect_error(answer, 400, "above_maximum", field);
        return answer.json()["details"]["maximum"].asString();
    };
    EXPECT_EQ(maximum(ask("USDT", "SOL", "601"), "amount"), "600");
    EXPECT_EQ(maximum(ask("SOL", "USDT", "4.1"), "amount"), "4");
    EXPECT_EQ(maximum(exchange("BUY", {{"total", "601"}}), "total"), "600");
    EXPECT_EQ(maximum(exchange("BUY", {{"number_of_order", "9"}}), "number_of_order"), "5.988");
    EXPECT_EQ(maximum(exchange("SELL", {{"number_of_order", "5"}}), "number_of_order"), "4");
    EXPECT_EQ(maximum(ask("SOL", "BTC", "4.1"), "amount"), "4");

    // A minute takes no more than one, and a promise no more than there is now.
    const auto promised = quoted(anna, "USDT", "SOL", "300")["id"].asString();
    EXPECT_EQ(exchange("BUY", {{"total", "400"}}).message(), "success");
    EXPECT_EQ(exchange("BUY", {{"total", "300"}}).message(), "no_liquidity");
    EXPECT_EQ(exchange("SELL", {{"number_of_order", "4"}}).message(), "success");
    world->superuser().run("delete from house_trades");
    thin("1");
    EXPECT_EQ(exchange("BUY", {{"quote_id", promised}}).message(), "no_liquidity");
    thin("5");
    EXPECT_EQ(exchange("BUY", {{"quote_id", promised}}).message(), "success");

    // A side with nothing in it gives nothing, nor does a book that is too old.
    world->provider_book("SOLUSDT", {{"99.9", "3"}}, {});
    expect_error(ask("USDT", "SOL", "100"), 409, "no_liquidity");
    EXPECT_EQ(ask("SOL", "USDT", "1").status, 200);
    world->provider_book("SOLUSDT", {{"99.9", "3"}}, {{"100.1", "3"}}, std::chrono::hours{2});
    world->quote("SOLUSDT", "100");
    expect_error(ask("SOL", "USDT", "1"), 409, "no_liquidity");
}

TEST_F(HouseGate, SharesTheBudgetBetweenTheOrderBookAndConvert) {
    const auto anna = person().with("USDT", "100000");
    const auto convert = [&](const std::string& total) {
        return post(anna, my_order, order("XRPUSDT", "BUY", "MARKET", {{"total", total}}))
            .message();
    };
    const auto refresh = [] {
        world->quote("XRPUSDT", "2");
        world->provider_book("XRPUSDT", {{"1.9", "9000"}}, {{"2.1", "9000"}});
    };
    refresh();
    EXPECT_EQ(convert("5800"), "success");
    // Of 10,000 USDT 4,200 are left, which is 2,000 coins at 2.1.
    test::wait_until("the order book to offer less", [&] {
        refresh();
        return asks("XRPUSDT").find("\"2000\"") != std::string::npos;
    });
    EXPECT_EQ(buy_coins(anna, "XRPUSDT", "1900").message(), "success");
    test::wait_until("Convert to know", [&] { return convert("300") == "no_liquidity"; });
    refresh();
    let_books_arrive();
    EXPECT_EQ(asks("XRPUSDT").find("\"9000\""), std::string::npos)
        << "a new book fills no budget: " << asks("XRPUSDT");
}

TEST_F(HouseGate, TheOrderBookBeginsNoNewMinuteWithANewProgram) {
    const auto anna = person().with("USDT", "100000");
    const auto offer = [](const char* price, const std::string& many) {
        test::wait_until(many + " for sale", [&] {
            world->quote("BNBUSDT", price);
            world->provider_book("BNBUSDT", {{"50", "9000"}}, {{price, "9000"}});
            return asks("BNBUSDT").find('"' + many + '"') != std::string::npos;
        });
    };
    const auto a_minute_later = [] {
        spot->stop();
        world->superuser().run("delete from house_trades");
        world->superuser().run("update fills set at = at - interval '66 seconds'");
        spot->start();
    };
    for (const bool killed : {false, true}) {
        a_minute_later();
        offer("125", "80");
        EXPECT_EQ(buy_coins(anna, "BNBUSDT", "40").message(), "success");
        spot->stop();  // at once: nobody has been told of that trade yet
        // As if it had been killed, and had told nobody.
        if (killed) world->superuser().run("delete from house_trades");
        spot->start();
        // Of 10,000 USDT 5,000 are left.
        offer("250", "20");
        EXPECT_EQ(buy_coins(anna, "BNBUSDT", "30").json()["order"]["filled"].asString(), "20")
            << killed;
    }
    a_minute_later();
    world->quote("BNBUSDT", "100");
}

class HouseAge : public HouseGate {
  protected:
    static constexpr std::chrono::milliseconds old{3000};

    static void SetUpTestSuite() {
        begin({{"STALE_AFTER_MS", "3600000"}, {"HOUSE_STALE_AFTER_MS", "2000"}});
        futures.reset(
            new HandlerProcess{"futures", world->config().path(), world->config().secret()});
    }
    static void TearDownTestSuite() {
        futures.reset();
        HouseGate::TearDownTestSuite();
    }
    /// Tries at fresh prices, for on a busy machine they are old again soon.
    template <class Try>
    static void until_success(const char* what, Try attempt) {
        test::wait_until(what, [&] {
            set_price("BTCUSDT", "50000");
            return attempt().message() == "success";
        });
    }
    static inline std::unique_ptr<HandlerProcess> futures;
};

TEST_F(HouseAge, TheOrderBookIsTheClientsAlone) {
    const auto anna = person(), ben = person();
    until_success("a fill by the house", [&] { return buy_coins(anna, "BTCUSDT", "0.001"); });
    // Old for the house, young enough to be shown.
    world->quote("BTCUSDT", "50000", old);
    world->superuser().run(
        "update provider_books set provider_at = clock_timestamp() - interval '3 seconds', "
        "received_at = clock_timestamp() where market_id = (select id from markets where pair = "
        "'BTCUSDT')");
    test::wait_until("the house's levels to go", [&] {
        return buy_coins(anna, "BTCUSDT", "0.001").message() == "no_liquidity";
    });
    expect_asks("BTCUSDT", "[]");
    EXPECT_EQ(
        trade(ben, "BTCUSDT", "SELL",
              {{"market_type", "LIMIT"}, {"order_per_unit", "50001"}, {"number_of_order", "0.01"}})
            .message(),
        "success");
    EXPECT_EQ(buy_coins(anna, "BTCUSDT", "0.01").message(), "success") << "clients trade on";
    until_success("the house again", [&] { return buy_coins(anna, "BTCUSDT", "0.001"); });
}

TEST_F(HouseAge, ConvertWaitsForTheNextPrice) {
    const auto anna = person();
    until_success("a conversion", [&] { return post(anna, my_order, buy("100")); });
    set_price("BTCUSDT", "50000", old);
    expect_error(post(anna, my_order, buy("100")), 409, "stale_price");
    expect_error(post(anna, quote_path, {{"from", "USDT"}, {"to", "BTC"}, {"amount", "100"}}), 409,
                 "stale_price");
    // A quiet market, whose last trade was a while ago and whose book is confirmed.
    test::wait_until("a conversion at the book", [&] {
        set_price("BTCUSDT", "50000");
        world->quote("BTCUSDT", "50000", old);
        return post(anna, my_order, buy("100")).message() == "success";
    });
}

TEST_F(HouseAge, FuturesOpenAndCloseAtAFreshMarkOnly) {
    test::make_contract(*world, "AGE");
    world->fund(ledger::House::insurance, "USDT", "10000");
    const auto anna = person().with("USDT", "1000", ledger::Wallet::future);
    auto client = futures->client();
    client.bearer(world->token(anna));
    const auto open = [&] {
        return client.post_json("/api/v2/buy-more",
                                {{"name", "AGEUSDT"},
                                 {"delegate_type", "BUY_MORE"},
                                 {"margin", "10"},
                                 {"leverage", "10"},
                                 {"transaction_password", World::transaction_password}});
    };
    test::mark(*world, "AGEUSDT", "50000", old);
    expect_error(open(), 409, "stale_price");
    test::wait_until("a position", [&] {
        test::mark(*world, "AGEUSDT", "50000");
        return open().status == 200;
    });
    const auto id = std::to_string(number("select max(id) as n from positions"));
    const auto close = [&] {
        return client.post_json(
            "/api/v3/futures/close",
            {{"future_id", id}, {"transaction_password", World::transaction_password}});
    };
    test::mark(*world, "AGEUSDT", "50000", old);
    expect_error(close(), 409, "stale_price");
    test::wait_until("the close is taken", [&] {
        test::mark(*world, "AGEUSDT", "50000");
        return close().message() == "closeRequest";
    });
}

/// With the last look: who asks waits for a price that is made afterwards.
class HouseLook : public HouseAge {
  protected:
    static void SetUpTestSuite() {
        begin({{"STALE_AFTER_MS", "3600000"},
               {"HOUSE_STALE_AFTER_MS", "3600000"},
               {"HOUSE_LAST_LOOK", "yes"},
               {"LIQUIDITY_SPREAD", "0.0005"},
               {"FUTURES_CAP_CLIENT", "0.01"}});
        futures.reset(
            new HandlerProcess{"futures", world->config().path(), world->config().secret()});
        world->fund(ledger::House::insurance, "USDT", "1000000");
    }

    /// What is answered where prices are made again and again after the wish, and not before: a
    /// password is long proved by then.
    template <class Price>
    static Answer answered(HandlerProcess& process, const Person& person, const char* path,
                           const Fields& fields, Price price) {
        auto client = process.client();
        client.bearer(world->token(person));
        auto answer = std::async(std::launch::async, [&] {
            return client.post_json(path, FastCgiClient::Params{fields.begin(), fields.end()});
        });
        EXPECT_EQ(answer.wait_for(std::chrono::milliseconds{700}), std::future_status::timeout);
        while (answer.wait_for(std::chrono::milliseconds{10}) != std::future_status::ready) price();
        return answer.get();
    }
    static Fields opening(const char* pair, const char* margin) {
        return {{"name", pair},
                {"delegate_type", "BUY_MORE"},
                {"margin", margin},
                {"leverage", "10"},
                {"transaction_password", World::transaction_password}};
    }
};

TEST_F(HouseLook, EverybodySeesTheHousesSpread) {
    world->provider_book("BNBUSDT", {{"999", "5"}}, {{"1000", "5"}});
    expect_asks("BNBUSDT", R"([["1000.5","5"]])");
    const auto bids = world->superuser().run(
        "select bids::text as v from shown_books b join markets m on m.id = b.market_id "
        "where m.pair = 'BNBUSDT'");
    EXPECT_NE(bids[0].str("v").find("\"998.5\""), std::string::npos) << bids[0].str("v");
}

TEST_F(HouseGate, EverybodySeesTheSpreadOfAMarket) {
    const auto anna = person().with("BNB", "10");
    const auto bids = [] {
        return world->superuser()
            .run(
                "select bids::text as v from shown_books b join markets m on m.id = b.market_id "
                "where m.pair = 'BNBUSDT'")[0]
            .str("v");
    };
    world->operate({"markets", "spread", "BNBUSDT", "0.01"});
    world->provider_book("SOLUSDT", {{"99", "5"}}, {{"100", "5"}});
    test::wait_until("the market's spread", [&] {
        world->provider_book("BNBUSDT", {{"198", "5"}}, {{"200", "5"}});
        return asks("BNBUSDT").find("\"202\"") != std::string::npos;
    });
    EXPECT_NE(bids().find("\"196.02\""), std::string::npos) << bids();
    expect_asks("SOLUSDT", R"([["100","5"]])");
    const Answer bought = buy_coins(anna, "BNBUSDT", "1");
    EXPECT_EQ(bought.json()["order"]["filled_total"].asString(), "202") << bought.body;
    const Answer sold =
        trade(anna, "BNBUSDT", "SELL", {{"market_type", "MARKET"}, {"number_of_order", "1"}});
    EXPECT_EQ(sold.json()["order"]["filled_total"].asString(), "196.02") << sold.body;

    world->operate({"markets", "spread", "BNBUSDT", "default"});
    test::wait_until("the usual spread", [&] {
        world->provider_book("BNBUSDT", {{"198", "5"}}, {{"200", "5"}});
        return asks("BNBUSDT").find("\"200\"") != std::string::npos;
    });
}

TEST_F(HouseLook, ConvertTradesAtThePriceAfterTheWish) {
    const auto anna = person();
    set_price("BTCUSDT", "50000");
    const auto taken_at = [&](const std::string& price, const Fields& fields) {
        return answered(*spot, anna, my_order, fields, [&] { set_price("BTCUSDT", price); });
    };
    const Answer market = taken_at("60000", buy("120"));
    ASSERT_EQ(market.message(), "success") << market.body;
    EXPECT_EQ(market.json()["conversion"]["to_amount"].asString(), "0.001996") << market.body;

    set_price("BTCUSDT", "50000");
    const auto quote = [&] {
        return buy("100", {{"quote_id", quoted(anna, "USDT", "BTC", "100")["id"].asString()}});
    };
    expect_error(taken_at("50051", quote()), 409, "price_moved", "quote_id");
    set_price("BTCUSDT", "50000");
    EXPECT_EQ(taken_at("50049", quote()).message(), "success");
}

TEST_F(HouseLook, FuturesOpenAndCloseAtTheMarkAfterTheWish) {
    test::make_contract(*world, "LOOK");
    test::mark(*world, "LOOKUSDT", "50000");
    const auto anna = person().with("USDT", "1000", ledger::Wallet::future);
    const auto opened = answered(*futures, anna, "/api/v2/buy-more", opening("LOOKUSDT", "100"),
                                 [] { test::mark(*world, "LOOKUSDT", "51000"); });
    ASSERT_EQ(opened.status, 200) << opened.body;
    EXPECT_EQ(opened.json()["position"]["opening_price"].asString(), "51000");

    const auto id = opened.json()["position"]["id"].asString();
    const Fields closing{{"future_id", id}, {"transaction_password", World::transaction_password}};
    const auto close_at = [&](const Fields& fields) {
        return answered(*futures, anna, "/api/v3/futures/close", fields,
                        [] { test::mark(*world, "LOOKUSDT", "50500"); });
    };
    const auto closed = close_at(closing);
    EXPECT_EQ(closed.message(), "closeRequest") << closed.body;
    EXPECT_EQ(world->superuser()
                  .run("select requested_price from positions where id = $1", {id})[0]
                  .decimal("requested_price"),
              dec("50500"));
    // Whoever does not know the password need not wait to hear it.
    auto stranger = futures->client();
    stranger.bearer(world->token(anna));
    EXPECT_EQ(stranger
                  .post_json("/api/v3/futures/close",
                             {{"future_id", id}, {"transaction_password", "nonsense"}})
                  .message(),
              "wrong_transaction_password");
}

TEST_F(HouseLook, FuturesTakeNoMoreThanAClientsShare) {
    test::make_contract(*world, "CAP");
    test::mark(*world, "CAPUSDT", "50000");
    const auto anna = person().with("USDT", "10000", ledger::Wallet::future);
    const auto open = [&](const char* margin) {
        return answered(*futures, anna, "/api/v2/buy-more", opening("CAPUSDT", margin),
                        [] { test::mark(*world, "CAPUSDT", "50000"); });
    };
    // A hundredth of two million (less what the tests before won of the house) is 20,000.
    EXPECT_EQ(open("1500").status, 200);
    const Answer more = open("1000");
    expect_error(more, 400, "above_maximum", "margin");
    const auto most = more.json()["details"]["maximum"].asString();
    EXPECT_LT(dec(most), dec("505")) << more.body;
    EXPECT_GT(dec(most), dec("490")) << more.body;
    EXPECT_EQ(open("400").status, 200) << "what is within it";
}

}  // namespace
}  // namespace cambio
