#include "http/public_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace cambio::http {
namespace {

struct Range {
    std::uint32_t network;
    int bits;
};

// https://www.iana.org/assignments/iana-ipv4-special-registry
constexpr Range special[] = {
    {0x00000000, 8},   // this network
    {0x0A000000, 8},   // private
    {0x64400000, 10},  // carriers
    {0x7F000000, 8},   // this machine
    {0xA9FE0000, 16},  // the link; clouds keep secrets here
    {0xAC100000, 12},  // private
    {0xC0000000, 24},  // protocols
    {0xC0000200, 24},  // examples
    {0xC0A80000, 16},  // private
    {0xC6120000, 15},  // benchmarks
    {0xC6336400, 24},  // examples
    {0xCB007100, 24},  // examples
    {0xE0000000, 3},   // multicast, reserved, broadcast
};

bool public_v4(std::uint32_t address) {
    return std::ranges::none_of(special, [address](const Range& range) {
        return address >> (32 - range.bits) == range.network >> (32 - range.bits);
    });
}

std::uint32_t v4_at(const unsigned char* bytes) {
    std::uint32_t address = 0;
    std::memcpy(&address, bytes, sizeof address);
    return ntohl(address);
}

/// Only 2000::/3 is given out to the internet; in it, 2001::/23 and 2001:db8::/32 are special, and
/// 2002::/16 carries an IPv4 address.
bool public_v6(const unsigned char* bytes) {
    constexpr unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    if (std::equal(mapped, mapped + 12, bytes)) return public_v4(v4_at(bytes + 12));
    if ((bytes[0] & 0xE0) != 0x20) return false;
    if (bytes[0] == 0x20 && bytes[1] == 0x01) {
        if (bytes[2] < 2) return false;
        if (bytes[2] == 0x0D && bytes[3] == 0xB8) return false;
    }
    return bytes[0] != 0x20 || bytes[1] != 0x02 || public_v4(v4_at(bytes + 2));
}

}  // namespace

bool is_public(const sockaddr& address) {
    if (address.sa_family == AF_INET) {
        sockaddr_in v4;
        std::memcpy(&v4, &address, sizeof v4);
        return public_v4(ntohl(v4.sin_addr.s_addr));
    }
    if (address.sa_family == AF_INET6) {
        sockaddr_in6 v6;
        std::memcpy(&v6, &address, sizeof v6);
        return public_v6(v6.sin6_addr.s6_addr);
    }
    return false;
}

}  // namespace cambio::http
