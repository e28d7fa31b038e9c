// The code that a withdrawal is confirmed with, sent to the client's own mailbox.
#include "token/codes.h"

#include "error/error.h"
#include "fcgi/serve.h"
#include "gate.h"
#include "http/messages.h"
#include "notices/notices.h"
#include "routes.h"

namespace cambio::funds {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Reply,
    fcgi::Request, fcgi::Route;

constexpr const char* find_client = R"sql(
    select email, language, coalesce(anti_phishing_code, '') as anti_phishing_code
      from clients where id = $1
)sql";

/// "anna@example.com" → "a***@example.com": enough to know which mailbox to look into.
std::string masked(const std::string& email) {
    return email.substr(0, 1) + "***" + email.substr(std::min(email.find('@'), email.size()));
}

Reply mail_code(const Request& request) {
    auto& services = request.services();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto row = tx.one(find_client, {request.client()});
    const auto address = row.str("email");
    const auto code =
        token::issue_code(tx, services.hash_keys.current(), token::Purpose::withdrawal, address,
                          token::Asker::session(request.session().id));
    const auto message = notices::mail(row.text("language"), "withdrawal_code", address,
                                       {{"code", code}, {"url", services.config.public_url}},
                                       row.text("anti_phishing_code"));
    tx.commit();
    if (!send_mail(services.config, message)) throw Error{Code::unavailable};

    Json::Value reply;
    reply["message"] = "success";
    reply["sent_to"] = masked(address);
    reply["resend_after"] = static_cast<Json::Int64>(token::code_pause.count());
    return Reply::json(reply);
}

void send_code(Request& request, Later later) {
    request.params.refuse_others();
    message_lane().run(std::move(later), [&request] { return mail_code(request); });
}

constexpr Route routes[] = {
    Route{Method::post, "/api/v3/otp", Access::client, Limit::codes, Effect::changes, nullptr,
          send_code}
        .gives("WithdrawalCodeSent")
        .means("Sends a withdrawal code by email"),
};

}  // namespace

const std::span<const Route> code_routes{routes};

}  // namespace cambio::funds
