#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "money/decimal.h"

namespace cambio {

/// The configuration file is wrong; the message names the key and says what it should be.
struct ConfigError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Everything that can be configured, read once at start from the KEY=value file that CAMBIO_CONFIG
/// names and checked there. `nginx/cambio.conf.sample` documents every key.
struct Config {
    std::string database_url;  ///< DATABASE_URL: libpq conninfo of the app role
    /// AUDIT_DATABASE_URL: the same of a standby; empty: there is none
    std::string audit_database_url;
    std::string
        database_owner_url;  ///< DATABASE_OWNER_URL: of the owner role; only migrate reads it
    /// REQUIRE_SYNC_STANDBY=yes|no: only PostgreSQL servers that commit on two machines
    bool require_sync_standby = false;
    std::string redis_url;            ///< REDIS_URL: unix:/path or tcp://host:port, optionally /db
    std::string host = "127.0.0.1";   ///< HOST: where nginx listens
    std::string trusted_proxies;      ///< TRUSTED_PROXIES: those in front of nginx
    std::string public_url;           ///< PUBLIC_URL: what links in mails start with
    std::string provider_url;         ///< PROVIDER_URL: REST base of the market data provider
    std::string provider_ws_url;      ///< PROVIDER_WS_URL
    bool provider_simulated = false;  ///< PROVIDER_SIMULATED=yes|no: pages say "Simulated market"
    std::string outbox_url;  ///< OUTBOX_URL: where this machine sees mails that are not sent
    std::string push_url;    ///< PUSH_URL: unix:/path of nchan's publisher, empty: no pushes
    std::string outbox_dir;  ///< OUTBOX_DIR: where messages go without SMTP_URL / SMS_URL
    std::string smtp_url, smtp_user, smtp_password, mail_from;  ///< SMTP_URL … MAIL_FROM
    std::string sms_url, sms_token;                             ///< SMS_URL, SMS_TOKEN
    /// WEB_PUSH_KEY_FILE: a key on P-256, 97 bytes base64; empty: no push messages
    std::string web_push_key_file;
    /// WEB_PUSH_SERVICES: whose addresses browsers may give; none: no push messages
    std::vector<std::string> web_push_services;
    std::string live_chat_url;   ///< LIVE_CHAT_URL: the widget's script; empty: no live chat
    std::string help_url;        ///< HELP_URL: where Help leads outside; empty: /contactus
    std::string token_key_file;  ///< TOKEN_KEY_FILE: Ed25519 secret key, 64 bytes base64
    /// TOKEN_FORMER_KEYS_FILE: public keys whose tokens are still accepted, one a line.
    std::string token_former_keys_file;
    int session_idle_hours = 12;       ///< SESSION_IDLE_HOURS: an unused session ends after these
    std::string news_url;              ///< NEWS_URL: where news are fetched; empty: nowhere
    std::string news_kind;             ///< NEWS_KIND: coindesk, cryptocompare or rss
    std::string news_api_key;          ///< NEWS_API_KEY: of the two JSON sources
    std::string download_ios_url;      ///< DOWNLOAD_IOS_URL: the app's page in its store
    std::string download_android_url;  ///< DOWNLOAD_ANDROID_URL
    std::string operator_name;         ///< OPERATOR_NAME: who runs this server, on its pages
    std::string support_email;         ///< SUPPORT_EMAIL: on the contact page
    std::string operator_email;        ///< OPERATOR_EMAIL: who is told what goes wrong
    /// HASH_KEY_FILE: 32 bytes base64, keyed hashes of codes and passwords, and sealed secrets
    std::string hash_key_file;
    /// HASH_FORMER_KEYS_FILE: keys whose hashes and seals are still known, the oldest first.
    std::string hash_former_keys_file;
    std::string fastcgi_secret_file;  ///< FASTCGI_SECRET_FILE: what nginx sends as CAMBIO_SECRET
    std::string google_client_id, google_client_secret;  ///< GOOGLE_CLIENT_ID: empty: no Google
    std::string google_issuer;        ///< GOOGLE_ISSUER: where the OpenID provider is found
    std::string geoip_file;           ///< GEOIP_FILE: countries of addresses; empty: no places
    bool demo = false;                ///< DEMO=yes|no: new clients get demo money, pages say "Demo"
    bool guests_see_trading = false;  ///< GUESTS_SEE_TRADING=yes|no: markets' pages, read-only
    Decimal demo_amount;              ///< DEMO_AMOUNT: USDT for a new client (10000)
    std::string kyc_key_file;         ///< KYC_KEY_FILE: 32 bytes base64, seals photos of documents
    /// PRICE_PROTECTION: 0.02 = market orders stop 2 % from the best price, and the provider's
    Decimal price_protection;
    bool futures_closing_manual = false;  ///< FUTURES_CLOSING=auto|manual
    int futures_minimum_days = 0;         ///< FUTURES_MINIMUM_DAYS
    Decimal futures_close_target;         ///< FUTURES_CLOSE_TARGET: a share of what was put in
    Decimal futures_slippage;             ///< FUTURES_SLIPPAGE: a share of the price seen
    Decimal futures_closing_fee;          ///< FUTURES_CLOSING_FEE: a share of the size
    /// FUTURES_CAP_CLIENT, _CONTRACT, _HOUSE: how large positions may be together, as a share of
    /// what house:liquidity and house:insurance have.
    Decimal futures_cap_client, futures_cap_contract, futures_cap_house;
    Decimal convert_spread;          ///< CONVERT_SPREAD: 0.002 = 0.2 % off the market's rate
    std::string coin_facts_url;      ///< COIN_FACTS_URL: CoinGecko's protocol; empty: no facts
    std::string coin_facts_api_key;  ///< COIN_FACTS_API_KEY
    std::string networks_file;       ///< NETWORKS_FILE: instead of the built-in networks.json
    /// <NAME>_NODE_URL by NAME (ETHEREUM, BSC …, which networks.json gives each network): JSON-RPC
    /// of the nodes. They may hold a name and a password: never logged. None: the network is closed
    /// for deposits.
    std::map<std::string, std::string> node_urls;
    /// <NAME>_XPUB: watch-only extended public keys of the accounts that deposit addresses are
    /// derived from.
    std::map<std::string, std::string> xpubs;
    std::vector<std::string> own_addresses;  ///< OWN_ADDRESSES: what they send is no deposit
    Decimal deposits_early_up_to;  ///< DEPOSITS_EARLY_UP_TO: USDT that is not final, for a client
    Decimal withdrawals_approve_up_to;  ///< WITHDRAWALS_APPROVE_UP_TO: USDT in 24 h for a client
    std::string fraudulent_addresses_file;  ///< FRAUDULENT_ADDRESSES_FILE: one address a line
    std::map<std::string, std::string> hot_addresses;  ///< HOT_<NAME>_ADDRESS: withdrawals' sender
    /// COLD_<NAME>_ADDRESS: what else is the house's. Only `cambioctl totals` looks there.
    std::map<std::string, std::vector<std::string>> cold_addresses;
    Decimal max_fee_per_gas;          ///< MAX_FEE_PER_GAS: gwei that a withdrawal may pay
    int max_gas = 300'000;            ///< MAX_GAS: units that a withdrawal may take
    int max_fee_per_byte = 300;       ///< MAX_FEE_PER_BYTE: satoshi for each virtual byte
    int rewards_rest_days = 7;        ///< REWARDS_REST_DAYS: before a claimed reward may leave
    int keep_notifications_days = 0;  ///< KEEP_NOTIFICATIONS_DAYS; 0: for good
    int keep_mails_days = 90;         ///< KEEP_MAILS_DAYS; 0: for good
    /// WITHDRAWALS_TWO_PEOPLE_FROM: USDT from which an approval needs two operators, as does the
    /// house's money; 0: one is enough.
    Decimal withdrawals_two_people_from;
    int quote_seconds = 10;           ///< QUOTE_SECONDS: how long a quote of Convert is good for
    int stale_after_ms = 10000;       ///< STALE_AFTER_MS: a price older than this is stale
    int house_stale_after_ms = 2000;  ///< HOUSE_STALE_AFTER_MS: the house trades at no older one
    /// HOUSE_EXPOSURE_LIMIT: USDT of one coin beyond which the operator is told; 0: never.
    Decimal house_exposure_limit;
    /// HOUSE_BUDGET_PER_MINUTE: USDT for which the house sells, or buys, of one coin.
    Decimal house_budget_per_minute;
    Decimal liquidity_spread;     ///< LIQUIDITY_SPREAD: how far the house's levels stand off
    bool house_last_look = true;  ///< HOUSE_LAST_LOOK: it waits for the next price and trades there
    int worker_threads = 4;       ///< WORKER_THREADS of each handler process
    int rate_limit_factor =
        1;  ///< RATE_LIMIT_FACTOR: every limit of calls times this (tests, benchmarks)
    /// What one API key may ask for.
    struct KeyBudget {
        int weight_per_minute = 6000;  ///< API_KEY_WEIGHT_PER_MINUTE
        int orders_per_10s = 100;      ///< API_KEY_ORDERS_PER_TEN_SECONDS
        int orders_per_day = 200'000;  ///< API_KEY_ORDERS_PER_DAY, in UTC
    } key_budget;
    int work_bits = 16;  ///< WORK_BITS: what a guest's tries cost after the first; 0: nothing
    std::string log_level = "info";  ///< LOG_LEVEL
    std::string log_dir;             ///< LOG_DIR; empty: standard error

    /// Reads the file. Throws ConfigError for an unknown key, a missing one or an ill-formed value.
    static Config read(const std::string& path);
    /// The same for what such a file holds.
    static Config parse(std::string_view text);
    /// Reads the file that the environment variable CAMBIO_CONFIG names.
    static Config from_environment();
};

/// The parsed KEY=value lines, shared by the checker and tests: '#' starts a comment line.
std::map<std::string, std::string> parse_config(std::string_view text);

}  // namespace cambio
