#include "chain/evm/form.h"

#include "chain/evm/address.h"
#include "chain/evm/transaction.h"
#include "chain/units.h"
#include "crypto/crypto.h"

namespace cambio::chain {

Json::Value evm_form(const Network& network, const NetworkCoin& coin, const std::string& receiver,
                     Decimal amount, const EvmTerms& terms) {
    auto form = start_form(network, terms.sender);
    form["type"] = "2";
    form["chain_id"] = std::to_string(network.chain_id);
    form["nonce"] = std::to_string(terms.nonce);
    form["max_fee_per_gas"] = digits_of(terms.max_fee_per_gas);
    form["max_priority_fee_per_gas"] = digits_of(terms.max_priority_fee_per_gas);
    form["gas_limit"] = std::to_string(terms.gas_limit);
    const auto counted = checked_units(amount, coin);
    form["to"] = coin.contract.value_or(receiver);
    form["value"] = coin.contract ? "0" : digits_of(counted);
    form["data"] = "0x";
    if (coin.contract)
        form["data"] =
            "0x" + crypto::hex(transfer_data(checked_bytes(Kind::evm, receiver), counted));
    return form;
}

VerifiedTransaction verify_evm(const Json::Value& form, std::string_view raw) {
    const auto read = decode_evm(raw);
    if (!read) throw Mismatch{"the bytes are not a signed transaction of an EVM network"};
    const auto same = [&form](const char* name, const std::string& found) {
        require_same(form[name].asString() == found, name);
    };
    same("from", evm_address(read->sender));
    same("chain_id", std::to_string(read->chain_id));
    same("nonce", std::to_string(read->nonce));
    require_same(!read->to.empty(), "to");
    same("to", evm_address(read->to));
    same("value", digits_of(read->value));
    same("data", "0x" + crypto::hex(read->data));
    same("gas_limit", std::to_string(read->gas_limit));
    same("max_fee_per_gas", digits_of(read->max_fee_per_gas));
    same("type", std::to_string(read->type));
    same("max_priority_fee_per_gas", digits_of(read->max_priority_fee_per_gas));
    return {std::string{raw}, read->txid};
}

}  // namespace cambio::chain
