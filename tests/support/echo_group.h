#pragma once

#include "support/builders.h"

namespace cambio::test {

/// The echo group in a world of its own, for the tests of the common library.
struct EchoGroup {
    explicit EchoGroup(const ScratchConfig::Settings& settings = {}) : world{settings} {}

    FastCgiClient client() const { return handler.client(); }

    World world;
    HandlerProcess handler = world.handler("fcgi_echo");
};

}  // namespace cambio::test
