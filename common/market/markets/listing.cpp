#include "markets/listing.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>

#include "markets/last_price.h"
#include "text/letters.h"

namespace cambio::markets {
namespace {

constexpr const char* all_pairs = R"sql(
    select m.id, m.pair, m.tick, m.lot, a.id as asset_id, a.code, a.name, a.icon, a.type, a.pos,
           a.pow,
           a.innovation, q.last, q.open24h, q.high24h, q.low24h, q.volume24h, q.volume_usdt24h,
           q.provider_at, q.received_at,
           q.held_back is not null or b.held_back is not null as held_back, s.closes
    from markets m
    join assets a on a.id = m.base_id
    left join quotes q on q.market_id = m.id
    left join provider_books b on b.market_id = m.id
    left join lateral (
        select string_agg(trim_scale(c.close)::text, ',' order by c.opened_at) as closes
        from candles c
        where c.market_id = m.id and c.span = 60 and c.closed
              and c.opened_at > now() - interval '24 hours'
    ) s on true
    where m.state = 'open'
    order by m.position, m.id)sql";

constexpr auto kept_for = std::chrono::seconds{1};

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        parts.emplace_back(text.substr(0, comma));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return parts;
}

Pair pair_of(const pg::Row& row, pg::Time stale_before) {
    Pair pair;
    pair.market_id = row.integer("id");
    pair.asset_id = row.integer("asset_id");
    pair.pair = row.str("pair");
    pair.coin = row.str("code");
    pair.full_name = row.str("name");
    pair.icon = row.str("icon");
    pair.type = row.str("type");
    pair.pos = row.boolean("pos");
    pair.pow = row.boolean("pow");
    pair.innovation = row.boolean("innovation");
    pair.tick = row.decimal("tick");
    pair.lot = row.decimal("lot");
    if (!row.null("last")) {
        pair.quoted = true;
        pair.last = row.decimal("last");
        pair.open = row.decimal("open24h");
        pair.high = row.decimal("high24h");
        pair.low = row.decimal("low24h");
        pair.volume = row.decimal("volume24h");
        pair.volume_usdt = row.decimal("volume_usdt24h");
        const auto provider_at = row.time("provider_at");
        pair.as_of = pg::iso(provider_at);
        // A price or a book far away has come since: one of the two is wrong.
        pair.stale = row.boolean("held_back") ||
                     std::min(provider_at, row.time("received_at")) < stale_before;
    }
    if (const auto closes = row.maybe_str("closes")) pair.sparkline = split(*closes);
    // The line begins and ends as the day's figures do, so that it rises where they say so.
    if (pair.quoted && !pair.sparkline.empty()) {
        pair.sparkline.insert(pair.sparkline.begin(), pair.open.str());
        pair.sparkline.push_back(pair.last.str());
    }
    return pair;
}

}  // namespace

Decimal Pair::percent() const {
    if (!open.positive()) return {};
    return Decimal::multiply_divide(last - open, Decimal::of(100), open, Rounding::half_even)
        .rounded(4, Rounding::half_even);
}

std::shared_ptr<const Listing> listing(fcgi::Services& services) {
    static std::mutex mutex;
    static std::shared_ptr<const Listing> kept;
    static std::chrono::steady_clock::time_point read_at;

    const std::lock_guard lock{mutex};
    const auto now = std::chrono::steady_clock::now();
    if (kept && now - read_at < kept_for) return kept;

    const auto stale_before = pg::now() - std::chrono::milliseconds{services.config.stale_after_ms};
    auto connection = services.pool.borrow();
    auto fresh = std::make_shared<Listing>();
    for (const auto row : connection->run(all_pairs)) fresh->push_back(pair_of(row, stale_before));
    std::map<std::int64_t, Decimal> prices;
    for (const auto& price : last_prices(*connection))
        prices.emplace(price.market.value, price.shown());
    for (auto& pair : *fresh)
        if (const auto found = prices.find(pair.market_id); pair.quoted && found != prices.end())
            pair.last = found->second;
    kept = std::move(fresh);
    read_at = now;
    return kept;
}

const Pair& find(const Listing& all, const std::string& name, const std::string& field) {
    auto wanted = text::upper(name);
    std::erase(wanted, '-');
    const auto found = std::find_if(all.begin(), all.end(), [&](const Pair& pair) {
        return pair.pair == wanted || pair.coin == wanted;
    });
    if (found == all.end()) throw Error{Code::unknown_market, field};
    return *found;
}

}  // namespace cambio::markets
