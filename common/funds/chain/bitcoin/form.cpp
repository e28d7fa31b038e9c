#include "chain/bitcoin/form.h"

#include "chain/bitcoin/address.h"
#include "chain/bitcoin/codec.h"
#include "chain/encoding.h"
#include "crypto/crypto.h"

namespace cambio::chain {

namespace {

/// Its value, the length of its script, and the script.
std::uint64_t output_size(std::string_view script) {
    return 9 + script.size();
}

}  // namespace

std::optional<Json::Value> bitcoin_form(const Network& network, const std::string& sender,
                                        const std::vector<Payee>& payees,
                                        const std::vector<Coin>& coins, std::uint64_t fee_rate) {
    constexpr std::uint64_t least_change = 1000;  ///< satoshi; less costs more than it is worth
    const auto script_of = [&network](const std::string& address) {
        const auto script = script_pubkey(address, network.hrp);
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

VerifiedTransaction verify_bitcoin(const Json::Value& form, std::string_view raw) {
    const auto read = decode_bitcoin(raw);
    if (!read) throw Mismatch{"the bytes are not a Bitcoin transaction"};
    const auto script = [](const Json::Value& text) {
        return from_hex(text.asString()).value_or("");
    };
    require_same(std::to_string(read->version) == form["version"].asString(), "version");
    require_same(std::to_string(read->lock_time) == form["lock_time"].asString(), "lock_time");
    require_same(read->inputs.size() == form["inputs"].size(), "number of inputs");
    require_same(read->outputs.size() == form["outputs"].size(), "number of outputs");
    for (Json::ArrayIndex i = 0; i < form["outputs"].size(); ++i) {
        const auto& output = form["outputs"][i];
        require_same(std::to_string(read->outputs[i].value) == output["value"].asString(),
                     "value of an output");
        require_same(read->outputs[i].script == script(output["script"]), "script of an output");
    }
    for (Json::ArrayIndex i = 0; i < form["inputs"].size(); ++i) {
        const auto& input = form["inputs"][i];
        const auto& spent = read->inputs[i];
        require_same(spent.txid == input["txid"].asString() &&
                         std::to_string(spent.position) == input["vout"].asString(),
                     "input");
        require_same(std::to_string(spent.sequence) == input["sequence"].asString(), "sequence");
        if (!spends(*read, i, std::stoull(input["value"].asString()), script(input["script"])))
            throw Mismatch{"an input is not signed by the key of the hot address"};
    }
    return {std::string{raw}, read->txid};
}

}  // namespace cambio::chain
