// Changes of the login password and of the transaction password. Each ends every session and opens
// a new one for the device that asked: its token is in the reply, so that whoever else is signed
// in, or has taken this session's token, is out at once.
#include "account/passwords.h"

#include "caller.h"
#include "crypto/crypto.h"
#include "fcgi/serve.h"
#include "lanes.h"
#include "routes.h"

namespace cambio::account {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr const char* set_transaction_password = R"sql(
    update clients set transaction_password_hash = $2, transaction_password_changed_at = now()
     where id = $1
)sql";

struct Change {
    std::string old_password, password;
    std::optional<std::string> code;
};

Change read_change(fcgi::Params& params, const char* old_name, const char* new_name,
                   bool with_code) {
    Change change{
        params.required<std::string>(old_name), params.required<std::string>(new_name), {}};
    if (with_code) change.code = params.required<std::string>("verification_code");
    params.refuse_others();
    if (change.password.size() < shortest_changed_password)
        throw Error{Code::password_too_short, new_name}.with(
            "minimum", std::to_string(shortest_changed_password));
    return change;
}

Reply saved(pg::Transaction& tx, const Request& request, const Caller& caller, notices::Kind what) {
    Json::Value reply;
    reply["message"] = "saved";
    reply["token"] = renew_session(tx, request, caller);
    security_changed(tx, caller.id, what, origin_of(request));
    tx.commit();
    request.services().sessions.forget(request.bearer);
    announce(request, caller);
    return Reply::json(reply);
}

Reply change_password(const Request& request, const Change& change) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto [caller, right] = check_password(tx, request, change.old_password);
    if (!right) {
        tx.commit();
        return Reply::message("dont_match");
    }
    if (change.code)
        require_code(tx, request, token::Purpose::change_password, caller.email, *change.code,
                     "verification_code");
    if (recently_used(tx, caller.id, change.password))
        return Reply::message("same_previous_password");
    if (crypto::verify_password(caller.transaction_password_hash, change.password))
        throw Error{Code::password_same, "password"};
    set_password(tx, caller.id, change.password);
    return saved(tx, request, caller, notices::Kind::password_changed);
}

void update_password(Request& request, Later later, bool with_code) {
    auto change = read_change(request.params, "oldLoginPassword", "password", with_code);
    password_lane().run(std::move(later), [&request, change = std::move(change)] {
        return change_password(request, change);
    });
}

void update_with_code(Request& request, Later later) {
    update_password(request, std::move(later), true);
}
void update_without_code(Request& request, Later later) {
    update_password(request, std::move(later), false);
}

void send_code(Request& request, Later later) {
    request.params.refuse_others();
    message_lane().run(std::move(later), [&request] {
        return mail_code(request, token::Purpose::change_password, "change_password_code");
    });
}

Reply change_transaction_password(const Request& request, const Change& change) {
    switch (trading_passwords().verify(request.session(), change.old_password)) {
        case token::PasswordVerdict::right:
            break;
        case token::PasswordVerdict::wrong:
            return Reply::message("dont_match");
        case token::PasswordVerdict::locked:
            throw Error{Code::trading_locked};
        case token::PasswordVerdict::unavailable:
            throw Error{Code::unavailable};
    }
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller(tx, request);
    if (crypto::verify_password(caller.password_hash, change.password))
        throw Error{Code::password_same, "transactionPassword"};
    tx.change(1, set_transaction_password, {caller.id, crypto::hash_password(change.password)});
    return saved(tx, request, caller, notices::Kind::transaction_password_changed);
}

void update_transaction_password(Request& request, Later later) {
    auto change =
        read_change(request.params, "oldTransactionPassword", "transactionPassword", false);
    password_lane().run(std::move(later), [&request, change = std::move(change)] {
        return change_transaction_password(request, change);
    });
}

constexpr Parameter old_login{"oldLoginPassword", Type::secret, Need::required,
                              "The login password that stands."};
constexpr Parameter new_login{"password", Type::secret, Need::required,
                              "The new one: at least 6 bytes, and none of the last five."};
constexpr Parameter without_code[] = {old_login, new_login};
constexpr Parameter with_code[] = {
    old_login,
    new_login,
    {"verification_code", Type::secret, Need::required, "The code that was mailed."}};
constexpr Parameter transaction[] = {
    {"oldTransactionPassword", Type::secret, Need::required,
     "The transaction password that stands."},
    {"transactionPassword", Type::secret, Need::required,
     "The new one: at least 6 bytes, and not the login password."}};

constexpr Route routes[] = {
    Route{Method::get_or_post, "/api/v2/get-code-for-password", Access::client, Limit::codes,
          Effect::changes, nullptr, send_code}
        .gives("CodeSent")
        .means("Sends a code for a new password"),
    Route{Method::get_or_post, "/api/v2/update-password", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, update_with_code}
        .takes(with_code)
        .gives("PasswordChange")
        .means("Changes the password with a code"),
    Route{Method::get_or_post, "/api/v3/update-password", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, update_without_code}
        .takes(without_code)
        .gives("PasswordChange")
        .means("Changes the password"),
    Route{Method::get_or_post, "/api/v3/update-transaction-password", Access::client,
          Limit::changes, Effect::changes_secretly, nullptr, update_transaction_password}
        .takes(transaction)
        .gives("PasswordChange")
        .means("Changes the transaction password"),
};

}  // namespace

const std::span<const Route> password_routes{routes};

}  // namespace cambio::account
