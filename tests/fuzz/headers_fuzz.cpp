// Any bytes as what a browser or a person says of itself: languages, its name, an email address, a
// telephone number. Whatever comes out has its one form, which stays as it is.
#include <algorithm>
#include <string>
#include <string_view>

#include "account/device.h"
#include "fuzz.h"
#include "news/feed.h"
#include "notices/notices.h"
#include "token/address.h"

namespace {

using cambio::fuzz::require;
namespace token = cambio::token;

void check_email(std::string_view input) {
    const auto email = token::normal_email(input);
    if (!email) return;
    require(email->size() <= 254 && email->find('@') <= 64, "an address keeps to its length",
            input);
    require(std::ranges::count(*email, '@') == 1, "an address has one @", input);
    require(std::ranges::all_of(*email, [](char c) { return c > ' ' && c < 0x7f; }) &&
                email->find_first_of("<>,;:\\\"()[]") == std::string::npos,
            "an address cannot leave its header", input);
    require(token::normal_email(*email) == email, "an address has one form", input);
}

void check_phone(std::string_view input) {
    const auto phone = token::normal_phone(input);
    if (!phone) return;
    require(phone->size() >= 9 && phone->size() <= 16 && phone->front() == '+' &&
                std::all_of(phone->begin() + 1, phone->end(),
                            [](char c) { return c >= '0' && c <= '9'; }),
            "a number is E.164", input);
    require(token::normal_phone(*phone) == phone, "a number has one form", input);
}

void check_language(std::string_view input) {
    const auto language = cambio::notices::preferred_language(input);
    require(cambio::notices::is_language(language), "a language is one that we have", input);
    // Blanks around a wish mean nothing (RFC 9110, 5.6.1).
    std::string wider;
    for (const char c : input) wider += c == ',' ? std::string{" , "} : std::string{c};
    require(cambio::notices::preferred_language(wider) == language, "blanks mean nothing", input);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = cambio::fuzz::text_of(data, size);
    check_language(input);
    check_email(input);
    check_phone(input);
    const auto device = cambio::account::device_name(input);
    require(!device.empty() && device.size() <= 40, "a device has a short name", input);
    if (const auto origin = cambio::news::origin_of(input))
        require(cambio::news::origin_of(*origin) == origin, "an origin has one form", input);
    return 0;
}
