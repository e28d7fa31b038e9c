#include "chain/bitcoin/node.h"

#include "chain/encoding.h"
#include "money/decimal.h"

namespace cambio::chain {

namespace {

[[noreturn]] void broken(const std::string& what) {
    throw RpcError{RpcFault::broken, 0, "the node's answer has no usable " + what};
}

Json::Value list(std::initializer_list<Json::Value> values) {
    Json::Value result = Json::arrayValue;
    for (const auto& value : values) result.append(value);
    return result;
}

/// An amount that the node has written in bitcoins.
std::int64_t satoshi_of(const RpcAnswer& answer, const Json::Value& value, const char* name) {
    const auto satoshi = Decimal::from_units(10'000'000'000);
    const auto bitcoin = Decimal::parse(answer.written(value));
    if (!bitcoin || bitcoin->negative() || !bitcoin->multiple_of(satoshi)) broken(name);
    return static_cast<std::int64_t>(bitcoin->units() / satoshi.units());
}

}  // namespace

std::string BitcoinNode::chain() {
    const auto value = rpc_.call("getblockchaininfo");
    if (!value.isObject() || !value["chain"].isString()) broken("chain");
    return value["chain"].asString();
}

std::int64_t BitcoinNode::height() {
    const auto value = rpc_.call("getblockcount");
    if (!value.isInt64()) broken("height");
    return value.asInt64();
}

NodeState BitcoinNode::state() {
    const auto value = rpc_.call("getblockchaininfo");
    if (!value.isObject() || !value["blocks"].isInt64() || !value["headers"].isInt64() ||
        !value["bestblockhash"].isString())
        broken("state");
    // Only newer versions of Bitcoin Core tell a block's time here.
    const auto newest = rpc_.call("getblockheader", list({value["bestblockhash"], true}));
    if (!newest.isObject() || !newest["time"].isInt64()) broken("block header");
    return {value.get("initialblockdownload", false) == true ||
                value["headers"].asInt64() > value["blocks"].asInt64(),
            value["blocks"].asInt64(),
            std::chrono::system_clock::time_point{std::chrono::seconds{newest["time"].asInt64()}}};
}

std::optional<std::string> BitcoinNode::block_hash(std::int64_t height) {
    try {
        const auto value = rpc_.call("getblockhash", list({static_cast<Json::Int64>(height)}));
        if (!value.isString()) broken("block hash");
        return value.asString();
    } catch (const RpcError& error) {
        if (error.fault == RpcFault::refused) return {};
        throw;
    }
}

BitcoinBlock BitcoinNode::block(const std::string& hash) {
    const auto value = rpc_.call("getblock", list({hash, false}));
    const auto raw = value.isString() ? from_hex(value.asString()) : std::nullopt;
    auto block = raw ? parse_block(*raw) : std::nullopt;
    if (!block || block->hash != hash) broken("block");
    return *std::move(block);
}

bool BitcoinNode::finds_transactions() {
    const auto oldest = block_hash(1);
    if (!oldest) return true;
    const auto transactions = block(*oldest).transactions;
    return transactions.empty() || confirmations(transactions.front().txid).has_value();
}

std::string BitcoinNode::raw(const std::string& txid) {
    const auto value = rpc_.call("getrawtransaction", list({txid, false}));
    const auto bytes = value.isString() ? from_hex(value.asString()) : std::nullopt;
    if (!bytes) broken("transaction");
    return *bytes;
}

std::optional<std::int64_t> BitcoinNode::confirmations(const std::string& txid) {
    try {
        const auto value = rpc_.call("getrawtransaction", list({txid, true}));
        if (!value.isObject()) broken("transaction");
        return value["confirmations"].isInt64() ? value["confirmations"].asInt64() : 0;
    } catch (const RpcError& error) {
        if (error.fault == RpcFault::refused) return {};
        throw;
    }
}

bool BitcoinNode::unspent(const std::string& txid, std::uint32_t output) {
    return !rpc_.call("gettxout", list({txid, static_cast<Json::UInt>(output)})).isNull();
}

bool BitcoinNode::unspent_in_blocks(const std::string& txid, std::uint32_t output) {
    constexpr bool with_what_waits = false;
    return !rpc_.call("gettxout", list({txid, static_cast<Json::UInt>(output), with_what_waits}))
                .isNull();
}

std::optional<std::int64_t> BitcoinNode::waits_after(const std::string& txid) {
    try {
        const auto value = rpc_.call("getmempoolentry", list({txid}));
        if (!value.isObject() || !value["ancestorcount"].isInt64()) broken("ancestorcount");
        return value["ancestorcount"].asInt64();
    } catch (const RpcError& error) {
        if (error.fault == RpcFault::refused) return {};
        throw;
    }
}

std::optional<BitcoinAfter> BitcoinNode::after(const std::string& txid) {
    try {
        const auto answer = rpc_.answer("getmempoolentry", list({txid}));
        const auto& value = answer.result;
        if (!value.isObject() || !value["descendantcount"].isInt64()) broken("descendantcount");
        const auto count = value["descendantcount"].asInt64();
        // bcoin, and old versions of Bitcoin Core, say it in satoshi; newer ones in bitcoins.
        const auto& satoshis = value["descendantfees"];
        if (satoshis.isUInt64()) return BitcoinAfter{count, satoshis.asUInt64()};
        const auto& fees = value["fees"];
        if (!fees.isObject() || !fees["descendant"].isNumeric()) broken("fees");
        return BitcoinAfter{
            count, static_cast<std::uint64_t>(satoshi_of(answer, fees["descendant"], "fees"))};
    } catch (const RpcError& error) {
        if (error.fault == RpcFault::refused) return {};
        throw;
    }
}

std::vector<bool> BitcoinNode::unspent_in_blocks(const std::vector<Outpoint>& outputs) {
    constexpr bool with_what_waits = false;
    std::vector<Json::Value> asked;
    for (const auto& [txid, output] : outputs)
        asked.push_back(list({txid, static_cast<Json::UInt>(output), with_what_waits}));
    std::vector<bool> found;
    for (const auto& result : rpc_.calls("gettxout", asked)) found.push_back(!result.isNull());
    return found;
}

std::int64_t BitcoinNode::held_by(const std::vector<std::string>& addresses) {
    Json::Value outputs = Json::arrayValue;
    for (const auto& address : addresses) outputs.append("addr(" + address + ")");
    const auto answer = rpc_.answer("scantxoutset", list({"start", outputs}));
    const auto& found = answer.result;
    if (!found.isObject() || !found["success"].isBool() || !found["success"].asBool() ||
        !found["total_amount"].isNumeric())
        broken("total_amount");
    return satoshi_of(answer, found["total_amount"], "total_amount");
}

std::string BitcoinNode::send_raw(const std::string& transaction) {
    const auto value = rpc_.call("sendrawtransaction", list({transaction}));
    if (!value.isString()) broken("transaction id");
    return value.asString();
}

}  // namespace cambio::chain
