#include "chain/evm/draft.h"

#include <algorithm>

#include "chain/evm/fees.h"
#include "chain/evm/form.h"
#include "chain/evm/source.h"
#include "chain/units.h"

namespace cambio::chain {

namespace {

/// What a payment of the network's own coin may take. A receiver's contract decides what runs
/// there, and the house pays for it while the client pays a flat fee: one could burn gas for
/// nothing. Safe and ERC-4337 wallets need less than 40,000.
constexpr int max_native_gas = 60'000;

/// A transfer that would fail is refused here, where it costs nothing yet. Once it is signed its
/// nonce has to be used.
std::string estimate(EvmNode& node, const Json::Value& parameters) {
    try {
        return node.rpc().call("eth_estimateGas", parameters).asString();
    } catch (const RpcError& failure) {
        if (failure.fault != RpcFault::refused) throw;
        throw NotPossible{"The transfer would fail now, by its node: " +
                          std::string{failure.what()}};
    }
}

std::uint64_t gas_limit(EvmNode& node, const Order& order, const Json::Value& form) {
    Json::Value call;
    for (const char* field : {"from", "to", "data"}) call[field] = form[field];
    const auto value = number_of(form["value"].asString()).value_or(0);
    std::string digits;
    for (uint128 rest = value; rest != 0; rest >>= 4)
        digits.insert(digits.begin(), "0123456789abcdef"[static_cast<int>(rest & 15)]);
    call["value"] = "0x" + (digits.empty() ? "0" : digits);
    Json::Value parameters;
    parameters.append(call);
    const auto estimated = from_quantity(estimate(node, parameters));
    if (!estimated) throw NotPossible{"The node cannot estimate the gas of the transaction."};
    const auto needed = number_by_node(*estimated);
    const bool native = !order.coin.contract && order.config.max_gas > max_native_gas;
    const auto ceiling = static_cast<uint128>(native ? max_native_gas : order.config.max_gas);
    if (needed > ceiling)
        throw NotPossible{"The transaction needs " + digits_of(needed) +
                          " units of gas, by its node; " +
                          (native ? "a payment of " + order.coin.code + " may take "
                                  : std::string{"MAX_GAS allows "}) +
                          digits_of(ceiling) + '.'};
    // Some room, since the state of the contract may be another one by then.
    return static_cast<std::uint64_t>(std::min(needed * 5 / 4, ceiling));
}

EvmNode evm_node(const Order& order) {
    EvmNode node{order.node_url};
    if (node.chain_id() != order.network.chain_id)
        throw NotPossible{"The node of " + order.network.name + " follows another chain."};
    return node;
}

EvmFees fees_at(EvmNode& node, const Order& order, const std::optional<EvmFees>& replaced) {
    const uint128 price = number_by_node(node.gas_price());
    const auto ceiling = units_of(order.config.max_fee_per_gas, 9).value_or(0);
    if (const auto fees = evm_fees(price, ceiling, replaced)) return *fees;
    const auto gwei = [](uint128 wei) {
        const auto amount = amount_of(wei, 9);
        return amount ? amount->str() : "more than can be counted";
    };
    std::string why = "The network asks for " + gwei(price) + " gwei per unit of gas";
    if (replaced) why += ", and " + gwei(replaced->max) + " were offered last";
    throw NotPossible{why + "; MAX_FEE_PER_GAS does not allow more than " +
                      order.config.max_fee_per_gas.str() + '.'};
}

}  // namespace

void require_decimals(EvmNode& node, const Order& order) {
    if (const auto why = wrong_decimals(node, order.network, order.coin))
        throw NotPossible{*why + '.'};
}

Draft evm_draft(const Order& order, OutgoingBooks& books) {
    auto node = evm_node(order);
    require_decimals(node, order);
    EvmTerms terms;
    terms.sender = order.sender;
    terms.nonce = std::max(node.transaction_count(order.sender, true), books.next_nonce());
    const auto fees = fees_at(node, order, {});
    terms.max_fee_per_gas = fees.max;
    terms.max_priority_fee_per_gas = fees.priority;
    const auto amount = order.first().amount;
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
                              EvmFees{number_by_node(last["max_fee_per_gas"].asString()),
                                      number_by_node(last["max_priority_fee_per_gas"].asString())});
    auto form = last;
    form["max_fee_per_gas"] = digits_of(fees.max);
    form["max_priority_fee_per_gas"] = digits_of(fees.priority);
    return {std::move(form), nonce, {}};
}

}  // namespace cambio::chain
