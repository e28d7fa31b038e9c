// Fee rates by membership level, for everybody; and for who is signed in, where they stand.
#include <optional>
#include <vector>

#include "fcgi/serve.h"
#include "routes.h"

namespace cambio::rewards {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;

constexpr const char* all_levels = R"sql(
    select membership_level, maker, taker, minimum_volume from fee_levels
     order by position
)sql";

// Today and the 29 days before it, in UTC, as the job update_levels counts.
constexpr const char* own_standing = R"sql(
    select c.membership_level,
           (select coalesce(sum(volume), 0) from trading_days
             where client_id = $1 and day > (now() at time zone 'UTC')::date - 30) as volume,
           (select coalesce(sum(balance), 0) from ledger_accounts
             where client_id = $1 and wallet = 5) as fee_credit
      from clients c where c.id = $1
)sql";

struct Level {
    std::string name;
    Decimal maker, taker, minimum_volume;
};

std::vector<Level> read_levels(pg::Transaction& tx) {
    std::vector<Level> levels;
    for (const auto row : tx.run(all_levels))
        levels.push_back({row.str("membership_level"), row.decimal("maker"), row.decimal("taker"),
                          row.decimal("minimum_volume")});
    return levels;
}

Json::Value level_view(const Level& level) {
    Json::Value view;
    view["membership_level"] = level.name;
    view["maker"] = level.maker.str();
    view["taker"] = level.taker.str();
    view["minimum_volume"] = level.minimum_volume.str();
    return view;
}

/// The level after the client's own, and how much volume is missing to it; null at the top.
Json::Value next_view(const std::vector<Level>& levels, const std::string& own, Decimal volume) {
    for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
        if (levels[i].name != own) continue;
        auto view = level_view(levels[i + 1]);
        view["missing_volume"] = maximum(levels[i + 1].minimum_volume - volume, Decimal{}).str();
        return view;
    }
    return {};
}

Reply fee_rates(Request& request) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto levels = read_levels(tx);
    Json::Value reply;
    auto& list = reply["levels"] = Json::arrayValue;
    for (const auto& level : levels) list.append(level_view(level));
    if (!request.signed_in()) return Reply::json(reply);

    const auto row = tx.one(own_standing, {request.client()});
    const Decimal volume = row.decimal("volume");
    auto& own = reply["own"];
    own["membership_level"] = row.str("membership_level");
    own["volume"] = volume.str();
    own["fee_credit"] = row.decimal("fee_credit").str();
    own["next"] = next_view(levels, row.str("membership_level"), volume);
    return Reply::json(reply);
}

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/fee-rates", Access::guest, Limit::reads, Effect::reads, fee_rates}
        .gives("FeeRates")
        .means("Lists the fee levels and the client's own level"),
};

}  // namespace

const std::span<const Route> fee_routes{routes};

}  // namespace cambio::rewards
