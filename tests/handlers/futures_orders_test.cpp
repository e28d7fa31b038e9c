// Orders for futures: placing, cancelling, listing, each of their refusals, strangers, programs,
// and the money.
#include "handlers/futures_fixture.h"
#include "handlers/program.h"

namespace cambio {
namespace {

constexpr const char* place_order = "/api/v3/futures/place-order";
constexpr const char* cancel_order = "/api/v3/futures/cancel-order";
constexpr const char* list_orders = "/api/v3/futures/orders";

class FuturesOrders : public FuturesCalls {
  protected:
    void TearDown() override {
        world->superuser().run("delete from job_runs where name = 'settle_futures'");
        FuturesCalls::TearDown();
    }
    Fields order(const Fields& more = {}) const {
        Fields fields{{"name", pair},
                      {"order_type", "LIMIT"},
                      {"price", "49000"},
                      {"delegate_type", "BUY_MORE"},
                      {"margin", "100"},
                      {"leverage", "10"},
                      {"transaction_password", World::transaction_password}};
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }
    Json::Value placed(FastCgiClient& client, const Fields& more = {}) const {
        const Json::Value reply = done(client, place_order, order(more));
        EXPECT_EQ(reply["message"], "success");
        return reply["order"];
    }
    static Json::Value cancelled(FastCgiClient& client, const Fields& fields) {
        const Json::Value reply = done(client, cancel_order, fields);
        EXPECT_EQ(reply["message"], "success");
        EXPECT_EQ(reply["cancelled"].asUInt(), reply["orders"].size());
        return reply;
    }
    /// As far as everybody can see, the job is at work.
    static void job_runs() {
        world->superuser().run(
            "insert into job_runs (name, succeeded_at) values ('settle_futures', now()) "
            "on conflict (name) do update set succeeded_at = now()");
    }
};

TEST_F(FuturesOrders, HoldWhatTheyMayCostUntilTheyEnd) {
    const auto anna = person();
    auto client = as(anna);
    const auto first = placed(client, {{"margin", "100.5"},
                                       {"leverage", "20"},
                                       {"take_profit", "52000"},
                                       {"stop_loss", "48000"}});
    EXPECT_EQ(first["order_type"], "LIMIT");
    EXPECT_EQ(first["delegate_type"], "BUY_MORE");
    EXPECT_EQ(first["price"], "49000");
    EXPECT_EQ(first["fills_when"], "FALLS");
    EXPECT_EQ(first["leverage"], 20);
    EXPECT_EQ(first["margin"], "100.5");
    EXPECT_EQ(first["held"], "101.505") << "and 2010 / 2000 for the fee";
    EXPECT_EQ(first["take_profit"], "52000");
    EXPECT_EQ(first["stop_loss"], "48000");
    EXPECT_EQ(first["state"], "OPEN");
    EXPECT_EQ(first["waits"], false);
    EXPECT_EQ(first["coin_pair"]["pair_name"], pair);
    for (const char* none : {"reason", "position_id", "filled_price", "ended_at"})
        EXPECT_EQ(first[none], Json::Value{}) << none;
    EXPECT_EQ(available(anna), "9898.495");
    EXPECT_EQ(held(anna), "101.505");
    const auto account = read(client, client_margin)["account"];
    EXPECT_EQ(account["order_margin"], "101.505");
    EXPECT_EQ(account["equity"], "10000");
    const auto reply = cancelled(client, {{"order_id", first["id"].asString()}});
    EXPECT_EQ(reply["orders"][0]["state"], "CANCELLED");
    EXPECT_EQ(reply["orders"][0]["held"], "0");
    EXPECT_EQ(available(anna), "10000");
    EXPECT_EQ(held(anna), "0");
}

TEST_F(FuturesOrders, BecomeThePositionOfTheirNumber) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = placed(client, {{"order_type", "TRIGGER"}, {"price", "51000"}})["id"];
    test::mark(*world, pair, "51000");
    settle();
    const auto ended = read(client, list_orders, {{"state", "ENDED"}});
    EXPECT_EQ(ended["total"], 1);
    EXPECT_EQ(ended["orders"][0]["state"], "FILLED");
    EXPECT_EQ(ended["orders"][0]["position_id"], id);
    EXPECT_EQ(ended["orders"][0]["filled_price"], "51000");
    EXPECT_EQ(ended["orders"][0]["held"], "0");
    EXPECT_EQ(read(client, list_orders)["total"], 0);
    const auto margins = read(client, client_margin);
    ASSERT_EQ(margins["margin"].size(), 1U);
    EXPECT_EQ(margins["margin"][0]["id"], id);
    EXPECT_EQ(margins["account"]["order_margin"], "0");
    expect_error(send(client, cancel_order, {{"order_id", id.asString()}}), 409, "order_not_open",
                 "order_id");
    // It is closed as any other.
    EXPECT_EQ(done(client, close_position, closing(id.asString()))["message"], "closeRequest");
    settle();
    EXPECT_EQ(held(anna), "0");
}

TEST_F(FuturesOrders, TriggersKnowTheSideWhereTheMarkStands) {
    auto client = as(person());
    const auto direction = [&](const char* side, const char* price) {
        return placed(
            client,
            {{"order_type", "TRIGGER"}, {"delegate_type", side}, {"price", price}})["fills_when"];
    };
    for (const char* side : {"BUY_MORE", "SELL_EMPTY"}) {
        EXPECT_EQ(direction(side, "50000.1"), "RISES");
        EXPECT_EQ(direction(side, "49999.9"), "FALLS");
    }
    EXPECT_EQ(placed(client, {{"price", "60000"}})["fills_when"], "FALLS") << "a limit";
    EXPECT_EQ(placed(client, {{"price", "60000"}, {"delegate_type", "SELL_EMPTY"}})["fills_when"],
              "RISES");
}

TEST_F(FuturesOrders, RefuseEveryBadField) {
    const auto anna = person();
    auto client = as(anna);
    struct Bad {
        Fields change;
        int status;
        const char* code;
        const char* field;
    };
    const Bad rows[] = {
        {{{"name", "NOPEUSDT"}}, 404, "unknown_market", "name"},
        {{{"order_type", "MARKET"}}, 400, "invalid_parameter", "order_type"},
        {{{"delegate_type", "BUY"}}, 400, "invalid_parameter", "delegate_type"},
        {{{"price", ""}}, 400, "invalid_amount", "price"},
        {{{"price", "0"}}, 400, "not_positive", "price"},
        {{{"price", "-1"}}, 400, "not_positive", "price"},
        {{{"price", "49000.05"}}, 400, "off_tick", "price"},
        {{{"price", "50000"}, {"order_type", "TRIGGER"}}, 409, "stop_would_trigger", "price"},
        {{{"margin", "0"}}, 400, "not_positive", "margin"},
        {{{"margin", "1.000000001"}}, 400, "too_many_places", "margin"},
        {{{"margin", "0.99"}}, 400, "below_minimum", "margin"},
        {{{"margin", "0.97"}, {"delegate_type", "SELL_EMPTY"}}, 400, "below_minimum", "margin"},
        {{{"margin", "200000.00000001"}}, 400, "above_maximum", "margin"},
        {{{"margin", "9960"}}, 409, "insufficient_balance", "margin"},
        {{{"leverage", "5"}}, 400, "unknown_leverage", "leverage"},
        {{{"leverage", "x10"}}, 400, "invalid_parameter", "leverage"},
        {{{"take_profit", "52000.05"}}, 400, "off_tick", "take_profit"},
        {{{"take_profit", "49000"}}, 400, "target_side", "take_profit"},
        {{{"stop_loss", "49000"}}, 400, "target_side", "stop_loss"},
        {{{"stop_loss", "48000"}, {"delegate_type", "SELL_EMPTY"}},
         400,
         "target_side",
         "stop_loss"},
        {{{"stop_loss", "-1"}}, 400, "not_positive", "stop_loss"},
        {{{"client_id", "with spaces"}}, 400, "invalid_parameter", "client_id"},
        {{{"opening_price", "50000"}}, 400, "unknown_parameter", "opening_price"},
    };
    for (const auto& row : rows)
        expect_error(send(client, place_order, order(row.change)), row.status, row.code, row.field);
    for (const char* needed : {"name", "order_type", "price", "delegate_type", "margin", "leverage",
                               "transaction_password"}) {
        Fields fields = order();
        fields.erase(needed);
        expect_error(send(client, place_order, fields), 400, "missing_parameter", needed);
    }
    const auto poor = send(client, place_order, order({{"margin", "9960"}}));
    EXPECT_EQ(poor.json()["details"]["available"], "10000");
    EXPECT_EQ(poor.json()["details"]["needed"], "10009.8");
    EXPECT_EQ(held(anna), "0");
    EXPECT_EQ(number("select count(*) as n from futures_orders where client_id = $1", {anna.id}),
              0);
}

TEST_F(FuturesOrders, TriggersNeedAMarkAndLimitsDoNot) {
    auto client = as(person());
    test::mark(*world, pair, "50000", std::chrono::hours{2});
    expect_error(send(client, place_order, order({{"order_type", "TRIGGER"}})), 409, "stale_price");
    placed(client);
    world->superuser().run("update markets set halted = true where pair = $1", {pair});
    expect_error(send(client, place_order, order()), 409, "market_closed", "name");
    // What was placed can be taken back.
    EXPECT_EQ(cancelled(client, {{"all", "true"}, {"name", pair}})["cancelled"], 1);
}

TEST_F(FuturesOrders, AreFiftyOfAContractAtMost) {
    const auto anna = person();
    auto client = as(anna);
    for (int i = 0; i < 50; ++i) test::place(*world, anna, {.pair = pair, .margin = "1"});
    expect_error(send(client, place_order, order()), 409, "too_many_open_orders");
    EXPECT_EQ(cancelled(client, {{"all", "true"}})["cancelled"], 50);
    placed(client);
}

TEST_F(FuturesOrders, ArePlacedOnceForOneKey) {
    const auto anna = person();
    auto client = as(anna);
    const auto first = placed(client, {{"client_id", "form-1"}});
    EXPECT_EQ(first["client_id"], "form-1");
    EXPECT_EQ(placed(client, {{"client_id", "form-1"}})["id"], first["id"]);
    for (const Fields& other : {Fields{{"price", "49000.1"}}, Fields{{"order_type", "TRIGGER"}},
                                Fields{{"margin", "101"}}, Fields{{"stop_loss", "48000"}}}) {
        Fields fields = order(other);
        fields["client_id"] = "form-1";
        expect_error(send(client, place_order, fields), 409, "client_id_reused", "client_id");
    }
    EXPECT_EQ(held(anna), "100.5");
    const Fields cancel{{"order_id", first["id"].asString()}, {"client_id", "cancel-1"}};
    EXPECT_EQ(cancelled(client, cancel)["cancelled"], 1);
    EXPECT_EQ(cancelled(client, cancel)["cancelled"], 0) << "it has been";
    expect_error(send(client, cancel_order, {{"order_id", first["id"].asString()}}), 409,
                 "order_not_open", "order_id");
    EXPECT_EQ(placed(client, {{"client_id", "form-1"}})["state"], "CANCELLED");
    EXPECT_EQ(held(anna), "0");
}

TEST_F(FuturesOrders, AskForTheTransactionPasswordWhenPlacedAndNotWhenCancelled) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = placed(client)["id"].asString();
    const Fields wrong = order({{"transaction_password", "nonsense"}});
    EXPECT_EQ(done(client, place_order, wrong)["message"], "wrong_transaction_password");
    for (int i = 0; i < 4; ++i) send(client, place_order, wrong);
    expect_error(send(client, place_order, order()), 429, "trading_locked");
    EXPECT_EQ(cancelled(client, {{"order_id", id}})["cancelled"], 1);
    EXPECT_EQ(available(anna), "10000");
}

