#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cambio::token {

/// A network of addresses in CIDR notation, IPv4 or IPv6: "203.0.113.0/24", or one address.
class Network {
  public:
    /// Nothing: not a network. Bits behind the prefix count for nothing.
    static std::optional<Network> parse(std::string_view text);

    /// Whether an address is in it; a text that is none is not. An IPv4 address counts as itself,
    /// also in its IPv6 form.
    bool holds(const std::string& address) const;
    /// Whether all of another network is in it.
    bool contains(const Network& other) const;
    /// The one spelling of it, without the bits behind the prefix, and of one address without "/".
    std::string str() const;

  private:
    using Bytes = std::array<std::uint8_t, 16>;  ///< IPv4 as ::ffff:a.b.c.d
    static std::optional<Bytes> bytes_of(const std::string& address);

    bool covers(const Bytes& bytes) const;

    Bytes bytes_{};
    int prefix_ = 128;  ///< of the 128 bits
};

/// The parts of a list with commas between them, as the rows of keys are read.
std::vector<std::string_view> parts_of(std::string_view list);

}  // namespace cambio::token
