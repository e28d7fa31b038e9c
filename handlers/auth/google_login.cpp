// What the way through the OpenID provider comes to: a sign-in, a sign-up, or a connection.
#include "account/step_up_parameters.h"
#include "clients/connections.h"
#include "crypto/crypto.h"
#include "entry.h"
#include "fcgi/serve.h"
#include "google.h"
#include "lanes.h"
#include "routes.h"
#include "token/address.h"
#include "token/one_time.h"

namespace cambio::auth {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

// The page /redirect has a minute to use what stands in its address; a sign-up takes longer.
constexpr const char* data_purpose = "sign_in";
constexpr std::chrono::seconds data_lifetime{60};
constexpr const char* sign_up_purpose = "google_sign_up";
constexpr std::chrono::seconds sign_up_lifetime{1800};

// Until it is signed in nobody takes the connection away; who did so before is seen.
constexpr const char* keep_connection = R"sql(
    select coalesce(google_subject, '') as subject from clients where id = $1 for share
)sql";

constexpr const char* client_by_subject = "select id from clients where google_subject = $1";
constexpr const char* client_by_email = "select id from clients where email = $1";

constexpr const char* connected = R"sql(
    select google_subject is not null as yes from clients where id = $1
)sql";

void tell_change(const Request& request, pg::Transaction& tx, ClientId client, account::Act act) {
    Json::Value data;
    data["what"] = "Google";
    account::acted(tx, client, act, origin_of(request), data);
}

/// Who has no account yet goes on with sign-up, where the email is proved once more by a code.
Reply to_sign_up(pg::Transaction& tx, const Json::Value& identity) {
    Json::Value reply;
    reply["status"] = 404;
    reply["message"] = "sign_up_required";
    reply["email"] = identity["email"];
    reply["social"] =
        token::issue_one_time(tx, sign_up_purpose, std::nullopt, identity, sign_up_lifetime);
    tx.commit();
    return Reply::json(reply);
}

Reply log_in(Request& request) {
    const auto data = request.params.required<std::string>("username");
    request.params.refuse_others();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto client = token::client_of_one_time(tx, data_purpose, data);
    std::string subject;
    if (client) subject = tx.one(keep_connection, {*client}).str("subject");
    const auto found = token::take_one_time(tx, data_purpose, data);
    const auto browser = google_browser(request);
    if (!found || browser.empty() || !crypto::equal(found->data["browser"].asString(), browser))
        throw Error{Code::token_expired, "username"};
    if (!client) return to_sign_up(tx, found->data);
    if (found->data["subject"] != subject) throw Error{Code::token_expired, "username"};
    return enter(request, tx, *client);
}

// Who comes back from the provider by this walk is who proved at its beginning to be the owner.
Reply start_connecting(const Request& request, const account::Proof& proof) {
    expect_google(request.config());
    {
        auto connection = request.db();
        pg::Transaction tx{*connection};
        if (tx.one(connected, {request.client()}).boolean("yes")) throw Error{Code::google_bound};
        account::prove(tx, request.services().hash_keys, request.session(),
                       account::Act::bind_google, proof);
        tx.commit();
    }
    const auto start = start_google(request, request.client());
    Json::Value reply;
    reply["message"] = "success";
    reply["url"] = start.url;
    return Reply::json(reply).header("Set-Cookie", start.cookie);
}

Reply take_away(const Request& request, const account::Proof& proof) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    if (!tx.one(connected, {request.client()}).boolean("yes")) throw Error{Code::not_connected};
    account::prove(tx, request.services().hash_keys, request.session(), account::Act::unbind_google,
                   proof);
    const auto unique_id = clients::disconnect_google(tx, request.client());
    if (!unique_id) throw Error{Code::not_connected};
    tell_change(request, tx, request.client(), account::Act::unbind_google);
    tx.commit();
    request.push().tell(*unique_id, ClientEvent::notification);
    return Reply::message("success");
}

account::Proof proof_of(Request& request) {
    auto proof = account::read_proof_with_password(request.params);
    request.params.refuse_others();
    return proof;
}

void start_binding(Request& request, Later later) {
    provider_lane().run(std::move(later), [&request, proof = proof_of(request)] {
        return start_connecting(request, proof);
    });
}

void unbind(Request& request, Later later) {
    password_lane().run(std::move(later), [&request, proof = proof_of(request)] {
        return take_away(request, proof);
    });
}

constexpr Parameter login_parameters[] = {
    {"username", Type::secret, Need::required, "The data parameter of the page's URL."},
};
constexpr Parameter password_parameters[] = {
    {"password", Type::secret, Need::required, "The login password."},
    account::mailed_code_parameter,
    account::two_factor_code_parameter,
    account::passkey_parameter,
};

constexpr Route routes[] = {
    Route{Method::post, "/api/v3/google-login", Access::guest, Limit::logins,
          Effect::changes_secretly, log_in}
        .takes(login_parameters)
        .gives("EnteredByGoogle")
        .means("Completes a sign-in with Google"),
    Route{Method::post, "/api/v3/google/bind/start", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, start_binding}
        .takes(password_parameters)
        .gives("GoogleStart")
        .means("Starts connecting a Google account"),
    Route{Method::post, "/api/v3/google/unbind", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, unbind}
        .takes(password_parameters)
        .gives("Message")
        .means("Disconnects the Google account"),
};

}  // namespace

std::string sign_in_by_google(const Request& request, const std::string& subject,
                              const std::string& email) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    Json::Value data;
    data["browser"] = google_browser(request);
    data["subject"] = subject;
    std::optional<ClientId> client;
    if (const auto row = tx.maybe(client_by_subject, {subject})) {
        client = row->id<ClientId>("id");
    } else {
        const auto address = token::normal_email(email);
        if (!address) throw Error{Code::google_failed};
        // Whoever has the mailbox is not yet whoever has the account: its password says so.
        if (tx.maybe(client_by_email, {*address})) throw Error{Code::google_not_linked};
        data["email"] = *address;
    }
    const auto token = token::issue_one_time(tx, data_purpose, client, data, data_lifetime);
    tx.commit();
    return "/redirect?data=" + token;
}

std::string connect_google(const Request& request, ClientId client, std::int64_t epoch,
                           const std::string& subject, const std::string& email) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    if (tx.maybe(client_by_subject, {subject})) throw Error{Code::google_taken};
    if (tx.one(connected, {client}).boolean("yes")) throw Error{Code::google_bound};
    const auto unique_id = clients::connect_google(tx, client, subject, email, epoch);
    if (!unique_id) throw Error{Code::token_expired};
    tell_change(request, tx, client, account::Act::bind_google);
    tx.commit();
    request.push().tell(*unique_id, ClientEvent::notification);
    return std::string{google_connections} + "?google=connected";
}

const std::span<const Route> google_login_routes{routes};

}  // namespace cambio::auth
