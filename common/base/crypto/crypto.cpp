#include "crypto/crypto.h"

#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <semaphore>
#include <stdexcept>

namespace cambio::crypto {

namespace {

constexpr std::size_t password_memory = 19u << 20;
constexpr unsigned long long password_passes = 2;
constexpr std::string_view name_letters =
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// Argon2id fills a core and 19 MiB each time: two at once, so that a flood of logins starves
/// nobody.
std::counting_semaphore<2> password_turns{2};

class PasswordTurn {
  public:
    PasswordTurn() { password_turns.acquire(); }
    ~PasswordTurn() { password_turns.release(); }
    PasswordTurn(const PasswordTurn&) = delete;
    PasswordTurn& operator=(const PasswordTurn&) = delete;
};

unsigned char* bytes(std::string& text) {
    return reinterpret_cast<unsigned char*>(text.data());
}

const unsigned char* bytes(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

std::string read_small_file(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) throw std::runtime_error{"the key file " + path + " cannot be read"};
    struct stat status {};
    char text[4096];
    const bool known = ::fstat(fd, &status) == 0;
    const auto length = ::read(fd, text, sizeof text);
    ::close(fd);
    // The group may read it (nginx's workers share one); nobody else may, and only the owner
    // writes.
    if (!known || (status.st_mode & 0027) != 0)
        throw std::runtime_error{"the key file " + path +
                                 " is readable by others; chmod it to 0600"};
    if (length < 0) throw std::runtime_error{"the key file " + path + " cannot be read"};
    std::string contents{text, static_cast<std::size_t>(length)};
    sodium_memzero(text, sizeof text);
    return contents;
}

std::optional<std::string> decoded(std::string_view base64, int variant) {
    // libsodium 1.0.18 takes bytes beyond ASCII for letters of the alphabet.
    if (!std::ranges::all_of(base64, [](char c) { return (c & 0x80) == 0; })) return {};
    std::string raw(base64.size() / 4 * 3 + 3, '\0');
    std::size_t length = 0;
    const char* end = nullptr;
    if (sodium_base642bin(bytes(raw), raw.size(), base64.data(), base64.size(), nullptr, &length,
                          &end, variant) != 0 ||
        end != base64.data() + base64.size())
        return {};
    raw.resize(length);
    return raw;
}

}  // namespace

void start() {
    if (sodium_init() < 0) throw std::runtime_error{"libsodium cannot start"};
}

std::string random_bytes(std::size_t count) {
    std::string result(count, '\0');
    randombytes_buf(result.data(), result.size());
    return result;
}

std::string random_digits(int digits) {
    std::string result;
    for (int i = 0; i < digits; ++i) result += static_cast<char>('0' + randombytes_uniform(10));
    return result;
}

std::string random_name(std::size_t length) {
    std::string result;
    for (std::size_t i = 0; i < length; ++i)
        result +=
            name_letters[randombytes_uniform(static_cast<std::uint32_t>(name_letters.size()))];
    return result;
}

std::string uuid() {
    std::string raw = random_bytes(16);
    raw[6] = static_cast<char>((raw[6] & 0x0f) | 0x40);
    raw[8] = static_cast<char>((raw[8] & 0x3f) | 0x80);
    const std::string text = hex(raw);
    return text.substr(0, 8) + '-' + text.substr(8, 4) + '-' + text.substr(12, 4) + '-' +
           text.substr(16, 4) + '-' + text.substr(20);
}

std::string hash_password(std::string_view password) {
    char hash[crypto_pwhash_STRBYTES];
    const PasswordTurn turn;
    if (crypto_pwhash_str_alg(hash, password.data(), password.size(), password_passes,
                              password_memory, crypto_pwhash_ALG_ARGON2ID13) != 0)
        throw std::runtime_error{"no memory to hash a password"};
    return hash;
}

bool verify_password(const std::string& hash, std::string_view password) {
    const PasswordTurn turn;
    return crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
}

std::string keyed_hash(std::string_view key, std::string_view text) {
    std::string result(32, '\0');
    if (key.size() != 32 || crypto_generichash(bytes(result), result.size(), bytes(text),
                                               text.size(), bytes(key), key.size()) != 0)
        throw std::logic_error{"a keyed hash needs a key of 32 bytes"};
    return result;
}

std::string hash(std::string_view text, std::size_t size) {
    std::string result(size, '\0');
    if (crypto_generichash(bytes(result), size, bytes(text), text.size(), nullptr, 0) != 0)
        throw std::logic_error{"a hash has 16 to 64 bytes"};
    return result;
}

std::int64_t content_hash(std::string_view text) {
    const std::string hashed = hash(text, 16);
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < sizeof result; ++i)
        result = result << 8 | static_cast<unsigned char>(hashed[i]);
    return static_cast<std::int64_t>(result);
}

std::string sha256(std::string_view text) {
    std::string result(crypto_hash_sha256_BYTES, '\0');
    crypto_hash_sha256(bytes(result), bytes(text), text.size());
    return result;
}

std::string hmac_sha256(std::string_view key, std::string_view text) {
    std::string result(crypto_auth_hmacsha256_BYTES, '\0');
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, bytes(key), key.size());
    crypto_auth_hmacsha256_update(&state, bytes(text), text.size());
    crypto_auth_hmacsha256_final(&state, bytes(result));
    sodium_memzero(&state, sizeof state);
    return result;
}

bool verify_ed25519(std::string_view public_key, std::string_view text,
                    std::string_view signature) {
    return public_key.size() == crypto_sign_PUBLICKEYBYTES &&
           signature.size() == crypto_sign_BYTES &&
           crypto_sign_verify_detached(bytes(signature), bytes(text), text.size(),
                                       bytes(public_key)) == 0;
}

bool ed25519_public_key(std::string_view raw) {
    return raw.size() == crypto_sign_PUBLICKEYBYTES &&
           crypto_core_ed25519_is_valid_point(bytes(raw)) == 1;
}

bool equal(std::string_view a, std::string_view b) {
    return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string base64url(std::string_view raw) {
    constexpr int variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
    std::string text(sodium_base64_encoded_len(raw.size(), variant), '\0');
    sodium_bin2base64(text.data(), text.size(), bytes(raw), raw.size(), variant);
    text.pop_back();  // the terminating zero
    return text;
}

std::string from_base64url(std::string_view text) {
    auto raw = decoded(text, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    if (!raw) throw std::invalid_argument{"not base64url"};
    return *std::move(raw);
}

std::optional<std::string> from_base64(std::string_view text) {
    return decoded(text, sodium_base64_VARIANT_ORIGINAL);
}

std::string hex(std::string_view raw) {
    std::string text(raw.size() * 2 + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), bytes(raw), raw.size());
    text.pop_back();
    return text;
}

std::optional<std::string> from_hex(std::string_view text) {
    std::string raw(text.size() / 2, '\0');
    std::size_t length = 0;
    const char* end = nullptr;
    if (text.size() % 2 != 0 ||
        sodium_hex2bin(bytes(raw), raw.size(), text.data(), text.size(), nullptr, &length, &end) !=
            0 ||
        end != text.data() + text.size())
        return {};
    return raw;
}

std::string read_key(const std::string& path, std::size_t size) {
    std::string text = read_small_file(path);
    // base64 breaks its lines after 76 letters.
    std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
    auto raw = from_base64(text);
    sodium_memzero(text.data(), text.size());
    if (!raw || raw->size() != size)
        throw std::runtime_error{"the key file " + path + " must hold " + std::to_string(size) +
                                 " bytes in base64"};
    return *std::move(raw);
}

}  // namespace cambio::crypto
