// What is taken as JSON from somebody else, and what is written.
#include <gtest/gtest.h>

#include <string>

#include "json/parse.h"
#include "json/write.h"

namespace cambio::json {

namespace {

TEST(Json, IsAnObjectOrAnArray) {
    EXPECT_EQ((*parse(R"({"a":[1,"2",null]})"))["a"][1].asString(), "2");
    EXPECT_EQ(parse(" [ ] ")->size(), 0u);
    EXPECT_TRUE(parse_object("{}"));
    EXPECT_FALSE(parse_object("[]"));
    for (const char* text : {"", " ", "null", "7", "\"text\"", "{", "[1,]", "{\"a\":1,}", "[] []",
                             "[/* */]", "[NaN]", "{'a':1}", "{\"a\":1,\"a\":2}"})
        EXPECT_FALSE(parse(text)) << text;
}

TEST(Json, IsNotNestedWithoutEnd) {
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '[') + std::string(depth, ']');
    };
    EXPECT_TRUE(parse(nested(100)));
    EXPECT_FALSE(parse(nested(101)));
    EXPECT_FALSE(parse(std::string(1'000'000, '[')));
}

TEST(Json, IsWrittenInOneLine) {
    Json::Value value;
    value["text"] = "Zürich \"€\"\n😀/";
    value["list"].append(7);
    value["list"].append(Json::Value{});
    value["list"].append(true);
    value["empty"] = Json::objectValue;
    EXPECT_EQ(compact(value), R"({"empty":{},"list":[7,null,true],"text":"Z\u00fcrich )"
                              R"(\"\u20ac\"\n\ud83d\ude00/"})");
    EXPECT_EQ(compact_utf8(value),
              R"({"empty":{},"list":[7,null,true],"text":"Zürich \"€\"\n😀/"})");
    EXPECT_EQ(compact({}), "null");
    EXPECT_EQ(compact("\xff"), R"("\ufffd")");
    EXPECT_EQ(parse(compact(value)), value);
}

}  // namespace

}  // namespace cambio::json
