#include "withdrawals/signing.h"

#include <json/reader.h>
#include <json/writer.h>

#include <memory>

#include "chain/address.h"
#include "chain/bitcoin_node.h"
#include "chain/encoding.h"
#include "chain/evm_node.h"
#include "chain/transaction_evm.h"
#include "crypto/crypto.h"
#include "withdrawals/hot_wallet.h"

namespace cambio::withdrawals {

namespace {

constexpr const char* take_turn = R"sql(
    select pg_advisory_xact_lock(hashtextextended('outgoing:' || $1, 0))
)sql";
constexpr const char* next_nonce = R"sql(
    select coalesce(max(nonce) + 1, 0) as nonce from outgoing_transactions
    where network = $1 and sender = $2
)sql";
constexpr const char* free_coins = R"sql(
    select txid, position, (value * 100000000)::bigint as satoshi from hot_outputs
    where network = $1 and spent_height is null and reserved_by is null
    order by value desc, txid, position limit 500
)sql";
constexpr const char* reserve_coin = R"sql(
    update hot_outputs set reserved_by = $4
    where network = $1 and txid = $2 and position = $3 and reserved_by is null
)sql";
constexpr const char* insert_transaction = R"sql(
    insert into outgoing_transactions (withdrawal_id, network, sender, nonce, form)
    values ($1, $2, $3, $4, $5) returning id
)sql";
constexpr const char* exported = R"sql(
    select t.id, t.form, t.withdrawal_id, w.client_id
      from outgoing_transactions t join withdrawals w on w.id = t.withdrawal_id
     where t.stage = 1 order by t.id
)sql";
constexpr const char* lock_transaction = R"sql(
    select id, withdrawal_id, form, stage, raw from outgoing_transactions where id = $1 for update
)sql";
constexpr const char* current_of = R"sql(
    select id, form, txid from outgoing_transactions
    where withdrawal_id = $1 and stage < 6 for update
)sql";
constexpr const char* store_signed = R"sql(
    update outgoing_transactions set raw = $2, txid = $3, stage = 2, signed_at = now() where id = $1
)sql";

std::string compact(const Json::Value& value) {
    Json::StreamWriterBuilder writer;
    writer["indentation"] = "";
    return Json::writeString(writer, value);
}

Json::Value parsed(const std::string& text) {
    Json::Value value;
    const std::unique_ptr<Json::CharReader> reader{Json::CharReaderBuilder{}.newCharReader()};
    if (!reader->parse(text.data(), text.data() + text.size(), &value, nullptr))
        throw std::logic_error{"a stored form is no JSON"};
    return value;
}

uint128 number(const std::string& digits) {
    const auto value = chain::number_of(digits);
    if (!value) throw NotPossible{"The node answers with a number that makes no sense."};
    return *value;
}

/// One withdrawal on its way to the signer.
struct Order {
    const chain::Network& network;
    const chain::NetworkCoin& coin;
    const Withdrawal& withdrawal;
    std::string sender;
    std::string node_url;
};

/// What is to be signed, and what it uses up.
struct Draft {
    Json::Value form;
    std::optional<std::int64_t> nonce;
    std::vector<Coin> coins;
};

std::uint64_t gas_limit(chain::EvmNode& node, const Json::Value& form) {
    Json::Value call;
    for (const char* field : {"from", "to", "data"}) call[field] = form[field];
    const auto value = chain::number_of(form["value"].asString()).value_or(0);
    std::string digits;
    for (uint128 rest = value; rest != 0; rest >>= 4)
        digits.insert(digits.begin(), "0123456789abcdef"[static_cast<int>(rest & 15)]);
    call["value"] = "0x" + (digits.empty() ? "0" : digits);
    Json::Value parameters;
    parameters.append(call);
    const auto answer = node.rpc().call("eth_estimateGas", parameters);
    const auto estimated = chain::from_quantity(answer.asString());
    if (!estimated) throw NotPossible{"The node cannot say how much gas the transaction takes."};
    // Some room, since the state of the contract may be another one by then.
    return static_cast<std::uint64_t>(number(*estimated) * 5 / 4);
}

Draft evm_draft(pg::Transaction& tx, const Order& order) {
    chain::EvmNode node{order.node_url};
    if (node.chain_id() != order.network.chain_id)
        throw NotPossible{"The node of " + order.network.name + " follows another chain."};
    EvmTerms terms;
    terms.sender = order.sender;
    terms.nonce = std::max(node.transaction_count(order.sender, true),
                           tx.one(next_nonce, {order.network.name, order.sender}).integer("nonce"));
    const uint128 price = number(node.gas_price());
    constexpr uint128 usual_tip = 1'000'000'000;
    terms.max_fee_per_gas = 2 * price + usual_tip;
    terms.max_priority_fee_per_gas = std::min(usual_tip, terms.max_fee_per_gas);
    const auto amount = order.withdrawal.receivable();
    auto form = evm_form(order.network, order.coin, order.withdrawal.address, amount, terms);
    terms.gas_limit = gas_limit(node, form);
    form = evm_form(order.network, order.coin, order.withdrawal.address, amount, terms);
    return {std::move(form), terms.nonce, {}};
}

