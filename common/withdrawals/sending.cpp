#include "withdrawals/sending.h"

#include <json/reader.h>

#include <memory>
#include <set>
#include <sstream>
#include <vector>

#include "chain/address.h"
#include "chain/bitcoin_node.h"
#include "chain/evm_node.h"
#include "chain/transaction_evm.h"
#include "crypto/crypto.h"
#include "log/log.h"
#include "rewards/unsettled_fees.h"
#include "withdrawals/outgoing.h"

namespace cambio::withdrawals {

namespace {

constexpr const char* on_their_way = R"sql(
    select id, txid from outgoing_transactions where network = $1 and stage in (2, 3, 4) order by id
)sql";
constexpr const char* lock_sending = R"sql(
    select t.id, t.withdrawal_id, t.stage, t.raw, t.txid, t.confirmations, t.form->>'fee' as fee,
           t.sent_at, w.confirmations_needed
      from outgoing_transactions t join withdrawals w on w.id = t.withdrawal_id
     where t.id = $1 and t.stage in (2, 3, 4) for update of t
)sql";
constexpr const char* before_sending = R"sql(
    update outgoing_transactions set stage = 4, sent_at = coalesce(sent_at, now()) where id = $1
)sql";
constexpr const char* seen_by_node = R"sql(
    update outgoing_transactions
       set stage = 3, confirmations = $2, block_number = $3, block_hash = $4
     where id = $1
)sql";
constexpr const char* ended_in_block = R"sql(
    update outgoing_transactions
       set stage = $2, confirmations = $3, block_number = $4, block_hash = $5, network_fee = $6,
           network_fee_asset = (select id from assets where code = $7), ended_at = now()
     where id = $1
)sql";
constexpr const char* unbooked = R"sql(
    select t.id, t.network, t.network_fee, t.network_fee_asset, t.withdrawal_id
      from outgoing_transactions t
     where t.network_fee is not null and t.network_fee_booked_at is null
       and t.network_fee_asset is not null
     order by t.id for update skip locked
)sql";
constexpr const char* mark_booked = R"sql(
    update outgoing_transactions set network_fee_booked_at = now() where id = $1
)sql";
constexpr const char* last_read = R"sql(
    select split_part(value, ' ', 1)::bigint as height, split_part(value, ' ', 2) as hash
      from job_marks where name = 'hot_outputs'
)sql";
constexpr const char* mark_read = R"sql(
    insert into job_marks (name, value) values ('hot_outputs', $1 || ' ' || $2)
    on conflict (name) do update set value = excluded.value, at = now()
)sql";
constexpr const char* forget_outputs =
    "delete from hot_outputs where network = $1 and height > $2 and reserved_by is null";
constexpr const char* unspend_outputs = R"sql(
    update hot_outputs set spent_height = null where network = $1 and spent_height > $2
)sql";
constexpr const char* insert_output = R"sql(
    insert into hot_outputs (network, txid, position, value, height, block_hash)
    values ($1, $2, $3, $4::numeric / 100000000, $5, $6)
    on conflict (network, txid, position)
    do update set height = excluded.height, block_hash = excluded.block_hash
)sql";
constexpr const char* unspent_outputs = R"sql(
    select txid, position from hot_outputs where network = $1 and spent_height is null
)sql";
constexpr const char* spend_output = R"sql(
    update hot_outputs set spent_height = $4 where network = $1 and txid = $2 and position = $3
)sql";

/// What a network says of a transaction.
struct Fate {
    enum class Where { nowhere, waiting, block } where = Where::nowhere;
    bool succeeded = true;
    std::int64_t confirmations = 0;
    std::int64_t height = 0;
    std::string block_hash;
    std::optional<Decimal> fee;  ///< in the network's own coin
};

/// The part of a node that sending needs, whatever the network.
class Carrier {
  public:
    Carrier() = default;
    Carrier(const Carrier&) = delete;
    Carrier& operator=(const Carrier&) = delete;
    virtual ~Carrier() = default;
    virtual Fate fate(const std::string& txid) = 0;
    virtual void send(std::string_view raw) = 0;
};

class EvmCarrier : public Carrier {
  public:
    explicit EvmCarrier(std::string url) : node_{std::move(url)} {}

