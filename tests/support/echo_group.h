#pragma once

#include "support/handler_process.h"
#include "support/redis_server.h"
#include "support/scratch_config.h"
#include "support/scratch_database.h"

namespace cambio::test {

/// The echo group with all that a handler needs, for the tests of the common library.
struct EchoGroup {
    explicit EchoGroup(const ScratchConfig::Settings& settings = {}) : config{with(settings)} {
        handler = std::make_unique<HandlerProcess>("fcgi_echo", config.path(), config.secret());
    }

    FastCgiClient client() const { return handler->client(); }

    ScratchDatabase database;
    RedisServer redis;
    ScratchConfig config;
    std::unique_ptr<HandlerProcess> handler;

  private:
    ScratchConfig::Settings with(ScratchConfig::Settings settings) const {
        settings.emplace("DATABASE_URL", database.app());
        settings.emplace("REDIS_URL", redis.url());
        return settings;
    }
};

}  // namespace cambio::test
