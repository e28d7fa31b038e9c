// Letters and characters.
#include <gtest/gtest.h>

#include "text/letters.h"
#include "text/utf8.h"

namespace cambio::text {

namespace {

TEST(Text, ChangesTheCaseOfAsciiAlone) {
    EXPECT_EQ(lower("@AZ[`az{ 09 \xc3\x84"), "@az[`az{ 09 \xc3\x84");
    EXPECT_EQ(upper("@AZ[`az{ 09 \xc3\xa4"), "@AZ[`AZ{ 09 \xc3\xa4");
    EXPECT_EQ(lower(""), "");
    static_assert(lower('Q') == 'q' && upper('q') == 'Q' && upper('\xe4') == '\xe4');
}

TEST(Text, IsWrittenInUtf8) {
    std::string text;
    for (const unsigned point : {0x41u, 0x7fu, 0x80u, 0x7ffu, 0x800u, 0xffffu, 0x10000u, 0x10ffffu})
        append_utf8(text, point);
    EXPECT_EQ(text,
              "A\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf\xf0\x90\x80\x80"
              "\xf4\x8f\xbf\xbf");
}

}  // namespace

}  // namespace cambio::text
