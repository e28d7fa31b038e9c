#include "token/networks.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <charconv>

namespace cambio::token {

namespace {

constexpr int all_bits = 128;
constexpr int mapped_bits = 96;  ///< what stands before the 32 bits of an IPv4 address
constexpr std::size_t max_address = 45;
constexpr std::array<std::uint8_t, 12> mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

/// The bits of a byte that a prefix of so many bits covers from that byte on.
std::uint8_t mask_of(int bits) {
    return bits <= 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(0xff << (8 - std::min(bits, 8)));
}

}  // namespace

std::optional<Network::Bytes> Network::bytes_of(const std::string& address) {
    Bytes bytes{};
    if (address.size() > max_address) return {};
    if (inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1) return bytes;
    std::copy(mapped.begin(), mapped.end(), bytes.begin());
    if (inet_pton(AF_INET, address.c_str(), bytes.data() + mapped.size()) == 1) return bytes;
    return {};
}

std::optional<Network> Network::parse(std::string_view text) {
    // inet_pton would stop at a byte 0 and take what stands before it.
    if (text.find('\0') != std::string_view::npos) return {};
    const auto slash = text.find('/');
    const std::string address{text.substr(0, slash)};
    const auto bytes = bytes_of(address);
    if (!bytes) return {};
    Network network;
    network.bytes_ = *bytes;
    if (slash != std::string_view::npos) {
        const bool four = address.find(':') == std::string::npos;
        const auto digits = text.substr(slash + 1);
        unsigned prefix = 0;  // std::from_chars would take "-0" for a number with a sign
        const auto [end, problem] =
            std::from_chars(digits.data(), digits.data() + digits.size(), prefix);
        const bool whole = problem == std::errc{} && end == digits.data() + digits.size();
        if (!whole || digits.size() > 3 || prefix > (four ? 32U : unsigned{all_bits})) return {};
        network.prefix_ = static_cast<int>(prefix) + (four ? mapped_bits : 0);
    }
    for (int i = 0; i < 16; ++i)
        network.bytes_[static_cast<std::size_t>(i)] &= mask_of(network.prefix_ - 8 * i);
    return network;
}

bool Network::covers(const Bytes& bytes) const {
    for (int i = 0; i < 16; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if ((bytes[at] & mask_of(prefix_ - 8 * i)) != bytes_[at]) return false;
    }
    return true;
}

bool Network::holds(const std::string& address) const {
    const auto bytes = bytes_of(address);
    return bytes && covers(*bytes);
}

bool Network::contains(const Network& other) const {
    return prefix_ <= other.prefix_ && covers(other.bytes_);
}

std::string Network::str() const {
    const bool four =
        prefix_ >= mapped_bits && std::equal(mapped.begin(), mapped.end(), bytes_.begin());
    char text[INET6_ADDRSTRLEN] = {};
    inet_ntop(four ? AF_INET : AF_INET6, bytes_.data() + (four ? mapped.size() : 0), text,
              sizeof text);
    if (prefix_ == all_bits) return text;
    return std::string{text} + '/' + std::to_string(four ? prefix_ - mapped_bits : prefix_);
}

std::vector<std::string_view> parts_of(std::string_view list) {
    std::vector<std::string_view> parts;
    while (!list.empty()) {
        const auto comma = list.find(',');
        parts.push_back(list.substr(0, comma));
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    }
    return parts;
}

}  // namespace cambio::token
