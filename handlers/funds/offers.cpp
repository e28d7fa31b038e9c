#include "offers.h"

#include <algorithm>
#include <fstream>

#include "error/error.h"
#include "markets/quotes.h"

namespace cambio::funds {

namespace {

constexpr const char* find_asset = "select id from assets where code = $1";

constexpr const char* is_deposit_address = R"sql(
    select exists (select from deposit_addresses where kind = $1 and address = $2) as found
)sql";

Code code_of(chain::AddressFault fault) {
    switch (fault) {
        case chain::AddressFault::empty:
            return Code::address_required;
        case chain::AddressFault::wrong_network:
            return Code::address_network;
        default:
            return Code::address_format;
    }
}

/// The zero address and the coins' own contracts: what goes there is lost.
bool nobody_has_it(const chain::Network& network, const std::string& address) {
    const auto raw = chain::account_bytes(network.kind, address);
    if (raw && raw->find_first_not_of('\0') == std::string::npos) return true;
    return std::ranges::any_of(network.coins,
                               [&](const auto& coin) { return coin.contract == address; });
}

}  // namespace

Offer find_offer(pg::Connection& connection, const Config& config, const std::string& coin,
                 const std::string& network) {
    if (connection.run(find_asset, {coin}).empty()) throw Error{Code::unknown_asset, "coin"};
    auto found = chain::find_network(connection, network);
    const auto* carried = found ? found->coin(coin) : nullptr;
    if (carried == nullptr) throw Error{Code::invalid_parameter, "bchain_name"};
    // Without an address to send from, nobody could ever carry it out.
    if (!carried->withdrawal || chain::settings_of(config, *found).hot_address.empty())
        throw Error{Code::network_closed, "bchain_name"};
    Offer offer;
    offer.asset = carried->asset;
    offer.coin = coin;
    offer.minimum = carried->withdrawal->minimum;
    offer.fee = carried->withdrawal->fee;
    offer.places = carried->decimals;
    offer.confirmations = carried->withdrawal->confirmations;
    const auto prices = markets::usdt_prices(connection, config.stale_after_ms);
    if (const auto price = prices.find(carried->asset); price != prices.end())
        offer.price = price->second;
    offer.network = std::move(*found);
    return offer;
}

std::string read_address(const chain::Network& network, const std::string& address) {
    const auto fault = chain::check_address(network, address);
    if (fault != chain::AddressFault::none) throw Error{code_of(fault), "withdraw_address"};
    auto normal = chain::normal_address(network, address);
    if (nobody_has_it(network, normal)) throw Error{Code::address_format, "withdraw_address"};
    return normal;
}

void refuse_own(pg::Connection& connection, const Config& config, const chain::Network& network,
                const std::string& address) {
    const auto same = [&](const std::string& other) {
        return !other.empty() && chain::normal_address(network, other) == address;
    };
    const bool own =
        same(chain::settings_of(config, network).hot_address) ||
        connection.run(is_deposit_address, {chain::name_of(network.kind), address})[0].boolean(
            "found") ||
        std::ranges::any_of(config.own_addresses, same);
    if (own) throw Error{Code::address_of_exchange, "withdraw_address"};
}

void refuse_fraudulent(const Config& config, const chain::Network& network,
                       std::string_view address) {
    if (config.fraudulent_addresses_file.empty()) return;
    std::ifstream file{config.fraudulent_addresses_file};
    if (!file) throw Error{Code::unavailable};
    for (std::string line; std::getline(file, line);) {
        const auto first = line.find_first_not_of(" \t");
        if (first == std::string::npos || line[first] == '#') continue;
        const auto end = line.find_first_of(" \t\r#", first);
        if (chain::normal_address(network, line.substr(first, end - first)) == address)
            throw Error{Code::address_fraudulent, "withdraw_address"};
    }
    if (file.bad()) throw Error{Code::unavailable};
}

}  // namespace cambio::funds
