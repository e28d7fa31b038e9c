#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "pg/pg.h"

namespace cambio::pg {

/// Several prepared statements in one round trip and one implicit transaction (libpq's pipeline
/// mode with a single Sync): all of them are durable when finish() returns, or none is.
/// https://www.postgresql.org/docs/15/libpq-pipeline-mode.html
class Pipeline {
  public:
    /// Enters pipeline mode. Inside an open transaction nothing is committed by finish().
    explicit Pipeline(Connection& connection);
    /// Leaves pipeline mode; reads to the end what was sent.
    ~Pipeline();
    Pipeline(const Pipeline&) = delete;
    Pipeline& operator=(const Pipeline&) = delete;

    static constexpr std::size_t max_parameters = 32;

    /// Queues a statement that prepare() named. Parameters are in binary format. Throws
    /// std::length_error, and queues nothing, where there are more than max_parameters.
    void send(const char* name, std::initializer_list<std::string_view> params);

    /// Sends what is queued and waits. One result for each statement. Throws Failure with the first
    /// statement's error; nothing has happened then, unless the connection was lost or the commit
    /// was not confirmed (08007): then only a look into the database can tell.
    std::vector<Result> finish();

  private:
    Connection& connection_;
    int sent_ = 0;
    bool finished_ = false;
};

/// Prepares a named statement for pipelines; outside of one.
void prepare(Connection& connection, const char* name, const char* sql);

}  // namespace cambio::pg
