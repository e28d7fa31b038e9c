// Any bytes as a configuration file: taken with every value in its range, or refused with words
// that name the key or the line and hold nothing of a value.
#include <string>
#include <string_view>

#include "config/config.h"
#include "fuzz.h"

namespace {

using cambio::Config;
using cambio::ConfigError;
using cambio::Decimal;
using cambio::fuzz::require;

void check_range(const Decimal& value, const char* most, std::string_view input) {
    require(!value.negative() && value <= *Decimal::parse(most), "a decimal is in its range",
            input);
}

void check_taken(const Config& config, std::string_view input) {
    require(!config.database_url.empty() && !config.redis_url.empty() &&
                !config.token_key_file.empty() && !config.hash_key_file.empty() &&
                !config.kyc_key_file.empty() && !config.fastcgi_secret_file.empty(),
            "what is needed is there", input);
    require(config.worker_threads >= 1 && config.worker_threads <= 256 &&
                config.rate_limit_factor >= 1 && config.stale_after_ms >= 100 &&
                config.stale_after_ms <= 3'600'000 && config.futures_minimum_days >= 0,
            "a number is in its range", input);
    check_range(config.price_protection, "1", input);
    check_range(config.convert_spread, "0.1", input);
    check_range(config.futures_slippage, "1", input);
    check_range(config.futures_close_target, "100", input);
    check_range(config.demo_amount, "1000000000", input);
    check_range(config.deposits_early_up_to, "1000000000", input);
    check_range(config.withdrawals_approve_up_to, "1000000000", input);
    for (const auto* url :
         {&config.public_url, &config.provider_url, &config.news_url, &config.google_issuer})
        require(url->empty() || url->starts_with("http://") || url->starts_with("https://"),
                "an address is one of the web", input);
    for (const auto& [name, url] : config.node_urls)
        require(url.starts_with("http://") || url.starts_with("https://"),
                "a node has an address of the web", input);
    for (const auto& [name, key] : config.xpubs)
        require(key.substr(1, 3) == "pub", "a key cannot spend", input);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = cambio::fuzz::text_of(data, size);
    try {
        for (const auto& [key, value] : cambio::parse_config(input)) {
            require(!key.empty() && key.find_first_of(" =\n\r\t") == std::string::npos,
                    "a key is a word", input);
            require(value.find('\n') == std::string::npos, "a value is one line", input);
        }
        check_taken(Config::parse(input), input);
    } catch (const ConfigError& error) {
        require(std::string_view{error.what()}.starts_with("configuration: "),
                "a refusal has words", input);
    }
    return 0;
}
