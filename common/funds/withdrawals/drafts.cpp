#include "withdrawals/drafts.h"

#include <chrono>

#include "chain/address.h"
#include "chain/bitcoin/node.h"
#include "chain/encoding.h"
#include "chain/evm/node.h"
#include "chain/evm/source.h"
#include "chain/units.h"
#include "withdrawals/fees.h"

namespace cambio::withdrawals {

namespace {

constexpr const char* next_nonce = R"sql(
    select coalesce(max(nonce) + 1, 0) as nonce from outgoing_transactions
    where network = $1 and sender = $2
)sql";
constexpr const char* free_coins = R"sql(
    select txid, position, (value * 100000000)::bigint as satoshi from hot_outputs
    where network = $1 and height is not null and spent_height is null and reserved_by is null
    order by value desc, txid, position limit 500
)sql";
// Of a transaction with a single version: of several, nobody knows which one a block will take.
constexpr const char* waiting_change = R"sql(
    select t.txid, (o.number - 1)::integer as position, (o.output->>'value')::bigint as satoshi
      from outgoing_transactions t
      cross join jsonb_array_elements(t.form->'outputs') with ordinality as o (output, number)
     where t.network = $1 and t.sender = $2 and t.stage = 3 and t.confirmations = 0
       and o.output->>'script' = t.form->'inputs'->0->>'script'
       and not exists (select from outgoing_transactions v
                        where v.withdrawal_id = t.withdrawal_id and v.id <> t.id and v.stage < 6)
       and not exists (select from hot_outputs h
                        where h.network = t.network and h.txid = t.txid
                          and h.position = o.number - 1
                          and (h.reserved_by is not null or h.height is not null))
     order by 3 desc, 1, 2
)sql";

// Of all versions, one alone can wait at a node: not always the newest.
constexpr const char* txids_of = R"sql(
    select txid from outgoing_transactions where withdrawal_id = $1 and txid is not null
)sql";

/// Nodes take no line of more transactions that wait for each other than 25.
constexpr std::int64_t max_line = 24;
/// Nor one in the place of more than a hundred.
constexpr std::int64_t max_driven_out = 100;

constexpr std::uint64_t usual_fee_rate = 10;  ///< satoshi for each virtual byte

/// What a payment of the network's own coin may take. A receiver's contract decides what runs
/// there, and the house pays for it while the client pays a flat fee: one could burn gas for
/// nothing. Safe and ERC-4337 wallets need less than 40,000.
constexpr int max_native_gas = 60'000;

uint128 number(const std::string& digits) {
    const auto value = chain::number_of(digits);
    if (!value) throw NotPossible{"The node returned a number that makes no sense."};
    return *value;
}

/// A transfer that would fail is refused here, where it costs nothing yet. Once it is signed its
/// nonce has to be used.
std::string estimate(chain::EvmNode& node, const Json::Value& parameters) {
    try {
        return node.rpc().call("eth_estimateGas", parameters).asString();
    } catch (const chain::RpcError& failure) {
        if (failure.fault != chain::RpcFault::refused) throw;
        throw NotPossible{"The transfer would fail now, by its node: " +
                          std::string{failure.what()}};
    }
}

std::uint64_t gas_limit(chain::EvmNode& node, const Order& order, const Json::Value& form) {
    Json::Value call;
    for (const char* field : {"from", "to", "data"}) call[field] = form[field];
    const auto value = chain::number_of(form["value"].asString()).value_or(0);
    std::string digits;
    for (uint128 rest = value; rest != 0; rest >>= 4)
        digits.insert(digits.begin(), "0123456789abcdef"[static_cast<int>(rest & 15)]);
    call["value"] = "0x" + (digits.empty() ? "0" : digits);
    Json::Value parameters;
    parameters.append(call);
    const auto estimated = chain::from_quantity(estimate(node, parameters));
    if (!estimated) throw NotPossible{"The node cannot estimate the gas of the transaction."};
    const auto needed = number(*estimated);
    const bool native = !order.coin.contract && order.config.max_gas > max_native_gas;
    const auto ceiling = static_cast<uint128>(native ? max_native_gas : order.config.max_gas);
    if (needed > ceiling)
        throw NotPossible{"The transaction needs " + chain::digits_of(needed) +
                          " units of gas, by its node; " +
                          (native ? "a payment of " + order.coin.code + " may take "
                                  : std::string{"MAX_GAS allows "}) +
                          chain::digits_of(ceiling) + '.'};
    // Some room, since the state of the contract may be another one by then.
    return static_cast<std::uint64_t>(std::min(needed * 5 / 4, ceiling));
}

