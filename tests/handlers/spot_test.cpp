#include "handlers/spot_fixture.h"

namespace cambio {

namespace {

using testing::HasSubstr, testing::Not;

// -- Placing orders -------------------------------------------------------------------------------

TEST_F(Spot, MarketBuyByTotalIsFilledByTheProvider) {
    Person anna = person();
    auto client = as(anna);
    const auto bought = placed(client, order("BUY", "MARKET", {{"total", "505.05"}}));
    EXPECT_EQ(bought["state"].asString(), "APPROVED");
    EXPECT_EQ(bought["delegate_type"].asString(), "BUY");
    EXPECT_EQ(bought["type"].asString(), "MARKET");
    EXPECT_EQ(bought["coin_pair"]["pair_name"].asString(), pair());
    EXPECT_EQ(bought["number_of_order"].asString(), "5");
    EXPECT_EQ(bought["filled"].asString(), "5");
    EXPECT_EQ(bought["final_price"].asString(), "101");
    EXPECT_EQ(bought["total"].asString(), "505.05");
    EXPECT_EQ(bought["fee"].asString(), "0.005");
    EXPECT_EQ(bought["fee_asset"].asString(), coin);
    EXPECT_THAT(bought["created_at"].asString(), testing::MatchesRegex("20.*T.*Z"));
    EXPECT_EQ(anna.balance("USDT"), dec("9495"));
    EXPECT_EQ(anna.balance(coin), dec("104.995"));
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    EXPECT_EQ(world->house_balance(ledger::House::fees, coin), dec("0.005"));
    EXPECT_EQ(world->house_balance(ledger::House::liquidity, coin), dec("995"));
}

TEST_F(Spot, MarketOrdersByQuantityGoThroughTheLevels) {
    Person anna = person();
    auto client = as(anna);
    const auto sold = placed(
        client, order("SELL", "MARKET",
                      {{"number_of_order", "15"}, {"total", ""}, {"order_per_unit", "100"}}));
    EXPECT_EQ(sold["state"].asString(), "APPROVED");
    EXPECT_EQ(sold["filled_total"].asString(), "1480");
    EXPECT_EQ(sold["final_price"].asString(), "98.66666667");
    EXPECT_EQ(sold["fee"].asString(), "1.48");
    EXPECT_EQ(sold["fee_asset"].asString(), "USDT");
    EXPECT_EQ(anna.balance("USDT"), dec("11478.52"));
    // 90 is more than two per cent below 98: what would trade there is left.
    const auto rest = placed(client, order("SELL", "MARKET", {{"number_of_order", "20"}}));
    EXPECT_EQ(rest["state"].asString(), "DISSAPROVED");
    EXPECT_EQ(rest["reason"].asString(), "market_remainder");
    EXPECT_EQ(rest["filled"].asString(), "5");
    EXPECT_EQ(anna.balance(coin), dec("80"));
}

TEST_F(Spot, TwoClientsAreMatchedWithEachOther) {
    Person anna = person();
    Person ben = person();
    auto anna_calls = as(anna);
    auto ben_calls = as(ben);
    const auto resting = placed(anna_calls, limit("SELL", "100", "2"));
    EXPECT_EQ(resting["state"].asString(), "PENDING");
    EXPECT_EQ(resting["filled"].asString(), "0");
    EXPECT_EQ(anna.balance(coin), dec("98"));
    EXPECT_EQ(anna.held(coin), dec("2"));
    auto open = anna_calls.get(open_orders).json();
    ASSERT_EQ(open["orders"].size(), 1u);
    EXPECT_EQ(open["total"].asInt(), 1);
    EXPECT_EQ(open["orders"][0], resting);

    const auto part = placed(ben_calls, limit("BUY", "100.5", "0.5"));
    EXPECT_EQ(part["state"].asString(), "APPROVED");
    EXPECT_EQ(part["final_price"].asString(), "100");
    const auto taken = placed(ben_calls, limit("BUY", "100.5", "2", {{"total", "201"}}));
    EXPECT_EQ(taken["state"].asString(), "PENDING");
    EXPECT_EQ(taken["filled"].asString(), "1.5");
    EXPECT_EQ(ben.held("USDT"), dec("50.25"));
    EXPECT_EQ(ben.balance("USDT"), dec("9749.75"));
    EXPECT_EQ(ben.balance(coin), dec("101.998"));
    EXPECT_EQ(anna.balance("USDT"), dec("10199.8"));
    EXPECT_EQ(anna.held(coin), dec("0"));

    EXPECT_EQ(anna_calls.get(open_orders).json()["orders"].size(), 0u);
    const auto past = anna_calls.get(order_histories, {{"name", pair()}}).json();
    ASSERT_EQ(past["orders"].size(), 1u);
    EXPECT_EQ(past["orders"][0]["state"].asString(), "APPROVED");
    EXPECT_EQ(past["orders"][0]["fee"].asString(), "0.2");
    ASSERT_EQ(past["fills"].size(), 2u);
    EXPECT_EQ(past["fills"][0]["role"].asString(), "maker");
    EXPECT_EQ(past["fills"][0]["delegate_type"].asString(), "SELL");
    EXPECT_EQ(past["fills"][0]["quantity"].asString(), "1.5");
    EXPECT_EQ(past["fills"][0]["order_id"], resting["id"]);
    EXPECT_EQ(number("select count(*) as n from notifications where client_id = $1 and kind = "
                     "'order_filled' and data->>'order_id' = $2",
                     {anna.id, resting["id"].asString()}),
              1);
}

TEST_F(Spot, ClientsComeBeforeTheProviderAtTheSamePrice) {
    Person anna = person();
    Person ben = person();
    auto anna_calls = as(anna);
    auto ben_calls = as(ben);
    // The provider's levels move under the orders: 101 is rested before it is asked there.
    placed(anna_calls, limit("SELL", "101", "1"));
    placed(ben_calls, order("BUY", "MARKET", {{"number_of_order", "3"}}));
    EXPECT_EQ(anna.balance("USDT"), dec("10100.899"));
    EXPECT_EQ(world->house_balance(ledger::House::liquidity, coin), dec("998"));
}

TEST_F(Spot, ALimitOrderTakesTheProviderAndRests) {
    Person anna = person();
    auto client = as(anna);
    const auto bought = placed(client, limit("BUY", "101", "12"));
    EXPECT_EQ(bought["state"].asString(), "PENDING");
    EXPECT_EQ(bought["filled"].asString(), "10");
    EXPECT_EQ(anna.held("USDT"), dec("202"));
    EXPECT_EQ(anna.balance("USDT"), dec("8788"));
}

TEST_F(Spot, ATotalAloneBuysWholeLotsAtTheLimit) {
    Person anna = person();
    auto client = as(anna);
    const auto bought = placed(
        client, order("BUY", "LIMIT",
                      {{"order_per_unit", "98.5"}, {"number_of_order", ""}, {"total", "100"}}));
    EXPECT_EQ(bought["number_of_order"].asString(), "1.015");
    EXPECT_EQ(anna.held("USDT"), dec("99.9775"));
}

TEST_F(Spot, TheProvidersMoveFillsARestingOrder) {
    Person anna = person();
    auto client = as(anna);
    const auto resting = placed(client, limit("BUY", "95", "3"));
    world->provider_book(pair(), {{"94", "10"}}, {{"94.5", "2"}, {"96", "5"}});
    test::wait_until("the provider to meet the order", [&] {
        return number("select count(*) as n from fills where maker_order = $1",
                      {resting["id"].asString()}) == 1;
    });
    const auto open = client.get(open_orders).json()["orders"][0];
    EXPECT_EQ(open["filled"].asString(), "2");
    EXPECT_EQ(open["final_price"].asString(), "95");
    EXPECT_EQ(open["fee"].asString(), "0.002");
    EXPECT_EQ(anna.held("USDT"), dec("95"));
    EXPECT_EQ(anna.balance(coin), dec("101.998"));
}

TEST_F(Spot, TimeInForceAndPostOnly) {
    Person anna = person();
    auto client = as(anna);
    expect_error(place(client, limit("BUY", "101", "20", {{"time_in_force", "FOK"}})), 409,
                 "fill_or_kill");
    expect_error(place(client, limit("BUY", "101", "1", {{"post_only", "true"}})), 409,
                 "would_cross");
    expect_error(place(client, limit("BUY", "100", "1", {{"time_in_force", "IOC"}})), 409,
                 "no_liquidity");
    EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 0);
    const auto ioc = placed(client, limit("BUY", "101", "12", {{"time_in_force", "IOC"}}));
    EXPECT_EQ(ioc["state"].asString(), "DISSAPROVED");
    EXPECT_EQ(ioc["filled"].asString(), "10");
    EXPECT_EQ(ioc["reason"].asString(), "ioc_remainder");
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    const auto post = placed(client, limit("BUY", "100", "1", {{"post_only", "true"}}));
    EXPECT_EQ(post["state"].asString(), "PENDING");
    EXPECT_TRUE(post["post_only"].asBool());
}

TEST_F(Spot, NobodyTradesWithThemselves) {
    Person anna = person();
    auto client = as(anna);
    placed(client, limit("SELL", "100", "1"));
    expect_error(place(client, limit("BUY", "100", "1")), 409, "self_trade");
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
}

TEST_F(Spot, AMarketOrderThatFindsNothingIsRefused) {
    Person anna = person();
    auto client = as(anna);
    placed(client, limit("BUY", "110", "30"));
    expect_error(place(client, order("BUY", "MARKET", {{"number_of_order", "1"}})), 409,
                 "no_liquidity");
    expect_error(place(client, order("BUY", "MARKET", {{"total", "100"}})), 409, "no_liquidity");
}

TEST_F(Spot, AnOrderThatCannotBePaidIsRefused) {
    Person anna = person();
    auto client = as(anna);
    expect_error(place(client, limit("BUY", "100", "100.001")), 409, "insufficient_balance",
                 "number_of_order");
    expect_error(place(client, limit("SELL", "100", "100.001")), 409, "insufficient_balance");
    expect_error(place(client, order("BUY", "MARKET", {{"total", "10000.1"}})), 409,
                 "insufficient_balance", "total");
    // At its best price alone it costs more than there is.
    expect_error(place(client, order("BUY", "MARKET", {{"number_of_order", "100"}})), 200,
                 "success");
    EXPECT_EQ(anna.balance("USDT"), dec("7970"));
}

TEST_F(Spot, MoneyThatOthersMoveCountsAtOnce) {
    Person anna = person();
    auto client = as(anna);
    placed(client, limit("BUY", "50", "199"));
    expect_error(place(client, limit("BUY", "50", "2")), 409, "insufficient_balance");
    anna.with("USDT", "50");
    placed(client, limit("BUY", "50", "2"));
    EXPECT_EQ(anna.balance("USDT"), dec("0"));

    Person ben = person();
    auto ben_calls = as(ben);
    placed(ben_calls, limit("BUY", "50", "1"));
    pg::Transaction tx{world->app()};
    const AssetId usdt = world->asset("USDT");
    ledger::transfer(tx, ledger::client_account(tx, ben.id, ledger::Wallet::spot, false, usdt),
                     ledger::client_account(tx, ben.id, ledger::Wallet::funding, false, usdt),
                     dec("9900"), ledger::Kind::wallet_transfer, ben.id.value);
    tx.commit();
    expect_error(place(ben_calls, limit("BUY", "50", "2")), 409, "insufficient_balance");
    placed(ben_calls, limit("BUY", "50", "1"));
    EXPECT_EQ(ben.balance("USDT"), dec("0"));
}

TEST_F(Spot, TwoHundredOpenOrdersAreEnough) {
    Person anna = person();
    auto client = as(anna);
    for (int i = 0; i < 200; ++i) placed(client, limit("BUY", "50", "0.1"));
    expect_error(place(client, limit("BUY", "50", "0.1")), 409, "too_many_open_orders");
    EXPECT_EQ(send(client, cancel_order, {{"all", "true"}}).json()["cancelled"].asInt(), 200);
    placed(client, limit("BUY", "50", "0.1"));
}

// -- Idempotency
// ------------------------------------------------------------------------------------

TEST_F(Spot, TheSameKeyAnswersAsTheFirstTime) {
    Person anna = person();
    auto client = as(anna);
    const auto first = placed(client, limit("BUY", "90", "1", {{"client_id", "key-1"}}));
    EXPECT_EQ(first["client_id"].asString(), "key-1");
    EXPECT_EQ(placed(client, limit("BUY", "90", "1", {{"client_id", "key-1"}})), first);
    expect_error(place(client, limit("BUY", "90", "2", {{"client_id", "key-1"}})), 409,
                 "client_id_reused", "client_id");
    // Another client's keys are another client's.
    Person ben = person();
    auto ben_calls = as(ben);
    placed(ben_calls, limit("BUY", "90", "1", {{"client_id", "key-1"}}));
    // A key is remembered by the database, not by the process.
    spot->stop();
    spot->start();
    auto later = as(anna);
    EXPECT_EQ(placed(later, limit("BUY", "90", "1", {{"client_id", "key-1"}})), first);
    expect_error(place(later, limit("SELL", "110", "1", {{"client_id", "key-1"}})), 409,
                 "client_id_reused");
    EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 1);
    EXPECT_EQ(anna.held("USDT"), dec("90"));
}

