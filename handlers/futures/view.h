#pragma once

#include <json/value.h>

#include "fcgi/reply.h"
#include "fcgi/request.h"
#include "positions/orders.h"
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

/// Which rows of a list: page from 1, per_page from 1 to 200, 50 unless given.
struct Page {
    std::int64_t limit = 0, offset = 0;
};
Page read_page(fcgi::Request& request);

}  // namespace cambio::positions
