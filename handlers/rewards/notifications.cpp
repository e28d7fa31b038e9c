// What the bell shows: the notifications of a client, how many it has not read, and reading them.
#include "fcgi/serve.h"
#include "json/parse.h"
#include "notices/kept.h"
#include "page.h"
#include "routes.h"

namespace cambio::rewards {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr const char* newest = R"sql(
    select id, kind, data::text as data, read_at is not null as read, created_at
      from notifications where client_id = $1
     order by id desc limit $2 offset $3
)sql";

// A program's account may have a million of them: nobody counts, or leafs, further than this.
constexpr int max_counted = 1000;

constexpr const char* count_all = R"sql(
    select count(*) as total
      from (select from notifications where client_id = $1 limit $2) as counted
)sql";

constexpr const char* count_unread = R"sql(
    select count(*) as unread
      from (select from notifications where client_id = $1 and read_at is null limit $2) as counted
)sql";

constexpr const char* unique_id = "select user_unique_id from clients where id = $1";

Json::Value view(const pg::Row& row) {
    Json::Value one;
    one["id"] = row.str("id");
    one["kind"] = row.str("kind");
    one["data"] = json::parse(row.str("data")).value_or(Json::Value{});
    one["read"] = row.boolean("read");
    one["time"] = pg::iso(row.time("created_at"));
    return one;
}

Reply list(Request& request) {
    const auto page = read_page(request.params);
    auto connection = request.db();
    pg::Transaction tx{*connection};
    Json::Value reply;
    auto& notifications = reply["notifications"] = Json::arrayValue;
    for (const auto row : tx.run(newest, {request.client(), page.limit, page.offset}))
        notifications.append(view(row));
    const auto count = [&](const char* question, const char* column) {
        const auto row = tx.one(question, {request.client(), max_counted});
        return static_cast<Json::Int64>(row.integer(column));
    };
    reply["total"] = count(count_all, "total");
    reply["unread"] = count(count_unread, "unread");
    return Reply::json(reply);
}

Reply unread(Request& request) {
    auto connection = request.db();
    Json::Value reply;
    const auto rows = connection->run(count_unread, {request.client(), max_counted});
    reply["unread"] = static_cast<Json::Int64>(rows[0].integer("unread"));
    return Reply::json(reply);
}

Reply read(Request& request) {
    const bool all = request.params.optional<bool>("all").value_or(false);
    const auto id = request.params.optional<NotificationId>("id");
    request.params.refuse_others();
    if (all == id.has_value())
        throw Error{all ? Code::invalid_parameter : Code::missing_parameter, "id"};

    auto connection = request.db();
    pg::Transaction tx{*connection};
    if (all)
        notices::mark_all_read(tx, request.client());
    else if (!notices::mark_read(tx, request.client(), *id))
        throw Error{Code::not_found, "id"};
    const auto user_unique_id = tx.one(unique_id, {request.client()}).str("user_unique_id");
    tx.commit();

    // The client's other pages count anew.
    request.push().tell(user_unique_id, ClientEvent::notification);
    return Reply::message("success");
}

constexpr Parameter list_parameters[] = {
    {"page", Type::integer, Need::optional, "The page, starting at 1; newest first."},
    {"per_page", Type::integer, Need::optional, "Rows per page: 1 to 50; 10 by default."},
};

constexpr Parameter read_parameters[] = {
    {"id", Type::id, Need::optional, "The notification to mark as read. Give either this or all."},
    {"all", Type::boolean, Need::optional, "True marks all of them as read."},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/notifications", Access::client, Limit::reads, Effect::reads, list}
        .takes(list_parameters)
        .gives("Notifications")
        .means("Lists notifications"),
    Route{Method::get, "/api/v3/notifications/unread", Access::client, Limit::reads, Effect::reads,
          unread}
        .by_key()
        .gives("UnreadNotifications")
        .means("Counts unread notifications"),
    Route{Method::post, "/api/v3/notifications/read", Access::client, Limit::changes,
          Effect::changes, read}
        .takes(read_parameters)
        .gives("Message")
        .means("Marks notifications as read"),
};

}  // namespace

const std::span<const Route> notification_routes{routes};

}  // namespace cambio::rewards
