// Test coins on the demonstration's own chain, from the outbox page and from the page of deposits.
#include <array>

#include "chain/address.h"
#include "chain/deposit_addresses.h"
#include "chain/evm/node.h"
#include "config/config.h"
#include "crypto/crypto.h"
#include "outbox.h"
#include "routes.h"

namespace cambio::content {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

// The account that the node of nginx/demo_chain made rich.
constexpr const char* rich_account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
constexpr std::size_t max_receiver = 254;
constexpr std::int64_t max_at_once = 1'000'000;
/// What a client gets on the page of deposits: of a token, and of the chain's own coin.
constexpr std::int64_t tokens_for_client = 100;
constexpr std::int64_t coins_for_client = 1;

constexpr const char* client_of = "select id from clients where email = $1";

/// The network of the demonstration; nothing on every other installation.
std::optional<chain::Network> demo_network(const Request& request) {
    const auto& config = request.config();
    if (!config.demo) return {};
    auto connection = request.db();
    for (auto& network : chain::networks(*connection))
        if (network.of_demonstration() && chain::settings_of(config, network).open())
            return std::move(network);
    return {};
}

/// The same for who may see the outbox, and name any address there.
std::optional<chain::Network> network_of_outbox(const Request& request) {
    if (!outbox_open(request.config(), request.client_ip)) return {};
    return demo_network(request);
}

/// The address that the client was shown; nothing for one who has not asked for it yet.
std::optional<std::string> address_of(const Request& request, const chain::Network& network,
                                      ClientId client) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    return chain::known_deposit_address(tx, network, chain::settings_of(request.config(), network),
                                        client);
}

/// An address as it is; for an email, the address that its client was shown.
std::string receiver(Request& request, const chain::Network& network) {
    const auto to = request.params.required<std::string>("to", max_receiver);
    if (to.find('@') == std::string::npos) {
        if (chain::check_address(network, to) != chain::AddressFault::none)
            throw Error{Code::address_invalid, "to"};
        return chain::normal_address(network, to);
    }
    std::optional<ClientId> client;
    {
        auto connection = request.db();
        const auto rows = connection->run(client_of, {to});
        if (!rows.empty()) client = rows[0].id<ClientId>("id");
    }
    const auto address = client ? address_of(request, network, *client) : std::nullopt;
    if (!address) throw Error{Code::not_found, "to"};
    return *address;
}

/// The amount in the coin's smallest unit: hexadecimal digits.
std::string units_of(Decimal amount, int decimals) {
    int128 units = amount.units();
    for (int i = decimals; i < Decimal::places; ++i) units /= 10;
    std::string digits;
    for (; units > 0; units /= 16) digits.insert(0, 1, "0123456789abcdef"[units % 16]);
    return digits;
}

void give(const Request& request, const chain::Network& network, const chain::NetworkCoin& coin,
          const std::string& to, Decimal amount) {
    const auto units = units_of(amount, coin.decimals);
    Json::Value transaction;
    transaction["from"] = rich_account;
    if (coin.contract) {
        // mint(address, uint256) of the test token.
        transaction["to"] = *coin.contract;
        transaction["data"] = "0x40c10f19" + std::string(24, '0') + to.substr(2) +
                              std::string(64 - units.size(), '0') + units;
    } else {
        transaction["to"] = to;
        transaction["value"] = "0x" + units;
    }
    Json::Value parameters = Json::arrayValue;
    parameters.append(transaction);
    try {
        chain::EvmNode node{chain::settings_of(request.config(), network).node_url};
        node.rpc().call("eth_sendTransaction", parameters);
    } catch (const chain::RpcError&) {
        throw Error{Code::unavailable};
    }
}

Reply send(Request& request) {
    const auto network = network_of_outbox(request);
    if (!network) throw Error{Code::not_found};
    const auto code = request.params.required<std::string>("coin", 16);
    const auto* coin = network->coin(code);
    if (coin == nullptr) throw Error{Code::unknown_asset, "coin"};
    const auto amount = request.params.amount("amount", coin->decimals);
    if (amount > Decimal::of(max_at_once)) throw Error{Code::above_maximum, "amount"};
    const auto to = receiver(request, *network);
    request.params.refuse_others();
    give(request, *network, *coin, to, amount);
    return Reply::redirect("/dev/outbox?sent=1");
}

// Whoever asks gets them at their own address, and never more than that at once.
Reply send_to_client(Request& request) {
    const auto network = demo_network(request);
    if (!network) throw Error{Code::demo_only};
    const auto code = request.params.required<std::string>("coin", 16);
    request.params.refuse_others();
    const auto* coin = network->coin(code);
    if (coin == nullptr) throw Error{Code::unknown_asset, "coin"};
    const auto to = address_of(request, *network, request.session().client);
    if (!to) throw Error{Code::not_found};
    const auto amount = Decimal::of(coin->contract ? tokens_for_client : coins_for_client);
    give(request, *network, *coin, *to, amount);
    Json::Value reply;
    reply["message"] = "success";
    reply["coin"] = coin->code;
    reply["amount"] = amount.str();
    return Reply::json(reply);
}

constexpr Parameter parameters_of_send[] = {
    {"coin", Type::text, Need::required, "The coin's code."},
    {"amount", Type::amount, Need::required, "The amount; at most a million."},
    {"to", Type::text, Need::required, "An address, or the email of a client who has one."},
};

constexpr Parameter parameters_of_client[] = {
    {"coin", Type::text, Need::required, "The coin's code."},
};

constexpr Route routes[] = {
    Route{Method::post, "/api/v3/test-coins", Access::client, Limit::changes, Effect::changes,
          send_to_client}
        .takes(parameters_of_client)
        .gives("TestCoins")
        .means("Sends test coins of the demo chain to the client's own deposit address"),
    Route{Method::post, "/dev/faucet", Access::guest, Limit::changes, Effect::changes, send}
        .takes(parameters_of_send)
        .means("Sends coins of the demo chain to a client"),
};

}  // namespace

std::string faucet_form(const Request& request) {
    const auto network = network_of_outbox(request);
    if (!network) return {};
    std::string form = R"html(<form method="post" action="/dev/faucet">
<h2>Send test coins</h2>
<p class="sent">On the demo's own chain (ERC20). They arrive after a few blocks.
A client has an address once the Deposit page has shown one.</p>
<label>Coin <select name="coin">)html";
    for (const auto& coin : network->coins) form += "<option>" + coin.code + "</option>";
    form += R"html(</select></label>
<label>Amount <input name="amount" value="100" inputmode="decimal" required></label>
<label>To <input name="to" placeholder="Email of a client, or an address" required></label>
<button>Send test coins</button>
</form>
)html";
    return form;
}

const std::span<const Route> faucet_routes{routes};

}  // namespace cambio::content
