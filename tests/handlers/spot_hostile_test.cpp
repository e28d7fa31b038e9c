// What nobody who uses the site sends: every field of the calls that place and cancel orders, wrong
// in every way, and double clicks on all kinds of orders.
#include <set>
#include <thread>

#include "handlers/spot_stops_fixture.h"

namespace cambio {

namespace {

class SpotHostile : public SpotStops {
  protected:
    /// Each call that places an order, and that is accepted as it stands.
    std::map<std::string, Fields> good() const {
        return {
            {"MARKET", order("BUY", "MARKET", {{"number_of_order", "1"}})},
            {"LIMIT", limit("BUY", "90", "1")},
            {"STOP_LIMIT", stop("SELL", "95", "94", "1")},
            {"OCO", oco("SELL", "110", "95", "94", "1")},
        };
    }
    static Fields with(Fields fields, const std::string& name, const std::string& value) {
        fields[name] = value;
        return fields;
    }
    static void expect_nothing_happened(const Person& person) {
        EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {person.id}), 0);
        EXPECT_EQ(person.balance("USDT"), dec("10000"));
    }
};

TEST_F(SpotHostile, EachAmountIsAnAmount) {
    Person anna = person();
    auto client = as(anna);
    const struct {
        const char *type, *field;
    } amounts[] = {
        {"MARKET", "number_of_order"},     {"MARKET", "total"},
        {"MARKET", "order_per_unit"},      {"LIMIT", "number_of_order"},
        {"LIMIT", "order_per_unit"},       {"LIMIT", "total"},
        {"STOP_LIMIT", "stop_price"},      {"STOP_LIMIT", "order_per_unit"},
        {"STOP_LIMIT", "number_of_order"}, {"OCO", "stop_price"},
        {"OCO", "stop_limit_price"},       {"OCO", "order_per_unit"},
        {"OCO", "number_of_order"},
    };
    const struct {
        const char *value, *code;
    } wrong[] = {
        {"abc", "invalid_amount"},
        {"1e3", "invalid_amount"},
        {"+5", "invalid_amount"},
        {" 5", "invalid_amount"},
        {"5.", "invalid_amount"},
        {".5", "invalid_amount"},
        {"1,5", "invalid_amount"},
        {"0x10", "invalid_amount"},
        {"NaN", "invalid_amount"},
        {"--5", "invalid_amount"},
        {"0", "not_positive"},
        {"0.000", "not_positive"},
        {"-1", "not_positive"},
        {"1.1234567890123456789", "too_many_places"},
        {"123456789012345678901234567890", "out_of_range"},
    };
    for (const auto& [type, field] : amounts) {
        for (const auto& [value, code] : wrong) {
            SCOPED_TRACE(std::string{type} + " " + field + "=" + value);
            expect_error(place(client, with(good().at(type), field, value)), 400, code, field);
        }
    }
    expect_nothing_happened(anna);
}

