#pragma once

#include <memory>
#include <string>
#include <vector>

#include "chain/rpc.h"
#include "support/child_process.h"

/// Real nodes on loopback, from the npm registry (tests/support/chains).
namespace cambio::test {

/// An Ethereum chain of its own (anvil) that makes a block when it is told to.
class Anvil {
  public:
    explicit Anvil(int chain_id = 31337);
    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
    /// Throws chain::RpcError.
    Json::Value call(const std::string& method, const std::vector<Json::Value>& parameters = {});

    void mine(int blocks = 1);
    std::int64_t height();
    /// One of the accounts that are rich from the start.
    std::string rich(int number = 0) const;
    /// Puts the TestToken on the chain in a block of its own; its address (EIP-55).
    std::string deploy_token(const std::string& symbol, int decimals);
    /// Sends a transaction from a rich account, to be in the next block; its hash. `data` is
    /// "0x…", `value` a hexadecimal quantity.
    std::string send(const std::string& to, const std::string& data,
                     const std::string& value = "0x0", int from = 0);
    /// Replaces the newest blocks by as many empty ones.
    void reorganise(int depth);
    std::string snapshot();
    void revert(const std::string& snapshot);

    /// SIGSTOP and SIGCONT: a node that does not answer.
    void pause() { process_->signal(19); }
    void resume() { process_->signal(18); }
    void stop() { process_.reset(); }

  private:
    int port_ = 0;
    std::unique_ptr<ChildProcess> process_;
    std::unique_ptr<chain::Rpc> rpc_;
};

/// The call data of TestToken's functions. Amounts are hexadecimal digits of up to 64.
namespace token_calls {
std::string mint(const std::string& to, const std::string& amount);
std::string transfer(const std::string& to, const std::string& amount);
std::string transfer_and_revert(const std::string& to, const std::string& amount);
std::string strange_events(const std::string& to, const std::string& amount);
std::string scatter(const std::vector<std::string>& to, const std::string& amount);
std::string forward(const std::string& to);
}  // namespace token_calls

/// A Bitcoin chain of its own (bcoin, regtest) whose wallet has money.
class BitcoinRegtest {
  public:
    BitcoinRegtest();
    std::string url() const { return "http://x:test@127.0.0.1:" + std::to_string(port_); }
    Json::Value call(const std::string& method, const std::vector<Json::Value>& parameters = {});
    Json::Value wallet(const std::string& method, const std::vector<Json::Value>& parameters = {});
    void mine(int blocks = 1);
    /// Mines a block whose new coins go to that address; its transaction's id.
    void mine_to(const std::string& address);
    /// Sends from the wallet, to be in the next block; the transaction's id.
    std::string send(const std::string& address, const std::string& bitcoin);
    std::int64_t height();
    /// Forgets the newest blocks; what they held waits again.
    void invalidate(int depth);

  private:
    ScratchFolder folder_;
    int port_ = 0, wallet_port_ = 0;
    std::string own_address_;
    std::unique_ptr<ChildProcess> process_;
    std::unique_ptr<chain::Rpc> rpc_, wallet_rpc_;
};

/// A port of loopback where nothing listens.
int free_port();

}  // namespace cambio::test
