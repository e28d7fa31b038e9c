#include "chain/evm/source.h"

#include <algorithm>
#include <map>

#include "chain/chain.h"
#include "chain/encoding.h"
#include "crypto/crypto.h"
#include "crypto/ethereum.h"

namespace cambio::chain {

namespace {

constexpr std::size_t word_digits = 64, account_digits = 40;
constexpr int native_position = -1;

/// The account in a topic of 32 bytes; nothing when the first twelve are not zero.
std::optional<std::string> account_in(Kind kind, const std::string& topic) {
    const std::string zeros = "0x" + std::string(word_digits - account_digits, '0');
    if (topic.size() != 2 + word_digits || !topic.starts_with(zeros)) return {};
    // With a prefix of its own, so that one within the digits is none.
    const auto raw = from_hex("0x" + topic.substr(zeros.size()));
    return raw ? std::optional{account_address(kind, *raw)} : std::nullopt;
}

/// Tron's explorers and pages write transactions without "0x".
std::string txid_of(Kind kind, const std::string& hash) {
    return chain_of(kind).facts().bare_txids && hash.starts_with("0x") ? hash.substr(2) : hash;
}

[[noreturn]] void inconsistent(const std::string& what) {
    throw RpcError{RpcFault::broken, 0, "the node contradicts itself: " + what};
}

/// Receipts of one block, asked for once; each has to be that block's.
class Receipts {
  public:
    Receipts(EvmNode& node, std::string block_hash)
        : node_{node}, block_hash_{std::move(block_hash)} {}

    const EvmReceipt& of(const std::string& transaction) {
        const auto known = receipts_.find(transaction);
        if (known != receipts_.end()) return known->second;
        auto receipt = node_.receipt(transaction);
        if (!receipt || receipt->block_hash != block_hash_) inconsistent("a receipt is elsewhere");
        return receipts_.emplace(transaction, *std::move(receipt)).first->second;
    }

