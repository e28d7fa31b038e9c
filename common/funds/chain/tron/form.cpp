#include "chain/tron/form.h"

#include "chain/encoding.h"
#include "chain/evm/transaction.h"
#include "chain/tron/address.h"
#include "chain/tron/transaction.h"
#include "crypto/crypto.h"

namespace cambio::chain {

Json::Value tron_form(const Network& network, const NetworkCoin& coin, const std::string& receiver,
                      Decimal amount, const TronTerms& terms) {
    TronCall call;
    for (int shift : {8, 0}) call.block_bytes += static_cast<char>(terms.block_number >> shift);
    call.block_hash = from_hex(terms.block_id).value_or("").substr(8, 8);
    call.expiration = terms.expiration;
    call.timestamp = terms.timestamp;
    call.fee_limit = terms.fee_limit;
    call.owner = checked_bytes(Kind::tron, terms.sender);
    call.contract = checked_bytes(Kind::tron, coin.contract.value_or(""));
    call.data = transfer_data(checked_bytes(Kind::tron, receiver), checked_units(amount, coin));
    const auto raw_data = tron_raw_data(call);
    auto form = start_form(network, terms.sender);
    form["raw_data"] = crypto::hex(raw_data);
    form["txid"] = tron_txid(raw_data);
    form["contract"] = coin.contract.value_or("");
    form["data"] = "0x" + crypto::hex(call.data);
    form["expiration"] = std::to_string(terms.expiration);
    return form;
}

VerifiedTransaction verify_tron(const Json::Value& form, std::string_view raw) {
    const auto read = decode_tron(raw);
    if (!read) throw Mismatch{"the bytes are not a signed Tron transaction"};
    require_same(tron_address(read->sender) == form["from"].asString(), "from");
    require_same(crypto::hex(read->raw_data) == form["raw_data"].asString(), "raw_data");
    return {std::string{raw}, read->txid};
}

}  // namespace cambio::chain
