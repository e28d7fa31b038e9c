// The calls of futures: what each does, each of its refusals, strangers, and the money.
#include <thread>

#include "handlers/futures_fixture.h"

namespace cambio {
namespace {

TEST_F(FuturesCalls, OpensAPositionAndHoldsItsMargin) {
    const auto anna = person();
    auto client = as(anna);
    const auto position = opened(client, {{"leverage", "20"}, {"margin", "100.5"}});
    // 100.5 × 20 / 50000 = 0.0402; fee 2010 / 2000
    EXPECT_EQ(position["quantity"], "0.0402");
    EXPECT_EQ(position["size"], "2010");
    EXPECT_EQ(position["margin"], "100.5");
    EXPECT_EQ(position["fee"], "1.005");
    EXPECT_EQ(position["opening_price"], "50000");
    EXPECT_EQ(position["state"], "OPEN");
    EXPECT_EQ(position["coin_pair"]["pair_name"], pair);
    EXPECT_EQ(position["delegate_type"], "BUY_MORE");
    EXPECT_EQ(position["take_profit"], Json::Value{});
    EXPECT_EQ(available(anna), "9898.495");
    EXPECT_EQ(held(anna), "100.5");
}

TEST_F(FuturesCalls, AsksForMaintenanceByTheTierOfAllPositionsOfAContract) {
    const auto anna = person(), berta = person();
    auto client = as(anna), other = as(berta);
    const auto first = opened(client, {{"leverage", "20"}, {"margin", "2500"}});
    EXPECT_EQ(first["beside"], "0");
    EXPECT_EQ(first["maintenance_margin"], "250");
    // 70000 need 450, of which the first needs 250; in one piece 50000 and 20000 are the same.
    for (const char* side : {"BUY_MORE", "SELL_EMPTY"}) {
        const bool second = std::string_view{side} == "BUY_MORE";
        const auto position =
            opened(client, {{"leverage", "20"}, {"margin", "1000"}, {"delegate_type", side}});
        EXPECT_EQ(position["beside"], second ? "50000" : "70000");
        EXPECT_EQ(position["maintenance_margin"], "200");
        // 19000 / (0.4 × 0.99) and 21000 / (0.4 × 1.01)
        EXPECT_EQ(position["liquidation_price"], second ? "47979.8" : "51980.1");
    }
    // Nobody's positions count for anybody else.
    EXPECT_EQ(opened(other, {{"leverage", "20"}, {"margin", "1000"}})["maintenance_margin"], "100");
}

TEST_F(FuturesCalls, LeavesWhatMakesNoWholeLot) {
    test::mark(*world, pair, "67000");
    const auto anna = person("200");
    auto client = as(anna);
    const auto position = opened(client, {{"opening_price", "67000"}});
    EXPECT_EQ(position["quantity"], "0.01492");
    EXPECT_EQ(position["margin"], "99.964");
    EXPECT_EQ(available(anna), "99.53618");  // 200 − 99.964 − 0.49982
}

TEST_F(FuturesCalls, AsksOfASaleForTheWorthOfTheLeastLots) {
    test::mark(*world, pair, "93000");
    auto client = as(person());
    Fields fields{{"delegate_type", "SELL_EMPTY"}, {"margin", "1.85"}, {"opening_price", "93000"}};
    const Answer refused = send(client, buy_more, opening(fields));
    expect_error(refused, 400, "below_minimum", "margin");
    EXPECT_EQ(refused.json()["details"]["minimum"], "1.86");  // two lots of 0.00001
    fields["margin"] = "1.86";
    EXPECT_EQ(opened(client, fields)["quantity"], "0.0002");
    fields["margin"] = "1";
    fields["delegate_type"] = "BUY_MORE";
    EXPECT_EQ(opened(client, fields)["quantity"], "0.0001");
}

TEST_F(FuturesCalls, OpensAtTheServersMarkNotAtTheClientsPrice) {
    const auto anna = person();
    auto client = as(anna);
    EXPECT_EQ(opened(client, {{"opening_price", "49900"}})["opening_price"], "50000");
    EXPECT_EQ(opened(client, {{"opening_price", ""}})["opening_price"], "50000");
    expect_error(send(client, buy_more, opening({{"opening_price", "49700"}})), 409, "slippage",
                 "opening_price");
    expect_error(send(client, buy_more,
                      opening({{"opening_price", "50300"}, {"delegate_type", "SELL_EMPTY"}})),
                 409, "slippage", "opening_price");
    EXPECT_EQ(opened(client, {{"opening_price", "70000"}})["state"], "OPEN") << "cheaper is better";
}

TEST_F(FuturesCalls, RefusesEveryBadFieldOfAnOpening) {
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
        {{{"name", ""}}, 404, "unknown_market", "name"},
        {{{"delegate_type", "BUY"}}, 400, "invalid_parameter", "delegate_type"},
        {{{"delegate_type", "BUY MORE"}}, 400, "invalid_parameter", "delegate_type"},
        {{{"margin", ""}}, 400, "invalid_amount", "margin"},
        {{{"margin", "abc"}}, 400, "invalid_amount", "margin"},
        {{{"margin", "1e3"}}, 400, "invalid_amount", "margin"},
        {{{"margin", "0"}}, 400, "not_positive", "margin"},
        {{{"margin", "-5"}}, 400, "not_positive", "margin"},
        {{{"margin", "1.000000001"}}, 400, "too_many_places", "margin"},
        {{{"margin", "999999999999999999999"}}, 400, "out_of_range", "margin"},
        {{{"margin", "0.99"}}, 400, "below_minimum", "margin"},
        {{{"margin", "0.99"}, {"delegate_type", "SELL_EMPTY"}}, 400, "below_minimum", "margin"},
        {{{"margin", "200000.00000001"}}, 400, "above_maximum", "margin"},
        {{{"margin", "99999999999999999999"}}, 400, "above_maximum", "margin"},
        {{{"margin", "9999"}}, 409, "insufficient_balance", "margin"},
        {{{"leverage", "5"}}, 400, "unknown_leverage", "leverage"},
        {{{"leverage", "100"}}, 400, "unknown_leverage", "leverage"},
        {{{"leverage", "0"}}, 400, "unknown_leverage", "leverage"},
        {{{"leverage", "-10"}}, 400, "unknown_leverage", "leverage"},
        {{{"leverage", "x10"}}, 400, "invalid_parameter", "leverage"},
        {{{"leverage", "10.5"}}, 400, "invalid_parameter", "leverage"},
        {{{"opening_price", "0"}}, 400, "not_positive", "opening_price"},
        {{{"opening_price", "many"}}, 400, "invalid_amount", "opening_price"},
        {{{"opening_price", "99999999999999999999"}, {"delegate_type", "SELL_EMPTY"}},
         409,
         "slippage",
         "opening_price"},
        {{{"take_profit", "50000.05"}}, 400, "off_tick", "take_profit"},
        {{{"take_profit", "50000"}}, 400, "target_side", "take_profit"},
        {{{"take_profit", "49000"}}, 400, "target_side", "take_profit"},
        {{{"stop_loss", "51000"}}, 400, "target_side", "stop_loss"},
        {{{"stop_loss", "49000.01"}}, 400, "off_tick", "stop_loss"},
        {{{"stop_loss", "-1"}}, 400, "not_positive", "stop_loss"},
        {{{"client_id", "with spaces"}}, 400, "invalid_parameter", "client_id"},
        {{{"client_id", std::string(65, 'a')}}, 400, "too_long", "client_id"},
        {{{"sum", "1"}}, 400, "unknown_parameter", "sum"},
    };
    for (const auto& row : rows)
        expect_error(send(client, buy_more, opening(row.change)), row.status, row.code, row.field);
    for (const char* needed :
         {"name", "delegate_type", "margin", "leverage", "transaction_password"}) {
        Fields fields = opening();
        fields.erase(needed);
        expect_error(send(client, buy_more, fields), 400, "missing_parameter", needed);
    }
    Fields twice = opening();
    FastCgiClient::Params params{twice.begin(), twice.end()};
    params.emplace_back("margin", "5");
    expect_error(client.post_form(buy_more, params), 400, "duplicate_parameter", "margin");
    EXPECT_EQ(available(anna), "10000");
    EXPECT_EQ(read(client, client_margin)["margin"].size(), 0);
}

TEST_F(FuturesCalls, SaysWhatIsAvailable) {
    const auto anna = person("50");
    auto client = as(anna);
    const auto answer = send(client, buy_more, opening());
    expect_error(answer, 409, "insufficient_balance", "margin");
    EXPECT_EQ(answer.json()["details"]["available"], "50");
    EXPECT_EQ(answer.json()["details"]["needed"], "100.5");
    // The fee counts, too.
    const auto berta = person("100");
    auto other = as(berta);
    expect_error(send(other, buy_more, opening()), 409, "insufficient_balance", "margin");
}

TEST_F(FuturesCalls, KeepsSomeHundredsOfPositionsForAClient) {
    const auto anna = person();
    auto client = as(anna);
    const std::vector<std::pair<const Person*, test::OpenPosition>> many(
        199, {&anna, {.pair = pair, .margin = "1"}});
    test::open_all(*world, many);
    opened(client);
    expect_error(send(client, buy_more, opening()), 409, "too_many_positions");
    EXPECT_EQ(read(client, client_margin)["margin"].size(), 200U);
}

TEST_F(FuturesCalls, RefusesAClosedMarketAndAStaleMark) {
    const auto anna = person();
    auto client = as(anna);
    test::mark(*world, pair, "50000", std::chrono::hours{2});
    expect_error(send(client, buy_more, opening()), 409, "stale_price");
    test::mark(*world, pair, "50000");
    world->superuser().run("update markets set state = 'closed' where pair = $1", {pair});
    expect_error(send(client, buy_more, opening()), 409, "market_closed", "name");
    EXPECT_EQ(available(anna), "10000");
}

TEST_F(FuturesCalls, AsksForTheTransactionPassword) {
    const auto anna = person();
    auto client = as(anna);
    const auto reply = done(client, buy_more, opening({{"transaction_password", "nonsense"}}));
    EXPECT_EQ(reply["message"], "wrong_transaction_password");
    EXPECT_FALSE(reply.isMember("position"));
    for (int i = 0; i < 4; ++i)
        send(client, buy_more, opening({{"transaction_password", "nonsense"}}));
    expect_error(send(client, buy_more, opening()), 429, "trading_locked");
    EXPECT_EQ(available(anna), "10000");
    const auto id = test::open(*world, anna, {.pair = pair});
    expect_error(send(client, close_position, closing(std::to_string(id.value))), 429,
                 "trading_locked");
}

TEST_F(FuturesCalls, AreForClientsAlone) {
    auto guest = futures->client();
    for (const char* path : {buy_more, close_position, add_margin, set_targets})
        expect_error(send(guest, path, {}), 401, "unauthorized");
    for (const char* path : {client_margin, history, "/api/v3/futures/funding"})
        expect_error(guest.get(path), 401, "unauthorized");
    const auto anna = person();
    auto client = as(anna);
    world->superuser().run(
        "update clients set status = 'FREEZE_ACCOUNT', epoch = epoch + 1 "
        "where id = $1",
        {anna.id});
    EXPECT_NE(send(client, buy_more, opening()).status, 200);
    EXPECT_EQ(available(anna), "10000");
}

TEST_F(FuturesCalls, OpensOnceForOneKey) {
    const auto anna = person();
    auto client = as(anna);
    const auto first = opened(client, {{"client_id", "form-1"}});
    EXPECT_EQ(opened(client, {{"client_id", "form-1"}})["id"], first["id"]);
    expect_error(send(client, buy_more, opening({{"client_id", "form-1"}, {"margin", "101"}})), 409,
                 "client_id_reused", "client_id");
    // The first answer comes again when the price has gone.
    test::mark(*world, pair, "50000", std::chrono::hours{2});
    EXPECT_EQ(opened(client, {{"client_id", "form-1"}})["id"], first["id"]);
    EXPECT_EQ(held(anna), "100");
}

TEST_F(FuturesCalls, OpensOnceForADoubleClick) {
    const auto anna = person();
    const std::string token = world->token(anna);
    auto first = futures->client();
    first.bearer(token);
    opened(first, {{"client_id", "warm"}});
    std::vector<std::thread> clicks;
    for (int i = 0; i < 6; ++i) {
        clicks.emplace_back([&] {
            auto client = futures->client();
            client.bearer(token);
            const auto answer = send(client, buy_more, opening({{"client_id", "double"}}));
            EXPECT_EQ(answer.message(), "success") << answer.body;
        });
    }
    for (auto& click : clicks) click.join();
    EXPECT_EQ(held(anna), "200");
    EXPECT_EQ(read(first, client_margin)["margin"].size(), 2);
}

TEST_F(FuturesCalls, ClosesAtThePriceOfTheRequest) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    test::mark(*world, pair, "55000");
    const auto reply = done(client, close_position, closing(id));
    EXPECT_EQ(reply["message"], "closeRequest");
    EXPECT_EQ(reply["daysLeft"], 0);
    EXPECT_EQ(read(client, client_margin)["margin"][0]["state"], "CLOSE_REQUESTED");
    EXPECT_EQ(done(client, close_position, closing(id))["message"], "closeRequest")
        << "a double click";
    test::mark(*world, pair, "44000");
    settle();
    EXPECT_EQ(available(anna), "10099.5") << "10000 − 0.5 + 0.02 × 5000";
    EXPECT_EQ(held(anna), "0");
    const auto past = read(client, history);
    EXPECT_EQ(past["total"], 1);
    const auto& position = past["positions"][0];
    EXPECT_EQ(position["state"], "CLOSED");
    EXPECT_EQ(position["closing_price"], "55000");
    EXPECT_EQ(position["realised"], "100");
    EXPECT_EQ(position["return_on_equity"], "100");
    EXPECT_EQ(position["reason"], "closed");
    EXPECT_EQ(position["liquidation"], Json::Value{});
    expect_error(send(client, close_position, closing(id)), 409, "position_not_open", "future_id");
}

