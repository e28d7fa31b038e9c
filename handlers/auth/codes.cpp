// The second step of sign-up: a code by email.
#include "token/codes.h"

#include "fcgi/serve.h"
#include "http/messages.h"
#include "lanes.h"
#include "notices/notices.h"
#include "parameters.h"
#include "routes.h"
#include "visitor.h"

namespace cambio::auth {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr const char* client_of = R"sql(
    select language, coalesce(anti_phishing_code, '') as anti_phishing_code
      from clients where email = $1
)sql";

// To an address that has an account already goes another message; limits and reply are the same, so
// that this call tells nobody which of the two it was.
Reply send_code(const Request& request, const std::string& address, const std::string& work) {
    auto& services = request.services();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto client = tx.maybe(client_of, {address});
    const auto purpose = token::Purpose::sign_up;
    // Whoever signs up has no account in which this browser could be known.
    const auto visitor = visitor_of(request, tx, std::nullopt);
    expect_work_for_code(request, tx, visitor, purpose, address, work);
    const auto code =
        token::issue_code(tx, services.hash_keys.current(), purpose, address, visitor.asker());
    tx.commit();

    const notices::Values values{{"code", code}, {"url", services.config.public_url}};
    const auto message = client
                             ? notices::mail(client->str("language"), "already_signed_up", address,
                                             values, client->text("anti_phishing_code"))
                             : notices::mail(notices::preferred_language(request.accept_language),
                                             "sign_up_code", address, values);
    if (!send_mail(services.config, message)) throw Error{Code::unavailable};

    Json::Value reply;
    reply["message"] = "success";
    reply["resend_after"] = static_cast<Json::Int64>(token::code_pause.count());
    return Reply::json(reply);
}

void send_sign_up_code(Request& request, Later later) {
    const auto address = email(request.params, "email");
    const auto work = work_in(request.params);
    request.params.refuse_others();
    mail_lane().run(std::move(later),
                    [&request, address, work] { return send_code(request, address, work); });
}

constexpr Parameter parameters[] = {
    {"email", Type::email, Need::required, "The email address that gets the code."},
    work_parameter,
};

constexpr Route routes[] = {
    Route{Method::get_or_post, "/api/v2/send-code", Access::guest, Limit::codes,
          Effect::changes_secretly, nullptr, send_sign_up_code}
        .takes(parameters)
        .gives("CodeSent")
        .means("Sends a sign-up code by email"),
};

}  // namespace

const std::span<const Route> code_routes{routes};

}  // namespace cambio::auth
