#include "support/child_process.h"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace cambio::test {

namespace {

/// Between fork and exec: only calls that are safe there.
[[noreturn]] void become(char* const* argv, char* const* environment, int output,
                         const passwd* user, int death_signal, pid_t parent) {
    if (output >= 0) {
        dup2(output, STDOUT_FILENO);
        dup2(output, STDERR_FILENO);
    }
    if (user != nullptr) {
        const bool changed = setgroups(0, nullptr) == 0 && setgid(user->pw_gid) == 0 &&
                             setuid(user->pw_uid) == 0 && chdir("/tmp") == 0;
        if (!changed) _exit(126);
    }
    // After the change of user, which would clear it.
    prctl(PR_SET_PDEATHSIG, death_signal);
    if (getppid() != parent) _exit(126);
    execvpe(argv[0], argv, environment);
    _exit(127);
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (std::string& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& argv, const Options& options) {
    std::vector<std::string> arguments = argv;
    std::vector<std::string> variables = options.environment;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        variables.emplace_back(*variable);
    }
    const auto argument_pointers = pointers(arguments);
    const auto variable_pointers = pointers(variables);
    const passwd* user = nullptr;
    if (!options.user.empty() && geteuid() == 0) {
        user = getpwnam(options.user.c_str());
        if (user == nullptr) throw std::runtime_error{"there is no system user " + options.user};
    }
    int output = -1;
    if (!options.output.empty()) {
        output = open(options.output.c_str(), O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0644);
    }
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ == 0) {
        become(argument_pointers.data(), variable_pointers.data(), output, user,
               options.death_signal, parent);
    }
    if (output >= 0) close(output);
    if (pid_ < 0) throw std::runtime_error{"cannot start " + argv[0]};
}

ChildProcess::~ChildProcess() {
    if (!running()) return;
    signal(SIGKILL);
    wait();
}

void ChildProcess::ended(int wait_status) {
    status_ = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 128 + WTERMSIG(wait_status);
}

bool ChildProcess::running() {
    int wait_status = 0;
    if (status_ < 0 && waitpid(pid_, &wait_status, WNOHANG) == pid_) ended(wait_status);
    return status_ < 0;
}

void ChildProcess::signal(int number) const {
    if (status_ < 0) kill(pid_, number);
}

int ChildProcess::wait() {
    int wait_status = 0;
    if (status_ < 0 && waitpid(pid_, &wait_status, 0) == pid_) ended(wait_status);
    return status_;
}

int ChildProcess::run(const std::vector<std::string>& argv, const Options& options) {
    return ChildProcess{argv, options}.wait();
}

void wait_until(const std::string& what, const std::function<bool()>& ready, int seconds) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{seconds};
    while (!ready()) {
        if (std::chrono::steady_clock::now() > deadline) {
            throw std::runtime_error{"waited in vain until " + what};
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
}

ScratchFolder::ScratchFolder() {
    std::string path = std::filesystem::temp_directory_path() / "cambio-test-XXXXXX";
    if (mkdtemp(path.data()) == nullptr) throw std::runtime_error{"cannot make " + path};
    path_ = path;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string ScratchFolder::write(const std::string& name, const std::string& content) const {
    const std::string target = file(name);
    std::ofstream{target} << content;
    chmod(target.c_str(), 0600);
    return target;
}

}  // namespace cambio::test