TEST_F(FuturesOrders, AreNotTakenBackOnceTheirPriceHasCome) {
    const auto anna = person();
    auto client = as(anna);
    const auto reached = placed(client, {{"price", "50000"}})["id"].asString();
    const auto waits = placed(client, {{"price", "50000"}})["id"].asString();
    placed(client);
    world->superuser().run("update futures_orders set waits_since = now() where id = $1", {waits});
    job_runs();
    // Whoever knows the next price first would take back what loses.
    expect_error(send(client, cancel_order, {{"order_id", reached}}), 409, "order_filling",
                 "order_id");
    EXPECT_EQ(cancelled(client, {{"all", "true"}})["cancelled"], 2);
    EXPECT_EQ(read(client, list_orders)["orders"][0]["id"], reached);
    // Nobody is there to fill it.
    world->superuser().run("update job_runs set succeeded_at = now() - interval '20 seconds'");
    EXPECT_EQ(cancelled(client, {{"order_id", reached}})["cancelled"], 1);
    const auto stale = placed(client, {{"price", "50000"}})["id"].asString();
    job_runs();
    test::mark(*world, pair, "50000", std::chrono::hours{2});
    EXPECT_EQ(cancelled(client, {{"order_id", stale}})["cancelled"], 1);
}

TEST_F(FuturesOrders, AreCancelledByTheirOwnerAlone) {
    const auto anna = person(), berta = person();
    auto client = as(anna), stranger = as(berta);
    const auto id = placed(client)["id"].asString();
    expect_error(send(stranger, cancel_order, {{"order_id", id}}), 404, "not_found", "order_id");
    EXPECT_EQ(cancelled(stranger, {{"all", "true"}})["cancelled"], 0);
    EXPECT_EQ(read(stranger, list_orders)["total"], 0);
    expect_error(send(client, cancel_order, {}), 400, "missing_parameter", "order_id");
    expect_error(send(client, cancel_order, {{"order_id", "0"}}), 400, "invalid_parameter",
                 "order_id");
    expect_error(send(client, cancel_order, {{"order_id", id}, {"all", "true"}}), 400,
                 "invalid_parameter", "all");
    expect_error(send(client, cancel_order, {{"all", "true"}, {"name", "NOPEUSDT"}}), 404,
                 "unknown_market", "name");
    expect_error(send(client, cancel_order, {{"order_id", id}, {"extra", "1"}}), 400,
                 "unknown_parameter", "extra");
    auto guest = futures->client();
    for (const char* path : {place_order, cancel_order})
        expect_error(send(guest, path, {}), 401, "unauthorized");
    expect_error(guest.get(list_orders), 401, "unauthorized");
    EXPECT_EQ(held(anna), "100.5");
    // Of another contract all stays.
    EXPECT_EQ(cancelled(client, {{"all", "true"}, {"name", "F0USDT"}})["cancelled"], 0);
    world->superuser().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {anna.id});
    EXPECT_NE(send(client, place_order, order()).status, 200);
    EXPECT_NE(send(client, cancel_order, {{"order_id", id}}).status, 200);
    EXPECT_EQ(held(anna), "100.5");
}

