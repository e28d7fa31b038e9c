#pragma once

#include <string_view>

#include "pg/binary.h"

/// Columns in which nothing is stored as null.
namespace cambio::settlement {

template <class Id>
void add_or_null(pg::BinaryArray& array, Id id) {
    if (id.value == 0) return array.add_null();
    array.add(id.value);
}

inline void add_or_null(pg::BinaryArray& array, Decimal amount) {
    if (amount.zero()) return array.add_null();
    array.add(amount);
}

inline void add_or_null(pg::BinaryArray& array, std::string_view text) {
    if (text.empty()) return array.add_null();
    array.add(text);
}

}  // namespace cambio::settlement
