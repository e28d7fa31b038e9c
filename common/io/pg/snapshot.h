#pragma once

#include "pg/pg.h"

namespace cambio::pg {

/// A transaction that only reads, and sees the database as it was at its first reading, however
/// many follow.
class Snapshot : public Transaction {
  public:
    explicit Snapshot(Connection& connection) : Transaction{connection} {
        run("set transaction isolation level repeatable read, read only");
    }
};

}  // namespace cambio::pg
