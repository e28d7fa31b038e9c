// API keys: what programs trade with in their owner's name. Making one, and letting one do more, is
// an act of security; letting it do less, or ending it, takes the login password, and its owner
// hears of it.
#include "account/api_keys.h"

#include <algorithm>

#include "account/step_up_parameters.h"
#include "caller.h"
#include "crypto/crypto.h"
#include "fcgi/days.h"
#include "fcgi/gate.h"
#include "lanes.h"
#include "routes.h"

namespace cambio::account {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr std::size_t max_label = 40;
constexpr std::size_t max_public_key = 1024;
constexpr std::size_t max_list = 2048;

constexpr const char* find_markets = R"sql(
    select id, pair from markets where pair = any($1::text[]) and state = 'open'
)sql";
constexpr const char* name_markets = "select id, pair from markets";

using Names = std::map<std::int64_t, std::string>;

Names market_names(pg::Connection& connection) {
    Names names;
    for (const auto row : connection.run(name_markets))
        names.emplace(row.integer("id"), row.str("pair"));
    return names;
}

Json::Value time_or_null(const std::optional<pg::Time>& time) {
    return time ? Json::Value{pg::iso(*time)} : Json::Value{};
}

/// As standard base64, which is what the client's own tools print.
std::string base64(std::string_view raw) {
    auto text = crypto::base64url(raw);
    std::ranges::replace(text, '-', '+');
    std::ranges::replace(text, '_', '/');
    return text + std::string((4 - text.size() % 4) % 4, '=');
}

Json::Value view_of(const ApiKey& key, const Names& names) {
    Json::Value view;
    view["id"] = std::to_string(key.id.value);
    view["key"] = key.public_id;
    view["label"] = key.label;
    view["kind"] = key.kind == token::KeyKind::hmac ? "hmac" : "ed25519";
    if (key.kind == token::KeyKind::hmac)
        view["public_key"] = Json::Value{};
    else
        view["public_key"] = base64(key.public_key);
    view["scope"] = key.scope.trade ? "trade" : "read";
    auto& markets = view["markets"];
    for (const auto market : key.scope.markets.value_or(std::vector<MarketId>{}))
        markets.append(names.at(market.value));
    auto& networks = view["networks"];
    for (const auto& network : key.scope.networks) networks.append(network.str());
    view["expires_at"] = time_or_null(key.scope.expires_at);
    view["expired"] = key.scope.expires_at && *key.scope.expires_at <= pg::now();
    view["created_at"] = pg::iso(key.created_at);
    view["last_used_at"] = time_or_null(key.last_used_at);
    view["last_used_ip"] = key.last_used_ip;
    return view;
}

Reply list(Request& request) {
    auto connection = request.db();
    const auto names = market_names(*connection);
    Json::Value reply;
    auto& keys = reply["keys"] = Json::arrayValue;
    for (const auto& key : api_keys_of(*connection, request.client()))
        keys.append(view_of(key, names));
    reply["most"] = static_cast<Json::Int64>(max_api_keys);
    const auto& budget = request.config().key_budget;
    reply["limits"]["weight_per_minute"] = budget.weight_per_minute;
    reply["limits"]["orders_per_10_seconds"] = budget.orders_per_10s;
    reply["limits"]["orders_per_day"] = budget.orders_per_day;
    return Reply::json(reply);
}

/// The words of a list with commas, spaces or lines between them; none twice.
std::vector<std::string> read_words(fcgi::Params& params, const char* name, std::size_t most) {
    std::vector<std::string> words;
    std::string word;
    auto text = params.optional<std::string>(name, max_list).value_or("");
    for (const char c : text += ',') {
        if (c != ',' && c != ' ') {
            word += c;
        } else if (!word.empty()) {
            if (std::ranges::find(words, word) == words.end()) words.push_back(word);
            word.clear();
        }
    }
    if (words.size() > most) throw Error{Code::too_long, name};
    return words;
}

std::optional<std::vector<MarketId>> read_markets(Request& request) {
    const auto pairs = read_words(request.params, "markets", max_key_markets);
    if (pairs.empty()) return {};
    std::vector<MarketId> markets;
    for (const auto row : request.db()->run(find_markets, {pg::Param::array(pairs)}))
        markets.push_back(row.id<MarketId>("id"));
    if (markets.size() != pairs.size()) throw Error{Code::unknown_market, "markets"};
    std::ranges::sort(markets);
    return markets;
}

