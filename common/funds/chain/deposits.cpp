#include "chain/deposits.h"

#include <algorithm>
#include <array>
#include <map>

#include "clients/standing.h"
#include "json/write.h"
#include "ledger/announcements.h"
#include "ledger/ledger.h"
#include "log/log.h"
#include "notices/notices.h"
#include "operators/operator_log.h"

namespace cambio::chain {

namespace {

// Nobody sends a million millions; a forged or broken token might.
constexpr const char* largest_amount = "1000000000000";

constexpr const char* addresses_of = R"sql(
    select id, client_id, address from deposit_addresses
     where kind = $1 and address = any ($2::text[])
)sql";
// With what is credited on the network before it is final, or will be, and what was and is missing
// since a reorganisation. Old prices do.
constexpr const char* may_be_early = R"sql(
    with early as (
        select client_id, asset_id, amount, false as new from deposits
         where network_id = $1 and confirmations_needed < unlock_confirmations
               and (state in (1, 2) or (state = 3 and unlocked_at is null))
        union all select client_id, asset_id, credited, false from deposits
         where network_id = $1 and confirmations_needed < unlock_confirmations
               and state = 5 and credited > 0 and settled_at is null
        union all select $2::bigint, $3::smallint, $4::numeric, true
    )
    select coalesce(bool_and(price is not null) filter (where new)
                    and sum(amount * price) filter (where client_id = $2::bigint) <= $5::numeric
                    and sum(amount * price) <= 10 * $5::numeric, false) as may
      from early left join asset_prices using (asset_id)
)sql";
// A row that a reorganisation took away comes back; any other stays as it is.
constexpr const char* upsert_deposit = R"sql(
    insert into deposits as d (network_id, asset_id, client_id, address_id, txid, position,
        raw_amount, amount, block_height, block_hash, confirmations, confirmations_needed,
        unlock_confirmations, state, reason)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
    on conflict (network_id, txid, position, address_id, asset_id) do update
        set raw_amount = excluded.raw_amount, amount = excluded.amount,
            block_height = excluded.block_height, block_hash = excluded.block_hash,
            confirmations = excluded.confirmations,
            confirmations_needed = excluded.confirmations_needed,
            unlock_confirmations = excluded.unlock_confirmations, state = excluded.state,
            reason = excluded.reason, unlocked_at = null, updated_at = now()
        where d.state in (4, 5)
    returning id, xmax = 0 as fresh
)sql";
constexpr const char* count_confirmations = R"sql(
    update deposits d
       set confirmations = $2 - block_height + 1, updated_at = now(),
           state = case when state = 1 and $2 > block_height then 2 else state end,
           unlocked_at = case when state = 3 and $2 - block_height + 1 >= unlock_confirmations
                              then now() end
     where network_id = $1 and confirmations < $2 - block_height + 1
       and (state in (1, 2) or (state = 3 and unlocked_at is null))
    returning id
)sql";
// Only what stands in a block of the chain as it was read; blocks that old are kept no more.
constexpr const char* ripe_deposits = R"sql(
    select d.id, d.client_id, d.asset_id, d.amount, d.credited, d.confirmations,
           d.unlock_confirmations, a.code, n.name as network
      from deposits d join assets a on a.id = d.asset_id join networks n on n.id = d.network_id
     where d.network_id = $1 and d.state in (1, 2) and d.confirmations >= d.confirmations_needed
       and not exists (select 1 from chain_blocks b where b.network_id = d.network_id
                       and b.height = d.block_height and b.hash <> d.block_hash)
     order by d.id for update of d
)sql";
constexpr const char* let_in = R"sql(
    with let as (update deposits set confirmations = $2, reason = null where id = $1
                 returning id, client_id, asset_id, network_id, amount, credited)
    select d.*, a.code, n.name as network
      from let d join assets a on a.id = d.asset_id join networks n on n.id = d.network_id
)sql";
constexpr const char* mark_credited = R"sql(
    update deposits set state = 3, credited = greatest(credited, amount), updated_at = now(),
           credited_at = coalesce(credited_at, now()),
           unlocked_at = case when confirmations >= unlock_confirmations then now() end
     where id = $1
)sql";
constexpr const char* orphan_deposits = R"sql(
    update deposits set state = 4, reason = 'reorganised', confirmations = 0, updated_at = now()
     where network_id = $1 and block_height > $2 and state in (1, 2, 6) returning id
)sql";
constexpr std::string_view to_take_back = R"sql(
    select d.id, d.client_id, d.asset_id, d.credited, d.txid, a.code, n.name as network,
           c.user_unique_id
      from deposits d join assets a on a.id = d.asset_id join networks n on n.id = d.network_id
      join clients c on c.id = d.client_id
)sql";
const std::string credited_above = std::string{to_take_back} + R"sql(
     where d.network_id = $1 and d.block_height > $2 and d.state = 3 order by d.id for update of d
)sql";
const std::string owed_by_clients = std::string{to_take_back} + R"sql(
     where d.network_id = $1 and d.state = 5 and d.credited > 0 and d.settled_at is null
           and exists (select from ledger_accounts l
                       where l.client_id = d.client_id and l.asset_id = d.asset_id
                             and l.wallet in (1, 2, 3) and not l.held and l.balance > 0)
     order by d.id for update of d
)sql";
// Also of one that was reversed before, of which more is taken.
constexpr const char* mark_reversed = R"sql(
    update deposits set state = 5, reason = 'reorganised', confirmations = 0, unlocked_at = null,
           credited = credited - $2, settled_at = null, updated_at = now()
     where id = $1
)sql";
constexpr const char* settle_all_reversed = R"sql(
    update deposits set settled_at = now(), updated_at = now()
    where client_id = $1 and state = 5 and credited > 0 and settled_at is null
)sql";
constexpr const char* restriction = "until customer service has reviewed your deposit";

