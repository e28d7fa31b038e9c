#include "support/handler_process.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace cambio::test {

namespace {

std::string contents(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream{path}.rdbuf();
    return text.str();
}

}  // namespace

std::string program_path(const std::string& name) {
    const char* folder = std::getenv("CAMBIO_BIN");
    if (folder == nullptr) throw std::runtime_error{"CAMBIO_BIN does not name the built programs"};
    return std::string{folder} + "/" + name;
}

int run_job(const std::string& name, const std::string& config,
            const std::vector<std::string>& arguments, std::string* output) {
    const ScratchFolder folder;
    ChildProcess::Options options;
    options.environment = {"CAMBIO_CONFIG=" + config};
    options.output = folder.file("log");
    std::vector<std::string> argv{program_path(name)};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    const int status = ChildProcess::run(argv, options);
    if (output != nullptr) *output = contents(options.output);
    return status;
}

HandlerProcess::HandlerProcess(std::string group, std::string config, std::string secret)
    : group_{std::move(group)}, config_{std::move(config)}, secret_{std::move(secret)} {
    start();
}

HandlerProcess::~HandlerProcess() {
    if (!process_) return;
    process_->signal(SIGINT);
    // wait() forgets the process, and its log stays.
    if (const int status = wait(); status != 0) {
        ADD_FAILURE() << group_ << " ended with status " << status << " after SIGINT:\n" << log();
    }
}

void HandlerProcess::start() {
    std::filesystem::remove(socket());
    ChildProcess::Options options;
    options.environment = {"CAMBIO_CONFIG=" + config_};
    options.output = folder_.file("log");
    process_ = std::make_unique<ChildProcess>(
        std::vector<std::string>{program_path(group_), "--listen", "unix:" + socket()}, options);
    wait_until(group_ + " answers", [this] {
        if (!process_->running()) throw std::runtime_error{group_ + " did not start:\n" + log()};
        try {
            client().get("/internal/metrics");
            return true;
        } catch (const NoAnswer&) {
            return false;
        }
    });
}

int HandlerProcess::stop() {
    terminate();
    return wait();
}

int HandlerProcess::wait() {
    const int status = process_->wait();
    process_.reset();
    return status;
}

void HandlerProcess::kill() {
    process_->signal(SIGKILL);
    process_->wait();
    process_.reset();
}

std::string HandlerProcess::log() const {
    return contents(folder_.file("log"));
}

}  // namespace cambio::test
