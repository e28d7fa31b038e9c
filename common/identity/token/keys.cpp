#include "token/keys.h"

#include <sodium.h>

#include <fstream>
#include <stdexcept>

#include "crypto/crypto.h"

namespace cambio::token {

namespace {

constexpr std::string_view public_header = "k4.public.";
constexpr std::string_view id_header = "k4.pid.";
constexpr std::size_t id_size = 33;

}  // namespace

std::string key_id(std::string_view public_key) {
    const std::string text =
        std::string{id_header} + std::string{public_header} + crypto::base64url(public_key);
    return std::string{id_header} + crypto::base64url(crypto::hash(text, id_size));
}

std::vector<std::string> read_public_keys(const std::string& path) {
    std::vector<std::string> keys;
    std::ifstream file{path};
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        const std::string key = crypto::from_base64(line).value_or(std::string{});
        if (key.size() != crypto_sign_PUBLICKEYBYTES)
            throw std::runtime_error{"the file " + path +
                                     " must hold public keys of 32 bytes in base64, one per line"};
        keys.push_back(key);
    }
    return keys;
}

}  // namespace cambio::token
