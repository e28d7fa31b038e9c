#include "chain/address.h"
#include "chain/evm/transaction.h"
#include "chain/units.h"
#include "crypto/crypto.h"
#include "crypto/ethereum.h"
#include "withdrawals/found_sent.h"

namespace cambio::withdrawals {

namespace {

// A nonce of the hot address that was not used at the restored moment: that of the first that had
// not ended, or the next one.
constexpr const char* first_open_nonce = R"sql(
    select coalesce(min(nonce) filter (where stage < 5), max(nonce) + 1, 0) as nonce
      from outgoing_transactions where network = $1 and sender = $2 and nonce is not null
)sql";
constexpr const char* newest_with_nonce = R"sql(
    select id from outgoing_transactions
     where network = $1 and sender = $2 and nonce = $3 and stage < 5 order by id desc limit 1
)sql";

constexpr const char* is_missing = R"sql(
    select exists (select from outgoing_transactions
                    where network = $1 and sender = $2 and nonce > $3 and stage < 5)
           and not exists (select from outgoing_transactions
                            where network = $1 and sender = $2 and nonce = $3) as yes
)sql";

/// Clocks differ, and a block's time is its maker's.
constexpr std::chrono::minutes before_the_moment{30};

/// The last block that is older than `time`, or the first of all.
std::int64_t block_before(chain::EvmNode& node, pg::Time time) {
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

/// What a transaction pays, if it is one of those that are exported here.
std::optional<Found::Paid> payment_in(const chain::Network& network, const chain::SignedEvm& read) {
    constexpr std::size_t selector = 4, word = 32, account = 20;
    if (read.to.size() != account) return {};  // It makes a contract.
    for (const auto& coin : network.coins) {
        std::string receiver = read.to;
        uint128 units = read.value;
        if (coin.contract) {
            if (account_address(network.kind, read.to) != *coin.contract) continue;
            if (read.data.size() != selector + 2 * word) continue;
            receiver = read.data.substr(selector + word - account, account);
            units = 0;
            for (std::size_t i = word / 2; i < word; ++i)
                units = units << 8U | static_cast<unsigned char>(read.data[selector + word + i]);
            if (read.data != chain::transfer_data(receiver, units)) continue;
        } else if (!read.data.empty()) {
            continue;
        }
        const auto amount = chain::amount_of(units, coin.decimals);
        if (!amount) continue;
        return Found::Paid{account_address(network.kind, receiver), coin.asset, coin.code, *amount};
    }
    return {};
}

std::optional<Found> found_of(const chain::Network& network, const std::string& raw) {
    const auto read = chain::decode_evm(raw);
    if (!read) return {};
    Found found;
    found.txid = read->txid;
    found.raw = raw;
    found.nonce = static_cast<std::int64_t>(read->nonce);
    auto& form = found.form;
    form["kind"] = std::string{chain::name_of(network.kind)};
    form["network"] = network.name;
    form["from"] = account_address(network.kind, read->sender);
    form["type"] = std::to_string(read->type);
    form["chain_id"] = std::to_string(read->chain_id);
    form["nonce"] = std::to_string(read->nonce);
    form["max_fee_per_gas"] = chain::digits_of(read->max_fee_per_gas);
    form["max_priority_fee_per_gas"] = chain::digits_of(read->max_priority_fee_per_gas);
    form["gas_limit"] = std::to_string(read->gas_limit);
    form["to"] = read->to.empty() ? "" : account_address(network.kind, read->to);
    form["value"] = chain::digits_of(read->value);
    form["data"] = "0x" + crypto::hex(read->data);
    if (auto paid = payment_in(network, *read)) found.paid.push_back(*std::move(paid));
    return found;
}

/// One that the hot address has sent, in a block or waiting.
void look_at(pg::Connection& db, const chain::Network& network, chain::EvmNode& node,
             const std::string& hot, const std::string& hash, Look& look) {
    if (known(db, network, hash)) return;
    const auto raw = node.raw(hash);
    const auto found = raw ? found_of(network, *raw) : std::nullopt;
    if (!found) {
        look.complete = false;
        look.told.push_back("Transaction " + hash +
                            " of the hot address cannot be read from the node: look at it in an "
                            "explorer.");
        return;
    }
    const auto rows = db.run(newest_with_nonce, {network.name, hot, found->nonce});
    take_up(db, network, *found,
            rows.empty() ? std::nullopt : std::optional{rows[0].id<TransactionId>("id")}, look);
}

}  // namespace

void look_at_evm(pg::Connection& db, const chain::Network& network, const std::string& node_url,
                 const std::string& hot, pg::Time moment, Look& look) {
    chain::EvmNode node{node_url, std::chrono::seconds{30}};
    if (node.chain_id() != network.chain_id)
        throw chain::RpcError{chain::RpcFault::broken, 0, "the node follows another chain"};
    begin_look(db, network, node, look);
    const auto unused = db.run(first_open_nonce, {network.name, hot})[0].integer("nonce");
    if (node.transaction_count(hot, true) <= unused && node.waiting(hot).empty()) return;
    const auto ours = [&hot](const chain::EvmTransaction& one) {
        return crypto::checksum_address(one.from) == hot;
    };
    std::int64_t next = block_before(node, moment - before_the_moment);
    for (auto head = node.height(); next <= head; head = node.height()) {
        for (; next <= head; ++next, ++look.blocks) {
            const auto block = node.block(next, true);
            if (!block) throw chain::RpcError{chain::RpcFault::broken, 0, "the node lacks a block"};
            for (const auto& one : block->transactions)
                if (ours(one)) look_at(db, network, node, hot, one.hash, look);
        }
    }
    const auto waiting = node.waiting(hot);
    const auto nonce = node.transaction_count(hot, true);
    for (const auto& hash : waiting) look_at(db, network, node, hot, hash, look);
    if (nonce > node.transaction_count(hot, false) + static_cast<std::int64_t>(waiting.size())) {
        look.complete = false;
        look.told.push_back("Transactions of " + hot + " over " + network.name +
                            " wait for a block and the node does not show them: look again when "
                            "they are in one.");
    }
    if (db.run(is_missing, {network.name, hot, nonce})[0].boolean("yes"))
        look.told.push_back("The nonce " + std::to_string(nonce) + " of " + hot +
                            " was given to a transaction that nobody knows any more, and blocks "
                            "those after it: send a payment of the address to itself with it.");
}

}  // namespace cambio::withdrawals