chain::EvmNode evm_node(const Order& order) {
    chain::EvmNode node{order.node_url};
    if (node.chain_id() != order.network.chain_id)
        throw NotPossible{"The node of " + order.network.name + " follows another chain."};
    return node;
}

/// A wrong number of them would pay a millionfold.
void require_decimals(chain::EvmNode& node, const Order& order) {
    if (const auto why = chain::wrong_decimals(node, order.network, order.coin))
        throw NotPossible{*why + '.'};
}

EvmFees fees_at(chain::EvmNode& node, const Order& order, const std::optional<EvmFees>& replaced) {
    const uint128 price = number(node.gas_price());
    const auto ceiling = chain::units_of(order.config.max_fee_per_gas, 9).value_or(0);
    if (const auto fees = evm_fees(price, ceiling, replaced)) return *fees;
    const auto gwei = [](uint128 wei) {
        const auto amount = chain::amount_of(wei, 9);
        return amount ? amount->str() : "more than can be counted";
    };
    std::string why = "The network asks for " + gwei(price) + " gwei per unit of gas";
    if (replaced) why += ", and " + gwei(replaced->max) + " were offered last";
    throw NotPossible{why + "; MAX_FEE_PER_GAS does not allow more than " +
                      order.config.max_fee_per_gas.str() + '.'};
}

Draft evm_draft(pg::Transaction& tx, const Order& order) {
    auto node = evm_node(order);
    require_decimals(node, order);
    EvmTerms terms;
    terms.sender = order.sender;
    terms.nonce = std::max(node.transaction_count(order.sender, true),
                           tx.one(next_nonce, {order.network.name, order.sender}).integer("nonce"));
    const auto fees = fees_at(node, order, {});
    terms.max_fee_per_gas = fees.max;
    terms.max_priority_fee_per_gas = fees.priority;
    const auto amount = order.first().receivable();
    auto form = evm_form(order.network, order.coin, order.first().address, amount, terms);
    terms.gas_limit = gas_limit(node, order, form);
    form = evm_form(order.network, order.coin, order.first().address, amount, terms);
    return {std::move(form), terms.nonce, {}};
}

Draft evm_replacement(const Order& order, const Json::Value& last) {
    auto node = evm_node(order);
    const auto nonce = std::stoll(last["nonce"].asString());
    if (node.transaction_count(order.sender, false) > nonce)
        throw NotPossible{
            "A block already contains a transaction with its nonce. If it is one of these, the job "
            "send_withdrawals follows it."};
    const auto fees = fees_at(node, order,
                              EvmFees{number(last["max_fee_per_gas"].asString()),
                                      number(last["max_priority_fee_per_gas"].asString())});
    auto form = last;
    form["max_fee_per_gas"] = chain::digits_of(fees.max);
    form["max_priority_fee_per_gas"] = chain::digits_of(fees.priority);
    return {std::move(form), nonce, {}};
}

/// The rate that the operator names, within the ceiling.
std::uint64_t allowed(const Order& order, std::uint64_t rate) {
    const auto ceiling = static_cast<std::uint64_t>(order.config.max_fee_per_byte);
    if (rate > ceiling)
        throw NotPossible{"It would take " + std::to_string(rate) +
                          " satoshi per virtual byte; MAX_FEE_PER_BYTE does not allow more than " +
                          std::to_string(ceiling) + '.'};
    return rate;
}

