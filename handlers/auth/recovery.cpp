// A forgotten password: a code by email, the code for a token, the token for a new password.
#include "account/browsers.h"
#include "account/passwords.h"
#include "account/step_up.h"
#include "crypto/crypto.h"
#include "entry.h"
#include "fcgi/serve.h"
#include "http/messages.h"
#include "lanes.h"
#include "notices/notices.h"
#include "parameters.h"
#include "routes.h"
#include "token/codes.h"
#include "token/one_time.h"
#include "token/trading_password.h"
#include "token/two_factor.h"
#include "visitor.h"

namespace cambio::auth {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr auto purpose = token::Purpose::reset_password;
constexpr std::chrono::seconds token_lifetime{600};

constexpr const char* client_by_email = R"sql(
    select id, language, anti_phishing_code from clients where email = $1
)sql";

constexpr const char* lock_client = R"sql(
    select user_unique_id, email, transaction_password_hash from clients
     where id = $1 and email = $2 for no key update
)sql";

Visitor visitor_of_row(const Request& request, pg::Transaction& tx,
                       const std::optional<pg::Row>& client) {
    return visitor_of(request, tx,
                      client ? std::optional{client->id<ClientId>("id")} : std::nullopt);
}

// An address without an account uses up the same limits and gets the same answer, but no mail.
Reply send_code(const Request& request, const std::string& address, const std::string& work) {
    auto& services = request.services();
    std::string code;
    std::optional<Message> message;
    {
        auto connection = request.db();
        pg::Transaction tx{*connection};
        const auto client = tx.maybe(client_by_email, {address});
        const auto visitor = visitor_of_row(request, tx, client);
        expect_work_for_code(request, tx, visitor, purpose, address, work);
        code =
            token::issue_code(tx, services.hash_keys.current(), purpose, address, visitor.asker());
        if (client)
            message = notices::mail(client->str("language"), "reset_password_code", address,
                                    {{"code", code}, {"url", services.config.public_url}},
                                    client->maybe_str("anti_phishing_code").value_or(""));
        tx.commit();
    }
    if (message && !send_mail(services.config, *message)) throw Error{Code::unavailable};
    Json::Value reply;
    reply["message"] = "success";
    reply["resend_after"] = static_cast<Json::Int64>(token::code_pause.count());
    return Reply::json(reply);
}

void send_reset_code(Request& request, Later later) {
    const auto address = email(request.params, "email");
    const auto work = work_in(request.params);
    request.params.refuse_others();
    mail_lane().run(std::move(later),
                    [&request, address, work] { return send_code(request, address, work); });
}

Reply verify_code(Request& request) {
    const auto address = email(request.params, "email");
    const auto code = request.params.required<std::string>("code");
    request.params.refuse_others();

    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto client = tx.maybe(client_by_email, {address});
    const auto check =
        token::check_code(tx, request.services().hash_keys.current(), purpose, address, code,
                          visitor_of_row(request, tx, client).asker());
    if (check == token::CodeCheck::expired) throw Error{Code::code_expired, "code"};
    if (check == token::CodeCheck::wrong || !client) {
        tx.commit();
        throw Error{Code::code_wrong, "code"};
    }
    Json::Value reply;
    reply["message"] = "success";
    reply["token"] = token::issue_one_time(tx, account::reset_token, client->id<ClientId>("id"), {},
                                           token_lifetime);
    tx.commit();
    return Reply::json(reply);
}

struct NewPassword {
    std::string email, password, token;
};

Reply set_new_password(const Request& request, const NewPassword& given) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto owner = token::client_of_one_time(tx, account::reset_token, given.token);
    const auto client = owner ? tx.maybe(lock_client, {*owner, given.email}) : std::nullopt;
    if (!client || !token::take_one_time(tx, account::reset_token, given.token))
        throw Error{Code::token_expired, "token"};
    const auto id = *owner;
    account::expect_no_address(given.password, client->text("email"), "password");
    // Thrown before the commit, so that the token is still good for a better password.
    if (account::recently_used(tx, id, given.password))
        throw Error{Code::password_recent, "password"};
    if (crypto::verify_password(client->str("transaction_password_hash"), given.password))
        throw Error{Code::password_same, "password"};

    account::set_password(tx, id, client->text("email"), given.password);
    token::revoke_all_sessions(tx, id);
    token::lift_trading_lock(tx, id);
    account::forget_browsers(tx, id);
    // Whoever got here has read the mailbox, as who follows a link has. Without this, strangers who
    // go on guessing would keep the owner from the sign-in that follows.
    const auto mark = mark_device_by_link(request, tx, id);
    forgive_sign_in(tx, visitor_of(request, tx, id), client->str("email"));
    token::forgive_strangers(tx, id);
    account::security_changed(tx, id, notices::Kind::password_changed, origin_of(request));
    account::close_other_ways(tx, id, origin_of(request));
    tx.commit();
    request.push().tell(client->str("user_unique_id"), ClientEvent::signed_out);
    auto reply = Reply::message("success");
    if (mark.cookie) reply.header("Set-Cookie", *mark.cookie);
    return reply;
}

void reset_password(Request& request, Later later) {
    NewPassword given;
    given.email = email(request.params, "email");
    given.password = request.params.required<std::string>("password");
    given.token = request.params.required<std::string>("token");
    request.params.refuse_others();
    account::expect_good_password(given.password, account::shortest_password, "password");
    password_lane().run(std::move(later), [&request, given = std::move(given)] {
        return set_new_password(request, given);
    });
}

constexpr Parameter send_parameters[] = {
    {"email", Type::email, Need::required, "The account's email address."},
    work_parameter,
};
constexpr Parameter verify_parameters[] = {
    {"email", Type::email, Need::required, "The account's email address."},
    {"code", Type::secret, Need::required, "The six-digit code that was sent."},
};
constexpr Parameter reset_parameters[] = {
    {"email", Type::email, Need::required, "The account's email address."},
    {"password", Type::secret, Need::required,
     "The new password: at least 9 characters, not a common password, and none of the last five."},
    {"token", Type::secret, Need::required, "The token that the check of the code returned."},
};

constexpr Route routes[] = {
    Route{Method::get_or_post, "/api/v3/forgot-password/send-code", Access::guest, Limit::codes,
          Effect::changes_secretly, nullptr, send_reset_code}
        .takes(send_parameters)
        .gives("CodeSent")
        .means("Sends a code for a new password"),
    Route{Method::post, "/api/v3/forget-password-code/verify", Access::guest, Limit::logins,
          Effect::changes_secretly, verify_code}
        .takes(verify_parameters)
        .gives("ResetToken")
        .means("Exchanges a correct code for a password reset token"),
    Route{Method::post, "/api/v3/reset-password", Access::guest, Limit::logins,
          Effect::changes_secretly, nullptr, reset_password}
        .takes(reset_parameters)
        .gives("Message")
        .means("Sets a new password"),
};

}  // namespace

const std::span<const Route> recovery_routes{routes};

}  // namespace cambio::auth
