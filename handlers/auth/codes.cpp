// The second step of sign-up: a code by e-mail.
#include "token/codes.h"

#include "fcgi/serve.h"
#include "http/messages.h"
#include "lanes.h"
#include "parameters.h"
#include "routes.h"

namespace cambio::auth {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Reply,
    fcgi::Request, fcgi::Route;

constexpr const char* email_exists = R"sql(
    select exists (select from clients where email = $1) as found
)sql";

Message code_message(const std::string& address, const std::string& code) {
    return {
        address, "Your Cambio code: " + code,
        "Welcome to Cambio.\n\nYour code is " + code +
            ". It is good for 10 minutes.\n\nNobody from Cambio will ever ask you for it. If you "
            "did not want to sign up, please ignore this message.\n"};
}

Message already_signed_up(const Config& config, const std::string& address) {
    return {
        address, "You already have a Cambio account",
        "Somebody, perhaps you, wanted to sign up at Cambio with this e-mail address.\n\nYou "
        "already have an account: sign in at " +
            config.public_url +
            "/signin, where you can also reset your password.\n\nIf it was not you, please ignore "
            "this message. Nothing was changed.\n"};
}

// To an address that has an account already goes another message; limits and reply are the same, so
// that this call tells nobody which of the two it was.
Reply send_code(const Request& request, const std::string& address) {
    auto& services = request.services();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const bool taken = tx.one(email_exists, {address}).boolean("found");
    const auto code = token::issue_code(tx, services.hash_key, token::Purpose::sign_up, address);
    tx.commit();

    const auto message =
        taken ? already_signed_up(services.config, address) : code_message(address, code);
    if (!send_mail(services.config, message)) throw Error{Code::unavailable};

    Json::Value reply;
    reply["message"] = "success";
    reply["resend_after"] = static_cast<Json::Int64>(token::code_pause.count());
    return Reply::json(reply);
}

void send_sign_up_code(Request& request, Later later) {
    const auto address = email(request.params, "email");
    request.params.refuse_others();
    mail_lane().run(std::move(later), [&request, address] { return send_code(request, address); });
}

constexpr Route routes[] = {
    {Method::get_or_post, "/api/v2/send-code", Access::guest, Limit::codes,
     Effect::changes_secretly, nullptr, send_sign_up_code},
};

}  // namespace

const std::span<const Route> code_routes{routes};

}  // namespace cambio::auth