/// The coins that nobody has taken, as the node has them unspent: those in a block first, the
/// largest of them foremost, then the change that waits for a block.
class FreeCoins {
  public:
    FreeCoins(pg::Transaction& tx, const Order& order)
        : in_blocks_{tx.run(free_coins, {order.network.name})},
          waiting_{tx.run(waiting_change, {order.network.name, order.sender})},
          node_{order.node_url} {}

    std::optional<Coin> next_in_a_block() {
        while (at_ < in_blocks_.size())
            if (auto coin = unspent(in_blocks_[at_++], false)) return coin;
        return {};
    }
    std::optional<Coin> next() {
        if (auto coin = next_in_a_block()) return coin;
        while (at_waiting_ < waiting_.size()) {
            auto coin = unspent(waiting_[at_waiting_++], true);
            const auto after = coin ? node_.waits_after(coin->txid) : std::nullopt;
            // Who was paid by the same transaction may have made a line of it, too.
            const auto spends = after ? node_.after(coin->txid) : std::nullopt;
            if (!spends || line_ + *after > max_line || line_ + spends->count > max_line) continue;
            line_ += *after;
            return coin;
        }
        return {};
    }

  private:
    std::optional<Coin> unspent(const pg::Row& row, bool waits) {
        Coin coin{row.str("txid"), static_cast<std::uint32_t>(row.integer("position")),
                  static_cast<std::uint64_t>(row.integer("satoshi")), waits};
        if (!node_.unspent(coin.txid, coin.position)) return {};
        return coin;
    }

    pg::Result in_blocks_, waiting_;
    int at_ = 0, at_waiting_ = 0;
    std::int64_t line_ = 0;
    chain::BitcoinNode node_;
};

constexpr const char* too_few =
    "The hot address has too few unspent coins that are in a block or are its own change.";

Draft bitcoin_draft(pg::Transaction& tx, const Order& order, const SigningTerms& terms) {
    std::vector<Payee> payees;
    for (const auto& each : order.all)
        payees.push_back(
            {each.address,
             static_cast<std::uint64_t>(
                 chain::units_of(each.receivable(), order.coin.decimals).value_or(0))});
    const auto rate = allowed(order, terms.bitcoin_fee_rate.value_or(usual_fee_rate));
    FreeCoins free{tx, order};
    Draft draft;
    while (const auto coin = free.next()) {
        draft.coins.push_back(*coin);
        auto form = bitcoin_form(order.network, order.sender, payees, draft.coins, rate);
        if (!form) continue;
        draft.form = std::move(*form);
        return draft;
    }
    throw TooFewCoins{too_few};
}

/// The coins that a form spends; each has to be unspent in the blocks still, or to wait for one.
std::vector<Coin> coins_of(const Json::Value& form, chain::BitcoinNode& node) {
    std::vector<Coin> coins;
    for (const auto& input : form["inputs"]) {
        Coin coin{input["txid"].asString(),
                  static_cast<std::uint32_t>(std::stoul(input["vout"].asString())),
                  std::stoull(input["value"].asString()), false};
        if (!node.unspent_in_blocks(coin.txid, coin.position) && !node.waits_after(coin.txid))
            throw NotPossible{
                "A block already contains a transaction that spends one of its coins. If it is one "
                "of these, the job send_withdrawals follows it."};
        coins.push_back(std::move(coin));
    }
    return coins;
}

/// The satoshi that the waiting version and all that spends it pay, `least` at least: a replacement
/// drives all of it out.
std::uint64_t driven_out(pg::Transaction& tx, const Order& order, chain::BitcoinNode& node,
                         std::uint64_t least) {
    auto paid = least;
    for (const auto version : tx.run(txids_of, {order.first().id})) {
        const auto after = node.after(version.str("txid"));
        if (!after) continue;
        if (after->count > max_driven_out)
            throw NotPossible{"Its receiver spends it already: " + std::to_string(after->count) +
                              " transactions would be driven out, and nodes do not do that for "
                              "more than " +
                              std::to_string(max_driven_out) + '.'};
        paid = std::max(paid, after->satoshi);
    }
    return paid;
}

