#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <variant>

#include "binance/calls.h"
#include "binance/orders.h"
#include "engine.h"
#include "fcgi/route.h"

/// What the calls that place, change and cancel orders of Binance's clients have in common.
namespace cambio::spot {

/// What an order has to pass before the engine is asked: the key's rights, the client's lock, the
/// market's rules and price. The last two are returned, for the engine to refuse it with, where the
/// order has an idempotency key (settlement::refusal_of).
std::optional<Error> check_order(const fcgi::Request& request, const token::Session& caller,
                                 const settlement::PlaceOrder& order,
                                 const settlement::Prices& prices);

using EngineCommand =
    std::variant<settlement::PlaceOrder, settlement::CancelOrders, settlement::AmendOrder>;
/// Called exactly once, from any thread, with an error or with the orders as they are stored.
using Settled = std::function<void(settlement::Outcome&&)>;
void send_to_engine(const token::Session& caller, EngineCommand what, Settled settled,
                    std::optional<Error> refusal = std::nullopt);

/// Answers with what `tell` makes of an outcome without an error, or with the error.
using Tell = std::function<fcgi::Reply(const fcgi::Request&, const settlement::Outcome&)>;
void submit(const token::Session& caller, EngineCommand what, std::shared_ptr<fcgi::Later> later,
            Tell tell, std::optional<Error> refusal = std::nullopt);

/// What a new order takes, beside what every signed call does.
inline constexpr std::array new_order_parameters = {
    binance::symbol_parameter,
    fcgi::Parameter{"side", fcgi::Type::choice, fcgi::Need::required, "Which side.", "BUY|SELL"},
    fcgi::Parameter{"type", fcgi::Type::choice, fcgi::Need::required,
                    "At a limit; at the market's price; at a limit that must rest; or one that is "
                    "placed when the last price has reached the stop price, at a limit or at the "
                    "market's price.",
                    "LIMIT|MARKET|LIMIT_MAKER|STOP_LOSS|STOP_LOSS_LIMIT|TAKE_PROFIT|"
                    "TAKE_PROFIT_LIMIT"},
    fcgi::Parameter{"timeInForce", fcgi::Type::choice, fcgi::Need::optional,
                    "Of a limit: rests until cancelled, takes what there is, all or nothing.",
                    "GTC|IOC|FOK"},
    fcgi::Parameter{"quantity", fcgi::Type::amount, fcgi::Need::optional, "In the coin."},
    fcgi::Parameter{"quoteOrderQty", fcgi::Type::amount, fcgi::Need::optional,
                    "What a purchase at the market's price spends, instead of the quantity."},
    fcgi::Parameter{
        "price", fcgi::Type::amount, fcgi::Need::optional,
        "The limit; LIMIT, LIMIT_MAKER, STOP_LOSS_LIMIT and TAKE_PROFIT_LIMIT need it."},
    fcgi::Parameter{"stopPrice", fcgi::Type::amount, fcgi::Need::optional,
                    "The last price that triggers it."},
    fcgi::Parameter{"newClientOrderId", fcgi::Type::text, fcgi::Need::optional,
                    "The idempotency key, up to 36 letters, digits, '_' and '-': the same order "
                    "sent twice is one "
                    "order, and another order under it is refused."},
    fcgi::Parameter{"newOrderRespType", fcgi::Type::choice, fcgi::Need::optional,
                    "How much the reply says.", "ACK|RESULT|FULL"},
    fcgi::Parameter{
        "selfTradePreventionMode", fcgi::Type::choice, fcgi::Need::optional,
        "What becomes of an order that meets one of its own account: the newer one ends.",
        "EXPIRE_TAKER"},
    fcgi::Parameter{"strategyId", fcgi::Type::integer, fcgi::Need::optional, "Is not kept."},
    fcgi::Parameter{"strategyType", fcgi::Type::integer, fcgi::Need::optional, "Is not kept."},
    fcgi::Parameter{"icebergQty", fcgi::Type::amount, fcgi::Need::optional,
                    "Is refused: there are no iceberg orders."},
    fcgi::Parameter{"trailingDelta", fcgi::Type::integer, fcgi::Need::optional,
                    "Of a STOP_LOSS in place of stopPrice: how far its stop stays from the highest "
                    "last price since it was placed (SELL) or the lowest (BUY), in basis points."},
    fcgi::Parameter{"pegPriceType", fcgi::Type::text, fcgi::Need::optional,
                    "Is refused: there are no pegged orders."},
    fcgi::Parameter{"pegOffsetType", fcgi::Type::text, fcgi::Need::optional,
                    "Is refused: there are no pegged orders."},
    fcgi::Parameter{"pegOffsetValue", fcgi::Type::text, fcgi::Need::optional,
                    "Is refused: there are no pegged orders."},
};
inline constexpr std::array signed_parameters = {
    binance::timestamp_parameter,
    binance::window_parameter,
    binance::signature_parameter,
};

/// As JSON.
std::string view_of_placed(const fcgi::Request& request, const settlement::Outcome& outcome,
                           binance::Detail detail);
std::string view_of_cancelled(const settlement::Order& order, const std::string& key);

}  // namespace cambio::spot
