#include "chain/evm/broadcaster.h"

#include "chain/units.h"
#include "crypto/crypto.h"

namespace cambio::chain {

TxStatus EvmBroadcaster::status(const std::string& txid) {
    TxStatus status;
    const auto receipt = node_.receipt(txid);
    if (!receipt) {
        if (node_.knows(txid)) status.where = TxStatus::Where::waiting;
        return status;
    }
    status.where = TxStatus::Where::block;
    status.succeeded = receipt->succeeded;
    status.height = receipt->block_height;
    status.block_hash = receipt->block_hash;
    status.confirmations = node_.height() - receipt->block_height + 1;
    // A receipt of a block that has been left behind counts for nothing.
    if (node_.block_hash(status.height) != status.block_hash) status.confirmations = 0;
    if (const auto units = number_of(receipt->fee)) status.fee = amount_of(*units, Decimal::places);
    return status;
}

void EvmBroadcaster::send(std::string_view raw) {
    node_.send_raw("0x" + crypto::hex(raw));
}

bool EvmBroadcaster::sender_had_enough(const Json::Value& form, std::int64_t height) {
    const auto data = form["data"].asString();
    if (data == "0x") return true;
    // transfer(address,uint256): the amount is the second of two words behind the selector.
    constexpr std::size_t before_amount = 2 + 8 + 64;
    const auto digits = from_quantity("0x" + data.substr(before_amount));
    const auto units = number_of(digits.value_or(""));
    return units && had(form["to"].asString(), form["from"].asString(), *units, height);
}

bool EvmBroadcaster::had(const std::string& contract, const std::string& address, uint128 units,
                         std::int64_t height) {
    try {
        const auto held = number_of(node_.token_balance(contract, address, height));
        return !held || *held >= units;  // What is no number here is a larger one.
    } catch (const RpcError& failure) {
        // A node keeps the state of some hundred blocks.
        if (failure.fault == RpcFault::refused || failure.fault == RpcFault::broken) return false;
        throw;
    }
}

}  // namespace cambio::chain
