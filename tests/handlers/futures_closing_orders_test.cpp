// Orders that close a position, or a part of it: placing, cancelling, listing, each of their
// refusals, strangers, programs, and the money.
#include "handlers/futures_fixture.h"
#include "handlers/program.h"

namespace cambio {
namespace {

constexpr const char* place_order = "/api/v3/futures/place-closing-order";
constexpr const char* cancel_order = "/api/v3/futures/cancel-closing-order";
constexpr const char* list_orders = "/api/v3/futures/closing-orders";

class FuturesClosingOrders : public FuturesCalls {
  protected:
    void TearDown() override {
        world->superuser().run("delete from job_runs where name = 'settle_futures'");
        FuturesCalls::TearDown();
    }
    static Fields order(const std::string& position, const Fields& more = {}) {
        Fields fields{{"future_id", position},
                      {"order_type", "LIMIT"},
                      {"price", "52000"},
                      {"quantity", "0.005"},
                      {"transaction_password", World::transaction_password}};
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }
    static Json::Value placed(FastCgiClient& client, const std::string& position,
                              const Fields& more = {}) {
        const Json::Value reply = done(client, place_order, order(position, more));
        EXPECT_EQ(reply["message"], "success");
        return reply["order"];
    }
    std::string position_of(FastCgiClient& client, const Fields& more = {}) const {
        return opened(client, more)["id"].asString();
    }
    static Json::Value ended(FastCgiClient& client) {
        return read(client, list_orders, {{"state", "ENDED"}})["orders"];
    }
    /// As far as everybody can see, the job is at work.
    static void job_runs() {
        world->superuser().run(
            "insert into job_runs (name, succeeded_at) values ('settle_futures', now()) "
            "on conflict (name) do update set succeeded_at = now()");
    }
};

TEST_F(FuturesClosingOrders, CloseAPartWhenItsPriceHasCome) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = position_of(client);
    const auto first = placed(client, id);
    EXPECT_EQ(first["reduce_only"], true);
    EXPECT_EQ(first["position_id"], id);
    EXPECT_EQ(first["order_type"], "LIMIT");
    EXPECT_EQ(first["delegate_type"], "BUY_MORE");
    EXPECT_EQ(first["price"], "52000");
    EXPECT_EQ(first["fills_when"], "RISES");
    EXPECT_EQ(first["quantity"], "0.005");
    EXPECT_EQ(first["state"], "OPEN");
    EXPECT_EQ(first["coin_pair"]["pair_name"], pair);
    for (const char* none : {"closed_id", "filled_price", "filled_quantity", "ended_at"})
        EXPECT_EQ(first[none], Json::Value{}) << none;
    EXPECT_EQ(available(anna), "9899.5") << "it holds nothing";
    test::mark(*world, pair, "51999.9");
    settle();
    EXPECT_EQ(read(client, list_orders)["total"], 1);
    test::mark(*world, pair, "52010");
    settle();
    EXPECT_EQ(read(client, list_orders)["total"], 0);
    const auto past = ended(client);
    ASSERT_EQ(past.size(), 1U);
    EXPECT_EQ(past[0]["state"], "FILLED");
    EXPECT_EQ(past[0]["filled_price"], "52010") << "at the mark, which is no worse";
    EXPECT_EQ(past[0]["filled_quantity"], "0.005");
    const auto closed = read(client, history)["positions"][0];
    EXPECT_EQ(closed["id"], past[0]["closed_id"]);
    EXPECT_EQ(closed["part_of"], id);
    EXPECT_EQ(closed["closing_price"], "52010");
    EXPECT_EQ(closed["reason"], "closed");
    const auto open = read(client, client_margin)["margin"];
    ASSERT_EQ(open.size(), 1U);
    EXPECT_EQ(open[0]["quantity"], "0.015");
    EXPECT_EQ(held(anna), "75");
    EXPECT_EQ(available(anna), "9934.55") << "9899.5 + 25 + 0.005 × 2010";
    expect_error(send(client, cancel_order, {{"order_id", first["id"].asString()}}), 409,
                 "order_not_open", "order_id");
}

TEST_F(FuturesClosingOrders, CloseAllOfAShortUnlessAPartIsAskedFor) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = position_of(client, {{"delegate_type", "SELL_EMPTY"}});
    Fields fields = order(id, {{"price", "49000"}});
    fields.erase("quantity");
    const auto whole = done(client, place_order, fields)["order"];
    EXPECT_EQ(whole["delegate_type"], "SELL_EMPTY");
    EXPECT_EQ(whole["fills_when"], "FALLS");
    EXPECT_EQ(whole["quantity"], "0.02");
    const auto part = placed(client, id, {{"price", "48000"}})["id"];
    test::mark(*world, pair, "49000");
    settle();
    EXPECT_EQ(held(anna), "0");
    EXPECT_EQ(available(anna), "10019.5") << "9999.5 + 0.02 × 1000";
    const auto past = ended(client);
    ASSERT_EQ(past.size(), 2U);
    for (const auto& one : past) {
        EXPECT_EQ(one["state"], one["id"] == part ? "CANCELLED" : "FILLED");
        EXPECT_EQ(one["closed_id"], one["id"] == part ? Json::Value{} : Json::Value{id});
    }
}

