#include "markets/feed.h"

#include <chrono>

#include "log/log.h"
#include "markets/quotes.h"

namespace cambio::markets {
namespace {

constexpr const char* open_markets = R"sql(
    select id, pair, instrument from markets where state = 'open' order by position, id)sql";

/// |a − b| > 20 % of b, without a division.
bool far_apart(Decimal a, Decimal b) {
    const auto distance = a < b ? b - a : a - b;
    return Decimal::multiply(distance, Decimal::of(5), Rounding::down) > b;
}

void warn_of_future(const std::string& instrument, pg::Time at) {
    using Clock = std::chrono::steady_clock;
    static std::optional<Clock::time_point> warned_at;
    const auto now = Clock::now();
    if (warned_at && now < *warned_at + std::chrono::minutes{1}) return;
    warned_at = now;
    log::warn("price_from_the_future", {{"instrument", instrument}, {"made", pg::iso(at)}});
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

std::unique_ptr<Provider> provider_of(const Config& config, std::function<bool()> given_up) {
    auto options = options_of(config);
    options.given_up = std::move(given_up);
    return std::make_unique<Provider>(config.provider_url, options);
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

bool is_news(pg::Time before, pg::Time at, pg::Time now) {
    return !from_the_future(at, now) && (at >= before || from_the_future(before, now));
}

bool take_newest(pg::Time& newest, pg::Time at, const std::string& instrument) {
    const pg::Time now = pg::now();
    if (!is_news(newest, at, now)) {
        if (from_the_future(at, now)) warn_of_future(instrument, at);
        return false;
    }
    newest = at;
    return true;
}

std::optional<Tick> held_back_of(const pg::Row& row) {
    const auto price = row.maybe_decimal("held_back");
    if (!price) return std::nullopt;
    const Tick tick{*price, row.time("held_back_at")};
    return from_the_future(tick.at, pg::now()) ? std::nullopt : std::optional{tick};
}

}  // namespace cambio::markets
