#include "withdrawals/signing.h"

#include <algorithm>

#include "chain/chain.h"
#include "json/write.h"
#include "withdrawals/drafts.h"

namespace cambio::withdrawals {

namespace {

using chain::NotPossible;

constexpr const char* take_turn = R"sql(
    select pg_advisory_xact_lock(hashtextextended('outgoing:' || $1, 0))
)sql";
constexpr const char* reserve_coin = R"sql(
    update hot_outputs set reserved_by = $4
    where network = $1 and txid = $2 and position = $3 and reserved_by is null
)sql";
// A change that waited before and was given back may stand there still.
constexpr const char* reserve_waiting = R"sql(
    insert into hot_outputs as h (network, txid, position, value, reserved_by)
    values ($1, $2, $3, $5::numeric / 100000000, $4)
    on conflict (network, txid, position)
    do update set reserved_by = excluded.reserved_by where h.reserved_by is null
)sql";
constexpr const char* paid_by_change = R"sql(
    select n.withdrawal_id from outgoing_transactions t
      join hot_outputs h on h.network = t.network and h.txid = t.txid
      join outgoing_transactions n on n.id = h.reserved_by and n.stage < 6
     where t.withdrawal_id = $1 and t.stage < 6 order by 1 limit 1
)sql";
constexpr const char* insert_transaction = R"sql(
    insert into outgoing_transactions (withdrawal_id, network, sender, nonce, form, replaces)
    values ($1, $2, $3, $4, $5, $6) returning id
)sql";
constexpr const char* exported = R"sql(
    select id, form, withdrawal_id from outgoing_transactions where stage = 1 order by id
)sql";
constexpr const char* pay_with = "update withdrawals set paid_with = $2 where id = $1";
constexpr const char* pay_with_none = "update withdrawals set paid_with = null where id = $1";
constexpr const char* withdrawal_of = R"sql(
    select withdrawal_id from outgoing_transactions where id = $1
)sql";
constexpr const char* lock_transaction = R"sql(
    select form, stage, raw from outgoing_transactions where id = $1 for update
)sql";
constexpr const char* store_signed = R"sql(
    update outgoing_transactions set raw = $2, txid = $3, stage = 2, signed_at = now() where id = $1
)sql";
constexpr const char* versions_of = R"sql(
    select id, sender, form, stage, sent_at, confirmations from outgoing_transactions
     where withdrawal_id = $1 and stage < 6 order by id desc for update
)sql";

constexpr const char* demonstration = "select exists (select from demonstration) as yes";

Json::Value named(Json::Value form, std::int64_t id) {
    form["id"] = std::to_string(id);
    return form;
}

std::string name_of(WithdrawalId id) {
    return "Withdrawal " + std::to_string(id.value);
}

/// Why one of them may not leave now; nothing: all may.
std::optional<std::string> why_not(pg::Transaction& tx, const std::vector<Withdrawal>& all) {
    for (const auto& each : all) {
        const auto nothing =
            "nothing may be sent for withdrawal " + std::to_string(each.id.value) + " now: ";
        if (const auto why = held_back(tx, each.owner.id)) return nothing + *why;
        if (!is_covered(tx, each.id)) return nothing + "the books do not hold its money";
    }
    return {};
}

/// Those of them that are approved and may leave, locked.
std::vector<Withdrawal> leaving(pg::Transaction& tx, std::vector<WithdrawalId> ids,
                                std::vector<std::string>& left_out) {
    std::ranges::sort(ids);
    std::vector<Withdrawal> all;
    for (const auto id : ids) {
        auto withdrawal = lock(tx, id);
        if (!withdrawal || withdrawal->stage != Stage::approved)
            left_out.push_back(name_of(id) + " is not approved.");
        else if (withdrawal->in_doubt)
            left_out.push_back(name_of(id) +
                               " may have been sent already (cambioctl restored look).");
        else if (!has_valid_address(tx, *withdrawal))
            left_out.push_back(name_of(id) + " names an address that " + withdrawal->network +
                               " does not take: reject it, and its client has the money back.");
        else if (const auto why = why_not(tx, {*withdrawal}))
            left_out.push_back(*why);
        else
            all.push_back(*std::move(withdrawal));
    }
    return all;
}