KeyScope read_scope(Request& request) {
    KeyScope scope;
    scope.trade = request.params.choice("scope", {"read", "trade"}) == 1;
    scope.markets = read_markets(request);
    for (const auto& word : read_words(request.params, "networks", max_key_networks)) {
        const auto network = token::Network::parse(word);
        if (!network) throw Error{Code::invalid_parameter, "networks"};
        scope.networks.push_back(*network);
    }
    scope.expires_at = fcgi::read_day(request.params, "expires_on");
    if (scope.expires_at) {
        *scope.expires_at += std::chrono::days{1};
        if (*scope.expires_at <= pg::now()) throw Error{Code::out_of_range, "expires_on"};
    }
    return scope;
}

std::string read_label(fcgi::Params& params) {
    auto label = params.required<std::string>("label", max_label);
    if (label.find_first_not_of(' ') == std::string::npos)
        throw Error{Code::missing_parameter, "label"};
    return label;
}

Json::Value named(const std::string& label) {
    Json::Value data;
    data["label"] = label;
    return data;
}

Reply make_key(const Request& request, const NewApiKey& wanted, const Proof& proof) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = prove(tx, request, Act::make_api_key, proof);
    const auto made =
        make_api_key(tx, request.services().hash_keys, caller.id, wanted, origin_of(request));
    acted(tx, request, Act::make_api_key, named(wanted.label));
    Json::Value reply;
    reply["message"] = "success";
    reply["secret"] = made.secret.empty() ? Json::Value{} : Json::Value{made.secret};
    reply["key"] = view_of(api_key_of(tx, caller.id, made.id), market_names(tx.connection()));
    tx.commit();
    announce(request, caller);
    return Reply::json(reply);
}

void make(Request& request, Later later) {
    auto& params = request.params;
    NewApiKey wanted;
    wanted.label = read_label(params);
    const bool hmac = params.choice("kind", {"ed25519", "hmac"}) == 1;
    if (hmac && params.optional<std::string>("public_key").value_or("") != "")
        throw Error{Code::invalid_parameter, "public_key"};
    if (!hmac)
        wanted.public_key =
            read_public_key(params.required_lines("public_key", max_public_key), "public_key");
    wanted.scope = read_scope(request);
    auto proof = read_proof(params);
    proof.password = params.required<std::string>("transaction_password");
    params.refuse_others();
    password_lane().run(std::move(later),
                        [&request, wanted = std::move(wanted), proof = std::move(proof)] {
                            require_transaction_password(request, proof.password);
                            return make_key(request, wanted, proof);
                        });
}

Reply rename(Request& request) {
    const auto id = request.params.required<ApiKeyId>("id");
    const auto label = read_label(request.params);
    request.params.refuse_others();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller(tx, request);
    rename_api_key(tx, api_key_of(tx, caller.id, id).id, label);
    record(tx, caller.id, "api_key_renamed", origin_of(request));
    tx.commit();
    return Reply::message("saved");
}

struct Change {
    ApiKeyId id;
    KeyScope scope;
    Proof proof;
    std::string login_password;
};

/// Whether the key that stands would be allowed more, and is therefore to be proved.
bool would_widen(const Request& request, const Change& wanted) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    return widens(api_key_of(tx, request.client(), wanted.id).scope, wanted.scope);
}

/// Of what rests nothing: whoever does it has taken a right away.
void tell_owner(pg::Transaction& tx, const Request& request, notices::Kind what,
                const ApiKey& key) {
    record(tx, request.client(), notices::name_of(what), origin_of(request));
    notices::tell(tx, request.client(), what, named(key.label));
}

Reply change_key(const Request& request, const Change& wanted, bool proved_password) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto& password = wanted.login_password;
    auto caller = password.empty() ? lock_caller(tx, request)
                                   : lock_caller_with_password(tx, request, password, "password");
    const auto key = api_key_of(tx, caller.id, wanted.id);
    const bool wider = widens(key.scope, wanted.scope);
    if (wider) {
        if (!proved_password) throw Error{Code::missing_parameter, "transaction_password"};
        caller = prove(tx, request, Act::widen_api_key, wanted.proof);
    } else if (password.empty()) {
        throw Error{Code::missing_parameter, "password"};
    }
    change_api_key(tx, caller.id, key, wanted.scope, origin_of(request));
    if (wider)
        acted(tx, request, Act::widen_api_key, named(key.label));
    else
        tell_owner(tx, request, notices::Kind::api_key_narrowed, key);
    tx.commit();
    announce(request, caller);
    return Reply::message("saved");
}

