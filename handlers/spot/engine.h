#pragma once

#include <memory>
#include <string_view>

#include "fcgi/lane.h"
#include "fcgi/serve.h"
#include "ledger/waiting.h"
#include "risk/next_price.h"
#include "risk/refused.h"
#include "settlement/sequencer.h"
#include "token/trading_password.h"

namespace cambio::spot {

/// What this process settles orders with; alive between start_engine and stop_engine.
struct Engine {
    explicit Engine(fcgi::Services& services);
    risk::RefusedWriter refused;
    settlement::Sequencer sequencer;
    token::TradingPasswords passwords;
    risk::NextPrice prices;              ///< for conversions
    ledger::WaitingHolds waiting_holds;  ///< of those that wait for one
    /// For lists of all that a client ever did: where that is a million orders they take a second,
    /// in which orders must not wait.
    fcgi::Lane lists{2, 100};
};

/// Of one client, that are read at a time or wait for it: a page asks for some at once.
constexpr std::size_t max_lists = 4;

void start_engine(fcgi::Services& services);
void stop_engine(fcgi::Services& services);
Engine& engine();

/// The market of that name. Throws unknown_market naming `field`. The result lives as long as
/// `prices`.
const markets::Market& find_market(const settlement::Prices& prices, std::string_view name,
                                   std::string_view field);

}  // namespace cambio::spot
