#include "token/work.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <chrono>
#include <optional>

#include "crypto/crypto.h"
#include "error/error.h"

namespace cambio::token {

namespace {

using std::chrono::seconds;

constexpr int max_more_bits = 6;
constexpr seconds lifetime{180};
constexpr std::size_t nonce_bytes = 12;

constexpr const char* forget_old = "delete from spent_work where expires_at < now()";

constexpr const char* spend = R"sql(
    insert into spent_work (nonce, expires_at) values ($1, to_timestamp($2::bigint))
    on conflict (nonce) do nothing
)sql";

std::int64_t now() {
    return std::chrono::floor<seconds>(std::chrono::system_clock::now()).time_since_epoch().count();
}

std::string signature(std::string_view key, const WorkAsked& asked, std::string_view head) {
    std::string text = "work\n";
    text += asked.act;
    text += '\n';
    text += asked.subject;
    text += '\n';
    text += head;
    return crypto::hex(crypto::keyed_hash(key, text));
}

[[noreturn]] void ask(std::string_view key, const WorkAsked& asked) {
    auto challenge = std::to_string(now() + lifetime.count()) + '.' + std::to_string(asked.bits) +
                     '.' + crypto::hex(crypto::random_bytes(nonce_bytes));
    challenge += '.' + signature(key, asked, challenge);
    throw Error{Code::work_required}
        .with("challenge", challenge)
        .with("bits", std::to_string(asked.bits))
        .with("expires_in", std::to_string(lifetime.count()));
}

/// Where an answer has five parts: expiry, bits, nonce, signature, number.
std::optional<std::array<std::string_view, 5>> parts_of(std::string_view text) {
    std::array<std::string_view, 5> parts;
    for (std::size_t at = 0; at < parts.size(); ++at) {
        const auto dot = text.find('.');
        if ((dot == std::string_view::npos) != (at + 1 == parts.size())) return {};
        parts[at] = text.substr(0, dot);
        text.remove_prefix(dot == std::string_view::npos ? text.size() : dot + 1);
    }
    return parts;
}

std::optional<std::int64_t> number_of(std::string_view text) {
    std::int64_t number = 0;
    const auto* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || stop != end || number < 0) return {};
    return number;
}

int zero_bits(std::string_view hash) {
    int zeros = 0;
    for (const char c : hash) {
        const auto byte = static_cast<unsigned char>(c);
        zeros += std::countl_zero(byte);
        if (byte != 0) break;
    }
    return zeros;
}

struct Solved {
    std::string_view nonce;
    std::int64_t expires;
};

std::optional<Solved> solved(std::string_view key, const WorkAsked& asked,
                             std::string_view answer) {
    const auto parts = parts_of(answer);
    if (!parts) return {};
    const auto& [expiry, difficulty, nonce, signed_by, number] = *parts;
    const auto expires = number_of(expiry), bits = number_of(difficulty);
    // A challenge that was given before the price rose is still good.
    if (!expires || !bits || *bits < 1 || *expires <= now() || !number_of(number)) return {};
    const auto head = answer.substr(0, expiry.size() + difficulty.size() + nonce.size() + 2);
    if (!crypto::equal(signature(key, asked, head), signed_by)) return {};
    if (zero_bits(crypto::sha256(answer)) < *bits) return {};
    return Solved{nonce, *expires};
}

}  // namespace

int work_bits(int bits, std::int64_t tries, std::int64_t free) {
    if (bits == 0 || tries < free) return 0;
    const auto doublings = std::bit_width(static_cast<std::uint64_t>(tries / free)) - 1;
    return bits + std::min(max_more_bits, static_cast<int>(doublings));
}

void expect_work(pg::Transaction& tx, std::string_view key, const WorkAsked& asked,
                 std::string_view answer) {
    if (asked.bits == 0) return;
    const auto found = solved(key, asked, answer);
    if (!found) ask(key, asked);
    tx.run(forget_old);
    if (tx.run(spend, {found->nonce, found->expires}).affected() == 0) ask(key, asked);
}

}  // namespace cambio::token
