#include "token/asker.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "crypto/crypto.h"

namespace cambio::token {

namespace {

constexpr std::size_t network_bytes = 8;  // of IPv6

}  // namespace

std::string network_of(std::string_view ip) {
    constexpr std::string_view mapped = "::ffff:";
    if (ip.starts_with(mapped) && ip.find('.') != std::string_view::npos)
        ip.remove_prefix(mapped.size());
    const std::string text{ip};
    in_addr four{};
    if (::inet_pton(AF_INET, text.c_str(), &four) == 1)
        return text.substr(0, text.rfind('.')) + ".0/24";
    in6_addr six{};
    if (::inet_pton(AF_INET6, text.c_str(), &six) == 1)
        return crypto::hex({reinterpret_cast<const char*>(&six), network_bytes}) + "/64";
    return text;
}

Asker Asker::owner() {
    return {"owner", false};
}

Asker Asker::browser(std::int64_t device) {
    return {"browser:" + std::to_string(device), false, false, true};
}

Asker Asker::browser_by_link(std::int64_t device) {
    return {"link:" + std::to_string(device), false, false, false, true};
}

Asker Asker::guest(std::string_view ip) {
    return {"net:" + network_of(ip), true};
}

Asker Asker::session(SessionId id) {
    return {"session:" + std::to_string(id.value), false, true};
}

Asker Asker::client(ClientId id) {
    return {"client:" + std::to_string(id.value), true};
}

}  // namespace cambio::token
