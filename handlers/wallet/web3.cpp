// The Web3 tab: a browser wallet that its owner has shown to be theirs by a signed message
// (EIP-4361). It is looked at there and signs nobody in; what signs in is connected with a password
// under Account connections.
#include "crypto/ethereum.h"
#include "fcgi/serve.h"
#include "routes.h"
#include "token/one_time.h"
#include "token/wallet_message.h"

namespace cambio::wallet {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

/// What web3-nonce issues its tokens for.
constexpr const char* nonce_purpose = "web3_nonce";
constexpr std::size_t max_message = 2000;
constexpr std::int64_t history_rows = 50;

constexpr const char* unique_id_of = "select user_unique_id from clients where id = $1 for update";

constexpr const char* connected = R"sql(
    select address, provider, connected_at from web3_connections
     where client_id = $1 and disconnected_at is null
)sql";

constexpr const char* connect = R"sql(
    insert into web3_connections (client_id, provider, address) values ($1, $2, $3)
)sql";

constexpr const char* disconnect = R"sql(
    update web3_connections set disconnected_at = now()
     where client_id = $1 and disconnected_at is null
)sql";

constexpr const char* history_of = R"sql(
    select at, kind, address, provider
      from (select connected_at as at, 'connect' as kind, address, provider, id
              from web3_connections where client_id = $1
            union all
            select disconnected_at, 'disconnect', address, provider, id
              from web3_connections where client_id = $1 and disconnected_at is not null) h
     order by at desc, id desc, kind desc limit $2
)sql";

struct Asked {
    std::string provider, message, signature;
    std::string address;  ///< as the call says; the message has it too
};

Asked read_asked(Request& request, const std::string& unique_id) {
    auto& params = request.params;
    Asked asked;
    params.choice("provider", {"MetaMask"});
    asked.provider = "MetaMask";
    if (const auto uid = params.optional<std::string>("uid"); uid && *uid != unique_id)
        throw Error{Code::invalid_parameter, "uid"};
    const auto address = crypto::checksum_address(params.required<std::string>("web3_wallet"));
    if (!address) throw Error{Code::invalid_parameter, "web3_wallet"};
    asked.address = *address;
    asked.message = params.required_lines("message", max_message);
    asked.signature = params.required<std::string>("signature");
    params.refuse_others();
    return asked;
}

/// Throws wallet_message and wallet_signature. Uses up the message's nonce.
void verify(const Request& request, pg::Transaction& tx, const Asked& asked) {
    const auto message = token::parse_wallet_message(asked.message);
    if (!message || !token::meant_for(*message, request.config().public_url, pg::now()) ||
        !token::take_one_time(tx, nonce_purpose, message->nonce))
        throw Error{Code::wallet_message, "message"};
    if (message->address != asked.address) throw Error{Code::wallet_signature, "web3_wallet"};
    if (crypto::personal_signer(asked.message, asked.signature) != message->address)
        throw Error{Code::wallet_signature, "signature"};
}

Json::Value connection_view(const pg::Row& row) {
    Json::Value view;
    view["address"] = row.str("address");
    view["provider"] = row.str("provider");
    view["connected_at"] = pg::iso(row.time("connected_at"));
    return view;
}

Reply web3_connect(Request& request) {
    auto db = request.db();
    pg::Transaction tx{*db};
    // The client's row is locked: of two requests at once the second one finds the first one's
    // wallet.
    const auto unique_id = tx.one(unique_id_of, {request.client()}).str("user_unique_id");
    const auto asked = read_asked(request, unique_id);
    verify(request, tx, asked);
    const auto before = tx.maybe(connected, {request.client()});
    if (before && before->text("address") != asked.address) throw Error{Code::wallet_bound};
    if (!before) tx.change(1, connect, {request.client(), asked.provider, asked.address});
    Json::Value reply;
    reply["message"] = "success";
    reply["web3"] = connection_view(tx.one(connected, {request.client()}));
    tx.commit();
    return Reply::json(reply);
}

Reply web3(Request& request) {
    auto db = request.db();
    Json::Value reply;
    reply["web3"] = Json::Value{};
    for (const auto row : db->run(connected, {request.client()}))
        reply["web3"] = connection_view(row);
    auto& history = reply["history"] = Json::arrayValue;
    for (const auto row : db->run(history_of, {request.client(), history_rows})) {
        Json::Value entry;
        entry["at"] = pg::iso(row.time("at"));
        for (const char* column : {"kind", "address", "provider"}) entry[column] = row.str(column);
        history.append(entry);
    }
    return Reply::json(reply);
}

Reply web3_disconnect(Request& request) {
    request.params.refuse_others();
    auto db = request.db();
    if (db->run(disconnect, {request.client()}).affected() == 0) throw Error{Code::not_connected};
    return Reply::message("success");
}

constexpr Parameter connect_parameters[] = {
    {"provider", Type::choice, Need::required, "The kind of wallet.", "MetaMask"},
    {"uid", Type::text, Need::optional, "The client's user ID; it must be the caller's own."},
    {"web3_wallet", Type::text, Need::required, "The wallet's address."},
    {"message", Type::text, Need::required,
     "The EIP-4361 message with a nonce of web3-nonce, lines separated by \\n."},
    {"signature", Type::secret, Need::required,
     "The signature from personal_sign: 0x and 130 hex digits."},
};

constexpr Route routes[] = {
    Route{Method::post, "/api/v3/web3-connect", Access::client, Limit::changes,
          Effect::changes_secretly, web3_connect}
        .takes(connect_parameters)
        .gives("Web3Connected")
        .means("Connects a browser wallet to the wallet page"),
    Route{Method::get, "/api/v3/web3", Access::client, Limit::reads, Effect::reads, web3}
        .gives("Web3")
        .means("Shows the connected browser wallet and its history"),
    Route{Method::post, "/api/v3/web3-disconnect", Access::client, Limit::changes, Effect::changes,
          web3_disconnect}
        .gives("Message")
        .means("Disconnects the browser wallet from the wallet page"),
};

}  // namespace

const std::span<const Route> web3_routes{routes};

}  // namespace cambio::wallet
