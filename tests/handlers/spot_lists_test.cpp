// A client's lists of orders and fills: filters, sorting, pages.
#include <vector>

#include "error/sentence.h"
#include "handlers/spot_stops_fixture.h"
#include "support/long_reads.h"

namespace cambio {

namespace {

class SpotLists : public SpotStops {
  protected:
    /// The prices of the orders that a list shows, in its order.
    static std::vector<std::string> prices(FastCgiClient& client, const char* path,
                                           const FastCgiClient::Params& filter) {
        std::vector<std::string> result;
        const Json::Value reply = client.get(path, filter).json();
        for (const Json::Value& order : reply["orders"]) {
            result.push_back(order["price"].asString());
        }
        EXPECT_EQ(reply["total"].asUInt64(), result.size());
        return result;
    }
    using Prices = std::vector<std::string>;
};

TEST_F(SpotLists, OpenOrdersAreFilteredAndSorted) {
    Person anna = person();
    auto client = as(anna);
    placed(client, limit("BUY", "91", "3"));
    placed(client, limit("BUY", "93", "1"));
    placed(client, limit("SELL", "103", "2"));
    placed(client, stop("SELL", "95", "94", "4"));
    placed_pair(client, oco("SELL", "120", "96", "92", "5"));
    const auto list = [&](const FastCgiClient::Params& filter) {
        return prices(client, open_orders, filter);
    };
    EXPECT_EQ(list({}), (Prices{"92", "120", "94", "103", "93", "91"}));
    EXPECT_EQ(list({{"side", "BUY"}}), (Prices{"93", "91"}));
    EXPECT_EQ(list({{"type", "LIMIT"}}), (Prices{"120", "103", "93", "91"}));
    EXPECT_EQ(list({{"type", "STOP_LIMIT"}}), (Prices{"92", "94"}));
    EXPECT_EQ(list({{"type", "OCO"}}), (Prices{"92", "120"}));
    EXPECT_EQ(list({{"type", "MARKET"}}), Prices{});
    EXPECT_EQ(list({{"sort", "price"}}), (Prices{"120", "103", "94", "93", "92", "91"}));
    EXPECT_EQ(list({{"sort", "price"}, {"direction", "asc"}, {"side", "BUY"}}),
              (Prices{"91", "93"}));
    EXPECT_EQ(list({{"sort", "quantity"}, {"side", "BUY"}}), (Prices{"91", "93"}));
    EXPECT_EQ(list({{"sort", "created_at"}, {"direction", "asc"}, {"type", "LIMIT"}}),
              (Prices{"91", "93", "103", "120"}));
    for (const char* sort : {"updated_at", "name", "side", "type", "filled", "total"}) {
        EXPECT_EQ(list({{"sort", sort}}).size(), 6u) << sort;
    }
}

TEST_F(SpotLists, LongHistoriesHoldUpNobodyElse) {
    Person anna = person(), ben = person();
    auto his = as(ben);
    std::vector<FastCgiClient> hers;
    for (int n = 0; n < 12; ++n) hers.push_back(as(anna));
    test::expect_long_reads_hold_up_nobody(
        *world, std::move(hers), [](auto& client) { return client.get(order_histories); }, 4,
        [&] { return his.get(open_orders); });
}

TEST_F(SpotLists, DaysIncludeBothEnds) {
    Person anna = person();
    auto client = as(anna);
    for (const char* price : {"91", "92", "93"}) placed(client, limit("BUY", price, "1"));
    const auto date = [&](const char* price, const char* at) {
        world->superuser().run(
            "update orders set created_at = $3 where client_id = $1 and price = "
            "$2",
            {anna.id, price, at});
    };
    date("91", "2026-03-01 00:00:00Z");
    date("92", "2026-03-02 23:59:59.9Z");
    date("93", "2026-03-03 00:00:00Z");
    const auto list = [&](const char* from, const char* to) {
        return prices(client, open_orders, {{"from", from}, {"to", to}});
    };
    EXPECT_EQ(list("2026-03-01", "2026-03-02"), (Prices{"92", "91"}));
    EXPECT_EQ(list("2026-03-02", "2026-03-02"), (Prices{"92"}));
    EXPECT_EQ(list("2026-03-02", ""), (Prices{"93", "92"}));
    EXPECT_EQ(list("", "2026-03-01"), (Prices{"91"}));
    EXPECT_EQ(list("2026-03-04", "2026-03-01"), Prices{});
}

TEST_F(SpotLists, HistoriesHaveTheirOwnFills) {
    Person anna = person();
    Person ben = person();
    auto client = as(anna);
    auto ben_calls = as(ben);
    placed(client, order("BUY", "MARKET", {{"number_of_order", "1"}}));
    placed(client, limit("SELL", "100.5", "2"));
    placed(ben_calls, limit("BUY", "100.5", "2"));
    placed(client, stop("BUY", "102", "103", "12"));
    placed(ben_calls, order("BUY", "MARKET", {{"number_of_order", "10"}}));
    const auto fills = [&](const FastCgiClient::Params& filter) {
        Prices result;
        const Json::Value reply = client.get(order_histories, filter).json();
        for (const Json::Value& fill : reply["fills"]) {
            result.push_back(fill["price"].asString() + "x" + fill["quantity"].asString());
        }
        return result;
    };
    EXPECT_EQ(fills({}), (Prices{"102x9", "100.5x2", "101x1"}));
    EXPECT_EQ(fills({{"side", "SELL"}}), (Prices{"100.5x2"}));
    EXPECT_EQ(fills({{"type", "STOP_LIMIT"}}), (Prices{"102x9"}));
    EXPECT_EQ(fills({{"type", "LIMIT"}}), (Prices{"100.5x2"}));
    EXPECT_EQ(fills({{"sort", "price"}, {"direction", "asc"}}),
              (Prices{"100.5x2", "101x1", "102x9"}));
    EXPECT_EQ(fills({{"sort", "total"}}), (Prices{"102x9", "100.5x2", "101x1"}));
    EXPECT_EQ(fills({{"per_page", "1"}, {"page", "2"}}), (Prices{"100.5x2"}));
    EXPECT_EQ(fills({{"from", "2999-01-01"}}), Prices{});
    for (const char* sort : {"created_at", "updated_at", "name", "side", "type", "price",
                             "quantity", "filled", "total"}) {
        EXPECT_EQ(fills({{"sort", sort}}).size(), 3u) << sort;
    }
    const Json::Value reply = client.get(order_histories, {{"per_page", "1"}}).json();
    EXPECT_EQ(reply["fills_total"].asInt(), 3);
    EXPECT_EQ(reply["fills"][0]["total"].asString(), "918");
    EXPECT_EQ(reply["total"].asInt(), 2);
}

// An order that is done with is shown at what its fills came to, and sorted by the same.
TEST_F(SpotLists, HistoriesAreSortedByWhatWasPaid) {
    Person anna = person();
    Person ben = person();
    auto client = as(anna);
    auto ben_calls = as(ben);
    placed(ben_calls, limit("SELL", "99.5", "2"));
    placed(client, limit("BUY", "110", "2"));  // 199 instead of 220
    placed(ben_calls, limit("SELL", "100.5", "2"));
    placed(client, limit("BUY", "100.5", "2"));                     // 201
    const auto unfilled = placed(client, limit("BUY", "80", "4"));  // nothing of 320
    send(client, cancel_order, {{"order_id", unfilled["id"].asString()}});
    const auto list = [&](const char* sort) {
        return prices(client, order_histories, {{"sort", sort}});
    };
    EXPECT_EQ(list("total"), (Prices{"100.5", "110", "80"}));
    EXPECT_EQ(list("price"), (Prices{"100.5", "110", "80"}));
}

// Whoever has very many is not counted to the end for each page, and can leaf on all the same.
TEST_F(SpotLists, LongHistoriesAreCountedSoFarAlone) {
    Person anna = person();
    auto client = as(anna);
    const auto id = placed(client, limit("BUY", "91", "1"))["id"].asString();
    send(client, cancel_order, {{"order_id", id}});
    world->superuser().run(R"sql(
        insert into orders (id, client_id, market_id, seq, client_key, content_hash, side, type,
                            price, quantity, state, reason, created_at, updated_at)
        select nextval('order_ids'), client_id, market_id, seq, 'past-' || n, content_hash, side,
               type, price, quantity, state, reason, created_at, updated_at
        from orders, generate_series(1, 10300) n where id = $1::bigint)sql",
                           {id});
    const auto total = [&](const char* page) {
        const auto reply = client.get(order_histories, {{"per_page", "200"}, {"page", page}});
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply.json()["total"].asInt();
    };
    EXPECT_EQ(total("1"), 10'000);
    EXPECT_EQ(total("50"), 10'001);
    EXPECT_EQ(total("51"), 10'201);
    EXPECT_EQ(total("52"), 10'301);
    const auto last = client.get(order_histories, {{"per_page", "200"}, {"page", "52"}}).json();
    EXPECT_EQ(last["orders"].size(), 101u);
    EXPECT_EQ(last["fills_total"].asInt(), 0);
}

TEST_F(SpotLists, WhatTheyDoNotUnderstandIsRefused) {
    Person anna = person();
    auto client = as(anna);
    const std::pair<const char*, const char*> bad[] = {
        {"side", "buy"},         {"type", "STOP"},    {"from", "yesterday"},
        {"from", "2026-02-30"},  {"to", "2026-2-3"},  {"to", "2026-02-03T00:00:00Z"},
        {"sort", "price; drop"}, {"direction", "up"}, {"from", "-001-01-01"},
    };
    for (const char* path : {open_orders, order_histories}) {
        for (const auto& [name, value] : bad) {
            expect_error(client.get(path, {{name, value}}), 400, "invalid_parameter", name);
        }
        expect_error(client.get(path, {{"per_page", "201"}}), 400, "out_of_range", "per_page");
        expect_error(client.get(path, {{"page", "100001"}}), 400, "out_of_range", "page");
        // What only reads ignores what it does not know.
        EXPECT_EQ(client.get(path, {{"colour", "red"}, {"side", ""}, {"from", ""}}).status, 200);
    }
}

TEST_F(SpotLists, RefusalsSayTheNumber) {
    Person anna = person();
    auto client = as(anna);
    const auto text = [&](const Fields& order) { return place(client, order).json()["text"]; };
    EXPECT_EQ(text(limit("SELL", "1000", "0.005")),
              "Amount must be greater than minimum sell amount (0.01)");
    EXPECT_EQ(text(limit("BUY", "100", "0.01")),
              "Amount must be greater than minimum buy amount (5)");
    EXPECT_EQ(text(order("BUY", "LIMIT", {{"order_per_unit", "100"}, {"total", "0.01"}})),
              "Amount must be greater than minimum buy amount (5)");
    EXPECT_EQ(text(limit("SELL", "100", "100.001")), "Insufficient balance (100)");
    EXPECT_EQ(sentence_of(Error{Code::insufficient_balance}), "Insufficient balance");
    EXPECT_EQ(sentence_of(Error{Code::below_minimum}),
              "Amount must be greater than minimum amount");
}

}  // namespace

}  // namespace cambio
