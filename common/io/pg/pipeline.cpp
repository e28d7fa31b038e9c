#include "pg/pipeline.h"

#include <libpq-fe.h>

#include <array>
#include <optional>
#include <stdexcept>
#include <string>

namespace cambio::pg {

namespace {

Failure lost(PGconn* conn) {
    return Failure{"08006", "", PQerrorMessage(conn)};
}

}  // namespace

Pipeline::Pipeline(Connection& connection) : connection_{connection} {
    if (PQenterPipelineMode(connection_.raw()) != 1) throw lost(connection_.raw());
}

Pipeline::~Pipeline() {
    PGconn* conn = connection_.raw();
    if (!finished_ && sent_ > 0) {
        try {
            finish();
        } catch (const Failure&) {
            // Whoever left the pipeline early is told by another exception already.
        }
    }
    PQexitPipelineMode(conn);
}

void Pipeline::send(const char* name, std::initializer_list<std::string_view> params) {
    if (params.size() > max_parameters) throw std::length_error{name};
    std::array<const char*, max_parameters> values{};
    std::array<int, max_parameters> lengths{}, formats{};
    std::size_t count = 0;
    for (const std::string_view param : params) {
        values[count] = param.data();
        lengths[count] = static_cast<int>(param.size());
        formats[count] = 1;
        ++count;
    }
    if (PQsendQueryPrepared(connection_.raw(), name, static_cast<int>(count), values.data(),
                            lengths.data(), formats.data(), 0) != 1) {
        throw lost(connection_.raw());
    }
    ++sent_;
}

std::vector<Result> Pipeline::finish() {
    PGconn* conn = connection_.raw();
    finished_ = true;
    if (PQpipelineSync(conn) != 1) throw lost(conn);
    std::vector<Result> results;
    std::optional<Failure> failure;
    // Each statement's results end with a null pointer, the whole with the answer to the Sync.
    for (int nulls = 0;;) {
        PGresult* raw = PQgetResult(conn);
        if (raw == nullptr) {
            const bool gone = PQstatus(conn) != CONNECTION_OK || ++nulls > sent_ + 1;
            if (gone) throw failure.value_or(lost(conn));
            continue;
        }
        const ExecStatusType status = PQresultStatus(raw);
        if (status == PGRES_PIPELINE_SYNC) {
            PQclear(raw);
            break;
        }
        if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) {
            results.emplace_back(raw);
            continue;
        }
        if (status == PGRES_FATAL_ERROR && !failure) failure = connection_.failure_of(raw);
        PQclear(raw);
    }
    if (failure) throw *failure;
    connection_.expect_confirmed();
    return results;
}

void prepare(Connection& connection, const char* name, const char* sql) {
    PGresult* raw = PQprepare(connection.raw(), name, sql, 0, nullptr);
    const Result prepared{raw};
    if (PQresultStatus(raw) != PGRES_COMMAND_OK) throw connection.failure_of(raw);
}

}  // namespace cambio::pg
