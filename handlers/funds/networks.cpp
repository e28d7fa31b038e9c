// The coins that can be deposited and withdrawn, and by which networks.
#include "chain/networks.h"

#include "chain/chain.h"
#include "fcgi/serve.h"
#include "pauses/pauses.h"
#include "routes.h"

namespace cambio::funds {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;

Json::Value maybe(const std::string& text) {
    return text.empty() ? Json::Value{} : Json::Value{text};
}

Json::Value withdrawal_of(const chain::NetworkCoin& coin, bool open) {
    if (!coin.withdrawal) return {};
    Json::Value terms;
    terms["open"] = open;
    terms["minimum"] = coin.withdrawal->minimum.str();
    terms["fee"] = coin.withdrawal->fee.str();
    terms["arrival_minutes"] = coin.withdrawal->arrival_minutes;
    terms["confirmations"] = coin.withdrawal->confirmations;
    return terms;
}

Json::Value network_of(const chain::Network& network, const chain::NetworkCoin& coin,
                       const Config& config, bool deposits_paused) {
    const auto settings = chain::settings_of(config, network);
    Json::Value row;
    row["name"] = network.name;
    row["title"] = network.title;
    row["subname"] = network.subname;
    row["value"] = network.name;
    row["kind"] = std::string{chain::chain_of(network).facts().name};
    row["arrival_minutes"] = network.arrival_minutes;
    row["confirmations"] = network.confirmations;
    row["unlock_confirmations"] = network.unlock_confirmations;
    row["minimum_deposit"] = coin.minimum_deposit.str();
    row["deposit_open"] = settings.open() && !deposits_paused;
    row["test_coins"] = config.demo && network.of_demonstration() && settings.open();
    row["withdrawal"] = withdrawal_of(coin, !settings.hot_address.empty());
    row["contract"] = maybe(coin.contract.value_or(""));
    row["explorer_tx"] = maybe(network.explorer_tx);
    return row;
}

Reply list(Request& request) {
    auto connection = request.db();
    const auto networks = chain::networks(*connection);
    const bool deposits_paused = paused(*connection, Pause::deposits);
    Json::Value reply;
    auto& coins = reply["coins"] = Json::arrayValue;
    for (const auto& coin : chain::transfer_coins(*connection)) {
        Json::Value row;
        row["coin"] = coin.code;
        row["name"] = coin.full_name;
        row["image"] = coin.image;
        row["minimum_listed"] = coin.minimum_listed.str();
        row["networks"] = Json::arrayValue;
        for (const auto& network : networks)
            if (const auto* carried = network.coin(coin.code))
                row["networks"].append(
                    network_of(network, *carried, request.config(), deposits_paused));
        coins.append(row);
    }
    return Reply::json(reply);
}

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/networks", Access::client, Limit::reads, Effect::reads, list}
        .by_key()
        .gives("Networks")
        .means("Lists the coins for deposits and withdrawals, and their networks"),
};

}  // namespace

const std::span<const Route> network_routes{routes};

}  // namespace cambio::funds
