// Networks in CIDR notation, as an API key is kept to them: against Boost.Asio's reading, and
// written and read again. The input is a network and, after a line feed, an address.
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <optional>
#include <string>

#include "fuzz.h"
#include "token/networks.h"

namespace {

namespace ip = boost::asio::ip;
using cambio::fuzz::require;
using cambio::token::Network;

/// Boost.Asio reads the name of an interface behind '%', and stops at a byte 0.
constexpr std::string_view read_otherwise{"%\0", 2};

std::optional<std::string> by_asio(const std::string& text) {
    boost::system::error_code problem;
    const auto four = ip::make_network_v4(text, problem);
    if (!problem) return four.canonical().to_string();
    const auto six = ip::make_network_v6(text, problem);
    if (!problem) return six.canonical().to_string();
    return {};
}

/// Whether the network, whose two bounds are told by Boost.Asio, has the address; both of one kind.
std::optional<bool> has_by_asio(const std::string& network, const std::string& address) {
    boost::system::error_code problem;
    const auto own = ip::make_address(address, problem);
    if (problem) return false;
    const auto four = ip::make_network_v4(network, problem);
    if (!problem && own.is_v4()) {
        const auto mask = four.netmask().to_uint();
        return (own.to_v4().to_uint() & mask) == (four.address().to_uint() & mask);
    }
    // An IPv4 address is in networks of IPv6 by its other form, which is a rule of ours.
    return {};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto rest = cambio::fuzz::text_of(data, size);
    const std::string text{cambio::fuzz::take_until(rest, '\n')};
    const std::string address{rest};

    const auto network = Network::parse(text);
    // It takes any number of zeros before a prefix's length.
    const auto slash = text.find('/');
    const bool comparable = text.find_first_of(read_otherwise) == std::string::npos &&
                            slash != std::string::npos && text.size() - slash <= 4;
    if (comparable) {
        const auto expected = by_asio(text);
        require(network.has_value() == expected.has_value(), "Boost.Asio takes the same", text);
        if (network && address.find_first_of(read_otherwise) == std::string::npos) {
            if (const auto has = has_by_asio(text, address))
                require(network->holds(address) == *has, "Boost.Asio finds the same in it", text);
        }
    }
    if (!network) return 0;
    const auto written = network->str();
    const auto again = Network::parse(written);
    require(again.has_value() && again->str() == written, "written and read again", text);
    require(network->contains(*again) && again->contains(*network), "one network", text);
    if (const auto other = Network::parse(address)) {
        require(!network->contains(*other) || !other->contains(*network) || other->str() == written,
                "two networks that hold each other are one", text);
    }
    return 0;
}
