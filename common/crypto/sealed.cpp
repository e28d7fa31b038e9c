#include "crypto/sealed.h"

#include <sodium.h>

#include <algorithm>
#include <stdexcept>

namespace cambio::crypto {

namespace {

using State = crypto_secretstream_xchacha20poly1305_state;

constexpr char version = 1;
constexpr std::size_t header_size = crypto_secretstream_xchacha20poly1305_HEADERBYTES;
constexpr std::size_t more = crypto_secretstream_xchacha20poly1305_ABYTES;
constexpr std::size_t piece_size = 64u << 10;

const unsigned char* bytes(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

unsigned char* bytes(std::string& text) {
    return reinterpret_cast<unsigned char*>(text.data());
}

void check(std::string_view key) {
    if (key.size() != crypto_secretstream_xchacha20poly1305_KEYBYTES)
        throw std::logic_error{"a sealing key has 32 bytes"};
}

/// The stream's state holds keys.
class Stream {
  public:
    Stream() = default;
    ~Stream() { sodium_memzero(&state, sizeof state); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    State state{};
};

}  // namespace

std::string seal(std::string_view key, std::string_view plain, std::string_view context) {
    check(key);
    Stream stream;
    std::string header(header_size, '\0');
    crypto_secretstream_xchacha20poly1305_init_push(&stream.state, bytes(header), bytes(key));
    std::string sealed{version};
    sealed.reserve(1 + header_size + plain.size() + (plain.size() / piece_size + 1) * more);
    sealed += header;

    std::string piece(piece_size + more, '\0');
    bool last = false;
    while (!last) {
        const auto part = plain.substr(0, piece_size);
        plain.remove_prefix(part.size());
        last = plain.empty();
        unsigned long long size = 0;
        crypto_secretstream_xchacha20poly1305_push(
            &stream.state, bytes(piece), &size, bytes(part), part.size(), bytes(context),
            context.size(),
            last ? static_cast<unsigned char>(crypto_secretstream_xchacha20poly1305_TAG_FINAL) : 0);
        sealed.append(piece, 0, static_cast<std::size_t>(size));
    }
    return sealed;
}

std::optional<std::string> open_sealed(std::string_view key, std::string_view sealed,
                                       std::string_view context) {
    check(key);
    if (sealed.size() < 1 + header_size + more || sealed.front() != version) return {};
    sealed.remove_prefix(1);
    Stream stream;
    if (crypto_secretstream_xchacha20poly1305_init_pull(&stream.state, bytes(sealed), bytes(key)) !=
        0)
        return {};
    sealed.remove_prefix(header_size);

    std::string plain;
    plain.reserve(sealed.size());
    std::string piece(piece_size, '\0');
    unsigned char tag = 0;
    while (!sealed.empty()) {
        const auto part = sealed.substr(0, piece_size + more);
        sealed.remove_prefix(part.size());
        unsigned long long size = 0;
        if (part.size() < more || tag == crypto_secretstream_xchacha20poly1305_TAG_FINAL ||
            crypto_secretstream_xchacha20poly1305_pull(&stream.state, bytes(piece), &size, &tag,
                                                       bytes(part), part.size(), bytes(context),
                                                       context.size()) != 0)
            return {};
        plain.append(piece, 0, static_cast<std::size_t>(size));
    }
    // Whoever cuts the end off takes the final mark with it.
    if (tag != crypto_secretstream_xchacha20poly1305_TAG_FINAL) return {};
    return plain;
}

}  // namespace cambio::crypto
