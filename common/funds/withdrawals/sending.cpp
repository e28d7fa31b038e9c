#include "withdrawals/sending.h"

#include <algorithm>
#include <vector>

#include "chain/chain.h"
#include "chain/units.h"
#include "ledger/ledger.h"
#include "log/log.h"
#include "rewards/unsettled_fees.h"
#include "withdrawals/fees.h"
#include "withdrawals/guarded.h"
#include "withdrawals/outgoing.h"
#include "withdrawals/signing.h"

namespace cambio::withdrawals {

namespace {

// The versions of one payment stand together, the newest first.
constexpr const char* on_their_way = R"sql(
    select t.id, t.txid, t.withdrawal_id,
           (select max(w.confirmations_needed) from withdrawals w
             where w.id = t.withdrawal_id or w.paid_with = t.withdrawal_id) as confirmations_needed
      from outgoing_transactions t
     where t.network = $1 and t.stage in (2, 3, 4) order by t.withdrawal_id, t.id desc
)sql";
constexpr const char* lock_sending = R"sql(
    select stage, raw, txid, confirmations, form->>'fee' as fee, sent_at
      from outgoing_transactions where id = $1 and stage in (2, 3, 4) for update
)sql";
constexpr const char* before_sending = R"sql(
    update outgoing_transactions set stage = 4, sent_at = coalesce(sent_at, now()) where id = $1
)sql";
constexpr const char* seen_by_node = R"sql(
    update outgoing_transactions
       set stage = 3, confirmations = $2, block_number = $3, block_hash = $4
     where id = $1
)sql";
// A reorganisation has put another version into its place, or none.
constexpr const char* not_in_a_block = R"sql(
    update outgoing_transactions set confirmations = 0, block_number = null, block_hash = null
     where withdrawal_id = $1 and id <> $2 and stage in (2, 3, 4) and confirmations > 0
)sql";
constexpr const char* end_other_versions = R"sql(
    update outgoing_transactions set stage = 7, replaced_by = $3, ended_at = now()
     where withdrawal_id = $1 and id <> $2 and stage < 6
)sql";
// A later version spends the coins of the earlier ones, and perhaps more, which are free again.
constexpr const char* free_coins_of_later = R"sql(
    update hot_outputs set reserved_by = null where reserved_by in
        (select id from outgoing_transactions where withdrawal_id = $1 and id > $2 and stage = 7)
)sql";
constexpr const char* ended_in_block = R"sql(
    update outgoing_transactions
       set stage = $2, confirmations = $3, block_number = $4, block_hash = $5, network_fee = $6,
           network_fee_asset = (select id from assets where code = $7), ended_at = now()
     where id = $1
)sql";
constexpr const char* form_of = "select form from outgoing_transactions where id = $1";
constexpr const char* unbooked = R"sql(
    select t.id, t.network, t.network_fee, t.network_fee_asset, t.withdrawal_id
      from outgoing_transactions t
     where t.network_fee is not null and t.network_fee_booked_at is null
       and t.network_fee_asset is not null
     order by t.id for update skip locked
)sql";
constexpr const char* paid_by = R"sql(
    select id from withdrawals where id = $1 or paid_with = $1 order by id
)sql";
constexpr const char* mark_booked = R"sql(
    update outgoing_transactions set network_fee_booked_at = now() where id = $1
)sql";

/// What pays a withdrawal, and those that are paid with it: all its signed versions, the newest
/// first. A block takes one of them at most.
struct Payment {
    struct Version {
        TransactionId id;
        std::string txid;
    };
    WithdrawalId first;
    std::int64_t confirmations_needed = 0;
    std::vector<Version> versions;
};

std::vector<Payment> payments(jobs::Job& job, const std::string& network) {
    std::vector<Payment> all;
    for (const auto row : job.db.run(on_their_way, {network})) {
        const auto withdrawal = row.id<WithdrawalId>("withdrawal_id");
        if (all.empty() || all.back().first != withdrawal)
            all.push_back({withdrawal, row.integer("confirmations_needed"), {}});
        all.back().versions.push_back({row.id<TransactionId>("id"), row.str("txid")});
    }
    return all;
}

/// The coin in which a network takes its fees; empty: one that is not traded here.
std::string own_coin(const chain::Network& network) {
    for (const auto& coin : network.coins)
        if (!coin.contract) return coin.code;
    return {};
}

