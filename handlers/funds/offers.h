#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "chain/address.h"
#include "chain/networks.h"
#include "config/config.h"
#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

namespace cambio::funds {

/// What a coin costs and takes to be sent over a network.
struct Offer {
    AssetId asset;
    std::string coin;
    chain::Network network;
    Decimal minimum, fee;
    int places = 0;  ///< that the chain can count
    std::int64_t confirmations = 1;
    std::optional<Decimal> price;  ///< USDT for one, where a price can be trusted now
};

/// Throws unknown_asset naming `coin`, invalid_parameter naming `bchain_name` for a network that
/// does not carry it, and network_closed where nobody could send it.
Offer find_offer(pg::Connection& connection, const Config& config, const std::string& coin,
                 const std::string& network);

/// The one spelling of an address of that network. Throws address_required, address_network or
/// address_format naming withdraw_address.
std::string read_address(const chain::Network& network, const std::string& address);

/// Throws address_of_exchange for a client's deposit address (also the asking client's own), for an
/// address that withdrawals are sent from and for what stands in OWN_ADDRESSES: what came there
/// from here would be taken for a movement of the house's own and credited to nobody.
void refuse_own(pg::Connection& connection, const Config& config, const chain::Network& network,
                const std::string& address);

/// Throws address_fraudulent when the operator's list has it (one address a line, '#' begins a
/// comment). A list that cannot be read might have it: throws unavailable.
void refuse_fraudulent(const Config& config, const chain::Network& network,
                       std::string_view address);

}  // namespace cambio::funds
