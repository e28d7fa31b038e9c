#include "withdrawals/broadcaster.h"

#include "chain/bitcoin/node.h"
#include "chain/evm/node.h"
#include "chain/units.h"
#include "crypto/crypto.h"
#include "http/http.h"
#include "json/parse.h"

namespace cambio::withdrawals {

namespace {

class EvmBroadcaster : public Broadcaster {
  public:
    explicit EvmBroadcaster(std::string url) : node_{std::move(url)} {}

    TxStatus status(const std::string& txid) override {
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
        if (const auto units = chain::number_of(receipt->fee))
            status.fee = chain::amount_of(*units, Decimal::places);
        return status;
    }
    void send(std::string_view raw) override { node_.send_raw("0x" + crypto::hex(raw)); }
    bool had(const std::string& contract, const std::string& address, uint128 units,
             std::int64_t height) override {
        try {
            const auto held = chain::number_of(node_.token_balance(contract, address, height));
            return !held || *held >= units;  // What is no number here is a larger one.
        } catch (const chain::RpcError& failure) {
            // A node keeps the state of some hundred blocks.
            if (failure.fault == chain::RpcFault::refused ||
                failure.fault == chain::RpcFault::broken)
                return false;
            throw;
        }
    }

  protected:
    chain::EvmNode node_;
};

/// Untested against a node of Tron: none can run here.
class TronBroadcaster : public EvmBroadcaster {
  public:
    explicit TronBroadcaster(const std::string& url)
        : EvmBroadcaster{url},
          broadcast_{url.substr(0, url.rfind("/jsonrpc")) + "/wallet/broadcasthex"} {}

    TxStatus status(const std::string& txid) override {
        return EvmBroadcaster::status("0x" + txid);
    }
    void send(std::string_view raw) override {
        http::Outgoing request;
        request.method = "POST";
        request.url = broadcast_;
        request.headers = {"Content-Type: application/json"};
        request.body = R"({"transaction":")" + crypto::hex(raw) + "\"}";
        const auto answer = http_.send(request);
        if (answer.outcome == http::Outcome::timed_out)
            throw chain::RpcError{chain::RpcFault::timed_out, 0, "broadcasthex: timed_out"};
        if (!answer.ok()) throw chain::RpcError{chain::RpcFault::broken, 0, "broadcasthex: broken"};
        // A refusal, of an expired transaction for one, comes with a status of 200.
        const auto read = json::parse_object(answer.body);
        if (!read) throw chain::RpcError{chain::RpcFault::broken, 0, "broadcasthex: broken"};
        const Json::Value& said = *read;
        if (!said["result"].isBool() || !said["result"].asBool())
            throw chain::RpcError{
                chain::RpcFault::refused, 0,
                "broadcasthex: " + (said["code"].isString() ? said["code"].asString() : "?")};
    }

  private:
    std::string broadcast_;
    http::Client http_;
};

class BitcoinBroadcaster : public Broadcaster {
  public:
    explicit BitcoinBroadcaster(std::string url) : node_{std::move(url)} {}

    TxStatus status(const std::string& txid) override {
        TxStatus status;
        const auto confirmations = node_.confirmations(txid);
        if (!confirmations) return status;
        status.where = *confirmations > 0 ? TxStatus::Where::block : TxStatus::Where::waiting;
        status.confirmations = *confirmations;
        if (*confirmations > 0) status.height = node_.height() - *confirmations + 1;
        return status;
    }
    void send(std::string_view raw) override { node_.send_raw(crypto::hex(raw)); }

  private:
    chain::BitcoinNode node_;
};

}  // namespace

std::unique_ptr<Broadcaster> broadcaster_of(const chain::Network& network, const std::string& url) {
    switch (network.kind) {
        case chain::Kind::evm:
            return std::make_unique<EvmBroadcaster>(url);
        case chain::Kind::tron:
            return std::make_unique<TronBroadcaster>(url);
        case chain::Kind::bitcoin:
            break;
    }
    return std::make_unique<BitcoinBroadcaster>(url);
}

}  // namespace cambio::withdrawals
