// Sign-in with a password, by email or by phone.
#include "crypto/crypto.h"
#include "entry.h"
#include "fcgi/serve.h"
#include "lanes.h"
#include "log/log.h"
#include "parameters.h"
#include "routes.h"
#include "visitor.h"

namespace cambio::auth {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Need,
    fcgi::Parameter, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr const char* client_by_email = R"sql(
    select id, email, password_hash from clients where email = $1
)sql";
constexpr const char* client_by_phone = R"sql(
    select id, email, password_hash from clients
     where mobile_number = $1 and mobile_proved_at is not null
)sql";

// A new password ends all sessions. One that is being opened with the old one is not there yet, so
// it waits for the change, or the change for it.
constexpr const char* still_the_password = R"sql(
    select id from clients where id = $1 and password_hash = $2 for share
)sql";

struct Credentials {
    const char* find_client;
    std::string identifier;  ///< normal email or phone
    std::string password, work;
};

Reply wrong(const Request& request) {
    const int status = status_of(Code::invalid_credentials);
    Json::Value body;
    body["status"] = status;
    body["message"] = std::string{name_of(Code::invalid_credentials)};
    body["text"] = std::string{text_of(Code::invalid_credentials)};
    body["request_id"] = request.id;
    return Reply::json(body, status);
}

Reply log_in(const Request& request, const Credentials& given) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto client = tx.maybe(given.find_client, {given.identifier});
    // One count for a client, whichever way the guesses come; one for each unknown identifier too,
    // so that a lock does not tell who has an account.
    const auto account = client ? client->str("email") : given.identifier;
    const auto id = client ? std::optional{client->id<ClientId>("id")} : std::nullopt;
    SignInAttempt attempt{request, tx, visitor_of(request, tx, id), account, given.work};

    const auto& hash = client ? client->str("password_hash") : nobodys_password_hash();
    if (!crypto::verify_password(hash, given.password) || !client ||
        !tx.maybe(still_the_password, {*id, hash})) {
        const bool locked = attempt.wrong();
        if (id) account::record(tx, *id, "sign_in_failed", origin_of(request));
        tx.commit();
        if (locked) log::warn("login_locked", {{"ip", request.client_ip}});
        return wrong(request);
    }
    attempt.right();
    return enter(request, tx, *id);
}

void queue(Request& request, Later later, const char* find_client, std::string identifier) {
    Credentials given{find_client, std::move(identifier),
                      request.params.required<std::string>("password"), work_in(request.params)};
    // The site sends what it knows of the phone beside the identifier; nothing depends on it.
    request.params.optional<std::string>("mobile");
    request.params.refuse_others();
    password_lane().run(std::move(later),
                        [&request, given = std::move(given)] { return log_in(request, given); });
}

void log_in_by_email(Request& request, Later later) {
    queue(request, std::move(later), client_by_email, email(request.params, "username"));
}

void log_in_by_phone(Request& request, Later later) {
    queue(request, std::move(later), client_by_phone, phone(request.params, "username"));
}

constexpr Parameter email_parameters[] = {
    {"username", Type::email, Need::required, "The email address."},
    {"password", Type::secret, Need::required, "The login password."},
    {"mobile", Type::phone, Need::optional, "Has no effect."},
    work_parameter,
};
constexpr Parameter phone_parameters[] = {
    {"username", Type::phone, Need::required, "The mobile number, once verified."},
    {"password", Type::secret, Need::required, "The login password."},
    {"mobile", Type::phone, Need::optional, "Has no effect."},
    work_parameter,
};

constexpr Route routes[] = {
    Route{Method::post, "/api/v3/login", Access::guest, Limit::logins, Effect::changes_secretly,
          nullptr, log_in_by_email}
        .takes(email_parameters)
        .gives("Entered")
        .means("Signs in with an email address"),
    Route{Method::post, "/api/v3/mobile-login", Access::guest, Limit::logins,
          Effect::changes_secretly, nullptr, log_in_by_phone}
        .takes(phone_parameters)
        .gives("Entered")
        .means("Signs in with a phone number"),
};

}  // namespace

const std::span<const Route> login_routes{routes};

}  // namespace cambio::auth