    Fate fate(const std::string& txid) override {
        Fate fate;
        const auto receipt = node_.receipt(txid);
        if (!receipt) {
            if (node_.knows(txid)) fate.where = Fate::Where::waiting;
            return fate;
        }
        fate.where = Fate::Where::block;
        fate.succeeded = receipt->succeeded;
        fate.height = receipt->block_height;
        fate.block_hash = receipt->block_hash;
        fate.confirmations = node_.height() - receipt->block_height + 1;
        // A receipt of a block that has been left behind counts for nothing.
        if (node_.block_hash(fate.height) != fate.block_hash) fate.confirmations = 0;
        if (const auto units = chain::number_of(receipt->fee))
            fate.fee = chain::amount_of(*units, Decimal::places);
        return fate;
    }
    void send(std::string_view raw) override { node_.send_raw("0x" + crypto::hex(raw)); }

  protected:
    chain::EvmNode node_;
};

/// Untested against a node of Tron: none can run here.
class TronCarrier : public EvmCarrier {
  public:
    explicit TronCarrier(const std::string& url)
        : EvmCarrier{url},
          broadcast_{url.substr(0, url.rfind("/jsonrpc")) + "/wallet/broadcasthex"} {}

    Fate fate(const std::string& txid) override { return EvmCarrier::fate("0x" + txid); }
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
        Json::Value said;
        std::istringstream body{answer.body};
        if (!Json::parseFromStream(Json::CharReaderBuilder{}, body, &said, nullptr) ||
            !said.isObject())
            throw chain::RpcError{chain::RpcFault::broken, 0, "broadcasthex: broken"};
        if (!said["result"].isBool() || !said["result"].asBool())
            throw chain::RpcError{
                chain::RpcFault::refused, 0,
                "broadcasthex: " + (said["code"].isString() ? said["code"].asString() : "?")};
    }

  private:
    std::string broadcast_;
    http::Client http_;
};

class BitcoinCarrier : public Carrier {
  public:
    explicit BitcoinCarrier(std::string url) : node_{std::move(url)} {}

    Fate fate(const std::string& txid) override {
        Fate fate;
        const auto confirmations = node_.confirmations(txid);
        if (!confirmations) return fate;
        fate.where = *confirmations > 0 ? Fate::Where::block : Fate::Where::waiting;
        fate.confirmations = *confirmations;
        if (*confirmations > 0) fate.height = node_.height() - *confirmations + 1;
        return fate;
    }
    void send(std::string_view raw) override { node_.send_raw(crypto::hex(raw)); }

  private:
    chain::BitcoinNode node_;
};

std::unique_ptr<Carrier> carrier_of(const chain::Network& network, const std::string& url) {
    switch (network.kind) {
        case chain::Kind::evm:
            return std::make_unique<EvmCarrier>(url);
        case chain::Kind::tron:
            return std::make_unique<TronCarrier>(url);
        case chain::Kind::bitcoin:
            break;
    }
    return std::make_unique<BitcoinCarrier>(url);
}

/// The coin in which a network takes its fees; empty: one that is not traded here.
std::string own_coin(const chain::Network& network) {
    for (const auto& coin : network.coins)
        if (!coin.contract) return coin.code;
    return {};
}

/// Takes a step of the withdrawal where it is not there yet.
void follow(pg::Transaction& tx, Withdrawal& withdrawal, Stage to) {
    if (withdrawal.stage != to) step(tx, withdrawal, to);
}

/// Marks it as unknown before a byte leaves, so that a death in the middle is an unknown, too.
/// Nothing: somebody else has moved it on, or it may not leave at all now. What was sent once may
/// be on the chain, whatever became of its client since, and is followed to its end.
std::optional<std::string> begin_sending(jobs::Job& job, TransactionId id) {
    pg::Transaction tx{job.db};
    const auto row = tx.maybe(lock_sending, {id});
    if (!row) return std::nullopt;
    auto withdrawal = lock(tx, row->id<WithdrawalId>("withdrawal_id"));
    const bool first = row->null("sent_at");
    if (first && (frozen_by_audit(job.db) || held_back(tx, withdrawal->owner.id)))
        return std::nullopt;
    tx.change(1, before_sending, {id});
    follow(tx, *withdrawal, Stage::unknown);
    auto raw = row->bytes("raw");
    tx.commit();
    if (first) announce(job.db, job.push, *withdrawal);
    return raw;
}

