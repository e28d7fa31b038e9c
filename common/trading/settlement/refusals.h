#pragma once

#include <string>
#include <vector>

#include "error/error.h"
#include "pg/binary.h"
#include "pg/pg.h"
#include "pg/pipeline.h"
#include "settlement/command.h"

/// Refusals of orders, and of changes of orders, with an idempotency key. What was answered once is
/// the answer for ten minutes: the same order may have been sent to two processes at once, and a
/// moment later there may be liquidity or money for it.
namespace cambio::settlement {

/// Whether the refusal is about the order itself. Nothing else is kept: who is signed out or frozen
/// is refused by other rules, and after a fault nobody knows what came of the order.
bool kept(const Error& refusal);

/// What a batch refuses, until it is written.
class Refusals {
  public:
    void add(ClientId client, const KeyedCommand& request, const Error& refusal);
    bool empty() const { return client_.size() == 0; }
    void clear();

    /// Names the statement; once for each connection.
    static void prepare(pg::Connection& connection);
    void send(pg::Pipeline& pipeline);

  private:
    pg::BinaryArray client_{pg::BinaryArray::Element::bigint},
        market_{pg::BinaryArray::Element::smallint}, hash_{pg::BinaryArray::Element::bigint},
        key_{pg::BinaryArray::Element::text}, code_{pg::BinaryArray::Element::text},
        field_{pg::BinaryArray::Element::text}, details_{pg::BinaryArray::Element::text};
};

/// The error of a row with code, field and details.
Error refusal_from(const pg::Row& row);

/// The keys, as key_of() writes them, that count in these markets.
std::vector<std::string> refused_keys(pg::Connection& connection,
                                      const std::vector<std::int64_t>& markets);

void forget_old_refusals(pg::Connection& connection);

}  // namespace cambio::settlement
