#include "chain/evm/node.h"

#include <boost/multiprecision/cpp_int.hpp>

#include "chain/encoding.h"
#include "crypto/crypto.h"

namespace cambio::chain {

namespace {

using boost::multiprecision::cpp_int;

[[noreturn]] void broken(const std::string& what) {
    throw RpcError{RpcFault::broken, 0, "the node's answer has no usable " + what};
}

std::string text(const Json::Value& object, const char* name) {
    const Json::Value& field = object[name];
    if (!field.isString()) broken(name);
    return field.asString();
}

std::string quantity(const Json::Value& value, const char* name) {
    auto number = value.isString() ? from_quantity(value.asString()) : std::nullopt;
    if (!number) broken(name);
    return *number;
}

std::int64_t small(const Json::Value& value, const char* name) {
    const auto digits = quantity(value, name);
    if (digits.size() > 18) broken(name);
    return std::stoll(digits);
}

std::string height_text(std::int64_t height) {
    char digits[24];
    std::snprintf(digits, sizeof digits, "0x%llx", static_cast<unsigned long long>(height));
    return digits;
}

std::string moment_text(std::optional<std::int64_t> height) {
    return height ? height_text(*height) : "latest";
}

Json::Value list(std::initializer_list<Json::Value> values) {
    Json::Value result = Json::arrayValue;
    for (const auto& value : values) result.append(value);
    return result;
}

/// A call that only reads.
Json::Value reading_call(const std::string& contract, const std::string& data) {
    Json::Value call;
    call["from"] = "0x" + std::string(40, '0');  // java-tron wants to know
    call["to"] = contract;
    call["data"] = data;
    return call;
}

EvmLog log_of(const Json::Value& value) {
    if (!value.isObject()) broken("log");
    EvmLog log{text(value, "address"),   text(value, "transactionHash"),
               text(value, "blockHash"), {},
               text(value, "data"),      small(value["logIndex"], "logIndex")};
    if (!value["topics"].isArray()) broken("topics");
    for (const auto& topic : value["topics"]) {
        if (!topic.isString()) broken("topics");
        log.topics.push_back(topic.asString());
    }
    return log;
}

EvmTransaction transaction_of(const Json::Value& value) {
    if (!value.isObject()) broken("transaction");
    const auto& to = value["to"];
    return {text(value, "hash"), text(value, "from"), to.isString() ? to.asString() : "",
            quantity(value["value"], "value")};
}

std::string product(const std::string& a, const std::string& b) {
    return (cpp_int{a} * cpp_int{b}).str();
}

}  // namespace

std::optional<std::string> from_quantity(std::string_view hexadecimal) {
    if (!hexadecimal.starts_with("0x") || hexadecimal.size() < 3 || hexadecimal.size() > 66)
        return {};
    const std::string padded =
        (hexadecimal.size() % 2 == 0 ? "0x" : "0x0") + std::string{hexadecimal.substr(2)};
    if (!from_hex(padded)) return {};
    return cpp_int{padded}.str();
}

std::int64_t EvmNode::chain_id() {
    return small(rpc_.call("eth_chainId"), "chain id");
}

std::int64_t EvmNode::height() {
    return small(rpc_.call("eth_blockNumber"), "height");
}

NodeState EvmNode::state() {
    NodeState state;
    const auto syncing = rpc_.call("eth_syncing");
    state.catching_up = !syncing.isBool() || syncing.asBool();
    if (state.catching_up) return state;
    state.height = height();
    state.newest_block_at = block_time(state.height);
    return state;
}

std::optional<EvmBlock> EvmNode::block(std::int64_t height, bool whole) {
    const auto value = rpc_.call("eth_getBlockByNumber", list({height_text(height), whole}));
    if (value.isNull()) return {};
    if (!value.isObject() || !value["transactions"].isArray()) broken("block");
    EvmBlock block{
        small(value["number"], "number"), text(value, "hash"), text(value, "parentHash"), {}, {}};
    if (block.height != height) broken("number");
    const auto& bloom = value["logsBloom"];
    if (bloom.isString()) block.bloom = from_hex(bloom.asString()).value_or("");
    if (!whole) return block;
    for (const auto& each : value["transactions"])
        block.transactions.push_back(transaction_of(each));
    return block;
}

std::optional<std::string> EvmNode::raw(const std::string& hash) {
    const auto value = rpc_.call("eth_getRawTransactionByHash", list({hash}));
    if (!value.isString()) return {};
    auto bytes = from_hex(value.asString());
    if (!bytes || bytes->empty()) return {};
    return bytes;
}

std::vector<std::string> EvmNode::waiting(const std::string& sender) {
    const auto wanted = from_hex(sender);
    std::vector<std::string> hashes;
    const auto add = [&](const Json::Value& one) {
        if (one.isObject() && from_hex(text(one, "from")) == wanted)
            hashes.push_back(text(one, "hash"));
    };
    try {
        // "pending" and "queued": by sender and nonce.
        for (const auto& part : rpc_.call("txpool_content"))
            for (const auto& senders : part)
                for (const auto& one : senders) add(one);
        return hashes;
    } catch (const RpcError& error) {
        if (error.fault != RpcFault::refused) throw;
    }
    const auto block = rpc_.call("eth_getBlockByNumber", list({"pending", true}));
    if (block.isObject())
        for (const auto& one : block["transactions"]) add(one);
    return hashes;
}

std::chrono::system_clock::time_point EvmNode::block_time(std::int64_t height) {
    const auto value = rpc_.call("eth_getBlockByNumber", list({height_text(height), false}));
    if (!value.isObject()) broken("block");
    return std::chrono::system_clock::time_point{
        std::chrono::seconds{small(value["timestamp"], "timestamp")}};
}

std::optional<std::string> EvmNode::block_hash(std::int64_t height) {
    const auto value = rpc_.call("eth_getBlockByNumber", list({height_text(height), false}));
    if (value.isNull()) return {};
    if (!value.isObject()) broken("block");
    return text(value, "hash");
}

std::optional<std::vector<std::string>> EvmNode::transactions_of(const std::string& block_hash) {
    const auto value = rpc_.call("eth_getBlockByHash", list({block_hash, false}));
    if (value.isNull()) return {};
    if (!value.isObject() || !value["transactions"].isArray()) broken("block");
    std::vector<std::string> hashes;
    for (const auto& each : value["transactions"]) {
        if (!each.isString()) broken("transaction hash");
        hashes.push_back(each.asString());
    }
    return hashes;
}

std::vector<EvmLog> EvmNode::logs(const std::string& block_hash,
                                  const std::vector<std::string>& contracts,
                                  const std::string& topic) {
    Json::Value filter;
    filter["blockHash"] = block_hash;
    for (const auto& contract : contracts) filter["address"].append(contract);
    filter["topics"].append(topic);
    const auto value = rpc_.call("eth_getLogs", list({filter}));
    if (!value.isArray()) broken("logs");
    std::vector<EvmLog> logs;
    for (const auto& each : value) logs.push_back(log_of(each));
    return logs;
}

std::optional<EvmReceipt> EvmNode::receipt(const std::string& transaction) {
    const auto value = rpc_.call("eth_getTransactionReceipt", list({transaction}));
    if (value.isNull()) return {};
    if (!value.isObject() || !value["logs"].isArray()) broken("receipt");
    EvmReceipt receipt;
    receipt.succeeded = value["status"].isString() && value["status"].asString() == "0x1";
    receipt.block_hash = text(value, "blockHash");
    receipt.block_height = small(value["blockNumber"], "blockNumber");
    for (const auto& each : value["logs"]) receipt.logs.push_back(log_of(each));
    if (value["gasUsed"].isString() && value["effectiveGasPrice"].isString())
        receipt.fee = product(quantity(value["gasUsed"], "gasUsed"),
                              quantity(value["effectiveGasPrice"], "effectiveGasPrice"));
    return receipt;
}

std::optional<EvmTransaction> EvmNode::transaction(const std::string& hash) {
    const auto value = rpc_.call("eth_getTransactionByHash", list({hash}));
    if (value.isNull()) return {};
    return transaction_of(value);
}

std::string EvmNode::balance(const std::string& address, std::optional<std::int64_t> height) {
    return quantity(rpc_.call("eth_getBalance", list({address, moment_text(height)})), "balance");
}

std::string EvmNode::token_balance(const std::string& contract, const std::string& address,
                                   std::optional<std::int64_t> height) {
    // balanceOf(address): the selector, then the address in 32 bytes.
    const auto data = "0x70a08231" + std::string(24, '0') + address.substr(2);
    return quantity(
        rpc_.call("eth_call", list({reading_call(contract, data), moment_text(height)})),
        "balance");
}

bool EvmNode::would_transfer(const std::string& contract, const std::string& sender,
                             const std::string& data, std::int64_t height) {
    auto call = reading_call(contract, data);
    call["from"] = sender;
    try {
        const auto said = rpc_.call("eth_call", list({call, height_text(height)}));
        // Some return nothing, and others false instead of failing.
        return said.isString() && from_quantity(said.asString()) != "0";
    } catch (const RpcError& failure) {
        if (failure.fault == RpcFault::refused || failure.fault == RpcFault::broken) return false;
        throw;
    }
}

std::optional<int> EvmNode::decimals(const std::string& contract) {
    constexpr const char* selector = "0x313ce567";  // decimals()
    constexpr std::size_t longest = 3;              // it is a uint8
    const auto value =
        rpc_.call("eth_call", list({reading_call(contract, selector), moment_text({})}));
    if (!value.isString()) broken("decimals");
    const auto digits = from_quantity(value.asString());
    if (!digits || digits->size() > longest) return {};
    return std::stoi(*digits);
}

std::int64_t EvmNode::transaction_count(const std::string& address, bool pending) {
    return small(
        rpc_.call("eth_getTransactionCount", list({address, pending ? "pending" : "latest"})),
        "transaction count");
}

std::string EvmNode::gas_price() {
    return quantity(rpc_.call("eth_gasPrice"), "gas price");
}

std::string EvmNode::send_raw(const std::string& transaction) {
    const auto value = rpc_.call("eth_sendRawTransaction", list({transaction}));
    if (!value.isString()) broken("transaction hash");
    return value.asString();
}

}  // namespace cambio::chain