TEST_F(FuturesCalls, ClosesOnceForOneKey) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    const auto other = opened(client)["id"].asString();
    const Fields fields = closing(id, {{"client_id", "close-1"}});
    EXPECT_EQ(done(client, close_position, fields)["message"], "closeRequest");
    settle();
    EXPECT_EQ(done(client, close_position, fields)["message"], "closeRequest")
        << "as the first time, although it has been closed since";
    expect_error(send(client, close_position, closing(other, {{"client_id", "close-1"}})), 409,
                 "client_id_reused", "client_id");
    const auto answer =
        client.get(close_position,
                   {{"future_id", other}, {"transaction_password", World::transaction_password}});
    expect_error(answer, 405, "method_not_allowed");
}

TEST_F(FuturesCalls, RefusesToCloseWithoutAPriceOrUnderItsMaintenance) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    test::mark(*world, pair, "50000", std::chrono::hours{2});
    expect_error(send(client, close_position, closing(id)), 409, "stale_price");
    test::mark(*world, pair, "45226");
    expect_error(send(client, close_position, closing(id)), 409, "position_liquidating",
                 "future_id");
    expect_error(send(client, add_margin,
                      {{"future_id", id},
                       {"amount", "50"},
                       {"transaction_password", World::transaction_password}}),
                 409, "position_liquidating", "future_id");
    expect_error(send(client, set_targets, targeting(id, {{"stop_loss", "45000"}})), 409,
                 "position_liquidating", "future_id");
}

