#include "config/contradictions.h"

#include <arpa/inet.h>

namespace cambio {

namespace {

[[noreturn]] void fail(const std::string& one, const std::string& other, const char* why) {
    throw ConfigError{"configuration: " + one + " and " + other + " contradict each other: " + why};
}

/// Without a name and password before it and a port behind it.
std::string host_of(std::string_view url) {
    url.remove_prefix(url.find("://") + 3);
    url = url.substr(0, url.find_first_of("/?#"));
    url.remove_prefix(url.find_last_of('@') + 1);
    if (url.starts_with('[')) return std::string{url.substr(0, url.find(']') + 1)};
    return std::string{url.substr(0, url.find(':'))};
}

bool on_this_machine(std::string_view url) {
    const std::string host = host_of(url);
    in_addr address{};
    if (::inet_pton(AF_INET, host.c_str(), &address) == 1)
        return ntohl(address.s_addr) >> 24 == 127;
    return host == "localhost" || host == "[::1]";
}

bool elsewhere(const std::string& url) {
    return !url.empty() && !on_this_machine(url);
}

/// A network's deposits and withdrawals: what opens them, and the nodes that they go over.
struct Way {
    const char* key;
    const std::string& value;
    bool has_node;
};

void refuse_beside_demo(const Config& config) {
    const std::pair<const char*, const std::string&> servers[] = {
        {"SMTP_URL", config.smtp_url},
        {"SMS_URL", config.sms_url},
        {"ETHEREUM_NODE_URL", config.ethereum_node_url},
        {"BSC_NODE_URL", config.bsc_node_url},
        {"TRON_NODE_URL", config.tron_node_url},
        {"BITCOIN_NODE_URL", config.bitcoin_node_url},
    };
    for (const auto& [key, url] : servers) {
        if (elsewhere(url))
            fail("DEMO=yes", key, "a demonstration reaches no server outside this machine");
    }
    if (config.public_url.starts_with("https://") && elsewhere(config.public_url))
        fail("DEMO=yes", "the https of PUBLIC_URL", "real people would take play money for real");

    const bool ethereum = !config.ethereum_node_url.empty() || !config.bsc_node_url.empty();
    const bool tron = !config.tron_node_url.empty();
    const bool bitcoin = !config.bitcoin_node_url.empty();
    const Way ways[] = {
        {"ETHEREUM_XPUB", config.ethereum_xpub, ethereum},
        {"TRON_XPUB", config.tron_xpub, tron},
        {"BITCOIN_XPUB", config.bitcoin_xpub, bitcoin},
        {"HOT_ETHEREUM_ADDRESS", config.hot_ethereum_address, ethereum},
        {"HOT_TRON_ADDRESS", config.hot_tron_address, tron},
        {"HOT_BITCOIN_ADDRESS", config.hot_bitcoin_address, bitcoin},
    };
    for (const Way& way : ways) {
        if (!way.value.empty() && !way.has_node)
            fail("DEMO=yes", way.key, "it has no node on this machine, so its coins would be real");
    }
}

}  // namespace

void refuse_contradictions(const Config& config) {
    if (config.demo) refuse_beside_demo(config);
    if (!config.demo && config.provider_simulated)
        fail("DEMO=no", "the market simulator", "real money is not traded at invented prices");
    if (config.rate_limit_factor > 1 && config.public_url.starts_with("https://"))
        fail("RATE_LIMIT_FACTOR", "the https of PUBLIC_URL",
             "limits are lifted for tests alone, not where strangers call");
}

}  // namespace cambio
