#include "geo/places.h"

#include <arpa/inet.h>
#include <maxminddb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace cambio::geo {

namespace {

/// An address as 16 bytes; IPv4 the way IPv6 maps it (RFC 4291, 2.5.5.2).
using Address = std::array<unsigned char, 16>;

constexpr std::array<unsigned char, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

std::optional<Address> parse(const std::string& ip) {
    Address address{};
    if (::inet_pton(AF_INET6, ip.c_str(), address.data()) == 1) return address;
    std::memcpy(address.data(), mapped.data(), mapped.size());
    if (::inet_pton(AF_INET, ip.c_str(), address.data() + mapped.size()) == 1) return address;
    return {};
}

struct Network {
    const char* base;
    int bits;
};

// What RFC 6890 says is nobody's on the internet: loopback, private, link-local, shared.
constexpr Network private_networks[] = {
    {"127.0.0.0", 96 + 8},
    {"10.0.0.0", 96 + 8},
    {"172.16.0.0", 96 + 12},
    {"192.168.0.0", 96 + 16},
    {"169.254.0.0", 96 + 16},
    {"100.64.0.0", 96 + 10},
    {"::1", 128},
    {"fc00::", 7},
    {"fe80::", 10},
};

bool within(const Address& address, const Network& network) {
    const auto base = *parse(network.base);
    for (int bit = 0; bit < network.bits; ++bit) {
        const auto byte = static_cast<std::size_t>(bit / 8);
        const int mask = 0x80 >> (bit % 8);
        if (((address[byte] ^ base[byte]) & mask) != 0) return false;
    }
    return true;
}

bool is_private(const Address& address) {
    for (const auto& network : private_networks)
        if (within(address, network)) return true;
    return false;
}

MMDB_lookup_result_s look_up(const MMDB_s& database, const Address& address) {
    sockaddr_storage socket{};
    if (std::equal(mapped.begin(), mapped.end(), address.begin())) {
        auto& v4 = reinterpret_cast<sockaddr_in&>(socket);
        v4.sin_family = AF_INET;
        std::memcpy(&v4.sin_addr, address.data() + mapped.size(), sizeof v4.sin_addr);
    } else {
        auto& v6 = reinterpret_cast<sockaddr_in6&>(socket);
        v6.sin6_family = AF_INET6;
        std::memcpy(&v6.sin6_addr, address.data(), sizeof v6.sin6_addr);
    }
    int problem = MMDB_SUCCESS;
    auto found =
        MMDB_lookup_sockaddr(&database, reinterpret_cast<const sockaddr*>(&socket), &problem);
    if (problem != MMDB_SUCCESS) found.found_entry = false;
    return found;
}

std::string text_at(MMDB_entry_s& entry, const char* const* path) {
    MMDB_entry_data_s data{};
    if (MMDB_aget_value(&entry, &data, path) != MMDB_SUCCESS || !data.has_data ||
        data.type != MMDB_DATA_TYPE_UTF8_STRING)
        return {};
    return {data.utf8_string, data.data_size};
}

const std::map<std::string, std::string, std::less<>>& country_names() {
    static const std::map<std::string, std::string, std::less<>> names{
#define X(code, name) {#code, name},
#include "geo/countries.def"
#undef X
    };
    return names;
}

}  // namespace

struct Places::State {
    MMDB_s database{};
};

Places::Places(const std::string& file) {
    if (file.empty()) return;
    auto state = std::make_unique<State>();
    if (const int problem = MMDB_open(file.c_str(), MMDB_MODE_MMAP, &state->database);
        problem != MMDB_SUCCESS)
        throw std::runtime_error{"the database of countries " + file +
                                 " cannot be read: " + MMDB_strerror(problem)};
    state_ = std::move(state);
}

Places::~Places() {
    if (state_) MMDB_close(&state_->database);
}

std::string Places::of(const std::string& ip) const {
    const auto address = parse(ip);
    if (!address) return {};
    if (is_private(*address)) return this_network;
    if (!state_) return {};
    auto found = look_up(state_->database, *address);
    if (!found.found_entry) return {};
    static constexpr const char* flat[] = {"country_code", nullptr};
    static constexpr const char* nested[] = {"country", "iso_code", nullptr};
    auto code = text_at(found.entry, flat);
    if (code.empty()) code = text_at(found.entry, nested);
    return code.size() == 2 ? code : std::string{};
}

std::string name_of(const std::string& place) {
    if (place.empty()) return "Unknown";
    if (place == this_network) return "This network";
    const auto found = country_names().find(place);
    return found == country_names().end() ? place : found->second;
}

}  // namespace cambio::geo