TEST_F(SpotHostile, EachPriceKeepsTheRules) {
    Person anna = person();
    auto client = as(anna);
    const struct {
        const char *type, *field, *value;
        int status;
        const char *code, *named;
    } wrong[] = {
        {"LIMIT", "order_per_unit", "90.05", 400, "off_tick", "order_per_unit"},
        {"LIMIT", "order_per_unit", "1000.1", 409, "price_protection", "order_per_unit"},
        {"LIMIT", "number_of_order", "1.0001", 400, "off_lot", "number_of_order"},
        {"LIMIT", "number_of_order", "0.001", 400, "below_minimum", "number_of_order"},
        {"LIMIT", "number_of_order", "0.05", 400, "below_minimum", "total"},
        {"MARKET", "number_of_order", "1.0001", 400, "off_lot", "number_of_order"},
        {"MARKET", "number_of_order", "0.001", 400, "below_minimum", "number_of_order"},
        {"MARKET", "number_of_order", "0.04", 400, "below_minimum", "total"},
        {"STOP_LIMIT", "stop_price", "95.01", 400, "off_tick", "stop_price"},
        {"STOP_LIMIT", "stop_price", "1000.1", 409, "price_protection", "stop_price"},
        {"STOP_LIMIT", "stop_price", "9.9", 409, "price_protection", "stop_price"},
        {"STOP_LIMIT", "order_per_unit", "94.01", 400, "off_tick", "order_per_unit"},
        {"STOP_LIMIT", "order_per_unit", "9.9", 409, "price_protection", "order_per_unit"},
        {"STOP_LIMIT", "number_of_order", "1.0001", 400, "off_lot", "number_of_order"},
        {"STOP_LIMIT", "number_of_order", "0.05", 400, "below_minimum", "total"},
        {"OCO", "stop_limit_price", "94.01", 400, "off_tick", "stop_limit_price"},
        {"OCO", "stop_limit_price", "9.9", 409, "price_protection", "stop_limit_price"},
        {"OCO", "stop_price", "95.01", 400, "off_tick", "stop_price"},
        {"OCO", "order_per_unit", "110.01", 400, "off_tick", "order_per_unit"},
        {"OCO", "number_of_order", "0.05", 400, "below_minimum", "total"},
        {"OCO", "number_of_order", "1.0001", 400, "off_lot", "number_of_order"},
    };
    for (const auto& bad : wrong) {
        SCOPED_TRACE(std::string{bad.type} + " " + bad.field + "=" + bad.value);
        expect_error(place(client, with(good().at(bad.type), bad.field, bad.value)), bad.status,
                     bad.code, bad.named);
    }
    const Fields little = order("SELL", "MARKET", {{"number_of_order", "0.04"}});
    expect_error(place(client, little), 400, "below_minimum", "total");
    expect_nothing_happened(anna);
}

TEST_F(SpotHostile, StopFieldsBelongToStopOrders) {
    Person anna = person();
    auto client = as(anna);
    for (const char* type : {"MARKET", "LIMIT"}) {
        expect_error(place(client, with(good().at(type), "stop_price", "95")), 400,
                     "invalid_parameter", "stop_price");
    }
    for (const char* type : {"MARKET", "LIMIT", "STOP_LIMIT"}) {
        expect_error(place(client, with(good().at(type), "stop_limit_price", "94")), 400,
                     "invalid_parameter", "stop_limit_price");
    }
    for (const char* type : {"MARKET", "STOP_LIMIT", "OCO"}) {
        expect_error(place(client, with(good().at(type), "post_only", "true")), 400,
                     "invalid_parameter", "post_only");
    }
    // What a form leaves empty is not given.
    Fields empty = with(good().at("LIMIT"), "stop_price", "");
    placed(client, with(empty, "stop_limit_price", ""));
}

TEST_F(SpotHostile, WhatIsMissingIsNamed) {
    Person anna = person();
    auto client = as(anna);
    const std::map<std::string, std::vector<std::string>> needed = {
        {"STOP_LIMIT", {"order_per_unit", "number_of_order", "stop_price"}},
        {"OCO", {"order_per_unit", "number_of_order", "stop_price", "stop_limit_price"}},
        {"LIMIT", {"order_per_unit", "number_of_order"}},
        {"MARKET", {"number_of_order"}},
    };
    for (const auto& [type, names] : needed) {
        for (const std::string& name : names) {
            Fields fields = good().at(type);
            fields.erase(name);
            expect_error(place(client, fields), 400, "missing_parameter", name);
            fields[name] = "";
            expect_error(place(client, fields), 400, "missing_parameter", name);
        }
    }
    expect_nothing_happened(anna);
}