// -- Cancelling
// -------------------------------------------------------------------------------------

TEST_F(Spot, CancellingGivesTheHoldBack) {
    Person anna = person();
    Person ben = person();
    auto client = as(anna);
    auto stranger = as(ben);
    const auto resting = placed(client, limit("BUY", "97.3", "1.5"));
    const std::string id = resting["id"].asString();
    expect_error(send(stranger, cancel_order, {{"order_id", id}}), 404, "not_found", "order_id");
    const auto answer = send(client, cancel_order, {{"order_id", id}});
    ASSERT_EQ(answer.status, 200) << answer.body;
    const auto reply = answer.json();
    EXPECT_EQ(reply["message"].asString(), "success");
    EXPECT_EQ(reply["cancelled"].asInt(), 1);
    EXPECT_EQ(reply["orders"][0]["state"].asString(), "DISSAPROVED");
    EXPECT_EQ(reply["orders"][0]["reason"].asString(), "user");
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    expect_error(send(client, cancel_order, {{"order_id", id}}), 409, "order_not_open");
    const std::string other = "M" + std::to_string(next_market++) + "USDT";
    const Fields elsewhere{{"order_id", id}, {"client_id", "k"}, {"name", other}};
    expect_error(send(client, cancel_order, elsewhere), 404, "not_found", "order_id");
    const auto again = send(client, cancel_order, {{"order_id", id}, {"client_id", "k"}});
    EXPECT_EQ(again.json()["cancelled"].asInt(), 1) << again.body;
    expect_error(send(stranger, cancel_order, {{"order_id", id}}), 404, "not_found");
    expect_error(send(client, cancel_order, {{"order_id", "987654321"}}), 404, "not_found");
}

