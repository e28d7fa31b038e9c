#include "newcomer.h"

#include "clients/standing.h"
#include "crypto/crypto.h"
#include "fcgi/serve.h"
#include "ledger/ledger.h"
#include "notices/notices.h"

namespace cambio::auth {

namespace {

constexpr std::size_t user_id_length = 12;
constexpr std::size_t referral_code_length = 8;

constexpr const char* usdt_asset = "select id from assets where code = 'USDT'";

void grant_demo_money(pg::Transaction& tx, const Config& config, ClientId client) {
    if (!config.demo || !config.demo_amount.positive()) return;
    const auto usdt = tx.one(usdt_asset).id<AssetId>("id");
    const auto from = ledger::house_account(tx, ledger::House::demo, usdt);
    const auto to = ledger::client_account(tx, client, ledger::Wallet::spot, false, usdt);
    ledger::transfer(tx, from, to, config.demo_amount, ledger::Kind::demo_grant, client.value);
}

}  // namespace

ClientId add_client(const fcgi::Request& request, pg::Transaction& tx, const Newcomer& newcomer) {
    const auto& subject = newcomer.google_subject;
    const auto google_email = subject ? std::optional{newcomer.email} : std::nullopt;
    const auto client =
        clients::add(tx, {crypto::random_name(user_id_length), newcomer.email, newcomer.phone,
                          crypto::hash_password(newcomer.password),
                          crypto::hash_password(newcomer.transaction_password),
                          crypto::random_name(referral_code_length), newcomer.referred_by,
                          std::string{notices::preferred_language(request.accept_language)},
                          subject, google_email});
    grant_demo_money(tx, request.config(), client);
    return client;
}

}  // namespace cambio::auth