TEST_F(FuturesCalls, RefusesToCloseEarlyByTheTerms) {
    auto& config = world->config();
    config.set("FUTURES_MINIMUM_DAYS", "30");
    config.set("FUTURES_CLOSE_TARGET", "0.5");
    const HandlerProcess strict{"futures", config.path(), config.secret()};
    config.set("FUTURES_MINIMUM_DAYS", "0");
    config.set("FUTURES_CLOSE_TARGET", "0");
    const auto anna = person();
    auto client = as(anna, strict);
    const auto id = opened(client)["id"].asString();
    const auto reply = done(client, close_position, closing(id));
    EXPECT_EQ(reply["message"], "closePositionError");
    EXPECT_EQ(reply["daysLeft"], 30);
    EXPECT_EQ(reply["futureTarget"], "50");
    EXPECT_EQ(reply["futureFundsToAdd"], "50");
    EXPECT_EQ(read(client, client_margin)["margin"][0]["state"], "OPEN");
    test::mark(*world, pair, "52500");
    EXPECT_EQ(done(client, close_position, closing(id))["message"], "closeRequest");
}

TEST_F(FuturesCalls, AddsMargin) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    const Fields fields{{"future_id", id},
                        {"amount", "50"},
                        {"client_id", "add-1"},
                        {"transaction_password", World::transaction_password}};
    const auto position = done(client, add_margin, fields)["position"];
    EXPECT_EQ(position["margin"], "150");
    EXPECT_EQ(position["added_margin"], "50");
    EXPECT_EQ(position["total_top_up"], "50");
    EXPECT_EQ(position["total_asset"], "-50");
    EXPECT_EQ(position["income"], "950");
    // (1000 − 150) / 0.0199 = 42713.567…
    EXPECT_EQ(position["liquidation_price"], "42713.6");
    EXPECT_EQ(done(client, add_margin, fields)["position"]["margin"], "150") << "once for one key";
    Fields other = fields;
    other["amount"] = "51";
    expect_error(send(client, add_margin, other), 409, "client_id_reused", "client_id");
    EXPECT_EQ(held(anna), "150");
    EXPECT_EQ(available(anna), "9849.5");
    other = fields;
    other["client_id"] = "add-2";
    other["transaction_password"] = "nonsense";
    EXPECT_EQ(done(client, add_margin, other)["message"], "wrong_transaction_password");
}

