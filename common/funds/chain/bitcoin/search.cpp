#include "chain/bitcoin/search.h"

#include <algorithm>
#include <map>

#include "chain/bitcoin/address.h"
#include "chain/bitcoin/node.h"
#include "chain/units.h"
#include "crypto/crypto.h"

namespace cambio::chain {

namespace {

/// Deeper than any reorganisation that happens.
constexpr std::int64_t blocks_before = 12;

/// There is a block in ten minutes on the average, and hardly ever none in three hours.
constexpr std::chrono::hours oldest_newest_block{3};

std::string coin_name(const Outpoint& at) {
    return at.txid + ':' + std::to_string(at.position);
}

class BitcoinSearch {
  public:
    BitcoinSearch(const Network& network, const std::string& node_url,
                  const std::set<std::string>& hot, SentBooks& books, Search& search)
        : network_{network},
          node_{node_url, std::chrono::seconds{30}},
          books_{books},
          search_{search} {
        for (const auto& each : hot)
            if (auto script = script_pubkey(each, network.hrp)) scripts_.insert(*std::move(script));
        for (const auto& output : books.outputs()) coins_[coin_name(output.at)] = output.satoshi;
    }

    void read_blocks() {
        begin_search(search_, network_.name,
                     lag_of(node_.state(), books_.last_block_read(), oldest_newest_block));
        const auto read_until = books_.outputs_restored_until();
        if (!read_until) {
            search_.complete = false;
            search_.told.push_back("Nobody knows in which block of " + network_.name +
                                   " to begin: compare what the hot addresses have sent by hand, "
                                   "in an explorer.");
        }
        // As far back as their reading begins.
        const auto last = read_until ? *read_until : node_.height() - 100;
        std::int64_t next = std::max<std::int64_t>(0, last - blocks_before);
        for (auto head = node_.height(); next <= head; head = node_.height())
            for (; next <= head; ++next, ++search_.blocks) {
                const auto hash = node_.block_hash(next);
                if (!hash) throw RpcError{RpcFault::broken, 0, "the node lacks a block"};
                for (const auto& one : node_.block(*hash).transactions) read(one);
            }
    }

    /// A node does not say which waiting transaction spends a coin.
    void look_at_waiting() {
        for (const auto& [at, spender] : books_.unspent_outputs()) {
            if (node_.unspent(at.txid, at.position) ||
                !node_.unspent_in_blocks(at.txid, at.position))
                continue;
            if (!spender.empty() && node_.waits_after(spender)) continue;
            search_.complete = false;
            search_.told.push_back("A transaction that spends " + coin_name(at) +
                                   " of a hot address waits for a block: look again when it is "
                                   "in one.");
        }
    }

  private:
    void read(const BitcoinTransaction& one) {
        for (std::uint32_t i = 0; i < one.outputs.size(); ++i)
            if (scripts_.contains(one.outputs[i].script))
                coins_[coin_name({one.txid, i})] = one.outputs[i].value;
        for (const auto& input : one.inputs)
            if (coins_.contains(coin_name(input))) return look_at(one.txid);
    }

    void look_at(const std::string& txid) {
        if (books_.known(txid)) return;
        const auto raw = node_.raw(txid);
        const auto read = decode_bitcoin(raw);
        if (!read || read->txid != txid)
            throw RpcError{RpcFault::broken, 0, "an unreadable transaction"};
        Found found;
        found.txid = txid;
        found.raw = raw;
        if (!write_form(*read, found)) {
            search_.told.push_back("Transaction " + txid +
                                   " spends coins of a hot address together with others': look "
                                   "at it in an explorer.");
            search_.complete = false;
            return;
        }
        books_.take_up(found);
    }

    /// False: it has inputs of somebody else.
    bool write_form(const BitcoinTransaction& read, Found& found) {
        auto& form = found.form;
        form["kind"] = std::string{name_of(network_.kind)};
        form["network"] = network_.name;
        form["version"] = std::to_string(read.version);
        form["lock_time"] = std::to_string(read.lock_time);
        std::int64_t fee = 0;
        for (const auto& spends : read.inputs) {
            const auto coin = coins_.find(coin_name(spends));
            if (coin == coins_.end()) return false;
            fee += coin->second;
            Json::Value input;
            input["txid"] = spends.txid;
            input["vout"] = std::to_string(spends.position);
            input["value"] = std::to_string(coin->second);
            const auto script = script_at(spends);
            input["script"] = crypto::hex(script);
            input["sequence"] = std::to_string(spends.sequence);
            form["inputs"].append(input);
            form["from"] = script_address(script, network_.hrp).value_or("");
        }
        for (const auto& pays : read.outputs) {
            Json::Value output;
            output["address"] = script_address(pays.script, network_.hrp).value_or("");
            output["script"] = crypto::hex(pays.script);
            output["value"] = std::to_string(pays.value);
            form["outputs"].append(output);
            fee -= pays.value;
            if (!scripts_.contains(pays.script))
                add_paid(output["address"].asString(), pays.value, found);
        }
        form["fee"] = std::to_string(fee);
        return true;
    }

    /// Of a coin the books do not say at which of the hot addresses it lay.
    std::string script_at(const Outpoint& coin) {
        const auto paid = decode_bitcoin(node_.raw(coin.txid));
        if (!paid || coin.position >= paid->outputs.size())
            throw RpcError{RpcFault::broken, 0, "an unreadable transaction"};
        return paid->outputs[coin.position].script;
    }

    void add_paid(const std::string& address, std::int64_t satoshi, Found& found) {
        for (const auto& coin : network_.coins) {
            const auto amount = amount_of(static_cast<uint128>(satoshi), coin.decimals);
            if (!coin.contract && amount)
                found.paid.push_back({address, coin.asset, coin.code, *amount});
        }
    }

    const Network& network_;
    std::set<std::string> scripts_;  ///< of the hot addresses
    BitcoinNode node_;
    SentBooks& books_;
    Search& search_;
    std::map<std::string, std::int64_t> coins_;  ///< that lay at one of them once; satoshi
};

}  // namespace

void search_bitcoin(const Network& network, const std::string& node_url,
                    const std::set<std::string>& hot, SentBooks& books, Search& search) {
    BitcoinSearch searching{network, node_url, hot, books, search};
    searching.read_blocks();
    searching.look_at_waiting();
}

}  // namespace cambio::chain