void note_seen(jobs::Job& job, TransactionId id, const Fate& fate) {
    pg::Transaction tx{job.db};
    const auto row = tx.maybe(lock_sending, {id});
    if (!row) return;
    const bool news = static_cast<Sending>(row->integer("stage")) != Sending::broadcast ||
                      row->integer("confirmations") != fate.confirmations;
    if (!news) return;
    auto withdrawal = lock(tx, row->id<WithdrawalId>("withdrawal_id"));
    const auto height = fate.confirmations > 0 ? std::optional{fate.height} : std::nullopt;
    tx.change(1, seen_by_node, {id, fate.confirmations, height, fate.block_hash});
    follow(tx, *withdrawal, Stage::broadcast);
    tx.commit();
    announce(job.db, job.push, *withdrawal);
}

/// It is final, one way or the other.
void finish(jobs::Job& job, const chain::Network& network, TransactionId id, const Fate& fate) {
    pg::Transaction tx{job.db};
    const auto row = tx.maybe(lock_sending, {id});
    if (!row) return;
    auto withdrawal = lock(tx, row->id<WithdrawalId>("withdrawal_id"));
    auto fee = fate.fee;
    if (const auto satoshi = row->maybe_str("fee"))
        fee = chain::amount_of(chain::number_of(*satoshi).value_or(0), 8);
    const auto stage = fate.succeeded ? Sending::confirmed : Sending::failed;
    tx.change(1, ended_in_block,
              {id, static_cast<int>(stage), fate.confirmations, fate.height, fate.block_hash, fee,
               own_coin(network)});
    if (fate.succeeded)
        settle(tx, *withdrawal, row->str("txid"));
    else
        step(tx, *withdrawal, Stage::requested,
             "The transaction " + row->str("txid") + " is in a block but failed there.");
    tx.commit();
    log::info("withdrawal_final", {{"withdrawal", std::to_string(withdrawal->id.value)},
                                   {"succeeded", fate.succeeded ? "yes" : "no"}});
    announce(job.db, job.push, *withdrawal);
}

std::int64_t needed_of(jobs::Job& job, TransactionId id) {
    const auto rows = job.db.run(R"sql(
        select w.confirmations_needed from outgoing_transactions t
          join withdrawals w on w.id = t.withdrawal_id where t.id = $1)sql",
                                 {id});
    return rows[0].integer("confirmations_needed");
}

void send_once(jobs::Job& job, Carrier& carrier, TransactionId id) {
    const auto raw = begin_sending(job, id);
    if (!raw) return;
    try {
        carrier.send(*raw);
        Fate taken;
        taken.where = Fate::Where::waiting;
        note_seen(job, id, taken);
    } catch (const chain::RpcError& failure) {
        // Also a refusal is no proof: "already known" is one. The next look asks the chain.
        log::warn("withdrawal_unknown", {{"transaction", std::to_string(id.value)},
                                         {"fault", std::string{chain::name_of(failure.fault)}},
                                         {"reason", failure.what()}});
    }
}

void look_at(jobs::Job& job, const chain::Network& network, Carrier& carrier, TransactionId id,
             const std::string& txid) {
    const auto fate = carrier.fate(txid);
    if (fate.where == Fate::Where::nowhere) return send_once(job, carrier, id);
    if (fate.confirmations >= needed_of(job, id)) return finish(job, network, id, fate);
    note_seen(job, id, fate);
}

/// Without an index of transactions a node says of each that is in a block that it does not know
/// it: nothing that was sent could ever be settled. Asked once in the life of a process.
void require_index(const std::string& url) {
    static std::set<std::string> asked;
    if (asked.contains(url)) return;
    chain::BitcoinNode node{url};
    if (!node.finds_transactions())
        throw chain::RpcError{chain::RpcFault::refused, 0,
                              "the node does not find transactions of old blocks: start it with "
                              "txindex=1 (and wait until the index is built); nothing is sent "
                              "over it before"};
    asked.insert(url);
}

void send_network(jobs::Job& job, const chain::Network& network, const std::string& url) {
    const auto carrier = carrier_of(network, url);
    for (const auto row : job.db.run(on_their_way, {network.name}))
        look_at(job, network, *carrier, row.id<TransactionId>("id"), row.str("txid"));
}

