#include "token/keys.h"

#include <cerrno>
#include <fstream>
#include <stdexcept>

#include "crypto/crypto.h"

namespace cambio::token {

namespace {

constexpr std::string_view public_header = "k4.public.";
constexpr std::string_view public_id_header = "k4.pid.";
constexpr std::string_view local_header = "k4.local.";
constexpr std::string_view local_id_header = "k4.lid.";
constexpr std::size_t id_size = 33;
constexpr std::size_t listed_key_size = 32;

std::string paserk_id(std::string_view id_header, std::string_view header, std::string_view key) {
    const auto text = std::string{id_header} + std::string{header} + crypto::base64url(key);
    return std::string{id_header} + crypto::base64url(crypto::hash(text, id_size));
}

}  // namespace

std::string key_id(std::string_view public_key) {
    return paserk_id(public_id_header, public_header, public_key);
}

std::string secret_key_id(std::string_view key) {
    return paserk_id(local_id_header, local_header, key);
}

std::string footer_naming(std::string_view id) {
    return "{\"kid\":\"" + std::string{id} + "\"}";
}

std::vector<std::string> read_keys(const std::string& path) {
    std::vector<std::string> keys;
    std::ifstream file{path};
    if (!file && !path.empty() && errno != ENOENT)
        throw std::runtime_error{"the file " + path + " cannot be read"};
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        const std::string key = crypto::from_base64(line).value_or(std::string{});
        if (key.size() != listed_key_size)
            throw std::runtime_error{"the file " + path +
                                     " must hold keys of 32 bytes in base64, one per line"};
        keys.push_back(key);
    }
    return keys;
}

}  // namespace cambio::token
