#include "token/cbor.h"

#include <algorithm>
#include <limits>

namespace cambio::token {

namespace {

constexpr int deepest = 8;
constexpr std::uint64_t max_items = 64;
constexpr std::uint64_t simple_false = 20, simple_null = 22;

constexpr unsigned shortest_argument = 24;  ///< below it the argument is the initial byte's own
constexpr unsigned max_argument = 27;       ///< eight bytes

struct Head {
    unsigned major;
    std::uint64_t argument;
};

std::optional<Head> take_head(std::string_view& rest) {
    if (rest.empty()) return {};
    const auto first = static_cast<unsigned char>(rest.front());
    rest.remove_prefix(1);
    const unsigned major = first >> 5, size = first & 31;
    if (size < shortest_argument) return Head{major, size};
    if (size > max_argument) return {};  // reserved, or of indefinite length
    const std::size_t bytes = std::size_t{1} << (size - shortest_argument);
    if (rest.size() < bytes) return {};
    std::uint64_t argument = 0;
    for (std::size_t i = 0; i < bytes; ++i)
        argument = argument << 8 | static_cast<unsigned char>(rest[i]);
    rest.remove_prefix(bytes);
    const std::uint64_t least = bytes == 1 ? shortest_argument : std::uint64_t{1} << (bytes * 4);
    if (argument < least) return {};  // it has a shorter form
    return Head{major, argument};
}

std::optional<Cbor> take_item(std::string_view& rest, int depth);

bool take_items(std::string_view& rest, std::uint64_t count, int depth, std::vector<Cbor>& items) {
    for (std::uint64_t i = 0; i < count; ++i) {
        auto item = take_item(rest, depth + 1);
        if (!item) return false;
        items.push_back(*std::move(item));
    }
    return true;
}

bool has_a_key_twice(const std::vector<Cbor>& items) {
    for (std::size_t i = 0; i < items.size(); i += 2)
        for (std::size_t j = 0; j < i; j += 2)
            if (items[i] == items[j]) return true;
    return false;
}

std::optional<Cbor> take_item(std::string_view& rest, int depth) {
    if (depth > deepest) return {};
    const auto head = take_head(rest);
    if (!head) return {};
    constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();
    Cbor item;
    switch (head->major) {
        case 0:
        case 1: {
            if (head->argument > largest) return {};
            const auto number = static_cast<std::int64_t>(head->argument);
            item.kind = Cbor::Kind::integer;
            item.integer = head->major == 0 ? number : -1 - number;
            return item;
        }
        case 2:
        case 3:
            if (head->argument > rest.size()) return {};
            item.kind = head->major == 2 ? Cbor::Kind::bytes : Cbor::Kind::text;
            item.text = rest.substr(0, head->argument);
            rest.remove_prefix(head->argument);
            return item;
        case 4:
            item.kind = Cbor::Kind::array;
            if (head->argument > max_items || !take_items(rest, head->argument, depth, item.items))
                return {};
            return item;
        case 5:
            item.kind = Cbor::Kind::map;
            if (head->argument > max_items ||
                !take_items(rest, 2 * head->argument, depth, item.items) ||
                has_a_key_twice(item.items))
                return {};
            return item;
        case 7:
            if (head->argument < simple_false || head->argument > simple_null) return {};
            item.integer = static_cast<std::int64_t>(head->argument);
            return item;
        default:
            return {};
    }
}

const Cbor* find(const Cbor& map, const Cbor& key) {
    if (!map.is(Cbor::Kind::map)) return nullptr;
    for (std::size_t i = 0; i < map.items.size(); i += 2)
        if (map.items[i] == key) return &map.items[i + 1];
    return nullptr;
}

}  // namespace

const Cbor* Cbor::at(std::int64_t key) const {
    return find(*this, {Kind::integer, key, {}, {}});
}

const Cbor* Cbor::at(std::string_view key) const {
    return find(*this, {Kind::text, 0, std::string{key}, {}});
}

std::optional<Cbor> take_cbor(std::string_view& rest) {
    return take_item(rest, 1);
}

}  // namespace cambio::token
