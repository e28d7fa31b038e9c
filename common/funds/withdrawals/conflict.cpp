#include <algorithm>

#include "chain/chain.h"
#include "withdrawals/signing.h"

namespace cambio::withdrawals {

namespace {

constexpr const char* versions_of = R"sql(
    select form, txid from outgoing_transactions
    where withdrawal_id = $1 and stage < 6 order by id for update
)sql";

constexpr const char* form_by_txid = R"sql(
    select form from outgoing_transactions
    where network = $1 and txid = $2 and stage <> 5
)sql";

constexpr const char* end_all_versions = R"sql(
    update outgoing_transactions set stage = 7, replaced_by = nullif($2, ''), ended_at = now()
     where withdrawal_id = $1 and stage < 6
)sql";
// Of Bitcoin: the coins of a transaction that can never be in a block may be spent by another one.
constexpr const char* free_coins_of_all = R"sql(
    update hot_outputs set reserved_by = null where reserved_by in
        (select id from outgoing_transactions where withdrawal_id = $1 and stage = 7)
)sql";

}  // namespace

void require_conflict(pg::Transaction& tx, const Config& config, const Withdrawal& withdrawal,
                      WithdrawalId first, const std::string& txid) {
    const auto versions = tx.run(versions_of, {first});
    if (versions.empty()) throw chain::NotPossible{"Nothing was exported for this withdrawal."};
    const auto network = chain::find_network(tx.connection(), withdrawal.network);
    const auto* coin = network ? network->coin(withdrawal.coin) : nullptr;
    if (coin == nullptr || !coin->withdrawal)
        throw chain::NotPossible{"The network no longer carries the coin."};
    const auto url = chain::settings_of(config, *network).node_url;
    const auto needed = std::max(coin->withdrawal->confirmations, network->unlock_confirmations);
    for (const auto row : versions)
        if (row.maybe_str("txid") == txid)
            throw chain::NotPossible{"That is the transaction of this withdrawal itself."};
    // Each version may be the one that a block takes: it has to exclude them all.
    const auto find_form = [&](const std::string& of) -> std::optional<Json::Value> {
        const auto row = tx.maybe(form_by_txid, {network->name, of});
        return row ? std::optional{read_form(row->str("form"))} : std::nullopt;
    };
    for (const auto row : versions)
        chain::chain_of(*network).require_conflict(url, read_form(row.str("form")), txid, needed,
                                                   find_form);
}

void replace_transactions(pg::Transaction& tx, WithdrawalId first, const std::string& txid) {
    tx.run(end_all_versions, {first, txid});
    tx.run(free_coins_of_all, {first});
}

}  // namespace cambio::withdrawals