struct Receiver {
    std::int64_t address_id;
    ClientId client;
};

std::map<std::string, Receiver> receivers_of(pg::Transaction& tx, const Network& network,
                                             const std::vector<Payment>& payments) {
    std::vector<std::string> addresses;
    for (const auto& payment : payments) addresses.push_back(payment.address);
    std::map<std::string, Receiver> receivers;
    for (const auto row :
         tx.run(addresses_of, {name_of(network.kind), pg::Param::array(addresses)}))
        receivers.emplace(row.str("address"),
                          Receiver{row.integer("id"), row.id<ClientId>("client_id")});
    return receivers;
}

const NetworkCoin* coin_of(const Network& network, const Payment& payment) {
    const auto found = std::find_if(
        network.coins.begin(), network.coins.end(),
        [&payment](const NetworkCoin& coin) { return coin.contract == payment.contract; });
    return found == network.coins.end() ? nullptr : &*found;
}

std::optional<std::string> why_ignored(const Payment& payment, const NetworkCoin& coin,
                                       const std::optional<Decimal>& amount) {
    if (payment.own) return "own_transfer";
    if (!amount) return "too_large";
    if (*amount < coin.minimum_deposit) return "below_minimum";
    return {};
}

void tell(pg::Transaction& tx, ClientId client, notices::Kind kind, const pg::Row& row,
          Decimal amount) {
    Json::Value data;
    data["coin"] = row.str("code");
    data["network"] = row.str("network");
    data["amount"] = amount.str();
    notices::tell(tx, client, kind, data);
}

void credit(pg::Transaction& tx, const pg::Row& row) {
    const auto client = row.id<ClientId>("client_id");
    const auto asset = row.id<AssetId>("asset_id");
    const Decimal amount = row.decimal("amount");
    // After a reversal that found too little, what was left with the client counts.
    const Decimal missing = amount - row.decimal("credited");
    if (missing.positive())
        ledger::transfer(tx, ledger::chain_account(tx, row.text("network"), asset),
                         ledger::client_account(tx, client, ledger::Wallet::spot, false, asset),
                         missing, ledger::Kind::deposit, row.integer("id"));
    tx.change(1, mark_credited, {row.integer("id")});
    tell(tx, client, notices::Kind::deposit_credited, row, amount);
}

/// Back to the chain what the client has of it in any wallet; returns how much that was.
Decimal reverse(pg::Transaction& tx, const pg::Row& row) {
    const auto client = row.id<ClientId>("client_id");
    const auto asset = row.id<AssetId>("asset_id");
    const auto chain = ledger::chain_account(tx, row.text("network"), asset);
    std::vector<AccountId> accounts{chain};
    for (const auto wallet :
         {ledger::Wallet::spot, ledger::Wallet::funding, ledger::Wallet::future})
        accounts.push_back(ledger::client_account(tx, client, wallet, false, asset));
    const auto balances = ledger::lock(tx, accounts);
    Decimal left = row.decimal("credited"), taken;
    for (std::size_t i = 1; i < accounts.size() && left.positive(); ++i) {
        const Decimal part = minimum(left, balances.at(accounts[i]));
        if (!part.positive()) continue;
        ledger::transfer(tx, accounts[i], chain, part, ledger::Kind::deposit_reversal,
                         row.integer("id"));
        left -= part;
        taken += part;
    }
    return taken;
}

