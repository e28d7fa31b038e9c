#include "web_push/services.h"

#include <algorithm>

namespace cambio::web_push {

namespace {

constexpr std::string_view secure = "https://";

bool is_host(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
    });
}

/// What no parser of addresses reads in a way of its own.
bool is_plain(std::string_view text) {
    return std::ranges::all_of(
        text, [](char c) { return c > ' ' && c < 0x7f && c != '\\' && c != '#' && c != '@'; });
}

bool is_of(std::string_view host, std::string_view service) {
    if (!service.starts_with("*.")) return host == service;
    service.remove_prefix(1);
    return host.size() > service.size() && host.ends_with(service);
}

}  // namespace

std::optional<Endpoint> endpoint_of(std::string_view address,
                                    const std::vector<std::string>& services) {
    if (address.size() > max_endpoint || !is_plain(address)) return {};
    for (const auto& service : services)
        if (service.starts_with("http://") && address.starts_with(service + '/'))
            return Endpoint{service, false};
    if (!address.starts_with(secure)) return {};
    const auto slash = address.find('/', secure.size());
    if (slash == std::string_view::npos) return {};
    const auto host = address.substr(secure.size(), slash - secure.size());
    if (!is_host(host)) return {};
    const bool known =
        std::ranges::any_of(services, [&](const auto& service) { return is_of(host, service); });
    if (!known) return {};
    return Endpoint{std::string{address.substr(0, slash)}, true};
}

}  // namespace cambio::web_push
