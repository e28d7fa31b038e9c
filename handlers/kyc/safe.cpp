#include "safe.h"

#include <memory>

#include "crypto/crypto.h"

namespace cambio::kyc {

namespace {

constexpr std::size_t key_size = 32;
constexpr int threads = 1;
constexpr std::size_t photos_waiting = 8;

struct Safe {
    std::string key;
    image::Decoder decoder = image::Decoder::beside_program();
    fcgi::Lane lane{threads, photos_waiting};
};

std::unique_ptr<Safe> safe;

}  // namespace

void open_safe(const Config& config) {
    // The secret half is the operator's: no program that a browser reaches can open a photo.
    safe = std::make_unique<Safe>(crypto::read_key(config.kyc_key_file + ".pub", key_size));
}

void close_safe() {
    safe.reset();
}

fcgi::Lane& photo_lane() {
    return safe->lane;
}

const std::string& photo_key() {
    return safe->key;
}

const image::Decoder& photo_decoder() {
    return safe->decoder;
}

}  // namespace cambio::kyc