TEST_F(Spot, CancellingAll) {
    Person anna = person();
    auto client = as(anna);
    const std::string other = "M" + std::to_string(next_market++) + "USDT";
    placed(client, limit("BUY", "90", "1"));
    placed(client, limit("SELL", "120", "1"));
    placed(client, limit("BUY", "90", "1", {{"name", other}}));
    const auto some = send(client, cancel_order, {{"all", "true"}, {"name", other}}).json();
    EXPECT_EQ(some["cancelled"].asInt(), 1);
    EXPECT_EQ(some["orders"][0]["coin_pair"]["pair_name"].asString(), other);
    EXPECT_EQ(send(client, cancel_order, {{"all", "true"}}).json()["cancelled"].asInt(), 2);
    EXPECT_EQ(send(client, cancel_order, {{"all", "true"}}).json()["cancelled"].asInt(), 0);
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
    EXPECT_EQ(anna.balance(coin), dec("100"));
}

TEST_F(Spot, CancelRefusesWhatItDoesNotUnderstand) {
    Person anna = person();
    auto client = as(anna);
    expect_error(send(client, cancel_order, {}), 400, "missing_parameter", "order_id");
    expect_error(send(client, cancel_order, {{"order_id", "x"}}), 400, "invalid_parameter",
                 "order_id");
    expect_error(send(client, cancel_order, {{"order_id", "-1"}}), 400, "invalid_parameter");
    expect_error(send(client, cancel_order, {{"order_id", "1"}, {"all", "true"}}), 400,
                 "invalid_parameter", "all");
    expect_error(send(client, cancel_order, {{"all", "maybe"}}), 400, "invalid_parameter", "all");
    expect_error(send(client, cancel_order, {{"all", "true"}, {"name", "NOPE"}}), 404,
                 "unknown_market", "name");
    expect_error(send(client, cancel_order, {{"order_id", "1"}, {"id", "2"}}), 400,
                 "unknown_parameter", "id");
    expect_error(send(client, cancel_order, {{"order_id", "1"}, {"client_id", "a b"}}), 400,
                 "invalid_parameter", "client_id");
}

