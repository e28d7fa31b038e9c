// The account's passkeys: saving, naming and removing them. Signing in by one stands in the auth
// group.
#include "account/passkeys.h"

#include "account/step_up_parameters.h"
#include "caller.h"
#include "fcgi/serve.h"
#include "lanes.h"
#include "routes.h"

namespace cambio::account {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

Json::Value site_view(const Config& config) {
    const auto site = token::relying_party_of(config.public_url);
    if (!site) return {};
    Json::Value view;
    view["id"] = site->id;
    view["origin"] = site->origin;
    return view;
}

Json::Value view(const token::Passkey& passkey) {
    Json::Value one;
    one["id"] = std::to_string(passkey.id.value);
    one["name"] = passkey.name;
    one["created_at"] = pg::iso(passkey.created_at);
    one["last_used_at"] =
        passkey.last_used_at ? Json::Value{pg::iso(*passkey.last_used_at)} : Json::Value{};
    one["backed_up"] = passkey.backed_up;
    return one;
}

Reply list(Request& request) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    Json::Value reply;
    auto& passkeys = reply["passkeys"] = Json::arrayValue;
    for (const auto& passkey : token::passkeys_of(tx, request.client()))
        passkeys.append(view(passkey));
    reply["most"] = static_cast<Json::Int64>(token::max_passkeys);
    reply["site"] = site_view(request.config());
    return Reply::json(reply);
}

std::string read_name(fcgi::Params& params) {
    auto name = params.required<std::string>("name", token::max_passkey_name);
    if (name.find_first_not_of(' ') == std::string::npos)
        throw Error{Code::missing_parameter, "name"};
    return name;
}

Json::Value named(const std::string& name) {
    Json::Value data;
    data["name"] = name;
    return data;
}

/// What a new passkey of this session answers.
std::string bond_of(const Request& request) {
    return ask_of(request.session(), token::PasskeyUse::add).bound_to;
}

Reply begin_adding(const Request& request, const Proof& proof) {
    const auto site = passkey_site(request.config());
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = prove(tx, request, Act::add_passkey, proof);
    const auto options = token::begin_passkey(tx, site, caller.id, caller.email, bond_of(request));
    tx.commit();
    return Reply::json(options);
}

void begin(Request& request, Later later) {
    auto proof = read_proof_with_password(request.params);
    request.params.refuse_others();
    password_lane().run(std::move(later), [&request, proof = std::move(proof)] {
        return begin_adding(request, proof);
    });
}

// The session that began it, a moment ago, has proved to be the owner's.
Reply add(Request& request) {
    const auto name = read_name(request.params);
    const auto answer = request.params.required<std::string>("passkey", token::max_passkey_answer);
    request.params.refuse_others();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller(tx, request);
    try {
        token::add_passkey(tx, caller.id, bond_of(request), name, answer);
    } catch (const pg::Failure& failure) {
        // Two accounts with one passkey at the same time: the index decides.
        if (failure.unique_violation()) throw Error{Code::passkey_taken, "passkey"};
        throw;
    }
    acted(tx, request, Act::add_passkey, named(name));
    tx.commit();
    announce(request, caller);
    return Reply::message("saved");
}

Reply rename(Request& request) {
    const auto id = request.params.required<PasskeyId>("id");
    const auto name = read_name(request.params);
    request.params.refuse_others();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller(tx, request);
    if (!token::rename_passkey(tx, caller.id, id, name)) throw Error{Code::not_found, "id"};
    record(tx, caller.id, "passkey_renamed", origin_of(request));
    tx.commit();
    return Reply::message("saved");
}

Reply take_away(const Request& request, PasskeyId id, const Proof& proof) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = prove(tx, request, Act::remove_passkey, proof);
    const auto name = token::remove_passkey(tx, caller.id, id);
    if (!name) throw Error{Code::not_found, "id"};
    acted(tx, request, Act::remove_passkey, named(*name));
    tx.commit();
    announce(request, caller);
    return Reply::message("saved");
}

void remove(Request& request, Later later) {
    const auto id = request.params.required<PasskeyId>("id");
    auto proof = read_proof_with_password(request.params);
    request.params.refuse_others();
    password_lane().run(std::move(later), [&request, id, proof = std::move(proof)] {
        return take_away(request, id, proof);
    });
}

constexpr Parameter id{"id", Type::id, Need::required, "The passkey's id in the list."};
constexpr Parameter name{"name", Type::text, Need::required,
                         "What the client calls it; at most 40 bytes."};
constexpr Parameter password{"password", Type::secret, Need::required, "The login password."};
constexpr Parameter to_begin[] = {password, mailed_code_parameter, two_factor_code_parameter,
                                  passkey_parameter};
constexpr Parameter to_add[] = {
    name,
    {"passkey", Type::secret, Need::required,
     "What the browser made of the options, as JSON (RegistrationResponseJSON of Web "
     "Authentication)."}};
constexpr Parameter to_rename[] = {id, name};
constexpr Parameter to_remove[] = {id, password, mailed_code_parameter, two_factor_code_parameter,
                                   passkey_parameter};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/passkeys", Access::client, Limit::reads, Effect::reads, list}
        .gives("Passkeys")
        .means("Lists the account's passkeys"),
    Route{Method::post, "/api/v3/passkeys/begin", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, begin}
        .takes(to_begin)
        .gives("PasskeyCreation")
        .means("Starts adding a passkey"),
    Route{Method::post, "/api/v3/passkeys/add", Access::client, Limit::changes,
          Effect::changes_secretly, add}
        .takes(to_add)
        .gives("Message")
        .means("Adds a passkey"),
    Route{Method::post, "/api/v3/passkeys/rename", Access::client, Limit::changes, Effect::changes,
          rename}
        .takes(to_rename)
        .gives("Message")
        .means("Renames a passkey"),
    Route{Method::post, "/api/v3/passkeys/remove", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, remove}
        .takes(to_remove)
        .gives("Message")
        .means("Removes a passkey"),
};

}  // namespace

const std::span<const Route> passkey_routes{routes};

}  // namespace cambio::account
