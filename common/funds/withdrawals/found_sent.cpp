#include "withdrawals/found_sent.h"

#include <algorithm>

#include "chain/chain.h"
#include "json/write.h"
#include "withdrawals/hot_addresses.h"
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
constexpr const char* last_block = R"sql(
    select coalesce(max(b.height), 0) as height
      from chain_blocks b join networks n on n.id = b.network_id where n.name = $1
)sql";
constexpr const char* blocks_restored = R"sql(
    select coalesce((blocks->>$1::text)::bigint, 0) as height, outputs_read
      from restores order by id desc limit 1
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

// A nonce of a hot address that was not used at the restored moment: that of the first that had
// not ended, or the next one.
constexpr const char* open_nonce = R"sql(
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

const std::vector<std::int64_t> nobody;

std::string name_of(std::int64_t id) {
    return "withdrawal " + std::to_string(id);
}

TransactionId insert_version(pg::Transaction& tx, const chain::Network& network,
                             const chain::Found& found, WithdrawalId first,
                             std::optional<TransactionId> replaces) {
    const auto id = tx.one(insert_found, {first, network.name, found.form["from"].asString(),
                                          found.nonce, json::compact(found.form), replaces})
                        .id<TransactionId>("id");
    for (const auto& input : found.form["inputs"])
        tx.run(take_coin, {network.name, input["txid"].asString(), input["vout"].asString(), id});
    return id;
}

/// The withdrawals that ask for what it pays, which stay in doubt, in words.
std::string who_asks_for(pg::Transaction& tx, const chain::Network& network,
                         const chain::Found& found, Look& look) {
    std::string names;
    for (const auto& paid : found.paid) {
        for (const pg::Row row : tx.run(asked_for, {network.name, paid.address, paid.asset,
                                                    paid.amount, pg::Param::array(nobody)})) {
            look.to_decide.insert(row.integer("id"));
            names += (names.empty() ? "" : ", ") + name_of(row.integer("id"));
        }
    }
    return names;
}

