#include "withdrawals/outgoing.h"

#include <array>

#include "chain/chain.h"
#include "json/parse.h"

namespace cambio::withdrawals {

Json::Value read_form(const std::string& text) {
    auto form = json::parse_object(text);
    if (!form) throw std::logic_error{"a stored form is not JSON"};
    return *std::move(form);
}

std::string_view name_of(Sending stage) {
    constexpr std::array<std::string_view, 7> names = {
        "EXPORTED", "SIGNED", "BROADCAST", "UNKNOWN", "CONFIRMED", "FAILED", "REPLACED"};
    return names.at(static_cast<std::size_t>(stage) - 1);
}

chain::VerifiedTransaction verify_signed(const Json::Value& form, std::string_view raw) {
    const auto kind = chain::kind_named(form["kind"].asString());
    return chain::chain_of(kind.value_or(chain::Kind::bitcoin)).verify(form, raw);
}

}  // namespace cambio::withdrawals
