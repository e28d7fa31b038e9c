// What orders do, as a table that any language can read: data/order_semantics.json says how.
#include <gtest/gtest.h>
#include <json/reader.h>

#include <fstream>
#include <set>

#include "common/order_story.h"
#include "support/source_files.h"

namespace cambio::settlement {
namespace {

Json::Value table() {
    std::ifstream file{test::source_file("/tests/common/data/order_semantics.json")};
    Json::Value value;
    file >> value;
    return value;
}

std::string joined(const std::vector<std::string>& events) {
    std::string text;
    for (const std::string& event : events) text += event + "\n";
    return text;
}

TEST(OrderSemantics, EachRowHappensAsItIsWritten) {
    const Json::Value rows = table()["rows"];
    std::set<std::string> names;
    for (const Json::Value& row : rows) {
        const std::string name = row["name"].asString();
        SCOPED_TRACE(name);
        EXPECT_TRUE(names.insert(name).second) << "two rows with one name";
        OrderStory story{row};
        std::vector<std::string> told, expected;
        for (const Json::Value& input : row["inputs"]) {
            for (std::string& event : story.hear(input.asString())) {
                told.push_back(std::move(event));
            }
        }
        for (const Json::Value& event : row["events"]) expected.push_back(event.asString());
        EXPECT_EQ(joined(told), joined(expected));
    }
    EXPECT_GE(rows.size(), 150u);
}

}  // namespace
}  // namespace cambio::settlement
