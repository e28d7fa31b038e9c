#include "crypto/sealed.h"

#include <sodium.h>

#include <algorithm>
#include <stdexcept>

namespace cambio::crypto {

namespace {

using State = crypto_secretstream_xchacha20poly1305_state;

/// The stream's key stands before the stream, in a box that the secret key opens.
constexpr char boxed = 2;
/// The stream's key was the secret key itself: whoever sealed could open, too. Only opened any
/// more.
constexpr char symmetric = 1;
constexpr std::size_t key_size = crypto_secretstream_xchacha20poly1305_KEYBYTES;
constexpr std::size_t box_size = key_size + crypto_box_SEALBYTES;
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
    static_assert(crypto_box_PUBLICKEYBYTES == key_size && crypto_box_SECRETKEYBYTES == key_size);
    if (key.size() != key_size) throw std::logic_error{"a sealing key has 32 bytes"};
}

/// The key of one stream, gone with this.
class StreamKey {
  public:
    StreamKey() { crypto_secretstream_xchacha20poly1305_keygen(bytes(text_)); }
    StreamKey(std::string_view box, std::string_view secret_key) {
        const auto public_key = public_key_of(secret_key);
        opened_ = crypto_box_seal_open(bytes(text_), bytes(box), box.size(), bytes(public_key),
                                       bytes(secret_key)) == 0;
    }
    ~StreamKey() { sodium_memzero(text_.data(), text_.size()); }
    StreamKey(const StreamKey&) = delete;
    StreamKey& operator=(const StreamKey&) = delete;
    bool opened() const { return opened_; }
    const std::string& text() const { return text_; }

  private:
    std::string text_ = std::string(key_size, '\0');
    bool opened_ = true;
};

/// The stream's state holds keys.
class Stream {
  public:
    Stream() = default;
    ~Stream() { sodium_memzero(&state, sizeof state); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    State state{};
};

void append_stream(std::string& sealed, std::string_view key, std::string_view plain,
                   std::string_view context) {
    Stream stream;
    std::string header(header_size, '\0');
    crypto_secretstream_xchacha20poly1305_init_push(&stream.state, bytes(header), bytes(key));
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
}

std::optional<std::string> open_stream(std::string_view key, std::string_view sealed,
                                       std::string_view context) {
    Stream stream;
    if (sealed.size() < header_size + more || crypto_secretstream_xchacha20poly1305_init_pull(
                                                  &stream.state, bytes(sealed), bytes(key)) != 0)
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

}  // namespace

std::string seal(std::string_view public_key, std::string_view plain, std::string_view context) {
    check(public_key);
    const StreamKey key;
    std::string box(box_size, '\0');
    if (crypto_box_seal(bytes(box), bytes(key.text()), key_size, bytes(public_key)) != 0)
        throw std::logic_error{"this is not a public key"};
    std::string sealed{boxed};
    sealed.reserve(1 + box_size + header_size + plain.size() +
                   (plain.size() / piece_size + 1) * more);
    sealed += box;
    append_stream(sealed, key.text(), plain, context);
    return sealed;
}

std::optional<std::string> open_sealed(std::string_view secret_key, std::string_view sealed,
                                       std::string_view context) {
    check(secret_key);
    if (sealed.empty()) return {};
    const char version = sealed.front();
    sealed.remove_prefix(1);
    if (version == symmetric) return open_stream(secret_key, sealed, context);
    if (version != boxed || sealed.size() < box_size) return {};
    const StreamKey key{sealed.substr(0, box_size), secret_key};
    if (!key.opened()) return {};
    return open_stream(key.text(), sealed.substr(box_size), context);
}

std::string public_key_of(std::string_view secret_key) {
    check(secret_key);
    std::string public_key(key_size, '\0');
    crypto_scalarmult_base(bytes(public_key), bytes(secret_key));
    return public_key;
}

}  // namespace cambio::crypto
