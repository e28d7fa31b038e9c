// The first step of sign-in and sign-up: is this email or phone somebody's?
#include "parameters.h"
#include "routes.h"

namespace cambio::auth {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr const char* email_exists = R"sql(
    select exists (select from clients where email = $1) as found
)sql";
constexpr const char* phone_exists = R"sql(
    select exists (select from clients
                    where mobile_number = $1 and mobile_proved_at is not null) as found
)sql";

Reply answer(Request& request, const char* question, const std::string& identifier) {
    auto connection = request.db();
    const auto result = connection->run(question, {identifier});
    return Reply::message(result[0].boolean("found") ? "exist" : "is not exist");
}

Reply check_email(Request& request) {
    const auto username = email(request.params, "username");
    return answer(request, email_exists, username);
}

Reply check_phone(Request& request) {
    const auto username = phone(request.params, "username");
    return answer(request, phone_exists, username);
}

constexpr Parameter email_parameters[] = {
    {"username", Type::email, Need::required, "The email address."},
};
constexpr Parameter phone_parameters[] = {
    {"username", Type::phone, Need::required, "The mobile number."},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v2/username-check", Access::guest, Limit::checks, Effect::reads,
          check_email}
        .takes(email_parameters)
        .gives("Existence")
        .means("Tells whether an email address has an account"),
    Route{Method::get, "/api/v2/mobile-check", Access::guest, Limit::checks, Effect::reads,
          check_phone}
        .takes(phone_parameters)
        .gives("Existence")
        .means("Tells whether a verified phone number has an account"),
};

}  // namespace

const std::span<const Route> identity_routes{routes};

}  // namespace cambio::auth
