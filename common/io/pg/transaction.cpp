#include <libpq-fe.h>

#include "pg/pg.h"

namespace cambio::pg {

namespace {

// It changes nothing, but stands in the write-ahead log behind all that was committed before. The
// first half is refused by a standby as any change is.
constexpr const char* write_mark = R"sql(
    select pg_current_xact_id(), pg_logical_emit_message(true, 'cambio', '')
)sql";

[[noreturn]] void refuse_count(const char* sql, std::int64_t found, const char* promised) {
    throw WrongRowCount{"expected " + std::string{promised} + " rows, found " +
                        std::to_string(found) + ": " + sql};
}

}  // namespace

Transaction::Transaction(Connection& connection) : connection_{connection} {
    connection_.run("begin");
}

Transaction::~Transaction() {
    if (!open_) return;
    // A lost connection rolls back by itself; a destructor has nobody to tell.
    PQclear(PQexec(connection_.raw(), "rollback"));
}

Result Transaction::run(const char* sql, std::initializer_list<Param> params) {
    return connection_.run(sql, params);
}

Row Transaction::one(const char* sql, std::initializer_list<Param> params) {
    const auto row = maybe(sql, params);
    if (!row) refuse_count(sql, 0, "1");
    return *row;
}

std::optional<Row> Transaction::maybe(const char* sql, std::initializer_list<Param> params) {
    Result result = run(sql, params);
    if (result.size() > 1) refuse_count(sql, result.size(), "at most 1");
    if (result.empty()) return std::nullopt;
    kept_.push_back(std::move(result));
    return kept_.back()[0];
}

void Transaction::change(std::int64_t rows, const char* sql, std::initializer_list<Param> params) {
    const std::int64_t affected = run(sql, params).affected();
    if (affected != rows) refuse_count(sql, affected, std::to_string(rows).c_str());
}

void Transaction::commit() {
    open_ = false;
    // COMMIT of a failed transaction succeeds and answers ROLLBACK.
    PGresult* raw = PQexec(connection_.raw(), "commit");
    const std::string answer = PQcmdStatus(raw);
    const char* state = PQresultErrorField(raw, PG_DIAG_SQLSTATE);
    const std::string sqlstate = state == nullptr ? "" : state;
    PQclear(raw);
    if (answer == "COMMIT") return connection_.expect_confirmed();
    const std::string message = PQerrorMessage(connection_.raw());
    if (PQstatus(connection_.raw()) != CONNECTION_OK) throw Failure{"08007", "", message};
    if (!sqlstate.empty()) throw Failure{sqlstate, "", message};
    throw Failure{"25P02", "", "the transaction had failed before its commit and was rolled back"};
}

void Transaction::mark_as_change() {
    run(write_mark);
}

void confirm(Connection& connection) {
    Transaction tx{connection};
    tx.mark_as_change();
    tx.commit();
}

}  // namespace cambio::pg
