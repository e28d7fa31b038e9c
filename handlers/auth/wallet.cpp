// Sign-in by browser wallet: a nonce, then a message (EIP-4361) that the wallet signed. A wallet
// stands for nobody until its owner, signed in, has connected it.
#include "account/step_up_parameters.h"
#include "clients/connections.h"
#include "crypto/crypto.h"
#include "crypto/ethereum.h"
#include "entry.h"
#include "fcgi/serve.h"
#include "lanes.h"
#include "routes.h"
#include "token/one_time.h"
#include "token/wallet_message.h"

namespace cambio::auth {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr const char* nonce_purpose = "web3_nonce";
constexpr std::chrono::seconds nonce_lifetime{300};
constexpr std::size_t max_message = 2000;

// Until it is signed in nobody takes the wallet away, which ends all sessions that are there then.
constexpr const char* client_by_wallet = R"sql(
    select id from clients where wallet_address = $1 for share
)sql";

constexpr const char* client_with_wallet = "select id from clients where wallet_address = $1";

constexpr const char* connected = R"sql(
    select wallet_address is not null as yes from clients where id = $1
)sql";

struct Signed {
    std::string message, signature;
};

Signed read_signed(fcgi::Params& params) {
    return {params.required_lines("message", max_message),
            params.required<std::string>("signature")};
}

/// The address that signed, for a message of this site with a nonce of ours, which is used up when
/// the transaction commits. Throws wallet_message and wallet_signature.
std::string verified_address(const Request& request, pg::Transaction& tx, const Signed& given) {
    const auto message = token::parse_wallet_message(given.message);
    if (!message || !token::meant_for(*message, request.config().public_url, pg::now()) ||
        !token::take_one_time(tx, nonce_purpose, message->nonce))
        throw Error{Code::wallet_message, "message"};
    if (crypto::personal_signer(given.message, given.signature) != message->address)
        throw Error{Code::wallet_signature, "signature"};
    return message->address;
}

void tell_change(const Request& request, pg::Transaction& tx, account::Act act,
                 const std::string& what) {
    Json::Value data;
    data["what"] = what;
    account::acted(tx, request.client(), act, origin_of(request), data);
}

Reply give_nonce(Request& request) {
    const auto address = request.params.optional<std::string>("address");
    request.params.refuse_others();
    const auto checked = address ? crypto::checksum_address(*address) : std::nullopt;
    if (address && !checked) throw Error{Code::invalid_parameter, "address"};
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto& url = request.config().public_url;
    const auto now = pg::now();
    Json::Value reply;
    reply["nonce"] = token::issue_one_time(tx, nonce_purpose, std::nullopt, {}, nonce_lifetime);
    if (checked) reply["address"] = *checked;  // wallets do not all write the checksum's case
    reply["domain"] = token::domain_of(url);
    reply["uri"] = url;
    reply["issued_at"] = pg::iso(now);
    reply["expiration_time"] = pg::iso(now + nonce_lifetime);
    tx.commit();
    return Reply::json(reply);
}

Reply log_in(Request& request) {
    const auto given = read_signed(request.params);
    const auto username = request.params.optional<std::string>("username");
    request.params.refuse_others();

    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto address = verified_address(request, tx, given);
    if (username && crypto::checksum_address(*username) != address)
        throw Error{Code::wallet_signature, "username"};
    const auto client = tx.maybe(client_by_wallet, {address});
    if (!client) {
        tx.commit();
        throw Error{Code::wallet_unknown};
    }
    return enter(request, tx, client->id<ClientId>("id"));
}

