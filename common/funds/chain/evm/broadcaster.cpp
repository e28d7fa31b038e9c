#include "chain/evm/broadcaster.h"

#include "chain/evm/transaction.h"
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

bool EvmBroadcaster::sender_could_send(const Json::Value& form, std::int64_t height) {
    auto data = form["data"].asString();
    if (data == "0x") return true;
    // By the sender to itself: a token that has too little of it, that rests, or that has blocked
    // the sender refuses this, too.
    const auto sender = form["from"].asString();
    data.replace(receiver_in_transfer, amount_in_transfer - receiver_in_transfer, sender.substr(2));
    const auto could = [&](std::int64_t at) {
        return node_.would_transfer(form["to"].asString(), sender, data, at);
    };
    return could(height - 1) && could(height);
}

}  // namespace cambio::chain
