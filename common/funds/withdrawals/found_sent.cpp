#include "withdrawals/found_sent.h"

#include <algorithm>

#include "chain/address.h"
#include "chain/lag.h"
#include "json/write.h"
#include "withdrawals/signing.h"

namespace cambio::withdrawals {

namespace {

constexpr const char* find_known = R"sql(
    select exists (select from outgoing_transactions where network = $1 and txid = $2) as yes
)sql";
// What waits to be given out first, for it is what would be paid a second time.
constexpr const char* asked_for = R"sql(
    select id, stage, in_doubt from withdrawals
     where network = $1 and address = $2 and asset_id = $3 and amount - fee = $4 and stage < 7
       and not (id = any ($5::bigint[]))
     order by stage > 2, id
)sql";
constexpr const char* whose_address = R"sql(
    select string_agg(distinct c.user_unique_id, ', ') as clients from clients c
     where exists (select from withdrawal_addresses l
                    where l.client_id = c.id and l.network = $1 and l.address = $2)
        or exists (select from withdrawals w
                    where w.client_id = c.id and w.network = $1 and w.address = $2)
)sql";
constexpr const char* no_doubt = R"sql(
    update withdrawals set in_doubt = false where (id = $1 or paid_with = $1) and in_doubt
)sql";
constexpr const char* doubt_all_open = R"sql(
    update withdrawals set in_doubt = true where stage < 7 and not in_doubt
)sql";
constexpr const char* no_doubt_of_one = R"sql(
    update withdrawals set in_doubt = false where id = $1
)sql";
constexpr const char* any_in_doubt = R"sql(
    select exists (select from withdrawals where network = $1 and in_doubt) as yes
)sql";
constexpr const char* find_last_block = R"sql(
    select max(b.height) as height
      from chain_blocks b join networks n on n.id = b.network_id where n.name = $1
)sql";
constexpr const char* clear_all = R"sql(
    update withdrawals set in_doubt = false
     where network = $1 and in_doubt and not (id = any ($2::bigint[]))
)sql";
constexpr const char* find_version = R"sql(
    select withdrawal_id, stage, form from outgoing_transactions where id = $1
)sql";
constexpr const char* change_form = R"sql(
    update outgoing_transactions set form = $2 where id = $1 and stage = 1
)sql";
constexpr const char* insert_found = R"sql(
    insert into outgoing_transactions (withdrawal_id, network, sender, nonce, form, replaces)
    values ($1, $2, $3, $4, $5, $6) returning id
)sql";
constexpr const char* pay_found_with = "update withdrawals set paid_with = $2 where id = $1";
constexpr const char* take_coin = R"sql(
    update hot_outputs set reserved_by = $4
     where network = $1 and txid = $2 and position = $3::bigint and reserved_by is null
)sql";

std::string name_of(std::int64_t id) {
    return "withdrawal " + std::to_string(id);
}

TransactionId insert_version(pg::Transaction& tx, const chain::Network& network, const Found& found,
                             WithdrawalId first, std::optional<TransactionId> replaces) {
    const auto id = tx.one(insert_found, {first, network.name, found.form["from"].asString(),
                                          found.nonce, json::compact(found.form), replaces})
                        .id<TransactionId>("id");
    for (const auto& input : found.form["inputs"])
        tx.run(take_coin, {network.name, input["txid"].asString(), input["vout"].asString(), id});
    return id;
}

bool pays_the_same(const Json::Value& one, const Json::Value& other) {
    if (one.isMember("inputs")) {
        const auto payees = [](const Json::Value& form) {
            std::set<std::pair<std::string, std::uint64_t>> all;
            for (const auto& payee : payees_of(form)) all.emplace(payee.address, payee.satoshi);
            return all;
        };
        return payees(one) == payees(other);
    }
    return std::ranges::all_of(std::initializer_list<const char*>{"to", "value", "data"},
                               [&](const char* field) { return one[field] == other[field]; });
}

/// Another version of what the database has: signed, or with a higher fee, after the moment.
void take_up_version(pg::Connection& db, const chain::Network& network, const Found& found,
                     TransactionId newest, Look& look) {
    pg::Transaction tx{db};
    const auto row = tx.one(find_version, {newest});
    const auto first = row.id<WithdrawalId>("withdrawal_id");
    const auto all = lock_together(tx, first);
    if (!pays_the_same(read_form(row.str("form")), found.form)) {
        look.told.push_back("Transaction " + found.txid + " excludes what was exported for " +
                            name_of(first.value) + " and pays somebody else: if nothing else has " +
                            "paid it, withdrawals reject --conflict releases it.");
        return;
    }
    auto id = newest;
    if (static_cast<Sending>(row.integer("stage")) == Sending::exported)
        tx.change(1, change_form, {newest, json::compact(found.form)});
    else
        id = insert_version(tx, network, found, first, newest);
    import_signed(tx, id, found.raw);
    tx.run(no_doubt, {first});
    tx.commit();
    for (const auto& each : all) look.found.push_back(each.id);
}

