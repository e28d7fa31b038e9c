#include "chain/outgoing.h"

#include "chain/address.h"
#include "chain/units.h"

namespace cambio::chain {

Json::Value start_form(const Network& network, const std::string& sender) {
    Json::Value form;
    form["kind"] = std::string{name_of(network.kind)};
    form["network"] = network.name;
    form["from"] = sender;
    return form;
}

uint128 checked_units(Decimal amount, const NetworkCoin& coin) {
    const auto counted = units_of(amount, coin.decimals);
    if (!counted) throw std::logic_error{"a checked amount is not a number of units"};
    return *counted;
}

std::string checked_bytes(Kind kind, const std::string& address) {
    const auto raw = account_bytes(kind, address);
    if (!raw) throw std::logic_error{"a checked address is not valid"};
    return *raw;
}

uint128 number_by_node(const std::string& digits) {
    const auto value = number_of(digits);
    if (!value) throw NotPossible{"The node returned a number that makes no sense."};
    return *value;
}

void require_other_receiver(bool pays_the_same) {
    if (pays_the_same)
        throw NotPossible{
            "That transaction pays the receiver of this withdrawal. Do not release the money: "
            "check the chain."};
}

void require_same(bool same, const char* field) {
    if (!same) throw Mismatch{std::string{"the "} + field + " is not what was exported"};
}

}  // namespace cambio::chain