// -- Bad input
// ----------------------------------------------------------------------------------------

TEST_F(Spot, BadOrdersNameTheFieldAndChangeNothing) {
    Person anna = person();
    auto client = as(anna);
    struct Case {
        Fields change;
        int status;
        const char* code;
        const char* field;
    };
    const std::string huge = "99999999999999999999";
    const Case cases[] = {
        {{{"name", "NOPEUSDT"}}, 404, "unknown_market", "name"},
        {{{"name", std::string(33, 'A')}}, 400, "too_long", "name"},
        {{{"delegate_type", "buy"}}, 400, "invalid_parameter", "delegate_type"},
        {{{"market_type", "STOP"}}, 400, "invalid_parameter", "market_type"},
        {{{"trade_type", "loan"}}, 400, "invalid_parameter", "trade_type"},
        {{{"time_in_force", "DAY"}}, 400, "invalid_parameter", "time_in_force"},
        {{{"post_only", "yes"}}, 400, "invalid_parameter", "post_only"},
        {{{"post_only", "true"}, {"time_in_force", "IOC"}}, 400, "invalid_parameter", "post_only"},
        {{{"order_per_unit", ""}}, 400, "missing_parameter", "order_per_unit"},
        {{{"order_per_unit", "0"}}, 400, "not_positive", "order_per_unit"},
        {{{"order_per_unit", "-1"}}, 400, "not_positive", "order_per_unit"},
        {{{"order_per_unit", "1e2"}}, 400, "invalid_amount", "order_per_unit"},
        {{{"order_per_unit", "NaN"}}, 400, "invalid_amount", "order_per_unit"},
        {{{"order_per_unit", "90.05"}}, 400, "off_tick", "order_per_unit"},
        {{{"order_per_unit", "1000.1"}}, 409, "price_protection", "order_per_unit"},
        {{{"order_per_unit", "9.9"}}, 409, "price_protection", "order_per_unit"},
        {{{"order_per_unit", huge}}, 400, "above_maximum", ""},
        {{{"number_of_order", ""}}, 400, "missing_parameter", "number_of_order"},
        {{{"number_of_order", "0"}}, 400, "not_positive", "number_of_order"},
        {{{"number_of_order", "-5"}}, 400, "not_positive", "number_of_order"},
        {{{"number_of_order", "1.0005"}}, 400, "off_lot", "number_of_order"},
        {{{"number_of_order", "0.005"}}, 400, "below_minimum", "number_of_order"},
        {{{"number_of_order", "0.01"}}, 400, "below_minimum", "total"},
        {{{"number_of_order", "0.1234567890123456789"}}, 400, "too_many_places", "number_of_order"},
        {{{"number_of_order", huge + "0"}}, 400, "out_of_range", "number_of_order"},
        {{{"number_of_order", huge}}, 400, "above_maximum", "number_of_order"},
        {{{"number_of_order", "Infinity"}}, 400, "invalid_amount", "number_of_order"},
        {{{"total", "91"}}, 400, "invalid_parameter", "total"},
        {{{"total", "abc"}}, 400, "invalid_amount", "total"},
        {{{"client_id", "with space"}}, 400, "invalid_parameter", "client_id"},
        {{{"client_id", std::string(65, 'k')}}, 400, "too_long", "client_id"},
        {{{"transaction_password", ""}}, 200, "wrong_transaction_password", ""},
        {{{"leverage", "10"}}, 400, "unknown_parameter", "leverage"},
        {{{"market_type", "MARKET"}, {"number_of_order", ""}},
         400,
         "missing_parameter",
         "number_of_order"},
        {{{"market_type", "MARKET"},
          {"number_of_order", ""},
          {"delegate_type", "SELL"},
          {"total", "50"}},
         400,
         "missing_parameter",
         "number_of_order"},
        {{{"market_type", "MARKET"}, {"number_of_order", ""}, {"total", "4"}},
         400,
         "below_minimum",
         "total"},
        {{{"market_type", "MARKET"}, {"number_of_order", ""}, {"total", "10.123456789"}},
         400,
         "too_many_places",
         "total"},
        {{{"market_type", "MARKET"}, {"post_only", "true"}}, 400, "invalid_parameter", "post_only"},
    };
    for (const Case& bad : cases) {
        SCOPED_TRACE(bad.change.begin()->first + "=" + bad.change.begin()->second);
        expect_error(place(client, limit("BUY", "90", "1", bad.change)), bad.status, bad.code,
                     bad.field);
    }
    for (const char* name : {"name", "delegate_type", "market_type", "order_per_unit",
                             "number_of_order", "transaction_password"}) {
        Fields fields = limit("BUY", "90", "1");
        fields.erase(name);
        expect_error(place(client, fields), 400, "missing_parameter", name);
    }
    const Fields fields = limit("BUY", "90", "1");
    FastCgiClient::Params twice{fields.begin(), fields.end()};
    twice.emplace_back("name", pair());
    expect_error(client.post_form(my_order, twice), 400, "duplicate_parameter", "name");
    EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 0);
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
}

