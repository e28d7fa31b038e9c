#pragma once

#include <memory>
#include <string_view>

#include "fcgi/serve.h"
#include "risk/next_price.h"
#include "risk/refused.h"
#include "settlement/combiner.h"
#include "token/trading_password.h"

namespace cambio::spot {

/// What this process settles orders with; alive between start_engine and stop_engine.
struct Engine {
    explicit Engine(fcgi::Services& services);
    risk::RefusedWriter refused;
    settlement::Combiner combiner;
    token::TradingPasswords passwords;
    risk::NextPrice prices;  ///< for conversions
};

void start_engine(fcgi::Services& services);
void stop_engine(fcgi::Services& services);
Engine& engine();

/// The market of that name. Throws unknown_market naming `field`. The result lives as long as
/// `prices`.
const markets::Market& find_market(const settlement::Prices& prices, std::string_view name,
                                   std::string_view field);

}  // namespace cambio::spot