TEST_F(SpotHostile, NothingIsTakenTwiceOrUnknown) {
    Person anna = person();
    auto client = as(anna);
    for (const auto& [type, fields] : good()) {
        for (const auto& [name, value] : with(fields, "client_id", "key")) {
            SCOPED_TRACE(type + " " + name);
            Fields all = with(fields, "client_id", "key");
            FastCgiClient::Params twice{all.begin(), all.end()};
            twice.emplace_back(name, value);
            expect_error(client.post_form(my_order, twice), 400, "duplicate_parameter", name);
        }
        expect_error(place(client, with(fields, "leverage", "10")), 400, "unknown_parameter",
                     "leverage");
        expect_error(place(client, with(fields, "oco_group", "1")), 400, "unknown_parameter",
                     "oco_group");
    }
    const std::pair<const char*, const char*> choices[] = {
        {"market_type", "STOP"},  {"market_type", "stop_limit"}, {"market_type", "limit"},
        {"delegate_type", "buy"}, {"delegate_type", "HOLD"},     {"time_in_force", "GTD"},
        {"time_in_force", "gtc"}, {"trade_type", "margin"},      {"post_only", "maybe"},
        {"client_id", "a b"},     {"client_id", "a'b"},          {"client_id", "\xc3\xa9"},
    };
    for (const auto& [name, value] : choices) {
        SCOPED_TRACE(std::string{name} + "=" + value);
        expect_error(place(client, with(good().at("LIMIT"), name, value)), 400, "invalid_parameter",
                     name);
    }
    expect_error(place(client, with(good().at("LIMIT"), "client_id", std::string(65, 'k'))), 400,
                 "too_long", "client_id");
    expect_error(place(client, with(good().at("LIMIT"), "name", "NOPEUSDT")), 404, "unknown_market",
                 "name");
    expect_nothing_happened(anna);
}

TEST_F(SpotHostile, AKeyStandsForOneContent) {
    Person anna = person();
    auto client = as(anna);
    const std::string other = "M" + std::to_string(next_market++) + "USDT";
    for (const auto& [type, fields] : good()) {
        const Fields first = with(fields, "client_id", "key-" + type);
        placed(client, first);
        std::vector<Fields> changed;
        if (type == "LIMIT") {
            changed = {with(first, "order_per_unit", "89"), with(first, "number_of_order", "2"),
                       with(first, "time_in_force", "IOC"), with(first, "post_only", "true"),
                       with(first, "name", other)};
        } else if (type == "MARKET") {
            changed = {with(first, "number_of_order", "2"), with(first, "delegate_type", "SELL")};
        } else {
            changed = {with(first, "stop_price", "95.5"), with(first, "order_per_unit", "111"),
                       with(first, "time_in_force", "IOC"), with(first, "number_of_order", "2")};
        }
        if (type == "OCO") changed.push_back(with(first, "stop_limit_price", "94.5"));
        for (const Fields& again : changed) {
            SCOPED_TRACE(type);
            expect_error(place(client, again), 409, "client_id_reused", "client_id");
        }
    }
    EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 5);
}

TEST_F(SpotHostile, TenClicksAtOnceAreOneOrder) {
    Person anna = person();
    const std::string token = world->token(anna);
    HandlerProcess second = world->handler("spot");
    for (const auto& [type, fields] : good()) {
        const Fields click = with(fields, "client_id", "click-" + type);
        std::mutex mutex;
        std::set<std::string> ids;
        std::vector<std::thread> threads;
        for (int i = 0; i < 10; ++i) {
            threads.emplace_back([&, i] {
                auto client = (i % 2 == 0 ? *spot : second).client();
                client.bearer(token);
                const auto reply = place(client, click).json();
                EXPECT_EQ(reply["message"].asString(), "success");
                const std::lock_guard lock{mutex};
                ids.insert(reply["order"]["id"].asString());
                for (const Json::Value& leg : reply["orders"]) ids.insert(leg["id"].asString());
            });
        }
        for (std::thread& thread : threads) thread.join();
        EXPECT_EQ(ids.size(), type == "OCO" ? 2u : 1u) << type;
    }
    EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 5);
    // The market buy brought 1 less its fee, the stop and the pair hold 1 each.
    EXPECT_EQ(anna.balance(coin), dec("98.999"));
    EXPECT_EQ(anna.held(coin), dec("2"));
    EXPECT_EQ(anna.held("USDT"), dec("90"));
}

