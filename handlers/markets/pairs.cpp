// The market lists: all pairs, by type, and the few on the home page.
#include <algorithm>
#include <unordered_set>

#include "routes.h"
#include "rows.h"

namespace cambio::markets {
namespace {

using fcgi::Reply;
using fcgi::Request;

constexpr std::size_t home_pairs = 4;
/// Whose last prices the home card shows, in this order; one that is not listed is left out.
constexpr std::string_view ticker_coins[] = {"BTC", "ETH", "ADA", "XRP", "SOL", "SHIB"};

constexpr const char* favorite_assets = R"sql(
    select asset_id from favorites where client_id = $1)sql";

std::unordered_set<std::int64_t> favorites_of(Request& request) {
    std::unordered_set<std::int64_t> starred;
    if (!request.signed_in()) return starred;
    auto connection = request.db();
    for (const auto row : connection->run(favorite_assets, {request.client()})) {
        starred.insert(row.integer("asset_id"));
    }
    return starred;
}

template <class Wanted>
Reply list(Request& request, const Wanted& wanted) {
    const auto starred = favorites_of(request);
    const auto all = listing(request.services());
    Json::Value reply;
    reply["coinpair"] = Json::Value{Json::arrayValue};
    for (const auto& pair : *all) {
        const bool favorite = starred.contains(pair.asset_id);
        if (wanted(pair, favorite)) reply["coinpair"].append(row_of(pair, favorite));
    }
    return Reply::json(reply);
}

/// Lists by type: the spec's three calls differ only in the type that they take when none is named.
Reply list_of_type(Request& request, std::string_view otherwise) {
    constexpr std::string_view types[] = {"MAIN", "ETH", "ALT"};
    const auto chosen = request.params.maybe_choice("pair_type", {"MAIN", "ETH", "ALT"});
    const auto type = chosen ? types[*chosen] : otherwise;
    return list(request, [&](const Pair& pair, bool) { return pair.type == type; });
}

// The caller never changes this reply, so nginx may serve one copy to everybody.
Reply market_all_pairs(Request& request) {
    const auto all = listing(request.services());
    Json::Value reply;
    reply["coinpair"] = Json::Value{Json::arrayValue};
    for (const auto& pair : *all) reply["coinpair"].append(row_of(pair, false));
    return Reply::json(reply);
}

Reply all_pairs(Request& request) {
    return list(request, [](const Pair&, bool) { return true; });
}

Reply favorites(Request& request) {
    return list(request, [](const Pair&, bool favorite) { return favorite; });
}

Reply main_coins(Request& request) {
    return list_of_type(request, "MAIN");
}
Reply inno_coins(Request& request) {
    return list_of_type(request, "ETH");
}
Reply inn_coins(Request& request) {
    return list_of_type(request, "ALT");
}

Json::Value ticker_of(const Listing& all) {
    Json::Value ticker{Json::arrayValue};
    for (const auto coin : ticker_coins) {
        const auto pair = std::ranges::find(all, coin, &Pair::coin);
        if (pair == all.end()) continue;
        Json::Value last;
        last["name"] = pair->coin;
        last["last"] = pair->last.str();
        last["stale"] = pair->stale;
        ticker.append(std::move(last));
    }
    return ticker;
}

Reply home_coins(Request& request) {
    const auto all = listing(request.services());
    std::vector<const Pair*> popular;
    for (const auto& pair : *all) {
        if (pair.type == "MAIN") popular.push_back(&pair);
    }
    std::stable_sort(popular.begin(), popular.end(),
                     [](const Pair* a, const Pair* b) { return a->volume_usdt > b->volume_usdt; });
    popular.resize(std::min(popular.size(), home_pairs));
    Json::Value reply;
    reply["coinpair"] = Json::Value{Json::arrayValue};
    for (const auto* pair : popular) reply["coinpair"].append(row_of(*pair, false));
    reply["ticker"] = ticker_of(*all);
    return Reply::json(reply);
}

using fcgi::Access;
using fcgi::Effect;
using fcgi::Limit;
using fcgi::Method;

constexpr fcgi::Parameter type_parameters[] = {
    {"pair_type", fcgi::Type::choice, fcgi::Need::optional,
     "Another type than the one that the call lists.", "MAIN|ETH|ALT"},
};

constexpr fcgi::Route routes[] = {
    fcgi::Route{.method = Method::get,
                .path = "/api/v2/market-all-pairs",
                .access = Access::guest,
                .limit = Limit::reads,
                .effect = Effect::reads,
                .function = market_all_pairs,
                .cache_seconds = 1}
        .gives("PairList")
        .means("Lists all pairs, without favourites"),
    fcgi::Route{.method = Method::get,
                .path = "/api/v1/home/coins",
                .access = Access::guest,
                .limit = Limit::reads,
                .effect = Effect::reads,
                .function = home_coins,
                .cache_seconds = 1}
        .gives("HomeCoins")
        .means("Lists the most traded pairs, and last prices"),
    fcgi::Route{.method = Method::get,
                .path = "/api/v3/all-pairs",
                .access = Access::guest,
                .limit = Limit::reads,
                .effect = Effect::reads,
                .function = all_pairs}
        .gives("PairList")
        .means("Lists all pairs"),
    fcgi::Route{.method = Method::get,
                .path = "/api/v3/main-coins",
                .access = Access::guest,
                .limit = Limit::reads,
                .effect = Effect::reads,
                .function = main_coins}
        .takes(type_parameters)
        .gives("PairList")
        .means("Lists the pairs of main coins"),
    fcgi::Route{.method = Method::get,
                .path = "/api/v3/inno-coins",
                .access = Access::guest,
                .limit = Limit::reads,
                .effect = Effect::reads,
                .function = inno_coins}
        .takes(type_parameters)
        .gives("PairList")
        .means("Lists the pairs of the Ethereum group"),
    fcgi::Route{.method = Method::get,
                .path = "/api/v3/inn-coins",
                .access = Access::guest,
                .limit = Limit::reads,
                .effect = Effect::reads,
                .function = inn_coins}
        .takes(type_parameters)
        .gives("PairList")
        .means("Lists the pairs of other coins"),
    fcgi::Route{.method = Method::get,
                .path = "/api/v3/favorites",
                .access = Access::client,
                .limit = Limit::reads,
                .effect = Effect::reads,
                .function = favorites}
        .by_key()
        .gives("PairList")
        .means("Lists the pairs that the client has starred"),
};

}  // namespace

const std::span<const fcgi::Route> pair_routes = routes;

}  // namespace cambio::markets