TEST_F(FuturesOrders, AreListedByPage) {
    const auto anna = person();
    auto client = as(anna);
    const std::string other = "F0USDT";
    std::vector<std::string> ids;
    for (int i = 0; i < 3; ++i) ids.push_back(placed(client)["id"].asString());
    ids.push_back(placed(client, {{"name", other}})["id"].asString());
    auto page = read(client, list_orders, {{"per_page", "2"}, {"page", "2"}});
    EXPECT_EQ(page["total"], 4);
    ASSERT_EQ(page["orders"].size(), 2U);
    EXPECT_EQ(page["orders"][0]["id"], ids[1]);
    EXPECT_EQ(read(client, list_orders, {{"name", other}})["total"], 1);
    cancelled(client, {{"order_id", ids[0]}});
    cancelled(client, {{"order_id", ids[3]}});
    page = read(client, list_orders, {{"state", "ENDED"}});
    EXPECT_EQ(page["total"], 2);
    EXPECT_EQ(page["orders"][0]["id"], ids[3]);
    EXPECT_EQ(read(client, list_orders, {{"state", "ENDED"}, {"name", pair}})["total"], 1);
    for (const auto& [field, value] : Fields{{"state", "FILLED"}, {"per_page", "0"}, {"page", "x"}})
        EXPECT_EQ(client.get(list_orders, {{field, value}}).status, 400) << field;
}