  private:
    EvmNode& node_;
    std::string block_hash_;
    std::map<std::string, EvmReceipt> receipts_;
};

/// As a node of Ethereum's protocol names it, java-tron too.
std::string named_by_node(const Network& network, const std::string& contract) {
    return "0x" + crypto::hex(account_bytes(network.kind, contract).value_or(""));
}

/// Where the log stands within its transaction: a reorganisation moves its index in the block, but
/// not this.
int position_of(const EvmReceipt& receipt, const EvmLog& log) {
    for (std::size_t i = 0; i < receipt.logs.size(); ++i)
        if (receipt.logs[i].index == log.index) return static_cast<int>(i);
    inconsistent("a log is not in its receipt");
}

/// Whether the block's logs may hold this address or topic: a bloom filter of 2048 bits, three of
/// them for each. One of another length says nothing.
bool may_hold(const std::string& bloom, const std::string& hexadecimal) {
    constexpr std::size_t bloom_bytes = 256;
    const auto item = from_hex(hexadecimal);
    if (bloom.size() != bloom_bytes || !item) return false;
    const auto hash = crypto::keccak256(*item);
    const auto byte = [&hash](std::size_t at) { return static_cast<unsigned char>(hash.at(at)); };
    for (const std::size_t at : {0, 2, 4}) {
        const unsigned bit = (byte(at) << 8U | byte(at + 1)) & 2047U;
        const auto held = static_cast<unsigned char>(bloom[bloom_bytes - 1 - bit / 8]);
        if ((held >> bit % 8 & 1U) == 0) return false;
    }
    return true;
}

}  // namespace

const std::string& transfer_topic() {
    static const std::string topic =
        "0x" + crypto::hex(crypto::keccak256("Transfer(address,address,uint256)"));
    return topic;
}

std::optional<TokenTransfer> token_transfer(Kind kind, const EvmLog& log) {
    if (log.topics.size() != 3 || log.topics[0] != transfer_topic() ||
        log.data.size() != 2 + word_digits)
        return {};
    const auto contract = from_hex(log.contract);
    auto from = account_in(kind, log.topics[1]), to = account_in(kind, log.topics[2]);
    auto units = from_quantity(log.data);
    if (!contract || contract->size() != account_digits / 2 || !from || !to || !units) return {};
    return TokenTransfer{account_address(kind, *contract), *std::move(from), *std::move(to),
                         *std::move(units)};
}

std::optional<std::string> wrong_decimals(EvmNode& node, const Network& network,
                                          const NetworkCoin& coin) {
    if (!coin.contract) return {};
    const auto said = node.decimals(named_by_node(network, *coin.contract));
    if (said == coin.decimals) return {};
    return coin.code + " has " + (said ? std::to_string(*said) : "no") +
           " decimals by its contract and " + std::to_string(coin.decimals) +
           " by the file of networks";
}

EvmSource::EvmSource(Network network, EvmNode node)
    : network_{std::move(network)}, node_{std::move(node)} {
    for (const auto& coin : network_.coins) {
        if (coin.contract)
            contracts_.push_back(named_by_node(network_, *coin.contract));
        else
            native_ = chain_of(network_).facts().own_coin;
    }
}

void EvmSource::check_chain() {
    const auto answered = node_.chain_id();
    if (answered != network_.chain_id)
        throw std::runtime_error{"the node follows chain " + std::to_string(answered) +
                                 " instead of " + std::to_string(network_.chain_id)};
    if (decimals_checked_) return;
    for (const auto& coin : network_.coins)
        if (const auto why = wrong_decimals(node_, network_, coin)) throw std::runtime_error{*why};
    decimals_checked_ = true;
}

/// A node that is behind with its logs answers with none of them, and what they hold would never be
/// looked for again. The block itself says whether there may be some: then its receipts decide.
bool EvmSource::has_no_logs(const EvmBlock& block) {
    const auto named = [&block](const std::string& contract) {
        return may_hold(block.bloom, contract);
    };
    if (!may_hold(block.bloom, transfer_topic()) || std::ranges::none_of(contracts_, named))
        return true;
    const auto hashes = node_.transactions_of(block.hash);
    if (!hashes) return false;
    Receipts receipts{node_, block.hash};
    const auto counts = [this](const EvmLog& log) {
        return !log.topics.empty() && log.topics[0] == transfer_topic() &&
               std::ranges::any_of(contracts_, [&log](const std::string& contract) {
                   return from_hex(contract) == from_hex(log.contract);
               });
    };
    return std::ranges::none_of(*hashes, [&](const std::string& hash) {
        return std::ranges::any_of(receipts.of(hash).logs, counts);
    });
}

std::optional<ScannedBlock> EvmSource::scan(std::int64_t height, const Known& known) {
    const auto block = node_.block(height, native_);
    if (!block) return {};
    ScannedBlock scanned{{height, block->hash, block->parent}, {}};

    std::vector<std::pair<Payment, const EvmLog*>> found;  // no log: the transaction's own value
    std::vector<std::string> asked, senders;
    std::vector<EvmLog> logs;
    if (!contracts_.empty()) logs = node_.logs(block->hash, contracts_, transfer_topic());
    if (!contracts_.empty() && logs.empty() && !has_no_logs(*block))
        inconsistent("it shows no logs of a block that has some");
    const auto add = [&](Payment payment, const EvmLog* log, std::string from) {
        asked.push_back(payment.address);
        asked.push_back(from);
        senders.push_back(std::move(from));
        found.emplace_back(std::move(payment), log);
    };
    for (const auto& log : logs) {
        if (log.block_hash != block->hash) inconsistent("a log of another block");
        auto transfer = token_transfer(network_.kind, log);
        if (!transfer || transfer->units == "0") continue;
        add({log.transaction, 0, transfer->to, transfer->contract, transfer->units, false, 0}, &log,
            transfer->from);
    }
    // What a transaction brings counts whatever else it carries; what contracts pass on inside it
    // is not in the block and never credited from a trace.
    for (const auto& transaction : block->transactions) {
        if (transaction.to.empty() || transaction.value == "0") continue;
        const auto to = crypto::checksum_address(transaction.to);
        const auto from = crypto::checksum_address(transaction.from);
        if (!to || !from) inconsistent("an invalid address");
        add({transaction.hash, native_position, *to, {}, transaction.value, false, 0}, nullptr,
            *from);
    }

    const auto ours = found.empty() ? std::set<std::string>{} : known.addresses(asked);
    Receipts receipts{node_, block->hash};
    for (std::size_t i = 0; i < found.size(); ++i) {
        auto& [payment, log] = found[i];
        if (!ours.contains(payment.address)) continue;
        const auto& receipt = receipts.of(payment.txid);
        if (!receipt.succeeded) continue;
        if (log != nullptr) payment.position = position_of(receipt, *log);
        payment.own = ours.contains(senders[i]) || known.house.contains(senders[i]);
        payment.txid = txid_of(network_.kind, payment.txid);
        scanned.payments.push_back(std::move(payment));
    }
    return scanned;
}

}  // namespace cambio::chain
