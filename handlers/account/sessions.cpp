// The devices that are signed in, and signing them out (caller.h says which without a password).
#include "account/browsers.h"
#include "account/device.h"
#include "caller.h"
#include "fcgi/serve.h"
#include "fcgi/site_session.h"
#include "routes.h"

namespace cambio::account {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr const char* live_sessions = R"sql(
    select id, device, ip, place, created_at, last_seen_at from sessions
     where client_id = $1 and kind = 'device' and revoked_at is null and expires_at > now()
     order by id = $2 desc, last_seen_at desc
)sql";
// API keys ($3) end only where the calling session does, too. One that was idle for too long still
// hears push messages, and ends for good with the rest.
constexpr const char* is_there_a_younger = R"sql(
    select exists (select from sessions
                    where client_id = $1 and id > $2 and (kind = 'device' or $3)
                          and (revoked_at is null or ended_idle) and expires_at > now()) as younger
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
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_ending_caller(tx, request, password);
    if (!token::revoke_device(tx, session, caller.id)) throw Error{Code::not_found, "session_id"};
    expect_may_end(request, session, password);
    forget_browser(tx, session, request.session().id);
    record(tx, caller.id, "signed_out", origin_of(request));
    tx.commit();
    if (session == request.session().id) request.services().sessions.forget(request.bearer);
    tell_devices(request, caller);
    if (session != request.session().id) return Reply::message("success");
    return fcgi::without_session(request, Reply::message("success"));
}

void revoke(Request& request, Later later) {
    const auto session = request.params.required<SessionId>("session_id");
    with_ending_password(request, std::move(later),
                         [session](const Request& asked, const std::string& password) {
                             return end_one(asked, session, password);
                         });
}

Reply end_all(const Request& request, bool this_one_too, const std::string& password) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_ending_caller(tx, request, password);
    const auto own = request.session().id;
    if (password.empty() &&
        tx.one(is_there_a_younger, {caller.id, own, this_one_too}).boolean("younger"))
        throw Error{Code::missing_parameter, "password"};
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
    with_ending_password(request, std::move(later),
                         [this_one_too](const Request& asked, const std::string& password) {
                             return end_all(asked, this_one_too, password);
                         });
}

constexpr Parameter password_parameter{
    "password", Type::secret, Need::optional,
    "The login password; required to end a session that is younger than the calling one."};
constexpr Parameter one[] = {
    {"session_id", Type::id, Need::required, "The session's id in the list."}, password_parameter};
constexpr Parameter which[] = {
    {"which", Type::choice, Need::required,
     "Whether to sign out the calling session too, which also ends API keys.", "others|all"},
    password_parameter};

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
