#include "config/config.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "config/contradictions.h"

namespace cambio {

namespace {

using Values = std::map<std::string, std::string>;

// Keys that only the run command reads; they stand in the same file, so they are known here.
constexpr std::array shell_keys = {
    "PORT",     "CONNECTIONS_PER_ADDRESS", "BINANCE_HOST",  "INSIDE_PORT",
    "PROVIDER", "SIMULATOR_PORT",          "KEEP_LOGS_DAYS"};

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blank = " \t\r";
    const auto first = text.find_first_not_of(blank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::string_view unquoted(std::string_view value) {
    const bool quoted = value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
                        value.back() == value.front();
    return quoted ? value.substr(1, value.size() - 2) : value;
}

bool key_like(std::string_view key) {
    return !key.empty() && key.front() >= 'A' && key.front() <= 'Z' &&
           std::all_of(key.begin(), key.end(), [](char c) {
               return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
           });
}

/// Takes the known keys out of the file one by one; what is left over is unknown.
class Reader {
  public:
    explicit Reader(Values values) : values_{std::move(values)} {}

    std::string text(const std::string& key) {
        const auto found = values_.find(key);
        if (found == values_.end()) return {};
        std::string value = std::move(found->second);
        values_.erase(found);
        return value;
    }

    std::string needed(const std::string& key, const char* meaning) {
        std::string value = text(key);
        if (value.empty()) fail(key, std::string{"is missing; it must be "} + meaning);
        return value;
    }

    bool yes(const std::string& key, bool otherwise) {
        const std::string value = text(key);
        if (value.empty()) return otherwise;
        if (value != "yes" && value != "no") fail(key, "must be yes or no");
        return value == "yes";
    }

    int integer(const std::string& key, int otherwise, int least, int most) {
        const std::string value = text(key);
        if (value.empty()) return otherwise;
        int number = 0;
        const char* end = value.data() + value.size();
        const auto [stop, problem] = std::from_chars(value.data(), end, number);
        if (problem != std::errc{} || stop != end || number < least || number > most)
            fail(key, "must be a whole number from " + std::to_string(least) + " to " +
                          std::to_string(most));
        return number;
    }

    Decimal decimal(const std::string& key, const char* otherwise, const char* most) {
        const std::string value = text(key);
        const auto number = Decimal::parse(value.empty() ? otherwise : value);
        if (!number || number->negative() || *number > *Decimal::parse(most))
            fail(key, std::string{"must be a decimal number from 0 to "} + most);
        return *number;
    }

    std::string starting(const std::string& key, std::string value,
                         std::initializer_list<std::string_view> starts) {
        if (value.empty()) return value;
        std::string choices;
        for (const auto start : starts) {
            if (value.starts_with(start) && value.size() > start.size()) return value;
            choices += (choices.empty() ? "" : " or ") + std::string{start};
        }
        fail(key, "must start with " + choices);
    }

    /// What stands between commas.
    std::vector<std::string> list(const std::string& key) {
        std::vector<std::string> values;
        std::istringstream all{text(key)};
        for (std::string one; std::getline(all, one, ',');)
            if (const auto value = trimmed(one); !value.empty()) values.emplace_back(value);
        return values;
    }

    /// The names between `start` and `end` of all keys of that form which have a value.
    std::vector<std::string> names(std::string_view start, std::string_view end) const {
        std::vector<std::string> found;
        for (const auto& [key, value] : values_)
            if (!value.empty() && key.size() > start.size() + end.size() &&
                key.starts_with(start) && key.ends_with(end))
                found.push_back(key.substr(start.size(), key.size() - start.size() - end.size()));
        return found;
    }

    void finish() {
        for (const char* key : shell_keys) values_.erase(key);
        std::erase_if(values_, [](const auto& each) {
            return each.second.empty() && of_a_network(each.first);
        });
        if (!values_.empty()) fail(values_.begin()->first, "is not a key of the configuration");
    }

    [[noreturn]] static void fail(const std::string& key, const std::string& problem) {
        throw ConfigError{"configuration: " + key + " " + problem};
    }

  private:
    static bool of_a_network(std::string_view key) {
        return key.ends_with("_NODE_URL") || key.ends_with("_XPUB") ||
               ((key.starts_with("HOT_") || key.starts_with("COLD_")) && key.ends_with("_ADDRESS"));
    }

    Values values_;
};

void read_services(Config& config, Reader& reader) {
    config.database_url =
        reader.needed("DATABASE_URL", "a libpq connection string of the app role");
    config.audit_database_url = reader.text("AUDIT_DATABASE_URL");
    config.database_owner_url = reader.text("DATABASE_OWNER_URL");
    config.require_sync_standby = reader.yes("REQUIRE_SYNC_STANDBY", false);
    config.redis_url =
        reader.starting("REDIS_URL", reader.needed("REDIS_URL", "unix:/path or tcp://host:port"),
                        {"unix:/", "tcp://"});
    config.provider_url =
        reader.starting("PROVIDER_URL", reader.text("PROVIDER_URL"), {"http://", "https://"});
    config.provider_ws_url =
        reader.starting("PROVIDER_WS_URL", reader.text("PROVIDER_WS_URL"), {"ws://", "wss://"});
    config.provider_simulated = reader.yes("PROVIDER_SIMULATED", false);
    config.push_url = reader.starting("PUSH_URL", reader.text("PUSH_URL"), {"unix:/"});
    config.outbox_url =
        reader.starting("OUTBOX_URL", reader.text("OUTBOX_URL"), {"http://127.0.0.1:"});
}

void read_messages(Config& config, Reader& reader) {
    config.smtp_url = reader.starting("SMTP_URL", reader.text("SMTP_URL"), {"smtp://", "smtps://"});
    config.smtp_user = reader.text("SMTP_USER");
    config.smtp_password = reader.text("SMTP_PASSWORD");
    config.mail_from = reader.text("MAIL_FROM");
    if (!config.smtp_url.empty() && config.mail_from.find('@') == std::string::npos)
        Reader::fail("MAIL_FROM", "must be an email address when SMTP_URL is set");
    config.sms_url = reader.starting("SMS_URL", reader.text("SMS_URL"), {"http://", "https://"});
    config.sms_token = reader.text("SMS_TOKEN");
    if (!config.sms_url.empty() && config.sms_token.empty())
        Reader::fail("SMS_TOKEN", "is missing; it must be the gateway's token");
    config.outbox_dir = reader.text("OUTBOX_DIR");
    if (config.outbox_dir.empty() && (config.smtp_url.empty() || config.sms_url.empty()))
        Reader::fail("OUTBOX_DIR",
                     "is missing; it must be a folder for messages while SMTP_URL "
                     "or SMS_URL is empty");
}

/// A host name, or "*." and one.
bool is_service(std::string_view text) {
    if (text.starts_with("*.")) text.remove_prefix(2);
    return text.find('.') != std::string_view::npos && text.front() != '.' &&
           std::ranges::all_of(text, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
           });
}

void read_web_push(Config& config, Reader& reader) {
    config.web_push_key_file = reader.text("WEB_PUSH_KEY_FILE");
    config.web_push_services = reader.list("WEB_PUSH_SERVICES");
    if (config.web_push_services.empty())
        config.web_push_services = {"fcm.googleapis.com", "updates.push.services.mozilla.com",
                                    "*.push.services.mozilla.com", "web.push.apple.com",
                                    "*.notify.windows.com"};
    if (config.web_push_services == std::vector<std::string>{"none"})
        config.web_push_services.clear();
    for (const auto& service : config.web_push_services) {
        const bool of_a_test = service.starts_with("http://") && on_this_machine(service) &&
                               service.find('/', 7) == std::string::npos;
        if (!of_a_test && !is_service(service))
            Reader::fail("WEB_PUSH_SERVICES",
                         "must be host names, such as push.example.com or *.push.example.com, or "
                         "none");
    }
}

void read_content(Config& config, Reader& reader) {
    const auto web = [&reader](const char* key) {
        return reader.starting(key, reader.text(key), {"http://", "https://"});
    };
    config.news_url = web("NEWS_URL");
    config.news_kind = reader.text("NEWS_KIND");
    config.news_api_key = reader.text("NEWS_API_KEY");
    constexpr std::array kinds = {"", "coindesk", "cryptocompare", "rss"};
    const bool known = std::find(kinds.begin(), kinds.end(), config.news_kind) != kinds.end();
    if (!known || (!config.news_url.empty() && config.news_kind.empty()))
        Reader::fail("NEWS_KIND", "must be coindesk, cryptocompare or rss");
    config.coin_facts_url = web("COIN_FACTS_URL");
    config.coin_facts_api_key = reader.text("COIN_FACTS_API_KEY");
    config.download_ios_url = web("DOWNLOAD_IOS_URL");
    config.download_android_url = web("DOWNLOAD_ANDROID_URL");
    config.operator_name = reader.text("OPERATOR_NAME");
    const auto mailbox = [&](const char* key) {
        auto address = reader.text(key);
        if (!address.empty() && address.find('@') == std::string::npos)
            Reader::fail(key, "must be an email address");
        return address;
    };
    config.support_email = mailbox("SUPPORT_EMAIL");
    config.operator_email = mailbox("OPERATOR_EMAIL");
    if (config.operator_email.empty()) config.operator_email = config.support_email;
}

void read_sign_in(Config& config, Reader& reader) {
    config.google_client_id = reader.text("GOOGLE_CLIENT_ID");
    config.google_client_secret = reader.text("GOOGLE_CLIENT_SECRET");
    if (config.google_client_id.empty() != config.google_client_secret.empty())
        Reader::fail("GOOGLE_CLIENT_SECRET", "belongs to GOOGLE_CLIENT_ID: set both or neither");
    config.google_issuer =
        reader.starting("GOOGLE_ISSUER", reader.text("GOOGLE_ISSUER"), {"http://", "https://"});
    if (config.google_issuer.empty()) config.google_issuer = "https://accounts.google.com";
    config.geoip_file = reader.text("GEOIP_FILE");
}

void read_futures(Config& config, Reader& reader) {
    const std::string closing = reader.text("FUTURES_CLOSING");
    if (!closing.empty() && closing != "auto" && closing != "manual")
        Reader::fail("FUTURES_CLOSING", "must be auto or manual");
    config.futures_closing_manual = closing == "manual";
    config.futures_minimum_days = reader.integer("FUTURES_MINIMUM_DAYS", 0, 0, 3650);
    config.futures_close_target = reader.decimal("FUTURES_CLOSE_TARGET", "0", "100");
    config.futures_slippage = reader.decimal("FUTURES_SLIPPAGE", "0.005", "1");
    config.futures_closing_fee = reader.decimal("FUTURES_CLOSING_FEE", "0.0005", "0.01");
    config.futures_cap_client = reader.decimal("FUTURES_CAP_CLIENT", "0.5", "1000000");
    config.futures_cap_contract = reader.decimal("FUTURES_CAP_CONTRACT", "1", "1000000");
    config.futures_cap_house = reader.decimal("FUTURES_CAP_HOUSE", "3", "1000000");
}

// Which names there are is the file of networks' matter: chain::require_fitting.
void read_chains(Config& config, Reader& reader) {
    config.networks_file = reader.text("NETWORKS_FILE");
    for (const auto& name : reader.names("", "_NODE_URL")) {
        const auto key = name + "_NODE_URL";
        config.node_urls[name] = reader.starting(key, reader.text(key), {"http://", "https://"});
    }
    // "xprv" and its siblings begin otherwise: a key that can spend must never stand here.
    for (const auto& name : reader.names("", "_XPUB")) {
        const auto key = name + "_XPUB";
        config.xpubs[name] =
            reader.starting(key, reader.text(key), {"xpub", "zpub", "vpub", "tpub"});
    }
    config.own_addresses = reader.list("OWN_ADDRESSES");
    config.deposits_early_up_to = reader.decimal("DEPOSITS_EARLY_UP_TO", "10000", "1000000000");
}

void read_withdrawals(Config& config, Reader& reader) {
    config.withdrawals_approve_up_to =
        reader.decimal("WITHDRAWALS_APPROVE_UP_TO", config.demo ? "1000" : "0", "1000000000");
    config.withdrawals_two_people_from =
        reader.decimal("WITHDRAWALS_TWO_PEOPLE_FROM", "0", "1000000000");
    if (config.withdrawals_two_people_from.positive() &&
        config.withdrawals_approve_up_to >= config.withdrawals_two_people_from)
        Reader::fail("WITHDRAWALS_TWO_PEOPLE_FROM",
                     "must be more than WITHDRAWALS_APPROVE_UP_TO: what two people have to "
                     "approve cannot be sent automatically");
    config.fraudulent_addresses_file = reader.text("FRAUDULENT_ADDRESSES_FILE");
    for (const auto& name : reader.names("HOT_", "_ADDRESS"))
        config.hot_addresses[name] = reader.text("HOT_" + name + "_ADDRESS");
    for (const auto& name : reader.names("COLD_", "_ADDRESS"))
        config.cold_addresses[name] = reader.list("COLD_" + name + "_ADDRESS");
    config.max_fee_per_gas = reader.decimal("MAX_FEE_PER_GAS", "300", "1000000");
    config.max_gas = reader.integer("MAX_GAS", 300'000, 21'000, 10'000'000);
    config.max_fee_per_byte = reader.integer("MAX_FEE_PER_BYTE", 300, 1, 10'000);
}

void read_program(Config& config, Reader& reader) {
    config.token_key_file = reader.needed("TOKEN_KEY_FILE", "the path of the token key");
    config.token_former_keys_file = reader.text("TOKEN_FORMER_KEYS_FILE");
    config.session_idle_hours = reader.integer("SESSION_IDLE_HOURS", 12, 1, 720);
    config.hash_key_file = reader.needed("HASH_KEY_FILE", "the path of the hash key");
    config.hash_former_keys_file = reader.text("HASH_FORMER_KEYS_FILE");
    config.fastcgi_secret_file =
        reader.needed("FASTCGI_SECRET_FILE", "the path of the secret shared with nginx");
    config.kyc_key_file = reader.needed("KYC_KEY_FILE", "the path of the KYC photo key");
    config.worker_threads = reader.integer("WORKER_THREADS", 4, 1, 256);
    config.rate_limit_factor = reader.integer("RATE_LIMIT_FACTOR", 1, 1, 1'000'000);
    config.key_budget.weight_per_minute =
        reader.integer("API_KEY_WEIGHT_PER_MINUTE", 6000, 100, 10'000'000);
    config.key_budget.orders_per_10s =
        reader.integer("API_KEY_ORDERS_PER_TEN_SECONDS", 100, 1, 1'000'000);
    config.key_budget.orders_per_day =
        reader.integer("API_KEY_ORDERS_PER_DAY", 200'000, 1, 1'000'000'000);
    config.work_bits = reader.integer("WORK_BITS", 16, 0, 24);
    config.log_level = reader.text("LOG_LEVEL");
    if (config.log_level.empty()) config.log_level = "info";
    constexpr std::array levels = {"trace", "debug", "info", "warn", "error"};
    if (std::find(levels.begin(), levels.end(), config.log_level) == levels.end())
        Reader::fail("LOG_LEVEL", "must be trace, debug, info, warn or error");
    config.log_dir = reader.text("LOG_DIR");
}

}  // namespace

std::map<std::string, std::string> parse_config(std::string_view text) {
    Values values;
    int number = 0;
    while (!text.empty()) {
        ++number;
        const auto end = text.find('\n');
        const auto line = trimmed(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.empty() || line.front() == '#') continue;

        const auto equals = line.find('=');
        const auto key = line.substr(0, equals);
        if (equals == std::string_view::npos || !key_like(key))
            throw ConfigError{"configuration: line " + std::to_string(number) +
                              " must be KEY=value"};
        const auto value = unquoted(trimmed(line.substr(equals + 1)));
        if (!values.emplace(key, value).second)
            throw ConfigError{"configuration: " + std::string{key} + " is given twice"};
    }
    return values;
}

Config Config::read(const std::string& path) {
    std::ifstream file{path};
    std::ostringstream text;
    if (!file || !(text << file.rdbuf()))
        throw ConfigError{"configuration: the file " + path + " cannot be read"};
    return parse(text.str());
}

Config Config::parse(std::string_view text) {
    Values values = parse_config(text);
    const std::string port = values["PORT"].empty() ? "8080" : values["PORT"];

    Config config;
    Reader reader{std::move(values)};
    read_services(config, reader);
    read_messages(config, reader);
    read_web_push(config, reader);
    read_content(config, reader);
    read_sign_in(config, reader);
    read_program(config, reader);
    read_futures(config, reader);
    read_chains(config, reader);
    if (const auto host = reader.text("HOST"); !host.empty()) config.host = host;
    config.trusted_proxies = reader.text("TRUSTED_PROXIES");
    config.public_url =
        reader.starting("PUBLIC_URL", reader.text("PUBLIC_URL"), {"http://", "https://"});
    if (config.public_url.empty()) config.public_url = "http://" + config.host + ":" + port;
    config.live_chat_url =
        reader.starting("LIVE_CHAT_URL", reader.text("LIVE_CHAT_URL"), {"http://", "https://"});
    config.help_url = reader.starting("HELP_URL", reader.text("HELP_URL"), {"http://", "https://"});
    config.demo = reader.yes("DEMO", false);
    config.guests_see_trading = reader.yes("GUESTS_SEE_TRADING", false);
    read_withdrawals(config, reader);
    config.demo_amount = reader.decimal("DEMO_AMOUNT", "10000", "1000000000");
    config.price_protection = reader.decimal("PRICE_PROTECTION", "0.02", "1");
    config.rewards_rest_days = reader.integer("REWARDS_REST_DAYS", 7, 0, 365);
    config.keep_notifications_days = reader.integer("KEEP_NOTIFICATIONS_DAYS", 0, 0, 36500);
    config.keep_mails_days = reader.integer("KEEP_MAILS_DAYS", 90, 0, 36500);
    config.convert_spread = reader.decimal("CONVERT_SPREAD", "0.002", "0.1");
    config.quote_seconds = reader.integer("QUOTE_SECONDS", 10, 3, 300);
    config.stale_after_ms = reader.integer("STALE_AFTER_MS", 10000, 100, 3'600'000);
    config.house_stale_after_ms = reader.integer("HOUSE_STALE_AFTER_MS", 2000, 100, 3'600'000);
    config.house_exposure_limit = reader.decimal("HOUSE_EXPOSURE_LIMIT", "0", "1000000000000");
    config.house_budget_per_minute =
        reader.decimal("HOUSE_BUDGET_PER_MINUTE", "1000000", "1000000000000");
    config.liquidity_spread = reader.decimal("LIQUIDITY_SPREAD", "0.0005", "0.1");
    config.house_last_look = reader.yes("HOUSE_LAST_LOOK", true);
    reader.finish();
    refuse_contradictions(config);
    return config;
}

Config Config::from_environment() {
    const char* path = std::getenv("CAMBIO_CONFIG");
    if (path == nullptr || *path == '\0')
        throw ConfigError{"configuration: CAMBIO_CONFIG must name the configuration file"};
    return read(path);
}

}  // namespace cambio