/// Runs `work` for a network; what goes wrong there is the log's matter.
template <class Work>
void guarded(jobs::Job& job, const std::string& network, const Work& work) {
    try {
        work();
    } catch (const chain::RpcError& failure) {
        log::warn("network_unavailable", {{"network", network}, {"reason", failure.what()}});
        job.failed();
    } catch (const pg::Failure& failure) {
        if (!failure.serialization()) throw;
    }
}

/// Goes back to the last block that is still part of the chain.
std::int64_t common_height(jobs::Job& job, chain::BitcoinNode& node, const std::string& network,
                           std::int64_t tip) {
    // Deeper than any reorganisation that a withdrawal would survive.
    constexpr std::int64_t deepest = 100;
    const auto rows = job.db.run(last_read);
    if (rows.empty()) return std::max<std::int64_t>(-1, tip - deepest);
    const auto height = rows[0].integer("height");
    if (node.block_hash(height) == rows[0].str("hash")) return height;
    const auto back = std::max<std::int64_t>(-1, std::min(height, tip) - deepest);
    pg::Transaction tx{job.db};
    tx.run(forget_outputs, {network, back});
    tx.run(unspend_outputs, {network, back});
    tx.commit();
    return back;
}

void read_block(jobs::Job& job, chain::BitcoinNode& node, const std::string& network,
                const std::string& script, std::int64_t height, const std::string& hash) {
    const auto block = node.block(hash);
    pg::Transaction tx{job.db};
    std::set<std::pair<std::string, std::int64_t>> ours;
    for (const auto row : tx.run(unspent_outputs, {network}))
        ours.emplace(row.str("txid"), row.integer("position"));
    for (const auto& transaction : block.transactions) {
        for (const auto& input : transaction.inputs)
            if (const std::int64_t position = input.output; ours.contains({input.txid, position}))
                tx.change(1, spend_output, {network, input.txid, position, height});
        for (std::size_t i = 0; i < transaction.outputs.size(); ++i) {
            const auto& output = transaction.outputs[i];
            // What a miner is paid cannot be spent for a hundred blocks.
            if (output.script != script || transaction.coinbase || output.value <= 0) continue;
            const auto position = static_cast<std::int64_t>(i);
            tx.run(insert_output,
                   {network, transaction.txid, position, output.value, height, hash});
            ours.emplace(transaction.txid, position);
        }
    }
    tx.run(mark_read, {std::to_string(height), hash});
    tx.commit();
}

}  // namespace

void send_all(jobs::Job& job) {
    for (const auto& network : chain::networks(job.db)) {
        const auto url = chain::settings_of(job.config, network.name).node_url;
        if (url.empty()) continue;
        guarded(job, network.name, [&] {
            if (network.kind == chain::Kind::bitcoin) require_index(url);
            send_network(job, network, url);
        });
    }
}

void read_hot_outputs(jobs::Job& job) {
    for (const auto& network : chain::networks(job.db)) {
        const auto url = chain::settings_of(job.config, network.name).node_url;
        const auto script = chain::script_pubkey(job.config.hot_bitcoin_address, network.hrp);
        if (network.kind != chain::Kind::bitcoin || url.empty() || !script) continue;
        guarded(job, network.name, [&] {
            chain::BitcoinNode node{url};
            const auto tip = node.height();
            for (auto height = common_height(job, node, network.name, tip) + 1; height <= tip;
                 ++height) {
                const auto hash = node.block_hash(height);
                if (!hash) return;
                read_block(job, node, network.name, *script, height, *hash);
            }
        });
    }
}

void book_network_fees(pg::Connection& connection) {
    pg::Transaction tx{connection};
    for (const auto row : tx.run(unbooked)) {
        const auto asset = row.id<AssetId>("network_fee_asset");
        const auto fees = ledger::house_account(tx, ledger::House::fees, asset);
        const auto world = ledger::chain_account(tx, row.str("network"), asset);
        const Decimal amount = row.decimal("network_fee");
        const Decimal held = ledger::lock(tx, {fees, world}).at(fees);
        if (held - rewards::unsettled_fees(tx, asset) < amount) continue;
        if (amount.positive())
            ledger::transfer(tx, fees, world, amount, ledger::Kind::network_fee,
                             row.integer("withdrawal_id"));
        tx.change(1, mark_booked, {row.id<TransactionId>("id")});
    }
    tx.commit();
}

}  // namespace cambio::withdrawals
