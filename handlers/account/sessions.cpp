// The devices that are signed in, and signing them out.
#include "account/browsers.h"
#include "account/device.h"
#include "caller.h"
#include "fcgi/serve.h"
#include "fcgi/site_session.h"
#include "routes.h"

namespace cambio::account {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr const char* live_sessions = R"sql(
    select id, device, ip, place, created_at, last_seen_at from sessions
     where client_id = $1 and kind = 'device' and revoked_at is null and expires_at > now()
     order by id = $2 desc, last_seen_at desc
)sql";

Reply list(Request& request) {
    const auto& session = request.session();
    auto connection = request.db();
    Json::Value reply;
    auto& sessions = reply["sessions"] = Json::arrayValue;
    for (const auto row : connection->run(live_sessions, {session.client, session.id})) {
        Json::Value one;
        for (const char* column : {"id", "ip", "place"}) one[column] = row.str(column);
        one["device"] = device_name(row.text("device"));
        one["created_at"] = pg::iso(row.time("created_at"));
        one["last_seen_at"] = pg::iso(row.time("last_seen_at"));
        one["current"] = row.id<SessionId>("id") == session.id;
        sessions.append(one);
    }
    return Reply::json(reply);
}

/// The pages of the devices that are out ask who they are, and go to /signin.
void tell_devices(const Request& request, const Caller& caller) {
    request.push().tell(caller.unique_id, ClientEvent::signed_out);
}

Reply revoke(Request& request) {
    const auto session = request.params.required<SessionId>("session_id");
    request.params.refuse_others();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller(tx, request);
    if (!token::revoke_device(tx, session, caller.id)) throw Error{Code::not_found, "session_id"};
    forget_browser(tx, session, request.session().id);
    record(tx, caller.id, "signed_out", origin_of(request));
    tx.commit();
    if (session == request.session().id) request.services().sessions.forget(request.bearer);
    tell_devices(request, caller);
    if (session != request.session().id) return Reply::message("success");
    return fcgi::without_session(request, Reply::message("success"));
}

Reply revoke_all(Request& request) {
    const bool this_one_too = request.params.choice("which", {"others", "all"}) == 1;
    request.params.refuse_others();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller(tx, request);
    if (this_one_too)
        token::revoke_all_sessions(tx, caller.id);
    else
        token::revoke_other_devices(tx, caller.id, request.session().id);
    forget_other_browsers(tx, caller.id, request.session().id);
    record(tx, caller.id, "signed_out_everywhere", origin_of(request));
    tx.commit();
    if (this_one_too) request.services().sessions.forget(request.bearer);
    tell_devices(request, caller);
    if (!this_one_too) return Reply::message("success");
    return fcgi::without_session(request, Reply::message("success"));
}

constexpr Parameter one[] = {
    {"session_id", Type::id, Need::required, "The session's id in the list."}};
constexpr Parameter which[] = {
    {"which", Type::choice, Need::required,
     "Whether to sign out the calling session too, which also ends API keys.", "others|all"}};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/sessions", Access::client, Limit::reads, Effect::reads, list}
        .gives("Sessions")
        .means("Lists signed-in devices"),
    Route{Method::post, "/api/v3/sessions/revoke", Access::client, Limit::endings, Effect::changes,
          revoke}
        .takes(one)
        .gives("Message")
        .means("Signs out one device"),
    Route{Method::post, "/api/v3/sessions/revoke-all", Access::client, Limit::endings,
          Effect::changes, revoke_all}
        .takes(which)
        .gives("Message")
        .means("Signs out all devices"),
};

}  // namespace

const std::span<const Route> session_routes{routes};

}  // namespace cambio::account
