#include <chrono>
#include <set>

#include "chain/address.h"
#include "chain/bitcoin/node.h"
#include "chain/encoding.h"
#include "chain/evm/node.h"
#include "withdrawals/signing.h"

namespace cambio::withdrawals {

namespace {

constexpr const char* versions_of = R"sql(
    select form, txid from outgoing_transactions
    where withdrawal_id = $1 and stage < 6 order by id for update
)sql";

constexpr const char* form_of = R"sql(
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

/// Refuses a transaction that could pay the same receiver: then nothing may be released.
void require_other_receiver(bool pays_the_same) {
    if (pays_the_same)
        throw NotPossible{
            "That transaction pays the receiver of this withdrawal. Do not release the money: "
            "check the chain."};
}

void require_evm_conflict(const Json::Value& form, chain::EvmNode& node, const std::string& txid,
                          std::int64_t needed) {
    Json::Value parameters;
    parameters.append(txid);
    const auto found = node.rpc().call("eth_getTransactionByHash", parameters);
    const auto receipt = node.receipt(txid);
    if (!found.isObject() || !receipt)
        throw NotPossible{"The node does not have that transaction in a block."};
    const auto text = [&found](const char* name) { return found[name].asString(); };
    const auto from = chain::from_hex(text("from")).value_or("");
    const auto nonce = chain::from_quantity(text("nonce")).value_or("");
    if (chain::account_address(chain::Kind::evm, from) != form["from"].asString() ||
        nonce != form["nonce"].asString())
        throw NotPossible{
            "That transaction does not exclude this one: it needs the same sender and "
            "the nonce " +
            form["nonce"].asString() + "."};
    const auto to = chain::from_hex(text("to")).value_or("");
    require_other_receiver(receipt->succeeded &&
                           chain::account_address(chain::Kind::evm, to) == form["to"].asString() &&
                           text("input") == form["data"].asString());
    if (node.height() - receipt->block_height + 1 < needed)
        throw NotPossible{"That transaction is not final yet: it needs " + std::to_string(needed) +
                          " confirmations."};
}

/// Whether a transaction spends a coin of that form, or of one whose change the form spends.
bool excludes(pg::Transaction& tx, const chain::BitcoinTransaction& found,
              const Json::Value& form) {
    for (const auto& input : form["inputs"]) {
        for (const auto& spent : found.inputs)
            if (spent.txid == input["txid"].asString() &&
                std::to_string(spent.position) == input["vout"].asString())
                return true;
        const auto before =
            tx.maybe(form_of, {form["network"].asString(), input["txid"].asString()});
        if (before && excludes(tx, found, read_form(before->str("form")))) return true;
    }
    return false;
}

void require_bitcoin_conflict(pg::Transaction& tx, const Json::Value& form,
                              chain::BitcoinNode& node, const std::string& txid,
                              std::int64_t needed) {
    const auto confirmations = node.confirmations(txid);
    if (!confirmations || *confirmations < needed)
        throw NotPossible{"That transaction is not final: it needs " + std::to_string(needed) +
                          " confirmations."};
    Json::Value parameters;
    parameters.append(txid);
    const auto raw = chain::from_hex(node.rpc().call("getrawtransaction", parameters).asString());
    const auto found = raw ? chain::parse_transaction(*raw) : std::nullopt;
    if (!found) throw NotPossible{"The node does not show that transaction."};
    if (!excludes(tx, *found, form))
        throw NotPossible{
            "That transaction does not exclude this one: it spends none of its coins."};
    std::set<std::string> paid;
    for (const auto& output : form["outputs"])
        if (output["script"] != form["inputs"][0]["script"])
            paid.insert(chain::from_hex(output["script"].asString()).value_or(""));
    for (const auto& output : found->outputs) require_other_receiver(paid.contains(output.script));
}

/// Tron's transactions exclude themselves: after its expiry no block takes one.
void require_tron_expiry(const Json::Value& form, chain::EvmNode& node) {
    constexpr auto safe = std::chrono::hours{1};
    const std::chrono::system_clock::time_point expiry{
        std::chrono::milliseconds{std::stoll(form["expiration"].asString())}};
    if (std::chrono::system_clock::now() < expiry + safe)
        throw NotPossible{"It has not been expired for an hour yet."};
    // By the chain's own clock, too: a node that stands still does not know what was sent since.
    if (node.block_time(node.height()) < expiry + safe)
        throw NotPossible{
            "The node's newest block was made before it had been expired for an hour."};
    if (node.knows("0x" + form["txid"].asString()))
        throw NotPossible{"The node knows that transaction: it was sent."};
}

}  // namespace

void require_conflict(pg::Transaction& tx, const Config& config, const Withdrawal& withdrawal,
                      WithdrawalId first, const std::string& txid) {
    const auto versions = tx.run(versions_of, {first});
    if (versions.empty()) throw NotPossible{"Nothing was exported for this withdrawal."};
    const auto network = chain::find_network(tx.connection(), withdrawal.network);
    const auto* coin = network ? network->coin(withdrawal.coin) : nullptr;
    if (coin == nullptr || !coin->withdrawal)
        throw NotPossible{"The network no longer carries the coin."};
    const auto url = chain::settings_of(config, *network).node_url;
    const auto needed = std::max(coin->withdrawal->confirmations, network->unlock_confirmations);
    for (const auto row : versions)
        if (row.maybe_str("txid") == txid)
            throw NotPossible{"That is the transaction of this withdrawal itself."};
    // Each version may be the one that a block takes: it has to exclude them all.
    for (const auto row : versions) {
        const auto form = read_form(row.str("form"));
        if (network->kind == chain::Kind::bitcoin) {
            chain::BitcoinNode node{url};
            require_bitcoin_conflict(tx, form, node, txid, needed);
            continue;
        }
        chain::EvmNode node{url};
        if (network->kind == chain::Kind::tron)
            require_tron_expiry(form, node);
        else
            require_evm_conflict(form, node, txid, needed);
    }
}

void replace_transactions(pg::Transaction& tx, WithdrawalId first, const std::string& txid) {
    tx.run(end_all_versions, {first, txid});
    tx.run(free_coins_of_all, {first});
}

}  // namespace cambio::withdrawals
