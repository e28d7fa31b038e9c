#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

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

    // For a private cluster only:

    /// One of the server's processes: a back end or a worker of its own.
    struct Process {
        pid_t pid = 0;
        std::string title;  ///< "postgres: cambio_app cambio_test_1 [local] idle"
    };
    std::vector<Process> processes() const;
    /// SIGKILL to the postmaster alone; returns when the processes that it left behind have gone.
    void kill();
    /// Starts it again on the same data after kill(); returns when it answers.
    void restart();

  private:
    void start(const std::vector<std::string>& settings);
    std::unique_ptr<ScratchFolder> folder_;
    std::vector<std::string> argv_;
    std::unique_ptr<ChildProcess> process_;
    std::string superuser_;
};

}  // namespace cambio::test
