#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Messages to browsers while the site is closed (RFC 8030). A push service carries them and can
/// read none: they are encrypted for one browser, RFC 8291.
namespace cambio::web_push {

/// What a browser made when it subscribed, for whoever writes to it.
struct BrowserKeys {
    std::string p256dh;  ///< its public key, an uncompressed point of P-256, 65 bytes
    std::string auth;    ///< a secret of 16 bytes that the push service does not know
};

constexpr std::size_t auth_size = 16;

/// Whether both have their length and the key is a point of the curve.
bool are_keys(const BrowserKeys& keys);

/// One record of 4096 bytes, which every push service takes, has room for this.
constexpr std::size_t max_message = 3993;

/// The body of a message with Content-Encoding: aes128gcm (RFC 8188), under a key that is used for
/// nothing else. Throws std::invalid_argument for keys that are none and a message that is too
/// long.
std::string encrypt(const BrowserKeys& keys, std::string_view plain);

/// The same with the sender's one-time key (a number of 32 bytes) and the salt (16) given: for the
/// RFC's own example.
std::string encrypt(const BrowserKeys& keys, std::string_view plain, std::string_view one_time_key,
                    std::string_view salt);

}  // namespace cambio::web_push