Draft bitcoin_draft(pg::Transaction& tx, const Order& order, std::uint64_t fee_rate) {
    const auto amount = static_cast<std::uint64_t>(
        chain::units_of(order.withdrawal.receivable(), order.coin.decimals).value_or(0));
    chain::BitcoinNode node{order.node_url};
    Draft draft;
    for (const auto row : tx.run(free_coins, {order.network.name})) {
        const Coin coin{row.str("txid"), static_cast<std::uint32_t>(row.integer("position")),
                        static_cast<std::uint64_t>(row.integer("satoshi"))};
        if (!node.unspent(coin.txid, coin.position)) continue;
        draft.coins.push_back(coin);
        auto form = bitcoin_form(order.network, order.sender, order.withdrawal.address, amount,
                                 draft.coins, fee_rate);
        if (!form) continue;
        draft.form = std::move(*form);
        return draft;
    }
    throw NotPossible{"The hot address has too few coins that are in a block and not spent."};
}

Draft tron_draft(const Order& order, const SigningTerms& terms) {
    chain::EvmNode node{order.node_url};
    TronTerms call;
    call.sender = order.sender;
    call.block_number = node.height();
    call.block_id = node.block_hash(call.block_number).value_or("");
    if (call.block_id.empty()) throw NotPossible{"The node of TRC20 does not have its own block."};
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    call.timestamp = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    call.expiration = call.timestamp + terms.tron_hours * 3'600'000;
    call.fee_limit = terms.tron_fee_limit;
    return {tron_form(order.network, order.coin, order.withdrawal.address,
                      order.withdrawal.receivable(), call),
            std::nullopt,
            {}};
}

Draft draft_of(pg::Transaction& tx, const Order& order, const SigningTerms& terms) {
    switch (order.network.kind) {
        case chain::Kind::evm:
            return evm_draft(tx, order);
        case chain::Kind::tron:
            return tron_draft(order, terms);
        case chain::Kind::bitcoin:
            break;
    }
    return bitcoin_draft(tx, order, terms.bitcoin_fee_rate);
}

Json::Value named(Json::Value form, std::int64_t id) {
    form["id"] = std::to_string(id);
    return form;
}

/// Refuses a transaction that could pay the same receiver: then nothing may be released.
void require_other_receiver(bool pays_the_same) {
    if (pays_the_same)
        throw NotPossible{
            "That transaction pays the receiver of this withdrawal. Do not release "
            "the money: look at the chain."};
}

void require_evm_conflict(const Json::Value& form, chain::EvmNode& node, const std::string& txid,
                          std::int64_t needed) {
    Json::Value parameters;
    parameters.append(txid);
    const auto found = node.rpc().call("eth_getTransactionByHash", parameters);
    const auto receipt = node.receipt(txid);
    if (!found.isObject() || !receipt)
        throw NotPossible{"The node has no such transaction in a block."};
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

void require_bitcoin_conflict(const Json::Value& form, chain::BitcoinNode& node,
                              const std::string& txid, std::int64_t needed) {
    const auto confirmations = node.confirmations(txid);
    if (!confirmations || *confirmations < needed)
        throw NotPossible{"That transaction is not final: it needs " + std::to_string(needed) +
                          " confirmations."};
    Json::Value parameters;
    parameters.append(txid);
    const auto raw = chain::from_hex(node.rpc().call("getrawtransaction", parameters).asString());
    const auto found = raw ? chain::parse_transaction(*raw) : std::nullopt;
    if (!found) throw NotPossible{"The node does not show that transaction."};
    bool excludes = false;
    for (const auto& input : form["inputs"])
        for (const auto& spent : found->inputs)
            excludes = excludes || (spent.txid == input["txid"].asString() &&
                                    std::to_string(spent.output) == input["vout"].asString());
    if (!excludes)
        throw NotPossible{
            "That transaction does not exclude this one: it spends none of its coins."};
    const auto receiver = chain::from_hex(form["outputs"][0]["script"].asString()).value_or("");
    for (const auto& output : found->outputs) require_other_receiver(output.script == receiver);
}

/// Tron's transactions exclude themselves: after its expiry no block takes one.
void require_tron_expiry(const Json::Value& form, chain::EvmNode& node) {
    constexpr auto safe = std::chrono::hours{1};
    const std::chrono::system_clock::time_point expiry{
        std::chrono::milliseconds{std::stoll(form["expiration"].asString())}};
    if (std::chrono::system_clock::now() < expiry + safe)
        throw NotPossible{"It has not been expired for an hour yet."};
    if (node.knows("0x" + form["txid"].asString()))
        throw NotPossible{"The node knows that transaction: it was sent."};
}

}  // namespace

