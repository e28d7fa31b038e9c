// Who reads the hash key: whoever checks codes, second factors or programs' keys, and nobody else.
#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

#include "support/builders.h"

namespace cambio::test {
namespace {

class HashKeyFile : public testing::Test {
  protected:
    HashKeyFile() { std::filesystem::remove(world.config().get("HASH_KEY_FILE")); }

    World world;
};

TEST_F(HashKeyFile, IsNotReadByWhomItDoesNotConcern) {
    for (const auto* group : {"content", "kyc", "monitor"}) {
        const auto handler = world.handler(group);
        EXPECT_EQ(handler.client().get("/internal/metrics").status, 200) << group;
    }
}

TEST_F(HashKeyFile, IsReadWhereAProgramsKeyIsChecked) {
    for (const auto* group : {"chart", "markets", "spot"})
        EXPECT_THROW(world.handler(group), std::runtime_error) << group;
}

TEST_F(HashKeyFile, IsNotAskedForWhereNoProgramMayCall) {
    const auto handler = world.handler("kyc");
    auto client = handler.client();
    client.variable("HTTP_X_CAMBIO_KEY", std::string(64, 'k'))
        .variable("HTTP_X_CAMBIO_TIMESTAMP", "1")
        .variable("HTTP_X_CAMBIO_SIGNATURE", "none");
    const auto answer = client.get("/api/v2/upload/check-kyc");
    EXPECT_EQ(answer.status, 403) << answer.body;
    EXPECT_EQ(answer.message(), "api_key_scope") << answer.body;
}

}  // namespace
}  // namespace cambio::test
