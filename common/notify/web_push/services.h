#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cambio::web_push {

/// Where messages to one browser go: an address that its client gave us, and that is called from
/// inside our network.
struct Endpoint {
    std::string service;      ///< "https://push.example.com", what RFC 8292 calls the audience
    bool public_only = true;  ///< for http::Outgoing: false for a test's peer on this machine
};

constexpr std::size_t max_endpoint = 2048;

/// Nothing: it is no plain https address on the usual port of one of the services, which are host
/// names ("push.example.com"), all below one ("*.push.example.com"), or, for tests, origins on this
/// machine ("http://127.0.0.1:8090"), as WEB_PUSH_SERVICES has them.
std::optional<Endpoint> endpoint_of(std::string_view address,
                                    const std::vector<std::string>& services);

}  // namespace cambio::web_push
