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

bool elsewhere(const std::string& url) {
    return !url.empty() && !on_this_machine(url);
}

/// Whether a node can be the one that goes with a key or hot address of that name: it has the same
/// name, or none of its own. Which it is, the file of networks says (chain::require_fitting).
bool has_node(const Config& config, const std::string& name) {
    for (const auto& [node, url] : config.node_urls)
        if (node == name || (!config.xpubs.contains(node) && !config.hot_addresses.contains(node)))
            return true;
    return false;
}

void refuse_beside_demo(const Config& config) {
    std::vector<std::pair<std::string, std::string>> servers = {{"SMTP_URL", config.smtp_url},
                                                                {"SMS_URL", config.sms_url}};
    for (const auto& [name, url] : config.node_urls) servers.emplace_back(name + "_NODE_URL", url);
    for (const auto& [key, url] : servers) {
        if (elsewhere(url)) fail("DEMO=yes", key, "a demo reaches no server outside this machine");
    }
    if (config.public_url.starts_with("https://") && elsewhere(config.public_url))
        fail("DEMO=yes", "the https of PUBLIC_URL",
             "real people would mistake play money for real money");

    constexpr const char* no_node = "it has no node on this machine, so its coins would be real";
    for (const auto& [name, key] : config.xpubs)
        if (!has_node(config, name)) fail("DEMO=yes", name + "_XPUB", no_node);
    for (const auto& [name, address] : config.hot_addresses)
        if (!has_node(config, name)) fail("DEMO=yes", "HOT_" + name + "_ADDRESS", no_node);
}

/// A promise of futures is the mark itself, whatever was shown: nothing but the look guards it.
void refuse_without_last_look(const Config& config) {
    constexpr const char* why =
        "whoever sees prices earlier would trade against the house at its old ones";
    if (config.public_url.starts_with("https://") || elsewhere(config.public_url))
        fail("HOUSE_LAST_LOOK=no", "PUBLIC_URL=" + config.public_url, why);
    // Whatever the links in mails say: these two are how people come in.
    if (elsewhere("http://" + config.host)) fail("HOUSE_LAST_LOOK=no", "HOST=" + config.host, why);
    // Nobody sees simulated prices earlier, and tests call through a proxy.
    if (!config.trusted_proxies.empty() && !config.provider_simulated)
        fail("HOUSE_LAST_LOOK=no", "TRUSTED_PROXIES=" + config.trusted_proxies, why);
}

}  // namespace

bool on_this_machine(std::string_view url) {
    const std::string host = host_of(url);
    in_addr address{};
    if (::inet_pton(AF_INET, host.c_str(), &address) == 1)
        return ntohl(address.s_addr) >> 24 == 127;
    return host == "localhost" || host == "[::1]";
}

void refuse_contradictions(const Config& config) {
    if (config.demo) refuse_beside_demo(config);
    if (!config.demo && config.provider_simulated)
        fail("DEMO=no", "the market simulator", "real money is never traded at simulated prices");
    if (config.rate_limit_factor > 1 && config.public_url.starts_with("https://"))
        fail("RATE_LIMIT_FACTOR", "the https of PUBLIC_URL",
             "limits are raised for tests only, not where strangers can call");
    if (!config.house_last_look) refuse_without_last_look(config);
    for (const auto& service : config.web_push_services)
        if (service.starts_with("http://") && config.public_url.starts_with("https://"))
            fail("WEB_PUSH_SERVICES=" + service, "the https of PUBLIC_URL",
                 "strangers would have this machine called");
    if (config.smtp_url.empty() && elsewhere(config.public_url))
        fail("PUBLIC_URL", "an empty SMTP_URL",
             "codes for people elsewhere would only end up in a folder on this machine");
}

}  // namespace cambio