/// A receiver that spends what has not arrived yet makes a replacement dearer: it pays for that,
/// too.
std::uint64_t rate_for_all(const Order& order, std::uint64_t rate, std::uint64_t least) {
    if (rate >= least) return rate;
    const auto ceiling = static_cast<std::uint64_t>(order.config.max_fee_per_byte);
    if (least > ceiling)
        throw NotPossible{"Its receiver spends it already: to replace that, too, would take " +
                          std::to_string(least) +
                          " satoshi per virtual byte; MAX_FEE_PER_BYTE does not allow more than " +
                          std::to_string(ceiling) + '.'};
    return least;
}

/// It spends all coins of the last one, so that of all versions a block can take one alone, and
/// others only where the change is too small for the higher fee. Nodes want those to be in a block.
Draft bitcoin_replacement(pg::Transaction& tx, const Order& order, const Json::Value& last,
                          const SigningTerms& terms) {
    const BitcoinFee replaced{std::stoull(last["fee"].asString()), virtual_size(last)};
    const auto wanted =
        allowed(order, terms.bitcoin_fee_rate.value_or(usual_replacing_rate(replaced)));
    if (wanted <= replaced.rate())
        throw NotPossible{"It offers " + std::to_string(replaced.rate()) +
                          " satoshi per virtual byte already: set a higher --fee-rate."};
    chain::BitcoinNode node{order.node_url};
    const auto replaced_all = driven_out(tx, order, node, replaced.satoshi);
    const auto rate = rate_for_all(order, wanted, least_replacing_rate(replaced, replaced_all));
    auto coins = coins_of(last, node);
    const auto payees = payees_of(last);
    FreeCoins free{tx, order};
    Draft draft;
    for (;;) {
        auto form = bitcoin_form(order.network, order.sender, payees, coins, rate);
        if (form && may_replace({std::stoull((*form)["fee"].asString()), virtual_size(*form)},
                                replaced, replaced_all)) {
            draft.form = std::move(*form);
            return draft;
        }
        const auto more = free.next_in_a_block();
        if (!more) throw TooFewCoins{too_few};
        coins.push_back(*more);
        draft.coins.push_back(*more);
    }
}

Draft tron_draft(const Order& order, const SigningTerms& terms) {
    chain::EvmNode node{order.node_url};
    require_decimals(node, order);
    TronTerms call;
    call.sender = order.sender;
    call.block_number = node.height();
    call.block_id = node.block_hash(call.block_number).value_or("");
    if (call.block_id.empty()) throw NotPossible{"The node of TRC20 does not have its own block."};
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    call.timestamp = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    call.expiration = call.timestamp + terms.tron_hours * 3'600'000;
    call.fee_limit = terms.tron_fee_limit;
    return {tron_form(order.network, order.coin, order.first().address, order.first().receivable(),
                      call),
            std::nullopt,
            {}};
}

}  // namespace

Draft draft_of(pg::Transaction& tx, const Order& order, const SigningTerms& terms) {
    switch (order.network.kind) {
        case chain::Kind::evm:
            return evm_draft(tx, order);
        case chain::Kind::tron:
            return tron_draft(order, terms);
        case chain::Kind::bitcoin:
            break;
    }
    return bitcoin_draft(tx, order, terms);
}

Draft replacement_of(pg::Transaction& tx, const Order& order, const Json::Value& last,
                     const SigningTerms& terms) {
    switch (order.network.kind) {
        case chain::Kind::evm:
            return evm_replacement(order, last);
        case chain::Kind::tron:
            throw NotPossible{
                "Tron does not replace transactions: this one goes through, or it expires and can "
                "be rejected."};
        case chain::Kind::bitcoin:
            break;
    }
    return bitcoin_replacement(tx, order, last, terms);
}

}  // namespace cambio::withdrawals