/// What a payment pays and one of its versions, locked in this order as everywhere.
struct Locked {
    std::vector<Withdrawal> all;
    pg::Result version;

    pg::Row row() const { return version[0]; }
    bool stand_at(Stage stage) const {
        return std::ranges::all_of(all,
                                   [&](const Withdrawal& each) { return each.stage == stage; });
    }
    void follow(pg::Transaction& tx, Stage to) {
        for (auto& each : all)
            if (each.stage != to) step(tx, each, to);
    }
    void announce_all(jobs::Job& job) const {
        for (const auto& each : all) announce(job.db, job.push, each);
    }
};

/// Nothing: somebody else has moved it on.
std::optional<Locked> lock_version(pg::Transaction& tx, const Payment& payment, TransactionId id) {
    auto all = lock_together(tx, payment.first);
    auto version = tx.run(lock_sending, {id});
    if (all.empty() || version.empty()) return std::nullopt;
    return Locked{std::move(all), std::move(version)};
}

/// Marks it as unknown before a byte leaves, so that a death in the middle is an unknown, too; its
/// withdrawals are none as long as a node has another version (`waits`). Nothing: it may not leave
/// at all now, for one of its clients. What was sent once may be on the chain, whatever became of
/// its client since, and is followed to its end.
std::optional<std::string> begin_sending(jobs::Job& job, const chain::Network& network,
                                         const Payment& payment, TransactionId id, bool waits) {
    pg::Transaction tx{job.db};
    auto locked = lock_version(tx, payment, id);
    if (!locked) return std::nullopt;
    const bool first = locked->row().null("sent_at");
    const auto stays = [&tx](const Withdrawal& each) {
        return held_back(tx, each.owner.id) || !is_covered(tx, each.id);
    };
    if (first && (keeps_play_money(tx, network) || stopped(job.db) ||
                  std::ranges::any_of(locked->all, stays)))
        return std::nullopt;
    tx.change(1, before_sending, {id});
    if (!waits) locked->follow(tx, Stage::unknown);
    auto raw = locked->row().bytes("raw");
    tx.commit();
    if (first) locked->announce_all(job);
    return raw;
}

void note_seen(jobs::Job& job, const Payment& payment, TransactionId id,
               const chain::TxStatus& status) {
    pg::Transaction tx{job.db};
    auto locked = lock_version(tx, payment, id);
    if (!locked) return;
    const auto moved = tx.run(not_in_a_block, {payment.first, id}).affected();
    const bool news = static_cast<Sending>(locked->row().integer("stage")) != Sending::broadcast ||
                      locked->row().integer("confirmations") != status.confirmations || moved > 0 ||
                      !locked->stand_at(Stage::broadcast);
    if (!news) return;
    const auto height = status.confirmations > 0 ? std::optional{status.height} : std::nullopt;
    tx.change(1, seen_by_node, {id, status.confirmations, height, status.block_hash});
    locked->follow(tx, Stage::broadcast);
    tx.commit();
    locked->announce_all(job);
}

/// It is final, one way or the other, and with it every other version is none.
void finish(jobs::Job& job, const chain::Network& network, chain::Broadcaster& broadcaster,
            const Payment& payment, TransactionId id, const chain::TxStatus& status) {
    // Whether it failed for its receiver: the hot address itself could have sent it.
    const bool refused = !status.succeeded &&
                         broadcaster.sender_could_send(
                             read_form(job.db.run(form_of, {id})[0].str("form")), status.height);
    pg::Transaction tx{job.db};
    auto locked = lock_version(tx, payment, id);
    if (!locked) return;
    // Whether something else has paid it has to be known before it waits for review again.
    if (!status.succeeded && std::ranges::any_of(locked->all, &Withdrawal::in_doubt)) return;
    const auto txid = locked->row().str("txid");
    auto fee = status.fee;
    if (const auto satoshi = locked->row().maybe_str("fee"))
        fee = chain::amount_of(chain::number_of(*satoshi).value_or(0), 8);
    const auto stage = status.succeeded ? Sending::confirmed : Sending::failed;
    tx.change(1, ended_in_block,
              {id, static_cast<int>(stage), status.confirmations, status.height, status.block_hash,
               fee, own_coin(network)});
    tx.run(end_other_versions, {payment.first, id, txid});
    tx.run(free_coins_of_later, {payment.first, id});
    for (auto& each : locked->all) {
        if (status.succeeded)
            settle(tx, each, txid);
        else if (refused)
            fail(tx, each, txid);
        else
            step(tx, each, Stage::requested,
                 "The transaction " + txid + " is in a block but failed there.");
    }
    tx.commit();
    for (const auto& each : locked->all)
        log::info("withdrawal_final", {{"withdrawal", std::to_string(each.id.value)},
                                       {"succeeded", status.succeeded ? "yes" : "no"}});
    locked->announce_all(job);
}

