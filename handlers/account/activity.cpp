// What happened to the account, for its owner.
#include "account/device.h"
#include "routes.h"

namespace cambio::account {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr std::int64_t page_size = 10;
constexpr std::int64_t last_page = 1000;

constexpr const char* count_activity = R"sql(
    select count(*) as number from account_activity where client_id = $1
)sql";
constexpr const char* one_page = R"sql(
    select id, kind, ip, device, place, at from account_activity
     where client_id = $1 order by id desc limit $2 offset $3
)sql";

Reply list(Request& request) {
    const auto page = request.params.optional<std::int64_t>("page").value_or(1);
    if (page < 1 || page > last_page) throw Error{Code::out_of_range, "page"};
    auto connection = request.db();
    pg::Transaction tx{*connection};
    Json::Value reply;
    reply["count"] =
        static_cast<Json::Int64>(tx.one(count_activity, {request.client()}).integer("number"));
    reply["page"] = static_cast<Json::Int64>(page);
    auto& activity = reply["activity"] = Json::arrayValue;
    const auto from = (page - 1) * page_size;
    for (const auto row : tx.run(one_page, {request.client(), page_size, from})) {
        Json::Value one;
        for (const char* column : {"id", "kind", "ip", "place"}) one[column] = row.str(column);
        one["device"] = device_name(row.text("device"));
        one["at"] = pg::iso(row.time("at"));
        activity.append(one);
    }
    return Reply::json(reply);
}

constexpr Parameter pages[] = {{"page", Type::integer, Need::optional,
                                "The page, starting at 1; ten entries each, newest first."}};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/account-activity", Access::client, Limit::reads, Effect::reads,
          list}
        .takes(pages)
        .gives("AccountActivity")
        .means("Lists the account's activity"),
};

}  // namespace

const std::span<const Route> activity_routes{routes};

}  // namespace cambio::account
