#include "support/chain_nodes.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "chain/encoding.h"
#include "crypto/crypto.h"
#include "crypto/ethereum.h"
#include "support/source_files.h"

namespace cambio::test {

namespace {

const std::string chains = source_file("/tests/support/chains");

// anvil's accounts are those of the words "test test … junk".
constexpr const char* rich_accounts[] = {"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                                         "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                                         "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"};

std::string anvil_program() {
    const std::filesystem::path folder = chains + "/node_modules/@foundry-rs";
    if (std::filesystem::exists(folder))
        for (const auto& entry : std::filesystem::directory_iterator{folder})
            if (const auto program = entry.path() / "bin/anvil"; std::filesystem::exists(program))
                return program;
    throw std::runtime_error{"anvil is not installed: npm ci --ignore-scripts in " + chains};
}

/// The Node that the site is pinned to, where it is installed.
std::string node_program() {
    const std::string pinned = source_file("/site/node_modules/.bin/node");
    return std::filesystem::exists(pinned) ? pinned : "node";
}

/// The word of 32 bytes with these digits at its end.
std::string word(const std::string& digits) {
    return std::string(64 - digits.size(), '0') + digits;
}
std::string word_of(const std::string& address) {
    return word(address.substr(2));
}
std::string number(std::size_t value) {
    char digits[20];
    std::snprintf(digits, sizeof digits, "%zx", value);
    return word(digits);
}

/// The ABI's form of a text: its length, then its bytes in words.
std::string text_words(const std::string& text) {
    std::string digits = crypto::hex(text);
    digits.resize((digits.size() + 63) / 64 * 64, '0');
    return number(text.size()) + digits;
}

Json::Value list(const std::vector<Json::Value>& values) {
    Json::Value result = Json::arrayValue;
    for (const auto& value : values) result.append(value);
    return result;
}

bool answers(chain::Rpc& rpc, const std::string& method) {
    try {
        rpc.call(method);
        return true;
    } catch (const chain::RpcError&) {
        return false;
    }
}

}  // namespace

int free_port() {
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    const bool bound = ::bind(fd, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                       ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    ::close(fd);
    if (!bound) throw std::runtime_error{"no free port"};
    return ntohs(address.sin_port);
}

Anvil::Anvil(int chain_id) : port_{free_port()} {
    process_ = std::make_unique<ChildProcess>(std::vector<std::string>{
        anvil_program(), "--host", "127.0.0.1", "--port", std::to_string(port_), "--chain-id",
        std::to_string(chain_id), "--no-mining", "--silent", "--hardfork", "paris"});
    rpc_ = std::make_unique<chain::Rpc>(url());
    wait_until("anvil answers", [this] { return answers(*rpc_, "eth_blockNumber"); });
}

Json::Value Anvil::call(const std::string& method, const std::vector<Json::Value>& parameters) {
    return rpc_->call(method, list(parameters));
}

void Anvil::mine(int blocks) {
    for (int i = 0; i < blocks; ++i) call("evm_mine");
}

std::int64_t Anvil::height() {
    return std::stoll(call("eth_blockNumber").asString(), nullptr, 16);
}

std::string Anvil::rich(int which) const {
    return rich_accounts[which];
}

std::string Anvil::deploy_token(const std::string& symbol, int decimals) {
    std::ifstream file{chains + "/token/TestToken.bin"};
    std::string code;
    file >> code;
    Json::Value transaction;
    transaction["from"] = rich();
    // constructor(string name, string symbol, uint8 decimals)
    const std::string name = text_words("Test " + symbol);
    transaction["data"] = "0x" + code + number(96) + number(96 + name.size() / 2) +
                          number(static_cast<std::size_t>(decimals)) + name + text_words(symbol);
    transaction["gas"] = "0x2dc6c0";
    const auto hash = call("eth_sendTransaction", {transaction}).asString();
    mine();
    const auto receipt = call("eth_getTransactionReceipt", {hash});
    return *crypto::checksum_address(receipt["contractAddress"].asString());
}

std::string Anvil::send(const std::string& to, const std::string& data, const std::string& value,
                        int from) {
    Json::Value transaction;
    transaction["from"] = rich(from);
    transaction["to"] = to;
    transaction["data"] = data;
    transaction["value"] = value;
    transaction["gas"] = "0x7a120";
    // The same transaction has the same hash whatever block it was written for.
    transaction["gasPrice"] = "0x77359400";
    return call("eth_sendTransaction", {transaction}).asString();
}

void Anvil::reorganise(int depth) {
    Json::Value none = Json::arrayValue;
    call("anvil_reorg", {depth, none});
}

std::string Anvil::snapshot() {
    return call("evm_snapshot").asString();
}

void Anvil::revert(const std::string& taken) {
    call("evm_revert", {taken});
}

namespace token_calls {

std::string mint(const std::string& to, const std::string& amount) {
    return "0x40c10f19" + word_of(to) + word(amount);
}
std::string transfer(const std::string& to, const std::string& amount) {
    return "0xa9059cbb" + word_of(to) + word(amount);
}
std::string transfer_and_revert(const std::string& to, const std::string& amount) {
    return "0xd66eb1a1" + word_of(to) + word(amount);
}
std::string strange_events(const std::string& to, const std::string& amount) {
    return "0xfe9a6e63" + word_of(to) + word(amount);
}
std::string scatter(const std::vector<std::string>& to, const std::string& amount) {
    std::string data = "0x49bed138" + number(64) + word(amount) + number(to.size());
    for (const auto& address : to) data += word_of(address);
    return data;
}
std::string forward(const std::string& to) {
    return "0x101e8952" + word_of(to);
}

}  // namespace token_calls

BitcoinRegtest::BitcoinRegtest() : port_{free_port()}, wallet_port_{free_port()} {
    process_ = std::make_unique<ChildProcess>(std::vector<std::string>{
        node_program(), chains + "/bitcoin_node.cjs", std::to_string(port_),
        std::to_string(wallet_port_), folder_.path()});
    using std::chrono::seconds;
    rpc_ = std::make_unique<chain::Rpc>(url(), seconds{60});
    wallet_rpc_ = std::make_unique<chain::Rpc>(
        "http://x:test@127.0.0.1:" + std::to_string(wallet_port_), seconds{60});
    wait_until("bcoin answers", [this] {
        return answers(*rpc_, "getblockcount") && answers(*wallet_rpc_, "getbalance");
    });
    own_address_ = wallet("getnewaddress", {"default"}).asString();
}

Json::Value BitcoinRegtest::call(const std::string& method,
                                 const std::vector<Json::Value>& parameters) {
    return rpc_->call(method, list(parameters));
}

Json::Value BitcoinRegtest::wallet(const std::string& method,
                                   const std::vector<Json::Value>& parameters) {
    return wallet_rpc_->call(method, list(parameters));
}

void BitcoinRegtest::mine(int blocks) {
    call("generatetoaddress", {blocks, own_address_});
}

void BitcoinRegtest::mine_to(const std::string& address) {
    call("generatetoaddress", {1, address});
}

std::string BitcoinRegtest::send(const std::string& address, const std::string& bitcoin) {
    // The wallet hears of new blocks a moment after the node.
    std::string id;
    wait_until("the wallet can pay", [&] {
        try {
            id = wallet("sendtoaddress", {address, std::stod(bitcoin)}).asString();
            return true;
        } catch (const chain::RpcError&) {
            return false;
        }
    });
    wait_until("the node has the payment", [&] {
        for (const auto& waiting : call("getrawmempool"))
            if (waiting.asString() == id) return true;
        return false;
    });
    return id;
}

std::int64_t BitcoinRegtest::height() {
    return call("getblockcount").asInt64();
}

void BitcoinRegtest::invalidate(int depth) {
    const auto hash = call("getblockhash", {static_cast<Json::Int64>(height() - depth + 1)});
    call("invalidateblock", {hash});
}

}  // namespace cambio::test
