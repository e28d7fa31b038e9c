#include "entry.h"

#include <ranges>

#include "account/browsers.h"
#include "account/device.h"
#include "client_view.h"
#include "fcgi/serve.h"
#include "fcgi/site_session.h"
#include "geo/places.h"
#include "notices/notices.h"
#include "second_step.h"
#include "visitor.h"

namespace cambio::auth {

namespace {

using fcgi::Reply, fcgi::Request;

constexpr const char* standing = R"sql(
    select client_frozen(c) as frozen from clients c where id = $1
)sql";

void refuse_frozen(const Request& request, pg::Transaction& tx, ClientId client) {
    if (!tx.one(standing, {client}).boolean("frozen")) return;
    account::record(tx, client, "sign_in_failed", origin_of(request));
    tx.commit();
    throw Error{Code::frozen_account};
}

/// Remembers the browser's family, system and country, so that updates and changing addresses are
/// no news; the owner is told of a new one, but not of the first. Whoever knows the password can
/// choose all of these: of a browser without our mark the owner is told, too, once a day for each,
/// and so of one in which a link by mail alone was followed.
/// True: it was told.
bool tell_new_device(const Request& request, pg::Transaction& tx, ClientId client) {
    const auto name = account::device_name(request.user_agent);
    const auto place = request.place();
    const auto& keys = request.services().hash_keys;
    const auto hashes =
        keys.hashes("device:" + std::to_string(client.value) + ':' + name + ':' + place);
    const account::Device device{hashes.front(), keys.id()};
    for (const auto& former : hashes | std::views::drop(1))
        account::hash_device_anew(tx, client, device, former);
    const auto seen = account::see_device(tx, client, device);
    const auto visitor = visitor_of(request, tx, client);
    const bool unmarked = !visitor.device || visitor.by_link;
    const bool news = seen.fresh || (unmarked && !seen.told_lately);
    if (!news || !seen.has_others) return false;
    account::note_device_told(tx, client, device.hash);

    Json::Value data;
    data["device"] = name;
    data["place"] = geo::name_of(place);
    data["ip"] = request.client_ip;
    auto time = pg::iso(pg::now()).substr(0, 16);
    time[10] = ' ';
    data["time"] = time;
    notices::tell(tx, client, notices::Kind::new_device, data);
    return true;
}

}  // namespace

account::Origin origin_of(const Request& request) {
    return {request.client_ip, request.user_agent, request.place()};
}

Reply enter(const Request& request, pg::Transaction& tx, ClientId client) {
    refuse_frozen(request, tx, client);
    if (!has_second_factor(tx, client)) return open(request, tx, client);
    auto reply = ask_second_factor(tx, client);
    tx.commit();
    return reply;
}

Reply open(const Request& request, pg::Transaction& tx, ClientId client, const Besides& besides) {
    refuse_frozen(request, tx, client);
    const bool told = tell_new_device(request, tx, client);
    const auto origin = origin_of(request);
    account::record(tx, client, "signed_in", origin);

    Json::Value reply;
    reply["status"] = 200;
    reply["message"] = "success";
    reply["client"] = client_view(tx, client);
    reply["user"] = reply["client"]["user"];
    const auto mark = mark_device(request, tx, client);
    const auto token = token::open_session(tx, request.services().token_secret_key, client,
                                           origin.device, origin.ip, origin.place, mark.id);
    const auto unique_id = reply["user"]["user_unique_id"].asString();
    if (besides) besides(reply);
    auto answer = fcgi::with_session(request, std::move(reply), token);
    if (mark.cookie) answer.header("Set-Cookie", *mark.cookie);
    tx.commit();
    if (told) request.push().tell(unique_id, ClientEvent::notification);
    return answer;
}

}  // namespace cambio::auth
