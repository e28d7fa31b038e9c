#include "markets/market.h"

#include <stdexcept>

namespace cambio::markets {

namespace {

constexpr const char* read_assets = R"sql(
    select id, code, name, icon, display_places, trade_places from assets
)sql";

constexpr const char* read_markets = R"sql(
    select m.id, m.pair, m.instrument, b.code as base, q.code as quote, m.tick, m.lot,
           m.minimum_quantity, m.minimum_total, m.provider_limit, m.house_spread,
           m.tradable as open
    from markets m join assets b on b.id = m.base_id join assets q on q.id = m.quote_id
    order by m.position, m.id
)sql";

constexpr const char* read_tradable = "select tradable from markets where id = $1";

constexpr const char* read_fees = R"sql(
    select membership_level, maker, taker from fee_levels order by position
)sql";

Asset asset_of(pg::Row row) {
    return {row.id<AssetId>("id"),
            row.str("code"),
            row.str("name"),
            row.str("icon"),
            static_cast<int>(row.integer("display_places")),
            static_cast<int>(row.integer("trade_places"))};
}

}  // namespace

bool Market::same_rules(const Market& other) const {
    return tick == other.tick && lot == other.lot && minimum_quantity == other.minimum_quantity &&
           minimum_total == other.minimum_total && provider_limit == other.provider_limit &&
           open == other.open;
}

bool tradable(pg::Connection& connection, MarketId market) {
    return connection.run(read_tradable, {market})[0].boolean("tradable");
}

Directory Directory::read(pg::Connection& connection) {
    Directory result;
    for (const pg::Row row : connection.run(read_assets)) {
        Asset asset = asset_of(row);
        std::string code = asset.code;
        result.assets_.emplace(std::move(code), std::move(asset));
    }
    for (const pg::Row row : connection.run(read_markets)) {
        Market market;
        market.id = row.id<MarketId>("id");
        market.pair = row.str("pair");
        market.instrument = row.str("instrument");
        market.base = result.assets_.at(row.str("base"));
        market.quote = result.assets_.at(row.str("quote"));
        market.tick = row.decimal("tick");
        market.lot = row.decimal("lot");
        market.minimum_quantity = row.decimal("minimum_quantity");
        market.minimum_total = row.decimal("minimum_total");
        market.provider_limit = row.decimal("provider_limit");
        market.house_spread = row.maybe_decimal("house_spread");
        market.open = row.boolean("open");
        if (market.tick.used_places() + market.lot.used_places() > Decimal::places) {
            throw std::runtime_error{"market " + market.pair + ": tick × lot is too fine"};
        }
        market.unit = Decimal::multiply(market.tick, market.lot, Rounding::down);
        result.by_pair_.emplace(market.pair, result.markets_.size());
        result.by_id_.emplace(market.id, result.markets_.size());
        result.markets_.push_back(std::move(market));
    }
    for (const pg::Row row : connection.run(read_fees)) {
        if (result.fees_.empty()) result.first_level_ = row.str("membership_level");
        result.fees_.emplace(row.str("membership_level"),
                             FeeRates{row.decimal("maker"), row.decimal("taker")});
    }
    return result;
}

const Market* Directory::find(std::string_view pair) const {
    const auto found = by_pair_.find(pair);
    return found == by_pair_.end() ? nullptr : &markets_[found->second];
}

const Market* Directory::find(MarketId id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : &markets_[found->second];
}

FeeRates Directory::fees(std::string_view membership_level) const {
    auto found = fees_.find(membership_level);
    if (found == fees_.end()) found = fees_.find(first_level_);
    return found == fees_.end() ? FeeRates{} : found->second;
}

}  // namespace cambio::markets
