#include "caller.h"

#include "crypto/crypto.h"
#include "fcgi/serve.h"
#include "http/messages.h"
#include "lanes.h"
#include "token/attempts.h"

namespace cambio::account {

namespace {

using fcgi::Reply, fcgi::Request;

constexpr const char* email_by_id = "select email from clients where id = $1";

// No-key: rows that refer to the client (sessions, orders) may be written meanwhile.
constexpr const char* lock_client = R"sql(
    select email, user_unique_id, language, status, password_hash, transaction_password_hash,
           coalesce(anti_phishing_code, '') as anti_phishing_code,
           coalesce(mobile_number, '') as mobile_number
      from clients where id = $1 for no key update
)sql";

constexpr const char* session_alive = R"sql(
    select exists (select from sessions where id = $1 and client_id = $2 and revoked_at is null
                   and expires_at > now()) as alive
)sql";

constexpr const char* caller_by_id = R"sql(
    select email, language, coalesce(anti_phishing_code, '') as anti_phishing_code
      from clients where id = $1
)sql";

}  // namespace

Origin origin_of(const Request& request) {
    return {request.client_ip, request.user_agent, request.place()};
}

Caller lock_caller(pg::Transaction& tx, const Request& request) {
    const auto& session = request.session();
    const auto row = tx.one(lock_client, {session.client});
    if (row.text("status") == "FREEZE_ACCOUNT") throw Error{Code::frozen_account};
    if (!tx.one(session_alive, {session.id, session.client}).boolean("alive"))
        throw Error{Code::unauthorized};
    return {session.client,
            row.str("email"),
            row.str("user_unique_id"),
            row.str("language"),
            row.str("anti_phishing_code"),
            row.str("password_hash"),
            row.str("transaction_password_hash"),
            row.str("mobile_number")};
}

Checked check_password(pg::Transaction& tx, const Request& request, const std::string& password) {
    // The attempt's turn comes before the client's row, as it does when somebody signs in.
    const auto subject = "login:" + tx.one(email_by_id, {request.client()}).str("email");
    token::begin_attempt(tx, subject);
    Checked checked{lock_caller(tx, request), false};
    checked.right = crypto::verify_password(checked.caller.password_hash, password);
    if (checked.right)
        token::forget_attempts(tx, subject);
    else
        token::count_wrong_attempt(tx, subject);
    return checked;
}

Caller lock_caller_with_password(pg::Transaction& tx, const Request& request,
                                 const std::string& password, const char* field) {
    auto checked = check_password(tx, request, password);
    if (checked.right) return std::move(checked.caller);
    tx.commit();
    throw Error{Code::wrong_password, field};
}

void require_transaction_password(const Request& request, const std::string& password) {
    switch (trading_passwords().verify(request.session(), password)) {
        case token::PasswordVerdict::right:
            return;
        case token::PasswordVerdict::wrong:
            throw Error{Code::wrong_password, "transaction_password"};
        case token::PasswordVerdict::locked:
            throw Error{Code::trading_locked};
        case token::PasswordVerdict::unavailable:
            break;
    }
    throw Error{Code::unavailable};
}

void require_code(pg::Transaction& tx, const Request& request, token::Purpose purpose,
                  const std::string& address, const std::string& code, const char* field) {
    switch (token::check_code(tx, request.services().hash_key, purpose, address, code)) {
        case token::CodeCheck::right:
            return;
        case token::CodeCheck::expired:
            throw Error{Code::code_expired, field};
        case token::CodeCheck::wrong:
            break;
    }
    tx.commit();
    throw Error{Code::code_wrong, field};
}

Reply mail_code(const Request& request, token::Purpose purpose, const char* text) {
    auto& services = request.services();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto row = tx.one(caller_by_id, {request.client()});
    const auto address = row.str("email");
    const auto code = token::issue_code(tx, services.hash_key, purpose, address);
    const auto message = notices::mail(row.text("language"), text, address,
                                       {{"code", code}, {"url", services.config.public_url}},
                                       row.text("anti_phishing_code"));
    tx.commit();
    if (!send_mail(services.config, message)) throw Error{Code::unavailable};

    Json::Value reply;
    reply["message"] = "success";
    reply["resend_after"] = static_cast<Json::Int64>(token::code_pause.count());
    return Reply::json(reply);
}

std::string renew_session(pg::Transaction& tx, const Request& request, const Caller& caller) {
    token::revoke_all_sessions(tx, caller.id);
    return token::open_session(tx, request.services().token_secret_key, caller.id,
                               request.user_agent, request.client_ip, request.place());
}

void announce(const Request& request, const Caller& caller) {
    request.push().publish("client." + caller.unique_id, "client", "{}",
                           R"("type":"notification")");
}

}  // namespace cambio::account
