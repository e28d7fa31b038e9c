#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

/// The certificates that nginx shows: the site's, and one for programs where that is another one.
namespace cambio::watch {

/// certbot renews one of 90 days when 30 are left: with fewer than these, it has failed for long.
constexpr std::chrono::days certificate_ends_soon{21}, certificate_ends_now{7};

struct Certificates {
    std::string file;  ///< in PEM, one after the other
    std::optional<std::int64_t>
        first_end;  ///< seconds since 1970 UTC; nothing: there is none in it
};

/// What the environment variable CAMBIO_CERTIFICATE names. Nothing: it names nothing, because TLS
/// is somebody else's business.
std::optional<Certificates> shown_certificates();

}  // namespace cambio::watch
