#include "withdrawals/withdrawals.h"

#include <algorithm>
#include <stdexcept>

#include "chain/address.h"
#include "error/error.h"
#include "json/write.h"
#include "ledger/announcements.h"
#include "notices/notices.h"
#include "pauses/pauses.h"

namespace cambio::withdrawals {

namespace {

using ledger::Kind, ledger::Wallet;

// Not by way of the view: after waiting for the lock, only the locked table's columns are new.
constexpr const char* lock_one = R"sql(
    select w.*, a.code as coin, c.user_unique_id
      from withdrawals w join assets a on a.id = w.asset_id join clients c on c.id = w.client_id
     where w.id = $1 and ($2::bigint is null or w.client_id = $2) for update of w
)sql";
constexpr const char* first_of = R"sql(
    select coalesce(paid_with, id) as first from withdrawals where id = $1
)sql";
constexpr const char* lock_all = R"sql(
    select w.*, a.code as coin, c.user_unique_id
      from withdrawals w join assets a on a.id = w.asset_id join clients c on c.id = w.client_id
     where w.id = $1 or w.paid_with = $1 order by w.id for update of w
)sql";
constexpr const char* lock_client = "select id from clients where id = $1 for no key update";
constexpr const char* insert_request = R"sql(
    insert into withdrawals (client_id, client_key, content_hash, asset_id, network, address,
                             amount, fee, worth, one_step, confirmations_needed)
    values ($1, nullif($2, ''), $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id
)sql";
constexpr const char* find_named = "select * from named_withdrawals where id = $1";
constexpr const char* take_step = R"sql(
    update withdrawals set stage = $2, reason = $3, updated_at = clock_timestamp()
     where id = $1 and stage = $4
)sql";
constexpr const char* keep_fee = "update withdrawals set fee_kept = fee where id = $1";
// What was rejected or cancelled has not left.
constexpr const char* used_within_a_day = R"sql(
    select coalesce(sum(worth), 0) as used,
           coalesce(sum(worth) filter (where one_step), 0) as one_step
      from withdrawals
     where client_id = $1 and stage < 8 and requested_at > now() - interval '24 hours'
)sql";
constexpr const char* standing_of = R"sql(
    select client_frozen(c) as frozen, withdraw_transfer_status = 'NOT_ALLOWED' as restricted,
           withdraw_restriction
      from clients c where id = $1
)sql";
// Wallet 1 is SPOT. In one statement, for the owner may take another one back meanwhile. Of
// ledger::Kind: withdrawal, withdrawal_fee, withdrawal_hold, withdrawal_release.
constexpr const char* cover_of = R"sql(
    with asked as (
        select w.id, w.client_id, w.asset_id, w.amount, a.id as held
          from withdrawals w left join ledger_accounts a
            on a.client_id = w.client_id and a.wallet = 1 and a.held and a.asset_id = w.asset_id
         where w.id = $1
    ), moves as (
        select t.reference, t.amount
          from asked join ledger_transfers t on t.credit = asked.held and t.kind = 60
        union all
        select t.reference, -t.amount
          from asked join ledger_transfers t on t.debit = asked.held and t.kind in (3, 4, 61)
    ), own as (
        select coalesce(sum(m.amount), 0) as held from moves m join asked on asked.id = m.reference
    )
    select own.held,
           own.held = asked.amount
           and (select coalesce(sum(m.amount), 0) from moves m)
               >= (select coalesce(sum(o.amount), 0) from withdrawals o
                    where o.client_id = asked.client_id and o.asset_id = asked.asset_id
                          and o.stage < 7) as covered
      from asked, own
)sql";

/// What the bell and the mails say of it.
Json::Value facts_of(const Withdrawal& withdrawal) {
    Json::Value data;
    data["withdrawal_id"] = std::to_string(withdrawal.id.value);
    data["amount"] = withdrawal.amount.str();
    data["coin"] = withdrawal.coin;
    data["network"] = withdrawal.network;
    data["address"] = withdrawal.address;
    return data;
}

AccountId spot_of(pg::Transaction& tx, const Withdrawal& withdrawal, bool held) {
    return ledger::client_account(tx, withdrawal.owner.id, Wallet::spot, held, withdrawal.asset);
}

}  // namespace

Withdrawal Withdrawal::from(const pg::Row& row) {
    Withdrawal found;
    found.id = row.id<WithdrawalId>("id");
    found.owner = {row.id<ClientId>("client_id"), row.str("user_unique_id")};
    found.asset = row.id<AssetId>("asset_id");
    found.coin = row.str("coin");
    found.network = row.str("network");
    found.address = row.str("address");
    found.amount = row.decimal("amount");
    found.fee = row.decimal("fee");
    found.stage = static_cast<Stage>(row.integer("stage"));
    found.updated_at = row.time("updated_at");
    found.in_doubt = row.boolean("in_doubt");
    return found;
}