/// As if it had been approved, exported and imported.
void take_up_payment(pg::Connection& db, const chain::Network& network, const Found& found,
                     const std::vector<WithdrawalId>& ids) {
    pg::Transaction tx{db};
    for (const auto id : ids) {
        tx.run(no_doubt, {id});
        auto withdrawal = lock(tx, id);
        if (withdrawal->stage == Stage::requested) step(tx, *withdrawal, Stage::approved);
        step(tx, *withdrawal, Stage::exported);
        if (id != ids.front()) tx.change(1, pay_found_with, {id, ids.front()});
    }
    import_signed(tx, insert_version(tx, network, found, ids.front(), {}), found.raw);
    tx.commit();
}

/// The withdrawals that it pays; what is none is told.
std::vector<WithdrawalId> paid_with_it(pg::Connection& db, const chain::Network& network,
                                       const Found& found, Look& look) {
    std::vector<WithdrawalId> ids;
    std::vector<std::int64_t> taken;
    for (const auto& paid : found.paid) {
        const auto what = paid.amount.str() + ' ' + paid.coin + " to " + paid.address +
                          " by transaction " + found.txid;
        const auto rows = db.run(asked_for, {network.name, paid.address, paid.asset, paid.amount,
                                             pg::Param::array(taken)});
        if (!rows.empty() && can_be_cancelled(static_cast<Stage>(rows[0].integer("stage")))) {
            ids.push_back(rows[0].id<WithdrawalId>("id"));
            taken.push_back(rows[0].integer("id"));
            continue;
        }
        if (!rows.empty()) {
            look.to_decide.insert(rows[0].integer("id"));
            look.told.push_back(what + " is as much as " + name_of(rows[0].integer("id")) +
                                " asks for, which has another transaction: if this one has paid "
                                "it, never reject or release it.");
            continue;
        }
        const auto clients = db.run(whose_address, {network.name, paid.address});
        const auto whose = clients[0].maybe_str("clients");
        look.told.push_back(what + ": nothing here asks for it. It was sent to " +
                            (whose ? "client " + *whose : std::string{"an unknown address"}) +
                            ", and whoever asked for it has this money here, too.");
    }
    return ids;
}

template <class Node>
void begin_at(pg::Connection& db, const chain::Network& network, Node& node, Look& look) {
    const auto known = last_block_read(db, network).value_or(0);
    const auto lag = chain::lag_of(node, known);
    if (lag) look.told.push_back("Nothing is decided over " + network.name + ": " + *lag + '.');
    look.complete = !lag;
}

}  // namespace

std::optional<std::int64_t> last_block_read(pg::Connection& db, const chain::Network& network) {
    return db.run(find_last_block, {network.name})[0].maybe_integer("height");
}

bool known(pg::Connection& db, const chain::Network& network, const std::string& txid) {
    return db.run(find_known, {network.name, txid})[0].boolean("yes");
}

void take_up(pg::Connection& db, const chain::Network& network, const Found& found,
             std::optional<TransactionId> newest_version, Look& look) {
    if (newest_version) return take_up_version(db, network, found, *newest_version, look);
    const auto ids = paid_with_it(db, network, found, look);
    if (ids.empty()) return;
    take_up_payment(db, network, found, ids);
    look.found.insert(look.found.end(), ids.begin(), ids.end());
}

void begin_look(pg::Connection& db, const chain::Network& network, chain::EvmNode& node,
                Look& look) {
    begin_at(db, network, node, look);
}

void begin_look(pg::Connection& db, const chain::Network& network, chain::BitcoinNode& node,
                Look& look) {
    begin_at(db, network, node, look);
}

std::int64_t doubt_all(pg::Transaction& tx) {
    return tx.run(doubt_all_open).affected();
}

void doubt_no_more(pg::Transaction& tx, WithdrawalId id) {
    tx.change(1, no_doubt_of_one, {id});
}

Look look_for_sent(pg::Connection& db, const Config& config, const chain::Network& network,
                   pg::Time moment) {
    Look look;
    const auto settings = chain::settings_of(config, network);
    const auto hot = chain::normal_address(network, settings.hot_address);
    if (settings.node_url.empty() || hot.empty()) {
        // Nothing was sent where nothing was asked for and no address is set.
        if (db.run(any_in_doubt, {network.name})[0].boolean("yes"))
            look.told.push_back("There is no node or no hot address of " + network.name + '.');
        return look;
    }
    if (network.kind == chain::Kind::evm)
        look_at_evm(db, network, settings.node_url, hot, moment, look);
    else if (network.kind == chain::Kind::bitcoin)
        look_at_bitcoin(db, network, settings.node_url, hot, look);
    else
        look.told.push_back("What " + hot + " has sent over " + network.name +
                            " has to be compared by hand, in an explorer.");
    if (!look.complete) return look;
    const std::vector<std::int64_t> open{look.to_decide.begin(), look.to_decide.end()};
    look.cleared = db.run(clear_all, {network.name, pg::Param::array(open)}).affected();
    return look;
}

}  // namespace cambio::withdrawals
