#include "wish.h"

#include "guard.h"

namespace cambio::positions {

Targets read_targets(fcgi::Request& request) {
    Targets targets;
    if (fcgi::given(request.params, "take_profit"))
        targets.take_profit = request.params.amount("take_profit");
    if (fcgi::given(request.params, "stop_loss"))
        targets.stop_loss = request.params.amount("stop_loss");
    return targets;
}

Wish read_wish(fcgi::Request& request) {
    auto& params = request.params;
    Wish wish;
    wish.side = params.choice("delegate_type", {"BUY_MORE", "SELL_EMPTY"}) == 0
                    ? futures::Side::buy_more
                    : futures::Side::sell_empty;
    wish.margin = params.amount("margin", margin_places);
    const auto leverage = params.required<std::int64_t>("leverage");
    if (!futures::offered(leverage)) throw Error{Code::unknown_leverage, "leverage"};
    wish.leverage = static_cast<int>(leverage);
    wish.targets = read_targets(request);
    wish.key = read_key(request);
    return wish;
}

std::string content_of(const std::string& pair, const Wish& wish,
                       const std::optional<Decimal>& price) {
    const auto text = [](const std::optional<Decimal>& one) { return one ? one->str() : ""; };
    return pair + ' ' + std::string{name_of(wish.side)} + ' ' + std::to_string(wish.leverage) +
           ' ' + wish.margin.str() + ' ' + text(price) + ' ' + text(wish.targets.take_profit) +
           ' ' + text(wish.targets.stop_loss);
}

}  // namespace cambio::positions