std::optional<Withdrawal> lock(pg::Transaction& tx, WithdrawalId id,
                               std::optional<ClientId> owner) {
    const auto row = tx.maybe(lock_one, {id, owner});
    if (!row) return std::nullopt;
    return Withdrawal::from(*row);
}

std::vector<Withdrawal> lock_together(pg::Transaction& tx, WithdrawalId id) {
    const auto first = tx.maybe(first_of, {id});
    if (!first) return {};
    std::vector<Withdrawal> all;
    for (const auto row : tx.run(lock_all, {first->id<WithdrawalId>("first")}))
        all.push_back(Withdrawal::from(row));
    // Meanwhile it may have been given back its own way: then it stands alone.
    if (std::ranges::none_of(all, [id](const Withdrawal& each) { return each.id == id; }))
        return lock_together(tx, id);
    return all;
}

WithdrawalId request(pg::Transaction& tx, const Request& asked, int stale_after_ms) {
    tx.one(lock_client, {asked.client});
    const auto spot = ledger::client_account(tx, asked.client, Wallet::spot, false, asked.asset);
    const auto held = ledger::client_account(tx, asked.client, Wallet::spot, true, asked.asset);
    ledger::lock(tx, {spot, held});
    const Decimal left = available(tx, asked.client, asked.asset, stale_after_ms);
    if (left < asked.amount)
        throw Error{Code::insufficient_balance, "withdraw_amount"}.with("available", left.str());
    const auto id =
        tx.one(insert_request, {asked.client, asked.key, asked.content_hash, asked.asset,
                                asked.network, asked.address, asked.amount, asked.fee, asked.worth,
                                asked.one_step, asked.confirmations_needed})
            .id<WithdrawalId>("id");
    const auto withdrawal = Withdrawal::from(tx.one(find_named, {id}));
    ledger::transfer(tx, spot, held, asked.amount, Kind::withdrawal_hold, id.value);
    notices::tell(tx, asked.client, notices::Kind::withdrawal_requested, facts_of(withdrawal));
    return id;
}

void step(pg::Transaction& tx, Withdrawal& withdrawal, Stage to, std::string_view reason) {
    if (!may_become(withdrawal.stage, to))
        throw std::logic_error{"a withdrawal does not go from " +
                               std::string{name_of(withdrawal.stage)} + " to " +
                               std::string{name_of(to)}};
    tx.change(1, take_step,
              {withdrawal.id, static_cast<int>(to), reason, static_cast<int>(withdrawal.stage)});
    withdrawal.stage = to;
}

void stop(pg::Transaction& tx, Withdrawal& withdrawal, Stage how, std::string_view reason) {
    step(tx, withdrawal, how, reason);
    // A row without money of its own would take that of another one.
    const Decimal held = tx.one(cover_of, {withdrawal.id}).decimal("held");
    if (held.positive())
        ledger::transfer(tx, spot_of(tx, withdrawal, true), spot_of(tx, withdrawal, false), held,
                         Kind::withdrawal_release, withdrawal.id.value);
    auto data = facts_of(withdrawal);
    data["reason"] = std::string{reason};
    const bool rejected = how == Stage::rejected;
    notices::tell(
        tx, withdrawal.owner.id,
        rejected ? notices::Kind::withdrawal_rejected : notices::Kind::withdrawal_cancelled, data);
}

void settle(pg::Transaction& tx, Withdrawal& withdrawal, std::string_view txid) {
    step(tx, withdrawal, Stage::confirmed);
    const auto held = spot_of(tx, withdrawal, true);
    const auto chain = ledger::chain_account(tx, withdrawal.network, withdrawal.asset);
    const auto fees = ledger::house_account(tx, ledger::House::fees, withdrawal.asset);
    ledger::transfer_all(
        tx, {{held, chain, withdrawal.receivable(), Kind::withdrawal, withdrawal.id.value},
             {held, fees, withdrawal.fee, Kind::withdrawal_fee, withdrawal.id.value}});
    auto data = facts_of(withdrawal);
    data["amount"] = withdrawal.receivable().str();
    data["txid"] = std::string{txid};
    notices::tell(tx, withdrawal.owner.id, notices::Kind::withdrawal_sent, data);
}