TEST_F(FuturesOrders, AreForProgramsThatMayTrade) {
    const Person anna = person();
    Fields fields = order();
    fields.erase("transaction_password");
    Program bot{*world, anna, {true, {}, {}, {}}, *futures};
    const auto first = bot.post(place_order, fields);
    ASSERT_EQ(first.status, 200) << first.body;
    EXPECT_EQ(bot.get(list_orders).json()["total"], 1);
    Program reader{*world, anna, {}, *futures};
    EXPECT_EQ(reader.get(list_orders).status, 200);
    expect_error(reader.post(place_order, fields), 403, "api_key_scope");
    expect_error(reader.post(cancel_order, {{"all", "true"}}), 403, "api_key_scope");
    const auto id = first.json()["order"]["id"].asString();
    Program elsewhere{
        *world, anna, {true, std::vector{world->market("BTCUSDT")}, {}, {}}, *futures};
    expect_error(elsewhere.post(place_order, fields), 403, "api_key_market");
    expect_error(elsewhere.post(cancel_order, {{"order_id", id}}), 403, "api_key_market");
    expect_error(elsewhere.post(cancel_order, {{"all", "true"}, {"name", pair}}), 403,
                 "api_key_market");
    EXPECT_EQ(elsewhere.post(cancel_order, {{"all", "true"}}).json()["cancelled"], 0);
    EXPECT_EQ(bot.post(cancel_order, {{"order_id", id}}).json()["cancelled"], 1);
    EXPECT_EQ(held(anna), "0");
}

}  // namespace
}  // namespace cambio
