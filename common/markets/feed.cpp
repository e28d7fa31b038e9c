#include "markets/feed.h"

namespace cambio::markets {
namespace {

constexpr const char* open_markets = R"sql(
    select id, pair, instrument from markets where state = 'open' order by position, id)sql";

/// |a − b| > 20 % of b, without a division.
bool far_apart(Decimal a, Decimal b) {
    const auto distance = a < b ? b - a : a - b;
    return Decimal::multiply(distance, Decimal::of(5), Rounding::down) > b;
}

}  // namespace

std::vector<FedMarket> fed_markets(pg::Connection& db) {
    std::vector<FedMarket> found;
    for (const auto row : db.run(open_markets)) {
        found.push_back({row.id<MarketId>("id"), row.str("pair"), row.str("instrument")});
    }
    return found;
}

std::unique_ptr<Provider> provider_of(const Config& config) {
    Provider::Options options;
    options.keep_limits = !config.provider_simulated;
    return std::make_unique<Provider>(config.provider_url, options);
}

TickVerdict judge_tick(Decimal last, std::optional<Decimal> held_back, Decimal tick) {
    if (!last.positive() || !far_apart(tick, last)) return TickVerdict::accept;
    if (held_back && !far_apart(tick, *held_back)) return TickVerdict::accept;
    return TickVerdict::hold_back;
}

bool late(pg::Time made_at, int stale_after_ms) {
    return pg::now() - made_at > std::chrono::milliseconds{stale_after_ms};
}

}  // namespace cambio::markets