void fail(pg::Transaction& tx, Withdrawal& withdrawal, std::string_view txid) {
    step(tx, withdrawal, Stage::rejected,
         "The receiver did not accept it: transaction " + std::string{txid} +
             " is in a block but failed there.");
    tx.change(1, keep_fee, {withdrawal.id});
    const auto held = spot_of(tx, withdrawal, true);
    const auto fees = ledger::house_account(tx, ledger::House::fees, withdrawal.asset);
    ledger::transfer_all(tx,
                         {{held, spot_of(tx, withdrawal, false), withdrawal.receivable(),
                           Kind::withdrawal_release, withdrawal.id.value},
                          {held, fees, withdrawal.fee, Kind::withdrawal_fee, withdrawal.id.value}});
    auto data = facts_of(withdrawal);
    data["amount"] = withdrawal.receivable().str();
    data["fee"] = withdrawal.fee.str();
    data["txid"] = std::string{txid};
    notices::tell(tx, withdrawal.owner.id, notices::Kind::withdrawal_failed, data);
}

Used used(pg::Transaction& tx, ClientId client) {
    const auto row = tx.one(used_within_a_day, {client});
    return {row.decimal("used"), row.decimal("one_step")};
}

bool frozen_by_audit(pg::Connection& connection) {
    return ledger::last_audit(connection).proof != ledger::Proof::passed;
}

bool stopped(pg::Connection& connection) {
    return frozen_by_audit(connection) || paused(connection, Pause::withdrawals);
}

std::optional<std::string> held_back(pg::Transaction& tx, ClientId client) {
    const auto row = tx.one(standing_of, {client});
    if (row.boolean("frozen")) return "its client is frozen";
    if (!row.boolean("restricted")) return std::nullopt;
    return "withdrawals of its client are restricted: " + row.str("withdraw_restriction");
}

bool is_covered(pg::Transaction& tx, WithdrawalId id) {
    return tx.one(cover_of, {id}).boolean("covered");
}

bool has_valid_address(pg::Transaction& tx, const Withdrawal& withdrawal) {
    const auto network = chain::find_network(tx.connection(), withdrawal.network);
    return !network ||
           chain::check_address(*network, withdrawal.address) == chain::AddressFault::none;
}

Json::Value view_of(const pg::Row& row) {
    const auto withdrawal = Withdrawal::from(row);
    const auto text_or_null = [&row](const char* column) {
        const auto text = row.maybe_str(column);
        return text && !text->empty() ? Json::Value{*text} : Json::Value{};
    };
    Json::Value view;
    view["id"] = row.str("id");
    view["coin"] = withdrawal.coin;
    auto& coin = view["client_wallet"]["coin"];
    coin["name"] = withdrawal.coin;
    coin["full_name"] = row.str("full_name");
    coin["image"] = row.str("icon");
    view["network"] = withdrawal.network;
    view["withdraw_amount"] = withdrawal.amount.str();
    view["fee"] = withdrawal.fee.str();
    view["receive_amount"] = withdrawal.receivable().str();
    view["fee_kept"] = row.decimal("fee_kept").str();
    view["address"] = withdrawal.address;
    view["label"] = text_or_null("label");
    view["state"] = std::string{state_of(withdrawal.stage)};
    view["stage"] = std::string{name_of(withdrawal.stage)};
    view["txid"] = text_or_null("txid");
    view["confirmations"] = static_cast<Json::Int64>(row.integer("confirmations"));
    view["confirmations_needed"] = static_cast<Json::Int64>(row.integer("confirmations_needed"));
    view["application_time"] = pg::iso(row.time("requested_at"));
    view["updated_at"] = pg::iso(row.time("updated_at"));
    view["reason"] = text_or_null("reason");
    view["can_cancel"] = can_be_cancelled(withdrawal.stage) && !withdrawal.in_doubt;
    return view;
}

const char* const select_withdrawals = R"sql(
    select n.*, t.txid, coalesce(t.confirmations, 0) as confirmations
      from named_withdrawals n
      left join lateral shown_transaction(n.id) t on t.stage < 6
)sql";

std::optional<Json::Value> view(pg::Connection& connection, WithdrawalId id) {
    static const std::string of_id = std::string{select_withdrawals} + " where n.id = $1";
    const auto rows = connection.run(of_id.c_str(), {id});
    if (rows.empty()) return std::nullopt;
    return view_of(rows[0]);
}

void announce(pg::Connection& connection, Push& push, const Withdrawal& withdrawal) {
    const auto shown = view(connection, withdrawal.id);
    if (!shown) return;
    push.tell(withdrawal.owner.unique_id, ClientEvent::withdrawal, json::compact(*shown));
    push.tell(withdrawal.owner.unique_id, ClientEvent::notification);
    ledger::announce_balances(connection, push, withdrawal.owner, Wallet::spot, {withdrawal.asset});
}

}  // namespace cambio::withdrawals
