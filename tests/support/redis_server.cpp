#include "support/redis_server.h"

#include <hiredis/hiredis.h>

#include <filesystem>

namespace cambio::test {

namespace {

bool answers(const std::string& socket) {
    redisContext* context = redisConnectUnix(socket.c_str());
    bool good = false;
    if (context != nullptr && context->err == 0) {
        void* reply = redisCommand(context, "PING");
        good = reply != nullptr;
        freeReplyObject(reply);
    }
    redisFree(context);
    return good;
}

}  // namespace

RedisServer::RedisServer() {
    start();
}

void RedisServer::stop() {
    process_.reset();
    std::filesystem::remove(socket());
}

void RedisServer::start() {
    ChildProcess::Options options;
    options.output = folder_.file("log");
    process_ = std::make_unique<ChildProcess>(
        std::vector<std::string>{"redis-server", "--port", "0", "--unixsocket", socket(), "--save",
                                 "", "--appendonly", "no", "--dir", folder_.path()},
        options);
    wait_until("the scratch Redis answers", [this] { return answers(socket()); });
}

}  // namespace cambio::test
