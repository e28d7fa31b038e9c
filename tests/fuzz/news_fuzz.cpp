// Any bytes as a feed of news: the first byte says of which kind. Every item keeps to what its
// fields promise.
#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>

#include "fcgi/text.h"
#include "fuzz.h"
#include "news/feed.h"
#include "news/plain_text.h"

namespace {

using cambio::fuzz::require;
namespace news = cambio::news;

const cambio::pg::Time now{std::chrono::seconds{1'800'000'000}};
const cambio::pg::Time oldest{std::chrono::seconds{0}};
constexpr std::string_view trusted = "http://127.0.0.1:8080";

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

void check_text(std::string_view text, std::size_t longest, std::string_view input) {
    require(cambio::fcgi::printable_utf8(text), "a text is printable UTF-8", input);
    require(characters(text) <= longest, "a text keeps to its length", input);
    require(!text.starts_with(' ') && !text.ends_with(' '), "a text has no blanks around", input);
    require(text.find("  ") == std::string_view::npos, "blanks are joined", input);
    for (const std::string_view turn : {"\xe2\x80\xae", "\xe2\x80\x8b", "\xef\xbb\xbf"})
        require(text.find(turn) == std::string_view::npos, "nothing invisible is left", input);
}

void check_url(std::string_view url, bool picture, std::string_view input) {
    if (url.empty()) return;
    const auto origin = news::origin_of(url);
    require(origin.has_value(), "an address is one of the web", input);
    require(std::ranges::all_of(url, [](char c) { return c > ' ' && c < 0x7f; }) &&
                url.find_first_of("\"<>\\^`{|}") == std::string_view::npos,
            "an address cannot leave its attribute", input);
    require(url.size() <= 6000, "an address keeps to its length", input);
    if (picture)
        require(origin->starts_with("https://") || *origin == trusted, "a picture is safe", input);
}

void check_item(const news::Item& item, std::string_view input) {
    check_text(item.external_id, 300, input);
    check_text(item.publisher, 80, input);
    check_text(item.title, 300, input);
    check_text(item.body, 2000, input);
    require(!item.title.empty() && !item.external_id.empty(), "an item has a name", input);
    check_url(item.url, false, input);
    check_url(item.image_url, true, input);
    require(item.published_at >= oldest && item.published_at <= now, "an item is of the past",
            input);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = cambio::fuzz::text_of(data, size);
    auto rest = input;
    const auto kind = cambio::fuzz::take_byte(rest);
    if (kind == 't') {
        check_text(news::plain_text(rest, 40), 40, input);
        const auto whole = news::plain_text(rest, size + 1);
        require(whole.size() <= 3 * size, "a text does not grow but by replaced bytes", input);
        return 0;
    }
    const auto feed = news::parse(kind == 'd'   ? news::Kind::coindesk
                                  : kind == 'c' ? news::Kind::cryptocompare
                                                : news::Kind::rss,
                                  rest, trusted, now);
    require(feed.items.size() <= 100, "there are at most 100 items", input);
    require(feed.items.empty() || feed.problem.empty(), "a feed has items or a problem", input);
    check_text(feed.problem, 300, input);
    for (const auto& item : feed.items) check_item(item, input);
    return 0;
}
