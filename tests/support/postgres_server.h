#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "support/child_process.h"

namespace cambio::test {

/// A conninfo with some settings replaced.
std::string with_settings(const std::string& conninfo,
                          std::initializer_list<std::pair<std::string, std::string>> settings);

/// The scratch cluster: the one that CAMBIO_TEST_PG names (conninfo of a superuser, set by
/// tests/run), or a private one on a unix socket under /tmp that ends with the test.
class PostgresServer {
  public:
    /// The cluster of this process, started on first use.
    static PostgresServer& shared();

    PostgresServer();
    /// A cluster of its own whatever CAMBIO_TEST_PG says, with further settings ("fsync=off").
    explicit PostgresServer(std::initializer_list<std::string> settings);
    ~PostgresServer();

    const std::string& superuser() const { return superuser_; }

  private:
    void start(const std::vector<std::string>& settings);
    std::unique_ptr<ScratchFolder> folder_;
    std::unique_ptr<ChildProcess> process_;
    std::string superuser_;
};

}  // namespace cambio::test
