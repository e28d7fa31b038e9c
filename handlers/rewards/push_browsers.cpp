// The browsers at which a client is told while the site is closed: what it takes to subscribe one,
// and which there are.
#include "account/device.h"
#include "account/security.h"
#include "crypto/crypto.h"
#include "fcgi/serve.h"
#include "routes.h"
#include "web_push/services.h"
#include "web_push/subscriptions.h"
#include "web_push/vapid.h"

namespace cambio::rewards {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr std::size_t max_key = 100;

/// In base64url; empty where there are no push messages.
const std::string& public_key(const Config& config) {
    static const std::string key =
        config.web_push_key_file.empty() || config.web_push_services.empty()
            ? std::string{}
            : crypto::base64url(web_push::read_public_half(config.web_push_key_file));
    return key;
}

Reply browsers(Request& request) {
    const auto& session = request.session();
    const auto& key = public_key(request.config());
    Json::Value reply;
    reply["public_key"] = key.empty() ? Json::Value{} : Json::Value{key};
    auto& list = reply["browsers"] = Json::arrayValue;
    for (const auto& each : web_push::subscriptions_of(*request.db(), session.client)) {
        Json::Value one;
        one["id"] = std::to_string(each.id.value);
        one["device"] = account::device_name(each.user_agent);
        one["created_at"] = pg::iso(each.created_at);
        one["failed_at"] = each.failed_at ? Json::Value{pg::iso(*each.failed_at)} : Json::Value{};
        one["current"] = each.session == session.id;
        list.append(one);
    }
    reply["most"] = Json::Int64{web_push::max_subscriptions};
    return Reply::json(reply);
}

std::string read_key(fcgi::Params& params, const char* name) {
    try {
        return crypto::from_base64url(params.required<std::string>(name, max_key));
    } catch (const std::invalid_argument&) {
        throw Error{Code::invalid_parameter, name};
    }
}

web_push::BrowserKeys read_keys(fcgi::Params& params) {
    web_push::BrowserKeys keys{read_key(params, "p256dh"), read_key(params, "auth")};
    if (keys.auth.size() != web_push::auth_size) throw Error{Code::invalid_parameter, "auth"};
    if (!web_push::are_keys(keys)) throw Error{Code::invalid_parameter, "p256dh"};
    return keys;
}

Reply add(Request& request) {
    auto& params = request.params;
    const auto& config = request.config();
    auto endpoint = params.required<std::string>("endpoint", web_push::max_endpoint);
    auto keys = read_keys(params);
    params.refuse_others();
    if (public_key(config).empty()) throw Error{Code::push_messages_off};
    if (!web_push::endpoint_of(endpoint, config.web_push_services))
        throw Error{Code::push_service_unknown, "endpoint"};

    auto connection = request.db();
    pg::Transaction tx{*connection};
    try {
        // In the list of what happened to the account, for a device that its owner does not know.
        if (web_push::subscribe(
                tx, {request.client(), request.session().id, std::move(endpoint), std::move(keys)}))
            account::record(tx, request.client(), "push_messages_on",
                            {request.client_ip, request.user_agent, request.place()});
    } catch (const pg::Failure& failure) {
        // Two clients with one browser at the same time: the index decides.
        if (failure.unique_violation()) throw Error{Code::push_browser_taken, "endpoint"};
        throw;
    }
    tx.commit();
    return Reply::message("success");
}

Reply remove(Request& request) {
    const auto id = request.params.optional<web_push::PushId>("id");
    const auto endpoint = request.params.optional<std::string>("endpoint", web_push::max_endpoint);
    request.params.refuse_others();
    if (id.has_value() == endpoint.has_value())
        throw Error{id ? Code::invalid_parameter : Code::missing_parameter, "id"};

    auto connection = request.db();
    pg::Transaction tx{*connection};
    const bool gone = id ? web_push::unsubscribe(tx, request.client(), *id)
                         : web_push::unsubscribe(tx, request.client(), *endpoint);
    if (!gone) throw Error{Code::not_found, id ? "id" : "endpoint"};
    tx.commit();
    return Reply::message("success");
}

constexpr Parameter add_parameters[] = {
    {"endpoint", Type::secret, Need::required,
     "Where messages to the browser go (PushSubscription.endpoint): an https address of one of "
     "the push services that this server knows."},
    {"p256dh", Type::text, Need::required, "The browser's public key of that name, in base64url."},
    {"auth", Type::secret, Need::required, "The browser's secret of that name, in base64url."},
};
constexpr Parameter remove_parameters[] = {
    {"id", Type::id, Need::optional, "The browser's id in the list. Give either this or endpoint."},
    {"endpoint", Type::secret, Need::optional, "The browser's own endpoint."},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/notifications/browsers", Access::client, Limit::reads,
          Effect::reads, browsers}
        .gives("PushBrowsers")
        .means("Lists the browsers that get push messages"),
    Route{Method::post, "/api/v3/notifications/browsers/add", Access::client, Limit::changes,
          Effect::changes_secretly, add}
        .takes(add_parameters)
        .gives("Message")
        .means("Has push messages sent to this browser, until its session is signed out"),
    Route{Method::post, "/api/v3/notifications/browsers/remove", Access::client, Limit::endings,
          Effect::changes_secretly, remove}
        .takes(remove_parameters)
        .gives("Message")
        .means("Ends push messages to a browser"),
};

}  // namespace

const std::span<const Route> push_browser_routes{routes};

}  // namespace cambio::rewards
