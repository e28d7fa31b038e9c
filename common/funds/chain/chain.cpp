#include "chain/chain.h"

#include <algorithm>

#include "chain/bitcoin/chain.h"
#include "chain/evm/chain.h"
#include "chain/tron/chain.h"

namespace cambio::chain {

const Chain& chain_of(Kind kind) {
    static const EvmChain evm;
    static const TronChain tron;
    static const BitcoinChain bitcoin;
    switch (kind) {
        case Kind::evm:
            return evm;
        case Kind::tron:
            return tron;
        case Kind::bitcoin:
            break;
    }
    return bitcoin;
}

std::optional<Kind> kind_named(std::string_view name) {
    const auto found =
        std::ranges::find(kinds, name, [](Kind kind) { return chain_of(kind).facts().name; });
    return found == kinds.end() ? std::nullopt : std::optional{*found};
}

std::string_view name_of(Kind kind) {
    return chain_of(kind).facts().name;
}

std::optional<std::string> Chain::account_bytes(std::string_view /*address*/) const {
    return {};
}

std::string Chain::account_address(std::string_view /*raw*/) const {
    throw std::logic_error{"a chain without accounts"};
}

std::vector<bool> Chain::unspent(const std::string& /*node_url*/,
                                 const std::vector<Outpoint>& /*outputs*/) const {
    throw std::logic_error{"a chain without outputs"};
}

std::unique_ptr<Coins> Chain::coins(const Network& /*network*/, const std::string& /*node_url*/,
                                    const std::string& /*address*/) const {
    return nullptr;
}

}  // namespace cambio::chain