/// Another version of what the database has: signed, or with a higher fee, after the moment.
void take_up_version(pg::Connection& db, const chain::Network& network, const chain::Found& found,
                     TransactionId newest, Look& look) {
    pg::Transaction tx{db};
    const auto row = tx.one(find_version, {newest});
    const auto first = row.id<WithdrawalId>("withdrawal_id");
    const auto all = lock_together(tx, first);
    if (!chain::chain_of(network).pays_the_same(read_form(row.str("form")), found.form)) {
        look.told.push_back("Transaction " + found.txid + " excludes what was exported for " +
                            name_of(first.value) + " and pays somebody else: if nothing else has " +
                            "paid it, withdrawals reject --conflict releases it.");
        if (const auto names = who_asks_for(tx, network, found, look); !names.empty())
            look.told.push_back("It pays as much as is asked for by " + names +
                                ": if it has paid that, never reject or release it.");
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
void take_up_payment(pg::Connection& db, const chain::Network& network, const chain::Found& found,
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
                                       const chain::Found& found, Look& look) {
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

class FoundBooks : public chain::SentBooks {
  public:
    FoundBooks(pg::Connection& db, const chain::Network& network, Look& look)
        : db_{db}, network_{network}, look_{look} {}

    std::int64_t last_block_read() override {
        return db_.run(last_block, {network_.name})[0].integer("height");
    }
    std::int64_t last_block_restored() override {
        return db_.run(blocks_restored, {network_.name})[0].integer("height");
    }
    bool known(const std::string& txid) override {
        return db_.run(find_known, {network_.name, txid})[0].boolean("yes");
    }
    void take_up(const chain::Found& found) override {
        if (const auto newest = newest_version(found))
            return take_up_version(db_, network_, found, *newest, look_);
        const auto ids = paid_with_it(db_, network_, found, look_);
        if (ids.empty()) return;
        take_up_payment(db_, network_, found, ids);
        look_.found.insert(look_.found.end(), ids.begin(), ids.end());
    }

    std::int64_t first_open_nonce(const std::string& hot) override {
        return db_.run(open_nonce, {network_.name, hot})[0].integer("nonce");
    }
    bool nonce_is_missing(const std::string& hot, std::int64_t nonce) override {
        return db_.run(is_missing, {network_.name, hot, nonce})[0].boolean("yes");
    }

    std::vector<Output> outputs() override {
        std::vector<Output> all;
        for (const auto row : db_.run(outputs_ever, {network_.name}))
            all.push_back({outpoint_of(row), row.integer("satoshi")});
        return all;
    }
    std::vector<Waiting> unspent_outputs() override {
        std::vector<Waiting> all;
        for (const auto row : db_.run(coins_that_wait, {network_.name}))
            all.push_back({outpoint_of(row), row.str("spender")});
        return all;
    }
    std::optional<std::int64_t> outputs_restored_until() override {
        return db_.run(blocks_restored, {network_.name})[0].maybe_integer("outputs_read");
    }

  private:
    static chain::Outpoint outpoint_of(const pg::Row& row) {
        return {row.str("txid"), static_cast<std::uint32_t>(row.integer("position"))};
    }
    /// The last transaction here that no block can take together with it, for it has its nonce or
    /// one of its coins.
    std::optional<TransactionId> newest_version(const chain::Found& found) {
        std::vector<std::string> spent;
        for (const auto& input : found.form["inputs"])
            spent.push_back(input["txid"].asString() + ':' + input["vout"].asString());
        const auto rows =
            found.nonce ? db_.run(newest_with_nonce,
                                  {network_.name, found.form["from"].asString(), *found.nonce})
                        : db_.run(newest_with_coin, {network_.name, pg::Param::array(spent)});
        return rows.empty() ? std::nullopt : std::optional{rows[0].id<TransactionId>("id")};
    }

    pg::Connection& db_;
    const chain::Network& network_;
    Look& look_;
};

/// Where another address is configured than at the restored moment, there may have been others
/// between the two, of which nobody here knows.
void require_the_same(pg::Connection& db, const chain::Network& network, const std::string& hot,
                      Look& look) {
    const auto before = hot_address_before_restore(db, network.name);
    if (before == hot) return;
    look.complete = false;
    look.told.push_back(hot + " pays over " + network.name + " now, and " +
                        before.value_or("an address that is not known") +
                        " did at the restored moment: name every other one that has paid since, "
                        "or the one of now where there was none (cambioctl restored look --hot " +
                        network.keys + "=ADDRESS).");
}

}  // namespace

std::int64_t doubt_all(pg::Transaction& tx) {
    return tx.run(doubt_all_open).affected();
}

void doubt_no_more(pg::Transaction& tx, WithdrawalId id) {
    tx.change(1, no_doubt_of_one, {id});
}

Look look_for_sent(pg::Connection& db, const Config& config, const chain::Network& network,
                   pg::Time moment, const std::set<std::string>& named) {
    Look look;
    const auto settings = chain::settings_of(config, network);
    const auto hot = chain::normal_address(network, settings.hot_address);
    if (settings.node_url.empty() || hot.empty()) {
        // Nothing was sent where nothing was asked for and no address is set.
        if (db.run(any_in_doubt, {network.name})[0].boolean("yes"))
            look.told.push_back("There is no node or no hot address of " + network.name + '.');
        return look;
    }
    look.hot = hot_addresses(db, network.name);
    look.hot.insert(hot);
    look.hot.insert(named.begin(), named.end());
    FoundBooks books{db, network, look};
    chain::chain_of(network).look_for_sent(network, settings.node_url, look.hot, moment, books,
                                           look);
    if (named.empty()) require_the_same(db, network, hot, look);
    if (!look.complete) return look;
    const std::vector<std::int64_t> open{look.to_decide.begin(), look.to_decide.end()};
    look.cleared = db.run(clear_all, {network.name, pg::Param::array(open)}).affected();
    return look;
}

}  // namespace cambio::withdrawals
