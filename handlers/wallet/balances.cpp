// What a client has, by coin and in all.
#include "reader.h"
#include "routes.h"

namespace cambio::wallet {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr std::size_t max_code = 16;

template <ledger::Wallet wallet>
void coins_of(Request& request, Later later) {
    ask(std::move(later), request.client(), Of::balances,
        [](const Catalogue& catalogue, Holdings holdings) {
            return wallet_view(catalogue, holdings, wallet);
        });
}

void future_wallet(Request& request, Later later) {
    ask(std::move(later), request.client(), Of::balances_and_positions, future_view);
}

void wallet_balance(Request& request, Later later) {
    auto name = request.params.required<std::string>("name", max_code);
    ask(std::move(later), request.client(), Of::balances,
        [name = std::move(name)](const Catalogue& catalogue, Holdings holdings) {
            return balance_view(catalogue, holdings, name);
        });
}

void overview(Request& request, Later later) {
    ask(std::move(later), request.client(), Of::balances_and_positions, overview_view);
}

void top_assets(Request& request, Later later) {
    ask(std::move(later), request.client(), Of::balances_and_positions, top_assets_view);
}

constexpr Parameter balance_parameters[] = {
    {"name", Type::text, Need::required, "The coin's code: BTC."},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/wallets/spot", Access::client, Limit::reads, Effect::reads, nullptr,
          coins_of<ledger::Wallet::spot>}
        .by_key()
        .gives("SpotWallet")
        .means("Lists every coin of the spot wallet"),
    Route{Method::get, "/api/v3/wallets/funding", Access::client, Limit::reads, Effect::reads,
          nullptr, coins_of<ledger::Wallet::funding>}
        .by_key()
        .gives("SpotWallet")
        .means("Lists every coin of the funding wallet"),
    Route{Method::get, "/api/v3/wallets/future", Access::client, Limit::reads, Effect::reads,
          nullptr, future_wallet}
        .by_key()
        .gives("FutureWallet")
        .means("Lists every coin of the futures wallet"),
    Route{Method::get, "/api/v3/future-wallet", Access::client, Limit::reads, Effect::reads,
          nullptr, future_wallet}
        .by_key()
        .gives("FutureWallet")
        .means("Lists every coin of the futures wallet (older path)"),
    Route{Method::get, "/api/v3/wallet-balance", Access::client, Limit::reads, Effect::reads,
          nullptr, wallet_balance}
        .by_key()
        .takes(balance_parameters)
        .gives("CoinBalance")
        .means("Shows one coin of the spot wallet"),
    Route{Method::get, "/api/v3/overview", Access::client, Limit::reads, Effect::reads, nullptr,
          overview}
        .by_key()
        .gives("WalletOverview")
        .means("Shows the value of the wallets in USDT"),
    Route{Method::get, "/api/v3/top-assets", Access::client, Limit::reads, Effect::reads, nullptr,
          top_assets}
        .by_key()
        .gives("TopAssets")
        .means("Lists the client's largest holdings"),
};

}  // namespace

const std::span<const Route> balance_routes{routes};

}  // namespace cambio::wallet
