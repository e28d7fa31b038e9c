// What an act of account/step_up.def is proved with: a mailed code where no second factor is on, or
// a passkey.
#include "account/step_up.h"

#include <algorithm>

#include "caller.h"
#include "http/messages.h"
#include "lanes.h"
#include "routes.h"

namespace cambio::account {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

/// "anna@example.com" → "a***@example.com": enough to know which mailbox to look into.
std::string masked(const std::string& email) {
    return email.substr(0, 1) + "***" + email.substr(std::min(email.find('@'), email.size()));
}

// The mail says what the code is for, so that nobody is talked into reading it out for another act.
Reply mail_code_for(const Request& request, const Rule& rule) {
    auto& services = request.services();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller(tx, request);
    const auto code =
        issue_code(tx, services.hash_keys.current(), request.session(), caller, rule.act);
    const auto what = notices::phrase(caller.language, "act_" + std::string{rule.name});
    const auto message =
        notices::mail(caller.language, "step_up_code", caller.email,
                      {{"code", code}, {"act", what}, {"url", services.config.public_url}},
                      caller.anti_phishing_code);
    tx.commit();
    if (!send_mail(services.config, message)) throw Error{Code::unavailable};

    Json::Value reply;
    reply["message"] = "success";
    reply["sent_to"] = masked(caller.email);
    reply["resend_after"] = static_cast<Json::Int64>(token::code_pause.count());
    return Reply::json(reply);
}

Rule read_act(Request& request) {
    const auto name = request.params.required<std::string>("act");
    request.params.refuse_others();
    const auto rule = std::ranges::find(rules(), name, &Rule::name);
    if (rule == rules().end()) throw Error{Code::invalid_parameter, "act"};
    return *rule;
}

void send_code(Request& request, Later later) {
    message_lane().run(std::move(later), [&request, rule = read_act(request)] {
        return mail_code_for(request, rule);
    });
}

Reply ask_passkey(Request& request) {
    const auto act = read_act(request);
    auto connection = request.db();
    pg::Transaction tx{*connection};
    lock_caller(tx, request);
    const auto options = ask_for_passkey(tx, request.config(), request.session(), act.act);
    tx.commit();
    return Reply::json(options);
}

constexpr std::string_view names =
#define X(act, password, told) "|" #act
#include "account/step_up.def"
#undef X
    ;
constexpr Parameter acts[] = {{"act", Type::choice, Need::required,
                               "What it is for; it works for nothing else.", names.substr(1)}};

constexpr Route routes[] = {
    Route{Method::post, "/api/v3/step-up/send-code", Access::client, Limit::codes, Effect::changes,
          nullptr, send_code}
        .takes(acts)
        .gives("StepUpCodeSent")
        .means("Sends a code for a change of security settings by email"),
    Route{Method::post, "/api/v3/step-up/passkey", Access::client, Limit::changes, Effect::changes,
          ask_passkey}
        .takes(acts)
        .gives("PasskeyRequest")
        .means("Asks for a passkey for a change of security settings"),
};

}  // namespace

const std::span<const Route> step_up_routes{routes};

}  // namespace cambio::account
