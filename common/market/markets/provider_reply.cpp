#include "markets/provider_reply.h"

#include "json/parse.h"
#include "news/plain_text.h"

namespace cambio::markets {
namespace {

constexpr std::size_t max_word = 200;

ProviderOutcome outcome_of(const std::string& code, int status) {
    struct Known {
        const char* code;
        ProviderOutcome outcome;
    };
    static constexpr Known known[] = {
        {"0", ProviderOutcome::ok},
        {"51001", ProviderOutcome::unknown_instrument},
        {"50011", ProviderOutcome::rate_limited},
        {"50061", ProviderOutcome::rate_limited},
        {"50013", ProviderOutcome::busy},
        {"50001", ProviderOutcome::unavailable},
        {"50004", ProviderOutcome::unavailable},
        {"50026", ProviderOutcome::unavailable},
    };
    for (const Known& one : known) {
        if (code == one.code) return one.outcome;
    }
    if (status == 429) return ProviderOutcome::rate_limited;
    if (status >= 500) return ProviderOutcome::unavailable;
    return code.empty() ? ProviderOutcome::malformed : ProviderOutcome::refused;
}

std::string text_in(const Json::Value& object, const char* name) {
    return object[name].isString() ? object[name].asString() : std::string{};
}

}  // namespace

Reply reply_of(const http::Answer& answer) {
    switch (answer.outcome) {
        case http::Outcome::answered:
            break;
        case http::Outcome::timed_out:
            return {ProviderOutcome::timed_out, {}, answer.reason};
        case http::Outcome::too_large:
            return {ProviderOutcome::malformed, {}, answer.reason};
        case http::Outcome::unreachable:
        case http::Outcome::failed:
            return {ProviderOutcome::unreachable, {}, answer.reason};
    }
    const auto root = json::parse_object(answer.body).value_or(Json::Value{Json::objectValue});
    const auto code = text_in(root, "code");
    const ProviderOutcome outcome = outcome_of(code, answer.status);
    if (outcome != ProviderOutcome::ok) {
        // The words of somebody else, for the log.
        const auto said = news::plain_text(code + " " + text_in(root, "msg"), max_word);
        return {outcome, {}, "HTTP " + std::to_string(answer.status) + " " + said};
    }
    if (!root["data"].isArray()) return {ProviderOutcome::malformed, {}, "data is not an array"};
    return {outcome, root["data"], {}};
}

}  // namespace cambio::markets
