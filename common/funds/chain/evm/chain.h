#pragma once

#include "chain/chain.h"

namespace cambio::chain {

/// Ethereum, BNB Smart Chain and whatever else speaks Ethereum's protocol.
class EvmChain : public Chain {
  public:
    const KindFacts& facts() const override;

    AddressFault check_address(const Network& network, std::string_view address) const override;
    std::string normal_address(const Network& network, std::string_view address) const override;
    /// The end of the Keccak hash of its coordinates.
    std::string address_of(const Network& network, std::string_view public_key) const override;
    std::optional<std::string> account_bytes(std::string_view address) const override;
    std::string account_address(std::string_view raw) const override;

    std::unique_ptr<Source> source(const Network& network,
                                   const std::string& node_url) const override;
    SeenTransaction seen(const Network& network, const std::string& node_url,
                         const std::string& txid) const override;
    std::optional<Decimal> held(const Network& network, const std::string& node_url,
                                const NetworkCoin& coin,
                                const std::vector<std::string>& addresses) const override;

    Draft draft(const Order& order, const SigningTerms& terms, OutgoingBooks& books) const override;
    Draft replacement(const Order& order, const Json::Value& last, const SigningTerms& terms,
                      OutgoingBooks& books) const override;
    VerifiedTransaction verify(const Json::Value& form, std::string_view raw) const override;
    std::unique_ptr<Broadcaster> broadcaster(const Network& network,
                                             const std::string& node_url) const override;
    /// It has the same sender and nonce.
    void require_conflict(const std::string& node_url, const Json::Value& form,
                          const std::string& txid, std::int64_t needed,
                          const FormOf& form_of) const override;
    bool pays_the_same(const Json::Value& one, const Json::Value& other) const override;
    void look_for_sent(const Network& network, const std::string& node_url,
                       const std::set<std::string>& hot, pg::Time moment, SentBooks& books,
                       Search& search) const override;
};

}  // namespace cambio::chain
