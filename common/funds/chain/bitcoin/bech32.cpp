#include "chain/bitcoin/bech32.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "text/letters.h"

namespace cambio::chain {

namespace {

constexpr std::string_view bech32_letters = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
constexpr std::size_t max_bech32 = 90;
constexpr std::size_t bech32_checksum = 6;
constexpr std::uint32_t bech32_constant = 1, bech32m_constant = 0x2bc830a3;

unsigned byte(char c) {
    return static_cast<unsigned char>(c);
}

/// The remainder of BIP 173's generator polynomial.
std::uint32_t polymod(const std::vector<unsigned>& values) {
    constexpr std::array<std::uint32_t, 5> generators = {0x3b6a57b2, 0x26508e6d, 0x1ea119fa,
                                                         0x3d4233dd, 0x2a1462b3};
    std::uint32_t sum = 1;
    for (const unsigned value : values) {
        const std::uint32_t top = sum >> 25;
        sum = (sum & 0x1ffffff) << 5 ^ value;
        for (unsigned i = 0; i < generators.size(); ++i)
            if ((top >> i & 1) != 0) sum ^= generators[i];
    }
    return sum;
}

std::vector<unsigned> expanded(std::string_view hrp) {
    std::vector<unsigned> values;
    for (const char c : hrp) values.push_back(byte(c) >> 5);
    values.push_back(0);
    for (const char c : hrp) values.push_back(byte(c) & 31);
    return values;
}

/// Groups of `from` bits as groups of `to` bits. Without padding, what is left over has to be
/// fewer bits than a group, all zero.
std::optional<std::vector<unsigned>> regrouped(const std::vector<unsigned>& values, unsigned from,
                                               unsigned to, bool pad) {
    std::vector<unsigned> result;
    unsigned bits = 0, sum = 0;
    for (const unsigned value : values) {
        sum = (sum << from | value) & 0xfff;
        bits += from;
        while (bits >= to) {
            bits -= to;
            result.push_back(sum >> bits & ((1u << to) - 1));
        }
    }
    const unsigned rest = bits == 0 ? 0 : sum & ((1u << bits) - 1);
    if (pad) {
        if (bits > 0) result.push_back(rest << (to - bits));
    } else if (bits >= from || rest != 0) {
        return {};
    }
    return result;
}

bool one_case(std::string_view text) {
    const auto has = [text](char first, char last) {
        return std::any_of(text.begin(), text.end(),
                           [=](char c) { return c >= first && c <= last; });
    };
    return !(has('a', 'z') && has('A', 'Z'));
}

struct Bech32 {
    std::string hrp;
    std::vector<unsigned> values;  ///< with the checksum
};

std::optional<Bech32> split_bech32(std::string_view text) {
    if (text.size() > max_bech32 || !one_case(text)) return {};
    const auto separator = text.rfind('1');
    if (separator == std::string_view::npos || separator == 0 ||
        text.size() - separator - 1 < bech32_checksum)
        return {};
    for (const char c : text)
        if (c < 33 || c > 126) return {};
    Bech32 parts{text::lower(text.substr(0, separator)), {}};
    for (const char c : text::lower(text.substr(separator + 1))) {
        const auto value = bech32_letters.find(c);
        if (value == std::string_view::npos) return {};
        parts.values.push_back(static_cast<unsigned>(value));
    }
    return parts;
}

bool program_fits(int version, std::size_t size) {
    return version <= 16 && size >= 2 && size <= 40 && (version != 0 || size == 20 || size == 32);
}

}  // namespace

std::optional<SegwitAddress> from_segwit(std::string_view text, Bech32Fault* fault) {
    const auto refuse = [fault](Bech32Fault why) {
        if (fault != nullptr) *fault = why;
        return std::optional<SegwitAddress>{};
    };
    const auto parts = split_bech32(text);
    if (!parts) return refuse(Bech32Fault::malformed);
    std::vector<unsigned> all = expanded(parts->hrp);
    all.insert(all.end(), parts->values.begin(), parts->values.end());
    const auto constant = polymod(all);
    if (constant != bech32_constant && constant != bech32m_constant)
        return refuse(Bech32Fault::bad_checksum);

    const std::vector<unsigned> data{
        parts->values.begin(), parts->values.end() - static_cast<std::ptrdiff_t>(bech32_checksum)};
    if (data.empty()) return refuse(Bech32Fault::malformed);
    const int version = static_cast<int>(data.front());
    const auto bytes = regrouped({data.begin() + 1, data.end()}, 5, 8, false);
    if (!bytes || !program_fits(version, bytes->size())) return refuse(Bech32Fault::malformed);
    // The wrong one of the two checksums is as good as none: it would miss inserted letters.
    if (constant != (version == 0 ? bech32_constant : bech32m_constant))
        return refuse(Bech32Fault::bad_checksum);
    refuse(Bech32Fault::none);
    SegwitAddress address{parts->hrp, version, {}};
    for (const unsigned each : *bytes) address.program += static_cast<char>(each);
    return address;
}

std::string segwit(const SegwitAddress& address) {
    std::vector<unsigned> bytes;
    for (const char c : address.program) bytes.push_back(byte(c));
    std::vector<unsigned> data{static_cast<unsigned>(address.version)};
    const auto groups = regrouped(bytes, 8, 5, true);
    data.insert(data.end(), groups->begin(), groups->end());

    std::vector<unsigned> all = expanded(address.hrp);
    all.insert(all.end(), data.begin(), data.end());
    all.insert(all.end(), bech32_checksum, 0);
    const std::uint32_t sum =
        polymod(all) ^ (address.version == 0 ? bech32_constant : bech32m_constant);
    std::string text = address.hrp + '1';
    for (const unsigned value : data) text += bech32_letters[value];
    for (unsigned i = 0; i < bech32_checksum; ++i)
        text += bech32_letters[sum >> (5 * (bech32_checksum - 1 - i)) & 31];
    return text;
}

}  // namespace cambio::chain
