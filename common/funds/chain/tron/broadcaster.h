#pragma once

#include "chain/evm/broadcaster.h"
#include "http/http.h"

namespace cambio::chain {

/// Untested against a node of Tron: none can run here.
class TronBroadcaster : public EvmBroadcaster {
  public:
    explicit TronBroadcaster(const std::string& url);

    TxStatus status(const std::string& txid) override;
    void send(std::string_view raw) override;
    /// Tokens alone leave, nobody tries a transfer before it is signed, so that it may fail for
    /// want of energy as well, and a node does not tell what an address had: it is never known.
    bool sender_could_send(const Json::Value& /*form*/, std::int64_t /*height*/) override {
        return false;
    }

  private:
    std::string broadcast_;
    http::Client http_;
};

}  // namespace cambio::chain