/// False: the node refuses it, or it may not leave.
bool send_once(jobs::Job& job, const chain::Network& network, chain::Broadcaster& broadcaster,
               const Payment& payment, TransactionId id, bool waits) {
    const auto raw = begin_sending(job, network, payment, id, waits);
    if (!raw) return false;
    try {
        broadcaster.send(*raw);
        chain::TxStatus taken;
        taken.where = chain::TxStatus::Where::waiting;
        note_seen(job, payment, id, taken);
        return true;
    } catch (const chain::RpcError& failure) {
        // Also a refusal is no proof: "already known" is one. The next look asks the chain.
        log::warn("withdrawal_unknown", {{"transaction", std::to_string(id.value)},
                                         {"fault", std::string{chain::name_of(failure.fault)}},
                                         {"reason", failure.what()}});
        return failure.fault != chain::RpcFault::refused;
    }
}

/// When a version in a block is final. One that failed frees the money for its client: not before
/// the depth at which a deposit's money may leave, for a reorganisation could let it succeed yet.
std::int64_t depth_needed(const chain::Network& network, const Payment& payment,
                          const chain::TxStatus& status) {
    if (status.succeeded) return payment.confirmations_needed;
    return std::max<std::int64_t>(payment.confirmations_needed, network.unlock_confirmations);
}

/// A version in a block counts, wherever the others are. Else the newest is sent until a node has
/// it; an older one goes out again where the node refuses the newer and has forgotten the older.
void look_at(jobs::Job& job, const chain::Network& network, chain::Broadcaster& broadcaster,
             const Payment& payment) {
    std::vector<chain::TxStatus> statuses;
    for (const auto& version : payment.versions)
        statuses.push_back(broadcaster.status(version.txid));
    const auto best = std::ranges::max_element(statuses, {}, &chain::TxStatus::confirmations);
    if (best->confirmations > 0) {
        const auto id = payment.versions[static_cast<std::size_t>(best - statuses.begin())].id;
        if (best->confirmations >= depth_needed(network, payment, *best))
            return finish(job, network, broadcaster, payment, id, *best);
        return note_seen(job, payment, id, *best);
    }
    const auto seen = [](const chain::TxStatus& status) {
        return status.where != chain::TxStatus::Where::nowhere;
    };
    const bool waits = std::ranges::any_of(statuses, seen);
    for (std::size_t i = 0; i < statuses.size(); ++i) {
        const auto id = payment.versions[i].id;
        if (seen(statuses[i])) return note_seen(job, payment, id, statuses[i]);
        if (send_once(job, network, broadcaster, payment, id, waits)) return;
    }
}

void send_network(jobs::Job& job, const chain::Network& network, const std::string& url) {
    const auto broadcaster = chain::chain_of(network).broadcaster(network, url);
    broadcaster->require_fit();
    for (const auto& payment : payments(job, network.name))
        look_at(job, network, *broadcaster, payment);
}

}  // namespace

void send_all(jobs::Job& job) {
    for (const auto& network : chain::networks(job.db)) {
        const auto url = chain::settings_of(job.config, network).node_url;
        if (!url.empty()) guarded(job, network.name, [&] { send_network(job, network, url); });
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
        const auto paid = tx.run(paid_by, {row.id<WithdrawalId>("withdrawal_id")});
        const auto shares = shares_of(amount, static_cast<std::size_t>(paid.size()));
        for (int i = 0; i < paid.size(); ++i) {
            const Decimal share = shares[static_cast<std::size_t>(i)];
            if (share.positive())
                ledger::transfer(tx, fees, world, share, ledger::Kind::network_fee,
                                 paid[i].integer("id"));
        }
        tx.change(1, mark_booked, {row.id<TransactionId>("id")});
    }
    tx.commit();
}

}  // namespace cambio::withdrawals