TEST_F(FuturesClosingOrders, TriggersKnowTheSideWhereTheMarkStands) {
    auto client = as(person());
    for (const char* side : {"BUY_MORE", "SELL_EMPTY"}) {
        const auto id = position_of(client, {{"delegate_type", side}});
        const auto direction = [&](const char* price) {
            return placed(client, id, {{"order_type", "TRIGGER"}, {"price", price}})["fills_when"];
        };
        EXPECT_EQ(direction("50000.1"), "RISES");
        EXPECT_EQ(direction("49999.9"), "FALLS");
    }
}

TEST_F(FuturesClosingOrders, AStopLossThatTheMarkHasPassedIsNoTakeProfit) {
    auto client = as(person());
    const auto id = position_of(client);
    const Fields stop{{"order_type", "TRIGGER"}, {"price", "49000"}, {"fills_when", "FALLS"}};
    Fields keyed = stop;
    keyed["client_id"] = "stop-1";
    const auto first = placed(client, id, keyed);
    EXPECT_EQ(first["fills_when"], "FALLS");
    test::mark(*world, pair, "48900");
    expect_error(send(client, place_order, order(id, stop)), 409, "stop_would_trigger", "price");
    EXPECT_EQ(placed(client, id, keyed)["id"], first["id"]) << "it was placed before";
    keyed["fills_when"] = "RISES";
    expect_error(send(client, place_order, order(id, keyed)), 409, "client_id_reused", "client_id");
    EXPECT_EQ(read(client, list_orders)["total"], 1);
}

TEST_F(FuturesClosingOrders, RefuseEveryBadField) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = position_of(client);
    struct Bad {
        Fields change;
        int status;
        const char* code;
        const char* field;
    };
    const Bad rows[] = {
        {{{"future_id", "0"}}, 400, "invalid_parameter", "future_id"},
        {{{"future_id", "999999999"}}, 404, "not_found", "future_id"},
        {{{"order_type", "MARKET"}}, 400, "invalid_parameter", "order_type"},
        {{{"price", ""}}, 400, "invalid_amount", "price"},
        {{{"price", "0"}}, 400, "not_positive", "price"},
        {{{"price", "52000.05"}}, 400, "off_tick", "price"},
        {{{"price", "50000"}, {"order_type", "TRIGGER"}}, 409, "stop_would_trigger", "price"},
        {{{"fills_when", "FALLS"}}, 400, "invalid_parameter", "fills_when"},
        {{{"fills_when", "SOON"}, {"order_type", "TRIGGER"}},
         400,
         "invalid_parameter",
         "fills_when"},
        {{{"quantity", "much"}}, 400, "invalid_amount", "quantity"},
        {{{"quantity", "0"}}, 400, "not_positive", "quantity"},
        {{{"quantity", "0.005001"}}, 400, "off_lot", "quantity"},
        {{{"quantity", "0.02001"}}, 400, "above_maximum", "quantity"},
        {{{"quantity", "0.00019"}}, 400, "below_minimum", "quantity"},
        {{{"quantity", "0.01981"}}, 400, "below_minimum", "quantity"},
        {{{"client_id", "with spaces"}}, 400, "invalid_parameter", "client_id"},
        {{{"margin", "1"}}, 400, "unknown_parameter", "margin"},
    };
    for (const auto& row : rows)
        expect_error(send(client, place_order, order(id, row.change)), row.status, row.code,
                     row.field);
    for (const char* needed : {"future_id", "order_type", "price", "transaction_password"}) {
        Fields fields = order(id);
        fields.erase(needed);
        expect_error(send(client, place_order, fields), 400, "missing_parameter", needed);
    }
    EXPECT_EQ(read(client, list_orders)["total"], 0);
    placed(client, id, {{"quantity", "0.02"}});
    done(client, close_position, closing(id));
    expect_error(send(client, place_order, order(id)), 409, "position_not_open", "future_id");
}

