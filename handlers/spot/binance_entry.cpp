#include "binance_entry.h"

#include "settlement/entry.h"
#include "token/api_keys.h"

namespace cambio::spot {

using fcgi::Later, fcgi::Reply, fcgi::Request;
using settlement::Order, settlement::Outcome, settlement::PlaceOrder;

std::optional<Error> check_order(const Request& request, const token::Session& caller,
                                 const PlaceOrder& order, const settlement::Prices& prices) {
    token::expect_may_trade_in(caller, order.market);
    if (caller.trading_locked_until > pg::now()) throw Error{Code::trading_locked};
    return settlement::refusal_of(order, prices, request.config().stale_after_ms);
}

void send_to_engine(const token::Session& caller, EngineCommand what, Settled settled,
                    std::optional<Error> refusal) {
    try {
        engine().sequencer.submit({caller, std::move(what), settled, std::move(refusal)});
    } catch (const Error& error) {
        settled({error, {}});
    }
}

void submit(const token::Session& caller, EngineCommand what, std::shared_ptr<Later> later,
            Tell tell, std::optional<Error> refusal) {
    send_to_engine(
        caller, std::move(what),
        [later = std::move(later), tell = std::move(tell)](Outcome&& outcome) {
            try {
                if (outcome.error) throw Error{*outcome.error};
                later->answer(tell(later->request(), outcome));
            } catch (const std::exception& problem) {
                later->answer(problem);
            }
        },
        std::move(refusal));
}

std::string view_of_placed(const Request& request, const Outcome& outcome, binance::Detail detail) {
    const Order& order = outcome.orders.front();
    const auto prices = engine().sequencer.prices();
    const auto& market = *prices->directory->find(order.market);
    std::vector<settlement::Trade> stored;
    const auto* trades = outcome.trades ? &*outcome.trades : &stored;
    if (detail == binance::Detail::full && !order.filled.zero() && !outcome.trades)
        stored = binance::stored_trades(*request.db(), order);
    return binance::placed(order, market, detail, *trades);
}

std::string view_of_cancelled(const Order& order, const std::string& key) {
    const auto prices = engine().sequencer.prices();
    return binance::cancelled(order, *prices->directory->find(order.market), key);
}

}  // namespace cambio::spot
