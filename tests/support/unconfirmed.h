#pragma once

#include <string>

#include "pg/pg.h"

namespace cambio::test {

/// Commits of a cluster are durable but not confirmed while this lives: they wait for a standby
/// that does not exist. For a cluster of the suite's own.
class Unconfirmed {
  public:
    /// `superuser`: a conninfo. Returns when commits wait.
    explicit Unconfirmed(const std::string& superuser);
    ~Unconfirmed();
    Unconfirmed(const Unconfirmed&) = delete;
    Unconfirmed& operator=(const Unconfirmed&) = delete;

    bool waiting();    ///< whether any commit waits now
    void cancel();     ///< ends what waits now as an operator would: the connections stay
    void terminate();  ///< the same, and their connections end

  private:
    void set(const char* setting);
    bool probe_waits();

    const std::string superuser_;
    pg::Connection connection_;
};

}  // namespace cambio::test