TEST_F(FuturesClosingOrders, TriggersNeedAMarkAndAllAnOpenMarket) {
    auto client = as(person());
    const auto id = position_of(client);
    test::mark(*world, pair, "50000", std::chrono::hours{2});
    expect_error(send(client, place_order, order(id, {{"order_type", "TRIGGER"}})), 409,
                 "stale_price");
    const auto first = placed(client, id)["id"].asString();
    world->superuser().run("update markets set halted = true where pair = $1", {pair});
    expect_error(send(client, place_order, order(id)), 409, "market_closed", "future_id");
    // What was placed can be taken back.
    EXPECT_EQ(done(client, cancel_order, {{"order_id", first}})["order"]["state"], "CANCELLED");
}

TEST_F(FuturesClosingOrders, AreTwentyOfAPositionAtMost) {
    auto client = as(person());
    const auto id = position_of(client);
    for (int i = 0; i < 20; ++i)
        test::place_closing(*world, {.position = PositionId{std::stoll(id)}});
    expect_error(send(client, place_order, order(id)), 409, "too_many_open_orders");
    placed(client, position_of(client));
}

TEST_F(FuturesClosingOrders, OfAPartNeedRoomForAnotherPosition) {
    const auto anna = person();
    auto client = as(anna);
    const std::vector<std::pair<const Person*, test::OpenPosition>> many(
        199, {&anna, {.pair = pair, .margin = "1"}});
    test::open_all(*world, many);
    const auto id = position_of(client);
    expect_error(send(client, place_order, order(id)), 409, "too_many_positions");
    placed(client, id, {{"quantity", "0.02"}});
}

TEST_F(FuturesClosingOrders, ArePlacedOnceForOneKey) {
    auto client = as(person());
    const auto id = position_of(client);
    const auto first = placed(client, id, {{"client_id", "close-1"}});
    EXPECT_EQ(first["client_id"], "close-1");
    EXPECT_EQ(placed(client, id, {{"client_id", "close-1"}})["id"], first["id"]);
    for (const Fields& other :
         {Fields{{"price", "52000.1"}}, Fields{{"order_type", "TRIGGER"}},
          Fields{{"quantity", "0.006"}}, Fields{{"future_id", position_of(client)}}}) {
        Fields fields = order(id, other);
        fields["client_id"] = "close-1";
        expect_error(send(client, place_order, fields), 409, "client_id_reused", "client_id");
    }
    EXPECT_EQ(read(client, list_orders)["total"], 1);
    const auto number = first["id"].asString();
    const Fields cancel{{"order_id", number}, {"client_id", "cancel-1"}};
    for (int i = 0; i < 2; ++i)
        EXPECT_EQ(done(client, cancel_order, cancel)["order"]["state"], "CANCELLED");
    expect_error(send(client, cancel_order, {{"order_id", number}}), 409, "order_not_open",
                 "order_id");
    EXPECT_EQ(placed(client, id, {{"client_id", "close-1"}})["state"], "CANCELLED");
}

TEST_F(FuturesClosingOrders, AskForTheTransactionPasswordWhenPlacedAndNotWhenCancelled) {
    auto client = as(person());
    const auto id = position_of(client);
    const auto number = placed(client, id)["id"].asString();
    const Fields wrong = order(id, {{"transaction_password", "nonsense"}});
    EXPECT_EQ(done(client, place_order, wrong)["message"], "wrong_transaction_password");
    for (int i = 0; i < 4; ++i) send(client, place_order, wrong);
    expect_error(send(client, place_order, order(id)), 429, "trading_locked");
    EXPECT_EQ(done(client, cancel_order, {{"order_id", number}})["order"]["state"], "CANCELLED");
}

TEST_F(FuturesClosingOrders, AreNotTakenBackOnceTheirPriceHasCome) {
    auto client = as(person());
    const auto id = position_of(client);
    const auto reached = placed(client, id, {{"price", "50000"}})["id"].asString();
    const auto waits = placed(client, id)["id"].asString();
    job_runs();
    // Whoever knows the next price first would take back what loses.
    expect_error(send(client, cancel_order, {{"order_id", reached}}), 409, "order_filling",
                 "order_id");
    done(client, cancel_order, {{"order_id", waits}});
    test::mark(*world, pair, "50000", std::chrono::hours{2});
    done(client, cancel_order, {{"order_id", reached}});
    test::mark(*world, pair, "50000");
    const auto nobody = placed(client, id, {{"price", "50000"}})["id"].asString();
    world->superuser().run("update job_runs set succeeded_at = now() - interval '20 seconds'");
    done(client, cancel_order, {{"order_id", nobody}});
}