/// A withdrawal's network with what the configuration says of it.
struct Way {
    chain::Network network;
    chain::NetworkSettings settings;
    const chain::NetworkCoin* coin = nullptr;
};

Way way_of(pg::Transaction& tx, const Config& config, const Withdrawal& withdrawal) {
    auto network = chain::find_network(tx.connection(), withdrawal.network);
    if (!network || network->coin(withdrawal.coin) == nullptr)
        throw NotPossible{"The network no longer carries the coin."};
    if (keeps_play_money(tx, *network))
        throw NotPossible{"This is a demo: its play money never leaves over " + network->title +
                          "."};
    auto settings = chain::settings_of(config, *network);
    if (settings.hot_address.empty() || settings.node_url.empty())
        throw NotPossible{"Name the node and the hot address of " + network->name +
                          " in the configuration."};
    return {*std::move(network), std::move(settings)};
}

/// What one transaction is to pay.
chain::Order order_of(const Config& config, const Way& way, const std::vector<Withdrawal>& all,
                      std::string sender) {
    chain::Order order{config, way.network,       *way.network.coin(all.front().coin),
                       {},     std::move(sender), way.settings.node_url};
    for (const auto& each : all) order.all.push_back({each.address, each.receivable()});
    return order;
}

/// Leaves out the newest until the coins are enough.
chain::Draft draft_of_as_many(pg::Transaction& tx, chain::Order& order,
                              std::vector<Withdrawal>& all, const chain::SigningTerms& terms,
                              std::vector<std::string>& left_out) {
    for (;;) {
        try {
            return draft_of(tx, order, terms);
        } catch (const chain::TooFewCoins& refusal) {
            if (all.size() == 1) throw;
            left_out.push_back(name_of(all.back().id) + ": " + refusal.what());
            all.pop_back();
            order.all.pop_back();
        }
    }
}

/// Writes what was decided, and takes its coins.
Json::Value write(pg::Transaction& tx, const chain::Order& order, WithdrawalId first,
                  const chain::Draft& draft, std::optional<TransactionId> replaces) {
    const auto number =
        tx.one(insert_transaction, {first, order.network.name, order.sender, draft.nonce,
                                    json::compact(draft.form), replaces})
            .integer("id");
    for (const auto& spent : draft.coins) {
        const auto position = static_cast<std::int64_t>(spent.position);
        if (spent.waits)
            tx.change(1, reserve_waiting,
                      {order.network.name, spent.txid, position, number,
                       static_cast<std::int64_t>(spent.value)});
        else
            tx.change(1, reserve_coin, {order.network.name, spent.txid, position, number});
    }
    return named(draft.form, number);
}

/// The newest version, which has to be on its way.
pg::Row last_sent(const pg::Result& versions, WithdrawalId id) {
    for (const auto row : versions)
        if (row.integer("confirmations") > 0)
            throw NotPossible{name_of(id) + " is already in a block."};
    const auto last = versions[0];
    if (static_cast<Sending>(last.integer("stage")) == Sending::exported)
        throw NotPossible{"Transaction " + last.str("id") +
                          " replaces the one before and is waiting for its signature: sign and "
                          "import it first (export --again writes it again)."};
    if (last.null("sent_at")) throw NotPossible{name_of(id) + " has not been sent yet."};
    return last;
}

}  // namespace

bool keeps_play_money(pg::Transaction& tx, const chain::Network& network) {
    return !network.of_demonstration() && tx.one(demonstration).boolean("yes");
}

