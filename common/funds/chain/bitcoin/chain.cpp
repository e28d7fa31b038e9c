#include "chain/bitcoin/chain.h"

#include <chrono>
#include <set>

#include "chain/bitcoin/address.h"
#include "chain/bitcoin/bech32.h"
#include "chain/bitcoin/broadcaster.h"
#include "chain/bitcoin/coins.h"
#include "chain/bitcoin/draft.h"
#include "chain/bitcoin/form.h"
#include "chain/bitcoin/search.h"
#include "chain/bitcoin/source.h"
#include "chain/encoding.h"
#include "chain/units.h"

namespace cambio::chain {

namespace {

/// A node reads its whole set of unspent outputs for it.
constexpr std::chrono::minutes max_look{10};

/// As the node has it; nothing: it cannot be read.
std::optional<BitcoinTransaction> transaction_of(BitcoinNode& node, const std::string& txid) {
    Json::Value parameters;
    parameters.append(txid);
    const auto raw = from_hex(node.rpc().call("getrawtransaction", parameters).asString());
    return raw ? parse_transaction(*raw) : std::nullopt;
}

/// Whether a transaction spends a coin of that form, or of one whose change the form spends.
bool excludes(const BitcoinTransaction& found, const Json::Value& form,
              const Chain::FormOf& form_of) {
    for (const auto& input : form["inputs"]) {
        for (const auto& spent : found.inputs)
            if (spent.txid == input["txid"].asString() &&
                std::to_string(spent.position) == input["vout"].asString())
                return true;
        const auto before = form_of(input["txid"].asString());
        if (before && excludes(found, *before, form_of)) return true;
    }
    return false;
}

}  // namespace

const KindFacts& BitcoinChain::facts() const {
    static constexpr KindFacts facts{.name = "bitcoin",
                                     .keys = "BITCOIN",
                                     .key_prefix = "",
                                     .decimals = 8,
                                     .numbered = false,
                                     .contracts = false,
                                     .demonstration = 0,
                                     .bare_txids = true,
                                     .own_coin = true,
                                     .pays_several = true,
                                     .inner_payments = false,
                                     .outputs = true};
    return facts;
}

AddressFault BitcoinChain::check_address(const Network& network, std::string_view address) const {
    return check_bitcoin(address, network.hrp);
}

std::string BitcoinChain::normal_address(const Network& network, std::string_view address) const {
    return normal_bitcoin(address, network.hrp);
}

std::string BitcoinChain::address_of(const Network& network, std::string_view public_key) const {
    return segwit({network.hrp, 0, hash160(public_key)});
}

std::unique_ptr<Source> BitcoinChain::source(const Network& network,
                                             const std::string& node_url) const {
    return std::make_unique<BitcoinSource>(network, BitcoinNode{node_url});
}

SeenTransaction BitcoinChain::seen(const Network& network, const std::string& node_url,
                                   const std::string& txid) const {
    using State = SeenTransaction::State;
    BitcoinNode node{node_url};
    SeenTransaction seen;
    const auto confirmations = node.confirmations(txid);
    if (!confirmations) return seen;
    seen.state = State::waiting;
    if (*confirmations < 1) return seen;
    const auto transaction = transaction_of(node, txid);
    seen.state = transaction ? State::in_a_block : State::unreadable;
    if (!transaction) return seen;
    seen.height = node.height() - *confirmations + 1;
    for (const auto& output : transaction->outputs)
        if (auto address = script_address(output.script, network.hrp))
            seen.pays.push_back({*std::move(address), {}});
    return seen;
}

std::optional<Decimal> BitcoinChain::held(const Network& /*network*/, const std::string& node_url,
                                          const NetworkCoin& coin,
                                          const std::vector<std::string>& addresses) const {
    if (addresses.empty()) return Decimal{};
    const auto satoshi = BitcoinNode{node_url, max_look}.held_by(addresses);
    return amount_of(static_cast<uint128>(satoshi), coin.decimals);
}

std::unique_ptr<Coins> BitcoinChain::coins(const Network& network, const std::string& node_url,
                                           const std::string& address) const {
    auto script = script_pubkey(address, network.hrp);
    if (!script) return nullptr;
    return std::make_unique<BitcoinCoins>(node_url, *std::move(script));
}

std::vector<bool> BitcoinChain::unspent(const std::string& node_url,
                                        const std::vector<Outpoint>& outputs) const {
    return BitcoinNode{node_url}.unspent_in_blocks(outputs);
}

Draft BitcoinChain::draft(const Order& order, const SigningTerms& terms,
                          OutgoingBooks& books) const {
    return bitcoin_draft(order, terms, books);
}

Draft BitcoinChain::replacement(const Order& order, const Json::Value& last,
                                const SigningTerms& terms, OutgoingBooks& books) const {
    return bitcoin_replacement(order, last, terms, books);
}

VerifiedTransaction BitcoinChain::verify(const Json::Value& form, std::string_view raw) const {
    return verify_bitcoin(form, raw);
}

std::unique_ptr<Broadcaster> BitcoinChain::broadcaster(const Network& /*network*/,
                                                       const std::string& node_url) const {
    return std::make_unique<BitcoinBroadcaster>(node_url);
}

void BitcoinChain::require_conflict(const std::string& node_url, const Json::Value& form,
                                    const std::string& txid, std::int64_t needed,
                                    const FormOf& form_of) const {
    BitcoinNode node{node_url};
    const auto confirmations = node.confirmations(txid);
    if (!confirmations || *confirmations < needed)
        throw NotPossible{"That transaction is not final: it needs " + std::to_string(needed) +
                          " confirmations."};
    const auto found = transaction_of(node, txid);
    if (!found) throw NotPossible{"The node does not show that transaction."};
    if (!excludes(*found, form, form_of))
        throw NotPossible{
            "That transaction does not exclude this one: it spends none of its coins."};
    std::set<std::string> paid;
    for (const auto& output : form["outputs"])
        if (output["script"] != form["inputs"][0]["script"])
            paid.insert(from_hex(output["script"].asString()).value_or(""));
    for (const auto& output : found->outputs) require_other_receiver(paid.contains(output.script));
}

bool BitcoinChain::pays_the_same(const Json::Value& one, const Json::Value& other) const {
    const auto payees = [](const Json::Value& form) {
        std::set<std::pair<std::string, std::uint64_t>> all;
        for (const auto& payee : payees_of(form)) all.emplace(payee.address, payee.satoshi);
        return all;
    };
    return payees(one) == payees(other);
}

void BitcoinChain::look_for_sent(const Network& network, const std::string& node_url,
                                 const std::set<std::string>& hot, pg::Time /*moment*/,
                                 SentBooks& books, Search& search) const {
    search_bitcoin(network, node_url, hot, books, search);
}

}  // namespace cambio::chain
