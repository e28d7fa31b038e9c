#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "positions/closing_orders.h"
#include "positions/position.h"
#include "support/builders.h"

namespace cambio::test {

/// A coin with a market against USDT (tick 0.1, lot 0.00001, minimum 1 USDT) and a contract.
void make_contract(World& world, const std::string& coin);

/// The provider's mark price, `age` old; makes the contract of a market that has none.
void mark(World& world, const std::string& pair, std::string_view price,
          std::chrono::milliseconds age = std::chrono::milliseconds{0});

/// A time of funding that is over and whose mark is known.
void funding(World& world, const std::string& pair, std::string_view rate, std::string_view mark,
             pg::Time at);

/// A position as the call buy-more opens it, with the lot of make_contract. The client has to
/// have margin and fee in the FUTURE wallet. `opened_at` decides which funding it pays.
struct OpenPosition {
    std::string pair;
    futures::Side side = futures::Side::buy_more;
    std::string margin = "100", fee = "0";
    int leverage = 10;
    std::string price = "50000";
    std::optional<std::string> take_profit = std::nullopt, stop_loss = std::nullopt;
    pg::Time opened_at = pg::now();
};
PositionId open(World& world, const Person& person, const OpenPosition& wanted);

/// Several at once, in one transaction; each with its owner.
std::vector<PositionId> open_all(World& world,
                                 const std::vector<std::pair<const Person*, OpenPosition>>& wanted);

/// As the call futures/close leaves it.
void request_close(World& world, PositionId position, std::string_view price);

/// As the call futures/reverse leaves it; the number of what takes its place. The client has to
/// have margin and fee of that in the FUTURE wallet.
PositionId request_reversal(World& world, PositionId position, std::string_view price);

/// An order as the call futures/place-order leaves it. The client has to have margin and fee in the
/// FUTURE wallet. `rises` is of a trigger alone.
struct PlacedOrder {
    std::string pair;
    positions::OrderKind kind = positions::OrderKind::limit;
    futures::Side side = futures::Side::buy_more;
    std::string price = "49000", margin = "100";
    bool rises = false;
    int leverage = 10;
    std::optional<std::string> take_profit = std::nullopt, stop_loss = std::nullopt;
};
PositionId place(World& world, const Person& person, const PlacedOrder& wanted);
positions::Order read_order(World& world, PositionId order);

/// An order as the call futures/place-closing-order leaves it; `rises` is of a trigger alone.
struct PlacedClosing {
    PositionId position;
    positions::OrderKind kind = positions::OrderKind::limit;
    std::string price = "51000", quantity = "0.005";
    bool rises = false;
};
PositionId place_closing(World& world, const PlacedClosing& wanted);
positions::ClosingOrder read_closing(World& world, PositionId order);

positions::Position read(World& world, PositionId position);
std::vector<positions::Position> read_all(World& world);

}  // namespace cambio::test
