#pragma once

#include <csignal>
#include <memory>
#include <string>

#include "support/child_process.h"
#include "support/fastcgi_client.h"

namespace cambio::test {

/// The real executable of a handler group, started as spawn-fcgi would, on a socket of its own.
class HandlerProcess {
  public:
    /// `group`: the executable's name in $CAMBIO_BIN; `config`: the file for CAMBIO_CONFIG. Returns
    /// when it answers; throws std::runtime_error with its log when it ends instead.
    HandlerProcess(std::string group, std::string config, std::string secret);
    /// Stops it by SIGINT, by which it does not wait for clients that keep their connections; a
    /// handler that does not end with status 0 fails the test.
    ~HandlerProcess();

    /// A new client with a connection of its own.
    FastCgiClient client() const { return FastCgiClient{socket(), secret_}; }

    /// SIGTERM, and waits for the drain; the exit status.
    int stop();
    /// SIGTERM alone; wait() for the exit status.
    void terminate() { process_->signal(SIGTERM); }
    bool running() { return process_->running(); }
    int wait();
    /// SIGKILL.
    void kill();
    /// Starts it again after stop() or kill().
    void start();
    pid_t pid() const { return process_->pid(); }
    /// What it has written to its outputs so far.
    std::string log() const;

  private:
    std::string socket() const { return folder_.file(group_ + ".sock"); }
    std::string group_;
    std::string config_;
    std::string secret_;
    ScratchFolder folder_;
    std::unique_ptr<ChildProcess> process_;
};

/// The path of a built program: $CAMBIO_BIN/<name>.
std::string program_path(const std::string& name);

/// Runs a job to its end with this configuration; its exit status. `output` collects its log.
int run_job(const std::string& name, const std::string& config,
            const std::vector<std::string>& arguments = {}, std::string* output = nullptr);

}  // namespace cambio::test
