#pragma once

#include <json/value.h>

#include <optional>
#include <string>

#include "config/config.h"
#include "fcgi/request.h"
#include "positions/position.h"

/// What closing a position and reversing it have in common.
namespace cambio::positions {

/// Of which a position of the client is. Throws not_found naming future_id.
std::string pair_of(fcgi::Request& request, PositionId id);

/// Throws position_not_open.
void need_open(const Position& position);
/// Throws position_liquidating: the liquidation goes first, although the job has not been here yet.
void need_maintenance(const Position& position, const Mark& mark);

/// What the client asked to be closed, or reversed, under this key.
std::optional<Position> asked_under(pg::Transaction& tx, ClientId client,
                                    const std::optional<std::string>& key);

/// What the owner of `closed`, which is a part of a position or all of it, had put into it, and no
/// more than when that was accepted: margin that was put in since would raise the profit from which
/// on it may be closed early, at a price that is known by then.
Decimal put_in_of(const Position& closed, const std::optional<Position>& accepted);
/// Whether it may be closed at a price, by the terms of the configuration.
futures::EarlyClose early_close(const Config& config, const Position& closed, Decimal put_in,
                                Decimal price);
/// The fields of it in a reply with this message.
Json::Value json_of(const char* message, const futures::EarlyClose& early);

}  // namespace cambio::positions