void log_reversal(pg::Transaction& tx, const pg::Row& row, const std::string& sentence,
                  Decimal taken) {
    Json::Value data;
    data["deposit"] = row.str("id");
    data["credited"] = row.decimal("credited").str();
    data["taken_back"] = taken.str();
    operators::log(tx, {"watch_deposits", "deposit reversed", row.text("user_unique_id"), sentence},
                   data);
}

std::string take_back_one(pg::Transaction& tx, const pg::Row& row) {
    const Decimal credited = row.decimal("credited");
    const auto client = row.id<ClientId>("client_id");
    // The client's row before its accounts, as whoever withdraws locks them.
    clients::restrict_withdrawals(tx, client, restriction);
    const Decimal taken = reverse(tx, row);
    tx.change(1, mark_reversed, {row.integer("id"), taken});
    tell(tx, client, notices::Kind::deposit_reversed, row, credited);
    const std::string sentence = "Deposit " + row.str("id") + " of " + credited.str() + " " +
                                 row.str("code") + " (" + row.str("network") + ", " +
                                 row.str("txid") + ") was removed by a reorganization; " +
                                 taken.str() + " could be taken back from " +
                                 row.str("user_unique_id") + ", whose withdrawals are stopped.";
    log_reversal(tx, row, sentence, taken);
    return sentence;
}

}  // namespace

const char* const select_deposits = R"sql(
    select d.id, a.code, a.name as full_name, a.icon, n.name as network, d.amount, d.state,
           d.reason, d.confirmations, d.confirmations_needed, d.unlock_confirmations,
           d.unlocked_at, p.address, d.txid, d.seen_at, d.credited_at, d.client_id, d.asset_id,
           c.user_unique_id
      from deposits d join assets a on a.id = d.asset_id join networks n on n.id = d.network_id
      join deposit_addresses p on p.id = d.address_id join clients c on c.id = d.client_id
)sql";

std::string_view name_of(DepositState state) {
    constexpr std::array<std::string_view, 6> names = {"SEEN",     "CONFIRMING", "CREDITED",
                                                       "ORPHANED", "REVERSED",   "IGNORED"};
    return names.at(static_cast<std::size_t>(state) - 1);
}

std::optional<Decimal> amount_of(std::string_view units, int decimals) {
    std::string text{units};
    const auto places = static_cast<std::size_t>(decimals);
    if (text.size() <= places) text.insert(0, places - text.size() + 1, '0');
    if (places > 0) text.insert(text.size() - places, 1, '.');
    const auto amount = Decimal::parse(text);
    if (!amount || *amount > *Decimal::parse(largest_amount)) return {};
    return amount;
}

std::vector<DepositId> record(pg::Transaction& tx, const Network& network, const BlockName& block,
                              const std::vector<Payment>& payments, std::int64_t tip,
                              Decimal early_up_to) {
    std::vector<DepositId> changed;
    if (payments.empty()) return changed;
    const auto receivers = receivers_of(tx, network, payments);
    for (const auto& payment : payments) {
        const auto receiver = receivers.find(payment.address);
        const auto* coin = coin_of(network, payment);
        if (receiver == receivers.end() || coin == nullptr) continue;
        const auto amount = amount_of(payment.units, coin->decimals);
        const auto ignored = why_ignored(payment, *coin, amount);
        const auto client = receiver->second.client;
        int needed = std::max(network.confirmations, payment.least_confirmations);
        if (!ignored && needed < network.unlock_confirmations &&
            !tx.one(may_be_early, {network.id, client, coin->asset, *amount, early_up_to})
                 .boolean("may"))
            needed = network.unlock_confirmations;
        const auto state = ignored ? DepositState::ignored : DepositState::seen;
        const auto row = tx.maybe(
            upsert_deposit,
            {network.id, coin->asset, client, receiver->second.address_id, payment.txid,
             payment.position, payment.units, amount, block.height, block.hash,
             std::max<std::int64_t>(1, tip - block.height + 1), needed,
             std::max(network.unlock_confirmations, needed), static_cast<int>(state), ignored});
        if (!row) continue;
        changed.push_back(row->id<DepositId>("id"));
        if (ignored || !row->boolean("fresh")) continue;
        Json::Value data;
        data["coin"] = coin->code;
        data["network"] = network.name;
        data["amount"] = amount->str();
        data["confirmations"] = std::to_string(needed);
        notices::tell(tx, client, notices::Kind::deposit_seen, data);
    }
    return changed;
}

std::vector<DepositId> confirm(pg::Transaction& tx, const Network& network, std::int64_t tip) {
    std::vector<DepositId> changed;
    for (const auto row : tx.run(count_confirmations, {network.id, tip}))
        changed.push_back(row.id<DepositId>("id"));
    const auto ripe = tx.run(ripe_deposits, {network.id});
    for (const auto row : ripe) {
        credit(tx, row);
        changed.push_back(row.id<DepositId>("id"));
    }
    return changed;
}

