#include <map>

#include "chain/address.h"
#include "chain/bitcoin/address.h"
#include "chain/bitcoin/codec.h"
#include "chain/units.h"
#include "crypto/crypto.h"
#include "withdrawals/found_sent.h"
#include "withdrawals/sending.h"

namespace cambio::withdrawals {

namespace {

constexpr const char* outputs_ever = R"sql(
    select txid, position, (value * 100000000)::bigint as satoshi from hot_outputs
     where network = $1
)sql";
constexpr const char* coins_that_wait = R"sql(
    select h.txid, h.position, coalesce(t.txid, '') as spender
      from hot_outputs h left join outgoing_transactions t
           on t.id = h.reserved_by and t.stage in (2, 3, 4)
     where h.network = $1 and h.height is not null and h.spent_height is null
)sql";
constexpr const char* newest_with_coin = R"sql(
    select t.id from outgoing_transactions t
     where t.network = $1 and t.stage < 5
       and exists (select from jsonb_array_elements(t.form->'inputs') i
                    where (i->>'txid') || ':' || (i->>'vout') = any ($2::text[]))
     order by t.id desc limit 1
)sql";

/// Deeper than any reorganisation that happens.
constexpr std::int64_t blocks_before = 12;

std::string coin_name(const std::string& txid, std::uint32_t position) {
    return txid + ':' + std::to_string(position);
}

class BitcoinLook {
  public:
    BitcoinLook(pg::Connection& db, const chain::Network& network, const std::string& node_url,
                const std::string& hot, Look& look)
        : db_{db},
          network_{network},
          hot_{hot},
          script_{chain::script_pubkey(hot, network.hrp).value_or("")},
          node_{node_url, std::chrono::seconds{30}},
          look_{look} {
        for (const auto row : db.run(outputs_ever, {network.name}))
            coins_[coin_name(row.str("txid"),
                             static_cast<std::uint32_t>(row.integer("position")))] =
                row.integer("satoshi");
    }

    void read_blocks() {
        begin_look(db_, network_, node_, look_);
        const auto mark = outputs_read(db_);
        // As far back as read_hot_outputs() begins.
        const auto last = mark ? mark->height : node_.height() - 100;
        std::int64_t next = std::max<std::int64_t>(0, last - blocks_before);
        for (auto head = node_.height(); next <= head; head = node_.height())
            for (; next <= head; ++next, ++look_.blocks) {
                const auto hash = node_.block_hash(next);
                if (!hash)
                    throw chain::RpcError{chain::RpcFault::broken, 0, "the node lacks a block"};
                for (const auto& one : node_.block(*hash).transactions) read(one);
            }
    }

    /// A node does not say which waiting transaction spends a coin.
    void look_at_waiting() {
        for (const auto row : db_.run(coins_that_wait, {network_.name})) {
            const auto txid = row.str("txid"), spender = row.str("spender");
            const auto position = static_cast<std::uint32_t>(row.integer("position"));
            if (node_.unspent(txid, position) || !node_.unspent_in_blocks(txid, position)) continue;
            if (!spender.empty() && node_.waits_after(spender)) continue;
            look_.complete = false;
            look_.told.push_back("A transaction that spends " + coin_name(txid, position) +
                                 " of the hot address waits for a block: look again when it is in "
                                 "one.");
        }
    }

  private:
    void read(const chain::BitcoinTransaction& one) {
        for (std::uint32_t i = 0; i < one.outputs.size(); ++i)
            if (one.outputs[i].script == script_)
                coins_[coin_name(one.txid, i)] = one.outputs[i].value;
        for (const auto& input : one.inputs)
            if (coins_.contains(coin_name(input.txid, input.position))) return look_at(one.txid);
    }

    void look_at(const std::string& txid) {
        if (known(db_, network_, txid)) return;
        const auto raw = node_.raw(txid);
        const auto read = chain::decode_bitcoin(raw);
        if (!read) throw chain::RpcError{chain::RpcFault::broken, 0, "an unreadable transaction"};
        Found found;
        found.txid = txid;
        found.raw = raw;
        std::vector<std::string> spent;
        if (!write_form(*read, found, spent)) {
            look_.told.push_back("Transaction " + txid +
                                 " spends coins of the hot address together with others': look at "
                                 "it in an explorer.");
            look_.complete = false;
            return;
        }
        const auto rows = db_.run(newest_with_coin, {network_.name, pg::Param::array(spent)});
        take_up(db_, network_, found,
                rows.empty() ? std::nullopt : std::optional{rows[0].id<TransactionId>("id")},
                look_);
    }

    /// False: it has inputs of somebody else.
    bool write_form(const chain::BitcoinTransaction& read, Found& found,
                    std::vector<std::string>& spent) {
        auto& form = found.form;
        form["kind"] = std::string{chain::name_of(network_.kind)};
        form["network"] = network_.name;
        form["from"] = hot_;
        form["version"] = std::to_string(read.version);
        form["lock_time"] = std::to_string(read.lock_time);
        std::int64_t fee = 0;
        for (const auto& spends : read.inputs) {
            const auto coin = coins_.find(coin_name(spends.txid, spends.position));
            if (coin == coins_.end()) return false;
            spent.push_back(coin->first);
            fee += coin->second;
            Json::Value input;
            input["txid"] = spends.txid;
            input["vout"] = std::to_string(spends.position);
            input["value"] = std::to_string(coin->second);
            input["script"] = crypto::hex(script_);
            input["sequence"] = std::to_string(spends.sequence);
            form["inputs"].append(input);
        }
        for (const auto& pays : read.outputs) {
            Json::Value output;
            output["address"] = chain::script_address(pays.script, network_.hrp).value_or("");
            output["script"] = crypto::hex(pays.script);
            output["value"] = std::to_string(pays.value);
            form["outputs"].append(output);
            fee -= pays.value;
            if (pays.script != script_)
                add_paid(output["address"].asString(), static_cast<std::uint64_t>(pays.value),
                         found);
        }
        form["fee"] = std::to_string(fee);
        return true;
    }

    void add_paid(const std::string& address, std::uint64_t satoshi, Found& found) {
        for (const auto& coin : network_.coins) {
            const auto amount = chain::amount_of(satoshi, coin.decimals);
            if (!coin.contract && amount)
                found.paid.push_back({address, coin.asset, coin.code, *amount});
        }
    }

    pg::Connection& db_;
    const chain::Network& network_;
    std::string hot_, script_;
    chain::BitcoinNode node_;
    Look& look_;
    std::map<std::string, std::int64_t> coins_;  ///< that lay at the hot address once; satoshi
};

}  // namespace

void look_at_bitcoin(pg::Connection& db, const chain::Network& network, const std::string& node_url,
                     const std::string& hot, Look& look) {
    BitcoinLook looking{db, network, node_url, hot, look};
    looking.read_blocks();
    looking.look_at_waiting();
}

}  // namespace cambio::withdrawals