void restrict(Request& request, Later later) {
    Change wanted;
    wanted.id = request.params.required<ApiKeyId>("id");
    wanted.scope = read_scope(request);
    wanted.proof = read_proof(request.params);
    wanted.proof.password =
        request.params.optional<std::string>("transaction_password").value_or("");
    wanted.login_password = request.params.optional<std::string>("password").value_or("");
    request.params.refuse_others();
    password_lane().run(std::move(later), [&request, wanted = std::move(wanted)] {
        const bool given = !wanted.proof.password.empty() && would_widen(request, wanted);
        if (given) require_transaction_password(request, wanted.proof.password);
        return change_key(request, wanted, given);
    });
}

Reply end_key(const Request& request, ApiKeyId id, const std::string& password) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller_with_password(tx, request, password, "password");
    const auto key = api_key_of(tx, caller.id, id);
    end_api_key(tx, caller.id, key);
    tell_owner(tx, request, notices::Kind::api_key_ended, key);
    tx.commit();
    announce(request, caller);
    return Reply::message("success");
}

void end(Request& request, Later later) {
    const auto id = request.params.required<ApiKeyId>("id");
    with_login_password(request, std::move(later), true,
                        [id](const Request& asked, const std::string& password) {
                            return end_key(asked, id, password);
                        });
}

constexpr Parameter label{"label", Type::text, Need::required,
                          "What the client calls it; at most 40 bytes."};
constexpr Parameter id{"id", Type::id, Need::required, "The key's id in the list."};
constexpr Parameter scope{"scope", Type::choice, Need::required,
                          "Whether it only reads or may trade, too. No key withdraws.",
                          "read|trade"};
constexpr Parameter markets{"markets", Type::text, Need::optional,
                            "The pairs that it may trade in, with commas between them, at most 50; "
                            "all unless given."};
constexpr Parameter networks{"networks", Type::text, Need::optional,
                             "The addresses or networks (CIDR) that it may be used from, with "
                             "commas between them, at most 30; any unless given."};
constexpr Parameter expires_on{"expires_on", Type::text, Need::optional,
                               "The last day (UTC) that it works on, as 2026-11-21; it does not "
                               "end unless given."};

constexpr Parameter new_key[] = {
    label,
    {"kind", Type::choice, Need::required,
     "How the program proves itself: with a key pair of its own, or with a secret that the server "
     "makes and shows once.",
     "ed25519|hmac"},
    {"public_key", Type::text, Need::optional,
     "Of an Ed25519 key, which needs it: the public half, as PEM, as base64 or in hexadecimal."},
    scope,
    markets,
    networks,
    expires_on,
    {"transaction_password", Type::secret, Need::required, "The transaction password."},
    mailed_code_parameter,
    two_factor_code_parameter,
    passkey_parameter};
constexpr Parameter new_name[] = {id, label};
constexpr Parameter new_scope[] = {
    id,
    scope,
    markets,
    networks,
    expires_on,
    {"transaction_password", Type::secret, Need::optional,
     "The transaction password; needed, with a code, where the key may do more than before."},
    {"password", Type::secret, Need::optional,
     "The login password; needed where the key may do no more than before."},
    mailed_code_parameter,
    two_factor_code_parameter,
    passkey_parameter};
constexpr Parameter one_key[] = {id,
                                 {"password", Type::secret, Need::required, "The login password."}};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/api-keys", Access::client, Limit::reads, Effect::reads, list}
        .gives("ApiKeys")
        .means("Lists API keys"),
    Route{Method::post, "/api/v3/api-keys/make", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, make}
        .takes(new_key)
        .gives("ApiKeyMade")
        .means("Makes an API key"),
    Route{Method::post, "/api/v3/api-keys/rename", Access::client, Limit::changes, Effect::changes,
          rename}
        .takes(new_name)
        .gives("Message")
        .means("Renames an API key"),
    Route{Method::post, "/api/v3/api-keys/restrict", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, restrict}
        .takes(new_scope)
        .gives("Message")
        .means("Sets what an API key may do"),
    Route{Method::post, "/api/v3/api-keys/end", Access::client, Limit::endings,
          Effect::changes_secretly, nullptr, end}
        .takes(one_key)
        .gives("Message")
        .means("Ends an API key"),
};

}  // namespace

const std::span<const Route> api_key_routes{routes};

}  // namespace cambio::account
