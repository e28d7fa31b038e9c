// What else the account is known by: Google, a browser wallet, a mobile number. Google's and the
// wallet's own calls stand where signing in by them does.
#include "clients/connections.h"

#include "account/step_up_parameters.h"
#include "caller.h"
#include "fcgi/serve.h"
#include "http/messages.h"
#include "lanes.h"
#include "routes.h"
#include "token/address.h"

namespace cambio::account {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr const char* connections_of = R"sql(
    select email, coalesce(mobile_number, '') as mobile_number,
           mobile_proved_at is not null as mobile,
           coalesce(google_email, '') as google_email, google_subject is not null as google,
           coalesce(wallet_address, '') as wallet_address
      from clients where id = $1
)sql";
constexpr const char* number_taken = R"sql(
    select exists (select from clients where mobile_number = $1 and id <> $2
                   and mobile_proved_at is not null) as taken
)sql";
constexpr const char* mark = "savepoint proof";
constexpr const char* back_to_mark = "rollback to savepoint proof";

const char* status(bool bound) {
    return bound ? "BOUND" : "NOT_BOUND";
}

Reply bind_accounts(Request& request) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto row = tx.one(connections_of, {request.client()});
    Json::Value reply;
    reply["gmail"]["status"] = status(row.boolean("google"));
    reply["gmail"]["email"] = row.str("google_email");
    reply["apple"]["status"] = status(false);
    reply["mobile"]["status"] = status(row.boolean("mobile"));
    reply["mobile"]["email"] = row.str("email");
    reply["mobile"]["mobile_number"] = row.str("mobile_number");
    reply["wallet"]["status"] = status(!row.text("wallet_address").empty());
    reply["wallet"]["wallet_address"] = row.str("wallet_address");
    return Reply::json(reply);
}

std::string read_number(fcgi::Params& params) {
    auto number = token::normal_phone(params.required<std::string>("mobile_number"));
    if (!number) throw Error{Code::invalid_phone, "mobile_number"};
    return *std::move(number);
}

/// Somebody else's number is refused, and nobody is told whose it is.
void refuse_others_number(pg::Transaction& tx, ClientId client, const std::string& number) {
    if (tx.one(number_taken, {number, client}).boolean("taken"))
        throw Error{Code::phone_taken, "mobile_number"};
}

/// "+12•••0143", for mails and lists.
std::string shortened(const std::string& number) {
    return number.substr(0, 3) + "•••" + number.substr(number.size() - 4);
}

Reply send_code(const Request& request, const std::string& number) {
    auto& services = request.services();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller(tx, request);
    refuse_others_number(tx, caller.id, number);
    const auto code =
        token::issue_code(tx, services.hash_keys.current(), token::Purpose::bind_mobile, number,
                          token::Asker::client(caller.id));
    tx.commit();
    const auto message =
        notices::sms(caller.language, "bind_mobile_code", number, {{"code", code}});
    if (!send_sms(services.config, message)) throw Error{Code::unavailable};

    Json::Value reply;
    reply["message"] = "success";
    reply["resend_after"] = static_cast<Json::Int64>(token::code_pause.count());
    return Reply::json(reply);
}

void send_sms_code(Request& request, Later later) {
    request.params.choice("type", {"REGISTER"});
    const auto number = read_number(request.params);
    request.params.refuse_others();
    message_lane().run(std::move(later), [&request, number] { return send_code(request, number); });
}

struct Binding {
    std::string number;
    std::string code;  ///< that was sent to it
    Proof proof;
};

Reply bind_number(const Request& request, const Binding& given) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    tx.run(mark);
    const auto caller = prove(tx, request, Act::bind_mobile, given.proof);
    if (token::check_code(tx, request.services().hash_keys.current(), token::Purpose::bind_mobile,
                          given.number, given.code,
                          token::Asker::client(caller.id)) != token::CodeCheck::right) {
        // What was right is not used up by what was wrong.
        tx.run(back_to_mark);
        require_code(tx, request, token::Purpose::bind_mobile, given.number, given.code,
                     "verification_code");
    }
    refuse_others_number(tx, caller.id, given.number);
    clients::connect_mobile(tx, caller.id, given.number);
    Json::Value what;
    what["what"] = shortened(given.number);
    acted(tx, request, Act::bind_mobile, what);
    tx.commit();
    announce(request, caller);
    return Reply::message("success");
}

Reply verify_mobile(Request& request) {
    Binding given;
    given.code = request.params.required<std::string>("verification_code");
    given.number = read_number(request.params);
    // The name that other acts give the mailed code is the text message's here.
    given.proof = read_proof(request.params, "email_code");
    request.params.refuse_others();
    try {
        return bind_number(request, given);
    } catch (const pg::Failure& failure) {
        // Two clients with one number at the same time: the index decides.
        if (!failure.unique_violation()) throw;
        throw Error{Code::phone_taken, "mobile_number"};
    }
}

constexpr Parameter number{"mobile_number", Type::phone, Need::required,
                           "The number, preferably in international format."};
constexpr Parameter for_code[] = {
    {"type", Type::choice, Need::required, "What the code is for.", "REGISTER"}, number};
constexpr Parameter with_code[] = {
    {"verification_code", Type::secret, Need::required, "The code sent to the number."},
    number,
    {"email_code", Type::secret, Need::optional,
     "The code sent by email for this change (POST /api/v3/step-up/send-code); required if "
     "two-factor authentication is off."},
    two_factor_code_parameter,
    passkey_parameter};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/bind-accounts", Access::client, Limit::reads, Effect::reads,
          bind_accounts}
        .gives("BindAccounts")
        .means("Lists the account's connections"),
    Route{Method::get_or_post, "/api/v3/sendSMSCode", Access::client, Limit::texts,
          Effect::changes_secretly, nullptr, send_sms_code}
        .takes(for_code)
        .gives("CodeSent")
        .means("Sends a code to a phone number"),
    Route{Method::post, "/api/v3/verify-mobile", Access::client, Limit::changes,
          Effect::changes_secretly, verify_mobile}
        .takes(with_code)
        .gives("Message")
        .means("Connects a phone number"),
};

}  // namespace

const std::span<const Route> connection_routes{routes};

}  // namespace cambio::account
