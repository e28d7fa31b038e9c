#include "chain/evm/search.h"

#include <algorithm>
#include <map>

#include "chain/evm/address.h"
#include "chain/evm/node.h"
#include "chain/evm/transaction.h"
#include "chain/units.h"
#include "crypto/crypto.h"
#include "crypto/ethereum.h"

namespace cambio::chain {

namespace {

/// Ethereum makes a block each few seconds.
constexpr std::chrono::minutes oldest_newest_block{10};

/// Clocks differ, and a block's time is its maker's.
constexpr std::chrono::minutes before_the_moment{30};
/// Deeper than any reorganisation that happens.
constexpr std::int64_t blocks_before = 100;

/// The last block that is older than `time`, or the first of all.
std::int64_t block_before(EvmNode& node, pg::Time time) {
    std::int64_t low = 0, high = node.height();
    while (low < high) {
        const auto middle = low + (high - low + 1) / 2;
        if (node.block_time(middle) < time)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/// Where to begin: what was sent after the moment is in no block from before it, and in none that
/// was `known` until then. A clock that was ahead has noted a moment that is too late.
std::int64_t first_to_read(EvmNode& node, pg::Time moment, std::int64_t known) {
    const auto by_time = block_before(node, moment - before_the_moment);
    if (known == 0) return by_time;
    return std::min(by_time, std::max<std::int64_t>(0, known - blocks_before));
}

/// What a transaction pays, if it is one of those that are exported here.
std::optional<Found::Paid> payment_in(const Network& network, const SignedEvm& read) {
    constexpr std::size_t selector = 4, word = 32, account = 20;
    if (read.to.size() != account) return {};  // It makes a contract.
    for (const auto& coin : network.coins) {
        std::string receiver = read.to;
        uint128 units = read.value;
        if (coin.contract) {
            if (evm_address(read.to) != *coin.contract) continue;
            if (read.data.size() != selector + 2 * word) continue;
            receiver = read.data.substr(selector + word - account, account);
            units = 0;
            for (std::size_t i = word / 2; i < word; ++i)
                units = units << 8U | static_cast<unsigned char>(read.data[selector + word + i]);
            if (read.data != transfer_data(receiver, units)) continue;
        } else if (!read.data.empty()) {
            continue;
        }
        const auto amount = amount_of(units, coin.decimals);
        if (!amount) continue;
        return Found::Paid{evm_address(receiver), coin.asset, coin.code, *amount};
    }
    return {};
}

std::optional<Found> found_of(const Network& network, const std::string& raw) {
    const auto read = decode_evm(raw);
    if (!read) return {};
    Found found;
    found.txid = read->txid;
    found.raw = raw;
    found.nonce = static_cast<std::int64_t>(read->nonce);
    auto& form = found.form;
    form["kind"] = std::string{name_of(network.kind)};
    form["network"] = network.name;
    form["from"] = evm_address(read->sender);
    form["type"] = std::to_string(read->type);
    form["chain_id"] = std::to_string(read->chain_id);
    form["nonce"] = std::to_string(read->nonce);
    form["max_fee_per_gas"] = digits_of(read->max_fee_per_gas);
    form["max_priority_fee_per_gas"] = digits_of(read->max_priority_fee_per_gas);
    form["gas_limit"] = std::to_string(read->gas_limit);
    form["to"] = read->to.empty() ? "" : evm_address(read->to);
    form["value"] = digits_of(read->value);
    form["data"] = "0x" + crypto::hex(read->data);
    if (auto paid = payment_in(network, *read)) found.paid.push_back(*std::move(paid));
    return found;
}

/// One that the hot address has sent, in a block or waiting: by its bytes, not by the node's word.
void look_at(const Network& network, EvmNode& node, const std::string& hot, const std::string& hash,
             SentBooks& books, Search& search) {
    if (books.known(hash)) return;
    const auto raw = node.raw(hash);
    const auto found = raw ? found_of(network, *raw) : std::nullopt;
    if (!found || found->txid != hash || found->form["from"].asString() != hot) {
        search.complete = false;
        search.told.push_back("Transaction " + hash +
                              " of a hot address cannot be read from the node: look at it in an "
                              "explorer.");
        return;
    }
    books.take_up(*found);
}

/// What a hot address has sent that the books do not have, or may have.
struct Unread {
    std::int64_t unused = 0;  ///< a nonce that was not used at the restored moment
    std::int64_t mined = 0;   ///< transactions in the blocks that were read
};

/// Those of them that have sent anything since then, or are about to.
std::map<std::string, Unread> active(EvmNode& node, const std::set<std::string>& hot,
                                     SentBooks& books) {
    std::map<std::string, Unread> all;
    for (const auto& each : hot) {
        const auto unused = books.first_open_nonce(each);
        if (node.transaction_count(each, true) > unused || !node.waiting(each).empty())
            all[each].unused = unused;
    }
    return all;
}

void look_at_waiting(const Network& network, EvmNode& node, const std::string& hot,
                     SentBooks& books, Search& search) {
    const auto waiting = node.waiting(hot);
    const auto nonce = node.transaction_count(hot, true);
    for (const auto& hash : waiting) look_at(network, node, hot, hash, books, search);
    if (nonce > node.transaction_count(hot, false) + static_cast<std::int64_t>(waiting.size())) {
        search.complete = false;
        search.told.push_back("Transactions of " + hot + " over " + network.name +
                              " wait for a block and the node does not show them: look again when "
                              "they are in one.");
    }
    if (books.nonce_is_missing(hot, nonce))
        search.told.push_back("The nonce " + std::to_string(nonce) + " of " + hot +
                              " was given to a transaction that nobody knows any more, and blocks "
                              "those after it: send a payment of the address to itself with it.");
}

}  // namespace

void search_evm(const Network& network, const std::string& node_url,
                const std::set<std::string>& hot, pg::Time moment, SentBooks& books,
                Search& search) {
    EvmNode node{node_url, std::chrono::seconds{30}};
    if (node.chain_id() != network.chain_id)
        throw RpcError{RpcFault::broken, 0, "the node follows another chain"};
    const auto known = books.last_block_restored();
    begin_search(search, network.name,
                 lag_of(node.state(), books.last_block_read(), oldest_newest_block));
    auto senders = active(node, hot, books);
    if (senders.empty()) return;
    std::int64_t next = first_to_read(node, moment, known);
    for (auto head = node.height(); next <= head; head = node.height()) {
        for (; next <= head; ++next, ++search.blocks) {
            const auto block = node.block(next, true);
            if (!block) throw RpcError{RpcFault::broken, 0, "the node lacks a block"};
            for (const auto& one : block->transactions) {
                const auto sender = senders.find(crypto::checksum_address(one.from).value_or(""));
                if (sender == senders.end()) continue;
                ++sender->second.mined;
                look_at(network, node, sender->first, one.hash, books, search);
            }
        }
    }
    for (const auto& [sender, unread] : senders) {
        // The moment, or what was read before, has said where to begin, and may be wrong.
        if (unread.unused > 0 &&
            node.transaction_count(sender, false) - unread.mined > unread.unused) {
            search.complete = false;
            search.told.push_back("Transactions of " + sender + " over " + network.name +
                                  " that nobody knows here were in blocks before those that were "
                                  "read: look at it in an explorer.");
        }
        look_at_waiting(network, node, sender, books, search);
    }
}

}  // namespace cambio::chain
