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

Provider::Options options_of(const Config& config) {
    Provider::Options options;
    options.keep_limits = !config.provider_simulated;
    return options;
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
    return std::make_unique<Provider>(config.provider_url, options_of(config));
}

Source::Source(const Config& config, Channel channel, bool once) {
    auto options = options_of(config);
    if (!once && !config.provider_ws_url.empty()) {
        stream = std::make_unique<ProviderStream>(config.provider_ws_url, channel);
        apart = call_pace;
        options.attempts = 1;
        options.timeout = std::chrono::milliseconds{1500};
    }
    provider = std::make_unique<Provider>(config.provider_url, options);
}

void Source::called(ProviderOutcome outcome) {
    const bool failed = outcome != ProviderOutcome::ok;
    if (failing_ && !failed && stream) stream->hurry();
    failing_ = failed;
}

TickVerdict judge_tick(Decimal last, const std::optional<Tick>& held_back, const Tick& tick,
                       std::chrono::milliseconds apart) {
    if (!last.positive() || !far_apart(tick.price, last)) return TickVerdict::accept;
    if (held_back && tick.at < held_back->at + apart) return TickVerdict::too_soon;
    const bool confirms =
        held_back && tick.at > held_back->at && !far_apart(tick.price, held_back->price);
    return confirms ? TickVerdict::accept : TickVerdict::hold_back;
}

std::optional<Tick> held_back_of(const pg::Row& row) {
    const auto price = row.maybe_decimal("held_back");
    return price ? std::optional{Tick{*price, row.time("held_back_at")}} : std::nullopt;
}

}  // namespace cambio::markets