Json::Value give_out(pg::Transaction& tx, const Config& config, WithdrawalId id,
                     const SigningTerms& terms) {
    auto withdrawal = lock(tx, id);
    if (!withdrawal || withdrawal->stage != Stage::approved)
        throw NotPossible{"Withdrawal " + std::to_string(id.value) + " is not approved."};
    if (const auto why = held_back(tx, withdrawal->owner.id))
        throw NotPossible{"Nothing may leave for it now: " + *why + "."};
    const auto network = chain::find_network(tx.connection(), withdrawal->network);
    const auto* coin = network ? network->coin(withdrawal->coin) : nullptr;
    if (coin == nullptr) throw NotPossible{"The network does not carry the coin any more."};
    const auto& hot = hot_address(config, network->kind);
    const auto url = chain::settings_of(config, network->name).node_url;
    if (hot.empty() || url.empty())
        throw NotPossible{"Name the node and the hot address of " + network->name +
                          " in the configuration."};
    tx.one(take_turn, {network->name});
    const Order order{*network, *coin, *withdrawal, chain::normal_address(*network, hot), url};
    const auto draft = draft_of(tx, order, terms);
    const auto number = tx.one(insert_transaction,
                               {id, network->name, order.sender, draft.nonce, compact(draft.form)})
                            .integer("id");
    for (const auto& spent : draft.coins)
        tx.change(1, reserve_coin,
                  {network->name, spent.txid, static_cast<std::int64_t>(spent.position), number});
    step(tx, *withdrawal, Stage::exported);
    return named(draft.form, number);
}

GivenOut given_out(pg::Transaction& tx) {
    GivenOut given;
    for (const auto row : tx.run(exported)) {
        if (const auto why = held_back(tx, row.id<ClientId>("client_id")))
            given.left_out.push_back("withdrawal " + row.str("withdrawal_id") + ": " + *why);
        else
            given.forms.push_back(named(parsed(row.str("form")), row.integer("id")));
    }
    return given;
}

bool take_back(pg::Transaction& tx, TransactionId id, std::string_view raw) {
    const auto row = tx.maybe(lock_transaction, {id});
    const auto name = "Transaction " + std::to_string(id.value);
    if (!row) throw NotPossible{name + " was never exported here."};
    if (!row->null("raw")) {
        if (row->bytes("raw") == raw) return false;
        throw NotPossible{name + " was imported already, with other bytes."};
    }
    if (static_cast<Sending>(row->integer("stage")) != Sending::exported)
        throw NotPossible{name + " is not waiting for a signature any more."};
    const auto fitting = fit(parsed(row->str("form")), raw);
    tx.change(1, store_signed, {id, pg::Param::bytes(fitting.raw), fitting.txid});
    auto withdrawal = lock(tx, row->id<WithdrawalId>("withdrawal_id"));
    step(tx, *withdrawal, Stage::in_hand);
    return true;
}

void require_conflict(pg::Transaction& tx, const Config& config, const Withdrawal& withdrawal,
                      const std::string& txid) {
    const auto row = tx.maybe(current_of, {withdrawal.id});
    if (!row) throw NotPossible{"Nothing was exported for this withdrawal."};
    if (row->maybe_str("txid") == txid)
        throw NotPossible{"That is the transaction of this withdrawal itself."};
    const auto form = parsed(row->str("form"));
    const auto network = chain::find_network(tx.connection(), withdrawal.network);
    const auto* coin = network ? network->coin(withdrawal.coin) : nullptr;
    if (coin == nullptr || !coin->withdrawal)
        throw NotPossible{"The network does not carry the coin any more."};
    const auto url = chain::settings_of(config, network->name).node_url;
    const auto needed = std::max(coin->withdrawal->confirmations, network->unlock_confirmations);
    if (network->kind == chain::Kind::bitcoin) {
        chain::BitcoinNode node{url};
        return require_bitcoin_conflict(form, node, txid, needed);
    }
    chain::EvmNode node{url};
    if (network->kind == chain::Kind::tron) return require_tron_expiry(form, node);
    require_evm_conflict(form, node, txid, needed);
}

}  // namespace cambio::withdrawals