Reply connect_wallet(const Request& request, const Signed& given, const account::Proof& proof) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    if (tx.one(connected, {request.client()}).boolean("yes")) throw Error{Code::wallet_bound};
    account::prove(tx, request.services().hash_keys, request.session(), account::Act::bind_wallet,
                   proof);
    const auto address = verified_address(request, tx, given);
    if (tx.maybe(client_with_wallet, {address})) throw Error{Code::wallet_taken};
    const auto unique_id = clients::connect_wallet(tx, request.client(), address);
    tell_change(request, tx, account::Act::bind_wallet, address);
    tx.commit();
    request.push().tell(unique_id, ClientEvent::notification);
    Json::Value reply;
    reply["message"] = "success";
    reply["wallet_address"] = address;
    return Reply::json(reply);
}

Reply take_away(const Request& request, const account::Proof& proof) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    if (!tx.one(connected, {request.client()}).boolean("yes")) throw Error{Code::not_connected};
    account::prove(tx, request.services().hash_keys, request.session(), account::Act::unbind_wallet,
                   proof);
    const auto unique_id = clients::disconnect_wallet(tx, request.client());
    if (!unique_id) throw Error{Code::not_connected};
    tell_change(request, tx, account::Act::unbind_wallet, "MetaMask");
    tx.commit();
    request.push().tell(*unique_id, ClientEvent::notification);
    return Reply::message("success");
}

void bind(Request& request, Later later) {
    auto given = read_signed(request.params);
    auto proof = account::read_proof_with_password(request.params);
    request.params.refuse_others();
    password_lane().run(std::move(later),
                        [&request, given = std::move(given), proof = std::move(proof)] {
                            try {
                                return connect_wallet(request, given, proof);
                            } catch (const pg::Failure& failure) {
                                // Two accounts with one wallet at the same time: the index decides.
                                if (failure.unique_violation()) throw Error{Code::wallet_taken};
                                throw;
                            }
                        });
}

void unbind(Request& request, Later later) {
    auto proof = account::read_proof_with_password(request.params);
    request.params.refuse_others();
    password_lane().run(std::move(later),
                        [&request, proof = std::move(proof)] { return take_away(request, proof); });
}

constexpr Parameter nonce_parameters[] = {
    {"address", Type::text, Need::optional,
     "The wallet's address, to get it back with its checksum."},
};
constexpr Parameter login_parameters[] = {
    {"message", Type::text, Need::required, "The EIP-4361 message, lines separated by \\n."},
    {"signature", Type::secret, Need::required,
     "The signature from personal_sign: 0x and 130 hex digits."},
    {"username", Type::text, Need::optional,
     "The wallet's address; optional, because the message contains it."},
};
constexpr Parameter bind_parameters[] = {
    {"message", Type::text, Need::required, "The EIP-4361 message, lines separated by \\n."},
    {"signature", Type::secret, Need::required,
     "The signature from personal_sign: 0x and 130 hex digits."},
    {"password", Type::secret, Need::required, "The login password."},
    account::mailed_code_parameter,
    account::two_factor_code_parameter,
    account::passkey_parameter,
};
constexpr Parameter unbind_parameters[] = {
    {"password", Type::secret, Need::required, "The login password."},
    account::mailed_code_parameter,
    account::two_factor_code_parameter,
    account::passkey_parameter,
};

constexpr Route routes[] = {
    Route{Method::get_or_post, "/api/v3/web3-nonce", Access::guest, Limit::begins, Effect::changes,
          give_nonce}
        .takes(nonce_parameters)
        .gives("WalletNonce")
        .means("Issues the nonce that a browser wallet signs"),
    Route{Method::post, "/api/v3/web3-login", Access::guest, Limit::logins,
          Effect::changes_secretly, log_in}
        .takes(login_parameters)
        .gives("Entered")
        .means("Signs in with a browser wallet"),
    Route{Method::post, "/api/v3/wallet/bind", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, bind}
        .takes(bind_parameters)
        .gives("WalletConnected")
        .means("Connects a browser wallet"),
    Route{Method::post, "/api/v3/wallet/unbind", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, unbind}
        .takes(unbind_parameters)
        .gives("Message")
        .means("Disconnects the browser wallet"),
};

}  // namespace

const std::span<const Route> wallet_routes{routes};

}  // namespace cambio::auth
