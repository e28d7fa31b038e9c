#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace cambio::test {

/// A program that a test runs. It dies with the test whatever happens to it.
class ChildProcess {
  public:
    struct Options {
        std::vector<std::string> environment;  ///< NAME=value, added to the test's own
        std::string output;                    ///< file for both outputs; empty: the test's own
        std::string user;                      ///< a system user to become when the test is root
        int death_signal = 9;                  ///< what it gets when the test dies
    };

    /// Starts argv[0], which is looked up in PATH. Throws std::runtime_error.
    explicit ChildProcess(const std::vector<std::string>& argv) : ChildProcess{argv, Options{}} {}
    ChildProcess(const std::vector<std::string>& argv, const Options& options);
    /// Kills it if it still runs.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    pid_t pid() const { return pid_; }
    bool running();
    void signal(int number) const;
    /// Waits for the end; the exit status, or 128 + the signal that ended it, like the shell.
    int wait();
    /// Runs a program to its end and returns its exit status.
    static int run(const std::vector<std::string>& argv, const Options& options);

  private:
    void ended(int wait_status);
    pid_t pid_ = -1;
    int status_ = -1;  ///< −1: it still runs
};

/// Polls until `ready` holds. Throws std::runtime_error naming `what` after `seconds`.
void wait_until(const std::string& what, const std::function<bool()>& ready, int seconds = 60);

/// A folder under /tmp that vanishes with its content.
class ScratchFolder {
  public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const std::string& path() const { return path_; }
    std::string file(const std::string& name) const { return path_ + "/" + name; }
    /// Makes a file in it, readable by its owner alone, and returns its path.
    std::string write(const std::string& name, const std::string& content) const;

  private:
    std::string path_;
};

}  // namespace cambio::test
