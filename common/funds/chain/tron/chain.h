#pragma once

#include "chain/evm/chain.h"

namespace cambio::chain {

/// Tron: its nodes speak Ethereum's JSON-RPC, its addresses and transactions are its own.
class TronChain : public EvmChain {
  public:
    const KindFacts& facts() const override;

    AddressFault check_address(const Network& network, std::string_view address) const override;
    std::string normal_address(const Network& network, std::string_view address) const override;
    std::optional<std::string> account_bytes(std::string_view address) const override;
    std::string account_address(std::string_view raw) const override;

    Draft draft(const Order& order, const SigningTerms& terms, OutgoingBooks& books) const override;
    /// There is none.
    Draft replacement(const Order& order, const Json::Value& last, const SigningTerms& terms,
                      OutgoingBooks& books) const override;
    VerifiedTransaction verify(const Json::Value& form, std::string_view raw) const override;
    std::unique_ptr<Broadcaster> broadcaster(const Network& network,
                                             const std::string& node_url) const override;
    /// Its transactions exclude themselves: after its expiry no block takes one. `txid` is not
    /// looked at.
    void require_conflict(const std::string& node_url, const Json::Value& form,
                          const std::string& txid, std::int64_t needed,
                          const FormOf& form_of) const override;
    /// A node does not tell what an address has sent.
    void look_for_sent(const Network& network, const std::string& node_url,
                       const std::set<std::string>& hot, pg::Time moment, SentBooks& books,
                       Search& search) const override;
};

}  // namespace cambio::chain