TEST_F(Spot, AClosedMarketTakesNoOrdersButCancels) {
    Person anna = person();
    auto client = as(anna);
    const auto resting = placed(client, limit("BUY", "90", "1"));
    world->superuser().run("update markets set state = 'closed' where pair = $1", {pair()});
    // The fence notices before the rules are read again.
    expect_error(place(client, limit("BUY", "90", "1")), 409, "market_closed", "name");
    const auto cancelled =
        send(client, cancel_order, {{"order_id", resting["id"].asString()}}).json();
    EXPECT_EQ(cancelled["cancelled"].asInt(), 1);
}

// -- Reading
// ------------------------------------------------------------------------------------------

TEST_F(Spot, RulesOfAMarket) {
    Person anna = person();
    auto client = as(anna);
    const auto price = client.get("/api/v3/getOrder", {{"symbol", pair()}}).json()["price"];
    EXPECT_EQ(price["minimum_sell"].asString(), "0.05");
    EXPECT_EQ(price["account_balance_limit_spot"].asString(), "5");
    EXPECT_EQ(price["tick"].asString(), "0.1");
    EXPECT_EQ(price["lot"].asString(), "0.001");
    EXPECT_EQ(price["maker_fee"].asString(), "0.001");
    EXPECT_EQ(price["taker_fee"].asString(), "0.001");
    EXPECT_EQ(price["protection"].asString(), "0.02");
    EXPECT_EQ(price["available_base"].asString(), "100");
    EXPECT_EQ(price["available_quote"].asString(), "10000");
    EXPECT_EQ(client.get("/api/v3/getOrder", {{"symbol", coin}}).status, 200);
    // A limit sale is worth what its limit says.
    const auto at = [&](const char* limit) {
        return client.get("/api/v3/getOrder", {{"symbol", pair()}, {"price", limit}});
    };
    EXPECT_EQ(at("250").json()["price"]["minimum_sell"].asString(), "0.02");
    EXPECT_EQ(at("40").json()["price"]["minimum_sell"].asString(), "0.125");
    placed(client, limit("SELL", "250", "0.02"));
    expect_error(at("40.05"), 400, "off_tick", "price");
    expect_error(client.get("/api/v3/getOrder", {{"symbol", "NOPE"}}), 404, "unknown_market",
                 "symbol");
    expect_error(client.get("/api/v3/getOrder"), 400, "missing_parameter", "symbol");
}