TEST_F(SpotHostile, CancellingRefusesWhatItDoesNotUnderstand) {
    Person anna = person();
    auto client = as(anna);
    const std::string id = placed(client, limit("BUY", "90", "1"))["id"].asString();
    const struct {
        Fields fields;
        int status;
        const char *code, *field;
    } wrong[] = {
        {{}, 400, "missing_parameter", "order_id"},
        {{{"order_id", "0"}}, 400, "invalid_parameter", "order_id"},
        {{{"order_id", "-1"}}, 400, "invalid_parameter", "order_id"},
        {{{"order_id", "1.5"}}, 400, "invalid_parameter", "order_id"},
        {{{"order_id", id + " or true"}}, 400, "invalid_parameter", "order_id"},
        {{{"order_id", "99999999999999999999"}}, 400, "out_of_range", "order_id"},
        {{{"order_id", "999999999"}}, 404, "not_found", "order_id"},
        {{{"order_id", id}, {"all", "true"}}, 400, "invalid_parameter", "all"},
        {{{"order_id", id}, {"client_id", "1' or '1'='1"}}, 400, "invalid_parameter", "client_id"},
        {{{"all", "yes"}}, 400, "invalid_parameter", "all"},
        {{{"all", "true"}, {"name", "NOPE"}}, 404, "unknown_market", "name"},
        {{{"order_id", id}, {"state", "APPROVED"}}, 400, "unknown_parameter", "state"},
    };
    for (const auto& bad : wrong) {
        SCOPED_TRACE(bad.fields.empty() ? "nothing" : bad.fields.begin()->second);
        expect_error(send(client, cancel_order, bad.fields), bad.status, bad.code, bad.field);
    }
    expect_error(client.post_form(cancel_order, {{"order_id", id}, {"order_id", id}}), 400,
                 "duplicate_parameter", "order_id");
    EXPECT_EQ(client.get(open_orders).json()["total"].asInt(), 1);
}

/// Those that wait while one is settled come into one batch.
TEST_F(SpotHostile, TheSameCancelSentAtOnceSucceedsEachTime) {
    Person anna = person();
    const std::string token = world->token(anna);
    auto client = as(anna);
    for (int round = 0; round < 5; ++round) {
        const Json::Value reply = place(client, good().at("LIMIT")).json();
        const Fields again{{"order_id", reply["order"]["id"].asString()}, {"client_id", "again"}};
        std::vector<std::thread> threads;
        for (int i = 0; i < 8; ++i) {
            threads.emplace_back([&] {
                auto caller = spot->client();
                caller.bearer(token);
                const Answer answer = send(caller, cancel_order, again);
                EXPECT_EQ(answer.json()["cancelled"].asInt(), 1) << answer.body;
            });
        }
        for (std::thread& thread : threads) thread.join();
    }
    EXPECT_EQ(client.get(open_orders).json()["total"].asInt(), 0);
}

/// A stranger learns nothing about an order, whatever its state, and ends nothing.
TEST_F(SpotHostile, AStrangerCancelsNothing) {
    Person anna = person();
    Person ben = person();
    auto client = as(anna);
    auto stranger = as(ben);
    std::vector<std::string> ids;
    for (const auto& [type, fields] : good()) {
        const Json::Value reply = place(client, fields).json();
        ids.push_back(reply["order"]["id"].asString());
        for (const Json::Value& leg : reply["orders"]) ids.push_back(leg["id"].asString());
    }
    for (const std::string& id : ids) {
        expect_error(send(stranger, cancel_order, {{"order_id", id}}), 404, "not_found",
                     "order_id");
        expect_error(send(stranger, cancel_order, {{"order_id", id}, {"client_id", "x"}}), 404,
                     "not_found", "order_id");
    }
    EXPECT_EQ(send(stranger, cancel_order, {{"all", "true"}}).json()["cancelled"].asInt(), 0);
    EXPECT_EQ(client.get(open_orders).json()["total"].asInt(), 4);
    EXPECT_EQ(stranger.get(open_orders).json()["total"].asInt(), 0);
}

}  // namespace

}  // namespace cambio
