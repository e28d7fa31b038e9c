#pragma once

#include <json/value.h>

#include "fcgi/gate.h"
#include "fcgi/reply.h"
#include "fcgi/request.h"
#include "positions/closing_orders.h"
#include "positions/position.h"

/// How positions stand in replies.
namespace cambio::positions {

/// What a position is worth at a price: its mark while it is open, the price of the request after
/// one, the closing price at its end.
struct Figures {
    Decimal price, size, unrealised, equity, maintenance, margin_ratio, return_on_equity;
};
Figures figures_of(const Position& position, const std::optional<Mark>& mark);

Json::Value json_of(const Position& position, const Figures& figures);

/// {"message":"success","position":…}
fcgi::Reply position_reply(const Position& position, const std::optional<Mark>& mark);

Json::Value json_of(const Order& order);
Json::Value json_of(const ClosingOrder& order);

/// {"message":"success","order":…}
template <class One>
fcgi::Reply order_reply(const One& order) {
    Json::Value reply;
    reply["message"] = "success";
    reply["order"] = json_of(order);
    return fcgi::Reply::json(reply);
}

/// Which rows of a list: page from 1, per_page from 1 to 200, 50 unless given.
struct Page {
    std::int64_t limit = 0, offset = 0;
};
Page read_page(fcgi::Request& request);

/// Orders of the client: which page, of one contract or of all, those that are open or that have
/// ended. The statements take client, pair, limit and offset; client, pair and whether open.
struct OrderList {
    const char *open, *ended, *count;
};
template <class One>
fcgi::Reply order_list(fcgi::Request& request, const OrderList& statements) {
    const Page page = read_page(request);
    std::optional<std::string> pair;
    if (fcgi::given(request.params, "name"))
        pair = request.params.required<std::string>("name", 32);
    const bool open = !fcgi::given(request.params, "state") ||
                      request.params.choice("state", {"OPEN", "ENDED"}) == 0;
    auto db = request.db();
    Json::Value reply;
    reply["orders"] = Json::arrayValue;
    for (const pg::Row row : db->run(open ? statements.open : statements.ended,
                                     {request.client(), pair, page.limit, page.offset}))
        reply["orders"].append(json_of(One::from(row)));
    const auto count = db->run(statements.count, {request.client(), pair, open});
    reply["total"] = Json::Int64{count[0].integer("total")};
    return fcgi::Reply::json(reply);
}

}  // namespace cambio::positions
