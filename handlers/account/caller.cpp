#include "caller.h"

#include "account/browsers.h"
#include "fcgi/serve.h"
#include "http/messages.h"
#include "lanes.h"

namespace cambio::account {

namespace {

using fcgi::Reply, fcgi::Request;

constexpr const char* caller_by_id = R"sql(
    select email, language, coalesce(anti_phishing_code, '') as anti_phishing_code
      from clients where id = $1
)sql";

}  // namespace

Origin origin_of(const Request& request) {
    return {request.client_ip, request.user_agent, request.place()};
}

Caller lock_caller(pg::Transaction& tx, const Request& request) {
    return lock_owner(tx, request.session());
}

Caller lock_caller_with_password(pg::Transaction& tx, const Request& request,
                                 const std::string& password, const char* field) {
    auto checked = check_login_password(tx, request.session(), password);
    if (checked.right) return std::move(checked.owner);
    tx.commit();
    throw Error{Code::wrong_password, field};
}

void with_login_password(Request& request, fcgi::Later later, bool needed,
                         std::function<Reply(const Request&, const std::string& password)> work) {
    auto password = request.params.optional<std::string>("password").value_or("");
    request.params.refuse_others();
    if (needed && password.empty()) throw Error{Code::missing_parameter, "password"};
    password_lane().run(std::move(later),
                        [&request, password = std::move(password), work = std::move(work)] {
                            return work(request, password);
                        });
}

Caller prove(pg::Transaction& tx, const Request& request, Act act, const Proof& proof) {
    return prove(tx, request.services().hash_keys, request.session(), act, proof);
}

void acted(pg::Transaction& tx, const Request& request, Act act, const Json::Value& data) {
    acted(tx, request.client(), act, origin_of(request), data);
}

void require_transaction_password(const Request& request, const std::string& password) {
    expect_transaction_password(trading_passwords(), request.session(), password);
}

void require_code(pg::Transaction& tx, const Request& request, token::Purpose purpose,
                  const std::string& address, const std::string& code, const char* field) {
    // A number is not the caller's before it is proved: others may be trying it too.
    const auto asker = purpose == token::Purpose::bind_mobile
                           ? token::Asker::client(request.client())
                           : token::Asker::session(request.session().id);
    switch (token::check_code(tx, request.services().hash_keys.current(), purpose, address, code,
                              asker)) {
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
    const auto code = token::issue_code(tx, services.hash_keys.current(), purpose, address,
                                        token::Asker::session(request.session().id));
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
    const auto session = request.session().id;
    forget_other_browsers(tx, caller.id, session);
    token::revoke_all_sessions(tx, caller.id);
    return token::open_session(tx, request.services().token_secret_key, caller.id,
                               request.user_agent, request.client_ip, request.place(),
                               browser_of(tx, session));
}

void announce(const Request& request, const Caller& caller) {
    request.push().tell(caller.unique_id, ClientEvent::notification);
}

}  // namespace cambio::account
