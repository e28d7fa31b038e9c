#include "chain/tron/chain.h"

#include <chrono>

#include "chain/evm/node.h"
#include "chain/tron/address.h"
#include "chain/tron/broadcaster.h"
#include "chain/tron/draft.h"
#include "chain/tron/form.h"

namespace cambio::chain {

const KindFacts& TronChain::facts() const {
    static constexpr KindFacts facts{.name = "tron",
                                     .keys = "TRON",
                                     .key_prefix = "xpub",
                                     .decimals = 6,
                                     .numbered = true,
                                     .contracts = true,
                                     .demonstration = 0,
                                     .bare_txids = true,
                                     .own_coin = false,
                                     .pays_several = false,
                                     .inner_payments = false,
                                     .outputs = false};
    return facts;
}

AddressFault TronChain::check_address(const Network& /*network*/, std::string_view address) const {
    return check_tron(address);
}

std::string TronChain::normal_address(const Network& /*network*/, std::string_view address) const {
    return std::string{address};
}

std::optional<std::string> TronChain::account_bytes(std::string_view address) const {
    return tron_bytes(address);
}

std::string TronChain::account_address(std::string_view raw) const {
    return tron_address(raw);
}

Draft TronChain::draft(const Order& order, const SigningTerms& terms,
                       OutgoingBooks& /*books*/) const {
    return tron_draft(order, terms);
}

Draft TronChain::replacement(const Order& /*order*/, const Json::Value& /*last*/,
                             const SigningTerms& /*terms*/, OutgoingBooks& /*books*/) const {
    throw NotPossible{
        "Tron does not replace transactions: this one goes through, or it expires and can "
        "be rejected."};
}

VerifiedTransaction TronChain::verify(const Json::Value& form, std::string_view raw) const {
    return verify_tron(form, raw);
}

std::unique_ptr<Broadcaster> TronChain::broadcaster(const Network& /*network*/,
                                                    const std::string& node_url) const {
    return std::make_unique<TronBroadcaster>(node_url);
}

void TronChain::require_conflict(const std::string& node_url, const Json::Value& form,
                                 const std::string& /*txid*/, std::int64_t /*needed*/,
                                 const FormOf& /*form_of*/) const {
    EvmNode node{node_url};
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

void TronChain::look_for_sent(const Network& network, const std::string& /*node_url*/,
                              const std::set<std::string>& hot, pg::Time /*moment*/,
                              SentBooks& /*books*/, Search& search) const {
    for (const auto& each : hot)
        search.told.push_back("What " + each + " has sent over " + network.name +
                              " has to be compared by hand, in an explorer.");
}

}  // namespace cambio::chain
