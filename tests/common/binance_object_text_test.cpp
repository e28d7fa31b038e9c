// Replies that are written as text.
#include <gtest/gtest.h>

#include "binance/object_text.h"
#include "json/parse.h"

namespace cambio::test {
namespace {

using binance::ObjectText, binance::array_text;

TEST(BinanceObjectText, IsWrittenMemberByMember) {
    ObjectText object;
    object.text("symbol", "BTCUSDT").number("orderId", -1).flag("isWorking", true);
    object.json("fills", array_text({"{}", "1", "[]"})).json("response", "null");
    EXPECT_EQ(std::move(object).end(),
              R"({"symbol":"BTCUSDT","orderId":-1,"isWorking":true,"fills":[{},1,[]],)"
              R"("response":null})");
    EXPECT_EQ(ObjectText{}.end(), "{}");
    EXPECT_EQ(array_text({}), "[]");
}

TEST(BinanceObjectText, EscapesWhatIsNoJson) {
    const std::string bad = "a\"b\\c\n\x01";
    ObjectText object;
    object.text("msg", bad);
    const auto read = json::parse_object(std::move(object).end());
    ASSERT_TRUE(read);
    EXPECT_EQ((*read)["msg"].asString(), bad);
}

}  // namespace
}  // namespace cambio::test