TEST_F(FuturesCalls, RefusesBadAdditionsOfMargin) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    const auto add = [&](const Fields& change) {
        Fields fields{{"future_id", id},
                      {"amount", "50"},
                      {"transaction_password", World::transaction_password}};
        for (const auto& [name, value] : change) fields[name] = value;
        return send(client, add_margin, fields);
    };
    expect_error(add({{"amount", "0"}}), 400, "not_positive", "amount");
    expect_error(add({{"amount", "-1"}}), 400, "not_positive", "amount");
    expect_error(add({{"amount", "x"}}), 400, "invalid_amount", "amount");
    expect_error(add({{"amount", "0.000000001"}}), 400, "too_many_places", "amount");
    expect_error(add({{"amount", "9900"}}), 409, "insufficient_balance", "amount");
    expect_error(add({{"future_id", "0"}}), 400, "invalid_parameter", "future_id");
    expect_error(add({{"future_id", "x"}}), 400, "invalid_parameter", "future_id");
    expect_error(add({{"future_id", "999999"}}), 404, "not_found", "future_id");
    expect_error(add({{"extra", "1"}}), 400, "unknown_parameter", "extra");
    done(client, close_position, closing(id));
    expect_error(add({}), 409, "position_not_open", "future_id");
    EXPECT_EQ(held(anna), "100");
}

TEST_F(FuturesCalls, KeepsStrangersOut) {
    const auto anna = person(), berta = person();
    auto owner = as(anna), stranger = as(berta);
    const auto id = opened(owner)["id"].asString();
    expect_error(send(stranger, close_position, closing(id)), 404, "not_found", "future_id");
    expect_error(send(stranger, set_targets, targeting(id, {{"stop_loss", "49000"}})), 404,
                 "not_found", "future_id");
    expect_error(send(stranger, add_margin,
                      {{"future_id", id},
                       {"amount", "5"},
                       {"transaction_password", World::transaction_password}}),
                 404, "not_found", "future_id");
    EXPECT_EQ(read(stranger, client_margin)["margin"].size(), 0);
    EXPECT_EQ(read(owner, client_margin)["margin"][0]["state"], "OPEN");
    EXPECT_EQ(available(berta), "10000");
}

}  // namespace
}  // namespace cambio
