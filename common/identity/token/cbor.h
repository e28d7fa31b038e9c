#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// CBOR (RFC 8949) as authenticators write it (CTAP2's canonical form), in its least part: definite
/// lengths, each number in its shortest form, no tags, no fractions, no key twice in a map.
namespace cambio::token {

struct Cbor {
    enum class Kind { integer, bytes, text, array, map, other };  ///< other: false, true or null

    Kind kind = Kind::other;
    std::int64_t integer = 0;
    std::string text;         ///< of bytes, too
    std::vector<Cbor> items;  ///< of an array; of a map key, value, key, value …

    friend bool operator==(const Cbor&, const Cbor&) = default;

    /// What a map has under a key; null: nothing, or this is no map.
    const Cbor* at(std::int64_t key) const;
    const Cbor* at(std::string_view key) const;
    bool is(Kind wanted) const { return kind == wanted; }
};

/// Takes one item off the front of `rest`. Nothing, and `rest` is then of no use: it does not begin
/// with one, is nested more than 8 deep, or has more than 64 items in one array or map.
std::optional<Cbor> take_cbor(std::string_view& rest);

}  // namespace cambio::token
