// The devices that are signed in, and signing them out, which takes the login password.
#include "account/browsers.h"
#include "account/device.h"
#include "caller.h"
#include "fcgi/serve.h"
#include "fcgi/site_session.h"
#include "routes.h"
#include "token/browser_links.h"

namespace cambio::account {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr const char* live_sessions = R"sql(
    select id, device, ip, place, created_at, last_seen_at from live_sessions
     where client_id = $1 and kind = 'device'
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

Reply end_one(const Request& request, SessionId session, const std::string& password) {
    const bool own = session == request.session().id;
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = own ? lock_caller(tx, request)
                            : lock_caller_with_password(tx, request, password, "password");
    if (!token::revoke_device(tx, session, caller.id)) throw Error{Code::not_found, "session_id"};
    forget_browser(tx, session, request.session().id);
    record(tx, caller.id, "signed_out", origin_of(request));
    tx.commit();
    if (own) request.services().sessions.forget(request.bearer);
    tell_devices(request, caller);
    if (!own) return Reply::message("success");
    return fcgi::without_session(request, Reply::message("success"));
}

void revoke(Request& request, Later later) {
    const auto session = request.params.required<SessionId>("session_id");
    with_login_password(request, std::move(later), session != request.session().id,
                        [session](const Request& asked, const std::string& password) {
                            return end_one(asked, session, password);
                        });
}

// The password also where no other device is signed in: with the epoch it settles for good a limit
// that a session alone has lowered (withdrawals.cpp), and ends API keys.
Reply end_all(const Request& request, bool this_one_too, const std::string& password) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller_with_password(tx, request, password, "password");
    const auto own = request.session().id;
    // Links first: who follows one at the same time is waited for, and forgotten then.
    token::end_browser_links(tx, caller.id);
    forget_signed_in_browsers(tx, caller.id, own);
    if (this_one_too)
        token::revoke_all_sessions(tx, caller.id);
    else
        token::revoke_other_devices(tx, caller.id, own);
    record(tx, caller.id, "signed_out_everywhere", origin_of(request));
    tx.commit();
    if (this_one_too) request.services().sessions.forget(request.bearer);
    tell_devices(request, caller);
    if (!this_one_too) return Reply::message("success");
    return fcgi::without_session(request, Reply::message("success"));
}

void revoke_all(Request& request, Later later) {
    const bool this_one_too = request.params.choice("which", {"others", "all"}) == 1;
    with_login_password(request, std::move(later), true,
                        [this_one_too](const Request& asked, const std::string& password) {
                            return end_all(asked, this_one_too, password);
                        });
}

constexpr Parameter one[] = {
    {"session_id", Type::id, Need::required, "The session's id in the list."},
    {"password", Type::secret, Need::optional,
     "The login password; required for every session but the calling one."}};
constexpr Parameter which[] = {
    {"which", Type::choice, Need::required,
     "Whether to sign out the calling session too, which also ends API keys.", "others|all"},
    {"password", Type::secret, Need::required, "The login password."}};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/sessions", Access::client, Limit::reads, Effect::reads, list}
        .gives("Sessions")
        .means("Lists signed-in devices"),
    Route{Method::post, "/api/v3/sessions/revoke", Access::client, Limit::endings,
          Effect::changes_secretly, nullptr, revoke}
        .takes(one)
        .gives("Message")
        .means("Signs out one device"),
    Route{Method::post, "/api/v3/sessions/revoke-all", Access::client, Limit::endings,
          Effect::changes_secretly, nullptr, revoke_all}
        .takes(which)
        .gives("Message")
        .means("Signs out all devices"),
};

}  // namespace

const std::span<const Route> session_routes{routes};

}  // namespace cambio::account
