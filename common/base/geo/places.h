#pragma once

#include <memory>
#include <string>

/// Where an address of the internet is, by country: for a client's list of its sessions, and to
/// tell a new device from a known one.
namespace cambio::geo {

constexpr const char* this_network = "local";

/// Safe for several threads.
class Places {
  public:
    /// A MaxMind database (https://maxmind.github.io/MaxMind-DB/) whose entries have country_code
    /// or country.iso_code. Empty: no country is known. Throws std::runtime_error for a file that
    /// cannot be read.
    explicit Places(const std::string& file);
    ~Places();
    Places(const Places&) = delete;
    Places& operator=(const Places&) = delete;

    /// The ISO 3166 code of the country ("DE"), this_network for private and loopback addresses,
    /// or nothing.
    std::string of(const std::string& ip) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// "Germany" for "DE", "This network" for this_network, "Unknown" for nothing: what English texts
/// call a place. A code that nobody knows stays as it is.
std::string name_of(const std::string& place);

}  // namespace cambio::geo