Exported export_unsigned(pg::Transaction& tx, const Config& config, std::vector<WithdrawalId> ids,
                         const chain::SigningTerms& terms) {
    Exported given;
    auto all = leaving(tx, std::move(ids), given.left_out);
    if (all.empty()) return given;
    const auto way = way_of(tx, config, all.front());
    if (all.size() > 1 && !chain::chain_of(way.network).facts().pays_several)
        throw std::logic_error{"one transaction pays one withdrawal on that network"};
    tx.one(take_turn, {way.network.name});
    auto order =
        order_of(config, way, all, chain::normal_address(way.network, way.settings.hot_address));
    const auto draft = draft_of_as_many(tx, order, all, terms, given.left_out);
    given.forms.push_back(write(tx, order, all.front().id, draft, {}));
    for (auto& each : all) {
        if (each.id != all.front().id) tx.change(1, pay_with, {each.id, all.front().id});
        step(tx, each, Stage::exported);
    }
    given.withdrawals = std::move(all);
    return given;
}

Json::Value export_again(pg::Transaction& tx, const Config& config, WithdrawalId id,
                         const chain::SigningTerms& terms) {
    const auto all = lock_together(tx, id);
    if (all.empty()) throw NotPossible{"There is no withdrawal " + std::to_string(id.value) + '.'};
    const auto& first = all.front();
    if (first.stage != Stage::broadcast && first.stage != Stage::unknown)
        throw NotPossible{
            name_of(id) + " is " + std::string{name_of(first.stage)} +
            ": only a withdrawal that was sent and is not final can be sent with a higher fee."};
    if (const auto why = why_not(tx, all)) throw NotPossible{*why};
    const auto versions = tx.run(versions_of, {first.id});
    const auto last = last_sent(versions, id);
    const auto way = way_of(tx, config, first);
    tx.one(take_turn, {way.network.name});
    if (const auto next = tx.maybe(paid_by_change, {first.id}))
        throw NotPossible{"Its change pays withdrawal " + next->str("withdrawal_id") +
                          ", which could never arrive then: send that one with a higher fee, which "
                          "lifts this one, too."};
    const auto order = order_of(config, way, all, last.str("sender"));
    auto draft = replacement_of(tx, order, first.id, read_form(last.str("form")), terms);
    draft.form["replaces"] = last.str("id");
    return write(tx, order, first.id, draft, last.id<TransactionId>("id"));
}

Exported exported_now(pg::Transaction& tx) {
    Exported given;
    for (const auto row : tx.run(exported)) {
        const auto all = lock_together(tx, row.id<WithdrawalId>("withdrawal_id"));
        if (const auto why = why_not(tx, all))
            given.left_out.push_back(*why);
        else
            given.forms.push_back(named(read_form(row.str("form")), row.integer("id")));
    }
    return given;
}

bool import_signed(pg::Transaction& tx, TransactionId id, std::string_view raw) {
    const auto name = "Transaction " + std::to_string(id.value);
    const auto found = tx.maybe(withdrawal_of, {id});
    if (!found) throw NotPossible{name + " was never exported here."};
    // Whoever changes a withdrawal locks it first, and then its transactions.
    auto all = lock_together(tx, found->id<WithdrawalId>("withdrawal_id"));
    const auto row = tx.one(lock_transaction, {id});
    if (!row.null("raw")) {
        if (row.bytes("raw") == raw) return false;
        throw NotPossible{name + " was already imported, with other bytes."};
    }
    if (static_cast<Sending>(row.integer("stage")) != Sending::exported)
        throw NotPossible{name + " is no longer waiting for a signature."};
    const auto verified = verify_signed(read_form(row.str("form")), raw);
    tx.change(1, store_signed, {id, pg::Param::bytes(verified.raw), verified.txid});
    // A replacement changes nothing of a withdrawal that is on its way.
    for (auto& each : all)
        if (each.stage == Stage::exported) step(tx, each, Stage::signed_);
    return true;
}

void pay_alone(pg::Transaction& tx, WithdrawalId id) {
    tx.change(1, pay_with_none, {id});
}

}  // namespace cambio::withdrawals
