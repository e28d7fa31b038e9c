// The anti-phishing code: a word of the client's own that every mail to it carries.
#include <algorithm>

#include "caller.h"
#include "clients/settings.h"
#include "lanes.h"
#include "routes.h"

namespace cambio::account {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr std::size_t shortest = 4;
constexpr std::size_t longest = 20;

bool letter_or_digit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

void send_code(Request& request, Later later) {
    request.params.refuse_others();
    message_lane().run(std::move(later), [&request] {
        return mail_code(request, token::Purpose::anti_phishing, "anti_phishing_code");
    });
}

Reply set_anti_phishing(Request& request) {
    const auto word = request.params.required<std::string>("anti_phishing_code");
    const auto code = request.params.required<std::string>("verification_code");
    request.params.refuse_others();
    if (word.size() < shortest || word.size() > longest ||
        !std::ranges::all_of(word, letter_or_digit))
        throw Error{Code::invalid_parameter, "anti_phishing_code"};

    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller(tx, request);
    require_code(tx, request, token::Purpose::anti_phishing, caller.email, code,
                 "verification_code");
    clients::set_anti_phishing_code(tx, caller.id, word);
    const auto kind = notices::Kind::anti_phishing_changed;
    record(tx, caller.id, notices::name_of(kind), origin_of(request));
    notices::tell(tx, caller.id, kind);
    tx.commit();
    announce(request, caller);
    return Reply::message("saved");
}

constexpr Parameter with_code[] = {
    {"anti_phishing_code", Type::text, Need::required, "4 to 20 letters (a-z, A-Z) and digits."},
    {"verification_code", Type::secret, Need::required, "The code sent by email."}};

constexpr Route routes[] = {
    Route{Method::get_or_post, "/api/v3/get-code/anti-phishing", Access::client, Limit::codes,
          Effect::changes, nullptr, send_code}
        .gives("CodeSent")
        .means("Sends a code to confirm an anti-phishing code"),
    Route{Method::post, "/api/v3/anti-phishing", Access::client, Limit::changes,
          Effect::changes_secretly, set_anti_phishing}
        .takes(with_code)
        .gives("Message")
        .means("Sets the anti-phishing code"),
};

}  // namespace

const std::span<const Route> anti_phishing_routes{routes};

}  // namespace cambio::account
