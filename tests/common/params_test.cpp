// Every kind of bad input, without a server: which error, and which field it names.
#include <gtest/gtest.h>
#include <json/reader.h>

#include <algorithm>
#include <memory>
#include <random>

#include "fcgi/body.h"
#include "fcgi/text.h"

namespace cambio::fcgi {
namespace {

template <class Read>
std::string outcome(Read read) {
    try {
        read();
        return "fine";
    } catch (const Error& error) {
        return std::string{name_of(error.code())} + ' ' + error.field();
    }
}

Params with(const std::string& value) {
    Params params;
    params.add("x", value);
    return params;
}

TEST(Params, ReadsAmounts) {
    const auto read = [](const std::string& value, int places = 8) {
        return outcome([&] { with(value).amount("x", places); });
    };
    for (const char* good : {"1", "0.00000001", "99999999999999999999", "007", "1.50"})
        EXPECT_EQ(read(good), "fine") << good;
    for (const char* bad : {"", " 1", "1 ", "+1", "1e3", "1E3", ".5", "5.", "1,000", "NaN", "inf",
                            "0x10", "--1", "1.2.3", "١", "1_000", "-", "."})
        EXPECT_EQ(read(bad), "invalid_amount x") << bad;
    for (const char* none : {"0", "-1", "-0.1", "0.0", "-0"})
        EXPECT_EQ(read(none), "not_positive x") << none;
    EXPECT_EQ(read("0.000000001"), "too_many_places x");
    EXPECT_EQ(read("1.0000000000000000001", 18), "too_many_places x");
    EXPECT_EQ(read("1.10", 1), "fine") << "a zero at the end is no place";
    EXPECT_EQ(read("100000000000000000000"), "out_of_range x");
    EXPECT_EQ(read(std::string(5000, '9')), "out_of_range x");
}

TEST(Params, ReadsWholeNumbersIdsAndTruths) {
    const auto integer = [](const std::string& value) {
        return outcome([&] { with(value).required<std::int64_t>("x"); });
    };
    EXPECT_EQ(with("-9223372036854775808").required<std::int64_t>("x"), INT64_MIN);
    EXPECT_EQ(integer("9223372036854775808"), "out_of_range x");
    for (const char* bad : {"", "1.0", "1e3", "+1", " 1", "1 ", "0x1", "one", "--1"})
        EXPECT_EQ(integer(bad), "invalid_parameter x") << bad;

    const auto id = [](const std::string& value) {
        return outcome([&] { with(value).required<OrderId>("x"); });
    };
    EXPECT_EQ(with("12").required<OrderId>("x"), OrderId{12});
    EXPECT_EQ(id("0"), "invalid_parameter x");
    EXPECT_EQ(id("-1"), "invalid_parameter x");
    EXPECT_EQ(id("99999999999999999999"), "out_of_range x");

    EXPECT_TRUE(with("true").required<bool>("x"));
    EXPECT_FALSE(with("0").required<bool>("x"));
    for (const char* bad : {"", "yes", "TRUE", "2"})
        EXPECT_EQ(outcome([&] { with(bad).required<bool>("x"); }), "invalid_parameter x");
}

TEST(Params, GiveNothingThatIsNotDeclared) {
    constexpr Parameter declared[] = {{"x", Type::amount, Need::optional, "An amount."}};
    auto params = with("1");
    params.add("y", "2");
    params.declare(declared);
    EXPECT_EQ(params.amount("x").str(), "1");
    EXPECT_THROW(params.optional<std::string>("y"), std::logic_error);
    EXPECT_THROW(params.maybe_choice("z", {"a"}), std::logic_error) << "given or not";
    params.declare({});
    EXPECT_THROW(params.amount("x"), std::logic_error) << "a table that declares nothing";
}

TEST(Params, ReadsTexts) {
    const auto text = [](const std::string& value, std::size_t longest = 256) {
        return outcome([&] { with(value).required<std::string>("x", longest); });
    };
    EXPECT_EQ(text(""), "fine");
    EXPECT_EQ(text("grüße 日本 🚀"), "fine");
    EXPECT_EQ(text("12345", 4), "too_long x");
    for (const std::string bad : {"a\nb", "\x1b[0m", "\x7f", "\xc2\x85"})
        EXPECT_EQ(text(bad), "invalid_parameter x");
    // Overlong, surrogate, beyond Unicode, cut off.
    for (const std::string bad : {"\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"})
        EXPECT_EQ(text(bad), "invalid_parameter x");
}

TEST(Params, ReadsTextsOfSeveralLines) {
    const auto lines = [](const std::string& value) {
        return outcome([&] { with(value).required_lines("x", 8); });
    };
    EXPECT_EQ(with("a\n\nb").required_lines("x", 8), "a\n\nb");
    EXPECT_EQ(lines("12345678"), "fine");
    EXPECT_EQ(lines("123456789"), "too_long x");
    for (const std::string bad : {"a\rb", "a\tb", "\x7f", "\xc2\x85"})
        EXPECT_EQ(lines(bad), "invalid_parameter x");
}

TEST(Params, KnowsMissingDoubledAndUnknownOnes) {
    Params none;
    EXPECT_EQ(outcome([&] { none.required<std::string>("x"); }), "missing_parameter x");
    EXPECT_EQ(outcome([&] { none.amount("x"); }), "missing_parameter x");
    EXPECT_EQ(outcome([&] { none.choice("x", {"a"}); }), "missing_parameter x");
    EXPECT_FALSE(none.optional<bool>("x"));
    EXPECT_FALSE(none.maybe_amount("x"));
    EXPECT_FALSE(none.maybe_choice("x", {"a"}));

    Params twice = with("1");
    twice.add("x", "1");
    EXPECT_EQ(outcome([&] { twice.optional<std::string>("x"); }), "duplicate_parameter x");
    EXPECT_EQ(outcome([&] { twice.refuse_others(); }), "duplicate_parameter x");

    Params params = with("b");
    EXPECT_EQ(outcome([&] { params.refuse_others(); }), "unknown_parameter x");
    EXPECT_EQ(params.choice("x", {"a", "b"}), 1u);
    EXPECT_EQ(outcome([&] { params.refuse_others(); }), "fine");
    EXPECT_EQ(outcome([&] { params.choice("x", {"a"}); }), "invalid_parameter x");
}

TEST(AddForm, DecodesAndRefuses) {
    const auto form = [](const char* text) {
        Params params;
        return outcome([&] { add_form(params, text); });
    };
    Params params;
    add_form(params, "a=1+2%2B&&b&c=%C3%A9&d=x=y");
    EXPECT_EQ(params.required<std::string>("a"), "1 2+");
    EXPECT_EQ(params.required<std::string>("b"), "");
    EXPECT_EQ(params.required<std::string>("c"), "é");
    EXPECT_EQ(params.required<std::string>("d"), "x=y");
    for (const char* bad : {"a=%", "a=%4", "a=%zz", "%=1", "=1", "%00=1", "%FF=1"})
        EXPECT_EQ(form(bad), "bad_request ") << bad;
    EXPECT_EQ(form("a=%00"), "invalid_parameter a");
    EXPECT_EQ(form("a=%FF"), "invalid_parameter a");
    std::string many;
    for (int i = 0; i < 101; ++i) many += "a" + std::to_string(i) + "=1&";
    EXPECT_EQ(form(many.c_str()), "bad_request ");
}

TEST(AddJson, KeepsTheSpellingOfNumbers) {
    Params params;
    add_json(params, R"( { "a" : 0.10 , "b":-1e+05,"c":"\u00e9\ud83d\ude80\n\/","d":true,"e":null,
                           "f":12345678901234567890.123456789012345678 } )");
    EXPECT_EQ(outcome([&] { params.required<Decimal>("b"); }), "invalid_amount b");
    EXPECT_EQ(params.required<Decimal>("a").str(), "0.1");
    EXPECT_EQ(params.required<Decimal>("f").str(), "12345678901234567890.123456789012345678");
    EXPECT_EQ(outcome([&] { params.required<std::string>("c"); }), "invalid_parameter c");
    EXPECT_TRUE(params.required<bool>("d"));
    EXPECT_FALSE(params.optional<std::string>("e"));
}

TEST(AddJson, RefusesWhatIsNoFlatObject) {
    const auto json = [](const std::string& text) {
        Params params;
        return outcome([&] { add_json(params, text); });
    };
    EXPECT_EQ(json(""), "fine");
    EXPECT_EQ(json(" {} "), "fine");
    for (const char* bad : {"[]",
                            "1",
                            "\"a\"",
                            "null",
                            "{",
                            "}",
                            "{a:1}",
                            "{'a':1}",
                            "{\"a\"}",
                            "{\"a\":}",
                            "{\"a\":1,}",
                            "{,}",
                            "{\"a\":1}x",
                            "{\"a\":01}",
                            "{\"a\":1.}",
                            "{\"a\":.1}",
                            "{\"a\":+1}",
                            "{\"a\":1e}",
                            "{\"a\":NaN}",
                            "{\"a\":Infinity}",
                            "{\"a\":tru}",
                            "{\"a\":\"\n\"}",
                            "{\"a\":\"\\x\"}",
                            "{\"a\":\"\\u12\"}",
                            "{\"a\":\"\\ud800\"}",
                            "{\"a\":\"\\udc00\"}",
                            "{\"a\":\"",
                            "{\"a\":1 \"b\":2}",
                            "{\"\":1}",
                            "/**/{}",
                            "\xef\xbb\xbf{}",
                            "{\"a\":1}{}"})
        EXPECT_EQ(json(bad), "bad_request ") << bad;
    EXPECT_EQ(json("{\"a\":{}}"), "invalid_parameter a");
    EXPECT_EQ(json("{\"a\":[1]}"), "invalid_parameter a");
    EXPECT_EQ(json("{\"a\":" + std::string(60000, '[')), "invalid_parameter a");
    for (const char* doubled : {R"({"a":"1","a":null})", R"({"a":null,"a":"1"})",
                                R"({"a":null,"b":2,"a":null})", R"({"a":1,"a":null,"a":1})"})
        EXPECT_EQ(json(doubled), "duplicate_parameter a") << doubled;
    EXPECT_EQ(json("{\"a\":\"\\u0000\"}"), "invalid_parameter a");
    EXPECT_EQ(json("{\"a\":\"\xff\"}"), "invalid_parameter a");
}

/// What an established parser says of the same text: whether it is a flat object of scalars.
bool flat_by_jsoncpp(const std::string& text) {
    Json::CharReaderBuilder builder;
    Json::CharReaderBuilder::strictMode(&builder.settings_);
    builder["rejectDupKeys"] = false;
    const std::unique_ptr<Json::CharReader> reader{builder.newCharReader()};
    Json::Value value;
    if (!reader->parse(text.data(), text.data() + text.size(), &value, nullptr)) return false;
    for (const auto& member : value)
        if (member.isObject() || member.isArray()) return false;
    if (!value.isObject()) return false;
    const auto names = value.getMemberNames();  // an empty or unprintable name is no parameter's
    return std::none_of(names.begin(), names.end(),
                        [](const auto& name) { return name.empty() || name == "\n"; });
}

TEST(AddJson, AgreesWithAnotherParser) {
    std::mt19937 random{99};
    const std::string pieces[] = {"{",    "}",       "\"a\"", "\"b\"", ":",    ":",    ",",
                                  "1",    "-1",      "0.5",   "1e5",   "null", "true", "false",
                                  "\"\"", "\"\\n\"", " ",     "[",     "\\",   "\""};
    int accepted = 0;
    for (int round = 0; round < 200'000; ++round) {
        std::string text = "{\"k\"";
        for (auto i = random() % 10; i > 0; --i) text += pieces[random() % std::size(pieces)];
        text += '}';
        Params params;
        const bool fine = outcome([&] { add_json(params, text); }) == "fine";
        accepted += fine ? 1 : 0;
        ASSERT_EQ(fine, flat_by_jsoncpp(text)) << text;
    }
    EXPECT_GT(accepted, 100);
}

TEST(Text, EscapesJson) {
    std::string text;
    append_json_string(text, std::string{"a\"\\\n\x01\x7f/é", 9});
    EXPECT_EQ(text, "\"a\\\"\\\\\\u000a\\u0001\x7f/é\"");
}

}  // namespace
}  // namespace cambio::fcgi