TEST_F(Spot, FundsAreWhatOneHas) {
    Person anna = person();
    auto client = as(anna);
    placed(client, limit("BUY", "90", "10"));
    const auto funds = client.get("/api/v3/trades/funds").json()["funds"];
    ASSERT_EQ(funds.size(), 2u);
    EXPECT_EQ(funds[0]["coin"]["name"].asString(), coin);
    EXPECT_EQ(funds[0]["usdt_value"].asString(), "10000");
    EXPECT_EQ(funds[0]["coin"]["full_name"].asString(), "Coin " + coin);
    EXPECT_EQ(funds[1]["coin"]["name"].asString(), "USDT");
    EXPECT_EQ(funds[1]["wallet_balance"].asString(), "9100");
    EXPECT_EQ(funds[1]["freeze_balance"].asString(), "900");
    EXPECT_EQ(funds[1]["usdt_value"].asString(), "10000");
}

TEST_F(Spot, ListsHavePages) {
    Person anna = person();
    auto client = as(anna);
    for (int i = 0; i < 5; ++i) placed(client, limit("BUY", "9" + std::to_string(i), "0.1"));
    const auto page = client.get(open_orders, {{"per_page", "2"}, {"page", "2"}}).json();
    EXPECT_EQ(page["total"].asInt(), 5);
    ASSERT_EQ(page["orders"].size(), 2u);
    EXPECT_EQ(page["orders"][0]["price"].asString(), "92");
    send(client, cancel_order, {{"all", "true"}});
    const auto past = client.get(order_histories, {{"per_page", "3"}, {"page", "2"}}).json();
    EXPECT_EQ(past["total"].asInt(), 5);
    EXPECT_EQ(past["orders"].size(), 2u);
    expect_error(client.get(open_orders, {{"page", "0"}}), 400, "out_of_range", "page");
    expect_error(client.get(open_orders, {{"per_page", "x"}}), 400, "invalid_parameter",
                 "per_page");
    expect_error(client.get(open_orders, {{"name", "NOPE"}}), 404, "unknown_market", "name");
}

TEST_F(Spot, GuestsAreAskedToSignIn) {
    for (const char* path : {open_orders, order_histories, "/api/v3/trades/funds"}) {
        auto guest = spot->client();
        expect_error(guest.get(path), 401, "unauthorized");
    }
    auto guest = spot->client();
    expect_error(place(guest, limit("BUY", "90", "1")), 401, "unauthorized");
    expect_error(send(guest, cancel_order, {{"all", "true"}}), 401, "unauthorized");
}

}  // namespace

}  // namespace cambio