void credit(pg::Transaction& tx, DepositId id, std::int64_t confirmations) {
    credit(tx, tx.one(let_in, {id, confirmations}));
}

Reverted revert_blocks(pg::Transaction& tx, const Network& network, std::int64_t height) {
    Reverted result;
    for (const auto row : tx.run(orphan_deposits, {network.id, height}))
        result.changed.push_back(row.id<DepositId>("id"));
    const auto credited = tx.run(credited_above.c_str(), {network.id, height});
    for (const auto row : credited) {
        result.told.push_back(take_back_one(tx, row));
        result.changed.push_back(row.id<DepositId>("id"));
        result.reversed += 1;
    }
    return result;
}

void settle_reversed(pg::Transaction& tx, ClientId client) {
    tx.run(settle_all_reversed, {client});
}

std::vector<std::string> collect_owed(pg::Transaction& tx, const Network& network) {
    std::vector<std::string> told;
    for (const auto row : tx.run(owed_by_clients.c_str(), {network.id})) {
        const Decimal taken = reverse(tx, row);
        if (!taken.positive()) continue;
        tx.change(1, mark_reversed, {row.integer("id"), taken});
        const Decimal left = row.decimal("credited") - taken;
        told.push_back(taken.str() + " " + row.str("code") + " more of the reversed deposit " +
                       row.str("id") + " (" + row.str("network") + ", " + row.str("txid") +
                       ") could be taken back from " + row.str("user_unique_id") + "; " +
                       (left.positive() ? left.str() + " is still owed." : "nothing is owed."));
        log_reversal(tx, row, told.back(), taken);
    }
    return told;
}

Json::Value view(const pg::Row& row) {
    const auto state = static_cast<DepositState>(row.integer("state"));
    const bool credited = state == DepositState::credited;
    const bool coming = state == DepositState::seen || state == DepositState::confirming;
    const auto maybe_time = [&row](const char* column) {
        const auto time = row.maybe_time(column);
        return time ? Json::Value{pg::iso(*time)} : Json::Value{};
    };
    Json::Value deposit;
    deposit["id"] = row.str("id");
    deposit["coin"] = row.str("code");
    deposit["full_name"] = row.str("full_name");
    deposit["image"] = row.str("icon");
    deposit["network"] = row.str("network");
    deposit["recharge_amount"] = row.decimal("amount").str();
    deposit["recharge_status"] = credited ? "APPROVED" : coming ? "PENDING" : "DECLINED";
    deposit["state"] = std::string{name_of(state)};
    const auto reason = row.maybe_str("reason");
    deposit["reason"] = reason ? Json::Value{*reason} : Json::Value{};
    deposit["confirmations"] = static_cast<Json::Int64>(row.integer("confirmations"));
    deposit["confirmations_needed"] = static_cast<Json::Int64>(row.integer("confirmations_needed"));
    deposit["unlock_confirmations"] = static_cast<Json::Int64>(row.integer("unlock_confirmations"));
    deposit["unlocked"] = credited && !row.null("unlocked_at");
    deposit["address"] = row.str("address");
    deposit["txid"] = row.str("txid");
    deposit["date"] = pg::iso(row.time("seen_at"));
    deposit["response_time"] = maybe_time("credited_at");
    deposit["wallet"] = "SPOT";
    return deposit;
}

void announce(pg::Connection& connection, Push& push, const std::vector<DepositId>& deposits) {
    if (deposits.empty()) return;
    std::vector<std::int64_t> ids;
    for (const auto id : deposits) ids.push_back(id.value);
    static const std::string of_ids =
        std::string{select_deposits} + " where d.id = any ($1::bigint[]) and d.amount is not null";
    for (const auto row : connection.run(of_ids.c_str(), {pg::Param::array(ids)})) {
        const auto unique_id = row.str("user_unique_id");
        push.tell(unique_id, ClientEvent::deposit,
                  "{\"deposit\":" + json::compact(view(row)) + "}");
        const auto state = static_cast<DepositState>(row.integer("state"));
        const bool moved = state == DepositState::credited || state == DepositState::reversed;
        if (moved || state == DepositState::seen) push.tell(unique_id, ClientEvent::notification);
        if (moved)
            ledger::announce_balances(connection, push, {row.id<ClientId>("client_id"), unique_id},
                                      ledger::Wallet::spot, {row.id<AssetId>("asset_id")});
    }
}

}  // namespace cambio::chain
