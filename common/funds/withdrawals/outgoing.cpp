#include "withdrawals/outgoing.h"

#include <array>

#include "chain/address.h"
#include "chain/bitcoin/address.h"
#include "chain/bitcoin/codec.h"
#include "chain/encoding.h"
#include "chain/evm/transaction.h"
#include "chain/tron/transaction.h"
#include "chain/units.h"
#include "crypto/crypto.h"
#include "json/parse.h"

namespace cambio::withdrawals {

namespace {

std::string hex_of(std::string_view raw) {
    return "0x" + crypto::hex(raw);
}

std::string bytes_of(chain::Kind kind, const std::string& address) {
    const auto raw = chain::account_bytes(kind, address);
    if (!raw) throw std::logic_error{"a checked address is not valid"};
    return *raw;
}

void require(bool same, const char* what) {
    if (!same) throw Mismatch{std::string{"the "} + what + " is not what was exported"};
}

VerifiedTransaction verify_signed_evm(const Json::Value& form, std::string_view raw) {
    const auto read = chain::decode_evm(raw);
    if (!read) throw Mismatch{"the bytes are not a signed transaction of an EVM network"};
    const auto same = [&form](const char* name, const std::string& found) {
        require(form[name].asString() == found, name);
    };
    same("from", chain::account_address(chain::Kind::evm, read->sender));
    same("chain_id", std::to_string(read->chain_id));
    same("nonce", std::to_string(read->nonce));
    require(!read->to.empty(), "to");
    same("to", chain::account_address(chain::Kind::evm, read->to));
    same("value", chain::digits_of(read->value));
    same("data", hex_of(read->data));
    same("gas_limit", std::to_string(read->gas_limit));
    same("max_fee_per_gas", chain::digits_of(read->max_fee_per_gas));
    same("type", std::to_string(read->type));
    same("max_priority_fee_per_gas", chain::digits_of(read->max_priority_fee_per_gas));
    return {std::string{raw}, read->txid};
}

VerifiedTransaction verify_signed_bitcoin(const Json::Value& form, std::string_view raw) {
    const auto read = chain::decode_bitcoin(raw);
    if (!read) throw Mismatch{"the bytes are not a Bitcoin transaction"};
    const auto script = [](const Json::Value& text) {
        return chain::from_hex(text.asString()).value_or("");
    };
    require(std::to_string(read->version) == form["version"].asString(), "version");
    require(std::to_string(read->lock_time) == form["lock_time"].asString(), "lock_time");
    require(read->inputs.size() == form["inputs"].size(), "number of inputs");
    require(read->outputs.size() == form["outputs"].size(), "number of outputs");
    for (Json::ArrayIndex i = 0; i < form["outputs"].size(); ++i) {
        const auto& output = form["outputs"][i];
        require(std::to_string(read->outputs[i].value) == output["value"].asString(),
                "value of an output");
        require(read->outputs[i].script == script(output["script"]), "script of an output");
    }
    for (Json::ArrayIndex i = 0; i < form["inputs"].size(); ++i) {
        const auto& input = form["inputs"][i];
        const auto& spent = read->inputs[i];
        require(spent.txid == input["txid"].asString() &&
                    std::to_string(spent.position) == input["vout"].asString(),
                "input");
        require(std::to_string(spent.sequence) == input["sequence"].asString(), "sequence");
        if (!chain::spends(*read, i, std::stoull(input["value"].asString()),
                           script(input["script"])))
            throw Mismatch{"an input is not signed by the key of the hot address"};
    }
    return {std::string{raw}, read->txid};
}

VerifiedTransaction verify_signed_tron(const Json::Value& form, std::string_view raw) {
    const auto read = chain::decode_tron(raw);
    if (!read) throw Mismatch{"the bytes are not a signed Tron transaction"};
    require(chain::account_address(chain::Kind::tron, read->sender) == form["from"].asString(),
            "from");
    require(crypto::hex(read->raw_data) == form["raw_data"].asString(), "raw_data");
    return {std::string{raw}, read->txid};
}

Json::Value start_form(const chain::Network& network, const std::string& sender) {
    Json::Value form;
    form["kind"] = std::string{chain::name_of(network.kind)};
    form["network"] = network.name;
    form["from"] = sender;
    return form;
}

uint128 units(Decimal amount, const chain::NetworkCoin& coin) {
    const auto counted = chain::units_of(amount, coin.decimals);
    if (!counted) throw std::logic_error{"a checked amount is not a number of units"};
    return *counted;
}

/// Its value, the length of its script, and the script.
std::uint64_t output_size(std::string_view script) {
    return 9 + script.size();
}

}  // namespace

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

VerifiedTransaction verify_signed(const Json::Value& form, std::string_view raw) {
    const auto kind = form["kind"].asString();
    if (kind == chain::name_of(chain::Kind::evm)) return verify_signed_evm(form, raw);
    if (kind == chain::name_of(chain::Kind::tron)) return verify_signed_tron(form, raw);
    return verify_signed_bitcoin(form, raw);
}

Json::Value evm_form(const chain::Network& network, const chain::NetworkCoin& coin,
                     const std::string& receiver, Decimal amount, const EvmTerms& terms) {
    auto form = start_form(network, terms.sender);
    form["type"] = "2";
    form["chain_id"] = std::to_string(network.chain_id);
    form["nonce"] = std::to_string(terms.nonce);
    form["max_fee_per_gas"] = chain::digits_of(terms.max_fee_per_gas);
    form["max_priority_fee_per_gas"] = chain::digits_of(terms.max_priority_fee_per_gas);
    form["gas_limit"] = std::to_string(terms.gas_limit);
    const auto counted = units(amount, coin);
    form["to"] = coin.contract.value_or(receiver);
    form["value"] = coin.contract ? "0" : chain::digits_of(counted);
    form["data"] = "0x";
    if (coin.contract)
        form["data"] = hex_of(chain::transfer_data(bytes_of(chain::Kind::evm, receiver), counted));
    return form;
}

std::optional<Json::Value> bitcoin_form(const chain::Network& network, const std::string& sender,
                                        const std::vector<Payee>& payees,
                                        const std::vector<Coin>& coins, std::uint64_t fee_rate) {
    constexpr std::uint64_t least_change = 1000;  ///< satoshi; less costs more than it is worth
    const auto script_of = [&network](const std::string& address) {
        const auto script = chain::script_pubkey(address, network.hrp);
        if (!script) throw std::logic_error{"a checked address is not valid"};
        return *script;
    };
    const auto back = script_of(sender);
    auto form = start_form(network, sender);
    form["version"] = "2";
    form["lock_time"] = "0";
    std::uint64_t total = 0;
    for (const auto& coin : coins) {
        Json::Value input;
        input["txid"] = coin.txid;
        input["vout"] = std::to_string(coin.position);
        input["value"] = std::to_string(coin.value);
        input["script"] = crypto::hex(back);
        input["sequence"] = "4294967293";  // BIP 125: it may be replaced by one with a higher fee.
        form["inputs"].append(input);
        total += coin.value;
    }
    const auto add = [&form](const std::string& address, const std::string& script,
                             std::uint64_t value) {
        Json::Value output;
        output["address"] = address;
        output["script"] = crypto::hex(script);
        output["value"] = std::to_string(value);
        form["outputs"].append(output);
    };
    std::uint64_t amount = 0;
    for (const auto& payee : payees) {
        add(payee.address, script_of(payee.address), payee.satoshi);
        amount += payee.satoshi;
    }
    std::uint64_t fee = virtual_size(form) * fee_rate;
    if (total < amount + fee) return std::nullopt;
    // With one more output to pay for.
    const std::uint64_t more = output_size(back) * fee_rate;
    if (total - amount - fee >= more + least_change) {
        fee += more;
        add(sender, back, total - amount - fee);
    } else {
        fee = total - amount;
    }
    form["fee"] = std::to_string(fee);
    return form;
}

std::vector<Payee> payees_of(const Json::Value& form) {
    std::vector<Payee> payees;
    for (const auto& output : form["outputs"])
        if (output["script"] != form["inputs"][0]["script"])
            payees.push_back(
                {output["address"].asString(), std::stoull(output["value"].asString())});
    return payees;
}

std::uint64_t virtual_size(const Json::Value& form) {
    // Of a pay-to-witness-key-hash input, and of what stands around inputs and outputs.
    constexpr std::uint64_t input_size = 68, frame_size = 11;
    std::uint64_t size = frame_size + input_size * form["inputs"].size();
    for (const auto& output : form["outputs"]) size += 9 + output["script"].asString().size() / 2;
    return size;
}

Json::Value tron_form(const chain::Network& network, const chain::NetworkCoin& coin,
                      const std::string& receiver, Decimal amount, const TronTerms& terms) {
    chain::TronCall call;
    for (int shift : {8, 0}) call.block_bytes += static_cast<char>(terms.block_number >> shift);
    call.block_hash = chain::from_hex(terms.block_id).value_or("").substr(8, 8);
    call.expiration = terms.expiration;
    call.timestamp = terms.timestamp;
    call.fee_limit = terms.fee_limit;
    call.owner = bytes_of(chain::Kind::tron, terms.sender);
    call.contract = bytes_of(chain::Kind::tron, coin.contract.value_or(""));
    call.data = chain::transfer_data(bytes_of(chain::Kind::tron, receiver), units(amount, coin));
    const auto raw_data = chain::tron_raw_data(call);
    auto form = start_form(network, terms.sender);
    form["raw_data"] = crypto::hex(raw_data);
    form["txid"] = chain::tron_txid(raw_data);
    form["contract"] = coin.contract.value_or("");
    form["data"] = hex_of(call.data);
    form["expiration"] = std::to_string(terms.expiration);
    return form;
}

}  // namespace cambio::withdrawals
