// The signed-in client: who it is, and signing out. A frozen client may do both: the site asks,
// shows why, and signs it out; so the routes are open to guests and insist on a session themselves.
#include "client_view.h"
#include "entry.h"
#include "fcgi/serve.h"
#include "fcgi/site_session.h"
#include "routes.h"

namespace cambio::auth {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;

constexpr const char* unique_id = "select user_unique_id from clients where id = $1";

Reply account_client(Request& request) {
    const auto client = request.client();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    Json::Value reply;
    reply["client"] = client_view(tx, client);
    return Reply::json(reply);
}

Reply log_out(Request& request) {
    const auto& session = request.session();
    request.params.refuse_others();

    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto user_unique_id = tx.one(unique_id, {session.client}).str("user_unique_id");
    token::revoke_session(tx, session.id);
    account::record(tx, session.client, "signed_out", origin_of(request));
    tx.commit();

    request.services().sessions.forget(request.bearer);
    // Other devices of the client hear it too; each asks account-client whether it was meant.
    request.push().tell(user_unique_id, ClientEvent::signed_out);
    return fcgi::without_session(request, Reply::message("success"));
}

/// For a page whose session has ended elsewhere: no script of it can take the cookie away. One that
/// is alive, as after a sign-in in another tab, stays.
Reply forget_session(Request& request) {
    request.params.refuse_others();
    if (request.signed_in() || request.doubt) return Reply::message("signed_in");
    return fcgi::without_session(request, Reply::message("success"));
}

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/account-client", Access::client_even_frozen, Limit::reads,
          Effect::reads, account_client}
        .gives("AccountClient")
        .means("Shows the signed-in client"),
    Route{Method::post, "/api/v3/logout", Access::client_even_frozen, Limit::endings,
          Effect::changes, log_out}
        .gives("Message")
        .means("Signs out"),
    Route{Method::post, "/api/v3/forget-session", Access::guest, Limit::changes, Effect::changes,
          forget_session}
        .gives("Message")
        .means("Clears the cookie of an ended session"),
};

}  // namespace

const std::span<const Route> session_routes{routes};

}  // namespace cambio::auth
