#include "chain/bitcoin/broadcaster.h"

#include <set>

#include "crypto/crypto.h"

namespace cambio::chain {

void BitcoinBroadcaster::require_fit() {
    static std::set<std::string> asked;
    if (asked.contains(url_)) return;
    if (!node_.finds_transactions())
        throw RpcError{
            RpcFault::refused, 0,
            "the node does not find transactions of old blocks: start it with txindex=1 and wait "
            "until the index is built; nothing is sent over it until then"};
    asked.insert(url_);
}

TxStatus BitcoinBroadcaster::status(const std::string& txid) {
    TxStatus status;
    const auto confirmations = node_.confirmations(txid);
    if (!confirmations) return status;
    status.where = *confirmations > 0 ? TxStatus::Where::block : TxStatus::Where::waiting;
    status.confirmations = *confirmations;
    if (*confirmations > 0) status.height = node_.height() - *confirmations + 1;
    return status;
}

void BitcoinBroadcaster::send(std::string_view raw) {
    node_.send_raw(crypto::hex(raw));
}

}  // namespace cambio::chain
