#include "chain/tron/broadcaster.h"

#include "crypto/crypto.h"
#include "json/parse.h"

namespace cambio::chain {

TronBroadcaster::TronBroadcaster(const std::string& url)
    : EvmBroadcaster{url},
      broadcast_{url.substr(0, url.rfind("/jsonrpc")) + "/wallet/broadcasthex"} {}

TxStatus TronBroadcaster::status(const std::string& txid) {
    return EvmBroadcaster::status("0x" + txid);
}

void TronBroadcaster::send(std::string_view raw) {
    http::Outgoing request;
    request.method = "POST";
    request.url = broadcast_;
    request.headers = {"Content-Type: application/json"};
    request.body = R"({"transaction":")" + crypto::hex(raw) + "\"}";
    const auto answer = http_.send(request);
    if (answer.outcome == http::Outcome::timed_out)
        throw RpcError{RpcFault::timed_out, 0, "broadcasthex: timed_out"};
    if (!answer.ok()) throw RpcError{RpcFault::broken, 0, "broadcasthex: broken"};
    // A refusal, of an expired transaction for one, comes with a status of 200.
    const auto read = json::parse_object(answer.body);
    if (!read) throw RpcError{RpcFault::broken, 0, "broadcasthex: broken"};
    const Json::Value& said = *read;
    if (!said["result"].isBool() || !said["result"].asBool())
        throw RpcError{
            RpcFault::refused, 0,
            "broadcasthex: " + (said["code"].isString() ? said["code"].asString() : "?")};
}

}  // namespace cambio::chain
