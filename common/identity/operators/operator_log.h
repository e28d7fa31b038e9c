#pragma once

#include <json/value.h>

#include <string_view>

#include "pg/pg.h"

/// What operators did, and jobs in their place (operator_log): written once, in the transaction
/// that does it, and chained by the database, so that nobody can change it later.
namespace cambio::operators {

struct Entry {
    std::string_view who;  ///< the operator's name, or the job's
    std::string_view act;  ///< "clients freeze"
    std::string_view subject;
    std::string_view reason;
};
void log(pg::Transaction& tx, const Entry& entry, const Json::Value& data = Json::objectValue);

}  // namespace cambio::operators
