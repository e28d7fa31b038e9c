#include "support/scratch_config.h"

#include <sodium.h>

#include <filesystem>
#include <stdexcept>

#include "crypto/sealed.h"
#include "support/push_browser.h"

namespace cambio::test {

namespace {

std::string base64(const std::string& raw) {
    std::string text(sodium_base64_ENCODED_LEN(raw.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
    sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(raw.data()),
                      raw.size(), sodium_base64_VARIANT_ORIGINAL);
    text.pop_back();  // The terminating zero.
    return text;
}

std::string random_key(std::size_t size) {
    std::string raw(size, '\0');
    randombytes_buf(raw.data(), raw.size());
    return raw;
}

std::string signing_key() {
    unsigned char public_key[crypto_sign_PUBLICKEYBYTES];
    std::string secret_key(crypto_sign_SECRETKEYBYTES, '\0');
    crypto_sign_keypair(public_key, reinterpret_cast<unsigned char*>(secret_key.data()));
    return secret_key;
}

}  // namespace

ScratchConfig::ScratchConfig(Settings settings) : settings_{std::move(settings)} {
    if (sodium_init() < 0) throw std::runtime_error{"libsodium does not start"};
    token_ = signing_key();
    hash_ = random_key(32);
    secret_ = base64(random_key(32));
    const std::string photos = random_key(32);
    folder_.write("token.key.pub", base64(token_.substr(32)) + "\n");
    folder_.write("kyc.key.pub", base64(crypto::public_key_of(photos)) + "\n");
    const std::string pushes = new_vapid_key();
    folder_.write("web_push.key.pub", base64(pushes.substr(32)) + "\n");
    std::filesystem::create_directory(outbox());
    // Unless a test is about the house's own limits, it trades as long as prices are shown,
    // at the provider's prices and at once.
    settings_.emplace("HOUSE_BUDGET_PER_MINUTE", "1000000000");
    settings_.emplace("LIQUIDITY_SPREAD", "0");
    settings_.emplace("HOUSE_LAST_LOOK", "no");
    settings_.emplace("FUTURES_CLOSING_FEE", "0");
    for (const char* cap : {"FUTURES_CAP_CLIENT", "FUTURES_CAP_CONTRACT", "FUTURES_CAP_HOUSE"})
        settings_.emplace(cap, "1000000");
    const auto shown = settings_.find("STALE_AFTER_MS");
    settings_.emplace("HOUSE_STALE_AFTER_MS",
                      shown == settings_.end() ? std::string{"10000"} : shown->second);
    settings_.merge(Settings{
        {"PUBLIC_URL", "http://localhost"},
        {"OUTBOX_DIR", outbox()},
        {"TOKEN_KEY_FILE", folder_.write("token.key", base64(token_) + "\n")},
        {"HASH_KEY_FILE", folder_.write("hash.key", base64(hash_) + "\n")},
        {"FASTCGI_SECRET_FILE", folder_.write("fastcgi.secret", secret_ + "\n")},
        {"KYC_KEY_FILE", folder_.write("kyc.key", base64(photos) + "\n")},
        {"WEB_PUSH_KEY_FILE", folder_.write("web_push.key", base64(pushes) + "\n")},
        {"DEMO", "yes"},
        {"DEMO_AMOUNT", "10000"},
        {"PRICE_PROTECTION", "0.02"},
        {"STALE_AFTER_MS", "10000"},
        {"WORKER_THREADS", "4"},
        {"LOG_LEVEL", "info"},
        {"RATE_LIMIT_FACTOR", "100000"},
        {"WORK_BITS", "0"},
    });
    write();
}

void ScratchConfig::set(const std::string& key, const std::string& value) {
    settings_[key] = value;
    write();
}

void ScratchConfig::write() {
    std::string text;
    for (const auto& [key, value] : settings_) text += key + "=" + value + "\n";
    path_ = folder_.write("cambio.conf", text);
}

}  // namespace cambio::test
