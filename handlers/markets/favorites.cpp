// The star in the market lists.
#include "fcgi/serve.h"
#include "routes.h"

namespace cambio::markets {
namespace {

using fcgi::Reply;
using fcgi::Request;

constexpr const char* asset_of_a_market = R"sql(
    select a.id from assets a join markets m on m.base_id = a.id where a.id = $1::bigint)sql";

constexpr const char* unstar = R"sql(
    delete from favorites where client_id = $1 and asset_id = $2)sql";

constexpr const char* star = R"sql(
    insert into favorites (client_id, asset_id) values ($1, $2) on conflict do nothing)sql";

// Pressing the star again takes it away, as the list's grey and yellow suggest.
Reply add_favorite(Request& request) {
    const auto asset = request.params.required<AssetId>("coin_id");
    request.params.refuse_others();

    auto connection = request.db();
    pg::Transaction tx{*connection};
    if (!tx.maybe(asset_of_a_market, {asset})) throw Error{Code::unknown_asset, "coin_id"};
    const bool was_starred = tx.run(unstar, {request.client(), asset}).affected() > 0;
    if (!was_starred) tx.run(star, {request.client(), asset});
    tx.commit();

    Json::Value reply;
    reply["message"] = "success";
    reply["favorite"] = !was_starred;
    return Reply::json(reply);
}

constexpr fcgi::Parameter favorite_parameters[] = {
    {"coin_id", fcgi::Type::id, fcgi::Need::required, "The coin_id of a pair."},
};

constexpr fcgi::Route routes[] = {
    fcgi::Route{.method = fcgi::Method::get_or_post,
                .path = "/api/v3/add-favorite",
                .access = fcgi::Access::client,
                .limit = fcgi::Limit::changes,
                .effect = fcgi::Effect::changes,
                .function = add_favorite}
        .by_key()
        .takes(favorite_parameters)
        .gives("FavoriteChanged")
        .means("Adds a coin to the favorites, or removes it"),
};

}  // namespace

const std::span<const fcgi::Route> favorite_routes = routes;

}  // namespace cambio::markets