TEST_F(FuturesClosingOrders, AreOfTheirOwnerAlone) {
    const auto anna = person(), berta = person();
    auto client = as(anna), stranger = as(berta);
    const auto id = position_of(client);
    const auto order_id = placed(client, id)["id"].asString();
    expect_error(send(stranger, place_order, order(id)), 404, "not_found", "future_id");
    expect_error(send(stranger, cancel_order, {{"order_id", order_id}}), 404, "not_found",
                 "order_id");
    EXPECT_EQ(read(stranger, list_orders)["total"], 0);
    expect_error(send(client, cancel_order, {}), 400, "missing_parameter", "order_id");
    expect_error(send(client, cancel_order, {{"order_id", "0"}}), 400, "invalid_parameter",
                 "order_id");
    expect_error(send(client, cancel_order, {{"order_id", order_id}, {"all", "true"}}), 400,
                 "unknown_parameter", "all");
    auto guest = futures->client();
    for (const char* path : {place_order, cancel_order})
        expect_error(send(guest, path, {}), 401, "unauthorized");
    expect_error(guest.get(list_orders), 401, "unauthorized");
    world->superuser().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {anna.id});
    EXPECT_NE(send(client, place_order, order(id)).status, 200);
    EXPECT_NE(send(client, cancel_order, {{"order_id", order_id}}).status, 200);
    EXPECT_EQ(number("select count(*) as n from closing_orders where client_id = $1 and state = 1",
                     {anna.id}),
              1);
}

TEST_F(FuturesClosingOrders, GoWithThePositionThatIsClosedByHand) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = position_of(client);
    const auto large = placed(client, id, {{"quantity", "0.015"}})["id"];
    // Of a part they stay, and close what is left.
    done(client, close_position, closing(id, {{"quantity", "0.01"}, {"client_id", "half"}}));
    EXPECT_EQ(read(client, list_orders)["total"], 1);
    settle();
    done(client, close_position, closing(id));
    EXPECT_EQ(read(client, list_orders)["total"], 0);
    EXPECT_EQ(ended(client)[0]["id"], large);
    EXPECT_EQ(ended(client)[0]["state"], "CANCELLED");
    settle();
    EXPECT_EQ(available(anna), "9999.5");
    EXPECT_EQ(held(anna), "0");
}

TEST_F(FuturesClosingOrders, AreListedByPage) {
    auto client = as(person());
    test::mark(*world, "F0USDT", "50000");
    const auto id = position_of(client);
    const auto other = position_of(client, {{"name", "F0USDT"}});
    std::vector<std::string> ids;
    for (int i = 0; i < 3; ++i) ids.push_back(placed(client, id)["id"].asString());
    ids.push_back(placed(client, other)["id"].asString());
    const auto page = read(client, list_orders, {{"per_page", "2"}, {"page", "2"}});
    EXPECT_EQ(page["total"], 4);
    ASSERT_EQ(page["orders"].size(), 2U);
    EXPECT_EQ(page["orders"][0]["id"], ids[1]);
    EXPECT_EQ(read(client, list_orders, {{"name", "F0USDT"}})["total"], 1);
    done(client, cancel_order, {{"order_id", ids[0]}});
    EXPECT_EQ(ended(client)[0]["id"], ids[0]);
    for (const auto& [field, value] : Fields{{"state", "FILLED"}, {"per_page", "0"}, {"page", "x"}})
        EXPECT_EQ(client.get(list_orders, {{field, value}}).status, 400) << field;
}

TEST_F(FuturesClosingOrders, AreForProgramsThatMayTrade) {
    const Person anna = person();
    auto client = as(anna);
    const auto id = position_of(client);
    Fields fields = order(id);
    fields.erase("transaction_password");
    Program bot{*world, anna, {true, {}, {}, {}}, *futures};
    const auto first = bot.post(place_order, fields);
    ASSERT_EQ(first.status, 200) << first.body;
    const auto number = first.json()["order"]["id"].asString();
    Program reader{*world, anna, {}, *futures};
    EXPECT_EQ(reader.get(list_orders).json()["total"], 1);
    expect_error(reader.post(place_order, fields), 403, "api_key_scope");
    expect_error(reader.post(cancel_order, {{"order_id", number}}), 403, "api_key_scope");
    Program elsewhere{
        *world, anna, {true, std::vector{world->market("BTCUSDT")}, {}, {}}, *futures};
    expect_error(elsewhere.post(place_order, fields), 403, "api_key_market");
    expect_error(elsewhere.post(cancel_order, {{"order_id", number}}), 403, "api_key_market");
    EXPECT_EQ(bot.post(cancel_order, {{"order_id", number}}).status, 200);
}

}  // namespace
}  // namespace cambio
