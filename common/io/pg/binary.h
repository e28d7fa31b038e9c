#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "money/decimal.h"
#include "pg/pg.h"

namespace cambio::pg {

/// A one-dimensional array parameter in PostgreSQL's binary format (array_recv in arrayfuncs.c;
/// numeric_recv in numeric.c). A batch builds thousands of elements for each statement: as text
/// they would be printed here and parsed there again. clear() keeps the memory for the next batch.
class BinaryArray {
  public:
    enum class Element { bigint, smallint, integer, numeric, text, boolean, timestamptz };

    explicit BinaryArray(Element element);

    void clear();
    std::int64_t size() const { return count_; }

    void add(std::int64_t value);  ///< bigint
    void add_small(std::int16_t value);
    void add_integer(std::int32_t value);
    void add(Decimal value);           ///< numeric with 18 places
    void add(std::string_view value);  ///< text
    void add_boolean(bool value);
    void add(Time value);  ///< timestamptz
    void add_null();

    /// The finished parameter; valid until the next change.
    std::string_view bytes();

  private:
    void put16(std::uint16_t value);
    void put32(std::uint32_t value);
    void put64(std::uint64_t value);

    std::string bytes_;
    std::int32_t count_ = 0;
    bool nulls_ = false;
};

}  // namespace cambio::pg
