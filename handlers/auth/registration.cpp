// The last step of sign-up: the account, proved by the code that went to its email.
#include "account/passwords.h"
#include "fcgi/serve.h"
#include "lanes.h"
#include "newcomer.h"
#include "parameters.h"
#include "routes.h"
#include "token/codes.h"
#include "token/one_time.h"

namespace cambio::auth {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Need,
    fcgi::Parameter, fcgi::Request, fcgi::Route, fcgi::Type;

struct Application {
    std::string email, phone, code, password, transaction_password;
    std::optional<std::string> referral;
    std::optional<std::string> social;  ///< from google-login, for somebody new
};

Application read(fcgi::Params& params) {
    Application given;
    given.code = params.required<std::string>("code");
    given.email = email(params, "username");
    given.phone = phone(params, "mobile_number");
    given.referral = params.optional<std::string>("referral");
    if (given.referral && given.referral->empty()) given.referral.reset();
    given.social = params.optional<std::string>("social");
    given.password = params.required<std::string>("password");
    const auto confirmation = params.required<std::string>("password_confirmation");
    given.transaction_password = params.required<std::string>("transaction_password");
    params.refuse_others();

    account::expect_good_password(given.password, account::shortest_password, "password");
    account::expect_no_address(given.password, given.email, "password");
    if (confirmation != given.password)
        throw Error{Code::password_mismatch, "password_confirmation"};
    account::expect_good_password(given.transaction_password,
                                  account::shortest_transaction_password, "transaction_password");
    account::expect_no_address(given.transaction_password, given.email, "transaction_password");
    if (given.transaction_password == given.password)
        throw Error{Code::password_same, "transaction_password"};
    return given;
}

// A number is nobody's until a code that was sent there has proved it, so none is refused here.
constexpr const char* somebody_exists = R"sql(
    select exists (select from clients where email = $1) as found
)sql";

// Throw-away accounts invite nobody: they cost nothing to make.
constexpr const char* client_by_referral = R"sql(
    select id from clients c
     where referral_code = $1 and not exists (select from demo_accounts where client_id = c.id)
)sql";

std::optional<ClientId> referrer(pg::Transaction& tx, const Application& given) {
    if (!given.referral) return std::nullopt;
    const auto row = tx.maybe(client_by_referral, {*given.referral});
    if (!row) throw Error{Code::invalid_parameter, "referral"};
    return row->id<ClientId>("id");
}

/// Who came from Google is connected with it, when the email is still the one that Google named.
std::optional<std::string> google_subject(pg::Transaction& tx, const Application& given) {
    if (!given.social) return std::nullopt;
    const auto found = token::take_one_time(tx, "google_sign_up", *given.social);
    if (!found) throw Error{Code::token_expired, "social"};
    if (found->data["email"].asString() != given.email) return std::nullopt;
    return found->data["subject"].asString();
}

// The code's check comes first because it makes two requests for one address take turns: the second
// of a double submit then finds the client of the first.
Reply create_client(const Request& request, const Application& given) {
    auto& services = request.services();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto check =
        token::check_code(tx, services.hash_keys.current(), token::Purpose::sign_up, given.email,
                          given.code, token::Asker::guest(request.client_ip));
    if (tx.one(somebody_exists, {given.email}).boolean("found"))
        return Reply::message("USER_ALREADY_EXIST");
    if (check == token::CodeCheck::expired) throw Error{Code::code_expired, "code"};
    if (check == token::CodeCheck::wrong) {
        tx.commit();
        return Reply::message("CODE_DOES_NOT_MATCH");
    }
    const auto referred_by = referrer(tx, given);
    const auto subject = google_subject(tx, given);
    add_client(request, tx,
               {given.email, given.phone, given.password, given.transaction_password, referred_by,
                subject});
    tx.commit();
    return Reply::message("SUCCESS");
}

bool email_taken(const pg::Failure& failure) {
    return failure.unique_violation() && failure.constraint == "clients_email_key";
}

void register_client(Request& request, Later later) {
    password_lane().run(std::move(later), [&request, given = read(request.params)] {
        try {
            return create_client(request, given);
        } catch (const pg::Failure& failure) {
            if (email_taken(failure)) return Reply::message("USER_ALREADY_EXIST");
            if (failure.unique_violation() && failure.constraint == "clients_google_subject_key")
                throw Error{Code::google_taken, "social"};
            throw;
        }
    });
}

constexpr Parameter parameters[] = {
    {"code", Type::secret, Need::required, "The six-digit code that send-code sent by email."},
    {"username", Type::email, Need::required, "The email address."},
    {"mobile_number", Type::phone, Need::required,
     "The mobile number; it takes effect once verify-mobile has verified it."},
    {"referral", Type::text, Need::optional, "The referral code of whoever invited the client."},
    {"social", Type::secret, Need::optional, "The token that google-login returned to a new user."},
    {"password", Type::secret, Need::required,
     "The login password: at least 9 characters, and not a common password."},
    {"password_confirmation", Type::secret, Need::required, "The same password again."},
    {"transaction_password", Type::secret, Need::required,
     "A second password, of at least 6 characters, for everything that moves money."},
};

constexpr Route routes[] = {
    Route{Method::post, "/api/v2/register", Access::guest, Limit::logins, Effect::changes_secretly,
          nullptr, register_client}
        .takes(parameters)
        .gives("Message")
        .means("Opens an account"),
};

}  // namespace

const std::span<const Route> registration_routes{routes};

}  // namespace cambio::auth
