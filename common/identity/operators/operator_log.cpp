#include "operators/operator_log.h"

#include "json/write.h"

namespace cambio::operators {

namespace {

constexpr const char* insert_entry = R"sql(
    insert into operator_log (operator, act, subject, reason, data)
    values ($1, $2, $3, $4, $5::jsonb)
)sql";

}  // namespace

void log(pg::Transaction& tx, const Entry& entry, const Json::Value& data) {
    tx.change(1, insert_entry,
              {entry.who, entry.act, entry.subject, entry.reason, json::compact(data)});
}

}  // namespace cambio::operators
