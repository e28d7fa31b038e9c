// Changes of the login password and of the transaction password. Each ends every session and opens
// a new one for the device that asked, which the reply brings it, so that whoever else is signed
// in, or has taken this session's token, is out at once. What signs in without the login password
// stays unless its owner says otherwise with the change, and is told what there is.
#include "account/passwords.h"

#include "account/step_up_parameters.h"
#include "caller.h"
#include "clients/settings.h"
#include "crypto/crypto.h"
#include "fcgi/serve.h"
#include "fcgi/site_session.h"
#include "lanes.h"
#include "routes.h"
#include "token/attempts.h"

namespace cambio::account {

namespace {

constexpr int max_changes_in_a_day = 10;

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

struct Change {
    std::string password;  ///< the new one
    Proof proof;
    bool end_other_sign_ins = false;
};

Change read_change(fcgi::Params& params, const char* old_name, const char* new_name,
                   std::size_t shortest) {
    Change change{{}, read_proof(params)};
    change.proof.password = params.required<std::string>(old_name);
    change.proof.password_field = old_name;
    change.password = params.required<std::string>(new_name);
    params.refuse_others();
    expect_good_password(change.password, shortest, new_name);
    return change;
}

Reply saved(pg::Transaction& tx, const Request& request, const Caller& caller, Act act) {
    Json::Value reply;
    reply["message"] = "saved";
    const auto token = renew_session(tx, request, caller);
    acted(tx, request, act);
    tx.commit();
    request.services().sessions.forget(request.bearer);
    announce(request, caller);
    return fcgi::with_session(request, std::move(reply), token);
}

/// What the specification's screens expect of a wrong old password.
template <class Work>
Reply or_dont_match(Work work) {
    try {
        return work();
    } catch (const Error& error) {
        if (error.code() != Code::wrong_password) throw;
        return Reply::message("dont_match");
    }
}

/// A new password that is taken is not the transaction password: who knows the login password could
/// try one with each change.
void count_change(pg::Transaction& tx, ClientId client) {
    const auto subject = "password_changes:" + std::to_string(client.value);
    token::begin_attempt(tx, subject, max_changes_in_a_day);
    token::require_quiet_day(tx, subject, max_changes_in_a_day);
    token::count_wrong_attempt(tx, subject, max_changes_in_a_day);
}

Reply change_password(const Request& request, const Change& change) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = prove(tx, request, Act::change_password, change.proof);
    expect_no_address(change.password, caller.email, "password");
    if (recently_used(tx, caller.id, change.password))
        return Reply::message("same_previous_password");
    count_change(tx, caller.id);
    if (crypto::verify_password(caller.transaction_password_hash, change.password))
        throw Error{Code::password_same, "password"};
    set_password(tx, caller.id, caller.email, change.password);
    if (change.end_other_sign_ins)
        end_other_sign_ins(tx, caller.id, origin_of(request));
    else
        tell_other_sign_ins(tx, caller.id);
    return saved(tx, request, caller, Act::change_password);
}

void update_password(Request& request, Later later) {
    const auto end_others = request.params.optional<bool>("end_other_sign_ins").value_or(false);
    auto change = read_change(request.params, "oldLoginPassword", "password", shortest_password);
    change.end_other_sign_ins = end_others;
    password_lane().run(std::move(later), [&request, change = std::move(change)] {
        return or_dont_match([&] { return change_password(request, change); });
    });
}

void send_code(Request& request, Later later) {
    request.params.refuse_others();
    message_lane().run(std::move(later), [&request] {
        return mail_code(request, token::Purpose::change_password, "change_password_code");
    });
}

Reply change_transaction_password(const Request& request, const Change& change) {
    require_transaction_password(request, change.proof.password);
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = prove(tx, request, Act::change_transaction_password, change.proof);
    if (crypto::verify_password(caller.password_hash, change.password))
        throw Error{Code::password_same, "transactionPassword"};
    expect_no_address(change.password, caller.email, "transactionPassword");
    end_proofs(tx, caller.id, caller.email);
    clients::set_transaction_password_hash(tx, caller.id, crypto::hash_password(change.password));
    return saved(tx, request, caller, Act::change_transaction_password);
}

void update_transaction_password(Request& request, Later later) {
    auto change = read_change(request.params, "oldTransactionPassword", "transactionPassword",
                              shortest_transaction_password);
    password_lane().run(std::move(later), [&request, change = std::move(change)] {
        return or_dont_match([&] { return change_transaction_password(request, change); });
    });
}

constexpr Parameter login[] = {
    {"oldLoginPassword", Type::secret, Need::required, "The current login password."},
    {"password", Type::secret, Need::required,
     "The new password: at least 9 characters, not a common password, and none of the last five."},
    {"end_other_sign_ins", Type::boolean, Need::optional,
     "Whether all passkeys are removed, and Google and the wallet disconnected; unless given, they "
     "stay, and the owner is told which there are."},
    mailed_code_parameter,
    two_factor_code_parameter,
    passkey_parameter};
constexpr Parameter transaction[] = {
    {"oldTransactionPassword", Type::secret, Need::required, "The current transaction password."},
    {"transactionPassword", Type::secret, Need::required,
     "The new password: at least 6 bytes, and not the login password."},
    mailed_code_parameter,
    two_factor_code_parameter,
    passkey_parameter};

constexpr Route routes[] = {
    Route{Method::get_or_post, "/api/v2/get-code-for-password", Access::client, Limit::codes,
          Effect::changes, nullptr, send_code}
        .gives("CodeSent")
        .means("Sends a code for a new password"),
    Route{Method::post, "/api/v2/update-password", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, update_password}
        .takes(login)
        .gives("PasswordChange")
        .means("Changes the password with a code"),
    Route{Method::post, "/api/v3/update-password", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, update_password}
        .takes(login)
        .gives("PasswordChange")
        .means("Changes the password"),
    Route{Method::post, "/api/v3/update-transaction-password", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, update_transaction_password}
        .takes(transaction)
        .gives("PasswordChange")
        .means("Changes the transaction password"),
};

}  // namespace

const std::span<const Route> password_routes{routes};

}  // namespace cambio::account
