#include "chain/evm/chain.h"

#include <algorithm>

#include "chain/encoding.h"
#include "chain/evm/address.h"
#include "chain/evm/broadcaster.h"
#include "chain/evm/draft.h"
#include "chain/evm/form.h"
#include "chain/evm/search.h"
#include "chain/evm/source.h"
#include "chain/evm/transaction.h"
#include "chain/keys.h"
#include "chain/units.h"
#include "crypto/crypto.h"
#include "crypto/ethereum.h"

namespace cambio::chain {

namespace {

/// As a node of Ethereum's protocol names an account, java-tron too.
std::string named_by_node(const Chain& chain, const std::string& address) {
    const auto raw = chain.account_bytes(address);
    if (!raw) throw std::logic_error{"a checked address is not valid"};
    return "0x" + crypto::hex(*raw);
}

/// Whether a transaction that succeeded has paid whom the form pays, any amount of any coin: by
/// itself, by a token's transfer, or by whatever a token's contract tells of.
bool pays_receiver(const Json::Value& form, const std::string& to, const std::string& input,
                   const std::vector<EvmLog>& logs) {
    const auto call = form["data"].asString().substr(0, amount_in_transfer);
    if (to == form["to"].asString() && input.starts_with(call)) return true;
    const auto receiver = call == "0x"
                              ? form["to"].asString()
                              : crypto::checksum_address("0x" + call.substr(receiver_in_transfer));
    return to == receiver || std::ranges::any_of(logs, [&receiver](const EvmLog& log) {
               const auto transfer = token_transfer(Kind::evm, log);
               return transfer && transfer->to == receiver;
           });
}

}  // namespace

const KindFacts& EvmChain::facts() const {
    static constexpr KindFacts facts{.name = "evm",
                                     .keys = "ETHEREUM",
                                     .key_prefix = "xpub",
                                     .decimals = 18,
                                     .numbered = true,
                                     .contracts = true,
                                     .demonstration = 31337,
                                     .bare_txids = false,
                                     .own_coin = true,
                                     .pays_several = false,
                                     .inner_payments = true,
                                     .outputs = false};
    return facts;
}

AddressFault EvmChain::check_address(const Network& /*network*/, std::string_view address) const {
    return check_evm(address);
}

std::string EvmChain::normal_address(const Network& /*network*/, std::string_view address) const {
    return *crypto::checksum_address(address);
}

std::string EvmChain::address_of(const Network& /*network*/, std::string_view public_key) const {
    return account_address(crypto::keccak256(coordinates_of(public_key)).substr(12));
}

std::optional<std::string> EvmChain::account_bytes(std::string_view address) const {
    return evm_bytes(address);
}

std::string EvmChain::account_address(std::string_view raw) const {
    return evm_address(raw);
}

std::unique_ptr<Source> EvmChain::source(const Network& network,
                                         const std::string& node_url) const {
    return std::make_unique<EvmSource>(network, EvmNode{node_url});
}

SeenTransaction EvmChain::seen(const Network& network, const std::string& node_url,
                               const std::string& txid) const {
    using State = SeenTransaction::State;
    const auto hash = "0x" + txid;
    EvmNode node{node_url};
    SeenTransaction seen;
    const auto transaction = node.transaction(hash);
    if (!transaction) return seen;
    const auto receipt = node.receipt(hash);
    seen.state = !receipt              ? State::waiting
                 : !receipt->succeeded ? State::failed
                                       : State::in_a_block;
    if (seen.state != State::in_a_block) return seen;
    seen.height = receipt->block_height;
    for (const auto& log : receipt->logs)
        if (auto transfer = token_transfer(network.kind, log))
            seen.pays.push_back({std::move(transfer->to), std::move(transfer->contract)});
    const auto to = crypto::checksum_address(transaction->to);
    if (facts().own_coin && to && transaction->value != "0") seen.pays.push_back({*to, {}});
    return seen;
}

std::optional<Decimal> EvmChain::held(const Network& /*network*/, const std::string& node_url,
                                      const NetworkCoin& coin,
                                      const std::vector<std::string>& addresses) const {
    EvmNode node{node_url};
    Decimal sum;
    for (const auto& address : addresses) {
        const auto account = named_by_node(*this, address);
        const auto digits = coin.contract
                                ? node.token_balance(named_by_node(*this, *coin.contract), account)
                                : node.balance(account);
        const auto units = number_of(digits);
        const auto amount = units ? amount_of(*units, coin.decimals) : std::nullopt;
        if (!amount) return std::nullopt;
        sum += *amount;
    }
    return sum;
}

Draft EvmChain::draft(const Order& order, const SigningTerms& /*terms*/,
                      OutgoingBooks& books) const {
    return evm_draft(order, books);
}

Draft EvmChain::replacement(const Order& order, const Json::Value& last,
                            const SigningTerms& /*terms*/, OutgoingBooks& /*books*/) const {
    return evm_replacement(order, last);
}

VerifiedTransaction EvmChain::verify(const Json::Value& form, std::string_view raw) const {
    return verify_evm(form, raw);
}

std::unique_ptr<Broadcaster> EvmChain::broadcaster(const Network& /*network*/,
                                                   const std::string& node_url) const {
    return std::make_unique<EvmBroadcaster>(node_url);
}

void EvmChain::require_conflict(const std::string& node_url, const Json::Value& form,
                                const std::string& txid, std::int64_t needed,
                                const FormOf& /*form_of*/) const {
    EvmNode node{node_url};
    Json::Value parameters;
    parameters.append(txid);
    const auto found = node.rpc().call("eth_getTransactionByHash", parameters);
    const auto receipt = node.receipt(txid);
    if (!found.isObject() || !receipt)
        throw NotPossible{"The node does not have that transaction in a block."};
    const auto text = [&found](const char* name) { return found[name].asString(); };
    const auto from = form["from"].asString();
    const auto nonce = from_quantity(text("nonce")).value_or("");
    if (crypto::checksum_address(text("from")) != from || nonce != form["nonce"].asString())
        throw NotPossible{
            "That transaction does not exclude this one: it needs the same sender and "
            "the nonce " +
            form["nonce"].asString() + "."};
    const auto to = crypto::checksum_address(text("to")).value_or("");
    require_other_receiver(receipt->succeeded &&
                           pays_receiver(form, to, text("input"), receipt->logs));
    if (node.height() - receipt->block_height + 1 < needed)
        throw NotPossible{"That transaction is not final yet: it needs " + std::to_string(needed) +
                          " confirmations."};
    // A node may keep the receipt of a block that has been left behind.
    if (node.block_hash(receipt->block_height) != receipt->block_hash ||
        node.transaction_count(from, false) <= std::stoll(nonce))
        throw NotPossible{"The block of that transaction is not part of the chain."};
}

bool EvmChain::pays_the_same(const Json::Value& one, const Json::Value& other) const {
    return std::ranges::all_of(std::initializer_list<const char*>{"to", "value", "data"},
                               [&](const char* field) { return one[field] == other[field]; });
}

void EvmChain::look_for_sent(const Network& network, const std::string& node_url,
                             const std::set<std::string>& hot, pg::Time moment, SentBooks& books,
                             Search& search) const {
    search_evm(network, node_url, hot, moment, books, search);
}

}  // namespace cambio::chain
